// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitor/trafficmodel.h"
#include "widgets/dialog.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace spillway::ui {

class AnswersModel;
class DiffView;
class Session;

/// Sends a captured request to every node of its chain, each by itself, and compares the answers: a row a node, and the lines in which two
/// chosen answers differ.
class ReplayAllDialog final : public Dialog
{
    Q_OBJECT

public:
    ReplayAllDialog(Session &session, RecordPointer record, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    enum class Stage { Asking, Stopped, NoNode, Waiting, Answered };

    void retranslate();
    void showStage();
    void send();
    void answered(int round, int row, int status, const std::string &answer, double tookMs);
    void finish();
    void chooseByItself();
    void showDifference();

    Session &m_session;
    RecordPointer m_record;
    AnswersModel *m_model;
    Stage m_stage = Stage::Asking;
    int m_asked = 0; ///< nodes
    int m_round = 0; ///< answers of a round before this one come too late
    QLabel *m_words;
    QTableView *m_table;
    QComboBox *m_left;
    QComboBox *m_right;
    QLabel *m_same;
    DiffView *m_diff;
    QPushButton *m_send;
    QLabel *m_between = nullptr;
    QLabel *m_and = nullptr;
};

} // namespace spillway::ui
