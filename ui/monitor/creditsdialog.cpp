// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor/creditsdialog.h"

#include "widgets/format.h"
#include "widgets/theme.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace spillway::ui {

namespace {

QLabel *wrapped(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setMinimumWidth(label->fontMetrics().averageCharWidth() * 48);
    return label;
}

} // namespace

CreditsDialog::CreditsDialog(const QString &node, std::uint64_t used, QWidget *parent)
    : QDialog(parent)
    , m_edit(new QLineEdit(format::number(used), this))
    , m_problem(new QLabel(this))
{
    setWindowTitle(tr("Set used credits of %1").arg(node));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(wrapped(tr("Enter the number that your provider’s dashboard shows for the "
                                 "running period. Spillway counts on from there."),
                              this));
    auto *form = new QFormLayout;
    form->addRow(tr("&Used credits:"), m_edit);
    layout->addLayout(form);
    QPalette palette = m_problem->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().bad());
    m_problem->setPalette(palette);
    layout->addWidget(m_problem);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_set = buttons->addButton(tr("&Set"), QDialogButtonBox::AcceptRole);
    m_set->setDefault(true);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_edit, &QLineEdit::textChanged, this, &CreditsDialog::check);
    m_edit->selectAll();
    check();
}

std::optional<std::uint64_t> CreditsDialog::parse(const QString &text)
{
    QString digits;
    for (const QChar c : text.trimmed()) {
        if (c.isDigit())
            digits.append(QChar(u'0' + c.digitValue()));
        else if (!c.isSpace() && !QStringLiteral(",._'’").contains(c))
            return std::nullopt;
    }
    bool ok = false;
    const qulonglong value = digits.toULongLong(&ok);
    return ok ? std::optional<std::uint64_t>(value) : std::nullopt;
}

std::uint64_t CreditsDialog::credits() const
{
    return parse(m_edit->text()).value_or(0);
}

void CreditsDialog::check()
{
    const bool valid = parse(m_edit->text()).has_value();
    m_set->setEnabled(valid);
    const QString problem = valid ? QString() : tr("Enter a whole number of credits.");
    m_problem->setText(problem);
    m_edit->setAccessibleDescription(problem);
}

ResetCounterDialog::ResetCounterDialog(const QString &node, std::uint64_t used, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Reset the counter of %1").arg(node));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(wrapped(tr("The counter of this period stands at %1 credits. The provider "
                                 "will keep its own count: Spillway may then send "
                                 "requests that the provider refuses or bills.")
                                  .arg(format::number(used)),
                              this));
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
    connect(edit, &QLineEdit::textChanged, this, [reset, node](const QString &text) {
        reset->setEnabled(text.trimmed() == node);
    });
    connect(reset, &QPushButton::clicked, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

} // namespace spillway::ui
