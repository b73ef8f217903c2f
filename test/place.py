# SPDX-License-Identifier: Apache-2.0
"""A simulated machine with default directories of its own, and what the loader reports there.

The folders have short names, which stand for their paths in tables and in comparisons: user, library, etc and usr are
the default directories of the library under test; here, there and others are folders of the test. `{user}` in a table
becomes the path of that folder."""

import fcntl
import json
import os
import shutil

import sandbox
from sandbox import AS_NOBODY, BUILD, NOBODY, need

BUILD.add("config")
PREFIX = os.path.join(BUILD.machine, "prefix")

__all__ = ["AS_NOBODY", "BUILD", "NOBODY", "PREFIX", "Case", "Place", "check_nobody", "elf_kind", "is_shared",
           "need", "why_not_nobody"]


def why_not_nobody():
    return sandbox.why_not_nobody(BUILD.machine_library)


def check_nobody():
    sandbox.need_nobody(BUILD.machine_library)


def elf_kind(path):
    """Returns the class and the processor of an ELF file."""
    with open(path, "rb") as file:
        header = file.read(20)
    return header[4:5] + header[18:20]


def is_shared(path):
    """Tells whether others may write to one of the folders above a path without links, and so replace what is there.
    (In a sticky folder of root's they cannot replace it.)"""
    above = os.path.dirname(path)
    status = os.stat(above)
    open_to_all = status.st_mode & 0o002 and (status.st_uid or not status.st_mode & 0o1000)
    return above != path and (bool(open_to_all) or is_shared(above))


class Place(sandbox.Machine):
    """`kind` is vendors or layers. All tests share the default directories, so other tests wait while one uses them."""

    def __init__(self, kind="vendors"):
        self.kind = kind

    def __enter__(self):
        super().__enter__()
        self.lock = os.open(BUILD.machine, os.O_RDONLY)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.clear()
        self.write("home/.config/OpenCL/.keep", b"")
        os.makedirs(self.path("out"))
        os.chmod(self.path("out"), 0o777)
        self.folders = {
            "user": self.path("home/.config/OpenCL", self.kind),
            "library": os.path.join(PREFIX, "etc/OpenCL", self.kind),
            "etc": os.path.join(BUILD.machine, "etc/OpenCL", self.kind),
            "usr": os.path.join(BUILD.machine, "usr/share/OpenCL", self.kind),
            "machine.conf": os.path.join(BUILD.machine, "etc/OpenCL/loader.conf"),
            "user.conf": self.path("home/.config/OpenCL/loader.conf"),
            "fakes": BUILD.fakes,
            "fake_layers": BUILD.layers,
            "root": self.root,
        }
        return self

    def __exit__(self, *_):
        if not sandbox.KEEP:
            self.clear()
        os.close(self.lock)
        super().__exit__()

    @staticmethod
    def clear():
        for folder in "etc", "usr", "prefix/etc":
            shutil.rmtree(os.path.join(BUILD.machine, folder), ignore_errors=True)
        for entry in os.listdir(BUILD.machine):
            if entry != "prefix":
                raise AssertionError(f"{BUILD.machine} has a {entry}, which is not the tests'")

    def real(self, name):
        """Returns the path of a short name such as user/a.icd."""
        first, slash, rest = name.partition("/")
        return (self.folders.get(first) or self.path(first)) + slash + rest

    def short(self, path):
        """Returns the short name of a path."""
        if path is None:
            return None
        for name, folder in sorted(self.folders.items(), key=lambda item: -len(item[1])):
            if path == folder or path.startswith(folder + "/"):
                return path[len(self.root) + 1:] if name == "root" and path != folder else \
                    name + path[len(folder):]
        return path

    def put(self, name, content):
        """Makes a file from `content`: bytes are its content, a text names a fake for a manifest, and None makes a link
        to /dev/null."""
        path = self.real(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if content is None:
            os.symlink("/dev/null", path)
            return path
        if isinstance(content, str):
            content = os.fsencode(self.fake(content) + "\n")
        with open(path, "wb") as file:
            file.write(content)
        return path

    def fake(self, name):
        if self.kind == "layers":
            return super().layer(name)
        return super().fake(name)

    def conf(self, whose, *lines):
        """Writes the loader.conf of `machine` or `user`."""
        return self.put(whose + ".conf", b"".join(
            line if isinstance(line, bytes) else os.fsencode(line + "\n") for line in lines))

    def expand(self, text):
        """Replaces each {folder} by its path."""
        if text is None:
            return None
        for name in {*self.folders, "here", "there"}:
            text = text.replace("{" + name + "}", self.real(name))
        return text

    def look(self, *steps, env=None, library=BUILD.machine_library, **options):
        """Runs the probe with this library, without variables that select drivers. The result includes the report.
        Variables may contain {folder}."""
        path = self.path("out", "report.json")
        if os.path.exists(path):
            os.unlink(path)
        variables = {"OCL_ICD_VENDORS": None, "OCL_ICD_PLATFORM_SORT": None,
                     "OCL_ICD_ENABLE_TRACE": None,
                     "LD_LIBRARY_PATH": os.path.dirname(library) if library else None}
        variables.update({name: self.expand(value) for name, value in (env or {}).items()})
        result = self.run("report", path, *(steps or ["platforms"]), env=variables, **options)
        with open(path, "rb") as file:
            result.report = json.loads(file.read().decode("utf-8"))
        if library:
            seen = os.path.realpath(result.report["loader"]["path"])
            if seen != os.path.realpath(library):
                raise AssertionError(f"the library was {seen}")
        return result

    def places(self, result, what="driver_directories"):
        """Returns the directories of a report, in order, with their verdicts."""
        return [(self.short(entry["path"]), entry["verdict"]) for entry in result.report[what]]

    def searched(self, result, what="driver_directories"):
        return [name for name, verdict in self.places(result, what) if verdict == "SEARCHED"]

    def verdicts(self, result, what="drivers"):
        """Returns the candidates of a report, in order: manifest or library, and verdict."""
        return [(self.short(entry["manifest"] or entry["library"]), entry["verdict"])
                for entry in result.report[what]]


class Case(sandbox.Case, machine=Place):
    def check_problem(self, result, *parts):
        """Checks that one problem of the report contains all these parts."""
        if not [problem for problem in result.report["problems"] if all(part in problem for part in parts)]:
            self.fail(f"no problem with {parts} in {result.report['problems']}")

    def check_no_problem(self, result):
        self.assertEqual(result.report["problems"], [])
