# SPDX-License-Identifier: Apache-2.0
"""A machine with drivers on it, made up in a temporary directory, and a program that runs there.

    class Something(sandbox.Case):
        def test_it(self):
            with sandbox.Machine() as m:
                m.icd("a.icd", m.fake("a"))
                result = m.run("platforms")
                self.assertEqual(result.names, ["a"])

A test fails when the program hangs, crashes or ends in any other way than it should. The first
argument of each test script is the build.json of the build that it tests.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77  # the exit code that CTest is told to count as skipped


class Build:
    """What CMake wrote about the build, as attributes."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            vars(self).update(json.load(file))
        emulator = os.environ.get("CLRELAY_TEST_EMULATOR")
        self.emulator = shlex.split(emulator) if emulator else \
            [part for part in self.emulator.split(";") if part]
        # The library is not for this machine's programs, whether or not these can run others.
        self.foreign = self.foreign == "1"
        self.glibc = self.glibc == "1"
        self.windows = getattr(self, "system", "") == "Windows"
        self.other_loader = getattr(self, "other_loader", "")
        self.library_ending = ".dll" if self.windows else ".so"
        self.verdicts = read_verdicts(os.path.join(self.source, "loader", "find", "verdicts.h"))


def read_verdicts(path):
    """The texts of loader/find/verdicts.h by their identifiers."""
    with open(path, encoding="utf-8") as file:
        rows = re.findall(r'^VERDICT\((\w+),\s*((?:"[^"\n]*"\s*)+)\)', file.read(), re.M)
    return {name: "".join(re.findall(r'"([^"]*)"', text)) for name, text in rows}


BUILD = Build(sys.argv[1])
PATIENCE = BUILD.patience  # how many times longer than usual anything may take
TIME_LIMIT = 60 * PATIENCE  # seconds for one run of a program; only what hangs takes so long


# What the tests make, other users may read, whatever the umask of whoever started them.
os.umask(0o022)


def native(path):
    """A path as the programs under test write it."""
    return "Z:" + path.replace("/", "\\") if BUILD.windows else path


def runs_here(fake):
    """Whether this system has such a driver: on Windows, not where its row of drivers/zoo/zoo.txt says so."""
    with open(os.path.join(BUILD.source, "test", "drivers", "zoo", "zoo.txt"), encoding="utf-8") as file:
        return not (BUILD.windows and re.search(f"^{fake} .* POSIX$", file.read(), re.M))


def copy_for_all(source, path):
    """A copy that other users may read and run, also where they may not look into the build."""
    path = shutil.copy(source, path)
    mode = os.stat(path).st_mode
    os.chmod(path, mode | (0o555 if mode & 0o100 else 0o444))
    return path


class Wines(AssertionError):
    """A program ended in a way that it should not, and it was Wine's doing: nothing had been said, or
    an assertion in Wine's own sources failed."""


class Result:
    """What a program printed, and what it left behind."""

    def __init__(self, code, output, errors, events):
        self.code = code
        self.lines = [line.split("\t") for line in output.splitlines()]
        self.trace = errors.splitlines()
        self.events = [line.split(" ") for line in events.splitlines()]

    def answers(self, key):
        """The fields behind a key, once for each line that begins with it."""
        return [line[1:] for line in self.lines if line[0] == key]

    def answer(self, key):
        answers = self.answers(key)
        if len(answers) != 1:
            raise AssertionError(f"{len(answers)} lines of {key}: {self.lines}\n"
                                 + "\n".join(self.trace))
        return answers[0]

    @property
    def names(self):
        return [fields[0] for fields in self.answers("platform")]

    @property
    def suffixes(self):
        return [fields[1] for fields in self.answers("platform")]

    def happened(self, event, driver=None):
        return [rest for kind, name, *rest in self.events
                if kind == event and driver in (None, name)]


class Machine:
    """One made-up machine: a directory with a `vendors` directory in it."""

    def __enter__(self):
        self.root = tempfile.mkdtemp(prefix="clrelay-")
        os.chmod(self.root, 0o755)
        self.vendors = self.path("vendors")
        os.mkdir(self.vendors)
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def fake(self, name):
        path = os.path.join(BUILD.fakes, f"libfake_{name}{BUILD.library_ending}")
        if not os.path.exists(path):
            raise AssertionError(f"there is no fake driver {name}")
        return native(path)

    def give(self, path, owner):
        """Gives a folder of the machine, and all that is in it, to somebody."""
        for folder, folders, files in os.walk(self.path(path)):
            for entry in [folder, *(os.path.join(folder, it) for it in folders + files)]:
                os.chown(entry, owner, owner if owner else -1, follow_symlinks=False)

    def preload(self, library):
        """The variable by which a library is loaded before all others: a blank ends a path in it, so it is
        by one of this machine's."""
        link = self.path(os.path.basename(library))
        os.symlink(library, link)
        return {"LD_PRELOAD": link}

    def write(self, path, content):
        """A file of these bytes, in a directory that is made where it is missing."""
        path = self.path(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else os.fsencode(content))
        return path

    def icd(self, name, content):
        """A manifest in the directory of vendors."""
        if isinstance(content, str) and not content.endswith("\n"):
            content += "\n"
        return self.write(os.path.join("vendors", name), content)

    def drivers(self, *fakes):
        """A manifest for each, so that they are found in this order."""
        for number, fake in enumerate(fakes):
            self.icd(f"{number:03}.icd", self.fake(fake))

    def copy(self, source, path):
        path = self.path(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return copy_for_all(source, path)

    def environment(self, changes):
        """Ours without what concerns OpenCL, of a user without settings; then the changes, where
        None takes a variable away."""
        env = {name: value for name, value in os.environ.items()
               if not re.match(r"(OCL|OPENCL|FAKE|POCL)_", name)}
        env.update(OCL_ICD_VENDORS=native(self.vendors), OCL_ICD_ENABLE_TRACE="1",
                   OCL_ICD_PLATFORM_SORT="none", FAKE_LOG=native(self.path("events")),
                   HOME=self.path("home"), XDG_CONFIG_HOME="")
        if BUILD.windows:  # where tests of the registry may run side by side
            env["OPENCL_LAYER_PATH"] = native(self.vendors)
        env.update(changes)
        return {name: value for name, value in env.items() if value is not None}

    def run(self, *steps, again=BUILD.windows, **options):
        """Runs the probe through these steps; the options are those of run_once(). (What Wine
        spoils, as it does now and then, is started again, and the test's output says so.)"""
        try:
            return self.run_once(*steps, **options)
        except Wines as error:
            if not again:
                raise
            print(f"Wine: started once more: {error}", file=sys.stderr)
        return self.run_once(*steps, **options)

    def run_once(self, *steps, env=None, cwd=None, code=0, before=(), probe=None):
        """The same, once; `before` is a command that starts the probe."""
        command = [*before, *BUILD.emulator, probe or BUILD.probe, *steps]
        events = self.path("events")
        if os.path.exists(events):
            os.unlink(events)
        try:
            done = subprocess.run(command, env=self.environment(env or {}),
                                  timeout=TIME_LIMIT,
                                  cwd=cwd or self.root, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, errors="surrogateescape",
                                  check=False)
        except subprocess.TimeoutExpired as stopped:
            raise AssertionError(f"hung: {command}\n"
                                 f"{shortened(stopped.stderr)}") from None
        log = ""
        if os.path.exists(events):
            with open(events, encoding="utf-8") as file:
                log = file.read()
        result = Result(done.returncode, done.stdout, done.stderr, log)
        if done.returncode != code or (code == 0 and result.lines[-1:] != [["end"]]):
            wines = (not (done.stdout or done.stderr or log) or
                     re.search(r": dlls/ntdll/unix/.*Assertion .* failed", done.stderr))
            raise (Wines if wines else AssertionError)(
                f"{command} ended with {done.returncode}, not {code}\n"
                f"{shortened(done.stdout)}\n{shortened(done.stderr)}\n{shortened(log)}")
        return result


class Case(unittest.TestCase):
    maxDiff = None

    def row(self, title):
        """For each row of a table: a failure names the row, and the other rows still run."""
        return self.subTest(title)

    def check_verdict(self, result, about, *verdicts):
        """A line of the trace is about this path and says one of these verdicts."""
        texts = [BUILD.verdicts[verdict] for verdict in verdicts]
        about = native(about) if about.startswith("/") else about
        for line in result.trace:
            if about in line and any(text in line for text in texts):
                return
        self.fail(f"no verdict {' or '.join(verdicts)} about {about} in:\n"
                  + shortened("\n".join(result.trace)))


def shortened(text, limit=6000):
    """Long texts make a failure hard to read: their begin and their end are enough."""
    text = text if isinstance(text, str) else (text or b"").decode(errors="replace")
    return text if len(text) <= limit else f"{text[:limit // 2]}\n[...]\n{text[-limit // 2:]}"


def need(condition, reason):
    """Skips the test that calls it."""
    if not condition:
        raise unittest.SkipTest(reason)


def need_own_build(what):
    """For tests with something of this machine that a library for others does not get on with."""
    need(not BUILD.foreign, f"{what} for this machine, and the library is for another")


def why_no_other_loader():
    """Why there is no other loader to try; None: there is one. (Who installs our packages after the
    build was configured has none any more.)"""
    if not os.path.exists(BUILD.other_loader):
        return "this machine has no other libOpenCL (CLRELAY_OTHER_LOADER names one)"
    with open(BUILD.other_loader, "rb") as file:
        return f"{BUILD.other_loader} is clrelay, too" if b"clrelay" in file.read() else None


def need_other_loader():
    need_own_build("the other libOpenCL is")
    need(not why_no_other_loader(), why_no_other_loader())


def need_glibc(what):
    need(BUILD.glibc, f"only glibc has {what}")


def need_valgrind():
    need(shutil.which("valgrind"), "valgrind is missing")
    need(not BUILD.sanitizers, "valgrind does not run sanitized programs")
    need(not BUILD.foreign, "valgrind is for this machine and its C library, and the library is for another")
    # Some versions give up at the debug information of newer compilers: before any step.
    done = subprocess.run(["valgrind", BUILD.probe], capture_output=True, text=True, check=False)
    need(done.returncode == 0, f"valgrind does not run here: {done.stderr[:500]}")


def main():
    program = unittest.main(argv=[sys.argv[0], *sys.argv[2:]], exit=False, verbosity=1)
    result = program.result
    for test, reason in result.skipped:
        print(f"skipped: {test}: {reason}")
    # Skipped rows do not make a skipped test of one whose other rows have run.
    tests = [test for test, _ in result.skipped if not isinstance(test, unittest.case._SubTest)]
    if result.wasSuccessful() and result.testsRun <= len(tests):
        sys.exit(SKIPPED)
    sys.exit(not result.wasSuccessful())
