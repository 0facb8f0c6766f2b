// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/page.h"

#include <QHash>
#include <QList>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace spillway::ui {

class Card;
class FirstRequest;
class KeyKeeper;
class MessageLine;
class NodeCard;
class NodeTester;
struct TestReport;

/// From nothing to the first request in two minutes: three steps, all in view, nothing modal. Everything done here is an edit of
/// the draft like any other.
class GetStartedPage final : public Page
{
    Q_OBJECT

public:
    GetStartedPage(Session &session, QWidget *parent);
    ~GetStartedPage() override;

    void activate() override;
    void retranslate() override;

private:
    void build();
    [[nodiscard]] Card *buildChains();
    [[nodiscard]] Card *buildProviders();
    [[nodiscard]] Card *buildReady();
    void addLines();
    void addPublic();
    void placeByTick();
    void takeBackTick(const QString &preset);
    void placeByAnswer(const QString &node, const TestReport &report);
    void keepNextKey();
    void syncCards();
    void showReady();
    void checkListener();
    void tickByNodes();
    void showTicks();
    [[nodiscard]] QStringList chosenChains() const;
    [[nodiscard]] QStringList chainsOfTheUser() const;

    NodeTester *m_tester;
    KeyKeeper *m_keeper;
    FirstRequest *m_first;
    QWidget *m_content = nullptr;
    QList<QCheckBox *> m_chains;
    MessageLine *m_ticks = nullptr;      ///< where ticks and addresses do not agree
    QHash<QString, QString> m_chainSeen; ///< of each node, so that its chain is ticked once
    QPlainTextEdit *m_paste = nullptr;
    QPushButton *m_add = nullptr;
    QPushButton *m_public = nullptr;
    MessageLine *m_broken = nullptr; ///< why nothing can be added
    MessageLine *m_pasteResult = nullptr;
    QVBoxLayout *m_cardColumn = nullptr;
    QHash<QString, NodeCard *> m_cards;
    QStringList m_addedHere;    ///< nodes that this page may put on their chain
    QStringList m_placedByTick; ///< those that stand where a tick has put them
    QHash<QString, QString>
        m_publicHere;         ///< public endpoints that this page added, and their presets
    QStringList m_keysToKeep; ///< nodes whose key still has to move to the keyring
    MessageLine *m_port = nullptr;
    QLabel *m_address = nullptr;
    QPushButton *m_go = nullptr;
    MessageLine *m_progress = nullptr;
    MessageLine *m_waiting = nullptr;
    quint64 m_portQuestion = 0;
};

} // namespace spillway::ui
