// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/config.h"
#include "spillway/connectiontest.h"

#include <QString>

/// What a connection test found, in the user's words.
namespace spillway::ui::probe {

struct Words
{
    QString sentence;    ///< rich text
    QString plain;       ///< the same without tags
    QString brief;       ///< for a cell: "38 ms", "Wrong chain"
    bool good = false;   ///< usable as it is
    bool usable = false; ///< may be saved although it did not work now
};

[[nodiscard]] Words describe(const ProbeResult &result, const ChainConfig &chain);

/// Whether an address is the listener of this program: it would forward to itself.
[[nodiscard]] bool
isOwnEndpoint(const std::string &url, const ServerConfig &server, int runningPort);

} // namespace spillway::ui::probe
