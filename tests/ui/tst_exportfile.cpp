// SPDX-License-Identifier: GPL-3.0-or-later
#include "testmain.h"
#include "widgets/exportfile.h"

#include <QFileInfo>
#include <QTemporaryDir>

using namespace spillway::ui;

class TestExportFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    /// Bodies of requests may be in it: not for others, not even where a file for all stood before.
    void isItsOwnersOnly()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("out.har"));
        for (int round = 0; round < 2; ++round) {
            QCOMPARE(writeExport(path, "abc"), QString());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), QByteArray("abc"));
            constexpr auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup
                                    | QFileDevice::ReadOther | QFileDevice::WriteOther;
            QVERIFY(!(file.permissions() & others));
            QVERIFY(file.setPermissions(file.permissions() | others));
        }
    }

    void saysWhyItCannot()
    {
        QVERIFY(!writeExport(QStringLiteral("/nonexistent/out.har"), "abc").isEmpty());
    }
};

SPILLWAY_TEST(TestExportFile)
#include "tst_exportfile.moc"
