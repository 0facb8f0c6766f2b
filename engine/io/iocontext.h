// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "io/stream.h"
#include "io/timers.h"
#include "spillway/config.h"

#include <memory>
#include <string>
#include <vector>

namespace spillway {

class Transport;

/// What every object of one I/O thread shares: clock, timers, the read buffer, the stream factory. Made and
/// destroyed in that thread.
class IoContext
{
public:
    explicit IoContext(const Clock &clock, IoBackend backend = IoBackend::Auto);
    ~IoContext();

    [[nodiscard]] const Clock &clock() const { return m_clock; }
    Timers &timers() { return m_timers; }
    StreamFactory &streams() { return *m_streams; }
    /// Connections to nodes end in the embedding program from now on.
    void useTransport(std::shared_ptr<Transport> transport);

    /// The buffer every read goes into: 256 KiB, shared, never kept.
    char *readBuffer() { return m_readBuffer.get(); }
    static constexpr std::size_t kReadBufferSize = 256 * 1024;

    /// Scratch for composing a message head before a write; cleared by the user.
    std::string &scratch() { return m_scratch; }

private:
    const Clock &m_clock;
    Timers m_timers;
    std::unique_ptr<char[]> m_readBuffer;
    std::string m_scratch;
    std::unique_ptr<StreamFactory> m_streams;
};

} // namespace spillway
