// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpclient.h"
#include "routing/routingtable.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace spillway {

/// The head of a request to the node, in `out`, whose memory is reused. `contentType` empty: application/json.
void composeHead(const RouteNode &node,
                 std::string_view contentType,
                 std::size_t bodyBytes,
                 std::string &out);

/// How long an answer is waited for on this connection from now on: one that is being made first takes its time for that.
[[nodiscard]] SteadyNs answerPatience(const RouteNode &node,
                                      const HttpClientConnection &connection,
                                      SteadyNs attemptTimeout);

} // namespace spillway
