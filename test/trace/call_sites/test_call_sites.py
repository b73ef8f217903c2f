# SPDX-License-Identifier: Apache-2.0
"""clrelay trace --call-sites: where a program made its calls. The arguments are the command clrelay, libOpenCL, a
driver, and the program with and without debug information."""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOOL, LIBRARY, DRIVER, DEBUG, RELEASE = sys.argv[1:6]
del sys.argv[1:6]
HERE = os.path.dirname(os.path.abspath(__file__))


def line_of(comment, source="program.c"):
    """program.c:7, the line with this comment."""
    with open(os.path.join(HERE, source), encoding="utf-8") as file:
        (number,) = [i for i, line in enumerate(file, 1) if f"/* {comment} */" in line]
    return f"{os.path.basename(source)}:{number}"


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(self.path("driver.icd"), "w", encoding="utf-8") as file:
            file.write(DRIVER)
        self.env = {**os.environ, "OCL_ICD_VENDORS": self.folder, "LC_ALL": "C.UTF-8",
                    "LD_LIBRARY_PATH": f"{os.path.dirname(LIBRARY)}:{os.path.dirname(DEBUG)}"}

    def path(self, name):
        return os.path.join(self.folder, name)

    def clrelay(self, *words, env=None):
        return subprocess.run([TOOL, "trace", *words], env={**self.env, **(env or {})}, check=True, cwd=self.folder,
                              capture_output=True, text=True)

    def trace(self, *words, options=("--call-sites",), program=DEBUG, env=None):
        return self.clrelay("--json", "--summary", self.path("summary"), *options, program, os.path.dirname(DEBUG),
                            *words, env=env)

    def sites(self, *words, **more):
        """The call sites of all calls, in the order of time."""
        options = ["-o", self.path("out.csv"), *more.pop("options", ["--call-sites"])]
        self.trace(*words, options=options, **more)
        with open(self.path("out.csv"), encoding="utf-8", newline="") as file:
            return [row.get("call site") for row in csv.DictReader(file)]

    def summary(self):
        with open(self.path("summary"), encoding="utf-8") as file:
            return json.load(file)


class Lines(Case):
    def test_lines(self):
        for word, *wanted in [
                ("two_lines", f"two_lines at {line_of('first line')}", f"two_lines at {line_of('second line')}"),
                ("in_a_row", *3 * [f"in_a_row at {line_of('in a row')}"]),
                ("library", f"library_calls at {line_of('in the library', 'library.c')}"),
                # Without debug information it is the program's line.
                ("plugin", f"load at {line_of('before the plugin')}"),
                # The second one is where the first was.
                ("plugins", f"plugin_calls at {line_of('in the plugin', 'plugin.c')}",
                 f"plugin_calls at {line_of('in the other plugin', 'other_plugin.c')}"),
                ("binding", f"binding_calls at {line_of('with the binding', 'binding.c')}"),
                ("threads", f"thread at {line_of('in a thread')}", f"threads at {line_of('beside a thread')}"),
                ("child", f"child at {line_of('in a child')}", f"child at {line_of('in the parent')}"),
                ("same_name",
                 f"other_program_calls at other/{line_of('in other/program.c', 'other/program.c')}",
                 f"same_name at call_sites/{line_of('in program.c')}")]:
            with self.subTest(word):
                self.assertEqual(self.sites(word), wanted)


if __name__ == "__main__":
    if subprocess.run(["which", "addr2line"], check=False, capture_output=True).returncode:
        print("there is no addr2line")
        sys.exit(77)
    unittest.main(verbosity=2)
