# SPDX-License-Identifier: MIT
"""Kept answers: what is kept, for how long, where, and who shares one call. Scripted nodes and a real redis-server."""

import itertools
import json
import re
import shutil
import signal
import threading
import time

from harness import Process, RawClient, SpillwayTest, call, free_port, wait_until
from test_vectors import FILE, vectors

HASH = "0x" + "ab" * 32
ADDRESS = "0x" + "12" * 20
HEAD = 1000


class CacheTest(SpillwayTest):
    def chain(self, names="A", chain=None, behaviour=None, **more):
        """A daemon over mock nodes at block 1000 of a chain that is followed; waits for its head. New heads are not put into
        the cache: it is to hold what calls brought."""
        self.up = self.mock(*names)
        for name in names:
            self.up.set(name, mode="evm", evm={"chain_id": 1, "head": HEAD}, record=True, **(behaviour or {}))
        daemon = self.daemon(self.config(
            self.nodes(self.up, *names, chain="main"), **more,
            chains__main={"kind": "evm", "chain_id": 1, "heads": "poll", "poll_interval_ms": 100, "warm_blocks": False,
                          **(chain or {})}))
        self.wait_head(daemon, HEAD)
        return daemon

    def wait_head(self, daemon, height):
        wait_until(lambda: daemon.status()["chains"][0]["head"] == height, what=f"head {height}")

    def sent(self, method, name="A"):
        """The parameters of all calls of that method which reached a node."""
        bodies = [json.loads(request["body"]) for request in self.up.requests(name)]
        flat = [item for body in bodies for item in (body if isinstance(body, list) else [body])]
        return [item["params"] for item in flat if item["method"] == method]

    def assert_kept(self, answer, kept, want="hit"):
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(answer.header("x-spillway-cache"), want if kept else "miss", answer)


class KeepTest(CacheTest):
    def test_hit_by_hash(self):
        daemon = self.chain(behaviour={"methods": {"eth_getBlockByHash": {"result": {"hash": HASH, "number": "0x5"}}}})
        first = daemon.rpc("eth_getBlockByHash", [HASH, False], id=1)
        second = daemon.rpc("eth_getBlockByHash", [HASH.upper().replace("0X", "0x"), False], id="other")
        self.assert_kept(first, False)
        self.assert_kept(second, True)
        self.assertEqual(second.text, first.text.replace('"id":1', '"id":"other"'))
        self.assertIsNone(second.node)
        self.assertEqual(second.header("x-spillway-attempts"), "0")
        self.assertEqual(second.header("x-spillway-credits"), "0")
        self.assertEqual(len(self.sent("eth_getBlockByHash")), 1)
        # Other parameters are another answer.
        self.assert_kept(daemon.rpc("eth_getBlockByHash", [HASH, True]), False)
        metrics = daemon.metrics()
        self.assertEqual(metrics.value("spillway_cache_hits_total"), 1)
        self.assertEqual(metrics.value("spillway_cache_misses_total"), 2)
        self.assertEqual(metrics.value("spillway_cache_credits_saved_total"), 1)
        cache = daemon.status()["cache"]
        self.assertEqual((cache["backend"], cache["hits"], cache["misses"], cache["stores"]), ("memory", 1, 2, 2))
        self.assertEqual(cache["methods"]["eth_getBlockByHash"]["credits_saved"], 1)
        self.assertAlmostEqual(cache["hit_rate"], 1 / 3, 3)
        self.assertGreater(cache["bytes"], 0)

    def test_latest_is_kept_by_height(self):
        daemon = self.chain()
        spellings = ([{"to": ADDRESS}, "latest"], [{"to": ADDRESS}], [{"to": ADDRESS.upper().replace("0X", "0x")}, hex(HEAD)])
        for at, params in enumerate(spellings):
            self.assert_kept(daemon.rpc("eth_call", params), at > 0)
        self.assertEqual(self.sent("eth_call"), [[{"to": ADDRESS}, hex(HEAD)]])
        self.up.act("A", "set_head", head=HEAD + 1)
        self.wait_head(daemon, HEAD + 1)
        self.assert_kept(daemon.rpc("eth_call", [{"to": ADDRESS}, "latest"]), False)
        self.assertEqual(self.sent("eth_call")[-1], [{"to": ADDRESS}, hex(HEAD + 1)])

    def test_never_kept(self):
        daemon = self.chain(behaviour={"methods": {"eth_x": {"result": 1}, "eth_sendRawTransaction": {"result": HASH},
                                                   "eth_sendTransaction": {"result": HASH}}})
        for method, params in (("eth_sendRawTransaction", ["0x01"]), ("eth_sendTransaction", [{}]), ("eth_x", []),
                               ("eth_call", [{"to": ADDRESS}, "pending"]), ("eth_getBlockByNumber", ["pending", False]),
                               ("eth_getBlockByNumber", [hex(HEAD + 5000), False]),
                               ("eth_getLogs", [{"fromBlock": "pending"}])):
            with self.subTest(method=method, params=params):
                before = len(self.sent(method))
                for _ in range(3):
                    self.assertNotEqual(daemon.rpc(method, params).header("x-spillway-cache"), "hit")
                self.assertEqual(len(self.sent(method)), before + 3)

    def test_errors_are_not_kept(self):
        revert = {"error": {"code": 3, "message": "execution reverted"}}
        daemon = self.chain(behaviour={"methods": {"eth_call": [revert, revert, {"result": "0x01"}]}})
        for code in (3, 3, None):
            answer = daemon.rpc("eth_call", [{"to": ADDRESS}, "0x1"])
            self.assert_kept(answer, False)
            self.assertEqual(answer.code, code)
        self.assert_kept(daemon.rpc("eth_call", [{"to": ADDRESS}, "0x1"]), True)

    def test_null_is_kept_for_its_time(self):
        mined = {"result": {"blockHash": HASH, "blockNumber": "0x1"}}
        daemon = self.chain(chain={"pending_ttl_ms": 700},
                            behaviour={"methods": {"eth_getTransactionReceipt": [{"result": None}, mined]}})
        self.assert_kept(daemon.rpc("eth_getTransactionReceipt", [HASH]), False)
        again = daemon.rpc("eth_getTransactionReceipt", [HASH], id=2)
        self.assert_kept(again, True)
        self.assertEqual(again.text, '{"jsonrpc":"2.0","id":2,"result":null}')
        wait_until(lambda: daemon.rpc("eth_getTransactionReceipt", [HASH]).json["result"], what="the receipt")
        self.assertEqual(len(self.sent("eth_getTransactionReceipt")), 2)
        time.sleep(1)  # a second later it is still there: its block is final
        self.assert_kept(daemon.rpc("eth_getTransactionReceipt", [HASH]), True)

    def test_a_shared_answer_is_the_nodes_to_the_last_byte(self):
        body = '{ "result" : {"b":1,"a":[ 2 ]} ,"id":{{id}}, "jsonrpc":"2.0","extra":null }\n'
        daemon = self.chain(behaviour={"methods": {"eth_getBlockByHash": {"body": body}}})
        for id, kept in ((7, False), ("x", True), (7, True)):
            answer = daemon.rpc("eth_getBlockByHash", [HASH, False], id=id)
            self.assert_kept(answer, kept)
            self.assertEqual(answer.text, body.replace("{{id}}", json.dumps(id)))

    def test_elements_of_a_batch(self):
        daemon = self.chain()
        daemon.rpc("eth_getBalance", [ADDRESS, "0x1"])
        parts = [call("eth_getBalance", [ADDRESS, block], id=id) for id, block in ((1, "0x1"), (1, "0x2"), ("z", "0x1"))]
        for _ in range(2):
            answers = daemon.exchange("[" + ",".join(parts) + "]").json
            self.assertEqual([answer["id"] for answer in answers], [1, 1, "z"])
            self.assertEqual(answers[0]["result"], answers[2]["result"])
        self.assertEqual(self.sent("eth_getBalance"), [[ADDRESS, "0x1"], [ADDRESS, "0x2"]])

    def test_reorganised_blocks_are_not_served(self):
        daemon = self.chain("AB", chain={"unfinalized_ttl_ms": 600000})
        params = [hex(HEAD), False]
        old = daemon.rpc("eth_getBlockByNumber", params).json["result"]["hash"]
        time.sleep(2.5)  # longer than anything lives that only depends on the head
        self.assert_kept(daemon.rpc("eth_getBlockByNumber", params), True)
        for height in (HEAD, HEAD + 1):
            for name in "AB":
                self.up.set(name, mode="evm", record=True,
                            evm={"chain_id": 1, "head": height, "fork_from": HEAD, "fork_salt": 7})
            time.sleep(0.5)
        wait_until(lambda: daemon.status()["chains"][0]["reorgs"] > 0, what="a reorganisation")
        new = daemon.rpc("eth_getBlockByNumber", params)
        self.assert_kept(new, False)
        self.assertNotEqual(new.json["result"]["hash"], old)
        self.assert_kept(daemon.rpc("eth_getBlockByNumber", params), True)

    def test_a_hash_is_kept_no_longer_than_its_block_stands(self):
        """By hash as by number: what the nodes have no more is not served from the cache."""
        daemon = self.chain("AB", chain={"unfinalized_ttl_ms": 600000})
        orphan = daemon.rpc("eth_getBlockByNumber", [hex(HEAD), False]).json["result"]["hash"]
        stays = daemon.rpc("eth_getBlockByNumber", [hex(HEAD - 1), False]).json["result"]["hash"]
        asked = [("eth_getBlockByHash", lambda block: [block, False]),
                 ("eth_getBlockTransactionCountByHash", lambda block: [block]),
                 ("eth_call", lambda block: [{"to": ADDRESS}, {"blockHash": block}])]
        for name in "AB":
            self.up.set(name, mode="evm", record=True, evm={"chain_id": 1, "head": HEAD},
                        methods={"eth_getBlockTransactionCountByHash": {"result": "0x5"}})
        for method, params in asked:
            for block in (orphan, stays):
                self.assert_kept(daemon.rpc(method, params(block)), False)
        time.sleep(2.5)  # longer than anything lives that only depends on the head
        for method, params in asked:
            for block in (orphan, stays):
                self.assert_kept(daemon.rpc(method, params(block)), True)
        for height in (HEAD + 1, HEAD + 2):
            for name in "AB":
                self.up.set(name, mode="evm", record=True, methods={"eth_getBlockTransactionCountByHash": {"result": None}},
                            evm={"chain_id": 1, "head": height, "fork_from": HEAD, "fork_salt": 7})
                wait_until(lambda: daemon.node_status(name)["block_number"] == height, what=f"{name} seen")
        wait_until(lambda: daemon.status()["chains"][0]["reorgs"] > 0, what="a reorganisation")
        for method, params in asked:
            self.assert_kept(daemon.rpc(method, params(orphan)), False)
            self.assert_kept(daemon.rpc(method, params(stays)), True)
        self.assertIsNone(daemon.rpc("eth_getBlockByHash", [orphan, False]).json["result"])

    def test_switched_off(self):
        for more in ({"cache": {"enabled": False}}, {"chain": {"cache": False}}):
            with self.subTest(more):
                daemon = self.chain(**more, name=f"{len(self.children)}.toml",
                                    server={"state_dir": str(self.folder / f"s{len(self.children)}")})
                for _ in range(3):
                    self.assert_kept(daemon.rpc("eth_getBalance", [ADDRESS, "0x1"]), False)
                self.assertEqual(len(self.sent("eth_getBalance")), 3)
                self.assertEqual(daemon.status()["cache"]["hits"], 0)

    def test_chains_share_nothing(self):
        self.up = self.mock("A", "B")
        for name in "AB":
            self.up.set(name, mode="evm", evm={"chain_id": 1, "head": HEAD}, record=True,
                        methods={"eth_getBlockByHash": {"result": name}})
        nodes = self.nodes(self.up, "A", chain="one") + self.nodes(self.up, "B", chain="two")
        daemon = self.daemon(self.config(nodes, chains__one={"kind": "evm", "heads": "off"},
                                         chains__two={"kind": "evm", "heads": "off"}))
        for kept in (False, True):
            for path, result in (("/one", "A"), ("/two", "B")):
                answer = daemon.rpc("eth_getBlockByHash", [HASH, False], path=path)
                self.assert_kept(answer, kept)
                self.assertEqual(answer.json["result"], result)

    def test_another_chain_under_the_old_name_finds_nothing(self):
        daemon = self.chain(behaviour={"methods": {"eth_getBlockByHash": {"result": {"hash": HASH}}}})
        for kept in (False, True):
            self.assert_kept(daemon.rpc("eth_getBlockByHash", [HASH, False]), kept)
        self.up.set("A", mode="evm", evm={"chain_id": 999, "head": HEAD}, record=True,
                    methods={"eth_getBlockByHash": {"result": {"hash": HASH, "of": 999}}})
        daemon.config.write_text(daemon.config.read_text().replace("chain_id = 1\n", "chain_id = 999\n"))
        daemon.signal(signal.SIGHUP)
        wait_until(lambda: daemon.status()["chains"][0]["chain_id"] == 999, what="the other chain")
        answer = wait_until(lambda: (lambda a: a if a.status == 200 else None)(
            daemon.rpc("eth_getBlockByHash", [HASH, False])), what="an answer")
        self.assertEqual(answer.json["result"]["of"], 999)

    def test_kept_over_a_reload(self):
        daemon = self.chain()
        daemon.rpc("eth_getBalance", [ADDRESS, "0x1"])
        text = daemon.config.read_text()
        daemon.config.write_text(text.replace("[chains.main]", "[chains.main]\nmax_block_lag = 9"))
        daemon.reload("config applied")
        self.assert_kept(daemon.rpc("eth_getBalance", [ADDRESS, "0x1"]), True)
        daemon.config.write_text(text + "\n[cache]\nmax_bytes = 1000000\n")
        daemon.reload("config applied")
        self.assert_kept(daemon.rpc("eth_getBalance", [ADDRESS, "0x1"]), False)
        self.assert_kept(daemon.rpc("eth_getBalance", [ADDRESS, "0x1"]), True)


class FlightTest(CacheTest):
    PARAMS = [ADDRESS, "0x1"]

    def crowd(self, daemon, size, method="eth_getBalance"):
        """So many clients at once; their answers, each checked to carry its own id."""
        answers = [None] * size
        clients = [RawClient(daemon.port) for _ in range(size)]

        def run(at):
            clients[at].request(call(method, self.PARAMS, id=at))
            answers[at] = clients[at].response()

        threads = [threading.Thread(target=run, args=(at,)) for at in range(size)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        for client in clients:
            client.close()
        for at, answer in enumerate(answers):
            self.assertEqual(answer.json["id"], at)
        return answers

    def test_one_call_for_all_workers(self):
        daemon = self.chain(server={"worker_threads": 4},
                            behaviour={"methods": {"eth_getBalance": {"result": "0x5", "delay_ms": 700}}})
        answers = self.crowd(daemon, 60)
        self.assertEqual({answer.json["result"] for answer in answers}, {"0x5"})
        self.assertEqual(len(self.sent("eth_getBalance")), 1)
        self.assertEqual(sorted(answer.header("x-spillway-cache") for answer in answers), ["hit"] * 59 + ["miss"])
        cache = daemon.status()["cache"]
        self.assertEqual((cache["hits"], cache["joined"], cache["misses"]), (59, 59, 1))
        self.assertEqual(daemon.status()["in_flight"], 0)

    def test_errors_are_shared_but_not_kept(self):
        error = {"error": {"code": 3, "message": "execution reverted", "data": "0x08"}, "delay_ms": 700}
        daemon = self.chain(server={"worker_threads": 2}, behaviour={"methods": {"eth_call": error}})
        answers = self.crowd(daemon, 20, "eth_call")
        self.assertEqual({json.dumps(answer.json["error"]) for answer in answers}, {json.dumps(error["error"])})
        self.assertEqual(len(self.sent("eth_call")), 1)
        self.crowd(daemon, 1, "eth_call")
        self.assertEqual(len(self.sent("eth_call")), 2)

    def test_followers_of_a_failed_leader_see_for_themselves(self):
        steps = [{"status": 500, "body": "oops", "delay_ms": 700}, {"result": "0x6", "times": 99}]
        daemon = self.chain(behaviour={"methods": {"eth_getBalance": steps}}, routing={"max_retries": 1})
        answers = self.crowd(daemon, 10)
        good = [answer for answer in answers if answer.status == 200]
        self.assertEqual(len(good), 9)
        self.assertEqual({answer.json["result"] for answer in good}, {"0x6"})
        self.assertEqual(len(self.sent("eth_getBalance")), 10)

    def test_an_abandoned_leader_is_replaced(self):
        daemon = self.chain(behaviour={"methods": {"eth_getBalance": {"result": "0x5", "delay_ms": 1500}}})
        leader = RawClient(daemon.port)
        leader.request(call("eth_getBalance", self.PARAMS))
        wait_until(lambda: len(self.sent("eth_getBalance")) == 1, what="the leader's call")
        done = []
        crowd = threading.Thread(target=lambda: done.append(self.crowd(daemon, 10)))
        crowd.start()
        wait_until(lambda: daemon.status()["in_flight"] == 11, what="eleven calls in flight")
        leader.reset()
        crowd.join(60)
        self.assertEqual({answer.json["result"] for answer in done[0]}, {"0x5"})
        self.assertEqual(len(self.sent("eth_getBalance")), 2)

    def test_waiting_has_an_end(self):
        daemon = self.chain(server={"request_timeout_ms": 1500, "attempt_timeout_ms": 700},
                            behaviour={"methods": {"eth_getBalance": {"fate": "stall"}}})
        began = time.monotonic()
        answers = self.crowd(daemon, 10)
        self.assertLess(time.monotonic() - began, 10)
        self.assertTrue({answer.status for answer in answers} <= {502, 504})
        wait_until(lambda: daemon.status()["in_flight"] == 0, what="nothing in flight")

    def test_large_answers_are_not_shared(self):
        daemon = self.chain(behaviour={"methods": {"eth_getBalance": {"fill": 2_000_000, "delay_ms": 500}}})
        answers = self.crowd(daemon, 4)
        self.assertEqual({len(answer.json["result"]) for answer in answers}, {2_000_000})
        self.assert_kept(daemon.rpc("eth_getBalance", self.PARAMS), False)


class FilesTest(CacheTest):
    def files(self):
        """Those of answers: one more tells which chain they are of."""
        root = self.folder / "cache"
        return sorted(str(path.relative_to(root)) for path in root.rglob("*")
                      if path.is_file() and ":anchor:" not in path.read_text(errors="replace"))

    def anchors(self):
        return [path for path in (self.folder / "cache").rglob("*")
                if path.is_file() and ":anchor:" in path.read_text(errors="replace")]

    def start_again(self, daemon):
        again = self.daemon(daemon.config)
        self.wait_head(again, HEAD)
        return again

    def test_outlives_the_process(self):
        daemon = self.chain(cache={"backend": "filesystem", "path": str(self.folder / "cache")})
        wait_until(lambda: any('"result"' in path.read_text(errors="replace") for path in self.anchors()), what="the anchor")
        fresh = [hex(HEAD), False]
        for params in (["0x1", False], fresh):
            daemon.rpc("eth_getBlockByNumber", params)
        daemon.rpc("eth_gasPrice")
        wait_until(lambda: len(self.files()) == 2, what="two files")
        self.assertRegex(self.files()[0], r"^p/[0-9a-f]{2}/[0-9a-f]{64}$")
        self.assertRegex(self.files()[1], r"^t/[0-9]{13}/[0-9a-f]{64}$")
        document = json.loads((self.folder / "cache" / self.files()[0]).read_text())
        self.assertRegex(document["key"], r'^main@1~[0-9]+:eth_getBlockByNumber:\["0x1",false\]$')
        kept = self.files()[0]
        daemon.kill()
        again = self.start_again(daemon)
        before = len(self.sent("eth_getBlockByNumber"))
        ask = lambda: again.rpc("eth_getBlockByNumber", ["0x1", False])
        wait_until(lambda: ask().header("x-spillway-cache") == "hit", what="a hit once the nodes were compared")
        final = ask()
        self.assertEqual([name for name in self.files() if name.startswith("p/")], [kept])
        self.assertEqual(final.json["result"]["number"], "0x1")
        # Half a file, as a power cut leaves it.
        path = self.folder / "cache" / self.files()[0]
        path.write_bytes(path.read_bytes()[:100])
        self.assert_kept(again.rpc("eth_getBlockByNumber", ["0x1", False]), False)
        self.assertTrue(again.status()["cache"]["bytes"] > 0)
        self.assertGreater(len(self.sent("eth_getBlockByNumber")), before)

    def test_what_was_kept_for_good_does_not_outlive_its_chain(self):
        where = {"backend": "filesystem", "path": str(self.folder / "cache")}
        daemon = self.chain(cache=where, chain={"finality_depth": 4, "reorg_window": 16})
        ask = lambda daemon: daemon.rpc("eth_getBlockByNumber", [hex(990), False])
        old = ask(daemon)
        wait_until(lambda: ask(daemon).header("x-spillway-cache") == "hit", what="a hit")
        wait_until(lambda: any(":anchor:" in path.read_text(errors="replace")
                               for path in (self.folder / "cache").rglob("*") if path.is_file()), what="the anchor")
        daemon.kill()
        same = self.start_again(daemon)
        wait_until(lambda: ask(same).header("x-spillway-cache") == "hit", what="a hit after the start")
        same.kill()
        # While nobody looked, the chain was reorganised far below what was final.
        self.up.set("A", mode="evm", evm={"chain_id": 1, "head": HEAD + 2, "fork_from": 900, "fork_salt": 5}, record=True)
        again = self.daemon(daemon.config)
        self.wait_head(again, HEAD + 2)
        for _ in range(3):
            self.assertNotEqual(ask(again).json["result"]["hash"], old.json["result"]["hash"])
        wait_until(lambda: ask(again).header("x-spillway-cache") == "hit", what="a hit of the new generation")
        self.assertNotEqual(ask(again).json["result"]["hash"], old.json["result"]["hash"])
        self.assertIn("of another chain", again.log)
        again.kill()
        once_more = self.daemon(daemon.config)
        self.wait_head(once_more, HEAD + 2)
        wait_until(lambda: ask(once_more).header("x-spillway-cache") == "hit", what="a hit of that generation")

    def test_a_lost_anchor_is_written_again_and_without_one_nothing_counts(self):
        where = {"backend": "filesystem", "path": str(self.folder / "cache")}
        daemon = self.chain(cache=where, chain={"finality_depth": 4, "reorg_window": 16})
        ask = lambda daemon: daemon.rpc("eth_getBlockByNumber", [hex(990), False])
        wait_until(lambda: ask(daemon).header("x-spillway-cache") == "hit", what="a hit")
        wait_until(self.anchors, what="the anchor")
        for path in self.anchors():
            path.unlink()
        self.up.set("A", mode="evm", evm={"chain_id": 1, "head": HEAD + 1}, record=True)
        wait_until(self.anchors, what="the anchor again")
        daemon.kill()
        for path in self.anchors():
            path.unlink()
        self.up.set("A", mode="evm", evm={"chain_id": 1, "head": HEAD + 2, "fork_from": 900, "fork_salt": 5}, record=True)
        again = self.daemon(daemon.config)
        self.wait_head(again, HEAD + 2)
        first = ask(again)
        self.assertNotEqual(first.header("x-spillway-cache"), "hit")
        wait_until(lambda: ask(again).header("x-spillway-cache") == "hit", what="a hit of the new generation")
        self.assertEqual(ask(again).json["result"]["hash"], first.json["result"]["hash"])

    def test_a_reorganisation_deeper_than_finality_takes_all_with_it(self):
        for backend in ({"backend": "memory"}, {"backend": "filesystem", "path": str(self.folder / "cache")}):
            daemon = self.chain(cache=backend, chain={"finality_depth": 4, "reorg_window": 64})
            for height in range(HEAD + 1, HEAD + 12):
                self.up.act("A", "set_head", head=height)
                self.wait_head(daemon, height)
            ask = lambda: daemon.rpc("eth_getBlockByNumber", [hex(HEAD + 3), False])
            old = ask()
            wait_until(lambda: ask().header("x-spillway-cache") == "hit", what="a hit")
            for height in (HEAD + 12, HEAD + 13):
                self.up.set("A", mode="evm", evm={"chain_id": 1, "head": height, "fork_from": HEAD + 2, "fork_salt": 5},
                            record=True)
                wait_until(lambda: daemon.node_status("A")["block_number"] >= height, what="A seen")
            wait_until(lambda: daemon.status()["chains"][0]["reorgs"] == 1, what="the reorganisation")
            for _ in range(3):
                self.assertNotEqual(ask().json["result"]["hash"], old.json["result"]["hash"])
            wait_until(lambda: ask().header("x-spillway-cache") == "hit", what="a hit again")
            self.assertNotEqual(ask().json["result"]["hash"], old.json["result"]["hash"])
            daemon.kill()

    def test_a_folder_that_cannot_be_written(self):
        daemon = self.chain(cache={"backend": "filesystem", "path": "/proc/nowhere"})
        for _ in range(3):
            self.assert_kept(daemon.rpc("eth_getBalance", [ADDRESS, "0x1"]), False)
        self.assert_kept(daemon.rpc("eth_gasPrice"), False)
        self.assert_kept(daemon.rpc("eth_gasPrice"), True)
        self.assertGreater(daemon.status()["cache"]["failures"], 0)


class RedisTest(CacheTest):
    def setUp(self):
        super().setUp()
        self.assertTrue(shutil.which("redis-server"), "redis-server is missing: apt-get install redis-server")
        self.redis_port = free_port()
        self.redis = self.start_redis()

    def start_redis(self):
        server = Process(["redis-server", "--port", self.redis_port, "--bind", "127.0.0.1", "--save", "", "--dir",
                          self.folder], self.folder / "redis.log", self.folder, self.environment())
        self.children.append(server)
        server.wait_for_log("Ready to accept connections")
        return server

    def redis_chain(self, **more):
        daemon = self.chain(cache={"backend": "redis", "url": f"redis://127.0.0.1:{self.redis_port}", "timeout_ms": 300,
                                   **more})
        self.wait_reach(daemon, True)
        return daemon

    def wait_reach(self, daemon, reach):
        wait_until(lambda: daemon.status()["cache"]["in_reach"] is reach, what=f"in_reach {reach}")

    def ask(self, *words):
        with RawClient(self.redis_port) as client:
            client.send("".join([f"*{len(words)}\r\n"] + [f"${len(word)}\r\n{word}\r\n" for word in words]))
            line = client.read_line()
            if line.startswith("*"):
                return [client.read_exactly(int(client.read_line()[1:]) + 2)[0][:-2].decode() for _ in range(int(line[1:]))]
            return line

    def kept(self, daemon):
        """Whether one more of these calls is a hit; Redis hears of a store a moment later."""
        return daemon.rpc("eth_getBlockByNumber", ["0x1", False]).header("x-spillway-cache") == "hit"

    def test_keys_for_other_programs(self):
        daemon = self.redis_chain()
        self.assertFalse(self.kept(daemon))
        wait_until(lambda: self.kept(daemon), what="a hit")
        key, = self.ask("KEYS", "spillway:main@1~*:eth_getBlock*")
        self.assertRegex(key, r'^spillway:main@1~[0-9]+:eth_getBlockByNumber:\["0x1",false\]$')
        sent = len(self.sent("eth_getBlockByNumber"))
        self.assertEqual(self.ask("DEL", key), ":1")
        self.assertFalse(self.kept(daemon))
        self.assertEqual(len([p for p in self.sent("eth_getBlockByNumber")[sent:] if p[0] == "0x1"]), 1)

    def test_two_programs_share_it(self):
        first = self.redis_chain()
        self.kept(first)
        wait_until(lambda: self.kept(first), what="a hit")
        text = first.config.read_text().replace(str(self.folder / "state"), str(self.folder / "state2"))
        second = self.daemon(self.write("second.toml", text))
        self.wait_head(second, HEAD)
        self.wait_reach(second, True)
        wait_until(lambda: self.kept(second), what="a hit in the second")

    def test_two_that_begin_on_nothing_come_together(self):
        first = self.redis_chain()
        wait_until(lambda: self.ask("KEYS", "*:anchor:*"), what="the anchor of the first")
        anchor, = self.ask("KEYS", "*:anchor:*")
        self.assertEqual(self.ask("DEL", anchor), ":1")  # so the second finds as little as the first did
        text = first.config.read_text().replace(str(self.folder / "state"), str(self.folder / "state2"))
        second = self.daemon(self.write("second.toml", text))
        self.wait_head(second, HEAD)
        self.wait_reach(second, True)
        numbers = itertools.count(16)

        def share():
            params = [hex(next(numbers)), False]
            kept = lambda daemon: daemon.rpc("eth_getBlockByNumber", params).header("x-spillway-cache") == "hit"
            wait_until(lambda: kept(first), what="a hit in the first")
            return kept(second)

        wait_until(share, what="the second has what the first kept")

    def test_stopped_is_a_miss_and_no_delay(self):
        daemon = self.redis_chain()
        self.kept(daemon)
        wait_until(lambda: self.kept(daemon), what="a hit")
        self.redis.signal(signal.SIGSTOP)
        self.assertFalse(self.kept(daemon))  # waits for the time-out
        self.wait_reach(daemon, False)
        began = time.monotonic()
        for _ in range(50):
            self.assertFalse(self.kept(daemon))
        self.assertLess(time.monotonic() - began, 50 * 0.1)
        self.redis.signal(signal.SIGCONT)
        self.wait_reach(daemon, True)
        wait_until(lambda: self.kept(daemon), what="a hit again")

    def test_killed_and_back(self):
        daemon = self.redis_chain()
        self.kept(daemon)
        wait_until(lambda: self.kept(daemon), what="a hit")
        self.redis.kill()
        self.wait_reach(daemon, False)
        self.assertFalse(self.kept(daemon))
        self.assertIn("redis is out of reach", daemon.log)
        self.redis = self.start_redis()
        self.wait_reach(daemon, True)
        self.kept(daemon)
        wait_until(lambda: self.kept(daemon), what="a hit again")
        self.assertIn("redis is in reach again", daemon.log)

    def test_not_there_from_the_start(self):
        self.redis.kill()
        daemon = self.chain(cache={"backend": "redis", "url": f"redis://127.0.0.1:{self.redis_port}"})
        for _ in range(3):
            self.assertFalse(self.kept(daemon))


class VectorsTest(CacheTest):
    def twice(self, **cache):
        node = self.mock("A")
        node.set("A", replay=str(FILE))
        daemon = self.daemon(self.config(self.nodes(node, "A", chain="main"), cache=cache,
                                         chains__main={"kind": "evm", "heads": "off"}, security={"blocked_namespaces": []}))
        for turn in range(2):
            for at, (name, request, response) in enumerate(vectors()):
                id = f'"{turn}-{at}"'
                request = re.sub(r'"id":\d+', f'"id":{id}', request, count=1)
                with self.subTest(name, turn=turn):
                    got = daemon.exchange(request)
                    self.assertEqual(got.text, re.sub(r'"id":\d+', lambda _: f'"id":{id}', response, count=1))
        return daemon.status()["cache"]

    def test_memory(self):
        self.assertGreater(self.twice()["hits"], 30)

    def test_files(self):
        self.assertGreater(self.twice(backend="filesystem", path=str(self.folder / "cache"), inline_ttl_ms=0)["hits"], 30)
