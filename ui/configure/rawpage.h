// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/page.h"

#include <QString>
#include <QTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QStandardItemModel;
class QTableView;

namespace spillway::ui {

class CodeEditor;
class FindBar;
class SharedUndo;

/// The text of the config file and of the price lists, as it will be saved. The same draft as the forms.
class RawPage final : public Page
{
    Q_OBJECT

public:
    RawPage(Session &session, QWidget *parent);

    void activate() override;
    void focusFilter() override;
    /// A file to show, "FILE:LINE" to go to a line of it; empty: the config.
    void showItem(const QString &item) override;
    void retranslate() override;

private:
    void fillFiles();
    void chooseFile(const QString &file);
    void followDraft();
    void showPosition();
    void textEdited();
    void showIssues();
    void issueActivated(const QModelIndex &index);
    void review();
    void showBackups();

    QLabel *m_fileLabel;
    QComboBox *m_files;
    QPushButton *m_find;
    QPushButton *m_review;
    QPushButton *m_backups;
    FindBar *m_findBar;
    QSplitter *m_splitter;
    CodeEditor *m_editor;
    QTableView *m_issueView;
    QStandardItemModel *m_issues;
    QLabel *m_position;
    QLabel *m_verdict;
    SharedUndo *m_undo;
    QTimer m_burstEnd;
    QString m_file; ///< absolute path
    int m_burst = 0;
    bool m_following = false;
};

} // namespace spillway::ui
