# SPDX-License-Identifier: Apache-2.0
"""The conditions of the specification and the rows that judge them: for each line of the list of facts there is a
row with the same error, in the same order; what the layer can judge is no less than it was."""

import collections
import csv
import itertools
import json
import os
import subprocess
import sys

import sandbox
from sandbox import BUILD, need

FACTS = sandbox.read_facts("check")
LIST = os.path.join(BUILD.source, "..", "shared", "facts", "errors.tsv")
LEAST_JUDGED = 700  # lines of the list


def runs(errors):
    """Each error with how often it comes in a row."""
    return [(error, len(list(group))) for error, group in itertools.groupby(errors)]


def read_rows():
    tables = json.loads(sandbox.run([*BUILD.emulator, FACTS["tool"], "check", "--list", "--json"]))
    rows = collections.defaultdict(list)
    for it in tables["conditions"]:
        if it["error"] == "CL_SUCCESS":
            continue
        rows[it["function"]].append(it)
    return rows


class Conditions(sandbox.Case):
    def test_list(self):
        """A row may be followed by others that refine it, with the same error, and by some without any."""
        need(os.path.exists(LIST), f"there is no {LIST}")
        rows = read_rows()
        lines = collections.defaultdict(list)
        with open(LIST, encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                lines[line["function"]].append(line["error"])
        counted = collections.Counter()
        for function, errors in lines.items():
            mine, wanted = runs([it["error"] for it in rows[function]]), runs(errors)
            with self.row(function):
                self.assertTrue(mine, f"{function} has no rows: {len(errors)} are missing")
                self.assertEqual([error for error, _ in mine], [error for error, _ in wanted])
                self.assertEqual([(error, there, count) for (error, there), (_, count) in zip(mine, wanted)
                                  if there < count], [], "the error, its rows, and its lines")
            at = 0
            for (_, there), (_, count) in zip(mine, wanted):
                judges = [it["judge"] for it in rows[function][at:at + there]]
                left = [judge for judge in judges if judge in ("driver", "nobody")]
                counted.update(left)
                counted["judged"] += max(0, count - len(left))
                at += there
        total = sum(map(len, lines.values()))
        print(f"of {total} lines: {dict(counted)}", file=sys.stderr)
        self.assertGreaterEqual(counted["judged"], LEAST_JUDGED)

    def test_document(self):
        done = subprocess.run([sys.executable, os.path.join(BUILD.source, "doc", "checks.py"), FACTS["tool"],
                               "--check"], text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    sandbox.main()
