// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/windowplace.h"
#include "testmain.h"

using namespace spillway::ui;

namespace {

const QMargins kFrame(4, 28, 4, 4);
const QRect kLaptop(0, 0, 1280, 772); // 1280x800 less a panel
const QRect kBeside(1280, 0, 1920, 1080);

} // namespace

/// A window comes back where it was, and never where nobody sees it.
class TestWindowPlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void windowsComeBackInView_data()
    {
        QTest::addColumn<QRect>("wanted");
        QTest::addColumn<QList<QRect>>("rooms");
        QTest::addColumn<bool>("stays");
        const QList<QRect> one{kLaptop};
        const QList<QRect> two{kLaptop, kBeside};
        QTest::newRow("fits") << QRect(40, 60, 900, 600) << one << true;
        QTest::newRow("over two screens") << QRect(900, 60, 900, 600) << two << true;
        QTest::newRow("its screen is gone") << QRect(1600, 100, 900, 600) << one << false;
        QTest::newRow("far away") << QRect(-9000, -9000, 900, 600) << two << false;
        QTest::newRow("title above the screen") << QRect(40, -20, 900, 600) << one << false;
        QTest::newRow("over the edge") << QRect(800, 300, 900, 600) << one << false;
        QTest::newRow("larger than the screen") << QRect(0, 0, 1900, 1000) << one << false;
        QTest::newRow("as large as the screen, but its frame") << kLaptop << one << false;
    }

    void windowsComeBackInView()
    {
        QFETCH(QRect, wanted);
        QFETCH(QList<QRect>, rooms);
        QFETCH(bool, stays);
        const QRect place = windowplace::inView(wanted, kFrame, rooms);
        QCOMPARE(place == wanted, stays);
        if (stays)
            return;
        const QRect outer = place.marginsAdded(kFrame);
        QVERIFY(std::any_of(rooms.cbegin(), rooms.cend(), [&outer](const QRect &room) {
            return room.contains(outer);
        }));
        // No smaller than it must be.
        if (wanted.width() < 1200 && wanted.height() < 700)
            QCOMPARE(place.size(), wanted.size());
    }

    void theNearestScreenTakesIt()
    {
        const QRect place =
            windowplace::inView(QRect(4000, 100, 900, 600), kFrame, {kLaptop, kBeside});
        QVERIFY(kBeside.contains(place));
    }

    void withoutScreensNothingMoves()
    {
        const QRect wanted(10, 10, 100, 100);
        QCOMPARE(windowplace::inView(wanted, kFrame, {}), wanted);
    }
};

SPILLWAY_TEST(TestWindowPlace)

#include "tst_windowplace.moc"
