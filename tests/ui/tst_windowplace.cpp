// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/uisettings.h"
#include "shell/mainwindow.h"
#include "shell/windowplace.h"
#include "testmain.h"
#include "uisession.h"

#include <QMenu>

using namespace spillway;
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

    void windowsDoNotWander_data()
    {
        QTest::addColumn<QRect>("wanted");
        QTest::addColumn<QMargins>("frame");
        const QMargins thin(1, 15, 1, 5);
        QTest::newRow("inside") << QRect(40, 60, 870, 600) << thin;
        QTest::newRow("at the top") << QRect(1, 15, 870, 600) << thin;
        QTest::newRow("as large as the screen") << QRect(1, 15, 1278, 752) << thin;
        QTest::newRow("larger") << QRect(0, 0, 1900, 1000) << kFrame;
        QTest::newRow("below") << QRect(40, 700, 870, 600) << kFrame;
    }

    /// Whatever the first start has to change, the next ones change nothing.
    void windowsDoNotWander()
    {
        QFETCH(QRect, wanted);
        QFETCH(QMargins, frame);
        const QRect first = windowplace::inView(wanted, frame, {kLaptop});
        QRect place = first;
        for (int start = 0; start < 3; ++start)
            place = windowplace::inView(place, frame, {kLaptop});
        QCOMPARE(place, first);
        if (kLaptop.contains(wanted.marginsAdded(frame)))
            QCOMPARE(first, wanted);
    }

    void theWindowComesBackAsItWas_data()
    {
        QTest::addColumn<QPoint>("at");
        QTest::addColumn<bool>("maximized");
        QTest::newRow("in the middle") << QPoint(0, 100) << false;
        QTest::newRow("at the top") << QPoint(0, 0) << false;
        QTest::newRow("maximized") << QPoint(0, 40) << true;
    }

    void theWindowComesBackAsItWas()
    {
        QFETCH(QPoint, at);
        QFETCH(bool, maximized);
        test::SessionBench bench(test::SessionBench::node("A", "http://127.0.0.1:1/"));
        QMenu bell;
        QList<QRect> places;
        for (int start = 0; start < 4; ++start) {
            MainWindow window(bench.session(), &bell);
            if (start == 0) {
                window.setGeometry(QRect(at, QSize(870, 600)));
                if (maximized)
                    window.setWindowState(Qt::WindowMaximized);
            }
            window.show();
            QCOMPARE(window.isMaximized(), maximized);
            window.saveGeometryNow();
            places.append(
                bench.session().settings().value(QStringLiteral("window/place")).toRect());
        }
        // The test's screen is narrower than the window may be, so the first start moves it sideways.
        for (const QRect &place : std::as_const(places)) {
            QCOMPARE(place.top(), places.first().top());
            QCOMPARE(place.height(), places.first().height());
        }
        for (int start = 2; start < 4; ++start)
            QCOMPARE(places[start], places[1]);
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
