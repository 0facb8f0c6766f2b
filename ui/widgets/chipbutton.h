// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace spillway::ui {

/// A flat button that stays down, with a tick-free but plain difference between on and off: filled and framed in the accent
/// colour, or only outlined. For filter chips and choices in a row.
class ChipButton : public QToolButton
{
    Q_OBJECT

public:
    explicit ChipButton(QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace spillway::ui
