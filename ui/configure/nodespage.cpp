// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/nodespage.h"

#include "configure/nodeedits.h"
#include "configure/nodeform.h"
#include "configure/nodesdelegate.h"
#include "configure/nodesmodel.h"
#include "configure/nodetester.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "widgets/columnfitter.h"
#include "widgets/emptystate.h"
#include "widgets/filterbar.h"
#include "widgets/flowlayout.h"
#include "widgets/tables.h"
#include "widgets/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace spillway::ui {
namespace {

/// The state of a header with other columns than today's is of no use.
const QString kHeaderKey = QStringLiteral("nodes/columns%1").arg(int{NodesModel::ColumnCount});
const QString kOwnKey = QStringLiteral("nodes/ownColumns%1").arg(int{NodesModel::ColumnCount});
/// Not a choice: a node without its name is none; chains and tests are shown while they tell anything.
const QList<int> kNoChoice{NodesModel::Name, NodesModel::Chain, NodesModel::Test};

QList<int> fromVariants(const QVariantList &values)
{
    QList<int> numbers;
    for (const QVariant &value : values)
        numbers.append(value.toInt());
    return numbers;
}

QVariantList toVariants(const QList<int> &numbers)
{
    return {numbers.begin(), numbers.end()};
}

/// Rows by the words of their cells; sorting keeps the order of the file where values are the same.
class NodesOrder final : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        const QVariant a = left.data(NodesModel::SortRole);
        const QVariant b = right.data(NodesModel::SortRole);
        const auto order =
            a.typeId() == QMetaType::QString
                ? QPartialOrdering(QString::localeAwareCompare(a.toString(), b.toString()) < 0
                                       ? QPartialOrdering::Less
                                       : QPartialOrdering::Greater)
                : QVariant::compare(a, b);
        return order == QPartialOrdering::Less;
    }
};

} // namespace

NodesPage::NodesPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_model(new NodesModel(session.draft(), &session.stats(), this))
    , m_sorted(new NodesOrder(this))
    , m_tester(new NodeTester(session, this))
    , m_table(new QTableView(this))
    , m_form(new NodeForm(session, *m_tester, this))
    , m_filter(new FilterBar(this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(QStringLiteral("nodes"), this))
    , m_more(new QToolButton(this))
{
    buildTable();
    buildActions();

    auto *tools = new QWidget(this);
    auto *bar = new FlowLayout(tools);
    bar->setSpacing(fontMetrics().height() / 2);
    // May grow: its size hint is that of a single row.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    tools->setSizePolicy(policy);
    for (QAction *action : {m_add, m_test, m_duplicate, m_remove}) {
        auto *button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(action == m_add || action == m_test
                                       ? Qt::ToolButtonTextBesideIcon
                                       : Qt::ToolButtonIconOnly);
        button->setFocusPolicy(Qt::StrongFocus);
        m_buttons.append(button);
        bar->addWidget(button);
    }
    m_more->setIcon(Theme::instance().icon(QStringLiteral("more")));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFocusPolicy(Qt::StrongFocus);
    auto *menu = new QMenu(m_more);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        fillMenu(*menu);
    });
    m_more->setMenu(menu);
    bar->addWidget(m_more);
    bar->addWidget(m_filter);

    auto *left = new QWidget(m_splitter);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(tools);
    column->addWidget(m_table, 1);
    m_splitter->addWidget(left);
    m_splitter->addWidget(m_form);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    const int letterWidth = m_form->fontMetrics().averageCharWidth();
    m_splitter->setSizes({letterWidth * 112, letterWidth * 54});

    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto *outer = new QVBoxLayout(this);
    outer->addWidget(m_stack);

    connect(m_empty->addButton(QString(), QStringLiteral("add")),
            &QPushButton::clicked,
            m_add,
            &QAction::trigger);
    connect(m_filter, &FilterBar::changed, this, [this] {
        m_sorted->setFilterFixedString(m_filter->text());
    });
    connect(m_form, &NodeForm::editPrices, this, [this](const QString &list) {
        Q_EMIT navigate(QStringLiteral("pricing"), list);
    });
    connect(m_form, &NodeForm::failed, this, &NodesPage::say);
    connect(m_form, &NodeForm::remark, this, [this](const QString &text) {
        Q_EMIT this->session().toast(text, false);
    });
    connect(m_model, &NodesModel::editFailed, this, &NodesPage::say);
    connect(m_model, &NodesModel::rowMoved, this, &NodesPage::select, Qt::QueuedConnection);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &NodesPage::updateEmpty);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &NodesPage::updateEmpty);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &NodesPage::updateActions);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &NodesPage::fitTable);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &NodesPage::fitTable);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &NodesPage::fitTable);
    connect(m_tester, &NodeTester::started, this, [this](const QString &node) {
        m_model->setTest(node, {tr("Testing…"), QString(), false, true});
    });
    connect(m_tester,
            &NodeTester::finished,
            this,
            [this](const QString &node, const TestReport &report) {
                m_model->setTest(
                    node, {report.words.brief, report.words.plain, report.words.good, false});
            });
    connect(m_tester, &NodeTester::allFinished, this, [this](int good, int total) {
        Q_EMIT this->session().toast(
            tr("%1 of %n node(s) passed the connection test.", nullptr, total).arg(good), false);
    });
    connect(&session, &Session::snapshotChanged, this, [this] {
        if (m_active)
            takeSnapshot();
    });
    connect(&session, &Session::booksRead, this, [this] {
        if (m_active)
            takeSnapshot();
    });
    connect(&session, &Session::stateChanged, this, [this] {
        if (m_active)
            takeSnapshot();
    });
    retranslate();
    updateEmpty();
    select(0);
}

void NodesPage::buildTable()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setFilterKeyColumn(-1);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(m_sorted);
    m_table->setItemDelegate(new NodesDelegate(m_table));
    tables::prepare(m_table, tr("Nodes"));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked);
    m_table->setDragDropMode(QAbstractItemView::InternalMove);
    m_table->setDragDropOverwriteMode(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(NodesModel::Tier, Qt::AscendingOrder);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    QHeaderView *header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::customContextMenuRequested, this, [this, header](QPoint at) {
        QMenu menu;
        tables::fillColumnMenu(&menu, m_table, kNoChoice);
        menu.exec(header->mapToGlobal(at));
    });
    header->setMinimumSectionSize(m_table->fontMetrics().averageCharWidth() * 3);
    constexpr int kMost = 40;
    // Figures that are cut are none. Of the rest the name is what people look for.
    m_fitter = new ColumnFitter(m_table,
                                {{NodesModel::LastError, 31, 31, 12},
                                 {NodesModel::Test, 9, kMost, 9},
                                 {NodesModel::State, 16, kMost, 12},
                                 {NodesModel::Chain, 11, 22, 8},
                                 {NodesModel::Enabled, 5, kMost, 0},
                                 {NodesModel::Tier, 7, kMost, 0},
                                 {NodesModel::Rate, 16, kMost, 0},
                                 {NodesModel::Latency, 10, kMost, 0},
                                 {NodesModel::Quota, 19, kMost, 0},
                                 {NodesModel::InFlight, 10, kMost, 0},
                                 {NodesModel::Name, 13, 30, 8}});
    // All that people look for has room in the window as it first opens; the rest is a choice in the menu of the header.
    for (const int column :
         {int{NodesModel::Test}, int{NodesModel::InFlight}, int{NodesModel::LastError}})
        m_table->setColumnHidden(column, true);
    using Column = NodesModel::Column;
    const QList<Column> shown{Column::Enabled,
                              Column::Name,
                              Column::Chain,
                              Column::State,
                              Column::Test,
                              Column::Tier,
                              Column::Quota,
                              Column::Rate,
                              Column::Latency,
                              Column::InFlight,
                              Column::LastError};
    for (int place = 0; place < shown.size(); ++place)
        header->moveSection(header->visualIndex(shown[place]), place);
    header->restoreState(session().settings().value(kHeaderKey).toByteArray());
    m_fitter->setOwnColumns(fromVariants(session().settings().value(kOwnKey).toList()));
    fitTable();
    connect(m_table, &QTableView::customContextMenuRequested, this, [this](const QPoint &at) {
        QMenu menu;
        fillMenu(menu);
        menu.exec(m_table->viewport()->mapToGlobal(at));
    });
    connect(m_table->selectionModel(),
            &QItemSelectionModel::currentRowChanged,
            this,
            &NodesPage::selectionChanged);
    connect(m_table->selectionModel(),
            &QItemSelectionModel::selectionChanged,
            this,
            &NodesPage::updateActions);
}

void NodesPage::fitTable()
{
    m_table->setColumnHidden(NodesModel::Test, !m_model->hasTests());
    m_table->setColumnHidden(NodesModel::Chain, !m_model->hasSeveralChains());
    m_fitter->fit();
}

QAction *
NodesPage::addAction(const QString &icon, const QKeySequence &keys, void (NodesPage::*slot)())
{
    auto *action = new QAction(this);
    if (!icon.isEmpty())
        action->setIcon(Theme::instance().icon(icon));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, slot);
    QWidget::addAction(action);
    return action;
}

void NodesPage::buildActions()
{
    m_add = addAction(QStringLiteral("add"), QKeySequence::New, &NodesPage::addNode);
    m_duplicate = addAction(QStringLiteral("duplicate"), {}, &NodesPage::duplicateNode);
    m_test =
        addAction(QStringLiteral("test"), QKeySequence(Qt::CTRL | Qt::Key_T), &NodesPage::testNode);
    m_testAll = addAction({}, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T), &NodesPage::testAll);
    m_switch = addAction({}, {}, &NodesPage::switchNodes);
    m_up = addAction(QStringLiteral("up"), QKeySequence(Qt::ALT | Qt::Key_Up), &NodesPage::moveUp);
    m_down = addAction(
        QStringLiteral("down"), QKeySequence(Qt::ALT | Qt::Key_Down), &NodesPage::moveDown);
    m_clearPenalty = addAction({}, {}, &NodesPage::clearPenalty);
    m_setUsed = addAction({}, {}, &NodesPage::setUsed);
    m_remove = addAction(QStringLiteral("remove"), QKeySequence::Delete, &NodesPage::removeNodes);
    m_rename = addAction(QStringLiteral("edit"), QKeySequence(Qt::Key_F2), &NodesPage::renameNode);
    // In a text field of the form these keys belong to the field.
    for (QAction *action : {m_remove, m_rename}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        removeAction(action);
        m_table->addAction(action);
    }
}

void NodesPage::fillMenu(QMenu &menu)
{
    menu.addAction(m_add);
    menu.addAction(m_duplicate);
    menu.addAction(m_rename);
    menu.addAction(m_switch);
    menu.addSeparator();
    menu.addAction(m_test);
    menu.addAction(m_testAll);
    menu.addSeparator();
    menu.addAction(m_up);
    menu.addAction(m_down);
    menu.addSeparator();
    menu.addAction(m_clearPenalty);
    menu.addAction(m_setUsed);
    menu.addSeparator();
    menu.addAction(m_remove);
    menu.addSeparator();
    tables::fillColumnMenu(menu.addMenu(tr("Colu&mns")), m_table, kNoChoice);
}

void NodesPage::activate()
{
    m_active = true;
    takeSnapshot();
    fitTable();
    const QByteArray sizes =
        session().settings().value(QStringLiteral("nodes/splitter")).toByteArray();
    if (!sizes.isEmpty())
        m_splitter->restoreState(sizes);
}

void NodesPage::deactivate()
{
    m_active = false;
    session().settings().setValue(QStringLiteral("nodes/splitter"), m_splitter->saveState());
    session().settings().setValue(kHeaderKey, m_table->horizontalHeader()->saveState());
    session().settings().setValue(kOwnKey, toVariants(m_fitter->ownColumns()));
}

void NodesPage::focusFilter()
{
    m_filter->focusText();
}

void NodesPage::showItem(const QString &item)
{
    if (item == QLatin1String("+"))
        return addNode();
    m_filter->setText({});
    m_sorted->setFilterFixedString({});
    select(m_model->rowOf(item));
}

void NodesPage::takeSnapshot()
{
    QStringList names;
    if (const auto config = session().config()) {
        for (const NodeConfig &node : config->nodes)
            names.append(QString::fromStdString(node.name));
    }
    const bool runs =
        session().state() == ProxyState::Running || session().state() == ProxyState::Stopping;
    m_model->setSnapshot(runs ? session().snapshot() : nullptr, names);
    if (!runs)
        m_model->setBooks(session().nodesWithUsage());
    showLive();
}

int NodesPage::currentRow() const
{
    const QModelIndex current = m_table->currentIndex();
    return current.isValid() ? m_sorted->mapToSource(current).row() : -1;
}

QList<int> NodesPage::selectedRows() const
{
    QList<int> rows;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows())
        rows.append(m_sorted->mapToSource(index).row());
    return rows;
}

void NodesPage::select(int row)
{
    if (row < 0 || row >= m_model->rowCount())
        return;
    const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, NodesModel::Name));
    QScrollBar *sideways = m_table->horizontalScrollBar();
    const int before = sideways->value();
    // The view's own way of selecting would look at the keys held: with Ctrl of a shortcut it adds to the selection.
    m_table->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
    sideways->setValue(before);
}

void NodesPage::selectionChanged()
{
    m_form->setNode(currentRow());
    showLive();
    updateActions();
}

void NodesPage::showLive()
{
    const int row = currentRow();
    if (row < 0)
        return;
    // Rows above the current one may have come or gone: the form follows the row, not a number.
    if (m_form->node() != row)
        m_form->setNode(row);
    const NodeSnapshot *live = m_model->live(row);
    m_form->setLive(live,
                    live ? QString::fromStdString(live->name) : QString(),
                    m_model->stateDetails(row),
                    m_model->hasError(row));
    updateActions();
}

void NodesPage::updateEmpty()
{
    showEmpty();
    m_stack->setCurrentWidget(m_model->rowCount() == 0 ? static_cast<QWidget *>(m_empty)
                                                       : m_splitter);
    if (!m_table->currentIndex().isValid())
        select(0);
    showLive();
    if (m_model->rowCount() == 0)
        m_form->setNode(-1);
}

void NodesPage::say(const QString &problem)
{
    Q_EMIT session().toast(problem, false);
}

} // namespace spillway::ui
