# SPDX-License-Identifier: Apache-2.0
"""The choice of drivers: OCL_ICD_DRIVERS_SELECT and OCL_ICD_DRIVERS_DISABLE."""

import os

import place

# The machine: the .icd files, and the names of their libraries, which all differ.
MACHINE = [("Intel.icd", "libintel-ocl.so.1"), ("intel-fpga.icd", "libfpga.so"),
           ("mesa.icd", "libMesaOpenCL.so.1"), ("my.old.icd", "libx.so"),
           ("pocl.icd", "libpocl.so.2"), ("rocm6.icd", "libamdocl64.so"), (".icd", "libnoname.so")]
FAKES = ["a", "b", "c", "good", "gpu_1", "gpu_2", "cpu_1"]
ALL = {"intel", "fpga", "mesa", "old", "pocl", "rocm", "noname"}
SHORT = dict(zip(["intel", "fpga", "mesa", "old", "pocl", "rocm", "noname"], MACHINE))

# Patterns, and the drivers that they match. Both variables have the same rows.
PATTERNS = [
    ("pocl", {"pocl"}),
    ("POCL", {"pocl"}),
    ("intel", {"intel"}),
    ("INTEL", {"intel"}),
    ("pocl.icd", set()),
    ("libpocl.so.2", {"pocl"}),
    ("LIBPOCL.SO.2", {"pocl"}),
    ("libmesaopencl.so.1", {"mesa"}),
    ("libpocl.so", set()),
    ("libpocl", set()),
    ("po", set()),
    ("my.old", {"old"}),
    ("my", set()),
    ("*", ALL),
    ("**", ALL),
    ("intel*", {"intel", "fpga"}),
    ("*l", {"intel", "pocl"}),
    ("*ocl*", {"intel", "pocl", "rocm"}),
    ("*.so", {"fpga", "old", "rocm", "noname"}),
    ("lib*", ALL),
    ("*/*", set()),  # names contain no folders
    ("?????", {"intel", "rocm"}),
    ("mes?", {"mesa"}),
    ("mes??", set()),
    ("rocm[0-9]", {"rocm"}),
    ("rocm[0-57-9]", set()),
    ("rocm[!0-5]", {"rocm"}),
    ("rocm[!0-9]", set()),
    ("[i-m]*[!l1]", {"fpga", "mesa", "old", "pocl", "rocm", "noname"}),  # names of libraries begin with l
    ("[p-r]*", {"pocl", "rocm"}),
    ("[P-R]*", {"pocl", "rocm"}),
    ("rocm[", set()),
    ("pocl,mesa", {"pocl", "mesa"}),
    (" pocl , mesa ", {"pocl", "mesa"}),
    ("pocl\t,\tlibx.so", {"pocl", "old"}),
    ("pocl,nothing,mesa", {"pocl", "mesa"}),
    ("mesa,mesa", {"mesa"}),
    (",pocl,,mesa,", {"pocl", "mesa"}),  # an empty word is no pattern
    ("pocl mesa", set()),
    ("pocl;mesa", set()),
    ("pocl:mesa", set()),
]

# OCL_ICD_DRIVERS_SELECT, OCL_ICD_DRIVERS_DISABLE, and the drivers.
BOTH = [
    ("pocl", "pocl", set()),
    ("pocl,mesa", "mesa", {"pocl"}),
    ("*", "pocl", ALL - {"pocl"}),
    ("pocl", "mesa", {"pocl"}),
    ("intel*", "libfpga.so", {"intel"}),
    ("pocl", "*", set()),
    ("", "mesa", ALL - {"mesa"}),
    ("mesa", "", {"mesa"}),
]


class Place(place.Place):
    def prepare(self):
        for (icd, library), fake in zip(MACHINE, FAKES):
            self.icd(icd, self.copy(self.fake(fake), "lib/" + library))

    def choose(self, select=None, disable=None, **more):
        return self.look(env={"OCL_ICD_VENDORS": self.vendors, "OCL_ICD_DRIVERS_SELECT": select,
                              "OCL_ICD_DRIVERS_DISABLE": disable, **more})


def loaded(result):
    files = {os.path.basename(driver["library"]) for driver in result.report["drivers"]
             if driver["verdict"] == "LOADED"}
    return {name for name, (_, library) in SHORT.items() if library in files}


def unmatched(patterns, found):
    """Returns the patterns of a row that match nothing."""
    parts = {part.strip() for part in patterns.split(",")}
    return parts & {"nothing"} if found else parts


class Drivers(place.Case, machine=Place):
    def check_untouched(self, result, names):
        """Checks that the loader opened no other driver's library."""
        fakes = {fake for (name, _), fake in zip(SHORT.items(), FAKES) if name in names}
        self.assertEqual({driver for kind, driver, *_ in result.events if kind == "constructor"},
                         fakes)

    def check_unmatched(self, result, variable, patterns):
        self.assertEqual(sorted(result.report["problems"]), sorted(
            f"{variable}: '{pattern}' matches no driver" for pattern in patterns))

    def test_select(self, m):
        m.prepare()
        for patterns, names in PATTERNS:
            with self.row(patterns):
                result = m.choose(select=patterns)
                self.assertEqual(loaded(result), names)
                self.check_untouched(result, names)
                self.check_unmatched(result, "OCL_ICD_DRIVERS_SELECT",
                                     unmatched(patterns, names))

    def test_disable(self, m):
        m.prepare()
        for patterns, names in PATTERNS:
            with self.row(patterns):
                result = m.choose(disable=patterns)
                self.assertEqual(loaded(result), ALL - names)
                self.check_untouched(result, ALL - names)
                self.check_unmatched(result, "OCL_ICD_DRIVERS_DISABLE",
                                     unmatched(patterns, names))

    def test_both(self, m):
        """A disabled driver stays disabled, even if the other variable selects it."""
        m.prepare()
        for select, disable, names in BOTH:
            with self.row((select, disable)):
                result = m.choose(select, disable)
                self.assertEqual(loaded(result), names)
                self.check_untouched(result, names)
                self.check_no_problem(result)

    def test_verdicts(self, m):
        m.prepare()
        result = m.choose("pocl,mesa", "mesa")
        seen = {os.path.basename(driver["manifest"]): (driver["verdict"], driver["message"], driver["file"])
                for driver in result.report["drivers"]}
        self.assertEqual(seen["mesa.icd"], ("DISABLED", "OCL_ICD_DRIVERS_DISABLE", None))
        self.assertEqual(seen["rocm6.icd"], ("NOT_SELECTED", "OCL_ICD_DRIVERS_SELECT", None))
        self.assertEqual(seen["pocl.icd"][0], "LOADED")

    def test_unset_and_empty(self, m):
        m.prepare()
        for value in None, "":
            with self.row(value):
                result = m.choose(value, value)
                self.assertEqual(loaded(result), ALL)
                self.check_no_problem(result)

    def test_libraries_without_manifests(self):
        """Libraries from OCL_ICD_FILENAMES and OCL_ICD_VENDORS have only the library's name."""
        for source in "OCL_ICD_FILENAMES", "OCL_ICD_VENDORS":
            with self.row(source), Place() as m:
                libraries = [m.copy(m.fake("a"), "lib/libone.so"),
                             m.copy(m.fake("b"), "lib/libtwo.so")]
                for variable, value, names in [
                        ("OCL_ICD_DRIVERS_DISABLE", "libone.so", ["b"]),
                        ("OCL_ICD_DRIVERS_DISABLE", "LIBONE*", ["b"]),
                        ("OCL_ICD_DRIVERS_DISABLE", "lib", ["a", "b"]),
                        ("OCL_ICD_DRIVERS_SELECT", "libone.so", ["a"]),
                        ("OCL_ICD_DRIVERS_SELECT", "*two*", ["b"])]:
                    with self.row((source, variable, value)):
                        result = m.look(env={"OCL_ICD_VENDORS": m.vendors,
                                             source: ":".join(libraries), variable: value})
                        self.assertEqual(result.names, names)

    def test_the_name_in_the_manifest(self, m):
        """The loader does not open the library, so it cannot know the target of a link."""
        m.icd("x.icd", "../lib/liblink.so")
        os.makedirs(m.path("lib"))
        os.symlink(m.fake("a"), m.path("lib/liblink.so"))
        for pattern, names in ("liblink.so", []), ("libfake_a.so", ["a"]):
            with self.row(pattern):
                self.assertEqual(m.choose(disable=pattern).names, names)

    def test_of_the_same_library(self, m):
        """If a driver is disabled, the loader still loads its library by another name."""
        m.icd("1.icd", m.fake("a"))
        m.icd("2.icd", m.fake("a"))
        result = m.choose(disable="1")
        self.assertEqual([driver["verdict"] for driver in result.report["drivers"]],
                         ["DISABLED", "LOADED"])

    def test_reported_on_request(self, m):
        """A pattern that matches nothing is a warning. A disabled driver is none."""
        m.prepare()
        result = m.choose(disable="pocl,nothing", OCL_ICD_LOG="warn")
        self.assertEqual(result.trace,
                         ["clrelay: warning: OCL_ICD_DRIVERS_DISABLE: 'nothing' matches no driver"])
        result = m.choose(disable="pocl,nothing", OCL_ICD_LOG="info")
        self.check_verdict(result, "pocl.icd", "DISABLED")

    def test_long_pattern(self, m):
        """The loader reports a pattern of any length, and takes little time for it."""
        m.prepare()
        for pattern in "*a" * 10000 + "*b", "[" * 20000, "x" * 100000:
            result = m.choose(disable=pattern)
            self.assertEqual(loaded(result), ALL)
            self.check_problem(result, "matches no driver")
