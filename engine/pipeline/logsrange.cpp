// SPDX-License-Identifier: MIT
#include "pipeline/logsrange.h"

#include <simdjson.h>

#include <charconv>

namespace spillway {
namespace {

std::optional<std::uint64_t> blockNumber(simdjson::dom::element filter, std::string_view key)
{
    std::string_view text;
    if (filter[key].get(text) != simdjson::SUCCESS || text.size() < 3 || text[0] != '0'
        || (text[1] | 0x20) != 'x')
        return std::nullopt;
    std::uint64_t value = 0;
    const auto result = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

std::optional<std::uint64_t> logsRange(std::string_view params)
{
    thread_local simdjson::dom::parser parser;
    simdjson::dom::element root;
    simdjson::dom::element filter;
    // Copied and padded: the params end where the body may end.
    if (parser.parse(params.data(), params.size(), true).get(root) != simdjson::SUCCESS
        || root.at_pointer("/0").get(filter) != simdjson::SUCCESS || !filter.is_object())
        return std::nullopt;
    const auto from = blockNumber(filter, "fromBlock");
    const auto to = blockNumber(filter, "toBlock");
    if (!from || !to || *to < *from)
        return std::nullopt;
    return *to - *from + 1;
}

} // namespace spillway
