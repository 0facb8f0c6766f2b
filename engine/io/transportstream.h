// SPDX-License-Identifier: MIT
#pragma once

#include "io/stream.h"
#include "spillway/embedding.h"

#include <memory>

namespace spillway {

/// Streams to nodes that end in a Transport of the embedding program: what the HTTP client writes is read as one request,
/// the reply becomes bytes of an answer. Nothing above knows the difference. Accepted connections are `fallback`'s.
std::unique_ptr<StreamFactory> makeTransportStreamFactory(std::shared_ptr<Transport> transport,
                                                          std::unique_ptr<StreamFactory> fallback);

} // namespace spillway
