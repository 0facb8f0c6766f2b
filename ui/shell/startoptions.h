// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace spillway::ui {

/// What the command line asks for. Parsed before there is an application, and once more by the first instance for what a second
/// one hands over.
struct StartOptions
{
    enum class Proxy { AsSet, Start, Stop, Toggle };

    bool help = false;
    bool version = false;
    bool background = false;
    bool noTray = false;
    bool demo = false;
    bool copyEndpoint = false;
    Proxy proxy = Proxy::AsSet;
    QString config; ///< absolute; empty: the default
    QString page;
    QString problem; ///< what is wrong with the arguments, one line; empty: nothing

    /// `folder`: what a relative file name is relative to.
    [[nodiscard]] static StartOptions parse(const QStringList &arguments, const QString &folder);
    [[nodiscard]] static QString helpText();
};

} // namespace spillway::ui
