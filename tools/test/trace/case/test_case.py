# SPDX-License-Identifier: Apache-2.0
"""The case of tools/doc/tracing.md, on PoCL. The slow program gets hints. The mended one has the same result and gets
none. The arguments are the command clrelay, the folder of libOpenCL, and the two programs."""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL, LIBRARIES, SLOW, MENDED = sys.argv[1:5]
del sys.argv[1:5]
PLATES, STEPS, ROWS = 10, 60, 512  # as in case.h
DRIVERS = glob.glob("/usr/lib/*/libpocl.so.2.*.*")

# The slow program gets the first hints on any machine, however busy it is. The others depend on how long the host waits
# for PoCL's threads.
ALWAYS = {"gaps", "built-again"}
SOMETIMES = {"lone-waits", "idle-reads", "kernel-for-each-launch", "building"}

# The functions of slow.c and case.h that hints name.
WHERE = {"built-again": ["build"], "building": ["build"], "lone-waits": ["relax"], "idle-reads": ["read_plate"],
         "kernel-for-each-launch": ["make_kernel"], "small-transfers": ["relax"]}

# The share of the time at which small transfers get a hint. They take a quarter on an idle machine, and less on a busy
# one with some of PoCL's compilers.
WORTH = 0.05
NEARLY = 0.005


def with_small_transfers(summary):
    """Tells whether small transfers must have a hint. None: they are too near to the limit. The first write of each
    plate is no small transfer that follows another one, and may be one of the longest."""
    (writes,) = [function for function in summary["functions"] if function["name"] == "clEnqueueWriteBuffer"]
    most = writes["total"] / 1e9 / summary["seconds"]
    least = (writes["total"] - PLATES * writes["longest"]) / 1e9 / summary["seconds"]
    return True if least > WORTH + NEARLY else False if most < WORTH - NEARLY else None


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(self.folder, "pocl.icd"), "w", encoding="utf-8") as file:
            file.write(DRIVERS[0])
        self.env = {**os.environ, "OCL_ICD_VENDORS": file.name, "LD_LIBRARY_PATH": LIBRARIES,
                    "POCL_CACHE_DIR": os.path.join(self.folder, "cache")}

    def run_program(self, *command):
        return subprocess.run(command, env=self.env, check=True, stdout=subprocess.PIPE, text=True).stdout

    def trace(self, program):
        """Returns the summary, and what the program wrote."""
        summary = os.path.join(self.folder, "summary")
        output = self.run_program(TOOL, "trace", "--call-sites", "--json", "--summary", summary, "-o",
                                  os.path.join(self.folder, "trace"), program)
        with open(summary, encoding="utf-8") as file:
            return json.load(file), output

    def test_slow_and_mended(self):
        output = self.run_program(MENDED)  # without a trace; this also fills PoCL's cache
        slow, slow_output = self.trace(SLOW)
        mended, mended_output = self.trace(MENDED)
        self.assertEqual(output.count("\n"), PLATES)
        self.assertEqual((slow_output, mended_output), (output, output))

        hints = {hint["id"] for hint in slow["hints"]}
        small = with_small_transfers(slow)
        self.assertEqual(hints - SOMETIMES - {"small-transfers"}, ALWAYS, slow)
        self.assertIn(small, (None, "small-transfers" in hints), slow)
        # the mended program is short, so building may take much of its time
        self.assertEqual({hint["id"] for hint in mended["hints"]} - {"building"}, set(), mended)

        if shutil.which("addr2line"):
            for hint in slow["hints"]:
                self.assertEqual([site["site"]["function"] for site in hint.get("call_sites", [])],
                                 WHERE.get(hint["id"], []), hint)

        calls = {function["name"]: function["calls"] for function in slow["functions"]}
        self.assertEqual((calls["clFinish"], calls["clCreateKernel"], calls["clBuildProgram"],
                          calls["clEnqueueWriteBuffer"]),
                         (PLATES * STEPS, PLATES * STEPS, PLATES, PLATES * ROWS))
        self.assertEqual((slow["builds"]["again"], mended["builds"]["again"]), (PLATES - 1, 0))
        self.assertEqual([context["objects_left"] for context in slow["memory"] + mended["memory"]], [PLATES, 0])
        for summary in slow, mended:
            self.assertEqual([kernel["commands"] for kernel in summary["kernels"]], [PLATES * STEPS])

    def test_document(self):
        """The page shows the programs as they are."""
        def read(*path):
            here = os.path.dirname(os.path.abspath(__file__))
            with open(os.path.join(here, *path), encoding="utf-8") as file:
                return file.read()
        page = read("..", "..", "..", "doc", "tracing.md")
        for program in "slow.c", "mended.c":
            (code,) = re.findall(r"^static void relax.*?^}\n", read(program), re.DOTALL | re.MULTILINE)
            self.assertIn("```c\n" + code + "```\n", page, program)


if __name__ == "__main__":
    if not DRIVERS:
        print("PoCL is not installed")
        sys.exit(77)
    unittest.main(verbosity=2)
