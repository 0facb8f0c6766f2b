// SPDX-License-Identifier: MIT
#include "config/configparts.h"
#include "config/suggest.h"
#include "config/tomltext.h"
#include "config/upstreamurl.h"

#include <QByteArray>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <map>

namespace spillway::config {
namespace {

constexpr std::size_t kMaxName = 128;
constexpr std::size_t kMaxNodes = 10000;
constexpr std::size_t kMaxHeaders = 100;
constexpr std::int64_t kMaxCredits = std::int64_t{1} << 53;
constexpr std::int64_t kMaxCalls = 1000000;
constexpr double kMaxRate = 1e9;

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return out;
}

/// Headers that frame the message or belong to the connection.
bool isOwnHeader(std::string_view name)
{
    static constexpr std::array<std::string_view, 12> kOwn{"host",
                                                           "content-length",
                                                           "content-type",
                                                           "content-encoding",
                                                           "transfer-encoding",
                                                           "connection",
                                                           "keep-alive",
                                                           "upgrade",
                                                           "te",
                                                           "trailer",
                                                           "expect",
                                                           "accept-encoding"};
    return std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end()
           || name.starts_with("sec-websocket-");
}

Finding headerNameProblem(std::string_view name)
{
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    const bool fits = !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
               || kMarks.find(c) != std::string_view::npos;
    });
    if (!fits)
        return {ConfigProblem::HeaderName, "not a header name: letters, digits and - are allowed"};
    if (isOwnHeader(lowered(name)))
        return {ConfigProblem::HeaderOwn, "this header is set by the program itself"};
    return {};
}

bool isHeaderValue(std::string_view value)
{
    const auto fits = [](char c) {
        return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
    };
    return !value.empty() && std::all_of(value.begin(), value.end(), fits);
}

Finding patternProblem(std::string_view pattern)
{
    const auto star = pattern.find('*');
    if (pattern.empty())
        return {ConfigProblem::MethodEmpty, "an empty text is no method"};
    if (star != std::string_view::npos && star + 1 != pattern.size())
        return {ConfigProblem::MethodPattern,
                inQuotes(pattern) + ": the * may only stand at the end, as in debug_*",
                {shortened(pattern)}};
    return {};
}

std::vector<std::string> patterns(Section &section, std::string_view name)
{
    std::vector<std::string> out;
    for (const Text &pattern : section.texts(name).value_or(std::vector<Text>{})) {
        if (Finding problem = patternProblem(pattern.value); !problem.empty())
            section.reading().error(pattern, std::move(problem));
        else
            out.push_back(pattern.value);
    }
    return out;
}

class NodeReader
{
public:
    NodeReader(Section section,
               const std::vector<ChainConfig> &chains,
               const Paths &paths,
               PriceBook &prices)
        : m_section(std::move(section))
        , m_reading(m_section.reading())
        , m_chains(chains)
        , m_paths(paths)
        , m_prices(prices)
    {}

    NodeConfig read()
    {
        m_node.line = m_section.line();
        readName();
        readAddresses();
        readLimits();
        readQuota();
        readHeaders();
        readAuth(m_section.table("auth"));
        addUrlCredentials();
        m_node.methods = readMethods(m_section, "methods");
        readCapabilities();
        readCaFile();
        m_section.finish();
        return std::move(m_node);
    }

private:
    void readName()
    {
        const auto name = m_section.text("name", "label");
        if (!name) {
            if (!m_section.has("name") && !m_section.has("label"))
                m_section.error(
                    "name",
                    {ConfigProblem::NodeNameMissing,
                     "missing: each node needs a name of its own, for its usage and metrics"});
            return;
        }
        if (Finding problem = nameProblem(name->value); !problem.empty())
            m_reading.error(*name, std::move(problem));
        else
            m_node.name = name->value;
    }

    void readAddresses()
    {
        const auto url = m_section.text("url");
        if (!url && !m_section.has("url"))
            m_section.error("url",
                            {ConfigProblem::NodeUrlMissing,
                             "missing: the address of the node, http:// or https://"});
        if (url) {
            if (const auto checked = readUrl(m_reading, *url, {"http", "https"})) {
                m_node.url = Secret(checked->url);
                m_userInfo = checked->userInfo;
            }
        }
        if (const auto wsUrl = m_section.text("ws_url")) {
            if (const auto checked = readUrl(m_reading, *wsUrl, {"ws", "wss"})) {
                m_node.wsUrl = Secret(checked->url);
                if (!checked->userInfo.empty() && checked->userInfo != m_userInfo)
                    m_section.error(
                        "ws_url",
                        {ConfigProblem::WsUrlCredentials,
                         "user and password must be the same as those in url, or stand in auth"});
            }
        }
        m_node.chain = m_chains.front().name;
        if (const auto chain = m_section.text("chain");
            chain && checkChain(m_reading, *chain, m_chains))
            m_node.chain = chain->value;
    }

    void readLimits()
    {
        m_section.integer("tier", m_node.tier, {0, 255}, "priority");
        m_section.boolean("enabled", m_node.enabled);
        m_section.integer("weight", m_node.weight, {1, kMaxCalls});
        m_section.number("rps_limit", m_node.rpsLimit, 0, kMaxRate, "0 = no limit", "max_rps");
        if (m_node.rpsLimit > 0 && m_node.rpsLimit < 0.001) {
            m_section.error(
                m_section.has("rps_limit") ? "rps_limit" : "max_rps",
                {ConfigProblem::RateTooSmall, "the smallest rate is 0.001; 0 = no limit"});
        }
        m_section.number("burst", m_node.burst, 0, kMaxRate, "0 = rps_limit, rounded up");
        if (m_node.burst > 0 && m_node.burst < 1)
            m_section.error("burst",
                            {ConfigProblem::BurstTooSmall,
                             "a burst below 1 would never let a call pass; allowed: 0 = rps_limit "
                             "rounded up, or 1 and more"});
        m_section.boolean("learn_rps", m_node.learnRps);
        m_section.integer("max_concurrent", m_node.maxConcurrent, {0, kMaxCalls, "0 = no limit"});
        m_section.integer("max_in_flight", m_node.maxInFlight, {0, kMaxCalls, "0 = no limit"});
        m_section.integer("max_batch_size",
                          m_node.maxBatchSize,
                          {0, kMaxCalls, "0 = no limit known, 1 = single calls only"});
        m_section.milliseconds("cooldown_ms", m_node.cooldown, {0, 300000});
    }

    void readQuota()
    {
        m_section.integer("monthly_limit", m_node.monthlyLimit, {0, kMaxCredits, "0 = unmetered"});
        m_section.integer("reset_day", m_node.resetDay, {1, 31});
        const auto path = m_section.text("provider_pricing_path");
        if (!path)
            return;
        if (path->value.empty())
            return m_section.error("provider_pricing_path",
                                   {ConfigProblem::EmptyPath,
                                    "an empty path; leave the key out and every call costs 1"});
        m_node.pricingPath = path->value;
        m_node.prices = m_prices.load(m_reading, *path);
    }

    void readHeaders()
    {
        const Section::Found found = m_section.find("headers");
        if (!found.value)
            return;
        if (!found.value->is_table())
            return m_section.error("headers", wrongType("a table", *found.value));
        if (found.value->size() > kMaxHeaders)
            return m_section.error("headers",
                                   "more than " + std::to_string(kMaxHeaders) + " headers");
        for (const auto &[name, value] : inFileOrder(*found.value)) {
            const std::string key = joinKey(m_section.keyPath("headers"), name);
            const auto text = readText(m_reading, *value, key);
            if (text)
                addHeader(name, *text);
        }
    }

    void addHeader(const std::string &name, const Text &text)
    {
        m_reading.secret(text.value);
        if (Finding problem = headerNameProblem(name); !problem.empty())
            return m_reading.error(text, std::move(problem));
        if (!isHeaderValue(text.value))
            return m_reading.error(
                text,
                {ConfigProblem::HeaderValue,
                 "a header value is not empty and has no line ends or control characters"});
        if (hasHeader(name))
            return m_reading.error(
                text,
                {ConfigProblem::HeaderTwice,
                 "this header is given twice; upper and lower case do not count"});
        m_node.headers.emplace_back(name, Secret(text.value));
    }

    [[nodiscard]] bool hasHeader(std::string_view name) const
    {
        return std::any_of(m_node.headers.begin(), m_node.headers.end(), [&](const auto &header) {
            return lowered(header.first) == lowered(name);
        });
    }

    void readAuth(Section auth)
    {
        if (!auth.isPresent())
            return;
        AuthType type = AuthType::None;
        const bool known = auth.choice("type",
                                       type,
                                       {{"none", AuthType::None},
                                        {"url_key", AuthType::UrlKey},
                                        {"header", AuthType::Header},
                                        {"bearer", AuthType::Bearer}});
        if (!known && !auth.has("type"))
            auth.error("type",
                       {ConfigProblem::AuthTypeMissing,
                        "missing; allowed: none, url_key, header, bearer"});
        if (!known)
            return;
        m_node.auth.type = type;
        if (type == AuthType::Header) {
            const auto name = auth.text("name");
            m_node.auth.headerName = name ? name->value : std::string();
            if (!name && !auth.has("name"))
                auth.error("name",
                           {ConfigProblem::AuthNameMissing,
                            "missing: auth of type \"header\" needs name and value"});
            else if (name)
                checkAuthHeader(auth, "name", name->value);
            readAuthValue(auth, "value");
        } else if (type == AuthType::Bearer) {
            checkAuthHeader(auth, "type", "Authorization");
            readAuthValue(auth, "token");
        }
        auth.finish();
    }

    void checkAuthHeader(Section &auth, std::string_view key, const std::string &header)
    {
        if (Finding problem = headerNameProblem(header); !problem.empty())
            return auth.error(key, std::move(problem));
        if (hasHeader(header))
            auth.error(key,
                       {ConfigProblem::HeaderElsewhere,
                        "the header " + header + " is also given under headers: keep one of them",
                        {shortened(header)}});
    }

    void readAuthValue(Section &auth, std::string_view key)
    {
        const auto value = auth.text(key);
        if (!value) {
            if (!auth.has(key))
                auth.error(key,
                           {ConfigProblem::SecretMissing,
                            "missing: the secret that the node asks for, best as a variable"});
            return;
        }
        m_reading.secret(value->value);
        if (!isHeaderValue(value->value))
            return auth.error(key,
                              {ConfigProblem::SecretInvalid,
                               "not empty, and no line ends or control characters"});
        m_node.auth.value = Secret(value->value);
    }

    void addUrlCredentials()
    {
        if (m_userInfo.empty())
            return;
        const bool taken = m_node.auth.type == AuthType::Bearer || hasHeader("Authorization")
                           || (m_node.auth.type == AuthType::Header
                               && lowered(m_node.auth.headerName) == "authorization");
        if (taken)
            return m_section.error("url",
                                   {ConfigProblem::UrlCredentialsTwice,
                                    "holds user and password, which go into the Authorization "
                                    "header, and that is given elsewhere too: keep one of them"});
        const std::string basic =
            "Basic " + QByteArray::fromStdString(m_userInfo).toBase64().toStdString();
        m_reading.secret(m_userInfo);
        m_reading.secret(basic);
        m_node.headers.emplace_back("Authorization", Secret(basic));
    }

    void readCapabilities()
    {
        if (!m_section.has("capabilities")) {
            m_section.find("capabilities");
            return;
        }
        if (!m_node.methods.allow.empty())
            m_section.error("capabilities",
                            {ConfigProblem::GivenTwice,
                             "another name for methods.allow, which is given too: keep one of them",
                             {"methods.allow"}});
        m_node.methods.allow = patterns(m_section, "capabilities");
    }

    void readCaFile()
    {
        const auto file = m_section.text("ca_file");
        if (!file)
            return;
        m_node.caFile = resolvedPath(file->value, m_paths.configFolder);
        std::string problem;
        const auto pem = readTextFile(m_node.caFile, problem);
        if (!pem)
            m_section.error("ca_file",
                            {ConfigProblem::CaFileUnreadable,
                             resolvedPath(file->written, m_paths.configFolder) + ": " + problem,
                             {resolvedPath(file->written, m_paths.configFolder)}});
        else if (pem->find("-----BEGIN ") == std::string::npos)
            m_section.error(
                "ca_file",
                {ConfigProblem::CaFileEmpty,
                 "holds no certificate; allowed: a PEM file with -----BEGIN CERTIFICATE-----"});
    }

    Section m_section;
    Reading &m_reading;
    const std::vector<ChainConfig> &m_chains;
    const Paths &m_paths;
    PriceBook &m_prices;
    NodeConfig m_node;
    std::string m_userInfo;
};

int lineOfName(const toml::value &node)
{
    return lineOf(node.at(node.contains("name") ? "name" : "label"));
}

void checkNames(Reading &reading, const std::vector<NodeConfig> &nodes, const toml::array &tables)
{
    std::map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].name.empty())
            continue;
        const auto [at, isNew] = seen.emplace(nodes[i].name, i);
        if (isNew || reading.isFull())
            continue;
        reading.error(lineOfName(tables[i]),
                      joinKey(indexed("nodes", i), "name"),
                      {ConfigProblem::NodeNameTaken,
                       "the name " + inQuotes(nodes[i].name) + " is taken by "
                           + indexed("nodes", at->second) + " in line "
                           + std::to_string(lineOfName(tables[at->second]))
                           + " (this one is in line " + std::to_string(lineOfName(tables[i]))
                           + "): each node needs a name of its own",
                       {shortened(nodes[i].name), std::to_string(lineOfName(tables[at->second]))}});
    }
}

void checkChainsHaveNodes(Reading &reading,
                          const std::vector<ChainConfig> &chains,
                          const std::vector<NodeConfig> &nodes)
{
    for (const ChainConfig &chain : chains) {
        const auto served = [&](const NodeConfig &node) {
            return node.chain == chain.name && node.enabled;
        };
        const auto feeds = [&](const NodeConfig &node) {
            return served(node) && !node.wsUrl.isEmpty();
        };
        const std::string key = chain.line > 0 ? joinKey("chains", chain.name) : "nodes";
        if (std::none_of(nodes.begin(), nodes.end(), served))
            reading.warning(std::max<int>(1, chain.line),
                            key,
                            {ConfigProblem::ChainWithoutNode,
                             "no enabled node serves the chain " + inQuotes(chain.name),
                             {shortened(chain.name)}});
        else if (chain.heads == HeadsMode::Ws && std::none_of(nodes.begin(), nodes.end(), feeds))
            reading.warning(chain.line,
                            joinKey(key, "heads"),
                            {ConfigProblem::ChainWithoutWsUrl,
                             "heads = \"ws\", but no node of the chain has a ws_url"});
    }
}

/// A node without its key or its price list must not be called, yet its neighbours can be.
void switchOffIfBroken(Section &section, std::size_t firstIssue, NodeConfig &node)
{
    Reading &reading = section.reading();
    const auto &issues = reading.issues();
    const bool hasErrors = std::any_of(
        issues.begin() + static_cast<std::ptrdiff_t>(firstIssue),
        issues.end(),
        [](const ConfigIssue &issue) { return issue.severity == ConfigIssue::Severity::Error; });
    const bool lacksPrices = !node.pricingPath.empty() && !node.prices;
    const bool isBroken = hasErrors || lacksPrices;
    if (!isBroken || node.name.empty() || !reading.soften(firstIssue))
        return;
    if (!hasErrors)
        section.warning("provider_pricing_path",
                        {ConfigProblem::PriceListBroken,
                         "the price list cannot be used; the node is switched off until then"});
    node.enabled = false;
    if (node.url.isEmpty())
        node.url = Secret("http://unset.invalid/");
}

} // namespace

Finding nameProblem(std::string_view name)
{
    if (name.find_first_not_of(' ') == std::string_view::npos)
        return {ConfigProblem::NameEmpty, "the name is empty"};
    if (name.size() > kMaxName)
        return {ConfigProblem::NameTooLong,
                "the name has " + std::to_string(name.size()) + " bytes; allowed: 1 to 128",
                {std::to_string(name.size())}};
    if (std::any_of(name.begin(), name.end(), [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
        }))
        return {ConfigProblem::NameControl, "the name holds a control character"};
    if (name.front() == ' ' || name.back() == ' ')
        return {ConfigProblem::NameBlanks, "the name begins or ends with a blank"};
    return {};
}

MethodFilter readMethods(Section &owner, std::string_view name)
{
    MethodFilter out;
    const Section::Found found = owner.find(name);
    if (!found.value)
        return out;
    if (found.value->is_array()) {
        out.allow = patterns(owner, name);
        return out;
    }
    Section section = owner.table(name);
    out.allow = patterns(section, "allow");
    out.deny = patterns(section, "deny");
    section.finish();
    return out;
}

std::vector<NodeConfig> readNodes(Section &root,
                                  const std::vector<ChainConfig> &chains,
                                  const Paths &paths,
                                  PriceBook &prices,
                                  bool switchOffBroken)
{
    std::vector<NodeConfig> nodes;
    const Section::Found found = root.find("nodes");
    if (!found.value)
        return nodes;
    if (!found.value->is_array()) {
        Finding finding = wrongType("an array of tables", *found.value);
        finding.message += ": each node begins with [[nodes]], in double brackets";
        root.error("nodes", std::move(finding));
        return nodes;
    }
    const auto &tables = found.value->as_array(std::nothrow);
    if (tables.size() > kMaxNodes) {
        root.error("nodes",
                   std::to_string(tables.size()) + " nodes; allowed: up to "
                       + std::to_string(kMaxNodes));
        return nodes;
    }
    for (std::size_t i = 0; i < tables.size(); ++i) {
        Section section(root.reading(), &tables[i], indexed("nodes", i), root.line());
        if (!section.isPresent())
            return nodes;
        const std::size_t firstIssue = root.reading().issues().size();
        nodes.push_back(NodeReader(section, chains, paths, prices).read());
        if (switchOffBroken)
            switchOffIfBroken(section, firstIssue, nodes.back());
    }
    checkNames(root.reading(), nodes, tables);
    if (!nodes.empty())
        checkChainsHaveNodes(root.reading(), chains, nodes);
    return nodes;
}

} // namespace spillway::config
