// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/themeicon.h"

#include <QApplication>
#include <QBuffer>
#include <QFile>
#include <QImageReader>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>

#include <utility>

namespace spillway::ui {

QPixmap themePixmap(const QString &name, const QSize &size, qreal scale, const QColor &color)
{
    if (name.isEmpty() || size.isEmpty())
        return {};
    const QString key = QStringLiteral("spillway/%1/%2x%3/%4/%5")
                            .arg(name)
                            .arg(size.width())
                            .arg(size.height())
                            .arg(scale)
                            .arg(color.name(QColor::HexArgb));
    QPixmap cached;
    if (QPixmapCache::find(key, &cached))
        return cached;

    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray svg = file.readAll();
    svg.replace("currentColor", color.name().toLatin1());
    QBuffer buffer(&svg);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, "svg");
    reader.setScaledSize(size);
    QPixmap pixmap = QPixmap::fromImage(reader.read());
    pixmap.setDevicePixelRatio(scale);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

ThemeIconEngine::ThemeIconEngine(QString name, Tone tone)
    : m_name(std::move(name))
    , m_tone(tone)
{}

QColor ThemeIconEngine::color(QIcon::Mode mode) const
{
    const QPalette palette = QApplication::palette();
    if (mode == QIcon::Disabled)
        return palette.color(QPalette::Disabled, QPalette::ButtonText);
    if (mode == QIcon::Selected)
        return palette.color(QPalette::HighlightedText);
    return Theme::instance().tone(m_tone);
}

QPixmap
ThemeIconEngine::scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale)
{
    const int side = std::min(size.width(), size.height());
    return themePixmap(m_name, QSize(side, side), scale, color(mode));
}

QPixmap ThemeIconEngine::pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state)
{
    return scaledPixmap(size, mode, state, 1);
}

void ThemeIconEngine::paint(QPainter *painter,
                            const QRect &rect,
                            QIcon::Mode mode,
                            QIcon::State state)
{
    const qreal scale = painter->device() ? painter->device()->devicePixelRatio() : 1;
    const int side = std::min(rect.width(), rect.height());
    QRect place(0, 0, side, side);
    place.moveCenter(rect.center());
    painter->drawPixmap(place, scaledPixmap(QSize(side, side) * scale, mode, state, scale));
}

QIconEngine *ThemeIconEngine::clone() const
{
    return new ThemeIconEngine(m_name, m_tone);
}

} // namespace spillway::ui
