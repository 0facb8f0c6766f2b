// SPDX-License-Identifier: MIT
#include "config/patchscan.h"
#include "config/patchvalue.h"
#include "config/tomltext.h"
#include "config/variables.h"
#include "spillway/keystore.h"

#include <algorithm>

namespace spillway {
namespace {

/// Names in the texts of a document, in their order.
class Names
{
public:
    explicit Names(std::string_view text)
        : m_text(text)
    {}

    void addValue(const config::ScannedValue &value)
    {
        for (const config::ScannedItem &item : value.items)
            addValue(item.value);
        for (const config::ScannedPair &pair : value.pairs)
            addValue(pair.value);
        const std::string_view written = m_text.substr(value.span.begin, value.span.size());
        const bool isScalar = value.kind == config::ScannedValue::Kind::Scalar;
        if (isScalar && written.find('$') != std::string_view::npos)
            addText(config::stringIn(std::string(written)).value_or(std::string()));
    }

    void addText(std::string_view text)
    {
        static_cast<void>(config::expandVariables(text, [&](const std::string &name) {
            if (std::find(m_names.begin(), m_names.end(), name) == m_names.end())
                m_names.push_back(name);
            return std::optional<std::string>("x");
        }));
    }

    [[nodiscard]] std::vector<std::string> take() { return std::move(m_names); }

private:
    std::string_view m_text;
    std::vector<std::string> m_names;
};

} // namespace

std::vector<std::string> variableNames(std::string_view configText)
{
    Names names(configText);
    std::vector<ConfigIssue> issues;
    const auto statements =
        config::parseToml(configText, {}, issues) ? config::scanToml(configText) : std::nullopt;
    if (statements) {
        for (const config::Statement &statement : *statements) {
            if (statement.kind == config::Statement::Kind::Pair)
                names.addValue(statement.pair.value);
        }
        return names.take();
    }
    // No document, perhaps a part of one: line by line, so that a fault hides no more than its line.
    while (!configText.empty()) {
        const auto end = std::min(configText.find('\n'), configText.size());
        names.addText(configText.substr(0, end));
        configText.remove_prefix(std::min(end + 1, configText.size()));
    }
    return names.take();
}

} // namespace spillway
