// SPDX-License-Identifier: GPL-3.0-or-later
// What the tools of the nodes page do.
#include "configure/nodeedits.h"
#include "configure/nodeform.h"
#include "configure/nodesmodel.h"
#include "configure/nodespage.h"
#include "configure/nodetester.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "session/setuseddialog.h"
#include "widgets/emptystate.h"
#include "widgets/filterbar.h"
#include "widgets/tables.h"

#include <QAction>
#include <QPointer>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>

namespace spillway::ui {

void NodesPage::addNode()
{
    m_filter->setText({});
    m_sorted->setFilterFixedString({});
    QString problem;
    const int row = nodes::add(session().draft(), &problem);
    if (row < 0)
        return say(problem);
    select(row);
    m_form->beginNew();
}

void NodesPage::duplicateNode()
{
    const int row = currentRow();
    if (row < 0)
        return;
    QString problem;
    const int copy = nodes::duplicate(session().draft(), row, &problem);
    if (copy < 0)
        return say(problem);
    select(copy);
    m_form->focusName();
}

void NodesPage::removeNodes()
{
    const QList<int> rows = selectedRows();
    if (rows.isEmpty())
        return;
    const QString name = m_model->name(rows.first());
    if (const QString problem = nodes::remove(session().draft(), rows); !problem.isEmpty())
        return say(problem);
    Q_EMIT session().toast(rows.size() == 1
                               ? tr("%1 removed.").arg(name)
                               : tr("%n node(s) removed.", nullptr, static_cast<int>(rows.size())),
                           true);
}

void NodesPage::renameNode()
{
    if (currentRow() >= 0)
        m_form->focusName();
}

void NodesPage::testNode()
{
    const QList<int> rows = selectedRows();
    for (const int row : rows.isEmpty() ? QList<int>{currentRow()} : rows) {
        if (row >= 0)
            m_tester->test(m_model->name(row));
    }
}

void NodesPage::testAll()
{
    m_tester->testAll();
}

void NodesPage::switchNodes()
{
    const QList<int> rows = selectedRows();
    if (rows.isEmpty())
        return;
    const bool on = !nodes::isEnabled(session().draft().document(), currentRow());
    if (const QString problem = nodes::setEnabled(session().draft(), rows, on); !problem.isEmpty())
        say(problem);
}

void NodesPage::moveUp()
{
    move(-1);
}

void NodesPage::moveDown()
{
    move(1);
}

void NodesPage::move(int by)
{
    const int row = currentRow();
    if (row < 0)
        return;
    const int tier = nodes::tier(session().draft().document(), row) + by;
    if (tier < 0 || tier > 255)
        return;
    if (const QString problem = nodes::setTier(session().draft(), row, tier); !problem.isEmpty())
        return say(problem);
    m_table->scrollTo(m_table->currentIndex());
}

void NodesPage::clearPenalty()
{
    const NodeSnapshot *live = m_model->live(currentRow());
    Engine *engine = session().engine();
    if (!live || !engine)
        return;
    const QString name = m_model->name(currentRow());
    engine->forgive(live->name, [page = QPointer<NodesPage>(this), name](const std::string &error) {
        if (page)
            Q_EMIT page->session().toast(error.empty() ? tr("%1 gets requests again.").arg(name)
                                                       : QString::fromStdString(error),
                                         false);
    });
}

void NodesPage::setUsed()
{
    const NodeSnapshot *live = m_model->live(currentRow());
    if (!live || !session().engine())
        return;
    auto *dialog = new SetUsedDialog(
        session(), QString::fromStdString(live->name), live->used, live->limit, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void NodesPage::updateActions()
{
    const int row = currentRow();
    const bool one = row >= 0;
    const NodeSnapshot *live = one ? m_model->live(row) : nullptr;
    for (QAction *action : {m_duplicate, m_remove, m_rename, m_test, m_switch})
        action->setEnabled(one);
    m_testAll->setEnabled(m_model->rowCount() > 0);
    const int tier = one ? nodes::tier(session().draft().document(), row) : 0;
    m_up->setEnabled(one && tier > 0);
    m_down->setEnabled(one && tier < 255);
    m_clearPenalty->setEnabled(live && live->closedForMs > 0);
    m_setUsed->setEnabled(live != nullptr);
    m_switch->setText(one && !nodes::isEnabled(session().draft().document(), row)
                          ? tr("Switch &on")
                          : tr("Switch &off"));
}

void NodesPage::retranslate()
{
    m_add->setText(tr("&Add node"));
    m_add->setToolTip(
        tr("Add a node (%1)").arg(m_add->shortcut().toString(QKeySequence::NativeText)));
    m_duplicate->setText(tr("&Duplicate"));
    m_remove->setText(tr("&Remove"));
    m_rename->setText(tr("Re&name"));
    m_test->setText(tr("&Test"));
    m_test->setToolTip(
        tr("Test the connection (%1)").arg(m_test->shortcut().toString(QKeySequence::NativeText)));
    m_testAll->setText(tr("Test a&ll"));
    m_up->setText(tr("Move to the tier &before"));
    m_down->setText(tr("Move to the tier be&hind"));
    m_clearPenalty->setText(tr("&Clear the penalty"));
    m_setUsed->setText(tr("Set &used credits…"));
    m_more->setToolTip(tr("More"));
    m_more->setAccessibleName(tr("More actions"));
    m_filter->setPlaceholder(tr("Filter by name, chain, state …"));
    m_table->setAccessibleName(tr("Nodes"));
    showEmpty();
    m_model->retranslate();
    m_form->retranslate();
    showLive();
    updateActions();
}

/// A configuration that cannot be read is none that has no nodes.
void NodesPage::showEmpty()
{
    const bool broken = session().isFileUnreadable();
    if (broken)
        m_empty->setText(tr("The configuration could not be read"), session().draft().unreadable());
    else
        m_empty->setText(tr("No nodes yet"),
                         tr("A node is an address that your provider gave you. Paste one, and "
                            "Spillway fills in what it knows about the provider."));
    if (auto *button = m_empty->findChild<QPushButton *>()) {
        button->setText(m_add->text());
        button->setVisible(!broken);
    }
}

} // namespace spillway::ui
