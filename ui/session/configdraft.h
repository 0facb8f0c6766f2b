// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/renames.h"
#include "spillway/configedit.h"
#include "spillway/secret.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QUndoStack>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace spillway::ui {

class CheckWorker;
struct CheckRequest;
struct CheckResult;

/// The configuration as it is being edited: the text of the config file and of the price lists that were touched, one undo stack
/// for all pages, and what is wrong with it. Forms change the text through edit(), the raw editor through setText(): there is one
/// document, so switching between them loses nothing. GUI thread; checking runs in a thread of its own.
class ConfigDraft final : public QObject
{
    Q_OBJECT

public:
    explicit ConfigDraft(QString configPath, QObject *parent = nullptr);
    ~ConfigDraft() override;

    [[nodiscard]] QString path() const { return m_path; }

    /// Reads all files from the disk; the undo stack is emptied. A missing config file is an empty one.
    void load();

    /// Whether there is a config file on the disk.
    [[nodiscard]] bool fileExists() const;

    /// Why a file could not be read by load() or text(); empty: it could.
    [[nodiscard]] QString readError() const { return m_readError; }

    /// The config document; valid until the next edit.
    [[nodiscard]] const ConfigDocument &document() const { return m_document; }

    /// Text of a file (the config itself or a price list): edited, else from the disk.
    [[nodiscard]] QString text(const QString &file) const;
    /// The same as it was last read from the disk or saved.
    [[nodiscard]] QString diskText(const QString &file) const;

    /// Who wanted a step: what the program does in consequence of another one is no change of its own to the user.
    enum class Origin { User, Program };

    /// One undoable step. `change` gets a copy of the document of `file` (empty: the config) and returns what is wrong, empty = done.
    /// Steps with the same non-empty `mergeKey` in a row become one ("typing in a field").
    QString edit(const QString &label,
                 const QString &mergeKey,
                 const std::function<std::string(ConfigDocument &)> &change,
                 const QString &file = {},
                 Origin origin = Origin::User);
    /// Replaces a whole text (raw editor, restore of a backup); undoable.
    void setText(const QString &label,
                 const QString &mergeKey,
                 const QString &text,
                 const QString &file = {},
                 Origin origin = Origin::User);

    QUndoStack &undoStack() { return m_undo; }

    [[nodiscard]] bool isDirty() const; ///< differs from what is on the disk
    /// The differences that summary() tells, as the last check found them; while the draft has errors, the steps since the last save.
    [[nodiscard]] int changeCount() const;
    void discard(); ///< back to what is on the disk; undoable

    /// The draft as a configuration; null while it has errors. Refreshed a moment after each edit (see checked()).
    [[nodiscard]] std::shared_ptr<const Config> config() const { return m_config; }

    [[nodiscard]] const std::vector<ConfigIssue> &issues() const { return m_issues; }

    /// Issues whose key begins with `keyPrefix` ("nodes[2]").
    [[nodiscard]] std::vector<ConfigIssue> issuesFor(const QString &keyPrefix) const;

    /// Whether config() and issues() belong to the present texts.
    [[nodiscard]] bool isChecked() const { return m_checkedGeneration == m_generation; }

    /// Checks at once, in this thread, instead of a moment later.
    void checkNow();

    /// Variables that neither the environment nor a `.env` has, as the last check found: a keyring may know them.
    [[nodiscard]] const std::vector<std::string> &namesForKeyring() const { return m_askedNames; }

    /// Changed files and their texts by absolute path.
    [[nodiscard]] std::map<std::string, std::string> changedTexts() const;
    /// Saves all changed files atomically, each with a backup below `stateDir`. Empty = done. A file that another program changed
    /// since it was read is not overwritten.
    QString save(const QString &stateDir);
    /// What differs from the disk, in plain sentences: "Node Alchemy-2 was added (tier 1)."
    [[nodiscard]] QStringList summary() const;

    /// Files that are not on the disk as they were read; empty: nobody else touched them.
    [[nodiscard]] QStringList filesChangedOutside() const;
    /// Those of them that are no longer there or have nothing in them.
    [[nodiscard]] QStringList filesLostOutside() const;
    /// Writes those again as they were read or saved last; edits stay edits. Empty = done.
    QString writeLostFiles() const;
    /// Takes the disk's texts as the ones to compare with, and keeps the edits: the next save overwrites what is there.
    void keepMine();

    /// The disk holds another program's text that keepMine() passed over and nobody has taken or overwritten since: it is not in force.
    [[nodiscard]] bool isKeptAgainstDisk() const { return m_keptAgainstDisk; }

    /// Goes over to the disk's texts; undoable, so that edits are not lost.
    void takeTheirs();
    /// Why the text of the config cannot be edited in parts; empty: it can. An edit would lose what the text says.
    [[nodiscard]] QString unreadable() const;

    /// Values of the keyring, for `$VAR`s.
    void setSecrets(std::map<std::string, Secret> secrets);
    /// One more value, just stored in the keyring; the draft is checked again.
    void addSecret(const std::string &name, Secret value);

    [[nodiscard]] const std::map<std::string, Secret> &secrets() const { return *m_secrets; }

    /// Nodes that were renamed; Apply hands their books over.
    Renames &renames() { return m_renames; }

    [[nodiscard]] const Renames &renames() const { return m_renames; }

Q_SIGNALS:
    void changed(); ///< text, dirty state
    void checked(); ///< config() and issues() are new

private:
    class Step;
    friend class Step;
    [[nodiscard]] QString resolved(const QString &file) const; ///< empty: the config
    [[nodiscard]] QString readFile(const QString &file) const;
    void put(const QString &file, const QString &text);
    void changedSomehow();
    void revert(const QString &label);
    [[nodiscard]] std::shared_ptr<const Config> configOnDisk() const;
    [[nodiscard]] bool isLocked() const;
    [[nodiscard]] CheckRequest request() const;
    void take(CheckResult result);

    QString m_path;
    ConfigDocument m_document;
    mutable std::map<QString, QString> m_disk; ///< texts as last read or saved
    mutable QString m_readError;
    std::map<QString, QString> m_edited; ///< current texts, where different
    QUndoStack m_undo;
    QTimer m_checkSoon;
    std::uint64_t m_generation = 1; ///< of the present texts and secrets
    std::uint64_t m_checkedGeneration = 0;
    std::shared_ptr<const Config> m_config;
    std::vector<ConfigIssue> m_issues;
    std::vector<std::string> m_askedNames;
    mutable std::shared_ptr<const Config>
        m_diskConfig; ///< what the disk's texts mean, for summary()
    mutable bool m_diskConfigStale = true;
    bool m_keptAgainstDisk = false;
    std::shared_ptr<const std::map<std::string, Secret>> m_secrets;
    Renames m_renames;
    int m_differences = 0; ///< of config() from the disk
    std::unique_ptr<CheckWorker> m_worker;
};

} // namespace spillway::ui
