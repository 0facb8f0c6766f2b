// SPDX-License-Identifier: MIT
#include "config/configreader.h"
#include "config/tomltext.h"
#include "config/variables.h"
#include "core/log.h"
#include "core/text.h"

#include <QByteArray>
#include <QFileInfo>
#include <QString>
#include <QtGlobal>

#include <algorithm>
#include <string_view>
#include <utility>

namespace spillway {
namespace {

/// Reads the file line by line; a quoted value may go over several of them.
class DotEnvParser
{
public:
    DotEnvParser(std::string_view text, const std::string &file, std::vector<ConfigIssue> &issues)
        : m_text(text)
        , m_file(file)
        , m_issues(issues)
    {}

    std::map<std::string, std::string> parse()
    {
        while (m_at < m_text.size())
            parseLine();
        return std::move(m_values);
    }

private:
    void parseLine()
    {
        const int line = m_line;
        const auto end = std::min(m_text.find('\n', m_at), m_text.size());
        std::string_view content = trimmed(m_text.substr(m_at, end - m_at), kBlanksAndLineEnds);
        if (content.empty() || content.front() == '#')
            return skipTo(end);
        if (content.starts_with("export ") || content.starts_with("export\t"))
            content = trimmed(content.substr(7), kBlanksAndLineEnds);
        const auto equals = content.find('=');
        const std::string_view name = trimmed(content.substr(0, equals), kBlanksAndLineEnds);
        if (equals == std::string_view::npos || !config::isVariableName(name)) {
            report(line, "expected NAME=value, with letters, digits and _ in the name");
            return skipTo(end);
        }
        const std::string key(name);
        const std::string_view value = trimmed(content.substr(equals + 1), kBlanksAndLineEnds);
        if (value.starts_with('"') || value.starts_with('\''))
            return parseQuoted(key, static_cast<std::size_t>(value.data() - m_text.data()), line);
        m_values[key] =
            std::string(trimmed(value.substr(0, commentBegin(value)), kBlanksAndLineEnds));
        skipTo(end);
    }

    void parseQuoted(const std::string &key, std::size_t open, int line)
    {
        const char quote = m_text[open];
        std::string value;
        std::size_t at = open + 1;
        for (; at < m_text.size() && m_text[at] != quote; ++at) {
            if (quote == '"' && m_text[at] == '\\' && at + 1 < m_text.size())
                value += unescaped(m_text[++at]);
            else
                value += m_text[at];
        }
        const auto lineEnd =
            std::min(m_text.find('\n', std::min(at, m_text.size())), m_text.size());
        if (at >= m_text.size()) {
            report(line, "the quote that opens here is never closed");
            return skipTo(std::min(m_text.find('\n', open), m_text.size()));
        }
        const std::string_view rest =
            trimmed(m_text.substr(at + 1, lineEnd - at - 1), kBlanksAndLineEnds);
        if (!rest.empty() && rest.front() != '#')
            report(line, "only a comment may follow the closing quote");
        else
            m_values[key] = std::move(value);
        skipTo(lineEnd);
    }

    static std::string unescaped(char c)
    {
        switch (c) {
        case 'n':
            return "\n";
        case 'r':
            return "\r";
        case 't':
            return "\t";
        case '"':
        case '\\':
        case '$':
            return {c};
        default:
            return {'\\', c};
        }
    }

    /// A '#' begins a comment at the start of a value or after a blank: keys may hold one.
    static std::size_t commentBegin(std::string_view value)
    {
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (value[i] == '#' && (i == 0 || value[i - 1] == ' ' || value[i - 1] == '\t'))
                return i;
        }
        return value.size();
    }

    void skipTo(std::size_t lineEnd)
    {
        const auto next = std::min(lineEnd + 1, m_text.size());
        m_line += static_cast<int>(std::count(m_text.begin() + static_cast<std::ptrdiff_t>(m_at),
                                              m_text.begin() + static_cast<std::ptrdiff_t>(next),
                                              '\n'));
        m_at = next;
    }

    void report(int line, std::string message)
    {
        m_issues.push_back({ConfigIssue::Severity::Error, m_file, line, {}, std::move(message)});
    }

    std::string_view m_text;
    const std::string &m_file;
    std::vector<ConfigIssue> &m_issues;
    std::map<std::string, std::string> m_values;
    std::size_t m_at = 0;
    int m_line = 1;
};

std::map<std::string, std::string> readDotEnv(const std::string &path,
                                              std::vector<ConfigIssue> *out)
{
    if (!QFileInfo::exists(QString::fromStdString(path)))
        return {};
    std::string problem;
    std::vector<ConfigIssue> issues;
    std::map<std::string, std::string> values;
    if (const auto text = config::readTextFile(path, problem))
        values = parseDotEnv(*text, path, issues);
    else
        issues.push_back({ConfigIssue::Severity::Error, path, 0, {}, problem});
    if (out)
        out->insert(out->end(), issues.begin(), issues.end());
    for (const ConfigIssue &issue : out ? std::vector<ConfigIssue>() : issues)
        log::warn("config", "config warning", {{"error", issue.toString()}});
    return values;
}

} // namespace

std::map<std::string, std::string>
parseDotEnv(const std::string &text, const std::string &file, std::vector<ConfigIssue> &issues)
{
    std::string_view content = text;
    if (content.starts_with("\xef\xbb\xbf"))
        content.remove_prefix(3);
    if (content.size() > config::kMaxFileBytes) {
        issues.push_back(
            {ConfigIssue::Severity::Error, file, 1, {}, "the file is larger than 4 MiB"});
        return {};
    }
    return DotEnvParser(content, file, issues).parse();
}

VariableLookup processVariables(const std::string &configFile, std::vector<ConfigIssue> *issues)
{
    auto values = readDotEnv(".env", issues);
    const QFileInfo config(QString::fromStdString(configFile));
    if (!configFile.empty()
        && config.absolutePath() != QFileInfo(QStringLiteral(".")).absoluteFilePath())
        values.merge(readDotEnv(config.absolutePath().toStdString() + "/.env", issues));
    return [values = std::move(values)](const std::string &name) -> std::optional<std::string> {
        if (qEnvironmentVariableIsSet(name.c_str()))
            return qgetenv(name.c_str()).toStdString();
        const auto at = values.find(name);
        return at == values.end() ? std::nullopt : std::optional<std::string>(at->second);
    };
}

} // namespace spillway
