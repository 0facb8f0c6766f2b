// SPDX-License-Identifier: MIT
// Transactions that the chain may have already.
#include "pipeline/call.h"
#include "pipeline/rawtransaction.h"

#include <limits>

namespace spillway {

/// "Nonce too low" after a send of ours that may have arrived: the transaction may be in already. Asks the nodes for its
/// hash; if none knows it, the error stands.
void Call::beginVerification(const HttpResponse &response, const ReplyView &reply)
{
    const auto hash = rawTransactionHash(m_request.params);
    if (!hash) {
        finishForwarded(response);
        return;
    }
    m_verifying = true;
    m_saved.rank = std::numeric_limits<int>::max();
    m_saved.httpStatus = reply.httpStatus;
    m_saved.body =
        m_answer.id == m_request.id ? std::string(reply.body) : rpc::withId(m_answer, m_request.id);
    m_saved.node = m_node;
    rememberSavedText();
    m_verifyBody = R"({"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":[")"
                   + *hash + "\"]}";
    m_sentBody = m_verifyBody;
    m_sentMethod = "eth_getTransactionByHash";
    m_plan = m_table->plans().find(m_route.chain, m_sentMethod);
    m_route.tried.clear();
    step();
}

void Call::finishHash()
{
    CallResult result = resultOf(m_node);
    const auto hash = rawTransactionHash(m_request.params);
    if (hash) {
        m_text = "{\"jsonrpc\":\"2.0\",\"id\":" + std::string(m_request.id) + ",\"result\":\""
                 + *hash + "\"}";
    } else {
        m_text = rpc::withId(m_answer, m_request.id);
    }
    result.body = m_text;
    finish(result);
}

} // namespace spillway
