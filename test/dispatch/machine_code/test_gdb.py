# SPDX-License-Identifier: Apache-2.0
"""A debugger shows the application as the driver's caller, also at each instruction of the loader in between."""

import os

import machine_code
from machine_code import BUILD


class Debugger(machine_code.Case):
    def check(self, program, drivers):
        machine_code.native()
        gdb = machine_code.tool("gdb")
        answer = machine_code.run([gdb, "-nx", "-batch", "-ex", "python print('yes')"], code=None)
        machine_code.need(answer.strip() == "yes", "gdb has no Python")
        script = os.path.join(BUILD.test, "dispatch", "machine_code", "gdb_script.py")
        text = machine_code.run([gdb, "-nx", "-batch", "-x", script, "--args", program, drivers[0], "step"],
                                machine_code.environment(drivers, LD_BIND_NOW="1"), code=None)
        told = [line[line.index(word):] for line in text.splitlines()
                for word in ("reached ", "WRONG", "CANNOT") if word in line]
        print("\n".join(told or text.splitlines()[-20:]))
        machine_code.need("CANNOT RUN" not in text and "ptrace" not in text, "gdb may not trace here")
        self.assertNotIn("WRONG", text)
        # The first call is resolved before the search for drivers. The second one goes the way that the drivers
        # require.
        self.assertEqual(text.count("reached clFlush_own from application_1:"), 2)
        self.assertEqual(text.count("reached clEnqueueCopyBufferRect_own from application_13:"), 2)

    def programs(self):
        return [program for program in (BUILD.unwind, BUILD.c_unwind) if program]

    def test_straight(self):
        for program in self.programs():
            self.check(program, [BUILD.witness])

    def test_checked(self):
        for program in self.programs():
            self.check(program, [BUILD.witness, BUILD.witness_null_slots])

    def test_icd2(self):
        for program in self.programs():
            self.check(program, [BUILD.witness_icd2])
