// SPDX-License-Identifier: MIT
#pragma once

#include "io/stream.h"

#include <memory>

namespace spillway {

/// Plain TCP on raw descriptors in the thread's EpollDispatcher, which must be the current one; TLS targets go to
/// the Qt backend.
std::unique_ptr<StreamFactory> makeEpollStreamFactory(IoContext &context);

} // namespace spillway
