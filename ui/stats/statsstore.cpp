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

/// How the figures of a minute lie in its seconds, and in which of them they can lie at all because nobody watched.
struct Shape
{
    std::array<double, 60> weights{};
    std::array<bool, 60> open{};
    double knownMs = 0; ///< of the minute, beside the open seconds

    [[nodiscard]] int openSeconds() const
    {
        return static_cast<int>(std::count(open.begin(), open.end(), true));
    }
};

/// Figures lie where the store saw them; of minutes without seconds, evenly in the time that nobody watched.
template <typename Cell>
void spreadShaped(Rings<Cell> &rings, std::int64_t minute, const Cell &cell, const Shape &shape)
{
    double all = 0;
    for (std::size_t i = 0; i < shape.weights.size(); ++i)
        all += shape.open[i] ? shape.weights[i] : 0;
    const int open = shape.openSeconds();
    if (open == 0) {
        rings.spreadMinute(minute * kMinuteMs, cell);
        return;
    }
    for (std::size_t i = 0; i < shape.weights.size(); ++i) {
        if (!shape.open[i] || (all > 0 && shape.weights[i] <= 0))
            continue;
        Cell part;
        part.add(cell, all > 0 ? shape.weights[i] / all : 1.0 / open);
        const std::int64_t fromMs = minute * kMinuteMs + static_cast<std::int64_t>(i) * 1000;
        rings.spread(fromMs, fromMs + 1000, part);
    }
}

struct NodeFigures
{
    Rings<NodeCell> rings;
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
    Rings<NodeCell> stored;  ///< attempts at nodes, of times whose calls are not known
    MinuteBits knownMinutes; ///< as NodeFigures::countedMinutes, of the whole
    MinuteBits callMinutes;  ///< the same, of calls
    std::map<QString, NodeFigures> nodes;
    QStringList order;
    Snapshot last;
    bool hasLast = false;
    std::int64_t storedUntilMs = 0; ///< end of the newest minute from the store
    bool anyCalls = false;

    NodeFigures &figuresOf(const QString &name);
    void addNode(const NodeHistory &history, const std::map<std::int64_t, Shape> &shapes);
    void addMinute(const QString &name,
                   std::int64_t minute,
                   const NodeCell &cell,
                   bool wasSeen,
                   const Shape *shape);
    void addCalls(const History &history, const std::map<std::int64_t, Shape> &shapes);
    void addKnownTime(std::int64_t minute, double TotalCell::*kind, const Shape *shape);
    [[nodiscard]] std::map<std::int64_t, Shape> shapesOf(const History &history) const;
    void markLive(std::int64_t fromMs, std::int64_t toMs);
    void setBack(std::int64_t nowMs);
    [[nodiscard]] double
    creditsSince(const QString &name, std::int64_t fromMs, std::int64_t nowMs) const;
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

/// Of the latest minutes, which are drawn by seconds.
std::map<std::int64_t, Shape> StatsStore::Private::shapesOf(const History &history) const
{
    constexpr std::int64_t kShaped = 4; // all of them within the ring of seconds
    std::int64_t newest = hasLast ? last.wallMs / kMinuteMs : 0;
    std::int64_t lastSecond = 0;
    for (const NodeHistory &node : history.nodes) {
        if (!node.minutes.empty())
            newest = std::max(newest, node.minutes.back().minute);
        if (!node.seconds.empty())
            lastSecond = std::max(lastSecond, node.seconds.back().second);
    }
    std::map<std::int64_t, Shape> shapes;
    for (std::int64_t minute = newest - kShaped; minute <= newest; ++minute) {
        // What has not come yet is not known.
        std::int64_t untilMs = (minute + 1) * kMinuteMs;
        if (hasLast)
            untilMs = std::min<std::int64_t>(untilMs, last.wallMs);
        else if (minute == lastSecond / 60)
            untilMs = (lastSecond + 1) * 1000;
        Shape &shape = shapes[minute];
        if (const TotalCell *cell = total.minutes.find(minute))
            shape.knownMs = cell->knownMs();
        for (std::size_t i = 0; i < shape.open.size(); ++i) {
            const std::int64_t second = minute * 60 + static_cast<std::int64_t>(i);
            const TotalCell *cell = total.seconds.find(second);
            shape.open[i] = second * 1000 < untilMs && (cell == nullptr || cell->knownMs() < 500);
        }
    }
    return shapes;
}

void StatsStore::Private::addNode(const NodeHistory &history,
                                  const std::map<std::int64_t, Shape> &shapes)
{
    const QString name = QString::fromStdString(history.node);
    const auto &seen = figuresOf(name).rings.minutes;
    const NodeSnapshot *watched = hasLast ? figures::nodeNamed(last, history.node) : nullptr;
    for (const auto &[minute, cell] : figures::unseen(history, watched, seen)) {
        const auto known = shapes.find(minute);
        if (known == shapes.end()) {
            addMinute(name, minute, cell, seen.find(minute) != nullptr, nullptr);
            continue;
        }
        Shape shape = known->second;
        shape.weights.fill(0);
        for (const NodeSecond &second : history.seconds) {
            if (second.second / 60 == minute)
                shape.weights[static_cast<std::size_t>(second.second % 60)] +=
                    static_cast<double>(std::max(second.requests, second.credits));
        }
        addMinute(name, minute, cell, seen.find(minute) != nullptr, &shape);
    }
}

/// A minute that was watched in part is known in whole now.
void StatsStore::Private::addKnownTime(std::int64_t minute,
                                       double TotalCell::*kind,
                                       const Shape *shape)
{
    const std::uint64_t bit = std::uint64_t{1} << (minute % 60);
    double missing = static_cast<double>(kMinuteMs);
    if (shape != nullptr)
        missing = shape->knownMs + shape->openSeconds() * 1000.0;
    if (const TotalCell *watched = total.minutes.find(minute))
        missing -= watched->knownMs();
    else if (knownMinutes[minute / 60] & bit)
        missing = 0; // one beyond the ring of minutes counts once
    if (missing > 1) {
        TotalCell known;
        known.*kind = missing;
        if (shape == nullptr) {
            total.spreadMinute(minute * kMinuteMs, known);
        } else {
            Shape even = *shape;
            even.weights.fill(0);
            spreadShaped(total, minute, known, even);
        }
    }
    knownMinutes[minute / 60] |= bit;
    // The last moment inside it, so that its bucket is the newest one of every window.
    storedUntilMs = std::max(storedUntilMs, (minute + 1) * kMinuteMs - 1);
}

void StatsStore::Private::addMinute(const QString &name,
                                    std::int64_t minute,
                                    const NodeCell &cell,
                                    bool wasSeen,
                                    const Shape *shape)
{
    NodeFigures &figures = figuresOf(name);
    const std::uint64_t bit = std::uint64_t{1} << (minute % 60);
    if (!wasSeen && (figures.countedMinutes[minute / 60] & bit))
        return;
    figures.countedMinutes[minute / 60] |= bit;
    anyCalls = anyCalls || cell.attempts > 0;
    figures.lastUseMs = std::max(figures.lastUseMs, minute * kMinuteMs);
    const auto spread = [&](Rings<NodeCell> &rings) {
        if (shape != nullptr)
            spreadShaped(rings, minute, cell, *shape);
        else
            rings.spreadMinute(minute * kMinuteMs, cell);
    };
    spread(figures.rings);
    if ((callMinutes[minute / 60] & bit) == 0)
        spread(stored);
    addKnownTime(minute, &TotalCell::historyMs, shape);
}

void StatsStore::Private::addCalls(const History &history,
                                   const std::map<std::int64_t, Shape> &shapes)
{
    for (const auto &[minute, cell] :
         figures::unseen(history, hasLast ? &last : nullptr, total.minutes)) {
        const std::uint64_t bit = std::uint64_t{1} << (minute % 60);
        const bool wasSeen = total.minutes.find(minute) != nullptr;
        if (!wasSeen && (callMinutes[minute / 60] & bit))
            continue;
        callMinutes[minute / 60] |= bit;
        anyCalls = true;
        const auto known = shapes.find(minute);
        if (known == shapes.end()) {
            total.spreadMinute(minute * kMinuteMs, cell);
            addKnownTime(minute, &TotalCell::liveMs, nullptr);
            continue;
        }
        // Clients' calls go as the nodes' attempts go.
        Shape shape = known->second;
        for (const NodeHistory &node : history.nodes) {
            for (const NodeSecond &second : node.seconds) {
                if (second.second / 60 == minute)
                    shape.weights[static_cast<std::size_t>(second.second % 60)] +=
                        static_cast<double>(second.requests);
            }
        }
        spreadShaped(total, minute, cell, shape);
        addKnownTime(minute, &TotalCell::liveMs, &known->second);
    }
}

void StatsStore::Private::markLive(std::int64_t fromMs, std::int64_t toMs)
{
    mark(knownMinutes, fromMs, toMs);
    mark(callMinutes, fromMs, toMs);
    for (auto &[name, figures] : nodes)
        mark(figures.countedMinutes, fromMs, toMs);
}

void StatsStore::Private::setBack(std::int64_t nowMs)
{
    total.setBack(nowMs);
    stored.setBack(nowMs);
    for (auto &[name, figures] : nodes)
        figures.rings.setBack(nowMs);
    storedUntilMs = std::min(storedUntilMs, nowMs);
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
    if (d->hasLast && snapshot.wallMs < d->last.wallMs)
        d->setBack(snapshot.wallMs);
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
    d->order = order;
    d->last = snapshot;
    d->hasLast = true;
    Q_EMIT changed();
}

void StatsStore::addHistory(const History &history)
{
    const std::map<std::int64_t, Shape> shapes = d->shapesOf(history);
    d->addCalls(history, shapes);
    for (const NodeHistory &node : history.nodes)
        d->addNode(node, shapes);
    Q_EMIT changed();
}

void StatsStore::rename(const QString &from, const QString &to)
{
    if (from == to)
        return;
    auto moved = d->nodes.extract(from);
    if (moved.empty())
        return;
    const auto place = d->order.indexOf(from);
    const auto known = d->nodes.find(to);
    if (known == d->nodes.end()) {
        moved.key() = to;
        d->nodes.insert(std::move(moved));
        d->order[place] = to;
    } else {
        NodeFigures &figures = known->second;
        figures.rings.add(moved.mapped().rings);
        for (const auto &[hour, minutes] : moved.mapped().countedMinutes)
            figures.countedMinutes[hour] |= minutes;
        figures.lastUseMs = std::max(figures.lastUseMs, moved.mapped().lastUseMs);
        d->order.removeAt(place);
    }
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
        const double knownMs = gathered(ringOf(d->total, window), index, grain.cells).knownMs();
        bucket.known = knownMs > 0;
        if (!bucket.known || found == d->nodes.end())
            continue;
        const NodeCell cell = gathered(ringOf(found->second.rings, window), index, grain.cells);
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
        const TotalCell cell = gathered(ringOf(d->total, window), index, grain.cells);
        bucket.known = cell.knownMs() > 0;
        bucket.watched = cell.liveMs > 0;
        if (!bucket.known)
            continue;
        const NodeCell stored = gathered(ringOf(d->stored, window), index, grain.cells);
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
        if (const NodeCell *attempts = d->stored.seconds.find(second))
            unwatched.add(*attempts, 1);
        const TotalCell *cell = d->total.seconds.find(second);
        if (cell == nullptr)
            continue;
        window.add(*cell, 1);
        if (second > (nowMs - kRateMs) / 1000)
            lately.add(*cell, 1);
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
