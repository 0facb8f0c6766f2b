// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/setuseddialog.h"

#include "session/session.h"
#include "widgets/format.h"
#include "widgets/messageline.h"
#include "widgets/numberedit.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace spillway::ui {

SetUsedDialog::SetUsedDialog(Session &session,
                             const QString &node,
                             std::uint64_t used,
                             std::optional<std::uint64_t> limit,
                             QWidget *parent)
    : Dialog(parent)
    , m_session(session)
    , m_node(node)
    , m_number(new NumberEdit(NumberEdit::Kind::Whole, this))
    , m_remark(new MessageLine(this))
    , m_limit(limit)
{
    setWindowTitle(tr("Set used credits"));
    auto *column = new QVBoxLayout(this);
    auto *text = new QLabel(tr("Enter the number of credits that your provider's own page shows as "
                               "used for “%1” in this "
                               "billing period. Spillway goes on counting from there.")
                                .arg(node),
                            this);
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setMinimumWidth(fontMetrics().averageCharWidth() * 50);
    column->addWidget(text);
    auto *form = new QFormLayout;
    auto *label = new QLabel(tr("&Used credits"), this);
    label->setBuddy(m_number);
    form->addRow(label, m_number);
    column->addLayout(form);
    column->addWidget(m_remark);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_set = buttons->addButton(tr("&Set"), QDialogButtonBox::AcceptRole);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &SetUsedDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &SetUsedDialog::reject);
    connect(m_number, &QLineEdit::textChanged, this, &SetUsedDialog::check);
    m_number->setValue(static_cast<double>(used));
    m_number->selectAll();
    check();
}

void SetUsedDialog::check()
{
    const auto value = m_number->value();
    m_set->setEnabled(value.has_value());
    if (m_number->isWrong())
        m_remark->setMessage(MessageLine::Kind::Error,
                             tr("A whole number is needed, for example 12,400,000 or 12.4M."));
    else if (value && m_limit && static_cast<std::uint64_t>(*value) > *m_limit)
        m_remark->setMessage(MessageLine::Kind::Warning,
                             tr("That is more than the limit of %1 credits: the node will stop "
                                "until its period ends.")
                                 .arg(format::number(*m_limit)));
    else
        m_remark->setMessage(MessageLine::Kind::Note, {});
}

void SetUsedDialog::accept()
{
    const auto value = m_number->value();
    if (!value)
        return;
    m_session.setUsedCredits(m_node, static_cast<std::uint64_t>(*value));
    Dialog::accept();
}

} // namespace spillway::ui
