// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitor/trafficmodel.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace spillway::ui {

class Session;

/// Sends a captured request once more through the pool and shows its answer beside the one from before.
class ReplayDialog final : public QDialog
{
    Q_OBJECT

public:
    ReplayDialog(Session &session, RecordPointer record, QWidget *parent = nullptr);

private:
    void send();
    void showAnswer(int status, const std::string &answer, double tookMs);

    Session &m_session;
    RecordPointer m_record;
    QLabel *m_result;
    QPlainTextEdit *m_before;
    QPlainTextEdit *m_after;
    QPushButton *m_send;
};

} // namespace spillway::ui
