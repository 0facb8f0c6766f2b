// SPDX-License-Identifier: MIT
#include "config/tomltext.h"

#include "config/finding.h"

#include <toml/parser.hpp>

#include <QByteArrayView>
#include <QFile>
#include <QFileInfo>
#include <QUtf8StringView>

#include <algorithm>
#include <array>
#include <exception>
#include <sstream>
#include <utility>

namespace spillway::config {
namespace {

// toml11 recurses once for each level and keeps some hundred bytes for each value.
constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxValues = 100000;

struct Problem
{
    int line = 0;
    Finding finding;
};

/// Walks the text once before toml11 sees it, knowing no more of TOML than strings, comments and brackets.
class Guard
{
public:
    explicit Guard(std::string_view text)
        : m_text(text)
    {}

    std::optional<Problem> check()
    {
        while (m_at < m_text.size() && !m_problem)
            step();
        return m_problem;
    }

private:
    void step()
    {
        switch (m_text[m_at]) {
        case '#':
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
            return;
        case '"':
        case '\'':
            skipString(m_text[m_at]);
            return;
        case '[':
        case '{':
            open();
            break;
        case ']':
        case '}':
            m_depth = std::max(0, m_depth - 1);
            m_dots = 0;
            break;
        case '.':
            if (++m_dots > kMaxDepth)
                fail("a dotted key has more than " + std::to_string(kMaxDepth) + " parts");
            break;
        case '\n':
            ++m_line;
            m_dots = 0;
            break;
        case '=':
        case ',':
            m_dots = 0;
            count();
            break;
        default:
            break;
        }
        ++m_at;
    }

    void open()
    {
        m_dots = 0;
        if (m_depth++ == 0) {
            m_outermostLine = m_line;
            count();
        }
        if (m_depth > kMaxDepth)
            fail("brackets are nested deeper than " + std::to_string(kMaxDepth)
                 + " levels (the outermost is open since line " + std::to_string(m_outermostLine)
                 + ")");
    }

    void count()
    {
        if (++m_values > kMaxValues)
            fail("more than " + std::to_string(kMaxValues) + " values in one file");
    }

    void skipString(char quote)
    {
        const bool multiLine = m_text.substr(m_at, 3) == std::string(3, quote);
        const std::string end(multiLine ? 3U : 1U, quote);
        m_at += end.size();
        while (m_at < m_text.size() && m_text.substr(m_at, end.size()) != end) {
            // A one-line string that is not closed ends with its line; toml11 reports it.
            if (m_text[m_at] == '\n' && !multiLine)
                return;
            m_line += m_text[m_at] == '\n' ? 1 : 0;
            m_at += isEscape(quote) ? 2U : 1U;
        }
        m_at = std::min(m_at + end.size(), m_text.size());
        // Three quotes may be preceded by two more that belong to the text.
        for (int i = 0; multiLine && i < 2 && m_at < m_text.size() && m_text[m_at] == quote; ++i)
            ++m_at;
    }

    [[nodiscard]] bool isEscape(char quote) const
    {
        return quote == '"' && m_text[m_at] == '\\' && m_at + 1 < m_text.size()
               && m_text[m_at + 1] != '\n';
    }

    void fail(std::string message) { m_problem = Problem{m_line, Finding(std::move(message))}; }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_values = 0;
    int m_line = 1;
    int m_depth = 0;
    int m_dots = 0;
    int m_outermostLine = 0;
    std::optional<Problem> m_problem;
};

int lineAt(std::string_view text, std::size_t offset)
{
    const auto newlines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    return static_cast<int>(newlines) + 1;
}

bool isValidUtf8(std::string_view text)
{
    return QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8();
}

std::optional<Problem> badCharacter(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if ((c >= 0x20 && c != 0x7f) || c == '\t' || c == '\n')
            continue;
        if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
            continue;
        if (c == 0)
            return Problem{lineAt(text, i),
                           Finding("the file holds a NUL byte: it is damaged or not a text file")};
        if (c == '\r')
            return Problem{lineAt(text, i),
                           Finding("a carriage return without a line feed: use LF or CRLF line "
                                   "ends")};
        return Problem{lineAt(text, i), Finding("a control character that TOML does not allow")};
    }
    return std::nullopt;
}

/// What toml11 complains about, by the function that did, in words that say how to mend it.
struct Advice
{
    std::string_view mark; ///< what the complaint holds
    ConfigProblem kind;
    std::string_view text;
};

const Advice &advice(std::string_view reason)
{
    static constexpr std::array<Advice, 18> kAdvice{{
        {"already exists", ConfigProblem::SyntaxDefinedTwice, "this name is defined twice"},
        {"conflicts with",
         ConfigProblem::SyntaxDefinedTwice,
         "this name is defined twice, in two ways"},
        {"is neither table nor",
         ConfigProblem::SyntaxHoldsNoKeys,
         "this name already has a value and cannot hold keys"},
        {"inserting to an inline table",
         ConfigProblem::SyntaxInlineTableComplete,
         "an inline table { … } is complete: add its keys between its braces"},
        {"parse_inline_table",
         ConfigProblem::SyntaxInlineTable,
         "an inline table { … } stands on one line, its pairs parted by commas, none after the "
         "last"},
        {"parse_array",
         ConfigProblem::SyntaxArray,
         "an array [ … ] needs commas between its values and a closing bracket"},
        {"parse_ml_",
         ConfigProblem::SyntaxMultiLineText,
         "a text in three quotes is not closed, or holds an unknown \\ escape"},
        {"basic_string",
         ConfigProblem::SyntaxText,
         "a text is not closed on its line, or holds an unknown \\ escape"},
        {"literal_string", ConfigProblem::SyntaxLiteralText, "a text is not closed on its line"},
        {"codepoint", ConfigProblem::SyntaxEscape, "a \\u escape is not a character"},
        {"separator `=`", ConfigProblem::SyntaxEquals, "a setting is written name = value"},
        {"missing value", ConfigProblem::SyntaxMissingValue, "a value is missing after ="},
        {"parse_key",
         ConfigProblem::SyntaxName,
         "this is not a name: use letters, digits, _ and -, or quotes"},
        {"parse_table_key",
         ConfigProblem::SyntaxSection,
         "a section is written [name] on a line of its own"},
        {"date", ConfigProblem::SyntaxDate, "this is not a date"},
        {"invalid line format",
         ConfigProblem::SyntaxOneSetting,
         "only one setting stands on a line"},
        {"value", ConfigProblem::SyntaxValue, "this is not a value: texts need quotes"},
        {"", ConfigProblem::SyntaxOther, "this is not TOML"}, // everything holds this
    }};
    return *std::find_if(kAdvice.begin(), kAdvice.end(), [&](const Advice &candidate) {
        return reason.find(candidate.mark) != std::string_view::npos;
    });
}

std::string_view firstLine(std::string_view text)
{
    return text.substr(0, text.find('\n'));
}

/// `[error] toml::parse_key: an invalid key appeared.` -> `an invalid key appeared`
std::string_view shortReason(std::string_view head)
{
    if (const auto at = head.find("toml::"); at != std::string_view::npos) {
        const auto colon = head.find(':', at + 6);
        head = colon == std::string_view::npos ? std::string_view() : head.substr(colon + 1);
    } else if (const auto bracket = head.find("] "); bracket != std::string_view::npos) {
        head.remove_prefix(bracket + 2);
    }
    while (!head.empty() && head.front() == ' ')
        head.remove_prefix(1);
    while (!head.empty() && (head.back() == '.' || head.back() == ' '))
        head.remove_suffix(1);
    return head;
}

/// The line of the picture's first place: for a doubled name that is where it was defined before.
int firstPictureLine(std::string_view what)
{
    const auto arrow = what.find("\n --> ");
    const auto begin = arrow == std::string_view::npos ? arrow : what.find("|\n", arrow);
    if (begin == std::string_view::npos)
        return 0;
    int line = 0;
    for (const char c : what.substr(begin + 2)) {
        if (c >= '0' && c <= '9')
            line = line * 10 + (c - '0');
        else if (c != ' ')
            break;
    }
    return line;
}

Problem describe(const toml::exception &error, int lines)
{
    const std::string_view what = error.what();
    const Advice &found = advice(firstLine(what));
    Problem problem{static_cast<int>(error.location().line()),
                    {found.kind, std::string(found.text)}};
    const std::string_view reason = shortReason(firstLine(what));
    if (!reason.empty() && reason.size() < 160)
        problem.finding.message.append(" (").append(reason).append(")");
    const int first = firstPictureLine(what);
    if (first > 0 && first < problem.line && what.find("\n ...\n") != std::string_view::npos) {
        problem.finding.message.append("; compare line ").append(std::to_string(first));
        problem.finding.details = {std::to_string(first)};
    }
    problem.line = std::clamp(problem.line, 1, std::max(1, lines));
    return problem;
}

std::optional<Problem> unusable(std::string_view text)
{
    if (text.size() > kMaxFileBytes)
        return Problem{1, Finding("the file is larger than 4 MiB")};
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        return Problem{1, {ConfigProblem::NotUtf8, "the file is UTF-16: save it as UTF-8"}};
    if (auto problem = badCharacter(text))
        return problem;
    if (const int line = firstBadlyEncodedLine(text); line > 0)
        return Problem{line, {ConfigProblem::NotUtf8, "not valid UTF-8: save the file as UTF-8"}};
    return Guard(text).check();
}

} // namespace

int firstBadlyEncodedLine(std::string_view text)
{
    if (isValidUtf8(text))
        return 0;
    int line = 1;
    for (std::size_t begin = 0; begin < text.size(); ++line) {
        const auto end = std::min(text.find('\n', begin), text.size());
        if (!isValidUtf8(text.substr(begin, end - begin)))
            break;
        begin = end + 1;
    }
    return line;
}

std::optional<std::string> readTextFile(const std::string &path, std::string &problem)
{
    QFile file(QString::fromStdString(path));
    const QFileInfo info(file);
    if (!info.exists()) {
        problem = "the file does not exist";
        return std::nullopt;
    }
    if (!info.isFile()) {
        problem = "this is not a file";
        return std::nullopt;
    }
    if (!file.open(QIODevice::ReadOnly)) {
        problem = "the file cannot be read: " + file.errorString().toStdString();
        return std::nullopt;
    }
    // One byte more than allowed tells a file that grew, or has no size, from one that fits.
    QByteArray bytes = file.read(static_cast<qint64>(kMaxFileBytes) + 1);
    if (file.error() != QFileDevice::NoError) {
        problem = "the file cannot be read: " + file.errorString().toStdString();
        return std::nullopt;
    }
    return bytes.toStdString();
}

std::optional<toml::value>
parseToml(std::string_view text, const std::string &file, std::vector<ConfigIssue> &issues)
{
    const auto report = [&](const Problem &problem) {
        issues.push_back({ConfigIssue::Severity::Error,
                          file,
                          problem.line,
                          {},
                          "syntax error: " + problem.finding.message,
                          problem.finding.problem,
                          problem.finding.details});
        return std::nullopt;
    };
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    if (const auto problem = unusable(text))
        return report(*problem);
    const int lines = lineAt(text, text.size());
    try {
        // toml11 leaves a last line that ends in CR alone.
        std::istringstream stream(std::string(text) + "\n");
        return toml::parse(stream, file);
    } catch (const toml::exception &error) {
        return report(describe(error, lines));
    } catch (const std::exception &error) {
        return report({1,
                       Finding("the parser gave up ("
                               + std::string(shortReason(firstLine(error.what()))) + ")")});
    }
}

int lineOf(const toml::value &value)
{
    return static_cast<int>(value.location().line());
}

} // namespace spillway::config
