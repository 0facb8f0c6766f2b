// SPDX-License-Identifier: MIT
#include "config/configparts.h"
#include "config/suggest.h"
#include "config/tomltext.h"

#include <algorithm>
#include <array>

namespace spillway::config {
namespace {

constexpr std::array<std::string_view, 5> kReservedPaths{
    "/health", "/healthz", "/status", "/metrics", "/send-request"};
constexpr int kMinReorgWindow = 16;
constexpr std::size_t kMaxChains = 1000;

bool isUrlSafe(std::string_view text, std::string_view further)
{
    return std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
               || further.find(c) != std::string_view::npos;
    });
}

class ChainReader
{
public:
    ChainReader(Section section, ChainConfig &chain)
        : m_section(std::move(section))
        , m_chain(chain)
    {}

    void read()
    {
        m_chain.line = m_section.line();
        m_section.choice("kind",
                         m_chain.kind,
                         {{"evm", ChainKind::Evm},
                          {"solana", ChainKind::Solana},
                          {"generic", ChainKind::Generic}});
        readPath();
        readHeads();
        readReorg();
        readLifetimes();
        m_section.boolean("cache", m_chain.cache);
        m_section.boolean("pending_mirror", m_chain.pendingMirror);
        m_section.boolean("syncing_mirror", m_chain.syncingMirror);
        m_section.boolean("warm_blocks", m_chain.warmBlocks);
        m_section.boolean("warm_receipts", m_chain.warmReceipts);
        if (m_section.integer("broadcast_transactions", m_chain.broadcastTransactions, {1, 16})
            && m_chain.kind != ChainKind::Evm)
            m_section.warning(
                "broadcast_transactions",
                {ConfigProblem::ChainNotEvm,
                 "only on chains of kind = \"evm\" are transactions sent to several nodes",
                 {"broadcast_transactions"}});
        Balance balance{};
        if (readBalance(m_section, balance))
            m_chain.balance = balance;
        m_section.finish();
    }

private:
    void readPath()
    {
        m_chain.path = "/" + m_chain.name;
        const auto path = m_section.text("path");
        if (!path)
            return;
        std::string_view value = path->value;
        if (!value.starts_with('/') || !isUrlSafe(value, "/-._~")
            || value.find("//") != std::string_view::npos)
            return m_section.error(
                "path",
                {ConfigProblem::ChainPath,
                 inQuotes(path->written)
                     + " is not a path; allowed: / and then letters, digits, - . _ ~ and further /",
                 {shortened(path->written)}});
        if (value.size() > 1 && value.ends_with('/'))
            value.remove_suffix(1);
        m_chain.path = value;
    }

    void readHeads()
    {
        m_section.choice("heads",
                         m_chain.heads,
                         {{"auto", HeadsMode::Auto},
                          {"ws", HeadsMode::Ws},
                          {"poll", HeadsMode::Poll},
                          {"off", HeadsMode::Off}});
        if (m_section.integer("chain_id", m_chain.chainId, {1, std::int64_t{1} << 53})
            && m_chain.kind != ChainKind::Evm)
            m_section.warning("chain_id",
                              {ConfigProblem::ChainNotEvm,
                               "only chains of kind = \"evm\" have a chain id: it is not checked",
                               {"chain_id"}});
        m_section.milliseconds("poll_interval_ms", m_chain.pollInterval, {100, kDayMs});
        m_section.integer("max_block_lag", m_chain.maxBlockLag, {0, 1000000});
        m_section.integer("ws_connections", m_chain.wsConnections, {1, 16});
        m_section.integer("failure_threshold", m_chain.failureThreshold, {1, 1000});
        m_section.milliseconds(
            "ws_ping_interval_ms", m_chain.wsPingInterval, {0, kDayMs, "0 = off"});
    }

    void readReorg()
    {
        m_section.integer("finality_depth", m_chain.finalityDepth, {1, 100000});
        m_section.boolean("reorg", m_chain.reorg);
        if (!m_section.integer("reorg_window", m_chain.reorgWindow, {kMinReorgWindow, 100000})) {
            m_chain.reorgWindow = std::max(m_chain.reorgWindow, m_chain.finalityDepth);
            return;
        }
        if (m_chain.reorg && m_chain.reorgWindow < m_chain.finalityDepth)
            m_section.error("reorg_window",
                            {ConfigProblem::AtLeast,
                             "must be at least finality_depth ("
                                 + std::to_string(m_chain.finalityDepth) + ") while reorg = true",
                             {"finality_depth", std::to_string(m_chain.finalityDepth)}});
    }

    void readLifetimes()
    {
        m_section.milliseconds("short_ttl_ms", m_chain.shortTtl, {0, kDayMs});
        m_section.boolean("dynamic_ttl", m_chain.dynamicTtl);
        if (!m_section.milliseconds("min_ttl_ms", m_chain.minTtl, {0, kDayMs}))
            m_chain.minTtl = std::min(m_chain.minTtl, m_chain.shortTtl);
        if (m_chain.minTtl > m_chain.shortTtl)
            m_section.error(
                "min_ttl_ms",
                {ConfigProblem::AtMost,
                 "must be at most short_ttl_ms (" + std::to_string(m_chain.shortTtl.count()) + ")",
                 {"short_ttl_ms", std::to_string(m_chain.shortTtl.count())}});
        m_section.milliseconds("pending_ttl_ms", m_chain.pendingTtl, {0, kDayMs});
        m_section.milliseconds("unfinalized_ttl_ms", m_chain.unfinalizedTtl, {0, kDayMs});
        m_section.milliseconds("filter_ttl_ms", m_chain.filterTtl, {1000, kDayMs});
    }

    Section m_section;
    ChainConfig &m_chain;
};

void checkPaths(Reading &reading, const std::vector<ChainConfig> &chains)
{
    for (std::size_t i = 0; i < chains.size(); ++i) {
        const ChainConfig &chain = chains[i];
        const std::string key = joinKey(joinKey("chains", chain.name), "path");
        if (isReservedPath(chain.path))
            reading.error(
                chain.line,
                key,
                {ConfigProblem::ChainPathReserved,
                 inQuotes(chain.path) + " belongs to the program itself; choose another path",
                 {shortened(chain.path)}});
        else if (chain.path == "/" && i > 0)
            reading.error(chain.line,
                          key,
                          {ConfigProblem::ChainPathOfFirst,
                           "\"/\" is the path of the first chain, " + inQuotes(chains.front().name)
                               + ", too; choose another path",
                           {shortened(chains.front().name)}});
        const auto other = std::find_if(chains.begin(),
                                        chains.begin() + static_cast<std::ptrdiff_t>(i),
                                        [&](const ChainConfig &c) { return c.path == chain.path; });
        if (other != chains.begin() + static_cast<std::ptrdiff_t>(i) && chain.path != "/")
            reading.error(chain.line,
                          key,
                          {ConfigProblem::ChainPathTaken,
                           inQuotes(chain.path) + " is already the path of chain "
                               + inQuotes(other->name) + " in line " + std::to_string(other->line)
                               + "; choose another path",
                           {shortened(chain.path), shortened(other->name)}});
    }
}

} // namespace

bool isReservedPath(std::string_view path)
{
    return std::find(kReservedPaths.begin(), kReservedPaths.end(), path) != kReservedPaths.end();
}

bool readBalance(Section &section, Balance &out)
{
    return section.choice("balance",
                          out,
                          {{"latency", Balance::Latency},
                           {"least_in_flight", Balance::LeastInFlight},
                           {"weighted_round_robin", Balance::WeightedRoundRobin}});
}

bool checkChain(Reading &reading, const Text &name, const std::vector<ChainConfig> &chains)
{
    std::vector<std::string> names;
    for (const ChainConfig &chain : chains)
        names.push_back(chain.name);
    if (std::find(names.begin(), names.end(), name.value) != names.end())
        return true;
    const bool onlyDefault = chains.size() == 1 && chains.front().line == 0;
    const std::string advice = onlyDefault ? "this file has no [chains.*], so there is only "
                                             "\"default\": remove the key, or add [chains."
                                                 + name.written.substr(0, 60) + "]"
                                           : suggestion(name.value, names, "there are");
    std::string message = "there is no chain " + inQuotes(name.written) + "; " + advice;
    if (onlyDefault)
        reading.error(
            name, {ConfigProblem::ChainOnlyDefault, std::move(message), {shortened(name.written)}});
    else
        reading.error(name,
                      {ConfigProblem::ChainUnknown,
                       std::move(message),
                       {shortened(name.written), nearest(name.value, names), listed(names)}});
    return false;
}

std::vector<ChainConfig> readChains(Section &root)
{
    std::vector<ChainConfig> chains;
    const Section::Found found = root.find("chains");
    if (found.value && !found.value->is_table()) {
        Finding finding = wrongType("a table", *found.value);
        finding.message += ": each chain is a section [chains.NAME]";
        root.error("chains", std::move(finding));
    } else if (found.value && found.value->size() > kMaxChains)
        root.error("chains", "more than " + std::to_string(kMaxChains) + " chains");
    else if (found.value) {
        for (const auto &[name, value] : inFileOrder(*found.value)) {
            Section section(root.reading(), value, joinKey("chains", name), root.line());
            if (!section.isPresent())
                continue;
            ChainConfig &chain = chains.emplace_back();
            chain.name = name;
            if (name.empty() || name.size() > 64 || !isUrlSafe(name, "-._"))
                root.reading().error(section.line(),
                                     section.path(),
                                     {ConfigProblem::ChainName,
                                      "a chain name has 1 to 64 letters, digits, - . and _"});
            ChainReader(std::move(section), chain).read();
        }
        checkPaths(root.reading(), chains);
    }
    if (chains.empty()) {
        ChainConfig &only = chains.emplace_back();
        only.name = "default";
        only.path = "/";
    }
    return chains;
}

} // namespace spillway::config
