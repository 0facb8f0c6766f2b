// SPDX-License-Identifier: MIT
#include "controlseat.h"

#include <QTimer>

#include <utility>

namespace spillway {

ControlSeat::ControlSeat(std::shared_ptr<EngineViews> views, Control::Report report)
    : m_views(std::move(views))
    , m_report(std::move(report))
{
    makeControl();
}

ControlSeat::~ControlSeat() = default;

void ControlSeat::makeControl()
{
    auto control = std::make_unique<Control>(SystemClock::instance(), m_views, m_report);
    if (m_control)
        control->follow(*m_control);
    m_control = std::move(control); // with the old one its books are closed
    // From the event loop: the control is still at work when it tells.
    m_control->onOver = [this] { QTimer::singleShot(0, this, [this] { runOver(); }); };
}

void ControlSeat::take(Command command)
{
    if (m_holding)
        m_held.push_back(std::move(command));
    else
        command(*this);
}

void ControlSeat::start(const std::shared_ptr<const Config> &config, const EngineOptions &options)
{
    switch (m_control->phase()) {
    case Control::Phase::Running:
        m_report({EngineEvent::Kind::StartFailed,
                  "the engine is running already; applyConfig() gives it another config, stop() "
                  "comes before another start",
                  {},
                  {}});
        return;
    case Control::Phase::Stopping:
        m_holding = true;
        m_held.push_back([config, options](ControlSeat &seat) { seat.start(config, options); });
        return;
    case Control::Phase::Over:
        makeControl();
        break;
    case Control::Phase::Fresh:
        break;
    }
    m_control->start(config, options);
}

void ControlSeat::runOver()
{
    m_holding = false;
    for (Command &command : std::exchange(m_held, {}))
        take(std::move(command));
}

} // namespace spillway
