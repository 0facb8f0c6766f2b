// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialog.h"
#include "widgets/diffview.h"

#include <QString>

class QLabel;
class QPushButton;

namespace spillway::ui {

/// Shows what would change before it is done.
class DiffDialog final : public Dialog
{
    Q_OBJECT

public:
    /// `action`: the verb on the button; empty: only to look, with a Close button.
    DiffDialog(const QString &title,
               const QString &text,
               const QString &action,
               QWidget *parent = nullptr);

    void setTexts(const QString &before, const QString &after);

    void setFiles(const QList<DiffView::File> &files);

private:
    void count();

    QLabel *m_counts;
    DiffView *m_view;
    QPushButton *m_do = nullptr;
};

} // namespace spillway::ui
