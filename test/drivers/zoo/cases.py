# SPDX-License-Identifier: Apache-2.0
"""The cases of the table in doc/testing.md: what any loader has to live with, and what then becomes of a program that
uses it. See compare.py."""

import collections
import os
import shutil
import subprocess
import threading

import sandbox
import zoo
from find import test_manifests

BUILD = zoo.BUILD
OTHER = BUILD.other_loader
LIMIT = 3  # seconds; this loader gets more, except where it should hang
ROUNDS = 5  # repetitions of a case that depends on chance

# What may become of a program, the worst first, with the words for one case and for several.
OUTCOMES = [
    ("hang", "hangs", "hang"),
    ("signal", "crashes", "crash"),
    ("exit", "ends the program", "end the program"),
    ("believed", "believes the caller", "believe the caller"),
    ("failed", "gives some callers an error", "give some callers an error"),
    ("lost", "loses a good driver or layer", "lose a good driver or layer"),
    ("left out", "leaves out a driver that works", "leave out a driver that works"),
    ("changed", "leaves the program changed", "leave the program changed"),
    ("works", "works", "work"),
]
ORDER = [outcome for outcome, _, _ in OUTCOMES]

Case = collections.namedtuple("Case", "harm name run")


def judge(seen, good=("a", "b"), also=()):
    """Returns what became of a program with these good drivers and these others that work."""
    if seen.end != "well":
        return seen.end
    if not all(seen.works(name) for name in good):
        return "lost"
    if not set(also) <= set(seen.names):
        return "left out"
    return "changed" if seen.changed else "works"


def limit(loader):
    return zoo.TIME_LIMIT if loader == BUILD.library else LIMIT


def worst(outcomes):
    return min(outcomes, key=ORDER.index)


# ---- drivers and layers ----

def came_by(m):
    """Returns the good layers that saw a call of clGetPlatformIDs."""
    return {event[1] for event in events(m)
            if event[0] == "layer" and event[2:] == ["clGetPlatformIDs"]}


def events(m):
    if not os.path.exists(m.path("events")):
        return []
    with open(m.path("events"), encoding="utf-8") as file:
        return [line.split() for line in file]


def run_row(row, program, loader):
    with zoo.Machine(loader) as m:
        seen = m.start(*row.way, env=m.put(row), program=program,
                       limit=LIMIT if row.verdict == "hang" else limit(loader))
        # A driver that tells this loader no name may tell another loader one.
        also = [] if row.kind == "layer" else \
            [name for name in row.shows if not name.startswith("(")]
        outcome = judge(seen, also=also)
        if row.kind == "layer" and seen.end == "well" and \
                not {"inner", "outer"} <= came_by(m):
            return "lost"
        return outcome


def run_thousand(loader):
    with zoo.Machine(loader) as m:
        for number in range(1000):
            m.icd(f"{number:04}.icd", shutil.copy(m.fake("a"), m.path(f"lib{number:04}.so")))
        seen = m.start(env={"FAKE_LOG": None}, limit=60)
        if seen.end == "well" and len(seen.names) != 1000:
            return "lost"
        return judge(seen, good=["a"])


# ---- files ----

def run_manifest(make, also, loader):
    with zoo.Machine(loader) as m:
        test_manifests.make_libraries(m)
        m.icd("1.icd", m.fake("b"))
        make(m, os.path.join(m.vendors, "5.icd"))
        m.icd("9.icd", m.fake("c"))
        return judge(m.start(limit=limit(loader)), good=["b", "c"], also=also)


def run_many_files(loader):
    """There are 10,000 manifests, of which two name drivers."""
    with zoo.Machine(loader) as m:
        for number in range(10000):
            m.icd(f"{number:05}.icd", "/nowhere/at/all.so")
        m.icd("00000.icd", m.fake("a"))
        m.icd("09999.icd", m.fake("b"))
        return judge(m.start(limit=60))


def other_content(m, number):
    return m.fake(["c", "two"][number % 2]) + "\n" + "#" * (number % 3000)


def rename(m, number):
    m.write("new", other_content(m, number))
    os.rename(m.path("new"), m.path("vendors", "1.icd"))


def rewrite(m, number):
    m.icd("1.icd", other_content(m, number))


def vanish(m, number):
    if number % 2:
        os.unlink(m.path("vendors", "1.icd"))
    else:
        m.icd("1.icd", m.fake("c"))


def fill(m, number):
    """Adds more and more irrelevant manifests, then removes all of them."""
    if number % 200 < 199:
        m.icd(f"x{number % 200:03}.icd", "/nowhere/at/all.so")
    else:
        for other in range(199):
            os.unlink(m.path("vendors", f"x{other:03}.icd"))


CHANGES = [
    ("a manifest is replaced by another one", rename),
    ("a manifest is emptied and written again", rewrite),
    ("a manifest goes and comes", vanish),
    ("manifests come and go", fill),
]


def run_changing(change, loader):
    """Makes changes while the manifests of the good drivers stay as they are."""
    with zoo.Machine(loader) as m:
        m.icd("0.icd", m.fake("a"))
        m.icd("9.icd", m.fake("b"))
        ended, times = threading.Event(), [0]

        def work():
            while not ended.is_set():
                change(m, times[0])
                times[0] += 1
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        outcomes = []
        # On a busy disk a change can take longer than a start.
        while len(outcomes) < 20 * ROUNDS or times[0] < 20 * ROUNDS:
            outcomes.append(judge(m.start(limit=limit(loader))))
            if not thread.is_alive():
                raise AssertionError(f"the changes ended after {times[0]}")
        ended.set()
        thread.join()
        return worst(outcomes)


# ---- settings ----

SETTINGS = [
    ("a default platform that there is not", {"OCL_ICD_DEFAULT_PLATFORM": "99"}),
    ("a default platform that is no number", {"OCL_ICD_DEFAULT_PLATFORM": "-1x"}),
    ("an order that there is not", {"OCL_ICD_PLATFORM_SORT": "backwards"}),
    ("a log that is no number", {"OCL_ICD_DEBUG": "loud"}),
    ("a slash behind the directory", {"OCL_ICD_VENDORS": "{vendors}/"}),
    ("a layer that is not there", {"OPENCL_LAYERS": "/nowhere/layer.so"}),
    ("empty names of layers", {"OPENCL_LAYERS": "::"}),
    ("a directory as layer", {"OPENCL_LAYERS": "/usr"}),
]


def run_settings(settings, loader):
    with zoo.Machine(loader) as m:
        m.drivers("a", "b")
        values = {name: value.format(vendors=m.vendors) for name, value in settings.items()}
        return judge(m.start(env=values, limit=limit(loader)))


# ---- what the system refuses ----

def judge_without(seen):
    """Returns what became of a program that a refusal hit. A driver that could not be loaded may be missing; the listed
    ones must work, and the program must go on. (If a setting could not be read, the drivers of this machine may be
    listed.)"""
    if seen.end != "well":
        return seen.end
    if not all(seen.works(name) for name in ("a", "b") if name in seen.names):
        return "failed"
    return "changed" if seen.changed else "works"


def run_refused(group, more, loader):
    """Makes each call fail in turn, until there is none left."""
    outcomes = []
    with zoo.Machine(loader) as m:
        m.drivers("a", "b")
        env = {**m.preload(BUILD.refuse), "ZOO_REFUSE": group, "ZOO_REFUSED": m.path("refused"),
               "OPENCL_LAYERS": m.layer("inner"), "ZOO_REPORT": None}
        while True:
            env["ZOO_REFUSE_AT"] = f"{len(outcomes) + 1}{more}"
            seen = m.start(env=env, limit=limit(loader))
            if not os.path.exists(m.path("refused")):
                if not outcomes:
                    raise AssertionError(f"{loader} makes no call of the group {group}: {seen}")
                return worst(outcomes)
            os.unlink(m.path("refused"))
            outcomes.append(judge_without(seen))


REFUSED = [
    ("memory", "memory: malloc, calloc, realloc, strdup"),
    ("libraries", "libraries: dlopen"),
    ("files", "files: open, openat, fopen, opendir"),
    ("reading", "reading: read, fgets, readdir, fseek, ftell"),
    ("asking", "asking: stat, lstat, fstat, getcwd, readlink"),
]


def run_few_files(loader):
    """Limits how many files the program may open, from the number that it has at its start."""
    with zoo.Machine(loader) as m:
        m.drivers("a", "b")
        outcomes = []
        for most in range(4, 12):
            command = ["prlimit", f"--nofile={most}"]
            outcomes.append(judge_without(m.start(env={"ZOO_REPORT": None}, limit=limit(loader),
                                                  before=command)))
        return worst(outcomes)


# ---- threads, forks, signals ----

def run_race(drivers, loader):
    def once():
        with zoo.Machine(loader) as m:
            m.drivers(*drivers)
            seen = m.start("race", limit=limit(loader) + 2)
            if [line for line in seen.lines if line[0] == "thread" and line[1:] != ["0", "2"]]:
                return worst([judge(seen, good=drivers), "failed"])
            return judge(seen, good=drivers)
    return worst([once() for _ in range(ROUNDS)])


def run_fork(loader):
    """A child that is forked while another thread loads the drivers must get an answer."""
    with zoo.Machine(loader) as m:
        m.drivers("a", "slow", "b")
        seen = m.start("fork", limit=limit(loader) + 4)
        child = [line[1:] for line in seen.lines if line[0] == "child"]
        return judge(seen) if child == [["exit", "0"]] else "hang"


def run_signal(loader):
    with zoo.Machine(loader) as m:
        m.drivers("a", "slow", "b")
        seen = m.start("signal", limit=limit(loader))
        answered = [line for line in seen.lines if line[0] == "handler" and line[1] != "1"]
        return judge(seen) if answered or seen.end != "well" else "failed"


# ---- two of everything ----

def second_of(which, m, loader):
    """Returns a second loader: a copy of this one, or the other loader of the two."""
    if which == "itself":
        return m.copy(loader, "second/libOpenCL.so.1")
    return OTHER if loader == BUILD.library else BUILD.library


def judge_calls(m, seen, outcome):
    """The last call of each use must have arrived exactly once."""
    made = [line[1] for line in seen.lines if line[0] in ("platform", "second", "crossed")]
    arrived = [event[1] for event in events(m) if event[0] == "unload"]
    return outcome if seen.end != "well" or sorted(arrived) == sorted(made) else "failed"


def run_second(scope, which, loader):
    with zoo.Machine(loader) as m:
        m.drivers("a", "b")
        seen = m.start("second", env={"ZOO_SECOND": scope + second_of(which, m, loader)},
                       limit=limit(loader))
        outcome = judge(seen)
        for word in "second", "crossed":
            for name in "a", "b":
                if seen.end == "well" and [word, name, "1", "0", name] not in seen.lines:
                    outcome = worst([outcome, "failed"])
        return judge_calls(m, seen, outcome)


def run_as_driver(which, loader):
    """A manifest names a libOpenCL instead of a driver."""
    with zoo.Machine(loader) as m:
        m.icd("0.icd", m.fake("a"))
        m.icd("5.icd", second_of(which, m, loader))
        m.icd("9.icd", m.fake("b"))
        return judge(m.start(limit=limit(loader)))


def run_interposed(driver, loader):
    """A library in LD_PRELOAD wraps each function."""
    with zoo.Machine(loader) as m:
        m.drivers("a", driver, "b")
        seen = m.start(env=m.preload(BUILD.interposer), limit=limit(loader))
        return judge_calls(m, seen, judge(seen, also=[driver]))


# ---- privileged programs ----

def believed(m, make, variables, loader):
    """Tells whether a driver or a layer of the caller's was opened, or a log written."""
    link = os.path.join(BUILD.privileged, "libOpenCL.so.1")
    os.makedirs(BUILD.privileged, exist_ok=True)
    if os.path.lexists(link):
        os.unlink(link)
    os.symlink(os.path.realpath(loader), link)
    program = m.copy(BUILD.program_privileged, "program")
    os.chmod(program, 0o755)
    make(program)
    for name in "events", "log":
        m.write(name, "")
        os.chmod(m.path(name), 0o666)
    env = {"OCL_ICD_VENDORS": None, "OCL_ICD_ENABLE_TRACE": None, "XDG_CONFIG_HOME": None,
           "LD_LIBRARY_PATH": None, **variables}
    done = subprocess.run([*sandbox.AS_NOBODY, program, "list"], env=m.environment(env),
                          cwd=m.root, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60, check=True)
    if ("secure\t1" in done.stdout) != (make != as_it_is):
        raise AssertionError(f"the file system does not give privileges: {done.stdout}")
    return os.path.getsize(m.path("events")) > 0 or os.path.getsize(m.path("log")) > 0


def as_it_is(path):
    return path


def can_be_privileged():
    """Tells whether privileged programs can be tried on this machine."""
    readable = ["test", "-r", os.path.realpath(BUILD.library)]
    return os.geteuid() == 0 and shutil.which("setpriv") and shutil.which("setcap") and \
        subprocess.run([*sandbox.AS_NOBODY, *readable], check=False).returncode == 0


# The variables that the caller sets; {root} stands for the folder of the machine.
CALLERS = [
    {"OCL_ICD_VENDORS": "{root}/vendors"},
    {"OCL_ICD_VENDORS": "{root}/vendors/a.icd"},
    {"OCL_ICD_VENDORS": "{root}/driver.so"},
    {"OPENCL_VENDOR_PATH": "{root}/vendors"},
    {"OCL_ICD_FILENAMES": "{root}/driver.so"},
    {"OPENCL_LAYERS": "{root}/layer.so"},
    {"OPENCL_LAYERS": "layer.so", "OPENCL_LAYER_PATH": "{root}"},
    {"OCL_ICD_FILENAMES": "/nowhere.so", "OCL_ICD_LOG_FILE": "{root}/log", "OCL_ICD_LOG": "debug"},
    {"HOME": "{root}/home"},
]


def run_privileged(make, variables, loader):
    with zoo.Machine(loader) as m:
        driver = m.copy(m.fake("a"), "driver.so")
        m.copy(m.layer("inner"), "layer.so")
        m.icd("a.icd", driver)
        m.write("home/.config/OpenCL/vendors/a.icd", driver + "\n")
        m.give("home", sandbox.NOBODY)
        values = {name: value.format(root=m.root) for name, value in variables.items()}
        if loader == BUILD.library and not believed(m, as_it_is, values, loader):
            raise AssertionError(f"nobody believes {values}")
        return "believed" if believed(m, make, values, loader) else "works"


# ---- all of them ----

def raw(content):
    return lambda m, path: m.write(path, content.replace(b"{root}", os.fsencode(m.root)))


def special(make):
    return lambda m, path: make(path)


def rows(kind, run, *titles):
    """Yields a case for each (title, arguments of run)."""
    for title, *arguments in titles:
        yield Case(kind, title, lambda loader, arguments=arguments: run(*arguments, loader))


def of_drivers_and_layers():
    for row in zoo.ROWS:
        yield from rows(row.harm, run_row,
                        *((f"{row} {program}", row, program) for program in row.programs))
        if row.name == "200_platforms":
            yield from rows("drivers: a thousand of them", run_thousand, ("a thousand",))


def of_files():
    yield from rows("files: blanks, comments, a byte order mark, line ends of Windows", run_manifest,
                    *((title, raw(content), ["a"]) for title, content in test_manifests.GOOD))
    yield from rows("files: empty, binary, too long, or the library is not to be had", run_manifest,
                    *((title, raw(content), []) for title, content, _ in test_manifests.BAD))
    yield from rows("files: a FIFO, directory, socket, device or link to nowhere", run_manifest,
                    *((title, special(make), []) for title, make, _ in test_manifests.SPECIAL))
    yield from rows("files: 10,000 of them", run_many_files, ("10,000 files",))
    yield from rows("files: others are replaced, written and removed meanwhile", run_changing,
                    *CHANGES)


def of_the_system():
    yield from rows("system: each call that the loader makes fails in turn", run_refused,
                    *((title, group, "") for group, title in REFUSED))
    yield from rows("system: one fails, and all behind it", run_refused,
                    *((title, group, "+") for group, title in REFUSED))
    yield from rows("system: the program may open few files", run_few_files, ("few files",))


def of_threads():
    yield from rows("threads: 64 make the first call at once", run_race,
                    ("quick drivers", ["a", "b"]), ("a slow driver", ["a", "slow"]))
    yield from rows("threads: a process forks while one makes the first call", run_fork, ("fork",))
    yield from rows("signals: a handler calls OpenCL while its thread makes the first call",
                    run_signal, ("signal",))


def of_two_loaders():
    yield from rows("two loaders: both in one process, each is handed what the other listed", run_second,
                    *((f"{scope}{which}", scope, which) for which in ("itself", "the other")
                      for scope in ("", "global:", "ns:")))
    yield from rows("two loaders: a manifest names a libOpenCL", run_as_driver,
                    *((which, which) for which in ("itself", "the other")))
    yield from rows("two loaders: a library in LD_PRELOAD wraps each function", run_interposed,
                    *((driver, driver) for driver in ("c", "global")))


def of_privilege():
    for title, make in sandbox.PRIVILEGES:
        yield from rows(f"privilege: the caller of a {title} program names drivers, layers, a log",
                        run_privileged,
                        *((f"{title} {' '.join(variables)}", make, variables) for variables in CALLERS))


def all_cases():
    """Returns the cases that can be tried here, and whether these are all."""
    cases = [*of_drivers_and_layers(), *of_files(), *rows("settings: a value that makes no sense",
                                                          run_settings, *SETTINGS),
             *of_the_system(), *of_threads()]
    other, privileged = not sandbox.why_no_other_loader(), can_be_privileged()
    if other:
        cases += of_two_loaders()
    if privileged:
        cases += of_privilege()
    return cases, other and privileged
