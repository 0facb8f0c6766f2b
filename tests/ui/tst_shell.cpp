// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/draftbinder.h"
#include "configure/nodesmodel.h"
#include "configure/nodespage.h"
#include "session/configdraft.h"
#include "shell/actions.h"
#include "shell/autostart.h"
#include "shell/changebar.h"
#include "shell/mainwindow.h"
#include "shell/pagetable.h"
#include "shell/settingstabs.h"
#include "shell/shortcutsdialog.h"
#include "shell/singleinstance.h"
#include "shell/startoptions.h"
#include "shell/toast.h"
#include "stats/statsstore.h"
#include "testmain.h"
#include "widgets/tables.h"
#include "windowbench.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocalSocket>
#include <QLockFile>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QThread>

using namespace spillway;
using namespace spillway::ui;
using test::WindowBench;

namespace {

/// The program and the arguments of an Exec line, read the way the Desktop Entry Specification says: first the escapes of a string
/// value, then those of a quoted argument, then field codes.
QStringList execOf(const QByteArray &entry)
{
    QByteArray value;
    for (const QByteArray &line : entry.split('\n')) {
        if (line.startsWith("Exec="))
            value = line.mid(5);
    }
    QByteArray text;
    for (qsizetype i = 0; i < value.size(); ++i) {
        if (value[i] == '\\' && i + 1 < value.size()) {
            ++i;
            text += value[i] == 's'   ? ' '
                    : value[i] == 'n' ? '\n'
                    : value[i] == 't' ? '\t'
                                      : value[i];
        } else {
            text += value[i];
        }
    }
    QStringList arguments;
    QByteArray current;
    bool quoted = false;
    bool any = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            quoted = !quoted;
            any = true;
        } else if (quoted && c == '\\' && i + 1 < text.size()) {
            current += text[++i];
        } else if (c == '%' && i + 1 < text.size() && text[i + 1] == '%') {
            current += '%';
            ++i;
        } else if (!quoted && c == ' ') {
            if (any || !current.isEmpty())
                arguments.append(QString::fromUtf8(current));
            current.clear();
            any = false;
        } else {
            current += c;
        }
    }
    if (any || !current.isEmpty())
        arguments.append(QString::fromUtf8(current));
    return arguments;
}

} // namespace

/// Keys, autostart, a second start: what the window stands on.
class TestShell : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // Keys.

    void noKeyHasTwoMeanings()
    {
        const WindowBench bench;
        QHash<QString, QString> taken;
        for (const QAction *action : static_cast<const QWidget &>(bench.window).actions()) {
            for (const QKeySequence &key : action->shortcuts()) {
                const QString text = key.toString();
                QVERIFY2(!taken.contains(text),
                         qPrintable(text + QStringLiteral(": ") + action->text()));
                taken.insert(text, action->text());
            }
        }
        QVERIFY(taken.size() > 20);
    }

    void theListOfKeysIsComplete()
    {
        WindowBench bench;
        const ShortcutsDialog dialog(bench.window.actions());
        QAbstractItemModel *model = dialog.findChild<QTableView *>()->model();
        const QAbstractItemModelTester tester(
            model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QStringList shown;
        for (int row = 0; row < model->rowCount(); ++row) {
            QVERIFY(!model->index(row, 0).data().toString().isEmpty());
            shown.append(model->index(row, 1).data().toString());
        }
        for (const QAction *action : static_cast<QWidget &>(bench.window).actions()) {
            if (!action->shortcut().isEmpty())
                QVERIFY2(shown.join(QLatin1Char('\n'))
                             .contains(action->shortcut().toString(QKeySequence::NativeText)),
                         qPrintable(action->text()));
        }
    }

    void digitsOpenThePages()
    {
        WindowBench bench;
        const auto &table = pageTable();
        for (int number = 1; number <= 9; ++number) {
            QTest::keyClick(&bench.window,
                            static_cast<Qt::Key>(static_cast<int>(Qt::Key_0) + number),
                            Qt::ControlModifier);
            QCOMPARE(bench.window.currentPage(),
                     QLatin1String(table[static_cast<std::size_t>(number)].id));
        }
        QTest::keyClick(&bench.window, Qt::Key_Comma, Qt::ControlModifier);
        QCOMPARE(bench.window.currentPage(), QStringLiteral("settings"));
        // Where text is edited, Ctrl+E belongs to the text.
        bench.window.showPage(QStringLiteral("dashboard"));
        QTest::keyClick(&bench.window, Qt::Key_E, Qt::ControlModifier);
        QCOMPARE(bench.window.currentPage(), QStringLiteral("raw"));
    }

    void keysUndoAndApply()
    {
        WindowBench bench;
        bench.window.showPage(QStringLiteral("dashboard"));
        bench.set("nodes[0].tier", std::int64_t{4});
        QVERIFY(bench.window.changeBar().isVisible());
        QTest::keyClick(&bench.window, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!bench.draft().isDirty());
        QVERIFY(!bench.window.actions().apply->isEnabled());
        QTest::keyClick(&bench.window, Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(bench.draft().isDirty());
        QSignalSpy applied(&bench.session(), &Session::applied);
        QTest::keyClick(&bench.window, Qt::Key_S, Qt::ControlModifier);
        UI_SOON(applied.count() == 1);
        QVERIFY(bench.read(QStringLiteral("spillway.toml")).contains("tier = 4"));
    }

    void aKeyAddsANodeFromAnywhere()
    {
        WindowBench bench;
        bench.window.showPage(QStringLiteral("log"));
        QTest::keyClick(&bench.window, Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(bench.window.currentPage(), QStringLiteral("nodes"));
        QCOMPARE(bench.draft().document().arraySize("nodes"), std::size_t{2});
    }

    void theProxyStartsAndStopsByKey()
    {
        WindowBench bench;
        bench.window.showPage(QStringLiteral("dashboard"));
        QTest::keyClick(&bench.window, Qt::Key_Space, Qt::ControlModifier);
        UI_SOON(bench.session().state() == ProxyState::Running);
        QTest::keyClick(&bench.window, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), bench.session().address());
        QTest::keyClick(&bench.window, Qt::Key_Space, Qt::ControlModifier);
        UI_SOON(bench.session().state() == ProxyState::Stopped);
    }

    void closingOnlyAsks()
    {
        WindowBench bench;
        QSignalSpy closing(&bench.window, &MainWindow::closeRequested);
        QSignalSpy quitting(&bench.window, &MainWindow::quitRequested);
        QTest::keySequence(&bench.window, bench.window.actions().closeWindow->shortcut());
        QCOMPARE(closing.count(), 1);
        QVERIFY(bench.window.isVisible());
        QTest::keyClick(&bench.window, Qt::Key_Q, Qt::ControlModifier);
        QCOMPARE(quitting.count(), 1);
    }

    // Room.

    void messagesCoverNothing()
    {
        WindowBench bench;
        auto *toast = bench.window.findChild<Toast *>();
        auto *pages = bench.window.findChild<QStackedWidget *>();
        Q_EMIT bench.session().toast(QStringLiteral("Done."), true);
        QVERIFY(toast->isVisible());
        const auto onScreen = [](const QWidget *widget) {
            return QRect(widget->mapToGlobal(QPoint(0, 0)), widget->size());
        };
        UI_SOON(toast->height() >= toast->sizeHint().height()
                && !onScreen(toast).intersects(onScreen(pages)));
    }

    void secondTriesAreASetting()
    {
        test::DraftBench bench(test::twoNodes());
        DraftBinder binder(bench.session());
        const AdvancedTab tab(bench.session(), binder);
        const auto box = [&](const char *name) {
            QSpinBox *found = nullptr;
            for (QSpinBox *each : tab.findChildren<QSpinBox *>()) {
                if (each->accessibleName() == QLatin1String(name))
                    found = each;
            }
            return found;
        };
        QSpinBox *percentile = box("Second node when slower than");
        QSpinBox *share = box("At most so many requests");
        QVERIFY(percentile && share);
        QCOMPARE(percentile->text(), QStringLiteral("never"));
        QCOMPARE(share->value(), 5);
        percentile->setValue(95);
        share->setValue(8);
        QVERIFY(bench.text().contains(QStringLiteral("hedge_percentile = 95")));
        QVERIFY(bench.text().contains(QStringLiteral("hedge_budget_percent = 8")));
        while (bench.draft().undoStack().canUndo())
            bench.draft().undoStack().undo();
        QCOMPARE(percentile->value(), 0);
        QVERIFY(!bench.text().contains(QStringLiteral("hedge")));
    }

    void everyControlIsReachedByTab()
    {
        WindowBench bench;
        QStringList missed;
        for (const PageInfo &info : pageTable()) {
            bench.window.showPage(QString::fromLatin1(info.id));
            QCoreApplication::processEvents();
            for (QWidget *widget : bench.window.findChildren<QWidget *>()) {
                const bool control = qobject_cast<QAbstractButton *>(widget) != nullptr
                                     || qobject_cast<QLineEdit *>(widget) != nullptr
                                     || qobject_cast<QComboBox *>(widget) != nullptr
                                     || qobject_cast<QAbstractSpinBox *>(widget) != nullptr
                                     || qobject_cast<QTabBar *>(widget) != nullptr
                                     || (qobject_cast<QAbstractItemView *>(widget) != nullptr
                                         && qobject_cast<QHeaderView *>(widget) == nullptr);
                // What is inside another control is served by it: the cross in a field, the arrows of a row of tabs.
                const QWidget *parent = widget->parentWidget();
                const bool inside = qobject_cast<const QLineEdit *>(parent) != nullptr
                                    || qobject_cast<const QComboBox *>(parent) != nullptr
                                    || qobject_cast<const QAbstractSpinBox *>(parent) != nullptr
                                    || qobject_cast<const QTabBar *>(parent) != nullptr
                                    || qobject_cast<const QAbstractItemView *>(parent) != nullptr;
                if (control && !inside && widget->isVisible() && widget->isEnabled()
                    && (widget->focusPolicy() & Qt::TabFocus) == 0)
                    missed.append(QStringLiteral("%1: %2 “%3”")
                                      .arg(QString::fromLatin1(info.id),
                                           QString::fromLatin1(widget->metaObject()->className()),
                                           widget->accessibleName()));
            }
        }
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(QLatin1Char('\n'))));
    }

    /// A screen reader switches a box without a click of the mouse.
    void whatAScreenReaderSwitchesIsSwitched()
    {
        WindowBench bench;
        const auto toggle = [](QWidget *widget) {
            QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(widget);
            interface->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
        };
        bench.window.showPage(QStringLiteral("settings"));
        QCheckBox *metrics = nullptr;
        for (QCheckBox *box : bench.window.findChildren<QCheckBox *>()) {
            if (box->text().contains(QStringLiteral("/metrics")))
                metrics = box;
        }
        QVERIFY(metrics != nullptr);
        toggle(metrics);
        QCOMPARE(bench.draft().document().boolean("server.enable_metrics"), std::optional(false));
        bench.window.showPage(QStringLiteral("dashboard"));
        for (QAbstractButton *button : bench.window.findChildren<QAbstractButton *>()) {
            if (button->accessibleName() == QStringLiteral("Show the last hour"))
                toggle(button);
        }
        QCOMPARE(bench.session().settings().value(QStringLiteral("dashboard/window")).toInt(),
                 static_cast<int>(Window::Hour));
    }

    void theColumnsOfTheNodesFitTheFirstWindow()
    {
        WindowBench bench;
        bench.window.resize(1280, 820);
        bench.window.showPage(QStringLiteral("nodes"));
        auto *table = bench.window.findChild<NodesPage *>()->findChild<QTableView *>();
        QHeaderView *header = table->horizontalHeader();
        UI_SOON(header->length() <= table->viewport()->width());
        // What is chosen in the menu is still chosen the next time.
        QVERIFY(table->isColumnHidden(NodesModel::LastError));
        table->setColumnHidden(NodesModel::LastError, false);
        bench.window.showPage(QStringLiteral("dashboard"));
        NodesPage again(bench.session(), nullptr);
        QVERIFY(!again.findChild<QTableView *>()->isColumnHidden(NodesModel::LastError));
    }

    /// What the user drags stays, also over a restart; the rest makes room.
    void widthsOfTheUsersOwnStay()
    {
        WindowBench bench;
        bench.window.resize(1280, 820);
        bench.window.showPage(QStringLiteral("nodes"));
        auto *table = bench.window.findChild<NodesPage *>()->findChild<QTableView *>();
        UI_SOON(table->viewport()->width() > 300);
        const int tier = table->columnWidth(NodesModel::Tier);
        table->setColumnWidth(NodesModel::Name, 300);
        bench.window.resize(1000, 820);
        bench.window.resize(1280, 820);
        QCOMPARE(table->columnWidth(NodesModel::Name), 300);
        bench.window.showPage(QStringLiteral("dashboard"));
        NodesPage again(bench.session(), nullptr);
        again.resize(1100, 700);
        again.show();
        again.activate();
        const auto *second = again.findChild<QTableView *>();
        QCOMPARE(second->columnWidth(NodesModel::Name), 300);
        QVERIFY(second->columnWidth(NodesModel::Tier) <= tier);
    }

    void noFigureOfTheNodesIsCut()
    {
        const QStringList names = QStringLiteral("alpha bravo charlie delta echo").split(u' ');
        QByteArray nodes;
        for (const QString &name : names)
            nodes += test::SessionBench::node(name.toLatin1().constData(), "http://127.0.0.1:1/");
        test::SessionBench bench(nodes);
        QMenu bell;
        MainWindow window(bench.session(), &bell);
        window.resize(1280, 800);
        window.show();
        window.showPage(QStringLiteral("nodes"));
        auto *page = window.findChild<NodesPage *>();
        auto *table = page->findChild<QTableView *>();
        auto *model = page->findChild<NodesModel *>();
        const QHeaderView *header = table->horizontalHeader();
        UI_SOON(table->isVisible() && table->viewport()->width() > 300);
        QVERIFY(table->isColumnHidden(NodesModel::Test));

        auto now = std::make_shared<Snapshot>();
        now->wallMs = QDateTime::currentMSecsSinceEpoch();
        now->steadyMs = 10'000;
        now->uptimeMs = 10'000;
        const QList<NodeCondition> states{NodeCondition::Penalized,
                                          NodeCondition::QuotaExhausted,
                                          NodeCondition::Parked,
                                          NodeCondition::Cooling,
                                          NodeCondition::Unknown};
        for (qsizetype i = 0; i < names.size(); ++i) {
            NodeSnapshot node;
            node.name = names[i].toStdString();
            node.condition = states[i];
            node.closedForMs = 59 * 60'000;
            node.attempts[0] = 8880;
            node.latencyMs = 1234.0;
            node.used = 5'000'000;
            node.limit = 5'000'000;
            node.resetsAt = "2026-12-28";
            now->nodes.push_back(node);
        }
        bench.session().stats().add(*now);
        model->setSnapshot(now, names);
        // Words have a tooltip with the whole of them, figures are read in passing.
        const QList<int> words{NodesModel::Chain, NodesModel::State, NodesModel::Test};
        const auto verifyWhole = [&] {
            for (int column = 0; column < NodesModel::ColumnCount; ++column) {
                if (table->isColumnHidden(column) || words.contains(column))
                    continue;
                QVERIFY2(
                    table->columnWidth(column) >= tables::neededWidth(table, column),
                    qPrintable(
                        model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
            }
            QVERIFY2(header->length() <= table->viewport()->width(),
                     qPrintable(QStringLiteral("%1 of %2")
                                    .arg(header->length())
                                    .arg(table->viewport()->width())));
        };
        QCOMPARE(model->index(0, NodesModel::Rate).data().toString(), QStringLiteral("888"));
        verifyWhole();

        // The column of the tests is there as long as one of them says something.
        model->setTest(names.first(), {QStringLiteral("12 ms"), QString(), true, false});
        QVERIFY(!table->isColumnHidden(NodesModel::Test));
        verifyWhole();
        bench.set("nodes[0].url", std::string("http://127.0.0.1:2/"));
        QVERIFY(table->isColumnHidden(NodesModel::Test));
        // So is that of the chains as long as there are several.
        QVERIFY(table->isColumnHidden(NodesModel::Chain));
        bench.set("nodes[0].chain", std::string("polygon"));
        QVERIFY(!table->isColumnHidden(NodesModel::Chain));
        model->setTest(names.first(), {QStringLiteral("12 ms"), QString(), true, false});
        window.showPage(QStringLiteral("dashboard"));
        NodesPage again(bench.session(), nullptr);
        QVERIFY(again.findChild<QTableView *>()->isColumnHidden(NodesModel::Test));
    }

    void aNewNodeAloneIsSelected()
    {
        WindowBench bench;
        bench.window.showPage(QStringLiteral("nodes"));
        const auto *table = bench.window.findChild<NodesPage *>()->findChild<QTableView *>();
        UI_SOON(table->selectionModel()->selectedRows().size() == 1);
        // Through the window system, so that the key counts as held while its action runs.
        QTest::keyClick(bench.window.windowHandle(), Qt::Key_N, Qt::ControlModifier);
        UI_SOON(table->model()->rowCount() == 2);
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(table->selectionModel()->selectedRows().first().row(), 1);
        QCOMPARE(table->currentIndex().row(), 1);
    }

    void theFocusStaysInThePageAfterAnAnswer_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("lost");
        QTest::newRow("use it") << QStringLiteral("&Use it") << false;
        QTest::newRow("keep mine") << QStringLiteral("&Keep mine") << false;
        QTest::newRow("write it again") << QStringLiteral("&Write it again") << true;
    }

    void theFocusStaysInThePageAfterAnAnswer()
    {
        QFETCH(QString, answer);
        QFETCH(bool, lost);
        WindowBench bench;
        bench.window.showPage(QStringLiteral("nodes"));
        auto *page = bench.window.findChild<NodesPage *>();
        auto *table = page->findChild<QTableView *>();
        table->setFocus();
        if (lost)
            QVERIFY(QFile::remove(bench.file()));
        else
            bench.write(QStringLiteral("spillway.toml"),
                        bench.read(QStringLiteral("spillway.toml")) + "# theirs\n");
        const auto shown = [&bench, &answer]() -> QPushButton * {
            for (auto *button : bench.window.findChildren<QPushButton *>()) {
                if (button->isVisible() && button->text() == answer)
                    return button;
            }
            return nullptr;
        };
        UI_SOON(shown() != nullptr);
        QPushButton *button = shown();
        button->setFocus();
        QVERIFY(button->hasFocus());
        QTest::keyClick(button, Qt::Key_Space);
        QVERIFY(shown() == nullptr);
        QCOMPARE(bench.window.focusWidget(), table);
    }

    // Autostart.

    void autostartNamesTheProgram_data()
    {
        QTest::addColumn<QString>("program");
        QTest::newRow("plain") << QStringLiteral("/usr/bin/spillway");
        QTest::newRow("blanks") << QStringLiteral("/home/me/My Programs/spillway");
        QTest::newRow("quotes") << QStringLiteral("/opt/a\"b/spill'way");
        QTest::newRow("shell") << QStringLiteral("/opt/$HOME/`id`/spillway");
        QTest::newRow("backslash") << QStringLiteral("/opt/a\\b\\\\c/spillway");
        QTest::newRow("field code") << QStringLiteral("/opt/100%u/spillway");
        QTest::newRow("umlaut") << QString::fromUtf8("/opt/Größe/spillway");
    }

    void autostartNamesTheProgram()
    {
        QFETCH(QString, program);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("new/autostart/spillway.desktop"));
        const Autostart autostart(file, program);
        QVERIFY(!autostart.isOn());
        const auto text = [&] {
            QFile in(file);
            return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
        };
        QCOMPARE(autostart.set(true, false), QString());
        QVERIFY(autostart.isOn());
        QVERIFY(text().startsWith("[Desktop Entry]\nType=Application\n"));
        QCOMPARE(execOf(text()), QStringList{program});
        QCOMPARE(autostart.set(true, true), QString());
        QCOMPARE(execOf(text()), QStringList({program, QStringLiteral("--background")}));
        QCOMPARE(autostart.set(false, true), QString());
        QVERIFY(!QFile::exists(file));
        QVERIFY(!autostart.isOn());
        QCOMPARE(autostart.set(false, false), QString());
    }

    void autostartHeedsTheDesktopsSwitch_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("hidden") << QByteArray("Hidden=true");
        QTest::newRow("hidden, spaced") << QByteArray("Hidden = True");
        QTest::newRow("GNOME") << QByteArray("X-GNOME-Autostart-enabled=false");
    }

    void autostartHeedsTheDesktopsSwitch()
    {
        QFETCH(QByteArray, line);
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("s.desktop")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[Desktop Entry]\nExec=\"/usr/bin/spillway\"\n" + line + "\n");
        file.close();
        const Autostart autostart(file.fileName(), QStringLiteral("/usr/bin/spillway"));
        QVERIFY(!autostart.isOn());
        QCOMPARE(autostart.set(true, false), QString());
        QVERIFY(autostart.isOn());
    }

    void autostartSaysWhyNot()
    {
        const QTemporaryDir folder;
        QFile blocker(folder.filePath(QStringLiteral("file")));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        const Autostart autostart(folder.filePath(QStringLiteral("file/x/s.desktop")),
                                  QStringLiteral("/usr/bin/spillway"));
        QVERIFY(autostart.set(true, false).contains(QStringLiteral("s.desktop")));
        QVERIFY(!autostart.isOn());
    }

    // A second start.

    void aSecondStartHandsItsWishOver()
    {
        const QTemporaryDir folder;
        SingleInstance first(folder.path(), QStringLiteral("spillway"));
        first.setGreeting(QStringLiteral("/home/me/spillway.toml"));
        QCOMPARE(first.claim({}, {}), SingleInstance::Role::First);
        QSignalSpy messages(&first, &SingleInstance::messageReceived);
        const QStringList wish{QStringLiteral("--page"), QString::fromUtf8("größe"), QString()};
        SingleInstance::Role role = SingleInstance::Role::First;
        QString reply;
        // The other program waits for its answer, which this thread gives.
        const std::unique_ptr<QThread> other(QThread::create([&] {
            SingleInstance second(folder.path(), QStringLiteral("spillway"));
            role = second.claim(wish, "token");
            reply = second.reply();
        }));
        other->start();
        UI_SOON(other->isFinished());
        QCOMPARE(role, SingleInstance::Role::Handed);
        QCOMPARE(reply, QStringLiteral("/home/me/spillway.toml"));
        QCOMPARE(messages.count(), 1);
        QCOMPARE(messages.first().at(0).toStringList(), wish);
        QCOMPARE(messages.first().at(1).toByteArray(), QByteArray("token"));
    }

    void otherNamesAreOtherPrograms()
    {
        const QTemporaryDir folder;
        SingleInstance first(folder.path(), QStringLiteral("spillway"));
        SingleInstance demo(folder.path(), QStringLiteral("spillway-demo"));
        QCOMPARE(first.claim({}, {}), SingleInstance::Role::First);
        QCOMPARE(demo.claim({}, {}), SingleInstance::Role::First);
    }

    void thePlaceIsFreeAgainAtTheEnd()
    {
        const QTemporaryDir folder;
        {
            SingleInstance first(folder.path(), QStringLiteral("spillway"));
            QCOMPARE(first.claim({}, {}), SingleInstance::Role::First);
        }
        // A socket that a killed program left behind does not matter.
        QFile left(folder.filePath(QStringLiteral("spillway.sock")));
        QVERIFY(left.open(QIODevice::WriteOnly));
        left.close();
        SingleInstance next(folder.path(), QStringLiteral("spillway"));
        QCOMPARE(next.claim({}, {}), SingleInstance::Role::First);
    }

    void aFirstThatDoesNotListenIsNotWaitedFor()
    {
        const QTemporaryDir folder;
        QLockFile lock(folder.filePath(QStringLiteral("spillway.lock")));
        lock.setStaleLockTime(0);
        QVERIFY(lock.tryLock(0));
        SingleInstance second(folder.path(), QStringLiteral("spillway"));
        QCOMPARE(second.claim({}, {}), SingleInstance::Role::Alone);
        SingleInstance nowhere({}, QStringLiteral("spillway"));
        QCOMPARE(nowhere.claim({}, {}), SingleInstance::Role::Alone);
    }

    void rubbishOnTheSocketIsIgnored_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("huge") << QByteArray("\xff\xff\xff\xff rubbish", 12);
        QTest::newRow("no message") << QByteArray("\0\0\0\4abcd", 8);
    }

    void rubbishOnTheSocketIsIgnored()
    {
        QFETCH(QByteArray, bytes);
        const QTemporaryDir folder;
        SingleInstance first(folder.path(), QStringLiteral("spillway"));
        QCOMPARE(first.claim({}, {}), SingleInstance::Role::First);
        QSignalSpy messages(&first, &SingleInstance::messageReceived);
        QLocalSocket socket;
        socket.connectToServer(folder.filePath(QStringLiteral("spillway.sock")));
        QVERIFY(socket.waitForConnected(30'000));
        socket.write(bytes);
        UI_SOON(socket.state() == QLocalSocket::UnconnectedState);
        QCOMPARE(messages.count(), 0);
    }

    // The command line, which a second start hands over too.

    void optionsAreUnderstood()
    {
        const StartOptions plain = StartOptions::parse({}, QStringLiteral("/home/me"));
        QVERIFY(plain.problem.isEmpty() && !plain.background);
        QCOMPARE(plain.proxy, StartOptions::Proxy::AsSet);
        const StartOptions some = StartOptions::parse({QStringLiteral("--background"),
                                                       QStringLiteral("--toggle"),
                                                       QStringLiteral("--page"),
                                                       QStringLiteral("quotas"),
                                                       QStringLiteral("--config"),
                                                       QStringLiteral("x/s.toml")},
                                                      QStringLiteral("/home/me"));
        QCOMPARE(some.problem, QString());
        QVERIFY(some.background);
        QCOMPARE(some.proxy, StartOptions::Proxy::Toggle);
        QCOMPARE(some.page, QStringLiteral("quotas"));
        QCOMPARE(some.config, QStringLiteral("/home/me/x/s.toml"));
        QVERIFY(StartOptions::parse({QStringLiteral("--nonsense")}, QStringLiteral("/"))
                    .problem.contains(QStringLiteral("nonsense")));
        QVERIFY(!StartOptions::parse({QStringLiteral("--page")}, QStringLiteral("/"))
                     .problem.isEmpty());
    }
};

SPILLWAY_TEST(TestShell)
#include "tst_shell.moc"
