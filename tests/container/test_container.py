# SPDX-License-Identifier: MIT
"""The container files: linted, and the daemon's image made as a folder and started as its user."""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from harness import ROOT, Daemon, Process, SpillwayTest, bin_dir, call, exchange  # noqa: E402
from imagefolder import ImageFolder, Stage  # noqa: E402

DOCKER = ROOT / "packaging" / "docker"


class ContainerTest(SpillwayTest):
    def test_compose_file(self):
        done = subprocess.run(["docker-compose", "-f", DOCKER / "compose.yaml", "config", "--quiet"],
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_image(self):
        stage = Stage((DOCKER / "Dockerfile").read_text())
        image = ImageFolder(self.folder / "image", stage, bin_dir().parent)
        self.addCleanup(image.close)
        image.make()
        mock = self.mock("A")
        settings = image.folder / "etc/spillway"
        settings.mkdir()
        (settings / "spillway.toml").write_text(
            '[server]\nhost = "0.0.0.0"\nport = 0\nallow_unauthenticated = true\n'
            f'[[nodes]]\nname = "A"\nurl = "{mock.url("A")}$KEY"\nmonthly_limit = 1000\n')
        (settings / ".env").write_text("KEY=secret-of-the-node\n")
        before = image.files()

        daemon = Process(image.arguments(stage.command), self.folder / "daemon.log", self.folder, None)
        self.addCleanup(daemon.end)
        port = int(daemon.wait_for_log(Daemon.ADDRESS)[1])
        self.assertEqual(exchange(port, path="/healthz", method="GET").status, 200)
        self.assertIn("result", exchange(port, call("eth_blockNumber")).json)
        status = pathlib.Path(f"/proc/{daemon.pid}/status").read_text()
        self.assertNotIn("Uid:\t0\t", status)
        daemon.end()

        usage = subprocess.run(image.arguments([stage.command[0], "usage", "--config", "/etc/spillway/spillway.toml"]),
                               capture_output=True, text=True)
        self.assertEqual(usage.returncode, 0, usage.stderr)
        self.assertRegex(usage.stdout, r"A\s+1\b")
        books = image.folder / "var/lib/spillway"
        self.assertEqual([path for path in image.files() - before if books not in path.parents], [])
