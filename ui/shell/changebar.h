// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace spillway::ui {

class Session;

/// The one bar below all pages that says how many edits wait, and what came of applying them. Hidden while there is nothing to say.
class ChangeBar final : public QWidget
{
    Q_OBJECT

public:
    explicit ChangeBar(Session &session, QWidget *parent = nullptr);

    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void discardRequested();
    void reviewRequested();
    void applyRequested();
    /// A link in the text: "problems", "restart".
    void linkActivated(const QString &link);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Showing { Nothing, Edits, Applying, Good, Bad };

    void showDraft();
    void showApplied(const QString &summary, const QStringList &notes);
    void showFailed(const QStringList &reasons);
    void show(Showing showing, const QString &text);
    void retranslate();

    Session &m_session;
    Showing m_showing = Showing::Nothing;
    bool m_failedWithEdits = false; ///< what is shown as Bad was about the draft
    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_discard;
    QPushButton *m_review;
    QPushButton *m_apply;
    QPushButton *m_close;
    QTimer m_hideSoon;
};

} // namespace spillway::ui
