// SPDX-License-Identifier: MIT
#pragma once

#include "spillway/latency.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace spillway {

/// Writes the Prometheus text format (version 0.0.4). Label values are escaped; the caller keeps all samples of one
/// family together, as the format asks.
class PrometheusWriter
{
public:
    using Labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    /// HELP and TYPE lines; once, before the family's samples. `type`: counter, gauge, histogram.
    void family(std::string_view name, std::string_view type, std::string_view help);

    void sample(std::string_view name, Labels labels, std::uint64_t value);
    void sample(std::string_view name, Labels labels, std::int64_t value);
    void sample(std::string_view name, Labels labels, double value);

    /// One histogram of the family `name` from bucket counts that are not cumulated, sum in microseconds.
    void histogram(std::string_view name,
                   Labels labels,
                   const LatencyBuckets<std::uint64_t> &buckets,
                   std::uint64_t sumUs);

    std::string take() { return std::move(m_out); }

private:
    void begin(std::string_view name, Labels labels, std::string_view lessOrEqual = {});

    std::string m_out;
};

} // namespace spillway
