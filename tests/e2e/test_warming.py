# SPDX-License-Identifier: MIT
"""New heads in the cache before clients hear of them. Real nodes, whose answers are compared byte for byte."""

import json
import time

from harness import call, exchange, wait_until
from test_chain import AnvilTools

#: Two of anvil's own accounts, unlocked.
RICH, OTHER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266", "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"


class WarmingTest(AnvilTools):
    def pool(self, anvils, feeds=False, server=None, **chain):
        nodes = [{"name": f"anvil{i}", "url": f"http://127.0.0.1:{anvil.port}/", "chain": "dev"} for i, anvil in enumerate(anvils)]
        return self.daemon(self.config(nodes, chains__dev={
            "kind": "evm", "heads": "poll", "poll_interval_ms": 100, "warm_receipts": True, **chain}, **(server or {})))

    def block_with_transactions(self, anvils, count=3):
        for anvil in anvils:
            for number in range(count):
                self.ask(anvil, "eth_sendTransaction", [{"from": RICH, "to": OTHER, "value": hex(number + 1), "gas": "0x5208",
                                                         "gasPrice": "0x77359400"}])
            self.mine(anvil)
        hashes = {self.ask(anvil, "eth_getBlockByNumber", ["latest", False])["hash"] for anvil in anvils}
        self.assertEqual(len(hashes), 1, "the anvils must agree for this test")
        return self.ask(anvils[0], "eth_getBlockByNumber", ["latest", False])

    def warmed(self, daemon):
        return daemon.status()["chains"][0]["warming"]

    def check_kept(self, daemon, anvil, method, params):
        kept = daemon.rpc(method, params)
        self.assertEqual(kept.header("x-spillway-cache"), "hit", (method, params))
        direct = exchange(anvil.port, call(method, params))
        cut = lambda answer: answer.text.split('"result":', 1)[1].rstrip()
        self.assertEqual(cut(kept), cut(direct), (method, params))

    def test_everything_of_a_new_head_is_there_as_the_node_tells_it(self):
        anvil = self.anvil()
        daemon = self.pool([anvil])
        self.wait_head(daemon, 0)
        block = self.block_with_transactions([anvil])
        self.wait_head(daemon, 1)
        wait_until(lambda: self.warmed(daemon)["heads"] >= 1, what="a warmed head")
        before = daemon.metrics().sum("rpc_upstream_attempts_total")
        questions = [(method, [which, full]) for full in (True, False) for method, which in
                     (("eth_getBlockByNumber", "0x1"), ("eth_getBlockByNumber", "latest"), ("eth_getBlockByHash", block["hash"]))]
        questions += [("eth_getBlockReceipts", ["0x1"]), ("eth_getBlockTransactionCountByNumber", ["0x1"]),
                      ("eth_getBlockTransactionCountByHash", [block["hash"]])]
        for index, hash in enumerate(block["transactions"]):
            questions += [("eth_getTransactionByHash", [hash]), ("eth_getTransactionReceipt", [hash]),
                          ("eth_getTransactionByBlockNumberAndIndex", ["0x1", hex(index)]),
                          ("eth_getTransactionByBlockHashAndIndex", [block["hash"], hex(index)])]
        for method, params in questions:
            self.check_kept(daemon, anvil, method, params)
        metrics = daemon.metrics()
        self.assertEqual(metrics.sum("rpc_upstream_attempts_total"), before, "no call went to a node")
        self.assertGreaterEqual(metrics.value("spillway_warmed_answers_total", chain="dev"), 2 + 4 * len(block["transactions"]))
        self.assertEqual(metrics.value("spillway_warmed_heads_total", chain="dev", outcome="failed"), 0)

    def test_S4_06_the_head_is_shown_when_its_answers_are_there(self):
        """A client that asks at once after it has seen a new number finds everything in the cache."""
        anvil = self.anvil()
        daemon = self.pool([anvil], poll_interval_ms=200)
        self.wait_head(daemon, 0)
        misses = []
        for height in range(1, 13):
            block = self.block_with_transactions([anvil], 2)
            wait_until(lambda: int(daemon.rpc("eth_blockNumber").json["result"], 16) == height, what=f"head {height}")
            for method, params in (("eth_getBlockByNumber", [hex(height), True]), ("eth_getBlockByHash", [block["hash"], False]),
                                   ("eth_getTransactionReceipt", [block["transactions"][1]])):
                if daemon.rpc(method, params).header("x-spillway-cache") != "hit":
                    misses.append((height, method))
        late = self.warmed(daemon)["late"]
        self.assertLessEqual(len({height for height, _ in misses}), late, (misses, late))
        self.assertLessEqual(late, 4)

    def test_a_slow_node_does_not_hold_the_head(self):
        proxy = self.mock("A")
        def height(number):
            proxy.set("A", mode="evm", evm={"chain_id": 1, "head": number}, record=True,
                      methods={"eth_getBlockByHash": {"result": None, "delay_ms": 4000}})
        height(100)
        nodes = self.nodes(proxy, "A", chain="dev")
        daemon = self.daemon(self.config(nodes, chains__dev={"kind": "evm", "chain_id": 1, "heads": "poll", "poll_interval_ms": 100}))
        self.wait_head(daemon, 100)
        height(101)
        begin = time.monotonic()
        self.wait_head(daemon, 101)
        self.assertLess(time.monotonic() - begin, 3.5)
        wait_until(lambda: self.warmed(daemon)["late"] == 1, what="the late head")

    def test_priced_and_counted(self):
        anvils = [self.anvil(), self.anvil()]
        daemon = self.pool(anvils)
        self.wait_head(daemon, 0)
        self.block_with_transactions(anvils, 1)
        self.wait_head(daemon, 1)
        wait_until(lambda: self.warmed(daemon)["heads"] >= 1, what="a warmed head")
        status = daemon.status()
        for node in status["nodes"]:
            self.assertGreaterEqual(node["quota"]["used"], 1)
        self.assertEqual(daemon.metrics().sum("rpc_requests_total"), 0)

    def test_off(self):
        """Not where nothing is kept, and not where heads are off."""
        for chain in ({"warm_blocks": False, "warm_receipts": False}, {"cache": False}, {"reorg": False}):
            with self.subTest(chain=chain):
                mock = self.mock(A={"mode": "evm", "evm": {"chain_id": 1, "head": 100}, "record": True})
                nodes = self.nodes(mock, "A", chain="dev")
                daemon = self.daemon(self.config(nodes, chains__dev={
                    "kind": "evm", "chain_id": 1, "heads": "poll", "poll_interval_ms": 100, "warm_receipts": True, **chain}))
                self.wait_head(daemon, 100)
                mock.set("A", mode="evm", evm={"chain_id": 1, "head": 101}, record=True)
                self.wait_head(daemon, 101)
                polls = mock.count("A")
                wait_until(lambda: mock.count("A") >= polls + 5, what="five more polls")
                methods = {json.loads(request["body"])["method"] for request in mock.requests("A")}
                self.assertFalse(methods & {"eth_getBlockByHash", "eth_getBlockReceipts"}, methods)
                daemon.stop()

    def test_a_reorganised_head_is_not_served_from_before(self):
        anvil = self.anvil()
        daemon = self.pool([anvil])
        self.wait_head(daemon, 0)
        for height in range(1, 6):
            old = self.block_with_transactions([anvil], 1)
            self.wait_head(daemon, height)
        wait_until(lambda: self.warmed(daemon)["heads"] >= 5, what="warmed heads")
        self.assertEqual(daemon.rpc("eth_getBlockByNumber", ["0x5", False]).json["result"]["hash"], old["hash"])
        self.ask(anvil, "anvil_reorg", [2, []])
        self.mine(anvil, 2)
        wait_until(lambda: daemon.status()["chains"][0]["reorgs"] == 1, what="the reorganisation")
        self.wait_head(daemon, 7)
        self.assertNotEqual(daemon.rpc("eth_getBlockByNumber", ["0x5", False]).json["result"]["hash"], old["hash"])
        self.assertIsNone(daemon.rpc("eth_getTransactionReceipt", [old["transactions"][0]]).json["result"])
