// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

class QLineEdit;
class QTimer;
class QToolButton;

namespace spillway::ui {

class FlowLayout;

/// A search field and a row of chips (buttons that stay down). Tells of changes a moment after the last key. Wraps into
/// more rows where it must.
class FilterBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FilterBar(QWidget *parent = nullptr);

    /// What the empty field says; its name for screen readers too.
    void setPlaceholder(const QString &text);
    [[nodiscard]] QString text() const;
    void setText(const QString &text);
    /// Red text with a reason, for a pattern that cannot be read; empty: fine.
    void setProblem(const QString &reason);

    /// A chip; `key` is what checkedChips() returns for it.
    QToolButton *addChip(const QString &key, const QString &text, const QString &icon = {});
    [[nodiscard]] QStringList checkedChips() const;
    void setCheckedChips(const QStringList &keys);
    /// Any other widget, after the chips.
    void addWidget(QWidget *widget);

    void focusText();

    QLineEdit *edit() { return m_edit; }

Q_SIGNALS:
    void changed();

private:
    FlowLayout *m_row;
    QLineEdit *m_edit;
    QTimer *m_soon;
    QList<QToolButton *> m_chips;
};

} // namespace spillway::ui
