# SPDX-License-Identifier: Apache-2.0
"""Drivers and layers that end the program or never return: no loader can help, but the program works without them. (In
tools/test/tool/test_lost.py `clrelay doctor` names them.)"""

import sandbox
import zoo

ROWS = [row for row in zoo.ROWS if row.lost]


class Lost(sandbox.Case, machine=zoo.Machine):
    def test_program(self):
        for row in ROWS:
            with self.row(row), zoo.Machine() as m:
                seen = m.start(env=m.put(row), limit=zoo.SOON if row.verdict == "hang" else
                               zoo.TIME_LIMIT)
                self.assertEqual(seen.end, row.verdict, seen)

    def test_without_the_driver(self):
        for row in ROWS:
            with self.row(row), zoo.Machine() as m:
                env = m.put(row)
                if row.kind == "driver":
                    env["OCL_ICD_DRIVERS_DISABLE"] = "001"
                else:
                    env["OPENCL_LAYERS"] = env["OPENCL_LAYERS"].replace(row.library, "")
                seen = m.start(env=env)
                self.assertEqual((seen.end, seen.names), ("well", ["a", "b"]), seen)
