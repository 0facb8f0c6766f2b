# SPDX-License-Identifier: MIT
"""Every text of the window has a good German translation, and every text with a number has its English plural.

Runs lupdate over the sources into a temporary copy of the .ts files, so that a forgotten translations/update is found.
usage: checktranslations.py SOURCE_DIR LUPDATE
"""

import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

TAG = re.compile(r"</?[a-z][a-z0-9]*\b[^<>]*>", re.IGNORECASE)
PLACEHOLDER = re.compile(r"%(?:L?\d{1,2}|L?n)")
MNEMONIC = re.compile(r"&(?=\w)")


def placeholders(text):
    return collections.Counter(PLACEHOLDER.findall(text))


def tags(text):
    return collections.Counter(tag.split()[0].rstrip(">").lower() for tag in TAG.findall(text))


def links(text):
    return sorted(re.findall(r'href="([^"]*)"', text))


def mnemonics(text):
    return len(MNEMONIC.findall(TAG.sub("", text).replace("&&", "")))


def edges(text):
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def differences(source, text):
    """What a translation must have in common with its source and has not."""
    if not text.strip() and source.strip():
        yield "is empty"
        return
    if placeholders(source) != placeholders(text):
        yield "has other placeholders"
    if tags(source) != tags(text):
        yield "has other HTML tags"
    if links(source) != links(text):
        yield "links to other places"
    if mnemonics(source) != mnemonics(text):
        yield "has another number of mnemonics"
    if edges(source) != edges(text):
        yield "has other spaces or line ends at its edges"
    if source.rstrip().endswith("…") != text.rstrip().endswith("…"):
        yield "differs in the ellipsis at its end"


def forms(message):
    translation = message.find("translation")
    if message.get("numerus") == "yes":
        return [form.text or "" for form in translation.findall("numerusform")]
    return [translation.text or ""]


def check(path):
    problems = []
    count = 0
    for context in xml.etree.ElementTree.parse(path).getroot().findall("context"):
        name = context.findtext("name")
        for message in context.findall("message"):
            count += 1
            source = message.findtext("source")
            where = f"{path.name}: {name}: {source!r}"
            if message.find("translation").get("type") is not None:
                problems.append(f"{where} is not translated")
                continue
            for text in forms(message):
                problems += [f"{where}: {text!r} {what}" for what in differences(source, text)]
                if "(s)" in text or "(es)" in text:
                    problems.append(f"{where}: {text!r} is no plural")
    return problems, count


def main():
    top = pathlib.Path(sys.argv[1])
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for language, options, least in (("de", [], 500), ("en", ["-pluralonly"], 20)):
            fresh = pathlib.Path(folder) / f"spillway_{language}.ts"
            shutil.copy(top / "translations" / fresh.name, fresh)
            command = [sys.argv[2], "-silent", "-locations", "none", "-no-obsolete", "-no-ui-lines", "-source-language", "en"]
            command += [*options, "-target-language", language, str(top / "ui"), str(top / "app"), "-ts", str(fresh)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            # A tr() in a class without Q_OBJECT and the like would be looked up in another context than lupdate says.
            problems += [line for line in done.stderr.splitlines() if line.strip()]
            if done.returncode != 0:
                problems.append(f"lupdate failed with {done.returncode}")
            found, count = check(fresh)
            problems += found
            if count < least:
                problems.append(f"{fresh.name}: only {count} texts were looked at: the check does not see the sources")
            print(f"{fresh.name}: {count} texts")
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(f"{len(problems)} problems; run translations/update, then translate what is unfinished")


if __name__ == "__main__":
    main()
