# SPDX-License-Identifier: Apache-2.0
"""What the layer of clrelay check adds to a clSetKernelArg, counted by callgrind, which says the same in each
run."""

import glob
import os
import platform
import re
import shutil

import sandbox
from sandbox import BUILD, need

FACTS = sandbox.read_facts("check")
# The most instructions over no layer: of the objects alone, and of all checks.
LIMITS = {
    "objects": {"value": 125, "buffer": 165},
    "all": {"value": 520, "buffer": 800},
}


class Cost(sandbox.Case):
    def laps(self, way):
        """The instructions of each lap of check_cost."""
        out = os.path.join(self.make_folder(), "out")
        sandbox.run(["valgrind", "--tool=callgrind", "--zero-before=check_lap", "--dump-after=check_lap",
                     f"--callgrind-out-file={out}", FACTS["check_cost"], FACTS["layer"], way])
        laps = {}
        for path in glob.glob(f"{out}.*"):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            if "Trigger: --dump-after=check_lap" in text:
                part = int(re.search(r"^part: (\d+)", text, re.M)[1])
                laps[part] = int(re.search(r"^(?:summary|totals): (\d+)", text, re.M)[1])
        return [laps[part] for part in sorted(laps)]

    def test_argument(self):
        need(platform.machine() == "x86_64" and not BUILD.foreign, "the limits are those of x86-64")
        need(FACTS["build_type"] in ("Release", "RelWithDebInfo"), "not an optimised build")
        need(FACTS["compiler"] == "GNU", "the limits are for gcc")
        need(not BUILD.sanitizers, "a sanitizer adds instructions of its own")
        if not shutil.which("valgrind"):
            self.assertNotEqual(os.environ.get("CLRELAY_TESTS_REQUIRE_ALL"), "1", "valgrind is missing")
            need(False, "valgrind is missing")
        for way, limits in LIMITS.items():
            laps = self.laps(way)
            self.assertEqual(len(laps), 4 * len(limits))
            for at, (kind, limit) in enumerate(limits.items()):
                short, long, own_short, own_long = laps[4 * at:4 * at + 4]
                added = ((long - short) - (own_long - own_short)) / 1000
                print(f"{way}, {kind}: {added:.0f} instructions")
                with self.row(f"{way}, {kind}"):
                    self.assertGreater(added, 0)
                    self.assertLessEqual(added, limit)


if __name__ == "__main__":
    sandbox.main()
