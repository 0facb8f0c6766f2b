// SPDX-License-Identifier: MIT
#include "cache/key.h"

#include "rpc/jsonscan.h"

#include <algorithm>
#include <array>
#include <memory>
#include <openssl/evp.h>

namespace spillway::cache {
namespace {

constexpr std::size_t kMaxReadable = 512;
constexpr std::size_t kMaxMembers = 64;
constexpr int kMaxDepth = 16;

constexpr bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Members whose values are numbers written in hexadecimal. Everything else may be bytes, whose zeros count.
bool isQuantityName(std::string_view name)
{
    static constexpr std::array<std::string_view, 12> kNames{"blockNumber",
                                                             "chainId",
                                                             "fromBlock",
                                                             "gas",
                                                             "gasPrice",
                                                             "maxFeePerBlobGas",
                                                             "maxFeePerGas",
                                                             "maxPriorityFeePerGas",
                                                             "nonce",
                                                             "toBlock",
                                                             "type",
                                                             "value"};
    return std::binary_search(kNames.begin(), kNames.end(), name);
}

class Canonical
{
public:
    Canonical(bool hex, std::string &out)
        : m_hex(hex)
        , m_out(out)
    {}

    bool value(std::string_view token, int depth, bool quantity)
    {
        if (depth > kMaxDepth || token.empty())
            return false;
        switch (token.front()) {
        case '[':
            return list(token, depth);
        case '{':
            return object(token, depth);
        case '"':
            return text(token, quantity);
        default:
            m_out += token;
            return true;
        }
    }

private:
    bool list(std::string_view token, int depth)
    {
        m_out += '[';
        bool first = true;
        rpc::Scanner scanner(token);
        const bool whole = scanner.elements([&] {
            const char *const begin = scanner.position();
            if (!scanner.skipValue())
                return false;
            if (!first)
                m_out += ',';
            first = false;
            // A short hexadecimal text among the parameters themselves is a number: addresses and hashes are longer.
            const std::string_view element(begin,
                                           static_cast<std::size_t>(scanner.position() - begin));
            return value(element, depth + 1, depth == 0 && element.size() <= 20);
        });
        m_out += ']';
        return whole;
    }

    bool object(std::string_view token, int depth)
    {
        struct Member
        {
            std::string_view name;
            std::string_view value;
        };

        std::array<Member, kMaxMembers> members;
        std::size_t count = 0;
        rpc::Scanner scanner(token);
        const bool whole =
            scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
                if (key.escaped || count == kMaxMembers)
                    return false;
                members.at(count++) = {key.raw, value};
                return true;
            });
        if (!whole)
            return false;
        auto *const end = members.begin() + count;
        std::sort(
            members.begin(), end, [](const Member &a, const Member &b) { return a.name < b.name; });
        m_out += '{';
        for (auto *member = members.begin(); member != end; ++member) {
            if (member != members.begin()) {
                if (member->name == (member - 1)->name)
                    return false;
                m_out += ',';
            }
            m_out += '"';
            m_out += member->name;
            m_out += "\":";
            if (!value(member->value, depth + 1, isQuantityName(member->name)))
                return false;
        }
        m_out += '}';
        return true;
    }

    bool text(std::string_view token, bool quantity)
    {
        if (token.find('\\') != std::string_view::npos)
            return false;
        const std::string_view inner = token.substr(1, token.size() - 2);
        const bool number = m_hex && inner.size() >= 2 && inner[0] == '0'
                            && (inner[1] == 'x' || inner[1] == 'X')
                            && std::all_of(inner.begin() + 2, inner.end(), isHexDigit);
        if (!number) {
            m_out += token;
            return true;
        }
        std::string_view digits = inner.substr(2);
        if (quantity && !digits.empty())
            digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
        m_out += "\"0x";
        const std::size_t begin = m_out.size();
        m_out += digits;
        for (std::size_t i = begin; i < m_out.size(); ++i)
            m_out[i] = static_cast<char>(m_out[i] | 0x20); // digits have that bit already
        m_out += '"';
        return true;
    }

    bool m_hex;
    std::string &m_out;
};

struct Digest
{
    std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> algorithm{
        EVP_MD_fetch(nullptr, "SHA256", nullptr), &EVP_MD_free};
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                    &EVP_MD_CTX_free};
};

} // namespace

bool appendCanonical(std::string_view params, bool hex, std::string &out)
{
    if (params.size() > kMaxParamsBytes)
        return false;
    constexpr std::string_view kSpace = " \t\r\n";
    params.remove_prefix(std::min(params.find_first_not_of(kSpace), params.size()));
    params = params.substr(0, params.find_last_not_of(kSpace) + 1);
    return Canonical(hex, out).value(params.empty() ? "[]" : params, 0, false);
}

void appendSha256(std::string_view first, std::string_view second, std::string &out)
{
    thread_local const Digest digest;
    std::array<unsigned char, 32> bytes{};
    EVP_DigestInit_ex(digest.context.get(), digest.algorithm.get(), nullptr);
    EVP_DigestUpdate(digest.context.get(), first.data(), first.size());
    EVP_DigestUpdate(digest.context.get(), second.data(), second.size());
    EVP_DigestFinal_ex(digest.context.get(), bytes.data(), nullptr);
    std::array<char, 64> digits{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        digits[2 * i] = "0123456789abcdef"[bytes[i] >> 4U];
        digits[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15U];
    }
    out.append(digits.data(), digits.size());
}

bool makeKey(std::string_view chain,
             ChainKind kind,
             std::string_view method,
             const Rule &rule,
             std::string_view params,
             std::string &out)
{
    out.clear();
    out.append(chain).append(":").append(method).append(":");
    const std::size_t begin = out.size();
    if (!appendCanonical(params, kind == ChainKind::Evm, out))
        return false;
    if (rule.readable)
        return out.size() - begin <= kMaxReadable;
    thread_local std::string canonical;
    canonical.assign(1, '\n');
    canonical.append(out, begin, std::string::npos);
    out.resize(begin);
    appendSha256(method, canonical, out);
    return true;
}

} // namespace spillway::cache
