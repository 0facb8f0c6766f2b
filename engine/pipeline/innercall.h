// SPDX-License-Identifier: MIT
#pragma once

#include "pipeline/call.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace spillway {

/// A call that another one makes to get its answer: routed, priced and kept like a client's, but neither counted nor recorded
/// as one. Reused for question after question. One worker thread.
class InnerCall final : private CallSink
{
public:
    /// Told once per question, possibly before ask() returns; may ask the next one.
    using Done = std::function<void(InnerCall &, const CallResult &)>;

    InnerCall(WorkerContext &worker, Done done)
        : m_done(std::move(done))
        , m_call(worker, *this)
    {}

    struct Question
    {
        std::string_view method; ///< must outlive the call
        std::string_view params; ///< raw JSON array, copied
        std::shared_ptr<const NodeState> onlyNode = nullptr;
        CallRequest::Role role = CallRequest::Role::Own;
        bool fresh = false;             ///< no kept answer will do
        std::uint64_t neededBlocks = 0; ///< only nodes with so many; 0: as the params say
    };

    void ask(const InnerBasis &basis, const Question &question);

    void abandon() { m_call.abandon(); }

    [[nodiscard]] bool isRunning() const { return m_call.isRunning(); }

    [[nodiscard]] const CallRoute &route() const { return m_call.route(); }

private:
    void callDone(Call &, const CallResult &result) override { m_done(*this, result); }

    Done m_done;
    std::string m_body;
    Call m_call;
};

} // namespace spillway
