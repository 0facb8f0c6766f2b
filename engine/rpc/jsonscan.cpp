// SPDX-License-Identifier: MIT
#include "rpc/jsonscan.h"

#include <simdjson.h>

namespace spillway::rpc {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Above this a parser of its own is used, so that one huge text does not stay in memory with its thread.
constexpr std::size_t kKeptParserBytes = 64U * 1024;

bool decodeWith(simdjson::dom::parser &parser,
                std::string_view raw,
                std::string &storage,
                std::string_view &value)
{
    std::string_view text;
    if (parser.parse(simdjson::padded_string(raw)).get(text) != simdjson::SUCCESS)
        return false;
    // Lone surrogates come out as bytes that are no UTF-8.
    if (!validUtf8(text))
        return false;
    const std::size_t offset = storage.size();
    storage.append(text);
    value = std::string_view(storage).substr(offset);
    return true;
}

} // namespace

bool validUtf8(std::string_view text)
{
    return simdjson::validate_utf8(text.data(), text.size());
}

bool decodeString(std::string_view raw, std::string &storage, std::string_view &value)
{
    if (raw.size() > kKeptParserBytes) {
        simdjson::dom::parser parser;
        return decodeWith(parser, raw, storage, value);
    }
    thread_local simdjson::dom::parser parser;
    return decodeWith(parser, raw, storage, value);
}

std::string_view trimDocument(std::string_view text)
{
    if (!text.empty() && text.front() == kByteOrderMark.front() && text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace spillway::rpc
