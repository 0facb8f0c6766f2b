// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/configdraft.h"

#include "session/checkworker.h"
#include "session/configsummary.h"
#include "session/problemtext.h"
#include "session/textstep.h"
#include "widgets/enginetext.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace spillway::ui {
namespace {

constexpr int kCheckDelayMs = 150;
constexpr int kUndoLimit = 1000;

} // namespace

/// One change of one text. Keeps the changed stretch only, so that a thousand steps of a large file cost little.
class ConfigDraft::Step final : public QUndoCommand
{
public:
    Step(ConfigDraft &draft,
         QString file,
         QString mergeKey,
         const QString &label,
         TextChange change,
         Origin origin)
        : QUndoCommand(label)
        , m_draft(draft)
        , m_file(std::move(file))
        , m_mergeKey(std::move(mergeKey))
        , m_change(std::move(change))
        , m_origin(origin)
    {}

    [[nodiscard]] Origin origin() const { return m_origin; }

    void redo() override { m_draft.put(m_file, m_change.applied(m_draft.text(m_file))); }

    void undo() override { m_draft.put(m_file, m_change.reverted(m_draft.text(m_file))); }

    [[nodiscard]] int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = dynamic_cast<const Step *>(other);
        if (next == nullptr || next->m_mergeKey != m_mergeKey || next->m_file != m_file)
            return false;
        // The next step has been taken already: the present text is what both of them lead to.
        const QString after = m_draft.text(m_file);
        m_change = TextChange::between(m_change.reverted(next->m_change.reverted(after)), after);
        setText(next->text());
        setObsolete(m_change.removed == m_change.inserted);
        return true;
    }

private:
    ConfigDraft &m_draft;
    QString m_file;
    QString m_mergeKey;
    TextChange m_change;
    Origin m_origin;
};

ConfigDraft::ConfigDraft(QString configPath, QObject *parent)
    : QObject(parent)
    , m_path(std::move(configPath))
    , m_secrets(std::make_shared<std::map<std::string, Secret>>())
{
    m_undo.setUndoLimit(kUndoLimit);
    m_checkSoon.setSingleShot(true);
    m_checkSoon.setInterval(kCheckDelayMs);
    connect(&m_checkSoon, &QTimer::timeout, this, [this] { m_worker->post(request()); });
    m_worker = std::make_unique<CheckWorker>([this](CheckResult result) {
        QMetaObject::invokeMethod(
            this, [this, result = std::move(result)] { take(result); }, Qt::QueuedConnection);
    });
}

ConfigDraft::~ConfigDraft() = default;

QString ConfigDraft::resolved(const QString &file) const
{
    if (file.isEmpty())
        return m_path;
    return QDir::cleanPath(QDir(QFileInfo(m_path).absolutePath()).absoluteFilePath(file));
}

QString ConfigDraft::readFile(const QString &file) const
{
    QFile source(file);
    if (!source.exists())
        return {};
    if (!source.open(QIODevice::ReadOnly)) {
        m_readError =
            tr("%1 cannot be read: %2").arg(QDir::toNativeSeparators(file), source.errorString());
        return {};
    }
    return QString::fromUtf8(source.readAll());
}

void ConfigDraft::load()
{
    m_readError.clear();
    m_disk.clear();
    m_edited.clear();
    m_disk[m_path] = readFile(m_path);
    m_document = ConfigDocument(m_disk[m_path].toStdString());
    m_keptAgainstDisk = false;
    m_renames.clear();
    m_undo.clear();
    m_diskConfigStale = true;
    changedSomehow();
    checkNow();
}

/// There is a text in the file, and it is not known here.
bool ConfigDraft::isLocked() const
{
    const auto known = m_disk.find(m_path);
    const QFileInfo file(m_path);
    return !m_readError.isEmpty() && known != m_disk.end() && known->second.isEmpty()
           && file.size() > 0 && !file.isReadable();
}

QString ConfigDraft::unreadable() const
{
    if (isLocked())
        return m_readError;
    const std::string error = m_document.error();
    if (error.empty())
        return {};
    QString words = QString::fromStdString(error);
    // The check says the same, as a kind of problem that has words in every language.
    for (const ConfigIssue &issue : m_issues) {
        if (isChecked() && issue.line > 0 && issue.line == m_document.errorLine()
            && issue.severity == ConfigIssue::Severity::Error) {
            words = tr("line %1: %2").arg(QString::number(issue.line), problemText(issue));
            break;
        }
    }
    return tr("%1 cannot be read as a configuration: %2")
        .arg(QDir::toNativeSeparators(m_path), words);
}

bool ConfigDraft::fileExists() const
{
    return QFileInfo::exists(m_path);
}

QString ConfigDraft::diskText(const QString &file) const
{
    const QString path = resolved(file);
    const auto known = m_disk.find(path);
    return known != m_disk.end() ? known->second
                                 : m_disk.emplace(path, readFile(path)).first->second;
}

QString ConfigDraft::text(const QString &file) const
{
    const auto edited = m_edited.find(resolved(file));
    return edited != m_edited.end() ? edited->second : diskText(file);
}

QString ConfigDraft::edit(const QString &label,
                          const QString &mergeKey,
                          const std::function<std::string(ConfigDocument &)> &change,
                          const QString &file,
                          Origin origin)
{
    const QString path = resolved(file);
    if (path == m_path && !unreadable().isEmpty())
        return unreadable();
    ConfigDocument document =
        path == m_path ? m_document : ConfigDocument(text(path).toStdString());
    if (std::string problem = change(document); !problem.empty())
        return format::engineText(problem);
    setText(label, mergeKey, QString::fromStdString(document.text()), path, origin);
    return {};
}

void ConfigDraft::setText(const QString &label,
                          const QString &mergeKey,
                          const QString &text,
                          const QString &file,
                          Origin origin)
{
    const QString path = resolved(file);
    const QString before = this->text(path);
    if (before != text)
        m_undo.push(
            new Step(*this, path, mergeKey, label, TextChange::between(before, text), origin));
}

void ConfigDraft::put(const QString &file, const QString &text)
{
    if (diskText(file) == text)
        m_edited.erase(file);
    else
        m_edited[file] = text;
    if (file == m_path)
        m_document = ConfigDocument(text.toStdString());
    changedSomehow();
}

void ConfigDraft::changedSomehow()
{
    ++m_generation;
    m_checkSoon.start();
    Q_EMIT changed();
}

bool ConfigDraft::isDirty() const
{
    return !m_edited.empty();
}

int ConfigDraft::changeCount() const
{
    if (!isDirty())
        return 0;
    if (m_config && isChecked())
        return m_differences;
    const int clean = std::max(0, m_undo.cleanIndex());
    const int now = m_undo.index();
    int changes = 0;
    for (int i = std::min(clean, now); i < std::max(clean, now); ++i) {
        const auto *step = dynamic_cast<const Step *>(m_undo.command(i));
        changes += step == nullptr || step->origin() == Origin::User ? 1 : 0;
    }
    return std::max(1, changes);
}

void ConfigDraft::discard()
{
    revert(tr("discarding the changes"));
}

void ConfigDraft::revert(const QString &label)
{
    if (!isDirty())
        return;
    const std::map<QString, QString> edited = m_edited;
    m_undo.beginMacro(label);
    for (const auto &[file, text] : edited)
        setText({}, {}, diskText(file), file);
    m_undo.endMacro();
}

std::vector<ConfigIssue> ConfigDraft::issuesFor(const QString &keyPrefix) const
{
    const std::string prefix = keyPrefix.toStdString();
    std::vector<ConfigIssue> found;
    for (const ConfigIssue &issue : m_issues) {
        const bool whole = issue.key.size() == prefix.size();
        const bool part = issue.key.size() > prefix.size()
                          && (issue.key[prefix.size()] == '.' || issue.key[prefix.size()] == '[');
        if (issue.key.starts_with(prefix) && (whole || part || prefix.empty()))
            found.push_back(issue);
    }
    return found;
}

CheckRequest ConfigDraft::request() const
{
    std::map<std::string, std::string> texts = changedTexts();
    // The config is always handed in: a missing file is an empty config here.
    texts.try_emplace(m_path.toStdString(), m_document.text());
    return {m_generation, m_path.toStdString(), std::move(texts), m_secrets};
}

void ConfigDraft::checkNow()
{
    m_checkSoon.stop();
    take(checkTexts(request()));
}

void ConfigDraft::take(CheckResult result)
{
    if (result.generation != m_generation)
        return;
    m_checkSoon.stop();
    m_checkedGeneration = result.generation;
    m_config = std::move(result.config);
    m_issues = std::move(result.issues);
    m_askedNames = std::move(result.askedNames);
    if (!isDirty()) {
        m_diskConfig = m_config;
        m_diskConfigStale = false;
    }
    // A text that changes and means the same (a comment, a price list of nobody) is a change as well.
    m_differences = isDirty() && m_config
                        ? std::max(1, countChanges(configOnDisk().get(), m_config.get(), m_renames))
                        : 0;
    Q_EMIT checked();
}

std::map<std::string, std::string> ConfigDraft::changedTexts() const
{
    std::map<std::string, std::string> texts;
    for (const auto &[file, text] : m_edited)
        texts[file.toStdString()] = text.toStdString();
    return texts;
}

QString ConfigDraft::save(const QString &stateDir)
{
    if (m_edited.contains(m_path) && isLocked())
        return m_readError;
    if (const QStringList others = filesChangedOutside(); !others.isEmpty())
        return tr("%1 was changed by another program meanwhile")
            .arg(QDir::toNativeSeparators(others.front()));
    // Price lists first: a config must never name one that is not there yet.
    std::vector<QString> files;
    for (const auto &[file, text] : m_edited)
        files.push_back(file);
    std::stable_partition(
        files.begin(), files.end(), [this](const QString &file) { return file != m_path; });
    for (const QString &file : files) {
        const QString folder = QFileInfo(file).absolutePath();
        if (!QDir().mkpath(folder))
            return tr("the folder %1 cannot be made").arg(QDir::toNativeSeparators(folder));
        std::string problem;
        if (QFileInfo::exists(file))
            problem = backUp(
                file.toStdString(), stateDir.toStdString(), QDateTime::currentMSecsSinceEpoch());
        if (problem.empty())
            problem = saveTextAtomically(file.toStdString(), m_edited[file].toStdString());
        if (!problem.empty()) {
            Q_EMIT changed();
            return format::engineText(problem);
        }
        m_disk[file] = m_edited[file];
        m_edited.erase(file);
    }
    m_keptAgainstDisk = false;
    m_undo.setClean();
    m_diskConfig = m_config;
    m_diskConfigStale = !isChecked();
    Q_EMIT changed();
    return {};
}

QStringList ConfigDraft::filesChangedOutside() const
{
    QStringList changed;
    for (const auto &[file, text] : m_disk) {
        if (readFile(file) != text)
            changed.append(file);
    }
    return changed;
}

QStringList ConfigDraft::filesLostOutside() const
{
    QStringList lost;
    for (const QString &file : filesChangedOutside()) {
        const QFileInfo info(file);
        if (!info.exists() || (info.isReadable() && readFile(file).trimmed().isEmpty()))
            lost.append(file);
    }
    return lost;
}

QString ConfigDraft::writeLostFiles() const
{
    for (const QString &file : filesLostOutside()) {
        const QString folder = QFileInfo(file).absolutePath();
        if (!QDir().mkpath(folder))
            return tr("the folder %1 cannot be made").arg(QDir::toNativeSeparators(folder));
        const std::string problem =
            saveTextAtomically(file.toStdString(), diskText(file).toStdString());
        if (!problem.empty())
            return format::engineText(problem);
    }
    return {};
}

void ConfigDraft::keepMine()
{
    std::map<QString, QString> mine;
    for (const auto &[file, text] : m_disk)
        mine[file] = this->text(file);
    for (const auto &[file, text] : mine) {
        const QString now = readFile(file);
        m_keptAgainstDisk = m_keptAgainstDisk || m_disk[file] != now;
        m_disk[file] = now;
        if (m_disk[file] == text)
            m_edited.erase(file);
        else
            m_edited[file] = text;
    }
    m_undo.resetClean();
    m_diskConfigStale = true;
    changedSomehow();
}

void ConfigDraft::takeTheirs()
{
    m_readError.clear();
    keepMine();
    revert(tr("reading the file again"));
    m_keptAgainstDisk = false;
    m_undo.setClean();
    checkNow();
}

std::shared_ptr<const Config> ConfigDraft::configOnDisk() const
{
    if (m_diskConfigStale) {
        CheckRequest disk{0, m_path.toStdString(), {}, m_secrets};
        for (const auto &[file, text] : m_disk)
            disk.texts[file.toStdString()] = text.toStdString();
        m_diskConfig = checkTexts(disk).config;
        m_diskConfigStale = false;
    }
    return m_diskConfig;
}

QStringList ConfigDraft::summary() const
{
    return describeChanges(configOnDisk().get(), m_config.get(), m_renames);
}

void ConfigDraft::setSecrets(std::map<std::string, Secret> secrets)
{
    m_secrets = std::make_shared<const std::map<std::string, Secret>>(std::move(secrets));
    m_diskConfigStale = true;
    ++m_generation;
    m_checkSoon.start();
}

void ConfigDraft::addSecret(const std::string &name, Secret value)
{
    std::map<std::string, Secret> secrets = *m_secrets;
    secrets.insert_or_assign(name, std::move(value));
    setSecrets(std::move(secrets));
}

} // namespace spillway::ui
