# SPDX-License-Identifier: Apache-2.0
"""The instructions that the layer of clrelay trace adds to a call, and the size of the layer. callgrind counts the same
in each run."""

import json
import os
import platform
import shutil
import sys
import tempfile

import place
import recorded
from place import BUILD, need

with open(os.path.join(sys.argv[1], "tools", "test", "trace", "cost.json"), encoding="utf-8") as file:
    COST = json.load(file)

# The most instructions that the layer may add.
LIMITS = [
    (recorded.CALLS, recorded.FLUSH, 80),
    (recorded.CALLS, recorded.SET_ARGUMENT, 130),
    (recorded.OFF, recorded.SET_ARGUMENT, 45),
    (recorded.SITES, recorded.SET_ARGUMENT, 700),  # the first calls walk through their stacks
]


MOST_BYTES = 171000  # of the stripped layer


class TraceCost(place.Case):
    def need(self, condition, reason):
        if not condition and os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") == "1":
            self.fail(reason)
        need(condition, reason)

    def need_limits(self):
        need(platform.machine() == "x86_64" and not BUILD.foreign, "the limits are those of x86-64")
        need(COST["build_type"] in ("Release", "RelWithDebInfo"), "not an optimised build")

    def test_size(self):
        self.need_limits()
        need(COST["compiler"].startswith("GNU"), "the limit is for gcc")
        with tempfile.TemporaryDirectory() as root:
            trace = recorded.Traced(COST, root)
            trace.weigh()
        self.assertLessEqual(trace.figures["stripped",], MOST_BYTES)

    def test_instructions(self):
        self.need_limits()
        self.need(shutil.which("valgrind"), "valgrind is missing")
        with tempfile.TemporaryDirectory() as root:
            trace = recorded.Traced(COST, root)
            trace.count_instructions()
        for way, arguments, limit in LIMITS:
            added = trace.figures["instructions", way, arguments]
            print(f"{way}, {arguments} arguments: {added:.0f} instructions")
            self.assertGreater(added, 0)
            self.assertLessEqual(added, limit)
