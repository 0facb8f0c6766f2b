// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/aboutdialog.h"

#include "shell/helptext.h"
#include "widgets/theme.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace spillway::ui {

AboutDialog::AboutDialog(QWidget *parent)
    : Dialog(parent)
{
    setWindowTitle(tr("About Spillway"));
    auto *picture = new QLabel;
    const int size = fontMetrics().height() * 4;
    picture->setPixmap(QIcon(QStringLiteral(":/icons/spillway.svg"))
                           .pixmap(QSize(size, size), devicePixelRatioF()));
    picture->setAccessibleName(tr("Logo of Spillway"));
    auto *name = new QLabel(
        tr("<h2>Spillway %1</h2>One local address in front of your blockchain RPC providers.")
            .arg(QStringLiteral(SPILLWAY_VERSION)));
    name->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->addWidget(picture);
    head->addWidget(name, 1);

    auto *promise = new QLabel(tr("Spillway sends nothing anywhere except to the providers you "
                                  "add: no statistics, no crash reports, no "
                                  "update checks.<br><br>The desktop program is free software "
                                  "under the GNU General Public License, version 3 or "
                                  "later, because the charts it is built with are. The proxy "
                                  "engine inside is under the MIT licence."));
    promise->setWordWrap(true);
    promise->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *first = new QWidget;
    auto *firstColumn = new QVBoxLayout(first);
    firstColumn->addWidget(promise);
    firstColumn->addStretch(1);

    auto *licences = new QTextBrowser;
    licences->setMarkdown(helpText(QStringLiteral("licences")));
    licences->setAccessibleName(tr("Licences"));
    licences->setOpenExternalLinks(true);
    auto *tabs = new QTabWidget;
    tabs->addTab(first, tr("&About"));
    tabs->addTab(licences, tr("&Licences"));

    auto *buttons = new QDialogButtonBox;
    buttons->addButton(tr("&Close"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addLayout(head);
    column->addWidget(tabs, 1);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 70, fontMetrics().height() * 24);
}

} // namespace spillway::ui
