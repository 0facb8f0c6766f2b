// SPDX-License-Identifier: MIT
#include "cache/memorybackend.h"

#include "cache/keyhash.h"

#include <algorithm>

namespace spillway::cache {
namespace {

constexpr std::uint64_t kMostShards = 16;
/// A shard must hold the largest answer and something beside it.
constexpr std::uint64_t kLeastShardBytes = 4 * kMaxAnswerBytes;
constexpr std::uint64_t kLeastShardEntries = 64;

struct KeyView
{
    std::string_view text;
    std::size_t hash = 0;

    bool operator==(const KeyView &other) const { return text == other.text; }
};

struct HashOfKey
{
    std::size_t operator()(const KeyView &key) const { return key.hash; }
};

} // namespace

class MemoryBackend::Shard
{
public:
    Shard(std::uint64_t maxBytes, std::uint64_t maxEntries)
        : m_maxBytes(maxBytes)
        , m_maxEntries(maxEntries)
    {}

    EntryPtr find(const KeyView &key, SteadyNs now)
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_nodes.find(key);
        if (found == m_nodes.end())
            return nullptr;
        Node &node = *found->second;
        if (node.entry->expires <= now) {
            remove(node);
            return nullptr;
        }
        node.visited = true;
        return node.entry;
    }

    void store(const KeyView &key, const EntryPtr &entry, SteadyNs now)
    {
        const std::uint64_t bytes = entry->cost() + key.text.size();
        const std::scoped_lock lock(m_mutex);
        if (const auto found = m_nodes.find(key); found != m_nodes.end())
            remove(*found->second);
        if (bytes > m_maxBytes || m_maxEntries == 0)
            return;
        while (m_bytes + bytes > m_maxBytes || m_nodes.size() >= m_maxEntries)
            evictOne(now);
        auto node = std::make_unique<Node>();
        node->key = key.text;
        node->hash = key.hash;
        node->entry = entry;
        node->bytes = bytes;
        m_bytes += bytes;
        node->older = m_newest;
        (m_newest != nullptr ? m_newest->newer : m_oldest) = node.get();
        m_newest = node.get();
        const KeyView view{node->key, key.hash};
        m_nodes.emplace(view, std::move(node));
    }

    void erase(const KeyView &key)
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto found = m_nodes.find(key); found != m_nodes.end())
            remove(*found->second);
    }

    void addTo(BackendFigures &figures) const
    {
        const std::scoped_lock lock(m_mutex);
        figures.entries += m_nodes.size();
        figures.bytes += m_bytes;
        figures.evicted += m_evicted;
    }

private:
    struct Node
    {
        std::string key;
        std::size_t hash = 0;
        EntryPtr entry;
        std::uint64_t bytes = 0;
        bool visited = false;
        Node *newer = nullptr;
        Node *older = nullptr;
    };

    void remove(Node &node)
    {
        if (m_hand == &node)
            m_hand = node.newer;
        (node.newer != nullptr ? node.newer->older : m_newest) = node.older;
        (node.older != nullptr ? node.older->newer : m_oldest) = node.newer;
        m_bytes -= node.bytes;
        m_nodes.erase(m_nodes.find(KeyView{node.key, node.hash}));
    }

    void evictOne(SteadyNs now)
    {
        for (;;) {
            if (m_hand == nullptr)
                m_hand = m_oldest;
            Node &node = *m_hand;
            if (!node.visited || node.entry->expires <= now) {
                ++m_evicted;
                remove(node);
                return;
            }
            node.visited = false;
            m_hand = node.newer;
        }
    }

    mutable std::mutex m_mutex;
    std::unordered_map<KeyView, std::unique_ptr<Node>, HashOfKey> m_nodes;
    Node *m_newest = nullptr;
    Node *m_oldest = nullptr;
    Node *m_hand =
        nullptr; ///< where the search for something to remove goes on; null: at the oldest
    std::uint64_t m_bytes = 0;
    std::uint64_t m_evicted = 0;
    std::uint64_t m_maxBytes;
    std::uint64_t m_maxEntries;
};

MemoryBackend::MemoryBackend(const Clock &clock, std::uint64_t maxBytes, std::uint64_t maxEntries)
    : m_clock(clock)
{
    const std::uint64_t shards = std::clamp<std::uint64_t>(
        std::min(maxBytes / kLeastShardBytes, maxEntries / kLeastShardEntries), 1, kMostShards);
    for (std::uint64_t i = 0; i < shards; ++i)
        m_shards.push_back(std::make_unique<Shard>(maxBytes / shards, maxEntries / shards));
}

MemoryBackend::~MemoryBackend() = default;

EntryPtr MemoryBackend::find(std::string_view key)
{
    const std::size_t hash = keyHash(key);
    return shardOf(hash).find({key, hash}, m_clock.steadyNs());
}

void MemoryBackend::store(std::string_view key, const EntryPtr &entry)
{
    const std::size_t hash = keyHash(key);
    shardOf(hash).store({key, hash}, entry, m_clock.steadyNs());
}

void MemoryBackend::erase(std::string_view key)
{
    const std::size_t hash = keyHash(key);
    shardOf(hash).erase({key, hash});
}

BackendFigures MemoryBackend::figures() const
{
    BackendFigures out;
    for (const auto &shard : m_shards)
        shard->addTo(out);
    return out;
}

} // namespace spillway::cache
