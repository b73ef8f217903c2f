# SPDX-License-Identifier: Apache-2.0
"""The end of a program that is linked to libOpenCL: layers are told, and nothing else happens."""

import layered
import machine

BUILD = machine.BUILD
LATE = ["atexit", "destructor", "library"]
DRIVERS = ["unloadable", "icd2_unloadable", "icd2_staying"]


class Exit(machine.Case):
    def leave(self, m, how, *who, layers=(), env=None, drivers=None):
        m.drivers(*(DRIVERS if drivers is None else drivers))
        result = m.run(how, *who, probe=BUILD.ending,
                       env={"OPENCL_LAYERS": m.layers(*layers), **(env or {})})
        at = result.events.index(["mark", "leaving"])
        result.events = result.events[at + 1:]
        return result

    def test_layers_are_told(self):
        layers = ("inner", "no_deinit", "calls_down", "outer")
        for how in "return", "exit":
            with self.row(how), layered.Machine() as m:
                result = self.leave(m, how, layers=layers)
                self.assertEqual([event[1] for event in result.events if event[0] == "deinit"],
                                 ["outer", "calls_down", "inner"])
                self.assertEqual(result.happened("down", "calls_down"),
                                 [["deinit", "0", "3", "unloadable"]])
                # They are told before anything of their own ends.
                kinds = [event[0] for event in result.events if event[0] in
                         ("deinit", "atexit", "destructor") and event[1] in layers]
                self.assertEqual(kinds[:3], ["deinit"] * 3)
                self.assertEqual(kinds.count("atexit"), 4)
                self.assertEqual(kinds.count("destructor"), 4)

    def test_not_told(self):
        for how, env in (("_exit", {}), ("quick_exit", {}),
                         ("return", {"OCL_ICD_FORCE_LEGACY_TERMINATION": "1"})):
            with self.row((how, env)), layered.Machine() as m:
                result = self.leave(m, how, layers=("inner", "outer"), env=env)
                self.assertEqual(result.happened("deinit"), [])

    def test_drivers_are_left_alone(self):
        """No driver is called and none is closed: what happens is their own end, like that of any
        library, in the system's order."""
        for how in "return", "exit", "_exit":
            for env in {}, {"OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING": "1"}:
                with self.row((how, env)), layered.Machine() as m:
                    result = self.leave(m, how, env={**env, "LD_DEBUG": "files"})
                    drivers = [] if how == "_exit" else [["destructor", name] for name in DRIVERS]
                    self.assertEqual(sorted(result.events), sorted(drivers))
                    unmapped = [line for line in result.trace if "destroying link map" in line]
                    self.assertEqual(unmapped, [])

    def test_layers_are_not_closed(self):
        with layered.Machine() as m:
            result = self.leave(m, "return", layers=("inner", "outer"), env={"LD_DEBUG": "files"})
            self.assertEqual([line for line in result.trace if "destroying link map" in line], [])

    def test_late_calls(self):
        """Whoever still calls gets the answers that it always got."""
        for layers in (), ("inner", "outer"):
            for how, who in [("return", [one]) for one in LATE] + [("exit", LATE)]:
                with self.row((layers, who, how)), layered.Machine() as m:
                    result = self.leave(m, how, *who, layers=layers)
                    self.assertEqual(result.happened("late"),
                                     [["0", "3", "unloadable"]] * len(who))
                    self.assertEqual(len(result.happened("deinit")), len(layers))

    def test_only_late_calls(self):
        """A program that calls OpenCL for the first time when it ends. (In a destructor nobody can
        tell any more that it ends, so what may be unloaded may be closed there.)"""
        for who in [[one] for one in LATE] + [LATE[1:], LATE]:
            with self.row(who), layered.Machine() as m:
                if "atexit" not in who:
                    machine.need_glibc("libraries that are opened in destructors")
                result = self.leave(m, "return", "unused", *who, layers=("inner", "outer"),
                                    env={"LD_DEBUG": "files"})
                self.assertEqual(result.happened("late"),
                                 [["0", "3", "unloadable"]] * len(who))
                self.assertEqual(layered.order(result, "deinit"), ["deinit outer", "deinit inner"])
                if "atexit" in who:
                    self.assertEqual([line for line in result.trace
                                      if "destroying link map" in line], [])

    def test_calling_layers(self):
        """A layer that calls OpenCL when it is told, and in its destructor, which comes before the
        loader's where the layer is linked to it, else after it."""
        for name in "calls_api_late", "calls_api_unlinked":
            with self.row(name), layered.Machine() as m:
                result = self.leave(m, "return", layers=("inner", name))
                self.assertEqual([fields for fields in result.happened("api", name)
                                  if fields[1] != "begins"],
                                 [["deinit", "0"], ["destructor", "0"]])

    def test_threads(self):
        """A thread that never stops calling."""
        for layers in (), ("inner", "outer"):
            for how in "return", "exit", "quick_exit":
                with self.row((layers, how)), layered.Machine() as m:
                    for _ in range(3):
                        self.leave(m, how, "thread", *LATE, layers=layers,
                                   drivers=["a", "icd2_full"])


machine.main()
