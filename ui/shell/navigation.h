// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QListView>
#include <QStandardItemModel>

namespace spillway::ui {

/// The list of pages at the left. A real list: arrow keys, a position for screen readers. Badges say how much needs a look.
class NavigationList final : public QListView
{
    Q_OBJECT

public:
    explicit NavigationList(QWidget *parent = nullptr);

    /// Chooses without telling.
    void setCurrentPage(const QString &id);
    void setPageShown(const QString &id, bool shown);
    /// `count` 0: no badge. `meaning` is read out after the page's name: "2 nodes need a look".
    void setBadge(const QString &id, int count, Tone tone, const QString &meaning);
    void retranslate();

    [[nodiscard]] QStringList shownPages() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void pageChosen(const QString &id);

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void selectionChanged(const QItemSelection &selected,
                          const QItemSelection &deselected) override;
    void changeEvent(QEvent *event) override;

private:
    class Delegate;
    [[nodiscard]] QStandardItem *item(const QString &id) const;

    QStandardItemModel m_model;
    bool m_quiet = false;
};

} // namespace spillway::ui
