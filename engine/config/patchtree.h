// SPDX-License-Identifier: MIT
#pragma once

#include "config/patchscan.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace spillway::config {

/// A key, or an index into an array.
using PathStep = std::variant<std::string, std::size_t>;
using Path = std::vector<PathStep>;

/// "nodes[2].rps_limit", `custom."a.b"`; the empty text is the whole document. Nothing: not a path.
[[nodiscard]] std::optional<Path> parsePath(std::string_view text);
/// A name as it is written in TOML: quoted where it must be.
[[nodiscard]] std::string writtenKey(std::string_view name);

/// A line with its line end.
struct Line
{
    enum class Kind { Blank, Comment, Code };

    Kind kind = Kind::Blank;
    Span span;
};

/// Lines [begin, end).
using LineRange = Span;

/// A key/value pair of which an item is the key, or a dotted part of it.
struct KeyPlace
{
    std::size_t statement = 0;
    const ScannedValue *inlineTable = nullptr; ///< null: the pair is the statement itself
    std::size_t entry = 0;                     ///< of inlineTable
    Span prefix;                               ///< key up to and including the item's name
    std::size_t end = 0;                       ///< behind the pair's value
};

/// A table, array or value of the document, with all places where the text has it.
struct Item
{
    enum class Kind { Table, TableArray, Scalar, Array, InlineTable };

    Kind kind = Kind::Table;
    std::string name; ///< empty: the root, or an element
    Item *parent = nullptr;
    std::vector<std::unique_ptr<Item>> children; ///< keys in file order, or elements
    std::map<std::string, Item *, std::less<>> byName;
    std::vector<Span> names;            ///< each place where the name is written
    std::vector<KeyPlace> places;       ///< where a pair's key has the name
    std::optional<std::size_t> section; ///< of a table with a header, and of the root
    const ScannedValue *value = nullptr;
    std::size_t statement = 0; ///< that mentions it first

    [[nodiscard]] bool isTable() const { return kind == Kind::Table || kind == Kind::InlineTable; }

    [[nodiscard]] bool isArray() const { return kind == Kind::TableArray || kind == Kind::Array; }

    /// An element of [[…]].
    [[nodiscard]] bool isHeaderElement() const
    {
        return parent && parent->kind == Kind::TableArray;
    }

    [[nodiscard]] Item *child(std::string_view key) const;
    [[nodiscard]] Item *at(const PathStep &step) const;
};

/// A header with the pairs up to the next header. The first one has no header.
struct HeaderSection
{
    std::optional<std::size_t> header; ///< statement
    std::size_t begin = 0;             ///< statements of its pairs: [begin, end)
    std::size_t end = 0;
};

class Tree
{
public:
    /// Null: the text cannot be edited in place.
    static std::shared_ptr<const Tree> build(std::string text);

    Tree() = default;
    Tree(const Tree &) = delete;
    Tree &operator=(const Tree &) = delete;

    [[nodiscard]] const std::string &text() const { return m_text; }

    [[nodiscard]] std::string_view text(Span span) const;

    [[nodiscard]] const Item &root() const { return m_root; }

    [[nodiscard]] const Item *find(const Path &path) const;

    [[nodiscard]] const std::vector<Statement> &statements() const { return m_statements; }

    [[nodiscard]] const std::vector<HeaderSection> &sections() const { return m_sections; }

    [[nodiscard]] const std::vector<Line> &lines() const { return m_lines; }

    /// Index of the line that holds a byte.
    [[nodiscard]] std::size_t lineAt(std::size_t offset) const;
    [[nodiscard]] LineRange linesOf(const Statement &statement) const;
    /// A section with its header, the comments right above it and those right below its last pair.
    [[nodiscard]] LineRange linesOf(const HeaderSection &section) const;
    /// The sections of an item and of everything in it; those with nothing but blanks and comments between them are joined.
    [[nodiscard]] std::vector<LineRange> sectionLines(const Item &item) const;
    [[nodiscard]] Span bytesOf(LineRange lines) const;
    /// Blanks at the beginning of the line that holds a byte.
    [[nodiscard]] std::string_view indentAt(std::size_t offset) const;

    /// "\n" or "\r\n", whichever the file uses more.
    [[nodiscard]] const std::string &lineEnd() const { return m_lineEnd; }

private:
    void splitLines();
    bool addStatements();
    bool addHeader(std::size_t index);
    bool addPair(Item &table, const ScannedPair &pair, KeyPlace place);
    void addContent(Item &item, const ScannedValue &value, std::size_t statement);
    Item *walk(Item &from, const KeyPart &part, std::size_t statement, bool throughArrays);
    static Item &add(Item &parent, std::string name, Item::Kind kind, std::size_t statement);

    std::string m_text;
    std::string m_lineEnd = "\n";
    std::vector<Statement> m_statements;
    std::vector<HeaderSection> m_sections;
    std::vector<Line> m_lines;
    Item m_root;
    Item *m_current = nullptr;
    bool m_sound = true;
};

} // namespace spillway::config
