// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spillway/snapshot.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace spillway::ui {

/// Something worth a sentence that goes on for a while. What repeats within a minute is one episode.
struct Episode
{
    enum class Kind {
        Started,      ///< the proxy began to run
        RateLimited,  ///< the node's own limit is reached, requests go elsewhere
        Refused,      ///< the provider says "too many requests": the node cools down
        Penalised,    ///< failures: the node rests
        KeyRejected,  ///< set aside, the provider does not take the key
        SetAside,     ///< set aside for another reason (plan used up)
        QuotaReached, ///< the stop is reached, until the period ends
        QuotaHigh,    ///< 80 % of the stop
        Saturated,    ///< all its places in use
        Behind,       ///< its newest block is too old
        Syncing,      ///< it catches up with its chain
        WrongChain,   ///< it is on another chain than configured
        AllDown,      ///< no node of a chain can serve
        Overloaded    ///< calls were turned away by the proxy
    };

    std::uint64_t id = 0;
    Kind kind = Kind::Started;
    QString node; ///< empty where it is about a chain or the proxy
    QString chain;
    std::int64_t startedMs = 0;
    std::int64_t endedMs = 0;                    ///< 0: goes on
    int times = 1;                               ///< how often it came back
    NodeCondition condition = NodeCondition::Up; ///< that the reason is about; Up: of no node's
    QString reason;                              ///< engine's or provider's words
    std::uint64_t reasonFound = 0;               ///< figures of the reason, as of NodeSnapshot
    std::uint64_t reasonWanted = 0;
    std::int64_t untilMs = 0; ///< known end of a rest; 0: not known
    QString until;            ///< ISO date of the reset, of QuotaReached
    QString other;            ///< node that took most of what went elsewhere; empty: none
    double otherShare = 0;    ///< its share of the chain's answers meanwhile, 0..1
    double share = 0;         ///< of QuotaHigh: used / threshold

    [[nodiscard]] bool isOver() const { return endedMs != 0; }
};

/// Watches snapshots for episodes. Bounded: the newest 50. Time comes in with the snapshots. GUI thread.
class EpisodeDetector final : public QObject
{
    Q_OBJECT

public:
    explicit EpisodeDetector(QObject *parent = nullptr);

    void add(const Snapshot &snapshot);
    void clear();

    /// Newest first.
    [[nodiscard]] const std::deque<Episode> &episodes() const { return m_episodes; }

Q_SIGNALS:
    void began(const spillway::ui::Episode &episode);
    void changed(); ///< any of them; at most once a snapshot

private:
    struct Running
    {
        std::uint64_t id = 0;
        std::int64_t lastSeenMs = 0;
        /// Answers by node when it began, to say who took over.
        std::map<QString, std::uint64_t> servedBefore;
    };

    using Key = std::pair<Episode::Kind, QString>;

    void checkNode(const NodeSnapshot &node, const NodeSnapshot *before);
    void checkChain(const ChainSnapshot &chain);
    void checkOverload();
    void see(Episode::Kind kind, const QString &subject, const Episode &facts);
    void endSilent();
    [[nodiscard]] Episode *find(std::uint64_t id);
    void updateShares(Episode *episode, const Running &running) const;

    std::deque<Episode> m_episodes;
    std::map<Key, Running> m_running;
    Snapshot m_now;
    Snapshot m_before;
    bool m_hasBefore = false;
    bool m_changed = false;
    std::uint64_t m_nextId = 1;
};

} // namespace spillway::ui
