// SPDX-License-Identifier: MIT
#include "cache/memorybackend.h"
#include "cachefixture.h"
#include "manualclock.h"
#include "testmain.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <random>
#include <unordered_map>
#include <vector>

using namespace spillway;
using namespace spillway::cache;
using namespace std::chrono_literals;
using test::cacheEntry;

namespace {

/// What least-recently-used would have hit.
std::size_t lruHits(const std::vector<int> &trace, std::size_t room)
{
    std::list<int> order;
    std::unordered_map<int, std::list<int>::iterator> places;
    std::size_t hits = 0;
    for (const int key : trace) {
        const auto found = places.find(key);
        if (found != places.end()) {
            ++hits;
            order.splice(order.begin(), order, found->second);
            continue;
        }
        if (places.size() == room) {
            places.erase(order.back());
            order.pop_back();
        }
        order.push_front(key);
        places[key] = order.begin();
    }
    return hits;
}

std::size_t ourHits(const std::vector<int> &trace, std::size_t room)
{
    const test::ManualClock clock;
    MemoryBackend backend(clock, 1U << 30U, room);
    const EntryPtr entry = cacheEntry(clock, "1");
    std::size_t hits = 0;
    for (const int key : trace) {
        const std::string name = std::to_string(key);
        if (backend.find(name) != nullptr)
            ++hits;
        else
            backend.store(name, entry);
    }
    return hits;
}

/// Popularity falls with the rank; every now and then somebody reads through what nobody else asks for.
std::vector<int> explorerTrace(bool scans)
{
    constexpr int kKeys = 2000;
    std::mt19937 random(1);
    std::vector<double> weights;
    for (int rank = 1; rank <= kKeys; ++rank)
        weights.push_back(1.0 / std::pow(rank, 0.9));
    std::discrete_distribution<int> popular(weights.begin(), weights.end());
    std::vector<int> trace;
    int next = kKeys;
    for (int round = 0; round < 40; ++round) {
        for (int i = 0; i < 1000; ++i)
            trace.push_back(popular(random));
        for (int i = 0; scans && i < 500; ++i)
            trace.push_back(next++);
    }
    return trace;
}

} // namespace

class CacheMemoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void boundedByBytes()
    {
        const test::ManualClock clock;
        constexpr std::uint64_t kMost = 32U << 20U;
        MemoryBackend backend(clock, kMost, 1U << 30U);
        std::uint64_t stored = 0;
        for (int i = 0; i < 3000; ++i) {
            const EntryPtr entry = cacheEntry(
                clock, '"' + std::string(static_cast<std::size_t>(i % 60) * 1000, 'x') + '"');
            backend.store("key" + std::to_string(i), entry);
            stored += entry->cost();
            QVERIFY(backend.figures().bytes <= kMost);
        }
        QVERIFY(stored > 2 * kMost);
        const BackendFigures figures = backend.figures();
        QVERIFY(figures.bytes > kMost / 2);
        QVERIFY(figures.entries > 500);
        QCOMPARE(figures.entries + figures.evicted, std::uint64_t(3000));
        for (int i = 0; i < 3000; ++i)
            backend.erase("key" + std::to_string(i));
        QCOMPARE(backend.figures().bytes, std::uint64_t(0));
        QCOMPARE(backend.figures().entries, std::uint64_t(0));
    }

    void boundedByEntries()
    {
        const test::ManualClock clock;
        for (const std::uint64_t most : {1U, 2U, 63U, 64U, 1000U, 5000U}) {
            MemoryBackend backend(clock, 1U << 30U, most);
            for (std::uint64_t i = 0; i < 3 * most; ++i)
                backend.store(std::to_string(i), cacheEntry(clock, "1"));
            QVERIFY(backend.figures().entries <= most);
            QVERIFY(backend.figures().entries > 0);
        }
        MemoryBackend none(clock, 1U << 30U, 0);
        none.store("k", cacheEntry(clock, "1"));
        QVERIFY(none.find("k") == nullptr);
    }

    void whatDoesNotFitIsNotKept()
    {
        const test::ManualClock clock;
        MemoryBackend backend(clock, 1000, 1000);
        backend.store("k", cacheEntry(clock, "1"));
        QVERIFY(backend.find("k") != nullptr);
        backend.store("k", cacheEntry(clock, '"' + std::string(2000, 'x') + '"'));
        QVERIFY(backend.find("k") == nullptr);
        QCOMPARE(backend.figures().bytes, std::uint64_t(0));
    }

    void replacingCountsOnce()
    {
        const test::ManualClock clock;
        MemoryBackend backend(clock, 1U << 20U, 1000);
        backend.store("k", cacheEntry(clock, "1"));
        const std::uint64_t bytes = backend.figures().bytes;
        for (int i = 0; i < 100; ++i)
            backend.store("k", cacheEntry(clock, "2"));
        QCOMPARE(backend.figures().bytes, bytes);
        QCOMPARE(backend.figures().entries, std::uint64_t(1));
        QCOMPARE(backend.figures().evicted, std::uint64_t(0));
    }

    void endsAtItsTime()
    {
        test::ManualClock clock;
        MemoryBackend backend(clock, 1U << 20U, 1000);
        backend.store("k", cacheEntry(clock, "null", 1s));
        clock.advance(999ms);
        QVERIFY(backend.find("k") != nullptr);
        clock.advance(1ms);
        QVERIFY(backend.find("k") == nullptr);
        QCOMPARE(backend.figures().entries, std::uint64_t(0));
    }

    /// Room is made from what is over before anything that lives has to go.
    void theDeadGoFirst()
    {
        test::ManualClock clock;
        MemoryBackend backend(clock, 1U << 30U, 10);
        for (int i = 0; i < 10; ++i) {
            const bool lives = i % 2 == 0;
            backend.store(
                std::to_string(i),
                cacheEntry(
                    clock, "1", lives ? std::optional(1h) : std::optional<std::chrono::hours>(0h)));
            QVERIFY((backend.find(std::to_string(i)) != nullptr) == lives);
        }
    }

    void keepsWhatIsUsed()
    {
        const test::ManualClock clock;
        MemoryBackend backend(clock, 1U << 30U, 10);
        backend.store("used", cacheEntry(clock, "1"));
        for (int i = 0; i < 1000; ++i) {
            QVERIFY(backend.find("used") != nullptr);
            backend.store(std::to_string(i), cacheEntry(clock, "1"));
        }
        QVERIFY(backend.find("1") == nullptr);
    }

    /// Why it is not least-recently-used.
    void hitsMoreThanLru()
    {
        for (const bool scans : {false, true}) {
            const std::vector<int> trace = explorerTrace(scans);
            for (const std::size_t room : {50U, 200U, 500U}) {
                const std::size_t ours = ourHits(trace, room);
                const std::size_t lru = lruHits(trace, room);
                qInfo("%s, room for %zu: %.1f %% hits, least-recently-used %.1f %%",
                      scans ? "with scans" : "without scans",
                      room,
                      100.0 * static_cast<double>(ours) / static_cast<double>(trace.size()),
                      100.0 * static_cast<double>(lru) / static_cast<double>(trace.size()));
                QVERIFY(ours > lru);
            }
        }
    }
};

SPILLWAY_TEST(CacheMemoryTest)
#include "tst_cachememory.moc"
