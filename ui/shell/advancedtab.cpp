// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/draftbinder.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "shell/settingstabs.h"
#include "spillway/logging.h"

#include <QComboBox>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>

namespace spillway::ui {

AdvancedTab::AdvancedTab(Session &session, DraftBinder &binder)
    : m_session(session)
{
    const auto spin = [&](const QString &label,
                          const QString &key,
                          int fallback,
                          int least,
                          int most,
                          const QString &unit,
                          const QString &name) {
        auto *box = new QSpinBox;
        box->setRange(least, most);
        box->setGroupSeparatorShown(true);
        box->setSuffix(unit);
        binder.bind(box, key, fallback, name);
        addField(label, box, binder.problemLabel(key, box));
        return box;
    };
    addHeading(tr("Time limits"));
    spin(tr("Whole &request:"),
         QStringLiteral("server.request_timeout_ms"),
         10000,
         1,
         3600000,
         tr(" ms"),
         tr("the time limit of requests"));
    spin(tr("One &attempt at a node:"),
         QStringLiteral("server.attempt_timeout_ms"),
         4000,
         1,
         3600000,
         tr(" ms"),
         tr("the time limit of attempts"));
    spin(tr("&Connecting:"),
         QStringLiteral("server.connect_timeout_ms"),
         3000,
         1,
         3600000,
         tr(" ms"),
         tr("the time limit for connecting"));
    spin(tr("&Heavy methods:"),
         QStringLiteral("server.heavy_request_timeout_ms"),
         60000,
         1,
         3600000,
         tr(" ms"),
         tr("the time limit of heavy methods"));

    addHeading(tr("Choosing nodes"));
    auto *balance = new QComboBox;
    balance->addItem(tr("Fastest first"), QStringLiteral("latency"));
    balance->addItem(tr("Fewest running requests first"), QStringLiteral("least_in_flight"));
    balance->addItem(tr("In turn, by weight"), QStringLiteral("weighted_round_robin"));
    binder.bind(balance,
                QStringLiteral("routing.balance"),
                QStringLiteral("latency"),
                tr("the order within a tier"));
    addField(tr("Within a &tier:"), balance);
    spin(tr("Second &node when slower than:"),
         QStringLiteral("routing.hedge_percentile"),
         0,
         0,
         99,
         tr(" % of its answers"),
         tr("the second try"))
        ->setSpecialValueText(tr("never"));
    spin(tr("At most so &many requests:"),
         QStringLiteral("routing.hedge_budget_percent"),
         5,
         1,
         100,
         tr(" %"),
         tr("the share of second tries"));
    addNote(
        tr("A node that is unusually slow gets company: another one is asked as well, the first "
           "answer counts, and both are billed. Transactions are never sent in this way."));
    auto *penalty = new QComboBox;
    penalty->addItem(tr("Always the same time"), QStringLiteral("fixed"));
    penalty->addItem(tr("Longer each time"), QStringLiteral("exponential"));
    binder.bind(
        penalty, QStringLiteral("health.penalty"), QStringLiteral("fixed"), tr("penalties"));
    addField(tr("A failing node &rests:"), penalty);
    spin(tr("&Penalty:"),
         QStringLiteral("health.penalty_ms"),
         5000,
         0,
         3600000,
         tr(" ms"),
         tr("the penalty"));

    addHeading(tr("Engine"));
    spin(tr("&Worker threads:"),
         QStringLiteral("server.worker_threads"),
         0,
         0,
         16,
         {},
         tr("worker threads"))
        ->setSpecialValueText(tr("as the processor has"));
    addNote(tr("Another number of threads counts after a restart of the proxy."));
    auto *level = new QComboBox;
    for (const auto &[word, text] :
         QList<QPair<QString, QString>>{{QStringLiteral("error"), tr("Errors only")},
                                        {QStringLiteral("warn"), tr("Warnings")},
                                        {QStringLiteral("info"), tr("Information")},
                                        {QStringLiteral("debug"), tr("Details")},
                                        {QStringLiteral("trace"), tr("Everything")}})
        level->addItem(text, word);
    level->setCurrentIndex(std::max(0,
                                    level->findData(session.settings().value(
                                        QStringLiteral("log/level"), QStringLiteral("info")))));
    connect(level, &QComboBox::activated, this, [&session, level](int index) {
        const QString word = level->itemData(index).toString();
        session.settings().setValue(QStringLiteral("log/level"), word);
        setLogLevel(word.toStdString());
    });
    addField(tr("&Log:"), level);

    addHeading(tr("Everything else"));
    auto *edit = new QPushButton(tr("&Edit the config file…"));
    connect(edit, &QPushButton::clicked, this, &AdvancedTab::editFileRequested);
    addWide(edit, tr("All keys are explained in the help, under “The config file”."));
    auto *reset = new QPushButton(tr("Reset the &window…"));
    connect(reset, &QPushButton::clicked, this, &AdvancedTab::resetWindow);
    addWide(reset);
}

void AdvancedTab::resetWindow()
{
    QMessageBox box(QMessageBox::Question,
                    tr("Reset the window"),
                    tr("Sizes, columns, filters, theme and switches of messages go back to what "
                       "they were at first. The configuration of the "
                       "proxy stays as it is."),
                    QMessageBox::Cancel,
                    this);
    QPushButton *reset = box.addButton(tr("&Reset"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == reset)
        m_session.settings().removeAll();
}

} // namespace spillway::ui
