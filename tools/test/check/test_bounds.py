# SPDX-License-Identifier: Apache-2.0
"""clrelay check --bounds finds each wrong access of the kernels in bounds.cl, and no other."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time

import sandbox
import test_cases
from drivers import installed
from sandbox import BUILD, TIME_LIMIT, need, need_own_build

FACTS = sandbox.read_facts("check")
PROGRAM = FACTS["check_bounds"]
SOURCE = os.path.join(BUILD.source, "tools", "test", "check", "bounds.cl")
PAGE = os.path.join(BUILD.source, "tools", "doc", "checking.md")
# Files that include each other. The lines with comments are wrong if n = 16.
FILES = {
    "main.cl": '''#define LENGTH 16
#include "inc/one.h" // with a comment
# include <two.h>
#if defined(MISSING) && \\
    defined(NOTHING) // with a comment \\
    that goes on
#include "missing.h"
#include NOTHING
#endif
#include "inc/one.h"
kernel void called(global int *a, constant int *c, int n) { write_one(a, n); a[0] = read_two(c, n); }
kernel void own(global int *a, constant int *c, int n) { a[n - 16 + THREE] = 1; } // writes
''',
    "inc/one.h": '''#ifndef ONE_H
#define ONE_H
#include "three.h"
void write_one(global int *to, int n)
{
    to[n] = 1; // writes
}
#endif
''',
    "more/two.h": '''#pragma once
#include "three.h"
#if defined(__OPENCL_VERSION__) && LENGTH == 16
int read_two(constant int *from, int n) { return from[n]; } // reads
#else
int read_two(constant int *from, int n) { return 0; }
#endif''',
    "inc/three.h": "#pragma once\n#define THREE 15\\",
    "more/three.h": "#undef THREE\n#define THREE 16",
}
# Sources that the program links, and headers that it passes by their names.
LINKED = {
    "first.cl": '''#include "get.h"
#include "shared.h"
kernel void called(global int *a, constant int *c, int n) { put(a, n); a[1] = own(a, n) + get(c); }
''',
    "second.cl": '''#include "shared.h"
void put(global int *to, int n) { to[n] = own(to, 0); } // writes
kernel void second(global int *a, constant int *c, int n) { put(a + 1, n - 1); last(a, n); }
''',
    "library.cl": '''#include "get.h"
#include "shared.h"
int get(constant int *from) { return from[0]; }
void last(global int *to, int n) { to[n] = 1; } // writes
''',
    "passed/get.h": "int get(constant int *from);\n",
    "passed/shared.h": '''void put(global int *to, int n);
void last(global int *to, int n);
static int own(global const int *from, int n)
{
    return from[n]; // reads
}
''',
}
TEXT = (r"access outside of a buffer: kernel (\w+) (reads and writes|reads|writes) (\d+) bytes? at offset (-?\d+) of its argument (\d)"
        r"%s, counted from 0, which has (\d+) bytes: line (\d+) of (.+), work-item \((\d+), 0, 0\)")
FOUND = re.compile(TEXT % r" \((?:global|constant) [^;]*\)")
FOUND_LINKED = re.compile(TEXT % "")  # drivers do not know the parameters of linked programs
VERBS = {"reads": "reads", "writes": "writes", "changes": "reads and writes"}
OUTSIDE = "CLR-KERNEL-OUT-OF-BOUNDS"
UNCHECKED = "CLR-BOUNDS-UNCHECKED"
# The members of packed structures, how the structures end, and what of them a kernel changes.
PACKED = [("int4 v;", "__attribute__((packed)) it{};", "v"), ("int4 v[2];", "__attribute__((packed)) it{};", "v[1]"),
          ("int4 v[2];", "__attribute__((packed)) it{};", "v[1].x"),
          ("struct { int4 v; } s;", "__attribute__((packed)) it{};", "s.v"),
          ("int4 v;", "it{};\n#pragma pack(pop)", "v"), ("int4 v __attribute__((packed));", "it{};", "v")]
TRIVIAL = "kernel void called(global int *a, constant int *c, int n) { a[3] = n; }\n"
# Programs that the command does not rewrite, and the beginning of the reason that it gives.
REFUSED = {
    "line": ('#include "empty.h"\nint line(void) { return __LINE__; }\n' + TRIVIAL,
             "it includes files, and uses __LINE__"),
    "other lines": ('#line 100\nint line(void) { return __LINE__; }\n' + TRIVIAL, "it has #line, and uses __LINE__"),
    "macro": ('#define NAME "empty.h"\n#include NAME\n' + TRIVIAL,
              "it includes files in another way than by their names"),
    "several": ('#include "twice.h"\n' + TRIVIAL, "it includes twice.h, of which there are several"),
    "unbalanced": ('#if 0\n#include "unbalanced.h"\n#endif\n' + TRIVIAL,
                   "unbalanced.h has conditions that do not end in it"),
    "endless": ('#include "endless.h"\n' + TRIVIAL, "endless.h, which includes itself"),
    "variable": ("global int counter;\n" + TRIVIAL, "it has variables in global memory"),
    "names": ("int clrelay_range(int i) { return i; }\n" + TRIVIAL, "it has names that begin with clrelay_"),
}
if platform.machine() == "x86_64":  # PoCL knows the functions of its processor, clang only those of OpenCL
    REFUSED["unknown"] = ("kernel void f(global int *a) { __builtin_ia32_pause(); }\n" + TRIVIAL,
                          "clang does not compile it: ")

# Ends the command's server, and starts another user's server with its name. Then runs a program, whose layer finds that
# server.
OTHER_USER = """
import os, signal, socket, subprocess, sys, threading
me, parent = os.getpid(), os.getppid()
with open(f"/proc/{parent}/task/{parent}/children") as file:
    server, = {int(number) for number in file.read().split()} - {me}
os.kill(server, signal.SIGKILL)
name = "\\0" + os.environ["CLRELAY_CHECK_FILE"]
other = socket.socket(socket.AF_UNIX)
while True:
    try:
        other.bind(name)
        break
    except OSError:
        pass
os.seteuid(int(sys.argv[1]))
other.listen()
os.seteuid(0)
def serve():
    asked, _ = other.accept()
    print("asked for", len(asked.recv(16)), "bytes", file=sys.stderr)
    asked.close()
thread = threading.Thread(target=serve)
thread.start()
done = subprocess.run(sys.argv[2:])
thread.join()
sys.exit(done.returncode)
"""


def clang():
    """Finds clang as the command does: the newest one with a version in its name, or else the one without."""
    names = [f"clang-{version}" for version in range(30, 13, -1)] + ["clang"]
    return next((path for path in map(shutil.which, names) if path), None)


def wanted_findings(source, kind):
    """Returns what the comments of a source say: (line, verb, size, offset, argument). Pointers to shared virtual
    memory point to its middle, so negative offsets are legal there."""
    wanted = []
    with open(source, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            for verb, size, offset, argument in re.findall(r"// (reads|writes|changes) (\d+) (-?\d+)(?: (\d))?", line):
                if kind != "svm" or int(offset) >= 0:
                    wanted.append((number, VERBS[verb], int(size), int(offset), int(argument or 0)))
    return sorted(wanted)


class Bounds(sandbox.Case):
    def setUp(self):
        need_own_build("drivers are")
        need(not BUILD.sanitizers, "drivers bring LLVM, which sanitizers do not get on with")
        need(installed.find("pocl"), installed.missing("pocl"))
        need(clang(), "clang is not installed")
        self.folder = self.make_folder()
        self.env = test_cases.environment(self.folder, "pocl")

    def run_program(self, *words, **environment):
        return subprocess.run(words, env={**self.env, **environment}, text=True, errors="replace", check=False,
                              cwd=self.write_files({}), capture_output=True, stdin=subprocess.DEVNULL,
                              timeout=TIME_LIMIT)

    def check(self, *words, **environment):
        """Runs a program under the check. Returns its result, and the findings of --bounds."""
        log = os.path.join(self.folder, "log")
        done = self.run_program(FACTS["tool"], "check", "--bounds", "--json", "--log", log, *words, **environment)
        with open(log, encoding="utf-8") as file:
            found = [json.loads(line) for line in file]
        self.assertIn("summary", found[-1], done)
        return done, [finding for finding in found[:-1] if finding["identity"] in (OUTSIDE, UNCHECKED)]

    def write_files(self, files):
        """Writes the files into the folder in which programs run. Returns its path."""
        folder = os.path.join(self.folder, "files")
        os.makedirs(folder, exist_ok=True)
        for name, text in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return folder

    def check_files(self, files, names, pattern, *words, **environment):
        """With n = 16 the check finds each access that a comment names, and no other. With n = 15 it finds none."""
        marked = {(names[name], number, verb) for name, text in files.items()
                  for number, line in enumerate(text.splitlines(), 1) for verb in re.findall("// (reads|writes)$", line)}
        for n, wanted in ("15", set()), ("16", marked):
            self.write_files(files)
            plain = self.run_program(PROGRAM, words[0], "buffers", n, *words[1:])
            done, found = self.check(PROGRAM, words[0], "buffers", n, *words[1:], **environment)
            self.assertEqual(plain.returncode, 0, plain)
            matches = [pattern.fullmatch(finding["text"]) for finding in found]
            self.assertEqual([finding["text"] for finding, match in zip(found, matches) if not match], [])
            self.assertEqual({(match[8], int(match[7]), match[2]) for match in matches}, wanted)
            if not wanted:
                self.assertEqual(done.stdout, plain.stdout)

    def write_source(self, text):
        path = os.path.join(self.folder, "source.cl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def write_beginning(self):
        """Writes the first kernels of bounds.cl. They are enough for what depends on where buffers begin and end."""
        with open(SOURCE, encoding="utf-8") as file:
            return self.write_source(file.read().partition("/* ---- variables")[0])

    def found_by(self, source, kind):
        _, found = self.check(PROGRAM, source, kind, "16")
        self.assertEqual([finding["text"] for finding in found if finding["identity"] != OUTSIDE], [])
        matches = [(finding["text"], FOUND.fullmatch(finding["text"])) for finding in found]
        self.assertEqual([text for text, match in matches if not match], [])
        return [match for _, match in matches]

    def run_alone(self, source, kind, standards, options):
        """Returns the command that runs a source's kernels, with the first of these standards with which they run, and
        the result of that command without the check."""
        for standard in standards:
            words = [PROGRAM, source, kind, "15", f"{standard} {options}"]
            plain = self.run_program(*words)
            if plain.returncode == 0:
                break
        return words, plain

    def test_wrong(self):
        """The check finds each access that a comment in bounds.cl names, with its place, and nothing else."""
        for kind in "buffers", "parts", "svm":
            with self.row(kind):
                source = SOURCE if kind == "buffers" else self.write_beginning()
                matches = self.found_by(source, kind)
                found = {(int(match[7]), match[2], int(match[3]), int(match[4]), int(match[5])) for match in matches}
                self.assertEqual(sorted(found), wanted_findings(source, kind))
                self.assertEqual({(match[6], match[8], match[9]) for match in matches}, {("64", "the source", "0")})

    def test_legal(self):
        """Without a wrong access the check finds nothing, and the program sees the same as without it."""
        for kind in "buffers", "parts", "svm":
            with self.row(kind):
                source = SOURCE if kind == "buffers" else self.write_beginning()
                # PoCL 6 has no wait_group_events() with -cl-std=CL1.2.
                words, plain = self.run_alone(source, kind, ["-cl-std=CL1.2", ""],
                                              '-D ONE_MORE=1 -DTEXT="a b" -cl-kernel-arg-info')
                done, found = self.check(*words)
                self.assertEqual(plain.returncode, 0, plain)
                self.assertEqual(found, [])
                self.assertEqual((done.stdout, done.returncode), (plain.stdout, 0))
                self.assertIn("the source is the same", done.stdout)

    def test_packed(self):
        """Packed structures stay packed: an aligned access would crash."""
        text = ""
        for number, (fields, end, place) in enumerate(PACKED):
            text += (f"{'#pragma pack(push, 1)' if 'pop' in end else ''}\ntypedef struct {{ char c; {fields} }} {end.format(number)}\n"
                     f"kernel void f{number}(global int *a, constant int *c, int n)\n{{\n"
                     f"    global it{number} *at = (global it{number} *)a;\n    at[0].{place} = n + 1;\n    at->{place} += 1;\n}}\n")
        source = self.write_source(text)
        plain = self.run_program(PROGRAM, source, "buffers", "15")
        done, found = self.check(PROGRAM, source, "buffers", "15")
        self.assertEqual((plain.returncode, done.returncode, found), (0, 0, []), (plain, done))
        self.assertEqual(done.stdout, plain.stdout)
        self.assertEqual([name for number in range(len(PACKED)) if (name := f"f{number}") not in done.stdout], [])

    def test_null(self):
        """The check finds each access through NULL, and prevents it. A pointer that the kernel does not use may be
        NULL."""
        used = "kernel void f(global int *a, constant int *c, int n)\n{\n    if (n == 16) a[n] = 1; // writes 4 64\n}\n"
        source = self.write_source(used)
        for kind, n, wanted in ("null", "15", False), ("null", "16", True), ("null_svm", "15", False), ("null_svm", "16", True):
            with self.row((kind, n)):
                done, found = self.check(PROGRAM, source, kind, n)
                self.assertEqual((done.returncode, len(found)), (3 if wanted else 0, 1 if wanted else 0), done)
                for finding in found:
                    self.assertIn("writes 4 bytes at offset 64 of its argument 0 (global int *a), counted from 0, which is NULL: "
                                  "line 3 of the source", finding["text"])

    def test_refused(self):
        """If the command can't rewrite a program, the program runs as it is, and a note gives the reason."""
        for name, (source, reason) in REFUSED.items():
            with self.row(name):
                self.write_files({"twice.h": "int a(void);\n", "../twice.h": "int b(void);\n", "../empty.h": "",
                                  "../unbalanced.h": "#endif\n#if 1\n",
                                  "../endless.h": '#ifndef ONCE\n#define ONCE\n#include "endless.h"\n#endif\n'})
                # PoCL 6 and later lack parts of OpenCL C 2.0, and PoCL 7 lacks variables in global memory.
                words, plain = self.run_alone(self.write_source(source), "buffers", ["-cl-std=CL2.0", "-cl-std=CL3.0"],
                                              "-I" + self.folder)
                if plain.returncode and os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") != "1":
                    need(False, "this driver does not compile it")
                done, found = self.check(*words)
                self.assertEqual([finding["identity"] for finding in found], [UNCHECKED], done)
                self.assertIn(reason, found[0]["text"])
                self.assertEqual((done.stdout, done.returncode), (plain.stdout, plain.returncode))

    def test_included(self):
        """Accesses in files that a source includes. The lines are those at the time of the build."""
        names = {"main.cl": "the source", "inc/one.h": "./inc/one.h", "more/two.h": "more/two.h"}
        for kind, end, environment in [("stays", "\n", {}), ("is removed", "\n", {"REMOVED": "inc/one.h"}),
                                       ("has other line ends", "\r\n", {})]:
            with self.row(kind):
                files = {name: text.replace("\n", end) for name, text in FILES.items()}
                self.check_files(files, names, FOUND, "main.cl", "-I . -Imore", **environment)

    def test_pipe(self):
        """The command opens only regular files."""
        folder = self.write_files({})
        os.mkfifo(os.path.join(folder, "pipe"))
        source = self.write_source('#if 0\n#include "pipe"\n#include <pipe>\n#endif\n' + TRIVIAL)
        done, found = self.check(PROGRAM, source, "buffers", "15", "-I.")
        self.assertEqual((done.returncode, found), (0, []), done)

    def test_changed(self):
        """A second build takes the files as they are then."""
        files = {"main.cl": '#include "own.h"\n' + TRIVIAL.replace("a[3] = n", "put(a, n)"),
                 "own.h": "void put(global int *to, int n) { to[0] = n; }\n",
                 "next.h": "\nvoid put(global int *to, int n) { to[n] = 1; }\n"}
        folder = self.write_files(files)
        _, found = self.check(PROGRAM, "main.cl", "buffers", "16", "-I" + folder, NEXT="next.h", FILE="own.h")
        self.assertEqual([FOUND.fullmatch(finding["text"])[7] for finding in found], ["2"])

    def test_same_text_elsewhere(self):
        """A second build finds a file of the same text in another folder."""
        own = "void put(global int *to, int n) { to[n] = 1; }\n"
        folder = self.write_files({"main.cl": "#include <own.h>\n" + TRIVIAL.replace("a[3] = n", "put(a, n)"), "b/own.h": own, "next.h": own, "a/x": ""})
        _, found = self.check(PROGRAM, "main.cl", "buffers", "16", f"-I{folder}/a -I{folder}/b", NEXT="next.h", FILE="a/own.h")
        self.assertEqual([FOUND.fullmatch(finding["text"])[8] for finding in found], [f"{folder}/a/own.h"])

    def test_many_parameters(self):
        """Pointers are followed into the first 64 parameters of a function."""
        for before, wanted in (63, 1), (64, 0):
            with self.row(before):
                source = (f"void put({''.join(f'int p{i}, ' for i in range(before))}global int *to, int n) {{ to[n] = 1; }}\n"
                          + TRIVIAL.replace("a[3] = n", f"put({before * '0, '}a, n)"))
                done, found = self.check(PROGRAM, self.write_source(source), "buffers", "16")
                self.assertEqual(len(found), wanted, (done, found))

    def test_linked(self):
        """Accesses in sources and a library that the program compiles and links, with headers that it passes by their
        names."""
        names = {"first.cl": "source 1 of the 3 that were linked", "second.cl": "source 3 of the 3 that were linked",
                 "library.cl": "source 2 of the 3 that were linked", "passed/shared.h": "shared.h"}
        self.check_files(LINKED, names, FOUND_LINKED, "first.cl", "", "library.cl", "second.cl", "passed/get.h", "passed/shared.h")

    def test_linked_differently(self):
        """A function has other parameters in another source."""
        folder = self.write_files({"first.cl": "void f(global int *a);\n" + TRIVIAL.replace("a[3] = n", "f(a)"),
                                   "second.cl": "void f(ulong a) { ((global int *)a)[3] = 1; }\n"})
        words = [PROGRAM, "first.cl", "buffers", "15", "", "second.cl"]
        plain = self.run_program(*words)
        done, found = self.check(*words)
        self.assertEqual([finding["identity"] for finding in found], [UNCHECKED], done)
        self.assertIn("its sources declare f differently", found[0]["text"])
        self.assertEqual((done.stdout, done.returncode), (plain.stdout, plain.returncode), folder)
        own = TRIVIAL.replace("a[3] = n", "f(a)")
        for first, second in [("static void f(global int *a) { a[99] = 1; }\n" + own, "void f(ulong a) {}\n"),
                              ("void f(global int *a) { a[99] = 1; }\n" + own, "static void f(ulong a) {}\nvoid g(void) { f(1); }\n")]:
            with self.row(first):
                self.write_files({"first.cl": first, "second.cl": second})
                done, found = self.check(*words)
                self.assertEqual([finding["identity"] for finding in found], [OUTSIDE], done)

    def test_again(self):
        """The command rewrites the same source with the same options once."""
        log, folder = os.path.join(self.folder, "clang.log"), os.path.join(self.folder, "path")
        os.mkdir(folder)
        with open(os.path.join(folder, "clang-30"), "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\necho "$*" >>{log}\nexec {clang()} "$@"\n')
        os.chmod(os.path.join(folder, "clang-30"), 0o755)
        self.check(PROGRAM, self.write_source(TRIVIAL), "again", "15", PATH=folder + ":" + os.environ["PATH"])
        with open(log, encoding="utf-8") as file:
            runs = file.read().splitlines()
        self.assertEqual([" -E " in run for run in runs], [True, False, True, False], runs)

    def test_page(self):
        """The example of tools/doc/checking.md, and the same program mended."""
        need(FACTS["compiler"] == "GNU", "the page shows what gcc's debug information says")
        need(sandbox.works(["addr2line", "--version"]), "there is no addr2line")
        wrong, mended = FACTS["mistakes"]["overrun"]
        log = os.path.join(self.folder, "log")
        self.run_program(FACTS["tool"], "check", "--bounds", "--log", log, wrong)
        with open(log, encoding="utf-8") as file, open(PAGE, encoding="utf-8") as page:
            self.assertIn("```\n$ clrelay check --bounds ./overrun\n" + file.read() + "```\n", page.read())
        done, found = self.check(mended)
        self.assertEqual((done.returncode, found), (0, []))

    def test_waiting(self):
        """A launch takes no longer after thousands that have not ended than after a few."""
        source = self.write_source(TRIVIAL)
        factors = []
        for _ in range(3):
            done, _ = self.check(PROGRAM, source, "waiting", "15")
            few, many = map(int, done.stdout.split())
            factors.append(many / few)
        self.assertLess(min(factors), 24)  # 8 times as many launches may take this many times as long

    def test_without_clang(self):
        done = self.run_program(FACTS["tool"], "check", "--bounds", PROGRAM, SOURCE, "buffers", "15", PATH=self.folder)
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertIn("clrelay check: --bounds needs the compiler clang, version 14 or later.", done.stderr)
        for version, good in (13, False), (14, True), (30, True), (31, False):
            with self.row(version):
                folder = self.make_folder()
                os.symlink(clang(), os.path.join(folder, f"clang-{version}"))
                done = self.run_program(FACTS["tool"], "check", "--bounds", sys.executable, "-c", "", PATH=folder)
                self.assertEqual("needs the compiler" not in done.stderr, good, done)

    def test_killed(self):
        """If somebody kills the command, the program goes on without it."""
        words = [PROGRAM, self.write_source(TRIVIAL), "buffers", "15"]
        output = os.path.join(self.folder, "output")
        script = 'kill -KILL $PPID; "$@" >"$0.part"; mv "$0.part" "$0"'
        done = self.run_program(FACTS["tool"], "check", "--bounds", "sh", "-c", script, output, *words)
        self.assertEqual(done.returncode, -9, done)
        until = time.monotonic() + TIME_LIMIT
        while not os.path.exists(output) and time.monotonic() < until:
            time.sleep(0.1)
        with open(output, encoding="utf-8") as file:
            self.assertEqual(file.read(), self.run_program(*words).stdout)

    def test_messages(self):
        """The server refuses messages that no layer sends."""
        script = ("import os, socket, struct\n"
                  "for message, text in [(1, b''), (1, b'\\0'), (1, b'x'), (1, b'\\0' * 4), (1, b'\\0' * 5), (0, b''), (0, b'x')]:\n"
                  "    it = socket.socket(socket.AF_UNIX)\n"
                  "    it.connect('\\0' + os.environ['CLRELAY_CHECK_FILE'])\n"
                  "    it.sendall(struct.pack('=IIQ', message, 0, len(text)) + text)\n"
                  "    head = it.recv(16, socket.MSG_WAITALL)\n"
                  "    print(*struct.unpack('=IIQ', head)[:2], it.recv(1000, socket.MSG_WAITALL)[:50])\n")
        done = self.run_program(FACTS["tool"], "check", "--bounds", sys.executable, "-c", script)
        answers = [line.partition(" b") for line in done.stdout.splitlines()]
        self.assertEqual([head for head, _, _ in answers], ["5 0", "5 0", "5 0", "4 0", "5 0", "1 0", "1 0"], done)
        self.assertEqual({text for head, _, text in answers if head == "5 0"},
                         {"'it has no sources'", "'its sources are incomplete'"})

    def test_other_user(self):
        """After the command's server has ended, another user's server has taken its name. The layer does not ask that
        one."""
        need(os.geteuid() == 0, "only root may start a process of another user")
        script = os.path.join(self.folder, "script.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(OTHER_USER)
        done, found = self.check(sys.executable, script, str(sandbox.NOBODY), PROGRAM, self.write_source(TRIVIAL),
                                 "buffers", "15")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("clrelay check does not answer", found[0]["text"])
        self.assertIn("asked for 0 bytes", done.stderr)

    def test_options(self):
        for words, complaint in [(["--objects-only", PROGRAM], "--bounds needs more than --objects-only checks"),
                                 (["--environment", self.folder], "--bounds is for programs that clrelay check starts"),
                                 (["--read", self.folder], "--bounds is for programs that clrelay check starts")]:
            with self.row(words[0]):
                done = self.run_program(FACTS["tool"], "check", "--bounds", *words)
                self.assertEqual(done.returncode, 125)
                self.assertIn(complaint, done.stderr)
