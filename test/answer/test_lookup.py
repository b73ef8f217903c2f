# SPDX-License-Identifier: Apache-2.0
"""clGetExtensionFunctionAddress, its variant for a platform, and what the loader says about itself."""

import os
import re

import sandbox

# Functions of extensions that the loader knows by name and answers itself.
KNOWN = [
    "clCreateFromGLBuffer", "clCreateFromGLTexture", "clCreateFromGLTexture2D",
    "clCreateFromGLTexture3D", "clCreateFromGLRenderbuffer", "clGetGLObjectInfo",
    "clGetGLTextureInfo", "clEnqueueAcquireGLObjects", "clEnqueueReleaseGLObjects",
    "clGetGLContextInfoKHR", "clCreateEventFromGLsyncKHR", "clCreateSubDevicesEXT",
    "clRetainDeviceEXT", "clReleaseDeviceEXT", "clCreateFromEGLImageKHR",
    "clEnqueueAcquireEGLObjectsKHR", "clEnqueueReleaseEGLObjectsKHR",
    "clCreateEventFromEGLSyncKHR", "clGetKernelSubGroupInfoKHR",
]
# Names for which the loader asks no driver, except the first one if it is for a platform.
PRIVATE = ["clIcdGetPlatformIDsKHR", "clIcdGetFunctionAddressForPlatformKHR",
           "clIcdSetPlatformDispatchDataKHR", "clIcdAnythingAtAll"]
# Functions of ext/extension_functions.h. Without a platform, the loader's own function serves all platforms. For a
# platform, its driver gives the function.
SHARED = ["clCreateSemaphoreWithPropertiesKHR", "clEnqueueMigrateMemObjectEXT",
          "clHostMemAllocINTEL"]
# Extension functions that the loader does not know. Only the platform's driver does.
UNKNOWN = ["clCreateCommandBufferKHR", "clFakeThingKHR", "clFakeThingEXT"]

# The title, the drivers in order, the name, and the driver whose function is the answer.
SUFFIXES = [
    ("by suffix", ["a", "b"], "clFakeThingB", "b"),
    ("the first with the suffix", ["b", "a", "suffix_a_too"], "clFakeThingA", "a"),
    ("the first with the suffix, found the other way", ["suffix_a_too", "a"], "clFakeThingA",
     "suffix_a_too"),
    # In both other loaders, the first driver with the suffix wins, even if it answers NULL.
    ("the next one when the first says NULL", ["suffix_a_silent", "a"], "clFakeThingA", "a"),
    ("the next one but one", ["suffix_a_silent", "b", "suffix_a_too", "a"], "clFakeThingA",
     "suffix_a_too"),
    ("nobody says anything else", ["suffix_a_silent"], "clFakeThingA", "null"),
    ("no such suffix", ["a", "b"], "clFakeThingC", "null"),
    ("the suffix is only a part", ["a"], "clFakeThingAB", "null"),
    ("the suffix is in another case", ["a"], "clFakeThinga", "null"),
    # In ocl-icd, an empty suffix matches every name.
    ("an empty suffix is none", ["suffix_empty", "a"], "clFakeThingA", "a"),
    ("an empty suffix matches nothing", ["suffix_empty"], "clFakeThing", "null"),
    ("a name that is shorter than the suffix", ["suffix_all"], "LL", "null"),
    ("a name that is the suffix", ["suffix_all"], "ALL", "found"),
    ("an empty name", ["suffix_all", "suffix_empty"], "", "null"),
    ("an unknown name of KHR", ["suffix_khr"], "clFakeThingKHR", "null"),
    ("an unknown name of EXT", ["suffix_ext"], "clFakeThingEXT", "null"),
    ("a private name", ["suffix_khr"], "clIcdGetPlatformIDsKHR", "null"),
    ("a private name by another suffix", ["suffix_all"], "clIcdSomethingALL", "null"),
]


class Lookup(sandbox.Case):
    def test_suffixes(self):
        for title, drivers, name, answer in SUFFIXES:
            with self.row(title), sandbox.Machine() as m:
                m.drivers(*drivers)
                self.assertEqual(m.run("lookup", name).answer("lookup"), [name, answer])

    def test_each_driver_is_asked_once(self, m):
        """Each driver is asked once, however many of its platforms have this suffix."""
        m.drivers("70_platforms", "65_platforms")
        result = m.run("platforms", "lookup", "clNothingMANY")
        self.assertEqual(result.answer("lookup"), ["clNothingMANY", "null"])
        for driver in "70_platforms", "65_platforms":
            self.assertEqual(result.happened("ask", driver).count(["clNothingMANY"]), 1)

    def test_lookup_follows_the_order_of_platforms(self, m):
        m.icd("1.icd", m.fake("suffix_a_too"))
        m.icd("2.icd", m.fake("cpu_1"))
        result = m.run("platforms", "lookup", "clFakeThingA",
                       env={"OCL_ICD_PLATFORM_SORT": "devices"})
        self.assertEqual(result.answer("lookup")[1], "suffix_a_too")

    def test_known(self):
        """The loader answers with its own functions, even without a driver, and for any platform."""
        for drivers in [], ["suffix_khr", "suffix_ext"]:
            with self.row(drivers), sandbox.Machine() as m:
                m.drivers(*drivers)
                steps = [step for name in KNOWN for step in ("lookup", name)]
                steps += [step for name in KNOWN for step in ("lookup-for", "null", name)]
                if drivers:
                    steps += [step for name in KNOWN for step in ("lookup-for", "0", name)]
                result = m.run(*steps)
                self.assertEqual(result.answers("lookup"), [[name, "exported"] for name in KNOWN])
                self.assertEqual({answer for _, _, answer in result.answers("lookup-for")},
                                 {"exported"})
                self.assertEqual(result.happened("askfor"), [])

    def test_list_of_a_platform(self, m):
        """For its platform, a driver gives its own clIcdGetPlatformIDsKHR, unless that would show what the user
        hides."""
        name = PRIVATE[0]
        m.drivers("a", "b")
        steps = ["lookup", name, "lookup-for", "1", name, "lookup-for", "null", name]
        for setting, value in [("OCL_ICD_PLATFORMS_SELECT", "*"), ("OCL_ICD_PLATFORMS_DISABLE", "nobody"),
                               ("OCL_ICD_DEVICES_SELECT", "*"), ("OCL_ICD_DEVICES_DISABLE", "nobody"), (None, None)]:
            with self.row(setting):
                result = m.run("platforms", *steps, env={setting: value} if setting else {})
                self.assertEqual([result.answer("lookup")[1], *[answer for *_, answer in result.answers("lookup-for")]],
                                 ["null", "null" if setting else "found", "null"])
                self.assertEqual(result.happened("askfor", "b"), [] if setting else [["0", name]])
        # The loader does not ask other drivers about a platform.
        self.assertEqual(result.happened("askfor", "a"), [])

    def test_other_list(self, m):
        """The same if a driver gives its own clGetPlatformIDs by name. The loader's takes its place."""
        m.drivers("core_by_name")
        for setting, found in [("OCL_ICD_PLATFORMS_SELECT", "exported"), ("OCL_ICD_PLATFORMS_DISABLE", "exported"),
                               ("OCL_ICD_DEVICES_SELECT", "exported"), (None, "found")]:
            with self.row(setting):
                value = "nobody" if setting == "OCL_ICD_PLATFORMS_DISABLE" else "*"
                result = m.run("platforms", "lookup-for", "0", "clGetPlatformIDs", env={setting: value} if setting else {})
                self.assertEqual([answer for *_, answer in result.answers("lookup-for")], [found])

    def test_private(self):
        for name in PRIVATE[1:]:
            with self.row(name), sandbox.Machine() as m:
                m.drivers("suffix_khr", "suffix_all")
                result = m.run("platforms", "lookup", name, "lookup-for", "0", name,
                               "lookup-for", "1", name, "lookup-for", "null", name)
                self.assertEqual(result.answer("lookup"), [name, "null"])
                self.assertEqual({answer for _, _, answer in result.answers("lookup-for")},
                                 {"null"})
                self.assertEqual(result.happened("askfor"), [])

    def test_for_platform(self, m):
        """The driver decides about any other name."""
        m.drivers("a", "b")
        for name in UNKNOWN + SHARED + ["clFakeThing", "clFakeThingA"]:
            with self.row(name):
                result = m.run("lookup-for", "1", name, "lookup-for", "0", name,
                               "lookup-for", "null", name)
                wanted = ["b", "a", "null"] if "Fake" in name else ["found", "found", "null"]
                self.assertEqual([answer for _, _, answer in result.answers("lookup-for")],
                                 wanted)
                self.assertEqual(result.happened("askfor"), [["0", name], ["0", name]])

    def test_unknown_names_of_khr_and_ext(self):
        for name in UNKNOWN:
            with self.row(name), sandbox.Machine() as m:
                m.drivers("suffix_khr", "suffix_ext")
                result = m.run("platforms", "lookup", name)
                self.assertEqual(result.answer("lookup"), [name, "null"])
                self.assertNotIn([name], result.happened("ask"))

    def test_shared(self):
        """If any platform has the function, by whatever suffix, the loader gives its own. That is neither the driver's
        nor exported."""
        for name in SHARED:
            with self.row(name), sandbox.Machine() as m:
                m.drivers("suffix_khr", "suffix_ext", "a")
                self.assertEqual(m.run("lookup", name).answer("lookup"), [name, "found"])
            with self.row(f"{name}, no platform"), sandbox.Machine() as m:
                self.assertEqual(m.run("lookup", name).answer("lookup"), [name, "null"])

    def test_loader_information(self):
        with open(os.path.join(sandbox.BUILD.source, "loader", "linux", "exports.map"), encoding="utf-8") as file:
            newest = re.findall(r"^OPENCL_([\d.]+) {", file.read(), re.M)[-1]
        answers = {"1": f"OpenCL {newest}", "2": sandbox.BUILD.version, "3": "clrelay", "4": None}
        with sandbox.Machine() as m:
            seen = m.run("loader").answers("loader")
            self.assertEqual([fields[0] for fields in seen], ["0", "1", "2", "3", "4", "5"])
            for what, status, *rest in seen:
                with self.row(what):
                    if what not in answers:
                        self.assertEqual([status, *rest], ["-30", "untouched"])
                        continue
                    self.assertEqual(status, "0")
                    # the right size; neither value nor size wanted; too little room; just enough
                    self.assertEqual(rest[1:], ["size", "0", "-30", "0"])
                    self.assertTrue(rest[0])
                    if answers[what]:
                        self.assertEqual(rest[0], answers[what])

    def test_loader_information_for_a_platform(self, m):
        m.drivers("a")
        name = "clGetICDLoaderInfoOCLICD"
        result = m.run("lookup-for", "0", name, "lookup-for", "null", name, "lookup", name)
        self.assertEqual([fields[-1] for fields in result.answers("lookup-for")],
                         ["found", "found"])
        self.assertEqual(result.answer("lookup")[1], "found")
