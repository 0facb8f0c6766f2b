// SPDX-License-Identifier: MIT
#include "cache/entry.h"

#include "cache/params.h"
#include "core/jsontext.h"
#include "rpc/jsonscan.h"

#include <algorithm>
#include <charconv>
#include <zlib.h>

namespace spillway::cache {
namespace {

constexpr std::size_t kOverhead = 256; // of an Entry with its reference count, and of a map's node
constexpr std::int64_t kClockSlackMs = 1000;

std::uint64_t checksum(std::string_view text)
{
    return crc32_z(0, reinterpret_cast<const Bytef *>(text.data()), text.size());
}

template <typename T>
bool readNumber(std::string_view token, T &out)
{
    const char *const end = token.data() + token.size();
    const auto result = std::from_chars(token.data(), end, out);
    return result.ec == std::errc() && result.ptr == end;
}

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kSpaceNames = "strn";

/// White space as letters: inside JSON it would be lost.
std::string spaceNames(std::string_view space)
{
    std::string names;
    for (const char c : space)
        names += kSpaceNames[kSpace.find(c)];
    return names;
}

bool appendSpace(std::string_view names, std::string &out)
{
    for (const char c : names) {
        const auto at = kSpaceNames.find(c);
        if (at == std::string_view::npos)
            return false;
        out += kSpace[at];
    }
    return true;
}

struct Fields
{
    std::string_view key;
    std::string_view hash;
    std::string_view answer;
    std::string_view tail = "\"\"";
    std::uint64_t number = 0;
    std::int64_t written = 0;
    std::int64_t expires = -1;
    std::uint64_t credits = 0;
    std::uint64_t size = 0;
    std::uint64_t sum = 0;
    std::size_t idOffset = 0;
    std::size_t idLength = 0;

    bool read(std::string_view name, std::string_view value)
    {
        if (name == "key" || name == "hash") {
            (name == "key" ? key : hash) = value;
            return true;
        }
        if (name == "answer" || name == "tail") {
            (name == "answer" ? answer : tail) = value;
            return true;
        }
        if (name == "number")
            return readNumber(value, number);
        if (name == "written")
            return readNumber(value, written);
        if (name == "expires")
            return value == "null" || readNumber(value, expires);
        if (name == "credits")
            return readNumber(value, credits);
        if (name == "size")
            return readNumber(value, size);
        if (name == "crc32")
            return readNumber(value, sum);
        if (name == "id_offset")
            return readNumber(value, idOffset);
        if (name == "id_length")
            return readNumber(value, idLength);
        return true;
    }
};

} // namespace

std::size_t Entry::cost() const
{
    return kOverhead + text.size() + (stamp ? stamp->hash.size() : 0);
}

void composeAnswer(const Entry &entry, std::string_view id, std::string &out)
{
    const std::string_view text = entry.text;
    out.clear();
    out.reserve(text.size() - entry.idLength + id.size());
    out.append(text.substr(0, entry.idOffset));
    out.append(id);
    out.append(text.substr(entry.idOffset + entry.idLength));
}

Validity
validityOf(const Entry &entry, const CanonicalHash &canonical, SteadyNs trustedFor, SteadyNs now)
{
    if (!entry.stamp)
        return Validity::Good;
    const std::string_view known = canonical(entry.stamp->number);
    if (known.empty())
        return now - entry.written < trustedFor ? Validity::Good : Validity::Unproven;
    return known == entry.stamp->hash ? Validity::Good : Validity::Stale;
}

std::string encode(std::string_view key, const Entry &entry, const Clock &clock)
{
    const SteadyNs now = clock.steadyNs();
    const std::int64_t wall = clock.wallMs();
    const std::string_view all = entry.text;
    const std::string_view text = all.substr(0, all.find_last_not_of(kSpace) + 1);
    json::Writer out;
    out.beginObject();
    out.field("key", key);
    if (entry.stamp) {
        out.field("number", entry.stamp->number);
        out.field("hash", entry.stamp->hash);
    }
    out.field("written", wall - (now - entry.written) / kNsPerMs);
    if (entry.expires != kForever)
        out.field("expires", wall + (entry.expires - now) / kNsPerMs);
    out.field("credits", entry.credits);
    out.field("id_offset", static_cast<std::uint64_t>(entry.idOffset));
    out.field("id_length", static_cast<std::uint64_t>(entry.idLength));
    out.field("size", static_cast<std::uint64_t>(text.size()));
    out.field("crc32", checksum(text));
    if (text.size() != all.size())
        out.field("tail", spaceNames(all.substr(text.size())));
    out.key("answer").raw(text);
    out.endObject();
    return out.take();
}

EntryPtr decode(std::string_view key, std::string_view text, const Clock &clock)
{
    Fields fields;
    rpc::Scanner scanner(text);
    if (!scanner.members([&](const rpc::Scanner::Key &name, std::string_view value) {
            return fields.read(name.raw, value);
        }))
        return nullptr;
    std::string quoted;
    json::appendString(quoted, key);
    const std::int64_t wall = clock.wallMs();
    const bool future = fields.written > wall + kClockSlackMs;
    if (fields.key != quoted || fields.answer.size() != fields.size || fields.size == 0
        || fields.size > kMaxAnswerBytes || checksum(fields.answer) != fields.sum
        || fields.idOffset > fields.size || fields.idLength > fields.size - fields.idOffset
        || future || (fields.expires >= 0 && fields.expires <= wall))
        return nullptr;
    auto entry = std::make_shared<Entry>();
    entry->text = fields.answer;
    if (const auto tail = plainString(fields.tail); !tail || !appendSpace(*tail, entry->text))
        return nullptr;
    entry->idOffset = fields.idOffset;
    entry->idLength = fields.idLength;
    const SteadyNs now = clock.steadyNs();
    entry->written = now - std::max<std::int64_t>(0, wall - fields.written) * kNsPerMs;
    if (fields.expires >= 0)
        entry->expires = now + (fields.expires - wall) * kNsPerMs;
    entry->credits = fields.credits;
    if (const auto hash = plainString(fields.hash))
        entry->stamp = Stamp{fields.number, std::string(*hash)};
    return entry;
}

} // namespace spillway::cache
