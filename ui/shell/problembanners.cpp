// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/problembanners.h"

#include "configure/chainnames.h"
#include "monitor/quotatext.h"
#include "session/configdraft.h"
#include "session/session.h"
#include "shell/availability.h"
#include "widgets/banner.h"
#include "widgets/reasontext.h"

#include <QDateTime>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace spillway::ui {
namespace {

constexpr qint64 kDownPatienceMs =
    3000; // a penalty alone lasts five seconds; a banner must not flicker

} // namespace

ProblemBanners::ProblemBanners(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_file(new Banner)
    , m_waiting(new Banner)
    , m_start(new Banner)
    , m_bare(new Banner)
    , m_outside(new Banner)
    , m_keys(new Banner)
    , m_down(new Banner)
{
    auto *column = new QVBoxLayout(this);
    // In line with the page below.
    column->setContentsMargins(style()->pixelMetric(QStyle::PM_LayoutLeftMargin),
                               0,
                               style()->pixelMetric(QStyle::PM_LayoutRightMargin),
                               0);
    column->setSpacing(2);
    for (Banner *banner : {m_file, m_waiting, m_start, m_bare, m_outside, m_keys, m_down}) {
        column->addWidget(banner);
        banner->hide();
    }
    connect(&session, &Session::stateChanged, this, &ProblemBanners::refreshStart);
    connect(&session, &Session::stateChanged, this, &ProblemBanners::refreshBare);
    connect(&session.draft(), &ConfigDraft::changed, this, &ProblemBanners::refreshBare);
    connect(&session, &Session::problemsChanged, this, &ProblemBanners::refresh);
    connect(&session, &Session::snapshotChanged, this, &ProblemBanners::refreshNodes);
    connect(&session, &Session::changedOutside, this, &ProblemBanners::showOutside);
    connect(&session.keys(), &KeyStore::waitingChanged, this, &ProblemBanners::refreshWaiting);
    connect(&session.draft(), &ConfigDraft::changed, this, &ProblemBanners::refreshFile);
    connect(&session.draft(), &ConfigDraft::checked, this, &ProblemBanners::refreshFile);
    const auto settle = [this] {
        if (!m_outside->isHidden() && m_session.draft().filesChangedOutside().isEmpty())
            m_outside->hide();
    };
    connect(&session.draft(), &ConfigDraft::changed, this, settle);
    connect(&session, &Session::filesTouched, this, settle);
    refresh();
}

/// The first problem and how many there are besides; markup.
QString ProblemBanners::firstOf(const QStringList &problems, const QString &otherwise)
{
    const QString first = problems.value(0, otherwise).toHtmlEscaped();
    const auto others = static_cast<int>(problems.size()) - 1;
    return others > 0 ? first + QLatin1Char(' ') + tr("(And %n more.)", nullptr, others) : first;
}

QStringList ProblemBanners::texts() const
{
    QStringList shown;
    for (const Banner *banner : {m_file, m_waiting, m_start, m_bare, m_outside, m_keys, m_down}) {
        if (!banner->isHidden())
            shown.append(banner->text());
    }
    return shown;
}

void ProblemBanners::refresh()
{
    refreshFile();
    refreshWaiting();
    refreshStart();
    refreshBare();
    refreshNodes();
    if (m_session.keyringProblem().isEmpty()) {
        m_keys->hide();
        return;
    }
    m_keys->clearButtons();
    connect(m_keys->addButton(tr("&Try again")),
            &QPushButton::clicked,
            &m_session,
            &Session::retryKeys);
    connect(m_keys->addButton(tr("Show &nodes")), &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("nodes"), {});
    });
    m_keys->show(tr("Some nodes are off because their keys could not be read. %1")
                     .arg(m_session.keyringProblem().toHtmlEscaped()),
                 Tone::Warning);
}

/// A file that cannot be read looks like none to the pages. That must be said, and nothing may take its place.
void ProblemBanners::refreshFile()
{
    if (!m_session.isFileUnreadable()) {
        m_file->hide();
        return;
    }
    m_file->clearButtons();
    connect(m_file->addButton(tr("&Open the file")), &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("raw"), {});
    });
    connect(m_file->addButton(tr("&Read it again")),
            &QPushButton::clicked,
            &m_session,
            &Session::reloadFromDisk);
    m_file->show(tr("<b>Your configuration could not be read, so no node of it is shown.</b> The "
                    "file is as it was; mend the place in it, then everything is back. %1")
                     .arg(m_session.draft().unreadable().toHtmlEscaped()),
                 Tone::Bad);
}

void ProblemBanners::refreshWaiting()
{
    if (!m_session.keys().isWaiting()) {
        m_waiting->hide();
        return;
    }
    m_waiting->clearButtons();
    connect(m_waiting->addButton(tr("&Cancel")), &QPushButton::clicked, this, [this] {
        m_session.keys().cancel();
    });
    m_waiting->show(tr("Waiting for the keyring. It may be asking for its password in a window of "
                       "its own."),
                    Tone::Accent);
}

/// Tools that were given the address without a chain get no answer once its chain has lost its nodes.
void ProblemBanners::refreshBare()
{
    const auto config = m_session.config();
    const QString main = m_session.mainChain();
    const QString first = !config || config->chains.empty()
                              ? QString()
                              : QString::fromStdString(config->chains.front().name);
    const bool waits =
        !m_session.draft().document().has(chains::path(first)); // its removal, for Apply
    if (main == first || waits) {
        m_bare->hide();
        return;
    }
    const QString whole = m_session.endpoint();
    QString bare = m_session.endpoint(first);
    if (config->chains.front().path != "/")
        bare.chop(static_cast<int>(config->chains.front().path.size()));
    m_bare->clearButtons();
    const bool empty =
        std::none_of(config->nodes.begin(), config->nodes.end(), [&first](const NodeConfig &node) {
            return node.chain == first.toStdString();
        });
    if (empty)
        connect(m_bare->addButton(tr("&Remove the chain %1").arg(first)),
                &QPushButton::clicked,
                this,
                &ProblemBanners::removeFirstChain);
    connect(m_bare->addButton(tr("Show &nodes")), &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("nodes"), {});
    });
    m_bare->show(
        tr("<b>%1 answers nothing:</b> it is the address of the chain %2, which has no node that "
           "is on. Use %3, or remove the chain; then the next one has this address.")
            .arg(bare.toHtmlEscaped(), first.toHtmlEscaped(), whole.toHtmlEscaped()),
        Tone::Warning);
}

void ProblemBanners::removeFirstChain()
{
    const auto config = m_session.config();
    if (!config || config->chains.empty())
        return;
    const QString first = QString::fromStdString(config->chains.front().name);
    const QString problem = m_session.draft().edit(
        tr("Remove the chain %1").arg(first), {}, [&first](ConfigDocument &document) {
            return document.remove(chains::path(first));
        });
    Q_EMIT m_session.toast(problem.isEmpty() ? tr("The chain %1 was removed.").arg(first) : problem,
                           problem.isEmpty());
    Q_EMIT answered();
}

void ProblemBanners::refreshStart()
{
    const QString file = QDir::toNativeSeparators(m_session.draft().path());
    m_start->clearButtons();
    if (m_session.state() == ProxyState::Failed) {
        switch (m_session.failureKind()) {
        case FailureKind::PortBusy:
            portButtons();
            return;
        case FailureKind::Config:
            if (m_session.isFileUnreadable()) {
                m_start->hide(); // said above
                return;
            }
            connect(m_start->addButton(tr("&Open the file")), &QPushButton::clicked, this, [this] {
                Q_EMIT navigate(QStringLiteral("raw"), {});
            });
            connect(m_start->addButton(tr("&Try again")),
                    &QPushButton::clicked,
                    &m_session,
                    &Session::reloadFromDisk);
            m_start->show(tr("The proxy cannot start, the configuration has an error: %1")
                              .arg(firstOf(m_session.configProblems(), m_session.failure())),
                          Tone::Bad);
            return;
        case FailureKind::PortForbidden:
            connect(m_start->addButton(tr("&Choose a port…")), &QPushButton::clicked, this, [this] {
                Q_EMIT navigate(QStringLiteral("settings"), QStringLiteral("listener"));
            });
            m_start->show(tr("The proxy cannot start: this port needs administrator rights. Use "
                             "1024 or higher."),
                          Tone::Bad);
            return;
        default:
            connect(m_start->addButton(tr("&Try again")),
                    &QPushButton::clicked,
                    &m_session,
                    &Session::startProxy);
            m_start->show(
                tr("The proxy could not start: %1").arg(m_session.failure().toHtmlEscaped()),
                Tone::Bad);
            return;
        }
    }
    const QStringList problems = m_session.configProblems();
    if (problems.isEmpty()) {
        m_start->hide();
        return;
    }
    connect(m_start->addButton(tr("&Open the file")), &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("raw"), {});
    });
    connect(m_start->addButton(tr("&Reload")),
            &QPushButton::clicked,
            &m_session,
            &Session::reloadFromDisk);
    if (m_session.backupInUse().isEmpty())
        m_start->show(tr("%1 has an error, the old configuration is still running: %2")
                          .arg(file.toHtmlEscaped(), firstOf(problems, {})),
                      Tone::Bad);
    else
        m_start->show(
            tr("%1 has an error, so its last good version runs. The file was left as it is. %2")
                .arg(file.toHtmlEscaped(), firstOf(problems, {})),
            Tone::Bad);
}

void ProblemBanners::portButtons()
{
    const PortCheck &check = m_session.portCheck();
    const int port = m_session.config() ? m_session.config()->server.port : 0;
    if (check.nextFree != 0) {
        const int next = check.nextFree;
        connect(m_start->addButton(tr("&Use %1").arg(next)),
                &QPushButton::clicked,
                this,
                [this, next] { usePort(next); });
    }
    connect(m_start->addButton(tr("&Try again")),
            &QPushButton::clicked,
            &m_session,
            &Session::startProxy);
    connect(m_start->addButton(tr("&Choose a port…")), &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("settings"), QStringLiteral("listener"));
    });
    const QString owner = check.owner.isEmpty() ? tr("another program")
                                                : QLatin1String("<b>") + check.owner.toHtmlEscaped()
                                                      + QLatin1String("</b>");
    m_start->show(tr("Port %1 is used by %2.").arg(port).arg(owner), Tone::Bad);
}

/// One click: the port is edited, saved and started on. Other edits that wait go along, so they are left to Apply.
void ProblemBanners::usePort(int port)
{
    ConfigDraft &draft = m_session.draft();
    const bool alone = !draft.isDirty();
    const QString problem =
        draft.edit(tr("port %1").arg(port), {}, [port](ConfigDocument &document) {
            return document.set("server.port", std::int64_t{port});
        });
    if (!problem.isEmpty()) {
        Q_EMIT navigate(QStringLiteral("raw"), {});
        return;
    }
    if (!alone) {
        Q_EMIT m_session.toast(
            tr("The port is %1 now. Apply your changes, then start the proxy.").arg(port), true);
        return;
    }
    const auto start = connect(
        &m_session, &Session::applied, &m_session, &Session::startProxy, Qt::SingleShotConnection);
    connect(
        &m_session,
        &Session::applyFailed,
        this,
        [start] { disconnect(start); },
        Qt::SingleShotConnection);
    m_session.apply();
}

/// A chain that has spent its credits is told apart from one that fails: nothing is tried there before they come back.
QString ProblemBanners::downText(const Snapshot &snapshot, const Availability &now)
{
    QStringList failing;
    QStringList sentences;
    for (const QString &chain : now.chainsDown) {
        if (const QString spent = spentSentence(snapshot, chain); spent.isEmpty())
            failing.append(chain);
        else
            sentences.append(spent.toHtmlEscaped());
    }
    if (failing.isEmpty())
        return sentences.join(QLatin1Char(' '));
    sentences.prepend(now.allDown() && sentences.isEmpty()
                          ? tr("<b>No provider is answering.</b> Spillway keeps trying.")
                          : tr("<b>No provider of %1 is answering.</b> Spillway keeps trying.")
                                .arg(failing.join(tr(", ")).toHtmlEscaped()));
    if (!now.lastError.isEmpty())
        sentences.append(tr("Last error: %1").arg(format::failure(now.lastError).toHtmlEscaped()));
    return sentences.join(QLatin1Char(' '));
}

void ProblemBanners::refreshNodes()
{
    const auto snapshot = m_session.snapshot();
    const Availability now = snapshot ? availability(*snapshot) : Availability();
    if (now.chainsDown.isEmpty()) {
        m_downSinceMs = 0;
        m_down->hide();
        return;
    }
    if (m_downSinceMs == 0)
        m_downSinceMs = snapshot->steadyMs;
    if (snapshot->steadyMs - m_downSinceMs < kDownPatienceMs)
        return;
    const QString text = downText(*snapshot, now);
    if (!m_down->isHidden() && m_down->text() == text)
        return;
    m_down->clearButtons();
    connect(m_down->addButton(tr("Show &log")), &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("log"), {});
    });
    connect(m_down->addButton(tr("Show &nodes")), &QPushButton::clicked, this, [this] {
        Q_EMIT navigate(QStringLiteral("nodes"), {});
    });
    m_down->show(text, Tone::Bad);
}

/// Nothing can be taken from a file that is gone or empty, but what it said is still here.
void ProblemBanners::showLost(const QString &file)
{
    answerOutside(tr("&Write it again"), [this] {
        const QString problem = m_session.draft().writeLostFiles();
        if (!problem.isEmpty())
            Q_EMIT m_session.toast(tr("The file could not be written: %1").arg(problem), false);
        showOutside();
    });
    const QString shown = QDir::toNativeSeparators(file).toHtmlEscaped();
    m_outside->show((QFileInfo::exists(file)
                         ? tr("%1 was emptied by another program. What it said is still here.")
                         : tr("%1 was deleted by another program. What it said is still here."))
                        .arg(shown),
                    Tone::Warning);
}

/// A press is no answer yet: what it asks for may be refused, and then the question is still open.
void ProblemBanners::answerOutside(const QString &text, const std::function<void()> &act)
{
    connect(m_outside->addButton(text), &QPushButton::clicked, this, [this, act] {
        act();
        if (m_outside->isHidden())
            Q_EMIT answered();
    });
}

/// Stands as long as a file differs from what is known of it, whoever settles that.
void ProblemBanners::showOutside()
{
    m_outside->clearButtons();
    const QStringList files = m_session.draft().filesChangedOutside();
    if (files.isEmpty()) {
        m_outside->hide();
        return;
    }
    if (const QStringList lost = m_session.draft().filesLostOutside(); !lost.isEmpty()) {
        showLost(lost.front());
        return;
    }
    connect(m_outside->addButton(tr("Show &difference")),
            &QPushButton::clicked,
            this,
            &ProblemBanners::showOutsideChangesRequested);
    answerOutside(tr("&Use it"), [this] { Q_EMIT useDiskRequested(); });
    answerOutside(tr("&Keep mine"), [this] { m_session.draft().keepMine(); });
    m_outside->show(tr("%1 was changed by another program.")
                        .arg(QDir::toNativeSeparators(files.front()).toHtmlEscaped()),
                    Tone::Warning);
}

void ProblemBanners::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        refresh();
        if (!m_outside->isHidden())
            showOutside();
    }
    QWidget::changeEvent(event);
}

} // namespace spillway::ui
