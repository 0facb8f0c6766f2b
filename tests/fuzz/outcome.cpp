// SPDX-License-Identifier: MIT
// The classifier over any status, header and body that a node may send.
#include "upstream/outcome.h"

#include "fuzz.h"
#include "rpc/envelope.h"

using namespace spillway;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const std::shared_ptr<const OutcomeRules> rules = OutcomeRules::builtIn();
    constexpr SteadyNs kLongest = 300'000'000'000;
    fuzz::Input input(data, size);
    const std::uint8_t flags = input.byte();
    ReplyView reply;
    reply.httpStatus = 100 + 4 * input.byte() / 2;
    reply.notification = (flags & 1) != 0;
    reply.expectedBatch = (flags & 2) != 0;
    CallView call;
    call.resent = (flags & 4) != 0;
    call.chain = static_cast<ChainKind>((flags >> 3) % 3);
    call.method = input.text();
    call.host = input.text();
    reply.retryAfter = input.text();
    reply.date = input.text();
    reply.body = input.rest();
    rpc::Answer answer;
    rpc::scanAnswer(reply.body, answer);
    reply.answer = &answer;

    const Outcome outcome = rules->classify(reply, call, 1'700'000'000'000);
    require(!treatmentName(outcome.treatment).empty() && !outcome.rule.empty(),
            "every answer has a rule");
    require(outcome.wait >= 0 && outcome.wait <= kLongest, "a wait is at most 300 s");
    require(outcome.maxNodes >= 0 && outcome.errorRank >= 0, "bounds are not negative");
    if (answer.kind == rpc::Answer::Kind::Result && reply.httpStatus / 100 == 2
        && !reply.expectedBatch)
        require(outcome.treatment == Treatment::Answer, "a result is an answer");

    if (const auto wait = parseRetryAfter(reply.retryAfter, reply.date, 1'700'000'000'000))
        require(*wait >= 0, "no wait ends in the past");
    if (const auto wait = parseWaitText(reply.body, reply.retryAfter))
        require(*wait > 0, "a wait that is named is longer than nothing");
    (void)parseSpanLimit(reply.body);
    return 0;
}
