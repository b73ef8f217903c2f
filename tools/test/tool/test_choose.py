# SPDX-License-Identifier: Apache-2.0
"""clrelay disable, enable and default: what they write into which file, and what they refuse."""

import os
import re
import shutil
import subprocess
import threading
import unittest.mock

import sandbox
import tool
from tool import BUILD, TOOL

# Lines that must stay as they are: comments, other settings, and lines that the loader cannot read.
OTHERS = b"# mine: OCL_ICD_DRIVERS_DISABLE = x\n\n  OCL_ICD_PLATFORM_SORT=name \r\nnonsense\n#\xff\xfe\n"


class Place(tool.Machine):
    """A machine on which the loader finds drivers through the settings for its default directories."""

    def __enter__(self):
        super().__enter__()
        self.conf = self.path("config", "OpenCL", "loader.conf")
        self.machine_conf = os.path.join(TOOL["machine"], "loader.conf")
        if os.path.exists(self.machine_conf):
            os.remove(self.machine_conf)
        return self

    def read(self, path=None):
        with open(path or self.conf, "rb") as file:
            return file.read()

    def folder(self):
        return sorted(os.listdir(os.path.dirname(self.conf)))

    def verdicts(self, **options):
        answer = self.json("drivers", code=None, **options)
        return {os.path.basename(driver["manifest"]): driver["verdict"] for driver in answer["drivers"]}

    def change(self, *words, **options):
        """Runs a command that changes settings. Returns what it says."""
        return self.clrelay(*words, env={"COLUMNS": "100", **options.pop("env", {})}, **options)


class Drivers(tool.Case, machine=Place):
    def test_disable_and_enable(self, m):
        m.driver("good")
        m.driver("crash")
        result = m.change("disable", "crash")
        self.assertIn("crash is off from now on.", result.output)
        self.assertIn(f"{m.conf}:1: OCL_ICD_DRIVERS_DISABLE = crash", result.words)
        self.assertIn("To undo: clrelay enable crash", result.output)
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = crash\n")
        self.assertEqual(m.verdicts(), {"crash.icd": "DISABLED", "good.icd": "LOADED"})
        m.change("disable", "good.icd")
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = crash, good\n")
        self.assertIn("good is off already", m.change("disable", "good").words)
        m.change("enable", m.path("vendors", "good.icd"))
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = crash\n")
        self.assertIn("good is not off", m.change("enable", "good").words)
        result = m.change("enable", "CRASH")
        self.assertIn(f"{m.conf}:1: the line is removed", result.words)
        self.assertIn("To undo: clrelay disable crash", result.output)
        self.assertEqual(m.read(), b"")
        self.assertEqual(m.folder(), ["loader.conf"])
        m.loader_conf("OCL_ICD_DRIVERS_DISABLE = CRASH, x\n")
        m.change("enable", "crash")
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = x\n")

    def test_other_lines_stay(self, m):
        m.driver("good")
        for begin, end in [(b"", b""), (OTHERS, b""), (OTHERS, OTHERS), (b"\xef\xbb\xbf", OTHERS)]:
            for line, new in [(b"", None), (b"OCL_ICD_DRIVERS_DISABLE=a*", b"OCL_ICD_DRIVERS_DISABLE=a*, good"),
                              (b" OCL_ICD_DRIVERS_DISABLE  =\ta ,\r", b" OCL_ICD_DRIVERS_DISABLE  =\ta ,, good\r"),
                              (b"OCL_ICD_DRIVERS_DISABLE=", b"OCL_ICD_DRIVERS_DISABLE= good")]:
                with self.row((begin, line, end)):
                    before = begin + line + (b"\n" if line else b"") + end
                    m.write("config/OpenCL/loader.conf", "")
                    with open(m.conf, "wb") as file:
                        file.write(before)
                    m.change("disable", "good")
                    if line:
                        self.assertEqual(m.read(), begin + new + b"\n" + end)
                    else:
                        self.assertEqual(m.read(), before + b"OCL_ICD_DRIVERS_DISABLE = good\n")
                    m.change("enable", "good")
                    if not line:
                        self.assertEqual(m.read(), before)

    def test_last_line_without_an_end(self, m):
        m.driver("good")
        m.loader_conf("# comment")
        m.change("disable", "good")
        self.assertEqual(m.read(), b"# comment\nOCL_ICD_DRIVERS_DISABLE = good\n")

    def test_line_ends(self, m):
        """A line that the command adds ends like the others."""
        m.driver("good")
        for before, after in [(b"# a\r\n# b\r\n", b"# a\r\n# b\r\nADDED\r\n"),
                              (b"# a\r\n# b", b"# a\r\n# b\r\nADDED\r\n"),
                              (b"# a\r\n# b\n", b"# a\r\n# b\nADDED\n"), (b"\n# b", b"\n# b\nADDED\n")]:
            with self.row(before):
                with open(m.loader_conf(""), "wb") as file:
                    file.write(before)
                m.change("disable", "good")
                self.assertEqual(m.read(), after.replace(b"ADDED", b"OCL_ICD_DRIVERS_DISABLE = good"))

    def test_the_last_line_counts(self, m):
        m.driver("good")
        m.loader_conf("OCL_ICD_DRIVERS_DISABLE = good\nOCL_ICD_DRIVERS_DISABLE = a\n")
        m.change("disable", "good")
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = good\nOCL_ICD_DRIVERS_DISABLE = a, good\n")
        m.loader_conf("OCL_ICD_DRIVERS_DISABLE = a, good\nOCL_ICD_DRIVERS_DISABLE = good\n")
        m.change("enable", "good")
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = a, good\nOCL_ICD_DRIVERS_DISABLE = \n")
        self.assertEqual(m.verdicts(), {"good.icd": "LOADED"})

    def test_selected(self, m):
        m.driver("good")
        m.driver("other")
        m.loader_conf("OCL_ICD_DRIVERS_SELECT = other\n")
        m.change("enable", "good")
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_SELECT = other, good\n")
        m.change("disable", "good")
        self.assertEqual(m.verdicts(), {"good.icd": "DISABLED", "other.icd": "LOADED"})

    def test_pattern(self, m):
        m.driver("good")
        path = m.loader_conf("OCL_ICD_DRIVERS_DISABLE = g*\n")
        result = m.change("enable", "good", code=1)
        self.assertIn("it is off because of a pattern that may match other drivers, too", " ".join(result.errors.split()))
        self.assertIn(f"{path}:1", " ".join(result.errors.split()))
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = g*\n")

    def test_off_twice(self, m):
        """The message names what else turns the driver off."""
        m.driver("good")
        for text, reason in [("OCL_ICD_DRIVERS_DISABLE = g*, good\n", "OCL_ICD_DRIVERS_DISABLE = g*"),
                             ("OCL_ICD_DRIVERS_DISABLE = good\nOCL_ICD_DRIVERS_SELECT = x\n",
                              "OCL_ICD_DRIVERS_SELECT = x")]:
            with self.row(text):
                m.loader_conf(text)
                result = m.change("enable", "good", code=1)
                self.assertEqual(" ".join(result.errors.split()),
                                 f"clrelay: it would have no effect: {reason} turns it off, too")
                self.assertEqual(m.read(), text.encode())

    def test_file_names_with_special_characters(self, m):
        for name in ["a,b", "[x]", "st*r", "it's", " blank ", "-x", "two words"]:
            with self.row(name):
                m.icd(f"{name}.icd", m.driver("good", manifest=False))
                m.icd("other.icd", m.driver("other", manifest=False))
                # A word that looks like an option needs -- before it.
                result = m.change("disable", m.path("vendors", f"{name}.icd") if name == "-x" else name)
                self.assertEqual(m.verdicts()[f"{name}.icd"], "DISABLED")
                self.assertEqual(m.verdicts()["other.icd"], "LOADED")
                self.assertEqual(b"?" in m.read(), name not in ("it's", "-x", "two words"))
                # A shell understands the words of "To undo".
                undo = result.output.split("To undo: clrelay ")[1].strip()
                done = subprocess.run(["sh", "-c", f'"$@" {undo}', "sh", *BUILD.emulator, TOOL["tool"],
                                       "--library", BUILD.library], env=m.environment({}),
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done)
                self.assertEqual(m.verdicts()[f"{name}.icd"], "LOADED")
                os.remove(m.path("vendors", f"{name}.icd"))

    def test_mask(self, m):
        library = m.driver("good", manifest=False)
        m.icd("good.icd", library)
        mask = m.write("config/OpenCL/vendors/good.icd", "")
        env = {"OCL_ICD_VENDORS": f"{os.path.dirname(mask)}:{m.vendors}"}
        self.assertIn("is off already", m.change("disable", "good", env=env).words)
        self.assertIn("is off already", m.change("disable", m.path("vendors/good.icd"), env=env).words)
        result = m.change("enable", "good", env=env)
        self.assertIn(f"To undo: ln -s /dev/null {mask}", result.words)
        self.assertFalse(os.path.exists(mask))
        os.symlink("/dev/null", mask)
        m.change("enable", "good", env=env)
        self.assertFalse(os.path.lexists(mask))
        m.write("config/OpenCL/vendors/good.icd", m.driver("other", manifest=False))
        self.assertIn("is not off", m.change("enable", "good", env=env).words)
        # Two things turn the driver off. Each needs its own change.
        os.remove(mask)
        m.loader_conf("OCL_ICD_DRIVERS_DISABLE = good\n")
        os.symlink("/dev/null", mask)
        result = m.change("enable", "good", env=env)
        self.assertNotIn("from now on", result.words)
        self.assertIn("Something else turns it off, too", result.words)
        self.assertIn("good is on from now on.", m.change("enable", "good", env=env).words)

    def test_json(self, m):
        m.driver("good")
        with open(os.path.join(BUILD.source, "tools/doc/json.md"), encoding="utf-8") as file:
            part = file.read().split("## Changes of settings")[1]
        for words, well in [(["disable", "good"], True), (["disable", "good"], True), (["enable", "x"], False)]:
            answer = m.json(*words, code=0 if well else 1)
            self.assertEqual(answer["well"], well)
            for member in set(answer) - {"schema", "command", "clrelay", "loader", "well"}:
                self.assertIn(f"| `{member}` |", part)
        answer = m.json("enable", "good")
        self.assertEqual((answer["changed"], answer["file"], answer["line"], answer["before"], answer["value"]),
                         (True, m.conf, 1, "good", None))


class Refused(tool.Case, machine=Place):
    def refused(self, m, *words, parts, **options):
        before = {path: m.read(path) for path in (m.conf, m.machine_conf) if os.path.isfile(path)}
        result = m.change(*words, code=1, **options)
        for part in parts:
            self.assertIn(part, " ".join(result.errors.split()))
        self.assertEqual(result.output, "")
        for path, content in before.items():
            self.assertEqual(m.read(path), content)
        answer = m.json(*words, code=1, **options)
        self.assertEqual(answer["changed"], False)
        for member in "text", "file", "line", "setting", "before", "value", "undo":
            self.assertIsNone(answer[member], member)

    def test_unknown(self, m):
        self.refused(m, "disable", "x", parts=["no driver x. There are none at all"])
        m.driver("good")
        m.driver("other")
        self.refused(m, "disable", "x", parts=["no driver x. There are: good, other"])
        self.refused(m, "default", "x", parts=["no platform x"])
        self.refused(m, "default", "2", parts=["no platform 2"])
        self.assertFalse(os.path.exists(m.conf))

    def test_wrong_usage(self, m):
        for words in [["disable"], ["enable", "--json"], ["default", ""], ["disable", "a", "b"],
                      ["list", "--system"], ["list", "good"]]:
            with self.row(words):
                self.assertEqual(m.clrelay(*words, code=2).output, "")
        # An empty word is no name. No message ends without one.
        for words, told in [(["disable", ""], "which one? clrelay disable DRIVER"),
                            (["default", ""], "which one? clrelay default PLATFORM"),
                            (["enable", "good", ""], "one name is enough: ''"),
                            (["list", ""], "one command is enough: ''"), ([""], "there is no command ''")]:
            with self.row(words):
                self.assertEqual(m.clrelay(*words, code=2).errors.splitlines()[0], f"clrelay: {told}")

    def test_variable_wins(self, m):
        m.driver("good")
        m.loader_conf("# mine\n")
        for words, name in [(["disable", "good"], "OCL_ICD_DRIVERS_DISABLE"),
                            (["default", "0"], "OCL_ICD_DEFAULT_PLATFORM")]:
            self.refused(m, *words, env={name: "other*"}, parts=[f"{name} is set in the environment"])
        self.refused(m, "enable", "good", env={"OCL_ICD_DRIVERS_SELECT": "x"},
                     parts=["OCL_ICD_DRIVERS_SELECT is set in the environment"])

    def test_untrusted_settings_file(self, m):
        m.driver("good")
        m.loader_conf("# mine\n")
        os.chmod(m.conf, 0o666)
        self.refused(m, "disable", "good", parts=["no effect", "is ignored", m.conf])
        os.remove(m.conf)
        # The command makes no such file there, either.
        os.chmod(os.path.dirname(m.conf), 0o777)
        self.refused(m, "disable", "good", parts=["no effect"])
        self.assertEqual(m.folder(), [])

    def test_line_that_becomes_too_long(self, m):
        m.driver("good")
        m.loader_conf(f"# mine\nOCL_ICD_DRIVERS_DISABLE = {'a' * 4065}\n")
        self.refused(m, "disable", "good",
                     parts=[f"{m.conf} can't hold this value: line 2 would have more than 4096 bytes"])

    def test_values_that_the_file_cannot_hold(self, m):
        """Either the file stays as it was, or the loader reads exactly the value that the user asked for."""
        name = "".join(map(chr, (*range(1, 32), 127))).replace("/", "") + "#'\"="
        m.icd(f" {name} .icd", m.driver("several", manifest=False))
        held, refused = [], []
        for odd in [*name, "\n OCL_ICD_LOG = debug\n", "\rOCL_ICD_LOG = debug", " ", "a" * (1 << 16)]:
            for command, value, written in [
                    # Each value matches a device, at least in its first line.
                    ("device", f"[!{odd}]*", None), ("device", f"*,*[!{odd}]*", None), ("device", f"*{odd}", None),
                    ("device", f"{odd}*,*", None), ("default", f"name:[!{odd}]*", f"name:[!{odd}]*,*"),
                    ("default", f"{odd}gpu:0", f"{odd}gpu:0,*")]:
                with self.row((command, value[:40])):
                    m.loader_conf("# mine\n")
                    answer = m.json(command, value, code=None)
                    if answer["well"]:
                        held.append((command, odd))
                        self.assertEqual(m.read(),
                                         f"# mine\nOCL_ICD_DEVICES_SELECT = {written or value}\n".encode())
                        settings = {setting["name"]: setting["value"] for setting in m.json("settings")["settings"]}
                        self.assertEqual(settings["OCL_ICD_DEVICES_SELECT"], written or value)
                    else:
                        refused.append((command, odd, answer["error"]))
                        self.assertEqual(m.read(), b"# mine\n")
        for command in "device", "default":
            self.assertLessEqual({(command, character) for character in "\t #'\"="}, set(held))
            for odd, why in [("\n", "it has a control character"), ("\x7f", "it has a control character"),
                             (" ", "it begins or ends with a blank"),
                             ("a" * (1 << 16), "line 2 would have more than 4096 bytes")]:
                self.assertIn((command, odd, f"{m.conf} can't hold this value: {why}"), refused)
        # The command removes a folder that it has made for the file.
        shutil.rmtree(os.path.dirname(m.conf))
        m.change("device", "*\n", code=1)
        self.assertFalse(os.path.exists(os.path.dirname(m.conf)))
        # Characters that the file can't hold become "any character" in a driver's name.
        m.loader_conf("")
        m.change("disable", f" {name} ")
        self.assertRegex(m.read(), rb"\AOCL_ICD_DRIVERS_DISABLE = [!-~]+\n\Z")
        m.change("enable", f" {name} ")
        self.assertEqual(m.read(), b"")

    def test_no_place(self, m):
        m.driver("good")
        for home in "", "home":
            self.refused(m, "disable", "good", env={"HOME": home, "XDG_CONFIG_HOME": ""},
                         parts=["HOME is not set to an absolute path"])
        self.refused(m, "disable", "good", library=TOOL["fake_loader"],
                     parts=["this loader is not clrelay's", TOOL["fake_loader"], "--library"])
        m.write("config/OpenCL/loader.conf/x", "")
        self.refused(m, "disable", "good", parts=["loader.conf"])

    def test_own_library(self, m):
        """The system's loader reads no loader.conf, or crashes. The command names the library that came with it."""
        own = m.copy(BUILD.library, os.path.join("inst", TOOL["lib"], "libOpenCL.so.1"))
        named = m.path("other/libOpenCL.so.1")
        for driver, library, words in ("good", None, f"reads no loader.conf. Name clrelay's library with --library {own}"), \
                                      ("crash", None, f"To use clrelay's library here: --library {own}"), ("crash", named, "To find out which driver: clrelay doctor"):
            with self.row((driver, library)), unittest.mock.patch.dict(TOOL, tool=m.copy(TOOL["tool"], "inst/bin/clrelay")):
                m.driver(driver, manifest="x.icd")
                os.makedirs(m.path("other"), exist_ok=True)
                os.replace(m.unreported(), m.path("other/libOpenCL.so.1"))
                errors = " ".join(m.clrelay("disable", "x", library=library, code=1, env={"LD_LIBRARY_PATH": m.path("other")}).errors.split())
                self.assertTrue(errors.endswith(words), errors)

    def test_no_rights(self, m):
        m.driver("good")
        m.loader_conf("# mine\n")
        tool.need(os.geteuid() != 0 or os.path.exists("/proc/self/ns/user"), "root may do everything")
        folder = os.path.dirname(m.conf)
        os.chmod(folder, 0o555)
        tool.need(not os.access(folder, os.W_OK), "root may write everywhere")
        self.refused(m, "disable", "good", parts=["Permission denied"])

    def test_no_folder(self, m):
        """The message names the folder that the command could not make, not one below it."""
        m.driver("good")
        home = m.path("read-only")
        os.mkdir(home, 0o555)
        if os.access(home, os.W_OK):
            home = "/sys" # a place where root, too, can make no folder
        self.refused(m, "disable", "good", env={"HOME": home, "XDG_CONFIG_HOME": ""},
                     parts=[f"clrelay: {home}/.config: "])

    def test_folder_of_another_user(self, m):
        """Root runs with a user's HOME, as sudo -E keeps it. The command makes nothing there, or removes what it has
        made."""
        tool.need(os.geteuid() == 0, "only root can give folders away")
        m.driver("good")
        home = m.path("home")
        for there in [[], [".config"], [".config", "OpenCL"]]:
            os.makedirs(os.path.join(home, *there))
            for folder, _, _ in os.walk(home):
                os.chown(folder, 12345, 12345)
            with self.row(there):
                self.refused(m, "disable", "good", env={"HOME": home, "XDG_CONFIG_HOME": ""},
                             parts=["no effect", "another user (12345)", os.path.join(home, *there), "--system"])
                self.assertEqual(sum(len(folders) + len(files) for _, folders, files in os.walk(home)), len(there))
            shutil.rmtree(home)
        os.makedirs(home)
        os.chmod(home, 0o777)  # others can replace files here
        self.refused(m, "disable", "good", env={"HOME": home, "XDG_CONFIG_HOME": ""}, parts=["no effect"])
        self.assertEqual(os.listdir(home), [])

    def test_crashing_driver(self, m):
        """A crashing driver can be turned off, but nobody knows the platforms beside it."""
        m.driver("crash")
        self.refused(m, "default", "0", parts=["SIGSEGV", "clrelay doctor"])
        m.change("disable", "crash")
        m.driver("good")
        m.change("default", "0")


class Devices(tool.Case, machine=Place):
    def seen(self, m, **options):
        answer = m.json("list", **options)
        return ([device["pattern"] for platform in answer["platforms"] for device in platform["devices"]],
                [f"{device['type']}:{device['number_of_type']} {device['left_out_by']}" for device in answer["left_out"]])

    def test_list(self, m):
        """The command prints patterns that other commands accept, and that stay the same."""
        m.driver("several")
        m.driver("good")
        all_of_them, left_out = self.seen(m)
        self.assertEqual(left_out, [])
        self.assertEqual(len(set(all_of_them)), 5)
        for pattern in all_of_them:
            with self.row(pattern):
                seen, left_out = self.seen(m, env={"OCL_ICD_DEVICES_SELECT": pattern})
                self.assertEqual(seen, [pattern])
                self.assertEqual(sorted(left_out), sorted(f"{other} OCL_ICD_DEVICES_SELECT" for other in all_of_them
                                                          if other != pattern))
        text = m.clrelay("list", env={"OCL_ICD_DEVICES_DISABLE": all_of_them[1]}).words
        self.assertIn(f"Pattern {all_of_them[0]}", text)
        self.assertIn("Devices that are left out", text)
        self.assertIn(", by OCL_ICD_DEVICES_DISABLE", text)
        self.assertNotIn("Drivers that are left out", text)
        # The list also has drivers that are left out by settings about them or their platforms.
        for setting, value, reason in [
                ("OCL_ICD_DRIVERS_DISABLE", "several", "disabled by OCL_ICD_DRIVERS_DISABLE = several"),
                ("OCL_ICD_DRIVERS_SELECT", "good", "not selected by OCL_ICD_DRIVERS_SELECT = good"),
                ("OCL_ICD_PLATFORMS_DISABLE", "*several*", "disabled by OCL_ICD_PLATFORMS_DISABLE = *several*"),
                ("OCL_ICD_PLATFORMS_SELECT", "*good*", "not selected by OCL_ICD_PLATFORMS_SELECT = *good*")]:
            with self.row(setting):
                text = m.clrelay("list", env={setting: value, "COLUMNS": "200"}).words
                self.assertIn(f"Drivers that are left out {m.path('vendors/several.icd')}: {reason}", text)

    def test_device(self, m):
        m.driver("several")
        one, two, *_ = self.seen(m)[0]
        result = m.change("device", two, one)
        self.assertIn(f"Programs see only {two},{one} from now on.", result.words)
        self.assertIn(f"To undo: remove line 1 of {m.conf}", result.words)
        self.assertEqual(m.read(), f"OCL_ICD_DEVICES_SELECT = {two},{one}\n".encode())
        self.assertEqual(self.seen(m)[0], [two, one])
        self.assertFalse(m.json("device", f"{two},{one}")["changed"])
        self.assertIn(f"OCL_ICD_DEVICES_SELECT = {two},{one} ({m.conf}:1)", m.clrelay("settings").words)
        self.assertIn(f"to OCL_ICD_DEVICES_SELECT = {two},{one}", m.change("device", one).words)
        m.loader_conf("OCL_ICD_DEVICES_SELECT=\n")
        self.assertRegex(m.change("device", one).words, f"To undo: set line 1 of {m.conf} to OCL_ICD_DEVICES_SELECT =$")

    def test_default(self, m):
        """If there is no such platform, a device comes first."""
        m.driver("several")
        all_of_them = self.seen(m)[0]
        last = all_of_them[-1]
        self.assertIn(f"{last} comes first from now on.", m.change("default", last).words)
        self.assertEqual(m.read(), f"OCL_ICD_DEVICES_SELECT = {last},*\n".encode())
        self.assertEqual(self.seen(m)[0], [last, *all_of_them[:-1]])

    def test_refused(self, m):
        m.driver("good")
        for command, name, told in [
                ("device", "nothing", "'nothing' matches no device"),
                ("device", "gup:1", "before the colon"), ("default", "gpu:77", "no platform gpu:77")]:
            with self.row((command, name)):
                result = m.change(command, name, code=1)
                self.assertIn(told, " ".join(result.errors.split()))
                self.assertFalse(os.path.exists(m.conf) and m.read())
        result = m.change("device", "*", code=1, env={"OCL_ICD_DEVICES_SELECT": "*"})
        self.assertIn("is set in the environment", " ".join(result.errors.split()))

    def test_run(self, m):
        m.driver("several")
        one = self.seen(m)[0][1]
        shell = ["sh", "-c", "echo $OCL_ICD_DEVICES_SELECT $0; exit 7", "word"]
        library = ["--library", BUILD.library]
        for words, code, printed, told in [
                (["--device", one, *library, *shell], 7, f"{one} word", ""),
                ([f"--device={one},*", *library, "--", *shell], 7, f"{one},* word", ""),
                (["-d", "gpu:77", *library, *shell], 125, "", "gpu:77' matches no device"),
                (["-d", ",", *library, *shell], 125, "", "',' matches no device"),
                (["-d", " , ", *library, *shell], 125, "", "',' matches no device"),
                ([*library, *shell], 125, "", "which devices?"),
                (["--device", one, *library], 125, "", "which program?"),
                (["--device", one, *library, "/no/such"], 127, "", "/no/such")]:
            with self.row(words):
                result = m.clrelay("run", *words, code=code, library=None)
                self.assertEqual(result.words, printed)
                self.assertIn(told, " ".join(result.errors.split()))
        # Nor does the program start if another setting hides the devices.
        for env, code, told in [({"OCL_ICD_DEVICES_DISABLE": "*"}, 125, "no device is left. What there is"),
                                ({"OCL_ICD_SEARCH_ONLY": "1"}, 125, "no device is left. What there is"),
                                ({"OCL_ICD_DEVICES_DISABLE": "gpu:77"}, 7, "")]:
            with self.row(env):
                result = m.clrelay("run", "--device", one, *library, *shell, code=code, library=None, env=env)
                self.assertEqual(bool(result.words), code == 7)
                self.assertIn(told, " ".join(result.errors.split()))

    def test_run_privileged(self, m):
        """Loaders ignore the variable in a program that has more rights than its user."""
        sandbox.need_nobody(BUILD.library, TOOL["tool"])
        m.driver("several")
        os.chmod(m.root, 0o755)
        program = m.path("program")
        shutil.copy(shutil.which("true"), program)
        for mode, code in (0o755, 0), (0o4755, 125), (0o2755, 125):
            with self.row(oct(mode)):
                os.chmod(program, mode)
                result = m.clrelay("run", "--device", "0", "--library", BUILD.library, program, library=None, code=code,
                                   before=sandbox.AS_NOBODY)
                self.assertEqual(f"{program} is privileged (setuid, setgid or capabilities), so loaders ignore variables "
                                 "there. For all programs: clrelay device 0 --system" in " ".join(result.errors.split()),
                                 code == 125)

    def test_unknown_devices(self, m):
        """The doctor says which devices a choice hides because their names are unknown. That stops neither `run` nor
        `device`."""
        m.icd("long.icd", m.fake("device_long_name"))
        hidden = "1 of the devices of platform 'Odd'"
        for env, told in [({"OCL_ICD_DEVICES_DISABLE": "x*"}, True), ({"OCL_ICD_DEVICES_DISABLE": "gpu:1"}, False),
                          ({"OCL_ICD_DEVICES_SELECT": "x*,gpu:0"}, True)]:
            with self.row(env):
                answer = m.json("doctor", env=env, code=None)
                self.assertEqual([finding["level"] for finding in answer["findings"] if finding["text"].startswith(hidden)],
                                 ["problem"] * told)
        m.clrelay("run", "--device", "name:Odd*,x*", "--library", BUILD.library, "true", library=None, code=125)
        m.clrelay("run", "--device", "name:Odd*", "--library", BUILD.library, "true", library=None)
        m.change("device", "name:Odd*")
        m.loader_conf("")
        m.icd("long.icd", m.fake("devices_fail_twice"))
        answer = m.json("doctor", env={"OCL_ICD_DEVICES_DISABLE": "x*"}, code=1)
        self.assertEqual([driver["verdict"] for driver in answer["drivers"]], ["DEVICES_NOT_LISTED"])
        self.assertIn("it does not list its devices", " ".join(finding["text"] for finding in answer["findings"]))

    def test_other_loaders_variable(self, m):
        """OPENCL_VISIBLE_DEVICES hides nothing. The doctor says so, because users may believe that it does."""
        m.driver("several")
        variable = {"OPENCL_VISIBLE_DEVICES": "0"}
        for env, times in (variable, 1), ({**variable, "OCL_ICD_DEVICES_SELECT": "0"}, 0), ({}, 0):
            with self.row(env):
                findings = m.json("doctor", env=env)["findings"]
                self.assertEqual([finding["level"] for finding in findings if "OPENCL_VISIBLE_DEVICES" in finding["text"]],
                                 ["warning"] * times)
                self.assertEqual([finding for finding in findings if "OPENCL_VISIBLE_DEVICES" in finding["text"] and
                                  "set OCL_ICD_DEVICES_SELECT instead" not in finding["text"]], [])
        m.clrelay("run", "--device", "0", "--library", BUILD.library, "true", library=None, env=variable)
        m.change("device", "0", env=variable)


class Platforms(tool.Case, machine=Place):
    def names(self, m, **options):
        platforms = m.json("list", **options)["platforms"]
        return [platform["name"] for platform in platforms if platform["default"]]

    def test_default(self, m):
        m.driver("a")
        m.driver("b")
        m.driver("c")
        for wanted, written, name in [("1", "libx-b", "libx-b"), ("libx-c", "libx-c", "libx-c"),
                                      ("TOOL", "libx-a", "libx-a"), ("*b", "libx-b", "libx-b"),
                                      ("0", "libx-a", "libx-a")]:
            with self.row(wanted):
                result = m.change("default", wanted)
                self.assertIn(f"{name} is the default platform from now on.", result.words)
                self.assertEqual(m.read(), f"OCL_ICD_DEFAULT_PLATFORM = {written}\n".encode())
                self.assertEqual(self.names(m), [name])
        self.assertIn("To undo: clrelay default libx-a", m.change("default", "1").output)
        before = os.stat(m.conf)
        already = m.change("default", "libx-b").words
        self.assertIn(f"libx-b is the default platform already: {m.conf}:1.", already)
        self.assertNotIn("This is for programs that get this libOpenCL", already)  # nothing has changed
        self.assertFalse(m.json("default", "1")["changed"])
        self.assertEqual(os.stat(m.conf), before)

    def test_first(self, m):
        """The default platform is not the one that programs get which take the first."""
        m.driver("a")
        m.driver("b")
        m.driver("c-nodevices")
        m.driver("d")
        first = "Programs that take the first platform still get platform 0, "
        none, both = {"OCL_ICD_PLATFORM_SORT": "none"}, {"OCL_ICD_PLATFORM_SORT": "none", "TOOL_NAME": "both"}
        for env, before, wanted, note, command in [
                (none, "", "0", None, None), (none, "", "1", "libx-a.", "gpu:1"), ({"OCL_ICD_PLATFORM_SORT": "*b,*"}, "", "libx-b", None, None),
                (none, "", "libx-c-nodevices", "libx-a.", None), (both, "", "1", "both.", None),
                (none, "OCL_ICD_DEVICES_SELECT = gpu:0,*\n", "1", "libx-a.", None),
                (none, "OCL_ICD_DEVICES_SELECT = gpu:1,*\n", "0", None, None), (none, "OCL_ICD_DEVICES_SELECT = gpu:1,*\n", "1", "libx-b.", None)]:
            with self.row((env, before, wanted)):
                m.loader_conf(before)
                for times in 1, 2:  # the second time, it is the default already
                    words = m.change("default", wanted, env=env).words
                    self.assertEqual(first + str(note) in words, note is not None, words)
                    self.assertEqual(first in words, note is not None)
                    self.assertEqual(re.findall("To put (.*) first: clrelay default (.*?)(?: To undo|$)", words),
                                     [("libx-b", command)] if command else [])
                if command:
                    m.change("default", command, env=env)
                    self.assertEqual([platform["name"] for platform in m.json("list", env=env)["platforms"]][:2], ["libx-b", "libx-a"])
        # A platform whose name is like the pattern of the device.
        m.icd("e.icd", m.copy(TOOL["driver"], "lib/gpu:1.so"))
        m.loader_conf("")
        self.assertIn(f"{first}libx-a. To undo", m.change("default", "libx-b", env=none).words)

    def test_part_of_a_name(self, m):
        m.driver("good")
        m.driver("other")
        for word, answer in [("X-g", "For libx-good: clrelay default '*X-g*'"), ("libx", "For libx-good: clrelay default '*libx*'"),
                             ("b?-oth", "For libx-other: clrelay default '*b?-oth*'"), ("libx-goods", "What there is: clrelay list"),
                             ("9", "What there is: clrelay list")]:
            with self.row(word):
                said = " ".join(m.change("default", word, code=1, env={"OCL_ICD_PLATFORM_SORT": "none"}).errors.split())
                self.assertIn(f"there is no platform {word}, and no such device. {answer}", said)
        self.assertIn("libx-other is the default", m.change("default", "*b?-oth*").words)
        # A number is no part of a name.
        self.assertIn("What there is:", m.change("default", "9", code=1, env={"TOOL_NAME": "a9"}).errors)

    def test_undo(self, m):
        """"To undo" brings back the old line, where clrelay default would write a different one."""
        m.driver("a")
        m.driver("b")
        for before in "", "7", "0", "libx-c, libx-a", "*-a", "LIBX-A":
            with self.row(before):
                line = f"OCL_ICD_DEFAULT_PLATFORM = {before}".strip()
                m.loader_conf(f"# mine\n{line}\n")
                self.assertIn(f"To undo: set line 2 of {m.conf} to {line}", m.change("default", "libx-b").words)

    def test_undo_of_the_first(self, m):
        m.driver("a")
        m.loader_conf("# mine\n")
        self.assertIn(f"To undo: remove line 2 of {m.conf}", m.change("default", "0").words)

    def test_same_names(self, m):
        for name in "a", "b":
            m.driver(name)
        m.change("default", "1", env={"TOOL_NAME": "both"})
        self.assertEqual(m.read(), b"OCL_ICD_DEFAULT_PLATFORM = 1\n")
        # Of several that match, the first in the list is meant.
        m.loader_conf("")
        m.icd("0.icd", m.driver("z", manifest=False))
        self.assertIn("libx-a is the default", m.change("default", "libx-[az]", env={"OCL_ICD_PLATFORM_SORT": "name"}).words)

    def test_names_that_are_none(self, m):
        """A number means a platform's number, and an empty value none: the setting has the number."""
        m.driver("a")
        for name in "7", "":
            with self.row(name):
                m.loader_conf("")
                m.change("default", "0", env={"TOOL_NAME": name})
                self.assertEqual(m.read(), b"OCL_ICD_DEFAULT_PLATFORM = 0\n")


class System(tool.Case, machine=Place):
    """--system, with a library that has its own machine-wide settings."""

    def test_for_all(self, m):
        m.driver("good")
        library = TOOL["machine_library"]
        result = m.change("disable", "good", "--system", library=library)
        self.assertIn("good is off from now on, for all users.", result.output)
        self.assertIn("To undo: clrelay enable good --system", result.output)
        self.assertEqual(m.read(m.machine_conf), b"OCL_ICD_DRIVERS_DISABLE = good\n")
        self.assertFalse(os.path.exists(m.conf))
        # The user may still turn the driver on.
        m.change("enable", "good", library=library)
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = \n")
        self.assertEqual(m.verdicts(library=library), {"good.icd": "LOADED"})
        # The user's own settings make no difference for other users, but the command mentions them.
        env = {"OCL_ICD_DRIVERS_DISABLE": "good"}
        for command, variables, told in [("enable", env, True), ("disable", {}, True), ("enable", {}, False),
                                         ("disable", env, False)]:
            result = m.change(command, "good", "--system", library=library, env=variables)
            self.assertIn("for all users", result.words)
            self.assertEqual("It makes no difference for you" in result.words, told, result)
        m.change("enable", "good", "--system", library=library)
        self.assertEqual(m.read(m.machine_conf), b"")
        m.driver("other")
        # Other users may have another order.
        self.assertNotIn("the first platform", m.change("default", "1", "--system", library=library).words)
        self.assertEqual(m.read(m.machine_conf), b"OCL_ICD_DEFAULT_PLATFORM = libx-other\n")
        # What is set for all may change there. The user's own line stays.
        m.change("default", "libx-other", library=library)
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = \nOCL_ICD_DEFAULT_PLATFORM = libx-other\n")
        # Drivers get the user's HOME, into which they may write.
        m.driver("homeless")
        m.change("default", "libx-homeless", "--system", library=library)
        self.assertEqual(m.read(m.machine_conf), b"OCL_ICD_DEFAULT_PLATFORM = libx-homeless\n")
        m.icd("-x.icd", m.driver("third", manifest=False))
        self.assertIn("To undo: clrelay enable --system -- -x", m.change("disable", f"{m.vendors}/-x.icd", "--system", library=library).words)

    def test_variables_of_the_user(self):
        """What a variable hides or chooses for this user, others have all the same."""
        rows = [*((setting, value, "device", "gpu:0", "OCL_ICD_DEVICES_SELECT = gpu:0")
                  for setting, value in [("DRIVERS_DISABLE", "gpu"), ("DRIVERS_SELECT", "other"), ("PLATFORMS_DISABLE", "*"),
                                         ("PLATFORMS_SELECT", "other"), ("DEVICES_DISABLE", "gpu"), ("DEVICES_SELECT", "cpu")]),
                ("DEFAULT_PLATFORM", "7", "default", "0", "OCL_ICD_DEFAULT_PLATFORM = libx-gpu")]
        for setting, value, command, word, wanted in rows:
            with self.row(setting), Place() as m:
                m.driver("gpu")
                m.change(command, word, "--system", library=TOOL["machine_library"], env={f"OCL_ICD_{setting}": value})
                self.assertEqual(m.read(m.machine_conf).decode(), wanted + "\n")

    def test_umask(self, m):
        """All users can read what the command makes for all, whatever the umask. The user's own file obeys the
        umask."""
        m.driver("good")
        for words, path, rights in [(["--system"], m.machine_conf, (0o755, 0o644)), ([], m.conf, (0o700, 0o600))]:
            with self.row(words):
                shutil.rmtree(os.path.dirname(path), ignore_errors=True)
                m.change("disable", "good", *words, library=TOOL["machine_library"],
                         before=["sh", "-c", 'umask 077 && exec "$@"', "sh"])
                modes = tuple(os.stat(entry).st_mode & 0o777 for entry in (os.path.dirname(path), path))
                self.assertEqual(modes, rights)
                m.change("enable", "good", *words, library=TOOL["machine_library"])

    def test_mask_for_all(self, m):
        """The command does not remove a file that hides a driver for all users when one user turns the driver on."""
        options = {"library": TOOL["machine_library"], "env": {"OCL_ICD_VENDORS": None}}
        own, machine, driver = (os.path.join(folder, "good.icd") for folder in (
            m.path("config/OpenCL/vendors"), f"{TOOL['machine']}/vendors", f"{TOOL['machine']}/packages"))
        for path in machine, driver:
            self.addCleanup(shutil.rmtree, os.path.dirname(path))
        m.write(driver, m.driver("good", manifest=False))
        m.write(machine, "")
        m.write(own, "")
        result = m.change("enable", "good", **options)
        self.assertFalse(os.path.exists(own))
        self.assertIn("Next: clrelay enable good", result.words)
        result = m.change("enable", "good", code=1, **options)
        self.assertIn(f"{machine} turns it off for all users. To turn it on for all: clrelay enable good --system",
                      " ".join(result.errors.split()))
        self.assertTrue(os.path.exists(machine))
        result = m.change("enable", "good", "--system", **options)
        self.assertIn(f"good is on from now on: {machine} hid it, and is removed, for all users.", result.words)
        self.assertEqual(m.verdicts(**options), {"good.icd": "LOADED"})

    def test_hidden_by_a_variable(self, m):
        """The list has the drivers that OCL_ICD_VENDORS leaves out, including the user's own."""
        own, system = m.path("config/OpenCL/vendors/own.icd"), f"{TOOL['machine']}/packages/good.icd"
        self.addCleanup(shutil.rmtree, os.path.dirname(system))
        library = m.driver("good", manifest=False)
        m.write(system, library)
        m.write(own, m.driver("other", manifest=False))
        for env, hidden in [({"OCL_ICD_VENDORS": "good.icd"}, [own]), ({"OCL_ICD_VENDORS": "own.icd"}, [system]),
                            ({"OCL_ICD_VENDORS": library}, [own]), ({"OCL_ICD_VENDORS": ":"}, []),
                            ({"OCL_ICD_VENDORS": "own.icd", "OCL_ICD_FILENAMES": library}, []),
                            ({"OCL_ICD_VENDORS": "own.icd", "OCL_ICD_FILENAMES": m.driver("third", manifest=False)}, [system]),
                            ({"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": os.path.dirname(own)}, [system]),
                            ({"OCL_ICD_VENDORS": None}, [])]:
            for command in "drivers", "doctor":
                with self.row((env, command)):
                    options = {"library": TOOL["machine_library"], "env": env}
                    self.assertEqual(m.json(command, **options)["hidden"], hidden)
                    said = m.clrelay(command, **options).output
                    self.assertEqual("Other drivers, which" in said, bool(hidden), said)
                    for path in hidden:
                        self.assertIn(f"  {path}\n", said)

    def test_mask_of_nothing(self, m):
        """If an empty file hides no driver of its name, there is nothing to turn on."""
        path = m.write("config/OpenCL/vendors/good.icd", "")
        result = m.change("enable", "good", code=1, library=TOOL["machine_library"], env={"OCL_ICD_VENDORS": None})
        self.assertIn(f"there is no driver to turn on: {path} is empty", " ".join(result.errors.split()))
        self.assertTrue(os.path.exists(path))

    def test_users_list_includes_the_machines_list(self, m):
        m.driver("good")
        m.driver("other")
        m.change("disable", "good", "--system", library=TOOL["machine_library"])
        m.change("disable", "other", library=TOOL["machine_library"])
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = good, other\n")
        # Without the line, the machine's would count again.
        m.loader_conf("OCL_ICD_DRIVERS_DISABLE = other\n")
        m.change("enable", "other", library=TOOL["machine_library"])
        self.assertEqual(m.read(), b"OCL_ICD_DRIVERS_DISABLE = \n")


class Files(tool.Case, machine=Place):
    def test_link_mode_and_owner(self, m):
        m.driver("good")
        target = m.write("config/dotfiles/conf", "# mine\n")
        os.makedirs(os.path.dirname(m.conf))
        os.symlink("../dotfiles/conf", m.conf)
        os.chmod(target, 0o600)
        if os.geteuid() == 0:
            os.chown(target, 0, 12345)
        m.change("disable", "good")
        self.assertTrue(os.path.islink(m.conf))
        self.assertEqual(m.read(), b"# mine\nOCL_ICD_DRIVERS_DISABLE = good\n")
        about = os.stat(target)
        self.assertEqual(about.st_mode & 0o777, 0o600)
        if os.geteuid() == 0:
            self.assertEqual(about.st_gid, 12345)

    def test_at_the_same_time(self, m):
        """No change gets lost if several happen at once."""
        names = [f"d{number}" for number in range(6)]
        for name in names:
            m.driver(name)
        threads = [threading.Thread(target=subprocess.run, args=(
            [*BUILD.emulator, TOOL["tool"], "disable", name, "--library", BUILD.library],),
            kwargs={"env": m.environment({}), "stdout": subprocess.DEVNULL}) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        value = m.read().decode().partition(" = ")[2].split(", ")
        self.assertEqual(sorted(name.strip() for name in value), names)
