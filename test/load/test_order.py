# SPDX-License-Identifier: Apache-2.0
"""The order of the platforms, the default platform, and the meaning of a NULL platform."""

import fnmatch

import sandbox

INVALID_VALUE, INVALID_PLATFORM, DEVICE_NOT_FOUND, NOT_FOUND = "-30", "-32", "-1", "-1001"

# Title, drivers in order of search, OCL_ICD_PLATFORM_SORT, the platforms.
SORTS = [
    ("GPUs", ["gpu_1", "gpu_2"], "devices", ["gpu_2", "gpu_1"]),
    ("GPUs, found the other way", ["gpu_2", "gpu_1"], "devices", ["gpu_2", "gpu_1"]),
    ("CPUs", ["cpu_1", "cpu_3"], "devices", ["cpu_3", "cpu_1"]),
    ("GPUs before CPUs", ["cpu_3", "gpu_1"], "devices", ["gpu_1", "cpu_3"]),
    ("CPUs before accelerators", ["accelerator_4", "cpu_1"], "devices", ["cpu_1", "accelerator_4"]),
    ("GPUs before all devices", ["custom_2", "gpu_1"], "devices", ["gpu_1", "custom_2"]),
    ("CPUs before all devices", ["custom_2", "cpu_1"], "devices", ["cpu_1", "custom_2"]),
    # The third key is the number of all devices of whatever kind, as with ocl-icd.
    ("all devices", ["accelerator_1", "custom_2"], "devices", ["custom_2", "accelerator_1"]),
    ("all devices, found the other way", ["custom_2", "accelerator_1"], "devices",
     ["custom_2", "accelerator_1"]),
    ("as many GPUs, more devices", ["gpu_1", "gpu_1_custom_1"], "devices",
     ["gpu_1_custom_1", "gpu_1"]),
    ("no devices last", ["no_devices", "accelerator_4"], "devices",
     ["accelerator_4", "no_devices"]),
    ("a failing count is none", ["devices_fail", "cpu_1"], "devices", ["cpu_1", "devices_fail"]),
    ("ties in order of search", ["gpu_2_too", "a", "gpu_2", "b", "gpu_1"], "devices",
     ["gpu_2_too", "gpu_2", "a", "b", "gpu_1"]),
    ("ties, found the other way", ["gpu_1", "b", "gpu_2", "a", "gpu_2_too"], "devices",
     ["gpu_2", "gpu_2_too", "gpu_1", "b", "a"]),
    ("all kinds",
     ["no_devices", "custom_2", "accelerator_4", "cpu_1", "cpu_3", "gpu_1", "devices_fail",
      "gpu_1_custom_1", "gpu_2", "accelerator_1"], "devices",
     ["gpu_2", "gpu_1_custom_1", "gpu_1", "cpu_3", "cpu_1", "accelerator_4", "custom_2",
      "accelerator_1", "no_devices", "devices_fail"]),
    ("none", ["cpu_1", "gpu_1", "gpu_2"], "none", ["cpu_1", "gpu_1", "gpu_2"]),
]
BY_DEFAULT = {"devices": ["gpu_2", "gpu_1", "cpu_1"], "none": ["cpu_1", "gpu_1", "gpu_2"]}

# Drivers, OCL_ICD_DEFAULT_PLATFORM, the platform that NULL means, or None if there is none.
DEFAULTS = [
    ([], None, None),
    ([], "0", None),
    ([], "1", None),
    (["a"], None, "a"),
    (["a"], "0", "a"),
    (["a"], "1", None),
    (["a", "b"], None, "a"),
    (["a", "b"], "", "a"),
    (["a", "b"], "0", "a"),
    (["a", "b"], "1", "b"),
    (["a", "b"], "2", None),
    (["a", "b", "c"], "2", "c"),
    (["a", "b"], "99", None),  # ocl-icd crashes
    (["a", "b"], "-1", None),
    (["a", "b"], "4294967296", None),
    (["a", "b"], "18446744073709551616", None),
]

# Title, the property list (see probe.c), the platform (a or b) or None for an error.
PROPERTIES = [
    ("no list", "none", "a"),
    ("an empty list", "empty", "a"),
    ("a list without a platform", "other", "a"),
    ("the first platform", "is:0", "a"),
    ("the second platform", "is:1", "b"),
    ("the platform comes second", "other:1", "b"),
    ("a NULL platform", "is:null", None),
    ("a NULL platform comes second", "other:null", None),
]


class Order(sandbox.Case):
    def test_sort(self):
        for title, drivers, sort, names in SORTS:
            with self.row(title), sandbox.Machine() as m:
                m.drivers(*drivers)
                result = m.run("platforms", env={"OCL_ICD_PLATFORM_SORT": sort})
                self.assertEqual(result.names, names)

    def test_default_of_the_build(self):
        for value in None, "":
            with self.row(value), sandbox.Machine() as m:
                m.drivers("cpu_1", "gpu_1", "gpu_2")
                result = m.run("platforms", env={"OCL_ICD_PLATFORM_SORT": value})
                self.assertEqual(result.names, BY_DEFAULT[sandbox.BUILD.sort])

    def test_unknown_value(self):
        """The loader takes the value as a pattern that matches no platform, and reports it."""
        for value in "Devices", "gpu", "1":
            with self.row(value), sandbox.Machine() as m:
                m.drivers("cpu_1", "gpu_1", "gpu_2")
                result = m.run("platforms", env={"OCL_ICD_PLATFORM_SORT": value})
                self.assertEqual(result.names, BY_DEFAULT["none"])
                self.assertTrue([line for line in result.trace
                                 if "OCL_ICD_PLATFORM_SORT" in line and value in line],
                                result.trace)

    def test_one_platform_is_not_counted(self):
        for drivers in ["a"], ["a", "0_platforms"], ["a", "a"], ["no_icd", "a"]:
            with self.row(drivers), sandbox.Machine() as m:
                m.drivers(*drivers)
                result = m.run("platforms", env={"OCL_ICD_PLATFORM_SORT": "devices"})
                self.assertEqual(result.happened("devices"), [])

    def test_order_of_search_is_not_counted(self, m):
        m.drivers("a", "b")
        result = m.run("platforms", env={"OCL_ICD_PLATFORM_SORT": "none"})
        self.assertEqual(result.happened("devices"), [])

    def test_no_kind_is_counted_twice(self, m):
        m.drivers("a", "b", "cpu_1")
        result = m.run("platforms", "platforms", env={"OCL_ICD_PLATFORM_SORT": "devices"})
        asked = [tuple(event) for event in result.events if event[0] == "devices"]
        self.assertTrue(asked)
        self.assertEqual(len(asked), len(set(asked)))

    def test_platforms_of_one_driver_are_sorted_too(self, m):
        m.drivers("two", "gpu_2")
        result = m.run("platforms", env={"OCL_ICD_PLATFORM_SORT": "devices"})
        self.assertEqual(result.names, ["gpu_2", "two 0", "two 1"])


    def test_many(self):
        """Any number of platforms is sorted; equal ones stay in the order of the search."""
        for count in 1, 2, 65, 70, 200:
            driver = f"{count}_platforms" if count > 2 else ("a", "two")[count - 1]
            for beside in [], ["a"]:
                self.check_many([driver, *beside])

    def check_many(self, drivers):
        patterns = ["*5", "*3*", "*2"]

        def rank(name):
            return next((number for number, pattern in enumerate(patterns)
                         if fnmatch.fnmatchcase(name, pattern)), len(patterns))

        with self.row(drivers), sandbox.Machine() as m:
            m.drivers(*drivers)
            names = m.run("platforms").names
            self.assertEqual(m.run("platforms", env={"OCL_ICD_PLATFORM_SORT": "devices"}).names, names)
            for sort, key in ("name", None), (",".join(patterns), rank):
                result = m.run("platforms", env={"OCL_ICD_PLATFORM_SORT": sort})
                self.assertEqual(result.names, sorted(names, key=key))


class Default(sandbox.Case):
    def test_rows(self):
        for drivers, value, name in DEFAULTS:
            with self.row((drivers, value)), sandbox.Machine() as m:
                m.drivers(*drivers)
                result = m.run("null", "context", "none",
                               env={"OCL_ICD_DEFAULT_PLATFORM": value})
                good = "0" if name else INVALID_PLATFORM
                self.assertEqual(result.answer("null-info"), [name or f"({INVALID_PLATFORM})"])
                self.assertEqual(result.answer("null-devices"), [good, "1" if name else "0"])
                self.assertEqual(result.answer("null-lookup"), ["null"])
                self.assertEqual(result.answer("context"), ["none", good, name or ""])
                self.assertEqual(result.answer("gl"), ["none", good, name or ""])

    def test_which_functions(self, m):
        """NULL means the default platform only where the specification leaves this to the implementation."""
        m.drivers("a")
        result = m.run("null", "context", "none")
        answers = {name: result.answer(f"null-{name}")[0] for name in ("info", "devices", "unload", "lookup")}
        self.assertEqual(answers, {"info": "a", "devices": "0", "unload": INVALID_PLATFORM, "lookup": "null"})
        self.assertEqual([result.answer("context")[1], result.answer("gl")[1]], ["0", "0"])
        self.assertEqual(result.happened("unload"), [])

    def test_no_number(self):
        """The loader reports a value that is not a number, and does not choose another platform instead."""
        for value in "abc", "1x", " ", "0x1":
            with self.row(value), sandbox.Machine() as m:
                m.drivers("a", "b")
                result = m.run("null", env={"OCL_ICD_DEFAULT_PLATFORM": value})
                self.assertEqual(result.answer("null-info"), [f"({INVALID_PLATFORM})"])
                self.assertTrue([line for line in result.trace
                                 if "OCL_ICD_DEFAULT_PLATFORM" in line], result.trace)

    def test_index_is_of_the_sorted_list(self, m):
        m.drivers("cpu_1", "gpu_1", "gpu_2")
        result = m.run("null", env={"OCL_ICD_DEFAULT_PLATFORM": "1",
                                    "OCL_ICD_PLATFORM_SORT": "devices"})
        self.assertEqual(result.answer("null-info"), ["gpu_1"])

    def test_each_function_may_be_the_first_call(self):
        for step in ["null"], ["context", "none"], ["lookup", "clFakeThingA"]:
            with self.row(step[0]), sandbox.Machine() as m:
                m.drivers("a", "b")
                result = m.run(*step, "platforms")
                self.assertEqual(result.names, ["a", "b"])
                self.assertEqual(len(result.happened("list")), 2)

    def test_null_slot_of_the_default_platform(self, m):
        """The default platform's table lacks all functions."""
        m.drivers("null_slots_all")
        self.assertEqual(m.run("null").answer("null-devices"), ["-59", "0"])


class Properties(sandbox.Case):
    def test_rows(self):
        for title, kind, driver in PROPERTIES:
            with self.row(title), sandbox.Machine() as m:
                m.drivers("a", "b")
                result = m.run("context", kind)
                status = "0" if driver else INVALID_PLATFORM
                self.assertEqual(result.answer("context"), [kind, status, driver or ""])
                self.assertEqual(result.answer("gl"), [kind, status, driver or ""])

    def test_chosen_default(self):
        for kind in "none", "empty", "other":
            with self.row(kind), sandbox.Machine() as m:
                m.drivers("a", "b")
                result = m.run("context", kind, env={"OCL_ICD_DEFAULT_PLATFORM": "1"})
                self.assertEqual(result.answer("context"), [kind, "0", "b"])
                self.assertEqual(result.answer("gl"), [kind, "0", "b"])


class PlatformIDs(sandbox.Case):
    """clGetPlatformIDs: num_entries, the list and the count in all combinations."""

    def test_combinations(self):
        no, yes, null = "untouched", "platform", "null"
        # The drivers, the status of a right call, and what two places of a list then have.
        for drivers, status, first, second in (["a", "b", "c"], "0", yes, yes), (["a"], "0", yes, no), ([], NOT_FOUND, null, null):
            count = str(len(drivers))
            with self.row(drivers), sandbox.Machine() as m:
                m.drivers(*drivers)
                self.assertEqual({name: rest for name, *rest in m.run("ids").answers("ids")}, {
                    **dict.fromkeys(["nothing", "no-room", "room-0"], [INVALID_VALUE, "12345", no, no]),
                    **dict.fromkeys(["count", "count-5"], [status, count, no, no]),
                    "one": [status, count, first, no],
                    "list": [status, "12345", first, second],
                    "both": [status, count, first, second]})
