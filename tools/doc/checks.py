#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a page of documentation, checks.md, from the answers of this clrelay: what `clrelay check` finds, and who
checks each condition of the specification:

    checks.py CLRELAY >checks.md
"""
import json
import subprocess
import sys

BEGIN = """<!-- Made by checks.py. -->
# What `clrelay check` finds

[clrelay-check(1)](man/clrelay-check.1) describes the command. `clrelay check --explain ID` shows what this page says
about one finding. The page is generated from the tables in `tools/layers/check/`, and so are the checks. Words in capitals
stand for values.

## Findings

The level of a finding: *error*: it is against the specification, or a call has failed; *portability*: other devices
or drivers may refuse it; *leak*: something is never released; *note*: it may be intended.

Sections are those of SPECIFICATION, with its extensions. Where a finding has none of its own, the conditions below say it.

| Finding | Level | What is wrong | What to do | Section |
|---|---|---|---|---|
"""
CONDITIONS = """
## Conditions

For each function, these are the conditions for which the specification names an error, in its order. The second
column says who checks a condition:

- *before*: the layer, before the call gets to the driver.
- *after*: the layer, once the call has failed with this error, because the condition takes long to check, or because
  drivers may allow more. Some of these conditions explain a failure whatever error the driver returns: limits of
  devices, programs that were not built.
- *driver*: only the driver can check it.

In every call, the layer checks that each handle belongs to a living object of the right type. Where the handle must
not be NULL either, a row says so.

"""


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace("{", "&#123;") if text else ""


def code(text):
    return "`" + text.replace("|", "\\|") + "`"


def section_of(row):
    return (row["section"] or "").replace("section ", "").replace("extension ", "")


def finding_row(finding):
    section = section_of(finding)
    return (f"| {code(finding['identity'])} | {finding['level']} | {cell(finding['text'])} | {cell(finding['advice'])} "
            f"| {section} |\n")


def condition_row(condition):
    judge = {"handle": "before"}.get(condition["judge"], condition["judge"])
    what = code(condition["identity"]) if condition["identity"] else cell(condition["condition"])
    return f"| {code(condition['error'])} | {judge} | {what} | {section_of(condition)} |\n"


def counts(conditions):
    number = {}
    for condition in conditions:
        number[condition["judge"]] = number.get(condition["judge"], 0) + 1
    before = number.get("before", 0) + number.get("handle", 0)
    after = number.get("after", 0)
    return (f"Of {len(conditions)} rows, the layer checks {before} before the call and {after} after it has failed, "
            f"and the driver {number.get('driver', 0)}.\n")


def page(tables):
    text = BEGIN.replace("SPECIFICATION", tables["specification"])
    text += "".join(finding_row(identity) for identity in tables["identities"])
    text += CONDITIONS + counts(tables["conditions"])
    last = None
    for condition in tables["conditions"]:
        if condition["function"] != last:
            last = condition["function"]
            text += f"\n### {last}\n\n| Error | Checked by | Condition | Section |\n|---|---|---|---|\n"
        text += condition_row(condition)
    return text


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    answer = subprocess.run([sys.argv[1], "check", "--list", "--json"], stdout=subprocess.PIPE, check=True)
    print(page(json.loads(answer.stdout)), end="")


main()
