# SPDX-License-Identifier: Apache-2.0
"""A simulated machine with Windows: it has a registry."""

import json
import os
import subprocess

import sandbox
from sandbox import BUILD

VIEW, OTHER_VIEW = ("64", "32") if BUILD.bits == 64 else ("32", "64")

# Types of registry values.
REG_SZ, REG_BINARY, REG_DWORD, REG_MULTI_SZ, REG_QWORD = 1, 3, 4, 7, 11


def dword(number):
    return number.to_bytes(4, "little")


def text(string):
    return (string + "\0").encode("utf-16-le")


def escaped(name):
    """Returns the name in ASCII, so that it survives the way between programs of the two systems."""
    return "".join(c if " " <= c <= "~" else f"\\u{ord(c):04x}" for c in name)


def has_two_views():
    """Tells whether this build's Windows is a 64-bit one, which has a separate 32-bit view."""
    prefix = next(part.partition("=")[2] for part in BUILD.emulator if part.startswith("WINEPREFIX="))
    return os.path.isdir(os.path.join(prefix, "drive_c", "windows", "syswow64"))


class Machine(sandbox.Machine):
    """All tests of the build share one registry, so CTest runs them one at a time. A test makes its changes together,
    before its first program runs, because each program takes time."""

    def __enter__(self):
        super().__enter__()
        self.commands = ["32", "clear", "64", "clear"]
        return self

    def registry(self, key, values, view=VIEW):
        """Sets values of a key: (name, type, bytes). The registry lists them in the order of their names."""
        self.commands += [view, "key", key]
        for name, kind, data in values:
            self.commands += ["set", key, escaped(name), str(kind), data.hex()]

    def vendors_are(self, *names, view=VIEW):
        """Enables drivers with these names."""
        self.registry("Vendors", [(name, REG_DWORD, dword(0)) for name in names], view)

    def run(self, *steps, **options):
        self.set_registry()
        return super().run(*steps, **options)

    def set_registry(self):
        commands, self.commands = self.commands, []
        if commands:
            done = subprocess.run([*BUILD.emulator, BUILD.registry_tool, *commands], timeout=60,
                                  capture_output=True, text=True, check=False,
                                  stdin=subprocess.DEVNULL)
            if done.returncode != 0 or done.stdout.strip() != "done":
                raise AssertionError(f"registry_tool: {done.returncode} {done.stdout} {done.stderr}")

    def environment(self, changes):
        """No variable says where drivers are; the system's C library sees UTF-8."""
        return super().environment({"OCL_ICD_VENDORS": None, "OPENCL_LAYER_PATH": None,
                                    "LC_ALL": "C.UTF-8", **changes})

    def report(self, *steps, probe=None, **options):
        """Returns what the loader reports after these steps, and the result of the run."""
        path = self.path("report.json")
        result = self.run(*steps, "report", sandbox.native(path),
                          probe=probe or BUILD.system_probe, **options)
        with open(path, encoding="utf-8") as file:
            return json.load(file), result
