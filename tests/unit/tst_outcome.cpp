// SPDX-License-Identifier: MIT
#include "testmain.h"
#include "upstream/outcomerule.h"

#include <QFile>

using namespace spillway;

class OutcomeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shippedRulesAreValid();
};

void OutcomeTest::shippedRulesAreValid()
{
    std::vector<ConfigIssue> issues;
    QFile file(QStringLiteral(SPILLWAY_SOURCE_DIR "/resources/outcomes.toml"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const outcome::RuleFile rules = outcome::readRules({text.constData(), static_cast<std::size_t>(text.size())}, "outcomes.toml", issues);
    for (const ConfigIssue &issue : issues)
        QFAIL(issue.toString().c_str());
    QCOMPARE(OutcomeRules::builtIn()->rules().size(), rules.rules.size());
}

SPILLWAY_TEST(OutcomeTest)
#include "tst_outcome.moc"
