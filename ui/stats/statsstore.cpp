// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/statsstore.h"

#include "stats/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace spillway::ui {

using figures::NodeCell;
using figures::Rings;
using figures::TotalCell;

namespace {

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kHoursKept = 816;
constexpr std::size_t kMostNodes = 256; ///< former ones go first
constexpr std::int64_t kFreshRunMs = 30'000;
constexpr std::int64_t kHeadlineMs = 300'000;
constexpr std::int64_t kRateMs = 5000;

using MinuteBits = std::map<std::int64_t, std::uint64_t>;

/// Sets the bits of [fromMs, toMs) and forgets hours that are older than what is kept.
void mark(MinuteBits &bits, std::int64_t fromMs, std::int64_t toMs)
{
    for (std::int64_t minute = fromMs / kMinuteMs; minute <= (toMs - 1) / kMinuteMs; ++minute)
        bits[minute / 60] |= std::uint64_t{1} << (minute % 60);
    bits.erase(bits.begin(), bits.lower_bound(toMs / kHourMs - kHoursKept));
}

/// The store knows minutes only. Where nobody watched they stand for their seconds, evenly.
template <typename Cell>
struct StoredSeconds : figures::Ring<Cell>
{
    StoredSeconds()
        : figures::Ring<Cell>(1000, 302)
    {}

    void spreadMinute(std::int64_t fromMs, const Cell &cell)
    {
        this->spread(fromMs, fromMs + kMinuteMs, cell);
    }
};

struct NodeFigures
{
    Rings<NodeCell> rings;
    StoredSeconds<NodeCell> storedSeconds;
    /// Minutes already counted, a bit each, by hour: tells what the store says twice, beyond the ring of minutes.
    MinuteBits countedMinutes;
    std::int64_t lastUseMs = 0;
};

/// Which ring, and how many of its cells make one bucket of a window.
struct Grain
{
    int seconds; ///< of a bucket
    int count;   ///< buckets
    int cells;   ///< of the ring, for one bucket
};

constexpr Grain grainOf(Window window)
{
    switch (window) {
    case Window::FiveMinutes:
        return {1, 300, 1};
    case Window::Hour:
        return {12, 300, 1};
    case Window::Day:
        return {300, 288, 5};
    case Window::Period:
        return {10'800, 248, 3};
    }
    return {1, 300, 1};
}

template <typename Cell>
const figures::Ring<Cell> &ringOf(const Rings<Cell> &rings, Window window)
{
    switch (window) {
    case Window::FiveMinutes:
        return rings.seconds;
    case Window::Hour:
        return rings.twelves;
    case Window::Day:
        return rings.minutes;
    case Window::Period:
        break;
    }
    return rings.hours;
}

template <typename Cell>
Cell gathered(const figures::Ring<Cell> &ring, std::int64_t bucket, int cells)
{
    Cell sum;
    for (int i = 0; i < cells; ++i) {
        if (const Cell *cell = ring.find(bucket * cells + i))
            sum.add(*cell, 1);
    }
    return sum;
}

double outcome(const TotalCell &cell, RequestOutcome outcome)
{
    return cell.outcomes[static_cast<std::size_t>(outcome)];
}

double answered(const TotalCell &cell)
{
    return outcome(cell, RequestOutcome::Forwarded) + outcome(cell, RequestOutcome::Local);
}

double limited(const TotalCell &cell)
{
    return outcome(cell, RequestOutcome::ClientLimited) + outcome(cell, RequestOutcome::Overloaded);
}

double failed(const TotalCell &cell)
{
    return outcome(cell, RequestOutcome::BadGateway) + outcome(cell, RequestOutcome::Unavailable)
           + outcome(cell, RequestOutcome::Timeout);
}

double refused(const TotalCell &cell)
{
    return outcome(cell, RequestOutcome::BadRequest) + outcome(cell, RequestOutcome::Blocked)
           + outcome(cell, RequestOutcome::Unauthorized) + outcome(cell, RequestOutcome::Forbidden);
}

double all(const TotalCell &cell)
{
    double sum = 0;
    for (const double count : cell.outcomes)
        sum += count;
    return sum;
}

std::int64_t startOfUtcDay(std::int64_t ms)
{
    return ms - ms % kDayMs;
}

} // namespace

class StatsStore::Private
{
public:
    Rings<TotalCell> total;
    /// Attempts at nodes by minute, of times that nobody watched.
    Rings<NodeCell> stored;
    StoredSeconds<NodeCell> storedSeconds;
    StoredSeconds<TotalCell> storedKnown;
    MinuteBits knownMinutes; ///< as NodeFigures::countedMinutes, of the whole
    std::map<QString, NodeFigures> nodes;
    QStringList order;
    Snapshot last;
    bool hasLast = false;
    MethodsToday methods;
    std::int64_t storedUntilMs = 0; ///< end of the newest minute from the store
    bool anyCalls = false;

    NodeFigures &figuresOf(const QString &name);
    void addNode(const NodeHistory &history);
    void addMinute(const QString &name, std::int64_t minute, NodeCell cell, bool wasSeen);
    void markLive(std::int64_t fromMs, std::int64_t toMs);
    [[nodiscard]] double
    creditsSince(const QString &name, std::int64_t fromMs, std::int64_t nowMs) const;

    /// What is known of a bucket, and whether that comes from the store's minutes in place of seconds.
    [[nodiscard]] TotalCell known(Window window, std::int64_t bucket, bool *bySeconds) const
    {
        const TotalCell cell = gathered(ringOf(total, window), bucket, grainOf(window).cells);
        const TotalCell *minute = window == Window::FiveMinutes && cell.knownMs() <= 0
                                      ? storedKnown.find(bucket)
                                      : nullptr;
        *bySeconds = minute != nullptr;
        return minute != nullptr ? *minute : cell;
    }
};

NodeFigures &StatsStore::Private::figuresOf(const QString &name)
{
    const auto found = nodes.find(name);
    if (found != nodes.end())
        return found->second;
    if (nodes.size() >= kMostNodes) {
        const auto oldest =
            std::min_element(nodes.begin(), nodes.end(), [](const auto &a, const auto &b) {
                return a.second.lastUseMs < b.second.lastUseMs;
            });
        order.removeAll(oldest->first);
        nodes.erase(oldest);
    }
    order.append(name);
    return nodes[name];
}

void StatsStore::Private::addNode(const NodeHistory &history)
{
    const QString name = QString::fromStdString(history.node);
    const auto &seen = figuresOf(name).rings.minutes;
    const NodeSnapshot *watched = hasLast ? figures::nodeNamed(last, history.node) : nullptr;
    for (const auto &[minute, cell] : figures::unseen(history, watched, seen))
        addMinute(name, minute, cell, seen.find(minute) != nullptr);
}

void StatsStore::Private::addMinute(const QString &name,
                                    std::int64_t minute,
                                    NodeCell cell,
                                    bool wasSeen)
{
    NodeFigures &figures = figuresOf(name);
    const std::int64_t fromMs = minute * kMinuteMs;
    const std::int64_t hour = minute / 60;
    const std::uint64_t bit = std::uint64_t{1} << (minute % 60);
    if (!wasSeen && (figures.countedMinutes[hour] & bit))
        return;
    figures.countedMinutes[hour] |= bit;
    anyCalls = anyCalls || cell.attempts > 0;
    figures.rings.spreadMinute(fromMs, cell);
    figures.storedSeconds.spreadMinute(fromMs, cell);
    figures.lastUseMs = std::max(figures.lastUseMs, fromMs);

    // A minute that was watched in part is known in whole now; one beyond the ring of minutes counts once.
    double missing = static_cast<double>(kMinuteMs);
    if (const TotalCell *watched = total.minutes.find(minute))
        missing -= watched->knownMs();
    else if (knownMinutes[hour] & bit)
        missing = 0;
    if (missing > 1) {
        TotalCell known;
        known.historyMs = missing;
        total.spreadMinute(fromMs, known);
        storedKnown.spreadMinute(fromMs, known);
    }
    knownMinutes[hour] |= bit;
    stored.spreadMinute(fromMs, cell);
    storedSeconds.spreadMinute(fromMs, cell);
    // The last moment inside it, so that its bucket is the newest one of every window.
    storedUntilMs = std::max(storedUntilMs, fromMs + kMinuteMs - 1);
}

void StatsStore::Private::markLive(std::int64_t fromMs, std::int64_t toMs)
{
    mark(knownMinutes, fromMs, toMs);
    for (auto &[name, figures] : nodes)
        mark(figures.countedMinutes, fromMs, toMs);
}

double StatsStore::Private::creditsSince(const QString &name,
                                         std::int64_t fromMs,
                                         std::int64_t nowMs) const
{
    const auto found = nodes.find(name);
    if (found == nodes.end())
        return 0;
    double sum = 0;
    for (std::int64_t minute = fromMs / kMinuteMs; minute <= nowMs / kMinuteMs; ++minute) {
        if (const NodeCell *cell = found->second.rings.minutes.find(minute))
            sum += cell->credits;
    }
    return std::max(0.0, sum);
}

StatsStore::StatsStore(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{}

StatsStore::~StatsStore() = default;

void StatsStore::add(const Snapshot &snapshot)
{
    if (d->hasLast && snapshot.steadyMs == d->last.steadyMs && snapshot.wallMs == d->last.wallMs)
        return;
    const bool newRun =
        !d->hasLast || snapshot.uptimeMs < d->last.uptimeMs || snapshot.steadyMs < d->last.steadyMs;
    const Snapshot *before = newRun ? nullptr : &d->last;
    // A run that began just now is counted from its start; one that was joined later, from here on.
    const std::int64_t coveredMs =
        std::min(before ? snapshot.steadyMs - before->steadyMs : snapshot.uptimeMs, kDayMs);
    const bool countable = before || snapshot.uptimeMs <= kFreshRunMs;

    QStringList order;
    for (const NodeSnapshot &node : snapshot.nodes)
        order.append(QString::fromStdString(node.name));
    for (const QString &former : std::as_const(d->order)) {
        if (!order.contains(former))
            order.append(former);
    }

    if (countable && coveredMs >= 0) {
        const std::int64_t toMs = snapshot.wallMs;
        const std::int64_t fromMs = toMs - coveredMs;
        for (const NodeSnapshot &node : snapshot.nodes) {
            NodeFigures &figures = d->figuresOf(QString::fromStdString(node.name));
            const NodeSnapshot *was = before ? figures::nodeNamed(*before, node.name) : nullptr;
            figures.rings.spread(fromMs, toMs, figures::difference(was, node));
            figures.lastUseMs = toMs;
        }
        TotalCell cell = figures::difference(before, snapshot);
        cell.liveMs = static_cast<double>(coveredMs);
        d->total.spread(fromMs, toMs, cell);
        d->markLive(fromMs, toMs);
    }
    d->anyCalls = d->anyCalls
                  || std::any_of(snapshot.requests.begin(),
                                 snapshot.requests.end(),
                                 [](std::uint64_t count) { return count > 0; });
    d->methods.add(snapshot, newRun);
    d->order = order;
    d->last = snapshot;
    d->hasLast = true;
    Q_EMIT changed();
}

void StatsStore::addHistory(const std::vector<NodeHistory> &history)
{
    for (const NodeHistory &node : history)
        d->addNode(node);
    Q_EMIT changed();
}

void StatsStore::clear()
{
    d = std::make_unique<Private>();
    Q_EMIT changed();
}

qint64 StatsStore::lastMs() const
{
    return d->hasLast ? d->last.wallMs : d->storedUntilMs;
}

bool StatsStore::hasCalls() const
{
    return d->anyCalls;
}

int StatsStore::bucketSeconds(Window window)
{
    return grainOf(window).seconds;
}

int StatsStore::bucketCount(Window window)
{
    return grainOf(window).count;
}

std::vector<NodeBucket> StatsStore::node(const QString &name, Window window, qint64 nowMs) const
{
    const Grain grain = grainOf(window);
    std::vector<NodeBucket> buckets(static_cast<std::size_t>(grain.count));
    const auto found = d->nodes.find(name);
    const std::int64_t newest = nowMs / (std::int64_t{1000} * grain.seconds);
    for (int i = 0; i < grain.count; ++i) {
        NodeBucket &bucket = buckets[static_cast<std::size_t>(i)];
        const std::int64_t index = newest - grain.count + 1 + i;
        bool bySeconds = false;
        const double knownMs = d->known(window, index, &bySeconds).knownMs();
        bucket.known = knownMs > 0;
        if (!bucket.known || found == d->nodes.end())
            continue;
        const NodeFigures &figures = found->second;
        const NodeCell cell = gathered(
            bySeconds ? figures.storedSeconds : ringOf(figures.rings, window), index, grain.cells);
        bucket.requests = cell.attempts * 1000 / knownMs;
        bucket.failures = cell.failures * 1000 / knownMs;
        bucket.credits = std::max(0.0, cell.credits);
        if (cell.latencyCount > 0)
            bucket.latencyMs = cell.latencySum / cell.latencyCount;
        bucket.penalized = cell.penalized;
    }
    return buckets;
}

std::vector<TotalBucket> StatsStore::total(Window window, qint64 nowMs) const
{
    const Grain grain = grainOf(window);
    std::vector<TotalBucket> buckets(static_cast<std::size_t>(grain.count));
    const std::int64_t newest = nowMs / (std::int64_t{1000} * grain.seconds);
    for (int i = 0; i < grain.count; ++i) {
        TotalBucket &bucket = buckets[static_cast<std::size_t>(i)];
        const std::int64_t index = newest - grain.count + 1 + i;
        bool bySeconds = false;
        const TotalCell cell = d->known(window, index, &bySeconds);
        bucket.known = cell.knownMs() > 0;
        bucket.watched = cell.liveMs > 0;
        if (!bucket.known)
            continue;
        const NodeCell stored =
            gathered(bySeconds ? d->storedSeconds : ringOf(d->stored, window), index, grain.cells);
        bucket.requests = (all(cell) + stored.attempts) * 1000 / cell.knownMs();
        if (!bucket.watched)
            continue;
        const double perSecond = 1000 / cell.liveMs;
        bucket.ok = outcome(cell, RequestOutcome::Forwarded) * perSecond;
        bucket.local = outcome(cell, RequestOutcome::Local) * perSecond;
        bucket.refused = refused(cell) * perSecond;
        bucket.limited = limited(cell) * perSecond;
        bucket.failed = failed(cell) * perSecond;
        bucket.abandoned = outcome(cell, RequestOutcome::Abandoned) * perSecond;
        bucket.retried = cell.failedAttempts * perSecond;
        bucket.p50Ms = figures::percentileMs(cell.latency, 0.5);
        bucket.p95Ms = figures::percentileMs(cell.latency, 0.95);
    }
    return buckets;
}

QStringList StatsStore::nodes() const
{
    return d->order;
}

StatsStore::Headline StatsStore::headline(qint64 nowMs) const
{
    Headline headline;
    TotalCell lately;
    TotalCell window;
    NodeCell unwatched;
    for (std::int64_t second = (nowMs - kHeadlineMs) / 1000 + 1; second <= nowMs / 1000; ++second) {
        bool stored = false;
        const TotalCell cell = d->known(Window::FiveMinutes, second, &stored);
        if (stored) {
            if (const NodeCell *attempts = d->storedSeconds.find(second))
                unwatched.add(*attempts, 1);
            continue;
        }
        window.add(cell, 1);
        if (second > (nowMs - kRateMs) / 1000)
            lately.add(cell, 1);
    }
    if (lately.liveMs > 0)
        headline.requestsPerSecond = all(lately) * 1000 / lately.liveMs;
    headline.p50Ms = figures::percentileMs(window.latency, 0.5);
    headline.p95Ms = figures::percentileMs(window.latency, 0.95);
    if (unwatched.latencyCount > 0)
        headline.storedLatencyMs = unwatched.latencySum / unwatched.latencyCount;
    const double good = answered(window) + std::max(0.0, unwatched.attempts - unwatched.failures);
    headline.lostInWindow = limited(window) + failed(window) + unwatched.failures;
    headline.callsInWindow = all(window);
    const double counted = good + headline.lostInWindow;
    // Of the store's minutes a few seconds may be all that this window still sees.
    if (counted > 0.5 || unwatched.attempts > 0)
        headline.successShare = good / counted;
    for (const auto &[name, figures] : d->nodes)
        headline.creditsToday += creditsToday(name, nowMs);
    return headline;
}

std::uint64_t StatsStore::creditsToday(const QString &node, qint64 nowMs) const
{
    return static_cast<std::uint64_t>(
        std::llround(d->creditsSince(node, startOfUtcDay(nowMs), nowMs)));
}

QHash<QString, MethodUse> StatsStore::methodsToday(const QStringList &nodes) const
{
    return d->methods.of(nodes);
}

std::vector<std::pair<qint64, std::uint64_t>>
StatsStore::creditsByHour(const QString &node, qint64 fromMs, qint64 nowMs) const
{
    std::vector<std::pair<qint64, std::uint64_t>> hours;
    const auto found = d->nodes.find(node);
    if (found == d->nodes.end())
        return hours;
    for (std::int64_t hour = fromMs / kHourMs; hour <= nowMs / kHourMs; ++hour) {
        const TotalCell *known = d->total.hours.find(hour);
        if (!known || known->knownMs() <= 0)
            continue;
        const NodeCell *cell = found->second.rings.hours.find(hour);
        const double credits = cell ? std::max(0.0, cell->credits) : 0;
        hours.emplace_back(hour * kHourMs, static_cast<std::uint64_t>(std::llround(credits)));
    }
    return hours;
}

} // namespace spillway::ui
