// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session.h"
#include "session/uisettings.h"
#include "shell/autostart.h"
#include "shell/settingstabs.h"
#include "shell/translations.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QSignalBlocker>

namespace spillway::ui {
namespace {

Autostart autostart()
{
    return {Autostart::defaultFile(), QCoreApplication::applicationFilePath()};
}

/// A combo box for a setting of the window.
QComboBox *choice(UiSettings &settings,
                  const QString &key,
                  const QString &fallback,
                  const QList<QPair<QString, QString>> &entries)
{
    auto *box = new QComboBox;
    for (const auto &[value, text] : entries)
        box->addItem(text, value);
    box->setCurrentIndex(std::max(0, box->findData(settings.value(key, fallback))));
    QObject::connect(box, &QComboBox::activated, box, [box, key, &settings](int index) {
        settings.setValue(key, box->itemData(index));
    });
    return box;
}

QCheckBox *flagBox(UiSettings &settings, SettingFlag flag, const QString &text)
{
    auto *box = new QCheckBox(text);
    box->setChecked(settings.flag(flag));
    QObject::connect(
        box, &QCheckBox::toggled, box, [flag, &settings](bool on) { settings.setFlag(flag, on); });
    return box;
}

} // namespace

GeneralTab::GeneralTab(Session &session)
    : m_session(session)
{
    UiSettings &settings = session.settings();
    addHeading(tr("Look"));
    QList<QPair<QString, QString>> languages{{QStringLiteral("system"), tr("As the desktop")}};
    languages += Translations::languages();
    addField(tr("&Language:"),
             choice(settings, QStringLiteral("language"), QStringLiteral("system"), languages));
    addField(tr("&Theme:"),
             choice(settings,
                    QStringLiteral("theme"),
                    QStringLiteral("system"),
                    {{QStringLiteral("system"), tr("As the desktop")},
                     {QStringLiteral("light"), tr("Light")},
                     {QStringLiteral("dark"), tr("Dark")}}));

    addHeading(tr("Tray"));
    addWide(flagBox(settings, flags::kTray, tr("Show an &icon in the tray")),
            tr("Its shape tells the state of the proxy. Some desktops (GNOME) show tray icons only "
               "with an extension."));
    addField(tr("Icon &style:"),
             choice(settings,
                    QStringLiteral("tray/style"),
                    QStringLiteral("auto"),
                    {{QStringLiteral("auto"), tr("Automatic")},
                     {QStringLiteral("light"), tr("Light, for a dark panel")},
                     {QStringLiteral("dark"), tr("Dark, for a light panel")},
                     {QStringLiteral("colour"), tr("Coloured")}}));
    addWide(
        flagBox(settings, flags::kKeepRunning, tr("&Closing the window keeps the proxy running")),
        tr("Off: closing the window stops the proxy and quits."));
    addStart();
}

void GeneralTab::addStart()
{
    addHeading(tr("Starting"));
    m_login = new QCheckBox(tr("Start when I lo&g in"));
    m_hidden = new QCheckBox(tr("…without showing the &window"));
    connect(m_login, &QCheckBox::toggled, this, &GeneralTab::setAutostart);
    connect(m_hidden, &QCheckBox::toggled, this, [this](bool on) {
        m_session.settings().setFlag(flags::kStartHidden, on);
        setAutostart();
    });
    addWide(m_login);
    addWide(m_hidden);
    addWide(flagBox(m_session.settings(),
                    flags::kStartProxy,
                    tr("Start the &proxy together with the program")));
    // The demo is not what should start with the session.
    m_login->setVisible(!m_session.options().demo);
    m_hidden->setVisible(!m_session.options().demo);
    refreshAutostart();
}

void GeneralTab::refreshAutostart()
{
    const QSignalBlocker quietLogin(m_login);
    const QSignalBlocker quietHidden(m_hidden);
    m_login->setChecked(autostart().isOn());
    m_hidden->setChecked(m_session.settings().flag(flags::kStartHidden));
    m_hidden->setEnabled(m_login->isChecked());
}

void GeneralTab::setAutostart()
{
    const QString problem = autostart().set(m_login->isChecked(), m_hidden->isChecked());
    if (!problem.isEmpty())
        Q_EMIT m_session.toast(tr("Starting at login could not be set: %1").arg(problem), false);
    refreshAutostart();
}

} // namespace spillway::ui
