// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

enum class ConfigProblem : std::uint8_t;

/// A price plan of a provider, as published on `checked`. Figures are proposals for a form, never limits of the engine.
struct ProviderPlan
{
    std::string name;               ///< "Developer"
    double rps = 0;                 ///< requests per second; 0 = not published
    std::uint64_t monthlyLimit = 0; ///< credits; 0 = unlimited or not published
    std::string checked;            ///< ISO date
};

struct ProviderInfo
{
    std::string id;   ///< "helius"
    std::string name; ///< "Helius"
    std::string
        pricing; ///< name behind `builtin:` of its price list for EVM chains, else of its only one; may be empty
    std::string pricingSolana; ///< the same for Solana
    std::vector<ProviderPlan> plans;
};

/// All known providers, in the order of the data file.
[[nodiscard]] const std::vector<ProviderInfo> &providers();
[[nodiscard]] const ProviderInfo *provider(std::string_view id);

/// Name behind `builtin:` of the price list of a provider for a chain (preset name); empty: none is shipped.
[[nodiscard]] std::string pricingFor(const ProviderInfo &provider, std::string_view chain);

/// What a pasted text turned out to be. Pure text work: no network. research: ux.md 2.4 (table of shapes).
struct DetectedUrl
{
    bool isUrl = false; ///< false: no address, perhaps a bare key (then `looksLikeKey`)
    bool looksLikeKey = false;
    bool isLocal = false; ///< loopback or a private network
    std::string url;      ///< trimmed, scheme added when it was missing
    std::string
        wsUrl; ///< WebSocket address of the same endpoint where the provider's shape is known
    std::string providerId; ///< empty: not known
    std::string
        chain; ///< preset name ("ethereum", "solana", "base" …); empty: not known. Chains without a preset too
    std::uint64_t chainId = 0;
    bool testnet = false;
    std::string network; ///< "mainnet", "sepolia", "devnet"; empty: not known
    std::string
        pricing; ///< name behind `builtin:` of the price list for provider and chain; empty: none is shipped
    std::string key; ///< the secret part, "$NAME" when a variable stands in its place; empty: none
    std::size_t keyStart = 0;    ///< place of `key` in `url`
    std::string problem;         ///< why the text cannot be used, in English; empty when it can
    ConfigProblem problemKind{}; ///< the same for programs that word it themselves
    std::vector<std::string> problemDetails{}; ///< as of ConfigIssue::details
};

[[nodiscard]] DetectedUrl detectUrl(std::string_view text);

/// The URL with everything in it that may be a key replaced by dots, for showing. `$NAME`s stay.
[[nodiscard]] std::string maskedUrl(std::string_view url);

} // namespace spillway

#pragma GCC visibility pop
