// SPDX-License-Identifier: MIT
#include "config/presets.h"

#include "config/section.h"
#include "config/tomltext.h"

#include <QDir>
#include <QUrl>

#include <algorithm>

namespace spillway {
namespace {

Preset readPreset(const std::string &text, const std::string &file, int &position)
{
    Preset preset;
    std::vector<ConfigIssue> issues;
    const auto document = config::parseToml(text, file, issues);
    if (!document)
        return preset;
    config::Reading reading(file, {}, false);
    config::Section root(reading, &*document, {}, 1);
    root.integer("position", position, {0, 1000});
    root.integer("chain_id", preset.chainId, {1, std::int64_t{1} << 53});
    root.choice(
        "kind",
        preset.kind,
        {{"evm", ChainKind::Evm}, {"solana", ChainKind::Solana}, {"generic", ChainKind::Generic}});
    const auto text1 = [&](std::string_view key) {
        const auto value = root.text(key);
        return value ? value->value : std::string();
    };
    preset.name = text1("name");
    preset.title = text1("title");
    preset.checked = text1("checked");
    preset.aliases = root.strings("aliases").value_or(std::vector<std::string>{});
    preset.urls = root.strings("urls").value_or(std::vector<std::string>{});
    return preset;
}

std::vector<Preset> readPresets()
{
    std::vector<std::pair<int, Preset>> found;
    const QDir folder(QStringLiteral(":/spillway/presets"));
    for (const QFileInfo &info :
         folder.entryInfoList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name)) {
        std::string problem;
        const std::string file = info.filePath().toStdString();
        int position = 0;
        if (const auto text = config::readTextFile(file, problem)) {
            Preset preset = readPreset(*text, file, position);
            found.emplace_back(position, std::move(preset));
        }
    }
    std::stable_sort(
        found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<Preset> out;
    for (auto &[position, preset] : found)
        out.push_back(std::move(preset));
    return out;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) {
        return lower(x) == lower(y);
    });
}

std::string header(const Preset &preset, bool ranked)
{
    std::string out = "# Spillway on the public endpoints of " + preset.title
                      + ". Runs as it is, no key needed.\n";
    out += ranked ? "# The endpoints are ranked: the next one is used when those before it fail or "
                    "are full.\n"
                  : "# The endpoints are peers: calls go to the quickest one, the others stand in "
                    "for it.\n";
    out += "# Public endpoints come and go, and limit each caller. Add a provider of your own "
           "below.\n";
    return out;
}

std::string chainSection(const Preset &preset)
{
    std::string out =
        "[chains." + preset.name + "]\nkind = \"" + std::string(chainKindName(preset.kind)) + "\"\n";
    if (preset.chainId != 0)
        out += "chain_id = " + std::to_string(preset.chainId)
               + "    # nodes of another chain are left out\n";
    return out;
}

std::string ownNode(const Preset &preset)
{
    std::string key = preset.name;
    std::transform(key.begin(), key.end(), key.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return "# Tier 0 is filled first. A provider with a key goes there; its key stays in the "
           "environment or in .env.\n"
           "# [[nodes]]\n"
           "# name = \"My provider\"\n"
           "# url = \"https://provider.example/v2/${"
           + key
           + "_KEY}\"\n"
             "# tier = 0\n"
             "# rps_limit = 25                # requests a second that your plan allows\n"
             "# monthly_limit = 30_000_000    # credits of your plan; with a price list, "
             "provider_pricing_path\n"
             "# reset_day = 1\n";
}

std::string nodeSection(const std::string &url, int tier)
{
    const std::string host = QUrl(QString::fromStdString(url)).host().toStdString();
    return "[[nodes]]\nname = \"" + host + "\"\nurl = \"" + url
           + "\"\ntier = " + std::to_string(tier) + "\n";
}

} // namespace

const std::vector<Preset> &presets()
{
    static const std::vector<Preset> list = readPresets();
    return list;
}

const Preset *findPreset(std::string_view nameOrAlias)
{
    const auto &list = presets();
    const auto at = std::find_if(list.begin(), list.end(), [&](const Preset &preset) {
        return equalsIgnoringCase(preset.name, nameOrAlias)
               || std::any_of(
                   preset.aliases.begin(), preset.aliases.end(), [&](const std::string &alias) {
                       return equalsIgnoringCase(alias, nameOrAlias);
                   });
    });
    return at == list.end() ? nullptr : &*at;
}

std::string presetConfigText(const Preset &preset, bool ranked)
{
    std::string out = header(preset, ranked);
    out += "\n[server]\nhost = \"127.0.0.1\"    # this machine only; other machines need "
           "[server.auth]\nport = 8599\n\n";
    out += chainSection(preset) + "\n" + ownNode(preset);
    int tier = 1;
    for (const std::string &url : preset.urls) {
        out += "\n" + nodeSection(url, tier);
        tier += ranked ? 1 : 0;
    }
    return out;
}

} // namespace spillway
