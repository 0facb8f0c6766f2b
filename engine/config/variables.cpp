// SPDX-License-Identifier: MIT
#include "config/variables.h"

#include "config/suggest.h"

#include <optional>
#include <utility>

namespace spillway::config {
namespace {

bool startsName(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

bool continuesName(char c)
{
    return startsName(c) || (c >= '0' && c <= '9');
}

std::size_t nameLength(std::string_view text)
{
    if (text.empty() || !startsName(text.front()))
        return 0;
    std::size_t length = 1;
    while (length < text.size() && continuesName(text[length]))
        ++length;
    return length;
}

} // namespace

bool isVariableName(std::string_view text)
{
    return !text.empty() && nameLength(text) == text.size();
}

namespace {

void insertValue(Expansion &out, const std::string &name, const VariableLookup &lookup)
{
    const std::optional<std::string> value = lookup ? lookup(name) : std::nullopt;
    if (!value) {
        out.problems.emplace_back(ConfigProblem::VariableUnset,
                                  "the variable " + name
                                      + " is not set: set it in the environment, in .env or in "
                                        "the keyring",
                                  std::vector{name});
        return;
    }
    if (value->empty()) {
        out.problems.emplace_back(ConfigProblem::VariableEmpty,
                                  "the variable " + name + " is set but empty: give it a value",
                                  std::vector{name});
        return;
    }
    out.pieces.push_back({out.text.size(), out.text.size() + value->size()});
    out.text += *value;
}

/// Takes what follows a '$' and returns how much of it was used.
std::size_t expandOne(Expansion &out, std::string_view rest, const VariableLookup &lookup)
{
    if (rest.starts_with('$')) {
        out.text += '$';
        return 1;
    }
    if (!rest.starts_with('{')) {
        const std::size_t length = nameLength(rest);
        if (length == 0)
            out.text += '$';
        else
            insertValue(out, std::string(rest.substr(0, length)), lookup);
        return length;
    }
    const std::size_t close = rest.find('}');
    if (close == std::string_view::npos) {
        out.isMalformed = true;
        out.problems.emplace_back(ConfigProblem::VariableUnclosed,
                                  "${ without a closing }: write ${NAME}, or $$ for a dollar sign");
        return rest.size();
    }
    const std::string_view name = rest.substr(1, close - 1);
    if (name.empty() || nameLength(name) != name.size()) {
        out.isMalformed = true;
        out.problems.emplace_back(
            ConfigProblem::VariableBadName,
            "${" + std::string(name.substr(0, 40))
                + "} is no variable: a name has letters, digits and _, and no digit in front",
            std::vector{std::string(name.substr(0, 40))});
    } else {
        insertValue(out, std::string(name), lookup);
    }
    return close + 1;
}

} // namespace

Expansion expandVariables(std::string_view text, const VariableLookup &lookup)
{
    Expansion out;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t dollar = std::min(text.find('$', at), text.size());
        out.text += text.substr(at, dollar - at);
        at = dollar;
        if (at < text.size())
            at += 1 + expandOne(out, text.substr(at + 1), lookup);
    }
    return out;
}

} // namespace spillway::config
