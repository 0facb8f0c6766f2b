// SPDX-License-Identifier: MIT
#include "chain/headfeed.h"

#include "rpc/jsonscan.h"

#include <QNetworkRequest>
#include <QUrl>

#include <algorithm>

namespace spillway::chain {
namespace {

constexpr int kHandshakeMs = 5000;
constexpr int kFirstRetryMs = 1000;
constexpr int kLongestRetryMs = 30000;
constexpr int kRefusedRetryMs = 300000;
constexpr int kDeadTicks = 2;
constexpr quint64 kMaxMessage = 8U * 1024 * 1024; ///< some nodes send whole blocks
constexpr std::string_view kId = "1";

} // namespace

FeedMessage readFeedMessage(std::string_view text, std::string_view id)
{
    FeedMessage out;
    bool event = false;
    bool ours = false;
    std::string_view params;
    std::string_view result;
    std::string_view error;
    rpc::Scanner scanner(text);
    const bool whole = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == "method")
            event = value == R"("eth_subscription")";
        else if (key.raw == "id")
            ours = value == id;
        else if (key.raw == "params")
            params = value;
        else if (key.raw == "result")
            result = value;
        else if (key.raw == "error")
            error = value;
        return true;
    });
    if (!whole)
        return out;
    if (ours) {
        out.kind = error.empty() && result.starts_with('"') ? FeedMessage::Kind::Subscribed
                                                            : FeedMessage::Kind::Refused;
        return out;
    }
    if (!event)
        return out;
    rpc::Scanner inner(params);
    static_cast<void>(inner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw != "result")
            return true;
        if (auto block = parseBlock(value)) {
            out.kind = FeedMessage::Kind::Head;
            out.block = std::move(*block);
        }
        return true;
    }));
    return out;
}

HeadFeed::HeadFeed(FeedTarget target, QObject *parent)
    : QObject(parent)
    , m_target(std::move(target))
{
    m_socket.setMaxAllowedIncomingMessageSize(kMaxMessage);
    m_retry.setSingleShot(true);
    m_handshake.setSingleShot(true);
    m_handshake.setInterval(kHandshakeMs);
    m_ping.setInterval(static_cast<int>(m_target.pingInterval.count()));
    connect(&m_retry, &QTimer::timeout, this, &HeadFeed::open);
    connect(&m_handshake, &QTimer::timeout, this, &HeadFeed::giveUpConnecting);
    connect(&m_ping, &QTimer::timeout, this, &HeadFeed::tick);
    connect(&m_socket, &QWebSocket::connected, this, &HeadFeed::subscribe);
    connect(&m_socket, &QWebSocket::textMessageReceived, this, &HeadFeed::received);
    connect(&m_socket, &QWebSocket::disconnected, this, &HeadFeed::closed);
    connect(&m_socket, &QWebSocket::pong, this, [this] {
        m_silentTicks = 0;
        if (m_live && onAlive)
            onAlive(true);
    });
    // A connection that was never made reports an error and no end.
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const auto failed = &QWebSocket::errorOccurred;
#else
    const auto failed = qOverload<QAbstractSocket::SocketError>(&QWebSocket::error);
#endif
    connect(&m_socket, failed, this, &HeadFeed::closed, Qt::QueuedConnection);
}

HeadFeed::~HeadFeed()
{
    onBlock = {};
    onAlive = {};
    m_socket.disconnect(this);
    m_socket.abort();
}

void HeadFeed::start()
{
    open();
}

void HeadFeed::open()
{
    if (mayOpen && !mayOpen()) {
        ++m_attempts;
        retryIn(kFirstRetryMs << std::min(m_attempts, 5));
        return;
    }
    QNetworkRequest request(QUrl(QString::fromStdString(m_target.url.reveal())));
    for (const auto &[name, value] : m_target.headers)
        request.setRawHeader(QByteArray::fromStdString(name),
                             QByteArray::fromStdString(value.reveal()));
    m_socket.setSslConfiguration(m_target.tls);
    m_open = true;
    m_handshake.start();
    m_socket.open(request);
}

void HeadFeed::subscribe()
{
    m_socket.sendTextMessage(QStringLiteral(
        R"({"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]})"));
}

void HeadFeed::received(const QString &message)
{
    m_silentTicks = 0;
    const QByteArray text = message.toUtf8();
    const FeedMessage read = readFeedMessage(
        std::string_view(text.constData(), static_cast<std::size_t>(text.size())), kId);
    switch (read.kind) {
    case FeedMessage::Kind::Other:
        return;
    case FeedMessage::Kind::Subscribed:
        takeAnswer(true);
        return;
    case FeedMessage::Kind::Refused:
        takeAnswer(false);
        return;
    case FeedMessage::Kind::Head:
        if (onBlock)
            onBlock(read.block);
        return;
    }
}

void HeadFeed::takeAnswer(bool accepted)
{
    m_handshake.stop();
    if (!accepted) {
        m_open = false; // no usual retry
        m_socket.abort();
        retryIn(kRefusedRetryMs);
        return;
    }
    m_attempts = 0;
    m_live = true;
    if (m_target.pingInterval.count() > 0)
        m_ping.start();
    if (onAlive)
        onAlive(true);
}

void HeadFeed::closed()
{
    if (!m_open || m_socket.state() == QAbstractSocket::ConnectedState)
        return;
    m_open = false;
    m_handshake.stop();
    m_ping.stop();
    m_silentTicks = 0;
    const bool wasLive = std::exchange(m_live, false);
    const int wait = std::min(kFirstRetryMs << std::min(m_attempts, 5), kLongestRetryMs);
    ++m_attempts;
    retryIn(wait);
    if (wasLive && onAlive)
        onAlive(false);
}

void HeadFeed::retryIn(int ms)
{
    m_retry.start(std::min(ms, kRefusedRetryMs));
}

void HeadFeed::tick()
{
    if (++m_silentTicks > kDeadTicks) {
        m_socket.abort();
        closed();
        return;
    }
    m_socket.ping();
}

void HeadFeed::giveUpConnecting()
{
    m_socket.abort();
    closed();
}

} // namespace spillway::chain
