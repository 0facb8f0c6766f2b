# SPDX-License-Identifier: MIT
"""GET /metrics: names, text format and figures. Contract section 5."""

import json
import math
import pathlib
import re
import shutil
import subprocess

from harness import Load, SpillwayTest, call, wait_until

SOURCE = pathlib.Path(__file__).resolve().parents[2]
DASHBOARD = json.loads((SOURCE / "packaging/grafana/spillway.json").read_text())

NAMES = ["rpc_requests_total", "rpc_request_duration_seconds", "rpc_upstream_attempts_total",
         "rpc_upstream_duration_seconds", "rpc_upstream_skips_total", "rpc_node_quota_used",
         "rpc_node_quota_threshold", "rpc_node_healthy", "rpc_healthy_nodes", "rpc_node_latency_ema_seconds",
         "rpc_sleep_queue_size", "spillway_in_flight", "spillway_build_info"]


class MetricsTest(SpillwayTest):
    def busy(self):
        """A daemon that has seen a bit of everything."""
        mock = self.mock(A={"status": 500}, B={"methods": {"eth_bad": {"error": {"code": -32602, "message": "no"}}}})
        nodes = [{**node, "tier": tier} for tier, node in enumerate(self.nodes(mock, "A", "B"))]
        nodes[1]["methods"] = {"deny": ["secret"]}
        nodes.append({"name": 'odd "name" \\ \u00e4', "url": mock.url("B"), "tier": 9, "methods": {"allow": ["never"]}})
        daemon = self.daemon(self.config(nodes, health={"penalty_ms": 60000}))
        daemon.rpc("x")
        daemon.rpc("x")
        daemon.rpc("eth_bad")
        daemon.exchange("nonsense")
        return mock, daemon

    def test_promtool(self):
        promtool = shutil.which("promtool")
        self.assertTrue(promtool, "promtool is missing: apt-get install prometheus")
        _, daemon = self.busy()
        answer = daemon.get("/metrics")
        self.assertTrue(answer.header("content-type").startswith("text/plain"))
        done = subprocess.run([promtool, "check", "metrics"], input=answer.body, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, b""))

    def test_promtool_takes_the_rules(self):
        for arguments in (["check", "rules", SOURCE / "packaging/prometheus/spillway.rules.yml"],
                          ["test", "rules", SOURCE / "tests/data/prometheus_rules.test.yml"]):
            done = subprocess.run(["promtool", *map(str, arguments)], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_promtool_takes_the_queries_of_the_dashboard(self):
        queries = [target["expr"].replace("$__rate_interval", "5m") for panel in DASHBOARD["panels"]
                   for target in panel["targets"]]
        rules = {"groups": [{"name": "dashboard", "rules": [
            {"record": f"query:{number}", "expr": query} for number, query in enumerate(queries)]}]}
        path = self.write("dashboard.yml", json.dumps(rules))
        done = subprocess.run(["promtool", "check", "rules", path], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{len(queries)} rules found", done.stdout)

    def test_rules_and_dashboard_use_metrics_that_exist(self):
        _, daemon = self.busy()
        known = set(re.findall(r"(?m)^# TYPE (\S+)", daemon.metrics().text))
        queries = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
        queries += [variable["query"]["query"] for variable in DASHBOARD["templating"]["list"]
                    if variable["type"] == "query"]
        texts = {"dashboard": "\n".join(queries),
                 "rules": (SOURCE / "packaging/prometheus/spillway.rules.yml").read_text()}
        for where, text in texts.items():
            used = {re.sub("_bucket$", "", name)
                    for name in re.findall(r"(?<![a-z_:])(?:rpc|spillway)_[a-z_]+(?![a-z_:])", text)}
            self.assertGreater(len(used), 5, where)
            self.assertEqual(used - known, set(), where)

    def test_S1_41_names_help_and_type(self):
        _, daemon = self.busy()
        text = daemon.metrics().text
        for name in NAMES:
            self.assertIn(f"# HELP {name} ", text)
            self.assertIn(f"# TYPE {name} ", text)

    def test_figures(self):
        _, daemon = self.busy()
        metrics = daemon.metrics()
        self.assertEqual(metrics.sum("rpc_requests_total"), 4)
        self.assertEqual(metrics.value("rpc_requests_total", outcome="forwarded"), 3)
        self.assertEqual(metrics.value("rpc_requests_total", outcome="bad_request"), 1)
        self.assertEqual(metrics.sum("rpc_upstream_attempts_total", node="A"), 1)
        self.assertEqual(metrics.sum("rpc_upstream_attempts_total", node="B"), 3)
        self.assertEqual(metrics.value("rpc_upstream_attempts_total", node="B", outcome="success"), 2)
        self.assertEqual(metrics.value("rpc_upstream_skips_total", node="A", reason="penalized"), 2)
        self.assertEqual(metrics.value("rpc_node_healthy", node="A", tier=0), 0)
        self.assertEqual(metrics.value("rpc_node_healthy", node="B", tier=1), 1)
        self.assertEqual(metrics.value("rpc_healthy_nodes"), 2)
        self.assertTrue(math.isnan(metrics.value("rpc_node_latency_ema_seconds", node="A", tier=0)))
        self.assertTrue(0 < metrics.value("rpc_node_latency_ema_seconds", node="B", tier=1) < 5)
        self.assertEqual(metrics.value("rpc_node_quota_used", node="B"), 3)
        self.assertEqual(metrics.value("rpc_sleep_queue_size"), 0)

    def test_histogram(self):
        _, daemon = self.busy()
        metrics = daemon.metrics()
        buckets = [(float(labels["le"]), value) for name, labels, value in metrics.samples
                   if name == "rpc_request_duration_seconds_bucket" and labels["outcome"] == "forwarded"]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual(buckets[-1], (math.inf, 3))
        self.assertEqual(metrics.value("rpc_request_duration_seconds_count", outcome="forwarded"), 3)
        self.assertGreater(metrics.value("rpc_request_duration_seconds_sum", outcome="forwarded"), 0)

    def test_published_from_the_start(self):
        mock = self.mock("A")
        metrics = self.start(mock, node={"monthly_limit": 100}).metrics()
        self.assertEqual(metrics.value("rpc_node_quota_used", node="A"), 0)
        self.assertEqual(metrics.value("rpc_node_quota_threshold", node="A"), 95)
        self.assertEqual(metrics.value("rpc_requests_total", outcome="forwarded"), 0)

    def test_sleep_queue(self):
        mock = self.mock("A")
        daemon = self.start(mock, node={"rps_limit": 0.4, "burst": 1})
        self.assert_ok(daemon.rpc("x"))
        clients = [daemon.client() for _ in range(2)]
        for client in clients:
            client.request(call("x"))
        wait_until(lambda: daemon.metrics().value("rpc_sleep_queue_size") == 2, what="two waiting requests")
        for client in clients:
            self.assert_ok(client.response())
            client.close()
        self.assertEqual(daemon.metrics().value("rpc_sleep_queue_size"), 0)

    def test_everything_is_counted_when_the_answer_is_there(self):
        mock = self.mock("A")
        daemon = self.start(mock, server={"worker_threads": 2})
        for number in range(1, 60):
            self.assert_ok(daemon.rpc("x"))
            metrics = daemon.metrics()
            self.assertEqual((metrics.value("rpc_requests_total", outcome="forwarded"),
                              metrics.value("rpc_node_quota_used", node="A")), (number, number))

    def test_exact_under_load(self):
        mock = self.mock("A", "B")
        daemon = self.start(mock, routing={"balance": "least_in_flight"}, server={"worker_threads": 2})
        with Load(daemon.port, clients=16) as load:
            load.wait_good(2000)
        self.assertEqual(load.bad, [])
        metrics = daemon.metrics()
        self.assertEqual(metrics.value("rpc_requests_total", outcome="forwarded"), load.good)
        self.assertEqual(metrics.sum("rpc_node_quota_used"), mock.total("calls"))
        self.assertEqual(load.good, mock.total("calls"))
        self.assertEqual(metrics.value("spillway_in_flight"), 0)
