# SPDX-License-Identifier: MIT
"""Filters: own ids, block and log filters that need no particular node, `pending` ones that move to another."""

import json
import signal
import threading

from harness import wait_until
from test_chain import AnvilTools, ChainTest

UNKNOWN = "0x" + "0" * 32


class FilterTest(ChainTest):
    def pool(self, *heights, per_block=1, **more):
        self.per_block = per_block
        daemon = self.chain(list(heights), **more)
        for name, height in zip("ABC", heights):
            self.move(name, height)
        self.wait_head(daemon, heights[0])
        return daemon

    def move(self, name, height, **evm):
        self.set(name, height, logs_per_block=self.per_block, **evm)

    def make(self, daemon, method="eth_newFilter", params=({},), **more):
        answer = daemon.rpc(method, list(params), **more)
        self.assertRegex(answer.json["result"], "^0x[0-9a-f]{32}$")
        return answer.json["result"]

    def changes(self, daemon, filter_id):
        answer = daemon.rpc("eth_getFilterChanges", [filter_id])
        self.assertEqual(answer.status, 200, answer)
        self.assertIn("result", answer.json, answer)
        return answer.json["result"]

    def assert_gone(self, daemon, filter_id, path="/"):
        for method in ("eth_getFilterChanges", "eth_getFilterLogs"):
            answer = daemon.rpc(method, [filter_id], id="q", path=path)
            self.assert_error(answer, 200, -32000, id="q")
            self.assertEqual(answer.json["error"]["message"], "filter not found")


class LocalFilterTest(FilterTest):
    def test_block_filter_costs_nothing(self):
        daemon = self.pool(100, 100)
        filter_id = self.make(daemon, "eth_newBlockFilter", [])
        self.assertEqual(self.changes(daemon, filter_id), [])
        for height in range(101, 105):
            for name in "AB":
                self.move(name, height)
            self.wait_head(daemon, height)
        told = self.changes(daemon, filter_id)
        self.assertEqual(len(told), 4)
        self.assertEqual(told[-1], daemon.status()["chains"][0]["head_hash"])
        self.assertEqual(self.changes(daemon, filter_id), [])
        self.assertEqual(daemon.metrics().sum("rpc_upstream_attempts_total"), 0)
        self.assertEqual(daemon.metrics().value("spillway_local_responses_total", kind="filter"), 4)
        self.assertEqual(daemon.metrics().value("spillway_filters", chain="main"), 1)
        self.assertEqual(daemon.status()["chains"][0]["filters"], 1)

    def test_blocks_that_were_not_seen_are_fetched(self):
        daemon = self.pool(100)
        filter_id = self.make(daemon, "eth_newBlockFilter", [])
        self.move("A", 120)
        self.wait_head(daemon, 120)
        expected = [daemon.rpc("eth_getBlockByNumber", [hex(number), False]).json["result"]["hash"]
                    for number in range(101, 121)]
        self.assertEqual(self.changes(daemon, filter_id), expected)

    def test_log_filter(self):
        daemon = self.pool(100, 100)
        filter_id = self.make(daemon)
        self.assertEqual(self.changes(daemon, filter_id), [])
        for name in "AB":
            self.move(name, 105)
        self.wait_head(daemon, 105)
        told = self.changes(daemon, filter_id)
        self.assertEqual([int(log["blockNumber"], 16) for log in told], [101, 102, 103, 104, 105])
        self.assertEqual(self.changes(daemon, filter_id), [])
        asked = [body["params"] for name in "AB" for body in self.bodies(name) if body["method"] == "eth_getLogs"]
        self.assertEqual(asked, [[{"fromBlock": "0x65", "toBlock": "0x69"}]])
        answer = daemon.rpc("eth_getFilterLogs", [filter_id])
        self.assertEqual([int(log["blockNumber"], 16) for log in answer.json["result"]], [105])

    def test_a_single_block_is_asked_by_its_hash(self):
        daemon = self.pool(100, 100)
        filter_id = self.make(daemon)
        for name in "AB":
            self.move(name, 101)
        self.wait_head(daemon, 101)
        # A machine behind A's address has not heard of the block: by number it would say that there are no logs.
        self.nodes_up.set("A", mode="evm", evm={"chain_id": 1, "head": 101}, record=True, methods={
            "eth_getLogs": {"error": {"code": -32000, "message": "unknown block"}}})
        told = self.changes(daemon, filter_id)
        self.assertEqual([log["blockHash"] for log in told], [daemon.status()["chains"][0]["head_hash"]])
        # And where no node takes a hash, the number does.
        for name in "AB":
            self.nodes_up.set(name, mode="evm", evm={"chain_id": 1, "head": 102}, record=True, methods={
                "eth_getLogs": {"error": {"code": -32602, "message": "blockHash is not supported"}}})
        self.wait_head(daemon, 102)
        self.assertIn("error", daemon.rpc("eth_getFilterChanges", [filter_id]).json)
        asked = [body["params"][0] for name in "AB" for body in self.bodies(name) if body["method"] == "eth_getLogs"]
        self.assertIn({"fromBlock": "0x66", "toBlock": "0x66"}, asked)
        for name in "AB":
            self.nodes_up.set(name, methods={}, mode="evm", evm={"chain_id": 1, "head": 102, "logs_per_block": 1})
        self.assertEqual(len(self.changes(daemon, filter_id)), 1)

    def test_range_of_a_log_filter(self):
        daemon = self.pool(100, security={"max_logs_range": 50})
        ranged = self.make(daemon, params=[{"fromBlock": hex(103), "toBlock": hex(105)}])
        wide = self.make(daemon, params=[{"fromBlock": "earliest"}])
        self.move("A", 110)
        self.wait_head(daemon, 110)
        self.assertEqual([int(log["blockNumber"], 16) for log in self.changes(daemon, ranged)], [103, 104, 105])
        self.assertEqual(self.changes(daemon, ranged), [])
        logs = daemon.rpc("eth_getFilterLogs", [ranged]).json["result"]
        self.assertEqual([int(log["blockNumber"], 16) for log in logs], [103, 104, 105])
        self.assertIn("max_logs_range", daemon.rpc("eth_getFilterLogs", [wide]).json["error"]["message"])

    def test_a_reorganisation_takes_logs_back(self):
        daemon = self.pool(100, 100, 100)
        logs, blocks = self.make(daemon), self.make(daemon, "eth_newBlockFilter", [])
        for height in range(101, 105):
            for name in "ABC":
                self.move(name, height)
            self.wait_head(daemon, height)
        told, hashes = self.changes(daemon, logs), self.changes(daemon, blocks)
        self.assertEqual([int(log["blockNumber"], 16) for log in told], [101, 102, 103, 104])
        for name in "ABC":
            self.move(name, 105, fork_from=103, fork_salt=1)
        wait_until(lambda: daemon.status()["chains"][0]["reorgs"] == 1, what="the reorganisation")
        self.wait_head(daemon, 105)
        changed = self.changes(daemon, logs)
        removed = [log for log in changed if log["removed"]]
        self.assertEqual(removed, [{**log, "removed": True} for log in reversed(told[2:])])
        fresh = changed[len(removed):]
        self.assertEqual([(int(log["blockNumber"], 16), log["removed"]) for log in fresh],
                         [(103, False), (104, False), (105, False)])
        self.assertEqual(self.changes(daemon, blocks), [log["blockHash"] for log in fresh])
        self.assertFalse(set(hashes) & {log["blockHash"] for log in fresh})
        self.assertEqual((self.changes(daemon, logs), self.changes(daemon, blocks)), ([], []))

    def test_a_dead_node_loses_nothing(self):
        daemon = self.pool(100, 100, server={"attempt_timeout_ms": 1000})
        filter_id = self.make(daemon)
        seen = []
        for height in range(101, 109):
            dead, alive = ("A", "B") if height % 4 < 2 else ("B", "A")
            self.nodes_up.set(dead, status=500)
            self.move(alive, height)
            self.wait_head(daemon, height)
            seen += self.changes(daemon, filter_id)
        self.assertEqual([int(log["blockNumber"], 16) for log in seen], list(range(101, 109)))

    def test_a_poll_wider_than_a_node_takes_is_divided(self):
        daemon = self.pool(100)
        filter_id = self.make(daemon)
        self.move("A", 160, max_logs_span=10)
        self.wait_head(daemon, 160)
        self.assertEqual([int(log["blockNumber"], 16) for log in self.changes(daemon, filter_id)],
                         list(range(101, 161)))

    def test_many_polls_at_once_tell_each_log_once(self):
        daemon = self.pool(100, server={"worker_threads": 3})
        filter_id = self.make(daemon)
        told, stop = [], threading.Event()

        def client():
            while not stop.is_set():
                answer = daemon.rpc("eth_getFilterChanges", [filter_id])
                told.extend(answer.json.get("result", []))
        threads = [threading.Thread(target=client) for _ in range(4)]
        for thread in threads:
            thread.start()
        for height in range(101, 121):
            self.move("A", height)
            self.wait_head(daemon, height)
        stop.set()
        for thread in threads:
            thread.join()
        told += self.changes(daemon, filter_id)
        self.assertEqual(sorted(int(log["blockNumber"], 16) for log in told), list(range(101, 121)))


class IdTest(FilterTest):
    def test_unknown_and_uninstalled(self):
        daemon = self.pool(100)
        self.assert_gone(daemon, UNKNOWN)
        self.assertIs(daemon.rpc("eth_uninstallFilter", [UNKNOWN]).json["result"], False)
        filter_id = self.make(daemon)
        self.assertIs(daemon.rpc("eth_uninstallFilter", [filter_id]).json["result"], True)
        self.assertIs(daemon.rpc("eth_uninstallFilter", [filter_id]).json["result"], False)
        self.assert_gone(daemon, filter_id)
        self.assert_error(daemon.rpc("eth_getFilterChanges", []), 200, -32602)
        self.assert_error(daemon.rpc("eth_newFilter", [{"address": "0x1"}]), 200, -32602)
        block_filter = self.make(daemon, "eth_newBlockFilter", [])
        self.assertEqual(daemon.rpc("eth_getFilterLogs", [block_filter]).code, -32000)

    def test_expiry(self):
        daemon = self.pool(100, chain={"filter_ttl_ms": 1000})
        filter_id = self.make(daemon)
        wait_until(lambda: daemon.metrics().value("spillway_filters", chain="main") == 0, what="the filter gone")
        self.assert_gone(daemon, filter_id)

    def test_bounds(self):
        daemon = self.pool(100, security={"max_filters": 3, "max_filters_per_client": 2})
        ids = [self.make(daemon) for _ in range(2)]
        for method in ("eth_newFilter", "eth_newBlockFilter", "eth_newPendingTransactionFilter"):
            answer = daemon.rpc(method, [{}] if method == "eth_newFilter" else [])
            self.assert_error(answer, 200, -32000)
            self.assertIn("max_filters_per_client allows 2", answer.json["error"]["message"])
        self.assertEqual(self.clients_calls("A"), [])
        self.assertIs(daemon.rpc("eth_uninstallFilter", [ids[0]]).json["result"], True)
        self.make(daemon)

    def test_in_a_batch(self):
        daemon = self.pool(100)
        filter_id = self.make(daemon)
        self.move("A", 102)
        self.wait_head(daemon, 102)
        answers = daemon.exchange(json.dumps([
            {"jsonrpc": "2.0", "id": "a", "method": "eth_newBlockFilter", "params": []},
            {"jsonrpc": "2.0", "id": 2, "method": "eth_getFilterChanges", "params": [filter_id]},
            {"jsonrpc": "2.0", "id": None, "method": "eth_uninstallFilter", "params": [UNKNOWN]}])).json
        self.assertEqual([answer["id"] for answer in answers], ["a", 2, None])
        self.assertEqual(len(answers[1]["result"]), 2)
        self.assertIs(answers[2]["result"], False)

    def test_chains_do_not_share_filters(self):
        mock = self.mock("A", "B")
        nodes = [{**node, "chain": name} for node, name in zip(self.nodes(mock, "A", "B"), ("one", "two"))]
        for name, chain in (("A", 1), ("B", 2)):
            mock.set(name, mode="evm", evm={"chain_id": chain, "head": 100})
        daemon = self.daemon(self.config(nodes, **{f"chains__{name}": {
            "kind": "evm", "heads": "poll", "poll_interval_ms": 200} for name in ("one", "two")}))
        filter_id = self.make(daemon, path="/one")
        self.assert_gone(daemon, filter_id, path="/two")
        self.assertEqual(daemon.rpc("eth_getFilterChanges", [filter_id], path="/one").json["result"], [])


class PlacedFilterTest(FilterTest):
    """Filters that a node keeps."""

    def answer(self, name, **methods):
        self.nodes_up.set(name, mode="evm", evm={"chain_id": 1, "head": 100}, record=True, methods={
            f"eth_{method}": {"result": result} for method, result in methods.items()})

    def test_without_heads_each_filter_stays_with_its_node(self):
        daemon = self.chain([100, 100], chain={"heads": "off"}, routing={"balance": "weighted_round_robin"})
        for name, own in (("A", "0xa"), ("B", "0xb")):
            self.answer(name, newFilter=own, newBlockFilter=own, getFilterChanges=[own], getFilterLogs=[own + "1"])
        ids = [self.make(daemon) for _ in range(4)] + [self.make(daemon, "eth_newBlockFilter", [])]
        self.assertEqual(len(set(ids)), 5)
        made = [name for name in "AB" for body in self.bodies(name) if body["method"] == "eth_newFilter"]
        self.assertEqual(made, ["A", "A", "B", "B"])
        for filter_id in ids:
            own = self.changes(daemon, filter_id)[0]
            for _ in range(3):
                answer = daemon.rpc("eth_getFilterChanges", [filter_id])
                self.assertEqual(answer.json["result"], [own])
                self.assertEqual(answer.node, "A" if own == "0xa" else "B")
        self.assertEqual(daemon.rpc("eth_getFilterLogs", [ids[0]]).json["result"],
                         [self.changes(daemon, ids[0])[0] + "1"])
        self.assertIs(daemon.rpc("eth_uninstallFilter", [ids[0]]).json["result"], True)
        self.assertEqual(sum(body["method"] == "eth_uninstallFilter" for name in "AB" for body in self.bodies(name)), 1)
        self.assert_gone(daemon, ids[0])

    def test_a_filter_that_the_node_has_forgotten(self):
        daemon = self.chain([100], chain={"heads": "off"})
        self.answer("A", newFilter="0xa")
        filter_id = self.make(daemon)
        self.nodes_up.set("A", mode="evm", evm={"chain_id": 1, "head": 100}, methods={"eth_getFilterChanges": {
            "error": {"code": -32000, "message": "filter not found"}}})
        self.assert_gone(daemon, filter_id)
        self.assertEqual(daemon.metrics().value("spillway_filters", chain="main"), 0)

    def test_pending_filter_moves_to_another_node(self):
        daemon = self.pool(100, 100, server={"attempt_timeout_ms": 500})
        for name, own in (("A", "0xa"), ("B", "0xb")):
            self.answer(name, newPendingTransactionFilter=own, getFilterChanges=["0x" + own[2:] * 64])
        answer = daemon.rpc("eth_newPendingTransactionFilter", [])
        filter_id, first = answer.json["result"], answer.node
        self.assertEqual(self.changes(daemon, filter_id), ["0x" + first.lower() * 64])
        self.nodes_up.set(first, status=500)
        other = "B" if first == "A" else "A"
        self.assertEqual(self.changes(daemon, filter_id), [])
        self.assertEqual(self.changes(daemon, filter_id), ["0x" + other.lower() * 64])
        self.nodes_up.set(other, mode="evm", evm={"chain_id": 1, "head": 100}, methods={
            "eth_newPendingTransactionFilter": {"result": "0xc"},
            "eth_getFilterChanges": {"error": {"code": -32000, "message": "filter not found"}}})
        self.assertEqual(self.changes(daemon, filter_id), [])
        self.answer(other, newPendingTransactionFilter="0xd", getFilterChanges=["0xe"])
        self.assertEqual(self.changes(daemon, filter_id), ["0xe"])


class AnvilFilterTest(AnvilTools):
    ROUNDS = 18
    SENDER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"
    EMITTER = "0x60006000a060006000a000"  # a constructor that writes two logs

    def setUp(self):
        super().setUp()
        self.sent = 0

    def emit(self, anvil, nonce):
        self.ask(anvil, "eth_sendTransaction", [{
            "from": self.SENDER, "data": self.EMITTER, "gas": "0x30d40", "gasPrice": hex(10 ** 10), "nonce": hex(nonce)}])

    def block(self, anvils, logs=1, after=12):
        """The same block on all of these."""
        for anvil in anvils:
            for nonce in range(self.sent, self.sent + logs):
                self.emit(anvil, nonce)
            self.mine(anvil, after=after)
        self.sent += logs

    def fork(self, anvils, daemon):
        """Two blocks, which are replaced by three others on one node after the other."""
        marks, nonce = [self.ask(anvil, "evm_snapshot") for anvil in anvils], self.sent
        for _ in range(2):
            self.block(anvils)
        self.wait_head(daemon, number_of(self, anvils[0]))
        for anvil, mark in zip(anvils, marks):
            self.assertTrue(self.ask(anvil, "evm_revert", [mark]))
            self.sent = nonce
            for logs in (1, 2, 1):
                self.block([anvil], logs=logs, after=13)

    def changes(self, daemon, filter_id):
        answer = daemon.rpc("eth_getFilterChanges", [filter_id])
        return answer.json["result"] if "result" in answer.json else self.failures.append(answer) or []

    def truth(self, anvil, first):
        return {(log["blockHash"], log["logIndex"])
                for log in self.ask(anvil, "eth_getLogs", [{"fromBlock": hex(first), "toBlock": "latest"}])}

    def fold(self, events):
        """What a client has in the end that believes every event."""
        have = set()
        for log in events:
            key = (log["blockHash"], log["logIndex"])
            if log.get("removed"):
                self.assertIn(key, have, "a log was taken back that had not been told")
                have.remove(key)
            else:
                self.assertNotIn(key, have, "a log was told twice")
                have.add(key)
        return have

    def test_nothing_is_missed_or_doubled_by_polls(self):
        self.reorgs_death_and_frost(feeds=False)

    def test_nothing_is_missed_or_doubled_by_feeds(self):
        self.reorgs_death_and_frost(feeds=True)

    def reorgs_death_and_frost(self, feeds):
        anvils = [self.anvil() for _ in range(4)]
        for anvil in anvils:
            self.mine(anvil, 3)
        daemon = self.pool(anvils, feeds)
        self.wait_head(daemon, 3)
        logs = daemon.rpc("eth_newFilter", [{}]).json["result"]
        blocks = daemon.rpc("eth_newBlockFilter", []).json["result"]
        events, hashes, self.failures, stop = [], [], [], threading.Event()

        def client():
            while not stop.is_set():
                events.extend(self.changes(daemon, logs))
                hashes.extend(self.changes(daemon, blocks))
        thread = threading.Thread(target=client)
        thread.start()
        alive, reorgs = list(anvils), 0
        for round_number in range(self.ROUNDS):
            if round_number == 5:
                anvils[3].signal(signal.SIGSTOP)
                alive.remove(anvils[3])
            if round_number == 8:
                anvils[2].kill()
                alive.remove(anvils[2])
            if round_number % 4 == 2:
                self.fork(alive, daemon)
                reorgs += 1
                wait_until(lambda: daemon.status()["chains"][0]["reorgs"] == reorgs, what="the reorganisation")
            else:
                self.block(alive, logs=round_number % 3)
            self.wait_head(daemon, number_of(self, alive[0]))
        stop.set()
        thread.join()
        events += self.changes(daemon, logs)
        hashes += self.changes(daemon, blocks)
        self.assertEqual(self.failures, [])
        self.assertGreater(sum(bool(log["removed"]) for log in events), 0)
        self.assertEqual(self.fold(events), self.truth(alive[0], 4))
        self.assertEqual(len(hashes), len(set(hashes)), "a block was told twice")
        head = number_of(self, alive[0])
        chain = [self.ask(alive[0], "eth_getBlockByNumber", [hex(number), False])["hash"] for number in range(4, head + 1)]
        self.assertEqual([known for known in hashes if known in set(chain)], chain)
        anvils[3].signal(signal.SIGCONT)

    def test_pending_filter_outlives_its_node(self):
        anvils = [self.anvil() for _ in range(2)]
        for anvil in anvils:
            self.mine(anvil, 2)
        daemon = self.pool(anvils)
        self.wait_head(daemon, 2)
        self.failures = []
        answer = daemon.rpc("eth_newPendingTransactionFilter", [])
        filter_id, keeper = answer.json["result"], int(answer.node[-1])
        self.emit(anvils[keeper], 0)
        wait_until(lambda: len(self.changes(daemon, filter_id)) == 1, what="the transaction")
        anvils[keeper].kill()
        wait_until(lambda: daemon.rpc("eth_getFilterChanges", [filter_id]).node == f"anvil{1 - keeper}", what="another node")
        self.emit(anvils[1 - keeper], 0)
        wait_until(lambda: len(self.changes(daemon, filter_id)) == 1, what="the transaction there")


def number_of(test, anvil):
    return int(test.ask(anvil, "eth_blockNumber"), 16)
