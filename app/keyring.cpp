// SPDX-License-Identifier: MIT
#include "keyring.h"

#include "spillway/keystore.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>

#include <cstdio>
#include <unistd.h>

namespace spillway {
namespace {

constexpr int kTimeoutMs = 7000; // the keyring has five seconds to answer
constexpr int kTimedOut = 3;

bool hasSession()
{
    if (!qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        return true;
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !folder.isEmpty() && QFileInfo::exists(folder + QLatin1String("/bus"));
}

std::map<std::string, Secret> pairsIn(const QByteArray &output)
{
    std::map<std::string, Secret> found;
    for (const QByteArray &pair : output.split('\0')) {
        if (const auto equals = pair.indexOf('='); equals > 0)
            found.emplace(pair.left(equals).toStdString(),
                          Secret(pair.mid(equals + 1).toStdString()));
    }
    return found;
}

} // namespace

KeyringAnswer readKeyring(const std::vector<std::string> &names)
{
    if (names.empty() || !hasSession())
        return {};
    QStringList arguments{QStringLiteral("keyring")};
    for (const std::string &name : names)
        arguments += QString::fromStdString(name);
    QProcess process;
    process.setProcessChannelMode(QProcess::SeparateChannels);
    process.start(QCoreApplication::applicationFilePath(), arguments);
    const bool isDone = process.waitForFinished(kTimeoutMs);
    if (!isDone) {
        process.kill();
        process.waitForFinished();
    }
    const std::string problem = process.readAllStandardError().trimmed().toStdString();
    return {pairsIn(process.readAllStandardOutput()),
            isDone ? problem : "the keyring did not answer; it may be locked"};
}

namespace commands {

int keyring(const std::vector<std::string> &names)
{
    if (names.empty() || ::isatty(STDOUT_FILENO) != 0) {
        std::fputs("spillwayd: keyring is for the program's own use: it hands secrets to another "
                   "process\n",
                   stderr);
        return 2;
    }
    KeyStore store;
    store.read(names, [](const std::map<std::string, Secret> &found, const std::string &problem) {
        for (const auto &[name, value] : found) {
            const std::string pair = name + '=' + value.reveal() + '\0';
            std::fwrite(pair.data(), 1, pair.size(), stdout);
        }
        if (!problem.empty())
            std::fprintf(stderr, "%s\n", problem.c_str());
        QCoreApplication::exit(problem.empty() ? 0 : kTimedOut);
    });
    return QCoreApplication::exec();
}

} // namespace commands
} // namespace spillway
