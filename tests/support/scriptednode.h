// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QHash>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <deque>
#include <functional>

namespace spillway::test {

/// An upstream node in the test's thread: answers each request with what the script says. Keep-alive, counted bodies.
class ScriptedNode : public QObject
{
public:
    struct Reply
    {
        int status = 200;
        QByteArray body = {};
        bool hold = false; ///< no answer until release()
        QByteArray headers = "Content-Type: application/json\r\n";
        bool close = false; ///< the connection instead of an answer
    };

    using Script = std::function<Reply(const QByteArray &requestBody)>;

    explicit ScriptedNode(Script script)
        : m_script(std::move(script))
    {
        m_server.listen(QHostAddress::LocalHost);
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = m_server.nextPendingConnection())
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(*socket); });
        });
    }

    /// Says `result` (raw JSON) to every call.
    static ScriptedNode::Script result(const QByteArray &json)
    {
        return [json](const QByteArray &request) {
            return Reply{
                200, "{\"jsonrpc\":\"2.0\",\"id\":" + idOf(request) + ",\"result\":" + json + "}"};
        };
    }

    /// Says an error object (raw JSON) to every call.
    static ScriptedNode::Script error(const QByteArray &json, int status = 200)
    {
        return [json, status](const QByteArray &request) {
            return Reply{status,
                         "{\"jsonrpc\":\"2.0\",\"id\":" + idOf(request) + ",\"error\":" + json
                             + "}"};
        };
    }

    static ScriptedNode::Script status(int status, const QByteArray &body = {})
    {
        return [status, body](const QByteArray &) { return Reply{status, body}; };
    }

    void setScript(Script script) { m_script = std::move(script); }

    [[nodiscard]] QByteArray url() const
    {
        return "http://127.0.0.1:" + QByteArray::number(m_server.serverPort()) + "/";
    }

    [[nodiscard]] int requests() const { return m_requests; }

    /// Answers what was held.
    void release(const Reply &reply)
    {
        for (const QPointer<QTcpSocket> &socket : std::exchange(m_held, {})) {
            if (socket)
                write(*socket, reply);
        }
    }

    [[nodiscard]] std::size_t held() const { return m_held.size(); }

    /// Numbers as ids are enough here.
    static QByteArray idOf(const QByteArray &request)
    {
        const auto at = request.indexOf("\"id\":") + 5;
        auto end = at;
        while (end < request.size() && request[end] != ',' && request[end] != '}')
            ++end;
        return request.mid(at, end - at);
    }

private:
    void read(QTcpSocket &socket)
    {
        QByteArray &buffer = m_buffers[&socket];
        buffer += socket.readAll();
        for (;;) {
            const auto head = buffer.indexOf("\r\n\r\n");
            if (head < 0)
                return;
            const QByteArray lower = buffer.left(head).toLower();
            const auto length =
                lower.mid(lower.indexOf("content-length:") + 15).split('\r').first().toInt();
            if (buffer.size() < head + 4 + length)
                return;
            const QByteArray body = buffer.mid(head + 4, length);
            buffer.remove(0, head + 4 + length);
            ++m_requests;
            const Reply reply = m_script(body);
            if (reply.close) {
                socket.abort();
                return;
            }
            if (reply.hold)
                m_held.emplace_back(&socket);
            else
                write(socket, reply);
        }
    }

    static void write(QTcpSocket &socket, const Reply &reply)
    {
        socket.write("HTTP/1.1 " + QByteArray::number(reply.status) + " X\r\n" + reply.headers
                     + "Content-Length: " + QByteArray::number(reply.body.size()) + "\r\n\r\n"
                     + reply.body);
    }

    Script m_script;
    QTcpServer m_server;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    std::deque<QPointer<QTcpSocket>> m_held;
    int m_requests = 0;
};

} // namespace spillway::test
