// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/importdialog.h"

#include "session/checkworker.h"
#include "session/configdraft.h"
#include "session/configsummary.h"
#include "session/problemtext.h"
#include "session/session.h"
#include "shell/importtext.h"
#include "widgets/bulletlist.h"
#include "widgets/diffview.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace spillway::ui {
namespace {

constexpr int kListLines = 8;

QLabel *heading(const QString &text)
{
    auto *label = new QLabel(text);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

ImportDialog::ImportDialog(Session &session,
                           const QString &file,
                           ImportResult imported,
                           QWidget *parent)
    : Dialog(parent)
    , m_session(session)
    , m_file(QFileInfo(file).fileName())
    , m_imported(std::move(imported))
    , m_kept(new BulletList(kListLines, this))
    , m_lost(new BulletList(kListLines, this))
    , m_diff(new DiffView(this))
{
    setWindowTitle(tr("Import %1").arg(m_file));
    auto *intro = new QLabel(
        tr("%1 was read as a configuration of %2. It would replace the present one; nothing is "
           "saved or applied before you do so in the bar at the bottom of the window.")
            .arg(m_file, QString::fromStdString(m_imported.dialect)));
    intro->setTextFormat(Qt::PlainText);
    intro->setWordWrap(true);
    m_kept->setName(tr("What would change"));
    m_lost->setName(tr("What cannot be kept"));
    m_diff->setAccessibleName(tr("Changed lines"));
    m_diff->setTexts(session.draft().text({}), QString::fromStdString(m_imported.text));

    auto *column = new QVBoxLayout(this);
    column->addWidget(intro);
    column->addWidget(heading(tr("What would change")));
    column->addWidget(m_kept);
    if (!m_imported.notes.empty()) {
        column->addWidget(heading(tr("What cannot be kept, or behaves differently")));
        column->addWidget(m_lost);
    }
    column->addWidget(heading(tr("The text")));
    column->addWidget(m_diff, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_take = buttons->addButton(tr("&Take over"), QDialogButtonBox::AcceptRole);
    m_take->setDefault(true);
    m_take->setEnabled(m_diff->hasDifference());
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ImportDialog::reject);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 38);
    describe();
}

void ImportDialog::describe()
{
    ConfigDraft &draft = m_session.draft();
    draft.checkNow();
    CheckRequest request{0, draft.path().toStdString(), {}, nullptr};
    request.texts[request.path] = m_imported.text;
    request.secrets = std::make_shared<const std::map<std::string, Secret>>(draft.secrets());
    const CheckResult checked = checkTexts(request);

    QList<BulletList::Item> kept;
    if (checked.config) {
        for (const QString &sentence : describeChanges(draft.config().get(), checked.config.get()))
            kept.append({sentence});
        if (kept.isEmpty())
            kept.append({tr("Only comments or the layout of the text change.")});
    }
    for (const ConfigIssue &issue : checked.issues) {
        const QString kind = issue.severity == ConfigIssue::Severity::Error
                                 ? tr("To be mended before it can be applied: %1")
                                 : tr("Note: %1");
        kept.append({kind.arg(problemWithPlace(issue)), true});
    }
    m_kept->setItems(kept);
    QList<BulletList::Item> lost;
    for (const ImportNote &note : m_imported.notes)
        lost.append({importSentence(note)});
    m_lost->setItems(lost);
}

void ImportDialog::accept()
{
    m_session.draft().setText(
        tr("importing %1").arg(m_file), {}, QString::fromStdString(m_imported.text));
    Dialog::accept();
}

} // namespace spillway::ui
