// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace spillway::ui {

/// A short line with an icon below a field or a button: a remark, or what is wrong.
class MessageLine final : public QWidget
{
    Q_OBJECT

public:
    enum class Kind { Note, Good, Warning, Error, Busy };

    explicit MessageLine(QWidget *parent = nullptr);

    /// Empty text hides the line.
    void setMessage(Kind kind, const QString &text);

    [[nodiscard]] QString text() const { return m_text; }

    [[nodiscard]] Kind kind() const { return m_kind; }

    /// Place for buttons behind the text.
    QHBoxLayout *row() { return m_row; }

private:
    void paintKind();
    void changeEvent(QEvent *event) override;

    QLabel *m_icon;
    QLabel *m_label;
    QHBoxLayout *m_row;
    QString m_text;
    Kind m_kind = Kind::Note;
};

} // namespace spillway::ui
