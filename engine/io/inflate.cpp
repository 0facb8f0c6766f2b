// SPDX-License-Identifier: MIT
#include "io/inflate.h"

#include <algorithm>
#include <limits>
#include <zlib.h>

namespace spillway {

namespace {

constexpr std::uint64_t kRatioFreeBytes = 1024 * 1024;
constexpr std::size_t kMinStep = 1024;
constexpr std::size_t kMaxStep = 64 * 1024;
constexpr int kGzipWindow = 15 + 16;
constexpr int kZlibWindow = 15;
constexpr int kBareWindow = -15;

/// A zlib stream begins with method 8 in its low four bits. A bare deflate stream would have to begin with a
/// stored block and a padding bit set there, which no encoder writes.
bool looksLikeZlib(char firstByte)
{
    return (static_cast<unsigned char>(firstByte) & 0x0fU) == Z_DEFLATED;
}

} // namespace

struct Inflater::Zlib
{
    Zlib() { valid = inflateInit2(&stream, kGzipWindow) == Z_OK; }

    ~Zlib()
    {
        if (valid)
            inflateEnd(&stream);
    }

    Zlib(const Zlib &) = delete;
    Zlib &operator=(const Zlib &) = delete;

    z_stream stream{};
    bool valid = false;
};

Inflater::Inflater() = default;
Inflater::~Inflater() = default;

void Inflater::start(Format format, std::size_t maxRatio)
{
    m_format = format;
    m_maxRatio = maxRatio;
    m_bytesIn = 0;
    m_bytesOut = 0;
    m_prepared = false;
    m_atEnd = false;
    m_hasMore = false;
}

bool Inflater::prepare(char firstByte)
{
    if (!m_zlib)
        m_zlib = std::make_unique<Zlib>();
    int window = kGzipWindow;
    if (m_format == Format::Deflate)
        window = looksLikeZlib(firstByte) ? kZlibWindow : kBareWindow;
    m_prepared = m_zlib->valid && inflateReset2(&m_zlib->stream, window) == Z_OK;
    return m_prepared;
}

Inflater::Result Inflater::checkRatio() const
{
    if (m_maxRatio != 0 && m_bytesOut > kRatioFreeBytes && m_bytesOut / m_maxRatio > m_bytesIn)
        return Result::OutOfRatio;
    return Result::Progress;
}

Inflater::Result Inflater::decode(std::string_view &input, std::string &out, std::size_t maxOutput)
{
    if (input.empty() && !m_hasMore)
        return Result::Progress;
    if (!m_prepared && !prepare(input.front()))
        return Result::Corrupt;

    z_stream &stream = m_zlib->stream;
    std::size_t room = maxOutput;
    while (room > 0 && (!input.empty() || m_hasMore)) {
        if (m_atEnd) {
            if (m_format != Format::Gzip || inflateReset(&stream) != Z_OK)
                return Result::Corrupt;
            m_atEnd = false;
        }
        const std::size_t given =
            std::min<std::size_t>(input.size(), std::numeric_limits<uInt>::max());
        const std::size_t step = std::min({room, kMaxStep, std::max(kMinStep, 4 * given)});
        const std::size_t before = out.size();
        out.resize(before + step);
        // zlib's interface is not const-correct; it does not write to its input.
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(input.data()));
        stream.avail_in = static_cast<uInt>(given);
        stream.next_out = reinterpret_cast<Bytef *>(out.data() + before);
        stream.avail_out = static_cast<uInt>(step);
        const int status = inflate(&stream, Z_NO_FLUSH);
        const std::size_t used = given - stream.avail_in;
        const std::size_t made = step - stream.avail_out;
        out.resize(before + made);
        input.remove_prefix(used);
        room -= made;
        m_bytesIn += used;
        m_bytesOut += made;
        m_atEnd = status == Z_STREAM_END;
        m_hasMore = !m_atEnd && made == step;
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
            return Result::Corrupt;
        if (checkRatio() != Result::Progress)
            return Result::OutOfRatio;
        if (used == 0 && made == 0 && !m_atEnd)
            break;
    }
    return Result::Progress;
}

} // namespace spillway
