// SPDX-License-Identifier: GPL-3.0-or-later
// How a draft becomes the configuration in force. The order is: books of renamed nodes, engine, file. Each step that fails undoes
// the ones before it, so that at the end either everything has changed or nothing.
#include "session/background.h"
#include "session/configdraft.h"
#include "session/problemtext.h"
#include "session/session.h"
#include "stats/statsstore.h"
#include "widgets/enginetext.h"

#include <QDateTime>
#include <QLocale>

#include <utility>

namespace spillway::ui {
namespace {

QStringList nodeNames(const std::shared_ptr<const Config> &config)
{
    QStringList names;
    if (config) {
        for (const NodeConfig &node : config->nodes)
            names.append(QString::fromStdString(node.name));
    }
    return names;
}

QStringList errorsOf(const std::vector<ConfigIssue> &issues)
{
    QStringList errors;
    for (const ConfigIssue &issue : issues) {
        if (issue.severity == ConfigIssue::Severity::Error)
            errors.append(problemWithPlace(issue));
    }
    return errors;
}

std::vector<std::pair<QString, QString>>
reversed(const std::vector<std::pair<QString, QString>> &renames)
{
    std::vector<std::pair<QString, QString>> back;
    for (auto rename = renames.rbegin(); rename != renames.rend(); ++rename)
        back.emplace_back(rename->second, rename->first);
    return back;
}

} // namespace

void Session::apply()
{
    if (m_applying || m_state == ProxyState::Starting || m_state == ProxyState::Stopping
        || !m_draft->isDirty())
        return;
    m_applyBegan = QDateTime::currentMSecsSinceEpoch();
    m_draft->checkNow();
    const std::shared_ptr<const Config> config = m_draft->config();
    if (!config) {
        applyFailedWith(errorsOf(m_draft->issues()));
        return;
    }
    m_applying = true;
    const QStringList sentences = m_draft->summary();
    const RenameList renames = m_draft->renames().pending(nodeNames(m_config), nodeNames(config));
    renameBooks(renames, [this, config, sentences, renames](const QString &problem) {
        if (!problem.isEmpty()) {
            applyFailedWith({problem});
            return;
        }
        applyToEngine(
            config,
            [this, config, sentences, renames](const QStringList &reasons,
                                               const QStringList &notes) {
                QStringList problems = reasons;
                if (problems.isEmpty()) {
                    if (const QString unsaved = m_draft->save(stateDir()); !unsaved.isEmpty())
                        problems =
                            QStringList{tr("The file could not be written: %1").arg(unsaved)};
                }
                if (problems.isEmpty()) {
                    finishApply(config, sentences, notes, renames);
                    return;
                }
                const auto giveUp = [this, renames, problems] {
                    renameBooks(reversed(renames),
                                [this, problems](const QString &) { applyFailedWith(problems); });
                };
                if (reasons.isEmpty() && m_engine)
                    applyToEngine(m_config,
                                  [giveUp](const QStringList &, const QStringList &) { giveUp(); });
                else
                    giveUp();
            });
    });
}

void Session::finishApply(const std::shared_ptr<const Config> &config,
                          const QStringList &sentences,
                          const QStringList &notes,
                          const RenameList &renames)
{
    m_applying = false;
    for (const auto &[from, to] : renames)
        m_stats->rename(from, to);
    m_draft->renames().settle();
    m_configProblems.clear();
    m_backupInUse.clear();
    takeConfig(config);
    noteKeyring(m_draft->issues());
    const qint64 took = QDateTime::currentMSecsSinceEpoch() - m_applyBegan;
    const QString when =
        m_engine ? tr("Applied in %1 ms.").arg(QLocale().toString(took)) : tr("Saved.");
    Q_EMIT applied(QStringList(QStringList{when} + sentences).join(QLatin1Char(' ')), notes);
    readBooks();           // of nodes that are new
    Q_EMIT stateChanged(); // the endpoint may be another one
}

void Session::applyFailedWith(const QStringList &reasons)
{
    m_applying = false;
    Q_EMIT applyFailed(reasons);
}

void Session::applyToEngine(std::shared_ptr<const Config> config,
                            std::function<void(QStringList, QStringList)> done)
{
    if (!m_engine || m_state != ProxyState::Running) {
        done({}, {});
        return;
    }
    m_applyAnswer = std::move(done);
    m_engine->applyConfig(std::move(config));
}

void Session::renameBooks(RenameList renames, std::function<void(QString)> done)
{
    if (renames.empty() || !m_config) {
        done({});
        return;
    }
    if (m_engine) {
        renameNext(std::make_shared<RenameList>(std::move(renames)), {}, std::move(done));
        return;
    }
    const auto work = [config = m_config, renames]() -> std::string {
        std::string error;
        auto books = UsageBooks::open(*config, &error);
        for (auto rename = renames.begin(); books && error.empty() && rename != renames.end();
             ++rename)
            error = books->rename(rename->first.toStdString(), rename->second.toStdString(), true);
        return error;
    };
    inBackground(this, work, [done = std::move(done)](const std::string &error) {
        done(format::engineText(error));
    });
}

void Session::renameNext(std::shared_ptr<RenameList> left,
                         RenameList taken,
                         std::function<void(QString)> done)
{
    if (left->empty() || !m_engine) {
        done({});
        return;
    }
    const auto [from, to] = left->front();
    left->erase(left->begin());
    taken.emplace_back(from, to);
    m_engine->renameUsage(
        from.toStdString(),
        to.toStdString(),
        [this, left, taken, done = std::move(done), from = from](const std::string &error) mutable {
            if (error.empty()) {
                renameNext(std::move(left), std::move(taken), std::move(done));
                return;
            }
            taken.pop_back();
            const QString problem = tr("The used credits of %1 could not be carried over: %2")
                                        .arg(from, format::engineText(error));
            renameNext(std::make_shared<RenameList>(reversed(taken)),
                       {},
                       [done, problem](const QString &) { done(problem); });
        });
}

void Session::discardEdits()
{
    if (m_draft->isKeptAgainstDisk())
        reloadFromDisk();
    else
        m_draft->discard();
}

void Session::reloadFromDisk()
{
    if (m_applying)
        return;
    if (!m_draft->filesLostOutside().isEmpty()) {
        Q_EMIT changedOutside();
        return;
    }
    m_draft->takeTheirs();
    const std::shared_ptr<const Config> config = m_draft->config();
    if (!config) {
        m_configProblems = errorsOf(m_draft->issues());
        Q_EMIT problemsChanged();
        Q_EMIT applyFailed(m_configProblems);
        return;
    }
    m_applying = true;
    m_applyBegan = QDateTime::currentMSecsSinceEpoch();
    applyToEngine(config, [this, config](const QStringList &reasons, const QStringList &notes) {
        if (reasons.isEmpty())
            finishApply(config, {tr("The file was read again.")}, notes, {});
        else
            applyFailedWith(reasons);
    });
}

} // namespace spillway::ui
