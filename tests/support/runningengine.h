// SPDX-License-Identifier: MIT
#pragma once

#include "configtext.h"
#include "spillway/engine.h"
#include "threadrun.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpSocket>
#include <QTemporaryDir>

namespace spillway::test {

/// An engine with a listener on a free port and its books in a folder of its own.
class RunningEngine
{
public:
    /// `config`: the text below [server]'s first lines; [[nodes]] and more.
    explicit RunningEngine(const QByteArray &config, const QByteArray &server = {})
        : m_server(server)
    {
        QObject::connect(
            &engine, &Engine::started, &engine, [this](const QString &where) { address = where; });
        QObject::connect(
            &engine, &Engine::startFailed, &engine, [this](const QString &why) { problem = why; });
        QObject::connect(&engine, &Engine::configApplied, &engine, [this] { ++applied; });
        if (const auto read = parse(config)) {
            engine.start(read, {.listen = true, .watchFiles = false});
            const bool done = QTest::qWaitFor(
                [this] { return !address.isEmpty() || !problem.isEmpty(); }, 30'000);
            if (!done || !problem.isEmpty())
                qWarning("no start: %s", qPrintable(problem));
        }
    }

    [[nodiscard]] bool isRunning() const { return !address.isEmpty(); }

    [[nodiscard]] std::shared_ptr<const Config> parse(const QByteArray &config) const
    {
        ReadOptions options = readOptions();
        options.allowNoNodes = true;
        const QByteArray text = "[server]\nport = 0\nworker_threads = 2\nstate_dir = \""
                                + m_dir.path().toUtf8() + "/state\"\n" + m_server + config;
        const ReadResult result = readConfigText(text.toStdString(), "c.toml", options);
        if (!result.issues.empty())
            qWarning("%s", problems(result.issues).constData());
        return result.config;
    }

    /// Applies another config and waits until it serves.
    bool apply(const QByteArray &config)
    {
        const int before = applied;
        engine.applyConfig(parse(config));
        return QTest::qWaitFor([&] { return applied > before; }, 30'000);
    }

    static QByteArray node(const char *name, const QByteArray &url, const QByteArray &more = {})
    {
        return "[[nodes]]\nname = \"" + QByteArray(name) + "\"\nurl = \"" + url + "\"\n" + more;
    }

    struct Answer
    {
        int status = 0;
        QByteArray body;

        [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }

        [[nodiscard]] QString errorMessage() const
        {
            return json()[QStringLiteral("error")].toObject()[QStringLiteral("message")].toString();
        }
    };

    /// One exchange over HTTP on a connection of its own.
    [[nodiscard]] Answer exchange(const QByteArray &verb,
                                  const QByteArray &path,
                                  const QByteArray &body = {},
                                  const QByteArray &headers = {}) const
    {
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"),
                             static_cast<quint16>(address.section(QLatin1Char(':'), -1).toInt()));
        QByteArray text =
            verb + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers;
        if (!body.isEmpty())
            text += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
        socket.write(text + "\r\n" + body);
        QByteArray got;
        QObject::connect(
            &socket, &QTcpSocket::readyRead, &socket, [&] { got += socket.readAll(); });
        static_cast<void>(QTest::qWaitFor(
            [&] { return socket.state() == QAbstractSocket::UnconnectedState; }, 30'000));
        got += socket.readAll();
        const auto head = got.indexOf("\r\n\r\n");
        return {got.mid(9, 3).toInt(), head < 0 ? QByteArray() : got.mid(head + 4)};
    }

    [[nodiscard]] Answer call(const QByteArray &method,
                              const QByteArray &params = "[]",
                              const QByteArray &headers = {}) const
    {
        return exchange("POST",
                        "/",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method
                            + "\",\"params\":" + params + "}",
                        headers);
    }

    /// A snapshot made after this call.
    [[nodiscard]] std::shared_ptr<const Snapshot> freshSnapshot()
    {
        engine.setSnapshotInterval(Milliseconds(50));
        const auto old = engine.snapshot();
        static_cast<void>(QTest::qWaitFor([&] { return engine.snapshot() != old; }, 30'000));
        return engine.snapshot();
    }

    QString address;
    QString problem;
    int applied = 0;

private:
    static QString place()
    {
        const QFileInfo memory(QStringLiteral("/dev/shm"));
        return (memory.isDir() && memory.isWritable() ? memory.filePath() : QDir::tempPath())
               + QStringLiteral("/spillway-engine-XXXXXX");
    }

    QByteArray m_server;
    QTemporaryDir m_dir{place()};

public:
    Engine engine; ///< ends before its folder
};

} // namespace spillway::test
