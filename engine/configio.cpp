// SPDX-License-Identifier: MIT
#include "spillway/configio.h"

#include "config/configreader.h"
#include "config/presets.h"
#include "spillway/configedit.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

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

ConfigLoadResult loadConfig(const std::string &path, const ConfigLoadOptions &options)
{
    return toLoadResult(readConfigFile(path, readOptions(path, options, nullptr)));
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
