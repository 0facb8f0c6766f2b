# SPDX-License-Identifier: MIT
"""Choosing, waiting, healing, retrying: contract section 4 and bugs.md group 3."""

import email.utils
import threading
import time

from harness import SpillwayTest, call, exchange, free_port, wait_until

REVERT = {"error": {"code": 3, "message": "execution reverted: no", "data": "0x08c379a0"}}
INTERNAL = {"error": {"code": -32603, "message": "internal error"}}
LIMIT_TEXT = {"error": {"code": -32005, "message": "rate limit exceeded, too many requests"}}


def parallel(daemon, count, method="x", params=None):
    """Sends that many calls at once and returns the answers in order."""
    answers = [None] * count

    def one(at):
        answers[at] = daemon.rpc(method, params, id=at)

    threads = [threading.Thread(target=one, args=(at,)) for at in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


class RoutingTest(SpillwayTest):
    def ranked(self, mock, *names, node=None, **more):
        """A daemon with one tier for each node, in the order of the names."""
        nodes = [{**entry, "tier": tier, **(node or {})} for tier, entry in enumerate(self.nodes(mock, *names))]
        return self.daemon(self.config(nodes, **more))

    def skips(self, daemon, node, reason):
        return daemon.metrics().sum("rpc_upstream_skips_total", node=node, reason=reason)


class ChoiceTest(RoutingTest):
    def test_S1_03_lowest_tier_first(self):
        mock = self.mock("A", "B")
        daemon = self.ranked(mock, "B", "A")
        for _ in range(10):
            self.assert_ok(daemon.rpc("x"))
        self.assertEqual((mock.count("A"), mock.count("B")), (0, 10))

    def test_S1_03_spills_when_the_bucket_is_empty(self):
        mock = self.mock("A", "B")
        nodes = self.nodes(mock)
        nodes[0].update(tier=0, rps_limit=0.01, burst=5)
        nodes[1].update(tier=1)
        daemon = self.daemon(self.config(nodes))
        for _ in range(20):
            self.assert_ok(daemon.rpc("x"))
        self.assertEqual((mock.count("A"), mock.count("B")), (5, 15))
        self.assertEqual(self.skips(daemon, "A", "rate_limit"), 15)

    def test_S1_14_latency_ranking(self):
        mock = self.mock(slow={"delay_ms": 800}, fast={"delay_ms": 2})
        daemon = self.start(mock, node={"max_concurrent": 1})
        parallel(daemon, 2)  # one each: both are measured now
        wait_until(lambda: all(node["latency_ms"] for node in daemon.status()["nodes"]), what="both measured")
        time.sleep(1.3)  # the ranking is made once a second
        before = mock.count("fast")
        for _ in range(10):
            self.assert_ok(daemon.rpc("x"))
        self.assertEqual(mock.count("fast") - before, 10)

    def test_S3_09_least_in_flight(self):
        mock = self.mock(A={"delay_ms": 300}, B={"delay_ms": 300})
        daemon = self.start(mock, routing={"balance": "least_in_flight"})
        for answer in parallel(daemon, 10):
            self.assert_ok(answer)
        self.assertEqual((mock.count("A"), mock.count("B")), (5, 5))

    def test_S5_01_weighted_round_robin(self):
        mock = self.mock("A", "B")
        nodes = self.nodes(mock)
        nodes[0]["weight"], nodes[1]["weight"] = 3, 1
        daemon = self.daemon(self.config(nodes, routing={"balance": "weighted_round_robin"},
                                         server={"worker_threads": 1}))
        for _ in range(40):
            self.assert_ok(daemon.rpc("x"))
        self.assertEqual((mock.count("A"), mock.count("B")), (30, 10))

    def test_disabled_node(self):
        mock = self.mock("A", "B")
        nodes = self.nodes(mock)
        nodes[0]["enabled"] = False
        daemon = self.daemon(self.config(nodes))
        self.assert_ok(daemon.rpc("x"))
        self.assertEqual(mock.count("A"), 0)
        self.assertEqual(daemon.state("A"), "disabled")

    def test_S5_03_method_filters(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        nodes = self.nodes(mock)
        nodes[0].update(tier=0, methods={"allow": ["eth_*"], "deny": ["eth_getLogs", "eth_debug*"]})
        nodes[1].update(tier=1)
        daemon = self.daemon(self.config(nodes))
        for method, result in (("eth_call", "a"), ("eth_getLogs", "b"), ("eth_debugX", "b"), ("net_version", "b"),
                               ("ETH_call", "b")):
            self.assert_ok(daemon.rpc(method), result)
        self.assertEqual(self.skips(daemon, "A", "method_unsupported"), 4)

    def test_S3_14_capabilities_alias(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        nodes = self.nodes(mock)
        nodes[0].update(priority=0, capabilities=["eth_call"])
        nodes[1].update(priority=1)
        daemon = self.daemon(self.config(nodes))
        self.assert_ok(daemon.rpc("eth_call"), "a")
        self.assert_ok(daemon.rpc("other"), "b")

    def test_S1_32_unpriced_method_skips_the_node(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        self.write("p.toml", "[routing]\neth_call = 3\n[custom]\nmy_method = 5\n")
        nodes = self.nodes(mock)
        nodes[0].update(tier=0, provider_pricing_path="p.toml")
        nodes[1].update(tier=1)
        daemon = self.daemon(self.config(nodes))
        for method, result in (("eth_call", "a"), ("eth_getLogs", "b"), ("my_method", "a"), ("ETH_CALL", "b")):
            self.assert_ok(daemon.rpc(method), result)
        self.assertEqual(daemon.used("A"), 8)


class WaitTest(RoutingTest):
    def test_S1_16_waits_for_the_refill(self):
        mock = self.mock("A")
        daemon = self.start(mock, node={"rps_limit": 4, "burst": 1})
        began = time.monotonic()
        for _ in range(4):
            self.assert_ok(daemon.rpc("x"))
        self.assertGreater(time.monotonic() - began, 0.65)
        self.assertEqual(mock.count("A"), 4)

    def test_S1_04_refusal_costs_no_upstream_call(self):
        mock = self.mock("A")
        daemon = self.start(mock, node={"rps_limit": 0.01, "burst": 1},
                            server={"request_timeout_ms": 1000, "attempt_timeout_ms": 500})
        self.assert_ok(daemon.rpc("x"))
        for answer in parallel(daemon, 20):
            self.assert_error(answer, 504, -32012, answer.json["id"])
        self.assertEqual(mock.count("A"), 1)

    def test_waits_for_a_permit(self):
        mock = self.mock(A={"delay_ms": 100})
        daemon = self.start(mock, node={"max_concurrent": 2})
        for answer in parallel(daemon, 8):
            self.assert_ok(answer)
        self.assertEqual(mock.counters("A")["max_in_flight"], 2)

    def test_S1_22_hard_cap_skips(self):
        mock = self.mock(A={"delay_ms": 400}, B={"delay_ms": 10})
        nodes = self.nodes(mock)
        nodes[0].update(tier=0, max_concurrent=2)
        nodes[1].update(tier=1)
        daemon = self.daemon(self.config(nodes))
        for answer in parallel(daemon, 6):
            self.assert_ok(answer)
        self.assertEqual((mock.count("A"), mock.count("B")), (2, 4))
        self.assertGreaterEqual(self.skips(daemon, "A", "saturated"), 4)

    def test_S3_10_soft_cap_is_a_last_resort(self):
        mock = self.mock(A={"delay_ms": 400}, B={"delay_ms": 400})
        nodes = self.nodes(mock)
        nodes[0].update(tier=0, max_in_flight=2)
        nodes[1].update(tier=1, max_in_flight=2)
        daemon = self.daemon(self.config(nodes))
        for answer in parallel(daemon, 8):
            self.assert_ok(answer)
        self.assertEqual(mock.total("calls"), 8)
        self.assertGreaterEqual(mock.count("B"), 2)

    def test_bug39_another_free_node_ends_the_wait(self):
        mock = self.mock(A={"status": 429, "headers": {"Retry-After": "30"}, **INTERNAL}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B")
        for _ in range(3):
            self.assert_ok(daemon.rpc("x"), "b")
        self.assertEqual(mock.count("A"), 1)


class QuotaTest(RoutingTest):
    def test_S1_19_exact_under_concurrency(self):
        mock = self.mock("A", "B")
        self.write("p.toml", "[limits]\nspillover_percent = 90\n[routing]\neth_call = 7\n")
        nodes = self.nodes(mock)
        nodes[0].update(tier=0, monthly_limit=1000, provider_pricing_path="p.toml")
        nodes[1].update(tier=1)
        daemon = self.daemon(self.config(nodes))
        for _ in range(10):
            for answer in parallel(daemon, 20, "eth_call"):
                self.assert_ok(answer)
        self.assertEqual((mock.count("A"), mock.count("B")), (128, 72))
        self.assertEqual(daemon.used("A"), 896)
        self.assertEqual(daemon.state("A"), "quota_exhausted")
        metrics = daemon.metrics()
        self.assertEqual(metrics.value("rpc_node_quota_used", node="A"), 896)
        self.assertEqual(metrics.value("rpc_node_quota_threshold", node="A"), 900)
        self.assertGreaterEqual(self.skips(daemon, "A", "quota_exhausted"), 72)

    def test_quota_spent_everywhere(self):
        mock = self.mock("A")
        daemon = self.start(mock, node={"monthly_limit": 2})
        self.assert_ok(daemon.rpc("x"))
        self.assert_error(daemon.rpc("x", id="late"), 503, -32011, "late")
        self.assertEqual(mock.count("A"), 1)

    def test_threshold_is_reached_but_not_passed(self):
        mock = self.mock("A")
        self.write("p.toml", "[limits]\nspillover_percent = 100\n[routing]\neth_call = 5\n")
        daemon = self.start(mock, node={"monthly_limit": 10, "provider_pricing_path": "p.toml"})
        self.assertEqual([daemon.rpc("eth_call").status for _ in range(3)], [200, 200, 503])

    def test_unmetered_nodes_count_too(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        for _ in range(3):
            self.assert_ok(daemon.rpc("x"))
        metrics = daemon.metrics()
        self.assertEqual(metrics.value("rpc_node_quota_used", node="A"), 3)
        self.assertEqual(metrics.value("rpc_node_quota_threshold", node="A"), float("inf"))

    def test_refund_when_no_byte_left(self):
        mock = self.mock("A", "B")
        mock.act("A", "stop_listening")
        daemon = self.ranked(mock, "A", "B")
        self.assert_ok(daemon.rpc("x"))
        self.assertEqual((daemon.used("A"), daemon.used("B")), (0, 1))

    def test_failed_attempts_are_paid(self):
        mock = self.mock("B", A={"status": 500})
        daemon = self.ranked(mock, "A", "B")
        self.assert_ok(daemon.rpc("x"))
        self.assertEqual((daemon.used("A"), daemon.used("B")), (1, 1))


class PenaltyTest(RoutingTest):
    FAULTS = {
        "500": {"status": 500, **INTERNAL},
        "503 html": {"status": 503, "content_type": "text/html", "body": "<html>busy</html>"},
        "520": {"status": 520, "body": ""},
        "html in a 200": {"content_type": "text/html", "body": "<!DOCTYPE html><html></html>"},
        "plain text": {"body": "invalid host specified"},
        "stray quote": {"body": '\'{"jsonrpc":"2.0","id":{{id}},"result":1}'},
        "bare string": {"body": '"ok"'},
        "empty": {"body": ""},
        "neither result nor error": {"body": '{"jsonrpc":"2.0","id":{{id}}}'},
        "junk behind the answer": {"body": '{"jsonrpc":"2.0","id":{{id}},"result":1}x'},
        "truncated": {"truncate_after": 12},
        "truncated chunks": {"framing": "chunked", "truncate_after": 12},
        "reset": {"reset_after": 12},
        "bad chunk": {"framing": "bad_chunk"},
        "length too long": {"content_length": 500, "close_after": True},
        "half a body until close": {"framing": "close", "body": '{"jsonrpc":"2.0","id":1,"res'},
        "closed at once": {"fate": "close"},
        "reset at once": {"fate": "reset"},
        "redirect": {"status": 302, "headers": {"Location": "http://127.0.0.1:1/"}, "body": ""},
    }

    def test_S1_24_faults_move_on_and_penalise(self):
        mock = self.mock("A", B={"result": "b"})
        for name, fault in self.FAULTS.items():
            with self.subTest(name):
                mock.set("A", **fault)
                mock.act("A", "reset")
                daemon = self.ranked(mock, "A", "B", health={"penalty_ms": 60000})
                answer = daemon.rpc("x", id="me")
                self.assert_ok(answer, "b")
                self.assertEqual((answer.json["id"], answer.header("x-spillway-attempts")), ("me", "2"))
                self.assertEqual(daemon.state("A"), "penalized")
                self.assert_ok(daemon.rpc("x"), "b")
                self.assertLessEqual(mock.counters("A")["requests"], 1)
                daemon.stop()

    def test_unreachable_node(self):
        mock = self.mock("A", B={"result": "b"})
        mock.act("A", "stop_listening")
        daemon = self.ranked(mock, "A", "B")
        self.assert_ok(daemon.rpc("x"), "b")
        self.assertEqual(daemon.state("A"), "penalized")
        self.assertEqual(self.skips(daemon, "A", "penalized"), 0)
        self.assert_ok(daemon.rpc("x"), "b")
        self.assertEqual(self.skips(daemon, "A", "penalized"), 1)

    def test_S1_26_attempt_deadline(self):
        mock = self.mock(A={"fate": "stall"}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B", server={"request_timeout_ms": 5000, "attempt_timeout_ms": 300})
        self.assert_ok(daemon.rpc("x"), "b")
        self.assertEqual(daemon.state("A"), "penalized")

    def test_bug6_stall_inside_the_body(self):
        mock = self.mock(A={"slow_bytes": 10, "slow_interval_ms": 20000}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B", server={"request_timeout_ms": 5000, "attempt_timeout_ms": 300})
        self.assert_ok(daemon.rpc("x"), "b")

    def test_fixed_penalty_ends(self):
        mock = self.mock(A={"steps": [{"status": 500}], "result": "a"}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B", health={"penalty_ms": 700})
        self.assert_ok(daemon.rpc("x"), "b")
        self.assertGreater(daemon.node_status("A")["penalty_remaining_ms"], 0)
        self.assert_ok(daemon.rpc("x"), "b")
        wait_until(lambda: daemon.rpc("x").json["result"] == "a", what="the node is back")
        self.assertEqual(daemon.state("A"), "up")
        self.assertEqual(mock.count("A"), 2)

    def test_S3_02_exponential_penalty(self):
        mock = self.mock(A={"status": 500}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B", health={"penalty": "exponential", "demotion_threshold": 2,
                                                     "penalty_base_ms": 600, "penalty_cap_ms": 60000})
        for expected in (1, 2, 2, 2):
            self.assert_ok(daemon.rpc("x"), "b")
            self.assertEqual(mock.count("A"), expected)
        remaining = daemon.node_status("A")["penalty_remaining_ms"]
        self.assertTrue(0 < remaining <= 600, remaining)
        wait_until(lambda: daemon.rpc("x") and mock.count("A") == 3, what="third failure")
        remaining = daemon.node_status("A")["penalty_remaining_ms"]
        self.assertTrue(600 < remaining <= 1200, remaining)

    def test_S1_28_fail_open(self):
        mock = self.mock(A={"status": 500}, B={"status": 500})
        daemon = self.ranked(mock, "A", "B", health={"penalty_ms": 60000})
        self.assert_error(daemon.rpc("x"), 502, -32010)
        mock.set("B", result="b")
        self.assert_ok(daemon.rpc("x"), "b")

    def test_S1_27_probation(self):
        mock = self.mock(A={"steps": [{"status": 500}], "delay_ms": 500, "result": "a"}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B", health={"penalty_ms": 300})
        self.assert_ok(daemon.rpc("x"), "b")
        wait_until(lambda: daemon.node_status("A")["penalty_remaining_ms"] == 0, what="end of the penalty")
        results = sorted(answer.json["result"] for answer in parallel(daemon, 6))
        self.assertEqual(results, ["a"] + ["b"] * 5)
        self.assertEqual([answer.json["result"] for answer in parallel(daemon, 3)], ["a"] * 3)

    def test_S1_25_rejections_are_no_latency_samples(self):
        mock = self.mock(A={"status": 429, **LIMIT_TEXT}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B")
        self.assert_ok(daemon.rpc("x"), "b")
        self.assertIsNone(daemon.node_status("A")["latency_ms"])
        self.assertGreater(daemon.node_status("B")["latency_ms"], 0)


class RateLimitAnswerTest(RoutingTest):
    def wait_of(self, reply, **node):
        """Milliseconds that a node cools after this reply."""
        mock = self.mock(A=reply, B={"result": "b"})
        nodes = [{**entry, "tier": tier, **node} for tier, entry in enumerate(self.nodes(mock))]
        daemon = self.daemon(self.config(nodes, name=f"rate{self.mocks}.toml"))
        self.assert_ok(daemon.rpc("x"), "b")
        status = daemon.node_status("A")
        self.assertEqual(status["state"], "cooling", reply)
        return status["penalty_remaining_ms"]

    def test_bug35_retry_after_forms(self):
        def limited(**headers):
            return {"status": 429, **LIMIT_TEXT, "headers": {k.replace("_", "-"): v for k, v in headers.items()}}
        later = email.utils.formatdate(time.time() + 40, usegmt=True)
        for reply, least, most in (
                (limited(Retry_After="20"), 15000, 20000),
                (limited(Retry_After="20.5"), 15000, 20500),
                (limited(Retry_After=later), 30000, 41000),
                (limited(Retry_After="99999999999"), 290000, 300000),
                (limited(Retry_After="soon"), 6000, 9000),
                (limited(Retry_After="-1"), 6000, 9000),
                (limited(Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"), 1, 9000),
                (limited(), 6000, 9000),
                ({"status": 429, "error": {"code": -32005, "message": "Too many requests. Retry after 25000ms"}},
                 20000, 25000)):
            with self.subTest(reply):
                remaining = self.wait_of(reply, cooldown_ms=9000)
                self.assertTrue(least <= remaining <= most, remaining)

    def test_bug37_wait_in_the_data(self):
        for data in ({"rate": {"backoff_seconds": 30}}, {"backoff_seconds": 30.0}):
            remaining = self.wait_of({"status": 429, "error": {"code": -32005, "message": "rate limit exceeded",
                                                               "data": data}}, cooldown_ms=9000)
            self.assertTrue(25000 <= remaining <= 30000, remaining)

    def test_bug34_limit_inside_a_200(self):
        for error in ({"code": 429, "message": "Your app has exceeded its compute units per second capacity"},
                      {"code": -32005, "message": "daily request count exceeded, request rate limited"},
                      {"code": -32016, "message": "over rate limit"}):
            with self.subTest(error):
                self.assertGreater(self.wait_of({"error": error}, cooldown_ms=9000), 5000)

    def test_waits_for_the_only_node(self):
        mock = self.mock(A={"steps": [{"status": 429, "headers": {"Retry-After": "1"}, **LIMIT_TEXT}]})
        daemon = self.start(mock)
        began = time.monotonic()
        self.assert_ok(daemon.rpc("x"))
        self.assertGreaterEqual(time.monotonic() - began, 0.99)
        self.assertEqual(mock.count("A"), 2)

    def test_S1_24_wait_only_lengthens(self):
        mock = self.mock(A={"steps": [{"status": 429, "headers": {"Retry-After": "60"}, "delay_ms": 0, **LIMIT_TEXT},
                                      {"status": 429, "headers": {"Retry-After": "1"}, "delay_ms": 400,
                                       **LIMIT_TEXT}]}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B")
        parallel(daemon, 2)
        self.assertGreater(daemon.node_status("A")["penalty_remaining_ms"], 50000)

    def test_bug36_plan_exhausted_parks(self):
        for reply in ({"status": 402, "error": {"code": -32000, "message": "payment required"}},
                      {"status": 429, "error": {"code": -32005, "message": "Monthly capacity limit exceeded."}},
                      {"status": 401, "error": {"code": -32000, "message": "invalid api key"}},
                      {"status": 403, "error": {"code": -32000, "message": "Must be authenticated!"}}):
            with self.subTest(reply):
                mock = self.mock(A=reply, B={"result": "b"})
                nodes = [{**entry, "tier": tier} for tier, entry in enumerate(self.nodes(mock))]
                daemon = self.daemon(self.config(nodes, name=f"park{self.mocks}.toml"))
                self.assert_ok(daemon.rpc("x"), "b")
                self.assertEqual(daemon.state("A"), "parked")
                mock.set("B", status=500)
                daemon.rpc("x")
                self.assertEqual(mock.count("A"), 1)  # no fail-open for a parked node


class FinalAnswerTest(RoutingTest):
    def test_reverts_and_null_go_back_at_once(self):
        mock = self.mock(A={"methods": {"eth_call": REVERT, "eth_null": {"result": None}, "eth_zero": {"result": "0x"},
                                        "eth_vm": {"error": {"code": -32015, "message": "VM execution error.",
                                                             "data": "revert: no"}}}}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B")
        self.assertEqual(daemon.rpc("eth_call", id="r").json,
                         {"jsonrpc": "2.0", "id": "r", "error": REVERT["error"]})
        self.assertEqual(daemon.rpc("eth_vm").code, -32015)
        self.assertEqual(daemon.rpc("eth_null").json, {"jsonrpc": "2.0", "id": 1, "result": None})
        self.assert_ok(daemon.rpc("eth_zero"), "0x")
        self.assertEqual(mock.count("B"), 0)
        self.assertEqual(daemon.state("A"), "up")

    def test_S1_17_final_upstream_errors_keep_status_and_bytes(self):
        body = '{"jsonrpc":"2.0","id":{{id}},"error":{"code":-32602,"message":"invalid argument 0: oops"}, "x":1}'
        mock = self.mock(A={"status": 400, "body": body}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B")
        answer = daemon.rpc("x", id="same")
        self.assertEqual((answer.status, answer.text), (400, body.replace("{{id}}", '"same"')))
        self.assertEqual(mock.count("B"), 0)
        self.assertEqual(daemon.state("A"), "unknown")
        self.assertIsNone(daemon.node_status("A")["latency_ms"])

    def test_best_upstream_error_is_the_last_resort(self):
        mock = self.mock(A={"error": {"code": -32000, "message": "missing trie node abc"}}, B={"status": 500},
                         C={"body": "<html>"})
        daemon = self.ranked(mock, "A", "B", "C")
        answer = daemon.rpc("eth_getBalance", id="keep")
        self.assertEqual((answer.json["id"], answer.json["error"]["message"]), ("keep", "missing trie node abc"))
        self.assertEqual(mock.total("calls"), 3)

    def test_unsupported_method_is_remembered(self):
        missing = {"error": {"code": -32601, "message": "the method eth_new does not exist/is not available"}}
        mock = self.mock(A={"methods": {"eth_new": missing}, "result": "a"}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B")
        for _ in range(3):
            self.assert_ok(daemon.rpc("eth_new"), "b")
        self.assert_ok(daemon.rpc("other"), "a")
        self.assertEqual(mock.counters("A")["methods"], {"eth_new": 1, "other": 1})
        self.assertEqual(self.skips(daemon, "A", "method_unsupported"), 2)

    def test_unsupported_everywhere(self):
        missing = {"error": {"code": -32601, "message": "method not found"}}
        mock = self.mock(A=missing, B=missing)
        daemon = self.ranked(mock, "A", "B")
        self.assertEqual(daemon.rpc("eth_new", id=1).code, -32601)
        again = daemon.rpc("eth_new", id="second")
        self.assertEqual((again.code, again.json["id"]), (-32601, "second"))
        self.assertEqual(mock.total("calls"), 2)

    def test_unsupported_by_all_that_live(self):
        """What a node said of the method is a better answer than that another one is dead, the second time too."""
        mock = self.mock(A={"error": {"code": -32601, "message": "method not found"}})
        daemon = self.daemon(self.config([*self.nodes(mock, "A"),
                                          {"name": "dead", "url": f"http://127.0.0.1:{free_port()}/"}]))
        for number in range(3):
            answer = daemon.rpc("eth_new", id=number)
            self.assertEqual((answer.status, answer.code, answer.json["id"]), (200, -32601, number))

    def test_bug48_sender_limit_is_the_answer(self):
        limited = {"error": {"code": -32000, "message": "sender is over rate limit"}}
        mock = self.mock(A=limited, B=limited)
        daemon = self.ranked(mock, "A", "B")
        self.assertEqual(daemon.rpc("eth_sendRawTransaction", ["0x00"]).json["error"], limited["error"])
        self.assertEqual(mock.total("calls"), 1)
        self.assertNotEqual(daemon.state("A"), "cooling")

    def test_max_retries(self):
        mock = self.mock(**{name: {"status": 500} for name in "ABCD"})
        daemon = self.ranked(mock, *"ABCD", routing={"max_retries": 1})
        self.assert_error(daemon.rpc("x"), 502, -32010)
        self.assertEqual(mock.total("calls"), 2)

    def test_S3_11_zero_retries_means_all(self):
        mock = self.mock(D={"result": "d"}, **{name: {"status": 500} for name in "ABC"})
        self.assert_ok(self.ranked(mock, *"ABCD").rpc("x"), "d")


class ConnectionTest(RoutingTest):
    def test_bug1_keep_alive_race(self):
        mock = self.mock("A")
        for reuse in ("close", "reset"):
            mock.set("A", reuse=reuse)
            daemon = self.start(mock, name=f"{reuse}.toml")
            for number in range(10):
                self.assert_ok(daemon.rpc("eth_getBalance", id=number))
            self.assertEqual(daemon.state("A"), "up")
            self.assertEqual(daemon.health()["status"], "ok")
            daemon.stop()

    def test_a_node_that_resets_after_working_is_paid_and_blamed(self):
        mock = self.mock("A", B={"result": "b"})
        daemon = self.ranked(mock, "A", "B", server={"worker_threads": 1})
        self.assert_ok(daemon.rpc("eth_getBalance"))
        mock.set("A", delay_ms=300, fate="reset")  # far too late for a close that crossed the request
        self.assert_ok(daemon.rpc("eth_getBalance"), "b")
        self.assertEqual((mock.count("A"), daemon.used("A")), (2, 2))
        self.assertEqual(daemon.state("A"), "penalized")

    def test_bug1_idle_connections_that_the_node_closed(self):
        mock = self.mock(A={"idle_close_ms": 100})
        daemon = self.start(mock)
        for _ in range(3):
            self.assert_ok(daemon.rpc("x"))
            wait_until(lambda: mock.counters("A")["open"] == 0, what="closed by the node")
        self.assertEqual((mock.count("A"), daemon.state("A")), (3, "up"))

    def test_connections_are_kept(self):
        mock = self.mock("A")
        daemon = self.start(mock, server={"worker_threads": 1})
        for _ in range(20):
            self.assert_ok(daemon.rpc("x"))
        self.assertEqual(mock.counters("A")["connections"], 1)

    def test_framings_of_a_good_answer(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        for reply in ({"framing": "chunked"}, {"framing": "close"}, {"continue_first": True}, {"close_after": True},
                      {"slow_bytes": 3, "slow_interval_ms": 2}, {"max_requests": 1},
                      {"framing": "chunked", "slow_bytes": 7, "slow_interval_ms": 1}):
            with self.subTest(reply):
                mock.set("A", **reply)
                for _ in range(3):
                    self.assert_ok(daemon.rpc("x"))
        self.assertEqual(daemon.state("A"), "up")

    def test_side_effects_are_never_sent_twice(self):
        for method in ("eth_sendTransaction", "personal_sendTransaction", "miner_start"):
            for fault in ({"fate": "close"}, {"fate": "reset"}, {"status": 502}, {"body": "<html>"},
                          {"fate": "stall"}):
                with self.subTest(method=method, fault=fault):
                    mock = self.mock(A=fault, B={"result": "b"})
                    nodes = [{**entry, "tier": tier} for tier, entry in enumerate(self.nodes(mock))]
                    daemon = self.daemon(self.config(nodes, name=f"side{self.mocks}.toml", server={
                        "request_timeout_ms": 1000, "attempt_timeout_ms": 300}))
                    self.assertIn("error", daemon.rpc(method, [{}]).json)
                    self.assertEqual(mock.total("calls"), 1)
                    daemon.stop()
                    mock.stop()

    def test_side_effects_on_a_dying_kept_connection(self):
        mock = self.mock(A={"reuse": "close"}, B={"result": "b"})
        daemon = self.ranked(mock, "A", "B", server={"worker_threads": 1})
        self.assert_ok(daemon.rpc("eth_getBalance"))
        daemon.rpc("eth_sendTransaction", [{}])
        # The mock counts a request that it drops, but reads no call in it.
        self.assertLessEqual(mock.total("requests"), 2)

    def test_side_effects_move_on_while_no_byte_has_left(self):
        mock = self.mock("A", B={"result": "b"})
        mock.act("A", "stop_listening")
        self.assert_ok(self.ranked(mock, "A", "B").rpc("eth_sendTransaction", [{}]), "b")

    def test_node_that_dies_under_load(self):
        mock = self.mock(A={"delay_ms": [1, 10]}, B={"delay_ms": [1, 10]})
        daemon = self.start(mock, routing={"balance": "least_in_flight"})
        answers = []
        def hammer():
            for number in range(60):
                answers.append(exchange(daemon.port, call("eth_getBalance", id=number)))
        threads = [threading.Thread(target=hammer) for _ in range(8)]
        for thread in threads:
            thread.start()
        wait_until(lambda: len(answers) > 100, what="a hundred answers")
        mock.act("A", "stop_listening")
        mock.act("A", "drop_connections")
        for thread in threads:
            thread.join()
        self.assertEqual([a for a in answers if a.status != 200 or "result" not in a.json], [])
