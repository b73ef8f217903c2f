# SPDX-License-Identifier: Apache-2.0
"""clrelay trace on every system. It traces `clrelay test`, with the demo driver."""

import csv
import glob
import json
import os

import test_compute
import tool
from tool import TOOL, native

KERNEL = "clEnqueueNativeKernel"
TOOL["tool"] = TOOL["user_command"] or TOOL["tool"]  # on Windows, the command beside a layer that trusts variables


class Machine(tool.Machine):
    def __enter__(self):
        super().__enter__()
        tool.need(TOOL["layer"], "the layer was not built")
        return self

    def trace(self, *options, code=0, program=("test",), env=None):
        """Traces the program. The outputs go to `out` and `summary`."""
        return self.clrelay("trace", "--json", "--summary", native(self.path("summary")), "-o",
                            native(self.path("out")), *options, native(TOOL["tool"]), *program, code=code, env=env)

    def summary(self):
        return json.loads(self.read("summary"))

    def read(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as file:
            return file.read().replace("\r\n", "\n")


class Here(tool.Case, machine=Machine):
    def calls(self, m):
        return {function["name"]: function["calls"] for function in m.summary()["functions"]}

    def test_program(self, m):
        """The program works as without a trace. The driver has neither profiling nor events. Devices are tried in a
        process."""
        test_compute.demo(m, "good")
        result = m.trace("--format", "text")
        self.assertIn("65536 numbers right", result.words)
        text = m.read("out")
        self.assertEqual(text.count(KERNEL + "("), 1)
        self.assertRegex(text, r"\[pid [0-9]+\] clCreateContext\(.*CL_CONTEXT_PLATFORM = 0x.*\) = 0x")
        self.assertIn('param_value = "clrelay\'s demo driver"', text)
        self.assertEqual(self.calls(m)[KERNEL], 1)
        self.assertRegex(m.summary()["kernels"][0]["name"], "^native kernel 0x")
        self.assertGreaterEqual(m.summary()["processes"], 2)

    def test_program_that_dies(self, m):
        test_compute.demo(m, "dies")
        m.trace("--format", "text", code=1)
        [line] = [line for line in m.read("out").splitlines() if KERNEL + "(" in line]
        self.assertTrue(line.endswith(" = ? <unfinished>"), line)

    def test_exit_status(self, m):
        test_compute.demo(m, "wrong")
        self.assertIn("1 failed", m.trace(code=1).words)

    def test_formats(self, m):
        test_compute.demo(m, "good")
        m.trace("--format", "chrome")
        events = json.loads(m.read("out"))
        names = [event["name"] for event in events.get("traceEvents", events) if event.get("ph") in ("X", "B")]
        self.assertEqual(names.count(KERNEL), 1)
        m.trace("--format", "csv")
        rows = list(csv.DictReader(m.read("out").splitlines()))
        self.assertEqual([row["function"] for row in rows].count(KERNEL), 1)
        m.trace()
        self.assertGreater(os.path.getsize(m.path("out")), 1000)

    def test_keep_and_convert(self, m):
        test_compute.demo(m, "good")
        m.trace("--keep", "--format", "text", "--system-clock")
        text = m.read("out")
        os.remove(m.path("out"))
        m.clrelay("trace", "--convert", native(m.path("out.records")), "--format", "text", "-o",
                  native(m.path("out")), library=None)
        self.assertEqual(m.read("out"), text)

    def test_functions(self, m):
        test_compute.demo(m, "good")
        m.trace("--functions", "clEnqueueN*")
        self.assertEqual(self.calls(m), {KERNEL: 1})

    def test_live(self, m):
        test_compute.demo(m, "good")
        m.trace("--live=" + native(m.path("live")), "--format", "csv")
        self.assertEqual(m.read("live").count(KERNEL + "("), 1)

    def test_programs(self, m):
        test_compute.demo(m, "build_fails")
        m.trace("--programs", native(m.path("programs")), code=1)
        [source] = glob.glob(m.path("programs", "*.cl"))
        self.assertIn("kernel", m.read(source))
        self.assertIn("returned -11", m.read(source[:-3] + ".txt"))

    def test_no_call(self, m):
        m.clrelay("trace", "--json", "--summary", native(m.path("summary")), native(TOOL["tool"]), "--version",
                  library=None)
        self.assertIn("No call was recorded", " ".join(m.summary()["notes"]))
