// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QString>
#include <QWidget>

namespace spillway::ui {

/// A short word in a rounded box, with an icon of its own shape: a state, a badge.
class Pill final : public QWidget
{
    Q_OBJECT

public:
    explicit Pill(QWidget *parent = nullptr);

    /// `icon` may be empty.
    void set(const QString &text, Tone tone, const QString &icon = {});

    [[nodiscard]] QString text() const { return m_text; }

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
    QString m_icon;
    Tone m_tone = Tone::Neutral;
};

} // namespace spillway::ui
