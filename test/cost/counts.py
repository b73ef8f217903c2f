# SPDX-License-Identifier: Apache-2.0
"""The instructions that a loader, with or without a layer, adds to a call. callgrind counts the same each time. The
tests assert limits; ../../bench compares other loaders."""

import os
import re
import shutil
import subprocess
import tempfile

import laps

# The functions of bench.h, by the number of their arguments.
FUNCTIONS = {1: "clFlush", 4: "clSetKernelArg", 6: "clEnqueueUnmapMemObject", 9: "clEnqueueNDRangeKernel",
             13: "clEnqueueCopyBufferRect"}
ARGUMENTS = list(FUNCTIONS)
TIME_LIMIT = 120

# The ways of a call: the title, the drivers in order (or the paths of their libraries), the index of the called one
# (None: the worst of all), and whether there is a layer (or the value of OPENCL_LAYERS).
CASES = [
    ("straight", ["plain"], 0, False),
    ("a layer that does not intercept", ["plain"], 0, True),
    ("a NULL slot in another driver", ["plain", "null_slots"], 0, False),
    ("icd 2.0", ["icd2"], 0, False),
    ("icd 2.0, and a NULL slot in another driver", ["icd2", "null_slots"], 0, False),
    ("beside 1 table with its end resolved", ["plain", "short"], 0, False),
    ("beside 7 tables with their ends resolved", ["plain"] + 7 * ["short"], 0, False),
    ("foreign-bound slot, 1 platform", ["global"], 0, False),
    ("foreign-bound slot, 8 platforms", 8 * ["global"], None, False),
]


def run(command, env=None, limit=TIME_LIMIT):
    """Returns what a program printed, or None if it failed."""
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=limit,
                              check=False, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


class Counter:
    """Counts instructions. `build` are the facts that CMake wrote about the build (cost.json). All files are made in
    the folder `root`."""

    def __init__(self, build, root):
        self.build, self.root = build, root
        self.machines = 0

    def machine(self, drivers):
        """Makes a folder of manifests for copies of these drivers. Returns the folder, and the copies."""
        self.machines += 1
        folder = os.path.join(self.root, str(self.machines))
        os.mkdir(folder)
        files = []
        for number, name in enumerate(drivers):
            # These are copies, because a loader may recognise the target of a link.
            path = os.path.join(folder, f"libdriver_{number:03}.so")
            shutil.copy(name if "/" in name else os.path.join(self.build["drivers"], f"libcost_{name}.so"), path)
            with open(os.path.join(folder, f"{number:03}.icd"), "w", encoding="utf-8") as file:
                file.write(path + "\n")
            files.append(path)
        return folder, files

    @staticmethod
    def environment(folder, **more):
        env = {name: value for name, value in os.environ.items()
               if not re.match(r"(OCL|OPENCL|CLRELAY)_", name)}
        return env | {"OCL_ICD_VENDORS": folder, "OCL_ICD_PLATFORM_SORT": "none"} | more

    def counted(self, library, driver, env, around=lambda command: command):
        """Returns the instructions that are added to a call of each function, by callgrind. `around` makes a command
        that runs another one."""
        command = [self.build["calls"], "count", library, driver]
        if run(command, env, 5) is None:
            return None  # some loaders never return from a foreign-bound slot: do not wait for them
        with tempfile.TemporaryDirectory(dir=self.root) as folder:
            out = os.path.join(folder, "out")
            if run(around([*laps.command("bench_lap", out), *command]), env) is None:
                return None
            counts = laps.read("bench_lap", out)
        if len(counts) != 4 * len(ARGUMENTS):
            return None
        return [((counts[at + 1] - counts[at]) - (counts[at + 3] - counts[at + 2])) / 1000
                for at in range(0, len(counts), 4)]

    def added(self, library, case):
        """Returns the same for one of CASES, or None if that fails."""
        _, drivers, called, layered = case
        folder, files = self.machine(drivers)
        env = self.environment(folder)
        if layered:
            env["OPENCL_LAYERS"] = layered if isinstance(layered, str) else self.build["layer"]
        runs = [self.counted(library, file, env) for file in (files if called is None else [files[called]])]
        return None if None in runs else [max(counts) for counts in zip(*runs)]

    def without_debug_information(self, library):
        """Returns a copy of the library. Some versions of valgrind fail on debugging information that they do not
        know."""
        self.machines += 1
        folder = os.path.join(self.root, str(self.machines))
        os.mkdir(folder)
        copy = os.path.join(folder, "libOpenCL.so.1")
        shutil.copy(os.path.realpath(library), copy)
        return copy if run([self.build["strip"] or "strip", "-g", copy]) is not None else library
