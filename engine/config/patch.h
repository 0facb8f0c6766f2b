// SPDX-License-Identifier: MIT
#pragma once

#include "config/patchtree.h"
#include "spillway/configedit.h"

#include <string>
#include <utility>
#include <vector>

namespace spillway::config {

/// Replaces a span of the old text.
struct Edit
{
    Span span;
    std::string text;
};

/// How an old text becomes a new one; with a problem it does not.
struct Change
{
    std::string problem;
    std::vector<Edit> edits;
};

/// Spans that overlap are cut, so that nothing is taken away twice.
[[nodiscard]] std::string applied(std::string_view text, std::vector<Edit> edits);

// What the edits of ConfigDocument do to the text. None looks at what the new text means: the caller does.
[[nodiscard]] Change setPatch(const Tree &tree, const Path &path, const TomlValue &value);
/// Takes away one place of the item at least. What is left of it needs another call.
[[nodiscard]] Change removePatch(const Tree &tree, const Item &item);
[[nodiscard]] Change renamePatch(const Tree &tree, const Item &item, std::string_view newName);
[[nodiscard]] Change appendPatch(const Tree &tree,
                                 const Path &array,
                                 const std::vector<std::pair<std::string, TomlValue>> &values);
[[nodiscard]] Change
duplicatePatch(const Tree &tree, const Item &array, std::size_t index, const std::string &name);
[[nodiscard]] Change
movePatch(const Tree &tree, const Item &array, std::size_t from, std::size_t to);

// Pieces that several of them use.

/// Whole lines before line `line`, with blank lines around where there are none. `text` has no last line end.
[[nodiscard]] Edit insertBlock(const Tree &tree, std::size_t line, std::string text);
/// Whole lines behind line `line`.
[[nodiscard]] Edit insertBehind(const Tree &tree, std::size_t line, const std::string &text);
/// With `tidy`, one of two runs of blank lines that would meet goes too.
[[nodiscard]] Edit removeLines(const Tree &tree, LineRange lines, bool tidy);
[[nodiscard]] Edit insertEntry(const ScannedValue &inlineTable, const std::string &pair);
/// `[a.b]` names of an item without indices, as they are written.
[[nodiscard]] std::string headerPath(const Item &item);

/// `lead` are comment lines to stand above the new items, if they get lines of their own.
void insertItems(const Tree &tree,
                 const ScannedValue &array,
                 std::size_t index,
                 const std::vector<std::string> &texts,
                 const std::string &lead,
                 std::vector<Edit> &edits);
void removeItem(const Tree &tree,
                const ScannedValue &array,
                std::size_t index,
                std::vector<Edit> &edits);
/// Turns an array of texts of several lines into another one, keeping its comments.
void replaceItems(const Tree &tree,
                  const Item &array,
                  const std::vector<std::string> &texts,
                  std::vector<Edit> &edits);
void moveItem(const Tree &tree,
              const ScannedValue &array,
              std::size_t from,
              std::size_t to,
              std::vector<Edit> &edits);
/// Comment lines right above an item that begins its line: [begin, begin of that line); else empty.
[[nodiscard]] Span itemLead(const Tree &tree, const ScannedValue &array, std::size_t index);

} // namespace spillway::config
