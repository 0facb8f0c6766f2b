// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace spillway {

/// Undoes gzip and deflate piece by piece. Holds what zlib needs (about 40 KiB) only from the first byte on, and
/// keeps it for the next message.
class Inflater
{
public:
    enum class Format {
        Gzip,    ///< one or several members
        Deflate, ///< with the zlib wrapper, or bare as some servers send it
    };

    enum class Result {
        Progress,   ///< output was appended, or more input is needed
        Corrupt,    ///< not this format, a bad checksum, bytes after the end
        OutOfRatio, ///< grew beyond the permitted ratio
    };

    Inflater();
    ~Inflater();

    /// Prepares for a new message. Above 1 MiB of output, output may be at most `maxRatio` times the input.
    void start(Format format, std::size_t maxRatio);

    /// Appends at most about `maxOutput` bytes to `out` and removes from `input` what was used. More may be
    /// had while `input` is not empty or hasMore().
    Result decode(std::string_view &input, std::string &out, std::size_t maxOutput);

    /// The last decode() stopped at its bound: there may be output without further input.
    [[nodiscard]] bool hasMore() const { return m_hasMore; }

    /// The compressed stream has ended with a valid checksum, or nothing was ever fed.
    [[nodiscard]] bool isComplete() const { return m_bytesIn == 0 || m_atEnd; }

    [[nodiscard]] std::uint64_t bytesOut() const { return m_bytesOut; }

private:
    struct Zlib;

    bool prepare(char firstByte);
    Result checkRatio() const;

    std::unique_ptr<Zlib> m_zlib;
    Format m_format = Format::Gzip;
    std::size_t m_maxRatio = 0;
    std::uint64_t m_bytesIn = 0;
    std::uint64_t m_bytesOut = 0;
    bool m_prepared = false;
    bool m_atEnd = false;
    bool m_hasMore = false;
};

} // namespace spillway
