# SPDX-License-Identifier: Apache-2.0
"""The choice of devices and their order: OCL_ICD_DEVICES_SELECT and OCL_ICD_DEVICES_DISABLE."""

import os

import place
import sandbox
from place import BUILD

# The fake drivers in order of search, their platforms, and the numbers of their devices.
#   mixed      "Mixed"   0 gpu 0, 1 gpu 1, 2 cpu 0, 3 custom 0 (not in CL_DEVICE_TYPE_ALL)
#   pair       "Pair 0"  4 gpu 0, 5 accelerator 0
#              "Pair 1"  6 gpu 0, 7 accelerator 0
#   bare       "Bare"
# Device 2 of platform 0 is at PCI 0000:01:02.0, and its UUID is ab, zeros, 00, 02.
# The driver of "Odd" has three GPUs. The second one is in PCI domain 1, has a UUID that is too short, and says that it is
# the default. The third one has an empty name.
DRIVERS = ["mixed", "pair", "bare"]
MIXED, PAIR_0, PAIR_1, BARE = "Mixed", "Pair 0", "Pair 1", "Bare"
ALL = [(MIXED, "gpu 0,gpu 1,cpu 0"), (PAIR_0, "gpu 0,accelerator 0"),
       (PAIR_1, "gpu 0,accelerator 0"), (BARE, None)]
FULL = ALL[:3]
NOT_FOUND = "-1"

# OCL_ICD_DEVICES_SELECT; the platforms, and what CL_DEVICE_TYPE_ALL lists of each; the patterns that match nothing.
SELECTS = [
    ("gpu", [(MIXED, "gpu 0,gpu 1"), (PAIR_0, "gpu 0"), (PAIR_1, "gpu 0")], []),
    ("GPU", [(MIXED, "gpu 0,gpu 1"), (PAIR_0, "gpu 0"), (PAIR_1, "gpu 0")], []),
    ("cpu", [(MIXED, "cpu 0")], []),
    ("accelerator", [(PAIR_0, "accelerator 0"), (PAIR_1, "accelerator 0")], []),
    ("custom", [(MIXED, None)], []),
    ("gpu:1", [(MIXED, "gpu 1")], []),
    ("gpu:2", [(PAIR_0, "gpu 0")], []),
    ("gpu:3", [(PAIR_1, "gpu 0")], []),
    ("gpu:4", [], ["gpu:4"]),
    ("gpu:1,cpu", [(MIXED, "gpu 1,cpu 0")], []),
    ("cpu,gpu:1", [(MIXED, "cpu 0,gpu 1")], []),
    ("cpu,gpu:1,gpu", [(MIXED, "cpu 0,gpu 1,gpu 0"), (PAIR_0, "gpu 0"), (PAIR_1, "gpu 0")], []),
    ("gpu:3,gpu:1", [(PAIR_1, "gpu 0"), (MIXED, "gpu 1")], []),
    ("accelerator,*", [(PAIR_0, "accelerator 0,gpu 0"), (PAIR_1, "accelerator 0,gpu 0"),
                       (MIXED, "gpu 0,gpu 1,cpu 0")], []),
    ("0", [(MIXED, "gpu 0")], []),
    ("7,2", [(PAIR_1, "accelerator 0"), (MIXED, "cpu 0")], []),
    ("8", [], ["8"]),
    ("*", FULL, []),
    ("mixed gpu ?", [(MIXED, "gpu 0,gpu 1")], []),
    ("*CPU*", [(MIXED, "cpu 0")], []),
    ("name:*cpu*", [(MIXED, "cpu 0")], []),
    ("gp", [], ["gp"]),
    ("gpus", [], ["gpus"]),
    ("?pu", [], ["?pu"]),  # a pattern for a name, not a word for a type
    ("pci:0000:01:02.0", [(MIXED, "cpu 0")], []),
    ("PCI:01:02.0", [(MIXED, "cpu 0")], []),
    ("pci:*:02:*", [(PAIR_1, "gpu 0,accelerator 0")], []),
    ("pci:0001:01:02.0", [], ["pci:0001:01:02.0"]),
    ("uuid:ab000000-0000-0000-0000-000000000002", [(MIXED, "cpu 0")], []),
    ("uuid:AB000000000000000000000000000101", [(PAIR_1, "accelerator 0")], []),
    ("uuid:*0101", [(PAIR_1, "accelerator 0")], []),
    ("uuid:ff*", [], ["uuid:ff*"]),
    ("platform:pair*", [(PAIR_0, "gpu 0,accelerator 0"), (PAIR_1, "gpu 0,accelerator 0")], []),
    ("platform:mx", [(MIXED, "gpu 0,gpu 1,cpu 0")], []),  # the platform's suffix
    ("platform:pair*/gpu", [(PAIR_0, "gpu 0"), (PAIR_1, "gpu 0")], []),
    ("platform:pair 1/gpu:0", [(PAIR_1, "gpu 0")], []),
    ("platform:pair 1/1,platform:pair 0/0", [(PAIR_1, "accelerator 0"), (PAIR_0, "gpu 0")], []),
    ("platform:pair*/*cel*", [(PAIR_0, "accelerator 0"), (PAIR_1, "accelerator 0")], []),
    ("platform:bare", [], ["platform:bare"]),
    (" cpu , gpu:1 ", [(MIXED, "cpu 0,gpu 1")], []),
    ("cpu,,", [(MIXED, "cpu 0")], []),
    ("cpu,nothing", [(MIXED, "cpu 0")], ["nothing"]),
    ("gpu:,cpu", [(MIXED, "cpu 0")], ["gpu:"]),
    ("gpu:x", [], ["gpu:x"]),
    ("gup:1,cpu", [(MIXED, "cpu 0")], ["gup:1"]),
    ("uuid:", [], ["uuid:"]),
    (" ", [], [""]),
    (",", [], [","]),
    (" , ,", [], [", ,"]),
    ("x" * 300, [], ["x" * 200]),
    ("uuid:" + "0" * 300, [], ["uuid:" + "0" * 195]),
    (",".join(["nothing"] + ["*"] * 63 + ["cpu"]), FULL, ["nothing"]),  # more patterns than the loader watches
]

# The same with the driver of three GPUs.
ODD = [
    ("2,*", ",gpu 0,gpu 1", []),
    ("gpu:0,gpu:1", "gpu 0,gpu 1", []),
    ("pci:0001:01:01.0", "gpu 1", []),
    ("pci:01:01.0,0", "gpu 0", ["pci:01:01.0"]),
    ("uuid:ab*", "gpu 0,", []),
    ("0,", "gpu 0", []),
    ("uuid:*,gpu:1", "gpu 0,,gpu 1", []),
]

# The same for OCL_ICD_DEVICES_DISABLE.
DISABLES = [
    ("gpu", [(MIXED, "cpu 0"), (PAIR_0, "accelerator 0"), (PAIR_1, "accelerator 0"), ALL[3]], []),
    ("gpu:0", [(MIXED, "gpu 1,cpu 0")] + ALL[1:], []),
    ("0,4,5", [(MIXED, "gpu 1,cpu 0")] + ALL[2:], []),
    ("*", [ALL[3]], []),
    ("platform:pair*", [ALL[0], ALL[3]], []),
    ("nothing", ALL, ["nothing"]),
]

# Both variables, and the platforms.
BOTH = [
    ("gpu:1,*", "cpu", [(MIXED, "gpu 1,gpu 0"), ALL[1], ALL[2]]),
    ("gpu:1", "gpu:1", []),
    ("gpu:1,gpu", "0", [(MIXED, "gpu 1"), (PAIR_0, "gpu 0"), (PAIR_1, "gpu 0")]),
]

# OCL_ICD_DEVICES_SELECT, and what each function lists of "Mixed".
FUNCTIONS = [
    ("cpu,gpu:1", {"default": "cpu 0", "gpu": "gpu 1", "cpu": "cpu 0", "accelerator": None, "custom": None,
                   "all": "cpu 0,gpu 1", "gpu+cpu": "cpu 0,gpu 1", "context": "cpu 0,gpu 1",
                   "gpu-context": "gpu 1", "gl": "cpu 0,gpu 1", "current": "", "va": "cpu 0,gpu 1"}),
    ("gpu:1,cpu", {"default": "gpu 1", "all": "gpu 1,cpu 0", "context": "gpu 1,cpu 0", "gl": "gpu 1,cpu 0",
                   "va": "gpu 1,cpu 0", "dx9": "gpu 1,cpu 0"}),
    ("custom,gpu:0", {"default": "gpu 0", "gpu": "gpu 0", "cpu": None, "accelerator": None,
                      "custom": "custom 0", "all": "gpu 0", "gpu+cpu": "gpu 0", "context": "gpu 0",
                      "gpu-context": "gpu 0", "gl": "custom 0,gpu 0", "current": "custom 0",
                      "va": "custom 0,gpu 0"}),
    ("cpu", {"default": "cpu 0", "gpu": None, "cpu": "cpu 0", "accelerator": None, "custom": None,
             "all": "cpu 0", "gpu+cpu": "cpu 0", "context": "cpu 0", "gpu-context": None, "gl": "cpu 0",
             "current": "", "va": "cpu 0"}),
    # In the order of the driver, which has the last device first.
    ("*", {"default": "gpu 0", "gpu": "gpu 0,gpu 1", "cpu": "cpu 0", "accelerator": None,
           "custom": "custom 0", "all": "gpu 0,gpu 1,cpu 0", "gpu+cpu": "gpu 0,gpu 1,cpu 0",
           "context": "gpu 0,gpu 1,cpu 0", "gpu-context": "gpu 0,gpu 1",
           "gl": "custom 0,cpu 0,gpu 1,gpu 0", "current": "custom 0",
           "va": "custom 0,cpu 0,gpu 1,gpu 0"}),
]


class Place(place.Place):
    def choose(self, *steps, drivers=DRIVERS, **variables):
        for name in os.listdir(self.vendors):
            os.unlink(os.path.join(self.vendors, name))
        self.drivers(*drivers)
        return self.look("platforms", *(steps or ["lists"]),
                         env={"OCL_ICD_VENDORS": self.vendors, **variables})


def lists(result, what="all"):
    """Returns what a function lists of each platform. Names of devices lack the platform's name."""
    return [(name, names.replace(name + " ", "") if status == "0" else None)
            for name, function, status, names in result.answers("list") if function == what]


def missing_of(result):
    """Returns the patterns that match nothing."""
    return [problem.split("'")[1] for problem, detail in zip(result.report["problems"], result.report["problem_details"])
            if detail["code"] == "VALUE"]


def hints(result, code="DEVICES_HIDDEN"):
    return [problem for problem, detail in zip(result.report["problems"], result.report["problem_details"])
            if detail["code"] == code]


def seen(result):
    """Returns all devices that programs see."""
    return [name for _, function, status, names in result.answers("list") if function == "all" and status == "0"
            for name in names.split(",")]


# The loader hides a device if it does not know whether the user wants it: drivers; settings; the devices that programs
# see; parts of each hint; the verdicts on drivers that are not loaded, with their messages.
SELECT, DISABLE = "OCL_ICD_DEVICES_SELECT", "OCL_ICD_DEVICES_DISABLE"
MIXED_3, ODD_3 = ["Mixed gpu 0", "Mixed gpu 1", "Mixed cpu 0"], ["Odd gpu 0", "Odd gpu 1", "Odd gpu 2"]
FAILED, OFF = [("DEVICES_NOT_LISTED", "clGetDeviceIDs returned -6")], [("DEVICES_DISABLED", None)]
HIDDEN = [
    # The driver does not list its devices.
    (["devices_fail_twice"], {DISABLE: "gpu:0"}, [], [], FAILED),
    (["devices_fail_twice"], {SELECT: "gpu:1"}, [], [], FAILED),
    (["odd_device_count"], {DISABLE: "gpu:0"}, [], [], [("DEVICES_NOT_LISTED", "it counts more than 4096")]),
    (["devices_fail_twice", "mixed"], {DISABLE: "cpu"}, MIXED_3[:2], [], FAILED),
    (["mixed", "devices_fail_twice"], {DISABLE: "0"}, MIXED_3[1:], [], FAILED),
    (["pair_fails"], {DISABLE: "cpu"}, ["Pair 1 gpu 0", "Pair 1 accelerator 0"],
     ["platform 'Pair 0' (", "it does not list its devices"], []),
    # Then nobody knows the numbers of later devices, except those inside a platform.
    (["devices_fail_twice", "mixed"], {DISABLE: "gpu:1"}, MIXED_3[2:],
     ["2 of the devices of platform 'Mixed' (", "whether OCL_ICD_DEVICES_DISABLE means them: a driver did not list"],
     FAILED),
    (["devices_fail_twice", "mixed"], {DISABLE: "1"}, [],
     ["4 of the devices of platform 'Mixed' (", "whether OCL_ICD_DEVICES_DISABLE means them: a driver did not list"],
     FAILED + OFF),
    (["devices_fail_twice", "mixed"], {SELECT: "gpu:0,cpu"}, MIXED_3[2:],
     ["2 of the devices of platform 'Mixed' (", "whether OCL_ICD_DEVICES_SELECT means them: a driver did not list"],
     FAILED),
    (["devices_fail_twice", "mixed"], {DISABLE: "platform:mixed/gpu:1"}, MIXED_3[::2], [], FAILED),
    (["devices_gap", "mixed"], {DISABLE: "gpu:3"}, ["Odd gpu 0", "Mixed cpu 0"],
     ["1 of the devices of platform 'Odd'", "2 of the devices of platform 'Mixed'", "a driver counted a device that it did not list"], []),
    (["devices_wild", "mixed"], {DISABLE: "gpu:3"}, ["Odd gpu 0", "Mixed cpu 0"],
     ["1 of the devices of platform 'Odd'", "2 of the devices of platform 'Mixed'", "a driver counted a device that it did not list"], []),
    (["device_wild", "mixed"], {DISABLE: "cpu"}, MIXED_3[:2], [], [("DEVICES_NOT_LISTED", "it counts 1, and lists none")]),
    # A platform that is refused for what it lacks never had any.
    (["no_icd", "mixed"], {DISABLE: "gpu:1"}, MIXED_3[::2], [], [("PLATFORM_NO_ICD", None)]),
    # It may know no custom devices, but not fail to list them.
    (["custom_unknown", "mixed"], {DISABLE: "gpu:3"}, ODD_3 + MIXED_3[1:], [], []),
    (["custom_invalid", "mixed"], {DISABLE: "gpu:3"}, ODD_3 + MIXED_3[1:], [], []),
    (["custom_fails", "mixed"], {DISABLE: "gpu:3"}, ODD_3 + MIXED_3[2:],
     ["2 of the devices of platform 'Mixed'", "a driver did not list its devices"], []),
    # The platforms may be in another order than usual.
    (["mixed", "devices_fail_once"], {DISABLE: "gpu:0", "OCL_ICD_PLATFORM_SORT": "devices"}, MIXED_3[2:],
     ["2 of the devices of platform 'Mixed'", "3 of the devices of platform 'Odd'", "the order of the platforms"], OFF),
    (["mixed", "devices_fail_once"], {DISABLE: "*gpu 0", "OCL_ICD_PLATFORM_SORT": "devices"}, MIXED_3[1:] + ODD_3[1:],
     [], []),
    # Platforms without CPUs have counted them.
    (["devices_no_uuid", "custom_unknown"], {DISABLE: "gpu:0", "OCL_ICD_PLATFORM_SORT": "devices"}, ODD_3[1:] + ODD_3, [], []),
    # The driver does not tell what a pattern asks for.
    (["device_long_name"], {DISABLE: "x*"}, ODD_3[::2], ["1 of the devices of platform 'Odd'", "means it"], []),
    (["device_long_name"], {SELECT: "x*,gpu:0"}, ODD_3[:1], ["whether OCL_ICD_DEVICES_SELECT means it"], []),
    (["nameless"], {DISABLE: "x*"}, [], ["2 of the devices of platform 'Nameless'"], OFF),
    (["devices_no_type"], {DISABLE: "cpu"}, [], ["3 of the devices of platform 'Odd'"], OFF),
    (["devices_no_type"], {DISABLE: "cpu:0"}, [], ["3 of the devices of platform 'Odd'"], OFF),
    (["devices_no_type"], {DISABLE: "*gpu 0"}, ODD_3[1:], [], []),
    (["devices_no_type", "mixed"], {DISABLE: "cpu:0"}, MIXED_3[:2],
     ["does not tell the type", "1 of the devices of platform 'Mixed'"], OFF),
    (["devices_no_uuid"], {DISABLE: "uuid:ff*"}, [], ["3 of the devices of platform 'Odd'"], OFF),
    (["odd_devices"], {DISABLE: "uuid:ff*"}, ["Odd gpu 0", ""], ["1 of the devices of platform 'Odd'"], []),
    (["platform_nameless"], {DISABLE: "platform:x*"}, [], ["1 of the devices of platform ''"], OFF),
    (["platform_nameless", "mixed"], {DISABLE: "platform:x*/cpu"}, ["Unnamed gpu 0"] + MIXED_3, [], []),
    (["platform_nameless", "mixed"], {"OCL_ICD_PLATFORMS_DISABLE": "x*"}, MIXED_3, [], [("PLATFORM_NO_NAME", None)]),
    # One device appears several times.
    (["devices_repeated"], {DISABLE: "0"}, ODD_3[1:], [], []),
    (["devices_repeated"], {SELECT: "1"}, ODD_3[1:2], [], []),
    (["device_twins"], {SELECT: "platform:*0/0"}, ["Odd 0 gpu 0"], [], []),
    (["device_twins"], {DISABLE: "0"}, ["Odd 0 gpu 1", "Odd 0 gpu 2"] * 2, [], []),
    # A property that a device lacks hides nothing.
    (["custom_in_all"], {DISABLE: "pci:65*,uuid:ff*"}, ["All device"] * 2, [], []),
]


class Devices(place.Case, machine=Place):
    def check(self, m, platforms, missing, **variables):
        result = m.choose(**variables)
        self.assertEqual(lists(result), platforms)
        self.assertEqual(result.names, [name for name, _ in platforms])
        self.assertEqual(missing_of(result), missing)
        for problem in result.report["problems"]:
            self.assertIn(f"{[*variables][0]}: '", problem)
        return result

    def test_select_and_disable(self, m):
        for variable, rows in ("OCL_ICD_DEVICES_SELECT", SELECTS), ("OCL_ICD_DEVICES_DISABLE", DISABLES):
            for patterns, platforms, missing in rows:
                with self.row((variable, patterns)):
                    self.check(m, platforms, missing, **{variable: patterns})

    def test_both(self, m):
        for select, disable, platforms in BOTH:
            with self.row((select, disable)):
                self.check(m, platforms, [], OCL_ICD_DEVICES_SELECT=select,
                           OCL_ICD_DEVICES_DISABLE=disable)

    def test_functions(self, m):
        """The same for a driver of cl_khr_icd 2.0."""
        for driver in "mixed", "mixed_icd2":
            for select, expected in FUNCTIONS:
                with self.row((driver, select)):
                    result = m.choose(drivers=[driver], OCL_ICD_DEVICES_SELECT=select)
                    self.assertEqual({what: dict(lists(result, what))[MIXED] for what in expected}, expected)
                    # The properties, the callback and its data reach the driver.
                    for context in result.happened("context"):
                        self.assertEqual(context, ["properties", "callback"])

    def test_odd_answers(self, m):
        """The driver gives odd answers, and says too little about a device."""
        for select, names, missing in ODD:
            with self.row(select):
                result = m.choose(drivers=["odd_devices"], OCL_ICD_DEVICES_SELECT=select)
                self.assertEqual([lists(result), missing_of(result)], [[("Odd", names)], missing])
        # The default is one device, whatever the others say about themselves.
        result = m.choose(drivers=["odd_devices"], OCL_ICD_DEVICES_SELECT="0,1")
        self.assertEqual(lists(result, "default"), [("Odd", "gpu 0")])
        self.assertEqual(m.choose(drivers=["odd_device_count"], OCL_ICD_DEVICES_SELECT="*").names, [])
        # A pattern for a name does not match a device without a known name.
        for select, seen in ("gpu:1", ["1"]), ("*", []), ("*,gpu:0", ["1"]):
            result = m.choose("devices", drivers=["nameless"], OCL_ICD_DEVICES_SELECT=select)
            self.assertEqual([device[0] for device in result.answers("devices")], seen)
        # A device that a driver lists twice counts once.
        result = m.choose("devices", drivers=["custom_in_all"], OCL_ICD_DEVICES_SELECT="gpu")
        self.assertEqual([device["type"] for device in result.report["devices"]], ["gpu", "custom"])

    def test_unknown_is_hidden(self, m):
        for drivers, variables, names, parts, wrong in HIDDEN:
            with self.row((drivers, variables)):
                result = m.choose(drivers=drivers, OCL_ICD_LOG="warn", **variables)
                self.assertEqual(seen(result), names)
                self.assertEqual([(driver["verdict"], driver["message"]) for driver in result.report["drivers"]
                                  if driver["verdict"] != "LOADED"], wrong)
                told = "\n".join(hints(result))
                self.assertEqual([part for part in parts if part not in told], [])
                self.assertEqual(bool(told), bool(parts), told)
                for hint in hints(result):
                    self.assertIn(f"clrelay: warning: {hint}", result.trace)

    def test_device_that_comes(self, m):
        """A device that appears after loading stays hidden, even if the choice hides or moves no other."""
        for variables in {SELECT: "*"}, {DISABLE: "nothing"}:
            with self.row(variables):
                result = m.choose("lists", "room", drivers=["device_comes"], OCL_ICD_LOG="warn", **variables)
                for what in "all", "gpu", "gpu+cpu", "context", "gpu-context":
                    self.assertEqual(lists(result, what), [("Odd", "gpu 0,gpu 1")], what)
                for what in "gl", "va": # these drivers list the last device first
                    self.assertEqual(lists(result, what), [("Odd", "gpu 1,gpu 0")], what)
                self.assertEqual([line for line in result.trace if "stay hidden" in line],
                                 ["clrelay: warning: a platform has 3 devices now, and had 2 when its driver was loaded: "
                                  "with a choice of devices the new ones stay hidden until the program is started again"])

    def test_devices_by_name(self, m):
        """A driver may give its own clGetDeviceIDs by name, and so may its own function that returns functions."""
        for variables, names in ({SELECT: "gpu:1"}, "gpu 1"), ({}, "gpu 0,gpu 1,gpu 2"):
            with self.row(variables):
                result = m.choose("by-name", drivers=["devices_by_name"], **variables)
                for what in "by-name", "by-name-twice":
                    self.assertEqual(lists(result, what), [("Odd", names)])
        # Nobody knows which devices the function of another extension lists. What a driver does not have, no choice adds.
        for driver, variables, name, found in [("nameless", {DISABLE: "gpu:1"}, "clGetDeviceIDsFromD3D9NV", "null"),
                                               ("nameless", {}, "clGetDeviceIDsFromD3D9NV", "found"),
                                               ("pair", {DISABLE: "gpu:1"}, "clCreateContext", "null")]:
            with self.row((driver, variables, name)):
                result = m.choose("lookup-for", "0", name, drivers=[driver], **variables)
                self.assertEqual(result.answer("lookup-for"), ["0", name, found])

    def test_while_drivers_are_loaded(self, m):
        """A child process of a driver sees nothing that the user may have hidden."""
        sandbox.need(not BUILD.windows, "a driver that forks")
        for variables, count in ({DISABLE: "gpu:0"}, "0"), ({}, "1"):
            with self.row(variables):
                result = m.choose("platforms", drivers=["mixed", "forks_libc"], **variables)
                self.assertEqual(result.happened("child"), [[count]])

    def test_while_layers_are_loaded(self, m):
        """A layer that calls the exported functions sees no more than the program does later."""
        for variables, before in ({DISABLE: "gpu:0"}, ["-32", "0"]), ({}, ["0", "3"]):
            with self.row(variables):
                result = m.choose(drivers=["mixed"], OPENCL_LAYERS=m.layer("calls_api"), **variables)
                self.assertEqual(result.happened("unnamed", "calls_api")[:2], [["constructor", *before], ["init", *before]])

    def test_impossible_size(self, m):
        for driver, wanted in ("devices_size", "-6"), ("devices_65537", "-6"), ("devices_65536", "0"):
            with self.row(driver):
                result = m.choose(drivers=[driver], **{SELECT: "gpu"})
                self.assertEqual([status for _, what, status, _ in result.answers("list") if what in ("gl", "va")],
                                 [wanted] * 2)

    def test_a_system_that_refuses(self, m):
        """If the system does not let the loader replace functions, the loader shows nothing."""
        sandbox.need(not BUILD.windows, "a library before all others")
        sandbox.need(not BUILD.sanitizers, "sanitizers change memory themselves")
        refused = m.preload(m.fake("no_mprotect"))
        for variables, names in ({DISABLE: "gpu:0"}, []), ({}, MIXED_3):
            with self.row(variables):
                result = m.choose(drivers=["mixed"], **variables, **refused)
                self.assertEqual(seen(result), names)
                self.assertEqual(result.report["drivers"][0]["verdict"], "LOADED" if names else "DEVICES_PROTECTED")

    def test_other_loaders_variable(self, m):
        """The log says once that this variable hides nothing."""
        told = "clrelay: warning: OPENCL_VISIBLE_DEVICES is set, but this loader does not know it, and hides no device " \
               "for it: set OCL_ICD_DEVICES_SELECT instead"
        for variables, lines in ({"OPENCL_VISIBLE_DEVICES": "0"}, [told]), ({"OPENCL_VISIBLE_DEVICES": ""}, []), \
                ({"OPENCL_VISIBLE_DEVICES": "0", SELECT: "*"}, []), ({"OPENCL_VISIBLE_DEVICES": "0", DISABLE: "cpu"}, [told]):
            with self.row(variables):
                result = m.choose("lists", "platforms", OCL_ICD_LOG="warn", **variables)
                self.assertEqual([result.trace, len(hints(result, "FOREIGN_VARIABLE"))], [lines, len(lines)])

    def test_several_types(self, m):
        """A device of several types, like Oclgrind's, has one number: in the first of its types in the order gpu, cpu,
        …"""
        for select, platforms in [
                ("gpu:0", [("Sim", "cpu 0")]), ("gpu:1", [(MIXED, "gpu 0")]), ("cpu:0", [(MIXED, "cpu 0")]),
                ("accelerator:0", []), ("cpu", [("Sim", "cpu 0"), (MIXED, "cpu 0")]), ("accelerator", [("Sim", "cpu 0")]),
                ("platform:sim/gpu:0", [("Sim", "cpu 0")]), ("platform:sim/cpu:0", [])]:
            with self.row(select):
                result = m.choose(drivers=["all_types", "mixed"], OCL_ICD_DEVICES_SELECT=select)
                self.assertEqual(lists(result), platforms)
        result = m.choose(drivers=["all_types", "mixed"], OCL_ICD_DEVICES_SELECT="*")
        self.assertEqual([(device["type"], device["number_of_type"]) for device in result.report["devices"]],
                         [("gpu", 0), ("gpu", 1), ("gpu", 2), ("cpu", 0), ("custom", 0)])

    def test_layers(self, m):
        """Layers see the chosen devices."""
        select, expected = FUNCTIONS[0]
        result = m.choose(drivers=["mixed"], OCL_ICD_DEVICES_SELECT=select, OPENCL_LAYERS=m.layer("inner"))
        self.assertEqual(result.report["layers"][0]["verdict"], "LOADED")
        self.assertEqual({what: dict(lists(result, what))[MIXED] for what in expected}, expected)

    def test_handles_from_elsewhere(self, m):
        """A program may have handles from elsewhere. A platform that the choice leaves out still answers, and so do its
        devices."""
        for select, listed in ("accelerator", "gpu 0,gpu 1,cpu 0"), ("cpu", "cpu 0"):
            with self.row(select):
                result = m.choose("platforms", "elsewhere", m.fake("mixed"), OCL_ICD_DEVICES_SELECT=select)
                self.assertEqual(lists(result, "elsewhere"), [(MIXED, listed)])
                self.assertEqual(lists(result, "elsewhere-all"), [(MIXED, "gpu 0,gpu 1,cpu 0")])
                self.assertEqual(result.answers("elsewhere-context"), [["0"]] * 3)

    def test_errors_and_room(self, m):
        result = m.choose("room", drivers=["mixed"], OCL_ICD_DEVICES_SELECT="cpu,gpu:1")
        for what, answer in {"": "0 2 one", "-nothing": "-30", "-zero": "-30", "-list": "0", "-type": "-31",
                             "-context-none": "-1", "-context-type": "-31", "-gl": "-30 77", "-gl-fits": "0 2", "-va": "0 2 one",
                             "-va-nothing": "-30", "-va-zero": "-30", "-va-none": "-1 0", "-va-sub": "0 1",
                             "-va-both": "0 2 last",
                             "-va-unknown": "-1 0", "-va-null": "-32", "-va-other": "-32"}.items():
            with self.row(what):
                self.assertEqual(result.answer("room" + what), answer.split())
        # The sub-devices of a device that is left out are left out, too.
        result = m.choose("room", drivers=["mixed"], OCL_ICD_DEVICES_SELECT="cpu,gpu:0")
        self.assertEqual(result.answer("room-va-sub"), ["-1", "0"])

    def test_null_in_properties(self, m):
        """NULL is no platform, with a choice or without."""
        for select in "*", None:
            with self.row(select):
                result = m.choose("context", "is:null", "context", "other", drivers=["mixed"], OCL_ICD_DEVICES_SELECT=select)
                for what in "context", "gl":
                    self.assertEqual([answer[1] for answer in result.answers(what)], ["-32", "0"])

    def test_why_a_pattern_is_wrong(self, m):
        for pattern, why in [
                ("gup:1", ": before the colon only gpu, cpu"), ("gpu:x", ": a number must follow"),
                ("platform:mixed/gup:1", ": before the colon only gpu, cpu"), ("platform:mixed/gpu:9", ""),
                ("pci:0009:*", ""), ("platform:none", "")]:
            with self.row(pattern):
                result = m.choose(OCL_ICD_DEVICES_SELECT=pattern, OCL_ICD_LOG="warn")
                self.assertEqual(len(result.trace), 1, result.trace)
                told = result.trace[0].split(f"OCL_ICD_DEVICES_SELECT: '{pattern}' matches no device")[1]
                self.assertEqual(told[:len(why or told)], why)

    def test_verdicts(self, m):
        for variables, verdicts in [
                ({"OCL_ICD_DEVICES_SELECT": "cpu"}, ["LOADED"] + ["DEVICES_NOT_SELECTED"] * 2),
                ({"OCL_ICD_DEVICES_DISABLE": "platform:pair*"}, ["LOADED", "DEVICES_DISABLED", "LOADED"])]:
            with self.row(variables):
                result = m.choose(OCL_ICD_LOG="warn", **variables)
                self.assertEqual([driver["verdict"] for driver in result.report["drivers"]], verdicts)
                self.assertEqual(result.trace, [])  # a wish of the user is no warning

    def test_order_and_default_of_platforms(self, m):
        """Platforms come in the order of their first devices, or else as OCL_ICD_PLATFORM_SORT says."""
        for select, sort, names in [
                ("*", "name", [MIXED, PAIR_0, PAIR_1]), ("gpu", "pair 1", [PAIR_1, MIXED, PAIR_0]),
                ("cpu,gpu", "pair 1", [MIXED, PAIR_1, PAIR_0])]:
            with self.row((select, sort)):
                result = m.choose("null", OCL_ICD_DEVICES_SELECT=select, OCL_ICD_PLATFORM_SORT=sort)
                self.assertEqual(result.names, names)
                self.assertEqual(result.answer("null-info"), names[:1])

    def test_numbers_follow_the_order_of_platforms(self, m):
        result = m.choose(OCL_ICD_DEVICES_SELECT="gpu:0", OCL_ICD_PLATFORM_SORT="pair 1")
        self.assertEqual(lists(result), [(PAIR_1, "gpu 0")])

    def test_report(self, m):
        result = m.choose(OCL_ICD_DEVICES_SELECT="cpu,gpu:1,6", OCL_ICD_DEVICES_DISABLE="6")
        select, disable = "OCL_ICD_DEVICES_SELECT", "OCL_ICD_DEVICES_DISABLE"
        self.assertEqual(
            [(device["number"], device["type"], device["number_of_type"], device["name"], device["platform_name"],
              device["platform"], device["index"], device["left_out_by"]) for device in result.report["devices"]],
            [(0, "gpu", 0, "Mixed gpu 0", MIXED, 0, None, select),
             (1, "gpu", 1, "Mixed gpu 1", MIXED, 0, 1, None),
             (2, "cpu", 0, "Mixed cpu 0", MIXED, 0, 0, None),
             (3, "custom", 0, "Mixed custom 0", MIXED, 0, None, select),
             (4, "gpu", 2, "Pair 0 gpu 0", PAIR_0, None, None, select),
             (5, "accelerator", 0, "Pair 0 accelerator 0", PAIR_0, None, None, select),
             (6, "gpu", 3, "Pair 1 gpu 0", PAIR_1, None, None, disable),
             (7, "accelerator", 1, "Pair 1 accelerator 0", PAIR_1, None, None, select)])

    def test_report_of_custom_devices(self, m):
        """Custom devices are not in CL_DEVICE_TYPE_ALL, so they have no index there."""
        result = m.choose(drivers=["mixed"], OCL_ICD_DEVICES_SELECT="custom,gpu:1,gpu:0")
        self.assertEqual([device["index"] for device in result.report["devices"]], [1, 0, None, None])

    def test_search_only(self, m):
        """The loader opens no driver, so it does not say that a pattern matches nothing."""
        result = m.choose("loader", OCL_ICD_DEVICES_SELECT="gpu", OCL_ICD_DEVICES_DISABLE="cpu",
                          OCL_ICD_SEARCH_ONLY="1")
        self.assertEqual(result.report["problems"], [])

    def test_nothing_set(self, m):
        """Without these settings, the loader does not ask drivers for devices or for names of platforms."""
        result = m.choose("loader")
        self.assertEqual(result.names, [name for name, _ in ALL])
        self.assertEqual(result.happened("devices"), [])
        self.assertEqual(result.report["devices"], [])
        for select, whose in (None, "driver"), ("gpu", "loader"):
            answers = m.choose("whose", OCL_ICD_DEVICES_SELECT=select).answers("whose")
            self.assertIn(answers, [[], [[whose]]])  # the probe cannot tell this on Windows

    def test_conf(self, m):
        """The machine's and the user's files, and the environment, which wins."""
        m.conf("machine", "OCL_ICD_DEVICES_SELECT = cpu")
        self.assertEqual(lists(m.choose()), [(MIXED, "cpu 0")])
        m.conf("user", "OCL_ICD_DEVICES_SELECT = gpu:1")
        self.assertEqual(lists(m.choose()), [(MIXED, "gpu 1")])
        self.assertEqual(lists(m.choose(OCL_ICD_DEVICES_SELECT="7")), [(PAIR_1, "accelerator 0")])
