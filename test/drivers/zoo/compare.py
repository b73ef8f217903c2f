# SPDX-License-Identifier: Apache-2.0
"""Runs one program with the same drivers under this loader and under Debian's, and compares the results: the
table in doc/testing.md. ../../run.py runs this script:

    run.py BUILD drivers/zoo/compare.py [WORD]     prints the result of each case, or of those with WORD in the harm
    run.py BUILD drivers/zoo/compare.py --write    writes the table into doc/testing.md
    run.py BUILD drivers/zoo/compare.py --check    fails if that table differs

Debian's loader is in the package ocl-icd-libopencl1; the build's option CLRELAY_OTHER_LOADER names another
library. Each case runs in a process of its own. A case that takes longer than three seconds counts as a hang.
"""

import collections
import functools
import os
import re
import subprocess
import sys

import cases
import sandbox
from cases import BUILD, OTHER, OUTCOMES

DOCUMENT = os.path.join(BUILD.source, "doc", "testing.md")
BEGIN = "<!-- The table: made by test/drivers/zoo/compare.py -->\n"
END = "<!-- The end of the table -->\n"


# ---- the table ----

def words(outcomes):
    """Returns a cell: what became of the cases of one kind."""
    counts = collections.Counter(outcomes)
    parts = [f"{counts[outcome]} {one if counts[outcome] == 1 else several}"
             for outcome, one, several in reversed(OUTCOMES) if counts[outcome]]
    if list(counts) == ["works"]:
        return "works" if len(outcomes) == 1 else "all work"
    return ", ".join(parts) if len(outcomes) > 1 else parts[0][2:]


def run_all(chosen, loader, verbose):
    kinds = {}
    for case in chosen:
        outcome = case.run(loader)
        if verbose:
            print(f"{outcome:9} {case.harm}: {case.name}", flush=True)
        kinds.setdefault(case.harm, []).append(outcome)
    return kinds


def version_of_other():
    name = "ocl-icd-libopencl1"
    query = functools.partial(subprocess.run, capture_output=True, text=True, check=False)
    owner = query(["dpkg-query", "-S", os.path.realpath(OTHER)]).stdout
    version = query(["dpkg-query", "-W", "-f", "${Version}", name]).stdout
    return f"ocl-icd {version}" if owner.startswith(name) and version else OTHER


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
    """Returns the first columns of each row, which do not depend on Debian's loader."""
    rows = [re.split(r" *\| *", line)[1:count + 1] for line in table.splitlines() if line]
    return [row for row in rows if not row[0].startswith("-")]


def main():
    argument = sys.argv[2] if len(sys.argv) > 2 else ""
    mode, word = (argument, "") if argument.startswith("--") else ("--print", argument)
    other = not sandbox.why_no_other_loader()
    if BUILD.sanitizers or BUILD.foreign:
        print("skipped: the table is about the library as it is installed")
        sys.exit(sandbox.SKIPPED)
    chosen, complete = cases.all_cases()
    if mode == "--write" and not complete:
        sys.exit(f"this needs root's rights, setpriv, setcap, and another loader")
    # The table leaves out what privileged programs do under other loaders: not every system has the fixed versions.
    chosen = [case for case in chosen if word in case.harm
              and (mode == "--print" or not case.harm.startswith("privilege"))]
    ours = run_all(chosen, BUILD.library, mode == "--print")
    if mode == "--check":
        table = make_table(ours, ours)
        _, documented, _ = parts_of_document()
        want, have = columns(table, 3), columns(documented, 3)
        if not complete:
            print("without root's rights, or another loader, not all cases can be tried")
            want.pop()  # the sum
            have = [row for row in have if row[0] in [mine[0] for mine in want]]
        for row in want:
            if row not in have:
                print("the document lacks:", row)
        if want != have:
            sys.exit("doc/testing.md has another table: make the target zoo-table")
        return
    theirs = run_all(chosen, OTHER, mode == "--print") if other else {}
    table = make_table(ours, theirs)
    if mode == "--print":
        print(table)
        return
    before, _, behind = parts_of_document()
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n" + table + "\n" + END + behind)


if __name__ == "__main__":
    main()
