// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/landialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHostAddress>
#include <QLabel>
#include <QNetworkInterface>
#include <QPushButton>
#include <QVBoxLayout>

namespace spillway::ui {

QStringList LanDialog::reachableAt(const QString &host, int port)
{
    const QHostAddress wanted(host);
    const bool all = wanted == QHostAddress(QHostAddress::AnyIPv4)
                     || wanted == QHostAddress(QHostAddress::AnyIPv6)
                     || wanted == QHostAddress(QHostAddress::Any);
    QStringList list;
    for (const QHostAddress &address : QNetworkInterface::allAddresses()) {
        const bool fits = all ? !address.isLoopback() && !address.isLinkLocal() : address == wanted;
        if (!fits
            || (wanted.protocol() == QAbstractSocket::IPv4Protocol
                && address.protocol() != QAbstractSocket::IPv4Protocol))
            continue;
        list.append(address.protocol() == QAbstractSocket::IPv6Protocol
                        ? QStringLiteral("[%1]:%2").arg(address.toString()).arg(port)
                        : QStringLiteral("%1:%2").arg(address.toString()).arg(port));
    }
    return list;
}

LanDialog::LanDialog(const QString &host, int port, bool hasTokens, QWidget *parent)
    : Dialog(parent)
    , m_understood(new QCheckBox(tr("I &understand that anyone there can spend my credits")))
{
    setWindowTitle(tr("Open the proxy to the network"));
    const QStringList addresses = reachableAt(host, port);
    QString text =
        tr("<p>The proxy holds your providers' keys. Other computers could reach it at:</p>");
    for (const QString &address : addresses)
        text += QLatin1String("<b>") + address.toHtmlEscaped() + QLatin1String("</b><br>");
    if (addresses.isEmpty())
        text += tr("<p><i>No network is connected right now.</i></p>");
    text += hasTokens ? tr("<p>They need one of your access tokens.</p>")
                      : tr("<p>No access token is set: <b>anyone on these networks can spend your "
                           "credits.</b></p>");
    auto *label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_understood->setVisible(!hasTokens);

    auto *buttons = new QDialogButtonBox;
    m_open = buttons->addButton(tr("&Open to the network"), QDialogButtonBox::AcceptRole);
    QPushButton *token =
        buttons->addButton(tr("Set a &token first…"), QDialogButtonBox::ActionRole);
    QPushButton *cancel = buttons->addButton(tr("&Cancel"), QDialogButtonBox::RejectRole);
    token->setVisible(!hasTokens);
    cancel->setDefault(true);
    m_open->setEnabled(hasTokens);
    connect(m_understood, &QCheckBox::toggled, m_open, &QWidget::setEnabled);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(token, &QPushButton::clicked, this, [this] {
        m_wantsToken = true;
        reject();
    });
    auto *column = new QVBoxLayout(this);
    column->addWidget(label);
    column->addWidget(m_understood);
    column->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 60);
}

} // namespace spillway::ui
