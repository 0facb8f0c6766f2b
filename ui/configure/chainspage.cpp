// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/chainspage.h"

#include "configure/chainfigures.h"
#include "configure/chainform.h"
#include "configure/nodeedits.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "widgets/cellmodel.h"
#include "widgets/emptystate.h"
#include "widgets/tables.h"
#include "widgets/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace spillway::ui {
namespace {

const QString kSplitterKey = QStringLiteral("chains/splitter");

QLabel *sentenceLabel()
{
    auto *label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

ChainsPage::ChainsPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(QStringLiteral("chain"), this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_addMenu(new QMenu(this))
    , m_formArea(new QScrollArea)
{
    m_table = makeFigures(Qt::AscendingOrder);
    auto *left = new QWidget(m_splitter);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeTools());
    column->addWidget(m_table.view, 2);
    m_sentence = sentenceLabel();
    column->addWidget(m_sentence);
    column->addWidget(makeFigureTabs(), 3);
    makeForm();
    m_splitter->addWidget(left);
    m_splitter->addWidget(m_formArea);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    const int letter = fontMetrics().averageCharWidth();
    m_splitter->setSizes({letter * 102, letter * 64});

    m_emptyButton = m_empty->addButton({}, QStringLiteral("add"));
    m_emptyButton->setMenu(m_addMenu);
    m_stack->addWidget(m_splitter);
    m_stack->addWidget(m_empty);
    auto *outer = new QVBoxLayout(this);
    outer->addWidget(m_stack);

    connect(m_addMenu, &QMenu::aboutToShow, this, &ChainsPage::fillAddMenu);
    connect(m_table.view->selectionModel(),
            &QItemSelectionModel::currentRowChanged,
            this,
            &ChainsPage::showChain);
    connect(&session.draft(), &ConfigDraft::changed, this, &ChainsPage::followDraft);
    const auto look = [this] {
        if (m_active)
            refresh();
    };
    connect(&session, &Session::snapshotChanged, this, look);
    connect(&session, &Session::stateChanged, this, look);
    ChainsPage::retranslate();
    followDraft();
}

ChainsPage::Figures ChainsPage::makeFigures(Qt::SortOrder order)
{
    Figures out;
    out.model = new CellModel(this);
    out.sorted = new QSortFilterProxyModel(this);
    out.sorted->setSourceModel(out.model);
    out.sorted->setSortRole(CellModel::kSortRole);
    out.view = new QTableView;
    out.view->setModel(out.sorted);
    out.view->setSelectionMode(QAbstractItemView::SingleSelection);
    out.view->setSortingEnabled(true);
    // As they come, until the user sorts.
    out.view->horizontalHeader()->setSortIndicator(-1, order);
    out.sorted->sort(-1);
    return out;
}

QWidget *ChainsPage::makeTools()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_add = new QToolButton;
    m_add->setIcon(Theme::instance().icon(QStringLiteral("add")));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(m_addMenu);
    m_remove = new QToolButton;
    m_remove->setIcon(Theme::instance().icon(QStringLiteral("remove")));
    for (QToolButton *button : {m_add, m_remove}) {
        button->setFocusPolicy(Qt::StrongFocus);
        layout->addWidget(button);
    }
    layout->addStretch(1);
    connect(m_remove, &QToolButton::clicked, this, &ChainsPage::removeChain);
    return row;
}

QWidget *ChainsPage::makeFigureTabs()
{
    m_nodes = makeFigures(Qt::AscendingOrder);
    m_reorgs = makeFigures(Qt::DescendingOrder);
    m_cache = makeFigures(Qt::AscendingOrder);
    m_noReorgs = sentenceLabel();
    m_cacheSentence = sentenceLabel();
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_nodes.view, {});
    for (auto [label, figures] : {std::pair(m_noReorgs, &m_reorgs), {m_cacheSentence, &m_cache}}) {
        auto *box = new QWidget;
        auto *column = new QVBoxLayout(box);
        column->setContentsMargins(0, fontMetrics().height() / 3, 0, 0);
        column->addWidget(label);
        column->addWidget(figures->view, 1);
        m_tabs->addTab(box, {});
    }
    return m_tabs;
}

void ChainsPage::makeForm()
{
    const QString chain = selected();
    m_form = new ChainForm(session());
    m_form->setAutoFillBackground(false);
    m_formArea->setWidgetResizable(true);
    m_formArea->setFrameShape(QFrame::NoFrame);
    m_formArea->setWidget(m_form); // the former one goes
    m_formArea->viewport()->setAutoFillBackground(false);
    m_formArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_formArea->setMinimumWidth(m_form->minimumSizeHint().width()
                                + m_formArea->verticalScrollBar()->sizeHint().width());
    if (!chain.isEmpty())
        m_form->setChain(chain);
}

void ChainsPage::retranslate()
{
    m_table.model->setHeaders(chains::headers());
    m_nodes.model->setHeaders(chains::nodeHeaders());
    m_reorgs.model->setHeaders(chains::reorgHeaders());
    m_cache.model->setHeaders(chains::cacheHeaders());
    tables::prepare(m_table.view, tr("Chains"));
    tables::prepare(m_nodes.view, tr("Blocks of the nodes"));
    tables::prepare(m_reorgs.view, tr("Replaced blocks"));
    tables::prepare(m_cache.view, tr("Cache by method"));
    m_tabs->setTabText(0, tr("N&odes"));
    m_tabs->setTabText(1, tr("Replaced &blocks"));
    m_tabs->setTabText(2, tr("Cac&he"));
    m_tabs->setAccessibleName(tr("Figures"));
    m_add->setText(tr("Add a chain"));
    m_emptyButton->setText(tr("&Name the chain"));
    m_remove->setToolTip(tr("Remove this chain"));
    m_remove->setAccessibleName(tr("Remove this chain"));
    m_empty->setText(
        tr("No chain is named yet"),
        tr("Once the configuration names the chain of your nodes, Spillway follows its "
           "newest block, leaves out nodes that are behind, and keeps answers that "
           "cannot change. Each chain gets its own path on the proxy."));
    for (Figures *figures : {&m_table, &m_nodes, &m_reorgs, &m_cache})
        figures->fitted = false;
    if (m_form->isVisibleTo(this) || !m_chains.isEmpty())
        makeForm();
    refresh();
}

void ChainsPage::activate()
{
    m_active = true;
    refresh();
    const QByteArray sizes = session().settings().value(kSplitterKey).toByteArray();
    if (!sizes.isEmpty())
        m_splitter->restoreState(sizes);
}

void ChainsPage::deactivate()
{
    m_active = false;
    session().settings().setValue(kSplitterKey, m_splitter->saveState());
}

void ChainsPage::showItem(const QString &chain)
{
    select(chain);
}

void ChainsPage::followDraft()
{
    const ConfigDocument &document = session().draft().document();
    // A text that does not parse is being typed: what was there stays on the page.
    if (!document.error().empty())
        return;
    m_chains.clear();
    if (!document.keys("chains").empty())
        m_chains = chains::inDocument(document);
    m_stack->setCurrentIndex(m_chains.isEmpty() ? 1 : 0);
    refresh();
    if (!m_chains.isEmpty() && !m_table.view->currentIndex().isValid())
        select(m_chains.first().name);
}

void ChainsPage::refresh()
{
    const bool runs =
        session().state() == ProxyState::Running || session().state() == ProxyState::Stopping;
    const auto snapshot = runs ? session().snapshot() : nullptr;
    QList<CellModel::Row> rows;
    for (const chains::Choice &chain : m_chains)
        rows.append(
            chains::row({chain.title, snapshot.get(), chains::find(snapshot.get(), chain.name)}));
    m_table.model->setRows(rows);
    showChain();
}

void ChainsPage::showChain()
{
    const bool runs =
        session().state() == ProxyState::Running || session().state() == ProxyState::Stopping;
    const auto snapshot = runs ? session().snapshot() : nullptr;
    const QString name = selected();
    m_remove->setEnabled(!name.isEmpty());
    if (name.isEmpty())
        return;
    m_form->setChain(name);
    const auto chosen =
        std::find_if(m_chains.cbegin(), m_chains.cend(), [&](const chains::Choice &chain) {
            return chain.name == name;
        });
    const ChainSnapshot *live = chains::find(snapshot.get(), name);
    m_sentence->setText(chains::sentence({chosen->title, snapshot.get(), live}));
    m_nodes.model->setRows(live ? chains::nodeRows(*snapshot, *live) : QList<CellModel::Row>());
    const QList<CellModel::Row> reorgs = live ? chains::reorgRows(*live) : QList<CellModel::Row>();
    m_reorgs.model->setRows(reorgs);
    m_reorgs.view->setVisible(!reorgs.isEmpty());
    m_noReorgs->setText(
        reorgs.isEmpty()
            ? tr("Nothing was replaced since the start. When a chain replaces blocks that it had "
                 "already announced, they are listed here, with how many they were.")
            : tr("Blocks that this chain had announced and then replaced, newest first."));
    m_cacheSentence->setText(chains::cacheSentence(snapshot.get()));
    m_cache.model->setRows(snapshot ? chains::cacheRows(snapshot->cache) : QList<CellModel::Row>());
    for (Figures *figures : {&m_table, &m_nodes, &m_reorgs, &m_cache}) {
        if (figures->fitted || !figures->view->isVisible() || figures->model->rowCount() == 0)
            continue;
        figures->fitted = true;
        tables::fitColumns(figures->view);
        // Names take what is left over, so that the rows end where the table does.
        if (figures != &m_reorgs)
            figures->view->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    }
}

QString ChainsPage::selected() const
{
    const QModelIndex current = m_table.view->currentIndex();
    const int row = current.isValid() ? m_table.sorted->mapToSource(current).row() : -1;
    return row >= 0 && row < m_chains.size() ? m_chains[row].name : QString();
}

void ChainsPage::select(const QString &chain)
{
    for (qsizetype row = 0; row < m_chains.size(); ++row) {
        if (m_chains[row].name == chain)
            m_table.view->setCurrentIndex(
                m_table.sorted->mapFromSource(m_table.model->index(static_cast<int>(row), 0)));
    }
}

void ChainsPage::fillAddMenu()
{
    m_addMenu->clear();
    for (const chains::Choice &choice : chains::all(session().draft().document())) {
        if (!choice.inConfig)
            m_addMenu->addAction(choice.title, this, [this, choice] { add(choice); });
    }
    m_addMenu->addSeparator();
    m_addMenu->addAction(tr("Another chain…"), this, &ChainsPage::askName);
}

void ChainsPage::add(const chains::Choice &choice)
{
    QString name;
    const QString problem = session().draft().edit(
        tr("Add the chain %1").arg(choice.title), {}, [&](ConfigDocument &document) {
            if (!document.keys("chains").empty())
                return chains::ensure(document, choice, &name);
            // The first chain is that of all nodes that name none: here the user says which one it is.
            name = choice.name;
            return chains::write(document, choice);
        });
    if (!problem.isEmpty())
        Q_EMIT session().toast(problem, false);
    else
        select(name);
}

void ChainsPage::askName()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add a chain"));
    dialog->setLabelText(
        tr("Name of the chain; it becomes its path on the proxy. Letters, digits, - . and _:"));
    dialog->setOkButtonText(tr("Add the chain"));
    dialog->setCancelButtonText(tr("Cancel"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        static const QRegularExpression valid(QStringLiteral("^[A-Za-z0-9._-]{1,64}$"));
        const QString name = text.trimmed();
        if (!valid.match(name).hasMatch()) {
            Q_EMIT session().toast(
                tr("“%1” cannot be the name of a chain: 1 to 64 letters, digits, - . and _ can.")
                    .arg(name),
                false);
            return;
        }
        add({name, chains::title(name, 0), ChainKind::Evm, 0, false});
    });
    dialog->open();
}

void ChainsPage::removeChain()
{
    const QString name = selected();
    if (name.isEmpty())
        return;
    const ConfigDocument &document = session().draft().document();
    QStringList users;
    for (int node = 0; node < nodes::count(document); ++node) {
        if (nodes::chain(document, node) == name)
            users.append(nodes::name(document, node));
    }
    if (!users.isEmpty()) {
        Q_EMIT session().toast(tr("%1 still has nodes: %2. Remove them first, or give them another "
                                  "chain.")
                                   .arg(chains::title(name, 0), users.join(QStringLiteral(", "))),
                               false);
        return;
    }
    const QString problem = session().draft().edit(
        tr("Remove the chain %1").arg(name), {}, [&](ConfigDocument &changed) {
            return changed.remove(chains::path(name));
        });
    Q_EMIT session().toast(problem.isEmpty() ? tr("The chain %1 was removed.").arg(name) : problem,
                           problem.isEmpty());
}

} // namespace spillway::ui
