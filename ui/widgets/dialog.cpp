// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialog.h"

#include <QEvent>
#include <QLayout>

namespace spillway::ui {

bool Dialog::event(QEvent *event)
{
    const bool known = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest && layout() && layout()->hasHeightForWidth()) {
        if (const int needed = layout()->totalHeightForWidth(width()); needed > height())
            resize(width(), needed);
    }
    return known;
}

} // namespace spillway::ui
