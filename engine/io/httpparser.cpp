// SPDX-License-Identifier: MIT
#include "io/httpparser.h"

#include "io/httptext.h"

#include <algorithm>

namespace spillway {

namespace {

bool isBlank(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\t'; });
}

/// The line end that must stand between two lines of a head, with the blanks llhttp leaves out of the value before.
bool isLineEnd(std::string_view gap)
{
    const std::size_t size = gap.size();
    return size >= 2 && gap[size - 2] == '\r' && gap[size - 1] == '\n'
           && (size == 2 || isBlank(gap.substr(0, size - 2)));
}

bool isColon(std::string_view gap)
{
    if (gap.empty() || gap[0] != ':')
        return false;
    return (gap.size() == 2 && gap[1] == ' ') || isBlank(gap.substr(1));
}

} // namespace

HttpParser::HttpParser(Side side)
    : m_side(side)
{
    reset();
}

const llhttp_settings_t &HttpParser::settings()
{
    static const llhttp_settings_t settings = [] {
        llhttp_settings_t s;
        llhttp_settings_init(&s);
        s.on_url = onTarget;
        s.on_method = onMethod;
        s.on_header_field = onName;
        s.on_header_value = onValue;
        s.on_body = onBody;
        s.on_headers_complete = onPausePoint;
        s.on_message_complete = onPausePoint;
        return s;
    }();
    return settings;
}

void HttpParser::reset()
{
    forgetHead();
    m_own.clear();
    m_base = nullptr;
    m_size = 0;
    m_inHead = true;
    m_usual = false;
    m_parserReady = false;
    m_tooMany = false;
    m_error = HPE_OK;
    m_fault = {};
}

void HttpParser::forgetHead()
{
    m_spans.clear();
    m_first.fill(-1);
    m_length = 0;
    m_target = {};
    m_method = {};
}

void HttpParser::indexHeaders()
{
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        const HttpHeader header = http::headerOf(part(m_spans[i].name));
        if (header == HttpHeader::Other)
            continue;
        std::int16_t &first = m_first[static_cast<std::size_t>(header)];
        if (first < 0)
            first = static_cast<std::int16_t>(i);
    }
}

void HttpParser::extend(Span &span, const char *at, std::size_t length) const
{
    const std::size_t begin = m_size + static_cast<std::size_t>(at - m_chunk);
    if (span.end == 0)
        span.begin = static_cast<std::uint32_t>(begin);
    span.end = static_cast<std::uint32_t>(begin + length);
}

int HttpParser::onTarget(llhttp_t *parser, const char *at, std::size_t length)
{
    self(parser).extend(self(parser).m_target, at, length);
    return 0;
}

int HttpParser::onMethod(llhttp_t *parser, const char *at, std::size_t length)
{
    self(parser).extend(self(parser).m_method, at, length);
    return 0;
}

int HttpParser::onName(llhttp_t *parser, const char *at, std::size_t length)
{
    HttpParser &p = self(parser);
    if (!p.m_inHead)
        return 0; // trailers decide nothing and are dropped
    const std::size_t begin = p.m_size + static_cast<std::size_t>(at - p.m_chunk);
    if (p.m_spans.empty() || p.m_spans.back().hasValue || p.m_spans.back().name.end != begin) {
        if (p.m_spans.size() == kMaxHeaders) {
            p.m_tooMany = true;
            return HPE_USER;
        }
        p.m_spans.emplace_back();
    }
    p.extend(p.m_spans.back().name, at, length);
    return 0;
}

int HttpParser::onValue(llhttp_t *parser, const char *at, std::size_t length)
{
    HttpParser &p = self(parser);
    if (!p.m_inHead || length == 0)
        return 0; // an empty value is reported behind its line end
    HeaderSpan &header = p.m_spans.back();
    const std::size_t begin = p.m_size + static_cast<std::size_t>(at - p.m_chunk);
    if (header.hasValue && header.value.end != begin)
        header.folded = true;
    header.hasValue = true;
    p.extend(header.value, at, length);
    return 0;
}

int HttpParser::onBody(llhttp_t *parser, const char *at, std::size_t length)
{
    self(parser).bodyBytes({at, length});
    return 0;
}

int HttpParser::onPausePoint(llhttp_t *)
{
    return HPE_PAUSED;
}

HttpParser::Result HttpParser::broken(llhttp_errno_t error)
{
    m_error = error;
    const char *const reason = llhttp_get_error_reason(&m_parser);
    m_fault = reason ? std::string_view(reason) : std::string_view("malformed message");
    return Result::Broken;
}

HttpParser::Result
HttpParser::readHead(std::string_view &input, std::size_t maxBytes, bool copyWhole)
{
    if (m_size == 0) {
        if (const std::size_t used = readUsualHead(input.substr(0, maxBytes)); used > 0) {
            m_usual = true;
            m_bodyLeft = m_length;
            finishHead(input, used, copyWhole);
            return Result::Head;
        }
        forgetHead();
    }
    if (!m_parserReady) {
        llhttp_init(&m_parser, m_side == Side::Server ? HTTP_REQUEST : HTTP_RESPONSE, &settings());
        m_parser.data = this;
        m_parserReady = true;
    }
    const std::string_view offered = input.substr(0, maxBytes - std::min(maxBytes, m_size) + 1);
    m_chunk = offered.data();
    const llhttp_errno_t error = llhttp_execute(&m_parser, offered.data(), offered.size());
    const std::size_t used =
        error == HPE_OK
            ? offered.size()
            : static_cast<std::size_t>(llhttp_get_error_pos(&m_parser) - offered.data());

    if (error == HPE_PAUSED && m_size + used <= maxBytes) {
        m_length = m_parser.content_length;
        finishHead(input, used, copyWhole);
        indexHeaders();
        return Result::Head;
    }
    if (m_tooMany || error == HPE_PAUSED || m_size + used > maxBytes)
        return Result::TooLong;
    m_own.append(offered.data(), error == HPE_OK ? used : std::min(used + 1, offered.size()));
    m_size = m_own.size();
    input.remove_prefix(used);
    return error == HPE_OK ? Result::NeedMore : broken(error);
}

/// Takes the last `used` bytes of the head from the input.
void HttpParser::finishHead(std::string_view &input, std::size_t used, bool copyWhole)
{
    if (copyWhole || m_size > 0) {
        m_own.append(input.data(), used);
        m_base = m_own.data();
    } else {
        m_base = input.data();
    }
    m_size += used;
    m_inHead = false;
    input.remove_prefix(used);
}

HttpParser::Result HttpParser::readBody(std::string_view &input)
{
    if (m_usual) {
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>(m_bodyLeft, input.size()));
        if (size > 0)
            bodyBytes(input.substr(0, size));
        m_bodyLeft -= size;
        input.remove_prefix(size);
        return m_bodyLeft == 0 ? Result::End : Result::NeedMore;
    }
    llhttp_resume(&m_parser);
    m_chunk = input.data();
    const llhttp_errno_t error = llhttp_execute(&m_parser, input.data(), input.size());
    if (error == HPE_OK) {
        input = {};
        return Result::NeedMore;
    }
    input.remove_prefix(static_cast<std::size_t>(llhttp_get_error_pos(&m_parser) - input.data()));
    return error == HPE_PAUSED ? Result::End : broken(error);
}

HttpParser::Result HttpParser::readClose()
{
    if (m_inHead || !lastsToClose())
        return Result::NeedMore;
    std::string_view nothing = "";
    readBody(nothing); // takes the parser past the head when no byte of the body has come
    const llhttp_errno_t error = llhttp_finish(&m_parser);
    return error == HPE_PAUSED || error == HPE_OK ? Result::End : broken(error);
}

void HttpParser::keepHead()
{
    if (m_inHead || m_base == m_own.data())
        return;
    m_own.assign(m_base, m_size);
    m_base = m_own.data();
}

std::string_view HttpParser::headerName(std::size_t index) const
{
    return part(m_spans[index].name);
}

std::string_view HttpParser::headerValue(std::size_t index) const
{
    return http::trimmed(part(m_spans[index].value));
}

bool HttpParser::wantsKeepAlive() const
{
    if (m_parser.flags & F_CONNECTION_CLOSE)
        return false;
    return m_parser.http_minor > 0 || (m_parser.flags & F_CONNECTION_KEEP_ALIVE) != 0;
}

bool HttpParser::announcesUpgrade() const
{
    return (m_parser.flags & F_UPGRADE) && (m_parser.flags & F_CONNECTION_UPGRADE);
}

std::string_view HttpParser::headFault() const
{
    if (m_usual)
        return {};
    const std::string_view layout = layoutFault();
    return layout.empty() ? framingFault() : layout;
}

std::string_view HttpParser::layoutFault() const
{
    std::uint32_t previousEnd = 0;
    for (const HeaderSpan &header : m_spans) {
        if (header.folded)
            return "folded header line";
        if (previousEnd != 0 && !isLineEnd(between(previousEnd, header.name.begin)))
            return "header line not ended by CR LF";
        const std::string_view name = part(header.name);
        if (name.empty() || !http::isTokenChar(name.back()))
            return "space before a colon";
        if (!isColon(between(header.name.end,
                             header.hasValue ? header.value.begin : header.name.end + 1)))
            return "malformed header line";
        previousEnd = header.hasValue ? header.value.end : header.name.end + 1;
    }
    if (previousEnd != 0) {
        const std::string_view end = between(previousEnd, static_cast<std::uint32_t>(m_size));
        if (!end.ends_with("\r\n\r\n") || !isLineEnd(end.substr(0, end.size() - 2)))
            return "head not ended by CR LF";
    }
    return {};
}

std::string_view HttpParser::framingFault() const
{
    constexpr std::string_view kLength = "Content-Length";
    constexpr std::string_view kTransferEncoding = "Transfer-Encoding";
    bool length = false;
    bool coding = false;
    for (const HeaderSpan &header : m_spans) {
        const std::string_view name = part(header.name);
        if (name.size() == kLength.size() && http::equalsNoCase(name, kLength)) {
            if (length)
                return "two Content-Length headers";
            length = true;
            if (!http::parseDecimal(http::trimmed(part(header.value))))
                return "Content-Length is not a number";
        } else if (name.size() == kTransferEncoding.size()
                   && http::equalsNoCase(name, kTransferEncoding)) {
            if (coding)
                return "two Transfer-Encoding headers";
            coding = true;
            if (!http::equalsNoCase(http::trimmed(part(header.value)), "chunked"))
                return "Transfer-Encoding other than chunked";
            const std::string_view rest =
                between(header.name.end, static_cast<std::uint32_t>(m_size));
            // Legal, but some peers read it as another word: the classic way to make two parsers disagree.
            if (m_side == Side::Server
                && rest.substr(0, rest.find('\r')).find('\t') != std::string_view::npos)
                return "tab beside a transfer coding";
        }
    }
    if (coding && !isChunked())
        return "Transfer-Encoding in an unusual spelling";
    if (length && coding)
        return "both Content-Length and Transfer-Encoding";
    return {};
}

} // namespace spillway
