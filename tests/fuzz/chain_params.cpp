// SPDX-License-Identifier: MIT
// Parameters of calls that name blocks: what is written in a tag's place leaves JSON, and no tag.
#include "chain/blockreference.h"
#include "chain/blockuse.h"
#include "fuzz.h"
#include "rpc/envelope.h"

using namespace spillway;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static constexpr const char *kMethods[] = {"eth_call",
                                               "eth_getBalance",
                                               "eth_getLogs",
                                               "eth_getBlockByNumber",
                                               "eth_getStorageAt",
                                               "eth_feeHistory",
                                               "eth_newFilter"};
    fuzz::Input input(data, size);
    const char *method = kMethods[input.byte() % std::size(kMethods)];
    const std::string body = std::string(R"({"jsonrpc":"2.0","id":1,"method":")") + method
                             + R"(","params":)" + std::string(input.rest()) + "}";
    rpc::Envelope envelope;
    rpc::parse(body, {.maxBatchSize = 1, .maxDepth = 64}, envelope);
    if (envelope.errorCode != 0 || envelope.elements.front().errorCode != 0)
        return 0;
    const rpc::Call &call = envelope.elements.front().call;
    const chain::BlockUse *use = chain::blockUse(call.method, ChainKind::Evm);
    if (use == nullptr)
        return 0;
    const chain::TagHeights heights{.latest = 0x1234, .safe = 0x1200, .finalized = 0x1100};
    const chain::BlockReference found = chain::findBlocks(*use, call.params, heights);
    require(found.editCount <= found.edits.size(), "edits are counted");
    if (!found.translated())
        return 0;
    std::string translated;
    chain::appendTranslated(call.text, call.params, found, translated);
    rpc::Envelope again;
    rpc::parse(translated, {.maxBatchSize = 1, .maxDepth = 64}, again);
    require(again.errorCode == 0 && again.elements.front().errorCode == 0,
            "a translated call is a call");
    const rpc::Call &changed = again.elements.front().call;
    require(changed.id == call.id && changed.method == call.method, "only parameters are changed");
    require(!chain::findBlocks(*use, changed.params, heights).translated(),
            "nothing is left to translate");
    return 0;
}
