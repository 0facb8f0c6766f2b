// SPDX-License-Identifier: MIT
#include "io/iocontext.h"

namespace spillway {

IoContext::IoContext(const Clock &clock, IoBackend backend)
    : m_clock(clock)
    , m_timers(clock)
    , m_readBuffer(std::make_unique_for_overwrite<char[]>(kReadBufferSize))
    , m_streams(makeStreamFactory(*this, backend))
{}

IoContext::~IoContext() = default;

} // namespace spillway
