# SPDX-License-Identifier: Apache-2.0
"""A made-up program with a device, and what clrelay trace says about it."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(1, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

sys.path.insert(1, os.path.dirname(sys.path[1]))

import recordings
from texts import Said, Texts

TOOL, MAKE_RECORDING = sys.argv[1:3]
del sys.argv[1:3]

ERROR = -61  # CL_INVALID_BUFFER_SIZE
END = 100_000_000  # when the made-up programs end; a hint needs a share of this time, which hint_subjects.h names
DEVICE, QUEUE, OTHER_QUEUE, KERNEL, PROGRAM, CONTEXT = 0xD1, 0xA1, 0xA2, 0xE1, 0x50, 0xC1


class Case(Said, unittest.TestCase):
    TEXTS = Texts("trace/summary/summary_texts.tsv")


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
        """Adds a command. The times are those of the host's clock."""
        times = [self.AHEAD + time for time in (at if queued is None else queued, started, started, ended)]
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

    def text(self, *options):
        """Returns the summary that users read."""
        with tempfile.TemporaryDirectory() as folder:
            recording = os.path.join(folder, "recording")
            self.write(MAKE_RECORDING, recording)
            said = subprocess.run([TOOL, "trace", "--convert", recording, "--format", "csv", "-o",
                                   os.path.join(folder, "trace"), *options], check=True, capture_output=True, text=True).stderr
            lines = [line.rstrip() for line in said.replace(folder, "FOLDER").splitlines()]
            Said.said.update(line for line in lines if line and not re.search(" cl[A-Z][A-Za-z]+$", line))
            return said

    def summary(self, *options):
        self.call("clFlush", END - 10, END, 0, QUEUE)
        self.text(*options)
        with tempfile.TemporaryDirectory() as folder:
            recording, summary = (os.path.join(folder, key) for key in ("recording", "summary"))
            self.write(MAKE_RECORDING, recording)
            subprocess.run([TOOL, "trace", "--convert", recording, "--json", "--summary", summary, "--format",
                            "csv", "-o", os.path.join(folder, "trace"), *options], check=True, capture_output=True)
            with open(summary, encoding="utf-8") as file:
                return json.load(file)
