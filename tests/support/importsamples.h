// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Configurations of other programs, each with something that Spillway cannot keep.
namespace spillway::test {

inline const std::string kCascade =
    "# nodes of the trading bot\n"
    "[server]\n"
    "host = \"0.0.0.0\"\n"
    "port = 3000\n"
    "enable_metrics = false  # internal only\n"
    "\n"
    "[[nodes]]\n"
    "name = \"Helius\"\n"
    "url = \"https://mainnet.helius-rpc.com/?api-key=$IMPORT_KEY\"\n"
    "tier = 0\n"
    "rps_limit = 50\n"
    "max_concurrent = 16\n"
    "monthly_limit = 50_000_000\n"
    "reset_day = 15\n"
    "provider_pricing_path = \"builtin:helius\"\n";

inline const std::string kRpcPool =
    "request_timeout_ms = 8000\n"
    "[[endpoints]]\n"
    "url = \"https://base-mainnet.g.alchemy.com/v2/${IMPORT_KEY}\"\n"
    "label = \"paid\"\n"
    "priority = 0\n"
    "max_in_flight = 50\n"
    "auth = { type = \"url_key\" }\n"
    "[[endpoints]]\n"
    "url = \"https://mainnet.base.org\"\n"
    "priority = 1\n"
    "capabilities = [\"eth_call\"]\n"
    "[[endpoints]]\n"
    "url = \"https://mainnet.base.org/second\"\n"
    "max_rps = 0\n"
    "auth = { type = \"bearer\", token = \"${IMPORT_KEY}\" }\n";

inline const std::string kEthproxy = "upstreams:\n"
                                     "  - url: https://eth.example.org/v3/$IMPORT_KEY\n"
                                     "    weight: 2\n"
                                     "    rateLimit:\n"
                                     "      requestsPerSecond: 20\n"
                                     "      burst: 40\n"
                                     "    cooldownMs: 5000\n"
                                     "    headers:\n"
                                     "      X-Api-Key: secret\n"
                                     "    methods:\n"
                                     "      deny: [\"debug_*\", eth_getTransactionReceipt]\n"
                                     "  - url: http://127.0.0.1:8546\n"
                                     "    wsUrl: ws://127.0.0.1:8547\n"
                                     "chainId: 1\n"
                                     "statusPagePath: false\n"
                                     "health:\n"
                                     "  pollIntervalMs: 3000\n"
                                     "  maxRetries: 3\n"
                                     "reorg:\n"
                                     "  windowSize: 256\n"
                                     "cache:\n"
                                     "  backend: filesystem\n"
                                     "  finalityDepth: 96\n"
                                     "  filesystem:\n"
                                     "    dir: ./cache\n"
                                     "security:\n"
                                     "  blockedNamespaces: [admin, debug]\n"
                                     "rateLimit:\n"
                                     "  requestsPerSecond: 10\n"
                                     "cors:\n"
                                     "  origin: https://a.example, https://b.example\n"
                                     "tracing: on\n";

} // namespace spillway::test
