// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodeedits.h"

#include "configure/pricelists.h"
#include "session/configdraft.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace spillway::ui::nodes {
namespace {

struct Alias
{
    std::string_view key;
    std::string_view other;
};

constexpr std::array kAliases{Alias{"name", "label"},
                              Alias{"tier", "priority"},
                              Alias{"rps_limit", "max_rps"},
                              Alias{"methods.allow", "capabilities"}};

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(NodeEdits)
};

std::string prefix(int index)
{
    return "nodes[" + std::to_string(index) + "]";
}

QString placeholder()
{
    return Words::tr("New node");
}

/// An edit that goes through several nodes; stops at the first thing that is wrong.
std::string forEach(const QList<int> &indexes, const std::function<std::string(int)> &change)
{
    for (const int index : indexes) {
        if (std::string problem = change(index); !problem.empty())
            return problem;
    }
    return {};
}

QString labelFor(const QList<int> &indexes,
                 const ConfigDocument &document,
                 const QString &one,
                 const QString &many)
{
    return indexes.size() == 1 ? one.arg(name(document, indexes.first())) : many;
}

} // namespace

std::string path(const ConfigDocument &document, int index, std::string_view key)
{
    const std::string node = prefix(index) + ".";
    for (const Alias &alias : kAliases) {
        const std::string other = node + std::string(alias.other);
        if (alias.key == key && document.has(other))
            return other;
    }
    // `methods = ["eth_*"]` is short for its allow list.
    if (key == "methods.allow" && document.raw(node + "methods").starts_with('['))
        return node + "methods";
    return node + std::string(key);
}

QString fieldOf(const QString &issueKey)
{
    const auto dot = issueKey.indexOf(QLatin1String("]."));
    const std::string key = dot < 0 ? std::string() : issueKey.mid(dot + 2).toStdString();
    for (const Alias &alias : kAliases) {
        if (key == alias.other)
            return QString::fromUtf8(alias.key.data(), static_cast<qsizetype>(alias.key.size()));
    }
    return QString::fromStdString(key == "methods" ? "methods.allow" : key);
}

int count(const ConfigDocument &document)
{
    return static_cast<int>(document.arraySize("nodes"));
}

QString text(const ConfigDocument &document, int index, std::string_view key)
{
    return QString::fromStdString(
        document.string(path(document, index, key)).value_or(std::string()));
}

std::optional<double> number(const ConfigDocument &document, int index, std::string_view key)
{
    return document.number(path(document, index, key));
}

QString name(const ConfigDocument &document, int index)
{
    return readText(text(document, index, "name"));
}

QString readText(QString written)
{
    return written.replace(QLatin1String("$$"), QLatin1String("$"));
}

std::vector<std::string> writtenTexts(const QStringList &texts,
                                      const std::vector<std::string> &before)
{
    std::vector<std::string> written;
    for (const QString &text : texts) {
        const auto same =
            std::find_if(before.begin(), before.end(), [&text](const std::string &old) {
                return readText(QString::fromStdString(old)) == text;
            });
        written.push_back(same == before.end() ? writtenText(text) : *same);
    }
    return written;
}

std::string writtenText(QString text)
{
    return text.replace(QLatin1Char('$'), QLatin1String("$$")).toStdString();
}

QStringList names(const ConfigDocument &document)
{
    QStringList out;
    for (int i = 0; i < count(document); ++i)
        out.append(name(document, i));
    return out;
}

int indexOf(const ConfigDocument &document, const QString &name)
{
    return static_cast<int>(names(document).indexOf(name));
}

QString chain(const ConfigDocument &document, int index)
{
    const QString written = text(document, index, "chain");
    if (!written.isEmpty())
        return written;
    const auto chains = document.keys("chains");
    return chains.empty() ? QStringLiteral("default") : QString::fromStdString(chains.front());
}

int tier(const ConfigDocument &document, int index)
{
    return static_cast<int>(document.integer(path(document, index, "tier")).value_or(0));
}

bool isEnabled(const ConfigDocument &document, int index)
{
    return document.boolean(path(document, index, "enabled")).value_or(true);
}

TomlValue figure(double value, bool grouped)
{
    if (value != std::floor(value) || std::abs(value) >= 9.1e15)
        return value;
    if (!grouped)
        return static_cast<std::int64_t>(value);
    std::string digits = std::to_string(static_cast<std::int64_t>(value));
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, '_');
    return TomlRaw{std::move(digits)};
}

QString freeName(const ConfigDocument &document, const QString &wish, int except)
{
    QStringList taken = names(document);
    if (except >= 0 && except < taken.size())
        taken.removeAt(except);
    QString out = wish;
    for (int n = 2; taken.contains(out); ++n)
        out = QStringLiteral("%1-%2").arg(wish).arg(n);
    return out;
}

bool isPlaceholderName(const QString &name)
{
    static const QRegularExpression number(QStringLiteral("-\\d+$"));
    QString base = name;
    return base.remove(number) == placeholder() || name.isEmpty();
}

int add(ConfigDraft &draft, QString *problem)
{
    const QString name = freeName(draft.document(), placeholder());
    *problem = draft.edit(Words::tr("Add a node"), {}, [&](ConfigDocument &document) {
        return document.append("nodes", {{"name", writtenText(name)}, {"url", std::string()}});
    });
    return problem->isEmpty() ? count(draft.document()) - 1 : -1;
}

int duplicate(ConfigDraft &draft, int index, QString *problem)
{
    const QString old = name(draft.document(), index);
    const QString copy = freeName(draft.document(), old);
    *problem = draft.edit(Words::tr("Duplicate %1").arg(old), {}, [&](ConfigDocument &document) {
        return document.duplicate("nodes", static_cast<std::size_t>(index), writtenText(copy));
    });
    return problem->isEmpty() ? index + 1 : -1;
}

QString remove(ConfigDraft &draft, QList<int> indexes)
{
    const QString label =
        labelFor(indexes,
                 draft.document(),
                 Words::tr("Remove %1"),
                 Words::tr("Remove %n node(s)", nullptr, static_cast<int>(indexes.size())));
    std::sort(indexes.begin(), indexes.end(), std::greater<>());
    return draft.edit(label, {}, [&](ConfigDocument &document) {
        return forEach(indexes, [&](int index) { return document.remove(prefix(index)); });
    });
}

QString setEnabled(ConfigDraft &draft, const QList<int> &indexes, bool on)
{
    const auto n = static_cast<int>(indexes.size());
    const QString label = on ? labelFor(indexes,
                                        draft.document(),
                                        Words::tr("Switch %1 on"),
                                        Words::tr("Switch %n node(s) on", nullptr, n))
                             : labelFor(indexes,
                                        draft.document(),
                                        Words::tr("Switch %1 off"),
                                        Words::tr("Switch %n node(s) off", nullptr, n));
    return draft.edit(label, {}, [&](ConfigDocument &document) {
        return forEach(indexes, [&](int index) {
            const std::string key = path(document, index, "enabled");
            if (document.boolean(key).value_or(true) == on)
                return std::string();
            return document.set(key, on);
        });
    });
}

QString setTier(ConfigDraft &draft, int index, int tier)
{
    const int wanted = std::clamp(tier, 0, 255);
    return draft.edit(
        Words::tr("Move %1 to tier %2").arg(name(draft.document(), index)).arg(wanted),
        QStringLiteral("nodes[%1].tier").arg(index),
        [&](ConfigDocument &document) {
            return document.set(path(document, index, "tier"), std::int64_t{wanted});
        });
}

QString moveTo(ConfigDraft &draft, int index, int before, int tier, int *to)
{
    const int target = before > index ? before - 1 : before;
    *to = target;
    return draft.edit(Words::tr("Move %1 to tier %2").arg(name(draft.document(), index)).arg(tier),
                      {},
                      [&](ConfigDocument &document) {
                          if (nodes::tier(document, index) != tier) {
                              std::string problem =
                                  document.set(path(document, index, "tier"), std::int64_t{tier});
                              if (!problem.empty())
                                  return problem;
                          }
                          return target == index ? std::string()
                                                 : document.move("nodes",
                                                                 static_cast<std::size_t>(index),
                                                                 static_cast<std::size_t>(target));
                      });
}

QString rename(ConfigDraft &draft, int index, const QString &name, const QString &mergeKey)
{
    const QString old = nodes::name(draft.document(), index);
    if (old == name)
        return {};
    // Noted first: whoever is told of the edit asks for the node's former name.
    draft.renames().note(old, name);
    return draft.edit(Words::tr("Rename %1").arg(old), mergeKey, [&](ConfigDocument &document) {
        return document.set(path(document, index, "name"), writtenText(name));
    });
}

QString nameInForce(ConfigDraft &draft, const QStringList &inForce, const QString &nameInDraft)
{
    if (inForce.contains(nameInDraft))
        return nameInDraft;
    const QStringList inDraft = names(draft.document());
    for (const QString &name : inForce) {
        if (draft.renames().newName(name, inForce, inDraft) == nameInDraft)
            return name;
    }
    return nameInDraft;
}

int stopPercent(ConfigDraft &draft, int index)
{
    const QString list = text(draft.document(), index, "provider_pricing_path");
    return list.isEmpty() ? prices::kDefaultStopPercent
                          : prices::stopPercent(prices::textOf(draft, list));
}

} // namespace spillway::ui::nodes
