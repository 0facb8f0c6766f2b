// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialog.h"

class QLabel;

namespace spillway::ui {

class Session;

/// "Finishing 12 requests… [Quit now]" while the proxy lets running requests end.
class ClosingDialog final : public Dialog
{
    Q_OBJECT

public:
    explicit ClosingDialog(Session &session, QWidget *parent = nullptr);

Q_SIGNALS:
    void quitNowRequested();

private:
    void refresh();

    Session &m_session;
    QLabel *m_text;
};

} // namespace spillway::ui
