// SPDX-License-Identifier: MIT
#include "config/patchscan.h"

#include <QString>

#include <algorithm>
#include <utility>

namespace spillway::config {
namespace {

constexpr std::string_view kBlank = " \t";
constexpr std::string_view kSpace = " \t\r\n";
constexpr int kMaxDepth = 64;

bool isBare(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'
           || c == '-';
}

std::string utf8(std::string_view digits)
{
    const QByteArray hex(digits.data(), static_cast<qsizetype>(digits.size()));
    const auto code = static_cast<char32_t>(hex.toUInt(nullptr, 16));
    return QString::fromUcs4(&code, 1).toStdString();
}

/// Text of a quoted key, its escapes resolved.
std::string decoded(std::string_view quoted)
{
    const std::string_view body = quoted.substr(1, quoted.size() - 2);
    if (quoted.front() == '\'')
        return std::string(body);
    std::string out;
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (body[i] != '\\' || i + 1 == body.size()) {
            out += body[i];
            continue;
        }
        constexpr std::string_view kLetters = "btnfr";
        constexpr std::string_view kMeanings = "\b\t\n\f\r";
        const char escape = body[++i];
        if (const auto at = kLetters.find(escape); at != std::string_view::npos) {
            out += kMeanings[at];
        } else if (escape == 'u' || escape == 'U') {
            const std::size_t digits = escape == 'u' ? 4 : 8;
            out += utf8(body.substr(i + 1, digits));
            i += digits;
        } else {
            out += escape;
        }
    }
    return out;
}

/// Follows the grammar and trusts the text: what does not fit ends the scan.
class Scanner
{
public:
    explicit Scanner(std::string_view text)
        : m_text(text)
    {}

    std::optional<std::vector<Statement>> statements()
    {
        std::vector<Statement> out;
        if (m_text.starts_with("\xef\xbb\xbf"))
            m_at = 3;
        for (skipSpace(); !m_failed && m_at < m_text.size(); skipSpace())
            out.push_back(statement());
        return m_failed ? std::nullopt : std::optional(std::move(out));
    }

    std::optional<ScannedValue> lonelyValue()
    {
        skip(kBlank);
        ScannedValue out = value();
        skip(kBlank);
        return m_failed || m_at != m_text.size() || out.span.size() == 0
                   ? std::nullopt
                   : std::optional(std::move(out));
    }

    std::optional<std::vector<KeyPart>> lonelyKey()
    {
        std::vector<KeyPart> out = key();
        return m_failed || m_at != m_text.size() ? std::nullopt : std::optional(std::move(out));
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    void skip(std::string_view characters)
    {
        m_at = std::min(m_text.find_first_not_of(characters, m_at), m_text.size());
    }

    void skipComment()
    {
        if (peek() == '#')
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
    }

    void skipSpace()
    {
        skip(kSpace);
        while (peek() == '#') {
            skipComment();
            skip(kSpace);
        }
    }

    bool take(char expected)
    {
        if (peek() != expected) {
            m_failed = true;
            return false;
        }
        ++m_at;
        return true;
    }

    Statement statement()
    {
        Statement out;
        out.span.begin = m_at;
        if (peek() == '[') {
            const bool array = m_text.substr(m_at, 2) == "[[";
            out.kind = array ? Statement::Kind::TableArray : Statement::Kind::Table;
            m_at += array ? 2U : 1U;
            skip(kBlank);
            out.pair.key = key();
            take(']');
            if (array)
                take(']');
        } else {
            out.pair = pair();
        }
        out.span.end = m_at;
        skip(kBlank);
        skipComment();
        if (m_at < m_text.size() && peek() != '\n' && peek() != '\r')
            m_failed = true;
        return out;
    }

    /// With the blanks behind it.
    std::vector<KeyPart> key()
    {
        std::vector<KeyPart> out;
        for (;;) {
            KeyPart part;
            part.span.begin = m_at;
            if (peek() == '"' || peek() == '\'') {
                quoted();
                part.span.end = m_at;
                if (m_failed)
                    return out;
                part.name = decoded(m_text.substr(part.span.begin, part.span.size()));
            } else {
                while (m_at < m_text.size() && isBare(m_text[m_at]))
                    ++m_at;
                part.span.end = m_at;
                part.name = m_text.substr(part.span.begin, part.span.size());
                if (part.span.size() == 0) {
                    m_failed = true;
                    return out;
                }
            }
            out.push_back(std::move(part));
            skip(kBlank);
            if (peek() != '.')
                return out;
            ++m_at;
            skip(kBlank);
        }
    }

    ScannedPair pair()
    {
        ScannedPair out;
        out.key = key();
        if (m_failed || !take('='))
            return out;
        skip(kBlank);
        out.value = value();
        return out;
    }

    ScannedValue value()
    {
        ScannedValue out;
        out.span.begin = m_at;
        if (++m_depth > kMaxDepth)
            m_failed = true;
        if (m_failed)
            return out;
        switch (peek()) {
        case '"':
        case '\'':
            quoted();
            break;
        case '[':
            array(out);
            break;
        case '{':
            inlineTable(out);
            break;
        default:
            scalar();
            break;
        }
        --m_depth;
        out.span.end = m_at;
        return out;
    }

    void quoted()
    {
        const char quote = peek();
        const bool triple = m_text.substr(m_at, 3) == std::string(3, quote);
        const std::string end(triple ? 3U : 1U, quote);
        m_at += end.size();
        while (m_at < m_text.size() && m_text.substr(m_at, end.size()) != end) {
            if (!triple && m_text[m_at] == '\n')
                break;
            m_at += quote == '"' && m_text[m_at] == '\\' ? 2U : 1U;
        }
        if (m_at >= m_text.size() || m_text[m_at] != quote) {
            m_failed = true;
            m_at = std::min(m_at, m_text.size());
            return;
        }
        m_at += end.size();
        // Up to two quotes before the closing three belong to the text.
        for (int i = 0; triple && i < 2 && peek() == quote; ++i)
            ++m_at;
    }

    /// Numbers, words and dates, which may hold a blank.
    void scalar()
    {
        const std::size_t begin = m_at;
        m_at = std::min(m_text.find_first_of("#,]}\r\n", m_at), m_text.size());
        const auto last = m_text.substr(begin, m_at - begin).find_last_not_of(kBlank);
        m_failed = m_failed || last == std::string_view::npos;
        m_at = last == std::string_view::npos ? begin : begin + last + 1;
    }

    void array(ScannedValue &out)
    {
        out.kind = ScannedValue::Kind::Array;
        ++m_at;
        for (skipSpace(); !m_failed && peek() != ']'; skipSpace()) {
            ScannedItem item;
            item.value = value();
            skipSpace();
            if (peek() == ',')
                item.comma = m_at++;
            else if (peek() != ']')
                m_failed = true;
            out.items.push_back(std::move(item));
        }
        take(']');
    }

    void inlineTable(ScannedValue &out)
    {
        out.kind = ScannedValue::Kind::InlineTable;
        ++m_at;
        for (skipSpace(); !m_failed && peek() != '}'; skipSpace()) {
            out.pairs.push_back(pair());
            skipSpace();
            if (peek() == ',')
                ++m_at;
            else if (peek() != '}')
                m_failed = true;
        }
        take('}');
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    bool m_failed = false;
};

} // namespace

std::optional<std::vector<Statement>> scanToml(std::string_view text)
{
    return Scanner(text).statements();
}

std::optional<ScannedValue> scanValue(std::string_view text)
{
    return Scanner(text).lonelyValue();
}

std::optional<std::vector<KeyPart>> scanKey(std::string_view text)
{
    return Scanner(text).lonelyKey();
}

bool isBareKey(std::string_view name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), isBare);
}

} // namespace spillway::config
