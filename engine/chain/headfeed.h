// SPDX-License-Identifier: MIT
#pragma once

#include "chain/block.h"
#include "spillway/config.h"

#include <QObject>
#include <QSslConfiguration>
#include <QTimer>
#include <QWebSocket>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spillway::chain {

/// Where a feed connects to. Holds secrets: never logged.
struct FeedTarget
{
    Secret url;
    std::vector<std::pair<std::string, Secret>> headers;
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    Milliseconds pingInterval{30000}; ///< 0: no pings
};

/// One lasting WebSocket to an EVM node with a subscription to newHeads. Pings; a connection that was silent for two
/// intervals is dead. Reconnects after 1, 2, 4 … at most 30 seconds; a node that refuses the subscription is asked again
/// after five minutes. Lives in one thread with an event loop; callbacks come from there.
class HeadFeed final : public QObject
{
    Q_OBJECT

public:
    explicit HeadFeed(FeedTarget target, QObject *parent = nullptr);
    ~HeadFeed() override;

    /// A block was announced.
    std::function<void(const Block &)> onBlock;
    /// The feed came up (subscribed), is still there (a pong or a message), or went down.
    std::function<void(bool alive)> onAlive;
    /// Whether it may connect and subscribe now: the node is not closed, and the price was paid. Empty: always.
    std::function<bool()> mayOpen;

    void start();

    [[nodiscard]] bool isLive() const { return m_live; }

    /// Time to the next attempt; -1: none is due.
    [[nodiscard]] int retryDelayMs() const
    {
        return m_retry.isActive() ? m_retry.remainingTime() : -1;
    }

private:
    void open();
    void subscribe();
    void received(const QString &message);
    void closed();
    void retryIn(int ms);
    void tick();
    void giveUpConnecting();
    void takeAnswer(bool accepted);

    FeedTarget m_target;
    QWebSocket m_socket;
    QTimer m_retry;
    QTimer m_ping;
    QTimer m_handshake; ///< bounds connecting and subscribing
    int m_attempts = 0; ///< without success, in a row
    int m_silentTicks = 0;
    bool m_open = false; ///< between open() and closed()
    bool m_live = false;
};

/// What a message over the feed is.
struct FeedMessage
{
    enum class Kind { Other, Subscribed, Refused, Head };

    Kind kind = Kind::Other;
    Block block; ///< for Head
};

/// `id`: of the subscription request.
[[nodiscard]] FeedMessage readFeedMessage(std::string_view text, std::string_view id);

} // namespace spillway::chain
