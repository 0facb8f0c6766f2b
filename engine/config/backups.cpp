// SPDX-License-Identifier: MIT
#include "config/tomltext.h"
#include "spillway/configedit.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace spillway {
namespace {

constexpr std::size_t kKept = 10;

QString folderIn(const std::string &stateDir)
{
    return QString::fromStdString(stateDir) + QLatin1String("/backups");
}

/// Files of one name from different folders share the folder of backups.
QString prefixOf(const std::string &path)
{
    const QFileInfo info(QString::fromStdString(path));
    const QString real =
        info.exists() ? info.canonicalFilePath() : QDir::cleanPath(info.absoluteFilePath());
    const QByteArray digest =
        QCryptographicHash::hash(real.toUtf8(), QCryptographicHash::Sha256).toHex().left(8);
    return info.fileName() + QLatin1Char('.') + QString::fromLatin1(digest) + QLatin1Char('.');
}

const QString &timeFormat()
{
    static const QString format = QStringLiteral("yyyy-MM-dd'T'HHmmss.zzz'Z'");
    return format;
}

} // namespace

std::string backUp(const std::string &path, const std::string &stateDir, std::int64_t wallMs)
{
    if (!QFileInfo::exists(QString::fromStdString(path)))
        return {};
    std::string problem;
    const auto text = config::readTextFile(path, problem);
    if (!text)
        return path + ": " + problem;
    const auto before = listBackups(path, stateDir);
    if (!before.empty() && config::readTextFile(before.front().path, problem) == text)
        return {};
    // Two in one millisecond, or a clock that was set back, must not hide the newest one.
    const std::int64_t time = before.empty() ? wallMs : std::max(wallMs, before.front().wallMs + 1);
    const QString name =
        prefixOf(path) + QDateTime::fromMSecsSinceEpoch(time, Qt::UTC).toString(timeFormat());
    problem =
        saveTextAtomically((folderIn(stateDir) + QLatin1Char('/') + name).toStdString(), *text);
    if (!problem.empty())
        return problem;
    for (std::size_t i = kKept - 1; i < before.size(); ++i)
        QFile::remove(QString::fromStdString(before[i].path));
    return {};
}

std::vector<ConfigBackup> listBackups(const std::string &path, const std::string &stateDir)
{
    std::vector<ConfigBackup> out;
    const QString prefix = prefixOf(path);
    const auto files = QDir(folderIn(stateDir)).entryInfoList(QDir::Files);
    for (const QFileInfo &info : files) {
        if (!info.fileName().startsWith(prefix))
            continue;
        QDateTime time = QDateTime::fromString(info.fileName().mid(prefix.size()), timeFormat());
        time.setTimeSpec(Qt::UTC);
        if (time.isValid())
            out.push_back({info.filePath().toStdString(), time.toMSecsSinceEpoch()});
    }
    std::sort(out.begin(), out.end(), [](const ConfigBackup &a, const ConfigBackup &b) {
        return a.wallMs > b.wallMs;
    });
    return out;
}

} // namespace spillway
