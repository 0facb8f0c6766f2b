# SPDX-License-Identifier: MIT
"""Block explorers on ethers, viem and web3 over real nodes that are uneven, frozen, reorganised and killed. Takes about a minute;
SPILLWAY_EXPLORER_SECONDS makes it longer. Needs Node.js and the packages of package.json."""

import json
import os
import shutil
import signal
import subprocess
import threading
import time

from harness import wait_until
from test_chain import ANVIL, AnvilTools

SECONDS = float(os.environ.get("SPILLWAY_EXPLORER_SECONDS", "55"))
RICH, OTHER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266", "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
BLOCK_SECONDS = 1.0
TRANSACTIONS = 4
LEAST_LOCAL = 0.6


class Explorers:
    """explorer.mjs, running; what it tells, in the order it came."""

    def __init__(self, url, folder):
        self.errors = (folder / "explorer.log").open("wb")
        self.process = subprocess.Popen([shutil.which("node"), str(ANVIL.parents[4] / "explorer.mjs"), url], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)
        self.records = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        wait_until(lambda: self.of("ready"), what="explorers ready")

    def read(self):
        for line in self.process.stdout:
            self.records.append(json.loads(line))

    def of(self, *kinds):
        return [record for record in list(self.records) if record["kind"] in kinds]

    def send(self):
        """One transaction by the wallet; what came of it."""
        before = len(self.of("sent"))
        self.process.stdin.write("send\n")
        self.process.stdin.flush()
        wait_until(lambda: len(self.of("sent")) > before, what="a transaction sent")
        return self.of("sent")[-1]

    def end(self):
        if self.process.poll() is None:
            self.process.stdin.write("end\n")
            self.process.stdin.close()
            self.process.wait(60)
        self.reader.join(10)
        self.errors.close()
        return self.process.returncode

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class ExplorerTest(AnvilTools):
    """Three nodes of one chain, which only this test makes go on, so that they agree; a fourth one is on another chain."""

    def setUp(self):
        super().setUp()
        self.assertIsNotNone(shutil.which("node"), "Node.js is missing")
        self.anvils = [self.anvil("--order", "fifo") for _ in range(3)]
        self.stranger = self.anvil(chain_id=31338)
        self.height = 0
        self.steps = []             # what made the chain, to be repeated at a node that was out
        self.done = [0, 0, 0]       # steps that each node has seen
        self.out = set()
        self.hashes = {}            # number: all hashes that were canonical, oldest first
        self.reorgs = []            # (first number, hashes left by number)
        self.confirmed = []         # when the daemon told of each, in milliseconds since 1970

    # --- the chain -------------------------------------------------------------------------------------------

    def step(self, *calls):
        """Does the same at all nodes that are not out, with a moment between them."""
        self.steps.append(calls)
        for index in range(len(self.anvils)):
            if index not in self.out:
                self.catch_up(index)
                time.sleep(0.03)

    def catch_up(self, index):
        for calls in self.steps[self.done[index]:]:
            for method, params in calls:
                self.ask(self.anvils[index], method, params)
            self.done[index] += 1

    def leader(self):
        return self.anvils[min(set(range(len(self.anvils))) - self.out)]

    def transfer(self, value):
        return ("eth_sendTransaction", [{"from": RICH, "to": OTHER, "value": hex(value), "gas": "0x5208",
                                         "maxFeePerGas": "0x77359400", "maxPriorityFeePerGas": "0x1"}])

    def block(self, wallet=True):
        """One more block. The wallet's transaction goes through the daemon, to all nodes, before it."""
        begun = time.monotonic()
        self.step(*[self.transfer(self.height * TRANSACTIONS + i + 1) for i in range(TRANSACTIONS)])
        if wallet and not self.out:
            sent = self.explorers.send()
            if "hash" in sent:
                for anvil in self.anvils:
                    wait_until(lambda anvil=anvil: self.ask(anvil, "eth_getTransactionByHash", [sent["hash"]]),
                               what="the transaction at every node")
        self.height += 1
        self.timestamp += 12
        self.step(("evm_mine", [self.timestamp]))
        self.note(self.height)
        rest = BLOCK_SECONDS - (time.monotonic() - begun)
        if rest > 0:
            time.sleep(rest)

    def note(self, number):
        block = self.ask(self.leader(), "eth_getBlockByNumber", [hex(number), False])
        self.hashes.setdefault(number, []).append(block["hash"])
        self.timestamp = int(block["timestamp"], 16)

    def reorganise(self, depth):
        first = self.height - depth + 1
        before = len(self.confirmed)
        self.reorgs.append((first, {number: self.hashes[number][-1] for number in range(first, self.height + 1)}))
        self.step(("anvil_reorg", [depth, []]))
        for number in range(first, self.height + 1):
            self.note(number)
        self.block(wallet=False)
        self.block(wallet=False)
        wait_until(lambda: len(self.confirmed) == before + 1, what="the reorganisation confirmed")

    def daemon_status(self):
        return self.spillway.status()["chains"][0]

    def watch_reorgs(self):
        """Notes when the daemon begins to tell of each."""
        while not self.over.is_set():
            try:
                count = self.daemon_status()["reorgs"]
            except (OSError, EOFError):
                return
            while len(self.confirmed) < count:
                self.confirmed.append(time.time() * 1000)
            self.over.wait(0.05)

    # --- what happens ----------------------------------------------------------------------------------------

    def uneven(self):
        """The third node stays behind until it lags, and comes back."""
        self.out = {2}
        for _ in range(6):
            self.block()
        wait_until(lambda: self.spillway.state("anvil2") == "lagging", what="anvil2 lagging")
        self.out = set()
        self.catch_up(2)
        wait_until(lambda: self.spillway.state("anvil2") != "lagging", what="anvil2 back")

    def frozen(self):
        self.anvils[1].signal(signal.SIGSTOP)
        self.out = {1}
        try:
            for _ in range(3):
                self.block()
        finally:
            self.anvils[1].signal(signal.SIGCONT)
        self.out = set()
        self.catch_up(1)
        wait_until(lambda: self.spillway.state("anvil1") == "up", what="anvil1 back")

    def killed(self):
        self.anvils[2].kill()
        self.out = {2}
        for _ in range(4):
            self.block()

    # --- the test --------------------------------------------------------------------------------------------

    def test_explorers_over_failing_nodes(self):
        self.timestamp = int(self.ask(self.anvils[0], "eth_getBlockByNumber", ["latest", False])["timestamp"], 16)
        nodes = [{"name": f"anvil{i}", "url": f"http://127.0.0.1:{anvil.port}/", "ws_url": f"ws://127.0.0.1:{anvil.port}/",
                  "chain": "dev"} for i, anvil in enumerate(self.anvils + [self.stranger])]
        self.spillway = self.daemon(self.config(
            nodes, server={"attempt_timeout_ms": 1000}, health={"penalty_ms": 500},
            chains__dev={"kind": "evm", "chain_id": 31337, "poll_interval_ms": 500, "max_block_lag": 4,
                         "warm_receipts": True, "broadcast_transactions": 3}))
        wait_until(lambda: self.spillway.state("anvil3") == "wrong_chain", what="the fourth node left out")
        wait_until(lambda: self.daemon_status()["head"] == 0, what="the first head")
        self.note(0)
        self.explorers = Explorers(f"http://127.0.0.1:{self.spillway.port}/", self.folder)
        self.addCleanup(self.explorers.kill)
        self.over = threading.Event()
        watcher = threading.Thread(target=self.watch_reorgs, daemon=True)
        watcher.start()
        self.addCleanup(self.over.set)
        end = time.monotonic() + SECONDS
        rounds = 0
        while rounds == 0 or time.monotonic() < end - 40:
            for _ in range(5):
                self.block()
            self.uneven()
            self.reorganise(2)
            for _ in range(3):
                self.block()
            self.frozen()
            self.reorganise(3)
            rounds += 1
        self.killed()
        while time.monotonic() < end:
            self.block()
        wait_until(lambda: self.daemon_status()["head"] == self.height, what="the last head")
        self.assertEqual(self.explorers.end(), 0)
        self.over.set()
        watcher.join()
        self.check_heads()
        self.check_hashes()
        self.check_wallet()
        self.check_share()

    def check_heads(self):
        """By what any client was told, and when: a number below one that was there before it was asked for needs a
        reorganisation in between."""
        heads = sorted((record for record in self.explorers.of("head") if "number" in record), key=lambda r: r["ended"])
        self.assertEqual([record for record in self.explorers.of("head") if "error" in record], [])
        self.assertGreater(len(heads), SECONDS)
        for name in {record["name"] for record in heads}:
            self.assertGreaterEqual(max(r["number"] for r in heads if r["name"] == name), self.height - 1, name)
        back = []
        for at, record in enumerate(heads):
            higher = [r["ended"] for r in heads[:at] if r["ended"] < record["begun"] and r["number"] > record["number"]]
            if higher and not any(higher[0] - 1000 <= seen <= record["ended"] + 1000 for seen in self.confirmed):
                back.append(record)
        self.assertEqual(back, [], "block numbers went back")

    def check_hashes(self):
        """Every hash was once the block's; none of a branch that was left is told after its reorganisation is confirmed, nor to
        who asks for a block by that very hash: the nodes do not have it any more."""
        answers = [record for record in self.explorers.of("block", "hash", "transaction", "receipt") if record.get("hash")]
        self.assertGreater(len(answers), 20 * SECONDS)
        for record in answers:
            self.assertIn(record["hash"], self.hashes[record["number"]], record)
        self.assertEqual(len(self.confirmed), len(self.reorgs))
        stale = [record for (_, left), confirmed in zip(self.reorgs, self.confirmed) for record in answers
                 if record["begun"] > confirmed and left.get(record["number"]) == record["hash"]]
        self.assertEqual(stale, [], "answers of a branch that was left")
        replaced = {record["hash"] for record in answers} & {self.hashes[number][-1] for first, left in self.reorgs for number in left}
        self.assertTrue(replaced, "nobody saw a block of a new branch")
        failed = [record for record in self.explorers.of("block", "hash", "transaction", "receipt", "other") if "error" in record]
        self.assertEqual(failed, [], "calls that failed")

    def check_wallet(self):
        sent = self.explorers.of("sent")
        self.assertGreater(len(sent), 5)
        self.assertEqual([record for record in sent if "error" in record], [])
        for record in sent:
            self.assertEqual(record["next"], record["nonce"] + 1, record)
            self.assertEqual(record["seen"], record["hash"])

    def check_share(self):
        metrics = self.spillway.metrics()
        calls = metrics.sum("rpc_requests_total")
        local = metrics.value("rpc_requests_total", outcome="local")
        attempts = metrics.sum("rpc_upstream_attempts_total")
        own = metrics.sum("spillway_probes_total")
        print(f"\nclient calls {calls:.0f}, served locally {local:.0f} ({100 * local / calls:.1f} %), "
              f"upstream calls for clients {attempts:.0f}, of the daemon's own {own:.0f}, together {attempts + own:.0f}; "
              f"blocks {self.height}, reorganisations {len(self.reorgs)}, heads warmed "
              f"{metrics.value('spillway_warmed_heads_total', chain='dev', outcome='complete'):.0f}, late "
              f"{metrics.value('spillway_warming_late_total', chain='dev'):.0f}")
        self.assertGreaterEqual(local / calls, LEAST_LOCAL)
        self.assertEqual(metrics.sum("rpc_upstream_attempts_total", node="anvil3"), 0, "calls to the other chain")
