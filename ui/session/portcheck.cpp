// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/portcheck.h"

#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QSet>
#include <QTcpServer>

namespace spillway::ui {
namespace {

constexpr int kPortsTried = 100;

QHostAddress addressOf(const QString &host)
{
    return host == QLatin1String("localhost") ? QHostAddress(QHostAddress::LocalHost)
                                              : QHostAddress(host);
}

/// Inode numbers of the listening sockets with that local port.
QSet<QByteArray> listeningInodes(std::uint16_t port)
{
    QSet<QByteArray> inodes;
    for (const char *name : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        QFile table(QString::fromLatin1(name));
        if (!table.open(QIODevice::ReadOnly))
            continue;
        const QList<QByteArray> lines = table.readAll().split('\n');
        for (const QByteArray &line : lines) {
            const QList<QByteArray> fields = line.simplified().split(' ');
            if (fields.size() < 10 || fields[3] != "0A")
                continue;
            bool ok = false;
            const uint local = fields[1].mid(fields[1].lastIndexOf(':') + 1).toUInt(&ok, 16);
            if (ok && local == port)
                inodes.insert("socket:[" + fields[9] + "]");
        }
    }
    return inodes;
}

bool holdsOne(const QString &process, const QSet<QByteArray> &inodes)
{
    const QDir descriptors(process + QLatin1String("/fd"));
    const QStringList names =
        descriptors.entryList(QDir::Files | QDir::System | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        const QByteArray target = QFile::symLinkTarget(descriptors.filePath(name)).toLocal8Bit();
        if (inodes.contains(target.mid(target.lastIndexOf('/') + 1)))
            return true;
    }
    return false;
}

} // namespace

QString portOwner(std::uint16_t port)
{
    const QSet<QByteArray> inodes = listeningInodes(port);
    if (inodes.isEmpty())
        return {};
    const QStringList processes =
        QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &pid : processes) {
        bool isNumber = false;
        pid.toInt(&isNumber);
        const QString folder = QLatin1String("/proc/") + pid;
        if (!isNumber || !holdsOne(folder, inodes))
            continue;
        QFile name(folder + QLatin1String("/comm"));
        if (!name.open(QIODevice::ReadOnly))
            continue;
        return QStringLiteral("%1 (pid %2)")
            .arg(QString::fromLocal8Bit(name.readAll().trimmed()), pid);
    }
    return {};
}

PortCheck checkPort(const QString &host, std::uint16_t port)
{
    const QHostAddress address = addressOf(host);
    if (address.isNull())
        return {PortCheck::Result::BadAddress, {}, 0};
    QTcpServer probe;
    if (probe.listen(address, port))
        return {};
    switch (probe.serverError()) {
    case QAbstractSocket::SocketAccessError:
        return {PortCheck::Result::NoPermission, {}, 0};
    case QAbstractSocket::AddressInUseError:
        break;
    default:
        return {PortCheck::Result::BadAddress, {}, 0};
    }
    PortCheck busy{PortCheck::Result::Busy, portOwner(port), 0};
    for (int next = port + 1; next <= port + kPortsTried && next <= 65535; ++next) {
        QTcpServer other;
        if (other.listen(address, static_cast<std::uint16_t>(next))) {
            busy.nextFree = static_cast<std::uint16_t>(next);
            break;
        }
    }
    return busy;
}

} // namespace spillway::ui
