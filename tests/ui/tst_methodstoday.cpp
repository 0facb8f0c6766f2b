// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/pricingmodel.h"
#include "stats/methoduse.h"
#include "testmain.h"

#include <QSignalSpy>

using namespace spillway;
using namespace spillway::ui;

namespace {

NodeSnapshot nodeThatDid(const char *name, std::uint64_t calls, std::uint64_t credits)
{
    NodeSnapshot node;
    node.name = name;
    node.methodsToday.push_back({"eth_call", calls, credits});
    return node;
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

    void ofTheNodesThatUseThePriceList()
    {
        const std::vector<NodeSnapshot> nodes{nodeThatDid("A", 3, 30), nodeThatDid("B", 4, 40)};
        const QString call = QStringLiteral("eth_call");
        QCOMPARE(methodsToday(nodes, {QStringLiteral("A")}).value(call), use(3, 30));
        QCOMPARE(methodsToday(nodes, {QStringLiteral("A"), QStringLiteral("B")}).value(call),
                 use(7, 70));
        QVERIFY(methodsToday(nodes, {QStringLiteral("C")}).isEmpty());
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
