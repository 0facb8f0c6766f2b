// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/configedit.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::ui {
class ConfigDraft;
}

/// Reading and editing the [[nodes]] of a config text, each edit one undoable step.
namespace spillway::ui::nodes {

/// Path of a key of a node, by the name that the file uses for it (`tier` may be written `priority`).
[[nodiscard]] std::string path(const ConfigDocument &document, int index, std::string_view key);
/// The key that an issue's path means, in the form's words: "nodes[2].max_rps" → "rps_limit".
[[nodiscard]] QString fieldOf(const QString &issueKey);

[[nodiscard]] int count(const ConfigDocument &document);
/// A text that is taken as it stands, with its dollar signs: as the user reads it, and as it is written to the file, where a single
/// dollar sign would begin a variable.
[[nodiscard]] QString readText(QString written);
[[nodiscard]] std::string writtenText(QString text);
/// The same for a list that stood in the file as `before`: entries that were not touched stay as they were written.
[[nodiscard]] std::vector<std::string> writtenTexts(const QStringList &texts,
                                                    const std::vector<std::string> &before);
/// As the user reads it.
[[nodiscard]] QString name(const ConfigDocument &document, int index);
[[nodiscard]] QStringList names(const ConfigDocument &document);
[[nodiscard]] int indexOf(const ConfigDocument &document, const QString &name);
[[nodiscard]] QString chain(const ConfigDocument &document, int index);
[[nodiscard]] int tier(const ConfigDocument &document, int index);
[[nodiscard]] bool isEnabled(const ConfigDocument &document, int index);
[[nodiscard]] QString text(const ConfigDocument &document, int index, std::string_view key);
[[nodiscard]] std::optional<double>
number(const ConfigDocument &document, int index, std::string_view key);

/// A figure as TOML: whole numbers without a point, digits in groups on demand.
[[nodiscard]] TomlValue figure(double value, bool grouped);

/// `wish`, or `wish-2` … when a node has that name.
[[nodiscard]] QString
freeName(const ConfigDocument &document, const QString &wish, int except = -1);
/// Whether this is a name that add() gave and nobody has changed.
[[nodiscard]] bool isPlaceholderName(const QString &name);

/// Index of the new node; -1 when the text cannot be edited (see `problem`).
int add(ConfigDraft &draft, QString *problem);
int duplicate(ConfigDraft &draft, int index, QString *problem);
QString remove(ConfigDraft &draft, QList<int> indexes);
QString setEnabled(ConfigDraft &draft, const QList<int> &indexes, bool on);
QString setTier(ConfigDraft &draft, int index, int tier);
/// Places a node before another one (`before` = count: at the end) and into a tier. Its new index in `to`.
QString moveTo(ConfigDraft &draft, int index, int before, int tier, int *to);
/// The name is the identity of the books: the rename is noted, so that Apply can carry them over.
QString rename(ConfigDraft &draft, int index, const QString &name, const QString &mergeKey = {});

/// The name under which the running engine knows a node of the draft.
[[nodiscard]] QString
nameInForce(ConfigDraft &draft, const QStringList &inForce, const QString &nameInDraft);

/// Credits after which the node stops, as its price list says; nothing when it has no limit.
[[nodiscard]] int stopPercent(ConfigDraft &draft, int index);

} // namespace spillway::ui::nodes
