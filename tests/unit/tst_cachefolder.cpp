// SPDX-License-Identifier: MIT
#include "cache/cachefolder.h"
#include "cache/filesystembackend.h"
#include "cache/key.h"
#include "cachefixture.h"
#include "manualclock.h"
#include "testmain.h"
#include "threadrun.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace spillway;
using namespace spillway::cache;
using namespace std::chrono_literals;
using test::cacheEntry;
using test::lookUp;

namespace {

const std::atomic<bool> kGoOn{false};

QStringList filesBelow(const QString &folder)
{
    QStringList files;
    QDirIterator at(folder, QDir::Files, QDirIterator::Subdirectories);
    while (at.hasNext())
        files << QDir(folder).relativeFilePath(at.next());
    files.sort();
    return files;
}

QString sha(const std::string &key)
{
    std::string name;
    appendSha256(key, {}, name);
    return QString::fromStdString(name);
}

struct Folder
{
    QTemporaryDir dir;
    test::ManualClock clock;
    std::unique_ptr<CacheFolder> folder;

    explicit Folder(std::uint64_t maxBytes = 1U << 30U, std::int64_t bucketMs = 3600000)
    {
        open(maxBytes, bucketMs);
    }

    void open(std::uint64_t maxBytes = 1U << 30U, std::int64_t bucketMs = 3600000)
    {
        folder = std::make_unique<CacheFolder>(
            clock, CacheFolder::Options{dir.path().toStdString(), bucketMs, maxBytes});
    }

    [[nodiscard]] QStringList files() const { return filesBelow(dir.path()); }

    [[nodiscard]] QString pathOf(const QString &file) const { return dir.path() + u'/' + file; }

    [[nodiscard]] QStringList buckets() const
    {
        return QDir(pathOf(QStringLiteral("t"))).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    }

    /// Where a permanent entry is.
    [[nodiscard]] QString permanent(const std::string &key) const
    {
        return QStringLiteral("p/") + sha(key).left(2) + u'/' + sha(key);
    }

    bool write(const std::string &key,
               const std::string &result,
               std::optional<std::chrono::milliseconds> ttl = std::nullopt)
    {
        return folder->write(key, *cacheEntry(clock, result, ttl));
    }
};

} // namespace

class CacheFolderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void layout()
    {
        Folder f;
        QVERIFY(f.write("for ever", "1"));
        QVERIFY(f.write("an hour", "2", 1h));
        const std::int64_t hour = 3600000;
        const std::int64_t end = ((f.clock.wallMs() + hour) / hour + 1) * hour;
        QCOMPARE(
            f.files(),
            (QStringList{f.permanent("for ever"),
                         QStringLiteral("t/") + QString::number(end) + u'/' + sha("an hour")}));
        // Other programs can read it.
        QFile file(f.pathOf(f.files().at(1)));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(json[u"key"].toString(), QStringLiteral("an hour"));
        QCOMPARE(json[u"answer"].toObject()[u"result"].toInt(), 2);
        QCOMPARE(json[u"expires"].toInteger(), f.clock.wallMs() + hour);
        // And nobody else.
        struct stat info = {};
        QCOMPARE(::stat(file.fileName().toLocal8Bit().constData(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
        QCOMPARE(::stat(f.pathOf(QStringLiteral("p")).toLocal8Bit().constData(), &info), 0);
    }

    void oneFilePerKey()
    {
        Folder f;
        for (const auto ttl : {1h, 5h, 2h, 30h}) {
            QVERIFY(f.write("k", std::to_string(ttl.count()), ttl));
            QCOMPARE(f.files().size(), 1);
            QVERIFY(f.folder->read("k")->text.find(std::to_string(ttl.count()))
                    != std::string::npos);
        }
        QVERIFY(f.write("k", "1"));
        QCOMPARE(f.files().size(), 1);
        QVERIFY(f.files().first().startsWith(QStringLiteral("p/")));
        f.folder->remove("k");
        QVERIFY(f.files().isEmpty());
        QCOMPARE(f.folder->bytes(), std::uint64_t(0));
    }

    /// Long lives do not make many buckets to look in.
    void fewBuckets()
    {
        Folder f(1U << 30U, 1000);
        for (int minutes = 0; minutes < 60; ++minutes) {
            QVERIFY(f.write("k" + std::to_string(minutes), "1", 15min));
            f.clock.advance(1min);
        }
        const auto buckets = f.buckets();
        QVERIFY2(buckets.size() <= 62, qPrintable(QString::number(buckets.size())));
        f.folder->sweep(kGoOn);
        const auto left = f.buckets();
        QVERIFY2(left.size() <= 18, qPrintable(QString::number(left.size())));
    }

    void damagedFilesAreRemoved()
    {
        Folder f;
        QVERIFY(f.write("k", "\"a longer result\""));
        const QString path = f.pathOf(f.files().first());
        // As after a power cut: the name is there, the content is not, or not all of it.
        QVERIFY(QFile::resize(path, QFileInfo(path).size() / 2));
        QVERIFY(f.folder->read("k") == nullptr);
        QVERIFY(f.files().isEmpty());
        QVERIFY(f.write("k", "1"));
        QVERIFY(QFile::resize(path, 0));
        QVERIFY(f.folder->read("k") == nullptr);
        QVERIFY(f.write("k", "1"));
        QVERIFY(QFile::resize(path, 16 << 20));
        QVERIFY(f.folder->read("k") == nullptr);
        QVERIFY(f.write("other", "1"));
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QVERIFY(QFile::copy(f.pathOf(f.files().first()), path));
        QVERIFY(f.folder->read("k") == nullptr);
    }

    void expiredBucketsGoUnread()
    {
        Folder f;
        QVERIFY(f.write("short", "1", 1min));
        QVERIFY(f.write("longer", "1", 3h));
        QVERIFY(f.write("for ever", "1"));
        f.clock.advance(2h);
        QVERIFY(f.folder->read("short") == nullptr);
        QCOMPARE(f.files().size(), 3);
        // Junk that cannot be read or understood goes with the bucket.
        const QString bucket = QFileInfo(f.pathOf(f.files().at(1))).path();
        QFile junk(bucket + QStringLiteral("/junk"));
        QVERIFY(junk.open(QIODevice::WriteOnly));
        junk.close();
        junk.setPermissions({});
        f.folder->sweep(kGoOn);
        QCOMPARE(f.files().size(), 2);
        QVERIFY(!QDir(bucket).exists());
        QVERIFY(f.folder->read("longer") != nullptr);
        QVERIFY(f.folder->read("for ever") != nullptr);
    }

    /// First the buckets that end soonest, then the permanent files written longest ago.
    void staysWithinItsBudget()
    {
        Folder f;
        const std::string big = '"' + std::string(10000, 'x') + '"';
        for (int i = 0; i < 10; ++i)
            QVERIFY(f.write("bucket" + std::to_string(i), big, std::chrono::hours(1 + i)));
        for (int i = 0; i < 10; ++i) {
            const std::string key = "permanent" + std::to_string(i);
            QVERIFY(f.write(key, big));
            const QByteArray path = f.pathOf(f.permanent(key)).toLocal8Bit();
            const timespec times[2] = {{1000 + i, 0}, {1000 + i, 0}};
            QCOMPARE(::utimensat(AT_FDCWD, path.constData(), times, 0), 0);
        }
        f.open(155000); // as a new process that knows nothing yet
        f.folder->sweep(kGoOn);
        QVERIFY(f.folder->bytes() <= 155000);
        QVERIFY(f.folder->bytes() > 130000);
        QVERIFY(f.folder->read("bucket0") == nullptr);
        QVERIFY(f.folder->read("bucket9") != nullptr);
        QVERIFY(f.folder->read("permanent0") != nullptr);
        f.open(55000);
        f.folder->sweep(kGoOn);
        QVERIFY(f.folder->bytes() <= 55000);
        QVERIFY(f.folder->read("bucket9") == nullptr);
        QVERIFY(f.folder->read("permanent0") == nullptr);
        QVERIFY(f.folder->read("permanent9") != nullptr);
        QVERIFY(f.folder->evicted() > 0);
    }

    void countsWhatItHolds()
    {
        Folder f;
        QVERIFY(f.write("a", "1"));
        QVERIFY(f.write("b", "22", 2h));
        QVERIFY(f.write("b", "333", 2h));
        qint64 sum = 0;
        for (const QString &file : f.files())
            sum += QFileInfo(f.pathOf(file)).size();
        QCOMPARE(f.folder->bytes(), static_cast<std::uint64_t>(sum));
        f.folder->sweep(kGoOn);
        QCOMPARE(f.folder->bytes(), static_cast<std::uint64_t>(sum));
        f.open();
        f.folder->sweep(kGoOn);
        QCOMPARE(f.folder->bytes(), static_cast<std::uint64_t>(sum));
    }

    /// Somebody removes the folder under a running program.
    void folderTakenAway()
    {
        Folder f;
        QVERIFY(f.write("a", "1"));
        QVERIFY(QDir(f.dir.path()).removeRecursively());
        QVERIFY(f.folder->read("a") == nullptr);
        QVERIFY(f.write("a", "1"));
        QVERIFY(f.folder->read("a") != nullptr);
        f.folder->sweep(kGoOn);
    }

    void folderThatCannotBe()
    {
        const test::ManualClock clock;
        for (const char *path : {"/proc/no/such/place", "/dev/null/x"}) {
            CacheFolder folder(clock, {path, 3600000, 1000});
            QVERIFY(!folder.write("a", *cacheEntry(clock, "1")));
            QVERIFY(folder.read("a") == nullptr);
            folder.remove("a");
            folder.sweep(kGoOn);
        }
        FilesystemBackend::Options options;
        options.folder.path = "/proc/no/such/place";
        FilesystemBackend backend(SystemClock::instance(), options);
        backend.store("a", cacheEntry(SystemClock::instance(), "1"));
        QVERIFY(lookUp(backend, "a") == nullptr);
        SOON_COMPARE(backend.figures().failures, std::uint64_t(1));
        // What stays in memory is not concerned.
        backend.store("b", cacheEntry(SystemClock::instance(), "1", 10s));
        QVERIFY(backend.find("b") != nullptr);
    }

    void shortLivesStayInMemory()
    {
        QTemporaryDir dir;
        const Clock &clock = SystemClock::instance();
        FilesystemBackend::Options options;
        options.folder.path = dir.path().toStdString();
        options.inlineMaxEntries = 100;
        {
            FilesystemBackend backend(clock, options);
            for (int i = 0; i < 1000; ++i)
                backend.store("k" + std::to_string(i), cacheEntry(clock, "1", 60s));
            QVERIFY(backend.find("k999") != nullptr);
            backend.store("file", cacheEntry(clock, "1", 61s));
            QVERIFY(backend.find("file") == nullptr);
            QVERIFY(lookUp(backend, "file") != nullptr);
        }
        QCOMPARE(filesBelow(dir.path()).size(), 1);
    }

    /// A disk that hangs is out of reach; nobody waits for it.
    void hangingDisk()
    {
        QTemporaryDir dir;
        test::ManualClock clock;
        FilesystemBackend::Options options;
        options.folder.path = dir.path().toStdString();
        options.sweepInterval = 0ms;
        FilesystemBackend backend(clock, options);
        // The reply runs in the thread of the disk: holding it up is like a read that does not come back.
        std::mutex disk;
        disk.lock();
        std::atomic<bool> inside = false;
        std::atomic<int> answers = 0;
        QVERIFY(backend.fetch("a", [&](const EntryPtr &) {
            inside = true;
            const std::scoped_lock wait(disk);
            ++answers;
        }));
        SOON_VERIFY(inside.load());
        QVERIFY(backend.fetch("b", [&](const EntryPtr &) { ++answers; }));
        QVERIFY(backend.figures().inReach);
        clock.advance(251ms);
        QVERIFY(!backend.figures().inReach);
        QVERIFY(!backend.fetch("c", [&](const EntryPtr &) { ++answers; }));
        for (int i = 0; i < 20000; ++i)
            backend.store("k" + std::to_string(i), cacheEntry(clock, "1"));
        disk.unlock();
        SOON_COMPARE(answers.load(), 2);
        SOON_VERIFY(backend.figures().inReach);
        SOON_VERIFY(lookUp(backend, "k0") != nullptr);
    }

    void abandonedTemporariesGo()
    {
        Folder f;
        const auto touch = [&](const char *name, time_t age) {
            const QString path = f.pathOf(QStringLiteral("tmp/") + QString::fromLatin1(name));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.close();
            const timespec times[2] = {{::time(nullptr) - age, 0}, {::time(nullptr) - age, 0}};
            QCOMPARE(::utimensat(AT_FDCWD, path.toLocal8Bit().constData(), times, 0), 0);
        };
        touch("old", 7200);
        touch("new", 10);
        f.folder->sweep(kGoOn);
        QCOMPARE(f.files(), QStringList{QStringLiteral("tmp/new")});
    }
};

SPILLWAY_TEST(CacheFolderTest)
#include "tst_cachefolder.moc"
