# SPDX-License-Identifier: Apache-2.0
"""Each call that the loader makes to the system fails in turn: see faults.c."""

import os
import re
import shutil
import subprocess

import sandbox

BUILD = sandbox.BUILD
BUILD.add("faults")

SORTS = "OCL_ICD_PLATFORM_SORT = two*, name\nOCL_ICD_DEFAULT_PLATFORM = leaving*\n"

# What is on the machine: title, variables, manifests by name (@NAME stands for a fake driver's path), the user's
# loader.conf, layers.
ROWS = [
    ("one driver", {}, {"a.icd": "@leaving_a"}, "", []),
    ("manifests", {},
     {"a.icd": "@leaving_a", "b.icd": "# a comment\n\n  @leaving_two\r\n", "c.icd": "",
      "d.icd": "/nowhere/lib.so", "e.icd": "nowhere.so\nanother.so", "f.icd": b"\0", "g.icd": "x" * 5000,
      "h.icd": "x\n" * 40000, "i.icd": "@leaving_a",
      **{f"j{number}.icd": "" for number in range(8)}}, "", []), # more than the loader first has room for
    ("lists", {"OCL_ICD_FILENAMES": "@leaving_two::nowhere.so:@leaving_a",
               "OCL_ICD_VENDORS": "vendors:none.icd:vendors/a.icd:/nowhere:@leaving_null_slots:vendors"},
     {"a.icd": "@leaving_icd2", "b.icd": "@leaving_null_slots"}, "", []),
    ("a directory", {"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": "vendors"},
     {"a.icd": "@leaving_a"}, "", []),
    ("names and settings", {"OCL_ICD_PLATFORM_SORT": None},
     {"a.icd": "@leaving_a", "b.icd": "@leaving_two"}, SORTS + "NOTHING = 1\nno setting\n", []),
    ("choice", {"OCL_ICD_DRIVERS_SELECT": "a, b,zzz", "OCL_ICD_PLATFORMS_DISABLE": "*two 1"},
     {"a.icd": "@leaving_a", "b.icd": "@leaving_two", "c.icd": "@leaving_null_slots"}, "", []),
    ("devices", {"OCL_ICD_PLATFORM_SORT": "devices"},
     {"a.icd": "@leaving_a", "b.icd": "@leaving_two"}, "", []),
    ("all but some devices",
     {"OCL_ICD_DEVICES_DISABLE": "gpu:1,platform:leaving_two*/0,name:*cpu*", "OCL_ICD_PLATFORM_SORT": "none"},
     {"a.icd": "@leaving_a", "b.icd": "@leaving_devices", "c.icd": "@leaving_two"}, "", []),
    ("some devices", {"OCL_ICD_DEVICES_SELECT": "gpu:1,cpu:0,platform:leaving_two 1/*"},
     {"a.icd": "@leaving_a", "b.icd": "@leaving_devices", "c.icd": "@leaving_two"}, "", []),
    ("devices in a file", {"OCL_ICD_PLATFORM_SORT": None},
     {"a.icd": "@leaving_a", "b.icd": "@leaving_devices", "c.icd": "@leaving_two"},
     "OCL_ICD_DEVICES_DISABLE = gpu:1, name:*cpu*\nOCL_ICD_PLATFORM_SORT = devices\n", []),
    ("devices of icd 2.0", {"OCL_ICD_DEVICES_DISABLE": "gpu:1,name:*cpu*", "OCL_ICD_LOADING_FILE": "notes"},
     {"a.icd": "@leaving_icd2", "b.icd": "@leaving_devices", "c.icd": "@leaving_two"}, "", ["inner"]),
    ("disabled", {"OCL_ICD_DRIVERS_DISABLE": "a", "OCL_ICD_PLATFORMS_DISABLE": "*devices"},
     {"a.icd": "@leaving_a", "b.icd": "@leaving_devices", "c.icd": "@leaving_two"}, "", []),
    ("icd 2.0", {}, {"a.icd": "@leaving_icd2", "b.icd": "@leaving_null_slots"}, "", []),
    ("side by side", {"OCL_ICD_PARALLEL": "1", "OCL_ICD_PLATFORM_SORT": "devices"},
     {"a.icd": "@leaving_a", "b.icd": "@leaving_two", "c.icd": "@leaving_icd2"}, "", []),
    ("layers", {}, {"a.icd": "@leaving_a"}, "", ["one", "copies", "version_101", "inner"]),
    ("log file", {"OCL_ICD_LOG_FILE": "log", "OCL_ICD_LOG": "debug"}, {"a.icd": "@leaving_a"}, "", []),
]
# Everything in one row.
EVERYTHING = ("everything", {"OCL_ICD_FILENAMES": "@leaving_two:nowhere.so", "OCL_ICD_PARALLEL": "1",
                             "OCL_ICD_PLATFORM_SORT": "devices", "OCL_ICD_LOG_FILE": "log",
                             "OCL_ICD_PLATFORMS_DISABLE": "zzz"},
              {"a.icd": "@leaving_a", "b.icd": "@leaving_icd2", "c.icd": "", "d.icd": "@leaving_null_slots"},
              "OCL_ICD_DEFAULT_PLATFORM = *_a\nNOTHING = 1\n", ["inner"])
# One by one, each hides a driver, a platform or a device.
CHOICES = ["OCL_ICD_DRIVERS_SELECT = a", "OCL_ICD_DRIVERS_DISABLE = b", "OCL_ICD_PLATFORMS_SELECT = leaving_a*",
           "OCL_ICD_PLATFORMS_DISABLE = leaving_devices*", "OCL_ICD_DEVICES_SELECT = cpu:0", "OCL_ICD_DEVICES_DISABLE = gpu"]
MODES = ["one", "rest", "interrupted", "everywhere", "descriptors"]


class Machine(sandbox.Machine):
    def put(self, text):
        if isinstance(text, bytes):
            return text
        return re.sub(r"@(\w+)", lambda hit: self.fake(hit[1]), text)

    def try_faults(self, row, mode, every=1, before=()):
        _, variables, manifests, settings, layers = row
        for name, content in manifests.items():
            self.icd(name, self.put(content))
        self.write("config/OpenCL/loader.conf", settings)
        env = {"OCL_ICD_ENABLE_TRACE": "1", "XDG_CONFIG_HOME": self.path("config"),
               "OPENCL_LAYER_PATH": "/nowhere", "FAKE_LOG": None,
               "FAULTS_RECORDS": "1" if "@leaving_icd2" in manifests.values() else None,
               "OPENCL_LAYERS": ":".join(self.layer(name) for name in layers) or None,
               **{name: value and self.put(value) for name, value in variables.items()}}
        if env["FAULTS_RECORDS"]: # nothing refers to the record once the library is gone, too
            env["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        if mode == "everywhere":
            env |= self.preload(BUILD.everywhere)
        command = [*before, *BUILD.emulator, BUILD.faults, BUILD.faults_library, mode, self.root, str(every)]
        done = subprocess.run(command, env=self.environment(env), timeout=600, cwd=self.root,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        if done.returncode != 0:
            with open(self.path("errors"), encoding="utf-8", errors="replace") as file:
                errors = file.read()
            raise AssertionError(f"ended with {done.returncode}\n"
                                 f"{sandbox.shortened(done.stdout)}\n{sandbox.shortened(errors)}")
        return int(re.search(r"^tried (\d+)$", done.stdout, re.M)[1])


def runs(mode):
    """Tells whether this build can be tested in this mode. Sanitizers bring allocations of their own, and glibc on
    AArch64 does not check that it got memory for a descriptor of thread-local storage."""
    return not (mode == "everywhere" and (BUILD.sanitizers or BUILD.processor == "aarch64"))


class Quick(sandbox.Case):
    def setUp(self):
        sandbox.need_glibc("libraries that go, so that a round can begin anew")

    def test_everything(self):
        with Machine() as m:
            self.assertGreater(m.try_faults(EVERYTHING, "one"), 100)
        with Machine() as m:
            self.assertGreater(m.try_faults(EVERYTHING, "interrupted"), 10)

    def test_hidden_devices(self):
        for row in ROWS:
            if row[0] in ("all but some devices", "devices in a file"):
                with self.row(row[0]), Machine() as m:
                    self.assertGreater(m.try_faults(row, "one"), 100)

    def test_choices(self):
        """What hides drivers, platforms or devices is not lost for want of memory, in the user's file."""
        for choice in CHOICES:
            with self.row(choice), Machine() as m:
                m.try_faults((choice, {}, {"a.icd": "@leaving_a", "b.icd": "@leaving_devices"}, choice + "\n", []), "one")


class Rows(sandbox.Case):
    def setUp(self):
        sandbox.need_glibc("libraries that go, so that a round can begin anew")

    def test_rows(self):
        total = 0
        every = 7 if BUILD.emulator else 1 # the loader is the same, and each round is slow
        for row in ROWS + [EVERYTHING]:
            for mode in filter(runs, MODES):
                with self.row(f"{row[0]}, {mode}"), Machine() as m:
                    tried = m.try_faults(row, mode, every)
                    self.assertGreater(tried, 0)
                    total += tried
                    print(f"{row[0]}, {mode}: {tried}")
        print(f"{total} points in all")

    def test_valgrind(self):
        """No path reads invalid memory or leaks. (A record that the loader leaves to a refused driver has no owner once
        that driver is gone.)"""
        sandbox.need_valgrind()
        title, variables, manifests, *more = EVERYTHING
        without = {name: text for name, text in manifests.items() if text != "@leaving_icd2"}
        for row, leaks in (EVERYTHING, "no"), ((title, variables, without, *more), "full"):
            with self.row(leaks), Machine() as m:
                m.try_faults(row, "one", 7, before=[
                    shutil.which("valgrind"), "--quiet", "--error-exitcode=9",
                    f"--leak-check={leaks}", "--show-leak-kinds=definite",
                    "--errors-for-leak-kinds=definite"])
