// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPainter>
#include <QStyle>

namespace spillway::ui {

/// A line of text that gives way when room is short; the whole text is in the tool tip and for screen readers.
class ElidedLabel final : public QLabel
{
public:
    explicit ElidedLabel(Qt::TextElideMode mode = Qt::ElideRight, QWidget *parent = nullptr)
        : QLabel(parent)
        , m_mode(mode)
    {
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(QStringLiteral("0000")),
                QLabel::minimumSizeHint().height()};
    }

protected:
    void paintEvent(QPaintEvent * /*event*/) override
    {
        QPainter painter(this);
        const QRect room = contentsRect();
        const QString shown = fontMetrics().elidedText(text(), m_mode, room.width());
        setToolTip(shown == text() ? QString() : text());
        painter.setPen(
            palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
        painter.drawText(room,
                         static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment()))
                             | Qt::TextSingleLine,
                         shown);
    }

private:
    Qt::TextElideMode m_mode;
};

} // namespace spillway::ui
