// SPDX-License-Identifier: MIT
#include "config/patch.h"
#include "config/patchvalue.h"
#include "config/suggest.h"

#include <algorithm>

namespace spillway::config {
namespace {

Change refused(std::string problem)
{
    return {std::move(problem), {}};
}

std::string shown(const Item &item)
{
    if (!item.parent)
        return "the document";
    if (item.name.empty())
        return "this element of " + shown(*item.parent);
    return inQuotes(item.name);
}

/// `a = { b = value }` for the names a, b.
std::string
nestedPair(const std::vector<std::string> &names, std::size_t from, const std::string &value)
{
    const std::string key = writtenKey(names[from]);
    if (from + 1 == names.size())
        return key + " = " + value;
    return key + " = { " + nestedPair(names, from + 1, value) + " }";
}

bool isInElement(const Item &item)
{
    for (const Item *at = &item; at; at = at->parent) {
        if (at->isHeaderElement())
            return true;
    }
    return false;
}

/// A new table of the top level stands before the lists, which tend to be long.
std::size_t lineForNewTable(const Tree &tree, const Item &parent)
{
    const auto own = tree.sectionLines(parent);
    if (parent.parent)
        return own.empty() ? tree.lines().size() : own.back().end;
    for (const auto &child : parent.children) {
        if (child->kind == Item::Kind::TableArray)
            return tree.sectionLines(*child).front().begin;
    }
    return tree.lines().size();
}

class Setter
{
public:
    Setter(const Tree &tree, const TomlValue &value)
        : m_tree(tree)
        , m_value(value)
    {}

    Change replace(const Item &item)
    {
        if (!item.value)
            return refused(shown(item)
                           + " is a section with keys of its own and cannot become a value");
        const std::string_view before = m_tree.text(item.value->span);
        const auto *texts = std::get_if<std::vector<std::string>>(&m_value);
        Change out;
        if (texts && item.kind == Item::Kind::Array && before.find('\n') != std::string_view::npos)
            replaceItems(m_tree, item, *texts, out.edits);
        else
            out.edits.push_back({item.value->span, writtenValue(m_value, before)});
        return out;
    }

    Change add(const Item &owner, const std::vector<std::string> &names)
    {
        const std::string value = writtenValue(m_value);
        if (owner.kind == Item::Kind::InlineTable)
            return {{}, {insertEntry(*owner.value, nestedPair(names, 0, value))}};
        if (!owner.section && !owner.places.empty())
            return {{}, {addDotted(owner.places.back(), names, value)}};
        if (names.size() == 1 || isInElement(owner))
            return {{}, {addPair(owner, nestedPair(names, 0, value))}};
        std::string header = headerPath(owner);
        for (std::size_t i = 0; i + 1 < names.size(); ++i)
            header.append(header.empty() ? "" : ".").append(writtenKey(names[i]));
        const std::string text =
            "[" + header + "]" + m_tree.lineEnd() + writtenKey(names.back()) + " = " + value;
        return {{}, {insertBlock(m_tree, lineForNewTable(m_tree, owner), text)}};
    }

private:
    /// Beside the last pair whose key goes through the owner.
    Edit addDotted(const KeyPlace &place,
                   const std::vector<std::string> &names,
                   const std::string &value)
    {
        std::string pair(m_tree.text(place.prefix));
        for (const std::string &name : names)
            pair.append(".").append(writtenKey(name));
        pair.append(" = ").append(value);
        if (place.inlineTable)
            return insertEntry(*place.inlineTable, pair);
        const Statement &beside = m_tree.statements()[place.statement];
        return insertBehind(m_tree,
                            m_tree.linesOf(beside).end - 1,
                            std::string(m_tree.indentAt(beside.span.begin)) + pair);
    }

    Edit addPair(const Item &owner, const std::string &pair)
    {
        if (!owner.section) {
            const auto parts = m_tree.sectionLines(owner);
            const std::size_t line = parts.empty() ? m_tree.lines().size() : parts.front().begin;
            return insertBlock(
                m_tree, line, "[" + headerPath(owner) + "]" + m_tree.lineEnd() + pair);
        }
        const HeaderSection &section = m_tree.sections()[*owner.section];
        if (section.end > section.begin)
            return behind(m_tree.statements()[section.end - 1], pair);
        if (section.header)
            return behind(m_tree.statements()[*section.header], pair);
        const bool isLast = m_tree.sections().size() == 1;
        return insertBlock(m_tree,
                           isLast ? m_tree.lines().size()
                                  : m_tree.linesOf(m_tree.sections()[1]).begin,
                           pair);
    }

    Edit behind(const Statement &statement, const std::string &pair)
    {
        return insertBehind(m_tree,
                            m_tree.linesOf(statement).end - 1,
                            std::string(m_tree.indentAt(statement.span.begin)) + pair);
    }

    const Tree &m_tree;
    const TomlValue &m_value;
};

Edit removeEntry(const ScannedValue &table, std::size_t index)
{
    const auto &pairs = table.pairs;
    const auto begin = [&](std::size_t i) { return pairs[i].key.front().span.begin; };
    if (pairs.size() == 1)
        return {table.span, "{}"};
    if (index > 0)
        return {{pairs[index - 1].value.span.end, pairs[index].value.span.end}, {}};
    return {{begin(0), begin(1)}, {}};
}

} // namespace

std::string applied(std::string_view text, std::vector<Edit> edits)
{
    std::stable_sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) {
        return a.span.begin < b.span.begin;
    });
    std::string out;
    std::size_t at = 0;
    for (const Edit &edit : edits) {
        if (edit.span.begin > at)
            out += text.substr(at, edit.span.begin - at);
        out += edit.text;
        at = std::max(at, edit.span.end);
    }
    return out.append(text.substr(at));
}

Edit insertBlock(const Tree &tree, std::size_t line, std::string text)
{
    const auto &lines = tree.lines();
    const bool atEnd = line >= lines.size();
    const std::size_t offset = atEnd ? tree.text().size() : lines[line].span.begin;
    std::string before;
    if (line > 0 && !lines.empty()) {
        const Line &last = lines[std::min(line, lines.size()) - 1];
        if (!tree.text(last.span).ends_with('\n'))
            before += tree.lineEnd();
        if (last.kind != Line::Kind::Blank)
            before += tree.lineEnd();
    }
    const bool endsOpen = atEnd && !lines.empty() && !tree.text(lines.back().span).ends_with('\n');
    text += endsOpen ? std::string() : tree.lineEnd();
    if (!atEnd && lines[line].kind != Line::Kind::Blank)
        text += tree.lineEnd();
    return {{offset, offset}, before + text};
}

Edit insertBehind(const Tree &tree, std::size_t line, const std::string &text)
{
    const Span span = tree.lines()[line].span;
    const bool ends = tree.text(span).ends_with('\n');
    return {{span.end, span.end}, ends ? text + tree.lineEnd() : tree.lineEnd() + text};
}

Edit removeLines(const Tree &tree, LineRange range, bool tidy)
{
    const auto &lines = tree.lines();
    const auto isBlank = [&](std::size_t line) { return lines[line].kind == Line::Kind::Blank; };
    if (tidy && (range.begin == 0 || isBlank(range.begin - 1))) {
        while (range.end < lines.size() && isBlank(range.end))
            ++range.end;
    }
    if (range.end == lines.size()) {
        while (tidy && range.begin > 0 && isBlank(range.begin - 1))
            --range.begin;
    }
    Span span = tree.bytesOf(range);
    // A file without a last line end stays one.
    if (range.end == lines.size() && range.begin > 0 && !tree.text().ends_with('\n')) {
        const std::string_view last = tree.text(lines[range.begin - 1].span);
        span.begin -= last.ends_with("\r\n") ? 2U : 1U;
    }
    return {span, {}};
}

Edit insertEntry(const ScannedValue &inlineTable, const std::string &pair)
{
    if (inlineTable.pairs.empty())
        return {inlineTable.span, "{ " + pair + " }"};
    const std::size_t end = inlineTable.pairs.back().value.span.end;
    return {{end, end}, ", " + pair};
}

std::string headerPath(const Item &item)
{
    if (!item.parent)
        return {};
    std::string out = headerPath(*item.parent);
    if (item.parent->isTable())
        out.append(out.empty() ? "" : ".").append(writtenKey(item.name));
    return out;
}

Change setPatch(const Tree &tree, const Path &path, const TomlValue &value)
{
    if (path.empty())
        return refused("the path of a key is missing");
    const Item *item = &tree.root();
    std::size_t depth = 0;
    for (; depth < path.size(); ++depth) {
        const Item *next = item->at(path[depth]);
        if (!next)
            break;
        item = next;
    }
    Setter setter(tree, value);
    if (depth == path.size())
        return setter.replace(*item);
    if (item->isArray())
        return refused(shown(*item) + " has " + std::to_string(item->children.size())
                       + " elements, and the one that was to be changed is not among them");
    if (!item->isTable())
        return refused(shown(*item) + " has a value and cannot hold keys");
    std::vector<std::string> names;
    for (; depth < path.size(); ++depth) {
        const auto *name = std::get_if<std::string>(&path[depth]);
        if (!name)
            return refused("there is no such element to be changed");
        names.push_back(*name);
    }
    return setter.add(*item, names);
}

Change removePatch(const Tree &tree, const Item &item)
{
    Change out;
    if (!item.parent)
        return refused("the whole document cannot be removed");
    if (item.parent->kind == Item::Kind::Array) {
        const auto &siblings = item.parent->children;
        const auto at = std::find_if(
            siblings.begin(), siblings.end(), [&](const auto &s) { return s.get() == &item; });
        removeItem(
            tree, *item.parent->value, static_cast<std::size_t>(at - siblings.begin()), out.edits);
        return out;
    }
    for (const LineRange &lines : tree.sectionLines(item))
        out.edits.push_back(removeLines(tree, lines, true));
    for (const KeyPlace &place : item.places) {
        if (place.inlineTable) {
            // Commas depend on what is left, so one at a time.
            out.edits.push_back(removeEntry(*place.inlineTable, place.entry));
            break;
        }
        out.edits.push_back(
            removeLines(tree, tree.linesOf(tree.statements()[place.statement]), false));
    }
    return out;
}

Change renamePatch(const Tree &tree, const Item &item, std::string_view newName)
{
    static_cast<void>(tree);
    if (!item.parent || !item.parent->isTable())
        return refused("an element of a list has no name to be changed");
    if (item.parent->child(newName))
        return refused("there is already a key " + inQuotes(newName));
    Change out;
    for (const Span &span : item.names)
        out.edits.push_back({span, writtenKey(newName)});
    return out;
}

} // namespace spillway::config
