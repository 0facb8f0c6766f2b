// SPDX-License-Identifier: MIT
#include "routing/routingtable.h"

#include <QUrl>

#include <algorithm>

namespace spillway {
namespace {

/// Path and query exactly as the user wrote them: providers' keys live there, and a normalised URL is another URL.
std::string requestTarget(std::string_view url)
{
    const auto authority = url.find("://");
    const auto start =
        url.find_first_of("/?#", authority == std::string_view::npos ? 0 : authority + 3);
    if (start == std::string_view::npos)
        return "/";
    std::string target(url.substr(start, url.find('#', start) - start));
    if (target.empty() || target.front() != '/')
        target.insert(target.begin(), '/');
    return target;
}

std::string basicCredentials(const QUrl &url)
{
    const QByteArray pair =
        url.userName(QUrl::FullyDecoded).toUtf8() + ':' + url.password(QUrl::FullyDecoded).toUtf8();
    return pair.toBase64().toStdString();
}

void compileHead(RouteNode &node)
{
    const NodeConfig &config = *node.config;
    const std::string &text = config.url.reveal();
    const QUrl url(QString::fromStdString(text));
    const bool tls = url.scheme().compare(QLatin1String("https"), Qt::CaseInsensitive) == 0;
    const int defaultPort = tls ? 443 : 80;
    node.host = url.host().toLower().toStdString();
    node.target.host = node.host;
    node.target.port = static_cast<std::uint16_t>(url.port(defaultPort));
    node.target.tls = tls;
    node.target.caFile = config.caFile;
    node.target.node = config.name;
    node.target.url = text;

    std::string hostHeader =
        node.host.find(':') == std::string::npos ? node.host : '[' + node.host + ']';
    if (url.port(defaultPort) != defaultPort)
        hostHeader += ':' + std::to_string(url.port());

    std::string head = "POST " + requestTarget(text) + " HTTP/1.1\r\nHost: " + hostHeader + "\r\n";
    const auto line = [&](std::string_view name, std::string_view value) {
        head.append(name).append(": ").append(value).append("\r\n");
    };
    line("Accept", "application/json");
    line("User-Agent", "spillway/" SPILLWAY_VERSION);
    if (!url.userName().isEmpty() && config.auth.type != AuthType::Bearer)
        line("Authorization", "Basic " + basicCredentials(url));
    if (config.auth.type == AuthType::Bearer)
        line("Authorization", "Bearer " + config.auth.value.reveal());
    else if (config.auth.type == AuthType::Header)
        line(config.auth.headerName, config.auth.value.reveal());
    for (const auto &[name, value] : config.headers)
        line(name, value.reveal());
    // Nothing in a name may end the line.
    std::string name = config.name;
    std::replace_if(
        name.begin(),
        name.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
        ' ');
    node.answerHeader = "x-spillway-node: " + name + "\r\nx-spillway-attempts: ";
    node.headBeforeType = head + "Content-Type: ";
    node.headAfterType = "\r\nContent-Length: ";
}

std::uint64_t cheapestPrice(const PriceList *prices)
{
    if (prices == nullptr)
        return 1;
    std::uint64_t cheapest = prices->unknownCost.value_or(0);
    for (const auto &[method, cost] : prices->costs) {
        if (cost > 0 && (cheapest == 0 || cost < cheapest))
            cheapest = cost;
    }
    return std::max<std::uint64_t>(cheapest, 1);
}

RouteNode compileNode(const Config &config, const NodeConfig &nodeConfig, std::size_t index)
{
    RouteNode node;
    node.index = index;
    node.config = &nodeConfig;
    node.rate = GcraRate::perSecond(nodeConfig.rpsLimit, nodeConfig.burst);
    node.threshold = nodeConfig.threshold().value_or(UINT64_MAX);
    node.cheapest = cheapestPrice(nodeConfig.prices.get());
    compileHead(node);
    node.target.connectTimeout = config.server.connectTimeout;
    return node;
}

std::string cacheNameOf(const ChainConfig &chain)
{
    return chain.chainId == 0 ? chain.name : chain.name + "@" + std::to_string(chain.chainId);
}

/// Whether anything is to be known of the chain behind the nodes.
bool isFollowed(const ChainConfig &chain)
{
    return chain.kind != ChainKind::Generic && chain.heads != HeadsMode::Off;
}

/// What outlives the process waits until the nodes have been compared with it (pipeline/cacheanchor).
std::shared_ptr<cache::Generation> generationOf(const std::shared_ptr<cache::Cache> &cache,
                                                const ChainConfig &chain)
{
    if (!cache)
        return nullptr;
    auto generation = cache->generation(cacheNameOf(chain));
    const bool compared = cache->isLasting() && isFollowed(chain) && chain.kind == ChainKind::Evm;
    if (generation->value() == 0 && !compared)
        generation->set(1);
    return generation;
}

} // namespace

std::string_view RouteChain::keyPrefix(std::string &memory) const
{
    const std::uint64_t now = generation ? generation->value() : 0;
    if (now == 0)
        return {};
    if (now == 1)
        return cacheName;
    memory = cacheName + "~" + std::to_string(now);
    return memory;
}

std::optional<std::uint64_t> RouteNode::cost(std::string_view method) const
{
    if (!config->methods.allows(method))
        return std::nullopt;
    if (!config->prices)
        return 1;
    return config->prices->cost(method);
}

std::shared_ptr<const RoutingTable> RoutingTable::build(std::shared_ptr<const Config> config,
                                                        std::shared_ptr<const OutcomeRules> rules,
                                                        const StateSource &states,
                                                        const ChainSource &chains,
                                                        std::shared_ptr<cache::Cache> cache)
{
    auto table = std::shared_ptr<RoutingTable>(new RoutingTable);
    table->m_config = std::move(config);
    table->m_rules = std::move(rules);
    table->m_cache = std::move(cache);
    const Config &source = *table->m_config;
    for (const ChainConfig &chain : source.chains)
        table->m_chains.push_back({&chain,
                                   chain.balance.value_or(source.routing.balance),
                                   chains && isFollowed(chain) ? chains(chain) : nullptr,
                                   {},
                                   cache::Lifetimes(chain),
                                   cacheNameOf(chain),
                                   generationOf(table->m_cache, chain)});
    for (const NodeConfig &nodeConfig : source.nodes) {
        RouteNode node = compileNode(source, nodeConfig, table->m_nodes.size());
        node.chain = table->chainByName(nodeConfig.chain).value_or(0);
        node.state = states(nodeConfig);
        table->m_chains[node.chain].nodes.push_back(node.index);
        table->m_nodes.push_back(std::move(node));
    }
    return table;
}

std::optional<std::size_t> RoutingTable::chainByPath(std::string_view path) const
{
    while (path.size() > 1 && path.back() == '/')
        path.remove_suffix(1);
    if (path.empty() || path == "/" || path == "/send-request")
        return 0;
    for (std::size_t i = 0; i < m_chains.size(); ++i) {
        const ChainConfig &chain = *m_chains[i].config;
        if (chain.path == path || (chain.path == "/" && path.substr(1) == chain.name))
            return i;
    }
    return std::nullopt;
}

const RouteNode *RoutingTable::nodeByName(std::string_view name) const
{
    const auto at = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const RouteNode &node) {
        return node.config->name == name;
    });
    return at == m_nodes.end() ? nullptr : &*at;
}

std::optional<std::size_t> RoutingTable::chainByName(std::string_view name) const
{
    for (std::size_t i = 0; i < m_chains.size(); ++i) {
        if (m_chains[i].config->name == name)
            return i;
    }
    return std::nullopt;
}

std::shared_ptr<const Ranking> Ranking::rank(std::shared_ptr<const RoutingTable> table)
{
    auto ranking = std::make_shared<Ranking>();
    const std::vector<RouteNode> &nodes = table->nodes();
    std::vector<std::uint32_t> latency(nodes.size());
    for (const RouteNode &node : nodes)
        latency[node.index] =
            node.state->rankingLatencyUs(); // read once: the order must not change while sorting
    for (const RouteChain &chain : table->chains()) {
        std::vector<std::size_t> order = chain.nodes;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            if (nodes[a].config->tier != nodes[b].config->tier)
                return nodes[a].config->tier < nodes[b].config->tier;
            return chain.balance == Balance::Latency && latency[a] < latency[b];
        });
        ranking->byChain.push_back(std::move(order));
    }
    ranking->table = std::move(table);
    return ranking;
}

} // namespace spillway
