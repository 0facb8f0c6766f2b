// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QIconEngine>
#include <QString>

namespace spillway::ui {

/// A picture of `:/icons/NAME.svg` with `currentColor` replaced; `size` in device pixels. Cached. Null when there is no such
/// icon or the SVG image plugin is missing.
[[nodiscard]] QPixmap
themePixmap(const QString &name, const QSize &size, qreal scale, const QColor &color);

/// Draws an icon from its vector form at exactly the size that is asked for, in the colour of the palette at that moment.
class ThemeIconEngine final : public QIconEngine
{
public:
    ThemeIconEngine(QString name, Tone tone);

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    QPixmap
    scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override;
    [[nodiscard]] QIconEngine *clone() const override;

    [[nodiscard]] QString key() const override { return QStringLiteral("spillway-theme"); }

    QString iconName() override { return m_name; }

    bool isNull() override { return m_name.isEmpty(); }

private:
    [[nodiscard]] QColor color(QIcon::Mode mode) const;

    QString m_name;
    Tone m_tone;
};

} // namespace spillway::ui
