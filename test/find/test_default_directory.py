# SPDX-License-Identifier: Apache-2.0
"""The build sets the directory that the loader searches when no variable names one."""

import os
import shutil

import sandbox

# Title, variables, platforms. default/ has a in one.icd; here/, where the program runs, has b in one.icd and in
# two.icd.
ROWS = [
    ("no variable", {}, ["a"]),
    ("empty variables",
     {"OCL_ICD_VENDORS": "", "OPENCL_VENDOR_PATH": "", "OCL_ICD_FILENAMES": ""}, ["a"]),
    ("an .icd name without a slash", {"OCL_ICD_VENDORS": "one.icd"}, ["a"]),
    ("it is never looked up where the program runs", {"OCL_ICD_VENDORS": "two.icd"}, []),
    ("an .icd name with a slash is", {"OCL_ICD_VENDORS": "./two.icd"}, ["b"]),
    ("OPENCL_VENDOR_PATH takes its place", {"OPENCL_VENDOR_PATH": "."}, ["b", "b"]),
]


class DefaultDirectory(sandbox.Case):
    def setUp(self):
        self.default = sandbox.BUILD.default_vendors
        shutil.rmtree(self.default, ignore_errors=True)
        self.addCleanup(shutil.rmtree, self.default, ignore_errors=True)

    def run_here(self, m, variables):
        env = {"OCL_ICD_VENDORS": None, "OCL_ICD_PLATFORM_SORT": None, **variables}
        return m.run("platforms", env=env, probe=sandbox.BUILD.other_probe, cwd=m.path("here"))

    def prepare(self, m):
        os.makedirs(self.default)
        with open(os.path.join(self.default, "one.icd"), "w", encoding="utf-8") as file:
            file.write(m.fake("a") + "\n")
        m.write("here/one.icd", m.fake("b"))
        m.write("here/two.icd", m.copy(m.fake("b"), "copy/libb.so"))

    def test_variables(self, m):
        self.prepare(m)
        for title, variables, names in ROWS:
            with self.row(title):
                self.assertEqual(self.run_here(m, variables).names, names)

    def test_missing_directory(self, m):
        m.write("here/one.icd", m.fake("b"))
        result = self.run_here(m, {})
        self.assertEqual(result.answer("platforms"), ["-1001", "0"])

    def test_directory_is_named_when_it_is_searched(self, m):
        self.prepare(m)
        self.assertTrue(any(self.default in line for line in self.run_here(m, {}).trace))

    def test_order_of_the_build(self, m):
        """This build's default is the order of the search."""
        m.drivers("cpu_1", "gpu_2")
        result = m.run("platforms", probe=sandbox.BUILD.other_probe,
                       env={"OCL_ICD_PLATFORM_SORT": None})
        self.assertEqual(result.names, ["cpu_1", "gpu_2"])
        result = m.run("platforms", probe=sandbox.BUILD.other_probe,
                       env={"OCL_ICD_PLATFORM_SORT": "devices"})
        self.assertEqual(result.names, ["gpu_2", "cpu_1"])
