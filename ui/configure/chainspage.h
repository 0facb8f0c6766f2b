// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configure/chainnames.h"
#include "session/page.h"

#include <QList>

class QLabel;
class QMenu;
class QPushButton;
class QScrollArea;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableView;
class QTabWidget;
class QToolButton;

namespace spillway::ui {

class CellModel;
class ChainForm;
class EmptyState;

/// The chains of the file: newest block, who is behind, replaced blocks, what the cache spares, and their settings.
class ChainsPage final : public Page
{
    Q_OBJECT

public:
    explicit ChainsPage(Session &session, QWidget *parent = nullptr);

    void activate() override;
    void deactivate() override;
    void showItem(const QString &chain) override;
    void retranslate() override;

private:
    /// A table of figures below a tab.
    struct Figures
    {
        CellModel *model = nullptr;
        QSortFilterProxyModel *sorted = nullptr;
        QTableView *view = nullptr;
        bool fitted = false; ///< its columns have been made as wide as their content
    };

    Figures makeFigures(Qt::SortOrder order);
    QWidget *makeTools();
    QWidget *makeFigureTabs();
    void makeForm();
    void followDraft();
    void refresh();
    void showChain();
    [[nodiscard]] QString selected() const; ///< key below [chains]; empty: none
    void select(const QString &chain);
    void fillAddMenu();
    void add(const chains::Choice &choice);
    void askName();
    void removeChain();

    QList<chains::Choice> m_chains; ///< sections of the draft, in file order
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QPushButton *m_emptyButton;
    QSplitter *m_splitter;
    Figures m_table;
    Figures m_nodes;
    Figures m_reorgs;
    Figures m_cache;
    QTabWidget *m_tabs = nullptr;
    QLabel *m_sentence = nullptr;
    QLabel *m_noReorgs = nullptr;
    QLabel *m_cacheSentence = nullptr;
    QToolButton *m_add = nullptr;
    QToolButton *m_remove = nullptr;
    QMenu *m_addMenu;
    QScrollArea *m_formArea;
    ChainForm *m_form = nullptr;
    bool m_active = false;
};

} // namespace spillway::ui
