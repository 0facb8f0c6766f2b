// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// A name as it stands in messages.
inline std::string quoted(std::string_view name)
{
    return "\"" + std::string(name) + "\"";
}

/// Says why to a caller who wants to know; always false.
inline bool refuse(std::string *error, const std::string &why)
{
    if (error)
        *error = why;
    return false;
}

} // namespace spillway
