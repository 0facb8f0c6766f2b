// SPDX-License-Identifier: MIT
#pragma once

#include "config/configreader.h"
#include "config/finding.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::config {

/// Whether a whole text may be the name of a variable: letters, digits and '_', no digit first.
[[nodiscard]] bool isVariableName(std::string_view text);

/// A text whose variables were replaced.
struct Expansion
{
    /// Where the value of one variable stands in `text`.
    struct Piece
    {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    std::string text;
    std::vector<Piece> pieces;
    std::vector<Finding> problems; ///< names, never values
    bool isMalformed = false; ///< one of the problems is in the text itself: no variable is missing
};

/// Replaces `$NAME` and `${NAME}`; `$$` is a dollar sign, and so is one that no name follows.
[[nodiscard]] Expansion expandVariables(std::string_view text, const VariableLookup &lookup);

} // namespace spillway::config
