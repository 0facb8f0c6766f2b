// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/config.h"

#include <QList>
#include <QString>

namespace spillway::ui {

/// How one tool is pointed at the proxy.
struct Snippet
{
    QString tool;  ///< "viem"
    QString where; ///< "in your code", "in hardhat.config.js", "in a terminal"
    QString code;
    QString note; ///< what to know about it; may be empty
};

/// For a chain of that kind at `url`. `chainId` 0: not known. `needsToken`: clients must send a token.
[[nodiscard]] QList<Snippet> snippetsFor(ChainKind kind,
                                         std::uint64_t chainId,
                                         const QString &chain,
                                         const QString &url,
                                         bool needsToken);

} // namespace spillway::ui
