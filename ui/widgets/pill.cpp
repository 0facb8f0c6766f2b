// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pill.h"

#include "widgets/paint.h"

#include <QPainter>
#include <QStyle>

namespace spillway::ui {

Pill::Pill(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Pill::set(const QString &text, Tone tone, const QString &icon)
{
    if (text == m_text && tone == m_tone && icon == m_icon)
        return;
    m_text = text;
    m_tone = tone;
    m_icon = icon;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize Pill::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int height = metrics.height() + metrics.height() / 3;
    int width = metrics.horizontalAdvance(m_text) + height;
    if (!m_icon.isEmpty())
        width += paint::iconSize(metrics) + height / 5;
    return {width, height};
}

void Pill::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::instance();
    const qreal round = height() / 2.0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.wash(m_tone));
    painter.drawRoundedRect(rect(), round, round);
    QRect area = rect().adjusted(height() / 2, 0, -height() / 2, 0);
    if (!m_icon.isEmpty()) {
        const int side = paint::iconSize(fontMetrics());
        const QRect place = QStyle::alignedRect(layoutDirection(),
                                                Qt::AlignLeft | Qt::AlignVCenter,
                                                QSize(side, side),
                                                area.adjusted(-height() / 6, 0, 0, 0));
        painter.drawPixmap(place,
                           theme.pixmap(m_icon, side, devicePixelRatioF(), theme.tone(m_tone)));
        if (isRightToLeft())
            area.setRight(place.left() - height() / 5);
        else
            area.setLeft(place.right() + height() / 5);
    }
    painter.setPen(theme.tone(m_tone));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, m_text);
}

} // namespace spillway::ui
