// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/importing.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spillway::import {

/// A TOML basic string with its quotes.
[[nodiscard]] std::string quoted(std::string_view text);
/// The shortest text that reads back as the same number: "25", "0.5".
[[nodiscard]] std::string numberText(double value);

/// Lines of one table. Keys appear in the order of the calls.
class TomlTable
{
public:
    explicit TomlTable(std::string header)
        : m_header(std::move(header))
    {}

    TomlTable &text(std::string_view key, std::string_view value);
    TomlTable &integer(std::string_view key, std::int64_t value);
    TomlTable &number(std::string_view key, double value);
    TomlTable &boolean(std::string_view key, bool value);
    TomlTable &texts(std::string_view key, const std::vector<std::string> &values);
    TomlTable &raw(std::string_view key, std::string_view toml);
    TomlTable &pairs(std::string_view key,
                     const std::vector<std::pair<std::string, std::string>> &values);
    TomlTable &comment(std::string_view text);

    [[nodiscard]] bool isEmpty() const { return m_lines.empty(); }

    /// Header and lines; empty for a table without a line.
    [[nodiscard]] std::string toml() const;

private:
    std::string m_header;
    std::string m_lines;
};

/// Names for nodes that have none: the host of the URL, made unique by a number.
class NodeNames
{
public:
    [[nodiscard]] std::string take(std::string_view wanted, std::string_view url);

private:
    std::vector<std::string> m_taken;
};

/// Host of a URL, without user info and port; "node" when there is none.
[[nodiscard]] std::string hostOf(std::string_view url);

/// "127.0.0.1:8545", "[::1]:80", ":8545" and "8545" into host and port; port 0 = not given or no number.
[[nodiscard]] std::pair<std::string, int> splitListen(std::string_view listen);

/// Host and port lines of [server]; adds allow_unauthenticated with a comment where other machines can connect.
void writeListener(TomlTable &server,
                   const std::string &host,
                   int port,
                   std::vector<ImportNote> &notes);

/// What became of `key`, which stands in `line` (0: unknown).
[[nodiscard]] ImportNote unusableNote(const std::string &key, int line);
[[nodiscard]] ImportNote leftOutNote(const std::string &key, int line);
[[nodiscard]] ImportNote variableNote(const std::string &key, int line);
/// `key` asked for one node only, by the value `tries`.
[[nodiscard]] ImportNote oneNodeNote(const std::string &key, std::int64_t tries);
/// Others reach the listener without a token.
[[nodiscard]] ImportNote exposedNote(const std::string &host);

} // namespace spillway::import
