// SPDX-License-Identifier: MIT
#include "keywaits.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace spillway {

KeyWaits::KeyWaits(QObject *parent)
    : QObject(parent)
{}

std::function<void(bool good)>
KeyWaits::begin(std::chrono::milliseconds patience, bool isUsers, Done done)
{
    auto wait = std::make_shared<Wait>();
    wait->isUsers = isUsers;
    wait->done = std::move(done);
    wait->patience.setSingleShot(true);
    wait->show.setSingleShot(true);
    const std::weak_ptr<Wait> weak(wait);
    connect(&wait->patience, &QTimer::timeout, this, [this, weak] {
        if (const auto open = weak.lock())
            end(open, End::TimedOut);
    });
    connect(&wait->show, &QTimer::timeout, this, [this, weak] {
        if (const auto open = weak.lock(); open && open->done) {
            open->isShown = true;
            Q_EMIT waitingChanged();
        }
    });
    wait->patience.start(patience);
    if (isUsers)
        wait->show.start(m_showAfter);
    m_open.push_back(wait);
    return [self = QPointer<KeyWaits>(this), wait](bool good) {
        if (!self)
            return;
        if (wait->done)
            self->end(wait, End::Answered);
        else if (good)
            Q_EMIT self->answeredLate();
    };
}

void KeyWaits::end(const std::shared_ptr<Wait> &wait, End how)
{
    const Done done = std::exchange(wait->done, nullptr);
    if (!done)
        return;
    wait->patience.stop();
    wait->show.stop();
    m_open.remove(wait);
    if (std::exchange(wait->isShown, false))
        Q_EMIT waitingChanged();
    done(how);
}

bool KeyWaits::isWaiting() const
{
    return std::any_of(
        m_open.begin(), m_open.end(), [](const auto &wait) { return wait->isShown; });
}

void KeyWaits::cancel()
{
    const std::list<std::shared_ptr<Wait>> open = m_open;
    for (const auto &wait : open) {
        if (wait->isUsers)
            end(wait, End::Cancelled);
    }
}

} // namespace spillway
