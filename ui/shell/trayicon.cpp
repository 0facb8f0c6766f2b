// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/trayicon.h"

#include "session/uisettings.h"
#include "shell/trayhost.h"
#include "widgets/theme.h"
#include "widgets/themeicon.h"

#include <QDateTime>

namespace spillway::ui {
namespace {

constexpr Milliseconds kCaptureTime{300000};

} // namespace

TrayIcon::TrayIcon(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_host(new TrayHost(QDBusConnection::sessionBus(), this))
    , m_copy(new QMenu(&m_menu))
    , m_nodes(new QMenu(&m_menu))
    , m_quotas(new QMenu(&m_menu))
{
    m_title = m_menu.addAction(QString());
    m_figures = m_menu.addAction(QString());
    m_title->setEnabled(false);
    m_figures->setEnabled(false);
    m_menu.addSeparator();
    m_toggle = m_menu.addAction(QString(), &m_session, &Session::toggleProxy);
    m_menu.addMenu(m_copy);
    m_menu.addSeparator();
    m_menu.addMenu(m_nodes);
    m_nodes->addSeparator();
    m_testAll = m_nodes->addAction(QString(), this, &TrayIcon::testAllRequested);
    m_menu.addMenu(m_quotas);
    m_capture =
        m_menu.addAction(QString(), this, [this] { m_session.captureBodies(kCaptureTime); });
    m_menu.addSeparator();
    m_open = m_menu.addAction(QString(), this, [this] { Q_EMIT openRequested({}, {}); });
    m_settings = m_menu.addAction(
        {}, this, [this] { Q_EMIT openRequested(QStringLiteral("settings"), {}); });
    m_quit = m_menu.addAction(QString(), this, &TrayIcon::quitRequested);
    connect(&m_menu, &QMenu::aboutToShow, this, &TrayIcon::refresh);
    connect(&session, &Session::stateChanged, this, &TrayIcon::refresh);
    connect(&session, &Session::snapshotChanged, this, &TrayIcon::refresh);
    connect(&session, &Session::problemsChanged, this, &TrayIcon::refresh);
    connect(m_host, &TrayHost::found, this, &TrayIcon::create);
    connect(&session.settings(), &UiSettings::changed, this, [this](const QString &key) {
        if (key == QLatin1String("tray/style")) {
            m_iconShown.clear();
            refresh();
        }
    });
    retranslate();
}

TrayIcon::~TrayIcon() = default;

void TrayIcon::setWanted(bool wanted)
{
    if (m_wanted == wanted)
        return;
    m_wanted = wanted;
    if (!wanted) {
        m_icon.reset();
        Q_EMIT shownChanged(false);
    } else if (m_host->isFound()) {
        create();
    } else {
        m_host->watch();
    }
}

bool TrayIcon::isShown() const
{
    return m_icon != nullptr && m_icon->isVisible() && QSystemTrayIcon::isSystemTrayAvailable();
}

void TrayIcon::create()
{
    if (!m_wanted || m_icon)
        return;
    m_icon = std::make_unique<QSystemTrayIcon>();
    m_icon->setContextMenu(&m_menu);
    connect(m_icon.get(),
            &QSystemTrayIcon::activated,
            this,
            [this](QSystemTrayIcon::ActivationReason reason) {
                if (reason == QSystemTrayIcon::Trigger || reason == QSystemTrayIcon::DoubleClick)
                    Q_EMIT toggleWindowRequested();
                else if (reason == QSystemTrayIcon::MiddleClick)
                    Q_EMIT copyRequested({});
            });
    m_iconShown.clear();
    refresh();
    m_icon->show();
    Q_EMIT shownChanged(true);
}

void TrayIcon::retranslate()
{
    m_copy->setTitle(tr("&Copy address"));
    m_nodes->setTitle(tr("&Nodes"));
    m_quotas->setTitle(tr("&Quotas"));
    m_testAll->setText(tr("&Test all now"));
    m_capture->setText(tr("Ca&pture requests for 5 min"));
    m_open->setText(tr("&Open Spillway"));
    m_settings->setText(tr("S&ettings…"));
    m_quit->setText(tr("&Quit"));
    refresh();
}

void TrayIcon::refresh()
{
    TrayFacts facts;
    facts.state = m_session.state();
    facts.address = m_session.address();
    facts.hasProblem = !m_session.configProblems().isEmpty();
    facts.failure = m_session.failure();
    const auto snapshot = m_session.snapshot();
    facts.snapshot = snapshot.get();
    if (snapshot)
        facts.headline = m_session.stats().headline(QDateTime::currentMSecsSinceEpoch());
    const TrayView view = trayView(facts);
    m_title->setText(view.title);
    m_figures->setText(view.figures);
    m_figures->setVisible(!view.figures.isEmpty());
    m_toggle->setText(view.toggle);
    m_toggle->setEnabled(view.canToggle);
    m_capture->setEnabled(facts.state == ProxyState::Running);
    m_nodes->setEnabled(!view.nodes.isEmpty());
    m_quotas->setEnabled(!view.quotas.isEmpty());
    refreshRows(m_nodes,
                m_nodeRows,
                view.nodes,
                QStringLiteral("nodes"),
                m_nodes->actions().at(m_nodeRows.size()));
    refreshRows(m_quotas, m_quotaRows, view.quotas, QStringLiteral("quotas"), nullptr);
    refreshChains();
    if (!m_icon)
        return;
    m_icon->setToolTip(view.toolTip);
    const QString name = trayIconName(view.state);
    if (m_iconShown != name) {
        m_iconShown = name;
        m_icon->setIcon(iconFor(view.state));
    }
}

void TrayIcon::refreshRows(QMenu *menu,
                           QList<QAction *> &actions,
                           const QList<TrayView::Row> &rows,
                           const QString &page,
                           QAction *before)
{
    while (actions.size() > rows.size())
        delete actions.takeLast();
    while (actions.size() < rows.size()) {
        auto *action = new QAction(menu);
        connect(action, &QAction::triggered, this, [this, action, page] {
            Q_EMIT openRequested(page, action->data().toString());
        });
        menu->insertAction(before, action);
        actions.append(action);
    }
    for (qsizetype i = 0; i < rows.size(); ++i) {
        QAction *action = actions[i];
        if (action->text() != rows[i].text)
            action->setText(rows[i].text);
        if (action->whatsThis() != rows[i].icon) {
            action->setWhatsThis(rows[i].icon);
            action->setIcon(rows[i].icon.isEmpty() ? QIcon()
                                                   : Theme::instance().icon(rows[i].icon));
        }
        action->setData(rows[i].item);
    }
}

void TrayIcon::refreshChains()
{
    QStringList chains;
    if (const auto config = m_session.config()) {
        for (const ChainConfig &chain : config->chains)
            chains.append(QString::fromStdString(chain.name));
    }
    if (chains == m_chains)
        return;
    m_chains = chains;
    m_copy->clear();
    for (const QString &chain : std::as_const(chains))
        m_copy->addAction(chain, this, [this, chain] { Q_EMIT copyRequested(chain); });
}

/// A named icon lets the desktop colour it to fit its panel; the built-in one is for where the program is not installed.
QIcon TrayIcon::iconFor(TrayState state) const
{
    const QString name = QStringLiteral("tray-") + trayIconName(state);
    const QString style =
        m_session.settings().value(QStringLiteral("tray/style"), QStringLiteral("auto")).toString();
    const auto drawn = [&](const QColor &color) {
        QIcon icon;
        for (const int size : {16, 22, 24, 32, 48, 64})
            icon.addPixmap(themePixmap(name, QSize(size, size), 1, color));
        return icon;
    };
    if (style == QLatin1String("light"))
        return drawn(Qt::white);
    if (style == QLatin1String("dark"))
        return drawn(QColor(0x20, 0x20, 0x20));
    const Theme &theme = Theme::instance();
    if (style == QLatin1String("colour")) {
        const Tone tone = state == TrayState::Running ? Tone::Good
                          : state == TrayState::Down  ? Tone::Bad
                          : state == TrayState::Degraded || state == TrayState::Attention
                              ? Tone::Warning
                              : Tone::Muted;
        return drawn(theme.tone(tone));
    }
    return QIcon::fromTheme(QStringLiteral("spillway-") + name,
                            drawn(theme.isDark() ? QColor(Qt::white) : QColor(0x30, 0x30, 0x30)));
}

} // namespace spillway::ui
