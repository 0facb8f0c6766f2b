// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace spillway::ui {

/// Whether the program starts when the user logs in: a desktop entry in `$XDG_CONFIG_HOME/autostart`. The file is what counts, so
/// that a change made in the desktop's own settings shows here too.
class Autostart
{
public:
    /// `file` is the entry, see defaultFile(); `program` what it starts.
    Autostart(QString file, QString program)
        : m_file(std::move(file))
        , m_program(std::move(program))
    {}

    [[nodiscard]] static QString defaultFile();

    [[nodiscard]] bool isOn() const;
    /// Empty: done.
    [[nodiscard]] QString set(bool on, bool hidden) const;

private:
    QString m_file;
    QString m_program;
};

} // namespace spillway::ui
