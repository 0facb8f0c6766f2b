// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QVariant>

namespace spillway::ui {

/// What belongs to the window and not to the proxy: theme, language, geometry, filters, switches of notifications. An ini file,
/// `$XDG_CONFIG_HOME/spillway/ui.ini`. Nothing that the daemon needs is in it.
class UiSettings final : public QObject
{
    Q_OBJECT

public:
    explicit UiSettings(const QString &file, QObject *parent = nullptr);

    [[nodiscard]] QVariant value(const QString &key, const QVariant &fallback = {}) const;
    void setValue(const QString &key, const QVariant &value);

Q_SIGNALS:
    void changed(const QString &key);

private:
    QSettings m_file;
};

} // namespace spillway::ui
