// SPDX-License-Identifier: MIT
#include "pipeline/noderequest.h"

#include <array>
#include <charconv>

namespace spillway {

void composeHead(const RouteNode &node,
                 std::string_view contentType,
                 std::size_t bodyBytes,
                 std::string &out)
{
    out.assign(node.headBeforeType);
    out.append(contentType.empty() ? std::string_view("application/json") : contentType);
    out.append(node.headAfterType);
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), bodyBytes).ptr;
    out.append(digits.data(), end).append("\r\n\r\n");
}

SteadyNs answerPatience(const RouteNode &node,
                        const HttpClientConnection &connection,
                        SteadyNs attemptTimeout)
{
    return attemptTimeout + (connection.connected() ? 0 : toNs(node.target.connectTimeout));
}

} // namespace spillway
