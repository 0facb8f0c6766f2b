// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spillway {

/// The headers that the engine looks at. They are found once, while a head is read.
enum class HttpHeader : std::uint8_t {
    Authorization,
    Connection,
    ContentEncoding,
    ContentLength,
    ContentType,
    Date,
    Expect,
    Host,
    KeepAlive,
    Location,
    Origin,
    ProxyConnection,
    RetryAfter,
    TransferEncoding,
    Upgrade,
    XForwardedFor,
    Other,
};

constexpr std::size_t kKnownHeaders = static_cast<std::size_t>(HttpHeader::Other);

namespace http {

/// Which one `name` is, in any letter case.
[[nodiscard]] HttpHeader headerOf(std::string_view name);

} // namespace http

} // namespace spillway
