# SPDX-License-Identifier: Apache-2.0
"""OCL_ICD_LOG, OCL_ICD_LOG_FILE, and the two older variables."""

import collections
import os
import re
import stat

import place
from sandbox import BUILD

# What the loader says on the machine below: a part of the line, its category, its level.
MARKS = {
    "problem": ("OCL_ICD_PLATFORMS_DISABLE: 'nothing' matches no platform", "settings", "warn"),
    "directory": ("directory ", "search", "info"),
    "mask": ("2.icd", "search", "info"),
    "blank": ("3.icd", "search", "warn"),
    "driver": ("libfake_null_slots_some.so: loaded", "driver", "info"),
    "missing": ("/nowhere/lib.so: " + BUILD.verdicts["LIBRARY_MISSING"], "driver", "warn"),
    "layer": ("liblayer_inner.so: loaded", "layer", "info"),
    "no layer": ("/nowhere/layer.so: " + BUILD.verdicts["LIBRARY_MISSING"], "layer", "warn"),
    "platform": ("platforms: 2", "platform", "info"),
    "no platform": ("platform 2 of 3", "platform", "warn"),
    "NULL slot": ("clSetCommandQueueProperty is missing", "table", "debug"),
    "call": ("clIcdGetPlatformIDsKHR(", "call", "debug"),
    "opening": ("/nowhere/lib.so: opening the library", "call", "debug"),
}
LEVELS = ["error", "warn", "info", "debug"]
ALL = list(dict.fromkeys(category for _, category, _ in MARKS.values()))


def wanted(level, categories=None):
    """Returns the kinds of lines that a level writes."""
    return {name for name, (_, category, least) in MARKS.items()
            if LEVELS.index(least) <= LEVELS.index(level) and category in (categories or ALL)}


# OCL_ICD_LOG, the kinds of lines, and whether the loader complains about the value.
VALUES = [
    (None, set(), False),
    ("", set(), False),
    ("error", set(), False),
    ("warn", wanted("warn"), False),
    ("info", wanted("info"), False),
    ("debug", wanted("debug"), False),
    *[(f"{level}:{category}", wanted(level, [category]), False)
      for category in ALL for level in LEVELS],
    ("debug:search,driver", wanted("debug", ["search", "driver"]), False),
    ("info:layer,settings,platform", wanted("info", ["layer", "settings", "platform"]), False),
    (" debug : search , driver ", wanted("debug", ["search", "driver"]), False),
    ("debug:" + ",".join(ALL), wanted("debug"), False),
    # The loader reports a wrong value, and all other mistakes in settings.
    ("trace", wanted("warn", ["settings"]), True),
    ("DEBUG", wanted("warn", ["settings"]), True),
    ("1", wanted("warn", ["settings"]), True),
    ("warning", wanted("warn", ["settings"]), True),
    ("debug,info", wanted("warn", ["settings"]), True),
    (":search", wanted("warn", ["settings"]), True),
    ("debug:", wanted("warn", ["settings"]), True),
    ("debug:nonsense", wanted("warn", ["settings"]), True),
    ("debug:searching", wanted("warn", ["settings"]), True),
    ("debug:nonsense,search", wanted("debug", ["search"]) | wanted("warn", ["settings"]), True),
    ("info:search:driver", wanted("warn", ["settings"]), True),
]

# The older variables, alone and with the new one, and the kinds of lines.
OLDER = [
    ({"OCL_ICD_ENABLE_TRACE": "1"}, wanted("info")),
    ({"OCL_ICD_ENABLE_TRACE": "true", "OCL_ICD_LOG": "error"}, wanted("info")),
    ({"OCL_ICD_ENABLE_TRACE": "0"}, set()),
    ({"OCL_ICD_ENABLE_TRACE": "0", "OCL_ICD_LOG": "warn"}, wanted("warn")),
    ({"OCL_ICD_DEBUG": "0"}, set()),
    ({"OCL_ICD_DEBUG": "1"}, wanted("warn")),
    ({"OCL_ICD_DEBUG": "2"}, wanted("info") - wanted("warn")),  # each bit counts by itself
    ({"OCL_ICD_DEBUG": "3"}, wanted("info")),
    ({"OCL_ICD_DEBUG": "4"}, wanted("debug", ["call"])),
    ({"OCL_ICD_DEBUG": "8"}, wanted("debug", ["table"])),
    ({"OCL_ICD_DEBUG": "15"}, wanted("info") | wanted("debug", ["call", "table"])),
    ({"OCL_ICD_DEBUG": "4", "OCL_ICD_LOG": "warn"}, wanted("warn") | wanted("debug", ["call"])),
    ({"OCL_ICD_DEBUG": "1", "OCL_ICD_LOG": "info:search"},
     wanted("warn") | wanted("info", ["search"])),
    ({"OCL_ICD_DEBUG": "", "OCL_ICD_ENABLE_TRACE": ""}, set()),
]


class Place(place.Place):
    def prepare(self):
        self.icd("1.icd", self.fake("null_slots_some"))
        self.icd("2.icd", b"")
        self.icd("3.icd", b"# nothing\n")
        self.icd("4.icd", "/nowhere/lib.so")
        self.icd("5.icd", self.fake("table_none_of_3"))
        self.icd("6.icd", self.fake("0_platforms"))
        self.settings = {
            "OCL_ICD_VENDORS": self.vendors, "OCL_ICD_PLATFORMS_DISABLE": "nothing,*2",
            "OPENCL_LAYERS": "{fake_layers}/liblayer_inner.so:/nowhere/layer.so"}

    def log(self, **variables):
        return self.look("platforms", "null", env={**self.settings, **variables})


def marks(lines):
    return {name for name, (mark, *_) in MARKS.items() if any(mark in line for line in lines)}


class Log(place.Case, machine=Place):
    def check(self, lines, names):
        seen = marks(lines)
        self.assertEqual(seen, set(names), "\n".join(lines))
        for line in lines:
            self.assertTrue(line.startswith("clrelay: "), line)
        for name in names:  # the level stands before the text
            mark, _, level = MARKS[name]
            line = next(line for line in lines if mark in line)
            self.assertEqual(line.startswith("clrelay: warning: "), level == "warn", line)

    def test_values(self, m):
        m.prepare()
        for value, names, bad in VALUES:
            with self.row(value):
                result = m.log(OCL_ICD_LOG=value)
                said = [line for line in result.trace
                        if "OCL_ICD_LOG is" in line and f"'{value}'" in line]
                self.check(result.trace, names)
                self.assertEqual(len(said), int(bad), result.trace)
                self.assertEqual(len(result.report["problems"]), 1 + bad)
                if not names and not bad:
                    self.assertEqual(result.trace, [])

    def test_older(self, m):
        m.prepare()
        for variables, names in OLDER:
            with self.row(variables):
                self.check(m.log(**variables).trace, names)

    def test_which_lines_are_warnings(self):
        """If the verdict's row says OFF or WELL, no line about it is a warning. All other lines are warnings."""
        with open(os.path.join(BUILD.source, "loader/base/verdicts.h"), encoding="utf-8") as source:
            standings = dict(re.findall(r"^VERDICT\((\w+), (\w+),", source.read(), re.M))
        with Place() as m:
            m.prepare()
            m.icd("7.icd", m.fake("good"))
            m.icd("8.icd", m.fake("good"))  # the same library as before
            m.icd("9.icd", m.fake("a"))
            result = m.log(OCL_ICD_LOG="info", OCL_ICD_DRIVERS_DISABLE="9")
            seen = collections.Counter()
            for driver in result.report["drivers"]:
                wrong = standings[driver["verdict"]] not in ("WELL", "OFF")
                lines = [line for line in result.trace if os.path.basename(driver["manifest"]) in line and driver["text"] in line]
                with self.row(driver["manifest"]):
                    self.assertTrue(lines, result.trace)
                    self.assertEqual({line.startswith("clrelay: warning: ") for line in lines}, {wrong}, lines)
                seen[driver["verdict"]] += 1
            for verdict in "DUPLICATE", "DISABLED", "FILE_EMPTY", "LIBRARY_MISSING", "LOADED":
                self.assertGreater(seen[verdict], 0, seen)

    def test_bad_number(self, m):
        m.prepare()
        for value in "x", "-1", "1 ", "0x3", "4294967296":
            with self.row(value):
                result = m.log(OCL_ICD_DEBUG=value)
                self.check_problem(result, "OCL_ICD_DEBUG", f"'{value}'", "not a number")
                self.check(result.trace, wanted("warn", ["settings"]))

    def test_no_line_is_written_twice(self, m):
        m.prepare()
        m.conf("machine", "nonsense")
        trace = m.log(OCL_ICD_LOG="debug:settings,search,driver,layer", OCL_ICD_DEBUG="3").trace
        self.assertEqual(sorted(trace), sorted(set(trace)))

    def test_levels_of_a_file(self, m):
        """The levels also count if loader.conf sets them."""
        m.prepare()
        m.conf("machine", "OCL_ICD_LOG = warn:search")
        self.check(m.log().trace, wanted("warn", ["search"]))
        m.conf("user", "OCL_ICD_LOG =")
        self.assertEqual(m.log().trace, [])


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


class LogFile(place.Case, machine=Place):
    def lines(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()

    def test_file_in_place_of_standard_error(self, m):
        m.prepare()
        path = m.path("out/log")
        result = m.log(OCL_ICD_LOG="info", OCL_ICD_LOG_FILE=path)
        self.assertEqual(result.trace, [])
        self.assertEqual(marks(self.lines(path)), wanted("info"))

    def test_rights(self, m):
        """Only the owner may read the file, whatever the umask. An existing file keeps its rights."""
        m.prepare()
        path = m.path("out/log")
        for umask, rights in (0o000, 0o600), (0o022, 0o600), (0o277, 0o400):
            with self.row(oct(umask)):
                before = os.umask(umask)
                try:
                    m.log(OCL_ICD_LOG="info", OCL_ICD_LOG_FILE=path)
                finally:
                    os.umask(before)
                self.assertEqual(mode(path), rights)
                os.unlink(path)
        m.write("out/log", b"")
        os.chmod(path, 0o644)
        m.log(OCL_ICD_LOG="info", OCL_ICD_LOG_FILE=path)
        self.assertEqual(mode(path), 0o644)

    def test_appended(self, m):
        m.prepare()
        path = m.write("out/log", b"before\n")
        lengths = []
        for _ in range(3):
            m.log(OCL_ICD_LOG="warn", OCL_ICD_LOG_FILE=path)
            lengths.append(len(self.lines(path)))
        self.assertEqual(self.lines(path)[0], "before")
        self.assertEqual(lengths[1] - lengths[0], lengths[2] - lengths[1])
        self.assertGreater(lengths[1], lengths[0])

    def test_what_is_loaded(self, m):
        """OCL_ICD_LOADING_FILE gets a line before each driver that the loader opens, and before each layer."""
        m.prepare()
        # the other files name no driver
        drivers = [f"driver {m.path(f'vendors/{number}.icd')}" for number in (1, 4, 5, 6)]
        layers = [f"layer {m.layer('inner')}", "layer /nowhere/layer.so"]
        path = m.path("out/loading")
        for variables, loaded in [({}, [*drivers, "drivers", *layers, "loaded"]),
                                  ({"OCL_ICD_SEARCH_ONLY": "1"}, ["drivers", "loaded"]),
                                  ({"OCL_ICD_DRIVERS_DISABLE": "[146]"}, [drivers[2], "drivers", *layers, "loaded"])]:
            with self.row(str(variables)):
                m.log(OCL_ICD_LOADING_FILE=path, **variables)
                processes = {}
                for line in self.lines(path):
                    process, _, rest = line.rstrip().partition(" ")
                    processes.setdefault(process, []).append(rest)
                os.remove(path)
                self.assertTrue(processes)
                for lines in processes.values():
                    self.assertEqual(lines, loaded)
        m.log()
        self.assertFalse(os.path.exists(path))
        target = m.write("out/target", b"")
        os.symlink(target, path)
        m.log(OCL_ICD_LOADING_FILE=path)
        self.assertEqual(self.lines(target), [])

    def check_refused(self, m, path, why):
        """The loader reports the refused file, and writes to standard error instead."""
        result = m.log(OCL_ICD_LOG="info", OCL_ICD_LOG_FILE=path)
        self.check_problem(result, "OCL_ICD_LOG_FILE", path, why)
        self.assertEqual(marks(result.trace), wanted("info"))
        self.assertTrue([line for line in result.trace if "OCL_ICD_LOG_FILE" in line])

    def test_log_does_not_follow_a_link(self, m):
        m.prepare()
        target = m.write("out/target", b"untouched\n")
        os.symlink(target, m.path("out/link"))
        self.check_refused(m, m.path("out/link"), "ymbolic link")
        self.assertEqual(self.lines(target), ["untouched"])
        os.symlink(m.path("out/new"), m.path("out/dangling"))
        self.check_refused(m, m.path("out/dangling"), "ymbolic link")
        self.assertFalse(os.path.exists(m.path("out/new")))

    def test_in_a_linked_folder(self, m):
        """The loader looks only at the last part of a path, as SECURITY.md says."""
        m.prepare()
        os.symlink(m.path("out"), m.path("linked"))
        m.log(OCL_ICD_LOG="info", OCL_ICD_LOG_FILE=m.path("linked/log"))
        self.assertTrue(self.lines(m.path("out/log")))

    def test_no_file(self):
        # The title, what is made, and why the loader refuses it.
        for title, make, why in [
                ("a directory", os.mkdir, "irectory"),
                ("a FIFO that nobody reads", os.mkfifo, ""),
                ("in a folder that is not there", None, "No such file")]:
            with self.row(title), Place() as m:
                m.prepare()
                path = m.path("out/it" if make else "nowhere/it")
                if make:
                    make(path)
                self.check_refused(m, path, why)

    def test_no_right_to_write(self, m):
        place.check_nobody()
        m.prepare()
        path = m.write("out/log", b"")
        os.chmod(path, 0o644)
        result = m.look(before=place.AS_NOBODY, env={
            "OCL_ICD_LOG": "warn", "OCL_ICD_LOG_FILE": path, "FAKE_LOG": None})
        self.check_problem(result, "OCL_ICD_LOG_FILE", "ermission denied")

    def test_silent(self, m):
        """A file name alone makes the loader write nothing, and create no file."""
        m.prepare()
        path = m.path("out/log")
        result = m.log(OCL_ICD_LOG_FILE=path)
        self.assertEqual(result.trace, [])
        self.assertFalse(os.path.exists(path))
        for name in "OCL_ICD_ENABLE_TRACE", "OCL_ICD_DEBUG":
            with self.row(name):
                m.log(OCL_ICD_LOG_FILE=path, **{name: "0"})
                self.assertFalse(os.path.exists(path))

    def test_older_variables_write_to_the_file(self, m):
        m.prepare()
        path = m.path("out/log")
        result = m.log(OCL_ICD_ENABLE_TRACE="1", OCL_ICD_LOG_FILE=path)
        self.assertEqual(result.trace, [])
        self.assertEqual(marks(self.lines(path)), wanted("info"))

    def test_executed_program_does_not_get_the_file(self, m):
        """The file is closed when the program executes another one."""
        m.prepare()
        path = m.path("out/log")
        result = m.look("run", "ls -l /proc/self/fd", env={
            **m.settings, "OCL_ICD_LOG": "info", "OCL_ICD_LOG_FILE": path})
        self.assertTrue([line for line in result.lines if "/proc/" in line[0]], result.lines)
        self.assertFalse([line for line in result.lines if path in line[0]], result.lines)

    def test_standard_files_are_left_alone(self):
        """A program may have closed the standard files. The file that it opens next is its own, not the log."""
        for number, closing in (0, "<&-"), (2, "2>&-"):
            with self.row(closing), Place() as m:
                m.prepare()
                result = m.look("run", "ls -l /proc/$PPID/fd", before=[
                    "/bin/sh", "-c", f'exec "$@" {closing}', "sh"], env={
                        **m.settings, "OCL_ICD_LOG": "info", "OCL_ICD_LOG_FILE": m.path("out/log")})
                seen = [line[0] for line in result.lines if m.path("out/log") in line[0]]
                self.assertEqual(len(seen), 1, result.lines)
                self.assertNotIn(f" {number} -> ", seen[0])

    def test_control_characters(self, m):
        """No character from a file or a variable may end a line or control a terminal."""
        m.conf("machine", b"OCL_ICD_NO\x1b[31m = 1\n")
        result = m.look(env={"OCL_ICD_LOG": "warn", "OCL_ICD_DRIVERS_DISABLE": "a\x1b[2J\nb",
                             "OCL_ICD_DEFAULT_PLATFORM": "\x07"})
        text = "\n".join(result.trace)
        self.assertFalse([c for c in text if ord(c) < 32 and c != "\n"], text)
        self.assertIn("OCL_ICD_NO\\x1b[31m", text)

    def test_bytes_that_are_not_shown(self):
        # The bytes in a file's name, and how the loader writes them.
        for name, shown in [
                (b"caf\xc3\xa9", "caf\xe9"),           # a letter
                (b"a\xc2\x9b31m", r"a\xc2\x9b31m"),     # U+009B, which begins a control sequence
                (b"a\xc2\x80b", r"a\xc2\x80b"),
                (b"a\xc2\x9fb", r"a\xc2\x9fb"),
                (b"a\xc2\xa0b", "a\xa0b"),             # the first character after the control characters
                (b"a\x7fb", r"a\x7fb"),
                (b"a\xe9b", r"a\xe9b"),                # not UTF-8
                (b"a\x9bb", r"a\x9bb"),
                (rb"a\x41b", r"a\x5cx41b"),            # a real backslash
                (rb"a\xyb", r"a\xyb"),
                (rb"a\b", r"a\b")]:
            with self.row(repr(name)), Place() as m:
                result = m.look(env={"OCL_ICD_LOG": "warn", "OCL_ICD_LOG_FILE": None,
                                     "OCL_ICD_DRIVERS_DISABLE": os.fsdecode(name)})
                self.assertTrue([line for line in result.trace if f"'{shown}'" in line],
                                result.trace)
