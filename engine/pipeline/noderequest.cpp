// SPDX-License-Identifier: MIT
#include "pipeline/noderequest.h"

#include "io/httptext.h"

#include <array>
#include <charconv>
#include <cstring>

namespace spillway {

void composeHead(const RouteNode &node,
                 std::string_view contentType,
                 std::size_t bodyBytes,
                 std::string &out)
{
    constexpr std::string_view kLineEnds = "\r\n\r\n";
    out.assign(node.headBeforeType);
    out.append(contentType.empty() ? http::kJsonType : contentType);
    out.append(node.headAfterType);
    std::array<char, 24> digits{};
    char *const end = std::to_chars(digits.data(), digits.data() + 20, bodyBytes).ptr;
    std::memcpy(end, kLineEnds.data(), kLineEnds.size());
    out.append(digits.data(), end + kLineEnds.size());
}

SteadyNs answerPatience(const RouteNode &node,
                        const HttpClientConnection &connection,
                        SteadyNs attemptTimeout)
{
    return attemptTimeout + (connection.connected() ? 0 : toNs(node.target.connectTimeout));
}

} // namespace spillway
