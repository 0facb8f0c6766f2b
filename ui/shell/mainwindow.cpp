// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/mainwindow.h"

#include "session/configdraft.h"
#include "session/page.h"
#include "session/session.h"
#include "session/uisettings.h"
#include "shell/actions.h"
#include "shell/availability.h"
#include "shell/changebar.h"
#include "shell/headerbar.h"
#include "shell/navigation.h"
#include "shell/pagetable.h"
#include "shell/problembanners.h"
#include "shell/statusline.h"
#include "shell/toast.h"
#include "shell/windowplace.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace spillway::ui {
namespace {

constexpr QSize kFirstSize(1280, 820);
constexpr QSize kLeastSize(860, 560);
const QString kPlaceKey =
    QStringLiteral("window/place"); ///< when it is neither maximized nor full screen
const QString kFrameKey = QStringLiteral("window/frame"); ///< left, top, right, bottom
const QString kStateKey = QStringLiteral("window/state");

/// What the window manager puts around a window; it tells only once the window is there.
QMargins frameGuess(const QWidget &window)
{
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
    const int edge =
        window.style()->pixelMetric(QStyle::PM_MdiSubWindowFrameWidth, nullptr, &window);
    return {edge, title + edge, edge, edge};
}

} // namespace

MainWindow::MainWindow(Session &session, QMenu *bell, QWidget *parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_actions(new Actions(session, this))
    , m_header(new HeaderBar(session, m_actions->toggle, m_actions->copyEndpoint, bell))
    , m_navigation(new NavigationList)
    , m_banners(new ProblemBanners(session))
    , m_stack(new QStackedWidget)
    , m_changeBar(new ChangeBar(session))
    , m_status(new StatusLine(session))
{
    setObjectName(QStringLiteral("mainWindow"));
    m_actions->fillMenuBar(menuBar());

    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_banners);
    right->addWidget(m_stack, 1);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_navigation);
    middle->addLayout(right, 1);
    auto *central = new QWidget;
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addLayout(middle, 1);
    // Below the page and not over it: what is there must stay in reach.
    m_toast = new Toast;
    column->addWidget(m_toast);
    column->addWidget(m_changeBar);
    setCentralWidget(central);
    statusBar()->addWidget(m_status, 1);
    // A stack is as large as its largest page asks for; the window must still fit on a small screen.
    m_stack->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    setMinimumSize(kLeastSize);

    connect(m_navigation, &NavigationList::pageChosen, this, [this](const QString &id) {
        showPage(id);
    });
    connectActions();
    connect(&session, &Session::snapshotChanged, this, &MainWindow::updateBadges);
    connect(&session, &Session::stateChanged, this, &MainWindow::updateBadges);
    connect(&session.draft(), &ConfigDraft::checked, this, &MainWindow::updateBadges);
    connect(&session.draft(), &ConfigDraft::changed, this, &MainWindow::updateTitle);
    connect(&session, &Session::toast, m_toast, &Toast::show);
    connect(&session, &Session::toastWithUndo, m_toast, &Toast::showWithUndo);
    connect(m_toast, &Toast::undoRequested, this, [this] { m_session.draft().undoStack().undo(); });
    restoreWindow();
    updateTitle();
    updateBadges();
}

MainWindow::~MainWindow() = default;

Page *MainWindow::page(const QString &id)
{
    if (Page *known = m_pages.value(id))
        return known;
    const PageInfo *info = pageInfo(id);
    if (info == nullptr)
        return nullptr;
    Page *made = info->make(m_session, m_stack);
    made->setObjectName(id + QLatin1String("Page"));
    m_pages.insert(id, made);
    m_stack->addWidget(made);
    m_actions->adopt(made, id);
    connect(made, &Page::navigate, this, &MainWindow::showPage);
    return made;
}

void MainWindow::showPage(const QString &id, const QString &item)
{
    Page *wanted = page(id);
    if (wanted == nullptr)
        return;
    m_navigation->setPageShown(id, true);
    m_navigation->setCurrentPage(id);
    if (m_current != id) {
        if (Page *before = m_pages.value(m_current); before != nullptr && m_seen)
            before->deactivate();
        m_seen = false;
        m_current = id;
        m_stack->setCurrentWidget(wanted);
        updateWatching();
        updateTitle();
    }
    if (!item.isEmpty())
        wanted->showItem(item);
}

/// Back to where the focus was in the page, else to the first place for it there.
void MainWindow::focusPage()
{
    const QWidget *page = m_stack->currentWidget();
    if (page == nullptr)
        return;
    const auto takesFocus = [page](const QWidget *widget) {
        return page->isAncestorOf(widget) && widget->isVisible() && widget->isEnabled()
               && (widget->focusPolicy() & Qt::TabFocus) != 0;
    };
    QWidget *target = page->focusWidget();
    if (target == nullptr || !takesFocus(target)) {
        target = page->nextInFocusChain();
        while (target != page && !takesFocus(target))
            target = target->nextInFocusChain();
    }
    if (target != page)
        target->setFocus(Qt::OtherFocusReason);
}

/// A page that nobody sees costs nothing, and the engine makes snapshots as often as somebody looks.
void MainWindow::updateWatching()
{
    const bool visible = isVisible() && !isMinimized();
    Page *current = m_pages.value(m_current);
    if (current != nullptr && visible != m_seen) {
        m_seen = visible;
        if (visible)
            current->activate();
        else
            current->deactivate();
    }
    if (!visible)
        m_session.setWatching(Session::Watching::Hidden);
    else
        m_session.setWatching(current != nullptr && current->isLive() ? Session::Watching::Live
                                                                      : Session::Watching::Visible);
}

void MainWindow::updateBadges()
{
    if (const auto snapshot = m_session.snapshot()) {
        const int count = availability(*snapshot).needLook;
        m_navigation->setBadge(QStringLiteral("nodes"),
                               count,
                               Tone::Warning,
                               count > 0 ? tr("%n node(s) cannot serve now", nullptr, count)
                                         : QString());
    } else {
        m_navigation->setBadge(QStringLiteral("nodes"), 0, Tone::Neutral, {});
    }
    const auto &issues = m_session.draft().issues();
    const auto errors =
        static_cast<int>(std::count_if(issues.begin(), issues.end(), [](const ConfigIssue &issue) {
            return issue.severity == ConfigIssue::Severity::Error;
        }));
    m_navigation->setBadge(QStringLiteral("raw"),
                           errors,
                           Tone::Bad,
                           errors > 0 ? tr("%n error(s) in the configuration", nullptr, errors)
                                      : QString());
    const bool hasNodes =
        m_session.draft().document().arraySize("nodes") > 0 || m_session.isFileUnreadable();
    if (m_current != QLatin1String("start"))
        m_navigation->setPageShown(QStringLiteral("start"), !hasNodes);
}

void MainWindow::updateTitle()
{
    const PageInfo *info = pageInfo(m_current);
    const QString name = m_session.options().demo ? tr("Spillway demo") : tr("Spillway");
    setWindowTitle(info == nullptr ? name + QLatin1String("[*]")
                                   : tr("%1[*] – %2").arg(pageTitle(*info), name));
    setWindowModified(m_session.draft().isDirty());
}

void MainWindow::raiseWindow()
{
    if (isMinimized())
        showNormal();
    else
        show();
    raise();
    activateWindow();
}

void MainWindow::restoreWindow()
{
    const UiSettings &settings = m_session.settings();
    const QRect wanted = settings.value(kPlaceKey).toRect();
    if (!wanted.isValid()) {
        const QRect room = screen()->availableGeometry();
        resize(kFirstSize.boundedTo(room.marginsRemoved(frameGuess(*this)).size()));
        return;
    }
    QList<QRect> rooms;
    const QList<QScreen *> screens = QGuiApplication::screens();
    for (const QScreen *one : screens)
        rooms.append(one->availableGeometry());
    // With a frame that is only guessed a window at the edge would move a little at every start.
    const QVariantList frame = settings.value(kFrameKey).toList();
    const QMargins margins =
        frame.size() == 4
            ? QMargins(frame[0].toInt(), frame[1].toInt(), frame[2].toInt(), frame[3].toInt())
            : frameGuess(*this);
    setGeometry(windowplace::inView(wanted, margins, rooms));
    const QString state = settings.value(kStateKey).toString();
    if (state == QLatin1String("maximized"))
        setWindowState(windowState() | Qt::WindowMaximized);
    else if (state == QLatin1String("fullscreen"))
        setWindowState(windowState() | Qt::WindowFullScreen);
}

void MainWindow::saveGeometryNow()
{
    UiSettings &settings = m_session.settings();
    settings.setValue(kStateKey,
                      isFullScreen()  ? QStringLiteral("fullscreen")
                      : isMaximized() ? QStringLiteral("maximized")
                                      : QStringLiteral("normal"));
    const QRect normal = isFullScreen() || isMaximized() ? normalGeometry() : geometry();
    if (normal.isValid())
        settings.setValue(kPlaceKey, normal);
    const QRect outer = frameGeometry();
    if (outer != geometry() && !isFullScreen() && !isMaximized())
        settings.setValue(kFrameKey,
                          QVariantList{geometry().left() - outer.left(),
                                       geometry().top() - outer.top(),
                                       outer.right() - geometry().right(),
                                       outer.bottom() - geometry().bottom()});
    if (pageInfo(m_current) != nullptr)
        settings.setValue(QStringLiteral("window/page"), m_current);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveGeometryNow();
    if (qGuiApp->isSavingSession()) {
        event->accept();
        return;
    }
    event->ignore();
    Q_EMIT closeRequested();
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::WindowStateChange)
        updateWatching();
    if (event->type() == QEvent::LanguageChange) {
        m_actions->retranslate();
        updateTitle();
        updateBadges();
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    updateWatching();
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    updateWatching();
}

} // namespace spillway::ui
