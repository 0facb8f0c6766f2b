// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace spillway {

/// Tells the service manager how the program is, one "KEY=value" a line: the datagram of sd_notify(3), sent to
/// $NOTIFY_SOCKET. Does nothing where there is no service manager. Never blocks.
void notifyService(std::string_view state);

/// "RELOADING=1" with the time that Type=notify-reload asks for; notifyService("READY=1") ends it.
void notifyServiceReloading();

} // namespace spillway
