// SPDX-License-Identifier: MIT
#include "spillway/configedit.h"

#include <algorithm>
#include <unordered_map>

namespace spillway {
namespace {

constexpr std::size_t kMostLines = 20000;
// Texts with more differences than this in one stretch have nothing in common that helps a reader.
constexpr long kMostSteps = 5000;

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const auto end = text.find('\n');
        out.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return out;
}

/// Marks the lines that are no part of a longest common subsequence: Myers' search for the middle of a shortest edit, from
/// both ends at once, and the same for the halves.
class Comparison
{
public:
    Comparison(std::vector<int> before, std::vector<int> after)
        : m_before(std::move(before))
        , m_after(std::move(after))
        , m_forward(2 * (m_before.size() + m_after.size()) + 4)
        , m_backward(m_forward.size())
    {
        compare({0, static_cast<long>(m_before.size()), 0, static_cast<long>(m_after.size())});
    }

    std::vector<char> removed() { return flags(m_before.size(), m_removed); }

    std::vector<char> added() { return flags(m_after.size(), m_added); }

private:
    struct Box
    {
        long left, right; ///< lines of the old text
        long top, bottom; ///< lines of the new text
    };

    struct Middle
    {
        long x, y, endX, endY;
    };

    static std::vector<char> flags(std::size_t size, const std::vector<long> &set)
    {
        std::vector<char> out(size, 0);
        for (const long index : set)
            out[static_cast<std::size_t>(index)] = 1;
        return out;
    }

    [[nodiscard]] bool same(long x, long y) const
    {
        return m_before[static_cast<std::size_t>(x)] == m_after[static_cast<std::size_t>(y)];
    }

    static long &at(std::vector<long> &line, long diagonal)
    {
        return line[static_cast<std::size_t>(diagonal + static_cast<long>(line.size()) / 2)];
    }

    void compare(Box box)
    {
        for (;;) {
            while (box.left < box.right && box.top < box.bottom && same(box.left, box.top))
                ++box.left, ++box.top;
            while (box.left < box.right && box.top < box.bottom
                   && same(box.right - 1, box.bottom - 1))
                --box.right, --box.bottom;
            Middle middle{};
            if (box.left == box.right || box.top == box.bottom || !findMiddle(box, middle))
                return replace(box);
            compare({box.left, middle.x, box.top, middle.y});
            box = {middle.endX, box.right, middle.endY, box.bottom};
        }
    }

    void replace(const Box &box)
    {
        for (long x = box.left; x < box.right; ++x)
            m_removed.push_back(x);
        for (long y = box.top; y < box.bottom; ++y)
            m_added.push_back(y);
    }

    bool findMiddle(const Box &box, Middle &out)
    {
        const long width = box.right - box.left;
        const long height = box.bottom - box.top;
        const long delta = width - height;
        at(m_forward, 1) = 0;
        at(m_backward, 1) = 0;
        const long most = std::min((width + height + 1) / 2, kMostSteps);
        for (long d = 0; d <= most; ++d) {
            if (stepForward(box, d, delta, out) || stepBackward(box, d, delta, out))
                return true;
        }
        return false;
    }

    bool stepForward(const Box &box, long d, long delta, Middle &out)
    {
        const long width = box.right - box.left;
        const long height = box.bottom - box.top;
        for (long k = -d; k <= d; k += 2) {
            const bool down = k == -d || (k != d && at(m_forward, k - 1) < at(m_forward, k + 1));
            long x = down ? at(m_forward, k + 1) : at(m_forward, k - 1) + 1;
            long y = x - k;
            const long startX = x;
            const long startY = y;
            while (x < width && y < height && y >= 0 && same(box.left + x, box.top + y))
                ++x, ++y;
            at(m_forward, k) = x;
            const long other = delta - k;
            const bool meets = delta % 2 != 0 && x <= width && y <= height && other >= -(d - 1)
                               && other <= d - 1 && x + at(m_backward, other) >= width;
            if (!meets)
                continue;
            out = {box.left + startX, box.top + startY, box.left + x, box.top + y};
            return true;
        }
        return false;
    }

    bool stepBackward(const Box &box, long d, long delta, Middle &out)
    {
        const long width = box.right - box.left;
        const long height = box.bottom - box.top;
        for (long k = -d; k <= d; k += 2) {
            const bool down = k == -d || (k != d && at(m_backward, k - 1) < at(m_backward, k + 1));
            long x = down ? at(m_backward, k + 1) : at(m_backward, k - 1) + 1;
            long y = x - k;
            const long startX = x;
            const long startY = y;
            while (x < width && y < height && y >= 0 && same(box.right - 1 - x, box.bottom - 1 - y))
                ++x, ++y;
            at(m_backward, k) = x;
            const long other = delta - k;
            const bool meets = delta % 2 == 0 && x <= width && y <= height && other >= -d
                               && other <= d && x + at(m_forward, other) >= width;
            if (!meets)
                continue;
            out = {box.right - x, box.bottom - y, box.right - startX, box.bottom - startY};
            return true;
        }
        return false;
    }

    std::vector<int> m_before;
    std::vector<int> m_after;
    std::vector<long> m_forward;
    std::vector<long> m_backward;
    std::vector<long> m_removed;
    std::vector<long> m_added;
};

struct Marks
{
    std::vector<char> removed;
    std::vector<char> added;
};

/// Lines that only one text has are no part of the search: they are removed or added in any case.
Marks marksOf(const std::vector<std::string_view> &before,
              const std::vector<std::string_view> &after)
{
    Marks out{std::vector<char>(before.size(), 1), std::vector<char>(after.size(), 1)};
    if (before.size() > kMostLines || after.size() > kMostLines)
        return out;
    std::unordered_map<std::string_view, int> numbers;
    for (const std::string_view line : after)
        numbers.emplace(line, static_cast<int>(numbers.size()));
    std::vector<int> old;
    std::vector<std::size_t> oldPlaces;
    std::vector<char> used(numbers.size(), 0);
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (const auto number = numbers.find(before[i]); number != numbers.end()) {
            old.push_back(number->second);
            oldPlaces.push_back(i);
            used[static_cast<std::size_t>(number->second)] = 1;
        }
    }
    std::vector<int> fresh;
    std::vector<std::size_t> freshPlaces;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const int number = numbers.at(after[i]);
        if (used[static_cast<std::size_t>(number)]) {
            fresh.push_back(number);
            freshPlaces.push_back(i);
        }
    }
    Comparison comparison(std::move(old), std::move(fresh));
    const auto removed = comparison.removed();
    const auto added = comparison.added();
    for (std::size_t i = 0; i < oldPlaces.size(); ++i)
        out.removed[oldPlaces[i]] = removed[i];
    for (std::size_t i = 0; i < freshPlaces.size(); ++i)
        out.added[freshPlaces[i]] = added[i];
    return out;
}

std::string shown(std::string_view line)
{
    return std::string(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
}

} // namespace

std::vector<DiffLine> diffLines(std::string_view before, std::string_view after)
{
    const auto old = linesOf(before);
    const auto fresh = linesOf(after);
    const Marks marks = marksOf(old, fresh);
    std::vector<DiffLine> out;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < old.size() || j < fresh.size()) {
        if (i < old.size() && marks.removed[i]) {
            out.push_back({DiffLine::Kind::Removed, static_cast<int>(i) + 1, 0, shown(old[i])});
            ++i;
        } else if (j < fresh.size() && marks.added[j]) {
            out.push_back({DiffLine::Kind::Added, 0, static_cast<int>(j) + 1, shown(fresh[j])});
            ++j;
        } else {
            out.push_back({DiffLine::Kind::Same,
                           static_cast<int>(i) + 1,
                           static_cast<int>(j) + 1,
                           shown(fresh[j])});
            ++i;
            ++j;
        }
    }
    return out;
}

} // namespace spillway
