// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QToolButton>

namespace spillway::ui {

/// A button of a row of tools above a list: icon and text, reached by Tab like any other.
[[nodiscard]] inline QToolButton *toolButton(const QString &icon, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(Theme::instance().icon(icon));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace spillway::ui
