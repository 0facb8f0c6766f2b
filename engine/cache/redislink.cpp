// SPDX-License-Identifier: MIT
#include "cache/redislink.h"

#include "core/log.h"

#include <QLocalSocket>
#include <QSslSocket>
#include <QUrl>
#include <QUrlQuery>

#include <algorithm>
#include <array>
#include <charconv>
#include <hiredis/hiredis.h>
#include <utility>

namespace spillway::cache {
namespace {

constexpr std::chrono::milliseconds kLeastConnectTime{1000};
constexpr qint64 kMostUnsent = 32 * 1024 * 1024;

void appendLength(std::string &out, char sign, std::size_t value)
{
    std::array<char, 24> digits{};
    out += sign;
    out.append(digits.data(),
               std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    out += "\r\n";
}

std::string_view textOf(const redisReply &reply)
{
    return reply.str != nullptr ? std::string_view(reply.str, static_cast<std::size_t>(reply.len))
                                : std::string_view();
}

} // namespace

RedisLink::RedisLink(const Clock &clock,
                     RedisBackend::Options options,
                     std::shared_ptr<RedisBackend::Shared> shared)
    : m_clock(clock)
    , m_options(std::move(options))
    , m_shared(std::move(shared))
    , m_pause(m_options.firstPause)
    , m_reader(nullptr, &redisReaderFree)
{
    readUrl();
    m_timer.setParent(this);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &RedisLink::onTimer);
}

/// redis://USER:PASSWORD@HOST:PORT/DATABASE, rediss:// the same over TLS, unix://USER:PASSWORD@/PATH?db=DATABASE.
void RedisLink::readUrl()
{
    QString text = QString::fromStdString(m_options.url.reveal());
    const bool local = text.startsWith(QLatin1String("unix://"));
    if (local) {
        // An authority without a host is no URL to Qt.
        const qsizetype path = text.indexOf(u'/', 7);
        text.insert(path < 0 ? text.size() : path, QStringLiteral("localhost"));
    }
    const QUrl url(text);
    m_tls = url.scheme() == QLatin1String("rediss");
    m_user = url.userName(QUrl::FullyDecoded).toStdString();
    m_password = url.password(QUrl::FullyDecoded).toStdString();
    if (local) {
        m_socketPath = url.path(QUrl::FullyDecoded);
        m_database = QUrlQuery(url).queryItemValue(QStringLiteral("db")).toStdString();
        return;
    }
    m_host = url.host();
    m_port = static_cast<quint16>(url.port(m_port));
    m_database = url.path().mid(1).toStdString();
}

RedisLink::~RedisLink()
{
    m_shared->inReach = false;
    if (m_socket)
        m_socket->disconnect(this);
    for (const Pending &pending : m_pending) {
        if (pending.reply)
            pending.reply(nullptr);
    }
    for (const RedisBackend::Job &job : m_shared->mailbox.takeAll()) {
        if (job.reply)
            job.reply(nullptr);
    }
}

void RedisLink::start()
{
    connect(&m_shared->mailbox.doorbell(),
            &Doorbell::rang,
            this,
            &RedisLink::takeJobs,
            Qt::QueuedConnection);
    connectNow();
}

void RedisLink::connectNow()
{
    m_phase = Phase::Connecting;
    m_reader.reset(redisReaderCreate());
    m_socketPath.isEmpty() ? connectOverTcp() : connectLocally();
    if (m_phase == Phase::Connecting)
        m_timer.start(std::max(m_options.timeout, kLeastConnectTime));
}

void RedisLink::connectLocally()
{
    auto owned = std::make_unique<QLocalSocket>();
    QLocalSocket *const socket = owned.get();
    m_socket = std::move(owned);
    connect(socket, &QIODevice::readyRead, this, &RedisLink::onReadable);
    connect(socket, &QLocalSocket::errorOccurred, this, [this] {
        lose(m_socket->errorString().toStdString());
    });
    connect(socket, &QLocalSocket::connected, this, &RedisLink::onConnected);
    socket->connectToServer(m_socketPath);
}

void RedisLink::connectOverTcp()
{
    auto owned = std::make_unique<QSslSocket>();
    QSslSocket *const socket = owned.get();
    m_socket = std::move(owned);
    connect(socket, &QIODevice::readyRead, this, &RedisLink::onReadable);
    connect(socket, &QAbstractSocket::errorOccurred, this, [this] {
        lose(m_socket->errorString().toStdString());
    });
    connect(socket, &QAbstractSocket::connected, this, [socket] {
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    });
    if (m_tls) {
        connect(socket, &QSslSocket::encrypted, this, &RedisLink::onConnected);
        socket->connectToHostEncrypted(m_host, m_port);
    } else {
        connect(socket, &QAbstractSocket::connected, this, &RedisLink::onConnected);
        socket->connectToHost(m_host, m_port);
    }
}

void RedisLink::onConnected()
{
    m_phase = Phase::Greeting;
    const SteadyNs now = m_clock.steadyNs();
    const auto greet = [&](std::initializer_list<std::string_view> words) {
        send(words, {{}, {}, true, now});
    };
    if (!m_password.empty() && !m_user.empty())
        greet({"AUTH", m_user, m_password});
    else if (!m_password.empty())
        greet({"AUTH", m_password});
    if (!m_database.empty())
        greet({"SELECT", m_database});
    greet({"PING"});
}

void RedisLink::send(std::initializer_list<std::string_view> words, Pending pending)
{
    m_out.clear();
    appendLength(m_out, '*', words.size());
    for (const std::string_view word : words) {
        appendLength(m_out, '$', word.size());
        m_out.append(word).append("\r\n");
    }
    m_socket->write(m_out.data(), static_cast<qint64>(m_out.size()));
    m_pending.push_back(std::move(pending));
    if (m_pending.size() == 1)
        armTimer();
}

/// The oldest command decides: answers come in the order of the questions.
void RedisLink::armTimer()
{
    if (m_pending.empty()) {
        m_timer.stop();
        return;
    }
    const SteadyNs left =
        m_pending.front().sent + toNs(m_options.timeout) - m_clock.steadyNs() + kNsPerMs - 1;
    m_timer.start(std::chrono::milliseconds(std::max<SteadyNs>(left / kNsPerMs, 0)));
}

void RedisLink::onTimer()
{
    switch (m_phase) {
    case Phase::Apart:
        connectNow();
        return;
    case Phase::Connecting:
        lose("no connection in time");
        return;
    case Phase::Greeting:
    case Phase::Ready:
        // What has arrived while this thread was held up is no silence.
        onReadable();
        if (m_pending.empty() || (m_phase != Phase::Ready && m_phase != Phase::Greeting))
            return;
        if (m_clock.steadyNs() - m_pending.front().sent >= toNs(m_options.timeout))
            lose("no answer in time");
        else
            armTimer();
        return;
    }
}

void RedisLink::takeJobs()
{
    std::int64_t bytes = 0;
    std::vector<RedisBackend::Job> jobs = m_shared->mailbox.takeAll();
    for (RedisBackend::Job &job : jobs) {
        bytes += static_cast<std::int64_t>(job.bytes);
        perform(job);
    }
    m_shared->jobs.fetch_sub(static_cast<std::int64_t>(jobs.size()));
    m_shared->jobBytes.fetch_sub(bytes);
}

void RedisLink::perform(RedisBackend::Job &job)
{
    const SteadyNs now = m_clock.steadyNs();
    if (m_phase != Phase::Ready || m_socket->bytesToWrite() > kMostUnsent) {
        if (job.reply)
            job.reply(nullptr);
        return;
    }
    const std::string name = m_options.prefix + job.key;
    if (job.reply) {
        send({"GET", name}, {std::move(job.reply), std::move(job.key), false, now});
        return;
    }
    if (!job.entry) {
        send({"DEL", name}, {{}, {}, false, now});
        return;
    }
    const std::string value = encode(job.key, *job.entry, m_clock);
    if (job.entry->expires == kForever) {
        send({"SET", name, value}, {{}, {}, false, now});
        return;
    }
    const SteadyNs left = (job.entry->expires - now) / kNsPerMs;
    if (left > 0)
        send({"SET", name, value, "PX", std::to_string(left)}, {{}, {}, false, now});
}

void RedisLink::onReadable()
{
    if (m_phase != Phase::Greeting && m_phase != Phase::Ready)
        return;
    const QByteArray bytes = m_socket->readAll();
    if (bytes.isEmpty())
        return;
    redisReaderFeed(m_reader.get(), bytes.constData(), static_cast<std::size_t>(bytes.size()));
    while (m_phase == Phase::Greeting || m_phase == Phase::Ready) {
        void *reply = nullptr;
        if (redisReaderGetReply(m_reader.get(), &reply) != REDIS_OK) {
            lose("it does not speak the protocol of Redis");
            return;
        }
        if (reply == nullptr)
            break;
        handle(static_cast<const redisReply *>(reply));
        freeReplyObject(reply);
    }
    if (m_phase == Phase::Greeting || m_phase == Phase::Ready)
        armTimer();
}

void RedisLink::handle(const redisReply *reply)
{
    if (m_pending.empty()) {
        lose("it answers without being asked");
        return;
    }
    const Pending pending = std::move(m_pending.front());
    m_pending.pop_front();
    if (pending.greeting) {
        greeted(reply);
        return;
    }
    if (reply->type == REDIS_REPLY_ERROR) {
        // Out of memory, read only, a command denied: the connection itself is good.
        if (m_shared->failures.fetch_add(1) == 0)
            log::warn("cache", "redis refused a command", {{"error", textOf(*reply)}});
    }
    if (!pending.reply)
        return;
    EntryPtr entry;
    if (reply->type == REDIS_REPLY_STRING)
        entry = decode(pending.key, textOf(*reply), m_clock);
    pending.reply(entry);
}

void RedisLink::greeted(const redisReply *reply)
{
    if (reply->type == REDIS_REPLY_ERROR) {
        lose(textOf(*reply));
        return;
    }
    const bool more = std::any_of(
        m_pending.begin(), m_pending.end(), [](const Pending &p) { return p.greeting; });
    if (more)
        return;
    m_phase = Phase::Ready;
    m_pause = m_options.firstPause;
    m_shared->inReach = true;
    if (std::exchange(m_told, false))
        log::info("cache", "redis is in reach again", {{"at", place()}});
}

/// For logs.
std::string RedisLink::place() const
{
    if (!m_socketPath.isEmpty())
        return m_socketPath.toStdString();
    return m_host.toStdString() + ":" + std::to_string(m_port);
}

/// Everything that waits is a miss; tries again later.
void RedisLink::lose(std::string_view why)
{
    if (m_phase == Phase::Apart)
        return;
    m_phase = Phase::Apart;
    m_shared->inReach = false;
    m_shared->failures.fetch_add(1);
    if (!std::exchange(m_told, true))
        log::warn("cache",
                  "redis is out of reach: nothing is found or kept until it is back",
                  {{"at", place()}, {"error", why}});
    m_socket->disconnect(this);
    if (auto *const tcp = qobject_cast<QAbstractSocket *>(m_socket.get()))
        tcp->abort();
    else if (auto *const local = qobject_cast<QLocalSocket *>(m_socket.get()))
        local->abort();
    // It may be the sender of what is being handled right now.
    m_socket.release()->deleteLater();
    for (const Pending &pending : std::exchange(m_pending, {})) {
        if (pending.reply)
            pending.reply(nullptr);
    }
    m_timer.start(m_pause);
    m_pause = std::min(m_pause * 2, m_options.longestPause);
}

} // namespace spillway::cache
