// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

#include <algorithm>

namespace spillway::ui {

/// The one stretch in which two texts differ: enough to go from either to the other, whatever their size.
struct TextChange
{
    qsizetype at = 0;
    QString removed;
    QString inserted;

    [[nodiscard]] static TextChange between(const QString &before, const QString &after)
    {
        const qsizetype most = std::min(before.size(), after.size());
        qsizetype head = 0;
        while (head < most && before.at(head) == after.at(head))
            ++head;
        qsizetype tail = 0;
        while (tail < most - head
               && before.at(before.size() - 1 - tail) == after.at(after.size() - 1 - tail))
            ++tail;
        return {head,
                before.mid(head, before.size() - head - tail),
                after.mid(head, after.size() - head - tail)};
    }

    [[nodiscard]] QString applied(QString before) const
    {
        return before.replace(at, removed.size(), inserted);
    }

    [[nodiscard]] QString reverted(QString after) const
    {
        return after.replace(at, inserted.size(), removed);
    }
};

} // namespace spillway::ui
