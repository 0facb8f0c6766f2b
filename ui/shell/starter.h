// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configure/chainnames.h"
#include "spillway/providers.h"

#include <QHash>
#include <QString>
#include <QStringList>

namespace spillway::ui {

class ConfigDraft;

/// The edits behind the page "Get started": from what a user pastes to nodes of the draft, one undoable step each.
namespace starter {

struct Added
{
    QString node;    ///< its name in the draft; empty when nothing was added
    QString problem; ///< why nothing was added
};

/// Adds a node for one pasted line. `chain` (a preset's name) is used where the address does not tell.
[[nodiscard]] Added addAddress(ConfigDraft &draft, const QString &line, const QString &chain);

/// Whether a node stands on no chain in particular: nobody and nothing has told yet where it belongs.
[[nodiscard]] bool isUnplaced(const ConfigDocument &document, const QString &node);
/// Puts a node on a chain that it told, or that was chosen for it (`chain`, or a preset's name).
[[nodiscard]] QString place(ConfigDraft &draft, const QString &node, const chains::Choice &chain);
[[nodiscard]] QString place(ConfigDraft &draft, const QString &node, const QString &preset);

/// Adds the public endpoints of presets behind whatever is there. Nodes with the same address are not added twice.
/// `added`: the new nodes, each with its preset.
[[nodiscard]] QString
addPublic(ConfigDraft &draft, const QStringList &presets, QHash<QString, QString> *added);
/// Takes back what choosing a chain has done: removes `added`, and leaves it open again where `placed` belong. `changed`: how many
/// nodes that were.
[[nodiscard]] QString takeBack(ConfigDraft &draft,
                               const QString &preset,
                               const QStringList &added,
                               const QStringList &placed,
                               int *changed);

[[nodiscard]] QString setPlan(ConfigDraft &draft, const QString &node, const ProviderPlan &plan);
[[nodiscard]] QString remove(ConfigDraft &draft, const QString &node);

} // namespace starter
} // namespace spillway::ui
