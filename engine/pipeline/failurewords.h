// SPDX-License-Identifier: MIT
#pragma once

#include "upstream/outcome.h"

#include <string>
#include <string_view>

namespace spillway {

/// Why an attempt was no success, for people: the provider's own words where it gave any, else what happened ("HTTP 503",
/// "connection refused", "timed out after 4000 ms"). One line of at most 300 bytes without secrets, never empty.
/// `transport` are the words of the connection that failed, `limit` the time an answer had.
[[nodiscard]] std::string
failureWords(const ReplyView &reply, std::string_view transport, SteadyNs limit);

} // namespace spillway
