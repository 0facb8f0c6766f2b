// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/singleinstance.h"

#include <QDataStream>
#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace spillway::ui {
namespace {

constexpr int kPatienceMs = 3000;
constexpr int kAnswerMs = 10'000; ///< the first may be just starting, on a computer that is busy
constexpr quint32 kMaxMessage = 64 * 1024;

/// A folder that belongs to this user and that nobody else can enter.
bool isPrivate(const QString &folder)
{
    struct stat info
    {};

    return ::lstat(QFile::encodeName(folder).constData(), &info) == 0 && S_ISDIR(info.st_mode)
           && info.st_uid == ::geteuid() && (info.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

} // namespace

QString SingleInstance::runtimeFolder()
{
    const QString base = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const QString folder = base.isEmpty() || !QFileInfo(base).isDir()
                               ? QDir::tempPath() + QStringLiteral("/spillway-%1").arg(::geteuid())
                               : base + QLatin1String("/spillway");
    if (::mkdir(QFile::encodeName(folder).constData(), S_IRWXU) != 0 && errno != EEXIST)
        return {};
    return isPrivate(folder) ? folder : QString();
}

SingleInstance::SingleInstance(const QString &folder, const QString &name, QObject *parent)
    : QObject(parent)
    , m_folder(folder)
    , m_name(name)
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::accept);
}

QString SingleInstance::pathOf(const char *ending) const
{
    return m_folder + QLatin1Char('/') + m_name + QLatin1String(ending);
}

SingleInstance::Role SingleInstance::claim(const QStringList &arguments,
                                           const QByteArray &activationToken)
{
    if (m_folder.isEmpty())
        return Role::Alone;
    const QString socket = pathOf(".sock");
    m_lock = std::make_unique<QLockFile>(pathOf(".lock"));
    m_lock->setStaleLockTime(
        0); // held for days; a lock of a process that has gone is found by its pid
    if (m_lock->tryLock(0)) {
        QLocalServer::removeServer(socket);
        return m_server.listen(socket) ? Role::First : Role::Alone;
    }
    return handOver(arguments, activationToken) ? Role::Handed : Role::Alone;
}

bool SingleInstance::handOver(const QStringList &arguments, const QByteArray &activationToken)
{
    QLocalSocket socket;
    socket.connectToServer(pathOf(".sock"));
    if (!socket.waitForConnected(kPatienceMs))
        return false;
    QByteArray body;
    QDataStream out(&body, QIODevice::WriteOnly);
    out.setVersion(QDataStream::Qt_6_4);
    out << arguments << activationToken;
    QByteArray message;
    QDataStream frame(&message, QIODevice::WriteOnly);
    frame << quint32(body.size());
    message += body;
    socket.write(message);
    if (!socket.waitForBytesWritten(kPatienceMs))
        return false;
    QByteArray answer;
    while (socket.state() == QLocalSocket::ConnectedState && socket.waitForReadyRead(kAnswerMs))
        answer += socket.readAll();
    answer += socket.readAll();
    // The answer begins with a mark, so that a first instance that hangs is told from one with nothing to say.
    if (!answer.startsWith('+'))
        return false;
    m_reply = QString::fromUtf8(answer.mid(1));
    return true;
}

void SingleInstance::accept()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        const auto read = [this, socket] {
            constexpr qint64 kHead = sizeof(quint32);
            if (socket->bytesAvailable() < kHead)
                return;
            quint32 size = 0;
            QDataStream head(socket->peek(kHead));
            head >> size;
            if (size > kMaxMessage) {
                socket->abort();
                return;
            }
            if (socket->bytesAvailable() < kHead + size)
                return;
            socket->skip(kHead);
            QStringList arguments;
            QByteArray token;
            QDataStream in(socket->read(size));
            in.setVersion(QDataStream::Qt_6_4);
            // One by one: the stream makes room for as many as it is told, without looking how many there can be.
            quint32 count = 0;
            in >> count;
            for (quint32 i = 0; i < count && in.status() == QDataStream::Ok; ++i) {
                QString argument;
                in >> argument;
                arguments.append(argument);
            }
            in >> token;
            socket->write("+" + m_greeting.toUtf8());
            socket->disconnectFromServer();
            if (in.status() == QDataStream::Ok)
                Q_EMIT messageReceived(arguments, token);
        };
        connect(socket, &QLocalSocket::readyRead, this, read);
        read();
    }
}

} // namespace spillway::ui
