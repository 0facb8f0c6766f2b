// SPDX-License-Identifier: MIT
#include "stats/methodslots.h"

#include <map>
#include <mutex>

namespace spillway {
namespace {

struct Registry
{
    std::mutex mutex;
    std::map<std::string, std::uint16_t, std::less<>> numbers;
    std::vector<std::string> names{std::string()};
    std::size_t unknown = 0;
};

Registry &registry()
{
    static Registry instance;
    return instance;
}

} // namespace

std::uint16_t MethodSlots::of(std::string_view method, bool known)
{
    constexpr std::size_t kMostUnknown = kCount / 4;
    constexpr std::size_t kLongestName = 64;
    if (method.size() > kLongestName)
        return kOthers;
    Registry &all = registry();
    const std::scoped_lock lock(all.mutex);
    if (const auto found = all.numbers.find(method); found != all.numbers.end())
        return found->second;
    if (all.names.size() >= kCount || (!known && all.unknown >= kMostUnknown))
        return kOthers;
    all.unknown += known ? 0 : 1;
    const auto number = static_cast<std::uint16_t>(all.names.size());
    all.names.emplace_back(method);
    all.numbers.emplace(method, number);
    return number;
}

std::vector<std::string> MethodSlots::names()
{
    Registry &all = registry();
    const std::scoped_lock lock(all.mutex);
    return all.names;
}

} // namespace spillway
