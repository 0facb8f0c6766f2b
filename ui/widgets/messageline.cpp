// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/messageline.h"

#include "widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>

namespace spillway::ui {
namespace {

QString iconName(MessageLine::Kind kind)
{
    switch (kind) {
    case MessageLine::Kind::Good:
        return QStringLiteral("ok");
    case MessageLine::Kind::Warning:
        return QStringLiteral("warning");
    case MessageLine::Kind::Error:
        return QStringLiteral("error");
    case MessageLine::Kind::Busy:
        return QStringLiteral("wait");
    case MessageLine::Kind::Note:
        break;
    }
    return {};
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
    const QString name = iconName(m_kind);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    m_icon->setVisible(!name.isEmpty());
    if (!name.isEmpty())
        m_icon->setPixmap(theme.icon(name).pixmap(QSize(size, size), devicePixelRatioF()));
    QPalette colours = palette();
    QColor text = colours.color(QPalette::WindowText);
    if (m_kind == Kind::Error)
        text = theme.bad();
    else if (m_kind == Kind::Note || m_kind == Kind::Busy)
        text = theme.muted();
    colours.setColor(QPalette::WindowText, text);
    m_label->setPalette(colours);
}

void MessageLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        paintKind();
}

} // namespace spillway::ui
