# SPDX-License-Identifier: MIT
"""Nothing is rebuilt on its way: ids, params and results byte for byte. bugs.md group 2."""

import gzip
import json
import re

from harness import Raw, SpillwayTest, call

IDS = ['1', '0', '-1', '1.0', '1.5', '1e3', '1E+2', '-0', '9007199254740993', '18446744073709551615',
       '123456789012345678901234567890', '"2"', '""', '"a\\"b"', '"\\u0041"', '"\\ud83d\\ude00"', '"\u00e4\u20ac"',
       '"line\\nbreak"', '"a/b\\/c"', '"}]{["', '"\\\\"', 'null', '"' + "x" * 500 + '"']

RESULTS = ['18446744073709551615', '-9223372036854775808', '1.0', '1e3', '-0.0', '0.1', '1E400', '"\\u0041"', '"\\/"',
           '"\\ud800"', '{"a":1,"a":2}', '{ "spaced" : [ 1 , 2 ] }', '[]', '{}', 'false', 'null', '""',
           '"\u00e4\u20ac\U0001f600"', '{"id":7,"method":"x","error":{"code":1}}', '[{"jsonrpc":"2.0","id":1}]',
           '"\\"id\\":1"', '{"rentEpoch":18446744073709551615,"lamports":1.50}', '[' * 60 + ']' * 60]


def one(answer):
    """The text of a single answer."""
    return answer.text


def elements(text):
    """The texts of the elements of a JSON array, untouched."""
    parts, depth, start, quoted, at = [], 0, None, False, 0
    while at < len(text):
        char = text[at]
        if quoted:
            if char == "\\":
                at += 1
            elif char == '"':
                quoted = False
        elif char == '"':
            quoted = True
        elif char in "[{":
            depth += 1
            if depth == 2 and start is None:
                start = at
        elif char in "]}":
            depth -= 1
            if depth == 1:
                parts.append(text[start:at + 1])
                start = None
        at += 1
    return parts


class SingleTest(SpillwayTest):
    def test_bug21_id_bytes(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        for id in IDS:
            with self.subTest(id):
                answer = daemon.exchange(call("x", id=Raw(id)))
                self.assertEqual(one(answer), '{"jsonrpc":"2.0","id":%s,"result":"ok"}' % id)

    def test_bug21_id_bytes_when_the_node_answers_another_id(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        for answered in ({"id": 99}, {"id": None}, {"id": "other"}, {"body": '{"jsonrpc":"2.0","result":"ok"}'}):
            mock.set("A", **answered)
            for id in IDS:
                with self.subTest(id=id, answered=answered):
                    answer = daemon.exchange(call("x", id=Raw(id)))
                    self.assertEqual(answer.status, 200)
                    self.assertRegex(one(answer), r'"id" ?: ?' + re.escape(id) + r"[,}]")
                    self.assertEqual(answer.json["result"], "ok")

    def test_bug21_ids_in_errors_of_our_own(self):
        mock = self.mock("A")
        daemon = self.start(mock, node={"methods": {"deny": ["x"]}})
        for id in IDS:
            answer = daemon.exchange(call("x", id=Raw(id)))
            self.assertEqual(answer.status, 503)
            self.assertIn('"id":%s' % id, one(answer))

    def test_bug31_result_bytes(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        for result in RESULTS:
            with self.subTest(result):
                mock.set("A", result_text=result)
                self.assertEqual(one(daemon.exchange(call("x"))), '{"jsonrpc":"2.0","id":1,"result":%s}' % result)

    def test_S1_11_request_bytes(self):
        mock = self.mock(A={"record": True})
        daemon = self.start(mock)
        for body in ('{"jsonrpc":"2.0","id":1,"method":"x","params":[1.0,1e3,18446744073709551615,"\\u0041"]}',
                     ' {\n "method" : "x",\t"id" : 7 , "params" : { } , "jsonrpc":"2.0" } \r\n',
                     '{"id":1,"method":"x"}', '{"jsonrpc":"2.0","id":1,"m\\u0065thod":"x","extra":{"method":"y"}}',
                     '{"params":[{"method":"debug_x","id":9}],"id":1,"method":"x"}'):
            with self.subTest(body):
                mock.act("A", "reset")
                self.assert_ok(daemon.exchange(body))
                self.assertEqual(mock.requests("A")[0]["body"].strip(), body.strip())

    def test_byte_order_mark_is_dropped(self):
        mock = self.mock(A={"record": True})
        daemon = self.start(mock)
        self.assert_ok(daemon.exchange(b"\xef\xbb\xbf" + call("x").encode()))
        self.assertEqual(mock.requests("A")[0]["body"], call("x"))

    def test_whole_answers_keep_their_form(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        for body in ('{"id":{{id}},"result":1,"jsonrpc":"2.0"}', '{ "jsonrpc" : "2.0", "result" : 1 , "id" : {{id}} }',
                     '{"jsonrpc":"2.0","id":{{id}},"result":1,"extra":[1.0]}',
                     '{"jsonrpc":"2.0","id":{{id}},"error":null,"result":1}',
                     '{"jsonrpc":"2.0","id":{{id}},"error":{"code":-32602,"message":"invalid argument","data":1.0}}'):
            with self.subTest(body):
                mock.set("A", body=body)
                self.assertEqual(one(daemon.exchange(call("x", id="q"))), body.replace("{{id}}", '"q"'))

    def test_errors_of_odd_shapes(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        for error in ('"execution reverted"', '{"message":"execution reverted"}',
                      '{"code":"3","message":"execution reverted"}', '{"code":3,"message":"execution reverted","data":"0x"}'):
            with self.subTest(error):
                mock.set("A", error_text=error)
                answer = daemon.exchange(call("eth_call", id="q"))
                self.assertEqual((answer.status, answer.json["id"]), (200, "q"))
                self.assertIn("execution reverted", one(answer))

    def test_large_bodies(self):
        mock = self.mock(A={"fill": 5_000_000}, B={"fill": 300_000, "framing": "chunked"})
        for name, size in (("A", 5_000_000), ("B", 300_000)):
            daemon = self.start(mock, name, name=f"{name}.toml")
            answer = daemon.exchange(call("x", ["y" * 900_000]))
            self.assertTrue(answer.complete)
            self.assertEqual(one(answer), '{"jsonrpc":"2.0","id":1,"result":"%s"}' % ("x" * size))

    def test_bug7_slow_reader_of_a_large_body(self):
        mock = self.mock(A={"fill": 20_000_000})
        daemon = self.start(mock)
        with daemon.client() as client:
            client.request(call("x"))
            self.assert_ok(daemon.exchange(call("other")), "x" * 20_000_000)
            self.assertEqual(len(client.response().json["result"]), 20_000_000)

    def test_bug4_gzip_from_the_node(self):
        mock = self.mock(A={"gzip": True, "fill": 10000}, B={"gzip": True, "error": {
            "code": -32005, "message": "rate limit exceeded"}}, C={"result": "c"})
        answer = self.start(mock, "A", name="a.toml").exchange(call("x"))
        body = answer.body
        if answer.header("content-encoding") == "gzip":
            body = gzip.decompress(body)
        self.assertEqual(json.loads(body)["result"], "x" * 10000)
        nodes = [{**node, "tier": tier} for tier, node in enumerate(self.nodes(mock, "B", "C"))]
        self.assert_ok(self.daemon(self.config(nodes, name="bc.toml")).exchange(call("x")), "c")

    def test_bug24_white_space_around(self):
        daemon = self.start(self.mock("A"))
        for body in (" \t\r\n" + call("x"), call("x") + " \n\n", "\n \t[" + call("x") + "]\r\n"):
            self.assertEqual(daemon.exchange(body).status, 200, body)

    def test_bug22_notification(self):
        mock = self.mock("A")
        daemon = self.start(mock)
        answer = daemon.exchange(call("eth_note", id=None))
        self.assertEqual((answer.status, answer.body), (204, b""))
        self.assertEqual(mock.counters("A")["methods"], {"eth_note": 1})
        self.assertNotEqual(daemon.state("A"), "penalized")
        self.assertEqual(one(daemon.exchange(call("x", id=Raw("null")))), '{"jsonrpc":"2.0","id":null,"result":"ok"}')

    def test_bug30_method_of_depth_one_only(self):
        mock = self.mock("A")
        daemon = self.start(mock, node={"methods": {"deny": ["debug_*"]}})
        for body in ('{"id":1,"method":"debug_x"}', '{"id":1,"m\\u0065thod":"debug_x"}',
                     '{"id":1,"method":"\\u0064ebug_x"}', '{"params":{"method":"eth_call"},"id":1,"method":"debug_x"}'):
            self.assertEqual(daemon.exchange(body).status, 503, body)
        self.assertEqual(mock.count("A"), 0)
        self.assert_ok(daemon.exchange('{"params":[{"method":"debug_x"}],"method":"eth_call","id":1}'))
        self.assertEqual(daemon.exchange('{"id":1,"METHOD":"debug_x"}').status, 400)

    def test_deep_nesting_does_no_harm(self):
        daemon = self.start(self.mock("A"))
        for depth in (400, 100_000):
            answer = daemon.exchange('{"id":1,"method":"x","params":' + "[" * depth + "]" * depth + "}")
            self.assertIn(answer.status, (200, 400))
        self.assert_ok(daemon.exchange(call("x")))


class BatchTest(SpillwayTest):
    def results(self, answer):
        self.assertEqual(answer.status, 200, answer)
        return [(part["id"], part.get("result", part.get("error", {}).get("code"))) for part in answer.json]

    def batch(self, *calls):
        return "[" + ",".join(calls) + "]"

    def setUp(self):
        super().setUp()
        self.node = self.mock(A={"methods": {"a": {"result": "A"}, "b": {"result": "B"}, "c": {"result": "C"},
                                             "slow": {"result": "S", "delay_ms": 100}}})

    def test_bug26_order(self):
        daemon = self.start(self.node)
        body = self.batch(call("a", id=1), call("slow", id=2), call("b", id=3))
        for mode in ("array", "shuffle"):
            self.node.set("A", batch=mode, seed=5, methods={"a": {"result": "A"}, "slow": {"result": "S"},
                                                            "b": {"result": "B"}})
            for _ in range(5):
                self.assertEqual(self.results(daemon.exchange(body)), [(1, "A"), (2, "S"), (3, "B")])

    def test_bug27_repeated_and_null_ids(self):
        daemon = self.start(self.node)
        body = self.batch(call("a", id=1), call("b", id=1), call("c", id=Raw("null")), call("a", id=Raw("null")),
                          call("b", id="1"), call("c", id=Raw("1.0")))
        for mode in ("array", "shuffle"):
            self.node.set("A", batch=mode, methods={m: {"result": m.upper()} for m in "abc"})
            answer = daemon.exchange(body)
            self.assertEqual([part["result"] for part in answer.json], ["A", "B", "C", "A", "B", "C"])
            self.assertEqual([re.search(r'"id":([^,}]+)', part)[1] for part in elements(answer.text)],
                             ["1", "1", "null", "null", '"1"', "1.0"])

    def test_bug21_and_bug31_bytes_in_a_batch(self):
        daemon = self.start(self.node)
        for result in RESULTS:
            self.node.set("A", result_text=result)
            answer = daemon.exchange(self.batch(*(call("x", id=Raw(id)) for id in IDS)))
            self.assertEqual(elements(answer.text),
                             ['{"jsonrpc":"2.0","id":%s,"result":%s}' % (id, result) for id in IDS])

    def test_bug25_mixed_elements(self):
        daemon = self.start(self.node)
        answer = daemon.exchange('[1,{},' + call("a", id=7) + ',{"id":8,"method":5},"x",null,[]]')
        self.assertEqual(self.results(answer), [(None, -32600), (None, -32600), (7, "A"), (8, -32600), (None, -32600),
                                                (None, -32600), (None, -32600)])
        self.assertEqual(self.results(daemon.exchange("[1]")), [(None, -32600)])

    def test_bug22_notifications_in_a_batch(self):
        daemon = self.start(self.node)
        answer = daemon.exchange(self.batch(call("a", id=1), call("note", id=None), call("b", id=3)))
        self.assertEqual(self.results(answer), [(1, "A"), (3, "B")])
        only = daemon.exchange(self.batch(call("note", id=None), call("note", id=None)))
        self.assertEqual((only.status, only.body), (204, b""))
        self.assertEqual(self.node.counters("A")["methods"]["note"], 3)

    def test_batch_of_one_stays_a_batch(self):
        daemon = self.start(self.node)
        self.assertEqual(self.results(daemon.exchange(self.batch(call("a", id=1)))), [(1, "A")])

    def test_bug29_node_that_refuses_batches(self):
        daemon = self.start(self.node)
        body = self.batch(*(call("a", id=number) for number in range(30)))
        for behaviour in ({"batch": "refuse"}, {"batch": "object"}, {"max_batch": 10}):
            with self.subTest(behaviour):
                self.node.set("A", result="A", **behaviour)
                for _ in range(2):
                    self.assertEqual(self.results(daemon.exchange(body)), [(number, "A") for number in range(30)])
                self.assertIn(daemon.state("A"), ("up", "unknown"))

    def test_bug34_limited_elements_go_elsewhere(self):
        mock = self.mock(A={"result": "a", "methods": {"hot": {"error": {"code": 429,
                                                                         "message": "compute units per second"}}}},
                         B={"result": "b"})
        nodes = [{**node, "tier": tier} for tier, node in enumerate(self.nodes(mock))]
        daemon = self.daemon(self.config(nodes, name="two.toml"))
        answer = daemon.exchange(self.batch(call("x", id=1), call("hot", id=2), call("hot", id=3)))
        self.assertEqual(self.results(answer)[1:], [(2, "b"), (3, "b")])
        self.assertEqual(mock.counters("B")["methods"].get("hot"), 2)
        self.assertEqual(daemon.state("A"), "cooling")

    def test_elements_are_routed_and_priced_one_by_one(self):
        self.write("p.toml", "[routing]\neth_call = 5\neth_getBalance = 3\n")
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        nodes = self.nodes(mock)
        nodes[0].update(tier=0, provider_pricing_path="p.toml", monthly_limit=1000)
        nodes[1].update(tier=1)
        daemon = self.daemon(self.config(nodes, name="priced.toml"))
        answer = daemon.exchange(self.batch(call("eth_call", id=1), call("other", id=2), call("eth_getBalance", id=3)))
        self.assertEqual(self.results(answer), [(1, "a"), (2, "b"), (3, "a")])
        self.assertEqual((daemon.used("A"), daemon.used("B")), (8, 1))

    def test_batch_takes_no_more_than_the_quota(self):
        mock = self.mock(A={"result": "a"}, B={"result": "b"})
        self.write("full.toml", "[limits]\nspillover_percent = 100\n[routing]\neth_call = 1\n")
        nodes = self.nodes(mock)
        nodes[0].update(tier=0, monthly_limit=3, provider_pricing_path="full.toml")
        nodes[1].update(tier=1)
        daemon = self.daemon(self.config(nodes, name="quota.toml"))
        answer = daemon.exchange(self.batch(*(call("eth_call", id=n) for n in range(10))))
        results = [result for _, result in self.results(answer)]
        self.assertEqual((results.count("a"), results.count("b")), (3, 7))
        self.assertEqual(mock.count("A"), 3)

    def test_a_failing_element_does_not_spoil_the_others(self):
        self.node.set("A", methods={"bad": {"error": {"code": -32602, "message": "invalid argument"}},
                                    "a": {"result": "A"}})
        daemon = self.start(self.node, node={"methods": {"deny": ["secret_*"]}})
        answer = daemon.exchange(self.batch(call("a", id=1), call("bad", id=2), call("secret_x", id=3),
                                            call("a", id=4)))
        self.assertEqual(self.results(answer), [(1, "A"), (2, -32602), (3, -32011), (4, "A")])
