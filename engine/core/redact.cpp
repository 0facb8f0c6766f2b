// SPDX-License-Identifier: MIT
#include "core/redact.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

namespace spillway::redact {
namespace {

constexpr std::size_t kShortestSecret = 4;
constexpr std::size_t kShortestKeySegment = 12;
constexpr std::string_view kMask = "***";

using SecretList = std::vector<std::string>;

/// Registration is cheap and comes in crowds, at each load of a config; the list for apply() is made when it is next needed.
struct Registry
{
    std::mutex mutex;
    std::unordered_set<std::string> known;
    std::shared_ptr<const SecretList> list; ///< null: `known` has grown since
};

Registry &registry()
{
    static Registry instance;
    return instance;
}

std::shared_ptr<const SecretList> secrets()
{
    Registry &all = registry();
    const std::scoped_lock lock(all.mutex);
    if (!all.list) {
        SecretList list(all.known.begin(), all.known.end());
        // Longest first, so that a secret which contains another one disappears whole.
        std::sort(list.begin(), list.end(), [](const std::string &a, const std::string &b) {
            return a.size() != b.size() ? a.size() > b.size() : a < b;
        });
        all.list = std::make_shared<const SecretList>(std::move(list));
    }
    return all.list;
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

std::string percentDecoded(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0
            && hexDigit(text[i + 2]) >= 0) {
            out += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

void insert(Registry &all, std::string_view value)
{
    if (value.size() >= kShortestSecret && all.known.emplace(value).second)
        all.list = nullptr;
}

struct UrlParts
{
    std::string_view scheme;
    std::string_view userInfo;
    std::string_view hostPort;
    std::string_view path;
    std::string_view query;
};

UrlParts split(std::string_view url)
{
    UrlParts parts;
    if (const auto at = url.find("://"); at != std::string_view::npos) {
        parts.scheme = url.substr(0, at);
        url.remove_prefix(at + 3);
    }
    const auto end = url.find_first_of("/?#");
    std::string_view authority = url.substr(0, end);
    if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
        parts.userInfo = authority.substr(0, at);
        authority.remove_prefix(at + 1);
    }
    parts.hostPort = authority;
    if (end == std::string_view::npos)
        return parts;
    std::string_view rest = url.substr(end);
    if (const auto at = rest.find('?'); at != std::string_view::npos) {
        parts.query = rest.substr(at + 1);
        rest = rest.substr(0, at);
    }
    parts.path = rest;
    return parts;
}

bool looksLikeKey(std::string_view segment)
{
    if (segment.size() < kShortestKeySegment)
        return false;
    const bool digits =
        std::any_of(segment.begin(), segment.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits || segment.size() >= 24;
}

template <typename Function>
void forEachPiece(std::string_view text, char separator, Function function)
{
    while (!text.empty()) {
        const auto at = text.find(separator);
        function(text.substr(0, at));
        if (at == std::string_view::npos)
            return;
        text.remove_prefix(at + 1);
    }
}

} // namespace

void registerSecret(std::string_view value)
{
    Registry &all = registry();
    const std::scoped_lock lock(all.mutex);
    insert(all, value);
    if (value.find('%') != std::string_view::npos)
        insert(all, percentDecoded(value));
}

void registerUrl(std::string_view url)
{
    const UrlParts parts = split(url);
    if (!parts.userInfo.empty()) {
        registerSecret(parts.userInfo);
        forEachPiece(parts.userInfo, ':', registerSecret);
    }
    forEachPiece(parts.query, '&', [](std::string_view pair) {
        const auto at = pair.find('=');
        const std::string_view value = at == std::string_view::npos ? pair : pair.substr(at + 1);
        if (value.size() >= 8)
            registerSecret(value);
    });
    forEachPiece(parts.path, '/', [](std::string_view segment) {
        if (looksLikeKey(segment))
            registerSecret(segment);
    });
}

std::string apply(std::string_view text)
{
    std::string out(text);
    const auto list = secrets();
    for (const std::string &secret : *list) {
        for (std::size_t at = out.find(secret); at != std::string::npos;
             at = out.find(secret, at)) {
            out.replace(at, secret.size(), kMask);
            at += kMask.size();
        }
    }
    return out;
}

namespace {

struct Beginning
{
    std::string text;
    bool isCut = false;
};

Beginning beginning(std::string_view text, std::size_t limit)
{
    // What lies beyond the limit may still decide whether the bytes before it are a secret.
    constexpr std::size_t kLongestSecret = 4096;
    const std::string_view near = text.substr(0, limit + kLongestSecret);
    std::string out = apply(near);
    if (near.size() < text.size())
        out.resize(out.size() - std::min(out.size(), kLongestSecret));
    const bool isCut = near.size() < text.size() || out.size() > limit;
    std::size_t end = std::min(out.size(), limit);
    while (end > 0 && end < out.size() && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U)
        --end;
    out.resize(end);
    return {std::move(out), isCut};
}

} // namespace

std::string cut(std::string_view text, std::size_t limit)
{
    return beginning(text, limit).text;
}

std::string excerpt(std::string_view text, std::size_t limit)
{
    Beginning out = beginning(text, limit);
    for (char &c : out.text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            c = ' ';
    }
    if (out.isCut)
        out.text += "…";
    return std::move(out.text);
}

std::string url(std::string_view text)
{
    const UrlParts parts = split(text);
    std::string out;
    if (!parts.scheme.empty())
        out.append(parts.scheme).append("://");
    out.append(parts.hostPort);
    if (parts.path.size() > 1 || !parts.query.empty())
        out.append("/").append(kMask);
    return out;
}

void reset()
{
    Registry &all = registry();
    const std::scoped_lock lock(all.mutex);
    all.known.clear();
    all.list = nullptr;
}

} // namespace spillway::redact
