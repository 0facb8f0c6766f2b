// SPDX-License-Identifier: MIT
#pragma once

#include "control.h"
#include "core/mailbox.h"

#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace spillway {

/// The callback of one command, which is told exactly once: by whoever answers, or, when the last one who could have answered lets go of
/// it, with what was said beforehand. So nothing that an engine was asked stays open when it stops, wherever it was at that time.
template <typename... Args>
class Ending
{
public:
    using Done = std::function<void(Args...)>;

    /// `events` takes an ending that nobody told to the facade's thread; it may be dropped in any.
    Ending(std::shared_ptr<Mailbox<EngineEvent>> events, Done done, Args... otherwise)
        : m_events(std::move(events))
        , m_done(std::move(done))
        , m_otherwise(std::move(otherwise)...)
    {}

    ~Ending()
    {
        if (!m_done)
            return;
        EngineEvent event{EngineEvent::Kind::Answer, {}, {}, {}};
        event.run = [done = std::move(m_done), otherwise = std::move(m_otherwise)] {
            std::apply(done, otherwise);
        };
        m_events->post(std::move(event));
    }

    Ending(const Ending &) = delete;
    Ending &operator=(const Ending &) = delete;

    /// In the facade's thread.
    void tell(Args... args)
    {
        if (const Done done = std::exchange(m_done, Done()))
            done(std::move(args)...);
    }

private:
    std::shared_ptr<Mailbox<EngineEvent>> m_events;
    Done m_done;
    std::tuple<Args...> m_otherwise;
};

/// `done` as an Ending, in the form that commands take.
template <typename... Args>
std::function<void(Args...)> toldOnce(const std::shared_ptr<Mailbox<EngineEvent>> &events,
                                      std::function<void(Args...)> done,
                                      std::type_identity_t<Args>... otherwise)
{
    const auto ending =
        std::make_shared<Ending<Args...>>(events, std::move(done), std::move(otherwise)...);
    return [ending](Args... args) { ending->tell(std::move(args)...); };
}

} // namespace spillway
