// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitor/trafficmodel.h"
#include "widgets/dialog.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace spillway::ui {

class Session;

/// Sends a captured request once more through the pool and shows its answer beside the one from before.
class ReplayDialog final : public Dialog
{
    Q_OBJECT

public:
    ReplayDialog(Session &session, RecordPointer record, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    enum class Stage { Asking, Stopped, Waiting, Answered };

    void retranslate();
    void showStage();
    void send();
    void showAnswer(int status, const std::string &answer, double tookMs);

    Session &m_session;
    RecordPointer m_record;
    Stage m_stage = Stage::Asking;
    int m_status = 0;     ///< of the answer, as all below
    std::string m_answer; ///< empty: there was none
    double m_tookMs = 0;
    QLabel *m_result;
    QLabel *m_beforeTitle = nullptr;
    QLabel *m_nowTitle = nullptr;
    QPlainTextEdit *m_before;
    QPlainTextEdit *m_after;
    QPushButton *m_send;
};

} // namespace spillway::ui
