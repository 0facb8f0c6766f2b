// SPDX-License-Identifier: MIT
#include "chain/blockreference.h"

#include "chain/block.h"
#include "rpc/jsonscan.h"

#include <algorithm>
#include <charconv>

namespace spillway::chain {
namespace {

constexpr std::string_view kQuote = "\"";

/// Looks at the tokens of one call's params and gathers what they name.
class Finder
{
public:
    Finder(std::string_view params, const TagHeights &heights)
        : m_params(params)
        , m_heights(heights)
    {}

    void parameter(const BlockUse &use)
    {
        const std::string_view found = element(use.index);
        if (found.data() == nullptr) {
            if (use.optional && m_whole && m_count == use.index)
                insert(m_end, m_count == 0 ? kQuote : ",\"", kQuote);
            return;
        }
        if (found == "null") {
            if (use.optional)
                replace(found);
            return;
        }
        if (found.front() == '{')
            object(found);
        else
            token(found);
    }

    void logQuery(bool endless)
    {
        const std::string_view filter = element(0);
        if (filter.data() == nullptr || filter.front() != '{')
            return;
        std::string_view from;
        std::string_view to;
        bool byHash = false;
        bool twice = false;
        rpc::Scanner scanner(filter);
        const bool whole =
            scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
                byHash = byHash || key.raw == "blockHash" || key.escaped;
                std::string_view *const end = key.raw == "fromBlock" ? &from
                                              : key.raw == "toBlock" ? &to
                                                                     : nullptr;
                if (end == nullptr)
                    return true;
                twice = twice || end->data() != nullptr;
                *end = value;
                return true;
            });
        if (!whole || byHash || twice)
            return;
        bound(filter, from, R"("fromBlock":")", false);
        bound(filter, to, R"("toBlock":")", endless);
        // Where neither end was given, both numbers go to the same place.
        if (m_out.editCount == 2 && m_out.edits[0].offset == m_out.edits[1].offset
            && m_out.edits[0].length == 0 && m_out.edits[1].length == 0 && m_emptyObject)
            m_out.edits[0].after = "\",";
    }

    void contextConfig()
    {
        rpc::Scanner scanner(m_params);
        static_cast<void>(scanner.elements([&] {
            const char *start = scanner.position();
            if (!scanner.skipValue())
                return false;
            const std::string_view value(start,
                                         static_cast<std::size_t>(scanner.position() - start));
            if (value.front() == '{')
                minContextSlot(value);
            return true;
        }));
    }

    [[nodiscard]] const BlockReference &result() const { return m_out; }

private:
    /// The element at `index`; without data when there is none. Counts the elements before it.
    std::string_view element(std::size_t index)
    {
        std::string_view found;
        m_count = 0;
        rpc::Scanner scanner(m_params);
        m_whole = scanner.elements([&] {
            const char *start = scanner.position();
            if (!scanner.skipValue())
                return false;
            m_end = scanner.position();
            if (m_count++ == index)
                found = {start, static_cast<std::size_t>(m_end - start)};
            return true;
        });
        if (m_whole && m_count == 0)
            m_end = m_params.data() + m_params.find('[') + 1;
        return m_whole ? found : std::string_view();
    }

    /// EIP-1898: {"blockNumber": …} or {"blockHash": …}.
    void object(std::string_view text)
    {
        std::string_view number;
        bool plain = true;
        rpc::Scanner scanner(text);
        const bool whole =
            scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
                plain = plain && key.raw != "blockHash" && !key.escaped;
                if (key.raw == "blockNumber") {
                    plain = plain && number.data() == nullptr;
                    number = value;
                }
                return true;
            });
        if (whole && plain && number.data() != nullptr)
            token(number);
    }

    void token(std::string_view text)
    {
        if (text == R"("latest")") {
            replace(text);
        } else if (text == R"("safe")") {
            m_out.asksSafe = true;
            if (m_heights.safe)
                replace(text, *m_heights.safe);
        } else if (text == R"("finalized")") {
            m_out.asksFinalized = true;
            if (m_heights.finalized)
                replace(text, *m_heights.finalized);
        } else if (text.size() > 2 && text.front() == '"') {
            if (const auto number = parseQuantity(text.substr(1, text.size() - 2))) {
                ++m_out.numbers;
                need(*number);
            }
        }
    }

    void bound(std::string_view filter, std::string_view text, std::string_view name, bool endless)
    {
        const bool open = text.data() == nullptr || text == "null" || text == R"("latest")";
        if (!open) {
            token(text);
            return;
        }
        if (endless)
            return;
        if (text.data() != nullptr) {
            replace(text);
            return;
        }
        const char *inside = filter.data() + 1;
        m_emptyObject =
            filter.find_first_not_of(" \t\r\n", 1) == filter.size() - 1 && filter.size() >= 2;
        insert(inside, name, m_emptyObject ? "\"" : "\",");
    }

    void minContextSlot(std::string_view text)
    {
        rpc::Scanner scanner(text);
        static_cast<void>(
            scanner.members([&](const rpc::Scanner::Key &key, std::string_view value) {
                if (key.raw != "minContextSlot")
                    return true;
                std::uint64_t slot = 0;
                const char *end = value.data() + value.size();
                const auto result = std::from_chars(value.data(), end, slot);
                if (result.ec == std::errc() && result.ptr == end)
                    need(slot);
                return true;
            }));
    }

    void replace(std::string_view text) { replace(text, m_heights.latest); }

    void replace(std::string_view text, std::uint64_t number)
    {
        add({offsetOf(text.data()), text.size(), kQuote, number, kQuote});
    }

    void insert(const char *where, std::string_view before, std::string_view after)
    {
        add({offsetOf(where), 0, before, m_heights.latest, after});
    }

    void add(const TagEdit &edit)
    {
        m_out.edits[m_out.editCount++] = edit;
        need(edit.number);
    }

    void need(std::uint64_t number) { m_out.needed = std::max(m_out.needed.value_or(0), number); }

    [[nodiscard]] std::size_t offsetOf(const char *where) const
    {
        return static_cast<std::size_t>(where - m_params.data());
    }

    std::string_view m_params;
    const TagHeights &m_heights;
    BlockReference m_out;
    std::size_t m_count = 0;
    const char *m_end = nullptr; ///< behind the last element
    bool m_whole = false;
    bool m_emptyObject = false;
};

void appendEdit(const TagEdit &edit, std::string &out)
{
    std::array<char, 20> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), edit.number, 16).ptr;
    out.append(edit.before).append("0x");
    out.append(digits.data(), end).append(edit.after);
}

} // namespace

BlockReference findBlocks(const BlockUse &use, std::string_view params, const TagHeights &heights)
{
    Finder finder(params, heights);
    switch (use.kind) {
    case BlockUse::Kind::None:
        break;
    case BlockUse::Kind::Parameter:
        finder.parameter(use);
        break;
    case BlockUse::Kind::LogQuery:
        finder.logQuery(false);
        break;
    case BlockUse::Kind::NewLogFilter:
        finder.logQuery(true);
        break;
    case BlockUse::Kind::ContextConfig:
        finder.contextConfig();
        break;
    }
    return finder.result();
}

void appendTranslated(std::string_view body,
                      std::string_view params,
                      const BlockReference &reference,
                      std::string &out)
{
    std::array<TagEdit, 2> edits = reference.edits;
    if (reference.editCount == 2 && edits[1].offset < edits[0].offset)
        std::swap(edits[0], edits[1]);
    const auto base = static_cast<std::size_t>(params.data() - body.data());
    std::size_t at = 0;
    for (std::size_t i = 0; i < reference.editCount; ++i) {
        out.append(body.substr(at, base + edits[i].offset - at));
        appendEdit(edits[i], out);
        at = base + edits[i].offset + edits[i].length;
    }
    out.append(body.substr(at));
}

} // namespace spillway::chain
