# SPDX-License-Identifier: MIT
"""The daemon as a service: its log, summaries by node, what it tells the service manager."""

import json
import re
import signal
import socket

from harness import IO_TIMEOUT, SpillwayTest, wait_until


class ServiceTest(SpillwayTest):
    def events(self, daemon, name):
        lines = [line for line in daemon.log.splitlines() if line.startswith("{")]
        return [event for event in map(json.loads, lines) if event["event"] == name]

    def manager(self, name):
        """The socket on which a service manager listens."""
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(listener.close)
        listener.settimeout(IO_TIMEOUT)
        listener.bind(name)
        return listener

    def assert_told(self, listener, *words):
        message = listener.recv(4096).decode()
        for word in words:
            self.assertIn(word, message.splitlines() if "=" in word else message)
        return message

    def life(self, listener, address):
        mock = self.mock("A")
        config = self.config(self.nodes(mock))
        daemon = self.daemon(config, env={"NOTIFY_SOCKET": address})
        self.assert_told(listener, "READY=1")
        daemon.signal(signal.SIGHUP)
        message = self.assert_told(listener, "RELOADING=1")
        self.assertRegex(message, r"\nMONOTONIC_USEC=\d+$")
        self.assert_told(listener, "READY=1", "applied")
        good = config.read_text()
        config.write_text(good + "[[nodes]\n")
        daemon.signal(signal.SIGHUP)
        told = ""
        while "failed" not in told:  # the file's watcher may have seen it first
            told = listener.recv(4096).decode()
            self.assertTrue(re.search("^(READY|RELOADING)=1", told), told)
        daemon.signal(signal.SIGTERM)
        while not told.startswith("STOPPING=1"):
            told = listener.recv(4096).decode()
        self.assertEqual(daemon.wait(), 0)

    def test_tells_the_service_manager(self):
        path = str(self.folder / "notify")
        self.life(self.manager(path), path)

    def test_tells_the_service_manager_on_an_abstract_socket(self):
        name = f"spillway-test-{self.folder.name}"
        self.life(self.manager("\0" + name), "@" + name)

    def test_a_dead_service_manager_does_no_harm(self):
        mock = self.mock("A")
        daemon = self.daemon(self.config(self.nodes(mock)), env={"NOTIFY_SOCKET": str(self.folder / "nobody")})
        self.assert_ok(daemon.rpc("x"))
        self.assertEqual(daemon.stop(), 0)

    def test_priorities_in_the_journal(self):
        mock = self.mock(A={"status": 401, "body": "no such key"})
        log = self.folder / "spillwayd1.log"
        log.touch()
        stream = f"{log.stat().st_dev}:{log.stat().st_ino}"
        daemon = self.daemon(self.config(self.nodes(mock)), env={"JOURNAL_STREAM": stream})
        daemon.rpc("x")
        wait_until(lambda: "rejects this node's key" in daemon.log, what="warning")
        lines = [line for line in daemon.log.splitlines() if not line.startswith("spillwayd listening")]
        for line in lines:
            self.assertRegex(line, r"^<[3467]>[a-z]+: ")
        self.assertTrue(any(line.startswith("<4>node: ") for line in lines), lines)

    def test_no_priorities_elsewhere(self):
        mock = self.mock(A={"status": 401, "body": "no such key"})
        daemon = self.daemon(self.config(self.nodes(mock)), env={"JOURNAL_STREAM": "1:1"})
        daemon.rpc("x")
        wait_until(lambda: "rejects this node's key" in daemon.log, what="warning")
        self.assertNotIn("<4>", daemon.log)

    def test_rollup(self):
        mock = self.mock(A={}, B={"status": 500})
        nodes = [{**node, "tier": 1 - tier} for tier, node in enumerate(self.nodes(mock, "A", "B"))]
        nodes.append({"name": "idle", "url": mock.url("A"), "tier": 9})
        daemon = self.daemon(self.config(nodes, server={"rollup_window_s": 1}), "--log-format", "json")
        for _ in range(5):
            self.assert_ok(daemon.rpc("x"))

        def sums(name):
            lines = [event for event in self.events(daemon, "rollup") if event["node"] == name]
            return sum(line["requests"] for line in lines), sum(line["ok"] for line in lines), \
                sum(line["err"] for line in lines)
        wait_until(lambda: sums("A") == (5, 5, 0), what="rollup of A")
        wait_until(lambda: sums("B") == (1, 0, 1), what="rollup of B")
        for event in self.events(daemon, "rollup"):
            self.assertNotEqual(event["node"], "idle")
            self.assertEqual(event["window_s"], 1)
            self.assertEqual(event["success_rate"], round(event["ok"] / event["requests"], 3))
            self.assertGreater(event["p95_ms"], 0)
            self.assertGreaterEqual(event["p95_ms"], event["p50_ms"])

    def test_rollup_off(self):
        mock = self.mock("A")
        daemon = self.daemon(self.config(self.nodes(mock), server={"rollup_window_s": 0}), "--log-format", "json")
        self.assert_ok(daemon.rpc("x"))
        self.assertEqual(daemon.stop(), 0)
        self.assertEqual(self.events(daemon, "rollup"), [])

    def test_levels_change_with_the_config(self):
        mock = self.mock("A")
        nodes = self.nodes(mock)
        config = self.config(nodes, log={"level": "warn", "categories": {"request": "debug", "config": "info"}})
        daemon = self.daemon(config)
        self.assert_ok(daemon.rpc("eth_first"))
        wait_until(lambda: "eth_first" in daemon.log, what="request in the log")
        self.config(nodes, log={"level": "warn", "categories": {"config": "info"}})
        daemon.reload("config applied")
        self.assert_ok(daemon.rpc("eth_second"))
        self.config(nodes, log={"level": "debug"})
        daemon.reload("")
        wait_until(lambda: self.assert_ok(daemon.rpc("eth_third")) or "eth_third" in daemon.log, what="debug level")
        self.assertNotIn("eth_second", daemon.log)

    def test_the_command_line_goes_before_the_config(self):
        mock = self.mock("A")
        daemon = self.daemon(self.config(self.nodes(mock), log={"level": "debug"}), "--log-level", "error")
        self.assert_ok(daemon.rpc("eth_quiet"))
        self.assertEqual(daemon.stop(), 0)
        self.assertNotIn("eth_quiet", daemon.log)
