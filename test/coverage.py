#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
How much of the loader the tests run, by the counters of the compiler:

    coverage.py BUILD_FOLDER [--show FILE]

BUILD_FOLDER was configured with the preset `coverage` (clang's) or `coverage-windows` (gcc's, of what is
built on Windows only), and its tests have run. Prints a line for each file of loader/ and ext/, and ends
with 1 where one is below the limits, or --show's FILE with what did not run.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINES, BRANCHES = 95, 85  # percent, in every file


def run(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True,
                          text=True).stdout


def instrumented(build):
    """Every library and program that has a part of the loader in it."""
    for folder, _, names in os.walk(build):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path) or name.endswith((".o", ".a")) or not os.access(path, os.X_OK):
                continue
            with open(path, "rb") as file:
                content = file.read()
            if content.startswith(b"\x7fELF") and b"__llvm_covmap" in content \
                    and os.path.basename(folder) != "fake":
                yield path


def percent(count):
    """Of what there is: loader/answer/extensions.c has no line that is not another file's."""
    return count["percent"] if count["count"] else 100


class Clang:
    """Linux's part, and what both have."""

    def __init__(self, build):
        counts = glob.glob(os.path.join(build, "counts", "*.profraw"))
        if not counts:
            sys.exit("nothing was counted: run the tests of this folder first")
        merged = os.path.join(build, "counts", "all.profdata")
        listed = os.path.join(build, "counts", "list")
        with open(listed, "w") as file:
            file.write("\n".join(counts))
        # A process that was killed leaves a file that cannot be read, which is no reason to stop.
        run(["llvm-profdata-14", "merge", "--sparse", "--failure-mode=all", "-o", merged,
             "--input-files=" + listed])
        objects = sorted(instrumented(build), key=lambda path: "libOpenCL.so" not in path)
        self.of = [f"--instr-profile={merged}", objects[0],
                   *(f"--object={path}" for path in objects[1:])]

    def show(self, path):
        print(run(["llvm-cov-14", "show", "--show-branches=count", *self.of, os.path.abspath(path)]))

    def files(self):
        exported = json.loads(run(["llvm-cov-14", "export", "--summary-only", *self.of]))
        for file in exported["data"][0]["files"]:
            path = os.path.relpath(file["filename"], ROOT)
            if path.startswith(("loader/", "ext/")) and path.endswith(".c"):
                yield path, percent(file["summary"]["lines"]), percent(file["summary"]["branches"])


class Gcc:
    """Windows' part, by gcovr."""

    def __init__(self, build):
        self.command = ["gcovr", "--gcov-executable", "x86_64-w64-mingw32-gcov", "--root", ROOT, build]

    def show(self, path):
        for what in [], ["--branches"]:
            print(run([*self.command, "--filter", re.escape(os.path.abspath(path)), *what]))

    def files(self):
        found = json.loads(run([*self.command, "--filter", re.escape(ROOT) + "/loader/windows/",
                                "--json-summary"]))["files"]
        if not found:
            sys.exit("nothing was counted: run the tests of this folder first")
        for file in found:
            yield file["filename"], file["line_percent"], file["branch_percent"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--show", metavar="FILE")
    arguments = parser.parse_args()
    with open(os.path.join(arguments.build, "CMakeCache.txt")) as file:
        counters = (Gcc if "mingw" in file.read() else Clang)(arguments.build)
    if arguments.show:
        counters.show(arguments.show)
        return
    below = 0
    print(f"{'file':32} {'lines':>6} {'branches':>9}   in percent")
    for path, lines, branches in counters.files():
        low = lines < LINES or branches < BRANCHES
        below += low
        print(f"{path:32} {lines:6.1f} {branches:9.1f} {'  too low' if low else ''}")
    print(f"limits: {LINES} % of lines, {BRANCHES} % of branches; {below} files below")
    sys.exit(below > 0)


main()
