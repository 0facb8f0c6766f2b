// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QThread>

namespace spillway {

/// Made-up users of the demo: a wallet, a dashboard, a bot, an indexer and a Solana program, each calling the proxy over HTTP as
/// a real one would. Runs in a thread of its own and never looks at anything but the proxy's answers.
class DemoTraffic
{
public:
    DemoTraffic();
    ~DemoTraffic();
    DemoTraffic(const DemoTraffic &) = delete;
    DemoTraffic &operator=(const DemoTraffic &) = delete;

    /// Sends to the proxy at `address` ("http://127.0.0.1:8599"); empty: rests.
    void setTarget(const QString &address);

private:
    QThread m_thread;
    QObject *m_users; ///< lives in m_thread
};

} // namespace spillway
