// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/shortcutsdialog.h"

#include "shell/actions.h"
#include "widgets/tables.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace spillway::ui {

ShortcutsDialog::ShortcutsDialog(const Actions &actions, QWidget *parent)
    : Dialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *model = new QStandardItemModel(this);
    model->setHorizontalHeaderLabels({tr("Command"), tr("Key")});
    QList<QPair<QString, QString>> rows = actions.shortcutList();
    // Keys of single pages: they work where the list they belong to has the focus.
    rows.append({tr("Pause the list of requests"),
                 QKeySequence(Qt::Key_Space).toString(QKeySequence::NativeText)});
    rows.append({tr("Remove the chosen node or price"),
                 QKeySequence(Qt::Key_Delete).toString(QKeySequence::NativeText)});
    rows.append({tr("Rename the chosen node"),
                 QKeySequence(Qt::Key_F2).toString(QKeySequence::NativeText)});
    rows.append(
        {tr("Move the node between tiers"),
         tr("%1 or %2")
             .arg(QKeySequence(Qt::ALT | Qt::Key_Up).toString(QKeySequence::NativeText),
                  QKeySequence(Qt::ALT | Qt::Key_Down).toString(QKeySequence::NativeText))});
    for (const auto &[name, key] : rows) {
        auto *command = new QStandardItem(name);
        auto *keys = new QStandardItem(key);
        command->setEditable(false);
        keys->setEditable(false);
        model->appendRow({command, keys});
    }
    auto *view = new QTableView;
    tables::prepare(view, tr("Keyboard shortcuts"));
    view->setModel(model);
    view->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    view->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    view->selectRow(0);
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(tr("&Close"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(view);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 62, fontMetrics().height() * 28);
}

} // namespace spillway::ui
