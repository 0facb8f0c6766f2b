# SPDX-License-Identifier: MIT
"""What is wrong with a Dockerfile and a compose file, without an engine for containers and without a network."""

import json
import pathlib
import re

import yaml

INSTRUCTIONS = {"ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "RUN", "SHELL",
                "STOPSIGNAL", "USER", "VOLUME", "WORKDIR"}
SECRET_NAME = re.compile(r"(?i)(key|token|secret|passw|credential)")
SECRET_FILE = re.compile(r"(?i)(^|/)(\.env|.*\.pem|.*\.key|id_[a-z0-9]+|\.netrc|\.npmrc)$")
TOP_LEVEL = {"services", "volumes", "networks", "name"}
SERVICE_KEYS = {"build", "cap_drop", "command", "depends_on", "environment", "healthcheck", "image", "init", "networks",
                "ports", "profiles", "read_only", "restart", "security_opt", "stop_grace_period", "tmpfs", "user",
                "volumes", "working_dir"}


def pinned(image):
    """A digest, or a tag that does not move by its name."""
    if "@sha256:" in image:
        return True
    name, colon, tag = image.rpartition(":")
    return bool(colon and name) and "/" not in tag and "$" not in tag and tag != "latest"


def instructions(text):
    """(line, word, rest) of each instruction; continued lines are joined."""
    out = []
    begun, whole = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#") or (not whole and not line.strip()):
            continue
        begun = begun if whole else number
        if line.rstrip().endswith("\\"):
            whole += line.rstrip()[:-1] + " "
            continue
        word, _, rest = (whole + line).strip().partition(" ")
        out.append((begun, word, rest.strip()))
        whole = ""
    if whole:
        out.append((begun, "", "ends in the middle of an instruction"))
    return out


def is_exec_form(text):
    try:
        words = json.loads(text)
    except ValueError:
        return False
    return isinstance(words, list) and bool(words) and all(isinstance(word, str) for word in words)


def shell_problems(text):
    if re.search(r"\b(curl|wget)\b[^&;]*\|\s*(ba)?sh\b", text):
        yield "runs a download without looking at it"
    if "apt-get install" in text:
        if "--no-install-recommends" not in text:
            yield "apt-get install without --no-install-recommends"
        if not re.search(r"apt-get\b.*\bupdate\b.*apt-get\b.*\binstall\b", text):
            yield "apt-get install without apt-get update in the same layer"
        if "rm -rf /var/lib/apt/lists" not in text:
            yield "leaves the package lists in the layer"
    if re.search(r"\bsudo\b", text):
        yield "sudo in a container"


def secret_problems(word, rest):
    if word in ("ENV", "ARG", "LABEL"):
        for name in re.findall(r"(?:^|\s)([A-Za-z_][A-Za-z0-9_.-]*)(?==|$|\s)", rest):
            if SECRET_NAME.search(name):
                yield f"{name} stays in the image for everybody to read"
    if word == "COPY":
        for part in rest.split():
            if SECRET_FILE.search(part):
                yield f"{part} stays in the image for everybody to read"


def dockerfile(text):
    """Problems as "line: words"."""
    problems = []
    stages, users, commands = [], [], {}
    last_from = max((at for at, (_, word, _) in enumerate(instructions(text)) if word == "FROM"), default=-1)
    if last_from < 0:
        return ["1: no FROM"]
    for at, (line, word, rest) in enumerate(instructions(text)):
        found = []
        if word not in INSTRUCTIONS:
            found.append(rest if not word else "ADD may fetch and unpack; COPY says what it does" if word == "ADD"
                         else f"{word} is no instruction")
        if word == "FROM":
            match = re.fullmatch(r"(\S+)(?:\s+AS\s+(\S+))?", rest, re.IGNORECASE)
            if not match:
                found.append(f"cannot read FROM {rest}")
            elif match[1] not in stages and match[1] != "scratch" and not pinned(match[1]):
                found.append(f"{match[1]} is not pinned to a version")
            stages.append(match[2] if match else None)
        elif not stages and word != "ARG":
            found.append(f"{word} before FROM")
        if word == "RUN":
            found += shell_problems(rest)
        found += secret_problems(word, rest)
        if at > last_from:
            if word == "USER":
                users.append(rest.partition(":")[0])
                if users[-1] in ("root", "0"):
                    found.append("the program would run as root")
            if word == "COPY" and not rest.startswith("--from="):
                found.append("the last stage takes files from the builder's folder, with whatever lies there")
            if word in ("ENTRYPOINT", "CMD"):
                commands[word] = line
                if not is_exec_form(rest):
                    found.append(f"{word} is not in the form [\"program\", …]: signals would end at the shell")
                if word == "ENTRYPOINT" and not users:
                    found.append("no USER before ENTRYPOINT: the program would run as root")
            if word == "RUN" and users:
                found.append("RUN after USER")
        problems += [f"{line}: {words}" for words in found]
    if "ENTRYPOINT" not in commands:
        problems.append("1: no ENTRYPOINT in the last stage")
    return problems


def port_problems(port):
    text = str(port)
    if not re.fullmatch(r"(127\.0\.0\.1|\[::1\]):\d+:\d+(/(tcp|udp))?", text):
        yield f"port {text} is open to other machines"


def mount_problems(mount, folder, volumes):
    parts = str(mount).split(":")
    if len(parts) < 2:
        yield f"{mount}: no place in the container"
        return
    source, options = parts[0], parts[2] if len(parts) > 2 else ""
    if not source.startswith((".", "/", "~")):
        if source not in volumes:
            yield f"volume {source} is not declared"
        return
    if "docker.sock" in source:
        yield f"{source} hands the whole machine over"
    if "ro" not in options.split(","):
        yield f"{source} can be written from the container"
    if source.startswith(".") and not (folder / source).exists():
        yield f"{source} does not exist"


def service_problems(service, folder, volumes):
    for key in service.keys() - SERVICE_KEYS:
        yield f"{key} is not allowed here"
    if not ({"build", "image"} & service.keys()):
        yield "neither build nor image"
    if "image" in service and not pinned(service["image"]):
        yield f"{service['image']} is not pinned to a version"
    if "build" in service:
        context = folder / service["build"]["context"]
        if not (context / service["build"].get("dockerfile", "Dockerfile")).is_file():
            yield "its Dockerfile does not exist"
        # Ours: it needs no more rights than these.
        if service.get("read_only") is not True:
            yield "its root folder can be written"
        if service.get("cap_drop") != ["ALL"]:
            yield "it keeps capabilities"
        if "no-new-privileges:true" not in service.get("security_opt", []):
            yield "it may gain privileges"
    if str(service.get("user", "")).partition(":")[0] in ("root", "0"):
        yield "it runs as root"
    given = service.get("environment") or {}
    pairs = given.items() if isinstance(given, dict) else (str(pair).partition("=")[::2] for pair in given)
    for name, value in pairs:
        if SECRET_NAME.search(name) and value and not str(value).startswith("${"):
            yield f"{name} stands in the file"
    for port in service.get("ports", []):
        yield from port_problems(port)
    for mount in service.get("volumes", []):
        yield from mount_problems(mount, folder, volumes)


def compose(text, folder):
    """Problems as "service: words". `folder`: where the file stands."""
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        return [f"cannot be read: {error}"]
    if not isinstance(data, dict) or not isinstance(data.get("services"), dict) or not data["services"]:
        return ["no services"]
    problems = [f"{key} is not allowed here" for key in data.keys() - TOP_LEVEL]
    for name, service in data["services"].items():
        if not isinstance(service, dict):
            problems.append(f"{name}: is no table")
            continue
        problems += [f"{name}: {words}"
                     for words in service_problems(service, pathlib.Path(folder), data.get("volumes") or {})]
    return problems
