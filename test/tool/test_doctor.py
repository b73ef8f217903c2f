# SPDX-License-Identifier: Apache-2.0
"""clrelay doctor: every kind of bad driver beside one that works."""

import os
import re

import tool
from tool import BUILD, TOOL


class Doctor(tool.Case):
    def test_well(self):
        with tool.Machine() as m:
            m.driver("good")
            result = m.clrelay("doctor", env={"COLUMNS": "80"})
            self.check_width(result)
            self.assertRegex(result.output, r"(?m)^  works +[\d.]+ m?s +/.*good.icd")
            self.assertIn("libx-good: libx-good device", result.words)
            self.assertIn("Drivers that work: 1 of 1. Devices: 1. Problems: 0.", result.output)
            self.assertIn("Next: nothing is wrong", result.output)
            answer = m.json("doctor")
            self.assertEqual(answer["findings"], [])
            [driver] = answer["drivers"]
            self.assertEqual((driver["trial"]["end"], driver["bound"]["end"]), ("well", "well"))

    # What the driver does, how it ends, what is said of it.
    bad = [
        ("crash", "signal", ["crashes with SIGSEGV (Segmentation fault)", "is opened"]),
        ("abort", "signal", ["crashes with SIGABRT", "is opened"]),
        ("exit", "exit", ["ends the process with exit code 3", "is opened"]),
        ("hang", "overrun", ["hangs: it was stopped after 2.", "is opened"]),
        ("lcrash", "signal", ["crashes with SIGSEGV", "asks for its platforms"]),
        ("lexit", "exit", ["exit code 4", "asks for its platforms"]),
        ("spawn-hang", "overrun", ["hangs", "is opened"]),
        ("spawn-crash", "signal", ["crashes with SIGSEGV", "is opened"]),
        ("lhang", "overrun", ["hangs", "asks for its platforms"]),
        ("dcrash", "signal", ["crashes with SIGSEGV", "asked for its devices"]),
    ]

    def test_all_bad_drivers_at_once(self):
        with tool.Machine() as m:
            m.driver("good")
            m.driver("garbage")
            m.driver("good-undefined", source="undefined", manifest="undefined.icd")
            m.driver("print")
            m.driver("spawn")
            for habit, _, _ in self.bad:
                m.driver(habit)
            answer = m.json("doctor", "--timeout", "2", code=1)
            for habit, end, parts in self.bad:
                with self.row(habit):
                    driver = self.find(answer["drivers"], f"/{habit}.icd")
                    self.assertEqual(driver["trial"]["end"], end)
                    self.assertEqual(driver["standing"], "wrong")
                    self.check_finding(answer, "problem", f"/{habit}.icd", *parts,
                                       f"OCL_ICD_DRIVERS_DISABLE={habit} ")
            for habit in ["good", "garbage", "undefined", "print", "spawn"]:
                driver = self.find(answer["drivers"], f"/{habit}.icd")
                self.assertEqual((driver["verdict"], driver["standing"]), ("LOADED", "well"))
            self.check_finding(answer, "problem", "undefined.icd", "tool_test_undefined",
                               "libx-good-undefined.so needs the symbol", "ldd -r")
            self.check_finding(answer, "warning", "print.icd", "standard output", "hello")
            self.assertEqual(len([it for it in answer["findings"] if it["level"] == "problem"]),
                             len(self.bad) + 1)

            result = m.clrelay("doctor", "--timeout", "2", code=1, env={"COLUMNS": "80"})
            self.check_width(result)
            # Three of them hang, two of these in both ways to open them.
            self.assertLess(result.seconds, 10 + 10)
            self.assertRegex(result.output, r"(?m)^  CRASHES .*/crash.icd")
            self.assertRegex(result.output, r"(?m)^  EXITS .*/exit.icd")
            self.assertRegex(result.output, r"(?m)^  HANGS .*/hang.icd")
            self.assertRegex(result.output, r"(?m)^  works .*/good.icd")
            self.assertIn("Drivers that work: 5 of 15.", result.output)

    def test_the_others_are_tried(self):
        """Also when the bad one comes first, and when there is a file for each kind of trouble."""
        for habit, _, _ in self.bad:
            with self.row(habit), tool.Machine() as m:
                m.driver(habit, manifest="0.icd")
                m.driver("good", manifest="1.icd")
                answer = m.json("doctor", "--timeout", "2", code=1)
                self.assertEqual(answer["drivers"][1]["standing"], "well")

    def test_undefined_symbol(self):
        with tool.Machine() as m:
            m.driver("good", source="undefined")
            answer = m.json("doctor", code=1)
            [driver] = answer["drivers"]
            self.assertEqual(driver["standing"], "well")
            self.assertIn("tool_test_undefined", str(answer["findings"]))

    def test_only_together(self):
        with tool.Machine() as m:
            m.driver("shy-a")
            found = m.json("doctor")["findings"]
            if BUILD.glibc: # else the environment is not looked at
                [finding] = found
                self.assertIn("changes what is the program's: the environment", finding["text"])
                self.assertEqual(finding["level"], "warning")
            m.driver("shy-b")
            answer = m.json("doctor", code=1)
            self.assertEqual([it["standing"] for it in answer["drivers"]], ["well", "well"])
            self.check_finding(answer, "problem", "all of them in one process", "SIGABRT")

    def test_order_of_findings(self):
        """The most urgent first, whatever the order of search."""
        with tool.Machine() as m:
            m.driver("complain", manifest="0.icd")
            m.driver("good", source="undefined", manifest="1.icd")
            m.driver("ecrash", manifest="2.icd")
            m.icd("3.icd", "/nowhere/libgone.so")
            m.driver("crash", manifest="4.icd")
            answer = m.json("doctor", code=1)
            self.assertEqual([(it["level"], os.path.basename(it["about"]))
                              for it in answer["findings"]
                              if "qemu: uncaught" not in it["text"]], # which it prints
                             [("problem", "4.icd"), ("problem", "3.icd"), ("problem", "1.icd"),
                              ("problem", "2.icd"), ("warning", "0.icd")])
            self.assertRegex(m.clrelay("doctor", code=1).output, r"(?m)^Next: .*/4.icd: ")

    def test_flood(self):
        with tool.Machine() as m:
            m.driver("flood")
            m.driver("good")
            result = m.clrelay("doctor", "--timeout", "2", "--json", code=1)
            self.assertLess(result.seconds, 4 + 10)
            answer = result.json()
            self.check_finding(answer, "problem", "flood.icd", "hangs")
            self.check_finding(answer, "warning", "flood.icd", "and another thing")
            self.assertLess(len(result.output), 500000)
            self.assertLess(m.clrelay("list", "--timeout", "1", code=1).seconds, 1 + 10)

    def test_crash_at_the_end(self):
        with tool.Machine() as m:
            m.driver("ecrash")
            answer = m.json("doctor", code=1)
            self.check_finding(answer, "problem", "ecrash.icd", "SIGSEGV", "the program ends")

    def test_complains(self):
        with tool.Machine() as m:
            m.driver("complain")
            answer = m.json("doctor", code=0)
            self.check_finding(answer, "warning", "complain.icd", "standard error",
                               "a driver complains")

    def test_log_is_not_what_drivers_print(self):
        with tool.Machine() as m:
            m.driver("good")
            self.assertEqual(m.json("doctor", env={"OCL_ICD_LOG": "debug"})["findings"], [])

    def test_no_driver(self):
        with tool.Machine() as m:
            result = m.clrelay("doctor", code=1, env={"COLUMNS": "80"})
            self.assertIn("no driver is installed", result.words)
            self.assertIn("apt-get install pocl-opencl-icd", result.words)
            self.assertLess(len(result.output.splitlines()), 24)
            self.assertRegex(result.output.splitlines()[-2], "^Next: Install")

    def test_library_is_gone(self):
        with tool.Machine() as m:
            m.icd("gone.icd", "/opt/vendor/lib/libgone.so")
            result = m.clrelay("doctor", code=1, env={"COLUMNS": "80"})
            self.assertIn("library not found: /opt/vendor/lib/libgone.so", result.words)
            self.assertIn("remove " + m.path("vendors", "gone.icd"), result.words)
            self.assertLess(len(result.output.splitlines()), 24)

    def test_crash_alone(self):
        with tool.Machine() as m:
            m.driver("crash")
            result = m.clrelay("doctor", code=1, env={"COLUMNS": "80"})
            self.assertIn("crashes with SIGSEGV", result.words)
            self.assertIn("OCL_ICD_DRIVERS_DISABLE=crash", result.words)
            self.assertLess(len(result.output.splitlines()), 24)
            # The remedy works.
            m.driver("good")
            m.clrelay("list", code=1)
            m.clrelay("list", env={"OCL_ICD_DRIVERS_DISABLE": "crash"})
            m.write("config/OpenCL/loader.conf", "OCL_ICD_DRIVERS_DISABLE = crash\n")
            m.clrelay("list")
            m.clrelay("doctor")

    def test_all_off(self):
        with tool.Machine() as m:
            m.driver("good")
            answer = m.json("doctor", code=1, env={"OCL_ICD_DRIVERS_DISABLE": "*"})
            self.check_finding(answer, "problem", "all drivers are off")
            answer = m.json("doctor", code=1, env={"OCL_ICD_PLATFORMS_DISABLE": "*"})
            self.check_finding(answer, "problem", "all drivers are off")

    def test_one_off(self):
        with tool.Machine() as m:
            m.driver("good")
            m.driver("crash")
            answer = m.json("doctor", env={"OCL_ICD_DRIVERS_DISABLE": "crash"})
            self.assertEqual(self.find(answer["drivers"], "crash.icd")["standing"], "off")
            answer = m.json("doctor", env={"OCL_ICD_DRIVERS_SELECT": "good"})
            self.assertEqual([it["standing"] for it in answer["drivers"]], ["off", "well"])

    def test_settings_do_not_disturb_the_trials(self):
        """What is in loader.conf counts for programs and not for the trial of one driver."""
        with tool.Machine() as m:
            m.driver("good")
            m.driver("other")
            m.driver("third", manifest=False)
            for line in ["OCL_ICD_FILENAMES = " + m.path("lib", "libx-third.so"),
                         "OCL_ICD_DRIVERS_SELECT = good, other",
                         "OCL_ICD_DRIVERS_DISABLE = crash-*, good"]:
                with self.row(line):
                    m.write("config/OpenCL/loader.conf", line + "\n")
                    answer = m.json("doctor", code=None)
                    for driver in answer["drivers"]:
                        self.assertIn(driver["verdict"], ("LOADED", "DISABLED"), answer)

    def test_search_only(self):
        with tool.Machine() as m:
            m.driver("good")
            answer = m.json("doctor", code=1, env={"OCL_ICD_SEARCH_ONLY": "1"})
            self.check_finding(answer, "problem", "OCL_ICD_SEARCH_ONLY is on")
            self.assertEqual(answer["drivers"][0]["verdict"], "LOADED")
            m.write("config/OpenCL/loader.conf", "OCL_ICD_SEARCH_ONLY = true\n")
            answer = m.json("doctor", code=1)
            self.check_finding(answer, "problem", "OCL_ICD_SEARCH_ONLY is on")
            self.assertEqual(answer["drivers"][0]["verdict"], "LOADED")

    def test_same_library_twice(self):
        with tool.Machine() as m:
            library = m.driver("uuid", manifest="0.icd")
            m.icd("1.icd", library)
            os.symlink(library, m.path("lib", "link.so"))
            m.icd("2.icd", m.path("lib", "link.so"))
            answer = m.json("doctor")
            self.assertEqual([it["standing"] for it in answer["drivers"]], ["well", "off", "off"])
            self.assertEqual([it["verdict"] for it in answer["drivers"]],
                             ["LOADED", "DUPLICATE", "DUPLICATE"])
            # Nor are these two drivers for one device.
            self.assertEqual(answer["findings"], [])

    def test_names_with_separators(self):
        with tool.Machine() as m:
            m.icd("a:b.icd", m.driver("good", manifest=False))
            m.icd("plain.icd", m.driver("colon", manifest=False, folder="lib:x"))
            for env in [{}, {"OCL_ICD_DRIVERS_SELECT": "a:b, plain"}]:
                answer = m.json("doctor", env=env)
                self.assertEqual([it["verdict"] for it in answer["drivers"]], ["LOADED", "LOADED"])

    def test_relative_paths(self):
        with tool.Machine() as m:
            m.driver("good")
            for env in [{"OCL_ICD_VENDORS": "vendors"}, {"OCL_ICD_VENDORS": "lib/libx-good.so"},
                        {"OCL_ICD_FILENAMES": "lib/libx-good.so", "OCL_ICD_VENDORS": "no-layers"},
                        {"OCL_ICD_VENDORS": "vendors/good.icd"}]:
                with self.row(str(env)):
                    [driver] = m.json("doctor", env=env)["drivers"]
                    self.assertEqual(driver["verdict"], "LOADED")

    def test_layers(self):
        layer = os.path.join(TOOL["build"], "test/layers/fake/liblayer_one.so")
        tool.need(os.path.exists(layer), "the fake layers are not built")
        with tool.Machine() as m:
            m.driver("good")
            crash = m.driver("crash", manifest=False)
            os.makedirs(m.path("layers"))
            with open(m.path("layers", "one.lay"), "w", encoding="utf-8") as file:
                file.write(layer + "\n")
            env = {"OPENCL_LAYER_PATH": m.path("layers")}
            answer = m.json("doctor", env=env)
            self.assertEqual([it["verdict"] for it in answer["layers"]], ["LOADED"])
            answer = m.json("doctor", env={**env, "OPENCL_LAYERS": crash}, code=1)
            self.check_finding(answer, "problem", crash, "SIGSEGV", "OPENCL_LAYERS")
            # The driver is tried without the layer.
            self.assertEqual([it["verdict"] for it in answer["drivers"]], ["LOADED"])

    def test_devices_that_make_no_sense(self):
        with tool.Machine() as m:
            m.driver("manydevices")
            answer = m.json("doctor", code=1)
            self.check_finding(answer, "problem", "manydevices.icd", "4294967295 devices")
            self.check_finding(answer, "problem", "there are drivers, but no device")

    def test_without_timeout(self):
        """A driver that takes a second is no driver that hangs."""
        with tool.Machine() as m:
            slow = m.copy(os.path.join(BUILD.fakes, "libfake_slow.so"), "lib/libslow.so") \
                if os.path.exists(os.path.join(BUILD.fakes, "libfake_slow.so")) else None
            tool.need(slow, "the fake drivers are not built")
            m.icd("slow.icd", slow)
            self.assertEqual(m.json("doctor")["drivers"][0]["verdict"], "LOADED")

    def test_interrupted(self):
        with tool.Machine() as m:
            m.driver("spawn-hang")
            _, code = m.on_terminal("doctor", after=(1.5, b"\x03"))
            self.assertEqual(code, -2)

    def test_json_is_one_value(self):
        with tool.Machine() as m:
            m.driver("print")
            result = m.clrelay("doctor", "--json")
            self.assertEqual(result.errors, "")
            self.assertNotIn("rank", result.output)
            self.assertFalse(re.search(r"[^\x20-\x7e\n]", result.output))


if __name__ == "__main__":
    tool.main()
