# SPDX-License-Identifier: Apache-2.0
"""Timelines in Perfetto's and Chrome's format, as other programs read them. They come from recordings that are made
here, and from a program on PoCL. The argument is timelines.json."""

import collections
import glob
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.dirname(HERE))

import chrome
import perfetto
import recordings

with open(sys.argv.pop(1), encoding="utf-8") as settings_file:
    BUILD = json.load(settings_file)

START = 1_000_000_000  # as in make_recording.c: when the recording began, by CLOCK_MONOTONIC
AHEAD = 5_000_000_000  # how far a device's clock is ahead
ERROR = -61  # CL_INVALID_BUFFER_SIZE


class Timelines:
    """A recording in both formats."""

    def __init__(self, recording, folder, *options):
        self.paths, self.sizes = {}, {}
        for kind in ["chrome", *["perfetto"] * BUILD["perfetto"]]:
            self.paths[kind] = os.path.join(folder, "trace." + kind)
            done = subprocess.run([BUILD["convert"], kind, recording, self.paths[kind],
                                   *options], check=True, capture_output=True)
            self.sizes[kind] = int(done.stdout)
        self.chrome = chrome.Trace(self.paths["chrome"])
        self.chrome.check()
        self.perfetto = None
        if BUILD["perfetto"] and BUILD["protoc"]:
            self.perfetto = perfetto.Trace(self.paths["perfetto"], BUILD["protoc"],
                                           os.path.join(HERE, "published.proto"))
            self.perfetto.check()

    def rows(self, row, process=None):
        """Returns the slices of a row in each format: (name, begin, end), sorted."""
        readings = [[(slice_["name"], slice_["begin"], slice_["end"])
                     for slice_ in self.chrome.slices_of(row, process)]]
        if self.perfetto:
            readings.append([(slice_["name"], slice_["begin"] - START, slice_["end"] and slice_["end"] - START)
                             for slice_ in self.perfetto.slices_of(row, process)])
        return [sorted(reading, key=lambda slice_: (slice_[1], slice_[2] is None, -(slice_[2] or 0))) for reading in readings]

    def counters(self, name, process, series):
        readings = [self.chrome.counters[process, name, series]]
        if self.perfetto:
            tracks = self.perfetto.find(name, process)
            readings.append([(time - START, value) for track in tracks
                             for time, value in self.perfetto.counters[track]])
        return readings


class Recording(recordings.Recording):
    def make(self, folder, *options):
        path = os.path.join(folder, "recording")
        self.write(BUILD["make_recording"], path)
        return Timelines(path, folder, *options)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.recording = Recording()
        self.recording("chunk", 100, 100, "main")
        self.recording("process", 1, "program")

    def assert_all(self, readings, expected):
        for reading in readings:
            self.assertEqual(reading, expected)

    def spans(self, t, number, device="unknown device"):
        """Returns the commands of a queue in each format: (name, begin, end)."""
        readings = [t.rows("Queue %d (%s)" % (number, device))[0]]
        if t.perfetto:
            readings.append(t.rows("Queue %d" % number)[1])
        return readings


class Calls(Case):
    def slices(self, t):
        """Returns the slices of thread 100 in each format."""
        readings = [t.chrome.slices_of("thread 100")]
        if t.perfetto:
            readings.append(t.perfetto.slices_of("thread 100"))
        return readings

    def test_nesting(self):
        r = self.recording
        r.call("clBuildProgram", 1000, 9000, 0, 0x50)
        r("callback clBuildProgram 2000 8000", 0x50, 0)
        r.call("clCreateKernel", 3000, 4000, 0xE1, 0x50)
        r.call("clCreateKernel", 4000, 4000, 0xE2, 0x50)
        r.call("clFinish", 9000, 9500, 0, 0xA1)
        self.assert_all(r.make(self.folder).rows("thread 100"), [
            ("clBuildProgram", 1000, 9000), ("callback of clBuildProgram", 2000, 8000),
            ("clCreateKernel", 3000, 4000), ("clCreateKernel", 4000, 4000), ("clFinish", 9000, 9500)])

    def test_unfinished(self):
        """A process died in a callback."""
        r = self.recording
        r.call("clBuildProgram", 1000, 0, 0, 0x50)
        r("callback clBuildProgram 2000 0", 0x50, 0)
        r.call("clCreateKernel", 3000, 4000, 0xE1, 0x50)
        r.call("clFinish", 5000, 0, 0, 0xA1)
        t = r.make(self.folder)
        self.assert_all(t.rows("thread 100"), [
            ("clBuildProgram", 1000, None), ("callback of clBuildProgram", 2000, None),
            ("clCreateKernel", 3000, 4000), ("clFinish", 5000, None)])
        for slices in self.slices(t):
            [called] = [slice_["arguments"]["object"] for slice_ in slices if "callback" in slice_["name"]]
            self.assertIn(called, ("0x50", 0x50))

    def test_slices_that_cross(self):
        """Slices that cross are impossible by a thread's clock. They are cut, so that viewers can show them."""
        r = self.recording
        r.call("clBuildProgram", 1000, 2000, 0, 0x50)
        r.call("clFinish", 1500, 2500, 0, 0xA1)
        self.assert_all(r.make(self.folder).rows("thread 100"),
                        [("clBuildProgram", 1000, 2000), ("clFinish", 1500, 2000)])

    def test_processes_and_threads(self):
        r = self.recording
        r.call("clFinish", 1000, 1100, 0, 0xA1)
        r("chunk", 100, 101, "worker")
        r.call("clFlush", 1050, 1060, 0, 0xA1)
        r("chunk", 200, 200, "\udcff")
        r("process", 100, "quote \" and \\ and \udcff and \u00e4 and \u2603")
        r.call("clFlush", 1055, 1065, 0, 0xA1)
        t = r.make(self.folder)
        self.assert_all(t.rows("thread 100", 100), [("clFinish", 1000, 1100)])
        self.assert_all(t.rows("worker", 100)[:1], [("clFlush", 1050, 1060)])
        self.assert_all(t.rows("thread 101", 100), [("clFlush", 1050, 1060)])
        self.assert_all(t.rows("thread 200", 200), [("clFlush", 1055, 1065)])
        name = "quote \" and \\ and \\xFF and \u00e4 and \u2603"
        self.assertEqual(t.chrome.names["process_name", (200, 200)].lower(), name.lower())
        if t.perfetto:
            names = [perfetto.one(track["process"][0], "process_name")
                     for track in t.perfetto.tracks.values() if track.get("process")]
            self.assertEqual([name.lower() for name in names], ["program", name.lower()])

    def test_arguments(self):
        r = self.recording
        for i in range(6):
            r.call("clCreateKernel", 1000 + 10 * i, 1005 + 10 * i, 0xE1 + i // 3, 0x50, 0x1000)
            r("string kernel_name", "k%d\" \u00e4" % (i // 2))
            r("value errcode_ret 4 0")
        r.call("clFinish", 2000, 2100, ERROR, 0xA1)
        for slices in self.slices(r.make(self.folder)):
            self.assertEqual(len(slices), 7)
            for i, slice_ in enumerate(slices[:6]):
                self.assertIn("k%d" % (i // 2), slice_["arguments"]["kernel_name"])
                self.assertIn("e%d" % (1 + i // 3), str(slice_["arguments"]["result"]).lower())
            self.assertIn("command_queue", slices[6]["arguments"])
            self.assertRegex(str(slices[6]["arguments"]["result"]), "^(-61|CL_INVALID_BUFFER_SIZE)")
        with self.subTest("left out"):
            for slices in self.slices(r.make(self.folder, "no-arguments")):
                self.assertEqual([slice_["arguments"] for slice_ in slices], [{}] * 7)

    def test_numbers(self):
        """Numbers are texts where the reader's numbers would lose digits: JavaScript's have 53 bits, Perfetto's 64."""
        with open(BUILD["convert"], "rb") as file:
            has_64_bits = file.read(5)[4] == 2  # ELFCLASS64
        numbers = [0, *([10 ** 15 - 1, 10 ** 15, 10 ** 19 - 1, 10 ** 19] if has_64_bits else [])]
        for i, number in enumerate(numbers):
            self.recording.call("clEnqueueReadBuffer", 1000 + 10 * i, 1005 + 10 * i, 0, 0xA1, 0xB1, 1, 0, number)
        self.recording.call("clSetUserEventStatus", 2000, 2005, 0, 0xF1, -5000)
        for slices, most, status in zip(self.slices(self.recording.make(self.folder)), (10 ** 15, 10 ** 19), ("-5000", -5000)):
            self.assertEqual(slices[-1]["arguments"]["execution_status"], status)
            self.assertEqual([slice_["arguments"]["size"] for slice_ in slices[:-1]],
                             [number if number < most else str(number) for number in numbers])

    def test_addresses(self):
        """Addresses are numbers in Perfetto's format, which has a type for them, and texts in Chrome's."""
        self.recording.call("clEnqueueReadBuffer", 1000, 1005, 0, 0xA1, 0xB1, 1, 0, 64, 0x7D123456)
        for (slice_,), shown in zip(self.slices(self.recording.make(self.folder)), ("0x7d123456", 0x7D123456)):
            self.assertEqual(slice_["arguments"]["ptr"], shown)

    def test_many_texts(self):
        """There are more texts than the writer remembers. Each comes back as it was."""
        r = self.recording
        for i in range(12000):
            if i % 1000 == 0:
                r("chunk", 100, 100, "main")
            r.call("clBuildProgram", 1000 + 2 * i, 1001 + 2 * i, 0, 0x50, 0, 0, 0x1000)
            r("string options", "-DNUMBER=%d" % (i % 6000 if i % 3 else i % 100))
        for slices in self.slices(r.make(self.folder)):
            for i, slice_ in enumerate(slices):
                number = i % 6000 if i % 3 else i % 100
                self.assertRegex(slice_["arguments"]["options"], "-DNUMBER=%d\\b" % number)

    def test_size(self):
        """Perfetto's format has numbers for texts, and differences for times."""
        if not BUILD["perfetto"]:
            self.skipTest("Perfetto's format was not built")
        r = self.recording
        sizes = {}
        for i in range(2000):
            if i % 1000 == 0:
                r("chunk", 100, 100, "main")
            r.call("clSetKernelArg", 1000 * i, 1000 * i + 500, 0, 0x55d0c8f01230, i % 5, 8, 0x7ffd12345670)
            r("value arg_value 1", *(0x55d0c8f01230 + i % 3).to_bytes(8, "little"))
            if i in (999, 1999):
                for options in [], ["no-arguments"]:
                    t = r.make(self.folder, *options)
                    sizes[i, len(options)] = t.sizes["perfetto"]
        self.assertLessEqual((sizes[1999, 1] - sizes[999, 1]) / 1000, 30)
        self.assertLessEqual((sizes[1999, 0] - sizes[999, 0]) / 1000, 60)

    def test_bytes_for_a_viewer(self):
        """The bytes of Perfetto's format count before compression."""
        self.recording.call("clFinish", 1000, 2000, 0, 0xA1)
        t = self.recording.make(self.folder)
        self.assertEqual(t.sizes["chrome"], os.path.getsize(t.paths["chrome"]))
        if BUILD["perfetto"]:
            with gzip.open(t.paths["perfetto"]) as trace:
                self.assertEqual(t.sizes["perfetto"], len(trace.read()))

    def test_nothing(self):
        t = self.recording.make(self.folder)
        self.assertEqual(t.rows("thread 100")[0], [])


class Marks(Case):
    def test_nesting(self):
        """Ranges between calls, and calls inside ranges."""
        r = self.recording
        r.range("frame \" \udcff \u00e4", 1000)
        r.call("clBuildProgram", 2000, 6000, 0, 0x50)
        r("callback clBuildProgram 2500 5500", 0x50, 0)
        r.range("inner", 3000, 4000, depth=1)
        r("mark", recordings.POP, 7000, 0)
        r("mark", recordings.PUSH, 8000, 0)
        r("mark", recordings.POP, 8100, 0)
        r("mark", recordings.POP, 8200, 0)  # its range began before the recording
        r.range("unfinished", 9000)
        r.call("clFinish", 9100, 9500, 0, 0xA1)
        self.assert_all(r.make(self.folder).rows("thread 100"), [
            ("frame \" \\xff \u00e4", 1000, 7000), ("clBuildProgram", 2000, 6000),
            ("callback of clBuildProgram", 2500, 5500), ("inner", 3000, 4000), ("(no text)", 8000, 8100),
            ("unfinished", 9000, None), ("clFinish", 9100, 9500)])

    def test_instants(self):
        r = self.recording
        r.range("frame", 1000, 3000)
        r("mark", recordings.INSTANT, 2000, 0, "now")
        r.call("clFinish", 2500, 2600, 0, 0xA1)
        t = r.make(self.folder)
        self.assert_all(t.rows("thread 100"), [("frame", 1000, 3000), ("clFinish", 2500, 2600)])
        self.assertEqual(t.chrome.instants, [((100, 100), 2000, "now")])
        if t.perfetto:
            self.assertEqual(t.perfetto.instants, [(t.perfetto.find("thread 100")[0], START + 2000, "now")])

    def test_ranges_of_several_threads(self):
        """A range ends on another thread, two overlap without nesting, and each process has its own numbers."""
        r = self.recording
        r("mark", recordings.START, 1000, 7, "job")
        r("mark", recordings.START, 2000, 8, "other job")
        r("chunk", 100, 101, "worker")
        r("mark", recordings.END, 3000, 7)
        r("mark", recordings.END, 4000, 8)
        r("mark", recordings.START, 5000, 9, "third job")
        r("chunk", 200, 200, "main")
        r("mark", recordings.START, 1500, 7, "of a child")
        r("mark", recordings.END, 3500, 7)
        t = r.make(self.folder)
        ranges = [("job", 1000, 3000), ("other job", 2000, 4000), ("third job", 5000, None)]
        self.assertEqual(sorted((range_[0][2], range_[0][1], range_[1][1] if range_[1:] else None)
                                for range_ in t.chrome.ranges.values()),
                         sorted([*ranges, ("of a child", 1500, 3500)]))
        if t.perfetto:
            self.assertEqual(t.rows("Ranges", 100)[1], ranges)
            self.assertEqual(t.rows("Ranges", 200)[1], [("of a child", 1500, 3500)])
            self.assertEqual(len(t.perfetto.find("Ranges", 100)), 2)  # `third job` fits behind `job`


class Commands(Case):
    def clock(self, t, number):
        """Returns what the formats say about a device's clock."""
        said = t.chrome.whole["otherData"]["clock of device %d" % number]
        if t.perfetto:
            (track,) = [track for track in t.perfetto.tracks.values()
                        if perfetto.one(track, "name", "").startswith("Device %d:" % number)]
            self.assertIn(said, perfetto.one(track, "description"))
            info = t.perfetto.gpus[number - 1]["extra_info"][0]
            self.assertEqual(perfetto.one(info, "value"), said)
        return said

    def launch(self, begin, end, seen, times, queue=0xA1, kernel=0xE1):
        r = self.recording
        label = r.call("clEnqueueNDRangeKernel", begin, end, 0, queue, kernel, 2)
        r("value global_work_size", 8, 64, 10)
        r("value local_work_size", 8, 16, 4)
        r("command", label, seen, 0, *times)

    def make_kernel(self, at=200):
        r = self.recording
        r.call("clCreateKernel", at, at + 50, 0xE1, 0x50)
        r("string kernel_name add")
        r("value errcode_ret 4 0")

    def test_bounds(self):
        """A device's clock is ahead. Two commands narrow the difference down to 150 ns."""
        r = self.recording
        r("name", 0xD1, 50, "Some device")
        r.queue(0xA1, 0xD1)
        self.make_kernel()
        self.launch(10000, 12000, 30100,
                    [AHEAD + time for time in (10500, 15000, 20000, 30000)])
        r.command("clEnqueueReadBuffer", 13000, 31000, 31000,
                  [AHEAD + time for time in (13050, 13100, 30000, 30900)],
                  0xA1, 0xB1, 1, 0, 4096, 0x7000)
        t = r.make(self.folder)
        self.assertIn("aligned by the calls", self.clock(t, 1))
        self.assertIn("\u00b10.075 \u00b5s", self.clock(t, 1))
        self.assert_all(self.spans(t, 1, "Some device"),
                        [("add", 20025, 30025), ("ReadBuffer", 30025, 30925)])
        readings = [t.chrome.slices_of("Queue 1 (Some device)")]
        if t.perfetto:
            readings.append(t.perfetto.slices_of("Queue 1"))
        for add, read in readings:
            self.assertEqual(read["arguments"]["bytes"], 4096)
            self.assertEqual([add["arguments"][key] for key in ("queued for (ns)", "submitted for (ns)")],
                             [4500, 5000])
        self.assertEqual(readings[0][0]["arguments"]["global work size"], [64, 10, 1])
        self.assert_all(t.counters("Queue 1: commands that wait", 100, "commands"),
                        [(10525, 1), (13075, 2), (20025, 1), (30025, 0)])
        self.assertEqual(len(t.chrome.flows), 2)
        self.assertEqual(t.chrome.flows[1]["s"], ((100, 100), 10000))
        self.assertEqual(t.chrome.flows[1]["f"][1], 20025)
        if t.perfetto:
            self.check_gpu_event(t.perfetto, add)

    def check_gpu_event(self, trace, add):
        (event,) = trace.gpu_events
        one = perfetto.one
        self.assertEqual((event["begin"] - START, event["end"] - START), (20025, 30025))
        self.assertEqual(one(event["gpu"], "name"), "Some device")
        self.assertEqual(one(event["queue"], "name"), "Queue 1")
        self.assertEqual(one(event["stage"], "name"), "add")
        self.assertEqual(one(event["stage"], "category"), "COMPUTE")
        self.assertEqual(one(event["kernel"], "name"), "add")
        self.assertEqual((one(event["context"], "api"), one(event["context"], "pid")), ("OPEN_CL", 100))
        self.assertEqual(event["extra"], {"global work size": "64 x 10", "local work size": "16 x 4"})
        sizes = {name: [one(one(event["launch"], name), axis) for axis in "xyz"]
                 for name in ("grid_size", "workgroup_size")}
        self.assertEqual(sizes, {"grid_size": [4, 3, 1], "workgroup_size": [16, 4, 1]})
        self.assertEqual(add["arguments"]["global work size"], "64 x 10")
        (enqueue,) = [slice_ for slice_ in trace.slices_of("thread 100") if slice_["name"] == "clEnqueueNDRangeKernel"]
        self.assertEqual(enqueue["starts"], add["ends"])

    def test_sizes(self):
        r = self.recording
        r.queue(0xA1, 0xD1)
        for at, sizes, local in (1000, [64], [16]), (3000, [64, 10], []), (5000, [64, 10, 3], [8, 5, 1]):
            label = r.call("clEnqueueNDRangeKernel", at, at + 100, 0, 0xA1, 0xE1, len(sizes))
            r("value global_work_size", 8, *sizes)
            if local:
                r("value local_work_size", 8, *local)
            r("command", label, at + 1000, 0, *(AHEAD + at + time for time in (50, 60, 70, 900)))
        def sizes_in(slices):
            return [[slice_["arguments"].get(f"{of} work size") for of in ("global", "local")] for slice_ in slices]
        r("chunk", 100, 109, "")  # a thread without a name gets none
        r.call("clFlush", 9000, 9100, 0, 0xA1)
        t = r.make(self.folder)
        self.assertEqual(sizes_in(t.chrome.slices_of("Queue 1 (unknown device)")),
                         [[[64, 1, 1], [16, 1, 1]], [[64, 10, 1], None], [[64, 10, 3], [8, 5, 1]]])
        self.assertEqual([name for (what, _), name in t.chrome.names.items() if what == "thread_name" and not name], [])
        if t.perfetto:
            self.assertEqual(sizes_in(t.perfetto.slices_of("Queue 1")), [["64", "16"], ["64 x 10", None], ["64 x 10 x 3", "8 x 5 x 1"]])
            self.assertEqual([event["extra"] for event in t.perfetto.gpu_events],
                             [{"global work size": "64", "local work size": "16"}, {"global work size": "64 x 10"},
                              {"global work size": "64 x 10 x 3", "local work size": "8 x 5 x 1"}])

    def test_name_that_is_no_utf_8(self):
        """Names of kernels are any bytes. Texts of both formats are UTF-8."""
        r = self.recording
        r.queue(0xA1, 0xD1)
        r.call("clCreateKernel", 200, 250, 0xE1, 0x50)
        r("string kernel_name caf\udce9 \u00e4")
        self.launch(1000, 1100, 3000, [AHEAD + time for time in (1050, 1060, 1070, 1900)])
        for (row,) in self.spans(r.make(self.folder), 1):
            self.assertEqual(row[0], "caf\\xe9 \u00e4")

    def test_timers(self):
        """Long calls tell little about the clock. The device's timer tells it within 50 ns."""
        r = self.recording
        r("timer", 0xD1, 1000, 1100, AHEAD + 1050, 99)
        r.queue(0xA1, 0xD1)
        r.command("clEnqueueReadBuffer", 10000, 900000, 950000,
                  [AHEAD + time for time in (20000, 21000, 30000, 800000)], 0xA1)
        t = r.make(self.folder)
        self.assertIn("clGetDeviceAndHostTimer", self.clock(t, 1))
        self.assert_all(self.spans(t, 1), [("ReadBuffer", 30000, 800000)])

    def test_timers_that_are_wrong(self):
        """The timer contradicts the bounds from the calls, so it does not count."""
        r = self.recording
        r("timer", 0xD1, 1000, 1100, 77, 99)
        r.queue(0xA1, 0xD1)
        r.command("clEnqueueReadBuffer", 10000, 10100, 20100,
                  [AHEAD + time for time in (10050, 11000, 12000, 20000)], 0xA1)
        t = r.make(self.folder)
        self.assertIn("aligned by the calls", self.clock(t, 1))
        self.assert_all(self.spans(t, 1), [("ReadBuffer", 12000, 20000)])

    def test_queueing_times_from_another_clock(self):
        """Some drivers take the time of queueing from another clock. Then start and end have to do."""
        r = self.recording
        r.queue(0xA1, 0xD1)
        for at in (10000, 50000):
            r.command("clEnqueueReadBuffer", at, at + 100, at + 20100,
                      [AHEAD - 40000 + at // 2, AHEAD + at + 1000, AHEAD + at + 1100,
                       AHEAD + at + 20000], 0xA1)
        t = r.make(self.folder)
        self.assertIn("aligned by the calls", self.clock(t, 1))
        for reading in self.spans(t, 1):
            for (_, begin, end), at in zip(reading, (10000, 50000)):
                self.assertTrue(at <= begin and end <= at + 20100, reading)

    def test_queued_after_its_start(self):
        """Some drivers say so, by another clock, or say nothing. Then a command waits for no time, not for a negative
        one."""
        r = self.recording
        r.queue(0xA1, 0xD1)
        for at, *earlier in (10000, AHEAD + 25000, AHEAD + 24000), (40000, 0, 0):
            r.command("clEnqueueReadBuffer", at, at + 100, at + 20100, [*earlier, AHEAD + at + 2000, AHEAD + at + 20000], 0xA1)
        t = r.make(self.folder)
        readings = [t.chrome.slices_of("Queue 1 (unknown device)")]
        if t.perfetto:
            readings.append(t.perfetto.slices_of("Queue 1"))
        for reads in readings:
            self.assertEqual([[read["arguments"][key] for key in ("queued for (ns)", "submitted for (ns)")] for read in reads], 2 * [[0, 0]])
        for counts in t.counters("Queue 1: commands that wait", 100, "commands"):
            self.assertEqual({count for _, count in counts}, {0})

    def test_drift(self):
        """50 ppm are 45 us after 0.9 s, so no constant difference fits."""
        r = self.recording
        r.queue(0xA1, 0xD1)
        true = []
        for at in range(1_000_000, 900_000_000, 1_000_000):
            true.append((at + 5000, at + 9000))
            r.command("clEnqueueReadBuffer", at, at + 2000, at + 9500,
                      [AHEAD + round(time * 1.00005) for time in (at + 1000, at + 1100, at + 5000, at + 9000)],
                      0xA1)
        t = r.make(self.folder)
        self.assertIn("49.9", self.clock(t, 1).split("ppm")[0])
        self.assertIn("faster", self.clock(t, 1))
        for reading in self.spans(t, 1):
            self.assertEqual(len(reading), len(true))
            for (_, begin, end), (true_begin, true_end) in zip(reading, true):
                self.assertTrue(abs(begin - true_begin) <= 1000 and abs(end - true_end) <= 500,
                                (begin, end, true_begin))
                self.assertTrue(true_begin - 5000 <= begin and end <= true_end + 500)

    def test_times_that_contradict(self):
        r = self.recording
        r.queue(0xA1, 0xD1)
        r.command("clEnqueueReadBuffer", 10000, 10100, 20000, [1010, 1020, 1030, 1040], 0xA1)
        r.command("clEnqueueReadBuffer", 500000, 500100, 600000, [1050, 1060, 1070, 1080], 0xA1)
        r.command("clEnqueueReadBuffer", 610000, 610100, 620000, [1090, 2**63, 2**64 - 1, 2**64 - 1], 0xA1)
        t = r.make(self.folder)
        self.assertIn("contradict", self.clock(t, 1))
        self.assertEqual(list(t.chrome.flows), [1])
        self.assertEqual([len(span) for span in self.spans(t, 1)], [2] * len(self.spans(t, 1)))

    def test_queues_without_times(self):
        r = self.recording
        r.queue(0xA1, 0xD1)
        r.command("clEnqueueReadBuffer", 10000, 10100, 20000, [0, 0, 0, 0], 0xA1)
        r.command("clEnqueueReadBuffer", 11000, 11100, 20000, [0, 0, 0, 0], 0xA1, status=-5)
        r.call("clEnqueueReadBuffer", 12000, 12100, 0, 0xA1)
        r.command("clEnqueueReadBuffer", 13000, 13100, 20000, [1, 1, 1, 2**62], 0xA1)  # is beyond all clocks
        t = r.make(self.folder)
        self.assert_all(self.spans(t, 1), [])
        self.assertEqual(t.chrome.flows, {})

    def test_command_buffers(self):
        """A command buffer runs on the queue for which it was made, or on the one that the call names."""
        r = self.recording
        r.queue(0xA1, 0xD1)
        r.queue(0xA2, 0xD1, at=200)
        r.call("clCreateCommandBufferKHR", 400, 500, 0xCB, 1, 1)
        r("value queues 8", 0xA2)
        r.command("clEnqueueCommandBufferKHR", 1000, 1100, 2000, [1050, 1060, 1070, 1900], 0, 0, 0xCB)
        for at in 4000, 6000:
            label = r.call("clEnqueueCommandBufferKHR", at, at + 100, 0, 1, 1, 0xCB)
            r("value queues 8", 0xA1)
            r("command", label, at + 1000, 0, at + 50, at + 60, at + 70, at + 900)
        t = r.make(self.folder)
        self.assertEqual([len(span) for span in self.spans(t, 1)], [2] * len(self.spans(t, 1)))
        self.assertEqual([len(span) for span in self.spans(t, 2)], [1] * len(self.spans(t, 2)))

    def test_lanes(self):
        """Commands of one queue run at the same time."""
        r = self.recording
        r.queue(0xA1, 0xD1)
        times = [(20000, 60000), (30000, 50000), (40000, 70000), (60000, 80000), (80000, 80000)]
        for i, (start, end) in enumerate(times):
            at = 10000 + 200 * i
            r.command("clEnqueueReadBuffer", at, at + 100, 80100, [at + 50, at + 60, start, end], 0xA1)
        r.command("clEnqueueMarker", 12000, 12100, 80100, [12050, 0, 0, 75000], 0xA1)
        t = r.make(self.folder)
        for reading in self.spans(t, 1):
            begins = [slice_[1] for slice_ in reading]
            self.assertEqual([begin - begins[0] for begin in begins], [0, 10000, 20000, 40000, 55000, 60000])
        rows = [row for (what, row), name in t.chrome.names.items()
                if what == "thread_name" and name.startswith("Queue 1")]
        self.assertEqual(len(rows), 3)

    def test_handles_that_come_again(self):
        """A queue has the handle of an earlier one, on another device. And nobody has created one of the queues."""
        r = self.recording
        r("name", 0xD1, 50, "One")
        r("name", 0xD2, 60, "Two")
        r.queue(0xA1, 0xD1)
        r.command("clEnqueueReadBuffer", 1000, 1100, 2000, [1050, 1060, 1070, 1900], 0xA1)
        r.queue(0xA1, 0xD2, at=3000)
        r.command("clEnqueueReadBuffer", 4000, 4100, 5000, [4050, 4060, 4070, 4900], 0xA1)
        r.command("clEnqueueReadBuffer", 6000, 6100, 7000, [6050, 6060, 6070, 6900], 0xAA)
        t = r.make(self.folder)
        for number, device in (1, "One"), (2, "Two"), (3, "unknown device"):
            for reading in self.spans(t, number, device):
                self.assertEqual(len(reading), 1, (number, reading))


class Memory(Case):
    def buffer(self, at, handle, size, error=0, context=0xC1):
        r = self.recording
        r.call("clCreateBuffer", at, at + 100, 0 if error else handle, context, 1, size)
        r("value errcode_ret 4", error)

    def counted(self, t, name, process=100):
        return t.counters(name, process, "bytes")

    def test_references(self):
        """A buffer lives until it and its sub-buffers are released."""
        r = self.recording
        self.buffer(1000, 0xB1, 4096)
        self.buffer(1200, 0xB9, 999, error=ERROR)
        r.call("clRetainMemObject", 2000, 2100, 0, 0xB1)
        r.call("clCreateSubBuffer", 3000, 3100, 0xB2, 0xB1, 1, 0x1220)
        r("value errcode_ret 4 0")
        r.call("clReleaseMemObject", 4000, 4100, 0, 0xB1)
        r.call("clReleaseMemObject", 5000, 5100, 0, 0xB1)
        r.call("clReleaseMemObject", 5500, 5600, -38, 0xB1)
        r.call("clReleaseMemObject", 5700, 5800, 0, 0xBB)
        r.call("clReleaseMemObject", 6000, 6100, 0, 0xB2)
        self.assert_all(self.counted(r.make(self.folder), "Context 1: buffers"), [(1100, 4096), (6000, 0)])

    def test_handles_that_come_again(self):
        """One thread's new buffer has the handle of a buffer that another thread is releasing."""
        r = self.recording
        self.buffer(1000, 0xB1, 100)
        r.call("clReleaseMemObject", 2000, 3000, 0, 0xB1)
        r("chunk 100 101 other")
        r.call("clCreateBuffer", 1900, 2500, 0xB1, 0xC1, 1, 700)
        r("value errcode_ret 4 0")
        t = r.make(self.folder)
        self.assert_all(self.counted(t, "Context 1: buffers"), [(1100, 100), (2000, 0), (2500, 700)])

    def test_images(self):
        r = self.recording
        rgba_8, r_float = (0x10B5, 0x10D2), (0x10B0, 0x10DE)
        for at, of, desc, handle in [
                (1000, rgba_8, (0x10F1, 64, 32, 7, 7, 0), 0xB1),  # 2D: 64 * 32 * 4
                (2000, r_float, (0x10F2, 8, 4, 2, 7, 0), 0xB2),  # 3D: 8 * 4 * 2 * 4
                (3000, r_float, (0x10F3, 8, 4, 2, 3, 0), 0xB3)]:  # 2D array: 8 * 4 * 3 * 4
            r.call("clCreateImage", at, at + 100, handle, 0xC1, 1)
            r("image_format", *of)
            r("image_desc", *desc)
            r("value errcode_ret 4 0")
        self.buffer(4000, 0xB4, 1000)
        r.call("clCreateImage", 5000, 5100, 0xB5, 0xC1, 1)
        r("image_format", *r_float)
        r("image_desc", 0x10F6, 8, 0, 0, 0, 0xB4)
        r("value errcode_ret 4 0")
        r.call("clReleaseMemObject", 6000, 6100, 0, 0xB1)
        t = r.make(self.folder)
        self.assert_all(self.counted(t, "Context 1: images"),
                        [(1100, 8192), (2100, 8448), (3100, 8832), (6000, 640)])
        self.assert_all(self.counted(t, "Context 1: buffers"), [(4100, 1000)])

    def test_image_elements(self):
        """The bytes of an element: by its type alone, or by its channels too."""
        orders = {1: (0x10B0, 0x10B1), 2: (0x10B2, 0x10B3, 0x10BB), 3: (0x10B4, 0x10BC, 0x10BF),
                  4: (0x10B5, 0x10B6, 0x10B7, 0x10C3, 0x10C0, 0x10C1, 0x10C2)}
        of_channels = {1: (0x10D0, 0x10D2, 0x10D7, 0x10DA), 2: (0x10D1, 0x10D3, 0x10D8, 0x10DB, 0x10DD),
                       4: (0x10D9, 0x10DC, 0x10DE)}
        formats = [(order, kind, channels * size) for channels, all_orders in orders.items() for order in all_orders
                   for size, kinds in of_channels.items() for kind in kinds]
        formats += [(order, kind, size) for order in (0x10B4, 0x10B5)
                    for size, kinds in {2: (0x10D4, 0x10D5), 4: (0x10D6, 0x10DF, 0x10E0, 0x10E5)}.items() for kind in kinds]
        r, total, counted = self.recording, 0, []
        for number, (order, kind, size) in enumerate(formats, 1):
            r.call("clCreateImage", 1000 * number, 1000 * number + 100, 0x10000 + number, 0xC1, 1)
            r("image_format", order, kind)
            r("image_desc", 0x10F4, 5, 0, 0, 0, 0)  # 1D
            r("value errcode_ret 4 0")
            total += 5 * size
            counted.append((1000 * number + 100, total))
        self.assert_all(self.counted(r.make(self.folder), "Context 1: images"), counted)

    def test_pointers(self):
        r = self.recording
        r.call("clSVMAlloc", 1000, 1100, 0x7000, 0xC1, 1, 10000, 0)
        r.call("clSVMAlloc", 1200, 1300, 0x8000, 0xC1, 1, 500, 0)
        r.call("clSVMAlloc", 1400, 1500, 0, 0xC1, 1, 77, 0)
        r.call("clDeviceMemAllocINTEL", 2000, 2100, 0x9000, 0xC1, 0xD1, 0, 300, 0)
        r("value errcode_ret 4 0")
        r.call("clSVMFree", 3000, 3100, 0, 0xC1, 0x7000)
        r.call("clEnqueueSVMFree", 4000, 4100, 0, 0xA1, 1)
        r("value svm_pointers 8", 0x8000)
        r.call("clSVMAlloc", 4200, 4300, 0xA000, 0xC1, 1, 70, 0)
        r.call("clEnqueueSVMFree", 4400, 4500, 0, 0xA1, 1, 0, 0xF)  # a callback frees it later
        r("value svm_pointers 8", 0xA000)
        r.call("clMemBlockingFreeINTEL", 5000, 5100, 0, 0xC1, 0x9000)
        t = r.make(self.folder)
        self.assert_all(self.counted(t, "Context 1: SVM"),
                        [(1100, 10000), (1300, 10500), (3000, 500), (4100, 0), (4300, 70)])
        self.assert_all(self.counted(t, "Context 1: USM"), [(2100, 300), (5000, 0)])

    def test_contexts(self):
        """Each context has its own counter, in each process, and also if its handle was used before."""
        r = self.recording
        for at in 1000, 3000:
            r.call("clCreateContext", at, at + 100, 0xC1)
            r("value errcode_ret 4 0")
            self.buffer(at + 200, 0xB0 + at, at)
        r("chunk 200 200 other")
        self.buffer(2000, 0xB1, 77)
        t = r.make(self.folder)
        self.assert_all(self.counted(t, "Context 1: buffers"), [(1300, 1000)])
        self.assert_all(self.counted(t, "Context 2: buffers", 200), [(2100, 77)])
        self.assert_all(self.counted(t, "Context 3: buffers"), [(3300, 3000)])

    def test_mappings(self):
        """A mapping lasts from its return to the call that unmaps. A second one of the same memory lies inside the
        first. One is never unmapped."""
        r = self.recording
        r.queue(0xA1, 0xD1)
        for at, pointer in (1000, 0x7000), (2000, 0x7000), (2200, 0x8000):
            r.call("clEnqueueMapBuffer", at, at + 100, pointer, 0xA1, 0xB1, 1, 1, 0, 64)
            r("value errcode_ret 4 0")
        r.call("clEnqueueSVMMap", 2500, 2600, 0, 0xA1, 1, 1, 0x9000, 64)
        for at, pointer in (3000, 0x7000), (4000, 0x7000), (5000, 0x6000):
            r.call("clEnqueueUnmapMemObject", at, at + 100, 0, 0xA1, 0xB1, pointer)
        r.call("clEnqueueSVMUnmap", 6000, 6100, 0, 0xA1, 0x9000)
        self.assert_all(r.make(self.folder).rows("Context 1: mapped memory"), [
            ("mapped", 1100, 4000), ("mapped", 2100, 3000), ("mapped", 2300, None), ("mapped", 2600, 6000)])

    def test_many_mappings(self):
        """Threads and mappings of contexts have rows of their own."""
        r = self.recording
        for i in range(8):
            r("chunk", 100, 101 + i, "thread")
            r.queue(0xA1 + i, 0xD1, context=0xC1 + i)
            r.call("clEnqueueMapBuffer", 1000, 1100, 0x7000 + i, 0xA1 + i, 0xB1, 1, 1, 0, 64)
            r("value errcode_ret 4 0")
        t = r.make(self.folder)
        for i in range(8):
            self.assert_all(t.rows(f"Context {i + 1}: mapped memory"), [("mapped", 1100, None)])


class Span(Case):
    """The span is from 10000 to 20000. What lies partly in it is whole, and objects from before are known."""

    def make(self):
        return self.recording.make(self.folder, "10000", "20000")

    def test_marks(self):
        """Ranges that begin before the span, in it, or both; ranges that any thread may end; instants."""
        r = self.recording
        spans = [(2000, 9999), (9000, 21000), (12000, 13000), (20000, 20500)]
        for text, (begin, end) in enumerate(spans):
            r("mark", recordings.START, begin, text, text)
            r("mark", recordings.END, end, text)
        r.range("frame", 5000)
        r.range("inner", 15000, 16000, depth=1)
        r("mark", recordings.POP, 25000, 0)
        for at in 9999, 10000, 20000:
            r("mark", recordings.INSTANT, at, 0, at)
        t = self.make()
        self.assert_all(t.rows("thread 100"), [("frame", 5000, 25000), ("inner", 15000, 16000)])
        self.assertEqual([instant[2] for instant in t.chrome.instants], ["10000"])
        self.assertEqual(sorted(range_[0][2] for range_ in t.chrome.ranges.values()), ["1", "2"])
        if t.perfetto:
            self.assertEqual([instant[2] for instant in t.perfetto.instants], ["10000"])
            self.assertEqual([row[0] for row in t.rows("Ranges", 100)[1]], ["1", "2"])

    def test_calls(self):
        r = self.recording
        for begin, end in (2000, 9999), (9000, 21000), (9500, 10000), (19000, 19500), (19999, 20500), (20000, 20600):
            r.call("clFinish", begin, end, 0, 0xA1)
        r("chunk", 100, 101, "hangs")
        r.call("clFinish", 500, 0, 0, 0xA1)
        r("chunk", 100, 102, "calls back")
        for begin, end in (100, 300), (8000, 12000), (20100, 20200):
            r("callback clBuildProgram", begin, end, 0x50, 0)
        t = self.make()
        self.assert_all(t.rows("thread 100"), [("clFinish", *span) for span in [
            (9000, 21000), (9500, 10000), (19000, 19500), (19999, 20500)]])
        self.assert_all(t.rows("thread 101"), [("clFinish", 500, None)])
        self.assert_all(t.rows("thread 102"), [("callback of clBuildProgram", 8000, 12000)])

    def test_commands(self):
        """Commands that run in the span, whenever they were enqueued. If that was outside, they have no arrow."""
        r = self.recording
        r("name", 0xD1, 50, "Device")
        r.queue(0xA1, 0xD1)
        for at, start, end in [(1000, 2000, 3000), (1200, 4000, 11000), (1400, 12000, 13000), (11500, 14000, 15000),
                               (12000, 16000, 21000), (13000, 22000, 23000), (24000, 25000, 26000)]:
            r.command("clEnqueueReadBuffer", at, at + 100, end + 10, [at + 50, at + 60, start, end], 0xA1)
        t = self.make()
        self.assert_all(t.rows("thread 100"), [("clEnqueueReadBuffer", at, at + 100) for at in (11500, 12000, 13000)])
        for rows in self.spans(t, 1, "Device"):
            self.assertEqual([row[2] - row[1] for row in rows], [7000, 1000, 1000, 5000])
            self.assertEqual([rows[i][1] - rows[0][1] for i in range(4)], [0, 8000, 10000, 12000])
        self.assertEqual(sorted(t.chrome.flows), [4, 5])
        for counter in t.counters("Queue 1: commands that wait", 100, "commands"):
            self.assertEqual([value for _, value in counter], [1, 2, 1, 2, 3, 2, 1])
            self.assertEqual(counter[0][0], 10000)
            self.assertLess(counter[-1][0], 20000)

    def test_memory(self):
        r = self.recording
        r.queue(0xA1, 0xD1)
        for at, handle, size in (1000, 0xB1, 100), (1200, 0xB2, 200), (12000, 0xB3, 400), (21000, 0xB4, 800):
            r.call("clCreateBuffer", at, at + 100, handle, 0xC1, 1, size)
            r("value errcode_ret 4 0")
        r.call("clSVMAlloc", 3000, 3100, 0x7000, 0xC1, 1, 10000, 0)
        r.call("clSVMFree", 4000, 4100, 0, 0xC1, 0x7000)
        r.call("clReleaseMemObject", 5000, 5100, 0, 0xB2)
        for begin, pointer, end in (6000, 0x6000, 9000), (6100, 0x7000, 11000), (15000, 0x8000, 25000), (21500, 0x9000, 0):
            r.call("clEnqueueMapBuffer", begin, begin + 100, pointer, 0xA1, 0xB1, 1, 1, 0, 64)
            r("value errcode_ret 4 0")
            if end:
                r.call("clEnqueueUnmapMemObject", end, end + 100, 0, 0xA1, 0xB1, pointer)
        t = self.make()
        self.assert_all(t.counters("Context 1: buffers", 100, "bytes"), [(10000, 100), (12100, 500)])
        self.assert_all(t.counters("Context 1: SVM", 100, "bytes"), [])
        self.assert_all(t.rows("Context 1: mapped memory"), [("mapped", 6200, 11000), ("mapped", 15100, 25000)])


class Real(unittest.TestCase):
    """A program on PoCL, recorded by the layer."""

    def record(self, folder, *arguments):
        drivers = glob.glob("/usr/lib/*/libpocl.so.2.*.*")
        if not drivers or not BUILD["program"]:
            self.skipTest("PoCL is not installed, or can't be used")
        path = os.path.join(folder, "recording")
        subprocess.run([BUILD["make_recording"], path], input=b"limit 67108864", check=True)
        os.truncate(path, 67108864)
        with open(os.path.join(folder, "pocl.icd"), "w", encoding="utf-8") as file:
            file.write(drivers[0])
        env = {**os.environ, "CLRELAY_TRACE_FILE": path, "OPENCL_LAYERS": BUILD["layer"],
               "OCL_ICD_VENDORS": file.name, "POCL_CACHE_DIR": os.path.join(folder, "cache"),
               "LD_LIBRARY_PATH": os.path.dirname(BUILD["library"])}
        subprocess.run([BUILD["program"], *arguments], env=env, check=True)
        return path

    def test_pocl(self):
        with tempfile.TemporaryDirectory() as folder:
            t = Timelines(self.record(folder, "50"), folder)
        readings = [(t.chrome, 0)] + ([(t.perfetto, START)] if t.perfetto else [])
        for trace, start in readings:
            every = [slice_ for slices in trace.slices.values() for slice_ in slices]
            calls = collections.Counter(slice_["name"] for slice_ in every)
            self.assertEqual(calls["clEnqueueNDRangeKernel"], 100)
            self.assertEqual(calls["clSetKernelArg"], 200)
            self.assertEqual(calls["add"], 100)
            self.assertEqual(calls["callback of clSetEventCallback"], 2)
            self.assertEqual(calls["ReadBuffer"], 2)
            self.assertEqual(calls["mapped"], 2)
            kernels = [slice_ for slice_ in every if slice_["name"] == "add"]
            last = max(slice_["end"] or 0 for slice_ in every)
            self.assertTrue(all(start < kernel["begin"] < kernel["end"] <= last for kernel in kernels))
        (process,) = {row[0] for row in t.chrome.slices}
        for counter in t.counters("Context 1: buffers", process, "bytes"):
            self.assertEqual([value for _, value in counter], [4096, 8192, 4096, 0])
        if t.perfetto:
            self.assertEqual(len(t.perfetto.gpu_events), 100)
            flows = t.perfetto.check()
            self.assertGreaterEqual(len(flows), 104)


if __name__ == "__main__":
    if not BUILD["perfetto"]:
        print("Perfetto's format was not built: it is not checked")
    elif not shutil.which(BUILD["protoc"] or "protoc"):
        print("protoc is not installed: Perfetto's format is not checked")
    unittest.main(verbosity=2)
