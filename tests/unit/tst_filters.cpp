// SPDX-License-Identifier: MIT
#include "pipeline/filters.h"
#include "testmain.h"

#include <set>

using namespace spillway;

namespace {

constexpr SteadyNs kNow = 1000 * kNsPerSecond;
constexpr FilterRegistry::Bounds kBounds{300 * kNsPerSecond, 3, 2};

std::shared_ptr<Filter> makeFilter(const std::string &client = "alice",
                                   const std::string &chain = "main")
{
    return std::make_shared<Filter>(Filter::Kind::Logs, chain, client, "[{}]");
}

} // namespace

class FiltersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void idsComeFromTheRandomSource()
    {
        std::uint64_t next = 0;
        FilterRegistry filters([&] {
            next += 0x10;
            return std::array<std::uint64_t, 2>{next, ~next};
        });
        QCOMPARE(filters.add(makeFilter(), kBounds, kNow).id,
                 std::string("0x0000000000000010ffffffffffffffef"));
        QCOMPARE(filters.add(makeFilter(), kBounds, kNow).id,
                 std::string("0x0000000000000020ffffffffffffffdf"));
        FilterRegistry own;
        std::set<std::string> ids;
        for (int i = 0; i < 100; ++i)
            ids.insert(own.add(makeFilter(), {kNsPerSecond, 1000, 1000}, kNow).id);
        QCOMPARE(ids.size(), std::size_t(100));
    }

    void aPollKeepsItAlive()
    {
        FilterRegistry filters;
        const std::string id = filters.add(makeFilter(), kBounds, kNow).id;
        QVERIFY(filters.find(id, "main", kBounds, kNow + 299 * kNsPerSecond));
        QVERIFY(filters.find(id, "main", kBounds, kNow + 598 * kNsPerSecond));
        QCOMPARE(filters.count("main", kNow + 600 * kNsPerSecond), std::size_t(1));
        QCOMPARE(filters.count("main", kNow + 898 * kNsPerSecond), std::size_t(0));
        QVERIFY(!filters.find(id, "main", kBounds, kNow + 898 * kNsPerSecond));
        QVERIFY(!filters.find(id, "main", kBounds, kNow));
    }

    void anotherChainDoesNotSeeIt()
    {
        FilterRegistry filters;
        const std::string id = filters.add(makeFilter(), kBounds, kNow).id;
        QVERIFY(!filters.find(id, "other", kBounds, kNow));
        QVERIFY(!filters.remove(id, "other", kNow));
        QVERIFY(!filters.find("0x1", "main", kBounds, kNow));
        QVERIFY(filters.remove(id, "main", kNow));
        QVERIFY(!filters.remove(id, "main", kNow));
        QCOMPARE(filters.count("main", kNow), std::size_t(0));
    }

    void bounds()
    {
        FilterRegistry filters;
        QVERIFY(!filters.add(makeFilter("alice"), kBounds, kNow).id.empty());
        const std::string second = filters.add(makeFilter("alice"), kBounds, kNow).id;
        const auto third = filters.add(makeFilter("alice"), kBounds, kNow);
        QVERIFY(third.id.empty());
        QVERIFY(third.refusal.find("max_filters_per_client allows 2") != std::string::npos);
        QVERIFY(!filters.add(makeFilter("bob"), kBounds, kNow).id.empty());
        const auto fourth = filters.add(makeFilter("carol"), kBounds, kNow);
        QVERIFY(fourth.refusal.find("max_filters allows 3") != std::string::npos);
        // Room comes back by uninstalling and by time.
        QVERIFY(filters.remove(second, "main", kNow));
        QVERIFY(filters.refusal("alice", kBounds, kNow).empty());
        QVERIFY(!filters.add(makeFilter("alice"), kBounds, kNow).id.empty());
        QVERIFY(!filters.refusal("dave", kBounds, kNow).empty());
        QVERIFY(filters.refusal("dave", kBounds, kNow + 301 * kNsPerSecond).empty());
    }

    void oneOfTwoPollsWins()
    {
        const auto filter = makeFilter();
        filter->begin({.next = 5, .reorgs = 0, .toldFrom = 0, .told = {}});
        const auto seen = filter->progress();
        QVERIFY(filter->advance(seen, {.next = 7, .reorgs = 0, .toldFrom = 0, .told = {}}));
        QVERIFY(!filter->advance(seen, {.next = 6, .reorgs = 0, .toldFrom = 0, .told = {}}));
        QCOMPARE(filter->progress()->next, std::uint64_t(7));
    }

    void aNewFilterTellsNothingFromBelowTheKnownBlocks_data()
    {
        QTest::addColumn<int>("windowFrom");
        QTest::addColumn<int>("known");
        QTest::addColumn<int>("toldFrom");
        QTest::addRow("the whole chain") << 0 << 61 << 29;
        QTest::addRow("a short window") << 58 << 3 << 58;
        QTest::addRow("the head alone") << 60 << 1 << 60;
        QTest::addRow("no hashes") << 0 << 0 << 61;
    }

    void aNewFilterTellsNothingFromBelowTheKnownBlocks()
    {
        QFETCH(int, windowFrom);
        QFETCH(int, known);
        QFETCH(int, toldFrom);
        chain::ChainView view;
        view.head = chain::Block{60, {}, {}};
        view.reorgCount = 7;
        view.windowFrom = static_cast<std::uint64_t>(windowFrom);
        for (int i = 0; i < known; ++i)
            view.hashes.emplace_back("h" + std::to_string(windowFrom + i));
        const FilterProgress progress = FilterProgress::beginAt(view);
        QCOMPARE(progress.next, std::uint64_t(61));
        QCOMPARE(progress.reorgs, std::uint64_t(7));
        QCOMPARE(progress.toldFrom, static_cast<std::uint64_t>(toldFrom));
        QCOMPARE(progress.told.size(), static_cast<std::size_t>(61 - toldFrom));
        for (std::size_t i = 0; i < progress.told.size(); ++i) {
            QCOMPARE(progress.told[i].block, progress.toldFrom + i);
            QCOMPARE(progress.told[i].hash, "h" + std::to_string(progress.toldFrom + i));
        }
    }

    void whatWasToldIsBounded()
    {
        FilterProgress progress;
        for (std::uint64_t block = 1; block <= 100; ++block)
            progress.told.push_back({block, std::string(66, 'h'), std::string(1000, 'l')});
        progress.trim(50, 1U << 20U);
        QCOMPARE(progress.toldFrom, std::uint64_t(50));
        QCOMPARE(progress.told.size(), std::size_t(51));
        progress.trim(0, 10 * 1200);
        QVERIFY(progress.told.size() <= 10);
        QCOMPARE(progress.told.front().block, progress.toldFrom);
        QCOMPARE(progress.told.back().block, std::uint64_t(100));
        // A block is remembered whole or not at all.
        FilterProgress one;
        for (int i = 0; i < 10; ++i)
            one.told.push_back({7, {}, std::string(100, 'l')});
        one.trim(0, 500);
        QVERIFY(one.told.empty());
        QCOMPARE(one.toldFrom, std::uint64_t(8));
    }
};

SPILLWAY_TEST(FiltersTest)
#include "tst_filters.moc"
