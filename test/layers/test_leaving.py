# SPDX-License-Identifier: Apache-2.0
"""A program that is not linked to libOpenCL opens it, uses it, and closes it again."""

import os
import re

import layered
import sandbox

BUILD = sandbox.BUILD
ONCE = ["open", "0", BUILD.library, "obtain", "0", "use", "0", "0"]
LIMIT = 64 * 1024

# Driver, and whether it stays in memory after the loader is closed.
DRIVERS = [
    ("a", True),
    ("unloadable", False),
    ("unloadable_no", True),
    ("unloadable_fails", True),  # the driver works; Khronos refuses it
    ("unloadable_not_all", True),
    ("unloadable_silent", True),  # it does not list the extension, so the loader does not ask
    ("icd2_unloadable", False),
    ("icd2_staying", True),
]
REFUSED = ["no_icd", "icd2_no_icd", "icd2_set_fails", "icd2_set_forgets", "0_platforms",
           "icd2_staying_refused", "no_list"]

VALGRIND = ["valgrind", "--leak-check=full", "--show-leak-kinds=all", "--keep-debuginfo=yes",
            "--error-exitcode=9", "--errors-for-leak-kinds=none", "--num-callers=30"]


# The names that valgrind's traces show for the loader's sources.
SOURCES = [file[:-2] for _, _, files in os.walk(os.path.join(BUILD.source, "loader"))
           for file in files if file.endswith(".c")]


def platforms(name):
    return 3 if name == "unloadable_not_all" else 1


def leaks(trace):
    """Returns the blocks that valgrind found at the end, as texts, but only those that the loader itself allocated, not
    the system on its behalf."""
    text = re.sub(r"^==\d+== ?", "", "\n".join(trace), flags=re.M)
    blocks = re.findall(r"^[\d,]+ (?:\([^)]*\) )?bytes in .*?(?:\n\n|\Z)", text, re.M | re.S)
    sources = rf"\((functions|{'|'.join(SOURCES)})\.c:\d+\)"
    return [block for block in blocks if re.match(
        r"[^\n]*\n(?:[^\n]*0x[0-9A-F]+: (?:malloc|calloc|realloc|strdup)\b[^\n]*\n)*"
        rf"[^\n]*{sources}", block)]


class Closing(sandbox.Case, machine=layered.Machine):
    def setUp(self):
        sandbox.need_glibc("libraries that go when they are closed")

    def test_extension_functions(self, m):
        """The functions work again with a later loader, which knows nothing of the earlier one."""
        again = ["open", "0", BUILD.library, "obtain", "0", "extend", "0", "0", "close", "0"]
        m.drivers("unloadable_extended", "not_extended", "extended")
        result = m.run(*again, "maps", BUILD.library, *again, probe=BUILD.visitor)
        self.assertEqual(result.answers("maps"), [[BUILD.library, "no"]])
        self.assertEqual([line[2:] for line in result.answers("extended")],
                         2 * [["0", "1000", "1000"], ["-59", "0", "0"], ["0", "1000", "1000"]])

    def test_drivers(self):
        for name, stays in DRIVERS:
            with self.row(name), layered.Machine() as m:
                m.drivers(name)
                library = f"libfake_{name}.so"
                result = m.run(*ONCE, "maps", library, "mark", "leaving", "close", "0",
                               "mark", "left", "maps", library, "maps", BUILD.library,
                               probe=BUILD.visitor)
                self.assertEqual([line[2:5] for line in result.answers("used")],
                                 [[name] * 3] * platforms(name))
                self.assertEqual(result.answers("maps"),
                                 [[library, "yes"], [library, "yes" if stays else "no"],
                                  [BUILD.library, "no"]])
                # Nobody calls the driver any more; its own end comes when the loader closes it.
                begin, end = (result.events.index(["mark", word]) for word in ("leaving", "left"))
                during = [event for event in result.events[begin + 1:end]]
                self.assertEqual(during, [] if stays else [["destructor", name]])

    def test_refused(self):
        """Refused drivers stay, because their code has run and may still be running."""
        for name in REFUSED:
            with self.row(name), layered.Machine() as m:
                m.drivers(name, "a")
                library = f"libfake_{name}.so"
                result = m.run(*ONCE, "maps", library, "close", "0", "maps", library,
                               probe=BUILD.visitor, env=layered.KEEPS) # the loader's records
                self.assertEqual(result.answers("maps"), 2 * [[library, "yes"]])

    def test_left_out(self, m):
        """The same holds if the user, not the loader, refused the platforms."""
        m.drivers("unloadable", "a")
        library = "libfake_unloadable.so"
        result = m.run(*ONCE, "maps", library, "close", "0", "maps", library,
                       probe=BUILD.visitor, env={"OCL_ICD_PLATFORMS_DISABLE": "unloadable"})
        self.assertEqual(result.answers("maps"), 2 * [[library, "yes"]])

    def test_asked_only_when_listed(self, m):
        for name, asked in ("a", 0), ("unloadable_silent", 0), ("unloadable", 1), \
                ("icd2_unloadable", 1):
            with self.row(name):
                m.drivers(name)
                result = m.run(*ONCE, "close", "0", probe=BUILD.visitor)
                self.assertEqual(result.happened("info", name).count(["0", "0x921"]), asked)

    def test_extension_function_while_leaving(self, m):
        """What the loader has found out counts no longer, as with exported functions."""
        m.drivers("extended")
        for more in [], ["extend", "0", "0"]:
            result = m.run(*ONCE, *more, "close", "0", probe=BUILD.visitor,
                           env={"OPENCL_LAYERS": m.layers("extends")})
            self.assertEqual(result.happened("extended", "extends"), [["context", "-59"]])

    def test_layers(self, m):
        """The loader tells each layer, the outermost first, and the layer may call its target then. After that the
        loader closes all of them. (While the C library closes one library it postpones closing another, so destructors
        have an order of their own.)"""
        m.drivers("unloadable", "icd2_unloadable", "a")
        layers = m.layers("inner", "no_deinit", "calls_down", "deinit_fails", "outer")
        result = m.run(*ONCE, "mark", "leaving", "close", "0", "mark", "left",
                       "maps", "liblayer_", "maps", BUILD.library,
                       env={"OPENCL_LAYERS": layers}, probe=BUILD.visitor)
        self.assertEqual(result.answers("maps"), [["liblayer_", "no"], [BUILD.library, "no"]])
        events = result.events[result.events.index(["mark", "leaving"]) + 1:
                               result.events.index(["mark", "left"])]
        told = [event[1] for event in events if event[0] == "deinit"]
        closed = [event[1] for event in events if event[0] == "destructor"]
        self.assertEqual(told, ["outer", "deinit_fails", "calls_down", "inner"])
        self.assertEqual(sorted(closed), ["calls_down", "deinit_fails", "icd2_unloadable",
                                          "inner", "no_deinit", "outer", "unloadable"])
        self.assertLess(max(at for at, event in enumerate(events) if event[0] == "deinit"),
                        min(at for at, event in enumerate(events) if event[0] == "destructor"))
        self.assertEqual([event[1:] for event in events if event[0] == "down"],
                         [["calls_down", "deinit", "0", "3", "unloadable"]])
        self.assertTrue([line for line in result.trace
                         if "deinit_fails" in line and "clDeinitLayer returned -5" in line])

    def test_layer_that_calls_the_api(self, m):
        """While the loader leaves, its exported functions return errors."""
        m.drivers("unloadable")
        result = m.run("open", "0", "global:" + BUILD.library, "obtain", "0", "close", "0",
                       "maps", BUILD.library,
                       env={"OPENCL_LAYERS": m.layers("calls_api_unlinked", "outer")},
                       probe=BUILD.visitor)
        self.assertEqual(result.answer("maps"), [BUILD.library, "no"])
        self.assertEqual(result.happened("api", "calls_api_unlinked"),
                         [["deinit", "begins"], ["deinit", "-59"], ["destructor", "nothing"]])

    def test_layers_without_driver(self, m):
        result = m.run("open", "0", BUILD.library, "obtain", "0", "close", "0",
                       "maps", "liblayer_", "maps", BUILD.library,
                       env={"OPENCL_LAYERS": m.layers("inner", "outer")}, probe=BUILD.visitor)
        self.assertEqual(result.answers("maps"), [["liblayer_", "no"], [BUILD.library, "no"]])
        self.assertEqual(result.happened("deinit"), [[], []])

    def test_layer_that_stays(self, m):
        """Something else holds the layer, so it stays in memory, and can be used again."""
        m.drivers("a", "unloadable")
        layers = m.layers("inner", "middle", "outer")
        result = m.run("keep", m.layer("middle"), *ONCE, "close", "0", "maps",
                       "liblayer_middle", "maps", "liblayer_inner", "maps", BUILD.library,
                       *ONCE, "close", "0",
                       env={"OPENCL_LAYERS": layers}, probe=BUILD.visitor)
        self.assertEqual([line[1] for line in result.answers("maps")], ["yes", "no", "no"])
        self.assertEqual(layered.order(result, "init", "deinit"),
                         2 * (["init inner", "init middle", "init outer", "deinit outer",
                               "deinit middle", "deinit inner"]))

    def test_used_again(self):
        for name, _ in DRIVERS:
            with self.row(name), layered.Machine() as m:
                m.drivers(name, "old")
                result = m.run(*ONCE, "close", "0", *ONCE, "close", "0", *ONCE, "close", "0",
                               probe=BUILD.visitor)
                self.assertEqual(result.answers("obtained"), [["0", str(platforms(name) + 1)]] * 3)

    def test_never_used(self, m):
        m.drivers("unloadable")
        result = m.run("open", "0", BUILD.library, "close", "0", "maps", BUILD.library,
                       env={"OPENCL_LAYERS": m.layers("inner")}, probe=BUILD.visitor)
        self.assertEqual(result.answer("maps"), [BUILD.library, "no"])
        self.assertEqual(result.events, [])

    def test_driver_that_needs_the_loader(self, m):
        """The driver holds libOpenCL, which therefore stays and works on."""
        m.drivers("linked_to_loader", "unloadable")
        result = m.run(*ONCE, "close", "0", "maps", BUILD.library, "maps", "libfake_unloadable",
                       *ONCE, "close", "0", env={"OPENCL_LAYERS": m.layers("inner")},
                       probe=BUILD.visitor)
        self.assertEqual([line[1] for line in result.answers("maps")], ["yes", "yes"])
        self.assertEqual(len(result.happened("init")), 1)
        self.assertEqual(len(result.answers("used")), 4)

    def test_settings(self):
        rows = [  # variables, whether the layer is told, whether libraries stay
            ({}, True, "no"),
            ({"OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING": "1"}, True, "yes"),
            ({"OCL_ICD_FORCE_LEGACY_TERMINATION": "1"}, False, "yes"),
            ({"OCL_ICD_FORCE_LEGACY_TERMINATION": "no"}, True, "no"),
            ({"OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING": "TRUE"}, True, "no"),
        ]
        for variables, told, stays in rows:
            with self.row(variables), layered.Machine() as m:
                m.drivers("unloadable", "icd2_unloadable")
                result = m.run(*ONCE, "close", "0", "mark", "left", "maps", "libfake_unloadable",
                               "maps", "libfake_icd2_unloadable", "maps", "liblayer_inner",
                               "maps", BUILD.library,
                               env={**variables, "OPENCL_LAYERS": m.layers("inner"),
                                    **(layered.KEEPS if stays == "yes" else {})},
                               probe=BUILD.visitor)
                self.assertEqual([line[1] for line in result.answers("maps")],
                                 [stays, stays, stays, "no"])
                before = result.events[:result.events.index(["mark", "left"])]
                self.assertEqual(["deinit", "inner"] in before, told)
                self.assertEqual(result.happened("deinit"), [[]] if told else [])


class Memory(sandbox.Case, machine=layered.Machine):
    def setUp(self):
        sandbox.need_glibc("libraries that go when they are closed")

    def rounds(self, m, count=1000, env=None):
        m.trace = None
        result = m.run("rounds", str(count), BUILD.library, probe=BUILD.visitor,
                       env={"OCL_ICD_ENABLE_TRACE": None, "FAKE_LOG": None, **(env or {})})
        return [int(number) for number in result.answer("grew")]

    def check_growth(self, grew):
        heap, pages, files = grew
        self.assertLessEqual(heap, LIMIT)
        self.assertLessEqual(pages, LIMIT)
        self.assertEqual(files, 0)

    def test_rounds(self):
        layered.no_sanitizers("they keep freed memory")
        sandbox.need(not BUILD.emulator, "memory is the emulator's")
        rows = [(["unloadable"], ()), (["a"], ()), (["icd2_staying", "icd2_three"], ()),
                (["icd2_unloadable"], ()), (["icd2_staying_refused"], ()),
                (["icd2_65"], ()), (["unloadable", "icd2_staying"], ("inner", "outer"))]
        for drivers, layers in rows:
            count = 200 if drivers == ["icd2_65"] else 1000  # each round has 65 platforms, any of which may leave something
            with self.row((drivers, layers)), layered.Machine() as m:
                m.drivers(*drivers)
                self.check_growth(self.rounds(m, count, env={"OPENCL_LAYERS": m.layers(*layers)}))

    def test_rounds_with_settings(self):
        """The loader keeps some things on purpose, but only once."""
        layered.no_sanitizers("they keep freed memory")
        sandbox.need(not BUILD.emulator, "memory is the emulator's")
        for variable, value in [("OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING", "1"), ("OCL_ICD_LOG_FILE", "log")]:
            with self.row(variable), layered.Machine() as m:
                m.drivers("unloadable", "icd2_unloadable")
                self.check_growth(self.rounds(m, env={variable: value, "OCL_ICD_LOG": "info"}))

    def valgrind(self, m, *steps, env=None):
        sandbox.need_valgrind()
        result = m.run(*steps, probe=BUILD.visitor, env=env, before=VALGRIND)
        return leaks(result.trace)

    def test_nothing_left(self, m):
        m.drivers("unloadable", "icd2_unloadable", "no_icd", "0_platforms")
        m.icd("900.icd", "")
        m.icd("901.icd", "/nowhere/lib.so")
        m.lay("x.lay", m.layer("fewer"))
        layers = m.layers("inner", "no_table", "version_101", "outer") + ":"
        for settings in {}, {"OCL_ICD_DEVICES_DISABLE": "*"}:
            with self.row(settings):
                left = self.valgrind(m, *ONCE, "close", "0", env={"OPENCL_LAYERS": layers, **settings})
                self.assertEqual(left, [])

    def test_nothing_left_of_semaphores(self, m):
        m.drivers("unloadable_extended", "extended")
        left = self.valgrind(m, *ONCE, "extend", "0", "0", "close", "0")
        self.assertEqual(left, [])

    def test_drivers_that_stay(self):
        """The only leftovers are managed tables that a driver of cl_khr_icd 2.0 may still use, or has kept although it
        was refused."""
        for driver, times, records in ("icd2_three", 1, 3), ("icd2_three", 3, 3), \
                ("icd2_set_forgets", 1, 1), ("icd2_set_fails", 1, 1):
            with self.row((driver, times)), layered.Machine() as m:
                m.drivers("a", driver)
                left = self.valgrind(m, *([*ONCE, "close", "0"] * times))
                # Each record is one block; valgrind lists blocks together that nothing else refers to.
                self.assertTrue(left, "the record is gone")
                blocks = sum(int(re.search(r"in ([\d,]+) blocks", text)[1]) for text in left)
                self.assertEqual(blocks, records)
                self.assertTrue(all("make_managed" in text for text in left), left)
