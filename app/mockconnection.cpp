// SPDX-License-Identifier: MIT
#include "mockconnection.h"

#include <algorithm>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace spillway::mock {

Connection::Connection(Worker &worker, int fd, Node *node)
    : m_worker(worker)
    , m_fd(fd)
    , m_node(node)
{
    llhttp_init(&m_parser, HTTP_REQUEST, &settings());
    m_parser.data = this;
    const int on = 1;
    setsockopt(m_fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    epoll_event event{};
    event.events = m_interest = EPOLLIN;
    event.data.ptr = this;
    epoll_ctl(m_worker.m_epoll, EPOLL_CTL_ADD, m_fd, &event);
    if (m_node) {
        m_node->counters.connections.fetch_add(1, std::memory_order_relaxed);
        m_node->counters.open.fetch_add(1, std::memory_order_relaxed);
        if (m_node->idleClose().count() > 0)
            setTimer(m_node->idleClose());
    }
}

Connection::~Connection()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

const llhttp_settings_t &Connection::settings()
{
    static const llhttp_settings_t instance = [] {
        llhttp_settings_t s;
        llhttp_settings_init(&s);
        s.on_message_begin = [](llhttp_t *p) {
            Connection *c = self(p);
            c->m_target.clear();
            c->m_headers.clear();
            c->m_body.clear();
            c->m_recording = c->m_node && c->m_node->isRecording();
            return 0;
        };
        s.on_url = [](llhttp_t *p, const char *at, std::size_t n) {
            self(p)->m_target.append(at, n);
            return 0;
        };
        s.on_header_field = [](llhttp_t *p, const char *at, std::size_t n) {
            if (self(p)->m_recording)
                self(p)->m_headers.append(at, n);
            return 0;
        };
        s.on_header_field_complete = [](llhttp_t *p) {
            if (self(p)->m_recording)
                self(p)->m_headers += ": ";
            return 0;
        };
        s.on_header_value = s.on_header_field;
        s.on_header_value_complete = [](llhttp_t *p) {
            if (self(p)->m_recording)
                self(p)->m_headers += '\n';
            return 0;
        };
        s.on_body = [](llhttp_t *p, const char *at, std::size_t n) {
            self(p)->m_body.append(at, n);
            return 0;
        };
        s.on_message_complete = [](llhttp_t *p) {
            self(p)->m_keepAlive = llhttp_should_keep_alive(p) != 0;
            return static_cast<int>(HPE_PAUSED);
        };
        return s;
    }();
    return instance;
}

void Connection::onEvents(std::uint32_t events)
{
    if (m_fd < 0)
        return;
    if (events & (EPOLLERR | EPOLLHUP)) {
        close(false);
        return;
    }
    if (events & EPOLLOUT) {
        m_wantWrite = false;
        setInterest();
        send();
    }
    if (m_fd >= 0 && (events & EPOLLIN))
        onReadable();
}

void Connection::onReadable()
{
    auto &buffer = m_worker.m_buffer;
    const ssize_t got = ::recv(m_fd, buffer.data(), buffer.size(), 0);
    if (got < 0) {
        if (errno != EAGAIN && errno != EINTR)
            close(false);
        return;
    }
    if (got == 0) {
        m_eof = true;
        // A half-closed client may still get its answer; a stalled one never will.
        if (!m_busy || m_plan.fate == Reply::Fate::Stall)
            close(false);
        else
            setInterest();
        return;
    }
    const auto size = static_cast<std::size_t>(got);
    if (m_node)
        m_node->counters.bytesIn.fetch_add(size, std::memory_order_relaxed);
    if (m_busy)
        m_early.append(buffer.data(), size);
    else
        feed(buffer.data(), size);
}

void Connection::feed(const char *data, std::size_t size)
{
    while (size > 0 && !m_busy && m_fd >= 0) {
        const llhttp_errno_t code = llhttp_execute(&m_parser, data, size);
        if (code == HPE_OK)
            return;
        if (code != HPE_PAUSED) {
            constexpr std::string_view kRefusal =
                "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n"
                "Connection: close\r\n\r\n";
            [[maybe_unused]] const ssize_t sent =
                ::send(m_fd, kRefusal.data(), kRefusal.size(), MSG_NOSIGNAL);
            close(false);
            return;
        }
        const auto used = static_cast<std::size_t>(llhttp_get_error_pos(&m_parser) - data);
        llhttp_resume(&m_parser);
        data += used;
        size -= used;
        onRequest();
    }
    if (m_fd >= 0 && size > 0)
        m_early.append(data, size);
}

void Connection::onRequest()
{
    m_busy = true;
    clearTimer();
    ++m_number;
    const Incoming request{llhttp_method_name(static_cast<llhttp_method_t>(m_parser.method)),
                           m_target,
                           m_headers,
                           m_body,
                           m_number};
    if (!m_node) {
        answerControl(request);
        return;
    }
    m_node->answer(request, m_worker.m_reader, m_plan);
    if (!m_keepAlive)
        m_plan.closeAfter = true;
    if (m_plan.delay.count() > 0)
        setTimer(m_plan.delay);
    else
        startAnswer();
}

void Connection::answerControl(const Incoming &request)
{
    int status = 200;
    const std::string body = m_worker.m_control(request, status);
    m_plan.clear();
    m_plan.bytes = "HTTP/1.1 " + std::to_string(status)
                   + " Control\r\nContent-Type: application/json\r\nContent-Length: "
                   + std::to_string(body.size()) + "\r\n\r\n" + body;
    m_plan.closeAfter = !m_keepAlive;
    startAnswer();
}

void Connection::startAnswer()
{
    switch (m_plan.fate) {
    case Reply::Fate::Stall:
        if (m_eof)
            close(false);
        return;
    case Reply::Fate::CloseSilently:
        close(false);
        return;
    case Reply::Fate::ResetSilently:
        close(true);
        return;
    case Reply::Fate::Answer:
        break;
    }
    m_sent = 0;
    m_allowed = m_plan.slowBytes > 0 ? m_plan.bodyStart + m_plan.slowBytes : m_plan.bytes.size();
    send();
}

void Connection::send()
{
    m_allowed = std::min(m_allowed, m_plan.bytes.size());
    while (m_sent < m_allowed) {
        const ssize_t sent =
            ::send(m_fd, m_plan.bytes.data() + m_sent, m_allowed - m_sent, MSG_NOSIGNAL);
        if (sent < 0) {
            if (errno == EINTR)
                continue;
            if (errno == EAGAIN) {
                m_wantWrite = true;
                setInterest();
            } else {
                close(false);
            }
            return;
        }
        m_sent += static_cast<std::size_t>(sent);
        if (m_node)
            m_node->counters.bytesOut.fetch_add(static_cast<std::uint64_t>(sent),
                                                std::memory_order_relaxed);
    }
    if (m_sent < m_plan.bytes.size())
        setTimer(m_plan.slowInterval);
    else
        finishAnswer();
}

void Connection::finishAnswer()
{
    endOfRequest(true);
    if (m_plan.closeAfter || m_eof) {
        close(m_plan.resetAfter);
        return;
    }
    if (!m_early.empty())
        resume();
    else if (m_node && m_node->idleClose().count() > 0)
        setTimer(m_node->idleClose());
}

void Connection::endOfRequest(bool answered)
{
    m_busy = false;
    if (!m_node)
        return;
    m_node->counters.inFlight.fetch_sub(1, std::memory_order_relaxed);
    (answered ? m_node->counters.answered : m_node->counters.aborted)
        .fetch_add(1, std::memory_order_relaxed);
}

/// Goes on with bytes that came early. Only called where feed() is not on the stack, or has nothing left to do.
void Connection::resume()
{
    const std::string early = std::move(m_early);
    m_early.clear();
    feed(early.data(), early.size());
}

void Connection::onTimer()
{
    m_hasTimer = false;
    if (!m_busy) {
        close(false); // idle for long enough
        return;
    }
    if (m_sent > 0 && m_plan.slowBytes > 0) {
        m_allowed += m_plan.slowBytes;
        send();
        return;
    }
    startAnswer();
}

void Connection::close(bool reset)
{
    if (m_fd < 0)
        return;
    clearTimer();
    if (m_busy)
        endOfRequest(false);
    if (reset) {
        const linger now{1, 0};
        setsockopt(m_fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }
    ::close(m_fd);
    m_fd = -1;
    if (m_node)
        m_node->counters.open.fetch_sub(1, std::memory_order_relaxed);
    m_worker.bury(this);
}

void Connection::setTimer(Micros delay)
{
    clearTimer();
    m_timer = m_worker.m_timers.emplace(std::chrono::steady_clock::now() + delay, this);
    m_hasTimer = true;
}

void Connection::clearTimer()
{
    if (m_hasTimer)
        m_worker.m_timers.erase(m_timer);
    m_hasTimer = false;
}

void Connection::setInterest()
{
    std::uint32_t wanted = 0;
    if (!m_eof)
        wanted |= static_cast<std::uint32_t>(EPOLLIN);
    if (m_wantWrite)
        wanted |= static_cast<std::uint32_t>(EPOLLOUT);
    if (wanted == m_interest)
        return;
    epoll_event event{};
    event.events = m_interest = wanted;
    event.data.ptr = this;
    epoll_ctl(m_worker.m_epoll, EPOLL_CTL_MOD, m_fd, &event);
}

} // namespace spillway::mock
