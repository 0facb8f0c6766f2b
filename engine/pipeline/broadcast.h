// SPDX-License-Identifier: MIT
#pragma once

#include "pipeline/call.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace spillway {

/// One signed transaction on its way to several nodes at once. Each copy is a call of its own: limited, priced, counted and
/// passed on to the next node like any other, but no two copies ask the same node. The first acceptance answers the client;
/// the other copies go on, also when the client is gone. Only when all have failed does the client get an error: that of the
/// first copy that a node gave a reason for. Lives in one worker's thread and belongs to its WorkerContext.
class Broadcast final : public CallSink
{
public:
    /// `call`: the client's, told by Call::broadcastDone().
    Broadcast(WorkerContext &worker, Call &call, const CallRequest &request, int copies);
    ~Broadcast() override;

    void start();

    /// The client does not wait any more.
    void forgetCall() { m_call = nullptr; }

    // --- for the copies ---------------------------------------------------------------------------------

    [[nodiscard]] bool isAccepted() const { return m_accepted; }

    /// True for the first copy that asks: it looks whether the transaction is in already. What one node does not know of it
    /// the others do not know better.
    [[nodiscard]] bool claimVerification() { return !std::exchange(m_verified, true); }

    /// Leaves the nodes of all other copies out of the route of this one.
    void exclude(const Call &copy, CallRoute &route) const;
    void noteNode(const Call &copy, const RouteNode &node);

private:
    struct Taken
    {
        const Call *by = nullptr;
        std::size_t node = 0; ///< index in the table
    };

    void callDone(Call &copy, const CallResult &result) override;
    void answer(const CallResult &result);
    void keepError(const CallResult &result);
    void settle();

    WorkerContext &m_worker;
    Call *m_call;
    CallRequest
        m_request; ///< its views point into the texts below; its table is that of all copies
    std::string m_body;
    std::string m_method;
    std::string m_id;
    std::string m_contentType;
    std::size_t m_running = 0;
    bool m_starting = true;
    bool m_accepted = false;
    bool m_verified = false;
    std::vector<Taken> m_taken;
    CallResult m_error; ///< what to say if all fail; its views point into the texts below
    bool m_hasError = false;
    std::string m_errorBody;
    std::string m_errorText;
    std::string m_retryAfter;
    Timer m_end;
    std::vector<std::unique_ptr<Call>> m_copies;
};

} // namespace spillway
