// SPDX-License-Identifier: MIT
#include "config/keytext.h"
#include "config/patchscan.h"
#include "config/providerdata.h"
#include "config/upstreamurl.h"

#include <QHostAddress>
#include <QUtf8StringView>

#include <algorithm>
#include <optional>

namespace spillway {
namespace {

using config::ProviderBook;
using config::ProviderData;
using config::Span;
using config::UrlShape;

constexpr std::size_t kLongestUrl = 8192;
constexpr std::string_view kDots = "\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2";

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return out;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> out;
    for (std::size_t begin = 0;;) {
        const auto end = text.find(separator, begin);
        out.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
        if (end == std::string_view::npos)
            return out;
        begin = end + 1;
    }
}

/// An address cut into pieces that know their places.
class Pieces
{
public:
    struct Pair
    {
        Span name;
        Span value;
    };

    explicit Pieces(std::string_view url)
        : m_url(url)
    {
        const auto schemeEnd = url.find("://");
        scheme = {0, schemeEnd == std::string_view::npos ? 0 : schemeEnd};
        const std::size_t begin = schemeEnd == std::string_view::npos ? 0 : schemeEnd + 3;
        authorityEnd = std::min(url.find_first_of("/?#", begin), url.size());
        const auto at = url.substr(0, authorityEnd).rfind('@');
        const bool hasUser = at != std::string_view::npos && at >= begin;
        user = {begin, hasUser ? at : begin};
        host = {hasUser ? at + 1 : begin, authorityEnd};
        const auto colon = url.substr(0, authorityEnd).rfind(':');
        const auto bracket = url.substr(0, authorityEnd).rfind(']');
        const bool hasPort = colon != std::string_view::npos && colon >= host.begin
                             && (bracket == std::string_view::npos || bracket < colon);
        host.end = hasPort ? colon : authorityEnd;
        const std::size_t end = std::min(url.find('#', authorityEnd), url.size());
        fragment = {std::min(end + 1, url.size()), url.size()};
        pathEnd = std::min(url.substr(0, end).find('?', authorityEnd), end);
        cutPath();
        cutQuery(end);
    }

    [[nodiscard]] std::string_view text(Span span) const
    {
        return m_url.substr(span.begin, span.size());
    }

    [[nodiscard]] std::optional<Span> queryValue(std::string_view name) const
    {
        for (const Pair &pair : query) {
            if (lowered(text(pair.name)) == name)
                return pair.value;
        }
        return std::nullopt;
    }

    Span scheme;
    Span user;
    Span host; ///< without port
    std::size_t authorityEnd = 0;
    std::size_t pathEnd = 0;
    std::vector<Span> segments;
    std::vector<Pair> query;
    Span fragment;

private:
    void cutPath()
    {
        for (std::size_t at = authorityEnd; at < pathEnd;) {
            const std::size_t next = std::min(m_url.find('/', at + 1), pathEnd);
            if (next > at + 1)
                segments.push_back({at + 1, next});
            at = next;
        }
    }

    void cutQuery(std::size_t end)
    {
        for (std::size_t at = pathEnd; at < end;) {
            const std::size_t next = std::min(m_url.find('&', at + 1), end);
            const std::size_t equals = std::min(m_url.find('=', at + 1), next);
            query.push_back({{at + 1, equals}, {std::min(equals + 1, next), next}});
            at = next;
        }
    }

    std::string_view m_url;
};

struct Match
{
    const ProviderData *provider = nullptr;
    const UrlShape *shape = nullptr;
    std::string network;
    std::optional<Span> key;
    bool pathFits = false;
};

std::string networkOf(const ProviderData &provider, std::string_view label)
{
    const auto found = provider.labels.find(label);
    return found == provider.labels.end() ? std::string() : found->second;
}

bool hostFits(const ProviderData &provider,
              std::string_view pattern,
              const std::string &host,
              std::string &network)
{
    auto wanted = split(pattern, '.');
    auto labels = split(host, '.');
    if (wanted.front() == "*") {
        wanted.erase(wanted.begin());
        if (labels.size() <= wanted.size())
            return false;
        const auto own = labels.end() - static_cast<std::ptrdiff_t>(wanted.size());
        for (auto at = labels.begin(); at != own && network.empty(); ++at)
            network = networkOf(provider, *at);
        labels.erase(labels.begin(), own);
    }
    if (wanted.size() != labels.size())
        return false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i] == "{network}")
            network = networkOf(provider, labels[i]);
        else if (wanted[i] != "{slug}" && wanted[i] != labels[i])
            return false;
    }
    return true;
}

bool pathFits(std::string_view pattern, const Pieces &pieces, Match &match)
{
    if (pattern.empty())
        return true;
    const auto wanted = split(pattern.substr(1), '/');
    if (pieces.segments.size() < wanted.size())
        return false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::string_view found = pieces.text(pieces.segments[i]);
        if (wanted[i] == "{key}")
            match.key = pieces.segments[i];
        else if (wanted[i] == "{network}")
            match.network = networkOf(*match.provider, found);
        else if (wanted[i] != found)
            return false;
    }
    return true;
}

/// How well a shape fits: the path decides between shapes of one host.
std::optional<Match> matchShape(const ProviderData &provider,
                                const UrlShape &shape,
                                const Pieces &pieces,
                                bool webSocket)
{
    Match match{&provider, &shape, {}, {}, false};
    if (!hostFits(provider, shape.host, lowered(pieces.text(pieces.host)), match.network))
        return std::nullopt;
    Match withPath = match;
    const bool otherPath = webSocket && shape.ws != "same" && !shape.ws.empty();
    if (pathFits(otherPath ? shape.ws : shape.path, pieces, withPath)) {
        match = withPath;
        match.pathFits = true;
    }
    if (!shape.keyQuery.empty())
        match.key = pieces.queryValue(shape.keyQuery);
    if (!shape.networkQuery.empty() && match.pathFits) {
        if (const auto network = pieces.queryValue(shape.networkQuery))
            match.network = networkOf(provider, pieces.text(*network));
    }
    if (match.network.empty())
        match.network = shape.network;
    return match;
}

std::optional<Match> findMatch(const Pieces &pieces, bool webSocket)
{
    std::optional<Match> best;
    for (const ProviderData &provider : config::providerBook().providers) {
        for (const UrlShape &shape : provider.shapes) {
            auto match = matchShape(provider, shape, pieces, webSocket);
            if (match && (!best || (match->pathFits && !best->pathFits)))
                best = std::move(match);
        }
    }
    return best;
}

/// The first piece of an unknown address that looks like a key.
std::optional<Span> findKey(const Pieces &pieces)
{
    const auto isKey = [&](Span span) {
        const std::string_view text = pieces.text(span);
        return config::looksRandom(text) || config::isVariable(text);
    };
    for (const auto &pair : pieces.query) {
        const bool named = config::isKeyName(pieces.text(pair.name)) && pair.value.size() > 0;
        if (named || isKey(pair.value))
            return pair.value;
    }
    for (const Span segment : pieces.segments) {
        if (isKey(segment))
            return segment;
    }
    return pieces.user.size() > 0 ? std::optional(pieces.user) : std::nullopt;
}

bool isLocalHost(std::string_view text)
{
    std::string host = lowered(text);
    if (host.starts_with('[') && host.ends_with(']'))
        host = host.substr(1, host.size() - 2);
    if (host == "localhost" || host.ends_with(".localhost") || host.ends_with(".local"))
        return true;
    const QHostAddress address(QString::fromStdString(host));
    if (address.isNull())
        return false;
    const auto isIn = [&](const char *network, int bits) {
        return address.isInSubnet(QHostAddress(QLatin1String(network)), bits);
    };
    return address.isLoopback() || address.isLinkLocal() || address.isUniqueLocalUnicast()
           || isIn("10.0.0.0", 8) || isIn("172.16.0.0", 12) || isIn("192.168.0.0", 16);
}

bool looksLikeHost(std::string_view text)
{
    const Pieces pieces(text);
    const std::string host = lowered(pieces.text(pieces.host));
    if (host.starts_with('['))
        return host.ends_with(']');
    const bool characters = !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    });
    const bool hasPort = pieces.host.end != pieces.authorityEnd;
    const bool hasLabels =
        host.find('.') != std::string::npos && host.front() != '.' && !host.ends_with('.');
    return characters && (host == "localhost" || hasLabels || (hasPort && pieces.user.size() == 0));
}

bool isToken(std::string_view text)
{
    constexpr std::size_t kShortestToken = 60;
    const bool jsonToken = text.starts_with("eyJ") && text.size() >= kShortestToken;
    return jsonToken
           || (text.find_first_of("./:?") == std::string_view::npos && config::looksRandom(text));
}

/// What people copy along: blanks, quotes, a comma, words around.
std::string_view addressIn(std::string_view text)
{
    constexpr std::string_view kAround = " \t\r\n\"'`<>,;()";
    const auto trim = [&](std::string_view part) {
        const auto begin = part.find_first_not_of(kAround);
        if (begin == std::string_view::npos)
            return std::string_view();
        return part.substr(begin, part.find_last_not_of(kAround) - begin + 1);
    };
    text = trim(text);
    const auto scheme = text.find("://");
    if (text.find_first_of(" \t\r\n") == std::string_view::npos || scheme == std::string_view::npos)
        return text;
    const auto begin = text.find_last_of(" \t\r\n\"'`<(=", scheme);
    text = text.substr(begin == std::string_view::npos ? 0 : begin + 1);
    return trim(text.substr(0, text.find_first_of(" \t\r\n\"'`>")));
}

std::string withScheme(std::string_view text, bool &webSocket)
{
    const auto end = text.find("://");
    if (end == std::string_view::npos) {
        const Pieces pieces(text);
        return (isLocalHost(pieces.text(pieces.host)) ? "http://" : "https://") + std::string(text);
    }
    const std::string scheme = lowered(text.substr(0, end));
    webSocket = scheme == "ws" || scheme == "wss";
    const std::string own = scheme == "ws" ? "http" : scheme == "wss" ? "https" : scheme;
    return own + std::string(text.substr(end));
}

/// The address with another path of the same shape; empty when the shape has a part that the address lacks.
std::string withPath(const std::string &url, const Match &match, std::string_view pattern)
{
    const Pieces pieces(url);
    std::string path;
    for (const std::string_view part : split(pattern.substr(1), '/')) {
        path += '/';
        if (part == "{key}") {
            if (!match.key)
                return {};
            path += pieces.text(*match.key);
        } else if (part == "{network}") {
            const auto &labels = match.provider->labels;
            const auto segment =
                std::find_if(pieces.segments.begin(), pieces.segments.end(), [&](Span span) {
                    return labels.count(pieces.text(span)) > 0;
                });
            if (segment == pieces.segments.end())
                return {};
            path += pieces.text(*segment);
        } else {
            path += part;
        }
    }
    return url.substr(0, pieces.authorityEnd) + path + url.substr(pieces.pathEnd);
}

std::string webSocketOf(const std::string &url, const Match &match)
{
    if (!match.pathFits || match.shape->ws.empty())
        return {};
    const std::string other =
        match.shape->ws == "same" ? url : withPath(url, match, match.shape->ws);
    if (other.empty())
        return {};
    return other.starts_with("https") ? "wss" + other.substr(5) : "ws" + other.substr(4);
}

void describe(DetectedUrl &out, const Match &match)
{
    const ProviderBook &book = config::providerBook();
    out.providerId = match.provider->id;
    if (const auto network = book.networks.find(match.network); network != book.networks.end()) {
        out.chain = network->second.chain;
        out.chainId = network->second.chainId;
        out.network = network->second.name;
        out.testnet = out.network != "mainnet";
    }
    if (const ProviderInfo *info = provider(out.providerId))
        out.pricing = pricingFor(*info, out.chain);
}

void fail(DetectedUrl &out, config::Finding finding)
{
    out.problem = std::move(finding.message);
    out.problemKind = finding.problem;
    out.problemDetails = std::move(finding.details);
}

void keepKey(DetectedUrl &out, const std::optional<Span> &key)
{
    if (!key || key->size() == 0)
        return;
    const std::string text = out.url.substr(key->begin, key->size());
    if (config::isPlaceholder(text)) {
        fail(out,
             {ConfigProblem::UrlPlaceholder,
              "the address still has a placeholder where your key belongs"});
        return;
    }
    out.key = text;
    out.keyStart = key->begin;
}

void detectParts(DetectedUrl &out, bool webSocket)
{
    const Pieces pieces(out.url);
    out.isLocal = isLocalHost(pieces.text(pieces.host));
    auto match = findMatch(pieces, webSocket);
    if (!match) {
        if (webSocket)
            out.wsUrl = (out.url.starts_with("https") ? "wss" + out.url.substr(5)
                                                      : "ws" + out.url.substr(4));
        return keepKey(out, findKey(pieces));
    }
    describe(out, *match);
    if (webSocket) {
        out.wsUrl =
            out.url.starts_with("https") ? "wss" + out.url.substr(5) : "ws" + out.url.substr(4);
        const bool differs =
            match->pathFits && match->shape->ws != "same" && !match->shape->ws.empty();
        if (const std::string http =
                differs ? withPath(out.url, *match, match->shape->path) : std::string();
            !http.empty()) {
            out.url = http;
            const Pieces own(out.url);
            match = findMatch(own, false);
            return keepKey(out, match && match->key ? match->key : findKey(own));
        }
    } else {
        out.wsUrl = webSocketOf(out.url, *match);
    }
    keepKey(out, match->key ? match->key : findKey(pieces));
}

bool isSecret(std::string_view text)
{
    constexpr std::size_t kShort = 12;
    constexpr std::size_t kLong = 24;
    if (text.empty() || config::isVariable(text))
        return false;
    const bool digits =
        std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return text.size() >= kLong || (text.size() >= kShort && digits) || config::looksRandom(text);
}

} // namespace

DetectedUrl detectUrl(std::string_view text)
{
    DetectedUrl out;
    const std::string_view address = addressIn(text);
    if (address.size() > kLongestUrl) {
        fail(out, {ConfigProblem::UrlTooLong, "this is too long for an address"});
        return out;
    }
    if (config::isVariable(address)) {
        out.isUrl = true;
        out.url = address;
        return out;
    }
    if (isToken(address)) {
        out.looksLikeKey = true;
        out.key = address;
        fail(out,
             {ConfigProblem::UrlOnlyKey,
              "this is a key without an address: choose the provider, or paste the whole "
              "address"});
        return out;
    }
    if (address.find("://") == std::string_view::npos && !looksLikeHost(address)) {
        fail(out,
             address.empty()
                 ? config::Finding(ConfigProblem::UrlMissing, "an address is missing")
                 : config::Finding(ConfigProblem::UrlNone,
                                   "this is no address; addresses begin with https:// or http://"));
        return out;
    }
    bool webSocket = false;
    std::string url = withScheme(address, webSocket);
    const Pieces pieces(url);
    const bool hasVariable =
        pieces.text({0, pieces.authorityEnd}).find('$') != std::string_view::npos;
    if (!hasVariable)
        fail(out, config::urlProblem(url, {"http", "https"}));
    if (!out.problem.empty())
        return out;
    out.isUrl = true;
    out.url = std::move(url);
    detectParts(out, webSocket);
    return out;
}

std::string maskedUrl(std::string_view url)
{
    const Pieces pieces(url);
    std::vector<Span> secrets;
    const bool isUrl = pieces.scheme.size() > 0;
    if (!isUrl && (isToken(url) || (isSecret(url) && !looksLikeHost(url))))
        return std::string(kDots);
    const auto match = findMatch(pieces, false);
    if (match && match->key && !config::isVariable(pieces.text(*match->key)))
        secrets.push_back(*match->key);
    if (pieces.user.size() > 0 && !config::isVariable(pieces.text(pieces.user)))
        secrets.push_back(pieces.user);
    for (const Span segment : pieces.segments) {
        if (isSecret(pieces.text(segment)))
            secrets.push_back(segment);
    }
    for (const auto &[name, value] : pieces.query) {
        const bool named =
            config::isKeyName(pieces.text(name)) && !config::isVariable(pieces.text(value));
        if (value.size() > 0 && (named || isSecret(pieces.text(value))))
            secrets.push_back(value);
        if (isSecret(pieces.text(name)))
            secrets.push_back(name);
    }
    if (isSecret(pieces.text(pieces.fragment)))
        secrets.push_back(pieces.fragment);
    std::sort(secrets.begin(), secrets.end(), [](Span a, Span b) { return a.begin < b.begin; });
    std::string out;
    std::size_t at = 0;
    for (const Span secret : secrets) {
        if (secret.begin < at)
            continue;
        out.append(url.substr(at, secret.begin - at)).append(kDots);
        at = secret.end;
    }
    return out.append(url.substr(at));
}

} // namespace spillway
