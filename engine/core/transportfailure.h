// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace spillway {

/// Why a connection, or an exchange on it, came to no complete answer.
enum class TransportFailure : std::uint8_t {
    None,
    Dns,
    ConnectRefused,
    ConnectTimeout,
    ConnectFailed,
    Tls,
    LocalResource, ///< no descriptor or port left on this machine: not the peer's fault
    Timeout,       ///< connected, sent, no (complete) answer in time
    ClosedEarly,   ///< closed or reset before the answer was complete
    BadFraming,    ///< not HTTP/1.1, malformed chunk, two lengths …
    TooLarge,
};

/// Stable lower-case word for logs and metrics: "dns", "connect_refused", …
[[nodiscard]] std::string_view transportFailureName(TransportFailure failure);

} // namespace spillway
