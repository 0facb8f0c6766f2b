// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace spillway::test {

/// A non-blocking TCP socket without any framework: the other end of a stream under test.
class RawSocket
{
public:
    RawSocket() = default;

    explicit RawSocket(int descriptor)
        : m_descriptor(descriptor)
    {
        ::fcntl(m_descriptor, F_SETFL, ::fcntl(m_descriptor, F_GETFL) | O_NONBLOCK);
    }

    RawSocket(RawSocket &&other) noexcept
        : m_descriptor(other.release())
    {}

    RawSocket &operator=(RawSocket &&other) noexcept
    {
        close();
        m_descriptor = other.release();
        return *this;
    }

    ~RawSocket() { close(); }

    /// Listens on a free port of the loopback address.
    static RawSocket listener(int family = AF_INET, int backlog = 64)
    {
        RawSocket socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        socket.bindLoopback(family);
        ::listen(socket.m_descriptor, backlog);
        return socket;
    }

    void bindLoopback(int family)
    {
        sockaddr_storage address{};
        const socklen_t size = loopback(family, 0, address);
        ::bind(m_descriptor, reinterpret_cast<const sockaddr *>(&address), size);
    }

    /// Starts to connect to a port of the loopback address.
    static RawSocket connecting(std::uint16_t port, int family = AF_INET)
    {
        RawSocket socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_storage address{};
        const socklen_t size = loopback(family, port, address);
        ::connect(socket.m_descriptor, reinterpret_cast<const sockaddr *>(&address), size);
        return socket;
    }

    [[nodiscard]] int descriptor() const { return m_descriptor; }

    [[nodiscard]] bool isValid() const { return m_descriptor >= 0; }

    int release() { return std::exchange(m_descriptor, -1); }

    [[nodiscard]] std::uint16_t port() const
    {
        sockaddr_storage address{};
        socklen_t size = sizeof address;
        ::getsockname(m_descriptor, reinterpret_cast<sockaddr *>(&address), &size);
        // Both families keep the port in the same place.
        return ntohs(reinterpret_cast<const sockaddr_in *>(&address)->sin_port);
    }

    /// Invalid while nobody has connected.
    [[nodiscard]] RawSocket accept() const
    {
        const int accepted = ::accept4(m_descriptor, nullptr, nullptr, SOCK_CLOEXEC);
        return accepted < 0 ? RawSocket() : RawSocket(accepted);
    }

    /// Bytes the kernel took, at most `bytes.size()`.
    std::size_t send(std::string_view bytes) const
    {
        const auto sent = ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        return sent < 0 ? 0 : static_cast<std::size_t>(sent);
    }

    /// Appends what has come; sets ended() on the peer's end and failed() on an error.
    void receive(std::string &into)
    {
        char buffer[65536];
        for (;;) {
            const auto got = ::recv(m_descriptor, buffer, sizeof buffer, 0);
            if (got > 0) {
                into.append(buffer, static_cast<std::size_t>(got));
                continue;
            }
            m_ended = m_ended || got == 0;
            m_error = got < 0 && errno != EAGAIN ? errno : m_error;
            return;
        }
    }

    [[nodiscard]] bool ended() const { return m_ended; }

    [[nodiscard]] int error() const { return m_error; }

    void shutdownWrite() const { ::shutdown(m_descriptor, SHUT_WR); }

    void reset()
    {
        const linger now{1, 0};
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        close();
    }

    void close()
    {
        if (m_descriptor >= 0)
            ::close(release());
    }

private:
    static socklen_t loopback(int family, std::uint16_t port, sockaddr_storage &storage)
    {
        if (family == AF_INET6) {
            sockaddr_in6 address{};
            address.sin6_family = AF_INET6;
            address.sin6_addr = in6addr_loopback;
            address.sin6_port = htons(port);
            std::memcpy(&storage, &address, sizeof address);
            return sizeof address;
        }
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port);
        std::memcpy(&storage, &address, sizeof address);
        return sizeof address;
    }

    int m_descriptor = -1;
    bool m_ended = false;
    int m_error = 0;
};

} // namespace spillway::test
