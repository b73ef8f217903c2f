# SPDX-License-Identifier: Apache-2.0
"""The end of a program: the program and its libraries may call OpenCL up to their last destructor, then the loader
tells the layers, and nothing else happens."""

import layered
import sandbox

BUILD = sandbox.BUILD
LATE = ["atexit", "destructor", "library"]
DRIVERS = ["unloadable", "icd2_unloadable", "icd2_staying"]


class Exit(sandbox.Case, machine=layered.Machine):
    def leave(self, m, how, *who, layers=(), env=None, drivers=None):
        m.drivers(*(DRIVERS if drivers is None else drivers))
        result = m.run(how, *who, probe=BUILD.ending,
                       env={"OPENCL_LAYERS": m.layers(*layers), **(env or {})})
        at = result.events.index(["mark", "leaving"])
        result.events = result.events[at + 1:]
        return result

    def test_layers_are_told(self):
        """The loader tells the outermost layer first, after all destructors that call; each layer may call its
        target."""
        layers = ("inner", "no_deinit", "calls_down", "outer")
        last = ["deinit"] * 3, ["destructor"] * 4
        for how in "return", "exit", "thread_exit":
            with self.row(how), layered.Machine() as m:
                result = self.leave(m, how, *LATE, layers=layers)
                self.assertEqual([event[1] for event in result.events if event[0] == "deinit"],
                                 ["outer", "calls_down", "inner"])
                self.assertEqual(result.happened("down", "calls_down"),
                                 [["deinit", "0", "3", "unloadable"]])
                # Exit handlers of layers run earlier, with those of the program; their destructors run in the system's
                # order.
                kinds = [event[0] for event in result.events if event[0] in
                         ("deinit", "atexit", "destructor") and event[1] in layers]
                self.assertEqual(kinds, ["atexit"] * 4 +
                                 sum(last if BUILD.glibc else reversed(last), []))
                order = [event[0] for event in result.events if event[0] in ("late", "deinit")]
                self.assertEqual(order, ["late"] * len(LATE) + ["deinit"] * 3)

    def test_layer_that_fails(self, m):
        result = self.leave(m, "return", layers=("inner", "deinit_fails", "outer"))
        self.assertEqual(layered.order(result, "deinit"),
                         ["deinit outer", "deinit deinit_fails", "deinit inner"])
        self.assertTrue([line for line in result.trace
                         if "deinit_fails" in line and "clDeinitLayer returned -5" in line])

    def test_exit_inside_a_driver(self, m):
        """The program calls exit in a callback from a layer, and from a driver."""
        result = self.leave(m, "driver_exit", *LATE, layers=("frees", "frees_thing"),
                            drivers=["extended"])
        self.assertEqual(layered.order(result, "thing", "late", "deinit"),
                         ["thing frees_thing", "late atexit", "late destructor", "late library",
                          "deinit frees_thing", "deinit frees"])

    def test_closed_in_a_handler(self):
        """A program that closes libOpenCL in an exit handler has its layers until then. A libOpenCL in a namespace
        stays nevertheless, and the program has its layers until the library's own end."""
        sandbox.need_glibc("libraries that go when they are closed")
        rows = [(BUILD.library, ["late 0", "deinit frees", "deinit inner", "mark closed"])]
        if not BUILD.sanitizers: # sanitizers do not know of namespaces
            rows.append(("ns:" + BUILD.library,
                         ["late 0", "mark closed", "deinit frees", "deinit inner"]))
        for library, order in rows:
            with self.row(library), layered.Machine() as m:
                m.drivers("unloadable", "a")
                result = m.run("open", "0", library, "atexit", "0", "obtain", "0", "use", "0", "0",
                               probe=BUILD.visitor,
                               env={"OPENCL_LAYERS": m.layers("inner", "frees"), **layered.KEEPS})
                self.assertEqual(result.happened("late", "0"), [["2"]])
                # The layers stay loaded: no destructor runs before the end.
                self.assertEqual(layered.order(result, "late", "deinit", "mark", "destructor")[:4],
                                 order)

    def test_freed_memory(self):
        """These layers need memory for each call, even for the calls that an outer layer makes in its deinit."""
        for who in ["release"], LATE:
            with self.row(who), layered.Machine() as m:
                result = self.leave(m, "return", *who, layers=("frees", "frees_outer"))
                self.assertEqual(layered.order(result, "deinit", "down"),
                                 ["deinit frees_outer", "down frees_outer", "deinit frees"])
                if who == ["release"]:
                    self.assertEqual(result.happened("late", "release"), [["0"]])

    def test_child(self, m):
        """When a child calls exit, the loader tells the child's layers; those of its parent continue."""
        result = self.leave(m, "fork", *LATE, "release", layers=("frees",))
        end = ["late atexit", "late destructor", "late release", "late library", "deinit frees"]
        self.assertEqual(layered.order(result, "deinit", "mark", "late"),
                         end + ["mark child"] + end)

    def after(self, probe, layers, env=None):
        """Runs a program that makes the same calls before and after libOpenCL's own end, and returns its result and
        what the later calls returned."""
        with layered.Machine() as m:
            m.drivers("extended")
            result = m.run(BUILD.after_library, probe=probe,
                           env={"OPENCL_LAYERS": m.layers(*layers), **(env or {})})
            self.assertEqual(result.answers("before"), [["0"] * 8] * 2)
            return result, result.answer("after")

    def test_calls_after_the_end(self):
        """Late calls fail where there are layers, whichever path they take. Without layers they reach the driver."""
        sandbox.need_glibc("destructors of libraries in the order in which these were opened")
        for probe in BUILD.after, BUILD.after_static:
            for layers in ["frees_thing"], ["no_deinit"], ["nothing"]:
                with self.row((probe, layers)):
                    self.assertEqual(self.after(probe, layers)[1], ["-59"] * 8)
            with self.row((probe, "without layers")):
                self.assertEqual(self.after(probe, [])[1], ["0"] * 8)
            with self.row((probe, "as in 2025")):
                self.assertEqual(self.after(probe, ["outer"], {
                    "OCL_ICD_FORCE_LEGACY_TERMINATION": "1"})[1], ["0"] * 8)

    def test_memory_that_cannot_be_changed(self, m):
        """The loader cannot keep calls from the layers, so it does not tell them of the end, and warns of this."""
        layered.no_sanitizers("they change memory themselves")
        sandbox.need_glibc("destructors of libraries in the order in which these were opened")
        result, after = self.after(BUILD.after, ["frees_thing"],
                                   m.preload(m.fake("no_mprotect_later")))
        self.assertEqual(after, ["0"] * 8)
        self.assertEqual(result.happened("deinit"), [])
        self.assertIn("layers do not learn that the program ends", "\n".join(result.trace))

    def test_end_that_cannot_be_seen(self, m):
        """If the loader cannot see the end, the library stays loaded, and its own end counts as the program's."""
        layered.no_sanitizers("a library that is loaded before them")
        sandbox.need_glibc("libraries that go when they are closed")
        m.drivers("unloadable")
        result = m.run("open", "0", BUILD.library, "obtain", "0", "close", "0", "use", "0", "0",
                       "maps", BUILD.library, "mark", "leaving", probe=BUILD.visitor,
                       env={**m.preload(m.fake("no_atexit")), "LD_DEBUG": "files",
                            "OPENCL_LAYERS": m.layers("outer")})
        self.assertEqual(result.answer("maps"), [BUILD.library, "yes"])
        self.assertEqual(layered.order(result, "mark", "deinit"),
                         ["mark leaving", "deinit outer"])
        self.assertEqual([line for line in result.trace if "destroying link map" in line], [])

    def test_static(self, m):
        """The static loader is a part of the program, whose own destructors run first."""
        m.drivers("unloadable", "a")
        result = m.run("open", "0", "static", "obtain", "0", "late", "0", "mark", "leaving",
                       probe=BUILD.static_visitor,
                       env={"OPENCL_LAYERS": m.layers("inner", "frees")})
        self.assertEqual(layered.order(result, "late", "deinit"),
                         ["late 0", "deinit frees", "deinit inner"])

    def test_static_in_a_library(self, m):
        """A static loader ends with the library that contains it, and so do calls. The layers and the drivers stay."""
        sandbox.need_glibc("libraries that go when they are closed")
        m.drivers("unloadable", "a")
        result = m.run("open", "0", BUILD.plugin, "obtain", "0", "use", "0", "0",
                       "close", "0", "mark", "closed", "maps", BUILD.plugin,
                       "maps", "liblayer_frees", "maps", "libfake_unloadable",
                       probe=BUILD.visitor, env={"OPENCL_LAYERS": m.layers("inner", "frees"),
                                                 **layered.KEEPS})
        self.assertEqual([line[1] for line in result.answers("maps")], ["no", "yes", "yes"])
        self.assertEqual(layered.order(result, "late", "deinit", "mark"),
                         ["late plugin", "late global", "deinit frees", "deinit inner",
                          "mark closed"])
        self.assertEqual(result.happened("late"), [["0", "2"]] * 2)

    def test_not_told(self):
        for how, env in (("_exit", {}), ("quick_exit", {}),
                         ("return", {"OCL_ICD_FORCE_LEGACY_TERMINATION": "1"})):
            with self.row((how, env)), layered.Machine() as m:
                result = self.leave(m, how, layers=("inner", "outer"), env=env)
                self.assertEqual(result.happened("deinit"), [])

    def test_drivers_are_left_alone(self):
        """The loader calls no driver and closes none: like any library, a driver ends in the system's order."""
        for how in "return", "exit", "_exit":
            for env in {}, {"OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING": "1"}:
                with self.row((how, env)), layered.Machine() as m:
                    result = self.leave(m, how, env={**env, "LD_DEBUG": "files"})
                    drivers = [] if how == "_exit" else [["destructor", name] for name in DRIVERS]
                    self.assertEqual(sorted(result.events), sorted(drivers))
                    unmapped = [line for line in result.trace if "destroying link map" in line]
                    self.assertEqual(unmapped, [])

    def test_layers_are_not_closed(self, m):
        result = self.leave(m, "return", layers=("inner", "outer"), env={"LD_DEBUG": "files"})
        self.assertEqual([line for line in result.trace if "destroying link map" in line], [])

    def test_late_calls(self):
        """Late calls get the usual answers if there are no layers, or until the loader tells the layers."""
        for layers in (), ("inner", "outer"):
            for how, who in [("return", [one]) for one in LATE] + [("exit", LATE)]:
                with self.row((layers, who, how)), layered.Machine() as m:
                    result = self.leave(m, how, *who, layers=layers)
                    self.assertEqual(result.happened("late"),
                                     [["0", "3", "unloadable"]] * len(who))
                    self.assertEqual(len(result.happened("deinit")), len(layers))

    def test_only_late_calls(self):
        """A program calls OpenCL for the first time when it ends. The loader closes no library, because other threads
        may still call."""
        for who in [[one] for one in LATE] + [LATE[1:], LATE]:
            with self.row(who), layered.Machine() as m:
                if "atexit" not in who:
                    sandbox.need_glibc("libraries that are opened in destructors")
                result = self.leave(m, "return", "unused", *who, layers=("inner", "outer"),
                                    env={"LD_DEBUG": "files"})
                self.assertEqual(result.happened("late"),
                                 [["0", "3", "unloadable"]] * len(who))
                self.assertEqual(layered.order(result, "deinit"), ["deinit outer", "deinit inner"])
                self.assertEqual([line for line in result.trace
                                  if "destroying link map" in line], [])

    def test_only_late_calls_of_an_opened_library(self):
        sandbox.need_glibc("libraries that are opened in destructors")
        for place in "", "global:":
            with self.row(place), layered.Machine() as m:
                m.drivers("unloadable")
                result = m.run("open", "0", place + BUILD.library, "late", "0", "mark", "leaving",
                               probe=BUILD.visitor,
                               env={"OPENCL_LAYERS": m.layers("outer"), "LD_DEBUG": "files"})
                self.assertEqual(layered.order(result, "mark", "late", "deinit"),
                                 ["mark leaving", "late 0", "deinit outer"])
                self.assertEqual([line for line in result.trace
                                  if "destroying link map" in line], [])

    def test_threads_that_come_late(self):
        """Threads that nobody joins call for the first time when the program ends."""
        for run in range(10):
            with self.row(run), layered.Machine() as m:
                self.leave(m, "return", "unused", "late", "library")

    def test_calling_layers(self):
        """A layer calls OpenCL's exported functions in its deinit and in its destructor. The destructor runs before the
        loader's if the layer is linked to the loader, and after it otherwise."""
        told, before, after = ["deinit", "-59"], ["destructor", "0"], ["destructor", "-59"]
        for name, answers in (("calls_api_late", [before, told]),
                              ("calls_api_unlinked", [told, after])):
            with self.row(name), layered.Machine() as m:
                result = self.leave(m, "return", layers=("inner", name))
                self.assertEqual([fields for fields in result.happened("api", name)
                                  if fields[1] != "begins"],
                                 answers if BUILD.glibc else [before, told])

    def test_threads(self):
        """A thread never stops calling."""
        for layers in (), ("inner", "outer"):
            for how in "return", "exit", "quick_exit":
                with self.row((layers, how)), layered.Machine() as m:
                    for _ in range(3):
                        self.leave(m, how, "thread", *LATE, layers=layers,
                                   drivers=["a", "icd2_full"])
