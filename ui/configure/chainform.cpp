// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/chainform.h"

#include "configure/chainnames.h"
#include "configure/draftbinder.h"
#include "widgets/numberedit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>

namespace spillway::ui {
namespace {

// What the proxy uses where the file says nothing.
const ChainConfig kDefaults;
const CacheConfig kCacheDefaults;
constexpr int kMiB = 1024 * 1024;
constexpr int kDayMs = 86'400'000;

int ms(Milliseconds value)
{
    return static_cast<int>(value.count());
}

/// The longest entry must not push the field below its label.
void narrow(QComboBox *box)
{
    constexpr int kLetters = 14;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kLetters);
}

} // namespace

ChainForm::ChainForm(Session &session)
    : m_binder(new DraftBinder(session, this))
    , m_shared(new DraftBinder(session, this))
{
    addIdentity();
    addHeads();
    addReorgs();
    addCache();
}

void ChainForm::setChain(const QString &name)
{
    m_binder->setPrefix(QString::fromStdString(chains::path(name)) + QLatin1Char('.'));
}

void ChainForm::addSpin(const QString &label,
                        const QString &key,
                        int fallback,
                        int least,
                        int most,
                        const QString &unit,
                        const QString &name,
                        const QString &explanation)
{
    auto *box = new QSpinBox;
    box->setRange(least, most);
    box->setGroupSeparatorShown(true);
    box->setSuffix(unit);
    m_binder->bind(box, key, fallback, name);
    addField(label, box, m_binder->problemLabel(key, box));
    if (!explanation.isEmpty())
        addNote(explanation);
}

void ChainForm::addCheck(const QString &label,
                         const QString &key,
                         bool fallback,
                         const QString &name,
                         const QString &explanation)
{
    auto *box = new QCheckBox(label);
    m_binder->bind(box, key, fallback, name);
    addWide(box, explanation);
}

void ChainForm::addIdentity()
{
    addHeading(tr("Chain"));
    auto *kind = new QComboBox;
    kind->addItem(tr("EVM (Ethereum and its kin)"), QStringLiteral("evm"));
    kind->addItem(tr("Solana"), QStringLiteral("solana"));
    kind->addItem(tr("Other"), QStringLiteral("generic"));
    m_binder->bind(
        kind, QStringLiteral("kind"), QStringLiteral("generic"), tr("the kind of chain"));
    narrow(kind);
    addField(tr("&Kind:"), kind, m_binder->problemLabel(QStringLiteral("kind"), kind));
    addNote(tr("Blocks are followed and answers kept only where the kind is known."));

    auto *id = new NumberEdit(NumberEdit::Kind::Whole);
    id->setPlaceholderText(tr("what most nodes say"));
    m_binder->bind(id, QStringLiteral("chain_id"), tr("the chain id"));
    addField(tr("Chain &id:"), id, m_binder->problemLabel(QStringLiteral("chain_id"), id));

    auto *path = new QLineEdit;
    path->setLayoutDirection(Qt::LeftToRight);
    path->setPlaceholderText(tr("/ and its name"));
    m_binder->bind(path, QStringLiteral("path"), tr("the path"));
    addField(tr("&Path:"), path, m_binder->problemLabel(QStringLiteral("path"), path));
    addNote(tr("What your tools put behind the address of the proxy."));

    auto *balance = new QComboBox;
    balance->addItem(tr("As set for all chains"), QString());
    balance->addItem(tr("Fastest node first"), QStringLiteral("latency"));
    balance->addItem(tr("Fewest open requests first"), QStringLiteral("least_in_flight"));
    balance->addItem(tr("In turn, by weight"), QStringLiteral("weighted_round_robin"));
    narrow(balance);
    const QString key = QStringLiteral("balance");
    m_binder->bindOptional(balance, key, tr("the choice of nodes"));
    addField(tr("Within a &tier:"), balance, m_binder->problemLabel(key, balance));
}

void ChainForm::addHeads()
{
    addHeading(tr("Newest block"));
    auto *heads = new QComboBox;
    heads->addItem(tr("By WebSocket, else by polling"), QStringLiteral("auto"));
    heads->addItem(tr("By WebSocket only"), QStringLiteral("ws"));
    heads->addItem(tr("By polling only"), QStringLiteral("poll"));
    heads->addItem(tr("Do not follow blocks"), QStringLiteral("off"));
    m_binder->bind(
        heads, QStringLiteral("heads"), QStringLiteral("auto"), tr("how blocks are followed"));
    narrow(heads);
    addField(tr("&Follow:"), heads, m_binder->problemLabel(QStringLiteral("heads"), heads));
    addNote(tr("Polling asks each node at this interval and costs its credits; a WebSocket needs "
               "the WebSocket address of a node."));
    addSpin(tr("Poll e&very:"),
            QStringLiteral("poll_interval_ms"),
            ms(kDefaults.pollInterval),
            100,
            kDayMs,
            tr(" ms"),
            tr("the poll interval"));
    addSpin(tr("Most b&locks behind:"),
            QStringLiteral("max_block_lag"),
            kDefaults.maxBlockLag,
            0,
            1'000'000,
            tr(" blocks"),
            tr("how far a node may be behind"),
            tr("A node that is further behind gets no requests until it has caught up."));
    addSpin(
        tr("Most failed polls:"),
        QStringLiteral("failure_threshold"),
        kDefaults.failureThreshold,
        1,
        1000,
        {},
        tr("the failed polls"),
        tr("A node that leaves more of them unanswered, one after the other, gets no requests."));
    addSpin(tr("&WebSockets per node:"),
            QStringLiteral("ws_connections"),
            kDefaults.wsConnections,
            1,
            16,
            {},
            tr("the WebSocket connections"));
}

void ChainForm::addReorgs()
{
    addHeading(tr("Reorganisations"));
    addCheck(tr("&Notice replaced blocks"),
             QStringLiteral("reorg"),
             kDefaults.reorg,
             tr("noticing replaced blocks"),
             tr("Kept answers about replaced blocks are then forgotten."));
    addSpin(tr("Final at a &depth of:"),
            QStringLiteral("finality_depth"),
            kDefaults.finalityDepth,
            1,
            100'000,
            tr(" blocks"),
            tr("the finality depth"));
    auto *window = new NumberEdit(NumberEdit::Kind::Whole);
    window->setPlaceholderText(NumberEdit::shown(kDefaults.reorgWindow));
    const QString key = QStringLiteral("reorg_window");
    m_binder->bind(window, key, tr("the remembered blocks"));
    addField(tr("&Remembered blocks:"), window, m_binder->problemLabel(key, window));
}

void ChainForm::addCache()
{
    addHeading(tr("Cache of this chain"));
    addCheck(tr("K&eep answers"), QStringLiteral("cache"), kDefaults.cache, tr("keeping answers"));
    addNote(tr("How long answers are kept at most, unless they can never change:"));
    addSpin(tr("Abo&ut the newest block:"),
            QStringLiteral("short_ttl_ms"),
            ms(kDefaults.shortTtl),
            0,
            kDayMs,
            tr(" ms"),
            tr("the lifetime of answers about the newest block"));
    addCheck(tr("Shorter on chains with &quick blocks"),
             QStringLiteral("dynamic_ttl"),
             kDefaults.dynamicTtl,
             tr("shorter lifetimes"),
             tr("A quarter of the time between two blocks, where that is less."));
    addSpin(tr("What may still &change:"),
            QStringLiteral("unfinalized_ttl_ms"),
            ms(kDefaults.unfinalizedTtl),
            0,
            kDayMs,
            tr(" ms"),
            tr("the lifetime of answers that may change"));

    addHeading(tr("Cache of all chains"));
    auto *enabled = new QCheckBox(tr("Cache on for &all chains"));
    m_shared->bind(
        enabled, QStringLiteral("cache.enabled"), kCacheDefaults.enabled, tr("the cache"));
    addWide(enabled);
    auto *size = new QSpinBox;
    size->setRange(1, 1024 * 1024);
    size->setGroupSeparatorShown(true);
    size->setSuffix(tr(" MiB"));
    const QString key = QStringLiteral("cache.max_bytes");
    m_shared->bind(size,
                   key,
                   static_cast<int>(kCacheDefaults.maxBytes / kMiB),
                   tr("the size of the cache"),
                   kMiB);
    addField(tr("&Size:"), size, m_shared->problemLabel(key, size));
}

} // namespace spillway::ui
