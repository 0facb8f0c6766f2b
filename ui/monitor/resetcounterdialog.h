// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialog.h"

#include <QString>

#include <cstdint>

namespace spillway::ui {

/// Asks to type the node's name before its counter is set to 0.
class ResetCounterDialog final : public Dialog
{
    Q_OBJECT

public:
    ResetCounterDialog(const QString &node, std::uint64_t used, QWidget *parent = nullptr);
};

} // namespace spillway::ui
