# SPDX-License-Identifier: Apache-2.0
"""Measures what `clrelay trace` costs a program: see "What it costs" in tools/doc/tracing.md.

    bench_trace.py COST.JSON --output FOLDER [--document] [--smoke] [--driver ICD] [--intercept LIBRARY]

CMake writes the facts about the build to COST.JSON. Launches go to PoCL, or to the driver of another .icd file.
With the libOpenCL.so.1 of the Intercept Layer for OpenCL Applications, the script measures launches with that, too.
Runs with and without the layer take turns. The script prints a table, and writes it to the folder as trace.md, with
all figures as trace.csv.
"""

import argparse
import csv
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[1:1] = [os.path.join(ROOT, *path) for path in (["bench"], ["test"], ["tools", "test", "trace"])]
import bench
from bench import Stats
from cost.counts import Counter
from recorded import CALLS, DEVICE, FLUSH, OFF, SET_ARGUMENT, SITES, SYSTEM, Traced

POCL = "/etc/OpenCL/vendors/pocl.icd"
KILLED_AT = 5951
INTERCEPTED = "with the Intercept Layer"
# The ways whose calls are timed.
TIMED = (OFF, CALLS, SYSTEM)

# The Intercept Layer for OpenCL Applications, measured in November 2026 on a processor of this kind.
INTERCEPT = {
    "nanoseconds": "+496 (text), +171 to +660 (Chrome), +86 (sums only)",
    "off": "+4",
    "threads": "2.1 to 2.5",
    "bytes": "118 (text), 89 (Chrome)",
    "launch": "2.4 (Chrome and device times), 1.2 (sums only)",
    "missing": "951 (Chrome)",
}


class Full:
    """How much a full run measures."""
    processes, rounds, calls = 15, 10, 10000
    launch_processes, launch_rounds, launches = 11, 20, 1000
    counted = 20000  # calls for the bytes in the output


class Smoke(Full):
    """A run too short for figures, which only shows that everything works."""
    processes, rounds, calls = 1, 2, 100
    launch_processes, launch_rounds, launches = 1, 2, 10
    counted = 1000


class Trace(Traced):
    def __init__(self, build, size, root):
        super().__init__(build, root)
        self.size = size
        self.manifest, self.intercept = POCL, None

    def steps(self):
        """Returns the measurements, in this order."""
        return (self.weigh, self.count_instructions, self.count_bytes, self.lose_calls, self.time_calls,
                self.time_pocl_arguments, self.time_launches)

    # ---- calls ----

    def call_times(self, threads, way):
        """Returns the nanoseconds of a call, by the number of its arguments."""
        command = [self.build["calls"], "time", str(self.size.rounds), str(self.size.calls),
                   str(threads), self.driver, self.build["library"]]
        rounds = {}
        for line in self.run(self.traced(command, way, "--functions", "clFlush,clSetKernelArg",
                                         "--no-arguments")).splitlines():
            word, *rest = line.split()
            if word == "time":
                rounds.setdefault(int(rest[1]), []).append(float(rest[2]))
        return {arguments: statistics.median(values) for arguments, values in rounds.items()}

    def time_calls(self):
        added = {}
        both = []
        for _ in range(self.size.processes):
            one = {way: self.call_times(1, way) for way in (None, *TIMED)}
            two = self.call_times(2, CALLS)
            for way in TIMED:
                for arguments in (FLUSH, SET_ARGUMENT):
                    added.setdefault((way, arguments), []).append(
                        one[way][arguments] - one[None][arguments])
            both.append(two[SET_ARGUMENT] / one[CALLS][SET_ARGUMENT])
        for (way, arguments), values in added.items():
            self.figures["nanoseconds", way, arguments] = Stats(values)
        self.figures["threads",] = Stats(both)

    def pocl_argument_times(self, way):
        """Returns the nanoseconds of PoCL's clSetKernelArg with a number."""
        command = [self.build["launch"], "arguments", str(self.size.rounds), str(self.size.calls), "1", "0"]
        output = self.run(self.traced(command, way, "--functions", "clSetKernelArg"), self.pocl_environment())
        return statistics.median(float(line.split()[1]) for line in output.splitlines())

    def time_pocl_arguments(self):
        if not os.path.exists(self.manifest):
            print("PoCL is missing: its clSetKernelArg is not measured", file=sys.stderr)
            return
        self.pocl_argument_times(None)  # builds the kernel
        added = {way: [] for way in TIMED}
        for _ in range(self.size.processes):
            without = self.pocl_argument_times(None)
            for way in TIMED:
                added[way].append(self.pocl_argument_times(way) - without)
        for way in TIMED:
            self.figures["PoCL's clSetKernelArg", way] = Stats(added[way])

    # ---- bytes ----

    def count_bytes(self):
        """Counts the uncompressed bytes that each further call adds to the output; these calls are all alike."""
        for name, arguments in (("clFlush", FLUSH), ("clSetKernelArg", SET_ARGUMENT)):
            for more in ([], ["--no-arguments"]):
                sizes = []
                for calls in (self.size.counted, 2 * self.size.counted):
                    self.run(self.traced([self.build["calls"], "time", "1", str(calls), "1",
                                          self.driver, self.build["library"]],
                                         CALLS, "--functions", name, *more))
                    with gzip.open(os.path.join(self.root, "out")) as out:
                        sizes.append(len(out.read()))
                # There are two rounds: the first one warms up.
                self.figures["bytes", arguments, not more] = \
                    (sizes[1] - sizes[0]) / (2 * self.size.counted)

    # ---- launches, with PoCL ----

    def launch_times(self, way):
        command = [self.build["launch"], "time", str(self.size.launch_rounds),
                   str(self.size.launches)]
        if way == INTERCEPTED:
            output = self.run(command, self.pocl_environment() | {
                "LD_PRELOAD": self.intercept, "CLI_OpenCLFileName": self.build["library"], "CLI_DumpDir": self.root,
                "CLI_LogToFile": "1", "CLI_ChromeCallLogging": "1", "CLI_ChromePerformanceTiming": "1"})
        else:
            output = self.run(self.traced(command, way), self.pocl_environment())
        return statistics.median(float(line.split()[1]) for line in output.splitlines())

    def pocl_environment(self):
        return Counter.environment(self.manifest) | {"POCL_CACHE_DIR": os.path.join(self.root, "cache")}

    def time_launches(self):
        if not os.path.exists(self.manifest):
            print("PoCL is missing: launches are not measured", file=sys.stderr)
            return
        self.launch_times(None)  # builds the kernel
        ways = [None, OFF, CALLS, DEVICE] + [INTERCEPTED] * bool(self.intercept)
        times = {way: [] for way in ways}
        for turn in range(self.size.launch_processes):
            for way in ways[turn % len(ways):] + ways[:turn % len(ways)]:
                times[way].append(self.launch_times(way))
        for way in ways:
            self.figures["launch", way] = Stats(times[way])
            self.figures["launch ratio", way] = Stats(
                [there / without for there, without in zip(times[way], times[None])])

    def lose_calls(self):
        """Counts the launches that are missing after the program was killed."""
        if not os.path.exists(self.manifest):
            return
        subprocess.run(self.traced([self.build["launch"], "kill", str(KILLED_AT)], DEVICE, "--json"),
                       env=self.pocl_environment(), capture_output=True, check=False)
        with open(os.path.join(self.root, "summary"), encoding="utf-8") as file:
            functions = json.load(file)["functions"]
        calls = {function["name"]: function["calls"] for function in functions}
        self.figures["missing",] = KILLED_AT - calls.get("clEnqueueNDRangeKernel", 0)

    # ---- results ----

    def cell(self, key, digits=0, sign=""):
        found = self.figures.get(key)
        if found is None:
            return "–"
        return sign + (found.text(digits) if isinstance(found, Stats) else f"{found:.{digits}f}")

    def table(self):
        rows = [
            ("`clSetKernelArg`, 1 thread: instructions",
             self.cell(("instructions", CALLS, SET_ARGUMENT), sign="+"), ""),
            ("the same: nanoseconds", self.cell(("nanoseconds", CALLS, SET_ARGUMENT), 1, "+"),
             INTERCEPT["nanoseconds"]),
            ("the same with the system's clock: nanoseconds",
             self.cell(("nanoseconds", SYSTEM, SET_ARGUMENT), 1, "+"), ""),
            ("`clSetKernelArg` of PoCL: nanoseconds with the time-stamp counter, with the system's clock",
             self.cell(("PoCL's clSetKernelArg", CALLS), 1, "+") + ", "
             + self.cell(("PoCL's clSetKernelArg", SYSTEM), 1, "+"), ""),
            ("`clSetKernelArg` with `--call-sites`: instructions",
             self.cell(("instructions", SITES, SET_ARGUMENT), sign="+"), ""),
            ("`clFlush`: instructions", self.cell(("instructions", CALLS, FLUSH), sign="+"), ""),
            ("the same: nanoseconds", self.cell(("nanoseconds", CALLS, FLUSH), 1, "+"), ""),
            ("`clSetKernelArg`, 2 threads at once: times the time of a call in 1 thread",
             self.cell(("threads",), 2), INTERCEPT["threads"]),
            ("`clSetKernelArg`, recording off: nanoseconds",
             self.cell(("nanoseconds", OFF, SET_ARGUMENT), 1, "+"), INTERCEPT["off"]),
            ("`clSetKernelArg` in the output, uncompressed: bytes, with arguments and without",
             self.cell(("bytes", SET_ARGUMENT, True), 1) + ", "
             + self.cell(("bytes", SET_ARGUMENT, False), 1), INTERCEPT["bytes"]),
            ("`clFlush` in the output, uncompressed: bytes, with arguments and without",
             self.cell(("bytes", FLUSH, True), 1) + ", " + self.cell(("bytes", FLUSH, False), 1),
             ""),
            ("launch with device times: times the time without a layer",
             self.cell(("launch ratio", DEVICE), 2),
             self.cell(("launch ratio", INTERCEPTED), 2) if self.intercept else INTERCEPT["launch"]),
            ("launch without device times", self.cell(("launch ratio", CALLS), 2), ""),
            ("launch: nanoseconds, without a layer and with device times",
             self.cell(("launch", None)) + ", " + self.cell(("launch", DEVICE)), ""),
            (f"launches missing after `kill -9` at launch {KILLED_AT}", self.cell(("missing",)),
             INTERCEPT["missing"]),
            ("the layer, stripped: bytes", self.cell(("stripped",)), ""),
        ]
        lines = [f"On {bench.machine_kind(self.build)}. Medians; in brackets the middle half of the "
                 "runs.", "", "| | clrelay trace | Intercept Layer |", "|---|---|---|"]
        lines += ["| " + " | ".join(row) + " |" for row in rows]
        return "\n".join(lines) + "\n"

    def write_csv(self, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["figure", "median", "lower quartile", "upper quartile", "runs"])
            for key, found in self.figures.items():
                parts = [part for whole in key for part in (whole if isinstance(whole, tuple) else (whole,))]
                name = ", ".join("without a layer" if part is None else str(part) for part in parts)
                if isinstance(found, Stats):
                    writer.writerow([name, found.median, found.low, found.high, found.count])
                else:
                    writer.writerow([name, found, "", "", 1])


def main(make=Trace, small=Smoke, whole=Full, name="trace"):
    """`name` is that of the layer, of the output files, and of the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--output", required=True)
    parser.add_argument("--document", action="store_true")
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--driver")
    parser.add_argument("--intercept")
    options = parser.parse_args()
    with open(options.build, encoding="utf-8") as file:
        build = json.load(file)
    if build["emulator"]:
        print("skipped: an emulator's figures say nothing")
        sys.exit(bench.SKIPPED)
    with tempfile.TemporaryDirectory(prefix="clrelay-bench-") as root:
        output = root if options.smoke else options.output
        os.makedirs(output, exist_ok=True)
        measured = make(build, small if options.smoke else whole, root)
        measured.manifest = options.driver or measured.manifest
        measured.intercept = options.intercept
        for step in measured.steps():
            print(f"[{step.__name__}]", file=sys.stderr, flush=True)
            step()
        table = measured.table()
        measured.write_csv(os.path.join(output, name + ".csv"))
        with open(os.path.join(output, name + ".md"), "w", encoding="utf-8") as file:
            file.write(table)
        print(table)
        if options.document:
            bench.renew_document(build, "tools/doc/tracing.md" if name == "trace" else "tools/doc/checking.md", table)


if __name__ == "__main__":
    main()
