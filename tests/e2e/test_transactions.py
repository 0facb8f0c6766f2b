# SPDX-License-Identifier: MIT
"""Signed transactions: sent twice without harm, to several nodes at once, and what is asked about them afterwards."""

import time

from harness import RawClient, SpillwayTest, call, wait_until

SENDER = "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f"
STRANGER = "0x3535353535353535353535353535353535353535"
#: Signed by SENDER.
RAW = ("0x02f863818909011e8252089435353535353535353535353535353535353535350580c001a06d51b78dc996a00c9ec4bdcc"
       "a00a745911d2c8430019465a64a487e772e4164ca0106c2a67f8376a7371ad3b682071ca08ac650cd86593e1ba723c5c94b5"
       "af746b")
HASH = "0xb5a2fd8c13c01de02c25ff67ce24b900f83afd8dab4bce1fc8a655f16860e3a9"
ALREADY = {"error": {"code": -32000, "message": "already known"}}
LOW = {"error": {"code": -32000, "message": "nonce too low"}}
POOR = {"error": {"code": -32000, "message": "insufficient funds for gas * price + value"}}
TAKEN = {"result": HASH}


class TransactionTest(SpillwayTest):
    def chain(self, *names, chain=None, node=None, **more):
        """A daemon over these nodes in that order, which says what it does and follows no heads."""
        tables = [{**table, "tier": tier, **(node or {})} for tier, table in
                  enumerate(self.nodes(self.nodes_up, *names, chain="main"))]
        settings = {"kind": "evm", "chain_id": 1, "heads": "off", **(chain or {})}
        return self.daemon(self.config(tables, chains__main=settings, **more))

    def up(self, **sends):
        """Nodes with what each says to a signed transaction."""
        self.nodes_up = self.mock(**{name: {"result": name, "record": True, "methods": {"eth_sendRawTransaction": reply}}
                                     for name, reply in sends.items()})

    def sends(self, name):
        return self.nodes_up.counters(name)["methods"].get("eth_sendRawTransaction", 0)

    def send(self, daemon, raw=RAW, id=1):
        return daemon.rpc("eth_sendRawTransaction", [raw], id=id)


class IdempotentTest(TransactionTest):
    def test_bug42_already_known_becomes_the_hash(self):
        for first in ({"fate": "close"}, ALREADY):
            with self.subTest(first=first):
                self.up(A=first, B=ALREADY)
                answer = self.send(self.chain("A", "B"), id="tx")
                self.assertEqual(answer.text, '{"jsonrpc":"2.0","id":"tx","result":"' + HASH + '"}')

    def test_bytes_of_an_unknown_kind_have_a_hash_too(self):
        self.up(A=ALREADY)
        answer = self.send(self.chain("A"), raw="0x01")
        self.assertEqual(answer.json.get("result"), "0x" + keccak256(b"\x01").hex(), answer)

    def test_row30_nonce_too_low_after_our_own_send_is_looked_into(self):
        for found, expected in (({"hash": HASH}, HASH), (None, None)):
            with self.subTest(found=found):
                mock = self.mock(A={"fate": "close"},
                                 B={**LOW, "methods": {"eth_getTransactionByHash": {"result": found}}})
                answer = self.start(mock, "A", "B", node={"max_concurrent": 4}).rpc("eth_sendRawTransaction", [RAW], id="tx")
                self.assertEqual(answer.json.get("result"), expected, answer)
                self.assertEqual(answer.json["id"], "tx")
                if expected is None:
                    self.assertEqual(answer.json["error"]["message"], "nonce too low")

    def test_nonce_too_low_for_the_clients_own_second_send(self):
        """The node that has seen the nonce used is asked by what, and no other."""
        for found, expected in (({"hash": HASH}, HASH), (None, None)):
            with self.subTest(found=found):
                self.nodes_up = self.mock(A={**LOW, "methods": {"eth_getTransactionByHash": {"result": found}}},
                                          B={"result": {"hash": HASH}})
                answer = self.send(self.chain("A", "B"))
                self.assertEqual(answer.json.get("result"), expected, answer)
                self.assertEqual(self.nodes_up.count("B"), 0)
                self.assertEqual(self.nodes_up.count("A"), 2)


class BroadcastTest(TransactionTest):
    def test_goes_to_so_many_nodes_and_each_once(self):
        self.up(A=TAKEN, B=TAKEN, C=TAKEN, D=TAKEN)
        daemon = self.chain("A", "B", "C", "D", chain={"broadcast_transactions": 3})
        self.assertEqual(self.send(daemon, id="tx").text, '{"jsonrpc":"2.0","id":"tx","result":"' + HASH + '"}')
        wait_until(lambda: [self.sends(name) for name in "ABCD"] == [1, 1, 1, 0], what="three copies")
        metrics = daemon.metrics()
        wait_until(lambda: daemon.metrics().sum("rpc_upstream_attempts_total", outcome="success") == 3,
                   what="three attempts in the books")
        self.assertEqual(metrics.sum("rpc_requests_total"), 1)
        wait_until(lambda: daemon.metrics().sum("spillway_in_flight") == 0, what="nothing in flight")
        self.assertEqual([daemon.used(name) for name in "ABCD"], [1, 1, 1, 0])

    def test_the_first_acceptance_answers_at_once(self):
        self.up(A={**TAKEN, "delay_ms": 3000}, B={**POOR, "delay_ms": 3000}, C=TAKEN)
        daemon = self.chain("A", "B", "C", chain={"broadcast_transactions": 3})
        begin = time.monotonic()
        self.assertEqual(self.send(daemon).json["result"], HASH)
        self.assertLess(time.monotonic() - begin, 2.5)
        self.assertEqual([self.sends(name) for name in "ABC"], [1, 1, 1])
        wait_until(lambda: daemon.metrics().sum("rpc_upstream_attempts_total") == 3, what="the late answers in the books")

    def test_errors_of_others_do_not_reach_the_client(self):
        self.up(A=POOR, B={"fate": "close"}, C={"status": 500, "body": "oops"}, D=ALREADY)
        daemon = self.chain("A", "B", "C", "D", chain={"broadcast_transactions": 2})
        self.assertEqual(self.send(daemon).json.get("result"), HASH)
        self.assertEqual([self.sends(name) for name in "ABCD"], [1, 1, 1, 1])

    def test_when_all_refuse_the_first_reason_is_the_answer(self):
        self.up(A={"fate": "close"}, B=POOR, C={"status": 500, "body": "oops"})
        daemon = self.chain("A", "B", "C", chain={"broadcast_transactions": 3})
        answer = self.send(daemon, id=7)
        self.assertEqual(answer.json["error"], POOR["error"], answer)
        self.assertEqual(answer.json["id"], 7)
        self.assertEqual(daemon.metrics().sum("rpc_requests_total"), 1)

    def test_a_nonce_that_is_used_ends_it(self):
        self.nodes_up = self.mock(**{name: {**LOW, "methods": {"eth_getTransactionByHash": {"result": None}}} for name in "ABCDEF"})
        daemon = self.chain("A", "B", "C", "D", "E", "F", chain={"broadcast_transactions": 6})
        answer = self.send(daemon)
        self.assertEqual(answer.json.get("error"), LOW["error"], answer)
        self.assertEqual([self.sends(name) for name in "ABCDEF"], [1] * 6)
        wait_until(lambda: daemon.metrics().sum("spillway_in_flight") == 0, what="nothing in flight")
        # Each was asked once, and one whether it is in already.
        self.assertEqual(daemon.metrics().sum("rpc_upstream_attempts_total"), 7)

    def test_more_copies_than_nodes(self):
        self.up(A=TAKEN)
        daemon = self.chain("A", chain={"broadcast_transactions": 16})
        for id in range(20):
            self.assertEqual(self.send(daemon, id=id).json["result"], HASH)
        self.assertEqual(self.sends("A"), 20)

    def test_no_node_left_is_said_as_ever(self):
        self.up(A={"fate": "close"})
        daemon = self.chain("A", chain={"broadcast_transactions": 2})
        self.assert_error(self.send(daemon), 502, -32010)

    def test_a_client_that_goes_away_does_not_stop_the_copies(self):
        self.up(A={**TAKEN, "delay_ms": 500}, B={**TAKEN, "delay_ms": 500})
        daemon = self.chain("A", "B", chain={"broadcast_transactions": 2})
        client = RawClient(daemon.port)
        client.request(call("eth_sendRawTransaction", [RAW]))
        wait_until(lambda: self.sends("A") + self.sends("B") == 2, what="both copies")
        client.close()
        wait_until(lambda: daemon.metrics().sum("rpc_upstream_attempts_total", outcome="success") == 2,
                   what="both answers in the books")
        wait_until(lambda: daemon.metrics().sum("spillway_in_flight") == 0, what="nothing in flight")

    def test_in_a_batch_and_as_a_notification(self):
        self.up(A=TAKEN, B=TAKEN)
        daemon = self.chain("A", "B", chain={"broadcast_transactions": 2})
        text = "[" + call("eth_sendRawTransaction", [RAW], id=1) + "," + call("eth_chainId", id=2) + "]"
        answer = daemon.exchange(text).json
        self.assertEqual([element["id"] for element in answer], [1, 2])
        self.assertEqual(answer[0]["result"], HASH)
        self.assertEqual(daemon.exchange('{"jsonrpc":"2.0","method":"eth_sendRawTransaction","params":["' + RAW + '"]}').status, 204)
        wait_until(lambda: self.sends("A") + self.sends("B") == 3, what="one more copy")

    def test_a_reload_in_between(self):
        self.up(A={**TAKEN, "delay_ms": 1500}, B={**TAKEN, "delay_ms": 1500})
        daemon = self.chain("A", "B", chain={"broadcast_transactions": 2})
        client = RawClient(daemon.port)
        client.request(call("eth_sendRawTransaction", [RAW]))
        wait_until(lambda: self.sends("A") + self.sends("B") == 2, what="both copies")
        daemon.config.write_text(daemon.config.read_text().replace("broadcast_transactions = 2", "broadcast_transactions = 1"))
        daemon.reload("config applied")
        self.assertEqual(client.response().json["result"], HASH)
        client.close()


class PinTest(TransactionTest):
    """A refuses signed transactions for want of the method, so B takes them; A would serve everything else."""

    READS = (("eth_getTransactionCount", [SENDER, "pending"]), ("eth_getTransactionCount", [SENDER.upper().replace("X", "x"), "latest"]),
             ("eth_getBalance", [SENDER, "latest"]), ("eth_getTransactionByHash", [HASH]), ("eth_getTransactionReceipt", [HASH]),
             ("eth_call", [{"to": STRANGER, "from": SENDER}, "latest"]), ("eth_estimateGas", [{"from": SENDER}]))
    OTHERS = (("eth_getTransactionCount", [STRANGER, "pending"]), ("eth_getTransactionByHash", ["0x" + "ab" * 32]),
              ("eth_call", [{"to": SENDER}, "latest"]), ("eth_getCode", [SENDER, "latest"]), ("eth_getBalance", []),
              ("eth_getBalance", ["0x12", "latest"]))

    def pinned(self, **more):
        self.nodes_up = self.mock(A={"result": "A", "record": True}, B={"result": "B", "record": True})
        tables = [{**table, "tier": tier} for tier, table in enumerate(self.nodes(self.nodes_up, "A", "B", chain="main"))]
        tables[0]["methods"] = {"deny": ["eth_sendRaw*"]}
        daemon = self.daemon(self.config(tables, chains__main={"kind": "evm", "chain_id": 1, "heads": "off", **more}))
        self.assertEqual(self.send(daemon).json["result"], "B")
        return daemon

    def test_reads_of_the_sender_go_where_the_transaction_is(self):
        daemon = self.pinned()
        for method, params in self.READS:
            self.assertEqual(daemon.rpc(method, params).json["result"], "B", (method, params))
        for method, params in self.OTHERS:
            self.assertEqual(daemon.rpc(method, params).json["result"], "A", (method, params))

    def test_shared_by_all_workers(self):
        daemon = self.pinned()
        for _ in range(16):
            with RawClient(daemon.port) as client:
                client.request(call("eth_getTransactionCount", [SENDER, "pending"]))
                self.assertEqual(client.response().json["result"], "B")

    def test_falls_back_when_the_node_is_gone(self):
        daemon = self.pinned()
        self.nodes_up.act("B", "stop_listening")
        self.nodes_up.act("B", "drop_connections")
        for _ in range(3):
            self.assertEqual(daemon.rpc("eth_getTransactionCount", [SENDER, "pending"]).json["result"], "A")

    def test_ends_after_one_block_time(self):
        """Heads are off: twelve seconds, and no call of the engine's own."""
        daemon = self.pinned()
        begin = time.monotonic()
        wait_until(lambda: daemon.rpc("eth_getTransactionCount", [SENDER, "pending"]).json["result"] == "A", 20, "the end of the pin")
        self.assertGreater(time.monotonic() - begin, 10)

    def test_ends_with_the_second_new_head(self):
        self.nodes_up = self.mock("A", "B")
        def height(number):
            for name in "AB":
                self.nodes_up.set(name, mode="evm", evm={"chain_id": 1, "head": number}, record=True,
                                  methods={method: {"result": name} for method in ("eth_getTransactionCount", "eth_sendRawTransaction")})
        def seen(number):
            """Both nodes have told it: one that has not is not asked for that block, pinned or not."""
            wait_until(lambda: daemon.status()["chains"][0]["head"] == number
                       and all(daemon.node_status(name)["block_number"] == number for name in "AB"), what=f"head {number}")
        height(100)
        tables = [{**table, "tier": tier} for tier, table in enumerate(self.nodes(self.nodes_up, "A", "B", chain="main"))]
        tables[0]["methods"] = {"deny": ["eth_sendRaw*"]}
        daemon = self.daemon(self.config(tables, chains__main={"kind": "evm", "chain_id": 1, "heads": "poll", "poll_interval_ms": 100}))
        seen(100)
        self.assertEqual(self.send(daemon).json["result"], "B")
        served_by = lambda: daemon.rpc("eth_getTransactionCount", [SENDER, "latest"]).json["result"]
        self.assertEqual(served_by(), "B")
        height(101)
        seen(101)
        self.assertEqual(served_by(), "B")
        height(102)
        seen(102)
        self.assertEqual(served_by(), "A")

    def test_kept_answers_do_not_hide_a_new_transaction(self):
        self.nodes_up = self.mock("A")
        self.nodes_up.set("A", mode="evm", evm={"chain_id": 1, "head": 100}, methods={
            "eth_getTransactionByHash": [{"result": None}, {"result": {"hash": HASH, "blockHash": None, "blockNumber": None}}],
            "eth_sendRawTransaction": {"result": HASH}})
        daemon = self.chain("A", chain={"heads": "poll", "poll_interval_ms": 100, "pending_ttl_ms": 60000}, cache={"backend": "memory"})
        wait_until(lambda: daemon.status()["chains"][0]["head"] == 100, what="head 100")
        for _ in range(2):
            self.assertIsNone(daemon.rpc("eth_getTransactionByHash", [HASH]).json["result"])
        self.assertEqual(self.send(daemon).json["result"], HASH)
        self.assertEqual(daemon.rpc("eth_getTransactionByHash", [HASH]).json["result"]["hash"], HASH)


def keccak256(data):
    """Keccak-256 as Ethereum uses it (padding 0x01)."""
    def rotate(value, by):
        return ((value << by) | (value >> (64 - by))) & (2 ** 64 - 1) if by else value
    rate = 136
    data = data + b"\x01" + b"\0" * ((-len(data) - 2) % rate) + b"\x80" if (len(data) + 1) % rate else data + b"\x81"
    lanes = [[0] * 5 for _ in range(5)]
    for at in range(0, len(data), rate):
        for i in range(rate // 8):
            lanes[i % 5][i // 5] ^= int.from_bytes(data[at + 8 * i:at + 8 * i + 8], "little")
        lfsr = 1
        for _ in range(24):
            sums = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
            lanes = [[lanes[x][y] ^ sums[(x + 4) % 5] ^ rotate(sums[(x + 1) % 5], 1) for y in range(5)]
                     for x in range(5)]
            x, y, moving = 1, 0, lanes[1][0]
            for step in range(24):
                x, y = y, (2 * x + 3 * y) % 5
                moving, lanes[x][y] = lanes[x][y], rotate(moving, (step + 1) * (step + 2) // 2 % 64)
            for y in range(5):
                row = [lanes[x][y] for x in range(5)]
                for x in range(5):
                    lanes[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5])
            for bit in range(7):
                lfsr = ((lfsr << 1) ^ ((lfsr >> 7) * 0x71)) % 256
                if lfsr & 2:
                    lanes[0][0] ^= 1 << ((1 << bit) - 1)
    out = b"".join((lanes[x][0] & (2 ** 64 - 1)).to_bytes(8, "little") for x in range(4))
    return out


class KeccakTest(SpillwayTest):
    def test_known_values(self):
        self.assertEqual(keccak256(b"").hex(), "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
        self.assertEqual(keccak256(b"abc").hex(), "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45")
        for size in (134, 135, 136, 137, 300):
            self.assertEqual(len(keccak256(b"x" * size)), 32)
