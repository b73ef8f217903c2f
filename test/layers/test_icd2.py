# SPDX-License-Identifier: Apache-2.0
"""Drivers of cl_khr_icd 2.0: which ones the loader accepts, and what it asks them for."""

import os
import re

import layered
import sandbox

BUILD = sandbox.BUILD


def several(name, *numbers):
    return [f"{name} {number}" for number in numbers]


# Driver, its platforms, verdict, a word of the message. The refused drivers are in ../drivers/zoo.
ROWS = [
    ("icd2_a", ["icd2_a"], "LOADED", ""),
    ("icd2_full", ["icd2_full"], "LOADED", ""),
    ("icd2_three", several("icd2_three", 0, 1, 2), "LOADED", ""),
    ("icd2_65", several("icd2_65", *range(65)), "LOADED", ""),
    ("icd2_200", several("icd2_200", *range(200)), "LOADED", ""),
]


def function_names():
    """Returns the functions of loader/api/entry_points.h that exist here, in slot order."""
    with open(os.path.join(BUILD.source, "loader", "api", "entry_points.h"), encoding="utf-8") as file:
        text = re.sub(r"#ifdef _WIN32\n.*?#(else|endif)", "", file.read(), flags=re.S)
    return re.findall(r"^BY_\w+\(\w+, [^,]+, (cl\w+),", text, re.M)


class Accepting(sandbox.Case, machine=layered.Machine):
    def test_rows(self):
        for driver, names, verdict, word in ROWS:
            with self.row(driver), layered.Machine() as m:
                m.drivers("a", driver, "icd2_full_lacks")
                result = m.run("platforms")
                self.assertEqual(result.names, ["a", *names, "icd2_full_lacks"], result.trace)
                self.check_verdict(result, m.path("vendors", "001.icd"), verdict)
                self.assertTrue([line for line in result.trace if "001.icd" in line
                                 and word in line], (word, result.trace))

    def test_all_at_once(self, m):
        """There are many platforms, some of them refused: records that the drivers hold stay where they are."""
        m.drivers(*[driver for driver, _, _, _ in ROWS])
        for order in "none", "devices":
            with self.row(order):
                result = m.run("platforms", "devices", "platforms",
                               env={"OCL_ICD_PLATFORM_SORT": order})
                names = [name for _, all_, _, _ in ROWS for name in all_]
                self.assertEqual(result.names, 2 * names)
                self.assertEqual({tuple(fields) for fields in result.answers("devices")
                                  if fields != ["-59", "-59", "-59"]}, {("1", "-1", "-1")})

    def test_sorted(self, m):
        """Platforms that change places keep their tables."""
        m.drivers("icd2_a", "icd2_gpus", "a", "icd2_65")
        result = m.run("platforms", "context", "is:0", "context", "is:1",
                       env={"OCL_ICD_PLATFORM_SORT": "devices"})
        self.assertEqual(result.names, ["icd2_gpus", "icd2_a", "a",
                                        *several("icd2_65", *range(65))])
        self.assertEqual(result.answers("context"),
                         [["is:0", "0", "icd2_gpus"], ["is:1", "0", "icd2_a"]])

    def test_words(self, m):
        """The log never claims that an accepted driver lacks something."""
        m.drivers("icd2_a")
        result = m.run("platforms", env={"OCL_ICD_DEBUG": "15"})
        self.assertFalse([line for line in result.trace if "missing" in line])
        m.drivers("icd2_full_lacks")
        result = m.run("platforms", env={"OCL_ICD_DEBUG": "15"})
        self.assertEqual(len([line for line in result.trace if "clFlush is missing" in line]),
                         1)


class Asking(sandbox.Case, machine=layered.Machine):
    def test_once_for_each(self, m):
        names = function_names()
        self.assertIn("clSetContextDestructorCallback", names)
        m.drivers("icd2_three", "old_with_functions")
        result = m.run("platforms", "devices", "null", "context", "is:2", "platforms")
        for platform in "0", "1", "2":
            asked = [name for index, name in result.happened("get", "icd2_three")
                     if index == platform]
            self.assertEqual(sorted(asked), sorted(names))
            self.assertEqual(result.happened("set", "icd2_three").count([platform]), 1)
        self.assertEqual(result.happened("get", "old_with_functions"), [])
        self.assertEqual(result.happened("set", "old_with_functions"), [])

    def test_order(self, m):
        """The loader completes the table before it gives it away, and gives it away before it uses it."""
        m.drivers("icd2_a")
        result = m.run("platforms")
        count = len(function_names())
        kinds = [event[0] for event in result.events
                 if event[0] in ("get", "set", "info") and event[1] == "icd2_a"]
        self.assertEqual(kinds[:count], ["get"] * count)
        self.assertEqual(kinds[count], "set")
        self.assertEqual(set(kinds[count + 1:]), {"info"})

    def test_not_more_than_needed(self):
        """If the tags or one of the two functions are missing, the loader asks no driver for functions."""
        for driver in "icd2_no_get", "icd2_no_set", "icd2_tag_0", "icd2_tag_31":
            with self.row(driver), layered.Machine() as m:
                m.drivers(driver)
                result = m.run("platforms")
                self.assertEqual(result.happened("get") + result.happened("set"), [])
