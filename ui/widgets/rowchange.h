// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <type_traits>

namespace spillway::ui {

/// The stretch in which two lists of rows differ: everything before `first` and the last `kept` rows are the same in both.
struct RowChange
{
    int first = 0;
    int inserted = 0; ///< rows more than before, at `first`
    int removed = 0;  ///< rows fewer than before, at `first`
    int last = -1;    ///< last row that differs, in the new list; before `first`: none does
};

/// Rows that stay must keep their selection and editors, so a model touches only what differs.
template <typename Rows, typename Same>
RowChange rowChange(const Rows &before, const Rows &after, Same same)
{
    const auto common = std::min(before.size(), after.size());
    std::decay_t<decltype(common)> head = 0;
    while (head < common && same(before[head], after[head]))
        ++head;
    std::decay_t<decltype(common)> tail = 0;
    while (tail < common - head
           && same(before[before.size() - 1 - tail], after[after.size() - 1 - tail]))
        ++tail;
    const int difference = static_cast<int>(after.size()) - static_cast<int>(before.size());
    return {static_cast<int>(head),
            std::max(0, difference),
            std::max(0, -difference),
            static_cast<int>(after.size() - tail) - 1};
}

} // namespace spillway::ui
