# SPDX-License-Identifier: MIT
"""The container files have no known weakness, and each weakness is one that the check finds."""

import pathlib
import tempfile
import unittest

import lint

DOCKER = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "docker"

GOOD = """\
FROM debian:12-slim AS build
RUN make \\
    # a comment inside
    && make install
FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends x && rm -rf /var/lib/apt/lists/*
COPY --from=build /image/ /
USER app
ENTRYPOINT ["/usr/bin/app"]
CMD ["--config", "/etc/app"]
"""

SERVICE = """\
services:
  app:
    build: {context: ., dockerfile: Dockerfile}
    read_only: true
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    ports: ["127.0.0.1:1:1"]
    volumes: ["./:/etc/app:ro", "books:/var/lib/app"]
  other:
    image: a/b:1.2
    environment: {MODE: fast, API_KEY: "${API_KEY}"}
volumes:
  books:
"""


class LintTest(unittest.TestCase):
    def test_ours(self):
        self.assertEqual(lint.dockerfile((DOCKER / "Dockerfile").read_text()), [])
        self.assertEqual(lint.compose((DOCKER / "compose.yaml").read_text(), DOCKER), [])

    def test_the_build_leaves_secrets_outside(self):
        """`COPY . .` of the build stage takes what .dockerignore lets through."""
        ignored = (DOCKER.parents[1] / ".dockerignore").read_text().split()
        for name in (".git", "build", "**/.env"):
            self.assertIn(name, ignored)

    def dockerfile(self, old, new, words):
        with self.subTest(words):
            self.assertIn(old, GOOD)
            problems = lint.dockerfile(GOOD.replace(old, new, 1))
            self.assertEqual(len(problems), 1, problems)
            self.assertIn(words, problems[0])

    def test_dockerfile(self):
        self.assertEqual(lint.dockerfile(GOOD), [])
        for image in ("debian", "debian:latest", "host:5000/debian", "debian:$TAG"):
            self.dockerfile("FROM debian:12-slim AS", f"FROM {image} AS", "not pinned")
        self.dockerfile("USER app", "USER root", "run as root")
        self.dockerfile("USER app", "USER 0:0", "run as root")
        self.dockerfile("USER app\n", "", "no USER")
        self.dockerfile("USER app\n", "USER app\nUSER root\n", "run as root")
        self.dockerfile("USER app\n", "USER app\nRUN id\n", "after USER")
        self.dockerfile('["/usr/bin/app"]', "/usr/bin/app", "signals")
        self.dockerfile('["--config", "/etc/app"]', "--config /etc/app", "signals")
        self.dockerfile('ENTRYPOINT ["/usr/bin/app"]\n', "", "no ENTRYPOINT")
        self.dockerfile("COPY --from=build /image/ /", "COPY . /", "builder's folder")
        self.dockerfile("COPY --from=build /image/ /", "COPY --from=build /src/.env /", ".env stays")
        self.dockerfile("USER app", "ENV API_KEY=1\nUSER app", "API_KEY stays")
        self.dockerfile("USER app", "ARG password\nUSER app", "password stays")
        self.dockerfile("RUN make \\", "ADD http://x /\nRUN make \\", "ADD")
        self.dockerfile("RUN make \\", "RUNN x\nRUN make \\", "RUNN is no instruction")
        self.dockerfile("RUN make \\", "RUN curl x | sh \\", "download")
        self.dockerfile(" --no-install-recommends", "", "recommends")
        self.dockerfile("apt-get update && ", "", "update")
        self.dockerfile(" && rm -rf /var/lib/apt/lists/*", "", "lists")
        self.dockerfile('"/etc/app"]\n', '"/etc/app"]\nRUN x \\\n', "middle")
        self.assertEqual(lint.dockerfile("# nothing\n"), ["1: no FROM"])

    def compose(self, old, new, words):
        with self.subTest(words):
            self.assertIn(old, SERVICE)
            problems = lint.compose(SERVICE.replace(old, new, 1), self.folder)
            self.assertEqual(len(problems), 1, problems)
            self.assertIn(words, problems[0])

    def test_compose(self):
        with tempfile.TemporaryDirectory() as name:
            self.folder = pathlib.Path(name)
            (self.folder / "Dockerfile").write_text(GOOD)
            self.assertEqual(lint.compose(SERVICE, self.folder), [])
            self.compose("a/b:1.2", "a/b", "not pinned")
            self.compose("a/b:1.2", "a/b:latest", "not pinned")
            self.compose("127.0.0.1:1:1", "1:1", "open to other machines")
            self.compose("127.0.0.1:1:1", "0.0.0.0:1:1", "open to other machines")
            self.compose("read_only: true", "read_only: false", "written")
            self.compose("cap_drop: [ALL]", "cap_drop: []", "capabilities")
            self.compose("no-new-privileges:true", "x", "privileges")
            self.compose("read_only: true", "read_only: true\n    privileged: true", "privileged is not allowed")
            self.compose("read_only: true", "read_only: true\n    user: root", "root")
            self.compose("./:/etc/app:ro", "./:/etc/app", "written")
            self.compose("./:/etc/app:ro", "./missing:/etc/app:ro", "does not exist")
            self.compose("./:/etc/app:ro", "/var/run/docker.sock:/x:ro", "whole machine")
            self.compose("volumes:\n  books:\n", "", "not declared")
            self.compose("dockerfile: Dockerfile", "dockerfile: Other", "Dockerfile does not exist")
            self.compose('"${API_KEY}"', "abc", "API_KEY stands in the file")
            self.compose("    image: a/b:1.2\n", "", "neither")
            self.compose("services:", "version: 3\nservices:", "version is not allowed")
            for text in ("", "services: 1", "services: {}"):
                self.assertEqual(lint.compose(text, self.folder), ["no services"])
            self.assertIn("cannot be read", lint.compose("services: [", self.folder)[0])


if __name__ == "__main__":
    unittest.main()
