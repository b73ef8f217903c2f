# SPDX-License-Identifier: Apache-2.0
"""What the tests in Python share: a simulated machine in a temporary folder, a program that runs there, and
how a test reports, skips and ends.

    class Something(sandbox.Case):
        def test_it(self, m):
            m.icd("a.icd", m.fake("a"))
            result = m.run("platforms")
            self.assertEqual(result.names, ["a"])

run.py runs such a script. A test fails if the program hangs, crashes, or ends in another way than expected.
"""

import functools
import inspect
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77  # the exit code that CTest counts as skipped


def read_facts(folder):
    """Returns what CMake wrote about the build for the tests of this folder."""
    paths = [os.path.join(sys.argv[1], tests, folder, "build.json") for tests in ("test", "tools/test")]
    with open(next(filter(os.path.exists, paths), paths[0]), encoding="utf-8") as file:
        return json.load(file)


class Build:
    """Holds the facts about the build as attributes."""

    def __init__(self):
        vars(self).update(read_facts("."))
        emulator = os.environ.get("CLRELAY_TEST_EMULATOR")
        self.emulator = shlex.split(emulator) if emulator else \
            [part for part in self.emulator.split(";") if part]
        # foreign: the library is for other machines than this one, whether or not this one can run its programs.
        self.foreign = self.foreign == "1"
        self.glibc = self.glibc == "1"
        self.windows = getattr(self, "system", "") == "Windows"
        self.other_loader = os.environ.get("CLRELAY_TESTS_OTHER_LOADER") or getattr(self, "other_loader", "")
        self.library_ending = ".dll" if self.windows else ".so"
        self.verdicts = read_verdicts(os.path.join(self.source, "loader", "base", "verdicts.h"))

    def add(self, folder):
        """Adds the facts for the tests of this folder."""
        facts = read_facts(folder)
        known = [name for name in facts if hasattr(self, name)]
        if known:
            raise AssertionError(f"the build.json of {folder} repeats {known}")
        vars(self).update(facts)


def read_verdicts(path):
    """Returns the texts of loader/base/verdicts.h by their identifiers."""
    with open(path, encoding="utf-8") as file:
        rows = re.findall(r'^VERDICT\((\w+),\s*\w+,\s*((?:"[^"\n]*"\s*)+)\)', file.read(), re.M)
    return {name: "".join(re.findall(r'"([^"]*)"', text)) for name, text in rows}


BUILD = Build()
PATIENCE = BUILD.patience  # how many times longer than usual anything may take
TIME_LIMIT = 240 * PATIENCE  # seconds for one run of a program, on slow and busy machines; only a program that hangs takes this long


# For someone who debugs a test: the machines stay, and the tests print the commands that ran there.
KEEP = os.environ.get("CLRELAY_TEST_KEEP") == "1"

# Other users may read what the tests make, whatever the caller's umask.
os.umask(0o022)


# ---- files ----

def native(path):
    """Returns a path in the form that the programs under test use."""
    return "Z:" + path.replace("/", "\\") if BUILD.windows else path


def runs_here(fake):
    """Tells whether this system has such a driver: on Windows, not if its row of drivers/zoo/zoo.txt says POSIX."""
    with open(os.path.join(BUILD.source, "test", "drivers", "zoo", "zoo.txt"), encoding="utf-8") as file:
        return not (BUILD.windows and re.search(f"^{fake} .* POSIX$", file.read(), re.M))


def fake_path(name):
    """Returns the library of a fake driver, with the path that this script uses."""
    return os.path.join(BUILD.fakes, f"libfake_{name}{BUILD.library_ending}")


def layer_path(name):
    """Returns the library of a fake layer, with the path that this script uses."""
    return os.path.join(BUILD.layers, f"liblayer_{name}{BUILD.library_ending}")


def existing(path):
    """Returns the path as programs write it. The file must exist."""
    if not os.path.exists(path):
        raise AssertionError(f"there is no {path}")
    return native(path)


def copy_for_all(source, path):
    """Makes a copy that other users may read and run, even if they may not look into the build."""
    path = shutil.copy(source, path)
    mode = os.stat(path).st_mode
    os.chmod(path, mode | (0o555 if mode & 0o100 else 0o444))
    return path


# ---- programs ----

def clean_environment(*more):
    """Returns the caller's variables, without those of OpenCL and of fake drivers, and without those whose names begin
    with one of these words and an underscore."""
    words = "|".join(("OCL", "OPENCL", "FAKE", "POCL", *more))
    return {name: value for name, value in os.environ.items() if not re.match(f"({words})_", name)}


def plain_crashes(more=""):
    """Returns variables that make a crash in a build with sanitizers a plain crash instead of a sanitizer's report."""
    return {f"{name}_OPTIONS": os.environ.get(f"{name}_OPTIONS", "") +
            ":handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigill=0" + more for name in ("ASAN", "TSAN", "UBSAN")}


def run(command, env=None, code=0, limit=TIME_LIMIT):
    """Runs any program and returns its output. The program must end with this code, or with any if it is None."""
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=limit, check=False,
                          stdin=subprocess.DEVNULL)
    if code is not None and done.returncode != code:
        raise AssertionError(f"{' '.join(command)}\nended with {done.returncode}, not {code}:\n"
                             f"{done.stdout[-4000:]}")
    return done.stdout


def works(command):
    """Tells whether a command succeeds."""
    return subprocess.run(command, capture_output=True, check=False,
                          stdin=subprocess.DEVNULL).returncode == 0


# The start of a command that runs as an ordinary user, if root runs the tests.
NOBODY = 65534
AS_NOBODY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


def why_not_nobody(*files):
    """Returns why no program that needs these files can run as another user, or None if one can."""
    if os.geteuid() != 0:
        return "only root can run a program as another user"
    if not shutil.which("setpriv"):
        return "setpriv is missing"
    if BUILD.sanitizers:
        return "sanitizers write files where they started"
    if BUILD.emulator:
        return "the emulator has the rights, and not the program"
    readable = all(works([*AS_NOBODY, "test", "-r", file]) for file in files)
    return None if readable else "other users cannot read the build"


def need_nobody(*files):
    """Skips a test that runs programs as another user."""
    need(not why_not_nobody(*files), why_not_nobody(*files))


def capability(path):
    done = subprocess.run(["setcap", "cap_net_raw+ep", path], capture_output=True, text=True, check=False)
    need(done.returncode == 0, f"setcap failed: {done.stderr}")


def setuid(path):
    os.chmod(path, 0o4755)


def setgid(path):
    os.chmod(path, 0o2755)


PRIVILEGES = [("setuid", setuid), ("setgid", setgid), ("capability", capability)] # what makes a program privileged


class Wines(AssertionError):
    """Wine's fault: a program ended before it printed anything, or an assertion in Wine's own sources failed."""


class Result:
    """What the probe printed, and the events that the fake drivers recorded."""

    def __init__(self, code, output, errors, events):
        self.code = code
        self.lines = [line.split("\t") for line in output.splitlines()]
        self.trace = errors.splitlines()
        self.events = [line.split(" ") for line in events.splitlines()]

    def answers(self, key):
        """Returns the other fields of each line that begins with this key."""
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
    """A simulated machine: a folder with a folder `vendors` in it."""

    def __enter__(self):
        self.root = tempfile.mkdtemp(prefix="clrelay-")
        os.chmod(self.root, 0o755)
        self.vendors = self.path("vendors")
        os.mkdir(self.vendors)
        return self

    def __exit__(self, *_):
        if not KEEP:
            shutil.rmtree(self.root, ignore_errors=True)

    def tell(self, command, env):
        """Prints how to start this program again on this machine, if the machine stays."""
        if KEEP:
            changes = [f"-u {name}" for name in os.environ if name not in env]
            changes += [f"{name}={shlex.quote(value)}" for name, value in env.items()
                        if os.environ.get(name) != value]
            print(f"cd {self.root} && env {' '.join(changes)} {shlex.join(command)}", flush=True)

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def fake(self, name):
        return existing(fake_path(name))

    def layer(self, name):
        return existing(layer_path(name))

    def give(self, path, owner):
        """Makes a user the owner of a folder of the machine, and of everything in it."""
        for folder, folders, files in os.walk(self.path(path)):
            for entry in [folder, *(os.path.join(folder, name) for name in folders + files)]:
                os.chown(entry, owner, owner if owner else -1, follow_symlinks=False)

    def preload(self, library):
        """Returns the variable that loads a library before all others. A blank would end the path, so this uses a link
        in the machine."""
        link = self.path(os.path.basename(library))
        os.symlink(library, link)
        return {"LD_PRELOAD": link}

    def write(self, path, content):
        """Writes a file, and makes its folder if it is missing."""
        path = self.path(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else os.fsencode(content))
        return path

    def icd(self, name, content):
        """Writes a manifest into the folder `vendors`."""
        if isinstance(content, str) and not content.endswith("\n"):
            content += "\n"
        return self.write(os.path.join("vendors", name), content)

    def drivers(self, *fakes):
        """Writes a manifest for each fake driver, so that the loader finds them in this order."""
        for number, fake in enumerate(fakes):
            self.icd(f"{number:03}.icd", self.fake(fake))

    def copy(self, source, path):
        path = self.path(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return copy_for_all(source, path)

    def environment(self, changes):
        """Returns the variables of a user without settings, with these changes. None removes a variable."""
        env = clean_environment()
        env.update(OCL_ICD_VENDORS=native(self.vendors), OCL_ICD_ENABLE_TRACE="1",
                   OCL_ICD_PLATFORM_SORT="none", FAKE_LOG=native(self.path("events")),
                   HOME=self.path("home"), XDG_CONFIG_HOME="")
        if BUILD.windows:  # tests of the registry may run at the same time
            env["OPENCL_LAYER_PATH"] = native(self.vendors)
        env.update(changes)
        return {name: value for name, value in env.items() if value is not None}

    def run(self, *steps, again=BUILD.windows, **options):
        """Runs the probe through these steps. The options are those of run_once(). (Wine fails now and then: the
        program then starts once more, and the test's output says so.)"""
        try:
            return self.run_once(*steps, **options)
        except Wines as error:
            if not again:
                raise
            print(f"Wine: started once more: {error}", file=sys.stderr)
        return self.run_once(*steps, **options)

    def run_once(self, *steps, env=None, cwd=None, code=0, before=(), probe=None):
        """Runs the probe once. `before` is a command that starts the probe."""
        command = [*before, *BUILD.emulator, probe or BUILD.probe, *steps]
        env = self.environment(env or {})
        self.tell(command, env)
        events = self.path("events")
        if os.path.exists(events):
            os.unlink(events)
        try:
            done = subprocess.run(command, env=env, timeout=TIME_LIMIT,
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


def on_machine(test):
    """Gives a test a machine of its own, which is removed with the test."""
    @functools.wraps(test)
    def run_there(self):
        with self.machine() as m:
            test(self, m)
    return run_there


class Case(unittest.TestCase):
    """Tests with the parameter `m` get a machine of the class in `machine`."""
    maxDiff = None
    machine = Machine

    def __init_subclass__(cls, machine=None, **more):
        super().__init_subclass__(**more)
        cls.machine = machine or cls.machine
        for name, member in list(vars(cls).items()):
            if name.startswith("test") and "m" in inspect.signature(member).parameters:
                setattr(cls, name, on_machine(member))

    def row(self, title):
        """Marks a row of a table: a failure names the row, and the other rows still run."""
        return self.subTest(title)

    def make_folder(self):
        """Makes a folder that other users may read, and that is removed with the test."""
        folder = tempfile.mkdtemp(prefix="clrelay-")
        os.chmod(folder, 0o755)
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        return folder

    def check_verdict(self, result, about, *verdicts):
        """Checks that a line of the log is about this path and has one of these verdicts."""
        texts = [BUILD.verdicts[verdict] for verdict in verdicts]
        about = native(about) if about.startswith("/") else about
        for line in result.trace:
            if about in line and any(text in line for text in texts):
                return
        self.fail(f"no verdict {' or '.join(verdicts)} about {about} in:\n"
                  + shortened("\n".join(result.trace)))


def shortened(text, limit=6000):
    """Returns the start and the end of a long text: all of it would make a failure hard to read."""
    text = text if isinstance(text, str) else (text or b"").decode(errors="replace")
    return text if len(text) <= limit else f"{text[:limit // 2]}\n[...]\n{text[-limit // 2:]}"


def need(condition, reason):
    """Skips the calling test unless the condition holds."""
    if not condition:
        raise unittest.SkipTest(reason)


def need_own_build(what):
    """Skips a test that uses something of this machine, if the library is for another machine."""
    need(not BUILD.foreign, f"{what} for this machine, and the library is for another")


def why_no_other_loader():
    """Returns why there is no other loader to test, or None if there is one. (If clrelay's packages were installed
    after the build was configured, there is none.)"""
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
    # Some versions cannot read the debug information of newer compilers, and give up before any step.
    done = subprocess.run(["valgrind", BUILD.probe], capture_output=True, text=True, check=False)
    need(done.returncode == 0, f"valgrind does not run here: {done.stderr[:500]}")


def main():
    """Runs the tests of the script, or those that the command line names. CLRELAY_TEST_FAILFAST=1: until one fails."""
    program = unittest.main(argv=[sys.argv[0], *sys.argv[2:]], exit=False, verbosity=1,
                            failfast=os.environ.get("CLRELAY_TEST_FAILFAST") == "1")
    result = program.result
    for test, reason in result.skipped:
        print(f"skipped: {test}: {reason}")
    # A partly skipped test is incomplete: CTest says so, and .ci/run knows which tests may be.
    if result.wasSuccessful() and result.skipped:
        sys.exit(SKIPPED)
    sys.exit(not result.wasSuccessful())
