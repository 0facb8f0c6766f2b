// SPDX-License-Identifier: MIT
#include "upstream/outcomerule.h"

#include "core/text.h"
#include "rpc/methodtable.h"

#include <algorithm>

namespace spillway::outcome {
namespace {

/// Enough for every known message; bounds the work that a hostile answer can cause.
constexpr std::size_t kTextBytes = 2048;
constexpr std::size_t kPageBytes = 4096;

constexpr char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

void appendLower(std::string &out, std::string_view text, std::size_t most)
{
    text = text.substr(0, most);
    const std::size_t offset = out.size();
    out.resize(offset + text.size());
    std::ranges::transform(text, out.begin() + static_cast<std::ptrdiff_t>(offset), lower);
}

bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

bool containsWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isWordByte(text[at - 1]))
            && (end == text.size() || !isWordByte(text[end])))
            return true;
    }
    return false;
}

bool containsPattern(std::string_view text, const Pattern &pattern)
{
    std::size_t at = 0;
    for (const std::string &part : pattern) {
        at = text.find(part, at);
        if (at == std::string_view::npos)
            return false;
        at += part.size();
    }
    return true;
}

bool containsAny(std::string_view text, const std::vector<Pattern> &patterns)
{
    return std::ranges::any_of(patterns,
                               [text](const Pattern &p) { return containsPattern(text, p); });
}

bool within(long long number, const std::vector<NumberRange> &ranges)
{
    return std::ranges::any_of(
        ranges, [number](NumberRange r) { return number >= r.first && number <= r.last; });
}

bool isMethod(std::string_view method, const std::vector<std::string> &patterns)
{
    return std::ranges::any_of(patterns, [method](std::string_view pattern) {
        return pattern.ends_with('*') ? method.starts_with(pattern.substr(0, pattern.size() - 1))
                                      : method == pattern;
    });
}

bool isHost(std::string_view host, const std::vector<std::string> &domains)
{
    const auto equal = [](char a, char b) { return lower(a) == b; };
    return std::ranges::any_of(domains, [&](std::string_view domain) {
        if (host.size() < domain.size())
            return false;
        const std::string_view end = host.substr(host.size() - domain.size());
        const bool boundary =
            end.size() == host.size() || host[host.size() - end.size() - 1] == '.';
        return boundary && std::ranges::equal(end, domain, equal);
    });
}

bool agrees(std::optional<bool> wanted, bool found)
{
    return !wanted || *wanted == found;
}

Shape shapeOfForeign(std::string_view body)
{
    const std::string_view text = trimmed(body, kBlanksAndLineEnds);
    if (text.empty())
        return kEmpty;
    switch (text.front()) {
    case '<':
        return kHtml;
    case '{':
    case '[':
    case '"':
        return kBroken;
    default:
        return kText;
    }
}

Shape shapeOf(const ReplyView &reply)
{
    if (reply.answer == nullptr)
        return shapeOfForeign(reply.body);
    switch (reply.answer->kind) {
    case rpc::Answer::Kind::Result:
        return kResult;
    case rpc::Answer::Kind::Error:
        return kError;
    case rpc::Answer::Kind::Neither:
        return kNeither;
    case rpc::Answer::Kind::Array:
        return kArray;
    case rpc::Answer::Kind::NotJson:
        break;
    }
    return shapeOfForeign(reply.body);
}

std::string textOf(const ReplyView &reply, Shape shape)
{
    std::string text;
    if (shape == kError || shape == kNeither) {
        const rpc::Answer &answer = *reply.answer;
        appendLower(text, answer.message, kTextBytes);
        // Only text: an object may hold logs and names that say nothing about this error.
        const bool isText = !answer.dataText.starts_with('{') && !answer.dataText.starts_with('[');
        if (isText && !answer.dataText.empty()) {
            text += '\n';
            appendLower(text, answer.dataText, kTextBytes);
        }
        if (shape == kNeither && text.empty())
            appendLower(text, answer.text, kTextBytes);
    } else if (shape == kText || shape == kHtml) {
        appendLower(text, trimmed(reply.body, kBlanksAndLineEnds), kPageBytes);
    }
    return text;
}

} // namespace

bool Rule::matches(const Facts &facts) const
{
    if (facts.failure != TransportFailure::None || failures != 0)
        return (failures >> static_cast<unsigned>(facts.failure) & 1U) != 0;
    if ((shapes & facts.shape) == 0 || (chains >> static_cast<unsigned>(facts.chain) & 1U) == 0)
        return false;
    if (!status.empty() && !within(facts.status, status))
        return false;
    if (within(facts.status, notStatus))
        return false;
    if (!codes.empty() && !within(facts.code, codes))
        return false;
    if (!agrees(batch, facts.batch) || !agrees(notification, facts.notification)
        || !agrees(resent, facts.resent))
        return false;
    if (!methods.empty() && !isMethod(facts.method, methods))
        return false;
    if (!hosts.empty() && !isHost(facts.host, hosts))
        return false;
    if (!texts.empty() || !words.empty()) {
        const auto hasWord = [&facts](std::string_view word) {
            return containsWord(facts.text, word);
        };
        if (!containsAny(facts.text, texts) && std::ranges::none_of(words, hasWord))
            return false;
    }
    return notTexts.empty() || !containsAny(facts.text, notTexts);
}

Facts factsOf(const ReplyView &reply, const CallView &call)
{
    Facts facts;
    facts.status = reply.httpStatus == 0 ? 200 : reply.httpStatus;
    facts.failure = reply.failure;
    facts.chain = call.chain == ChainKind::Generic ? rpc::kindOf(call.method) : call.chain;
    facts.method = call.method;
    facts.host = call.host;
    facts.batch = reply.expectedBatch;
    facts.notification = reply.notification;
    facts.resent = call.resent;
    if (facts.failure != TransportFailure::None)
        return facts;
    facts.shape = shapeOf(reply);
    if (reply.answer != nullptr)
        facts.code = reply.answer->code;
    facts.text = textOf(reply, facts.shape);
    return facts;
}

std::string_view usualMetric(Treatment treatment, const Facts &facts, bool gotBytes)
{
    switch (treatment) {
    case Treatment::Answer:
        return facts.shape == kError ? "forwarded_rpc_error" : "success";
    case Treatment::ClientError:
        return facts.shape == kError ? "forwarded_rpc_error" : "forwarded_http_error";
    case Treatment::RateLimited:
        return "rate_limit";
    case Treatment::QuotaExhausted:
        return "quota_exhausted";
    case Treatment::KeyRejected:
        return "key_rejected";
    case Treatment::MethodUnsupported:
        return "method_unsupported";
    default:
        break;
    }
    switch (facts.failure) {
    case TransportFailure::None:
        break;
    case TransportFailure::Timeout:
    case TransportFailure::ConnectTimeout:
        return "timeout";
    case TransportFailure::BadFraming:
    case TransportFailure::TooLarge:
        return "body_error";
    case TransportFailure::ClosedEarly:
        return gotBytes ? "body_error" : "transport_error";
    default:
        return "transport_error";
    }
    if (facts.status < 200 || facts.status > 299)
        return facts.shape == kError && treatment != Treatment::BadNode ? "retryable_rpc_error"
                                                                        : "http_error";
    return facts.shape == kError || treatment == Treatment::NoBatch ? "retryable_rpc_error"
                                                                    : "invalid_json";
}

} // namespace spillway::outcome
