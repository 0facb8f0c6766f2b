// SPDX-License-Identifier: MIT
#include "config/section.h"

#include "config/patchtree.h"
#include "config/suggest.h"
#include "config/tomltext.h"
#include "core/redact.h"

#include <QString>

#include <algorithm>
#include <limits>
#include <tuple>

namespace spillway::config {
namespace {

// A text with this many problems is not a config; the first ones tell enough.
constexpr std::size_t kMaxIssues = 1000;
constexpr int kBehindAll = std::numeric_limits<int>::max();

std::string shownNumber(double value)
{
    return QString::number(value, 'g', 15).toStdString();
}

Finding outOfRange(const std::string &found,
                   const std::string &min,
                   const std::string &max,
                   std::string_view note)
{
    std::string out = found + " is out of range; allowed: " + min + " to " + max;
    if (!note.empty())
        out.append(" (").append(note).append(")");
    return {ConfigProblem::OutOfRange, std::move(out), {found, min, max, std::string(note)}};
}

/// Variables of fields that are no secrets may be shown, unless somebody put a key there.
bool looksLikeKey(std::string_view value)
{
    const auto has = [&](auto test) { return std::any_of(value.begin(), value.end(), test); };
    return value.size() >= 16 && value.find_first_of("/.: ") == std::string_view::npos
           && has([](char c) { return c >= '0' && c <= '9'; })
           && has([](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

} // namespace

int Text::line() const
{
    return source ? lineOf(*source) : 0;
}

Reading::Reading(std::string file, VariableLookup variables, bool registerSecrets)
    : m_file(std::move(file))
    , m_variables(std::move(variables))
    , m_registerSecrets(registerSecrets)
{}

void Reading::add(ConfigIssue::Severity severity, int line, std::string key, Finding finding)
{
    if (!isFull())
        m_issues.push_back({severity,
                            m_file,
                            line,
                            std::move(key),
                            std::move(finding.message),
                            finding.problem,
                            std::move(finding.details)});
}

void Reading::error(int line, std::string key, Finding finding)
{
    add(ConfigIssue::Severity::Error, line, std::move(key), std::move(finding));
}

void Reading::warning(int line, std::string key, Finding finding)
{
    add(ConfigIssue::Severity::Warning, line, std::move(key), std::move(finding));
}

void Reading::error(const Text &text, Finding finding)
{
    if (!isFull())
        error(text.line(), text.key, std::move(finding));
}

void Reading::warning(const Text &text, Finding finding)
{
    if (!isFull())
        warning(text.line(), text.key, std::move(finding));
}

void Reading::missing(const Text &text, Finding finding)
{
    if (!isFull())
        m_missing.push_back(m_issues.size());
    error(text, std::move(finding));
}

bool Reading::soften(std::size_t first)
{
    const auto isMissing = [&](std::size_t index) {
        return std::binary_search(m_missing.begin(), m_missing.end(), index)
               || m_issues[index].severity == ConfigIssue::Severity::Warning;
    };
    for (std::size_t i = first; i < m_issues.size(); ++i) {
        if (m_issues[i].file == m_file && !isMissing(i))
            return false;
    }
    for (std::size_t i = first; i < m_issues.size(); ++i) {
        if (m_issues[i].severity == ConfigIssue::Severity::Warning)
            continue;
        m_issues[i].severity = ConfigIssue::Severity::Warning;
        if (m_issues[i].file == m_file) {
            m_issues[i].message.append("; the node is switched off until then");
            m_issues[i].nodeIsOff = true;
        }
    }
    return true;
}

bool Reading::isFull() const
{
    return m_issues.size() >= kMaxIssues;
}

void Reading::secret(std::string_view value) const
{
    if (m_registerSecrets)
        redact::registerSecret(value);
}

void Reading::secretUrl(std::string_view url) const
{
    if (m_registerSecrets)
        redact::registerUrl(url);
}

std::vector<ConfigIssue> Reading::takeIssues()
{
    if (isFull())
        m_issues.push_back({ConfigIssue::Severity::Error,
                            m_file,
                            kBehindAll,
                            {},
                            "there are more problems than these, they are not shown",
                            ConfigProblem::TooManyProblems});
    std::vector<std::string> files{m_file};
    const auto fileIndex = [&](const std::string &file) {
        const auto at = std::find(files.begin(), files.end(), file);
        if (at != files.end())
            return at - files.begin();
        files.push_back(file);
        return static_cast<std::ptrdiff_t>(files.size()) - 1;
    };
    std::vector<std::pair<std::ptrdiff_t, ConfigIssue>> ordered;
    for (ConfigIssue &issue : m_issues) {
        issue.message = redact::apply(issue.message);
        for (std::string &detail : issue.details)
            detail = redact::apply(detail);
        issue.key = redact::apply(issue.key);
        const auto index = fileIndex(issue.file);
        ordered.emplace_back(index, std::move(issue));
    }
    std::stable_sort(ordered.begin(), ordered.end(), [](const auto &a, const auto &b) {
        return std::tie(a.first, a.second.line, a.second.key)
               < std::tie(b.first, b.second.line, b.second.key);
    });
    m_issues.clear();
    m_missing.clear();
    std::vector<ConfigIssue> out;
    for (auto &[index, issue] : ordered) {
        issue.line = issue.line == kBehindAll ? 0 : issue.line;
        out.push_back(std::move(issue));
    }
    return out;
}

Section::Section(Reading &reading, const toml::value *value, std::string path, int line)
    : m_reading(reading)
    , m_path(std::move(path))
    , m_source(value)
    , m_outerLine(line)
{
    if (!value)
        return;
    if (value->is_table())
        m_table = value;
    else
        reading.error(this->line(), m_path, wrongType("a table", *value));
}

int Section::line() const
{
    return m_source ? lineOf(*m_source) : m_outerLine;
}

bool Section::has(std::string_view name) const
{
    return m_table && m_table->as_table(std::nothrow).count(std::string(name)) > 0;
}

int Section::lineOfKey(std::string_view name) const
{
    if (!has(name))
        return line();
    return lineOf(m_table->as_table(std::nothrow).at(std::string(name)));
}

std::string Section::keyPath(std::string_view name) const
{
    return joinKey(m_path, name);
}

void Section::error(std::string_view name, Finding finding) const
{
    if (!m_reading.isFull())
        m_reading.error(lineOfKey(name), keyPath(name), std::move(finding));
}

void Section::warning(std::string_view name, Finding finding) const
{
    if (!m_reading.isFull())
        m_reading.warning(lineOfKey(name), keyPath(name), std::move(finding));
}

Section::Found Section::find(std::string_view name, std::string_view alias)
{
    m_known.emplace_back(name);
    if (!alias.empty())
        m_aliases.emplace_back(alias);
    if (!m_table)
        return {};
    const auto &entries = m_table->as_table(std::nothrow);
    const auto byName = entries.find(std::string(name));
    const auto byAlias = alias.empty() ? entries.end() : entries.find(std::string(alias));
    if (byName != entries.end() && byAlias != entries.end())
        error(alias,
              {ConfigProblem::GivenTwice,
               "another name for " + std::string(name) + ", which is given too: keep one of them",
               {std::string(name)}});
    if (byName != entries.end())
        return {&byName->second, std::string(name)};
    if (byAlias != entries.end())
        return {&byAlias->second, std::string(alias)};
    return {};
}

Section Section::table(std::string_view name)
{
    const Found found = find(name);
    return {m_reading, found.value, keyPath(name), m_outerLine};
}

bool Section::boolean(std::string_view name, bool &out)
{
    const Found found = find(name);
    if (!found.value)
        return false;
    if (!found.value->is_boolean()) {
        error(found.name, wrongType("true or false", *found.value));
        return false;
    }
    out = found.value->as_boolean(std::nothrow);
    return true;
}

bool Section::number(std::string_view name,
                     double &out,
                     double min,
                     double max,
                     std::string_view note,
                     std::string_view alias)
{
    const Found found = find(name, alias);
    if (!found.value)
        return false;
    if (!found.value->is_integer() && !found.value->is_floating()) {
        error(found.name, wrongType("a number", *found.value));
        return false;
    }
    const double value = found.value->is_integer()
                             ? static_cast<double>(found.value->as_integer(std::nothrow))
                             : found.value->as_floating(std::nothrow);
    // NaN fails both comparisons.
    if (!(value >= min && value <= max)) {
        error(found.name, outOfRange(shownNumber(value), shownNumber(min), shownNumber(max), note));
        return false;
    }
    out = value;
    return true;
}

std::optional<std::int64_t>
Section::integerValue(std::string_view name, Range range, std::string_view alias)
{
    const Found found = find(name, alias);
    if (!found.value)
        return std::nullopt;
    if (!found.value->is_integer()) {
        error(found.name, wrongType("a whole number", *found.value));
        return std::nullopt;
    }
    const std::int64_t value = found.value->as_integer(std::nothrow);
    if (value < range.min || value > range.max) {
        error(found.name,
              outOfRange(std::to_string(value),
                         std::to_string(range.min),
                         std::to_string(range.max),
                         range.note));
        return std::nullopt;
    }
    return value;
}

bool Section::milliseconds(std::string_view name,
                           Milliseconds &out,
                           Range range,
                           std::string_view alias)
{
    std::int64_t value = 0;
    if (!integer(name, value, range, alias))
        return false;
    out = Milliseconds(value);
    return true;
}

std::optional<Text> Section::text(std::string_view name, std::string_view alias)
{
    const Found found = find(name, alias);
    if (!found.value)
        return std::nullopt;
    return readText(m_reading, *found.value, keyPath(found.name));
}

std::optional<std::vector<Text>> Section::texts(std::string_view name, std::string_view alias)
{
    const Found found = find(name, alias);
    if (!found.value)
        return std::nullopt;
    if (!found.value->is_array()) {
        error(found.name, wrongType("an array of texts", *found.value));
        return std::nullopt;
    }
    std::vector<Text> out;
    const auto &values = found.value->as_array(std::nothrow);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (auto one = readText(m_reading, values[i], indexed(keyPath(found.name), i)))
            out.push_back(std::move(*one));
    }
    return out;
}

std::optional<std::vector<std::string>> Section::strings(std::string_view name,
                                                         std::string_view alias)
{
    const auto list = texts(name, alias);
    if (!list)
        return std::nullopt;
    std::vector<std::string> out;
    for (const Text &one : *list) {
        if (one.value.empty())
            m_reading.error(one, {ConfigProblem::EmptyText, "an empty text is not allowed here"});
        else
            out.push_back(one.value);
    }
    return out;
}

void Section::reportChoice(const Text &word, const std::vector<std::string> &names) const
{
    std::string message = inQuotes(word.written) + " is not known; ";
    const std::string best = nearest(word.value, names);
    if (!best.empty())
        message.append("did you mean ").append(inQuotes(best)).append("? ");
    const std::string all = listed(names);
    message.append("allowed: ").append(all);
    m_reading.error(
        word,
        {ConfigProblem::UnknownWord, std::move(message), {shortened(word.written), best, all}});
}

void Section::hint(std::string name, Finding finding)
{
    finding.message.insert(0, "unknown key; ");
    m_hints.emplace_back(std::move(name), std::move(finding));
}

void Section::finish()
{
    if (!m_table)
        return;
    std::sort(m_known.begin(), m_known.end());
    m_known.erase(std::unique(m_known.begin(), m_known.end()), m_known.end());
    const auto contains = [](const std::vector<std::string> &list, const std::string &name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    for (const auto &[name, value] : m_table->as_table(std::nothrow)) {
        if (contains(m_known, name) || contains(m_aliases, name))
            continue;
        if (m_reading.isFull())
            return;
        const auto hinted = std::find_if(m_hints.begin(),
                                         m_hints.end(),
                                         [&name = name](const auto &h) { return h.first == name; });
        error(name,
              hinted != m_hints.end()
                  ? hinted->second
                  : Finding(ConfigProblem::UnknownKey,
                            "unknown key; " + suggestion(name, m_known, "allowed here"),
                            {shortened(name), nearest(name, m_known), listed(m_known)}));
    }
}

std::string_view typeName(const toml::value &value)
{
    switch (value.type()) {
    case toml::value_t::boolean:
        return value.as_boolean(std::nothrow) ? "true" : "false";
    case toml::value_t::integer:
        return "a whole number";
    case toml::value_t::floating:
        return "a number with a fraction";
    case toml::value_t::string:
        return "a text";
    case toml::value_t::array:
        return "an array";
    case toml::value_t::table:
        return "a table";
    default:
        return "a date or time";
    }
}

Finding wrongType(std::string_view expected, const toml::value &found)
{
    std::string out = "expected ";
    out.append(expected).append(", found ").append(typeName(found));
    if (found.is_string() && expected != "a table" && !expected.starts_with("an array"))
        out.append(" (write it without quotes)");
    else if (expected == "a text" && !found.is_array() && !found.is_table())
        out.append(" (write it in quotes)");
    else if (expected.starts_with("an array") && found.is_string())
        out.append(" (write it in brackets)");
    return {ConfigProblem::WrongType,
            std::move(out),
            {std::string(expected), std::string(typeName(found))}};
}

std::optional<Text> readText(Reading &reading, const toml::value &value, const std::string &key)
{
    Text text{{}, {}, key, &value, {}};
    if (!value.is_string()) {
        reading.error(text, wrongType("a text", value));
        return std::nullopt;
    }
    text.written = value.as_string(std::nothrow).str;
    Expansion expansion = expandVariables(text.written, reading.variables());
    for (Finding &problem : expansion.problems) {
        if (expansion.isMalformed)
            reading.error(text, std::move(problem));
        else
            reading.missing(text, std::move(problem));
    }
    for (const auto &piece : expansion.pieces) {
        const auto part =
            std::string_view(expansion.text).substr(piece.begin, piece.end - piece.begin);
        if (looksLikeKey(part))
            reading.secret(part);
    }
    if (!expansion.problems.empty())
        return std::nullopt;
    text.value = std::move(expansion.text);
    text.pieces = std::move(expansion.pieces);
    return text;
}

std::string joinKey(const std::string &path, std::string_view name)
{
    // Forms find their fields by this path, so that only what no form has a field for is cut short.
    constexpr std::size_t kLongestName = 200;
    const std::string last = name.size() <= kLongestName ? writtenKey(name) : inQuotes(name);
    return path.empty() ? last : path + "." + last;
}

std::string indexed(const std::string &path, std::size_t index)
{
    return path + "[" + std::to_string(index) + "]";
}

std::vector<std::pair<std::string, const toml::value *>> inFileOrder(const toml::value &table)
{
    using Place = std::tuple<std::uint_least32_t, std::uint_least32_t, std::string>;
    std::vector<std::pair<Place, const toml::value *>> places;
    for (const auto &[name, value] : table.as_table(std::nothrow)) {
        const auto location = value.location();
        places.emplace_back(Place{location.line(), location.column(), name}, &value);
    }
    std::sort(places.begin(), places.end());
    std::vector<std::pair<std::string, const toml::value *>> out;
    out.reserve(places.size());
    for (const auto &[place, value] : places)
        out.emplace_back(std::get<2>(place), value);
    return out;
}

} // namespace spillway::config
