// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialog.h"

class QCheckBox;
class QPushButton;

namespace spillway::ui {

/// Asks before the proxy is opened to other computers: who could then use it, and under which addresses.
class LanDialog final : public Dialog
{
    Q_OBJECT

public:
    /// `host`: the address to listen on; `hasTokens`: clients need one already.
    LanDialog(const QString &host, int port, bool hasTokens, QWidget *parent = nullptr);

    /// The user wants an access token first.
    [[nodiscard]] bool wantsToken() const { return m_wantsToken; }

    /// Addresses under which other computers would reach a listener on `host`.
    [[nodiscard]] static QStringList reachableAt(const QString &host, int port);

private:
    QCheckBox *m_understood;
    QPushButton *m_open;
    bool m_wantsToken = false;
};

} // namespace spillway::ui
