// SPDX-License-Identifier: MIT
#pragma once

#include "testmain.h"
#include "usageclock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace spillway::test {

/// A state directory and the files in it.
class UsageDir
{
public:
    [[nodiscard]] std::string path() const
    {
        return (m_dir.path() + QStringLiteral("/state")).toStdString();
    }

    [[nodiscard]] QString file(const char *name) const
    {
        return m_dir.path() + QStringLiteral("/state/") + QString::fromLatin1(name);
    }

    [[nodiscard]] QString outside(const char *name) const
    {
        return m_dir.filePath(QString::fromLatin1(name));
    }

    [[nodiscard]] QStringList brokenFiles() const
    {
        const QDir dir(QString::fromStdString(path()));
        return dir.entryList({QStringLiteral("*.broken-*")}, QDir::Files, QDir::Name);
    }

    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static bool write(const QString &path, const QByteArray &data)
    {
        QFile file(path);
        return file.open(QIODevice::WriteOnly | QIODevice::Truncate)
               && file.write(data) == data.size();
    }

private:
    /// In memory where there is such a place: these tests open and close many stores, and a busy disk makes
    /// each fsync() a long wait. What they check, the kernel's page cache, is the same.
    static QString place()
    {
        const QFileInfo memory(QStringLiteral("/dev/shm"));
        return (memory.isDir() && memory.isWritable() ? memory.filePath() : QDir::tempPath())
               + QStringLiteral("/spillway-usage-XXXXXX");
    }

    QTemporaryDir m_dir{place()};
};

/// An open store; a failure to open ends the test through isOpen().
struct OpenedUsage
{
    explicit OpenedUsage(const UsageDir &dir, const Clock &clock)
        : result(UsageStore::open(dir.path(), clock))
    {}

    [[nodiscard]] bool isOpen() const { return result.store != nullptr; }

    UsageStore *operator->() const { return result.store.get(); }

    void close() { result.store.reset(); }

    /// All warnings, one a line.
    [[nodiscard]] QString warnings() const
    {
        QString text;
        for (const std::string &warning : result.warnings)
            text += QString::fromStdString(warning) + QLatin1Char('\n');
        return text;
    }

    [[nodiscard]] QString error() const { return QString::fromStdString(result.error); }

    UsageStore::OpenResult result;
};

} // namespace spillway::test
