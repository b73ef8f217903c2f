# SPDX-License-Identifier: Apache-2.0
"""The rows of zoo.txt, and what a program gets that runs with one of them among its drivers or layers."""

import json
import os
import re
import subprocess
import sys

import sandbox
from sandbox import BUILD, TIME_LIMIT, layer_path

BUILD.add("drivers/zoo")

LOST = ("signal", "exit", "hang")
SOON = 2  # seconds, for a program that is expected to hang


class Row:
    def __init__(self, kind, harm, columns):
        self.kind, self.harm = kind, harm
        self.name, shows, self.verdict, words, definitions = columns
        self.here = not (BUILD.windows and definitions.endswith("POSIX"))
        self.words = "" if words == "-" else words
        self.shows = shows == "." if kind == "layer" else self.platforms(shows)
        self.lost = self.verdict in LOST
        # How the program starts: see program.c.
        self.way = ["thread"] if "SIDE_EFFECT=MAKES_KEY" in definitions else []
        # The driver's functions are bound to those of the program: see program.c.
        self.programs = ["program", "program_fixed"] if self.name.startswith("global") else \
            ["program"]

    def __str__(self):
        return f"{self.kind} {self.name}"

    def platforms(self, shows):
        """Returns the names of the platforms."""
        if shows == "-":
            return []
        if shows == ".":
            return [self.name]
        if shows == '""':
            return [""]
        if shows.startswith("("):
            return [shows]
        ranges = [list(map(int, part.split("-"))) for part in shows.split()]
        return [f"{self.name} {i}" for part in ranges for i in range(part[0], part[-1] + 1)]

    @property
    def path(self):
        return layer_path(self.name) if self.kind == "layer" else sandbox.fake_path(self.name)

    @property
    def library(self):
        """The path in the form that programs use."""
        return sandbox.native(self.path)


def read_rows():
    rows = []
    with open(os.path.join(BUILD.source, "test/drivers/zoo/zoo.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("== "):
                harm = line[3:].strip()
                kind = harm.split("s:")[0]
            elif line.strip() and not line.startswith("#"):
                rows.append(Row(kind, harm, re.split("  +", line.strip(), maxsplit=4)))
    return rows


ROWS = [row for row in read_rows() if row.here]
PROGRAMS = [name for name in ("program", "program_fixed") if hasattr(BUILD, name)]


class Seen:
    """What became of a program: `end` is well, signal, exit or hang."""

    def __init__(self, code, output, errors, report):
        self.code = code
        self.lines = [line.split("\t") for line in output.splitlines()]
        self.errors = errors
        self.report = report
        self.platforms = [line[1:] for line in self.lines if line[0] == "platform"]
        self.names = [platform[0] for platform in self.platforms]
        self.changed = [line[1] for line in self.lines if line[0] == "changed"]
        self.end = "hang" if code is None else "signal" if code < 0 else \
            "well" if code == 0 and self.lines[-1:] == [["end"]] else "exit"

    def works(self, name):
        """Tells whether a platform of this name is listed, has its device, and gets the calls made on it."""
        return [name, "1", "0", name] in self.platforms

    def __str__(self):
        return sandbox.shortened(f"{self.end} {self.code}: {self.lines}\n{self.errors}")


class Machine(sandbox.Machine):
    """`loader` is the libOpenCL.so.1 that programs get. (On Windows they get the one beside the program.)"""

    def __init__(self, loader=None):
        self.loader = loader or BUILD.library

    def __enter__(self):
        super().__enter__()
        if BUILD.windows:
            return self
        os.mkdir(self.path("loader"))
        os.symlink(os.path.realpath(self.loader), self.path("loader", "libOpenCL.so.1"))
        return self

    def put(self, row, before=("a",), behind=("b",)):
        """Puts the row's library among good drivers or layers, and returns the variables for this."""
        if row.kind == "driver":
            names = [*before, row.name, *behind]
            for number, name in enumerate(names):
                self.icd(f"{number:03}.icd", self.fake(name))
            return {}
        self.drivers("a", "b")
        return {"OPENCL_LAYERS": (";" if BUILD.windows else ":").join(
            [self.layer("inner"), row.library, self.layer("outer")])}

    def start(self, *arguments, **options):
        """Runs the program, however it ends. The options are those of start_once(). (Now and then Wine does not start
        a program.)"""
        seen = self.start_once(*arguments, **options)
        if BUILD.windows and seen.end == "exit" and not (seen.lines or seen.errors or seen.report):
            print(f"Wine: started once more: {seen}", file=sys.stderr)
            seen = self.start_once(*arguments, **options)
        return seen

    def start_once(self, *arguments, env=None, program="program", limit=TIME_LIMIT, before=()):
        report = self.path("report.json")
        if os.path.exists(report):
            os.unlink(report)
        changes = {"LD_LIBRARY_PATH": self.path("loader"), "ZOO_REPORT": sandbox.native(report),
                   "OPENCL_LAYER_PATH": sandbox.native(self.path("nowhere")),
                   "OCL_ICD_ENABLE_TRACE": None, **(env or {}), **sandbox.plain_crashes()}
        command = [*before, *BUILD.emulator, getattr(BUILD, program), *arguments]
        changes = self.environment(changes)
        self.tell(command, changes)
        code, output, errors = None, b"", b""
        try:
            done = subprocess.run(command, env=changes, timeout=limit,
                                  cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True,
                                  check=False)
            code, output, errors = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as stopped:
            output, errors = stopped.stdout or b"", stopped.stderr or b""
        found = None
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                found = json.load(file)
        return Seen(code, output.decode(errors="replace"), errors.decode(errors="replace"), found)
