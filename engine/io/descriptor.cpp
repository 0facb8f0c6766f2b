// SPDX-License-Identifier: MIT
#include "io/descriptor.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace spillway {

void makeNonBlocking(int descriptor)
{
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

void sendWithoutDelay(int descriptor)
{
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void resetOnClose(int descriptor)
{
    const linger reset{1, 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
}

int pendingError(int descriptor)
{
    int error = 0;
    socklen_t size = sizeof error;
    return ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

bool descriptorHasInput(int descriptor)
{
    char byte = 0;
    const auto got = ::recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got >= 0 || (errno != EAGAIN && errno != EINTR);
}

ssize_t sendPieces(int descriptor, std::string_view first, std::string_view second)
{
    if (second.empty())
        return ::send(descriptor, first.data(), first.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    // sendmsg() does not write through iov_base.
    std::array<iovec, 2> pieces{iovec{const_cast<char *>(first.data()), first.size()},
                                iovec{const_cast<char *>(second.data()), second.size()}};
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = pieces.size();
    return ::sendmsg(descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

TransportFailure connectFailureOf(int error)
{
    switch (error) {
    case ECONNREFUSED:
        return TransportFailure::ConnectRefused;
    case ETIMEDOUT:
        return TransportFailure::ConnectTimeout;
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
    case ENOSPC: // no more descriptors may be watched
    case EADDRNOTAVAIL:
    case EADDRINUSE:
    case EAGAIN:
        return TransportFailure::LocalResource;
    default:
        return TransportFailure::ConnectFailed;
    }
}

std::string hostAndPort(const std::string &host, std::uint16_t port)
{
    const bool brackets = host.find(':') != std::string::npos;
    return (brackets ? "[" + host + "]:" : host + ":") + std::to_string(port);
}

std::string addressText(const QHostAddress &address)
{
    bool isIpv4 = false;
    const quint32 ipv4 = address.toIPv4Address(&isIpv4);
    return (isIpv4 ? QHostAddress(ipv4) : address).toString().toStdString();
}

std::string peerAddressOf(int descriptor)
{
    sockaddr_storage storage{};
    socklen_t size = sizeof storage;
    auto *const address = reinterpret_cast<sockaddr *>(&storage);
    return ::getpeername(descriptor, address, &size) == 0 ? addressText(QHostAddress(address))
                                                          : std::string();
}

SocketAddress::SocketAddress(const QHostAddress &address, std::uint16_t port)
{
    if (address.protocol() == QAbstractSocket::IPv4Protocol) {
        m_address.ipv4.sin_family = AF_INET;
        m_address.ipv4.sin_port = htons(port);
        m_address.ipv4.sin_addr.s_addr = htonl(address.toIPv4Address());
        return;
    }
    m_address.ipv6.sin6_family = AF_INET6;
    m_address.ipv6.sin6_port = htons(port);
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    std::memcpy(&m_address.ipv6.sin6_addr, &bytes, sizeof bytes);
    const QString scope = address.scopeId();
    if (scope.isEmpty())
        return;
    bool isNumber = false;
    const uint number = scope.toUInt(&isNumber);
    m_address.ipv6.sin6_scope_id =
        isNumber ? number : ::if_nametoindex(scope.toLatin1().constData());
}

socklen_t SocketAddress::size() const
{
    return family() == AF_INET ? sizeof m_address.ipv4 : sizeof m_address.ipv6;
}

} // namespace spillway
