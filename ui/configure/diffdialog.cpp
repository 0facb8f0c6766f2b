// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/diffdialog.h"

#include <QDialogButtonBox>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace spillway::ui {

DiffDialog::DiffDialog(const QString &title,
                       const QString &text,
                       const QString &action,
                       QWidget *parent)
    : Dialog(parent)
    , m_counts(new QLabel(this))
    , m_view(new DiffView(this))
{
    setWindowTitle(title);
    auto *column = new QVBoxLayout(this);
    if (!text.isEmpty()) {
        auto *words = new QLabel(text, this);
        words->setWordWrap(true);
        words->setTextFormat(Qt::PlainText);
        column->addWidget(words);
    }
    column->addWidget(m_view, 1);
    auto *buttons = new QDialogButtonBox(
        action.isEmpty() ? QDialogButtonBox::Close : QDialogButtonBox::Cancel, this);
    if (!action.isEmpty())
        m_do = buttons->addButton(action, QDialogButtonBox::AcceptRole);
    auto *row = new QHBoxLayout;
    row->addWidget(m_counts);
    row->addStretch(1);
    row->addWidget(buttons);
    column->addLayout(row);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const QFontMetrics metrics = fontMetrics();
    resize(metrics.averageCharWidth() * 120, metrics.lineSpacing() * 34);
}

void DiffDialog::setTexts(const QString &before, const QString &after)
{
    m_view->setTexts(before, after);
    count();
}

void DiffDialog::setFiles(const QList<DiffView::File> &files)
{
    m_view->setFiles(files);
    count();
}

void DiffDialog::count()
{
    m_counts->setText(m_view->hasDifference() ? tr("%1 added, %2 removed", "lines")
                                                    .arg(m_view->addedLines())
                                                    .arg(m_view->removedLines())
                                              : tr("Both texts are the same."));
    if (m_do)
        m_do->setEnabled(m_view->hasDifference());
}

} // namespace spillway::ui
