# SPDX-License-Identifier: Apache-2.0
"""clrelay.exe and the registry of a simulated Windows."""

import json
import struct

import tool
from tool import BUILD, TOOL, native
from windows import wine

KEY = "HKLM\\SOFTWARE\\Khronos\\OpenCL\\Vendors"
SYSTEM = BUILD.system_library  # at Wine's integrity level, this library ignores all variables


class Machine(wine.Machine, tool.Machine):
    def start(self, command, env):
        self.set_registry()
        return super().start(command, env)

    def library(self, name, change=lambda image: image):
        """Makes a good driver with this name, and changes its bytes."""
        with open(TOOL["driver"], "rb") as file:
            return native(self.write(f"lib/{name}", change(file.read())))


def foreign(image):
    """Returns the library for ARM64."""
    header, = struct.unpack_from("<I", image, 0x3c)
    return image[:header + 4] + struct.pack("<H", 0xaa64) + image[header + 6:]


def needing(image, name=b"KERNEL99.dll"):
    """Returns the library, which now needs another one that does not exist."""
    assert image.count(b"KERNEL32.dll") == 1
    return image.replace(b"KERNEL32.dll", name)


# The driver's quirks or its name; type and data in the registry, or the verdict, alone or tried by itself; the state in
# a list of drivers; what the command says.
GOOD = [
    ("good", wine.REG_DWORD, wine.dword(0), "LOADED", "works", []),
    ("tr\u00e4iber \u03b1\u4e2d", wine.REG_DWORD, wine.dword(0), "LOADED", "works", []),
    ("off", wine.REG_DWORD, wine.dword(1), "DISABLED", "off", ["the registry's value is 1"]),
    ("text", wine.REG_SZ, wine.text("0"), "VALUE_NOT_DWORD", "FAILED",
     ["not a DWORD: its type is 1", f"of {KEY} a DWORD"]),
    ("gone", wine.REG_DWORD, wine.dword(0), "LIBRARY_MISSING", "FAILED",
     ["library not found", f"gone.dll of {KEY}"]),
    ("arm", wine.REG_DWORD, wine.dword(0), "LIBRARY_WRONG_ARCHITECTURE", "other arch",
     ["it is for 64-bit ARM (ARM64), this program for "
      + ("64-bit x86 (x64)" if BUILD.bits == 64 else "32-bit x86")]),
    ("needing", wine.REG_DWORD, wine.dword(0), "LIBRARY_REFUSED", "FAILED",
     ["KERNEL99.dll, which ", "needing.dll needs, is not found"]),
]
BAD = [
    ("x-lcrash", "UNTRIED", "CRASHES", ["EXCEPTION_ACCESS_VIOLATION (0xc0000005"]),
    ("x-exit", "UNTRIED", "EXITS", ["exit code 3", "is opened"]),
    ("x-hang", "UNTRIED", "STOPPED", [f"hangs: it was stopped after {tool.SHORT_LIMIT}."]),
    ("x-crash", "LIBRARY_REFUSED", "FAILED", ["the library crashes when it is opened"]),
]


def fill(m, bad):
    """Fills the machine with all of these. Returns their paths by their names."""
    changes = {"arm": foreign, "needing": needing}
    paths = {}
    for name, kind, data, *_ in GOOD:
        paths[name] = native(m.path("lib", "gone.dll")) if name == "gone" else \
            m.library(f"{name}.dll", changes.get(name, lambda image: image))
        m.registry("Vendors", [(paths[name], kind, data)])
    for name, *_ in BAD if bad else []:
        paths[name] = m.library(f"{name}.dll")
        m.vendors_are(paths[name])
    return paths


class Registry(tool.Case, machine=Machine):
    def check(self, driver, verdict, parts, state, lines):
        self.assertEqual(driver["verdict"], verdict, driver)
        self.assertEqual(driver["manifest"], KEY)
        said = f"{driver['reason']} {driver['remedy']}"
        for part in parts:
            self.assertIn(part, said)
        [line] = [line for line in lines if line.endswith(driver["library"])
                  and line.startswith("  ") and line[2] != " "]
        self.assertTrue(line.startswith(f"  {state} "), line)

    def check_harmless(self, answer):
        """No advice removes more than one driver."""
        self.assertNotIn(f"remove {KEY}", json.dumps(answer).replace("\\\\", "\\"))

    def test_doctor(self, m):
        paths = fill(m, bad=True)
        answer = m.json("doctor", "--timeout", tool.SHORT_LIMIT, code=1)
        result = m.clrelay("doctor", "--timeout", tool.SHORT_LIMIT, code=1)
        self.check_width(m.clrelay("doctor", "--timeout", tool.SHORT_LIMIT, code=1, env={"COLUMNS": "80"}))
        drivers = {driver["library"]: driver for driver in answer["drivers"]}
        rows = [(name, *rest) for name, _, _, *rest in GOOD] + BAD
        for name, verdict, state, parts in rows:
            with self.row(name):
                self.check(drivers[paths[name]], verdict, parts, state,
                           result.output.splitlines())
        about = [finding["about"] for finding in answer["findings"] if finding["level"] == "problem"]
        self.assertEqual(sorted(about), sorted(path for name, path in paths.items() if name not in
                                               ("good", "tr\u00e4iber \u03b1\u4e2d", "off", "arm")))
        self.assertIn(f"make the value {paths['x-lcrash']} of {KEY} 1; or "
                      "clrelay disable x-lcrash.dll", drivers[paths["x-lcrash"]]["remedy"])
        self.check_harmless(answer)
        self.assertIn("Drivers that work: 2 of 11. Devices: 2.", result.output)

    def test_doctor_of_a_program(self, m):
        result = m.clrelay("doctor", "program.exe", code=2)
        self.assertIn("only on Linux clrelay doctor looks at a program", result.errors)

    def test_list_and_drivers(self):
        for library, title in [(BUILD.library, "a user's program"), (SYSTEM, "an administrator's")]:
            with self.row(title), Machine() as m:
                paths = fill(m, bad=False)
                answer = m.json("list", library=library)
                self.assertEqual([platform["file"] for platform in answer["platforms"]],
                                 [paths["good"], paths["tr\u00e4iber \u03b1\u4e2d"]])
                result = m.clrelay("list", library=library)
                for part in ["Platform 0: good (default)", "Platform 1: tr\u00e4iber \u03b1\u4e2d\n",
                             "2 platforms, 2 devices.\n", "3 drivers could not be used"]:
                    self.assertIn(part, result.output)
                answer = m.json("drivers", library=library, code=1)
                result = m.clrelay("drivers", library=library, code=1)
                drivers = {driver["library"]: driver for driver in answer["drivers"]}
                for name, _, _, verdict, state, parts in GOOD:
                    self.check(drivers[paths[name]], verdict, parts, state.replace("works", "loaded"),
                               result.output.splitlines())
                self.check_harmless(answer)
                self.assertIn("7 drivers: 2 loaded, 3 failed, 1 for another architecture, 1 off.",
                              result.output)

    def test_lost(self, m):
        """If a driver crashes, there is no list. The message names the exception."""
        m.vendors_are(m.library("good.dll"), m.library("x-lcrash.dll"))
        for library in BUILD.library, SYSTEM:
            self.assertIn("crashes with EXCEPTION_ACCESS_VIOLATION",
                          m.clrelay("list", library=library, code=1).errors)
            answer = m.json("list", library=library, code=1)
            self.assertEqual((answer["lost"]["end"], answer["lost"]["signal"]),
                             ("signal", "EXCEPTION_ACCESS_VIOLATION"))

    def test_above_medium_integrity(self, m):
        """Programs under Wine cannot lower their integrity level. So clrelay does not try each driver by itself, says
        so, and reports the rest."""
        paths = fill(m, bad=False)
        answer = m.json("doctor", library=SYSTEM, code=1)
        self.check_finding(answer, "warning", "above medium integrity", "none separately")
        drivers = {driver["library"]: driver for driver in answer["drivers"]}
        for name, _, _, verdict, *_ in GOOD:
            self.assertEqual(drivers[paths[name]]["verdict"], verdict)
        result = m.clrelay("doctor", library=SYSTEM, code=1, env={"COLUMNS": "80"})
        self.check_width(result)
        self.assertIn("Drivers, all opened together", result.output)
        self.assertIn("Drivers that work: 2 of 7. Devices: 2.", result.output)
        m.vendors_are(m.library("x-lcrash.dll"))
        answer = m.json("doctor", library=SYSTEM, code=1)
        self.check_finding(answer, "problem", "EXCEPTION_ACCESS_VIOLATION", "administrator")

    def test_this_machine(self, m):
        m.vendors_are(m.library("good.dll"))
        answer = m.json("doctor")
        self.assertEqual(list(answer["machine"]), ["System", "Program", "Adapters", "Registry"])
        self.assertRegex(answer["machine"]["System"], r"^Windows [\d.]+, 64-bit x86$")
        self.assertIn("above medium integrity", answer["machine"]["Program"])
        self.assertIn("1 driver for", answer["machine"]["Registry"])
        self.assertIn("This machine\n  System    Windows ", m.clrelay("doctor").output)

    def test_other_view(self, m):
        tool.need(wine.has_two_views(), "this Wine is a 32-bit Windows, which has one view")
        m.vendors_are(m.library("good.dll"), view=wine.OTHER_VIEW)
        answer = m.json("doctor", code=1)
        self.check_finding(answer, "warning",
                           f"names drivers for {wine.OTHER_VIEW}-bit programs only")
        self.assertIn(f"1 driver for {wine.OTHER_VIEW}-bit", answer["machine"]["Registry"])

    def test_layers(self, m):
        m.vendors_are(m.library("good.dll"))
        m.registry("Layers", [(m.layer("one"), wine.REG_DWORD, wine.dword(3)),
                              (m.layer("inner"), wine.REG_SZ, wine.text("3"))])
        answer = m.json("layers", code=1)
        self.assertEqual({layer["library"]: layer["verdict"] for layer in answer["layers"]},
                         {m.layer("one"): "LOADED", m.layer("inner"): "VALUE_NOT_DWORD"})
        answer = m.json("doctor", code=1)
        self.assertEqual({layer["library"]: layer["standing"] for layer in answer["layers"]},
                         {m.layer("one"): "well", m.layer("inner"): "wrong"})

    def test_settings(self, m):
        m.vendors_are(m.library("good.dll"))
        env = {"OCL_ICD_PLATFORM_SORT": "name"}
        result = m.clrelay("settings", env=env)
        self.assertIn("OCL_ICD_PLATFORM_SORT = name (environment)", result.words)
        self.assertEqual(result.words.count("separated by semicolons"), 3)
        self.assertNotIn("separated by colons", result.words)
        result = m.clrelay("settings", env=env, library=SYSTEM)
        self.assertNotIn("(environment)", result.words)


class Library(tool.Case, machine=Machine):
    def test_beside_the_program(self, m):
        """Without --library the command takes the library of Windows, or else the one beside the program."""
        m.vendors_are(m.library("good.dll"))
        program = m.copy(TOOL["tool"], "bin/clrelay.exe")
        library = m.copy(BUILD.library, "bin/OpenCL.dll")
        done = m.start([*BUILD.emulator, program, "list", "--json"], m.environment({}))
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(json.loads(done.stdout)["loader"]["file"], native(library))

    def test_words_of_any_kind(self, m):
        """Arguments keep blanks and characters outside ASCII, including those of the processes in between."""
        m.vendors_are(m.library("good.dll"))
        for folder in "a folder", "tr\u00e4ger \u4e2d", "end \\":
            with self.row(folder):
                library = native(m.copy(BUILD.library, folder.rstrip("\\") + "/OpenCL.dll"))
                named = library.replace("\\OpenCL.dll", "\\\\OpenCL.dll") if "\\" in folder \
                    else library
                self.assertEqual(m.json("list", library=named)["loader"]["file"], library)

    def test_current_directory(self, m):
        """Nothing is loaded from the current directory: neither what a driver needs nor what the loader needs."""
        name = b"any-exit.dll"
        driver = m.library("needing.dll", lambda image: needing(image, name))
        m.vendors_are(driver)
        m.copy(TOOL["driver"], name.decode())  # programs start in this directory
        answer = m.json("doctor", code=1)
        driver, = answer["drivers"]
        self.assertEqual(driver["verdict"], "LIBRARY_REFUSED")
        self.assertIn(f"{name.decode()}, which ", driver["reason"])
        with open(BUILD.library, "rb") as file:
            library = native(m.write("loader/OpenCL.dll", needing(file.read(), name)))
        answer = m.json("list", library=library, code=1)
        self.assertEqual((answer["loader"], answer["lost"]["end"]), (None, "well"))

    def test_no_library(self, m):
        m.vendors_are(m.library("good.dll"))
        answer = m.json("doctor", library="nowhere.dll", code=1)
        self.check_finding(answer, "problem", "nowhere.dll", "the loader cannot be opened")
