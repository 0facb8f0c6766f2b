// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/pricingmodel.h"
#include "stats/methodstoday.h"
#include "stats/statsstore.h"
#include "testmain.h"

#include <QSignalSpy>

using namespace spillway;
using namespace spillway::ui;

namespace {

constexpr std::int64_t kDayMs = 86'400'000;

Snapshot at(std::int64_t wallMs, std::uint64_t calls, std::uint64_t credits)
{
    Snapshot snapshot;
    snapshot.wallMs = wallMs;
    snapshot.steadyMs = wallMs;
    snapshot.uptimeMs = wallMs % kDayMs + 1;
    for (const char *name : {"A", "B"}) {
        NodeSnapshot node;
        node.name = name;
        node.methods.push_back({"eth_call", calls, credits});
        snapshot.nodes.push_back(node);
    }
    return snapshot;
}

MethodUse use(std::uint64_t calls, std::uint64_t credits)
{
    return {calls, credits};
}

} // namespace

/// Calls and credits of today, method by method.
class TestMethodsToday : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void countsFromMidnight()
    {
        MethodsToday today;
        const QStringList both{QStringLiteral("A"), QStringLiteral("B")};
        const QString call = QStringLiteral("eth_call");
        today.add(at(20 * kDayMs + 1000, 3, 30), true);
        QCOMPARE(today.of({QStringLiteral("A")}).value(call), use(3, 30));
        QCOMPARE(today.of(both).value(call), use(6, 60));
        today.add(at(20 * kDayMs + 2000, 5, 50), false);
        QCOMPARE(today.of(both).value(call), use(10, 100));
        today.add(at(21 * kDayMs + 1000, 6, 60), false);
        QCOMPARE(today.of(both).value(call), use(2, 20));
        QVERIFY(today.of({QStringLiteral("C")}).isEmpty());
    }

    void aNewRunGoesOnWithTheDay()
    {
        MethodsToday today;
        today.add(at(20 * kDayMs + 1000, 3, 30), true);
        today.add(at(20 * kDayMs + 5000, 2, 20), true);
        QCOMPARE(today.of({QStringLiteral("A")}).value(QStringLiteral("eth_call")), use(5, 50));
    }

    void theStoreIsAskedByThePage()
    {
        StatsStore store;
        store.add(at(20 * kDayMs + 1000, 3, 30));
        Snapshot later = at(20 * kDayMs + 2000, 4, 40);
        store.add(later);
        QCOMPARE(store.methodsToday({QStringLiteral("A")}).value(QStringLiteral("eth_call")),
                 use(4, 40));
    }

    void thePriceListShowsThem()
    {
        PricingModel model;
        model.setList(QStringLiteral("[routing]\neth_call = 10\neth_chainId = 1\n"), true);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.setToday({{QStringLiteral("eth_call"), use(7, 70)}});
        QCOMPARE(changes.count(), 1);
        const int row = model.rowOf(QStringLiteral("eth_call"));
        QCOMPARE(model.index(row, PricingModel::CallsToday).data().toString(), QStringLiteral("7"));
        QCOMPARE(model.index(row, PricingModel::CreditsToday).data().toString(),
                 QStringLiteral("70"));
        QCOMPARE(model.index(row, PricingModel::CreditsToday).data(PricingModel::SortRole),
                 QVariant(qulonglong(70)));
        const int other = model.rowOf(QStringLiteral("eth_chainId"));
        QCOMPARE(model.index(other, PricingModel::CallsToday).data().toString(),
                 QStringLiteral("0"));
        QVERIFY(
            !model.flags(model.index(row, PricingModel::CallsToday)).testFlag(Qt::ItemIsEditable));
    }
};

SPILLWAY_TEST(TestMethodsToday)

#include "tst_methodstoday.moc"
