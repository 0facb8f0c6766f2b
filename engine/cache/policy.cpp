// SPDX-License-Identifier: MIT
#include "cache/policy.h"

#include "cache/params.h"
#include "chain/block.h"
#include "rpc/jsonscan.h"

#include <algorithm>

namespace spillway::cache {
namespace {

using Depends = Plan::Depends;

constexpr bool isHash(std::string_view text)
{
    return text.size() == 66 && text.starts_with("0x");
}

struct BlockArgument
{
    enum class Kind : std::uint8_t { Unknown, Moving, Number, Hash };

    Kind kind = Kind::Unknown;
    std::uint64_t number = 0;
    std::string_view hash;
};

constexpr BlockArgument kUnknownBlock{};
constexpr BlockArgument kMovingBlock{BlockArgument::Kind::Moving, 0, {}};

/// A tag or number as it stands in the parameters.
BlockArgument blockIn(std::string_view token)
{
    const auto text = plainString(token);
    if (!text)
        return kUnknownBlock;
    if (*text == "latest" || *text == "safe" || *text == "finalized")
        return kMovingBlock;
    if (*text == "earliest")
        return {BlockArgument::Kind::Number, 0, {}};
    if (isHash(*text))
        return {BlockArgument::Kind::Hash, 0, *text};
    const auto number = chain::parseQuantity(*text);
    return number ? BlockArgument{BlockArgument::Kind::Number, *number, {}} : kUnknownBlock;
}

/// The same, or an object of EIP-1898.
BlockArgument blockOrObjectIn(std::string_view token)
{
    if (!token.starts_with('{'))
        return blockIn(token);
    BlockArgument found;
    int named = 0;
    bool strange = false;
    rpc::Scanner scanner(token);
    const bool whole = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == "blockNumber" || key.raw == "blockHash") {
            ++named;
            found = blockIn(value);
            strange |= (found.kind == BlockArgument::Kind::Hash) != (key.raw == "blockHash");
        } else {
            // requireCanonical makes the answer depend on more than the block's content.
            strange |= key.raw != "requireCanonical" || value != "false";
        }
        return true;
    });
    return whole && named == 1 && !strange ? found : kUnknownBlock;
}

void setNumber(Plan &plan, std::uint64_t number, const ChainFacts &facts)
{
    if (facts.head && number > *facts.head)
        return; // not there yet: the answer changes with the next block
    plan.depends = Depends::Block;
    plan.number = number;
}

void setBlock(Plan &plan, const BlockArgument &block, const ChainFacts &facts)
{
    switch (block.kind) {
    case BlockArgument::Kind::Unknown:
        return;
    case BlockArgument::Kind::Moving:
        plan.depends = Depends::Head;
        return;
    case BlockArgument::Kind::Hash:
        plan.depends = Depends::Hash;
        plan.hash = block.hash;
        return;
    case BlockArgument::Kind::Number:
        if (block.number == 0)
            plan.depends = Depends::Fixed;
        else
            setNumber(plan, block.number, facts);
        return;
    }
}

/// Both ends decide: the query depends on its highest block. A missing end is `latest`.
void setLogs(Plan &plan, std::string_view query, const ChainFacts &facts)
{
    BlockArgument from = kMovingBlock;
    BlockArgument to = kMovingBlock;
    BlockArgument alone;
    bool byHash = false;
    bool ranged = false;
    bool strange = false;
    rpc::Scanner scanner(query);
    const bool whole = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == "blockHash") {
            byHash = true;
            alone = blockIn(value);
            strange |= alone.kind != BlockArgument::Kind::Hash;
        } else if (key.raw == "fromBlock" || key.raw == "toBlock") {
            ranged = true;
            (key.raw == "toBlock" ? to : from) = value == "null" ? kMovingBlock : blockIn(value);
        }
        return true;
    });
    if (!whole || strange || (byHash && ranged))
        return;
    if (byHash) {
        setBlock(plan, alone, facts);
        return;
    }
    const auto isNumber = [](const BlockArgument &b) {
        return b.kind == BlockArgument::Kind::Number;
    };
    if (isNumber(from) && isNumber(to)) {
        setNumber(plan, std::max(from.number, to.number), facts);
        return;
    }
    const auto isUsable = [&](const BlockArgument &b) {
        return isNumber(b) || b.kind == BlockArgument::Kind::Moving;
    };
    if (isUsable(from) && isUsable(to))
        plan.depends = Depends::Head;
}

/// Solana: what is asked for at another commitment than `finalized`, the default, may still change.
void setSlot(Plan &plan, std::string_view options)
{
    plan.depends = Depends::Fixed;
    if (!options.starts_with('{'))
        return; // an encoding, or nothing
    rpc::Scanner scanner(options);
    const bool whole = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == "commitment" && value != "\"finalized\"" && value != "null")
            plan.depends = Depends::Head;
        return true;
    });
    if (!whole)
        plan.depends = Depends::Never;
}

/// Where a result says that it belongs.
struct Place
{
    bool valid = false; ///< the result could be read
    bool mined = false;
    std::uint64_t number = 0;
    std::string hash;
};

std::string_view firstElement(std::string_view list)
{
    std::string_view found;
    rpc::Scanner scanner(list);
    static_cast<void>(scanner.elements([&] {
        const char *const begin = scanner.position();
        if (scanner.skipValue())
            found = {begin, static_cast<std::size_t>(scanner.position() - begin)};
        return false; // one is enough
    }));
    return found;
}

Place placeOf(std::string_view result, Rule::Names names)
{
    if (names == Rule::Names::Nothing)
        return {};
    if (names == Rule::Names::InFirst)
        return placeOf(firstElement(result), Rule::Names::AsMember);
    const bool asBlock = names == Rule::Names::AsBlock;
    const std::string_view numberName = asBlock ? "number" : "blockNumber";
    const std::string_view hashName = asBlock ? "hash" : "blockHash";
    Place place;
    bool numbered = false;
    rpc::Scanner scanner(result);
    place.valid = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        if (key.raw == numberName) {
            const auto text = plainString(value);
            const auto number = text ? chain::parseQuantity(*text) : std::nullopt;
            numbered = number.has_value();
            place.number = number.value_or(0);
        } else if (key.raw == hashName) {
            const auto text = plainString(value);
            if (text && isHash(*text))
                place.hash = lowerCase(*text);
        }
        return true;
    });
    place.mined = place.valid && numbered && !place.hash.empty();
    return place;
}

Lifetime expires(SteadyNs ttl)
{
    Lifetime out;
    if (ttl > 0) {
        out.kind = Lifetime::Kind::Expires;
        out.ttl = ttl;
    }
    return out;
}

Lifetime permanent()
{
    Lifetime out;
    out.kind = Lifetime::Kind::Permanent;
    return out;
}

/// Of an answer about a block that may still be replaced, with the hash the answer itself gives.
Lifetime stamped(Stamp stamp,
                 const Lifetimes &lifetimes,
                 const ChainFacts &facts,
                 const CanonicalHash &canonical)
{
    const std::string_view known = canonical(stamp.number);
    if (known.empty())
        return expires(lifetimes.movingNow(facts.blockInterval));
    if (known != stamp.hash)
        return {}; // the node is on another branch
    Lifetime out = expires(lifetimes.unfinalized);
    out.stamp = std::move(stamp);
    return out;
}

Lifetime ofMined(const Place &place,
                 const Lifetimes &lifetimes,
                 const ChainFacts &facts,
                 const CanonicalHash &canonical)
{
    if (facts.head && place.number > *facts.head)
        return {}; // a node ahead of the head: it is not what others would say
    if (lifetimes.isFinal(place.number, facts))
        return permanent();
    return stamped({place.number, place.hash}, lifetimes, facts, canonical);
}

/// Of an answer about a block by its number, in which nothing tells of which branch it is.
Lifetime unanchored(const Plan &plan,
                    const Lifetimes &lifetimes,
                    const ChainFacts &facts,
                    const CanonicalHash &canonical)
{
    Lifetime out = expires(lifetimes.movingNow(facts.blockInterval));
    if (plan.hashBefore.empty() || out.kind == Lifetime::Kind::Never)
        return out;
    if (canonical(plan.number) != plan.hashBefore)
        return {}; // replaced meanwhile
    out.stamp = Stamp{plan.number, plan.hashBefore};
    return out;
}

/// Every result of that method names its block.
bool alwaysNamesIt(const Rule &rule)
{
    return rule.names == Rule::Names::AsBlock || rule.names == Rule::Names::AsMember;
}

Lifetime ofBlock(const Plan &plan,
                 std::string_view result,
                 const Lifetimes &lifetimes,
                 const ChainFacts &facts,
                 const CanonicalHash &canonical,
                 const Stamp *source)
{
    const Rule &rule = *plan.rule;
    // The first log of a range says nothing about the last block of it.
    const Place place = rule.kind == Rule::Kind::Logs ? Place() : placeOf(result, rule.names);
    if (place.mined || alwaysNamesIt(rule))
        return place.mined && place.number == plan.number
                   ? ofMined(place, lifetimes, facts, canonical)
                   : Lifetime();
    if (lifetimes.isFinal(plan.number, facts))
        return permanent();
    return source != nullptr ? stamped(*source, lifetimes, facts, canonical)
                             : unanchored(plan, lifetimes, facts, canonical);
}

/// Where the window has the block of that hash.
std::optional<std::uint64_t>
numberOf(std::string_view hash, const ChainFacts &facts, const CanonicalHash &canonical)
{
    if (!facts.head)
        return std::nullopt;
    for (std::uint64_t number = *facts.head;; --number) {
        const std::string_view known = canonical(number);
        if (known == hash)
            return number;
        if (number == 0 || (known.empty() && number != *facts.head))
            return std::nullopt;
    }
}

/// What a hash names is always the same; but whether the nodes still have it is another matter until it is final.
Lifetime ofHash(const Plan &plan,
                std::string_view result,
                const Lifetimes &lifetimes,
                const ChainFacts &facts,
                const CanonicalHash &canonical,
                const Stamp *source)
{
    const std::string hash = lowerCase(plan.hash);
    Place place = placeOf(result, plan.rule->names);
    if (place.mined && place.hash != hash)
        return {};
    if (!place.mined && source != nullptr)
        place = {.valid = true, .mined = true, .number = source->number, .hash = source->hash};
    if (!place.mined) {
        const auto number = numberOf(hash, facts, canonical);
        if (!number)
            return expires(lifetimes.movingNow(facts.blockInterval));
        place = {.valid = true, .mined = true, .number = *number, .hash = hash};
    }
    return ofMined(place, lifetimes, facts, canonical);
}

bool isEmpty(std::string_view result)
{
    return result == "null" || result == "[]";
}

/// Some nodes say "nothing" for a block they have never heard of. What is not known here may have been replaced just now.
Lifetime nothingOfHash(const Plan &plan,
                       const Lifetimes &lifetimes,
                       const ChainFacts &facts,
                       const CanonicalHash &canonical)
{
    std::string hash = lowerCase(plan.hash);
    const auto number = numberOf(hash, facts, canonical);
    if (!number)
        return {};
    Lifetime lifetime = expires(lifetimes.pending);
    lifetime.stamp = Stamp{*number, std::move(hash)};
    return lifetime;
}

} // namespace

Lifetimes::Lifetimes(const ChainConfig &chain)
    : shortest(toNs(chain.minTtl))
    , moving(toNs(chain.shortTtl))
    , dynamic(chain.dynamicTtl)
    , pending(toNs(chain.pendingTtl))
    , unfinalized(toNs(chain.unfinalizedTtl))
    , finalityDepth(static_cast<std::uint64_t>(chain.finalityDepth))
{}

SteadyNs Lifetimes::movingNow(SteadyNs blockInterval) const
{
    if (!dynamic || blockInterval <= 0)
        return moving;
    return std::min(std::max(blockInterval / 4, shortest), moving);
}

bool Lifetimes::isFinal(std::uint64_t number, const ChainFacts &facts) const
{
    if (facts.finalized && number <= *facts.finalized)
        return true;
    return facts.head && *facts.head >= finalityDepth && number <= *facts.head - finalityDepth;
}

Plan planFor(const Rule &rule, std::string_view params, const ChainFacts &facts)
{
    Plan plan;
    plan.rule = &rule;
    const Params list(params);
    if (!list.isList())
        return plan;
    switch (rule.kind) {
    case Rule::Kind::Constant:
        plan.depends = Depends::Rarely;
        break;
    case Rule::Kind::Head:
        plan.depends = Depends::Head;
        break;
    case Rule::Kind::ByHash:
        if (const BlockArgument block = blockIn(list.at(rule.index));
            block.kind == BlockArgument::Kind::Hash)
            setBlock(plan, block, facts);
        break;
    case Rule::Kind::Transaction:
        if (const auto hash = plainString(list.at(0)); hash && isHash(*hash))
            plan.depends = Depends::Answer;
        break;
    case Rule::Kind::Block:
        setBlock(plan, blockOrObjectIn(list.at(rule.index)), facts);
        break;
    case Rule::Kind::State: {
        // A block that is left out means the newest one; a placeholder in front of a later parameter is no block.
        const std::string_view token = list.at(rule.index);
        setBlock(plan, token.empty() ? kMovingBlock : blockOrObjectIn(token), facts);
        break;
    }
    case Rule::Kind::Logs:
        if (list.at(0).starts_with('{'))
            setLogs(plan, list.at(0), facts);
        break;
    case Rule::Kind::Slot:
        setSlot(plan, list.at(rule.index));
        break;
    }
    return plan;
}

void Plan::noteCanonical(const CanonicalHash &canonical)
{
    hashBefore.clear();
    if (depends == Depends::Block && !alwaysNamesIt(*rule))
        hashBefore = canonical(number);
}

Lifetime lifetimeOf(const Plan &plan,
                    std::string_view result,
                    const Lifetimes &lifetimes,
                    const ChainFacts &facts,
                    const CanonicalHash &canonical,
                    const Stamp *source)
{
    if (!plan.keeps() || result.empty())
        return {};
    if (result == "null")
        return expires(lifetimes.pending);
    switch (plan.depends) {
    case Depends::Never:
        return {};
    case Depends::Rarely:
        return expires(lifetimes.constant);
    case Depends::Head:
        return expires(lifetimes.movingNow(facts.blockInterval));
    case Depends::Hash:
        return isEmpty(result) ? nothingOfHash(plan, lifetimes, facts, canonical)
                               : ofHash(plan, result, lifetimes, facts, canonical, source);
    case Depends::Fixed:
        return isEmpty(result) ? expires(lifetimes.pending) : permanent();
    case Depends::Answer: {
        const Place place = placeOf(result, plan.rule->names);
        if (!place.valid)
            return {};
        return place.mined ? ofMined(place, lifetimes, facts, canonical)
                           : expires(lifetimes.pending);
    }
    case Depends::Block:
        return ofBlock(plan, result, lifetimes, facts, canonical, source);
    }
    return {};
}

} // namespace spillway::cache
