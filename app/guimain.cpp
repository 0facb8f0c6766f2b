// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo.h"
#include "demotraffic.h"
#include "displaycheck.h"
#include "session/uisettings.h"
#include "shell/desktopapp.h"
#include "shell/singleinstance.h"
#include "shell/startoptions.h"
#include "signalwatcher.h"
#include "spillway/configio.h"
#include "spillway/logging.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QIcon>
#include <QStandardPaths>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

namespace {

using namespace spillway;
using namespace spillway::ui;

constexpr int kUsageError = 2;
constexpr std::size_t kLogLinesKept = 5000;

QString uiSettingsFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QLatin1String("/spillway/ui.ini");
}

int say(std::FILE *stream, const QString &text, int code)
{
    std::fprintf(stream, "%s\n", qUtf8Printable(text));
    return code;
}

/// True: another instance has taken over, `code` is what to end with.
bool handedOver(SingleInstance &instance,
                const QStringList &arguments,
                const StartOptions &options,
                int &code)
{
    QStringList words = arguments;
    // The other one has another working folder.
    if (!options.config.isEmpty())
        words.append({QStringLiteral("--config"), options.config});
    if (instance.claim(words, qgetenv("XDG_ACTIVATION_TOKEN")) != SingleInstance::Role::Handed)
        return false;
    code = 0;
    if (!options.config.isEmpty() && instance.reply() != options.config)
        code = say(stderr,
                   QStringLiteral("spillway: already running with %1; quit it first to work on %2")
                       .arg(instance.reply(), options.config),
                   1);
    return true;
}

bool g_inEventLoop = false;

/// Qt calls exit() when the display goes away, from inside the event loop: the engine's threads would run on while what they
/// use is being destroyed. The books are safe at any moment, so the program just ends.
void endWithTheDisplay()
{
    if (g_inEventLoop)
        std::_Exit(1);
}

int run(int argc, char **argv, const QStringList &arguments, const StartOptions &options)
{
    QApplication app(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QApplication::setWindowIcon(QIcon::fromTheme(QStringLiteral("io.github.spillway.spillway"),
                                                 QIcon(QStringLiteral(":/icons/spillway.svg"))));

    // The demo lives beside the real program: it shares nothing with it.
    SingleInstance instance(SingleInstance::runtimeFolder(),
                            options.demo ? QStringLiteral("demo") : QStringLiteral("window"));
    int code = 0;
    if (handedOver(instance, arguments, options, code))
        return code;
    if (options.proxy == StartOptions::Proxy::Stop)
        return say(stdout, QStringLiteral("spillway: not running"), 0);

    SessionOptions session;
    session.demo = options.demo;
    QString settingsFile = uiSettingsFile();
    std::unique_ptr<Demo> demo;
    std::unique_ptr<DemoTraffic> traffic;
    if (options.demo) {
        demo = std::make_unique<Demo>();
        if (const QString problem = demo->start(); !problem.isEmpty())
            return say(
                stderr, QStringLiteral("spillway: the demo cannot start: %1").arg(problem), 1);
        if (!demo->note().isEmpty())
            say(stdout, QStringLiteral("spillway: ") + demo->note(), 0);
        traffic = std::make_unique<DemoTraffic>();
        session.configPath = demo->configPath();
        settingsFile = demo->filePath(QStringLiteral("ui.ini"));
    } else {
        session.configPath =
            options.config.isEmpty()
                ? QFileInfo(QString::fromStdString(defaultConfigPath())).absoluteFilePath()
                : options.config;
    }
    instance.setGreeting(session.configPath);
    keepLogLines(kLogLinesKept);
    UiSettings settings(settingsFile);
    DesktopApp desktop(session, settings, options);
    // Not quit(): that asks the windows first, and the main window turns every closing into a question.
    QObject::connect(
        &desktop,
        &DesktopApp::readyToQuit,
        &app,
        [] { QApplication::exit(0); },
        Qt::QueuedConnection);
    QObject::connect(&instance,
                     &SingleInstance::messageReceived,
                     &desktop,
                     [&](const QStringList &words, const QByteArray &token) {
                         desktop.obey(StartOptions::parse(words, QDir::currentPath()), token);
                     });
    if (traffic) {
        Session &live = desktop.session();
        QObject::connect(&live, &Session::stateChanged, &live, [&live, &traffic] {
            traffic->setTarget(live.state() == ProxyState::Running ? live.address() : QString());
        });
    }
    SignalWatcher signalWatcher;
    QObject::connect(&signalWatcher,
                     &SignalWatcher::reloadRequested,
                     &desktop.session(),
                     &Session::reloadFromDisk);
    QObject::connect(
        &signalWatcher, &SignalWatcher::stopRequested, &desktop, [&] { desktop.quit(false); });
    // Handlers run in reverse order: this one has to come before what a started engine has registered.
    QObject::connect(
        &desktop.session(), &Session::stateChanged, &app, [&desktop, registered = false]() mutable {
            if (desktop.session().state() == ProxyState::Running
                && !std::exchange(registered, true))
                std::atexit(endWithTheDisplay);
        });
    desktop.begin();
    g_inEventLoop = true;
    const int result = QApplication::exec();
    g_inEventLoop = false;
    return result;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName(QStringLiteral("spillway"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SPILLWAY_VERSION));
    QGuiApplication::setApplicationDisplayName(QString());
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.spillway.spillway"));
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const StartOptions options = StartOptions::parse(arguments, QDir::currentPath());
    if (options.help) {
        std::fputs(qUtf8Printable(StartOptions::helpText()), stdout);
        return 0;
    }
    if (options.version)
        return say(stdout, QStringLiteral("spillway " SPILLWAY_VERSION), 0);
    if (!options.problem.isEmpty())
        return say(stderr,
                   QStringLiteral("spillway: %1; see spillway --help").arg(options.problem),
                   kUsageError);
    if (const QString problem = displayProblem(); !problem.isEmpty())
        return say(stderr, QStringLiteral("spillway: ") + problem, 1);
    return run(argc, argv, arguments, options);
}
