// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configure/pricelists.h"
#include "session/page.h"

#include <functional>

class QAbstractItemDelegate;
class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QSortFilterProxyModel;
class QSpinBox;
class QStandardItemModel;
class QTableView;
class QToolButton;

namespace spillway {
class ConfigDocument;
}

namespace spillway::ui {

class Banner;
class ColumnFitter;
class FilterBar;
class FormField;
class MessageLine;
class NumberEdit;
class PricingModel;
class SharedUndo;

/// The price lists: what a call costs at each provider.
class PricingPage final : public Page
{
    Q_OBJECT

public:
    PricingPage(Session &session, QWidget *parent);

    void activate() override;
    void deactivate() override;
    void focusFilter() override;
    /// Shows a list by the name a node gives it ("builtin:helius", "pricing/mine.toml").
    void showItem(const QString &item) override;
    void retranslate() override;

    [[nodiscard]] QString reference() const { return m_reference; }

private:
    void buildLists(QWidget *parent);
    void buildEditor(QWidget *parent);

    void followDraft();
    void fillLists();
    void showList();
    void showToday();
    void listChosen();
    [[nodiscard]] bool isReadOnly() const;
    /// One step in the shown list.
    bool edit(const QString &label,
              const QString &mergeKey,
              const std::function<std::string(ConfigDocument &)> &change);

    void setCost(const QString &method, bool custom, const QString &text);
    void renameMethod(const QString &method, bool custom, const QString &name);
    void setUnknown();
    void setStop(int percent);
    void addMethod();
    void removeMethods();
    void changeKind();
    void reset();
    void makeCopy();
    void newList();
    void checkNewMethod();
    void updateActions();
    void say(const QString &text);

    QListView *m_lists;
    QStandardItemModel *m_listModel;
    QPushButton *m_new;
    QLabel *m_title;
    QLabel *m_where;
    QLabel *m_usedBy;
    Banner *m_banner;
    QPushButton *m_copy;
    QLabel *m_unknownLabel;
    QComboBox *m_unknownKind;
    NumberEdit *m_unknownCost;
    FormField *m_unknownField;
    QLabel *m_stopLabel;
    QSpinBox *m_stop;
    FormField *m_stopField;
    FilterBar *m_filter;
    QToolButton *m_remove;
    QToolButton *m_kind;
    QToolButton *m_reset;
    QToolButton *m_text;
    QTableView *m_table;
    ColumnFitter *m_fitter = nullptr;
    PricingModel *m_model;
    QSortFilterProxyModel *m_sorted;
    QWidget *m_addRow;
    QLabel *m_addLabel;
    QLineEdit *m_newMethod;
    NumberEdit *m_newCost;
    QPushButton *m_add;
    MessageLine *m_addRemark;
    SharedUndo *m_undo;
    QString m_reference;
    bool m_loading = false;
    bool m_active = false;
};

} // namespace spillway::ui
