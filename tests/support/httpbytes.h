// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <random>
#include <string>
#include <string_view>
#include <vector>
#include <zlib.h>

namespace spillway::test {

/// In tables `|` stands for CR LF and `{0}` for a zero byte.
inline std::string bytesOf(std::string_view table)
{
    std::string bytes;
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i] == '|') {
            bytes += "\r\n";
        } else if (table.substr(i, 3) == "{0}") {
            bytes.push_back('\0');
            i += 2;
        } else {
            bytes.push_back(table[i]);
        }
    }
    return bytes;
}

inline QByteArray toQt(std::string_view bytes)
{
    return {bytes.data(), static_cast<qsizetype>(bytes.size())};
}

inline std::string toStd(const QByteArray &bytes)
{
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

inline std::size_t count(std::string_view text, std::string_view part)
{
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + part.size()))
        ++n;
    return n;
}

/// Sizes of the pieces that bytes are cut into; what is left over is one more piece.
using Cuts = std::vector<std::size_t>;

inline Cuts everyByte(const QByteArray &bytes)
{
    return Cuts(static_cast<std::size_t>(bytes.size()), 1);
}

inline Cuts randomCuts(std::string_view bytes, std::mt19937 &random)
{
    Cuts cuts;
    for (std::size_t sum = 0; sum < bytes.size(); sum += cuts.back())
        cuts.push_back(1 + random() % 24);
    return cuts;
}

inline std::vector<std::string_view> piecesOf(std::string_view bytes, const Cuts &cuts)
{
    std::vector<std::string_view> pieces;
    for (const std::size_t size : cuts) {
        pieces.push_back(bytes.substr(0, size));
        bytes.remove_prefix(pieces.back().size());
    }
    pieces.push_back(bytes);
    return pieces;
}

/// One byte changed, or a few bytes doubled somewhere else.
inline std::string damaged(std::string bytes, std::mt19937 &random)
{
    const std::size_t at = random() % bytes.size();
    if (random() % 2 == 0)
        bytes[at] = static_cast<char>(random() % 256);
    else
        bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 16));
    return bytes;
}

/// What the window bits of zlib stand for.
enum class Wrapper { Gzip = 15 + 16, Zlib = 15, Bare = -15 };

inline std::string compressed(std::string_view text, Wrapper wrapper)
{
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, static_cast<int>(wrapper), 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(out.size() - stream.avail_out);
    deflateEnd(&stream);
    return out;
}

} // namespace spillway::test
