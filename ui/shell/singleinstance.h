// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QLocalServer>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>

namespace spillway::ui {

/// One window for each user. The first program holds a lock and listens on a local socket in a folder that only the user can
/// enter; later ones hand their arguments over and end.
class SingleInstance final : public QObject
{
    Q_OBJECT

public:
    /// `folder`: see runtimeFolder(). Programs with different names do not know of each other.
    SingleInstance(const QString &folder, const QString &name, QObject *parent = nullptr);

    enum class Role {
        First,  ///< this is the one
        Handed, ///< another one has taken the message
        Alone   ///< the folder cannot be used, or the other one does not answer: nothing is shared
    };

    /// Becomes the first, or hands `arguments` over to it. `activationToken`: lets the first raise its window under Wayland.
    Role claim(const QStringList &arguments, const QByteArray &activationToken);

    /// What the first says to those that come later: the file it works on.
    void setGreeting(const QString &text) { m_greeting = text; }

    [[nodiscard]] QString reply() const { return m_reply; }

    /// `$XDG_RUNTIME_DIR/spillway`, else a folder of this user below the temporary one; empty when it is not safe.
    [[nodiscard]] static QString runtimeFolder();

Q_SIGNALS:
    void messageReceived(const QStringList &arguments, const QByteArray &activationToken);

private:
    void accept();
    bool handOver(const QStringList &arguments, const QByteArray &activationToken);

    [[nodiscard]] QString pathOf(const char *ending) const;

    QString m_folder;
    QString m_name;
    QString m_reply;
    QString m_greeting;
    std::unique_ptr<QLockFile> m_lock;
    QLocalServer m_server;
};

} // namespace spillway::ui
