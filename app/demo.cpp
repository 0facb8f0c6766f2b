// SPDX-License-Identifier: MIT
#include "demo.h"

#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QLockFile>
#include <QTcpServer>

namespace spillway {
namespace {

constexpr const char *kHost = "127.0.0.1";
constexpr const char *kNodes[] = {
    "aqueduct", "brookline", "commons", "driftwood", "estuary", "floodgate"};
constexpr const char *kPriceLists[] = {"prices.toml", "solana-prices.toml"};
constexpr quint16 kPort = 8599;
constexpr quint16 kPortsTried = 100;

QByteArray resource(const QString &name)
{
    QFile file(QStringLiteral(":/demo/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

Demo::~Demo()
{
    m_server.stop();
}

QString Demo::startNode(const QString &name, QString &config)
{
    std::string error;
    auto behaviour =
        mock::parseBehaviour(resource(name + QStringLiteral(".json")).toStdString(), error);
    if (!behaviour)
        return QStringLiteral("the script of %1 cannot be read: %2")
            .arg(name, QString::fromStdString(error));
    mock::Node *node = m_nodes.emplace_back(std::make_unique<mock::Node>(name.toStdString())).get();
    node->setBehaviour(std::move(*behaviour));
    const std::uint16_t port = m_server.listen(kHost, 0, node, error);
    if (port == 0)
        return QString::fromStdString(error);
    config.replace(QStringLiteral("$DEMO_") + name.toUpper(),
                   QStringLiteral("http://%1:%2").arg(QLatin1String(kHost)).arg(port));
    return {};
}

/// Between the look and the moment when the proxy listens another demo may look too: a lock for each port tells them apart.
quint16 Demo::takePort()
{
    for (quint16 port = kPort; port < kPort + kPortsTried; ++port) {
        auto lock = std::make_unique<QLockFile>(
            QDir::temp().filePath(QStringLiteral("spillway-demo-%1.lock").arg(port)));
        lock->setStaleLockTime(0); // stale when its process has gone, however old
        if (!lock->tryLock())
            continue;
        QTcpServer probe;
        if (!probe.listen(QHostAddress(QHostAddress::LocalHost), port))
            continue;
        m_portLock = std::move(lock);
        return port;
    }
    return 0;
}

QString Demo::start()
{
    if (!m_folder.isValid())
        return m_folder.errorString();
    QString config = QString::fromUtf8(resource(QStringLiteral("spillway.toml")));
    for (const char *name : kNodes) {
        if (const QString problem = startNode(QLatin1String(name), config); !problem.isEmpty())
            return problem;
    }
    const quint16 port = takePort();
    if (port != kPort) {
        m_note = port == 0
                     ? QStringLiteral(
                           "port %1 and the next hundred are taken, so the demo takes any free one")
                           .arg(kPort)
                     : QStringLiteral("port %1 is taken, so the demo listens on %2")
                           .arg(kPort)
                           .arg(port);
        config.replace(QStringLiteral("port = %1").arg(kPort),
                       QStringLiteral("port = %1").arg(port));
    }
    QList<std::pair<QString, QByteArray>> files{{QStringLiteral("spillway.toml"), config.toUtf8()}};
    for (const char *name : kPriceLists)
        files.append({QLatin1String(name), resource(QLatin1String(name))});
    for (const auto &[name, text] : files) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            return QStringLiteral("%1: %2").arg(file.fileName(), file.errorString());
    }
    m_server.start(1);
    return {};
}

} // namespace spillway
