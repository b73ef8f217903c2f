# SPDX-License-Identifier: Apache-2.0
"""How the loader asks drivers, what it reports about them, and which libraries count as the same one. ../drivers/zoo
tests which drivers and platforms it accepts."""

import os

import sandbox

BUILD = sandbox.BUILD


# Drivers that call OpenCL while they are loaded: Khronos hangs; ocl-icd answers -1001 or loops.
REENTERING = [("reenters_constructor", "constructor"), ("reenters_listing", "listing"),
              ("reenters_info", "information")]


class Accepting(sandbox.Case):
    def test_asked_once(self, m):
        m.drivers("good")
        result = m.run("platforms", "platforms", "ids")
        self.assertEqual(result.happened("list"), [["64", "array"]])
        self.assertEqual(len(result.happened("constructor")), 1)

    def test_more_than_64_are_asked_for_again(self):
        for fake, questions in [("64_platforms", [["64", "array"]]),
                                ("65_platforms", [["64", "array"], ["65", "array"]])]:
            with self.row(fake), sandbox.Machine() as m:
                m.drivers(fake)
                self.assertEqual(m.run("platforms").happened("list"), questions)

    def test_two_calls(self, m):
        """The loader asks a driver again that fails when the list has room, as other loaders do."""
        m.drivers("listing_two_calls")
        self.assertEqual(m.run("platforms").happened("list"),
                         [["64", "array"], ["0", "null"], ["2", "array"]])

    def test_each_bad_platform_has_its_line(self):
        for fake, verdict in [("table_none_of_3", "PLATFORM_NO_TABLE"),
                              ("listing_null_of_3", "PLATFORM_NULL"),
                              ("listing_repeats", "PLATFORM_REPEATED"),
                              ("extensions_fails_of_3", "PLATFORM_NO_EXTENSIONS"),
                              ("suffix_fails_of_3", "PLATFORM_NO_SUFFIX")]:
            with self.row(fake), sandbox.Machine() as m:
                m.drivers(fake)
                self.check_verdict(m.run("platforms"), f"libfake_{fake}{BUILD.library_ending}", verdict)

    def test_assume_icd_extension(self):
        for fake in "no_icd", "no_icd_exits", "extensions_fails", "only_unloadable":
            with self.row(fake), sandbox.Machine() as m:
                m.drivers("a", fake)
                env = {"OCL_ICD_ASSUME_ICD_EXTENSION": "1"}
                self.assertEqual(m.run("platforms", env=env).names, ["a", fake])

    def test_a_refused_driver_names_the_variable_that_accepts_it(self, m):
        m.drivers("no_icd")
        lines = [line for line in m.run("platforms").trace if f"libfake_no_icd{BUILD.library_ending}" in line]
        self.assertTrue(any("OCL_ICD_ASSUME_ICD_EXTENSION=1" in line for line in lines), lines)

    def test_a_driver_that_ends_the_process(self, m):
        """No loader can help, but the exit code shows that the driver did it."""
        m.drivers("no_icd_exits")
        m.run("platforms", code=3)

    def test_reentering(self):
        for fake, where in REENTERING:
            with self.row(fake), sandbox.Machine() as m:
                m.drivers("a", fake, "b")
                result = m.run("platforms")
                self.assertEqual(result.names, ["a", fake, "b"])
                # So far there is the driver before this one.
                answers = result.happened("reentered", fake)
                self.assertTrue(answers, result.events)
                if where != "information":
                    self.assertEqual(answers, [[where, "0", "1"]])

    def test_reentering_alone(self):
        """Without a driver before it, nothing is there yet."""
        for fake, where in REENTERING[:2]:
            with self.row(fake), sandbox.Machine() as m:
                m.drivers(fake)
                result = m.run("platforms")
                self.assertEqual(result.names, [fake])
                self.assertEqual(result.happened("reentered", fake), [[where, "-1001", "0"]])

    def test_reentering_by_platform(self, m):
        """A platform counts while the loader checks it, whether or not the loader accepts it in the end."""
        m.drivers("names_itself")
        for left_out in None, "names_itself 1", "names_itself*":
            with self.row(left_out):
                result = m.run("platforms", env={"OCL_ICD_PLATFORMS_DISABLE": left_out})
                answers = result.happened("named", "names_itself")
                self.assertEqual({tuple(answer) for answer in answers},
                                 {("0", "0"), ("1", "0"), ("2", "0")})

    def test_forking(self):
        """The thread that loads the drivers forks a child meanwhile."""
        sandbox.need(sandbox.runs_here("forks_libc"), "there is no fork")
        for fake in "forks_libc", "forks_syscall":
            with self.row(fake), sandbox.Machine() as m:
                m.drivers("a", fake, "b")
                result = m.run("platforms")
                self.assertEqual(result.names, ["a", fake, "b"])
                self.assertEqual(result.happened("forked"), [["exit", "0"]])


class Duplicates(sandbox.Case):
    def check(self, m, *names, **options):
        result = m.run("platforms", **options)
        self.assertEqual(result.names, list(names), result.trace)
        return result

    def test_same_path(self, m):
        m.drivers("a", "b", "a")
        result = self.check(m, "a", "b")
        self.check_verdict(result, "002.icd", "DUPLICATE")
        self.assertEqual(len(result.happened("list", "a")), 1)

    def test_other_ways_to_the_same_file(self):
        def link(m, path):
            os.symlink(m.fake("a"), path)

        def hard_link(m, path):
            original = m.copy(m.fake("a"), "a.so")
            m.icd("000.icd", original)
            os.link(original, path)

        def link_in_path(m, path):
            os.symlink(os.path.dirname(m.fake("a")), m.path("folder"))
            os.symlink(m.path("folder", "libfake_a.so"), path)

        for make in link, hard_link, link_in_path:
            with self.row(make.__name__), sandbox.Machine() as m:
                m.drivers("a", "b")
                path = m.path("other.so")
                make(m, path)
                m.icd("2.icd", path)
                self.check_verdict(self.check(m, "a", "b"), "2.icd", "DUPLICATE")

    def test_relative_and_bare_names(self):
        way = os.path.relpath(BUILD.fakes, "/")
        for name in f"/../{way}/libfake_a.so", f"{BUILD.fakes}/./libfake_a.so", "libfake_a.so":
            with self.row(name), sandbox.Machine() as m:
                m.drivers("a", "b")
                m.icd("2.icd", name)
                result = self.check(m, "a", "b", env={"LD_LIBRARY_PATH": BUILD.fakes})
                self.check_verdict(result, "2.icd", "DUPLICATE")

    def test_first_way_wins(self, m):
        """A variable and a file name the driver: it counts as the variable's, which comes first in the search."""
        m.drivers("b", "a")
        self.check(m, "a", "b", env={"OCL_ICD_FILENAMES": m.fake("a")})

    def test_a_copy_is_another_library(self, m):
        m.drivers("a")
        m.icd("1.icd", m.copy(m.fake("a"), "copy.so"))
        self.check(m, "a", "a")

    def test_a_refused_library_is_not_tried_again(self, m):
        m.drivers("0_platforms", "0_platforms", "a")
        result = self.check(m, "a")
        self.assertEqual(len(result.happened("constructor", "0_platforms")), 1)


class Itself(sandbox.Case):
    """Khronos hangs forever on each of these."""

    def check(self, m, *verdicts):
        m.icd("1.icd", m.fake("a"))
        m.icd("9.icd", m.fake("b"))
        result = m.run("platforms", "null",
                       env={"LD_LIBRARY_PATH": os.path.dirname(BUILD.library)})
        self.assertEqual(result.names, ["a", "b"], result.trace)
        self.check_verdict(result, "5.icd", *verdicts)

    def test_names(self):
        real = os.path.realpath(BUILD.library)
        soname = os.path.join(os.path.dirname(BUILD.library), "libOpenCL.so.1")
        for name in real, soname, "libOpenCL.so.1", soname.replace("/", "//"):
            with self.row(name), sandbox.Machine() as m:
                m.icd("5.icd", name)
                self.check(m, "ITSELF")

    def test_links(self, m):
        os.symlink(BUILD.library, m.path("libvendor.so"))
        m.icd("5.icd", m.path("libvendor.so"))
        self.check(m, "ITSELF")

    def test_copy(self, m):
        m.icd("5.icd", m.copy(BUILD.library, "libvendor.so"))
        self.check(m, "ITSELF", "ANOTHER_LOADER", "FUNCTION_MISSING")

    def test_other_build(self, m):
        m.icd("5.icd", BUILD.other_library)
        self.check(m, "ITSELF", "ANOTHER_LOADER", "FUNCTION_MISSING")

    def test_system_loader(self):
        paths = [os.path.join(folder, "libOpenCL.so.1") for folder in
                 ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64")]
        paths = [path for path in paths if os.path.exists(path)]
        sandbox.need(paths, "this machine has no other loader")
        sandbox.need_own_build("the other loader is")
        for path in paths:
            with self.row(path), sandbox.Machine() as m:
                m.icd("5.icd", path)
                self.check(m, "ITSELF", "ANOTHER_LOADER", "FUNCTION_MISSING")

    def test_program(self, m):
        """The program itself depends on the loader."""
        m.icd("5.icd", BUILD.probe)
        # musl opens a program like a library.
        self.check(m, "LIBRARY_REFUSED" if BUILD.glibc else "FUNCTION_MISSING")
