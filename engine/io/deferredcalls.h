// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <vector>

namespace spillway {

/// Calls objects of this thread in the next turn of the event loop, with one posted event for all of them.
class DeferredCalls : public QObject
{
    Q_OBJECT

public:
    /// An object that can be called. Destroying it cancels the call.
    class Target
    {
    public:
        Target() = default;
        virtual ~Target();
        Target(const Target &) = delete;
        Target &operator=(const Target &) = delete;

        virtual void deferredCall() = 0;

    private:
        friend class DeferredCalls;
        DeferredCalls *m_queue = nullptr;
    };

    using QObject::QObject;
    ~DeferredCalls() override;

    /// Once per turn, however often it is asked for.
    void post(Target &target);

protected:
    bool event(QEvent *event) override;

private:
    void cancel(Target &target);

    std::vector<Target *> m_waiting;
    std::vector<Target *> m_running;
};

} // namespace spillway
