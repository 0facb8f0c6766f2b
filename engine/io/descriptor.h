// SPDX-License-Identifier: MIT
#pragma once

#include "core/transportfailure.h"

#include <QHostAddress>

#include <cstdint>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace spillway {

// What both stream backends do with a socket's descriptor.

void makeNonBlocking(int descriptor);
/// No waiting for full segments (TCP_NODELAY): every write is a whole message.
void sendWithoutDelay(int descriptor);
/// close() then drops what is unsent and resets the peer.
void resetOnClose(int descriptor);
/// The outcome of a connect in progress, or why the connection broke; 0 if it did not. Reading clears it.
[[nodiscard]] int pendingError(int descriptor);
/// True when bytes, an end or an error wait in the kernel.
[[nodiscard]] bool descriptorHasInput(int descriptor);
/// Bytes the kernel took of both pieces, in one call, or -1 with errno. Never blocks, never raises SIGPIPE.
[[nodiscard]] ssize_t sendPieces(int descriptor, std::string_view first, std::string_view second);

/// What an errno of socket(), connect() or SO_ERROR means while connecting.
[[nodiscard]] TransportFailure connectFailureOf(int error);

/// "host:port", an IPv6 address in brackets.
[[nodiscard]] std::string hostAndPort(const std::string &host, std::uint16_t port);
/// Numeric, an IPv4 address inside IPv6 in its own form.
[[nodiscard]] std::string addressText(const QHostAddress &address);
/// Numeric address of the other end, empty if there is none.
[[nodiscard]] std::string peerAddressOf(int descriptor);

/// An IPv4 or IPv6 address and port, as the kernel wants it.
class SocketAddress
{
public:
    SocketAddress(const QHostAddress &address, std::uint16_t port);

    [[nodiscard]] int family() const { return m_address.any.sa_family; }

    [[nodiscard]] const sockaddr *data() const { return &m_address.any; }

    [[nodiscard]] socklen_t size() const;

private:
    union Any {
        sockaddr any;
        sockaddr_in ipv4;
        sockaddr_in6 ipv6;
    };

    Any m_address{};
};

} // namespace spillway
