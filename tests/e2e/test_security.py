# SPDX-License-Identifier: MIT
"""Who may call: tokens, Host and Origin, client rates, addresses."""

import time

from harness import RawClient, SpillwayTest, call, exchange, wait_until

R = call("x")


def bearer(token):
    return [("Authorization", "Bearer " + token)]


class TokenTest(SpillwayTest):
    def test_S5_32_token_is_asked_for(self):
        mock = self.mock("A")
        daemon = self.start(mock, server__auth={"tokens": ["secret-1", "secret-2"]})
        for headers in ([], bearer("wrong"), bearer("secret-"), bearer("secret-11"), [("Authorization", "secret-1")],
                        [("Authorization", "Basic secret-1")], bearer("")):
            answer = daemon.exchange(call("x", id="me"), headers=headers)
            self.assert_error(answer, 401, -32001, "me")
        self.assertEqual(mock.count("A"), 0)
        for token in ("secret-1", "secret-2"):
            self.assert_ok(daemon.exchange(R, headers=bearer(token)))
        self.assert_ok(daemon.exchange(R, headers=[("authorization", "bearer secret-1")]))

    def test_token_as_the_first_path_segment(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        nodes = [{**node, "chain": chain} for node, chain in zip(self.nodes(mock), ("one", "two"))]
        daemon = self.daemon(self.config(nodes, server__auth={"tokens": ["secret-1"]}, chains__one={"kind": "generic"},
                                         chains__two={"kind": "generic"}))
        for path, result in (("/secret-1", "a"), ("/secret-1/", "a"), ("/secret-1/two", "b"),
                             ("/secret-1/two/?x=1", "b"), ("/secret-1/send-request", "a")):
            self.assert_ok(daemon.exchange(R, path), result)
        for path in ("/wrong/two", "/two"):
            self.assertIn(daemon.exchange(R, path).status, (401, 404))

    def test_rights_of_a_token(self):
        mock = self.mock("A", "B")
        nodes = [{**node, "chain": chain} for node, chain in zip(self.nodes(mock), ("one", "two"))]
        tokens = [{"name": "limited", "token": "t-limited", "chains": ["one"],
                   "methods": {"allow": ["eth_*"], "deny": ["eth_getLogs"]}}, {"name": "full", "token": "t-full"}]
        daemon = self.daemon(self.config(nodes, server__auth={"tokens": tokens}, chains__one={"kind": "generic"},
                                         chains__two={"kind": "generic"}))
        self.assert_ok(daemon.exchange(call("eth_call"), "/one", headers=bearer("t-limited")))
        for method, path in (("net_version", "/one"), ("eth_getLogs", "/one"), ("eth_call", "/two")):
            self.assertIn("error", daemon.exchange(call(method), path, headers=bearer("t-limited")).json)
            self.assert_ok(daemon.exchange(call(method), path, headers=bearer("t-full")))

    def test_rate_of_a_token(self):
        mock = self.mock("A")
        tokens = [{"name": "slow", "token": "t-slow", "rps_limit": 1}, {"name": "fast", "token": "t-fast"}]
        daemon = self.start(mock, server__auth={"tokens": tokens})
        answers = [daemon.exchange(R, headers=bearer("t-slow")) for _ in range(5)]
        refused = [answer for answer in answers if answer.status == 429]
        self.assertGreaterEqual(len(refused), 3)
        self.assert_error(refused[0], 429, -32005)
        self.assertGreaterEqual(int(refused[0].header("retry-after")), 1)
        self.assert_ok(daemon.exchange(R, headers=bearer("t-fast")))


class OriginTest(SpillwayTest):
    def test_bug16_foreign_host_on_loopback(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        for host in ("evil.example", "evil.example:8599", "127.0.0.1.evil.example", "localhost.evil.example",
                     "10.0.0.1"):
            answer = daemon.exchange(R, headers=[("Host", host)])
            self.assert_error(answer, 403, -32001)
            self.assertEqual(daemon.get("/status", headers=[("Host", host)]).status, 403)
        self.assertEqual(mock.count("A"), 0)
        for host in ("127.0.0.1", "localhost", f"localhost:{daemon.port}", f"127.0.0.1:{daemon.port}",
                     f"[::1]:{daemon.port}", "LOCALHOST"):
            self.assert_ok(daemon.exchange(R, headers=[("Host", host)]))

    def test_further_hosts(self):
        daemon = self.start(self.mock("A"), security={"allowed_hosts": ["rpc.internal"]})
        self.assert_ok(daemon.exchange(R, headers=[("Host", "rpc.internal")]))

    def test_foreign_origin_on_loopback(self):
        mock = self.mock("A")
        daemon = self.start(mock, cors={"origins": ["http://localhost:3000"]})
        for origin in ("http://evil.example", "null", "http://localhost:3001", "https://localhost:3000"):
            self.assert_error(daemon.exchange(R, headers=[("Origin", origin)]), 403, -32001)
        self.assertEqual(mock.count("A"), 0)
        self.assert_ok(daemon.exchange(R, headers=[("Origin", "http://localhost:3000")]))

    def test_loopback_pages_only_if_listed(self):
        daemon = self.start(self.mock("A"))
        self.assert_error(daemon.exchange(R, headers=[("Origin", "http://localhost:3000")]), 403, -32001)

    def test_token_lifts_the_host_rule_not_the_token_rule(self):
        daemon = self.start(self.mock("A"), server__auth={"tokens": ["t-1"]})
        self.assertEqual(daemon.exchange(R, headers=[("Host", "evil.example")]).status in (401, 403), True)


class ClientRateTest(SpillwayTest):
    LIMIT = {"requests_per_second": 0.05, "burst": 3}

    def test_S5_25_rate_by_address(self):
        mock = self.mock("A")
        daemon = self.start(mock, server__client_rate_limit=self.LIMIT)
        answers = [daemon.exchange(call("x", id=number)) for number in range(6)]
        self.assertEqual([answer.status for answer in answers], [200] * 3 + [429] * 3)
        self.assert_error(answers[5], 429, -32005, 5)
        self.assertGreaterEqual(int(answers[5].header("retry-after")), 1)
        with RawClient(daemon.port, source="127.0.0.9") as other:
            other.request(R)
            self.assert_ok(other.response())
        self.assertEqual(mock.count("A"), 4)

    def test_batch_costs_its_elements(self):
        daemon = self.start(self.mock("A"), server__client_rate_limit=self.LIMIT)
        self.assertEqual(daemon.exchange("[" + ",".join([R] * 3) + "]").status, 200)
        self.assertEqual(daemon.exchange(R).status, 429)

    def test_batch_is_limited_one_by_one(self):
        daemon = self.start(self.mock("A"), server__client_rate_limit={"requests_per_second": 1, "burst": 5})
        answer = daemon.exchange("[" + ",".join(call("x", id=number) for number in range(8)) + "]")
        self.assertEqual([element.get("error", {}).get("code") for element in answer.json], [None] * 5 + [-32005] * 3)
        self.assertEqual([element["id"] for element in answer.json], list(range(8)))

    def test_off_on_loopback_by_default(self):
        daemon = self.start(self.mock("A"))
        self.assertTrue(all(daemon.exchange(R).status == 200 for _ in range(150)))

    def test_forwarded_for_of_a_trusted_proxy(self):
        daemon = self.start(self.mock("A"), server__client_rate_limit={**self.LIMIT, "trusted_proxies": ["127.0.0.1"]})
        for client in ("203.0.113.1", "203.0.113.2", "198.51.100.7, 203.0.113.3"):
            statuses = [daemon.exchange(R, headers=[("X-Forwarded-For", client)]).status for _ in range(4)]
            self.assertEqual(statuses, [200] * 3 + [429], client)

    def test_forwarded_for_of_anybody_else_is_ignored(self):
        daemon = self.start(self.mock("A"), server__client_rate_limit=self.LIMIT)
        statuses = [daemon.exchange(R, headers=[("X-Forwarded-For", f"203.0.113.{n}")]).status for n in range(6)]
        self.assertEqual(statuses, [200] * 3 + [429] * 3)

    def test_spoofed_first_entry_is_not_believed(self):
        daemon = self.start(self.mock("A"), server__client_rate_limit={**self.LIMIT, "trusted_proxies": ["127.0.0.1"]})
        statuses = [daemon.exchange(R, headers=[("X-Forwarded-For", f"192.0.2.{n}, 203.0.113.9")]).status
                    for n in range(6)]
        self.assertEqual(statuses, [200] * 3 + [429] * 3)


class AddressTest(SpillwayTest):
    def test_S3_17_non_loopback_needs_auth_or_consent(self):
        mock = self.mock("A")
        for host in ("0.0.0.0", "::", "192.0.2.1"):
            done = self.cli("--config", self.config(self.nodes(mock), server={"host": host}))
            self.assertNotEqual(done.returncode, 0, host)
            self.assertIn("allow_unauthenticated", done.stderr + done.stdout)

    def test_non_loopback_with_consent_or_tokens(self):
        mock = self.mock("A")
        open_daemon = self.start(mock, server={"host": "0.0.0.0", "allow_unauthenticated": True})
        self.assert_ok(open_daemon.exchange(R, headers=[("Host", "rpc.example")]))
        self.assertEqual(open_daemon.get("/metrics").status, 404)  # off unless asked for
        open_daemon.stop()
        closed = self.start(mock, server={"host": "0.0.0.0"}, server__auth={"tokens": ["t-1"]})
        self.assert_error(closed.exchange(R), 401, -32001)
        self.assert_ok(closed.exchange(R, headers=bearer("t-1")))

    def test_localhost_means_both_families(self):
        mock = self.mock("A")
        daemon = self.start(mock, server={"host": "localhost"})
        self.assert_ok(exchange(daemon.port, R, host="127.0.0.1"))
        self.assert_ok(exchange(daemon.port, R, host="::1"))

    def test_connection_limits(self):
        daemon = self.start(self.mock("A"), security={"max_connections": 20})
        clients = []
        try:
            for _ in range(60):
                clients.append(daemon.client())
        except OSError:
            pass
        time.sleep(0.2)
        for client in clients:
            client.close()
        wait_until(lambda: self.answers(daemon), what="room for a new connection")

    def answers(self, daemon):
        try:
            return daemon.exchange(R).status == 200
        except (OSError, EOFError):
            return False

    def test_connection_limit_of_one_address(self):
        daemon = self.start(self.mock("A"), security={"max_connections_per_address": 3})
        held = [RawClient(daemon.port, source="127.0.0.2") for _ in range(3)]
        for client in held:
            client.send(b"POST / HTTP/1.1\r\n")
        wait_until(lambda: daemon.metrics().value("spillway_connections") == 4, what="three held connections")
        with RawClient(daemon.port, source="127.0.0.2") as fourth:
            self.assertEqual(fourth.sock.recv(1), b"")
        self.assert_ok(daemon.exchange(R))  # from another address
        held[0].close()

        def free():
            with RawClient(daemon.port, source="127.0.0.2") as again:
                try:
                    again.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    return again.sock.recv(8) == b"HTTP/1.1"
                except ConnectionError:
                    return False
        wait_until(free, what="room for the address again")
