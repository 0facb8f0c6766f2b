// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartcard.h"

#include "charts/plotview.h"
#include "widgets/tables.h"

#include <QAccessible>
#include <QCategoryAxis>
#include <QChart>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace spillway::ui {

namespace {

constexpr qreal kGreyed = 0.35;
constexpr qreal kAxisFont = 0.88;
constexpr int kLines = 11; ///< least height of a chart, in lines of text

} // namespace

ChartCard::ChartCard(QWidget *parent)
    : Card(parent)
    , m_legend(new LegendBar(this))
    , m_stack(new QStackedWidget(this))
    , m_view(new PlotView(this))
    , m_tableView(new QTableView(this))
    , m_table(new ChartTable(this))
    , m_notice(new QLabel(m_view))
    , m_tableButton(new QToolButton(this))
    , m_axisX(new QCategoryAxis(this))
    , m_axisY(new QCategoryAxis(this))
{
    m_tableButton->setAutoRaise(true);
    m_tableButton->setCheckable(true);
    m_tableButton->setIcon(Theme::instance().icon(QStringLiteral("table"), Tone::Muted));
    retranslate();
    connect(m_tableButton, &QToolButton::toggled, this, &ChartCard::setTableShown);
    addToTitle(m_tableButton);

    m_tableView->setModel(m_table);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_tableView);
    body()->addWidget(m_stack, 1);
    body()->addWidget(m_legend);
    m_stack->setMinimumHeight(fontMetrics().lineSpacing() * kLines);

    for (QCategoryAxis *axis : {m_axisX, m_axisY}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }
    m_axisX->setGridLineVisible(false);
    m_axisY->setLineVisible(false);
    chart()->addAxis(m_axisX, Qt::AlignBottom);
    chart()->addAxis(m_axisY, Qt::AlignLeft);

    m_notice->setWordWrap(true);
    m_notice->setAlignment(Qt::AlignCenter);
    m_notice->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_notice->hide();
    m_view->installEventFilter(this);

    connect(m_view, &PlotView::pointed, this, [this](qreal x, const QPoint &globalPos) {
        qreal snapped = x;
        const QString text = textAt(x, &snapped);
        m_view->setCrosshair(text.isEmpty() ? std::nullopt : std::optional(snapped));
        QToolTip::showText(globalPos, text, m_view);
    });
    connect(m_view, &PlotView::left, this, [this] { m_view->setCrosshair(std::nullopt); });
    connect(m_legend, &LegendBar::toggled, this, &ChartCard::dataChanged);
    connect(&Theme::instance(), &Theme::changed, this, &ChartCard::restyle);
    restyle();
}

void ChartCard::retranslate()
{
    m_tableButton->setToolTip(tr("Show as table"));
    m_tableButton->setAccessibleName(tr("Show as table"));
}

QChart *ChartCard::chart() const
{
    return m_view->chart();
}

void ChartCard::setTitle(const QString &title)
{
    Card::setTitle(title);
    m_view->setAccessibleName(title);
}

void ChartCard::setNotice(const QString &text)
{
    if (text == m_notice->text() && text.isEmpty() == m_notice->isHidden())
        return;
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
    chart()->setOpacity(text.isEmpty() ? 1 : kGreyed);
    placeNotice();
}

void ChartCard::placeNotice()
{
    m_notice->setGeometry(
        m_view->rect().adjusted(fontMetrics().height(), 0, -fontMetrics().height(), 0));
}

void ChartCard::setTableShown(bool shown)
{
    m_tableButton->setChecked(shown);
    m_stack->setCurrentWidget(shown ? static_cast<QWidget *>(m_tableView) : m_view);
    m_legend->setVisible(!shown);
    if (shown) {
        tables::prepare(m_tableView, accessibleName());
        m_tableView->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    }
    dataChanged();
}

bool ChartCard::isTableShown() const
{
    return m_stack->currentWidget() == m_tableView;
}

void ChartCard::dataChanged()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void ChartCard::refresh()
{
    m_stale = false;
    if (!isTableShown() || m_recolor) {
        if (m_recolor)
            recolor();
        m_recolor = false;
        redraw();
        makeRoomForLabels();
    }
    // Building the words costs more than the picture, so only for those who read them.
    if (isTableShown() || QAccessible::isActive()) {
        const ChartTwin twin = this->twin();
        if (isTableShown()) {
            m_table->set(twin);
            // Figures are short, names are not.
            QHeaderView *header = m_tableView->horizontalHeader();
            if (header->count() > 0 && header->sectionResizeMode(0) != QHeaderView::Stretch)
                header->setSectionResizeMode(0, QHeaderView::Stretch);
        }
        if (twin.summary != m_summary) {
            m_summary = twin.summary;
            m_view->setAccessibleDescription(m_summary);
        }
    }
}

/// Labels stand half beyond the ends of their axes; at the left the labels of the other axis give them room.
void ChartCard::makeRoomForLabels()
{
    const QFontMetrics metrics(m_axisX->labelsFont());
    const QStringList times = m_axisX->categoriesLabels();
    const QStringList values = m_axisY->categoriesLabels();
    if (times.isEmpty())
        return;
    int beside = 0;
    for (const QString &value : values)
        beside = std::max(beside, metrics.horizontalAdvance(value));
    const int gap = metrics.averageCharWidth();
    const int left = std::max(0, metrics.horizontalAdvance(times.first()) / 2 + gap - beside);
    const int right = metrics.horizontalAdvance(times.last()) / 2 + gap;
    const QMargins margins(left, metrics.height() * 2 / 3, right, 0);
    // Each change is a new layout of the whole chart.
    if (chart()->margins() != margins)
        chart()->setMargins(margins);
}

void ChartCard::showEvent(QShowEvent *event)
{
    Card::showEvent(event);
    if (m_stale)
        refresh();
}

void ChartCard::changeEvent(QEvent *event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        restyle();
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        relabel();
        dataChanged();
    }
}

/// The plot gets its size after the card, from layouts in between.
bool ChartCard::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::Resize)
        placeNotice();
    return Card::eventFilter(watched, event);
}

void ChartCard::restyle()
{
    const Theme &theme = Theme::instance();
    QFont small = font();
    small.setPointSizeF(font().pointSizeF() * kAxisFont);
    for (QCategoryAxis *axis : {m_axisX, m_axisY}) {
        axis->setLabelsFont(small);
        axis->setLabelsBrush(theme.muted());
        axis->setGridLinePen(QPen(theme.grid(), 1));
        axis->setLinePen(QPen(theme.border(), 1));
    }
    m_recolor = true;
    dataChanged();
}

} // namespace spillway::ui
