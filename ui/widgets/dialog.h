// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace spillway::ui {

/// The base of all dialogs: grows when a text in it comes late or becomes longer. Qt's own goes by the size hint of wrapped texts, which
/// is not the height that they need at the width they have.
class Dialog : public QDialog
{
    Q_OBJECT

public:
    using QDialog::QDialog;

protected:
    bool event(QEvent *event) override;
};

} // namespace spillway::ui
