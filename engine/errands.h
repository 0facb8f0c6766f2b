// SPDX-License-Identifier: MIT
#pragma once

#include "core/mailbox.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace spillway {

/// Does one after the other, in a thread of its own, what its owner must not wait for: questions to the store that end at
/// the disk. What comes after a job runs in the owner's thread. The thread is started by the first job.
class Errands : public QObject
{
public:
    using Job = std::function<void()>;

    Errands();
    ~Errands() override;

    void run(Job job, Job then);
    /// Waits until every job is done and what comes after it too. Owner's thread.
    void finish();

private:
    struct Errand
    {
        Job job;
        Job then;
    };

    void loop();
    void deliver();

    Mailbox<Job> m_done;
    std::mutex m_mutex; ///< guards the two below
    std::condition_variable m_wake;
    std::deque<Errand> m_waiting;
    bool m_stop = false;
    std::thread m_thread;
};

} // namespace spillway
