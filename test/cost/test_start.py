# SPDX-License-Identifier: Apache-2.0
"""The system calls of the first clGetPlatformIDs, counted by strace."""

import json
import os
import shutil
import subprocess
import sys

import place
from place import BUILD, PREFIX, need

with open(os.path.join(sys.argv[1], "test", "cost", "cost.json"), encoding="utf-8") as file:
    COST = json.load(file)

# There is one driver in the machine's directory, no variable, and a user without settings. Opening the driver takes 9
# of these calls with glibc 2.36.
MOST = 36


class Start(place.Case):
    def need(self, condition, reason):
        if not condition and os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") == "1":
            self.fail(reason)
        need(condition, reason)

    def trace(self, m):
        """Returns the system calls of the first clGetPlatformIDs, one in a line. The program reads its own
        /proc/self/statm twice before it, and once after it."""
        env = {"OCL_ICD_VENDORS": None, "OCL_ICD_ENABLE_TRACE": None, "OCL_ICD_PLATFORM_SORT": None,
               "HOME": m.path("user")}
        # The name that programs use is a link.
        library = os.path.join(PREFIX, "lib/libOpenCL.so.1")
        done = subprocess.run(["strace", "-f", "-o", m.path("trace"), COST["start"], library],
                              env=m.environment(env), capture_output=True, text=True, check=False)
        self.need(os.path.exists(m.path("trace")) and done.returncode == 0,
                  f"strace does not run here: {done.stderr[:500]}")
        self.assertEqual(done.stdout.split()[-1], "1", "the driver's platform")
        with open(m.path("trace"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        before, after = [i for i, line in enumerate(lines) if "/proc/self/statm" in line][1:]
        while "close(" not in lines[before]:
            before += 1
        return lines[before + 1:after]

    def test_one_driver(self):
        need(not BUILD.emulator, "strace would trace the emulator")
        self.need(shutil.which("strace"), "strace is missing")
        with place.Place() as m:
            m.put("etc/plain.icd", os.fsencode(COST["drivers"] + "/libcost_plain.so\n"))
            m.write("user/.config/.keep", b"")
            calls = self.trace(m)
        print(f"{len(calls)} system calls")
        self.assertLessEqual(len(calls), MOST, "\n" + "\n".join(calls))
