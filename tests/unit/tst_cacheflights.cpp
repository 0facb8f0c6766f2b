// SPDX-License-Identifier: MIT
#include "cache/flights.h"
#include "cachefixture.h"
#include "manualclock.h"
#include "testmain.h"

#include <atomic>
#include <thread>
#include <vector>

using namespace spillway;
using namespace spillway::cache;
using Role = Flights::Role;
using News = std::shared_ptr<const Landing>;

namespace {

/// Followers that remember what they were told.
struct Crowd
{
    Flights flights;
    std::vector<std::pair<Flights::Ticket, News>> told;

    Flights::Joined join(std::string_view key)
    {
        return flights.join(key, [this](Flights::Ticket ticket) {
            return [this, ticket](const News &news) { told.emplace_back(ticket, news); };
        });
    }
};

Landing served(const EntryPtr &entry)
{
    Landing landing;
    landing.kind = Landing::Kind::Served;
    landing.entry = entry;
    return landing;
}

} // namespace

class CacheFlightsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void oneLeadsTheOthersFollow()
    {
        Crowd crowd;
        const Flights::Joined leader = crowd.join("k");
        QCOMPARE(leader.role, Role::Leads);
        const Flights::Joined first = crowd.join("k");
        const Flights::Joined second = crowd.join("k");
        QCOMPARE(first.role, Role::Follows);
        QCOMPARE(second.role, Role::Follows);
        QCOMPARE(crowd.join("other").role, Role::Leads);
        QCOMPARE(crowd.flights.count(), std::size_t(2));

        const test::ManualClock clock;
        const EntryPtr entry = test::cacheEntry(clock, "1");
        crowd.flights.land("k", leader.ticket, served(entry));
        QCOMPARE(crowd.told.size(), std::size_t(2));
        QCOMPARE(crowd.told[0].first, first.ticket);
        QCOMPARE(crowd.told[1].first, second.ticket);
        QVERIFY(crowd.told[1].second->entry == entry);
        QCOMPARE(crowd.flights.count(), std::size_t(1));
        QCOMPARE(crowd.join("k").role, Role::Leads);
    }

    void onlyTheLeaderLands()
    {
        Crowd crowd;
        const Flights::Joined leader = crowd.join("k");
        const Flights::Joined follower = crowd.join("k");
        crowd.flights.land("k", follower.ticket, {});
        crowd.flights.land("nobody", leader.ticket, {});
        QVERIFY(crowd.told.empty());
        crowd.flights.land("k", leader.ticket, {});
        QCOMPARE(crowd.told.size(), std::size_t(1));
        // The key flies again under somebody else: the first leader has no say any more.
        const Flights::Joined next = crowd.join("k");
        QCOMPARE(crowd.join("k").role, Role::Follows);
        crowd.flights.land("k", leader.ticket, {});
        QCOMPARE(crowd.told.size(), std::size_t(1));
        crowd.flights.land("k", next.ticket, {});
        QCOMPARE(crowd.told.size(), std::size_t(2));
    }

    void whoLeavesIsNotTold()
    {
        Crowd crowd;
        const Flights::Joined leader = crowd.join("k");
        const Flights::Joined stays = crowd.join("k");
        const Flights::Joined goes = crowd.join("k");
        crowd.flights.leave("k", goes.ticket);
        crowd.flights.leave("k", 4711);
        crowd.flights.leave("unknown", goes.ticket);
        crowd.flights.land("k", leader.ticket, {});
        QCOMPARE(crowd.told.size(), std::size_t(1));
        QCOMPARE(crowd.told[0].first, stays.ticket);
    }

    void theCrowdIsBounded()
    {
        Crowd crowd;
        const Flights::Joined leader = crowd.join("k");
        for (std::size_t i = 0; i < Flights::kMostFollowers; ++i)
            QCOMPARE(crowd.join("k").role, Role::Follows);
        QCOMPARE(crowd.join("k").role, Role::Alone);
        crowd.flights.land("k", leader.ticket, {});
        QCOMPARE(crowd.told.size(), Flights::kMostFollowers);
    }

    /// Each call ends exactly once, whoever leads.
    void manyThreads()
    {
        Flights flights;
        std::atomic<int> led = 0;
        std::atomic<int> followed = 0;
        std::atomic<int> told = 0;
        const auto work = [&](int thread) {
            for (int round = 0; round < 5000; ++round) {
                const std::string key = "k" + std::to_string((round + thread) % 3);
                const Flights::Joined joined = flights.join(
                    key, [&](Flights::Ticket) { return [&](const News &) { ++told; }; });
                if (joined.role == Role::Leads) {
                    ++led;
                    if (round % 7 == 0)
                        std::this_thread::yield();
                    flights.land(key, joined.ticket, {});
                } else {
                    ++followed;
                }
            }
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back(work, i);
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(led + followed, 20000);
        QCOMPARE(told.load(), followed.load());
        QCOMPARE(flights.count(), std::size_t(0));
    }
};

SPILLWAY_TEST(CacheFlightsTest)
#include "tst_cacheflights.moc"
