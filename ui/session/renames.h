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
        if (from == to || from.isEmpty() || to.isEmpty())
            return;
        for (const auto &[one, other] : {std::pair(from, to), std::pair(to, from)}) {
            QStringList &names = m_names[one];
            names.removeAll(other);
            names.prepend(other); // the latest step first
        }
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
        if (inDraft.contains(nameInForce))
            return {};
        QStringList names{nameInForce};
        for (qsizetype at = 0; at < names.size(); ++at) {
            if (inDraft.contains(names[at]) && !inForce.contains(names[at]))
                return names[at];
            for (const QString &next : m_names.value(names[at])) {
                if (!names.contains(next))
                    names.append(next);
            }
        }
        return {};
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

    /// The draft is in force. The names stay known, because an undo may bring back the ones before.
    void settle() { m_fromZero.clear(); }

    void clear()
    {
        m_names.clear();
        m_fromZero.clear();
    }

private:
    QHash<QString, QStringList> m_names; ///< what the node of a name was called before and after
    QSet<QString> m_fromZero;
};

} // namespace spillway::ui
