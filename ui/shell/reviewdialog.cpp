// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/reviewdialog.h"

#include "session/configdraft.h"
#include "session/problemtext.h"
#include "session/session.h"
#include "widgets/bulletlist.h"
#include "widgets/diffview.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QPushButton>
#include <QVBoxLayout>

namespace spillway::ui {
namespace {

constexpr int kSummaryLines = 9;

/// What to say of texts that change while the configuration stays what it was.
QStringList withoutEffect(const ConfigDraft &draft)
{
    QStringList sentences;
    for (const auto &[path, text] : draft.changedTexts()) {
        const QString file = QString::fromStdString(path);
        const QString name = QFileInfo(file).fileName();
        if (file == draft.path())
            continue;
        sentences.append(
            draft.diskText(file).isEmpty()
                ? ReviewDialog::tr("%1 is new; no node uses it yet.").arg(name)
                : ReviewDialog::tr("%1 changes; no node pays other prices.").arg(name));
    }
    if (sentences.isEmpty())
        sentences.append(ReviewDialog::tr("Only comments or the layout of the text change."));
    return sentences;
}

} // namespace

ReviewDialog::ReviewDialog(Session &session, QWidget *parent)
    : Dialog(parent)
    , m_summary(new BulletList(kSummaryLines, this))
    , m_diff(new DiffView)
{
    ConfigDraft &draft = session.draft();
    setWindowTitle(tr("Review your changes"));
    draft.checkNow();
    m_sentences = draft.summary();
    QList<BulletList::Item> items;
    for (const QString &sentence : std::as_const(m_sentences))
        items.append({sentence});
    if (m_sentences.isEmpty() && draft.config()) {
        for (const QString &sentence : withoutEffect(draft))
            items.append({sentence});
    }
    for (const ConfigIssue &issue : draft.issues()) {
        const QString kind =
            issue.severity == ConfigIssue::Severity::Error ? tr("Problem: %1") : tr("Note: %1");
        items.append({kind.arg(problemWithPlace(issue)), true});
    }
    m_summary->setItems(items);
    m_summary->setName(tr("What changes"));

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
    column->addWidget(m_summary);
    column->addWidget(m_diff, 1);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 34);
}

} // namespace spillway::ui
