# SPDX-License-Identifier: Apache-2.0
"""Where the loader searches for drivers and layers: lists, default directories, what hides what."""

import os
import shutil

import place

USER, LIBRARY, ETC, USR = "user", "library", "etc", "usr"
DEFAULTS = [USER, LIBRARY, ETC, USR]

# One driver in each place, from which the lists below choose.
ONE_EACH = {"user/1.icd": "gpu_1", "library/2.icd": "gpu_2", "etc/3.icd": "cpu_1",
            "usr/4.icd": "cpu_3", "here/5.icd": "a", "there/6.icd": "b"}
DEFAULT = ["gpu_1", "gpu_2", "cpu_1", "cpu_3"]

# Title, OCL_ICD_VENDORS, the drivers in order. OPENCL_LAYER_PATH follows the same rules.
LISTS = [
    ("no variable", None, DEFAULT),
    ("an empty variable", "", DEFAULT),
    ("a directory replaces the default ones", "{here}", ["a"]),
    ("two directories", "{here}:{there}", ["a", "b"]),
    ("two directories, the other way", "{there}:{here}", ["b", "a"]),
    ("an empty element behind", "{here}:", ["a", *DEFAULT]),
    ("an empty element in front", ":{here}", [*DEFAULT, "a"]),
    ("an empty element between", "{here}::{there}", ["a", *DEFAULT, "b"]),
    ("many empty elements", "::{here}::{there}::", [*DEFAULT, "a", "b"]),
    ("only empty elements", ":", DEFAULT),
    ("an .icd file", "{there}/6.icd", ["b"]),
    ("files and directories", "{there}/6.icd:{here}", ["b", "a"]),
    ("a bare .icd name is one of the default directories", "4.icd", ["cpu_3"]),
    ("bare names in the order of the list", "4.icd:3.icd:2.icd:1.icd", DEFAULT[::-1]),
    ("a library", "{fakes}/libfake_c.so", ["c"]),
    ("all kinds", "{fakes}/libfake_c.so:{there}:3.icd:{here}/5.icd", ["c", "b", "cpu_1", "a"]),
    ("what is missing does no harm", "{root}/missing:{here}:/missing/lib.so:missing.icd", ["a"]),
    ("a directory twice", "{here}:{there}:{here}", ["a", "b"]),
    ("a default directory by name, and the default ones", "{usr}:", ["cpu_3", *DEFAULT[:3]]),
    ("a relative directory", "there:here", ["b", "a"]),
]

# Title, files, the drivers in order, the verdicts of files.
HIDING = [
    ("nothing in common", {"user/a.icd": "a", "usr/b.icd": "b"}, ["a", "b"], {}),
    ("the user's hides the administrator's", {"user/x.icd": "a", "etc/x.icd": "b"}, ["a"],
     {"etc/x.icd": "HIDDEN_BY_USER"}),
    ("the user's hides the library's", {"user/x.icd": "a", "library/x.icd": "b"}, ["a"],
     {"library/x.icd": "HIDDEN_BY_USER"}),
    ("the library's hides the administrator's", {"library/x.icd": "a", "etc/x.icd": "b"}, ["a"],
     {"etc/x.icd": "HIDDEN"}),
    ("the administrator's hides the package's", {"etc/x.icd": "a", "usr/x.icd": "b"}, ["a"],
     {"usr/x.icd": "HIDDEN"}),
    ("all others of the name are hidden",
     {"user/x.icd": "a", "library/x.icd": "b", "etc/x.icd": "c", "usr/x.icd": "good"}, ["a"],
     {"library/x.icd": "HIDDEN_BY_USER", "etc/x.icd": "HIDDEN_BY_USER", "usr/x.icd": "HIDDEN_BY_USER"}),
    ("only files of the same name", {"user/x.icd": "a", "usr/X.icd": "b", "usr/xx.icd": "c"},
     ["a", "b", "c"], {}),
    ("names before, between and behind others hide nothing of these",
     {"user/b.icd": "a", "user/d.icd": "b", "etc/a.icd": "gpu_1", "etc/c.icd": "gpu_2", "etc/d.icd": "c",
      "usr/b.icd": "c", "usr/c.icd": "c", "usr/e.icd": "cpu_1"}, ["a", "b", "gpu_1", "gpu_2", "cpu_1"],
     {"etc/d.icd": "HIDDEN_BY_USER", "usr/b.icd": "HIDDEN_BY_USER", "usr/c.icd": "HIDDEN"}),
    ("a broken file hides too", {"user/x.icd": b"/missing.so\n", "etc/x.icd": "b"}, [],
     {"user/x.icd": "LIBRARY_MISSING", "etc/x.icd": "HIDDEN_BY_USER"}),
    ("an empty file", {"etc/x.icd": b"", "usr/x.icd": "a", "usr/y.icd": "b"}, ["b"],
     {"etc/x.icd": "FILE_MASK", "usr/x.icd": "HIDDEN"}),
    ("a link to /dev/null", {"etc/x.icd": None, "usr/x.icd": "a", "usr/y.icd": "b"}, ["b"],
     {"etc/x.icd": "FILE_MASK", "usr/x.icd": "HIDDEN"}),
    ("the user's link to /dev/null",
     {"user/x.icd": None, "etc/x.icd": "b", "usr/x.icd": "a"}, [],
     {"user/x.icd": "FILE_MASK", "etc/x.icd": "HIDDEN_BY_USER", "usr/x.icd": "HIDDEN_BY_USER"}),
    ("an empty file that hides nothing", {"etc/x.icd": b"", "usr/y.icd": "b"}, ["b"],
     {"etc/x.icd": "FILE_MASK"}),
    ("a blank file is a mistake, and hides too", {"etc/x.icd": b"\n", "usr/x.icd": "b"}, [],
     {"etc/x.icd": "FILE_EMPTY", "usr/x.icd": "HIDDEN"}),
    ("it does not hide what an earlier directory has", {"etc/x.icd": "a", "usr/x.icd": b""}, ["a"],
     {"usr/x.icd": "HIDDEN"}),
]


class Place(place.Place):
    def prepare(self, files):
        for name, content in files.items():
            self.put(self.name(name), content)

    def name(self, name):
        return name.replace(".icd", ".lay") if self.kind == "layers" else name


def loaded(m, result):
    """Returns what was loaded, in order, as names of fakes."""
    return [os.path.basename(candidate["file"]).split("_", 1)[1][:-3] for candidate in result.report[
        "layers" if m.kind == "layers" else "drivers"] if candidate["verdict"] == "LOADED"]


class Drivers(place.Case, machine=Place):
    def test_lists(self, m):
        m.prepare(ONE_EACH)
        for title, value, drivers in LISTS:
            with self.row(title):
                result = m.look(env={"OCL_ICD_VENDORS": value})
                self.assertEqual(result.names, drivers, m.verdicts(result))

    def test_hiding(self):
        for title, files, drivers, verdicts in HIDING:
            with self.row(title), Place() as m:
                m.prepare(files)
                result = m.look()
                self.assertEqual(result.names, drivers)
                seen = dict(m.verdicts(result))
                self.assertEqual({name: seen[name] for name in verdicts}, verdicts)

    def test_hiding_in_a_list(self):
        """The directories of OCL_ICD_VENDORS follow the same rules in their order."""
        as_here = {USER: "here", ETC: "there", USR: "third", LIBRARY: "fourth"}

        def moved(name):
            folder, slash, rest = name.partition("/")
            return as_here[folder] + slash + rest

        order = ":".join("{root}/" + as_here[folder] for folder in DEFAULTS)
        for title, files, drivers, verdicts in HIDING:
            with self.row(title), Place() as m:
                m.prepare({moved(name): content for name, content in files.items()})
                result = m.look(env={"OCL_ICD_VENDORS": order})
                self.assertEqual(result.names, drivers)
                seen = dict(m.verdicts(result))
                # A directory that a variable names does not become the user's own.
                self.assertEqual({moved(name): seen[moved(name)] for name in verdicts},
                                 {moved(name): verdict.replace("_BY_USER", "")
                                  for name, verdict in verdicts.items()})

    def test_the_reason_names_the_other_file(self, m):
        m.prepare({"etc/x.icd": "a", "usr/x.icd": "b"})
        hidden = [driver for driver in m.look().report["drivers"] if driver["verdict"] == "HIDDEN"]
        self.assertEqual([m.short(driver["message"]) for driver in hidden], ["etc/x.icd"])

    def test_hidden_library_is_not_opened(self, m):
        m.prepare({"etc/x.icd": "a", "usr/x.icd": "b"})
        result = m.look()
        self.assertEqual(len(result.happened("constructor", "a")), 1)
        self.assertEqual(result.happened("constructor", "b"), [])

    def test_named_file_is_not_hidden(self, m):
        """Nor does it hide another file: whoever names a file wants that file."""
        m.prepare({"here/x.icd": "a", "there/x.icd": "b", "third/x.icd": "c"})
        result = m.look(env={"OCL_ICD_VENDORS": "{here}:{there}/x.icd:{root}/third"})
        self.assertEqual(m.verdicts(result), [("here/x.icd", "LOADED"), ("there/x.icd", "LOADED"),
                                              ("third/x.icd", "HIDDEN")])
        result = m.look(env={"OCL_ICD_VENDORS": "{there}/x.icd:{here}"})
        self.assertEqual(result.names, ["b", "a"])

    def test_empty_file_that_is_named(self, m):
        m.prepare({"here/x.icd": b""})
        result = m.look(env={"OCL_ICD_VENDORS": "{here}/x.icd"})
        self.assertEqual(m.verdicts(result), [("here/x.icd", "FILE_EMPTY")])

    def test_bare_name_is_the_first_of_the_default_directories(self):
        for there in DEFAULTS, DEFAULTS[1:], DEFAULTS[2:], DEFAULTS[3:]:
            with self.row(there), Place() as m:
                for folder, fake in zip(there, ["a", "b", "c", "good"]):
                    m.put(f"{folder}/x.icd", fake)
                m.put("here/x.icd", "gpu_1")
                result = m.look(env={"OCL_ICD_VENDORS": "x.icd"}, cwd=m.path("here"))
                self.assertEqual(m.verdicts(result), [(there[0] + "/x.icd", "LOADED")])

    def test_bare_name_is_not_hidden(self, m):
        """Nor does it hide another file. A file of this name in a later default directory does not matter."""
        m.prepare({"here/x.icd": "a", "etc/x.icd": "b", "usr/x.icd": "c", "third/x.icd": "good"})
        result = m.look(env={"OCL_ICD_VENDORS": "{here}:x.icd:{root}/third"})
        self.assertEqual(m.verdicts(result), [("here/x.icd", "LOADED"), ("etc/x.icd", "LOADED"),
                                              ("third/x.icd", "HIDDEN")])
        result = m.look(env={"OCL_ICD_VENDORS": "x.icd:{here}"})
        self.assertEqual(m.verdicts(result), [("etc/x.icd", "LOADED"), ("here/x.icd", "LOADED")])

    def test_each_default_directory_is_optional(self):
        for there in range(16):
            folders = [folder for bit, folder in enumerate(DEFAULTS) if there >> bit & 1]
            with self.row(folders), Place() as m:
                for folder, fake in zip(folders, ["a", "b", "c", "good"]):
                    m.put(f"{folder}/{fake}.icd", fake)
                result = m.look()
                self.assertEqual(result.names, ["a", "b", "c", "good"][:len(folders)])
                # The report has all of them, in order.
                self.assertEqual(m.searched(result), folders)
                self.assertEqual([name for name, _ in m.places(result)], DEFAULTS)
                self.check_no_problem(result)

    def test_silent_about_missing_default_directories(self, m):
        self.assertEqual(m.look(env={"OCL_ICD_LOG": "warn"}).trace, [])

    def test_directory_twice(self, m):
        m.prepare({"here/x.icd": "a"})
        os.symlink(m.path("here"), m.path("link"))
        for again in "{here}", "{here}/", "{here}/../here", "{root}/link", "here":
            with self.row(again):
                result = m.look(env={"OCL_ICD_VENDORS": "{here}:" + again})
                self.assertEqual([verdict for _, verdict in m.places(result)],
                                 ["SEARCHED", "SEARCHED_BEFORE"])
                self.assertEqual(m.verdicts(result), [("here/x.icd", "LOADED")])


class Layers(place.Case):
    """Layers follow the same rules. Those from directories are nearer to the drivers than those that a variable
    names."""
    FAKES = {"gpu_1": "inner", "gpu_2": "middle", "cpu_1": "outer", "cpu_3": "one", "a": "some",
             "b": "copies", "c": "fewer", "good": "more"}

    def translated(self, value):
        for old, new in [("fakes", "fake_layers"), (".icd", ".lay"),
                         ("libfake_c", "liblayer_" + self.FAKES["c"])]:
            value = value.replace(old, new)
        return value

    def files(self, files):
        return {name: self.FAKES[content] if isinstance(content, str) else content
                for name, content in files.items()}

    def test_lists(self):
        with Place("layers") as m:
            m.prepare(self.files(ONE_EACH))
            for title, value, drivers in LISTS:
                with self.row(title):
                    value = value and self.translated(value)
                    result = m.look(env={"OPENCL_LAYER_PATH": value})
                    self.assertEqual(loaded(m, result), [self.FAKES[name] for name in drivers])
                    self.assertEqual([name for name, *_ in [event[1:] for event in result.events if event[0] == "init"]],
                                     [self.FAKES[name] for name in drivers])

    def test_hiding(self):
        for title, files, drivers, verdicts in HIDING:
            with self.row(title), Place("layers") as m:
                m.prepare(self.files(files))
                result = m.look()
                self.assertEqual(loaded(m, result), [self.FAKES[name] for name in drivers])
                seen = dict(m.verdicts(result, "layers"))
                self.assertEqual({name: seen[m.name(name)] for name in verdicts}, verdicts)

    def test_default_directories(self):
        with Place("layers") as m:
            result = m.look()
            self.assertEqual([name for name, _ in m.places(result, "layer_directories")], DEFAULTS)

    def test_drivers_and_layers_do_not_hide_each_other(self):
        with Place("layers") as m:
            drivers = m.write("drivers/x.icd", os.path.join(place.BUILD.fakes, "libfake_a.so"))
            m.put("usr/x.lay", "inner")
            m.put("etc/x.icd", "outer")
            result = m.look(env={"OCL_ICD_VENDORS": os.path.dirname(drivers)})
            self.assertEqual(result.names, ["a"])
            self.assertEqual(loaded(m, result), ["inner"])


class BesideLibrary(place.Case, machine=Place):
    """The library is in other folders: the directory beside it moves along."""

    def copy(self, m, path):
        shutil.copy(place.BUILD.machine_library, m.write(path, b""))
        return m.path(path)

    def check(self, m, library, names, folder):
        result = m.look(library=library)
        self.assertEqual(result.names, names)
        self.assertEqual([name for name, _ in m.places(result)], folder)
        self.assertEqual(result.report["loader"]["folder"],
                         os.path.dirname(os.path.realpath(library)))

    def test_relocated(self):
        for folder, prefix in [
                ("lib", "tree"), ("lib64", "tree"), ("a b/lib", "tree/a b"), ("x/bin", "tree/x"),
                # Debian has such a folder. A name that only looks similar is an ordinary one.
                ("lib/x86_64-linux-gnu", "tree"), ("lib/arm-linux-gnueabihf", "tree"),
                ("usr/lib/aarch64-linux-musl", "tree/usr"), ("lib/program", "tree/lib"),
                ("x86_64-linux-gnu", "tree"), ("mylib/x86_64-linux-gnu", "tree/mylib")]:
            with self.row(folder), Place() as m:
                library = self.copy(m, f"tree/{folder}/libOpenCL.so.1")
                beside = f"{prefix}/etc/OpenCL/vendors"
                m.write(beside + "/x.icd", m.fake("a"))
                m.put("library/y.icd", "b")  # beside another copy
                self.check(m, library, ["a"], [USER, beside, ETC, USR])

    def test_relative_path(self):
        """If the system found the library by a relative path, nobody knows the folder any more."""
        for title, path, chdir in [("a relative folder", "lib", "tree"), ("an empty element", "", "tree/lib"),
                                   ("a point", ".", "tree/lib"), ("among others", "/nowhere:lib", "tree")]:
            with self.row(title), Place() as m:
                self.copy(m, "tree/lib/libOpenCL.so.1")
                for here in "tree", "tree/lib", ".":
                    m.write(here + "/etc/OpenCL/vendors/x.icd", m.fake("a"))
                # An empty LD_LIBRARY_PATH does not count as an empty element of it.
                result = m.look(library=None, cwd=m.path(chdir),
                                env={"LD_LIBRARY_PATH": path or "/nowhere:"})
                self.assertEqual(result.report["loader"]["folder"], None)
                self.assertFalse(os.path.isabs(result.report["loader"]["path"]))
                self.assertEqual([name for name, _ in m.places(result)], [USER, ETC, USR])
                self.assertEqual(result.names, [])

    def test_driver_of_the_tree(self, m):
        """A relative name in a manifest of the tree leads into the tree."""
        library = self.copy(m, "tree/lib/libOpenCL.so.1")
        m.write("tree/etc/OpenCL/vendors/x.icd", "../../../lib/libdriver.so")
        m.copy(m.fake("a"), "tree/lib/libdriver.so")
        self.check(m, library, ["a"], [USER, "tree/etc/OpenCL/vendors", ETC, USR])

    def test_through_a_link(self, m):
        """What counts is the folder that really contains the library."""
        library = self.copy(m, "store/lib/libOpenCL.so.1.0.0")
        os.makedirs(m.path("links/lib"))
        os.symlink(library, m.path("links/lib/libOpenCL.so.1"))
        m.write("store/etc/OpenCL/vendors/x.icd", m.fake("a"))
        m.write("links/etc/OpenCL/vendors/y.icd", m.fake("b"))
        self.check(m, m.path("links/lib/libOpenCL.so.1"), ["a"],
                   [USER, "store/etc/OpenCL/vendors", ETC, USR])

    def test_one_of_the_others(self):
        """The directory beside the library is also a default directory and keeps its place among those. (If the
        checkout is in a folder that others may write to, the loader does not follow the link through that folder, and
        reports the place.)"""
        for title, folder in ("by name", "etc"), ("through a link", "linked"):
            with self.row(title), Place() as m:
                m.put("etc/x.icd", "a")
                m.put("user/y.icd", "b")
                library = self.copy(m, "tree/lib/libOpenCL.so.1")
                os.makedirs(m.path("tree/etc"))
                if folder == "linked":
                    os.makedirs(m.path("tree/etc/OpenCL"))
                    os.symlink(m.real("etc"), m.path("tree/etc/OpenCL/vendors"))
                else:
                    os.symlink(os.path.dirname(m.real("etc")), m.path("tree/etc/OpenCL"))
                folders = [USER, ETC, USR]
                if place.is_shared(m.real("etc")):
                    folders.insert(1, "tree/etc/OpenCL/vendors")
                self.check(m, library, ["b", "a"], folders)

    def test_without_etc(self, m):
        """This library is built to look only beside itself."""
        library = place.BUILD.library_without_etc
        beside = os.path.join(os.path.dirname(os.path.dirname(library)), "etc")
        self.addCleanup(shutil.rmtree, beside, ignore_errors=True)
        os.makedirs(os.path.join(beside, "OpenCL/vendors"), exist_ok=True)
        with open(os.path.join(beside, "OpenCL/vendors/x.icd"), "w", encoding="utf-8") as file:
            file.write(m.fake("a") + "\n")
        m.prepare(ONE_EACH)
        m.conf("machine", "OCL_ICD_PLATFORM_SORT = none")
        result = m.look(library=library)
        self.assertEqual(result.names, ["a"])
        self.assertEqual([directory["path"] for directory in result.report["driver_directories"]],
                         [os.path.join(beside, "OpenCL/vendors")])
        self.assertEqual([directory["path"] for directory in result.report["layer_directories"]],
                         [os.path.join(beside, "OpenCL/layers")])
        self.assertEqual({setting["origin"] for setting in result.report["settings"]
                          if setting["name"] != "OCL_ICD_PLATFORM_SORT"}, {"default"})
