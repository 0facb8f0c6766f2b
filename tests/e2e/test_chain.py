# SPDX-License-Identifier: MIT
"""What Spillway knows of a chain: heads, lag, reorganisations, `latest`, local answers. Scripted and real nodes."""

import json
import pathlib
import signal
import threading
import time

from harness import Process, SpillwayTest, call, exchange, free_port, wait_until
from test_vectors import vectors

ANVIL = pathlib.Path(__file__).parent / "node_modules" / "@foundry-rs" / "anvil-linux-amd64" / "bin" / "anvil"
PROBES = {"eth_chainId", "eth_syncing", "eth_blockNumber", "net_version"}


def number(answer):
    return int(answer.json["result"], 16)


class ChainTest(SpillwayTest):
    def chain(self, heights, chain=None, node=None, **more):
        """A daemon over mock nodes A, B, C … at these heights, polled five times a second. It keeps no answers: the nodes
        are what is looked at."""
        names = [chr(ord("A") + i) for i in range(len(heights))]
        self.nodes_up = self.mock(*names)
        for name, height in zip(names, heights):
            self.set(name, height)
        nodes = self.nodes(self.nodes_up, *names, chain="main", **(node or {}))
        settings = {"kind": "evm", "chain_id": 1, "heads": "poll", "poll_interval_ms": 200, "cache": False}
        settings.update(chain or {})  # None: without that key
        settings = {key: value for key, value in settings.items() if value is not None}
        return self.daemon(self.config(nodes, chains__main=settings, **more))

    def set(self, name, height, **evm):
        self.nodes_up.set(name, mode="evm", evm={"chain_id": 1, "head": height, **evm}, record=True)

    def bodies(self, name):
        return [json.loads(request["body"]) for request in self.nodes_up.requests(name)]

    def clients_calls(self, name):
        """What reached a node and was no question of the engine's own."""
        return [body for body in self.bodies(name) if body["method"] not in PROBES and
                not (body["method"] == "eth_getBlockByNumber" and body["params"] == ["latest", False])]

    def head(self, daemon):
        return daemon.status()["chains"][0]["head"]

    def wait_head(self, daemon, height):
        wait_until(lambda: self.head(daemon) == height, what=f"head {height}")

    def wait_state(self, daemon, name, state):
        wait_until(lambda: daemon.state(name) == state, what=f"{name} {state}")


class LocalTest(ChainTest):
    def test_local_answers_cost_no_call(self):
        daemon = self.chain([100, 100])
        for method, result in (("eth_blockNumber", "0x64"), ("eth_chainId", "0x1"), ("net_version", "1")):
            answer = daemon.rpc(method, id="x")
            self.assertEqual(answer.text, f'{{"jsonrpc":"2.0","id":"x","result":"{result}"}}')
            self.assertEqual(answer.header("x-spillway-cache"), "local")
            self.assertEqual(answer.header("x-spillway-credits"), "0")
        metrics = daemon.metrics()
        for kind in ("block_number", "chain_id", "net_version"):
            self.assertEqual(metrics.value("spillway_local_responses_total", kind=kind), 1)
        self.assertEqual(metrics.value("rpc_requests_total", outcome="local"), 3)
        self.assertEqual(metrics.sum("rpc_upstream_attempts_total"), 0)
        self.assertEqual(metrics.value("spillway_chain_head", chain="main"), 100)

    def test_in_a_batch(self):
        daemon = self.chain([100])
        body = "[" + ",".join([call("eth_blockNumber", id=1), call("eth_call", [{}, "latest"], id=2),
                               call("eth_chainId", id=1)]) + "]"
        answers = daemon.exchange(body).json
        self.assertEqual([a["id"] for a in answers], [1, 2, 1])
        self.assertEqual([answers[0]["result"], answers[2]["result"]], ["0x64", "0x1"])
        self.assertEqual(self.clients_calls("A")[-1]["params"], [{}, "0x64"])

    def test_heads_off_sends_nothing(self):
        daemon = self.chain([100, 100], chain={"heads": "off"})
        time.sleep(1)  # five intervals in which a poll would have come
        self.assertEqual(self.nodes_up.total(), 0)
        self.assertEqual(number(daemon.rpc("eth_blockNumber")), 100)
        answer = daemon.rpc("eth_call", [{}, "latest"])
        self.assertEqual(self.nodes_up.total(), 2)
        self.assertEqual(self.bodies(answer.node)[-1]["params"], [{}, "latest"])
        self.assertIsNone(self.head(daemon))

    def test_polls_are_priced_and_limited(self):
        self.write("prices.toml", "[routing]\neth_chainId = 3\neth_syncing = 5\neth_getBlockByNumber = 7\n"
                                  "net_version = 11\n")
        daemon = self.chain([100], node={"provider_pricing_path": "prices.toml"}, chain={"poll_interval_ms": 60000})
        self.wait_head(daemon, 100)
        wait_until(lambda: daemon.used("A") == 3 + 5 + 7 + 11, what="26 credits")
        self.assertEqual(daemon.metrics().value("spillway_probes_total", node="A"), 4)
        self.assertEqual(daemon.metrics().sum("rpc_upstream_attempts_total"), 0)


class HeadTest(ChainTest):
    def test_majority_and_outliers(self):
        daemon = self.chain([100, 100, 99])
        self.wait_head(daemon, 100)
        self.set("A", 1_000_000)
        self.set("B", 101)
        wait_until(lambda: daemon.node_status("A")["block_number"] == 1_000_000, what="the outlier seen")
        wait_until(lambda: daemon.node_status("B")["block_number"] == 101, what="B seen")
        self.assertEqual(self.head(daemon), 101)
        self.set("C", 101)
        wait_until(lambda: daemon.node_status("C")["block_number"] == 101, what="C seen")
        self.assertEqual(self.head(daemon), 101)
        for name in "BC":
            self.assertIn(daemon.state(name), ("up", "unknown"))

    def test_unknown_until_half_have_answered(self):
        daemon = self.chain([100, 100, 100], server={"attempt_timeout_ms": 2000})
        self.assertEqual(number(daemon.rpc("eth_blockNumber")), 100)
        stalled = self.mock("D", "E", "F")
        for name in "EF":
            stalled.set(name, fate="stall")
        stalled.set("D", mode="evm", evm={"chain_id": 1, "head": 7})
        other = self.daemon(self.config(self.nodes(stalled, "D", "E", "F", chain="main"), name="other.toml",
                                        server={"attempt_timeout_ms": 2000, "state_dir": str(self.folder / "s2")},
                                        chains__main={"kind": "evm", "heads": "poll", "poll_interval_ms": 200,
                                                     "cache": False}))
        wait_until(lambda: other.node_status("D")["block_number"] == 7, what="D heard")
        self.assertIsNone(self.head(other))

    def test_lagging_node_is_out_and_comes_back(self):
        daemon = self.chain([100, 100, 100])
        self.wait_head(daemon, 100)
        for name in "AB":
            self.set(name, 120)
        self.wait_state(daemon, "C", "lagging")
        self.assertIn("20 blocks behind", daemon.node_status("C")["state_reason"])
        self.assertEqual(daemon.status()["chains"][0]["behind"], {"A": 0, "B": 0, "C": 20})
        before = len(self.clients_calls("C"))
        for _ in range(20):
            self.assertEqual(daemon.rpc("eth_gasPrice").status, 200)
        self.assertEqual(len(self.clients_calls("C")), before)
        self.set("C", 118)
        wait_until(lambda: daemon.state("C") in ("up", "unknown"), what="C back")

    def test_a_node_that_was_left_behind_answers_what_it_can(self):
        """A is far ahead and proves it. While it can be had B is out; without it B answers for its blocks, then for the chain."""
        daemon = self.chain([100, 100])
        self.wait_head(daemon, 100)
        for name in "AB":
            wait_until(lambda: daemon.node_status(name)["block_number"] == 100, what=f"{name} heard")
            self.assertEqual(daemon.node_status(name)["state_reason"],
                             "no client's call has come to it yet; it answers what it is asked about its chain")
        self.set("A", 400)
        self.wait_head(daemon, 400)
        self.wait_state(daemon, "B", "lagging")
        self.assertEqual(daemon.rpc("eth_getBalance", ["0xa", "0x64"]).node, "A")
        self.nodes_up.set("A", status=500)
        self.assertEqual(daemon.rpc("eth_getBalance", ["0xa", "0x64"]).node, "B")
        self.assertEqual(daemon.rpc("eth_getLogs", [{"fromBlock": "0x5a", "toBlock": "0x63"}]).node, "B")
        self.set("B", 103)
        wait_until(lambda: daemon.state("B") == "up", what="B back")
        self.wait_head(daemon, 103)
        self.assertEqual(number(daemon.rpc("eth_blockNumber")), 103)
        self.assertEqual(daemon.status()["chains"][0]["reorgs"], 1)
        self.set("A", 400)
        self.wait_head(daemon, 400)
        self.set("B", 399)
        wait_until(lambda: daemon.state("B") == "up", what="B has caught up")
        self.assertEqual(daemon.status()["chains"][0]["reorgs"], 1)

    def test_syncing_and_wrong_chain(self):
        daemon = self.chain([100, 100, 100])
        self.wait_head(daemon, 100)
        self.set("B", 100, syncing=True)
        self.wait_state(daemon, "B", "syncing")
        self.set("C", 100, chain_id=5)
        self.wait_state(daemon, "C", "wrong_chain")
        self.assertEqual(daemon.node_status("C")["state_reason"], "reports chain id 5 instead of 1")
        for _ in range(10):
            self.assertEqual(daemon.rpc("eth_gasPrice").node, "A")
        health = {node["name"]: node["status"] for node in daemon.health()["nodes"]}
        self.assertEqual([health["B"], health["C"]], ["down", "down"])
        self.set("A", 100, chain_id=7)
        self.wait_state(daemon, "A", "wrong_chain")
        answer = daemon.rpc("eth_gasPrice")
        self.assert_error(answer, 503, -32011)
        for name in "ABC":
            self.set(name, 100)
        for name in "ABC":
            wait_until(lambda name=name: daemon.state(name) in ("up", "unknown"), what=f"{name} back")

    def test_a_node_that_refuses_everything_is_out_and_comes_back(self):
        daemon = self.chain([100, 100])
        self.wait_head(daemon, 100)
        self.nodes_up.set("B", error={"code": -32601, "message": "Method not found"}, record=True)
        self.wait_state(daemon, "B", "wrong_chain")
        reason = daemon.node_status("B")["state_reason"]
        self.assertTrue(reason.startswith("refuses what every node of an EVM chain answers"), reason)
        self.assertIn("Method not found", reason)
        health = {node["name"]: node["status"] for node in daemon.health()["nodes"]}
        self.assertEqual(health["B"], "down")
        for _ in range(10):
            self.assertEqual(daemon.rpc("eth_gasPrice").node, "A")
        self.set("B", 100)
        wait_until(lambda: daemon.state("B") in ("up", "unknown"), what="B back")

    def test_without_a_chain_id_two_nodes_of_two_chains_do_not_serve_by_turns(self):
        daemon = self.chain([100, 100], chain={"chain_id": None})
        self.set("B", 100, chain_id=5)
        self.wait_state(daemon, "B", "wrong_chain")
        reason = daemon.node_status("B")["state_reason"]
        self.assertTrue(reason.startswith("reports chain id 5 instead of 1"), reason)
        self.assertIn("chain_id", reason)
        for _ in range(10):
            self.assertEqual(daemon.rpc("eth_gasPrice").node, "A")
        self.assertEqual(daemon.rpc("eth_chainId").json["result"], "0x1")

    def test_two_chains_on_one_port_and_a_third_by_reload(self):
        mock = self.mock("A", "B", "C")
        for name, chain, height in (("A", 1, 100), ("B", 8453, 200), ("C", 10, 300)):
            mock.set(name, mode="evm", evm={"chain_id": chain, "head": height})
        chains = {"one": 1, "two": 8453, "three": 10}

        def config(*names):
            nodes = [{**node, "chain": name} for node, name in zip(self.nodes(mock, "A", "B", "C"), names)]
            return self.config(nodes, **{f"chains__{name}": {"kind": "evm", "chain_id": chains[name], "heads": "poll",
                                                            "poll_interval_ms": 200} for name in names})
        daemon = self.daemon(config("one", "two"))
        self.assertEqual(number(daemon.rpc("eth_blockNumber", path="/one")), 100)
        self.assertEqual(number(daemon.rpc("eth_blockNumber", path="/two")), 200)
        self.assertEqual(number(daemon.rpc("eth_blockNumber")), 100)
        self.assertEqual(daemon.rpc("eth_blockNumber", path="/three").status, 404)
        config("one", "two", "three")
        daemon.reload("config applied")
        self.assertEqual(number(daemon.rpc("eth_blockNumber", path="/three")), 300)
        self.assertEqual(number(daemon.rpc("eth_blockNumber", path="/one")), 100)


class BranchTest(ChainTest):
    """Nodes that stand on different branches. Mock nodes share their blocks below `fork_from`."""

    def branch(self, daemon, block):
        """The branch that clients see: salt of the block's hash."""
        answer = daemon.rpc("eth_getBlockByNumber", [hex(block), False])
        return int(answer.json["result"]["hash"][34:50], 16) if answer.json.get("result") else None

    def test_a_node_on_another_branch_is_out_and_keeps_nothing(self):
        daemon = self.chain([100, 100, 100], chain={"cache": True}, routing={"balance": "weighted_round_robin"})
        self.wait_head(daemon, 100)
        for name in "AB":
            self.set(name, 101)
        self.wait_head(daemon, 101)
        self.set("C", 101, fork_from=100, fork_salt=7)
        self.wait_state(daemon, "C", "wrong_chain")
        wait_until(lambda: daemon.node_status("C")["state_reason"] == "on another branch since block 100", what="the fork found")
        before = len(self.clients_calls("C"))
        for block in range(90, 102):
            for _ in range(3):
                self.assertEqual(self.branch(daemon, block), 0)
        self.assertEqual([call for call in self.clients_calls("C")[before:] if call["method"] != "eth_getBlockByHash"], [])
        for name in "ABC":
            self.set(name, 102)
        self.wait_head(daemon, 102)
        wait_until(lambda: daemon.state("C") in ("up", "unknown"), what="C back")
        self.assertEqual([self.branch(daemon, block) for block in range(95, 103)], [0] * 8)
        self.assertEqual(daemon.status()["chains"][0]["reorgs"], 0)

    def test_of_two_branches_one_is_followed(self):
        daemon = self.chain([100, 100], chain={"cache": True})
        self.wait_head(daemon, 100)
        heights = []
        for height in range(101, 121):
            for name, fork in (("A", {}), ("B", {"fork_from": 100, "fork_salt": 3})):
                self.set(name, height, **fork)
            wait_until(lambda: (self.head(daemon) or 0) >= height, what=f"head {height}")
            chain = daemon.status()["chains"][0]
            self.assertTrue(chain["head_hash"])
            heights.append(number(daemon.rpc("eth_blockNumber")))
        self.assertEqual(heights, sorted(heights))
        chain = daemon.status()["chains"][0]
        self.assertLessEqual(chain["reorgs"], 1)
        states = sorted(daemon.state(name) == "wrong_chain" for name in "AB")
        self.assertEqual(states, [False, True], "one of them is out")
        followed, other = ("B", "A") if daemon.state("A") == "wrong_chain" else ("A", "B")
        # The one that is left serves, and that is a reorganisation.
        self.nodes_up.set(followed, fate="reset")
        wait_until(lambda: daemon.status()["chains"][0]["reorgs"] == chain["reorgs"] + 1, what="the other branch followed")
        wait_until(lambda: self.branch(daemon, 110) == (0 if other == "A" else 4), what="blocks of the other branch")

    def test_one_nodes_claim_moves_nothing(self):
        daemon = self.chain([100, 100])
        self.wait_head(daemon, 100)
        self.nodes_up.set("A", mode="evm", evm={"chain_id": 1, "head": 100}, record=True, methods={
            "eth_getBlockByNumber": {"result": {"number": "0x258", "hash": "0x" + "e" * 64, "parentHash": "0x" + "d" * 64}}})
        self.wait_state(daemon, "A", "wrong_chain")
        self.assertIn("claims block 600", daemon.node_status("A")["state_reason"])
        self.assertEqual(self.head(daemon), 100)
        self.set("B", 101)
        self.wait_head(daemon, 101)
        self.set("A", 101)
        wait_until(lambda: daemon.state("A") in ("up", "unknown"), what="A back")
        for name in "AB":  # a second node confirms it
            self.set(name, 900)
        self.wait_head(daemon, 900)


class TranslationTest(ChainTest):
    def test_latest_becomes_the_height(self):
        daemon = self.chain([100, 90])
        self.wait_head(daemon, 100)
        for params in ([{}, "latest"], [{}], [{}, {"blockNumber": "latest"}]):
            self.assertEqual(daemon.rpc("eth_call", params).node, "A")
        self.assertEqual([body["params"] for body in self.clients_calls("A")],
                         [[{}, "0x64"], [{}, "0x64"], [{}, {"blockNumber": "0x64"}]])

    def test_numbered_calls_go_where_the_block_is(self):
        daemon = self.chain([100, 97], routing={"balance": "least_in_flight"})
        self.wait_head(daemon, 100)
        for _ in range(10):
            self.assertEqual(daemon.rpc("eth_getBalance", ["0xa", "0x63"]).node, "A")
            self.assertEqual(daemon.rpc("eth_getLogs", [{"fromBlock": "0x5a", "toBlock": "0x63"}]).node, "A")
        self.assertEqual(self.clients_calls("B"), [])
        self.nodes_up.set("A", status=500)
        answer = daemon.rpc("eth_getLogs", [{"fromBlock": "0x5a", "toBlock": "0x63"}])
        self.assertIn(answer.status, (502, 503))  # and not an empty list from B

    def test_without_a_node_at_the_head_the_original_goes_out(self):
        daemon = self.chain([100, 98])
        self.wait_head(daemon, 100)
        self.nodes_up.set("A", status=500)
        answer = daemon.rpc("eth_call", [{}, "latest"])
        self.assertEqual(answer.node, "B")
        self.assertEqual(self.clients_calls("B")[-1]["params"], [{}, "latest"])

    def test_null_for_a_block_that_is_there_is_not_believed(self):
        daemon = self.chain([100, 100])
        self.wait_head(daemon, 100)
        # What a provider's balancer does: the height of one machine, the answer of another.
        no_blocks = {"eth_getBlockByNumber": {"result": None}}
        self.nodes_up.set("A", mode="evm", evm={"chain_id": 1, "head": 100}, methods=no_blocks)
        for tag in ("latest", "0x64", "0x5"):
            answer = daemon.rpc("eth_getBlockByNumber", [tag, False])
            self.assertEqual(answer.node, "B")
            self.assertEqual(answer.json["result"]["number"], "0x64" if tag == "latest" else tag)
        self.nodes_up.set("B", mode="evm", evm={"chain_id": 1, "head": 100}, methods=no_blocks)
        answer = daemon.rpc("eth_getBlockByNumber", ["0x64", False], id="q")
        self.assertEqual((answer.status, answer.json), (200, {"jsonrpc": "2.0", "id": "q", "result": None}))

    def test_null_from_a_node_that_is_not_at_the_head_is_not_believed(self):
        daemon = self.chain([100, 99], routing={"balance": "weighted_round_robin"})
        self.wait_head(daemon, 100)
        receipt = {"blockNumber": "0x64", "blockHash": "0x" + "ab" * 32, "transactionHash": "0x" + "01" * 32}
        known = {method: {"result": receipt} for method in ("eth_getTransactionReceipt", "eth_getTransactionByHash")}
        known["eth_getBlockReceipts"] = {"result": [receipt]}
        unknown = {method: {"result": None} for method in known}

        def nodes(of_a):
            self.nodes_up.set("A", mode="evm", evm={"chain_id": 1, "head": 100}, **of_a)
            self.nodes_up.set("B", mode="evm", evm={"chain_id": 1, "head": 99}, methods=unknown)

        nodes({"methods": known})
        for method in known:
            for number in range(6):
                answer = daemon.rpc(method, ["0x" + f"{number:02x}" * 32])
                self.assertEqual((answer.node, answer.json["result"]), ("A", known[method]["result"]))
        # Nothing better to be had, it is an answer; and is forgotten.
        nodes({"status": 500})
        asked = ["0x" + "77" * 32]
        answer = daemon.rpc("eth_getTransactionReceipt", asked, id="q")
        self.assertEqual((answer.status, answer.json), (200, {"jsonrpc": "2.0", "id": "q", "result": None}))
        nodes({"methods": known})
        wait_until(lambda: daemon.state("A") in ("up", "unknown"), what="A back")
        self.assertEqual(daemon.rpc("eth_getTransactionReceipt", asked).json["result"], receipt)
        # One at the head is believed at once.
        self.nodes_up.set("A", mode="evm", evm={"chain_id": 1, "head": 100}, methods=unknown, record=True)
        self.set("B", 100)
        wait_until(lambda: daemon.status()["nodes"][1]["block_number"] == 100, what="B at the head")
        self.nodes_up.set("B", mode="evm", evm={"chain_id": 1, "head": 100}, methods=unknown, record=True)
        begun = len(self.clients_calls("A")) + len(self.clients_calls("B"))
        self.assertIsNone(daemon.rpc("eth_getTransactionReceipt", ["0x" + "78" * 32]).json["result"])
        self.assertEqual(len(self.clients_calls("A")) + len(self.clients_calls("B")), begun + 1)

    def test_a_block_that_is_due_is_waited_for(self):
        daemon = self.chain([100], chain={"poll_interval_ms": 1000})
        self.wait_head(daemon, 100)
        got = []
        thread = threading.Thread(target=lambda: got.append(daemon.rpc("eth_getBalance", ["0xa", "0x65"])))
        thread.start()
        self.set("A", 101)
        thread.join()
        self.assertEqual(got[0].status, 200)
        self.assertEqual(self.clients_calls("A")[-1]["params"], ["0xa", "0x65"])
        self.assertEqual(self.head(daemon), 101)
        # One that does not come is left to the nodes after one block time.
        self.assertEqual(daemon.rpc("eth_getBlockByNumber", ["0x66", False]).json["result"], None)
        # And nobody waits for what is far away.
        begun = time.monotonic()
        self.assertEqual(daemon.rpc("eth_getBlockByNumber", ["0xffff", False]).json["result"], None)
        self.assertLess(time.monotonic() - begun, 0.9)

    def test_finalized_is_the_same_everywhere(self):
        daemon = self.chain([100, 100])
        self.wait_head(daemon, 100)
        self.assertEqual(daemon.rpc("eth_getBlockByNumber", ["finalized", False]).status, 200)
        wait_until(lambda: daemon.status()["chains"][0]["finalized"] is not None, what="finality known")
        finalized = daemon.status()["chains"][0]["finalized"]
        answer = daemon.rpc("eth_getBlockByNumber", ["finalized", False])
        self.assertEqual(int(answer.json["result"]["number"], 16), finalized)
        asked = [body["params"] for name in "AB" for body in self.clients_calls(name)]
        self.assertIn([hex(finalized), False], asked)

    def test_vectors(self):
        """All recorded exchanges with `latest` translated: a node that answers by resolved height, the same bytes."""
        recorded = vectors()
        answers = {name: response for name, _, response in recorded}
        head = json.loads(answers["eth_blockNumber/simple-test"])["result"]
        lines = []
        for _, text, response in recorded:
            request = json.loads(text)
            params = request.get("params", [])
            lines.append((request, response))
            if isinstance(params, list):
                resolved = [head if param == "latest" else param for param in params]
                for variant in (params, resolved, params + [head]):
                    lines.append(({**request, "params": variant}, response))
        replay = self.write("resolved.jsonl", "".join(
            json.dumps({"request": json.dumps(request, separators=(",", ":")), "response": response}) + "\n"
            for request, response in lines))
        mock = self.mock("A")
        mock.set("A", replay=str(replay), record=True)
        chain_id = int(json.loads(answers["eth_chainId/get-chain-id"])["result"], 16)
        daemon = self.daemon(self.config(
            self.nodes(mock, "A", chain="main"), security={"blocked_namespaces": []},
            chains__main={"kind": "evm", "chain_id": chain_id, "heads": "poll", "poll_interval_ms": 60000,
                         "cache": False}))
        self.wait_head(daemon, int(head, 16))
        local = 0
        for name, request, response in recorded:
            with self.subTest(name):
                answer = daemon.exchange(request)
                local += answer.header("x-spillway-cache") == "local"
                self.assertEqual(answer.text, response)
        self.assertEqual(local, 3)
        sent = [json.loads(request["body"]) for request in mock.requests("A")]
        self.assertFalse([body for body in sent if body.get("params") and "latest" in body["params"][1:]])


class SolanaTest(SpillwayTest):
    def test_slots(self):
        mock = self.mock("A", "B", "C")
        for name, slot in (("A", 500), ("B", 500), ("C", 450)):
            mock.set(name, mode="solana", solana={"slot": slot, "slot_time_ms": 0}, record=True)
        daemon = self.daemon(self.config(self.nodes(mock, "A", "B", "C", chain="sol"),
                                         chains__sol={"kind": "solana", "heads": "poll", "poll_interval_ms": 200}))
        wait_until(lambda: daemon.status()["chains"][0]["head"] == 500, what="slot 500")
        wait_until(lambda: daemon.state("C") == "lagging", what="C lagging")
        self.assertIn(daemon.rpc("getBalance", ["x", {"minContextSlot": 480}]).node, ("A", "B"))
        mock.set("A", mode="solana", solana={"slot": 500}, methods={"getBalance": {
            "error": {"code": -32016, "message": "Minimum context slot has not been reached"}}})
        mock.set("B", mode="solana", solana={"slot": 500}, methods={"getBalance": {
            "error": {"code": -32016, "message": "Minimum context slot has not been reached"}}})
        self.assertEqual(daemon.rpc("getBalance", ["x", {"minContextSlot": 100000}]).code, -32016)

    def test_a_slot_that_nobody_has_is_said_as_nodes_say_it(self):
        mock = self.mock("A", "B")
        for name, slot in (("A", 500), ("B", 497)):
            mock.set(name, mode="solana", solana={"slot": slot, "slot_time_ms": 0}, record=True)
        nodes = self.nodes(mock, "A", "B", chain="sol")
        nodes[0]["methods"] = {"deny": ["getBalance"]}
        daemon = self.daemon(self.config(nodes, chains__sol={"kind": "solana", "heads": "poll", "poll_interval_ms": 200}))
        wait_until(lambda: daemon.status()["chains"][0]["head"] == 500, what="slot 500")
        answer = daemon.rpc("getBalance", ["x", {"minContextSlot": 499}])
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.json["error"], {"code": -32016, "message": "Minimum context slot has not been reached",
                                                "data": {"contextSlot": 497}})


class AnvilTools(SpillwayTest):
    """Real nodes that mine when told to."""

    def setUp(self):
        super().setUp()
        self.assertTrue(ANVIL.exists(), "anvil is missing: run npm ci in tests/e2e")

    def anvil(self, *arguments, chain_id=31337):
        port = free_port()
        process = Process([ANVIL, "--port", port, "--chain-id", chain_id, "--no-mining", "--timestamp", 1_700_000_000,
                           *arguments], self.folder / f"anvil{port}.log", self.folder, self.environment())
        process.port = port
        self.children.append(process)

        def up():
            try:
                return exchange(port, call("eth_chainId")).status == 200
            except (OSError, EOFError):
                return False
        wait_until(up, what="anvil answering")
        return process

    def mine(self, anvil, count=1, after=12):
        """Blocks with fixed times: anvils that mine the same number of them have the same chain."""
        for _ in range(count):
            head = self.ask(anvil, "eth_getBlockByNumber", ["latest", False])
            self.ask(anvil, "evm_mine", [int(head["timestamp"], 16) + after])

    def ask(self, anvil, method, params=()):
        return exchange(anvil.port, call(method, list(params))).json["result"]

    def wait_head(self, daemon, height):
        wait_until(lambda: daemon.status()["chains"][0]["head"] == height, what=f"head {height}")

    def pool(self, anvils, feeds=False, **chain):
        nodes = [{"name": f"anvil{i}", "url": f"http://127.0.0.1:{anvil.port}/", "chain": "dev",
                  **({"ws_url": f"ws://127.0.0.1:{anvil.port}/"} if feeds else {})} for i, anvil in enumerate(anvils)]
        return self.daemon(self.config(nodes, server={"attempt_timeout_ms": 1000}, chains__dev={
            "kind": "evm", "cache": False, "heads": "ws" if feeds else "poll",
            "poll_interval_ms": 60000 if feeds else 200, **chain}))


class AnvilChainTest(AnvilTools):
    def test_same_chain_on_three_nodes(self):
        anvils = [self.anvil() for _ in range(3)]
        for anvil in anvils:
            self.mine(anvil, 5)
        hashes = {self.ask(anvil, "eth_getBlockByNumber", ["latest", False])["hash"] for anvil in anvils}
        self.assertEqual(len(hashes), 1, "the anvils must agree for this test")
        daemon = self.pool(anvils)
        self.wait_head(daemon, 5)
        self.mine(anvils[0], 8)
        wait_until(lambda: daemon.node_status("anvil0")["block_number"] == 13, what="anvil0 seen")
        self.assertEqual(number(daemon.rpc("eth_blockNumber")), 5)
        self.mine(anvils[1], 8)
        self.wait_head(daemon, 13)
        wait_until(lambda: daemon.state("anvil2") == "lagging", what="anvil2 lagging")
        self.assertEqual(daemon.rpc("eth_getBlockByNumber", ["latest", False]).json["result"]["number"], "0xd")
        self.assertEqual(daemon.status()["chains"][0]["reorgs"], 0)
        anvils[1].signal(signal.SIGSTOP)
        for _ in range(5):
            answer = daemon.rpc("eth_getBlockByNumber", ["latest", False])
            self.assertEqual(answer.json["result"]["number"], "0xd")
        anvils[1].signal(signal.SIGCONT)

    def test_reorg_by_polls(self):
        self.check_reorg(feeds=False)

    def test_reorg_by_feed(self):
        self.check_reorg(feeds=True)

    def check_reorg(self, feeds):
        anvil = self.anvil()
        self.mine(anvil, 3)
        daemon = self.pool([anvil], feeds)
        self.wait_head(daemon, 3)
        if feeds:
            daemon.wait_for_log("new blocks come over WebSocket")
        for height in range(4, 11):
            self.mine(anvil)
            self.wait_head(daemon, height)
        before = daemon.status()["chains"][0]
        self.assertEqual(before["source"], "websocket" if feeds else "poll")
        self.ask(anvil, "anvil_reorg", [3, []])
        self.mine(anvil, 2)
        wait_until(lambda: daemon.status()["chains"][0]["reorgs"] == 1, what="the reorganisation")
        self.wait_head(daemon, 12)
        chain = daemon.status()["chains"][0]
        event = chain["last_reorgs"][0]
        self.assertEqual([event["from"], event["to"], event["depth"], event["exact"]], [8, 10, 3, True])
        self.assertEqual(event["old_hash"], before["head_hash"])
        self.assertEqual(chain["head_hash"], self.ask(anvil, "eth_getBlockByNumber", ["latest", False])["hash"])
        self.assertEqual(daemon.metrics().value("spillway_reorgs_detected_total", chain="dev"), 1)
        self.assertIn("the chain was reorganised", daemon.log)

    def test_feed_falls_back_to_polls(self):
        anvil = self.anvil()
        daemon = self.pool([anvil], feeds=True, poll_interval_ms=200)
        daemon.wait_for_log("new blocks come over WebSocket")
        self.mine(anvil)
        self.wait_head(daemon, 1)
        port = anvil.port
        anvil.kill()
        again = Process([ANVIL, "--port", port, "--chain-id", 31337, "--no-mining", "--timestamp", 1_700_000_000],
                        self.folder / "again.log", self.folder, self.environment())
        again.port = port
        self.children.append(again)
        wait_until(lambda: "Listening" in again.log, what="anvil again")
        self.mine(again, 4)
        self.wait_head(daemon, 4)
        wait_until(lambda: len(daemon.log.split("new blocks come over WebSocket")) > 2, what="the feed again")
        self.mine(again)
        self.wait_head(daemon, 5)

    def test_block_numbers_never_go_back_while_nodes_fail(self):
        anvils = [self.anvil() for _ in range(3)]
        for anvil in anvils:
            self.mine(anvil, 2)
        daemon = self.pool(anvils)
        self.wait_head(daemon, 2)
        seen, bad, stop = [], [], threading.Event()

        def client():
            last = 0
            while not stop.is_set():
                height = number(daemon.rpc("eth_blockNumber"))
                block = daemon.rpc("eth_getBlockByNumber", ["latest", False])
                result = block.json.get("result")
                if height < last or block.status != 200 or not result or int(result["number"], 16) < height:
                    bad.append((last, height, block))
                last = height
                seen.append(height)
        threads = [threading.Thread(target=client) for _ in range(4)]
        for thread in threads:
            thread.start()
        for round_number in range(12):
            for anvil in anvils:
                if not (anvil is anvils[2] and round_number in (5, 6, 7)):
                    self.mine(anvil)
            if round_number == 4:
                anvils[2].signal(signal.SIGSTOP)
            if round_number == 7:
                anvils[2].signal(signal.SIGCONT)
                self.mine(anvils[2], 3)
            self.wait_head(daemon, 3 + round_number)
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(bad, [])
        self.assertGreater(len(seen), 50)
        self.assertEqual(daemon.status()["chains"][0]["reorgs"], 0)

    def test_another_chain_is_left_out(self):
        right, wrong = self.anvil(), self.anvil(chain_id=1337)
        self.mine(wrong, 50)
        daemon = self.pool([right, wrong], chain_id=31337)
        wait_until(lambda: daemon.state("anvil1") == "wrong_chain", what="anvil1 wrong")
        self.mine(right)
        self.wait_head(daemon, 1)
        for _ in range(10):
            self.assertEqual(daemon.rpc("eth_getBalance", ["0x" + "0" * 40, "latest"]).node, "anvil0")
