// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialog.h"

namespace spillway::ui {

class Actions;

/// Lists every key of the program.
class ShortcutsDialog final : public Dialog
{
    Q_OBJECT

public:
    explicit ShortcutsDialog(const Actions &actions, QWidget *parent = nullptr);
};

} // namespace spillway::ui
