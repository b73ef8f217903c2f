# SPDX-License-Identifier: Apache-2.0
"""clrelay trace and programs with unusual calls (odd.c), which do not notice it."""

import csv
import os
import subprocess
import time

import traced
import tool
from tool import BUILD, TOOL


class Machine(traced.Machine):
    def __enter__(self):
        super().__enter__()
        os.remove(self.path("vendors", "traced.icd"))
        self.icd("odd.icd", TOOL["odd_driver"])
        return self

    def plain(self, *words, env=None):
        """Returns what the program prints without the layer."""
        return subprocess.run([*BUILD.emulator, TOOL["odd"], *words], cwd=self.root, text=True,
                              env=self.variables(env), stdin=subprocess.DEVNULL, check=True,
                              capture_output=True, timeout=tool.TIME_LIMIT).stdout

    def odd(self, *words, **more):
        return self.trace(*words, program=TOOL["odd"], **more)


class Odd(traced.Case, machine=Machine):
    def check_same(self, m, *words, **more):
        """Checks that the program prints the same under trace. Returns the summary."""
        expected = m.plain(*words, env=more.get("env"))
        self.assertEqual(m.odd(*words, **more).stdout, expected)
        summary = m.summary(*words, program=TOOL["odd"], **more)
        self.check_tidy(m)
        return summary

    def test_queues(self, m):
        """The layer turns on profiling that the program has not asked for. The program's queries do not show that.
        The driver refuses it for one queue in each of three rounds."""
        self.assertIn("times: -7, 0\n", m.plain("queues"))
        for options in [[], ["--no-device"], ["--functions", "clFinish"],
                        ["--start-after", "99"]]:
            with self.row(str(options)):
                devices = self.check_same(m, "queues", options=options)["devices"]
                self.assertEqual([device["untimed"] for device in devices], [] if options else [12])

    def test_times(self, m):
        """A command is submitted after it was queued, and starts after that."""
        m.odd("queues", options=["-o", "times.csv"])
        with open(m.path("times.csv"), encoding="utf-8", newline="") as file:
            times = [[float(row[name]) for name in ("queued", "submitted", "started", "ended")] for row in csv.DictReader(file) if row["ended"]]
        self.assertTrue(times)
        for queued, submitted, started, ended in times:
            self.assertTrue(queued < submitted < started < ended, times)

    def test_device_clocks(self, m):
        """A device whose clock asks the loader, and one without a clock, which OpenCL 3.0 allows."""
        for version in ["2.1", "3.0"]:
            with self.row(version):
                self.check_same(m, "queues", env={"ODD_VERSION": version})

    def test_commands_that_wait(self, m):
        """Thousands of waiting commands do not make other calls slow."""
        summary = self.check_same(m, "waiting", "100")
        self.assertEqual(sum(queue["commands"] for queue in summary["queues"]), 203, summary)
        def seconds(commands):
            begin = time.monotonic()
            m.odd("waiting", str(commands), options=["--format", "csv"])
            return time.monotonic() - begin
        # Four times as many commands take four times as long. They would take sixteen times as long if each looked at
        # all others.
        self.assertLess(seconds(40000), 10 * max(seconds(10000), 0.5))

    def test_slow_answers(self, m):
        """If a driver takes long to tell the times of commands, the layer does not ask while commands come."""
        for slow, least, most in [({}, 960, 1000), ({"ODD_SLOW": "1"}, 16, 64)]:
            with self.row(str(slow)):
                m.odd("unawaited", "1000", env=slow, options=["--format", "csv", "-o", "out"])
                with open(m.path("out"), encoding="utf-8", newline="") as file:
                    timed = sum(row["ended"] != "" for row in csv.DictReader(file))
                self.assertTrue(least <= timed <= most, timed)

    def test_closed_descriptors(self, m):
        """A daemon closes the layer's file, too, and gets its number for a file of its own."""
        summary = self.check_same(m, "descriptors")
        self.check_calls(summary, 20010)

    def test_many_programs(self, m):
        """A short source takes little of the limit."""
        summary = self.check_same(m, "sources", "1000", options=["--limit", "8M"])
        self.check_calls(summary, 1000, "clCreateProgramWithSource")
        m.odd("sources", "1000", options=["--limit", "8M", "--programs", "programs"])
        self.assertEqual(len(os.listdir(m.path("programs"))), 1000 + 1)  # the programs, and the script

    def test_many_strings(self, m):
        for count in [2, 64, 65, 700]:
            m.odd("strings", str(count), options=["--programs", f"programs{count}"])
            found = []
            for name in set(os.listdir(m.path(f"programs{count}"))) - {"rebuild.py"}:
                with open(m.path(f"programs{count}", name), encoding="utf-8") as file:
                    found.append(file.read())
            lines = [f"// line {i}\n" for i in range(count)]
            first = "".join(lines)
            second = "".join([*lines[:-1], "#" + lines[-1][1:]])
            self.assertEqual(sorted(found), sorted([first, second]), count)

    def test_library_that_is_unloaded(self, m):
        summary = self.check_same(m, "reload")
        self.assertEqual(summary["functions"]["clGetPlatformInfo"], 30, summary)

    def test_short_lived_threads(self, m):
        """Short-lived threads share chunks."""
        summary = self.check_same(m, "short", "2000", options=["--limit", "2M"])
        self.check_calls(summary, 2000)

    def test_threads(self, m):
        summary = self.check_same(m, "threads")
        self.assertEqual(sum(queue["commands"] for queue in summary["queues"]), 16 * 300 * 3 + 3)

    def test_late_calls(self, m):
        self.check_calls(self.check_same(m, "late"), 3)

    def test_layer_that_is_there_twice(self, m):
        done = m.trace("-c", f"OPENCL_LAYERS=$OPENCL_LAYERS:$OPENCL_LAYERS exec {TOOL['odd']} "
                       "queues", program="sh")
        self.assertEqual(done.stdout, m.plain("queues"))
