# SPDX-License-Identifier: Apache-2.0
"""Summaries and traces of recordings in which much comes together: threads, processes, devices, queues, kernels, commands
without times or with wrong ones, errors, ranges, values at limits. A generator of its own chooses what, by fixed seeds. All
that is said is compared, so that whoever changes a sum, a hint or a format sees what else that changes. The arguments are
the command clrelay, and make_recording."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

from programs import CONTEXT, Case, DEVICE, END, ERROR, KERNEL, MAKE_RECORDING, OTHER_QUEUE, PROGRAM, QUEUE, Recording, Said, TOOL

SEEDS = 16
HABITS = 50
FORMATS = "text", "chrome", "perfetto"
SPANS = [[], ["--start-after", "0.01", "--duration", "0.06"], [], ["--duration", "0.05"], ["--functions", "clEnqueue*,clFinish"]]
SECOND_DEVICE, ITS_QUEUE = 0xD2, 0xA3
QUEUES = QUEUE, OTHER_QUEUE, ITS_QUEUE
BUFFERS = range(0xB1, 0xB7)
SIZES = 0, 1, 64, 1023, 1024, 4095, 4096, 4097, 65536, (1 << 20) - 1, 1 << 20, 3 << 20, 1 << 30
TOOK = 1, 2, 999, 1000, 4_999, 5_000, 9_994, 9_995, 10_000, 49_999, 50_000, 99_999, 100_000, 999_499, 999_500, 1_000_000, 3_000_000
GROUPS = ["8 1", "8 63", "8 64", "8 65", "8 1024", "8 16 16", "8 64 4", "8 8 8 8", "8 1048576"], ["", "8 1", "8 16", "8 64", "8 16 16", "8 4 4 4"]
OTHER_CALLS = "clRetainKernel", "clGetKernelInfo", "clFlush", "clReleaseEvent", "clSetKernelArg"
SPAN_ENDS = 10_000_000, 50_000_000, 70_000_000  # of SPANS


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


class Habits(Mixture):
    """A program that has some of the habits that hints name, about as often and as long as it takes, between other calls."""
    def __init__(self, seed):
        super().__init__(1000 + seed)
        self.handle = 0x10000
        self.is_discrete = self.below(2) == 0
        self("type", DEVICE, 0, "discrete GPU" if self.is_discrete else self.one(("GPU", "CPU", "CPU", "FPGA")))
        if self.below(4) == 0:
            self("timer", DEVICE, 1000, 1000 + self.one((10, 1000)), self.AHEAD + self.one((1005, 1500, 90_000)), 99)

    def new(self):
        self.handle += 0x10
        return self.handle

    def about(self, count):
        return count + self.below(4) - 1

    def go_on(self, took):
        self.at += took

    def add_polls(self):
        took, pause = self.one((29_000, 50_000, 80_000)), self.one((20, 20_000, 99_999, 99_999, 100_000))
        for _ in range(self.about(102)):
            self.call("clGetEventInfo", self.at, self.at + took, 0, 0xE00, 0, 4, 0x1000, 0)
            self.go_on(took + pause)

    def add_waits(self):
        """By clFinish, by an event, by a callback, or by a blocking read, after one kernel or two."""
        how, took, idle, pairs = self.below(5), self.one((240_000, 255_000, 290_000)), self.one((10, 230_000, 230_000)), self.one((0, 0, 3, 13))
        queue, taker = self.one((QUEUE, OTHER_QUEUE)), self.one(["clSetEventCallback"] * 3 + ["clBuildProgram"])
        for i in range(self.about(21)):
            event = self.new()
            for k in range(2 if i < pairs else 1):
                self.launch(self.at + k, 1, self.at + 10 + k, self.at + took - idle + k, queue=queue, values=[f"event 8 {event}"])
            if how == 0:
                self.call("clFinish", self.at + 20, self.at + took, 0, queue)
            elif how == 1:
                self.call("clWaitForEvents", self.at + 20, self.at + took, 0, 1, 0x1000)
                self("value", "event_list", 8, event)
            elif how < 4:
                self("callback", taker, self.at + took, self.at + took + 5, event, 0)
            else:
                self.read(self.at + 20, took, self.at + took - 50, self.at + took, 64, queue=queue)
            self.go_on(took + self.one((100, 70_000)))

    def add_gaps(self):
        took, idle = self.one((100_000, 250_000)), self.one((240_000, 300_000))
        for _ in range(self.about(21)):
            self.launch(self.at, 1, self.at + 10, self.at + took)
            if self.below(3) == 0:
                self.call(self.one(("clSetKernelArg", "clBuildProgram")), self.at + took + 10, self.at + took + idle // 2, 0, KERNEL)
            self.go_on(took + idle)

    def add_idle_reads(self):
        took, size = self.one((245_000, 255_000, 300_000)), self.one((4096, 1 << 20, 2_500_000))
        for _ in range(self.about(21)):
            self.read(self.at, took, self.at + 10, self.at + took - 10, size, int(self.below(20) > 0))
            self.go_on(2 * took)

    def add_small(self):
        size, took, call = self.one((1, 1023, 1024, 4095, 4095, 4096)), self.one((49_000, 52_000)), self.one((self.read, self.write_buffer))
        for _ in range(self.about(101)):
            call(self.at, took, self.at + took - 100, self.at + took - 50, size, 1)
            if self.below(60) == 0:
                self.launch(self.at + 10, 1, self.at + 20, self.at + 30)
            self.go_on(took + 1000)

    def add_same_data(self):
        """Writes that may overlap, or differ, and what happens between them."""
        took, step, size = self.one((240_000, 270_000)), self.one((0, 999, 1000)), self.one((1000, 1001))
        for i in range(self.about(22) + 2 * (step > 0)):
            where = i % 2 * step
            self.enqueue("clEnqueueWriteBuffer", self.at, 1000, self.at + 10, self.at + 10 + took, 0xB1, 0, where, size, 0x7000,
                         values=[f"ptr 8 {1000 + where + (i if self.below(30) == 0 else 0)}"])
            if self.below(25) == 0:
                self.enqueue("clEnqueueCopyBuffer", self.at + 2000, 10, self.at + took + 20, self.at + took + 30,
                             *self.one(((0xB1, 0xB2), (0xB2, 0xB1))), 0, 0, 8)
            self.go_on(took + 10_000)

    def add_host_memory(self):
        """Transfers with memory that the driver knows, or has forgotten, or that another process has forgotten."""
        mapped, size, how = 0x700000 + self.below(2) * 0x1000000, 1 << 20, self.below(3)
        if how == 0:
            self.call("clEnqueueMapBuffer", self.at, self.at + 10, mapped, QUEUE, 0xB2, 1, 3, 0, size)
            self("value errcode_ret 4 0")
        elif how == 1:
            self.call("clCreateBuffer", self.at, self.at + 10, self.new(), CONTEXT, 8, size, mapped)
        else:
            self.call("clSVMAlloc", self.at, self.at + 10, mapped, CONTEXT, 1, size, 0)
        forgotten, used = self.below(4), self.one((1, 3, 3, 100))
        if forgotten == 0:
            self("chunk", 200, 200, "other")  # until the next chunk, of which a recording has no more than some sixty
        if forgotten < 2:
            free, arguments = ("clSVMFree", (CONTEXT, mapped)) if how == 2 else ("clEnqueueUnmapMemObject", (QUEUE, 0xB2, mapped))
            self.call(free, self.at + 20, self.at + 30, 0, *arguments)
        if forgotten == 0:
            self.name_chunk()
        for i in range(self.about(21) * self.one((1, 2))):
            took = self.one((250_000, 250_000, 600_000))
            at = self.at + 100
            if self.below(2):
                self.launch(at - 10, 1, at, at + 200_000)
                at += 200_000
            self.enqueue(self.one(("clEnqueueReadBuffer", "clEnqueueWriteBuffer")), at - 5, 10, at + 10, at + 10 + took, 0xB1, 0, 0,
                         self.one((size, size, size - 1)),
                         mapped + 64 if i % used else 0x9000, queued=self.at + 105)
            self.go_on(took + 210_000)

    def add_beside(self):
        """Transfers that wait for a kernel which has other arguments."""
        self.call("clSetKernelArg", self.at, self.at + 10, 0, KERNEL, self.below(2), 8)
        self("value", "arg_value", self.one((0, 0, 0, 4)), self.one((0xB2, 0xB2, 0xB1, 7)))
        if self.below(4) == 0:
            self.call("clCloneKernel", self.at + 10, self.at + 15, self.new(), KERNEL)
        self.call("clSVMAlloc", self.at + 16, self.at + 18, 0x900000, CONTEXT, 1, 1 << 20, 0)
        kernel, took = self.one((245_000, 300_000)), self.one((250_000, 260_000))
        for _ in range(self.about(21)):
            at = self.at + 100
            self.launch(at, 1, at + 10, at + 10 + kernel)
            self.enqueue("clEnqueueReadBuffer", at + 5, 1, at + 20 + kernel, at + 20 + kernel + took, 0xB1, 0, 0, took, 0x900000, queued=at + 5)
            self.go_on(kernel + took + 200)

    def add_kernels_again(self):
        took, name = self.one((48_000, 52_000, 70_000)), self.one(("again", "add"))
        for _ in range(self.about(22)):
            self.create_kernel(self.at, took, name, PROGRAM + self.below(30) // 29)
            self.go_on(took + 10)
        for _ in range(self.one((5, 40, 41, 44))):
            self.launch(self.at, 1, self.at, self.at + 500)
            self.go_on(1000)

    def add_builds(self):
        """Builds of one source, with options that repeat, for devices of which some may be cut."""
        took, cut, way = self.one((500_000, 1_700_000, 2_600_000)), self.below(4) == 0, self.below(5)
        for i in range(self.about(10)):
            if i == 0 or self.below(3) == 0:
                function, parameter = (("clCreateProgramWithSource", "strings"), ("clCreateProgramWithBinary", "binaries"))[way == 0]
                self.call(function, self.at, self.at + 10, PROGRAM + 9, CONTEXT, 1)
                self("value", parameter, 8, 77, self.one((78, 78, 79)))
                self("flags 2")
            self.call("clBuildProgram", self.at + 20, self.at + 20 + took, self.one((0,) * 9 + (-11,)), PROGRAM + 9, 1, 0x1000, 0x2000)
            self("value", "device_list", 8, DEVICE, self.one((SECOND_DEVICE, DEVICE)))
            self("flags", int(cut))
            self("string", "options", f"-DX={i if way < 3 else i // 2}")
            self("log", PROGRAM + 9, self.at + 20 + self.one((took, took + 40)), self.one(("a warning", "an error: line 1", "")))
            if self.below(4) == 0:
                self("log", PROGRAM + 9, self.at + 20 + took, "another at the same time")
            self.go_on(took + 50)

    def add_objects(self):
        """Objects that live for a launch, or for ever."""
        what, free = self.one((("Buffer", "clReleaseMemObject"), ("CommandQueue", "clReleaseCommandQueue"), ("Context", "clReleaseContext")))
        took = self.one((245_000, 255_000, 400_000))
        objects = self.about(20) + self.one((0, 20))
        freed = self.one((objects // 2, objects // 2 + 1, objects))
        for i in range(objects):
            handle = self.new()
            self.call(f"clCreate{what}", self.at, self.at + took, handle, *([0] * 5 if what == "Context" else [CONTEXT, 1, 64]))
            if self.below(30) == 0:
                self.call(free.replace("Release", "Retain"), self.at + took, self.at + took + 1, 0, handle)
            if i < freed:
                self.call(free, self.at + took + 1, self.at + took + 9, 0, handle)
            self.launch(self.at + took + 10, 1, self.at + took + 10, self.at + took + 12)
            self.go_on(took + 20)

    def add_leaks(self):
        kind, make = self.one((("Event", "clCreateUserEvent"), ("Kernel", "clCloneKernel"), ("Program", "clCreateProgramWithIL"), ("Kernel", "clCreateKernel")))
        for _ in range(self.about(100)):
            self.call(make, self.at, self.at + 10, self.new(), CONTEXT, 1)
            self.go_on(20)
        for name in ["Retain"] * self.below(3) + ["Release"] * self.below(3):
            self.call(f"cl{name}{kind}", self.at, self.at + 10, 0, self.handle)
            self.go_on(20)

    def add_sizes(self):
        took = self.one((1_600_000, 5_100_000))
        for _ in range(1 + self.below(3)):
            sizes = self.one((["8 1"], ["8 1 1 1"], ["8 64", "8 1"], ["8 63", "8 1"], ["8 8 8", "8 1 1"], ["8 2"], []))
            self.launch(self.at, 1, self.at, self.at + took, values=[f"{name} {size}" for name, size in zip(("global_work_size", "local_work_size"), sizes)])
            self.go_on(took + 10)
        self.enqueue("clEnqueueNativeKernel", self.at, 1, self.at, self.at + took, 0xF00)
        self.go_on(took)

    def add_flushes(self):
        took, commands = self.one((48_000, 52_000, 60_000)), self.below(4)
        for _ in range(self.about(101)):
            for k in range(commands):
                self.launch(self.at + k, 1, self.at + 10 + k, self.at + 20 + k)
            self.call("clFlush", self.at + 40, self.at + 40 + took, 0, QUEUE)
            self.go_on(took + 50)

    def add_slow(self):
        """Once or twice, a call that is usually quick."""
        took = self.one((10_000_000, 25_000_000))
        name = self.one(("clGetProgramInfo", "clReleaseContext", "clGetDeviceInfo", "clCreateContext"))
        for _ in range(1 + self.below(2)):
            self.call(name, self.at, self.at + took, 0, PROGRAM, 0x1165, 8)
            self.go_on(took + 10)

    def add_memory(self):
        """Images, shared memory, parts of buffers: some are freed, in this process or another."""
        for _ in range(4 + self.below(12)):
            kind, handle, at = self.below(5), self.new(), self.at
            if kind < 2:
                self.call("clCreateImage", at, at + 10, handle, CONTEXT, 1)
                self("image_format", *self.one(((0x10B5, 0x10D2), (0x10B0, 0x10DE), (0x10B4, 0x10D4), (0x10B5, 0x10D7))))
                self("image_desc", self.one((0x10F1, 0x10F2, 0x10F3, 0x10F4, 0x10F5, 0x10F6)), 8 + self.below(3), 4, 2, 3, self.one((0, 0xB1)))
                function = self.one(("clEnqueueReadImage", "clEnqueueWriteImage", "clEnqueueMapImage"))
                self.enqueue(function, at + 20, 5, at + 30, at + 40, handle, values=["region 8 10 5 1"])
            elif kind == 2:
                self.call("clCreateSubBuffer", at, at + 10, handle, self.one(BUFFERS), 1, 0x1220)
            elif kind == 3:
                self.call("clSVMAlloc", at, at + 10, handle, CONTEXT, 1, self.one(SIZES), 0)
                self.enqueue("clEnqueueSVMMemcpy", at + 20, 5, at + 30, at + 40, 1, handle, 0x8000, self.one(SIZES))
            else:
                self.call("clDeviceMemAllocINTEL", at, at + 10, handle, CONTEXT, DEVICE, 0, self.one(SIZES), 0)
            other = self.below(20) == 0
            if other:
                self("chunk", 200, 200, "other")
            free = ("clReleaseMemObject", "clSVMFree", "clMemBlockingFreeINTEL")[max(kind - 2, 0)]
            if self.below(2):
                self.call(free, at + 50, at + 60, 0, *([handle] if kind < 3 else [CONTEXT, handle]))
            if other:
                self.name_chunk()
            self.go_on(100)

    def add_marks(self):
        """Ranges that nest, that another thread ends, that end before they begin, or never, or twice."""
        at = self.at
        self("mark", 3, at, self.handle, self.one(("job", "step")))
        self("mark", 0, at + 10, 0, "outer")
        if self.below(2):
            self("mark", 0, at + 20, 1, "inner")
            self.call("clFinish", at + 30, at + 50, 0, QUEUE)
            self("mark", 1, at + 60, 1)
        self("mark", 2, at + 70, 0, "instant")
        for _ in range(self.below(3)):
            self("mark", 1, at + 80, 0)
        for _ in range(self.below(3)):
            self("mark", 4, at + self.one((90, 90_000)), self.handle)
        self.new()
        self.go_on(self.one((100, 100_000)))

    def add_other_devices(self):
        """A queue waits for another device's command, or for an event at the address of that command's."""
        event, took = self.new(), self.one((1000, 1_000_000))
        started, ended = (self.at + took, self.at + 5) if self.below(4) == 0 else (self.at + 5, self.at + took)
        self.launch(self.at, 1, started, ended, values=[f"event 8 {event}"])
        if self.below(3) == 0:
            self.call(self.one(("clCreateUserEvent", "clCreateEventFromGLsyncKHR", "clCreateEventFromEGLSyncKHR")), self.at + 10, self.at + 12, event, CONTEXT)
        for _ in range(1 + self.below(2)):
            self.launch(self.at + 20, 1, self.at + took + 50, self.at + took + 500, queue=ITS_QUEUE, values=[f"event_wait_list 8 {event}"])
            self.go_on(self.one((1, 2 * took)))
        self.go_on(3 * took)

    def add_command_buffers(self):
        buffer = self.one((0xCB, 0xCC))
        self.call("clCreateCommandBufferKHR", self.at, self.at + 1, buffer, 1, 1)
        self("value queues 8", self.one(QUEUES))
        for i in range(self.below(4)):
            self.call("clCommandNDRangeKernelKHR", self.at + 10 + i, self.at + 11 + i, 0, buffer, 0, 0, self.one((KERNEL, 0xE9)), 1)
        for i in range(1 + self.below(3)):
            self.enqueue("clEnqueueCommandBufferKHR", self.at + 100 + i, 1, self.at + 200 + 100 * i, self.at + 250 + 100 * i, 0, buffer, queue=0)
        self.enqueue(self.one(("clEnqueueMarkerWithWaitList", "clEnqueueBarrierWithWaitList")), self.at + 700, 1, self.at + 700, self.at + 900)
        self.go_on(1000)

    def add_odd_calls(self):
        """Calls that fail, that do not return, and arguments of many digits."""
        for _ in range(1 + self.below(5)):
            self.call(self.one(("clSetKernelArg", "clGetKernelInfo", "clFlush")), self.at, self.at + 10, self.one((0, -51, -48, -777)), KERNEL)
            self.go_on(20)
        self.call("clCreateBuffer", self.at, self.at + 10, 0, self.one((CONTEXT, 0xC2)), 1, self.one((10 ** 15 - 1, 10 ** 15, 10 ** 16 - 1, 10 ** 16, 0)), 0)
        self.call("clCreateBuffer", self.at + 10, self.at if self.below(3) else 0, self.new(), CONTEXT, 1, 5)
        self.go_on(20)

    def fill(self):
        adds = [self.add_polls, self.add_waits, self.add_waits, self.add_gaps, self.add_idle_reads, self.add_small, self.add_same_data,
                self.add_host_memory, self.add_host_memory, self.add_beside, self.add_kernels_again, self.add_builds, self.add_builds,
                self.add_objects, self.add_objects, self.add_leaks, self.add_sizes, self.add_flushes, self.add_slow]
        between = [self.add_memory, self.add_memory, self.add_marks, self.add_other_devices, self.add_command_buffers, self.add_odd_calls, self.add_untimed]
        for at in SPAN_ENDS:
            self.call("clRetainKernel", at, at + 1, 0, KERNEL)
            self.call("clRetainEvent", at - 2, at, 0, KERNEL)
        for i in range(3 + self.below(4)):  # a habit comes once, so that its limits matter
            add = self.add_host_memory if self.is_discrete and i == 0 else self.one(adds)
            adds = [other for other in adds if other != add]
            add()
            for _ in range(self.below(7)):
                self.one(between)()
        end = max(END, self.at + 1000)
        self.call("clFlush", end - 10, end, 0, QUEUE)


class Mixtures(Case):
    def setUp(self):
        with open(TOOL, "rb") as tool:
            if tool.read(6) != b"\x7fELF\2\1":
                self.some = True
                self.skipTest("the sums are those of systems with 64 bits, least significant bytes first")
        tried = subprocess.run([TOOL, "trace", "--convert", "/", "--format", "perfetto"], check=False, capture_output=True, text=True)
        if "built without" in tried.stderr:
            self.some = True
            self.skipTest("this clrelay does not write Perfetto's format (Debian: libprotobuf-c-dev and zlib1g-dev)")

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
            return subprocess.run([TOOL, "trace", "--convert", "recording", *options], cwd=folder, check=True, capture_output=True, text=True).stderr
        mixture.write(MAKE_RECORDING, file("recording"))
        for line in convert("--format", "csv", "-o", "csv").splitlines():
            if line.strip():
                Said.said.add(f"{seed:02}: {line.rstrip()}")
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

    def test_habits(self):
        """Notes each hint, and the sums of the rest: a line for each program and format."""
        for seed in range(HABITS):
            habits = Habits(seed)
            habits.fill()
            with tempfile.TemporaryDirectory() as folder:
                self.compare_habits(seed, habits, folder)

    def compare_habits(self, seed, habits, folder):
        def file(name):
            return os.path.join(folder, name)

        def convert(*options):
            command = [TOOL, "trace", "--convert", file("recording"), *options]
            return subprocess.run(command, check=True, capture_output=True, text=True).stderr.replace(folder, "FOLDER")

        def note(name, parts):
            """Parts are pairs of a name and bytes."""
            Said.said.add(f"{seed:02} {name}: " + ", ".join(f"{part} {zlib.crc32(value):08x}" for part, value in parts))
        habits.write(MAKE_RECORDING, file("recording"))
        options = SPANS[seed % len(SPANS)]
        text = convert("--format", FORMATS[seed % len(FORMATS)], "-o", file("trace"), "--programs", file("programs"), *options)
        parts = [part for part in text.split("\n\n") if part.strip() and "FOLDER" not in part]  # paths change where lines end
        note("text", ((part.split("\n")[0].split("  ")[-1].strip()[:20], part.encode()) for part in parts))
        with open(file("trace"), "rb") as trace:
            note("trace", [(FORMATS[seed % len(FORMATS)], trace.read())])
        programs = []
        for name in sorted(os.listdir(file("programs")) if os.path.exists(file("programs")) else []):
            with open(file(os.path.join("programs", name)), "rb") as program:
                programs.append((name, program.read()))
        Said.said.add(f"{seed:02} programs: {len(programs)}, {zlib.crc32(repr(programs).encode()):08x}")
        convert("--json", "--summary", file("summary"), "--format", "csv", "-o", file("csv"), *options)
        with open(file("summary"), encoding="utf-8") as summary:
            parts = json.load(summary)
        for text in parts.pop("notes"):
            if folder not in text:
                Said.said.add(f"{seed:02} note: {text}")
        for hint in parts.pop("hints"):
            Said.said.add(f"{seed:02} hint {hint['id']}: {hint['text']}")
        note("summary", ((name, json.dumps(value, sort_keys=True).encode()) for name, value in parts.items()))
        with open(file("csv"), "rb") as csv:
            note("csv", [("sum", csv.read())])


if __name__ == "__main__":
    ended = unittest.main(exit=False).result
    for test, reason in ended.skipped:
        print(f"skipped: {test}: {reason}")
    sys.exit(77 if ended.wasSuccessful() and ended.skipped else not ended.wasSuccessful())
