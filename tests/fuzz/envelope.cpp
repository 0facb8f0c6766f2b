// SPDX-License-Identifier: MIT
// JSON-RPC on bytes, both ways: no view leaves its text, what is taken is JSON, and a changed id is the only change.
#include "rpc/envelope.h"

#include "fuzz.h"

#include <simdjson.h>

using namespace spillway;
using fuzz::liesIn;
using fuzz::require;

namespace {

/// Whether the structure is JSON. Numbers beyond 64 bits and lone surrogates, which the library refuses, are left to the node.
bool isJson(std::string_view text)
{
    static simdjson::dom::parser parser;
    switch (parser.parse(simdjson::padded_string(text)).error()) {
    case simdjson::EMPTY:
    case simdjson::TAPE_ERROR:
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
    case simdjson::UNCLOSED_STRING:
    case simdjson::UNESCAPED_CHARS:
    case simdjson::UTF8_ERROR:
        return false;
    default:
        return true;
    }
}

void checkCall(const rpc::Element &element, const rpc::Envelope &envelope)
{
    const rpc::Call &call = element.call;
    require(liesIn(call.id, envelope.body), "the id lies in the body");
    if (element.errorCode != 0) {
        require(isJson(rpc::errorObject(call.id, element.errorCode, element.errorMessage)),
                "the error answer is JSON");
        return;
    }
    require(liesIn(call.text, envelope.body) && liesIn(call.params, call.text),
            "call and params lie in the body");
    require(liesIn(call.method, call.text) || liesIn(call.method, envelope.methodStorage),
            "the method has an owner");
    require(!call.method.empty() && isJson(call.text), "a call is JSON with a method");
    if (call.isNotification())
        return;
    const std::string changed = rpc::withId(call, "\"other\"");
    rpc::Envelope again;
    rpc::parse(changed, {}, again);
    require(again.errorCode == 0 && again.elements.size() == 1
                && again.elements.front().errorCode == 0,
            "a call with another id is a call");
    require(again.elements.front().call.id == "\"other\""
                && again.elements.front().call.method == call.method
                && again.elements.front().call.params == call.params,
            "only the id has changed");
}

void checkAnswer(const rpc::Answer &answer, std::string_view body)
{
    using Kind = rpc::Answer::Kind;
    for (const std::string_view part : {answer.text, answer.id, answer.result, answer.error})
        require(liesIn(part, body), "parts of an answer lie in it");
    for (const std::string_view part : {answer.message, answer.dataText})
        require(liesIn(part, body) || liesIn(part, answer.storage), "texts have an owner");
    if (answer.kind != Kind::Result && answer.kind != Kind::Error)
        return;
    require(!answer.complete || isJson(answer.text), "an answer is JSON");
    const std::string changed = rpc::withId(answer, "42");
    rpc::Answer again;
    rpc::scanAnswer(changed, again);
    require(again.kind == answer.kind && again.id == "42", "only the id of an answer has changed");
    require(again.error == answer.error && (!answer.complete || again.result == answer.result),
            "result and error are kept to the byte");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view body(reinterpret_cast<const char *>(data), size);
    rpc::Envelope envelope;
    rpc::parse(body, {.maxBatchSize = 20, .maxDepth = 64}, envelope);
    require(liesIn(envelope.body, body), "the body lies in the body");
    require(envelope.errorCode != 0 || !envelope.elements.empty(),
            "a body that is taken has elements");
    if (envelope.errorCode == 0) {
        for (const rpc::Element &element : envelope.elements)
            checkCall(element, envelope);
    }

    rpc::Answer answer;
    rpc::scanAnswer(body, answer);
    checkAnswer(answer, body);
    rpc::Answer sampled;
    rpc::scanAnswer(body, sampled, 16);
    checkAnswer(sampled, body);
    std::vector<rpc::Answer> elements;
    if (rpc::splitAnswers(body, elements, 50)) {
        for (const rpc::Answer &element : elements)
            checkAnswer(element, body);
    }
    return 0;
}
