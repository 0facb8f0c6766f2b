// SPDX-License-Identifier: MIT
#include "config/patch.h"
#include "config/patchvalue.h"

#include <algorithm>

namespace spillway::config {
namespace {

/// What stands around an item of an array that goes over several lines.
class Surroundings
{
public:
    Surroundings(const Tree &tree, const ScannedValue &array)
        : m_tree(tree)
        , m_array(array)
    {}

    [[nodiscard]] bool isOneLine() const
    {
        return m_tree.text(m_array.span).find('\n') == std::string_view::npos;
    }

    [[nodiscard]] const ScannedItem &item(std::size_t index) const { return m_array.items[index]; }

    /// Behind the item and its comma.
    [[nodiscard]] std::size_t end(std::size_t index) const
    {
        const ScannedItem &it = item(index);
        return it.comma == std::string::npos ? it.value.span.end : it.comma + 1;
    }

    [[nodiscard]] bool beginsLine(std::size_t index) const
    {
        const std::size_t begin = item(index).value.span.begin;
        const std::size_t line = m_tree.lines()[m_tree.lineAt(begin)].span.begin;
        return isBlank(m_tree.text({line, begin}));
    }

    /// Comma on the item's last line, and nothing but a comment behind it.
    [[nodiscard]] bool endsLine(std::size_t index) const
    {
        const std::size_t at = end(index);
        if (m_tree.text({item(index).value.span.end, at}).find_first_of("\n#")
            != std::string_view::npos)
            return false;
        const std::string_view rest = m_tree.text({at, lineOf(index).end});
        const auto first = rest.find_first_not_of(" \t\r\n");
        return rest.ends_with('\n') && (first == std::string_view::npos || rest[first] == '#');
    }

    [[nodiscard]] bool isAlone(std::size_t index) const
    {
        return beginsLine(index) && endsLine(index);
    }

    /// The line on which an item ends.
    [[nodiscard]] Span lineOf(std::size_t index) const
    {
        return m_tree.lines()[m_tree.lineAt(end(index) - 1)].span;
    }

    /// The comment behind an item, with the blanks before it.
    [[nodiscard]] Span trail(std::size_t index) const
    {
        const std::size_t begin = end(index);
        const std::string_view rest = m_tree.text({begin, lineOf(index).end});
        const auto last = rest.find_last_not_of(" \t\r\n");
        return {begin, last == std::string_view::npos ? begin : begin + last + 1};
    }

    static bool isBlank(std::string_view text)
    {
        return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
    }

private:
    const Tree &m_tree;
    const ScannedValue &m_array;
};

std::string joined(const std::vector<std::string> &texts)
{
    std::string out;
    for (const std::string &text : texts)
        out.append(out.empty() ? "" : ", ").append(text);
    return out;
}

void insertOnOneLine(const ScannedValue &array,
                     std::size_t index,
                     const std::string &text,
                     std::vector<Edit> &edits)
{
    if (array.items.empty()) {
        edits.push_back({{array.span.begin + 1, array.span.end - 1}, text});
    } else if (index < array.items.size()) {
        const std::size_t at = array.items[index].value.span.begin;
        edits.push_back({{at, at}, text + ", "});
    } else {
        const std::size_t at = array.items.back().value.span.end;
        edits.push_back({{at, at}, ", " + text});
    }
}

/// Longest common subsequence, as pairs of indices.
std::vector<std::pair<std::size_t, std::size_t>> common(const std::vector<std::string> &a,
                                                        const std::vector<std::string> &b)
{
    std::vector<std::vector<std::size_t>> best(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = a.size(); i-- > 0;) {
        for (std::size_t j = b.size(); j-- > 0;)
            best[i][j] =
                a[i] == b[j] ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
    }
    std::vector<std::pair<std::size_t, std::size_t>> out;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j])
            out.emplace_back(i++, j++);
        else if (best[i + 1][j] >= best[i][j + 1])
            ++i;
        else
            ++j;
    }
    return out;
}

} // namespace

Span itemLead(const Tree &tree, const ScannedValue &array, std::size_t index)
{
    const Surroundings around(tree, array);
    const std::size_t line = tree.lineAt(array.items[index].value.span.begin);
    const std::size_t end = tree.lines()[line].span.begin;
    if (!around.beginsLine(index))
        return {array.items[index].value.span.begin, array.items[index].value.span.begin};
    const std::size_t before =
        tree.lineAt(index == 0 ? array.span.begin : around.end(index - 1) - 1);
    std::size_t first = line;
    while (first > before + 1) {
        const std::string_view above = tree.text(tree.lines()[first - 1].span);
        const auto at = above.find_first_not_of(" \t");
        if (at == std::string_view::npos || above[at] != '#')
            break;
        --first;
    }
    return {tree.lines()[first].span.begin, end};
}

void insertItems(const Tree &tree,
                 const ScannedValue &array,
                 std::size_t index,
                 const std::vector<std::string> &texts,
                 const std::string &lead,
                 std::vector<Edit> &edits)
{
    const Surroundings around(tree, array);
    const std::size_t count = array.items.size();
    const bool ownLines = !around.isOneLine() && count > 0
                          && (index < count ? around.beginsLine(index) : around.isAlone(count - 1));
    if (!ownLines && !around.isOneLine() && count == 0)
        return edits.push_back({{array.span.begin + 1, array.span.begin + 1}, joined(texts)});
    if (!ownLines)
        return insertOnOneLine(array, index, joined(texts), edits);
    const std::size_t like = std::min(index, count - 1);
    const Span likeSpan = array.items[like].value.span;
    const std::string indent(tree.indentAt(likeSpan.begin));
    // The last item may do without a comma, and then the new last one does too.
    const bool comma = index < count || array.items[like].comma != std::string::npos;
    if (!comma)
        edits.push_back({{likeSpan.end, likeSpan.end}, ","});
    const std::size_t at =
        index < count ? itemLead(tree, array, index).begin : around.lineOf(like).end;
    std::string lines = lead;
    for (const std::string &text : texts)
        lines.append(indent)
            .append(text)
            .append(comma || &text != &texts.back() ? "," : "")
            .append(tree.lineEnd());
    edits.push_back({{at, at}, lines});
}

void removeItem(const Tree &tree,
                const ScannedValue &array,
                std::size_t index,
                std::vector<Edit> &edits)
{
    const Surroundings around(tree, array);
    const auto span = [&](std::size_t i) { return array.items[i].value.span; };
    if (around.isOneLine()) {
        if (array.items.size() == 1)
            edits.push_back({{array.span.begin + 1, array.span.end - 1}, {}});
        else if (index > 0)
            edits.push_back({{span(index - 1).end, span(index).end}, {}});
        else
            edits.push_back({{span(0).begin, span(1).begin}, {}});
        return;
    }
    if (around.isAlone(index)) {
        const std::size_t begin = tree.lines()[tree.lineAt(span(index).begin)].span.begin;
        edits.push_back({{begin, around.lineOf(index).end}, {}});
        return;
    }
    edits.push_back({span(index), {}});
    if (const std::size_t comma = array.items[index].comma; comma != std::string::npos)
        edits.push_back({{comma, comma + 1}, {}});
}

void replaceItems(const Tree &tree,
                  const Item &array,
                  const std::vector<std::string> &texts,
                  std::vector<Edit> &edits)
{
    constexpr std::size_t kMostCompared = 2000;
    std::vector<std::string> before;
    for (const auto &child : array.children)
        before.push_back(
            stringIn(std::string(tree.text(child->value->span))).value_or(std::string()));
    if (before.size() > kMostCompared || texts.size() > kMostCompared) {
        edits.push_back({array.value->span, writtenValue(texts, tree.text(array.value->span))});
        return;
    }
    auto kept = common(before, texts);
    kept.emplace_back(before.size(), texts.size());
    std::size_t oldAt = 0;
    std::size_t newAt = 0;
    for (const auto &[oldNext, newNext] : kept) {
        for (; newAt < newNext && oldAt < oldNext; ++newAt, ++oldAt)
            edits.push_back(
                {array.value->items[oldAt].value.span,
                 writtenValue(texts[newAt], tree.text(array.value->items[oldAt].value.span))});
        for (; oldAt < oldNext; ++oldAt)
            removeItem(tree, *array.value, oldAt, edits);
        std::vector<std::string> added;
        for (; newAt < newNext; ++newAt)
            added.push_back(basicString(texts[newAt]));
        if (!added.empty())
            insertItems(tree, *array.value, oldNext, added, {}, edits);
        oldAt = oldNext + 1;
        newAt = newNext + 1;
    }
}

void moveItem(const Tree &tree,
              const ScannedValue &array,
              std::size_t from,
              std::size_t to,
              std::vector<Edit> &edits)
{
    const Surroundings around(tree, array);
    std::vector<std::size_t> order(array.items.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(from));
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(to), from);
    bool lines = !around.isOneLine();
    for (std::size_t i = 0; i < order.size(); ++i)
        lines = lines && around.isAlone(i);
    const auto block = [&](std::size_t i) {
        return Span{lines ? itemLead(tree, array, i).begin : array.items[i].value.span.begin,
                    array.items[i].value.span.end};
    };
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] == i)
            continue;
        edits.push_back({block(i), std::string(tree.text(block(order[i])))});
        if (lines)
            edits.push_back({around.trail(i), std::string(tree.text(around.trail(order[i])))});
    }
}

} // namespace spillway::config
