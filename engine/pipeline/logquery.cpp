// SPDX-License-Identifier: MIT
#include "pipeline/logquery.h"

#include "chain/block.h"
#include "rpc/jsonscan.h"

#include <algorithm>
#include <unordered_set>

namespace spillway {
namespace {

class Fnv
{
public:
    void add(std::string_view text)
    {
        for (const char c : text) {
            m_value ^= static_cast<unsigned char>(c);
            m_value *= 0x100000001B3U;
        }
    }

    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xCBF29CE484222325U;
};

/// The first element of an array; without data where there is none.
std::string_view firstElement(std::string_view params, bool &alone)
{
    std::string_view found;
    std::size_t count = 0;
    rpc::Scanner scanner(params);
    scanner.skipSpace();
    const bool whole = scanner.elements([&] {
        const char *start = scanner.position();
        if (!scanner.skipValue())
            return false;
        if (count++ == 0)
            found = {start, static_cast<std::size_t>(scanner.position() - start)};
        return true;
    });
    alone = count == 1;
    return whole ? found : std::string_view();
}

struct Bound
{
    bool known = false;
    bool vague = false; ///< the node knows better which block that is
    std::uint64_t number = 0;
};

Bound readBound(std::string_view token, std::optional<std::uint64_t> head)
{
    Bound bound;
    bound.vague = token == R"("pending")" || token == R"("safe")" || token == R"("finalized")";
    if (token.data() == nullptr || token == "null" || token == R"("latest")" || bound.vague) {
        bound.known = head.has_value();
        bound.number = head.value_or(0);
    } else if (token == R"("earliest")") {
        bound.known = true;
    } else if (token.size() > 2 && token.front() == '"') {
        const auto number = chain::parseQuantity(token.substr(1, token.size() - 2));
        bound.known = number.has_value();
        bound.number = number.value_or(0);
    }
    return bound;
}

bool readAddresses(std::string_view token, std::vector<std::string_view> &out)
{
    rpc::Scanner scanner(token);
    std::unordered_set<std::string_view> known;
    return scanner.elements([&] {
        const char *start = scanner.position();
        if (!scanner.skipValue())
            return false;
        const std::string_view address(start, static_cast<std::size_t>(scanner.position() - start));
        // Named twice it still gives its logs once; in two parts it would give them twice.
        if (known.insert(address).second)
            out.push_back(address);
        return true;
    });
}

} // namespace

std::optional<LogQuery> locateLogQuery(std::string_view params)
{
    bool alone = false;
    const std::string_view filter = firstElement(params, alone);
    if (filter.data() == nullptr || filter.front() != '{')
        return std::nullopt;
    LogQuery query;
    query.divisible = alone;
    std::string decoded;
    Fnv shape;
    rpc::Scanner scanner(filter);
    const bool whole = scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
        std::string_view name = key.raw;
        if (key.escaped) {
            query.divisible = false;
            decoded.clear();
            if (!rpc::decodeString({key.raw.data() - 1, key.raw.size() + 2}, decoded, name))
                return false;
        }
        if (name == "blockHash") {
            query.divisible = query.divisible && !query.byHash;
            query.byHash = true;
            query.hashToken = value;
        }
        if (name == "fromBlock" || name == "toBlock") {
            std::string_view &bound = name == "fromBlock" ? query.fromToken : query.toToken;
            query.divisible = query.divisible && bound.data() == nullptr;
            bound = value;
            return true;
        }
        const char *start = key.raw.data() - 1;
        const std::string_view member(
            start, static_cast<std::size_t>(value.data() + value.size() - start));
        shape.add(member);
        if (name == "address" && value.front() == '[' && query.addresses.empty())
            return readAddresses(value, query.addresses);
        query.rest.push_back(member);
        return true;
    });
    if (!whole)
        return std::nullopt;
    query.shape = shape.value();
    return query;
}

std::optional<LogQuery> readLogQuery(std::string_view params, std::optional<std::uint64_t> head)
{
    auto query = locateLogQuery(params);
    if (!query)
        return std::nullopt;
    if (query->byHash) {
        const bool alone = query->fromToken.data() == nullptr && query->toToken.data() == nullptr;
        return alone && query->hashToken.starts_with('"') ? query : std::nullopt;
    }
    const Bound first = readBound(query->fromToken, head);
    const Bound last = readBound(query->toToken, head);
    if (!first.known || !last.known)
        return std::nullopt;
    query->from = first.number;
    query->to = head && last.number > *head ? std::max(*head, first.number) : last.number;
    if (last.number < first.number || query->to - query->from == UINT64_MAX)
        return std::nullopt;
    query->divisible = query->divisible && !first.vague && !last.vague;
    return query;
}

namespace {

void appendRest(const LogQuery &query,
                std::size_t addressBegin,
                std::size_t addressEnd,
                std::string &out)
{
    if (addressBegin < addressEnd) {
        out += R"(,"address":)";
        for (std::size_t i = addressBegin; i < addressEnd; ++i)
            out.append(i == addressBegin ? "[" : ",").append(query.addresses[i]);
        out += ']';
    }
    for (const std::string_view member : query.rest)
        out.append(",").append(member);
    out += "}]";
}

} // namespace

void appendLogQuery(const LogQuery &query, std::string_view blockHash, std::string &out)
{
    out.append(R"([{"blockHash":")").append(blockHash).append("\"");
    appendRest(query, 0, query.addresses.size(), out);
}

void appendLogPart(const LogQuery &query,
                   std::uint64_t from,
                   std::uint64_t to,
                   std::size_t addressBegin,
                   std::size_t addressEnd,
                   std::string &out)
{
    out.append("[{");
    const std::size_t begin = out.size();
    if (!query.byHash) {
        out.append(R"(,"fromBlock":")").append(chain::toQuantity(from));
        out.append(R"(","toBlock":")").append(chain::toQuantity(to)).append("\"");
    }
    appendRest(query, addressBegin, addressEnd, out); // holds the hash
    out.erase(begin, 1);
}

} // namespace spillway
