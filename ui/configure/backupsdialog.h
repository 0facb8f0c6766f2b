// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/configedit.h"
#include "widgets/dialog.h"

#include <QString>

#include <vector>

class QLabel;
class QListView;
class QPushButton;
class QStringListModel;

namespace spillway::ui {

class DiffView;

/// The last versions of a file that were in force, and what each would change.
class BackupsDialog final : public Dialog
{
    Q_OBJECT

public:
    BackupsDialog(const QString &file,
                  const QString &currentText,
                  const QString &stateDir,
                  QWidget *parent = nullptr);

    void accept() override;

Q_SIGNALS:
    /// The user wants this text back. `when`: day and time of the version, for the name of the step.
    void restored(const QString &text, const QString &when);

private:
    void showVersion();
    [[nodiscard]] QString textOf(int row) const;

    std::vector<ConfigBackup> m_backups;
    QString m_current;
    QStringListModel *m_model;
    QListView *m_list;
    QLabel *m_remark;
    DiffView *m_view;
    QPushButton *m_restore;
};

} // namespace spillway::ui
