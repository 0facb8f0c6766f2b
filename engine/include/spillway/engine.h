// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"
#include "spillway/embedding.h"
#include "spillway/snapshot.h"
#include "spillway/traffic.h"

#include <QFuture>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <string>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

struct EngineOptions
{
    bool listen = true;     ///< false: no HTTP listener, only call()
    bool watchFiles = true; ///< reload when the config file or a price list changes
    bool configLogLevel =
        true; ///< [log] level counts; false: the level the program was started with
    std::shared_ptr<Transport> transport = {}; ///< carries what goes to nodes; null: HTTP
    std::shared_ptr<MetricsSink> metrics = {}; ///< is told of every call and try; may be null
};

/// How a call of the program's own ended.
struct CallAnswer
{
    int status = 0;     ///< as an HTTP status
    std::string answer; ///< the whole JSON-RPC answer
    std::string result; ///< its result, as JSON; empty with an error
    std::string error;  ///< its error object, as JSON; empty with a result

    [[nodiscard]] bool ok() const { return !result.empty(); }
};

/// Where a call of the program's own goes.
struct CallTarget
{
    std::string chain; ///< its name; empty: the chain of `node`, or the first one
    /// Only this node is asked, and none takes over from it; empty: any node of the chain. Limits, credits, penalties and the record are
    /// those of any call; a node that is switched off or out of credits is not asked.
    std::string node;
};

/// The whole proxy behind one object: control thread, I/O workers, store. Lives in the thread that made it; all
/// signals and callbacks arrive there. Commands return at once and are done in their order; those without a callback and call() may be
/// given from any thread.
///
/// Every callback runs exactly once and every future gets a result, whatever becomes of the engine: calls that are open when it stops or
/// is deleted end with status 503 and the error "the engine was stopped", other commands with those words.
class Engine : public QObject
{
    Q_OBJECT

public:
    explicit Engine(QObject *parent = nullptr);
    /// Stops without draining when stop() was not awaited. Callbacks of what is still open run inside; call() does nothing from there.
    ~Engine() override;

    /// started() or startFailed() follows. Without a config, and while the engine runs, it fails, and what runs runs on. After stop()
    /// it starts anew; one that comes before stopped() waits for that, and so does what is asked after it.
    void start(std::shared_ptr<const Config> config, const EngineOptions &options = {});
    /// The same; a pool without a config fails with its issues as the reason.
    void start(const ConfigLoadResult &pool, const EngineOptions &options = {});
    /// Reads the config file again and applies it, all or nothing.
    void reload();
    /// Applies a config, all or nothing: usage, latency and penalties stay with the nodes' names.
    void applyConfig(std::shared_ptr<const Config> config);
    /// Stops listening, takes no more calls, lets running ones end for at most `drain`, writes the books, then stopped(). Calls that are
    /// open after `drain` have been answered by then, with 503.
    void stop(Milliseconds drain = Milliseconds(5000));

    /// One call through the pool, or to one node of it. `paramsJson` is one JSON array or object; empty: "[]". `done` runs in this
    /// object's thread with an HTTP-like status and the whole JSON-RPC answer, which has the id 1. Not sent to any node: with an empty
    /// method (-32600), parameters that are no array or object (-32602), an unknown chain or node (-32600), and while the engine does not
    /// run (503, -32011). An answer of more than 64 MiB counts as a failure of the node. An exception out of `done` goes on into Qt's
    /// event loop, which ends the program.
    using CallDone = std::function<void(int status, std::string answer)>;
    void call(const CallTarget &target,
              const std::string &method,
              const std::string &paramsJson,
              CallDone done);
    /// The same as a future, for co_await (with QCoroFuture) or QFuture::then. In a coroutine built by g++ 12, keep a target in
    /// a variable: that compiler destroys aggregates made inside a co_await twice.
    [[nodiscard]] QFuture<CallAnswer> call(const std::string &method,
                                           const std::string &paramsJson = "[]");
    [[nodiscard]] QFuture<CallAnswer>
    call(const CallTarget &target, const std::string &method, const std::string &paramsJson);

    /// The latest view of everything, made once a second (see setSnapshotInterval); null before the start. Any thread.
    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;
    /// 250 ms while a live page is visible, 1000 ms otherwise.
    void setSnapshotInterval(Milliseconds interval);

    /// Keeps a record of each call from now on (off at first: it costs a little). At most `capacity` records, and not more
    /// than a few hundred uneventful ones a second; notable ones (errors, retries, spills) go first.
    void setRecording(bool on, std::size_t capacity = 5000);
    /// Records after `after` (0: all that are kept). Any thread.
    [[nodiscard]] TrafficSlice traffic(std::uint64_t after, std::size_t max = 2000) const;
    /// Bodies are kept with the records until this time is over (0: stop now): at most 64 KiB a body. While 32 MiB of them are
    /// held by anybody, further records come without.
    void captureBodies(Milliseconds duration);

    /// Per-minute history of all nodes and of clients' calls from the store. `done` runs in this object's thread.
    using HistoryDone = std::function<void(History)>;
    void history(std::int64_t fromMinute, std::int64_t toMinute, HistoryDone done);

    /// Empty error = done. `done` runs in this object's thread.
    using CommandDone = std::function<void(std::string error)>;
    /// Sets the used credits of a node's running period.
    void setUsed(const std::string &node, std::uint64_t credits, CommandDone done);
    /// Carries the books of a node over to a new name, before the config with the new name is applied.
    void renameUsage(const std::string &from, const std::string &to, CommandDone done);
    /// Ends a node's penalty, cooldown or parking now; calls that wait for it go on.
    void forgive(const std::string &node, CommandDone done);
    /// Books what a connection test has asked a node that runs under the same address and key (see ProbeResult::asked), at the price of its
    /// list. Not held against a limit: the provider has counted it already. Nothing when no such node runs.
    void bookTest(const NodeConfig &tested, const std::vector<std::string> &methods);

Q_SIGNALS:
    /// "http://127.0.0.1:8599" with the real port; empty without a listener.
    void started(const QString &address);
    void startFailed(const QString &reason);
    /// `notes`: what takes effect only after a restart.
    void configApplied(const QStringList &notes);
    void configRejected(const QStringList &reasons);
    void stopped();
    /// Blocks of a chain were taken back, and that is confirmed. Also in Snapshot::chains.
    void chainReorganised(const QString &chain, const spillway::ReorgSnapshot &reorg);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace spillway

#pragma GCC visibility pop
