# SPDX-License-Identifier: MIT
"""A desktop for the control center: a display of its own (Xvfb and openbox), a private session bus, and a driver that uses the program as
a screen reader would."""

import json
import os
import pathlib
import subprocess

from harness import IO_TIMEOUT, Process, SpillwayTest, bin_dir, wait_until

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # the one that has Debian's gi


class DesktopTest(SpillwayTest):
    """Each test has its own display, bus, home and runtime folder."""

    def setUp(self):
        super().setUp()
        self.display = self.start_display()
        runtime = self.folder / "runtime"
        runtime.mkdir(mode=0o700)
        self.desktop_env = self.environment(
            DISPLAY=self.display, XDG_RUNTIME_DIR=runtime, XDG_CACHE_HOME=self.folder / "cache", LC_ALL="C.UTF-8",
            QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb", XDG_DATA_HOME=self.folder / "data")
        self.desktop_env.pop("WAYLAND_DISPLAY", None)
        log = open(self.folder / "driver.log", "wb")
        self.addCleanup(log.close)
        self.driver = subprocess.Popen(
            ["dbus-run-session", "--", PYTHON, str(HERE / "desktopdriver.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=log, text=True, env=self.desktop_env)
        self.addCleanup(self.end_driver)
        self.desktop_env["DBUS_SESSION_BUS_ADDRESS"] = self.answer()["ok"]
        self.apps = 0

    def start_display(self):
        read_end, write_end = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
                                  pass_fds=(write_end,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write_end)
        self.addCleanup(self.end, server)
        with os.fdopen(read_end) as pipe:
            display = ":" + pipe.readline().strip()
        manager = subprocess.Popen(["openbox"], env=self.environment(DISPLAY=display), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, manager)
        return display

    @staticmethod
    def end(process):
        if process.poll() is None:
            process.terminate()
        process.wait(10)

    def end_driver(self):
        self.driver.stdin.close()
        self.driver.wait(10)
        self.driver.stdout.close()

    def answer(self):
        """The driver's next line; services that the bus starts write there too."""
        while True:
            line = self.driver.stdout.readline()
            if not line:
                raise AssertionError("the desktop driver ended: " + (self.folder / "driver.log").read_text("utf-8", "replace")[-500:])
            if line.startswith("{"):
                return json.loads(line)

    def do(self, command, **more):
        self.driver.stdin.write(json.dumps({"do": command, **more}) + "\n")
        self.driver.stdin.flush()
        answer = self.answer()
        if "error" in answer:
            raise AssertionError(f"{command} {more}: {answer['error']}")
        return answer["ok"]

    def wait_for(self, timeout=IO_TIMEOUT, **what):
        try:
            wait_until(lambda: self.do("exists", **what), timeout, f"{what} on the screen")
        except AssertionError as problem:
            self.picture("failure")
            raise AssertionError(f"{problem}\n{self.do('tree')}") from None

    def press(self, timeout=IO_TIMEOUT, **what):
        self.wait_for(timeout, **what)
        self.assertTrue(self.do("press", **what), what)

    def type(self, text, **what):
        self.wait_for(**what)
        self.assertTrue(self.do("type", text=text, **what), what)

    def picture(self, name):
        """A screenshot beside the logs; kept when the test fails."""
        subprocess.run(["import", "-window", "root", str(self.folder / f"{name}.png")], env=self.desktop_env, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def app(self, *arguments, program=None, env=None):
        self.apps += 1
        process = Process([program or bin_dir() / "spillway", *arguments], self.folder / f"spillway{self.apps}.log", self.folder,
                          {**self.desktop_env, **(env or {})})
        self.children.append(process)
        return process
