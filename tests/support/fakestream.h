// SPDX-License-Identifier: MIT
#pragma once

#include "io/stream.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace spillway::test {

class FakeStream;

/// The other end of a FakeStream, and the kernel between. Outlives the stream.
struct FakeWire
{
    static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

    std::string sent;            ///< taken by the kernel
    std::string buffered;        ///< still in the stream
    std::size_t room = kNoLimit; ///< how much more the kernel takes
    int writes = 0;
    bool failNextWrite = false; ///< the next write fails; fail() must follow
    bool pendingInput = false;
    bool paused = false;
    bool finished = false;
    bool aborted = false;
    std::string waiting; ///< came while reading was paused
    FakeStream *stream = nullptr;

    [[nodiscard]] StreamHandler *handler() const;

    [[nodiscard]] bool isOpen() const { return stream != nullptr && !aborted; }

    // From the peer. Each piece lives in memory of its own that dies right after the call, as the shared read
    // buffer's contents do.
    void deliver(std::string_view bytes);
    void deliverEach(std::string_view bytes, std::size_t pieceSize = 1);
    void end();
    void fail(TransportFailure failure = TransportFailure::ClosedEarly);
    void connect();
    /// The peer reads: the kernel takes `bytes` more of what is buffered.
    void drain(std::size_t bytes = kNoLimit);
    /// Delivers what has waited for the end of a pause.
    void flow();

    std::string takeSent() { return std::exchange(sent, {}); }
};

/// A Stream in memory.
class FakeStream final : public Stream
{
public:
    explicit FakeStream(std::shared_ptr<FakeWire> wire)
        : m_wire(std::move(wire))
    {
        m_wire->stream = this;
    }

    ~FakeStream() override { m_wire->stream = nullptr; }

    bool write(std::string_view first, std::string_view second) override
    {
        ++m_wire->writes;
        if (m_wire->failNextWrite) {
            m_wire->failNextWrite = false;
            return false;
        }
        m_wire->buffered.append(first).append(second);
        moveToKernel();
        m_wantsDrained = !m_wire->buffered.empty();
        return m_wire->buffered.empty();
    }

    [[nodiscard]] std::size_t bufferedBytes() const override { return m_wire->buffered.size(); }

    void setReadingPaused(bool paused) override { m_wire->paused = paused; }

    [[nodiscard]] bool hasPendingInput() override { return m_wire->pendingInput; }

    void finish() override { m_wire->finished = true; }

    void abort() override { m_wire->aborted = true; }

    [[nodiscard]] std::string peerAddress() const override { return "192.0.2.7"; }

private:
    friend struct FakeWire;

    void moveToKernel()
    {
        const std::size_t taken = std::min(m_wire->room, m_wire->buffered.size());
        m_wire->sent.append(m_wire->buffered, 0, taken);
        m_wire->buffered.erase(0, taken);
        if (m_wire->room != FakeWire::kNoLimit)
            m_wire->room -= taken;
    }

    std::shared_ptr<FakeWire> m_wire;
    bool m_wantsDrained = false;
};

inline StreamHandler *FakeWire::handler() const
{
    return stream ? stream->m_handler : nullptr;
}

inline void FakeWire::deliver(std::string_view bytes)
{
    if (!isOpen() || bytes.empty())
        return;
    if (paused && !finished) {
        waiting.append(bytes);
        return;
    }
    const std::vector<char> shortLived(bytes.begin(), bytes.end());
    if (!finished && handler())
        handler()->streamData(*stream, {shortLived.data(), shortLived.size()});
}

inline void FakeWire::deliverEach(std::string_view bytes, std::size_t pieceSize)
{
    for (std::size_t at = 0; at < bytes.size(); at += pieceSize)
        deliver(bytes.substr(at, pieceSize));
}

inline void FakeWire::end()
{
    if (isOpen())
        handler()->streamEnded(*stream);
}

inline void FakeWire::fail(TransportFailure failure)
{
    if (isOpen())
        handler()->streamFailed(*stream, failure, "told by the test");
}

inline void FakeWire::connect()
{
    if (isOpen())
        handler()->streamConnected(*stream);
}

inline void FakeWire::drain(std::size_t bytes)
{
    room = bytes;
    if (!isOpen())
        return;
    stream->moveToKernel();
    if (buffered.empty() && std::exchange(stream->m_wantsDrained, false))
        handler()->streamDrained(*stream);
}

inline void FakeWire::flow()
{
    while (!paused && isOpen() && !waiting.empty()) {
        const std::string bytes = std::exchange(waiting, {});
        deliver(bytes);
    }
}

} // namespace spillway::test
