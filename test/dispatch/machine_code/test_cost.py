# SPDX-License-Identifier: Apache-2.0
"""The instructions that the loader adds to a call. callgrind counts the same each time, and the disassembly shows them
for all functions."""

import json
import re

import machine_code
from cost import counts
from machine_code import BUILD

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
        for title, row in self.count(BUILD.library, counts.CASES).items():
            for arguments, added in zip(counts.ARGUMENTS, row):
                with self.subTest(f"{title}, {arguments} arguments"):
                    self.assertGreater(added, 0)
                    self.assertLessEqual(added, LIMITS[title])

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
