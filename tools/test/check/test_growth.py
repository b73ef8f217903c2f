# SPDX-License-Identifier: Apache-2.0
"""Code that reads texts of programs and users takes linear time: callgrind counts the same number of instructions for
each byte when the text grows. Or the code stops at a limit, and names it."""

import json
import os
import shutil
import subprocess

import laps
import sandbox
from sandbox import BUILD, TIME_LIMIT, need

FACTS = sandbox.read_facts("check")
ALL = os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") == "1"


def headers(count, begin, end):
    """Makes headers. Each includes those before it."""
    return {f"h{i}.h": begin.format(i) + "".join(f'#include "h{j}.h"\n' for j in range(i)) + f"int f{i}(void);\n" + end
            for i in range(count)}


def included(count, begin, end):
    return {"text": f'#include "h{count - 1}.h"\n', **headers(count, begin, end)}


# Each row makes the files of a text of size n.
INCLUDES = {
    "guards": lambda n: included(n, "#ifndef H{0}\n#define H{0}\n", "#endif\n"),
    "other guards": lambda n: included(n, "// one\n#if !defined(H{0})\n#define H{0} 1\n", "#endif // H\n"),
    "once": lambda n: included(n, "#pragma once\n", ""),
    "many lines": lambda n: {"text": '#include "a.h"\n' * (50 * n), "a.h": "\n"},
    "a long header": lambda n: {"text": '#include "a.h"\n', "a.h": '#include "b.h"\n' * (50 * n), "b.h": "\n"},
}
# "types" stops at the limit of steps, from 3000 on.
SOURCES = {
    "conditions": ("conditions", 400, lambda n: "#if A\n#endif\n" * n),
    "types": ("kernels", 3000, lambda n: "".join(f"#if A{i}\ntypedef int t;\n#endif\n" for i in range(n)) + "t x;\n" * n),
    "kernels": ("kernels", 400, lambda n: "".join(f"kernel void k{i}(int a) {{}}\n" for i in range(n))),
    "suppressions": ("suppressions", 400, lambda n: "CLR-BUFFER-SIZE-ZERO\n" * n),
    "ended": ("suppressions", 400, lambda n: "CLR-BUFFER-SIZE-ZERO until=2020-01-01\n" * n),
}
# Programs whose syntax tree comes from clang.
PROGRAMS = {
    "functions": (100, lambda n: "".join(f"void f{i}(global int *a) {{ a[0] = {i}; f{i - 1}(a); }}\n" if i else
                                   "void f0(global int *a) { a[0] = 0; }\n" for i in range(n))),
    "no parameters": (100, lambda n: "".join(f"int f{i}() {{ return {i}; }}\n" for i in range(n))),
    "pointers": (100, lambda n: ("kernel void f(global int *a) {\n" + "".join(f"global int *p{i};\n" for i in range(n))
                           + "".join(f"p{i} = p{i + 1};\n" for i in range(n - 1)) + f"p{n - 1} = a;\n*p0 = 1;\n}}\n")),
    "fields": (400, lambda n: ("struct s {\n" + "".join(f"int b{i};\n" for i in range(n)) + "} __attribute__((packed));\n"
                         "kernel void f(global struct s *a) {\n" + "".join(f"a->b{i} = 1;\n" for i in range(n)) + "}\n")),
    "places": (100, lambda n: "kernel void f(global int *a) {\n" + "a[1] = 1;\n" * n + "}\n"),
}


def clang():
    names = [f"clang-{i}" for i in range(30, 13, -1)] + ["clang"]
    return next((name for name in names if shutil.which(name)), None)


class Case(sandbox.Case):
    def write(self, files):
        folder = self.make_folder()
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        return folder

    def read(self, kind, folder, before=()):
        done = subprocess.run([*before, FACTS["growth"], kind, os.path.join(folder, "text"), folder], text=True, check=True,
                              cwd=folder, capture_output=True, timeout=5 * TIME_LIMIT)  # under callgrind
        why, _, text = done.stdout.partition("\n")
        return why, text


class Growth(Case):
    def count(self, kind, files):
        """Returns the instructions for each byte."""
        folder = self.write(files)
        out = os.path.join(self.make_folder(), "out")
        why, _ = self.read(kind, folder, laps.command("growth_lap", out))
        self.assertEqual(why, "")
        return laps.read("growth_lap", out)[0] / sum(map(len, files.values()))

    def check(self, name, kind, make, size):
        with self.row(name):
            small, large = self.count(kind, make(size)), self.count(kind, make(4 * size))
            print(f"{name}: {small:.0f} and {large:.0f} instructions for a byte")
            self.assertLess(large, 1.35 * small)

    def need_callgrind(self):
        need(not BUILD.sanitizers and not BUILD.foreign, "callgrind does not count here")
        if not shutil.which("valgrind"):
            self.assertFalse(ALL, "valgrind is missing")
            need(False, "valgrind is missing")

    def test_includes(self):
        self.need_callgrind()
        for name, make in INCLUDES.items():
            self.check(name, "includes", make, 20)

    def test_sources(self):
        self.need_callgrind()
        for name, (kind, size, make) in SOURCES.items():
            self.check(name, kind, lambda n, make=make: {"text": make(n)}, size)

    def test_rewriting(self):
        self.need_callgrind()
        need(clang(), "clang is not installed")
        for name, (size, make) in PROGRAMS.items():
            self.check(name, "rewrite", lambda n, make=make: self.described(make(n)), size)

    def described(self, text):
        tree = subprocess.run([clang(), "-x", "cl", "-cl-std=CL1.2", "-target", "spir64-unknown-unknown", "-w", "-fsyntax-only",
                               "-Xclang", "-ast-dump=json", "-"], input=text, text=True, check=True, capture_output=True)
        lines = "".join(f"{i} {i} file{i}\n" for i in range(1, text.count("\n") + 1))
        return {"text": text, "text.json": json.dumps(json.loads(tree.stdout)), "text.places": lines}


class Read(Case):
    def test_limits(self):
        """The code does not begin what would be too much, and its reason names the limit."""
        deep = included(40, "", "")
        apart = {"text": "".join(f'#include "{i}"\n' for i in range(300000))}
        for name, files, kind, reason in [
                ("headers without guards", deep, "includes", "it includes more than 100000 files"),
                ("undefined guards", {**included(40, "#ifndef H{0}\n#define H{0}\n", "#endif\n"),
                                      "text": "".join(f"#undef H{i}\n" for i in range(40)) + '#include "h39.h"\n'},
                 "includes", "it includes more than 100000 files"),
                ("many includes", apart, "includes", "it has so many #include and folders that they are not all read"),
                ("a full cache", {"text": "x" * 2 ** 20}, "cache", "63 answers were kept"),
                ("a long word", {"text": "x" * 1000000}, "suppressions", "has 1000000 bytes, but a pattern has 4096 at most"),
                ("a long name", {"text": "CLR-* file=" + "x" * 10000}, "suppressions", "has 10005 bytes, but a pattern has 4096")]:
            with self.row(name):
                self.assertIn(reason, self.read(kind, self.write(files))[0])

    def test_put_in(self):
        """A file that is certainly empty the second time is not put in again. Other files are."""
        guard = "#ifndef A\n#define A\nint a;\n#endif\n"
        for name, text, header, times in [
                ("guard", '#include "a.h"\n#include "a.h"\n', guard, 1),
                ("guard below a comment", '#include "a.h"\n#include "a.h"\n', "/* one */\n" + guard, 1),
                ("once", '#include "a.h"\n#include "a.h"\n', "#pragma once\nint a;\n", 1),
                ("once below", '#include "a.h"\n#include "a.h"\n', "int a;\n#pragma once\n", 1),
                ("once in a condition", '#include "a.h"\n#include "a.h"\n', "#if B\n#pragma once\n#endif\nint a;\n", 2),
                ("inside", '#if B\n#include "a.h"\n#ifdef C\n#include "a.h"\n#endif\n#endif\n', guard, 1),
                ("other branch", '#if B\n#include "a.h"\n#else\n#include "a.h"\n#endif\n', guard, 2),
                ("other conditions", '#if B\n#include "a.h"\n#endif\n#if C\n#include "a.h"\n#endif\n', guard, 2),
                ("after a condition", '#if B\n#include "a.h"\n#endif\n#include "a.h"\n#include "a.h"\n', guard, 2),
                ("undefined", '#include "a.h"\n#undef A\n#include "a.h"\n', guard, 2),
                ("restored", '#pragma push_macro("A")\n#include "a.h"\n#pragma pop_macro("A")\n#include "a.h"\n', guard, 2),
                ("no guard", '#include "a.h"\n#include "a.h"\n', "int a;\n", 2),
                ("guard with else", '#include "a.h"\n#include "a.h"\n', "#ifndef A\n#define A\n#else\nint a;\n#endif\n", 2),
                ("guard with elif", '#include "a.h"\n#include "a.h"\n', "#ifndef A\n#define A\n#elif B\nint a;\n#endif\n", 2),
                ("text behind", '#include "a.h"\n#include "a.h"\n', "#ifndef A\n#define A\n#endif\nint a;\n", 2),
                ("text before", '#include "a.h"\n#include "a.h"\n', "int a;\n#ifndef A\n#define A\n#endif\n", 2),
                ("other macro", '#include "a.h"\n#include "a.h"\n', "#ifndef A\n#define B\nint a;\n#endif\n", 2),
                ("two conditions", '#include "a.h"\n#include "a.h"\n', "#if !defined(A) && B\n#define A\nint a;\n#endif\n", 2)]:
            with self.row(name):
                why, put = self.read("includes", self.write({"text": text, "a.h": header}))
                self.assertEqual((why, put.count("int a;")), ("", times), put)

    def test_files(self):
        """The code opens only regular files, whatever their names. clang finds no other include that it could
        follow."""
        folder = self.write({"text": '#if 0\n#include "pipe"\n%: include <pipe>\n#import "pipe"\n#include_next "pipe"\n'
                                     '#define P "pipe"\n#include P\n#include "/dev/tty"\n#include "none.h"\n#include "."\n#endif\n'})
        os.mkfifo(os.path.join(folder, "pipe"))
        why, put = self.read("includes", folder)
        other = "#error it includes files in another way than by their names"
        self.assertEqual((why, put.splitlines()), ("", [
            "#if 0", '#error it includes "pipe", which is no regular file', '#error it includes "pipe", which is no regular file',
            other, other, '#define P "pipe"', other, '#error it includes "/dev/tty", which is no regular file',
            '#error it includes "none.h", which is not found', '#error it includes ".", which is not found', "#endif"]))

