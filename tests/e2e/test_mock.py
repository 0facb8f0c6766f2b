# SPDX-License-Identifier: MIT
"""The mock itself: a harness that misbehaves would make every other test worthless."""

import gzip
import json
import subprocess

from harness import SpillwayTest, RawClient, bin_dir, call, exchange


class MockTest(SpillwayTest):
    def ask(self, mock, name="A", body=None, **more):
        return exchange(mock.ports[name], body or call("x"), **more)

    def test_constant_result_and_raw_id(self):
        mock = self.mock(A={"result_text": "18446744073709551615"})
        answer = self.ask(mock, body='{"id":1e3,"method":"x"}')
        self.assertEqual(answer.text, '{"jsonrpc":"2.0","id":1e3,"result":18446744073709551615}')

    def test_batch_modes(self):
        mock = self.mock("A")
        body = "[" + ",".join(call("x", id=i) for i in range(20)) + "," + call("n", id=None) + "]"
        self.assertEqual([part["id"] for part in self.ask(mock, body=body).json], list(range(20)))
        mock.set("A", batch="shuffle", seed=3)
        shuffled = [part["id"] for part in self.ask(mock, body=body).json]
        self.assertNotEqual(shuffled, list(range(20)))
        self.assertEqual(sorted(shuffled), list(range(20)))
        mock.set("A", batch="object")
        self.assertEqual(self.ask(mock, body=body).json["id"], 0)
        mock.set("A", batch="refuse")
        self.assertEqual(self.ask(mock, body=body).code, -32600)
        mock.set("A", max_batch=5)
        self.assertEqual(self.ask(mock, body=body).code, -32600)

    def test_steps_then_the_next_layer(self):
        mock = self.mock(A={"steps": [{"result": 1, "times": 2}, {"status": 429, "headers": {"Retry-After": "2"},
                                                                  "error": {"code": -32005, "message": "slow"}}]})
        answers = [self.ask(mock) for _ in range(4)]
        self.assertEqual([a.status for a in answers], [200, 200, 429, 200])
        self.assertEqual(answers[2].header("retry-after"), "2")
        self.assertEqual(answers[3].json["result"], "ok")

    def test_methods_and_prefixes(self):
        mock = self.mock(A={"methods": {"eth_call": {"error": {"code": 3, "message": "execution reverted"}},
                                        "debug_*": [{"result": 1}, {"result": 2}]}})
        self.assertEqual(self.ask(mock, body=call("eth_call")).code, 3)
        self.assertEqual([self.ask(mock, body=call("debug_x")).json["result"] for _ in range(3)], [1, 2, "ok"])

    def test_wire_faults(self):
        mock = self.mock("A")
        mock.set("A", truncate_after=10)
        answer = self.ask(mock)
        self.assertEqual((answer.complete, len(answer.body)), (False, 10))
        mock.set("A", gzip=True)
        self.assertEqual(json.loads(gzip.decompress(self.ask(mock).body))["result"], "ok")
        mock.set("A", framing="chunked", fill=10000)
        self.assertEqual(len(self.ask(mock).json["result"]), 10000)
        mock.set("A", framing="bad_chunk")
        self.assertFalse(self.ask(mock).complete)
        mock.set("A", framing="close")
        self.assertEqual(self.ask(mock).json["result"], "ok")
        mock.set("A", fate="close")
        with self.assertRaises(EOFError):
            self.ask(mock)
        mock.set("A", continue_first=True)
        with RawClient(mock.ports["A"]) as client:
            client.request(call("x"))
            self.assertEqual(client.response().status, 100)
            self.assertEqual(client.response().json["result"], "ok")
        mock.set("A", slow_bytes=5, slow_interval_ms=1)
        self.assertEqual(self.ask(mock).json["result"], "ok")

    def test_reuse_close_and_listening(self):
        mock = self.mock(A={"reuse": "close"})
        with RawClient(mock.ports["A"]) as client:
            client.request(call("x"))
            self.assertEqual(client.response().json["result"], "ok")
            client.request(call("x"))
            self.assertTrue(client.at_eof())
        mock.act("A", "stop_listening")
        with self.assertRaises(ConnectionRefusedError):
            self.ask(mock)
        mock.act("A", "listen")
        self.assert_ok(self.ask(mock))

    def test_pipelined_requests_are_answered_in_order(self):
        mock = self.mock(A={"methods": {"slow": {"delay_ms": 50}}})
        with RawClient(mock.ports["A"]) as client:
            client.request(call("slow", id=1))
            client.request(call("fast", id=2))
            self.assertEqual([client.response().json["id"], client.response().json["id"]], [1, 2])

    def test_rate_limit_counts_elements(self):
        mock = self.mock(A={"rate_limit": {"rps": 0.001, "burst": 3, "retry_after": "auto"}})
        self.assertEqual(self.ask(mock, body="[" + call("x") + "," + call("x") + "]").status, 200)
        self.assertEqual(self.ask(mock).status, 200)
        refused = self.ask(mock)
        self.assertEqual(refused.status, 429)
        self.assertGreater(int(refused.header("retry-after")), 100)

    def test_evm_blocks_hang_together(self):
        mock = self.mock(A={"evm": {"chain_id": 5, "head": 100}}, B={"evm": {"chain_id": 5, "head": 90}})
        block = self.ask(mock, body=call("eth_getBlockByNumber", ["0x50", False])).json["result"]
        same = self.ask(mock, "B", body=call("eth_getBlockByNumber", ["0x50", False])).json["result"]
        parent = self.ask(mock, body=call("eth_getBlockByHash", [block["parentHash"], False])).json["result"]
        self.assertEqual(block, same)
        self.assertEqual(parent["number"], "0x4f")
        self.assertIsNone(self.ask(mock, "B", body=call("eth_getBlockByNumber", ["0x64", False])).json["result"])
        mock.act("B", "set_head", head=100)
        self.assertEqual(self.ask(mock, "B", body=call("eth_blockNumber")).json["result"], "0x64")

    def test_counters_and_records(self):
        mock = self.mock(A={"record": True})
        self.ask(mock, path="/v3/key?x=1", headers=[("X-Thing", "yes")])
        counters = mock.counters("A")
        self.assertEqual((counters["requests"], counters["calls"], counters["answered"]), (1, 1, 1))
        self.assertEqual(counters["methods"], {"x": 1})
        seen = mock.requests("A")[0]
        self.assertEqual(seen["target"], "/v3/key?x=1")
        self.assertIn("X-Thing: yes\n", seen["headers"])

    def test_command_line(self):
        def run(*arguments):
            return subprocess.run([str(bin_dir() / "spillway-mock"), *arguments], capture_output=True, text=True,
                                  check=False)
        for arguments in (["--bogus"], [], ["--port", "x"], ["--name", "A"], ["--port", "0", "--delay", "soon"],
                          ["--port", "0", "--name", "A", "--port", "0", "--name", "A"]):
            done = run(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(run("--help").returncode, 0)
        self.assertRegex(run("--version").stdout, r"^spillway-mock \d")

    def test_terminates_cleanly(self):
        self.assertEqual(self.mock("A").stop(), 0)
