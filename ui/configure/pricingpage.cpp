// SPDX-License-Identifier: GPL-3.0-or-later
// Construction and display; what the tools do is in pricingpageactions.cpp.
#include "configure/pricingpage.h"

#include "configure/formbinder.h"
#include "configure/formfield.h"
#include "configure/nodeedits.h"
#include "configure/pricingdelegate.h"
#include "configure/pricingmodel.h"
#include "session/configdraft.h"
#include "session/problemtext.h"
#include "session/session.h"
#include "stats/statsstore.h"
#include "widgets/banner.h"
#include "widgets/columnfitter.h"
#include "widgets/filterbar.h"
#include "widgets/format.h"
#include "widgets/paint.h"
#include "widgets/tables.h"
#include "widgets/theme.h"

#include <QComboBox>
#include <QCompleter>
#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace spillway::ui {
namespace {

constexpr int kReferenceRole = Qt::UserRole + 1;

QToolButton *
tool(QWidget *parent, const QString &icon, Qt::ToolButtonStyle style = Qt::ToolButtonTextBesideIcon)
{
    auto *button = new QToolButton(parent);
    button->setIcon(Theme::instance().icon(icon));
    button->setToolButtonStyle(style);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

PricingPage::PricingPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_listModel(new QStandardItemModel(this))
    , m_model(new PricingModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_undo(new SharedUndo(session.draft(), this))
{
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    auto *left = new QWidget(splitter);
    auto *right = new QWidget(splitter);
    buildLists(left);
    buildEditor(right);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    const int letter = fontMetrics().averageCharWidth();
    splitter->setSizes({letter * 36, letter * 110});
    auto *outer = new QVBoxLayout(this);
    outer->addWidget(splitter);

    connect(&session.draft(), &ConfigDraft::changed, this, &PricingPage::followDraft);
    connect(&session.draft(), &ConfigDraft::checked, this, [this] {
        if (isVisible())
            showList();
    });
    retranslate();
    fillLists();
    if (m_listModel->rowCount() > 0)
        m_lists->setCurrentIndex(m_listModel->index(0, 0));
}

void PricingPage::buildLists(QWidget *parent)
{
    auto *column = new QVBoxLayout(parent);
    column->setContentsMargins(0, 0, 0, 0);
    m_lists = new QListView(parent);
    m_lists->setModel(m_listModel);
    m_lists->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_lists->setTextElideMode(Qt::ElideRight);
    m_lists->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const int icon = paint::iconSize(fontMetrics());
    m_lists->setIconSize({icon, icon});
    m_lists->setSpacing(1);
    m_lists->setMinimumWidth(fontMetrics().averageCharWidth() * 32);
    m_new = new QPushButton(Theme::instance().icon(QStringLiteral("add")), QString(), parent);
    column->addWidget(m_lists, 1);
    column->addWidget(m_new, 0, Qt::AlignLeft);
    connect(m_lists->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            &PricingPage::listChosen);
    connect(m_new, &QPushButton::clicked, this, &PricingPage::newList);
}

void PricingPage::buildEditor(QWidget *parent)
{
    auto *column = new QVBoxLayout(parent);
    column->setContentsMargins(column->contentsMargins().left(), 0, 0, 0);
    m_title = new QLabel(parent);
    QFont bold = m_title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.2);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_where = new QLabel(parent);
    m_where->setTextFormat(Qt::PlainText);
    m_where->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_usedBy = new QLabel(parent);
    m_usedBy->setTextFormat(Qt::PlainText);
    m_usedBy->setWordWrap(true);
    m_banner = new Banner(parent);
    m_copy = m_banner->addButton(QString());
    column->addWidget(m_title);
    column->addWidget(m_where);
    column->addWidget(m_usedBy);
    column->addWidget(m_banner);

    auto *form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_unknownKind = new QComboBox(parent);
    m_unknownKind->addItems({QString(), QString()});
    m_unknownKind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_unknownKind->setMaximumWidth(fontMetrics().averageCharWidth() * 46);
    m_unknownField = new FormField(m_unknownKind, parent);
    m_unknownCost = new NumberEdit(NumberEdit::Kind::Whole, parent);
    m_unknownCost->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    m_unknownField->addBeside(m_unknownCost);
    m_unknownField->keepNarrow();
    m_unknownLabel = new QLabel(parent);
    m_unknownLabel->setBuddy(m_unknownKind);
    form->addRow(m_unknownLabel, m_unknownField);
    m_stop = new QSpinBox(parent);
    m_stop->setRange(1, 100);
    m_stop->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    m_stopField = new FormField(m_stop, parent);
    m_stopField->keepNarrow();
    m_stopLabel = new QLabel(parent);
    m_stopLabel->setBuddy(m_stop);
    form->addRow(m_stopLabel, m_stopField);
    column->addLayout(form);

    auto *bar = new QHBoxLayout;
    m_filter = new FilterBar(parent);
    m_remove = tool(parent, QStringLiteral("remove"), Qt::ToolButtonIconOnly);
    m_kind = tool(parent, QStringLiteral("edit"), Qt::ToolButtonTextOnly);
    m_reset = tool(parent, QStringLiteral("undo"));
    m_text = tool(parent, QStringLiteral("code"));
    bar->addWidget(m_filter);
    bar->addStretch(1);
    for (QToolButton *button : {m_kind, m_remove, m_reset, m_text})
        bar->addWidget(button);
    column->addLayout(bar);

    m_sorted->setSourceModel(m_model);
    m_sorted->setFilterKeyColumn(PricingModel::Method);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_sorted->setSortRole(PricingModel::SortRole);
    m_table = new QTableView(parent);
    m_table->setModel(m_sorted);
    m_table->setItemDelegate(new PricingDelegate(m_table));
    tables::prepare(m_table, tr("Prices"));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
                             | QAbstractItemView::AnyKeyPressed);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_sorted->sort(-1);
    m_table->horizontalHeader()->setStretchLastSection(false);
    constexpr int kMost = 40;
    // Names have the room; a figure far from its row's name is hard to follow.
    m_fitter = new ColumnFitter(m_table,
                                {{PricingModel::Kind, 16, kMost, 8},
                                 {PricingModel::CallsToday, 16, kMost, 0},
                                 {PricingModel::CreditsToday, 18, kMost, 0},
                                 {PricingModel::Cost, 18, kMost, 0},
                                 {PricingModel::Method, 34, 120, 12}});
    connect(m_sorted, &QAbstractItemModel::modelReset, m_fitter, &ColumnFitter::fit);
    connect(m_sorted, &QAbstractItemModel::layoutChanged, m_fitter, &ColumnFitter::fit);
    connect(m_sorted, &QAbstractItemModel::dataChanged, m_fitter, &ColumnFitter::fit);
    connect(m_sorted, &QAbstractItemModel::headerDataChanged, m_fitter, &ColumnFitter::fit);
    column->addWidget(m_table, 1);

    m_addRow = new QWidget(parent);
    auto *row = new QHBoxLayout(m_addRow);
    row->setContentsMargins(0, 0, 0, 0);
    m_addLabel = new QLabel(m_addRow);
    m_newMethod = new QLineEdit(m_addRow);
    m_newMethod->setMaxLength(128);
    m_newMethod->setCompleter(PricingDelegate::methodCompleter(m_newMethod));
    m_addLabel->setBuddy(m_newMethod);
    m_newCost = new NumberEdit(NumberEdit::Kind::Whole, m_addRow);
    m_newCost->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    m_add = new QPushButton(Theme::instance().icon(QStringLiteral("add")), QString(), m_addRow);
    row->addWidget(m_addLabel);
    row->addWidget(m_newMethod, 1);
    row->addWidget(m_newCost);
    row->addWidget(m_add);
    m_addRemark = new MessageLine(parent);
    column->addWidget(m_addRow);
    column->addWidget(m_addRemark);

    auto *removeKey = new QAction(m_table);
    removeKey->setShortcut(QKeySequence::Delete);
    removeKey->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(removeKey);
    connect(removeKey, &QAction::triggered, this, &PricingPage::removeMethods);
    connect(m_copy, &QPushButton::clicked, this, &PricingPage::makeCopy);
    connect(m_unknownKind, &QComboBox::activated, this, &PricingPage::setUnknown);
    connect(m_unknownCost, &QLineEdit::textEdited, this, &PricingPage::setUnknown);
    connect(m_stop, &QSpinBox::valueChanged, this, &PricingPage::setStop);
    connect(m_filter, &FilterBar::changed, this, [this] {
        m_sorted->setFilterFixedString(m_filter->text());
    });
    connect(m_remove, &QToolButton::clicked, this, &PricingPage::removeMethods);
    connect(m_kind, &QToolButton::clicked, this, &PricingPage::changeKind);
    connect(m_reset, &QToolButton::clicked, this, &PricingPage::reset);
    connect(m_text, &QToolButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("raw"),
                        prices::fileOf(this->session().draft(), m_reference));
    });
    connect(&session(), &Session::snapshotChanged, this, [this] {
        if (m_active)
            showToday();
    });
    connect(m_model, &PricingModel::costEdited, this, &PricingPage::setCost);
    connect(m_model,
            &PricingModel::methodEdited,
            this,
            &PricingPage::renameMethod,
            Qt::QueuedConnection);
    connect(m_table->selectionModel(),
            &QItemSelectionModel::selectionChanged,
            this,
            &PricingPage::updateActions);
    connect(m_newMethod, &QLineEdit::textChanged, this, &PricingPage::checkNewMethod);
    connect(m_newCost, &QLineEdit::textChanged, this, &PricingPage::checkNewMethod);
    connect(m_newMethod, &QLineEdit::returnPressed, m_newCost, [this] { m_newCost->setFocus(); });
    connect(m_newCost, &QLineEdit::returnPressed, this, &PricingPage::addMethod);
    connect(m_add, &QPushButton::clicked, this, &PricingPage::addMethod);
    m_undo->watch(m_unknownCost);
    m_undo->watch(m_stop);
}

void PricingPage::activate()
{
    m_active = true;
    followDraft();
    showToday();
}

void PricingPage::deactivate()
{
    m_active = false;
}

void PricingPage::showToday()
{
    m_model->setToday(methodsToday(session().nodesWithUsage(),
                                   prices::usedBy(session().draft().document(), m_reference)));
}

void PricingPage::focusFilter()
{
    m_filter->focusText();
}

void PricingPage::showItem(const QString &item)
{
    fillLists();
    for (int row = 0; row < m_listModel->rowCount(); ++row) {
        const QModelIndex index = m_listModel->index(row, 0);
        if (index.data(kReferenceRole).toString() == item) {
            m_lists->setCurrentIndex(index);
            m_lists->scrollTo(index);
        }
    }
}

void PricingPage::followDraft()
{
    fillLists();
    showList();
}

void PricingPage::fillLists()
{
    const QScopedValueRollback guard(m_loading, true);
    const QList<prices::ListInfo> lists = prices::all(session().draft());
    QStringList references;
    for (const prices::ListInfo &list : lists)
        references.append(list.reference);
    QStringList shown;
    for (int row = 0; row < m_listModel->rowCount(); ++row)
        shown.append(m_listModel->index(row, 0).data(kReferenceRole).toString());
    // A list may go with the step that had made it.
    if (!m_reference.isEmpty() && !references.contains(m_reference))
        m_reference = references.value(0);
    if (shown != references) {
        m_listModel->clear();
        for (const QString &reference : references) {
            auto *item = new QStandardItem;
            item->setData(reference, kReferenceRole);
            m_listModel->appendRow(item);
        }
    }
    for (int row = 0; row < m_listModel->rowCount(); ++row) {
        const prices::ListInfo &list = lists[row];
        QStandardItem *item = m_listModel->item(row);
        const auto users = static_cast<int>(list.usedBy.size());
        item->setText(users > 0 ? tr("%1 (%n node(s))", nullptr, users).arg(list.title)
                                : list.title);
        item->setIcon(
            Theme::instance().icon(list.shipped ? QStringLiteral("lock") : QStringLiteral("file")));
        // Long names do not fit.
        item->setToolTip(item->text() + QLatin1Char('\n')
                         + (list.shipped ? tr("Shipped with Spillway") : list.reference));
        if (list.reference == m_reference && m_lists->currentIndex().row() != row)
            m_lists->setCurrentIndex(item->index());
    }
}

void PricingPage::listChosen()
{
    if (m_loading)
        return;
    const QString reference = m_lists->currentIndex().data(kReferenceRole).toString();
    if (reference == m_reference)
        return;
    m_reference = reference;
    m_newMethod->clear();
    m_newCost->clear();
    showList();
    m_table->scrollToTop();
}

bool PricingPage::isReadOnly() const
{
    return m_reference.isEmpty() || prices::isShipped(m_reference);
}

void PricingPage::showList()
{
    const QScopedValueRollback guard(m_loading, true);
    ConfigDraft &draft = session().draft();
    const QString text = prices::textOf(draft, m_reference);
    const ConfigDocument document(text.toStdString());
    const QString file = prices::fileOf(draft, m_reference);
    std::vector<ConfigIssue> issues;
    for (const ConfigIssue &issue : draft.issues()) {
        if (!file.isEmpty() && issue.file == file.toStdString())
            issues.push_back(issue);
    }
    const bool readOnly = isReadOnly();
    m_model->setList(text, readOnly, issues);
    showToday();

    m_title->setText(prices::title(m_reference));
    const QString checked =
        QString::fromStdString(document.string("meta.checked").value_or(std::string()));
    const QDate date = QDate::fromString(checked, Qt::ISODate);
    QString where = readOnly ? tr("Shipped with Spillway.") : QDir::toNativeSeparators(file);
    if (readOnly && date.isValid())
        where = tr("Shipped with Spillway, checked on %1.").arg(format::date(date));
    m_where->setText(where);
    const QStringList users = prices::usedBy(draft.document(), m_reference);
    m_usedBy->setText(users.isEmpty()
                          ? tr("No node uses this list.")
                          : tr("Used by %n node(s): %1.", nullptr, static_cast<int>(users.size()))
                                .arg(users.join(QStringLiteral(", "))));
    QString broken = QString::fromStdString(document.error());
    if (!broken.isEmpty() && !issues.empty())
        broken = problemWithPlace(issues.front());
    if (!broken.isEmpty())
        m_banner->show(tr("This file cannot be read: %1").arg(broken.toHtmlEscaped()), Tone::Bad);
    else if (readOnly)
        m_banner->show(tr("Shipped prices stay as they are. A copy can be changed, and the nodes "
                          "that use the list will use the copy."),
                       Tone::Accent);
    m_banner->setVisible(readOnly || !broken.isEmpty());
    m_copy->setVisible(readOnly);

    const auto unknown = document.integer("limits.unknown_method_cost");
    m_unknownKind->setCurrentIndex(unknown ? 1 : 0);
    m_unknownCost->setVisible(unknown.has_value());
    m_unknownCost->setValue(unknown ? std::optional<double>(static_cast<double>(*unknown))
                                    : std::nullopt);
    const int percent = prices::stopPercent(text);
    if (m_stop->value() != percent)
        m_stop->setValue(percent);
    m_unknownKind->setEnabled(!readOnly);
    m_unknownCost->setReadOnly(readOnly);
    m_stop->setEnabled(!readOnly);
    m_addRow->setVisible(!readOnly && broken.isEmpty());
    checkNewMethod();
    updateActions();
}

void PricingPage::retranslate()
{
    m_lists->setAccessibleName(tr("Price lists"));
    m_new->setText(tr("&New price list…"));
    m_copy->setText(tr("&Make a copy to edit"));
    m_unknownLabel->setText(tr("Any &other method"));
    m_unknownKind->setAccessibleName(tr("Any other method"));
    m_unknownKind->setItemText(0, tr("The node is skipped for it"));
    m_unknownKind->setItemText(1, tr("It costs this many credits"));
    m_unknownCost->setAccessibleName(tr("Price of any other method"));
    m_unknownField->setNote(
        tr("Too high is safer than too low: the provider counts at its own price."));
    m_stopLabel->setText(tr("Sto&p at"));
    m_stop->setSuffix(tr(" %", "percent sign behind a number"));
    m_stop->setAccessibleName(tr("Stop at percent of the limit"));
    m_stopField->setNote(tr("Share of the monthly limit that nodes with this list may spend."));
    m_filter->setPlaceholder(tr("Filter methods"));
    m_remove->setToolTip(tr("Remove the chosen methods"));
    m_remove->setAccessibleName(tr("Remove methods"));
    m_reset->setText(tr("Reset…"));
    m_reset->setToolTip(tr("Take over the shipped prices again; shows the differences first"));
    m_text->setText(tr("As text"));
    m_text->setToolTip(tr("Open this list in the text editor"));
    m_table->setAccessibleName(tr("Prices"));
    m_addLabel->setText(tr("A&dd a method"));
    m_newMethod->setPlaceholderText(tr("Method, for example eth_call"));
    m_newMethod->setAccessibleName(tr("New method"));
    m_newCost->setPlaceholderText(tr("Credits"));
    m_newCost->setAccessibleName(tr("Credits of the new method"));
    m_add->setText(tr("&Add"));
    m_model->retranslate();
    fillLists();
    showList();
}

} // namespace spillway::ui
