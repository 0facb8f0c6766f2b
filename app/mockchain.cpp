// SPDX-License-Identifier: MIT
#include "mockchain.h"

#include "mocklogs.h"

#include <simdjson.h>

#include <array>
#include <charconv>
#include <cstdio>

namespace spillway::mock {

namespace {

constexpr std::string_view kNoMethod =
    R"("error":{"code":-32601,"message":"the method does not exist/is not available"})";

std::uint64_t mixed(std::uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}

std::string block(const EvmOptions &options, std::uint64_t number)
{
    const std::string parent =
        number == 0 ? '"' + ("0x" + std::string(64, '0')) + '"' : blockHash(options, number - 1);
    std::string out = R"({"number":)" + quantity(number);
    out += R"(,"hash":)" + blockHash(options, number);
    out += R"(,"parentHash":)" + parent;
    out += R"(,"timestamp":)" + quantity(1'700'000'000 + number * 12);
    out += R"(,"difficulty":"0x0","gasLimit":"0x1c9c380","gasUsed":"0x0","baseFeePerGas":"0x7",)";
    out += R"("nonce":"0x0000000000000000","miner":"0x0000000000000000000000000000000000000000",)";
    out += R"("logsBloom":"0x)" + std::string(512, '0') + R"(","extraData":"0x","size":"0x21b",)";
    out += R"("transactionsRoot":")" + ("0x" + std::string(64, '1')) + R"(","stateRoot":")";
    out += "0x" + std::string(64, '2') + R"(","receiptsRoot":")" + "0x" + std::string(64, '3');
    out += R"(","sha3Uncles":")" + ("0x" + std::string(64, '4'))
           + R"(","transactions":[],"uncles":[]})";
    return out;
}

std::string firstParam(std::string_view params)
{
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    std::string_view text;
    if (parser.parse(params.data(), params.size()).get(root) != simdjson::SUCCESS
        || root.at(0).get(text) != simdjson::SUCCESS)
        return {};
    return std::string(text);
}

std::string blockByNumber(const EvmOptions &options, std::uint64_t head, std::string_view params)
{
    const auto number = numberOfTag(firstParam(params), head);
    return number && *number <= head ? block(options, *number) : "null";
}

std::string blockByHash(const EvmOptions &options, std::uint64_t head, std::string_view params)
{
    const std::string hash = firstParam(params);
    if (hash.size() != 66)
        return "null";
    const auto number = hexNumber("0x" + hash.substr(50));
    if (!number || *number > head || blockHash(options, *number) != '"' + hash + '"')
        return "null";
    return block(options, *number);
}

std::string evmResult(const EvmOptions &options,
                      std::uint64_t head,
                      std::string_view method,
                      std::string_view params)
{
    if (method == "eth_blockNumber")
        return quantity(head);
    if (method == "eth_chainId")
        return quantity(options.chainId);
    if (method == "net_version")
        return '"' + std::to_string(options.chainId) + '"';
    if (method == "eth_syncing")
        return options.syncing
                   ? R"({"startingBlock":"0x0","currentBlock":"0x1","highestBlock":"0xff"})"
                   : "false";
    if (method == "eth_getBlockByNumber")
        return blockByNumber(options, head, params);
    if (method == "eth_getBlockByHash")
        return blockByHash(options, head, params);
    if (method == "eth_getBalance")
        return quantity(1'000'000'000'000'000'000 + head);
    if (method == "eth_gasPrice" || method == "eth_maxPriorityFeePerGas")
        return quantity(1'000'000'007);
    if (method == "eth_getTransactionCount" || method == "eth_estimateGas")
        return quantity(21000);
    if (method == "eth_call" || method == "eth_getCode")
        return "\"0x\"";
    if (method == "eth_getBlockReceipts" || method == "eth_accounts"
        || method == "eth_getFilterChanges" || method == "eth_getFilterLogs")
        return "[]";
    if (method == "eth_getTransactionReceipt" || method == "eth_getTransactionByHash")
        return "null";
    if (method == "eth_newFilter" || method == "eth_newBlockFilter")
        return quantity(mixed(head) | 1);
    if (method == "eth_uninstallFilter")
        return "true";
    if (method == "eth_sendRawTransaction")
        return "\"0x" + std::string(64, 'a') + '"';
    if (method == "web3_clientVersion")
        return "\"spillway-mock/" SPILLWAY_VERSION "\"";
    return {};
}

std::string solanaResult(std::uint64_t slot, std::string_view method)
{
    const std::string number = std::to_string(slot);
    if (method == "getSlot" || method == "getBlockHeight" || method == "getTransactionCount")
        return number;
    if (method == "getVersion")
        return R"({"feature-set":2891131721,"solana-core":"1.18.0"})";
    if (method == "getGenesisHash")
        return R"("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d")";
    if (method == "getBalance")
        return R"({"context":{"slot":)" + number + R"(},"value":1000000000})";
    if (method == "getAccountInfo")
        return R"({"context":{"slot":)" + number + R"(},"value":null})";
    if (method == "getLatestBlockhash")
        return R"({"context":{"slot":)" + number
               + R"(},"value":{"blockhash":"EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N","lastValidBlockHeight":)"
               + number + "}}";
    if (method == "getEpochInfo")
        return R"({"absoluteSlot":)" + number + R"(,"blockHeight":)" + number + R"(,"epoch":)"
               + std::to_string(slot / 432000) + R"(,"slotIndex":)" + std::to_string(slot % 432000)
               + R"(,"slotsInEpoch":432000,"transactionCount":)" + number + "}";
    if (method == "sendTransaction")
        return '"' + std::string(88, '5') + '"';
    return {};
}

} // namespace

std::string quantity(std::uint64_t value)
{
    std::array<char, 24> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, 16).ptr;
    return "\"0x" + std::string(text.data(), end) + '"';
}

std::string blockHash(const EvmOptions &options, std::uint64_t number)
{
    const std::uint64_t salt = number >= options.forkFrom ? options.forkSalt + 1 : 0;
    std::array<char, 72> text{};
    std::snprintf(text.data(),
                  text.size(),
                  "\"0x%016llx%016llx%016llx%016llx\"",
                  static_cast<unsigned long long>(mixed(number + options.chainId)),
                  static_cast<unsigned long long>(mixed(number * 31 + salt)),
                  static_cast<unsigned long long>(salt),
                  static_cast<unsigned long long>(number));
    return text.data();
}

std::optional<std::uint64_t> hexNumber(std::string_view text)
{
    std::uint64_t value = 0;
    if (!text.starts_with("0x"))
        return std::nullopt;
    const auto [end, code] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    if (code != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<std::uint64_t> numberOfTag(const std::string &tag, std::uint64_t head)
{
    if (tag == "latest" || tag == "pending" || tag.empty())
        return head;
    if (tag == "earliest")
        return 0;
    if (tag == "safe" || tag == "finalized")
        return head > 64 ? head - 64 : 0;
    return hexNumber(tag);
}

void appendEvmMember(const EvmOptions &options,
                     std::uint64_t head,
                     std::string_view method,
                     std::string_view params,
                     std::string &out)
{
    if (method == "eth_getLogs") {
        appendLogsMember(options, head, params, out);
        return;
    }
    const std::string result = evmResult(options, head, method, params);
    if (result.empty())
        out += kNoMethod;
    else
        out.append("\"result\":").append(result);
}

void appendSolanaMember(const SolanaOptions &options,
                        std::uint64_t slot,
                        std::string_view method,
                        std::string &out)
{
    if (method == "getHealth") {
        if (options.behind == 0)
            out += R"("result":"ok")";
        else
            out += R"("error":{"code":-32005,"message":"Node is behind by )"
                   + std::to_string(options.behind) + R"( slots","data":{"numSlotsBehind":)"
                   + std::to_string(options.behind) + "}}";
        return;
    }
    const std::string result = solanaResult(slot, method);
    if (result.empty())
        out += kNoMethod;
    else
        out.append("\"result\":").append(result);
}

} // namespace spillway::mock
