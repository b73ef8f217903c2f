# SPDX-License-Identifier: Apache-2.0
"""Summaries and traces of recordings in which much comes together: threads, processes, devices, queues, kernels, commands
without times or with wrong ones, errors, ranges, values at limits. A generator of its own chooses what, by fixed seeds. All
that is said is compared, so that whoever changes a sum, a hint or a format sees what else that changes. The arguments are
the command clrelay, and make_recording."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
import zlib

from programs import CONTEXT, Case, DEVICE, END, ERROR, KERNEL, MAKE_RECORDING, OTHER_QUEUE, PROGRAM, QUEUE, Recording, Said, TOOL

SEEDS = 16
SECOND_DEVICE, ITS_QUEUE = 0xD2, 0xA3
QUEUES = QUEUE, OTHER_QUEUE, ITS_QUEUE
BUFFERS = range(0xB1, 0xB7)
SIZES = 0, 1, 64, 1023, 1024, 4095, 4096, 4097, 65536, (1 << 20) - 1, 1 << 20, 3 << 20, 1 << 30
TOOK = 1, 2, 999, 1000, 4_999, 5_000, 9_994, 9_995, 10_000, 49_999, 50_000, 99_999, 100_000, 999_499, 999_500, 1_000_000, 3_000_000
GROUPS = ["8 1", "8 63", "8 64", "8 65", "8 1024", "8 16 16", "8 64 4", "8 8 8 8", "8 1048576"], ["", "8 1", "8 16", "8 64", "8 16 16", "8 4 4 4"]
OTHER_CALLS = "clRetainKernel", "clGetKernelInfo", "clFlush", "clReleaseEvent", "clSetKernelArg"


class Mixture(Recording):
    def __init__(self, seed):
        super().__init__()
        self.state = seed * 7919 + 1
        self.at = 1000
        self.kernels = {0: [KERNEL]}
        self.events = []
        self("name", SECOND_DEVICE, 0, "Other")
        self("type", SECOND_DEVICE, 0, "cpu")
        self.queue(ITS_QUEUE, SECOND_DEVICE, 400)
        for buffer in BUFFERS:
            self.call("clCreateBuffer", 500, 520, buffer, CONTEXT, self.one((1, 2, 4, 8, 16)), self.one(SIZES), 0)

    def below(self, count):
        """A number below this one. (What Python's own generator gives may change.)"""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % count

    def one(self, items):
        return items[self.below(len(items))]

    def event(self):
        """The value of a new event, for half of the commands."""
        if self.below(2):
            return []
        self.events.append(0x5000 + len(self.events))
        return [f"event 8 {self.events[-1]}"]

    def times(self, took):
        """When the command is queued, starts and ends."""
        started = self.at + self.one((0, 1, 999, 10_000, 200_000))
        return started, started + took, self.one((self.at, self.at, started))

    def add_command(self):
        took = self.one(TOOK)
        started, ended, queued = self.times(took)
        if self.below(12) == 0:
            started, ended = ended, started  # times of a driver that is wrong
        call, blocking, size = 1 + self.one(TOOK) // 4, self.below(2), self.one(SIZES)
        more = {"queue": self.one(QUEUES), "queued": queued, "values": self.event()}
        kind = self.below(8)
        if kind < 4:
            sizes = [f"{name} {value}" for name, values in zip(("global_work_size", "local_work_size"), GROUPS) if (value := self.one(values))]
            more["values"] = sizes + more["values"]
            self.enqueue("clEnqueueNDRangeKernel", self.at, call, started, ended, self.one(self.kernels[0]), 1, **more)
        elif kind == 4:
            self.enqueue("clEnqueueCopyBuffer", self.at, call, started, ended, self.one(BUFFERS), self.one(BUFFERS), 0, 64, size, **more)
        elif kind == 5:
            self.enqueue("clEnqueueFillBuffer", self.at, call, started, ended, self.one(BUFFERS), 0x1000, 4, 0, size, **more)
        else:
            (self.read if kind == 6 else self.write_buffer)(self.at, max(call, ended - self.at if blocking else 1), started, ended, size, blocking, **more)
        self.at += call

    def add_untimed(self):
        self.call("clEnqueueNDRangeKernel", self.at, self.at + 5, self.one((0, 0, ERROR)), self.one(QUEUES), self.one(self.kernels[0]), 1)
        self("value", "global_work_size", self.one(GROUPS[0]))
        if self.below(2):
            self("command", self.labels, self.at + 900, self.one((-5, 0, 3)), 0, 0, 0, 0)

    def add_wait(self):
        took = self.one(TOOK)
        if self.events and self.below(2):
            self.call("clWaitForEvents", self.at, self.at + took, 0, 1, 0x1000)
            self("value", "event_list", 8, self.one(self.events))
        else:
            self.call("clFinish", self.at, self.at + took if self.below(20) else 0, 0, self.one(QUEUES))
        self.at += took

    def add_build(self):
        program, took = PROGRAM + self.below(3), self.one(TOOK)
        self.call("clCreateProgramWithSource", self.at, self.at + 10, program, CONTEXT, 1)
        self("string", "strings", self.one(("kernel void a() {}", "kernel void b() {}")))
        self.call("clBuildProgram", self.at + 20, self.at + 20 + took, self.one((0, 0, -11)), program, 1, 0x1000, 0x2000)
        self("string", "options", self.one(("", "-cl-fast-relaxed-math", "-D N=1")))
        self.at += 30 + took
        self.kernels[0].append(0xE2 + self.below(3))
        self.create_kernel(self.at, self.one(TOOK), self.one(("add", "scale", "a_kernel_with_a_name_that_is_longer_than_its_column_is_wide")), program)
        self.at += 100

    def add_other(self):
        took = self.one(TOOK)
        self.call(self.one(OTHER_CALLS), self.at, self.at + took, self.one((0, 0, 0, ERROR)), self.one(self.kernels[0]))
        self.at += took

    def add_range(self):
        self.range(self.one(("step", "load", "näme")), self.at, self.at + self.one(TOOK))
        self.at += 10

    def add_thread(self):
        """Another thread, or another process, goes on from here."""
        process = self.one((100, 100, 100, 200))
        self("chunk", process, process + self.below(3), self.one(("main", "worker", "")))

    def add_gap(self):
        self.at += self.one((10_000, 1_000_000, 20_000_000))

    def fill(self):
        adds = [self.add_command] * 12 + [self.add_wait] * 4 + [self.add_other] * 2 + [self.add_untimed, self.add_build, self.add_range, self.add_thread, self.add_gap]
        for _ in range(20 + self.below(120)):
            if self.at > END * 9 // 10:
                break
            self.one(adds)()
        self.call("clFlush", END - 10, END, 0, QUEUE)


class Mixtures(Case):
    def setUp(self):
        with open(TOOL, "rb") as tool:
            if tool.read(6) != b"\x7fELF\2\1":
                self.skipTest("the sums are those of systems with 64 bits, least significant bytes first")

    def test_mixtures(self):
        with tempfile.TemporaryDirectory() as kept:
            self.earlier = os.path.join(kept, "earlier")
            for seed in range(SEEDS):
                mixture = Mixture(seed)
                mixture.fill()
                with tempfile.TemporaryDirectory() as folder:
                    self.compare(seed, mixture, folder)

    def compare(self, seed, mixture, folder):
        """Notes each line of the summary, and sums of the parts of the one in JSON, and of the traces."""
        def file(name):
            return os.path.join(folder, name)

        def convert(*options):
            return subprocess.run([TOOL, "trace", "--convert", file("recording"), *options], check=True, capture_output=True, text=True).stderr
        mixture.write(MAKE_RECORDING, file("recording"))
        for line in convert("--format", "csv", "-o", file("csv")).splitlines():
            if line.strip():
                Said.said.add(f"{seed:02}: {line.rstrip().replace(folder, 'FOLDER')}")
        convert("--json", "--summary", file("summary"), "--format", "text", "-o", file("text"))
        convert("--summary", file("other"), "--format", "chrome", "-o", file("chrome"))
        convert("--json", "--summary", file("span"), "--start-after", "0.01", "--duration", "0.02", "--format", "perfetto", "-o", file("perfetto"))
        if seed % 2 == 0:
            shutil.copy(file("summary"), self.earlier)
        else:
            later = subprocess.run([TOOL, "trace", "--compare", self.earlier, file("summary")], check=False, capture_output=True, text=True)
            for line in later.stdout.replace(self.earlier, "EARLIER").replace(folder, "FOLDER").splitlines():
                Said.said.add(f"{seed:02} compared: {line.rstrip()}")
        for whole in "summary", "span":
            with open(file(whole), encoding="utf-8") as summary:
                parts = json.load(summary)
            del parts["notes"]  # they have paths
            for name, value in parts.items() if whole == "summary" else [("a span", parts)]:
                Said.said.add(f"{seed:02} {name} has the sum {zlib.crc32(json.dumps(value, sort_keys=True).encode())}")
        for name in "csv", "text", "chrome", "perfetto":
            with open(file(name), "rb") as trace:
                Said.said.add(f"{seed:02} {name} has the sum {zlib.crc32(trace.read())}")


if __name__ == "__main__":
    unittest.main()
