// SPDX-License-Identifier: MIT
#pragma once

#include "core/clock.h"
#include "io/stream.h"
#include "io/timers.h"
#include "spillway/config.h"

#include <cstddef>
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

    /// The steady time, read at most once while one event of a descriptor is worked off: what happens in answer to it
    /// happens at one moment, and a request needs the time in half a dozen places.
    [[nodiscard]] SteadyNs now()
    {
        if (!m_inEvent)
            return m_clock.steadyNs();
        if (m_eventTime == 0)
            m_eventTime = m_clock.steadyNs();
        return m_eventTime;
    }

    /// Stands for the event now being worked off. They may be nested.
    class Event
    {
    public:
        explicit Event(IoContext &context)
            : m_context(context)
            , m_outer(context.m_inEvent)
        {
            context.m_inEvent = true;
            context.m_eventTime = 0;
        }

        ~Event()
        {
            m_context.m_inEvent = m_outer;
            m_context.m_eventTime = 0;
        }

        Event(const Event &) = delete;
        Event &operator=(const Event &) = delete;

    private:
        IoContext &m_context;
        const bool m_outer;
    };

    Timers &timers() { return m_timers; }

    StreamFactory &streams() { return *m_streams; }

    /// Connections to nodes end in the embedding program from now on.
    void useTransport(std::shared_ptr<Transport> transport);

    /// The buffer every read goes into: 256 KiB, shared, never kept.
    char *readBuffer() { return m_readBuffer.get(); }

    static constexpr std::size_t kReadBufferSize = 256 * 1024;

    /// Room for composing a message before a write: at least so many bytes, with anything in them, until the next call.
    char *scratch(std::size_t bytes)
    {
        if (m_scratch.size() < bytes)
            m_scratch.resize(bytes);
        return m_scratch.data();
    }

private:
    const Clock &m_clock;
    Timers m_timers;
    std::unique_ptr<char[]> m_readBuffer;
    std::string m_scratch;
    SteadyNs m_eventTime = 0; ///< 0: not read yet
    bool m_inEvent = false;
    std::unique_ptr<StreamFactory> m_streams;
};

} // namespace spillway
