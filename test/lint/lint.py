#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
Static analysis of the sources:

    lint.py BUILD_FOLDER [--only clang-tidy|cppcheck|analyzer] [--jobs N] [FILE...]

CMake has configured BUILD_FOLDER: its compile_commands.json says which files there are (all except those of the
tests and the layers, or the FILEs) and how each is compiled. Three tools analyse each file: clang-tidy (see
.clang-tidy), cppcheck and gcc's -fanalyzer. known.txt lists their false positives with the reasons. The script ends
with 1 if a tool reports anything else, or if a line of known.txt is no longer needed.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LOOKED_AT = re.compile("loader/|ext/|tools/(?!test/|bench/|layers/)") # layers take two minutes; name them as FILEs
# cppcheck needs minutes for the layers and has found nothing right in them.
CLANG = "clang-14"
FINDING = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?:warning|error|performance|"
                     r"portability|fatal error): (?P<text>.*?) \[(?P<kind>[^][]+)\]$", re.M)
MARK = re.compile(r'# \d+ "[^"]*"([ \d]*)$') # the preprocessor's: line, file, flags
CWE = re.compile(r" \[CWE-\d+\]")


def capture(command, **more):
    result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, errors="replace", **more)
    return result.returncode, result.stdout


def compiler(command):
    return shlex.split(command)[0]


def definitions(command):
    """Returns, for clang, the options of a compiler's command line that change the meaning of a source."""
    words = shlex.split(command)[1:]
    cross = re.fullmatch(r"(.+)-gcc", os.path.basename(compiler(command)))
    kept = [f"--target={cross[1]}"] if cross else []
    for word, following in zip(words, words[1:] + [""]):
        if word in ("-I", "-isystem", "-idirafter", "-include"):
            kept += [word, following]
        elif word.startswith(("-I", "-D", "-U", "-std=")):
            kept.append(word)
    return kept


def clang_tidy(entry, folder):
    return capture(["clang-tidy", "--quiet", entry["file"], "--", *definitions(entry["command"])],
                   cwd=entry["directory"])


def analyzer(entry, folder):
    words = [word for word in definitions(entry["command"]) if not word.startswith("--target=")]
    return capture([compiler(entry["command"]), "-O1", "-fanalyzer", "-c", "-o",
                    os.path.join(folder, "object"), *words, entry["file"]], cwd=entry["directory"])


def our_own(preprocessed):
    """Returns the preprocessed text without the system's headers."""
    kept = True
    for line in preprocessed.splitlines(keepends=True):
        mark = MARK.match(line)
        if mark:
            kept = "3" not in mark[1].split()
        if kept:
            yield line


def cppcheck(entry, folder):
    """Runs cppcheck on the output of the compiler's preprocessor: cppcheck's own cannot read tables of rows. Windows'
    headers have 60,000 lines, which take it a minute, and it already knows what they declare."""
    made = os.path.join(folder, "made.c")
    words = definitions(entry["command"])
    windows = any("mingw" in word for word in words if word.startswith("--target="))
    code, output = capture([CLANG, "-E", *words, entry["file"]], cwd=entry["directory"])
    if code:
        return code, output
    with open(made, "w") as file:
        file.writelines(our_own(output) if windows else output)
    return capture(["cppcheck", "--quiet", "--enable=warning,performance,portability", "--std=c11",
                    *(["--library=windows"] if windows else []),
                    "--template={file}:{line}: warning: {message} [{id}]", made])


LOOKERS = {"clang-tidy": clang_tidy, "cppcheck": cppcheck, "analyzer": analyzer}


def looks_at(looker, name):
    name = os.path.relpath(name, ROOT)
    return not (looker == "cppcheck" and name.startswith("tools/layers/"))


def look(job):
    """Returns the findings of one tool in one file: (tool, file, kind, message)."""
    looker, entry = job
    path = os.path.relpath(entry["file"], ROOT)
    with tempfile.TemporaryDirectory(prefix="clrelay-lint-") as folder:
        code, output = LOOKERS[looker](entry, folder)
    findings = {(looker, path, found["kind"].split(",")[0], found[0])
                for found in FINDING.finditer(CWE.sub("", output))}
    if code and not findings:  # it failed before it could analyse anything
        findings.add((looker, path, "failed", output[-2000:]))
    return findings


def read_known():
    known = {}
    with open(os.path.join(HERE, "known.txt")) as file:
        for number, line in enumerate(file, 1):
            words = line.split(None, 3)
            if not words or words[0].startswith("#"):
                continue
            if len(words) < 4 or words[0] not in LOOKERS:
                sys.exit(f"known.txt:{number}: not LOOKER FILE KIND REASON")
            known[tuple(words[:3])] = number
    return known


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--only", choices=LOOKERS, action="append")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    with open(os.path.join(arguments.build, "compile_commands.json")) as file:
        entries = {entry["file"]: entry for entry in json.load(file)}
    wanted = {os.path.abspath(name) for name in arguments.files}
    entries = [entry for name, entry in sorted(entries.items())
               if name.endswith(".c")
               and (name in wanted or not wanted and LOOKED_AT.match(os.path.relpath(name, ROOT)))]
    lookers = arguments.only or list(LOOKERS)
    if not entries:
        sys.exit("nothing to look at")
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        findings = set().union(*pool.map(look, [(looker, entry) for entry in entries for looker in lookers
                                                if looks_at(looker, entry["file"])]))
    known = read_known()
    looked = {os.path.relpath(entry["file"], ROOT) for entry in entries}
    needless = [key for key in known if key[0] in lookers and key[1] in looked
                and key not in {finding[:3] for finding in findings}]
    new = sorted(finding for finding in findings if finding[:3] not in known
                 and (finding[0], "*", finding[2]) not in known)
    for looker, path, kind, text in new:
        print(f"{looker}, {path}: {text.replace(ROOT + '/', '')}")
    for key in needless:
        print(f"known.txt:{known[key]}: nobody says this any more:", *key)
    print(f"{len(entries)} files, {', '.join(lookers)}: {len(new)} findings, "
          f"{len(findings) - len(new)} known ones")
    sys.exit(1 if new or needless else 0)


main()
