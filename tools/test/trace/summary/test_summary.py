# SPDX-License-Identifier: Apache-2.0
"""The sums in the summary of clrelay trace. The arguments are the command clrelay, and make_recording."""

import json
import os
import re
import subprocess
import tempfile
import unittest

from programs import CONTEXT, Case, DEVICE, END, ERROR, KERNEL, MAKE_RECORDING, OTHER_QUEUE, PROGRAM, QUEUE, Recording, \
    TOOL, recordings


class Sums(Case):
    def test_calls(self):
        r = Recording()
        r.call("clFinish", 1000, 1100, 0, QUEUE)
        r.call("clFinish", 2000, 2500, ERROR, QUEUE)
        r.call("clFinish", 3000, 0, 0, QUEUE)
        summary = r.summary()
        self.assertEqual((summary["calls"], summary["threads"], summary["processes"]), (8, 1, 1))
        (function,) = [function for function in summary["functions"] if function["name"] == "clFinish"]
        self.assertEqual(function, {"name": "clFinish", "calls": 3, "total": 600, "mean": 300, "longest": 500,
                                    "errors": 1, "unfinished": 1})
        totals = [function["total"] for function in summary["functions"]]
        self.assertEqual(totals, sorted(totals, reverse=True))

    def test_no_notes(self):
        """Where the trace goes to standard output, no note follows the summary, nor an empty line before it."""
        with tempfile.TemporaryDirectory() as folder:
            recording = os.path.join(folder, "recording")
            Recording().write(MAKE_RECORDING, recording)
            said = subprocess.run([TOOL, "trace", "--convert", recording, "--format", "csv", "-o", "-"], check=True, capture_output=True,
                                  text=True).stderr
        self.assertRegex(said, r"clGetPlatformIDs\n{1,2}\Z")

    def test_call_that_hangs(self):
        """A call that hangs has no time, but the summary shows it, however many functions have more."""
        r = Recording()
        for i, name in enumerate(["Flush", "RetainContext", "RetainCommandQueue", "RetainMemObject", "RetainProgram",
                                  "RetainKernel", "RetainEvent", "ReleaseEvent", "ReleaseKernel", "ReleaseProgram",
                                  "ReleaseMemObject", "ReleaseSampler", "RetainSampler"]):
            r.call("cl" + name, 1000 * i + 1000, 1000 * i + 1900, 0, QUEUE)
        r.call("clFinish", 50_000, 0, 0, QUEUE)
        text = r.text()
        self.assertRegex(text, r"\n +1 .* clFinish, 1 did not return\n")
        self.assertIn("  and 4 other functions\n", text)

    def test_kernels(self):
        r = Recording()
        for at, ended in (1000, 1300), (2000, 2100):
            r.launch(at, 1, at, ended, values=["global_work_size 8 64", "local_work_size 8 16"])
        r.create_kernel(3000, name="other")
        r.launch(4000, 1, 4000, 4100, values=["global_work_size 8 64"])
        r.launch(5000, 1, 5000, 5500, values=["global_work_size 8 128"])
        r.call("clEnqueueNDRangeKernel", 6000, 6001, 0, QUEUE, KERNEL, 1)  # a command without times
        r("value global_work_size 8 128")
        other, add = r.summary()["kernels"]
        self.assertEqual([other[key] for key in ("name", "commands", "timed", "total", "mean", "longest")],
                         ["other", 3, 2, 600, 300, 500])
        self.assertEqual([add[key] for key in ("name", "commands", "timed", "total", "mean", "longest")],
                         ["add", 2, 2, 400, 200, 300])
        self.assertEqual((add["device"], add["share"], add["median"]), ("Device", 0.4, 200))
        self.assertEqual(self.sizes(add), [([64], [16], 2)])
        r.launch(7000, 1, 7000, 7100, values=["global_work_size 8 128", "local_work_size 8 32"])
        r.create_kernel(8000, name="third")
        for at, local in (9000, 16), (9200, 32):  # of the same work-groups, but of another size
            r.launch(at, 1, at, at + 100, values=["global_work_size 8 64", f"local_work_size 8 {local}"])
        third = {kernel["name"]: kernel for kernel in r.summary()["kernels"]}["third"]
        self.assertEqual(self.sizes(third), [([64], [16], 1), ([64], [32], 1)])
        self.assertEqual(self.sizes(other), [([128], [], 2), ([64], [], 1)])
        text = r.text()
        self.assertRegex(text, r"\n +4 .* other\n.*\n +2 .*  128\n +1 .* 64\n +1 .* 128/32\n")

    def sizes(self, kernel):
        return [(launch["global"], launch["local"], launch["commands"]) for launch in kernel["launches"]]

    def test_spread(self):
        """The spread of a kernel's times: a hundred launches of 1 to 100 us, and one of 1 ms."""
        r = Recording()
        for i in range(101):
            at = 1000 + 200_000 * i
            took = (i + 1) * 1000 if i < 100 else 1_000_000
            r.launch(at, 1, at + 7000 + i % 2, at + 7000 + i % 2 + took, queued=at)
        (kernel,) = r.summary()["kernels"]
        (launches,) = kernel["launches"]
        for shown in kernel, launches:
            self.assertEqual([shown[name] for name in ("total", "median", "p99", "longest", "deviation")],
                             [6_050_000, 51_000, 100_000, 1_000_000, 98_299])
        self.assertEqual(kernel["waited"], 7000)
        self.assertIn("  100.0 % of all kernels; deviation 98.3 us; queued for 7.00 us (median)\n", r.text())

    def test_digits(self):
        """Times have three digits, and are rounded before their unit is chosen."""
        for took, shown in [(9994, "9.99 us"), (9995, "10.0 us"), (99_949, "99.9 us"), (99_950, "100 us"), (999_499, "999 us"), (999_500, "1.00 ms")]:
            with self.subTest(took):
                r = Recording()
                r.launch(1000, 1, 8000, 8000 + took)
                self.assertRegex(r.text(), f"(?m)^ .* {shown} .* add 0$")

    def test_time_of_the_host(self):
        """Each moment counts once, whatever other threads do. A call that never returned lasts to the end."""
        r = Recording()
        r.call("clBuildProgram", 10_000_000, 30_000_000, 0, PROGRAM)
        r.call("clFinish", 40_000_000, 60_000_000, 0, QUEUE)
        r.launch(50_000_000, 5_000_000, 50_000_000, 50_001_000)  # another thread waits meanwhile
        r.read(70_000_000, 4_000_000, 70_000_000, 70_001_000)  # the read blocks
        r.read(75_000_000, 1_000_000, 75_000_000, 75_001_000, blocking=0)
        r.call("clRetainKernel", 80_000_000, 83_000_000, 0, KERNEL)
        r.call("clCompileProgram", 84_000_000, 86_000_000, 0, PROGRAM)
        r.call("clLinkProgram", 87_000_000, 88_000_000, PROGRAM + 1, CONTEXT)
        r.call("clGetEventInfo", 93_000_000, 94_000_000, 0, 0xE00, 0x11D3)  # polls
        r.call("clGetEventInfo", 95_000_000, 96_000_000, 0, 0xE00, 0x11D2)
        r.call("clMemBlockingFreeINTEL", 90_000_000, 92_000_000, 0, CONTEXT, 0x7000)  # waits for commands
        r.call("clWaitForEvents", 98_000_000, 0, 0, 1)
        time = {name: round(nanoseconds / 1e6) for name, nanoseconds in r.summary()["time"].items()}
        self.assertEqual(time, {"building": 23, "waiting": 24, "enqueuing": 6, "other_calls": 4, "outside": 43})
        self.assertIn("24 % waiting, 6 % enqueuing, 23 % building programs, 4 % in other calls, 43 % outside OpenCL\n",
                      r.text().replace("\n  ", " "))

    def test_time_of_a_device(self):
        r = Recording()
        def event(name):
            r(f"value event 8 {name}")
        def times():
            device, = r.summary()["devices"]
            return [device[name] for name in ("span", "busy", "overlapped", "waited_for_host", "waited_for_queues")]
        r.launch(1000, 1, 1000, 3000)
        r.read(1500, 1, 2000, 2500, queue=OTHER_QUEUE, blocking=0)  # overlaps for 500
        self.assertEqual(times(), [2000, 2000, 500, 0, 0])
        # waited 1000 for the host
        r.enqueue("clEnqueueNDRangeKernel", 4000, 1, 4000, 6000, KERNEL, 1, values=["event 8 0xE01"])
        # Begins 300 after the event of the other queue. It waits for that event from 5000 to 6000, while the device
        # works.
        r.enqueue("clEnqueueReadBuffer", 5000, 1, 6300, 6500, 0xB1, 0, 0, 64, 0, 1, queue=OTHER_QUEUE,
                  values=["event_wait_list 8 0xE01", "event 8 0xE02"])
        self.assertEqual(times(), [5500, 4200, 500, 1000, 0])

    def test_device_that_waits_for_another(self):
        r = Recording()
        r("name", 0xD2, 0, "Other")
        r.queue(0xA3, 0xD2, 500)
        r.launch(1000, 1, 1000, 9000, values=["event 8 0xE01"])
        r.launch(1500, 1, 1500, 2500, queue=0xA3)
        r.launch(2000, 1, 9400, 9500, queue=0xA3, values=["event_wait_list 8 0xE01"])
        # that event has ended long ago
        r.launch(12_000, 1, 12_000, 12_100, queue=0xA3, values=["event_wait_list 8 0xE01"])
        r.call("clCreateUserEvent", 20_000, 20_010, 0xE01, CONTEXT)  # has the address of the other event
        self.assertEqual([[device[name] for name in ("busy", "waited_for_host", "waited_for_queues")]
                          for device in r.summary()["devices"]], [[8000, 0, 0], [1200, 2500, 6500]])
        text = r.text()
        self.assertRegex(text, r"\n +1.20 us +0 ns +2.50 us +6.50 us  2, Other\n")

    def test_events_at_the_address_of_another_one(self):
        """An event of the host or of another API has the address of a command's event. A command that waits for it
        waits for no queue."""
        for create in "clCreateUserEvent", "clCreateEventFromGLsyncKHR", "clCreateEventFromEGLSyncKHR":
            with self.subTest(create):
                r = Recording()
                r.queue(0xA3, 0xD2, 500)
                r.launch(1000, 1, 1000, 9000, values=["event 8 0xE01"])
                r.call(create, 1500, 1510, 0xE01, CONTEXT)
                r.launch(2000, 1, 9400, 9500, queue=0xA3, values=["event_wait_list 8 0xE01"])
                self.assertEqual([(device["busy"], device["waited_for_queues"]) for device in r.summary()["devices"]],
                                 [(8000, 0), (100, 0)])

    def test_kernels_of_two_devices(self):
        """Two kernels of one name, on two devices, have two rows. Each row names its device, although both devices may
        have one name, too."""
        r = Recording()
        r("name", 0xD2, 0, "Device")
        r.queue(0xA3, 0xD2, 500)
        for at, took, queue in (1000, 300, QUEUE), (2000, 100, 0xA3), (3000, 300, QUEUE):
            r.launch(at, 1, at, at + took, queue=queue, values=["global_work_size 8 64"])
        self.assertEqual([[kernel[name] for name in ("name", "device", "device_number", "commands", "total")]
                          for kernel in r.summary()["kernels"]], [["add", "Device", 1, 2, 600], ["add", "Device", 2, 1, 100]])
        text = r.text()
        self.assertRegex(text, r"\n +2 .* add 64 on device 1\n.*\n +1 .* add 64 on device 2\n")
        self.assertRegex(text, r"\n +100 ns .* 2, Device\n")

    def test_long_names(self):
        """Long names are whole, so that no two rows look the same."""
        r = Recording()
        names = [f"a_kernel_with_a_long_name_of_which_variant_{i}_is_one" for i in range(3)]
        for i, name in enumerate(names):
            r.create_kernel(1000 * i + 1000, name=name)
            r.launch(1000 * i + 1200, 1, 1000 * i + 1200, 1000 * i + 1300)
        text = r.text()
        for name in names:
            self.assertEqual(text.count(name), 1, text)

    def test_long_tables(self):
        """A table has twelve rows at most, and a kernel five sizes. The rest is counted."""
        for more in 0, 1:
            r = Recording()
            for i in range(12 + more):
                at = 10_000 * i + 1000
                r.call("clCreateBuffer", at, at + 1, 0xB00 + i, 0xC00 + i, 1, 64)
                if i > 1:
                    r.queue(0xA00 + i, DEVICE, at + 10)
                r.create_kernel(at + 100, name=f"kernel{i}")
                r.launch(at + 200, 1, at + 200, at + 300 + i, queue=[QUEUE, OTHER_QUEUE, 0xA00 + i][min(i, 2)])
            for i in range(4 + more):
                r.enqueue("clEnqueueNDRangeKernel", at + 1000 * i + 1000, 1, at + 1000 * i + 1000, at + 1000 * i + 1100, KERNEL, 3,
                          values=[f"global_work_size 8 {64 + i} 2 3", "local_work_size 8 4 2 1"])
            with self.subTest(more):
                text = r.text()
                for what in "kernel", "queue", "size":
                    self.assertEqual(f"  and 1 other {what}\n" in text, bool(more), text)
                self.assertIn(" 64x2x3/4x2x1\n", text)
                self.assertEqual((text.count("\nContext "), text.count("  kernel")), (12, 13))  # and the heading
                self.assertEqual(text.count(" on device 1, "), 12)  # one for each queue

    def test_clock_at_odds(self):
        """If a device's times contradict the host's, the summary has no figures of them."""
        r = Recording()
        r.launch(1000, 10, 1000, 1300)
        r.AHEAD = 500_000_000  # the next two commands claim a time far from the first
        r.launch(2000, 10, 2000, 2100)
        r.AHEAD = -500_000_000 + 2**40
        r.launch(3000, 10, 3000, 3100)
        summary = r.summary()
        self.assertEqual([device["clock_agrees"] for device in summary["devices"]], [False])
        self.assertEqual([(kernel["commands"], kernel["timed"], kernel["total"]) for kernel in summary["kernels"]], [(3, 0, 0)])
        text = r.text()
        self.assertIn("The times that the driver gives for device 1, Device, contradict", text)
        self.assertRegex(text, r"\n +3 +- +- +- +- +add")
        r.queue(0xA3, 0xD2, 500)
        r.launch(4000, 10, 9000, 9100, values=["event 8 0xE01"])
        r.AHEAD = 0
        r.launch(5000, 10, 9400, 9500, queue=0xA3, values=["event_wait_list 8 0xE01"])
        self.assertEqual(r.summary()["devices"][1]["waited_for_queues"], 0)  # the other command's end is not known

    def test_commands_that_contradict_the_others(self):
        """If most commands agree, the summary leaves out only those that contradict, even if a clock drifts."""
        def make(good, bad, ahead, drift):
            r = Recording()
            for i in range(good + bad):
                at = 1000 + 1_000_000 * i
                r.AHEAD = 7_000_000 + round(drift * at)
                if i % 2 and i // 2 < bad:
                    r.AHEAD += ahead
                    r.read(at, 10, at + 20, at + 5020)
                else:
                    r.launch(at, 10, at + 100, at + 400)
            return r
        for good, bad, ahead, drift, agrees in [
                (2, 1, 500_000_000, 0, True), (2, 1, -6_000, 0, True), (4, 3, -6_000, 0, True), (3, 3, -6_000, 0, False),
                (45, 44, 10 ** 9, 0, True), (44, 44, 10 ** 9, 0, False), (60, 20, 10 ** 8, 5e-5, True),
                (60, 20, -6_000, -5e-5, True), (60, 20, 2 ** 50, 5e-5, True), (80, 0, 0, 5e-5, True)]:
            with self.subTest(str((good, bad, ahead, drift))):
                r = make(good, bad, ahead, drift)
                text, summary = " ".join(r.text().split()), r.summary()
                [device], [kernel] = summary["devices"], summary["kernels"]
                self.assertEqual((device["contradicting"], device["clock_agrees"]), (bad if agrees else 0, agrees))
                self.assertEqual((kernel["timed"], round(kernel["total"], -3)), (good, round(300 * good, -3)) if agrees else (0, 0))
                self.assertEqual([(transfer["commands"], transfer["timed"]) for transfer in summary["transfers"]],
                                 [(bad, 0)] if bad else [])
                said = f"gives for {bad} command{'s' * (bad > 1)} of device 1, Device, contradict the host's clock, by what most"
                self.assertEqual(said in text, bad > 0 and agrees, text)
                self.assertEqual("gives for device 1, Device, contradict" in text, not agrees, text)

    def test_commands_without_times(self):
        """The summary leaves out only the command that ended before it started. For a command without times it gives a
        reason."""
        def make(reversed_by=0, timed=True):
            r = Recording()
            r.launch(1000, 10, 1100, 1300)
            r.read(2000, 10, 2400 + reversed_by, 2400)
            if not timed:
                label = r.call("clEnqueueNDRangeKernel", 3000, 3010, 0, QUEUE, KERNEL, 1)
                r("command", label, 3100, 0, 0, 0, 0, 0)
            return r
        for options, reversed_, untimed in [({}, 0, 0), ({"reversed_by": 1}, 1, 0), ({"timed": False}, 0, 1),
                                            ({"reversed_by": 10 ** 15, "timed": False}, 1, 1)]:
            with self.subTest(str(options)):
                summary, text = make(**options).summary(), " ".join(make(**options).text().split())
                [device] = summary["devices"]
                self.assertEqual((device["reversed"], device["untimed"], device["clock_agrees"]), (reversed_, untimed, True))
                self.assertEqual([kernel["total"] for kernel in summary["kernels"]], [200])
                self.assertEqual("for 1 command of device 1, Device, end before they start" in text, bool(reversed_), text)
                self.assertEqual("no times for 1 command of device 1, Device: profiling" in text, bool(untimed), text)
        r = Recording()
        label = r.call("clEnqueueNDRangeKernel", 3000, 3010, 0, QUEUE, KERNEL, 1)
        r("command", label, 3100, 0, 0, 0, 0, 0)
        (device,) = r.summary()["devices"]
        self.assertEqual((device["untimed"], device["span"]), (1, 0))
        for since, untimed in (30, 1), (5, 0):  # the driver has refused profiling: for this queue, or an earlier one
            with self.subTest(since):
                r = Recording()
                r("type", QUEUE, since, "without profiling")
                r.call("clEnqueueNDRangeKernel", 3000, 3010, 0, QUEUE, KERNEL, 1)
                self.assertEqual([device["untimed"] for device in r.summary()["devices"]], [1] * untimed)

    def test_times_of_another_command(self):
        """The driver gives the times of another command. They say nothing about this one, nor about the device's
        clock."""
        r = Recording()
        r.launch(1000, 10, 1050, 1300)
        for at in 5000, 6000:  # this is what NVIDIA's driver answers for commands without work
            r.launch(at, 10, 1050, 1300, queued=1050)
            r.read(at + 100, 10, 1050, 1300, queued=1050, queue=OTHER_QUEUE)
        r.launch(9000, 10, 9050, 9150)
        r.launch(9200, 10, 9200, 9210)  # its own times, although it did not wait
        summary = r.summary()
        self.assertEqual([device["clock_agrees"] for device in summary["devices"]], [True])
        self.assertEqual([(kernel["commands"], kernel["timed"], kernel["total"]) for kernel in summary["kernels"]], [(5, 3, 360)])
        self.assertEqual([(transfer["commands"], transfer["timed"]) for transfer in summary["transfers"]], [(2, 0)])
        r = Recording()
        for at, queue in (1000, QUEUE), (1010, OTHER_QUEUE):  # both waited, and ran at the same time
            r.launch(at, 10, 1050, 1300, queue=queue)
        r.launch(5000, 10, 5000, 5010)
        self.assertEqual([kernel["timed"] for kernel in r.summary()["kernels"]], [3])

    def test_queued_after_its_start(self):
        """Some drivers say so, by another clock. Then nobody knows how long the command waited."""
        r = Recording()
        r.launch(1000, 400, 1100, 1300, queued=1200)
        r.launch(5000, 400, 5100, 5300, queued=5200)
        summary = r.summary()
        self.assertEqual([(kernel["timed"], kernel["waited"]) for kernel in summary["kernels"]], [(2, 0)])
        self.assertEqual([queue["idle"] for queue in summary["queues"]], [0])

    def test_context_at_the_address_of_another_one(self):
        r = Recording()
        for at, size in (1000, 100), (2000, 40):
            r.call("clCreateContext", at, at + 10, CONTEXT, 0, 1)
            r.call("clCreateBuffer", at + 20, at + 30, 0xB1, CONTEXT, 1, size)
            r.call("clReleaseMemObject", at + 40, at + 50, 0, 0xB1)
        self.assertEqual([context["most"] for context in r.summary()["memory"]], [100, 40])

    def test_command_buffers(self):
        """A command buffer runs on the queue for which it was made, or on the one that the call names."""
        r = Recording()
        r.call("clCreateCommandBufferKHR", 1000, 1001, 0xCB, 1, 1)
        r("value queues 8", QUEUE)
        r.enqueue("clEnqueueCommandBufferKHR", 2000, 1, 2000, 2300, 0, 0xCB, queue=0)
        r.enqueue("clEnqueueCommandBufferKHR", 3000, 1, 3000, 3010, 1, 0xCB, queue=1, values=[f"queues 8 {OTHER_QUEUE}"])
        r.enqueue("clEnqueueCommandBufferKHR", 4000, 1, 4000, 4020, 1, 0xCB, queue=1, values=[f"queues 8 {OTHER_QUEUE}"])
        self.assertEqual({int(queue["queue"], 16): (queue["commands"], queue["busy"]) for queue in r.summary()["queues"]},
                         {QUEUE: (1, 300), OTHER_QUEUE: (2, 30)})

    def test_kernels_of_command_buffers(self):
        """Each command buffer has a row with its kernels, even if it has the address of a released one."""
        r = Recording()
        for at, kernels in (10_000, ["add", "mul", "add"]), (20_000, []):
            r.call("clCreateCommandBufferKHR", at, at + 1, 0xCB, 1, 1)
            r("value queues 8", QUEUE)
            for i, name in enumerate(kernels):
                r.create_kernel(at + 100 * i + 10, 1, name=name)
                r.call("clCommandNDRangeKernelKHR", at + 100 * i + 20, at + 100 * i + 30, 0, 0xCB, 0, 0, KERNEL, 1)
            for i in range(3):
                r.enqueue("clEnqueueCommandBufferKHR", at + 1000 + i, 1, at + 2000 + 100 * i, at + 2050 + 100 * i, 0, 0xCB,
                          queue=0)
        self.assertEqual({kernel["name"]: (kernel["commands"], kernel["total"]) for kernel in r.summary()["kernels"]},
                         {"command buffer 1: add x2, mul": (3, 150), "command buffer 2": (3, 150)})

    def test_launches_without_sizes(self):
        r = Recording()
        r("type", DEVICE, 0, "CPU")
        r.enqueue("clEnqueueNativeKernel", 1000, 1, 1000, 5_001_000, 0xF00)
        r.enqueue("clEnqueueTask", 10_000_000, 1, 10_000_000, 16_000_000, KERNEL)
        summary = r.summary()
        self.assertEqual({kernel["name"]: (kernel["total"], self.sizes(kernel)) for kernel in summary["kernels"]},
                         {"native kernel 0xf00": (5_000_000, [([], [], 1)]), "add": (6_000_000, [([1], [1], 1)])})
        self.assertEqual([hint["text"] for hint in summary["hints"]],
                         ["Kernel add ran with a single work-item for 6.00 ms, 6 % of the time."])

    def test_markers(self):
        """Markers and barriers do not keep a device busy, however long they last."""
        for name in "clEnqueueMarkerWithWaitList", "clEnqueueMarker", "clEnqueueBarrierWithWaitList":
            with self.subTest(name):
                r = Recording()
                r.launch(1000, 1, 1000, 2000)
                r.enqueue(name, 1500, 1, 1500, 9000, queue=OTHER_QUEUE)
                r.enqueue("clEnqueueUnmapMemObject", 1600, 1, 1600, 1700, queue=OTHER_QUEUE)
                (device,) = r.summary()["devices"]
                self.assertEqual((device["span"], device["busy"], device["overlapped"]), (1000, 1000, 100))

    def test_clones(self):
        """A clone has the name that its original had at that time. That holds for a clone of a clone, and for one of
        many."""
        r = Recording()
        clones = range(0x100000, 0x100000 + 16 * 10000, 16)
        original = KERNEL
        for i, clone in enumerate(clones):
            r.call("clCloneKernel", 1000 + 20 * i, 1010 + 20 * i, clone, original)
            original = clone
        r.create_kernel(1_000_000, name="other")
        r.call("clCloneKernel", 1_000_100, 1_000_110, clones[0], KERNEL)
        r.call("clCloneKernel", 1_000_200, 1_000_210, 0xE7, 0xE6)  # the recording does not know the original
        for at, kernel in (2_000_000, clones[0]), (2_001_000, clones[-1]), (2_002_000, 0xE7):
            r.enqueue("clEnqueueNDRangeKernel", at, 1, at, at + 100, kernel, 1)
        names = {kernel["name"]: kernel["commands"] for kernel in r.summary()["kernels"]}
        self.assertEqual({name: names.get(name) for name in ("add", "other")}, {"add": 1, "other": 1})
        self.assertEqual(sum(names.values()), 3)

    def transfers(self, r):
        return {transfer["kind"]: (transfer["commands"], transfer["timed"], transfer["bytes"], transfer["gigabytes_per_second"])
                for transfer in r.summary()["transfers"]}

    def test_transfers(self):
        r = Recording()
        r.read(1000, 1, 1000, 2000, size=4000)
        r.read(3000, 1, 3000, 3500, size=2000)
        # without times, so it does not count for the speed
        r.call("clEnqueueReadBuffer", 4000, 4001, 0, QUEUE, 0xB1, 1, 0, 500)
        r.enqueue("clEnqueueReadBufferRect", 5000, 1, 5000, 5500, 0xB1, values=["region 8 10 20 5"])
        r.write_buffer(6000, 1, 6000, 6100, size=50)
        r.enqueue("clEnqueueCopyBuffer", 7000, 1, 7000, 7100, 0xB1, 0xB2, 0, 0, 300)
        r.enqueue("clEnqueueFillBuffer", 8000, 1, 8000, 8100, 0xB1, 0x1000, 4, 0, 200)
        r.enqueue("clEnqueueMapBuffer", 9000, 1, 9000, 9100, 0xB1, 1, 1, 0, 100)
        r.enqueue("clEnqueueSVMMemcpy", 10_000, 1, 10_000, 10_100, 1, 0x7000, 0x8000, 400)
        r.enqueue("clEnqueueSVMMemFill", 11_000, 1, 11_000, 11_100, 0x7000, 0x1000, 4, 500)
        r.enqueue("clEnqueueSVMMap", 12_000, 1, 12_000, 12_100, 1, 1, 0x7000, 600)
        r.enqueue("clEnqueueMemcpyINTEL", 13_000, 1, 13_000, 13_100, 1, 0x7000, 0x8000, 700)
        self.assertEqual(self.transfers(r), {
            "read": (4, 3, 7500, 3.5), "write": (1, 1, 50, 0.5), "copy": (1, 1, 300, 3.0),
            "fill": (1, 1, 200, 2.0), "map": (1, 1, 100, None), "copy SVM": (1, 1, 400, 4.0),
            "fill SVM": (1, 1, 500, 5.0), "map SVM": (1, 1, 600, None), "copy USM": (1, 1, 700, 7.0)})
        self.assertRegex(r.text(), r"\n +1 +600 B +100 ns +100 ns +-  map SVM\n")

    def test_transfers_of_images(self):
        rgba_8, r_float = (0x10B5, 0x10D2), (0x10B0, 0x10DE)
        r = Recording()
        for at, of, handle in (1000, rgba_8, 0xB1), (1200, r_float, 0xB2):
            r.call("clCreateImage", at, at + 100, handle, CONTEXT, 1)
            r("image_format", *of)
            r("image_desc", 0x10F1, 64, 32, 0, 0, 0)
        for at, function, *arguments in [
                (2000, "clEnqueueReadImage", 0xB1), (3000, "clEnqueueReadImage", 0xBB),  # of an unknown size
                (4000, "clEnqueueWriteImage", 0xB2), (5000, "clEnqueueCopyImageToBuffer", 0xB1, 0xB9),
                (6000, "clEnqueueCopyBufferToImage", 0xB9, 0xB2), (7000, "clEnqueueMapImage", 0xB1)]:
            r.enqueue(function, at, 1, at, at + 500, *arguments, values=["region 8 10 5 1"])
        self.assertEqual(self.transfers(r), {"read image": (2, 2, 200, 0.2), "write image": (1, 1, 200, 0.4),
                                             "copy image": (2, 2, 400, 0.4), "map image": (1, 1, 200, None)})

    def test_queues(self):
        """Commands that overlap count once. A queue is idle from the end of its commands until the program enqueues the
        next one, not until that starts."""
        r = Recording()
        r.launch(1000, 1, 1000, 2000)
        r.launch(1001, 1, 1500, 2500)
        r.launch(1002, 1, 1600, 1700)
        r.launch(3900, 1, 4000, 5000)
        r.launch(1004, 1, 6000, 6500, queue=OTHER_QUEUE)
        r.call("clEnqueueNDRangeKernel", 7000, 7001, 0, QUEUE, KERNEL, 1)
        first, second = r.summary()["queues"]
        self.assertEqual([first[key] for key in ("queue", "device", "commands", "timed", "busy", "idle")],
                         ["0xa1", "Device", 5, 4, 2500, 1400])
        self.assertEqual([second[key] for key in ("queue", "commands", "busy", "idle")], ["0xa2", 1, 500, 0])

    def test_queue_at_the_address_of_another_one(self):
        """Each queue has a row. The time between them is no idle time."""
        r = Recording()
        r.launch(1000, 1, 1000, 2000)
        r.call("clReleaseCommandQueue", 3000, 3010, 0, QUEUE)
        r.queue(QUEUE, DEVICE, 4000)
        r.launch(5000, 1, 5000, 5400)
        self.assertEqual([(queue["queue"], queue["commands"], queue["busy"], queue["idle"]) for queue in r.summary()["queues"]],
                         [("0xa1", 1, 1000, 0), ("0xa1", 1, 400, 0)])

    def test_memory(self):
        r = Recording()
        buffers = [(0xB1, 1000), (0xB2, 500), (0, 9999)]
        for i, (handle, size) in enumerate(buffers):
            r.call("clCreateBuffer", 1000 + i, 1001 + i, handle, CONTEXT, 1, size)
        r.call("clRetainMemObject", 2000, 2001, 0, 0xB1)
        r.call("clCreateSubBuffer", 2100, 2101, 0xB3, 0xB2, 1, 0x1220)
        r.call("clSVMAlloc", 2200, 2201, 0x7000, CONTEXT, 1, 50, 0)
        r.call("clSVMAlloc", 2300, 2301, 0x8000, CONTEXT, 1, 25, 0)
        r.call("clEnqueueSVMFree", 2400, 2401, 0, QUEUE, 1)
        r("value svm_pointers 8", 0x7000)
        r.call("clSVMFree", 2500, 2501, 0, CONTEXT, 0x8000)
        r.call("clSVMAlloc", 2600, 2601, 0x9000, CONTEXT, 1, 60, 0)
        r.call("clEnqueueSVMFree", 2700, 2701, 0, QUEUE, 1, 0, 0xF)  # a callback frees it later
        r("value svm_pointers 8", 0x9000)
        r.call("clReleaseMemObject", 3000, 3001, 0, 0xB1)  # a reference is left
        r.call("clReleaseMemObject", 3100, 3101, 0, 0xB2)  # its sub-buffer is left
        r.call("clReleaseMemObject", 3200, 3201, ERROR, 0xB1)
        r.call("clCreateBuffer", 4000, 4001, 0xB4, 0xC2, 1, 77)
        r.call("clReleaseMemObject", 4100, 4101, 0, 0xB4)
        r.call("clCreateImage", 5000, 5001, 0xB5, 0xC3, 1)
        r("image_format", 0x10B5, 0x10D2)
        r("image_desc", 0x10F1, 64, 32, 0, 0, 0)
        memory = [[context[name] for name in ("context", "most", "left", "objects_left")]
                  for context in r.summary()["memory"]]
        self.assertEqual(memory, [["0xc1", 1575, 1560, 4], ["0xc2", 77, 0, 0], ["0xc3", 8192, 8192, 1]])

    def test_memory_of_images(self):
        for kind, size in (0x10F4, 8), (0x10F5, 8 * 3), (0x10F1, 8 * 4), (0x10F3, 8 * 4 * 3), (0x10F2, 8 * 4 * 2):
            with self.subTest(kind):
                r = Recording()
                r.call("clCreateImage", 1000, 1001, 0xB1, CONTEXT, 1)
                r("image_format", 0x10B5, 0x10D2)  # four bytes
                r("image_desc", kind, 8, 4, 2, 3, 0)
                self.assertEqual(r.summary()["memory"][0]["most"], 4 * size)

    def test_memory_of_parts(self):
        """A buffer lives until its sub-buffers are released, too."""
        r = Recording()
        r.call("clCreateBuffer", 1000, 1001, 0xB1, CONTEXT, 1, 500)
        r.call("clCreateSubBuffer", 1100, 1101, 0xB2, 0xB1, 1, 0x1220)
        r.call("clReleaseMemObject", 1200, 1201, 0, 0xB1)
        r.call("clReleaseMemObject", 1300, 1301, 0, 0xB2)
        (memory,) = r.summary()["memory"]
        self.assertEqual((memory["most"], memory["left"], memory["objects_left"]), (500, 0, 0))

    def test_ranges(self):
        """A range counts the waits of its own thread, and what devices did meanwhile."""
        r = Recording()
        r.range("frame", 1000)
        r.launch(1100, 100, 2000, 5000)
        r.launch(1300, 100, 4000, 6000, queue=OTHER_QUEUE)  # at the same time as the other
        r.call("clFinish", 3000, 6500, 0, QUEUE)
        r.range("inside", 6500, 7000, depth=1)
        r("mark", recordings.POP, 11_000, 0)
        r.range("frame", 20_000, 40_000)
        r.launch(39_000, 100, 39_100, 50_000)  # ends after the range
        r.range("hangs \udcff\t", 60_000)
        r("mark", recordings.START, 60_500, 1, "job")
        r("chunk", 100, 101, "worker")
        r.range("worker", 61_000)
        r.call("clWaitForEvents", 62_000, 65_000, 0, 1)
        r("mark", recordings.POP, 70_000, 0)
        r("mark", recordings.END, 80_500, 1)
        ranges = {range_.pop("name"): tuple(range_.values()) for range_ in r.summary()["ranges"]}
        self.assertEqual(list(ranges), ["frame", "job", "worker", "inside", "hangs \\xff\t"])
        self.assertEqual(ranges, {
            # count, total, mean, longest, waiting, busy, unfinished
            "frame": (2, 30_000, 15_000, 20_000, 3500, 4000 + 900, 0),
            "job": (1, 20_000, 20_000, 20_000, 3000, 0, 0),
            "worker": (1, 9000, 9000, 9000, 3000, 0, 0),
            "inside": (1, 500, 500, 500, 0, 0, 0),
            "hangs \\xff\t": (1, 0, 0, 0, 0, 0, 1)})
        text = r.text()
        self.assertIn("        2  30.0 us  15.0 us  20.0 us  3.50 us  4.90 us  frame\n", text)
        self.assertIn("hangs \\xff\\x09, 1 did", text)
        self.assertNotIn("did not end", Recording().text())
        # Times within others, of another thread and another queue.
        r = Recording()
        r.range("frame", 1000, 20_000)
        r.launch(1100, 100, 2000, 9000)
        r.launch(1300, 100, 3000, 4000, queue=OTHER_QUEUE)
        r.launch(1500, 100, 8000, 10_000, queue=OTHER_QUEUE)
        r.call("clFinish", 3000, 9500, 0, QUEUE)
        self.assertEqual(tuple(r.summary()["ranges"][0].values())[5:7], (6500, 8000))
        # Of several ranges, only those that ended have a mean.
        r = Recording()
        for at in 1000, 20_000:
            r.range("frame", at, at + 9000)
        r.range("frame", 40_000)
        (range_,) = r.summary()["ranges"]
        self.assertEqual([range_[key] for key in ("count", "total", "mean", "unfinished")], [3, 18_000, 9000, 1])

    def test_ranges_in_a_span(self):
        """Ranges that lie partly in the span count as a whole."""
        r = Recording()
        r.range("before", 1000, 2000)
        r.range("into it", 3000)
        r.call("clFinish", 3500, 4500, 0, QUEUE)
        r.launch(4500, 100, 4600, 4700)
        r("mark", recordings.POP, 1_500_000, 0)
        r.range("after", 2_000_000, 2_500_000)
        (found,) = r.summary("--start-after", "0.001", "--duration", "0.001")["ranges"]
        self.assertEqual([found[key] for key in ("name", "count", "total", "waiting", "busy")],
                         ["into it", 1, 1_497_000, 1000, 100])

    def test_ranges_of_many_texts(self):
        r = Recording()
        for i in range(20):
            r.range(f"part {i}", 1000 + 1000 * i, 1010 + 1000 * i + i)
        text = r.text()
        self.assertIn("  part 8\n", text)
        self.assertNotIn("  part 7\n", text)
        self.assertIn("and 8 other ranges", text)
        self.assertEqual(len(r.summary()["ranges"]), 20)

    def test_builds(self):
        r = Recording()
        r.call("clBuildProgram", 1000, 1500, 0, PROGRAM)
        r.call("clCompileProgram", 2000, 2200, 0, PROGRAM)
        r.call("clLinkProgram", 3000, 3100, 0x51, CONTEXT)
        r.call("clBuildProgram", 4000, 4100, -11, PROGRAM)
        self.assertEqual(r.summary()["builds"], {"builds": 4, "total": 900, "again": 0})


    def test_programs(self):
        """A log belongs to the build before it, but not if another program has got the handle since. A program from
        binaries of several devices is named after the first."""
        r = Recording()
        for at, later, function, parameter, values, log in (
                (1000, 0, "clCreateProgramWithSource", "strings", "0x51", "first"),
                (2000, 200, "clCreateProgramWithSource", "strings", "0x52", "second"),
                (3000, 200, "clCreateProgramWithBinary", "binaries", "0x61 0x62", "two"),
                (4000, 200, "clCreateProgramWithBinary", "binaries", "0x61", "one")):
            r.call(function, at, at + 10, PROGRAM, CONTEXT, 1)
            r(f"value {parameter} 8 {values}")
            r("flags 2")  # the values are hashes
            r.call("clBuildProgram", at + 100, at + 200, 0, PROGRAM)
            r("log", PROGRAM, at + 100 + later, log)
        with tempfile.TemporaryDirectory() as folder:
            programs = os.path.join(folder, "programs")
            r.text("--programs", programs)
            texts = []
            for name in os.listdir(programs):
                if name.endswith(".txt"):
                    with open(os.path.join(programs, name), encoding="utf-8") as file:
                        texts.append(re.sub("clBuildProgram: .*\n", "", file.read()))
        self.assertEqual(sorted(texts), ["first\n", "second\n", "two\none\n"])


class Span(Case):
    """A span from 20 ms to 30 ms. What lies partly in it counts as a whole in the tables, but not in the use of
    time."""

    def summary(self, r, *options):
        return r.summary(*(options or ("--start-after", "0.02", "--duration", "0.01")))

    def test_calls_and_commands(self):
        r = Recording()
        for begin, end in (5, 6), (19, 23), (24, 26), (29, 34), (30, 31):
            r.call("clFinish", begin * 1_000_000, end * 1_000_000, 0, QUEUE)
        for start, end in (2, 4), (18, 22), (24, 25), (28, 36), (36, 40):
            r.launch(1_000_000 + start, 1000, start * 1_000_000, end * 1_000_000)
        s = self.summary(r)
        self.assertEqual([(function["name"], function["calls"], function["total"]) for function in s["functions"]],
                         [("clFinish", 3, 11_000_000)])
        self.assertAlmostEqual(s["seconds"], 0.01)
        self.assertEqual((s["time"]["waiting"], s["time"]["outside"]), (6_000_000, 4_000_000))
        self.assertEqual([(kernel["commands"], kernel["total"]) for kernel in s["kernels"]], [(3, 13_000_000)])
        (device,) = s["devices"]
        self.assertEqual((device["busy"], device["span"]), (5_000_000, 10_000_000))
        self.assertEqual(device["waited_for_host"], 0)  # all were enqueued before
        r.launch(70_000_000, 1000, 71_000_000, 72_000_000)
        (device,) = self.summary(r, "--start-after", "0.06", "--duration", "0.03")["devices"]
        self.assertEqual((device["busy"], device["span"]), (1_000_000, 2_000_000))

    def test_memory_and_builds(self):
        r = Recording()
        for at, handle, size in (1, 0xB1, 1000), (2, 0xB2, 500), (22, 0xB3, 50), (40, 0xB4, 7000):
            r.call("clCreateBuffer", at * 1_000_000, at * 1_000_000 + 10, handle, CONTEXT, 1, size)
        for at, handle in (3, 0xB2), (25, 0xB1), (45, 0xB3):
            r.call("clReleaseMemObject", at * 1_000_000, at * 1_000_000 + 10, 0, handle)
        r.call("clCreateProgramWithSource", 4_000_000, 4_000_010, 0x60, CONTEXT, 1)
        r("value strings 8 1")
        for at in 5, 6, 23, 41:
            r.call("clBuildProgram", at * 1_000_000, at * 1_000_000 + 100_000, 0, 0x60, 1, 0x1000)
            r("value device_list 8", DEVICE)
        s = self.summary(r)
        (memory,) = s["memory"]
        self.assertEqual((memory["most"], memory["left"], memory["objects_left"]), (1050, 50, 1))
        self.assertEqual(s["builds"], {"builds": 1, "total": 100_000, "again": 1})

    def test_hints(self):
        """A habit counts only in the span. What the program makes there, it may release later."""
        r = Recording()
        for i in range(200):
            r.launch(21_000_000 + 1000 * i, 100, 21_000_500 + 1000 * i, 21_000_900 + 1000 * i,
                     values=[f"event 8 {0xF000 + i}"])
            r.call("clFlush", 11_000_000 + 10_000 * i, 11_009_000 + 10_000 * i, 0, QUEUE)
            r.create_kernel(14_000_000 + 1000 * i, took=900)
        self.assertEqual([hint["id"] for hint in self.summary(r)["hints"]], [])
        earlier = self.summary(r, "--start-after", "0.01", "--duration", "0.01")
        self.assertIn("flushes", [hint["id"] for hint in earlier["hints"]])
        self.assertIn("never-released", [hint["id"] for hint in r.summary()["hints"]])

    def test_no_call(self):
        s = self.summary(Recording())
        self.assertEqual((s["calls"], s["seconds"]), (0, 0))
        self.assertRegex(s["notes"][0], "^There is no call in the time span .* began after 0.100 seconds")
        r = Recording()
        r.lines = [line for line in r.lines if "clGetPlatformIDs" not in line]
        (note, *_) = self.summary(r, "--duration", "0.00000001")["notes"]
        self.assertRegex(note, "^There is no call in the time span")


class Compare(Case):
    """Two runs. The second one has a slower kernel, a different kernel, and fewer calls."""
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.paths = []
        for took, other, waits in (1000, "old", 2), (1200, "new", 0):
            r = Recording()
            for i in range(5):
                r.launch(10_000 + 10_000 * i, 1, 10_000 + 10_000 * i, 10_000 + 10_000 * i + took + i)
            r.create_kernel(100_000, name=other)
            r.launch(110_000, 1, 110_000, 110_010)
            r.create_kernel(120_000, name="tiny")  # too little time to matter
            r.launch(130_000, 1, 130_000, 130_000 + took // 50 - 10)
            for i in range(waits):
                r.call("clFinish", 1_000_000 * i + 1_000_000, 1_000_000 * i + 1_500_000, 0, QUEUE)
            path = os.path.join(self.folder, f"run{len(self.paths)}")
            with open(path + ".json", "w", encoding="utf-8") as file:
                json.dump(r.summary(), file)
            r.write(MAKE_RECORDING, path)
            self.paths.append(path)

    def compare(self, *words, **env):
        result = subprocess.run([TOOL, "trace", *words], capture_output=True, text=True, env={**os.environ, **env})
        return result.returncode, result.stdout, result.stderr

    def test_text(self):
        old, new = self.paths
        for before, after in (old, new), (old + ".json", new), (old + ".json", new + ".json"):
            status, out, error = self.compare("--compare", before, after)
            self.assertEqual((status, error), (0, ""))
            self.assertRegex(out, r"\n  1.00 us +1.20 us +[+]20.0% +1 ns  add\n")
            self.assertRegex(out, r"\n  1.00 ms +0 ns +-100.0%  clFinish\n")
            self.assertIn("  Only the earlier run has kernel old.\n  Only the later run has kernel new.\n", out)

    def test_json(self):
        status, out, error = self.compare("--json", "--compare", *self.paths)
        self.assertEqual((status, error), (0, ""))
        kernels = json.loads(out)["kernels"]
        self.assertEqual([(kernel["name"], kernel["before"], kernel["after"]) for kernel in kernels],
                         [("add", 1002, 1202), ("tiny", 10, 14)])
        self.assertAlmostEqual(kernels[0]["change"], 100 * 200 / 1002)

    def test_long_tables(self):
        """A kernel is compared with the one of its device, and only where both runs have times."""
        names = [f"f{i}" for i in range(13)]
        for path, slower, times, deviations in zip(self.paths, (0, 1), ([5, 5, 5], [5, 9, 0]), ([3, 1, 0], [1, 2, 0])):
            with open(path + ".json", encoding="utf-8") as file:
                summary = json.load(file)
            summary["functions"] = [{"name": name, "total": 1000 * (i + slower)} for i, name in enumerate(names[:12 + slower])]
            summary["kernels"] = [{"name": name, "device": device, "median": time, "deviation": deviation, "share": 1}
                                  for name, device, time, deviation in zip([40 * "k", 40 * "k", "none"], "aba", times, deviations)]
            with open(path + ".json", "w", encoding="utf-8") as file:
                json.dump(summary, file)
        old, new = (path + ".json" for path in self.paths)
        status, out, _ = self.compare("--json", "--compare", old, new)
        self.assertEqual([(row["before"], row["after"], row["spread"]) for row in json.loads(out)["kernels"]], [(5, 9, 2), (5, 5, 3)])
        self.assertEqual({row["name"]: row["change"] for row in json.loads(out)["functions"]}["f0"], 0)  # it has no time before
        self.assertIn("\n  and 1 other, changed less\n", self.compare("--compare", old, new)[1])
        self.assertIn(f"  {39 * 'k'}\n{41 * ' '}k\n", self.compare("--compare", old, new, COLUMNS="80")[1])
        self.assertNotIn("changed less", self.compare("--compare", old, old)[1])

    def test_status(self):
        old, new = self.paths
        for percent, runs, status in ("10%", (old, new), 1), ("30%", (old, new), 0), ("10%", (new, old), 0):
            with self.subTest(percent, runs=runs):
                result = self.compare("--fail-if", "slower=" + percent, "--compare", *runs)
                self.assertEqual(result[0], status, result)
                self.assertEqual("20.0 % slower, more than 10 %: kernel add" in result[2], status == 1)
        for shares, status in ((0.009, 0.01), 1), ((0.5, 0.009), 0):  # only the later run's share counts
            with self.subTest(shares=shares):
                for path, share in zip(self.paths, shares):
                    with open(path + ".json", encoding="utf-8") as file:
                        summary = json.load(file)
                    summary["kernels"] = [{**kernel, "share": share} for kernel in summary["kernels"] if kernel["name"] == "add"]
                    with open(path + ".json", "w", encoding="utf-8") as file:
                        json.dump(summary, file)
                self.assertEqual(self.compare("--fail-if", "slower=10%", "--compare", old + ".json", new + ".json")[0], status)

    def test_mistakes(self):
        path = os.path.join(self.folder, "other.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write("{}")
        for words, said in ((["--compare", self.paths[0]], "--compare needs two runs"),
                            (["--compare", *self.paths, "x"], "--compare needs two runs"),
                            (["--keep", "--compare", *self.paths], "--compare runs no program"),
                            (["--summary", self.paths[1], "--compare", *self.paths], "would be overwritten"),
                            (["--fail-if", "slower=10%", "x"], "--fail-if is for --compare"),
                            *((["--fail-if", value, "--compare", *self.paths], "as in slower=10%")
                              for value in ("slower=10", "faster=10%", "slower=10%%", "slower=0%", "slower=1000000%", "slower=%")),
                            (["--compare", path, self.paths[1]], "other.json is not a summary from clrelay trace --json"),
                            (["--compare", path + "x", self.paths[1]], "other.jsonx: No such file or directory")):
            with self.subTest(words=words):
                status, out, error = self.compare(*words)
                self.assertEqual((status, out), (125, ""))
                self.assertIn(said, error.replace("\n    ", " "))


if __name__ == "__main__":
    unittest.main(verbosity=2)
