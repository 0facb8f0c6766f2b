// SPDX-License-Identifier: MIT
#include "config/pricebook.h"

#include "config/suggest.h"
#include "config/tomltext.h"
#include "rpc/methodtable.h"

#include <QDate>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <set>

namespace spillway::config {
namespace {

constexpr std::string_view kBuiltinScheme = "builtin:";
constexpr std::int64_t kMaxCost = std::int64_t{1} << 53;
constexpr std::size_t kMaxMethodName = 128;

std::string builtinResource(const std::string &name)
{
    return ":/spillway/pricing/" + name + ".toml";
}

/// Standard method names: those under [routing] of the shipped lists. The rpc room knows more of them.
const std::vector<std::string> &shippedMethods()
{
    static const std::vector<std::string> names = [] {
        std::set<std::string> found;
        for (const std::string &name : builtinPriceLists()) {
            std::string problem;
            std::vector<ConfigIssue> issues;
            const auto text = readTextFile(builtinResource(name), problem);
            const auto root = text ? parseToml(*text, name, issues) : std::nullopt;
            if (!root || !root->contains("routing"))
                continue;
            for (const auto &[method, cost] : root->at("routing").as_table(std::nothrow))
                found.insert(method);
        }
        return std::vector<std::string>(found.begin(), found.end());
    }();
    return names;
}

bool isKnownMethod(const std::string &name)
{
    const auto &shipped = shippedMethods();
    return std::binary_search(shipped.begin(), shipped.end(), name) || rpc::isKnownMethod(name);
}

class PriceReader
{
public:
    PriceReader(Reading &reading, PriceList &list)
        : m_reading(reading)
        , m_list(list)
    {}

    void read(const toml::value &document)
    {
        Section root(m_reading, &document, {}, 1);
        readMeta(root.table("meta"));
        readLimits(root.table("limits"));
        readCosts(root.find("routing"), true);
        readCosts(root.find("custom"), false);
        root.finish();
    }

private:
    void readMeta(Section meta)
    {
        if (const auto checked = meta.text("checked")) {
            if (QDate::fromString(QString::fromStdString(checked->value), Qt::ISODate).isValid())
                m_list.checked = checked->value;
            else
                meta.error(
                    "checked",
                    {ConfigProblem::PriceDate, "not a date; allowed: a text like \"2026-01-31\""});
        }
        meta.text("provider");
        meta.text("source");
        meta.finish();
    }

    void readLimits(Section limits)
    {
        limits.integer("spillover_percent", m_list.spilloverPercent, {1, 100});
        std::uint64_t cost = 0;
        if (limits.integer("unknown_method_cost", cost, {0, kMaxCost}))
            m_list.unknownCost = cost;
        limits.finish();
    }

    void readCosts(const Section::Found &found, bool standard)
    {
        if (!found.value)
            return;
        Section section(m_reading, found.value, found.name, 1);
        if (!section.isPresent())
            return;
        for (const auto &[method, value] : found.value->as_table(std::nothrow)) {
            if (m_reading.isFull())
                return;
            readCost(section, method, standard);
        }
    }

    void readCost(Section &section, const std::string &method, bool standard)
    {
        std::uint64_t cost = 0;
        if (!section.integer(method, cost, {0, kMaxCost}))
            return;
        if (method.empty() || method.size() > kMaxMethodName)
            return section.error(
                method, {ConfigProblem::PriceMethodName, "a method name has 1 to 128 bytes"});
        if (standard && method == "Unknown")
            return section.warning(
                method,
                {ConfigProblem::PriceNoMethod,
                 "not a method, ignored: the price of methods that are not listed is "
                 "unknown_method_cost under [limits]"});
        if (!m_list.costs.emplace(method, cost).second)
            return section.error(
                method,
                {ConfigProblem::PricedTwice,
                 "priced twice, under [routing] and under [custom]: keep one of them"});
        if (standard && !isKnownMethod(method)) {
            const std::string best = nearest(method, shippedMethods());
            section.warning(
                method,
                {ConfigProblem::PriceMethodUnknown,
                 "not a method this program knows; "
                     + (best.empty() ? std::string() : "did you mean " + inQuotes(best) + "? ")
                     + "methods of one provider belong under [custom]",
                 {best}});
        }
    }

    Reading &m_reading;
    PriceList &m_list;
};

std::shared_ptr<const PriceList>
parsePriceList(const std::string &text, const std::string &path, std::vector<ConfigIssue> &issues)
{
    const auto document = parseToml(text, path, issues);
    if (!document)
        return nullptr;
    Reading reading(path, {}, false);
    auto list = std::make_shared<PriceList>();
    list->path = path;
    PriceReader(reading, *list).read(*document);
    std::vector<ConfigIssue> found = reading.takeIssues();
    const bool broken = hasErrors(found);
    std::move(found.begin(), found.end(), std::back_inserter(issues));
    return broken ? nullptr : std::move(list);
}

std::string canonical(const std::string &path)
{
    const QString real = QFileInfo(QString::fromStdString(path)).canonicalFilePath();
    return real.isEmpty() ? path : real.toStdString();
}

/// Text of a shipped list. The name is looked up, never used as a path.
std::optional<std::string> readBuiltin(const std::string &name)
{
    const auto names = builtinPriceLists();
    std::string problem;
    if (std::find(names.begin(), names.end(), name) == names.end())
        return std::nullopt;
    return readTextFile(builtinResource(name), problem);
}

Finding unknownBuiltin(const std::string &name)
{
    const std::vector<std::string> names = builtinPriceLists();
    return {ConfigProblem::PriceListUnknown,
            "there is no shipped price list " + inQuotes(name) + "; " + suggestion(name, names),
            {shortened(name), nearest(name, names), listed(names)}};
}

} // namespace

std::string resolvedPath(const std::string &path, const std::string &folder)
{
    if (path == "~" || path.starts_with("~/"))
        return QDir::cleanPath(QDir::homePath() + QString::fromStdString(path.substr(1)))
            .toStdString();
    return QDir::cleanPath(
               QDir(QString::fromStdString(folder)).absoluteFilePath(QString::fromStdString(path)))
        .toStdString();
}

std::string folderOf(const std::string &configFile)
{
    if (configFile.empty())
        return QDir::currentPath().toStdString();
    return QFileInfo(QString::fromStdString(configFile)).absolutePath().toStdString();
}

PriceBook::PriceBook(const std::string &configFile, const std::map<std::string, std::string> &texts)
    : m_configFolder(folderOf(configFile))
    , m_texts(texts)
{}

std::optional<std::string> PriceBook::textOf(const std::string &file, std::string &problem) const
{
    for (const std::string &name : {file, canonical(file)}) {
        if (const auto draft = m_texts.find(name); draft != m_texts.end())
            return draft->second;
    }
    return readTextFile(file, problem);
}

std::shared_ptr<const PriceList> PriceBook::load(Reading &reading, const Text &path)
{
    const auto shared =
        [&](const std::string &name, const std::string &where, const std::string &text) {
            const auto [at, isNew] = m_lists.try_emplace(name);
            if (isNew)
                at->second = parsePriceList(text, where, reading.issues());
            return at->second;
        };
    std::string problem;
    if (path.value.starts_with(kBuiltinScheme)) {
        const std::string name = path.value.substr(kBuiltinScheme.size());
        if (const auto text = readBuiltin(name))
            return shared(path.value, path.value, *text);
        reading.missing(path, unknownBuiltin(name));
        return nullptr;
    }
    std::string tried;
    for (const std::string &folder : {m_configFolder, QDir::currentPath().toStdString()}) {
        const std::string file = resolvedPath(path.value, folder);
        if (!tried.empty() && tried.find(file) != std::string::npos)
            continue;
        if (const auto text = textOf(file, problem))
            return shared(canonical(file), file, *text);
        tried.append(tried.empty() ? "" : "; ").append(file).append(": ").append(problem);
    }
    std::string message = "the price list cannot be read: " + tried;
    const std::string base =
        QFileInfo(QString::fromStdString(path.value)).completeBaseName().toStdString();
    const auto builtins = builtinPriceLists();
    const bool isShipped = std::find(builtins.begin(), builtins.end(), base) != builtins.end();
    if (isShipped)
        message.append("; a list of that name is shipped, write \"builtin:")
            .append(base)
            .append("\"");
    reading.missing(path,
                    {ConfigProblem::PriceListUnreadable,
                     std::move(message),
                     {shortened(path.written), isShipped ? base : std::string()}});
    return nullptr;
}

} // namespace spillway::config

namespace spillway {

std::shared_ptr<const PriceList> readPriceFile(const std::string &path,
                                               std::vector<ConfigIssue> &issues)
{
    const bool builtin = path.starts_with(config::kBuiltinScheme);
    const std::string name = builtin ? path.substr(config::kBuiltinScheme.size()) : std::string();
    std::string problem;
    const auto text = builtin ? config::readBuiltin(name) : config::readTextFile(path, problem);
    if (!text) {
        config::Finding finding =
            builtin ? config::unknownBuiltin(name) : config::Finding(std::move(problem));
        issues.push_back({ConfigIssue::Severity::Error,
                          path,
                          0,
                          {},
                          std::move(finding.message),
                          finding.problem,
                          std::move(finding.details)});
        return nullptr;
    }
    return config::parsePriceList(*text, path, issues);
}

std::vector<std::string> builtinPriceLists()
{
    std::vector<std::string> names;
    const QDir folder(QStringLiteral(":/spillway/pricing"));
    for (const QFileInfo &info :
         folder.entryInfoList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name))
        names.push_back(info.completeBaseName().toStdString());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace spillway
