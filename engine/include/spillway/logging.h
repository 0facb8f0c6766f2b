// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/traffic.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// Process-wide logging settings for the programs. False: the word is not known. Any thread.
bool setLogFormat(std::string_view name); ///< "text" or "json"
bool setLogLevel(std::string_view name);  ///< trace, debug, info, warn, error, off
/// Where stderr or stdout is the journal's (JOURNAL_STREAM, systemd.exec(5)), lines there carry its priorities.
void useJournalIfThere();

/// Keeps the newest lines of the log in memory, beside what is written elsewhere. 0: stop. Any thread.
void keepLogLines(std::size_t capacity);
/// Kept lines after `after` (0: all), oldest first. Any thread.
[[nodiscard]] std::vector<LogLine> logLines(std::uint64_t after);

/// One line on stdout that scripts wait for: plain text, or an event with `address` in the JSON format.
void announce(std::string_view event, std::string_view text, std::string_view address);

/// The two cases of a JSON-RPC answer, as raw JSON.
struct AnswerParts
{
    bool isResult = false;
    std::string text; ///< the result, or the error object; the whole answer when it is neither
};

[[nodiscard]] AnswerParts splitAnswer(std::string_view answer);

} // namespace spillway

#pragma GCC visibility pop
