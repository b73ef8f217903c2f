#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
How much of the code the tests run, by the counters of the compiler:

    coverage.py BUILD_FOLDER [--tools | --show FILE]

BUILD_FOLDER was configured with the preset `coverage` (clang's) or `coverage-windows` (gcc's, of what is
built on Windows only), and its tests have run. Prints a line for each file of loader/ and ext/, and ends
with 1 where one is below the limits; or with --tools a line for each folder of tools/, and each file there
that is below TOOLS; or --show's FILE with what did not run.
"""
import argparse
import collections
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINES, BRANCHES = 95, 85  # percent, in every file
TOOLS = 85  # percent of the lines of a file


def run(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True,
                          text=True).stdout


def instrumented(build):
    """Yields every library and program that contains a part of the loader."""
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


def percent(counts):
    """Returns the percentage. `counts` has pairs: how many ran, and how many there are. Some files have nothing to
    count: all lines of loader/answer/extensions.c come from another file."""
    ran, there = (sum(numbers) for numbers in zip(*counts))
    return 100 * ran / there if there else 100


class Clang:
    """The files of Linux, and those that both systems have."""

    def __init__(self, build):
        counts = glob.glob(os.path.join(build, "counts", "*.profraw"))
        if not counts:
            sys.exit("nothing was counted: run the tests of this folder first")
        merged = os.path.join(build, "counts", "all.profdata")
        listed = os.path.join(build, "counts", "list")
        with open(listed, "w") as file:
            file.write("\n".join(counts))
        # A killed process leaves a file that cannot be read. That is no reason to stop.
        run(["llvm-profdata-14", "merge", "--sparse", "--failure-mode=all", "-o", merged,
             "--input-files=" + listed])
        objects = sorted(instrumented(build), key=lambda path: "libOpenCL.so" not in path)
        self.of = [f"--instr-profile={merged}", objects[0],
                   *(f"--object={path}" for path in objects[1:])]

    def show(self, path):
        for text in run(["llvm-cov-14", "show", "--show-branches=count", *self.of]).split("\n\n"):
            if text.startswith(os.path.abspath(path) + ":"):
                print(text)

    def files(self):
        exported = json.loads(run(["llvm-cov-14", "export", "--summary-only", *self.of]))
        for file in exported["data"][0]["files"]:
            path = os.path.relpath(file["filename"], ROOT)
            if path.endswith(".c"):
                yield path, *((file["summary"][what]["covered"], file["summary"][what]["count"])
                              for what in ("lines", "branches"))


class Gcc:
    """The files of Windows, with gcovr."""

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
            yield file["filename"], *((file[f"{what}_covered"], file[f"{what}_total"]) for what in ("line", "branch"))


def print_line(name, lines, branches, low=False):
    print(f"{name:36} {percent(lines):6.1f} {percent(branches):9.1f} {'  too low' if low else ''}")


def tell_loader(files):
    below = 0
    for path, lines, branches in files:
        if path.startswith(("loader/", "ext/")):
            low = percent([lines]) < LINES or percent([branches]) < BRANCHES
            below += low
            print_line(path, [lines], [branches], low)
    print(f"limits: {LINES} % of lines, {BRANCHES} % of branches; {below} files below")
    return below > 0


def tell_tools(files):
    """The folders, the whole, and the files of which much did not run."""
    folders, low = collections.defaultdict(list), []
    for path, lines, branches in files:
        if path.startswith("tools/") and not path.startswith(("tools/test/", "tools/bench/")):
            for folder in os.path.dirname(path), "tools":
                folders[folder].append((lines, branches))
            if percent([lines]) < TOOLS:
                low.append((path, [lines], [branches]))
    for folder, counts in sorted(folders.items()):
        print_line(folder, *zip(*counts))
    print(f"\nfiles with less than {TOOLS} % of their lines:")
    for row in low:
        print_line(*row)
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--tools", action="store_true")
    parser.add_argument("--show", metavar="FILE")
    arguments = parser.parse_args()
    with open(os.path.join(arguments.build, "CMakeCache.txt")) as file:
        counters = (Gcc if "mingw" in file.read() else Clang)(arguments.build)
    if arguments.show:
        counters.show(arguments.show)
        return
    print(f"{'':36} {'lines':>6} {'branches':>9}   in percent")
    sys.exit((tell_tools if arguments.tools else tell_loader)(counters.files()))


main()
