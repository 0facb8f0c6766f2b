// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configure/chainnames.h"
#include "configure/probetext.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>

namespace spillway::ui {

class Session;

/// What a test said about a node of the draft.
struct TestReport
{
    probe::Words words;
    ProbeResult result;
    std::optional<chains::Choice>
        otherChain; ///< the node is on this chain: "Change the chain to …"
    std::optional<chains::Choice>
        ownChain; ///< the node was put on no chain in particular and tells this one
};

/// Runs connection tests of nodes as the draft has them, a few at a time.
class NodeTester final : public QObject
{
    Q_OBJECT

public:
    explicit NodeTester(Session &session, QObject *parent = nullptr);
    ~NodeTester() override;

    /// A running test of the same node begins again.
    void test(const QString &node);
    void testAll();
    void cancel(const QString &node);

    [[nodiscard]] bool isRunning(const QString &node) const;

    /// Warnings that need no network: the same address or key twice, the own endpoint. Empty: none.
    [[nodiscard]] static QString hint(Session &session, int index, bool *isError);

Q_SIGNALS:
    void started(const QString &node);
    void finished(const QString &node, const spillway::ui::TestReport &report);
    void allFinished(int good, int total);

private:
    struct Job
    {
        std::unique_ptr<ConnectionTest> test;
        ChainConfig chain;
        NodeConfig node; ///< as it is tested
    };

    void startNext();
    void begin(const QString &node);
    void conclude(const QString &node, const ProbeResult &result);
    void report(const QString &node, const TestReport &report);

    Session &m_session;
    std::map<QString, Job> m_jobs;
    QStringList m_waiting;
    int m_total = 0; ///< of a run over all nodes; 0: none
    int m_done = 0;
    int m_good = 0;
};

/// A node of the draft with its variables filled in, also while other parts of the draft are wrong. Nothing when this node itself
/// cannot be used; `problem` says why.
[[nodiscard]] std::optional<std::pair<NodeConfig, ChainConfig>>
resolvedNode(Session &session, int index, QString *problem);

} // namespace spillway::ui
