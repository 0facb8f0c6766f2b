// SPDX-License-Identifier: MIT
#pragma once

#include "config/configreader.h"
#include "config/finding.h"
#include "config/variables.h"
#include "spillway/config.h"

#include <toml/value.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spillway::config {

/// A text of the file. `written` is safe to show: it still has the names of its variables. Lives no longer than
/// the document.
struct Text
{
    std::string value;
    std::string written;
    std::string key;
    const toml::value *source = nullptr;
    std::vector<Expansion::Piece> pieces;

    /// Found by counting, so it is asked for when there is something to say.
    [[nodiscard]] int line() const;
};

/// The reading of one file: its name, where variables come from, and the problems found so far.
class Reading
{
public:
    Reading(std::string file, VariableLookup variables, bool registerSecrets);

    void error(int line, std::string key, Finding finding);
    void warning(int line, std::string key, Finding finding);
    void error(const Text &text, Finding finding);
    void warning(const Text &text, Finding finding);
    /// An error that is no fault of the text: something is missing around it.
    void missing(const Text &text, Finding finding);

    /// Turns the errors from `first` on into warnings that say that the node is off, if all of them are of things that
    /// are missing. False: they stay.
    bool soften(std::size_t first);

    /// True once so many problems were found that further ones are dropped.
    [[nodiscard]] bool isFull() const;

    /// Tells redact, unless this is the reading of a draft.
    void secret(std::string_view value) const;
    void secretUrl(std::string_view url) const;

    [[nodiscard]] const std::string &file() const { return m_file; }

    [[nodiscard]] const VariableLookup &variables() const { return m_variables; }

    [[nodiscard]] std::vector<ConfigIssue> &issues() { return m_issues; }

    /// All problems by line; those of other files keep their place behind. No message holds a known secret.
    [[nodiscard]] std::vector<ConfigIssue> takeIssues();

private:
    void add(ConfigIssue::Severity severity, int line, std::string key, Finding finding);

    std::string m_file;
    VariableLookup m_variables;
    bool m_registerSecrets;
    std::vector<ConfigIssue> m_issues;
    std::vector<std::size_t> m_missing; ///< indices into m_issues
};

struct Range
{
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::string_view note{}; ///< what a special value means, e.g. "0 = no limit"
};

/// One table being read. Each read marks its key as known, and finish() reports the rest, so that the list of
/// allowed keys and the code that reads them cannot differ. A read that fails leaves the target untouched.
class Section
{
public:
    /// `value` may be null: an absent table, from which every read finds nothing; `line` stands for its place.
    Section(Reading &reading, const toml::value *value, std::string path, int line);

    [[nodiscard]] bool isPresent() const { return m_table != nullptr; }

    /// The table that is read; null when absent.
    [[nodiscard]] const toml::value *source() const { return m_table; }

    [[nodiscard]] const std::string &path() const { return m_path; }

    [[nodiscard]] int line() const;

    [[nodiscard]] Reading &reading() const { return m_reading; }

    /// Whether the key is there, whatever it holds. Does not mark it.
    [[nodiscard]] bool has(std::string_view name) const;
    /// Line of a key, or of the section while the key is absent.
    [[nodiscard]] int lineOfKey(std::string_view name) const;
    [[nodiscard]] std::string keyPath(std::string_view name) const;
    void error(std::string_view name, Finding finding) const;
    void warning(std::string_view name, Finding finding) const;

    struct Found
    {
        const toml::value *value = nullptr;
        std::string name; ///< the spelling that was used
    };

    /// The value under a name or its alias; both at once is an error.
    Found find(std::string_view name, std::string_view alias = {});
    Section table(std::string_view name);

    bool boolean(std::string_view name, bool &out);
    bool number(std::string_view name,
                double &out,
                double min,
                double max,
                std::string_view note = {},
                std::string_view alias = {});
    bool milliseconds(std::string_view name,
                      Milliseconds &out,
                      Range range,
                      std::string_view alias = {});
    std::optional<Text> text(std::string_view name, std::string_view alias = {});
    /// An array of texts; nothing when the key is absent or has a wrong type.
    std::optional<std::vector<Text>> texts(std::string_view name, std::string_view alias = {});
    std::optional<std::vector<std::string>> strings(std::string_view name,
                                                    std::string_view alias = {});

    template <typename T>
    bool integer(std::string_view name, T &out, Range range, std::string_view alias = {})
    {
        const auto value = integerValue(name, range, alias);
        if (value)
            out = static_cast<T>(*value);
        return value.has_value();
    }

    template <typename E>
    bool choice(std::string_view name,
                E &out,
                std::initializer_list<std::pair<std::string_view, E>> values)
    {
        const std::optional<Text> word = text(name);
        if (!word)
            return false;
        std::vector<std::string> names;
        for (const auto &[candidate, value] : values) {
            if (candidate == word->value) {
                out = value;
                return true;
            }
            names.emplace_back(candidate);
        }
        reportChoice(*word, names);
        return false;
    }

    /// Has a better answer than "unknown key" ready for a name that other programs use.
    void hint(std::string name, Finding finding);
    /// Reports every key that no read asked for.
    void finish();

private:
    std::optional<std::int64_t>
    integerValue(std::string_view name, Range range, std::string_view alias);
    void reportChoice(const Text &word, const std::vector<std::string> &names) const;

    Reading &m_reading;
    const toml::value *m_table = nullptr;
    std::string m_path;
    const toml::value *m_source = nullptr;
    int m_outerLine = 0;
    std::vector<std::string> m_known;
    std::vector<std::string> m_aliases;
    std::vector<std::pair<std::string, Finding>> m_hints;
};

/// "a whole number", "a text", …
[[nodiscard]] std::string_view typeName(const toml::value &value);
/// `expected X, found Y`, with the way out for a number in quotes.
[[nodiscard]] Finding wrongType(std::string_view expected, const toml::value &found);
/// Reads a text value: type, then variables. Problems are reported under `key`.
[[nodiscard]] std::optional<Text>
readText(Reading &reading, const toml::value &value, const std::string &key);
/// `a.b` and the like; quotes a name that is not a bare key.
[[nodiscard]] std::string joinKey(const std::string &path, std::string_view name);
[[nodiscard]] std::string indexed(const std::string &path, std::size_t index);
/// Names and values of a table in the order of the file.
[[nodiscard]] std::vector<std::pair<std::string, const toml::value *>>
inFileOrder(const toml::value &table);

} // namespace spillway::config
