// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/areachart.h"
#include "charts/barchart.h"
#include "charts/linechart.h"
#include "charts/miniburns.h"
#include "monitor/dashboardpage.h"
#include "monitor/quotatext.h"
#include "monitor/tierlanes.h"
#include "session/session.h"
#include "widgets/card.h"
#include "widgets/format.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spillway::ui {

namespace {

constexpr qint64 kQuotaEveryMs = 10'000;
constexpr qsizetype kBars = 30;
constexpr qsizetype kTrendPoints = 60;
constexpr qsizetype kMostMiniBurns = 8;
constexpr double kGoodShare = 0.99;
constexpr double kFairShare = 0.9;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

Tone toneOfShare(double share)
{
    return share >= kGoodShare ? Tone::Neutral : share >= kFairShare ? Tone::Warning : Tone::Bad;
}

Tone toneOfCondition(NodeCondition condition)
{
    switch (condition) {
    case NodeCondition::Penalized:
    case NodeCondition::Cooling:
    case NodeCondition::Saturated:
    case NodeCondition::Lagging:
    case NodeCondition::Syncing:
        return Tone::Warning;
    case NodeCondition::WrongChain:
    case NodeCondition::Parked:
    case NodeCondition::QuotaExhausted:
        return Tone::Bad;
    default:
        return Tone::Muted;
    }
}

QList<double> merged(const std::vector<TotalBucket> &buckets, double TotalBucket::*figure)
{
    QList<double> bars(kBars, 0.0);
    const qsizetype count = static_cast<qsizetype>(buckets.size());
    for (qsizetype i = 0; i < count; ++i)
        bars[i * kBars / count] += buckets[static_cast<std::size_t>(i)].*figure;
    return bars;
}

} // namespace

int DashboardPage::colorOf(const QString &node) const
{
    DashboardPage *self = const_cast<DashboardPage *>(this);
    const auto given = m_colors.constFind(node);
    if (given != m_colors.cend())
        return *given;
    const qsizetype place = self->session().stats().nodes().indexOf(node);
    return static_cast<int>(std::max<qsizetype>(0, place) % AreaChart::kMostLayers);
}

/// No two nodes that the chart names have one colour; who had one keeps it before a newcomer.
void DashboardPage::giveColors(const QStringList &shown)
{
    QStringList order = shown;
    std::stable_partition(order.begin(), order.end(), [this](const QString &node) {
        return m_colors.contains(node);
    });
    QList<int> taken;
    QStringList clashing;
    for (const QString &node : std::as_const(order)) {
        const int color = colorOf(node);
        if (taken.contains(color)) {
            clashing.append(node);
            continue;
        }
        m_colors.insert(node, color);
        taken.append(color);
    }
    for (const QString &node : std::as_const(clashing)) {
        int color = 0;
        while (taken.contains(color))
            ++color;
        m_colors.insert(node, color);
        taken.append(color);
    }
}

int DashboardPage::tierOf(const QString &node) const
{
    DashboardPage *self = const_cast<DashboardPage *>(this);
    for (const NodeSnapshot &each : self->session().nodesWithUsage()) {
        if (each.name == node.toStdString())
            return each.tier;
    }
    return 0;
}

void DashboardPage::refreshFigures()
{
    const qint64 now = nowMs();
    const bool running = session().state() == ProxyState::Running;
    // "Today" and "the last five minutes" go by the clock, also when the charts have ended.
    const StatsStore::Headline headline =
        session().stats().headline(running ? now : QDateTime::currentMSecsSinceEpoch());
    const auto snapshot = session().snapshot();
    const std::vector<TotalBucket> recent = session().stats().total(Window::FiveMinutes, now);
    const auto trend = [&recent](double TotalBucket::*figure) {
        QList<double> values;
        for (std::size_t i = recent.size() - static_cast<std::size_t>(kTrendPoints);
             i < recent.size();
             ++i)
            values.append(recent[i].known ? recent[i].*figure : kNothing);
        return values;
    };

    if (!running) {
        m_rate->setFigure(QStringLiteral("–"), tr("not running"), Tone::Muted);
    } else {
        const auto held = static_cast<int>(snapshot ? snapshot->inFlight : 0);
        m_rate->setFigure(format::perSecond(headline.requestsPerSecond),
                          tr("%Ln in flight", nullptr, held));
    }
    m_rate->setTrend(trend(&TotalBucket::requests), Theme::instance().series(0));
    if (headline.p50Ms)
        m_latency->setFigure(QStringLiteral("%1 / %2").arg(format::latency(headline.p50Ms),
                                                           format::latency(headline.p95Ms)),
                             tr("last 5 minutes"));
    else if (headline.storedLatencyMs)
        m_latency->setFigure(format::latency(headline.storedLatencyMs),
                             tr("average, from the history"));
    else if (headline.successShare)
        m_latency->setFigure(QStringLiteral("–"), tr("not in the history"));
    else
        m_latency->setFigure(QStringLiteral("–"), tr("no calls in the last 5 minutes"));
    if (headline.successShare) {
        const auto failed = static_cast<int>(std::lround(headline.lostInWindow));
        m_success->setFigure(format::percent(*headline.successShare),
                             failed > 0 ? tr("%Ln not, in 5 minutes", nullptr, failed)
                                        : tr("last 5 minutes"),
                             toneOfShare(*headline.successShare));
    } else {
        m_success->setFigure(QStringLiteral("–"), tr("no calls in the last 5 minutes"));
    }
    m_credits->setFigure(format::shortNumber(static_cast<double>(headline.creditsToday)),
                         tr("since 00:00 UTC"));
}

void DashboardPage::refreshCharts()
{
    const qint64 now = nowMs();
    const qint64 bucket = now / (1000LL * StatsStore::bucketSeconds(m_window));
    const qint64 bar = bucket * kBars / StatsStore::bucketCount(m_window);
    // A wider window moves more slowly; its newest bucket still fills up, which a look every few seconds shows.
    const qint64 step = m_window == Window::FiveMinutes ? bucket : now / 5000;
    if (step != m_chartBucket) {
        m_chartBucket = step;
        refreshSpillover(now);
        refreshLatency(now);
        refreshLanes(now);
    }
    if (bar != m_barBucket) {
        m_barBucket = bar;
        refreshOutcomes(now);
    }
    const std::size_t nodes = session().nodesWithUsage().size();
    if (now / kQuotaEveryMs != m_quotaTurn || nodes != m_quotaNodes) {
        m_quotaTurn = now / kQuotaEveryMs;
        m_quotaNodes = nodes;
        refreshQuotas(now);
    }
}

void DashboardPage::refreshSpillover(qint64 now)
{
    const StatsStore &stats = session().stats();
    AreaChart::Data chart;
    chart.bucketSeconds = StatsStore::bucketSeconds(m_window);
    for (const TotalBucket &bucket : stats.total(m_window, now))
        chart.known.append(bucket.known);
    QStringList names = stats.nodes();
    std::stable_sort(names.begin(), names.end(), [this](const QString &a, const QString &b) {
        return tierOf(a) < tierOf(b);
    });
    for (const QString &name : std::as_const(names)) {
        AreaChart::Layer layer;
        layer.name = name;
        double sum = 0;
        for (const NodeBucket &bucket : stats.node(name, m_window, now)) {
            layer.values.append(bucket.requests);
            sum += bucket.requests;
        }
        if (sum > 0)
            chart.layers.append(layer);
    }
    QStringList shown;
    for (const qsizetype layer : AreaChart::ownLayers(chart.layers))
        shown.append(chart.layers.at(layer).name);
    giveColors(shown);
    for (AreaChart::Layer &layer : chart.layers)
        layer.look = SeriesLook{.color = colorOf(layer.name), .pattern = tierOf(layer.name)};
    m_spillover->setData(chart);
}

void DashboardPage::refreshLatency(qint64 now)
{
    const StatsStore &stats = session().stats();
    LineChart::Data chart;
    chart.bucketSeconds = StatsStore::bucketSeconds(m_window);
    chart.markerName = tr("Penalty");
    LineChart::Line p50{
        tr("Client p50"), SeriesLook{.color = 0, .dash = Qt::SolidLine, .width = 2.2}, {}, true};
    LineChart::Line p95{
        tr("Client p95"), SeriesLook{.color = 1, .dash = Qt::DashLine, .width = 2.2}, {}, true};
    for (const TotalBucket &bucket : stats.total(m_window, now)) {
        p50.values.append(bucket.p50Ms.value_or(kNothing));
        p95.values.append(bucket.p95Ms.value_or(kNothing));
    }
    chart.lines = {p50, p95};
    // The store knows the nodes' latencies only: of times that nobody watched they are all there is.
    const bool watched = std::any_of(
        p50.values.cbegin(), p50.values.cend(), [](double value) { return !std::isnan(value); });
    QList<SeriesPlaces::Candidate> candidates;
    QHash<QString, QList<double>> values;
    for (const QString &name : stats.nodes()) {
        double requests = 0;
        bool any = false;
        QList<double> latencies;
        const std::vector<NodeBucket> buckets = stats.node(name, m_window, now);
        for (std::size_t i = 0; i < buckets.size(); ++i) {
            latencies.append(buckets[i].latencyMs.value_or(kNothing));
            any = any || buckets[i].latencyMs;
            requests += buckets[i].requests;
            if (buckets[i].penalized)
                chart.markers.append({static_cast<qsizetype>(i),
                                      tr("%1 was set back", "a node got a penalty").arg(name)});
        }
        if (!any)
            continue;
        candidates.append({name, requests});
        values.insert(name, latencies);
    }
    // The colours before are those of the clients' lines.
    int look = 2;
    for (const QString &name : m_latencyPlaces.take(candidates)) {
        if (!name.isEmpty())
            chart.lines.append(
                {name,
                 SeriesLook{.color = look, .dash = Theme::seriesDash(look), .width = 1.4},
                 values.value(name),
                 !watched});
        ++look;
    }
    m_latencyChart->setData(chart);
}

void DashboardPage::refreshOutcomes(qint64 now)
{
    const std::vector<TotalBucket> buckets = session().stats().total(m_window, now);
    BarChart::Data chart;
    chart.spanSeconds = StatsStore::bucketSeconds(m_window) * StatsStore::bucketCount(m_window);
    chart.parts = {
        {tr("Answered by a node"),
         SeriesLook{.color = 2, .pattern = 0},
         merged(buckets, &TotalBucket::ok)},
        {tr("By Spillway"),
         SeriesLook{.color = 4, .pattern = 1},
         merged(buckets, &TotalBucket::local)},
        {tr("Refused"),
         SeriesLook{.color = 7, .pattern = 2},
         merged(buckets, &TotalBucket::refused)},
        {tr("Limited"),
         SeriesLook{.color = 1, .pattern = 3},
         merged(buckets, &TotalBucket::limited)},
        {tr("Failed"), SeriesLook{.color = 5, .pattern = 1}, merged(buckets, &TotalBucket::failed)},
    };
    QList<double> unwatched(kBars, 0.0);
    const auto count = static_cast<qsizetype>(buckets.size());
    for (qsizetype i = 0; i < count; ++i) {
        const TotalBucket &bucket = buckets[static_cast<std::size_t>(i)];
        unwatched[i * kBars / count] += bucket.watched ? 0 : bucket.requests;
    }
    if (std::any_of(unwatched.cbegin(), unwatched.cend(), [](double value) { return value > 0; }))
        chart.parts.append({tr("Attempts at nodes, from the history"),
                            SeriesLook{.color = 6, .pattern = 1},
                            unwatched});
    m_outcomes->setData(chart);
}

void DashboardPage::refreshQuotas(qint64 now)
{
    QList<MiniBurns::Item> items;
    const std::vector<NodeSnapshot> &nodes = session().nodesWithUsage();
    for (const NodeSnapshot &node : nodes) {
        if (!node.limit || *node.limit == 0 || !node.enabled)
            continue;
        MiniBurns::Item item;
        item.burn = burnDown(quotaFacts(node, session().stats(), now));
        item.name = QString::fromStdString(node.name);
        item.limit = static_cast<double>(*node.limit);
        item.figure =
            tr("%1 left").arg(format::percent(static_cast<double>(item.burn.left) / item.limit));
        item.detail = quotaOutlook(node, item.burn);
        item.tone = quotaTone(item.burn.outlook);
        item.sentence = quotaSentence(node, item.burn);
        items.append(item);
    }
    // The ones that end first come first; the Quotas page has them all.
    std::stable_sort(
        items.begin(), items.end(), [](const MiniBurns::Item &a, const MiniBurns::Item &b) {
            return static_cast<double>(a.burn.left) * b.limit
                   < static_cast<double>(b.burn.left) * a.limit;
        });
    if (items.size() > kMostMiniBurns)
        items.resize(kMostMiniBurns);
    m_quotas->setEmptyText(nodes.empty() ? tr("Known once the proxy runs.")
                                         : tr("No node has a monthly limit."));
    m_quotas->setItems(items);
}

void DashboardPage::refreshLanes(qint64 now)
{
    const auto snapshot = session().snapshot();
    if (!snapshot)
        return;
    const StatsStore &stats = session().stats();
    const double seconds = StatsStore::bucketSeconds(m_window);
    double local = 0;
    for (const TotalBucket &bucket : stats.total(m_window, now))
        local += bucket.local * seconds;
    double all = local;
    QMap<QString, double> answers;
    for (const NodeSnapshot &node : snapshot->nodes) {
        const QString name = QString::fromStdString(node.name);
        double sum = 0;
        for (const NodeBucket &bucket : stats.node(name, m_window, now))
            sum += std::max(0.0, bucket.requests - bucket.failures) * seconds;
        answers.insert(name, sum);
        all += sum;
    }
    const auto shareOf = [all](double amount) { return all > 0 ? amount / all : 0; };

    std::map<std::pair<int, int>, TierLanes::Lane> lanes;
    for (const NodeSnapshot &node : snapshot->nodes) {
        const auto chain =
            std::find_if(snapshot->chains.begin(),
                         snapshot->chains.end(),
                         [&node](const ChainSnapshot &each) { return each.name == node.chain; });
        TierLanes::Lane &lane =
            lanes[{static_cast<int>(chain - snapshot->chains.begin()), node.tier}];
        lane.name = snapshot->chains.size() > 1 ? tr("%1, tier %2", "chain, number")
                                                      .arg(QString::fromStdString(node.chain))
                                                      .arg(node.tier)
                                                : tr("Tier %1").arg(node.tier);
        TierLanes::Node entry;
        entry.name = QString::fromStdString(node.name);
        entry.color = colorOf(entry.name);
        entry.share = shareOf(answers.value(entry.name));
        entry.rpsLimit = node.rpsLimit;
        entry.tokens = node.tokens;
        if (node.condition != NodeCondition::Up && node.condition != NodeCondition::Unknown) {
            entry.state = format::condition(node.condition);
            entry.tone = toneOfCondition(node.condition);
            if (node.closedForMs > 0)
                entry.state += QLatin1Char(' ') + format::remaining(node.closedForMs);
        }
        lane.share += entry.share;
        lane.nodes.append(entry);
    }
    QList<TierLanes::Lane> list;
    for (const auto &[key, lane] : lanes)
        list.append(lane);
    if (local > 0)
        list.append({tr("Answered by Spillway itself"), shareOf(local), {}});
    m_lanes->setLanes(list);
}

} // namespace spillway::ui
