# SPDX-License-Identifier: Apache-2.0
"""Directories and manifests that change while the loader reads them, and very many of them."""

import os
import re
import shutil
import subprocess
import threading

import sandbox

BUILD = sandbox.BUILD
BUILD.add("faults")


def ends_well(command):
    return subprocess.run(command, check=False).returncode == 0


class Meanwhile:
    """Repeats an action while the block runs. The action gets a function to call in each state that it reaches, which
    keeps that state for `rest` seconds."""

    def __init__(self, action):
        self.action = action
        self.rest = 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.work, daemon=True)
        self.times = 0

    def stay(self):
        if self.rest:
            self.ended.wait(self.rest)

    def work(self):
        while not self.ended.is_set():
            self.action(self.stay)
            self.times += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join(timeout=sandbox.TIME_LIMIT)


# What a program may see of a manifest that names a or b.
REPLACED = {("a",), ("b",)}
ROUNDS = 60
CHANGES = ROUNDS // 4
MOST_ROUNDS = 10 * ROUNDS  # the limit if not everything that must happen has been seen
REST = 0.02  # seconds


class Files(sandbox.Case):
    def see(self, m, action, usual, also=()):
        """Checks the platforms that programs see during the changes: nothing but the usual ones and those in `also`,
        and each of the usual ones at least once. If no program happened to start in one of the states at full speed,
        each state is made to last. On a busy machine there may be few changes while many programs run; more programs
        run then."""
        seen, rounds = set(), 0
        with Meanwhile(action) as meanwhile:
            while rounds < ROUNDS or (rounds < MOST_ROUNDS and
                                      not (usual <= seen and meanwhile.times >= CHANGES)):
                meanwhile.rest = REST if rounds >= ROUNDS else 0
                result = m.run("platforms")
                names = tuple(result.names)
                self.assertIn(names, usual | set(also), result.trace)
                self.assertNotIn("garbage", "".join(result.trace))
                seen.add(names)
                rounds += 1
        print(f"{self.id()}: {rounds} programs, {meanwhile.times} changes")
        self.assertLessEqual(usual, seen)
        self.assertGreaterEqual(meanwhile.times, CHANGES)

    def contents(self, m):
        """Returns the manifest's two contents: the beginning of one with the end of the other would name neither
        driver. (The system writes a file of less than a page at once.)"""
        return ["# " + "x" * 1500 + "\n" + m.fake("a") + "\n",
                m.fake("b") + "\n# " + "y" * 1100 + "\n/garbage.so\n"]

    def test_renamed(self, m):
        """A manifest is replaced by another: a program sees one or the other as a whole."""
        contents = self.contents(m)
        m.icd("x.icd", contents[0])

        def replace(stay):
            contents.reverse()
            m.write("new", contents[0])
            os.rename(m.path("new"), m.path("vendors", "x.icd"))
            stay()

        self.see(m, replace, REPLACED)

    def test_rewritten(self, m):
        """A manifest that is emptied and rewritten in place may be seen empty, but never mixed."""
        contents = self.contents(m)

        def rewrite(stay):
            contents.reverse()
            m.icd("x.icd", contents[0])
            stay()

        rewrite(lambda: None)
        self.see(m, rewrite, REPLACED, [()])

    def test_vanishing_manifests(self, m):
        m.icd("a.icd", m.fake("a"))

        def vanish(stay):
            m.icd("b.icd", m.fake("b"))
            stay()
            os.unlink(m.path("vendors", "b.icd"))
            stay()

        self.see(m, vanish, {("a",), ("a", "b")})

    def test_vanishing_directory(self, m):
        m.drivers("a", "b")

        def vanish(stay):
            os.rename(m.vendors, m.path("away"))
            stay()
            os.rename(m.path("away"), m.vendors)
            stay()

        self.see(m, vanish, {("a", "b"), ()}, [("a",), ("b",)])

    def test_removed_directory(self, m):
        def remove(stay):
            os.makedirs(m.vendors, exist_ok=True)
            m.drivers("a", "b")
            stay()
            shutil.rmtree(m.vendors)
            stay()

        self.see(m, remove, {("a", "b"), ()}, [("a",), ("b",)])

    def ordinary_user(self):
        """Returns the start of a command that runs as an ordinary user: modes do not restrict root."""
        if os.geteuid() != 0:
            return []
        sandbox.need(shutil.which("setpriv"), "to root modes mean nothing, and setpriv is missing")
        for path in BUILD.probe, os.path.realpath(BUILD.library), BUILD.fakes:
            sandbox.need(ends_well([*sandbox.AS_NOBODY, "test", "-r", path]),
                         "the build cannot be read by other users")
        return sandbox.AS_NOBODY

    def test_read_only(self, m):
        """Nothing on a machine needs to be writable."""
        before = self.ordinary_user()
        m.drivers("a", "b")
        for folder, _, files in os.walk(m.root, topdown=False):
            for name in files:
                os.chmod(os.path.join(folder, name), 0o444)
            os.chmod(folder, 0o555)
        try:
            for path in m.root, m.vendors, m.path("vendors", "000.icd"):
                self.assertFalse(ends_well([*before, "test", "-w", path]), path)
            result = m.run("platforms", env={"FAKE_LOG": None}, before=before)
            self.assertEqual(result.names, ["a", "b"])
        finally:
            os.chmod(m.root, 0o755)
            os.chmod(m.vendors, 0o755)


# How many manifests a directory has: to test their order, and to count instructions with callgrind. Then what each one
# says, as a function of machine and number.
MANY, COUNTED = 10000, (300, 3000)
CONTENTS = {
    "libraries that are not there": lambda m, number: f"/nowhere/{number}.so",
    "files that are no libraries": lambda m, number: m.write(f"no/{number}.so", "no"),
    "one library": lambda m, number: m.fake("a"),
}


class Many(sandbox.Case):
    def fill(self, m, count, content):
        for number in range(count):
            m.icd(f"{number:05}.icd", CONTENTS[content](m, number))

    def test_order(self, m):
        """All manifests are read in the order of their names, and the drivers among them are found."""
        self.fill(m, MANY, "libraries that are not there")
        m.icd("04999.icd", m.fake("b"))
        m.icd("99999.icd", m.fake("a"))
        m.icd("00000.icd", m.fake("c"))
        result = m.run("platforms")
        self.assertEqual(result.names, ["c", "b", "a"])
        said = [hit[1] for line in result.trace if (hit := re.search(r"/(\d{5})\.icd: ", line))]
        self.assertEqual(said, sorted(said))
        self.assertEqual(len(said), MANY + 1)

    def instructions(self, m):
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={m.path('cost')}", BUILD.probe,
             "platforms"], env=m.environment({"OCL_ICD_ENABLE_TRACE": None}),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, check=True)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])

    def test_cost(self):
        """Ten times as many manifests take ten times as long, not a hundred times."""
        sandbox.need_valgrind()
        for content in CONTENTS:
            costs = []
            for count in (0, *COUNTED):
                with sandbox.Machine() as m:
                    self.fill(m, count, content)
                    costs.append(self.instructions(m))
            with self.row(content):
                few, many = costs[1] - costs[0], costs[2] - costs[0]
                each = few / COUNTED[0], many / COUNTED[1]
                print(f"{content}: {each[0]:.0f} instructions for each of {COUNTED[0]}, "
                      f"{each[1]:.0f} for each of {COUNTED[1]}")
                self.assertLess(each[1] / each[0], 1.5)


def one_driver(m, count):
    m.icd("driver.icd", m.fake(f"{count}_platforms"))


def beside_manifests(m, count):
    one_driver(m, count)
    for number in range(count):
        m.icd(f"{number:05}.icd", f"/nowhere/{number}.so")


def drivers(name):
    """Fills in copies of a driver, so that no library has been opened before: a twentieth as many, because they take
    room and the dynamic linker's time grows with their square."""
    def fill(m, count):
        for number in range(count // 20):
            m.icd(f"{number:05}.icd", m.copy(m.fake(name), f"copies/{number}.so"))
    return fill


# Title, what is on the machine, its OCL_ICD_PLATFORM_SORT, the program's steps, and the limit for how many times the
# instructions grow if there is ten times as much.
LOADING = [
    ("as they are", one_driver, "none", ["null"], 12),
    ("by name", one_driver, "name", ["null"], 15),
    ("by patterns", one_driver, "*3*,*7*,*1", ["null"], 15),
    ("by devices", one_driver, "devices", ["null"], 15),
    ("in a report", beside_manifests, "none", ["report", "report.json"], 12),
    ("of many drivers", drivers("a"), "none", ["null"], 12),
    ("of many drivers, with corrections", drivers("table_short"), "none", ["null"], 12),
]


class ManyPlatforms(sandbox.Case):
    def instructions(self, m, sort, steps):
        """Returns the instructions of the loader's own functions. Those of drivers do not count, nor those of the
        dynamic linker, which looks at all libraries for many of its answers."""
        out = m.path("cost")
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", BUILD.probe,
                        *steps], cwd=m.root, stdin=subprocess.DEVNULL, capture_output=True,
                       timeout=600, check=True,
                       env=m.environment({"OCL_ICD_ENABLE_TRACE": None, "FAKE_LOG": None,
                                          "OCL_ICD_PLATFORM_SORT": sort}))
        said = subprocess.run(["callgrind_annotate", "--threshold=100", out], capture_output=True,
                              text=True, check=True).stdout
        own = re.findall(r"^ *([\d,]+) \([ \d.]+%\) +\S*/loader/(?!linux/)[\w/]+\.[ch]:", said, re.M)
        sandbox.need(own, "there is no debug information")
        return sum(int(number.replace(",", "")) for number in own)

    def test_cost(self):
        """Ten times as many platforms take ten times as long."""
        sandbox.need_valgrind()
        sandbox.need(shutil.which("callgrind_annotate"), "callgrind_annotate is missing")
        for title, fill, sort, steps, most in LOADING:
            costs = []
            for count in 800, 8000:
                with sandbox.Machine() as m:
                    fill(m, count)
                    costs.append(self.instructions(m, sort, steps))
            with self.row(title):
                print(f"{title}: {costs}")
                self.assertLess(costs[1] / costs[0], most)
