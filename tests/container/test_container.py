# SPDX-License-Identifier: MIT
"""The container files: linted, and the daemon's image made as a folder and started as its user."""

import os
import pathlib
import subprocess
import sys
import urllib.parse

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from harness import ROOT, Daemon, Process, SpillwayTest, bin_dir, call, exchange  # noqa: E402
from imagefolder import ImageFolder, Stage  # noqa: E402

DOCKER = ROOT / "packaging" / "docker"


class ContainerTest(SpillwayTest):
    def test_compose_file(self):
        done = subprocess.run(["docker-compose", "-f", DOCKER / "compose.yaml", "config", "--quiet"],
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_monitoring(self):
        """What Grafana is given to find: the dashboard's folder and a Prometheus that the compose file starts."""
        services = yaml.safe_load((DOCKER / "compose.yaml").read_text())["services"]
        mounts = dict(volume.split(":")[:2] for volume in services["grafana"]["volumes"])
        at = {target: (DOCKER / source).resolve() for source, target in mounts.items()}
        provisioning = at["/etc/grafana/provisioning"]
        [provider] = yaml.safe_load((provisioning / "dashboards/spillway.yml").read_text())["providers"]
        [board] = [target for target in at if target.startswith(provider["options"]["path"] + "/")]
        self.assertTrue(at[board].is_file())
        [source] = yaml.safe_load((provisioning / "datasources/spillway.yml").read_text())["datasources"]
        self.assertEqual((source["type"], source["isDefault"]), ("prometheus", True))
        self.assertIn(urllib.parse.urlsplit(source["url"]).hostname, services)
        done = subprocess.run(["promtool", "check", "config", "--syntax-only", DOCKER / "prometheus.yml"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_image(self):
        stage = Stage((DOCKER / "Dockerfile").read_text())
        image = ImageFolder(self.folder / "image", stage, bin_dir().parent)
        self.addCleanup(image.close)
        image.make()
        mock = self.mock("A")
        settings = image.folder / "etc/spillway"
        settings.mkdir()
        example = (DOCKER / "spillway.example.toml").read_text()
        self.assertIn('"https://rpc.example.com/v2/$PROVIDER_KEY"', example)
        (settings / "spillway.toml").write_text(
            example.replace("[server]", "[server]\nport = 0", 1)
            .replace("https://rpc.example.com/v2/", mock.url("A")))
        (settings / ".env").write_text("PROVIDER_KEY=secret-of-the-node\n")
        before = image.files()

        daemon = Process(image.arguments(stage.command), self.folder / "daemon.log", self.folder, None)
        self.addCleanup(daemon.end)
        port = int(daemon.wait_for_log(Daemon.ADDRESS)[1])
        self.assertEqual(exchange(port, path="/healthz", method="GET").status, 200)
        self.assertIn("result", exchange(port, call("eth_blockNumber")).json)
        self.assertIn("rpc_healthy_nodes", exchange(port, path="/metrics", method="GET").text)
        status = pathlib.Path(f"/proc/{daemon.pid}/status").read_text()
        self.assertNotIn("Uid:\t0\t", status)
        daemon.end()

        usage = subprocess.run(image.arguments([stage.command[0], "usage", "--config", "/etc/spillway/spillway.toml"]),
                               capture_output=True, text=True)
        self.assertEqual(usage.returncode, 0, usage.stderr)
        self.assertRegex(usage.stdout, r"paid\s+1\b")
        books = image.folder / "var/lib/spillway"
        self.assertEqual([path for path in image.files() - before if books not in path.parents], [])
