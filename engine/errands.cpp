// SPDX-License-Identifier: MIT
#include "errands.h"

namespace spillway {

Errands::Errands()
{
    connect(&m_done.doorbell(), &Doorbell::rang, this, &Errands::deliver, Qt::QueuedConnection);
}

Errands::~Errands()
{
    finish();
}

void Errands::run(Job job, Job then)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_waiting.push_back({std::move(job), std::move(then)});
        m_stop = false;
    }
    if (m_thread.joinable())
        m_wake.notify_one();
    else
        m_thread = std::thread([this] { loop(); });
}

void Errands::finish()
{
    if (m_thread.joinable()) {
        {
            const std::scoped_lock lock(m_mutex);
            m_stop = true;
        }
        m_wake.notify_one();
        m_thread.join();
    }
    deliver();
}

void Errands::loop()
{
    for (;;) {
        Errand errand;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_stop || !m_waiting.empty(); });
            if (m_waiting.empty())
                return;
            errand = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        errand.job();
        m_done.post(std::move(errand.then));
    }
}

void Errands::deliver()
{
    for (const Job &then : m_done.takeAll())
        then();
}

} // namespace spillway
