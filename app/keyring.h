// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/configio.h"

#include <string>
#include <vector>

namespace spillway {

/// Reads entries of the desktop's keyring in a process of its own, which is gone after seven seconds at the latest: the
/// libraries behind a keyring want another event loop than the daemon's, and may wait for a user for ever. Comes back at
/// once where there is no session. Any thread.
[[nodiscard]] KeyringAnswer readKeyring(const std::vector<std::string> &names);

namespace commands {

/// That process: `spillwayd keyring NAME…` writes NAME=value pairs, each ended by a NUL, to a pipe.
int keyring(const std::vector<std::string> &names);

} // namespace commands
} // namespace spillway
