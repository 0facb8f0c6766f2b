# SPDX-License-Identifier: MIT
"""Keys in the desktop's keyring: a private session bus with gnome-keyring, one without it, and no bus at all."""

import os
import signal
import subprocess
import time
import unittest

from harness import SpillwayTest, bin_dir, call

KEY = "keyring-secret-5f2c77aa"


class Session:
    """A session bus of its own, with an unlocked keyring if asked for."""

    def __init__(self, folder, keyring):
        runtime = folder / "run"
        for path in (runtime, folder / "home"):
            path.mkdir(mode=0o700, exist_ok=True)
        self.env = {name: value for name, value in os.environ.items()
                    if name not in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "GNOME_KEYRING_CONTROL")}
        self.env.update(HOME=str(folder / "home"), XDG_RUNTIME_DIR=str(runtime), XDG_DATA_HOME=str(folder / "home"),
                        XDG_CONFIG_HOME=str(folder / "home"), XDG_CACHE_HOME=str(folder / "home"))
        config = folder / "bus.conf"
        # Without the folders of services: nothing starts that was not asked for.
        config.write_text('<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" '
                          '"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd"><busconfig><type>session</type>'
                          f'<listen>unix:path={runtime}/bus</listen><policy context="default"><allow send_destination="*" '
                          'eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>')
        self.processes = []
        bus = subprocess.Popen(["dbus-daemon", f"--config-file={config}", "--print-address=1", "--nofork"],
                               env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.processes.append(bus)
        self.env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        if keyring:
            daemon = subprocess.Popen(["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
                                      env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True)
            self.processes.append(daemon)
            daemon.stdin.write("pw")
            daemon.stdin.close()
            daemon.stdout.readline()

    def probe(self, *arguments):
        return subprocess.run([bin_dir() / "spillway_keyring_probe", *arguments], env=self.env, capture_output=True,
                              text=True, timeout=30)

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(10)
            for stream in (process.stdout, process.stdin):
                if stream:
                    stream.close()


class KeyringTest(SpillwayTest):
    def session(self, keyring=True):
        folder = self.folder / ("with" if keyring else "without")
        folder.mkdir(exist_ok=True)
        session = Session(folder, keyring)
        self.addCleanup(session.end)
        return session

    def check(self, config, env):
        return subprocess.run([bin_dir() / "spillwayd", "check", "--config", str(config)], env=env,
                              capture_output=True, text=True, timeout=30)

    def test_keys_are_kept_and_read(self):
        session = self.session()
        self.assertEqual(session.probe("probe").returncode, 0)
        self.assertEqual(session.probe("write", "ONE", KEY).returncode, 0)
        self.assertEqual(session.probe("write", "TWO", "schön = ${x}\n").returncode, 0)
        read = session.probe("read", "ONE", "TWO", "THREE")
        self.assertEqual((read.returncode, read.stdout), (0, f"ONE={KEY}\nTWO=schön = ${{x}}\n\n"))
        self.assertEqual(session.probe("write", "ONE", "changed").returncode, 0)
        self.assertEqual(session.probe("read", "ONE").stdout, "ONE=changed\n")
        self.assertEqual(session.probe("remove", "ONE").returncode, 0)
        self.assertEqual(session.probe("remove", "ONE").returncode, 0)
        self.assertEqual(session.probe("read", "ONE").stdout, "")
        self.assertEqual(session.probe("read", "SPILLWAY_PROBE").stdout, "")

    def test_a_keyring_that_answers_too_late_does_no_harm(self):
        """As when its owner thinks for a while, and then answers the question for the password."""
        session = self.session()
        self.assertEqual(session.probe("write", "ONE", KEY).returncode, 0)
        keyring = session.processes[-1]
        keyring.send_signal(signal.SIGSTOP)
        try:
            probe = subprocess.Popen([bin_dir() / "spillway_keyring_probe", "insist", "ONE"], env=session.env,
                                     stdout=subprocess.PIPE, text=True)
            self.addCleanup(probe.stdout.close)
            said = probe.stdout.readline()
        finally:
            keyring.send_signal(signal.SIGCONT)
        self.assertIn("did not answer", said)
        self.assertEqual(probe.wait(30), 0)
        self.assertEqual(probe.stdout.read().splitlines()[-1], f"ONE={KEY}")

    def test_a_bus_without_a_keyring_says_so(self):
        session = self.session(keyring=False)
        begin = time.monotonic()
        for arguments in (["probe"], ["write", "ONE", KEY], ["read", "ONE"]):
            answer = session.probe(*arguments)
            self.assertEqual(answer.returncode, 1, arguments)
            self.assertIn("keyring", answer.stderr)
            self.assertNotIn(KEY, answer.stderr)
        self.assertLess(time.monotonic() - begin, 20)

    def test_no_bus_at_all(self):
        env = {name: value for name, value in os.environ.items()
               if name not in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")}
        answer = subprocess.run([bin_dir() / "spillway_keyring_probe", "probe"], env=env, capture_output=True, text=True,
                                timeout=30)
        self.assertEqual(answer.returncode, 1)
        self.assertIn("keyring", answer.stderr)
        config = self.config([{"name": "A", "url": "http://127.0.0.1:1/$ONLY_IN_A_KEYRING"}])
        checked = self.check(config, env)
        self.assertEqual(checked.returncode, 2)
        self.assertIn("ONLY_IN_A_KEYRING is not set", checked.stdout)

    def test_the_daemon_falls_back_to_the_keyring(self):
        session = self.session()
        self.assertEqual(session.probe("write", "ONLY_IN_A_KEYRING", KEY).returncode, 0)
        mock = self.mock("A", A={"record": True})
        config = self.config([{"name": "A", "url": f"http://127.0.0.1:{mock.ports['A']}/$ONLY_IN_A_KEYRING"}])
        self.assertEqual(self.check(config, session.env).returncode, 0)
        # Order: the environment goes first.
        own = dict(session.env, ONLY_IN_A_KEYRING="from-the-environment-1")
        daemon = self.daemon(config, env=own)
        self.assertEqual(daemon.exchange(call("x")).status, 200)
        self.assertEqual(mock.requests("A")[-1]["target"], "/from-the-environment-1")
        daemon.stop()
        daemon = self.daemon(config, env=session.env)
        self.assertEqual(daemon.exchange(call("x")).status, 200)
        self.assertEqual(mock.requests("A")[-1]["target"], "/" + KEY)
        # A reload asks again.
        self.assertEqual(session.probe("write", "ONLY_IN_A_KEYRING", KEY + "-new").returncode, 0)
        daemon.reload(r"config applied")
        self.assertEqual(daemon.exchange(call("x")).status, 200)
        self.assertEqual(mock.requests("A")[-1]["target"], "/" + KEY + "-new")
        daemon.stop()
        self.assertNotIn(KEY, daemon.log)

    def test_comments_ask_nobody(self):
        session = self.session(keyring=False)
        config = self.config([{"name": "A", "url": "http://127.0.0.1:1/"}])
        config.write_text("# ${COMMENTED}\n" + config.read_text())
        checked = self.check(config, session.env)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_secrets_go_to_no_terminal(self):
        primary, secondary = os.openpty()
        answer = subprocess.run([bin_dir() / "spillwayd", "keyring", "ONE"], stdout=secondary, stderr=subprocess.PIPE,
                                text=True, timeout=30)
        os.close(primary)
        os.close(secondary)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("own use", answer.stderr)


if __name__ == "__main__":
    unittest.main()
