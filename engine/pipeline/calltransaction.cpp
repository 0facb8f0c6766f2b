// SPDX-License-Identifier: MIT
// Signed transactions: sent to several nodes, in already, and what is asked about them afterwards.
#include "cache/params.h"
#include "chain/signedtransaction.h"
#include "pipeline/broadcast.h"
#include "pipeline/call.h"
#include "rpc/jsonscan.h"

#include <limits>
#include <utility>

namespace spillway {
namespace {

std::string_view fromIn(std::string_view transaction)
{
    std::string_view from;
    rpc::Scanner scanner(transaction);
    static_cast<void>(scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == "from")
            from = cache::plainString(value).value_or(std::string_view());
        return true;
    }));
    return from;
}

} // namespace

SenderPins::Moment Call::pinMoment() const
{
    SenderPins::Moment moment;
    moment.now = m_worker.now();
    if (const chain::ChainState *state = chainState()) {
        moment.headBlocks = state->headBlocks(moment.now);
        moment.blockInterval = state->blockInterval();
    }
    return moment;
}

/// The node that took the latest transaction of the account this call is about comes first. If it cannot be had, others will
/// do.
void Call::preferPinned()
{
    SenderPins &pins = m_worker.shared().pins();
    if (pins.isEmpty())
        return;
    const std::string &chain = chainConfig().name;
    const std::string_view first = cache::Params(m_request.params).at(0);
    const std::string_view text = cache::plainString(first).value_or(std::string_view());
    std::optional<chain::Address> account;
    switch (m_plan->accountUse) {
    case AccountUse::None:
        return;
    case AccountUse::Sends:
        // The next nonce is of no use where the one before is not known.
        if (const auto sent = chain::readSignedTransaction(m_request.params))
            account = sent->sender;
        break;
    case AccountUse::Address:
        account = chain::parseHex<20>(text);
        break;
    case AccountUse::From:
        account = chain::parseHex<20>(fromIn(first));
        break;
    case AccountUse::Transaction:
        if (const auto hash = chain::parseHex<32>(text))
            m_pinned = pins.nodeOf(chain, *hash, pinMoment());
        break;
    }
    if (account)
        m_pinned = pins.nodeOf(chain, *account, pinMoment());
    m_route.preferredNode = m_pinned.get();
}

/// A node has taken the transaction, or had it already. Of several copies the first counts.
void Call::pinSender()
{
    if (m_request.broadcast != nullptr && m_request.broadcast->isAccepted())
        return;
    if (const auto sent = chain::readSignedTransaction(m_request.params))
        m_worker.shared().pins().pin(chainConfig().name, *sent, m_node->state, pinMoment());
}

/// True: the copies are on their way, and broadcastDone() will tell.
bool Call::sendCopies()
{
    const int copies = chainConfig().broadcastTransactions;
    if (copies <= 1 || m_request.broadcast != nullptr || m_request.id.empty())
        return false;
    CallRequest request = m_request;
    request.table = m_table;
    m_copies = m_worker.beginBroadcast(*this, request, copies);
    if (m_copies == nullptr)
        return false;
    m_state = State::AwaitingCopies;
    m_copies->start();
    return true;
}

void Call::broadcastDone(const CallResult &result, std::vector<RouteStep> steps)
{
    m_copies = nullptr;
    m_attempts = result.attempts;
    m_credits = result.credits;
    m_route.steps = std::move(steps);
    finish(result);
}

/// "Nonce too low" for a transaction that may be in already: sent by the client before, or by an attempt of ours. Asks for it
/// by its hash; if nobody knows it, the error stands. Where nothing of ours can have arrived, or every node was sent a copy, the
/// node that has seen the nonce used is the one to know by what.
void Call::beginVerification(const HttpResponse &response, const ReplyView &reply)
{
    const auto sent = chain::readSignedTransaction(m_request.params);
    if (!sent || (m_request.broadcast != nullptr && !m_request.broadcast->claimVerification())) {
        finishForwarded(response);
        return;
    }
    m_verifying = true;
    if (!m_maybeDelivered || m_request.broadcast != nullptr)
        m_route.onlyNode = m_node->state.get();
    m_route.preferredNode = nullptr;
    m_saved.rank = std::numeric_limits<int>::max();
    m_saved.httpStatus = reply.httpStatus;
    m_saved.body =
        m_answer.id == m_request.id ? std::string(reply.body) : rpc::withId(m_answer, m_request.id);
    m_saved.node = m_node;
    rememberSavedText();
    m_verifyBody = R"({"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":[")"
                   + sent->hashText() + "\"]}";
    m_sentBody = m_verifyBody;
    m_sentMethod = "eth_getTransactionByHash";
    m_plan = m_table->plans().find(m_route.chain, m_sentMethod);
    m_route.tried.clear();
    step();
}

void Call::finishHash()
{
    CallResult result = resultOf(m_node);
    result.accepted = true;
    if (chainConfig().kind == ChainKind::Evm)
        pinSender();
    if (const auto sent = chain::readSignedTransaction(m_request.params)) {
        m_text = "{\"jsonrpc\":\"2.0\",\"id\":" + std::string(m_request.id) + ",\"result\":\""
                 + sent->hashText() + "\"}";
    } else {
        m_text = rpc::withId(m_answer, m_request.id);
    }
    result.body = m_text;
    finish(result);
}

} // namespace spillway
