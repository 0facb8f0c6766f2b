// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/config.h"
#include "spillway/configedit.h"
#include "spillway/providers.h"

#include <QList>
#include <QString>

#include <cstdint>
#include <optional>

namespace spillway::ui::chains {

/// A chain that a node can be given to: one of the config, or a known one that would be added to it.
struct Choice
{
    QString name;  ///< key under [chains]
    QString title; ///< "Ethereum"
    ChainKind kind = ChainKind::Generic;
    std::uint64_t chainId = 0;
    bool inConfig = false;
};

/// Path of a chain's section, its name quoted where it must be.
[[nodiscard]] std::string path(const QString &name);

/// "Ethereum", "Base Sepolia"; empty when the number is not known here.
[[nodiscard]] QString titleOfId(std::uint64_t chainId);
/// "Solana mainnet"; empty when not known.
[[nodiscard]] QString titleOfGenesis(const std::string &hash);
/// A readable name for a chain of the config: known by its id, else its key with a capital letter.
[[nodiscard]] QString title(const QString &name, std::uint64_t chainId);

/// Chains of the document in file order; the chain "default" when it has none.
[[nodiscard]] QList<Choice> inDocument(const ConfigDocument &document);
/// Those, then the known ones that it lacks.
[[nodiscard]] QList<Choice> all(const ConfigDocument &document);

/// The EVM chain of this id: the document's, a preset's, or one named after it ("linea", "chain-1234567").
[[nodiscard]] Choice choiceFor(const ConfigDocument &document, std::uint64_t chainId);
/// The chain of a Solana node that tells this genesis hash; nothing if the network is not known.
[[nodiscard]] std::optional<Choice> choiceForGenesis(const ConfigDocument &document,
                                                     const std::string &hash);
/// What a detected address belongs to; the name is empty when the text does not tell.
[[nodiscard]] Choice choiceFor(const DetectedUrl &detected);

/// The chain of the document that has this id, or an empty text.
[[nodiscard]] QString withId(const ConfigDocument &document, std::uint64_t chainId);

/// Adds the chain when the document has none like it and tells its name there. Nodes that named no chain stay where they are: a
/// document without [chains.*] gets its "default" written down first. Empty error = done.
[[nodiscard]] std::string ensure(ConfigDocument &document, const Choice &choice, QString *name);

/// Writes the section of a chain.
[[nodiscard]] std::string write(ConfigDocument &document, const Choice &choice);

/// The chain key given to a testnet and the like: "ethereum-sepolia".
[[nodiscard]] QString keyFor(const QString &chain, const QString &network, bool testnet);

} // namespace spillway::ui::chains
