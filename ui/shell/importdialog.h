// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/importing.h"
#include "widgets/dialog.h"

#include <QString>

class QPushButton;

namespace spillway::ui {

class BulletList;
class DiffView;
class Session;

/// Shows what a configuration of another program becomes before anything is changed: what is kept, what cannot be kept, what would be
/// wrong with it, and the lines. Accepting puts the text into the draft, where it waits for Apply like any other edit.
class ImportDialog final : public Dialog
{
    Q_OBJECT

public:
    /// `file`: where `imported` was read from; `imported` must be without an error.
    ImportDialog(Session &session, const QString &file, ImportResult imported, QWidget *parent);

    void accept() override;

private:
    void describe();

    Session &m_session;
    QString m_file; ///< its name without folders
    ImportResult m_imported;
    BulletList *m_kept;
    BulletList *m_lost;
    DiffView *m_diff;
    QPushButton *m_take;
};

} // namespace spillway::ui
