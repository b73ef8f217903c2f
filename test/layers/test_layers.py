# SPDX-License-Identifier: Apache-2.0
"""Which layers the loader finds, and in which order it calls them. ../drivers/zoo tests which ones it refuses."""

import os
import re
import shutil
import subprocess

import layered
import sandbox

BUILD = sandbox.BUILD
with open(os.path.join(BUILD.source, "test", "dispatch", "promises.h"), encoding="utf-8") as promises:
    SLOTS = len(re.findall(r"^[A-Z]+\(\d+, cl", promises.read(), re.M))

# Layers that work, and whether they intercept clGetPlatformIDs.
WORKING = [
    ("inner", True), ("one", False), ("some", True), ("nothing", False), ("copies", False),
    ("copies_all", False), ("fewer", True), ("fewest", True), ("zero", False), ("more", True),
    ("most", True), ("only_plain", True), ("only_properties", True), ("no_deinit", True),
    ("deinit_fails", True), ("calls_down", True), ("calls_api", True), ("calls_api_late", True),
    ("wraps", True), ("wraps_thing", True),
]

# The first call of a program, and its function.
FIRST_CALLS = [
    (["platforms"], "clGetPlatformIDs"),
    (["null"], "clGetPlatformInfo"),
    (["context", "none"], "clCreateContextFromType"),
    (["lookup", "clFakeThingA"], "clGetExtensionFunctionAddress"),
]

# The init that a layer has, the value of OCL_ICD_FORCE_LEGACY_TERMINATION, and the init that is called.
INITS = [
    ("inner", None, "properties"),
    ("only_plain", None, "plain"),
    ("only_properties", None, "properties"),
    ("inner", "1", "plain"),
    ("only_plain", "1", "plain"),
    ("only_properties", "1", "properties"),
]

# Title, content of a .lay file, verdict; good.so is a layer beside the file.
MANIFESTS = [
    ("plain", "good.so", "LIBRARY_MISSING"),  # the system searches for a bare name
    ("relative", "./good.so", "LOADED"),
    ("blanks", "\ufeff# a comment\r\n\r\n  ./good.so \t\r\nsecond\r\n", "LOADED"),
    ("empty", "", "FILE_MASK"),
    ("comment", "# nothing\n", "FILE_EMPTY"),
    ("binary", b"\0", "FILE_BINARY"),
    ("missing", "/nowhere/layer.so", "LIBRARY_MISSING"),
    ("no_library", "./x.lay", "LIBRARY_INVALID"),
]


class Finding(sandbox.Case, machine=layered.Machine):
    def test_order_of_the_variable(self, m):
        m.drivers("a")
        result = m.run("platforms", env={"OPENCL_LAYERS": m.layers("inner", "middle", "outer")})
        self.assertEqual(layered.came_by(result, "clGetPlatformIDs"),
                         ["outer", "middle", "inner"])
        self.assertEqual(result.names, ["a"])
        result = m.run("platforms", env={"OPENCL_LAYERS": m.layers("outer", "inner")})
        self.assertEqual(layered.came_by(result, "clGetPlatformIDs"), ["inner", "outer"])

    def directory(self, m, names):
        for name in names:
            m.lay(f"{name[4:]}.lay", m.layer(name))

    def test_directory(self, m):
        """The layers come in byte order of their names, nearest to the driver, whatever the locale."""
        names = ["dir_10", "dir_9", "dir_B", "dir_a"]  # 10 < 9 < B < a
        m.drivers("a")
        self.directory(m, names)
        m.lay("other.txt", m.layer("outer"))
        for locale in "C", "C.UTF-8", "en_US.UTF-8", "de_DE.UTF-8":
            with self.row(locale):
                result = m.run("locale", "platforms",
                               env={"LC_ALL": locale, "OPENCL_LAYERS": m.layers("inner")})
                self.assertEqual(layered.came_by(result, "clGetPlatformIDs"),
                                 ["inner", *reversed(names)])

    def test_default_directory(self, m):
        default = BUILD.default_layers
        self.addCleanup(shutil.rmtree, default, ignore_errors=True)
        m.drivers("a")
        run = dict(probe=BUILD.layers_probe)
        shutil.rmtree(default, ignore_errors=True)
        result = m.run("platforms", env={"OPENCL_LAYER_PATH": None}, **run)
        self.assertEqual(layered.came_by(result, "clGetPlatformIDs"), [])
        self.assertFalse([line for line in result.trace if "warning" in line])
        m.write(os.path.join(default, "x.lay"), m.layer("inner") + "\n")
        for value, layers in (None, ["inner"]), ("", ["inner"]), (m.layer_path, []):
            with self.row(value):
                result = m.run("platforms", env={"OPENCL_LAYER_PATH": value}, **run)
                self.assertEqual(layered.came_by(result, "clGetPlatformIDs"), layers)

    def test_no_directory(self, m):
        m.drivers("a")
        result = m.run("platforms", env={"OPENCL_LAYER_PATH": m.path("nowhere")})
        self.check_verdict(result, m.path("nowhere"), "NO_DIRECTORY")
        self.assertEqual(result.names, ["a"])

    def test_manifests(self):
        for title, content, verdict in MANIFESTS:
            with self.row(title), layered.Machine() as m:
                m.drivers("a")
                m.copy(m.layer("inner"), "layers/good.so")
                path = m.lay("x.lay", content) if content else m.write("layers/x.lay", "")
                result = m.run("platforms")
                self.check_verdict(result, path, verdict)
                self.assertEqual(layered.came_by(result, "clGetPlatformIDs"),
                                 ["inner"] if verdict == "LOADED" else [])
                self.assertEqual(result.names, ["a"])

    def test_names(self):
        """Elements of the list that are not layers stand between good ones."""
        rows = [("", "NAME_EMPTY"), ("/nowhere/layer.so", "LIBRARY_MISSING"),
                (BUILD.library, "ITSELF")]
        for name, verdict in rows:
            with self.row(name), layered.Machine() as m:
                m.drivers("a")
                list_ = f"{m.layer('inner')}:{name}:{m.layer('outer')}"
                result = m.run("platforms", env={"OPENCL_LAYERS": list_})
                self.check_verdict(result, f"OPENCL_LAYERS: {name}", verdict)
                self.assertEqual(layered.came_by(result, "clGetPlatformIDs"), ["outer", "inner"])

    def test_duplicates(self, m):
        """One library is one layer, whatever its names."""
        m.drivers("a")
        link = m.path("link.so")
        os.symlink(m.layer("inner"), link)
        m.lay("x.lay", m.layer("middle"))
        list_ = m.layers("inner", "middle", "inner") + ":" + link
        result = m.run("platforms", env={"OPENCL_LAYERS": list_})
        self.assertEqual(layered.came_by(result, "clGetPlatformIDs"), ["inner", "middle"])
        self.check_verdict(result, link, "DUPLICATE")
        self.assertEqual(len(result.happened("init", "inner")), 1)
        self.assertEqual(sum(sandbox.BUILD.verdicts["DUPLICATE"] in line
                             for line in result.trace), 3)

    def test_driver_is_no_layer(self, m):
        """A library may be tried as a driver and as a layer; the verdicts do not influence each other."""
        m.drivers("a")
        result = m.run("platforms", env={"OPENCL_LAYERS": m.fake("a"),
                                         "OCL_ICD_FILENAMES": m.layer("inner")})
        self.check_verdict(result, f"OPENCL_LAYERS: {m.fake('a')}", "LAYER_FUNCTION")
        self.check_verdict(result, f"OCL_ICD_FILENAMES: {m.layer('inner')}",
                           "FUNCTION_MISSING")
        self.assertEqual(result.names, ["a"])


class Accepting(sandbox.Case, machine=layered.Machine):
    def test_working(self):
        for name, intercepts in WORKING:
            with self.row(name), layered.Machine() as m:
                m.drivers("a", "two")
                result = m.run("platforms", "devices", "null", "context", "is:1", "lookup",
                               "clFakeThingA", "loader",
                               env={"OPENCL_LAYERS": m.layers("inner", name, "outer")
                                    if name != "inner" else m.layers("inner")})
                self.check_verdict(result, m.layer(name), "LOADED")
                self.assertEqual(result.names, ["a", "two 0", "two 1"])
                self.assertEqual(result.answer("context"), ["is:1", "0", "two"])
                self.assertEqual(result.answer("gl"), ["is:1", "0", "two"])
                self.assertEqual(result.answer("lookup"), ["clFakeThingA", "a"])
                self.assertEqual(name in layered.came_by(result, "clGetPlatformIDs"), intercepts)

    def test_no_driver(self, m):
        """Layers work without a driver, too."""
        result = m.run("platforms", "null", "loader",
                       env={"OPENCL_LAYERS": m.layers("inner", "outer")})
        self.assertEqual(result.answer("platforms"), ["-1001", "0"])
        self.assertEqual(layered.came_by(result, "clGetPlatformIDs"), ["outer", "inner"])
        self.assertEqual(layered.came_by(result, "clGetPlatformInfo"), ["outer", "inner"])

    def test_inits(self):
        for name, legacy, how in INITS:
            with self.row((name, legacy)), layered.Machine() as m:
                m.drivers("a")
                result = m.run("platforms",
                               env={"OPENCL_LAYERS": m.layers("outer" if name == "inner" else
                                                              "inner", name),
                                    "OCL_ICD_FORCE_LEGACY_TERMINATION": legacy})
                # The layer gets all slots, and each has a function.
                self.assertEqual(result.happened("init", name), [[how, str(SLOTS), "0"]])
                self.assertIn(name, layered.came_by(result, "clGetPlatformIDs"))


class Calling(sandbox.Case, machine=layered.Machine):
    def test_first_call(self):
        for steps, function in FIRST_CALLS:
            for drivers in ["a"], ["icd2_full"]:
                with self.row((steps, drivers)), layered.Machine() as m:
                    m.drivers(*drivers)
                    result = m.run(*steps, env={"OPENCL_LAYERS": m.layers("inner", "outer")})
                    seen = [event[1:] for event in result.events if event[0] == "layer"]
                    self.assertEqual(seen[:2], [["outer", function], ["inner", function]])

    def test_calling_down(self, m):
        """A layer can already call its target in its init, and sees the drivers."""
        m.drivers("a", "icd2_full")
        result = m.run("platforms", env={"OPENCL_LAYERS": m.layers("inner", "calls_down")})
        init, deinit = result.happened("down", "calls_down")
        self.assertEqual(init, ["init", "0", "2", "a"])
        self.assertEqual(deinit, ["deinit", "0", "2", "a"])
        # The layer's calls go to the layer below it, not to itself.
        self.assertEqual(layered.came_by(result, "clGetPlatformInfo")[:1], ["inner"])

    def test_calling_the_api(self, m):
        """A layer that calls the exported functions gets an answer while it is loaded, and an error when the program
        ends."""
        m.drivers("a")
        result = m.run("platforms", env={"OPENCL_LAYERS": m.layers("inner", "calls_api")})
        self.assertEqual([fields for fields in result.happened("api", "calls_api")
                          if fields[1] != "begins"],
                         [["constructor", "0"], ["init", "0"], ["deinit", "-59"]])
        self.assertEqual(result.names, ["a"])

    def test_first_caller(self, m):
        """A layer that is in memory before main() is the first to call OpenCL."""
        layered.no_sanitizers("a library that is loaded before them")
        m.drivers("a")
        result = m.run("platforms", env={**m.preload(m.layer("calls_api")),
                                         "OPENCL_LAYERS": m.layers("inner", "calls_api")})
        self.assertEqual(result.names, ["a"])
        self.assertEqual(layered.came_by(result, "clGetPlatformIDs")[-2:],
                         ["calls_api", "inner"])

    def test_wrapped_platforms(self, m):
        m.drivers("two", "icd2_full")
        result = m.run("platforms", "devices", "null", "context", "is:1", "context", "is:2",
                       "context", "none", "lookup-for", "2", "clFakeThingKHR",
                       env={"OPENCL_LAYERS": m.layers("inner", "wraps", "outer")})
        self.assertEqual(result.names, ["two 0", "two 1", "icd2_full"])
        self.assertEqual(result.answers("context"),
                         [["is:1", "0", "two"], ["is:2", "0", "icd2_full"],
                          ["none", "0", "two"]])
        self.assertEqual(result.answer("lookup-for"), ["2", "clFakeThingKHR", "icd2_full"])
        # No wrapped platform reached a driver: the drivers know their platforms by index.
        for kind in "info", "devices", "askfor":
            seen = {(name, index) for what, name, index, *_ in
                    (event for event in result.events if event[0] == kind)}
            self.assertTrue(seen)
            self.assertLessEqual(seen, {("two", "0"), ("two", "1"), ("icd2_full", "0")})

    def test_function_outside_the_table(self):
        for name, calls in ("wraps_thing", 1), ("inner", 0):
            with self.row(name), layered.Machine() as m:
                m.drivers("a", "icd2_full")
                result = m.run("lookup-for", "1", "clFakeThingKHR",
                               env={"OPENCL_LAYERS": m.layers(name)})
                self.assertEqual(result.answer("lookup-for"), ["1", "clFakeThingKHR", "icd2_full"])
                self.assertEqual(len([event for event in result.events
                                      if event == ["thing", name]]), calls)

    def test_extension_functions(self):
        """A function that the loader hands out looks the driver's function up through the layers, once, so it calls
        their wrappers."""
        visit = ["open", "0", BUILD.library, "obtain", "0", "extend", "0", "0", "extend", "0", "0"]
        for name, calls in ("wraps_thing", 4), ("inner", 0), ("outer", 0), ("wraps", 0):
            with self.row(name), layered.Machine() as m:
                m.drivers("extended", "unloadable_extended")
                result = m.run(*visit, env={"OPENCL_LAYERS": m.layers("inner", name)}
                               if name != "inner" else {"OPENCL_LAYERS": m.layers(name)},
                               probe=BUILD.visitor)
                self.assertEqual([line[2:] for line in result.answers("extended")],
                                 4 * [["0", "1000", "1000"]])
                self.assertEqual(result.events.count(["thing", name]), calls)
                # Three functions of two platforms.
                self.assertEqual(len([event for event in result.events if event[0] == "askfor"]), 6)

    def test_loader_information(self, m):
        """The information is about the loader, and no layer intercepts it."""
        m.drivers("a")
        result = m.run("loader", env={"OPENCL_LAYERS": m.layers("inner")})
        self.assertEqual(len(result.answers("loader")), 6)
        self.assertEqual([event[1:] for event in result.events if event[0] == "layer"],
                         [["inner", "clGetExtensionFunctionAddress"]])

    def test_threads(self, m):
        m.drivers("a", "slow", "icd2_full")
        layers = m.layers("inner", "calls_down", "outer")
        for _ in range(3):
            result = m.run("race", "16", env={"OPENCL_LAYERS": layers})
            self.assertEqual(result.answer("race"), ["3", "0", "0"])
            self.assertEqual(len(result.happened("init")), 3)
            # No answer bypassed a layer.
            by = layered.came_by(result, "clGetPlatformIDs")
            self.assertGreaterEqual(by.count("outer"), 16)
            # The layer between them makes two calls itself: in its init and in its deinit.
            self.assertEqual(by.count("inner"), by.count("outer") + 2)


class Privileged(sandbox.Case, machine=layered.Machine):
    def test_setuid(self, m):
        sandbox.need(os.geteuid() == 0, "only root can make a privileged program")
        sandbox.need(shutil.which("setpriv"), "setpriv is missing")
        layered.no_sanitizers("they do not run in privileged programs")
        sandbox.need(not BUILD.emulator, "an emulator is not a privileged program")
        probe = m.copy(BUILD.layers_probe, "probe")
        layer = m.copy(m.layer("inner"), "layers/inner.so")
        m.lay("x.lay", "./inner.so")
        readable = subprocess.run([*sandbox.AS_NOBODY, "test", "-r", BUILD.layers_library], check=False)
        sandbox.need(readable.returncode == 0, "the build cannot be read by other users")
        os.chmod(m.root, 0o777)
        env = {"OCL_ICD_VENDORS": None}
        for mode, privileged in (0o755, "0"), (0o4755, "1"):
            os.chmod(probe, mode)
            for variables in {"OPENCL_LAYERS": layer, "OPENCL_LAYER_PATH": None}, {}:
                with self.row((mode, variables)):
                    result = m.run("secure", "platforms", "null", env={**env, **variables},
                                   probe=probe, before=sandbox.AS_NOBODY)
                    self.assertEqual(result.answer("secure"), [privileged])
                    self.assertEqual(bool(layered.came_by(result, "clGetPlatformIDs")),
                                     privileged == "0")
