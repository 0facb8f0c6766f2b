// SPDX-License-Identifier: MIT
#include "spillway/configio.h"

#include "config/configreader.h"
#include "config/presets.h"

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

} // namespace

ConfigLoadResult loadConfig(const std::string &path, const ConfigLoadOptions &options)
{
    ReadOptions read;
    read.variables = processVariables(path);
    read.allowNoNodes = options.allowNoNodes;
    read.defaultStateDir = defaultStateDir(path);
    ReadResult result = readConfigFile(path, read);
    return {std::move(result.config), std::move(result.issues)};
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
