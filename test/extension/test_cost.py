# SPDX-License-Identifier: Apache-2.0
"""How many instructions an extension function adds to the driver's own after the first call. callgrind counts them and
gives the same number each time."""

import os
import re
import shutil
import subprocess

import sandbox

BUILD = sandbox.BUILD
BUILD.add("extension")
LIMIT = 40
CALLS = 1000
# Functions with 1, 6, 7 and 9 arguments, and one of semaphores.
FUNCTIONS = ["clTerminateContextKHR", "clGetKernelSuggestedLocalWorkSizeKHR",
             "clEnqueueWaitSemaphoresKHR", "clGetImageRequirementsInfoEXT",
             "clGetSemaphoreInfoKHR"]


class Cost(sandbox.Case):
    def setUp(self):
        if not shutil.which("valgrind"):
            self.assertNotEqual(os.environ.get("CLRELAY_TESTS_REQUIRE_ALL"), "1", "no valgrind here")
            self.skipTest("no valgrind here")
        sandbox.need_own_build("the limit is")

    def instructions(self, program, function, whose, calls):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "clrelay",
                   function, whose, str(calls)]
        env = sandbox.clean_environment() | {"OCL_ICD_VENDORS": BUILD.vendors}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)
        found = re.search(r"Collected : (\d+)", done.stderr)
        self.assertTrue(done.returncode == 0 and found, f"{command}\n{done.stdout}{done.stderr}")
        return int(found[1])

    def per_call(self, program, function, whose):
        """Returns the instructions per call: CALLS more calls of both drivers cost the difference."""
        more = self.instructions(program, function, whose, 2 * CALLS)
        return (more - self.instructions(program, function, whose, CALLS)) / (2 * CALLS)

    def test_limit(self):
        for name in FUNCTIONS:
            for program in BUILD.programs:
                with self.row((name, program)):
                    added = self.per_call(program, name, "ours") - self.per_call(program, name, "driver")
                    print(f"{os.path.basename(program)}: {name}: {added:g}")
                    self.assertTrue(0 < added <= LIMIT, f"{added:g} is not within {LIMIT}")
