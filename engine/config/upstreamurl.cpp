// SPDX-License-Identifier: MIT
#include "config/upstreamurl.h"

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <algorithm>

namespace spillway::config {
namespace {

/// Offsets into the text; [hostBegin, hostEnd) covers host and port.
struct Layout
{
    std::size_t userBegin = 0;
    std::size_t hostBegin = 0;
    std::size_t hostEnd = 0;
    std::size_t fragment = std::string::npos;
};

Layout layoutOf(std::string_view url, std::size_t schemeEnd)
{
    Layout layout;
    layout.userBegin = schemeEnd + 3;
    layout.hostEnd = std::min(url.find_first_of("/?#", layout.userBegin), url.size());
    const auto at = url.substr(0, layout.hostEnd).rfind('@');
    layout.hostBegin =
        at == std::string_view::npos || at < layout.userBegin ? layout.userBegin : at + 1;
    layout.fragment = url.find('#', layout.hostEnd);
    return layout;
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return out;
}

std::string namesOf(std::initializer_list<std::string_view> schemes,
                    std::string_view between = " or ")
{
    std::string out;
    for (const std::string_view scheme : schemes)
        out.append(out.empty() ? "" : between).append(scheme).append("://");
    return out;
}

Finding portProblem(std::string_view port)
{
    const bool digits =
        !port.empty() && port.size() <= 5
        && std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
    const int number = digits ? std::stoi(std::string(port)) : 0;
    if (number >= 1 && number <= 65535)
        return {};
    return {ConfigProblem::UrlPort, "the port must be a number from 1 to 65535"};
}

Finding hostProblem(std::string_view host)
{
    if (host.empty())
        return {ConfigProblem::UrlHostMissing, "the host is missing"};
    if (std::any_of(host.begin(), host.end(), [](char c) {
            return static_cast<unsigned char>(c) >= 0x80;
        })) {
        const std::string ascii =
            QString::fromLatin1(
                QUrl::toAce(QString::fromUtf8(host.data(), static_cast<qsizetype>(host.size()))))
                .toStdString();
        return {ConfigProblem::UrlHostNotAscii,
                "the host has characters outside ASCII: write it as " + ascii,
                {ascii}};
    }
    QUrl url;
    url.setHost(QString::fromUtf8(host.data(), static_cast<qsizetype>(host.size())),
                QUrl::StrictMode);
    return url.host().isEmpty() ? Finding(ConfigProblem::UrlHostInvalid, "the host is not valid")
                                : Finding();
}

Finding authorityProblem(std::string_view authority)
{
    std::string_view host = authority;
    std::string_view rest;
    if (authority.starts_with('[')) {
        const auto close = authority.find(']');
        if (close == std::string_view::npos)
            return {ConfigProblem::UrlIpv6Unclosed, "the IPv6 address has no closing ]"};
        host = authority.substr(0, close + 1);
        rest = authority.substr(close + 1);
        if (!rest.empty() && rest.front() != ':')
            return {ConfigProblem::UrlIpv6Tail, "only a port may follow the IPv6 address"};
    } else if (const auto colon = authority.find(':'); colon != std::string_view::npos) {
        host = authority.substr(0, colon);
        rest = authority.substr(colon);
        if (rest.find(':', 1) != std::string_view::npos)
            return {ConfigProblem::UrlIpv6Brackets,
                    "an IPv6 address is written in brackets, [::1]"};
    }
    if (Finding problem = hostProblem(host); !problem.empty())
        return problem;
    return rest.empty() ? Finding() : portProblem(rest.substr(1));
}

std::string decoded(std::string_view text)
{
    return QByteArray::fromPercentEncoding(
               QByteArray(text.data(), static_cast<qsizetype>(text.size())))
        .toStdString();
}

} // namespace

Finding urlProblem(std::string_view url, std::initializer_list<std::string_view> schemes)
{
    if (url.empty())
        return {ConfigProblem::UrlMissing,
                "an address is missing; allowed: " + namesOf(schemes) + "host"};
    for (const char c : url) {
        if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7f)
            return {ConfigProblem::UrlBlank,
                    "the address holds a space or control character: percent-encode it, or remove "
                    "it"};
    }
    const auto schemeEnd = url.find("://");
    const std::string scheme =
        lowered(url.substr(0, schemeEnd == std::string_view::npos ? 0 : schemeEnd));
    if (std::find(schemes.begin(), schemes.end(), scheme) == schemes.end())
        return {ConfigProblem::UrlScheme,
                "the address must begin with " + namesOf(schemes),
                {namesOf(schemes, ", ")}};
    const Layout layout = layoutOf(url, schemeEnd);
    if (Finding problem =
            authorityProblem(url.substr(layout.hostBegin, layout.hostEnd - layout.hostBegin));
        !problem.empty())
        return problem;
    const std::string_view tail = url.substr(layout.hostEnd);
    if (std::any_of(
            tail.begin(), tail.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
        return {ConfigProblem::UrlPathNotAscii,
                "path and query must be ASCII: percent-encode other characters"};
    return {};
}

std::optional<UpstreamUrl>
readUrl(Reading &reading, const Text &text, std::initializer_list<std::string_view> schemes)
{
    const std::string_view url = text.value;
    const auto piece = [&](const Expansion::Piece &p) {
        return url.substr(p.begin, p.end - p.begin);
    };
    if (Finding problem = urlProblem(url, schemes); !problem.empty()) {
        for (const auto &p : text.pieces)
            reading.secret(piece(p));
        reading.error(text, std::move(problem));
        return std::nullopt;
    }
    const Layout layout = layoutOf(url, url.find("://"));
    const bool hasUser = layout.hostBegin > layout.userBegin;
    for (const auto &p : text.pieces) {
        // Scheme, host and port are shown on purpose (redact::url); hiding them would only garble logs.
        const bool shown = p.end <= layout.hostEnd && (!hasUser || p.begin >= layout.hostBegin);
        if (!shown)
            reading.secret(piece(p));
    }
    reading.secretUrl(url);
    UpstreamUrl out;
    out.hadFragment = layout.fragment != std::string::npos;
    if (hasUser)
        out.userInfo =
            decoded(url.substr(layout.userBegin, layout.hostBegin - 1 - layout.userBegin));
    out.url = url.substr(0, layout.userBegin);
    out.url += url.substr(layout.hostBegin,
                          out.hadFragment ? layout.fragment - layout.hostBegin : std::string::npos);
    if (out.hadFragment)
        reading.warning(
            text, {ConfigProblem::UrlFragment, "the part after # is never sent and was dropped"});
    return out;
}

} // namespace spillway::config
