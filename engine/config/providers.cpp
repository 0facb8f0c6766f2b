// SPDX-License-Identifier: MIT
#include "config/providerdata.h"
#include "config/section.h"
#include "config/tomltext.h"

#include <algorithm>

namespace spillway {
namespace config {
namespace {

constexpr const char *kFile = ":/spillway/providers.toml";

std::string textOf(Section &section, std::string_view key)
{
    const auto text = section.text(key);
    return text ? text->value : std::string();
}

template <typename Function>
void forEachTable(Section &owner, std::string_view key, Function function)
{
    const Section::Found found = owner.find(key);
    if (!found.value)
        return;
    if (!found.value->is_array())
        return owner.error(key, wrongType("an array of tables", *found.value));
    const auto &items = found.value->as_array(std::nothrow);
    for (std::size_t i = 0; i < items.size(); ++i) {
        Section section(owner.reading(), &items[i], indexed(owner.keyPath(key), i), 0);
        function(section);
        section.finish();
    }
}

void readNetworks(Section &root, ProviderBook &book)
{
    const Section::Found found = root.find("networks");
    if (!found.value || !found.value->is_table())
        return root.error("networks", "missing");
    for (const auto &[name, value] : found.value->as_table(std::nothrow)) {
        const bool fits = value.is_array() && value.size() == 3 && value.at(0).is_string()
                          && value.at(1).is_integer() && value.at(2).is_string();
        if (!fits) {
            root.error("networks", name + ": expected [chain, chain id, network]");
            continue;
        }
        book.networks[name] = {value.at(0).as_string(std::nothrow).str,
                               static_cast<std::uint64_t>(value.at(1).as_integer(std::nothrow)),
                               value.at(2).as_string(std::nothrow).str};
    }
}

UrlShape readShape(Section &section)
{
    return {textOf(section, "host"),
            textOf(section, "path"),
            textOf(section, "key"),
            textOf(section, "network"),
            textOf(section, "on"),
            textOf(section, "ws")};
}

ProviderPlan readPlan(Section &section)
{
    constexpr double kMost = 1e9;
    ProviderPlan plan;
    plan.name = textOf(section, "name");
    section.number("rps", plan.rps, 0, kMost);
    section.integer("monthly_limit", plan.monthlyLimit, {0, std::int64_t{1} << 53});
    plan.checked = textOf(section, "checked");
    return plan;
}

void readLabels(Section labels, ProviderData &data, const ProviderBook &book)
{
    if (!labels.isPresent())
        return;
    for (const auto &[label, value] : labels.source()->as_table(std::nothrow)) {
        const std::string network =
            value.is_string() ? value.as_string(std::nothrow).str : std::string();
        if (book.networks.count(network) == 0)
            labels.error(label, "no such network");
        data.labels[label] = network;
    }
}

void readProvider(Section &section, ProviderBook &book)
{
    ProviderInfo info;
    ProviderData data;
    info.id = data.id = textOf(section, "id");
    info.name = textOf(section, "name");
    Section pricing = section.table("pricing");
    info.pricing = textOf(pricing, "evm");
    info.pricingSolana = textOf(pricing, "solana");
    pricing.finish();
    if (info.pricing.empty())
        info.pricing = info.pricingSolana;
    forEachTable(
        section, "shapes", [&](Section &shape) { data.shapes.push_back(readShape(shape)); });
    forEachTable(section, "plans", [&](Section &plan) { info.plans.push_back(readPlan(plan)); });
    readLabels(section.table("labels"), data, book);
    for (const UrlShape &shape : data.shapes) {
        if (shape.host.empty()
            || (!shape.network.empty() && book.networks.count(shape.network) == 0))
            section.error("shapes", "a shape needs a host, and a known network after `on`");
    }
    book.infos.push_back(std::move(info));
    book.providers.push_back(std::move(data));
}

ProviderBook readBook()
{
    ProviderBook book;
    Reading reading(kFile, {}, false);
    std::string problem;
    const auto text = readTextFile(kFile, problem);
    const auto document = text ? parseToml(*text, kFile, reading.issues()) : std::nullopt;
    if (document) {
        Section root(reading, &*document, {}, 1);
        readNetworks(root, book);
        forEachTable(root, "providers", [&](Section &section) { readProvider(section, book); });
        root.finish();
    } else if (!problem.empty()) {
        book.problems.push_back(problem);
    }
    for (const ConfigIssue &issue : reading.takeIssues())
        book.problems.push_back(issue.toString());
    return book;
}

} // namespace

const ProviderBook &providerBook()
{
    static const ProviderBook book = readBook();
    return book;
}

} // namespace config

const std::vector<ProviderInfo> &providers()
{
    return config::providerBook().infos;
}

const ProviderInfo *provider(std::string_view id)
{
    const auto &all = providers();
    const auto at = std::find_if(
        all.begin(), all.end(), [&](const ProviderInfo &info) { return info.id == id; });
    return at == all.end() ? nullptr : &*at;
}

std::string pricingFor(const ProviderInfo &provider, std::string_view chain)
{
    if (chain == "solana")
        return provider.pricingSolana;
    // A provider of Solana alone keeps its one list in both places.
    return chain.empty() || provider.pricing != provider.pricingSolana ? provider.pricing
                                                                       : std::string();
}

} // namespace spillway
