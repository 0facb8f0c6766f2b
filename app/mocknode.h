// SPDX-License-Identifier: MIT
#pragma once

#include "mockbehaviour.h"
#include "mockrequest.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::mock {

/// One HTTP request as it came in.
struct Incoming
{
    std::string_view method;
    std::string_view target;
    std::string_view headers; ///< `name: value` lines; only filled while the node records
    std::string_view body;
    unsigned number = 1; ///< on its connection, from 1
};

/// What the connection has to do. Reused to keep its memory.
struct Plan
{
    std::string bytes;
    std::size_t bodyStart = 0;
    Micros delay{0};
    Reply::Fate fate = Reply::Fate::Answer;
    bool closeAfter = false;
    bool resetAfter = false; ///< RST instead of FIN
    std::size_t slowBytes = 0;
    Micros slowInterval{0};

    void clear();
};

/// Figures of one node, readable at any time from any thread.
struct Counters
{
    std::atomic<std::uint64_t> requests{0}; ///< HTTP requests
    std::atomic<std::uint64_t> calls{0};    ///< JSON-RPC calls in them
    std::atomic<std::uint64_t> batches{0};
    std::atomic<std::uint64_t> answered{0}; ///< answers that left as a whole
    std::atomic<std::uint64_t> aborted{0};  ///< connections lost or ended before the answer was out
    std::atomic<std::uint64_t> limited{0};  ///< refused by the rate limit
    std::atomic<std::uint64_t> connections{0}; ///< ever accepted
    std::atomic<std::uint64_t> open{0};
    std::atomic<std::uint64_t> inFlight{0};
    std::atomic<std::uint64_t> maxInFlight{0};
    std::atomic<std::uint64_t> bytesIn{0};
    std::atomic<std::uint64_t> bytesOut{0};
};

/// One upstream node: its behaviour, state and figures. Thread-safe.
class Node
{
public:
    explicit Node(std::string name)
        : m_name(std::move(name))
    {}

    [[nodiscard]] const std::string &name() const { return m_name; }

    Counters counters;

    /// Takes a new behaviour; step positions, bucket and head start anew.
    void setBehaviour(Behaviour behaviour);
    void setHead(std::uint64_t head);

    /// Decides the answer to one request and counts it. `reader` belongs to the calling thread.
    void answer(const Incoming &request, RequestReader &reader, Plan &plan);

    [[nodiscard]] bool isRecording() const { return m_recording.load(std::memory_order_relaxed); }

    [[nodiscard]] Micros idleClose() const
    {
        return Micros(m_idleClose.load(std::memory_order_relaxed));
    }

    /// Zeroes all figures but those of live connections, and drops the recorded requests.
    void reset();
    [[nodiscard]] std::string countersJson();
    [[nodiscard]] std::string recordedJson();

private:
    using Time = std::chrono::steady_clock::time_point;

    void begin(const Incoming &request);
    bool takeTokens(std::size_t count, Reply &refusal);
    const Reply *layerReply();
    void answerCalls(const RequestReader &reader, Plan &plan);
    void
    answerBatch(const RequestReader &reader, std::string &body, const Reply *&shape, Plan &plan);
    const Reply &answerCall(const Call &call, std::string &out);
    void writeReply(const Reply &reply, const Call &call, std::string &out);
    void writeMode(const Call &call, std::string &out);
    void writeEvm(const Call &call, std::string &out);
    void writeSolana(const Call &call, std::string &out);
    void compose(const Reply &shape, std::string body, const Call &first, Plan &plan);
    void addDelay(const Reply &reply, Plan &plan);
    [[nodiscard]] std::uint64_t movedBy(Micros interval) const;
    void record(const Incoming &request);

    const std::string m_name;
    std::mutex m_mutex;
    Behaviour m_behaviour;
    Time m_started = std::chrono::steady_clock::now();
    double m_tokens = 0;
    Time m_tokensAt = m_started;
    std::map<std::string, std::uint64_t, std::less<>> m_methods;
    std::deque<std::string> m_recorded;
    std::atomic<bool> m_recording{false};
    std::atomic<std::int64_t> m_idleClose{0};
};

} // namespace spillway::mock
