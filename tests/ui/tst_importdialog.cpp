// SPDX-License-Identifier: GPL-3.0-or-later
#include "importsamples.h"
#include "session/configdraft.h"
#include "shell/importdialog.h"
#include "shell/importtext.h"
#include "shell/reviewdialog.h"
#include "testmain.h"
#include "uidraft.h"
#include "widgets/bulletlist.h"
#include "widgets/diffview.h"

#include <QPushButton>

using namespace spillway;
using namespace spillway::ui;
using spillway::test::DraftBench;

/// From another program's file to the draft, with everything said before.
class TestImportDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void everyDialectArrivesInTheDraft_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("dialect");
        QTest::addColumn<int>("nodes");
        QTest::newRow("CascadeRPC")
            << QByteArray::fromStdString(test::kCascade) << QStringLiteral("CascadeRPC") << 1;
        QTest::newRow("drm3") << QByteArray::fromStdString(test::kRpcPool)
                              << QStringLiteral("drm3 rpc-pool") << 3;
        QTest::newRow("ethproxy") << QByteArray::fromStdString(test::kEthproxy)
                                  << QStringLiteral("ethproxy") << 2;
        QTest::newRow("list of addresses")
            << QByteArray("https://eth.llamarpc.com\nhttps://ethereum-rpc.publicnode.com\n")
            << QStringLiteral("URL list") << 2;
    }

    void everyDialectArrivesInTheDraft()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, dialect);
        QFETCH(int, nodes);
        DraftBench bench(test::twoNodes());
        bench.write(QStringLiteral("foreign"), text);
        const ImportResult imported =
            importConfig(bench.path(QStringLiteral("foreign")).toStdString());
        QCOMPARE(imported.error, std::string());
        const QString before = bench.text();
        ImportDialog dialog(
            bench.session(), bench.path(QStringLiteral("foreign")), imported, nullptr);
        dialog.show();
        const QList<BulletList *> lists = dialog.findChildren<BulletList *>();
        QCOMPARE(lists.size(), 2);
        // What is lost is said sentence by sentence.
        QStringList notes;
        for (const ImportNote &note : imported.notes)
            notes.append(importSentence(note));
        QCOMPARE(lists[1]->plainText(), notes.join(QLatin1Char('\n')));
        QVERIFY(!lists[0]->plainText().isEmpty());
        QVERIFY(dialog.findChild<DiffView *>()->hasDifference());
        // Looking changes nothing.
        QCOMPARE(bench.text(), before);
        dialog.reject();
        QVERIFY(!bench.draft().isDirty());

        ImportDialog again(
            bench.session(), bench.path(QStringLiteral("foreign")), imported, nullptr);
        again.accept();
        QCOMPARE(bench.text(), QString::fromStdString(imported.text));
        QCOMPARE(static_cast<int>(bench.draft().document().arraySize("nodes")), nodes);
        QVERIFY(bench.draft().isDirty());
        QCOMPARE(bench.read(QStringLiteral("spillway.toml")), test::twoNodes());
        bench.draft().undoStack().undo();
        QCOMPARE(bench.text(), before);
        QVERIFY(dialect == QString::fromStdString(imported.dialect));
    }

    void everyKindOfNoteHasASentenceOfItsOwn()
    {
        QStringList sentences;
        for (int kind = 0; kind <= static_cast<int>(ImportNote::Kind::ForwardedFor); ++kind) {
            const ImportNote note{
                static_cast<ImportNote::Kind>(kind), {"server.some_key", "12"}, "engine's words"};
            const QString sentence = importSentence(note);
            QVERIFY2(sentence.endsWith(QLatin1Char('.')), qPrintable(sentence));
            QVERIFY(!sentences.contains(sentence));
            sentences.append(sentence);
        }
        QVERIFY(sentences.first().contains(QStringLiteral("server.some_key in line 12")));
    }

    void problemsAreSaidBefore()
    {
        DraftBench bench(test::twoNodes());
        ImportResult imported;
        imported.dialect = "CascadeRPC";
        imported.text = "[[nodes]]\nname = \"x\"\nurl = \"https://example.org/\"\ntier = 900\n";
        ImportDialog dialog(bench.session(), QStringLiteral("/tmp/x.toml"), imported, nullptr);
        const QString said = dialog.findChild<BulletList *>()->plainText();
        QVERIFY2(said.contains(QStringLiteral("nodes[0].tier")), qPrintable(said));
    }

    void theSameTextNeedsNoImport()
    {
        DraftBench bench(test::twoNodes());
        ImportResult imported;
        imported.dialect = "Spillway";
        imported.text = test::twoNodes().toStdString();
        ImportDialog dialog(bench.session(), QStringLiteral("/tmp/x.toml"), imported, nullptr);
        for (const QPushButton *each : dialog.findChildren<QPushButton *>()) {
            if (each->isDefault())
                QVERIFY(!each->isEnabled());
        }
    }

    /// A list that no node uses changes no configuration; the review must not call it a matter of layout.
    void reviewNamesPriceListsWithoutUsers()
    {
        DraftBench bench(test::twoNodes());
        bench.write(QStringLiteral("known.toml"), "[routing]\neth_call = 1\n");
        const auto review = [&] {
            ReviewDialog dialog(bench.session());
            return dialog.findChild<BulletList *>()->plainText();
        };
        bench.draft().setText(
            QStringLiteral("Edit"), {}, bench.text() + QStringLiteral("# a word\n"));
        QCOMPARE(review(), QStringLiteral("Only comments or the layout of the text change."));
        bench.draft().setText(QStringLiteral("Edit"),
                              {},
                              QStringLiteral("[routing]\neth_call = 2\n"),
                              bench.path(QStringLiteral("known.toml")));
        bench.draft().setText(QStringLiteral("Edit"),
                              {},
                              QStringLiteral("[routing]\neth_call = 2\n"),
                              bench.path(QStringLiteral("new.toml")));
        QCOMPARE(review(),
                 QStringLiteral("known.toml changes; no node pays other prices.\n"
                                "new.toml is new; no node uses it yet."));
    }
};

SPILLWAY_TEST(TestImportDialog)
#include "tst_importdialog.moc"
