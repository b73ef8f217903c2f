# SPDX-License-Identifier: Apache-2.0
"""The instructions that the loader adds to a call. callgrind counts the same each time, and the disassembly shows them
for all functions."""

import json
import os
import re

import machine_code
from cost import counts
from machine_code import BUILD, fake

# The most instructions for each of counts.CASES, with 1, 4, 6, 9 and 13 arguments.
LIMITS = {
    "straight": 8,
    "a layer that does not intercept": 8,
    "a NULL slot in another driver": 16,
    "icd 2.0": 16,
    "icd 2.0, and a NULL slot in another driver": 16,
    "beside 1 table with its end resolved": 80,
    "beside 7 tables with their ends resolved": 80,
    "foreign-bound slot, 1 platform": 80,
    "foreign-bound slot, 8 platforms": 80,
}


def layers(*names):
    return ":".join(os.path.join(BUILD.layers, f"liblayer_{name}.so") for name in names)


# The same beside other drivers, and with other layers: a case, and its limits.
MORE = [
    (("beside two platforms", ["plain", fake("two")], 0, False), 5 * [8]),
    (("past a layer and a copy", ["plain"], 0, layers("copies_all", "one")), 5 * [8]),
    (("a NULL slot of one function in another driver", ["plain", fake("null_flush")], 0, False), [16, 8, 8, 8, 8]),
    (("icd 2.0 and an old one", ["icd2", "plain"], 0, False), 5 * [16]),
    (("an old one beside icd 2.0", ["icd2", "plain"], 1, False), 5 * [16]),
    (("icd 2.0, and a NULL slot of one function", ["icd2", fake("null_flush")], 0, False), 5 * [16]),
    (("icd 2.0 past a layer", ["icd2"], 0, layers("one")), 5 * [16]),
    (("refused icd 2.0", ["plain", fake("icd2_set_fails")], 0, False), 5 * [8]),
    (("icd 2.0 refused later", ["plain", fake("icd2_no_icd")], 0, False), 5 * [8]),
]

# The most instructions that compilers need, with all arguments in registers.
C_LIMITS = {"straight": 9, "a NULL slot in another driver": 18, "icd 2.0": 20}


class Cost(machine_code.Case):
    def setUp(self):
        super().setUp()
        machine_code.native()
        machine_code.need(BUILD.host == "x86_64", "the limits are those of x86-64")
        machine_code.need(BUILD.optimised, "not an optimised build")

    def count(self, library, cases):
        """Returns {case: [instructions for each number of arguments]}."""
        machine_code.tool("valgrind")
        machine_code.need(BUILD.cost, "what is counted was not built")
        with open(BUILD.cost, encoding="utf-8") as file:
            counter = counts.Counter(json.load(file), self.folder)
        library = counter.without_debug_information(library)
        added = {case[0]: counter.added(library, case) for case in cases}
        for title, row in added.items():
            print(f"{title}: {row}")
            self.assertTrue(row, f"{title}: the calls fail")
        return added

    def test_counted(self):
        machine_code.need(BUILD.assembler, "the library is all C")
        limits = {title: 5 * [limit] for title, limit in LIMITS.items()} | {case[0]: limit for case, limit in MORE}
        cases = counts.CASES + [case for case, _ in MORE]
        for title, row in self.count(BUILD.library, cases).items():
            for arguments, added, limit in zip(counts.ARGUMENTS, row, limits[title]):
                with self.subTest(f"{title}, {arguments} arguments"):
                    self.assertGreater(added, 0)
                    self.assertLessEqual(added, limit)

    def test_counted_in_c(self):
        cases = [case for case in counts.CASES if case[0] in C_LIMITS]
        for title, row in self.count(BUILD.c_library or BUILD.library, cases).items():
            for arguments, added in zip(counts.ARGUMENTS, row):
                if arguments > 6:
                    continue # gcc copies the arguments on the stack
                with self.subTest(f"{title}, {arguments} arguments"):
                    self.assertLessEqual(added, C_LIMITS[title])

    def test_disassembly(self):
        """Each function takes at most 8 instructions in a row."""
        machine_code.need(BUILD.assembler, "the library is all C")
        functions = machine_code.instructions(machine_code.tool(BUILD.objdump), BUILD.library)
        names = machine_code.by_handle()
        self.assertGreater(len(names), 120)
        for name in names:
            with self.subTest(name):
                code = functions[name]
                last = next(at for at, text in enumerate(code) if re.match(r"jmpq? \*", text))
                self.assertEqual(code[0], "endbr64")
                self.assertLessEqual(last + 1, 8, code)
                # The jump leads to the function in the driver's table, whatever that is.
                self.assertRegex(code[last], r"^jmpq? \*(0x)?[0-9a-f]*\(%r\w+\)$")
