# SPDX-License-Identifier: Apache-2.0
"""clrelay disable, enable and default, killed at each of their system calls. Readers find the whole old file, or the
whole new one."""

import os
import subprocess

import tool
from tool import BUILD, TOOL

KILLED = 99 # the exit status of killer.c
OLD = b"# mine\nOCL_ICD_DRIVERS_DISABLE = a\nOCL_ICD_PLATFORM_SORT = name\n"


class Killed(tool.Case):
    def setUp(self):
        tool.need(not BUILD.emulator, "an emulator's system calls cannot be counted")

    def kill(self, m, count, *words):
        done = subprocess.run([TOOL["killer"], str(count), TOOL["tool"], *words, "--library", BUILD.library],
                              # the leak sanitizer is a tracer, too
                              env=m.environment({"ASAN_OPTIONS": "detect_leaks=0"}),
                              capture_output=True, text=True, check=False)
        if done.returncode == 126:
            tool.need(False, "this system lets no program trace another")
        return done

    def prepare(self, m, content):
        conf = m.path("config", "OpenCL", "loader.conf")
        if content is None:
            if os.path.exists(conf):
                os.remove(conf)
        else:
            m.write("config/OpenCL/loader.conf", "")
            with open(conf, "wb") as file:
                file.write(content)
        return conf

    # The command, the old file and the new one.
    rows = [(["disable", "good"], OLD, OLD.replace(b"= a\n", b"= a, good\n")),
            (["disable", "good"], None, b"OCL_ICD_DRIVERS_DISABLE = good\n"),
            (["enable", "good"], OLD.replace(b"= a\n", b"= good\n"), OLD.replace(b"OCL_ICD_DRIVERS_DISABLE = a\n", b"")),
            (["default", "0"], OLD, OLD + b"OCL_ICD_DEFAULT_PLATFORM = libx-good\n")]

    def test_each_call(self):
        # With a sanitizer, each of some hundred runs begins slowly, so one row has to do.
        for words, old, new in self.rows[:1] if BUILD.sanitizers else self.rows:
            with self.row((words, old)), tool.Machine() as m:
                m.driver("good")
                found = {False: 0, True: 0}
                count = 0
                done = None
                while done is None or done.returncode == KILLED:
                    count += 1
                    conf = self.prepare(m, old)
                    done = self.kill(m, count, *words)
                    now = None
                    if os.path.exists(conf):
                        with open(conf, "rb") as file:
                            now = file.read()
                    self.assertIn(now, (old, new), f"killed at call {count}")
                    found[now == new] += 1
                self.assertEqual(done.returncode, 0, done)
                self.assertEqual(now, new)
                # Readers have found both files. The first complete run leaves nothing behind.
                self.assertGreater(found[False], 20)
                self.assertGreater(found[True], 2)
                self.assertEqual(os.listdir(os.path.dirname(conf)), ["loader.conf"])

    def test_on_the_disk(self, m):
        """The content is on the disk before the name leads to it. After that, the name is on the disk, too."""
        m.driver("good")
        self.prepare(m, OLD)
        done = self.kill(m, 0, "disable", "good")
        self.assertEqual(done.returncode, 0, done)
        calls = [line for line in done.stdout.splitlines() if line in ("flock", "fsync", "rename")]
        self.assertEqual(calls, ["flock", "fsync", "rename", "fsync"])
