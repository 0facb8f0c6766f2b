// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/diagnostics.h"

#include "session/configdraft.h"
#include "session/session.h"
#include "shell/availability.h"
#include "spillway/logging.h"

#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QImageReader>
#include <QLibraryInfo>
#include <QScreen>
#include <QStyle>
#include <QSysInfo>

namespace spillway::ui {
namespace {

constexpr std::size_t kLogLines = 20;

QString stateWord(ProxyState state)
{
    switch (state) {
    case ProxyState::Stopped:
        return QStringLiteral("stopped");
    case ProxyState::Starting:
        return QStringLiteral("starting");
    case ProxyState::Running:
        return QStringLiteral("running");
    case ProxyState::Stopping:
        return QStringLiteral("stopping");
    case ProxyState::Failed:
        return QStringLiteral("failed");
    }
    return {};
}

/// The home folder tells the user's name.
QString withoutHome(QString path)
{
    const QString home = QDir::homePath();
    if (home.size() > 1 && path.startsWith(home))
        path.replace(0, home.size(), QStringLiteral("~"));
    return path;
}

} // namespace

// In English whatever the language of the window: it is pasted into reports.
QString diagnosticsText(Session &session, bool trayShown)
{
    QStringList lines;
    const auto add = [&](const char *name, const QString &value) {
        lines.append(QStringLiteral("%1: %2").arg(QLatin1String(name), value));
    };
    add("Spillway", QStringLiteral(SPILLWAY_VERSION));
    add("Qt",
        QStringLiteral("%1 (built with %2)")
            .arg(QLatin1String(qVersion()), QLatin1String(QT_VERSION_STR)));
    add("System",
        QStringLiteral("%1, %2, %3")
            .arg(QSysInfo::prettyProductName(),
                 QSysInfo::kernelVersion(),
                 QSysInfo::currentCpuArchitecture()));
    add("Platform plugin", QGuiApplication::platformName());
    add("Desktop", qEnvironmentVariable("XDG_CURRENT_DESKTOP", QStringLiteral("not named")));
    add("Style", QApplication::style()->name());
    for (const QScreen *screen : QGuiApplication::screens())
        add("Screen",
            QStringLiteral("%1x%2 at %3")
                .arg(screen->size().width())
                .arg(screen->size().height())
                .arg(screen->devicePixelRatio()));
    add("Tray icon", trayShown ? QStringLiteral("shown") : QStringLiteral("not shown"));
    add("SVG pictures",
        QImageReader::supportedImageFormats().contains("svg")
            ? QStringLiteral("yes")
            : QStringLiteral("no: libqt6svg6 is missing"));
    add("Config",
        withoutHome(session.draft().path())
            + (session.options().demo ? QStringLiteral(" (demo)") : QString()));
    add("State folder", withoutHome(session.stateDir()));
    add("Proxy",
        stateWord(session.state())
            + (session.failure().isEmpty() ? QString() : QStringLiteral(": ") + session.failure()));
    if (const auto config = session.config()) {
        add("Listener",
            QStringLiteral("%1, %2 token(s)")
                .arg(config->server.isLoopback() ? QStringLiteral("this computer only")
                                                 : QStringLiteral("open to the network"))
                .arg(config->server.tokens.size()));
        add("Nodes", QString::number(config->nodes.size()));
        add("Chains", QString::number(config->chains.size()));
    }
    if (const auto snapshot = session.snapshot()) {
        const Availability now = availability(*snapshot);
        add("Available", QStringLiteral("%1 of %2").arg(now.usable).arg(now.total));
        add("Uptime", QStringLiteral("%1 s").arg(snapshot->uptimeMs / 1000));
        add("In flight", QString::number(snapshot->inFlight));
    }
    add("Keyring",
        session.keyringProblem().isEmpty() ? QStringLiteral("no problem")
                                           : session.keyringProblem());
    add("Problems in the config", QString::number(session.draft().issues().size()));
    const std::vector<LogLine> log = logLines(0);
    const std::size_t first = log.size() > kLogLines ? log.size() - kLogLines : 0;
    lines.append(QStringLiteral("Last log lines:"));
    for (std::size_t i = first; i < log.size(); ++i)
        lines.append(
            QStringLiteral("  %1 %2 %3")
                .arg(QDateTime::fromMSecsSinceEpoch(log[i].wallMs, Qt::UTC).toString(Qt::ISODate),
                     QString::fromStdString(log[i].category),
                     QString::fromStdString(log[i].text)));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace spillway::ui
