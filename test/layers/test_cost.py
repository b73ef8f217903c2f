# SPDX-License-Identifier: Apache-2.0
"""How many instructions the loader adds to a call. callgrind counts them and gives the same number each time."""

import platform
import shutil

import laps
import layered
import sandbox

BUILD = sandbox.BUILD
FUNCTIONS = ["clFlush", "clSetKernelArg", "clBuildProgram"]  # 1, 4 and 6 arguments

# Title, drivers, the driver that is called, layers, and the instructions allowed for each function.
ROWS = [
    ("straight", ["a"], "a", [], [8, 8, 8]),
    ("straight by two", ["a", "two"], "two", [], [8, 8, 8]),
    ("past a layer", ["a"], "a", ["one"], [8, 8, 8]),
    ("past a layer and a copy", ["a"], "a", ["copies_all", "one"], [8, 8, 8]),
    ("a NULL slot elsewhere", ["a", "null_flush"], "a", [], [16, 8, 8]),
    ("icd 2.0", ["icd2_a"], "icd2_a", [], [16, 16, 16]),
    ("icd 2.0 and an old one", ["icd2_a", "a"], "icd2_a", [], [16, 16, 16]),
    ("an old one beside icd 2.0", ["icd2_a", "a"], "a", [], [16, 16, 16]),
    ("icd 2.0 and NULL slots", ["icd2_a", "null_flush"], "icd2_a", [], [20, 16, 16]),
    ("icd 2.0 past a layer", ["icd2_a"], "icd2_a", ["one"], [16, 16, 16]),
    ("refused icd 2.0", ["a", "icd2_set_fails"], "a", [], [8, 8, 8]),
    ("icd 2.0 refused later", ["a", "icd2_no_icd"], "a", [], [8, 8, 8]),
]


class Cost(sandbox.Case):
    def test_rows(self):
        sandbox.need(shutil.which("valgrind"), "valgrind is missing")
        sandbox.need(platform.machine() == "x86_64", "the limits are those of x86-64")
        sandbox.need_own_build("the limits are")
        layered.no_sanitizers("they add instructions of their own")
        sandbox.need(BUILD.build_type in ("Release", "RelWithDebInfo"), "not an optimised build")
        for title, drivers, called, layers, limits in ROWS:
            with self.row(title), layered.Machine() as m:
                m.drivers(*drivers)
                m.run(called, probe=BUILD.cost,
                      env={"OPENCL_LAYERS": m.layers(*layers), "FAKE_LOG": None},
                      before=laps.command("lap", m.path("out")))
                counts = laps.read("lap", m.path("out"))
                self.assertEqual(len(counts), 4 * len(FUNCTIONS))
                for number, (function, limit) in enumerate(zip(FUNCTIONS, limits)):
                    once, twice, direct_once, direct_twice = counts[4 * number:4 * number + 4]
                    added = ((twice - once) - (direct_twice - direct_once)) / 1000
                    print(f"{title}: {function}: {added}")
                    self.assertGreater(added, 0)
                    self.assertLessEqual(added, limit, function)
