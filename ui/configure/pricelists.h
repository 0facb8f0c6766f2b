// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/configedit.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace spillway::ui {
class ConfigDraft;
}

/// Price lists: the shipped ones ("builtin:helius") and files beside the config. A list is named here the way a node's
/// `provider_pricing_path` names it.
namespace spillway::ui::prices {

inline constexpr int kDefaultStopPercent = 95;

struct ListInfo
{
    QString reference; ///< "builtin:helius", "pricing/mine.toml"
    QString title;     ///< "Helius", "mine"
    bool shipped = false;
    QStringList usedBy; ///< names of the nodes
};

/// Lists that nodes use, in the order of the nodes, then other files in the folder `pricing` beside the config, then the shipped ones.
[[nodiscard]] QList<ListInfo> all(ConfigDraft &draft);
[[nodiscard]] QStringList shippedNames();
/// Name behind `builtin:` → reference.
[[nodiscard]] QString shippedReference(const QString &name);
[[nodiscard]] bool isShipped(const QString &reference);
[[nodiscard]] QString title(const QString &reference);
[[nodiscard]] QStringList usedBy(const ConfigDocument &document, const QString &reference);

/// Absolute path of a list that is a file; empty for a shipped one.
[[nodiscard]] QString fileOf(const ConfigDraft &draft, const QString &reference);
/// The text: of the draft, of the program, or of the disk. Empty when there is none.
[[nodiscard]] QString textOf(const ConfigDraft &draft, const QString &reference);
[[nodiscard]] QString shippedText(const QString &name);
/// The shipped list that a list was made from, by its name; empty when there is none like it.
[[nodiscard]] QString shippedLike(const QString &reference);

[[nodiscard]] int stopPercent(const QString &text);

/// `[routing] method`, with quotes where the name is no bare key.
[[nodiscard]] std::string costPath(const QString &table, const QString &method);

/// Makes a file with a copy of a list in the folder `pricing` beside the config and points the nodes that use the list there; one
/// undoable step. Its reference, or an empty text and what is wrong.
QString copyToFile(ConfigDraft &draft, const QString &reference, QString *problem);
/// A new list with a name that is free, empty but for its head; nobody uses it yet.
QString create(ConfigDraft &draft, const QString &name, QString *problem);

} // namespace spillway::ui::prices
