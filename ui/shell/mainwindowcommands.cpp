// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands of the main window do.
#include "monitor/connecttooldialog.h"
#include "session/configdraft.h"
#include "session/page.h"
#include "session/session.h"
#include "shell/aboutdialog.h"
#include "shell/actions.h"
#include "shell/changebar.h"
#include "shell/headerbar.h"
#include "shell/importdialog.h"
#include "shell/mainwindow.h"
#include "shell/problembanners.h"
#include "shell/reviewdialog.h"
#include "shell/shortcutsdialog.h"
#include "spillway/importing.h"
#include "widgets/diffview.h"

#include <QAction>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWhatsThis>

namespace spillway::ui {

void MainWindow::connectActions()
{
    Actions &a = *m_actions;
    connect(a.apply, &QAction::triggered, &m_session, &Session::apply);
    connect(a.review, &QAction::triggered, this, &MainWindow::review);
    connect(a.discard, &QAction::triggered, this, &MainWindow::discardEdits);
    connect(a.reload, &QAction::triggered, this, &MainWindow::reloadFromDisk);
    connect(a.importFile, &QAction::triggered, this, &MainWindow::importFile);
    connect(a.closeWindow, &QAction::triggered, this, &QWidget::close);
    connect(a.quit, &QAction::triggered, this, &MainWindow::quitRequested);
    connect(a.filter, &QAction::triggered, this, [this] {
        if (Page *current = page(m_current))
            current->focusFilter();
    });
    connect(
        a.settings, &QAction::triggered, this, [this] { showPage(QStringLiteral("settings")); });
    connect(a.toggle, &QAction::triggered, &m_session, &Session::toggleProxy);
    connect(a.restart, &QAction::triggered, &m_session, &Session::restartProxy);
    connect(a.copyEndpoint, &QAction::triggered, this, [this] { copyEndpoint({}); });
    connect(a.connectTool, &QAction::triggered, this, &MainWindow::connectTool);
    connect(a.shortcuts, &QAction::triggered, this, &MainWindow::showShortcuts);
    connect(
        a.help, &QAction::triggered, this, [this] { showPage(QStringLiteral("help"), m_current); });
    connect(a.whatsThis, &QAction::triggered, this, [] { QWhatsThis::enterWhatsThisMode(); });
    connect(a.getStarted, &QAction::triggered, this, [this] { showPage(QStringLiteral("start")); });
    connect(a.diagnostics, &QAction::triggered, this, &MainWindow::diagnosticsRequested);
    connect(a.about, &QAction::triggered, this, [this] { AboutDialog(this).exec(); });
    connect(&a, &Actions::pageRequested, this, [this](const QString &id) { showPage(id); });

    connect(m_changeBar, &ChangeBar::applyRequested, a.apply, &QAction::trigger);
    connect(m_changeBar, &ChangeBar::reviewRequested, this, &MainWindow::review);
    connect(m_changeBar, &ChangeBar::discardRequested, this, &MainWindow::discardEdits);
    connect(m_changeBar, &ChangeBar::linkActivated, this, &MainWindow::onChangeBarLink);
    connect(m_banners, &ProblemBanners::navigate, this, &MainWindow::showPage);
    connect(m_banners, &ProblemBanners::answered, this, &MainWindow::focusPage);
    connect(m_banners, &ProblemBanners::useDiskRequested, &m_session, &Session::reloadFromDisk);
    connect(m_banners,
            &ProblemBanners::showOutsideChangesRequested,
            this,
            &MainWindow::showOutsideChanges);
    connect(m_header, &HeaderBar::copyRequested, this, &MainWindow::copyEndpoint);
    connect(m_header, &HeaderBar::connectToolRequested, this, &MainWindow::connectTool);
    connect(m_header, &HeaderBar::lanClicked, this, [this] {
        showPage(QStringLiteral("settings"), QStringLiteral("listener"));
    });
}

void MainWindow::copyEndpoint(const QString &chain)
{
    const QString address = m_session.endpoint(chain);
    if (address.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(address);
    m_header->showCopied();
    Q_EMIT m_session.toast(tr("%1 is on the clipboard.").arg(address), false);
}

void MainWindow::review()
{
    if (!m_session.draft().isDirty())
        return;
    ReviewDialog dialog(m_session, this);
    if (dialog.exec() == QDialog::Accepted)
        m_session.apply();
}

void MainWindow::discardEdits()
{
    const int count = m_session.draft().changeCount();
    if (count == 0)
        return;
    QMessageBox box(QMessageBox::Question,
                    tr("Discard changes"),
                    m_session.draft().isKeptAgainstDisk()
                        ? tr("Go over to the file as the other program wrote it? It is applied at "
                             "once. You can still undo this.")
                        : tr("Go back to the configuration as it is saved? You can still undo "
                             "this."),
                    QMessageBox::Cancel,
                    this);
    QPushButton *discard =
        box.addButton(tr("&Discard %n change(s)", nullptr, count), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == discard)
        m_session.discardEdits();
}

void MainWindow::settleEdits(const std::function<void()> &done)
{
    if (!m_session.draft().isDirty()) {
        done();
        return;
    }
    raiseWindow();
    m_session.draft().checkNow();
    const bool valid = m_session.draft().config() != nullptr;
    QMessageBox box(
        QMessageBox::Question,
        tr("Unsaved changes"),
        tr("%n change(s) were not applied yet.", nullptr, m_session.draft().changeCount()),
        QMessageBox::Cancel,
        this);
    QPushButton *save = box.addButton(tr("&Apply and go on"), QMessageBox::AcceptRole);
    QPushButton *look = box.addButton(tr("Re&view…"), QMessageBox::ActionRole);
    QPushButton *discard = box.addButton(tr("&Discard"), QMessageBox::DestructiveRole);
    if (valid) {
        box.setDefaultButton(save);
    } else {
        save->setEnabled(false);
        box.setInformativeText(
            tr("They cannot be applied: there are problems to mend first. Go on editing, or "
               "discard the changes."));
        box.button(QMessageBox::Cancel)->setText(tr("&Keep editing"));
        box.setDefaultButton(QMessageBox::Cancel);
    }
    box.exec();
    if (box.clickedButton() == discard) {
        m_session.draft().discard();
        done();
    } else if (box.clickedButton() == save) {
        applyThen(done);
    } else if (box.clickedButton() == look
               && ReviewDialog(m_session, this).exec() == QDialog::Accepted) {
        applyThen(done);
    }
}

/// `done` comes after an Apply that worked, and not at all after one that did not.
void MainWindow::applyThen(const std::function<void()> &done)
{
    const auto waiting = connect(
        &m_session, &Session::applied, this, [done] { done(); }, Qt::SingleShotConnection);
    connect(
        &m_session,
        &Session::applyFailed,
        this,
        [waiting] { disconnect(waiting); },
        Qt::SingleShotConnection);
    m_session.apply();
}

void MainWindow::reloadFromDisk()
{
    settleEdits([this] { m_session.reloadFromDisk(); });
}

void MainWindow::showOutsideChanges()
{
    ConfigDraft &draft = m_session.draft();
    QList<DiffView::File> files;
    for (const QString &name : draft.filesChangedOutside()) {
        QFile file(name);
        const QString now =
            file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        files.append({QFileInfo(name).fileName(), draft.text(name), now});
    }
    QDialog dialog(this);
    dialog.setWindowTitle(tr("Changed by another program"));
    auto *diff = new DiffView;
    diff->setFiles(files);
    diff->setAccessibleName(tr("Lines that differ from yours"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto *column = new QVBoxLayout(&dialog);
    column->addWidget(diff);
    column->addWidget(buttons);
    dialog.resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 30);
    dialog.exec();
}

void MainWindow::importFile()
{
    const QString name = QFileDialog::getOpenFileName(
        this,
        tr("Import a configuration"),
        {},
        tr("Configurations and lists of addresses (*.toml *.yaml *.yml *.txt);;"
           "All files (*)"));
    if (name.isEmpty())
        return;
    const ImportResult imported = importConfig(name.toStdString());
    if (!imported.error.empty()) {
        QMessageBox::warning(
            this, tr("Import a configuration"), QString::fromStdString(imported.error));
        return;
    }
    if (ImportDialog(m_session, name, imported, this).exec() != QDialog::Accepted)
        return;
    Q_EMIT m_session.toast(
        tr("%1 was imported. Review it, then apply.").arg(QFileInfo(name).fileName()), true);
    showPage(QStringLiteral("nodes"));
}

void MainWindow::showShortcuts()
{
    ShortcutsDialog(*m_actions, this).exec();
}

void MainWindow::connectTool()
{
    ConnectToolDialog(m_session, this).exec();
}

void MainWindow::onChangeBarLink(const QString &link)
{
    if (link == QLatin1String("restart"))
        m_session.restartProxy();
    else if (link == QLatin1String("problems"))
        review();
}

} // namespace spillway::ui
