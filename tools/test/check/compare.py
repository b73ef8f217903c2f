# SPDX-License-Identifier: Apache-2.0
"""The cases of check_cases under clrelay check, oclgrind and PoCL with its own messages: the table in
tools/doc/checking.md. ../run.py runs this script:

    run.py BUILD check/compare.py [WORD]     prints the result of each case, or of those with WORD in the name
    run.py BUILD check/compare.py --write    writes the table into tools/doc/checking.md
    run.py BUILD check/compare.py --check    fails if the table there has other areas or numbers of cases

A tool has found a mistake if it says something about the wrong program that it does not say about the legal
neighbour, whatever it is. What it says about a legal neighbour is a false finding. A case that a tool's device
can't run, because the legal neighbour does not succeed there, counts as neither. Where the tool crashes or hangs
before it says anything, it has found nothing.
"""

import collections
import concurrent.futures
import datetime
import os
import re
import subprocess
import sys
import tempfile

import sandbox
import test_cases
from drivers import installed
from sandbox import BUILD, PATIENCE
from test_cases import CASES

DOCUMENT = os.path.join(BUILD.source, "tools", "doc", "checking.md")
BEGIN, END = "<!-- cases: begin -->\n", "<!-- cases: end -->\n"
SOURCES = os.path.join(BUILD.source, "tools", "test", "check")
LIMIT = 20 * PATIENCE  # seconds for one run; a program that takes longer hangs, which counts as a crash

# The areas of the table. Each has the cases below these headings in their sources.
AREAS = {
    "Objects used after their release": ["used after the last release"],
    "Objects released too often": ["released too often"],
    "Objects never released": ["never released"],
    "No objects, objects of another type": ["no object at all, or another one"],
    "Platforms, devices, contexts": ["platforms and devices", "contexts"],
    "Command queues and events": ["command queues", "events"],
    "Queries": ["queries"],
    "Buffers": ["buffers", "sub-buffers"],
    "Commands on memory": ["reading, writing, copying", "rectangles", "filling", "mapping", "other commands"],
    "Images, samplers, pipes": ["images", "samplers", "pipes"],
    "Shared virtual memory": ["shared virtual memory", "freed while it is used", "used or freed while it is mapped",
                              "memory that is not shared", "order of shared virtual memory"],
    "Programs": ["programs"],
    "Kernels and arguments": ["kernels", "arguments"],
    "Launches": ["launches", "what kernels do with their arguments"],
    "Kernels that write too far, with `--canaries`": ["overruns", "parts", "overruns in command buffers"],
    "Command buffers": ["command buffers", "order of command buffers", "kernels in command buffers"],
    "Order, threads, callbacks": ["callbacks and waiting", "flushes", "order", "order of kernels", "order of sub-buffers",
                                  "order of host memory", "host memory of two buffers",
                                  "host memory that is freed, with --frees",
                                  "mapped while a kernel runs", "mapped without blocking", "threads"],
    "Versions": ["versions"],
}

# The words of a tool for a feature that its device lacks.
LACKING = re.compile(r"Unimplemented|Not yet implemented")


# ---- the cases ----

def read_headings():
    """Returns the heading above each case in the sources."""
    headings = {}
    for name in sorted(os.listdir(SOURCES)):
        if not re.match(r"cases_\w+\.c$", name):
            continue
        heading = None
        with open(os.path.join(SOURCES, name), encoding="utf-8") as file:
            for line in file:
                if found := re.match(r"/\* ---- (.*?)(: .*)? ---- \*/$", line):
                    heading = found[1]
                elif found := re.match(r"(?:CASE|CALL|CASE_ON|RELEASED_TWICE|LEAKED|FREED_IN_USE)\((?:\"\w+\", )?(\w+),", line):
                    headings[found[1]] = heading
    return headings


def cases_by_area(cases):
    headings = read_headings()
    areas = {heading: area for area, those in AREAS.items() for heading in those}
    found = {area: [] for area in AREAS}
    for case in cases:
        if headings[case.name] not in areas:
            sys.exit(f"{case.name} is below the heading {headings[case.name]!r}: it needs an area in compare.py")
        found[areas[headings[case.name]]].append(case)
    return found


# ---- the tools: each returns "found", "missed", "crash" or "not run", and whether there was a false finding ----

def say(command, env):
    """Runs a program. Returns its exit status and the paragraphs of its standard error, without parts that differ from
    run to run."""
    done = subprocess.run(["timeout", "-s", "KILL", str(LIMIT), *command], env=env, text=True, errors="replace",
                          check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = re.sub(r"^\[[-0-9 :.]+\] (?=POCL: )", "\n", done.stderr, flags=re.M)
    said = re.sub(r"^(\*\* Final POCL_DEBUG flags|check_cases): .*$", "", said, flags=re.M)
    said = re.sub(r"0x[0-9a-f]+|\d+", "N", said)
    return done.returncode, collections.Counter(part.strip() for part in said.split("\n\n") if part.strip())


def judge(start, env, case):
    """The result of a tool that writes its findings to standard error."""
    code, legal = say([*start, CASES, case.name, "legal"], env)
    if code or any(LACKING.search(part) for part in legal):
        return "not run", False
    code, wrong = say([*start, CASES, case.name, "wrong"], env)
    if wrong - legal:
        return "found", bool(legal)
    return "crash" if code < 0 or code > 128 else "missed", bool(legal)


def under_check(environments, case):
    env = environments[case.driver]
    wrong, legal = (test_cases.check(case, kind, env) for kind in ("wrong", "legal"))
    return "missed" if wrong else "found", bool(legal)


def under_oclgrind(environments, case):
    return judge(["oclgrind", "--check-api", "--uninitialized", "--data-races"], environments["oclgrind"], case)


def under_pocl(environments, case):
    return judge([], {**environments["pocl"], "POCL_DEBUG": "error"}, case)


TOOLS = {"clrelay check": under_check, "oclgrind": under_oclgrind, "PoCL": under_pocl}


def run_all(cases, verbose):
    """Returns the results by tool and by name of the case."""
    results = {tool: {} for tool in TOOLS}
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(max_workers=min(4, os.cpu_count())) as pool:
        environments = {driver: test_cases.environment(folder, driver) for driver in ("pocl", "oclgrind")}
        for tool, run in TOOLS.items():
            answers = {case.name: pool.submit(run, environments, case) for case in cases}
            for name, answer in answers.items():
                results[tool][name] = answer.result()
                if verbose:
                    outcome, false = answer.result()
                    print(f"{tool:14} {outcome:8} {'false ' if false else '      '} {name}", flush=True)
    return results


# ---- the table ----

def count(results, cases, wanted):
    return sum(results[case.name][0] == wanted for case in cases)


def make_row(area, cases, results):
    cells = [area, len(cases)]
    for tool in TOOLS:
        mine = results[tool]
        cells.append(count(mine, cases, "found"))
        cells.append(sum(mine[case.name][1] for case in cases))
        if tool != "clrelay check":
            cells += [count(mine, cases, "crash"), count(mine, cases, "not run")]
    return "| " + " | ".join(map(str, cells)) + " |"


def version(package):
    return sandbox.run(["dpkg-query", "-W", "-f", "${Version}", package])


def make_table(areas, results):
    today = datetime.date.today()
    lines = [f"On {today.day} {today:%B %Y}, with oclgrind {version('oclgrind')} and PoCL "
             f"{version('pocl-opencl-icd')} of Debian:",
             "",
             "| | cases | check: found | false | oclgrind: found | false | crashes | can't run "
             "| PoCL: found | false | crashes | can't run |",
             "|---" + "|---:" * 11 + "|"]
    lines += [make_row(area, cases, results) for area, cases in areas.items()]
    lines.append(make_row("All", sum(areas.values(), []), results))
    return "\n".join(lines) + "\n"


def parts_of_document():
    with open(DOCUMENT, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    table, behind = rest.split(END)
    return before, table, behind


def check_document(areas):
    """Checks the parts of the table that do not depend on the installed tools."""
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \|", parts_of_document()[1], re.M)
    wanted = [(area, str(len(cases))) for area, cases in areas.items()]
    wanted.append(("All", str(sum(map(len, areas.values())))))
    if rows != wanted:
        print("tools/doc/checking.md has ", rows, "\nthe cases are ", wanted, sep="")
        sys.exit("tools/doc/checking.md has another table: make the target check-table")


def main():
    argument = sys.argv[2] if len(sys.argv) > 2 else ""
    areas = cases_by_area(test_cases.read_cases())
    if argument == "--check":
        return check_document(areas)
    for driver in "oclgrind", "pocl":
        if not installed.find(driver):
            sys.exit(installed.missing(driver))
    chosen = [case for cases in areas.values() for case in cases
              if argument.startswith("--") or argument in case.name]
    results = run_all(chosen, argument != "--write")
    if argument == "--write":
        before, _, behind = parts_of_document()
        with open(DOCUMENT, "w", encoding="utf-8") as file:
            file.write(before + BEGIN + "\n" + make_table(areas, results) + "\n" + END + behind)
    return None


if __name__ == "__main__":
    main()
