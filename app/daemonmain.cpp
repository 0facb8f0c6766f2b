// SPDX-License-Identifier: MIT
#include "daemoncommands.h"
#include "keyring.h"
#include "spillway/configio.h"

#include <QCoreApplication>

#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

int main(int argc, char **argv)
{
    // A daemon has no session to be polite to; glib's loop would only add system calls. The keyring's library needs it.
    const bool readsKeyring = argc > 1 && std::string_view(argv[1]) == "keyring";
    if (readsKeyring)
        qunsetenv("QT_NO_GLIB");
    else
        qputenv("QT_NO_GLIB", "1");
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("spillwayd"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SPILLWAY_VERSION));

    const std::vector<std::string> arguments(argv + 1, argv + argc);
    spillway::setKeyringReader(spillway::readKeyring);
    using Command = int (*)(const std::vector<std::string> &);
    static const std::map<std::string, Command> subcommands{
        {"check", spillway::commands::check},
        {"presets", spillway::commands::presets},
        {"init", spillway::commands::init},
        {"keyring", spillway::commands::keyring},
        {"call", spillway::commands::call},
        {"usage", spillway::commands::usage},
        {"import", spillway::commands::importForeign}};
    if (arguments.empty() || arguments.front().starts_with('-'))
        return spillway::commands::run(arguments);
    const auto command = subcommands.find(arguments.front());
    if (command == subcommands.end()) {
        std::fprintf(
            stderr, "spillwayd: unknown command %s; see spillwayd -h\n", arguments.front().c_str());
        return 2;
    }
    return command->second({arguments.begin() + 1, arguments.end()});
}
