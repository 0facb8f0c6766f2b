# SPDX-License-Identifier: MIT
"""Makes the folder that an image built from a Dockerfile would hold, without an engine for containers.

Reads the last stage: FROM becomes a minimal Debian made by mmdebstrap, RUN is run inside it, COPY --from=build takes what
the given build installs. Needs root and Debian's archive.
"""

import json
import pathlib
import re
import shutil
import subprocess


class Stage:
    """The instructions of the last stage of a Dockerfile."""

    def __init__(self, text):
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        joined = re.sub(r"\\\n", " ", "\n".join(lines))
        instructions = [line.strip().split(None, 1) for line in joined.splitlines() if line.strip()]
        last = max(at for at, (word, _) in enumerate(instructions) if word == "FROM")
        self.instructions = instructions[last:]

    def all(self, word):
        return [rest for name, rest in self.instructions if name == word]

    def one(self, word):
        found = self.all(word)
        if len(found) != 1:
            raise ValueError(f"the last stage has {len(found)} {word}, not one")
        return found[0]

    @property
    def command(self):
        return json.loads(self.one("ENTRYPOINT")) + json.loads(self.one("CMD"))

    @property
    def environment(self):
        return dict(pair.split("=", 1) for pair in self.all("ENV"))


class ImageFolder:
    def __init__(self, folder, stage, build):
        self.folder = pathlib.Path(folder)
        self.stage = stage
        self.build = build
        self.mounted = False

    def make(self):
        base = self.stage.one("FROM")
        if not re.fullmatch(r"debian:12-slim", base):
            raise ValueError(f"no way to make {base}")
        self.run(["mmdebstrap", "--quiet", "--variant=minbase", "bookworm", self.folder])
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")
        self.run(["mount", "-t", "proc", "proc", self.folder / "proc"])
        self.mounted = True
        for word, rest in self.stage.instructions:
            if word == "RUN":
                self.run(["chroot", self.folder, "/bin/sh", "-ec", rest])
            elif word == "COPY":
                if rest != "--from=build /image/ /":
                    raise ValueError(f"no way to copy {rest}")
                self.install()

    def install(self):
        self.run(["cmake", "--install", self.build, "--component", "daemon", "--prefix", "/usr", "--strip"],
                 env={"DESTDIR": str(self.folder), "PATH": "/usr/local/bin:/usr/bin:/bin"})

    def arguments(self, command):
        """How to start a command as the image's user, with its environment and no other."""
        user = self.stage.one("USER")
        pairs = [f"{name}={value}" for name, value in self.stage.environment.items()]
        return ["chroot", f"--userspec={user}:{user}", str(self.folder), "/usr/bin/env", "-i",
                f"--chdir={self.stage.one('WORKDIR')}", "PATH=/usr/bin:/bin", *pairs, *command]

    def files(self):
        """Everything in it but what the kernel shows there."""
        done = subprocess.run(["find", self.folder, "-xdev"], capture_output=True, text=True, check=True)
        return {pathlib.Path(line) for line in done.stdout.splitlines()}

    def close(self):
        if self.mounted:
            self.run(["umount", self.folder / "proc"])
            self.mounted = False

    @staticmethod
    def run(arguments, env=None):
        done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, env=env)
        if done.returncode != 0:
            raise RuntimeError(f"{arguments[0]} failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")
