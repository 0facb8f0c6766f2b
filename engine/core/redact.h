// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// The one place that takes secrets out of text before it leaves the engine: logs, metrics, status, page,
/// crash notes, exports, error messages. Thread-safe.
///
/// Everything the configuration learned from an environment variable, a token, an auth value or a key inside
/// a URL is registered here when a config is read (registerSecret); apply() replaces each occurrence by "***".
namespace redact {

/// Remembers a secret for the life of the process. Values under 4 bytes are ignored: replacing them
/// would garble ordinary text. Also remembers the percent-decoded form.
void registerSecret(std::string_view value);

/// Remembers the parts of a URL that are keys: user info, query values, long path segments that look random.
void registerUrl(std::string_view url);

/// The text with every registered secret replaced.
[[nodiscard]] std::string apply(std::string_view text);

/// The beginning of a text, redacted: at most `limit` bytes, whole characters. No secret is cut in two.
[[nodiscard]] std::string cut(std::string_view text, std::size_t limit);

/// The same on one line, with "…" where something is missing.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t limit);

/// A URL that may be shown: scheme, host, port; user info, path and query are cut to "/***" where present.
[[nodiscard]] std::string url(std::string_view url);

/// Forgets everything. For tests.
void reset();

} // namespace redact
} // namespace spillway
