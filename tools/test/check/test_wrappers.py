# SPDX-License-Identifier: Apache-2.0
"""The script that writes the layers' functions: which functions it writes, where it puts hooks, and what it says about
wrong rows."""

import os
import re
import shutil
import subprocess
import sys

import sandbox
from sandbox import BUILD

SCRIPT = "tools/layers/wrappers.py"
HOOKS = "tools/layers/check/hook_rows.h"
READ = ["loader/api/entry_points.h", "loader/api/parameters.h", "ext/extension_functions.h", "tools/calls/kind_rows.h",
        "tools/calls/provisional_functions.h", "tools/calls/roles.h", HOOKS, SCRIPT]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Wrappers(sandbox.Case):
    def write(self, *options, source=BUILD.source):
        """Returns what the script writes, as one text, or its error message."""
        folder = self.make_folder()
        done = subprocess.run([sys.executable, os.path.join(source, SCRIPT), *options, folder], capture_output=True,
                              text=True)
        if done.returncode:
            return done.stderr
        return "".join(read(os.path.join(folder, name)) for name in sorted(os.listdir(folder)))

    def write_with(self, row):
        """The same with one more row of hooks."""
        source = self.make_folder()
        for path in READ:
            os.makedirs(os.path.join(source, os.path.dirname(path)), exist_ok=True)
            shutil.copy(os.path.join(BUILD.source, path), os.path.join(source, path))
        with open(os.path.join(source, HOOKS), "a", encoding="utf-8") as file:
            file.write(row + "\n")
        return self.write("check", source=source)

    def test_functions(self):
        """The script writes each function of the table, more of them for Windows."""
        rows = read(os.path.join(BUILD.source, "loader/api/entry_points.h"))
        functions = set(re.findall(r"^BY_\w+\(\w+, [\w *]+?, (cl\w+)", rows, re.M))
        for layer, suffix in ("trace", "recorded"), ("check", "checked"):
            written = set(re.findall(rf" CL_API_CALL (\w+)_{suffix}\(", self.write(layer, "--windows")))
            self.assertEqual(written, functions)
            self.assertEqual({name for name in functions - set(re.findall(rf"(\w+)_{suffix}\(", self.write(layer)))
                              if not re.search("D3D1[01]|DX9", name)}, set())

    def test_hooks(self):
        """A row's statements stand in its function, one on each line, before or after the call."""
        text = self.write_with("BEFORE(clFlush, one(call, a); two())\nAFTER(clFlush, three())\nREPLACED(clFlush, 30)")
        body = re.search(r"clFlush_checked\(.*?\n}", text, re.S)[0]
        places = [body.find(words) for words in (
            "check_clFlush(call, a);", "since_replacement(call, 30);\n", "        one(call, a); /* BEFORE */\n",
            "        two(); /* BEFORE */\n", "result = wrapped_target.clFlush(command_queue);", " three(); /* AFTER */\n")]
        self.assertNotIn(-1, places)
        self.assertEqual(places, sorted(places))

    def test_wrong_rows(self):
        for row, said in (("BEFORE(clNone, one())", f"{HOOKS}: BEFORE: there is no clNone"),
                          ("BEFOR(clFlush, one())", f"{HOOKS}: there is no BEFOR"),
                          ("BEFORE(clFlush, one(", "a parenthesis stays open"), ("words", "this is no row: words")):
            with self.row(row):
                self.assertIn(f"wrappers.py: {said}", self.write_with(row))
