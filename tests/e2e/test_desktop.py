# SPDX-License-Identifier: MIT
"""The control center as a person meets it, on a real display, by accessibility."""

import contextlib
import re
import shutil
import socket
import sqlite3

from desktop import DesktopTest
from harness import Load, call, exchange, free_port, wait_until

DEFAULT_PORT = 8599
PRICES = '[limits]\nunknown_method_cost = 1\n\n[routing]\neth_blockNumber = 10 # the cheap one\neth_call = 26\n'


class AppTest(DesktopTest):
    def start(self, *names, config=None, **settings):
        """The app on a config with mock nodes; it starts the proxy by itself."""
        self.port = free_port()
        self.mocks_ = self.mock(*names)
        self.path = self.config(self.nodes(self.mocks_, *names, **settings), server={"port": self.port}, **(config or {}))
        return self.open()

    def open(self, *arguments):
        app = self.app("--config", self.path, "--start", *arguments)
        wait_until(self.answers, 60, what="the proxy answers")
        return app

    def answers(self):
        try:
            return exchange(self.port, call("eth_chainId")).status == 200
        except (OSError, EOFError):
            return False

    def page(self, name):
        """As a second start from a shell would: the window that is there shows the page."""
        self.assertEqual(self.app("--config", self.path, "--page", name).wait(), 0)

    def status(self, node="A"):
        nodes = exchange(self.port, path="/status", method="GET").json["nodes"]
        return next(found for found in nodes if found["name"] == node)

    def tray_icon(self):
        wait_until(lambda: self.do("tray_items") > 0, what="an icon in the tray")

    def click_tray(self, label):
        """An entry of the tray's menu; its texts follow the state of the proxy."""
        wait_until(lambda: self.do("tray_click", label=label), what=f"{label} in the tray's menu")

    def close_window(self):
        self.press(role="menu item", name="Close window", hidden=True)

    def windows(self):
        return self.do("windows")


class FirstRunTest(AppTest):
    """From an empty home to the first request of one's own."""

    def setUp(self):
        super().setUp()
        # The default port is taken, so that the way past that belongs to the journey. Somebody else may have it too.
        self.taken = socket.socket()
        self.addCleanup(self.taken.close)
        self.taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self.taken.bind(("127.0.0.1", DEFAULT_PORT))
            self.taken.listen()
        except OSError:
            pass

    def first_free_port(self):
        """What the banner offers, from the text of its button."""
        text = self.do("text", role="push button", contains="Use 8")
        return int(re.search(r"\d+", text)[0])

    def test_from_nothing_to_the_first_request(self):
        mock = self.mock(A={"evm": {"chain_id": 1, "head": 21304551}})
        self.path = self.folder / "xdg-config/spillway/spillway.toml"
        self.app()
        self.press(60, role="check box", contains="Ethereum")
        self.type(mock.url("A"), name="Addresses of your providers")
        self.press(role="push button", name="Add")
        self.wait_for(role="label", contains="Works.")  # the test of the address
        self.assertFalse(self.path.exists())
        self.press(role="push button", name="Start and send a test request")
        self.wait_for(contains=f"Port {DEFAULT_PORT} is used by")
        self.wait_for(role="push button", contains="Use 8")
        self.port = self.first_free_port()
        self.press(role="push button", name=f"Use {self.port}")
        # The request that was held back goes out by itself. What Spillway may know by itself shows no route: the question is one
        # that only a node can answer.
        self.wait_for(role="label", contains="eth_getBalance → Local node")
        self.assertEqual(self.path.read_text().count(mock.url("A")), 1)
        self.assertIn("result", exchange(self.port, call("eth_gasPrice")).json)
        self.wait_for(role="label", contains="Received eth_gasPrice from 127.0.0.1")
        self.press(role="push button", name="Send a test request")
        self.wait_for(role="label", contains="Waiting for its first request")
        self.press(role="list item", name="Traffic")
        self.wait_for(role="table cell", contains="eth_gasPrice")

    def test_nothing_is_written_before_it_is_asked_for(self):
        self.app("--config", self.folder / "none.toml")
        self.wait_for(role="list", name="Pages", timeout=60)
        self.assertFalse((self.folder / "none.toml").exists())


class JourneyTest(AppTest):
    """With a configuration: what a day brings."""

    def test_calls_are_seen(self):
        self.start("A")
        for _ in range(5):
            self.assert_ok(exchange(self.port, call("eth_getBalance")))
        self.page("nodes")
        self.wait_for(role="table cell", name="A")
        self.page("traffic")
        self.wait_for(role="table cell", contains="eth_getBalance")
        self.assertEqual(self.do("unnamed"), [])

    def test_figures_of_the_dashboard_move(self):
        self.start("A")
        self.page("dashboard")
        self.wait_for(name="Requests per second: 0")
        with Load(self.port, clients=2, body=call("eth_getBalance")) as load:
            wait_until(lambda: not self.do("exists", name="Requests per second: 0"), what="another rate")
            self.wait_for(description="A 100 %")  # the chart of spillover in words
        self.assertEqual((load.bad, load.broken), ([], 0))
        self.wait_for(name="Answered: 100 %")
        self.wait_for(name="Requests per second: 0")

    def test_quota_warning(self):
        self.do("notification_service")
        self.write("prices.toml", PRICES)
        self.start("A", "B", monthly_limit=1000, provider_pricing_path=str(self.folder / "prices.toml"))
        while self.status()["quota"]["used"] < 850:
            self.assert_ok(exchange(self.port, call("eth_blockNumber")))
        told = wait_until(lambda: self.do("notifications"), what="a notification")
        self.assertEqual((told[0]["app"], told[0]["urgency"]), ("Spillway", 1))
        self.assertRegex(told[0]["summary"], r"^[AB] has used 8\d(\.\d)? % of its credits$")
        self.wait_for(role="push button", contains="Messages, ")
        self.desktop.act("click_on", role="push button", contains="Messages, ")
        self.wait_for(role="push button", name="Messages")  # none is new any more
        self.do("keys", keys=["Down", "Return"])  # the newest one
        wait_until(lambda: self.windows() == ["Quotas – Spillway"], what="the page of the message")
        while self.status()["quota"]["used"] < 950:
            self.assert_ok(exchange(self.port, call("eth_gasPrice")))  # one credit: hits the stop exactly
        wait_until(lambda: any("has reached its stop" in one["summary"] for one in self.do("notifications")), what="the stop is told")

    def test_the_display_goes_away(self):
        """As at the end of a session: the program ends with it, and does not crash while its engine is at work."""
        app = self.start("A")
        with Load(self.port, clients=2, body=call("eth_getBalance")) as load:
            load.wait_good(50)
            self.desktop.display.terminate()
            self.assertEqual(app.wait(), 1)

    def test_close_to_the_tray_and_back(self):
        self.do("tray")
        self.do("notification_service")
        self.start("A")
        self.tray_icon()
        self.close_window()
        wait_until(lambda: not self.windows(), what="the window has gone")
        self.assertTrue(self.answers())
        told = wait_until(lambda: self.do("notifications"), what="a notification")
        self.assertEqual(told[0]["summary"], "Spillway keeps running in the tray")
        self.do("tray_activate")
        wait_until(lambda: len(self.windows()) == 1, what="the window is back")
        self.close_window()
        wait_until(lambda: not self.windows(), what="the window has gone")
        self.click_tray("Open Spillway")
        wait_until(lambda: len(self.windows()) == 1, what="the window is back")
        self.assertEqual(len(self.do("notifications")), 1)  # said once

    def test_stop_and_start_by_the_tray(self):
        self.do("tray")
        self.start("A")
        self.tray_icon()
        self.click_tray("Stop proxy")
        wait_until(lambda: not self.answers(), what="the proxy is stopped")
        self.click_tray("Start proxy")
        wait_until(self.answers, what="the proxy answers again")

    def test_price_changed_under_load_and_back(self):
        prices = self.write("prices.toml", PRICES)
        self.start("A", monthly_limit=100_000_000, provider_pricing_path="prices.toml")

        def cost():
            before = self.status()["quota"]["used"]
            self.assert_ok(exchange(self.port, call("eth_call")))
            return self.status()["quota"]["used"] - before

        self.assertEqual(cost(), 26)
        self.page("pricing")
        self.press(role="list item", contains="prices")
        self.type("eth_call", name="Filter methods")
        self.wait_for(role="table cell", name="26")
        with Load(self.port, clients=4, body=call("eth_blockNumber")) as load:
            load.wait_good(50)
            self.desktop.act("click_on", role="table cell", name="26")
            self.do("keys", keys=["3", "1", "Return"])
            self.wait_for(role="table cell", name="31")
            self.press(role="push button", name="Apply")
            wait_until(lambda: "eth_call = 31" in prices.read_text(), what="the price is saved")
            self.wait_for(description="Applied")
            load.wait_good(load.good + 50)
        self.assertEqual((load.bad, load.broken), ([], 0))
        self.assertIn("eth_blockNumber = 10 # the cheap one\n", prices.read_text())
        wait_until(lambda: cost() == 31, what="the new price is in force")
        self.press(role="menu item", contains="Undo", hidden=True)
        self.press(role="push button", name="Apply")
        wait_until(lambda: prices.read_text() == PRICES, what="the file is as it was")
        wait_until(lambda: cost() == 26, what="the old price is in force")

    def test_change_on_disk_is_offered(self):
        self.start("A")
        text = self.path.read_text()
        self.path.write_text(text + "\n[[nodes]]\nname = \"B\"\nurl = \"" + self.mocks_.url("A") + "\"\n")
        self.press(role="push button", name="Use it")
        self.page("nodes")
        self.wait_for(role="table cell", name="B")
        wait_until(lambda: exchange(self.port, path="/status", method="GET").json["nodes"][-1]["name"] == "B", what="B is in use")

    def test_killed_and_started_again(self):
        app = self.start("A", monthly_limit=1000)
        for _ in range(20):
            self.assert_ok(exchange(self.port, call("eth_getBalance")))
        used = self.status()["quota"]["used"]
        self.assertGreaterEqual(used, 20)
        before = self.path.read_text()
        wait_until(self.stored_requests, 90, "the minute is in the history")
        app.kill()
        self.open("--page", "dashboard")
        self.assertGreaterEqual(self.status()["quota"]["used"], used)
        self.assertEqual(self.path.read_text(), before)
        self.press(role="check box", name="Show the last hour")
        self.wait_for(description="A 100 %")  # what it did before
        self.page("quotas")
        self.wait_for(role="table cell", name=f"{self.status()['quota']['used']:,}")

    def stored_requests(self):
        """What the history in the state folder holds of requests."""
        total = 0
        for file in self.folder.rglob("*.sqlite"):
            with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as history:
                total += history.execute("SELECT coalesce(sum(requests), 0) FROM minutes").fetchone()[0]
        return total

    def test_autostart_starts_what_is_installed(self):
        self.start("A")
        self.page("settings")
        self.press(role="check box", contains="log in")
        entry = self.folder / "xdg-config/autostart"
        line = wait_until(lambda: [text for file in entry.glob("*.desktop") for text in file.read_text().splitlines()
                                   if text.startswith("Exec=")], what="the entry")[0]
        self.assertIn("/spillway", line)
        self.press(role="check box", contains="log in")
        wait_until(lambda: not list(entry.glob("*.desktop")), what="the entry has gone")

    def test_second_start_raises_the_first(self):
        self.start("A")
        second = self.app("--config", self.path)
        self.assertEqual(second.wait(), 0)
        self.assertEqual(len(self.windows()), 1)

    def test_quits_with_its_window_open(self):
        app = self.start("A")
        self.assertEqual(app.stop(), 0)
        with self.assertRaises(OSError):
            exchange(self.port, call("eth_chainId"))

    def test_quits_by_the_tray(self):
        self.do("tray")
        app = self.start("A")
        self.tray_icon()
        self.click_tray("Quit")
        self.assertEqual(app.wait(), 0)

    def test_colours_follow_the_desktop(self):
        self.do("color_scheme", name="light")
        self.start("A")
        wait_until(lambda: self.windows() and not self.desktop.is_dark(), what="light colours")
        self.do("color_scheme", name="dark")
        wait_until(self.desktop.is_dark, what="dark colours")
        self.do("color_scheme", name="light")
        wait_until(lambda: not self.desktop.is_dark(), what="light colours again")

    def test_every_page_opens(self):
        self.start("A")
        for page in ("start", "dashboard", "nodes", "pricing", "quotas", "chains", "traffic", "log", "raw", "settings", "help"):
            self.page(page)
            self.assertEqual(self.do("unnamed"), [], page)


class DemoTest(DesktopTest):
    def test_starts_and_quits_on_the_offscreen_platform(self):
        offscreen = {"QT_QPA_PLATFORM": "offscreen"}
        app = self.app("--demo", env=offscreen)
        wait_until(lambda: list((self.folder / "runtime").rglob("demo.lock")), what="it has begun")
        self.assertEqual(self.app("--demo", "--page", "log", env=offscreen).wait(), 0)  # the first one answers the second
        self.assertIsNone(app.process.poll())
        self.assertEqual(app.stop(), 0)

    def test_help_and_version_need_no_display(self):
        env = {"DISPLAY": "", "QT_QPA_PLATFORM": "xcb"}
        for option, text in (("--help", "--demo"), ("--version", r"\d+\.\d+\.\d+")):
            done = self.app(option, env=env)
            self.assertEqual(done.wait(), 0)
            self.assertTrue(re.search(text, done.log), done.log)

    def test_an_unreachable_display_is_named(self):
        gone = {"XDG_RUNTIME_DIR": str(self.folder / "runtime"), "QT_QPA_PLATFORM": ""}
        for env, words in (({"DISPLAY": "", "WAYLAND_DISPLAY": ""}, "neither DISPLAY nor WAYLAND_DISPLAY"),
                           ({"DISPLAY": ":4711", "WAYLAND_DISPLAY": ""}, "(DISPLAY=:4711)"),
                           ({"DISPLAY": "nonsense", "WAYLAND_DISPLAY": ""}, "(DISPLAY=nonsense)"),
                           ({"DISPLAY": "", "WAYLAND_DISPLAY": "wayland-4711"}, "(WAYLAND_DISPLAY=wayland-4711)"),
                           ({"DISPLAY": ":4711", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": "xcb"}, "(DISPLAY=:4711)")):
            with self.subTest(env=env):
                done = self.app("--demo", env=gone | env)
                self.assertEqual(done.wait(), 1, done.log)
                self.assertIn(words, done.log)
                self.assertIn("spillwayd is the proxy without a window", done.log)
                self.assertEqual(len(done.log.strip().splitlines()), 1, done.log)

    def test_two_demos_do_not_take_the_same_port(self):
        """Both look for a free port before either listens."""
        demos = []
        for name in ("one", "two"):
            runtime = self.folder / f"runtime-{name}"
            runtime.mkdir(mode=0o700)
            demos.append(self.app("--demo", env={"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(runtime),
                                                 "TMPDIR": str(self.folder)}))
        wait_until(lambda: len(list(self.folder.glob("spillway-demo-*.lock"))) == 2, 60, "each has a port of its own")
        ports = [int(re.search(r"\d+", file.stem)[0]) for file in self.folder.glob("spillway-demo-*.lock")]
        for port in ports:
            wait_until(lambda port=port: self.is_proxy(port), 60, f"a demo listens on {port}")
        self.assertEqual([demo.process.poll() for demo in demos], [None, None])

    def is_proxy(self, port):
        try:
            return "nodes" in exchange(port, path="/status", method="GET").json
        except (OSError, EOFError, ValueError):
            return False

    def test_demo_moves(self):
        self.app("--demo", "--page", "traffic")
        self.wait_for(role="table cell", contains="eth_call", timeout=60)
        self.wait_for(role="table cell", contains="Aqueduct")


del AppTest, DesktopTest  # no tests of their own
assert shutil.which("Xvfb"), "Xvfb is missing: packaging/test installs it"
