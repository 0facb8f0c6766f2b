// SPDX-License-Identifier: MIT
#include "config/patchtree.h"

#include "config/patchvalue.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace spillway::config {
namespace {

constexpr std::size_t kMaxIndexDigits = 9;

/// Reads `[12]` at the front and takes it off.
bool takeIndex(std::string_view &text, Path &path)
{
    const auto close = text.find(']');
    if (close == std::string_view::npos || close < 2 || close > kMaxIndexDigits + 1)
        return false;
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + close, index);
    if (error != std::errc() || end != text.data() + close)
        return false;
    path.emplace_back(index);
    text.remove_prefix(close + 1);
    return true;
}

std::size_t quotedLength(std::string_view text)
{
    std::size_t at = 1;
    while (at < text.size() && text[at] != text.front())
        at += text.front() == '"' && text[at] == '\\' ? 2U : 1U;
    return std::min(at + 1, text.size());
}

bool takeName(std::string_view &text, Path &path)
{
    const bool quoted = text.starts_with('"') || text.starts_with('\'');
    const std::size_t length =
        quoted ? quotedLength(text) : std::min(text.find_first_of(".["), text.size());
    const std::string_view name = text.substr(0, length);
    text.remove_prefix(length);
    if (!quoted) {
        path.emplace_back(std::string(name));
        return !name.empty();
    }
    const auto key = scanKey(name);
    if (!key || key->size() != 1)
        return false;
    path.emplace_back(key->front().name);
    return true;
}

} // namespace

std::string writtenKey(std::string_view name)
{
    return isBareKey(name) ? std::string(name) : basicString(name);
}

std::optional<Path> parsePath(std::string_view text)
{
    Path path;
    if (text.empty())
        return path;
    for (;;) {
        if (!takeName(text, path))
            return std::nullopt;
        while (text.starts_with('[')) {
            if (!takeIndex(text, path))
                return std::nullopt;
        }
        if (text.empty())
            return path;
        if (text.front() != '.')
            return std::nullopt;
        text.remove_prefix(1);
    }
}

Item *Item::child(std::string_view key) const
{
    const auto found = byName.find(key);
    return found == byName.end() ? nullptr : found->second;
}

Item *Item::at(const PathStep &step) const
{
    if (const auto *key = std::get_if<std::string>(&step))
        return isTable() ? child(*key) : nullptr;
    const std::size_t index = std::get<std::size_t>(step);
    return isArray() && index < children.size() ? children[index].get() : nullptr;
}

std::shared_ptr<const Tree> Tree::build(std::string text)
{
    auto tree = std::make_shared<Tree>();
    tree->m_text = std::move(text);
    auto statements = scanToml(tree->m_text);
    if (!statements)
        return nullptr;
    tree->m_statements = std::move(*statements);
    tree->splitLines();
    return tree->addStatements() ? tree : nullptr;
}

std::string_view Tree::text(Span span) const
{
    return std::string_view(m_text).substr(span.begin, span.size());
}

const Item *Tree::find(const Path &path) const
{
    const Item *item = &m_root;
    for (const PathStep &step : path) {
        item = item->at(step);
        if (!item)
            return nullptr;
    }
    return item;
}

void Tree::splitLines()
{
    std::size_t returns = 0;
    std::size_t begin = m_text.starts_with("\xef\xbb\xbf") ? 3 : 0;
    while (begin < m_text.size()) {
        const auto feed = m_text.find('\n', begin);
        const std::size_t end = feed == std::string::npos ? m_text.size() : feed + 1;
        const auto first = m_text.find_first_not_of(" \t\r\n", begin);
        Line line{Line::Kind::Code, {begin, end}};
        if (first >= end)
            line.kind = Line::Kind::Blank;
        else if (m_text[first] == '#')
            line.kind = Line::Kind::Comment;
        returns += end >= 2 && m_text[end - 2] == '\r' && m_text[end - 1] == '\n' ? 1U : 0U;
        m_lines.push_back(line);
        begin = end;
    }
    if (returns * 2 > m_lines.size() || (returns > 0 && m_lines.size() == 1))
        m_lineEnd = "\r\n";
    // A line inside an array or a text of several lines may look like a comment.
    for (const Statement &statement : m_statements) {
        const LineRange range = linesOf(statement);
        for (std::size_t i = range.begin; i < range.end; ++i)
            m_lines[i].kind = Line::Kind::Code;
    }
}

bool Tree::addStatements()
{
    m_sections.push_back({std::nullopt, 0, 0});
    m_root.section = 0;
    m_current = &m_root;
    for (std::size_t i = 0; m_sound && i < m_statements.size(); ++i) {
        const Statement &statement = m_statements[i];
        if (statement.kind != Statement::Kind::Pair) {
            m_sections.back().end = i;
            m_sections.push_back({i, i + 1, i + 1});
            m_sound = addHeader(i);
        } else {
            m_sound = addPair(*m_current, statement.pair, {i, nullptr, 0, {}, statement.span.end});
        }
    }
    m_sections.back().end = m_statements.size();
    return m_sound;
}

Item &Tree::add(Item &parent, std::string name, Item::Kind kind, std::size_t statement)
{
    auto item = std::make_unique<Item>();
    item->kind = kind;
    item->name = std::move(name);
    item->parent = &parent;
    item->statement = statement;
    Item &out = *item;
    if (parent.isTable())
        parent.byName.emplace(out.name, &out);
    parent.children.push_back(std::move(item));
    return out;
}

Item *Tree::walk(Item &from, const KeyPart &part, std::size_t statement, bool throughArrays)
{
    Item *item = from.child(part.name);
    if (!item)
        item = &add(from, part.name, Item::Kind::Table, statement);
    item->names.push_back(part.span);
    if (item->kind == Item::Kind::TableArray && throughArrays && !item->children.empty())
        return item->children.back().get();
    return item->kind == Item::Kind::Table ? item : nullptr;
}

bool Tree::addHeader(std::size_t index)
{
    const Statement &statement = m_statements[index];
    const auto &key = statement.pair.key;
    Item *table = &m_root;
    for (std::size_t i = 0; table && i + 1 < key.size(); ++i)
        table = walk(*table, key[i], index, true);
    if (!table)
        return false;
    const KeyPart &last = key.back();
    if (statement.kind == Statement::Kind::Table) {
        m_current = walk(*table, last, index, false);
    } else {
        Item *array = table->child(last.name);
        if (!array)
            array = &add(*table, last.name, Item::Kind::TableArray, index);
        array->names.push_back(last.span);
        m_current = array->kind == Item::Kind::TableArray
                        ? &add(*array, {}, Item::Kind::Table, index)
                        : nullptr;
    }
    if (!m_current || m_current->section)
        return false;
    m_current->section = m_sections.size() - 1;
    return true;
}

bool Tree::addPair(Item &table, const ScannedPair &pair, KeyPlace place)
{
    Item *owner = &table;
    place.prefix.begin = pair.key.front().span.begin;
    for (std::size_t i = 0; i + 1 < pair.key.size(); ++i) {
        owner = walk(*owner, pair.key[i], place.statement, false);
        if (!owner)
            return false;
        place.prefix.end = pair.key[i].span.end;
        owner->places.push_back(place);
    }
    const KeyPart &last = pair.key.back();
    if (owner->child(last.name))
        return false;
    Item &item = add(*owner, last.name, Item::Kind::Scalar, place.statement);
    item.names.push_back(last.span);
    place.prefix.end = last.span.end;
    item.places.push_back(place);
    addContent(item, pair.value, place.statement);
    return m_sound;
}

void Tree::addContent(Item &item, const ScannedValue &value, std::size_t statement)
{
    item.value = &value;
    if (value.kind == ScannedValue::Kind::Array) {
        item.kind = Item::Kind::Array;
        for (const ScannedItem &element : value.items)
            addContent(add(item, {}, Item::Kind::Scalar, statement), element.value, statement);
    } else if (value.kind == ScannedValue::Kind::InlineTable) {
        item.kind = Item::Kind::InlineTable;
        for (std::size_t i = 0; i < value.pairs.size(); ++i) {
            const ScannedPair &pair = value.pairs[i];
            m_sound =
                m_sound && addPair(item, pair, {statement, &value, i, {}, pair.value.span.end});
        }
    }
}

std::size_t Tree::lineAt(std::size_t offset) const
{
    const auto next = std::upper_bound(
        m_lines.begin(), m_lines.end(), offset, [](std::size_t at, const Line &line) {
            return at < line.span.begin;
        });
    return next == m_lines.begin() ? 0 : static_cast<std::size_t>(next - m_lines.begin()) - 1;
}

LineRange Tree::linesOf(const Statement &statement) const
{
    return {lineAt(statement.span.begin), lineAt(statement.span.end - 1) + 1};
}

LineRange Tree::linesOf(const HeaderSection &section) const
{
    const auto isComment = [&](std::size_t line) {
        return line < m_lines.size() && m_lines[line].kind == Line::Kind::Comment;
    };
    LineRange out;
    if (section.header) {
        out = linesOf(m_statements[*section.header]);
        while (out.begin > 0 && isComment(out.begin - 1))
            --out.begin;
    }
    if (section.end > section.begin) {
        out.end = linesOf(m_statements[section.end - 1]).end;
        if (!section.header)
            out.begin = linesOf(m_statements[section.begin]).begin;
    }
    if (out.end == 0)
        return out;
    std::size_t below = out.end;
    while (isComment(below))
        ++below;
    // Comments right above the next header are that header's.
    if (below == m_lines.size() || m_lines[below].kind == Line::Kind::Blank)
        out.end = below;
    return out;
}

std::vector<LineRange> Tree::sectionLines(const Item &item) const
{
    std::vector<std::size_t> found;
    const auto collect = [&](const auto &self, const Item &from) -> void {
        if (from.section && from.parent)
            found.push_back(*from.section);
        for (const auto &child : from.children)
            self(self, *child);
    };
    collect(collect, item);
    std::sort(found.begin(), found.end());
    std::vector<LineRange> out;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const LineRange lines = linesOf(m_sections[found[i]]);
        if (i > 0 && found[i] == found[i - 1] + 1)
            out.back().end = lines.end;
        else
            out.push_back(lines);
    }
    return out;
}

Span Tree::bytesOf(LineRange lines) const
{
    if (lines.begin >= lines.end)
        return lines.begin < m_lines.size()
                   ? Span{m_lines[lines.begin].span.begin, m_lines[lines.begin].span.begin}
                   : Span{m_text.size(), m_text.size()};
    return {m_lines[lines.begin].span.begin, m_lines[lines.end - 1].span.end};
}

std::string_view Tree::indentAt(std::size_t offset) const
{
    if (m_lines.empty())
        return {};
    const std::string_view line = text(m_lines[lineAt(offset)].span);
    return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

} // namespace spillway::config
