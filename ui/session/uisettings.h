// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QVariant>

namespace spillway::ui {

/// A switch of the window with what it is before anybody touched it.
struct SettingFlag
{
    const char *key;
    bool fallback;
};

/// Switches that more than one part of the window looks at.
namespace flags {
inline constexpr SettingFlag kStartProxy{"start/proxy", true};    ///< with the program
inline constexpr SettingFlag kStartHidden{"start/hidden", false}; ///< window stays in the tray
inline constexpr SettingFlag kKeepRunning{"window/keepRunning",
                                          true}; ///< closing leaves the proxy running
inline constexpr SettingFlag kCloseExplained{"window/closeExplained", false};
inline constexpr SettingFlag kTray{"tray/shown", true};
} // namespace flags

/// What belongs to the window and not to the proxy: theme, language, geometry, filters, switches of notifications. An ini file,
/// `$XDG_CONFIG_HOME/spillway/ui.ini`. Nothing that the daemon needs is in it.
class UiSettings final : public QObject
{
    Q_OBJECT

public:
    explicit UiSettings(const QString &file, QObject *parent = nullptr);

    [[nodiscard]] QVariant value(const QString &key, const QVariant &fallback = {}) const;
    void setValue(const QString &key, const QVariant &value);

    [[nodiscard]] bool flag(SettingFlag flag) const;
    void setFlag(SettingFlag flag, bool on);

    void
    removeAll(); ///< everything as it was at the first start; changed() comes with an empty key
    void sync(); ///< writes to the disk now

    [[nodiscard]] QString file() const { return m_file.fileName(); }

Q_SIGNALS:
    void changed(const QString &key);

private:
    QSettings m_file;
};

} // namespace spillway::ui
