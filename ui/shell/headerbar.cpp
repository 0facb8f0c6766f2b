// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/headerbar.h"

#include "session/session.h"
#include "shell/elidedlabel.h"
#include "stats/statsstore.h"
#include "widgets/format.h"
#include "widgets/pill.h"
#include "widgets/theme.h"

#include <QAction>
#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QTimer>
#include <QToolButton>

namespace spillway::ui {
namespace {

struct StateLook
{
    QString text;
    Tone tone;
    const char *icon;
};

StateLook lookOf(ProxyState state)
{
    switch (state) {
    case ProxyState::Stopped:
        return {HeaderBar::tr("Stopped"), Tone::Muted, "off"};
    case ProxyState::Starting:
        return {HeaderBar::tr("Starting…"), Tone::Accent, "wait"};
    case ProxyState::Running:
        return {HeaderBar::tr("Running"), Tone::Good, "ok"};
    case ProxyState::Stopping:
        return {HeaderBar::tr("Stopping…"), Tone::Accent, "wait"};
    case ProxyState::Failed:
        return {HeaderBar::tr("Not running"), Tone::Bad, "error"};
    }
    return {};
}

} // namespace

HeaderBar::HeaderBar(Session &session, QAction *toggle, QAction *copy, QMenu *bell, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_toggle(toggle)
    , m_start(new QToolButton)
    , m_state(new Pill)
    , m_address(new ElidedLabel(Qt::ElideMiddle))
    , m_copy(new QToolButton)
    , m_copyMenu(new QMenu(this))
    , m_rate(new QLabel)
    , m_latency(new QLabel)
    , m_lan(new QToolButton)
    , m_demo(new Pill)
    , m_bell(new QToolButton)
{
    m_start->setDefaultAction(toggle);
    m_start->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_start->setFocusPolicy(Qt::StrongFocus);
    m_copy->setDefaultAction(copy);
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setPopupMode(QToolButton::MenuButtonPopup);
    m_copy->setMenu(m_copyMenu);
    m_copy->setFocusPolicy(Qt::StrongFocus);
    m_lan->setAutoRaise(true);
    m_lan->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_lan->setFocusPolicy(Qt::StrongFocus);
    m_bell->setIcon(Theme::instance().icon(QStringLiteral("bell")));
    m_bell->setAutoRaise(true);
    m_bell->setMenu(bell);
    m_bell->setPopupMode(QToolButton::InstantPopup);
    m_bell->setFocusPolicy(Qt::StrongFocus);
    m_bell->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    QFont strong = m_address->font();
    strong.setWeight(QFont::DemiBold);
    m_address->setFont(strong);
    m_address->setFocusPolicy(Qt::NoFocus);

    auto *row = new QHBoxLayout(this);
    const int gap = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    row->setContentsMargins(gap, gap * 2 / 3, gap, gap * 2 / 3);
    row->setSpacing(gap);
    row->addWidget(m_start);
    row->addWidget(m_state);
    row->addWidget(m_demo);
    row->addWidget(m_address);
    row->addWidget(m_copy);
    row->addWidget(m_lan);
    row->addStretch(1);
    row->addWidget(m_rate);
    row->addSpacing(gap);
    row->addWidget(m_latency);
    row->addSpacing(gap);
    row->addWidget(m_bell);

    connect(m_copyMenu, &QMenu::aboutToShow, this, &HeaderBar::fillCopyMenu);
    connect(m_lan, &QToolButton::clicked, this, &HeaderBar::lanClicked);
    connect(&session, &Session::stateChanged, this, &HeaderBar::showState);
    connect(&session, &Session::snapshotChanged, this, &HeaderBar::showFigures);
    retranslate();
}

void HeaderBar::retranslate()
{
    m_copyMenu->setAccessibleName(tr("Addresses to copy"));
    m_demo->set(tr("Demo"), Tone::Accent);
    m_demo->setToolTip(tr("Made-up nodes on this computer: no key and no network are used."));
    m_demo->setVisible(m_session.options().demo);
    m_lan->setText(tr("Open to the network"));
    m_lan->setIcon(Theme::instance().icon(QStringLiteral("lan"), Tone::Warning));
    m_lan->setToolTip(
        tr("Other computers can reach the proxy. Show the settings of the listener."));
    setUnread(m_unread);
    showState();
    showFigures();
}

void HeaderBar::showState()
{
    const ProxyState state = m_session.state();
    const StateLook look = lookOf(state);
    m_state->set(look.text, look.tone, QLatin1String(look.icon));
    m_state->setToolTip(m_session.failure());
    const QString endpoint = m_session.endpoint();
    m_address->setText(endpoint.isEmpty() ? tr("no address yet") : endpoint);
    m_address->setEnabled(state == ProxyState::Running);
    m_address->setAccessibleName(tr("Address of the proxy: %1").arg(m_address->text()));
    const auto config = m_session.config();
    m_lan->setVisible(config && !config->server.isLoopback());
    makeRoom();
}

void HeaderBar::showFigures()
{
    const bool running = m_session.state() == ProxyState::Running && m_session.snapshot();
    const StatsStore::Headline figures =
        running ? m_session.stats().headline(QDateTime::currentMSecsSinceEpoch())
                : StatsStore::Headline();
    m_rate->setText(running ? format::rate(figures.requestsPerSecond) : QString());
    m_rate->setToolTip(tr("Calls of your tools in the last five seconds"));
    m_latency->setText(running && figures.p95Ms ? tr("p95 %1").arg(format::latency(figures.p95Ms))
                                                : QString());
    m_latency->setToolTip(
        tr("95 of 100 calls in the last five minutes were answered within this time"));
    makeRoom();
}

/// The figures are on the dashboard too: they go first when the window is narrow.
void HeaderBar::makeRoom()
{
    int wanted = 0;
    for (const QWidget *widget : {static_cast<QWidget *>(m_start),
                                  static_cast<QWidget *>(m_state),
                                  static_cast<QWidget *>(m_address),
                                  static_cast<QWidget *>(m_copy),
                                  static_cast<QWidget *>(m_bell)})
        wanted += widget->sizeHint().width() + layout()->spacing();
    for (const QWidget *widget : {static_cast<QWidget *>(m_demo), static_cast<QWidget *>(m_lan)})
        wanted += widget->isHidden() ? 0 : widget->sizeHint().width() + layout()->spacing();
    const int figures = m_rate->sizeHint().width() + layout()->spacing() * 5;
    m_rate->setVisible(!m_rate->text().isEmpty() && wanted + figures < width());
    m_latency->setVisible(!m_latency->text().isEmpty()
                          && wanted + figures + m_latency->sizeHint().width() + layout()->spacing()
                                 < width());
}

void HeaderBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    makeRoom();
}

void HeaderBar::setUnread(int count)
{
    m_unread = count;
    m_bell->setText(count > 0 ? QString::number(count) : QString());
    m_bell->setToolButtonStyle(count > 0 ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    const QString name = count > 0 ? tr("Messages, %n new", nullptr, count) : tr("Messages");
    m_bell->setAccessibleName(name);
    m_bell->setToolTip(name);
}

void HeaderBar::showCopied()
{
    const QString before = m_copy->text();
    m_copy->setText(tr("Copied"));
    QTimer::singleShot(
        1500, this, [this] { m_copy->setText(m_copy->defaultAction()->iconText()); });
}

void HeaderBar::fillCopyMenu()
{
    m_copyMenu->clear();
    if (const auto config = m_session.config()) {
        for (const ChainConfig &chain : config->chains) {
            const QString name = QString::fromStdString(chain.name);
            const QString address = m_session.endpoint(name);
            if (address.isEmpty())
                continue;
            QAction *action = m_copyMenu->addAction(tr("%1: %2").arg(name, address));
            connect(
                action, &QAction::triggered, this, [this, name] { Q_EMIT copyRequested(name); });
        }
    }
    m_copyMenu->addSeparator();
    m_copyMenu->addAction(Theme::instance().icon(QStringLiteral("plug")),
                          tr("Connect a &tool…"),
                          this,
                          &HeaderBar::connectToolRequested);
}

void HeaderBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace spillway::ui
