// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/seriesplaces.h"
#include "session/page.h"
#include "stats/episodes.h"
#include "stats/statsstore.h"

#include <QHash>
#include <QMap>

class QButtonGroup;
class QLabel;
class QListView;
class QPushButton;
class QStackedWidget;

namespace spillway::ui {

class AreaChart;
class Banner;
class BarChart;
class Card;
class EmptyState;
class EpisodeModel;
class FigureCard;
class LineChart;
class MiniBurns;
class TierLanes;

/// Four figures, four charts, the tiers, and what is happening in sentences.
class DashboardPage final : public Page
{
    Q_OBJECT

public:
    explicit DashboardPage(Session &session, QWidget *parent = nullptr);

    void activate() override;
    void deactivate() override;
    void retranslate() override;

    /// The sentences; also fed while the page is hidden.
    [[nodiscard]] const EpisodeDetector &episodes() const { return m_episodes; }

private:
    QWidget *makeFigures();
    QWidget *makeWindowRow();
    QWidget *makeCharts();
    QWidget *makeFoot();

    void takeSnapshot();
    void showState();
    void showRunning();
    void showStopped();
    void refresh();
    void showEmpty();
    void refreshFigures();
    void refreshCharts();
    void refreshSpillover(qint64 nowMs);
    void refreshLatency(qint64 nowMs);
    void refreshOutcomes(qint64 nowMs);
    void refreshQuotas(qint64 nowMs);
    void refreshLanes(qint64 nowMs);
    void setWindow(Window window);
    void sendTestRequest();

    /// When the charts end: now, or the last moment of a stopped proxy.
    [[nodiscard]] qint64 nowMs() const;
    [[nodiscard]] int colorOf(const QString &node) const;
    void giveColors(const QStringList &shown);
    [[nodiscard]] int tierOf(const QString &node) const;

    EpisodeDetector m_episodes;
    EpisodeModel *m_episodeModel;
    Window m_window = Window::FiveMinutes;
    bool m_active = false;
    qint64 m_chartBucket = -1;
    qint64 m_barBucket = -1;
    qint64 m_quotaTurn = -1;
    std::size_t m_quotaNodes = 0;    ///< that were known at that turn
    QHash<QString, int> m_colors;    ///< by node, of those that the spillover has shown
    SeriesPlaces m_latencyPlaces{6}; ///< nodes in the chart of latencies

    QStackedWidget *m_stack;
    EmptyState *m_empty;
    Banner *m_banner;
    QPushButton *m_bannerButton = nullptr;
    QPushButton *m_bannerButton2 = nullptr;
    enum class BannerKind { None, Stopped, Failed, NoRequests, AllDown };
    BannerKind m_bannerKind = BannerKind::None;
    FigureCard *m_rate;
    FigureCard *m_latency;
    FigureCard *m_success;
    FigureCard *m_credits;
    QButtonGroup *m_windows;
    AreaChart *m_spillover;
    LineChart *m_latencyChart;
    BarChart *m_outcomes;
    MiniBurns *m_quotas;
    TierLanes *m_lanes;
    Card *m_happening;
    QListView *m_episodeList;
    QLabel *m_nothing; ///< in place of the list while nothing has happened
};

} // namespace spillway::ui
