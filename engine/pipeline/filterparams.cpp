// SPDX-License-Identifier: MIT
#include "pipeline/filterparams.h"

#include "chain/block.h"
#include "pipeline/logquery.h"
#include "rpc/jsonscan.h"

#include <algorithm>
#include <array>

namespace spillway {
namespace {

constexpr std::size_t kMostTopics = 4;
constexpr std::size_t kAddressDigits = 40;
constexpr std::size_t kTopicDigits = 64;

std::string_view inside(std::string_view token)
{
    return token.size() >= 2 && token.front() == '"' ? token.substr(1, token.size() - 2)
                                                     : std::string_view();
}

bool isBytes(std::string_view token, std::size_t digits)
{
    const std::string_view text = inside(token);
    return text.size() == digits + 2 && text[0] == '0' && (text[1] | 0x20) == 'x'
           && text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

/// Calls `visit` with each element of an array; false when it is none, or `visit` says so.
template <typename Visit>
bool eachElement(std::string_view token, Visit visit)
{
    rpc::Scanner scanner(token);
    scanner.skipSpace();
    return scanner.elements([&] {
        const char *start = scanner.position();
        return scanner.skipValue()
               && visit(
                   std::string_view(start, static_cast<std::size_t>(scanner.position() - start)));
    });
}

bool isBytesOrList(std::string_view token, std::size_t digits, bool nulls)
{
    const auto fits = [&](std::string_view each) {
        return isBytes(each, digits) || (nulls && each == "null");
    };
    return token == "null" || isBytes(token, digits) || eachElement(token, fits);
}

bool isTopics(std::string_view token)
{
    std::size_t count = 0;
    return token == "null" || eachElement(token, [&](std::string_view each) {
               return ++count <= kMostTopics && isBytesOrList(each, kTopicDigits, true);
           });
}

bool isBound(std::string_view token)
{
    constexpr std::array<std::string_view, 5> kTags{
        "latest", "earliest", "pending", "safe", "finalized"};
    return token.data() == nullptr || token == "null"
           || std::ranges::count(kTags, inside(token)) > 0
           || chain::parseQuantity(inside(token)).has_value();
}

std::string faultOfMember(std::string_view member)
{
    const auto quote = member.find('"', 1);
    const std::string_view name = member.substr(1, quote - 1);
    const std::string_view value = member.substr(member.find_first_not_of(" \t\r\n:", quote + 1));
    if (name == "address" && !isBytesOrList(value, kAddressDigits, false))
        return "address must be \"0x\" and 40 hex digits, or a list of such";
    if (name == "topics" && !isTopics(value))
        return "topics must be a list of at most four of null, \"0x\" and 64 hex digits, and lists "
               "of such";
    return {};
}

} // namespace

std::optional<std::string_view> filterIdIn(std::string_view params)
{
    std::string_view id;
    const bool whole = eachElement(params, [&](std::string_view each) {
        if (id.data() == nullptr)
            id = inside(each).data() != nullptr ? inside(each) : "";
        return true;
    });
    if (!whole || id.empty())
        return std::nullopt;
    return id;
}

std::string faultOfLogFilter(std::string_view params)
{
    const auto query = locateLogQuery(params);
    if (!query || !query->divisible)
        return "a filter needs one object with fromBlock, toBlock, address and topics as parameter";
    if (query->byHash)
        return "a filter takes no blockHash: it tells what is new";
    if (!isBound(query->fromToken) || !isBound(query->toToken))
        return "fromBlock and toBlock must be numbers (\"0x1b4\") or tags";
    for (const std::string_view address : query->addresses) {
        if (!isBytes(address, kAddressDigits))
            return "address must be \"0x\" and 40 hex digits, or a list of such";
    }
    for (const std::string_view member : query->rest) {
        if (std::string fault = faultOfMember(member); !fault.empty())
            return fault;
    }
    const LogFilterRange range = rangeOfLogFilter(params);
    if (range.from > range.to)
        return "invalid block range params: fromBlock is above toBlock";
    return {};
}

LogFilterRange rangeOfLogFilter(std::string_view params)
{
    LogFilterRange range;
    const auto query = locateLogQuery(params);
    if (!query)
        return range;
    range.from = chain::parseQuantity(inside(query->fromToken)).value_or(0);
    range.to = chain::parseQuantity(inside(query->toToken)).value_or(UINT64_MAX);
    return range;
}

} // namespace spillway
