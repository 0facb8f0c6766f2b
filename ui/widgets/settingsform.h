// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFormLayout>
#include <QLabel>
#include <QString>
#include <QWidget>

namespace spillway::ui {

/// What the tabs of the settings look like: headed groups of labelled fields with explanations below them, not wider than is good
/// to read.
class SettingsForm : public QWidget
{
    Q_OBJECT

public:
    explicit SettingsForm(QWidget *parent = nullptr);

    void addHeading(const QString &text);
    /// `label` may have a mnemonic for the field.
    void addField(const QString &label, QWidget *field, const QString &explanation = {});
    void addField(const QString &label, QWidget *field, QWidget *below);
    /// A field that carries its own text (check box, button).
    void addWide(QWidget *widget, const QString &explanation = {});
    QLabel *addNote(const QString &text);

private:
    [[nodiscard]] QLabel *note(const QString &text) const;

    QFormLayout *m_form;
    bool m_empty = true;
};

} // namespace spillway::ui
