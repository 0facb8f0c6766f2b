// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitor/snippets.h"
#include "widgets/dialog.h"

class QComboBox;
class QLabel;
class QListView;
class QPlainTextEdit;
class QStringListModel;

namespace spillway::ui {

class Session;

/// Shows how to point a tool at the proxy, with code to copy.
class ConnectToolDialog final : public Dialog
{
    Q_OBJECT

public:
    explicit ConnectToolDialog(Session &session, QWidget *parent = nullptr);

    /// Picks a chain by name.
    void setChain(const QString &chain);

private:
    void fillChains();
    void showChain();
    void showTool();

    Session &m_session;
    QList<Snippet> m_snippets;
    QComboBox *m_chain;
    QLabel *m_url;
    QListView *m_tools;
    QStringListModel *m_toolNames;
    QLabel *m_where;
    QPlainTextEdit *m_code;
    QLabel *m_note;
};

} // namespace spillway::ui
