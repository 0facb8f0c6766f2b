// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <QTcpServer>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace spillway {

/// The one acceptor: listens on the configured address ("localhost": both loopback families on one port) and hands
/// each descriptor on. Control thread.
class Listener
{
public:
    /// Receives an accepted descriptor and owns it from then on.
    using Handoff = std::function<void(qintptr descriptor)>;

    explicit Listener(Handoff handoff);
    ~Listener();

    /// Starts to listen. Empty on success, else what is wrong, naming address and port ("… in use").
    [[nodiscard]] std::string listen(const ServerConfig &config);
    void close();

    [[nodiscard]] std::uint16_t port() const { return m_port; }

    /// "http://127.0.0.1:8599", with the real port.
    [[nodiscard]] std::string address() const { return m_address; }

private:
    class Server;

    Handoff m_handoff;
    std::vector<std::unique_ptr<Server>> m_servers;
    std::uint16_t m_port = 0;
    std::string m_address;
};

} // namespace spillway
