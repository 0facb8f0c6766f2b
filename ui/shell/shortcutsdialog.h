// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace spillway::ui {

class Actions;

/// Lists every key of the program.
class ShortcutsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutsDialog(const Actions &actions, QWidget *parent = nullptr);
};

} // namespace spillway::ui
