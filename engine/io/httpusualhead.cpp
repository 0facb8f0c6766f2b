// SPDX-License-Identifier: MIT
// The usual head, read in one pass. llhttp costs a table step for each byte and several calls for each line; nearly
// every head that a proxy sees is complete, in HTTP/1.1, and of plain lines. Such a head is taken here. Whatever is
// unusual in the least is left to llhttp, from its first byte on, so that there is one judge of what is allowed:
// this reader accepts less and never anything else. A head in two pieces is always llhttp's: the tests and fuzz targets
// that cut a message anywhere and expect the same outcome compare the two.
#include "io/httpparser.h"
#include "io/httptext.h"

#include <bit>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace spillway {

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::uint64_t kOnes = 0x0101010101010101U;
/// The longest name that knownName() compares, with its colon.
constexpr std::size_t kLongestName = 16;
/// Fewer digits than could overflow.
constexpr std::size_t kMostDigits = 15;

template <typename Word>
Word load(const char *at)
{
    Word word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}

/// A lower-case text as a template's argument, so that its words are constants.
template <std::size_t N>
struct Literal
{
    consteval Literal(
        const char (&text)[N]) // NOLINT(google-explicit-constructor): written as a literal
    {
        for (std::size_t i = 0; i < N; ++i)
            bytes[i] = text[i];
    }

    /// As it stands in memory, from `offset` on.
    template <typename Word>
    [[nodiscard]] consteval Word word(std::size_t offset) const
    {
        return gather<Word>([&](std::size_t i) { return bytes[offset + i]; });
    }

    /// The bit that tells the case, where there is a letter.
    template <typename Word>
    [[nodiscard]] consteval Word caseBits(std::size_t offset) const
    {
        return gather<Word>([&](std::size_t i) {
            const char c = bytes[offset + i];
            return c >= 'a' && c <= 'z' ? ' ' : '\0';
        });
    }

    static constexpr std::size_t kLength = N - 1;
    char bytes[N] = {};

private:
    template <typename Word, typename ByteAt>
    static consteval Word gather(ByteAt byteAt)
    {
        Word word = 0;
        for (std::size_t i = 0; i < sizeof(Word); ++i) {
            const std::size_t place =
                std::endian::native == std::endian::little ? i : sizeof(Word) - 1 - i;
            word = static_cast<Word>(word | static_cast<Word>(byteAt(i)) << (8 * place));
        }
        return word;
    }
};

template <typename Word, Literal lower, std::size_t offset>
bool sameWord(const char *at)
{
    constexpr Word kCase = lower.template caseBits<Word>(offset);
    constexpr Word kWanted = lower.template word<Word>(offset);
    return (load<Word>(at + offset) | kCase) == kWanted;
}

/// Whether the text at `at` begins with `lower`, its letters in any case. There must be as many bytes.
template <Literal lower>
bool beginsWith(const char *at)
{
    constexpr std::size_t kLength = lower.kLength;
    static_assert(kLength >= 4 && kLength <= 2 * kWord);
    if constexpr (kLength < kWord)
        return sameWord<std::uint32_t, lower, 0>(at)
               && sameWord<std::uint32_t, lower, kLength - 4>(at);
    else
        return sameWord<std::uint64_t, lower, 0>(at)
               && sameWord<std::uint64_t, lower, kLength - kWord>(at);
}

struct Name
{
    HttpHeader header = HttpHeader::Other;
    std::size_t length = 0; ///< 0: not one of the frequent ones
};

/// The names that stand in nearly every head, compared by words rather than bytes.
Name knownName(const char *at)
{
    switch (*at | 0x20) {
    case 'h':
        if (beginsWith<"host:">(at))
            return {HttpHeader::Host, 4};
        break;
    case 'c':
        if (beginsWith<"content-length:">(at))
            return {HttpHeader::ContentLength, 14};
        if (beginsWith<"content-type:">(at))
            return {HttpHeader::ContentType, 12};
        if (beginsWith<"connection:">(at))
            return {HttpHeader::Connection, 10};
        break;
    case 'u':
        if (beginsWith<"user-agent:">(at))
            return {HttpHeader::Other, 10};
        break;
    case 'a':
        if (beginsWith<"accept:">(at))
            return {HttpHeader::Other, 6};
        if (beginsWith<"accept-encoding:">(at))
            return {HttpHeader::Other, 15};
        if (beginsWith<"authorization:">(at))
            return {HttpHeader::Authorization, 13};
        break;
    case 'd':
        if (beginsWith<"date:">(at))
            return {HttpHeader::Date, 4};
        break;
    case 's':
        if (beginsWith<"server:">(at))
            return {HttpHeader::Other, 6};
        break;
    default:
        break;
    }
    return {};
}

/// The first byte that is not a space or a visible ASCII character, or the end.
const char *endOfText(const char *at, const char *end)
{
#ifdef __SSE2__
    constexpr std::ptrdiff_t kBlock = 16;
    while (end - at >= kBlock) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
        // The comparison is of signed bytes: those beyond ASCII are less than a space.
        const __m128i others = _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')),
                                            _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7F)));
        if (const auto stops = static_cast<unsigned>(_mm_movemask_epi8(others)); stops != 0)
            return at + std::countr_zero(stops);
        at += kBlock;
    }
#endif
    if constexpr (std::endian::native == std::endian::little) {
        while (static_cast<std::size_t>(end - at) >= kWord) {
            const auto word = load<std::uint64_t>(at);
            // A borrow or carry reaches only bytes behind the first hit, and the first one is all that counts.
            const std::uint64_t others =
                ((word - kOnes * 0x20U) | word | (word + kOnes)) & (kOnes * 0x80U);
            if (others != 0)
                return at + (std::countr_zero(others) >> 3);
            at += kWord;
        }
    }
    while (at != end && *at >= 0x20 && *at < 0x7F)
        ++at;
    return at;
}

bool isPathChar(char c)
{
    static constexpr auto kTable = http::characters("/-._~!$&'()*+,;=:@%?");
    return kTable[static_cast<unsigned char>(c)];
}

bool take(const char *&at, const char *end, std::string_view text)
{
    if (static_cast<std::size_t>(end - at) < text.size()
        || std::memcmp(at, text.data(), text.size()) != 0)
        return false;
    at += text.size();
    return true;
}

} // namespace

bool HttpParser::readUsualRequestLine(const char *&at, const char *end)
{
    const char *const begin = at;
    if (take(at, end, "POST "))
        m_parser.method = HTTP_POST;
    else if (take(at, end, "GET "))
        m_parser.method = HTTP_GET;
    else
        return false;
    m_method = {0, static_cast<std::uint32_t>(at - begin - 1)};
    const char *const target = at;
    if (at == end || *at != '/')
        return false;
    while (at != end && isPathChar(*at))
        ++at;
    m_target = {static_cast<std::uint32_t>(target - begin), static_cast<std::uint32_t>(at - begin)};
    return take(at, end, " HTTP/1.1\r\n");
}

bool HttpParser::readUsualStatusLine(const char *&at, const char *end)
{
    constexpr std::size_t kStatusDigits = 3;
    if (!take(at, end, "HTTP/1.1 ") || static_cast<std::size_t>(end - at) < kStatusDigits + 1)
        return false;
    unsigned status = 0;
    for (std::size_t i = 0; i < kStatusDigits; ++i, ++at) {
        if (*at < '0' || *at > '9')
            return false;
        status = status * 10 + static_cast<unsigned>(*at - '0');
    }
    if (status < 200 || *at != ' ')
        return false;
    m_parser.status_code = static_cast<std::uint16_t>(status);
    at = endOfText(at, end);
    return take(at, end, "\r\n");
}

/// What a header says about the message itself. False: more than the usual.
bool HttpParser::heedUsualHeader(HttpHeader header, std::string_view value)
{
    switch (header) {
    case HttpHeader::ContentLength:
        if (value.empty() || value.size() > kMostDigits)
            return false;
        for (const char c : value) {
            if (c < '0' || c > '9')
                return false;
            m_length = m_length * 10 + static_cast<std::uint64_t>(c - '0');
        }
        m_parser.flags |= F_CONTENT_LENGTH;
        return true;
    case HttpHeader::Connection:
        if (http::equalsNoCase(value, "keep-alive"))
            m_parser.flags |= F_CONNECTION_KEEP_ALIVE;
        else if (http::equalsNoCase(value, "close"))
            m_parser.flags |= F_CONNECTION_CLOSE;
        else
            return false;
        return true;
    case HttpHeader::TransferEncoding:
    case HttpHeader::ProxyConnection:
    case HttpHeader::Upgrade:
        return false;
    default:
        return true;
    }
}

bool HttpParser::readUsualHeaders(const char *begin, const char *&at, const char *end)
{
    const auto offset = [begin](const char *place) {
        return static_cast<std::uint32_t>(place - begin);
    };
    for (;;) {
        if (take(at, end, "\r\n"))
            return true;
        const char *const name = at;
        HttpHeader header = HttpHeader::Other;
        if (static_cast<std::size_t>(end - at) >= kLongestName) {
            const Name known = knownName(at);
            header = known.header;
            at += known.length;
        }
        if (at == name) {
            while (at != end && http::isTokenChar(*at))
                ++at;
            if (at == name || at == end || *at != ':')
                return false;
            header = http::headerOf({name, static_cast<std::size_t>(at - name)});
        }
        const char *const nameEnd = at++;
        while (at != end && *at == ' ')
            ++at;
        const char *const value = at;
        at = endOfText(at, end);
        const char *valueEnd = at;
        if (!take(at, end, "\r\n"))
            return false;
        while (valueEnd != value && valueEnd[-1] == ' ')
            --valueEnd;
        if (m_spans.size() == kMaxHeaders)
            return false;
        if (header != HttpHeader::Other) {
            std::int16_t &first = m_first[static_cast<std::size_t>(header)];
            // Twice is unusual enough.
            if (first >= 0
                || !heedUsualHeader(header, {value, static_cast<std::size_t>(valueEnd - value)}))
                return false;
            first = static_cast<std::int16_t>(m_spans.size());
        }
        m_spans.push_back({{offset(name), offset(nameEnd)},
                           {offset(value), offset(valueEnd)},
                           valueEnd != value,
                           false});
    }
}

/// Bytes of the head, or 0 when it is not a usual one.
std::size_t HttpParser::readUsualHead(std::string_view text)
{
    const char *at = text.data();
    const char *const end = at + text.size();
    m_parser.flags = 0;
    m_length = 0;
    const bool line =
        m_side == Side::Server ? readUsualRequestLine(at, end) : readUsualStatusLine(at, end);
    if (!line || !readUsualHeaders(text.data(), at, end))
        return 0;
    // An answer without a length lasts to the close, or has no body: seldom enough.
    if (m_side == Side::Client && !hasLength())
        return 0;
    m_parser.http_major = 1;
    m_parser.http_minor = 1;
    return static_cast<std::size_t>(at - text.data());
}

} // namespace spillway
