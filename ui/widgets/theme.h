// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QObject>
#include <QString>

namespace spillway::ui {

/// Light or dark, and the colours that go with it. Colours never carry meaning alone: a word, a shape or a dash pattern goes along.
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
    [[nodiscard]] QColor good() const;
    [[nodiscard]] QColor warning() const;
    [[nodiscard]] QColor bad() const;
    [[nodiscard]] QColor muted() const; ///< secondary text
    [[nodiscard]] QColor grid() const;
    [[nodiscard]] QColor card() const;  ///< background of cards and charts

    /// `:/icons/NAME.svg` recoloured to the palette, crisp at every scale.
    [[nodiscard]] QIcon icon(const QString &name) const;

Q_SIGNALS:
    void changed();

private:
    Theme();
    bool eventFilter(QObject *watched, QEvent *event) override;

    Mode m_mode = Mode::System;
};

} // namespace spillway::ui
