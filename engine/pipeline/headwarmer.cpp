// SPDX-License-Identifier: MIT
#include "pipeline/headwarmer.h"

#include "cache/key.h"
#include "cache/params.h"
#include "rpc/jsonscan.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace spillway {
namespace {

constexpr SteadyNs kLongestHold = kNsPerSecond;
constexpr SteadyNs kHoldWithoutInterval = 250 * kNsPerMs;
constexpr int kPartOfInterval = 4;
constexpr std::size_t kNodesAsked = 2;

std::string inQuotes(std::string_view text)
{
    return "\"" + std::string(text) + "\"";
}

/// The text that member `name` of the object has, in small letters; empty: it has none.
std::string textOf(std::string_view object, std::string_view name)
{
    std::string found;
    rpc::Scanner scanner(object);
    const bool whole = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == name)
            found = cache::lowerCase(cache::plainString(value).value_or(std::string_view()));
        return true;
    });
    return whole ? found : std::string();
}

/// The elements of an array, each with the text that its member `name` has; nothing when one has none.
struct Element
{
    std::string_view text;
    std::string name;
};

std::optional<std::vector<Element>> elementsOf(std::string_view array, std::string_view name)
{
    std::vector<Element> elements;
    rpc::Scanner scanner(array);
    const bool whole = scanner.elements([&] {
        const char *begin = scanner.position();
        if (!scanner.skipValue())
            return false;
        const std::string_view element(begin, static_cast<std::size_t>(scanner.position() - begin));
        elements.push_back({element, textOf(element, name)});
        return !elements.back().name.empty();
    });
    if (!whole)
        return std::nullopt;
    return elements;
}

std::string_view memberOf(std::string_view object, std::string_view name)
{
    std::string_view found;
    rpc::Scanner scanner(object);
    const bool whole = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == name)
            found = value;
        return true;
    });
    return whole ? found : std::string_view();
}

} // namespace

HeadWarmer::HeadWarmer(IoContext &context,
                       std::shared_ptr<const RoutingTable> table,
                       std::size_t chain,
                       chain::NodeCaller &caller)
    : m_context(context)
    , m_table(std::move(table))
    , m_chain(m_table->chains()[chain])
    , m_caller(caller)
    , m_patience([](void *self) { static_cast<HeadWarmer *>(self)->late(); }, this)
{}

bool HeadWarmer::isWanted(const RoutingTable &table, std::size_t chain)
{
    const ChainConfig &config = *table.chains()[chain].config;
    return table.cache() && config.cache && config.kind == ChainKind::Evm && config.reorg
           && (config.warmBlocks || config.warmReceipts);
}

SteadyNs HeadWarmer::patience(SteadyNs blockInterval)
{
    return blockInterval > 0 ? std::min(blockInterval / kPartOfInterval, kLongestHold)
                             : kHoldWithoutInterval;
}

bool HeadWarmer::warm(const chain::Block &head, bool hold)
{
    // Without its hash nothing of it could be checked against a reorganisation.
    if (head.hash.empty())
        return false;
    if (head.hash == m_latest)
        return m_holds; // the same again
    std::vector<std::size_t> nodes = candidates(head);
    if (nodes.empty())
        return false;
    m_latest = head.hash;
    ++m_round;
    m_failed = false;
    std::vector<What> wanted;
    if (m_chain.config->warmBlocks)
        wanted.push_back(What::Block);
    if (m_chain.config->warmReceipts)
        wanted.push_back(What::Receipts);
    m_open = static_cast<int>(wanted.size());
    if (hold && !std::exchange(m_holds, true))
        m_context.timers().start(m_patience, patience(m_chain.state->blockInterval()));
    const std::uint64_t round = m_round;
    m_begins = true;
    for (const What what : wanted) {
        auto fetch = std::make_shared<Fetch>();
        fetch->what = what;
        fetch->head = head;
        fetch->round = round;
        fetch->nodes = nodes;
        ask(fetch);
    }
    m_begins = false;
    return m_holds;
}

/// Those that have the block, the best last.
std::vector<std::size_t> HeadWarmer::candidates(const chain::Block &head) const
{
    const SteadyNs now = m_context.clock().steadyNs();
    std::vector<std::size_t> numbers;
    const auto nodeAt = [&](std::size_t number) -> const RouteNode & {
        return m_table->nodes()[m_chain.nodes[number]];
    };
    for (std::size_t number = 0; number < m_chain.nodes.size(); ++number) {
        const RouteNode &node = nodeAt(number);
        if (node.config->enabled && node.state->chainStanding() == ChainStanding::Fit
            && node.state->hasBlocks(head.number + 1) && node.state->closure(now) == Closure::None)
            numbers.push_back(number);
    }
    std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
        const RouteNode &first = nodeAt(a);
        const RouteNode &second = nodeAt(b);
        if (first.config->tier != second.config->tier)
            return first.config->tier < second.config->tier;
        return first.state->latencyUs().value_or(0) < second.state->latencyUs().value_or(0);
    });
    if (numbers.size() > kNodesAsked)
        numbers.resize(kNodesAsked);
    std::reverse(numbers.begin(), numbers.end());
    return numbers;
}

void HeadWarmer::ask(const std::shared_ptr<Fetch> &fetch)
{
    if (fetch->nodes.empty()) {
        over(*fetch, false);
        return;
    }
    const std::size_t node = fetch->nodes.back();
    fetch->nodes.pop_back();
    const bool block = fetch->what == What::Block;
    m_caller.ask(
        node,
        block ? "eth_getBlockByHash" : "eth_getBlockReceipts",
        block ? "[" + inQuotes(fetch->head.hash) + ",true]"
              : "[" + inQuotes(chain::toQuantity(fetch->head.number)) + "]",
        [this, fetch, node](const chain::NodeAnswer &answer) { answered(fetch, node, answer); });
}

void HeadWarmer::answered(const std::shared_ptr<Fetch> &fetch,
                          std::size_t node,
                          const chain::NodeAnswer &answer)
{
    const RouteNode &route = m_table->nodes()[m_chain.nodes[node]];
    const bool kept = answer.kind == chain::NodeAnswer::Kind::Result
                      && (fetch->what == What::Block ? keepBlock(*fetch, route, answer.result)
                                                     : keepReceipts(*fetch, route, answer.result));
    if (kept)
        over(*fetch, true);
    else
        ask(fetch);
}

void HeadWarmer::over(const Fetch &fetch, bool fetched)
{
    if (fetch.round != m_round)
        return; // another head has come
    m_failed = m_failed || !fetched;
    if (--m_open > 0)
        return;
    chain::Warming &figures = m_chain.state->warming();
    (m_failed ? figures.failed : figures.complete).add();
    release();
}

void HeadWarmer::late()
{
    m_chain.state->warming().late.add();
    release();
}

void HeadWarmer::release()
{
    m_patience.cancel();
    if (std::exchange(m_holds, false) && !m_begins && onReady)
        onReady();
}

bool HeadWarmer::keepBlock(const Fetch &fetch, const RouteNode &node, std::string_view block)
{
    if (textOf(block, "hash") != fetch.head.hash)
        return false;
    const std::string_view array = memberOf(block, "transactions");
    const auto transactions = elementsOf(array, "hash");
    if (!transactions)
        return false;
    const std::string hash = inQuotes(fetch.head.hash);
    const std::string number = inQuotes(chain::toQuantity(fetch.head.number));
    keep(fetch, node, "eth_getBlockByHash", "[" + hash + ",true]", block);
    keep(fetch, node, "eth_getBlockByNumber", "[" + number + ",true]", block);

    // The same with hashes only: the block's own bytes around another array.
    const auto at = static_cast<std::size_t>(array.data() - block.data());
    std::string brief(block.substr(0, at));
    brief.push_back('[');
    for (const Element &transaction : *transactions) {
        if (brief.back() != '[')
            brief.push_back(',');
        brief.append(memberOf(transaction.text, "hash"));
    }
    brief.push_back(']');
    brief.append(block.substr(at + array.size()));
    keep(fetch, node, "eth_getBlockByHash", "[" + hash + ",false]", brief);
    keep(fetch, node, "eth_getBlockByNumber", "[" + number + ",false]", brief);

    const std::string count = inQuotes(chain::toQuantity(transactions->size()));
    keep(fetch, node, "eth_getBlockTransactionCountByHash", "[" + hash + "]", count);
    keep(fetch, node, "eth_getBlockTransactionCountByNumber", "[" + number + "]", count);
    for (std::size_t i = 0; i < transactions->size(); ++i) {
        const Element &transaction = (*transactions)[i];
        const std::string index = "," + inQuotes(chain::toQuantity(i)) + "]";
        keep(fetch,
             node,
             "eth_getTransactionByHash",
             "[" + inQuotes(transaction.name) + "]",
             transaction.text);
        keep(fetch,
             node,
             "eth_getTransactionByBlockHashAndIndex",
             "[" + hash + index,
             transaction.text);
        keep(fetch,
             node,
             "eth_getTransactionByBlockNumberAndIndex",
             "[" + number + index,
             transaction.text);
    }
    return true;
}

bool HeadWarmer::keepReceipts(const Fetch &fetch, const RouteNode &node, std::string_view receipts)
{
    const auto list = elementsOf(receipts, "transactionHash");
    if (!list)
        return false;
    const bool ofThisBlock = std::all_of(list->begin(), list->end(), [&](const Element &receipt) {
        return textOf(receipt.text, "blockHash") == fetch.head.hash;
    });
    if (!ofThisBlock)
        return false;
    if (list->empty())
        return true; // of which block it is cannot be seen
    for (const Element &receipt : *list)
        keep(fetch,
             node,
             "eth_getTransactionReceipt",
             "[" + inQuotes(receipt.name) + "]",
             receipt.text);
    keep(fetch,
         node,
         "eth_getBlockReceipts",
         "[" + inQuotes(chain::toQuantity(fetch.head.number)) + "]",
         receipts);
    keep(fetch, node, "eth_getBlockReceipts", "[" + inQuotes(fetch.head.hash) + "]", receipts);
    return true;
}

/// Keeps `result` as if a client had asked for it and the head were there already: under the same rules, for as long.
void HeadWarmer::keep(const Fetch &fetch,
                      const RouteNode &node,
                      std::string_view method,
                      std::string_view params,
                      std::string_view result)
{
    const cache::Rule *rule = cache::ruleOf(method, m_chain.config->kind);
    if (rule == nullptr || result.size() > cache::kMaxAnswerBytes)
        return;
    const SteadyNs now = m_context.clock().steadyNs();
    const std::shared_ptr<const chain::ChainView> view = m_chain.state->view();
    cache::ChainFacts facts;
    facts.head = std::max(fetch.head.number, view->head ? view->head->number : 0);
    facts.finalized = m_chain.state->finalized();
    facts.blockInterval = m_chain.state->blockInterval();
    const auto canonical = [&](std::uint64_t number) -> std::string_view {
        const bool known = view->head && view->head->number >= fetch.head.number;
        return number == fetch.head.number && !known ? std::string_view(fetch.head.hash)
                                                     : view->canonicalHash(number);
    };
    const cache::Plan plan = cache::planFor(*rule, params, facts);
    std::string memory;
    const std::string_view prefix = m_chain.keyPrefix(memory);
    if (!plan.keeps() || prefix.empty()
        || !cache::makeKey(prefix, m_chain.config->kind, method, *rule, params, m_key))
        return;
    const cache::Stamp source{fetch.head.number, fetch.head.hash};
    cache::Lifetime lifetime =
        cache::lifetimeOf(plan, result, m_chain.lifetimes, facts, canonical, &source);
    if (lifetime.kind == cache::Lifetime::Kind::Never)
        return;
    auto entry = std::make_shared<cache::Entry>();
    constexpr std::string_view kBefore = R"({"jsonrpc":"2.0","id":)";
    constexpr std::string_view kId = "1";
    constexpr std::string_view kBehind = R"(,"result":)";
    entry->text.reserve(kBefore.size() + kId.size() + kBehind.size() + result.size() + 1);
    entry->text.append(kBefore).append(kId).append(kBehind).append(result).append("}");
    entry->idOffset = kBefore.size();
    entry->idLength = kId.size();
    entry->stamp = std::move(lifetime.stamp);
    entry->written = now;
    entry->expires =
        lifetime.kind == cache::Lifetime::Kind::Expires ? now + lifetime.ttl : cache::kForever;
    entry->credits = node.cost(method).value_or(0);
    m_table->cache()->backend().store(m_key, entry);
    m_chain.state->warming().answers.add();
}

} // namespace spillway
