// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/config.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <string>

namespace spillway {

struct EngineOptions
{
    bool listen = true;     ///< false: no HTTP listener, only call()
    bool watchFiles = true; ///< reload when the config file or a price list changes
};

/// The whole proxy behind one object: control thread, I/O workers, store. Lives in the thread that made it; all
/// signals arrive there. Commands return at once.
class Engine : public QObject
{
    Q_OBJECT

public:
    explicit Engine(QObject *parent = nullptr);
    ~Engine() override; ///< stops without draining when stop() was not awaited

    void start(std::shared_ptr<const Config> config, const EngineOptions &options = {});
    /// Reads the config file again and applies it, all or nothing.
    void reload();
    /// Applies a config, all or nothing: usage, latency and penalties stay with the nodes' names.
    void applyConfig(std::shared_ptr<const Config> config);
    /// Stops listening, lets running calls end for at most `drain`, writes the books, then stopped().
    void stop(Milliseconds drain = Milliseconds(5000));

    /// One call through the pool. `done` runs in this object's thread with an HTTP-like status and the JSON-RPC answer.
    using CallDone = std::function<void(int status, std::string answer)>;
    void call(const std::string &chain,
              const std::string &method,
              const std::string &paramsJson,
              CallDone done);

Q_SIGNALS:
    /// "http://127.0.0.1:8599" with the real port; empty without a listener.
    void started(const QString &address);
    void startFailed(const QString &reason);
    /// `notes`: what takes effect only after a restart.
    void configApplied(const QStringList &notes);
    void configRejected(const QStringList &reasons);
    void stopped();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace spillway
