// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configure/formbinder.h"

#include <QList>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace spillway::ui {

class FormField;

/// The keys of a node that few people need, folded away at the end of the form.
class NodeAdvanced final : public QWidget
{
    Q_OBJECT

public:
    NodeAdvanced(FormBinder &binder, SharedUndo &undo, QWidget *parent = nullptr);

    /// WebSocket address that belongs to the node's address; empty: not known.
    void setSuggestedWsUrl(const QString &url);
    void retranslate();

private:
    void add(QWidget *field, QWidget *buddy);
    void loadAuth();
    void writeAuth();
    void showAuth();
    void loadHeaders();
    void writeHeaders();
    void chooseCaFile();

    FormBinder &m_binder;
    QLineEdit *m_wsUrl;
    QPushButton *m_useWs;
    FormField *m_wsField;
    QComboBox *m_auth;
    FormField *m_authField;
    QLineEdit *m_authName;
    QLineEdit *m_authValue;
    QToolButton *m_showValue;
    QPlainTextEdit *m_headers;
    FormField *m_headersField;
    QLineEdit *m_allow;
    FormField *m_allowField;
    QLineEdit *m_deny;
    FormField *m_denyField;
    NumberEdit *m_cooldown;
    FormField *m_cooldownField;
    QLineEdit *m_caFile;
    QPushButton *m_browse;
    FormField *m_caField;
    NumberEdit *m_batch;
    FormField *m_batchField;
    NumberEdit *m_weight;
    FormField *m_weightField;
    NumberEdit *m_inFlight;
    FormField *m_inFlightField;
    QList<std::pair<QLabel *, QWidget *>> m_labels;
    QString m_suggested;
};

} // namespace spillway::ui
