// SPDX-License-Identifier: MIT
// One contract for everything that keeps entries.
#include "cache/filesystembackend.h"
#include "cache/memorybackend.h"
#include "cache/redisbackend.h"
#include "cachefixture.h"
#include "redisserver.h"
#include "testmain.h"
#include "threadrun.h"

#include <QTemporaryDir>

#include <atomic>
#include <thread>
#include <vector>

using namespace spillway;
using namespace spillway::cache;
using namespace std::chrono_literals;
using test::cacheEntry;
using test::lookUp;
using test::realClock;

namespace {

const QString kRedisSocket = QStringLiteral("redis, local socket");
const QString kRedisTls = QStringLiteral("redis, TLS");

/// A backend with what it needs around it.
struct Place
{
    QTemporaryDir folder;
    std::unique_ptr<test::Certificates> certificates;
    std::unique_ptr<test::TrustedAuthority> trusted;
    std::unique_ptr<test::RedisServer> server;
    std::unique_ptr<Backend> backend;

    explicit Place(const QString &kind)
    {
        if (kind == kRedisTls) {
            certificates = std::make_unique<test::Certificates>();
            certificates->add(QStringLiteral("server"), QStringLiteral("IP:127.0.0.1"));
            trusted = std::make_unique<test::TrustedAuthority>(*certificates);
        }
        if (kind.startsWith(u"redis"))
            server = std::make_unique<test::RedisServer>(
                QString(), certificates.get(), QStringLiteral("server"));
        open(kind);
    }

    void open(const QString &kind)
    {
        backend.reset();
        if (kind == u"memory") {
            backend = std::make_unique<MemoryBackend>(realClock(), 64U << 20U, 10000);
        } else if (kind.startsWith(u"redis")) {
            // Machines under test are slow.
            backend =
                test::openRedis(kind == kRedisSocket ? server->socketUrl() : server->url(), 10s);
        } else {
            FilesystemBackend::Options options;
            options.folder.path = folder.path().toStdString();
            options.patience = 10s;
            options.inlineTtl = kind == u"files" ? 0ms : 60s;
            backend = std::make_unique<FilesystemBackend>(realClock(), options);
        }
    }

    /// Redis needs a moment until it is in reach.
    [[nodiscard]] bool ready() const { return backend->figures().inReach; }
};

} // namespace

class CacheBackendTest : public QObject
{
    Q_OBJECT

    static void kinds()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind :
             {"memory", "files", "files and memory", "redis", "redis, local socket", "redis, TLS"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

private Q_SLOTS:

    void storeFindReplaceErase_data() { kinds(); }

    void storeFindReplaceErase()
    {
        QFETCH(QString, kind);
        Place place(kind);
        SOON_VERIFY(place.ready());
        Backend &backend = *place.backend;
        QVERIFY(lookUp(backend, "a:b:c") == nullptr);

        auto first = std::make_shared<Entry>(*cacheEntry(realClock(), R"({"x":[1,"ü",null]})"));
        first->stamp = Stamp{1234567890123, "0x" + std::string(64, 'c')};
        first->credits = 42;
        backend.store("a:b:c", first);
        EntryPtr found = lookUp(backend, "a:b:c");
        QVERIFY(found != nullptr);
        QCOMPARE(found->text, first->text);
        QCOMPARE(found->idOffset, first->idOffset);
        QCOMPARE(found->idLength, first->idLength);
        QVERIFY(found->stamp == first->stamp);
        QCOMPARE(found->credits, first->credits);
        QCOMPARE(found->expires, kForever);
        QVERIFY(lookUp(backend, "a:b:d") == nullptr);
        QVERIFY(lookUp(backend, "a:b") == nullptr);

        // A longer, a shorter and again a permanent life: what is stored last is what is there.
        using Life = std::optional<std::chrono::milliseconds>;
        for (const Life &life : {Life(3h), Life(2h), Life()}) {
            const std::string result = life ? std::to_string(life->count()) : "\"for ever\"";
            backend.store("a:b:c", cacheEntry(realClock(), result, life));
            found = lookUp(backend, "a:b:c");
            QVERIFY(found != nullptr);
            QVERIFY(found->text.find(result) != std::string::npos);
        }
        backend.erase("a:b:c");
        QVERIFY(lookUp(backend, "a:b:c") == nullptr);
        backend.erase("never there");
    }

    void keysOfAllSorts_data() { kinds(); }

    void keysOfAllSorts()
    {
        QFETCH(QString, kind);
        Place place(kind);
        SOON_VERIFY(place.ready());
        const std::vector<std::string> keys{"main:eth_getBlockByNumber:[\"0x1\",false]",
                                            "main:eth_getBlockByNumber:[\"0x1\",true]",
                                            "../../etc/passwd",
                                            "with space\r\nand line",
                                            std::string("nul\0in it", 9),
                                            std::string(600, 'k'),
                                            "\xFF\xFE",
                                            "*"};
        for (std::size_t i = 0; i < keys.size(); ++i)
            place.backend->store(keys[i], cacheEntry(realClock(), std::to_string(i)));
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (keys[i] == "\xFF\xFE" && kind != u"memory")
                continue; // no valid text: never found again where entries are JSON, never wrong
            const EntryPtr found = lookUp(*place.backend, keys[i]);
            QVERIFY2(found != nullptr, keys[i].c_str());
            QCOMPARE(found->text, cacheEntry(realClock(), std::to_string(i))->text);
        }
    }

    void expiry_data() { kinds(); }

    void expiry()
    {
        QFETCH(QString, kind);
        Place place(kind);
        SOON_VERIFY(place.ready());
        place.backend->store("short", cacheEntry(realClock(), "1", 300ms));
        place.backend->store("long", cacheEntry(realClock(), "2", 1h));
        place.backend->store("over", cacheEntry(realClock(), "3", -1ms));
        QVERIFY(lookUp(*place.backend, "over") == nullptr);
        SOON_VERIFY(lookUp(*place.backend, "short") == nullptr);
        QVERIFY(lookUp(*place.backend, "long") != nullptr);
        QVERIFY(lookUp(*place.backend, "long")->expires
                > realClock().steadyNs() + 50 * 60 * kNsPerSecond);
    }

    /// A shorter-lived version must not uncover an older one when it is over.
    void nothingComesBack_data() { kinds(); }

    void nothingComesBack()
    {
        QFETCH(QString, kind);
        Place place(kind);
        SOON_VERIFY(place.ready());
        place.backend->store("k", cacheEntry(realClock(), "\"old\"", 3h));
        QVERIFY(lookUp(*place.backend, "k") != nullptr);
        place.backend->store("k", cacheEntry(realClock(), "\"new\"", 300ms));
        SOON_VERIFY(lookUp(*place.backend, "k") == nullptr);
    }

    void largeAnswers_data() { kinds(); }

    void largeAnswers()
    {
        QFETCH(QString, kind);
        Place place(kind);
        SOON_VERIFY(place.ready());
        for (const std::size_t size :
             {std::size_t(1000), std::size_t(65536), kMaxAnswerBytes - 100}) {
            const EntryPtr entry = cacheEntry(realClock(), '"' + std::string(size, 'x') + '"');
            place.backend->store("large", entry);
            const EntryPtr found = lookUp(*place.backend, "large");
            QVERIFY(found != nullptr);
            QVERIFY(found->text == entry->text);
        }
    }

    void manyThreads_data() { kinds(); }

    void manyThreads()
    {
        QFETCH(QString, kind);
        Place place(kind);
        SOON_VERIFY(place.ready());
        std::atomic<int> wrong = 0;
        std::atomic<int> hits = 0;
        const auto work = [&](int thread) {
            for (int round = 0; round < 300; ++round) {
                const int number = (round * 7 + thread) % 40;
                const std::string key = "k" + std::to_string(number);
                if (round % 5 == 0)
                    place.backend->store(key, cacheEntry(realClock(), std::to_string(number)));
                else if (round % 31 == 0)
                    place.backend->erase(key);
                const EntryPtr found = lookUp(*place.backend, key);
                if (found != nullptr) {
                    ++hits;
                    if (found->text != cacheEntry(realClock(), std::to_string(number))->text)
                        ++wrong;
                }
            }
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back(work, i);
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
        QVERIFY(hits > 100);
    }

    /// Every question that was taken is answered, whatever happens.
    void destroyedWithQuestionsOpen_data() { kinds(); }

    void destroyedWithQuestionsOpen()
    {
        QFETCH(QString, kind);
        Place place(kind);
        SOON_VERIFY(place.ready());
        std::atomic<int> answers = 0;
        int taken = 0;
        for (int i = 0; i < 500; ++i) {
            if (place.backend->fetch("k" + std::to_string(i), [&](const EntryPtr &) { ++answers; }))
                ++taken;
        }
        place.backend.reset();
        QCOMPARE(answers.load(), taken);
        QCOMPARE(taken > 0, kind != u"memory");
    }

    void outlivesTheProcess_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"files", "files and memory", "redis"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

    void outlivesTheProcess()
    {
        QFETCH(QString, kind);
        Place place(kind);
        SOON_VERIFY(place.ready());
        place.backend->store("for ever", cacheEntry(realClock(), "1"));
        place.backend->store("for an hour", cacheEntry(realClock(), "2", 1h));
        QVERIFY(lookUp(*place.backend, "for an hour") != nullptr);
        place.open(kind);
        SOON_VERIFY(place.ready());
        QVERIFY(lookUp(*place.backend, "for ever") != nullptr);
        QVERIFY(lookUp(*place.backend, "for an hour") != nullptr);
        QVERIFY(lookUp(*place.backend, "for an hour")->expires < kForever);
    }
};

SPILLWAY_TEST(CacheBackendTest)
#include "tst_cachebackend.moc"
