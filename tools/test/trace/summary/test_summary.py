# SPDX-License-Identifier: Apache-2.0
"""The summary of clrelay trace: its sums, and each hint where it just holds and where it just does not.
The arguments are the command clrelay, and make_recording."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HINT_ROWS = os.path.join(os.path.dirname(os.path.dirname(TESTS)), "trace", "hint_rows.h")
sys.path.insert(1, TESTS)

import recordings

TOOL, MAKE_RECORDING = sys.argv[1:3]
del sys.argv[1:3]

ERROR = -61  # CL_INVALID_BUFFER_SIZE
END = 100_000_000  # of the made-up programs; a hint needs a part of this time, which hint_subjects.h names
DEVICE, QUEUE, OTHER_QUEUE, KERNEL, PROGRAM, CONTEXT = 0xD1, 0xA1, 0xA2, 0xE1, 0x50, 0xC1


class Recording(recordings.Recording):
    """A program with a device, whose clock is 7 ms ahead, and two queues."""
    AHEAD = 7_000_000

    def __init__(self):
        super().__init__()
        self.calls = 0
        self.name_chunk()
        self("process", 1, "program")
        self("name", DEVICE, 0, "Device")
        self.call("clGetPlatformIDs", 0, 1, 0)
        self.queue(QUEUE, DEVICE, 10)
        self.queue(OTHER_QUEUE, DEVICE, 100)
        self.create_kernel(200)

    def name_chunk(self):
        self("chunk", 100, 100, "main")

    def call(self, *words):
        self.calls += 1
        if self.calls % 400 == 0:
            self.name_chunk()
        return super().call(*words)

    def create_kernel(self, at, took=50, name="add", program=PROGRAM):
        self.call("clCreateKernel", at, at + took, KERNEL, program, 0x1000)
        self("string kernel_name", name)

    def enqueue(self, function, at, took, started, ended, *arguments, queue=QUEUE, queued=None, values=()):
        """Times are those of the host."""
        times = [self.AHEAD + it for it in (at if queued is None else queued, started, started, ended)]
        label = self.call(function, at, at + took, 0, queue, *arguments)
        for value in values:
            self("value", value)
        self("command", label, ended, 0, *times)

    def launch(self, at, took, started, ended, **more):
        self.enqueue("clEnqueueNDRangeKernel", at, took, started, ended, KERNEL, 1, **more)

    def read(self, at, took, started, ended, size=1 << 20, blocking=1, **more):
        self.enqueue("clEnqueueReadBuffer", at, took, started, ended, 0xB1, blocking, 0, size, **more)

    def write_buffer(self, at, took, started, ended, size=1 << 20, blocking=1, **more):
        self.enqueue("clEnqueueWriteBuffer", at, took, started, ended, 0xB1, blocking, 0, size, **more)

    def text(self):
        """The summary that users read."""
        with tempfile.TemporaryDirectory() as folder:
            recording = os.path.join(folder, "recording")
            self.write(MAKE_RECORDING, recording)
            return subprocess.run([TOOL, "trace", "--convert", recording, "--format", "csv", "-o",
                                   os.path.join(folder, "trace")], check=True, capture_output=True, text=True).stderr

    def summary(self, *options):
        self.call("clFlush", END - 10, END, 0, QUEUE)
        with tempfile.TemporaryDirectory() as folder:
            recording, summary = (os.path.join(folder, it) for it in ("recording", "summary"))
            self.write(MAKE_RECORDING, recording)
            subprocess.run([TOOL, "trace", "--convert", recording, "--json", "--summary", summary, "--format",
                            "csv", "-o", os.path.join(folder, "trace"), *options], check=True, capture_output=True)
            with open(summary, encoding="utf-8") as file:
                return json.load(file)


class Hints(unittest.TestCase):
    held, missed, ran = set(), set(), set()

    def setUp(self):
        self.ran.add(self.id())

    @classmethod
    def tearDownClass(cls):
        """Each hint is seen where it just holds and where it just does not, if all tests ran."""
        if len(cls.ran) < unittest.defaultTestLoader.loadTestsFromTestCase(cls).countTestCases():
            return
        with open(HINT_ROWS, encoding="utf-8") as file:
            hints = set(re.findall(r'^HINT\(\w+, +"([a-z-]+)"', file.read(), flags=re.M))
        for what, seen in ("holds", cls.held), ("does not hold", cls.missed):
            if seen != hints:
                raise AssertionError(f"hints that no check() sees where the hint {what}, or that are no row of "
                                     f"hint_rows.h: {sorted(seen ^ hints)}")

    def check(self, hint, make, holds, *others):
        """A hint holds with the first arguments of `make`, and not with any of the others."""
        self.held.add(hint)
        if others:
            self.missed.add(hint)
        for arguments in holds, *others:
            with self.subTest(hint, **arguments):
                r = Recording()
                make(r, **arguments)
                summary = r.summary()
                self.assertAlmostEqual(summary["seconds"], END / 1e9)
                found = {it["id"] for it in summary["hints"]}
                self.assertEqual(hint in found, arguments is holds, summary)

    def test_lone_waits(self):
        def make(r, waits=20, wait=250_000, took=200_000, kernels=1, period=600_000):
            for i in range(waits):
                at = 1000 + period * i
                for k in range(kernels):
                    r.launch(at + k, 1, at + 10, at + 10 + took)
                r.call("clFinish", at + 100, at + 100 + wait, 0, QUEUE)
        self.check("lone-waits", make, {}, {"waits": 19, "wait": 300_000}, {"wait": 249_000}, {"kernels": 2},
                   {"took": 560_000, "wait": 560_000})  # the device is busy

    def test_gaps(self):
        def make(r, commands=21, took=250_000, idle=300_000, early=False, late=0, between=False, slow=0):
            at = 1000
            for i in range(commands):
                pause = idle if i >= slow else 0
                r.launch(at, 1, at + 1, at + 1 + took, queued=at - pause - 900 if early else at - late)
                if between:
                    r.read(at + took + 10, 1, at + took + 10, at + took + pause - 10, blocking=0,
                           queue=OTHER_QUEUE)
                at += 1 + took + pause
        self.check("gaps", make, {}, {"commands": 19, "idle": 400_000}, {"idle": 260_000},
                   {"took": 10_000, "idle": 249_000}, {"early": True}, {"late": 100_000}, {"between": True},
                   {"commands": 24, "slow": 14, "idle": 800_000})  # most gaps are short

        r = Recording()
        make(r)
        (hint,) = r.summary()["hints"]
        self.assertIn("Device had nothing to do for 6.00 ms and worked for 5.25 ms: before 20 of 21 commands",
                      hint["text"])

    def test_what_the_host_does_in_gaps(self):
        def make(r, function=None, part=0.6, commands=21, took=250_000, idle=300_000, frames=False, early=0):
            at = 1000
            for i in range(commands):
                if frames:
                    r.write_buffer(at, 1, at, at + 10, blocking=0)
                r.launch(at, 1, at + 10, at + 10 + took)
                gap = 25 * idle if i == early - 1 else 10 if early else idle
                if function:
                    r.call(function, at + took + 20, at + took + 20 + int(part * idle), 0, QUEUE)
                at += took + 10 + gap
        for function, said in (
                (None, None), ("clFinish", "waiting"), ("clBuildProgram", "building programs"), ("clFlush", "enqueuing"),
                ("clSetKernelArg", "in other calls")):
            r = Recording()
            make(r, function)
            (hint,) = [it for it in r.summary()["hints"] if it["id"] == "gaps"]
            self.assertIn(" Meanwhile the host was " +
                          (f"60 % {said}, 40 % outside OpenCL." if said else "100 % outside OpenCL."), hint["text"])
        r = Recording()
        make(r, "clFinish", part=0.4)
        summary = r.summary()
        self.assertEqual({name: round(it / 1e6, 1) for name, it in summary["devices"][0]["host_meanwhile"].items()},
                         {"building": 0, "enqueuing": 0, "other_calls": 0, "waiting": 2.4, "outside": 3.6})
        # A device that works longer than it waits: what the host does itself can be done meanwhile.
        frames = {"took": 2_500_000, "idle": 1_000_000, "commands": 22, "frames": True}
        self.check("gaps", make, frames, {**frames, "commands": 20}, {**frames, "function": "clFinish", "part": 0.5},
                   {**frames, "early": 5})  # a single long one

    def test_reads_of_an_idle_device(self):
        def make(r, reads=20, took=250_000, blocking=1, busy=False):
            r.launch(1000, 1, 1001, 2000)
            for i in range(reads):
                at = 10_000 + i * 500_000
                if busy:
                    r.launch(at - 100, 1, at - 100, at + 100, queue=OTHER_QUEUE)
                r.read(at, took, at + 10, at + took - 10, blocking=blocking)
        self.check("idle-reads", make, {}, {"reads": 19, "took": 270_000}, {"took": 249_000}, {"blocking": 0},
                   {"busy": True})

    def test_small_transfers(self):
        def make(r, transfers=101, took=50_000, size=4095, blocking=1, kernels=False, wait=False,
                 untimed=False):
            for i in range(transfers):
                at = 10_000 + i * 100_000
                if kernels:
                    r.launch(at - 100, 1, at - 100, at - 10)
                if wait:
                    r.enqueue("clEnqueueMarkerWithWaitList", at - 100, 1, at - 100, at + took - 1000)
                if untimed:
                    r.call("clEnqueueWriteBuffer", at, at + took, 0, QUEUE, 0xB1, blocking, 0, size)
                else:
                    r.write_buffer(at, took, at + took - 100, at + took - 50, size, blocking)
        self.check("small-transfers", make, {}, {"transfers": 100}, {"took": 49_000}, {"size": 4096},
                   {"kernels": True}, {"wait": True}, {"untimed": True})
        self.check("small-transfers", make, {"untimed": True, "blocking": 0}, {"size": 0})

    def test_small_copies(self):
        """One of SVM can't be combined with one of a buffer; and if it blocks, the wait is not its own cost."""
        def make(r, every=1, blocking=0, wait=False):
            for i in range(102):
                at = 10_000 + i * 100_000
                if wait:
                    r.enqueue("clEnqueueMarkerWithWaitList", at - 100, 1, at - 100, at + 49_000)
                if i % every:
                    r.enqueue("clEnqueueCopyBuffer", at, 50_000, at + 49_000, at + 49_050, 0xB1, 0xB2, 0, 0, 64)
                else:
                    r.enqueue("clEnqueueSVMMemcpy", at, 50_000, at + 49_000, at + 49_050, blocking, 0x7000, 0x8000, 64)
        self.check("small-transfers", make, {}, {"every": 2}, {"blocking": 1, "wait": True})

    def test_same_data(self):
        def make(r, writes=21, took=250_000, between=None, change=0, size=1000, hashed=True, step=0, timed=True):
            """Writes a buffer, at several offsets if there is a step; what `change` names differs each time."""
            for i in range(writes):
                at = 1000 + 1_000_000 * i
                where = 8 * i if change == "offset" else i % 2 * step
                buffer = 0xB1 + i if change == "buffer" else 0xB1
                arguments = (buffer, 0, where, size + i if change == "size" else size, 0x7000)
                values = [f"ptr 8 {1000 + where + i * (change == 'data')}"] if hashed else []
                if timed:
                    r.enqueue("clEnqueueWriteBuffer", at, 1000, at + 10, at + 10 + took, *arguments, values=values)
                else:
                    r.call("clEnqueueWriteBuffer", at, at + took, 0, QUEUE, *arguments)
                    r("value", *values)
                if between:
                    r.call(between[0], at + 300_000, at + 300_010, *between[1:])
        self.check("same-data", make, {}, {"writes": 20}, {"took": 249_000}, {"hashed": False},
                   {"change": "data"}, {"change": "size"}, {"change": "offset"}, {"change": "buffer"})
        self.check("same-data", make, {"timed": False}, {"took": 240_000, "timed": False})
        self.check("same-data", make, {"step": 1000, "writes": 22}, {"step": 1000, "writes": 21},
                   {"step": 999, "writes": 22})  # each write changes a part of what the other has written
        others = [("clCreateBuffer", 0xB1, CONTEXT, 1, 1000), ("clEnqueueFillBuffer", 0, QUEUE, 0xB1),
                  ("clEnqueueWriteBufferRect", 0, QUEUE, 0xB1), ("clEnqueueCopyBuffer", 0, QUEUE, 0xB2, 0xB1),
                  ("clEnqueueUnmapMemObject", 0, QUEUE, 0xB1, 0x7000)]
        self.check("same-data", make, {"between": ("clEnqueueCopyBuffer", 0, QUEUE, 0xB1, 0xB2)},
                   *({"between": it} for it in others))

    def test_pageable_memory(self):
        """Memory counts as pinned if the driver knows it; how fast that is, too, if it was measured."""
        mapped, pages = 0x700000, 1 << 20
        def make(r, transfers=20, took=250_000, size=1 << 20, device="discrete GPU", direct=0, speed=1, how="map", known=True):
            """Some transfers use memory that the driver knows, as long as it does."""
            r("type", DEVICE, 0, device)
            if how == "map":
                r.enqueue("clEnqueueMapBuffer", 300, 10, 301, 302, 0xB2, 1, 3, 0, pages)
                r.lines[r.lines.index(next(it for it in r.lines if "MapBuffer" in it))] = \
                    f"call {r.labels} clEnqueueMapBuffer 300 310 {mapped} {QUEUE} 0xB2 1 3 0 {pages} 0 0 0"
            elif how == "use":
                r.call("clCreateBuffer", 300, 310, 0xB3, CONTEXT, 8, pages, mapped)
            elif how == "svm":
                r.call("clSVMAlloc", 300, 310, mapped, CONTEXT, 1, pages, 0)
            if not known:
                r.call("clEnqueueUnmapMemObject" if how == "map" else "clSVMFree", 400, 410, 0,
                       *((QUEUE, 0xB2, mapped) if how == "map" else (CONTEXT, mapped)))
            for i in range(transfers + direct):
                at = 1000 + 1_000_000 * i
                memory = mapped + 64 if i >= transfers else 0x9000
                r.enqueue("clEnqueueReadBuffer", at, 10, at + 10, at + 10 + (took if i < transfers else took // speed),
                          0xB1, 0, 0, size, memory)
        self.check("pageable-memory", make, {}, {"transfers": 19, "took": 270_000}, {"took": 249_000}, {"size": (1 << 20) - 1},
                   {"device": "GPU"}, {"device": "CPU"}, {"transfers": 0, "direct": 21},
                   {"transfers": 0, "direct": 21, "how": "use"}, {"transfers": 0, "direct": 21, "how": "svm"})
        self.check("pageable-memory", make, {"size": 2_490_000}, {"size": 2_510_000})  # as fast as pinned memory often is
        self.check("pageable-memory", make, {"direct": 1, "speed": 2, "size": 3_000_000}, {"direct": 1})
        self.check("pageable-memory", make, {"transfers": 0, "direct": 21, "known": False})
        self.check("pageable-memory", make, {"transfers": 0, "direct": 21, "known": False, "how": "svm"})

    def test_transfers_beside_kernels(self):
        mapped = 0x700000
        def make(r, rounds=20, kernel=300_000, took=250_000, queued=5, used=0xB2, device="discrete GPU", memory=mapped,
                 flags=1, properties=0, other=False, clone=False, between=False, part=False, twice=False):
            """A kernel uses one buffer, while the host reads another."""
            r("type", DEVICE, 0, device)
            r.lines = [it.replace(f" {QUEUE} {CONTEXT} {DEVICE}", f" {QUEUE} {CONTEXT} {DEVICE} {properties}") for it in r.lines]
            r.call("clCreateBuffer", 300, 310, 0xB1, CONTEXT, flags, 1 << 20, 0)
            r.call("clCreateBuffer", 320, 330, 0xB2, CONTEXT, 1, 1 << 20, 0)
            r.call("clCreateSubBuffer", 340, 350, 0xB3, 0xB1 if part else 0xB2, 1, 0, 0)
            r.call("clSVMAlloc", 360, 370, mapped, CONTEXT, 1, 1 << 20, 0)
            r.call("clSetKernelArg", 500, 510, 0, KERNEL, 0, 8)
            r("value arg_value 0", used)  # of a pointer's size
            if clone:
                r.call("clCloneKernel", 520, 530, KERNEL, 0xE2)
            for i in range(rounds):
                at = 1000 + 1_000_000 * i
                r.launch(at, 1, at + 10, at + 10 + kernel)
                if between:
                    r.enqueue("clEnqueueMarkerWithWaitList", at + 2, 1, at + 10 + kernel, at + 10 + kernel)
                r.enqueue("clEnqueueReadBuffer", at + queued, 1, at + 20 + kernel, at + 20 + kernel + took, 0xB1, 0, 0,
                          took, memory, queued=at + queued)
                if twice:
                    r.enqueue("clEnqueueWriteBuffer", at + queued + 2, 1, at + 20 + kernel + took, at + 20 + kernel + 2 * took,
                              0xB1, 0, 0, took, memory, queued=at + queued)
            if other:
                r.launch(99_000_000, 1, 99_000_010, 99_000_020, queue=OTHER_QUEUE)
        self.check("no-overlap", make, {}, {"rounds": 19}, {"kernel": 240_000, "took": 240_000}, {"queued": 100_000},
                   {"kernel": 900_000, "took": 50_000}, {"used": 0xB1}, {"used": 0xB3, "part": True}, {"device": "GPU"},
                   {"memory": 0x9000}, {"flags": 8}, {"properties": 1}, {"other": True}, {"clone": True}, {"between": True})
        self.check("no-overlap", make, {"used": 0xB3}, {"used": 0xB3, "flags": 9})
        self.check("no-overlap", make, {"used": 7})  # a number
        halves = {"took": 130_000, "twice": True}
        self.check("no-overlap", make, halves, {"took": 130_000}, {**halves, "kernel": 240_000})

    def test_kernel_for_each_launch(self):
        def make(r, again=20, took=50_000, launches=40, programs=1, new=False):
            for i in range(again):
                at = 1000 + i * 100_000
                if new:
                    r.call("clCreateProgramWithSource", at, at + 10, PROGRAM, CONTEXT, 1)
                r.create_kernel(at + 20, took, program=PROGRAM + i % programs)
            for i in range(launches):
                r.launch(5_000_000 + i * 1000, 1, 5_000_000 + i * 1000, 5_000_500 + i * 1000)
        self.check("kernel-for-each-launch", make, {}, {"again": 19, "took": 60_000}, {"took": 49_000},
                   {"launches": 41}, {"programs": 20}, {"new": True})

    def test_built_again(self):
        def make(r, took=5_000_000, source=1, options="-DX", context=CONTEXT, device=DEVICE, status=0,
                 binary=False):
            builds = [(1, "-DX", CONTEXT, DEVICE, 0), (source, options, context, device, status)]
            for i, it in enumerate(builds):
                at = 1000 + 10_000_000 * i
                if binary and i:
                    r.call("clCreateProgramWithBinary", at, at + 10, PROGRAM, it[2], 1)
                else:
                    r.call("clCreateProgramWithSource", at, at + 10, PROGRAM, it[2], 2)
                    r("value strings 8", 77, it[0])
                r.call("clBuildProgram", at + 20, at + 20 + took, it[4], PROGRAM, 1, 0x1000, 0x2000)
                r("value device_list 8", 0xD0, it[3])
                r("string options", it[1])
        self.check("built-again", make, {}, {"took": 4_900_000}, {"source": 2}, {"options": "-DY"},
                   {"context": 0xC2}, {"device": 0xD2}, {"status": -11}, {"binary": True})

    def test_waits_of_other_kinds(self):
        """A wait for the last command is one for all; who waits for an earlier one keeps the queue filled."""
        def make(r, how="event", behind=0):
            for i in range(22):
                at = 1000 + 600_000 * i
                r.launch(at, 1, at + 10, at + 200_010, values=[f"event 8 {0xE00 + i}"])
                if how == "read":
                    r.read(at + 100, 250_000, at + 200_020, at + 200_030)
                elif i >= behind:
                    r.call("clWaitForEvents", at + 100, at + 250_100, 0, 1)
                    r(f"value event_list 8 {0xE00 + i - behind}")
        self.check("lone-waits", make, {}, {"behind": 1})
        self.check("lone-waits", make, {"how": "read"})

    def test_waits_by_callbacks(self):
        def make(r, waits=21, took=300_000, delay=70_000, chunk=False, kernels=1, of=1, late=False, read=False,
                 finish=False, idle=280_000, called=True, more=0, pairs=0):
            """A kernel ends, its callback comes, and after the delay the next command is enqueued, by the callback's thread
            or another one."""
            at = 1000
            for i in range(waits):
                count = 2 if waits - i <= pairs else kernels
                for k in range(count):
                    event = [f"event 8 {0xE00 + i}"] if k == count - 1 else []
                    r.launch(at + k, 1, at + 10 + k, at + took - idle + k, values=[] if read else event)
                    if read:
                        r.read(at + k + 1, 1, at + took - idle + k, at + took - idle + k, blocking=0, values=event)
                if finish:
                    r.call("clFinish", at + 100, at + took + 100, 0, QUEUE)
                if late:
                    r.launch(at + kernels, 1, at + took - idle + 10, at + took - idle + 20)
                if called and i % of == 0:
                    if chunk:
                        r("chunk", 100, 101, "driver")
                    r(f"callback clSetEventCallback {at + took} {at + took + 90_000 if chunk else at + took + 5}", 0xE00 + i, 0)
                at += took + delay
            for i in range(more):
                r.launch(at + i, 1, at + 10 + i, at + 11 + i)
        self.check("callback-waits", make, {}, {"waits": 20}, {"idle": 170_000}, {"more": 30}, {"kernels": 2}, {"late": True},
                   {"delay": 90_000}, {"finish": True}, {"called": False}, {"waits": 60, "of": 3},
                   {"waits": 24, "pairs": 5})
        self.check("callback-waits", make, {"read": True})
        self.check("callback-waits", make, {"chunk": True, "delay": 85_000}, {"chunk": True, "delay": 95_000})

    def test_gaps_that_are_few_and_long(self):
        """The work of the host between them counts by its time."""
        def make(r, rounds=21, pause=4_000_000):
            for i in range(rounds):
                at = 1000 + i * pause
                for k in range(3):
                    r.launch(at + k, 1, at + 10 + 1000 * k, at + 1010 + 1000 * k)
        self.check("gaps", make, {}, {"rounds": 20})

    def test_failed_calls(self):
        def make(r, name="clSetKernelArg", error=-51, times=1):
            for i in range(times):
                r.call(name, 1000 + 100 * i, 1050 + 100 * i, error, KERNEL)
        self.check("failed-calls", make, {}, {"error": 0}, {"name": "clGetKernelInfo"})
        r = Recording()
        make(r, times=3)
        make(r, "clFlush", -36, 2)
        self.assertIn("clSetKernelArg failed 3 times with CL_INVALID_ARG_SIZE, other calls 2 times.",
                      [it["text"] for it in r.summary()["hints"]])

    def test_building(self):
        def make(r, took=20_000_000, builds=1, again=False):
            for i in range(builds):
                at = 1000 + i * (took + 1000)
                r.call("clCreateProgramWithSource", at, at + 10, PROGRAM, CONTEXT, 2)
                r("value strings 8", 77)
                r.call("clBuildProgram", at + 20, at + 20 + took, 0, PROGRAM, 1, 0x1000, 0x2000)
                r("value device_list 8", DEVICE)
                r("string options", "-DX" if again else f"-DX={i}")
        self.check("building", make, {}, {"took": 19_900_000}, {"took": 10_000_000, "builds": 3, "again": True})
        for builds, said in (9, False), (10, True):
            r = Recording()
            make(r, 3_000_000, builds)
            (text,) = [it["text"] for it in r.summary()["hints"]]
            self.assertEqual("One source was built with 10 different options." in text, said, text)

    def test_several_threads(self):
        """What several threads or queues have spent together is no share of the program's time."""
        def builds(r, thread):
            r.call("clCreateProgramWithSource", 1000, 1010, PROGRAM + thread, CONTEXT, 2)
            r("value strings 8", 77)
            for at, again in (2000, False), (END // 2, True):
                r.call("clBuildProgram", at, at + END // 3, 0, PROGRAM + thread, 1, 0x1000, 0x2000)
                r("value device_list 8", DEVICE)
                r("string options", f"-DX={thread}")

        def queries(r, thread):
            r.call("clGetProgramInfo", 1000, END - 1000, 0, PROGRAM, 0x1165, 8)

        def launches(r, thread):
            r("type", DEVICE, 0, "CPU")
            r.enqueue("clEnqueueTask", 1000, 1, 1000, END - 1000, KERNEL, queue=QUEUE + thread)

        text = ", in several {}, longer than the program ran"
        for make, hints, said in ((builds, {"building", "built-again"}, text.format("threads")),
                                  (queries, {"slow-function"}, text.format("threads")),
                                  (launches, {"one-work-item"}, text.format("queues"))):
            for threads in 1, 4:
                r = Recording()
                r.name_chunk = lambda: None
                for thread in range(threads):
                    r("chunk", 100, 100 + thread, "thread")
                    make(r, thread)
                r("chunk", 100, 100, "main")
                found = {it["id"]: it["text"] for it in r.summary()["hints"] if it["id"] in hints}
                with self.subTest(make.__name__, threads=threads):
                    self.assertEqual(set(found), hints)
                    for words in found.values():
                        self.assertEqual(said in words, threads > 1, words)
                        self.assertNotRegex(words, r"[1-9]\d\d %(?<!100 %)")

    def test_slow_functions(self):
        def make(r, took=10_000_000, function="clGetProgramInfo", calls=2):
            for i in range(calls):
                r.call(function, 1000 + i * 2 * took, 1000 + i * 2 * took + took, 0, PROGRAM, 0x1165, 8)
        self.check("slow-function", make, {}, {"took": 9_900_000}, {"function": "clBuildProgram"},
                   {"function": "clGetEventInfo"})
        self.check("slow-function", make, {"function": "clReleaseContext"},
                   {"function": "clReleaseContext", "took": 20_000_000, "calls": 1})  # it must be

    def test_objects_that_are_never_released(self):
        def make(r, made=100, released=0, retained=0, kind="events"):
            for i in range(made):
                at = 1000 + 1000 * i
                if kind == "events":
                    r.launch(at, 1, at, at + 10, values=[f"event 8 {0xE00 + i}"])
                else:
                    r.call("clCreateProgramWithSource", at, at + 10, 0xF00 + i, CONTEXT, 1)
            for i in range(retained):
                r.call("clRetainEvent", 500_000 + 10 * i, 500_001 + 10 * i, 0, 0xE00)
            for i in range(released):
                r.call("clReleaseEvent", 600_000 + 10 * i, 600_001 + 10 * i, 0, 0xE00)
        self.check("never-released", make, {}, {"made": 99}, {"released": 1}, {"made": 250, "released": 126})
        self.check("never-released", make, {"kind": "programs"}, {"kind": "programs", "made": 99})
        self.check("never-released", make, {"released": 1, "retained": 1})
        r = Recording()
        make(r)
        found = r.summary("--functions", "clEnqueue*")["hints"]  # releases are left out
        self.assertNotIn("never-released", [it["id"] for it in found])

    def test_polling(self):
        def make(r, polls=101, took=30_000, pause=20_000, between=False):
            for i in range(polls):
                at = 1000 + i * (took + pause)
                r.call("clGetEventInfo", at, at + took, 0, 0xE00, 0, 4, 0x1000, 0)
                if between:
                    r.call("clFlush", at + took + 1, at + took + 2, 0, QUEUE)
        self.check("polling", make, {}, {"polls": 100}, {"took": 20_000}, {"pause": 100_000}, {"between": True})

    def test_sizes_of_launches(self):
        def make(r, took=5_000_000, work=1, group=0, device="GPU"):
            if device:
                r("type", DEVICE, 0, device)
            local = [f"local_work_size 8 {group}"] if group else []
            r.launch(1000, 1, 1000, 1000 + took, values=[f"global_work_size 8 {work}", *local])
        self.check("one-work-item", make, {}, {"took": 4_900_000}, {"work": 2}, {"device": None})
        self.check("one-work-item", make, {"device": "CPU"}, {"device": "FPGA"})
        self.check("groups-of-one", make, {"work": 64, "group": 1}, {"work": 63, "group": 1}, {"work": 64},
                   {"work": 64, "group": 2}, {"work": 64, "group": 1, "took": 4_900_000},
                   {"work": 64, "group": 1, "device": "CPU"})  # there the kernel may use vectors

    def test_flushes(self):
        def make(r, flushes=100, took=50_000, commands=1):
            for i in range(flushes):
                at = 1000 + i * 100_000
                for k in range(commands):
                    r.launch(at + k, 1, at + 10 + k, at + 20 + k)
                r.call("clFlush", at + 40, at + 40 + took, 0, QUEUE)
        self.check("flushes", make, {}, {"flushes": 98, "took": 60_000}, {"took": 49_000}, {"commands": 3})

    def test_objects_for_each_launch(self):
        def make(r, what="Buffer", objects=20, took=250_000, launches=2, released=True):
            for i in range(objects):
                at = 1000 + i * 1_000_000
                made, free = {"Buffer": ("clCreateBuffer", "clReleaseMemObject"),
                              "Queue": ("clCreateCommandQueue", "clReleaseCommandQueue"),
                              "Context": ("clCreateContext", "clReleaseContext")}[what]
                r.call(made, at, at + took - 1000, 0xB00 + i, *([0, 0, 0, 0, 0] if what == "Context" else [CONTEXT, 1, 64]))
                for k in range(launches):
                    r.launch(at + took + k, 1, at + took + k, at + took + k + 1)
                if released:
                    r.call(free, at + 500_000, at + 501_000, 0, 0xB00 + i)
        for what, hint in ("Buffer", "buffer-for-each-launch"), ("Queue", "queue-for-each-launch"):
            self.check(hint, make, {"what": what}, {"what": what, "objects": 17, "took": 400_000},
                       {"what": what, "took": 240_000}, {"what": what, "launches": 3},
                       {"what": what, "released": False})
        self.check("context-made-again", make, {"what": "Context", "launches": 3}, {"what": "Context", "objects": 19},
                   {"what": "Context", "took": 240_000 // 5}, {"what": "Context", "released": False})

    def test_order(self):
        """What costs the most comes first; but what failed before all."""
        r = Recording()
        r("type", DEVICE, 0, "CPU")
        r.call("clFlush", 1000, 1010, -36, QUEUE)
        for i, took in enumerate((5_500_000, 7_000_000, 6_000_000)):
            r.create_kernel(9_000_000 * i + 2000, 1, name=f"kernel{i}")
            r.launch(9_000_000 * i + 3000, 1, 9_000_000 * i + 3000, 9_000_000 * i + 3000 + took,
                     values=["global_work_size 8 1"])
        texts = [it["text"].split()[1] for it in r.summary()["hints"]]
        self.assertEqual(texts, ["failed", "kernel1", "kernel2", "kernel0"])

    def test_nothing(self):
        self.assertEqual(Recording().summary()["hints"], [])


class Sums(unittest.TestCase):
    def test_calls(self):
        r = Recording()
        r.call("clFinish", 1000, 1100, 0, QUEUE)
        r.call("clFinish", 2000, 2500, ERROR, QUEUE)
        r.call("clFinish", 3000, 0, 0, QUEUE)
        summary = r.summary()
        self.assertEqual((summary["calls"], summary["threads"], summary["processes"]), (8, 1, 1))
        (it,) = [it for it in summary["functions"] if it["name"] == "clFinish"]
        self.assertEqual(it, {"name": "clFinish", "calls": 3, "total": 600, "mean": 300, "longest": 500,
                              "errors": 1, "unfinished": 1})
        totals = [it["total"] for it in summary["functions"]]
        self.assertEqual(totals, sorted(totals, reverse=True))

    def test_call_that_hangs(self):
        """It has no time, but is shown, however many functions have more."""
        r = Recording()
        for i, name in enumerate(["Flush", "RetainContext", "RetainCommandQueue", "RetainMemObject", "RetainProgram",
                                  "RetainKernel", "RetainEvent", "ReleaseEvent", "ReleaseKernel", "ReleaseProgram",
                                  "ReleaseMemObject", "ReleaseSampler", "RetainSampler"]):
            r.call("cl" + name, 1000 * i + 1000, 1000 * i + 1900, 0, QUEUE)
        r.call("clFinish", 50_000, 0, 0, QUEUE)
        text = r.text()
        self.assertRegex(text, r"\n +1 .* clFinish, 1 did not return\n")
        self.assertIn("  and 4 other functions\n", text)

    def test_kernels(self):
        r = Recording()
        for at, ended in (1000, 1300), (2000, 2100):
            r.launch(at, 1, at, ended, values=["global_work_size 8 64", "local_work_size 8 16"])
        r.create_kernel(3000, name="other")
        r.launch(4000, 1, 4000, 4100, values=["global_work_size 8 64"])
        r.launch(5000, 1, 5000, 5500, values=["global_work_size 8 128"])
        r.call("clEnqueueNDRangeKernel", 6000, 6001, 0, QUEUE, KERNEL, 1)  # no times
        r("value global_work_size 8 128")
        other, add = r.summary()["kernels"]
        self.assertEqual([other[it] for it in ("name", "commands", "timed", "total", "mean", "longest")],
                         ["other", 3, 2, 600, 300, 500])
        self.assertEqual([add[it] for it in ("name", "commands", "timed", "total", "mean", "longest")],
                         ["add", 2, 2, 400, 200, 300])
        self.assertEqual((add["device"], add["share"], add["median"]), ("Device", 0.4, 200))
        self.assertEqual(self.sizes(add), [([64], [16], 2)])
        r.launch(7000, 1, 7000, 7100, values=["global_work_size 8 128", "local_work_size 8 32"])
        r.create_kernel(8000, name="third")
        for at, local in (9000, 16), (9200, 32):  # of work-groups alone
            r.launch(at, 1, at, at + 100, values=["global_work_size 8 64", f"local_work_size 8 {local}"])
        third = {it["name"]: it for it in r.summary()["kernels"]}["third"]
        self.assertEqual(self.sizes(third), [([64], [16], 1), ([64], [32], 1)])
        self.assertEqual(self.sizes(other), [([128], [], 2), ([64], [], 1)])
        text = r.text()
        self.assertRegex(text, r"\n +4 .* other\n.*\n +2 .*  128\n +1 .* 64\n +1 .* 128/32\n")

    def sizes(self, kernel):
        return [(it["global"], it["local"], it["commands"]) for it in kernel["launches"]]

    def test_spread(self):
        """Of the times of a kernel: hundred launches of 1 to 100 us, and one of 1 ms."""
        r = Recording()
        for i in range(101):
            at = 1000 + 200_000 * i
            took = (i + 1) * 1000 if i < 100 else 1_000_000
            r.launch(at, 1, at + 7000 + i % 2, at + 7000 + i % 2 + took, queued=at)
        (kernel,) = r.summary()["kernels"]
        (launches,) = kernel["launches"]
        for it in kernel, launches:
            self.assertEqual([it[name] for name in ("total", "median", "p99", "longest", "deviation")],
                             [6_050_000, 51_000, 100_000, 1_000_000, 98_299])
        self.assertEqual(kernel["waited"], 7000)
        self.assertIn("  100.0 % of all kernels; deviation 98.3 us; queued for 7.00 us (median)\n", r.text())

    def test_time_of_the_host(self):
        """Each moment counts once, whatever other threads do; a call that never returned lasts to the end."""
        r = Recording()
        r.call("clBuildProgram", 10_000_000, 30_000_000, 0, PROGRAM)
        r.call("clFinish", 40_000_000, 60_000_000, 0, QUEUE)
        r.launch(50_000_000, 5_000_000, 50_000_000, 50_001_000)  # while another thread waits
        r.read(70_000_000, 4_000_000, 70_000_000, 70_001_000)  # blocking
        r.read(75_000_000, 1_000_000, 75_000_000, 75_001_000, blocking=0)
        r.call("clRetainKernel", 80_000_000, 83_000_000, 0, KERNEL)
        r.call("clWaitForEvents", 98_000_000, 0, 0, 1)
        time = {name: round(it / 1e6) for name, it in r.summary()["time"].items()}
        self.assertEqual(time, {"building": 20, "waiting": 21, "enqueuing": 6, "other_calls": 3, "outside": 50})
        self.assertIn("21 % waiting, 6 % enqueuing, 20 % building programs, 3 % in other calls, 50 % outside OpenCL\n",
                      r.text().replace("\n  ", " "))

    def test_time_of_a_device(self):
        r = Recording()
        def event(name):
            r(f"value event 8 {name}")
        def times():
            it, = r.summary()["devices"]
            return [it[name] for name in ("span", "busy", "overlapped", "waited_for_host", "waited_for_queues")]
        r.launch(1000, 1, 1000, 3000)
        r.read(1500, 1, 2000, 2500, queue=OTHER_QUEUE, blocking=0)  # 500 overlapped
        self.assertEqual(times(), [2000, 2000, 500, 0, 0])
        r.enqueue("clEnqueueNDRangeKernel", 4000, 1, 4000, 6000, KERNEL, 1, values=["event 8 0xE01"])  # the host: 1000
        # Starts 300 after the event of the other queue, for which it waits from 5000 on, when the device works, to 6000.
        r.enqueue("clEnqueueReadBuffer", 5000, 1, 6300, 6500, 0xB1, 0, 0, 64, 0, 1, queue=OTHER_QUEUE,
                  values=["event_wait_list 8 0xE01", "event 8 0xE02"])
        self.assertEqual(times(), [5500, 4200, 500, 1000, 0])

    def test_device_that_waits_for_another(self):
        r = Recording()
        r("name", 0xD2, 0, "Other")
        r.queue(0xA3, 0xD2, 500)
        r.launch(1000, 1, 1000, 9000, values=["event 8 0xE01"])
        r.launch(1500, 1, 1500, 2500, queue=0xA3)
        r.launch(2000, 1, 9400, 9500, queue=0xA3, values=["event_wait_list 8 0xE01"])
        r.launch(12_000, 1, 12_000, 12_100, queue=0xA3, values=["event_wait_list 8 0xE01"])  # which has long ended
        r.call("clCreateUserEvent", 20_000, 20_010, 0xE01, CONTEXT)  # at the address of the other one
        self.assertEqual([[it[name] for name in ("busy", "waited_for_host", "waited_for_queues")]
                          for it in r.summary()["devices"]], [[8000, 0, 0], [1200, 2500, 6500]])
        text = r.text()
        self.assertRegex(text, r"\n +1.20 us +0 ns +2.50 us +6.50 us  2, Other\n")

    def test_events_at_the_address_of_another_one(self):
        """The host's events, and those of others: a command that waits for one waits for no queue."""
        for create in "clCreateUserEvent", "clCreateEventFromGLsyncKHR", "clCreateEventFromEGLSyncKHR":
            with self.subTest(create):
                r = Recording()
                r.queue(0xA3, 0xD2, 500)
                r.launch(1000, 1, 1000, 9000, values=["event 8 0xE01"])
                r.call(create, 1500, 1510, 0xE01, CONTEXT)
                r.launch(2000, 1, 9400, 9500, queue=0xA3, values=["event_wait_list 8 0xE01"])
                self.assertEqual([(it["busy"], it["waited_for_queues"]) for it in r.summary()["devices"]],
                                 [(8000, 0), (100, 0)])

    def test_kernels_of_two_devices(self):
        """Of one name, they are two rows, each with its device: the devices may have one name, too."""
        r = Recording()
        r("name", 0xD2, 0, "Device")
        r.queue(0xA3, 0xD2, 500)
        for at, took, queue in (1000, 300, QUEUE), (2000, 100, 0xA3), (3000, 300, QUEUE):
            r.launch(at, 1, at, at + took, queue=queue, values=["global_work_size 8 64"])
        self.assertEqual([[it[name] for name in ("name", "device", "device_number", "commands", "total")]
                          for it in r.summary()["kernels"]], [["add", "Device", 1, 2, 600], ["add", "Device", 2, 1, 100]])
        text = r.text()
        self.assertRegex(text, r"\n +2 .* add 64 on device 1\n.*\n +1 .* add 64 on device 2\n")
        self.assertRegex(text, r"\n +100 ns .* 2, Device\n")

    def test_long_names(self):
        """They are whole, so that no two rows look alike."""
        r = Recording()
        names = [f"a_kernel_with_a_long_name_of_which_variant_{i}_is_one" for i in range(3)]
        for i, name in enumerate(names):
            r.create_kernel(1000 * i + 1000, name=name)
            r.launch(1000 * i + 1200, 1, 1000 * i + 1200, 1000 * i + 1300)
        text = r.text()
        for name in names:
            self.assertEqual(text.count(name), 1, text)

    def test_clock_at_odds(self):
        """Times of a device that contradict the host's are no figures."""
        r = Recording()
        r.launch(1000, 10, 1000, 1300)
        r.AHEAD = 500_000_000  # the next two claim to be far from the first
        r.launch(2000, 10, 2000, 2100)
        r.AHEAD = -500_000_000 + 2**40
        r.launch(3000, 10, 3000, 3100)
        summary = r.summary()
        self.assertEqual([it["clock_agrees"] for it in summary["devices"]], [False])
        self.assertEqual([(it["commands"], it["timed"], it["total"]) for it in summary["kernels"]], [(3, 0, 0)])
        text = r.text()
        self.assertIn("The times that the driver gives for device 1, Device, contradict", text)
        self.assertRegex(text, r"\n +3 +- +- +- +- +add")

    def test_commands_that_contradict_the_others(self):
        """They are left out alone, as long as most agree, also if a clock drifts."""
        def make(good, bad, ahead, drift):
            r = Recording()
            for i in range(good + bad):
                at = 1000 + 1_000_000 * i
                r.AHEAD = 7_000_000 + round(drift * at)
                if i % 2 and i // 2 < bad:
                    r.AHEAD += ahead
                    r.read(at, 10, at + 20, at + 5020)
                else:
                    r.launch(at, 10, at + 100, at + 400)
            return r
        for good, bad, ahead, drift, agrees in [
                (2, 1, 500_000_000, 0, True), (2, 1, -6_000, 0, True), (4, 3, -6_000, 0, True), (3, 3, -6_000, 0, False),
                (45, 44, 10 ** 9, 0, True), (44, 44, 10 ** 9, 0, False), (60, 20, 10 ** 8, 5e-5, True),
                (60, 20, -6_000, -5e-5, True), (60, 20, 2 ** 50, 5e-5, True), (80, 0, 0, 5e-5, True)]:
            with self.subTest(str((good, bad, ahead, drift))):
                r = make(good, bad, ahead, drift)
                text, summary = " ".join(r.text().split()), r.summary()
                [device], [kernel] = summary["devices"], summary["kernels"]
                self.assertEqual((device["contradicting"], device["clock_agrees"]), (bad if agrees else 0, agrees))
                self.assertEqual((kernel["timed"], round(kernel["total"], -3)), (good, round(300 * good, -3)) if agrees else (0, 0))
                self.assertEqual([(it["commands"], it["timed"]) for it in summary["transfers"]], [(bad, 0)] if bad else [])
                said = f"gives for {bad} command{'s' * (bad > 1)} of device 1, Device, contradict the host's clock, by what most"
                self.assertEqual(said in text, bad > 0 and agrees, text)
                self.assertEqual("gives for device 1, Device, contradict" in text, not agrees, text)

    def test_commands_without_times(self):
        """One that ended before it started is left out alone, and one of which the driver says nothing has a reason."""
        def make(reversed_by=0, timed=True):
            r = Recording()
            r.launch(1000, 10, 1100, 1300)
            r.read(2000, 10, 2400 + reversed_by, 2400)
            if not timed:
                label = r.call("clEnqueueNDRangeKernel", 3000, 3010, 0, QUEUE, KERNEL, 1)
                r("command", label, 3100, 0, 0, 0, 0, 0)
            return r
        for options, reversed_, untimed in [({}, 0, 0), ({"reversed_by": 1}, 1, 0), ({"timed": False}, 0, 1),
                                            ({"reversed_by": 10 ** 15, "timed": False}, 1, 1)]:
            with self.subTest(str(options)):
                summary, text = make(**options).summary(), " ".join(make(**options).text().split())
                [device] = summary["devices"]
                self.assertEqual((device["reversed"], device["untimed"], device["clock_agrees"]), (reversed_, untimed, True))
                self.assertEqual([it["total"] for it in summary["kernels"]], [200])
                self.assertEqual("for 1 command of device 1, Device, end before they start" in text, bool(reversed_), text)
                self.assertEqual("no times for 1 command of device 1, Device: profiling" in text, bool(untimed), text)

    def test_times_of_another_command(self):
        """They are not this one's, and say nothing about the device's clock."""
        r = Recording()
        r.launch(1000, 10, 1050, 1300)
        for at in 5000, 6000:  # what NVIDIA's driver answers for commands without work
            r.launch(at, 10, 1050, 1300, queued=1050)
            r.read(at + 100, 10, 1050, 1300, queued=1050, queue=OTHER_QUEUE)
        r.launch(9000, 10, 9050, 9150)
        r.launch(9200, 10, 9200, 9210)  # its own, though it did not wait
        summary = r.summary()
        self.assertEqual([it["clock_agrees"] for it in summary["devices"]], [True])
        self.assertEqual([(it["commands"], it["timed"], it["total"]) for it in summary["kernels"]], [(5, 3, 360)])
        self.assertEqual([(it["commands"], it["timed"]) for it in summary["transfers"]], [(2, 0)])
        r = Recording()
        for at, queue in (1000, QUEUE), (1010, OTHER_QUEUE):  # both waited: two that ran at the same time
            r.launch(at, 10, 1050, 1300, queue=queue)
        r.launch(5000, 10, 5000, 5010)
        self.assertEqual([it["timed"] for it in r.summary()["kernels"]], [3])

    def test_queued_after_its_start(self):
        """So say some drivers, by another clock: then nobody knows how long it waited."""
        r = Recording()
        r.launch(1000, 400, 1100, 1300, queued=1200)
        (kernel,) = r.summary()["kernels"]
        self.assertEqual((kernel["timed"], kernel["waited"]), (1, 0))

    def test_context_at_the_address_of_another_one(self):
        r = Recording()
        for at, size in (1000, 100), (2000, 40):
            r.call("clCreateContext", at, at + 10, CONTEXT, 0, 1)
            r.call("clCreateBuffer", at + 20, at + 30, 0xB1, CONTEXT, 1, size)
            r.call("clReleaseMemObject", at + 40, at + 50, 0, 0xB1)
        self.assertEqual([it["most"] for it in r.summary()["memory"]], [100, 40])

    def test_command_buffers(self):
        """They run on the queue that they were made for, or on the one that is named."""
        r = Recording()
        r.call("clCreateCommandBufferKHR", 1000, 1001, 0xCB, 1, 1)
        r("value queues 8", QUEUE)
        r.enqueue("clEnqueueCommandBufferKHR", 2000, 1, 2000, 2300, 0, 0xCB, queue=0)
        r.enqueue("clEnqueueCommandBufferKHR", 3000, 1, 3000, 3010, 1, 0xCB, queue=1, values=[f"queues 8 {OTHER_QUEUE}"])
        r.enqueue("clEnqueueCommandBufferKHR", 4000, 1, 4000, 4020, 1, 0xCB, queue=1, values=[f"queues 8 {OTHER_QUEUE}"])
        self.assertEqual({int(it["queue"], 16): (it["commands"], it["busy"]) for it in r.summary()["queues"]},
                         {QUEUE: (1, 300), OTHER_QUEUE: (2, 30)})

    def test_what_command_buffers_run(self):
        """Each has a row with its kernels, also one that has the address of another one that is gone."""
        r = Recording()
        for at, kernels in (10_000, ["add", "mul", "add"]), (20_000, []):
            r.call("clCreateCommandBufferKHR", at, at + 1, 0xCB, 1, 1)
            r("value queues 8", QUEUE)
            for i, name in enumerate(kernels):
                r.create_kernel(at + 100 * i + 10, 1, name=name)
                r.call("clCommandNDRangeKernelKHR", at + 100 * i + 20, at + 100 * i + 30, 0, 0xCB, 0, 0, KERNEL, 1)
            for i in range(3):
                r.enqueue("clEnqueueCommandBufferKHR", at + 1000 + i, 1, at + 2000 + 100 * i, at + 2050 + 100 * i, 0, 0xCB,
                          queue=0)
        self.assertEqual({it["name"]: (it["commands"], it["total"]) for it in r.summary()["kernels"]},
                         {"command buffer 1: add x2, mul": (3, 150), "command buffer 2": (3, 150)})

    def test_launches_without_sizes(self):
        r = Recording()
        r("type", DEVICE, 0, "CPU")
        r.enqueue("clEnqueueNativeKernel", 1000, 1, 1000, 5_001_000, 0xF00)
        r.enqueue("clEnqueueTask", 10_000_000, 1, 10_000_000, 16_000_000, KERNEL)
        summary = r.summary()
        self.assertEqual({it["name"]: (it["total"], self.sizes(it)) for it in summary["kernels"]},
                         {"native kernel 0xf00": (5_000_000, [([], [], 1)]), "add": (6_000_000, [([1], [1], 1)])})
        self.assertEqual([it["text"] for it in summary["hints"]],
                         ["Kernel add ran with a single work-item for 6.00 ms, 6 % of the time."])

    def test_markers(self):
        """They keep no device busy, however long they last."""
        r = Recording()
        r.launch(1000, 1, 1000, 2000)
        r.enqueue("clEnqueueMarkerWithWaitList", 1500, 1, 1500, 9000, queue=OTHER_QUEUE)
        r.enqueue("clEnqueueUnmapMemObject", 1600, 1, 1600, 1700, queue=OTHER_QUEUE)
        (device,) = r.summary()["devices"]
        self.assertEqual((device["span"], device["busy"], device["overlapped"]), (1000, 1000, 100))

    def test_clones(self):
        """A clone has the name that its original had then, even a clone's clone, and one of many."""
        r = Recording()
        clones = range(0x100000, 0x100000 + 16 * 10000, 16)
        original = KERNEL
        for i, clone in enumerate(clones):
            r.call("clCloneKernel", 1000 + 20 * i, 1010 + 20 * i, clone, original)
            original = clone
        r.create_kernel(1_000_000, name="other")
        r.call("clCloneKernel", 1_000_100, 1_000_110, clones[0], KERNEL)
        r.call("clCloneKernel", 1_000_200, 1_000_210, 0xE7, 0xE6)  # a clone of nobody knows what
        for at, kernel in (2_000_000, clones[0]), (2_001_000, clones[-1]), (2_002_000, 0xE7):
            r.enqueue("clEnqueueNDRangeKernel", at, 1, at, at + 100, kernel, 1)
        names = {it["name"]: it["commands"] for it in r.summary()["kernels"]}
        self.assertEqual({it: names.get(it) for it in ("add", "other")}, {"add": 1, "other": 1})
        self.assertEqual(sum(names.values()), 3)

    def transfers(self, r):
        return {it["kind"]: (it["commands"], it["timed"], it["bytes"], it["gigabytes_per_second"])
                for it in r.summary()["transfers"]}

    def test_transfers(self):
        r = Recording()
        r.read(1000, 1, 1000, 2000, size=4000)
        r.read(3000, 1, 3000, 3500, size=2000)
        r.call("clEnqueueReadBuffer", 4000, 4001, 0, QUEUE, 0xB1, 1, 0, 500)  # no times: no part of the speed
        r.enqueue("clEnqueueReadBufferRect", 5000, 1, 5000, 5500, 0xB1, values=["region 8 10 20 5"])
        r.write_buffer(6000, 1, 6000, 6100, size=50)
        r.enqueue("clEnqueueCopyBuffer", 7000, 1, 7000, 7100, 0xB1, 0xB2, 0, 0, 300)
        r.enqueue("clEnqueueFillBuffer", 8000, 1, 8000, 8100, 0xB1, 0x1000, 4, 0, 200)
        r.enqueue("clEnqueueMapBuffer", 9000, 1, 9000, 9100, 0xB1, 1, 1, 0, 100)
        r.enqueue("clEnqueueSVMMemcpy", 10_000, 1, 10_000, 10_100, 1, 0x7000, 0x8000, 400)
        r.enqueue("clEnqueueSVMMemFill", 11_000, 1, 11_000, 11_100, 0x7000, 0x1000, 4, 500)
        r.enqueue("clEnqueueSVMMap", 12_000, 1, 12_000, 12_100, 1, 1, 0x7000, 600)
        r.enqueue("clEnqueueMemcpyINTEL", 13_000, 1, 13_000, 13_100, 1, 0x7000, 0x8000, 700)
        self.assertEqual(self.transfers(r), {
            "read": (4, 3, 7500, 3.5), "write": (1, 1, 50, 0.5), "copy": (1, 1, 300, 3.0),
            "fill": (1, 1, 200, 2.0), "map": (1, 1, 100, None), "copy SVM": (1, 1, 400, 4.0),
            "fill SVM": (1, 1, 500, 5.0), "map SVM": (1, 1, 600, None), "copy USM": (1, 1, 700, 7.0)})
        self.assertRegex(r.text(), r"\n +1 +600 B +100 ns +100 ns +-  map SVM\n")

    def test_transfers_of_images(self):
        rgba_8, r_float = (0x10B5, 0x10D2), (0x10B0, 0x10DE)
        r = Recording()
        for at, of, handle in (1000, rgba_8, 0xB1), (1200, r_float, 0xB2):
            r.call("clCreateImage", at, at + 100, handle, CONTEXT, 1)
            r("image_format", *of)
            r("image_desc", 0x10F1, 64, 32, 0, 0, 0)
        for at, function, *arguments in [
                (2000, "clEnqueueReadImage", 0xB1), (3000, "clEnqueueReadImage", 0xBB),  # unknown
                (4000, "clEnqueueWriteImage", 0xB2), (5000, "clEnqueueCopyImageToBuffer", 0xB1, 0xB9),
                (6000, "clEnqueueCopyBufferToImage", 0xB9, 0xB2), (7000, "clEnqueueMapImage", 0xB1)]:
            r.enqueue(function, at, 1, at, at + 500, *arguments, values=["region 8 10 5 1"])
        self.assertEqual(self.transfers(r), {"read image": (2, 2, 200, 0.2), "write image": (1, 1, 200, 0.4),
                                             "copy image": (2, 2, 400, 0.4), "map image": (1, 1, 200, None)})

    def test_queues(self):
        """Commands that overlap count once. A queue is idle from the end of its commands until the next is enqueued, not
        until it starts."""
        r = Recording()
        r.launch(1000, 1, 1000, 2000)
        r.launch(1001, 1, 1500, 2500)
        r.launch(1002, 1, 1600, 1700)
        r.launch(3900, 1, 4000, 5000)
        r.launch(1004, 1, 6000, 6500, queue=OTHER_QUEUE)
        r.call("clEnqueueNDRangeKernel", 7000, 7001, 0, QUEUE, KERNEL, 1)
        first, second = r.summary()["queues"]
        self.assertEqual([first[it] for it in ("queue", "device", "commands", "timed", "busy", "idle")],
                         ["0xa1", "Device", 5, 4, 2500, 1400])
        self.assertEqual([second[it] for it in ("queue", "commands", "busy", "idle")], ["0xa2", 1, 500, 0])

    def test_queue_at_the_address_of_another_one(self):
        """Each has a row; what lies between them is not its idle time."""
        r = Recording()
        r.launch(1000, 1, 1000, 2000)
        r.call("clReleaseCommandQueue", 3000, 3010, 0, QUEUE)
        r.queue(QUEUE, DEVICE, 4000)
        r.launch(5000, 1, 5000, 5400)
        self.assertEqual([(it["queue"], it["commands"], it["busy"], it["idle"]) for it in r.summary()["queues"]],
                         [("0xa1", 1, 1000, 0), ("0xa1", 1, 400, 0)])

    def test_memory(self):
        r = Recording()
        buffers = [(0xB1, 1000), (0xB2, 500), (0, 9999)]
        for i, (handle, size) in enumerate(buffers):
            r.call("clCreateBuffer", 1000 + i, 1001 + i, handle, CONTEXT, 1, size)
        r.call("clRetainMemObject", 2000, 2001, 0, 0xB1)
        r.call("clCreateSubBuffer", 2100, 2101, 0xB3, 0xB2, 1, 0x1220)
        r.call("clSVMAlloc", 2200, 2201, 0x7000, CONTEXT, 1, 50, 0)
        r.call("clSVMAlloc", 2300, 2301, 0x8000, CONTEXT, 1, 25, 0)
        r.call("clEnqueueSVMFree", 2400, 2401, 0, QUEUE, 1)
        r("value svm_pointers 8", 0x7000)
        r.call("clSVMFree", 2500, 2501, 0, CONTEXT, 0x8000)
        r.call("clSVMAlloc", 2600, 2601, 0x9000, CONTEXT, 1, 60, 0)
        r.call("clEnqueueSVMFree", 2700, 2701, 0, QUEUE, 1, 0, 0xF)  # a callback is to free it
        r("value svm_pointers 8", 0x9000)
        r.call("clReleaseMemObject", 3000, 3001, 0, 0xB1)  # a reference is left
        r.call("clReleaseMemObject", 3100, 3101, 0, 0xB2)  # its sub-buffer is left
        r.call("clReleaseMemObject", 3200, 3201, ERROR, 0xB1)
        r.call("clCreateBuffer", 4000, 4001, 0xB4, 0xC2, 1, 77)
        r.call("clReleaseMemObject", 4100, 4101, 0, 0xB4)
        r.call("clCreateImage", 5000, 5001, 0xB5, 0xC3, 1)
        r("image_format", 0x10B5, 0x10D2)
        r("image_desc", 0x10F1, 64, 32, 0, 0, 0)
        memory = [[it[name] for name in ("context", "most", "left", "objects_left")]
                  for it in r.summary()["memory"]]
        self.assertEqual(memory, [["0xc1", 1575, 1560, 4], ["0xc2", 77, 0, 0], ["0xc3", 8192, 8192, 1]])

    def test_memory_of_parts(self):
        """A buffer is there until its sub-buffers are gone, too."""
        r = Recording()
        r.call("clCreateBuffer", 1000, 1001, 0xB1, CONTEXT, 1, 500)
        r.call("clCreateSubBuffer", 1100, 1101, 0xB2, 0xB1, 1, 0x1220)
        r.call("clReleaseMemObject", 1200, 1201, 0, 0xB1)
        r.call("clReleaseMemObject", 1300, 1301, 0, 0xB2)
        (memory,) = r.summary()["memory"]
        self.assertEqual((memory["most"], memory["left"], memory["objects_left"]), (500, 0, 0))

    def test_ranges(self):
        """What happened within each: waits of its own thread, and what devices did in that time."""
        r = Recording()
        r.range("frame", 1000)
        r.launch(1100, 100, 2000, 5000)
        r.launch(1300, 100, 4000, 6000, queue=OTHER_QUEUE)  # at the same time
        r.call("clFinish", 3000, 6500, 0, QUEUE)
        r.range("inside", 6500, 7000, depth=1)
        r("mark", recordings.POP, 11_000, 0)
        r.range("frame", 20_000, 40_000)
        r.launch(39_000, 100, 39_100, 50_000)  # ends after it
        r.range("hangs \udcff\t", 60_000)
        r("mark", recordings.START, 60_500, 1, "job")
        r("chunk", 100, 101, "worker")
        r.range("worker", 61_000)
        r.call("clWaitForEvents", 62_000, 65_000, 0, 1)
        r("mark", recordings.POP, 70_000, 0)
        r("mark", recordings.END, 80_500, 1)
        ranges = {it.pop("name"): tuple(it.values()) for it in r.summary()["ranges"]}
        self.assertEqual(list(ranges), ["frame", "job", "worker", "inside", "hangs \\xff\t"])
        self.assertEqual(ranges, {
            # count, total, mean, longest, waiting, busy, unfinished
            "frame": (2, 30_000, 15_000, 20_000, 3500, 4000 + 900, 0),
            "job": (1, 20_000, 20_000, 20_000, 3000, 0, 0),
            "worker": (1, 9000, 9000, 9000, 3000, 0, 0),
            "inside": (1, 500, 500, 500, 0, 0, 0),
            "hangs \\xff\t": (1, 0, 0, 0, 0, 0, 1)})
        text = r.text()
        self.assertIn("        2  30.0 us  15.0 us  20.0 us  3.50 us  4.90 us  frame\n", text)
        self.assertIn("hangs \\xff\\x09, 1 did", text)
        self.assertNotIn("did not end", Recording().text())

    def test_ranges_in_a_span(self):
        """Those that lie partly in it count as a whole."""
        r = Recording()
        r.range("before", 1000, 2000)
        r.range("into it", 3000)
        r.call("clFinish", 3500, 4500, 0, QUEUE)
        r.launch(4500, 100, 4600, 4700)
        r("mark", recordings.POP, 1_500_000, 0)
        r.range("after", 2_000_000, 2_500_000)
        (found,) = r.summary("--start-after", "0.001", "--duration", "0.001")["ranges"]
        self.assertEqual([found[it] for it in ("name", "count", "total", "waiting", "busy")],
                         ["into it", 1, 1_497_000, 1000, 100])

    def test_ranges_of_many_texts(self):
        r = Recording()
        for i in range(20):
            r.range(f"part {i}", 1000 + 1000 * i, 1010 + 1000 * i + i)
        text = r.text()
        self.assertIn("  part 8\n", text)
        self.assertNotIn("  part 7\n", text)
        self.assertIn("and 8 other ranges", text)
        self.assertEqual(len(r.summary()["ranges"]), 20)

    def test_builds(self):
        r = Recording()
        r.call("clBuildProgram", 1000, 1500, 0, PROGRAM)
        r.call("clCompileProgram", 2000, 2200, 0, PROGRAM)
        r.call("clLinkProgram", 3000, 3100, 0x51, CONTEXT)
        r.call("clBuildProgram", 4000, 4100, -11, PROGRAM)
        self.assertEqual(r.summary()["builds"], {"builds": 4, "total": 900, "again": 0})


class Span(unittest.TestCase):
    """From 20 ms to 30 ms. What lies partly in it is whole in the tables, but not where the time went."""

    def summary(self, r, *options):
        return r.summary(*(options or ("--start-after", "0.02", "--duration", "0.01")))

    def test_calls_and_commands(self):
        r = Recording()
        for begin, end in (5, 6), (19, 23), (24, 26), (29, 34), (30, 31):
            r.call("clFinish", begin * 1_000_000, end * 1_000_000, 0, QUEUE)
        for start, end in (2, 4), (18, 22), (24, 25), (28, 36), (36, 40):
            r.launch(1_000_000 + start, 1000, start * 1_000_000, end * 1_000_000)
        s = self.summary(r)
        self.assertEqual([(it["name"], it["calls"], it["total"]) for it in s["functions"]],
                         [("clFinish", 3, 11_000_000)])
        self.assertAlmostEqual(s["seconds"], 0.01)
        self.assertEqual((s["time"]["waiting"], s["time"]["outside"]), (6_000_000, 4_000_000))
        self.assertEqual([(it["commands"], it["total"]) for it in s["kernels"]], [(3, 13_000_000)])
        (device,) = s["devices"]
        self.assertEqual((device["busy"], device["span"]), (5_000_000, 10_000_000))
        self.assertEqual(device["waited_for_host"], 0)  # all were enqueued before
        r.launch(70_000_000, 1000, 71_000_000, 72_000_000)
        (device,) = self.summary(r, "--start-after", "0.06", "--duration", "0.03")["devices"]
        self.assertEqual((device["busy"], device["span"]), (1_000_000, 2_000_000))

    def test_memory_and_builds(self):
        r = Recording()
        for at, handle, size in (1, 0xB1, 1000), (2, 0xB2, 500), (22, 0xB3, 50), (40, 0xB4, 7000):
            r.call("clCreateBuffer", at * 1_000_000, at * 1_000_000 + 10, handle, CONTEXT, 1, size)
        for at, handle in (3, 0xB2), (25, 0xB1), (45, 0xB3):
            r.call("clReleaseMemObject", at * 1_000_000, at * 1_000_000 + 10, 0, handle)
        r.call("clCreateProgramWithSource", 4_000_000, 4_000_010, 0x60, CONTEXT, 1)
        r("value strings 8 1")
        for at in 5, 6, 23, 41:
            r.call("clBuildProgram", at * 1_000_000, at * 1_000_000 + 100_000, 0, 0x60, 1, 0x1000)
            r("value device_list 8", DEVICE)
        s = self.summary(r)
        (memory,) = s["memory"]
        self.assertEqual((memory["most"], memory["left"], memory["objects_left"]), (1050, 50, 1))
        self.assertEqual(s["builds"], {"builds": 1, "total": 100_000, "again": 1})

    def test_hints(self):
        """A habit counts in the span; what is made there may be released later."""
        r = Recording()
        for i in range(200):
            r.launch(21_000_000 + 1000 * i, 100, 21_000_500 + 1000 * i, 21_000_900 + 1000 * i,
                     values=[f"event 8 {0xF000 + i}"])
            r.call("clFlush", 11_000_000 + 10_000 * i, 11_009_000 + 10_000 * i, 0, QUEUE)
            r.create_kernel(14_000_000 + 1000 * i, took=900)
        self.assertEqual([it["id"] for it in self.summary(r)["hints"]], [])
        earlier = self.summary(r, "--start-after", "0.01", "--duration", "0.01")
        self.assertIn("flushes", [it["id"] for it in earlier["hints"]])
        self.assertIn("never-released", [it["id"] for it in r.summary()["hints"]])

    def test_no_call(self):
        s = self.summary(Recording())
        self.assertEqual((s["calls"], s["seconds"]), (0, 0))
        self.assertRegex(s["notes"][0], "^There is no call in the time span .* began after 0.100 seconds")


class Compare(unittest.TestCase):
    """Two runs: the second one has a slower kernel, another one, and a call less."""
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.paths = []
        for took, other, waits in (1000, "old", 2), (1200, "new", 0):
            r = Recording()
            for i in range(5):
                r.launch(10_000 + 10_000 * i, 1, 10_000 + 10_000 * i, 10_000 + 10_000 * i + took + i)
            r.create_kernel(100_000, name=other)
            r.launch(110_000, 1, 110_000, 110_010)
            r.create_kernel(120_000, name="tiny")  # too little to fail for
            r.launch(130_000, 1, 130_000, 130_000 + took // 50 - 10)
            for i in range(waits):
                r.call("clFinish", 1_000_000 * i + 1_000_000, 1_000_000 * i + 1_500_000, 0, QUEUE)
            path = os.path.join(self.folder, f"run{len(self.paths)}")
            with open(path + ".json", "w", encoding="utf-8") as file:
                json.dump(r.summary(), file)
            r.write(MAKE_RECORDING, path)
            self.paths.append(path)

    def compare(self, *words):
        result = subprocess.run([TOOL, "trace", *words], capture_output=True, text=True)
        return result.returncode, result.stdout, result.stderr

    def test_text(self):
        old, new = self.paths
        for before, after in (old, new), (old + ".json", new), (old + ".json", new + ".json"):
            status, out, error = self.compare("--compare", before, after)
            self.assertEqual((status, error), (0, ""))
            self.assertRegex(out, r"\n  1.00 us +1.20 us +[+]20.0% +1 ns  add\n")
            self.assertRegex(out, r"\n  1.00 ms +0 ns +-100.0%  clFinish\n")
            self.assertIn("  Only the earlier run has kernel old.\n  Only the later run has kernel new.\n", out)

    def test_json(self):
        status, out, error = self.compare("--json", "--compare", *self.paths)
        self.assertEqual((status, error), (0, ""))
        kernels = json.loads(out)["kernels"]
        self.assertEqual([(it["name"], it["before"], it["after"]) for it in kernels], [("add", 1002, 1202), ("tiny", 10, 14)])
        self.assertAlmostEqual(kernels[0]["change"], 100 * 200 / 1002)

    def test_status(self):
        old, new = self.paths
        for percent, runs, status in ("10%", (old, new), 1), ("30%", (old, new), 0), ("10%", (new, old), 0):
            with self.subTest(percent, runs=runs):
                result = self.compare("--fail-if", "slower=" + percent, "--compare", *runs)
                self.assertEqual(result[0], status, result)
                self.assertEqual("20.0 % slower, more than 10 %: kernel add" in result[2], status == 1)

    def test_mistakes(self):
        path = os.path.join(self.folder, "other.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write("{}")
        for words, said in ((["--compare", self.paths[0]], "--compare needs two runs"),
                            (["--compare", *self.paths, "x"], "--compare needs two runs"),
                            (["--keep", "--compare", *self.paths], "--compare runs no program"),
                            (["--fail-if", "slower=10%", "x"], "--fail-if is for --compare"),
                            (["--fail-if", "slower=10", "--compare", *self.paths], "as in slower=10%"),
                            (["--compare", path, self.paths[1]], "other.json is not a summary from clrelay trace --json"),
                            (["--compare", path + "x", self.paths[1]], "other.jsonx: No such file or directory")):
            with self.subTest(words=words):
                status, out, error = self.compare(*words)
                self.assertEqual((status, out), (125, ""))
                self.assertIn(said, error.replace("\n    ", " "))


if __name__ == "__main__":
    unittest.main(verbosity=2)
