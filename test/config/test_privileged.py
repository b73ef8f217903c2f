# SPDX-License-Identifier: Apache-2.0
"""A setuid, setgid or file-capability program trusts nothing in the environment."""

import os
import shutil
import subprocess

import sandbox


def capability(path):
    sandbox.need(shutil.which("setcap"), "no setcap here (Debian's package libcap2-bin)")
    done = subprocess.run(["setcap", "cap_net_raw+ep", path], capture_output=True, text=True,
                          check=False)
    sandbox.need(done.returncode == 0, f"setcap failed: {done.stderr}")


# The title, and what makes the program privileged.
KINDS = [
    ("setuid", lambda path: os.chmod(path, 0o4755)),
    ("setgid", lambda path: os.chmod(path, 0o2755)),
    ("capability", capability),
]


class Privileged(sandbox.Case):
    def setUp(self):
        sandbox.need(os.geteuid() == 0, "only root can make a privileged program")
        sandbox.need(shutil.which("setpriv"), "setpriv is missing")
        sandbox.need(not sandbox.BUILD.sanitizers, "sanitizers do not run in privileged programs")
        sandbox.need(not sandbox.BUILD.emulator, "an emulator is not a privileged program")

    def variables(self, m, library):
        """Returns each variable that the loader knows, with a value that would have an effect."""
        return [
            {"OCL_ICD_VENDORS": m.vendors},
            {"OCL_ICD_VENDORS": os.path.join(m.vendors, "a.icd")},
            {"OCL_ICD_VENDORS": library},
            {"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": m.vendors},
            {"OCL_ICD_FILENAMES": library},
            {"OCL_ICD_ENABLE_TRACE": "1", "OCL_ICD_DEBUG": "15"},
            {"OCL_ICD_DEFAULT_PLATFORM": "1"},
            {"OCL_ICD_PLATFORM_SORT": "none"},
            {"OCL_ICD_ASSUME_ICD_EXTENSION": "1"},
        ]

    def prepare(self, m):
        """Makes a program, a loader and drivers that everybody can read. The program finds the loader by its path,
        because a privileged one ignores LD_LIBRARY_PATH, too."""
        probe = m.copy(sandbox.BUILD.other_probe, "probe")
        os.chmod(probe, 0o755)
        library = m.copy(m.fake("a"), "driver/a.so")
        m.icd("a.icd", library)
        readable = subprocess.run([*sandbox.AS_NOBODY, "test", "-r", sandbox.BUILD.other_library], check=False)
        sandbox.need(readable.returncode == 0, "the build cannot be read by other users")
        return probe, library

    def test_kinds(self):
        for title, make in KINDS:
            with self.row(title), sandbox.Machine() as m:
                probe, library = self.prepare(m)
                clean = {"OCL_ICD_VENDORS": None, "OCL_ICD_ENABLE_TRACE": None,
                         "OCL_ICD_PLATFORM_SORT": None, "FAKE_LOG": None}
                run = dict(probe=probe, before=sandbox.AS_NOBODY)
                # Without the privilege, the same program trusts them.
                result = m.run("secure", "platforms", env={**clean, "OCL_ICD_FILENAMES": library},
                               **run)
                self.assertEqual(result.answer("secure"), ["0"])
                self.assertEqual(result.names, ["a"])
                make(probe)
                for variables in self.variables(m, library):
                    with self.row((title, variables)):
                        result = m.run("secure", "platforms", env={**clean, **variables}, **run)
                        sandbox.need(result.answer("secure") == ["1"],
                                     "the file system does not give privileges")
                        self.assertEqual(result.answer("platforms"), ["-1001", "0"])
                        self.assertEqual(result.trace, [])


class PrivilegedNames(sandbox.Case):
    """The loader never follows $ORIGIN in a manifest, because whoever makes a link to the program could choose it."""

    def test_origin(self, m):
        sandbox.need_glibc("$ORIGIN in dlopen")
        Privileged.setUp(self)
        default = sandbox.BUILD.default_vendors
        probe, _ = Privileged.prepare(self, m)
        way = os.path.relpath(m.path("driver/a.so"),
                              os.path.dirname(os.path.realpath(sandbox.BUILD.other_library)))
        self.addCleanup(shutil.rmtree, default, ignore_errors=True)
        os.makedirs(default, exist_ok=True)
        for number, name in enumerate([m.path("driver/a.so"), f"$ORIGIN/{way}"]):
            with self.row(name):
                path = os.path.join(default, "one.icd")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(name + "\n")
                for mode, names in (0o755, ["a"]), (0o4755, [["a"], []][number]):
                    os.chmod(probe, mode)
                    result = m.run("platforms", before=sandbox.AS_NOBODY, probe=probe,
                                   env={"OCL_ICD_VENDORS": None, "FAKE_LOG": None})
                    self.assertEqual(result.names, names, result.trace)
