// SPDX-License-Identifier: MIT
#include "mocklogs.h"

#include "mockchain.h"

#include <simdjson.h>

#include <algorithm>

namespace spillway::mock {
namespace {

using simdjson::dom::element;

std::string logAddress(std::uint64_t index)
{
    const std::string digits = quantity(index + 1);
    const std::string hex = digits.substr(3, digits.size() - 4);
    return "0x" + std::string(40 - hex.size(), '0') + hex;
}

struct Query
{
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::vector<std::string> addresses; ///< empty: any
};

void appendError(std::string &out, int code, const std::string &message)
{
    out += R"("error":{"code":)" + std::to_string(code) + R"(,"message":")" + message + "\"}";
}

std::string textOf(element filter, std::string_view key)
{
    std::string_view text;
    return filter[key].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

std::vector<std::string> addressesOf(element filter)
{
    std::vector<std::string> found;
    simdjson::dom::array list;
    std::string_view text;
    if (filter["address"].get(text) == simdjson::SUCCESS) {
        found.emplace_back(text);
    } else if (filter["address"].get(list) == simdjson::SUCCESS) {
        for (const element each : list) {
            if (each.get(text) == simdjson::SUCCESS)
                found.emplace_back(text);
        }
    }
    return found;
}

std::string logsOf(const EvmOptions &options, const Query &query, std::uint64_t &count)
{
    std::string out;
    for (std::uint64_t number = query.from; number <= query.to; ++number) {
        for (std::uint64_t i = 0; i < options.logsPerBlock; ++i) {
            const std::string address = logAddress(i);
            if (!query.addresses.empty() && std::ranges::count(query.addresses, address) == 0)
                continue;
            out += count++ > 0 ? "," : "";
            out += R"({"address":")" + address + R"(","topics":[],"data":"0x","blockNumber":)";
            out += quantity(number) + R"(,"blockHash":)" + blockHash(options, number);
            out += R"(,"logIndex":)" + quantity(i) + R"(,"removed":false})";
        }
    }
    return out;
}

} // namespace

void appendLogsMember(const EvmOptions &options,
                      std::uint64_t head,
                      std::string_view params,
                      std::string &out)
{
    simdjson::dom::parser parser;
    element root;
    element filter;
    if (parser.parse(params.data(), params.size()).get(root) != simdjson::SUCCESS
        || root.at(0).get(filter) != simdjson::SUCCESS || !filter.is_object()) {
        appendError(out, -32602, "invalid argument 0: an object is needed");
        return;
    }
    Query query;
    query.addresses = addressesOf(filter);
    if (const std::string hash = textOf(filter, "blockHash"); !hash.empty()) {
        const auto number =
            hash.size() == 66 ? hexNumber("0x" + hash.substr(50)) : std::optional<std::uint64_t>();
        if (!number || *number > head || blockHash(options, *number) != '"' + hash + '"') {
            appendError(out, -32000, "unknown block");
            return;
        }
        query.from = query.to = *number;
    } else {
        query.from = numberOfTag(textOf(filter, "fromBlock"), head).value_or(head);
        query.to = std::min(numberOfTag(textOf(filter, "toBlock"), head).value_or(head), head);
    }
    if (options.maxLogsSpan > 0 && query.to + 1 > query.from + options.maxLogsSpan) {
        appendError(out,
                    -32602,
                    "eth_getLogs is limited to a " + std::to_string(options.maxLogsSpan)
                        + " range");
        return;
    }
    if (options.maxLogAddresses > 0 && query.addresses.size() > options.maxLogAddresses) {
        appendError(out, -32005, "specify less number of addresses");
        return;
    }
    std::uint64_t count = 0;
    const std::string logs = logsOf(options, query, count);
    if (options.maxLogs > 0 && count > options.maxLogs) {
        appendError(out,
                    -32005,
                    "query returned more than " + std::to_string(options.maxLogs) + " results");
        return;
    }
    out += "\"result\":[" + logs + "]";
}

} // namespace spillway::mock
