# SPDX-License-Identifier: Apache-2.0
"""The user's own marks: include/clrelay/marks.h in programs of several languages, and what clrelay trace makes of
them."""

import csv
import os
import re
import shutil
import subprocess
import sys

import sandbox
import traced
import tool
from tool import BUILD, TOOL

INCLUDE = os.path.join(BUILD.source, "include")
LAYER = TOOL["layer"]


def bits(path):
    """Returns the bits of an ELF file, or else of this machine's addresses."""
    with open(path, "rb") as file:
        head = file.read(5)
    return 32 * head[4] if head[:4] == b"\x7fELF" else sys.maxsize.bit_length() + 1


NVTX = f"NVTX_INJECTION{bits(LAYER)}_PATH"

# Options with which the header must compile without a warning, and the languages.
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wpedantic", "-Wundef", "-Werror"]
LANGUAGES = [("c", "c99"), ("c", "c11"), ("c", "gnu17"), ("c++", "c++11"), ("c++", "c++20")]

# Both parts include the header, as two source files of a program do.
PROGRAM = """
#include <clrelay/marks.h>
#ifdef MAIN
int work(void);
int main(void) { clrelay_range_push("main"); work(); clrelay_range_pop(); return 0; }
#else
int work(void);
int work(void) { clrelay_instant("work"); clrelay_range_end(clrelay_range_start("job")); return 0; }
#endif
"""

# A library that prints its arguments.
SPY = """
#include <stdio.h>
unsigned long long clrelay_mark(unsigned kind, unsigned long long range, const char *text);
unsigned long long clrelay_mark(unsigned kind, unsigned long long range, const char *text)
{
    printf("%u %llu %s\\n", kind, range, text ? text : "-");
    return 77;
}
"""


class Machine(traced.Machine):
    def compiler(self, language):
        """Returns the compiler. For C, it is that of the build."""
        tool.need(not BUILD.sanitizers, "programs without a sanitizer can't load a layer that has one")
        if language != "c":
            sandbox.need_own_build("its compiler makes programs")
        words = TOOL["compiler"].split() if language == "c" else [shutil.which("c++") or ""]
        tool.need(words[0] and not BUILD.emulator, f"there is no compiler for {language}")
        return [*words, "-x", language]

    def build(self, name, text, *options, language="c", std="c99"):
        with open(self.path(name + ".source"), "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run([*self.compiler(language), f"-std={std}", "-I" + INCLUDE, self.path(name + ".source"),
                        "-o", self.path(name), *options], check=True, capture_output=True, timeout=tool.TIME_LIMIT)
        return self.path(name)

    def program(self, language="c", std="c99", options=()):
        """Makes PROGRAM of two objects, and links it to nothing."""
        about = {"language": language, "std": std}
        parts = [self.build("main.o", PROGRAM, "-c", "-DMAIN", *WARNINGS, **about),
                 self.build("work.o", PROGRAM, "-c", "-O2", *WARNINGS, **about)]
        subprocess.run([*self.compiler(language)[:-2], *parts, *options, "-o", self.path("program")], check=True,
                       capture_output=True, timeout=tool.TIME_LIMIT)
        return self.path("program")

    def spy(self):
        return self.build("spy.so", SPY, "-shared", "-fPIC")

    def said(self, program, env, before=()):
        """Returns what the spy has printed."""
        done = subprocess.run([*before, program], cwd=self.root, env={"PATH": os.environ["PATH"], **env},
                              check=True, capture_output=True, text=True, timeout=tool.TIME_LIMIT)
        self.errors = done.stderr
        return done.stdout.splitlines()

    def marks(self, *words, **more):
        """Returns the lines of the marks in the format text, without times and threads."""
        self.trace(*words, options=["--format", "text", "-o", "out"], **more)
        with open(self.path("out"), encoding="utf-8") as file:
            lines = [re.sub(r"^[\d.]+ (\[.*?\] )?|( <[^<]*>)?$", "", line) for line in file.read().splitlines()]
        return [line for line in lines if re.match("range|mark", line)]


class Case(traced.Case, machine=Machine):
    pass


class Header(Case):
    """The header by itself, without clrelay."""

    ALL = ["0 0 main", "2 0 work", "3 0 job", "4 77 -", "1 0 -"]

    def test_languages(self):
        for language, std in LANGUAGES:
            with self.row((language, std)), Machine() as m:
                program = m.program(language, std)
                self.assertEqual(m.said(program, {}), [])
                self.assertEqual(m.said(program, {"CLRELAY_MARKS": m.spy()}), self.ALL)
                for wrong in "", "/nowhere", m.path("main.o"), BUILD.library:
                    self.assertEqual((m.said(program, {"CLRELAY_MARKS": wrong}), m.errors), ([], ""))

    def test_unused(self, m):
        m.build("unused.o", "#include <clrelay/marks.h>\nint main(void) { return 0; }", "-c", *WARNINGS)

    def test_links_to_nothing(self, m):
        """The program does without dlopen: before glibc 2.34 it is in a library that a program need not have, and a
        static program lacks it."""
        with self.row("weak"):
            m.program()
            symbols = subprocess.run(["nm", m.path("main.o")], check=True, capture_output=True, text=True).stdout
            self.assertEqual(sorted(re.findall("(?m)^ +w (.*)$", symbols)), ["dlopen", "dlsym"])
        with self.row("static"):
            try:
                program = m.program(options=["-static"])
            except subprocess.CalledProcessError:
                tool.need(False, "there is no static C library")
            self.assertEqual(m.said(program, {"CLRELAY_MARKS": m.spy()}), [])

    def test_privileged(self, m):
        """The user who starts a privileged program must not choose what it loads."""
        sandbox.need(os.geteuid() == 0, "only root can make a privileged program")
        sandbox.need(shutil.which("setpriv"), "setpriv is missing")
        sandbox.need(not BUILD.sanitizers, "sanitizers do not run in privileged programs")
        program = m.program()
        env = {"CLRELAY_MARKS": m.spy()}
        os.chmod(m.root, 0o777)
        for mode, wanted in (0o755, self.ALL), (0o4755, []):
            os.chmod(program, mode)
            self.assertEqual(m.said(program, env, sandbox.AS_NOBODY), wanted)


class Traced(Case):
    def test_summary(self, m):
        summary = m.summary("marks", "threads", program=TOOL["marked"])
        self.assertEqual(summary["functions"], {"clGetPlatformIDs": 3})
        ranges = {range_["name"]: range_ for range_ in summary["ranges"]}
        self.assertEqual({name: range_["count"] for name, range_ in ranges.items()}, {"frame": 2, "job": 1})
        for range_ in ranges.values():
            self.assertTrue(0 < range_["mean"] <= range_["longest"] <= range_["total"], range_)
            self.assertEqual(range_["unfinished"], 0)

    def test_same_output(self, m):
        for words in ["marks"], ["threads"], ["calls", "marks"]:
            done = m.trace(*words, program=TOOL["marked"])
            self.assertEqual(done.stdout, "done\n")

    def test_calls_are_inside(self, m):
        m.trace("calls", "marks", program=TOOL["marked"], options=["--format", "csv", "-o", "out"])
        with open(m.path("out"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["function"] for row in rows],
                         ["clGetPlatformIDs", *2 * ["range", "mark", "clGetPlatformIDs"]])
        for i in 1, 4:
            begin, end = (int(rows[i]["time"]) + offset for offset in (0, int(rows[i]["duration"])))
            self.assertTrue(all(begin <= int(row["time"]) <= end for row in rows[i:i + 3]))
        # The lines of marks and of calls have all columns.
        m.trace("calls", "marks", program=TOOL["marked"], options=["--format", "csv", "-o", "sites", "--call-sites"])
        for name, columns in ("out", 11), ("sites", 12):
            with open(m.path(name), encoding="utf-8") as file:
                self.assertEqual({len(row) for row in csv.reader(file)}, {columns})

    def test_live(self, m):
        done = m.trace("marks", program=TOOL["marked"], options=["--live"])
        self.assertEqual(len(re.findall('range "frame" begins', done.stderr)), 2)
        self.assertEqual(len(re.findall('range "frame" ends <', done.stderr)), 2)

    def test_recording_off(self, m):
        summary = m.summary("marks", "threads", program=TOOL["marked"], options=["--start-after", "1000"])
        self.assertEqual(summary["ranges"], [])

    def test_functions_that_are_left_out(self, m):
        summary = m.summary("marks", program=TOOL["marked"], options=["--functions", "clFinish"])
        self.assertEqual([range_["name"] for range_ in summary["ranges"]], ["frame"])

    def test_no_calls(self, m):
        """If a program's libOpenCL loads no layer, its marks still appear, and the summary says what is missing."""
        summary = m.summary(program=m.program())
        self.assertEqual(sorted(range_["name"] for range_ in summary["ranges"]), ["job", "main"])
        self.assertIn("no process has loaded the layer", summary["words"])

    def test_variables(self, m):
        """Another tool that takes the marks of NVTX keeps them."""
        show = ["-c", f"echo $CLRELAY_MARKS; echo ${NVTX}"]
        self.assertEqual(m.trace(*show, program="sh").stdout.split(), [LAYER, LAYER])
        self.assertEqual(m.trace(*show, program="sh", env={NVTX: "/other", "CLRELAY_MARKS": "/other"}).stdout.split(),
                         [LAYER, "/other"])


class Documents(Case):
    """The examples of tools/doc/tracing.md."""

    def example(self, language, containing):
        with open(os.path.join(BUILD.source, "tools", "doc", "tracing.md"), encoding="utf-8") as file:
            found = re.findall(rf"(?ms)^```{language}\n(.*?)^```$", file.read())
        (text,) = [block for block in found if containing in block]
        return text

    def test_c(self, m):
        text = self.example("c", "clrelay_range_push")
        program = m.build("example", text + "int main(void) { draw(1); draw(10); return 0; }", *WARNINGS)
        frame = ['range "frame" begins', 'range "frame" ends']
        self.assertEqual(m.marks(program=program), [*frame, frame[0], 'mark "tenth frame"', frame[1]])

    def test_python(self, m):
        tool.sandbox.need_own_build("Python is")
        tool.need(not BUILD.sanitizers, "Python can't load a layer with a sanitizer")
        text = self.example("python", "ctypes") + "\npush('outer')\npush('\\u00e4')\npop()\npop()\npop()\nprint('done')\n"
        with open(m.path("example.py"), "w", encoding="utf-8") as file:
            file.write(text)
        for env in {}, {"CLRELAY_MARKS": "/nowhere"}:
            self.assertEqual(m.said(m.path("example.py"), env, [sys.executable]), ["done"])
        self.assertEqual(m.marks(m.path("example.py"), program=sys.executable), [
            'range "outer" begins', 'range "\\xc3\\xa4" begins', 'range "\\xc3\\xa4" ends', 'range "outer" ends'])
