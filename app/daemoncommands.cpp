// SPDX-License-Identifier: MIT
#include "daemoncommands.h"

#include "commandline.h"
#include "servicenotify.h"
#include "signalwatcher.h"
#include "spillway/configio.h"
#include "spillway/engine.h"
#include "spillway/importing.h"
#include "spillway/logging.h"
#include "spillway/usage.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdio>

namespace spillway::commands {
namespace {

constexpr int kUsageError = 2;

constexpr std::string_view kRunHelp =
    "Usage: spillwayd [--config FILE] [--log-format text|json] [--log-level LEVEL]\n"
    "       spillwayd COMMAND [OPTIONS]\n"
    "\n"
    "Runs the proxy. The config is --config, else CONFIG_PATH (environment or .env in the working\n"
    "folder), else $XDG_CONFIG_HOME/spillway/spillway.toml. SIGHUP reloads it; SIGTERM and SIGINT "
    "let\n"
    "running calls end (at most 5 s) and stop.\n"
    "\n"
    "Options:\n"
    "  --config FILE        the config to run\n"
    "  --log-format FORMAT  text (to stderr) or json (one event a line, to stdout)\n"
    "  --log-level LEVEL    trace, debug, info, warn, error or off\n"
    "  --version            prints the version\n"
    "  -h, --help           prints this text\n"
    "\n"
    "Commands (each has -h):\n"
    "  check    validates the config and its price lists\n"
    "  presets  lists the presets of public endpoints\n"
    "  init     prints a runnable config for a preset\n"
    "  call     makes one call through the pool\n"
    "  usage    shows and corrects the credits used\n"
    "  import   turns the config of another program into Spillway's\n";

int usageError(std::string_view command, const std::string &message)
{
    std::fprintf(stderr,
                 "spillwayd%.*s: %s\n",
                 static_cast<int>(command.size()),
                 command.data(),
                 message.c_str());
    return kUsageError;
}

bool wantsHelp(const std::vector<std::string> &arguments)
{
    for (const std::string &argument : arguments) {
        if (argument == "-h" || argument == "--help")
            return true;
    }
    return false;
}

int printHelp(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
}

void printIssues(const std::vector<ConfigIssue> &issues, std::FILE *stream)
{
    for (const ConfigIssue &issue : issues)
        std::fprintf(stream, "%s\n", issue.toString().c_str());
}

std::string configPathOf(const Arguments &arguments)
{
    return arguments.value("--config").value_or(defaultConfigPath());
}

/// The config, or null after its problems were printed.
std::shared_ptr<const Config> loadOrReport(const Arguments &arguments)
{
    const ConfigLoadResult loaded = loadConfig(configPathOf(arguments));
    printIssues(loaded.issues, stderr);
    return loaded.config;
}

std::optional<std::uint64_t> toCredits(const std::string &text)
{
    std::uint64_t value = 0;
    std::string digits;
    for (const char c : text) {
        if (c != '_')
            digits += c;
    }
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (result.ec != std::errc() || result.ptr != digits.data() + digits.size() || digits.empty())
        return std::nullopt;
    return value;
}

} // namespace

int run(const std::vector<std::string> &arguments)
{
    if (wantsHelp(arguments))
        return printHelp(kRunHelp);
    std::string error;
    const auto parsed = Arguments::parse(
        arguments, {{"--config", "--log-format", "--log-level"}, {"--version"}}, &error);
    if (!parsed)
        return usageError("", error + "; see spillwayd -h");
    if (parsed->has("--version")) {
        std::printf("spillwayd %s\n", SPILLWAY_VERSION);
        return 0;
    }
    if (const auto format = parsed->value("--log-format"); format && !setLogFormat(*format))
        return usageError("", "--log-format takes text or json, not " + *format);
    if (const auto level = parsed->value("--log-level"); level && !setLogLevel(*level))
        return usageError(
            "", "--log-level takes trace, debug, info, warn, error or off, not " + *level);
    const auto config = loadOrReport(*parsed);
    if (!config)
        return kUsageError;

    useJournalIfThere();
    EngineOptions options;
    options.configLogLevel = !parsed->value("--log-level");
    Engine engine;
    SignalWatcher signalWatcher;
    int exitCode = 0;
    QObject::connect(&engine, &Engine::started, &engine, [](const QString &address) {
        announce(
            "listening", "spillwayd listening on " + address.toStdString(), address.toStdString());
        notifyService("READY=1\nSTATUS=Listening on " + address.toStdString());
    });
    QObject::connect(&engine, &Engine::startFailed, &engine, [&exitCode](const QString &reason) {
        std::fprintf(stderr, "spillwayd: %s\n", qUtf8Printable(reason));
        exitCode = 1;
        QCoreApplication::exit(1);
    });
    QObject::connect(&engine, &Engine::stopped, &engine, [] { QCoreApplication::exit(0); });
    QObject::connect(&signalWatcher, &SignalWatcher::reloadRequested, &engine, [&engine] {
        notifyServiceReloading();
        engine.reload();
    });
    // A broken file leaves the old config at work, so the service is ready in either case.
    QObject::connect(&engine, &Engine::configApplied, &engine, [] {
        notifyService("READY=1\nSTATUS=Running; the latest config is applied");
    });
    QObject::connect(&engine, &Engine::configRejected, &engine, [] {
        notifyService("READY=1\nSTATUS=Running on the last good config; the reload failed");
    });
    QObject::connect(&signalWatcher, &SignalWatcher::stopRequested, &engine, [&engine] {
        notifyService("STOPPING=1");
        engine.stop();
    });
    engine.start(config, options);
    const int code = QCoreApplication::exec();
    return exitCode != 0 ? exitCode : code;
}

int check(const std::vector<std::string> &arguments)
{
    if (wantsHelp(arguments))
        return printHelp("Usage: spillwayd check [--config FILE]\n\nValidates the config and every "
                         "price list it names. Prints each "
                         "problem as\nfile:line: key: what is wrong and what is allowed. Exit code "
                         "0, or 2 with problems.\n");
    std::string error;
    const auto parsed = Arguments::parse(arguments, {{"--config"}, {}}, &error);
    if (!parsed)
        return usageError(" check", error);
    const std::string path = configPathOf(*parsed);
    const ConfigLoadResult loaded = loadConfig(path);
    printIssues(loaded.issues, stdout);
    if (!loaded.config)
        return kUsageError;
    std::printf("%s: ok, %zu nodes on %zu chains\n",
                path.c_str(),
                loaded.config->nodes.size(),
                loaded.config->chains.size());
    return 0;
}

int presets(const std::vector<std::string> &arguments)
{
    if (wantsHelp(arguments))
        return printHelp("Usage: spillwayd presets\n\nLists the presets of public endpoints with "
                         "their aliases.\n");
    std::string error;
    if (!Arguments::parse(arguments, {{}, {}}, &error))
        return usageError(" presets", error);
    for (const PresetInfo &preset : listPresets()) {
        std::string aliases;
        for (const std::string &alias : preset.aliases) {
            if (alias != preset.name)
                aliases += (aliases.empty() ? "" : ", ") + alias;
        }
        std::printf("%-10s %-22s", preset.name.c_str(), aliases.c_str());
        if (preset.chainId != 0)
            std::printf(" chain id %-8" PRIu64, preset.chainId);
        else
            std::printf(" %17s", "");
        std::printf(" %zu endpoints\n", preset.endpoints);
    }
    return 0;
}

int init(const std::vector<std::string> &arguments)
{
    if (wantsHelp(arguments))
        return printHelp(
            "Usage: spillwayd init NAME [--ranked]\n\nPrints a runnable config with a preset's "
            "public endpoints: as equal "
            "peers, or\nwith --ranked in a fixed order. `spillwayd presets` lists the names.\n");
    std::string error;
    const auto parsed = Arguments::parse(arguments, {{}, {"--ranked"}, 1, 1}, &error);
    if (!parsed)
        return usageError(" init", error + "; usage: spillwayd init NAME [--ranked]");
    const std::string &name = parsed->positionals().front();
    const std::string text = presetConfig(name, parsed->has("--ranked"));
    if (text.empty()) {
        std::string known;
        for (const PresetInfo &preset : listPresets())
            known += (known.empty() ? "" : ", ") + preset.name;
        return usageError(" init", "unknown preset " + name + "; known are: " + known);
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
}

int call(const std::vector<std::string> &arguments)
{
    if (wantsHelp(arguments))
        return printHelp(
            "Usage: spillwayd call METHOD [PARAMS-JSON] [--chain NAME] [--config FILE]\n\nMakes "
            "one call through the pool. "
            "Prints the result as JSON, exit code 0; an\nerror goes to stderr, exit code 1.\n");
    std::string error;
    const auto parsed =
        Arguments::parse(arguments, {{"--config", "--chain", "--log-level"}, {}, 1, 2}, &error);
    if (!parsed)
        return usageError(" call",
                          error + "; usage: spillwayd call METHOD [PARAMS-JSON] [--chain NAME]");
    std::string params = parsed->positionals().size() > 1 ? parsed->positionals()[1] : "[]";
    QJsonParseError jsonError;
    const QJsonDocument document =
        QJsonDocument::fromJson(QByteArray::fromStdString(params), &jsonError);
    if (document.isNull())
        return usageError(" call",
                          "PARAMS-JSON is not a JSON array or object: "
                              + jsonError.errorString().toStdString());
    setLogLevel(parsed->value("--log-level").value_or("error"));
    const auto config = loadOrReport(*parsed);
    if (!config)
        return kUsageError;
    const std::string chain = parsed->value("--chain").value_or("");
    if (!chain.empty() && config->chain(chain) == nullptr)
        return usageError(" call", "there is no chain " + chain + " in the config");

    Engine engine;
    int exitCode = 1;
    QObject::connect(&engine, &Engine::startFailed, &engine, [](const QString &reason) {
        std::fprintf(stderr, "spillwayd: %s\n", qUtf8Printable(reason));
        QCoreApplication::exit(1);
    });
    QObject::connect(&engine, &Engine::started, &engine, [&] {
        engine.call({chain, {}},
                    parsed->positionals().front(),
                    params,
                    [&](int, const std::string &answer) {
                        const auto parts = splitAnswer(answer);
                        if (parts.isResult)
                            std::printf("%s\n", parts.text.c_str());
                        else
                            std::fprintf(stderr, "%s\n", parts.text.c_str());
                        exitCode = parts.isResult ? 0 : 1;
                        engine.stop(Milliseconds(0));
                    });
    });
    QObject::connect(&engine, &Engine::stopped, &engine, [] { QCoreApplication::quit(); });
    // For one call the nodes are not asked about their chains: that would cost more than the call.
    auto single = std::make_shared<Config>(*config);
    for (ChainConfig &each : single->chains)
        each.heads = HeadsMode::Off;
    engine.start(std::move(single), {.listen = false, .watchFiles = false});
    QCoreApplication::exec();
    return exitCode;
}

int importForeign(const std::vector<std::string> &arguments)
{
    if (wantsHelp(arguments))
        return printHelp("Usage: spillwayd import FILE > spillway.toml\n\nTurns the config of "
                         "another program into "
                         "Spillway's: a CascadeRPC TOML, a drm3 rpc-pool\nTOML, an ethproxy YAML, "
                         "or a list of URLs. $VAR "
                         "stays $VAR. What cannot be kept is named\nin comments at the head.\n");
    std::string error;
    const auto parsed = Arguments::parse(arguments, {{}, {}, 1, 1}, &error);
    if (!parsed)
        return usageError(" import", error + "; usage: spillwayd import FILE");
    const ImportResult result = importConfig(parsed->positionals().front());
    if (!result.error.empty()) {
        std::fprintf(stderr, "spillwayd import: %s\n", result.error.c_str());
        return 1;
    }
    const auto refused =
        std::count_if(result.notes.begin(), result.notes.end(), [](const ImportNote &note) {
            return note.kind == ImportNote::Kind::Refused;
        });
    if (refused > 0)
        std::fprintf(stderr,
                     "spillwayd import: %td of the values must be mended before it passes check; "
                     "they are named at its head\n",
                     refused);
    std::fwrite(result.text.data(), 1, result.text.size(), stdout);
    return 0;
}

namespace {

void printUsageTable(const std::vector<NodeUsage> &nodes)
{
    std::size_t width = 4;
    for (const NodeUsage &node : nodes)
        width = std::max(width, node.name.size());
    const int column = static_cast<int>(width);
    std::printf("%-*s %15s %15s %15s  %-23s %s\n",
                column,
                "node",
                "used",
                "threshold",
                "limit",
                "period",
                "forecast");
    for (const NodeUsage &node : nodes) {
        const std::string threshold = node.threshold ? std::to_string(*node.threshold) : "-";
        const std::string limit = node.limit ? std::to_string(*node.limit) : "unmetered";
        std::string forecast = "-";
        if (node.reachesThresholdOn)
            forecast = "reaches the threshold on " + *node.reachesThresholdOn;
        else if (node.forecastAtReset)
            forecast = std::to_string(*node.forecastAtReset) + " at the reset";
        std::printf("%-*s %15" PRIu64 " %15s %15s  %s to %s %s\n",
                    column,
                    node.name.c_str(),
                    node.used,
                    threshold.c_str(),
                    limit.c_str(),
                    node.periodStart.c_str(),
                    node.resetsAt.c_str(),
                    forecast.c_str());
    }
}

QJsonValue jsonNumber(const std::optional<std::uint64_t> &value)
{
    return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue(QJsonValue::Null);
}

void printUsageJson(const std::vector<NodeUsage> &nodes)
{
    QJsonArray list;
    for (const NodeUsage &node : nodes) {
        QJsonObject object{
            {QStringLiteral("name"), QString::fromStdString(node.name)},
            {QStringLiteral("used"), static_cast<qint64>(node.used)},
            {QStringLiteral("limit"), jsonNumber(node.limit)},
            {QStringLiteral("threshold"), jsonNumber(node.threshold)},
            {QStringLiteral("period_start"), QString::fromStdString(node.periodStart)},
            {QStringLiteral("resets_at"), QString::fromStdString(node.resetsAt)},
            {QStringLiteral("credits_per_day"), node.creditsPerDay}};
        QJsonObject forecast{{QStringLiteral("used_at_reset"), jsonNumber(node.forecastAtReset)}};
        forecast.insert(QStringLiteral("reaches_threshold_on"),
                        node.reachesThresholdOn
                            ? QJsonValue(QString::fromStdString(*node.reachesThresholdOn))
                            : QJsonValue(QJsonValue::Null));
        object.insert(QStringLiteral("forecast"), forecast);
        list.append(object);
    }
    const QByteArray text =
        QJsonDocument(QJsonObject{{QStringLiteral("nodes"), list}}).toJson(QJsonDocument::Indented);
    std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stdout);
}

void printImport(const QuotaImport &import, const Config &config, const std::string &file)
{
    std::printf("%zu entries taken from %s\n", import.running.size(), file.c_str());
    for (const std::string &name : import.kept)
        std::printf("%s: as many or more credits count already; nothing is changed\n",
                    name.c_str());
    for (const std::string &name : import.finished)
        std::printf("%s: its period is over; kept as a finished one\n", name.c_str());
    for (const std::string &name : import.running) {
        const bool known = std::any_of(config.nodes.begin(),
                                       config.nodes.end(),
                                       [&](const NodeConfig &node) { return node.name == name; });
        if (!known)
            std::printf("%s: the config has no node of this name; its credits are kept for one\n",
                        name.c_str());
    }
}

int changeUsage(UsageBooks &books,
                const Config &config,
                const std::vector<std::string> &words,
                bool force)
{
    std::string error;
    if (words[0] == "set" && words.size() == 3) {
        const auto credits = toCredits(words[2]);
        if (!credits)
            return usageError(" usage", "CREDITS must be a whole number, not " + words[2]);
        error = books.setUsed(words[1], *credits);
        if (error.empty())
            std::printf("%s now counts %" PRIu64 " used credits\n", words[1].c_str(), *credits);
    } else if (words[0] == "rename" && words.size() == 3) {
        error = books.rename(words[1], words[2], force);
        if (error.empty())
            std::printf("the usage of %s now belongs to %s\n", words[1].c_str(), words[2].c_str());
    } else if (words[0] == "import" && words.size() == 2) {
        QuotaImport import;
        error = books.importQuotas(words[1], &import);
        if (error.empty())
            printImport(import, config, words[1]);
    } else {
        return usageError(
            " usage",
            "usage: spillwayd usage [set NODE CREDITS | rename OLD NEW [--force] | import FILE]");
    }
    if (!error.empty()) {
        std::fprintf(stderr, "spillwayd usage: %s\n", error.c_str());
        return 1;
    }
    return 0;
}

} // namespace

int usage(const std::vector<std::string> &arguments)
{
    if (wantsHelp(arguments))
        return printHelp(
            "Usage: spillwayd usage [--json] [--config FILE]\n"
            "       spillwayd usage set NODE CREDITS [--config FILE]\n"
            "       spillwayd usage rename OLD NEW [--force] [--config FILE]\n"
            "       spillwayd usage import QUOTAS-JSON [--config FILE]\n"
            "\n"
            "Shows the credits used in the running billing period, limit, threshold, period and\n"
            "forecast of each node; sets them by hand; carries them over to a renamed node; takes\n"
            "them over from a CascadeRPC quotas.json. Works while the daemon runs.\n");
    std::string error;
    const auto parsed =
        Arguments::parse(arguments, {{"--config"}, {"--json", "--force"}, 0, 3}, &error);
    if (!parsed)
        return usageError(" usage", error);
    const auto config = loadOrReport(*parsed);
    if (!config)
        return kUsageError;
    auto books = UsageBooks::open(*config, &error);
    if (!books) {
        std::fprintf(stderr, "spillwayd usage: %s\n", error.c_str());
        return 1;
    }
    if (!parsed->positionals().empty())
        return changeUsage(*books, *config, parsed->positionals(), parsed->has("--force"));
    const std::vector<NodeUsage> nodes = books->nodes();
    if (parsed->has("--json"))
        printUsageJson(nodes);
    else
        printUsageTable(nodes);
    return 0;
}

} // namespace spillway::commands
