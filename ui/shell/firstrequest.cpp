// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/firstrequest.h"

#include "session/configdraft.h"
#include "widgets/format.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QRandomGenerator>
#include <QUrl>

#include <algorithm>
#include <array>
#include <utility>

namespace spillway::ui {
namespace {

constexpr int kPatienceMs = 15000;

/// Hexadecimal, 20 bytes.
QString unusedAccount()
{
    std::array<quint32, 5> words{};
    QRandomGenerator::global()->fillRange(words.data(), words.size());
    QString text;
    for (const quint32 word : words)
        text += QStringLiteral("%1").arg(word, 8, 16, QLatin1Char('0'));
    return text;
}

} // namespace

FirstRequest::FirstRequest(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    connect(&session, &Session::applied, this, [this] {
        if (m_phase == Phase::Applying)
            start();
    });
    connect(&session, &Session::applyFailed, this, [this](const QStringList &reasons) {
        if (m_phase == Phase::Applying)
            fail(reasons.join(QLatin1Char('\n')));
    });
    connect(&session, &Session::stateChanged, this, [this] {
        if (m_session.state() == ProxyState::Starting)
            beginFeed();
        if (m_phase == Phase::Held && m_session.state() == ProxyState::Starting) {
            m_phase = Phase::Starting;
            Q_EMIT progressed(tr("Starting the proxy…"));
        }
        const bool stopped =
            m_session.state() == ProxyState::Stopping || m_session.state() == ProxyState::Stopped;
        if (stopped && isRunning() && !m_session.isStartingAgain()) {
            fail(tr("The proxy was stopped before the request was answered."));
        } else if (m_phase == Phase::Starting && m_session.state() == ProxyState::Running) {
            send();
        } else if (m_phase == Phase::Starting && m_session.state() == ProxyState::Failed) {
            fail(m_session.failure());
            m_phase = Phase::Held;
        }
    });
    connect(&session, &Session::snapshotChanged, this, &FirstRequest::lookForOthers);
}

void FirstRequest::run()
{
    if (isRunning())
        return;
    if (!m_session.draft().isDirty()) {
        start();
        return;
    }
    m_phase = Phase::Applying;
    Q_EMIT progressed(tr("Saving the configuration…"));
    m_session.apply();
    if (m_phase == Phase::Applying && !m_session.isApplying())
        fail(tr("The proxy is just starting or stopping. Try again in a moment."));
}

void FirstRequest::start()
{
    m_phase = Phase::Starting;
    if (m_session.state() == ProxyState::Running) {
        send();
        return;
    }
    Q_EMIT progressed(tr("Starting the proxy…"));
    m_session.startProxy();
}

void FirstRequest::send()
{
    const auto config = m_session.config();
    if (!config) {
        fail(tr("There is no configuration yet."));
        return;
    }
    // The first chain that has a node; others would only be refused.
    const auto served = [&](const ChainConfig &chain) {
        return std::any_of(config->nodes.begin(), config->nodes.end(), [&](const NodeConfig &node) {
            return node.enabled && node.chain == chain.name;
        });
    };
    const auto chain = std::find_if(config->chains.begin(), config->chains.end(), served);
    if (chain == config->chains.end()) {
        fail(tr("There is no node yet. Add one above."));
        return;
    }
    m_phase = Phase::Sending;
    m_chain = QString::fromStdString(chain->name);
    // The proxy may know the newest block itself; an account that nobody has asked for is known by a node alone, and shows the route.
    const bool solana = chain->kind == ChainKind::Solana;
    m_method = solana ? QStringLiteral("getSlot") : QStringLiteral("eth_getBalance");
    const QString params =
        solana ? QStringLiteral("[]") : QStringLiteral(R"(["0x%1","latest"])").arg(unusedAccount());
    Q_EMIT progressed(tr("Sending %1…").arg(m_method));
    const quint64 sent = ++m_sent;
    m_clock.start();
    if (!std::exchange(m_listening, true))
        static_cast<void>(unread()); // what came before is no news
    ++m_ownToCome;
    if (!config->server.tokens.empty()) {
        // Tools need a token, and its value is not known here: the call takes the way behind the listener.
        m_session.engine()->call({chain->name, {}},
                                 m_method.toStdString(),
                                 params.toStdString(),
                                 [this, sent](int, const std::string &answer) {
                                     if (isWaitingFor(sent))
                                         show(QByteArray::fromStdString(answer), {}, 0);
                                 });
        return;
    }
    QNetworkRequest request{QUrl(m_session.endpoint(m_chain))};
    request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
    request.setTransferTimeout(kPatienceMs);
    QNetworkReply *reply =
        m_network.post(request,
                       QStringLiteral(R"({"jsonrpc":"2.0","id":1,"method":"%1","params":%2})")
                           .arg(m_method, params)
                           .toUtf8());
    connect(reply, &QNetworkReply::finished, this, [this, reply, sent] {
        reply->deleteLater();
        if (!isWaitingFor(sent))
            return;
        const QByteArray body = reply->readAll();
        if (body.isEmpty() && reply->error() != QNetworkReply::NoError)
            fail(reply->errorString());
        else
            show(body,
                 QString::fromUtf8(reply->rawHeader("x-spillway-node")),
                 reply->rawHeader("x-spillway-attempts").toInt());
    });
}

void FirstRequest::show(const QByteArray &body, const QString &node, int attempts)
{
    const QString time = format::latency(static_cast<double>(m_clock.elapsed()));
    const QJsonObject answer = QJsonDocument::fromJson(body).object();
    if (answer.contains(QLatin1String("error"))) {
        fail(tr("%1 was answered with an error: %2")
                 .arg(m_method,
                      answer[QLatin1String("error")]
                          .toObject()[QLatin1String("message")]
                          .toString()));
        return;
    }
    const QJsonValue result = answer[QLatin1String("result")];
    if (result.isUndefined()) {
        fail(tr("The answer could not be read."));
        return;
    }
    QString text = node.isEmpty() ? tr("%1 was answered in %2").arg(m_method, time)
                                  : tr("%1 → %2, %3").arg(m_method, node, time);
    if (attempts > 1)
        text += tr(" after %n attempt(s)", nullptr, attempts);
    if (result.isDouble())
        text += tr(": slot %1").arg(format::number(static_cast<std::uint64_t>(result.toDouble())));
    m_phase = Phase::Waiting;
    Q_EMIT succeeded(text);
    lookForOthers();
}

void FirstRequest::fail(const QString &text)
{
    m_phase = Phase::Idle;
    Q_EMIT failed(text);
}

/// The feed of an engine that starts begins at its beginning.
void FirstRequest::beginFeed()
{
    m_seen = 0;
    m_ownToCome = 0;
    m_listening = false;
}

/// Reads the feed to its end.
FirstRequest::Records FirstRequest::unread()
{
    Records records;
    while (m_session.engine() != nullptr) {
        const TrafficSlice slice = m_session.engine()->traffic(m_seen);
        if (slice.records.empty())
            break;
        m_seen = slice.next;
        records.insert(records.end(), slice.records.begin(), slice.records.end());
    }
    return records;
}

void FirstRequest::lookForOthers()
{
    if (m_phase != Phase::Waiting)
        return;
    for (const auto &record : unread()) {
        if (m_ownToCome > 0 && record->method == m_method.toStdString()) {
            --m_ownToCome;
            continue;
        }
        m_phase = Phase::Idle;
        m_listening = false;
        Q_EMIT received(tr("Received %1 from %2.")
                            .arg(QString::fromStdString(record->method),
                                 QString::fromStdString(record->client)));
        return;
    }
}

} // namespace spillway::ui
