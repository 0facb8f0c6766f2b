// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chipbutton.h"

#include "widgets/theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionToolButton>

namespace spillway::ui {

ChipButton::ChipButton(QWidget *parent)
    : QToolButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize ChipButton::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int height = metrics.height() * 8 / 5;
    int width = metrics.size(Qt::TextShowMnemonic, text()).width() + height;
    if (!icon().isNull())
        width += metrics.height() * 5 / 4;
    return {width, height};
}

void ChipButton::paintEvent(QPaintEvent *)
{
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const Theme &theme = Theme::instance();
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver) && isEnabled();
    const Tone tone = !isEnabled() ? Tone::Muted : isChecked() ? Tone::Accent : Tone::Neutral;

    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor border = theme.border();
    if (isChecked() || hasFocus())
        border = theme.tone(Tone::Accent);
    painter.setPen(QPen(border, hasFocus() ? 2 : 1));
    painter.setBrush(isChecked() || isDown() ? theme.wash(Tone::Accent)
                     : hovered               ? theme.wash(Tone::Muted)
                                             : theme.card());
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.drawRoundedRect(frame, frame.height() * 0.3, frame.height() * 0.3);

    const int pad = height() / 3;
    QRect area = rect().adjusted(pad, 0, -pad, 0);
    if (!icon().isNull()) {
        const int side = fontMetrics().height();
        const QRect place = QStyle::alignedRect(
            layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter, QSize(side, side), area);
        icon().paint(
            &painter, place, Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
        if (isRightToLeft())
            area.setRight(place.left() - side / 4);
        else
            area.setLeft(place.right() + side / 4);
    }
    painter.setPen(theme.tone(tone));
    const int flags =
        Qt::AlignCenter
        | (style()->styleHint(QStyle::SH_UnderlineShortcut, &option, this) ? Qt::TextShowMnemonic
                                                                           : Qt::TextHideMnemonic);
    painter.drawText(area, flags, text());
}

} // namespace spillway::ui
