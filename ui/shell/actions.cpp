// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/actions.h"

#include "session/configdraft.h"
#include "session/page.h"
#include "session/session.h"
#include "shell/pagetable.h"
#include "widgets/theme.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

namespace spillway::ui {
namespace {

/// Ctrl+1 … Ctrl+9 go to these pages; the first one (Get started) has no number.
constexpr int kNumberedPages = 9;

} // namespace

Actions::Actions(Session &session, QWidget *window)
    : QObject(window)
    , m_session(session)
    , m_window(window)
{
    apply = add(QKeySequence::Save, "save");
    review = add({}, "table");
    discard = add({}, "close");
    reload = add({}, "reload");
    reload->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_R), QKeySequence(Qt::Key_F5)});
    importFile = add({}, "import");
    closeWindow = add(QKeySequence::Close);
    quit = add(QKeySequence(Qt::CTRL | Qt::Key_Q));

    // Not those that the stack can make: they keep the language in which they were made.
    QUndoStack &stack = session.draft().undoStack();
    undo = add(QKeySequence::Undo, "undo");
    redo = add({}, "redo");
    redo->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    connect(undo, &QAction::triggered, &stack, &QUndoStack::undo);
    connect(redo, &QAction::triggered, &stack, &QUndoStack::redo);
    connect(&stack, &QUndoStack::indexChanged, this, &Actions::showSteps);
    filter = add(QKeySequence::Find, "search");
    settings = add(QKeySequence(Qt::CTRL | Qt::Key_Comma), "settings");
    settings->setMenuRole(QAction::PreferencesRole);

    toggle = add(QKeySequence(Qt::CTRL | Qt::Key_Space), "start");
    restart = add({}, "reload");
    copyEndpoint = add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), "copy");
    connectTool = add({}, "plug");
    addNode = add(QKeySequence::New, "add");
    testNode = add(QKeySequence(Qt::CTRL | Qt::Key_T), "test");
    testAll = add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T));
    for (QAction *action : {addNode, testNode, testAll}) {
        m_pageOf[action] = QStringLiteral("nodes");
        connect(action, &QAction::triggered, this, [this, action] { forward(action); });
    }

    int number = 0;
    for (const PageInfo &info : pageTable()) {
        QAction *page = add({}, info.icon);
        const QString id = QLatin1String(info.id);
        page->setData(id);
        if (id != QLatin1String("start") && ++number <= kNumberedPages)
            page->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(number)));
        connect(page, &QAction::triggered, this, [this, id] { Q_EMIT pageRequested(id); });
        pages.append(page);
    }
    // A second key for a page that is in the list: in no menu, but not invisible, which would take its key away.
    raw = add(QKeySequence(Qt::CTRL | Qt::Key_E));
    connect(
        raw, &QAction::triggered, this, [this] { Q_EMIT pageRequested(QStringLiteral("raw")); });
    shortcuts = add({});
    help = add(QKeySequence::HelpContents, "help");
    whatsThis = add(QKeySequence(Qt::SHIFT | Qt::Key_F1));
    getStarted = add({}, "rocket");
    diagnostics = add({}, "copy");
    about = add({}, "info");
    about->setMenuRole(QAction::AboutRole);

    for (int i = 0; i < 5; ++i)
        m_menus.append(new QMenu(window));
    connect(&session, &Session::stateChanged, this, &Actions::showState);
    connect(&session.draft(), &ConfigDraft::changed, this, &Actions::showState);
    retranslate();
}

QAction *Actions::add(const QKeySequence &key, const char *icon)
{
    auto *action = new QAction(this);
    action->setShortcut(key);
    if (icon != nullptr)
        action->setIcon(Theme::instance().icon(QLatin1String(icon)));
    m_window->addAction(action);
    return action;
}

void Actions::retranslate()
{
    apply->setText(tr("&Apply changes"));
    review->setText(tr("Re&view changes…"));
    discard->setText(tr("&Discard changes…"));
    reload->setText(tr("&Reload from disk"));
    importFile->setText(tr("&Import a configuration…"));
    closeWindow->setText(tr("&Close window"));
    quit->setText(tr("&Quit"));
    filter->setText(tr("&Find on this page"));
    settings->setText(tr("&Settings…"));
    restart->setText(tr("&Restart the proxy"));
    copyEndpoint->setText(tr("&Copy address"));
    copyEndpoint->setIconText(tr("Copy"));
    connectTool->setText(tr("Connect a &tool…"));
    addNode->setText(tr("&Add a node…"));
    testNode->setText(tr("T&est the chosen node"));
    testAll->setText(tr("Test a&ll nodes"));
    for (QAction *page : std::as_const(pages))
        page->setText(pageTitle(*pageInfo(page->data().toString())));
    raw->setText(tr("Edit the config file"));
    shortcuts->setText(tr("&Keyboard shortcuts…"));
    help->setText(tr("&Help"));
    whatsThis->setText(tr("&What is this?"));
    getStarted->setText(tr("&Get started"));
    diagnostics->setText(tr("Copy &diagnostics"));
    about->setText(tr("&About Spillway"));
    const QStringList titles{tr("&File"), tr("&Edit"), tr("&Proxy"), tr("&View"), tr("&Help")};
    for (int i = 0; i < titles.size(); ++i)
        m_menus[i]->setTitle(titles[i]);
    showState();
    showSteps();
}

/// What would be undone and done again.
void Actions::showSteps()
{
    const QUndoStack &stack = m_session.draft().undoStack();
    undo->setEnabled(stack.canUndo());
    redo->setEnabled(stack.canRedo());
    const QString last = stack.undoText();
    const QString next = stack.redoText();
    undo->setText(last.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(last));
    redo->setText(next.isEmpty() ? tr("R&edo") : tr("R&edo: %1").arg(next));
}

void Actions::showState()
{
    const ProxyState state = m_session.state();
    const bool on = state == ProxyState::Running || state == ProxyState::Starting;
    toggle->setText(on ? tr("&Stop") : tr("&Start"));
    toggle->setIcon(Theme::instance().icon(on ? QStringLiteral("stop") : QStringLiteral("start")));
    const QString key = toggle->shortcut().toString(QKeySequence::NativeText);
    toggle->setToolTip(on ? tr("Stops the proxy; running requests finish first (%1)").arg(key)
                          : tr("Starts the proxy (%1)").arg(key));
    toggle->setEnabled(state != ProxyState::Stopping);
    restart->setEnabled(state == ProxyState::Running);
    copyEndpoint->setEnabled(!m_session.endpoint().isEmpty());
    const bool dirty = m_session.draft().isDirty();
    for (QAction *action : {apply, review, discard})
        action->setEnabled(dirty);
}

void Actions::fillMenuBar(QMenuBar *bar)
{
    m_menus[0]->addActions({apply, review, discard});
    m_menus[0]->addSeparator();
    m_menus[0]->addActions({reload, importFile});
    m_menus[0]->addSeparator();
    m_menus[0]->addActions({closeWindow, quit});
    m_menus[1]->addActions({undo, redo});
    m_menus[1]->addSeparator();
    m_menus[1]->addAction(filter);
    m_menus[1]->addSeparator();
    m_menus[1]->addAction(settings);
    m_menus[2]->addActions({toggle, restart});
    m_menus[2]->addSeparator();
    m_menus[2]->addActions({copyEndpoint, connectTool});
    m_menus[2]->addSeparator();
    m_menus[2]->addActions({addNode, testNode, testAll});
    m_menus[3]->addActions(pages);
    m_menus[3]->addSeparator();
    m_menus[3]->addAction(shortcuts);
    m_menus[4]->addActions({help, whatsThis, getStarted});
    m_menus[4]->addSeparator();
    m_menus[4]->addActions({diagnostics, about});
    for (QMenu *menu : std::as_const(m_menus))
        bar->addMenu(menu);
}

void Actions::adopt(Page *page, const QString &id)
{
    const QList<QAction *> theirs = page->findChildren<QAction *>();
    for (auto own = m_pageOf.cbegin(); own != m_pageOf.cend(); ++own) {
        if (own.value() != id)
            continue;
        for (QAction *action : theirs) {
            if (action->shortcut() != own.key()->shortcut())
                continue;
            m_pageActions[own.key()] = action;
            // It keeps showing its key in menus, but the page itself never has the focus.
            action->setShortcutContext(Qt::WidgetShortcut);
        }
    }
}

void Actions::forward(QAction *own)
{
    Q_EMIT pageRequested(m_pageOf.value(own));
    if (QAction *theirs = m_pageActions.value(own))
        theirs->trigger();
}

QList<QPair<QString, QString>> Actions::shortcutList() const
{
    QList<QPair<QString, QString>> list;
    const QList<QAction *> all = m_window->actions();
    for (const QAction *action : all) {
        if (action->shortcut().isEmpty())
            continue;
        QStringList keys;
        for (const QKeySequence &key : action->shortcuts())
            keys.append(key.toString(QKeySequence::NativeText));
        QString name = action->text();
        name.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
        list.append({name, keys.join(tr(" or "))});
    }
    return list;
}

} // namespace spillway::ui
