# SPDX-License-Identifier: MIT
"""The command line of spillwayd: contract section 1."""

import json
import re
import signal
import socket
import time

from harness import SpillwayTest, call, wait_until

PRESETS = {"base": ["base"], "ethereum": ["ethereum", "eth", "mainnet"], "arbitrum": ["arbitrum", "arb"],
           "optimism": ["optimism", "op"], "polygon": ["polygon", "matic"], "bnb": ["bnb", "bsc"],
           "solana": ["solana"]}

NODE = '[[nodes]]\nname = "{name}"\nurl = "http://127.0.0.1:1/"\n'


class CliTest(SpillwayTest):
    def assert_usage_error(self, *arguments, mention=None):
        done = self.cli(*arguments)
        self.assertEqual(done.returncode, 2, (arguments, done))
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, (arguments, done.stderr))
        if mention:
            self.assertIn(mention, done.stderr)

    def test_help_on_each_command(self):
        for arguments in ([], ["check"], ["presets"], ["init"], ["call"], ["usage"]):
            for option in ("-h", "--help"):
                done = self.cli(*arguments, option)
                self.assertEqual(done.returncode, 0, (arguments, done))
                self.assertIn("spillwayd", done.stdout, arguments)

    def test_version(self):
        done = self.cli("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^spillwayd \d+\.\d+\.\d+\S*\n$")

    def test_unknown_options_and_bad_values(self):
        self.assert_usage_error("--bogus", mention="--bogus")
        self.assert_usage_error("bogus", mention="bogus")
        self.assert_usage_error("--log-format", "yaml", mention="yaml")
        self.assert_usage_error("--log-level", "loud", mention="loud")
        self.assert_usage_error("--config")
        self.assert_usage_error("check", "--bogus", mention="--bogus")
        self.assert_usage_error("presets", "extra")
        self.assert_usage_error("init")
        self.assert_usage_error("init", "base", "--bogus", mention="--bogus")
        self.assert_usage_error("call")
        self.assert_usage_error("usage", "--bogus", mention="--bogus")
        self.assert_usage_error("import")

    def test_config_from_the_environment_and_dotenv(self):
        mock = self.mock("A")
        config = self.config(self.nodes(mock), name="elsewhere.toml")
        by_environment = self.daemon(None, env={"CONFIG_PATH": config})
        self.assert_ok(by_environment.rpc("x"))
        self.assertEqual(by_environment.stop(), 0)
        self.write(".env", f"CONFIG_PATH={config}\n")
        by_dotenv = self.daemon(None)
        self.assert_ok(by_dotenv.rpc("x"))
        self.assertEqual(by_dotenv.stop(), 0)

    def test_config_from_xdg(self):
        mock = self.mock("A")
        folder = self.folder / "xdg-config" / "spillway"
        folder.mkdir(parents=True)
        self.config(self.nodes(mock)).rename(folder / "spillway.toml")
        self.assert_ok(self.daemon(None).rpc("x"))

    def test_missing_config_names_the_file(self):
        done = self.cli("--config", "/nonexistent/file.toml")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("/nonexistent/file.toml", done.stderr + done.stdout)

    def test_port_in_use(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            mock = self.mock("A")
            done = self.cli("--config", self.config(self.nodes(mock), server={"port": port}))
        self.assertEqual(done.returncode, 1, done)
        self.assertIn(str(port), done.stderr + done.stdout)
        self.assertIn("in use", done.stderr + done.stdout)

    def test_signals_end_it_cleanly(self):
        mock = self.mock("A")
        for number in (signal.SIGTERM, signal.SIGINT):
            daemon = self.start(mock)
            daemon.signal(number)
            self.assertEqual(daemon.wait(), 0)

    def test_signals_that_mean_nothing_to_it_do_not_end_it(self):
        daemon = self.start(self.mock("A"))
        for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGPIPE):
            daemon.signal(number)
            self.assert_ok(daemon.exchange(call("eth_gasPrice")))

    def test_S1_29_drain_lets_a_request_finish(self):
        mock = self.mock(A={"delay_ms": 1000})
        daemon = self.start(mock)
        with daemon.client() as client:
            client.request(call("x"))
            wait_until(lambda: mock.counters("A")["in_flight"] == 1, what="request upstream")
            daemon.signal(signal.SIGTERM)
            self.assert_ok(client.response())
        self.assertEqual(daemon.wait(), 0)

    def test_drain_is_bounded(self):
        mock = self.mock(A={"fate": "stall"})
        daemon = self.start(mock, server={"request_timeout_ms": 60000, "attempt_timeout_ms": 30000})
        with daemon.client() as client:
            client.request(call("x"))
            wait_until(lambda: mock.counters("A")["in_flight"] == 1, what="request upstream")
            began = time.monotonic()
            daemon.signal(signal.SIGTERM)
            self.assertEqual(daemon.wait(), 0)
            self.assertLess(time.monotonic() - began, 15)

    def test_json_log(self):
        mock = self.mock("A")
        daemon = self.daemon(self.config(self.nodes(mock)), "--log-format", "json", "--log-level", "debug")
        self.assert_ok(daemon.rpc("x"))
        daemon.stop()
        events = [json.loads(line) for line in daemon.log.splitlines() if line.startswith("{")]
        self.assertGreater(len(events), 1, daemon.log)
        for event in events:
            self.assertIn("level", event)


class CheckTest(SpillwayTest):
    def check(self, text):
        return self.cli("check", "--config", self.write("c.toml", text))

    def assert_problem(self, text, pattern, line=None):
        done = self.check(text)
        output = done.stdout + done.stderr
        self.assertEqual(done.returncode, 2, (text, output))
        found = [row for row in output.splitlines() if re.search(pattern, row, re.IGNORECASE)]
        self.assertTrue(found, (pattern, output))
        if line:
            self.assertRegex(found[0], rf"c\.toml:{line}:")

    def test_good_config(self):
        done = self.check(NODE.format(name="A"))
        self.assertEqual(done.returncode, 0, done)

    def test_every_problem_is_reported_with_its_place(self):
        text = ('[server]\nport = 70000\nbogus_key = 1\n[security]\nmax_batch_size = "many"\n'
                + NODE.format(name="A") + "reset_day = 32\n")
        done = self.check(text)
        output = done.stdout + done.stderr
        self.assertEqual(done.returncode, 2)
        for line, key in ((2, "port"), (3, "bogus_key"), (5, "max_batch_size"), (9, "reset_day")):
            self.assertRegex(output, rf"(?m)c\.toml:{line}: .*{key}.*: .+")

    def test_did_you_mean(self):
        self.assert_problem("[server]\nportt = 1\n" + NODE.format(name="A"), r"did you mean.*port", 2)

    def test_bug43_duplicate_and_empty_names(self):
        self.assert_problem(NODE.format(name="A") + NODE.format(name="A"), r"\bA\b")
        self.assert_problem(NODE.format(name=""), r"name")

    def test_syntax_error_names_the_line(self):
        self.assert_problem("[server]\nport = = 1\n", r"c\.toml:2:")

    def test_deep_nesting_does_not_crash(self):
        done = self.check("x = " + "[" * 50000 + "]" * 50000)
        self.assertEqual(done.returncode, 2)

    def test_S3_16_unset_variable(self):
        self.assert_problem('[[nodes]]\nname = "A"\nurl = "http://127.0.0.1/$SPILLWAY_UNSET_KEY"\n',
                            r"SPILLWAY_UNSET_KEY", 3)
        self.assert_problem('[[nodes]]\nname = "A"\nurl = "http://127.0.0.1/${SPILLWAY_UNSET_KEY}"\n',
                            r"SPILLWAY_UNSET_KEY", 3)

    def test_no_nodes(self):
        self.assert_problem("[server]\nport = 0\n", r"node")

    def test_S1_45_missing_price_list(self):
        self.assert_problem(NODE.format(name="A") + 'provider_pricing_path = "nowhere.toml"\n', r"nowhere\.toml", 4)

    def test_S1_33_ranges(self):
        for percent, good in ((0, False), (1, True), (100, True), (101, False)):
            self.write("p.toml", f"[limits]\nspillover_percent = {percent}\n[routing]\neth_call = 1\n")
            done = self.check(NODE.format(name="A") + 'provider_pricing_path = "p.toml"\n')
            self.assertEqual(done.returncode, 0 if good else 2, (percent, done))
        for day, good in ((0, False), (1, True), (31, True), (32, False)):
            done = self.check(NODE.format(name="A") + f"reset_day = {day}\n")
            self.assertEqual(done.returncode, 0 if good else 2, (day, done))

    def test_unknown_method_in_a_price_list_is_a_warning(self):
        self.write("p.toml", "[routing]\neth_call = 1\neth_getBalanse = 2\n")
        done = self.check(NODE.format(name="A") + 'provider_pricing_path = "p.toml"\n')
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("eth_getBalanse", done.stdout + done.stderr)

    def test_bad_urls(self):
        for url in ("nonsense", "ftp://h/", "http://", ""):
            self.assert_problem(f'[[nodes]]\nname = "A"\nurl = "{url}"\n', r"url")

    def test_non_loopback_host(self):
        self.assert_problem('[server]\nhost = "0.0.0.0"\n' + NODE.format(name="A"), r"host|auth|token", None)
        done = self.check('[server]\nhost = "0.0.0.0"\nallow_unauthenticated = true\n' + NODE.format(name="A"))
        self.assertEqual(done.returncode, 0, done)


class PresetTest(SpillwayTest):
    def test_S3_05_presets_are_listed(self):
        done = self.cli("presets")
        self.assertEqual(done.returncode, 0)
        for name, aliases in PRESETS.items():
            for alias in [name, *aliases]:
                self.assertRegex(done.stdout, rf"\b{alias}\b")

    def test_S3_27_init_prints_a_config_that_passes(self):
        for name, aliases in PRESETS.items():
            outputs = {self.cli("init", alias).stdout for alias in aliases + [aliases[0].upper()]}
            self.assertEqual(len(outputs), 1, name)
            done = self.cli("check", "--config", self.write("c.toml", outputs.pop()))
            self.assertEqual(done.returncode, 0, (name, done))

    def test_S3_06_ranked_gives_each_its_tier(self):
        equal = self.cli("init", "ethereum").stdout
        ranked = self.cli("init", "ethereum", "--ranked").stdout
        def tiers(text):
            return re.findall(r"(?m)^tier *= *(\d+)", text)
        self.assertEqual(len(set(tiers(ranked))), len(tiers(ranked)), ranked)
        self.assertLessEqual(len(set(tiers(equal))), 1, equal)

    def test_unknown_preset_lists_the_names(self):
        done = self.cli("init", "dogecoin")
        self.assertEqual(done.returncode, 2)
        for name in PRESETS:
            self.assertIn(name, done.stderr)


class CallTest(SpillwayTest):
    def test_result_and_exit_code(self):
        mock = self.mock(A={"result_text": '{"big":18446744073709551615}'})
        config = self.config(self.nodes(mock))
        done = self.cli("call", "eth_thing", '["0x1",true]', "--config", config)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, '{"big":18446744073709551615}'), done)
        self.assertEqual(mock.counters("A")["methods"], {"eth_thing": 1})

    def test_error_goes_to_stderr(self):
        mock = self.mock(A={"error": {"code": 3, "message": "execution reverted"}})
        done = self.cli("call", "eth_call", "--config", self.config(self.nodes(mock)))
        self.assertEqual((done.returncode, done.stdout), (1, ""), done)
        self.assertIn("execution reverted", done.stderr)

    def test_bad_params(self):
        mock = self.mock("A")
        done = self.cli("call", "eth_call", "[not json", "--config", self.config(self.nodes(mock)))
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(mock.count("A"), 0)

    def test_chain(self):
        mock = self.mock(A={"evm": {"chain_id": 1}}, B={"result": "from b"})
        config = self.config([{**node, "chain": chain} for node, chain in zip(self.nodes(mock), ("one", "two"))],
                             chains__one={"kind": "generic"}, chains__two={"kind": "generic"})
        done = self.cli("call", "x", "--chain", "two", "--config", config)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, '"from b"'), done)
        done = self.cli("call", "x", "--chain", "three", "--config", config)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("three", done.stderr)


class ImportTest(SpillwayTest):
    CASCADE = """
[server]
host = "0.0.0.0"
port = 3000
enable_metrics = true

[[nodes]]
name = "Helius"
url = "https://mainnet.helius-rpc.com/?api-key=$HELIUS_KEY"
tier = 0
rps_limit = 50
max_concurrent = 10
monthly_limit = 1000000
reset_day = 15
provider_pricing_path = "helius.toml"
"""
    DRM3 = """
listen = "127.0.0.1:8545"
request_timeout_ms = 15000
max_retries = 2

[[endpoints]]
url = "https://base-mainnet.example/v2/${KEY}"
label = "paid"
priority = 0
max_in_flight = 4
max_rps = 25
capabilities = ["eth_call", "eth_getBalance"]

[[endpoints]]
url = "https://mainnet.base.org"
priority = 1
auth = { type = "bearer", token = "${TOKEN}" }
"""
    ETHPROXY = """
upstreams:
  - url: https://eth.example/v3/key
    weight: 2
    rateLimit: 20
    methods:
      deny: ["debug_*"]
  - url: https://other.example
server:
  port: 8545
cache:
  backend: memory
"""

    def imported(self, name, text, env=None):
        done = self.cli("import", self.write(name, text), env=env)
        self.assertEqual(done.returncode, 0, done)
        return done.stdout

    def test_cascade(self):
        out = self.imported("config.toml", self.CASCADE)
        self.assertIn("$HELIUS_KEY", out)
        self.assertRegex(out, r"(?m)^allow_unauthenticated *= *true")
        self.write("helius.toml", "[routing]\ngetSlot = 1\n")
        done = self.cli("check", "--config", self.write("new.toml", out), env={"HELIUS_KEY": "k"})
        self.assertEqual(done.returncode, 0, done)

    def test_cascade_loads_unchanged(self):
        self.write("helius.toml", "[routing]\ngetSlot = 1\n")
        text = self.CASCADE.replace("0.0.0.0", "127.0.0.1")
        done = self.cli("check", "--config", self.write("new.toml", text), env={"HELIUS_KEY": "k"})
        self.assertEqual(done.returncode, 0, done)

    def test_drm3(self):
        out = self.imported("rpc-pool.toml", self.DRM3)
        self.assertIn("${KEY}", out)
        self.assertIn("${TOKEN}", out)
        self.assertIn("paid", out)
        done = self.cli("check", "--config", self.write("new.toml", out), env={"KEY": "k", "TOKEN": "t"})
        self.assertEqual(done.returncode, 0, done)

    def test_ethproxy(self):
        out = self.imported("config.yaml", self.ETHPROXY)
        self.assertIn("debug_*", out)
        done = self.cli("check", "--config", self.write("new.toml", out))
        self.assertEqual(done.returncode, 0, done)

    def test_what_check_will_refuse_is_said_beside_the_output(self):
        done = self.cli("import", self.write("pool.toml", 'listen = "127.0.0.1:99999"\n[[endpoints]]\nurl = "ftp://a.example/"\n'))
        self.assertEqual(done.returncode, 0)
        self.assertIn("# - nodes[0].url will be refused", done.stdout)
        self.assertRegex(done.stderr, r"^spillwayd import: 1 of the values must be mended")

    def test_unreadable_and_unknown(self):
        self.assertNotEqual(self.cli("import", "/nonexistent").returncode, 0)
        done = self.cli("import", self.write("x.txt", "hello world, this is no config\n"))
        self.assertNotEqual(done.returncode, 0)
        self.assertTrue(done.stderr)
