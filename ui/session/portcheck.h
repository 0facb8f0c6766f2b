// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace spillway::ui {

/// Whether an address can be listened on, and if not, who has it.
struct PortCheck
{
    enum class Result { Free, Busy, NoPermission, BadAddress };

    Result result = Result::Free;
    QString owner; ///< "node (pid 4121)"; empty: another user's program, its name cannot be seen
    std::uint16_t nextFree = 0; ///< the next higher one that is free; 0: none within a hundred
};

/// Tries to listen there for a moment. Port 0 is always free.
[[nodiscard]] PortCheck checkPort(const QString &host, std::uint16_t port);

/// The program of this user that listens on a TCP port, "name (pid N)"; empty when it is not this user's.
[[nodiscard]] QString portOwner(std::uint16_t port);

} // namespace spillway::ui
