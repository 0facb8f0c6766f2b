// SPDX-License-Identifier: MIT
#include "io/iocontext.h"

#include "io/transportstream.h"

namespace spillway {

IoContext::IoContext(const Clock &clock, IoBackend backend)
    : m_clock(clock)
    , m_timers(clock)
    , m_readBuffer(std::make_unique_for_overwrite<char[]>(kReadBufferSize))
    , m_streams(makeStreamFactory(*this, backend))
{}

IoContext::~IoContext() = default;

void IoContext::useTransport(std::shared_ptr<Transport> transport)
{
    m_streams = makeTransportStreamFactory(std::move(transport), std::move(m_streams));
}

} // namespace spillway
