# SPDX-License-Identifier: Apache-2.0
"""Which drivers are found: environment variables, directories, file names."""

import os

import sandbox

FAKES = sandbox.BUILD.fakes

# Title, variables, platforms. {root} has vendors/ with a in one.icd, and other/ with b in two.icd.
VARIABLES = [
    ("a directory", {"OCL_ICD_VENDORS": "{root}/vendors"}, ["a"]),
    ("a directory with a slash behind", {"OCL_ICD_VENDORS": "{root}/vendors/"}, ["a"]),
    ("a relative directory", {"OCL_ICD_VENDORS": "other"}, ["b"]),
    ("an .icd file", {"OCL_ICD_VENDORS": "{root}/other/two.icd"}, ["b"]),
    ("an .icd file with a slash is relative to where the program runs",
     {"OCL_ICD_VENDORS": "./other/two.icd"}, ["b"]),
    ("a library", {"OCL_ICD_VENDORS": FAKES + "/libfake_b.so"}, ["b"]),
    ("a library without a path",
     {"OCL_ICD_VENDORS": "libfake_b.so", "LD_LIBRARY_PATH": FAKES}, ["b"]),
    ("a directory that is not there", {"OCL_ICD_VENDORS": "{root}/missing"}, []),
    ("an .icd file that is not there", {"OCL_ICD_VENDORS": "{root}/other/missing.icd"}, []),
    ("a list of directories", {"OCL_ICD_VENDORS": "{root}/vendors:{root}/other"}, ["a", "b"]),
    ("OPENCL_VENDOR_PATH is no list",
     {"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": "{root}/vendors:{root}/other"}, []),
    ("OPENCL_VENDOR_PATH", {"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": "{root}/other"}, ["b"]),
    ("OPENCL_VENDOR_PATH is not there",
     {"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": "{root}/missing"}, []),
    ("OPENCL_VENDOR_PATH is no .icd file",
     {"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": "{root}/other/two.icd"}, []),
    ("OPENCL_VENDOR_PATH is no library",
     {"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": FAKES + "/libfake_b.so"}, []),
    ("OCL_ICD_VENDORS beats OPENCL_VENDOR_PATH",
     {"OCL_ICD_VENDORS": "{root}/vendors", "OPENCL_VENDOR_PATH": "{root}/other"}, ["a"]),
    # Khronos: OCL_ICD_VENDORS="" finds no drivers at all.
    ("an empty OCL_ICD_VENDORS is an unset one",
     {"OCL_ICD_VENDORS": "", "OPENCL_VENDOR_PATH": "{root}/other"}, ["b"]),
    ("OCL_ICD_FILENAMES comes first",
     {"OCL_ICD_FILENAMES": FAKES + "/libfake_c.so:" + FAKES + "/libfake_b.so"}, ["c", "b", "a"]),
    ("OCL_ICD_FILENAMES without paths",
     {"OCL_ICD_FILENAMES": "libfake_c.so", "LD_LIBRARY_PATH": FAKES}, ["c", "a"]),
    ("an empty OCL_ICD_FILENAMES", {"OCL_ICD_FILENAMES": ""}, ["a"]),
    # Khronos: an empty element hangs forever.
    ("an empty element first", {"OCL_ICD_FILENAMES": ":" + FAKES + "/libfake_c.so"}, ["c", "a"]),
    ("an empty element last", {"OCL_ICD_FILENAMES": FAKES + "/libfake_c.so:"}, ["c", "a"]),
    ("an empty element between",
     {"OCL_ICD_FILENAMES": FAKES + "/libfake_c.so::" + FAKES + "/libfake_b.so"}, ["c", "b", "a"]),
    ("only empty elements", {"OCL_ICD_FILENAMES": "::"}, ["a"]),
    ("a library that is not there beside one that is",
     {"OCL_ICD_FILENAMES": "/nowhere/lib.so:" + FAKES + "/libfake_c.so"}, ["c", "a"]),
]

# File names in byte order, whatever the locale says.
ORDERED = ["10.icd", "9.icd", "B.icd", "a.icd", "z.icd", "\u00e4.icd"]
# Files that are not manifests.
IGNORED = ["x.ICD", "x.icd.bak", "x.icd~", "xicd", "x.txt", "icd", "x.icdx"]


class Finding(sandbox.Case):
    def test_variables(self):
        for title, variables, names in VARIABLES:
            with self.row(title), sandbox.Machine() as m:
                m.icd("one.icd", m.fake("a"))
                m.write("other/two.icd", m.fake("b"))
                variables = {name: value and value.format(root=m.root)
                             for name, value in variables.items()}
                self.assertEqual(m.run("platforms", env=variables).names, names)

    def test_missing_folder_that_was_named(self, m):
        """The log warns about it. A default folder need not exist."""
        missing = m.path("missing")
        for variables, warned in ({"OCL_ICD_VENDORS": missing}, True), ({"OCL_ICD_VENDORS": missing + ".so.1"}, False), \
                                 ({"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": missing}, True), \
                                 ({"OCL_ICD_VENDORS": None, "XDG_CONFIG_HOME": missing}, False), ({}, False):
            with self.row(variables):
                result = m.run("platforms", env={"OCL_ICD_ENABLE_TRACE": None, "OCL_ICD_LOG": "warn", "OCL_ICD_SEARCH_ONLY": "1", **variables})
                self.assertEqual(any(missing in line and "no such directory" in line for line in result.trace), warned, result.trace)

    def test_an_empty_name_is_refused_by_name(self, m):
        """The loader never opens an empty name: to the system it would mean the program itself."""
        result = m.run("platforms", env={"OCL_ICD_FILENAMES": ":" + m.fake("a")})
        self.assertEqual(result.names, ["a"])
        self.check_verdict(result, "OCL_ICD_FILENAMES", "NAME_EMPTY")

    def test_order_of_names(self, m):
        fakes = ["a", "b", "c", "good", "gpu_1", "gpu_2"]
        for name, fake in reversed(list(zip(ORDERED, fakes))):
            m.icd(name, m.fake(fake))
        for locale in "C", "POSIX", "C.UTF-8", "en_US.UTF-8", "de_DE.UTF-8":
            with self.row(locale):
                result = m.run("locale", "platforms", env={"LC_ALL": locale})
                self.assertEqual(result.names, fakes)

    def test_ignored_names(self, m):
        m.icd("good.icd", m.fake("good"))
        for name in IGNORED:
            m.icd(name, m.fake("a"))
        result = m.run("platforms")
        self.assertEqual(result.names, ["good"])
        self.assertFalse([line for line in result.trace if "libfake_a" in line])

    def test_name_without_stem(self, m):
        m.icd(".icd", m.fake("a"))
        self.assertEqual(m.run("platforms").names, ["a"])

    def test_many_files(self, m):
        for number in range(300):
            m.icd(f"{number}.icd", "/nowhere/lib.so")
        m.icd("zzz.icd", m.fake("good"))
        self.assertEqual(m.run("platforms").names, ["good"])

    def test_trace(self, m):
        """The trace has one line for a candidate, with its source and its library."""
        path = m.icd("a.icd", m.fake("a"))
        result = m.run("platforms")
        lines = [line for line in result.trace if path in line]
        self.assertEqual(len(lines), 1, result.trace)
        self.assertIn(m.fake("a"), lines[0])
        self.check_verdict(result, path, "LOADED")

    def test_unreadable_directory(self, m):
        sandbox.need(os.geteuid() == 0, "only root can run a program as somebody else")
        sandbox.need(os.path.exists("/usr/bin/setpriv"), "setpriv is missing")
        m.icd("a.icd", m.fake("a"))
        reader = sandbox.AS_NOBODY
        probe = m.copy(sandbox.BUILD.probe, "probe")
        library = m.copy(sandbox.BUILD.library, "libOpenCL.so.1")
        os.chmod(m.vendors, 0o700)
        result = m.run("platforms", before=reader, probe=probe,
                       env={"LD_LIBRARY_PATH": os.path.dirname(library),
                            "OCL_ICD_FILENAMES": m.copy(m.fake("good"), "good.so")})
        self.assertEqual(result.names, ["good"])
        self.check_verdict(result, m.vendors, "UNREADABLE_DIRECTORY")
