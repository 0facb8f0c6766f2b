// SPDX-License-Identifier: GPL-3.0-or-later
// The books while the proxy does not run: what it used and did is there to be seen, and can be put right.
#include "session/background.h"
#include "session/session.h"
#include "stats/statsstore.h"
#include "widgets/enginetext.h"
#include "widgets/format.h"

#include <QDateTime>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace spillway::ui {
namespace {

StoppedBooks booksOf(const Config &config, std::int64_t fromMinute, std::int64_t toMinute)
{
    StoppedBooks found;
    std::string error;
    // Looking must not make a state folder where no proxy has run yet.
    if (!UsageBooks::exist(config))
        return found;
    if (std::optional<UsageBooks> books = UsageBooks::open(config, &error)) {
        found.usage = books->nodes();
        for (const NodeUsage &node : found.usage)
            found.methodsToday.push_back(books->methodsToday(node.name));
        found.history = books->history(fromMinute, toMinute);
    }
    return found;
}

} // namespace

const std::vector<NodeSnapshot> &Session::nodesWithUsage() const
{
    return m_engine && m_snapshot ? m_snapshot->nodes : m_stoppedNodes;
}

void Session::readBooks()
{
    if (m_engine || !m_config)
        return;
    const std::int64_t now = QDateTime::currentSecsSinceEpoch() / 60;
    inBackground(
        this,
        [config = m_config, now] { return booksOf(*config, now - kHistoryMinutes, now); },
        [this, config = m_config](const StoppedBooks &books) {
            if (!m_engine && m_config == config)
                takeBooks(books);
        });
}

void Session::takeBooks(const StoppedBooks &found)
{
    m_stoppedNodes.clear();
    for (std::size_t i = 0; i < found.usage.size(); ++i) {
        const NodeUsage &books = found.usage[i];
        NodeSnapshot node;
        node.methodsToday = found.methodsToday[i];
        node.name = books.name;
        const auto written =
            std::find_if(m_config->nodes.begin(),
                         m_config->nodes.end(),
                         [&](const NodeConfig &each) { return each.name == books.name; });
        if (written != m_config->nodes.end()) {
            node.chain = written->chain;
            node.tier = written->tier;
            node.enabled = written->enabled;
        }
        node.used = books.used;
        node.limit = books.limit;
        node.threshold = books.threshold;
        node.periodStart = books.periodStart;
        node.resetsAt = books.resetsAt;
        m_stoppedNodes.push_back(std::move(node));
    }
    m_stats->addHistory(found.history);
    Q_EMIT booksRead();
}

void Session::bookTest(const NodeConfig &tested, const std::vector<std::string> &methods)
{
    if (m_engine)
        m_engine->bookTest(tested, methods);
}

std::optional<std::uint64_t> Session::usedCredits(const QString &node) const
{
    for (const NodeSnapshot &known : nodesWithUsage()) {
        if (known.name == node.toStdString())
            return known.used;
    }
    return std::nullopt;
}

void Session::setUsedCredits(const QString &node, std::uint64_t credits)
{
    const std::optional<std::uint64_t> before = usedCredits(node);
    const auto done = [this, node, credits, before](const std::string &error) {
        readBooks();
        if (!error.empty()) {
            Q_EMIT toast(tr("The used credits of %1 could not be set: %2")
                             .arg(node, format::engineText(error)),
                         false);
            return;
        }
        const QString text =
            tr("The used credits of %1 are %2 now.").arg(node, format::number(credits));
        if (!before || *before == credits) {
            Q_EMIT toast(text, false);
            return;
        }
        Q_EMIT toastWithUndo(text, [this, node, credits, before] {
            // What was spent meanwhile stays spent.
            const std::uint64_t now = usedCredits(node).value_or(credits);
            setUsedCredits(node, *before + (now > credits ? now - credits : 0));
        });
    };
    if (m_engine) {
        // An engine that is being dropped may still answer when this object has gone.
        m_engine->setUsed(node.toStdString(),
                          credits,
                          [guard = QPointer<Session>(this), done](const std::string &error) {
                              if (guard)
                                  done(error);
                          });
        return;
    }
    if (!m_config) {
        done(tr("there is no valid configuration").toStdString());
        return;
    }
    const auto work = [config = m_config, name = node.toStdString(), credits] {
        std::string error;
        std::optional<UsageBooks> books = UsageBooks::open(*config, &error);
        return books ? books->setUsed(name, credits) : error;
    };
    inBackground(this, work, done);
}

} // namespace spillway::ui
