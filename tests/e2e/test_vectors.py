# SPDX-License-Identifier: MIT
"""Recorded exchanges of real Ethereum nodes come through byte for byte."""

import json
import random
import re

from harness import ROOT, SpillwayTest, exchange

FILE = ROOT / "tests" / "data" / "mock" / "execution-apis.jsonl"


def vectors():
    """(name, request, response); of a request recorded twice the first answer counts, as in the mock."""
    first = {}
    out = []
    for line in FILE.read_text().splitlines():
        entry = json.loads(line)
        request = json.loads(entry["request"])
        key = json.dumps([request["method"], request.get("params")])
        response = first.setdefault(key, entry["response"])
        own_id = re.sub(r'"id":\d+', f'"id":{request["id"]}', response, count=1)
        out.append((entry["name"], entry["request"], own_id))
    return out


class VectorTest(SpillwayTest):
    def setUp(self):
        super().setUp()
        self.vectors = vectors()
        self.assertEqual(len(self.vectors), 236)
        self.node = self.mock("A")
        self.node.set("A", replay=str(FILE))

    def assert_same(self, got, want):
        """Equal texts; the message shows where they part, not all of them."""
        if got != want:
            at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
            self.fail(f"differs at byte {at}: {got[max(0, at - 60):at + 60]!r} instead of "
                      f"{want[max(0, at - 60):at + 60]!r}")

    def test_the_mock_replays_them(self):
        for name, request, response in self.vectors:
            with self.subTest(name):
                self.assert_same(exchange(self.node.ports["A"], request).text, response)

    def test_single(self):
        daemon = self.start(self.node)
        for name, request, response in self.vectors:
            with self.subTest(name):
                answer = daemon.exchange(request)
                self.assertEqual(answer.status, 200)
                self.assert_same(answer.text, response)

    def test_mixed_batches_of_ten(self):
        daemon = self.start(self.node)
        mixed = self.vectors[:]
        random.Random(7).shuffle(mixed)
        for mode in ("array", "shuffle"):
            self.node.set("A", replay=str(FILE), batch=mode)
            for at in range(0, len(mixed), 10):
                part = mixed[at:at + 10]
                with self.subTest(mode=mode, names=[name for name, _, _ in part]):
                    answer = daemon.exchange("[" + ",".join(request for _, request, _ in part) + "]")
                    self.assertEqual(answer.status, 200)
                    self.assert_same(answer.text, "[" + ",".join(response for _, _, response in part) + "]")

    def test_on_one_connection(self):
        daemon = self.start(self.node)
        with daemon.client() as client:
            for name, request, response in self.vectors:
                with self.subTest(name):
                    client.request(request)
                    self.assert_same(client.response().text, response)
