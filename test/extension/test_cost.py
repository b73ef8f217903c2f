# SPDX-License-Identifier: Apache-2.0
"""What an extension function adds to a driver's own, after the first call: instructions, counted by
callgrind, which says the same each time. test_cost.py FOREIGN VENDORS PROGRAM... where FOREIGN is 1 if
they are for another machine."""

import os
import re
import shutil
import subprocess
import sys

LIMIT = 40 # the issue's
CALLS = 1000
# With 1, 6, 7 and 9 arguments; and of semaphores.
FUNCTIONS = ["clTerminateContextKHR", "clGetKernelSuggestedLocalWorkSizeKHR",
             "clEnqueueWaitSemaphoresKHR", "clGetImageRequirementsInfoEXT",
             "clGetSemaphoreInfoKHR"]


def instructions(program, function, whose, calls):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "clrelay",
               function, whose, str(calls)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False,
                          timeout=120)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return int(found[1])


def per_call(program, function, whose):
    """Of both drivers' calls, each CALLS times more."""
    more = instructions(program, function, whose, 2 * CALLS)
    return (more - instructions(program, function, whose, CALLS)) / (2 * CALLS)


if not shutil.which("valgrind"):
    print("skipped: no valgrind here")
    sys.exit(1 if os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") == "1" else 77)
foreign, vendors, *programs = sys.argv[1:]
if foreign == "1":
    print("skipped: the limit is for this machine, and the library is for another")
    sys.exit(77)
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if not re.match(r"(OCL|OPENCL|FAKE)_", name)} | {"OCL_ICD_VENDORS": vendors}
failures = 0
for name in FUNCTIONS:
    for way in programs:
        added = per_call(way, name, "ours") - per_call(way, name, "driver")
        print(f"{os.path.basename(way)}: {name}: {added:g}")
        if not 0 < added <= LIMIT:
            print(f"FAILED: not within {LIMIT}")
            failures += 1
sys.exit(failures > 0)
