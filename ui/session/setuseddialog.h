// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialog.h"

#include <QString>

#include <cstdint>
#include <optional>

class QPushButton;

namespace spillway::ui {

class MessageLine;
class NumberEdit;
class Session;

/// `node`: its name in the configuration in force. Asks for the number that the provider's own page shows, to correct a counter that has drifted away from it.
class SetUsedDialog final : public Dialog
{
    Q_OBJECT

public:
    SetUsedDialog(Session &session,
                  const QString &node,
                  std::uint64_t used,
                  std::optional<std::uint64_t> limit,
                  QWidget *parent = nullptr);

    void accept() override;

private:
    void check();

    Session &m_session;
    QString m_node;
    NumberEdit *m_number;
    MessageLine *m_remark;
    QPushButton *m_set;
    std::optional<std::uint64_t> m_limit;
};

} // namespace spillway::ui
