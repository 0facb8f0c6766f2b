// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/page.h"

#include <QList>

class QAction;
class QMenu;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace spillway::ui {

class ColumnFitter;
class EmptyState;
class FilterBar;
class NodeForm;
class NodesModel;
class NodeTester;
class SetUsedDialog;

/// The providers: a live table, and the form of the chosen one beside it.
class NodesPage final : public Page
{
    Q_OBJECT

public:
    NodesPage(Session &session, QWidget *parent);

    [[nodiscard]] bool isLive() const override { return true; }

    void activate() override;
    void deactivate() override;
    void focusFilter() override;
    /// Selects a node by its name; "+" adds one.
    void showItem(const QString &item) override;
    void retranslate() override;

private:
    void buildTable();
    void buildActions();
    void fitTable();
    [[nodiscard]] QAction *
    addAction(const QString &icon, const QKeySequence &keys, void (NodesPage::*slot)());
    void fillMenu(QMenu &menu);

    void addNode();
    void duplicateNode();
    void removeNodes();
    void renameNode();
    void testNode();
    void testAll();
    void switchNodes();
    void moveUp();
    void moveDown();
    void clearPenalty();
    void setUsed();

    void move(int by);
    void takeSnapshot();
    void selectionChanged();
    void select(int row);
    void showLive();
    void updateActions();
    void updateEmpty();
    void showEmpty();
    void say(const QString &problem);

    [[nodiscard]] int currentRow() const;
    [[nodiscard]] QList<int> selectedRows() const;

    NodesModel *m_model;
    QSortFilterProxyModel *m_sorted;
    NodeTester *m_tester;
    QTableView *m_table;
    ColumnFitter *m_fitter = nullptr;
    NodeForm *m_form;
    FilterBar *m_filter;
    QSplitter *m_splitter;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QAction *m_add;
    QAction *m_duplicate;
    QAction *m_remove;
    QAction *m_rename;
    QAction *m_test;
    QAction *m_testAll;
    QAction *m_switch;
    QAction *m_up;
    QAction *m_down;
    QAction *m_clearPenalty;
    QAction *m_setUsed;
    QToolButton *m_more;
    QList<QToolButton *> m_buttons;
    bool m_active = false;
};

} // namespace spillway::ui
