// SPDX-License-Identifier: MIT
#pragma once

#include "io/deferredcalls.h"
#include "io/stream.h"

#include <memory>
#include <string>
#include <string_view>

namespace spillway {

/// How far a stream has come, and how its end and its failure are told: the same whatever carries the bytes.
class StreamState
    : public Stream
    , protected DeferredCalls::Target
{
protected:
    enum class State : unsigned char { Connecting, Open, Closed };

    struct Failure
    {
        TransportFailure failure;
        std::string detail;
    };

    /// `deferred` may go before the stream does, but not while it is used.
    explicit StreamState(DeferredCalls &deferred)
        : m_deferred(deferred)
    {}

    [[nodiscard]] bool mayRead() const
    {
        return m_state == State::Open && !m_ended && (!m_paused || m_finishing);
    }

    /// The peer has ended, or after finish() both sides have: calls the handler, if it is time to.
    void reportEnd();
    /// Dead now; calls the handler, so nothing of the stream may be used afterwards.
    void fail(TransportFailure failure, std::string_view detail);
    /// The same from the event loop. The first one counts.
    void failLater(TransportFailure failure, std::string detail);

    /// Gives the connection up, made or not.
    virtual void closeDown() = 0;

    DeferredCalls &m_deferred;
    State m_state = State::Open;
    bool m_paused = false;
    bool m_ended = false; ///< the peer has finished sending
    bool m_finishing = false;
    bool m_finSent = false;
    std::unique_ptr<Failure> m_failure; ///< to be told in the next turn

private:
    bool m_endReported = false;
};

} // namespace spillway
