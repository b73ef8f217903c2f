# SPDX-License-Identifier: Apache-2.0
"""The instructions that the layer of clrelay check adds to a clSetKernelArg and to a launch. callgrind counts them,
with the same result in each run."""

import os
import platform
import shutil

import laps
import sandbox
from sandbox import BUILD, need

FACTS = sandbox.read_facts("check")
# The most instructions that the layer may add: if it follows objects alone, and with all checks.
LIMITS = {
    "objects": {"value": 125, "buffer": 165, "launch": 215},
    "all": {"value": 445, "buffer": 705, "launch": 2300},
}


class Cost(sandbox.Case):
    def counts(self, way):
        """Returns the instructions of each lap of check_cost."""
        out = os.path.join(self.make_folder(), "out")
        sandbox.run([*laps.command("check_lap", out), FACTS["check_cost"], FACTS["layer"], way])
        return laps.read("check_lap", out)

    def test_argument(self):
        need(platform.machine() == "x86_64" and not BUILD.foreign, "the limits are those of x86-64")
        need(FACTS["build_type"] in ("Release", "RelWithDebInfo"), "not an optimised build")
        need(FACTS["compiler"] == "GNU", "the limits are for gcc")
        need(not BUILD.sanitizers, "a sanitizer adds instructions of its own")
        if not shutil.which("valgrind"):
            self.assertNotEqual(os.environ.get("CLRELAY_TESTS_REQUIRE_ALL"), "1", "valgrind is missing")
            need(False, "valgrind is missing")
        for way, limits in LIMITS.items():
            counts = self.counts(way)
            self.assertEqual(len(counts), 4 * len(limits))
            for at, (kind, limit) in enumerate(limits.items()):
                short, long, own_short, own_long = counts[4 * at:4 * at + 4]
                added = ((long - short) - (own_long - own_short)) / 1000
                print(f"{way}, {kind}: {added:.0f} instructions")
                with self.row(f"{way}, {kind}"):
                    self.assertGreater(added, 0)
                    self.assertLessEqual(added, limit)
