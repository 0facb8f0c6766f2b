// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configure/chainnames.h"
#include "configure/formbinder.h"
#include "configure/nodetester.h"
#include "spillway/snapshot.h"

#include <QDate>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QRadioButton;
class QScrollArea;
class QToolButton;

namespace spillway::ui {

class FormField;
class KeyKeeper;
class MessageLine;
class NodeAdvanced;
class Session;
class UrlField;

/// Everything about one node of the draft, to be changed in place.
class NodeForm final : public QWidget
{
    Q_OBJECT

public:
    NodeForm(Session &session, NodeTester &tester, QWidget *parent = nullptr);

    /// -1: nothing to edit.
    void setNode(int index);

    [[nodiscard]] int node() const { return m_binder->node(); }

    /// The node was just added: nothing is wrong with its empty address yet.
    void beginNew();
    void focusName();
    void focusUrl();

    /// Live figures for the remarks; null when the proxy does not run.
    /// `hasError`: the details tell of an error in the draft, however well the node in force is.
    void setLive(const NodeSnapshot *live,
                 const QString &nameInForce,
                 const QString &details,
                 bool hasError = false);

    void retranslate();

    /// First day of the next billing period after `today`, both UTC.
    [[nodiscard]] static QDate nextReset(const QDate &today, int resetDay);

Q_SIGNALS:
    void editPrices(const QString &reference);
    void failed(const QString &problem);
    void remark(const QString &text);

private:
    void build();
    void buildIdentity(QFormLayout *form);
    void buildLimits(QFormLayout *form);
    void buildQuota(QFormLayout *form);
    void buildTest(QFormLayout *form);
    [[nodiscard]] QLabel *label(QWidget *buddy);

    void urlEdited(const QString &text, bool whole);
    void takeDetected(ConfigDocument &document, const DetectedUrl &detected);
    void bareKeyPasted(const QString &key);
    void nameEdited(const QString &name);
    void chainChosen(int row);
    void planChosen(int row);
    void priceListChosen(int row);
    void testClicked();
    void changeChain(const chains::Choice &choice);

    void afterRefresh();
    void loadUrl();
    void loadChains();
    void loadPlans();
    void loadPriceLists();
    void showDetection();
    void showKeyOffer();
    void showQuotaNotes();
    void showLearned();
    void storeLearned();
    void showRenameQuestion();
    void testStarted(const QString &node);
    void testFinished(const QString &node, const TestReport &report);
    void keyKept(const QString &node, const QString &problem, bool inKeyring);

    Session &m_session;
    NodeTester &m_tester;
    FormBinder *m_binder;
    SharedUndo *m_undo;
    KeyKeeper *m_keys;
    QScrollArea *m_scroll;

    QLabel *m_title;
    MessageLine *m_stateLine;
    UrlField *m_url;
    FormField *m_urlField;
    MessageLine *m_detection;
    MessageLine *m_keyOffer;
    QPushButton *m_keepKey;
    QPushButton *m_leaveKey;
    QLineEdit *m_name;
    FormField *m_nameField;
    QWidget *m_renameQuestion;
    QLabel *m_renameText;
    QRadioButton *m_keepUsage;
    QRadioButton *m_fromZero;
    QComboBox *m_chain;
    FormField *m_chainField;
    QComboBox *m_plan;
    FormField *m_planField;
    QSpinBox *m_tier;
    FormField *m_tierField;
    NumberEdit *m_rps;
    FormField *m_rpsField;
    MessageLine *m_learned;
    QPushButton *m_storeLearned;
    QCheckBox *m_learn;
    FormField *m_learnField;
    NumberEdit *m_burst;
    FormField *m_burstField;
    NumberEdit *m_concurrent;
    FormField *m_concurrentField;
    NumberEdit *m_limit;
    FormField *m_limitField;
    QSpinBox *m_resetDay;
    FormField *m_resetField;
    QComboBox *m_prices;
    FormField *m_pricesField;
    QPushButton *m_editPrices;
    QToolButton *m_advancedSwitch;
    NodeAdvanced *m_advanced;
    QPushButton *m_test;
    QPushButton *m_changeChain;
    MessageLine *m_testLine;
    MessageLine *m_hint;

    QList<std::pair<QLabel *, QWidget *>> m_labels;
    QList<chains::Choice> m_chains;
    QString m_providerId;
    QString m_keptKeyUrl; ///< the offer to keep the key of this address was declined
    QString m_testedNode;
    std::optional<chains::Choice> m_otherChain;
    QString m_nameInForce;
    std::uint64_t m_usedInForce = 0;
    std::optional<double> m_learnedRps; ///< what the running node was found to take
};

} // namespace spillway::ui
