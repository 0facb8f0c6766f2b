// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/messageline.h"

#include "widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>

namespace spillway::ui {
namespace {

struct Look
{
    const char *icon;
    Tone iconTone;
    Tone textTone;
};

Look lookOf(MessageLine::Kind kind)
{
    switch (kind) {
    case MessageLine::Kind::Good:
        return {"ok", Tone::Good, Tone::Neutral};
    case MessageLine::Kind::Warning:
        return {"warning", Tone::Warning, Tone::Neutral};
    case MessageLine::Kind::Error:
        return {"error", Tone::Bad, Tone::Bad};
    case MessageLine::Kind::Busy:
        return {"wait", Tone::Muted, Tone::Muted};
    case MessageLine::Kind::Note:
        break;
    }
    return {nullptr, Tone::Muted, Tone::Muted};
}

} // namespace

MessageLine::MessageLine(QWidget *parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_label(new QLabel(this))
    , m_row(new QHBoxLayout(this))
{
    m_label->setWordWrap(true);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    m_label->setFocusPolicy(Qt::NoFocus);
    m_icon->setAlignment(Qt::AlignTop);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->addWidget(m_icon, 0, Qt::AlignTop);
    m_row->addWidget(m_label, 1);
    hide();
    connect(&Theme::instance(), &Theme::changed, this, &MessageLine::paintKind);
}

void MessageLine::setMessage(Kind kind, const QString &text)
{
    if (kind == m_kind && text == m_text)
        return;
    m_kind = kind;
    m_text = text;
    m_label->setText(text);
    paintKind();
    setVisible(!text.isEmpty());
}

void MessageLine::paintKind()
{
    const Theme &theme = Theme::instance();
    const Look look = lookOf(m_kind);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    m_icon->setVisible(look.icon != nullptr);
    if (look.icon != nullptr)
        m_icon->setPixmap(theme.icon(QLatin1String(look.icon), look.iconTone)
                              .pixmap(QSize(size, size), devicePixelRatioF()));
    // Not from the own palette: while a theme changes, that is still the former one.
    QPalette colours;
    colours.setColor(QPalette::WindowText, theme.tone(look.textTone));
    m_label->setPalette(colours);
}

void MessageLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        paintKind();
}

} // namespace spillway::ui
