// SPDX-License-Identifier: MIT
#include "keywaits.h"
#include "testmain.h"

#include <QSignalSpy>
#include <QtTest>

using namespace spillway;
using namespace std::chrono_literals;

namespace {

struct Answers
{
    std::vector<KeyWaits::End> ends;

    KeyWaits::Done done()
    {
        return [this](KeyWaits::End end) { ends.push_back(end); };
    }
};

} // namespace

/// A keyring that asks its user something answers when that is done: late, or never.
class KeyWaitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void anAnswerEndsTheWait()
    {
        KeyWaits waits;
        QSignalSpy late(&waits, &KeyWaits::answeredLate);
        Answers answers;
        const auto answered = waits.begin(1h, true, answers.done());
        answered(true);
        QCOMPARE(answers.ends, std::vector{KeyWaits::End::Answered});
        waits.cancel();
        QCOMPARE(answers.ends.size(), std::size_t{1});
        QVERIFY(late.isEmpty());
    }

    void aProgramGivesUpAndHearsOfTheLateAnswer()
    {
        KeyWaits waits;
        QSignalSpy late(&waits, &KeyWaits::answeredLate);
        Answers answers;
        const auto answered = waits.begin(1ms, false, answers.done());
        QTRY_COMPARE(answers.ends, std::vector{KeyWaits::End::TimedOut});
        answered(true);
        QCOMPARE(late.count(), 1);
        QCOMPARE(answers.ends.size(), std::size_t{1});
        // A refusal that comes late is no news.
        const auto refused = waits.begin(1ms, false, answers.done());
        QTRY_COMPARE(answers.ends.size(), std::size_t{2});
        refused(false);
        QCOMPARE(late.count(), 1);
    }

    void aUsersWaitShowsAndCanBeCancelled()
    {
        KeyWaits waits;
        waits.setShowAfter(1ms);
        QSignalSpy changed(&waits, &KeyWaits::waitingChanged);
        Answers users;
        Answers programs;
        static_cast<void>(waits.begin(1h, true, users.done()));
        const auto other = waits.begin(1h, false, programs.done());
        QVERIFY(!waits.isWaiting()); // most keyrings answer at once, and nothing flickers
        QTRY_VERIFY(waits.isWaiting());
        QVERIFY(users.ends.empty());
        waits.cancel();
        QVERIFY(!waits.isWaiting());
        QCOMPARE(changed.count(), 2);
        QCOMPARE(users.ends, std::vector{KeyWaits::End::Cancelled});
        QVERIFY(programs.ends.empty());
        other(true);
        QCOMPARE(programs.ends, std::vector{KeyWaits::End::Answered});
    }

    void oneThatIsAnsweredLeavesTheOthers()
    {
        KeyWaits waits;
        waits.setShowAfter(1ms);
        Answers answers;
        const auto first = waits.begin(1h, true, answers.done());
        const auto second = waits.begin(1h, true, answers.done());
        QTRY_VERIFY(waits.isWaiting());
        first(true);
        second(true);
        QVERIFY(!waits.isWaiting());
        QCOMPARE(answers.ends.size(), std::size_t{2});
    }

    void nothingIsCalledAfterTheEnd()
    {
        Answers answers;
        std::function<void(bool)> answered;
        {
            KeyWaits waits;
            answered = waits.begin(1h, true, answers.done());
        }
        answered(true);
        QVERIFY(answers.ends.empty());
    }
};

SPILLWAY_TEST(KeyWaitsTest)
#include "tst_keywaits.moc"
