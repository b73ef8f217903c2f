# SPDX-License-Identifier: Apache-2.0
"""The hints of clrelay trace: each has a case in which it just holds, and cases in which it just does not. The
arguments are the command clrelay, and make_recording."""

import os
import re
import unittest

from programs import CONTEXT, Case, DEVICE, END, KERNEL, OTHER_QUEUE, PROGRAM, QUEUE, Recording

HINT_ROWS = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "trace", "hint_rows.h")

# enum values of record.h, and of OpenCL
DEVICE_TIMES, DATA, ON, RESUMED = 1, 256, 1, 32
OUT_OF_ORDER, STATUS = 1, 0x11D3


def set_properties(r, properties=0):
    """Gives the first queue these properties."""
    r.lines = [line.replace(f" {QUEUE} {CONTEXT} {DEVICE}", f" {QUEUE} {CONTEXT} {DEVICE} {properties}") for line in r.lines]


class Hints(Case):
    held, missed, ran = set(), set(), set()

    def setUp(self):
        self.ran.add(self.id())

    @classmethod
    def tearDownClass(cls):
        """If all tests ran, each hint has held and not held."""
        if len(cls.ran) < unittest.defaultTestLoader.loadTestsFromTestCase(cls).countTestCases():
            return
        with open(HINT_ROWS, encoding="utf-8") as file:
            hints = set(re.findall(r'^HINT\(\w+, +"([a-z-]+)"', file.read(), flags=re.M))
        for what, seen in ("holds", cls.held), ("does not hold", cls.missed):
            if seen != hints:
                raise AssertionError(f"hints that no check() sees where the hint {what}, or that are no row of "
                                     f"hint_rows.h: {sorted(seen ^ hints)}")

    def check(self, hint, make, holds, *others):
        """The hint holds with the first arguments of `make`, and with none of the others."""
        self.held.add(hint)
        if others:
            self.missed.add(hint)
        for arguments in holds, *others:
            with self.subTest(hint, **arguments):
                r = Recording()
                make(r, **arguments)
                summary = r.summary()
                self.assertAlmostEqual(summary["seconds"], END / 1e9)
                found = {hint["id"] for hint in summary["hints"]}
                self.assertEqual(hint in found, arguments is holds, summary)

    def test_lone_waits(self):
        def make(r, waits=20, wait=250_000, took=200_000, kernels=1, period=600_000, other=0, pairs=0, **more):
            r("header", *more.pop("header", (DEVICE_TIMES, ON)))
            set_properties(r, **more)
            for at in range(1000, 1000 + 10_000_000 * pairs, 10_000_000):  # the device is idle behind each pair
                r.launch(at, 1, at + 10, at + 20)
                r.launch(at + 1, 1, at + 20, at + 30)
                r.call("clFinish", at + 40, at + 50, 0, QUEUE)
            for i in range(waits):
                at = 1000 + 10_000_000 * pairs + period * i
                for k in range(kernels):
                    r.launch(at + k, 1, at + 10, at + 10 + took)
                if other:  # of another queue of the device
                    r.launch(at + 20, 1, at + 10 + took, at + 10 + took + other, queue=OTHER_QUEUE)
                r.call("clFinish", at + 100, at + 100 + wait, 0, QUEUE)
        self.check("lone-waits", make, {}, {"waits": 19, "wait": 300_000}, {"wait": 249_000}, {"kernels": 2},
                   {"took": 338_000, "wait": 400_000},  # the device is busy
                   {"took": 338_000, "wait": 400_000, "pairs": 3}, {"other": 330_000}, {"properties": OUT_OF_ORDER})
        self.check("lone-waits", make, {"took": 336_000, "wait": 400_000})
        self.check("lone-waits", make, {"other": 1000, "properties": 0})
        self.check_idle_times("lone-waits", make)

    def check_idle_times(self, hint, make):
        """The hint needs all commands, at all times, and no pauses that the layer makes."""
        self.check(hint, make, {"header": (DEVICE_TIMES, ON)}, {"header": (DEVICE_TIMES | DATA, ON)},
                   {"header": (DEVICE_TIMES, ON | RESUMED)})
        for options, holds in ([], True), (["--functions", "clEnqueue*,clFinish"], False), (["--kernels", "*"], False), \
                (["--duration", "1"], True):
            r = Recording()
            make(r)
            self.assertEqual(hint in {found["id"] for found in r.summary(*options)["hints"]}, holds, options)

    def check_chosen(self, hint, make):
        """Calls that the user did not choose are known, and count for nothing."""
        for options, holds in ([], True), (["--functions", "clFlush,clEnqueue*"], False):
            r = Recording()
            make(r)
            self.assertEqual(hint in {found["id"] for found in r.summary(*options)["hints"]}, holds, options)

    def test_pauses_of_the_recording(self):
        for state, said in (ON, False), (ON | RESUMED, True):
            r = Recording()
            r("header", DEVICE_TIMES, state)
            notes = r.summary()["notes"]
            self.assertEqual("Recording was switched off and on: times without work include the time between, and no hint "
                             "is about them." in notes, said, notes)

    def test_waits_for_several_queues(self):
        """A call waits once, whatever number of queues it waits for."""
        def make(r, both=False, listed=1, waits=20):
            for i in range(waits):
                at = 1000 + 600_000 * i
                if both:
                    r.launch(at - 2, 1, at + 8, at + 200_008, queue=OTHER_QUEUE, values=[f"event 8 {0xE01 + 2 * i}"])
                r.launch(at, 1, at + 10, at + 200_010, values=[f"event 8 {0xE00 + 2 * i}"])
                r.call("clWaitForEvents", at + 100, at + 250_100, 0, listed)
                r("value event_list 8", *[0xE00 + 2 * i + k for k in range(listed)])
        self.check("lone-waits", make, {}, {"both": True, "listed": 2})
        self.check("lone-waits", make, {"both": True})
        r = Recording()
        make(r)
        [text] = [hint["text"] for hint in r.summary()["hints"] if hint["id"] == "lone-waits"]
        self.assertIn("The host waited 5.00 ms, 5 % of the time, in 20 calls after a single kernel each. Until the next "
                      "command, the device had nothing to do for 7.60 ms.", text)

    def test_waits_for_command_buffers(self):
        def make(r, recorded=1, made=True):
            if made:
                r.call("clCreateCommandBufferKHR", 300, 301, 0xCB, 1, 1)
                r("value queues 8", QUEUE)
            for i in range(recorded):
                r.call("clCommandNDRangeKernelKHR", 310 + 10 * i, 311 + 10 * i, 0, 0xCB, 0, 0, KERNEL, 1)
            for i in range(20):
                at = 1000 + 600_000 * i
                r.enqueue("clEnqueueCommandBufferKHR", at, 1, at + 10, at + 200_010, 1, 0xCB, queue=1,
                          values=[f"queues 8 {QUEUE}"])
                r.call("clFinish", at + 100, at + 250_100, 0, QUEUE)
        self.check("lone-waits", make, {}, {"recorded": 2}, {"recorded": 0, "made": False})

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
        self.check("gaps", make, {}, {"commands": 20, "idle": 400_000}, {"idle": 262_000},
                   {"took": 10_000, "idle": 249_000}, {"early": True}, {"late": 100_000}, {"between": True},
                   {"commands": 24, "slow": 14, "idle": 800_000})  # most gaps are short
        self.check("gaps", make, {"idle": 263_000})  # longer than all work
        def with_header(r, header=(DEVICE_TIMES, ON)):
            r("header", *header)
            make(r)
        self.check_idle_times("gaps", with_header)
        self.check("gaps", make, {"took": 10_000, "idle": 250_000})

        for others, name in (0, "Device"), (1, "Device 1, Device"):
            r = Recording()
            make(r)
            for i in range(others):
                r.queue(0xA7, 0xD7, 300)
                r.launch(400, 1, 410, 420, queue=0xA7)
            (hint,) = r.summary()["hints"]
            self.assertTrue(hint["text"].startswith(f"{name} had nothing to do for 6.00 ms and worked for 5.25 ms: before "
                                                    "20 of 21 commands"), hint["text"])

    def test_what_the_host_does_in_gaps(self):
        def make(r, function=None, part=0.6, commands=21, took=250_000, idle=300_000, frames=False, early=0, rest=10):
            at = 1000
            for i in range(commands):
                if frames:
                    r.write_buffer(at, 1, at, at + 10, blocking=0)
                r.launch(at, 1, at + 10, at + 10 + took)
                gap = 25 * idle if i == early - 1 else rest if early else idle
                if function:
                    r.call(function, at + took + 20, at + took + 20 + int(part * idle), 0, QUEUE)
                at += took + 10 + gap
        for function, said in (
                (None, None), ("clFinish", "waiting"), ("clBuildProgram", "building programs"), ("clFlush", "enqueuing"),
                ("clSetKernelArg", "in other calls")):
            r = Recording()
            make(r, function)
            (hint,) = [hint for hint in r.summary()["hints"] if hint["id"] == "gaps"]
            self.assertIn(" Meanwhile the host was " +
                          (f"60 % {said}, 40 % outside OpenCL." if said else "100 % outside OpenCL."), hint["text"])
        for part, said in (0.1, "90 % outside OpenCL, 10 % waiting."), (0.09, "91 % outside OpenCL."):
            r = Recording()
            make(r, "clFinish", part)
            (hint,) = [hint for hint in r.summary()["hints"] if hint["id"] == "gaps"]
            self.assertIn(f" Meanwhile the host was {said}", hint["text"])
        r = Recording()
        make(r, "clFinish", part=0.4)
        summary = r.summary()
        self.assertEqual({name: round(time / 1e6, 1) for name, time in summary["devices"][0]["host_meanwhile"].items()},
                         {"building": 0, "enqueuing": 0, "other_calls": 0, "waiting": 2.4, "outside": 3.6})
        # The device works longer than it waits, so it could work while the host does its own part.
        frames = {"took": 2_500_000, "idle": 1_000_000, "commands": 21, "frames": True}
        self.check("gaps", make, frames, {**frames, "idle": 999_000}, {**frames, "function": "clFinish", "part": 0.5},
                   {**frames, "early": 5}, {**frames, "early": 5, "rest": 1_310_000})  # one gap is more than half
        self.check("gaps", make, {**frames, "took": 2_400_000, "early": 5, "rest": 1_320_000})

    def test_reads_of_an_idle_device(self):
        def make(r, reads=20, took=250_000, blocking=1, busy=False, header=(DEVICE_TIMES, ON)):
            r("header", *header)
            r.launch(1000, 1, 1001, 2000)
            for i in range(reads):
                at = 10_000 + i * 500_000
                if busy:
                    r.launch(at - 100, 1, at - 100, at + 100, queue=OTHER_QUEUE)
                r.read(at, took, at + 10, at + took - 10, blocking=blocking)
        self.check("idle-reads", make, {}, {"reads": 19, "took": 270_000}, {"took": 249_000}, {"blocking": 0},
                   {"busy": True})
        self.check_idle_times("idle-reads", make)

    def test_small_transfers(self):
        def make(r, transfers=101, took=50_000, size=4095, blocking=1, kernels=False, wait=False,
                 untimed=False, large=0):
            for i in range(transfers):
                at = 10_000 + i * 100_000
                if kernels:
                    r.launch(at - 100, 1, at - 100, at - 10)
                if wait:
                    r.enqueue("clEnqueueMarkerWithWaitList", at - 100, 1, at - 100, at + took - 1000)
                if i < large:
                    r.write_buffer(at - 200, 1, at - 190, at - 100, 4096)
                if untimed:
                    r.call("clEnqueueWriteBuffer", at, at + took, 0, QUEUE, 0xB1, blocking, 0, size)
                else:
                    r.write_buffer(at, took, at + took - 100, at + took - 50, size, blocking)
        self.check("small-transfers", make, {}, {"transfers": 100, "took": 51_000}, {"took": 49_000}, {"size": 4096},
                   {"kernels": True}, {"wait": True}, {"untimed": True}, {"large": 101})
        self.check("small-transfers", make, {"transfers": 151, "large": 51}, {"transfers": 151, "large": 52})
        self.check("small-transfers", make, {"untimed": True, "blocking": 0}, {"size": 0})
        r = Recording()
        make(r, size=1024)
        self.assertIn("100 of 101 transfers moved less than 4 KiB right after another such one: 100 KiB in 5.00 ms,",
                      str(r.summary()["hints"]))

    def test_small_copies(self):
        """A copy of SVM and a copy of a buffer can't be combined. If a copy blocks, waiting is no cost of the copy."""
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
            """Writes a buffer, at several offsets if there is a step. The part that `change` names differs each
            time."""
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
        self.check("same-data", make, {}, {"writes": 20, "took": 270_000}, {"took": 249_000}, {"hashed": False},
                   {"change": "data"}, {"change": "size"}, {"change": "offset"}, {"change": "buffer"})
        self.check("same-data", make, {"timed": False}, {"took": 240_000, "timed": False})
        self.check("same-data", make, {"step": 1000, "writes": 22}, {"step": 1000, "writes": 21, "took": 270_000},
                   {"step": 999, "writes": 22})  # each write changes a part of what the other one has written
        others = [("clCreateBuffer", 0xB1, CONTEXT, 1, 1000), ("clEnqueueFillBuffer", 0, QUEUE, 0xB1),
                  ("clEnqueueWriteBufferRect", 0, QUEUE, 0xB1), ("clEnqueueCopyBuffer", 0, QUEUE, 0xB2, 0xB1),
                  ("clEnqueueUnmapMemObject", 0, QUEUE, 0xB1, 0x7000)]
        self.check("same-data", make, {"between": ("clEnqueueCopyBuffer", 0, QUEUE, 0xB1, 0xB2)},
                   *({"between": call} for call in others))

    def test_pageable_memory(self):
        """Memory counts as pinned if the driver knows it. If its speed was measured, that counts, too."""
        mapped, pages = 0x700000, 1 << 20
        def make(r, transfers=20, took=250_000, size=1 << 20, device="discrete GPU", direct=0, speed=1, how="map", known=True,
                 other=False):
            """Some transfers use memory that the driver knows, unless it forgets that before."""
            r("type", DEVICE, 0, device)
            if how == "map":
                r.enqueue("clEnqueueMapBuffer", 300, 10, 301, 302, 0xB2, 1, 3, 0, pages)
                r.lines[r.lines.index(next(line for line in r.lines if "MapBuffer" in line))] = \
                    f"call {r.labels} clEnqueueMapBuffer 300 310 {mapped} {QUEUE} 0xB2 1 3 0 {pages} 0 0 0"
            elif how == "use":
                r.call("clCreateBuffer", 300, 310, 0xB3, CONTEXT, 8, pages, mapped)
            elif how == "svm":
                r.call("clSVMAlloc", 300, 310, mapped, CONTEXT, 1, pages, 0)
            if other:
                r("chunk", 101, 101, "other")
            if not known:
                r.call("clEnqueueUnmapMemObject" if how == "map" else "clSVMFree", 400, 410, 0,
                       *((QUEUE, 0xB2, mapped) if how == "map" else (CONTEXT, mapped)))
            r.name_chunk()
            for i in range(transfers + direct):
                at = 1000 + 1_000_000 * i
                memory = mapped + 64 if i >= transfers else 0x9000
                r.enqueue("clEnqueueReadBuffer", at, 10, at + 10, at + 10 + (took if i < transfers else int(took / speed)),
                          0xB1, 0, 0, size, memory)
        self.check("pageable-memory", make, {}, {"transfers": 19, "took": 270_000}, {"took": 249_000}, {"size": (1 << 20) - 1},
                   {"device": "GPU"}, {"device": "CPU"}, {"transfers": 0, "direct": 21},
                   {"transfers": 0, "direct": 21, "how": "use"}, {"transfers": 0, "direct": 21, "how": "svm"})
        # about as fast as pinned memory often is
        self.check("pageable-memory", make, {"size": 2_490_000}, {"size": 2_510_000})
        self.check("pageable-memory", make, {"direct": 1, "speed": 2, "size": 3_000_000},
                   {"direct": 1, "speed": 1.99, "size": 3_000_000})
        for how in "map", "svm":  # another process may forget memory at the same address
            forgets = {"transfers": 0, "direct": 21, "known": False, "how": how}
            self.check("pageable-memory", make, forgets, {**forgets, "other": True})

    def test_transfers_beside_kernels(self):
        mapped = 0x700000
        def make(r, rounds=20, kernel=300_000, took=250_000, queued=5, used=0xB2, device="discrete GPU", memory=mapped,
                 flags=1, properties=0, listed=None, other=False, clone=False, between=False, part=False, twice=False, period=1_000_000, image_of=0, first=None, late=10, last=0):
            """A kernel uses one buffer, while the host reads another."""
            r("type", DEVICE, 0, device)
            r.lines = [line.replace(f" {QUEUE} {CONTEXT} {DEVICE}", f" {QUEUE} {CONTEXT} {DEVICE} {properties}")
                       for line in r.lines]
            if listed is not None:
                r.call("clReleaseCommandQueue", 250, 255, 0, QUEUE)
                r.call("clCreateCommandQueueWithProperties", 260, 270, QUEUE, CONTEXT, DEVICE, 0x1000)
                r("value properties 8", 0x1093, listed, 0x1094, 0x1093, 0)  # CL_QUEUE_PROPERTIES, CL_QUEUE_SIZE
            r.call("clCreateBuffer", 300, 310, 0xB1, CONTEXT, flags, 1 << 20, 0)
            r.call("clCreateBuffer", 320, 330, 0xB2, CONTEXT, 1, 1 << 20, 0)
            r.call("clCreateSubBuffer", 340, 350, 0xB3, 0xB1 if part else 0xB2, 1, 0, 0)
            r.call("clSVMAlloc", 360, 370, mapped, CONTEXT, 1, 1 << 20, 0)
            r.call("clCreateImage", 380, 390, 0xB4, CONTEXT, 1)
            r("image_format", 0x10B5, 0x10D2)
            r("image_desc", 0x10F6, 8, 0, 0, 0, image_of)
            for at, value in [(500, first), (700, used)] if first else [(500, used)]:
                r.call("clSetKernelArg", at, at + 10, 0, KERNEL, 0, 8)
                r("value arg_value 0", value)  # as large as a pointer
                if value == first:
                    r.launch(600, 1, 610, 620)
            if last:
                r.call("clSetKernelArg", 800, 810, 0, KERNEL, last, 8)
            if clone:
                r.call("clCloneKernel", 520, 530, KERNEL, 0xE2)
            for i in range(rounds):
                at = 1000 + period * i
                r.launch(at, 1, at + 10, at + 10 + kernel)
                if between:
                    r.enqueue("clEnqueueMarkerWithWaitList", at + 2, 1, at + 10 + kernel, at + 10 + kernel)
                r.enqueue("clEnqueueReadBuffer", at + queued, 1, at + 10 + late + kernel, at + 20 + kernel + took, 0xB1, 0, 0,
                          took, memory, queued=at + queued)
                if twice:
                    r.enqueue("clEnqueueWriteBuffer", at + queued + 2, 1, at + 20 + kernel + took, at + 20 + kernel + 2 * took,
                              0xB1, 0, 0, took, memory, queued=at + queued)
            if other:
                r.launch(99_000_000, 1, 99_000_010, 99_000_020, queue=OTHER_QUEUE)
        self.check("no-overlap", make, {}, {"rounds": 19, "took": 270_000}, {"kernel": 249_000}, {"took": 249_000},
                   {"queued": 100_000}, {"used": 0xB1}, {"used": 0xB3, "part": True}, {"device": "GPU"},
                   {"memory": 0x9000}, {"flags": 8}, {"properties": 1}, {"listed": 1}, {"other": True}, {"clone": True}, {"between": True})
        self.check("no-overlap", make, {"listed": 0})
        self.check("no-overlap", make, {"late": 0}, {"late": -1})  # as soon as the kernel has ended
        self.check("no-overlap", make, {"used": 0xB3}, {"used": 0xB3, "flags": 9})
        self.check("no-overlap", make, {"used": 0xB4}, {"used": 0xB4, "image_of": 0xB1})
        self.check("no-overlap", make, {"used": 0xB4, "image_of": 0xB2})
        self.check("no-overlap", make, {"used": 7})  # a number, not a handle
        self.check("no-overlap", make, {"last": 1023}, {"last": 1024}, {"last": 1 << 40})  # a damaged recording
        self.check("no-overlap", make, {"first": 0xB1}, {"first": 0xB2, "used": 0xB1})  # an earlier launch used another buffer
        for long, short in ("kernel", "took"), ("took", "kernel"):  # most of the time goes to one of the two
            self.check("no-overlap", make, {long: 1_700_000, short: 300_000, "period": 2_100_000},
                       {long: 1_700_000, short: 299_900, "period": 2_100_000})
        halves = {"took": 130_000, "twice": True}
        self.check("no-overlap", make, halves, {"took": 130_000}, {**halves, "kernel": 240_000})

    def test_kernel_for_each_launch(self):
        def make(r, again=20, took=50_000, launches=40, programs=1, new=None, recorded=0):
            for i in range(again):
                at = 1000 + i * 100_000
                if new:
                    r.call(new, at, at + 10, PROGRAM, CONTEXT, 1)
                r.create_kernel(at + 20, took, program=PROGRAM + i % programs)
            for i in range(launches):
                r.launch(5_000_000 + i * 1000, 1, 5_000_000 + i * 1000, 5_000_500 + i * 1000)
            for i in range(recorded):
                r.call("clCommandNDRangeKernelKHR", 6_000_000 + i, 6_000_000 + i, 0, 0xCB, 0, 0, KERNEL, 1)
            if recorded:
                r.enqueue("clEnqueueCommandBufferKHR", 7_000_000, 1, 7_000_010, 7_000_020, 0, 0xCB, queue=QUEUE)
        self.check("kernel-for-each-launch", make, {}, {"again": 19, "took": 60_000}, {"took": 49_000},
                   {"launches": 41}, {"programs": 20}, {"new": "clCreateProgramWithSource"}, {"new": "clLinkProgram"},
                   {"launches": 0, "recorded": 41})
        self.check("kernel-for-each-launch", make, {"launches": 0, "recorded": 40})
        self.check_chosen("kernel-for-each-launch", make)

    def test_built_again(self):
        def make(r, took=5_000_000, source=1, options="-DX", context=CONTEXT, device=DEVICE, status=0,
                 binary=False, cut=False, others=0):
            builds = [(1, "-DX", CONTEXT, DEVICE, 0), (source, options, context, device, status)]
            for i, build in enumerate(builds):
                at = 1000 + 10_000_000 * i
                if binary and i:
                    r.call("clCreateProgramWithBinary", at, at + 10, PROGRAM, build[2], 1)
                else:
                    r.call("clCreateProgramWithSource", at, at + 10, PROGRAM, build[2], 2)
                    r("value strings 8", 77, build[0])
                r.call("clBuildProgram", at + 20, at + 20 + took, build[4], PROGRAM, 1, 0x1000, 0x2000)
                r("value device_list 8", 0xD0, build[3])
                r(f"flags {int(cut)}")  # 1: the program has given more devices
                r("string options", build[1])
            for i in range(others):
                r.call("clCompileProgram", 90_000_000, 90_000_001, 0, PROGRAM)
        for others in 0, 3:
            r = Recording()
            make(r, others=others)
            self.assertIn("1 of 2 calls of clBuildProgram built", str(r.summary()["hints"]))
        self.check_chosen("built-again", make)
        self.check("built-again", make, {}, {"took": 4_900_000}, {"source": 2}, {"options": "-DY"},
                   {"context": 0xC2}, {"device": 0xD2}, {"status": -11}, {"binary": True}, {"cut": True})

    def test_waits_of_other_kinds(self):
        """A wait for the last command is a wait for all. A program that waits for an earlier one keeps the queue
        filled."""
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
                 finish=False, idle=280_000, called=True, more=0, pairs=0, write=False, inside=1,
                 taker="clSetEventCallback", properties=0, header=(DEVICE_TIMES, ON)):
            """A kernel ends, then its callback comes. After the delay, the callback's thread or another one enqueues
            the next command."""
            r("header", *header)
            set_properties(r, properties)
            at = 1000
            for i in range(waits):
                count = 2 if waits - i <= pairs else kernels
                if write:
                    r.write_buffer(at - 5, 1, at - 4, at - 3, blocking=0)
                for k in range(count):
                    event = [f"event 8 {0xE00 + i}"] if k == count - 1 else []
                    r.launch(at + k, inside, at + 10 + k, at + took - idle + k, values=[] if read else event)
                    if read:
                        r.read(at + k + 1, 1, at + took - idle + k, at + took - idle + k, blocking=0, values=event)
                if finish:
                    r.call("clFinish", at + 100, at + took + 100, 0, QUEUE)
                if late:
                    r.launch(at + kernels, 1, at + took - idle + 10, at + took - idle + 20)
                if called and i % of == 0:
                    if chunk:
                        r("chunk", 100, 101, "driver")
                    r(f"callback {taker} {at + took} {at + took + 90_000 if chunk else at + took + 5}", 0xE00 + i, 0)
                at += took + delay
            for i in range(more):
                r.launch(at + i, 1, at + 10 + i, at + 11 + i)
        self.check("callback-waits", make, {}, {"waits": 20}, {"idle": 179_000}, {"more": 22}, {"kernels": 2}, {"late": True},
                   {"delay": 76_000, "waits": 25}, {"inside": 300_020}, {"finish": True}, {"called": False}, {"taker": "clBuildProgram"},
                   {"waits": 60, "of": 3},
                   {"waits": 24, "pairs": 5}, {"properties": OUT_OF_ORDER})
        self.check_idle_times("callback-waits", make)
        self.check("callback-waits", make, {"idle": 181_000, "more": 21})
        self.check("callback-waits", make, {"delay": 74_000})
        self.check("callback-waits", make, {"read": True})
        self.check("callback-waits", make, {"chunk": True, "delay": 85_000}, {"chunk": True, "delay": 95_000})
        several = {"chunk": True, "delay": 85_000, "write": True}
        self.check("callback-waits", make, several, {**several, "waits": 20})  # a callback counts once

    def test_gaps_that_are_few_and_long(self):
        """If the host works between the gaps, the time of that work counts."""
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
        make(r, error=-48)
        make(r, times=3)
        make(r, "clFlush", -51)
        self.assertIn("clSetKernelArg failed 3 times with CL_INVALID_ARG_SIZE, other calls 2 times.",
                      [hint["text"] for hint in r.summary()["hints"]])
        for error, words in (-777, "-777"), (-9999, "-9999 (NVIDIA's, for a kernel that failed, often by an access out of bounds)"):
            r = Recording()
            make(r, error=error)
            self.assertIn(f"clSetKernelArg failed 1 time with {words}.", [hint["text"] for hint in r.summary()["hints"]])

    def test_building(self):
        def make(r, took=20_000_000, builds=1, again=False, function="clCreateProgramWithSource"):
            for i in range(builds):
                at = 1000 + i * (took + 1000)
                r.call(function, at, at + 10, PROGRAM, CONTEXT, 2)
                if function == "clCreateProgramWithSource":
                    r("value strings 8", 77)
                r.call("clBuildProgram", at + 20, at + 20 + took, 0, PROGRAM, 1, 0x1000, 0x2000)
                r("value device_list 8", DEVICE)
                r("string options", "-DX" if again else f"-DX={i}")
        self.check("building", make, {}, {"took": 19_900_000}, {"took": 10_000_000, "builds": 3, "again": True},
                   {"function": "clCreateProgramWithBinary"})
        self.check("building", make, {"function": "clCreateProgramWithIL"})
        for builds, said in (9, False), (10, True):
            r = Recording()
            make(r, 3_000_000, builds)
            (text,) = [hint["text"] for hint in r.summary()["hints"]]
            self.assertEqual(f"One source was built with {builds} different options." in text, said, text)

    def test_several_threads(self):
        """The hints give no share above 100 % for what several threads or queues have spent together."""
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

        said = ", longer than from the first call to the last"
        for make, hints in (builds, {"building", "built-again"}), (queries, {"slow-function"}), (launches, {"one-work-item"}):
            for threads in 1, 4:
                r = Recording()
                r.name_chunk = lambda: None
                for thread in range(threads):
                    r("chunk", 100, 100 + thread, "thread")
                    make(r, thread)
                r("chunk", 100, 100, "main")
                found = {hint["id"]: hint["text"] for hint in r.summary()["hints"] if hint["id"] in hints}
                with self.subTest(make.__name__, threads=threads):
                    self.assertEqual(set(found), hints)
                    for words in found.values():
                        self.assertEqual(said in words, threads > 1, words)
                        self.assertNotRegex(words, r"[1-9]\d\d %(?<!100 %)")

    def test_slow_functions(self):
        def make(r, took=10_000_000, function="clGetProgramInfo", calls=2, name=0x1165):
            for i in range(calls):
                r.call(function, 1000 + i * 2 * took, 1000 + i * 2 * took + took, 0, PROGRAM, name, 8)
        self.check("slow-function", make, {}, {"took": 9_900_000}, {"function": "clBuildProgram"},
                   {"function": "clGetEventInfo", "name": STATUS})
        for function in "clReleaseContext", "clGetPlatformIDs", "clGetDeviceIDs":  # the first calls start drivers
            self.check("slow-function", make, {"function": function, "calls": 20, "took": 1_000_000},
                       {"function": function, "calls": 18, "took": 2_000_000})
        for calls, said in (1, "1 call of clGetProgramInfo took 20.0 ms, 20 % of the time."), \
                (2, "2 calls of clGetProgramInfo took 40.0 ms, 40 % of the time; the longest took 20.0 ms."):
            r = Recording()
            make(r, took=20_000_000, calls=calls)
            self.assertEqual([hint["text"] for hint in r.summary()["hints"]], [said])
        for took, hints in (1_000_000, ["slow-function"]), (999_999, []):  # of a program of 2 ms
            r = Recording()
            r.call("clGetProgramInfo", 50_000_000, 50_000_000 + took, 0, PROGRAM, 0x1165, 8)
            found = r.summary("--start-after", "0.0495", "--duration", "0.002")["hints"]
            self.assertEqual([hint["id"] for hint in found], hints)

    def test_objects_that_are_never_released(self):
        # The end of the names of functions, and how many objects of the kind the recording has already.
        kinds = {"clCreateUserEvent": ("Event", 0), "clCreateKernel": ("Kernel", 1), "clCloneKernel": ("Kernel", 1),
                 "clCreateProgramWithSource": ("Program", 0),
                 "clCreateCommandQueue": ("CommandQueue", 2), "clCreateCommandQueueWithProperties": ("CommandQueue", 2)}
        def make(r, made=100, released=0, retained=0, function=None, distinct=False):
            for i in range(made):
                at = 1000 + 1000 * i
                if function:
                    r.call(function, at, at + 10, 0xF00 + i, PROGRAM if "Kernel" in function else CONTEXT, 1)
                    if function == "clCreateKernel":
                        r("string kernel_name", i if distinct else "add")
                    elif function == "clCreateProgramWithSource":
                        r("value strings 8", 77)
                        r.call("clBuildProgram", at + 20, at + 30, 0, 0xF00 + i, 1, 0x1000, 0x2000)
                        r("value device_list 8", DEVICE)
                        r("string options", i if distinct else "-DX")
                else:
                    r.launch(at, 1, at, at + 10, values=[f"event 8 {0xE00 + i}"])
            kind, _ = kinds.get(function, ("Event", 0))
            for i in range(retained):
                r.call(f"clRetain{kind}", 500_000 + 10 * i, 500_001 + 10 * i, 0, 0xE00)
            for i in range(released):
                r.call(f"clRelease{kind}", 600_000 + 10 * i, 600_001 + 10 * i, 0, 0xE00)
        self.check("never-released", make, {}, {"made": 99}, {"released": 1}, {"made": 250, "released": 126})
        self.check("never-released", make, {"made": 250, "released": 125})
        for function, (_, there) in kinds.items():
            row = {"function": function, "made": 100 - there}
            self.check("never-released", make, row, {**row, "made": 99 - there}, {**row, "released": 1})
            self.check("never-released", make, {**row, "released": 1, "retained": 1})
        self.check("never-released", make, {"released": 1, "retained": 1})
        for function in "clCreateKernel", "clCreateProgramWithSource":  # a program may keep what it makes once
            self.check("never-released", make, {"function": function}, {"function": function, "distinct": True})
        r = Recording()
        make(r, made=200, released=3, retained=2)
        self.assertIn("The program made 200 events, retained some, 2 times in all, and released 3 while it was recorded.",
                      str(r.summary()["hints"]))
        r = Recording()
        make(r)
        found = r.summary("--functions", "clEnqueue*")["hints"]  # the recording leaves out releases
        self.assertNotIn("never-released", [hint["id"] for hint in found])

    def test_polling(self):
        def make(r, polls=101, took=45_000, pause=5_000, between=False, events=1, name=STATUS):
            for i in range(polls):
                at = 1000 + i * (took + pause)
                r.call("clGetEventInfo", at, at + took, 0, 0xE00 + i % events, name, 4, 0x1000, 0)
                if between:
                    r.call("clFlush", at + took + 1, at + took + 2, 0, QUEUE)
        self.check("polling", make, {}, {"polls": 100, "took": 46_000}, {"took": 44_000}, {"pause": 10_000}, {"between": True},
                   {"events": 2}, {"name": STATUS + 1})
        self.check("polling", make, {"pause": 9_999})

    def test_profiling(self):
        """If the program's queues keep times for nobody, a hint says so. If clrelay trace has made them keep times, a
        sentence does."""
        def make(r, took=1_000_000, launches=20, properties=2, listed=None, asked=False, changed=False, timed=True, blocking=False,
                 key=0x1093, queue=QUEUE):
            r.lines = [line.replace(f" {QUEUE} {CONTEXT} {DEVICE}", f" {QUEUE} {CONTEXT} {DEVICE} {properties}") for line in r.lines]
            if listed is not None:
                r.call("clReleaseCommandQueue", 250, 255, 0, QUEUE)
                r.call("clCreateCommandQueueWithProperties", 260, 270, QUEUE, CONTEXT, DEVICE, 0x1002)
                r("value properties 8", 0x1094, listed, key, listed, 0)  # CL_QUEUE_SIZE, and CL_QUEUE_PROPERTIES
            if changed:
                r.call("clSetCommandQueueProperty", 280, 290, 0, QUEUE, 2, 0)
            for i in range(launches):
                at = 1000 + 3_000_000 * i
                if blocking:
                    r.read(at, took, at, at + took - 10)
                elif timed:
                    r.launch(at, took, at + took, at + took + 10, queue=queue)
                else:
                    r.call("clEnqueueNDRangeKernel", at, at + took, 0, QUEUE, KERNEL, 1)
            if asked:
                r.call("clGetEventProfilingInfo", 90_000_000, 90_000_010, 0, 0xE00, 0x1282, 8)
        none = [{"took": 995_000}, {"changed": True}, {"blocking": True}, {"queue": 0xA9}]
        without = [{"properties": 0}, {"properties": 1}, {"listed": 0}, {"listed": 1}, {"listed": 2, "key": 0x1095}]
        self.check("profiling", make, {}, *none, *without, {"asked": True})
        self.check("profiling", make, {"timed": False})  # the device matters only to clrelay's own measuring
        self.check("profiling", make, {"properties": 0, "listed": 3})
        untimed = {"properties": 0, "timed": False}
        for arguments in {}, *none, *without, {**without[0], "took": 995_000}, {**without[0], "changed": True}, untimed:
            r = Recording()
            make(r, **arguments)
            r.call("clFlush", END - 10, END, 0, QUEUE)
            with self.subTest(**arguments):
                self.assertEqual("clrelay trace turned on profiling for the program's queues, which may be part of the time"
                                 in " ".join(r.text().split()), arguments in without)
        for took in 1_000_000, 999_999:
            r = Recording()
            make(r, took=took, properties=0)
            self.assertEqual("clrelay trace turned on profiling" in r.text("--start-after", "0.003", "--duration", "0.003"), took == 1_000_000)
        for properties in 0, 2:  # what queues have, or the program asked for, is not known
            r = Recording()
            make(r, properties=properties)
            self.assertNotIn("profiling", r.text("--functions", "clEnqueue*").lower())

    def test_sizes_of_launches(self):
        def make(r, took=5_000_000, work=1, group=0, device="GPU", properties=0):
            set_properties(r, properties)
            if device:
                r("type", DEVICE, 0, device)
            local = [f"local_work_size 8 {group}"] if group else []
            r.launch(1000, 1, 1000, 1000 + took, values=[f"global_work_size 8 {work}", *local])
        self.check("one-work-item", make, {}, {"took": 4_900_000}, {"work": 2}, {"device": None},
                   {"properties": OUT_OF_ORDER})  # others may run beside these
        self.check("one-work-item", make, {"device": "CPU"}, {"device": "FPGA"})
        self.check("groups-of-one", make, {"work": 64, "group": 1}, {"work": 63, "group": 1}, {"work": 64},
                   {"work": 64, "group": 2}, {"work": 64, "group": 1, "took": 4_900_000},
                   {"work": 64, "group": 1, "device": "CPU"})  # a CPU may run the kernel with vectors

    def test_flushes(self):
        def make(r, flushes=100, took=50_000, commands=1):
            for i in range(flushes):
                at = 1000 + i * 100_000
                for k in range(commands):
                    r.launch(at + k, 1, at + 10 + k, at + 20 + k)
                r.call("clFlush", at + 40, at + 40 + took, 0, QUEUE)
        self.check("flushes", make, {}, {"flushes": 98, "took": 60_000}, {"took": 49_000}, {"commands": 3})
        self.check("flushes", make, {"commands": 2})

    def test_brief_lives(self):
        """Buffers and queues that live for a launch or two."""
        def make(r, what="Buffer", objects=20, took=5_000_000, lives=2, launches=0, retained=0, older=False, processes=1, image=False):
            free = {"Buffer": "clReleaseMemObject", "CommandQueue": "clReleaseCommandQueue"}[re.sub("With.*", "", what)]
            retain = free.replace("Release", "Retain")
            for i in range(objects):
                if processes > 1:
                    r("chunk", 100 + i % processes, 100 + i % processes, "main")
                at = 1000 + i * 1_000_000
                if not older:
                    r.call("clCreateImage" if image else f"clCreate{what}", at, at + took // objects - 1, 0xB00 + i, CONTEXT, 1, 64)
                for k in range(retained):
                    r.call(retain, at + 400_000 + k, at + 400_000 + k, 0, 0xB00 + i)
                for k in range(lives):
                    r.launch(at + 450_000 + k, 1, at + 450_001 + k, at + 450_002 + k)
                r.call(free, at + 500_000, at + 500_001, 0, 0xB00 + i)
            for i in range(launches):
                r.launch(50_000_000 + i, 1, 50_000_000 + i, 50_000_001 + i)
        for what, hint in (("Buffer", "buffer-for-each-launch"), ("BufferWithProperties", "buffer-for-each-launch"),
                           ("CommandQueue", "queue-for-each-launch"),
                           ("CommandQueueWithProperties", "queue-for-each-launch")):
            self.check(hint, make, {"what": what}, {"what": what, "objects": 19}, {"what": what, "took": 4_999_000},
                       {"what": what, "lives": 3}, {"what": what, "lives": 0}, {"what": what, "launches": 1}, {"what": what, "retained": 1},
                       {"what": what, "older": True}, {"what": what, "processes": 2})
            self.check(hint, make, {"what": what, "lives": 1, "launches": 20}, {"what": what, "lives": 1, "launches": 21})
        self.check("buffer-for-each-launch", make, {"objects": 40, "processes": 2}, {"image": True})
        for state, options, holds in (ON, [], True), (ON, ["--functions", "cl*Buffer,clReleaseMemObject"], False), (ON | RESUMED, [], False):
            r = Recording()
            r("header", DEVICE_TIMES, state)
            make(r)
            self.assertEqual("buffer-for-each-launch" in str(r.summary(*options)["hints"]), holds)

    def test_contexts_made_again(self):
        def make(r, what="Context", objects=20, took=5_000_000, released=20, retained=0):
            for i in range(objects):
                at = 1000 + i * 1_000_000
                r.call(f"clCreate{what}", at, at + took // objects, 0xB00 + i, 0, 0, 0, 0, 0)
                for k in range(retained):
                    r.call("clRetainContext", at + 400_000, at + 400_000, 0, 0xB00 + i)
                if i < released:
                    r.call("clReleaseContext", at + 500_000, at + 500_001, 0, 0xB00 + i)
        for what in "Context", "ContextFromType":
            self.check("context-made-again", make, {"what": what}, {"what": what, "objects": 19},
                       {"what": what, "took": 4_999_000}, {"what": what, "released": 9}, {"what": what, "retained": 1})
            self.check("context-made-again", make, {"what": what, "released": 10})
        self.check_chosen("context-made-again", make)

    def test_order(self):
        """The most expensive hint comes first, but failed calls come before all."""
        r = Recording()
        r("type", DEVICE, 0, "CPU")
        r.call("clFlush", 1000, 1010, -36, QUEUE)
        for i, took in enumerate((5_500_000, 7_000_000, 6_000_000)):
            r.create_kernel(9_000_000 * i + 2000, 1, name=f"kernel{i}")
            r.launch(9_000_000 * i + 3000, 1, 9_000_000 * i + 3000, 9_000_000 * i + 3000 + took,
                     values=["global_work_size 8 1"])
        hints = r.summary()["hints"]
        self.assertEqual([hint["text"].split()[1] for hint in hints], ["failed", "kernel1", "kernel2", "kernel0"])
        self.assertIn("What to look at " + " ".join(f"- {hint['text']} {hint['advice']}" for hint in hints),
                      " ".join(r.text().split()))

    def test_nothing(self):
        self.assertEqual(Recording().summary()["hints"], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
