# SPDX-License-Identifier: MIT
"""A second node for a slow answer: when, within what limits, what it costs, and that nobody is blamed."""

import time

from harness import Load, SpillwayTest, call, wait_until

SLOW_MS = 1500


class HedgeTest(SpillwayTest):
    def pool(self, first=None, second=None, nodes=None, arguments=(), percentile=50, budget=100, **more):
        """A in tier 0 is always asked first and is quick at first; B in tier 1 is the other one."""
        self.nodes_mock = self.mock(A={"result": "a"}, B=second or {"result": "b"})
        tables = [{**node, "tier": tier, **((nodes or {}).get(node["name"], {}))}
                  for tier, node in enumerate(self.nodes(self.nodes_mock, "A", "B"))]
        config = self.config(tables, routing={"hedge_percentile": percentile, "hedge_budget_percent": budget}, **more)
        daemon = self.daemon(config, *arguments)
        self.calls = 0
        self.connection = daemon.client()
        self.addCleanup(self.connection.close)
        for _ in range(150):
            self.ask()
        if first:
            self.learn(daemon)
            self.nodes_mock.set("A", **first)
        return daemon

    def ask(self, method="eth_call", body=None):
        self.calls += 1
        self.connection.request(body or call(method))
        return self.connection.response()

    def learn(self, daemon):
        """Until A's usual time is known: the answer times are looked at once a second."""
        self.nodes_mock.set("A", result="a", steps=[{"delay_ms": 300}, {"times": 9, "pass": True}], cycle=True)
        wait_until(lambda: [self.ask() for _ in range(10)] and self.hedges(daemon)["sent"], what="a first second try")
        self.settled(daemon)

    def hedges(self, daemon):
        return daemon.status()["hedges"]

    def settled(self, daemon):
        wait_until(lambda: all(node["in_flight"] == 0 for node in daemon.status()["nodes"]), what="all permits back")

    def attempts(self, daemon, node):
        metrics = daemon.metrics()
        outcomes = ["success", "hedge_lost", "abandoned", "timeout", "http_error", "transport_error"]
        return {outcome: int(metrics.value("rpc_upstream_attempts_total", node=node, outcome=outcome))
                for outcome in outcomes}

    def check_books(self, daemon):
        """Every call is at A once, every second try at B once; what left is billed; who lost is blamed for nothing."""
        self.settled(daemon)
        hedges = self.hedges(daemon)
        a, b = self.attempts(daemon, "A"), self.attempts(daemon, "B")
        self.assertEqual(a, {**dict.fromkeys(a, 0), "success": self.calls - hedges["won"], "hedge_lost": hedges["won"]})
        self.assertEqual(b, {**dict.fromkeys(b, 0), "success": hedges["won"],
                             "hedge_lost": hedges["sent"] - hedges["won"]})
        billed = daemon.used("A"), daemon.used("B")
        self.assertEqual(billed[0], self.calls)
        # One that lost before its connection was up has not left, and costs nothing.
        self.assertLessEqual(billed[1], hedges["sent"])
        self.assertGreaterEqual(billed[1], hedges["won"])
        wait_until(lambda: (self.nodes_mock.count("A"), self.nodes_mock.count("B")) == billed,
                   what=f"{billed} calls have arrived")
        self.assertEqual([node["state"] for node in daemon.status()["nodes"]], ["up", "up"])
        self.assertIsNone(daemon.node_status("A")["last_error"])
        metrics = daemon.metrics()
        self.assertEqual(metrics.value("spillway_hedges_total"), hedges["sent"])
        self.assertEqual(metrics.value("spillway_hedges_won_total"), hedges["won"])
        return hedges

    def test_the_slow_tail_goes_and_both_are_billed(self):
        daemon = self.pool(percentile=80, budget=30, arguments=("--log-format", "json"))
        self.learn(daemon)
        self.nodes_mock.set("A", result="a", steps=[{"times": 9, "pass": True}, {"delay_ms": SLOW_MS}], cycle=True)
        times = []
        before = self.hedges(daemon)["won"]
        for _ in range(100):
            started = time.monotonic()
            answer = self.ask()
            times.append((time.monotonic() - started) * 1000)
            self.assertIn(answer.json["result"], ("a", "b"))
            self.assertEqual(answer.node.lower(), answer.json["result"])
        self.assertLess(sorted(times)[-2], SLOW_MS / 2, "the 99th percentile")
        hedges = self.check_books(daemon)
        self.assertGreaterEqual(hedges["won"] - before, 9)
        self.assertLessEqual(hedges["sent"] * 100, self.calls * 30, "never more than the share")
        self.assertRegex(daemon.log, r'"route":"A: hedge_lost; B: second try, success"|'
                                     r'"route":"B: second try, success; A: hedge_lost"')

    def test_both_may_win_at_any_moment(self):
        daemon = self.pool(second={"result": "b", "delay_ms": [0, 60]})
        self.learn(daemon)
        self.nodes_mock.set("A", result="a", delay_ms=[0, 60])
        with Load(daemon.port, clients=6, body=call("eth_call")) as load:
            load.wait_good(1500)
        self.assertEqual((load.bad, load.broken), ([], 0))
        self.calls += load.good
        hedges = self.check_books(daemon)
        self.assertGreater(hedges["won"], 0)
        self.assertGreater(hedges["sent"], hedges["won"])

    def test_off_by_default(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        daemon = self.daemon(self.config([{**node, "tier": tier} for tier, node in enumerate(self.nodes(mock))]))
        for _ in range(150):
            daemon.rpc("eth_call")
        mock.set("A", result="a", delay_ms=300)
        for _ in range(5):
            self.assert_ok(daemon.rpc("eth_call"), "a")
        self.assertEqual((self.hedges(daemon), mock.count("B")), ({"sent": 0, "won": 0}, 0))

    def test_what_must_not_be_doubled_is_not(self):
        daemon = self.pool(first={"result": "a", "delay_ms": 120})
        sent = self.hedges(daemon)["sent"]
        for method in ("eth_sendRawTransaction", "eth_sendTransaction", "sendTransaction", "debug_traceTransaction",
                       "eth_newFilter"):
            for _ in range(2):
                self.ask(method)
        self.ask(body=call("eth_call", id=None))
        self.assertEqual(self.hedges(daemon)["sent"], sent)
        self.assertEqual(self.ask().json["result"], "b")
        self.assertEqual(self.hedges(daemon)["sent"], sent + 1)

    def test_the_second_node_keeps_its_quota(self):
        # The threshold of 10 credits is 9: what learning left over is used up, and not one more.
        daemon = self.pool(nodes={"B": {"monthly_limit": 10}})
        self.learn(daemon)
        self.nodes_mock.set("A", result="a", delay_ms=60)
        for _ in range(15):
            self.ask()
        self.settled(daemon)
        self.assertEqual((daemon.used("B"), self.nodes_mock.count("B"), self.hedges(daemon)["sent"]), (9, 9, 9))
        self.assertEqual(self.ask().json["result"], "a")

    def test_the_second_node_keeps_its_rate(self):
        daemon = self.pool(nodes={"B": {"rps_limit": 0.001, "burst": 1}})
        self.learn(daemon)
        self.nodes_mock.set("A", result="a", delay_ms=60)
        for _ in range(10):
            self.assertEqual(self.ask().json["result"], "a")
        self.assertEqual((self.nodes_mock.count("B"), self.hedges(daemon)["sent"]), (1, 1))
        self.assertEqual(daemon.status()["sleeping"], 0)

    def test_when_the_first_fails_the_second_goes_on(self):
        daemon = self.pool(first={"status": 500, "body": "no", "delay_ms": 150})
        self.nodes_mock.set("B", result="b", delay_ms=700)
        won = self.hedges(daemon)["won"]
        answer = self.ask()
        self.assertEqual((answer.json["result"], answer.node, answer.header("x-spillway-attempts")), ("b", "B", "2"))
        self.assertEqual(self.hedges(daemon)["won"], won + 1)
        self.assertEqual(self.attempts(daemon, "A")["http_error"], 1)
        self.assertEqual(daemon.state("B"), "up")

    def test_when_the_second_fails_the_first_goes_on(self):
        daemon = self.pool(first={"result": "a", "delay_ms": 500}, health={"penalty_ms": 300})
        for behaviour in ({"status": 500, "body": "no"}, {"fate": "reset"}):
            with self.subTest(behaviour):
                self.nodes_mock.set("B", **behaviour)
                before = self.hedges(daemon)
                answer = self.ask()
                self.assertEqual((answer.json["result"], answer.node), ("a", "A"))
                after = self.hedges(daemon)
                self.assertEqual((after["sent"] - before["sent"], after["won"] - before["won"]), (1, 0))
                self.settled(daemon)
                self.nodes_mock.set("B", result="b")
                # Its own failure closes B as any would; it comes back as any would.
                wait_until(lambda: daemon.node_status("B")["state"] in ("up", "unknown"), what="B is open again")
                self.nodes_mock.set("A", status=500, body="no")
                self.assertEqual(self.ask().json["result"], "b")
                self.nodes_mock.set("A", result="a")
                wait_until(lambda: self.ask().json["result"] == "a", what="A is back")
                self.nodes_mock.set("A", result="a", delay_ms=500)

    def test_when_both_fail_a_third_is_asked(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"}, C={"result": "c"})
        daemon = self.daemon(self.config([{**node, "tier": tier} for tier, node in enumerate(self.nodes(mock))],
                                         routing={"hedge_percentile": 50, "hedge_budget_percent": 100}))
        self.nodes_mock, self.calls, self.connection = mock, 0, daemon.client()
        self.addCleanup(self.connection.close)
        for _ in range(150):
            self.ask()
        self.learn(daemon)
        mock.set("A", status=500, body="no", delay_ms=300)
        mock.set("B", status=500, body="no", delay_ms=30)
        answer = self.ask()
        self.assertEqual((answer.json["result"], answer.header("x-spillway-attempts")), ("c", "3"))

    def test_a_large_answer_of_the_second_node_is_streamed(self):
        daemon = self.pool(first={"result": "a", "delay_ms": 3000}, second={"result": "b"})
        self.nodes_mock.set("B", fill=3_000_000)
        answer = self.ask()
        self.assertEqual((answer.status, answer.complete, len(answer.json["result"])), (200, True, 3_000_000))
        self.assertGreater(self.check_books(daemon)["won"], 0)

    def test_a_large_answer_of_the_first_node_is_streamed(self):
        daemon = self.pool(first={"fill": 3_000_000, "delay_ms": 200}, second={"result": "b"})
        self.nodes_mock.set("B", result="b", delay_ms=2000)
        answer = self.ask()
        self.assertEqual((answer.status, answer.complete, len(answer.json["result"])), (200, True, 3_000_000))
        hedges = self.check_books(daemon)
        self.assertGreater(hedges["sent"], hedges["won"])

    def test_a_client_that_leaves_takes_both_along(self):
        daemon = self.pool(first={"result": "a", "delay_ms": 5000})
        self.nodes_mock.set("B", result="b", delay_ms=5000)
        sent = self.hedges(daemon)["sent"]
        self.connection.request(call("eth_call"))
        wait_until(lambda: self.hedges(daemon)["sent"] == sent + 1, what="a second try")
        self.connection.reset()
        self.settled(daemon)
        self.assertEqual([self.attempts(daemon, node)["abandoned"] for node in "AB"], [1, 1])
        self.assertEqual([node["state"] for node in daemon.status()["nodes"]], ["up", "up"])
