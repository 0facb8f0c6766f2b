// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodetester.h"

#include "configure/nodeedits.h"
#include "session/configdraft.h"
#include "session/problemtext.h"
#include "session/session.h"
#include "spillway/providers.h"

#include <QUrl>

#include <algorithm>

namespace spillway::ui {
namespace {

constexpr std::size_t kAtOnce = 4;

const NodeConfig *findNode(const Config &config, const std::string &name)
{
    const auto found = std::find_if(config.nodes.begin(),
                                    config.nodes.end(),
                                    [&](const NodeConfig &node) { return node.name == name; });
    return found == config.nodes.end() ? nullptr : &*found;
}

std::optional<std::pair<NodeConfig, ChainConfig>> pick(const Config *config,
                                                       const std::string &name)
{
    const NodeConfig *node = config ? findNode(*config, name) : nullptr;
    if (!node || node->url.isEmpty())
        return std::nullopt;
    const ChainConfig *chain = config->chain(node->chain);
    return std::pair(*node, chain ? *chain : ChainConfig());
}

} // namespace

std::optional<std::pair<NodeConfig, ChainConfig>>
resolvedNode(Session &session, int index, QString *problem)
{
    ConfigDraft &draft = session.draft();
    problem->clear();
    const std::string name = nodes::name(draft.document(), index).toStdString();
    draft.checkNow();
    if (auto found = pick(draft.config().get(), name))
        return found;
    // Something is wrong somewhere: leave the other nodes out and look at this one alone.
    ConfigDocument alone = draft.document();
    for (int i = nodes::count(alone) - 1; i >= 0; --i) {
        if (i == index)
            continue;
        if (std::string wrong = alone.remove("nodes[" + std::to_string(i) + "]"); !wrong.empty()) {
            *problem = QString::fromStdString(wrong);
            return std::nullopt;
        }
    }
    std::map<std::string, std::string> texts = draft.changedTexts();
    texts[draft.path().toStdString()] = alone.text();
    ConfigLoadOptions options;
    options.keychain = [&draft](const std::string &variable) -> std::optional<std::string> {
        const auto found = draft.secrets().find(variable);
        return found == draft.secrets().end() ? std::nullopt
                                              : std::optional(found->second.reveal());
    };
    const ConfigLoadResult result = checkConfigTexts(draft.path().toStdString(), texts, options);
    if (auto found = pick(result.config.get(), name))
        return found;
    for (const ConfigIssue &issue : result.issues) {
        if (issue.severity == ConfigIssue::Severity::Error && problem->isEmpty())
            *problem = problemText(issue);
    }
    if (problem->isEmpty())
        *problem = NodeTester::tr("the node has no address");
    return std::nullopt;
}

NodeTester::NodeTester(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{}

NodeTester::~NodeTester() = default;

bool NodeTester::isRunning(const QString &node) const
{
    return m_jobs.contains(node) || m_waiting.contains(node);
}

void NodeTester::test(const QString &node)
{
    m_waiting.removeAll(node);
    m_waiting.prepend(node);
    startNext();
}

void NodeTester::testAll()
{
    m_waiting = nodes::names(m_session.draft().document());
    m_total = static_cast<int>(m_waiting.size());
    m_done = m_good = 0;
    startNext();
}

void NodeTester::cancel(const QString &node)
{
    m_waiting.removeAll(node);
    if (const auto job = m_jobs.find(node); job != m_jobs.end())
        job->second.test->cancel();
}

void NodeTester::startNext()
{
    while (!m_waiting.isEmpty() && m_jobs.size() < kAtOnce)
        begin(m_waiting.takeFirst());
}

void NodeTester::begin(const QString &node)
{
    Q_EMIT started(node);
    QString problem;
    const auto resolved =
        resolvedNode(m_session, nodes::indexOf(m_session.draft().document(), node), &problem);
    if (!resolved) {
        TestReport report;
        report.words.brief = tr("Not complete");
        report.words.plain = tr("The node cannot be tested yet: %1").arg(problem);
        report.words.sentence = report.words.plain.toHtmlEscaped();
        return this->report(node, report);
    }
    Job &job = m_jobs[node];
    job.chain = resolved->second;
    job.node = resolved->first;
    if (!job.test) {
        job.test = std::make_unique<ConnectionTest>();
        connect(
            job.test.get(),
            &ConnectionTest::finished,
            this,
            [this, node](const ProbeResult &result) { conclude(node, result); },
            Qt::QueuedConnection);
    }
    job.test->start(resolved->first, job.chain.kind, job.chain.chainId);
}

void NodeTester::conclude(const QString &node, const ProbeResult &result)
{
    const auto job = m_jobs.find(node);
    if (job == m_jobs.end() || job->second.test->isRunning())
        return;
    const ChainConfig chain = job->second.chain;
    m_session.bookTest(job->second.node, result.asked);
    m_jobs.erase(job);
    TestReport report;
    report.result = result;
    report.words = probe::describe(result, chain);
    if (chain.kind == ChainKind::Generic && chain.chainId == 0 && result.chainId
        && *result.chainId != 0)
        report.ownChain = chains::choiceFor(m_session.draft().document(), *result.chainId);
    if (result.verdict == ProbeVerdict::WrongChain && result.chainId) {
        for (const chains::Choice &choice : chains::all(m_session.draft().document())) {
            if (choice.chainId == *result.chainId)
                report.otherChain = choice;
        }
    }
    if (!result.genesisHash.empty() && chain.kind != ChainKind::Solana)
        (chain.kind == ChainKind::Generic ? report.ownChain : report.otherChain) =
            chains::choiceForGenesis(m_session.draft().document(), result.genesisHash);
    this->report(node, report);
}

void NodeTester::report(const QString &node, const TestReport &report)
{
    Q_EMIT finished(node, report);
    if (m_total > 0) {
        ++m_done;
        m_good += report.words.good ? 1 : 0;
        if (m_done >= m_total && m_waiting.isEmpty() && m_jobs.empty()) {
            Q_EMIT allFinished(m_good, m_total);
            m_total = 0;
        }
    }
    if (!m_waiting.isEmpty())
        QMetaObject::invokeMethod(this, &NodeTester::startNext, Qt::QueuedConnection);
}

QString NodeTester::hint(Session &session, int index, bool *isError)
{
    *isError = false;
    const ConfigDocument &document = session.draft().document();
    const QString url = nodes::text(document, index, "url");
    if (url.isEmpty())
        return {};
    ServerConfig server;
    server.port = static_cast<std::uint16_t>(document.integer("server.port").value_or(server.port));
    server.host = document.string("server.host").value_or(server.host);
    const int port = QUrl(session.address()).port(-1);
    if (probe::isOwnEndpoint(url.toStdString(), server, port)) {
        *isError = true;
        return tr("This is Spillway's own address; it would forward to itself.");
    }
    const std::string key = detectUrl(url.toStdString()).key;
    for (int i = 0; i < nodes::count(document); ++i) {
        if (i == index)
            continue;
        const QString other = nodes::text(document, i, "url");
        const bool sameKey = key.size() >= 8 && detectUrl(other.toStdString()).key == key
                             && nodes::chain(document, i) == nodes::chain(document, index);
        if (other == url || sameKey)
            return tr("“%1” already uses this address or key. Both would count the same quota.")
                .arg(nodes::name(document, i));
    }
    return {};
}

} // namespace spillway::ui
