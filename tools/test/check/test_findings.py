# SPDX-License-Identifier: Apache-2.0
"""The texts of findings, and the places in programs without debug information."""

import collections
import json
import os
import re
import subprocess

import sandbox
from drivers import installed
from sandbox import BUILD, TIME_LIMIT, need, need_own_build
from test_cases import CASES, FACTS, environment



class Findings(sandbox.Case):
    def setUp(self):
        need_own_build("drivers are")
        need(not BUILD.sanitizers, "drivers bring LLVM, which sanitizers do not get on with")
        need(installed.find("pocl"), installed.missing("pocl"))
        self.folder = self.make_folder()
        self.env = environment(self.folder, "pocl")

    def run_case(self, name, program=CASES, *options):
        """Returns the findings in a wrong case, and the summary."""
        return self.run_program([program, name, "wrong"], *options)

    def run_program(self, command, *options):
        done = subprocess.run([FACTS["tool"], "check", "--json", *options, *command], env=self.env, text=True,
                              errors="replace", capture_output=True, check=False, stdin=subprocess.DEVNULL,
                              timeout=TIME_LIMIT)
        # The driver may print to standard error, too.
        *findings, last = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
        return findings, last["summary"]

    def find(self, name, program=CASES):
        return self.run_case(name, program)[0]

    def test_texts(self):
        for name, text in {
            "handle_null": "event is NULL",
            "handle_type": "the object IT is a command queue, but the parameter context takes a context",
            "platform_in_properties_type": "the object IT is a device, but the function takes a platform",
            "handle_null_second": "buffer is NULL",
            "handle_null_in_list": "event_wait_list has an element that is NULL",
            "image_region": "origin[0] 9 + region[0] 8 is beyond the 16 that image IT has in this dimension",
            "copy_range": "offset 1 + size 4096 = 4097 is beyond the 4096 bytes of buffer IT",
            "query_name_wrong": "0x1083 (CL_CONTEXT_NUM_DEVICES) is not a query of this function in any version of OpenCL",
            "sampler_value": "CL_SAMPLER_FILTER_MODE can't be CL_ADDRESS_CLAMP",
            "source_null": "strings[1] is NULL, but count is 2",
            "binary_empty": "the binary for device_list[0] is missing, or its length is 0",
            "binary_rejected": "the driver did not accept the binary for device_list[0]",
            "queue_property_value": "the property 0x2 belongs to an extension that the driver lacks, or does not exist",
            "kernel_name": 'no kernel of the program is called "Copy"; kernels that it has: 6 (copy, none, fill, sum, fixed, vector)',
        }.items():
            with self.row(name):
                self.assertEqual([re.sub("0x[0-9a-f]{6,}", "IT", finding["text"]) for finding in self.find(name)], [text])

    def test_sections(self):
        """A finding of a condition has the section of its function, any other finding the section of its rule."""
        for name, section in {"callback_data": "4.4", "build_callback_data": "5.8.4", "callback_missing": "4.4",
                              "handle_null": "5.11", "handle_type": "4.4", "copy_range": "5.2.2",
                              "user_event_wait": "5.11", "source_null": "5.8.1"}.items():
            with self.row(name):
                self.assertEqual(self.find(name)[0]["section"], f"section {section}")

    def test_wait_that_goes_on(self):
        """A stored file has no finding about a short wait, because the process may still run and go on."""
        self.assertEqual([finding["identity"] for finding in self.find("user_event_wait")], ["CLR-USER-EVENT-WAIT"])
        self.assertEqual(self.read_stored(self.store(CASES, "user_event_wait", "wrong")), [])

    def store(self, *command):
        """Runs a program without the command. Returns the file in which the layer has stored the findings."""
        folder = os.path.join(self.folder, "stored")
        os.mkdir(folder)
        subprocess.run(command, check=True, timeout=TIME_LIMIT,
                       env={**self.env, "OPENCL_LAYERS": FACTS["layer"], "CLRELAY_CHECK_FOLDER": folder})
        [path] = [os.path.join(folder, name) for name in os.listdir(folder)]
        return path

    def read_stored(self, path):
        done = subprocess.run([FACTS["tool"], "check", "--json", "--read", path], env=self.env, text=True,
                              capture_output=True, check=False, timeout=TIME_LIMIT)
        return [entry for entry in map(json.loads, done.stderr.splitlines()) if "identity" in entry]

    def test_causes(self):
        """A finding counts what certainly follows from its failed call, instead of a finding for each."""
        null, kernel = "CLR-HANDLE-NULL", "CLR-KERNEL-NAME"
        for name, (found, following, kinds) in {
            "kernel": ({kernel: 1}, 2, ["kernel"]),
            "chain": ({"CLR-HANDLE-UNKNOWN": 1, "CLR-CONTEXT-DEVICES-NONE": 1}, 4,
                      ["context", "command queue"]),
            "kernel_asked": ({kernel: 1, null: 1}, 1, ["kernel"]),
            "chain_asked": ({"CLR-HANDLE-UNKNOWN": 1, "CLR-CONTEXT-DEVICES-NONE": 1, null: 1}, 3, ["context", "command queue"]),
            "note": ({"CLR-DEVICE-NONE": 1}, 1, ["device"]),
            "buffer": ({"CLR-BUFFER-SIZE-ZERO": 1}, 1, ["memory object"]),
            "no_buffer": ({"CLR-BUFFER-SIZE-ZERO": 1, "CLR-KERNEL-USES-NULL": 1}, 0, []),
            "image": ({"CLR-BUFFER-SIZE-ZERO": 1}, 1, ["memory object"]),
            "no_image": ({"CLR-BUFFER-SIZE-ZERO": 1, "CLR-KERNEL-ARGUMENT-OBJECT-NULL": 1}, 0, []),
            "refused": ({"CLR-DEVICE-NONE": 1}, 2, ["context"]),
            "made_since": ({kernel: 1, null: 2}, 0, []),
            "released": ({kernel: 1, null: 2}, 0, []),
            "own": ({kernel: 1, null: 2}, 0, []),
            "several": ({kernel: 1}, 2, ["kernel"]),
            "other_thread": ({kernel: 1, null: 2}, 0, []),
            "two": ({kernel: 2, null: 2}, 0, []),
            "unset": ({null: 2}, 0, []),
            "value": ({"CLR-PROGRAM-OPTION-VALUE": 1}, 0, []),
            "option": ({"CLR-PROGRAM-OPTIONS": 1}, 0, []),
            "half": ({"CLR-HANDLE-HALF": 1}, 0, []),
            "half_of_another": ({"CLR-HANDLE-UNKNOWN": 1}, 0, []),
        }.items():
            with self.row(name):
                # A finding below the wanted level is shown if it causes one of that level.
                findings, summary = self.run_case(name, FACTS["check_causes"], "--level", "error")
                self.assertEqual(collections.Counter(finding["identity"] for finding in findings), found)
                self.assertEqual({finding["level"] for finding in findings}, {"error"})
                self.assertEqual({identity["identity"]: identity["places"] for identity in summary["identities"]
                                  if identity["level"] == "error"}, found)
                self.assertEqual(sum(identity["following"] for identity in summary["identities"]), following)
                self.assertEqual([kind for identity in summary["identities"] for kind in identity["null"]], kinds)

    def test_build_logs(self):
        """The log is shown with the build that it is about. Other builds, of the same program or of one at its address,
        have none."""
        findings, _ = self.run_case("logs", FACTS["check_causes"])
        self.assertEqual([(finding["identity"], bool(finding["log"])) for finding in findings],
                         [("CLR-PROGRAM-OPTIONS", False), ("CLR-PROGRAM-BUILD", True), ("CLR-PROGRAM-OPTIONS", False)])

    def test_names_that_change(self):
        """A finding shows a name as it was then, although its owner has another name when the findings are read."""
        findings = self.read_stored(self.store(FACTS["check_causes"], "names"))
        self.assertEqual([re.search(r"parameter 0 \(int (\w+)\) of kernel \S+ \"(\w+)\"", finding["text"]).groups()
                          for finding in findings], [("first", "one"), ("second", "two")])

    def test_risen_cause(self):
        """A cause is written once, with the level of what follows from it, or with its own level if nothing does."""
        for name, level in {"note": "error", "note_alone": "note"}.items():
            with self.row(name):
                findings, summary = self.run_case(name, FACTS["check_causes"])
                self.assertEqual([(finding["identity"], finding["level"]) for finding in findings], [("CLR-DEVICE-NONE", level)])
                self.assertEqual([(identity["identity"], identity["level"], identity["places"])
                                  for identity in summary["identities"]], [("CLR-DEVICE-NONE", level, 1)])

    def test_followed_cause(self):
        """With --follow, a cause is written at once, and again when its level rises."""
        path = self.store(FACTS["check_causes"], "note")
        reader = subprocess.Popen([FACTS["tool"], "check", "--json", "--read", path, "--follow", "--log", "-"],
                                  env=self.env, text=True, stdout=subprocess.PIPE)
        try:
            lines = [json.loads(reader.stdout.readline()) for _ in range(2)]
        finally:
            reader.kill()
            reader.communicate()
        self.assertEqual([(line["identity"], line["level"]) for line in lines],
                         [("CLR-DEVICE-NONE", "note"), ("CLR-DEVICE-NONE", "error")])
        self.assertEqual([finding["level"] for finding in self.read_stored(path)], ["error"])

    def test_deprecated(self):
        """There is a note for each deprecated function, not for each place."""
        findings, summary = self.run_case("deprecated", FACTS["check_causes"])
        self.assertEqual([finding["function"] for finding in findings], ["clEnqueueBarrier", "clUnloadCompiler"])
        self.assertEqual(summary["identities"][0]["places"], 3)

    def test_ignored_cause(self):
        """If the user ignores a cause, what follows from it is shown."""
        findings, summary = self.run_case("kernel", FACTS["check_causes"], "--ignore", "CLR-KERNEL-NAME")
        self.assertEqual({finding["identity"] for finding in findings}, {"CLR-HANDLE-NULL"})
        self.assertEqual(summary["ignored"], 1)

    def test_cause_in_words(self):
        done = subprocess.run([FACTS["tool"], "check", FACTS["check_causes"], "chain"], env=self.env, text=True,
                              errors="replace", capture_output=True, check=False, stdin=subprocess.DEVNULL,
                              timeout=TIME_LIMIT)
        self.assertIn("1 place, and 4 calls with that context or command queue", " ".join(done.stderr.split()))
        self.assertEqual(done.returncode, 3)

    def test_locale(self):
        """In an ASCII locale, a finding has other characters of its own, not escapes."""
        for locale, text in {"C": "the region is 16 x 16 x 0", "C.UTF-8": "the region is 16 \u00d7 16 \u00d7 0"}.items():
            with self.row(locale):
                done = subprocess.run([FACTS["tool"], "check", CASES, "image_region_zero", "wrong"], encoding="utf-8",
                                      env={**self.env, "LC_ALL": locale}, capture_output=True, check=False,
                                      stdin=subprocess.DEVNULL, timeout=TIME_LIMIT)
                self.assertIn(text, done.stderr)

    def test_place(self):
        """The place of a context is in the program, not in the loader, to which clang's Debug builds return."""
        (leaked,) = [finding for finding in self.find("context_leaked") if finding["identity"] == "CLR-CONTEXT-LEAKED"]
        self.assertEqual(leaked["backtrace"][0]["function"], "context_of", leaked)

    def test_end(self):
        """If the layer does not learn that the program ends, the summary says that the layer has not looked for
        leaks."""
        for name, notes in {"user_event_released": ["Leaks were not looked for"], "event_leaked": []}.items():
            with self.row(name):
                self.assertEqual([note[:len("Leaks were not looked for")] for note in self.run_case(name)[1]["notes"]],
                                 notes)

    def test_no_neighbour(self):
        """A function without debug information does not get the name of the function before it."""
        need(sandbox.works(["addr2line", "--version"]) and sandbox.works(["strip", "--version"]),
             "there are no addr2line and strip (Debian's package binutils)")
        stripped = os.path.join(self.folder, "stripped")
        sandbox.run(["strip", "--keep-symbol=main", "-o", stripped, CASES])
        frames = [frame["function"] for frame in self.find("read_range", stripped)[0]["backtrace"]
                  if frame["module"].endswith("stripped")]
        self.assertEqual(frames[:3], [None, None, "main"])

    def test_frees(self):
        """A finding names the command that uses the freed memory. A process that does not load the library gets its own
        finding."""
        found = self.run_case("host_freed_in_write", CASES, "--frees")[0]
        self.assertEqual([finding["identity"] for finding in found], ["CLR-HOST-FREED-IN-USE"])
        self.assertEqual(found[0]["other"]["by"], "clEnqueueWriteBuffer")
        self.assertEqual([found[0]["function"], found[0]["call"]], [None, None])
        self.assertEqual(self.find("host_freed_in_write"), [])
        unseen = self.run_program(["env", "-u", "LD_PRELOAD", CASES, "host_freed_in_write", "wrong"], "--frees")
        self.assertEqual([finding["identity"] for finding in unseen[0]], ["CLR-FREES-UNSEEN"])

    def test_frees_beside_others(self):
        """The libraries that the user preloads stay."""
        script = os.path.join(self.folder, "script")
        with open(script, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho $LD_PRELOAD\n")
        os.chmod(script, 0o755)
        for before, wanted in ("", 1), ("libc.so.6", 2):
            done = subprocess.run([FACTS["tool"], "check", "--frees", script], env={**self.env, "LD_PRELOAD": before},
                                  text=True, capture_output=True, check=False, timeout=TIME_LIMIT)
            self.assertEqual(len(done.stdout.strip().split(":")), wanted, done)
            self.assertIn("libclrelay_frees.so", done.stdout)
