// SPDX-License-Identifier: MIT
#include "commandline.h"

#include <algorithm>

namespace spillway {
namespace {

bool contains(const std::vector<std::string_view> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

std::optional<Arguments>
Arguments::parse(const std::vector<std::string> &arguments, const Spec &spec, std::string *error)
{
    Arguments out;
    bool onlyPositionals = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string &argument = arguments[i];
        if (onlyPositionals || argument.size() < 2 || argument.front() != '-') {
            out.m_positionals.push_back(argument);
            continue;
        }
        if (argument == "--") {
            onlyPositionals = true;
            continue;
        }
        const auto equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        if (contains(spec.withValue, name)) {
            if (equals != std::string::npos) {
                out.m_values.emplace_back(name, argument.substr(equals + 1));
            } else if (i + 1 < arguments.size()) {
                out.m_values.emplace_back(name, arguments[++i]);
            } else {
                *error = "option " + name + " needs a value";
                return std::nullopt;
            }
        } else if (contains(spec.flags, argument)) {
            out.m_flags.push_back(argument);
        } else {
            *error = "unknown option " + argument;
            return std::nullopt;
        }
    }
    if (out.m_positionals.size() < spec.minPositionals) {
        *error = "an argument is missing";
        return std::nullopt;
    }
    if (out.m_positionals.size() > spec.maxPositionals) {
        *error = "unexpected argument " + out.m_positionals[spec.maxPositionals];
        return std::nullopt;
    }
    return out;
}

std::optional<std::string> Arguments::value(std::string_view name) const
{
    for (auto at = m_values.rbegin(); at != m_values.rend(); ++at) {
        if (at->first == name)
            return at->second;
    }
    return std::nullopt;
}

bool Arguments::has(std::string_view flag) const
{
    return std::find(m_flags.begin(), m_flags.end(), flag) != m_flags.end();
}

} // namespace spillway
