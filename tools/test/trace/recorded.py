# SPDX-License-Identifier: Apache-2.0
"""A program with the layer of `clrelay trace`, and those of its costs that are the same in each run: the instructions
of a call, and the size of the layer. The tests assert limits; ../../bench shows these figures, and others."""

import os
import shutil
import subprocess
import sys

from cost.counts import ARGUMENTS, Counter

# The functions of bench.h, by the number of their arguments.
FLUSH, SET_ARGUMENT = 1, 4

# The options of clrelay trace, by the name of the way to run the program.
OFF, CALLS, SITES, SYSTEM, DEVICE = ("recording off", "without device times", "with call sites", "system clock",
                                     "with device times")
TRACED = {
    OFF: ["--start-after", "signal"],
    CALLS: ["--no-device"],
    SITES: ["--no-device", "--call-sites"],
    # As on processors without a steady time-stamp counter.
    SYSTEM: ["--no-device", "--system-clock"],
    DEVICE: [],
}


class Traced:
    layer = "trace_layer"

    def __init__(self, build, root):
        self.build, self.root = build, root
        self.figures = {}  # name -> Stats, or a number
        folder, files = Counter(build, root).machine(["plain"])
        self.env, self.driver = Counter.environment(folder), files[0]

    def traced(self, command, way, *more):
        """Returns the command under the layer, or without it if `way` is None."""
        if way is None:
            return command
        return [self.build["tool"], "trace", "-o", os.path.join(self.root, "out"), "--limit", "4G",
                "--summary", os.path.join(self.root, "summary"), *TRACED[way], *more, *command]

    def run(self, command, env=None):
        done = subprocess.run(command, env=env or self.env, capture_output=True, text=True,
                              timeout=600, check=False, stdin=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        return done.stdout

    def count_instructions(self):
        if not shutil.which("valgrind"):
            print("valgrind is missing: instructions are not counted", file=sys.stderr)
            return
        counts = {}
        for way in (None, OFF, CALLS, SITES):
            counts[way] = Counter(self.build, self.root).counted(
                self.build["library"], self.driver, self.env, lambda command, way=way: self.traced(command, way))
            if counts[way] is None:
                sys.exit("callgrind failed")
        for way in (OFF, CALLS, SITES):
            for arguments in (FLUSH, SET_ARGUMENT):
                at = ARGUMENTS.index(arguments)
                self.figures["instructions", way, arguments] = counts[way][at] - counts[None][at]

    def weigh(self):
        copy = os.path.join(self.root, "stripped")
        shutil.copy(self.build[self.layer], copy)
        self.run([self.build["strip"] or "strip", copy])
        self.figures["stripped",] = os.path.getsize(copy)
