// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/rawpage.h"

#include "configure/backupsdialog.h"
#include "configure/codeeditor.h"
#include "configure/diffdialog.h"
#include "configure/findbar.h"
#include "configure/formbinder.h"
#include "configure/pricelists.h"
#include "configure/tomlhighlighter.h"
#include "session/configdraft.h"
#include "session/problemtext.h"
#include "session/session.h"
#include "widgets/tables.h"
#include "widgets/theme.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTableView>
#include <QTextBlock>
#include <QVBoxLayout>

namespace spillway::ui {
namespace {

constexpr int kLineRole = Qt::UserRole + 1;
constexpr int kFileRole = Qt::UserRole + 2;
/// Typing that pauses longer becomes a step of its own.
constexpr int kBurstMs = 1500;

QString lastPart(const std::string &key)
{
    const QString text = QString::fromStdString(key);
    return text.mid(text.lastIndexOf(QLatin1Char('.')) + 1).remove(QLatin1Char('"'));
}

} // namespace

RawPage::RawPage(Session &session, QWidget *parent)
    : Page(session, parent)
    , m_fileLabel(new QLabel(this))
    , m_files(new QComboBox(this))
    , m_find(new QPushButton(this))
    , m_review(new QPushButton(this))
    , m_backups(new QPushButton(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_editor(new CodeEditor(m_splitter))
    , m_issueView(new QTableView(m_splitter))
    , m_issues(new QStandardItemModel(this))
    , m_position(new QLabel(this))
    , m_verdict(new QLabel(this))
    , m_undo(new SharedUndo(session.draft(), this))
    , m_file(session.draft().path())
{
    m_findBar = new FindBar(m_editor, this);
    new TomlHighlighter(m_editor->document());
    m_undo->watch(m_editor);

    const Theme &theme = Theme::instance();
    m_find->setIcon(theme.icon(QStringLiteral("search")));
    m_review->setIcon(theme.icon(QStringLiteral("code")));
    m_backups->setIcon(theme.icon(QStringLiteral("undo")));
    m_fileLabel->setBuddy(m_files);
    m_files->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_files->setMinimumContentsLength(24);
    auto *bar = new QHBoxLayout;
    bar->addWidget(m_fileLabel);
    bar->addWidget(m_files);
    bar->addStretch(1);
    bar->addWidget(m_find);
    bar->addWidget(m_review);
    bar->addWidget(m_backups);

    m_issues->setColumnCount(3);
    m_issueView->setModel(m_issues);
    tables::prepare(m_issueView, tr("Problems"));
    m_issueView->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_issueView->setWordWrap(true);
    m_issueView->horizontalHeader()->setStretchLastSection(true);
    const int letter = fontMetrics().averageCharWidth();
    m_issueView->setColumnWidth(0, letter * 18);
    m_issueView->setColumnWidth(1, letter * 32);
    m_splitter->addWidget(m_editor);
    m_splitter->addWidget(m_issueView);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({fontMetrics().lineSpacing() * 30, fontMetrics().lineSpacing() * 7});
    m_issueView->hide();

    auto *foot = new QHBoxLayout;
    foot->addWidget(m_verdict);
    foot->addStretch(1);
    foot->addWidget(m_position);

    auto *outer = new QVBoxLayout(this);
    outer->addLayout(bar);
    outer->addWidget(m_findBar);
    outer->addWidget(m_splitter, 1);
    outer->addLayout(foot);

    m_burstEnd.setSingleShot(true);
    m_burstEnd.setInterval(kBurstMs);
    connect(&m_burstEnd, &QTimer::timeout, this, [this] { ++m_burst; });
    connect(m_editor, &QPlainTextEdit::textChanged, this, &RawPage::textEdited);
    connect(m_editor, &QPlainTextEdit::cursorPositionChanged, this, &RawPage::showPosition);
    connect(m_files, &QComboBox::activated, this, [this](int row) {
        chooseFile(m_files->itemData(row).toString());
    });
    connect(m_find, &QPushButton::clicked, m_findBar, &FindBar::open);
    connect(m_review, &QPushButton::clicked, this, &RawPage::review);
    connect(m_backups, &QPushButton::clicked, this, &RawPage::showBackups);
    connect(m_issueView, &QTableView::activated, this, &RawPage::issueActivated);
    connect(m_issueView, &QTableView::clicked, this, &RawPage::issueActivated);
    connect(&session.draft(), &ConfigDraft::changed, this, &RawPage::followDraft);
    connect(&session.draft(), &ConfigDraft::checked, this, &RawPage::showIssues);

    retranslate();
    fillFiles();
    followDraft();
    showIssues();
}

void RawPage::showPosition()
{
    const QTextCursor cursor = m_editor->textCursor();
    m_position->setText(
        tr("Line %1, column %2").arg(cursor.blockNumber() + 1).arg(cursor.positionInBlock() + 1));
}

void RawPage::activate()
{
    fillFiles();
    followDraft();
    showIssues();
    m_editor->setFocus();
}

void RawPage::focusFilter()
{
    m_findBar->open();
}

void RawPage::showItem(const QString &item)
{
    if (item.isEmpty())
        return chooseFile(session().draft().path());
    const auto colon = item.lastIndexOf(QLatin1Char(':'));
    bool isLine = false;
    const int line = item.mid(colon + 1).toInt(&isLine);
    QString file = colon >= 0 && isLine ? item.left(colon) : item;
    if (file.isEmpty())
        file = session().draft().path();
    chooseFile(file);
    if (isLine)
        m_editor->goToLine(line);
}

void RawPage::fillFiles()
{
    const QDir folder = QFileInfo(session().draft().path()).absoluteDir();
    QList<std::pair<QString, QString>> files{
        {QFileInfo(session().draft().path()).fileName(), session().draft().path()}};
    for (const prices::ListInfo &list : prices::all(session().draft())) {
        if (!list.shipped)
            files.append({list.reference, prices::fileOf(session().draft(), list.reference)});
    }
    const QSignalBlocker blocker(m_files);
    m_files->clear();
    for (const auto &[shown, path] : files) {
        m_files->addItem(shown, path);
        m_files->setItemData(m_files->count() - 1, QDir::toNativeSeparators(path), Qt::ToolTipRole);
    }
    m_files->setCurrentIndex(std::max(0, m_files->findData(m_file)));
}

void RawPage::chooseFile(const QString &file)
{
    if (file.isEmpty() || file == m_file)
        return;
    ++m_burst;
    m_file = file;
    fillFiles();
    {
        const QScopedValueRollback guard(m_following, true);
        m_editor->setPlainText(session().draft().text(m_file));
    }
    showIssues();
}

void RawPage::followDraft()
{
    const QScopedValueRollback guard(m_following, true);
    m_editor->follow(session().draft().text(m_file));
    m_review->setEnabled(session().draft().isDirty());
}

void RawPage::textEdited()
{
    if (m_following)
        return;
    const QScopedValueRollback guard(m_following, true);
    session().draft().setText(tr("Edit the text of %1").arg(QFileInfo(m_file).fileName()),
                              QStringLiteral("raw:%1#%2").arg(m_file).arg(m_burst),
                              m_editor->toPlainText(),
                              m_file == session().draft().path() ? QString() : m_file);
    m_burstEnd.start();
}

void RawPage::showIssues()
{
    const std::vector<ConfigIssue> &all = session().draft().issues();
    const std::string shown = m_file.toStdString();
    QList<CodeEditor::Mark> marks;
    int errors = 0;
    m_issues->removeRows(0, m_issues->rowCount());
    for (const ConfigIssue &issue : all) {
        const bool error = issue.severity == ConfigIssue::Severity::Error;
        errors += error ? 1 : 0;
        const bool here = issue.file == shown || issue.file.empty();
        if (here && issue.line > 0)
            marks.append({issue.line, error, lastPart(issue.key), problemText(issue)});
        const QString place =
            here ? tr("Line %1").arg(issue.line)
                 : tr("%1, line %2")
                       .arg(QFileInfo(QString::fromStdString(issue.file)).fileName())
                       .arg(issue.line);
        auto *where = new QStandardItem(
            Theme::instance().icon(error ? QStringLiteral("error") : QStringLiteral("warning"),
                                   error ? Tone::Bad : Tone::Warning),
            place);
        where->setData(issue.line, kLineRole);
        where->setData(here ? m_file : QString::fromStdString(issue.file), kFileRole);
        where->setAccessibleText((error ? tr("Error, %1") : tr("Warning, %1")).arg(place));
        auto *what = new QStandardItem(problemText(issue));
        what->setToolTip(what->text());
        m_issues->appendRow({where, new QStandardItem(QString::fromStdString(issue.key)), what});
    }
    m_editor->setMarks(marks);
    m_issueView->setVisible(m_issues->rowCount() > 0);
    const auto warnings = static_cast<int>(all.size()) - errors;
    const auto config = session().draft().config();
    const bool isEmpty = config && config->nodes.empty();
    m_verdict->setText(
        errors > 0 ? tr("%n error(s); nothing can be applied until they are gone.", nullptr, errors)
        : warnings > 0 ? tr("Valid, with %n warning(s).", nullptr, warnings)
        : isEmpty      ? tr("Valid. There is no node in it yet.")
                       : tr("Valid."));
}

void RawPage::issueActivated(const QModelIndex &index)
{
    const QModelIndex first = index.siblingAtColumn(0);
    const QString file = first.data(kFileRole).toString();
    if (QFileInfo(file).isAbsolute())
        chooseFile(file);
    if (const int line = first.data(kLineRole).toInt(); line > 0)
        m_editor->goToLine(line);
}

void RawPage::review()
{
    auto *dialog = new DiffDialog(tr("Changes since the last save"),
                                  {},
                                  session().draft().isDirty() ? tr("&Apply") : QString(),
                                  this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QList<DiffView::File> files;
    for (const auto &[path, text] : session().draft().changedTexts()) {
        const QString file = QString::fromStdString(path);
        files.append({QFileInfo(file).fileName(),
                      session().draft().diskText(file),
                      QString::fromStdString(text)});
    }
    dialog->setFiles(files);
    connect(dialog, &QDialog::accepted, &session(), &Session::apply);
    dialog->open();
}

void RawPage::showBackups()
{
    auto *dialog =
        new BackupsDialog(m_file, session().draft().text(m_file), session().stateDir(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog,
            &BackupsDialog::restored,
            this,
            [this, file = m_file](const QString &text, const QString &when) {
                session().draft().setText(tr("Restore the version of %1").arg(when),
                                          {},
                                          text,
                                          file == session().draft().path() ? QString() : file);
                Q_EMIT session().toast(tr("The version of %1 is back. Apply to use it.").arg(when),
                                       true);
            });
    dialog->open();
}

void RawPage::retranslate()
{
    m_fileLabel->setText(tr("&File"));
    m_find->setText(tr("F&ind"));
    m_review->setText(tr("Re&view changes…"));
    m_backups->setText(tr("Earlier &versions…"));
    m_issues->setHorizontalHeaderLabels({tr("Place"), tr("Key"), tr("Problem")});
    m_editor->setAccessibleName(tr("Configuration text"));
    m_issueView->setAccessibleName(tr("Problems"));
    m_findBar->retranslate();
    fillFiles();
    showPosition();
    showIssues();
}

} // namespace spillway::ui
