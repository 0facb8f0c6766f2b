// SPDX-License-Identifier: MIT
#include "chain/signedtransaction.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <algorithm>
#include <memory>
#include <secp256k1_recovery.h>
#include <vector>

namespace spillway::chain {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Span = std::span<const std::uint8_t>;

constexpr std::size_t kWord = 32;
constexpr std::uint8_t kListBase = 0xc0;
constexpr std::uint8_t kTextBase = 0x80;
constexpr std::uint8_t kMostShort = 55; ///< bytes whose length fits into the first byte
constexpr std::uint8_t kBlobType = 3;
/// Fields of the types 1 to 4, signature included.
constexpr std::array<std::size_t, 5> kFieldsOfType{0, 11, 12, 14, 13};
constexpr std::size_t kLegacyFields = 9;
constexpr std::size_t kMostFields = 16;

/// One item of RLP: where it stands, and what is in it.
struct Item
{
    bool list = false;
    Span whole;
    Span content;
};

/// The item at the beginning of `bytes`; nothing when it is cut off.
std::optional<Item> itemAt(Span bytes)
{
    if (bytes.empty())
        return std::nullopt;
    const std::uint8_t first = bytes[0];
    if (first < kTextBase)
        return Item{false, bytes.first(1), bytes.first(1)};
    const bool list = first >= kListBase;
    const auto code = static_cast<std::size_t>(first - (list ? kListBase : kTextBase));
    std::size_t head = 1;
    std::size_t length = code;
    if (code > kMostShort) {
        const std::size_t digits = code - kMostShort;
        if (digits > sizeof(std::uint32_t) || bytes.size() < 1 + digits)
            return std::nullopt;
        length = 0;
        for (std::size_t i = 0; i < digits; ++i)
            length = length * 256 + bytes[1 + i];
        head += digits;
    }
    if (length > bytes.size() - head)
        return std::nullopt;
    return Item{list, bytes.first(head + length), bytes.subspan(head, length)};
}

/// The items of a list that is all of `bytes`; empty when it is not one, or has more than any transaction.
std::vector<Item> itemsOf(Span bytes)
{
    const auto list = itemAt(bytes);
    if (!list || !list->list || list->whole.size() != bytes.size())
        return {};
    std::vector<Item> items;
    for (Span rest = list->content; !rest.empty();) {
        const auto item = itemAt(rest);
        if (!item || items.size() == kMostFields)
            return {};
        items.push_back(*item);
        rest = rest.subspan(item->whole.size());
    }
    return items;
}

std::optional<std::uint64_t> numberIn(const Item &item)
{
    if (item.list || item.content.size() > sizeof(std::uint64_t))
        return std::nullopt;
    std::uint64_t value = 0;
    for (const std::uint8_t byte : item.content)
        value = value * 256 + byte;
    return value;
}

/// A list with these contents, behind what stands in `out`.
void appendList(Span content, Bytes &out)
{
    if (content.size() <= kMostShort) {
        out.push_back(static_cast<std::uint8_t>(kListBase + content.size()));
    } else {
        Bytes digits;
        for (std::size_t rest = content.size(); rest > 0; rest /= 256)
            digits.insert(digits.begin(), static_cast<std::uint8_t>(rest % 256));
        out.push_back(static_cast<std::uint8_t>(kListBase + kMostShort + digits.size()));
        out.insert(out.end(), digits.begin(), digits.end());
    }
    out.insert(out.end(), content.begin(), content.end());
}

/// The encoded fields `items`, which stand one behind the other.
Span together(std::span<const Item> items)
{
    return {items.front().whole.data(), items.back().whole.data() + items.back().whole.size()};
}

const secp256k1_context *curve()
{
    struct Free
    {
        void operator()(secp256k1_context *context) const { secp256k1_context_destroy(context); }
    };

    static const std::unique_ptr<secp256k1_context, Free> context(
        secp256k1_context_create(SECP256K1_CONTEXT_VERIFY));
    return context.get();
}

std::optional<Address> recover(const Hash &signedHash, int parity, const Item &r, const Item &s)
{
    if (r.list || s.list || r.content.size() > kWord || s.content.size() > kWord)
        return std::nullopt;
    std::array<std::uint8_t, 2 * kWord> compact{};
    std::copy(r.content.begin(),
              r.content.end(),
              compact.begin() + static_cast<std::ptrdiff_t>(kWord - r.content.size()));
    std::copy(s.content.begin(),
              s.content.end(),
              compact.end() - static_cast<std::ptrdiff_t>(s.content.size()));
    secp256k1_ecdsa_recoverable_signature signature;
    secp256k1_pubkey key;
    if (secp256k1_ecdsa_recoverable_signature_parse_compact(
            curve(), &signature, compact.data(), parity)
            == 0
        || secp256k1_ecdsa_recover(curve(), &key, &signature, signedHash.data()) == 0)
        return std::nullopt;
    std::array<std::uint8_t, 65> point{};
    std::size_t size = point.size();
    secp256k1_ec_pubkey_serialize(curve(), point.data(), &size, &key, SECP256K1_EC_UNCOMPRESSED);
    const Hash hash = keccak256(Span(point).subspan(1)); // without the mark of its form
    Address address{};
    std::copy(
        hash.end() - static_cast<std::ptrdiff_t>(address.size()), hash.end(), address.begin());
    return address;
}

std::optional<Address> legacySender(const std::vector<Item> &fields)
{
    constexpr std::uint64_t kFirstV = 27;
    constexpr std::uint64_t kFirstChainV = 35; ///< EIP-155: 35 + parity + 2 * chain id
    const auto v = numberIn(fields[6]);
    if (!v || (*v != kFirstV && *v != kFirstV + 1 && *v < kFirstChainV))
        return std::nullopt;
    const Span unsignedFields = together(std::span(fields).first(6));
    Bytes content(unsignedFields.begin(), unsignedFields.end());
    std::uint64_t parity = *v - kFirstV;
    if (*v >= kFirstChainV) {
        parity = (*v - kFirstChainV) % 2;
        Bytes digits;
        for (std::uint64_t rest = (*v - kFirstChainV) / 2; rest > 0; rest /= 256)
            digits.insert(digits.begin(), static_cast<std::uint8_t>(rest % 256));
        if (digits.size() != 1 || digits[0] >= kTextBase)
            content.push_back(static_cast<std::uint8_t>(kTextBase + digits.size()));
        content.insert(content.end(), digits.begin(), digits.end());
        content.insert(content.end(), 2, kTextBase); // two empty fields
    }
    Bytes toSign;
    appendList(content, toSign);
    return recover(keccak256(toSign), static_cast<int>(parity), fields[7], fields[8]);
}

std::optional<Address> typedSender(std::uint8_t type, const std::vector<Item> &fields)
{
    const std::size_t unsignedCount = fields.size() - 3;
    const auto parity = numberIn(fields[unsignedCount]);
    if (!parity || *parity > 1)
        return std::nullopt;
    Bytes toSign{type};
    appendList(together(std::span(fields).first(unsignedCount)), toSign);
    return recover(keccak256(toSign),
                   static_cast<int>(*parity),
                   fields[unsignedCount + 1],
                   fields[unsignedCount + 2]);
}

SignedTransaction typedTransaction(Span bytes)
{
    const std::uint8_t type = bytes[0];
    SignedTransaction out;
    out.hash = keccak256(bytes);
    Span body = bytes.subspan(1);
    std::vector<Item> fields = itemsOf(body);
    if (type == kBlobType && !fields.empty() && fields[0].list) {
        // The transaction proper comes first, then its blobs with their proofs.
        body = fields[0].whole;
        Bytes plain{type};
        plain.insert(plain.end(), body.begin(), body.end());
        out.hash = keccak256(plain);
        fields = itemsOf(body);
    }
    if (type < kFieldsOfType.size() && type != 0 && fields.size() == kFieldsOfType.at(type))
        out.sender = typedSender(type, fields);
    return out;
}

template <std::size_t N>
std::string hexOf(const std::array<std::uint8_t, N> &bytes)
{
    const QByteArray raw(reinterpret_cast<const char *>(bytes.data()),
                         static_cast<qsizetype>(bytes.size()));
    return "0x" + raw.toHex().toStdString();
}

/// The bytes behind "0x"; nothing when there is anything but pairs of hex digits.
std::optional<QByteArray> hexBytes(std::string_view hex)
{
    if (hex.size() % 2 != 0 || !(hex.starts_with("0x") || hex.starts_with("0X"))
        || hex.find_first_not_of("0123456789abcdefABCDEF", 2) != std::string_view::npos)
        return std::nullopt;
    return QByteArray::fromHex(QByteArray(hex.data() + 2, static_cast<qsizetype>(hex.size() - 2)));
}

Span spanOf(const QByteArray &bytes)
{
    return {reinterpret_cast<const std::uint8_t *>(bytes.constData()),
            static_cast<std::size_t>(bytes.size())};
}

} // namespace

template <std::size_t N>
std::optional<std::array<std::uint8_t, N>> parseHex(std::string_view text)
{
    if (text.size() != 2 + 2 * N)
        return std::nullopt;
    const auto bytes = hexBytes(text);
    if (!bytes)
        return std::nullopt;
    std::array<std::uint8_t, N> out{};
    std::copy(spanOf(*bytes).begin(), spanOf(*bytes).end(), out.begin());
    return out;
}

template std::optional<Address> parseHex<20>(std::string_view text);
template std::optional<Hash> parseHex<32>(std::string_view text);

Hash keccak256(Span bytes)
{
    // As it was submitted, not the SHA-3 that was standardised later.
    QCryptographicHash hash(QCryptographicHash::Keccak_256);
    hash.addData(QByteArray::fromRawData(reinterpret_cast<const char *>(bytes.data()),
                                         static_cast<qsizetype>(bytes.size())));
    const QByteArray digest = hash.result();
    Hash out{};
    std::copy(spanOf(digest).begin(), spanOf(digest).end(), out.begin());
    return out;
}

std::string SignedTransaction::hashText() const
{
    return hexOf(hash);
}

std::optional<SignedTransaction> readSignedTransaction(std::string_view params)
{
    const auto open = params.find_first_not_of(" \t\r\n");
    if (open == std::string_view::npos || params[open] != '[')
        return std::nullopt;
    const auto quote = params.find('"', open);
    const auto end = quote == std::string_view::npos ? quote : params.find('"', quote + 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    const auto held = hexBytes(params.substr(quote + 1, end - quote - 1));
    if (!held || held->isEmpty())
        return std::nullopt;
    const Span bytes = spanOf(*held);
    if (bytes[0] < kTextBase)
        return typedTransaction(bytes);
    SignedTransaction out;
    out.hash = keccak256(bytes);
    if (const auto fields = itemsOf(bytes); fields.size() == kLegacyFields)
        out.sender = legacySender(fields);
    return out;
}

} // namespace spillway::chain
