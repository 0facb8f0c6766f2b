// SPDX-License-Identifier: MIT
#pragma once

#include "control.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>

namespace spillway {

/// Where the Control sits that serves, in the control thread: one after the other, each for one run from start to stop, so that a restart
/// begins as a first start does. Takes the facade's commands in their order.
class ControlSeat final : public QObject
{
public:
    using Command = std::function<void(ControlSeat &)>;

    ControlSeat(std::shared_ptr<EngineViews> views, Control::Report report);
    ~ControlSeat() override;

    void take(Command command);

    /// A start while the last run is being stopped waits for its end, and what comes after it waits with it.
    void start(const std::shared_ptr<const Config> &config, const EngineOptions &options);

    Control &control() { return *m_control; }

private:
    void makeControl();
    void runOver();

    std::shared_ptr<EngineViews> m_views;
    Control::Report m_report;
    std::unique_ptr<Control> m_control;
    bool m_holding = false;
    std::deque<Command> m_held;
};

} // namespace spillway
