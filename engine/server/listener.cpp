// SPDX-License-Identifier: MIT
#include "server/listener.h"

#include "core/log.h"

#include <QHostAddress>
#include <QSocketNotifier>
#include <QTimer>

#include <cerrno>
#include <sys/socket.h>
#include <system_error>

namespace spillway {
namespace {

constexpr int kFreePortTries = 20;
constexpr int kAcceptRetryMs = 100;
constexpr int kAcceptBatch = 64; // then other events of the control thread have their turn

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

/// QTcpServer binds and listens; accepting is ours. Qt 6.4 takes a lack of descriptors for a passing matter and asks again at
/// once, for ever: a full process would burn a core. Here it rests until connections may have ended.
class Listener::Server final : public QTcpServer
{
public:
    explicit Server(const Handoff &handoff)
        : m_handoff(handoff)
    {
        setListenBacklogSize(1024);
        m_retry.setSingleShot(true);
        m_retry.setInterval(kAcceptRetryMs);
        connect(&m_retry, &QTimer::timeout, this, [this] { m_readable->setEnabled(true); });
    }

    void beginAccepting()
    {
        pauseAccepting();
        m_readable = std::make_unique<QSocketNotifier>(socketDescriptor(), QSocketNotifier::Read);
        connect(m_readable.get(), &QSocketNotifier::activated, this, &Server::acceptAll);
    }

private:
    void acceptAll()
    {
        for (int i = 0; i < kAcceptBatch; ++i) {
            const int descriptor = ::accept4(static_cast<int>(socketDescriptor()),
                                             nullptr,
                                             nullptr,
                                             SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (descriptor >= 0) {
                m_short = false;
                m_handoff(descriptor);
                continue;
            }
            if (errno == EAGAIN)
                return;
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
                rest(errno);
                return;
            }
            // Anything else concerns one connection that is gone already: look at the next.
        }
    }

    void rest(int error)
    {
        if (!m_short) {
            log::warn("server",
                      "cannot accept a connection; trying again",
                      {{"reason", std::generic_category().message(error)}});
        }
        m_short = true;
        m_readable->setEnabled(false);
        m_retry.start();
    }

    const Handoff &m_handoff;
    std::unique_ptr<QSocketNotifier> m_readable;
    QTimer m_retry;
    bool m_short = false; ///< said once per shortage
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
        for (const auto &server : servers)
            server->beginAccepting();
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
