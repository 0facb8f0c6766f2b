// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace spillway::rpc {

constexpr std::size_t kMaxScanDepth = 4096;

/// Whether `text` is `word`; unlike ==, it compiles to a comparison of integers.
template <std::size_t N>
[[nodiscard]] bool isWord(std::string_view text, const char (&word)[N])
{
    return text.size() == N - 1 && std::memcmp(text.data(), word, N - 1) == 0;
}

/// A strict JSON cursor that locates values without copying or allocating anything. It accepts exactly the
/// grammar of RFC 8259 (numbers of any size, lone surrogate escapes included), except that it leaves the
/// UTF-8 check to its owner: `sawNonAscii()` tells whether one is needed (validUtf8 below).
///
/// Every step returns false when the text is wrong. `atEnd()` then tells a text that was cut off from one that
/// is malformed, and `tooDeep()` one that is nested deeper than allowed.
class Scanner
{
public:
    explicit Scanner(std::string_view text, std::size_t maxDepth = kMaxScanDepth)
        : m_begin(text.data())
        , m_at(text.data())
        , m_end(text.data() + text.size())
        , m_maxDepth(maxDepth < kMaxScanDepth ? maxDepth : kMaxScanDepth)
    {}

    [[nodiscard]] bool atEnd() const { return m_at == m_end; }

    [[nodiscard]] bool tooDeep() const { return m_tooDeep; }

    [[nodiscard]] bool sawNonAscii() const { return ((m_seen & kHighBits) | m_high) != 0; }

    [[nodiscard]] char peek() const { return m_at == m_end ? '\0' : *m_at; }

    /// Nearly always there is none.
    [[gnu::always_inline]] void skipSpace()
    {
        if (m_at != m_end && isSpace(*m_at))
            skipSpaces();
    }

    /// A member's name as it stands between its quotes.
    struct Key
    {
        std::string_view raw;
        bool escaped = false;
    };

    /// Walks over the object under the cursor and calls `visit(key, value)` for each member, value being raw
    /// bytes. A visitor that returns false stops the walk as if the text were wrong.
    template <typename Visit>
    bool members(Visit &&visit)
    {
        if (peek() != '{' || !enter())
            return false;
        ++m_at;
        skipSpace();
        if (peek() == '}')
            return leave();
        for (;;) {
            if (!readKey(m_key))
                return false;
            const char *start = m_at;
            if (!skipAnyValue() || !visit(m_key, std::string_view(start, distance(start, m_at))))
                return false;
            skipSpace();
            if (peek() == '}')
                return leave();
            if (!step(','))
                return false;
        }
    }

    /// Walks over the array under the cursor; `visit()` is called with the cursor on each element and must
    /// move it behind that element.
    template <typename Visit>
    bool elements(Visit &&visit)
    {
        if (peek() != '[' || !enter())
            return false;
        ++m_at;
        skipSpace();
        if (peek() == ']')
            return leave();
        for (;;) {
            if (!visit())
                return false;
            skipSpace();
            if (peek() == ']')
                return leave();
            if (!step(','))
                return false;
        }
    }

    /// The member whose value members() was at when it stopped.
    [[nodiscard]] const Key &lastKey() const { return m_key; }

    [[nodiscard]] const char *position() const { return m_at; }

    /// Steps over any value, strictly, without recursion.
    bool skipValue();

private:
    static constexpr std::uint64_t kOnes = 0x0101010101010101U;
    static constexpr std::uint64_t kHighBits = 0x8080808080808080U;

    static constexpr bool isSpace(char c)
    {
        // Nearly always none of them: one comparison then.
        return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
    }

    static constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }

    static std::size_t distance(const char *from, const char *to)
    {
        return static_cast<std::size_t>(to - from);
    }

    /// High bit set in (at least) the first byte that ends a run of plain string characters.
    static constexpr std::uint64_t specialBytes(std::uint64_t word)
    {
        const std::uint64_t quote = word ^ (kOnes * '"');
        const std::uint64_t slash = word ^ (kOnes * '\\');
        return (((quote - kOnes) & ~quote) | ((slash - kOnes) & ~slash)
                | ((word - kOnes * 0x20U) & ~word))
               & kHighBits;
    }

#ifdef __SSE2__
    static constexpr std::ptrdiff_t kBlock = 16;

    /// The same for 16 bytes at once, a bit a byte, exactly; adds the high bits of all of them to m_high.
    unsigned specialInBlock(const char *at)
    {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
        const __m128i control = _mm_set1_epi8(0x1F);
        const __m128i special =
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                      _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))),
                         _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
        m_high |= static_cast<unsigned>(_mm_movemask_epi8(bytes));
        return static_cast<unsigned>(_mm_movemask_epi8(special));
    }
#endif

    bool enter()
    {
        if (m_depth >= m_maxDepth) {
            m_tooDeep = true;
            return false;
        }
        ++m_depth;
        return true;
    }

    bool leave()
    {
        ++m_at;
        --m_depth;
        return true;
    }

    bool step(char c)
    {
        if (peek() != c || m_at == m_end)
            return false;
        ++m_at;
        skipSpace();
        return true;
    }

    bool readKey(Key &key)
    {
        if (peek() != '"')
            return false;
        const char *start = m_at + 1;
        key.escaped = false;
        if (!skipString(key.escaped))
            return false;
        key.raw = std::string_view(start, distance(start, m_at) - 1);
        skipSpace();
        return step(':');
    }

    void skipSpaces()
    {
        const char *at = m_at;
        while (at != m_end && isSpace(*at))
            ++at;
        m_at = at;
    }

    bool skipAnyValue();
    bool skipString(bool &escaped);
    bool skipAnyString(bool &escaped);
    bool skipEscape();
    bool skipNumber();
    bool skipDigits();
    bool skipLiteral(std::string_view word);
    bool skipScalar();

    const char *m_begin;
    const char *m_at;
    const char *m_end;
    std::size_t m_maxDepth;
    std::size_t m_depth = 0;
    std::uint64_t m_seen = 0; ///< bytes of strings or-ed together, and perhaps some behind them
    unsigned m_high = 0;      ///< not 0: so had one of the others its high bit
    bool m_tooDeep = false;
    Key m_key;
};

inline bool Scanner::skipString(bool &escaped)
{
    // Nearly all names, and many values, end within one block or word.
#ifdef __SSE2__
    if (m_end - m_begin >= kBlock) {
        // Near the end of the text it is the last block, without the bytes before the string.
        const char *const start = m_at + 1;
        const std::ptrdiff_t before = std::max<std::ptrdiff_t>(kBlock - (m_end - start), 0);
        if (const unsigned special = specialInBlock(start - before) >> before; special != 0) {
            const char *const stop = start + std::countr_zero(special);
            if (*stop == '"') {
                m_at = stop + 1;
                return true;
            }
        }
        return skipAnyString(escaped);
    }
#endif
    if constexpr (std::endian::native == std::endian::little) {
        if (m_end - m_at > 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, m_at + 1, sizeof word);
            if (const std::uint64_t special = specialBytes(word); special != 0) {
                const char *const stop = m_at + 1 + (std::countr_zero(special) >> 3);
                if (*stop == '"') {
                    m_seen |= word;
                    m_at = stop + 1;
                    return true;
                }
            }
        }
    }
    return skipAnyString(escaped);
}

inline bool Scanner::skipAnyString(bool &escaped)
{
    const char *at = m_at + 1;
    std::uint64_t seen = m_seen;
    const auto stopAt = [&](bool ended) {
        m_at = at;
        m_seen = seen;
        return ended;
    };
    for (;;) {
#ifdef __SSE2__
        while (m_end - at >= kBlock) {
            const unsigned special = specialInBlock(at);
            if (special != 0) {
                at += std::countr_zero(special);
                break;
            }
            at += kBlock;
        }
#endif
        if constexpr (std::endian::native == std::endian::little) {
            while (m_end - at >= 8) {
                std::uint64_t word = 0;
                std::memcpy(&word, at, sizeof word);
                seen |= word;
                const std::uint64_t special = specialBytes(word);
                if (special != 0) {
                    at += std::countr_zero(special) >> 3;
                    break;
                }
                at += 8;
            }
        }
        if (at == m_end)
            return stopAt(false);
        const char c = *at;
        if (c == '"') {
            ++at;
            return stopAt(true);
        }
        if (c == '\\') {
            escaped = true;
            stopAt(true);
            if (!skipEscape())
                return false;
            at = m_at;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            return stopAt(false);
        } else {
            seen |= static_cast<unsigned char>(c);
            ++at;
        }
    }
}

inline bool Scanner::skipEscape()
{
    ++m_at;
    if (m_at == m_end)
        return false;
    const char c = *m_at;
    if (c != 'u') {
        if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos)
            return false;
        ++m_at;
        return true;
    }
    ++m_at;
    for (int digit = 0; digit < 4; ++digit, ++m_at) {
        if (m_at == m_end)
            return false;
        const char hex = *m_at;
        if (!isDigit(hex) && !(hex >= 'a' && hex <= 'f') && !(hex >= 'A' && hex <= 'F'))
            return false;
    }
    return true;
}

inline bool Scanner::skipDigits()
{
    const char *at = m_at;
    while (at != m_end && isDigit(*at))
        ++at;
    const bool some = at != m_at;
    m_at = at;
    return some;
}

inline bool Scanner::skipNumber()
{
    if (*m_at == '-')
        ++m_at;
    if (peek() == '0')
        ++m_at;
    else if (!skipDigits())
        return false;
    if (peek() == '.') {
        ++m_at;
        if (!skipDigits())
            return false;
    }
    if (peek() == 'e' || peek() == 'E') {
        ++m_at;
        if (peek() == '+' || peek() == '-')
            ++m_at;
        if (!skipDigits())
            return false;
    }
    return true;
}

inline bool Scanner::skipLiteral(std::string_view word)
{
    const std::size_t left = distance(m_at, m_end);
    const std::size_t length = left < word.size() ? left : word.size();
    if (std::memcmp(m_at, word.data(), length) != 0)
        return false;
    m_at += length;
    return length == word.size();
}

inline bool Scanner::skipScalar()
{
    bool escaped = false;
    switch (peek()) {
    case '"':
        return skipString(escaped);
    case 't':
        return skipLiteral("true");
    case 'f':
        return skipLiteral("false");
    case 'n':
        return skipLiteral("null");
    case '-':
        return skipNumber();
    default:
        return isDigit(peek()) && skipNumber();
    }
}

inline bool Scanner::skipValue()
{
    if (peek() != '{' && peek() != '[')
        return skipScalar();

    const std::size_t base = m_depth;
    std::array<std::uint64_t, kMaxScanDepth / 64>
        isObject; // a bit a level; written before it is read
    const auto mark = [&isObject](std::size_t level, bool object) {
        std::uint64_t &word = isObject[level / 64];
        const std::size_t bit = level % 64;
        const std::uint64_t below = bit == 0 ? 0 : word & ((std::uint64_t{1} << bit) - 1);
        word = below | (static_cast<std::uint64_t>(object) << bit);
    };
    Key key;
    for (bool value = true;;) {
        const char c = peek();
        if (value && (c == '{' || c == '[')) {
            if (!enter())
                return false;
            mark(m_depth - 1 - base, c == '{');
            ++m_at;
            skipSpace();
            if (peek() == (c == '{' ? '}' : ']'))
                leave();
            else if (c == '{' && !readKey(key))
                return false;
            else
                continue;
        } else if (value && !skipScalar()) {
            return false;
        }
        if (m_depth == base)
            return true;
        const std::size_t level = m_depth - 1 - base;
        const bool object = (isObject[level / 64] >> (level % 64) & 1U) != 0;
        skipSpace();
        value = peek() != (object ? '}' : ']');
        if (!value)
            leave();
        else if (!step(',') || (object && !readKey(key)))
            return false;
        if (m_depth == base)
            return true;
    }
}

/// Whether `text` is valid UTF-8.
[[nodiscard]] bool validUtf8(std::string_view text);

/// Appends the value of the string token `raw` (with its quotes, already scanned) to `storage` and returns it.
/// False where its escapes name no valid Unicode text.
[[nodiscard]] bool
decodeString(std::string_view raw, std::string &storage, std::string_view &value);

/// Steps over the simple values by itself, so that the common case needs no call.
inline bool Scanner::skipAnyValue()
{
    const char c = peek();
    if (c == '"') {
        bool escaped = false;
        return skipString(escaped);
    }
    if (c == '[' && m_end - m_at > 1 && m_at[1] == ']' && m_depth < m_maxDepth) {
        m_at += 2;
        return true;
    }
    return c == '{' || c == '[' ? skipValue() : skipScalar();
}

/// Without white space around it and without a leading UTF-8 byte-order mark.
[[nodiscard]] std::string_view trimDocument(std::string_view text);

} // namespace spillway::rpc
