// SPDX-License-Identifier: GPL-3.0-or-later
// The first step: which chains are ticked, and what the ticks and the addresses say about each other.
#include "configure/chainnames.h"
#include "configure/nodeedits.h"
#include "configure/nodetester.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "shell/getstartedpage.h"
#include "shell/starter.h"
#include "spillway/configio.h"
#include "widgets/card.h"
#include "widgets/flowlayout.h"
#include "widgets/messageline.h"

#include <QCheckBox>
#include <QSignalBlocker>

#include <utility>

namespace spillway::ui {
namespace {

constexpr auto kByNode = "byNode"; // property of a box: an address ticked it, not the user

} // namespace

Card *GetStartedPage::buildChains()
{
    auto *card = new Card;
    card->setTitle(tr("1  Which chains do your tools use?"));
    auto *holder = new QWidget;
    auto *flow = new FlowLayout(holder);
    flow->setSpacing(fontMetrics().averageCharWidth() * 2);
    const QList<chains::Choice> present = chains::inDocument(session().draft().document());
    for (const PresetInfo &preset : listPresets()) {
        const QString name = QString::fromStdString(preset.name);
        auto *box = new QCheckBox(chains::title(name, preset.chainId));
        box->setProperty("preset", name);
        for (const chains::Choice &choice : present)
            box->setChecked(box->isChecked() || (choice.inConfig && choice.name == name));
        connect(box, &QCheckBox::toggled, this, [this, box] {
            box->setProperty(kByNode, false);
            if (!box->isChecked())
                takeBackTick(box->property("preset").toString());
            placeByTick();
            showReady();
        });
        flow->addWidget(box);
        m_chains.append(box);
    }
    m_ticks = new MessageLine;
    card->body()->addWidget(holder);
    card->body()->addWidget(m_ticks);
    return card;
}

QStringList GetStartedPage::chosenChains() const
{
    QStringList chosen;
    for (const QCheckBox *box : m_chains) {
        if (box->isChecked())
            chosen.append(box->property("preset").toString());
    }
    return chosen;
}

/// An address that an own tick has not asked for says nothing about the next one.
QStringList GetStartedPage::chainsOfTheUser() const
{
    QStringList chosen;
    for (const QCheckBox *box : m_chains) {
        if (box->isChecked() && !box->property(kByNode).toBool())
            chosen.append(box->property("preset").toString());
    }
    return chosen;
}

/// A chain whose address has just come is one that the tools use; such a tick goes with the address.
void GetStartedPage::tickByNodes()
{
    const ConfigDocument &document = session().draft().document();
    QHash<QString, QString> seen;
    for (int i = 0; i < nodes::count(document); ++i) {
        const QString node = nodes::name(document, i);
        const QString chain = nodes::chain(document, i);
        seen.insert(node, chain);
        if (m_chainSeen.value(node) == chain)
            continue;
        for (QCheckBox *box : std::as_const(m_chains)) {
            if (box->property("preset") != chain || box->isChecked())
                continue;
            const QSignalBlocker blocker(box);
            box->setChecked(true);
            box->setProperty(kByNode, true);
        }
    }
    const QStringList served = seen.values();
    for (QCheckBox *box : std::as_const(m_chains)) {
        if (!box->property(kByNode).toBool() || served.contains(box->property("preset").toString()))
            continue;
        const QSignalBlocker blocker(box);
        box->setChecked(false);
        box->setProperty(kByNode, false);
    }
    m_chainSeen = std::move(seen);
}

void GetStartedPage::showTicks()
{
    const ConfigDocument &document = session().draft().document();
    QStringList served;
    for (int i = 0; i < nodes::count(document); ++i)
        served.append(nodes::chain(document, i));
    QStringList missing;
    QStringList unticked;
    for (const QCheckBox *box : std::as_const(m_chains)) {
        const bool has = served.contains(box->property("preset").toString());
        if (box->isChecked() && !has)
            missing.append(box->text());
        else if (has && !box->isChecked())
            unticked.append(box->text());
    }
    QStringList sentences;
    if (!missing.isEmpty())
        sentences.append(tr("Ticked, but without an address: %1. A chain is set up once you add an "
                            "address for it or use its free public endpoints.")
                             .arg(missing.join(tr(", "))));
    if (!unticked.isEmpty())
        sentences.append(tr("Not ticked, but used, because there are addresses for it below: %1.")
                             .arg(unticked.join(tr(", "))));
    m_ticks->setMessage(MessageLine::Kind::Note, sentences.join(QLatin1Char(' ')).toHtmlEscaped());
}

/// The one chosen chain answers for a node that tells none, also when it is chosen after the node was added.
void GetStartedPage::placeByTick()
{
    const QStringList chosen = chainsOfTheUser();
    if (chosen.size() != 1)
        return;
    for (const QString &node : std::as_const(m_addedHere)) {
        if (!starter::isUnplaced(session().draft().document(), node) || m_tester->isRunning(node))
            continue;
        if (starter::place(session().draft(), node, chosen.front()).isEmpty()) {
            m_placedByTick.append(node);
            m_tester->test(node);
        }
    }
}

/// Public endpoints of a chain came with its tick and go with it. Addresses that the user pasted stay; those that stood on the chain
/// for its tick alone wait for another one.
void GetStartedPage::takeBackTick(const QString &preset)
{
    int changed = 0;
    const QString problem = starter::takeBack(
        session().draft(), preset, m_publicHere.keys(preset), m_placedByTick, &changed);
    if (!problem.isEmpty())
        m_pasteResult->setMessage(MessageLine::Kind::Error, problem.toHtmlEscaped());
    else if (changed > 0)
        Q_EMIT session().toast(
            tr("What choosing the chain had done was taken back for %n node(s).", nullptr, changed),
            true);
    for (const QString &node : std::as_const(m_addedHere)) {
        if (starter::isUnplaced(session().draft().document(), node))
            m_placedByTick.removeAll(node);
    }
}

/// What the node itself says decides, whatever is ticked.
void GetStartedPage::placeByAnswer(const QString &node, const TestReport &report)
{
    const bool mine = m_addedHere.contains(node);
    const bool unplaced = starter::isUnplaced(session().draft().document(), node);
    // A tick that was taken for the answer is none of the user's own choosing for this node.
    const std::optional<chains::Choice> &chain =
        report.ownChain ? report.ownChain : report.otherChain;
    if (mine && chain && (unplaced || m_placedByTick.contains(node))) {
        m_placedByTick.removeAll(node);
        if (starter::place(session().draft(), node, *chain).isEmpty())
            m_tester->test(node);
    } else if (mine && unplaced) {
        placeByTick();
    }
}

} // namespace spillway::ui
