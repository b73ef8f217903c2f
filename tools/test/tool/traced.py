# SPDX-License-Identifier: Apache-2.0
"""Programs under clrelay trace."""

import glob
import json
import os
import subprocess

import sandbox
import tool
from tool import BUILD, TOOL

PATIENCE = sandbox.PATIENCE
CALLED = "clGetPlatformInfo"
with open(os.path.join(TOOL["build"], "generated", "record_meaning.h"), encoding="utf-8") as header:
    MEANING = header.read()
USUAL_SUFFIX = ".pftrace" if TOOL["perfetto"] else ".json"


def memory_left():
    """Returns how large a file in memory may be, in bytes."""
    if not os.path.ismount("/dev/shm"):
        return 0
    about = os.statvfs("/dev/shm")
    return about.f_bavail * about.f_bsize


class Machine(tool.Machine):
    """Runs programs under a command of clrelay with a layer, usually the program `traced` under trace."""

    subject, layer, program = "trace", TOOL["layer"], TOOL["traced"]

    def __enter__(self):
        super().__enter__()
        tool.need_linux("processes")
        tool.need(self.layer, "the layer was not built")
        self.icd("traced.icd", TOOL["traced_driver"])
        return self

    def variables(self, env=None):
        """Returns variables by which programs find the library. Recordings are in the machine's folder, where hidden()
        looks; the command's own choice would be in memory."""
        return self.environment({"LD_LIBRARY_PATH": os.path.dirname(BUILD.library), "TMPDIR": self.root, **(env or {})})

    def command(self, options, words):
        return [*BUILD.emulator, TOOL["tool"], self.subject, *options, *words]

    def start(self, *words, options=(), env=None, **more):
        """Starts the usual program with these arguments under the command."""
        return subprocess.Popen(self.command(options, [self.program, *words]), cwd=self.root,
                                env=self.variables(env), stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)

    def trace(self, *words, options=(), code=0, env=None, program=None, before=(), timeout=None):
        """Runs the usual program with these arguments, another program, or none (False), under the command."""
        start = [] if program is False else [self.program if program is None else program, *words]
        command = [*before, *self.command(options, start)]
        done = subprocess.run(command, cwd=self.root, env=self.variables(env), text=True,
                              errors="replace", stdin=subprocess.DEVNULL, capture_output=True,
                              check=False, timeout=timeout or tool.TIME_LIMIT)
        if code is not None and done.returncode != code:
            raise AssertionError(f"{command} ended with {done.returncode}, not {code}:\n"
                                 f"{done.stdout}\n{done.stderr}")
        done.words = " ".join(done.stderr.split())
        return done

    def summary(self, *words, options=(), **more):
        """The same, with the summary as JSON. In the result, `functions` has the calls by name."""
        done = self.trace(*words, options=["--json", "--summary", "summary.json", *options], **more)
        with open(self.path("summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        summary["functions"] = {function["name"]: function["calls"] for function in summary["functions"]}
        summary["errors"] = done.stderr
        summary["words"] = " ".join(summary["notes"])
        return summary

    def text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def traces(self, suffix=USUAL_SUFFIX):
        """Returns the files whose names the command has chosen."""
        return sorted(glob.glob(self.path("*.[0-9]*" + suffix)))

    def hidden(self):
        return glob.glob(self.path(".clrelay*"))


class Case(tool.Case, machine=Machine):
    def check_calls(self, summary, count, name=CALLED):
        self.assertEqual(summary["functions"].get(name, 0), count, summary)

    def check_tidy(self, m):
        """Checks that no recording's folder is left."""
        self.assertEqual(m.hidden(), [])


def children_of(process):
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]
