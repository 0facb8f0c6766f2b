// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodeform.h"
#include "configure/pricelists.h"
#include "cutlines.h"
#include "session/configdraft.h"
#include "session/setuseddialog.h"
#include "shell/mainwindow.h"
#include "shell/pagetable.h"
#include "shell/settingstabs.h"
#include "shell/translations.h"
#include "testmain.h"
#include "uisession.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRadioButton>
#include <QStyleOptionComboBox>
#include <QTabWidget>
#include <QToolButton>

using namespace spillway;
using namespace spillway::ui;
using test::SessionBench;

namespace {

/// Pixels that an item of a combo box lacks.
int lacking(const QComboBox &box, int item)
{
    QStyleOptionComboBox option;
    option.initFrom(&box);
    option.editable = box.isEditable();
    const QRect field = box.style()->subControlRect(
        QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
    constexpr int kBesideIcon = 4;
    const int icon = box.itemIcon(item).isNull() ? 0 : box.iconSize().width() + kBesideIcon;
    return icon + box.fontMetrics().horizontalAdvance(box.itemText(item)) - field.width();
}

} // namespace

/// What a form says can be read: nothing is cut at the size that the window has on a small laptop.
class TestCutTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void cleanup()
    {
        m_translations.use(QStringLiteral("en"));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void choicesAreWhole_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("German") << QStringLiteral("de");
    }

    void choicesAreWhole()
    {
        QFETCH(QString, language);
        m_translations.use(language);
        SessionBench bench(
            "[chains.ethereum]\nkind = \"evm\"\nchain_id = 1\nheads = \"off\"\n\n"
            "[chains.arbitrum-sepolia]\nkind = \"evm\"\nchain_id = 421614\nheads = \"off\"\n\n"
            + SessionBench::node("Aqueduct",
                                 "https://eth-mainnet.g.alchemy.com/v2/0123456789",
                                 "chain = \"arbitrum-sepolia\"\n"
                                 "provider_pricing_path = \"builtin:alchemy-evm\"\n"));
        QString problem;
        prices::copyToFile(bench.draft(), QStringLiteral("builtin:alchemy-evm"), &problem);
        QCOMPARE(problem, QString());
        QMenu bell;
        MainWindow window(bench.session(), &bell);
        window.resize(1280, 800);
        window.show();
        QStringList cut;
        int seen = 0;
        const auto look = [&] {
            QCoreApplication::processEvents();
            for (const QComboBox *box : window.findChildren<QComboBox *>()) {
                if (!box->isVisible())
                    continue;
                ++seen;
                for (int item = 0; item < box->count(); ++item) {
                    const int lacks = lacking(*box, item);
                    if (lacks > 0)
                        cut.append(QStringLiteral("%1: “%2” lacks %3 px")
                                       .arg(QString::fromLatin1(
                                                box->parentWidget()->metaObject()->className()),
                                            box->itemText(item))
                                       .arg(lacks));
                }
            }
            for (const QLabel *label : window.findChildren<QLabel *>()) {
                if (label->isVisible() && !label->wordWrap() && label->minimumWidth() == 0
                    && label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored
                    && label->width() < label->minimumSizeHint().width())
                    cut.append(QStringLiteral("label “%1”").arg(label->text()));
            }
            cut += test::cutLines(window);
        };
        for (const PageInfo &info : pageTable()) {
            window.showPage(QString::fromLatin1(info.id));
            look();
            for (QToolButton *more : window.findChildren<QToolButton *>()) {
                if (more->isVisible() && more->isCheckable() && !more->isChecked()
                    && more->autoRaise() && !more->text().isEmpty())
                    more->click(); // Advanced
            }
            look();
            for (QTabWidget *tabs : window.findChildren<QTabWidget *>()) {
                for (int tab = 0; tabs->isVisible() && tab < tabs->count(); ++tab) {
                    tabs->setCurrentIndex(tab);
                    look();
                }
            }
        }
        QVERIFY(seen > 10);
        cut.removeDuplicates();
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    }

    /// Texts that come late make room for themselves: the dialog grows, the form scrolls.
    void lateTextsAreWhole_data() { choicesAreWhole_data(); }

    void lateTextsAreWhole()
    {
        QFETCH(QString, language);
        m_translations.use(language);
        SessionBench bench(
            SessionBench::node("A", "https://eth-mainnet.g.alchemy.com/v2/0123456789abcdefABCDEF"));
        SetUsedDialog dialog(bench.session(), QStringLiteral("A"), 5, 1000);
        dialog.show();
        QCOMPARE(test::cutLines(dialog), QStringList());
        auto *number = dialog.findChild<QLineEdit *>();
        for (const char *typed : {"2000", "x"}) {
            number->setText(QLatin1String(typed));
            QTRY_COMPARE(test::cutLines(dialog), QStringList());
        }
        dialog.hide();
        NodeTester tester(bench.session());
        for (const int width : {360, 420, 600}) {
            NodeForm form(bench.session(), tester);
            form.resize(width, 500);
            form.show();
            form.setNode(0);
            NodeSnapshot live;
            live.name = "A";
            live.used = 12'400'000;
            live.learnedRps = 3;
            form.setLive(&live, QStringLiteral("A"), QString());
            for (QLineEdit *edit : form.findChildren<QLineEdit *>()) {
                if (edit->text() == QStringLiteral("A"))
                    QTest::keyClicks(edit, QStringLiteral(" with a much longer name"));
            }
            const auto buttons = form.findChildren<QRadioButton *>();
            QVERIFY(std::any_of(buttons.begin(), buttons.end(), [](const QRadioButton *button) {
                return button->isVisible();
            }));
            QTRY_COMPARE(test::cutLines(form), QStringList());
        }
    }

private:
    Translations m_translations;
};

SPILLWAY_TEST(TestCutTexts)

#include "tst_cuttexts.moc"
