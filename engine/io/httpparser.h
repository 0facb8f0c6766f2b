// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpheader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <llhttp.h>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// Frames HTTP/1.1 messages and remembers where in the head each part stands, so that a head is copied at most once.
/// llhttp reads and judges whatever is not quite usual; a usual head, and a body behind it that has a length, go past it
/// (httpusualhead.cpp). Never calls out while the parser runs except to bodyBytes(), which only stores.
class HttpParser
{
public:
    enum class Side { Server, Client };
    enum class Result {
        NeedMore, ///< all input was used
        Head,     ///< the head is complete; the rest of the input is untouched
        End,      ///< the message is complete; the rest of the input is untouched
        TooLong,  ///< the head is larger than allowed, or has too many lines
        Broken,   ///< not HTTP/1.x; fault() tells why
    };

    explicit HttpParser(Side side);
    virtual ~HttpParser() = default;
    HttpParser(const HttpParser &) = delete;
    HttpParser &operator=(const HttpParser &) = delete;

    /// Ready for the first byte of the next message.
    void reset();

    /// Reads the head and removes from `input` what was used. With `copyWhole`, views into the head lead to own
    /// memory; otherwise they lead into `input` as long as the head came in one piece (see keepHead()).
    Result readHead(std::string_view &input, std::size_t maxBytes, bool copyWhole);

    /// Reads the body; bodyBytes() receives it.
    Result readBody(std::string_view &input);

    /// The peer has closed. End: that completes the message (its body lasts to the close).
    Result readClose();

    /// Own memory for the head from now on. Views taken before are void.
    void keepHead();

    [[nodiscard]] bool headBegun() const { return m_size > 0; }

    // Once the head is complete:
    [[nodiscard]] std::size_t headerCount() const { return m_spans.size(); }

    [[nodiscard]] std::string_view headerName(std::size_t index) const;
    [[nodiscard]] std::string_view headerValue(std::size_t index) const; ///< trimmed

    /// Where the first of that name is; -1: there is none.
    [[nodiscard]] int headerIndex(HttpHeader header) const
    {
        return m_first[static_cast<std::size_t>(header)];
    }

    [[nodiscard]] const std::array<std::int16_t, kKnownHeaders> &knownHeaders() const
    {
        return m_first;
    }

    [[nodiscard]] std::string_view target() const { return part(m_target); }

    [[nodiscard]] int status() const { return m_parser.status_code; }

    [[nodiscard]] unsigned method() const { return m_parser.method; }

    [[nodiscard]] std::string_view methodName() const { return part(m_method); }

    [[nodiscard]] int versionMajor() const { return m_parser.http_major; }

    [[nodiscard]] int versionMinor() const { return m_parser.http_minor; }

    [[nodiscard]] bool isChunked() const { return (m_parser.flags & F_CHUNKED) != 0; }

    [[nodiscard]] bool hasLength() const { return (m_parser.flags & F_CONTENT_LENGTH) != 0; }

    [[nodiscard]] std::uint64_t length() const { return m_length; }

    [[nodiscard]] bool wantsKeepAlive() const;
    [[nodiscard]] bool announcesUpgrade() const;

    /// No length and no chunks: the body of an answer lasts to the close.
    [[nodiscard]] bool lastsToClose() const { return !isChunked() && !hasLength(); }

    /// Why the head cannot be trusted although the parser took it: folded or badly ended lines, a space before a
    /// colon, two lengths, a length with anything but digits, any transfer coding but one plain "chunked". Empty: fine.
    [[nodiscard]] std::string_view headFault() const;

    [[nodiscard]] llhttp_errno_t error() const { return m_error; }

    [[nodiscard]] std::string_view fault() const { return m_fault; }

    /// The bytes of an unfinished head up to the one that was refused.
    [[nodiscard]] std::string_view partialHead() const { return m_own; }

protected:
    /// A piece of the body, in the input given to readBody().
    virtual void bodyBytes(std::string_view bytes) = 0;

private:
    struct Span
    {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };

    struct HeaderSpan
    {
        Span name;
        Span value;
        bool hasValue = false;
        bool folded = false;
    };

    static int onTarget(llhttp_t *parser, const char *at, std::size_t length);
    static int onMethod(llhttp_t *parser, const char *at, std::size_t length);
    static int onName(llhttp_t *parser, const char *at, std::size_t length);
    static int onValue(llhttp_t *parser, const char *at, std::size_t length);
    static int onBody(llhttp_t *parser, const char *at, std::size_t length);
    static int onPausePoint(llhttp_t *parser);
    static const llhttp_settings_t &settings();

    static HttpParser &self(llhttp_t *parser) { return *static_cast<HttpParser *>(parser->data); }

    [[nodiscard]] std::string_view part(Span span) const
    {
        return {m_base + span.begin, span.end - span.begin};
    }

    [[nodiscard]] std::string_view between(std::uint32_t begin, std::uint32_t end) const
    {
        return {m_base + begin, end - begin};
    }

    static constexpr std::size_t kMaxHeaders = 256;

    std::size_t readUsualHead(std::string_view text);
    bool readUsualRequestLine(const char *&at, const char *end);
    bool readUsualStatusLine(const char *&at, const char *end);
    bool readUsualHeaders(const char *begin, const char *&at, const char *end);
    bool heedUsualHeader(HttpHeader header, std::string_view value);
    void forgetHead();
    void finishHead(std::string_view &input, std::size_t used, bool copyWhole);
    void indexHeaders();
    void extend(Span &span, const char *at, std::size_t length) const;
    [[nodiscard]] std::string_view layoutFault() const;
    [[nodiscard]] std::string_view framingFault() const;
    Result broken(llhttp_errno_t error);

    llhttp_t m_parser{}; ///< of a usual head, only what tells of it is set
    const Side m_side;
    std::vector<HeaderSpan> m_spans;
    std::string m_own; ///< the head, when it did not come in one piece or was to be copied
    const char *m_base = nullptr;  ///< where offset 0 of the finished head is
    const char *m_chunk = nullptr; ///< the input now being parsed
    std::size_t m_size =
        0; ///< bytes of the head before m_chunk; the whole head once it is complete
    std::uint64_t m_length = 0;
    std::uint64_t m_bodyLeft = 0;                      ///< behind a usual head
    std::array<std::int16_t, kKnownHeaders> m_first{}; ///< index of each known header; -1: none
    Span m_target;
    Span m_method;
    bool m_inHead = true;
    bool m_usual = false;
    bool m_parserReady = false; ///< initialised for this message
    bool m_tooMany = false;
    llhttp_errno_t m_error = HPE_OK;
    std::string_view m_fault;
};

} // namespace spillway
