// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#pragma GCC visibility push(default) // part of libspillway's interface

namespace spillway {

/// A text that must never be printed: an API key, a token, a URL that carries one.
///
/// It has no stream operator and no conversion, so a secret can only leave through reveal(), which is
/// called where the bytes go to the provider and nowhere else. Values that went through a Secret of the
/// configuration are also known to core/redact, the one place that removes them from outgoing text.
class Secret
{
public:
    Secret() = default;

    explicit Secret(std::string value)
        : m_value(std::move(value))
    {}

    [[nodiscard]] const std::string &reveal() const { return m_value; }

    [[nodiscard]] bool isEmpty() const { return m_value.empty(); }

    bool operator==(const Secret &) const = default;

private:
    std::string m_value;
};

} // namespace spillway

#pragma GCC visibility pop
