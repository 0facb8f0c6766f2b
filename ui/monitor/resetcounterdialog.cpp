// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/resetcounterdialog.h"

#include "widgets/format.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace spillway::ui {

ResetCounterDialog::ResetCounterDialog(const QString &node, std::uint64_t used, QWidget *parent)
    : Dialog(parent)
{
    setWindowTitle(tr("Reset the counter of %1").arg(node));
    auto *layout = new QVBoxLayout(this);
    auto *text = new QLabel(tr("The counter of this period stands at %1 credits. The provider "
                               "will keep its own count: Spillway may then send "
                               "requests that the provider refuses or bills.")
                                .arg(format::number(used)),
                            this);
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setMinimumWidth(text->fontMetrics().averageCharWidth() * 48);
    layout->addWidget(text);
    auto *edit = new QLineEdit(this);
    auto *form = new QFormLayout;
    form->addRow(tr("&Type the node’s name to go on:"), edit);
    layout->addLayout(form);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *reset = buttons->addButton(tr("&Reset to 0"), QDialogButtonBox::DestructiveRole);
    reset->setEnabled(false);
    reset->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    layout->addWidget(buttons);
    connect(edit, &QLineEdit::textChanged, this, [reset, node](const QString &typed) {
        reset->setEnabled(typed.trimmed() == node);
    });
    connect(reset, &QPushButton::clicked, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

} // namespace spillway::ui
