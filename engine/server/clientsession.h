// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpserver.h"
#include "pipeline/call.h"
#include "rpc/envelope.h"
#include "server/clients.h"

#include <memory>
#include <string>
#include <vector>

namespace spillway {

class FrontEnd;
struct ServerView;

/// The JSON-RPC side of one client connection: splits a body, runs its calls, writes the answer. One request at a
/// time, as HTTP/1.1 demands; kept with its buffers as long as the connection. One worker thread.
class ClientSession final : private CallSink
{
public:
    ClientSession(FrontEnd &frontEnd, HttpServerConnection &connection);
    ~ClientSession() override;

    /// What admission found out about the request that is being read.
    struct Admission
    {
        std::shared_ptr<const ServerView>
            view; ///< the config it was admitted under; a reload may come in between
        std::shared_ptr<WorkerTable> table;
        std::size_t chain = 0;
        const ClientIdentity *identity = nullptr;
        std::string
            address; ///< the client's, after trusted proxies; only filled when clients are rated or recorded
        int refuseStatus = 0; ///< 401, 403: answered once the id is known
        std::string refuseText;
    };

    Admission admission;
    std::string countedAddress; ///< this connection counts for that address; empty: it does not

    /// The body is there: answers it, now or later.
    void serve(const HttpRequest &request);
    void drained();

    [[nodiscard]] bool isBusy() const { return m_pending > 0; }

private:
    void addCall();
    void refuse(int httpStatus,
                int code,
                std::string_view message,
                RequestOutcome outcome,
                SteadyNs retryAfter = 0);
    void startSingle(rpc::Element &element, const HttpRequest &request);
    void startBatch(const HttpRequest &request);
    void startElement(std::size_t index, std::string_view contentType);
    bool methodAllowed(std::string_view method) const;
    void countRefusal(RequestOutcome outcome, std::uint64_t calls);

    struct Refusal
    {
        RequestOutcome outcome = RequestOutcome::BadRequest;
        int httpStatus = 400;
        int code = 0;
        std::string_view message;
    };

    void answerRefused(const Refusal &refusal, const rpc::Call &call);
    void refuseElement(std::size_t index, const Refusal &refusal);
    void recordRefusal(const Refusal &refusal, const rpc::Call *call, std::string_view answer);
    [[nodiscard]] std::string_view clientName() const;
    void composeHeaders(const CallResult &result);
    void batchDone();
    void billToken(std::uint64_t credits);

    void callDone(Call &call, const CallResult &result) override;
    bool streamBegin(Call &call,
                     const CallResult &result,
                     std::optional<std::uint64_t> length,
                     std::string_view prefix) override;
    bool streamChunk(Call &call, std::string_view bytes) override;
    void streamEnd(Call &call) override;
    void streamAbort(Call &call) override;

    FrontEnd &m_frontEnd;
    HttpServerConnection &m_connection;
    rpc::Envelope m_envelope;
    std::vector<std::unique_ptr<Call>> m_calls; ///< the first serves single requests
    std::size_t m_pending = 0;
    int m_granted = 0;       ///< calls of this request that the client's rates allow
    bool m_starting = false; ///< a batch's calls are being started: its end is looked at afterwards
    std::string m_headers;

    struct BatchElement
    {
        Call *call = nullptr;
        std::string answer; ///< empty: a notification
    };

    std::vector<BatchElement> m_batch;
    std::size_t m_batchBytes = 0;
    int m_batchAttempts = 0;
    std::uint64_t m_batchCredits = 0;
    std::uint64_t m_streamCredits = 0;
};

} // namespace spillway
