# SPDX-License-Identifier: MIT
"""eth_getLogs over more than a node answers at once: limits learned, parts by range and address, one result."""

import json

from harness import wait_until
from test_chain import ChainTest


class LogsTest(ChainTest):
    def pool(self, *limits, head=1000, per_block=2, chain=None, **more):
        """One mock node for each dictionary of limits."""
        daemon = self.chain([head] * len(limits), chain=chain, **more)
        for name, limit in zip("ABCDEFGH", limits):
            self.set(name, head, logs_per_block=per_block, **limit)
        self.wait_head(daemon, head)
        return daemon

    def logs(self, daemon, first, last, **more):
        return daemon.rpc("eth_getLogs", [{"fromBlock": hex(first), "toBlock": hex(last), **more}], id="q")

    def asked(self, name):
        """Ranges of the log queries that reached a node."""
        return [(int(query["fromBlock"], 16), int(query["toBlock"], 16))
                for query in (body["params"][0] for body in self.bodies(name) if body["method"] == "eth_getLogs")]

    def assert_complete(self, answer, first, last, indexes=(0, 1)):
        self.assertEqual((answer.status, answer.json["id"]), (200, "q"), answer)
        self.assertEqual([(int(log["blockNumber"], 16), int(log["logIndex"], 16)) for log in answer.json["result"]],
                         [(block, index) for block in range(first, last + 1) for index in indexes])


class SplitTest(LogsTest):
    def test_a_limit_is_learned_once_and_the_parts_are_joined_in_order(self):
        daemon = self.pool({"max_logs_span": 100})
        self.assert_complete(self.logs(daemon, 50, 555), 50, 555)
        asked = self.asked("A")
        self.assertEqual(asked[0], (50, 555))  # what taught the limit
        self.assertEqual(sorted(asked[1:]), [(50, 99), (100, 199), (200, 299), (300, 399), (400, 499), (500, 555)])
        self.assert_complete(self.logs(daemon, 0, 399), 0, 399)
        self.assertEqual(sorted(self.asked("A")[len(asked):]), [(0, 99), (100, 199), (200, 299), (300, 399)])
        self.assertEqual(daemon.node_status("A")["logs_span"], 100)
        metrics = daemon.metrics()
        self.assertEqual(metrics.value("spillway_divided_log_queries_total"), 2)
        self.assertEqual(metrics.value("spillway_log_query_parts_total"), 10)
        self.assertEqual(metrics.sum("rpc_requests_total"), 2)

    def test_the_same_bytes_as_one_answer(self):
        daemon = self.pool({}, {"max_logs_span": 70})
        self.nodes_up.set("B", status=500)
        whole = self.logs(daemon, 100, 400)
        self.set("B", 1000, logs_per_block=2, max_logs_span=70)
        self.nodes_up.set("A", status=500)
        wait_until(lambda: daemon.state("B") in ("up", "unknown"), what="B back")
        joined = self.logs(daemon, 100, 400)
        self.assertEqual(joined.text, whole.text)

    def test_a_wider_node_takes_it_whole(self):
        daemon = self.pool({"max_logs_span": 50}, {}, routing={"balance": "least_in_flight"})
        for _ in range(3):
            self.assert_complete(self.logs(daemon, 1, 200), 1, 200)
        self.assertEqual(len(self.asked("A")), 1)
        self.assertEqual(self.asked("B"), [(1, 200)] * 3)

    def test_parts_go_on_when_the_wide_node_dies(self):
        daemon = self.pool({"max_logs_span": 50}, {"max_logs_span": 100}, routing={"balance": "least_in_flight"})
        self.assert_complete(self.logs(daemon, 0, 299), 0, 299)
        self.nodes_up.set("B", fate="close")
        self.assert_complete(self.logs(daemon, 0, 299), 0, 299)
        self.assertTrue({(0, 49), (50, 99), (250, 299)} <= set(self.asked("A")))

    def test_too_many_results_divide_that_query_alone(self):
        daemon = self.pool({"max_logs": 100})
        self.assert_complete(self.logs(daemon, 0, 127), 0, 127)
        before = len(self.asked("A"))
        one = "0x" + "0" * 39 + "1"
        self.assert_complete(self.logs(daemon, 0, 80, address=one), 0, 80, indexes=(0,))
        self.assertEqual(self.asked("A")[before:], [(0, 80)])

    def test_addresses_are_divided_and_woven(self):
        daemon = self.pool({"max_log_addresses": 2}, per_block=5)
        addresses = ["0x" + f"{i:040x}" for i in (5, 1, 2, 4, 3)]
        self.assert_complete(self.logs(daemon, 10, 14, address=addresses), 10, 14, indexes=range(5))
        sent = [body["params"][0]["address"] for body in self.bodies("A") if body["method"] == "eth_getLogs"]
        self.assertEqual(sent[0], addresses)
        self.assertEqual(sorted(sent[1:]), sorted([["0x" + f"{i:040x}" for i in pair] for pair in ((5, 1), (2, 4), (3,))]))

    def test_limits_of_several_nodes_are_not_mixed(self):
        daemon = self.pool({"max_log_addresses": 2}, {"max_logs_span": 100}, per_block=8)
        addresses = ["0x" + f"{i:040x}" for i in range(1, 9)]
        for _ in range(2):  # what teaches the limits, then what they are good for
            before = len(self.asked("A")) + len(self.asked("B"))
            self.assert_complete(self.logs(daemon, 0, 799, address=addresses), 0, 799, indexes=range(8))
        self.assertEqual(len(self.asked("A")) + len(self.asked("B")) - before, 4)

    def test_a_refusal_for_addresses_leaves_the_range(self):
        daemon = self.pool({"max_log_addresses": 2}, per_block=8)
        addresses = ["0x" + f"{i:040x}" for i in range(1, 9)]
        self.assert_complete(self.logs(daemon, 0, 799, address=addresses), 0, 799, indexes=range(8))
        self.assertEqual(set(self.asked("A")), {(0, 799)})
        self.assertIsNone(daemon.node_status("A").get("logs_span"))

    def test_too_many_results_in_any_words_divide_that_query_alone(self):
        daemon = self.pool({})
        one = "0x" + "0" * 39 + "1"
        for words in ("query returned more than 10000 logs", "logs over more than 10000", "request is too large"):
            self.nodes_up.set("A", mode="evm", evm={"chain_id": 1, "head": 1000, "logs_per_block": 2}, record=True,
                              methods={"eth_getLogs": [{"error": {"code": -32005, "message": words}, "times": 8},
                                                       {"pass": True, "times": 100000}]})
            topic = "0x" + words.encode().hex()[:64].ljust(64, "0")
            self.logs(daemon, 0, 127, topics=[topic])
            before = len(self.asked("A"))
            self.logs(daemon, 0, 80, address=one)
            self.assertEqual(self.asked("A")[before:], [(0, 80)], words)

    def test_other_members_stay_as_they_are(self):
        daemon = self.pool({"max_logs_span": 100})
        topics = [None, ["0x" + "a" * 64, "0x" + "b" * 64]]
        self.logs(daemon, 0, 199, topics=topics, extra={"a": [1]})
        for body in self.bodies("A"):
            if body["method"] == "eth_getLogs":
                self.assertEqual((body["params"][0]["topics"], body["params"][0]["extra"]), (topics, {"a": [1]}))

    def test_an_error_in_one_part_is_the_answer(self):
        daemon = self.pool({"max_logs_span": 100})
        self.assert_complete(self.logs(daemon, 0, 199), 0, 199)
        self.nodes_up.set("A", mode="evm", evm={"chain_id": 1, "head": 1000}, methods={"eth_getLogs": {
            "error": {"code": -32602, "message": "invalid argument 0: hex string without 0x prefix"}}})
        answer = self.logs(daemon, 0, 299)
        self.assertEqual((answer.json["id"], answer.code), ("q", -32602))
        self.assertIn("hex string", answer.json["error"]["message"])

    def test_more_than_64_mib_are_refused(self):
        daemon = self.pool({"max_logs_span": 10}, head=180, per_block=2000)
        answer = self.logs(daemon, 0, 179)
        self.assertLess(len(answer.text), 1000)
        self.assert_error(answer, 200, -32602, id="q")
        self.assertIn("larger than 64 MiB together", answer.json["error"]["message"])
        answer = self.logs(daemon, 0, 19)
        self.assertEqual(len(answer.json["result"]), 40000)

    def test_on_a_chain_that_is_not_followed(self):
        daemon = self.chain([1000], chain={"heads": "off"})
        self.set("A", 1000, logs_per_block=2, max_logs_span=100)
        self.assert_complete(self.logs(daemon, 50, 355), 50, 355)
        self.assertEqual(sorted(self.asked("A")[1:]), [(50, 99), (100, 199), (200, 299), (300, 355)])
        # An end that only the node knows is the node's.
        self.assertIn("limited to", daemon.rpc("eth_getLogs", [{"fromBlock": "0x0"}]).json["error"]["message"])

    def test_a_frozen_node_does_not_hold_up_the_parts(self):
        daemon = self.pool({"max_logs_span": 100}, {"max_logs_span": 100}, server={
            "request_timeout_ms": 2000, "attempt_timeout_ms": 500, "heavy_request_timeout_ms": 4000})
        self.assert_complete(self.logs(daemon, 0, 299), 0, 299)
        self.nodes_up.set("A", fate="stall")
        self.assert_complete(self.logs(daemon, 0, 299), 0, 299)

    def test_too_many_parts_are_refused(self):
        daemon = self.pool({"max_logs_span": 2}, head=5000)
        answer = self.logs(daemon, 0, 4000)
        self.assert_error(answer, 200, -32602, id="q")
        self.assertIn("at most 2 blocks of this query at once, so that its 4001 blocks would take about 2001 calls, and one query "
                      "may take 1000; ask for at most 2000 blocks at a time", answer.json["error"]["message"])

    def test_too_many_parts_are_refused_before_they_are_asked(self):
        """The limit is in no words and has to be found by halves. Nothing is asked in vain after that, nor by the same again."""
        daemon = self.pool({"max_logs": 8}, head=10000)
        answer = self.logs(daemon, 0, 9999)
        self.assert_error(answer, 200, -32602, id="q")
        self.assertRegex(answer.json["error"]["message"], "its 10000 blocks would take about [0-9]{4} calls, and one query may take 1000;")
        asked = len(self.asked("A"))
        self.assertLess(asked, 30)
        for _ in range(3):
            self.assert_error(self.logs(daemon, 0, 9999), 200, -32602, id="q")
        self.assertEqual(len(self.asked("A")), asked)
        self.assert_complete(self.logs(daemon, 100, 199), 100, 199)

    def test_too_many_addresses_for_the_parts_are_refused_in_their_words(self):
        daemon = self.pool({"max_log_addresses": 2})
        answer = self.logs(daemon, 990, 999, address=["0x" + f"{index:040x}" for index in range(3000)])
        self.assert_error(answer, 200, -32602, id="q")
        self.assertRegex(answer.json["error"]["message"],
                         "^the nodes answer at most 10 blocks and [0-9]+ addresses of this query at once, so that its 10 blocks and 3000 "
                         "addresses would take about [0-9]{4} calls, and one query may take 1000; ask for at most [0-9]+ addresses at a time$")
        self.assertLess(len(self.asked("A")), 20)

    def test_in_a_batch_with_priced_parts(self):
        self.write("prices.toml", "[routing]\neth_getLogs = 5\neth_chainId = 0\neth_syncing = 0\nnet_version = 0\n"
                                  "eth_getBlockByNumber = 0\n")
        daemon = self.pool({"max_logs_span": 100}, node={"provider_pricing_path": "prices.toml"})
        query = {"fromBlock": "0x0", "toBlock": "0x12b"}
        answers = daemon.exchange(json.dumps([{"jsonrpc": "2.0", "id": i, "method": "eth_getLogs", "params": [query]}
                                              for i in (1, "b")])).json
        self.assertEqual([answer["id"] for answer in answers], [1, "b"])
        self.assertEqual(answers[0]["result"], answers[1]["result"])
        self.assertEqual(len(answers[0]["result"]), 600)
        answer = self.logs(daemon, 0, 299)
        self.assertEqual(answer.header("x-spillway-credits"), "15")
        self.assertEqual(answer.header("x-spillway-attempts"), "3")
        self.assertEqual(daemon.used("A"), 5 * len(self.asked("A")))

    def test_finalised_parts_are_kept(self):
        daemon = self.pool({"max_logs_span": 100}, chain={"cache": True})
        self.assert_complete(self.logs(daemon, 0, 399), 0, 399)
        before = len(self.asked("A"))
        self.assert_complete(self.logs(daemon, 100, 499), 100, 499)
        self.assertEqual(self.asked("A")[before:], [(400, 499)])

    def test_a_reorganisation_never_gives_a_mixture(self):
        daemon = self.pool({"max_logs_span": 3}, head=1000)
        self.assert_complete(self.logs(daemon, 990, 1000), 990, 1000)
        # The node has gone over to another branch, which nothing confirms yet: no result is better than two in one.
        self.set("A", 1000, logs_per_block=2, max_logs_span=3, fork_from=997, fork_salt=1)
        answer = self.logs(daemon, 990, 1000)
        self.assert_error(answer, 503, -32011, id="q")
        self.assertIn("reorganised", answer.json["error"]["message"])
        self.set("A", 1001, logs_per_block=2, max_logs_span=3, fork_from=997, fork_salt=1)
        wait_until(lambda: daemon.status()["chains"][0]["reorgs"] == 1, what="the reorganisation")
        answer = self.logs(daemon, 990, 1000)
        self.assert_complete(answer, 990, 1000)
        for log in answer.json["result"]:
            block = daemon.rpc("eth_getBlockByNumber", [log["blockNumber"], False]).json["result"]
            self.assertEqual(log["blockHash"], block["hash"])


class RangeLimitTest(LogsTest):
    def test_tags_count_with_the_head(self):
        daemon = self.pool({}, security={"max_logs_range": 100})
        self.assert_complete(self.logs(daemon, 901, 1000), 901, 1000)
        for query in ({"fromBlock": hex(900)}, {"fromBlock": hex(900), "toBlock": "latest"},
                      {"fromBlock": "earliest"}, {"fromBlock": "0x0", "toBlock": "finalized"}, {"fromBlock": hex(900), "toBlock": "pending"},
                      {"fromBlock": hex(800), "toBlock": hex(900)}, {"from\\u0042lock": hex(0)}):
            with self.subTest(query):
                text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "eth_getLogs", "params": [query]})
                answer = daemon.exchange(text.replace("\\\\u", "\\u"))
                self.assert_error(answer, 200, -32602)
                self.assertIn("max_logs_range allows 100", answer.json["error"]["message"])
        for query in ({}, {"fromBlock": hex(901)}, {"fromBlock": hex(950), "toBlock": "0xffffffff"},
                      {"toBlock": "latest"}):
            with self.subTest(query):
                self.assertIn("result", daemon.rpc("eth_getLogs", [query]).json)

    def test_a_block_hash_is_no_range(self):
        daemon = self.pool({"max_logs_span": 1}, security={"max_logs_range": 1})
        block = daemon.rpc("eth_getBlockByNumber", ["0x64", False]).json["result"]
        answer = daemon.rpc("eth_getLogs", [{"blockHash": block["hash"]}], id="q")
        self.assert_complete(answer, 100, 100)
        self.assertEqual(self.bodies("A")[-1]["params"], [{"blockHash": block["hash"]}])

    def test_too_many_addresses_of_a_block_hash_are_divided(self):
        daemon = self.pool({"max_log_addresses": 2}, per_block=5)
        block = daemon.rpc("eth_getBlockByNumber", ["0x64", False]).json["result"]
        addresses = ["0x" + f"{index + 1:040x}" for index in (4, 2, 0, 3, 1)]
        answer = daemon.rpc("eth_getLogs", [{"blockHash": block["hash"], "address": addresses}], id="q")
        self.assert_complete(answer, 100, 100, range(5))
        asked = [query["address"] for query in (body["params"][0] for body in self.bodies("A") if body["method"] == "eth_getLogs")]
        self.assertEqual([len(each) for each in asked[:1]], [5])
        self.assertEqual(sorted(sum((each for each in asked[1:]), [])), sorted(addresses))
        self.assertTrue(all(query["blockHash"] == block["hash"] for query in
                            (body["params"][0] for body in self.bodies("A") if body["method"] == "eth_getLogs")))
