// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/checkworker.h"

#include <algorithm>
#include <utility>

namespace spillway::ui {

CheckResult checkTexts(const CheckRequest &request)
{
    CheckResult result;
    result.generation = request.generation;
    ConfigLoadOptions options;
    options.allowNoNodes = true;
    options.switchOffBrokenNodes = true;
    options.keychain = [&](const std::string &name) -> std::optional<std::string> {
        auto &asked = result.askedNames;
        if (std::find(asked.begin(), asked.end(), name) == asked.end())
            asked.push_back(name);
        if (!request.secrets)
            return std::nullopt;
        const auto found = request.secrets->find(name);
        return found == request.secrets->end() ? std::nullopt
                                               : std::optional(found->second.reveal());
    };
    ConfigLoadResult checked = checkConfigTexts(request.path, request.texts, options);
    result.config = std::move(checked.config);
    result.issues = std::move(checked.issues);
    return result;
}

CheckWorker::CheckWorker(std::function<void(CheckResult)> done)
    : m_done(std::move(done))
    , m_thread([this] { run(); })
{}

CheckWorker::~CheckWorker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void CheckWorker::post(CheckRequest request)
{
    {
        const std::lock_guard lock(m_mutex);
        m_next = std::move(request);
    }
    m_wake.notify_one();
}

void CheckWorker::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_ending || m_next; });
        if (m_ending)
            return;
        const CheckRequest request = std::move(*m_next);
        m_next.reset();
        lock.unlock();
        m_done(checkTexts(request));
        lock.lock();
    }
}

} // namespace spillway::ui
