// SPDX-License-Identifier: MIT
#include "rpc/answertail.h"

#include "rpc/jsonscan.h"

namespace spillway::rpc {
namespace {

/// A cursor that stands behind the last byte not yet read and moves towards the front. Valid JSON can be read
/// this way without guessing: the byte before a separator tells what ends there, and no bare quote stands
/// inside a string. Every step returns false when it would have to pass the front.
class BackCursor
{
public:
    explicit BackCursor(std::string_view text)
        : m_text(text)
        , m_at(text.size())
    {}

    [[nodiscard]] std::size_t position() const { return m_at; }

    bool step(char c)
    {
        skipSpace();
        if (m_at == 0 || m_text[m_at - 1] != c)
            return false;
        --m_at;
        skipSpace();
        return true;
    }

    bool string()
    {
        if (m_at == 0 || m_text[m_at - 1] != '"')
            return false;
        std::size_t at = m_at - 1;
        while (at > 0) {
            const std::size_t quote = m_text.rfind('"', at - 1);
            if (quote == std::string_view::npos)
                return false;
            std::size_t slashes = 0;
            while (slashes < quote && m_text[quote - 1 - slashes] == '\\')
                ++slashes;
            if (slashes == quote)
                return false; // whether this quote is escaped is decided before the tail
            if (slashes % 2 == 0) {
                m_at = quote;
                return true;
            }
            at = quote;
        }
        return false;
    }

    bool value()
    {
        if (m_at == 0)
            return false;
        const char last = m_text[m_at - 1];
        if (last == '"')
            return string();
        if (last == '}' || last == ']')
            return container();
        while (m_at > 0 && isScalarByte(m_text[m_at - 1]))
            --m_at;
        return m_at > 0;
    }

private:
    static bool isScalarByte(char c)
    {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == 'E' || c == '+' || c == '-'
               || c == '.';
    }

    void skipSpace()
    {
        while (m_at > 0
               && std::string_view(" \n\r\t").find(m_text[m_at - 1]) != std::string_view::npos)
            --m_at;
    }

    bool container()
    {
        std::size_t depth = 0;
        while (m_at > 0) {
            const char c = m_text[m_at - 1];
            if (c == '"') {
                if (!string())
                    return false;
                continue;
            }
            --m_at;
            if (c == '}' || c == ']')
                ++depth;
            else if ((c == '{' || c == '[') && --depth == 0)
                return true;
        }
        return false;
    }

    std::string_view m_text;
    std::size_t m_at;
};

bool isValue(std::string_view text)
{
    Scanner scan(text);
    return scan.skipValue() && scan.atEnd();
}

} // namespace

void readTail(std::string_view tail,
              const std::function<void(std::string_view, std::string_view)> &visit)
{
    BackCursor cursor(tail);
    for (char separator = '}'; cursor.step(separator); separator = ',') {
        const std::size_t valueEnd = cursor.position();
        if (!cursor.value())
            return;
        const std::string_view value = tail.substr(cursor.position(), valueEnd - cursor.position());
        if (!isValue(value) || !cursor.step(':'))
            return;
        const std::size_t nameEnd = cursor.position();
        if (!cursor.string())
            return;
        const std::size_t nameBegin = cursor.position() + 1;
        const std::string_view name = tail.substr(nameBegin, nameEnd - 1 - nameBegin);
        if (name.find('\\') != std::string_view::npos)
            return;
        visit(name, value);
    }
}

} // namespace spillway::rpc
