# SPDX-License-Identifier: Apache-2.0
"""clrelay trace: the program works as without it, and no call is lost."""

import json
import os
import re
import shutil
import signal
import subprocess
import time

import tool
from tool import BUILD, TOOL
from traced import CALLED, PATIENCE, USUAL_SUFFIX, children_of, Machine, Case


class Program(Case):
    """What the program and its caller see."""

    def test_exit_status(self, m):
        for code in [0, 1, 2, 42, 125, 255]:
            m.trace("none", str(code), code=code)
            m.trace("calls", "3", str(code), code=code)
        self.check_tidy(m)
        self.assertEqual(len(m.traces()), 6)

    def test_signals_that_end_it(self, m):
        for name in ["HUP", "INT", "TERM", "KILL", "SEGV", "ABRT", "USR1"]:
            number = getattr(signal, "SIG" + name)
            m.trace("-c", f"kill -{name} $$; sleep 10", program="sh", code=-number)
        self.check_tidy(m)

    def test_signals_are_handed_on(self):
        for name in ["SIGINT", "SIGTERM", "SIGHUP"]:
            with self.row(name), Machine() as m:
                number = getattr(signal, name)
                process = m.start("wait", "5", options=["--json", "--summary", "s.json"])
                self.assertEqual(process.stdout.readline(), "ready\n")
                process.send_signal(number)
                self.assertEqual(process.stdout.readline(), f"got {number:02}\n")
                process.send_signal(signal.SIGQUIT)
                self.assertEqual(process.stdout.readline(), f"got {int(signal.SIGQUIT):02}\n")
                process.communicate(timeout=tool.TIME_LIMIT)
                self.assertEqual(process.returncode, 3)
                with open(m.path("s.json"), encoding="utf-8") as file:
                    functions = {function["name"]: function["calls"] for function in json.load(file)["functions"]}
                self.assertEqual(functions[CALLED], 5)
                self.check_tidy(m)

    def test_the_terminal_sends_a_signal_once(self, m):
        process, terminal = tool.start_on_terminal(m.command([], [TOOL["traced"], "wait", "1"]), m.root, m.variables())
        output = b""
        limit = time.monotonic() + tool.TIME_LIMIT
        sent = 0
        while time.monotonic() < limit:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            output += part
            if b"ready" in output and output.count(b"got 02") >= sent:
                time.sleep(0.05 * PATIENCE)
                sent += 1
                os.write(terminal, b"\x03" if sent <= 10 else b"\x1c")
        os.close(terminal)
        _, status = os.waitpid(process, 0)
        self.assertEqual(output.count(b"got 02"), 10, output)
        self.assertEqual(os.waitstatus_to_exitcode(status), 3, output)
        self.assertIn(b"\x1b[", output) # the summary has colours
        self.check_tidy(m)

    def test_ignored_signals(self, m):
        """The signals that nohup ignores."""
        process = m.start("steps", preexec_fn=lambda: signal.signal(signal.SIGHUP,
                                                                     signal.SIG_IGN))
        process.stdin.write("a\n")
        process.stdin.flush()
        self.assertEqual(process.stdout.readline(), "done\n")
        process.send_signal(signal.SIGHUP)
        time.sleep(0.2 * PATIENCE)
        process.communicate("a\n", timeout=tool.TIME_LIMIT)
        self.assertEqual(process.returncode, 0)

    def test_signal_mask_and_actions(self):
        """The program has the signal mask and actions of whoever starts clrelay."""
        def mask(done):
            return [line for line in done.stdout.splitlines() if line.startswith("Sig")]
        for ignored in [signal.SIGPIPE, signal.SIGCHLD, signal.SIGUSR2]:
            with self.row(str(ignored)), Machine() as m:
                def begin(number=ignored):
                    for usual in [signal.SIGPIPE, signal.SIGCHLD]:
                        signal.signal(usual, signal.SIG_DFL)
                    signal.signal(number, signal.SIG_IGN)
                    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
                plain = ["grep", "Sig[BI]", "/proc/self/status"]
                runs = [subprocess.run(command, cwd=m.root, env=m.variables(), text=True,
                                       capture_output=True, check=True, preexec_fn=begin,
                                       restore_signals=False)
                        for command in [plain, m.command([], plain)]]
                self.assertEqual(mask(runs[0]), mask(runs[1]))

    def test_streams_are_the_same(self, m):
        done = subprocess.run(m.command(["--summary", "/dev/null"], ["sh", "-c", "cat; echo err >&2"]),
                              cwd=m.root, env=m.variables(), input="text\n", text=True,
                              capture_output=True, check=True)
        self.assertEqual(done.stdout, "text\n")
        self.assertEqual(done.stderr, "err\n")

    def test_no_further_files(self, m):
        list_them = ["sh", "-c", "ls -l /proc/self/fd | sed 's/.* [0-9][0-9]:[0-9][0-9] //'"]
        outputs = [subprocess.run(command, cwd=m.root, env=m.variables(), text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
                   for command in [list_them, m.command(["--live=live"], list_them)]]
        self.assertEqual(len(outputs[0].splitlines()), len(outputs[1].splitlines()), outputs)

    def test_the_work_is_the_same(self, m):
        self.assertEqual(m.trace("work", "10").stdout, "worked\n")
        plain = subprocess.run([*BUILD.emulator, TOOL["traced"], "work", "10"], check=True,
                               env=m.variables(), capture_output=True, text=True)
        self.assertEqual(plain.stdout, "worked\n")

    def test_layers_of_the_user(self, m):
        """The user's layers stay, below the one that records."""
        done = m.trace("-c", "echo $OPENCL_LAYERS", program="sh",
                       env={"OPENCL_LAYERS": "/a.so:/b.so"})
        self.assertEqual(done.stdout, "/a.so:/b.so:" + os.path.realpath(TOOL["layer"]) + "\n")

    def test_programs_that_do_not_start(self, m):
        m.write("plain", "text")
        m.write("binary", "exit 0\0")
        os.chmod(m.path("binary"), 0o755)
        for program, code, part in [
                ("no-such-program", 127, "no program no-such-program in the directories of PATH"),
                ("./missing", 127, "./missing can't be executed: No such file"),
                ("./plain/x", 127, "Not a directory"),
                ("./plain", 126, "Permission denied"), ("/", 126, "Permission denied"),
                ("./binary", 126, "Exec format error"), ("", 127, "the name of the program is empty")]:
            with self.row(program):
                self.assertIn(part, m.trace(program=program, code=code).stderr)
        self.check_tidy(m)
        self.assertEqual(m.traces(), [])


class Recording(Case):
    """No call is lost."""

    def test_calls(self):
        for count in [0, 1, 1000, 100000]:
            with self.row(count), Machine() as m:
                self.check_calls(m.summary("calls", str(count)), count)
                [path] = m.traces()
                self.assertRegex(path, r"/traced\.[0-9]+" + re.escape(USUAL_SUFFIX) + "$")
                self.check_tidy(m)

    def test_sudden_ends(self):
        for how, code in [("_exit", 0), ("kill", -signal.SIGKILL), ("crash", -signal.SIGSEGV),
                          ("abort", -signal.SIGABRT)]:
            with self.row(how), Machine() as m:
                self.check_calls(m.summary(how, "5951", code=code), 5951)
                self.assertEqual(len(m.traces()), 1)
                self.check_tidy(m)

    def test_the_call_that_crashed(self, m):
        summary = m.summary("crash", "7", code=-signal.SIGSEGV)
        self.check_calls(summary, 1, "clGetDeviceInfo")

    def test_where_it_ended(self):
        """The summary names the signal, and the calls that have not returned. It says what other threads did only if
        all calls were recorded."""
        segv, profile = r"SIGSEGV \(Segmentation fault\) ended the program", r"clGetDeviceInfo for CL_DEVICE_PROFILE \(thread \d+\)"
        finish = r"clFinish \(thread \d+\)"
        for others, named, more in (1, 2, ""), (3, 4, ""), (4, 4, " and 1 other"), (5, 4, " and 2 others"):
            with self.row(others), Machine() as m:
                said = m.summary("others", "7", env={"TRACED_HANGS": str(others)}, code=-signal.SIGSEGV)["words"]
                self.assertRegex(said, rf"^{segv}; {others + 1} calls had not returned: ({profile}|{finish})(, ({profile}|{finish})){{{named - 1}}}{more}\. The")
        for words, options, code, said in [
                (["crash", "7"], [], "SEGV", rf"^{segv}, during {profile}\. The"),
                (["abort", "7"], [], "ABRT", r"^SIGABRT \(Aborted\) ended the program, during a callback of clCreateContext \(thr"),
                *(([words, "7"], [], "SEGV", rf"^{segv}, outside of calls of OpenCL\. The") for words in ("own", "called")),
                (["crash", "7"], ["--functions", "clGet*"], "SEGV", rf"^{segv}; 1 call had not returned: {profile}\. The"),
                (["own", "7"], ["--functions", "clGet*"], "SEGV", rf"^{segv}\. The"),
                (["own", "7"], ["--start-after", "99"], "SEGV", rf"^{segv}\. "),
                (["own", "70000"], ["--limit", "4M"], "SEGV", rf"^{segv}\. The limit"),
                (["calls", "7"], [], None, r"^The trace is in [^ ]*$")]:
            with self.row((words, options)), Machine() as m:
                summary = m.summary(*words, options=options, code=-getattr(signal, "SIG" + code) if code else 0)
                self.assertRegex(summary["words"], said)

    def test_where_it_ended_after_the_duration(self, m):
        """Calls after the duration were not recorded, so nobody knows whether the program was outside of calls."""
        process = m.start("wait", "7", options=["--duration", "0.001"])
        self.assertEqual(process.stdout.readline(), "ready\n")
        time.sleep(0.3 * PATIENCE)
        [child] = children_of(process.pid)
        os.kill(child, signal.SIGSEGV)
        said = " ".join(process.communicate(timeout=tool.TIME_LIMIT)[1].split())
        self.assertIn("SIGSEGV (Segmentation fault) ended the program. ", said)

    def test_kill_9_from_outside(self, m):
        process = m.start("wait", "777", options=["--json", "--summary", "s.json"])
        self.assertEqual(process.stdout.readline(), "ready\n")
        [child] = children_of(process.pid)
        os.kill(child, signal.SIGKILL)
        process.communicate(timeout=tool.TIME_LIMIT)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        with open(m.path("s.json"), encoding="utf-8") as file:
            functions = {function["name"]: function["calls"] for function in json.load(file)["functions"]}
        self.assertEqual(functions[CALLED], 777)

    def test_processes(self):
        for how, processes in [("fork", 2), ("exec", 1)]:
            with self.row(how), Machine() as m:
                summary = m.summary(how, "500")
                self.check_calls(summary, 1000)
                self.assertEqual(summary["processes"], processes)

    def test_commands_of_the_parent(self, m):
        """The layer does not ask the driver about them in the child of a fork, which may crash."""
        self.assertEqual(m.summary("launch", "5", "1")["kernels"][0]["timed"], 5)

    def test_names_of_processes(self):
        """Each has its program's name, the child of a fork, too."""
        for how, processes in [("fork", 2), ("exec", 1)]:
            with self.row(how), Machine() as m:
                m.trace(how, "5", options=["-o", "trace.json"])
                named = [it["args"]["name"] for it in json.loads(m.text("trace.json"))["traceEvents"]
                         if it["name"] == "process_name"]
                self.assertEqual(named, ["traced"] * processes)

    def test_threads(self, m):
        summary = m.summary("threads", "5000")
        self.check_calls(summary, 16 * 5000)
        self.assertGreaterEqual(summary["threads"], 16)

    def test_forks_while_threads_call(self, m):
        # (In a child process their threads are gone, which the sanitizer reports.)
        summary = m.summary("forks", "2000", env={"TSAN_OPTIONS": "report_thread_leaks=0"})
        self.check_calls(summary, (16 + 20) * 2000)
        self.assertEqual(summary["processes"], 21)

    def test_limit(self, m):
        summary = m.summary("calls", "100000", options=["--limit", "2M"])
        self.assertIn("The limit of 2.0 MiB was reached", summary["words"])
        self.assertGreater(summary["functions"][CALLED], 1000)
        self.assertLess(summary["functions"][CALLED], 100000)
        done = m.trace("calls", "100000", options=["--limit", "2M"])
        self.assertIn("The limit of 2.0 MiB was reached", " ".join(done.stderr.split()))

    def test_disk_full(self, m):
        small = m.path("small")
        os.mkdir(small)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", small],
                                 capture_output=True, check=False)
        tool.need(mounted.returncode == 0, "no small file system can be mounted")
        try:
            summary = m.summary("calls", "100000", env={"TMPDIR": small})
            self.assertIn("The disk was full", summary["words"])
            self.assertGreater(summary["functions"][CALLED], 1000)
            self.assertEqual(os.listdir(small), [])
            done = m.trace("calls", "100000", options=["-o", "small/trace", "--format", "text"],
                           env={"TMPDIR": m.root}, code=125)
            self.assertIn("small/trace can't be written: No space left", done.stderr)
            self.assertEqual(os.listdir(small), [])  # a part would look like the whole
            [kept] = m.hidden()
            self.assertIn(kept, done.stderr)
            m.trace("calls", "1", options=["-o", "other"], env={"TMPDIR": m.root})
            self.assertEqual(m.hidden(), [kept])  # this now belongs to the user
            m.trace(options=["--convert", kept + "/records", "-o", "saved"], program=False)
        finally:
            subprocess.run(["umount", small], check=True)


class Drivers(Case):
    def test_wrong_data_of_a_callback(self, m):
        """The layer does not trust what a driver passes. The note names the driver."""
        for env, notes in [({}, []), ({"TRACED_NO_DATA": "1"}, [
                f"The driver {TOOL['traced_driver']} has called the callback of clCreateContext with a wrong user_data: "
                "the program got its own. Tell its maintainers."])]:
            with self.row(env):
                self.assertEqual(m.summary("context", "1", env=env)["notes"][:-1], notes)


class Nothing(Case):
    """No call arrived. The command says why."""

    def test_no_opencl(self, m):
        for value, rest in ("", ""), ("/nowhere", ':"$LD_LIBRARY_PATH"'):
            done = m.trace("none", "0", env={"LD_LIBRARY_PATH": value})
            folder = os.path.dirname(BUILD.library)
            for part in ["No call was recorded: no process has loaded the layer",
                         "called no function of OpenCL, or a driver has ended it before, or",
                         f"this may name the driver: LD_LIBRARY_PATH={folder}{rest} clrelay trace {TOOL['traced']}",
                         "vendor's library", f"clrelay doctor {TOOL['traced']}", "setuid", "in the background"]:
                self.assertIn(part, done.words)
            self.check_width(tool.Result([], 0, "", done.stderr.replace(folder, "FOLDER"), 0))
            self.assertEqual(m.traces(), [])
            self.check_tidy(m)

    def test_static_program(self, m):
        tool.need(BUILD.glibc and not BUILD.sanitizers and not BUILD.foreign, "no static program")
        m.write("x.c", "int main(void) { return 0; }\n")
        subprocess.run([*TOOL["compiler"].split(), "-static", "-o", m.path("x"), m.path("x.c")],
                       check=True)
        self.assertIn("./x is linked statically", m.summary(program="./x")["words"])

    def test_privileged_program(self, m):
        tool.need(os.geteuid() == 0, "only root makes a program of another user")
        path, user, group = shutil.copy("/bin/true", m.path("true")), os.getuid(), os.getgid()
        for owner, owning, mode, is_privileged in [(user + 1, group, 0o4755, True), (user, group, 0o4755, False),
                                                   (user, group + 1, 0o2755, True), (user, group, 0o2755, False),
                                                   (user + 1, group + 1, 0o755, False)]:
            with self.row((owner, owning, oct(mode))):
                os.chown(path, owner, owning)
                os.chmod(path, mode)
                self.assertEqual("privileged program (setuid" in m.summary(program="./true")["words"], is_privileged)

    def test_another_architecture(self, m):
        with open("/bin/true", "rb") as file:
            head = bytearray(file.read(64))
        head[18] = 0x2b # SPARC
        path = m.path("other")
        with open(path, "wb") as file:
            file.write(head)
        os.chmod(path, 0o755)
        self.assertIn("./other can't be executed: it is a program for machine 43",
                      m.trace(program="./other", code=126).stderr)

    def test_filters_that_match_nothing(self):
        for options, part in [(["--functions", "clEnqueueFill*"], "no function that --functions names"),
                              (["--start-after", "100"], "made none after --start-after"),
                              (["--start-after", "signal"], "no signal SIGUSR1 has come")]:
            with self.row(str(options)), Machine() as m:
                summary = m.summary("calls", "10", options=options)
                self.assertIn("1 process loaded the layer, but no call was recorded", summary["words"])
                self.assertIn(part, summary["words"])
                self.assertEqual(summary["calls"], 0)
                self.assertEqual(m.traces(), [])

    def test_kernels_that_match_nothing(self, m):
        summary = m.summary("work", "3", options=["--kernels", "third"])
        self.assertIn("No call has a kernel with a name like third", summary["words"])
