// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace spillway::ui {

/// What nodes were called before they were renamed in the draft. A name is the identity of the books, so Apply has to carry them
/// over (Engine::renameUsage) before the configuration with the new names gets applied. Undo and redo need no bookkeeping here: a
/// step only counts while the names that are asked about say that it was taken.
class Renames
{
public:
    void note(const QString &from, const QString &to)
    {
        if (from != to && !from.isEmpty())
            m_next.insert(from, to);
    }

    /// Whether the used credits of a node in force go along to its new name (they do unless told otherwise).
    void setKeepUsage(const QString &nameInForce, bool keep)
    {
        if (keep)
            m_fromZero.remove(nameInForce);
        else
            m_fromZero.insert(nameInForce);
    }

    [[nodiscard]] bool keepsUsage(const QString &nameInForce) const
    {
        return !m_fromZero.contains(nameInForce);
    }

    /// New name of a node in force; empty when it was not renamed. `inForce`: names of the running configuration, `inDraft`: those
    /// of the draft.
    [[nodiscard]] QString newName(const QString &nameInForce,
                                  const QStringList &inForce,
                                  const QStringList &inDraft) const
    {
        QSet<QString> seen{nameInForce};
        QString name = nameInForce;
        while (!inDraft.contains(name) || (name != nameInForce && inForce.contains(name))) {
            name = m_next.value(name);
            if (name.isEmpty() || seen.contains(name))
                return {};
            seen.insert(name);
        }
        return name == nameInForce ? QString() : name;
    }

    /// Old and new name of each renamed node whose books go along.
    [[nodiscard]] std::vector<std::pair<QString, QString>> pending(const QStringList &inForce,
                                                                   const QStringList &inDraft) const
    {
        std::vector<std::pair<QString, QString>> out;
        for (const QString &name : inForce) {
            const QString to = newName(name, inForce, inDraft);
            if (!to.isEmpty() && keepsUsage(name))
                out.emplace_back(name, to);
        }
        return out;
    }

    /// After a save: the new names are the names.
    void clear()
    {
        m_next.clear();
        m_fromZero.clear();
    }

private:
    QHash<QString, QString> m_next; ///< latest step away from a name
    QSet<QString> m_fromZero;
};

} // namespace spillway::ui
