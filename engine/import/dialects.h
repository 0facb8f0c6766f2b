// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/configedit.h"
#include "spillway/importing.h"

#include <string>
#include <string_view>

namespace spillway::import {

/// Each gets a text that was recognised as its dialect; the head comment with the notes is added by the caller.

/// S1. Its files load unchanged, so the text stays as it is, comments and all; only what would be refused is taken out.
[[nodiscard]] ImportResult fromCascade(ConfigDocument document);
/// S3, peers.md 2.3.
[[nodiscard]] ImportResult fromRpcPool(const ConfigDocument &document);
/// S5, peers.md 2.5.
[[nodiscard]] ImportResult fromEthproxy(std::string_view text, const std::string &name);
/// URLs, one a line or several with commas or blanks; bullets, quotes, empty lines and comments with '#' are fine.
[[nodiscard]] ImportResult fromUrlList(std::string_view text);

} // namespace spillway::import
