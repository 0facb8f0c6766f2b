// SPDX-License-Identifier: MIT
#pragma once

#include "mockserver.h"

namespace spillway::mock {

/// One accepted socket. Requests are answered one after the other; what comes early waits in a buffer.
class Connection
{
public:
    Connection(Worker &worker, int fd, Node *node);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    void onEvents(std::uint32_t events);
    void onTimer();
    void close(bool reset);

    [[nodiscard]] int fd() const { return m_fd; }

    [[nodiscard]] const Node *node() const { return m_node; }

    [[nodiscard]] bool isBusy() const { return m_busy; }

private:
    static Connection *self(llhttp_t *parser) { return static_cast<Connection *>(parser->data); }

    static const llhttp_settings_t &settings();

    void onReadable();
    void feed(const char *data, std::size_t size);
    void onRequest();
    void answerControl(const Incoming &request);
    void startAnswer();
    void send();
    void finishAnswer();
    void endOfRequest(bool answered);
    void resume();
    void setTimer(Micros delay);
    void clearTimer();
    void setInterest();

    Worker &m_worker;
    int m_fd;
    Node *const m_node;
    llhttp_t m_parser;
    std::string m_target;
    std::string m_headers;
    std::string m_body;
    std::string m_early; ///< bytes that came while an answer was on its way
    unsigned m_number = 0;
    Plan m_plan;
    std::size_t m_sent = 0;
    std::size_t m_allowed = 0; ///< how much may be sent by now (slow bodies)
    bool m_keepAlive = true;
    bool m_recording = false;
    bool m_busy = false;
    bool m_eof = false;
    bool m_wantWrite = false;
    std::uint32_t m_interest = 0;
    Worker::Timers::iterator m_timer;
    bool m_hasTimer = false;
};

} // namespace spillway::mock
