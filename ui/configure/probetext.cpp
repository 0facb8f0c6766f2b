// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/probetext.h"

#include "configure/chainnames.h"
#include "widgets/format.h"

#include <QCoreApplication>
#include <QTextDocumentFragment>
#include <QUrl>

namespace spillway::ui::probe {
namespace {

struct Say
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionTest)
};

QString safe(const std::string &text)
{
    return QString::fromStdString(text).toHtmlEscaped();
}

/// "Base (8453)", "chain 777".
QString chainWords(std::uint64_t id)
{
    const QString title = chains::titleOfId(id);
    return title.isEmpty() ? Say::tr("chain %1").arg(id)
                           : QStringLiteral("%1 (%2)").arg(title).arg(id);
}

QString found(const ProbeResult &result)
{
    if (result.chainId)
        return chainWords(*result.chainId);
    const QString known = chains::titleOfGenesis(result.genesisHash);
    return known.isEmpty() ? Say::tr("a Solana node of another network") : known;
}

QString okSentence(const ProbeResult &result, ChainKind kind)
{
    const QString time = format::latency(result.latencyMs);
    if (!result.height)
        return Say::tr("Works. %1.").arg(time);
    const QString height = format::number(*result.height);
    return kind == ChainKind::Solana ? Say::tr("Works. %1, slot %2.").arg(time, height)
                                     : Say::tr("Works. %1, block %2.").arg(time, height);
}

QString theirWords(const ProbeResult &result)
{
    return result.detail.empty()
               ? QString()
               : QLatin1Char(' ') + Say::tr("The provider says: “%1”.").arg(safe(result.detail));
}

QString status(const ProbeResult &result)
{
    return result.httpStatus > 0 ? QStringLiteral(" (HTTP %1)").arg(result.httpStatus) : QString();
}

} // namespace

Words describe(const ProbeResult &result, const ChainConfig &chain)
{
    Words words;
    const QString host = QStringLiteral("<b>%1</b>").arg(safe(result.host));
    switch (result.verdict) {
    case ProbeVerdict::Ok:
        words.good = words.usable = true;
        words.brief = format::latency(result.latencyMs);
        words.sentence = okSentence(result, chain.kind);
        break;
    case ProbeVerdict::WrongChain:
        words.brief = Say::tr("Wrong chain");
        words.sentence =
            Say::tr("This address is <b>%1</b>, the node is set to <b>%2</b>.")
                .arg(found(result).toHtmlEscaped(),
                     (chain.chainId != 0 ? chainWords(chain.chainId)
                                         : chains::title(QString::fromStdString(chain.name), 0))
                         .toHtmlEscaped());
        break;
    case ProbeVerdict::KeyRejected:
        words.brief = Say::tr("Key rejected");
        words.sentence =
            Say::tr("The provider rejected the key%1.").arg(status(result)) + theirWords(result);
        break;
    case ProbeVerdict::RateLimited:
        words.brief = Say::tr("Limited now");
        words.usable = true;
        words.sentence = Say::tr("The address is right, but the provider is limiting you now.")
                         + theirWords(result) + QLatin1Char(' ') + Say::tr("You can keep it.");
        break;
    case ProbeVerdict::QuotaSpent:
        words.brief = Say::tr("Plan used up");
        words.usable = true;
        words.sentence =
            Say::tr("The address is right, but its plan is used up.") + theirWords(result);
        break;
    case ProbeVerdict::HostNotFound:
        words.brief = Say::tr("No such host");
        words.sentence = Say::tr("There is no host named %1.").arg(host);
        break;
    case ProbeVerdict::TlsFailed:
        words.brief = Say::tr("Certificate");
        words.sentence =
            Say::tr("The certificate of %1 is not valid: %2").arg(host, safe(result.detail));
        break;
    case ProbeVerdict::Refused:
        words.brief = Say::tr("Refused");
        words.sentence = Say::tr("Nothing is listening at %1. Is the node running?").arg(host);
        break;
    case ProbeVerdict::TimedOut:
        words.brief = Say::tr("No answer");
        words.sentence = Say::tr("%1 gave no answer within 5 s.").arg(host);
        break;
    case ProbeVerdict::NotJsonRpc:
        words.brief = Say::tr("Not JSON-RPC");
        if (result.httpStatus >= 400)
            words.sentence = Say::tr("This address answers with an error%1 instead of JSON-RPC.")
                                 .arg(status(result));
        else
            words.sentence =
                result.contentType.empty() || result.contentType.find("json") != std::string::npos
                    ? Say::tr("This address answers, but not with JSON-RPC.")
                    : Say::tr("This address answers, but not with JSON-RPC (it sent %1).")
                          .arg(safe(result.contentType));
        break;
    case ProbeVerdict::RpcError:
        words.brief = Say::tr("Error answer");
        words.sentence = Say::tr("The node answers, but with an error.") + theirWords(result);
        break;
    case ProbeVerdict::Failed:
        words.brief = Say::tr("Failed");
        words.sentence = Say::tr("The test failed: %1").arg(safe(result.detail));
        break;
    case ProbeVerdict::Cancelled:
        words.brief = Say::tr("Cancelled");
        words.sentence = Say::tr("The test was cancelled.");
        break;
    }
    words.plain = QTextDocumentFragment::fromHtml(words.sentence).toPlainText();
    return words;
}

bool isOwnEndpoint(const std::string &url, const ServerConfig &server, int runningPort)
{
    const QUrl parsed(QString::fromStdString(url));
    const int port = parsed.port(parsed.scheme() == QLatin1String("https") ? 443 : 80);
    if (port != server.port && (runningPort <= 0 || port != runningPort))
        return false;
    const QString host = parsed.host().toLower();
    return host == QString::fromStdString(server.host).toLower()
           || host == QLatin1String("localhost") || host.startsWith(QLatin1String("127."))
           || host == QLatin1String("::1") || host == QLatin1String("0.0.0.0")
           || host == QLatin1String("::");
}

} // namespace spillway::ui::probe
