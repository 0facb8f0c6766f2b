// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/nodecard.h"

#include "configure/chainnames.h"
#include "configure/nodeedits.h"
#include "configure/nodetester.h"
#include "configure/proposals.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "shell/starter.h"
#include "widgets/format.h"
#include "widgets/messageline.h"
#include "widgets/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace spillway::ui {

NodeCard::NodeCard(Session &session, NodeTester &tester, const QString &node, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_tester(tester)
    , m_node(node)
    , m_name(new QLabel)
    , m_where(new QLabel)
    , m_plan(new QComboBox)
    , m_test(new QPushButton(tr("Test")))
    , m_changeChain(new QPushButton)
    , m_remove(new QToolButton)
    , m_result(new MessageLine)
    , m_key(new MessageLine)
{
    QFont strong = m_name->font();
    strong.setWeight(QFont::DemiBold);
    m_name->setFont(strong);
    m_name->setTextFormat(Qt::PlainText);
    m_where->setTextFormat(Qt::PlainText);
    m_where->setWordWrap(true);
    m_plan->setAccessibleName(tr("Plan of %1").arg(node));
    m_test->setAccessibleName(tr("Test %1").arg(node));
    m_remove->setIcon(Theme::instance().icon(QStringLiteral("remove")));
    m_remove->setAutoRaise(true);
    m_remove->setToolTip(tr("Remove %1").arg(node));
    m_remove->setAccessibleName(m_remove->toolTip());
    m_remove->setFocusPolicy(Qt::StrongFocus);
    m_changeChain->hide();
    m_result->row()->addWidget(m_changeChain);

    auto *names = new QVBoxLayout;
    names->setSpacing(0);
    names->addWidget(m_name);
    names->addWidget(m_where);
    auto *row = new QHBoxLayout;
    row->addLayout(names, 1);
    row->addWidget(m_plan);
    row->addWidget(m_test);
    row->addWidget(m_remove);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(m_key);
    column->addWidget(m_result);

    connect(m_plan, &QComboBox::activated, this, &NodeCard::choosePlan);
    connect(m_test, &QPushButton::clicked, this, [this] { m_tester.test(m_node); });
    connect(m_remove, &QToolButton::clicked, this, [this] {
        const QString name = m_node;
        Session &live = m_session;
        // The card goes with the node.
        if (starter::remove(live.draft(), name).isEmpty())
            Q_EMIT live.toast(tr("%1 was removed.").arg(name), true);
    });
    connect(m_changeChain, &QPushButton::clicked, this, &NodeCard::changeChain);
    connect(&tester, &NodeTester::started, this, [this](const QString &started) {
        if (started == m_node) {
            m_changeChain->hide();
            m_result->setMessage(MessageLine::Kind::Busy, tr("Testing…"));
        }
    });
    connect(&tester, &NodeTester::finished, this, &NodeCard::showReport);
    refresh();
    fillPlans();
}

NodeCard::~NodeCard() = default;

void NodeCard::refresh()
{
    const ConfigDocument &document = m_session.draft().document();
    const int index = nodes::indexOf(document, m_node);
    if (index < 0)
        return;
    const std::string url = nodes::text(document, index, "url").toStdString();
    const DetectedUrl detected = detectUrl(url);
    m_provider = QString::fromStdString(detected.providerId);
    m_name->setText(m_node);
    QStringList parts;
    const QString chain = nodes::chain(document, index);
    parts.append(chains::title(
        chain,
        static_cast<std::uint64_t>(
            document.integer("chains." + chain.toStdString() + ".chain_id").value_or(0))));
    parts.append(QString::fromStdString(maskedUrl(url)));
    m_where->setText(parts.join(QStringLiteral("  ·  ")));
}

void NodeCard::fillPlans()
{
    const ProviderInfo *known = provider(m_provider.toStdString());
    m_plan->clear();
    m_plan->setVisible(known != nullptr && !known->plans.empty());
    if (m_plan->isHidden())
        return;
    m_plan->addItem(tr("Choose your plan"), -1);
    for (std::size_t i = 0; i < known->plans.size(); ++i) {
        const ProviderPlan &plan = known->plans[i];
        m_plan->addItem(proposals::planText(plan), static_cast<int>(i));
        m_plan->setItemData(m_plan->count() - 1,
                            tr("As published on %1").arg(QString::fromStdString(plan.checked)),
                            Qt::ToolTipRole);
    }
}

void NodeCard::choosePlan(int row)
{
    const ProviderInfo *known = provider(m_provider.toStdString());
    const int index = m_plan->itemData(row).toInt();
    if (known == nullptr || index < 0 || static_cast<std::size_t>(index) >= known->plans.size())
        return;
    const QString problem =
        starter::setPlan(m_session.draft(), m_node, known->plans[static_cast<std::size_t>(index)]);
    if (!problem.isEmpty())
        say(problem, false);
}

void NodeCard::say(const QString &text, bool good)
{
    m_key->setMessage(good ? MessageLine::Kind::Good : MessageLine::Kind::Warning, text);
}

void NodeCard::showReport(const QString &node, const TestReport &report)
{
    if (node != m_node)
        return;
    m_report = std::make_unique<TestReport>(report);
    const MessageLine::Kind kind = report.words.good     ? MessageLine::Kind::Good
                                   : report.words.usable ? MessageLine::Kind::Warning
                                                         : MessageLine::Kind::Error;
    m_result->setMessage(kind, report.words.sentence);
    m_changeChain->setVisible(report.otherChain.has_value());
    if (report.otherChain)
        m_changeChain->setText(tr("Change the chain to %1").arg(report.otherChain->title));
}

void NodeCard::changeChain()
{
    if (!m_report || !m_report->otherChain)
        return;
    const chains::Choice choice = *m_report->otherChain;
    const QString problem = m_session.draft().edit(
        tr("changing the chain of %1").arg(m_node), {}, [&](ConfigDocument &document) {
            const int index = nodes::indexOf(document, m_node);
            return index < 0 ? std::string() : proposals::moveToChain(document, index, choice);
        });
    if (problem.isEmpty())
        m_tester.test(m_node);
    else
        say(problem, false);
}

} // namespace spillway::ui
