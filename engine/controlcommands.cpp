// SPDX-License-Identifier: MIT
#include "control.h"
#include "rpc/envelope.h"
#include "server/snapshotmaker.h"
#include "store/publichistory.h"

#include <algorithm>
#include <utility>

namespace spillway {
namespace {

constexpr Milliseconds kShortestSnapshotInterval(50);

} // namespace

std::string unavailableAnswer(std::string_view why)
{
    constexpr int kUnavailable = -32011;
    return rpc::errorObject("1", kUnavailable, why);
}

void Control::answer(std::function<void()> run)
{
    m_report({EngineEvent::Kind::Answer, {}, {}, std::move(run)});
}

bool Control::refuseWhileDown(const Engine::CommandDone &done)
{
    if (m_phase == Phase::Running || m_phase == Phase::Stopping)
        return false;
    answer([done] { done("the engine is not running"); });
    return true;
}

void Control::publishSnapshot()
{
    Snapshot snapshot = makeSnapshot(*m_gateway, *m_ranking->table);
    m_history->fillToday(snapshot);
    m_views->snapshots.put(std::make_shared<const Snapshot>(std::move(snapshot)));
}

void Control::setSnapshotInterval(Milliseconds interval)
{
    const Milliseconds used = std::max(interval, kShortestSnapshotInterval);
    m_snapshotTimer.setInterval(static_cast<int>(used.count()));
}

void Control::call(const CallTarget &target,
                   const std::string &method,
                   const std::string &params,
                   Engine::CallDone done)
{
    if (m_phase != Phase::Running) {
        answer([done = std::move(done),
                why = m_phase == Phase::Stopping
                          ? "the engine is being stopped"
                          : "the engine is not running"] { done(503, unavailableAnswer(why)); });
        return;
    }
    runInternalCall(
        *m_shared,
        0,
        {target,
         method,
         params,
         [report = m_report, done = std::move(done)](int status, std::string body) {
             report({EngineEvent::Kind::Answer, {}, {}, [done, status, body = std::move(body)] {
                         done(status, body);
                     }});
         }});
}

/// After the state of nodes was changed from outside: calls that wait for the old one look again.
void Control::wakeAll()
{
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        m_shared->mailbox(i).post({WorkerMessage::Kind::LookAgain, -1, {}, {}});
}

/// The name under which a node's books run.
std::string Control::bookedAs(const std::string &node) const
{
    const auto at = m_renamed.find(node);
    return at == m_renamed.end() ? node : at->second;
}

void Control::history(std::int64_t fromMinute, std::int64_t toMinute, Engine::HistoryDone done)
{
    if (!m_store || !m_config) {
        answer([done] { done({}); });
        return;
    }
    writeHistory(); // the running minute so far
    auto history = std::make_shared<History>();
    history->callsOfThisRun = m_history->callsOfThisRun();

    struct Book
    {
        std::string node;
        std::string name; ///< that its books run under
        NodeMinute ofThisRun;
    };

    std::vector<Book> books;
    for (const NodeConfig &node : m_config->nodes)
        books.push_back({node.name, bookedAs(node.name), m_history->ofThisRun(node.name)});
    const auto read =
        [store = m_store.get(), history, books = std::move(books), fromMinute, toMinute] {
            for (const Book &book : books) {
                history->nodes.push_back(
                    readHistory(*store, book.node, book.name, fromMinute, toMinute));
                history->nodes.back().ofThisRun = book.ofThisRun;
            }
            history->calls = store->calls(fromMinute, toMinute);
        };
    m_errands.run(read, [this, history, done = std::move(done)] {
        answer([history, done] { done(std::move(*history)); });
    });
}

void Control::setUsed(const std::string &node, std::uint64_t credits, Engine::CommandDone done)
{
    if (refuseWhileDown(done))
        return;
    auto error = std::make_shared<std::string>();
    const auto write = [store = m_store.get(), book = bookedAs(node), credits, error] {
        static_cast<void>(store->setUsed(book, credits, error.get()));
    };
    m_errands.run(write, [this, error, done = std::move(done)] {
        publishSnapshot();
        answer([error, done] { done(*error); });
    });
}

void Control::renameUsage(const std::string &from, const std::string &to, Engine::CommandDone done)
{
    if (refuseWhileDown(done))
        return;
    writeHistory(); // what was counted so far moves with the rest
    auto error = std::make_shared<std::string>();
    const auto rename = [store = m_store.get(), book = bookedAs(from), to, error] {
        static_cast<void>(store->rename(book, to, false, error.get()));
    };
    m_errands.run(rename, [this, from, to, error, done = std::move(done)] {
        if (error->empty())
            noteRenamed(from, to);
        publishSnapshot();
        answer([error, done] { done(*error); });
    });
}

void Control::noteRenamed(const std::string &from, const std::string &to)
{
    for (auto &[node, book] : m_renamed) {
        if (book == from)
            book = to;
    }
    if (m_states.contains(from))
        m_renamed.insert_or_assign(from, to);
    std::erase_if(m_renamed, [](const auto &entry) { return entry.first == entry.second; });
}

void Control::bookTest(const NodeConfig &tested, const std::vector<std::string> &methods)
{
    if (m_workers.empty() || methods.empty())
        return;
    // Two nodes may share an address; the one of that name was meant.
    const RouteNode *asked = nullptr;
    for (const RouteNode &node : m_ranking->table->nodes()) {
        if (sameAccess(*node.config, tested)
            && (asked == nullptr || node.config->name == tested.name))
            asked = &node;
    }
    if (asked == nullptr)
        return;
    std::uint64_t credits = 0;
    for (const std::string &method : methods) {
        const std::uint64_t cost = asked->cost(method).value_or(0);
        asked->state->usage().book(cost);
        asked->state->stats(m_shared->workerCount())
            .noteQuestion(MethodSlots::of(method, true), cost);
        credits += cost;
    }
    log::info("node",
              "connection test booked",
              {{"node", asked->config->name}, {"requests", methods.size()}, {"credits", credits}});
    publishSnapshot();
}

void Control::forgive(const std::string &node, const Engine::CommandDone &done)
{
    if (refuseWhileDown(done))
        return;
    const auto state = m_states.find(node);
    if (state == m_states.end()) {
        answer([node, done] { done("there is no node named \"" + node + "\""); });
        return;
    }
    state->second->forgive();
    rank();
    wakeAll();
    publishSnapshot();
    answer([done] { done({}); });
}

} // namespace spillway
