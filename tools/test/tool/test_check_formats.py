# SPDX-License-Identifier: Apache-2.0
"""The formats in which clrelay check tells servers its findings, and the recipes for them in the documents."""

import datetime
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import xml.etree.ElementTree

import sandbox
import tool
from tool import BUILD, TOOL
from test_check import LAST_DAYS, LEAK, NOTE, SIZE, Case


def fits(value, form):
    """Tells whether a JSON value has this form: a type, a pattern, the form of a list's items, or an object's required
    members."""
    if isinstance(form, dict):
        return isinstance(value, dict) and all(
            fits(value[name], inner) if name in value else optional
            for name, inner, optional in ((key.rstrip("?"), part, key.endswith("?")) for key, part in form.items()))
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(item, form[0]) for item in value)
    if isinstance(form, str):
        return isinstance(value, str) and re.search(form, value) is not None
    return isinstance(value, form)


# What SARIF 2.1.0 requires of the parts that the command writes. GitHub also refuses a file with a result without a
# place.
MESSAGE = {"text": "."}
LOCATION = {"physicalLocation": {"artifactLocation": {"uri": "^(file:///|[^ :]+$)"}, "region?": {"startLine": int}},
            "logicalLocations?": [{"fullyQualifiedName": ".", "kind": "^function$"}], "message?": MESSAGE}
LEVEL = "^(error|warning|note)$"
RULE = {"id": "^CLR-", "shortDescription": MESSAGE, "fullDescription": MESSAGE, "help": MESSAGE, "defaultConfiguration": {"level": LEVEL}}
RESULT = {"ruleId": "^CLR-", "ruleIndex": int, "level": LEVEL, "message": MESSAGE, "locations": [LOCATION],
          "relatedLocations": [LOCATION], "partialFingerprints": {"clrelayCheck/v1": "^CLR-"}}
SARIF = {"$schema": r"sarif-2\.1\.0\.json$", "version": r"^2\.1\.0$",
         "runs": [{"tool": {"driver": {"name": "^clrelay check$", "version": r"^\d", "rules": [RULE]}},
                   "invocations": [{"executionSuccessful": bool,
                                    "toolExecutionNotifications": [{"level": LEVEL, "message": MESSAGE}]}],
                   "results": [RESULT]}]}


class Formats(Case):
    def test_sarif(self, m):
        made, released = "Made by clCreateContext", "Released by clReleaseContext"
        for words, levels, related in [(["both"], ["error", "error"], []), (["leak"], ["warning"], [made]), (["note"], ["note"], []),
                                       (["twice"], ["error"], [made, released]), (["legal", "0"], [], []), (["none", "0"], [], [])]:
            with self.row(words):
                report = json.loads(m.check(*words, options=["--guard", "--format", "sarif"], code=None).stderr)
                self.assertTrue(fits(report, SARIF), report)
                [run] = report["runs"]
                rules = run["tool"]["driver"]["rules"]
                self.assertEqual([result["level"] for result in run["results"]], levels)
                for result in run["results"]:
                    self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
                    self.assertEqual(len(result["locations"]), 1)
                    self.assertEqual([place["message"]["text"] for place in result["relatedLocations"]], related)
                self.assertEqual(bool(run["invocations"][0]["toolExecutionNotifications"]), words[0] == "none")

    def test_no_place_in_the_program(self, m):
        """The place of a finding without a call is the program."""
        sandbox.need_own_build("a library is preloaded")
        tool.need(not BUILD.sanitizers, "the sanitizers' libraries have to be loaded first")
        done = m.check("-c", f"unset LD_PRELOAD; exec {TOOL['checked']} legal 0", program="/bin/sh",
                       options=["--frees", "--format", "sarif"])
        report = json.loads(done.stderr)
        self.assertTrue(fits(report, SARIF), report)
        self.assertEqual([(result["ruleId"], result["locations"]) for result in report["runs"][0]["results"]],
                         [("CLR-FREES-UNSEEN", [{"physicalLocation": {"artifactLocation": {"uri": "checked"}}}])])

    def test_places(self, m):
        """Files in the working directory get relative paths, others absolute ones."""
        sandbox.need_own_build("the compiler makes programs")
        tool.need(shutil.which("cc") and shutil.which("addr2line") and not BUILD.sanitizers and not BUILD.emulator,
                  "there is no compiler, or no addr2line")
        m.write("a,b%c:d e/c.c", "int clGetPlatformIDs(unsigned, void *, unsigned *);\nint clFinish(void *);\n"
                "int main(void) {\n    clGetPlatformIDs(0, 0, 0);\n    return clFinish(0) == 0;\n}\n")
        for folder in "build", "a,b":  # the source is not in the second one, whose name begins alike
            os.mkdir(m.path(folder))
        subprocess.run(["cc", "-g", "-o", "wrong", "../a,b%c:d e/c.c", BUILD.library], cwd=m.path("build"), check=True)
        def results(folder):
            done = subprocess.run(m.command(["--format", "sarif"], [m.path("build/wrong")]), cwd=folder,
                                  env=m.variables(), capture_output=True, text=True, check=False)
            return json.loads(done.stderr)["runs"][0]["results"]
        there = f"file://{m.root}/a%2Cb%25c%3Ad%20e/c.c"
        for folder, path in (m.root, "a%2Cb%25c%3Ad%20e/c.c"), (m.path("build"), there), (m.path("a,b"), there):
            with self.row(folder):
                [result] = [result for result in results(folder)
                            if "/clFinish/" in result["partialFingerprints"]["clrelayCheck/v1"]]
                [place] = result["locations"]
                self.assertEqual(place["physicalLocation"], {"artifactLocation": {"uri": path},
                                                             "region": {"startLine": 5}})
                self.assertEqual(place["logicalLocations"][0]["fullyQualifiedName"], "main")
                self.assertRegex(result["partialFingerprints"]["clrelayCheck/v1"], "^CLR-[^/]*/clFinish/c.c/main$")
        for folder, path in [(".", "../"), ("..", "../../"), ("/..", "file:///../../"), ("x", ""), ("/x", "file:///"), ("x/y", "x/"), ("x/y/z/../..", "")]:
            subprocess.run(["cc", "-g", f"-ffile-prefix-map={m.path('build')}={folder}", "-o", "moved", "../a,b%c:d e/c.c",
                            BUILD.library], cwd=m.path("build"), check=True)
            with self.row(folder):
                uris = re.findall(r'(?<="uri": ").*(?=a%2C)', m.check(program="build/moved", options=["--format", "sarif"], code=3).stderr)
                self.assertEqual(set(uris), {path})
        done = m.check(program="build/wrong", code=None, env={"GITHUB_ACTIONS": "true"})
        self.assertRegex(done.stderr, "(?m)^::error file=a%2Cb%25c%3Ad e/c.c,line=5,title=CLR-[A-Z-]*::")

    def test_junit(self, m):
        for words, code, failed in [(["both"], 3, [SIZE]), (["leak"], 3, [LEAK]), (["note"], 0, []),
                                    (["legal", "0"], 0, []), (["none", "0"], 0, [])]:
            with self.row(words):
                m.check(*words, options=["--format=junit", "--log", "log"], code=code)
                [suite] = xml.etree.ElementTree.parse(m.path("log")).getroot()
                cases = suite.findall("testcase")
                self.assertEqual([case.get("name") for case in cases], failed or ["all"])
                self.assertEqual([len(case.findall("failure")) for case in cases], [len(failed)])
                self.assertEqual((suite.get("tests"), suite.get("failures")), ("1", str(len(failed))))
                self.assertEqual(len(suite.findall("*/skipped")), words[0] == "none")
                for failure in suite.findall("*/failure"):
                    self.assertEqual(failure.get("type"), "leak" if words == ["leak"] else "error")
                    self.assertEqual("\nclCreateBuffer(" in failure.text, words == ["both"], failure.text)
        m.check("build", options=["--format=junit", "--log", "log"], code=3, env={"TRACED_BUILD_ERROR": "-43"})
        self.assertIn('options "-FAILS" are', xml.etree.ElementTree.parse(m.path("log")).getroot().find("*/*/failure").get("message"))
        m.check("note", options=["--format=junit", "--log", "log"])
        self.assertIn(NOTE, xml.etree.ElementTree.parse(m.path("log")).getroot().findtext("*/system-out"))

    def test_annotations(self, m):
        """Annotations do not get into other formats."""
        for value, options, there in [("true", [], True), ("false", [], False), ("true", ["--json"], False),
                                      ("true", ["--json", "--log", "log"], True)]:
            with self.row((value, options)):
                done = m.check("wrong", "1", "0", options=options, code=3, env={"GITHUB_ACTIONS": value})
                self.assertEqual("::error " in done.stderr, there, done.stderr)
        for words, level in [("leak", "warning"), ("note", "notice")]:
            text = m.check(words, code=None, env={"GITHUB_ACTIONS": "true"}).stderr
            self.assertRegex(text, rf"(?m)^::{level} .*title=CLR-[^:]*::.*\. [A-Z].*$")

    def test_baseline(self, m):
        m.check("wrong", "1", "0", options=["--json", "--log", "one"], code=3)
        m.check("both", options=["--format", "json", "--log", "both"], code=3)
        for words, file, code, new, known in [("both", "one", 3, 1, 1), ("both", "both", 0, 0, 2),
                                              ("leak", "both", 3, 1, 0)]:
            with self.row((words, file)):
                found, summary = m.found(words, options=["--baseline", file], code=code)
                self.assertEqual((len(found), summary["known"]), (new, known))
        self.assertEqual(m.check("both", options=["--baseline", "both"]).stderr,
                         "clrelay check: nothing found, 2 known\n")
        with open(m.path("both"), encoding="utf-8") as file:
            m.write("part", file.readline())
        for file, part in [("gone", "gone can't be read: No such file"), ("part", "part is not a complete log: write one with --json"),
                           (TOOL["checked"], "is not a complete log"), ("", "--baseline needs a file")]:
            done = m.check("-c", "touch ran", program="sh", options=["--baseline", file], code=125)
            self.assertIn(part, done.words)
        self.assertFalse(os.path.exists(m.path("ran")))

    def test_baseline_counts(self, m):
        """If a function has more places than the baseline, those beyond its number are new."""
        sandbox.need_own_build("the compiler makes programs")
        tool.need(shutil.which("cc") and not BUILD.sanitizers and not BUILD.emulator, "there is no compiler")
        m.write("c.c", "int clGetPlatformIDs(unsigned, void *, unsigned *);\nint clFinish(void *);\nint main(void) {\n"
                "    unsigned n;\n    clGetPlatformIDs(0, 0, &n);\n    clFinish(0);\n    clFinish(0);\n}\n")
        subprocess.run(["cc", "-g", "-o", m.path("twice"), m.path("c.c"), BUILD.library], check=True)
        found, summary = m.found(program=m.path("twice"), code=3)
        self.assertEqual(found[0]["fingerprint"], found[1]["fingerprint"])
        for lines, new in [(found, 0), (found[1:], 1)]:
            m.write("known", "".join(json.dumps(line) + "\n" for line in [*lines, {"summary": summary}]))
            left, _ = m.found(program=m.path("twice"), options=["--baseline", "known"], code=3 if new else 0)
            self.assertEqual(len(left), new)

    def test_suppressions_that_end(self, m):
        m.write("file", "".join(f"{SIZE} until=2999-{month:02}-{last}\n" for month, last in LAST_DAYS))
        m.found("legal", options=["--suppressions", "file"])
        for day, left in [("2001-02-03", 2), ("2999-12-31", 0), ("2988-02-29", 0), ("2800-02-29", 0)]:
            m.write("file", f"\n{SIZE} until={day}\n")
            found, summary = m.found("both", options=["--suppressions", "file"], code=None)
            self.assertEqual(len(found), left)
            self.assertEqual(summary["notes"], [f"Suppressions that have ended: file:2 ({SIZE} until {day})."]
                             if left else [])
        m.write("file", f"{SIZE} until=2001-02-03\n{LEAK} until=2001-02-04\n")
        _, summary = m.found("legal", "0", options=["--suppressions", "file"])
        self.assertIn(f" 2001-02-03), file:2 ({LEAK} ", summary["notes"][0])

    def test_suppressions_that_end_today(self, m):
        """The day itself is the last one."""
        def left(days):
            while True: # until no midnight comes in between
                today = datetime.date.today()
                m.write("file", f"{SIZE} until={today + datetime.timedelta(days=days)}\n")
                found, _ = m.found("both", options=["--suppressions", "file"], code=None)
                if datetime.date.today() == today:
                    return len(found)
        self.assertEqual([left(days) for days in (-1, 0, 1)], [2, 0, 0])


class Recipes(Case):
    """The recipes of tools/doc/checking.md, in a CMake project with a wrong program and a legal one."""

    @staticmethod
    def blocks(language):
        with open(os.path.join(BUILD.source, "tools", "doc", "checking.md"), encoding="utf-8") as file:
            blocks = re.findall(rf"(?ms)^ *```{language}\n.*?^ *```$", file.read())
        return [textwrap.dedent(block).split("\n", 1)[1].rsplit("```", 1)[0] for block in blocks]

    def shell(self, m, command):
        path = os.path.dirname(TOOL["tool"]) + os.pathsep + os.environ["PATH"]
        env = m.variables({"PATH": path, "CMAKE_GENERATOR": TOOL["generator"]})  # there may be no make
        return subprocess.run(["sh", "-c", command], cwd=m.root, env=env, text=True, capture_output=True, check=False,
                              timeout=tool.TIME_LIMIT)

    def project(self, m):
        sandbox.need_own_build("the compiler makes programs")
        tool.need(shutil.which("cc") and shutil.which("cmake") and not BUILD.sanitizers and not BUILD.emulator,
                  "there is no compiler, or no CMake")
        m.write("wrong.c", "int clGetPlatformIDs(unsigned, void *, unsigned *);\nint clFinish(void *);\n"
                "int main(void) { clGetPlatformIDs(0, 0, 0); clFinish(0); return 0; }\n")
        m.write("right.c", "int clGetPlatformIDs(unsigned, void *, unsigned *);\n"
                "int main(void) { unsigned n; return clGetPlatformIDs(0, 0, &n); }\n")
        [function] = self.blocks("cmake")
        m.write("CMakeLists.txt", f"""cmake_minimum_required(VERSION 3.20)
            project(recipes C)
            enable_testing()
            {function}
            link_libraries("{BUILD.library}")
            add_executable(simulation wrong.c)
            add_executable(right right.c)
            foreach(it simulation right)
                check_opencl(${{it}})
                add_test(NAME ${{it}} COMMAND ${{it}})
            endforeach()\n""")

    def test_ctest(self, m):
        self.project(m)
        done = self.shell(m, "cmake -B build && cmake --build build && ctest --test-dir build -V")
        self.assertRegex(done.stdout, r"simulation .*Failed", done.stderr)
        self.assertRegex(done.stdout, r"right .*Passed")
        self.assertRegex(done.stdout, r"error CLR-[A-Z-]+: ")
        self.assertIn("clrelay check: nothing found", done.stdout)

    def test_meson(self, m):
        self.project(m)
        tool.need(shutil.which("meson") and shutil.which("ninja"), "there is no Meson, or no ninja")
        [setup] = self.blocks("meson")
        m.write("meson.build", f"project('recipes', 'c')\n{setup}"
                f"library = meson.get_compiler('c').find_library('OpenCL', dirs: '{os.path.dirname(BUILD.library)}')\n"
                "foreach it : [['simulation', 'wrong.c'], ['right', 'right.c']]\n"
                "    test(it[0], executable(it[0], it[1], dependencies: library))\nendforeach\n")
        done = self.shell(m, "meson setup out && meson test -C out --setup check --verbose; meson test -C out right simulation")
        self.assertRegex(done.stdout, r"simulation +FAIL .*exit status 3", done.stderr)
        self.assertRegex(done.stdout, r"right +OK")
        self.assertRegex(done.stdout, r"error CLR-[A-Z-]+: ")
        self.assertRegex(done.stdout, r"simulation +OK")  # without the setup, the test passes

    def test_pytest(self, m):
        sandbox.need_own_build("Python loads the library")
        tool.need(importlib.util.find_spec("pytest") and not BUILD.sanitizers, "there is no pytest for this Python")
        [conftest] = [block for block in self.blocks("python") if "pytest" in block]
        m.write("conftest.py", conftest)
        start = f"import ctypes\nlibrary = ctypes.CDLL({BUILD.library!r})\nnumber = ctypes.c_uint()\n"
        m.write("test_right.py", start + "def test_it():\n    library.clGetPlatformIDs(0, None, ctypes.byref(number))\n")
        m.write("test_wrong.py", start + "def test_it():\n    library.clGetPlatformIDs(0, None, ctypes.byref(number))\n"
                "    library.clFinish(None)\n")
        for words, code in [("test_right.py", 0), ("test_wrong.py", 3), ("", 3), ("gone.py", 4)]:
            with self.row(words):
                done = self.shell(m, f"{sys.executable} -m pytest -p no:cacheprovider {words}")
                self.assertEqual(done.returncode, code, done)
                self.assertEqual("error CLR-HANDLE-NULL: command_queue is NULL" in done.stderr, code == 3)

    def test_build_servers(self, m):
        self.project(m)
        github, gitlab = self.blocks("yaml")
        for block, file in [(github, "check.sarif"), (gitlab, "check.xml")]:
            lines = re.findall(r"(?m)^ *- (?:run: )?((?:cmake|clrelay) .*)$", block)
            with self.row(file):
                self.assertEqual([self.shell(m, line).returncode for line in lines], [0, 3])
                self.assertIn(f": {file}\n", block)
        with open(m.path("check.sarif"), encoding="utf-8") as file:
            self.assertTrue(fits(json.load(file), SARIF))
        self.assertEqual(len(xml.etree.ElementTree.parse(m.path("check.xml")).getroot().findall("*/*/failure")), 1)
        try:
            import yaml
        except ImportError:
            return
        steps = yaml.safe_load(github)["jobs"]["check"]["steps"]
        self.assertEqual([len({"uses", "run"} & step.keys()) for step in steps], 4 * [1])
        self.assertEqual(len(yaml.safe_load(gitlab)["check"]["script"]), 2)
