// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/draftbinder.h"
#include "session/background.h"
#include "session/configdraft.h"
#include "session/portcheck.h"
#include "session/session.h"
#include "shell/landialog.h"
#include "shell/settingstabs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHostAddress>
#include <QLineEdit>
#include <QSpinBox>

#include <optional>

namespace spillway::ui {
namespace {

constexpr const char *kHostKey = "server.host";
constexpr const char *kPortKey = "server.port";
constexpr int kKiB = 1024;

bool isLoopback(const QString &host)
{
    return host == QLatin1String("localhost") || QHostAddress(host).isLoopback();
}

} // namespace

ListenerTab::ListenerTab(Session &session, DraftBinder &binder)
    : m_session(session)
    , m_binder(binder)
    , m_host(new QComboBox)
    , m_port(new QSpinBox)
    , m_portState(new QLabel)
    , m_addresses(new QLabel)
{
    addHeading(tr("Address"));
    m_host->setEditable(true);
    m_host->setInsertPolicy(QComboBox::NoInsert);
    m_host->addItem(tr("This computer only (127.0.0.1)"), QStringLiteral("127.0.0.1"));
    m_host->addItem(tr("This computer only, IPv4 and IPv6 (localhost)"),
                    QStringLiteral("localhost"));
    m_host->addItem(tr("All networks (0.0.0.0)"), QStringLiteral("0.0.0.0"));
    addField(tr("Reachable &from:"), m_host, binder.problemLabel(QLatin1String(kHostKey), m_host));
    connect(m_host, &QComboBox::activated, this, [this](int index) {
        chooseHost(m_host->itemData(index).toString());
    });
    connect(m_host->lineEdit(), &QLineEdit::editingFinished, this, [this] {
        const int known = m_host->findText(m_host->currentText());
        chooseHost(known >= 0 ? m_host->itemData(known).toString()
                              : m_host->currentText().trimmed());
    });
    binder.onRefresh(this, [this] { showHost(); });

    m_port->setRange(0, 65535);
    m_port->setSpecialValueText(tr("any free port"));
    binder.bind(m_port, QLatin1String(kPortKey), 8599, tr("the port"));
    m_portState->setWordWrap(true);
    addField(tr("&Port:"), m_port, m_portState);
    addWide(binder.problemLabel(QLatin1String(kPortKey), m_port));
    connect(m_port, &QSpinBox::valueChanged, this, &ListenerTab::showPort);
    connect(&session, &Session::stateChanged, this, &ListenerTab::showPort);

    m_addresses->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    addField(tr("Addresses for your tools:"), m_addresses);
    connect(&session, &Session::stateChanged, this, &ListenerTab::showAddresses);
    addNote(tr("A new address or port counts as soon as you apply it. Requests that are running "
               "finish first."));

    addHeading(tr("Answers"));
    auto *metrics = new QCheckBox(tr("Offer &metrics for Prometheus at /metrics"));
    binder.bind(metrics, QStringLiteral("server.enable_metrics"), true, tr("metrics"));
    addWide(metrics);
    auto *headers = new QCheckBox(tr("Tell the node, attempts and credits in response &headers"));
    binder.bind(headers, QStringLiteral("server.response_headers"), true, tr("response headers"));
    addWide(headers);

    addHeading(tr("Limits"));
    const auto spin = [&](const QString &label,
                          const QString &key,
                          int fallback,
                          int least,
                          int most,
                          const QString &unit,
                          const QString &name,
                          int factor) {
        auto *box = new QSpinBox;
        box->setRange(least, most);
        box->setGroupSeparatorShown(true);
        box->setSuffix(unit);
        binder.bind(box, key, fallback, name, factor);
        addField(label, box, binder.problemLabel(key, box));
    };
    spin(tr("Largest &request:"),
         QStringLiteral("security.max_body_bytes"),
         1024,
         1,
         1024 * 1024,
         tr(" KiB"),
         tr("the largest request"),
         kKiB);
    spin(tr("Calls in a &batch:"),
         QStringLiteral("security.max_batch_size"),
         100,
         1,
         100000,
         {},
         tr("the largest batch"),
         1);
    spin(tr("Calls at &once:"),
         QStringLiteral("server.max_in_flight"),
         10000,
         1,
         1000000,
         {},
         tr("calls at once"),
         1);
    spin(tr("&Connections:"),
         QStringLiteral("security.max_connections"),
         10000,
         1,
         1000000,
         {},
         tr("connections"),
         1);
    showPort();
    showAddresses();
}

void ListenerTab::showHost()
{
    const QString host =
        QString::fromStdString(m_session.draft().document().string(kHostKey).value_or("127.0.0.1"));
    const QSignalBlocker quiet(m_host);
    const int index = m_host->findData(host);
    if (index >= 0)
        m_host->setCurrentIndex(index);
    else if (!m_host->lineEdit()->hasFocus() || m_host->currentText() != host)
        m_host->setEditText(host);
}

void ListenerTab::chooseHost(const QString &host)
{
    const ConfigDocument &document = m_session.draft().document();
    const QString before = QString::fromStdString(document.string(kHostKey).value_or("127.0.0.1"));
    if (host.isEmpty() || host == before) {
        showHost();
        return;
    }
    bool openToAll = false;
    if (!isLoopback(host)) {
        const bool hasTokens = document.has("server.auth.tokens");
        LanDialog dialog(host, m_port->value(), hasTokens, this);
        if (dialog.exec() != QDialog::Accepted) {
            showHost();
            if (dialog.wantsToken()) {
                if (auto *page = qobject_cast<QWidget *>(window()))
                    page->setFocus();
                Q_EMIT m_session.toast(
                    tr("Add an access token under Security, then open the proxy to the network."),
                    false);
            }
            return;
        }
        openToAll = !hasTokens;
    }
    const QString problem =
        m_session.draft().edit(tr("changing the address"), {}, [&](ConfigDocument &edited) {
            std::string failed = edited.set(kHostKey, host.toStdString());
            if (failed.empty() && openToAll)
                failed = edited.set("server.allow_unauthenticated", true);
            else if (failed.empty() && isLoopback(host))
                failed = edited.remove("server.allow_unauthenticated");
            return failed;
        });
    if (!problem.isEmpty())
        Q_EMIT m_session.toast(problem, false);
    showHost();
}

void ListenerTab::showPort()
{
    const auto port = static_cast<std::uint16_t>(m_port->value());
    const QString host =
        QString::fromStdString(m_session.draft().document().string(kHostKey).value_or("127.0.0.1"));
    const auto config = m_session.config();
    if (m_session.state() == ProxyState::Running && config && config->server.port == port) {
        m_portState->setText(tr("The proxy is listening there."));
        ++m_portQuestion;
        return;
    }
    const quint64 question = ++m_portQuestion;
    inBackground(
        this,
        [host, port] { return checkPort(host, port); },
        [this, question, port](const PortCheck &check) {
            if (question != m_portQuestion)
                return;
            switch (check.result) {
            case PortCheck::Result::Free:
                m_portState->setText(port == 0 ? tr("Any free port, another one at each start.")
                                               : tr("Port %1 is free.").arg(port));
                return;
            case PortCheck::Result::Busy:
                m_portState->setText(
                    (check.owner.isEmpty()
                         ? tr("Port %1 is used by another program.").arg(port)
                         : tr("Port %1 is used by %2.").arg(port).arg(check.owner))
                    + (check.nextFree != 0
                           ? QLatin1Char(' ') + tr("%1 is free.").arg(check.nextFree)
                           : QString()));
                return;
            case PortCheck::Result::NoPermission:
                m_portState->setText(
                    tr("This port needs administrator rights; use 1024 or higher."));
                return;
            case PortCheck::Result::BadAddress:
                m_portState->setText(tr("This computer has no such address."));
                return;
            }
        });
}

void ListenerTab::showAddresses()
{
    QStringList lines;
    if (const auto config = m_session.config()) {
        for (const ChainConfig &chain : config->chains) {
            const QString address = m_session.endpoint(QString::fromStdString(chain.name));
            if (!address.isEmpty())
                lines.append(tr("%1: %2").arg(QString::fromStdString(chain.name), address));
        }
    }
    m_addresses->setText(lines.isEmpty() ? tr("known once the proxy runs")
                                         : lines.join(QLatin1Char('\n')));
}

} // namespace spillway::ui
