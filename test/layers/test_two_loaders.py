# SPDX-License-Identifier: Apache-2.0
"""Two loaders in one process: each works with objects that the other obtained."""

import os

import layered
import sandbox

BUILD = sandbox.BUILD
OTHER = BUILD.other_loader

# icd2_full works with a loader that knows nothing of cl_khr_icd 2.0; icd2_a needs one that knows it. Drivers of
# cl_khr_icd 2.0 come first: see put().
FOR_ALL = ["icd2_full", "a", "two"]
MANAGED = ["a", "icd2_a", "icd2_full", "icd2_three"]
PLATFORMS = {"two": 2, "icd2_three": 3}


def names(drivers):
    return [name for name in drivers for _ in range(PLATFORMS.get(name, 1))]


def takes_only_its_own():
    """Tells whether the other loader refuses a platform in a property list unless it listed that platform itself.
    ocl-icd does this, and no other loader knows this variable."""
    with open(OTHER, "rb") as file:
        return b"OCL_ICD_PLATFORM_SORT" in file.read()


def namespaces(library):
    """Returns the library and, where there are namespaces, the library in a namespace of its own."""
    return [library, "ns:" + library] if BUILD.glibc else [library]


def put(m, *drivers):
    """ocl-icd 2.3.3 reads files as the file system lists them, and moves the dispatch data that it has handed out when
    it finds more platforms. It crashes unless the first drivers are in the files that it reads last."""
    m.drivers(*drivers)
    for name, driver in zip(os.listdir(m.vendors), reversed(drivers)):
        m.icd(name, m.fake(driver))


class Loaders(sandbox.Case, machine=layered.Machine):
    def run_pair(self, m, first, second, *steps, drivers, probe=None):
        put(m, *drivers)
        # A closed loader leaves its records to the objects of drivers that stay, although another loader may have given
        # them other records meanwhile. ocl-icd leaves more.
        return m.run("open", "0", first, "open", "1", second, *steps, env=layered.KEEPS,
                     probe=probe or BUILD.visitor)

    def check(self, result, key, user, owner, drivers, times=1, knows_all=True):
        """Checks that each object reached its own driver. `knows_all` says that the user takes platforms that it did
        not list itself; ocl-icd does not take them from a property list."""
        lines = [line[2:] for line in result.answers(key) if line[:2] == [user, owner]]
        wanted = [[name, name, name, "0"] for name in names(drivers) * times]
        if key == "used":
            wanted = [line + [line[0], line[0] if knows_all else ""] for line in wanted]
        self.assertCountEqual(lines, wanted)  # each loader has its own order

    def walk(self, first, second, drivers, probe=None, closes=True, apart=()):
        """Uses objects of each loader before and after the other was opened, and after it was closed."""
        steps = ["obtain", "0", "touch", "1", "0", "use", "0", "0", "use", "1", "0",
                 "obtain", "1", "touch", "0", "0", "use", "1", "1", "use", "0", "1",
                 "use", "0", "0", "use", "1", "0", "obtain", "0", "use", "1", "0", "use", "0", "1"]
        with layered.Machine() as m:
            result = self.run_pair(m, first, second, *steps, drivers=drivers, probe=probe)
            for key, user, owner, times in (("touched", "1", "0", 1), ("touched", "0", "0", 1),
                                            ("used", "0", "0", 2), ("used", "1", "0", 3),
                                            ("used", "1", "1", 1), ("used", "0", "1", 2)):
                self.check(result, key, user, owner, drivers, times,
                           user == owner or user not in apart)
        if not closes:
            return
        steps = ["obtain", "0", "obtain", "1", "close", "1", "use", "0", "0", "use", "0", "1",
                 "obtain", "0", "use", "0", "0"]
        for order in (steps, ["obtain", "1", *steps]):
            with layered.Machine() as m:
                result = self.run_pair(m, first, second, *order, drivers=drivers, probe=probe)
                self.check(result, "used", "0", "0", drivers, 2)
                self.check(result, "used", "0", "1", drivers, 1, "0" not in apart)

    def test_another(self):
        sandbox.need_other_loader()
        for first, second in (BUILD.library, OTHER), (OTHER, BUILD.library):
            with self.row((first, second)):
                self.walk(first, second, FOR_ALL)

    def test_another_in_the_global_scope(self):
        """All libraries find the functions of one of the loaders, or of both."""
        sandbox.need_other_loader()
        for first, second in (BUILD.library, OTHER), (OTHER, BUILD.library):
            for scopes in ("global:", ""), ("", "global:"), ("global:", "global:"):
                with self.row((first, second, scopes)):
                    self.walk(scopes[0] + first, scopes[1] + second, FOR_ALL)

    def check_every(self, m, first, second, user, owner, drivers, env=None):
        """Each call of each function arrives exactly once."""
        put(m, *drivers)
        result = m.run("open", "0", first, "open", "1", second, "obtain", "0", "obtain", "1",
                       "every", user, owner, env={**layered.KEEPS, **(env or {})},
                       probe=BUILD.visitor)
        called = [tuple(fields) for fields in result.answers("every")]
        self.assertGreater(len(called), 100 * len(drivers))
        arrived, inside = [], False
        for event in result.events:
            if event[0] == "mark":
                inside = event[1] == "every"
            elif inside and event[0] == "call":
                arrived.append((event[1], event[2]))
        self.assertEqual(arrived, called)

    def test_platforms_that_our_loader_leaves_out(self):
        """The other loader does not know these settings: every platform that it lists works."""
        sandbox.need_other_loader()
        for setting in "OCL_ICD_DRIVERS_DISABLE", "OCL_ICD_PLATFORMS_DISABLE":
            for steps in [], ["obtain", "1"]:
                with self.row((setting, steps)), layered.Machine() as m:
                    put(m, *FOR_ALL)
                    result = m.run("open", "0", OTHER, "open", "1", BUILD.library, "obtain", "0",
                                   *steps, "use", "1", "0", probe=BUILD.visitor,
                                   env={setting: "*", **layered.KEEPS})
                    self.assertEqual(result.answers("obtained")[1:], [["1", "0"]] if steps else [])
                    self.check(result, "used", "1", "0", FOR_ALL)

    def test_every_function(self):
        """Calls go through each loader, with objects that it or the other one obtained."""
        sandbox.need_other_loader()
        for first, second in (BUILD.library, OTHER), (OTHER, BUILD.library):
            for scope in "", "global:":
                for user in "01":
                    for owner in "01":
                        with self.row((scope, first, user, owner)), layered.Machine() as m:
                            self.check_every(m, scope + first, second, user, owner, ["old"])

    def test_every_function_of_two_of_ours(self):
        for scope in "", "global:":
            for user in "01":
                for owner in "01":
                    with self.row((scope, user, owner)), layered.Machine() as m:
                        copy = m.copy(BUILD.library, "copy/libOpenCL.so.1")
                        self.check_every(m, scope + BUILD.library, scope + copy, user, owner,
                                         ["old", "icd2_a", "icd2_b"])

    def test_our_loader_twice(self, m):
        copy = m.copy(BUILD.library, "copy/libOpenCL.so.1")
        for first, second in (BUILD.library, copy), (copy, BUILD.library):
            with self.row((first, second)):
                self.walk(first, second, MANAGED)

    def test_namespace(self):
        """A loader in a namespace of its own has drivers of its own."""
        layered.no_sanitizers("they do not know of namespaces")
        sandbox.need_glibc("namespaces")
        for first, second in (("ns:" + BUILD.library, BUILD.library),
                              (BUILD.library, "ns:" + BUILD.library),
                              ("ns:" + BUILD.library, "ns:" + BUILD.library)):
            with self.row((first, second)):
                self.walk(first, second, MANAGED)

    def test_namespace_of_another(self):
        sandbox.need_other_loader()
        layered.no_sanitizers("they do not know of namespaces")
        apart = ("1",) if takes_only_its_own() else ()
        for first, second in ("ns:" + BUILD.library, OTHER), (BUILD.library, "ns:" + OTHER):
            with self.row((first, second)):
                self.walk(first, second, FOR_ALL, apart=apart)

    def test_exit(self):
        """A loader stays usable at the program's end. One in a namespace ends before the program's own destructors, so
        with layers it is no longer usable in them."""
        for path in namespaces(BUILD.library):
            if path != BUILD.library and BUILD.sanitizers:
                continue
            for layers in [], ["inner"]:
                with self.row((path, layers)), layered.Machine() as m:
                    m.drivers("unloadable", "icd2_unloadable")
                    result = m.run("open", "0", path, "obtain", "0", "late", "0", "mark", "leaving",
                                   env={"OPENCL_LAYERS": m.layers(*layers)}, probe=BUILD.visitor)
                    events = result.events[result.events.index(["mark", "leaving"]):]
                    told = [["deinit", name] for name in layers]
                    late = [["late", "0", "2"]] + told
                    if layers and path != BUILD.library:
                        late = told + [["late", "-59", "0"]]
                    self.assertEqual([event for event in events if event[0] in ("late", "deinit")],
                                     late)
                    self.assertEqual([event for event in events if event[0] == "call"], [])

    def test_static(self):
        """One loader is part of the program."""
        for first, second in ("static", BUILD.library), (BUILD.library, "static"):
            with self.row((first, second)):
                self.walk(first, second, MANAGED, BUILD.static_visitor, closes=False)

    def test_static_beside_another(self):
        sandbox.need_other_loader()
        for first, second in ("static", OTHER), (OTHER, "static"):
            with self.row((first, second)):
                self.walk(first, second, FOR_ALL, BUILD.static_visitor, closes=False)

    def test_static_in_a_library(self, m):
        """A record that a static loader has given a driver outlives the library that contains the loader."""
        m.drivers("icd2_full_lacks")
        result = m.run("open", "0", BUILD.plugin, "open", "1", BUILD.library, "obtain", "0",
                       "close", "0", "use", "1", "0", "obtain", "1", "use", "1", "1",
                       env=layered.KEEPS, probe=BUILD.visitor)
        self.assertEqual(result.answers("used"),
                         [["1", owner, *["icd2_full_lacks"] * 3, "-59",
                           *["icd2_full_lacks"] * 2] for owner in "01"])

    def test_no_data(self):
        """The objects come from a loader that does not know cl_khr_icd 2.0: the driver's table serves."""
        driver = "driver:" + sandbox.Machine().fake("icd2_full")
        for second, probe in (BUILD.library, BUILD.visitor), ("static", BUILD.static_visitor):
            with self.row(second), layered.Machine() as m:
                result = self.run_pair(m, driver, second, "obtain", "0", "touch", "1", "0",
                                       "count", "1", "touch", "1", "0", "use", "1", "0", "obtain", "1",
                                       "use", "1", "1", drivers=["icd2_full"], probe=probe)
                self.check(result, "touched", "1", "0", ["icd2_full"], 2)
                for owner in "01":
                    self.check(result, "used", "1", owner, ["icd2_full"])

    def test_missing_function(self, m):
        """A function that the driver keeps from loaders stays missing, whichever loader came last or is gone."""
        copy = m.copy(BUILD.library, "copy/libOpenCL.so.1")
        for second in namespaces(copy):
            if second != copy and BUILD.sanitizers:
                continue
            for driver in "icd2_full_lacks", "icd2_unloadable_lacks":
                with self.row((second, driver)):
                    self.walk_missing(m, second, driver)

    def walk_missing(self, m, second, driver):
        steps = ["obtain", "0", "use", "0", "0", "obtain", "1", "use", "0", "0", "use", "0", "1",
                 "use", "1", "0", "close", "1", "use", "0", "0", "use", "0", "1", "open", "1",
                 second, "use", "1", "0", "obtain", "1", "use", "1", "0", "use", "0", "1"]
        result = self.run_pair(m, BUILD.library, second, *steps, drivers=[driver])
        self.check_missing(result, driver, 9)
        if second.startswith("ns:"):
            return  # that loader has another copy of the driver
        # The loaders close in the other order: objects still lead to what the first one has given the driver. A driver
        # that stays keeps its objects for a third loader.
        result = self.run_pair(m, BUILD.library, second, "obtain", "0", "count", "1", "close", "0", "touch", "1", "0", drivers=[driver])
        self.assertEqual(result.answer("touched")[2:], [driver] * 3 + ["-59"])
        later = [] if "unloadable" in driver else ["close", "1", "open", "0", BUILD.library, "use", "0", "1"]
        result = self.run_pair(m, BUILD.library, second, "obtain", "0", "obtain", "1", "close", "0", "use", "1", "0",
                               *later, drivers=[driver])
        self.check_missing(result, driver, 2 if later else 1)

    def check_missing(self, result, driver, times):
        self.assertEqual([line[2:] for line in result.answers("used")], [[driver] * 3 + ["-59"] + [driver] * 2] * times)
