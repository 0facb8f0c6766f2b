// SPDX-License-Identifier: MIT
#include "io/epollstream.h"

#include "io/descriptor.h"
#include "io/epolldispatcher.h"
#include "io/iocontext.h"
#include "io/lifeguard.h"
#include "io/streamstate.h"

#include <QHostAddress>
#include <QHostInfo>
#include <QObject>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace spillway {

namespace {

// After so many bytes in one go other descriptors get their turn.
constexpr std::size_t kReadPerTurn = 1024 * 1024;
// A buffer that grew beyond this for one large answer is given back.
constexpr std::size_t kKeptOutput = 16 * 1024;

class EpollStream;

/// What the streams of one factory share; lives as long as the last of them.
struct Shared
{
    Shared(IoContext &ioContext, EpollDispatcher &epollDispatcher)
        : context(ioContext)
        , dispatcher(epollDispatcher)
    {}

    IoContext &context;
    EpollDispatcher &dispatcher;
    DeferredCalls deferred;
    // A lookup that is aborted may still report; so its result finds its stream by number.
    QObject lookupReceiver;
    std::unordered_map<std::uint64_t, EpollStream *> lookups;
    std::uint64_t lastLookup = 0;
};

class EpollStream final
    : public StreamState
    , private EpollDispatcher::Watcher
{
public:
    explicit EpollStream(std::shared_ptr<Shared> shared)
        : StreamState(shared->deferred)
        , m_shared(std::move(shared))
    {}

    ~EpollStream() override { closeDescriptor(); }

    void adopt(int descriptor);
    void connectTo(const StreamTarget &target);

    bool write(std::string_view first, std::string_view second) override;

    [[nodiscard]] std::size_t bufferedBytes() const override
    {
        return m_output.size() - m_outputSent;
    }

    void setReadingPaused(bool paused) override;
    [[nodiscard]] bool hasPendingInput() override;
    void finish() override;
    void abort() override;

    [[nodiscard]] std::string peerAddress() const override { return m_peer; }

private:
    /// The way to a connection; gone once there is one.
    struct Connecting
    {
        Connecting(EpollStream &stream, const StreamTarget &target);

        ~Connecting() { endLookup(); }

        void startLookup(EpollStream &stream, const std::string &host);
        void endLookup();
        void note(TransportFailure why, const std::string &what);

        Shared &shared;
        Timer timer;
        std::string peer; ///< for messages
        Milliseconds timeout;
        SteadyNs deadline;
        std::uint16_t port;
        std::uint64_t lookup = 0; ///< 0: none is running
        int hostInfoId = -1;
        std::vector<SocketAddress> addresses; ///< still to be tried, the next one last
        TransportFailure failure = TransportFailure::ConnectFailed; ///< the most telling one so far
        std::string detail;
    };

    void descriptorReady(unsigned epollEvents) override;
    void deferredCall() override;
    static void timedOut(void *stream);

    void lookedUp(const QHostInfo &info);
    void tryNextAddress();
    bool startAttempt(const SocketAddress &address);
    void attemptFailed(int error);
    void connectDone();

    void readInput();
    void inputEnded();
    void sendOutput();
    void sendFin();
    void closeDown() override;
    void closeDescriptor();

    std::shared_ptr<Shared> m_shared;
    LifeMark m_life;
    int m_descriptor = -1;
    bool m_readable = false; ///< the kernel may hold input whose edge has passed
    bool m_hungUp = false;   ///< an end or an error waits behind the input
    bool m_wantsDrained = false;
    std::string m_peer;
    std::string m_output;
    std::size_t m_outputSent = 0;
    std::unique_ptr<Connecting> m_connecting;
};

EpollStream::Connecting::Connecting(EpollStream &stream, const StreamTarget &target)
    : shared(*stream.m_shared)
    , timer(&EpollStream::timedOut, &stream)
    , peer(hostAndPort(target.host, target.port))
    , timeout(target.connectTimeout)
    , deadline(shared.context.clock().steadyNs() + toNs(timeout))
    , port(target.port)
{
    shared.context.timers().startAt(timer, deadline);
}

void EpollStream::Connecting::startLookup(EpollStream &stream, const std::string &host)
{
    lookup = ++shared.lastLookup;
    shared.lookups.emplace(lookup, &stream);
    const auto finished = [streams = &shared.lookups, number = lookup](const QHostInfo &info) {
        const auto found = streams->find(number);
        if (found != streams->end())
            found->second->lookedUp(info);
    };
    hostInfoId =
        QHostInfo::lookupHost(QString::fromStdString(host), &shared.lookupReceiver, finished);
}

void EpollStream::Connecting::endLookup()
{
    if (lookup == 0)
        return;
    shared.lookups.erase(std::exchange(lookup, 0));
    QHostInfo::abortHostLookup(hostInfoId);
}

void EpollStream::Connecting::note(TransportFailure why, const std::string &what)
{
    // Of several addresses, one without a route says less than one that refused.
    if (!detail.empty() && why == TransportFailure::ConnectFailed)
        return;
    failure = why;
    detail = what;
}

void EpollStream::adopt(int descriptor)
{
    m_descriptor = descriptor;
    m_peer = peerAddressOf(descriptor);
    makeNonBlocking(descriptor);
    sendWithoutDelay(descriptor);
    if (!m_shared->dispatcher.add(descriptor, this))
        failLater(TransportFailure::ClosedEarly, std::strerror(errno));
}

void EpollStream::connectTo(const StreamTarget &target)
{
    m_state = State::Connecting;
    m_connecting = std::make_unique<Connecting>(*this, target);
    QHostAddress literal;
    if (!literal.setAddress(QString::fromStdString(target.host))) {
        m_connecting->startLookup(*this, target.host);
        return;
    }
    m_connecting->addresses.emplace_back(literal, target.port);
    tryNextAddress();
}

void EpollStream::lookedUp(const QHostInfo &info)
{
    Connecting &way = *m_connecting;
    way.endLookup();
    const QList<QHostAddress> found = info.addresses();
    for (auto address = found.crbegin(); address != found.crend(); ++address)
        way.addresses.emplace_back(*address, way.port);
    if (way.addresses.empty())
        fail(TransportFailure::Dns,
             "name lookup for " + way.peer + ": " + info.errorString().toStdString());
    else
        tryNextAddress();
}

void EpollStream::tryNextAddress()
{
    Connecting &way = *m_connecting;
    while (!way.addresses.empty()) {
        const SteadyNs now = m_shared->context.clock().steadyNs();
        // Every address gets an equal share of what time is left.
        const auto shares = static_cast<SteadyNs>(way.addresses.size());
        m_shared->context.timers().startAt(
            way.timer, now + std::max(way.deadline - now, SteadyNs{0}) / shares);
        const SocketAddress address = way.addresses.back();
        way.addresses.pop_back();
        if (startAttempt(address))
            return;
    }
    failLater(way.failure, way.detail);
}

/// True when the outcome is to be waited for.
bool EpollStream::startAttempt(const SocketAddress &address)
{
    m_descriptor =
        ::socket(address.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
    if (m_descriptor < 0) {
        attemptFailed(errno);
        return false;
    }
    sendWithoutDelay(m_descriptor);
    if ((::connect(m_descriptor, address.data(), address.size()) != 0 && errno != EINPROGRESS)
        || !m_shared->dispatcher.add(m_descriptor, this)) {
        attemptFailed(errno);
        return false;
    }
    return true;
}

void EpollStream::attemptFailed(int error)
{
    closeDescriptor();
    m_connecting->note(connectFailureOf(error),
                       "connect to " + m_connecting->peer + ": " + std::strerror(error));
}

void EpollStream::timedOut(void *stream)
{
    auto *const self = static_cast<EpollStream *>(stream);
    Connecting &way = *self->m_connecting;
    way.note(TransportFailure::ConnectTimeout,
             (way.lookup != 0 ? "name lookup for " : "connect to ") + way.peer
                 + ": no success within " + std::to_string(way.timeout.count()) + " ms");
    if (way.addresses.empty() || way.deadline <= self->m_shared->context.clock().steadyNs()) {
        self->fail(way.failure, way.detail);
        return;
    }
    self->closeDescriptor();
    self->tryNextAddress();
}

void EpollStream::connectDone()
{
    m_state = State::Open;
    m_connecting.reset();
    m_peer = peerAddressOf(m_descriptor);
    const LifeGuard guard(m_life);
    if (m_handler)
        m_handler->streamConnected(*this);
    if (!guard.gone() && m_readable && mayRead())
        readInput();
}

void EpollStream::descriptorReady(unsigned epollEvents)
{
    const IoContext::Event event(m_shared->context);
    const bool input = (epollEvents & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    m_readable = m_readable || input;
    m_hungUp = m_hungUp || (epollEvents & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    if (m_state == State::Connecting) {
        const int error = pendingError(m_descriptor);
        if (error != 0) {
            attemptFailed(error);
            tryNextAddress();
        } else if ((epollEvents & EPOLLOUT) != 0) {
            connectDone();
        }
        return;
    }
    const LifeGuard guard(m_life);
    if ((epollEvents & EPOLLOUT) != 0 && bufferedBytes() > 0)
        sendOutput();
    if (!guard.gone() && m_readable && mayRead())
        readInput();
}

void EpollStream::readInput()
{
    char *const buffer = m_shared->context.readBuffer();
    std::size_t total = 0;
    const LifeGuard guard(m_life);
    while (mayRead()) {
        if (total >= kReadPerTurn) {
            m_shared->deferred.post(*this);
            return;
        }
        const auto got = ::recv(m_descriptor, buffer, IoContext::kReadBufferSize, 0);
        if (got > 0) {
            const auto size = static_cast<std::size_t>(got);
            total += size;
            // A short read has emptied the kernel: whatever comes later makes a new edge, but for an end or an
            // error that came together with these bytes.
            const bool drained = size < IoContext::kReadBufferSize && !m_hungUp;
            m_readable = !drained;
            if (m_handler && !m_finishing)
                m_handler->streamData(*this, {buffer, size});
            if (guard.gone() || drained)
                return;
        } else if (got == 0) {
            inputEnded();
            return;
        } else if (errno == EAGAIN) {
            m_readable = false;
            return;
        } else if (errno != EINTR) {
            fail(TransportFailure::ClosedEarly, std::strerror(errno));
            return;
        }
    }
}

void EpollStream::inputEnded()
{
    m_ended = true;
    m_readable = false;
    reportEnd();
}

bool EpollStream::write(std::string_view first, std::string_view second)
{
    if (m_state != State::Open || m_finishing || m_failure)
        return false;
    std::size_t sent = 0;
    if (bufferedBytes() == 0) {
        const auto taken = sendPieces(m_descriptor, first, second);
        if (taken == static_cast<ssize_t>(first.size() + second.size()))
            return true;
        if (taken < 0 && errno != EAGAIN) {
            failLater(TransportFailure::ClosedEarly, std::strerror(errno));
            return false;
        }
        sent = static_cast<std::size_t>(std::max(taken, ssize_t{0}));
    }
    m_wantsDrained = true;
    for (const std::string_view piece : {first, second}) {
        const std::size_t skipped = std::min(sent, piece.size());
        sent -= skipped;
        m_output.append(piece.substr(skipped));
    }
    return false;
}

void EpollStream::sendOutput()
{
    while (bufferedBytes() > 0) {
        const auto taken =
            sendPieces(m_descriptor, std::string_view(m_output).substr(m_outputSent), {});
        if (taken < 0) {
            if (errno != EAGAIN)
                failLater(TransportFailure::ClosedEarly, std::strerror(errno));
            return;
        }
        m_outputSent += static_cast<std::size_t>(taken);
    }
    m_outputSent = 0;
    m_output.clear();
    if (m_output.capacity() > kKeptOutput)
        m_output.shrink_to_fit();
    if (m_finishing)
        sendFin();
    else if (std::exchange(m_wantsDrained, false) && m_handler)
        m_handler->streamDrained(*this);
}

void EpollStream::setReadingPaused(bool paused)
{
    if (std::exchange(m_paused, paused) == paused || paused)
        return;
    // Not at once: the caller may stand inside streamData().
    if (m_readable)
        m_shared->deferred.post(*this);
}

bool EpollStream::hasPendingInput()
{
    return m_descriptor < 0 || m_ended || descriptorHasInput(m_descriptor);
}

void EpollStream::finish()
{
    if (m_state != State::Open || std::exchange(m_finishing, true))
        return;
    if (bufferedBytes() == 0)
        sendFin();
    // Input that a pause held back is dropped now.
    m_shared->deferred.post(*this);
}

void EpollStream::sendFin()
{
    m_finSent = true;
    ::shutdown(m_descriptor, SHUT_WR);
    if (m_ended)
        m_shared->deferred.post(*this);
}

void EpollStream::abort()
{
    m_state = State::Closed;
    m_connecting.reset();
    if (m_descriptor >= 0)
        resetOnClose(m_descriptor);
    closeDescriptor();
}

void EpollStream::deferredCall()
{
    const LifeGuard guard(m_life);
    // Also before a failed write is told: a peer that resets after an early answer has still sent it.
    if (mayRead() && (m_readable || m_failure))
        readInput();
    if (guard.gone())
        return;
    if (const auto failure = std::move(m_failure))
        fail(failure->failure, failure->detail);
    else
        reportEnd();
}

void EpollStream::closeDown()
{
    m_connecting.reset();
    closeDescriptor();
}

void EpollStream::closeDescriptor()
{
    if (m_descriptor < 0)
        return;
    m_shared->dispatcher.remove(m_descriptor, this);
    ::close(std::exchange(m_descriptor, -1));
    m_output.clear();
    m_outputSent = 0;
}

class EpollStreamFactory final : public StreamFactory
{
public:
    EpollStreamFactory(IoContext &context, EpollDispatcher &dispatcher)
        : m_shared(std::make_shared<Shared>(context, dispatcher))
        , m_tls(makeQtStreamFactory(context))
    {}

    std::unique_ptr<Stream> adopt(qintptr descriptor) override
    {
        auto stream = std::make_unique<EpollStream>(m_shared);
        stream->adopt(static_cast<int>(descriptor));
        return stream;
    }

    std::unique_ptr<Stream> connectTo(const StreamTarget &target, StreamHandler *handler) override
    {
        if (target.tls)
            return m_tls->connectTo(target, handler);
        auto stream = std::make_unique<EpollStream>(m_shared);
        stream->setHandler(handler);
        stream->connectTo(target);
        return stream;
    }

private:
    std::shared_ptr<Shared> m_shared;
    std::unique_ptr<StreamFactory> m_tls;
};

} // namespace

std::unique_ptr<StreamFactory> makeEpollStreamFactory(IoContext &context)
{
    return std::make_unique<EpollStreamFactory>(context, *EpollDispatcher::current());
}

} // namespace spillway
