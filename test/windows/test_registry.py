# SPDX-License-Identifier: Apache-2.0
"""Drivers and layers in the registry, with the unchanged library. At Wine's high integrity level the library trusts no
variable, so the tests read its report."""

import os
import struct

import sandbox
import wine
from wine import REG_BINARY, REG_DWORD, REG_MULTI_SZ, REG_QWORD, REG_SZ, dword, text

BUILD = sandbox.BUILD
KEY = "HKLM\\SOFTWARE\\Khronos\\OpenCL\\"

# Title, type and data of a value that names a good driver, verdict.
VALUES = [
    ("enabled", REG_DWORD, dword(0), "LOADED"),
    ("disabled", REG_DWORD, dword(1), "DISABLED"),
    ("disabled by any number", REG_DWORD, dword(0x80000000), "DISABLED"),
    ("a text", REG_SZ, text("0"), "VALUE_NOT_DWORD"),
    ("a long text", REG_SZ, text("0" * 5000), "VALUE_NOT_DWORD"),
    ("an empty text", REG_SZ, b"", "VALUE_NOT_DWORD"),
    ("texts", REG_MULTI_SZ, text("0\0"), "VALUE_NOT_DWORD"),
    ("bytes", REG_BINARY, dword(0), "VALUE_NOT_DWORD"),
    ("64 bits", REG_QWORD, bytes(8), "VALUE_NOT_DWORD"),
    ("no type", 0, dword(0), "VALUE_NOT_DWORD"),
    ("a DWORD of no bytes", REG_DWORD, b"", "VALUE_NOT_DWORD"),
    ("a DWORD of two bytes", REG_DWORD, bytes(2), "VALUE_NOT_DWORD"),
    ("a DWORD of eight bytes", REG_DWORD, bytes(8), "VALUE_NOT_DWORD"),
]

# Title, the name of a value (in a folder with a good driver a.dll), verdict.
NAMES = [
    ("missing", "Z:\\nowhere\\driver.dll", "LIBRARY_MISSING"),
    ("a folder", "{root}", "LIBRARY_INVALID"),
    ("a text file", "{root}\\text.dll", "LIBRARY_INVALID"),
    ("an empty file", "{root}\\empty.dll", "LIBRARY_INVALID"),
    ("another processor", "{root}\\foreign.dll", "LIBRARY_WRONG_ARCHITECTURE"),
    ("a program", "{probe}", "FUNCTION_MISSING"),
    ("the loader", "{library}", "ITSELF"),
    ("no driver", "{fakes}\\libfake_nothing.dll", "FUNCTION_MISSING"),
    ("the default value", "", "NAME_EMPTY"),
    ("not ASCII", "{root}\\tr\u00e4iber \u03b1\u4e2d.dll", "LOADED"),
    ("blanks", "{root}\\a driver.dll", "LOADED"),
    ("slashes", "{slashes}/slashes.dll", "LOADED"),
    # The loader never takes a library from the current directory, which is this folder. (The program is above medium
    # level.)
    ("a bare name", "other.dll", "LIBRARY_MISSING"),
    ("a relative name", ".\\other.dll", "NAME_PRIVILEGED"),
    ("relative to a drive", "Z:other.dll", "LIBRARY_REFUSED"),
    ("relative to the root", "{rootless}\\other.dll", "NAME_PRIVILEGED"),
]


FAKE_A = os.path.join(BUILD.fakes, "libfake_a.dll")
COPIES = ["a driver.dll", "slashes.dll", "tr\u00e4iber \u03b1\u4e2d.dll"]


def by_library(report, key="drivers"):
    return {candidate["library"]: candidate for candidate in report[key]}


class Registry(sandbox.Case, machine=wine.Machine):
    def check(self, row, verdict):
        self.assertEqual(row["verdict"], verdict, row)
        self.assertEqual(row["source"], "registry")
        self.assertEqual(row["manifest"], KEY + "Vendors")

    def test_values(self, m):
        """Bad values in one key do not hide those behind them."""
        names = {}
        for number, (title, kind, data, _) in enumerate(VALUES):
            names[title] = sandbox.native(m.copy(FAKE_A, f"{number:02}.dll"))
            m.registry("Vendors", [(names[title], kind, data)])
        m.vendors_are(m.fake("b"))
        report, result = m.report("platforms")
        self.assertEqual(sorted(result.names), ["a", "b"])
        for title, kind, data, verdict in VALUES:
            with self.row(title):
                row = by_library(report)[names[title]]
                self.check(row, verdict)
                if verdict == "VALUE_NOT_DWORD":
                    self.assertEqual(row["message"], f"it has {len(data)} bytes"
                                     if kind == REG_DWORD else f"its type is {kind}")

    def test_names(self, m):
        for copy in [*COPIES, "other.dll"]:
            m.copy(FAKE_A, copy)
        m.write("text.dll", "this is no library\n" * 300)
        m.write("empty.dll", b"")
        m.write("foreign.dll", self.foreign(FAKE_A))
        root = sandbox.native(m.root)
        names = {title: name.format(root=root, rootless=root[2:], slashes=root.replace("\\", "/"),
                                    probe=sandbox.native(BUILD.system_probe),
                                    library=sandbox.native(BUILD.system_library),
                                    fakes=sandbox.native(BUILD.fakes))
                 for title, name, _ in NAMES}
        m.vendors_are(*names.values(), m.fake("b"))
        report, result = m.report("platforms", cwd=m.root)
        self.assertEqual(sorted(result.names), ["a"] * len(COPIES) + ["b"])
        for title, _, verdict in NAMES:
            with self.row(title):
                self.check(by_library(report)[names[title]], verdict)

    def foreign(self, path):
        """Makes the same library for a processor that neither kind of Windows here has: AArch64."""
        with open(path, "rb") as file:
            image = bytearray(file.read())
        header, = struct.unpack_from("<I", image, 0x3c)
        struct.pack_into("<H", image, header + 4, 0xaa64)
        return bytes(image)

    def test_views(self, m):
        """Values in the other view are for programs of the other kind."""
        sandbox.need(wine.has_two_views(), "this Wine is a 32-bit Windows, which has one view")
        m.vendors_are(m.fake("b"), view=wine.OTHER_VIEW)
        m.vendors_are(m.fake("a"))
        report, result = m.report("platforms")
        self.assertEqual(result.names, ["a"])
        self.assertEqual(list(by_library(report)), [m.fake("a")])

    def test_many(self, m):
        names = [f"Z:\\nowhere\\{number}.dll" for number in range(300)]
        m.vendors_are(*names[:150], m.fake("a"), *names[150:], m.fake("b"))
        report, result = m.report("platforms")
        self.assertEqual(result.names, ["a", "b"])
        self.assertEqual(sorted(by_library(report)), sorted([*names, m.fake("a"), m.fake("b")]))

    def test_repeated(self, m):
        """The loader leaves out the same library in another spelling. A disabled one does not hide it."""
        twice = m.fake("a").upper()
        m.registry("Vendors", [(m.fake("b"), REG_DWORD, dword(1)),
                               (m.fake("a"), REG_DWORD, dword(0)),
                               (twice.replace("LIBFAKE", ".\\LIBFAKE"), REG_DWORD, dword(0))])
        report, result = m.report("platforms")
        self.assertEqual(result.names, ["a"])
        self.assertEqual(sorted(driver["verdict"] for driver in report["drivers"]),
                         ["DISABLED", "DUPLICATE", "LOADED"])

    def test_no_key(self, m):
        report, result = m.report("platforms")
        self.assertEqual(result.answer("platforms"), ["-1001", "0"])
        self.assertEqual([(directory["source"], directory["path"], directory["verdict"])
                          for directory in report["driver_directories"]],
                         [("registry", KEY + "Vendors", "NO_KEY")])
        self.assertEqual(report["drivers"], [])

    def test_empty_key(self, m):
        m.registry("Vendors", [])
        report, _ = m.report("platforms")
        self.assertEqual(report["driver_directories"][0]["verdict"], "SEARCHED")

    def test_variables_are_not_trusted(self, m):
        m.vendors_are(m.fake("a"))
        env = {"OCL_ICD_FILENAMES": m.fake("b"), "OCL_ICD_DRIVERS_DISABLE": "*"}
        report, result = m.report("platforms", env=env)
        self.assertTrue(report["loader"]["privileged"])
        self.assertEqual(result.names, ["a"])
        self.assertEqual(result.trace, [])


class Layers(sandbox.Case, machine=wine.Machine):
    def test_priorities(self, m):
        """The layer with the lowest priority is nearest to the drivers; any number is a priority."""
        m.vendors_are(m.fake("a"))
        m.registry("Layers", [(m.layer("outer"), REG_DWORD, dword(0xffffffff)),
                              (m.layer("inner"), REG_DWORD, dword(0)),
                              (m.layer("one"), REG_SZ, text("5")),
                              (m.layer("middle"), REG_DWORD, dword(7))])
        report, result = m.report("platforms")
        self.assertEqual(result.names, ["a"])
        self.assertEqual([event[1] for event in result.events
                          if event[0] == "layer" and event[2] == "clGetPlatformIDs"],
                         ["outer", "middle", "inner"])
        rows = by_library(report, "layers")
        self.assertEqual(rows[m.layer("one")]["verdict"], "VALUE_NOT_DWORD")
        self.assertEqual(rows[m.layer("outer")]["verdict"], "LOADED")


class PlainUser(sandbox.Case, machine=wine.Machine):
    """The library as a program of medium integrity sees it."""

    def run_user(self, m, *steps, **env):
        return m.run(*steps, env=env, probe=BUILD.probe)

    def test_searched_once(self, m):
        """On a machine without the key, the loader does not search again at each call."""
        result = self.run_user(m, "platforms", "platforms", "null", "platforms")
        lines = [line for line in result.trace if "registry key" in line]
        self.assertEqual(len(lines), 2, result.trace)  # one of drivers, one of layers
        for name in "Vendors", "Layers":
            self.check_verdict(result, f"registry key {KEY}{name}", "NO_KEY")

    def test_variables_come_first(self, m):
        m.vendors_are(m.fake("a"))
        result = self.run_user(m, "platforms", OCL_ICD_FILENAMES=m.fake("c") + ";" + m.fake("b"))
        self.assertEqual(result.names, ["c", "b", "a"])

    def test_another_place(self, m):
        m.vendors_are(m.fake("a"))
        m.icd("b.icd", m.fake("b"))
        place = sandbox.native(m.vendors)
        # The value of the variable, the platforms.
        for value, names in [(place, ["b"]), (place + ";", ["b", "a"]), (";" + place, ["a", "b"]),
                             (place + "\\b.icd", ["b"]), (m.fake("c"), ["c"])]:
            with self.row(value):
                self.assertEqual(self.run_user(m, "platforms", OCL_ICD_VENDORS=value).names, names)

    def test_selecting(self, m):
        m.vendors_are(m.fake("a"), m.fake("b"))
        for variable, names in [("OCL_ICD_DRIVERS_SELECT", ["b"]), ("OCL_ICD_DRIVERS_DISABLE", ["a"])]:
            with self.row(variable):
                result = self.run_user(m, "platforms", **{variable: "LIBFAKE_B.*"})
                self.assertEqual(result.names, names)

    def test_bare_names(self, m):
        """Bare names are searched for in the folders of PATH, except relative ones."""
        folder = sandbox.native(BUILD.fakes)
        m.vendors_are("libfake_a.dll")
        for path, names in [(folder, ["a"]), (".", []), ("", [])]:
            with self.row(path):
                result = m.run("platforms", env={"WINEPATH": path}, probe=BUILD.probe,
                               cwd=BUILD.fakes)
                self.assertEqual(result.names, names)

    def test_log_file(self, m):
        m.vendors_are(m.fake("a"), "Z:\\nowhere\\tr\u00e4iber.dll")
        log = m.path("log.txt")
        for _ in range(2):
            result = self.run_user(m, "platforms", OCL_ICD_LOG_FILE=sandbox.native(log))
            self.assertEqual(result.trace, [])
        with open(log, encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertEqual(len([line for line in lines if "tr\u00e4iber.dll" in line]), 2, lines)

    def test_debugger(self, m):
        """The debugger gets every line of the log. (Of the characters beyond ASCII, Windows passes on those in its code
        page.)"""
        m.vendors_are(m.fake("a"), "Z:\\nowhere\\tr\u00e4iber.dll")
        log = m.path("log.txt")
        result = m.run(sandbox.native(BUILD.probe), "platforms", probe=BUILD.debugger,
                       env={"OCL_ICD_LOG_FILE": sandbox.native(log)})
        self.assertEqual(result.names, ["a"])
        with open(log, encoding="utf-8") as file:
            lines = ["debugger: " + line for line in file.read().splitlines()]
        self.assertEqual([line for line in result.trace if line.startswith("debugger: clrelay")],
                         lines)
        self.assertTrue(any("tr\u00e4iber.dll" in line for line in lines), lines)
