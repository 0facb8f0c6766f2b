// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/proposals.h"

#include "configure/nodeedits.h"
#include "configure/pricelists.h"
#include "widgets/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <QUrl>

#include <algorithm>
#include <cmath>

namespace spillway::ui::proposals {
namespace {

constexpr std::string_view kPriceKey = "provider_pricing_path";

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(spillway::ui::Proposals)
};

/// Preset name of the chain a node is on, as far as prices go: what the file says of the chain counts before what the address tells.
std::string pricedChain(const ConfigDocument &document, int node, const DetectedUrl &detected)
{
    const QString chain = nodes::chain(document, node);
    const std::string kind =
        document.string("chains." + chain.toStdString() + ".kind").value_or(std::string());
    if (kind == "solana")
        return kind;
    if (kind == "evm" && (detected.chain.empty() || detected.chain == "solana"))
        return "ethereum";
    return detected.chain;
}

} // namespace

QString name(const DetectedUrl &detected)
{
    if (const ProviderInfo *known = provider(detected.providerId))
        return QString::fromStdString(known->name);
    if (detected.isLocal)
        return Words::tr("Local node");
    return QUrl(QString::fromStdString(detected.url)).host();
}

std::string priceList(const ConfigDocument &document, int node)
{
    const DetectedUrl detected = detectUrl(nodes::text(document, node, "url").toStdString());
    const ProviderInfo *known = provider(detected.providerId);
    if (known == nullptr)
        return {};
    const std::string list = pricingFor(*known, pricedChain(document, node, detected));
    return list.empty() ? list
                        : prices::shippedReference(QString::fromStdString(list)).toStdString();
}

std::string setPriceList(ConfigDocument &document, int node)
{
    const std::string path = nodes::path(document, node, kPriceKey);
    const std::string list = priceList(document, node);
    return list.empty() || document.has(path) ? std::string() : document.set(path, list);
}

QString planText(const ProviderPlan &plan)
{
    QStringList parts;
    if (plan.rps > 0)
        parts.append(Words::tr("%1 requests/s").arg(QLocale().toString(plan.rps)));
    if (plan.monthlyLimit > 0)
        parts.append(Words::tr("%1 credits a month")
                         .arg(format::shortNumber(static_cast<double>(plan.monthlyLimit))));
    const QString name = QString::fromStdString(plan.name);
    return parts.isEmpty()
               ? name
               : Words::tr("%1: %2", "plan, its figures").arg(name, parts.join(Words::tr(", ")));
}

std::string usePlan(ConfigDocument &document, int node, const ProviderPlan &plan)
{
    const auto put = [&](const char *key, double value) {
        const std::string path = nodes::path(document, node, key);
        return value > 0 ? document.set(path, nodes::figure(value, value >= 100000))
                         : document.remove(path);
    };
    std::string problem = put("rps_limit", plan.rps);
    if (problem.empty())
        problem = put("burst", 0);
    if (problem.empty())
        problem = put("monthly_limit", static_cast<double>(plan.monthlyLimit));
    const QString list = nodes::text(document, node, kPriceKey);
    if (!problem.empty() || (!list.isEmpty() && !prices::isShipped(list)))
        return problem;
    const std::string proposed = priceList(document, node);
    return proposed.empty() ? proposed
                            : document.set(nodes::path(document, node, kPriceKey), proposed);
}

double storedRate(double learned)
{
    const double step = learned >= 10 ? 1 : 0.1;
    return std::max(0.1, std::floor(learned / step + 1e-9) * step);
}

std::string moveToChain(ConfigDocument &document, int node, const chains::Choice &chain)
{
    const std::string before = priceList(document, node);
    const std::string unnamed = chains::path(QStringLiteral("default"));
    const bool hadUnnamed = document.has(unnamed);
    QString name;
    if (std::string problem = chains::ensure(document, chain, &name); !problem.empty())
        return problem;
    const std::string path = nodes::path(document, node, "chain");
    // Without any [chains] there is the default chain only, and it needs no words.
    std::string problem = document.keys("chains").empty() ? document.remove(path)
                                                          : document.set(path, name.toStdString());
    // The section of nodes that name no chain is only written down for those that stay.
    bool used = hadUnnamed || !document.has(unnamed);
    for (int i = 0; i < nodes::count(document) && !used; ++i)
        used = nodes::chain(document, i) == QLatin1String("default");
    if (problem.empty() && !used)
        problem = document.remove(unnamed);
    const std::string after = priceList(document, node);
    if (!problem.empty() || before == after)
        return problem;
    const std::string prices = nodes::path(document, node, kPriceKey);
    if (document.string(prices).value_or(std::string()) != before)
        return problem;
    return after.empty() ? document.remove(prices) : document.set(prices, after);
}

} // namespace spillway::ui::proposals
