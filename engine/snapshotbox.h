// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/snapshot.h"

#include <memory>
#include <mutex>

namespace spillway {

/// The latest snapshot: the control thread puts it there, any thread takes it.
class SnapshotBox
{
public:
    void put(std::shared_ptr<const Snapshot> snapshot)
    {
        const std::scoped_lock lock(m_mutex);
        m_snapshot.swap(snapshot); // the old one dies outside the lock
    }

    [[nodiscard]] std::shared_ptr<const Snapshot> get() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_snapshot;
    }

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const Snapshot> m_snapshot;
};

} // namespace spillway
