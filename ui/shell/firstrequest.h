// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.h"

#include <QElapsedTimer>
#include <QNetworkAccessManager>
#include <QObject>

#include <memory>
#include <vector>

namespace spillway::ui {

/// Applies the draft, starts the proxy and sends it one request as a tool would; then waits for the first request of somebody else.
class FirstRequest final : public QObject
{
    Q_OBJECT

public:
    explicit FirstRequest(Session &session, QObject *parent = nullptr);

    void run();

    [[nodiscard]] bool isRunning() const
    {
        return m_phase == Phase::Applying || m_phase == Phase::Starting
               || m_phase == Phase::Sending;
    }

Q_SIGNALS:
    void progressed(const QString &text);
    /// The route of the answer: "eth_blockNumber → Helius, 41 ms".
    void succeeded(const QString &text);
    void failed(const QString &text);
    /// A tool's request came in.
    void received(const QString &text);

private:
    /// Held: the start failed; the request goes out once another attempt works.
    enum class Phase { Idle, Applying, Starting, Held, Sending, Waiting };

    void start();
    void send();
    void show(const QByteArray &body, const QString &node, int attempts);
    void fail(const QString &text);
    void lookForOthers();

    /// Whether the answer to that request is still of interest.
    [[nodiscard]] bool isWaitingFor(quint64 request) const
    {
        return m_phase == Phase::Sending && request == m_sent;
    }

    using Records = std::vector<std::shared_ptr<const RequestRecord>>;
    void beginFeed();
    [[nodiscard]] Records unread();

    Session &m_session;
    QNetworkAccessManager m_network;
    QElapsedTimer m_clock;
    Phase m_phase = Phase::Idle;
    QString m_chain;
    QString m_method;
    quint64 m_sent = 0;       ///< number of the newest request
    std::uint64_t m_seen = 0; ///< records up to here were looked at
    int m_ownToCome = 0;      ///< own requests that the feed has not shown yet
    bool m_listening = false; ///< since the first own request, until somebody else's has been told
};

} // namespace spillway::ui
