# SPDX-License-Identifier: MIT
"""The HTTP surface: contract section 2, and bugs.md group 1."""

import os
import resource
import time

from harness import SpillwayTest, call, http_request, wait_until

R = call("eth_thing")


class PathTest(SpillwayTest):
    def test_paths_of_the_default_chain(self):
        daemon = self.start(self.mock("A"))
        for path in ("/", "/send-request", "/?x=1", "/send-request?a=b&c", "/send-request/"):
            self.assert_ok(daemon.exchange(R, path))

    def test_bug15_chain_paths(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        nodes = [{**node, "chain": chain} for node, chain in zip(self.nodes(mock), ("one", "two"))]
        daemon = self.daemon(self.config(nodes, chains__one={"kind": "generic"}, chains__two={"kind": "generic"}))
        for path, result in (("/", "a"), ("/one", "a"), ("/one/", "a"), ("/two", "b"), ("/two/", "b"),
                             ("/two?x=1", "b"), ("/two/?x=1", "b"), ("/send-request", "a")):
            self.assert_ok(daemon.exchange(R, path), result)
        self.assertEqual(daemon.exchange(R, "/three").status, 404)
        self.assertEqual(daemon.exchange(R, "/one/two").status, 404)

    def test_bug15_upstream_path_and_query_stay_exact(self):
        mock = self.mock(A={"record": True}, B={"record": True}, C={"record": True})
        for name, path in (("A", "/v3/KEY"), ("B", "/?api-key=K&x=%20y"), ("C", "")):
            daemon = self.daemon(self.config([{"name": name, "url": mock.url(name, path)}]))
            self.assert_ok(daemon.exchange(R, "/?x=1"))
            daemon.stop()
            self.assertEqual(mock.requests(name)[0]["target"], path or "/")

    def test_unknown_path_and_verbs(self):
        daemon = self.start(self.mock("A"))
        self.assertEqual(daemon.exchange(R, "/nope").status, 404)
        self.assertEqual(daemon.get("/nope").status, 404)
        for path in ("/", "/send-request", "/health", "/metrics", "/status", "/healthz"):
            for method in ("PUT", "DELETE", "PATCH"):
                answer = daemon.exchange("", path, method=method)
                self.assertEqual(answer.status, 405, (method, path, answer))
                self.assertTrue(answer.header("allow"), (method, path))
        for path in ("/health", "/healthz", "/status", "/metrics"):
            self.assertEqual(daemon.exchange(R, path).status, 405, path)
        refused = daemon.get("/send-request")
        self.assertEqual(refused.status, 405)
        self.assertIn("POST", refused.header("allow"))

    def test_S1_43_health(self):
        mock = self.mock("A", B={"status": 500})
        daemon = self.daemon(self.config([{"name": "A", "url": mock.url("A"), "tier": 1},
                                          {"name": "B", "url": mock.url("B"), "tier": 0}]))
        health = daemon.health()
        self.assertEqual((health["status"], health["active_nodes"], health["total_nodes"]), ("ok", 2, 2))
        self.assertEqual([(n["name"], n["tier"], n["status"], n["latency_ms"]) for n in health["nodes"]],
                         [("A", 1, "unknown", None), ("B", 0, "unknown", None)])
        self.assertTrue(all("chain" in node for node in health["nodes"]))
        self.assert_ok(daemon.exchange(R))
        health = daemon.health()
        self.assertEqual((health["status"], health["active_nodes"]), ("degraded", 1))
        self.assertEqual([node["status"] for node in health["nodes"]], ["up", "down"])
        self.assertGreater(health["nodes"][0]["latency_ms"], 0)
        self.assertIsNone(health["nodes"][1]["latency_ms"])

    def test_healthz(self):
        mock = self.mock(A={"status": 500})
        daemon = self.start(mock, health={"penalty_ms": 60000})
        self.assertEqual(daemon.get("/healthz").status, 200)
        daemon.exchange(R)
        answer = daemon.get("/healthz")
        self.assertEqual(answer.status, 503)
        self.assertIsInstance(answer.json, dict)
        self.assertEqual(daemon.health()["status"], "critical")

    def test_status(self):
        mock = self.mock("A")
        daemon = self.start(mock, node={"monthly_limit": 1000, "reset_day": 15})
        self.assert_ok(daemon.exchange(R))
        status = daemon.status()
        for key in ("version", "uptime_s", "in_flight", "chains", "nodes", "cache", "local"):
            self.assertIn(key, status)
        self.assertEqual(status["chains"][0]["name"], "default")
        node = status["nodes"][0]
        for key in ("name", "chain", "tier", "state", "state_reason", "in_flight", "latency_ms",
                    "penalty_remaining_ms", "block_number", "quota"):
            self.assertIn(key, node)
        self.assertEqual((node["state"], node["quota"]["used"], node["quota"]["limit"], node["quota"]["threshold"]),
                         ("up", 1, 1000, 950))
        self.assertRegex(node["quota"]["period_start"], r"^\d{4}-\d\d-15")
        self.assertRegex(node["quota"]["resets_at"], r"^\d{4}-\d\d-15")

    def test_status_page(self):
        mock = self.mock("A")
        page = self.start(mock).get("/")
        self.assertEqual(page.status, 200)
        self.assertTrue(page.header("content-type").startswith("text/html"))
        self.assertIn("A", page.text)
        moved = self.start(mock, server={"status_page_path": "/page"})
        self.assertEqual(moved.get("/page").status, 200)
        self.assertNotEqual(moved.get("/").status, 200)

    def test_metrics_switch(self):
        mock = self.mock("A")
        self.assertEqual(self.start(mock).get("/metrics").status, 200)
        off = self.start(mock, server={"enable_metrics": False})
        self.assertEqual(off.get("/metrics").status, 404)

    def test_bug10_head(self):
        daemon = self.start(self.mock("A"))
        for path in ("/", "/health", "/healthz", "/status", "/metrics"):
            with daemon.client() as client:
                client.request("", path, method="HEAD")
                head = client.response(head=True)
                self.assertEqual(head.status, 200, path)
                # A body would stand before the next answer.
                client.request("", "/healthz", method="GET")
                self.assertEqual(client.response().status, 200, path)
            self.assertEqual(head.header("content-type"), daemon.get(path).header("content-type"))
            self.assertIsNotNone(head.header("content-length"), path)

    def test_response_headers(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        answer = daemon.exchange(R)
        self.assertEqual((answer.header("x-spillway-node"), answer.header("x-spillway-attempts"),
                          answer.header("x-spillway-credits")), ("A", "1", "1"))
        self.assertEqual(answer.header("content-type"), "application/json")
        quiet = self.start(mock, server={"response_headers": False})
        self.assertEqual([name for name, _ in quiet.exchange(R).headers if name.lower().startswith("x-spillway")], [])


class OwnErrorTest(SpillwayTest):
    def setUp(self):
        super().setUp()
        self.node = self.mock("A")
        self.proxy = self.start(self.node, security={"max_body_bytes": 2000, "max_batch_size": 5})

    def tearDown(self):
        # Nothing of this may have cost an upstream call.
        self.assertEqual(self.node.count("A"), 0)

    def test_not_json(self):
        for body in ("", "   ", "{", "nonsense", '{"method":"x"', R + "x", R + R, '{"id":1,"method":"x",}', "\x00",
                     '{"jsonrpc":"2.0","id":1,"method":"x","params":[}'):
            self.assert_error(self.proxy.exchange(body), 400, -32700, None)

    def test_not_a_request_object(self):
        for body, id in (("1", None), ('"x"', None), ("null", None), ("true", None), ("{}", None),
                         ('{"id":7,"method":42}', 7), ('{"id":7}', 7), ('{"id":"a","method":""}', "a"),
                         ('{"id":7,"method":"x","params":3}', 7), ('{"jsonrpc":"1.0","id":7,"method":"x"}', 7)):
            with self.subTest(body):
                self.assert_error(self.proxy.exchange(body), 400, -32600, id)

    def test_bug21_bad_ids(self):
        for id in ("{}", "[]", "true", "false", '{"a":1}', "[1]"):
            with self.subTest(id):
                self.assert_error(self.proxy.exchange('{"jsonrpc":"2.0","id":%s,"method":"x"}' % id), 400, -32600, None)

    def test_bug30_duplicate_keys(self):
        for body in ('{"id":1,"method":"eth_call","method":"debug_x"}', '{"id":1,"id":2,"method":"x"}',
                     '{"id":1,"method":"a","m\\u0065thod":"b"}', '{"id":1,"method":"x","params":[],"params":[1]}'):
            with self.subTest(body):
                answer = self.proxy.exchange(body)
                self.assertEqual((answer.status, answer.code), (400, -32600))

    def test_bug25_empty_batch_and_batch_too_large(self):
        self.assert_error(self.proxy.exchange("[]"), 400, -32600, None)
        self.assert_error(self.proxy.exchange("[" + ",".join([R] * 6) + "]"), 400, -32600, None)

    def test_body_too_large(self):
        self.assert_error(self.proxy.exchange(call("x", ["y" * 3000])), 413, -32600, None)
        chunked = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"400\r\n" + \
            b" " * 1024 + b"\r\n400\r\n" + b" " * 1024 + b"\r\n"
        with self.proxy.client() as client:
            client.send(chunked)
            self.assertEqual(client.response().status, 413)


class FailureTest(SpillwayTest):
    def test_every_upstream_failed(self):
        mock = self.mock(A={"status": 502, "content_type": "text/html", "body": "<html>bad</html>"}, B={"body": ""})
        self.assert_error(self.start(mock).exchange(call("x", id="q")), 502, -32010, "q")

    def test_no_node_may_serve(self):
        mock = self.mock("A")
        self.write("p.toml", "[routing]\neth_call = 1\n")
        daemon = self.start(mock, node={"provider_pricing_path": "p.toml"})
        self.assert_error(daemon.rpc("eth_unpriced", id="q"), 503, -32011, "q")
        self.assertEqual(mock.count("A"), 0)
        denied = self.start(mock, node={"methods": {"deny": ["secret_*"]}})
        self.assert_error(denied.rpc("secret_x"), 503, -32011)

    def test_deadline(self):
        mock = self.mock(A={"fate": "stall"})
        daemon = self.start(mock, server={"request_timeout_ms": 600, "attempt_timeout_ms": 300})
        answer = daemon.rpc("x", id=5)
        self.assertIn((answer.status, answer.code), ((504, -32012), (502, -32010)))
        self.assertEqual(answer.json["id"], 5)

    def test_in_flight_cap(self):
        mock = self.mock(A={"fate": "stall"})
        daemon = self.start(mock, server={"max_in_flight": 3, "request_timeout_ms": 20000,
                                          "attempt_timeout_ms": 10000})
        waiting = [daemon.client() for _ in range(3)]
        for client in waiting:
            client.request(R)
        wait_until(lambda: mock.counters("A")["in_flight"] == 3, what="three requests upstream")
        refused = daemon.rpc("x", id="over")
        self.assert_error(refused, 503, -32013, "over")
        self.assertGreaterEqual(int(refused.header("retry-after")), 1)
        for client in waiting:
            client.close()
        mock.set("A")
        wait_until(lambda: daemon.rpc("x").status == 200, what="room again")

    def test_blocked_namespaces(self):
        mock = self.mock(A={"evm": {"chain_id": 1}})
        daemon = self.daemon(self.config([{**self.nodes(mock)[0], "chain": "eth"}],
                                         chains__eth={"kind": "evm", "chain_id": 1, "heads": "off"}))
        for method in ("admin_peers", "debug_traceCall", "miner_start", "personal_sign", "trace_block",
                       "txpool_content"):
            self.assert_error(daemon.rpc(method, id="b"), 200, -32601, "b")
        self.assertEqual(mock.count("A"), 0)
        batch = daemon.exchange("[" + call("debug_x", id=1) + "," + call("eth_getBalance", id=2) + "]").json
        self.assertEqual((batch[0]["error"]["code"], batch[1]["id"], "result" in batch[1]), (-32601, 2, True))


class CorsTest(SpillwayTest):
    ORIGIN = "http://localhost:3000"

    def preflight(self, daemon, origin):
        return daemon.exchange("", method="OPTIONS", headers=[
            ("Origin", origin), ("Access-Control-Request-Method", "POST"),
            ("Access-Control-Request-Headers", "content-type,x-api-key")])

    def test_bug9_preflight_and_errors(self):
        mock = self.mock("A")
        daemon = self.start(mock, cors={"origins": [self.ORIGIN]})
        answer = self.preflight(daemon, self.ORIGIN)
        self.assertIn(answer.status, (200, 204))
        self.assertEqual(answer.header("access-control-allow-origin"), self.ORIGIN)
        self.assertIn("POST", answer.header("access-control-allow-methods"))
        allowed = answer.header("access-control-allow-headers").lower()
        self.assertIn("content-type", allowed)
        self.assertIn("x-api-key", allowed)
        self.assertTrue(int(answer.header("access-control-max-age")) > 0)
        for body in (R, "nonsense"):
            reply = daemon.exchange(body, headers=[("Origin", self.ORIGIN)])
            self.assertEqual(reply.all("access-control-allow-origin"), [self.ORIGIN], reply)
            self.assertIn("origin", (reply.header("vary") or "").lower())

    def test_foreign_origin_gets_nothing(self):
        daemon = self.start(self.mock("A"), cors={"origins": [self.ORIGIN]})
        answer = self.preflight(daemon, "http://evil.example")
        self.assertIsNone(answer.header("access-control-allow-origin"))

    def test_upstream_header_is_not_doubled(self):
        mock = self.mock(A={"headers": {"Access-Control-Allow-Origin": "*"}})
        daemon = self.start(mock, cors={"origins": [self.ORIGIN]})
        reply = daemon.exchange(R, headers=[("Origin", self.ORIGIN)])
        self.assertEqual(reply.all("access-control-allow-origin"), [self.ORIGIN])


class FramingTest(SpillwayTest):
    def test_bug3_expect_continue(self):
        daemon = self.start(self.mock(A={"record": True}))
        body = call("x", ["y" * 1000]).encode()
        head = (f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
                "Expect: 100-continue\r\n\r\n").encode()
        with daemon.client() as client:
            client.send(head)
            self.assertEqual(client.response().status, 100)
            client.send(body)
            self.assert_ok(client.response())

    def test_bug3_expect_of_a_body_too_large(self):
        daemon = self.start(self.mock("A"))
        with daemon.client() as client:
            client.send("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n"
                        "Expect: 100-continue\r\n\r\n")
            self.assertIn(client.response().status, (413, 417))

    def test_bug3_client_headers_stay_here(self):
        mock = self.mock(A={"record": True})
        daemon = self.start(mock, node={"headers": {"X-Own": "1"}, "auth": {"type": "bearer", "token": "tok"}})
        self.assert_ok(daemon.exchange(R, headers=[
            ("Cookie", "c=1"), ("X-Forwarded-For", "9.9.9.9"), ("Authorization", "Bearer client"),
            ("Expect", "100-continue"), ("Connection", "keep-alive, x-hop"), ("X-Hop", "1"), ("User-Agent", "me")]))
        seen = mock.requests("A")[0]
        lines = dict(line.split(": ", 1) for line in seen["headers"].splitlines())
        names = {name.lower(): value for name, value in lines.items()}
        self.assertEqual(names["host"], f"127.0.0.1:{mock.ports['A']}")
        self.assertEqual(names["authorization"], "Bearer tok")
        self.assertEqual(names["x-own"], "1")
        for absent in ("cookie", "x-forwarded-for", "expect", "x-hop"):
            self.assertNotIn(absent, names)
        self.assertNotEqual(names.get("user-agent"), "me")
        self.assertEqual(seen["body"], R)

    def test_bug10_http_1_0(self):
        daemon = self.start(self.mock(A={"framing": "chunked"}))
        with daemon.client() as client:
            client.request(R, version="HTTP/1.0")
            answer = client.response()
            self.assert_ok(answer)
            self.assertIsNone(answer.header("transfer-encoding"))
            self.assertTrue(client.at_eof())
        with daemon.client() as client:
            for _ in range(2):
                client.request(R, version="HTTP/1.0", headers=[("Connection", "keep-alive")])
                answer = client.response()
                self.assert_ok(answer)
                self.assertIsNone(answer.header("transfer-encoding"))
                if (answer.header("connection") or "").lower() == "close":
                    break

    def test_connection_close_is_obeyed(self):
        daemon = self.start(self.mock("A"))
        with daemon.client() as client:
            client.request(R, headers=[("Connection", "close")])
            self.assert_ok(client.response())
            self.assertTrue(client.at_eof())

    def test_bug13_pipelining_keeps_the_order(self):
        mock = self.mock(A={"methods": {"slow": {"delay_ms": 200, "result": "slow"}, "fast": {"result": "fast"}}})
        daemon = self.start(mock)
        with daemon.client() as client:
            client.send(b"".join(http_request(call(method, id=number)) for number, method in
                                 enumerate(["slow", "fast", "slow", "fast", "fast"])))
            answers = [client.response().json for _ in range(5)]
        self.assertEqual([(a["id"], a["result"]) for a in answers],
                         [(0, "slow"), (1, "fast"), (2, "slow"), (3, "fast"), (4, "fast")])

    def test_deep_pipelining(self):
        daemon = self.start(self.mock("A"))
        with daemon.client() as client:
            client.send(b"".join(http_request(call("x", id=number)) for number in range(300)))
            self.assertEqual([client.response().json["id"] for _ in range(300)], list(range(300)))

    def test_half_closed_client_gets_its_answer(self):
        daemon = self.start(self.mock(A={"delay_ms": 200}))
        with daemon.client() as client:
            client.request(R)
            client.half_close()
            self.assert_ok(client.response())

    def test_byte_by_byte(self):
        daemon = self.start(self.mock("A"))
        with daemon.client() as client:
            client.send_bytewise(http_request(R))
            self.assert_ok(client.response())
            client.send_bytewise(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                                 + b"".join(b"1\r\n" + R.encode()[i:i + 1] + b"\r\n" for i in range(len(R)))
                                 + b"0\r\n\r\n")
            self.assert_ok(client.response())

    def test_chunked_request(self):
        mock = self.mock(A={"record": True})
        daemon = self.start(mock)
        body = call("x", ["y" * 5000]).encode()
        data = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        for at in range(0, len(body), 700):
            part = body[at:at + 700]
            data += b"%x;ext=1\r\n%s\r\n" % (len(part), part)
        with daemon.client() as client:
            client.send(data + b"0\r\nX-Trailer: 1\r\n\r\n")
            self.assert_ok(client.response())
        self.assertEqual(mock.requests("A")[0]["body"], body.decode())

    def test_bug12_smuggling(self):
        daemon = self.start(self.mock("A"))
        length = str(len(R))
        inner = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        for name, headers in {
            "both framings": f"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{inner}",
            "two lengths": f"Content-Length: {length}\r\nContent-Length: 5\r\n\r\n{R}",
            "chunked with a tab": f"Transfer-Encoding: chunked\t\r\nContent-Length: {length}\r\n\r\n{R}",
            "length with a sign": f"Content-Length: +{length}\r\n\r\n{R}",
            "space before the colon": "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
            "unknown coding": "Transfer-Encoding: gzip\r\n\r\n",
            "coding behind chunked": "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
            "folded header": f"X-A: 1\r\n Content-Length: 3\r\nContent-Length: {length}\r\n\r\n{R}",
            "bare line feed in a name": f"Content-Length\n: {length}\r\n\r\n{R}",
            "length with a letter": f"Content-Length: {length}a\r\n\r\n{R}",
            "length list": f"Content-Length: {length}, 5\r\n\r\n{R}",
            "bad chunk size": "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        }.items():
            with self.subTest(name), daemon.client() as client:
                client.send(f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}")
                answer = client.response()
                self.assertIn(answer.status, (400, 501), answer)
                self.assertTrue(client.at_eof(), name)

    def test_junk_instead_of_http(self):
        daemon = self.start(self.mock("A"))
        for junk in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 50, b"hello\r\n\r\n", b"\0" * 100,
                     b"GET\r\n\r\n", b"POST / HTTP/9.9\r\n\r\n"):
            with daemon.client() as client:
                client.send(junk)
                answer = client.response()
                self.assertIn(answer.status, (400, 505))
        self.assert_ok(daemon.exchange(R))

    def test_header_block_too_large(self):
        daemon = self.start(self.mock("A"))
        with daemon.client() as client:
            try:
                client.send("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + f"X-A: {'y' * 1000}\r\n" * 100 + "\r\n")
                self.assertIn(client.response().status, (431, 400))
            except (ConnectionError, EOFError):
                pass
        self.assert_ok(daemon.exchange(R))

    def test_bug11_slow_headers_are_cut_off(self):
        daemon = self.start(self.mock("A"), security={"header_timeout_ms": 500})
        with daemon.client() as client:
            client.send("POST / HTTP/1.1\r\n")
            began = time.monotonic()
            try:
                while time.monotonic() - began < 10:
                    client.send("X")
                    time.sleep(0.1)
                    client.sock.settimeout(0.001)
                    try:
                        if not client.read_more() or client.buffer:
                            break
                    except TimeoutError:
                        continue
            except OSError:
                pass
            self.assertLess(time.monotonic() - began, 8)

    def test_many_requests_on_one_connection(self):
        daemon = self.start(self.mock("A"))
        with daemon.client() as client:
            for number in range(200):
                client.request(call("x", id=number))
                self.assertEqual(client.response().json["id"], number)

    def test_accepting_comes_back_after_a_lack_of_descriptors(self):
        daemon = self.start(self.mock("A"))
        self.assert_ok(daemon.exchange(R))
        pid = daemon.pid
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        count = len(os.listdir(f"/proc/{pid}/fd"))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (count + 4, before[1]))
        crowd = [daemon.client() for _ in range(12)]
        self.addCleanup(lambda: [client.close() for client in crowd])
        wait_until(lambda: "cannot accept a connection" in daemon.log, what="the shortage is told")
        for client in crowd:
            client.close()
        for _ in range(3):
            self.assert_ok(daemon.exchange(R))

    def test_client_that_leaves_does_no_harm(self):
        mock = self.mock(A={"delay_ms": 300})
        daemon = self.start(mock)
        for _ in range(20):
            client = daemon.client()
            client.request(R)
            client.reset()
        wait_until(lambda: daemon.status()["in_flight"] == 0, what="nothing in flight")
        self.assert_ok(daemon.exchange(R))
