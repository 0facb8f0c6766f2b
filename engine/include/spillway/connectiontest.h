// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// How a connection test ended. The words for it are the user interface's.
enum class ProbeVerdict {
    Ok,
    WrongChain,  ///< answers, but for another chain: `chainId` / `genesisHash` say which
    KeyRejected, ///< 401, 403 or the provider's own words for it
    RateLimited, ///< the address is right, the provider is limiting now
    QuotaSpent,  ///< the plan is used up
    HostNotFound,
    TlsFailed,
    Refused, ///< nothing listens there
    TimedOut,
    NotJsonRpc, ///< answers, but with something else; `contentType` says with what
    RpcError,   ///< JSON-RPC, but the calls of the test fail; `detail` has the provider's words
    Failed,     ///< any other transport error; `detail`
    Cancelled
};

struct ProbeResult
{
    ProbeVerdict verdict = ProbeVerdict::Failed;
    std::optional<double> latencyMs;      ///< median of three, the connection being open
    std::optional<std::uint64_t> chainId; ///< EVM; of generic chains, when the node tells one
    std::string genesisHash;              ///< Solana
    std::optional<std::uint64_t> height;  ///< block number or slot
    int httpStatus = 0;
    std::string contentType;
    std::string detail; ///< provider's or transport's words, redacted, at most 300 bytes
    std::string host;
    std::vector<std::string>
        asked; ///< methods of the requests that reached it: they count against the node's quota
};

/// Asks a node a few harmless questions: EVM eth_chainId and eth_blockNumber three times; Solana getGenesisHash, getSlot three
/// times; generic chains: eth_chainId and web3_clientVersion, any JSON-RPC answer counts. Who refuses the first is asked for that of
/// the other kind as well (generic: getGenesisHash). Five seconds in all. Lives in the thread that made it.
class ConnectionTest : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionTest(QObject *parent = nullptr);
    ~ConnectionTest() override;

    /// A running test is cancelled first. `expectedChainId` 0: any chain will do.
    void start(const NodeConfig &node,
               ChainKind kind,
               std::uint64_t expectedChainId,
               Milliseconds timeout = Milliseconds(5000));
    void cancel();
    [[nodiscard]] bool isRunning() const;

Q_SIGNALS:
    void finished(const spillway::ProbeResult &result);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace spillway

#pragma GCC visibility pop
