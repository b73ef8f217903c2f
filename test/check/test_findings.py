# SPDX-License-Identifier: Apache-2.0
"""What findings say: their texts, and the places in programs without debug information."""

import json
import os
import subprocess

import sandbox
from drivers import installed
from sandbox import BUILD, TIME_LIMIT, need, need_own_build
from test_cases import CASES, FACTS, environment


class Findings(sandbox.Case):
    def setUp(self):
        need_own_build("drivers are")
        need(not BUILD.sanitizers, "drivers bring LLVM, which sanitizers do not get on with")
        need(installed.find("pocl"), installed.missing("pocl"))
        self.folder = self.make_folder()
        self.env = environment(self.folder, "pocl")

    def find(self, name, program=CASES):
        """The findings in a wrong case."""
        done = subprocess.run([FACTS["tool"], "check", "--json", program, name, "wrong"], env=self.env, text=True,
                              errors="replace", capture_output=True, check=False, stdin=subprocess.DEVNULL,
                              timeout=TIME_LIMIT)
        # The driver may print, too.
        return [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")][:-1]

    def test_texts(self):
        for name, text in {
            "handle_null": "event is NULL",
            "handle_null_second": "buffer is NULL",
            "handle_null_in_list": "event_wait_list has an element that is NULL",
            "kernel_name": 'no kernel of the program is called "Copy" (kernels that it has: 6)',
        }.items():
            with self.row(name):
                self.assertEqual([it["text"] for it in self.find(name)], [text])

    def test_place(self):
        """A context is made where the program continues, not in the loader, which clang's Debug builds return to."""
        (leaked,) = [it for it in self.find("context_leaked") if it["identity"] == "CLR-CONTEXT-LEAKED"]
        self.assertEqual(leaked["backtrace"][0]["function"], "context_of", leaked)

    def test_no_neighbour(self):
        """Where there is no debug information, a function has not the name of the one before it."""
        need(sandbox.works(["addr2line", "--version"]) and sandbox.works(["strip", "--version"]),
             "there are no addr2line and strip (Debian's package binutils)")
        stripped = os.path.join(self.folder, "stripped")
        sandbox.run(["strip", "--keep-symbol=main", "-o", stripped, CASES])
        frames = [frame["function"] for frame in self.find("read_range", stripped)[0]["backtrace"]
                  if frame["module"].endswith("stripped")]
        self.assertEqual(frames[:3], [None, None, "main"])


if __name__ == "__main__":
    sandbox.main()
