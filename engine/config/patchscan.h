// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::config {

/// Bytes [begin, end) of the text.
struct Span
{
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// One part of a dotted key, decoded.
struct KeyPart
{
    std::string name;
    Span span; ///< with its quotes
};

struct ScannedPair;
struct ScannedItem;

struct ScannedValue
{
    enum class Kind { Scalar, Array, InlineTable };

    Kind kind = Kind::Scalar;
    Span span;
    std::vector<ScannedItem> items; ///< of an array
    std::vector<ScannedPair> pairs; ///< of an inline table
};

struct ScannedPair
{
    std::vector<KeyPart> key;
    ScannedValue value;
};

struct ScannedItem
{
    ScannedValue value;
    std::size_t comma = std::string::npos; ///< place of the comma behind it
};

/// `[a.b]`, `[[a.b]]` or `a.b = value`, from its first to its last character: no indentation, no comment.
struct Statement
{
    enum class Kind { Table, TableArray, Pair };

    Kind kind = Kind::Pair;
    Span span;
    ScannedPair pair; ///< headers have a key only
};

/// Where everything stands in a text that the TOML parser has accepted, nesting depth included. Nothing: the text has
/// a form that this scanner does not know.
[[nodiscard]] std::optional<std::vector<Statement>> scanToml(std::string_view text);

/// Reads the one value that `text` consists of, blanks around it aside.
[[nodiscard]] std::optional<ScannedValue> scanValue(std::string_view text);

/// Reads a dotted key that makes up all of `text`.
[[nodiscard]] std::optional<std::vector<KeyPart>> scanKey(std::string_view text);

/// Whether a name needs no quotes.
[[nodiscard]] bool isBareKey(std::string_view name);

} // namespace spillway::config
