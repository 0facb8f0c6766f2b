// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/secret.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QWidget>

namespace spillway::ui {

class Session;

/// Moves a key out of an address into the keyring and leaves `$NAME_API_KEY` there. When the keyring cannot be used it asks what to
/// do instead: a file that only the user can read, or leave the key where it is.
class KeyKeeper final : public QObject
{
    Q_OBJECT

public:
    enum class Place { Keyring, File, Config };

    explicit KeyKeeper(Session &session, QWidget *window);

    void keep(int node);

    [[nodiscard]] bool isBusy() const { return m_busy; }

    /// "Helius 2" → "HELIUS_2_API_KEY", with a number when another value has that name.
    [[nodiscard]] static QString variableName(const QString &node, const QStringList &taken);
    /// The address with a reference where the key stood.
    [[nodiscard]] static QString
    withVariable(const QString &url, const QString &key, const QString &variable);

Q_SIGNALS:
    /// `problem` is empty when all went well.
    void
    finished(const QString &node, spillway::ui::KeyKeeper::Place place, const QString &problem);

private:
    [[nodiscard]] QString freeVariable(const QString &node, const std::string &key) const;
    void askInstead(const QString &node,
                    const QString &variable,
                    const Secret &key,
                    const QString &problem);
    void writeFile(const QString &node, const QString &variable, const Secret &key);
    void refer(const QString &node, const QString &variable, const Secret &key, Place place);
    void end(const QString &node, Place place, const QString &problem);

    Session &m_session;
    QWidget *m_window;
    bool m_busy = false;
};

} // namespace spillway::ui
