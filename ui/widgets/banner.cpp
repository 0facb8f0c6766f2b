// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/banner.h"

#include "widgets/paint.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTextDocumentFragment>
#include <QToolButton>

namespace spillway::ui {

namespace {

QString iconOf(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return QStringLiteral("ok");
    case Tone::Warning:
        return QStringLiteral("warning");
    case Tone::Bad:
        return QStringLiteral("error");
    default:
        return QStringLiteral("info");
    }
}

} // namespace

Banner::Banner(QWidget *parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_buttons(new QHBoxLayout)
    , m_close(new QToolButton(this))
{
    const int pad = fontMetrics().height() / 2;
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(pad * 3 / 2, pad, pad, pad);
    row->setSpacing(pad * 3 / 2);
    row->addWidget(m_icon, 0, Qt::AlignVCenter);
    row->addWidget(m_text, 1);
    m_buttons->setSpacing(pad);
    row->addLayout(m_buttons);
    row->addWidget(m_close);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_text->setFocusPolicy(Qt::NoFocus);
    m_close->setAutoRaise(true);
    m_close->setIcon(Theme::instance().icon(QStringLiteral("close")));
    retranslate();
    m_close->hide();
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        Q_EMIT closed();
    });
    connect(m_text, &QLabel::linkActivated, this, &Banner::linkActivated);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_icon->setPixmap(Theme::instance()
                              .icon(iconOf(m_tone), m_tone)
                              .pixmap(paint::iconSize(fontMetrics()) * 5 / 4));
        update();
    });
    QWidget::hide();
}

void Banner::show(const QString &text, Tone tone)
{
    const bool same = text == m_text->text() && tone == m_tone;
    m_tone = tone;
    m_text->setText(text);
    m_icon->setPixmap(
        Theme::instance().icon(iconOf(tone), tone).pixmap(paint::iconSize(fontMetrics()) * 5 / 4));
    setAccessibleName(QTextDocumentFragment::fromHtml(text).toPlainText());
    QWidget::show();
    if (!same)
        update();
}

QPushButton *Banner::addButton(const QString &text)
{
    auto *button = new QPushButton(text, this);
    m_buttons->addWidget(button);
    return button;
}

void Banner::clearButtons()
{
    while (QLayoutItem *item = m_buttons->takeAt(0)) {
        if (QWidget *widget = item->widget())
            widget->deleteLater();
        delete item;
    }
}

void Banner::setClosable(bool closable)
{
    m_close->setVisible(closable);
}

QString Banner::text() const
{
    return m_text->text();
}

QSize Banner::minimumSizeHint() const
{
    // The text wraps, so the banner never forces the window wider.
    return {fontMetrics().averageCharWidth() * 30, QWidget::minimumSizeHint().height()};
}

void Banner::retranslate()
{
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
}

void Banner::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::instance();
    QColor border = theme.tone(m_tone);
    border.setAlphaF(0.45F);
    paint::box(painter, rect(), theme.wash(m_tone), border);
}

} // namespace spillway::ui
