# SPDX-License-Identifier: Apache-2.0
"""Measures what `clrelay check` costs a program: see "What it costs" in tools/doc/checking.md.

    bench_check.py COST.JSON --output FOLDER [--document] [--smoke]

COST.JSON is what CMake wrote about the build. Runs with and without the layer take turns. Prints a
table; the folder gets it as check.md, and all figures as check.csv.
"""

import os
import statistics
import sys

import bench_trace # it knows where the other modules are
import bench
from bench import Stats

# The ways to run a program, by name.
OBJECTS, ALL = "objects alone", "all checks"
CHECKED = {OBJECTS: ["--objects-only"], ALL: []}
WAYS = [None, OBJECTS, ALL]
VALUE, BUFFER = "value", "buffer"

# Layers of 2022, measured in November 2026 on a Xeon.
OTHERS = {
    "argument": "+13 (object_lifetime), +453 (param_verification)",
    "threads": "+92 (object_lifetime)",
}


class Full(bench_trace.Full):
    """How much a full run measures."""
    argument_processes, argument_rounds, arguments, objects = 11, 10, 200000, 1000000


class Smoke(bench_trace.Smoke):
    """A run too short for figures, which only shows that everything works."""
    argument_processes, argument_rounds, arguments, objects = 1, 2, 100, 1000


class Check(bench_trace.Trace):
    layer = "check_layer"

    def steps(self):
        return self.weigh, self.time_arguments, self.time_launches

    def traced(self, command, way, *more):
        """Returns the command, with the layer unless `way` is None."""
        if way is None:
            return command
        return [self.build["tool"], "check", "--log", os.path.join(self.root, "found"), *CHECKED[way], *more,
                *command]

    def added(self, name, times):
        """Notes what each way adds, run by run, to the time without a layer."""
        self.figures[name, None] = Stats(times[None])
        for way in WAYS[1:]:
            self.figures[name, way] = Stats([there - without for there, without in zip(times[way], times[None])])

    # ---- arguments ----

    def argument_times(self, threads, objects, way):
        command = [self.build["launch"], "arguments", str(self.size.argument_rounds),
                   str(self.size.arguments), str(threads), str(objects)]
        lines = [line.split() for line in self.run(self.traced(command, way),
                                                   self.pocl_environment()).splitlines()]
        return {kind: statistics.median(float(line[at]) for line in lines) for kind, at in ((VALUE, 1), (BUFFER, 2))}

    def time_arguments(self):
        for threads, objects in ((1, 0), (2, 0), (1, self.size.objects)):
            times = {kind: {way: [] for way in WAYS} for kind in (VALUE, BUFFER)}
            for turn in range(self.size.argument_processes):
                for way in WAYS[turn % 3:] + WAYS[:turn % 3]:
                    for kind, time in self.argument_times(threads, objects, way).items():
                        times[kind][way].append(time)
            for kind, of_kind in times.items():
                self.added((kind, threads, objects), of_kind)

    # ---- launches ----

    def launch_times(self, way):
        """Measures the work of the thread itself, on the core that PoCL's threads use, too. With another core for
        those, most of the time would go into waking them up, which a slower program needs less often."""
        core = str(min(os.sched_getaffinity(0)))
        command = ["taskset", "-c", core, self.build["launch"], "time", str(self.size.launch_rounds),
                   str(self.size.launches)]
        output = self.run(self.traced(command, way), self.pocl_environment())
        return statistics.median(float(line.split()[2]) for line in output.splitlines())

    def time_launches(self):
        times = {way: [] for way in WAYS}
        for turn in range(self.size.launch_processes):
            for way in WAYS[turn % 3:] + WAYS[:turn % 3]:
                times[way].append(self.launch_times(way))
        self.added("launch", times)

    # ---- results ----

    def row(self, words, name, others=""):
        found = [self.figures[name, way].text(0 if name == "launch" else 1) for way in WAYS]
        added = [figure if figure.startswith("-") else "+" + figure for figure in found[1:]]
        return words, found[0], *added, others

    def table(self):
        many = f"{self.size.objects:,}"
        rows = [
            self.row("`clSetKernelArg` with a value", (VALUE, 1, 0), OTHERS["argument"]),
            self.row("the same in 2 threads", (VALUE, 2, 0), OTHERS["threads"]),
            self.row(f"the same among {many} objects", (VALUE, 1, self.size.objects)),
            self.row("`clSetKernelArg` with a buffer", (BUFFER, 1, 0)),
            self.row("the same in 2 threads", (BUFFER, 2, 0)),
            self.row(f"the same among {many} objects", (BUFFER, 1, self.size.objects)),
            self.row("launch, all threads on one core", "launch"),
        ]
        lines = [f"On {bench.machine_kind(self.build)}. Nanoseconds that the calling thread works, and what is added "
                 "to them. Medians; in brackets the middle half of the runs.", "",
                 f"| | no layer | {OBJECTS} | {ALL} | other layers |", "|---|---|---|---|---|"]
        lines += ["| " + " | ".join(row) + " |" for row in rows]
        lines += ["", f"The layer has {self.figures['stripped',]} bytes, stripped."]
        return "\n".join(lines) + "\n"


def main():
    bench_trace.main(Check, Smoke, Full, "check")


if __name__ == "__main__":
    if not os.path.exists(bench_trace.POCL):
        print("skipped: PoCL is missing", file=sys.stderr)
        sys.exit(bench.SKIPPED)
    main()
