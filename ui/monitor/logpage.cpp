// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/logpage.h"

#include "monitor/logmodel.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "spillway/logging.h"
#include "widgets/emptystate.h"
#include "widgets/exportfile.h"
#include "widgets/filterbar.h"
#include "widgets/theme.h"
#include "widgets/toolbutton.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace spillway::ui {

namespace {

constexpr int kPullMs = 250;
constexpr int kMostLines = 5000;
/// What setLogLevel() takes, in the order of the levels.
constexpr std::array kLevelWords{"trace", "debug", "info", "warn", "error"};
constexpr int kInfo = 2;
/// Shared with the Settings page.
constexpr auto kLevelKey = "log/level";

} // namespace

LogPage::LogPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_model(new LogModel(kMostLines, this))
    , m_proxy(new LogProxy(this))
    , m_stack(new QStackedWidget(this))
    , m_list(new QListView(this))
    , m_empty(new EmptyState(QStringLiteral("log"), this))
{
    m_proxy->setSourceModel(m_model);
    auto *column = new QVBoxLayout(this);
    const int gap = fontMetrics().height() * 3 / 4;
    column->setContentsMargins(gap, gap, gap, gap);
    column->setSpacing(gap / 2);
    column->addWidget(makeTools());
    column->addWidget(makeFilters());

    m_list->setModel(m_proxy);
    m_list->setUniformItemSizes(true);
    m_list->setLayoutMode(QListView::SinglePass);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_list->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->installEventFilter(this);
    QScrollBar *bar = m_list->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, [this, bar](int value) {
        setFollow(value >= bar->maximum());
    });
    connect(bar, &QScrollBar::rangeChanged, this, [this, bar](int, int maximum) {
        if (m_follow)
            bar->setValue(maximum);
    });
    m_stack->addWidget(m_list);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);

    m_pull.setInterval(kPullMs);
    connect(&m_pull, &QTimer::timeout, this, &LogPage::pull);
    retranslate();
    const UiSettings &settings = session.settings();
    m_pattern->setChecked(settings.value(QStringLiteral("log/pattern"), false).toBool());
    m_least->setCurrentIndex(std::clamp(settings.value(QStringLiteral("log/least"), 0).toInt(),
                                        0,
                                        static_cast<int>(kLevelWords.size()) - 1));
    showLevel();
    connect(&session.settings(), &UiSettings::changed, this, [this](const QString &key) {
        if (key == QLatin1String(kLevelKey))
            showLevel();
    });
    m_filter->setText(settings.value(QStringLiteral("log/text")).toString());
    connect(m_least, &QComboBox::currentIndexChanged, this, &LogPage::applyFilter);
    connect(m_pattern, &QToolButton::toggled, this, &LogPage::applyFilter);
    connect(m_filter, &FilterBar::changed, this, &LogPage::applyFilter);
    connect(m_level, &QComboBox::activated, this, [this](int level) {
        const char *word = kLevelWords[static_cast<std::size_t>(level)];
        this->session().settings().setValue(QLatin1String(kLevelKey), QLatin1String(word));
        setLogLevel(word);
    });
    applyFilter();
}

QWidget *LogPage::makeTools()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_followButton = toolButton(QStringLiteral("down"), row);
    m_followButton->setCheckable(true);
    m_followButton->setChecked(true);
    m_copy = toolButton(QStringLiteral("copy"), row);
    m_save = toolButton(QStringLiteral("save"), row);
    m_clear = toolButton(QStringLiteral("remove"), row);
    for (QToolButton *button : {m_followButton, m_copy, m_save, m_clear})
        layout->addWidget(button);
    layout->addStretch(1);
    m_levelLabel = new QLabel(row);
    m_level = new QComboBox(row);
    m_levelLabel->setBuddy(m_level);
    layout->addWidget(m_levelLabel);
    layout->addWidget(m_level);
    connect(m_followButton, &QToolButton::toggled, this, [this](bool on) {
        setFollow(on);
        if (on)
            m_list->scrollToBottom();
    });
    connect(m_copy, &QToolButton::clicked, this, &LogPage::copySelection);
    connect(m_save, &QToolButton::clicked, this, &LogPage::save);
    connect(m_clear, &QToolButton::clicked, this, [this] {
        m_model->clear();
        showState();
    });
    return row;
}

QWidget *LogPage::makeFilters()
{
    m_filter = new FilterBar(this);
    m_pattern = toolButton(QStringLiteral("code"), m_filter);
    m_pattern->setCheckable(true);
    m_filter->addWidget(m_pattern);
    m_leastLabel = new QLabel(m_filter);
    m_least = new QComboBox(m_filter);
    m_leastLabel->setBuddy(m_least);
    m_filter->addWidget(m_leastLabel);
    m_filter->addWidget(m_least);
    return m_filter;
}

void LogPage::retranslate()
{
    m_filter->setPlaceholder(tr("Filter lines"));
    m_followButton->setText(tr("&Follow"));
    m_followButton->setToolTip(tr("Keep the newest line in view"));
    m_copy->setText(tr("&Copy"));
    m_copy->setToolTip(tr("Copy the selected lines, or all that are shown"));
    m_save->setText(tr("&Save…"));
    m_clear->setText(tr("C&lear"));
    m_clear->setToolTip(tr("Empty this list; nothing else is deleted"));
    m_pattern->setText(tr("&Pattern"));
    m_pattern->setToolTip(tr("Read the filter as a regular expression"));
    m_leastLabel->setText(tr("S&how"));
    m_levelLabel->setText(tr("&Write"));
    m_list->setAccessibleName(tr("Lines of the log"));
    const auto fill = [](QComboBox *combo, const QStringList &names) {
        const QSignalBlocker blocker(combo);
        const int current = std::max(0, combo->currentIndex());
        combo->clear();
        combo->addItems(names);
        combo->setCurrentIndex(current);
    };
    fill(m_least,
         {tr("all lines"),
          tr("debug and above"),
          tr("info and above"),
          tr("warnings and errors"),
          tr("errors")});
    fill(m_level,
         {tr("everything (trace)"),
          tr("debug and above"),
          tr("info and above"),
          tr("warnings and errors"),
          tr("errors only")});
    m_level->setToolTip(tr("What is written from now on"));
    showState();
}

void LogPage::showLevel()
{
    const QString word = session().settings().value(QLatin1String(kLevelKey)).toString();
    const auto found =
        std::find_if(kLevelWords.begin(), kLevelWords.end(), [&word](const char *each) {
            return word == QLatin1String(each);
        });
    m_level->setCurrentIndex(
        found == kLevelWords.end() ? kInfo : static_cast<int>(found - kLevelWords.begin()));
}

void LogPage::activate()
{
    pull();
    m_pull.start();
}

void LogPage::deactivate()
{
    m_pull.stop();
}

void LogPage::focusFilter()
{
    m_filter->focusText();
}

void LogPage::showItem(const QString &text)
{
    m_filter->setText(text);
}

void LogPage::pull()
{
    const std::vector<LogLine> lines = logLines(m_cursor);
    if (lines.empty())
        return;
    m_cursor = lines.back().sequence;
    m_model->append(lines);
    showState();
}

void LogPage::applyFilter()
{
    const QString problem =
        m_proxy->setFilter(m_least->currentIndex(), m_filter->text(), m_pattern->isChecked());
    m_filter->setProblem(problem);
    UiSettings &settings = session().settings();
    settings.setValue(QStringLiteral("log/text"), m_filter->text());
    settings.setValue(QStringLiteral("log/pattern"), m_pattern->isChecked());
    settings.setValue(QStringLiteral("log/least"), m_least->currentIndex());
    showState();
}

void LogPage::showState()
{
    const bool any = m_proxy->rowCount() > 0;
    m_stack->setCurrentWidget(any ? static_cast<QWidget *>(m_list) : m_empty);
    m_copy->setEnabled(any);
    m_save->setEnabled(any);
    if (m_model->rowCount() > 0)
        m_empty->setText(tr("No line fits the filter"),
                         tr("%n lines are hidden by it.", nullptr, m_model->rowCount()));
    else
        m_empty->setText(tr("Nothing logged yet"),
                         tr("Lines show up here as Spillway writes them."));
}

void LogPage::setFollow(bool follow)
{
    m_follow = follow;
    const QSignalBlocker quiet(m_followButton);
    m_followButton->setChecked(follow);
}

QString LogPage::linesText(bool selectedOnly) const
{
    QStringList lines;
    if (selectedOnly) {
        QModelIndexList selected = m_list->selectionModel()->selectedIndexes();
        std::sort(selected.begin(), selected.end());
        for (const QModelIndex &index : std::as_const(selected))
            lines.append(index.data().toString());
    } else {
        for (int row = 0; row < m_proxy->rowCount(); ++row)
            lines.append(m_proxy->index(row, 0).data().toString());
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void LogPage::copySelection()
{
    QGuiApplication::clipboard()->setText(linesText(m_list->selectionModel()->hasSelection()));
}

void LogPage::save()
{
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save log"), QStringLiteral("spillway.log"), tr("Log files (*.log *.txt)"));
    if (file.isEmpty())
        return;
    const QByteArray text = linesText(false).toUtf8();
    const QString problem = writeExport(file, text);
    Q_EMIT session().toast(problem.isEmpty() ? tr("Saved %1.").arg(file)
                                             : tr("%1 could not be written: %2").arg(file, problem),
                           false);
}

bool LogPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        copySelection();
        return true;
    }
    return Page::eventFilter(watched, event);
}

} // namespace spillway::ui
