# SPDX-License-Identifier: Apache-2.0
"""The mistakes of tools/doc/checking.md, on PoCL. The command finds each mistake. The page shows its output, and how to
mend the program. In the mended program the command finds nothing. With CLRELAY_RENEW=1, the test writes output and
changes into the page."""

import difflib
import json
import os
import re
import subprocess

import sandbox
from drivers import installed
from sandbox import BUILD, TIME_LIMIT, need, need_own_build
from test_cases import environment

FACTS = sandbox.read_facts("check")
SOURCES = os.path.join(BUILD.source, "tools", "test", "check", "mistakes")
PAGE = os.path.join(BUILD.source, "tools", "doc", "checking.md")
WIDTH = 80
RENEW = os.environ.get("CLRELAY_RENEW") == "1"

# The findings, in this order, and the exit status. None: the program crashes at one of the findings.
MISTAKES = {
    "event": (["CLR-EVENT-FREED", "CLR-EVENT-RELEASED-TWICE"], None),
    "group": (["CLR-LOCAL-SIZE-UNEVEN"], 1),
    "argument": (["CLR-KERNEL-ARGUMENT-SIZE", "CLR-KERNEL-ARGUMENT-UNSET"], 1),
    "queues": (["CLR-QUEUES-UNORDERED"], 3),
    "leak": (["CLR-EVENT-LEAKED"], 3),
    "source": (["CLR-PROGRAM-BUILD"], 1),
    "overrun": (["CLR-KERNEL-OVERRUN"], 3),
    "upload": (["CLR-HOST-FREED-IN-USE"], 3),
}
OPTIONS = {"overrun": ["--canaries"], "upload": ["--frees"]}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_page(text):
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(text)


def versions(name):
    """Returns the lines of a program, without and with MENDED."""
    both = [], []
    wanted = (True, True)
    for line in read(os.path.join(SOURCES, name + ".c")).splitlines():
        if line == "#ifdef MENDED":
            wanted = (False, True)
        elif line == "#ifndef MENDED":
            wanted = (True, False)
        elif line == "#else":
            wanted = wanted[::-1]
        elif line == "#endif":
            wanted = (True, True)
        else:
            for lines, want in zip(both, wanted):
                if want:
                    lines.append(line)
    return both


def change(name):
    """Returns the change that mends a program, as the page shows it: with `...` between two places, and without empty
    lines."""
    lines = list(difflib.unified_diff(*versions(name), n=1, lineterm=""))[3:]
    return "".join(("..." if line.startswith("@@") else line) + "\n" for line in lines if line != " ")


def compared(name, output):
    """Returns the part of the output that is the same in each run. A driver may crash earlier or later, and compilers
    have their own words."""
    if MISTAKES[name][1] is None:
        output = re.sub(r"= (CL_SUCCESS|\?)$", "=", output.partition("\n\n")[0], flags=re.M)
    output = re.sub(r"^    log .*(\n {14}.*)*", "", output, flags=re.M)
    return re.sub(r"\b0x[0-9a-f]{9,}\b", "ADDRESS", output).split()


class Mistakes(sandbox.Case):
    def setUp(self):
        need_own_build("drivers are")
        need(not BUILD.sanitizers, "drivers bring LLVM, which sanitizers do not get on with")
        need(installed.find("pocl"), installed.missing("pocl"))
        need(sandbox.works(["addr2line", "--version"]), "there is no addr2line")
        self.folder = self.make_folder()
        self.env = environment(self.folder, "pocl")

    def check(self, program, *options):
        """Returns the command's exit status, and its log."""
        log = os.path.join(self.folder, "log")
        done = subprocess.run([FACTS["tool"], "check", "--log", log, *options, program], env=self.env, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT)
        return done.returncode, read(log)

    def test_found(self):
        for name, (wanted, ending) in MISTAKES.items():
            with self.row(name):
                code, output = self.check(FACTS["mistakes"][name][0], "--json", *OPTIONS.get(name, []))
                found = [json.loads(line).get("identity") for line in output.splitlines()][:-1]
                if ending is None:
                    # The driver crashes, or notices that this is no event. Then the command also finds what the program
                    # leaves.
                    self.assertTrue(code < 0 or code == 1, code)
                    self.assertIn(found if code < 0 else found[:1], [wanted[:count + 1] for count in range(len(wanted))])
                else:
                    self.assertEqual((code, found), (ending, wanted))

    def test_mended(self):
        for name in MISTAKES:
            with self.row(name):
                self.assertEqual(self.check(FACTS["mistakes"][name][1], *OPTIONS.get(name, [])), (0, "clrelay check: nothing found\n"))

    def test_page(self):
        # Other compilers name another line of a statement with two lines.
        need(FACTS["compiler"] == "GNU", "the page shows what gcc's debug information says")
        page = read(PAGE)
        for name in MISTAKES:
            with self.row(name):
                command = " ".join(["clrelay check", *OPTIONS.get(name, []), f"./{name}"])
                begin = f"```\n$ {command}\n"
                self.assertEqual(page.count(begin), 1)
                head, _, rest = page.partition(begin)
                shown, _, tail = rest.partition("```\n")
                _, output = self.check(FACTS["mistakes"][name][0], *OPTIONS.get(name, []))
                if RENEW:
                    page = head + begin + output + "```\n" + tail
                    write_page(page)
                    continue
                self.assertEqual(compared(name, shown), compared(name, output), output)
                self.assertLessEqual(max(map(len, shown.splitlines())), WIDTH)

    def test_changes_in_the_page(self):
        pattern = re.compile(r"(?<=^```diff\n)(.*?)(?=^```$)", re.M | re.S)
        changes = pattern.findall(read(PAGE))
        if RENEW:
            names = iter(MISTAKES)
            write_page(pattern.sub(lambda _: change(next(names)), read(PAGE)))
            return
        for name, shown in zip(MISTAKES, changes, strict=True):
            with self.row(name):
                self.assertEqual(shown, change(name))
