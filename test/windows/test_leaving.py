# SPDX-License-Identifier: Apache-2.0
"""What happens to drivers and layers when a program frees OpenCL.dll, and when the process ends."""

import sandbox
import wine

BUILD = sandbox.BUILD
OPEN = ["open", sandbox.native(BUILD.library)]

# Driver, and whether it stays in memory after OpenCL.dll is freed.
DRIVERS = [("a", True), ("unloadable", False), ("unloadable_no", True), ("icd2_unloadable", False)]

WAYS = ["return", "exit", "ExitProcess", "TerminateProcess"]


class Leaving(sandbox.Case):
    def visit(self, m, *steps, drivers, layers=(), end="return", **env):
        variables = {"OCL_ICD_FILENAMES": ";".join(m.fake(name) for name in drivers),
                     "OPENCL_LAYERS": ";".join(map(m.layer, layers)) or None, **env}
        return m.run(*OPEN, *steps, "end", end, env=variables, probe=BUILD.visitor)

    def test_drivers(self):
        for name, stays in DRIVERS:
            with self.row(name), sandbox.Machine() as m:
                library = f"libfake_{name}.dll"
                result = self.visit(m, "use", "loaded", library, "close", "loaded", library,
                                    "loaded", "OpenCL.dll", drivers=[name])
                self.assertEqual(result.answers("used"), [[name, "0"]])
                self.assertEqual(result.answers("loaded"),
                                 [[library, "yes"], [library, "yes" if stays else "no"],
                                  ["OpenCL.dll", "no"]])

    def test_unused(self, m):
        result = self.visit(m, "close", "loaded", "OpenCL.dll", drivers=["a"])
        self.assertEqual(result.answers("loaded"), [["OpenCL.dll", "no"]])
        self.assertEqual(result.events, [])

    def test_layers(self, m):
        """The loader tells the outermost layer first. Then it closes all layers in the same order, and the drivers at
        the end."""
        result = self.visit(m, "use", "mark", "leaving", "close", "mark", "left",
                            drivers=["unloadable"], layers=["inner", "outer"])
        events = [" ".join(event[:2]) for event in result.events
                  if event[0] in ("mark", "deinit", "destructor")]
        self.assertEqual(events, ["mark leaving", "deinit outer", "deinit inner",
                                  "destructor outer", "destructor inner",
                                  "destructor unloadable", "mark left"])

    def test_settings(self):
        for variable, deinit in [("OCL_ICD_FORCE_LEGACY_TERMINATION", False),
                                 ("OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING", True)]:
            with self.row(variable), sandbox.Machine() as m:
                result = self.visit(m, "use", "close", "loaded", "OpenCL.dll", "mark", "left",
                                    drivers=["unloadable"], layers=["inner"], **{variable: "1"})
                events = [" ".join(event[:2]) for event in result.events
                          if event[0] in ("mark", "deinit", "destructor")]
                before = events[:events.index("mark left")]
                self.assertEqual(before, ["deinit inner"] if deinit else [])
                self.assertEqual(result.answers("loaded"), [["OpenCL.dll", "no"]])

    def test_nothing_is_left(self, m):
        result = self.visit(m, "close", "again", "40", "loaded", "OpenCL.dll",
                            drivers=["unloadable", "no_icd"], layers=["inner"])
        self.assertEqual(result.answer("loaded"), ["OpenCL.dll", "no"])
        self.assertEqual(result.answer("again"), ["40", "0"])

    def test_freed_in_a_dllmain(self, m):
        """A library frees OpenCL.dll while it is being freed itself, when Windows holds its lock."""
        result = m.run("hold", sandbox.native(BUILD.holder), *OPEN, "use", "close", "loaded",
                       "OpenCL.dll", "use", "let-go", "loaded", "OpenCL.dll", "end", "return",
                       env={"OCL_ICD_FILENAMES": m.fake("unloadable"),
                            "OPENCL_LAYERS": m.layer("inner"),
                            "HOLDER_LIBRARY": sandbox.native(BUILD.library)},
                       probe=BUILD.visitor)
        self.assertEqual(result.answers("used"), [["unloadable", "0"]] * 2)
        self.assertEqual(result.answers("loaded"), [["OpenCL.dll", "yes"], ["OpenCL.dll", "no"]])
        events = [" ".join(event[:2]) for event in result.events
                  if event[0] in ("deinit", "destructor")]
        self.assertEqual(events, ["deinit inner", "destructor inner", "destructor unloadable"])

    def test_first_call_in_a_dllmain(self):
        """No thread can start meanwhile, so the loader waits for none. Later calls work as always, and nothing is left
        behind."""
        for parallel in "0", "1":
            with self.row(parallel), sandbox.Machine() as m:
                drivers = ["unloadable", "icd2_unloadable", "a"]
                result = m.run("hold", sandbox.native(BUILD.holder), *OPEN, "use", "close", "let-go",
                               "gone", "OpenCL.dll", "end", "return",
                               env={"OCL_ICD_FILENAMES": ";".join(map(m.fake, drivers)),
                                    "OCL_ICD_PARALLEL": parallel, "HOLDER_CALLS": "1",
                                    "HOLDER_LIBRARY": sandbox.native(BUILD.library)},
                               probe=BUILD.visitor)
                self.assertEqual(result.answers("listed"), [["0", "3"]])
                self.assertEqual(result.answers("used"), [[name, "0"] for name in drivers])
                self.assertEqual(result.answers("gone"), [["OpenCL.dll", "yes"]])

    def test_freed_by_many_threads(self, m):
        """Each thread has its own reference, so the library is freed, again and again, only when no thread calls."""
        result = self.visit(m, "close", "churn", "6", "loaded", "OpenCL.dll",
                            drivers=["unloadable", "no_icd"], layers=["inner"], FAKE_LOG=None)
        self.assertEqual(result.answer("churn"), ["48", "0"])
        self.assertEqual(result.answer("loaded"), ["OpenCL.dll", "no"])

    def test_the_process_ends_while_threads_call(self):
        """The process ends with its own exit code, and until then no call fails."""
        for way in WAYS:
            with self.row(way), sandbox.Machine() as m:
                result = self.visit(m, "use", "calling", "8", end=way, drivers=["unloadable", "a"],
                                    layers=["inner"])
                self.assertEqual(result.happened("deinit") + result.happened("failed"), [])

    def test_the_process_ends(self):
        """The loader closes nothing, and no call starts to fail."""
        for way in WAYS:
            for steps in [], ["late"]:
                with self.row((way, steps)), sandbox.Machine() as m:
                    result = self.visit(m, "use", *steps, end=way, drivers=["unloadable", "a"],
                                        layers=["inner"])
                    self.assertEqual(result.happened("deinit"), [])
                    late = steps == ["late"] and way in ("return", "exit")
                    self.assertEqual([event[1:] for event in result.events if event[0] == "late"],
                                     [["0", "2"]] if late else [])
