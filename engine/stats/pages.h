// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace spillway {

/// `Count` places for counters of which most are never needed: they come in pages that the one writing thread makes when it first
/// needs them. A page stays until the end, so that a place, once made, costs one load more than in an array.
template <typename Place, std::size_t Count, std::size_t PageSize>
class Pages
{
public:
    Pages() = default;
    Pages(const Pages &) = delete;
    Pages &operator=(const Pages &) = delete;

    ~Pages()
    {
        for (const auto &page : m_pages)
            delete page.load(std::memory_order_relaxed);
    }

    /// The writing thread's.
    Place &at(std::size_t index)
    {
        std::atomic<Page *> &place = m_pages[index / PageSize];
        Page *page = place.load(std::memory_order_relaxed);
        if (page == nullptr) {
            page = new Page;
            place.store(page, std::memory_order_release);
        }
        return (*page)[index % PageSize];
    }

    /// Anybody's; null: nothing was counted near there yet.
    [[nodiscard]] const Place *find(std::size_t index) const
    {
        const Page *const page = m_pages[index / PageSize].load(std::memory_order_acquire);
        return page == nullptr ? nullptr : &(*page)[index % PageSize];
    }

    /// Calls `use(index, place)` for all that were made.
    template <typename Use>
    void each(const Use &use) const
    {
        for (std::size_t number = 0; number < m_pages.size(); ++number) {
            const Page *const page = m_pages[number].load(std::memory_order_acquire);
            for (std::size_t i = 0;
                 page != nullptr && i < PageSize && number * PageSize + i < Count;
                 ++i)
                use(number * PageSize + i, (*page)[i]);
        }
    }

private:
    using Page = std::array<Place, PageSize>;

    std::array<std::atomic<Page *>, (Count + PageSize - 1) / PageSize> m_pages{};
};

} // namespace spillway
