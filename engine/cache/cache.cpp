// SPDX-License-Identifier: MIT
#include "cache/cache.h"

#include "cache/filesystembackend.h"
#include "cache/memorybackend.h"
#include "cache/redisbackend.h"

namespace spillway::cache {
namespace {

std::unique_ptr<Backend> makeBackend(const Clock &clock, const CacheConfig &config)
{
    switch (config.backend) {
    case CacheKind::Memory:
        break;
    case CacheKind::Filesystem: {
        FilesystemBackend::Options options;
        options.folder = {config.path, config.bucketWidth.count(), config.maxBytes};
        options.sweepInterval = config.sweepInterval;
        options.inlineTtl = config.inlineTtl;
        options.inlineMaxEntries = config.inlineMaxEntries;
        options.patience = config.timeout;
        return std::make_unique<FilesystemBackend>(clock, options);
    }
    case CacheKind::Redis: {
        RedisBackend::Options options;
        options.url = config.redisUrl;
        options.prefix = config.redisKeyPrefix;
        options.timeout = config.timeout;
        return std::make_unique<RedisBackend>(clock, options);
    }
    }
    return std::make_unique<MemoryBackend>(clock, config.maxBytes, config.maxEntries);
}

} // namespace

std::shared_ptr<Cache> Cache::make(const Clock &clock, const CacheConfig &config)
{
    if (!config.enabled)
        return nullptr;
    std::shared_ptr<Cache> cache(new Cache(config));
    cache->m_backend = makeBackend(clock, config);
    return cache;
}

std::shared_ptr<Generation> Cache::generation(const std::string &name)
{
    const std::scoped_lock lock(m_mutex);
    std::shared_ptr<Generation> &found = m_generations[name];
    if (!found)
        found = std::make_shared<Generation>();
    return found;
}

} // namespace spillway::cache
