// SPDX-License-Identifier: MIT
#pragma once

#include "core/text.h"
#include "import/tomlwriter.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <yaml-cpp/yaml.h>

namespace spillway::import {

/// Parts of a text between commas, without blanks around them; empty ones are none.
inline std::vector<std::string> byCommas(std::string_view text)
{
    std::vector<std::string> list;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (const auto item = trimmed(text.substr(0, end), kBlanks); !item.empty())
            list.emplace_back(item);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return list;
}

/// One mapping of the file. Whatever is not asked for, or cannot be used as it is written, is named in the result.
class YamlMap
{
public:
    YamlMap(const YAML::Node &node, std::string path, ImportResult &result)
        : m_node(node)
        , m_path(std::move(path))
        , m_result(result)
    {}

    [[nodiscard]] bool has(const std::string &key)
    {
        m_asked.insert(key);
        const YAML::Node value = find(key);
        return value.IsDefined() && !value.IsNull();
    }

    [[nodiscard]] YAML::Node node(const std::string &key)
    {
        return has(key) ? find(key) : YAML::Node();
    }

    /// A mapping below this one. Just true or false stands for its key `onOff`, where there is one.
    [[nodiscard]] YamlMap section(const std::string &key, const char *onOff = nullptr)
    {
        YAML::Node value = node(key);
        bool on = false;
        if (onOff != nullptr && value.IsScalar() && YAML::convert<bool>::decode(value, on)) {
            YAML::Node section;
            section[onOff] = on;
            value = section;
        } else if (!value.IsNull() && !value.IsMap()) {
            noteUnusable(key);
            value = YAML::Node();
        }
        return {value, m_path + key + '.', m_result};
    }

    [[nodiscard]] std::string text(const std::string &key)
    {
        if (!has(key))
            return {};
        if (!find(key).IsScalar()) {
            noteUnusable(key);
            return {};
        }
        noteVariable(key, find(key));
        return find(key).Scalar();
    }

    /// Not negative; hexadecimal with 0x.
    [[nodiscard]] std::optional<double> number(const std::string &key)
    {
        if (!has(key))
            return std::nullopt;
        const YAML::Node value = find(key);
        const auto number = value.IsScalar() ? parsed(value.Scalar()) : std::nullopt;
        if (!number)
            noteUnusable(key);
        return number;
    }

    /// The same, but above 0.
    [[nodiscard]] std::optional<double> positive(const std::string &key)
    {
        const auto value = number(key);
        if (!value || *value > 0)
            return value;
        noteUnusable(key);
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::int64_t> integer(const std::string &key)
    {
        const auto value = number(key);
        if (!value)
            return std::nullopt;
        if (*value > 1e15) {
            noteUnusable(key);
            return std::nullopt;
        }
        return static_cast<std::int64_t>(*value);
    }

    [[nodiscard]] std::optional<bool> boolean(const std::string &key)
    {
        bool value = false;
        if (!has(key))
            return std::nullopt;
        if (!YAML::convert<bool>::decode(find(key), value)) {
            noteUnusable(key);
            return std::nullopt;
        }
        return value;
    }

    /// A list of texts, or one text with commas. Nothing when it is neither.
    [[nodiscard]] std::optional<std::vector<std::string>> texts(const std::string &key)
    {
        if (!has(key))
            return std::nullopt;
        const YAML::Node value = find(key);
        if (value.IsScalar())
            return byCommas(value.Scalar());
        if (!value.IsSequence()) {
            noteUnusable(key);
            return std::nullopt;
        }
        std::vector<std::string> list;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (value[i].IsScalar())
                list.push_back(value[i].Scalar());
            else
                noteUnusable(key + '[' + std::to_string(i) + ']', value[i]);
        }
        return list;
    }

    /// A mapping of texts.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> pairs(const std::string &key)
    {
        std::vector<std::pair<std::string, std::string>> list;
        if (!has(key))
            return list;
        const YAML::Node value = find(key);
        if (!value.IsMap()) {
            noteUnusable(key);
            return list;
        }
        for (const auto &entry : value) {
            if (entry.first.IsScalar() && entry.second.IsScalar()) {
                noteVariable(key + '.' + entry.first.Scalar(), entry.second);
                list.emplace_back(entry.first.Scalar(), entry.second.Scalar());
            } else {
                noteUnusable(key + '.' + (entry.first.IsScalar() ? entry.first.Scalar() : "?"),
                             entry.first);
            }
        }
        return list;
    }

    /// Names what was not asked for. An error when a key stands there twice: ethproxy would not start with that either.
    void noteRest() const
    {
        if (!m_node.IsMap())
            return;
        std::set<std::string> seen;
        for (const auto &entry : m_node) {
            const std::string key =
                entry.first.IsScalar() ? entry.first.Scalar() : std::string("?");
            if (!seen.insert(key).second && m_result.error.empty())
                m_result.error = m_path + key + " (line " + std::to_string(lineOf(entry.first))
                                 + ") stands there twice";
            if (!m_asked.contains(key) && key != kMerged)
                noteLeftOut(key, entry.first);
        }
        const YAML::Node merged = m_node[kMerged];
        if (!merged.IsDefined())
            return;
        if (!merged.IsMap()) {
            noteUnusable(kMerged, merged);
            return;
        }
        for (const auto &entry : merged) {
            if (entry.first.IsScalar() && !m_asked.contains(entry.first.Scalar()))
                noteLeftOut(entry.first.Scalar(), entry.first);
        }
    }

    void noteUnusable(const std::string &key) const { noteUnusable(key, find(key)); }

private:
    static constexpr const char *kMerged = "<<";

    /// Constant nodes, because looking up a key in another one adds it.
    [[nodiscard]] YAML::Node find(const std::string &key) const
    {
        if (!m_node.IsMap())
            return YAML::Node(YAML::NodeType::Undefined);
        const YAML::Node &node = m_node;
        if (const YAML::Node value = node[key]; value.IsDefined())
            return value;
        const YAML::Node merged = node[kMerged];
        if (merged.IsDefined() && merged.IsMap()) {
            const YAML::Node &constant = merged;
            if (const YAML::Node value = constant[key]; value.IsDefined())
                return value;
        }
        return YAML::Node(YAML::NodeType::Undefined);
    }

    [[nodiscard]] static std::optional<double> parsed(std::string_view text)
    {
        if (text.starts_with("0x") || text.starts_with("0X")) {
            std::uint64_t whole = 0;
            const auto end = std::from_chars(text.data() + 2, text.data() + text.size(), whole, 16);
            if (end.ec != std::errc() || end.ptr != text.data() + text.size())
                return std::nullopt;
            return static_cast<double>(whole);
        }
        double number = 0;
        const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
        if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size()
            || !std::isfinite(number) || number < 0)
            return std::nullopt;
        return number;
    }

    /// From 1; 0: unknown.
    [[nodiscard]] static int lineOf(const YAML::Node &node)
    {
        return (node.IsDefined() ? node.Mark().line : -1) + 1;
    }

    void noteVariable(const std::string &key, const YAML::Node &value) const
    {
        if (value.Scalar().find('$') != std::string::npos)
            m_result.notes.push_back(variableNote(m_path + key, lineOf(value)));
    }

    void noteUnusable(const std::string &key, const YAML::Node &at) const
    {
        m_result.notes.push_back(unusableNote(m_path + key, lineOf(at)));
    }

    void noteLeftOut(const std::string &key, const YAML::Node &at) const
    {
        m_result.notes.push_back(leftOutNote(m_path + key, lineOf(at)));
    }

    const YAML::Node m_node;
    std::string m_path;
    ImportResult &m_result;
    std::set<std::string, std::less<>> m_asked;
};

} // namespace spillway::import
