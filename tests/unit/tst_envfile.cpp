// SPDX-License-Identifier: MIT
#include "spillway/configio.h"
#include "spillway/keystore.h"
#include "testmain.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

using namespace spillway;

class EnvFileTest : public QObject
{
    Q_OBJECT

private:
    static std::string read(const std::string &path)
    {
        std::stringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return text.str();
    }

private Q_SLOTS:

    void entries_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addRow("new file") << QByteArray() << QByteArray("KEY=\"abcd1234\"\n");
        QTest::addRow("others stay")
            << QByteArray("# mine\nOTHER=1\n") << QByteArray("# mine\nOTHER=1\nKEY=\"abcd1234\"\n");
        QTest::addRow("no last line end")
            << QByteArray("OTHER=1") << QByteArray("OTHER=1\nKEY=\"abcd1234\"\n");
        QTest::addRow("replaced in place")
            << QByteArray("A=1\nKEY=old\nB=2\n") << QByteArray("A=1\nKEY=\"abcd1234\"\nB=2\n");
        QTest::addRow("exported") << QByteArray("  export KEY = old\n")
                                  << QByteArray("KEY=\"abcd1234\"\n");
        QTest::addRow("given twice")
            << QByteArray("KEY=1\nKEY=2\n") << QByteArray("KEY=\"abcd1234\"\n");
        QTest::addRow("longer name")
            << QByteArray("KEYS=1\n") << QByteArray("KEYS=1\nKEY=\"abcd1234\"\n");
        QTest::addRow("commented")
            << QByteArray("# KEY=1\n") << QByteArray("# KEY=1\nKEY=\"abcd1234\"\n");
    }

    void entries()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, after);
        const QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral(".env")).toStdString();
        if (!before.isEmpty())
            std::ofstream(file) << before.toStdString();
        QCOMPARE(writeEnvEntry(file, "KEY", Secret("abcd1234")), std::string());
        QCOMPARE(QByteArray::fromStdString(read(file)), after);
        struct stat info = {};
        QCOMPARE(::stat(file.c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
    }

    /// What was written is what the config reader gets.
    void everyValueComesBack_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addRow("plain") << QByteArray("abcdefgh12345678");
        QTest::addRow("quotes") << QByteArray("a\"b'c\\d");
        QTest::addRow("dollar") << QByteArray("pa$$word$HOME");
        QTest::addRow("blanks") << QByteArray("  two words  ");
        QTest::addRow("hash") << QByteArray("abc # def");
        QTest::addRow("lines") << QByteArray("one\ntwo\tthree\r");
    }

    void everyValueComesBack()
    {
        QFETCH(const QByteArray, value);
        const QTemporaryDir folder;
        const std::string base = folder.path().toStdString();
        QCOMPARE(writeEnvEntry(base + "/.env", "ENV_FILE_KEY", Secret(value.toStdString())),
                 std::string());
        std::ofstream(base + "/spillway.toml")
            << "[[nodes]]\nname = \"n\"\nurl = \"http://127.0.0.1:1\"\n"
               "auth = { type = \"bearer\", token = \"x$ENV_FILE_KEY\" }\n";
        const ConfigLoadResult loaded = loadConfig(base + "/spillway.toml");
        if (value.contains('\n')) {
            QVERIFY(!loaded.config); // no header can hold it, and the reader says so
            return;
        }
        QVERIFY(loaded.config);
        QCOMPARE(loaded.config->nodes.front().auth.value.reveal(), "x" + value.toStdString());
    }

    void badNameAndFolder()
    {
        const QTemporaryDir folder;
        const std::string base = folder.path().toStdString();
        QVERIFY(!writeEnvEntry(base + "/.env", "1KEY", Secret("v")).empty());
        QVERIFY(!writeEnvEntry(base + "/.env", "A=B", Secret("v")).empty());
        std::ofstream(base + "/file") << "x";
        QVERIFY(!writeEnvEntry(base + "/file/.env", "KEY", Secret("v")).empty());
        QVERIFY(!std::filesystem::exists(base + "/.env"));
    }

    void variables()
    {
        QCOMPARE(variableNames("url = \"https://a/$ONE?k=${TWO}\"\nt = \"$ONE $$NOT $\"\n"),
                 (std::vector<std::string>{"ONE", "TWO"}));
        QCOMPARE(variableNames(""), std::vector<std::string>{});
    }
};

SPILLWAY_TEST(EnvFileTest)
#include "tst_envfile.moc"
