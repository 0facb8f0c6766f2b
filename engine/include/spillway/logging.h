// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// Process-wide logging settings for the programs. False: the word is not known. Any thread.
bool setLogFormat(std::string_view name); ///< "text" or "json"
bool setLogLevel(std::string_view name);  ///< trace, debug, info, warn, error, off

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
