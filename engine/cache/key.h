// SPDX-License-Identifier: MIT
#pragma once

#include "cache/rules.h"

#include <string>
#include <string_view>

namespace spillway::cache {

/// Parameters above this size are not looked up: their answers are not kept.
constexpr std::size_t kMaxParamsBytes = 64U * 1024;

/// Appends the one spelling of `params` (valid JSON or empty) that all equal ones share: no white space, members sorted by
/// name. With `hex` also hexadecimal texts in small letters, and block numbers, indices and amounts without leading zeros.
/// False when there is none: a name or text with escapes, a name twice, more than 64 members, nested deeper than 16, too long.
/// `out` then holds junk behind its old end.
[[nodiscard]] bool appendCanonical(std::string_view params, bool hex, std::string &out);

/// Makes the key of a call in `out`, whose memory is reused:
///
/// - `CHAIN:METHOD:PARAMS` with the canonical parameters in clear for the methods whose rule says so, so that other programs
///   can find and remove what they know to be wrong
/// - `CHAIN:METHOD:` and the SHA-256 of method, line feed and canonical parameters in hexadecimal for the others
///
/// False: the call has no key. Readable parameters above 512 bytes have none either.
[[nodiscard]] bool makeKey(std::string_view chain,
                           ChainKind kind,
                           std::string_view method,
                           const Rule &rule,
                           std::string_view params,
                           std::string &out);

/// SHA-256 in small hexadecimal digits.
void appendSha256(std::string_view first, std::string_view second, std::string &out);

} // namespace spillway::cache
