# SPDX-License-Identifier: Apache-2.0
"""For every bad driver and layer of zoo.txt: what a program gets, which verdict the report has, and that the good ones
beside it work."""

import os

import sandbox
import zoo

BUILD = zoo.BUILD
# glibc reads another locale from files, and Debian's C.UTF-8 has this machine's byte order.
LACKING = [row for row in zoo.ROWS
           if row.words == "the locale (restored)" and BUILD.endian == "BIG_ENDIAN"]
for lacking in LACKING:
    print(f"skipped: {lacking}: the locale's files here are little-endian")
HARMLESS = [row for row in zoo.ROWS if not row.lost and row not in LACKING]
DRIVERS = [row for row in HARMLESS if row.kind == "driver"]
LAYERS = [row for row in HARMLESS if row.kind == "layer"]

# What the program still finds changed because the loader does not look at it.
STAYS = {"variables": ["environment"], "closes_input": ["input"], "closes_others": ["file"],
         "closes_others_constructor": ["file"], "closes_others_init": ["file"],
         "replaces_others": ["file"], "goes_on_variable": ["environment"]}
# What the loader puts back only in a process with one thread: which change stays otherwise, and how the report names
# it. (On Windows the loader cannot know that there is one thread, so it does not look.)
ALONE = {"the locale (restored)": ("locale", "the locale"),
         "the working directory (restored)": ("folder", None if BUILD.windows else "the working directory")}
MANY = 200 if BUILD.windows else 1000  # each takes one of the 1088 places for a thread's own state


def stays(row):
    """Returns what the program finds changed after this driver or layer."""
    return [ALONE[row.words][0]] if BUILD.windows and row.words in ALONE else STAYS.get(row.name, [])


def told(row):
    return ALONE[row.words][1] or "" if BUILD.windows and row.words in ALONE else row.words


class Zoo(sandbox.Case, machine=zoo.Machine):
    def check_report(self, row, seen):
        [candidate] = [candidate for candidate in seen.report[row.kind + "s"] if candidate["library"] == row.library]
        self.assertEqual(candidate["verdict"], row.verdict, seen)
        text = f"{candidate['text']} {candidate['message']} {candidate['changed']}"
        self.assertIn(told(row), text)
        # The report claims no change that did not happen.
        self.assertEqual(candidate["changed"] is not None, told(row).startswith("the "), text)
        self.assertNotIn("a driver has changed", seen.errors)
        good = [(candidate["verdict"], candidate["changed"]) for candidate in seen.report[row.kind + "s"]
                if candidate["library"] != row.library]
        self.assertEqual(good, [("LOADED", None)] * 2)

    def test_drivers(self):
        """Runs each driver between two good ones."""
        for row in DRIVERS:
            for program in row.programs:
                with self.row(f"{row} {program}"), zoo.Machine() as m:
                    seen = m.start(*row.way, env={**m.put(row), "OCL_ICD_LOG": "warn"}, program=program)
                    self.assertEqual(seen.end, "well", seen)
                    self.assertEqual(seen.names, ["a", *row.shows, "b"], seen)
                    self.assertTrue(seen.works("a") and seen.works("b"), seen)
                    self.assertEqual(seen.changed, stays(row))
                    self.check_report(row, seen)

    def test_with_another_thread(self):
        """Another thread may have made the change on purpose, so the loader reports it and leaves it."""
        for row in DRIVERS:
            if row.words not in ALONE:
                continue
            with self.row(row), zoo.Machine() as m:
                seen = m.start("beside", env=m.put(row))
                self.assertEqual((seen.end, seen.names), ("well", ["a", *row.shows, "b"]), seen)
                changed, told = ALONE[row.words]
                self.assertEqual(seen.changed, [changed])
                self.assertEqual([driver["changed"] for driver in seen.report["drivers"]],
                                 [None, told, None])

    def test_after_another_thread(self):
        """The other thread has ended, so the program has one thread again."""
        sandbox.need(not (BUILD.windows or BUILD.emulator or "thread" in BUILD.sanitizers),
                     "no process is known to have one thread here")
        for row in DRIVERS:
            if row.words not in ALONE:
                continue
            with self.row(row), zoo.Machine() as m:
                seen = m.start("joined", env=m.put(row))
                self.assertEqual(seen.changed, stays(row))
                self.check_report(row, seen)

    def test_in_a_sandbox(self):
        """Where the loader does not let the kernel copy memory, addresses where nothing is do no harm, either."""
        sandbox.need(not (BUILD.windows or BUILD.emulator or BUILD.sanitizers), "a library before all others")
        for row in DRIVERS:
            if "_wild" in row.name:
                with self.row(row), zoo.Machine() as m:
                    seen = m.start(*row.way, env={**m.put(row), "OCL_ICD_LOG": "warn", **m.preload(m.fake("filtered"))})
                    self.assertEqual((seen.end, seen.names), ("well", ["a", *row.shows, "b"]), seen)

    def test_without_input(self, m):
        """The loader's own files get the descriptor number of the standard input."""
        sandbox.need(not BUILD.windows, "there are no numbers of files on Windows")
        m.drivers("a", "b")
        seen = m.start(before=["sh", "-c", 'exec "$@" <&-', "sh"])
        self.assertEqual((seen.end, seen.names, seen.errors), ("well", ["a", "b"], ""), seen)

    def test_alone(self):
        for row in DRIVERS:
            with self.row(row), zoo.Machine() as m:
                seen = m.start(*row.way, env=m.put(row, before=(), behind=()))
                self.assertEqual((seen.end, seen.names), ("well", row.shows), seen)

    def check_events(self, row, m):
        with open(m.path("events"), encoding="utf-8") as file:
            events = [line.split() for line in file]
        came_by = [event[1] for event in events
                   if event[0] == "layer" and event[2] == "clGetPlatformIDs"]
        # Some layers call OpenCL themselves, before the outer layer is in place or in a thread of their own.
        middle = [row.name] if row.shows else []
        self.assertEqual(list(dict.fromkeys(came_by[came_by.index("outer"):])),
                         ["outer", *middle, "inner"])
        if row.verdict == "LOADED":
            return
        # The refused layer stays open because its code has run, and it has no deinit call because it never worked.
        first = [event[:2] for event in events]
        self.assertGreater(first.index(["destructor", row.name]), first.index(["init", "outer"]))
        self.assertNotIn(["deinit", row.name], first)

    def test_layers(self):
        """Runs each layer between two good ones, both of which see the calls."""
        for row in LAYERS:
            with self.row(row), zoo.Machine() as m:
                seen = m.start(*row.way, env=m.put(row))
                self.assertEqual((seen.end, seen.names), ("well", ["a", "b"]), seen)
                self.assertTrue(seen.works("a") and seen.works("b"), seen)
                self.assertEqual(seen.changed, stays(row))
                self.check_report(row, seen)
                self.check_events(row, m)

    def test_all_drivers_at_once(self, m):
        expected = [name for row in DRIVERS for name in row.shows]
        m.drivers("a", *[row.name for row in DRIVERS], "b")
        for program in zoo.PROGRAMS:
            seen = m.start(program=program)
            self.assertEqual((seen.end, seen.names), ("well", ["a", *expected, "b"]), seen)
            self.assertEqual([driver["verdict"] for driver in seen.report["drivers"]],
                             ["LOADED", *[row.verdict for row in DRIVERS], "LOADED"])

    def test_all_drivers_by_name(self, m):
        """The loader asks each driver for its name and its vendor, which nobody needs otherwise. The suffix can choose
        a driver that tells no name."""
        expected = [row for row in DRIVERS if row.shows]
        m.drivers("a", *[row.name for row in DRIVERS], "b")
        seen = m.start(env={"OCL_ICD_PLATFORMS_SELECT": "*"})
        self.assertEqual((seen.end, seen.names),
                         ("well", ["a", *sum([row.shows for row in expected], []), "b"]), seen)
        self.assertEqual([driver["verdict"] for driver in seen.report["drivers"]],
                         ["LOADED", *[row.verdict for row in DRIVERS], "LOADED"])
        for row in expected:
            if row.name.startswith(("name_", "vendor_")):
                m.icd("000.icd", row.library)
                seen = m.start(env={"OCL_ICD_VENDORS": sandbox.native(m.path("vendors", "000.icd")),
                                    "OCL_ICD_PLATFORMS_SELECT": "FAKE"})
                self.assertEqual((seen.end, seen.names), ("well", row.shows), seen)

    def test_all_drivers_side_by_side(self, m):
        """The loader asks the drivers for their platforms in several threads. It then does not know which driver made a
        change, but it knows of the change."""
        sandbox.need("memory" not in BUILD.sanitizers,
                     "MemorySanitizer's own __tls_get_addr crashes now and then in such threads")
        m.drivers("a", *[row.name for row in DRIVERS], "b")
        # There is no event log: one driver closes the files of those that write to it.
        seen = m.start(env={"OCL_ICD_PARALLEL": "1", "OCL_ICD_LOG": "warn", "FAKE_LOG": None})
        self.assertEqual(seen.end, "well", seen)
        self.assertEqual([driver["verdict"] for driver in seen.report["drivers"]],
                         ["LOADED", *[row.verdict for row in DRIVERS], "LOADED"])
        self.assertIn("a driver has changed the state of the process: the", seen.errors)
        self.assertIn(f"libfake_arithmetic_constructor{BUILD.library_ending} has changed",
                      seen.errors)

    def test_good_ones_side_by_side(self, m):
        """What the loader itself changes meanwhile is no driver's doing."""
        m.drivers("a", "two", "b")
        for settings in {}, {"OCL_ICD_PLATFORM_SORT": "devices"}:
            with self.row(settings):
                seen = m.start(env={"OCL_ICD_PARALLEL": "1", "OCL_ICD_LOG": "warn", **settings})
                self.assertEqual((seen.end, len(seen.platforms)), ("well", 4), seen)
                self.assertNotIn("has changed", seen.errors)

    def test_thousand(self, m):
        """Each of many good drivers works."""
        source = os.path.join(BUILD.fakes, f"libfake_a{BUILD.library_ending}")
        for number in range(MANY):
            copy = m.copy(source, f"lib{number:04}{BUILD.library_ending}")
            m.icd(f"{number:04}.icd", sandbox.native(copy))
        seen = m.start(env={"FAKE_LOG": None})
        self.assertEqual(seen.end, "well", seen)
        self.assertEqual(seen.platforms, [["a", "1", "0", "a"]] * MANY)
        self.assertEqual({driver["verdict"] for driver in seen.report["drivers"]}, {"LOADED"})

    def test_log_file_that_a_driver_closes(self):
        """The lines that follow go to standard error, and the first of them says so."""
        for row in DRIVERS:
            if row.name not in ("closes_others", "replaces_others"):
                continue
            with self.row(row), zoo.Machine() as m:
                log = m.path("log")
                seen = m.start(env={**m.put(row), "OCL_ICD_LOG": "info",
                                    "OCL_ICD_LOG_FILE": sandbox.native(log)})
                self.assertEqual(seen.end, "well", seen)
                with open(log, encoding="utf-8") as file:
                    text = file.read()
                self.assertIn("000.icd", text)
                if not BUILD.windows: # there a driver's descriptor numbers are not the loader's
                    self.assertNotIn("001.icd", text)
                    first, text = seen.errors.split("\n", 1)
                    self.assertIn("closed the log file", first)
                for name in "001.icd", "002.icd", "platforms: 3":
                    self.assertIn(name, text)

    def test_table(self):
        """The table has no row twice, and each row has a library."""
        names = [str(row) for row in zoo.ROWS]
        self.assertEqual(len(names), len(set(names)))
        for row in zoo.ROWS:
            self.assertTrue(os.path.exists(row.path), row)
            if not row.lost:
                self.assertIn(row.verdict, BUILD.verdicts)
