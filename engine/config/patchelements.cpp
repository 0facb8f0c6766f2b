// SPDX-License-Identifier: MIT
#include "config/patch.h"
#include "config/patchvalue.h"
#include "config/suggest.h"

#include <algorithm>

namespace spillway::config {
namespace {

using Values = std::vector<std::pair<std::string, TomlValue>>;

/// The key of a pair that a caller names by a path within the new element.
std::string writtenPath(const std::string &name)
{
    const auto path = parsePath(name);
    std::string out;
    for (const PathStep &step : path.value_or(Path{PathStep(name)})) {
        const auto *key = std::get_if<std::string>(&step);
        if (!key)
            return writtenKey(name);
        out.append(out.empty() ? "" : ".").append(writtenKey(*key));
    }
    return out;
}

std::string inlineElement(const Values &values)
{
    std::string out = "{";
    for (const auto &[name, value] : values)
        out.append(out.size() > 1 ? ", " : " ")
            .append(writtenPath(name))
            .append(" = ")
            .append(writtenValue(value));
    return out + " }";
}

bool holdsTables(const Item &array)
{
    return std::all_of(array.children.begin(), array.children.end(), [](const auto &child) {
        return child->isTable();
    });
}

std::string_view withoutLineEnd(std::string_view text)
{
    while (text.ends_with('\n') || text.ends_with('\r'))
        text.remove_suffix(1);
    return text;
}

/// The lines of an element as one block, without the last line end. `edit` is made on the way.
std::string blockText(const Tree &tree, const Item &element, const Edit *edit)
{
    std::string out;
    for (const LineRange &range : tree.sectionLines(element)) {
        const Span bytes = tree.bytesOf(range);
        if (!out.empty())
            out += tree.lineEnd() + tree.lineEnd();
        const bool here = edit && edit->span.begin >= bytes.begin && edit->span.end <= bytes.end;
        if (!here) {
            out += withoutLineEnd(tree.text(bytes));
            continue;
        }
        const Span inside{edit->span.begin - bytes.begin, edit->span.end - bytes.begin};
        out += withoutLineEnd(applied(tree.text(bytes), {{inside, edit->text}}));
    }
    return out;
}

const Item *nameItem(const Item &element)
{
    for (const char *key : {"name", "label"}) {
        if (const Item *item = element.child(key))
            return item;
    }
    return nullptr;
}

Edit nameEdit(const Tree &tree, const Item &element, const std::string &name)
{
    if (const Item *item = nameItem(element))
        return {item->value->span, writtenValue(name, tree.text(item->value->span))};
    const std::string pair = "name = " + basicString(name);
    if (!element.section)
        return insertEntry(*element.value, pair);
    const Statement &header = tree.statements()[*tree.sections()[*element.section].header];
    return {{header.span.end, header.span.end},
            tree.lineEnd() + std::string(tree.indentAt(header.span.begin)) + pair};
}

Change refused(std::string problem)
{
    return {std::move(problem), {}};
}

std::string firstPairIndent(const Tree &tree, const Item &element)
{
    const HeaderSection &section = tree.sections()[*element.section];
    const std::size_t like = section.end > section.begin ? section.begin : *section.header;
    return std::string(tree.indentAt(tree.statements()[like].span.begin));
}

Change appendSection(const Tree &tree,
                     const Item *array,
                     const Item &owner,
                     const std::string &name,
                     const Values &values)
{
    std::string path = headerPath(owner);
    path.append(path.empty() ? "" : ".").append(writtenKey(name));
    std::string indent;
    std::string headerIndent;
    std::size_t line = tree.lines().size();
    if (array && !array->children.empty()) {
        const Item &last = *array->children.back();
        headerIndent =
            tree.indentAt(tree.statements()[*tree.sections()[*last.section].header].span.begin);
        indent = firstPairIndent(tree, last);
        line = tree.sectionLines(last).back().end;
    } else if (const auto lines = tree.sectionLines(owner); owner.parent && !lines.empty()) {
        line = lines.back().end;
    }
    std::string text = headerIndent + "[[" + path + "]]";
    for (const auto &[key, value] : values)
        text.append(tree.lineEnd())
            .append(indent)
            .append(writtenPath(key))
            .append(" = ")
            .append(writtenValue(value));
    return {{}, {insertBlock(tree, line, text)}};
}

} // namespace

Change appendPatch(const Tree &tree, const Path &array, const Values &values)
{
    const auto *name = array.empty() ? nullptr : std::get_if<std::string>(&array.back());
    if (!name)
        return refused("the path of a list of sections is missing");
    const Item *owner = tree.find({array.begin(), array.end() - 1});
    const Item *item = tree.find(array);
    if (item && item->kind == Item::Kind::Array && holdsTables(*item)) {
        Change out;
        insertItems(
            tree, *item->value, item->children.size(), {inlineElement(values)}, {}, out.edits);
        return out;
    }
    if (item && item->kind != Item::Kind::TableArray)
        return refused(inQuotes(*name) + " is no list of sections");
    if (owner && owner->kind == Item::Kind::InlineTable)
        return {
            {},
            {insertEntry(*owner->value, writtenKey(*name) + " = [" + inlineElement(values) + "]")}};
    if (!owner || owner->kind != Item::Kind::Table)
        return refused("there is no section that could hold the list " + inQuotes(*name));
    return appendSection(tree, item, *owner, *name, values);
}

Change
duplicatePatch(const Tree &tree, const Item &array, std::size_t index, const std::string &name)
{
    if (index >= array.children.size())
        return refused("there is no such element to be copied");
    const Item &element = *array.children[index];
    if (!element.isTable())
        return refused("only an element with keys can be copied");
    if (const Item *item = nameItem(element); item && !item->value)
        return refused("the name of the element is a section: edit it as text");
    const Edit edit = nameEdit(tree, element, name);
    if (array.kind == Item::Kind::TableArray) {
        const std::size_t line = tree.sectionLines(element).back().end;
        return {{}, {insertBlock(tree, line, blockText(tree, element, &edit))}};
    }
    Change out;
    const Span span = element.value->span;
    const Span inside{edit.span.begin - span.begin, edit.span.end - span.begin};
    const std::string lead(tree.text(itemLead(tree, *array.value, index)));
    insertItems(tree,
                *array.value,
                index + 1,
                {applied(tree.text(span), {{inside, edit.text}})},
                lead,
                out.edits);
    return out;
}

Change movePatch(const Tree &tree, const Item &array, std::size_t from, std::size_t to)
{
    const std::size_t count = array.children.size();
    if (from >= count || to >= count)
        return refused("there is no such element: the list has " + std::to_string(count));
    Change out;
    if (from == to)
        return out;
    if (array.kind == Item::Kind::Array) {
        moveItem(tree, *array.value, from, to, out.edits);
        return out;
    }
    // Each element's lines go where another one's were, so that what stands between them keeps its place.
    const auto source = [&](std::size_t slot) {
        if (slot == to)
            return from;
        if (from < to)
            return slot >= from && slot < to ? slot + 1 : slot;
        return slot > to && slot <= from ? slot - 1 : slot;
    };
    for (std::size_t slot = std::min(from, to); slot <= std::max(from, to); ++slot) {
        const auto ranges = tree.sectionLines(*array.children[slot]);
        Span bytes = tree.bytesOf(ranges.front());
        bytes.end = bytes.begin + withoutLineEnd(tree.text(bytes)).size();
        out.edits.push_back({bytes, blockText(tree, *array.children[source(slot)], nullptr)});
        for (std::size_t i = 1; i < ranges.size(); ++i)
            out.edits.push_back(removeLines(tree, ranges[i], true));
    }
    return out;
}

} // namespace spillway::config
