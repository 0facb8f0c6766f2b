// SPDX-License-Identifier: MIT
#include "stats/prometheus.h"

#include <charconv>
#include <cmath>

namespace spillway {
namespace {

void appendEscaped(std::string &out, std::string_view value)
{
    for (const char c : value) {
        if (c == '\\' || c == '"') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else {
            out += c;
        }
    }
}

template <typename Number>
void appendNumber(std::string &out, Number value)
{
    std::array<char, 40> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    out.append(buffer.data(), result.ptr);
    out += '\n';
}

std::string boundText(std::int64_t us)
{
    std::array<char, 40> buffer{};
    const auto result = std::to_chars(buffer.data(),
                                      buffer.data() + buffer.size(),
                                      static_cast<double>(us) / 1e6,
                                      std::chars_format::fixed);
    return {buffer.data(), result.ptr};
}

} // namespace

void PrometheusWriter::family(std::string_view name, std::string_view type, std::string_view help)
{
    m_out.append("# HELP ").append(name).append(" ").append(help).append("\n");
    m_out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void PrometheusWriter::begin(std::string_view name, Labels labels, std::string_view lessOrEqual)
{
    m_out.append(name);
    bool first = true;
    const auto label = [&](std::string_view key, std::string_view value) {
        m_out.append(first ? "{" : ",").append(key).append("=\"");
        appendEscaped(m_out, value);
        m_out += '"';
        first = false;
    };
    for (const auto &[key, value] : labels)
        label(key, value);
    if (!lessOrEqual.empty())
        label("le", lessOrEqual);
    m_out.append(first ? " " : "} ");
}

void PrometheusWriter::sample(std::string_view name, Labels labels, std::uint64_t value)
{
    begin(name, labels);
    appendNumber(m_out, value);
}

void PrometheusWriter::sample(std::string_view name, Labels labels, std::int64_t value)
{
    begin(name, labels);
    appendNumber(m_out, value);
}

void PrometheusWriter::sample(std::string_view name, Labels labels, double value)
{
    begin(name, labels);
    if (std::isnan(value))
        m_out += "NaN\n";
    else if (std::isinf(value))
        m_out += value > 0 ? "+Inf\n" : "-Inf\n";
    else
        appendNumber(m_out, value);
}

void PrometheusWriter::histogram(std::string_view name,
                                 Labels labels,
                                 const LatencyBuckets<std::uint64_t> &buckets,
                                 std::uint64_t sumUs)
{
    static const auto bounds = [] {
        std::array<std::string, kLatencyBoundsUs.size()> texts;
        for (std::size_t i = 0; i < texts.size(); ++i)
            texts[i] = boundText(kLatencyBoundsUs[i]);
        return texts;
    }();
    const std::string bucketName = std::string(name) + "_bucket";
    std::uint64_t cumulated = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        cumulated += buckets[i];
        begin(bucketName, labels, i < bounds.size() ? std::string_view(bounds[i]) : "+Inf");
        appendNumber(m_out, cumulated);
    }
    begin(std::string(name) + "_sum", labels);
    appendNumber(m_out, static_cast<double>(sumUs) / 1e6);
    begin(std::string(name) + "_count", labels);
    appendNumber(m_out, cumulated);
}

} // namespace spillway
