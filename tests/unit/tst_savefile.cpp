// SPDX-License-Identifier: MIT
#include "spillway/configedit.h"
#include "testmain.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using spillway::backUp;
using spillway::listBackups;
using spillway::saveTextAtomically;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(unreadable)");
}

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

mode_t modeOf(const QString &path)
{
    struct stat info = {};
    return ::stat(QFile::encodeName(path).constData(), &info) == 0 ? info.st_mode & 07777U : 0;
}

/// A disk that is full after some bytes.
class SmallDisk
{
public:
    explicit SmallDisk(rlim_t bytes)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }

    ~SmallDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

    SmallDisk(const SmallDisk &) = delete;
    SmallDisk &operator=(const SmallDisk &) = delete;

private:
    void (*m_handler)(int);
    rlimit m_before = {};
};

} // namespace

class SaveFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
        m_file = path("c.toml");
    }

    void savesNewFiles()
    {
        const QString deep = path("a/b/c.toml");
        QCOMPARE(saveTextAtomically(deep.toStdString(), "x = 1\n"), std::string());
        QCOMPARE(contentOf(deep), QByteArray("x = 1\n"));
        QCOMPARE(modeOf(deep), mode_t{0600});
        QCOMPARE(modeOf(path("a")), mode_t{0700});
        QCOMPARE(saveTextAtomically(deep.toStdString(), ""), std::string());
        QCOMPARE(contentOf(deep), QByteArray());
    }

    void keepsModeAndOwner()
    {
        write(m_file, "old");
        QCOMPARE(::chmod(QFile::encodeName(m_file).constData(), 0640), 0);
        const bool isRoot = ::geteuid() == 0;
        if (isRoot)
            QCOMPARE(::chown(QFile::encodeName(m_file).constData(), 1234, 2345), 0);
        QCOMPARE(saveTextAtomically(m_file.toStdString(), "new"), std::string());
        QCOMPARE(contentOf(m_file), QByteArray("new"));
        QCOMPARE(modeOf(m_file), mode_t{0640});
        struct stat info = {};
        QCOMPARE(::stat(QFile::encodeName(m_file).constData(), &info), 0);
        QCOMPARE(info.st_uid, isRoot ? uid_t{1234} : ::geteuid());
        if (isRoot)
            QCOMPARE(info.st_gid, gid_t{2345});
        QCOMPARE(names(), QStringList{QStringLiteral("c.toml")});
    }

    void followsLinks()
    {
        QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("real")));
        write(path("real/c.toml"), "old");
        QVERIFY(QFile::link(QStringLiteral("real/c.toml"), path("second")));
        QVERIFY(QFile::link(path("second"), path("first")));
        QCOMPARE(saveTextAtomically(path("first").toStdString(), "new"), std::string());
        QCOMPARE(contentOf(path("real/c.toml")), QByteArray("new"));
        QVERIFY(QFileInfo(path("first")).isSymLink() && QFileInfo(path("second")).isSymLink());
        // A link to a file that is not there yet.
        QVERIFY(QFile::link(QStringLiteral("real/d.toml"), path("third")));
        QCOMPARE(saveTextAtomically(path("third").toStdString(), "d"), std::string());
        QCOMPARE(contentOf(path("real/d.toml")), QByteArray("d"));
        // A circle.
        QVERIFY(QFile::link(path("right"), path("left")));
        QVERIFY(QFile::link(path("left"), path("right")));
        QVERIFY(QByteArray::fromStdString(saveTextAtomically(path("left").toStdString(), "x"))
                    .contains("circle"));
    }

    void refuses()
    {
        QVERIFY(saveTextAtomically(m_dir->path().toStdString(), "x").find("not a file")
                != std::string::npos);
        QVERIFY(!saveTextAtomically("/proc/nowhere/c.toml", "x").empty());
        write(path("plain"), "x");
        QVERIFY(!saveTextAtomically(path("plain/c.toml").toStdString(), "x").empty());
        QCOMPARE(contentOf(path("plain")), QByteArray("x"));
    }

    void survivesAFullDisk()
    {
        write(m_file, "old");
        std::string problem;
        {
            const SmallDisk disk(4096);
            problem = saveTextAtomically(m_file.toStdString(), std::string(100000, 'x'));
        }
        QVERIFY2(problem.find("cannot be written") != std::string::npos, problem.c_str());
        QCOMPARE(contentOf(m_file), QByteArray("old"));
        QCOMPARE(names(), QStringList{QStringLiteral("c.toml")});
    }

    void usesUpWhatAKilledSaveLeft()
    {
        write(m_file, "old");
        write(path(".c.toml.spillway-new"), "half of a long text that was never finished");
        QCOMPARE(saveTextAtomically(m_file.toStdString(), "new"), std::string());
        QCOMPARE(contentOf(m_file), QByteArray("new"));
        QCOMPARE(names(), QStringList{QStringLiteral("c.toml")});
        // Nor does it write through a link that somebody has put there.
        write(path("victim"), "victim");
        QVERIFY(QFile::link(path("victim"), path(".c.toml.spillway-new")));
        QCOMPARE(saveTextAtomically(m_file.toStdString(), "newer"), std::string());
        QCOMPARE(contentOf(path("victim")), QByteArray("victim"));
        QCOMPARE(contentOf(m_file), QByteArray("newer"));
    }

    void doesNotMixTwoSaves()
    {
        write(m_file, "old");
        write(path(".c.toml.spillway-new"), "");
        const int other =
            ::open(QFile::encodeName(path(".c.toml.spillway-new")).constData(), O_RDWR | O_CLOEXEC);
        QVERIFY(other >= 0);
        QCOMPARE(::flock(other, LOCK_EX), 0);
        QVERIFY(saveTextAtomically(m_file.toStdString(), "new").find("just now")
                != std::string::npos);
        QCOMPARE(contentOf(m_file), QByteArray("old"));
        ::close(other);
        QCOMPARE(saveTextAtomically(m_file.toStdString(), "new"), std::string());
    }

    void survivesKills()
    {
        const std::string file = m_file.toStdString();
        const std::string texts[] = {"# one\n" + std::string(300000, 'a'),
                                     "# two\n" + std::string(200000, 'b')};
        QCOMPARE(saveTextAtomically(file, texts[0]), std::string());
        int seen[] = {0, 0};
        for (int round = 0; round < 50; ++round) {
            int done[2];
            QCOMPARE(::pipe(done), 0);
            const pid_t child = ::fork();
            QVERIFY(child >= 0);
            if (child == 0) {
                for (std::size_t i = 1;; ++i) {
                    if (!saveTextAtomically(file, texts[i % 2]).empty()
                        || ::write(done[1], "", 1) != 1)
                        ::_exit(1);
                }
            }
            ::close(done[1]);
            // However slow the machine is, the kill comes some time after the first or the second save.
            for (int saves = round % 2 + 1; saves > 0; --saves) {
                char byte = 0;
                QCOMPARE(::read(done[0], &byte, 1), ssize_t{1});
            }
            QElapsedTimer timer;
            timer.start();
            do {
                const QByteArray now = contentOf(m_file);
                QVERIFY(now.toStdString() == texts[0] || now.toStdString() == texts[1]);
            } while (timer.nsecsElapsed() < round / 2 * 137000);
            QCOMPARE(::kill(child, SIGKILL), 0);
            QCOMPARE(::waitpid(child, nullptr, 0), child);
            ::close(done[0]);
            const std::string now = contentOf(m_file).toStdString();
            QVERIFY(now == texts[0] || now == texts[1]);
            ++seen[now == texts[0] ? 0 : 1];
            QVERIFY(names().size() <= 2);
        }
        QVERIFY(seen[0] > 0 && seen[1] > 0);
        QCOMPARE(saveTextAtomically(file, "done"), std::string());
        QCOMPARE(names(), QStringList{QStringLiteral("c.toml")});
    }

    void keepsTenBackups()
    {
        const std::string state = path("state").toStdString();
        QCOMPARE(backUp(m_file.toStdString(), state, 1000), std::string());
        QVERIFY(listBackups(m_file.toStdString(), state).empty());
        for (int i = 0; i < 13; ++i) {
            write(m_file, "v" + QByteArray::number(i));
            QCOMPARE(backUp(m_file.toStdString(), state, 1700000000000 + i * 1000), std::string());
        }
        const auto list = listBackups(m_file.toStdString(), state);
        QCOMPARE(list.size(), std::size_t{10});
        QCOMPARE(list.front().wallMs, 1700000012000);
        QCOMPARE(contentOf(QString::fromStdString(list.front().path)), QByteArray("v12"));
        QCOMPARE(contentOf(QString::fromStdString(list.back().path)), QByteArray("v3"));
        QCOMPARE(modeOf(QString::fromStdString(list.front().path)), mode_t{0600});
        QVERIFY(QByteArray::fromStdString(list.front().path).contains("/backups/c.toml."));
    }

    void backsUpWhatIsNew()
    {
        const std::string state = path("state").toStdString();
        write(m_file, "a");
        QCOMPARE(backUp(m_file.toStdString(), state, 5000), std::string());
        QCOMPARE(backUp(m_file.toStdString(), state, 6000), std::string());
        QCOMPARE(listBackups(m_file.toStdString(), state).size(), std::size_t{1});
        // The clock was set back.
        write(m_file, "b");
        QCOMPARE(backUp(m_file.toStdString(), state, 4000), std::string());
        const auto list = listBackups(m_file.toStdString(), state);
        QCOMPARE(list.size(), std::size_t{2});
        QCOMPARE(contentOf(QString::fromStdString(list.front().path)), QByteArray("b"));
        // Another file of the same name has backups of its own.
        const QString other = path("other/c.toml");
        QCOMPARE(saveTextAtomically(other.toStdString(), "o"), std::string());
        QCOMPARE(backUp(other.toStdString(), state, 7000), std::string());
        QCOMPARE(listBackups(other.toStdString(), state).size(), std::size_t{1});
        QCOMPARE(listBackups(m_file.toStdString(), state).size(), std::size_t{2});
        QVERIFY(!backUp(m_dir->path().toStdString(), state, 1).empty());
    }

private:
    [[nodiscard]] QString path(const char *name) const
    {
        return m_dir->filePath(QString::fromLatin1(name));
    }

    [[nodiscard]] QStringList names() const
    {
        return QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_file;
};

SPILLWAY_TEST(SaveFileTest)

#include "tst_savefile.moc"
