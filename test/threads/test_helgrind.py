# SPDX-License-Identifier: Apache-2.0
"""The race of the first calls under valgrind's helgrind: it finds none, and is told to suppress
nothing. The library is one that tells it what C's atomics mean (loader/races.h)."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "whole"))
PROGRAM = sys.argv.pop(2)
import machine  # noqa: E402

HELGRIND = ["valgrind", "--quiet", "--tool=helgrind", "--history-level=approx",
            "--error-exitcode=9"]
# The machines of first_calls.h.
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "first_calls.h"),
          encoding="utf-8") as source:
    MACHINES = source.read().split("} machines[] = {")[1].split("};")[0].count("    {")


class Helgrind(machine.Case):
    def setUp(self):
        machine.need_valgrind()

    def test_races(self):
        for number in range(MACHINES):
            with self.row(number):
                done = subprocess.run([*HELGRIND, PROGRAM, "0", str(number)], timeout=300,
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, machine.shortened(done.stderr))
                self.assertIn(" checks, 0 failures", done.stderr)


machine.main()
