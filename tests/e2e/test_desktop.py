# SPDX-License-Identifier: MIT
"""The control center as a person meets it: one journey on a real display, by accessibility."""

import re
import shutil

from desktop import DesktopTest
from harness import call, exchange, free_port, wait_until


class JourneyTest(DesktopTest):
    def start(self, *names, **settings):
        """The app on a config with mock nodes; it starts the proxy by itself."""
        self.port = free_port()
        self.mocks_ = self.mock(*names)
        self.path = self.config(self.nodes(self.mocks_, *names, **settings), server={"port": self.port})
        app = self.app("--config", self.path, "--start")
        self.wait_for(role="push button", contains="Stop", timeout=60)
        wait_until(self.answers, what="the proxy answers")
        return app

    def answers(self):
        try:
            return exchange(self.port, call("eth_chainId")).status == 200
        except OSError:
            return False

    def page(self, name):
        """As a second start from a shell would: the window that is there shows the page."""
        self.assertEqual(self.app("--config", self.path, "--page", name).wait(), 0)

    def test_calls_are_seen(self):
        self.start("A")
        for _ in range(5):
            self.assert_ok(exchange(self.port, call("eth_getBalance")))
        self.page("nodes")
        self.wait_for(role="table cell", name="A")
        self.page("traffic")
        self.wait_for(role="table cell", contains="eth_getBalance")
        self.assertEqual(self.do("unnamed"), [])

    def test_stop_and_start_by_the_tray(self):
        self.do("tray")
        self.do("notification_service")
        self.start("A")
        wait_until(lambda: self.do("tray_items") > 0, what="an icon in the tray")
        labels = [entry["label"] for entry in self.do("tray_menu")]
        self.assertIn("Stop proxy", labels)
        self.assertTrue(self.do("tray_click", label="Stop proxy"))
        wait_until(lambda: not self.answers(), what="the proxy is stopped")
        wait_until(lambda: self.do("tray_click", label="Start proxy"), what="the menu offers to start")
        wait_until(self.answers, what="the proxy answers again")

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
        used = exchange(self.port, path="/status", method="GET").json["nodes"][0]["quota"]["used"]
        self.assertGreaterEqual(used, 20)
        before = self.path.read_text()
        app.kill()
        self.app("--config", self.path, "--start")
        wait_until(self.answers, 60, what="the proxy answers again")
        again = exchange(self.port, path="/status", method="GET").json["nodes"][0]["quota"]["used"]
        self.assertGreaterEqual(again, used)
        self.assertEqual(self.path.read_text(), before)

    def test_first_start_without_a_config(self):
        self.app("--config", self.folder / "none.toml")
        self.wait_for(role="list", name="Pages", timeout=60)
        self.assertFalse((self.folder / "none.toml").exists())

    def test_second_start_raises_the_first(self):
        self.start("A")
        second = self.app("--config", self.path)
        self.assertEqual(second.wait(), 0)
        self.assertEqual(len(self.do("windows")), 1)

    def test_quits_with_its_window_open(self):
        app = self.start("A")
        self.assertEqual(app.stop(), 0)
        with self.assertRaises(OSError):
            exchange(self.port, call("eth_chainId"))

    def test_quits_by_the_tray(self):
        self.do("tray")
        app = self.start("A")
        wait_until(lambda: self.do("tray_items") > 0, what="an icon in the tray")
        self.assertTrue(self.do("tray_click", label="Quit"))
        self.assertEqual(app.wait(), 0)

    def test_starts_and_quits_on_the_offscreen_platform(self):
        offscreen = {"QT_QPA_PLATFORM": "offscreen"}
        app = self.app("--demo", env=offscreen)
        wait_until(lambda: list((self.folder / "runtime").rglob("demo.lock")), what="it has begun")
        self.assertEqual(self.app("--demo", "--page", "log", env=offscreen).wait(), 0)  # the first one answers the second
        self.assertIsNone(app.process.poll())
        self.assertEqual(app.stop(), 0)

    def test_every_page_opens(self):
        self.start("A")
        for page in ("start", "dashboard", "nodes", "pricing", "quotas", "traffic", "log", "raw", "settings", "help"):
            self.page(page)
            self.assertEqual(self.do("unnamed"), [], page)

    def test_help_and_version_need_no_display(self):
        env = {"DISPLAY": "", "QT_QPA_PLATFORM": "xcb"}
        for option, text in (("--help", "--demo"), ("--version", r"\d+\.\d+\.\d+")):
            done = self.app(option, env=env)
            self.assertEqual(done.wait(), 0)
            self.assertTrue(re.search(text, done.log), done.log)

    def test_demo_moves(self):
        self.app("--demo", "--page", "traffic")
        self.wait_for(role="table cell", contains="eth_call", timeout=60)
        self.wait_for(role="table cell", contains="Aqueduct")


del DesktopTest  # not a test of its own
assert shutil.which("Xvfb"), "Xvfb is missing: packaging/test installs it"
