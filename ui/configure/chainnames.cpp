// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/chainnames.h"

#include "configure/pricelists.h"
#include "spillway/configio.h"

#include <algorithm>
#include <array>

namespace spillway::ui::chains {
namespace {

struct Known
{
    std::uint64_t id;
    const char *title;
};

// Names are proper names: they are the same in every language.
constexpr std::array kKnown{Known{1, "Ethereum"},
                            Known{10, "OP Mainnet"},
                            Known{56, "BNB Smart Chain"},
                            Known{97, "BNB Testnet"},
                            Known{100, "Gnosis"},
                            Known{137, "Polygon"},
                            Known{146, "Sonic"},
                            Known{250, "Fantom"},
                            Known{300, "zkSync Sepolia"},
                            Known{324, "zkSync Era"},
                            Known{1101, "Polygon zkEVM"},
                            Known{1337, "Local chain"},
                            Known{5000, "Mantle"},
                            Known{8453, "Base"},
                            Known{17000, "Holesky"},
                            Known{31337, "Anvil or Hardhat"},
                            Known{42161, "Arbitrum One"},
                            Known{42220, "Celo"},
                            Known{43113, "Avalanche Fuji"},
                            Known{43114, "Avalanche"},
                            Known{59144, "Linea"},
                            Known{80002, "Polygon Amoy"},
                            Known{81457, "Blast"},
                            Known{84532, "Base Sepolia"},
                            Known{421614, "Arbitrum Sepolia"},
                            Known{534352, "Scroll"},
                            Known{560048, "Hoodi"},
                            Known{11155111, "Sepolia"},
                            Known{11155420, "OP Sepolia"}};

QString capitalised(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString q(const std::string &text)
{
    return QString::fromStdString(text);
}

ChainKind kindOf(const std::string &word)
{
    return word == "evm"      ? ChainKind::Evm
           : word == "solana" ? ChainKind::Solana
                              : ChainKind::Generic;
}

} // namespace

std::string path(const QString &name)
{
    return prices::costPath(QStringLiteral("chains"), name);
}

QString titleOfId(std::uint64_t chainId)
{
    const auto *const found =
        std::find_if(kKnown.begin(), kKnown.end(), [chainId](const Known &known) {
            return known.id == chainId;
        });
    return found == kKnown.end() ? QString() : QString::fromLatin1(found->title);
}

QString titleOfGenesis(const std::string &hash)
{
    if (hash == "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d")
        return QStringLiteral("Solana mainnet");
    if (hash == "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkrZBG")
        return QStringLiteral("Solana devnet");
    if (hash == "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY")
        return QStringLiteral("Solana testnet");
    return {};
}

QString title(const QString &name, std::uint64_t chainId)
{
    const QString known = titleOfId(chainId);
    if (chainId != 0 && !known.isEmpty() && chainId != 1337 && chainId != 31337)
        return known;
    if (name == QLatin1String("default"))
        return QStringLiteral("Default");
    return capitalised(name);
}

QList<Choice> inDocument(const ConfigDocument &document)
{
    QList<Choice> out;
    for (const std::string &key : document.keys("chains")) {
        Choice choice;
        choice.name = q(key);
        const std::string section = path(choice.name);
        const auto id = document.integer(section + ".chain_id");
        choice.chainId = id && *id > 0 ? static_cast<std::uint64_t>(*id) : 0;
        choice.kind = kindOf(document.string(section + ".kind").value_or(std::string()));
        choice.title = title(choice.name, choice.chainId);
        choice.inConfig = true;
        out.append(choice);
    }
    if (out.isEmpty())
        out.append({QStringLiteral("default"),
                    title(QStringLiteral("default"), 0),
                    ChainKind::Generic,
                    0,
                    true});
    return out;
}

QList<Choice> all(const ConfigDocument &document)
{
    QList<Choice> out = inDocument(document);
    for (const PresetInfo &preset : listPresets()) {
        const auto has = [&](const Choice &choice) {
            return choice.name == q(preset.name)
                   || (preset.chainId != 0 && choice.chainId == preset.chainId);
        };
        if (std::any_of(out.cbegin(), out.cend(), has))
            continue;
        out.append({q(preset.name),
                    title(q(preset.name), preset.chainId),
                    preset.chainId == 0 ? ChainKind::Solana : ChainKind::Evm,
                    preset.chainId,
                    false});
    }
    return out;
}

QString keyFor(const QString &chain, const QString &network, bool testnet)
{
    return testnet && !network.isEmpty() ? chain + QLatin1Char('-') + network : chain;
}

Choice choiceFor(const ConfigDocument &document, std::uint64_t chainId)
{
    for (const Choice &choice : all(document)) {
        if (choice.chainId == chainId && chainId != 0)
            return choice;
    }
    Choice choice;
    choice.chainId = chainId;
    choice.kind = ChainKind::Evm;
    const QString known = titleOfId(chainId);
    choice.name = known.isEmpty() ? QStringLiteral("chain-%1").arg(chainId)
                                  : known.toLower().replace(QLatin1Char(' '), QLatin1Char('-'));
    choice.title = known.isEmpty() ? title(choice.name, chainId) : known;
    return choice;
}

std::optional<Choice> choiceForGenesis(const ConfigDocument &document, const std::string &hash)
{
    const QString known = titleOfGenesis(hash);
    if (known.isEmpty())
        return std::nullopt;
    const QString network = known.section(QLatin1Char(' '), -1);
    Choice choice;
    choice.name = keyFor(QStringLiteral("solana"), network, network != QLatin1String("mainnet"));
    choice.kind = ChainKind::Solana;
    choice.title = title(choice.name, 0);
    for (const Choice &present : all(document)) {
        if (present.name == choice.name)
            return present.kind == ChainKind::Solana ? std::optional(present) : std::nullopt;
    }
    return choice;
}

Choice choiceFor(const DetectedUrl &detected)
{
    Choice choice;
    if (detected.chain.empty())
        return choice;
    choice.name = keyFor(q(detected.chain), q(detected.network), detected.testnet);
    choice.chainId = detected.chainId;
    choice.kind = detected.chain == "solana" ? ChainKind::Solana : ChainKind::Evm;
    choice.title = title(choice.name, choice.chainId);
    return choice;
}

QString withId(const ConfigDocument &document, std::uint64_t chainId)
{
    if (chainId == 0)
        return {};
    for (const Choice &choice : inDocument(document)) {
        if (choice.chainId == chainId)
            return choice.name;
    }
    return {};
}

std::string ensure(ConfigDocument &document, const Choice &choice, QString *name)
{
    *name = choice.name;
    if (const QString same = withId(document, choice.chainId); !same.isEmpty()) {
        *name = same;
        return {};
    }
    if (document.has(path(choice.name)))
        return {};
    const bool none = document.keys("chains").empty();
    if (none && choice.name == QLatin1String("default"))
        return {};
    if (none && document.arraySize("nodes") > 0) {
        bool used = false;
        for (std::size_t i = 0; i < document.arraySize("nodes"); ++i)
            used = used || !document.has("nodes[" + std::to_string(i) + "].chain");
        if (std::string problem =
                used ? document.set("chains.default.kind", std::string("generic")) : std::string();
            !problem.empty())
            return problem;
    }
    return write(document, choice);
}

std::string write(ConfigDocument &document, const Choice &choice)
{
    const std::string section = path(choice.name);
    const char *kind = choice.kind == ChainKind::Evm      ? "evm"
                       : choice.kind == ChainKind::Solana ? "solana"
                                                          : "generic";
    if (std::string problem = document.set(section + ".kind", std::string(kind)); !problem.empty())
        return problem;
    return choice.chainId == 0
               ? std::string()
               : document.set(section + ".chain_id", static_cast<std::int64_t>(choice.chainId));
}

} // namespace spillway::ui::chains
