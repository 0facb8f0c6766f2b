// SPDX-License-Identifier: MIT
#include "chain/block.h"

#include "rpc/jsonscan.h"

#include <array>
#include <charconv>

namespace spillway::chain {
namespace {

constexpr std::size_t kHashSize = 66;

std::string_view unquoted(std::string_view token)
{
    if (token.size() < 2 || token.front() != '"' || token.back() != '"')
        return {};
    return token.substr(1, token.size() - 2);
}

std::string hashIn(std::string_view token)
{
    const std::string_view text = unquoted(token);
    if (text.size() != kHashSize || !text.starts_with("0x"))
        return {};
    std::string hash(text);
    for (char &c : hash)
        c = c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c;
    return hash.find_first_not_of("0123456789abcdef", 2) == std::string::npos ? hash
                                                                              : std::string();
}

} // namespace

std::optional<std::uint64_t> parseQuantity(std::string_view text)
{
    if (text.size() < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
        return std::nullopt;
    std::uint64_t value = 0;
    const char *end = text.data() + text.size();
    const auto result = std::from_chars(text.data() + 2, end, value, 16);
    if (result.ec != std::errc() || result.ptr != end)
        return std::nullopt;
    return value;
}

std::string toQuantity(std::uint64_t value)
{
    std::array<char, 20> text{'0', 'x'};
    const auto end = std::to_chars(text.data() + 2, text.data() + text.size(), value, 16).ptr;
    return {text.data(), end};
}

std::optional<Block> parseBlock(std::string_view json)
{
    Block block;
    bool numbered = false;
    rpc::Scanner scanner(json);
    const bool whole = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == "number") {
            const auto number = parseQuantity(unquoted(value));
            numbered = number.has_value();
            block.number = number.value_or(0);
        } else if (key.raw == "hash") {
            block.hash = hashIn(value);
        } else if (key.raw == "parentHash") {
            block.parent = hashIn(value);
        }
        return true;
    });
    if (!whole || !numbered)
        return std::nullopt;
    if (block.hash.empty())
        block.parent.clear();
    return block;
}

} // namespace spillway::chain
