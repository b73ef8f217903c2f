# SPDX-License-Identifier: Apache-2.0
"""The conditions of the specification and the rows that check them. errors.tsv beside this has the facts: what each
function's errors are for, in the specification's order; a line for each part that is checked by itself. For each line
that can be checked there is a row with the same error at the same position."""

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
LIST = os.path.join(BUILD.source, "tools", "test", "check", "errors.tsv")

# Extensions that add errors to functions which are not theirs.
EXTENSIONS = {
    "cl_ext_buffer_device_address", "cl_ext_immutable_memory_objects", "cl_khr_command_buffer_multi_device",
    "cl_khr_external_memory", "cl_khr_external_memory_android_hardware_buffer", "cl_khr_external_semaphore",
    "cl_khr_gl_sharing", "cl_khr_terminate_context",
}
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
                           if not it["unchecked"] and it["error"] not in left]
                self.assertEqual(missing, [], f"the rows of {function} lack one of the first of these, or before it")

    def test_functions(self):
        """No function has rows alone."""
        self.assertLessEqual(by_function(read_rows()).keys(), by_function(read_lines()).keys())

    def test_lines(self):
        """Each says something, and where the specification says it."""
        for it in read_lines():
            with self.row(it["function"]):
                self.assertRegex(it["error"], r"^CL_[A-Z0-9_]+$")
                self.assertRegex(it["section"], r"^(\d+(\.\d+)+|cl_[a-z0-9_]+)$")
                self.assertRegex(it["words"], r"\w{2}.{3}")

    def test_sections(self):
        """A condition's section is the one that its line stands in, a part of it, or an extension that adds an error."""
        stands = {(it["function"], it["error"]): it["section"] for it in read_lines()}
        for it in read_rows():
            wanted = stands.get((it["function"], it["error"]))
            word, _, section = (it["section"] or "").partition(" ")
            with self.row((it["function"], it["error"], it["identity"])):
                self.assertEqual(word, "extension" if section.startswith("cl_") else "section")
                if wanted and section not in EXTENSIONS:
                    self.assertTrue(f"{section}.".startswith(f"{wanted}."), f"{section} instead of {wanted}")

    def test_edition(self):
        """The page says of which edition the sections are."""
        for page in "checking.md", "man/clrelay-check.1":
            with self.row(page), open(os.path.join(BUILD.source, "tools", "doc", page), encoding="utf-8") as file:
                self.assertRegex(file.read(), f"of {re.escape(read_tables()['specification'])}\\b")

    def test_checked(self):
        """What the layer can check is no less than it was."""
        driver = collections.Counter(it["judge"] == "driver" for it in read_rows())
        self.assertGreater(driver[False], 3 * driver[True])

    def test_page(self):
        """The page of documentation has each row."""
        done = subprocess.run([sys.executable, os.path.join(BUILD.source, "tools", "doc", "checks.py"), FACTS["tool"]],
                              text=True, stdout=subprocess.PIPE, check=True)
        tables = read_tables()
        self.assertEqual(done.stdout.count("\n| `CLR-"), len(tables["identities"]))
        self.assertEqual(done.stdout.count("\n| `CL_"), len(tables["conditions"]))
