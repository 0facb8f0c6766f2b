// SPDX-License-Identifier: MIT
#include "cache/entry.h"
#include "cachefixture.h"
#include "manualclock.h"
#include "testmain.h"

using namespace spillway;
using namespace spillway::cache;
using namespace std::chrono_literals;
using test::cacheEntry;

namespace {

const std::string kKey = "main:\"key\"";
const std::string kResult = "{\"a\":\"b\\\"c\"}";

} // namespace

class CacheEntryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void answersCarryTheCallersId()
    {
        const test::ManualClock clock;
        const EntryPtr entry = cacheEntry(clock, R"({"id":7})");
        std::string out = "old";
        composeAnswer(*entry, "\"a-long-id\"", out);
        QCOMPARE(out, std::string(R"({"jsonrpc":"2.0","id":"a-long-id","result":{"id":7}})"));
        composeAnswer(*entry, "7", out);
        QCOMPARE(out, entry->text);
    }

    void survivesTheWayOut()
    {
        test::ManualClock clock;
        auto entry = std::make_shared<Entry>(*cacheEntry(clock, kResult, 10s));
        entry->stamp = Stamp{17, "0xab"};
        entry->credits = 20;
        clock.advance(3s);
        const std::string text = encode(kKey, *entry, clock);
        clock.advance(2s);
        const EntryPtr back = decode(kKey, text, clock);
        QVERIFY(back != nullptr);
        QCOMPARE(back->text, entry->text);
        QCOMPARE(back->idOffset, entry->idOffset);
        QCOMPARE(back->idLength, entry->idLength);
        QVERIFY(back->stamp == entry->stamp);
        QCOMPARE(back->credits, entry->credits);
        QCOMPARE(back->written, entry->written);
        QCOMPARE(back->expires, entry->expires);
        clock.advance(5s);
        QVERIFY(decode(kKey, text, clock) == nullptr);

        const std::string permanent = encode("k", *cacheEntry(clock, "null"), clock);
        clock.advance(24h * 1000);
        QCOMPARE(decode("k", permanent, clock)->expires, kForever);
    }

    /// Nodes end their answers with a line feed: a hit must not differ from what the node said.
    void whiteSpaceBehindIsKept()
    {
        const test::ManualClock clock;
        auto entry = std::make_shared<Entry>(*cacheEntry(clock, "1"));
        entry->text += " \t\r\n\n";
        const EntryPtr back = decode("k", encode("k", *entry, clock), clock);
        QVERIFY(back != nullptr);
        QCOMPARE(back->text, entry->text);
    }

    void damagedIsNothing()
    {
        const test::ManualClock clock;
        const std::string text = encode("k", *cacheEntry(clock, "\"0x1234\""), clock);
        QVERIFY(decode("k", text, clock) != nullptr);
        QVERIFY(decode("other", text, clock) == nullptr);
        for (std::size_t length = 0; length < text.size(); ++length)
            QVERIFY(decode("k", text.substr(0, length), clock) == nullptr);
        QVERIFY(decode("k", std::string(text.size(), '\0'), clock) == nullptr);
        std::string changed = text;
        changed.replace(changed.find("0x1234"), 6, "0x1235");
        QVERIFY(decode("k", changed, clock) == nullptr);
        changed = text;
        changed.replace(changed.find("\"id_offset\":"), 13, "\"id_offset\":9999");
        QVERIFY(decode("k", changed, clock) == nullptr);
        QVERIFY(decode("k", "{}", clock) == nullptr);
        QVERIFY(decode("k", "[]", clock) == nullptr);
    }

    /// The wall clock was set back: nobody knows how old it is.
    void fromTheFutureIsNothing()
    {
        test::ManualClock later;
        later.advance(1h);
        const test::ManualClock clock;
        QVERIFY(decode("k", encode("k", *cacheEntry(later, "1"), later), clock) == nullptr);
    }

    void validity()
    {
        test::ManualClock clock;
        auto entry = std::make_shared<Entry>(*cacheEntry(clock, "1"));
        std::string known;
        const CanonicalHash canonical = [&](std::uint64_t number) {
            return number == 17 ? std::string_view(known) : std::string_view();
        };
        const auto valid = [&] {
            return validityOf(*entry, canonical, 2 * kNsPerSecond, clock.steadyNs());
        };
        QCOMPARE(valid(), Validity::Good);
        entry->stamp = Stamp{17, "0xaa"};
        known = "0xaa";
        QCOMPARE(valid(), Validity::Good);
        known = "0xbb";
        QCOMPARE(valid(), Validity::Stale);
        known.clear();
        QCOMPARE(valid(), Validity::Good);
        clock.advance(2s);
        QCOMPARE(valid(), Validity::Unproven);
        known = "0xaa";
        QCOMPARE(valid(), Validity::Good);
    }
};

SPILLWAY_TEST(CacheEntryTest)
#include "tst_cacheentry.moc"
