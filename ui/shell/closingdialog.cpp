// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/closingdialog.h"

#include "session/session.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace spillway::ui {

ClosingDialog::ClosingDialog(Session &session, QWidget *parent)
    : Dialog(parent)
    , m_session(session)
    , m_text(new QLabel)
{
    setWindowTitle(tr("Spillway"));
    auto *bar = new QProgressBar;
    bar->setRange(0, 0);
    bar->setAccessibleName(tr("Requests are being finished"));
    auto *buttons = new QDialogButtonBox;
    QPushButton *now = buttons->addButton(tr("&Quit now"), QDialogButtonBox::DestructiveRole);
    now->setAutoDefault(false);
    connect(now, &QPushButton::clicked, this, &ClosingDialog::quitNowRequested);
    connect(&session, &Session::snapshotChanged, this, &ClosingDialog::refresh);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_text);
    column->addWidget(bar);
    column->addWidget(buttons);
    refresh();
}

void ClosingDialog::refresh()
{
    const auto snapshot = m_session.snapshot();
    const int count = snapshot ? static_cast<int>(snapshot->inFlight) : 0;
    m_text->setText(count > 0 ? tr("Finishing %n request(s)…", nullptr, count)
                              : tr("Stopping the proxy…"));
}

} // namespace spillway::ui
