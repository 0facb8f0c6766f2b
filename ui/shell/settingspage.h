// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/page.h"

class QTabWidget;

namespace spillway::ui {

class DraftBinder;

/// All settings. Those of the proxy are edits of the draft and wait for Apply; those of the window count at once.
class SettingsPage final : public Page
{
    Q_OBJECT

public:
    SettingsPage(Session &session, QWidget *parent);

    /// "general", "listener", "notifications", "security", "storage", "advanced".
    void showItem(const QString &item) override;
    void activate() override;
    void retranslate() override;

private:
    void build();

    DraftBinder *m_binder = nullptr;
    QTabWidget *m_tabs = nullptr;
};

} // namespace spillway::ui
