// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialog.h"

namespace spillway::ui {

/// Name, version, what is sent where, and the licences of everything that is inside.
class AboutDialog final : public Dialog
{
    Q_OBJECT

public:
    explicit AboutDialog(QWidget *parent = nullptr);
};

} // namespace spillway::ui
