// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spillway::mock {

/// One call of a body. The views die with the next read() of their reader.
struct Call
{
    std::string_view method; ///< unescaped; empty: the element is no request object
    std::string_view id;     ///< raw bytes; empty: a notification
    std::string_view params; ///< raw bytes

    [[nodiscard]] bool isNotification() const { return id.empty() && !method.empty(); }
};

/// Reads JSON-RPC bodies by its own means, apart from the engine's, so that the mock stays an independent witness.
class RequestReader
{
public:
    RequestReader();
    ~RequestReader();
    RequestReader(const RequestReader &) = delete;
    RequestReader &operator=(const RequestReader &) = delete;

    /// False if the body is not JSON.
    bool read(std::string_view body);

    [[nodiscard]] const std::vector<Call> &calls() const { return m_calls; }

    [[nodiscard]] bool isBatch() const { return m_batch; }

    /// Offset and length of the top-level id token of an object.
    std::optional<std::pair<std::size_t, std::size_t>> idPosition(std::string_view object);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
    std::vector<Call> m_calls;
    bool m_batch = false;
};

} // namespace spillway::mock
