// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/uisettings.h"

namespace spillway::ui {

UiSettings::UiSettings(const QString &file, QObject *parent)
    : QObject(parent)
    , m_file(file, QSettings::IniFormat)
{}

QVariant UiSettings::value(const QString &key, const QVariant &fallback) const
{
    return m_file.value(key, fallback);
}

void UiSettings::setValue(const QString &key, const QVariant &value)
{
    if (m_file.contains(key) && m_file.value(key) == value)
        return;
    m_file.setValue(key, value);
    Q_EMIT changed(key);
}

void UiSettings::removeAll()
{
    m_file.clear();
    Q_EMIT changed({});
}

void UiSettings::sync()
{
    m_file.sync();
}

bool UiSettings::flag(SettingFlag flag) const
{
    return value(QLatin1String(flag.key), flag.fallback).toBool();
}

void UiSettings::setFlag(SettingFlag flag, bool on)
{
    setValue(QLatin1String(flag.key), on);
}

} // namespace spillway::ui
