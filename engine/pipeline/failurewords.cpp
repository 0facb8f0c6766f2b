// SPDX-License-Identifier: MIT
#include "pipeline/failurewords.h"

#include "core/redact.h"

namespace spillway {
namespace {

constexpr std::size_t kLongest = 300;

std::string transportWords(TransportFailure failure, std::string_view detail, SteadyNs limit)
{
    switch (failure) {
    case TransportFailure::ConnectRefused:
        return "connection refused";
    case TransportFailure::Timeout:
        return "timed out after " + std::to_string(limit / kNsPerMs) + " ms";
    case TransportFailure::LocalResource:
        return "this machine has no free descriptor or port for the connection";
    case TransportFailure::Tls:
        return detail.starts_with("TLS") ? std::string(detail) : "TLS: " + std::string(detail);
    case TransportFailure::None:
    case TransportFailure::Dns:
    case TransportFailure::ConnectTimeout:
    case TransportFailure::ConnectFailed:
    case TransportFailure::ClosedEarly:
    case TransportFailure::BadFraming:
    case TransportFailure::TooLarge:
        break;
    }
    if (!detail.empty())
        return std::string(detail);
    return failure == TransportFailure::ClosedEarly ? "the node closed the connection"
                                                    : std::string(transportFailureName(failure));
}

/// The text of a body that is meant for people: a short one that is neither markup nor JSON.
std::string_view plainText(std::string_view body)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const auto begin = body.find_first_not_of(kSpace);
    if (begin == std::string_view::npos)
        return {};
    body.remove_prefix(begin);
    if (body.front() == '<' || body.front() == '{' || body.front() == '[')
        return {};
    const std::string_view line = body.substr(0, body.find_first_of("\r\n"));
    for (const char c : line.substr(0, kLongest)) {
        if (static_cast<unsigned char>(c) < 0x20 && c != '\t')
            return {}; // bytes, not words
    }
    return line;
}

std::string_view shapeWords(const rpc::Answer &answer, std::string_view body)
{
    switch (answer.kind) {
    case rpc::Answer::Kind::NotJson:
        return body.find_first_not_of(" \t\r\n") == std::string_view::npos
                   ? "an empty body"
                   : "a body that is not JSON";
    case rpc::Answer::Kind::Neither:
        return "a body with neither result nor error";
    case rpc::Answer::Kind::Array:
        return "an array instead of one answer";
    case rpc::Answer::Kind::Error:
        return "an error without words";
    case rpc::Answer::Kind::Result:
        return "a result that cannot be used";
    }
    return {};
}

std::string replyWords(const ReplyView &reply)
{
    const bool failed = reply.httpStatus >= 300;
    const std::string status = "HTTP " + std::to_string(reply.httpStatus);
    if (reply.answer == nullptr)
        return status;
    if (!reply.answer->message.empty())
        return std::string(reply.answer->message.substr(0, kLongest * 20));
    if (const std::string_view text = plainText(reply.body); !text.empty())
        return status + ": " + std::string(text.substr(0, kLongest * 20));
    return failed ? status : status + " with " + std::string(shapeWords(*reply.answer, reply.body));
}

} // namespace

std::string failureWords(const ReplyView &reply, std::string_view transport, SteadyNs limit)
{
    return redact::excerpt(reply.failure != TransportFailure::None
                               ? transportWords(reply.failure, transport, limit)
                               : replyWords(reply),
                           kLongest);
}

} // namespace spillway
