# SPDX-License-Identifier: Apache-2.0
"""Measures libOpenCL files side by side: see doc/performance.md.

    bench.py COST.JSON --output FOLDER [--library NAME=FILE]... [--document] [--smoke]

CMake writes the facts about the build to COST.JSON. The library of the build comes first, then the
installed one, if there is one, then those that are named here or in CLRELAY_BENCH_LIBRARIES
(NAME=FILE, separated by semicolons). Prints the tables, and writes them to the folder as tables.md,
all figures as figures.csv, and the chart as performance.svg.
"""

import argparse
import csv
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "test"))
from cost.counts import ARGUMENTS, CASES, FUNCTIONS, Counter, run

SKIPPED = 77
COUNTS = [0, 1, 32, 256]  # numbers of drivers at the first clGetPlatformIDs
NO_LOADER = "no loader"


class Full:
    """How much a full run measures."""
    rounds, calls, processes = 40, 100000, 15
    cases, counts, starts, slow, pocl_starts = CASES, COUNTS, 21, 3, 7
    threads = [1, 2]


class Smoke(Full):
    """A run too short for figures, which only shows that everything works."""
    rounds, calls, processes = 2, 100, 1
    cases, counts, starts, slow, pocl_starts = CASES[:1], [0, 2], 1, 0, 0


class Stats:
    """The median and the middle half of some values."""

    def __init__(self, values):
        values = sorted(values)
        self.count = len(values)
        self.median = statistics.median(values)
        if len(values) > 1:
            self.low, _, self.high = statistics.quantiles(values, n=4, method="inclusive")
        else:
            self.low = self.high = self.median

    def text(self, digits):
        if self.low == self.high:
            return f"{self.median:.{digits}f}"
        return f"{self.median:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"


class Bench(Counter):
    def __init__(self, build, libraries, size, root):
        super().__init__(build, root)
        self.size = size
        self.libraries = libraries  # (name, file)
        self.figures = {}           # (figure, case, library) -> Stats, or why there are none

    def put(self, figure, case, library, values):
        self.figures[figure, str(case), library] = \
            Stats(values) if not isinstance(values, str) and values else values or "failed"

    def count_instructions(self):
        if not shutil.which("valgrind"):
            print("valgrind is missing: instructions are not counted", file=sys.stderr)
            return
        libraries = [(name, self.without_debug_information(library))
                     for name, library in self.libraries]
        for case in self.size.cases:
            for name, library in libraries:
                added = self.added(library, case)
                for number, arguments in enumerate(ARGUMENTS):
                    self.put("instructions", f"{case[0]}, {arguments}", name, [added[number]] if added else "fails")

    # ---- time of calls ----

    def time_calls(self):
        folder, files = self.machine(["plain"])
        env = self.environment(folder)
        alone = set()
        for threads in self.size.threads:
            values = {}
            for process in range(self.size.processes):
                together = [one for one in self.libraries if one[0] not in alone]
                turn = process % max(1, len(together))
                together = together[turn:] + together[:turn]
                alone |= self.time_group(together, threads, files[0], env, values)
                for one in self.libraries:
                    if one[0] in alone:
                        self.time_group([one], threads, files[0], env, values)
            for name, _ in self.libraries:
                for arguments in ARGUMENTS:
                    self.put("nanoseconds", f"{threads} threads, {arguments}", name,
                             values.get((name, arguments), []))

    def time_group(self, group, threads, driver, env, values):
        """Measures these libraries in one process. Returns those that need a process of their own."""
        if not group:
            return set()
        output = run([self.build["calls"], "time", str(self.size.rounds), str(self.size.calls),
                      str(threads), driver, *(library for _, library in group)], env)
        if output is None:
            # One library alone has failed; among several, one has broken the process for all.
            return {name for name, _ in group} if len(group) > 1 else set()
        rounds = {}
        alone = set()
        for line in output.splitlines():
            word, *rest = line.split()
            if word == "alone":
                alone.add(group[int(rest[0])][0])
            if word == "time":
                key = group[int(rest[0])][0], int(rest[1])
                rounds.setdefault(key, []).append(float(rest[2]) - float(rest[3]))
        for key, differences in rounds.items():
            values.setdefault(key, []).append(statistics.median(differences))
        return alone

    # ---- start-up ----

    def first_calls(self, case, folder, files, repeats, **more):
        """Times the first clGetPlatformIDs, each time in a new process, with the libraries by turns."""
        env = self.environment(folder, **more)
        runs = {}
        sides = [(name, [library]) for name, library in self.libraries]
        if files is not None:
            sides.append((NO_LOADER, ["--no-loader", *files]))
        for repeat in range(repeats):
            turn = repeat % len(sides)
            for name, arguments in sides[turn:] + sides[:turn]:
                output = run([self.build["start"], *arguments], env)
                fields = output.split() if output else []
                if fields[:1] == ["start"]:
                    runs.setdefault(name, []).append([float(field) for field in fields[1:]])
        for name, _ in sides:
            done = runs.get(name, [])
            self.put("start-up, microseconds", case, name, [one[0] for one in done])
            self.put("resident, KiB", case, name, [one[1] for one in done])
            self.put("allocated, bytes", case, name, [one[2] for one in done if one[2] >= 0])

    def time_start(self):
        for count in self.size.counts:
            folder, files = self.machine(count * ["plain"])
            self.first_calls(f"none, {count}", folder, files, self.size.starts)
            self.first_calls(f"devices, {count}", folder, None, self.size.starts,
                             OCL_ICD_PLATFORM_SORT="devices")
        pocl = "/etc/OpenCL/vendors/pocl.icd"
        if os.path.exists(pocl) and self.size.pocl_starts:
            folder, _ = self.machine([])
            shutil.copy(pocl, folder)
            with open(pocl, encoding="utf-8") as file:
                files = [file.read().strip()]
            self.first_calls("none, PoCL", folder, files, self.size.pocl_starts)
            self.first_calls("devices, PoCL", folder, None, self.size.pocl_starts,
                             OCL_ICD_PLATFORM_SORT="devices")
        if self.size.slow:
            folder, files = self.machine(3 * ["slow"])
            self.first_calls("slow", folder, files, self.size.slow)
            self.first_calls("slow, OCL_ICD_PARALLEL=1", folder, None, self.size.slow,
                             OCL_ICD_PARALLEL="1")

    # ---- size ----

    def weigh(self):
        for name, library in self.libraries:
            copy = os.path.join(self.root, "stripped")
            shutil.copy(os.path.realpath(library), copy)
            os.chmod(copy, 0o644)
            if run([self.build["strip"] or "strip", copy]) is None:
                self.put("stripped, bytes", "", name, "strip is missing")
            else:
                self.put("stripped, bytes", "", name, [os.path.getsize(copy)])

    # ---- results ----

    def cell(self, figure, case, library, digits, scale=1.0):
        found = self.figures.get((figure, str(case), library))
        if found is None:
            return "–"
        if isinstance(found, str):
            return found
        if scale != 1.0:
            found = Stats([found.low * scale, found.median * scale, found.high * scale])
        return found.text(digits)

    def tables(self):
        names = [name for name, _ in self.libraries]
        counts = [str(count) for count in self.size.counts]
        asked_pocl = ("start-up, microseconds", "none, PoCL", names[0]) in self.figures
        pocl = ["PoCL"] if asked_pocl else []
        aligned = ", ".join(f"{name} {alignment(file)}" for name, file in self.libraries)
        lines = [f"On {machine_kind(self.build)}. "
                 "Medians; in brackets the middle half of the runs. "
                 f"Alignment of the functions that are timed, in bytes: {aligned}.", ""]

        def table(title, head, rows):
            lines.extend([f"**{title}**", "", "| " + " | ".join(head) + " |",
                          "|" + "---|" * len(head)])
            lines.extend("| " + " | ".join(row) + " |" for row in rows)
            lines.append("")

        def known(figure):
            return any(key[0] == figure for key in self.figures)

        if known("instructions"):
            table("Instructions added to a call, by number of arguments",
                  ["Calls", "Library", *map(str, ARGUMENTS)],
                  [[title, name, *(self.cell("instructions", f"{title}, {number}", name, 0)
                                   for number in ARGUMENTS)]
                   for title, *_ in self.size.cases for name in names])
        table("Nanoseconds over a direct call, going straight, by number of arguments",
              ["Threads", "Library", *map(str, ARGUMENTS)],
              [[str(threads), name, *(self.cell("nanoseconds", f"{threads} threads, {number}",
                                                name, 2) for number in ARGUMENTS)]
               for threads in self.size.threads for name in names])
        for figure, title in [
                ("start-up, microseconds",
                 "First clGetPlatformIDs, microseconds, by number of drivers"),
                ("resident, KiB", "Memory that it adds to the process, KiB"),
                ("allocated, bytes", "Memory that is allocated after it, bytes")]:
            table(title, ["Sorted by", "Library", *counts, *pocl],
                  [[sort, name, *(self.cell(figure, f"{sort}, {count}", name, 0)
                                  for count in counts + pocl)]
                   for sort in ("none", "devices") for name in names]
                  + [["", NO_LOADER, *(self.cell(figure, f"none, {count}", NO_LOADER, 0)
                                       for count in counts + pocl)]])
        if self.size.slow:
            figure = "start-up, microseconds"
            table("First clGetPlatformIDs with three drivers that take 300 ms to list their "
                  "platforms, seconds", ["Library", "", "`OCL_ICD_PARALLEL=1`"],
                  [[name, self.cell(figure, "slow", name, 2, 1e-6),
                    self.cell(figure, "slow, OCL_ICD_PARALLEL=1", name, 2, 1e-6)]
                   for name in names + [NO_LOADER]])
        table("Size of the library, stripped", ["Library", "Bytes"],
              [[name, self.cell("stripped, bytes", "", name, 0)] for name in names])
        return "\n".join(lines)

    def write_csv(self, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["figure", "case", "library", "median", "lower quartile",
                             "upper quartile", "runs", "note"])
            for (figure, case, library), found in self.figures.items():
                values = [found.median, found.low, found.high, found.count, ""] \
                    if isinstance(found, Stats) else ["", "", "", 0, found]
                writer.writerow([figure, case, library, *values])

    def draw(self, path):
        """Draws the chart. Returns False, with a message, if gnuplot is missing."""
        if not shutil.which("gnuplot"):
            print("gnuplot is missing, so there is no chart (Debian: gnuplot-nox)", file=sys.stderr)
            return False
        names = [name for name, _ in self.libraries]
        colours = ["#1f6fb4", "#e08a1e", "#5a9e4b", "#a64d79", "#c0504d"]
        panels = [
            ("Instructions added to a call\\nby number of arguments", "instructions",
             [(str(n), f"straight, {n}") for n in ARGUMENTS], 1, False),
            ("Nanoseconds over a direct call\\nby number of arguments", "nanoseconds",
             [(str(n), f"1 threads, {n}") for n in ARGUMENTS], 1, False),
            ("First clGetPlatformIDs, ms\\nby number of drivers", "start-up, microseconds",
             [(str(n), f"none, {n}") for n in [*self.size.counts, "PoCL"]], 1e-3, True),
        ]
        panels = [panel for panel in panels if any(key[0] == panel[1] for key in self.figures)]
        script = [f"set terminal svg size {330 * len(panels)},320 dynamic font 'sans-serif,12' "
                  "background '#ffffff' name 'performance'",
                  f"set output '{path}'", f"set multiplot layout 1,{len(panels)}",
                  "set style data histograms", "set style fill solid noborder",
                  "set style histogram clustered gap 1", "set border 3",
                  "set xtics nomirror", "set ytics nomirror", "set grid ytics lc '#dddddd'",
                  "set key bmargin center horizontal samplen 1 width 1"]
        for number, (title, figure, cases, scale, logarithmic) in enumerate(panels):
            sides = names + ([NO_LOADER] if logarithmic else [])
            script.append(f"$data{number} << END")
            for label, case in cases:
                values = []
                for name in sides:
                    found = self.figures.get((figure, case, name))
                    # A logarithmic axis has no place for zero.
                    values.append(f"{found.median * scale:.6f}" if isinstance(found, Stats)
                                  and (found.median > 0 or not logarithmic) else "NaN")
                if any(value != "NaN" for value in values):
                    script.append(" ".join([f'"{label}"', *values]))
            script += ["END", f'set title "{title}"',
                       "set logscale y" if logarithmic else "unset logscale y",
                       "set yrange [0.01:*]" if logarithmic else "set yrange [0:*]"]
            script.append("plot " + ", ".join(
                f"$data{number} using {column + 2}:xtic(1) "
                f"lc rgb '{'#bbbbbb' if name == NO_LOADER else colours[column % len(colours)]}' "
                f"title '{gnuplot_text(name)}'" for column, name in enumerate(sides)))
        script.append("unset multiplot")
        done = subprocess.run(["gnuplot"], input="\n".join(script) + "\n", text=True,
                              capture_output=True, check=False)
        if done.returncode or not os.path.exists(path):
            print(f"gnuplot failed: {done.stderr}", file=sys.stderr)
            return False
        return True


def gnuplot_text(text):
    return text.replace("'", "''").replace("_", "\\_")


def machine_kind(build):
    """Returns what the figures depend on, without the machine's name, which nobody needs to know."""
    model, system = platform.machine(), platform.system()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"^model name\s*:\s*(.+)$", file.read(), re.M)
            model = found[1] if found else model
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        pass
    compiler = build["compiler"].replace("GNU", "gcc").replace("Clang", "clang")
    cores = len(os.sched_getaffinity(0))
    return (f"{cores} core{'s' * (cores > 1)} of {model}, {system}, {compiler}, "
            f"{build['build_type']}")


def alignment(library):
    """Returns the alignment in bytes of a library's timed functions."""
    symbols = run(["nm", "-D", "--defined-only", library]) or ""
    addresses = [int(line.split()[0], 16) for line in symbols.splitlines()
                 if re.search(rf" [Tt] ({'|'.join(FUNCTIONS.values())})\b", line)]
    bits = 0
    for address in addresses:
        bits |= address
    return bits & -bits if bits else 1


def installed():
    """Returns the libOpenCL.so.1 of the system, with a name that tells which one it is."""
    paths = ["/usr/lib/x86_64-linux-gnu/libOpenCL.so.1"]
    tool = shutil.which("ldconfig") or "/sbin/ldconfig"
    if os.path.exists(tool):
        paths += re.findall(r"libOpenCL\.so\.1 .*=> (\S+)", run([tool, "-p"]) or "")
    for path in paths:
        if not os.path.exists(path):
            continue
        with open(path, "rb") as file:
            bits = file.read(5)[4:]
        if bits != (b"\2" if sys.maxsize > 2**32 else b"\1"):
            continue  # this one is for programs of the other kind
        name = "installed"
        for spelling in (os.path.realpath(path), path, path.removeprefix("/usr")):
            owner = shutil.which("dpkg-query") and run(["dpkg-query", "-S", spelling])
            if owner:
                package = owner.split(": ")[0]
                version = run(["dpkg-query", "-W", "-f", "${Version}", package])
                name = f"{package.split(':')[0].removesuffix('-libopencl1')} {version}"
                break
        return [(name, path)]
    return []


def chosen_libraries(build, named):
    more = [*named, *os.environ.get("CLRELAY_BENCH_LIBRARIES", "").split(";")]
    libraries = [(f"clrelay {build['version']}", build["library"]), *installed()]
    for entry in filter(None, more):
        name, equals, path = entry.partition("=")
        if not equals:
            name, path = os.path.basename(os.path.dirname(os.path.abspath(entry))), entry
        if not os.path.exists(path):
            sys.exit(f"bench.py: {path} does not exist")
        libraries.append((name, os.path.abspath(path)))
    kept = {}
    for name, path in libraries:
        if os.path.realpath(path) not in [os.path.realpath(other) for other in kept.values()]:
            while name in kept:
                name += "'"
            kept[name] = path
    return list(kept.items())


def renew_document(build, name, tables):
    """Puts the tables between the marks of a page."""
    path = os.path.join(build["source"], name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, end = "<!-- figures: begin -->\n", "<!-- figures: end -->"
    head, _, rest = text.partition(begin)
    _, found, tail = rest.partition(end)
    if not found:
        sys.exit(f"{path} has no marks for the figures")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{head}{begin}\n{tables.strip()}\n\n{end}{tail}")
    print(f"{path} has the new figures")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--library", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--output", required=True)
    parser.add_argument("--document", action="store_true")
    parser.add_argument("--smoke", action="store_true")
    options = parser.parse_args()
    with open(options.build, encoding="utf-8") as file:
        build = json.load(file)
    if build["emulator"]:
        print("skipped: an emulator's figures say nothing")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="clrelay-bench-") as root:
        output = root if options.smoke else options.output
        os.makedirs(output, exist_ok=True)
        bench = Bench(build, chosen_libraries(build, options.library),
                      Smoke if options.smoke else Full, root)
        for step in (bench.weigh, bench.count_instructions, bench.time_calls, bench.time_start):
            print(f"[{step.__name__}]", file=sys.stderr, flush=True)
            step()
        tables = bench.tables()
        chart = os.path.join(output, "performance.svg")
        bench.write_csv(os.path.join(output, "figures.csv"))
        with open(os.path.join(output, "tables.md"), "w", encoding="utf-8") as file:
            file.write(tables)
        drawn = bench.draw(chart)
        print(tables)
        if options.smoke:
            check_smoke(bench)
        else:
            print(f"In {output}: tables.md, figures.csv" + ", performance.svg" * drawn)
        if options.document:
            renew_document(build, "doc/performance.md", tables)
            if drawn:
                shutil.copy(chart, os.path.join(build["source"], "doc", "performance.svg"))


def check_smoke(bench):
    """Checks that each figure of our own library exists; its value does not matter."""
    ours = bench.libraries[0][0]
    missing = [key for key, found in bench.figures.items()
               if key[2] == ours and not isinstance(found, Stats)]
    if missing or not bench.figures:
        sys.exit(f"no figures for {missing}")


if __name__ == "__main__":
    main()
