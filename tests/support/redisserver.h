// SPDX-License-Identifier: MIT
#pragma once

#include "cache/redisbackend.h"
#include "certificates.h"

#include <QDir>
#include <QProcess>
#include <QSslConfiguration>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <chrono>
#include <csignal>
#include <memory>
#include <stdexcept>
#include <string>

namespace spillway::test {

/// A redis-server of its own on a free port, gone with this object.
class RedisServer
{
public:
    /// `tls`: takes nothing but TLS at its port, with the certificate of that name. Also listens at a local socket.
    explicit RedisServer(const QString &password = {},
                         const Certificates *tls = nullptr,
                         const QString &certificate = {})
        : m_password(password)
        , m_tls(tls != nullptr)
    {
        if (tls != nullptr)
            m_tlsArguments = {QStringLiteral("--tls-cert-file"),
                              tls->path(certificate + QStringLiteral(".pem")),
                              QStringLiteral("--tls-key-file"),
                              tls->path(certificate + QStringLiteral(".key")),
                              QStringLiteral("--tls-ca-cert-file"),
                              tls->path(QStringLiteral("ca.pem")),
                              QStringLiteral("--tls-auth-clients"),
                              QStringLiteral("no"),
                              QStringLiteral("--port"),
                              QStringLiteral("0")};
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
        QStringList arguments{m_tls ? QStringLiteral("--tls-port") : QStringLiteral("--port"),
                              QString::number(m_port),
                              QStringLiteral("--unixsocket"),
                              socketPath(),
                              QStringLiteral("--bind"),
                              QStringLiteral("127.0.0.1"),
                              QStringLiteral("--save"),
                              QString(),
                              QStringLiteral("--appendonly"),
                              QStringLiteral("no"),
                              QStringLiteral("--dir"),
                              m_folder.path()};
        arguments += m_tlsArguments;
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
        return (m_tls ? "rediss://" : "redis://") + user + "127.0.0.1:" + std::to_string(m_port);
    }

    [[nodiscard]] std::string socketUrl(const std::string &user = {}) const
    {
        return "unix://" + user + socketPath().toStdString();
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
    [[nodiscard]] QString socketPath() const
    {
        return m_folder.filePath(QStringLiteral("redis.sock"));
    }

    QTemporaryDir m_folder;
    QString m_password;
    bool m_tls;
    QStringList m_tlsArguments;
    quint16 m_port = 0;
    std::unique_ptr<QProcess> m_process;
};

inline std::unique_ptr<cache::RedisBackend>
openRedis(const std::string &url,
          std::chrono::milliseconds timeout = std::chrono::milliseconds(100),
          const std::string &prefix = "spillway:")
{
    cache::RedisBackend::Options options;
    options.url = Secret(url);
    options.timeout = timeout;
    options.prefix = prefix;
    options.firstPause = std::chrono::milliseconds(10);
    options.longestPause = std::chrono::milliseconds(50);
    return std::make_unique<cache::RedisBackend>(SystemClock::instance(), options);
}

/// While it lives, this process trusts the authority of these certificates.
class TrustedAuthority
{
public:
    explicit TrustedAuthority(const Certificates &certificates)
    {
        QSslConfiguration configuration = m_before;
        configuration.addCaCertificates(certificates.path(QStringLiteral("ca.pem")));
        QSslConfiguration::setDefaultConfiguration(configuration);
    }

    ~TrustedAuthority() { QSslConfiguration::setDefaultConfiguration(m_before); }

    TrustedAuthority(const TrustedAuthority &) = delete;
    TrustedAuthority &operator=(const TrustedAuthority &) = delete;

private:
    QSslConfiguration m_before = QSslConfiguration::defaultConfiguration();
};

} // namespace spillway::test
