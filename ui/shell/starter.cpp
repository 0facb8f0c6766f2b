// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/starter.h"

#include "configure/nodeedits.h"
#include "configure/proposals.h"
#include "session/configdraft.h"
#include "session/problemtext.h"
#include "spillway/configio.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>
#include <vector>

namespace spillway::ui::starter {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Starter)
};

using Values = std::vector<std::pair<std::string, TomlValue>>;

constexpr int kPublicTier = 1; // paid providers are filled first

chains::Choice choiceOf(const std::string &preset)
{
    chains::Choice choice;
    for (const PresetInfo &info : listPresets()) {
        if (info.name != preset)
            continue;
        choice.name = QString::fromStdString(info.name);
        choice.chainId = info.chainId;
        choice.kind = info.name == "solana" ? ChainKind::Solana : ChainKind::Evm;
    }
    return choice;
}

/// A section that was made for a node alone goes with it; one that says more than which chain it is stays.
std::string dropEmptyChain(ConfigDocument &document, const QString &chain)
{
    for (int i = 0; i < nodes::count(document); ++i) {
        if (nodes::chain(document, i) == chain)
            return {};
    }
    const std::string section = chains::path(chain);
    const std::vector<std::string> keys = document.keys(section);
    const bool bare = std::all_of(keys.begin(), keys.end(), [](const std::string &key) {
        return key == "kind" || key == "chain_id";
    });
    return bare && document.has(section) ? document.remove(section) : std::string();
}

bool hasAddress(const ConfigDocument &document, const std::string &url)
{
    for (int i = 0; i < nodes::count(document); ++i) {
        if (document.string(nodes::path(document, i, "url")) == url)
            return true;
    }
    return false;
}

} // namespace

Added addAddress(ConfigDraft &draft, const QString &line, const QString &chain)
{
    const DetectedUrl detected = detectUrl(line.trimmed().toStdString());
    if (!detected.problem.empty())
        return {{}, problemText(detected.problemKind, detected.problemDetails, detected.problem)};
    if (!detected.isUrl)
        return {{},
                detected.looksLikeKey
                    ? Words::tr("This looks like a key alone. Paste the whole address that your "
                                "provider shows beside it.")
                    : Words::tr("This is no address: %1").arg(line.trimmed().left(40))};
    if (hasAddress(draft.document(), detected.url))
        return {{}, Words::tr("This address is in the list already.")};
    chains::Choice choice = chains::choiceFor(detected);
    if (choice.name.isEmpty())
        choice = choiceOf(chain.toStdString());
    QString name;
    const QString problem =
        draft.edit(Words::tr("adding a node"), {}, [&](ConfigDocument &document) {
            name = nodes::freeName(document, proposals::name(detected));
            QString chainName;
            if (!choice.name.isEmpty()) {
                if (std::string failed = chains::ensure(document, choice, &chainName);
                    !failed.empty())
                    return failed;
            }
            Values values{{"name", nodes::writtenText(name)}, {"url", detected.url}};
            if (!chainName.isEmpty())
                values.emplace_back("chain", chainName.toStdString());
            values.emplace_back("tier", std::int64_t{0});
            if (std::string failed = document.append("nodes", values); !failed.empty())
                return failed;
            return proposals::setPriceList(document, nodes::count(document) - 1);
        });
    return problem.isEmpty() ? Added{name, {}} : Added{{}, problem};
}

bool isUnplaced(const ConfigDocument &document, const QString &node)
{
    const int index = nodes::indexOf(document, node);
    if (index < 0)
        return false;
    const QString name = nodes::chain(document, index);
    const QList<chains::Choice> present = chains::inDocument(document);
    return std::any_of(present.begin(), present.end(), [&name](const chains::Choice &choice) {
        return choice.name == name && choice.kind == ChainKind::Generic && choice.chainId == 0;
    });
}

QString place(ConfigDraft &draft, const QString &node, const chains::Choice &chain)
{
    return draft.edit(
        Words::tr("putting %1 on its chain").arg(node),
        {},
        [&](ConfigDocument &document) {
            const int index = nodes::indexOf(document, node);
            if (index < 0)
                return std::string();
            const QString before = nodes::chain(document, index);
            std::string problem = proposals::moveToChain(document, index, chain);
            return problem.empty() ? dropEmptyChain(document, before) : problem;
        },
        {},
        ConfigDraft::Origin::Program);
}

QString place(ConfigDraft &draft, const QString &node, const QString &preset)
{
    return place(draft, node, choiceOf(preset.toStdString()));
}

QString addPublic(ConfigDraft &draft, const QStringList &presets, QHash<QString, QString> *added)
{
    added->clear();
    return draft.edit(Words::tr("adding public endpoints"), {}, [&](ConfigDocument &document) {
        for (const QString &preset : presets) {
            const ConfigDocument source(presetConfig(preset.toStdString(), false));
            QString chainName;
            if (std::string failed =
                    chains::ensure(document, choiceOf(preset.toStdString()), &chainName);
                !failed.empty())
                return failed;
            for (int i = 0; i < nodes::count(source); ++i) {
                const std::string url = nodes::text(source, i, "url").toStdString();
                if (hasAddress(document, url))
                    continue;
                const QString name = nodes::freeName(document, nodes::name(source, i));
                const Values values{{"name", nodes::writtenText(name)},
                                    {"url", url},
                                    {"chain", chainName.toStdString()},
                                    {"tier", std::int64_t{kPublicTier}}};
                if (std::string failed = document.append("nodes", values); !failed.empty())
                    return failed;
                added->insert(name, preset);
            }
        }
        return std::string();
    });
}

QString takeBack(ConfigDraft &draft,
                 const QString &preset,
                 const QStringList &added,
                 const QStringList &placed,
                 int *changed)
{
    *changed = 0;
    const chains::Choice chain = choiceOf(preset.toStdString());
    // A section of the user's own name may be the chain's.
    const auto isOnChain = [&chain](const ConfigDocument &document, int index) {
        const QString name = nodes::chain(document, index);
        return name == chain.name
               || (chain.chainId != 0
                   && document.integer(chains::path(name) + ".chain_id")
                          == static_cast<std::int64_t>(chain.chainId));
    };
    const auto find = [&isOnChain](const ConfigDocument &document, const QString &node) {
        const int index = nodes::indexOf(document, node);
        return index >= 0 && isOnChain(document, index) ? index : -1;
    };
    const auto isThere = [&](const QString &node) { return find(draft.document(), node) >= 0; };
    if (std::none_of(added.begin(), added.end(), isThere)
        && std::none_of(placed.begin(), placed.end(), isThere))
        return {};
    return draft.edit(
        Words::tr("choosing %1 no more").arg(chains::title(chain.name, chain.chainId)),
        {},
        [&](ConfigDocument &document) {
            const chains::Choice open{QStringLiteral("default"), {}, ChainKind::Generic, 0, false};
            QString left;
            for (const QString &node : placed + added) {
                const int index = find(document, node);
                if (index < 0)
                    continue;
                left = nodes::chain(document, index);
                std::string problem = placed.contains(node)
                                          ? proposals::moveToChain(document, index, open)
                                          : document.remove("nodes[" + std::to_string(index) + ']');
                if (!problem.empty())
                    return problem;
                ++*changed;
            }
            return dropEmptyChain(document, left);
        });
}

QString setPlan(ConfigDraft &draft, const QString &node, const ProviderPlan &plan)
{
    return draft.edit(
        Words::tr("choosing a plan for %1").arg(node), {}, [&](ConfigDocument &document) {
            const int index = nodes::indexOf(document, node);
            return index < 0 ? std::string() : proposals::usePlan(document, index, plan);
        });
}

QString remove(ConfigDraft &draft, const QString &node)
{
    const int index = nodes::indexOf(draft.document(), node);
    return index < 0 ? QString() : nodes::remove(draft, {index});
}

} // namespace spillway::ui::starter
