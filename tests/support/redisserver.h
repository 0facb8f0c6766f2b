// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <csignal>
#include <memory>
#include <stdexcept>
#include <string>

namespace spillway::test {

/// A redis-server of its own on a free port, gone with this object.
class RedisServer
{
public:
    explicit RedisServer(const QString &password = {})
        : m_password(password)
    {
        QTcpServer probe;
        probe.listen(QHostAddress::LocalHost);
        m_port = probe.serverPort();
        probe.close();
        start();
    }

    ~RedisServer() { kill(); }

    RedisServer(const RedisServer &) = delete;
    RedisServer &operator=(const RedisServer &) = delete;

    /// On the same port again, empty.
    void start()
    {
        m_process = std::make_unique<QProcess>();
        QStringList arguments{QStringLiteral("--port"),
                              QString::number(m_port),
                              QStringLiteral("--bind"),
                              QStringLiteral("127.0.0.1"),
                              QStringLiteral("--save"),
                              QString(),
                              QStringLiteral("--appendonly"),
                              QStringLiteral("no"),
                              QStringLiteral("--dir"),
                              m_folder.path()};
        if (!m_password.isEmpty())
            arguments << QStringLiteral("--requirepass") << m_password;
        m_process->setStandardOutputFile(QProcess::nullDevice());
        m_process->start(QStringLiteral("redis-server"), arguments);
        if (!m_process->waitForStarted())
            throw std::runtime_error("redis-server does not start: is it installed?");
        for (;;) {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress::LocalHost, m_port);
            if (socket.waitForConnected(100))
                return;
            if (m_process->state() != QProcess::Running)
                throw std::runtime_error("redis-server has ended");
        }
    }

    void kill()
    {
        if (m_process->state() == QProcess::NotRunning)
            return;
        m_process->kill();
        m_process->waitForFinished();
    }

    void stop() { ::kill(static_cast<pid_t>(m_process->processId()), SIGSTOP); }

    void proceed() { ::kill(static_cast<pid_t>(m_process->processId()), SIGCONT); }

    [[nodiscard]] std::string url(const std::string &user = {}) const
    {
        return "redis://" + user + "127.0.0.1:" + std::to_string(m_port);
    }

    /// What redis-cli would print for an inline command.
    QByteArray ask(const QByteArray &command)
    {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, m_port);
        socket.waitForConnected();
        socket.write(command + "\r\n");
        QByteArray answer;
        while (!answer.endsWith("\r\n") && socket.waitForReadyRead(5000))
            answer += socket.readAll();
        return answer;
    }

private:
    QTemporaryDir m_folder;
    QString m_password;
    quint16 m_port = 0;
    std::unique_ptr<QProcess> m_process;
};

} // namespace spillway::test
