# SPDX-License-Identifier: Apache-2.0
"""A test names each verdict and setting of the loader, and each cause of the doctor. The loader's and the tools' lists
have their tests in their own trees.

The argument is the folder of the sources."""

import os
import re
import sys

import comparison

# The list, the start of its rows, and the folders of its tests.
LISTS = [("loader/base/verdicts.h", r"VERDICT\((\w+)", ("test", "tools/test")),
         ("loader/base/setting_rows.h", r'SETTING\(\w+, "(\w+)"', ("test",)),
         ("tools/doctor/causes.h", r"CAUSE\((\w+)", ("tools/test",))]
# Rows that no test can name, with the reason.
REASONS = {"OUT_OF_MEMORY": "faults.all lets each request for memory fail, and looks that the loader goes on"}

facts = comparison.Comparison()


def words_of_tests(*folders):
    """Returns all words of the tests in the folders, except those in project/, which contain lists."""
    found = set()
    for folder in folders:
        for here, _, names in os.walk(os.path.join(facts.source, folder)):
            for name in names if os.path.basename(here) != "project" else []:
                if name.endswith((".c", ".h", ".py", ".txt", ".tsv")):
                    found.update(re.findall(r"\w+", facts.read(here, name)))
    return found


for path, row, tests in LISTS:
    rows = re.findall("^" + row, facts.read(path), flags=re.M)
    named = words_of_tests(*tests)
    facts.check(len(rows) > 10, f"{path} was not read")
    for name in rows:
        facts.check(name in named or name in REASONS, f"{path}: no test in {' or '.join(tests)} names {name}")
        facts.check(name not in named or name not in REASONS, f"test/project/named.py: a test names {name}: its reason goes")
sys.exit(facts.failures > 0)
