# SPDX-License-Identifier: MIT
"""No key leaves by any other door than the request to its provider."""

import re
import signal
import time

from harness import SpillwayTest, call

KEYS = {"PATH_KEY": "pathkey7f3a91c2d4", "QUERY_KEY": "querykey88aa55cc", "USER_KEY": "userkey4411dd00",
        "HEADER_KEY": "headerkey99ee77", "BEARER_KEY": "bearerkey1234abcd", "EXTRA_KEY": "extrakeyfedc9876",
        "CLIENT_KEY": "clienttoken55667788"}


class SecretsTest(SpillwayTest):
    def nodes_with_keys(self, mock):
        ports = mock.ports
        return [
            {"name": "path", "tier": 0, "url": f"http://127.0.0.1:{ports['A']}/v3/$PATH_KEY"},
            {"name": "query", "tier": 1, "url": f"http://127.0.0.1:{ports['B']}/?api-key=${{QUERY_KEY}}",
             "headers": {"X-Extra": "$EXTRA_KEY"}},
            {"name": "header", "tier": 2, "url": mock.url("C"),
             "auth": {"type": "header", "name": "X-Api-Key", "value": "$HEADER_KEY"}},
            {"name": "bearer", "tier": 3, "url": mock.url("D"), "auth": {"type": "bearer", "token": "$BEARER_KEY"}},
            {"name": "refused", "tier": 4, "url": "http://127.0.0.1:1/v2/$PATH_KEY"},
        ]

    def assert_clean(self, text, where):
        for name, key in KEYS.items():
            self.assertNotIn(key, text, f"{name} in {where}")
            self.assertNotIn(key[4:], text, f"part of {name} in {where}")

    def test_S1_30_keys_appear_nowhere(self):
        mock = self.mock("D", A={"status": 500, "record": True}, B={"fate": "close", "record": True},
                         C={"body": "<html>", "record": True})
        config = self.config(self.nodes_with_keys(mock), server__auth={"tokens": ["$CLIENT_KEY"]})
        daemon = self.daemon(config, "--log-level", "trace", env=KEYS)
        token = [("Authorization", f"Bearer {KEYS['CLIENT_KEY']}")]
        answers = [daemon.exchange(call("x"), headers=token), daemon.exchange(call("x")),
                   daemon.exchange(call("x"), path=f"/{KEYS['CLIENT_KEY']}/"),
                   daemon.exchange(call("x"), path=f"/wrong{KEYS['CLIENT_KEY'][:-1]}/")]
        mock.set("D", status=500)
        answers.append(daemon.exchange(call("x"), headers=token))
        for path in ("/", "/health", "/healthz", "/status", "/metrics", f"/{KEYS['CLIENT_KEY']}"):
            answers.append(daemon.get(path, headers=token))
        daemon.signal(signal.SIGHUP)
        time.sleep(0.3)
        config.write_text(config.read_text().replace("tier = 0", "tier = 900"))
        daemon.reload(r"reload failed")
        daemon.stop()
        for answer in answers:
            self.assert_clean(answer.text + repr(answer.headers), f"answer {answer}")
        self.assert_clean(daemon.log, "the log")
        for path in self.folder.rglob("*"):
            if path.is_file() and "state" in str(path.relative_to(self.folder)):
                self.assert_clean(path.read_bytes().decode("latin-1"), path)
        # The keys did reach the providers.
        self.assertEqual(mock.requests("A")[0]["target"], "/v3/" + KEYS["PATH_KEY"])
        self.assertEqual(mock.requests("B")[0]["target"], "/?api-key=" + KEYS["QUERY_KEY"])
        self.assertIn(f"X-Extra: {KEYS['EXTRA_KEY']}", mock.requests("B")[0]["headers"])
        self.assertIn(f"X-Api-Key: {KEYS['HEADER_KEY']}", mock.requests("C")[0]["headers"])

    def test_json_log_is_clean_too(self):
        mock = self.mock("B", "C", "D", A={"status": 500})
        daemon = self.daemon(self.config(self.nodes_with_keys(mock)), "--log-level", "trace", "--log-format", "json",
                             env=KEYS)
        self.assert_ok(daemon.rpc("x"))
        daemon.stop()
        self.assert_clean(daemon.log, "the JSON log")

    def test_check_and_usage_print_no_key(self):
        mock = self.mock("A", "B", "C", "D")
        nodes = self.nodes_with_keys(mock)
        nodes[0]["url"] = "http:///v3/$PATH_KEY"
        nodes[1]["url"] = "ftp://h/?api-key=$QUERY_KEY"
        done = self.cli("check", "--config", self.config(nodes), env=KEYS)
        self.assertEqual(done.returncode, 2)
        self.assert_clean(done.stdout + done.stderr, "check")
        done = self.cli("usage", "--config", self.config(self.nodes_with_keys(mock)), env=KEYS)
        self.assert_clean(done.stdout + done.stderr, "usage")

    def test_call_prints_no_key(self):
        config = self.config([{"name": "gone", "url": "http://127.0.0.1:1/v3/$PATH_KEY"}])
        done = self.cli("call", "x", "--config", config, env=KEYS)
        self.assertEqual(done.returncode, 1)
        self.assert_clean(done.stdout + done.stderr, "call")

    def test_dotenv_values_are_secret_and_work(self):
        mock = self.mock(A={"record": True})
        self.write(".env", f"# keys\nPATH_KEY='{KEYS['PATH_KEY']}'\n")
        daemon = self.daemon(self.config([{"name": "A", "url": mock.url("A", "/v3/$PATH_KEY")}]), "--log-level", "trace")
        self.assert_ok(daemon.rpc("x"))
        self.assertEqual(mock.requests("A")[0]["target"], "/v3/" + KEYS["PATH_KEY"])
        self.assert_clean(daemon.log + daemon.get("/status").text, "log and status")

    def test_config_on_disk_is_left_alone(self):
        mock = self.mock("A", "B", "C", "D")
        config = self.config(self.nodes_with_keys(mock))
        before = config.read_bytes()
        daemon = self.daemon(config, env=KEYS)
        self.assert_ok(daemon.rpc("x"))
        daemon.stop()
        self.assertEqual(config.read_bytes(), before)
        self.assertTrue(re.search(rb"\$PATH_KEY", before))
