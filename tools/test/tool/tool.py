# SPDX-License-Identifier: Apache-2.0
"""The command clrelay on a simulated machine."""

import contextlib
import fcntl
import glob
import json
import os
import re
import pty
import signal
import struct
import subprocess
import sys
import textwrap
import termios
import time
import unittest

import sandbox
from drivers import installed
from sandbox import BUILD, TIME_LIMIT, copy_for_all, native, need
from texts import Said, Texts

TOOL = sandbox.read_facts("tool")

# The name of a crash in the command's output.
CRASH = "EXCEPTION_ACCESS_VIOLATION" if BUILD.windows else "SIGSEGV"
SCREEN = 30 if BUILD.windows else 24  # the usual number of lines of a window
COMMANDS = ["test", "list", "drivers", "doctor", "layers", "settings"]
CHANGES = ["disable", "enable", "default", "device"]  # commands that need a name
ALL_COMMANDS = [*COMMANDS, *CHANGES, "run", "check", "trace"]  # the last three have their own options

# A folder with a program sudo, without which root gets other remedies.
SUDO = os.path.join(TOOL["build"], "sudo")

# The --timeout for tests with a driver that hangs, in seconds. It suffices for the other drivers, even on a busy
# machine.
SHORT_LIMIT = "6" if BUILD.windows else "2"


class Result:
    def __init__(self, command, code, output, errors, seconds):
        self.command = command
        self.code = code
        self.output = output.replace("\r\n", "\n")
        self.errors = errors.replace("\r\n", "\n")
        self.seconds = seconds
        # A sentence may go on in the next line, and so may a path.
        self.words = " ".join(self.output.split())

    def json(self):
        return json.loads(self.output)

    def __str__(self):
        return (f"{self.command} ended with {self.code} after {self.seconds:.2f} s\n"
                f"{self.output}\n--- errors:\n{self.errors}")


def processes_with(mark):
    found = []
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(path.split("/")[2]))
        except OSError:
            pass
    return found


def left_over(mark):
    """Kills the processes that the run with this mark has left behind, and returns them. A process takes a moment to
    disappear."""
    limit = time.monotonic() + 2
    while found := processes_with(mark):
        if time.monotonic() > limit:
            for process in found:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            break
        time.sleep(0.05)
    return found


def check_lines(words):
    """On a screen of 80 columns, the problem takes at most three lines, and so does the remedy."""
    lines = textwrap.wrap(words, 80, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    if len(lines) > 3:
        raise AssertionError("more than three lines:\n" + "\n".join(lines))


def path_with_sudo():
    os.makedirs(SUDO, exist_ok=True)
    with open(os.path.join(SUDO, "sudo"), "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o755)):
        return SUDO + os.pathsep + os.environ["PATH"]


class Machine(sandbox.Machine):
    marks = 0

    def driver(self, quirks="good", manifest=None, source="driver", folder="lib"):
        """Makes a driver with these quirks in its name, and a manifest that names it."""
        library = native(self.copy(TOOL[source], os.path.join(
            folder, f"libx-{quirks}{BUILD.library_ending}")))
        if manifest is not False:
            self.icd(manifest or f"{quirks}.icd", library)
        return library

    def unreported(self):
        """Makes a loader that has drivers, and no report."""
        with open(self.copy(BUILD.library, "other-libOpenCL.so.1"), "r+b") as image:
            text = image.read()
            image.seek(0)
            image.write(text.replace(b"clGetLoaderReportCLRELAY", b"clGetLoaderReportOTHERXX").replace(b"OCL_ICD_SEARCH_ONLY", b"OCL_ICD_SEARCH_NONE"))
            return image.name

    def loader_conf(self, text):
        """Writes the user's settings."""
        need(not BUILD.windows, "Wine has places of its own for what is the user's")
        return self.write("config/OpenCL/loader.conf", text)

    def environment(self, changes):
        env = sandbox.clean_environment("TOOL", "CLRELAY")
        for name in "POCL_CACHE_DIR", "XDG_CACHE_HOME", "COLUMNS", "NO_COLOR", "LD_LIBRARY_PATH", "LD_PRELOAD", "LANG":
            env.pop(name, None)
        home = self.path("home")
        os.makedirs(home, exist_ok=True)
        env.update(OCL_ICD_VENDORS=native(self.vendors), HOME=home,
                   XDG_CONFIG_HOME=self.path("config"),
                   OPENCL_LAYER_PATH=self.no_layers(), LC_ALL="C.UTF-8", TERM="xterm", PATH=path_with_sudo())
        env.update(sandbox.plain_crashes(":allocator_may_return_null=1"))
        Machine.marks += 1
        env["TOOL_MARK"] = f"tool-{os.getpid()}-{Machine.marks}-mark"
        env.update(changes)
        return {name: value for name, value in env.items() if value is not None}

    def no_layers(self):
        """Makes an empty folder that replaces the system's, if that has layers. (The doctor mentions a missing
        folder.)"""
        if not BUILD.windows and not any(glob.glob(f"{folder}/OpenCL/layers/*.lay") for folder in ("/etc", "/usr/share")):
            return None
        os.makedirs(self.path("no-layers"), exist_ok=True)
        return native(self.path("no-layers"))

    def start(self, command, env):
        """Runs the command. (Now and then Wine fails to start a program, which then prints nothing, or one that the
        command starts.)"""
        for last in range(1 if BUILD.windows else 0, -1, -1):
            done = subprocess.run(command, env=env, cwd=self.root, stdin=subprocess.DEVNULL,
                                  capture_output=True, check=False,
                                  timeout=TIME_LIMIT * (3 if BUILD.windows else 1))
            refused = b"executed: Internal error" in done.stderr or b"could not be tried: Internal error" in done.stdout
            if not last or (done.stdout or done.stderr) and not refused:
                return done
            print(f"Wine: started once more: {command}", file=sys.stderr)
        raise AssertionError

    def clrelay(self, *words, env=None, library=BUILD.library, code=0, before=()):
        """Runs the command, which must exit with this code (None: any) and leave no process behind."""
        command = [*before, *BUILD.emulator, TOOL["tool"], *words]
        if words[:1] == ("doctor",) and "--root" not in words:
            command += ["--root", self.path("root")]  # hides the GPUs and drivers of the real machine
        if library:
            command += ["--library", native(library) if library.startswith("/") else library]
        env = self.environment(env or {})
        self.tell(command, env)
        start = time.monotonic()
        done = self.start(command, env)
        result = Result(command, done.returncode, done.stdout.decode("utf-8"),
                        done.stderr.decode("utf-8"), time.monotonic() - start)
        if code is not None and result.code != code:
            raise AssertionError(f"the code is not {code}: {result}")
        left = left_over(env["TOOL_MARK"])
        if left:
            raise AssertionError(f"still there: {left}\n{result}")
        check_harmless(result.output + result.errors, result)
        return result

    def check_length(self, findings):
        for finding in findings:
            about = f"{finding['about']}: " if finding["about"] else ""
            for words in f"Problem: {about}{finding['text']}", f"    To do: {finding['remedy'] or ''}":
                # Tests run in folders with long names, which Wine has on a drive.
                plain = words.replace("\\", "/").replace("Z:" + self.root, "").replace(self.root, "")
                check_lines(re.sub("(?:Z:)?" + re.escape(TOOL["build"]) + r"/(?:[\w.-]+/)*", "/usr/lib/", plain))

    def json(self, *words, **options):
        result = self.clrelay(*words, "--json", **options)
        parsed = result.json()
        if words[0] == "doctor":
            self.check_length(parsed["findings"])
            Said.said.update(self.said_of(finding) for finding in parsed["findings"])
        if result.code is not None and parsed["well"] != (result.code == 0):
            raise AssertionError(f"'well' and the exit status differ: {result}")
        return parsed

    def said_of(self, finding):
        """Returns what a finding says, without folders, numbers and times of this run."""
        said = "; ".join(filter(None, (finding[part] for part in ("level", "about", "text", "remedy"))))
        for folder, name in (self.root, "ROOT"), (TOOL["build"], "BUILD"), (BUILD.source, "SOURCE"):
            said = said.replace(folder, name)
        for pattern, name in ((r"\bprocess \d+", "process PID"), (r" (-t|--pid) \d+", r" \1 PID"), (r"\b\d+\.\d seconds", "N seconds"),
                              (r"It says: [^;]*\.\.\.;", "It says: CUT;")):
            said = re.sub(pattern, name, said)
        return said

    def on_terminal(self, *words, env=None, rows=24, columns=80, after=None):
        """Runs the command on a terminal. Returns the bytes that arrive there, and the exit code."""
        env = self.environment({"COLUMNS": None, **(env or {})})
        command = [*BUILD.emulator, TOOL["tool"], *words, "--library", BUILD.library]
        process, terminal = start_on_terminal(command, self.root, env, rows, columns)
        output = b""
        stopped = False
        start = time.monotonic()
        while time.monotonic() - start < TIME_LIMIT:
            if after and not stopped and time.monotonic() - start > after[0]:
                os.write(terminal, after[1])
                stopped = True
            try:
                fcntl.fcntl(terminal, fcntl.F_SETFL, os.O_NONBLOCK)
                part = os.read(terminal, 65536)
            except BlockingIOError:
                time.sleep(0.02)
                continue
            except OSError:
                break
            if not part:
                break
            output += part
        os.close(terminal)
        _, status = os.waitpid(process, 0)
        left = left_over(env["TOOL_MARK"])
        if left:
            raise AssertionError(f"still there: {left}\n{output}")
        return output, os.waitstatus_to_exitcode(status)


def start_on_terminal(command, folder, env, rows=24, columns=80):
    """Starts a command on a terminal of its own. Returns the process, and the other end of the terminal."""
    need_linux("terminals")
    try:
        process, terminal = pty.fork()
    except OSError as error:
        need(False, f"no terminal can be made here: {error}")
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.chdir(folder)
        os.execvpe(command[0], command, env)
    return process, terminal


def need_linux(what):
    need(not BUILD.windows, f"Windows has other {what}")


def slashes(path):
    return path.replace("\\", "/")


def check_harmless(text, about):
    """Checks that the text contains no control characters."""
    bad = re.findall("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e]", text)
    if bad:
        raise AssertionError(f"control characters {bad}: {about}")


class Case(Said, sandbox.Case, machine=Machine):
    TEXTS = Texts("tool/finding_texts.tsv")
    some = os.geteuid() != 0 or not installed.find("oclgrind")  # some rows need root, or packages like this one

    def compare_said(self):
        """Compares what the doctor said. Systems other than Debian 12 have other messages."""
        if not BUILD.foreign and not BUILD.windows and not BUILD.sanitizers and installed.is_debian_12():
            super().compare_said()

    def check_width(self, result, columns=80):
        for line in result.output.splitlines() + result.errors.splitlines():
            if len(line) > columns:
                self.fail(f"{len(line)} columns: {line}\n{result}")

    def find(self, candidates, part):
        """Returns the candidate whose manifest, path or library contains this part."""
        found = [driver for driver in candidates
                 if part in slashes(str(driver.get("manifest") or driver.get("path") or driver.get("library")))]
        self.assertEqual(len(found), 1, candidates)
        return found[0]

    def check_finding(self, answer, level, about, *parts):
        """Checks that a finding of this level is about this, and that its text and remedy contain these parts. Returns
        it."""
        for finding in answer["findings"]:
            text = f"{finding['about']}: {finding['text']} {finding['remedy']}"
            if finding["level"] == level and about in slashes(text) and \
                    all(p in text for p in parts):
                return finding
        self.fail(f"no {level} about {about} with {parts}: "
                  + json.dumps(answer["findings"], indent=1))


__all__ = ["BUILD", "TOOL", "COMMANDS", "CHANGES", "ALL_COMMANDS", "CRASH", "SCREEN", "Machine", "Case", "check_harmless", "check_lines",
           "copy_for_all", "native", "need", "need_linux", "slashes", "unittest"]
