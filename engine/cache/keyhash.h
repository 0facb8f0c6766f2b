// SPDX-License-Identifier: MIT
#pragma once

#include <QHashFunctions>

#include <cstddef>
#include <string_view>

namespace spillway::cache {

/// For tables in memory. With the process's random seed: clients choose the keys and must not be able to make them collide.
inline std::size_t keyHash(std::string_view key)
{
    static const std::size_t seed = QHashSeed::globalSeed();
    return qHashBits(key.data(), key.size(), seed);
}

} // namespace spillway::cache
