// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/configproblems.h"

#include <string>
#include <utility>
#include <vector>

namespace spillway::config {

/// What is wrong with something, in English and as a kind with its values (ConfigProblem). Empty: nothing.
struct Finding
{
    std::string message;
    ConfigProblem problem = ConfigProblem::Other;
    std::vector<std::string> details;

    Finding() = default;

    /// A rare one, which only the English words tell.
    Finding(std::string text) // NOLINT(google-explicit-constructor)
        : message(std::move(text))
    {}

    Finding(const char *text) // NOLINT(google-explicit-constructor)
        : message(text)
    {}

    Finding(ConfigProblem kind, std::string text, std::vector<std::string> values = {})
        : message(std::move(text))
        , problem(kind)
        , details(std::move(values))
    {}

    [[nodiscard]] bool empty() const { return message.empty(); }
};

} // namespace spillway::config
