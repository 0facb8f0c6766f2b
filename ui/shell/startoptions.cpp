// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/startoptions.h"

#include <QDir>

namespace spillway::ui {
namespace {

/// The words for --page. Kept apart from the table of pages: this runs before there is anything to draw on.
const QStringList &pageWords()
{
    static const QStringList words{QStringLiteral("start"),
                                   QStringLiteral("dashboard"),
                                   QStringLiteral("nodes"),
                                   QStringLiteral("pricing"),
                                   QStringLiteral("quotas"),
                                   QStringLiteral("chains"),
                                   QStringLiteral("traffic"),
                                   QStringLiteral("log"),
                                   QStringLiteral("raw"),
                                   QStringLiteral("settings"),
                                   QStringLiteral("help")};
    return words;
}

} // namespace

QString StartOptions::helpText()
{
    return QStringLiteral(
               "Usage: spillway [OPTIONS]\n"
               "\n"
               "The desktop control center of Spillway. There is one window for each user: a "
               "second\n"
               "start raises the first and hands its options over.\n"
               "\n"
               "Options:\n"
               "  --config FILE     the configuration to work on; else found as by spillwayd\n"
               "  --page NAME       opens a page: %1\n"
               "  --background      starts without showing the window\n"
               "  --start           starts the proxy\n"
               "  --stop            stops the proxy\n"
               "  --toggle          starts or stops the proxy\n"
               "  --copy-endpoint   puts the proxy's address on the clipboard\n"
               "  --no-tray         does not use the system tray\n"
               "  --demo            made-up nodes in a private folder: no key, no network\n"
               "  --version         prints the version\n"
               "  -h, --help        prints this text\n")
        .arg(pageWords().join(QLatin1String(", ")));
}

StartOptions StartOptions::parse(const QStringList &arguments, const QString &folder)
{
    StartOptions options;
    const auto chooseProxy = [&](Proxy wish) {
        if (options.proxy != Proxy::AsSet)
            options.problem =
                QStringLiteral("only one of --start, --stop and --toggle makes sense");
        options.proxy = wish;
    };
    for (qsizetype i = 0; i < arguments.size() && options.problem.isEmpty(); ++i) {
        const QString &argument = arguments[i];
        const QString name = argument.section(QLatin1Char('='), 0, 0);
        const bool hasValue = argument.contains(QLatin1Char('='));
        const auto value = [&] {
            if (hasValue)
                return argument.section(QLatin1Char('='), 1);
            if (i + 1 >= arguments.size()) {
                options.problem = name + QStringLiteral(" needs a value");
                return QString();
            }
            return arguments[++i];
        };
        if (name == QLatin1String("--config")) {
            if (const QString file = value(); !file.isEmpty())
                options.config = QDir::cleanPath(QDir(folder).absoluteFilePath(file));
            else if (options.problem.isEmpty())
                options.problem = QStringLiteral("--config needs a file name");
        } else if (name == QLatin1String("--page")) {
            options.page = value();
            if (options.problem.isEmpty() && !pageWords().contains(options.page))
                options.problem = QStringLiteral("there is no page %1; pages are %2")
                                      .arg(options.page, pageWords().join(QLatin1String(", ")));
        } else if (hasValue) {
            options.problem = QStringLiteral("unknown option %1").arg(argument);
        } else if (name == QLatin1String("-h") || name == QLatin1String("--help")) {
            options.help = true;
        } else if (name == QLatin1String("--version")) {
            options.version = true;
        } else if (name == QLatin1String("--background")) {
            options.background = true;
        } else if (name == QLatin1String("--no-tray")) {
            options.noTray = true;
        } else if (name == QLatin1String("--demo")) {
            options.demo = true;
        } else if (name == QLatin1String("--copy-endpoint")) {
            options.copyEndpoint = true;
        } else if (name == QLatin1String("--start")) {
            chooseProxy(Proxy::Start);
        } else if (name == QLatin1String("--stop")) {
            chooseProxy(Proxy::Stop);
        } else if (name == QLatin1String("--toggle")) {
            chooseProxy(Proxy::Toggle);
        } else {
            options.problem = QStringLiteral("unknown option %1").arg(argument);
        }
    }
    return options;
}

} // namespace spillway::ui
