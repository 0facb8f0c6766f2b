// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QString>

class QToolButton;

namespace spillway::ui {

/// A line for an address that may carry a key. A key is shown as dots unless it is asked for or being typed; what is pasted
/// replaces the whole address.
class UrlField final : public QLineEdit
{
    Q_OBJECT

public:
    explicit UrlField(QWidget *parent = nullptr);

    [[nodiscard]] QString url() const { return m_url; }

    void setUrl(const QString &url);

    /// Whether dots stand for a key right now; the line is read-only then.
    [[nodiscard]] bool isMasked() const { return m_masked; }

    /// Buttons to stand beside the line.
    [[nodiscard]] QToolButton *pasteButton() const { return m_paste; }

    [[nodiscard]] QToolButton *revealButton() const { return m_reveal; }

    void retranslate();

Q_SIGNALS:
    /// The user changed it; `whole`: by pasting an address, not letter by letter.
    void edited(const QString &url, bool whole);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void pasteFromClipboard();
    void take(const QString &text);
    void show();

    QToolButton *m_paste;
    QToolButton *m_reveal;
    QString m_url;
    bool m_masked = false;
    bool m_typing = false;
};

/// Whether an address holds a key in plain text: not a `$VARIABLE`.
[[nodiscard]] bool hasPlainKey(const QString &url);

} // namespace spillway::ui
