# SPDX-License-Identifier: Apache-2.0
"""The drivers and layers of the zoo that end the program or keep it waiting. `clrelay doctor` names the culprit,
whatever else is there. (test/drivers/zoo/test_lost.py shows that the program works if the user follows the doctor.)"""

import json
import subprocess

import sandbox
from drivers.zoo import zoo

BUILD = zoo.BUILD
BUILD.add("tool")
ROWS = [row for row in zoo.ROWS if row.lost]


class Lost(sandbox.Case, machine=zoo.Machine):
    def doctor(self, m, env):
        command = [*BUILD.emulator, BUILD.tool, "doctor", "--json", "--timeout", str(sandbox.PATIENCE),
                   "--library", BUILD.library]
        env = {"OPENCL_LAYER_PATH": m.path("nowhere"), "OCL_ICD_ENABLE_TRACE": None, **env,
               **sandbox.plain_crashes()}
        done = subprocess.run(command, env=m.environment(env), cwd=m.root, timeout=4 * sandbox.TIME_LIMIT,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        return json.loads(done.stdout)

    def check_named(self, row, answer, what):
        """The doctor names the culprit and what it was doing. It ended as the table says."""
        ends = {"signal": ["signal"], "exit": ["exit"], "hang": ["overrun"]}
        [candidate] = [candidate for candidate in answer[row.kind + "s"] if candidate["library"] == row.library]
        self.assertEqual(candidate["standing"], "wrong")
        self.assertIn(candidate["trial"]["end"], ends[row.verdict])
        told = [f"{finding['text']} {finding['remedy']}" for finding in answer["findings"]
                if finding["level"] == "problem" and what in finding["about"]]
        self.assertTrue([text for text in told if row.words in text], (told, row.words))
        self.assertTrue([text for text in told if "clrelay disable " in text or
                         "OPENCL_LAYERS" in text], told)

    def test_doctor(self, m):
        """With all of them at once, the doctor names each, and says that the good ones are well."""
        drivers = [row for row in ROWS if row.kind == "driver"]
        layers = [row for row in ROWS if row.kind == "layer"]
        m.drivers("a", *[row.name for row in drivers], "b")
        answer = self.doctor(m, {"OPENCL_LAYERS": ":".join(
            [m.layer("inner"), *[row.library for row in layers], m.layer("outer")])})
        for number, row in enumerate(drivers):
            with self.row(row):
                self.check_named(row, answer, f"{number + 1:03}.icd")
        for row in layers:
            with self.row(row):
                self.check_named(row, answer, row.library)
        for kind in "drivers", "layers":
            standing = [candidate["standing"] for candidate in answer[kind]]
            self.assertEqual((standing[0], standing[-1]), ("well", "well"))
            self.assertEqual(set(standing[1:-1]), {"wrong"})

    def test_doctor_tells_what_is_changed(self, m):
        m.drivers("a", "signals_listing", "ends_constructor_exit")
        answer = self.doctor(m, {})
        told = {finding["about"]: finding["text"] for finding in answer["findings"]
                if finding["level"] == "warning"}
        self.assertEqual(list(told), [m.path("vendors", "001.icd")])
        self.assertIn("the signal mask", str(told))
        done = subprocess.run([*BUILD.emulator, BUILD.tool, "drivers", "--library", BUILD.library],
                              env=m.environment({"OCL_ICD_DRIVERS_DISABLE": "002",
                                                 "OCL_ICD_ENABLE_TRACE": None}),
                              timeout=sandbox.TIME_LIMIT, capture_output=True, text=True, check=False)
        self.assertIn("changes the state of the process: the signal mask", " ".join(
            done.stdout.split()))
