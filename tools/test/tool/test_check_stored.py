# SPDX-License-Identifier: Apache-2.0
"""Programs that clrelay check does not start. The layer stores their findings, and clrelay check --read reports
them."""

import errno
import glob
import json
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time
import xml.etree.ElementTree

import sandbox
import test_check
import test_check_formats
import tool
from tool import BUILD, TOOL

SIZE = test_check.SIZE


class Machine(test_check.Machine):
    def __enter__(self):
        super().__enter__()
        self.folder = self.path("found")
        os.mkdir(self.folder)
        return self

    def stored(self, env=None, options=(), folder=None):
        """Returns the variables that --environment prints, and further ones."""
        lines = self.check(options=[*options, "--environment", folder or self.folder], program=False).stdout
        return self.variables({**dict(line.split("=", 1) for line in lines.splitlines()), **(env or {})})

    def run(self, *words, program=None, code=0, env=None, **more):
        """Runs `checked` with these arguments, or another program, without the command."""
        done = subprocess.run([program or TOOL["checked"], *words], cwd=self.root, env=env or self.stored(),
                              text=True, stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              timeout=tool.TIME_LIMIT, **more)
        if done.returncode != code:
            raise AssertionError(f"{words} ended with {done.returncode}, not {code}:\n{done.stderr}")
        return done

    def has(self, name, part):
        """Tells whether this file exists by now, and contains this part."""
        return os.path.exists(self.path(name)) and part in self.text(name)

    def files(self):
        return sorted(glob.glob(os.path.join(self.folder, "*")))

    def read(self, path=None, options=(), code=3):
        return self.check(options=["--read", path or self.folder, *options], program=False, code=code)

    def read_json(self, **more):
        return self.found(options=["--read", self.folder], program=False, **{"code": 3, **more})


class Case(test_check.Case, machine=Machine):
    def wait_for(self, ready):
        """Waits until the condition is true."""
        end = time.monotonic() + tool.TIME_LIMIT
        while not ready():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)


class Environment(Case):
    def test_variables(self, m):
        for options, last in [([], []), (["--canaries"], ["canaries"]), (["--guard"], ["guard"]),
                              (["--objects-only", "--guard"], ["objects-only,guard"]), (["--canaries", "--guard"], ["guard,canaries"])]:
            lines = m.check(options=[*options, "--environment", "/x/y"], program=False,
                            env={"OPENCL_LAYERS": "/a:/b"}).stdout.splitlines()
            self.assertRegex(lines[0], r"^OPENCL_LAYERS=/a:/b:/.*/libclrelay_check\.so$")
            self.assertEqual(lines[1:], ["CLRELAY_CHECK_FOLDER=/x/y",
                                         *(f"CLRELAY_CHECK_OPTIONS={value}" for value in last)])

    def test_options(self, m):
        """The options have their effect in the layer."""
        for number, option in enumerate(("--guard", "--objects-only", "--canaries")):
            m.run("wrong", "1", "7", code=7, env=m.stored(options=[option]))
            self.assertEqual(len(m.files()), number + 1)
        for path in m.files():
            os.remove(path)
        m.run("twice", env=m.stored(options=["--guard"]))
        found, _ = m.read_json()
        self.check_found(found, "CLR-CONTEXT-RELEASED-TWICE")
        m.run("fails", env=m.stored(options=["--objects-only"]))
        m.run("fails")
        found, _ = m.read_json()
        self.check_found(found, "CLR-CONTEXT-RELEASED-TWICE", "CLR-QUERY-NAME")

    def test_mistakes(self, m):
        """The program runs even so, and standard error says why nothing is checked."""
        needs = "CLRELAY_CHECK_FOLDER needs the absolute path of a folder in which the program may write"
        for env, part in [({"CLRELAY_CHECK_FOLDER": "found"}, f"can't be made: programs change their folder. {needs}"),
                          ({"CLRELAY_CHECK_FOLDER": m.path("gone")}, f"can't be made: No such file or directory. {needs}"),
                          ({"CLRELAY_CHECK_FOLDER": "/" + 4096 * "x"}, "can't be made: the path is too long"),
                          ({"CLRELAY_CHECK_FOLDER": ""}, "CLRELAY_CHECK_FILE names no file: `clrelay check` sets it; "
                                                         "without the command, set CLRELAY_CHECK_FOLDER"),
                          ({"CLRELAY_CHECK_OPTIONS": "guard,canariez"}, "there is no option canariez"),
                          ({"CLRELAY_CHECK_OPTIONS": "canaries,objects-only"}, "needs more than objects-only")]:
            with self.row(env):
                done = m.run("wrong", "1", "7", code=7, env=m.stored(env))
                self.assertIn("clrelay check: nothing is checked: ", done.stderr)
                self.assertIn(part, done.stderr)
        self.assertEqual(m.files(), [])

    def test_limit_of_the_system(self, m):
        """The system may allow a process only small files. A larger one would end the process."""
        for most, part in [(4096, "File too large"), (1 << 20, "")]:
            with self.row(most):
                done = m.run("wrong", "3", "0", preexec_fn=lambda most=most: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (most, most)))
                self.assertIn(part, done.stderr)
                self.assertEqual(len(m.files()), 0 if part else 1)
        self.check_found(m.read_json()[0], SIZE)

    def test_command_goes_first(self, m):
        m.check("wrong", "1", "0", code=3, env={"CLRELAY_CHECK_FOLDER": m.folder})
        self.assertEqual(m.files(), [])


class Stored(Case):
    CUT = " is incomplete, perhaps because it was copied in part, or has become shorter: findings are missing."

    def test_same_as_with_the_command(self, m):
        for words in [["wrong", "3", "0"], ["both"], ["note"], ["leak"], ["builds"]]:
            with self.row(words), Machine() as m:
                expected, _ = m.found(*words, code=None)
                m.run(*words)
                found, summary = m.read_json(code=None)
                for finding in [*expected, *found]:
                    del finding["process"], finding["thread"]
                    if finding["level"] != "note":
                        del finding["call"]  # the call contains addresses
                    finding["object"] = finding["object"] and finding["object"]["kind"]
                    finding["text"] = re.sub(r"0x\w+", "", finding["text"])
                    finding["call"] = finding["log"] = None
                self.assertEqual(found, expected)
                self.assertEqual((summary["processes"], summary["notes"]), (1, []))
                self.assertEqual(len(m.files()), 1)

    def test_formats(self, m):
        """--read takes a folder or a file. Nobody else can read the file."""
        m.run("both")
        [file] = m.files()
        self.assertRegex(file, r"/checked\.\d+\.records$")
        self.assertEqual(os.stat(file).st_mode & 0o777, 0o600)
        for path in [m.folder, file]:
            text = m.read(path).stderr
            self.assertEqual(text.count(f"error {SIZE}: size is 0"), 2)
            self.assertIn("clrelay check: 2 errors", text)
            sarif = json.loads(m.read(path, ["--format", "sarif"]).stderr)
            self.assertTrue(test_check_formats.fits(sarif, test_check_formats.SARIF))
            self.assertEqual(len(sarif["runs"][0]["results"]), 2)
            junit = xml.etree.ElementTree.fromstring(m.read(path, ["--format", "junit"]).stderr)
            self.assertEqual(len(junit.findall("*/*/failure")), 1)
        self.assertIn("nothing found", m.read(options=["--ignore", SIZE], code=0).stderr)

    def test_several_processes(self, m):
        """Each process has a file. Processes that fork() makes without exec share their parent's."""
        env = m.stored()
        for _ in range(3):
            m.run("wrong", "2", "0", env=env)
        m.run("fork", "1", env=env)
        m.run("legal", "0", env=env)
        found, summary = m.read_json()
        self.assertEqual(len(m.files()), 5)
        self.check_found(found, SIZE, "CLR-CHILD-OF-FORK")
        self.assertIn({"identity": SIZE, "level": "error", "places": 1, "times": 8, "more": False,
                       "following": 0, "null": []}, summary["identities"])
        self.assertEqual(summary["processes"], 6)

    def test_reused_process_number(self, m):
        """A file with this name belongs to an earlier process."""
        script = f"touch {m.folder}/checked.$$.records; exec {TOOL['checked']} wrong 1 0"
        m.run("-c", script, program="/bin/sh")
        self.assertRegex(m.files()[0], r"checked\.\d+-2\.records$")
        self.check_found(m.read_json()[0], SIZE)

    def test_names_of_files(self, m):
        """No system's separator is in a file's name. An empty variable names no file."""
        program = m.path("a\\b")
        os.symlink(TOOL["checked"], program)
        m.run("wrong", "1", "0", program=program, env=m.stored({"CLRELAY_CHECK_FILE": ""}))
        self.assertRegex(m.files()[0], r"/a_b\.\d+\.records$")

    def test_killed(self, m):
        for word, code, part in [("kill", -signal.SIGKILL, None), ("own", -signal.SIGSEGV, None),
                                 ("crash", -signal.SIGSEGV, "in clGetDeviceInfo for CL_DEVICE_PROFILE"), ("_exit", 0, None)]:
            with self.row(word), Machine() as m:
                m.run(word, "1", code=code)
                found, summary = m.read_json()
                self.check_found(found, SIZE)
                notes = " ".join(summary["notes"])
                self.assertIn("Processes that have not told the layer that they end: 1 of 1.", notes)
                self.assertEqual("or ended meanwhile" in notes, part is not None)
                if part:
                    self.assertRegex(notes, r"checked\.\d+\.records: the process is in clGetDeviceInfo for CL_DEVICE_PROFILE "
                                            rf"in the driver {TOOL['traced_driver']} "
                                            r"\(thread \d+, called in crash at .*checked\.c:\d+\)")

    def test_while_it_runs(self, m):
        """--read and --follow show what there is so far. --follow also shows what comes later."""
        reader = subprocess.Popen(m.command(["--json", "--read", m.folder, "--follow", "--log", "-"], []),
                                  cwd=m.root, env=m.variables(), stdout=subprocess.PIPE, text=True)
        program = subprocess.Popen([TOOL["checked"], "wait"], env=m.stored(), stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        try:
            self.assertEqual(program.stdout.readline(), "ready\n")
            self.assertEqual(json.loads(reader.stdout.readline())["backtrace"][0]["function"], "mistake")
            found, summary = m.read_json()
            self.check_found(found, SIZE)
            self.assertIn("1 of 1", summary["notes"][-1])
            program.stdin.write("x\n")
            program.stdin.flush()
            self.assertEqual(json.loads(reader.stdout.readline())["backtrace"][0]["function"], "other_mistake")
            m.run("leak")  # a process that starts later
            self.assertEqual(json.loads(reader.stdout.readline())["identity"], test_check.LEAK)
            self.assertIsNone(reader.poll())
        finally:
            program.communicate("")
            reader.terminate()
            reader.communicate()
        self.assertEqual(reader.returncode, -signal.SIGTERM)

    def test_plugin(self, m):
        """A plugin uses OpenCL, in a program that the command can't start."""
        for folder in [os.path.dirname(BUILD.library), *self.other_loaders()]:
            own = folder == os.path.dirname(BUILD.library)
            with self.row(folder), Machine() as m:
                # The test does not look for leaks of another loader.
                env = {"LD_LIBRARY_PATH": folder, **({} if own else {"ASAN_OPTIONS": "detect_leaks=0"})}
                done = m.run(TOOL["hosted"], program=TOOL["hosting"], env=m.stored(env))
                self.assertEqual(done.stdout, "done\n")
                [finding], _ = m.read_json()
                self.assertEqual((finding["identity"], finding["backtrace"][0]["function"]), (SIZE, "mistake"))

    def test_name(self, m):
        """A program may change its name before its first call."""
        m.run("renamed", TOOL["hosted"], program=TOOL["hosting"])
        self.assertRegex(os.path.basename(m.files()[0]), r"^host_ng\.\d+\.records$")
        [finding], _ = m.read_json()
        self.assertEqual(finding["identity"], SIZE)

    def test_long_name(self, m):
        """A program's name may be so long that the rest of the file's name would not fit."""
        program = shutil.copy(TOOL["checked"], m.path("x" * 255))
        m.run("wrong", "1", "0", program=program)
        self.assertRegex(os.path.basename(m.files()[0]), r"^x{200}\.\d+\.records$")
        self.check_found(m.read_json()[0], SIZE)

    @staticmethod
    def other_loaders():
        if not BUILD.other_loader:
            return []
        with open(BUILD.other_loader, "rb") as file:
            return [os.path.dirname(BUILD.other_loader)] if b"OPENCL_LAYERS" in file.read() else []

    def test_nothing(self, m):
        _, summary = m.read_json(code=0)
        self.assertIn(f"clrelay check --environment {m.folder} prints the variables", summary["notes"][0])
        self.assertIn("nothing was checked", m.read(code=0).stderr)

    def test_other_files(self, m):
        """A file whose header has no name is just being made. A recording of trace has no findings."""
        m.write("found/new.1.records", "\0" * 70000)
        m.write("found/old.2.records", "clrelay trace\r\n\0\1\0\0\0" + "x" * 70000)
        m.write("found/notes.txt", "text")
        m.write("found/folder.3.records/x", "")
        if not BUILD.windows:
            os.mkfifo(m.path("found/pipe.4.records"))
        self.assertIn("clrelay check: nothing found, but findings are missing", m.read(code=125).words)
        _, summary = m.read_json(code=125)
        [complaint] = summary["notes"]
        self.assertIn("old.2.records: a recording of clrelay", complaint)
        self.assertIs(summary["missing"], True)
        os.remove(m.path("found/old.2.records"))
        self.assertIn("nothing was checked", m.read(code=0).words)
        if TOOL["layer"]:
            subprocess.run([TOOL["tool"], "trace", "--keep", "-o", "kept", "--format", "text", "--summary", "s",
                            TOOL["checked"], "legal", "0"], cwd=m.root, env=m.variables(), check=True)
            told = "kept.records: a recording of clrelay trace, not of clrelay check"
            self.assertIn(told, m.read(m.path("kept.records"), code=125).words)
            shutil.copy(m.path("kept.records"), m.folder)
            self.assertIn(told, m.read(code=0).words)
        m.write("found/empty.3.records", "")
        for name in ["notes.txt", "empty.3.records"]:
            self.assertIn(f"found/{name}: not a recording of clrelay", m.read(m.path(f"found/{name}"), code=125).words)
        self.assertIn("gone: No such file", m.read(m.path("gone"), code=125).words)

    def test_another_version(self, m):
        m.run("both")
        [file] = m.files()
        with open(file, "r+b") as data:
            data.seek(24)
            data.write(b"another.")
        for path in m.folder, file:
            self.assertIn("can't read: read it with the clrelay that made it", m.read(path, code=125).words)

    def test_files_that_cannot_be_read(self, m):
        """The command names or counts each such file, and does not take it for one that is just being made."""
        tool.need(not BUILD.windows, "there are other limits")
        m.run("note")
        [file] = m.files()
        loop = m.path("found/loop.1.records")
        os.symlink(loop, loop)
        said = m.read(code=125).words
        self.assertIn("clrelay check: 1 note", said)
        self.assertIn(f"{loop}: {os.strerror(errno.ELOOP)}", said)
        with open(m.path("told"), "w+", encoding="utf-8") as told:
            reader = subprocess.Popen(m.command(["--read", m.folder, "--follow", "--log", "log"], []), cwd=m.root,
                                      env=m.variables({"COLUMNS": "300"}), stderr=told)
            try:
                self.wait_for(lambda: m.has("told", "loop"))
                m.run("wrong", "1", "0")  # the reader goes on, and looks at the folder again
                self.wait_for(lambda: m.has("log", SIZE))
            finally:
                reader.terminate()
                reader.wait()
            self.assertEqual(reader.returncode, 125)
            told.seek(0)
            self.assertEqual(" ".join(told.read().split()), f"clrelay check: {loop}: {os.strerror(errno.ELOOP)}")
        for i in range(2, 6):
            os.symlink(loop, m.path(f"found/loop.{i}.records"))
        self.assertIn("1 more file can't be read.", m.read().words)
        for path in glob.glob(m.path("found/loop.*")):
            os.remove(path)
        for i in range(24):
            shutil.copy(file, m.path(f"found/copy.{i:02}.records"))
        self.assertEqual(m.read_json()[1]["processes"], 26)
        for limit, most, error in [(resource.RLIMIT_NOFILE, 20, errno.EMFILE),
                                   (resource.RLIMIT_AS, 1 << 30, errno.ENOMEM)]:
            if limit == resource.RLIMIT_AS and BUILD.sanitizers:
                continue
            with self.row(limit):
                done = subprocess.run(m.command(["--json", "--read", m.folder, "--ignore", SIZE], []), cwd=m.root,
                                      env=m.variables(), stderr=subprocess.PIPE, text=True, check=False,
                                      preexec_fn=lambda limit=limit, most=most: resource.setrlimit(limit, (most, most)))
                self.assertEqual(done.returncode, 125)
                summary = json.loads(done.stderr.splitlines()[-1])["summary"]
                self.assertIs(summary["missing"], True)
                *named, more = summary["notes"]
                self.assertEqual(len(named), 4)
                for note in named:
                    self.assertRegex(note, rf"/found/.*\.records: {os.strerror(error)}$")
                refused = len(named) + int(re.fullmatch(r"(\d+) more files can't be read\.", more).group(1))
                self.assertEqual(summary["processes"] + refused, 26)

    def test_cut(self, m):
        """If a file was copied only in part, the command says so."""
        m.run("both")
        [file] = m.files()
        os.truncate(file, 70000)
        said = m.read(code=125).words
        self.assertIn("clrelay check: nothing found, but findings are missing", said)
        self.assertIn(os.path.basename(file) + self.CUT, said)
        self.assertIs(m.read_json(code=125)[1]["missing"], True)
        m.read(options=["--format", "junit", "--log", "junit"], code=125)
        [skipped] = xml.etree.ElementTree.parse(m.path("junit")).getroot().findall("*/testcase/skipped")
        self.assertEqual(skipped.get("message"), "findings are missing")
        m.read(options=["--format", "sarif", "--log", "sarif"], code=125)
        with open(m.path("sarif"), encoding="utf-8") as log:
            [run] = json.load(log)["runs"]
        self.assertIs(run["invocations"][0]["executionSuccessful"], False)

    def test_becomes_shorter(self, m):
        """The file becomes shorter while the command reads it. The command shows all that is left."""
        tool.need(TOOL["shrinks"], "nothing is preloaded here")
        for size, code in [(0, 125), (100, 125), (65536, 125), (65536 + 64, 125), (65536 * 2 - 8, 3)]:
            with self.row(size), Machine() as m:
                m.run("wrong", "1", "0")
                os.rename(m.files()[0], m.path("x.records"))
                env = {**m.preload(TOOL["shrinks"]), "TOOL_SHRINKS_TO": str(size)}
                done = m.check(options=["--read", m.path("x.records")], program=False, env=env, code=code)
                self.assertIn("not a recording of clrelay" if size < 65536 else "x.records" + self.CUT, done.words)

    def test_followed_becomes_shorter(self, m):
        """--follow tells at once that a file became shorter, and reads the others on."""
        program = subprocess.Popen([TOOL["checked"], "wait"], env=m.stored(), stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        with open(m.path("told"), "w", encoding="utf-8") as told:
            reader = subprocess.Popen(m.command(["--read", m.folder, "--follow", "--log", "log"], []), cwd=m.root,
                                      env=m.variables({"COLUMNS": "300"}), stderr=told)
        try:
            self.assertEqual(program.stdout.readline(), "ready\n")
            self.wait_for(lambda: m.has("log", SIZE))
            program.kill()
            program.communicate()
            [file] = m.files()
            os.truncate(file, 0)
            self.wait_for(lambda: m.text("told"))
            m.run("leak")
            self.wait_for(lambda: m.has("log", test_check.LEAK))
        finally:
            program.kill()
            reader.terminate()
            reader.wait()
        self.assertEqual(" ".join(m.text("told").split()), f"clrelay check: {os.path.basename(file)}{self.CUT}")
        self.assertEqual(reader.returncode, 125)

    def test_disk_full(self, m):
        """The file has only a header. If it were mapped, reading it would end the command."""
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", m.folder],
                                 capture_output=True, check=False)
        tool.need(mounted.returncode == 0, "no small file system can be mounted")
        try:
            m.run("both")
            self.assertIn("There was no space or no memory for findings", m.read(code=125).words)
            os.remove(m.files()[0])
            self.assertIn("There was no space or no memory for findings",
                          m.check("both", env={"TMPDIR": m.folder}, code=125).words)
            self.assertEqual(os.listdir(m.folder), [])
        finally:
            subprocess.run(["umount", m.folder], check=True)

    def test_options_that_do_not_fit(self, m):
        for options, part in [(["--read", "x", "--environment", "/y"], "exclude each other"),
                              (["--follow"], "--follow is for --read"),
                              (["--read", "x", "--follow", "--format", "sarif"], "--follow has the formats"),
                              (["--read", "x", "--canaries"], "are for programs, not for --read"),
                              (["--environment", "/x", "--stop"], "--stop and --environment"),
                              *((["--environment", "/x", *options], "pass the others to --read") for options in
                                [["--level", "error"], ["--json"], ["--log", "x"], ["--ignore", SIZE]]),
                              *((options, "--limit is for programs that clrelay check starts") for options in
                                [["--environment", "/x", "--limit", "1M"], ["--read", "x", "--limit", "1M"]]),
                              (["--environment", "x"], "absolute path"),
                              *((["--environment", path], "blanks, quotes and patterns") for path in
                                ["/a b", "/a'b", "/a*", "/a\rb", "/a\x1b", "/a\x7f"] if not BUILD.windows)]:
            self.assertIn(part, m.check(options=options, program=False, code=125).words)
        self.assertIn("run no program", m.check("legal", options=["--read", "x"], code=125).words)


class Hosts(Case):
    """The recipes of tools/doc/checking.md for programs that load libraries."""

    def test_notebook(self, m):
        """Variables that a cell sets count for libraries that later cells load."""
        sandbox.need_own_build("Python loads the library")
        tool.need(not BUILD.sanitizers, "Python is built without sanitizers")
        [cell] = [block for block in test_check_formats.Recipes.blocks("python") if "%env" in block]
        lines = re.findall(r"(?m)^%env (\w+)=(.*)$", cell)
        self.assertEqual([name for name, _ in lines], ["OPENCL_LAYERS", "CLRELAY_CHECK_FOLDER"])
        m.run("-c", "import ctypes, os\n"
              + f"os.environ['OPENCL_LAYERS'] = {TOOL['check_layer']!r}\n"
              + f"os.environ['CLRELAY_CHECK_FOLDER'] = {m.folder!r}\n"
              + f"library = ctypes.CDLL({BUILD.library!r})\n"
              + "library.clGetPlatformIDs(0, None, None)\nlibrary.clFinish(None)",
              program=sys.executable, env=m.variables())
        self.assertIn("CLR-HANDLE-NULL", [finding["identity"] for finding in m.read_json()[0]])

    def test_systemd(self, m):
        blocks = test_check_formats.Recipes.blocks("ini")
        self.assertEqual(len(blocks), 2)
        names = [re.match(r"# .*/(\S+)\n", block).group(1) for block in blocks]
        self.assertEqual(names, ["clrelay.conf", "frames-check.service"])
        tool.need(shutil.which("systemd-analyze"), "there is no systemd-analyze")
        sandbox.need_own_build("systemd looks for the programs on this machine")
        m.write("units/frames.service", "[Service]\nExecStart=/bin/true\n")
        os.mkdir(m.path("units/frames.service.d"))
        m.write("units/frames.service.d/clrelay.conf", blocks[0])
        m.write("units/frames-check.service", re.sub(r"=/usr/bin/clrelay", f"={TOOL['tool']}", blocks[1]))
        done = subprocess.run(["systemd-analyze", "verify", *(m.path("units/" + service) for service in
                               ["frames.service", "frames-check.service"])], capture_output=True, text=True,
                              check=False, timeout=tool.TIME_LIMIT, env={**os.environ, "SYSTEMD_UNIT_PATH": m.path("units") + ":"})
        self.assertEqual([line for line in done.stderr.splitlines() if "frames" in line], [], done.stderr)


class Drivers(Case):
    def test_wrong_data_of_a_callback(self, m):
        """All processes get one note about a driver, at whatever address its library is."""
        for _ in range(3):
            m.run("context", "1", program=TOOL["traced"], env=m.stored({"TRACED_NO_DATA": "1"}))
        self.check_found(m.read_json(code=0)[0], "CLR-DRIVER-CALLBACK-DATA")


class Growth(Case):
    # of tools/calls/record.h: struct record_file.end, ...
    END, CHUNK, HEAD, FINDING, RECORD = 56, 1 << 16, 56, 0xff09, 176
    THREAD = 0xff01

    def add_chunk(self, path, records):
        """Adds a chunk with these records of the first thread."""
        with open(path, "r+b") as file:
            end = struct.unpack_from("=Q", file.read(self.CHUNK), self.END)[0]
            head = bytearray(file.read(self.HEAD))
            length = (self.HEAD + len(records) + 8 + self.CHUNK - 1) // self.CHUNK * self.CHUNK
            struct.pack_into("=I", head, 4, length)
            file.seek(end)
            file.write((bytes(head) + records).ljust(length, b"\0"))
            file.seek(self.END)
            file.write(struct.pack("=Q", end + length))

    def findings(self, path, count):
        """Makes this many findings. Each is like the first one, but counts as another (record_finding.part)."""
        with open(path, "rb") as file:
            old = file.read()
        at = self.CHUNK + self.HEAD
        while struct.unpack_from("=H", old, at)[0] != self.FINDING:
            at += struct.unpack_from("=I", old, at + 4)[0]
        size = struct.unpack_from("=I", old, at + 4)[0]
        sites = old[at + self.RECORD:at + size]
        record = bytearray(old[at:at + self.RECORD])
        struct.pack_into("=Q", record, 8, 0)  # the finding belongs to no call
        return b"".join(bytes(record[:-8]) + struct.pack("=Q", i + 1) + sites for i in range(count))

    def test_call_that_is_none(self, m):
        """A finding whose call is not in the file is shown without the call."""
        m.run("wrong", "1", "0")
        [path] = m.files()
        record = bytearray(self.findings(path, 1))
        for call in 8, 1 << 63, (1 << 64) - 8:
            struct.pack_into("=Q", record, 8, call)
            self.add_chunk(path, bytes(record))
        self.assertEqual(m.read_json()[1]["identities"][0]["places"], 2)

    def threads(self, _, count):
        """Makes records of this many threads, which go on in the chunk."""
        return b"".join(struct.pack("=HHIQ16s", self.THREAD, 0, 32, 1000000 + i, b"thread") for i in range(count))

    def test_many(self, m):
        """The number of instructions for each finding, and for each thread, stays the same."""
        tool.need(not BUILD.sanitizers and not BUILD.foreign and shutil.which("valgrind"), "valgrind can't count here")
        m.run("wrong", "1", "0")
        [path] = m.files()
        for make, sizes, lines in (self.findings, (0, 200, 800), 1), (self.threads, (0, 1000, 4000), 0):
            counts = []
            for count in sizes:
                copy = shutil.copy(path, m.path(f"{make.__name__}{count}.records"))
                self.add_chunk(copy, make(path, count))
                done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", TOOL["tool"], "check",
                                       "--read", copy, "--json", "--log", m.path("log")], capture_output=True, text=True,
                                      check=False, cwd=m.root, env=m.variables(), timeout=tool.TIME_LIMIT)
                with open(m.path("log"), encoding="utf-8") as file:
                    self.assertEqual(len(file.readlines()), lines * count + 2, done)
                counts.append(int(re.search(r"Collected : (\d+)", done.stderr)[1]))
            each = [(count - counts[0]) / n for count, n in zip(counts[1:], sizes[1:])]
            print([round(cost) for cost in each], "instructions for each of", make.__name__)
            with self.row(make.__name__):
                self.assertLess(each[1], 1.35 * each[0])

    def test_holes(self, m):
        """The parts of a file that were never written take no memory, whatever the header says."""
        tool.need(not BUILD.sanitizers and not BUILD.emulator and not BUILD.windows, "the memory is not only the command's")
        m.run("wrong", "1", "0")
        [path] = m.files()
        self.add_chunk(path, b"")
        another = self.findings(path, 1)
        # A 32-bit process has no addresses for 8 GiB, and must say so.
        for size, code in [(8 << 30, 3)] if BUILD.bits == 64 else [(1 << 30, 3), (8 << 30, 125)]:
            with open(path, "r+b") as file:
                file.seek(self.END)
                file.write(struct.pack("=QQ", size, size))  # the end, and the limit
                file.truncate(size)
                file.seek(self.END)
                file.write(struct.pack("=Q", size - self.CHUNK))
            if code == 3:
                self.add_chunk(path, another)  # the hole does not hide this chunk
            with self.row(size), subprocess.Popen([TOOL["tool"], "check", "--read", path], cwd=m.root, env=m.variables(),
                                                  stderr=subprocess.PIPE, text=True) as process:
                told = " ".join(process.stderr.read().split())
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, code, told)
                self.assertEqual("too large" in told, code == 125, told)
                self.assertEqual(told.count("size is 0"), 2 if code == 3 else 0, told)
                self.assertLess(used.ru_maxrss, 100 << 10)  # in KiB; a page for each granule of 8 GiB would be 512 MiB
