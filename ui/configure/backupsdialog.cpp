// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/backupsdialog.h"

#include "widgets/diffview.h"
#include "widgets/format.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QStringListModel>
#include <QVBoxLayout>

namespace spillway::ui {

BackupsDialog::BackupsDialog(const QString &file,
                             const QString &currentText,
                             const QString &stateDir,
                             QWidget *parent)
    : Dialog(parent)
    , m_backups(listBackups(file.toStdString(), stateDir.toStdString()))
    , m_current(currentText)
    , m_model(new QStringListModel(this))
    , m_list(new QListView(this))
    , m_remark(new QLabel(this))
    , m_view(new DiffView(this))
{
    setWindowTitle(tr("Earlier versions"));
    QStringList times;
    for (const ConfigBackup &backup : m_backups)
        times.append(format::dateTime(backup.wallMs));
    m_model->setStringList(times);
    m_list->setModel(m_model);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setAccessibleName(tr("Earlier versions"));
    m_list->setMaximumWidth(fontMetrics().averageCharWidth() * 26);
    m_remark->setWordWrap(true);
    m_remark->setText(m_backups.empty()
                          ? tr("There is no earlier version yet. One is kept each time changes are "
                               "applied, ten at most.")
                          : tr("What would change in the text as it is now. Restoring can be "
                               "undone, and takes effect with Apply."));
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_remark);
    auto *row = new QHBoxLayout;
    row->addWidget(m_list);
    row->addWidget(m_view, 1);
    column->addLayout(row, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_restore = buttons->addButton(tr("&Restore"), QDialogButtonBox::AcceptRole);
    column->addWidget(buttons);
    m_list->setVisible(!m_backups.empty());
    m_view->setVisible(!m_backups.empty());
    m_restore->setVisible(!m_backups.empty());
    connect(buttons, &QDialogButtonBox::accepted, this, &BackupsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            &BackupsDialog::showVersion);
    if (!m_backups.empty()) {
        resize(fontMetrics().averageCharWidth() * 120, fontMetrics().lineSpacing() * 30);
        m_list->setCurrentIndex(m_model->index(0));
    }
}

QString BackupsDialog::textOf(int row) const
{
    if (row < 0 || row >= static_cast<int>(m_backups.size()))
        return {};
    QFile file(QString::fromStdString(m_backups[static_cast<std::size_t>(row)].path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void BackupsDialog::showVersion()
{
    m_view->setTexts(m_current, textOf(m_list->currentIndex().row()));
    m_restore->setEnabled(m_view->hasDifference());
}

void BackupsDialog::accept()
{
    const int row = m_list->currentIndex().row();
    if (row < 0)
        return;
    Q_EMIT restored(textOf(row), m_list->currentIndex().data().toString());
    Dialog::accept();
}

} // namespace spillway::ui
