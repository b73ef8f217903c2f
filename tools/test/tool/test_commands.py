# SPDX-License-Identifier: Apache-2.0
"""list, drivers, layers and settings; options; where the commands write what."""

import os
import re
import shutil
import subprocess

import sandbox
import tool
from tool import ALL_COMMANDS, BUILD, TOOL, COMMANDS, CRASH, native

# A library that does not exist, and the last folder of its path.
GONE = native("/nowhere/libgone.so")
NOWHERE = native("/nowhere")


class Usage(tool.Case):
    def test_wrong_usage(self):
        for words in [[], ["nonsense"], ["--nonsense"], ["list", "--nonsense"], ["list", "drivers"],
                      ["list", "--timeout"], ["list", "--timeout", "x"], ["list", "--timeout", "0"],
                      ["list", "--timeout=-1"], ["list", "--timeout=nan"], ["list", "--jsonx"],
                      ["list", "--timeout=1e9"], ["list", "--library"], ["list", "--library="],
                      ["li"], ["list", "--timeoutx", "1"], ["drivers", "--verbose"], ["bad\x1b[31m\n"]]:
            with self.row(str(words)), tool.Machine() as m:
                result = m.clrelay(*words, library=None, code=2)
                self.assertEqual(result.output, "")
                self.assertIn("clrelay", result.errors)

    def test_help(self, m):
        for words in [["--help"], ["-h"]]:
            result = m.clrelay(*words, library=None)
            self.check_width(result)
            for command in ALL_COMMANDS:
                self.assertIn(f"\n  {command} ", result.output)
        for command in ALL_COMMANDS:
            for words in [[command, "--help"], ["--help", command], [command, "-h"]]:
                result = m.clrelay(*words, library=None)
                self.assertIn(f"Usage: clrelay {command} ", result.output)
                self.assertIn("Exit status", result.words)
                self.check_width(result)
        for command, options in ("doctor", "" if BUILD.windows else "--pid"), ("test", ""), ("list", "--verbose"), ("disable", "--system"):
            with self.row(command):  # options of other commands are not there
                text = m.clrelay(command, "--help", library=None).output
                self.assertEqual(" ".join(re.findall("(?m)^  (--(?:pid|verbose|system))", text)), options)

    def test_version(self, m):
        self.assertEqual(m.clrelay("--version", library=None).output,
                         f"clrelay {BUILD.version}\n")

    def test_options_anywhere(self, m):
        m.driver()
        m.clrelay("--json", "--library", BUILD.library, "--timeout", "5.5", "list",
                  library=None)
        m.clrelay("list", f"--library={BUILD.library}", "--timeout=5", "--json", library=None)

    def test_longest_limit(self, m):
        """A day."""
        m.driver()
        m.clrelay("list", "--timeout", "86400")
        m.clrelay("list", "--timeout", "86401", code=2)

    def test_output_that_cannot_be_written(self):
        tool.need_linux("files that cannot be written to")
        with tool.Machine() as m, open("/dev/full", "w", encoding="ascii") as full:
            m.driver()
            done = subprocess.run([*BUILD.emulator, TOOL["tool"], "list", "--library", BUILD.library],
                                  env=m.environment({}), stdout=full, stderr=subprocess.PIPE,
                                  check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"cannot be written", done.stderr)


class List(tool.Case):
    def test_text(self, m):
        m.driver("good")
        m.driver("pci")
        result = m.clrelay("list", env={"COLUMNS": "80"})
        self.check_width(result)
        for part in ["clrelay " + BUILD.version, "Platform 0: libx-good (default)",
                     "Platform 1: libx-pci\n", "Device 0: libx-good device",
                     "Vendor    a vendor", "Version   OpenCL 3.0 tool",
                     "GPU, 12 compute units, 8.0 GiB of memory", "0000:65:00.0",
                     "2 platforms, 2 devices."]:
            self.assertIn(part, result.output)
        self.assertIn(tool.slashes(native(os.path.realpath(BUILD.library))),
                      tool.slashes(result.words).replace("/ ", "/"))

    def test_verbose(self, m):
        """All answers, in the forms that tools/doc/json.md lists. (real.clrelay_list has real drivers.)"""
        m.driver("uuid-pci")
        m.driver("garbage-pci")
        result = m.clrelay("list", "--verbose", env={"COLUMNS": "80"})
        self.check_width(result)
        self.assertRegex(result.words, r"Library .{0,200}libx-uuid-pci")
        self.assertRegex(result.output, "(?m)^  CL_PLATFORM_NAME ")
        for part in ["CL_PLATFORM_EXTENSIONS cl_khr_icd", "CL_DEVICE_TYPE CL_DEVICE_TYPE_GPU",
                     "CL_DEVICE_GLOBAL_MEM_SIZE 8589934592"]:
            self.assertIn(part, result.words)
        garbage, good = sorted(m.json("list", "--verbose")["platforms"], key=lambda platform: platform["suffix"]
                               + str("libx" in platform["name"]))
        self.assertEqual(good["details"], {
            "CL_PLATFORM_PROFILE": "FULL_PROFILE", "CL_PLATFORM_VERSION": "OpenCL 3.0 tool",
            "CL_PLATFORM_NAME": "libx-uuid-pci", "CL_PLATFORM_VENDOR": "a vendor",
            "CL_PLATFORM_EXTENSIONS": "cl_khr_icd", "CL_PLATFORM_ICD_SUFFIX_KHR": "TOOL"})
        device = good["devices"][0]["details"]
        self.assertEqual(device, {
            "CL_DEVICE_TYPE": ["CL_DEVICE_TYPE_GPU"], "CL_DEVICE_MAX_COMPUTE_UNITS": 12,
            "CL_DEVICE_GLOBAL_MEM_SIZE": 8 << 30, "CL_DEVICE_NAME": "libx-uuid-pci device",
            "CL_DEVICE_VENDOR": "a vendor", "CL_DRIVER_VERSION": "1.2.3",
            "CL_DEVICE_VERSION": "OpenCL 3.0 tool device",
            "CL_DEVICE_NUMERIC_VERSION": "3.1.4095",
            "CL_DEVICE_UUID": "0102030405060708090a0b0c0d0e0f10",
            "CL_DEVICE_PCI_BUS_INFO_KHR": {"domain": 0, "bus": 0x65, "device": 0, "function": 0}})
        device = garbage["devices"][0]["details"]
        self.assertEqual(device["CL_DEVICE_TYPE"], ["0x10000000000"])
        self.assertEqual(device["CL_DEVICE_GLOBAL_MEM_SIZE"], str(2 ** 64 - 1))
        # Without the option, the command asks for no details.
        self.assertNotIn("details", m.json("list")["platforms"][0])

    def test_verbose_beside_a_bad_driver(self, m):
        m.driver("good", manifest="0.icd")
        m.driver("icrash", manifest="1.icd")
        m.driver("other", manifest="2.icd")
        self.assertEqual(len(m.json("list")["platforms"]), 3)
        answer = m.json("list", "--verbose", code=1)
        found = ["details" in platform["devices"][0] for platform in answer["platforms"]]
        self.assertEqual(found, [True, False, True])
        self.assertIn(CRASH, answer["platforms"][1]["devices"][0]["details_error"])
        result = m.clrelay("list", "--verbose", code=1)
        self.assertIn(f"it crashes with {CRASH}", result.words)
        self.assertIn("while it is asked for CL_DEVICE_MAX_SAMPLERS", result.words)

    def test_json(self, m):
        library = m.driver("uuid-pci")
        answer = m.json("list")
        self.assertEqual(answer["schema"], 1)
        self.assertEqual(answer["command"], "list")
        self.assertEqual(answer["loader"]["name"], "clrelay")
        self.assertTrue(answer["loader"]["report"])
        self.assertEqual(answer["loader"]["file"], native(os.path.realpath(BUILD.library)))
        [platform] = answer["platforms"]
        self.assertEqual(platform["file"], library)
        self.assertEqual((platform["name"], platform["suffix"], platform["default"]),
                         ("libx-uuid-pci", "TOOL", True))
        [device] = platform["devices"]
        self.assertEqual(device, {
            "index": 0, "name": "libx-uuid-pci device", "vendor": "a vendor",
            "version": "OpenCL 3.0 tool device", "driver_version": "1.2.3", "type": "GPU",
            "compute_units": 12, "memory": 8 << 30, "pci": "0000:65:00.0",
            "uuid": "0102030405060708090a0b0c0d0e0f10", "pattern": "gpu:0"})

    def test_default_platform(self, m):
        m.driver("good")
        m.driver("other")
        result = m.clrelay("list", env={"OCL_ICD_DEFAULT_PLATFORM": "1"})
        self.assertIn("Platform 1: libx-other (default)", result.output)
        self.assertNotIn("libx-good (default)", result.output)

    def test_no_driver(self, m):
        self.assertIn("clrelay doctor", m.clrelay("list", code=1).output)
        self.assertEqual(m.json("list", code=1)["platforms"], [])

    def test_no_device(self, m):
        m.driver("nodevices")
        result = m.clrelay("list", code=1)
        self.assertIn("no devices", result.output)
        self.assertIn("1 platform, 0 devices.", result.output)

    def test_devices_that_make_no_sense(self, m):
        m.driver("good")
        m.driver("manydevices")
        m.driver("faildevices")
        result = m.clrelay("list", code=1)
        self.assertIn("4294967295 devices", result.output)
        self.assertIn("clGetDeviceIDs returned CL_OUT_OF_RESOURCES", result.output)
        self.assertIn("libx-good device", result.output)

    def test_refused_driver_is_mentioned(self, m):
        m.driver("good")
        m.icd("gone.icd", GONE)
        self.assertIn("1 driver could not be used; why: clrelay drivers",
                      m.clrelay("list").output)


class Strings(tool.Case):
    """Whatever a driver answers, it does nothing to the terminal, and JSON stays valid."""

    names = [("newline", "a\nb", "a\\nb"), ("escape", "\x1b[2Jx", "\\x1b[2Jx"),
             ("quotes", "a \"b\" 'c' \\", "a \"b\" 'c' \\"), ("C1", "a\u009bx", "a\\u009bx"),
             ("right to left", "a\u202eb", "a\\u202eb"),
             ("plain", "Gerät ® 漢字", "Gerät ® 漢字"),
             ("invalid", b"a\xffb", "a\\xffb"), ("short", b"a\xe2\x82", "a\\xe2\\x82"),
             ("percent", "%s%n%d", "%s%n%d"), ("delete", "a\x7fb", "a\\x7fb")]

    def test_names(self):
        for title, name, shown in self.names:
            with self.row(title), tool.Machine() as m:
                tool.need(not BUILD.windows or isinstance(name, str), "variables are UTF-16 there")
                tool.need(shown.isascii() or BUILD.endian != "BIG_ENDIAN",
                          "the locale's files here are little-endian")
                m.driver()
                name = os.fsdecode(name)
                # Each run checks that the output has no control character.
                self.assertIn(f"Platform 0: {shown} (default)",
                              m.clrelay("list", env={"TOOL_NAME": name}).output)
                for command in COMMANDS:
                    m.clrelay(command, env={"TOOL_NAME": name})
                    m.json(command, env={"TOOL_NAME": name})

    def test_json_is_exact(self, m):
        m.driver()
        for name in ["a\nb\x1b\"\\\u202e", "Gerät ® 漢字"]:
            [platform] = m.json("list", env={"TOOL_NAME": name})["platforms"]
            self.assertEqual(platform["name"], name)

    def test_other_locale(self, m):
        tool.need_linux("locales")
        m.driver()
        result = m.clrelay("list", env={"TOOL_NAME": "Ger\u00e4t", "LC_ALL": "C"})
        self.assertIn("Ger\\u00e4t", result.output)

    def test_garbage(self, m):
        m.driver("garbage")
        for command in COMMANDS:
            m.clrelay(command, code=0)
            m.json(command)

    def test_file_names(self):
        tool.need_linux("names of files")
        names = ["a\nb", "\x1b[31m", "\udcff\udcfe", "a b", "'\"", "%s", "-x", "ü",
                 "\\xe4", "\\x5c"]
        for name in names:
            with self.row(ascii(name)), tool.Machine() as m:
                library = m.copy(TOOL["driver"], f"lib/lib{name}x.so")
                if "\n" in name:
                    m.driver(manifest=f"{name}.icd")
                else:
                    m.icd(f"{name}.icd", library)
                for command in COMMANDS:
                    m.clrelay(command)
                    m.json(command)
                self.assertEqual(len(m.json("list")["platforms"]), 1)
                self.assertEqual([driver["verdict"] for driver in m.json("doctor")["drivers"]], ["LOADED"])


class Drivers(tool.Case):
    def test_text(self, m):
        m.driver("good")
        m.icd("gone.icd", GONE)
        m.driver("off")
        result = m.clrelay("drivers", code=1, env={"OCL_ICD_DRIVERS_DISABLE": "off",
                                                  "COLUMNS": "80"})
        self.check_width(result)
        self.assertRegex(result.output, r"(?m)^  FAILED +[\d.]+ ms\s+(Z:|/).*gone.icd")
        self.assertRegex(result.output, r"(?m)^  loaded +[\d.]+ ms\s+(Z:|/).*good.icd")
        self.assertRegex(result.output, r"(?m)^  off\s+(Z:|/).*off.icd")
        self.assertIn("3 drivers: 1 loaded, 1 failed, 1 off.", result.output)
        self.assertIn(f"library not found: {GONE} ({NOWHERE} is not there)",
                      result.words)
        self.assertIn("disabled by OCL_ICD_DRIVERS_DISABLE = off (in the environment)",
                      result.words)
        self.assertRegex(result.output, r"(?m)^  (Z:|/).*vendors +searched \(from OCL_ICD_VENDORS\)")

    def test_output(self, m):
        """The last lines that drivers print, without those of the loader's log."""
        tool.need_linux("drivers that print")
        m.driver("says")
        for said, shown in [("", []), ("one\n\ntwo", ["one", "two"]), ("clrelay: x\none\n", ["one"]),
                            ("".join(f"line {number}\n" for number in range(9)), [f"line {number}" for number in range(4, 9)]),
                            (f"{300 * 'x'}yz\n", [300 * "x"])]:
            with self.row(said):
                output = m.clrelay("drivers", env={"TOOL_SAYS": said}).output
                begin, title, rest = output.partition("What they print (standard error)")
                self.assertEqual(bool(title), bool(shown))
                self.assertEqual([line[2:] for line in rest.split("\n\n")[0].splitlines()[1:]], shown)
                self.assertEqual(rest.startswith(", the last lines"), len(shown) > 4)

    def test_json(self, m):
        m.driver("good")
        m.icd("gone.icd", GONE)
        answer = m.json("drivers", code=1)
        self.assertEqual([(driver["verdict"], driver["standing"]) for driver in answer["drivers"]],
                         [("LIBRARY_MISSING", "wrong"), ("LOADED", "well")])
        self.assertIn(GONE, answer["drivers"][0]["reason"])
        self.assertIsNone(answer["drivers"][1]["remedy"])
        self.assertEqual(answer["driver_directories"][0]["standing"], "well")

    def test_all_off(self, m):
        m.driver("good")
        m.clrelay("drivers", code=1, env={"OCL_ICD_DRIVERS_DISABLE": "*"})
        m.clrelay("list", code=1, env={"OCL_ICD_DRIVERS_DISABLE": "*"})

    def test_search_only(self, m):
        m.driver("good")
        answer = m.json("drivers", code=1, env={"OCL_ICD_SEARCH_ONLY": "1"})
        self.assertIn("OCL_ICD_SEARCH_ONLY", answer["drivers"][0]["remedy"])

    def test_default_directories_may_be_missing(self, m):
        tool.need_linux("default places")
        library = m.driver("good", manifest=False)
        m.write("config/OpenCL/vendors/user.icd", library + "\n")
        answer = m.json("drivers", code=None, env={"OCL_ICD_VENDORS": None})
        user = self.find(answer["drivers"], "user.icd")
        self.assertEqual(user["verdict"], "LOADED")
        for directory in answer["driver_directories"]:
            self.assertIn(directory["standing"], ("well", "off"))

    def test_long_lines(self, m):
        long = "verylongname" * 10
        library = native(m.copy(TOOL["driver"], f"{long}/{long}/libdriver.so"))
        m.icd("long.icd", library)
        m.icd("gone.icd", native(f"/{long}/{long}{long}.so"))
        for command in COMMANDS:
            self.check_width(m.clrelay(command, code=None, env={"COLUMNS": "80"}))
            self.check_width(m.clrelay(command, code=None, env={"COLUMNS": "50"}), 50)
        # In a pipe, the command does not split a path.
        self.assertIn(library, m.clrelay("drivers", code=1).output)


class Layers(tool.Case):
    def test_none(self, m):
        m.driver()
        os.makedirs(m.path("no-layers"))
        result = m.clrelay("layers", env={"OPENCL_LAYER_PATH": native(m.path("no-layers"))})
        self.assertIn("0 layers", result.output)

    def test_layers(self, m):
        layer = sandbox.layer_path("one")
        tool.need(os.path.exists(layer), "the fake layers are not built")
        m.driver()
        separator = ";" if BUILD.windows else ":"
        env = {"OPENCL_LAYERS": separator.join([native(layer), native("/nowhere/liblayer.so")])}
        answer = m.json("layers", env=env, code=1)
        self.assertEqual([layer["verdict"] for layer in answer["layers"]],
                         ["LOADED", "LIBRARY_MISSING"])
        result = m.clrelay("layers", env=env, code=1)
        self.assertIn("2 layers: 1 loaded, 1 failed.", result.output)
        self.assertIn("from OPENCL_LAYERS", result.output)
        answer = m.json("doctor", env=env, code=1)
        self.assertEqual([layer["standing"] for layer in answer["layers"]], ["well", "wrong"])

    def test_missing_directory_that_is_named(self, m):
        m.driver()
        answer = m.json("layers", code=1,
                        env={"OPENCL_LAYER_PATH": native(m.path("nowhere"))})
        self.assertEqual(len(answer["layers"]) + len(answer["layer_directories"]), 1)


class Settings(tool.Case):
    def test_all(self):
        with open(os.path.join(BUILD.source, "loader/base/setting_rows.h"), encoding="utf-8") as file:
            names = re.findall(r'^SETTING\(\w+, "(\w+)"', file.read(), re.M)
        with tool.Machine() as m:
            m.driver()
            answer = m.json("settings")
            self.assertEqual([setting["name"] for setting in answer["settings"]], names)
            result = m.clrelay("settings", env={"COLUMNS": "80"})
            self.check_width(result)
            for setting in answer["settings"]:
                self.assertIn(setting["name"], result.output)
                self.assertIn(" ".join(setting["help"].split()), result.words)

    def test_origin(self, m):
        m.driver()
        path = m.loader_conf("OCL_ICD_PLATFORM_SORT = name\n")
        result = m.clrelay("settings", env={"OCL_ICD_DEFAULT_PLATFORM": "0"})
        self.assertIn(f"OCL_ICD_PLATFORM_SORT = name ({path}:1)", result.words)
        self.assertIn("OCL_ICD_DEFAULT_PLATFORM = 0 (environment)", result.words)
        self.assertIn("OCL_ICD_SEARCH_ONLY (not set)", result.words)

    def test_problem(self, m):
        m.driver()
        path = m.loader_conf("nonsense\n")
        self.assertIn(f"{path}:1", m.clrelay("settings", code=1).words)
        self.assertEqual(len(m.json("settings", code=1)["problems"]), 1)
        answer = m.json("doctor", code=1)
        self.check_finding(answer, "problem", tool.slashes(path), "clrelay settings")
        self.check_finding(m.json("doctor", code=1, env={"OCL_ICD_PLATFORMS_DISABLE": "zzz"}),
                           "problem", "zzz")


class Lost(tool.Case):
    """A driver that ends the child process does not end the command."""

    rows = [("exit", "exit code 3", "exit"),
            ("hang", "hangs", "overrun"), ("lcrash", f"crashes with {CRASH}", "signal"),
            ("lexit", "exit code 4", "exit")]
    if not BUILD.windows:
        rows += [("crash", "crashes with SIGSEGV", "signal"), ("abort", "SIGABRT", "signal")]

    def test_code_of_a_mute_process(self, m):
        """A driver may end the process with the code that says that the process could not answer."""
        m.driver("mute")
        lost = m.json("list", code=1)["lost"]
        self.assertEqual((lost["end"], lost["code"]), ("exit", 126))
        self.assertIn("ends the process with exit code 126", " ".join(m.clrelay("list", code=1).errors.split()))

    def test_all_commands(self):
        for quirk, words, end in self.rows:
            for command in ["list", "drivers", "layers", "settings"]:
                with self.row(f"{command}, {quirk}"), tool.Machine() as m:
                    m.driver("good")
                    m.driver(quirk)
                    result = m.clrelay(command, "--timeout", tool.SHORT_LIMIT, code=1, env={"COLUMNS": "80"})
                    self.check_width(result)
                    errors = " ".join(result.errors.split())
                    self.assertIn(words, errors)
                    self.assertIn("clrelay doctor", errors)
                    answer = m.json(command, "--timeout", tool.SHORT_LIMIT, code=1)
                    self.assertEqual(answer["lost"]["end"], end)
                    # The command still tells what it knows without opening the driver.
                    if command == "drivers":
                        self.assertEqual([driver["verdict"] for driver in answer["drivers"]],
                                         ["UNTRIED", "UNTRIED"])
                        self.assertEqual([driver["standing"] for driver in answer["drivers"]],
                                         ["untried", "untried"])
                        self.assertEqual([driver["remedy"] for driver in answer["drivers"]], [None, None])
                        self.assertIn("2 drivers: 2 not tried.", result.words)
                    if command == "settings":
                        self.assertIn("OCL_ICD_PLATFORM_SORT", result.output)
                        self.assertIn("OCL_ICD_SEARCH_ONLY (not set)", result.words)

    def test_crash_while_devices_are_asked(self, m):
        m.driver("dcrash")
        result = m.clrelay("list", code=1)
        self.assertIn("device 0 of platform 0 is asked for its properties", " ".join(result.errors.split()))

    def test_crash_at_the_end(self, m):
        tool.need_linux("rules for the end: it ignores exceptions then")
        m.driver("ecrash")
        result = m.clrelay("list", code=1)
        self.assertIn("libx-ecrash device", result.output)
        self.assertIn(f"crashes with {CRASH}", " ".join(result.errors.split()))

    def test_time_is_bounded(self, m):
        m.driver("lhang")
        result = m.clrelay("list", "--timeout", "0.5", code=1)
        self.assertLess(result.seconds, 5)

    def test_prints(self, m):
        m.driver("print")
        m.driver("complain")
        for command in ["list", "drivers", "layers", "settings"]:
            result = m.clrelay(command)
            self.assertNotIn("hello", result.output + result.errors)
            self.assertEqual("complains" in result.output, command == "drivers") # these words may be the reason
            self.assertNotIn("complains", result.errors)
            m.json(command)

    def test_log_is_passed_on(self, m):
        m.driver("good-complain")
        result = m.clrelay("list", env={"OCL_ICD_ENABLE_TRACE": "1"})
        self.assertRegex(result.errors, r"clrelay: .*good-complain.icd.*: loaded")
        self.assertNotIn("complains", result.errors)
        self.assertEqual(m.clrelay("list").errors, "")

    def test_interrupted(self, m):
        m.driver("hang")
        _, code = m.on_terminal("list", after=(1.5, b"\x03"))
        self.assertEqual(code, -2)


class Terminal(tool.Case):
    def test_plain_when_piped(self, m):
        m.driver()
        for command in COMMANDS:
            result = m.clrelay(command)
            self.assertNotIn("\x1b", result.output + result.errors)

    def test_colour(self, m):
        m.driver()
        for command in COMMANDS:
            output, code = m.on_terminal(command)
            self.assertEqual(code, 0)
            self.assertIn(b"\x1b[1m", output)
            for env in [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": None}]:
                output, _ = m.on_terminal(command, env=env)
                self.assertNotIn(b"\x1b", output)
            self.assertIn(b"\x1b[1m", m.on_terminal(command, env={"NO_COLOR": ""})[0])

    def test_width_of_the_terminal(self, m):
        m.driver("good-" + "long" * 20)
        for columns in (60, 80, 200):
            output, _ = m.on_terminal("drivers", columns=columns, env={"NO_COLOR": "1"})
            for line in output.decode().replace("\r", "").splitlines():
                self.assertLessEqual(len(line), min(columns, 100))

    def test_drivers_cannot_write_to_the_terminal(self, m):
        m.driver("garbage-print")
        for command in COMMANDS:
            output, _ = m.on_terminal(command, env={"NO_COLOR": "1"})
            self.assertNotIn(b"\x1b", output)
            tool.check_harmless(output.decode().replace("\r", ""), command)

    @staticmethod
    def with_errors_in_file(m, *words):
        """Runs the command on a terminal, but with its standard error in the file errors. Returns the exit status."""
        command = [*BUILD.emulator, TOOL["tool"], *words, "--library", BUILD.library]
        process, terminal = tool.start_on_terminal(["sh", "-c", '"$@" 2>errors', "sh", *command], m.root, m.environment({"COLUMNS": None}))
        try:
            while os.read(terminal, 65536):
                pass
        except OSError: # the terminal is closed
            pass
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])

    def test_progress(self, m):
        m.driver("hang")
        output, code = m.on_terminal("list", "--timeout", "2.5")
        self.assertEqual(code, 1)
        self.assertIn(b"loading the drivers 1 s", output)
        self.assertIn(b"\r\x1b[K", output)
        output, _ = m.on_terminal("doctor", "--timeout", "1.5")
        self.assertIn(b"trying hang.icd 1 s", output)
        output, _ = m.on_terminal("list", "--timeout", "1.5", env={"TERM": "dumb"})
        self.assertNotIn(b" 1 s", output)
        # Nor does it run in a file, although the standard output is a terminal.
        self.assertEqual(self.with_errors_in_file(m, "list", "--timeout", "1.5"), 1)
        with open(m.path("errors"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn("hangs", text)
        self.assertNotRegex(text, r" 1 s\b|\x1b")
        # The clock does not run in a pipe.
        self.assertNotIn(" 1 s", m.clrelay("list", "--timeout", "1.5", code=1).errors)


class Loaders(tool.Case):
    def test_no_library(self, m):
        text = m.write("text.so.1", "this is no library")
        for library in ["/nowhere/libOpenCL.so.1", TOOL["driver"], text]:
            for command in COMMANDS:
                result = m.clrelay(command, library=library, code=1, env={"COLUMNS": "80"})
                self.check_width(result)
                # No empty lines stand before the error.
                self.assertFalse(result.output.startswith("\n"), result)
                m.json(command, library=library, code=1)
        answer = m.json("doctor", library="/nowhere/libOpenCL.so.1", code=1)
        self.check_finding(answer, "problem", "/nowhere/libOpenCL.so.1", "cannot be opened")

    def test_other_loader(self, m):
        for command in COMMANDS:
            result = m.clrelay(command, library=TOOL["fake_loader"], env={"COLUMNS": "80"},
                               code=None)
            self.assertEqual(result.code, 0 if command in ("layers", "settings") else 1)
            self.assertIn("not clrelay's", result.words)
            answer = m.json(command, library=TOOL["fake_loader"], code=result.code)
            self.assertFalse(answer["loader"]["report"])
        m.driver("good")
        for library, said in (m.unreported(), not BUILD.windows), (BUILD.library, False):
            words = m.clrelay("doctor", library=library).words
            self.assertEqual(f"To see each: clrelay doctor --library {BUILD.library}" in words, said, words)
            self.assertIn("Next: nothing is wrong" + (", as far as this loader shows." if library != BUILD.library else "."), words)

    def test_loader_that_crashes(self, m):
        for command in COMMANDS:
            m.clrelay(command, library=TOOL["fake_loader"], code=1, env={"TOOL_CRASH": "1"})
            m.json(command, library=TOOL["fake_loader"], code=1, env={"TOOL_CRASH": "1"})

    def test_reports_that_make_no_sense(self, m):
        for report in ["", "{", "[]", "null", "{}", '{"schema": 99}', '{"schema": "x"}',
                       '{"schema": 1, "drivers": 5, "settings": {}, "problems": [1, null]}',
                       '{"schema": 1, "drivers": [1, null, {}, {"platforms": [1, {"index": '
                       '-1}]}], "driver_directories": [7], "layers": "x", "settings": [[]]}',
                       '{"schema": 1, "drivers": [{"verdict": "FROM_THE_FUTURE"}]}']:
            path = native(m.write("report", report))
            for command in COMMANDS:
                with self.row(f"{command}: {report}"):
                    result = m.clrelay(command, library=TOOL["fake_loader"], code=None,
                                       env={"TOOL_REPORT": path})
                    self.assertIn(result.code, (0, 1))
                    m.json(command, library=TOOL["fake_loader"], code=result.code,
                           env={"TOOL_REPORT": path})

    def test_report_that_is_no_object(self, m):
        for report in ["[]", "{"]:
            path = native(m.write("report", report))
            self.assertIn("not a JSON object", m.clrelay(
                "drivers", library=TOOL["fake_loader"], code=1, env={"TOOL_REPORT": path}).words)

    def test_report_that_grows(self, m):
        """The report may become longer after the command has asked for its size."""
        path = native(m.write("report", '{"schema": 1, "drivers": [{"manifest": "/x.icd", "verdict": "LOADED"}]}'))
        self.assertEqual([driver["manifest"] for driver in m.json("drivers", library=TOOL["fake_loader"], code=None, env={
            "TOOL_REPORT": path, "TOOL_GROWS": "1"})["drivers"]], ["/x.icd"])

    def test_newer_report(self, m):
        path = native(m.write("report", '{"schema": 2}'))
        self.assertIn("newer", m.clrelay("drivers", library=TOOL["fake_loader"], code=1,
                                         env={"TOOL_REPORT": path}).words)

    def test_installed_other_loader(self, m):
        tool.sandbox.need_other_loader()
        other = BUILD.other_loader
        tool.need(not BUILD.sanitizers, "it does not free what it allocates")
        m.driver("good")
        env = {"OCL_ICD_VENDORS": m.vendors, "COLUMNS": "80"}
        result = m.clrelay("list", library=other, env=env)
        self.check_width(result)
        for part in ["libx-good device", "not clrelay's", os.path.realpath(other)]:
            self.assertIn(part, result.words)
        self.assertIn("libx-good.so", m.clrelay("drivers", library=other, env=env).words)
        m.clrelay("doctor", library=other, env=env)
        m.clrelay("settings", library=other, env=env)
        m.driver("crash")
        self.assertIn(f"a driver does this, or this loader: clrelay doctor --library {BUILD.library}",
                      m.clrelay("doctor", library=other, env=env, code=1).words)

    def test_next_look(self):
        """If a loader does not say what is wrong with the drivers, the doctor then looks through clrelay's library."""
        tool.need_linux("causes")
        shows, renames = f"clrelay doctor --library {BUILD.library} shows: clrelay ", "Programs with the other loader do not obey clrelay disable."
        for driver, looks, disables in ("crash", True, True), ("good-nodevices", True, False), ("good", False, False):
            with self.row(driver), tool.Machine() as m:
                m.driver(driver)
                library = m.unreported()
                if driver == "good":  # a note that names the command is no reason to look
                    self.assertNotIn(shows, m.clrelay("doctor", BUILD.library, library=library).words)
                result = m.clrelay("doctor", library=library, code=1 if looks else 0, env={"COLUMNS": "80"})
                self.check_width(result)
                self.assertEqual([shows in result.words, "Next: what clrelay's library shows, below." in result.words, "To see each:" in result.words,
                                  renames in result.words], [looks, looks, not looks, disables], result.words)
                if looks:  # the second part is a whole answer
                    part = result.words.partition(shows)[2]
                    self.assertIn("Drivers, each tried separately", part)
                    self.assertIn("Problems: 1. Next: the problem above", part)
                    m.json("doctor", library=library, code=1)  # there is one answer
        with tool.Machine() as m:
            m.driver("good")
            m.write("root/etc/OpenCL/vendors/good.icd", "libgood.so\n")
            result = m.clrelay("doctor", library=tool.TOOL["fake_loader"], code=1, env={"COLUMNS": "80"})
            self.check_width(result)
            self.assertRegex(result.words, r"Next: \S*fake\S* lists no device, and this library does: set LD_LIBRARY_PATH to its folder for programs, or install another loader\.( |$)")
        for files, variables, told in [(["libx.so", "liby.so"], {}, True), (["libx.so"], {}, False), (["libx.so", "libx.so"], {}, False), (["libx.so", ""], {}, False),
                                       (["libx.so", "liby.so"], {"OCL_ICD_FILENAMES": "x"}, False)]:
            with self.row((files, variables)), tool.Machine() as m:
                m.driver("good")
                m.loader_conf(f"OCL_ICD_VENDORS = {m.vendors}\n")
                for number, text in enumerate(files):
                    m.write(f"root/etc/OpenCL/vendors/{number}.icd", text + "\n")
                words = m.clrelay("doctor", library=m.unreported(), env={"OCL_ICD_VENDORS": None, "XDG_CONFIG_HOME": m.path("config"), **variables}).words
                self.assertEqual("name 2 drivers, and there are fewer platforms (1): a driver may have failed To do: To test each driver: clrelay doctor --library" in words, told, words)
        with tool.Machine() as m:  # conda's loader reads other files
            m.driver("good")
            m.loader_conf(f"OCL_ICD_VENDORS = {m.vendors}\n")
            m.write("conda/conda-meta/history", "")
            for name in "libx.so", "liby.so":
                m.write(f"root/etc/OpenCL/vendors/{name}.icd", name + "\n")
            os.makedirs(m.path("conda/lib"))
            library = shutil.move(m.unreported(), m.path("conda/lib/libOpenCL.so.1"))
            words = m.clrelay("doctor", library=library, env={"OCL_ICD_VENDORS": None, "XDG_CONFIG_HOME": m.path("config")}, code=None).words
            self.assertIn("libx-good", words)
            self.assertNotIn("fewer platforms", words)
        with tool.Machine() as m:  # without a driver, there is none to see
            self.assertNotIn("To see each:", m.clrelay("doctor", library=m.unreported(), code=1).words)

    def test_installed_library(self, m):
        """Without --library, the command uses the library that the dynamic linker finds."""
        tool.need_linux("places for libraries")
        m.driver()
        folder = os.path.dirname(BUILD.library)
        answer = m.json("list", library=None, env={"LD_LIBRARY_PATH": folder})
        self.assertEqual(answer["loader"]["file"], os.path.realpath(BUILD.library))
