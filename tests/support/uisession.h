// SPDX-License-Identifier: MIT
#pragma once

#include "scriptednode.h"
#include "uidraft.h"

namespace spillway::test {

/// Like QTRY_VERIFY with a patience for loaded machines; a wait that succeeds costs no more.
#define UI_SOON(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 30'000)

/// A session whose proxy may run: free port, books in the folder, nodes that are scripted.
class SessionBench : public DraftBench
{
public:
    /// `nodes`: [[nodes]] and more, below [server].
    explicit SessionBench(const QByteArray &nodes)
        : DraftBench("[server]\nport = 0\nworker_threads = 1\nstate_dir = \"@DIR@/state\"\n\n"
                     + nodes)
    {}

    static QByteArray node(const char *name, const QByteArray &url, const QByteArray &more = {})
    {
        return "[[nodes]]\nname = \"" + QByteArray(name) + "\"\nurl = \"" + url + "\"\n" + more;
    }

    void start()
    {
        session().startProxy();
        UI_SOON(session().state() == ui::ProxyState::Running);
        UI_SOON(session().snapshot() != nullptr);
    }

    void stop()
    {
        session().stopProxy();
        UI_SOON(session().state() == ui::ProxyState::Stopped);
    }

    /// HTTP-like status of a call through the running engine; -1: no answer.
    int call(const std::string &method = "eth_call")
    {
        std::optional<int> status;
        session().engine()->call(
            {}, method, "[]", [&status](int got, const std::string &) { status = got; });
        static_cast<void>(QTest::qWaitFor([&status] { return status.has_value(); }, 30'000));
        return status.value_or(-1);
    }

    /// Changes one key of the configuration as a form does.
    void set(const char *path, const TomlValue &value)
    {
        QCOMPARE(draft().edit(QStringLiteral("a change"),
                              {},
                              [&](ConfigDocument &document) { return document.set(path, value); }),
                 QString());
    }
};

} // namespace spillway::test
