// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/dashboardpage.h"

#include "charts/areachart.h"
#include "charts/barchart.h"
#include "charts/linechart.h"
#include "charts/miniburns.h"
#include "monitor/episodemodel.h"
#include "monitor/quotatext.h"
#include "monitor/tierlanes.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "widgets/banner.h"
#include "widgets/card.h"
#include "widgets/chipbutton.h"
#include "widgets/emptystate.h"
#include "widgets/format.h"
#include "widgets/reasontext.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QDateTime>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <array>

namespace spillway::ui {

namespace {

constexpr auto kWindowKey = "dashboard/window";
constexpr std::array kWindows{Window::FiveMinutes, Window::Hour, Window::Day, Window::Period};

/// A chain on which no node that is switched on may serve; empty: none.
QString deadChain(const Snapshot &snapshot)
{
    for (const ChainSnapshot &chain : snapshot.chains) {
        bool any = false;
        bool alive = false;
        for (const NodeSnapshot &node : snapshot.nodes) {
            if (node.chain != chain.name || node.condition == NodeCondition::Disabled)
                continue;
            any = true;
            alive = alive || isActive(node.condition);
        }
        if (any && !alive)
            return QString::fromStdString(chain.name);
    }
    return {};
}

QString lastErrorOf(const Snapshot &snapshot, const QString &chain)
{
    const NodeSnapshot *latest = nullptr;
    for (const NodeSnapshot &node : snapshot.nodes) {
        if (QString::fromStdString(node.chain) == chain && !node.lastError.empty()
            && (!latest || node.lastErrorWallMs > latest->lastErrorWallMs))
            latest = &node;
    }
    if (!latest)
        return {};
    return DashboardPage::tr("Last error, of %1: %2")
        .arg(QString::fromStdString(latest->name),
             format::failure(QString::fromStdString(latest->lastError)));
}

/// A harmless question that every node of such a chain answers; empty: none is known.
std::string testMethod(ChainKind kind)
{
    switch (kind) {
    case ChainKind::Evm:
        return "eth_blockNumber";
    case ChainKind::Solana:
        return "getSlot";
    case ChainKind::Generic:
        break;
    }
    return {};
}

} // namespace

DashboardPage::DashboardPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_episodeModel(new EpisodeModel(m_episodes, this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(QStringLiteral("spill"), this))
    , m_banner(new Banner(this))
{
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    const int gap = fontMetrics().height() * 3 / 4;
    column->setContentsMargins(gap, gap, gap, gap);
    column->setSpacing(gap);
    column->addWidget(m_banner);
    column->addWidget(makeFigures());
    column->addWidget(makeWindowRow());
    column->addWidget(makeCharts(), 1);
    column->addWidget(makeFoot());

    auto *scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_stack->addWidget(scroll);
    m_stack->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    m_bannerButton = m_banner->addButton({});
    m_bannerButton2 = m_banner->addButton({});
    connect(m_bannerButton, &QPushButton::clicked, this, [this] {
        if (m_bannerKind == BannerKind::NoRequests)
            QGuiApplication::clipboard()->setText(this->session().endpoint());
        else if (m_bannerKind == BannerKind::AllDown)
            Q_EMIT navigate(QStringLiteral("log"), {});
        else
            this->session().startProxy();
    });
    connect(m_bannerButton2, &QPushButton::clicked, this, [this] {
        if (m_bannerKind == BannerKind::NoRequests)
            sendTestRequest();
        else
            Q_EMIT navigate(QStringLiteral("nodes"), {});
    });
    connect(&session, &Session::snapshotChanged, this, &DashboardPage::takeSnapshot);
    connect(&session, &Session::booksRead, this, [this] {
        m_chartBucket = m_barBucket = m_quotaTurn = -1;
        if (m_active)
            refresh();
    });
    connect(&session, &Session::stateChanged, this, [this] {
        if (m_active)
            refresh();
    });

    auto *start = m_empty->addButton({}, QStringLiteral("rocket"));
    connect(start, &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("start"), {});
    });
    auto *add = m_empty->addButton({}, QStringLiteral("add"));
    connect(add, &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("nodes"), QStringLiteral("new"));
    });
    start->setObjectName(QStringLiteral("getStarted"));
    add->setObjectName(QStringLiteral("addNode"));

    const int stored = session.settings().value(QLatin1String(kWindowKey), 0).toInt();
    m_window = kWindows[static_cast<std::size_t>(
        std::clamp(stored, 0, static_cast<int>(kWindows.size()) - 1))];
    if (QAbstractButton *button = m_windows->button(static_cast<int>(m_window))) {
        const QSignalBlocker quiet(m_windows);
        button->setChecked(true);
    }
    retranslate();
}

QWidget *DashboardPage::makeFigures()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(fontMetrics().height() * 3 / 4);
    m_rate = new FigureCard({}, row);
    m_latency = new FigureCard({}, row);
    m_success = new FigureCard({}, row);
    m_credits = new FigureCard({}, row);
    for (FigureCard *card : {m_rate, m_latency, m_success, m_credits})
        layout->addWidget(card, 1);
    return row;
}

QWidget *DashboardPage::makeWindowRow()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(fontMetrics().height() / 4);
    m_windows = new QButtonGroup(this);
    for (const Window window : kWindows) {
        auto *button = new ChipButton(row);
        m_windows->addButton(button, static_cast<int>(window));
        layout->addWidget(button);
    }
    layout->addStretch(1);
    connect(m_windows, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on)
            setWindow(static_cast<Window>(id));
    });
    return row;
}

QWidget *DashboardPage::makeCharts()
{
    auto *box = new QWidget(this);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(fontMetrics().height() * 3 / 4);
    m_spillover = new AreaChart(box);
    m_latencyChart = new LineChart(box);
    m_outcomes = new BarChart(box);
    m_quotas = new MiniBurns(box);
    grid->addWidget(m_spillover, 0, 0);
    grid->addWidget(m_latencyChart, 0, 1);
    grid->addWidget(m_outcomes, 1, 0);
    grid->addWidget(m_quotas, 1, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    m_latencyChart->setFormat([](double ms) { return format::latency(ms); }, 10);
    connect(m_quotas, &MiniBurns::activated, this, [this](const QString &node) {
        Q_EMIT navigate(QStringLiteral("quotas"), node);
    });
    return box;
}

QWidget *DashboardPage::makeFoot()
{
    auto *row = new QWidget(this);
    auto *layout = new QGridLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(fontMetrics().height() * 3 / 4);
    m_lanes = new TierLanes(row);
    m_happening = new Card(row);
    m_episodeList = new QListView(m_happening);
    m_episodeList->setModel(m_episodeModel);
    m_episodeList->setWordWrap(true);
    m_episodeList->setResizeMode(QListView::Adjust);
    m_episodeList->setFrameShape(QFrame::NoFrame);
    m_episodeList->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_episodeList->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_episodeList->setSpacing(fontMetrics().height() / 8);
    m_episodeList->setMinimumHeight(fontMetrics().lineSpacing() * 9);
    m_episodeList->viewport()->setAutoFillBackground(false);
    connect(m_episodeList, &QListView::activated, this, [this](const QModelIndex &index) {
        const QString node = index.data(EpisodeModel::NodeRole).toString();
        if (!node.isEmpty())
            Q_EMIT navigate(QStringLiteral("nodes"), node);
    });
    m_nothing = new QLabel(m_happening);
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_happening->body()->addWidget(m_episodeList, 1);
    m_happening->body()->addWidget(m_nothing, 1);
    const auto showList = [this] {
        const bool any = m_episodeModel->rowCount() > 0;
        m_episodeList->setVisible(any);
        m_nothing->setVisible(!any);
    };
    connect(m_episodeModel, &QAbstractItemModel::rowsInserted, this, showList);
    connect(m_episodeModel, &QAbstractItemModel::rowsRemoved, this, showList);
    showList();
    layout->addWidget(m_lanes, 0, 0);
    layout->addWidget(m_happening, 0, 1);
    layout->setColumnStretch(0, 1);
    layout->setColumnStretch(1, 1);
    return row;
}

void DashboardPage::retranslate()
{
    const std::array names{tr("5 min"), tr("1 h"), tr("24 h"), tr("31 days")};
    const std::array spoken{tr("Show the last five minutes"),
                            tr("Show the last hour"),
                            tr("Show the last 24 hours"),
                            tr("Show the last 31 days")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        QAbstractButton *button = m_windows->button(static_cast<int>(kWindows[i]));
        button->setText(names[i]);
        button->setToolTip(spoken[i]);
        button->setAccessibleName(spoken[i]);
    }
    m_rate->setName(tr("Requests per second"));
    m_latency->setName(tr("Latency, p50 / p95"));
    m_success->setName(tr("Answered"));
    m_credits->setName(tr("Credits today"));
    m_success->setToolTip(tr("Share of the calls that got an answer, in the last five minutes. "
                             "Calls that were not valid or "
                             "not allowed do not count."));
    m_latency->setToolTip(tr("Half of the calls of the last five minutes took less than the first "
                             "figure, 95 of 100 less than "
                             "the second. Measured at the client’s side, waiting included."));
    m_credits->setToolTip(
        tr("Credits booked for requests of all nodes since 00:00 UTC, less refunds."));
    m_spillover->setTitle(tr("Spillover: requests per second, by node"));
    m_spillover->setUnit(tr("req/s"), 4);
    m_latencyChart->setTitle(tr("Latency in milliseconds"));
    m_outcomes->setTitle(tr("Outcomes"));
    m_quotas->setTitle(tr("Quotas"));
    m_lanes->setTitle(tr("Tiers"));
    m_happening->setTitle(tr("What is happening"));
    m_lanes->setEmptyText(tr("Once the proxy runs, this shows how the requests spread over the "
                             "tiers and their nodes."));
    m_nothing->setText(tr("Once the proxy runs, this tells in sentences what happens: limits that "
                          "are reached, nodes that fail, and who takes over."));
    m_episodeModel->refresh();
    m_episodeList->setAccessibleName(tr("What is happening, newest first"));
    findChild<QPushButton *>(QStringLiteral("getStarted"))->setText(tr("&Get started"));
    findChild<QPushButton *>(QStringLiteral("addNode"))->setText(tr("&Add a node"));
    m_bannerKind = BannerKind::None;
    m_chartBucket = m_barBucket = m_quotaTurn = -1;
    // Also while hidden, or the old words stand there for a moment when it is shown.
    refresh();
}

void DashboardPage::activate()
{
    m_active = true;
    m_chartBucket = m_barBucket = m_quotaTurn = -1;
    refresh();
}

void DashboardPage::deactivate()
{
    m_active = false;
}

void DashboardPage::setWindow(Window window)
{
    m_window = window;
    m_latencyPlaces.clear();
    session().settings().setValue(QLatin1String(kWindowKey), static_cast<int>(window));
    m_chartBucket = m_barBucket = -1;
    refresh();
}

void DashboardPage::takeSnapshot()
{
    if (const auto snapshot = session().snapshot();
        snapshot && session().state() == ProxyState::Running)
        m_episodes.add(*snapshot);
    if (m_active)
        refresh();
}

/// A configuration that cannot be read is none that has no nodes.
void DashboardPage::showEmpty()
{
    const bool broken = session().isFileUnreadable();
    if (broken)
        m_empty->setText(tr("The configuration could not be read"), session().draft().unreadable());
    else
        m_empty->setText(tr("No providers yet"),
                         tr("Add the providers whose answers Spillway should bring together. It "
                            "fills the first tier up to its "
                            "limits and sends what is left to the next one."));
    findChild<QPushButton *>(QStringLiteral("getStarted"))->setVisible(!broken);
    findChild<QPushButton *>(QStringLiteral("addNode"))->setVisible(!broken);
}

void DashboardPage::refresh()
{
    showEmpty();
    showState();
    if (m_stack->currentWidget() == m_empty)
        return;
    refreshFigures();
    refreshCharts();
}

void DashboardPage::showState()
{
    const auto config = session().config();
    const auto snapshot = session().snapshot();
    const bool hasNodes =
        (config && !config->nodes.empty()) || (snapshot && !snapshot->nodes.empty());
    m_stack->setCurrentIndex(hasNodes ? 0 : 1);
    if (session().state() == ProxyState::Running)
        showRunning();
    else
        showStopped();
}

void DashboardPage::showRunning()
{
    for (ChartCard *chart :
         std::initializer_list<ChartCard *>{m_spillover, m_latencyChart, m_outcomes})
        chart->setNotice({});
    const auto snapshot = session().snapshot();
    if (!snapshot) {
        m_banner->hide();
        return;
    }
    const QString dead = deadChain(*snapshot);
    if (!dead.isEmpty()) {
        const QString spent = spentSentence(*snapshot, dead);
        m_banner->show(
            !spent.isEmpty()
                ? spent.toHtmlEscaped()
                : tr("<b>No provider of %1 is answering.</b> Spillway keeps trying all of them. %2")
                      .arg(dead.toHtmlEscaped(), lastErrorOf(*snapshot, dead).toHtmlEscaped()),
            Tone::Bad);
        m_bannerButton->setText(tr("Show &log"));
        m_bannerButton2->setText(tr("Show &nodes"));
        m_bannerKind = BannerKind::AllDown;
    } else if (!session().stats().hasCalls()) {
        m_banner->show(tr("<b>No requests yet.</b> Point a tool at %1")
                           .arg(session().endpoint().toHtmlEscaped()),
                       Tone::Accent);
        m_bannerButton->setText(tr("&Copy address"));
        m_bannerButton2->setText(tr("Send a &test request"));
        m_bannerKind = BannerKind::NoRequests;
    } else {
        m_banner->hide();
        m_bannerKind = BannerKind::None;
        return;
    }
    m_bannerButton->show();
    const bool canTest =
        !snapshot->chains.empty() && !testMethod(snapshot->chains.front().kind).empty();
    m_bannerButton2->setVisible(m_bannerKind == BannerKind::AllDown || canTest);
}

void DashboardPage::showStopped()
{
    const qint64 last = session().stats().lastMs();
    const QString notice =
        session().state() == ProxyState::Starting ? tr("The proxy is starting.")
        : last > 0
            ? tr("The proxy is stopped. The last figures are of %1.").arg(format::dateTime(last))
            : tr("The proxy is stopped.");
    for (ChartCard *chart :
         std::initializer_list<ChartCard *>{m_spillover, m_latencyChart, m_outcomes})
        chart->setNotice(notice);
    m_bannerButton->setText(tr("&Start"));
    m_bannerButton->setVisible(session().state() == ProxyState::Stopped
                               || session().state() == ProxyState::Failed);
    m_bannerButton2->hide();
    switch (session().state()) {
    case ProxyState::Failed:
        m_banner->show(
            tr("<b>The proxy could not start.</b> %1").arg(session().failure().toHtmlEscaped()),
            Tone::Bad);
        m_bannerButton->setText(tr("&Try again"));
        m_bannerKind = BannerKind::Failed;
        break;
    case ProxyState::Stopped: {
        const qint64 since = session().stoppedAtMs();
        m_banner->show(since > 0 ? tr("The proxy stopped at %1.").arg(format::clock(since))
                                 : tr("The proxy is stopped."),
                       Tone::Warning);
        m_bannerKind = BannerKind::Stopped;
        break;
    }
    default:
        m_banner->hide();
        m_bannerKind = BannerKind::None;
    }
}

void DashboardPage::sendTestRequest()
{
    const auto snapshot = session().snapshot();
    Engine *engine = session().engine();
    if (!engine || !snapshot || snapshot->chains.empty())
        return;
    const ChainSnapshot &chain = snapshot->chains.front();
    const std::string method = testMethod(chain.kind);
    if (!method.empty())
        engine->call({chain.name, {}}, method, "[]", [](int, const std::string &) {});
}

qint64 DashboardPage::nowMs() const
{
    DashboardPage *self = const_cast<DashboardPage *>(this);
    const qint64 last = self->session().stats().lastMs();
    // A stopped proxy's charts stay where they ended; a running one's move with its snapshots.
    return last > 0 ? last : QDateTime::currentMSecsSinceEpoch();
}

} // namespace spillway::ui
