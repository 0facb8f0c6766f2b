// SPDX-License-Identifier: MIT
#include "server/listener.h"

#include "core/log.h"

#include <QHostAddress>
#include <QTimer>

namespace spillway {
namespace {

constexpr int kFreePortTries = 20;
constexpr int kAcceptRetryMs = 100;

std::vector<QHostAddress> addressesOf(const std::string &host)
{
    if (host == "localhost")
        return {QHostAddress(QHostAddress::LocalHost), QHostAddress(QHostAddress::LocalHostIPv6)};
    QString text = QString::fromStdString(host);
    if (text.startsWith(QLatin1Char('[')) && text.endsWith(QLatin1Char(']')))
        text = text.mid(1, text.size() - 2);
    return {QHostAddress(text)};
}

std::string textOf(const QHostAddress &address)
{
    const std::string text = address.toString().toStdString();
    return address.protocol() == QAbstractSocket::IPv6Protocol ? '[' + text + ']' : text;
}

} // namespace

class Listener::Server final : public QTcpServer
{
public:
    explicit Server(const Handoff &handoff)
        : m_handoff(handoff)
    {
        setListenBacklogSize(1024);
        // Out of descriptors, QTcpServer stops accepting for good; they come back when connections end.
        m_retry.setSingleShot(true);
        m_retry.setInterval(kAcceptRetryMs);
        connect(&m_retry, &QTimer::timeout, this, &QTcpServer::resumeAccepting);
        connect(this, &QTcpServer::acceptError, this, [this] {
            if (!m_retry.isActive()) {
                log::warn("server",
                          "cannot accept a connection; trying again",
                          {{"reason", errorString().toStdString()}});
            }
            m_retry.start();
        });
    }

protected:
    void incomingConnection(qintptr descriptor) override { m_handoff(descriptor); }

private:
    QTimer m_retry;
    const Handoff &m_handoff;
};

Listener::Listener(Handoff handoff)
    : m_handoff(std::move(handoff))
{}

Listener::~Listener() = default;

std::string Listener::listen(const ServerConfig &config)
{
    const std::vector<QHostAddress> addresses = addressesOf(config.host);
    const bool both = addresses.size() > 1;
    // With port 0 and two families, the port that the first one got may be taken on the second: try another.
    for (int attempt = 0; attempt < kFreePortTries; ++attempt) {
        std::vector<std::unique_ptr<Server>> servers;
        std::uint16_t port = config.port;
        std::string error;
        bool retry = false;
        for (const QHostAddress &address : addresses) {
            auto server = std::make_unique<Server>(m_handoff);
            if (server->listen(address, port)) {
                port = server->serverPort();
                servers.push_back(std::move(server));
                continue;
            }
            const bool inUse = server->serverError() == QAbstractSocket::AddressInUseError;
            if (!servers.empty() && !inUse)
                continue; // a machine without IPv6 still has the other loopback
            if (!servers.empty() && config.port == 0) {
                retry = true;
                break;
            }
            error = "cannot listen on " + textOf(address) + ":" + std::to_string(port) + ": "
                    + (inUse ? "port " + std::to_string(port)
                                   + " is in use by another program; stop it or choose another "
                                     "[server] port"
                             : server->errorString().toStdString());
            break;
        }
        if (retry)
            continue;
        if (!error.empty())
            return error;
        m_servers = std::move(servers);
        m_port = port;
        m_address = "http://" + (both ? std::string("localhost") : textOf(addresses.front())) + ":"
                    + std::to_string(port);
        return {};
    }
    return "cannot find a port that is free on both loopback addresses";
}

void Listener::close()
{
    m_servers.clear();
}

} // namespace spillway
