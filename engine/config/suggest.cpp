// SPDX-License-Identifier: MIT
#include "config/suggest.h"

#include <algorithm>
#include <cstddef>

namespace spillway::config {
namespace {

constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kLongestQuote = 60;

std::string folded(std::string_view word)
{
    std::string out(word.substr(0, kLongestWord));
    for (char &c : out) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        else if (c == '-')
            c = '_';
    }
    return out;
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other.
std::size_t editDistance(const std::string &a, const std::string &b)
{
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> cells((a.size() + 1) * width);
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t & {
        return cells[i * width + j];
    };
    for (std::size_t i = 0; i <= a.size(); ++i)
        at(i, 0) = i;
    for (std::size_t j = 0; j <= b.size(); ++j)
        at(0, j) = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    }
    return at(a.size(), b.size());
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string> &candidates)
{
    const std::string wanted = folded(word);
    std::string best;
    std::size_t bestDistance = std::max<std::size_t>(1, wanted.size() / 3) + 1;
    for (const std::string &candidate : candidates) {
        const std::size_t distance = editDistance(wanted, folded(candidate));
        if (distance < bestDistance && distance < wanted.size()) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string suggestion(std::string_view word,
                       const std::vector<std::string> &candidates,
                       std::string_view intro)
{
    if (const std::string best = nearest(word, candidates); !best.empty())
        return "did you mean " + inQuotes(best) + "?";
    return std::string(intro) + (candidates.empty() ? "" : ": ") + listed(candidates);
}

std::string listed(const std::vector<std::string> &words)
{
    std::string out;
    for (const std::string &word : words)
        out.append(out.empty() ? "" : ", ").append(word);
    return out;
}

std::string shortened(std::string_view text)
{
    std::string out;
    for (const char c : text.substr(0, kLongestQuote))
        out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    // A cut must not leave half of a UTF-8 character behind.
    if (text.size() > kLongestQuote) {
        while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0U) == 0x80U)
            out.pop_back();
        if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0xc0U)
            out.pop_back();
        out += "…";
    }
    return out;
}

std::string inQuotes(std::string_view text)
{
    return '"' + shortened(text) + '"';
}

} // namespace spillway::config
