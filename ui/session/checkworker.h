// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/configedit.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace spillway::ui {

/// What is to be checked: a config with the texts of the files that differ from the disk.
struct CheckRequest
{
    std::uint64_t generation = 0;
    std::string path;
    std::map<std::string, std::string> texts;
    std::shared_ptr<const std::map<std::string, Secret>> secrets;
};

struct CheckResult
{
    std::uint64_t generation = 0;
    std::shared_ptr<const Config> config;
    std::vector<ConfigIssue> issues;
    std::vector<std::string> askedNames; ///< variables that only a keyring could have, each once
};

/// Validates once, in the calling thread.
[[nodiscard]] CheckResult checkTexts(const CheckRequest &request);

/// A thread that validates texts, so that typing never waits. Only the newest request counts: one that has not begun is dropped.
class CheckWorker
{
public:
    /// `done` runs in the worker's thread.
    explicit CheckWorker(std::function<void(CheckResult)> done);
    ~CheckWorker(); ///< waits for a check that runs
    CheckWorker(const CheckWorker &) = delete;
    CheckWorker &operator=(const CheckWorker &) = delete;

    void post(CheckRequest request);

private:
    void run();

    std::function<void(CheckResult)> m_done;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::optional<CheckRequest> m_next;
    bool m_ending = false;
    std::thread m_thread;
};

} // namespace spillway::ui
