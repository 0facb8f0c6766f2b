// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <list>
#include <memory>

namespace spillway {

/// The waits for answers of a keyring, which may ask its user something first and then answers when that is done, or never. Lives in
/// one thread; each wait ends exactly once, unless this object goes before.
class KeyWaits : public QObject
{
    Q_OBJECT

public:
    enum class End { Answered, TimedOut, Cancelled };
    using Done = std::function<void(End)>;

    explicit KeyWaits(QObject *parent = nullptr);

    /// A user's waits show after `showAfter`, because a keyring that asks nobody answers before.
    void setShowAfter(std::chrono::milliseconds showAfter) { m_showAfter = showAfter; }

    /// Starts a wait. To be called with the answer: what is returned, with whether it was a good one.
    [[nodiscard]] std::function<void(bool good)>
    begin(std::chrono::milliseconds patience, bool isUsers, Done done);

    [[nodiscard]] bool isWaiting() const; ///< a user's wait shows
    void cancel();                        ///< ends all waits that a user may end

Q_SIGNALS:
    void waitingChanged();
    void answeredLate(); ///< a good answer to a wait that had ended without one

private:
    struct Wait
    {
        QTimer patience;
        QTimer show;
        bool isUsers = false;
        bool isShown = false;
        Done done; ///< empty once it has ended
    };

    void end(const std::shared_ptr<Wait> &wait, End how);

    std::chrono::milliseconds m_showAfter{1000};
    std::list<std::shared_ptr<Wait>> m_open;
};

} // namespace spillway
