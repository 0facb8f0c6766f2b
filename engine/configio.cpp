// SPDX-License-Identifier: MIT
#include "spillway/configio.h"

#include "config/configreader.h"
#include "config/presets.h"
#include "config/tomltext.h"
#include "core/log.h"
#include "spillway/configedit.h"
#include "spillway/keystore.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <mutex>

namespace spillway {
namespace {

std::string xdgFolder(const char *variable, const char *fallback)
{
    const QByteArray value = qgetenv(variable);
    const QString base = value.isEmpty() || value.front() != '/'
                             ? QDir::homePath() + QLatin1String(fallback)
                             : QString::fromLocal8Bit(value);
    return base.toStdString();
}

std::mutex g_readerMutex;
KeyringReader g_reader;

/// Asks the keyring for what the variables lack, all at once.
VariableLookup withKeyring(VariableLookup variables, const std::string &text)
{
    KeyringReader reader;
    {
        const std::scoped_lock lock(g_readerMutex);
        reader = g_reader;
    }
    std::vector<std::string> absent;
    for (std::string &name : reader ? variableNames(text) : std::vector<std::string>()) {
        if (!variables(name))
            absent.push_back(std::move(name));
    }
    if (absent.empty())
        return variables;
    KeyringAnswer answer = reader(absent);
    if (!answer.problem.empty())
        log::warn("config", "config warning", {{"error", answer.problem}});
    return [variables = std::move(variables), found = std::move(answer.found)](
               const std::string &name) -> std::optional<std::string> {
        if (auto value = variables(name))
            return value;
        const auto at = found.find(name);
        return at == found.end() ? std::nullopt : std::optional<std::string>(at->second.reveal());
    };
}

ReadOptions readOptions(const std::string &path,
                        const ConfigLoadOptions &options,
                        std::vector<ConfigIssue> *variableIssues)
{
    ReadOptions read;
    read.variables = processVariables(path, variableIssues);
    if (options.keychain) {
        read.variables = [files = read.variables,
                          keychain = options.keychain](const std::string &name) {
            const auto value = files(name);
            return value ? value : keychain(name);
        };
    }
    read.allowNoNodes = options.allowNoNodes;
    read.switchOffBrokenNodes = options.switchOffBrokenNodes;
    read.defaultStateDir = defaultStateDir(path);
    return read;
}

/// The names under which one file may be asked for.
std::vector<std::string> namesOf(const std::string &path)
{
    const QFileInfo info(QString::fromStdString(path));
    std::vector<std::string> names{QDir::cleanPath(info.absoluteFilePath()).toStdString()};
    if (const QString real = info.canonicalFilePath(); !real.isEmpty())
        names.push_back(real.toStdString());
    return names;
}

ConfigLoadResult toLoadResult(ReadResult result)
{
    return {std::move(result.config), std::move(result.issues)};
}

} // namespace

void setKeyringReader(KeyringReader reader)
{
    const std::scoped_lock lock(g_readerMutex);
    g_reader = std::move(reader);
}

ConfigLoadResult loadConfig(const std::string &path, const ConfigLoadOptions &options)
{
    ReadOptions read = readOptions(path, options, nullptr);
    std::string problem;
    const auto text = config::readTextFile(path, problem);
    if (!text)
        return toLoadResult(readConfigFile(path, read));
    if (!options.keychain)
        read.variables = withKeyring(std::move(read.variables), *text);
    return toLoadResult(readConfigText(*text, path, read));
}

ConfigLoadResult checkConfigTexts(const std::string &configPath,
                                  const std::map<std::string, std::string> &texts,
                                  const ConfigLoadOptions &options)
{
    // The files with variables are no drafts: their problems were logged when the config was loaded.
    std::vector<ConfigIssue> known;
    ReadOptions read = readOptions(configPath, options, &known);
    read.registerSecrets = false;
    for (const auto &[path, text] : texts) {
        for (std::string &name : namesOf(path))
            read.texts.emplace(std::move(name), text);
    }
    for (const std::string &name : namesOf(configPath)) {
        if (const auto draft = read.texts.find(name); draft != read.texts.end())
            return toLoadResult(readConfigText(draft->second, configPath, read));
    }
    return toLoadResult(readConfigFile(configPath, read));
}

std::string defaultConfigPath()
{
    if (const auto value = processVariables({})("CONFIG_PATH"); value && !value->empty())
        return *value;
    return xdgFolder("XDG_CONFIG_HOME", "/.config") + "/spillway/spillway.toml";
}

std::string defaultStateDir(const std::string &configPath)
{
    if (const QByteArray service = qgetenv("STATE_DIRECTORY"); !service.isEmpty())
        return service.split(':').front().toStdString();
    const std::string base = xdgFolder("XDG_STATE_HOME", "/.local/state") + "/spillway";
    const QFileInfo info(QString::fromStdString(configPath));
    const QString full = info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
    const QByteArray digest =
        QCryptographicHash::hash(full.toUtf8(), QCryptographicHash::Sha256).toHex().left(10);
    return base + "/" + info.completeBaseName().toStdString() + "-" + digest.toStdString();
}

std::string presetConfig(const std::string &nameOrAlias, bool ranked)
{
    const Preset *preset = findPreset(nameOrAlias);
    return preset == nullptr ? std::string() : presetConfigText(*preset, ranked);
}

std::vector<PresetInfo> listPresets()
{
    std::vector<PresetInfo> list;
    for (const Preset &preset : presets())
        list.push_back({preset.name, preset.aliases, preset.chainId, preset.urls.size()});
    return list;
}

} // namespace spillway
