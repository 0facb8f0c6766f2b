# SPDX-License-Identifier: MIT
"""The throughput tool: a pool makes more of the same limited endpoints usable than one of them."""

import os
import re
import subprocess
import xml.etree.ElementTree

from harness import ROOT, SpillwayTest, bin_dir


class SweepTest(SpillwayTest):
    def run_tool(self, *arguments):
        return subprocess.run([ROOT / "tests/bench/sweep", "--bin", bin_dir(), *arguments], capture_output=True, text=True,
                              timeout=120, env=self.environment(PATH=os.environ["PATH"]))

    def test_pools_use_what_endpoints_allow(self):
        picture = self.folder / "sweep.svg"
        done = self.run_tool("--sizes", "1,2", "--route", "spread", "--rps", "40", "--clients", "16", "--runs", "1",
                             "--seconds", "1.5", "--svg", str(picture))
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = {(route, int(size)): (float(rate), float(share)) for route, size, rate, share in
                re.findall(r"^\| (\w+) \| (\d) \| (\d+) \| (\d+) % \|", done.stdout, re.MULTILINE)}
        self.assertEqual(set(rows), {("alone", 1), ("spread", 1), ("spread", 2)}, done.stdout)
        self.assertLess(rows["alone", 1][1], 60)  # most are refused: the limit is known to nobody
        self.assertEqual(rows["spread", 1][1], 100)  # the pool waits for the limit
        self.assertGreater(rows["spread", 2][0], 1.5 * rows["spread", 1][0])
        root = xml.etree.ElementTree.parse(picture).getroot()
        self.assertEqual(len([e for e in root.iter() if e.tag.endswith("rect")]), 1 + len(rows))

    def test_bad_options(self):
        done = self.run_tool("--sizes", "0,9")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--sizes: must be 1 to 6", done.stderr)
