// SPDX-License-Identifier: MIT
#include "pipeline/filters.h"

#include <QRandomGenerator>

#include <algorithm>
#include <cstdio>

namespace spillway {
namespace {

constexpr SteadyNs kSweepEvery = kNsPerSecond;
constexpr std::uint64_t kSeenBefore = 32; ///< blocks below the head that are not new to a filter

std::array<std::uint64_t, 2> systemRandom()
{
    QRandomGenerator *const source = QRandomGenerator::system();
    return {source->generate64(), source->generate64()};
}

} // namespace

FilterProgress FilterProgress::beginAt(const chain::ChainView &view)
{
    FilterProgress progress;
    const std::uint64_t newest = view.head->number;
    progress.next = newest + 1;
    progress.reorgs = view.reorgCount;
    // A reorganisation makes the blocks below the head new ones, unless the chain comes back to those.
    progress.toldFrom = newest + 1;
    while (progress.toldFrom > 0 && newest + 1 - progress.toldFrom < kSeenBefore) {
        const std::string_view hash = view.canonicalHash(progress.toldFrom - 1);
        if (hash.empty())
            break;
        --progress.toldFrom;
        progress.told.push_back({progress.toldFrom, std::string(hash), {}});
    }
    std::reverse(progress.told.begin(), progress.told.end());
    return progress;
}

void FilterProgress::trim(std::uint64_t block, std::size_t mostBytes)
{
    toldFrom = std::max(toldFrom, block);
    std::size_t bytes = 0;
    for (auto entry = told.rbegin(); entry != told.rend(); ++entry) {
        bytes += sizeof(Told) + entry->hash.size() + entry->log.size();
        if (bytes > mostBytes) {
            toldFrom = std::max(toldFrom, entry->block + 1);
            break;
        }
    }
    std::erase_if(told, [this](const Told &entry) { return entry.block < toldFrom; });
}

Filter::Place Filter::place() const
{
    const std::scoped_lock lock(m_mutex);
    return m_place;
}

void Filter::setPlace(Place place)
{
    const std::scoped_lock lock(m_mutex);
    m_place = std::move(place);
}

Filter::Progress Filter::progress() const
{
    const std::scoped_lock lock(m_mutex);
    return m_progress;
}

void Filter::begin(FilterProgress progress)
{
    const std::scoped_lock lock(m_mutex);
    m_progress = std::make_shared<const FilterProgress>(std::move(progress));
}

bool Filter::advance(const Progress &seen, FilterProgress progress)
{
    auto next = std::make_shared<const FilterProgress>(std::move(progress));
    const std::scoped_lock lock(m_mutex);
    if (m_progress != seen)
        return false;
    m_progress = std::move(next);
    return true;
}

FilterRegistry::FilterRegistry(Random random)
    : m_random(random ? std::move(random) : Random(systemRandom))
{}

std::string FilterRegistry::refusal(std::string_view client, const Bounds &bounds, SteadyNs now)
{
    const std::scoped_lock lock(m_mutex);
    return refusalLocked(client, bounds, now);
}

std::string
FilterRegistry::refusalLocked(std::string_view client, const Bounds &bounds, SteadyNs now)
{
    sweep(now);
    const std::string uninstall = "; uninstall those that are not needed";
    if (m_entries.size() >= bounds.most)
        return "too many filters: [security] max_filters allows " + std::to_string(bounds.most)
               + uninstall;
    const auto own = m_perClient.find(std::string(client));
    if (own != m_perClient.end() && own->second >= bounds.mostPerClient)
        return "too many filters of one client: [security] max_filters_per_client allows "
               + std::to_string(bounds.mostPerClient) + uninstall;
    return {};
}

FilterRegistry::Added
FilterRegistry::add(std::shared_ptr<Filter> filter, const Bounds &bounds, SteadyNs now)
{
    const std::scoped_lock lock(m_mutex);
    Added added;
    added.refusal = refusalLocked(filter->client, bounds, now);
    if (!added.refusal.empty())
        return added;
    const std::array<std::uint64_t, 2> words = m_random();
    std::array<char, 36> text{};
    std::snprintf(text.data(),
                  text.size(),
                  "0x%016llx%016llx",
                  static_cast<unsigned long long>(words[0]),
                  static_cast<unsigned long long>(words[1]));
    added.id = text.data();
    ++m_perClient[filter->client];
    m_entries.insert_or_assign(added.id, Entry{std::move(filter), now + bounds.timeout});
    return added;
}

std::shared_ptr<Filter> FilterRegistry::find(std::string_view id,
                                             std::string_view chain,
                                             const Bounds &bounds,
                                             SteadyNs now)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_entries.find(std::string(id));
    if (found == m_entries.end() || found->second.filter->chain != chain)
        return nullptr;
    if (found->second.until <= now) {
        drop(found);
        return nullptr;
    }
    found->second.until = now + bounds.timeout;
    return found->second.filter;
}

std::shared_ptr<Filter>
FilterRegistry::remove(std::string_view id, std::string_view chain, SteadyNs now)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_entries.find(std::string(id));
    if (found == m_entries.end() || found->second.filter->chain != chain)
        return nullptr;
    const std::shared_ptr<Filter> filter =
        found->second.until > now ? found->second.filter : nullptr;
    drop(found);
    return filter;
}

std::size_t FilterRegistry::count(std::string_view chain, SteadyNs now) const
{
    const std::scoped_lock lock(m_mutex);
    return static_cast<std::size_t>(
        std::count_if(m_entries.begin(), m_entries.end(), [&](const auto &entry) {
            return entry.second.until > now && entry.second.filter->chain == chain;
        }));
}

void FilterRegistry::sweep(SteadyNs now)
{
    if (now - m_swept < kSweepEvery && m_swept != 0)
        return;
    m_swept = now;
    for (auto entry = m_entries.begin(); entry != m_entries.end();) {
        const auto current = entry++;
        if (current->second.until <= now)
            drop(current);
    }
}

void FilterRegistry::drop(std::unordered_map<std::string, Entry>::iterator entry)
{
    const auto own = m_perClient.find(entry->second.filter->client);
    if (own != m_perClient.end() && --own->second == 0)
        m_perClient.erase(own);
    m_entries.erase(entry);
}

} // namespace spillway
