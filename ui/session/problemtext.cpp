// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/problemtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace spillway::ui {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Problems)
};

/// %1 … %4 are the details of the problem, in their order.
struct Sentence
{
    ConfigProblem problem;
    const char *text;
    int optional = -1;             ///< a detail that may be absent
    const char *without = nullptr; ///< the sentence then
};

constexpr Sentence kSentences[] = {
    {ConfigProblem::TooManyProblems,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "There are more problems than these; the rest is not shown.")},
    {ConfigProblem::SyntaxDefinedTwice,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "This name is defined twice; compare line %1."),
     0,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "This name is defined twice.")},
    {ConfigProblem::SyntaxHoldsNoKeys,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This name already has a value and cannot hold settings of its own.")},
    {ConfigProblem::SyntaxInlineTableComplete,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "A table in braces { … } is complete: add its settings between the braces.")},
    {ConfigProblem::SyntaxInlineTable,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "A table in braces { … } stands on one line, with commas between its "
                       "settings and none after the last.")},
    {ConfigProblem::SyntaxArray,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "A list in brackets [ … ] needs commas between its values and a closing bracket.")},
    {ConfigProblem::SyntaxMultiLineText,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "A text in three quotes is not closed, or holds an unknown escape after a backslash.")},
    {ConfigProblem::SyntaxText,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "A text is not closed on its line, or holds an unknown escape after a backslash.")},
    {ConfigProblem::SyntaxLiteralText,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "A text is not closed on its line.")},
    {ConfigProblem::SyntaxEscape,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "What follows \\u is not a character.")},
    {ConfigProblem::SyntaxEquals,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "A setting is written name = value.")},
    {ConfigProblem::SyntaxMissingValue,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "A value is missing after the equals sign.")},
    {ConfigProblem::SyntaxName,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This is not a name: use letters, digits, _ and -, or put it in quotes.")},
    {ConfigProblem::SyntaxSection,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "A section is written [name], on a line of its own.")},
    {ConfigProblem::SyntaxDate, QT_TRANSLATE_NOOP("spillway::ui::Problems", "This is not a date.")},
    {ConfigProblem::SyntaxOneSetting,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "Only one setting may stand on a line.")},
    {ConfigProblem::SyntaxValue,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "This is not a value: texts need quotes.")},
    {ConfigProblem::SyntaxOther, QT_TRANSLATE_NOOP("spillway::ui::Problems", "This is not TOML.")},
    {ConfigProblem::NotUtf8,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This is not UTF-8: save the file in that encoding.")},
    {ConfigProblem::UnknownKey,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The setting “%1” is not known. Did you mean “%2”?"),
     1,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The setting “%1” is not known here; these are: %3.")},
    {ConfigProblem::BelongsUnder,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "This setting belongs under [%1].")},
    {ConfigProblem::NodesSpelling,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "Nodes are written as [[nodes]]. Import in the File menu converts the files "
                       "of other programs.")},
    {ConfigProblem::ListenSpelling,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The address is written as host and port under [server].")},
    {ConfigProblem::WrongType,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "Expected: %1. Found: %2.")},
    {ConfigProblem::OutOfRange,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "%1 is out of range. Allowed: %2 to %3 (%4)."),
     3,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "%1 is out of range. Allowed: %2 to %3.")},
    {ConfigProblem::UnknownWord,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "“%1” is not known. Did you mean “%2”? Allowed: %3."),
     1,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "“%1” is not known. Allowed: %3.")},
    {ConfigProblem::EmptyText,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "An empty text is not allowed here.")},
    {ConfigProblem::EmptyPath,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The path is empty. Leave the setting out for the default.")},
    {ConfigProblem::GivenTwice,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The same setting is also given as %1: keep one of them.")},
    {ConfigProblem::AtLeast,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "This must be at least %2, the value of %1.")},
    {ConfigProblem::AtMost,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "This must be at most %2, the value of %1.")},
    {ConfigProblem::VariableUnset,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "The variable %1 is not set. Set it in the environment, in .env or in the keyring.")},
    {ConfigProblem::VariableEmpty,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The variable %1 is set but empty. Give it a value.")},
    {ConfigProblem::VariableUnclosed,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "A ${ has no closing }. Write ${NAME}, or $$ for a dollar sign.")},
    {ConfigProblem::VariableBadName,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "“%1” cannot be the name of a variable: it has letters, digits and _, and "
                       "no digit in front.")},
    {ConfigProblem::UrlMissing,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The address is missing.")},
    {ConfigProblem::UrlBlank,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The address holds a space or control character. Remove it, or write it "
                       "percent-encoded.")},
    {ConfigProblem::UrlScheme,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The address must begin with one of: %1.")},
    {ConfigProblem::UrlPort,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The port must be a number from 1 to 65535.")},
    {ConfigProblem::UrlHostMissing,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The host is missing in the address.")},
    {ConfigProblem::UrlHostNotAscii,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The host has characters outside ASCII. Write it as %1.")},
    {ConfigProblem::UrlHostInvalid,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The host in the address is not valid.")},
    {ConfigProblem::UrlIpv6Unclosed,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The IPv6 address has no closing ].")},
    {ConfigProblem::UrlIpv6Tail,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "Only a port may follow the IPv6 address.")},
    {ConfigProblem::UrlIpv6Brackets,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "An IPv6 address is written in brackets: [::1].")},
    {ConfigProblem::UrlPathNotAscii,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "The path and what follows it must be ASCII. Write other characters percent-encoded.")},
    {ConfigProblem::UrlFragment,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The part after # is never sent and was left out.")},
    {ConfigProblem::UrlTooLong,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "This is too long for an address.")},
    {ConfigProblem::UrlPlaceholder,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The address still has a placeholder where your key belongs.")},
    {ConfigProblem::UrlOnlyKey,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "This is a key without an address. Choose the provider, or paste the whole address.")},
    {ConfigProblem::UrlNone,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This is not an address. Addresses begin with https:// or http://.")},
    {ConfigProblem::UrlCredentialsTwice,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The address holds user and password for the Authorization header, and that "
                       "header is given elsewhere too: keep one of them.")},
    {ConfigProblem::WsUrlCredentials,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "User and password must be the same as in the URL, or stand under auth.")},
    {ConfigProblem::NoNode,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "There is no node. Add one on the Nodes page.")},
    {ConfigProblem::NodeNameMissing,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "The name is missing. Each node needs one of its own, for its usage and metrics.")},
    {ConfigProblem::NameEmpty, QT_TRANSLATE_NOOP("spillway::ui::Problems", "The name is empty.")},
    {ConfigProblem::NameTooLong,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The name has %1 bytes; at most 128 are allowed.")},
    {ConfigProblem::NameControl,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The name holds a control character.")},
    {ConfigProblem::NameBlanks,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The name begins or ends with a space.")},
    {ConfigProblem::NodeNameTaken,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "The name “%1” is already that of the node in line %2. Each node needs one of its own.")},
    {ConfigProblem::NodeUrlMissing,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The address of the node is missing; it begins with https:// or http://.")},
    {ConfigProblem::RateTooSmall,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The smallest rate is 0.001; 0 means no limit.")},
    {ConfigProblem::BurstTooSmall,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "A burst below 1 would never let a request pass. Allowed: 0 for the rate "
                       "limit rounded up, or 1 and more.")},
    {ConfigProblem::HeaderName,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This is not the name of a header: letters, digits and - are allowed.")},
    {ConfigProblem::HeaderOwn,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "Spillway sets this header itself.")},
    {ConfigProblem::HeaderValue,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "The value of a header may not be empty and has no line ends or control characters.")},
    {ConfigProblem::HeaderTwice,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This header is given twice; upper and lower case make no difference.")},
    {ConfigProblem::HeaderElsewhere,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The header %1 is also given under headers: keep one of them.")},
    {ConfigProblem::AuthTypeMissing,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "The kind of authentication is missing. Allowed: none, url_key, header, bearer.")},
    {ConfigProblem::AuthNameMissing,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The name of the header that carries the key is missing.")},
    {ConfigProblem::SecretMissing,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The secret that the node asks for is missing; best give a variable.")},
    {ConfigProblem::SecretInvalid,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The secret may not be empty and has no line ends or control characters.")},
    {ConfigProblem::MethodEmpty,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "An empty text is not a method.")},
    {ConfigProblem::MethodPattern,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "“%1”: the * may only stand at the end, as in debug_*.")},
    {ConfigProblem::CaFileUnreadable,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The certificate file %1 cannot be read.")},
    {ConfigProblem::CaFileEmpty,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The file holds no certificate. It must be a PEM file with the line "
                       "-----BEGIN CERTIFICATE-----.")},
    {ConfigProblem::PriceListUnreadable,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "The price list “%1” cannot be read. A list of that name is shipped: write “builtin:%2”."),
     1,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The price list “%1” cannot be read.")},
    {ConfigProblem::PriceListUnknown,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "No price list “%1” is shipped. Did you mean “%2”?"),
     1,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "No price list “%1” is shipped; these are: %3.")},
    {ConfigProblem::PriceListBroken,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The price list cannot be used.")},
    {ConfigProblem::PriceDate,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This is not a date. Write it like “2026-01-31”.")},
    {ConfigProblem::PriceMethodName,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The name of a method has 1 to 128 bytes.")},
    {ConfigProblem::PriceNoMethod,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This is not a method and has no effect. The price of methods that are not "
                       "listed is unknown_method_cost under [limits].")},
    {ConfigProblem::PricedTwice,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "This method is priced twice, under [routing] and under [custom]: keep one of them.")},
    {ConfigProblem::PriceMethodUnknown,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "Spillway does not know this method. Did you mean “%1”? Methods of one "
                       "provider belong under [custom]."),
     0,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "Spillway does not know this method. Methods of one provider belong under [custom].")},
    {ConfigProblem::ChainUnknown,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "There is no chain “%1”. Did you mean “%2”?"),
     1,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "There is no chain “%1”; there are: %3.")},
    {ConfigProblem::ChainOnlyDefault,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "There is no chain “%1”. No chain is configured, so there is only "
                       "“default”: remove the setting, or add the chain.")},
    {ConfigProblem::ChainName,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The name of a chain has 1 to 64 letters, digits, - . and _.")},
    {ConfigProblem::ChainPath,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "“%1” is not a path. Allowed: / and then letters, digits, - . _ ~ and further /.")},
    {ConfigProblem::ChainPathReserved,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The path “%1” belongs to Spillway itself. Choose another one.")},
    {ConfigProblem::ChainPathOfFirst,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "“/” is also the path of the first chain, “%1”. Choose another path.")},
    {ConfigProblem::ChainPathTaken,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "“%1” is already the path of the chain “%2”. Choose another path.")},
    {ConfigProblem::ChainNotEvm,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "Only chains of the kind evm use %1; here it has no effect.")},
    {ConfigProblem::ChainWithoutNode,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "No node that is switched on serves the chain “%1”.")},
    {ConfigProblem::ChainWithoutWsUrl,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "Blocks are to come over WebSocket, but no node of the chain has a WebSocket address.")},
    {ConfigProblem::AttemptTimeout,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This must be at most %2, half of the time for the whole request (%1): a "
                       "second node needs time to answer.")},
    {ConfigProblem::HostInvalid,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "“%1” is not an address. Allowed: an IP address such as 127.0.0.1, ::1, "
                       "0.0.0.0 or ::, or localhost. The port stands by itself.")},
    {ConfigProblem::HostOpen,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "“%1” lets other machines spend your credits. Set an access token, or allow "
                       "access without one.")},
    {ConfigProblem::StatusPath,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "“%1” is not a path. Allowed: a path such as “/” or “/pool”, or false for none.")},
    {ConfigProblem::StatusPathReserved,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The path “%1” is taken by another page of Spillway. Choose another one.")},
    {ConfigProblem::TokenMissing,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The token that the client sends is missing.")},
    {ConfigProblem::TokenInvalid,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "A token may not be empty and has only visible ASCII characters, no spaces.")},
    {ConfigProblem::TokenSecretTwice,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "The token in line %1 has the same secret.")},
    {ConfigProblem::TokenNameTwice,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The name “%1” is already that of the token in line %2.")},
    {ConfigProblem::ProxyAddress,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "“%1” is not an address. Allowed: an IP address, or a block such as 10.0.0.0/8.")},
    {ConfigProblem::Origin,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "“%1” is not an origin. Allowed: https://host or https://host:port with "
                       "nothing behind it, or *.")},
    {ConfigProblem::SocketPath,
     QT_TRANSLATE_NOOP(
         "spillway::ui::Problems",
         "A unix:// address needs the full path of a socket, as in unix:///run/redis/redis.sock.")},
    {ConfigProblem::RedisUrlMissing,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The Redis cache needs an address such as redis://host:port.")},
    {ConfigProblem::RedisDatabase,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The database of a Redis is a number, as in redis://127.0.0.1:6379/0 or "
                       "unix:///run/redis/redis.sock?db=0.")},
    {ConfigProblem::OtherBackend,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "This setting has no effect: it is for the cache in %1, and the cache here "
                       "is in %2.")},
    {ConfigProblem::CacheFolder,
     QT_TRANSLATE_NOOP("spillway::ui::Problems",
                       "The folder %1 cannot be made or written because of %2, so nothing would be "
                       "kept. Name a folder that you may write, or leave the setting out.")},
    {ConfigProblem::OutcomeRulesMissing,
     QT_TRANSLATE_NOOP("spillway::ui::Problems", "There is no file %1.")},
};

/// Words of the engine that stand inside sentences.
constexpr const char *kWords[] = {
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "a table"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "a text"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "a number"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "a whole number"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "a number with a fraction"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "true or false"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "true"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "false"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "an array"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "an array of texts"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "an array of tables"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "an array of texts or tables"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "a text or a table"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "a path or false"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "a date or time"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = no limit"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = off"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = none"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = unmetered"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = any free port"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = chosen from the cores"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = no sweeps"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = no pause"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = every candidate"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = rps_limit, rounded up"),
    QT_TRANSLATE_NOOP("spillway::ui::Problems", "0 = no limit known, 1 = single calls only"),
};

QString filled(const QString &sentence, const std::vector<QString> &details)
{
    QString out;
    for (qsizetype i = 0; i < sentence.size(); ++i) {
        const int number = sentence[i] == QLatin1Char('%') && i + 1 < sentence.size()
                               ? sentence[i + 1].digitValue()
                               : -1;
        if (number < 1) {
            out += sentence[i];
            continue;
        }
        if (static_cast<std::size_t>(number) <= details.size())
            out += details[static_cast<std::size_t>(number) - 1];
        ++i;
    }
    return out;
}

/// A detail that is one of the engine's own words, in the user's language; any other as it is.
QString worded(const std::string &detail)
{
    const auto *const known = std::find_if(
        std::begin(kWords), std::end(kWords), [&](const char *word) { return detail == word; });
    return known == std::end(kWords) ? QString::fromStdString(detail) : Words::tr(*known);
}

QString capitalized(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

} // namespace

QString problemText(ConfigProblem problem,
                    const std::vector<std::string> &details,
                    const std::string &english)
{
    const auto *const sentence =
        std::find_if(std::begin(kSentences), std::end(kSentences), [problem](const Sentence &one) {
            return one.problem == problem;
        });
    if (sentence == std::end(kSentences))
        return capitalized(QString::fromStdString(english));
    std::vector<QString> values;
    values.reserve(details.size());
    for (const std::string &detail : details) {
        const bool isWord =
            problem == ConfigProblem::WrongType || problem == ConfigProblem::OutOfRange;
        values.push_back(isWord ? worded(detail) : QString::fromStdString(detail));
    }
    const auto at = static_cast<std::size_t>(std::max(0, sentence->optional));
    const bool lacks =
        sentence->without != nullptr && (at >= values.size() || values[at].isEmpty());
    return filled(Words::tr(lacks ? sentence->without : sentence->text), values);
}

QString problemText(const ConfigIssue &issue)
{
    const QString text = problemText(issue.problem, issue.details, issue.message);
    if (!issue.nodeIsOff || issue.problem == ConfigProblem::Other)
        return text;
    return text + QLatin1Char(' ') + Words::tr("The node is switched off until then.");
}

QString problemWithPlace(const ConfigIssue &issue)
{
    const QString text = problemText(issue);
    const QString key = QString::fromStdString(issue.key);
    if (issue.line > 0 && !key.isEmpty())
        return Words::tr("Line %1, %2: %3", "line, setting, problem")
            .arg(QString::number(issue.line), key, text);
    if (issue.line > 0)
        return Words::tr("Line %1: %2", "line, problem").arg(QString::number(issue.line), text);
    return key.isEmpty() ? text : QStringLiteral("%1: %2").arg(key, text);
}

} // namespace spillway::ui
