// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace spillway::ui {

class MessageLine;
class NodeTester;
class Session;
struct TestReport;

/// One provider on the page "Get started": what it is, which plan, whether it answers.
class NodeCard final : public QWidget
{
    Q_OBJECT

public:
    NodeCard(Session &session, NodeTester &tester, const QString &node, QWidget *parent = nullptr);
    ~NodeCard() override;

    [[nodiscard]] QString node() const { return m_node; }

    /// What the draft says now; the key may have moved to the keyring meanwhile.
    void refresh();
    void say(const QString &text, bool good);

private:
    void fillPlans();
    void choosePlan(int row);
    void showReport(const QString &node, const TestReport &report);
    void changeChain();

    Session &m_session;
    NodeTester &m_tester;
    QString m_node;
    QString m_provider;
    QLabel *m_name;
    QLabel *m_where;
    QComboBox *m_plan;
    QPushButton *m_test;
    QPushButton *m_changeChain;
    QToolButton *m_remove;
    MessageLine *m_result;
    MessageLine *m_key;
    std::unique_ptr<TestReport> m_report;
};

} // namespace spillway::ui
