// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpclient.h"
#include "pipeline/calljob.h"
#include "pipeline/logquery.h"
#include "pipeline/senderpins.h"
#include "pipeline/workertable.h"
#include "rpc/envelope.h"
#include "upstream/outcome.h"

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

class Broadcast;
class Call;
class CallHedge;

/// What a call is made of. All views must stay valid until the call is done.
struct CallRequest
{
    std::shared_ptr<WorkerTable> table;
    std::size_t chain = 0; ///< index in that table
    std::string_view body; ///< bytes to send
    std::string_view method;
    std::string_view id; ///< raw token; empty: a notification
    std::string_view params;
    std::string_view contentType; ///< of the client; empty: application/json
    std::string_view
        client; ///< token name or address, for the record; may be empty while nobody records
    std::shared_ptr<const NodeState> onlyNode; ///< no other is asked; null: all of the chain
    Broadcast *broadcast =
        nullptr; ///< this is one of its copies, and no call of a client; must outlive it

    /// Whose words these are.
    enum class Role : std::uint8_t {
        Client, ///< a client's
        Asked,  ///< another call's, with what its client asked for: the client's limits hold
        Own,    ///< another call's, made up by the engine
        Part,   ///< the same, and not to be divided any further
    };

    Role role = Role::Client;
    bool fresh = false;    ///< no kept answer will do
    SteadyNs deadline = 0; ///< an earlier one than its own; 0: none
    std::uint64_t neededBlocks =
        0; ///< of a call that names no block by number: only nodes with so many
};

/// How a call ended. Views die when the callback returns.
struct CallResult
{
    RequestOutcome outcome = RequestOutcome::Forwarded;
    int httpStatus = 200;
    std::string_view body;           ///< empty for a notification
    std::string_view retryAfter;     ///< of the upstream's answer, passed on with errors
    SteadyNs retryAfterNs = 0;       ///< our own hint (0: none)
    const RouteNode *node = nullptr; ///< whose answer it is; null for the engine's own
    int attempts = 0;
    std::uint64_t credits = 0;
    bool local = false;            ///< from what the engine knows of the chain
    bool cached = false;           ///< kept from before, or shared with another call
    bool joined = false;           ///< of several nodes' answers, or of several by one
    bool accepted = false;         ///< a node gave a result
    std::optional<int> errorCode;  ///< of a JSON-RPC error
    std::string_view errorText;    ///< its message
    bool tooWide = false;          ///< a log query that was too much for a node
    bool tooManyAddresses = false; ///< because of its addresses
    std::uint64_t streamedBytes =
        0; ///< of an answer that was streamed; `body` is then its beginning
};

class CallSink
{
public:
    virtual ~CallSink() = default;

    virtual void callDone(Call &call, const CallResult &result) = 0;

    /// A large result begins; `prefix` are its first bytes. False: this sink cannot stream, the call collects instead.
    virtual bool streamBegin(Call &,
                             const CallResult &,
                             std::optional<std::uint64_t> /*length*/,
                             std::string_view /*prefix*/)
    {
        return false;
    }

    /// False: stop until Call::resumeStream().
    virtual bool streamChunk(Call &, std::string_view) { return true; }

    virtual void streamEnd(Call &) {}

    /// The rest will not come: let the client see the truncation.
    virtual void streamAbort(Call &) {}
};

/// The life of one JSON-RPC call: choose a node, send, classify, go on to the next or wait, answer. One worker thread.
/// Reused for call after call to keep its memory.
class Call final
    : private HttpResponseHandler
    , private JobHost
{
public:
    Call(WorkerContext &worker, CallSink &sink);
    ~Call() override;

    /// The sink is told exactly once, possibly before this returns.
    void start(CallRequest request);
    /// The client is gone: ends without telling the sink.
    void abandon();
    /// A permit or a probe slot may be free.
    void wake();
    /// The chain this call waits for has moved.
    void chainMoved();
    /// What the cache's backend has; null: nothing.
    void cacheFound(const cache::EntryPtr &entry);
    /// The call that asks for the same thing is over.
    void flightLanded(const cache::Landing &landing);
    /// The copies of a transaction: one was accepted, or all have failed.
    void broadcastDone(const CallResult &result, std::vector<RouteStep> steps);
    void resumeStream();

    [[nodiscard]] bool isRunning() const { return m_state != State::Idle; }

    [[nodiscard]] const CallRequest &request() const { return m_request; }

    [[nodiscard]] const CallRoute &route() const { return m_route; }

    [[nodiscard]] int attempts() const { return m_attempts; }

    [[nodiscard]] std::uint64_t credits() const { return m_credits; }

private:
    friend class CallHedge;

    enum class State {
        Idle,
        AwaitingChain,
        AwaitingCache,
        AwaitingCopies,
        Delegated,
        Choosing,
        Sleeping,
        Backoff,
        Attempting,
        Streaming
    };

    /// The error that is returned if every node fails.
    struct SavedError
    {
        int rank = -1;
        int httpStatus = 200;
        std::string body;
        std::string retryAfter;
        const RouteNode *node = nullptr;
        std::optional<int> code;
        std::string message;
    };

    enum class ChainStep { Choose, Wait, Answered };

    [[nodiscard]] const ChainConfig &chainConfig() const;

    /// Neither asked by another call nor a copy of one.
    [[nodiscard]] bool isClients() const
    {
        return m_request.role == CallRequest::Role::Client && m_request.broadcast == nullptr;
    }

    [[nodiscard]] chain::ChainState *chainState() const;
    bool consultChain();
    ChainStep readChain(chain::ChainState &state, SteadyNs now, SteadyNs &until);
    ChainStep finishLocal(LocalKind kind, std::string_view text);
    void stopAwaitingChain();
    void chainWaitOver();
    bool relaxTags(const Verdict &verdict);
    [[nodiscard]] bool lacksPromisedBlock() const;
    [[nodiscard]] bool isNullFromBehind();
    void saveNull(const ReplyView &reply);
    void preferPinned();
    void pinSender();
    [[nodiscard]] SenderPins::Moment pinMoment() const;
    bool sendCopies();
    void proceed();
    bool admitLogs();
    bool divideLogs();
    [[nodiscard]] bool usesFilter() const;
    void workOnFilter();
    void learnFromRefusal(const Outcome &outcome);
    void delegate(std::unique_ptr<CallJob> job);
    void endJob();
    [[nodiscard]] std::string_view sentParams() const;
    [[nodiscard]] cache::ChainFacts chainFacts(SteadyNs now) const;
    [[nodiscard]] cache::CanonicalHash canonicalHash() const;
    [[nodiscard]] cache::MethodCounters &cacheCounters();
    bool consultCache();
    bool serveKept(const cache::EntryPtr &entry);
    void finishCached(const cache::Entry &entry, const cache::Landing *landing);
    bool takeOff();
    void leaveCache();
    void missed();
    void keepAnswer(const HttpResponse &response);
    void landFlight(cache::Landing landing);
    void step();
    void beginAttempt(const Verdict &verdict);
    void bookAttempt(const Verdict &verdict);
    void armHedge();
    void sendAttempt();
    void settleAttempt(bool probeOver = true);
    void askAgain();
    void recordAttempt(std::string_view outcome,
                       bool answered,
                       SteadyNs now,
                       int httpStatus = 0,
                       std::string words = {});
    void park(const Verdict &verdict);
    void leaveSleep();
    void handleReply(const HttpResponse &response, const ReplyView &reply, SteadyNs now);
    void noteFailure(const Outcome &outcome, const std::string &words);
    void applyToNode(const Outcome &outcome, SteadyNs now, const std::string &words);
    void saveError(const Outcome &outcome, const ReplyView &reply, std::string_view retryAfter);
    void rememberSavedText();
    void nextNode(const Outcome &outcome);
    void giveUp(const Verdict &verdict);
    bool finishBehindSlot();
    bool finishUnsupported();
    [[nodiscard]] std::string whyNone(const Verdict &verdict) const;
    void finishForwarded(const HttpResponse &response);
    void beginVerification(const HttpResponse &response, const ReplyView &reply);
    void finishHash();
    void finishSaved();
    void finishError(RequestOutcome outcome,
                     int httpStatus,
                     int code,
                     std::string_view message,
                     SteadyNs retryAfter = 0);
    [[nodiscard]] CallResult resultOf(const RouteNode *node) const;
    void finish(const CallResult &result);
    std::shared_ptr<WorkerTable> conclude(const CallResult &result);
    void endStream(bool complete);
    void dropConnection();
    void refundAttempt();
    void logAttempt(std::string_view outcome,
                    std::string_view rule,
                    std::string_view detail,
                    SteadyNs elapsed,
                    int httpStatus,
                    std::size_t answerBytes);
    void onStepTimer();
    void onDeadline();
    void attemptTimedOut();
    void rebind();

    WorkerContext &jobWorker() override { return m_worker; }

    [[nodiscard]] InnerBasis jobBasis() const override;

    [[nodiscard]] std::string_view jobId() const override { return m_request.id; }

    void addShare(const InnerCall &call, const CallResult &result) override;
    void jobAnswered(std::string body, const NodeState *node) override;
    void jobAnsweredLocally(std::string_view text) override;
    void jobFailed(const CallResult &of) override;
    void
    jobRefused(RequestOutcome outcome, int httpStatus, int code, std::string_view message) override;
    void jobOvertaken() override;

    void responseComplete(HttpClientConnection &connection, const HttpResponse &response) override;
    bool responseLarge(HttpClientConnection &, const HttpResponse &response) override;
    void responseChunk(HttpClientConnection &connection, std::string_view bytes) override;
    void responseEnded(HttpClientConnection &connection) override;
    void exchangeFailed(HttpClientConnection &connection,
                        TransportFailure failure,
                        std::string_view detail,
                        bool answerBegun,
                        bool bytesLeft) override;
    void idleClosed(HttpClientConnection &connection) override;
    void requestSent(HttpClientConnection &connection) override;

    WorkerContext &m_worker;
    CallSink &m_sink;
    State m_state = State::Idle;
    CallRequest m_request;
    CallRoute m_route;
    std::shared_ptr<WorkerTable> m_table;
    std::list<Call *>::iterator m_asleep; ///< among the worker's sleepers, while sleeping
    std::shared_ptr<const MethodPlan> m_plan;
    LazyTimer m_stepTimer;
    LazyTimer m_deadlineTimer;
    SteadyNs m_received = 0;
    SteadyNs m_attemptTimeout = 0;
    SteadyNs m_sleepSince = 0;
    SteadyNs m_waited = 0;
    bool m_recorded = false;

    // what the chain has to do with it
    bool m_awaitsChain = false;    ///< registered with the worker
    bool m_chainGivenUp = false;   ///< waited long enough
    bool m_tagsTranslated = false; ///< m_sentBody is m_translatedBody
    SteadyNs m_blockWaitUntil = 0; ///< 0: has not waited for a block
    std::string m_translatedBody;

    // what signed transactions have to do with it
    std::shared_ptr<NodeState> m_pinned; ///< where the sender's latest one went
    Broadcast *m_copies = nullptr;       ///< while it waits for them

    // what other calls have to do with it
    std::unique_ptr<CallJob> m_job;
    int m_restarts = 0; ///< jobs that the chain has overtaken

    // of a log query
    std::optional<LogQuery> m_logs; ///< views into m_sentBody
    bool m_tooWide = false;         ///< it was too much for a node
    bool m_tooManyAddresses = false;

    // what the cache has to do with it
    cache::Plan m_cachePlan;
    std::string m_cacheKey; ///< of m_cachePlan, while m_mayKeep
    bool m_mayKeep = false; ///< the answer is one that may be kept
    int m_takeOffs = 0;
    std::shared_ptr<cache::Cache> m_cache; ///< of the flight it is on
    cache::Flights::Ticket m_leads = 0;    ///< 0: leads none
    cache::Flights::Ticket m_follows = 0;  ///< 0: follows none
    std::uint64_t m_cacheWaiter = 0;       ///< registered with the worker; 0: not

    // the running attempt
    const RouteNode *m_node = nullptr;
    std::uint64_t m_cost = 0;
    UtcDay m_bookedIn = 0;
    bool m_holdsProbe = false;
    bool m_isHedge = false; ///< it was begun beside another one
    SteadyNs m_attemptStart = 0;
    HttpClientConnection *m_connection = nullptr;
    std::string m_head;
    std::string m_collected;    ///< a large answer that cannot be streamed
    std::size_t m_reserved = 0; ///< bytes of it that count against the worker's bound
    bool m_collecting = false;
    int m_collectedStatus = 0;

    std::unique_ptr<CallHedge> m_hedge; ///< the other attempt; null until one was thought of

    std::uint64_t m_streamedBytes = 0;
    std::string m_streamHead; ///< its first bytes while bodies are captured

    int m_attempts = 0;
    std::uint64_t m_credits = 0;
    bool m_freshOnly = false; ///< a kept-alive connection broke under it: it takes new ones
    bool m_maybeDelivered = false; ///< an attempt's bytes left and no answer came back
    bool m_verifying = false;      ///< asking for the hash of a transaction that may be in already
    std::string m_verifyBody;
    std::string_view m_sentBody; ///< what goes to the nodes: the client's, but for a verification
    std::string_view m_sentMethod;
    SavedError m_saved;
    std::string m_lastFailure; ///< "node: words" of the attempt that failed last
    rpc::Answer m_answer;
    std::string m_text; ///< composed answers
};

} // namespace spillway
