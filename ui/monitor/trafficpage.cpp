// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/trafficpage.h"

#include "monitor/replay.h"
#include "monitor/trafficdetail.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "widgets/banner.h"
#include "widgets/emptystate.h"
#include "widgets/filterbar.h"
#include "widgets/flowlayout.h"
#include "widgets/format.h"
#include "widgets/tables.h"
#include "widgets/theme.h"
#include "widgets/toolbutton.h"

#include <QAction>
#include <QComboBox>
#include <QDateTime>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace spillway::ui {

namespace {

/// The answering node is the last one of a path: what has no room goes at the beginning.
class PathDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideLeft;
    }
};

constexpr int kPullMs = 250;
constexpr std::size_t kMostAtOnce = 2000;
constexpr int kDefaultRows = 5000;
constexpr qint64 kTallyMs = 2000;

} // namespace

TrafficPage::TrafficPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_model(new TrafficModel(
          session.settings().value(QStringLiteral("traffic/capacity"), kDefaultRows).toInt(), this))
    , m_proxy(new TrafficProxy(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(QStringLiteral("traffic"), this))
    , m_banner(new Banner(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_table(new QTableView(this))
    , m_detail(new TrafficDetail(this))
{
    m_proxy->setSourceModel(m_model);
    auto *column = new QVBoxLayout(this);
    const int gap = fontMetrics().height() * 3 / 4;
    column->setContentsMargins(gap, gap, gap, gap);
    column->setSpacing(gap / 2);
    column->addWidget(makeTools());
    column->addWidget(makeFilters());
    column->addWidget(m_banner);
    makeTable();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    column->addWidget(m_splitter, 1);
    column->addWidget(m_rate);
    m_emptyButton = m_empty->addButton({});
    connect(m_emptyButton, &QPushButton::clicked, this, [this] {
        if (this->session().engine())
            m_reset->click();
        else
            this->session().startProxy();
    });

    m_pull.setInterval(kPullMs);
    connect(&m_pull, &QTimer::timeout, this, &TrafficPage::pull);
    connect(m_detail, &TrafficDetail::captureWanted, this, &TrafficPage::startCapture);
    connect(&session, &Session::captureChanged, this, &TrafficPage::showState);
    connect(&session.settings(), &UiSettings::changed, this, [this](const QString &key) {
        if (key == QLatin1String("traffic/capacity"))
            m_model->setCapacity(this->session().settings().value(key, kDefaultRows).toInt());
    });
    connect(&session, &Session::stateChanged, this, [this] {
        // A new run of the engine counts its records from the start.
        if (this->session().state() == ProxyState::Starting)
            m_cursor = m_seen = 0;
        if (m_active)
            showState();
    });
    retranslate();
    restoreFilter();
}

QWidget *TrafficPage::makeTools()
{
    auto *row = new QWidget(this);
    auto *layout = new FlowLayout(row);
    layout->setSpacing(fontMetrics().height() / 3);
    // May grow: its size hint is that of a single row.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    row->setSizePolicy(policy);
    m_pause = toolButton(QStringLiteral("pause"), row);
    m_pause->setCheckable(true);
    m_capture = toolButton(QStringLiteral("record"), row);
    m_curl = toolButton(QStringLiteral("copy"), row);
    m_replay = toolButton(QStringLiteral("replay"), row);
    m_clear = toolButton(QStringLiteral("remove"), row);
    m_export = toolButton(QStringLiteral("export"), row);
    m_exportMenu = new QMenu(m_export);
    m_exportLines = m_exportMenu->addAction(QString(), this, [this] { exportAs(false); });
    m_exportHar = m_exportMenu->addAction(QString(), this, [this] { exportAs(true); });
    m_export->setMenu(m_exportMenu);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_replayMenu = new QMenu(m_replay);
    m_replayAll = m_replayMenu->addAction(
        Theme::instance().icon(QStringLiteral("replay")), {}, this, &TrafficPage::replayToAll);
    m_replay->setMenu(m_replayMenu);
    m_replay->setPopupMode(QToolButton::MenuButtonPopup);
    m_rate = new QLabel(this);
    m_rate->setMinimumWidth(1);
    m_rate->setForegroundRole(QPalette::PlaceholderText);
    for (QToolButton *button : {m_pause, m_capture, m_curl, m_replay, m_clear, m_export})
        layout->addWidget(button);
    connect(m_pause, &QToolButton::toggled, this, &TrafficPage::setPaused);
    connect(m_capture, &QToolButton::clicked, this, &TrafficPage::startCapture);
    connect(m_curl, &QToolButton::clicked, this, &TrafficPage::copyCurl);
    connect(m_replay, &QToolButton::clicked, this, &TrafficPage::replay);
    connect(m_clear, &QToolButton::clicked, this, [this] {
        m_model->clear();
        showState();
    });
    return row;
}

QWidget *TrafficPage::makeFilters()
{
    m_filter = new FilterBar(this);
    m_filter->addChip(QStringLiteral("answered"), {}, QStringLiteral("ok"));
    m_filter->addChip(QStringLiteral("local"), {}, QStringLiteral("cache"));
    m_filter->addChip(QStringLiteral("spilled"), {}, QStringLiteral("spill"));
    m_filter->addChip(QStringLiteral("errors"), {}, QStringLiteral("error"));
    m_filter->addChip(QStringLiteral("refused"), {}, QStringLiteral("off"));
    m_chain = new QComboBox(m_filter);
    m_node = new QComboBox(m_filter);
    for (QComboBox *combo : {m_chain, m_node}) {
        combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        m_filter->addWidget(combo);
        connect(combo, &QComboBox::currentIndexChanged, this, &TrafficPage::applyFilter);
    }
    auto *slow = new QWidget(m_filter); // keeps them together where the row wraps
    auto *slowRow = new QHBoxLayout(slow);
    slowRow->setContentsMargins(0, 0, 0, 0);
    m_slowLabel = new QLabel(slow);
    m_slow = new QSpinBox(slow);
    m_slow->setRange(0, 600'000);
    m_slow->setSingleStep(50);
    m_slowLabel->setBuddy(m_slow);
    m_reset = toolButton(QStringLiteral("close"), slow);
    m_reset->setAutoRaise(true);
    for (QWidget *widget : {static_cast<QWidget *>(m_slowLabel),
                            static_cast<QWidget *>(m_slow),
                            static_cast<QWidget *>(m_reset)})
        slowRow->addWidget(widget);
    m_filter->addWidget(slow);
    connect(m_filter, &FilterBar::changed, this, &TrafficPage::applyFilter);
    connect(m_slow, &QSpinBox::valueChanged, this, &TrafficPage::applyFilter);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        m_without.clear();
        m_filter->setText({});
        m_filter->setCheckedChips({});
        m_chain->setCurrentIndex(0);
        m_node->setCurrentIndex(0);
        m_slow->setValue(0);
        applyFilter();
    });
    return m_filter;
}

void TrafficPage::makeTable()
{
    m_table->setModel(m_proxy);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->installEventFilter(this);
    connect(m_table, &QTableView::customContextMenuRequested, this, &TrafficPage::showMenu);
    connect(m_table->selectionModel(),
            &QItemSelectionModel::currentRowChanged,
            this,
            &TrafficPage::showSelected);
    // Screen readers select a row without making it the current one.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const QModelIndexList rows = m_table->selectionModel()->selectedRows();
        if (rows.size() == 1 && rows.front().row() != m_table->currentIndex().row())
            m_table->selectionModel()->setCurrentIndex(rows.front(), QItemSelectionModel::NoUpdate);
    });
    // The newest row is at the top. Whoever scrolls down wants to read: then rows that come above it move it along.
    QScrollBar *bar = m_table->verticalScrollBar();
    connect(m_proxy,
            &QAbstractItemModel::rowsInserted,
            this,
            [bar](const QModelIndex &, int first, int last) {
                if (bar->value() == 0 || first > bar->value())
                    return;
                const int more = last - first + 1;
                // The view makes room for them later only.
                bar->setMaximum(bar->maximum() + more);
                bar->setValue(bar->value() + more);
            });
    const int unit = fontMetrics().averageCharWidth();
    const std::initializer_list<std::pair<int, int>> widths{{TrafficModel::Time, 17},
                                                            {TrafficModel::Chain, 13},
                                                            {TrafficModel::Method, 28},
                                                            {TrafficModel::Result, 25},
                                                            {TrafficModel::Path, 38},
                                                            {TrafficModel::Duration, 14},
                                                            {TrafficModel::Credits, 9},
                                                            {TrafficModel::Size, 13}};
    for (const auto &[section, characters] : widths)
        m_table->setColumnWidth(section, unit * characters);
    m_table->setItemDelegateForColumn(TrafficModel::Path, new PathDelegate(m_table));
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void TrafficPage::retranslate()
{
    tables::prepare(m_table, tr("Requests"));
    m_pause->setText(tr("&Pause"));
    m_pause->setToolTip(tr("Stop adding rows (Space); the engine goes on"));
    m_capture->setText(tr("Capture &bodies"));
    m_curl->setText(tr("Copy as c&URL"));
    m_curl->setToolTip(tr("Copy a command that sends the selected request to the local endpoint; "
                          "it never holds a provider’s key"));
    m_replay->setText(tr("Repla&y"));
    m_replayAll->setText(tr("Replay to &all nodes…"));
    m_clear->setText(tr("C&lear"));
    m_clear->setToolTip(tr("Empty this list; nothing else is deleted"));
    m_export->setText(tr("E&xport"));
    m_exportLines->setText(tr("Shown rows as &JSON Lines…"));
    m_exportHar->setText(tr("Shown rows as &HAR…"));
    const QStringList chipTexts{
        tr("Answered"), tr("By Spillway"), tr("Spilled over"), tr("Errors"), tr("Refused")};
    const QList<QToolButton *> chips = m_filter->findChildren<QToolButton *>();
    qsizetype chip = 0;
    for (QToolButton *button : chips) {
        if (button->property("chip").isValid() && chip < chipTexts.size())
            button->setText(chipTexts.at(chip++));
    }
    m_filter->setPlaceholder(tr("Filter by method, node, client or error"));
    // It is written again with the next figures.
    m_kept.clear();
    showKept();
    m_tally = {};
    m_chain->setAccessibleName(tr("Chain"));
    m_node->setAccessibleName(tr("Node"));
    m_slowLabel->setText(tr("&Slower than"));
    m_slow->setSuffix(tr(" ms"));
    m_slow->setSpecialValueText(tr("any time"));
    m_reset->setText({});
    m_reset->setToolTip(tr("Clear all filters"));
    m_reset->setAccessibleName(tr("Clear all filters"));
    m_detail->retranslate();
    fillCombos();
    showState();
}

void TrafficPage::activate()
{
    m_active = true;
    fillCombos();
    pull();
    showState();
    m_pull.start();
}

void TrafficPage::deactivate()
{
    m_active = false;
    m_pull.stop();
    m_tally = {};
}

void TrafficPage::focusFilter()
{
    m_filter->focusText();
}

void TrafficPage::showItem(const QString &text)
{
    m_filter->setText(text);
}

void TrafficPage::setPaused(bool paused)
{
    m_paused = paused;
    m_pause->setChecked(paused);
    if (!paused)
        pull();
    showState();
}

void TrafficPage::pull()
{
    Engine *engine = session().engine();
    if (!engine || m_paused)
        return;
    const TrafficSlice slice = engine->traffic(m_cursor, kMostAtOnce);
    const std::uint64_t seen = slice.seen >= m_seen ? slice.seen - m_seen : slice.seen;
    m_cursor = slice.next;
    m_seen = slice.seen;
    const bool first = m_model->rowCount() == 0;
    m_model->append(slice.records);
    showRate(seen, slice.records.size());
    if (first && !slice.records.empty()) {
        fillCombos();
        showState();
    } else if (m_stack->currentWidget() == m_empty && m_proxy->rowCount() > 0) {
        showState();
    }
}

void TrafficPage::showRate(std::uint64_t seen, std::size_t got)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (m_tally.sinceMs == 0) {
        // The first pull brings what was kept from before.
        m_tally = {now, 0, 0};
        return;
    }
    m_tally.seen += seen;
    m_tally.got += got;
    const qint64 passed = now - m_tally.sinceMs;
    if (passed < kTallyMs)
        return;
    const double rate = static_cast<double>(m_tally.seen) * 1000 / static_cast<double>(passed);
    if (m_tally.got > 0 && m_tally.seen > m_tally.got * 11 / 10) {
        const std::uint64_t of = (m_tally.seen + m_tally.got / 2) / m_tally.got;
        m_kept = tr("About 1 in %1 requests is listed (%2). Errors and spills go first.")
                     .arg(of)
                     .arg(format::rate(rate));
    } else {
        m_kept = tr("All requests are listed (%1).").arg(format::rate(rate));
    }
    m_tally = {now, 0, 0};
    showKept();
}

void TrafficPage::showKept()
{
    const int rows = m_model->rowCount();
    const int fitting = m_proxy->rowCount();
    QString text = m_kept;
    if (!text.isEmpty() && fitting < rows)
        text += QLatin1Char(' ')
                + tr("The filter shows %1 of %2.")
                      .arg(QLocale().toString(fitting), QLocale().toString(rows));
    m_rate->setText(text);
    m_rate->setToolTip(text);
}

void TrafficPage::fillCombos()
{
    const auto fill = [](QComboBox *combo, const QString &all, const QStringList &names) {
        const QString current = combo->currentData().toString();
        const QSignalBlocker blocker(combo);
        combo->clear();
        combo->addItem(all, QString());
        for (const QString &name : names)
            combo->addItem(name, name);
        combo->setCurrentIndex(std::max(0, combo->findData(current)));
    };
    QStringList chains;
    QStringList nodes;
    if (const auto config = session().config()) {
        for (const ChainConfig &chain : config->chains)
            chains.append(QString::fromStdString(chain.name));
        for (const NodeConfig &node : config->nodes)
            nodes.append(QString::fromStdString(node.name));
    }
    fill(m_chain, tr("All chains"), chains);
    fill(m_node, tr("All nodes"), nodes);
    m_chain->setVisible(chains.size() > 1);
}

void TrafficPage::applyFilter()
{
    const QStringList chips = m_filter->checkedChips();
    TrafficFilter filter;
    filter.text = m_filter->text().trimmed();
    filter.chain = m_chain->currentData().toString();
    filter.node = m_node->currentData().toString();
    filter.answered = chips.contains(QStringLiteral("answered"));
    filter.local = chips.contains(QStringLiteral("local"));
    filter.errors = chips.contains(QStringLiteral("errors"));
    filter.refused = chips.contains(QStringLiteral("refused"));
    filter.spilledOnly = chips.contains(QStringLiteral("spilled"));
    filter.slowerThanMs = m_slow->value();
    filter.withoutMethods = m_without;
    m_proxy->setFilter(filter);
    showKept();
    m_reset->setEnabled(!filter.isEmpty());
    UiSettings &settings = session().settings();
    settings.setValue(QStringLiteral("traffic/text"), filter.text);
    settings.setValue(QStringLiteral("traffic/chips"), chips);
    settings.setValue(QStringLiteral("traffic/slowerThanMs"), filter.slowerThanMs);
    settings.setValue(QStringLiteral("traffic/withoutMethods"), m_without);
    showState();
}

void TrafficPage::restoreFilter()
{
    const UiSettings &settings = session().settings();
    m_without = settings.value(QStringLiteral("traffic/withoutMethods")).toStringList();
    const QStringList chips = settings.value(QStringLiteral("traffic/chips")).toStringList();
    const int slow = settings.value(QStringLiteral("traffic/slowerThanMs"), 0).toInt();
    m_filter->setText(settings.value(QStringLiteral("traffic/text")).toString());
    m_filter->setCheckedChips(chips);
    m_slow->setValue(slow);
    applyFilter();
}

void TrafficPage::showState()
{
    const bool running = session().engine() != nullptr;
    const bool any = m_model->rowCount() > 0;
    m_stack->setCurrentWidget(m_proxy->rowCount() > 0 ? static_cast<QWidget *>(m_table) : m_empty);
    m_emptyButton->setVisible(!running || any);
    if (any) {
        m_empty->setText(tr("No request fits the filter"),
                         tr("%n requests are hidden by it.", nullptr, m_model->rowCount()));
        m_emptyButton->setText(tr("Clear &filters"));
    } else if (running) {
        m_empty->setText(tr("No requests yet"),
                         tr("Point a tool at %1 and its requests show up here.")
                             .arg(session().endpoint().toHtmlEscaped()));
    } else {
        m_empty->setText(tr("The proxy is stopped"), tr("Requests show up here while it runs."));
        m_emptyButton->setText(tr("&Start the proxy"));
    }

    const qint64 until = session().captureUntilMs();
    const bool capturing = until > 0;
    m_detail->setCapturing(capturing);
    m_capture->setEnabled(running && !capturing);
    m_capture->setToolTip(
        capturing
            ? tr("Bodies are captured until %1").arg(format::clock(until))
            : tr(
                "Keep the bodies of requests and responses for five minutes, at most 64 KiB each"));
    if (m_paused)
        m_banner->show(tr("Paused. New requests are not added here; press Space to go on."),
                       Tone::Accent);
    else if (capturing)
        m_banner->show(
            tr("Bodies are captured until %1. They stay in memory only, and keys are removed.")
                .arg(format::clock(until)),
            Tone::Accent);
    else if (!m_without.isEmpty())
        m_banner->show(tr("Left out: %1").arg(m_without.join(QStringLiteral(", ")).toHtmlEscaped()),
                       Tone::Accent);
    else
        m_banner->hide();
    showSelected();
}

RecordPointer TrafficPage::recordAt(const QModelIndex &proxyIndex) const
{
    const QModelIndex index = m_proxy->mapToSource(proxyIndex);
    return index.isValid() ? m_model->record(index.row()) : nullptr;
}

RecordPointer TrafficPage::selected() const
{
    return recordAt(m_table->currentIndex());
}

void TrafficPage::showSelected()
{
    const RecordPointer record = selected();
    if (record != m_detail->record())
        m_detail->setRecord(record);
    m_curl->setEnabled(record && !session().endpoint().isEmpty());
    const bool canReplay = record && replay::isPossible(*record) && session().engine();
    m_replay->setEnabled(canReplay);
    m_replay->setToolTip(
        canReplay ? tr("Send this request again through the pool")
                  : tr("Only a request whose whole body was captured can be sent again"));
}

bool TrafficPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier) {
            setPaused(!m_paused);
            return true;
        }
        if (key->matches(QKeySequence::Copy)) {
            copyText(tables::selectionText(m_table).toUtf8(), {});
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

} // namespace spillway::ui
