// SPDX-License-Identifier: MIT
#include "servicenotify.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace spillway {

void notifyService(std::string_view state)
{
    const char *const path = std::getenv("NOTIFY_SOCKET");
    if (path == nullptr || (*path != '/' && *path != '@'))
        return;
    const std::string_view name(path);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.size() >= sizeof address.sun_path)
        return;
    std::copy(name.begin(), name.end(), address.sun_path);
    if (name.front() == '@')
        address.sun_path[0] = '\0'; // an abstract socket
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        return;
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    // A manager that does not listen is no reason to fail.
    static_cast<void>(::sendto(descriptor,
                               state.data(),
                               state.size(),
                               MSG_NOSIGNAL,
                               reinterpret_cast<const sockaddr *>(&address),
                               length));
    ::close(descriptor);
}

void notifyServiceReloading()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    const long long us = now.tv_sec * 1'000'000LL + now.tv_nsec / 1000;
    notifyService("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(us));
}

} // namespace spillway
