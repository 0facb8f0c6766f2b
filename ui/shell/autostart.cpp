// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/autostart.h"

#include "spillway/configedit.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace spillway::ui {

QString Autostart::defaultFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QLatin1String("/autostart/io.github.spillway.spillway.desktop");
}

bool Autostart::isOn() const
{
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QByteArray plain = line.simplified().replace(' ', QByteArray()).toLower();
        if (plain == "hidden=true" || plain == "x-gnome-autostart-enabled=false")
            return false;
    }
    return true;
}

QString Autostart::set(bool on, bool hidden) const
{
    if (!on) {
        if (!QFile::exists(m_file) || QFile::remove(m_file))
            return {};
        return QCoreApplication::translate("spillway::ui::Autostart", "%1 cannot be removed")
            .arg(QDir::toNativeSeparators(m_file));
    }
    // In a desktop entry a quoted program may hold any character but these, which a backslash makes harmless.
    QString program = m_program;
    program.replace(QLatin1Char('\\'), QLatin1String("\\\\\\\\"))
        .replace(QLatin1Char('"'), QLatin1String("\\\\\""))
        .replace(QLatin1Char('`'), QLatin1String("\\\\`"))
        .replace(QLatin1Char('$'), QLatin1String("\\\\$"))
        .replace(QLatin1Char('%'), QLatin1String("%%"));
    const QString text = QStringLiteral("[Desktop Entry]\n"
                                        "Type=Application\n"
                                        "Name=Spillway\n"
                                        "Exec=\"%1\"%2\n"
                                        "Icon=io.github.spillway.spillway\n"
                                        "Terminal=false\n"
                                        "X-GNOME-Autostart-enabled=true\n")
                             .arg(program, hidden ? QStringLiteral(" --background") : QString());
    if (!QDir().mkpath(QFileInfo(m_file).absolutePath()))
        return QCoreApplication::translate("spillway::ui::Autostart",
                                           "the folder of %1 cannot be made")
            .arg(QDir::toNativeSeparators(m_file));
    return QString::fromStdString(saveTextAtomically(m_file.toStdString(), text.toStdString()));
}

} // namespace spillway::ui
