// SPDX-License-Identifier: MIT
#include "io/streamstate.h"

#include <utility>

namespace spillway {

void StreamState::reportEnd()
{
    const bool due = m_finishing ? (m_finSent && m_ended) : m_ended;
    if (!due || m_state != State::Open)
        return;
    if (m_finishing)
        m_state = State::Closed;
    else if (std::exchange(m_endReported, true))
        return;
    if (m_handler)
        m_handler->streamEnded(*this);
}

void StreamState::fail(TransportFailure failure, std::string_view detail)
{
    if (m_state == State::Closed)
        return;
    const std::string kept(detail); // it may live in what is closed
    m_state = State::Closed;
    closeDown();
    if (m_handler)
        m_handler->streamFailed(*this, failure, kept);
}

void StreamState::failLater(TransportFailure failure, std::string detail)
{
    if (m_failure || m_state == State::Closed)
        return;
    m_failure = std::make_unique<Failure>(Failure{failure, std::move(detail)});
    m_deferred.post(*this);
}

} // namespace spillway
