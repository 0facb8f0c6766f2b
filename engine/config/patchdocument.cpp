// SPDX-License-Identifier: MIT
#include "config/patch.h"
#include "config/patchvalue.h"
#include "config/section.h"
#include "config/suggest.h"
#include "config/tomltext.h"
#include "spillway/configedit.h"

#include <algorithm>
#include <utility>

namespace spillway {

/// What a text means and where it says so. Shared by copies of the document.
struct ConfigDocument::Parsed
{
    std::optional<toml::value> value;
    std::shared_ptr<const config::Tree> tree; ///< null: can only be edited as text
    std::string error;
    int errorLine = 0;
};

namespace {

using config::Path;
using config::PathStep;

toml::value *stepInto(toml::value &value, const PathStep &step)
{
    if (const auto *key = std::get_if<std::string>(&step)) {
        if (!value.is_table())
            return nullptr;
        auto &table = value.as_table(std::nothrow);
        const auto found = table.find(*key);
        return found == table.end() ? nullptr : &found->second;
    }
    const std::size_t index = std::get<std::size_t>(step);
    if (!value.is_array() || index >= value.size())
        return nullptr;
    return &value.as_array(std::nothrow)[index];
}

toml::value *valueAt(toml::value &root, const Path &path)
{
    toml::value *value = &root;
    for (std::size_t i = 0; value && i < path.size(); ++i)
        value = stepInto(*value, path[i]);
    return value;
}

const toml::value *valueAt(const toml::value &root, const Path &path)
{
    return valueAt(const_cast<toml::value &>(root), path);
}

/// Puts a value at a path, making the tables on the way.
void put(toml::value &root, const Path &path, const toml::value &value)
{
    toml::value *at = &root;
    for (const PathStep &step : path) {
        toml::value *next = stepInto(*at, step);
        if (!next && at->is_table() && std::holds_alternative<std::string>(step))
            next = &at->as_table(std::nothrow)
                        .emplace(std::get<std::string>(step), toml::table{})
                        .first->second;
        if (!next)
            return;
        at = next;
    }
    *at = value;
}

void erase(toml::value &root, const Path &path)
{
    toml::value *owner = valueAt(root, {path.begin(), path.end() - 1});
    if (!owner)
        return;
    if (const auto *key = std::get_if<std::string>(&path.back())) {
        if (owner->is_table())
            owner->as_table(std::nothrow).erase(*key);
    } else if (const std::size_t index = std::get<std::size_t>(path.back());
               owner->is_array() && index < owner->size()) {
        auto &items = owner->as_array(std::nothrow);
        items.erase(items.begin() + static_cast<std::ptrdiff_t>(index));
    }
}

/// A table or list that a removal has emptied has no place in the text any more, unless it has a header or braces.
void dropEmptied(toml::value &expected, const toml::value &found, Path path)
{
    for (path.pop_back(); !path.empty(); path.pop_back()) {
        const toml::value *owner = valueAt(std::as_const(expected), path);
        const bool empty = owner && (owner->is_table() || owner->is_array()) && owner->size() == 0;
        if (!empty || valueAt(found, path))
            return;
        erase(expected, path);
    }
}

std::string pathProblem(std::string_view path)
{
    return config::inQuotes(path) + " is not a path; paths look like nodes[2].rps_limit";
}

std::string absent(std::string_view path)
{
    return "there is no " + config::inQuotes(path);
}

std::size_t offsetOf(const config::Tree &tree, const config::Item &item)
{
    if (item.section && item.parent)
        return tree.statements()[*tree.sections()[*item.section].header].span.begin;
    if (!item.places.empty())
        return item.places.front().prefix.begin;
    if (item.value)
        return item.value->span.begin;
    return item.parent ? tree.statements()[item.statement].span.begin : 0;
}

} // namespace

ConfigDocument::ConfigDocument(std::string text)
    : m_text(std::move(text))
{
    std::vector<ConfigIssue> issues;
    auto parsed = std::make_shared<Parsed>();
    parsed->value = config::parseToml(m_text, {}, issues);
    if (parsed->value) {
        parsed->tree = config::Tree::build(m_text);
    } else if (!issues.empty()) {
        parsed->error = issues.front().message;
        parsed->errorLine = std::max(1, issues.front().line);
    }
    m_parsed = std::move(parsed);
}

std::string ConfigDocument::error() const
{
    return m_parsed->error.empty() ? std::string()
                                   : "line " + std::to_string(errorLine()) + ": " + m_parsed->error;
}

int ConfigDocument::errorLine() const
{
    return m_parsed->errorLine;
}

namespace {

const toml::value *lookUp(const std::optional<toml::value> &root, std::string_view path)
{
    const auto steps = config::parsePath(path);
    return root && steps ? valueAt(*root, *steps) : nullptr;
}

const config::Item *itemAt(const std::shared_ptr<const config::Tree> &tree, std::string_view path)
{
    const auto steps = config::parsePath(path);
    return tree && steps ? tree->find(*steps) : nullptr;
}

} // namespace

bool ConfigDocument::has(std::string_view path) const
{
    return lookUp(m_parsed->value, path) != nullptr;
}

std::optional<std::string> ConfigDocument::string(std::string_view path) const
{
    const toml::value *value = lookUp(m_parsed->value, path);
    if (!value || !value->is_string())
        return std::nullopt;
    return value->as_string(std::nothrow).str;
}

std::optional<std::int64_t> ConfigDocument::integer(std::string_view path) const
{
    const toml::value *value = lookUp(m_parsed->value, path);
    if (!value || !value->is_integer())
        return std::nullopt;
    return value->as_integer(std::nothrow);
}

std::optional<double> ConfigDocument::number(std::string_view path) const
{
    const toml::value *value = lookUp(m_parsed->value, path);
    if (value && value->is_integer())
        return static_cast<double>(value->as_integer(std::nothrow));
    if (!value || !value->is_floating())
        return std::nullopt;
    return value->as_floating(std::nothrow);
}

std::optional<bool> ConfigDocument::boolean(std::string_view path) const
{
    const toml::value *value = lookUp(m_parsed->value, path);
    if (!value || !value->is_boolean())
        return std::nullopt;
    return value->as_boolean(std::nothrow);
}

std::vector<std::string> ConfigDocument::strings(std::string_view path) const
{
    std::vector<std::string> out;
    const toml::value *value = lookUp(m_parsed->value, path);
    if (!value || !value->is_array())
        return out;
    for (const toml::value &item : value->as_array(std::nothrow)) {
        if (item.is_string())
            out.push_back(item.as_string(std::nothrow).str);
    }
    return out;
}

std::string ConfigDocument::raw(std::string_view path) const
{
    const config::Item *item = itemAt(m_parsed->tree, path);
    return item && item->value ? std::string(m_parsed->tree->text(item->value->span))
                               : std::string();
}

std::vector<std::string> ConfigDocument::keys(std::string_view tablePath) const
{
    std::vector<std::string> out;
    const config::Item *item = itemAt(m_parsed->tree, tablePath);
    if (!item || !item->isTable())
        return out;
    for (const auto &child : item->children)
        out.push_back(child->name);
    return out;
}

std::size_t ConfigDocument::arraySize(std::string_view path) const
{
    const toml::value *value = lookUp(m_parsed->value, path);
    return value && value->is_array() ? value->size() : 0;
}

int ConfigDocument::line(std::string_view path) const
{
    const config::Item *item = itemAt(m_parsed->tree, path);
    return item ? static_cast<int>(m_parsed->tree->lineAt(offsetOf(*m_parsed->tree, *item))) + 1
                : 0;
}

std::string ConfigDocument::whyFixed() const
{
    if (!m_parsed->value)
        return "the text has to be mended first: " + error();
    return m_parsed->tree ? std::string()
                          : "this file is written in a way that can only be edited as text";
}

/// Takes over a changed text if it means what it should.
class ConfigDocument::Editor
{
public:
    using Adjust = std::function<void(toml::value &expected, const toml::value &found)>;

    static std::string take(ConfigDocument &document,
                            const config::Change &change,
                            toml::value expected,
                            const Adjust &adjust = {})
    {
        if (!change.problem.empty())
            return change.problem;
        ConfigDocument changed(config::applied(document.m_text, change.edits));
        if (!changed.m_parsed->value)
            return "the change was not made, because the file would not be valid any more: "
                   + changed.error();
        if (adjust)
            adjust(expected, *changed.m_parsed->value);
        if (!config::sameValue(expected, *changed.m_parsed->value))
            return "the change was not made, because it would touch other settings too: edit this "
                   "one as text";
        document = std::move(changed);
        return {};
    }
};

std::string ConfigDocument::set(std::string_view path, const TomlValue &value)
{
    if (std::string problem = whyFixed(); !problem.empty())
        return problem;
    const auto steps = config::parsePath(path);
    if (!steps)
        return pathProblem(path);
    const std::string before = raw(path);
    std::optional<toml::value> parsed;
    if (std::string problem =
            config::valueProblem(value, config::writtenValue(value, before), parsed);
        !problem.empty())
        return problem;
    const config::Change change = config::setPatch(*m_parsed->tree, *steps, value);
    toml::value expected = *m_parsed->value;
    put(expected, *steps, *parsed);
    return Editor::take(*this, change, std::move(expected));
}

std::string ConfigDocument::remove(std::string_view path)
{
    if (std::string problem = whyFixed(); !problem.empty())
        return problem;
    const auto steps = config::parsePath(path);
    if (!steps || steps->empty())
        return pathProblem(path);
    toml::value expected = *m_parsed->value;
    erase(expected, *steps);
    std::shared_ptr<const config::Tree> tree = m_parsed->tree;
    const bool isElement = std::holds_alternative<std::size_t>(steps->back());
    for (const config::Item *item = tree->find(*steps); item;) {
        const config::Change change = config::removePatch(*tree, *item);
        if (!change.problem.empty())
            return change.problem;
        tree = config::Tree::build(config::applied(tree->text(), change.edits));
        if (!tree)
            return "this cannot be removed from here: edit the file as text";
        // An element is gone at once; what has its index now is the next one.
        item = isElement ? nullptr : tree->find(*steps);
    }
    const config::Change whole{{}, {{{0, m_text.size()}, tree->text()}}};
    return Editor::take(
        *this, whole, std::move(expected), [&](toml::value &wanted, const toml::value &found) {
            dropEmptied(wanted, found, *steps);
        });
}

std::string ConfigDocument::append(std::string_view arrayPath,
                                   const std::vector<std::pair<std::string, TomlValue>> &values)
{
    if (std::string problem = whyFixed(); !problem.empty())
        return problem;
    const auto steps = config::parsePath(arrayPath);
    if (!steps || steps->empty())
        return pathProblem(arrayPath);
    toml::value element = toml::table{};
    for (const auto &[name, value] : values) {
        std::optional<toml::value> parsed;
        if (std::string problem = config::valueProblem(value, config::writtenValue(value), parsed);
            !problem.empty())
            return name + ": " + problem;
        const auto key = config::parsePath(name);
        if (!key || key->empty())
            return pathProblem(name);
        put(element, *key, *parsed);
    }
    toml::value expected = *m_parsed->value;
    if (!valueAt(expected, *steps))
        put(expected, *steps, toml::array{});
    if (toml::value *array = valueAt(expected, *steps); array && array->is_array())
        array->as_array(std::nothrow).push_back(element);
    return Editor::take(
        *this, config::appendPatch(*m_parsed->tree, *steps, values), std::move(expected));
}

std::string
ConfigDocument::duplicate(std::string_view arrayPath, std::size_t index, const std::string &name)
{
    if (std::string problem = whyFixed(); !problem.empty())
        return problem;
    const auto steps = config::parsePath(arrayPath);
    const config::Item *array = itemAt(m_parsed->tree, arrayPath);
    if (!steps || !array || !array->isArray())
        return absent(arrayPath);
    std::optional<toml::value> parsed;
    if (std::string problem = config::valueProblem(name, config::writtenValue(name), parsed);
        !problem.empty())
        return problem;
    const config::Change change = config::duplicatePatch(*m_parsed->tree, *array, index, name);
    toml::value expected = *m_parsed->value;
    if (change.problem.empty()) {
        auto &items = valueAt(expected, *steps)->as_array(std::nothrow);
        toml::value copy = items[index];
        auto &table = copy.as_table(std::nothrow);
        const bool hasLabel = table.count("name") == 0 && table.count("label") > 0;
        table[hasLabel ? "label" : "name"] = *parsed;
        items.insert(items.begin() + static_cast<std::ptrdiff_t>(index) + 1, copy);
    }
    return Editor::take(*this, change, std::move(expected));
}

std::string ConfigDocument::move(std::string_view arrayPath, std::size_t from, std::size_t to)
{
    if (std::string problem = whyFixed(); !problem.empty())
        return problem;
    const auto steps = config::parsePath(arrayPath);
    const config::Item *array = itemAt(m_parsed->tree, arrayPath);
    if (!steps || !array || !array->isArray())
        return absent(arrayPath);
    const config::Change change = config::movePatch(*m_parsed->tree, *array, from, to);
    toml::value expected = *m_parsed->value;
    if (change.problem.empty()) {
        auto &items = valueAt(expected, *steps)->as_array(std::nothrow);
        toml::value element = items[from];
        items.erase(items.begin() + static_cast<std::ptrdiff_t>(from));
        items.insert(items.begin() + static_cast<std::ptrdiff_t>(to), element);
    }
    return Editor::take(*this, change, std::move(expected));
}

std::string ConfigDocument::renameKey(std::string_view path, std::string_view newName)
{
    if (std::string problem = whyFixed(); !problem.empty())
        return problem;
    const auto steps = config::parsePath(path);
    const config::Item *item = itemAt(m_parsed->tree, path);
    if (!steps || !item)
        return absent(path);
    if (item->name == newName && item->parent)
        return {};
    const config::Change change = config::renamePatch(*m_parsed->tree, *item, newName);
    toml::value expected = *m_parsed->value;
    if (change.problem.empty()) {
        const toml::value value = *valueAt(expected, *steps);
        erase(expected, *steps);
        Path renamed = *steps;
        renamed.back() = std::string(newName);
        put(expected, renamed, value);
    }
    return Editor::take(*this, change, std::move(expected));
}

} // namespace spillway
