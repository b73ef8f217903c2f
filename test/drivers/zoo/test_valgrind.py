# SPDX-License-Identifier: Apache-2.0
"""Runs all bad drivers, then all bad layers, in one process under valgrind, which finds no invalid access and no
leak."""

import sandbox
import zoo

# The dynamic linker keeps memory for thread-local variables where valgrind cannot follow it.
VALGRIND = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite", "--error-exitcode=1"]
HARMLESS = [row for row in zoo.ROWS if not row.lost]


class Valgrind(sandbox.Case, machine=zoo.Machine):
    def setUp(self):
        sandbox.need_valgrind()

    def run_all(self, m, env):
        seen = m.start(env=env, before=VALGRIND, limit=100)
        self.assertEqual((seen.end, seen.errors), ("well", ""), seen)
        return seen

    def test_drivers(self, m):
        drivers = [row for row in HARMLESS if row.kind == "driver"]
        m.drivers("a", *[row.name for row in drivers])
        seen = self.run_all(m, {})
        self.assertEqual([driver["verdict"] for driver in seen.report["drivers"]],
                         ["LOADED", *[row.verdict for row in drivers]])

    def test_layers(self, m):
        layers = [row for row in HARMLESS if row.kind == "layer"]
        m.drivers("a")
        seen = self.run_all(m, {"OPENCL_LAYERS": ":".join(row.library for row in layers)})
        self.assertEqual([layer["verdict"] for layer in seen.report["layers"]],
                         [row.verdict for row in layers])
