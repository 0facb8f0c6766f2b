// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session.h"
#include "session/uisettings.h"
#include "shell/notices.h"
#include "shell/settingstabs.h"

#include <QCheckBox>

namespace spillway::ui {

NotificationsTab::NotificationsTab(Session &session)
{
    addHeading(tr("Show a message on the desktop when…"));
    UiSettings &settings = session.settings();
    for (int i = 0; i < static_cast<int>(NoticeKind::Count); ++i) {
        const auto kind = static_cast<NoticeKind>(i);
        auto *box = new QCheckBox(noticeText(kind));
        box->setChecked(settings.value(noticeKey(kind), noticeDefault(kind)).toBool());
        connect(box, &QCheckBox::toggled, this, [kind, &settings](bool on) {
            settings.setValue(noticeKey(kind), on);
        });
        addWide(box);
    }
    addNote(tr("A single failure is never a message: only what lasts is. What is switched off here "
               "still appears in the list behind the "
               "bell."));
}

} // namespace spillway::ui
