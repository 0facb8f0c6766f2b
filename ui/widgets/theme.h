// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QDBusVariant>
#include <QIcon>
#include <QObject>
#include <QPalette>
#include <QPixmap>
#include <QString>
#include <QVariant>

namespace spillway::ui {

/// What a colour says. Never the only sign of it: a word, a shape or a dash pattern goes along.
enum class Tone { Neutral, Muted, Accent, Good, Warning, Bad };

/// Light or dark, and the colours that go with it. Lives as long as the application; GUI thread.
class Theme final : public QObject
{
    Q_OBJECT

public:
    enum class Mode { System, Light, Dark };

    static Theme &instance();

    void setMode(Mode mode);

    [[nodiscard]] Mode mode() const { return m_mode; }

    [[nodiscard]] bool isDark() const;

    /// Eight colours that colour-blind people can tell apart (Okabe and Ito 2008), tuned to the background. Index wraps round.
    [[nodiscard]] QColor series(int index) const;
    /// A dash pattern of its own for each of the first six indexes, to go with series().
    [[nodiscard]] static Qt::PenStyle seriesDash(int index);
    [[nodiscard]] QColor good() const;
    [[nodiscard]] QColor warning() const;
    [[nodiscard]] QColor bad() const;
    [[nodiscard]] QColor muted() const; ///< secondary text
    [[nodiscard]] QColor grid() const;
    [[nodiscard]] QColor card() const;   ///< background of cards and charts
    [[nodiscard]] QColor border() const; ///< thin line around a card
    [[nodiscard]] QColor tone(Tone tone) const;
    /// A faint background for something of that tone (banner, pill); text on it is in the normal text colour.
    [[nodiscard]] QColor wash(Tone tone) const;

    /// `:/icons/NAME.svg` recoloured to the palette, crisp at every scale; follows a later change of the theme.
    [[nodiscard]] QIcon icon(const QString &name, Tone tone = Tone::Neutral) const;
    /// The same as a picture for delegates; `size` in device-independent pixels.
    [[nodiscard]] QPixmap
    pixmap(const QString &name, int size, qreal scale, const QColor &color) const;

Q_SIGNALS:
    void changed();

private:
    Theme();
    bool eventFilter(QObject *watched, QEvent *event) override;
    void apply();
    void askDesktop();

private Q_SLOTS:
    // Named by a D-Bus connection, which knows slots by their text only.
    void desktopSettingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    enum class Hint { None, Dark, Light };

    Mode m_mode = Mode::System;
    Hint m_hint = Hint::None;
    QString m_systemStyle;
    bool m_applying = false;
};

} // namespace spillway::ui
