// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/quotaspage.h"

#include "charts/burndownchart.h"
#include "monitor/bardelegate.h"
#include "monitor/quotatext.h"
#include "monitor/resetcounterdialog.h"
#include "session/session.h"
#include "session/setuseddialog.h"
#include "session/uisettings.h"
#include "stats/statsstore.h"
#include "widgets/emptystate.h"
#include "widgets/exportfile.h"
#include "widgets/format.h"
#include "widgets/tables.h"
#include "widgets/theme.h"

#include <QDateTime>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace spillway::ui {

namespace {

QString priceKey(const QString &node)
{
    // A node's name may hold a slash, which would open a group.
    return QStringLiteral("quotas/price/%1").arg(QString::fromLatin1(node.toUtf8().toHex()));
}

} // namespace

QuotasPage::QuotasPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_model(new QuotaModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(QStringLiteral("quotas"), this))
    , m_table(new QTableView(this))
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(QuotaModel::SortRole);
    m_table->setModel(m_sorted);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(QuotaModel::Left, Qt::AscendingOrder);
    m_table->setItemDelegateForColumn(
        QuotaModel::Left,
        new BarDelegate(
            QuotaModel::ShareRole, QuotaModel::MarkRole, QuotaModel::ToneRole, m_table));

    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    const int gap = fontMetrics().height() * 3 / 4;
    column->setContentsMargins(gap, gap, gap, gap);
    column->setSpacing(gap);
    column->addWidget(makeActions());
    column->addWidget(m_table, 2);
    column->addWidget(makeDetails(), 5);
    m_stack->addWidget(content);
    m_stack->addWidget(m_empty);
    m_emptyButton = m_empty->addButton({}, QStringLiteral("add"));
    connect(m_emptyButton, &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("nodes"), QStringLiteral("new"));
    });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_drawnMinute = -1;
        showSelected();
    });
    connect(&session, &Session::snapshotChanged, this, [this] {
        if (m_active)
            refresh();
    });
    connect(&session, &Session::stateChanged, this, [this] {
        if (m_active)
            refresh();
    });
    connect(&session, &Session::booksRead, this, [this] {
        m_drawnMinute = -1;
        if (m_active)
            refresh();
    });
    retranslate();
}

QWidget *QuotasPage::makeActions()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_setUsed = new QPushButton(Theme::instance().icon(QStringLiteral("edit")), {}, row);
    m_reset = new QPushButton(Theme::instance().icon(QStringLiteral("reload")), {}, row);
    m_export = new QPushButton(Theme::instance().icon(QStringLiteral("export")), {}, row);
    layout->addWidget(m_setUsed);
    layout->addWidget(m_reset);
    layout->addStretch(1);
    layout->addWidget(m_export);
    connect(m_setUsed, &QPushButton::clicked, this, &QuotasPage::askUsed);
    connect(m_reset, &QPushButton::clicked, this, &QuotasPage::askReset);
    connect(m_export, &QPushButton::clicked, this, &QuotasPage::exportCsv);
    return row;
}

QWidget *QuotasPage::makeDetails()
{
    auto *box = new QWidget(this);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    m_sentence = new QLabel(box);
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont font = m_sentence->font();
    font.setPointSizeF(font.pointSizeF() * 1.12);
    m_sentence->setFont(font);
    column->addWidget(m_sentence);
    m_picture = new QStackedWidget(box);
    m_chart = new BurnDownChart;
    m_unlimited = new EmptyState(QStringLiteral("quotas"));
    m_setLimit = m_unlimited->addButton({}, QStringLiteral("edit"));
    connect(m_setLimit, &QPushButton::clicked, this, [this] {
        if (const QuotaRow *row = selected())
            Q_EMIT navigate(QStringLiteral("nodes"), row->node);
    });
    m_picture->addWidget(m_chart);
    m_picture->addWidget(m_unlimited);
    column->addWidget(m_picture, 1);

    auto *money = new QHBoxLayout;
    m_priceLabel = new QLabel(box);
    m_price = new QDoubleSpinBox(box);
    m_price->setRange(0, 100'000);
    m_price->setDecimals(2);
    m_price->setPrefix(QStringLiteral("$ "));
    m_priceLabel->setBuddy(m_price);
    m_worth = new QLabel(box);
    money->addWidget(m_priceLabel);
    money->addWidget(m_price);
    money->addWidget(m_worth, 1);
    column->addLayout(money);
    connect(m_price, &QDoubleSpinBox::valueChanged, this, &QuotasPage::setPrice);
    return box;
}

void QuotasPage::retranslate()
{
    tables::prepare(m_table, tr("Credits of the nodes"));
    m_setUsed->setText(tr("Set &used credits…"));
    m_reset->setText(tr("&Reset counter…"));
    m_export->setText(tr("&Export CSV…"));
    m_priceLabel->setText(tr("&Price per million credits:"));
    m_price->setSpecialValueText(tr("not set"));
    m_chart->setTitle(tr("Credits left in this period"));
    m_setLimit->setText(tr("Set a &limit"));
    m_emptyButton->setText(tr("&Add a node"));
    m_empty->setText(tr("No quotas yet"),
                     tr("Once a node is there, this page shows how its credits run down over the "
                        "billing period and when they "
                        "will be used up."));
    m_table->horizontalHeader()->setSectionResizeMode(QuotaModel::Forecast, QHeaderView::Stretch);
    m_drawnMinute = -1;
    refresh();
}

void QuotasPage::activate()
{
    m_active = true;
    m_drawnMinute = -1;
    refresh();
    tables::fitColumns(m_table);
}

/// Figures grow longer while the page is open.
void QuotasPage::fitTable()
{
    if (!m_table->isVisible())
        return;
    for (int column = 0; column < QuotaModel::ColumnCount; ++column) {
        if (column != QuotaModel::Forecast)
            tables::growColumn(m_table, column, width() / 3);
    }
}

void QuotasPage::deactivate()
{
    m_active = false;
}

void QuotasPage::showItem(const QString &node)
{
    const int row = m_model->rowOf(node);
    if (row < 0)
        return;
    m_table->selectRow(m_sorted->mapFromSource(m_model->index(row, 0)).row());
}

QuotaRow QuotasPage::rowOf(const NodeSnapshot &node, qint64 nowMs)
{
    QuotaRow row;
    row.node = QString::fromStdString(node.name);
    row.used = node.used;
    row.limit = node.limit && *node.limit > 0 ? node.limit : std::nullopt;
    row.threshold = node.threshold;
    // By the engine's day, as the used credits are: a chart's seconds may lie on either side of midnight.
    for (const NodeMethodSnapshot &method : node.methodsToday)
        row.today += method.credits;
    row.burn = burnDown(quotaFacts(node, session().stats(), nowMs));
    row.outlook = quotaOutlook(node, row.burn);
    row.sentence = quotaSentence(node, row.burn);
    row.periodStart = format::dateFromIso(node.periodStart);
    row.resetsAt = format::dateFromIso(node.resetsAt);
    const double price = session().settings().value(priceKey(row.node), 0).toDouble();
    if (price > 0)
        row.pricePerMillion = price;
    return row;
}

QList<QuotaRow> QuotasPage::rowsNow()
{
    QList<QuotaRow> rows;
    const auto snapshot = session().snapshot();
    const qint64 now = snapshot ? snapshot->wallMs : QDateTime::currentMSecsSinceEpoch();
    for (const NodeSnapshot &node : session().nodesWithUsage())
        rows.append(rowOf(node, now));
    return rows;
}

void QuotasPage::refresh()
{
    m_model->setRows(rowsNow());
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
    bool anyPrice = false;
    for (const QuotaRow &row : m_model->rows())
        anyPrice = anyPrice || row.pricePerMillion;
    m_table->setColumnHidden(QuotaModel::Worth, !anyPrice);
    fitTable();
    if (!m_table->selectionModel()->hasSelection() && m_sorted->rowCount() > 0)
        m_table->selectRow(0);
    showSelected();
}

const QuotaRow *QuotasPage::selected() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty())
        return nullptr;
    return &m_model->rows().at(m_sorted->mapToSource(rows.first()).row());
}

void QuotasPage::showSelected()
{
    const QuotaRow *row = selected();
    m_setUsed->setEnabled(row);
    m_reset->setEnabled(row && row->used > 0);
    if (!row)
        return;
    m_sentence->setText(row->sentence);
    if (m_shown != row->node) {
        const QSignalBlocker blocker(m_price);
        m_price->setValue(row->pricePerMillion.value_or(0));
    }
    m_worth->setText(
        row->worth()
            ? tr("The %1 credits of this period are worth about %2: used credits times this price.")
                  .arg(format::shortNumber(static_cast<double>(row->used)),
                       QLocale().toCurrencyString(*row->worth(), QStringLiteral("$")))
            : QString());
    m_picture->setCurrentWidget(row->limit ? static_cast<QWidget *>(m_chart) : m_unlimited);
    if (!row->limit) {
        m_shown = row->node;
        m_unlimited->setText(
            tr("%1 has no limit").arg(row->node),
            tr("It has spent %1 credits since %2, %3 of them today. With a monthly limit, this "
               "place shows how the credits run down over the billing period.")
                .arg(format::number(row->used),
                     format::date(row->periodStart),
                     format::number(row->today)));
        return;
    }
    // Time moves the picture from minute to minute; what was used, or set, does at once.
    const qint64 minute = QDateTime::currentSecsSinceEpoch() / 60;
    const bool sameFigures = m_drawn.used == row->used && m_drawn.limit == row->limit
                             && m_drawn.threshold == row->threshold
                             && m_drawn.periodStart == row->periodStart
                             && m_drawn.resetsAt == row->resetsAt;
    if (m_shown == row->node && m_drawnMinute == minute && sameFigures)
        return;
    m_shown = row->node;
    m_drawnMinute = minute;
    m_drawn = *row;
    m_chart->setData(
        row->burn, row->periodStart, static_cast<double>(row->limit.value_or(0)), row->sentence);
}

void QuotasPage::setPrice(double price)
{
    const QuotaRow *row = selected();
    if (!row)
        return;
    session().settings().setValue(priceKey(row->node), price);
    refresh();
}

void QuotasPage::askUsed()
{
    const QuotaRow *row = selected();
    if (!row)
        return;
    auto *dialog = new SetUsedDialog(session(), row->node, row->used, row->limit, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void QuotasPage::askReset()
{
    const QuotaRow *row = selected();
    if (!row)
        return;
    const QString node = row->node;
    auto *dialog = new ResetCounterDialog(node, row->used, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, node] { session().setUsedCredits(node, 0); });
    dialog->open();
}

void QuotasPage::exportCsv()
{
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export quotas"), QStringLiteral("spillway-quotas.csv"), tr("CSV files (*.csv)"));
    if (file.isEmpty())
        return;
    const QByteArray text = quotaCsv(m_model->rows()).toUtf8();
    const QString problem = writeExport(file, text);
    Q_EMIT session().toast(problem.isEmpty() ? tr("Saved %1.").arg(file)
                                             : tr("%1 could not be written: %2").arg(file, problem),
                           false);
}

} // namespace spillway::ui
