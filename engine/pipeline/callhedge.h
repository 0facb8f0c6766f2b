// SPDX-License-Identifier: MIT
#pragma once

#include "io/httpclient.h"
#include "io/timers.h"
#include "store/usagestore.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace spillway {

class Call;
struct CallResult;
struct RouteNode;

/// What a call keeps of one attempt that is out.
struct HedgeLane
{
    const RouteNode *node = nullptr;
    std::uint64_t cost = 0;
    UtcDay bookedIn = 0;
    bool holdsProbe = false;
    bool hedge = false;
    SteadyNs start = 0;
    HttpClientConnection *connection = nullptr;
};

/// The second attempt of a call whose first one is slow. The call itself knows one attempt; the other one's part is kept here
/// and changes places with it when it has something to tell. What an answer means, what it costs and whom it blames is
/// thereby decided by the call, whichever attempt it comes from. Made at the first use and kept by its call.
class CallHedge final : private HttpResponseHandler
{
public:
    explicit CallHedge(Call &call);

    /// The first attempt has begun: a second node is asked at `when` if there is no answer by then.
    void arm(SteadyNs when);
    /// The call's attempt has failed. True: the other one is the call's now, and goes on.
    [[nodiscard]] bool takeOver();
    /// The other attempt, if there is one, is not needed any more, for the reason `outcome`.
    void dropOther(std::string_view outcome);
    /// The call is over.
    void end(const CallResult &result);

private:
    enum class State {
        Idle,
        Armed,
        Out,    ///< the call has the first attempt, the lane the second
        Turned, ///< the second one has something to tell: the call has it, the lane the first
        Alone,  ///< the second one is the call's, and the only one
    };

    void timeOver();
    void begin();
    void send();
    void exchange();
    void turn();
    void giveUpRace(bool bytesLeft);
    void bookLoss(std::string_view outcome, bool bytesLeft);

    void responseComplete(HttpClientConnection &connection, const HttpResponse &response) override;
    bool responseLarge(HttpClientConnection &connection, const HttpResponse &response) override;
    void responseChunk(HttpClientConnection &connection, std::string_view bytes) override;
    void responseEnded(HttpClientConnection &connection) override;
    void exchangeFailed(HttpClientConnection &connection,
                        TransportFailure failure,
                        std::string_view detail,
                        bool answerBegun,
                        bool bytesLeft) override;
    void idleClosed(HttpClientConnection &connection) override;
    void requestSent(HttpClientConnection &connection) override;

    Call &m_call;
    State m_state = State::Idle;
    Timer m_timer;             ///< Armed: when to begin; Out: until when the second one may take
    SteadyNs m_firstUntil = 0; ///< until when the first one may take, while Turned
    HedgeLane m_lane;
    std::string
        m_head; ///< of the second one's request: must stay while it waits for its connection
};

} // namespace spillway
