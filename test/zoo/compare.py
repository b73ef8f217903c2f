# SPDX-License-Identifier: Apache-2.0
"""Runs the same program, with the same drivers, with this loader and with Debian's, and tells what
becomes of it: the table in doc/testing.md.

    compare.py BUILD.JSON            prints what becomes of each case
    compare.py BUILD.JSON --write    puts the table into doc/testing.md
    compare.py BUILD.JSON --check    fails if the table there is another one

Debian's loader is the package ocl-icd-libopencl1; ZOO_OTHER_LOADER names another library. A case is
run in a process of its own, and one that goes on for three seconds hangs.
"""

import collections
import os
import re
import shutil
import subprocess
import sys

import zoo

import test_manifests  # noqa: E402  (it is beside machine.py)

machine = zoo.machine
BUILD = zoo.BUILD
DEBIAN = "/usr/lib/x86_64-linux-gnu/libOpenCL.so.1"
OTHER = os.environ.get("ZOO_OTHER_LOADER", DEBIAN)
DOCUMENT = os.path.join(BUILD.source, "doc", "testing.md")
BEGIN = "<!-- The table: made by test/zoo/compare.py -->\n"
END = "<!-- The end of the table -->\n"
LIMIT = 3  # seconds; this loader gets more, where it is not to hang
ROUNDS = 5  # of what depends on chance

# What becomes of a program, the worst first, and the words for it: of one case, of several.
OUTCOMES = [
    ("hang", "hangs", "hang"),
    ("signal", "crashes", "crash"),
    ("exit", "ends the program", "end the program"),
    ("failed", "gives some callers an error", "give some callers an error"),
    ("lost", "loses a good driver or layer", "lose a good driver or layer"),
    ("left out", "leaves out a driver that works", "leave out a driver that works"),
    ("changed", "leaves the program changed", "leave the program changed"),
    ("works", "works", "work"),
]
ORDER = [outcome for outcome, _, _ in OUTCOMES]

Case = collections.namedtuple("Case", "harm name run")


def judge(seen, good=("a", "b"), also=()):
    """What became of a program with these good drivers, and these others that work."""
    if seen.end != "well":
        return seen.end
    if not all(seen.works(name) for name in good):
        return "lost"
    if not set(also) <= set(seen.names):
        return "left out"
    return "changed" if seen.changed else "works"


def limit(loader):
    return zoo.TIME_LIMIT if loader == BUILD.library else LIMIT


# ---- the cases ----

def came_by(m):
    """The good layers that saw a call of clGetPlatformIDs."""
    if not os.path.exists(m.path("events")):
        return set()
    with open(m.path("events"), encoding="utf-8") as file:
        return {line.split()[1] for line in file
                if line.startswith("layer ") and line.endswith(" clGetPlatformIDs\n")}


def run_row(row, program, loader):
    with zoo.Machine(loader) as m:
        seen = m.start(env=m.put(row), program=program,
                       limit=LIMIT if row.verdict == "hang" else limit(loader))
        # One that tells no name to this loader may tell it to another one.
        also = [] if row.kind == "layer" else \
            [name for name in row.shows if not name.startswith("(")]
        outcome = judge(seen, also=also)
        if row.kind == "layer" and seen.end == "well" and \
                not {"inner", "outer"} <= came_by(m):
            return "lost"
        return outcome


def run_thousand(loader):
    with zoo.Machine(loader) as m:
        for number in range(1000):
            m.icd(f"{number:04}.icd", shutil.copy(m.fake("a"), m.path(f"lib{number:04}.so")))
        seen = m.start(env={"FAKE_LOG": None}, limit=60)
        if seen.end == "well" and len(seen.names) != 1000:
            return "lost"
        return judge(seen, good=["a"])


def run_manifest(make, also, loader):
    with zoo.Machine(loader) as m:
        test_manifests.make_libraries(m)
        m.icd("1.icd", m.fake("b"))
        make(m, os.path.join(m.vendors, "5.icd"))
        m.icd("9.icd", m.fake("c"))
        return judge(m.start(limit=limit(loader)), good=["b", "c"], also=also)


def run_many_files(loader):
    """10,000 files, of which two name drivers."""
    with zoo.Machine(loader) as m:
        for number in range(10000):
            m.icd(f"{number:05}.icd", "/nowhere/at/all.so")
        m.icd("00000.icd", m.fake("a"))
        m.icd("09999.icd", m.fake("b"))
        return judge(m.start(limit=60))


def run_settings(settings, loader):
    with zoo.Machine(loader) as m:
        m.drivers("a", "b")
        values = {name: value.format(vendors=m.vendors) for name, value in settings.items()}
        return judge(m.start(env=values, limit=limit(loader)))


def worst(outcomes):
    return min(outcomes, key=ORDER.index)


def run_race(drivers, loader):
    def once():
        with zoo.Machine(loader) as m:
            m.drivers(*drivers)
            seen = m.start("race", limit=limit(loader) + 2)
            if [line for line in seen.lines if line[0] == "thread" and line[1:] != ["0", "2"]]:
                return worst([judge(seen, good=drivers), "failed"])
            return judge(seen, good=drivers)
    return worst([once() for _ in range(ROUNDS)])


def run_fork(loader):
    """A child that is forked while another thread loads the drivers: it must get an answer."""
    with zoo.Machine(loader) as m:
        m.drivers("a", "slow", "b")
        seen = m.start("fork", limit=limit(loader) + 4)
        child = [line[1:] for line in seen.lines if line[0] == "child"]
        return judge(seen) if child == [["exit", "0"]] else "hang"


def run_signal(loader):
    with zoo.Machine(loader) as m:
        m.drivers("a", "slow", "b")
        seen = m.start("signal", limit=limit(loader))
        answered = [line for line in seen.lines if line[0] == "handler" and line[1] != "1"]
        return judge(seen) if answered or seen.end != "well" else "failed"


def raw(content):
    return lambda m, path: m.write(path, content.replace(b"{root}", os.fsencode(m.root)))


def special(make):
    return lambda m, path: make(path)


SETTINGS = [
    ("a default platform that there is not", {"OCL_ICD_DEFAULT_PLATFORM": "99"}),
    ("a default platform that is no number", {"OCL_ICD_DEFAULT_PLATFORM": "-1x"}),
    ("an order that there is not", {"OCL_ICD_PLATFORM_SORT": "backwards"}),
    ("a log that is no number", {"OCL_ICD_DEBUG": "loud"}),
    ("a slash behind the directory", {"OCL_ICD_VENDORS": "{vendors}/"}),
    ("a layer that is not there", {"OPENCL_LAYERS": "/nowhere/layer.so"}),
    ("empty names of layers", {"OPENCL_LAYERS": "::"}),
    ("a directory as layer", {"OPENCL_LAYERS": "/usr"}),
]


def all_cases():
    for row in zoo.ROWS:
        for program in row.programs:
            yield Case(row.harm, f"{row} {program}",
                       lambda loader, row=row, program=program: run_row(row, program, loader))
        if row.name == "200_platforms":
            yield Case("drivers: a thousand of them", "a thousand", run_thousand)
    kind = "files: blanks, comments, a byte order mark, line ends of Windows"
    for title, content in test_manifests.GOOD:
        yield Case(kind, title, lambda loader, content=content:
                   run_manifest(raw(content), ["a"], loader))
    kind = "files: empty, binary, too long, or the library is not to be had"
    for title, content, _ in test_manifests.BAD:
        yield Case(kind, title, lambda loader, content=content:
                   run_manifest(raw(content), [], loader))
    kind = "files: a FIFO, directory, socket, device or link to nowhere"
    for title, make, _ in test_manifests.SPECIAL:
        yield Case(kind, title, lambda loader, make=make:
                   run_manifest(special(make), [], loader))
    yield Case("files: 10,000 of them", "10,000 files", run_many_files)
    for title, settings in SETTINGS:
        yield Case("settings: a value that makes no sense", title,
                   lambda loader, settings=settings: run_settings(settings, loader))
    kind = "threads: 64 make the first call at once"
    yield Case(kind, "quick drivers", lambda loader: run_race(["a", "b"], loader))
    yield Case(kind, "a slow driver", lambda loader: run_race(["a", "slow"], loader))
    yield Case("threads: a process forks while one makes the first call", "fork", run_fork)
    yield Case("signals: a handler calls OpenCL while its thread makes the first call", "signal",
               run_signal)


# ---- the table ----

def words(outcomes):
    """What became of the cases of one kind, in a cell."""
    counts = collections.Counter(outcomes)
    parts = [f"{counts[outcome]} {one if counts[outcome] == 1 else several}"
             for outcome, one, several in reversed(OUTCOMES) if counts[outcome]]
    if list(counts) == ["works"]:
        return "works" if len(outcomes) == 1 else "all work"
    return ", ".join(parts) if len(outcomes) > 1 else parts[0][2:]


def run_all(loader, verbose):
    kinds = {}
    for case in all_cases():
        outcome = case.run(loader)
        if verbose:
            print(f"{outcome:9} {case.harm}: {case.name}", flush=True)
        kinds.setdefault(case.harm, []).append(outcome)
    return kinds


def version_of_other():
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "ocl-icd-libopencl1"],
                          capture_output=True, text=True, check=False)
    return f"ocl-icd {done.stdout}" if OTHER == DEBIAN and done.returncode == 0 else OTHER


def make_table(ours, theirs):
    lines = [f"| Harm | Cases | clrelay | Debian's loader ({version_of_other()}) |",
             "|---|---|---|---|"]
    for harm, outcomes in [*ours.items(), ("All", sum(ours.values(), []))]:
        other = theirs[harm] if harm in theirs else sum(theirs.values(), [])
        lines.append(f"| {harm[:1].upper()}{harm[1:]} | {len(outcomes)} | {words(outcomes)} "
                     f"| {words(other)} |")
    return "\n".join(lines) + "\n"


def parts_of_document():
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    table, behind = rest.split(END)
    return before, table, behind


def columns(table, count):
    """The first columns of each row: those that do not depend on Debian's loader."""
    rows = [re.split(r" *\| *", line)[1:count + 1] for line in table.splitlines() if line]
    return [row for row in rows if not row[0].startswith("-")]


def main():
    mode = sys.argv[2] if len(sys.argv) > 2 else "--print"
    other = os.path.exists(OTHER)
    if BUILD.sanitizers or BUILD.foreign:
        print("skipped: the table is about the library as it is installed")
        sys.exit(machine.SKIPPED)
    if mode == "--write" and not other:
        sys.exit(f"there is no {OTHER}")
    ours = run_all(BUILD.library, mode == "--print")
    if mode == "--check":
        table = make_table(ours, ours)
        _, documented, _ = parts_of_document()
        want, have = columns(table, 3), columns(documented, 3)
        for row in want:
            if row not in have:
                print("the document lacks:", row)
        if want != have:
            sys.exit("doc/testing.md has another table: make the target zoo-table")
        return
    theirs = run_all(OTHER, mode == "--print") if other else {}
    table = make_table(ours, theirs)
    if mode == "--print":
        print(table)
        return
    before, _, behind = parts_of_document()
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n" + table + "\n" + END + behind)


if __name__ == "__main__":
    main()
