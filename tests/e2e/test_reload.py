# SPDX-License-Identifier: MIT
"""Reload: all or nothing, and nothing dropped. Contract section 4, bugs.md row 45."""

import os
import signal
import socket
import time

from harness import Load, SpillwayTest, call, free_port, wait_until


class ReloadTest(SpillwayTest):
    def names(self, daemon):
        return [node["name"] for node in daemon.status()["nodes"]]

    def test_S1_23_sighup_brings_and_takes_nodes(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        daemon = self.start(mock, "A")
        self.assert_ok(daemon.rpc("x"), "a")
        self.config(self.nodes(mock, "B"))
        daemon.signal(signal.SIGHUP)
        wait_until(lambda: self.names(daemon) == ["B"], what="the new node")
        self.assert_ok(daemon.rpc("x"), "b")

    def test_file_is_watched(self):
        mock = self.mock("A", "B")
        daemon = self.start(mock, "A")
        path = self.config(self.nodes(mock, "A", "B"), name="next.toml")
        os.replace(path, daemon.config)  # as editors save
        wait_until(lambda: self.names(daemon) == ["A", "B"], what="the second node")
        self.config(self.nodes(mock, "B"))  # written in place
        wait_until(lambda: self.names(daemon) == ["B"], what="only the second node")

    def test_file_that_was_away_is_watched_again(self):
        mock = self.mock("A", "B")
        daemon = self.start(mock, "A")
        for names in (["B"], ["A"]):
            before = len(daemon.log)
            daemon.config.unlink()
            wait_until(lambda: "reload failed" in daemon.log[before:], what="the loss of the file")
            self.config(self.nodes(mock, *names))
            wait_until(lambda: self.names(daemon) == names, what="the file that came back")

    def test_broken_file_keeps_the_old_config(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        daemon = self.start(mock, "A")
        good = daemon.config.read_text()
        for broken in ("[server\n", good + "bogus = 1\n", good.replace("[[nodes]]", "[[node]]"), "",
                       good + 'provider_pricing_path = "nowhere.toml"\n', good + good[good.index("[[nodes]]"):],
                       good.replace('url = "', 'url = "$SPILLWAY_UNSET_')):
            with self.subTest(broken[-40:]):
                daemon.config.write_text(broken)
                daemon.reload(r"reload failed")
                self.assert_ok(daemon.rpc("x"), "a")
        daemon.config.unlink()
        daemon.reload(r"reload failed")
        self.assert_ok(daemon.rpc("x"), "a")
        self.config(self.nodes(mock, "B"))
        daemon.signal(signal.SIGHUP)
        wait_until(lambda: self.names(daemon) == ["B"], what="a good file is taken again")

    def test_broken_price_list_changes_nothing(self):
        mock = self.mock("A")
        self.write("p.toml", "[routing]\neth_call = 2\n")
        daemon = self.start(mock, node={"provider_pricing_path": "p.toml"})
        self.assert_ok(daemon.rpc("eth_call"))
        self.write("p.toml", "[limits]\nspillover_percent = 900\n[routing]\neth_call = 50\n")
        daemon.reload(r"reload failed")
        self.assert_ok(daemon.rpc("eth_call"))
        self.assertEqual(daemon.used("A"), 4)
        self.write("p.toml", "[routing]\neth_call = 50\n")
        daemon.signal(signal.SIGHUP)
        def dearer():
            before = daemon.used("A")
            self.assert_ok(daemon.rpc("eth_call"))
            return daemon.used("A") - before == 50
        wait_until(dearer, what="the new price")

    def test_state_stays_with_the_name(self):
        mock = self.mock("B", A={"status": 500})
        nodes = [{**node, "tier": tier} for tier, node in enumerate(self.nodes(mock, "A", "B"))]
        daemon = self.daemon(self.config(nodes, health={"penalty_ms": 60000}))
        self.assert_ok(daemon.rpc("x"))
        before = {node["name"]: node for node in daemon.status()["nodes"]}
        self.config([{**nodes[1], "tier": 5}, nodes[0]], health={"penalty_ms": 60000})
        daemon.signal(signal.SIGHUP)
        wait_until(lambda: self.names(daemon) == ["B", "A"], what="the new order")
        after = {node["name"]: node for node in daemon.status()["nodes"]}
        self.assertEqual(after["B"]["latency_ms"], before["B"]["latency_ms"])
        self.assertEqual(after["A"]["state"], "penalized")
        self.assertEqual({name: node["quota"]["used"] for name, node in after.items()}, {"A": 1, "B": 1})

    def test_bug45_requests_in_flight_finish_on_the_old_table(self):
        mock = self.mock(A={"delay_ms": 1000, "result": "old"}, B={"result": "new"})
        daemon = self.start(mock, "A")
        clients = [daemon.client() for _ in range(50)]
        for client in clients:
            client.request(call("x"))
        wait_until(lambda: mock.counters("A")["in_flight"] == 50, what="fifty requests upstream")
        self.config(self.nodes(mock, "B"))
        daemon.signal(signal.SIGHUP)
        wait_until(lambda: self.names(daemon) == ["B"], what="the new table")
        self.assert_ok(daemon.rpc("x"), "new")
        for client in clients:
            self.assert_ok(client.response(), "old")
            client.close()

    def test_nothing_is_dropped_under_load(self):
        mock = self.mock(A={"delay_ms": [0, 5]}, B={"delay_ms": [0, 5]}, C={"delay_ms": [0, 5]})
        daemon = self.start(mock, "A", "B")
        with Load(daemon.port, clients=16) as load:
            for round in range(12):
                names = ("A", "B") if round % 2 else ("B", "C")
                self.config(self.nodes(mock, *names))
                daemon.signal(signal.SIGHUP)
                wait_until(lambda want=list(names): self.names(daemon) == want, what=f"reload {round}")
                load.wait_good(load.good + 100)
        self.assertEqual((load.bad, load.broken), ([], 0))
        wait_until(lambda: mock.total("in_flight") == 0, what="quiet nodes")

    def test_credits_stay_exact_over_reloads(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        with Load(daemon.port, clients=8) as load:
            for round in range(6):
                self.config(self.nodes(mock, weight=round + 1))
                daemon.signal(signal.SIGHUP)
                load.wait_good(load.good + 200)
        self.assertEqual(load.bad, [])
        self.assertEqual(daemon.used("A"), mock.count("A"))

    def test_S1_40_listener_change_rebinds_or_is_reported(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        port = free_port()
        before = len(daemon.log)
        self.config(self.nodes(mock), server={"port": port})
        daemon.signal(signal.SIGHUP)

        def outcome():
            told = daemon.log[before:]  # first: what is told meanwhile may be that it listens there
            try:
                with socket.create_connection(("127.0.0.1", port), 1):
                    return "rebound"
            except OSError:
                return "reported" if "port" in told or "listen" in told else None
        if wait_until(outcome, what="rebind or report") == "rebound":
            daemon.port = port
        self.assert_ok(daemon.rpc("x"))

    def test_listener_change_to_a_taken_port(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.config(self.nodes(mock), server={"port": taken.getsockname()[1]})
            daemon.signal(signal.SIGHUP)
            wait_until(lambda: "in use" in daemon.log or "reload failed" in daemon.log, what="a report")
            self.assert_ok(daemon.rpc("x"))

    def test_no_node_at_all_is_refused(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        self.config([])
        daemon.reload(r"reload failed")
        self.assert_ok(daemon.rpc("x"))

    def test_limits_change_without_a_restart(self):
        mock = self.mock("A")
        daemon = self.start(mock, node={"monthly_limit": 2})
        self.assertEqual([daemon.rpc("x").status for _ in range(2)], [200, 503])
        self.config(self.nodes(mock, monthly_limit=100))
        daemon.signal(signal.SIGHUP)
        wait_until(lambda: daemon.node_status("A")["quota"]["limit"] == 100, what="the new limit")
        self.assert_ok(daemon.rpc("x"))
        self.assertEqual(daemon.used("A"), 2)

    def test_many_reloads_at_once(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        for _ in range(30):
            daemon.signal(signal.SIGHUP)
            time.sleep(0.005)
        self.assert_ok(daemon.rpc("x"))
        self.assertEqual(daemon.stop(), 0)
