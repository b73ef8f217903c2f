# SPDX-License-Identifier: Apache-2.0
"""The command, its manual page, its completions and its documents say the same."""

import json
import os
import re
import shutil
import subprocess
import sys

import sandbox
import tool
from texts import Texts
from tool import ALL_COMMANDS, BUILD, COMMANDS, TOOL

NOT_BUILT = set() if TOOL["perfetto"] else {"perfetto"}


def read(*path):
    with open(os.path.join(BUILD.source, *path), encoding="utf-8") as file:
        return file.read()


def words_of_help(m):
    commands, options = set(), set()
    for words in [[], *([command] for command in COMMANDS)]:
        text = m.clrelay(*words, "--help", library=None).output
        if not words:
            commands.update(re.findall(r"(?m)^  (\w+) ", text))
        options.update(re.findall(r"(?m)^  (--\w+)", text))
    return commands, options


class Documents(tool.Case):
    def setUp(self):
        with tool.Machine() as m:
            self.commands, self.options = words_of_help(m)
            trace = m.clrelay("trace", "--help", library=None).output
            check = m.clrelay("check", "--help", library=None).output
            run = m.clrelay("run", "--help", library=None).output
        self.trace_options, self.check_options, self.run_options = (set(re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", text))
                                                  for text in (trace, check, run))
        self.assertEqual(self.commands, set(ALL_COMMANDS))
        self.assertIn("--timeout", self.options)
        self.assertIn("--device", self.run_options)
        self.assertIn("--no-device", self.trace_options)
        self.assertIn("--objects-only", self.check_options)

    def test_formats(self):
        """The help offers the formats that this build can write. The command refuses others, and says what they
        need."""
        for program, names in [(TOOL["tool"], ["perfetto"] * TOOL["perfetto"] + ["chrome", "text", "csv"]),
                               (TOOL["plain"], ["chrome", "text", "csv"])]:
            def run(*words):
                return subprocess.run([*BUILD.emulator, program, "trace", *words], capture_output=True, text=True,
                                      check=False)
            text = " ".join(run("--help").stdout.split())
            with self.row(program):
                self.assertIn(f" {', '.join(names[:-1])} or {names[-1]}; without it", text)
                self.assertIn(f"(.json is chrome), or {names[0]} ", text)
                self.assertIn("PROGRAM.PID." + {"perfetto": "pftrace", "chrome": "json"}[names[0]], text)
                self.assertRegex(run("--format", "x", "true").stderr, f"there is no format x: {', '.join(names)}\n")
            for words in ["--format", "perfetto"], ["-o", "/nowhere/b.pftrace"]:
                with self.row((program, words)):
                    done = run(*words, "--convert", "/nowhere/a")
                    self.assertEqual(done.returncode, 125)
                    self.assertEqual("built without the format perfetto" in done.stderr, names[0] != "perfetto")
                    self.assertEqual("libprotobuf-c-dev" in done.stderr, names[0] != "perfetto")

    def test_manual_page(self):
        page = read("tools", "doc", "man", "clrelay.1")
        self.assertEqual(set(re.findall(r"(?m)^\.It Cm (\w+)$", page)), self.commands)
        self.assertEqual({"--" + option for option in re.findall(r"(?m)^\.It Fl Fl (\w+)", page)},
                         self.options)

    def test_manual_pages_of_commands(self):
        for command, options in [("check", self.check_options), ("trace", self.trace_options)]:
            page = read("tools", "doc", "man", f"clrelay-{command}.1")
            self.assertEqual({"--" + option for option in re.findall(r"(?m)^\.It Fl (?:o , Fl )?Fl ([\w-]+)", page)},
                             options)

    def test_manual_pages_are_well_formed(self):
        tool.need(shutil.which("mandoc"), "mandoc is not installed")
        pages = [os.path.join(BUILD.source, "tools/doc/man", name) for name in ("clrelay.1", "clrelay-check.1", "clrelay-trace.1")]
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "style", *pages],
                              capture_output=True, text=True, check=False)
        # Manual pages of other projects need not be installed here, and mandoc knows no system named clrelay.
        lines = [line for line in done.stdout.splitlines()
                 if "referenced manual not found" not in line and "operating system" not in line
                 and "longer than 80 bytes" not in line]
        self.assertEqual(lines, [])

    def test_bash(self):
        tool.need(shutil.which("bash"), "bash is not installed")
        script = os.path.join(TOOL["build"], "tools/completion/clrelay.bash")

        def complete(*words):
            done = subprocess.run(
                ["bash", "--norc", "-c",
                 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9; '
                 '_clrelay; printf "%s\\n" "${COMPREPLY[@]}"', "bash", script, "clrelay", *words],
                capture_output=True, text=True, check=True, cwd="/")
            self.assertEqual(done.stderr, "")
            return {line.strip() for line in done.stdout.splitlines() if line.strip()}
        self.assertEqual(complete(""), self.commands | self.options)
        self.assertEqual(complete("--"), self.options)
        self.assertEqual(complete("do"), {"doctor"})
        self.assertEqual(complete("list", ""), self.options - {"--version"})
        self.assertEqual(complete("list", "--j"), {"--json"})
        self.assertEqual(complete("--json", "se"), {"settings"})
        self.assertEqual(complete("list", "--timeout", ""), set())
        self.assertIn("/usr", complete("list", "--library", "/us"))
        self.assertIn("bash", complete("doctor", "bas"))
        self.assertEqual(complete("doctor", "--pi"), {"--pid"})
        self.assertEqual(complete("trace", "--"), self.trace_options)
        self.assertEqual(complete("trace", "--json", "--li"), {"--live", "--limit"})
        self.assertEqual(complete("trace", "--format", ""), {"perfetto", "chrome", "text", "csv"} - NOT_BUILT)
        self.assertIn("/usr", complete("trace", "--output", "/us"))
        self.assertIn("bash", complete("trace", "--json", "bas"))
        self.assertIn("bash", complete("trace", "--format", "=", "csv", "bas"))
        self.assertEqual(complete("trace", "bash", "--"), set())
        self.assertEqual(complete("run", "--"), self.run_options)
        self.assertIn("bash", complete("run", "--device", "gpu:1", "bas"))
        self.assertEqual(complete("check", "--"), self.check_options)
        self.assertEqual(complete("check", "--json", "--li"), {"--limit", "--list"})
        self.assertEqual(complete("check", "--level", "l"), {"leak"})
        self.assertIn("/usr", complete("check", "--suppressions", "/us"))
        self.assertIn("bash", complete("check", "--level", "error", "bas"))
        self.assertEqual(complete("check", "bash", "--"), set())

    def test_zsh(self):
        with open(os.path.join(TOOL["build"], "tools/completion/_clrelay"), encoding="utf-8") as file:
            script = file.read()
        formats = re.findall(r":format:\((.*)\)", script)[-1]
        self.assertEqual(set(formats.split()), {"perfetto", "chrome", "text", "csv"} - NOT_BUILT)
        self.assertTrue(script.startswith("#compdef clrelay\n"))
        self.assertEqual(set(re.findall(r"(?m)^ *'([a-z]+):", script)), self.commands)
        run, check, trace = (script.index("== " + command) for command in ("run", "check", "trace"))
        end = script.index("return", trace)
        for part, options in [(script[:run] + script[end:], self.options),
                              (script[run:check], self.run_options),
                              (script[check:trace], self.check_options),
                              (script[trace:end], self.trace_options)]:
            self.assertEqual(set(re.findall(r"'\*?(--[\w-]+)[=\[]", part))
                             | set(re.findall(r"(?:\)'?|,)(--[\w-]+)", part)), options)
        tool.need(shutil.which("zsh"), "zsh is not installed")
        subprocess.run(["zsh", "-n", os.path.join(TOOL["build"], "tools/completion/_clrelay")],
                       check=True)

    def members(self, heading, *page):
        """Returns the first column of the table below a heading of tools/doc/json.md, or of another page."""
        text = read(*(page or ("tools", "doc", "json.md")))
        self.assertIn(heading, text)
        part = text[text.index(heading) + len(heading):]
        part = part[:part.index("\n#")] if "\n#" in part else part
        return set(re.findall(r"(?m)^\| `(\w+)` \|", part))

    def test_report(self):
        """doc/report.md and tools/doc/json.md name each existing member, and no other."""
        tool.sandbox.need_own_build("Python is")
        with tool.Machine() as m:
            m.driver("good")
            m.driver("crash")
            m.icd("gone.icd", "/nowhere")
            answers = {command: m.json(command, code=None) for command in COMMANDS}
            m.icd("crash.icd", m.driver("exit", manifest=False))
            exits = m.json("list", code=1)["lost"]
            report = report_of(m)
            chosen = m.json("list", code=None, env={"OCL_ICD_VENDORS": m.driver("good", manifest=False),
                                                    "OCL_ICD_DEVICES_DISABLE": "0"})["left_out"]
        self.assertEqual(set(report), self.members("## The loader's report", "doc", "report.md"))
        self.assertEqual(set(report["loader"]), self.members("### `loader`", "doc", "report.md"))
        self.assertEqual(set(report["settings"][0]), self.members("### `settings`", "doc", "report.md"))
        self.assertEqual(set(report["driver_directories"][0]), self.members("### Directories", "doc", "report.md"))
        driver = next(driver for driver in report["drivers"] if driver["platforms"])
        self.assertEqual(set(driver), self.members("### Drivers and layers", "doc", "report.md"))
        self.assertEqual(set(chosen[0]), self.members("### Choice of devices", "doc", "report.md"))
        self.assertEqual(set(driver["platforms"][0]), self.members("### Platforms of a driver", "doc", "report.md"))
        all_members = set().union(*answers.values())
        # (Only Windows has the doctor's "machine".)
        self.assertEqual(all_members | {"findings", "machine", "program"}, self.members("# What the command writes, as JSON"))
        self.assertEqual(set(answers["list"]["lost"]) | set(exits), self.members("## `lost`"))
        finding = answers["doctor"]["findings"][0]
        self.assertEqual(set(finding), self.members("## `findings`"))
        extra = set(answers["doctor"]["drivers"][0]) - set(driver)
        self.assertEqual(extra, self.members("## Members of candidates"))

    def test_platforms(self):
        with tool.Machine() as m:
            m.driver("good")
            [platform] = m.json("list")["platforms"]
            [detailed] = m.json("list", "--verbose")["platforms"]
        verbose = {"details", "details_error"}
        with tool.Machine() as m:
            m.icd("demo.icd", tool.TOOL["demo_driver"])
            [tested] = m.json("test")["platforms"]
            m.driver("lcrash")
            [by_itself] = m.json("test", code=1)["platforms"]
        self.assertEqual(set(platform), self.members("## `platforms`") - verbose)
        self.assertEqual(set(detailed) | verbose, self.members("## `platforms`"))
        device = tested["devices"][0]
        self.assertEqual(set(device) | set(detailed["devices"][0]) | verbose, self.members("## Devices"))
        self.assertEqual(set(device["test"]), self.members("## `test`") | {"end", "seconds", "ready", "stage"})
        self.assertEqual(set(platform) - set(by_itself), {"index", "suffix", "default"})

    def test_readme(self):
        """README.md first shows what the doctor says about a driver that crashes."""
        shown = read("README.md").split("```\n")[1].splitlines()
        self.assertEqual(shown[0], "$ clrelay doctor")
        with tool.Machine() as m:
            m.driver("good", manifest="pocl.icd")
            m.driver("crash", manifest="vendor.icd")
            output = m.clrelay("doctor", env={"TOOL_NAME": "Portable Computing Language"}, code=1).output
        # Leaves out the drivers of this machine.
        output = re.sub(r"Other drivers, which OCL_ICD_VENDORS leaves out\n(  .*\n)+\n", "", output)

        def words(lines):
            text = " ".join(" ".join(lines).split()).replace(m.vendors, "/etc/OpenCL/vendors")
            return re.sub(r"[\d.]+ ms", "TIME", re.sub(r"Language: .*? CRASHES", "Language: DEVICE CRASHES", text))
        self.assertLessEqual(len(shown), 11)
        self.assertIn(words(shown[1:]), words(output.splitlines()))

    def test_no_platform(self):
        """The page shows what the command says."""
        page = " ".join(read("tools", "doc", "no-platform.md").split())
        rows = [([], None, ["no driver is installed: there is no .icd file in the directories that "
                            "were searched"]),
                ([], "gone", ["library not found: ", "is not there)"]),
                (["crash"], None, ["crashes with SIGSEGV (Segmentation fault), while the library "
                                   "is opened, before any call"]),
                (["hang"], None, ["hangs: it was stopped after "]),
                (["nodevices"], None, ["there are drivers, but no device"])]
        for quirks, gone, parts in rows:
            with self.row(str(parts)), tool.Machine() as m:
                for quirk in quirks:
                    m.driver(quirk)
                if gone:
                    m.icd("gone.icd", "/opt/vendor/libgone.so")
                result = m.clrelay("doctor", "--timeout", tool.SHORT_LIMIT, code=1)
                for part in parts:
                    self.assertIn(part, result.words)
                    self.assertIn(part, page)


    def test_texts(self):
        """The texts that tests compare are those of tests that exist."""
        for path in "tool/finding_texts.tsv", "tool/screen_texts.tsv", "trace/summary/summary_texts.tsv":
            for key in Texts(path).texts:
                with self.row(key):
                    script, test = key.split()
                    tests = read("tools", "test", os.path.dirname(path), f"{script}.py")
                    self.assertTrue(f"    def {test.split('.')[1]}(" in tests, f"{path} has texts of a test that is gone")


def report_of(m):
    """Returns the loader's report, as its function gives it."""
    program = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.clGetExtensionFunctionAddress.restype = ctypes.c_void_p
address = library.clGetExtensionFunctionAddress(b"clGetLoaderReportCLRELAY")
size = ctypes.c_size_t()
ask = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p,
                       ctypes.POINTER(ctypes.c_size_t))(address)
ask(0, None, ctypes.byref(size))
text = ctypes.create_string_buffer(size.value)
ask(size.value, text, None)
print(text.value.decode())
"""
    tool.need(not BUILD.sanitizers, "Python has no sanitizer")
    done = subprocess.run([sys.executable, "-c", program, BUILD.library], capture_output=True,
                          check=True, env=m.environment({"OCL_ICD_DRIVERS_DISABLE": "crash"}))
    return json.loads(done.stdout)
