// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/configsummary.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace spillway::ui {
namespace {

QString text(const std::string &value)
{
    return QString::fromStdString(value);
}

QString number(double value)
{
    return QLocale().toString(value, 'g', 12);
}

QString number(std::uint64_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

class Describer
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Describer)

public:
    Describer(const Config &before, const Config &after, const Renames &renames)
        : m_before(before)
        , m_after(after)
        , m_renames(renames)
    {}

    QStringList describe()
    {
        nodes();
        prices();
        chains();
        server();
        policies();
        return std::move(m_lines);
    }

    int count() { return static_cast<int>(describe().size()) + m_more; }

private:
    static const NodeConfig *find(const Config &config, const std::string &name)
    {
        const auto found = std::find_if(config.nodes.begin(),
                                        config.nodes.end(),
                                        [&](const NodeConfig &node) { return node.name == name; });
        return found == config.nodes.end() ? nullptr : &*found;
    }

    static QStringList names(const Config &config)
    {
        QStringList list;
        for (const NodeConfig &node : config.nodes)
            list.append(text(node.name));
        return list;
    }

    void nodes()
    {
        const QStringList inForce = names(m_before);
        const QStringList inDraft = names(m_after);
        std::set<std::string> arrived;
        for (const NodeConfig &old : m_before.nodes) {
            const QString name = text(old.name);
            const NodeConfig *same = find(m_after, old.name);
            const QString renamed = m_renames.newName(name, inForce, inDraft);
            if (!renamed.isEmpty()) {
                m_lines.append(
                    m_renames.keepsUsage(name)
                        ? tr("Node %1 is called %2 now and keeps its used credits.")
                              .arg(name, renamed)
                        : tr("Node %1 is called %2 now and counts its credits from zero.")
                              .arg(name, renamed));
                same = find(m_after, renamed.toStdString());
            }
            if (same == nullptr) {
                m_lines.append(tr("Node %1 was removed.").arg(name));
                continue;
            }
            arrived.insert(same->name);
            node(old, *same);
        }
        for (const NodeConfig &node : m_after.nodes) {
            if (!arrived.contains(node.name))
                m_lines.append(
                    tr("Node %1 was added (tier %2).").arg(text(node.name)).arg(node.tier));
        }
        std::vector<std::string> orderBefore;
        std::vector<std::string> orderAfter;
        for (const NodeConfig &node : m_before.nodes) {
            if (find(m_after, node.name) != nullptr)
                orderBefore.push_back(node.name);
        }
        for (const NodeConfig &node : m_after.nodes) {
            if (find(m_before, node.name) != nullptr)
                orderAfter.push_back(node.name);
        }
        if (orderBefore != orderAfter)
            m_lines.append(tr("The order of the nodes was changed."));
    }

    void node(const NodeConfig &a, const NodeConfig &b)
    {
        QStringList parts;
        const auto changed = [&](const QString &what, const QString &from, const QString &to) {
            parts.append(tr("%1 %2 → %3").arg(what, from, to));
        };
        const auto limit = [](double value) { return value > 0 ? number(value) : tr("none"); };
        if (a.enabled != b.enabled)
            parts.append(b.enabled ? tr("switched on") : tr("switched off"));
        if (a.url != b.url)
            parts.append(tr("address or key changed"));
        if (a.wsUrl != b.wsUrl)
            parts.append(tr("WebSocket address changed"));
        if (a.auth != b.auth)
            parts.append(tr("way of signing in changed"));
        if (a.chain != b.chain)
            changed(tr("chain"), text(a.chain), text(b.chain));
        if (a.tier != b.tier)
            changed(tr("tier"), QString::number(a.tier), QString::number(b.tier));
        if (a.rpsLimit != b.rpsLimit)
            changed(tr("requests per second"), limit(a.rpsLimit), limit(b.rpsLimit));
        if (a.burst != b.burst)
            changed(tr("burst"), limit(a.burst), limit(b.burst));
        if (a.maxConcurrent != b.maxConcurrent)
            changed(tr("requests at once"), limit(a.maxConcurrent), limit(b.maxConcurrent));
        if (a.monthlyLimit != b.monthlyLimit)
            changed(tr("monthly limit"),
                    a.monthlyLimit == 0 ? tr("none") : number(a.monthlyLimit),
                    b.monthlyLimit == 0 ? tr("none") : number(b.monthlyLimit));
        if (a.resetDay != b.resetDay)
            changed(tr("reset day"), QString::number(a.resetDay), QString::number(b.resetDay));
        if (a.weight != b.weight)
            changed(tr("weight"), QString::number(a.weight), QString::number(b.weight));
        if (a.pricingPath != b.pricingPath)
            changed(tr("price list"), priceName(a.pricingPath), priceName(b.pricingPath));
        if (a.methods != b.methods)
            parts.append(tr("allowed or denied methods changed"));
        if (a.headers != b.headers)
            parts.append(tr("headers changed"));
        if (a.maxInFlight != b.maxInFlight || a.maxBatchSize != b.maxBatchSize
            || a.cooldown != b.cooldown || a.caFile != b.caFile)
            parts.append(tr("advanced settings changed"));
        if (!parts.isEmpty()) {
            m_lines.append(tr("%1: %2.").arg(text(b.name), parts.join(tr(", "))));
            m_more += static_cast<int>(parts.size()) - 1;
        }
    }

    static QString priceName(const std::string &path)
    {
        if (path.empty())
            return tr("none (1 credit a call)");
        return path.starts_with("builtin:") ? text(path) : QFileInfo(text(path)).fileName();
    }

    void prices()
    {
        std::set<std::string> told;
        for (const NodeConfig &after : m_after.nodes) {
            if (!after.prices || !told.insert(after.prices->path).second)
                continue;
            const PriceList *before = listBefore(after);
            if (before != nullptr && *before != *after.prices)
                priceList(*before, *after.prices);
        }
    }

    /// The list as it was; of one that nobody used, the list that it was copied from.
    const PriceList *listBefore(const NodeConfig &after)
    {
        for (const NodeConfig &before : m_before.nodes) {
            if (before.prices && before.prices->path == after.prices->path)
                return &*before.prices;
        }
        const QStringList inForce = names(m_before);
        const QStringList inDraft = names(m_after);
        for (const NodeConfig &before : m_before.nodes) {
            const QString renamed = m_renames.newName(text(before.name), inForce, inDraft);
            const bool same =
                renamed.isEmpty() ? before.name == after.name : renamed == text(after.name);
            if (same && before.prices && isCopy(*before.prices, *after.prices))
                return &*before.prices;
        }
        return nullptr;
    }

    /// Most prices are the same: another provider's list has other ones.
    static bool isCopy(const PriceList &a, const PriceList &b)
    {
        const auto same = std::count_if(a.costs.begin(), a.costs.end(), [&b](const auto &cost) {
            const auto other = b.costs.find(cost.first);
            return other != b.costs.end() && other->second == cost.second;
        });
        return !b.path.starts_with("builtin:")
               && 2 * static_cast<std::size_t>(same) >= std::max(a.costs.size(), b.costs.size());
    }

    void priceList(const PriceList &a, const PriceList &b)
    {
        constexpr int kNamed = 4;
        QStringList parts;
        int more = 0;
        const auto add = [&](const QString &part) {
            if (parts.size() < kNamed)
                parts.append(part);
            else
                ++more;
        };
        for (const auto &[method, cost] : b.costs) {
            const auto old = a.costs.find(method);
            if (old == a.costs.end())
                add(tr("%1 costs %2 (new)").arg(text(method), number(cost)));
            else if (old->second != cost)
                add(tr("%1 costs %2 → %3").arg(text(method), number(old->second), number(cost)));
        }
        for (const auto &[method, cost] : a.costs) {
            if (!b.costs.contains(method))
                add(tr("%1 has no price any more").arg(text(method)));
        }
        if (a.unknownCost != b.unknownCost)
            add(b.unknownCost ? tr("any other method costs %1").arg(number(*b.unknownCost))
                              : tr("other methods are not sent"));
        if (a.spilloverPercent != b.spilloverPercent)
            add(tr("stop at %1 % → %2 %").arg(a.spilloverPercent).arg(b.spilloverPercent));
        if (!parts.isEmpty())
            m_more += static_cast<int>(parts.size()) + more - 1;
        if (more > 0)
            parts.append(tr("%n more", nullptr, more));
        if (!parts.isEmpty())
            m_lines.append(tr("Price list %1: %2.").arg(priceName(b.path), parts.join(tr(", "))));
    }

    void chains()
    {
        for (const ChainConfig &chain : m_after.chains) {
            const ChainConfig *old = m_before.chain(chain.name);
            if (old == nullptr)
                m_lines.append(tr("Chain %1 was added.").arg(text(chain.name)));
            else if (!(*old == chain))
                m_lines.append(tr("The settings of chain %1 were changed.").arg(text(chain.name)));
        }
        for (const ChainConfig &chain : m_before.chains) {
            if (m_after.chain(chain.name) == nullptr)
                m_lines.append(tr("Chain %1 was removed.").arg(text(chain.name)));
        }
    }

    void server()
    {
        const ServerConfig &a = m_before.server;
        const ServerConfig &b = m_after.server;
        if (a.host != b.host || a.port != b.port)
            m_lines.append(tr("The proxy listens on %1, port %2 instead of %3, port %4.")
                               .arg(text(b.host),
                                    QString::number(b.port),
                                    text(a.host),
                                    QString::number(a.port)));
        if (a.tokens != b.tokens)
            m_lines.append(b.tokens.empty()
                               ? tr("Clients need no access token any more.")
                               : tr("Access tokens of clients were changed; %n in all.",
                                    nullptr,
                                    static_cast<int>(b.tokens.size())));
        ServerConfig rest = a;
        rest.host = b.host;
        rest.port = b.port;
        rest.tokens = b.tokens;
        if (!(rest == b))
            m_lines.append(tr("Settings of the listener were changed."));
    }

    void policies()
    {
        if (!(m_before.security == m_after.security) || !(m_before.cors == m_after.cors))
            m_lines.append(tr("Security settings were changed."));
        if (!(m_before.routing == m_after.routing))
            m_lines.append(tr("Rules for choosing nodes were changed."));
        if (!(m_before.health == m_after.health))
            m_lines.append(tr("Penalties for failing nodes were changed."));
        if (!(m_before.cache == m_after.cache))
            m_lines.append(tr("Cache settings were changed."));
        if (!(m_before.log == m_after.log))
            m_lines.append(tr("What the log holds was changed."));
    }

    const Config &m_before;
    const Config &m_after;
    const Renames &m_renames;
    QStringList m_lines;
    int m_more = 0; ///< differences that stand in a line with another one
};

const Config &nothing()
{
    static const Config kNothing;
    return kNothing;
}

} // namespace

QStringList describeChanges(const Config *before, const Config *after, const Renames &renames)
{
    if (after == nullptr)
        return {};
    return Describer(before == nullptr ? nothing() : *before, *after, renames).describe();
}

int countChanges(const Config *before, const Config *after, const Renames &renames)
{
    if (after == nullptr)
        return 0;
    return Describer(before == nullptr ? nothing() : *before, *after, renames).count();
}

} // namespace spillway::ui
