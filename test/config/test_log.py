# SPDX-License-Identifier: Apache-2.0
"""What the loader writes to standard error, and when."""

import os

import sandbox

ON = ["true", "True", "T", "1"]
OFF = [None, "", "TRUE", "t", "0", "false", "yes", "2", "11", " 1"]

# OCL_ICD_DEBUG; the kinds of lines that are written, and those that are not: warnings, information, calls, dumps. The
# machine below causes lines of each kind.
BITS = [
    (None, "", "wicd"), ("", "", "wicd"), ("0", "", "wicd"), ("1", "w", "icd"), ("2", "i", "wcd"),
    ("3", "wi", "cd"), ("4", "c", "wid"), ("8", "d", "wic"), ("12", "cd", "wi"),
    ("15", "wicd", ""),
]
MARKS = {
    "w": "libnowhere-at-all.so.1: " + sandbox.BUILD.verdicts["LIBRARY_MISSING"],
    "i": "libfake_a.so: " + sandbox.BUILD.verdicts["LOADED"],
    "c": "clIcdGetPlatformIDsKHR(",
    "d": "clSetCommandQueueProperty",  # a NULL slot in a table
}


class Log(sandbox.Case):
    def lines(self, variables, prepare=None):
        with sandbox.Machine() as m:
            m.drivers("a", "null_slots_some")
            m.icd("9.icd", "libnowhere-at-all.so.1")
            if prepare:
                prepare(m)
            return m.run("platforms", "null", env=dict({"OCL_ICD_ENABLE_TRACE": None},
                                                       **variables)).trace

    def test_trace(self):
        for value in ON:
            with self.row(value):
                lines = "\n".join(self.lines({"OCL_ICD_ENABLE_TRACE": value}))
                self.assertIn(MARKS["w"], lines)
                self.assertIn(MARKS["i"], lines)
        for value in OFF:
            with self.row(value):
                self.assertEqual(self.lines({"OCL_ICD_ENABLE_TRACE": value}), [])

    def test_bits(self):
        for value, there, absent in BITS:
            with self.row(value):
                lines = "\n".join(self.lines({"OCL_ICD_DEBUG": value}))
                for kind in there:
                    self.assertIn(MARKS[kind], lines)
                for kind in absent:
                    self.assertNotIn(MARKS[kind], lines)

    def test_a_table_is_corrected_once(self, m):
        """However many platforms share a table, the loader corrects it once. Each call has to look for the corrected
        one."""
        m.drivers("global_12", "a")
        result = m.run("platforms", env={"OCL_ICD_DEBUG": "8"})
        self.assertEqual(len(result.names), 13)
        told = [line for line in result.trace if ": clFlush is bound to another library" in line]
        self.assertEqual(len(told), 1, result.trace)

    def test_memory_that_cannot_be_changed(self, m):
        """The log says so, and calls work as they do before the drivers are loaded."""
        sandbox.need(not sandbox.BUILD.sanitizers, "sanitizers change memory themselves")
        m.drivers("a", "global")
        result = m.run("platforms", "null", env=m.preload(m.fake("no_mprotect")))
        self.assertEqual(result.names, ["a", "global"])
        self.assertIn("the system refuses to change memory", "\n".join(result.trace))

    def test_last_line(self, m):
        """Before the loader opens a library, and before it calls each function for the first time, a line names
        both."""
        for driver, doing in [("ends_constructor_exit", "opening the library"),
                              ("ends_listing_exit", "calling clIcdGetPlatformIDsKHR"),
                              ("no_icd_exits", "clGetPlatformInfo(")]: # for the extensions, after the version
            for variable in {"OCL_ICD_LOG": "debug"}, {"OCL_ICD_DEBUG": "15"}:
                with self.row((driver, variable)):
                    m.drivers("a", driver, "b")
                    last = m.run("platforms", env={"OCL_ICD_ENABLE_TRACE": None, **variable}, code=3).trace[-1]
                    self.assertTrue(last.startswith(f"clrelay: {m.fake(driver)}: {doing}"), last)

    def test_last_line_of_a_layer(self, m):
        m.drivers("a")
        layer = m.layer("ends_init_exit")
        result = m.run("platforms", env={"OCL_ICD_LOG": "debug", "OPENCL_LAYERS": layer}, code=3)
        about = [line.split(": ", 2)[2] for line in result.trace if line.startswith(f"clrelay: {layer}: ")]
        self.assertEqual(about, ["opening the library", "calling clGetLayerInfo", "calling clInitLayerWithProperties"])
        self.assertEqual(result.trace[-1], f"clrelay: {layer}: {about[-1]}")

    def test_first_calls(self, m):
        """Each driver's first call of a function has one line, before its result."""
        m.drivers("a", "mixed_icd2")
        env = {"OCL_ICD_LOG": "debug", "OCL_ICD_DEVICES_SELECT": "*"}
        trace = m.run("platforms", "null", "platforms", env=env).trace
        for driver, more in ("a", []), ("mixed_icd2", ["clIcdGetFunctionAddressForPlatformKHR",
                                                       "clIcdSetPlatformDispatchDataKHR"]):
            about = [line.split(": ")[2] for line in trace if line.startswith(f"clrelay: {m.fake(driver)}: ")]
            for name in ["clIcdGetPlatformIDsKHR", "clGetPlatformInfo", "clGetDeviceIDs", "clGetDeviceInfo", *more]:
                with self.row((driver, name)):
                    self.assertEqual(about.count(f"calling {name}"), 1)
                    results = [at for at, line in enumerate(about) if line.startswith(f"{name}(")]
                    self.assertTrue(not results or about.index(f"calling {name}") < results[0])
            self.assertEqual(about.count("opening the library"), 1)

    def test_nothing_on_standard_output(self, m):
        m.drivers("a")
        result = m.run("platforms", env={"OCL_ICD_DEBUG": "15"})
        self.assertEqual([line[0] for line in result.lines], ["platforms", "platform", "end"])

    def test_closed_standard_error(self, m):
        m.drivers("a")
        result = m.run("platforms", before=["/bin/sh", "-c", 'exec "$@" 2>&-', "sh"])
        self.assertEqual(result.names, ["a"])

    def test_each_candidate_has_one_line(self, m):
        """The line names the .icd file, the library and the verdict."""
        m.drivers("a", "no_lookup")
        m.icd("8.icd", "/nowhere/lib.so")
        m.icd("9.icd", "")
        for name, library, verdict in [
                ("000.icd", m.fake("a"), "LOADED"),
                ("001.icd", m.fake("no_lookup"), "FUNCTION_MISSING"),
                ("8.icd", "/nowhere/lib.so", "LIBRARY_MISSING"),
                ("9.icd", "", "FILE_EMPTY")]:
            with self.row(name):
                path = os.path.join(m.vendors, name)
                lines = [line for line in m.run("platforms").trace if path in line]
                self.assertEqual(len(lines), 1)
                self.assertIn(library, lines[0])
                self.assertIn(sandbox.BUILD.verdicts[verdict], lines[0])

    def test_long_names(self, m):
        """The line has 400 bytes of a name, and dots if there are more."""
        for length, end in (400, ""), (401, "..."):
            with self.row(length):
                m.icd("9.icd", "/" + (length - 1) * "x" + "\n")
                self.assertIn(f"9.icd: /{399 * 'x'}{end}: {sandbox.BUILD.verdicts['LIBRARY_MISSING']}",
                              "\n".join(m.run("platforms").trace))

    def test_control_characters(self, m):
        """Names come from files. No character in them may end a line or control a terminal."""
        m.icd("9.icd", b"/no\x1b[31mwhere\x07\x7f/\x01lib\x0b.so\n")
        m.icd("new\nline\x1b.icd", b"/nowhere.so\n")
        result = m.run("platforms")
        text = "\n".join(result.trace)
        self.assertFalse([c for c in text if (ord(c) < 32 and c != "\n") or ord(c) == 127])
        self.assertIn("/no\\x1b[31mwhere", text)
        self.assertIn("new\\x0aline\\x1b.icd", text)

    def test_text_beyond_ascii(self, m):
        m.icd("9.icd", "/nowhere/tr\u00e4ger.so\n".encode())
        self.assertIn("tr\u00e4ger.so", "\n".join(m.run("platforms").trace))
