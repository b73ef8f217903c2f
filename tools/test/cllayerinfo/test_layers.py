# SPDX-License-Identifier: Apache-2.0
"""The command cllayerinfo. It lists the layers of this machine, with the one that is called first at the top."""

import os
import subprocess

import sandbox
from layers import layered

BUILD = sandbox.BUILD
BUILD.add("cllayerinfo")
NONE = "no layer is in use"


class Cllayerinfo(sandbox.Case, machine=layered.Machine):
    def run_it(self, m, env, **files):
        env.setdefault("OCL_ICD_ENABLE_TRACE", None)
        return subprocess.run([*BUILD.emulator, BUILD.cllayerinfo], env=m.environment(env),
                              stdin=subprocess.DEVNULL, text=True, timeout=sandbox.TIME_LIMIT, check=False,
                              **(files or {"capture_output": True}))

    def output(self, m, *errors, **env):
        """Returns what the command prints. It must succeed, or write these errors to standard error."""
        done = self.run_it(m, env)
        self.assertEqual(done.stderr, "".join(f"cllayerinfo: {error}\n" for error in errors))
        self.assertEqual(done.returncode, 1 if errors and errors != (NONE,) else 0)
        return done.stdout

    def described(self, m, *names):
        return "".join(f"{m.layer(name)}:\n\tCL_LAYER_API_VERSION: 100\n\tCL_LAYER_NAME: {name}\n"
                       for name in names)

    def test_layers(self):
        bad = {"version_101": "the layer is not made for version 100 of the layer API",
               "no_info": "not a layer: a function is missing", "error": "the layer failed to initialise",
               "no_table": "the layer reported success but gave no table"}
        rows = [
            ([], []), (["inner"], ["inner"]), (["inner", "outer"], ["outer", "inner"]),
            (["inner", "only_plain", "zero", "only_properties"],
             ["only_properties", "zero", "only_plain", "inner"]),
            # A refused layer stays loaded, but the list does not have it.
            (["version_101", "inner", "no_info", "error", "no_table", "inner"], ["inner"]),
        ]
        for drivers in [], ["a", "icd2_full"]:
            for names, shown in rows:
                with self.row((drivers, names)), layered.Machine() as m:
                    m.drivers(*drivers)
                    errors = [f"the layer {m.layer(name)} is left out: {bad[name]}" for name in names if name in bad]
                    self.assertEqual(self.output(m, *(errors or [NONE][:not shown]), OPENCL_LAYERS=m.layers(*names)),
                                     self.described(m, *shown))

    def test_directory(self, m):
        m.lay("10.lay", m.layer("dir_10"))
        m.lay("9.lay", m.layer("dir_9"))
        self.assertEqual(self.output(m, OPENCL_LAYERS=m.layers("inner")),
                         self.described(m, "inner", "dir_9", "dir_10"))

    def test_files_that_are_none(self, m):
        """A name without a library, and a manifest that names no library."""
        m.lay("bad.lay", "a\0b")
        errors = [f"the layer {m.path('layers', 'bad.lay')} is left out: the file is not text: it has a NUL byte",
                  "the layer /nowhere/none.so is left out: library not found", 'the layer /nowhere/a\\"b.so is left out: library not found']
        self.assertEqual(self.output(m, *errors, OPENCL_LAYERS=m.layers("inner") + ':/nowhere/none.so:/nowhere/a"b.so'),
                         self.described(m, "inner"))

    def test_empty_elements(self, m):
        """OPENCL_LAYERS=$OPENCL_LAYERS:layer.so leaves an empty element if the variable was empty."""
        for before, after in (":", ""), ("", ":"), ("::", "::"):
            with self.row((before, after)):
                self.assertEqual(self.output(m, OPENCL_LAYERS=before + m.layers("inner") + after), self.described(m, "inner"))

    def test_other_loader(self, m):
        sandbox.need_other_loader()
        sandbox.need("memory" not in BUILD.sanitizers, "this sanitizer does not know what the dynamic linker writes")
        with open(BUILD.other_loader, "rb") as file:
            sandbox.need(b"OPENCL_LAYERS" in file.read(), f"{BUILD.other_loader} has no layers")
        m.drivers("a")
        for name, errors in ("inner", []), ("/nowhere/none.so", ["the layer /nowhere/none.so of OPENCL_LAYERS is not "
                                                                 "loaded"]):
            with self.row(name):
                layers = m.layers(name) if not errors else name
                self.assertEqual(self.output(m, *errors, OPENCL_LAYERS=layers,
                                             LD_LIBRARY_PATH=os.path.dirname(BUILD.other_loader)),
                                 "" if errors else self.described(m, name))

    def test_layers_that_print(self):
        """Scripts read the output. So layers must not add to it, whenever they print."""
        for names in ["printing"], ["inner", "printing"], ["printing", "outer"]:
            for tries in range(3):
                with self.row((names, tries)), layered.Machine() as m:
                    m.drivers("a")
                    self.assertEqual(self.output(m, OPENCL_LAYERS=m.layers(*names), FAKE_PRINTS="1"),
                                     self.described(m, *reversed(names)))

    def test_layers_that_close_files(self, m):
        layers = m.layers("closes_others_init", "inner")
        self.assertEqual(self.output(m, OPENCL_LAYERS=layers, OCL_ICD_LOG="error"),
                         self.described(m, "inner", "closes_others_init"))

    def test_layers_that_end_the_program(self, m):
        layered.no_sanitizers("they report a crash themselves")
        for name, words in [("ends_init_exit", "exit code 3"), ("ends_init_crash", "Segmentation fault")]:
            with self.row(name):
                done = self.run_it(m, {"OPENCL_LAYERS": m.layers(name)})
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertRegex(done.stderr, f"cllayerinfo: .*{words}")

    def test_standard_output(self, m):
        env = {"OPENCL_LAYERS": m.layers("inner", "printing"), "FAKE_PRINTS": "1"}
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.run_it(m, env, stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot be written", done.stderr)
