// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

namespace spillway::rpc {

/// Reads the last members of a JSON object backwards. `tail` is the end of the object's text, from anywhere
/// inside it to the closing brace; the whole text is taken to be valid JSON. Calls `visit(name, value)` from the
/// last member on, until one does not lie within the tail completely or its name holds an escape.
void readTail(std::string_view tail,
              const std::function<void(std::string_view, std::string_view)> &visit);

} // namespace spillway::rpc
