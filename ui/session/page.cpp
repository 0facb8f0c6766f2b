// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/page.h"

#include <QEvent>

namespace spillway::ui {

void Page::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace spillway::ui
