# SPDX-License-Identifier: MIT
"""A desktop for the control center: a display of its own (Xvfb and openbox), a private session bus, and a driver that uses the program as
a screen reader would."""

import contextlib
import json
import os
import pathlib
import subprocess

from harness import IO_TIMEOUT, Process, SpillwayTest, bin_dir, wait_until

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # the one that has Debian's gi


class Desktop:
    """All of it ends with close(); `folder` takes the logs and is the private home, `env` is what programs start with."""

    def __init__(self, folder, env, size=(1280, 900)):
        self.folder = folder
        self.apps = 0
        self.stack = contextlib.ExitStack()
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700)
        self.env = {**env, "XDG_RUNTIME_DIR": str(runtime), "XDG_CACHE_HOME": str(folder / "cache"),
                    "XDG_DATA_HOME": str(folder / "data"), "LC_ALL": "C.UTF-8",
                    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb"}
        self.env.pop("WAYLAND_DISPLAY", None)
        try:
            self.start_display(size)
            self.start_driver()
        except BaseException:
            self.close()
            raise

    def close(self):
        self.stack.close()

    def start_display(self, size):
        read_end, write_end = os.pipe()
        self.display = server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"],
            pass_fds=(write_end,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write_end)
        self.stack.callback(self.end, server)
        with os.fdopen(read_end) as pipe:
            self.env["DISPLAY"] = ":" + pipe.readline().strip()
        manager = subprocess.Popen(["openbox"], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.stack.callback(self.end, manager)

    def start_driver(self):
        log = self.stack.enter_context(open(self.folder / "driver.log", "wb"))
        self.driver = subprocess.Popen(
            ["dbus-run-session", "--", PYTHON, str(HERE / "desktopdriver.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=log, text=True, env=self.env)
        self.stack.callback(self.end_driver)
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self.answer()["ok"]

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
            self.picture(self.folder / "failure.png")
            raise AssertionError(f"{problem}\n{self.do('tree')}") from None

    def act(self, command, timeout=IO_TIMEOUT, **what):
        """A command to a control as soon as it is there and takes it."""
        self.wait_for(timeout, **{key: value for key, value in what.items() if key not in ("text", "action", "row", "column")})
        wait_until(lambda: self.do(command, **what), timeout, f"{command} {what}")

    def picture(self, file):
        """What is on the screen, without what is round the windows."""
        subprocess.run(["import", "-window", "root", "-trim", "+repage", str(file)], env=self.env, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def pixels(self):
        """The screen as it is, a byte a pixel: its brightness."""
        return subprocess.run(["import", "-window", "root", "-depth", "8", "gray:-"], env=self.env, check=True,
                              stdout=subprocess.PIPE).stdout

    def is_dark(self):
        some = self.pixels()[::97]
        return sum(some) / len(some) < 128

    def app(self, *arguments, program=None, env=None):
        """Starts the control center; the caller ends it. `env`: variables to set, or to leave out where None."""
        self.apps += 1
        variables = {name: value for name, value in {**self.env, **(env or {})}.items() if value is not None}
        return Process([program or bin_dir() / "spillway", *arguments], self.folder / f"spillway{self.apps}.log", self.folder,
                       variables)


class DesktopTest(SpillwayTest):
    """Each test has its own display, bus, home and runtime folder."""

    def setUp(self):
        super().setUp()
        self.desktop = Desktop(self.folder, self.environment())
        self.addCleanup(self.desktop.close)
        self.do = self.desktop.do
        self.wait_for = self.desktop.wait_for

    def press(self, timeout=IO_TIMEOUT, **what):
        self.desktop.act("press", timeout, **what)

    def type(self, text, **what):
        self.desktop.act("type", text=text, **what)

    def app(self, *arguments, **more):
        process = self.desktop.app(*arguments, **more)
        self.children.append(process)
        return process
