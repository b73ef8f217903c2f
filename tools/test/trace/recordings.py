# SPDX-License-Identifier: Apache-2.0
"""Makes recordings: writes lines for timelines/make_recording.c."""

import subprocess

PUSH, POP, INSTANT, START, END = range(5)  # enum clrelay_mark_kind


class Recording:
    """The lines for make_recording."""

    def __init__(self):
        self.lines = []
        self.labels = 0

    def __call__(self, *words):
        self.lines.append(" ".join(str(word) for word in words))

    def call(self, function, begin, end, result, *arguments):
        self.labels += 1
        self("call", self.labels, function, begin, end, result, *arguments)
        return self.labels

    def command(self, function, begin, end, seen, times, *arguments, status=0):
        """Adds a call and its command, with the device's times."""
        label = self.call(function, begin, end, 0, *arguments)
        self("command", label, seen, status, *times)

    def queue(self, queue, device, at=100, context=0xC1):
        self.call("clCreateCommandQueue", at, at + 50, queue, context, device)

    def range(self, text, begin, end=None, depth=0):
        """Adds a range of the thread. Outer ranges must come first, and ranges must end in the order of time."""
        self("mark", PUSH, begin, depth, text)
        if end is not None:
            self("mark", POP, end, depth)

    def write(self, make_recording, path):
        text = "\n".join(self.lines).encode("utf-8", "surrogateescape")
        subprocess.run([make_recording, path], input=text, check=True)
