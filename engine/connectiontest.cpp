// SPDX-License-Identifier: MIT
#include "spillway/connectiontest.h"

#include "core/jsontext.h"
#include "core/redact.h"
#include "pipeline/failurewords.h"
#include "rpc/envelope.h"
#include "upstream/outcome.h"

#include <QElapsedTimer>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslConfiguration>
#include <QTimer>

#include <algorithm>
#include <charconv>
#include <vector>

namespace spillway {
namespace {

constexpr std::size_t kSamples = 3;
constexpr qint64 kMaxAnswer = 256 * 1024;
constexpr std::size_t kMaxDetail = 300;

/// The questions for one kind of chain: one that tells the chain, then one that tells the height.
struct Questions
{
    std::string_view identity;
    std::string_view height;
};

Questions questionsFor(ChainKind kind)
{
    switch (kind) {
    case ChainKind::Evm:
        return {"eth_chainId", "eth_blockNumber"};
    case ChainKind::Solana:
        return {"getGenesisHash", "getSlot"};
    case ChainKind::Generic:
        break;
    }
    return {"eth_chainId", "web3_clientVersion"};
}

/// A JSON result that is a number, or a text with a number in hexadecimal.
std::optional<std::uint64_t> numberIn(std::string_view result)
{
    int base = 10;
    if (result.size() > 4 && result.front() == '"' && result.back() == '"') {
        result = result.substr(1, result.size() - 2);
        if (!result.starts_with("0x"))
            return std::nullopt;
        result.remove_prefix(2);
        base = 16;
    }
    std::uint64_t value = 0;
    const auto end = std::from_chars(result.data(), result.data() + result.size(), value, base);
    if (result.empty() || end.ec != std::errc() || end.ptr != result.data() + result.size())
        return std::nullopt;
    return value;
}

std::string unquoted(std::string_view token)
{
    return token.size() >= 2 && token.front() == '"'
               ? std::string(token.substr(1, token.size() - 2))
               : std::string(token);
}

/// What a node of the other kind tells its chain by.
std::string_view otherIdentity(ChainKind kind)
{
    return questionsFor(kind == ChainKind::Solana ? ChainKind::Evm : ChainKind::Solana).identity;
}

/// 32 bytes in base 58, as Solana writes hashes.
bool isGenesisHash(std::string_view text)
{
    constexpr std::string_view kLetters =
        "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    return text.size() >= 32 && text.size() <= 44
           && text.find_first_not_of(kLetters) == std::string_view::npos;
}

ProbeVerdict verdictOf(const QNetworkReply &reply)
{
    switch (reply.error()) {
    case QNetworkReply::ConnectionRefusedError:
        return ProbeVerdict::Refused;
    case QNetworkReply::HostNotFoundError:
        return ProbeVerdict::HostNotFound;
    case QNetworkReply::SslHandshakeFailedError:
        return ProbeVerdict::TlsFailed;
    case QNetworkReply::TimeoutError:
        return ProbeVerdict::TimedOut;
    default:
        return ProbeVerdict::Failed;
    }
}

std::string detailOf(std::string text)
{
    text = redact::apply(text);
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
    if (text.size() > kMaxDetail) {
        std::size_t end = kMaxDetail;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
            --end; // never half a character
        text.resize(end);
    }
    return text;
}

} // namespace

class ConnectionTest::Private
{
public:
    explicit Private(ConnectionTest &test)
        : q(test)
    {
        network.setProxy(QNetworkProxy::NoProxy); // the engine uses none either
        deadline.setSingleShot(true);
        QObject::connect(
            &deadline, &QTimer::timeout, &q, [this] { giveUp(ProbeVerdict::TimedOut); });
    }

    void ask()
    {
        const Questions questions = questionsFor(kind);
        method = stage == Stage::Identity ? questions.identity
                 : stage == Stage::Other  ? otherIdentity(kind)
                                          : questions.height;
        ++requests;
        const QByteArray body = QByteArray::fromStdString(
            "{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(requests) + ",\"method\":\""
            + std::string(method) + "\",\"params\":[]}");
        sample.start();
        reply = network.post(request, body);
        QObject::connect(reply, &QNetworkReply::readyRead, &q, [this] {
            if (reply->bytesAvailable() > kMaxAnswer)
                reply->abort();
        });
        QObject::connect(reply, &QNetworkReply::finished, &q, [this] { answered(); });
    }

    void answered()
    {
        QNetworkReply *const done = std::exchange(reply, nullptr);
        done->deleteLater();
        if (!running)
            return;
        result.httpStatus = done->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        result.contentType = redact::apply(done->header(QNetworkRequest::ContentTypeHeader)
                                               .toString()
                                               .section(QLatin1Char(';'), 0, 0)
                                               .toStdString());
        if (result.httpStatus == 0 && stage == Stage::Other) {
            keepFirst();
            return;
        }
        if (result.httpStatus == 0) {
            result.detail = detailOf(done->errorString().toStdString());
            finish(verdictOf(*done));
            return;
        }
        result.asked.emplace_back(method);
        judge(*done, done->readAll().toStdString());
    }

    /// The request on its way may have reached the node all the same, and is counted as such.
    void giveUp(ProbeVerdict verdict)
    {
        if (reply != nullptr)
            result.asked.emplace_back(method);
        if (stage == Stage::Other && verdict != ProbeVerdict::Cancelled
            && kind != ChainKind::Generic)
            keepFirst();
        else
            finish(verdict);
    }

    /// The node refused the question of its kind: is it one of the other kind?
    void askOther(ProbeVerdict verdict)
    {
        first = result;
        first.verdict = verdict;
        stage = Stage::Other;
        ask();
    }

    /// It is not: what it said first stands.
    void keepFirst()
    {
        first.asked = std::move(result.asked);
        result = std::move(first);
        if (kind == ChainKind::Generic) {
            stage = Stage::Identity;
            take({});
        } else {
            finish(result.verdict);
        }
    }

    void takeOther(std::string_view value)
    {
        if (kind == ChainKind::Solana) {
            result.chainId = value.starts_with("\"0x") ? numberIn(value) : std::nullopt;
            if (!result.chainId)
                return keepFirst();
        } else {
            const std::string hash = unquoted(value);
            if (!isGenesisHash(hash))
                return keepFirst();
            if (kind == ChainKind::Generic) {
                first.genesisHash = hash;
                return keepFirst();
            }
            result.genesisHash = hash;
        }
        result.detail.clear();
        finish(ProbeVerdict::WrongChain);
    }

    /// By the same rules as the proxy's own calls, so that the test tells what they would meet.
    void judge(QNetworkReply &done, const std::string &body)
    {
        rpc::Answer answer;
        rpc::scanAnswer(body, answer);
        const std::string retryAfter = done.rawHeader("Retry-After").toStdString();
        ReplyView view;
        view.httpStatus = result.httpStatus;
        view.body = body;
        view.answer = &answer;
        view.retryAfter = retryAfter;
        CallView call;
        call.chain = kind;
        call.method = method;
        call.host = result.host;
        const Outcome outcome = OutcomeRules::builtIn()->classify(view, call, 0);
        if (answer.kind == rpc::Answer::Kind::Result && outcome.treatment == Treatment::Answer) {
            if (stage == Stage::Other)
                takeOther(answer.result);
            else
                take(answer.result);
            return;
        }
        if (stage == Stage::Other) {
            keepFirst();
            return;
        }
        result.detail = detailOf(failureWords(view, {}, 0));
        switch (outcome.treatment) {
        case Treatment::RateLimited:
            finish(ProbeVerdict::RateLimited);
            return;
        case Treatment::QuotaExhausted:
            finish(ProbeVerdict::QuotaSpent);
            return;
        case Treatment::KeyRejected:
            finish(ProbeVerdict::KeyRejected);
            return;
        default:
            break;
        }
        if (result.httpStatus == 401 || result.httpStatus == 403) {
            finish(ProbeVerdict::KeyRejected);
        } else if (answer.kind == rpc::Answer::Kind::Error) {
            // A node of a chain that we know nothing of may not have our question; that it answers is what counts.
            if (kind == ChainKind::Generic && stage != Stage::Identity)
                take({});
            else
                failed(ProbeVerdict::RpcError);
        } else {
            failed(ProbeVerdict::NotJsonRpc);
        }
    }

    void failed(ProbeVerdict verdict)
    {
        if (stage == Stage::Identity
            && (kind != ChainKind::Generic || verdict == ProbeVerdict::RpcError))
            askOther(verdict);
        else
            finish(verdict);
    }

    void take(std::string_view value)
    {
        const bool identity = std::exchange(stage, Stage::Height) == Stage::Identity;
        if (!identity)
            samples.push_back(static_cast<double>(sample.nsecsElapsed()) / 1e6);
        // A node on a chain of no kind may tell which one it is on; a plain number may mean anything there.
        if (identity
            && (kind == ChainKind::Evm
                || (kind == ChainKind::Generic && value.starts_with("\"0x"))))
            result.chainId = numberIn(value);
        if (identity && kind == ChainKind::Evm) {
            if (!result.chainId || (expectedChainId != 0 && *result.chainId != expectedChainId)) {
                finish(result.chainId ? ProbeVerdict::WrongChain : ProbeVerdict::NotJsonRpc);
                return;
            }
        } else if (identity && kind == ChainKind::Solana) {
            result.genesisHash = unquoted(value);
        } else if (kind != ChainKind::Generic) {
            result.height = numberIn(value);
        }
        if (samples.size() < kSamples) {
            ask();
            return;
        }
        std::sort(samples.begin(), samples.end());
        result.latencyMs = samples[kSamples / 2];
        result.detail.clear();
        finish(ProbeVerdict::Ok);
    }

    /// Stops without a word.
    void stop()
    {
        running = false;
        deadline.stop();
        if (reply != nullptr) {
            reply->disconnect(&q);
            reply->abort();
            std::exchange(reply, nullptr)->deleteLater();
        }
    }

    void finish(ProbeVerdict verdict)
    {
        stop();
        result.verdict = verdict;
        const ProbeResult told = result; // the receiver may start the next test
        Q_EMIT q.finished(told);
    }

    enum class Stage { Identity, Other, Height };

    ConnectionTest &q;
    QNetworkAccessManager network;
    QTimer deadline;
    QNetworkRequest request;
    QNetworkReply *reply = nullptr;
    QElapsedTimer sample;
    ChainKind kind = ChainKind::Generic;
    std::uint64_t expectedChainId = 0;
    std::string_view method;
    int requests = 0;
    std::vector<double> samples;
    ProbeResult result;
    ProbeResult first; ///< while the question of the other kind is out: how the first one ended
    Stage stage = Stage::Identity;
    bool running = false;
};

ConnectionTest::ConnectionTest(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this))
{}

ConnectionTest::~ConnectionTest()
{
    d->stop();
}

bool ConnectionTest::isRunning() const
{
    return d->running;
}

void ConnectionTest::cancel()
{
    if (d->running)
        d->giveUp(ProbeVerdict::Cancelled);
}

void ConnectionTest::start(const NodeConfig &node,
                           ChainKind kind,
                           std::uint64_t expectedChainId,
                           Milliseconds timeout)
{
    cancel();
    d->kind = kind;
    d->expectedChainId = expectedChainId;
    d->samples.clear();
    d->requests = 0;
    d->stage = Private::Stage::Identity;
    d->result = {};
    d->running = true;
    redact::registerSecret(node.auth.value.reveal());

    const QUrl url(QString::fromStdString(node.url.reveal()), QUrl::StrictMode);
    d->result.host = url.host().toStdString();
    QNetworkRequest request(url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    // A key must not follow a redirect to somebody else, and HTTP/2 is not what the proxy will speak.
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    for (const auto &[name, value] : node.headers)
        request.setRawHeader(QByteArray::fromStdString(name),
                             QByteArray::fromStdString(value.reveal()));
    if (node.auth.type == AuthType::Bearer)
        request.setRawHeader("Authorization",
                             QByteArray::fromStdString("Bearer " + node.auth.value.reveal()));
    else if (node.auth.type == AuthType::Header)
        request.setRawHeader(QByteArray::fromStdString(node.auth.headerName),
                             QByteArray::fromStdString(node.auth.value.reveal()));
    if (!node.caFile.empty()) {
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.addCaCertificates(QString::fromStdString(node.caFile));
        request.setSslConfiguration(tls);
    }
    d->request = request;
    d->deadline.start(timeout);
    if (!url.isValid() || url.host().isEmpty()) {
        d->result.detail = "this is no address";
        QTimer::singleShot(0, this, [this] {
            if (d->running)
                d->finish(ProbeVerdict::Failed);
        });
        return;
    }
    d->ask();
}

} // namespace spillway
