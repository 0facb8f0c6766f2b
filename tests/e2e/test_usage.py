# SPDX-License-Identifier: MIT
"""The books: nothing is lost by a stop, nothing under-counted by a crash."""

import contextlib
import json
import sqlite3
import time
from pathlib import Path

from harness import Load, SpillwayTest, wait_until


class UsageTest(SpillwayTest):
    def usage(self, config):
        """`usage --json` as a dict by node name."""
        done = self.cli("usage", "--json", "--config", config)
        self.assertEqual(done.returncode, 0, done)
        report = json.loads(done.stdout)
        return {node["name"]: node for node in (report["nodes"] if isinstance(report, dict) else report)}

    def test_S1_20_a_clean_stop_loses_nothing(self):
        mock = self.mock("A", "B")
        config = self.config(self.nodes(mock))
        total = 0
        for _ in range(3):
            daemon = self.daemon(config)
            self.assertEqual(daemon.used("A") + daemon.used("B"), total)
            with Load(daemon.port, clients=8) as load:
                load.wait_good(300)
            self.assertEqual(load.bad, [])
            self.assertEqual(daemon.stop(), 0)
            wait_until(lambda: mock.total("in_flight") == 0, what="quiet nodes")
            total = mock.total("calls")
            self.assertEqual(sum(node["used"] for node in self.usage(config).values()), total)

    def test_stop_under_load_loses_nothing(self):
        mock = self.mock(A={"delay_ms": [0, 3]})
        config = self.config(self.nodes(mock))
        daemon = self.daemon(config)
        with Load(daemon.port, clients=16) as load:
            load.wait_good(500)
            self.assertEqual(daemon.stop(), 0)
        wait_until(lambda: mock.total("in_flight") == 0, what="quiet nodes")
        self.assertEqual(self.usage(config)["A"]["used"], mock.count("A"))

    def test_bug41_kill_under_load_never_under_counts(self):
        mock = self.mock(A={"delay_ms": [0, 3]}, B={"delay_ms": [0, 3]})
        config = self.config(self.nodes(mock), routing={"balance": "least_in_flight"})
        for round in range(4):
            daemon = self.daemon(config)
            with Load(daemon.port, clients=16) as load:
                load.wait_good(300 + 50 * round)
                daemon.kill()
            wait_until(lambda: mock.total("in_flight") == 0, what="quiet nodes")
            used = {name: node["used"] for name, node in self.usage(config).items()}
            for name in ("A", "B"):
                calls = mock.count(name)
                self.assertGreaterEqual(used[name], calls, (name, round))
                # What was booked but had not left yet is all that may be too much: one per client and crash.
                self.assertLessEqual(used[name], calls + 16 * (round + 1), (name, round))
        self.assertGreaterEqual(self.daemon(config).used("A"), mock.count("A"))

    def test_history_has_what_is_used_after_a_kill(self):
        mock = self.mock(A={"delay_ms": [0, 3]}, B={"delay_ms": [0, 3]})
        config = self.config(self.nodes(mock), routing={"balance": "least_in_flight"})
        for round in range(1, 5):
            daemon = self.daemon(config)
            with Load(daemon.port, clients=16) as load:
                load.wait_good(200 + 170 * round)
                daemon.kill()
            used = sum(node["used"] for node in self.usage(config).values())
            for table in ("minutes", "methods"):
                credits = self.stored(f"SELECT coalesce(sum(credits), 0) FROM {table}")
                # A kill may hit between the two words that one booking changes, once for each worker.
                self.assertLessEqual(abs(used - credits), 2 * round, (table, round))
            self.assertGreater(self.stored("SELECT sum(requests) FROM minutes"), used - 32 * round)

    def stored(self, sql):
        (file,) = Path(self.folder).rglob("usage.sqlite")
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as history:
            return history.execute(sql).fetchone()[0]

    def test_quota_holds_over_a_crash(self):
        mock = self.mock("A")
        config = self.config(self.nodes(mock, monthly_limit=10))
        daemon = self.daemon(config)
        for _ in range(5):
            self.assert_ok(daemon.rpc("x"))
        daemon.kill()
        daemon = self.daemon(config)
        self.assertEqual([daemon.rpc("x").status for _ in range(6)], [200] * 4 + [503] * 2)
        self.assertEqual(mock.count("A"), 9)

    def test_S1_35_a_new_name_starts_from_zero(self):
        mock = self.mock("A")
        config = self.config(self.nodes(mock))
        daemon = self.daemon(config)
        self.assert_ok(daemon.rpc("x"))
        daemon.stop()
        url = mock.url("A")
        renamed = self.config([{"name": "New", "url": url}])
        daemon = self.daemon(renamed)
        self.assertEqual(daemon.used("New"), 0)
        daemon.stop()
        self.assertEqual(self.daemon(self.config([{"name": "A", "url": url}])).used("A"), 1)

    def test_report(self):
        mock = self.mock("Alpha")
        config = self.config(self.nodes(mock, monthly_limit=1000, reset_day=15))
        daemon = self.daemon(config)
        for _ in range(3):
            self.assert_ok(daemon.rpc("x"))
        self.assertEqual(self.usage(config)["Alpha"]["used"], 3)  # also while it runs
        daemon.stop()
        node = self.usage(config)["Alpha"]
        self.assertEqual((node["used"], node["limit"], node["threshold"]), (3, 1000, 950))
        self.assertRegex(node["period_start"], r"^\d{4}-\d\d-15")
        self.assertIn("forecast", node)
        text = self.cli("usage", "--config", config)
        self.assertEqual(text.returncode, 0)
        for part in ("Alpha", "1000", "950"):
            self.assertIn(part, text.stdout.replace(",", "").replace(" 000", "000"))

    def test_set_and_rename(self):
        mock = self.mock("A")
        config = self.config(self.nodes(mock, monthly_limit=1000))
        self.assertEqual(self.cli("usage", "set", "A", "940", "--config", config).returncode, 0)
        daemon = self.daemon(config)
        self.assertEqual(daemon.used("A"), 940)
        self.assertEqual([daemon.rpc("x").status for _ in range(11)], [200] * 10 + [503])
        daemon.stop()
        self.assertEqual(self.cli("usage", "rename", "A", "Z", "--config", config).returncode, 0)
        renamed = self.config([{"name": "Z", "url": mock.url("A"), "monthly_limit": 1000}])
        self.assertEqual(self.daemon(renamed).used("Z"), 950)

    def test_set_and_rename_refuse_nonsense(self):
        config = self.config([{"name": "A", "url": "http://127.0.0.1:1/"}])
        for arguments in (["set", "A", "many"], ["set", "A", "-1"], ["set", "A"], ["rename", "A"], ["set"],
                          ["bogus"]):
            done = self.cli("usage", *arguments, "--config", config)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertNotEqual(self.cli("usage", "rename", "Nobody", "B", "--config", config).returncode, 0)

    def test_import_of_quotas_json(self):
        mock = self.mock("A")
        config = self.config(self.nodes(mock))
        daemon = self.daemon(config)
        period = daemon.node_status("A")["quota"]["period_start"][:10]
        daemon.stop()
        quotas = self.write("quotas.json", json.dumps({"A": {"used": 77, "period_start": period}}))
        self.assertEqual(self.cli("usage", "import", quotas, "--config", config).returncode, 0)
        self.assertEqual(self.daemon(config).used("A"), 77)

    def test_import_of_a_past_period_starts_anew(self):
        mock = self.mock("A")
        config = self.config(self.nodes(mock))
        today = time.strftime("%Y-%m-%d", time.gmtime())
        quotas = self.write("quotas.json", json.dumps({"A": {"used": 77, "period_start": "2020-01-01"},
                                                     "Nobody": {"used": 5, "period_start": today}}))
        done = self.cli("usage", "import", quotas, "--config", config)
        self.assertEqual(done.returncode, 0)
        self.assertIn("A: its period is over", done.stdout)
        self.assertIn("Nobody: the config has no node of this name", done.stdout)
        self.assertEqual(self.daemon(config).used("A"), 0)

    def test_import_of_a_broken_file(self):
        config = self.config([{"name": "A", "url": "http://127.0.0.1:1/"}])
        for text in ("", "{", "[]", '{"A":{"used":"x"}}', '{"A":{"used":1,"period_start":"soon"}}'):
            done = self.cli("usage", "import", self.write("quotas.json", text), "--config", config)
            self.assertNotEqual(done.returncode, 0, text)
            self.assertIn("quotas.json", done.stderr)

    def test_two_daemons_on_one_store_keep_one_book(self):
        mock = self.mock("A")
        config = self.config(self.nodes(mock, monthly_limit=100))
        first, second = self.daemon(config), self.daemon(config)
        answers = [(first, second)[number % 2].rpc("x").status for number in range(100)]
        self.assertEqual((answers.count(200), answers.count(503)), (95, 5))
        self.assertEqual((first.used("A"), second.used("A"), mock.count("A")), (95, 95, 95))
