// SPDX-License-Identifier: MIT
#include "httpbytes.h"
#include "io/inflate.h"
#include "testmain.h"

using namespace spillway;
using namespace spillway::test;

namespace {

using Result = Inflater::Result;

std::string sample(std::size_t size)
{
    std::string text;
    for (std::size_t i = 0; text.size() < size; ++i)
        text += "{\"address\":\"0x" + std::to_string(i * 7919) + "\",\"data\":\"0x\"},";
    text.resize(size);
    return text;
}

struct Decoded
{
    Result result = Result::Progress;
    std::string text;
    bool complete = false;
};

Decoded decode(Inflater &inflater,
               std::string_view bytes,
               std::size_t pieceSize,
               std::size_t step = 1 << 20)
{
    Decoded decoded;
    for (std::size_t at = 0; at < bytes.size() && decoded.result == Result::Progress;
         at += pieceSize) {
        std::string_view piece = bytes.substr(at, pieceSize);
        while (decoded.result == Result::Progress && (!piece.empty() || inflater.hasMore()))
            decoded.result = inflater.decode(piece, decoded.text, step);
    }
    decoded.complete = inflater.isComplete();
    return decoded;
}

} // namespace

class InflateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void undoes_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("text");
        const std::string text = sample(40'000);
        const auto gzip = static_cast<int>(Inflater::Format::Gzip);
        const auto deflate = static_cast<int>(Inflater::Format::Deflate);
        QTest::newRow("gzip") << gzip << toQt(compressed(text, Wrapper::Gzip)) << toQt(text);
        QTest::newRow("deflate") << deflate << toQt(compressed(text, Wrapper::Zlib)) << toQt(text);
        QTest::newRow("bare deflate")
            << deflate << toQt(compressed(text, Wrapper::Bare)) << toQt(text);
        QTest::newRow("empty gzip") << gzip << toQt(compressed({}, Wrapper::Gzip)) << QByteArray();
        QTest::newRow("one byte, bare")
            << deflate << toQt(compressed("x", Wrapper::Bare)) << QByteArray("x");
        QTest::newRow("two members")
            << gzip << toQt(compressed("one", Wrapper::Gzip) + compressed("two", Wrapper::Gzip))
            << QByteArray("onetwo");
    }

    void undoes()
    {
        QFETCH(int, format);
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, text);
        Inflater inflater; // one for all: a connection keeps it
        for (const std::size_t pieceSize :
             {std::size_t(1), std::size_t(777), std::size_t(1) << 20}) {
            for (const std::size_t step :
                 {std::size_t(1), std::size_t(1000), std::size_t(1) << 20}) {
                inflater.start(static_cast<Inflater::Format>(format), 200);
                const Decoded decoded = decode(inflater, toStd(bytes), pieceSize, step);
                QVERIFY(decoded.result == Result::Progress);
                QVERIFY(decoded.complete);
                QCOMPARE(inflater.bytesOut(), static_cast<std::uint64_t>(text.size()));
                QVERIFY(decoded.text == toStd(text));
            }
        }
    }

    void refuses_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QByteArray>("bytes");
        const std::string good = compressed("hello hello hello", Wrapper::Gzip);
        std::string badSum = good;
        badSum[badSum.size() - 8] ^= 1;
        const auto gzip = static_cast<int>(Inflater::Format::Gzip);
        const auto deflate = static_cast<int>(Inflater::Format::Deflate);
        QTest::newRow("plain text") << gzip << QByteArray("{\"jsonrpc\":\"2.0\"}");
        QTest::newRow("zlib in gzip") << gzip << toQt(compressed("x", Wrapper::Zlib));
        QTest::newRow("bad checksum") << gzip << toQt(badSum);
        QTest::newRow("bytes after gzip") << gzip << toQt(good + "more");
        QTest::newRow("bytes after deflate")
            << deflate << toQt(compressed("x", Wrapper::Zlib) + "more");
        QTest::newRow("text as deflate") << deflate << QByteArray("{\"jsonrpc\":\"2.0\"}");
    }

    void refuses()
    {
        QFETCH(int, format);
        QFETCH(QByteArray, bytes);
        for (const std::size_t pieceSize : {std::size_t(1), std::size_t(1000)}) {
            Inflater inflater;
            inflater.start(static_cast<Inflater::Format>(format), 200);
            QVERIFY(decode(inflater, toStd(bytes), pieceSize).result == Result::Corrupt);
        }
    }

    void knowsWhatIsMissing()
    {
        const std::string bytes = compressed(sample(5000), Wrapper::Gzip);
        for (std::size_t size = 1; size < bytes.size(); ++size) {
            Inflater inflater;
            inflater.start(Inflater::Format::Gzip, 200);
            const Decoded decoded = decode(inflater, std::string_view(bytes).substr(0, size), 4096);
            QVERIFY(decoded.result == Result::Progress);
            QVERIFY(!decoded.complete);
        }
        Inflater unused;
        unused.start(Inflater::Format::Gzip, 200);
        QVERIFY(unused.isComplete()); // an empty body needs no checksum
    }

    void stopsABomb()
    {
        const std::string bomb = compressed(std::string(8 << 20, '\0'), Wrapper::Gzip);
        QVERIFY(bomb.size() < 20'000);
        for (const std::size_t pieceSize : {std::size_t(100), bomb.size()}) {
            Inflater inflater;
            inflater.start(Inflater::Format::Gzip, 200);
            const Decoded decoded = decode(inflater, bomb, pieceSize, 64 << 10);
            QVERIFY(decoded.result == Result::OutOfRatio);
            QVERIFY(decoded.text.size() < (8U << 20));
        }
    }

    void smallBodiesMayShrinkAsTheyLike()
    {
        const std::string zeros = compressed(std::string(1 << 20, '0'), Wrapper::Gzip);
        QVERIFY((1U << 20) / zeros.size() > 200);
        Inflater inflater;
        inflater.start(Inflater::Format::Gzip, 200);
        QVERIFY(decode(inflater, zeros, zeros.size()).complete);
    }

    void outputComesInSteps()
    {
        const std::string bytes = compressed(std::string(1 << 20, '0'), Wrapper::Gzip);
        Inflater inflater;
        inflater.start(Inflater::Format::Gzip, 0);
        std::string_view input = bytes;
        std::string out;
        std::size_t total = 0;
        while (!input.empty() || inflater.hasMore()) {
            out.clear();
            QVERIFY(inflater.decode(input, out, 1000) == Result::Progress);
            QVERIFY(out.size() <= 1000);
            total += out.size();
        }
        QCOMPARE(total, std::size_t(1) << 20);
    }
};

SPILLWAY_TEST(InflateTest)
#include "tst_inflate.moc"
