# SPDX-License-Identifier: Apache-2.0
"""The conditions of the specification and the rows that judge them. errors.tsv beside this has the facts: what each
function's errors are for, in the specification's order; a line for each part that is judged by itself. For each line
that anybody can judge there is a row with the same error at its place."""

import collections
import csv
import json
import os
import re
import subprocess
import sys

import sandbox
from sandbox import BUILD

FACTS = sandbox.read_facts("check")
LIST = os.path.join(BUILD.source, "test", "check", "errors.tsv")
WINDOWS = re.compile("D3D1[01]|DX9Media")  # functions that exist there alone


def by_function(items):
    found = collections.defaultdict(list)
    for it in items:
        found[it["function"]].append(it)
    return found


def read_tables():
    return json.loads(sandbox.run([*BUILD.emulator, FACTS["tool"], "check", "--list", "--json"]))


def read_rows():
    return [it for it in read_tables()["conditions"] if it["error"] != "CL_SUCCESS"]


def read_lines():
    with open(LIST, encoding="utf-8", newline="") as file:
        return [it for it in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if BUILD.windows or not WINDOWS.search(it["function"])]


class Conditions(sandbox.Case):
    def test_list(self):
        """There may be more rows than lines: some refine the one before them."""
        rows = by_function(read_rows())
        for function, lines in by_function(read_lines()).items():
            with self.row(function):
                left = iter(it["error"] for it in rows[function])
                missing = [f"{it['error']}: {it['words']}" for it in lines
                           if not it["nobody"] and it["error"] not in left]
                self.assertEqual(missing, [], f"the rows of {function} lack one of the first of these, or before it")

    def test_lines(self):
        """Each says something, and where the specification says it."""
        for it in read_lines():
            with self.row(it["function"]):
                self.assertRegex(it["error"], r"^CL_[A-Z0-9_]+$")
                self.assertRegex(it["section"], r"^(\d+(\.\d+)+|cl_[a-z0-9_]+)$")
                self.assertRegex(it["words"], r"\w{2}.{3}")

    def test_judged(self):
        """What the layer can judge is no less than it was."""
        driver = collections.Counter(it["judge"] == "driver" for it in read_rows())
        self.assertGreater(driver[False], 3 * driver[True])

    def test_page(self):
        """The page of documentation has each row."""
        done = subprocess.run([sys.executable, os.path.join(BUILD.source, "doc", "checks.py"), FACTS["tool"]],
                              text=True, stdout=subprocess.PIPE, check=True)
        tables = read_tables()
        self.assertEqual(done.stdout.count("\n| `CLR-"), len(tables["identities"]))
        self.assertEqual(done.stdout.count("\n| `CL_"), len(tables["conditions"]))


if __name__ == "__main__":
    sandbox.main()
