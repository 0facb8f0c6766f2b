// SPDX-License-Identifier: MIT
#include "signalwatcher.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace spillway {
namespace {

std::array<int, 2> g_pipe{-1, -1};

/// Only async-signal-safe work: one byte into the pipe.
void onSignal(int signal)
{
    const char byte = signal == SIGHUP ? 'h' : 't';
    const auto written = ::write(g_pipe[1], &byte, 1);
    static_cast<void>(written); // a full pipe already holds a wake-up
}

} // namespace

SignalWatcher::SignalWatcher(QObject *parent)
    : QObject(parent)
{
    if (::pipe2(g_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(g_pipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &SignalWatcher::readPipe);

    struct sigaction action
    {};

    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGHUP, SIGTERM, SIGINT})
        ::sigaction(signal, &action, nullptr);
    // A client or a node that closes early is an error value, not the end of the process. The other two are sent by tools that turn
    // logs over: there is no file to open anew, and unhandled they would end it.
    action.sa_handler = SIG_IGN;
    for (const int signal : {SIGPIPE, SIGUSR1, SIGUSR2})
        ::sigaction(signal, &action, nullptr);
}

SignalWatcher::~SignalWatcher()
{
    m_notifier.reset();
    for (int &end : g_pipe) {
        if (end >= 0)
            ::close(end);
        end = -1;
    }
}

void SignalWatcher::readPipe()
{
    std::array<char, 64> bytes{};
    const auto count = ::read(g_pipe[0], bytes.data(), bytes.size());
    bool reload = false;
    bool stop = false;
    for (ssize_t i = 0; i < count; ++i) {
        reload = reload || bytes[static_cast<std::size_t>(i)] == 'h';
        stop = stop || bytes[static_cast<std::size_t>(i)] == 't';
    }
    if (stop)
        Q_EMIT stopRequested();
    else if (reload)
        Q_EMIT reloadRequested();
}

} // namespace spillway
