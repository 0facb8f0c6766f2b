// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include <functional>

class QPushButton;

namespace spillway {
struct Snapshot;
}

namespace spillway::ui {

class Banner;
class Session;
struct Availability;

/// What is wrong right now, above the page, each with what can be done about it: port in use, errors in the file, a file that was
/// changed by another program, no node answering, keys that the keyring did not give.
class ProblemBanners final : public QWidget
{
    Q_OBJECT

public:
    explicit ProblemBanners(Session &session, QWidget *parent = nullptr);

    /// Texts of what is shown, from above.
    [[nodiscard]] QStringList texts() const;

Q_SIGNALS:
    void navigate(const QString &page, const QString &item);
    void showOutsideChangesRequested();
    void useDiskRequested();
    /// A button of a question was pressed and has settled it: the question with the focus in it is gone.
    void answered();

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void refreshStart();
    void refreshNodes();
    void refreshFile();
    void refreshWaiting();
    void refreshBare();
    void removeFirstChain();
    void showOutside();
    void showLost(const QString &file);
    void answerOutside(const QString &text, const std::function<void()> &act);
    void portButtons();
    void usePort(int port);
    [[nodiscard]] static QString firstOf(const QStringList &problems, const QString &otherwise);
    [[nodiscard]] static QString downText(const Snapshot &snapshot, const Availability &now);

    Session &m_session;
    Banner *m_file;    ///< the file cannot be read at all
    Banner *m_waiting; ///< the keyring may be asking for its password
    Banner *m_start;   ///< why the proxy does not run, or runs on an older file
    Banner *m_bare;    ///< the address without a chain leads to a chain without nodes
    Banner *m_outside; ///< the file was changed by another program
    Banner *m_keys;
    Banner *m_down;
    QString m_startShown; ///< what the buttons of m_start are for
    qint64 m_downSinceMs = 0;
};

} // namespace spillway::ui
