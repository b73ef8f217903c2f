# SPDX-License-Identifier: Apache-2.0
"""The options of clrelay trace, and the layer that it loads."""

import ast
import csv
import glob
import gzip
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request

import page_port
import sandbox
import tool
from tool import BUILD, TOOL
from traced import CALLED, MEANING, PATIENCE, USUAL_SUFFIX, memory_left, children_of, Machine, Case


class Options(Case):
    def lines(self, m, *words, options=()):
        m.trace(*words, options=["--format", "text", "-o", "trace", *options])
        with open(m.path("trace"), encoding="utf-8") as file:
            return file.read().splitlines()

    def test_formats(self):
        for name, suffix in [("perfetto", ".pftrace"), ("chrome", ".json"), ("text", ".txt"),
                             ("csv", ".csv")]:
            with self.row(name), Machine() as m:
                tool.need(name != "perfetto" or TOOL["perfetto"], "it was not built")
                m.trace("calls", "5", options=["--format", name])
                [path] = m.traces(suffix)
                with gzip.open(path) if name == "perfetto" else open(path, "rb") as file:
                    self.assertIn(CALLED.encode(), file.read())

    def test_times_of_commands(self, m):
        """The made-up driver's four times of a command are ten nanoseconds apart."""
        m.trace("work", "5", options=["--format", "csv", "-o", "a.csv", "--system-clock"])
        with open(m.path("a.csv"), encoding="utf-8") as file:
            rows = [[int(row[name]) for name in ("queued", "submitted", "started", "ended")] for row in csv.DictReader(file) if row["ended"]]
        self.assertEqual([[time - row[0] for time in row] for row in rows], [[0, 10, 20, 30]] * 20)

    def test_formats_of_suffixes(self):
        """--format goes before the suffix. Other suffixes than these mean the usual format."""
        def written(m, *options):
            m.trace("calls", "5", options=[*options])
            with open(m.path(options[-1]), "rb") as file:
                return file.read()
        with Machine() as m:
            usual = written(m, "-o", "a")[:1]
            for options, begins in [(["-o", "a.json"], b"{"), (["-o", "a.csv"], b"time,"), (["-o", "b.c/a.txt"], b"0."),
                                    (["--format", "csv", "-o", "a.json"], b"time,"), (["-o", "a.jso"], usual)]:
                with self.row(str(options)):
                    os.makedirs(m.path("b.c"), exist_ok=True)
                    self.assertTrue(written(m, *options).startswith(begins), written(m, *options)[:80])

    def test_output(self, m):
        for options in [["-o", "a"], ["--output", "b"], ["--output=c"]]:
            m.trace("calls", "5", options=options)
        self.assertTrue(all(os.path.getsize(m.path(name)) for name in "abc"))
        done = m.trace("calls", "5", options=["-o", "-", "--format", "text"])
        self.assertEqual(done.stdout.count(CALLED + "("), 5)
        self.assertEqual(m.traces(), [])

    def test_output_that_can_not_be_written(self, m):
        """The command says so before the program runs."""
        os.mkdir(m.path("folder"))
        m.write("file", "")
        for option, output, part in [
                ("-o", "folder", "Is a directory"), ("-o", "gone/trace", "No such file"),
                ("--summary", "folder", "Is a directory"), ("--programs", "file", "File exists"),
                ("--programs", "gone/folder", "No such file"), ("--live", "folder", "Is a directory")]:
            with self.row(option + output):
                done = m.trace("-c", "touch ran", program="sh", options=[f"{option}={output}"] if option[1] == "-"
                               else [option, output], code=125)
                self.assertIn(f"{output} can't be written: {part}", done.stderr)
        done = m.trace("-c", "touch ran", program="sh", env={"TMPDIR": "/gone"}, code=125)
        self.assertIn("no recording can be made in /gone: No such file", done.stderr)
        self.assertFalse(os.path.exists(m.path("ran")))
        self.check_tidy(m)

    def test_standard_output(self, m):
        done = m.trace("calls", "3", options=["--summary", "-", "--format", "text"])
        self.assertIn("  function\n", done.stdout)
        self.assertEqual(done.stderr, "")
        done = m.trace("calls", "3", options=["--summary", "-", "--json"])
        self.assertEqual(json.loads(done.stdout)["command"], "trace")
        done = m.trace("calls", "3", options=["--live=-", "--summary", "/dev/null"])
        self.assertIn("clGetPlatformIDs", done.stdout)
        self.assertEqual(done.stderr, "")
        self.assertFalse(os.path.exists(m.path("-")))

    def test_pipe(self):
        """A test of the pipe beforehand would wait for a reader, and then end it."""
        for option, part in [("--summary", "clGetPlatformIDs"), ("-o", "clGetPlatformIDs")]:
            with self.row(option), Machine() as m:
                os.mkfifo(m.path("pipe"))
                with subprocess.Popen(["timeout", "60", "cat", m.path("pipe")], stdout=subprocess.PIPE,
                                      text=True) as reader:
                    m.trace("calls", "3", options=["--format", "text", option, "pipe"])
                    self.assertIn(part, reader.communicate()[0])

    def test_folder_that_can_not_be_written(self, m):
        change = ["env", "--chdir=/proc"]
        done = m.trace("touch", m.path("ran"), program="env", before=change, code=125)
        self.assertIn("the current folder can't be written", done.stderr)
        self.assertFalse(os.path.exists(m.path("ran")))
        m.trace("touch", m.path("ran"), program="env", options=["-o", m.path("out")], before=change)

    def test_device_that_is_full(self, m):
        """The command says once that the device is full. The exit status says it, too."""
        for where in ["-o /dev/full --format text", "--live=/dev/full", "--summary /dev/full"]:
            with self.row(where):
                done = m.trace("calls", "5", options=where.split(), env={"TMPDIR": m.root}, code=125)
                self.assertEqual(done.stderr.count("/dev/full can't be written: No space left"), 1, done.stderr)
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run(m.command(["-o", "-", "--format", "text"], [TOOL["traced"], "calls", "5"]),
                                  env=m.variables({"TMPDIR": m.root}), cwd=m.root, stdout=full,
                                  stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr.count("can't be written"), done.stderr.count("cannot")),
                         (125, 1, 0), done.stderr)

    def test_place_of_the_recording(self, m):
        os.mkdir(m.path("tmp"))
        script = "echo $CLRELAY_TRACE_FILE; ls -ld $(dirname $CLRELAY_TRACE_FILE); ls -ls $CLRELAY_TRACE_FILE"
        memory = "/dev/shm" if memory_left() > 2 << 30 else ""
        for env, options, where in [({"TMPDIR": m.path("tmp")}, [], "tmp/"),
                                    ({}, [], memory),
                                    ({}, ["-o", "tmp/x"], memory or "tmp/"),
                                    ({"TMPDIR": m.path("tmp")}, ["--keep"], "tmp/"),
                                    ({}, ["--keep"], memory)]:
            done = m.trace("-c", script, program="sh", env={"TMPDIR": None, **env}, options=options)
            path, folder, file = done.stdout.splitlines()
            self.assertEqual(os.path.dirname(os.path.dirname(path)),
                             os.path.realpath(m.path(where)))
            self.assertTrue(folder.startswith("drwx------"), folder)
            self.assertIn("-rw-------", file)
            self.assertIn(str(1 << 30), file)
            self.assertLess(int(file.split()[0]), 20000, "the file has no holes")
        self.check_tidy(m)

    def test_recording_of_a_killed_command(self, m):
        """The next command removes the recording of a killed one, but not that of one that still runs."""
        where = {"TMPDIR": m.root}
        killed, runs = [m.start("steps", options=["-o", name], env=where) for name in ("killed", "runs")]
        while [os.path.getsize(path) > 0 for path in glob.glob(m.path(".clrelay*/records"))] != [True, True]:
            time.sleep(0.01)  # until then, nobody can tell to which command a recording belongs
        children = children_of(killed.pid)
        killed.kill()  # the command first, because it would remove the recording of a program that ends
        for child in children:
            os.kill(child, signal.SIGKILL)
        killed.communicate()
        self.assertEqual(len(m.hidden()), 2)
        m.write(".clrelay-mine", "")
        os.mkdir(m.path(".clrelay-too"))
        m.trace("calls", "1", options=["-o", "next"], env=where)
        self.assertEqual(len(m.hidden()), 3, m.hidden())
        runs.communicate("a\n" * 2, timeout=tool.TIME_LIMIT)
        self.assertEqual(sorted(m.hidden()), [m.path(".clrelay-mine"), m.path(".clrelay-too")])
        self.assertEqual(runs.returncode, 0)

    def test_link_to_nothing(self, m):
        """The link stays, whether the command writes through it or not."""
        for program, written in [("gone", False), (None, True)]:
            for options in ["-o"], ["-o", "other", "--summary"]:
                with self.row((program, options)):
                    os.symlink("target", m.path("link"))
                    if written: m.trace("calls", "1", options=[*options, "link"])
                    else: m.trace(program="gone", options=[*options, "link"], code=127)
                    self.assertEqual(os.readlink(m.path("link")), "target")
                    self.assertEqual(os.path.exists(m.path("target")), written)
                    os.unlink(m.path("link"))
                    if written: os.unlink(m.path("target"))

    def plant(self, m, kind, name):
        """Puts something in the place of a file that the command may want to write."""
        m.write("victim", "precious")
        if kind == "link":
            os.symlink(m.path("victim"), m.path(name))
        elif kind == "link to nothing":
            os.symlink(m.path("nothing"), m.path(name))
        elif kind == "pipe":
            os.mkfifo(m.path(name))
        elif kind == "folder":
            os.mkdir(m.path(name))
        else:
            m.write(name, "theirs")

    def check_untouched(self, m, kind, name):
        with open(m.path("victim"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")
        self.assertFalse(os.path.exists(m.path("nothing")))
        self.assertEqual((os.path.islink(m.path(name)), os.path.isdir(m.path(name))),
                         (kind.startswith("link"), kind == "folder"))
        if kind == "file":
            with open(m.path(name), encoding="utf-8") as file:
                self.assertEqual(file.read(), "theirs")

    def test_long_name(self, m):
        """A program's name may be so long that the rest of the file's name would not fit."""
        program = shutil.copy(TOOL["traced"], m.path("x" * 255))
        m.trace("calls", "1", program=program, options=["--keep"])
        made = [name[200:] for name in os.listdir(m.root) if name.startswith("x" * 200 + ".")]
        self.assertEqual(sorted(re.sub(r"\d+", "N", name) for name in made), sorted([".N" + USUAL_SUFFIX, ".N.records"]))

    def test_names_that_are_taken(self):
        """The command leaves alone whatever has a name that it would choose, and follows no link."""
        run = f"mv planted {{}} && exec {TOOL['traced']} calls 1"
        other = [{"TMPDIR": "/dev/shm"}] if os.stat("/dev/shm").st_dev != os.stat("/tmp").st_dev else []
        for kind in ["link", "link to nothing", "pipe", "folder", "file"]:
            for env in [{"TMPDIR": "."}, *other]:
                for ending, options, told in [
                        (USUAL_SUFFIX, [], "The trace is in"), (".csv", ["--format", "csv"], "The trace is in"),
                        (".records", ["--keep", "-o", "/dev/null"], "the recording is in")]:
                    with self.row((kind, env, ending)), Machine() as m:
                        self.plant(m, kind, "planted")
                        done = m.trace("-c", run.format("sh.$$" + ending), program="sh", env=env, options=options)
                        [taken] = [name for name in os.listdir(m.root) if re.fullmatch(rf"sh\.\d+{re.escape(ending)}", name)]
                        made = taken[:-len(ending)] + "-2" + ending
                        self.check_untouched(m, kind, taken)
                        self.assertIn(f"{told} {made}", " ".join(done.stderr.split()))
                        self.assertGreater(os.path.getsize(m.path(made)), 50)
                with self.row((kind, env, "-o")), Machine() as m:
                    # The command replaces a file that the user has named, or whose name comes from that, but not behind
                    # a link.
                    self.plant(m, kind, "x.records")
                    code = 125 if kind == "folder" else 0
                    m.trace("calls", "1", options=["-o", "x", "--keep"], env=env, code=code)
                    if not code:
                        self.assertTrue(os.path.isfile(m.path("x.records")) and not os.path.islink(m.path("x.records")))
                        self.assertEqual(m.text("victim"), "precious")
                        m.trace(options=["--convert", "x.records", "-o", "y"], program=False)
                        self.plant(m, kind, "x" + USUAL_SUFFIX)
                        done = m.trace(options=["--convert", "x.records"], program=False)
                        self.assertIn(f"The trace is in x-2{USUAL_SUFFIX}", done.stderr)
                        self.check_untouched(m, kind, "x" + USUAL_SUFFIX)
            with self.row((kind, "probe")), Machine() as m:
                self.plant(m, kind, ".clrelay-trace")
                m.trace("calls", "1", options=["--summary", "s"])
                self.check_untouched(m, kind, ".clrelay-trace")

    def test_names_that_are_all_taken(self):
        """The last name that the command tries has the number 999."""
        for ending, options in (".csv", ["--format", "csv"]), (".records", ["--keep", "-o", "/dev/null"]):
            for taken, code in (998, 0), (999, 125):
                with self.row((ending, taken)), Machine() as m:
                    take = f'touch sh.$${ending} && seq 2 {taken} | sed "s/.*/sh.$$-&{ending}/" | xargs touch && exec {TOOL["traced"]} calls 1'
                    m.trace("-c", take, program="sh", options=options, code=code)
                    self.assertEqual(len(glob.glob(m.path(f"sh.*-999{ending}"))), 1)
                    self.assertEqual(len(glob.glob(m.path(f"sh.*{ending}"))), 999)

    def test_recording_is_not_replaced(self, m):
        """A conversion does not replace its own recording, even if no ending tells them apart."""
        m.trace("calls", "1", options=["--keep", "-o", "x"])
        os.rename(m.path("x.records"), m.path("x" + USUAL_SUFFIX))
        for number in 2, 3:
            done = m.trace(options=["--convert", "x" + USUAL_SUFFIX], program=False)
            self.assertIn(f"The trace is in x-{number}{USUAL_SUFFIX}", done.stderr)
        os.rename(m.path("x" + USUAL_SUFFIX), m.path("a name of another kind"))
        done = m.trace(options=["--convert", "a name of another kind"], program=False)
        self.assertIn(f"The trace is in a name of another kind{USUAL_SUFFIX}", done.stderr)

    def test_recording_that_cannot_be_kept_there(self):
        """If the recording can't be kept under its name, it stays where it was made. A recording on another file system
        is copied."""
        tool.need(os.path.exists("/dev/full"), "/dev/full is missing")
        tool.need(memory_left() > 1 << 20, "/dev/shm is no file system of its own, or has less than 1 MiB")
        with Machine() as m, tempfile.TemporaryDirectory(dir="/dev/shm") as memory:
            m.trace("calls", "1", options=["--keep", "-o", "x"], env={"TMPDIR": memory})
            self.assertEqual(os.listdir(memory), [])
            m.trace(options=["--convert", "x.records", "-o", "again"], program=False)
            os.mkdir(m.path("y.records"))
            done = m.trace("calls", "1", options=["--keep", "-o", "y"], env={"TMPDIR": memory}, code=125)
            said = " ".join(done.stderr.split())
            self.assertIn("the recording can't be kept as y.records: File exists", said)
            (kept,) = re.findall(r"still there: clrelay trace --convert (\S+)", said)
            self.assertTrue(kept.startswith(memory), said)
            m.trace(options=["--convert", kept, "-o", "again"], program=False)
            m.trace("calls", "1", options=["--keep", "-o", f"{memory}/z"])  # in /dev, files may lie beside others here
            self.assertIn("z.records", os.listdir(memory))

    def test_cut(self, m):
        """If a recording was copied only in part, the command says so."""
        m.trace("calls", "10000", options=["--keep", "-o", "x"])
        for size, there in [(os.path.getsize(m.path("x.records")), False), (70000, True)]:
            os.truncate(m.path("x.records"), size)
            done = m.trace(options=["--convert", "x.records", "-o", "again"], program=False, code=None)
            self.assertEqual("The recording is incomplete" in done.stderr, there, done.stderr)

    def test_becomes_shorter(self, m):
        """The recording becomes shorter while the command reads it."""
        tool.need(TOOL["shrinks"], "nothing is preloaded here")
        m.trace("calls", "10000", options=["--keep", "-o", "x"])
        preload = m.preload(TOOL["shrinks"])
        for size in 0, 4096, 65536, 65536 + 64, 70000:
            with self.row(size):
                shutil.copy(m.path("x.records"), m.path("y.records"))
                done = m.trace(options=["--convert", "y.records", "-o", "again"], program=False, code=None,
                               env={**preload, "TOOL_SHRINKS_TO": str(size)})
                self.assertEqual(done.returncode, 125 if size < 65536 else 0)
                self.assertIn("y.records: not a recording" if size < 65536 else "The recording is incomplete", done.stderr)

    def test_keep_beside_a_device(self, m):
        os.mkfifo(m.path("pipe"))
        reader = subprocess.Popen(["cat", m.path("pipe")], stdout=subprocess.DEVNULL)
        for output in ["/dev/null", "/dev/fd/2", "pipe"]:
            m.trace("calls", "1", options=["--keep", "-o", output])
        reader.wait(timeout=tool.TIME_LIMIT)
        self.assertFalse(os.path.exists("/dev/null.records") or os.path.exists(m.path("pipe.records")))
        self.assertEqual(len(m.traces(".records")), 3)

    def test_live(self, m):
        for option, stream in ("--live", "stderr"), ("--live=-", "stdout"):
            with self.row(option):
                process = m.start("steps", options=[option])
                for _ in range(2):
                    process.stdin.write("a\n")
                    process.stdin.flush()
                    seen = 0
                    while seen < 10: # while the program waits
                        seen += CALLED + "(" in getattr(process, stream).readline()
                process.communicate(timeout=tool.TIME_LIMIT)
                self.assertEqual(process.returncode, 0)
                self.assertEqual(m.traces(), [])

    def test_live_kernels(self, m):
        m.trace("work", "3", options=["--live=live", "--kernels", "fir*"])
        launches = [line for line in m.text("live").splitlines() if "clEnqueueNDRangeKernel(" in line]
        self.assertTrue(launches)
        self.assertEqual([line for line in launches if '"first"' not in line], [])

    def test_live_loses_nothing(self):
        for how, count, code in [("calls", 30000, 0), ("threads", 16 * 2000, 0),
                                 ("kill", 3000, -signal.SIGKILL), ("crash", 3000, -signal.SIGSEGV)]:
            with self.row(how), Machine() as m:
                number = count // 16 if how == "threads" else count
                m.trace(how, str(number), options=["--live=live", "--format", "csv"], code=code)
                with open(m.path("live"), encoding="utf-8") as file:
                    lines = file.read().splitlines()
                self.assertEqual(sum(CALLED + "(" in line for line in lines), count)
                if how == "crash":
                    self.assertEqual(sum("clGetDeviceInfo(" in line for line in lines), 1)
                self.assertEqual(len(m.traces(".csv")), 1)

    def test_live_that_nobody_reads(self, m):
        """The program goes on if nobody reads."""
        command = m.command(["--live", "--summary", "s"], [TOOL["traced"], "slow", "60"])
        done = subprocess.run(["bash", "-c", '"$@" 2> >(head -n 1); echo code $?', "bash", *command],
                              cwd=m.root, env=m.variables(), capture_output=True, text=True,
                              check=True, timeout=tool.TIME_LIMIT)
        self.assertIn("code ", done.stdout)
        self.assertNotIn("code 141", done.stdout)
        self.check_tidy(m)

    def test_functions(self, m):
        for patterns, calls in [("clEnqueue*", {"clEnqueueNDRangeKernel": 20}),
                                ("clFinish, clSetKernel???", {"clFinish": 1, "clSetKernelArg": 10})]:
            summary = m.summary("work", "5", options=["--functions", patterns])
            self.assertEqual(summary["functions"], calls)
            self.assertEqual(summary["calls"], sum(calls.values()))
            if "Enqueue" in patterns: # it is known what other calls made
                self.assertEqual({kernel["name"] for kernel in summary["kernels"]}, {"first", "second"})
                self.assertEqual(summary["memory"][0]["most"], 4096)
        [line] = self.lines(m, "work", "1", options=["--functions", "clFinish"])
        self.assertIn("clFinish(", line)

    def test_functions_save_space(self, m):
        for options in [[], ["--functions", "clFinish"]]:
            m.trace("calls", "20000", options=["--keep", "-o", f"x{len(options)}", *options])
        self.assertGreater(os.path.getsize(m.path("x0.records")),
                           2 * os.path.getsize(m.path("x2.records")))

    def test_kernels(self, m):
        summary = m.summary("work", "5", options=["--kernels", "fir*"])
        self.assertEqual([kernel["name"] for kernel in summary["kernels"]], ["first"])
        self.check_calls(summary, 10, "clEnqueueNDRangeKernel")
        self.check_calls(summary, 5, "clSetKernelArg")
        self.check_calls(summary, 1, "clFinish")

    def test_start_and_duration(self, m):
        """A program takes long to start on a busy machine, so the times grow until they suffice."""
        for start, duration in (0.3, None), (None, 0.3), (0.2, 0.3):
            with self.row((start, duration)):
                for factor in 1, 2, 4, 8:
                    options = [f"--{name}={factor * seconds}" for name, seconds in (("start-after", start), ("duration", duration)) if seconds]
                    calls = m.summary("slow", str(factor * 100), options=options)["functions"].get(CALLED, 0)
                    if 0 < calls < factor * 100:
                        break
                else:
                    self.fail(f"{calls} calls of {factor * 100}")

    def test_signal_switches(self, m):
        """A signal does not start the recording again when its duration, counted from the start, is over."""
        for options, want in [([], 20), (["--start-after", "signal"], 10), (["--duration", "0.001"], 0)]:
            process = m.start("steps", options=["--json", "--summary", "s.json", *options])
            for step in range(3):
                if step:
                    process.send_signal(signal.SIGUSR1)
                time.sleep(0.3 * PATIENCE)
                process.stdin.write("a\n")
                process.stdin.flush()
                self.assertEqual(process.stdout.readline(), "done\n")
            process.communicate(timeout=tool.TIME_LIMIT)
            with open(m.path("s.json"), encoding="utf-8") as file:
                summary = json.load(file)
            functions = {function["name"]: function["calls"] for function in summary["functions"]}
            self.assertEqual(functions.get(CALLED, 0), want)
            self.assertEqual("switched off and on" in str(summary["notes"]), want == 20)

    def test_names_of_objects_from_before(self, m):
        """Objects from before the recording have names."""
        m.trace("work", "5", options=["--start-after", "signal", "--keep", "-o", "x"])
        done = m.trace(options=["--convert", "x.records", "--json"], program=False)
        self.assertEqual(json.loads(done.stderr)["calls"], 0)

    def test_no_device(self, m):
        self.assertGreater(m.summary("work", "5")["kernels"][0]["timed"], 0)
        for words, why in (["work", "5"], True), (["context"], False):
            with self.row(words):
                summary = m.summary(*words, options=["--no-device"])
                self.assertTrue(all(kernel["timed"] == 0 for kernel in summary["kernels"]), summary)
                self.assertEqual("times of commands on devices are missing" in str(summary["notes"]), why)

    def test_types_of_devices(self, m):
        for bits, discrete, name in (2, 0, "CPU"), (4, 0, "GPU"), (5, 1, "discrete GPU"), (8, 1, None):
            with self.row((bits, discrete)):
                (device,) = m.summary("work", "5", env={"TRACED_TYPE": str(bits), "TRACED_DISCRETE": str(discrete)})["devices"]
                self.assertEqual(device["type"], name)

    def test_events_are_not_kept(self):
        """The layer releases its events as commands end, even if the program never waits. All commands have times."""
        for lag, blocked, late in (0, 0, 0), (1, 0, 0), (1000, 0, 0), (0, 1, 0), (0, 100, 0), (0, 0, 1):
            with self.row((lag, blocked, late)), Machine() as m:
                env = {"TRACED_LAG": str(lag), "TRACED_BLOCKED": str(blocked), "TRACED_LATE": str(late)}
                (kernel,) = m.summary("launch", "5000", env=env)["kernels"]
                self.assertEqual((kernel["commands"], kernel["timed"]), (5000, 5000))

    def test_system_clock(self, m):
        for options, clocks in [([], {1, 2}), (["--system-clock"], {1})]:
            with self.row(str(options)):
                begin = time.monotonic()
                m.trace("slow", "10", options=["--keep", "-o", "x", "--format", "csv", *options])
                passed = time.monotonic() - begin
                with open(m.path("x.records"), "rb") as file:
                    clock = int.from_bytes(file.read().split(b"CLRC")[1][8:12], sys.byteorder)
                self.assertIn(clock, clocks)
                with open(m.path("x"), encoding="utf-8") as file:
                    times = [int(row["time"]) for row in csv.DictReader(file)
                             if row["function"] == CALLED]
                self.assertEqual(times, sorted(times))
                self.assertTrue(0.09 < (times[-1] - times[0]) / 1e9 < passed, (times, passed))

    def test_no_arguments(self, m):
        full = self.lines(m, "calls", "3")
        short = self.lines(m, "calls", "3", options=["--no-arguments"])
        self.assertEqual(len(full), len(short))
        self.assertLess(sum(map(len, short)), sum(map(len, full)))

    def test_hash_data(self, m):
        def hints(*words, options=("--hash-data",)):
            done = m.trace("write", *words, options=["--json", "--no-device", *options])
            return {hint["id"]: hint["text"] for hint in json.loads(done.stderr)["hints"]}
        self.assertIn("59 of 60 writes wrote what the one before had written", hints("60")["same-data"])
        self.assertNotIn("same-data", hints("60", "1"))
        self.assertNotIn("same-data", hints("60", options=()))
        self.assertRegex(self.lines(m, "write", "1", options=["--hash-data", "--functions", "*WriteBuffer"])[0],
                         "ptr = 0x")

    def test_open(self, m):
        """At the end a server offers the trace, whatever the program's exit status. tools/test/trace/open has the other
        tests."""
        try:
            self.addCleanup(page_port.take_turn().close)
        except OSError as error:
            self.skipTest(f"port {page_port.PORT}: {error}")
        for options, words, code in [(["--keep", "--live=live"], [TOOL["traced"], "calls", "5", "42"], 42),
                                     (["--convert", "x.records"], [], 0)]:
            with self.row(str(options)), \
                    subprocess.Popen(m.command(["--open", "-o", "x", *options], words), cwd=m.root, text=True,
                                     env=m.variables({"DISPLAY": ""}), stderr=subprocess.PIPE) as process:
                [url] = next(filter(None, (re.findall(r"url=(http\S+)", line) for line in process.stderr)))
                self.assertTrue(os.path.exists(m.path("x.records")))
                self.check_tidy(m) # the user may end the server now
                request = urllib.request.Request(url, headers={"Origin": "https://ui.perfetto.dev"})
                with urllib.request.urlopen(request, timeout=tool.TIME_LIMIT) as answer, open(m.path("x"), "rb") as file:
                    self.assertEqual(answer.read(), file.read())
                self.assertEqual(process.wait(timeout=tool.TIME_LIMIT), code)
        done = m.trace("none", options=["--open", "-o", "y"])
        self.assertNotIn("url=", done.stderr)

    def test_large_traces(self, m):
        """The command says that a viewer may not be able to load a trace this large. The same counts for /dev/null."""
        for calls, large in (10000, False), (1200000, True):
            done = m.trace("calls", str(calls), options=["--format", "chrome", "-o", "/dev/null"], timeout=3 * tool.TIME_LIMIT)
            self.assertEqual("A viewer has to load" in done.stderr, large, done.stderr)

    def test_keep_and_convert(self, m):
        m.trace("work", "5", options=["--keep"])
        [kept] = m.traces(".records")
        [path] = m.traces()
        self.assertEqual(os.path.splitext(kept)[0], os.path.splitext(path)[0])
        self.assertEqual(stat.S_IMODE(os.stat(kept).st_mode), 0o600)
        self.assertLess(os.path.getsize(kept), 1 << 24)
        with open(path, "rb") as file:
            first = file.read()
        os.unlink(path)
        m.trace(options=["--convert", kept], program=False)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), first)
        summary = m.summary(options=["--convert", kept, "--functions", "clSet*"], program=False)
        self.assertEqual(summary["functions"], {"clSetKernelArg": 10})
        done = m.trace(options=["--convert", kept, "--format", "text", "-o", "-"], program=False)
        self.assertEqual(done.stdout.count("clSetKernelArg("), 10)
        self.check_tidy(m)

    def test_convert_a_span(self, m):
        """A span has the same lines as the whole. Its limits are the times in these lines."""
        m.trace("slow", "20", options=["--keep", "-o", "x"])
        def lines(*options):
            done = m.trace(options=["--convert", "x.records", "--format", "text", "-o", "-", *options], program=False)
            return [line for line in done.stdout.splitlines() if CALLED in line]
        whole = lines()
        times = [line.split()[0] for line in whole]
        self.assertEqual(lines("--start-after", times[5]), whole[5:])
        self.assertEqual(lines("--duration", times[8]), whole[:8])
        self.assertEqual(lines("--start-after", times[5], "--duration", "0.000000001"), whole[5:6])

    def test_convert_what_is_no_recording(self, m):
        m.write("text", "text" * 100000)
        m.write("empty", "")
        for path in ["text", "empty", "gone", "."]:
            done = m.trace(options=["--convert", path], program=False, code=125)
            self.assertIn(f"clrelay trace: {path}: ", done.stderr)

    def test_recordings_of_other_versions(self, m):
        """The command refuses the recording of another clrelay that numbers anything differently. Its calls would be
        wrong."""
        m.trace("work", "1", options=["--keep"])
        [kept] = m.traces(".records")
        with open(kept, "rb") as file:
            recording = file.read()
        [(ours, release)] = re.findall(r'MEANING UINT64_C\(0x(\w+)\)\n.*RELEASE "(.*)"', MEANING)
        self.assertEqual(recording[24:48], int(ours, 16).to_bytes(8, "little") + release.encode().ljust(16, b"\0"))
        other = b"\x01\x02\x03\x04\x05\x06\x07\x08"
        rows = [(16, b"\1\0\0\0", "clrelay with format 1,"),  # a recording from before there was a hash of its meaning
                (16, b"\3\0\0\0", f"clrelay {release} with format 3-{ours},"),
                (24, other, f"clrelay {release} with format 2-0807060504030201,"),
                (24, other + b"0.0.9\0", "clrelay 0.0.9 with format 2-0807060504030201,"),
                (24, other + b"\033[31mred\0", "clrelay with format 2-0807060504030201,"),
                (24, other + 16 * b"9", f"clrelay {16 * '9'} with format 2-0807060504030201,")]
        for place, changed, named in rows:
            with self.row(named):
                m.write("other.records", recording[:place] + changed + recording[place + len(changed):])
                done = m.trace(options=["--convert", "other.records"], program=False, code=125)
                words = " ".join(done.stderr.split())
                self.assertIn(f"other.records: a recording of {named} which this clrelay {release} "
                              f"with format 2-{ours} can't read", words)

    def test_meaning(self, m):
        """One more row, or any other change that numbers or lays out records differently, changes the hash."""
        script = m.copy(os.path.join(BUILD.source, "tools", "calls", "meaning.cmake"), "tools/calls/meaning.cmake")
        with open(script, encoding="utf-8") as file:
            files = re.findall(r"^    ((?:ext|tools|loader)/\S+?)\)?$", file.read(), re.M)
        self.assertGreater(len(files), 15)
        for path in files:
            m.copy(os.path.join(BUILD.source, path), path)
        numbers = [sandbox.run([TOOL["cmake"], "-P", script])]
        self.assertIn(re.search(r"0x(\w+)", MEANING)[1], numbers[0])
        for path in files:
            with open(m.path(path), "a", encoding="utf-8") as file:
                file.write("OUTSIDE(cl_khr_other, cl_int, \"cl_int\", clOther, 0, (cl_uint, x))\n")
            numbers.append(sandbox.run([TOOL["cmake"], "-P", script]))
        self.assertEqual(len(set(numbers)), len(files) + 1)

    def test_programs(self, m):
        m.trace("work", "1", options=["--programs", "programs"])
        [source] = glob.glob(m.path("programs/*.cl"))
        with open(source, encoding="utf-8") as file:
            self.assertEqual(file.read(), "kernel void first(global int *x) {}\n")
        with open(source[:-3] + ".txt", encoding="utf-8") as file:
            self.assertRegex(file.read(), r'^clBuildProgram: options "-DANSWER=42", returned 0 .*\n'
                                          r'1 warning: it does nothing\n$')
        with open(m.path("programs/rebuild.py"), encoding="utf-8") as file, \
                open(os.path.join(BUILD.source, "tools", "trace", "rebuild.py"), encoding="utf-8") as ours:
            script = file.read()
            self.assertEqual(script, ours.read())
            ast.parse(script)

    def test_programs_of_several_runs(self, m):
        """A folder has the programs of one run. The command never writes to an existing file there."""
        m.trace("builds", options=["--programs", "programs", "--keep", "-o", "x"])
        before = {name: os.stat(m.path("programs", name)) for name in os.listdir(m.path("programs"))}
        self.assertEqual(len(before), 16)
        told = "programs has programs of another run, which would be mixed with these: name another folder, or remove"
        done = m.trace("-c", "touch ran", program="sh", options=["--programs", "programs"], code=125)
        self.assertIn(told, " ".join(done.stderr.split()))
        self.assertFalse(os.path.exists(m.path("ran")))
        done = m.trace(options=["--convert", "x.records", "-o", "y", "--programs", "programs"], program=False, code=125)
        self.assertIn(told, " ".join(done.stderr.split()))
        self.assertEqual(before, {name: os.stat(m.path("programs", name)) for name in os.listdir(m.path("programs"))})
        # The same recording gives the same files, beside other files.
        m.write("new/other", "x")
        m.trace(options=["--convert", "x.records", "-o", "y", "--programs", "new"], program=False)
        self.assertEqual(sorted([*before, "other"]), sorted(os.listdir(m.path("new"))))
        for name in before:
            with self.row(name):
                os.mkdir(m.path(f"planted-{name}"))
                self.plant(m, "link", f"planted-{name}/{name}")
                done = m.trace(options=["--convert", "x.records", "-o", "y", "--programs", f"planted-{name}"],
                               program=False, code=125)
                self.assertIn("has programs of another run" if name == "rebuild.py" else "can't be written: File exists",
                              " ".join(done.stderr.split()))
                self.assertEqual(m.text("victim"), "precious")

    def test_logs_of_all_builds(self, m):
        """Builds end when the driver wants it. Linked programs have no source."""
        m.trace("builds", options=["--programs", "programs"])
        said, hashes = {}, {}
        for path in glob.glob(m.path("programs/*.txt")):
            with open(path, encoding="utf-8") as file:
                text = re.sub(r" after [0-9.]+ ms", "", file.read())
            source = path[:-4] + ".cl"
            first = text.splitlines()[0]
            if os.path.exists(source):
                with open(source, encoding="utf-8") as file:
                    first = file.read().strip()
            said[first] = text
            hashes[first] = os.path.basename(path)[:-4]
        [header] = {os.path.basename(path)[:-3] for path in glob.glob(m.path("programs/*.cl"))} \
            - set(hashes.values())
        self.assertEqual(said.pop("kernel void a(void) {}"),
                         'clBuildProgram: options "-DLATER", returned 0\n1 warning: it does nothing\n'
                         'clBuildProgram: options "-DLATER -DFAILS", returned 0\n'
                         'source:7:3: error: build 2\n'
                         'clBuildProgram: options "-DREFUSED", returned -59\n')  # it leaves no log
        user, part = '#include "part.h"', "int part(void) { return 1; }"
        self.assertEqual(said.pop(user), 'clCompileProgram: options "-DUSES=1", headers "part.h" '
                         f'{header}, returned 0\n1 warning: it does nothing\n')
        self.assertEqual(said.pop(part), 'clCompileProgram: options "", returned 0\n'
                                         '1 warning: it does nothing\n')
        for name, number in [("kernel void a(void) {}", 1), ("kernel void a(void) {}", 2), (user, 1)]:
            with open(m.path(f"programs/{hashes[name]}.{number}.0.bin"), encoding="utf-8") as file:
                self.assertEqual(file.read(), f"binary {number}")
        self.assertEqual(len(glob.glob(m.path("programs/*.bin"))), 6)
        parts = f"of {hashes[user]}:1 {hashes[part]}:1"
        self.assertEqual(sorted(said.values()), [
            f'clLinkProgram: options "-FAILS", {parts}, returned -17\nsource:7:3: error: build 1\n',
            f'clLinkProgram: options "-later", {parts}, returned a program\n1 warning: it does nothing\n'])

    def test_logs_of_refused_builds(self, m):
        """A build with one of these errors leaves a log. With another error, the log may be that of an older build."""
        for error, log in ("-11", True), ("-15", True), ("-43", True), ("-66", True), ("-5", False), ("-59", False):
            with self.row(error):
                m.trace("build", program=TOOL["checked"], options=["--programs", f"programs{error}"], env={"TRACED_BUILD_ERROR": error}, code=None)
                [text] = [m.text(f"programs{error}/{name}") for name in os.listdir(m.path(f"programs{error}")) if name.endswith(".txt")]
                self.assertEqual("source:7:3: error: build 1" in text, log, text)

    def test_summary(self, m):
        text = m.trace("calls", "12").stderr
        self.assertIn(CALLED, text)
        self.assertIn("The trace is in traced.", text)
        done = m.trace("calls", "12", options=["--summary", "s"])
        self.assertEqual(done.stderr, "")
        with open(m.path("s"), encoding="utf-8") as file:
            self.assertIn(CALLED, file.read())
        answer = json.loads(m.trace("calls", "12", options=["--json"]).stderr)
        self.assertEqual((answer["schema"], answer["command"]), (1, "trace"))

    def test_words_of_the_program(self, m):
        """Options end where the program begins, or after --."""
        done = m.trace("-o", "--help", "--json", program="echo", options=["--no-device"])
        self.assertEqual(done.stdout, "-o --help --json\n")
        done = m.trace("text", program="echo", options=["--json", "--"])
        self.assertEqual(done.stdout, "text\n")
        for _ in range(2):
            m.trace("text", program="echo", options=["-o", "echo"])  # this is not the file of the program

    def test_mistakes(self, m):
        shutil.copy("/bin/true", m.path("simulation"))
        rows = [([], "no program is named"), (["--nonsense", "true"], "there is no option --nonsense"),
                (["-x", "true"], "there is no option -x"), (["-o"], "--output needs a value"),
                (["--output=", "true"], "--output needs a value"),
                (["--format", "pdf", "true"], "there is no format pdf"),
                (["--json=1", "true"], "--json takes no value"),
                (["--functions", "nonsense*", "true"], "no function of OpenCL has a name like nonsense*"),
                (["--functions", "x," * 3000, "true"], "--functions has too many patterns"),
                (["--limit", "x", "true"], "--limit needs a size"),
                (["--limit", "1K", "true"], "--limit needs a size of 1M or more"),
                (["--limit", "-1M", "true"], "--limit needs a size"),
                (["--limit", "nan", "true"], "--limit needs a size"),
                (["--limit", "1Mx", "true"], "--limit needs a size"),
                (["--limit", "1e30", "true"], "--limit needs a size"),
                (["--limit", "0.00001 ", "true"], "--limit needs a size"),
                (["--start-after", "x", "true"], "--start-after needs a number of seconds, or"),
                (["--duration", "0", "true"], "--duration needs a number of seconds"),
                (["--duration", "inf", "true"], "--duration needs a number of seconds"),
                (["--duration", "1e-300", "true"], "--duration needs a number of seconds"),
                (["--duration", "9e-10", "true"], "--duration needs a number of seconds"),
                (["--start-after", "1e-300", "true"], "--start-after needs a number of seconds, or"),
                (["--convert", "x", "true"], "--convert runs no program"),
                (["--convert", "x", "--keep"], "--keep and --convert"),
                (["--convert", "x", "--system-clock"], "--system-clock is for recording"),
                (["--convert", "x", "--hash-data"], "--hash-data is for recording"),
                (["--convert", "x", "--live"], "--live and --convert"),
                (["--convert", "x", "--start-after", "signal"], "--start-after signal is for recording"),
                (["--open", "--format", "csv", "true"], "--open shows a timeline: the format csv is not one"),
                (["--open", "-o", "x.txt", "true"], "--open shows a timeline: the format text is not one"),
                (["--open", "-o", "-", "true"], "--open needs the trace in a file"),
                (["--open", "--compare", "x", "y"], "--open and --compare"),
                (["--programs"], "--programs needs a value"),
                *((options, "same would be overwritten: name another file") for options in [
                    ["-o", "same", "--summary", "same", "true"], ["--live=same", "-o", "same", "true"],
                    ["--convert", "same", "-o", "same"], ["--convert", "same", "--summary", "same", "-o", "x"],
                    ["--summary", "same", "--compare", "x", "same"], ["--summary", "same", "--compare", "same", "x"]]),
                (["-o", "./script", "./script"], "./script would be overwritten: name another file"),
                *((options, "simulation is a program: name another file") for options in [
                    ["-o", "simulation", "100"], ["--summary", "simulation", "true"]])]
        for words, part in rows:
            with self.row(str(words)[:80]):
                done = m.trace(options=words, program=False, code=125)
                self.assertIn(f"clrelay trace: {part}", done.stderr)
                self.assertIn("See 'clrelay trace --help'.", done.stderr)
                self.assertEqual(done.stdout, "")
        self.check_tidy(m)

    def test_sizes(self, m):
        for text, size in [("1M", 1 << 20), ("1.5MiB", 3 << 19), ("2097152", 2 << 20),
                           ("1gb", 1 << 30)]:
            done = m.trace("-c", "stat -c %s $CLRELAY_TRACE_FILE", program="sh",
                           options=["--limit", text])
            self.assertEqual(done.stdout, f"{size}\n")


class Layer(Case):
    def test_not_found(self, m):
        os.makedirs(m.path("bin"))
        other = shutil.copy(TOOL["tool"], m.path("bin", "clrelay"))
        done = subprocess.run([*BUILD.emulator, other, "trace", "true"], cwd=m.root, text=True,
                              env=m.variables(), capture_output=True, check=False)
        self.assertEqual(done.returncode, 125)
        text = " ".join(done.stderr.split())
        self.assertIn("the layer of clrelay trace is missing: there is no", text)
        self.assertIn("/clrelay/libclrelay_trace.so", text)
        self.assertIn("package", text)

    def test_installed(self, m):
        """The layer is beside the command, in the folder that the build names."""
        folder = m.path("prefix", TOOL["lib"], "clrelay")
        binaries = m.path("prefix", TOOL["bin"])
        os.makedirs(folder)
        os.makedirs(binaries)
        shutil.copy(TOOL["layer"], folder)
        other = shutil.copy(TOOL["tool"], binaries)
        subprocess.run([*BUILD.emulator, other, "trace", TOOL["traced"], "calls", "3"], cwd=m.root,
                       env=m.variables(), capture_output=True, check=True)
        self.assertEqual(len(m.traces()), 1)

    def test_other_loader(self):
        """Any loader that has layers. -DCLRELAY_OTHER_LOADER=PATH names the one to try."""
        sandbox.need_other_loader()
        with open(BUILD.other_loader, "rb") as file:
            tool.need(b"OPENCL_LAYERS" in file.read(), f"{BUILD.other_loader} has no layers")
        with Machine() as m:
            env = {"LD_LIBRARY_PATH": os.path.dirname(BUILD.other_loader)}
            summary = m.summary("work", "5", env=env)
            self.assertEqual({kernel["name"]: (kernel["commands"], kernel["timed"]) for kernel in summary["kernels"]},
                             {"first": (10, 10), "second": (10, 10)})
            self.check_calls(summary, 1, "clFinish")
            self.check_calls(m.summary("threads", "500", env=env), 16 * 500)
            self.check_calls(m.summary("kill", "500", env=env, code=-signal.SIGKILL), 500)
            self.assertEqual(m.trace("builds", env=env, options=["--programs", "programs"]).stdout, "")
            self.assertEqual(len(glob.glob(m.path("programs/*.txt"))), 5)

    def test_file_that_is_gone(self, m):
        """If the file is gone, the program says so, and works."""
        done = m.trace("-c", f"CLRELAY_TRACE_FILE=/gone exec {TOOL['traced']} calls 3", program="sh")
        self.assertIn("nothing is recorded: /gone: No such file", done.stderr)
        done = m.trace("-c", f"unset CLRELAY_TRACE_FILE; exec {TOOL['traced']} calls 3", program="sh")
        self.assertIn("names no file", done.stderr)
