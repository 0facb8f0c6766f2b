// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// Names of all methods that the program knows for a kind of chain, sorted; for completion in an editor.
[[nodiscard]] std::vector<std::string_view> methodNames(ChainKind kind);
[[nodiscard]] bool isMethodKnown(std::string_view method);
/// The known name most like `method`, empty where none is close.
[[nodiscard]] std::string_view similarMethod(std::string_view method);

} // namespace spillway

#pragma GCC visibility pop
