// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

#include <cstdint>
#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace spillway::ui {

/// Asks for the credits that a provider's dashboard shows. Separators and spaces in the number do not matter.
class CreditsDialog final : public QDialog
{
    Q_OBJECT

public:
    CreditsDialog(const QString &node, std::uint64_t used, QWidget *parent = nullptr);

    [[nodiscard]] std::uint64_t credits() const;

    /// "1 240 000", "1,240,000", "1_240_000" → the number; nothing when it is none.
    [[nodiscard]] static std::optional<std::uint64_t> parse(const QString &text);

private:
    void check();

    QLineEdit *m_edit;
    QLabel *m_problem;
    QPushButton *m_set;
};

/// Asks to type the node's name before its counter is set to 0.
class ResetCounterDialog final : public QDialog
{
    Q_OBJECT

public:
    ResetCounterDialog(const QString &node, std::uint64_t used, QWidget *parent = nullptr);
};

} // namespace spillway::ui
