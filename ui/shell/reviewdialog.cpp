// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/reviewdialog.h"

#include "session/configdraft.h"
#include "session/session.h"
#include "widgets/diffview.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace spillway::ui {

ReviewDialog::ReviewDialog(Session &session, QWidget *parent)
    : QDialog(parent)
    , m_summary(new QLabel)
    , m_diff(new DiffView)
{
    ConfigDraft &draft = session.draft();
    setWindowTitle(tr("Review your changes"));
    draft.checkNow();
    m_sentences = draft.summary();
    QStringList items;
    for (const QString &sentence : std::as_const(m_sentences))
        items.append(QLatin1String("<li>") + sentence.toHtmlEscaped() + QLatin1String("</li>"));
    if (m_sentences.isEmpty() && draft.config())
        items.append(QLatin1String("<li>") + tr("Only comments or the layout of the text change.")
                     + QLatin1String("</li>"));
    for (const ConfigIssue &issue : draft.issues()) {
        const QString kind =
            issue.severity == ConfigIssue::Severity::Error ? tr("Problem: %1") : tr("Note: %1");
        items.append(QLatin1String("<li><b>")
                     + kind.arg(QString::fromStdString(issue.toString())).toHtmlEscaped()
                     + QLatin1String("</b></li>"));
    }
    m_summary->setTextFormat(Qt::RichText);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_summary->setText(QLatin1String("<ul style=\"margin-left: -20px\">") + items.join(QString())
                       + QLatin1String("</ul>"));
    m_summary->setAccessibleName(tr("What changes"));
    auto *scroll = new QScrollArea;
    scroll->setWidget(m_summary);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setMaximumHeight(fontMetrics().height() * 9);

    QList<DiffView::File> files;
    for (const auto &[path, text] : draft.changedTexts()) {
        const QString name = QString::fromStdString(path);
        files.append(
            {QFileInfo(name).fileName(), draft.diskText(name), QString::fromStdString(text)});
    }
    m_diff->setFiles(files);
    m_diff->setAccessibleName(tr("Changed lines"));

    auto *buttons = new QDialogButtonBox;
    m_apply = buttons->addButton(tr("&Apply"), QDialogButtonBox::AcceptRole);
    m_apply->setEnabled(draft.config() != nullptr && draft.isDirty());
    m_apply->setDefault(true);
    buttons->addButton(tr("&Close"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *column = new QVBoxLayout(this);
    column->addWidget(scroll);
    column->addWidget(m_diff, 1);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 34);
}

} // namespace spillway::ui
