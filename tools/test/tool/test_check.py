# SPDX-License-Identifier: Apache-2.0
"""clrelay check: what it prints, when, and how it ends. tools/test/check/ tests what the layer finds."""

import calendar
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import time

import sandbox
import tool
import traced
from tool import BUILD, TOOL

SIZE = "CLR-BUFFER-SIZE-ZERO"
LEAK = "CLR-CONTEXT-LEAKED"
NOTE = "CLR-FUNCTION-DEPRECATED"
LAST_DAYS = [(month, calendar.monthrange(2999, month)[1]) for month in range(1, 13)]

# The call that crashes in the driver.
PROFILE = rf"clGetDeviceInfo for CL_DEVICE_PROFILE in the driver {TOOL['traced_driver']} \(thread \d+"


class Machine(traced.Machine):
    subject, layer, program = "check", TOOL["check_layer"], TOOL["checked"]
    check = traced.Machine.trace

    def found(self, *words, options=(), **more):
        """The same with --json. Returns the findings and the summary."""
        done = self.check(*words, options=["--json", *options], **more)
        lines = [json.loads(line) for line in done.stderr.splitlines()]
        return lines[:-1], lines[-1]["summary"]

    @staticmethod
    def is_loading(library):
        """Tells whether the program has opened a library of this name."""
        for path in glob.glob("/proc/[0-9]*"):
            try:
                with open(f"{path}/maps", encoding="utf-8") as maps, open(f"{path}/comm", encoding="utf-8") as name:
                    if name.read() == "checked\n" and library in maps.read():
                        return True
            except OSError:
                pass
        return False


class Case(tool.Case, machine=Machine):
    def check_found(self, found, *identities):
        self.assertEqual([finding["identity"] for finding in found], list(identities), found)


class Builds(Case):
    def test_errors_of_compilers(self, m):
        """A build that fails with any of these errors has a log. A build that was refused has none: the log would be
        that of an older build."""
        for error, log in ("-9999", True), ("-5", True), ("-6", True), ("-59", False), ("-44", False):
            with self.row(error):
                found, _ = m.found("build", code=3, env={"TRACED_BUILD_ERROR": error})
                self.check_found(found, "CLR-CALL-FAILED")
                self.assertEqual(found[0]["log"], "source:7:3: error: build 1" if log else None)
                self.assertEqual("returned -9999 (NVIDIA's, for a kernel that failed" in found[0]["text"], error == "-9999")
                if log:
                    said = m.check("build", code=3, env={"TRACED_BUILD_ERROR": error})
                    self.assertIn("source:7:3: error: build 1", said.words)

    def test_log_without_a_line(self, m):
        """A log that names no line of the source is another finding, which has the log, too."""
        found, _ = m.found("build", code=3, env={"TRACED_BUILD_ERROR": "-11", "TRACED_BUILD_LOG": "out of registers"})
        self.check_found(found, "CLR-PROGRAM-BUILD-LOG")
        self.assertEqual(found[0]["log"], "out of registers")

    def test_long_log(self, m):
        """A log has 20 lines, and then a word for the rest."""
        for lines in 20, 21:
            log = "".join(f"source:7:{number}: error: x\n" for number in range(lines))
            said = m.check("build", code=3, env={"TRACED_BUILD_ERROR": "-5", "TRACED_BUILD_LOG": log}).stderr
            self.assertEqual(said.count("error: x"), 20)
            self.assertEqual(bool(re.search(r"^ +\.\.\.$", said, re.M)), lines > 20, said)

    def test_builds_that_end_later(self, m):
        """The callback says that a build has failed. The finding is at the place where the build began."""
        found, summary = m.found("builds", code=3)
        self.check_found(found, *3 * ["CLR-PROGRAM-BUILD"])
        for finding, numbers in zip(found, ["234", "4", "1"]):  # by then, the log is that of the program's last build
            self.assertRegex(finding["log"], f"^source:7:3: error: build [{numbers}]$")
        if not BUILD.sanitizers:  # functions of sanitizers stand between
            self.assertEqual([finding["backtrace"][0]["function"] for finding in found],
                             ["build", "compile", "link_program"])
        self.assertEqual([(identity["places"], identity["times"]) for identity in summary["identities"]], [(3, 4)])


class Loading(Case):
    """The loader itself notes what a driver does while it is being loaded, because layers come after drivers."""

    def ending(self, m, command, *words, before=(), env=None):
        done = subprocess.run([*BUILD.emulator, TOOL["tool"], command, *before, TOOL["checked"], *words], cwd=m.root,
                              env=m.variables(env), capture_output=True, text=True, timeout=tool.TIME_LIMIT, check=False)
        return " ".join(done.stderr.split())

    def test_driver_that_ends_the_program(self):
        tool.need(not BUILD.sanitizers, "sanitizers report a crash themselves")
        for quirk, how in [("crash", "SIGSEGV (Segmentation fault) ended the program"),
                           ("abort", "SIGABRT (Aborted) ended the program"),
                           ("exit", "The program ended"), ("lcrash", "SIGSEGV (Segmentation fault) ended the program")]:
            for command in "check", "trace":
                with self.row((quirk, command)), Machine() as m:
                    m.driver(quirk, manifest="m.icd")  # good drivers come before and after this one
                    m.icd("a.icd", TOOL["traced_driver"])
                    said = self.ending(m, command, "legal", "0")
                    self.assertIn(f"{how} while drivers were being loaded: {m.path('vendors', 'm.icd')}.", said)
                    for guess in "outside of calls", "do not reach the layer", "Leaks":
                        self.assertNotIn(guess, said)
                    self.assertEqual(m.hidden(), [])

    def test_driver_that_ends_when_asked(self):
        """The loader asks devices for their names where a user chooses by these; which driver it asks is not noted."""
        tool.need(not BUILD.sanitizers, "sanitizers report a crash themselves")
        for command in "check", "trace":
            with self.row(command), Machine() as m:
                m.driver("dcrash", manifest="m.icd")
                self.assertIn("ended the program while drivers were asked for their platforms and devices (clrelay doctor "
                              "tries each one).",
                              self.ending(m, command, "legal", "0", env={"OCL_ICD_DEVICES_DISABLE": "none"}))

    def test_process_of_the_program(self):
        """A driver ends a process that a script starts. The command says which process ended, and does not guess."""
        tool.need(not BUILD.windows, "a shell")
        script = '"$0" "$@"; "$0" "$@"; exit 0'
        for quirk, loads in ("crash", False), ("good", True):
            for command in "check", "trace":
                with self.row((quirk, command)), Machine() as m:
                    m.driver(quirk, manifest="m.icd")
                    said = self.ending(m, command, "legal", "0", before=["sh", "-c", script])
                    self.assertEqual(loads, not re.search(r"Process \d+ has come no further than this: drivers were being "
                                                          f"loaded: {m.path('vendors', 'm.icd')}\\.", said), said)
                    self.assertNotIn("do not reach the layer", said)

    def test_crash_beside_another_process(self):
        """The program crashes before it loads a driver. How far another process has come is not the reason."""
        tool.need(not BUILD.windows, "a shell")
        script = 'echo "1 driver x" >>"$OCL_ICD_LOADING_FILE"; kill -SEGV $$'
        for command in "check", "trace":
            with self.row(command), Machine() as m:
                said = self.ending(m, command, before=["sh", "-c", script])
                self.assertIn("SIGSEGV (Segmentation fault) ended the program", said)
                self.assertNotIn("being loaded", said)

    def test_afterwards(self, m):
        """A crash after the drivers were loaded does not count as a crash while loading."""
        for command in "check", "trace":
            with self.row(command):
                self.assertNotIn("being loaded", self.ending(m, command, "own"))

    def test_no_descriptor_left(self):
        """A driver takes all descriptors. That is not what ends the program later."""
        tool.need(not BUILD.windows, "a limit of open files")
        tool.need(not BUILD.sanitizers, "sanitizers report a crash themselves")
        for command in "check", "trace":
            with self.row(command), Machine() as m:
                m.driver("lfull")
                m.icd("a.icd", TOOL["traced_driver"])
                said = self.ending(m, command, "own", before=["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"])
                self.assertNotIn("being loaded", said)
                self.assertIn("SIGSEGV (Segmentation fault) ended the program. No call was" , said)

    def test_too_many_notes(self):
        """Reading the notes stops at a limit. Then the command says nothing about loading."""
        tool.need(not BUILD.windows, "a shell")
        script = 'yes "$$ driver x" | head -n %d >>"$OCL_ICD_LOADING_FILE"; kill -SEGV $$'
        for command, done in ("check", "checked"), ("trace", "recorded"):
            for lines, said in (1 << 18, True), ((1 << 18) + 1, False):
                with self.row((command, lines)), Machine() as m:
                    ending = self.ending(m, command, before=["sh", "-c", script % lines])
                    self.assertEqual("SIGSEGV (Segmentation fault) ended the program while drivers were being loaded: x." in ending, said)
                    if not BUILD.foreign:  # the shell is this machine's
                        self.assertEqual(f"No call was {done}: the program ended before a process had loaded the layer. A driver may have ended it, "
                                         "or a libOpenCL that can't be opened: clrelay doctor tries libOpenCL and each driver; and with"
                                         in ending, not said, ending)
                    self.assertNotIn("do not reach the layer", ending)

    def test_limit_of_sizes(self):
        """If a program may not write files, the loader's files do not end it."""
        tool.need(not BUILD.windows, "a limit of sizes")
        for command in "check", "trace":
            for variables in {}, {"OCL_ICD_LOG": "debug", "OCL_ICD_LOG_FILE": "log"}:
                with self.row((command, variables)), Machine() as m:
                    m.icd("a.icd", TOOL["traced_driver"])
                    words = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", TOOL["checked"], "legal", "7"]
                    done = subprocess.run([*BUILD.emulator, TOOL["tool"], command, *words], cwd=m.root, check=False,
                                          env={**m.variables(), **variables}, capture_output=True, timeout=tool.TIME_LIMIT)
                    self.assertEqual(done.returncode, 7, done.stderr)

    def test_interrupted(self):
        for command in "check", "trace":
            with self.row(command), Machine() as m:
                m.driver("hang", manifest="m.icd")
                process = subprocess.Popen([*BUILD.emulator, TOOL["tool"], command, TOOL["checked"], "legal", "0"],
                                           cwd=m.root, env=m.variables(), stderr=subprocess.PIPE, text=True)
                limit = time.monotonic() + tool.TIME_LIMIT
                while not m.is_loading("libx-hang") and time.monotonic() < limit:
                    time.sleep(0.02)
                process.send_signal(signal.SIGTERM)
                said = " ".join(process.communicate(timeout=tool.TIME_LIMIT)[1].split())
                self.assertIn("SIGTERM (Terminated) ended the program while drivers were being loaded: "
                              f"{m.path('vendors', 'm.icd')}.", said)


class Statuses(Case):
    def test_exit_status(self, m):
        for words, code in [(["none", "0"], 0), (["none", "5"], 5), (["legal", "0"], 0), (["legal", "7"], 7),
                            (["wrong", "1", "0"], 3), (["wrong", "1", "9"], 9), (["note"], 0), (["leak"], 3),
                            (["_exit", "12"], 3)]:
            with self.row(words):
                m.check(*words, code=code)
        self.assertEqual(m.hidden(), [])

    def test_signals_that_end_it(self, m):
        m.check("kill", code=-signal.SIGKILL)
        m.check("crash", code=-signal.SIGSEGV)
        for name in ["HUP", "INT", "TERM", "ABRT", "USR1"]:
            number = getattr(signal, "SIG" + name)
            m.check("-c", f"kill -{name} $$; sleep 10", program="sh", code=-number)

    def test_signals_at_the_end(self):
        """Once the program has ended, the command has the usual signals: one ends it if nobody reads what it reports."""
        for command in "check", "trace":
            with self.row(command), Machine() as m:
                reader, writer = os.pipe()
                os.close(reader)
                done = subprocess.run([*BUILD.emulator, TOOL["tool"], command, TOOL["checked"], "both"], cwd=m.root, env=m.variables({"TMPDIR": m.root}),
                                      stderr=writer, check=False, timeout=tool.TIME_LIMIT)
                os.close(writer)
                self.assertEqual(done.returncode, -signal.SIGPIPE)
                self.assertEqual(m.hidden(), [])

    def test_signals_are_handed_on(self):
        for name in ["SIGINT", "SIGTERM", "SIGHUP"]:
            with self.row(name), Machine() as m:
                process = m.start("wait", options=["--json"])
                self.assertEqual(process.stdout.readline(), "ready\n")
                process.send_signal(getattr(signal, name))
                process.wait(timeout=tool.TIME_LIMIT)
                _, errors = process.communicate()
                self.assertEqual(process.returncode, -getattr(signal, name))
                found, summary = map(json.loads, errors.splitlines())
                self.assertEqual(found["identity"], SIZE)
                self.assertIn(f"{name} ({signal.strsignal(getattr(signal, name))}) ended the program", summary["summary"]["notes"][0])

    def test_programs_that_do_not_start(self, m):
        m.write("text", "no program")
        for program, code, part in [("./gone", 127, "./gone can't be executed: No such file"),
                                    ("gone-from-path", 127, "there is no program gone-from-path"),
                                    ("./text", 126, "./text can't be executed: Permission denied")]:
            self.assertIn(part, m.check(program=program, code=code).words)

    def test_output_is_the_same(self, m):
        done = m.check("-c", "cat; echo out; echo err >&2", program="sh", code=0)
        self.assertEqual(done.stdout, "out\n")
        self.assertTrue(done.stderr.startswith("err\n"), done.stderr)


    def test_devices_that_are_left(self, m):
        """A program may leave all devices for its own reasons. The command says so, and that is no mistake."""
        for words, options, said in [("lists", [], True), ("lists", ["--objects-only"], True), ("counts", [], False), ("tries", [], False),
                                     ("legal", [], False), ("none", [], False)]:
            with self.row((words, options)):
                done = m.check(words, options=options, code={"lists": 5, "tries": 3}.get(words, 0))
                self.assertEqual("The program got a list of devices, and made no context" in done.words, said, done.words)
                self.assertEqual('The last answer: CL_DEVICE_VERSION = "OpenCL 3.0 traced".' in done.words, words == "lists", done.words)
                self.assertEqual("nothing found" in done.words, words not in ("tries", "none"), done.words)
        for words, said in ("platforms", True), ("misses", False), ("counts", False), ("lists", False), ("none", False):
            with self.row(words):
                done = m.check(words, options=["--ignore", "*"], code={"lists": 5}.get(words, 0))
                self.assertEqual('got a list of platforms, and asked none of them for devices. The last answer: CL_PLATFORM_NAME = "traced".'
                                 in done.words, said, done.words)


class Findings(Case):
    def test_a_finding(self, m):
        [finding], summary = m.found("wrong", "1", "0", code=3)
        self.assertEqual((finding["identity"], finding["level"], finding["function"], finding["error"], finding["times"]),
                         (SIZE, "error", "clCreateBuffer", "CL_INVALID_BUFFER_SIZE", 1))
        self.assertEqual((finding["text"], finding["section"]), ("size is 0", "section 5.2.1"))
        self.assertRegex(finding["call"], r"^clCreateBuffer\(context = 0x\w+, flags = CL_MEM_READ_WRITE, "
                                          r"size = 0, host_ptr = NULL, errcode_ret = NULL\) = 0x\w+$")
        self.assertEqual((finding["object"], finding["driver"]), (None, []))
        self.assertEqual(summary["identities"], [{"identity": SIZE, "level": "error", "places": 1,
                                                  "times": 1, "more": False, "following": 0, "null": []}])
        self.assertEqual((summary["error"], summary["leak"], summary["note"], summary["processes"],
                          summary["notes"]), (1, 0, 0, 1, []))

    def test_calls_at_the_end(self, m):
        """A call at the end of the process is noted once. The handlers that were registered before OpenCL come last."""
        [finding], _ = m.found("exits")
        self.assertEqual((finding["identity"], finding["function"]), ("CLR-CALL-AT-EXIT", "clReleaseContext"))
        self.assertEqual(m.found("legal", "0")[0], [])

    def test_kinds(self, m):
        [finding], _ = m.found("type", code=3)
        self.assertRegex(finding["text"], r"^the object 0x\w+ is a context, but the parameter event takes an event$")

    def test_backtrace(self):
        tool.need(subprocess.run(["addr2line", "--version"], check=False, capture_output=True).returncode == 0,
                  "there is no addr2line")
        with open(os.path.join(BUILD.source, "tools", "test", "tool", "checked.c"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        with Machine() as m:
            [finding], _ = m.found("wrong", "1", "0", code=3)
            names = [frame["function"] for frame in finding["backtrace"]]
            self.assertEqual(names[0], "mistake", finding["backtrace"])
            if not BUILD.sanitizers:  # frames of sanitizers come in between
                self.assertEqual(names, ["mistake", "mistakes", "main"])
                [finding], _ = m.found("sort", code=3)
                names = [frame["function"] for frame in finding["backtrace"]]
                self.assertEqual((names[:2], names[-2:]), (["mistake", "compare"], ["sort", "main"]), finding["backtrace"])
                self.assertTrue(not BUILD.glibc or any("sort" in str(name) for name in names[2:-2]), names)
            frame = finding["backtrace"][0]
            self.assertEqual(os.path.basename(frame["file"]), "checked.c")
            self.assertIn("clCreateBuffer", lines[frame["line"] - 1])
            self.assertEqual(os.path.basename(frame["module"]), "checked")
            [leak], _ = m.found("leak", code=3)
            tool.need(not BUILD.sanitizers, "a library without optimisation stands between the program and the layer")
            made = leak["object"]["made"]
            self.assertEqual((made["by"], made["backtrace"][0]["function"]), ("clCreateContext", "make_context"))
            [twice], _ = m.found("twice", options=["--guard"], code=3)
            self.assertEqual([[frame["function"] for frame in twice["object"][done]["backtrace"]] for done in ("made", "released")],
                             [["make_context"], ["main"]])

    def test_inlined(self, m):
        """Consecutive functions of the C++ library take one line, a single one is named."""
        tool.need(shutil.which("cc") and shutil.which("addr2line") and not BUILD.sanitizers and not BUILD.foreign,
                  "there is no compiler, or no addr2line")
        inline = "static inline __attribute__((always_inline)) int"
        for called, where in ("one", r"one at /usr/include/c\+\+/a:2"), ("two", r"2 functions of the C\+\+ library"):
            with self.row(called):
                m.write("c.c", f"int clGetPlatformIDs(unsigned, void *, unsigned *), clFinish(void *);\n{inline} own(void) {{ return clFinish(0) + 1; }}\n"
                        f'#line 2 "/usr/include/c++/a"\n{inline} one(void) {{ return own() + 1; }}\n'
                        f'{inline} two(void) {{ return one() + 1; }}\n#line 5 "c.c"\nint main(void) {{ return clGetPlatformIDs(0, 0, 0) + {called}() > 0; }}\n')
                subprocess.run(["cc", "-g", "-o", "inlined", "c.c", BUILD.library], cwd=m.root, check=True)
                words = m.check(program=m.path("inlined"), code=None).words
                self.assertRegex(words, rf"where own at \S*c\.c:2 {where} main at \S*c\.c:5")

    def test_line_without_symbol(self, m):
        """A function has its name from its line, where a file has no symbol for it."""
        tool.need(shutil.which("cc") and shutil.which("objcopy") and not BUILD.sanitizers and not BUILD.foreign,
                  "there is no compiler, or no objcopy")
        m.write("c.c", "int clGetPlatformIDs(unsigned, void *, unsigned *), clFinish(void *);\n"
                       "static int hidden(void) { return clFinish(0) + 1; }\n"
                       "int main(void) { return clGetPlatformIDs(0, 0, 0) + hidden() > 0; }\n")
        subprocess.run(["cc", "-g", "-o", "c", "c.c", BUILD.library], cwd=m.root, check=True)
        subprocess.run(["objcopy", "--strip-symbol=hidden", "c"], cwd=m.root, check=True)
        self.assertRegex(m.check(program=m.path("c"), code=None).words, r"where hidden at \S*c\.c:2 main at \S*c\.c:3")

    def test_without_addr2line(self, m):
        [finding], summary = m.found("wrong", "1", "0", code=3, env={"PATH": "/nowhere"})
        frame = finding["backtrace"][0]
        self.assertEqual((frame["function"], frame["file"]), (None, None))
        self.assertEqual(os.path.basename(frame["module"]), "checked")
        self.assertRegex(frame["address"], "^0x[0-9a-f]+$")
        self.assertIn("there is no addr2line", summary["notes"][0])
        text = m.check("wrong", "1", "0", code=3, env={"PATH": "/nowhere"}).words
        self.assertIn("where checked+0x", text)

    def test_text(self, m):
        done = m.check("both", code=3)
        self.assertNotIn("\x1b", done.stderr)
        self.assertEqual(done.words.count(f"error {SIZE}: size is 0 call clCreateBuffer("), 2)
        for part in ["rule CL_INVALID_BUFFER_SIZE, section 5.2.1", "to do Ask for at least one byte",
                     "clrelay check: 2 errors", f"{SIZE} error 2 places"]:
            self.assertIn(part, done.words)
        self.assertRegex(done.stderr, r"(?m)^ {4}where {5}\w+ (at|in)( |$)")
        self.assertRegex(m.check("leak", code=3).words, r"made by clCreateContext in \w+ (at|in) ")
        for line in done.stderr.splitlines():
            self.assertLessEqual(len(line), max(80, 14 + len(BUILD.source) + 30), line)

    def test_terminal(self):
        for options in [], ["--log", "-"]:
            with self.row(options), Machine() as m:
                output, status = self.on_terminal(m, options)
                self.assertEqual(status, 3, output)
                self.assertIn("\x1b[1;31merror " + SIZE, output)
                for line in output.split("\r\n"):
                    shown = "".join(part.partition("m")[2] if number else part
                                    for number, part in enumerate(line.split("\x1b[")))
                    self.assertLessEqual(len(shown), 80, shown)

    @staticmethod
    def on_terminal(m, options):
        """Returns what the terminal shows, and the exit status."""
        process, terminal = tool.start_on_terminal(m.command(options, [TOOL["checked"], "both"]), m.root,
                                                   m.variables({"COLUMNS": "80"}))
        output = b""
        while True:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            output += part
        os.close(terminal)
        return output.decode(), os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])

    def test_counts(self, m):
        """Counts are exact unless the program ends suddenly. Child processes and threads count, too."""
        for words, times, more in [(["wrong", "1", "0"], 1, False), (["wrong", "9", "0"], 9, False),
                                   (["wrong", "10", "0"], 10, False), (["wrong", "234", "0"], 234, False),
                                   (["_exit", "9"], 1, True), (["_exit", "234"], 100, True),
                                   (["fork", "15"], 30, False), (["threads", "100"], 1600, False)]:
            with self.row(words):
                found, summary = m.found(*words, options=["--ignore", "CLR-CHILD-OF-FORK"], code=3)
                self.check_found(found, SIZE)
                [identity] = summary["identities"]
                self.assertEqual((identity["places"], identity["times"], identity["more"]), (1, times, more))
        self.assertIn("1 place, 100 times or more", m.check("_exit", "234", code=3).words)
        self.assertEqual(m.found("fork", "1", code=3)[1]["processes"], 2)

    def test_while_it_runs(self, m):
        process = m.start("wait", options=["--json"])
        self.assertEqual(process.stdout.readline(), "ready\n")
        self.assertEqual(json.loads(process.stderr.readline())["identity"], SIZE)
        process.stdin.write("x\n")
        process.stdin.flush()
        other = json.loads(process.stderr.readline())
        self.assertEqual(other["backtrace"][0]["function"], "other_mistake")
        process.communicate(timeout=tool.TIME_LIMIT)
        self.assertEqual(process.returncode, 3)

    def test_call_that_does_not_return(self, m):
        process = m.start("finish", options=["--json"], env={"TRACED_HANGS": "1"})
        found = json.loads(process.stderr.readline())
        self.assertEqual((found["identity"], found["function"]), ("CLR-HANDLE-TYPE", "clFinish"))
        self.assertTrue(found["call"].endswith(" = ?"), found)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=tool.TIME_LIMIT)
        _, errors = process.communicate()
        self.assertRegex(json.loads(errors)["summary"]["notes"][0],
                         r"^SIGTERM \(Terminated\) ended the program, during clFinish \(thread \d+, called in [a-z_]+ at .*checked\.c:\d+\)")

    def test_crash(self, m):
        m.driver("good", manifest="z.icd")  # a further driver, which works
        found, summary = m.found("crash", code=-signal.SIGSEGV)
        self.check_found(found, SIZE)
        self.assertRegex(summary["notes"][0], rf"^SIGSEGV \(Segmentation fault\) ended the program, during {PROFILE}, called in "
                                              r"crash at .*checked\.c:\d+\)\. What was found before is complete\.$")
        _, summary = m.found("crash", code=-signal.SIGSEGV, options=["--ignore", SIZE])
        self.assertRegex(summary["notes"][0], r"Before that, no error was found, so the driver may be at fault: install another version "
                                              r"of it, or leave it out: clrelay disable libtraced_driver\.so$")
        found, summary = m.found("own", code=-signal.SIGSEGV)
        self.check_found(found, SIZE)
        self.assertIn("outside of calls of OpenCL", summary["notes"][0])
        self.assertEqual(m.hidden(), [])

    def test_crash_in_threads(self, m):
        """One thread writes the finding. The others wait until it is complete."""
        for _ in range(40):
            self.check_found(m.found("threads_crash", code=-signal.SIGSEGV)[0], SIZE)

    def test_crash_in_a_callback(self, m):
        """In a callback and after it, the command does not know the place of the outer call."""
        for count, call, place in [("0", r"clCreateContext \(thread \d+", ""),
                                   ("1", PROFILE, r", called in crash at .*checked\.c:\d+")]:
            with self.row(count):
                [note] = m.found("callback", count, code=-signal.SIGSEGV)[1]["notes"]
                self.assertRegex(note, rf"^SIGSEGV \(Segmentation fault\) ended the program, during {call}{place}\)\. (What|Before that)")

    def test_crash_during_another_call(self, m):
        """The command does not know which of the threads crashed. It names four."""
        for others, named, more in (1, 2, ""), (3, 4, ""), (4, 4, " and 1 other call"), (5, 4, " and 2 other calls"):
            with self.row(others):
                [note] = m.found("others", str(others), code=-signal.SIGSEGV, env={"TRACED_HANGS": str(others)})[1]["notes"]
                call = rf"({PROFILE}|clFinish in the driver {TOOL['traced_driver']} \(thread \d+), called in [^()]+\)"
                self.assertRegex(note, rf"^SIGSEGV \(Segmentation fault\) ended the program; {others + 1} calls had not returned: "
                                       rf"{call}(, {call}){{{named - 1}}}{more}\. What")

    def test_wrong_data_of_a_callback(self, m):
        """The layer does not trust the user_data that the driver passes."""
        for env, said in [({}, []), ({"TRACED_NO_DATA": "1"}, [
                f"the driver ({TOOL['traced_driver']}) has called the callback of clCreateContext with a wrong "
                "user_data; the program gets its own"])]:
            with self.row(env):
                found, _ = m.found("context", "1", program=TOOL["traced"], env=env)
                self.assertEqual([finding["text"] for finding in found if "CALLBACK" in finding["identity"]], said)

    def test_plugins_at_one_address(self, m):
        """The second plugin is often at the address where the first one was, before it was unloaded."""
        plugins = [TOOL["hosted"], TOOL["hosted_crashes"]]
        found, summary = m.found(*plugins, program=TOOL["hosting"], code=-signal.SIGSEGV)
        self.check_found(found, SIZE, SIZE)
        self.assertEqual([(finding["backtrace"][0]["function"], finding["backtrace"][0]["module"]) for finding in found],
                         list(zip(["mistake", "other_mistake"], plugins)))
        self.assertRegex(summary["notes"][0], r"called in plugin_run at .*hosted\.c:\d+\)")

    def test_note(self, m):
        """A note takes one line."""
        done = m.check("note")
        self.assertTrue(done.words.startswith(f"note {NOTE}: clCreateCommandQueue: "), done.words)
        self.assertIn("clrelay check: 1 note ", done.words)
        self.assertNotIn("to do", done.words)

    def test_note_among_errors(self, m):
        """An empty line follows each finding of several lines, and the last of some notes."""
        tool.need(not BUILD.emulator, "a shell starts the programs")
        [before, after] = [m.check("-c", "; ".join(f"{TOOL['checked']} {word}" for word in words), program="/bin/sh", code=3).stderr
                           for words in (["note", "both"], ["both", "note"])]
        self.assertEqual((before.count("\n\n"), after.count("\n\n"), before.count("\n\n\n")), (2, 3, 0))

    def test_no_calls(self, m):
        _, summary = m.found("none", "0")
        self.assertIn("No call was checked: no process has loaded the layer", summary["notes"][0])
        self.assertIn("without the variables OPENCL_LAYERS and CLRELAY_CHECK_FILE, which clrelay check sets.", summary["notes"][-1])
        self.assertIn("clrelay check: nothing was checked", m.check("none", "0").words)
        self.assertEqual(m.check("legal", "0").stderr, "clrelay check: nothing found\n")

    def test_limit(self, m):
        _, summary = m.found("children", "20", options=["--limit", "1M"], code=3)
        self.assertEqual(len(summary["notes"]), 1)  # there is no note that the end of the program is unknown
        self.assertIn("The limit of 1048576 bytes for findings was reached", summary["notes"][0])
        self.assertIs(summary["missing"], True)
        self.assertIs(m.found("both", code=3)[1]["missing"], False)

    def test_with_other_layers(self, m):
        """The layers of the user stay."""
        done = m.check("-c", "echo $OPENCL_LAYERS", program="sh", env={"OPENCL_LAYERS": "/x:/y"})
        self.assertRegex(done.stdout, r"^/x:/y:/.*/libclrelay_check\.so\n$")

    def test_other_loader(self):
        sandbox.need_other_loader()
        with open(BUILD.other_loader, "rb") as file:
            tool.need(b"OPENCL_LAYERS" in file.read(), f"{BUILD.other_loader} has no layers")
        with Machine() as m:
            folder = os.path.dirname(BUILD.other_loader)
            found, summary = m.found("both", code=3, env={"LD_LIBRARY_PATH": folder})
            self.check_found(found, SIZE, SIZE)
            self.assertEqual([finding["backtrace"][0]["function"] for finding in found], ["mistake", "other_mistake"])
            self.assertEqual(summary["processes"], 1)

    def test_function_that_the_driver_lacks(self, m):
        """The layer does not call a function that the driver lacks, even if the loader would."""
        others = [os.path.dirname(BUILD.other_loader)] if BUILD.other_loader else []
        for folder in [os.path.dirname(BUILD.library), *others]:
            with self.row(folder):
                found, _ = m.found("kernel", code=3, env={"LD_LIBRARY_PATH": folder})
                self.check_found(found, SIZE)

    def test_failed_call(self, m):
        """With --objects-only the command does not say why a call failed."""
        self.check_found(m.found("fails")[0], "CLR-QUERY-NAME")
        self.check_found(m.found("fails", options=["--objects-only"])[0])

    def test_conditions_of_the_driver(self, m):
        """If no condition that the layer checks explains a failed call, the finding, even a note, names the conditions
        that only the driver checks."""
        window, device = ("the OpenGL implementation does not support the window system that is named",
                          "one of the devices can't share with OpenGL")
        for extensions, found, perhaps in [
                ("cl_khr_fp64 cl_khr_gl_sharing", ["CLR-CALL-FAILED", "CLR-QUERY-FAILED"], [window, device]),
                ("cl_khr_fp64", ["CLR-CONTEXT-GL-DEVICE", "CLR-CONTEXT-GL-UNSUPPORTED"], []),
                ("", ["CLR-CONTEXT-GL-DEVICE", "CLR-CONTEXT-GL-UNSUPPORTED"], [])]:
            with self.row(extensions):
                env = {"TRACED_EXTENSIONS": extensions}
                findings, _ = m.found("gl", code=3, env=env)
                self.check_found(findings, *found)
                self.assertEqual([finding["driver"] for finding in findings], 2 * [perhaps])
                done = m.check("gl", code=3, env=env)
                words = done.words
                self.assertEqual(len(re.findall(r"(?m)^ {4}perhaps {3}\S.*\n {14}\S", done.stderr)), bool(perhaps))
                self.assertNotIn("none of the conditions", words)
                self.assertEqual(f" perhaps {window} {device} rule " in words, bool(perhaps), words)
                self.assertEqual(f", perhaps because {window}, or {device}, in " in words, bool(perhaps), words)

    def test_conditions_of_memory(self, m):
        [found], _ = m.found("svm", code=3)
        self.assertEqual(found["text"], "the driver returned NULL for a reason that clrelay can't see")
        self.assertEqual(found["driver"], ["a device can't have the alignment", "a device lacks memory"])

    def test_under_trace(self, m):
        """The check sees the program's calls, and where the program makes them, with trace before or behind it, and
        below the user's own layer."""
        def places(found):
            return [(finding["identity"], [line["line"] for line in finding["backtrace"]]) for finding in found]
        alone = places(m.found("both", code=3)[0])
        self.assertEqual(len(alone), 2)
        for order in [("trace", "check"), ("check", "trace")]:
            options = {"check": ["--log", "log", "--json"],
                       "trace": ["--call-sites", "--summary", "summary", "-o", "t"]}
            first, second = order
            done = subprocess.run(
                [*BUILD.emulator, TOOL["tool"], first, *options[first], TOOL["tool"], second,
                 *options[second], TOOL["checked"], "both"], cwd=m.root, check=False,
                env=m.variables(), capture_output=True, text=True, timeout=tool.TIME_LIMIT)
            with self.row(order):
                self.assertEqual(done.returncode, 3, done)
                with open(m.path("log"), encoding="utf-8") as file:
                    self.assertEqual(places(map(json.loads, file.readlines()[:-1])), alone)
                with open(m.path("summary"), encoding="utf-8") as file:
                    self.assertRegex(file.read(), r"clCreateBuffer, mistake at checked.c:\d+")


class Options(Case):
    def test_log(self, m):
        done = m.check("wrong", "1", "0", options=["--log", "-"], code=3)
        self.assertIn("CLR-", done.stdout)
        self.assertEqual(done.stderr, "")
        done = m.check("wrong", "1", "0", options=["--log", "log"], code=3)
        self.assertEqual(done.stderr, "")
        with open(m.path("log"), encoding="utf-8") as file:
            self.assertIn(f"error {SIZE}", file.read())

    def test_log_that_can_not_be_written(self, m):
        for path, part in [("gone/log", "gone/log can't be written: No such file"), (".", "Is a directory")]:
            done = m.check("-c", "touch ran", program="sh", options=["--log", path], code=125)
            self.assertIn(part, done.words)
        self.assertFalse(os.path.exists(m.path("ran")))
        self.assertEqual(m.hidden(), [])
        if os.path.exists("/dev/full"):
            done = m.check("wrong", "1", "0", options=["--log", "/dev/full"], code=125)
            self.assertIn("/dev/full can't be written: No space left", done.words)

    def test_nobody_reads(self, m):
        """The program goes on if nobody reads the findings."""
        process = m.start("wait")
        process.stderr.close()
        self.assertEqual(process.stdout.readline(), "ready\n")
        for _ in range(3):
            process.stdin.write("x\n")
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), "done\n")
            time.sleep(0.1)
        process.stdin.close()
        process.wait(timeout=tool.TIME_LIMIT)
        process.stdout.close()

    def test_stop(self, m):
        found, summary = m.found("both", options=["--stop"], code=-signal.SIGTRAP)
        self.check_found(found, SIZE)
        self.assertEqual(summary["notes"], ["The program was ended at the finding, as --stop says."])
        m.found("note", options=["--stop"])  # the program goes on at a note
        m.found("leak", options=["--stop"], code=-signal.SIGTRAP)
        m.found("leak", options=["--stop", "--level", "error"])
        m.found("both", options=["--stop", "--level", "error"], code=-signal.SIGTRAP)

    def test_stop_and_ignore(self, m):
        for ignored in [SIZE, "CLR-*-ZERO", "buffer-size-zero", "CLR-MEM-LEAKED," + SIZE]:
            with self.row(ignored):
                found, summary = m.found("both", options=["--stop", "--ignore", ignored])
                self.check_found(found)
                self.assertEqual(summary["ignored"], 2)
        found, _ = m.found("both", options=["--stop", "--ignore", LEAK], code=-signal.SIGTRAP)
        self.check_found(found, SIZE)

    def test_ignore(self, m):
        self.check_found(m.found("wrong", "1", "0", options=["--ignore", SIZE])[0])
        self.check_found(m.found("wrong", "1", "0", options=["--ignore", LEAK, "--ignore", "*-ZERO"])[0])
        self.check_found(m.found("wrong", "1", "0", options=["--ignore", LEAK], code=3)[0], SIZE)
        self.assertEqual(m.check("both", options=["--ignore", SIZE]).stderr,
                         "clrelay check: nothing found, 2 ignored\n")

    def test_level(self, m):
        self.check_found(m.found("note")[0], NOTE)
        for level in ["leak", "portability", "error"]:
            self.check_found(m.found("note", options=["--level", level])[0])
        self.check_found(m.found("leak", options=["--level", "leak"], code=3)[0], LEAK)
        found, summary = m.found("leak", options=["--level", "error"])
        self.check_found(found)
        self.assertEqual(summary["leak"], 1)

    def test_objects_only(self, m):
        self.check_found(m.found("wrong", "1", "0", options=["--objects-only"])[0])
        self.check_found(m.found("leak", options=["--objects-only"], code=3)[0], LEAK)

    def test_guard(self, m):
        """A call with a dead object does not reach the driver."""
        m.check("legal", "0", options=["--guard"])
        found, _ = m.found("twice", options=["--guard"], code=3)
        self.check_found(found, "CLR-CONTEXT-RELEASED-TWICE")
        self.assertTrue(found[0]["call"].endswith(" = CL_INVALID_CONTEXT"), found)
        self.assertEqual(found[0]["object"]["released"]["by"], "clReleaseContext")

    def test_suppressions(self):
        def ignored(line):
            m.write("file", f"# comment\n\n{line}  # another\n")
            return len(m.found("both", options=["--suppressions", "file"], code=None)[0])

        with Machine() as m:
            for line, left in [(SIZE, 0), ("buffer-size-zero", 0), ("CLR-*", 0), (LEAK, 2),
                               (f"{SIZE} function=other_mistake", 1), (f"{SIZE} function=*mistake", 0),
                               (f"{SIZE} function=main", 0), (f"{SIZE} function=clCreateBuffer", 0),
                               (f"{SIZE} function=clCreateImage", 2), (f"{SIZE} file=checked.c", 0),
                               (f"{SIZE} file=*/tool/checked.c", 0), (f"{SIZE} file=other.c", 2),
                               (f"{SIZE} module=checked", 0), (f"{SIZE} module=lib*", 2),
                               (f"{SIZE} module=checked function=mistake file=checked.c", 1),
                               (f"{SIZE} program=checked", 0), (f"{SIZE} program=chec", 2),
                               (f"{SIZE} program=checked function=mistake", 1),
                               (f"{SIZE} module=checked function=gone", 2),
                               ("CLR-" + "*" * 4092, 0)]: # no pattern may be longer
                with self.row(line):
                    self.assertEqual(ignored(line), left)
            m.write("file", f"{LEAK} function={'clCreateContext' if BUILD.sanitizers else 'make_context'}\n")
            self.check_found(m.found("leak", options=["--suppressions", "file"])[0])

    def test_mistakes_in_suppressions(self, m):
        for text, part in [("CLR-GONE", "file:1: there is no finding CLR-GONE"),
                           ("\n# x\nCLR-BUFFER-SIZE-ZER", f"file:3: there is no finding CLR-BUFFER-SIZE-ZER; "
                                                          f"perhaps {SIZE}"),
                           (f"{SIZE} fun=x", "file:1: fun=x is none of function=, file=, module=, program= and"),
                           (f"{SIZE} x", "file:1: x is none of"),
                           (f"{SIZE} file=", "file:1: file= names nothing"),
                           (f"{SIZE} file=a file=b", "file:1: file= is there twice"),
                           (f"{SIZE} until=2026-13-01", "file:1: until= needs a day"),
                           (f"{SIZE} until=soon", "file:1: until= needs a day"),
                           (f"{SIZE} until=2026-01-011", "file:1: until= needs a day"),
                           *((f"{SIZE} until={date}", "file:1: until= needs a day") for date in
                             ["2999-00-01", "2999-01-00", "2900-02-29", *(f"2999-{month:02}-{last + 1}" for month, last in LAST_DAYS)]),
                           ("function=x", "file:1: a line begins with the check ID"),
                           ("CLR-" + "*" * 4093, "has 4097 bytes, but a pattern has 4096 at most"),
                           ("a\0b", "file can't be read")]:
            with self.row(text):
                m.write("file", text)
                done = m.check("-c", "touch ran", program="sh", options=["--suppressions", "file"], code=125)
                self.assertIn(part, done.words)
        for path, part in [("gone", "gone can't be read: No such file"), (".", ". can't be read")]:
            done = m.check("-c", "touch ran", program="sh", options=["--suppressions", path], code=125)
            self.assertIn(part, done.words)
        self.assertFalse(os.path.exists(m.path("ran")))

    def test_inputs_stay(self, m):
        """The log must not be a file that the command reads, whatever its name."""
        m.check("both", options=["--json", "--log", "log"], code=3)
        m.write("rules", f"{SIZE}\n")
        os.symlink("log", m.path("link"))
        for options, kept in [(["--baseline", "log", "--log", "log"], "log"), (["--baseline", "log", "--log", "link"], "log"),
                              (["--baseline", "log", "--log", "./log"], "log"), (["--log", "rules", "--suppressions", "rules"], "rules"),
                              (["--suppressions", "rules", "--baseline", "log", "--log", "rules"], "rules"),
                              (["--read", "rules", "--log", "rules"], "rules")]:
            with self.row(options), open(m.path(kept), encoding="utf-8") as file:
                before = file.read()
                done = m.check(program="--read" not in options and "true", options=options, code=125)
                self.assertIn(f"{kept} would be overwritten: name another file after --log", done.words)
                with open(m.path(kept), encoding="utf-8") as now:
                    self.assertEqual(now.read(), before)
        m.check("both", options=["--suppressions", "/dev/null", "--log", "/dev/null"], code=3)

    def test_programs_stay(self, m):
        """A user who forgets the file name after --log names the program there."""
        program, script = shutil.copy("/bin/true", m.path("simulation")), m.write("script", "#!/bin/sh\n")
        for path, command, part in [(program, ["100"], "is a program"), (program, [program], "would be overwritten"),
                                    (script, [script], "would be overwritten")]:
            with self.row(command):
                size = os.path.getsize(path)
                done = m.check(*command[1:], program=command[0], options=["--log", path], code=125)
                self.assertIn(f"{path} {part}: name another file after --log", done.words)
                self.assertEqual(os.path.getsize(path), size)
        for _ in range(2):
            m.check(program="true", options=["--log", "true"])  # the system's own program

    def test_mistakes(self, m):
        for options, part in [([], "no program is named"), (["--"], "no program is named"),
                              (["--gone"], "there is no option --gone"), (["-j"], "there is no option -j"),
                              (["--json=1"], "--json takes no value"), (["--log"], "--log needs a value"),
                              (["--log="], "--log needs a value"), (["--limit", "1"], "--limit needs a size"),
                              (["--format", "bad"], "--format needs a format: text, json, sarif or junit"),
                              (["--json", "--format", "junit", "ls"], "--json is --format json"),
                              (["--list", "--format", "sarif"], "have the formats text and json"),
                              (["--level", "bad"], "--level needs a level: note, leak, portability or error"),
                              (["--ignore", "CLR-GONE"], "there is no finding CLR-GONE"),
                              (["--ignore", "CLR-EVENT-FRED"], "perhaps CLR-EVENT-FREED"),
                              (["--ignore", f"{SIZE},"], "--ignore needs the check ID"),
                              (["--explain", "gone"], "there is no finding gone"),
                              (["--explain", ""], "there is no finding"),
                              (["--suppressions", ""], "--suppressions needs a file"),
                              (["--list", "ls"], "--list and --explain run no program"),
                              *[([*words, option], f"{option} is for programs that clrelay check starts")
                                for words in (["--read", "x"], ["--environment", "/x"]) for option in ("--bounds", "--frees")],
                              (["--frees", "--objects-only", "ls"], "--frees needs more than"),
                              (["--stop", *["--ignore", SIZE] * 300, "ls"], "--stop can't leave out so many")]:
            with self.row(options):
                done = m.check(program=False, options=options, code=125)
                self.assertIn(part, done.words)
                self.assertIn("See 'clrelay check --help'.", done.words)
                self.assertEqual([line for line in done.stderr.splitlines() if len(line) > 80], [])

    def test_list_and_explain(self, m):
        text = m.check(program=False, options=["--list"]).stdout
        self.assertIn(f"{SIZE} (error): size is 0\n", text)
        listed = json.loads(m.check(program=False, options=["--list", "--json"]).stdout)["identities"]
        names = [identity["identity"] for identity in listed]
        # A parameter stands with its name, and its value in capitals.
        (limit,) = [identity["text"] for identity in listed if identity["identity"] == "CLR-BUFFER-SIZE-LIMIT"]
        self.assertIn("size SIZE is more than N,", limit)
        self.assertEqual(len(names), len(set(names)))
        for identity in listed:
            self.assertIn(identity["level"], ("error", "portability", "leak", "note"))
            for text in identity["text"], identity["advice"]:  # a full stop may follow
                self.assertNotRegex(text, r"[{}]|[.?!:;,]$", identity)
        for name in names[::20] if BUILD.sanitizers else names:  # a run takes 0.1 s there
            done = m.check(program=False, options=["--explain", name])
            self.assertTrue(done.stdout.startswith(name + "\n"), done)
        for name in [SIZE, "buffer-size-zero", "Buffer-Size-Zero"]:
            text = m.check(program=False, options=["--explain", name]).stdout
            self.assertIn("clCreateBuffer: CL_INVALID_BUFFER_SIZE", text)
        shown = re.findall(r"\n +(cl\w+): CL_", m.check(program=False, options=["--explain", "event-context"]).stdout)
        self.assertEqual((len(shown) > 20, len(set(shown))), (True, len(shown)))
        explained = json.loads(m.check(program=False, options=["--explain", SIZE, "--json"]).stdout)
        self.assertIn(("clCreateBuffer", "CL_INVALID_BUFFER_SIZE", "before", SIZE),
                      [(condition["function"], condition["error"], condition["judge"], condition["identity"])
                       for condition in explained["conditions"]])

    def test_layer_is_missing(self, m):
        os.mkdir(m.path("bin"))
        clrelay = m.copy(TOOL["tool"], "bin/clrelay")
        done = subprocess.run([*BUILD.emulator, clrelay, "check", "true"], env=m.variables(), text=True,
                              capture_output=True, check=False, timeout=tool.TIME_LIMIT)
        self.assertEqual(done.returncode, 125)
        words = " ".join(done.stderr.split())
        self.assertIn("the layer of clrelay check is missing: there is no", words)
        self.assertIn("It is in the package clrelay-tools", words)
        done = subprocess.run([*BUILD.emulator, clrelay, "check", "--list"], env=m.variables(), text=True,
                              capture_output=True, check=True, timeout=tool.TIME_LIMIT)
        self.assertIn("CLR-EVENT-FREED (error)", done.stdout)
        m.write("CMakeCache.txt", "")  # a folder in which the layers were not built
        done = subprocess.run([*BUILD.emulator, clrelay, "check", "true"], env=m.variables(), text=True,
                              capture_output=True, check=False, timeout=tool.TIME_LIMIT)
        self.assertRegex(" ".join(done.stderr.split()), r"\. cmake -DCLRELAY_LAYERS=ON (\S+) && cmake --build \1 --target clrelay_check builds it")

    def test_another_version(self, m):
        """A layer of another version, which numbers functions or findings differently, finds nothing, and names both
        versions."""
        script = ("import os; file = os.environ['CLRELAY_CHECK_FILE']; data = open(file, 'r+b'); "
                  f"data.seek(24); data.write(bytes(8) + b'0.0.9' + bytes(1)); data.close(); "
                  f"os.execv('{TOOL['checked']}', ['checked', 'wrong', '1', '0'])")
        done = m.check("-c", script, program="python3")
        self.assertRegex(done.words, r"clrelay check: nothing is checked: \S+ is of clrelay 0\.0\.9 with format "
                         r"2-0{16}, but the layer is of clrelay [\d.]+ with format 2-\w{16}: install both of one "
                         r"version")

    def test_no_place(self, m):
        done = m.check("none", "0", env={"TMPDIR": "/gone"}, code=125)
        self.assertIn("findings can't be stored in /gone: No such file", done.words)
