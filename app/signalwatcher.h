// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace spillway {

/// Turns SIGHUP, SIGTERM and SIGINT into Qt signals of the thread that made it. One per process.
class SignalWatcher : public QObject
{
    Q_OBJECT

public:
    explicit SignalWatcher(QObject *parent = nullptr);
    ~SignalWatcher() override;

Q_SIGNALS:
    void reloadRequested(); ///< SIGHUP
    void stopRequested();   ///< SIGTERM, SIGINT

private:
    void readPipe();

    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace spillway
