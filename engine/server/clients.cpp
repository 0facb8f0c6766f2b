// SPDX-License-Identifier: MIT
#include "server/clients.h"

#include "core/text.h"

#include <QHostAddress>

#include <algorithm>
#include <cstring>

namespace spillway {
namespace {

constexpr SteadyNs kForgetAfter = 600 * kNsPerSecond;

using Bytes = std::array<unsigned char, 16>;

/// Both families in one form: IPv4 as ::ffff:a.b.c.d.
bool toBytes(std::string_view text, Bytes &out, bool *isV4)
{
    QHostAddress address;
    if (!address.setAddress(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))))
        return false;
    if (isV4 != nullptr)
        *isV4 = address.protocol() == QAbstractSocket::IPv4Protocol;
    const Q_IPV6ADDR v6 = address.toIPv6Address();
    std::memcpy(out.data(), &v6, out.size());
    return true;
}

/// "1.2.3.4:55", "[::1]:55" and "[::1]" without port and brackets.
std::string_view withoutPort(std::string_view text)
{
    if (!text.empty() && text.front() == '[')
        return text.substr(1, text.find(']') - 1);
    const auto colon = text.find(':');
    if (colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos)
        return text.substr(0, colon);
    return text;
}

} // namespace

int ClientBuckets::take(
    std::string_view address, const GcraRate &rate, int count, SteadyNs now, SteadyNs *wait)
{
    if (rate.unlimited())
        return count;
    Shard &shard = m_shards[std::hash<std::string_view>()(address) % kShards];
    const std::scoped_lock lock(shard.mutex);
    while (!shard.byAge.empty()) {
        const auto oldest = shard.entries.find(shard.byAge.front());
        if (now - oldest->second.seen < kForgetAfter && shard.entries.size() < kMaxPerShard)
            break;
        shard.byAge.pop_front();
        shard.entries.erase(oldest);
    }
    auto [at, isNew] = shard.entries.try_emplace(std::string(address));
    Entry &entry = at->second;
    if (isNew)
        entry.age = shard.byAge.insert(shard.byAge.end(), at->first);
    else
        shard.byAge.splice(shard.byAge.end(), shard.byAge, entry.age);
    entry.seen = now;
    const SteadyNs base = std::max(entry.arrival, now);
    const SteadyNs room = now + rate.tolerance - base;
    if (room < 0) {
        *wait = -room;
        return 0;
    }
    const auto granted = static_cast<int>(std::min<SteadyNs>(count, room / rate.interval + 1));
    entry.arrival = base + rate.interval * granted;
    return granted;
}

std::size_t ClientBuckets::size() const
{
    std::size_t sum = 0;
    for (const Shard &shard : m_shards) {
        const std::scoped_lock lock(shard.mutex);
        sum += shard.entries.size();
    }
    return sum;
}

bool AddressCounts::tryAdd(const std::string &address, int most)
{
    const std::scoped_lock lock(m_mutex);
    int &count = m_counts[address];
    if (count >= most)
        return false;
    ++count;
    return true;
}

void AddressCounts::remove(const std::string &address)
{
    const std::scoped_lock lock(m_mutex);
    const auto at = m_counts.find(address);
    if (at != m_counts.end() && --at->second <= 0)
        m_counts.erase(at);
}

TrustedProxies::TrustedProxies(const std::vector<std::string> &blocks)
{
    for (const std::string &text : blocks) {
        const auto slash = text.find('/');
        Block block;
        bool isV4 = false;
        if (!toBytes(std::string_view(text).substr(0, slash), block.address, &isV4))
            continue; // reported when the config was read
        if (slash != std::string::npos)
            block.bits =
                QByteArray::fromStdString(text.substr(slash + 1)).toInt() + (isV4 ? 96 : 0);
        m_blocks.push_back(block);
    }
}

bool TrustedProxies::contains(std::string_view address) const
{
    Bytes bytes{};
    if (m_blocks.empty() || !toBytes(address, bytes, nullptr))
        return false;
    return std::any_of(m_blocks.begin(), m_blocks.end(), [&](const Block &block) {
        const auto whole = static_cast<std::size_t>(std::clamp(block.bits, 0, 128)) / 8;
        const auto rest = static_cast<unsigned>(std::clamp(block.bits, 0, 128)) % 8;
        if (!std::equal(bytes.begin(),
                        bytes.begin() + static_cast<std::ptrdiff_t>(whole),
                        block.address.begin()))
            return false;
        return rest == 0 || ((bytes[whole] ^ block.address[whole]) >> (8 - rest)) == 0;
    });
}

std::string TrustedProxies::clientAddress(std::string_view peer,
                                          std::string_view forwardedFor) const
{
    if (forwardedFor.empty() || !contains(peer))
        return std::string(peer);
    std::string_view rest = forwardedFor;
    std::string client(peer);
    while (!rest.empty()) {
        const auto comma = rest.rfind(',');
        const std::string_view hop = withoutPort(
            trimmed(comma == std::string_view::npos ? rest : rest.substr(comma + 1), kBlanks));
        Bytes bytes{};
        if (!toBytes(hop, bytes, nullptr))
            return client;
        client = hop;
        if (comma == std::string_view::npos || !contains(hop))
            return client;
        rest = rest.substr(0, comma);
    }
    return client;
}

} // namespace spillway
