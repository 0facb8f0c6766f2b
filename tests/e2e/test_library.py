# SPDX-License-Identifier: MIT
"""The engine in other programs: the example, built against what is installed, asks made-up nodes."""

import os
import subprocess

from harness import SpillwayTest, bin_dir


class LibraryTest(SpillwayTest):
    def run_command(self, *arguments, **more):
        done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, **more)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done.stdout

    def build_example(self):
        prefix, build = self.folder / "prefix", self.folder / "example"
        self.run_command("cmake", "--install", bin_dir().parent, "--component", "library", "--prefix", prefix)
        documents = prefix / "share/doc/libspillway-dev"
        self.assertTrue((documents / "library.md").is_file())
        self.run_command("cmake", "-G", "Ninja", "-S", documents / "example", "-B", build,
                         f"-DCMAKE_PREFIX_PATH={prefix}")
        self.run_command("cmake", "--build", build)
        return build / "ask"

    def test_example(self):
        program = self.build_example()
        # The installed library is found by its place; nothing of the build is used.
        linked = self.run_command("ldd", program)
        self.assertIn(str(self.folder / "prefix"), linked)
        mock = self.mock(slow={"evm": {"chain_id": 5, "head": 64, "block_time_ms": 1_000_000}, "mode": "evm"},
                         dead={"fate": "reset"})
        env = self.environment(MOCK_KEY="0f1e2d3c4b5a")
        out = self.run_command(program, mock.url("dead", "/$MOCK_KEY"), mock.url("slow", "/v1"), env=env,
                               cwd=self.folder)
        lines = out.splitlines()
        self.assertRegex(lines[0], '^coroutine: "0x[0-9a-f]+"$')
        self.assertIn('"result":"0x5"', lines[1])
        self.assertEqual(len(lines), 4, out)
        self.assertTrue(all(line.startswith("127.0.0.1") for line in lines[2:]), out)
        self.assertNotIn("0f1e2d3c4b5a", out)

    def test_example_names_what_is_wrong(self):
        program = self.build_example()
        done = subprocess.run([program, "ftp://127.0.0.1/"], capture_output=True, text=True, timeout=60,
                              env=self.environment(), cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("url", done.stderr)
