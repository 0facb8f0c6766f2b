// SPDX-License-Identifier: MIT
#pragma once

#include "core/transportfailure.h"
#include "spillway/config.h"

#include <QtGlobal>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace spillway {

class IoContext;
class Stream;

/// Receives what happens on a Stream. All calls come from the stream's thread and from its event loop, never from
/// inside a Stream function (a write() that fails reports it in the next turn). A handler may close or delete the
/// stream inside any of them.
class StreamHandler
{
public:
    virtual ~StreamHandler() = default;

    virtual void streamConnected(Stream &) {}

    /// Bytes have come. The view lives in a buffer shared by the whole thread: it dies when this call returns or
    /// writes to / reads from any stream re-enter the event loop.
    virtual void streamData(Stream &, std::string_view bytes) = 0;
    /// The peer has finished sending (half-close). What was written can still reach it, and write() still works;
    /// only over TLS the end closes both directions and a later write() fails.
    virtual void streamEnded(Stream &) = 0;
    /// The stream is dead: connect failed, reset, TLS error … Nothing follows. `detail` is for logs.
    virtual void streamFailed(Stream &, TransportFailure failure, std::string_view detail) = 0;

    /// The write buffer has emptied after write() returned false.
    virtual void streamDrained(Stream &) {}
};

/// One byte stream, plain or TLS, on one I/O thread. Deleting it closes at once and drops what bufferedBytes()
/// counts. A stream may outlive its factory, but not the IoContext or the thread.
class Stream
{
public:
    virtual ~Stream() = default;
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;

    void setHandler(StreamHandler *handler) { m_handler = handler; }

    /// Sends both pieces, in one system call where the kernel takes them; the rest is buffered and sent as the
    /// peer reads. False when something stayed in the buffer: stop producing until streamDrained(). Not before
    /// streamConnected(); adopted streams are connected from the start.
    virtual bool write(std::string_view first, std::string_view second = {}) = 0;
    /// Bytes accepted by write() that the kernel has not taken yet.
    [[nodiscard]] virtual std::size_t bufferedBytes() const = 0;

    /// Stops and resumes reading (backpressure towards the peer). After resume, bytes that came meanwhile are delivered.
    virtual void setReadingPaused(bool paused) = 0;

    /// True when bytes or an end-of-stream are waiting in the kernel: an idle pooled connection is then not reusable.
    [[nodiscard]] virtual bool hasPendingInput() = 0;

    /// Sends what is buffered, then FIN. Input is read on and dropped, so that the peer gets no reset for bytes
    /// nobody wants. One last handler call follows: streamEnded() when all is sent and the peer has ended too (also
    /// when it had ended before), or streamFailed(). Set a deadline: a peer may keep its side open for ever.
    virtual void finish() = 0;
    /// Drops everything now; the peer sees a reset where the protocol has one. No handler call follows.
    virtual void abort() = 0;

    [[nodiscard]] virtual std::string peerAddress() const = 0; ///< numeric, no port

protected:
    Stream() = default;
    StreamHandler *m_handler = nullptr;
};

/// Where to connect to and how.
struct StreamTarget
{
    std::string host; ///< name or address literal (IPv6 without brackets)
    std::uint16_t port = 0;
    bool tls = false;
    std::string caFile;                ///< extra trusted certificates, PEM; empty: the system's
    Milliseconds connectTimeout{3000}; ///< name lookup, TCP and TLS handshake together
    std::string node; ///< its name, and
    std::string url;  ///< its address with the key: what a Transport is told
};

/// Makes streams on this thread with the chosen backend.
class StreamFactory
{
public:
    virtual ~StreamFactory() = default;

    /// Takes over an accepted descriptor.
    virtual std::unique_ptr<Stream> adopt(qintptr descriptor) = 0;
    /// Starts to connect; streamConnected or streamFailed follows, never before this returns.
    virtual std::unique_ptr<Stream> connectTo(const StreamTarget &target,
                                              StreamHandler *handler) = 0;
};

/// The backend that `backend` means in this thread.
std::unique_ptr<StreamFactory> makeStreamFactory(IoContext &context, IoBackend backend);
/// QTcpSocket/QSslSocket: portable.
std::unique_ptr<StreamFactory> makeQtStreamFactory(IoContext &context);

} // namespace spillway
