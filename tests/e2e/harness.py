# SPDX-License-Identifier: MIT
"""Starts mocks and daemons on free ports and talks to them over raw sockets. Standard library only.

A test case derives from SpillwayTest. All that it starts ends with it, by process id; when a test fails, the
folder with its configs and logs is kept and named.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
START_TIMEOUT = 20.0
IO_TIMEOUT = 30.0


def bin_dir():
    """The folder of the binaries: $SPILLWAY_BIN (ctest sets it), else the newest build in the checkout."""
    given = os.environ.get("SPILLWAY_BIN")
    if given:
        return pathlib.Path(given)
    found = sorted(ROOT.glob("build/*/bin/spillwayd"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise RuntimeError("no build with spillwayd found: build one or set SPILLWAY_BIN")
    return found[-1].parent


def wait_until(condition, timeout=IO_TIMEOUT, what="condition"):
    """Calls `condition` until it gives something true, and returns that."""
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} not reached within {timeout} s")
        time.sleep(0.02)


def free_port():
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def call(method, params=None, id=1, **extra):
    """The text of one call. `id` may be raw JSON text by way of Raw; None leaves it out."""
    text = '{"jsonrpc":"2.0"'
    if id is not None:
        text += ',"id":' + (id.text if isinstance(id, Raw) else json.dumps(id))
    text += ',"method":' + json.dumps(method)
    text += ',"params":' + json.dumps([] if params is None else params, separators=(",", ":"))
    for key, value in extra.items():
        text += "," + json.dumps(key) + ":" + json.dumps(value)
    return text + "}"


class Raw:
    """JSON text that goes out as it stands."""

    def __init__(self, text):
        self.text = text


class Response:
    """One HTTP answer."""

    def __init__(self, status, reason, headers, body, complete=True):
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.complete = complete

    def header(self, name, default=None):
        for key, value in self.headers:
            if key.lower() == name.lower():
                return value
        return default

    def all(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    @property
    def text(self):
        return self.body.decode("utf-8", "surrogateescape")

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The code of a JSON-RPC error, else None."""
        error = self.json.get("error")
        return error["code"] if error else None

    @property
    def node(self):
        return self.header("x-spillway-node")

    def __repr__(self):
        return f"<{self.status} {self.headers} {self.body[:300]!r}>"


class RawClient:
    """A socket with an HTTP reader that hides nothing."""

    def __init__(self, port, host="127.0.0.1", timeout=IO_TIMEOUT, source=None):
        self.port = port
        self.sock = socket.create_connection((host, port), timeout=timeout,
                                             source_address=(source, 0) if source else None)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.sock.close()

    def reset(self):
        """Closes with RST."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.sock.close()

    def send(self, data):
        self.sock.sendall(data if isinstance(data, bytes) else data.encode())

    def send_bytewise(self, data, pause=0.0):
        for at in range(len(data)):
            self.sock.sendall(data[at:at + 1])
            if pause:
                time.sleep(pause)

    def half_close(self):
        self.sock.shutdown(socket.SHUT_WR)

    def request(self, body, path="/", headers=(), method="POST", version="HTTP/1.1"):
        """Sends one request with a content length."""
        self.send(http_request(body, path, headers, method, version))

    def read_more(self):
        try:
            data = self.sock.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        self.buffer += data
        return bool(data)

    def read_line(self):
        while b"\r\n" not in self.buffer:
            if not self.read_more():
                raise EOFError(f"connection ended in a head: {self.buffer[:200]!r}")
        line = self.take(self.buffer.index(b"\r\n"))
        self.take(2)
        return line.decode("latin-1")

    def read_exactly(self, size):
        while len(self.buffer) < size:
            if not self.read_more():
                return self.take(len(self.buffer)), False
        return self.take(size), True

    def take(self, size):
        data = bytes(self.buffer[:size])
        del self.buffer[:size]
        return data

    def read_head(self):
        line = self.read_line()
        match = re.fullmatch(r"HTTP/1\.[01] (\d{3}) ?(.*)", line)
        if not match:
            raise AssertionError(f"not a status line: {line!r}")
        headers = []
        while True:
            line = self.read_line()
            if not line:
                return int(match[1]), match[2], headers
            name, value = line.split(":", 1)
            headers.append((name, value.strip()))

    def read_chunked(self):
        body = bytearray()
        while True:
            size = int(self.read_line().split(";")[0], 16)
            if size == 0:
                while self.read_line():
                    pass
                return bytes(body), True
            part, complete = self.read_exactly(size)
            body += part
            if not complete:
                return bytes(body), False
            self.read_line()

    def response(self, head=False):
        """Reads one answer. `head`: it answers a HEAD and has no body."""
        status, reason, headers = self.read_head()
        answer = Response(status, reason, headers, b"")
        if head or status in (204, 304) or status < 200:
            return answer
        if (answer.header("transfer-encoding") or "").lower() == "chunked":
            try:
                answer.body, answer.complete = self.read_chunked()
            except (EOFError, ValueError):
                answer.complete = False
        elif answer.header("content-length") is not None:
            answer.body, answer.complete = self.read_exactly(int(answer.header("content-length")))
        else:
            while self.read_more():
                pass
            answer.body = self.take(len(self.buffer))
        return answer

    def at_eof(self, timeout=10.0):
        """True if the peer closes without sending another byte."""
        self.sock.settimeout(timeout)
        try:
            return not self.buffer and not self.read_more()
        except TimeoutError:
            return False


def http_request(body, path="/", headers=(), method="POST", version="HTTP/1.1"):
    data = body if isinstance(body, bytes) else body.encode()
    head = f"{method} {path} {version}\r\n"
    names = {name.lower() for name, _ in headers}
    if "host" not in names:
        head += "Host: 127.0.0.1\r\n"
    if method == "POST" and "content-type" not in names:
        head += "Content-Type: application/json\r\n"
    for name, value in headers:
        head += f"{name}: {value}\r\n"
    if (data or method == "POST") and not {"content-length", "transfer-encoding"} & names:
        head += f"Content-Length: {len(data)}\r\n"
    return head.encode() + b"\r\n" + data


def exchange(port, body="", path="/", headers=(), method="POST", version="HTTP/1.1", host="127.0.0.1"):
    """One request on a connection of its own."""
    with RawClient(port, host) as client:
        client.request(body, path, headers, method, version)
        return client.response(head=method == "HEAD")


class Metrics:
    """Prometheus text, parsed."""

    LINE = re.compile(r'^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$')
    LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"')

    def __init__(self, text):
        self.text = text
        self.samples = []
        for line in text.splitlines():
            if line and not line.startswith("#"):
                match = self.LINE.match(line)
                if not match:
                    raise AssertionError(f"not a metrics line: {line!r}")
                labels = {key: re.sub(r"\\(.)", r"\1", value) for key, value in self.LABEL.findall(match[2] or "")}
                self.samples.append((match[1], labels, float(match[3])))

    def values(self, name, **labels):
        return [value for sample, having, value in self.samples
                if sample == name and all(having.get(key) == str(want) for key, want in labels.items())]

    def sum(self, name, **labels):
        return sum(self.values(name, **labels))

    def value(self, name, **labels):
        values = self.values(name, **labels)
        if len(values) != 1:
            raise AssertionError(f"{len(values)} samples of {name} {labels}")
        return values[0]


class Process:
    """A child process whose output goes to a file."""

    def __init__(self, arguments, log, cwd, env):
        self.log_path = log
        self.log_file = open(log, "ab")
        self.start_offset = self.log_file.tell()
        self.process = subprocess.Popen([str(a) for a in arguments], stdout=self.log_file, stderr=subprocess.STDOUT,
                                        stdin=subprocess.DEVNULL, cwd=cwd, env=env)

    @property
    def pid(self):
        return self.process.pid

    @property
    def log(self):
        """What this process has printed so far."""
        return self.log_path.read_bytes()[self.start_offset:].decode("utf-8", "replace")

    def wait_for_log(self, pattern, timeout=START_TIMEOUT):
        """Waits for a match of `pattern` in the output."""
        def look():
            match = re.search(pattern, self.log, re.MULTILINE)
            if not match and self.process.poll() is not None:
                raise AssertionError(f"process ended with {self.process.returncode} before {pattern!r}: {self.log}")
            return match
        return wait_until(look, timeout, f"output {pattern!r} of {self.log_path.name} (so far: {self.log[-500:]})")

    def signal(self, number):
        os.kill(self.pid, number)

    def wait(self, timeout=IO_TIMEOUT):
        return self.process.wait(timeout)

    def stop(self):
        """SIGTERM, then the exit code."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        return self.wait()

    def kill(self):
        """SIGKILL."""
        if self.process.poll() is None:
            self.signal(signal.SIGKILL)
        return self.wait()

    def end(self):
        """Ends it whatever state it is in."""
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self.signal(signal.SIGCONT)
                self.signal(signal.SIGTERM)
            try:
                self.process.wait(8)
            except subprocess.TimeoutExpired:
                self.kill()
        self.log_file.close()


class Mock(Process):
    """spillway-mock with any number of named nodes."""

    def __init__(self, names, log, cwd, env, threads=1, node_options=()):
        arguments = [bin_dir() / "spillway-mock", "--threads", threads, "--control", 0]
        for name in names:
            arguments += ["--port", 0, "--name", name, *node_options]
        super().__init__(arguments, log, cwd, env)
        self.wait_for_log("^control listening on ")
        self.ports = {match[1]: int(match[2])
                      for match in re.finditer(r"^(.+) listening on http://[^:]+:(\d+)$", self.log, re.MULTILINE)}

    def url(self, name, path="/"):
        return f"http://127.0.0.1:{self.ports[name]}{path}"

    def control(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.ports["control"], timeout=IO_TIMEOUT)
        try:
            connection.request(method, path, body)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        if answer.status != 200:
            raise AssertionError(f"mock refused {body}: {text!r}")
        return json.loads(text)

    def set(self, name, **behaviour):
        """Gives a node a new behaviour (resources/docs/mock.md)."""
        self.control("POST", "/", json.dumps({"node": name, **behaviour}))

    def act(self, name, action, **more):
        self.control("POST", "/", json.dumps({"node": name, "action": action, **more}))

    def counters(self, name):
        return self.control("GET", "/counters")["nodes"][name]

    def count(self, name):
        """Calls that reached the node."""
        return self.counters(name)["calls"]

    def total(self, field="calls"):
        return sum(node[field] for node in self.control("GET", "/counters")["nodes"].values())

    def requests(self, name):
        """Recorded requests; the node needs record=True."""
        return self.control("GET", "/requests/" + name)


class Daemon(Process):
    """spillwayd, running."""

    ADDRESS = r"(?im)^.*\blistening\b.*?(?:127\.0\.0\.1|\[::1\]|localhost|0\.0\.0\.0|127\.\d+\.\d+\.\d+):(\d+)"

    def __init__(self, config, log, cwd, env, arguments=(), wait=True):
        command = [bin_dir() / "spillwayd"]
        if config is not None:
            command += ["--config", config]
        super().__init__(command + list(arguments), log, cwd, env)
        self.config = config
        self.port = int(self.wait_for_log(self.ADDRESS)[1]) if wait else None

    def exchange(self, body="", path="/", **more):
        return exchange(self.port, body, path, **more)

    def get(self, path, **more):
        return exchange(self.port, path=path, method="GET", **more)

    def rpc(self, method, params=None, id=1, path="/", headers=()):
        """One call; the whole HTTP answer."""
        return exchange(self.port, call(method, params, id), path, headers)

    def client(self, **more):
        return RawClient(self.port, **more)

    def metrics(self):
        return Metrics(self.get("/metrics").text)

    def health(self):
        return self.get("/health").json

    def status(self):
        return self.get("/status").json

    def node_status(self, name):
        return next(node for node in self.status()["nodes"] if node["name"] == name)

    def state(self, name):
        return self.node_status(name)["state"]

    def used(self, name):
        """Credits in the books."""
        return self.node_status(name)["quota"]["used"]

    def reload(self, expect=r"reload"):
        """SIGHUP, and waits until the log speaks of the outcome."""
        before = len(self.log)
        self.signal(signal.SIGHUP)
        wait_until(lambda: re.search(expect, self.log[before:], re.IGNORECASE), START_TIMEOUT, f"reload ({expect})")
        return self.log[before:]


def toml(value):
    """A TOML value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml(item)}" for key, item in value.items()) + " }"
    return json.dumps(str(value))


def toml_key(key):
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def toml_table(header, values):
    return header + "\n" + "".join(f"{toml_key(key)} = {toml(value)}\n" for key, value in values.items()) + "\n"


class Load:
    """Clients that call in a loop on kept-alive connections until stopped; counts what came back."""

    def __init__(self, port, clients=8, body=None, path="/"):
        self.port = port
        self.path = path
        self.body = body or call("eth_blockNumber")
        self.lock = threading.Lock()
        self.good = 0
        self.bad = []
        self.broken = 0
        self.stopping = threading.Event()
        self.threads = [threading.Thread(target=self.run, daemon=True) for _ in range(clients)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join(IO_TIMEOUT)

    def run(self):
        client = None
        while not self.stopping.is_set():
            try:
                client = client or RawClient(self.port)
                client.request(self.body, self.path)
                answer = client.response()
            except (OSError, EOFError):
                if client:
                    client.close()
                client = None
                with self.lock:
                    self.broken += 1
                if self.stopping.wait(0.02):
                    return
                continue
            with self.lock:
                if answer.status == 200 and answer.complete and b'"result"' in answer.body:
                    self.good += 1
                else:
                    self.bad.append(answer)
            if (answer.header("connection") or "").lower() == "close":
                client.close()
                client = None

    def wait_good(self, count):
        wait_until(lambda: self.good >= count, what=f"{count} good answers")


class SpillwayTest(unittest.TestCase):
    """Gives each test a folder, mocks and daemons, and takes them away again."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="spillway-e2e-"))
        self.children = []
        self.daemons = 0
        self.mocks = 0
        self.addCleanup(self.clean_up)

    def failed(self):
        result = self._outcome.result
        return any(test is self or getattr(test, "test_case", None) is self
                   for test, _ in list(result.failures) + list(result.errors))

    def clean_up(self):
        for child in reversed(self.children):
            child.end()
        if not self.failed():
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        print(f"\n{self.id()}: configs and logs are in {self.folder}")
        for log in sorted(self.folder.glob("*.log")):
            print(f"--- end of {log.name}\n{log.read_text('utf-8', 'replace')[-3000:]}")

    def environment(self, **extra):
        env = {key: value for key, value in os.environ.items()
               if not key.startswith("XDG_") and key not in ("CONFIG_PATH", "SPILLWAY_BIN")}
        env.update(HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder / "xdg-config"),
                   XDG_STATE_HOME=str(self.folder / "xdg-state"), TZ="UTC")
        env.update({key: str(value) for key, value in extra.items()})
        return env

    def mock(self, *names, threads=1, **behaviours):
        """Starts nodes; keyword arguments give behaviours by name."""
        self.mocks += 1
        mock = Mock(list(names) + [name for name in behaviours if name not in names],
                    self.folder / f"mock{self.mocks}.log", self.folder, self.environment(), threads)
        self.children.append(mock)
        for name, behaviour in behaviours.items():
            mock.set(name, **behaviour)
        return mock

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def config(self, nodes, name="spillway.toml", extra="", server=None, **sections):
        """Writes a config: nodes as dicts, further tables by keyword, `extra` as text."""
        text = toml_table("[server]", {"port": 0, "state_dir": str(self.folder / "state"), **(server or {})})
        for section, values in sections.items():
            text += toml_table(f"[{section.replace('__', '.')}]", values)
        text += extra + "\n"
        for node in nodes:
            text += toml_table("[[nodes]]", node)
        return self.write(name, text)

    def nodes(self, mock, *names, **common):
        """Node tables for mock nodes, all in tier 0."""
        return [{"name": name, "url": mock.url(name), **common} for name in names or
                [name for name in mock.ports if name != "control"]]

    def daemon(self, config, *arguments, env=None, wait=True):
        self.daemons += 1
        daemon = Daemon(config, self.folder / f"spillwayd{self.daemons}.log", self.folder,
                        self.environment(**(env or {})), arguments, wait)
        self.children.append(daemon)
        return daemon

    def start(self, mock, *names, node=None, **more):
        """A daemon over mock nodes with one config; `node` holds settings of every node."""
        return self.daemon(self.config(self.nodes(mock, *names, **(node or {})), **more))

    def cli(self, *arguments, env=None, cwd=None, timeout=IO_TIMEOUT):
        """Runs spillwayd to its end."""
        return subprocess.run([str(bin_dir() / "spillwayd"), *map(str, arguments)], capture_output=True, text=True,
                              cwd=cwd or self.folder, env=self.environment(**(env or {})), timeout=timeout,
                              stdin=subprocess.DEVNULL, check=False)

    def assert_error(self, answer, http, code, id=1):
        """An answer of the engine's own: status, code and the caller's id."""
        self.assertEqual(answer.status, http, answer)
        body = answer.json
        self.assertEqual(body.get("jsonrpc"), "2.0", answer)
        self.assertIn("error", body, answer)
        self.assertEqual(body["error"]["code"], code, answer)
        self.assertIsInstance(body["error"]["message"], str)
        self.assertIn("id", body, answer)
        self.assertEqual(body["id"], id, answer)

    def assert_ok(self, answer, result="ok"):
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(answer.json.get("result"), result, answer)


if __name__ == "__main__":
    unittest.main()
