// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/configio.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// A value to be written into TOML text. Integers are written plainly where nothing stood; where a number stood, its style
/// (digits grouped by '_', base) is kept; a double that is a whole number becomes an integer unless a fraction stood there.
/// `TomlRaw` is TOML text of the caller's own, one value, for example an inline table.
struct TomlRaw
{
    std::string text;
};

using TomlValue =
    std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>, TomlRaw>;

/// A TOML text that is edited in place: comments, order of keys, number style, `$VAR`s and line ends stay as they are
/// outside the edited value. Values are plain; any thread, no files.
///
/// Comment lines right above a section or element belong to it, those right below its last key too; they go with it when it
/// is moved, copied or removed. All other comment lines stay. Removing a key leaves the comment lines above it.
///
/// Paths: "server.port", "chains.ethereum.kind", "nodes[2].rps_limit", "server.auth.tokens", "routing.eth_call". A part that
/// is no bare key is quoted: `custom."a.b"`.
class ConfigDocument
{
public:
    /// Any text, also one that does not parse: then only text() works and error() says why.
    explicit ConfigDocument(std::string text = {});

    [[nodiscard]] const std::string &text() const { return m_text; }

    /// Empty when the text parses; else the parser's words with the line.
    [[nodiscard]] std::string error() const;
    [[nodiscard]] int errorLine() const; ///< 1-based; 0 = no error

    [[nodiscard]] bool has(std::string_view path) const;
    /// The value; nothing when absent or of another type. Strings as written ($VAR stays).
    [[nodiscard]] std::optional<std::string> string(std::string_view path) const;
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view path) const;
    [[nodiscard]] std::optional<double> number(std::string_view path) const; ///< integer or float
    [[nodiscard]] std::optional<bool> boolean(std::string_view path) const;
    [[nodiscard]] std::vector<std::string>
    strings(std::string_view path) const; ///< array of strings; empty when absent
    [[nodiscard]] std::string raw(std::string_view path)
        const; ///< source text of the value; empty for sections and when absent
    [[nodiscard]] std::vector<std::string>
    keys(std::string_view tablePath) const; ///< in file order
    [[nodiscard]] std::size_t
    arraySize(std::string_view path) const;              ///< of an array of tables such as "nodes"
    [[nodiscard]] int line(std::string_view path) const; ///< 1-based; 0 = absent

    // Edits return what is wrong, empty = done. A failed edit changes nothing. Every edit leaves a text that parses.
    /// Replaces a value, or adds the key: below the last key of its section, in a new section when there is none.
    [[nodiscard]] std::string set(std::string_view path, const TomlValue &value);
    [[nodiscard]] std::string
    remove(std::string_view path); ///< key, table or element; absent = done
    /// Keys of `values` are paths within the element, so "auth.type" is written as a dotted key.
    /// New last element of an array of tables ("nodes"), after the last one (at the end of the file when there is none).
    [[nodiscard]] std::string append(std::string_view arrayPath,
                                     const std::vector<std::pair<std::string, TomlValue>> &values);
    /// A copy of an element, placed after it, with `name` changed; comments come along.
    [[nodiscard]] std::string
    duplicate(std::string_view arrayPath, std::size_t index, const std::string &name);
    /// Moves an element of an array of tables, with the comments above it.
    [[nodiscard]] std::string move(std::string_view arrayPath, std::size_t from, std::size_t to);
    /// Renames a key of a table, keeping its place and value.
    [[nodiscard]] std::string renameKey(std::string_view path, std::string_view newName);

private:
    struct Parsed;
    class Editor;

    [[nodiscard]] std::string whyFixed() const;

    std::string m_text;
    std::shared_ptr<const Parsed> m_parsed; ///< never null
};

/// Validates texts as if they were already in their files. `texts` holds changed files by absolute path: the config itself
/// and price lists. Files not in it are read from disk. Any thread. Never throws.
[[nodiscard]] ConfigLoadResult checkConfigTexts(const std::string &configPath,
                                                const std::map<std::string, std::string> &texts,
                                                const ConfigLoadOptions &options = {});

/// Writes a file so that a full disk or a kill at any moment leaves the old or the new text, never less: temporary file in the
/// folder of the real file (links followed), same mode, fsync, rename. New files get mode 0600. Empty = done, else the reason.
[[nodiscard]] std::string saveTextAtomically(const std::string &path, const std::string &text);

/// A version of a file that was in force before.
struct ConfigBackup
{
    std::string path;
    std::int64_t wallMs = 0;
};

/// Keeps the last ten versions of a file below `<stateDir>/backups`.
[[nodiscard]] std::string
backUp(const std::string &path, const std::string &stateDir, std::int64_t wallMs);
[[nodiscard]] std::vector<ConfigBackup> listBackups(const std::string &path,
                                                    const std::string &stateDir); ///< newest first

/// One line of a comparison of two texts.
struct DiffLine
{
    enum class Kind { Same, Removed, Added };

    Kind kind = Kind::Same;
    int oldLine = 0; ///< 1-based, 0 = not in the old text
    int newLine = 0;
    std::string text;
};

/// Shortest edit by lines (Myers 1986); texts of more than 20,000 lines are compared as a whole replacement.
[[nodiscard]] std::vector<DiffLine> diffLines(std::string_view before, std::string_view after);

} // namespace spillway

#pragma GCC visibility pop
