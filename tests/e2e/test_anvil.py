# SPDX-License-Identifier: MIT
"""Real nodes: three anvils, one killed and one frozen under load. Needs the packages of package.json."""

import pathlib
import signal
import threading

from harness import Process, SpillwayTest, call, exchange, free_port, wait_until

ANVIL = pathlib.Path(__file__).parent / "node_modules" / "@foundry-rs" / "anvil-linux-amd64" / "bin" / "anvil"
ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
CALLS = [("eth_chainId", [], "0x7a69"), ("eth_getBalance", [ACCOUNT, "latest"], "0x21e19e0c9bab2400000"),
         ("eth_getTransactionCount", [ACCOUNT, "latest"], "0x0"), ("eth_getCode", [ACCOUNT, "latest"], "0x"),
         ("net_version", [], "31337"), ("eth_getBlockTransactionCountByNumber", ["0x0"], "0x0")]


class AnvilTest(SpillwayTest):
    def setUp(self):
        super().setUp()
        self.assertTrue(ANVIL.exists(), "anvil is missing: run npm ci in tests/e2e")
        self.anvils = []
        for number in range(3):
            port = free_port()
            anvil = Process([ANVIL, "--port", port, "--chain-id", 31337], self.folder / f"anvil{number}.log",
                            self.folder, self.environment())
            self.children.append(anvil)
            self.anvils.append((anvil, port))
        for _, port in self.anvils:
            wait_until(lambda port=port: self.is_up(port), what="anvil answering")

    @staticmethod
    def is_up(port):
        try:
            return exchange(port, call("eth_chainId")).status == 200
        except (OSError, EOFError):
            return False

    def pool(self, **sections):
        nodes = [{"name": f"anvil{number}", "url": f"http://127.0.0.1:{port}/",
                  **({"chain": "dev"} if sections else {})} for number, (_, port) in enumerate(self.anvils)]
        return self.daemon(self.config(nodes, routing={"balance": "least_in_flight"}, server={
            "request_timeout_ms": 10000, "attempt_timeout_ms": 800}, **sections))

    def run_through_failures(self, daemon):
        """A few hundred calls from eight clients, while one node is killed and another frozen."""
        failures, done = [], []

        def client(seed):
            for number in range(50):
                method, params, expected = CALLS[(seed + number) % len(CALLS)]
                answer = daemon.rpc(method, params, id=f"{seed}-{number}")
                body = answer.json
                if answer.status != 200 or body.get("result") != expected or body["id"] != f"{seed}-{number}":
                    failures.append((method, answer))
                done.append(1)

        threads = [threading.Thread(target=client, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        wait_until(lambda: len(done) > 60, what="sixty calls")
        self.anvils[0][0].kill()
        wait_until(lambda: len(done) > 160, what="a hundred more calls")
        self.anvils[1][0].signal(signal.SIGSTOP)
        for thread in threads:
            thread.join()
        self.anvils[1][0].signal(signal.SIGCONT)
        self.assertEqual(failures, [])
        self.assertEqual(len(done), 400)

    def test_no_call_fails(self):
        self.run_through_failures(self.pool())

    def test_no_call_fails_with_chain_logic(self):
        daemon = self.pool(chains__dev={"kind": "evm", "chain_id": 31337, "heads": "poll", "poll_interval_ms": 200})
        self.run_through_failures(daemon)

    def test_node_comes_back(self):
        daemon = self.pool()
        anvil, _ = self.anvils[0]
        anvil.signal(signal.SIGSTOP)
        for _ in range(6):
            self.assertEqual(daemon.rpc("eth_chainId").json["result"], "0x7a69")
        anvil.signal(signal.SIGCONT)
        def back():
            daemon.rpc("eth_chainId")
            return daemon.state("anvil0") == "up"  # the first of equals: it gets the calls again
        wait_until(back, what="the frozen node back in rotation")
