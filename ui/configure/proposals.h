// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configure/chainnames.h"
#include "spillway/configedit.h"
#include "spillway/providers.h"

#include <QString>

#include <string>

/// What a node's address and its provider's published figures propose for it. Every form that adds or changes a node asks here, so
/// that the same address leads to the same node everywhere.
namespace spillway::ui::proposals {

/// The provider's name, "Local node", or the host.
[[nodiscard]] QString name(const DetectedUrl &detected);

/// Reference ("builtin:alchemy") of the shipped price list for a node's provider and the chain it is on; empty: none is shipped.
[[nodiscard]] std::string priceList(const ConfigDocument &document, int node);
/// Writes priceList() where the user has not chosen a list. Empty = done.
[[nodiscard]] std::string setPriceList(ConfigDocument &document, int node);

/// "Developer: 50 requests/s, 10M credits a month"
[[nodiscard]] QString planText(const ProviderPlan &plan);
/// Writes a plan's limits and, unless the user has a list of their own, the price list. Empty = done.
[[nodiscard]] std::string usePlan(ConfigDocument &document, int node, const ProviderPlan &plan);

/// The rate to set for one that was found: never more than that, and no finer than anybody would write it.
[[nodiscard]] double storedRate(double learned);

/// Puts a node on a chain, which is added when it is not there. A price list that was proposed for the old chain follows. Empty = done.
[[nodiscard]] std::string
moveToChain(ConfigDocument &document, int node, const chains::Choice &chain);

} // namespace spillway::ui::proposals
