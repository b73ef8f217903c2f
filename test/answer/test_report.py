# SPDX-License-Identifier: Apache-2.0
"""The loader's report is valid JSON, whatever the names and settings contain, and its members say what they should."""

import json
import os
import re

import place

LOADER = {"name", "version", "opencl", "path", "folder", "privileged", "machine_settings", "user_settings"}
SETTING = {"name", "value", "origin", "help"}
DIRECTORY = {"source", "path", "verdict", "text", "message"}
LAYER = {"source", "manifest", "library", "file", "verdict", "text", "message", "changed",
         "microseconds"}
DRIVER = LAYER | {"error", "platforms"}
PLATFORM = {"index", "name", "vendor", "version", "suffix", "default"}
MEMBERS = {"schema": int, "loader": dict, "settings": list, "problems": list,
           "problem_details": list,
           "driver_directories": list, "devices": list, "drivers": list, "layer_directories": list, "layers": list}

# The bytes of a name or value, and what the report makes of them.
STRANGE = [
    (b"plain", "plain"),
    (b'quote " and \' and `', "quote \" and ' and `"),
    (b"backslash \\ \\n \\u0041", "backslash \\ \\n \\u0041"),
    (b"solidus </script>", "solidus </script>"),
    (bytes(range(1, 32)), "".join(map(chr, range(1, 32)))),
    (b"delete \x7f", "delete \x7f"),
    ("träger € 😀".encode(), "träger € 😀"),
    ("\x80 \x85 \x9b \u2028 \u2029 \ufeff \uffff".encode(), "\x80 \x85 \x9b \u2028 \u2029 \ufeff \uffff"),
    ("\u07ff\u0800\ud7ff\ue000\U00010000\U0010ffff".encode(),
     "\u07ff\u0800\ud7ff\ue000\U00010000\U0010ffff"),
    (b"\x80", "\\x80"),
    (b"\xff\xfe", "\\xff\\xfe"),
    (b"latin \xe4 end", "latin \\xe4 end"),
    (b"cut \xe2\x82", "cut \\xe2\\x82"),
    (b"cut \xf0\x9f\x98 end", "cut \\xf0\\x9f\\x98 end"),
    (b"too long \xc0\xaf", "too long \\xc0\\xaf"),
    (b"too long \xc1\xbf", "too long \\xc1\\xbf"),
    (b"too long \xe0\x9f\xbf", "too long \\xe0\\x9f\\xbf"),
    (b"too long \xf0\x8f\xbf\xbf", "too long \\xf0\\x8f\\xbf\\xbf"),
    (b"surrogate \xed\xa0\x80 \xed\xbf\xbf", "surrogate \\xed\\xa0\\x80 \\xed\\xbf\\xbf"),
    (b"too far \xf4\x90\x80\x80", "too far \\xf4\\x90\\x80\\x80"),
    (b"too far \xf8\x88\x80\x80\x80", "too far \\xf8\\x88\\x80\\x80\\x80"),
    (rb"no byte \x41 \xfF \x5c", r"no byte \x5cx41 \x5cxfF \x5cx5c"),
    (rb"no escape \x \xg0 \x4 \X41", r"no escape \x \xg0 \x4 \X41"),
    (b"among others \xc3\xa4\xff\xc3\xa4", "among others \u00e4\\xff\u00e4"),
]

# Settings that may contain any text without a change to what the loader finds here.
HOLD_ANYTHING = ["OCL_ICD_PLATFORMS_DISABLE", "OCL_ICD_DRIVERS_DISABLE", "OCL_ICD_DEBUG"]


class Place(place.Place):
    def raw(self, **variables):
        """Returns the report itself. It must be JSON, then one end of line, and nothing else."""
        self.result = self.look(env={"OCL_ICD_VENDORS": self.vendors, **variables})
        with open(self.path("out/report.json"), "rb") as file:
            text = file.read()
        return text


class Shape(place.Case, machine=Place):
    def everything(self, m):
        m.drivers("acme", "two", "no_icd")
        m.icd("8.icd", b"")
        m.icd("9.icd", "/nowhere/lib.so")
        m.conf("machine", "OCL_ICD_DEFAULT_PLATFORM = two 1", "nonsense")
        return m.look(env={
            "OCL_ICD_VENDORS": m.vendors + ":{root}/missing.icd:", "OCL_ICD_DRIVERS_SELECT": "*",
            "OPENCL_LAYERS": "{fake_layers}/liblayer_inner.so:{fake_layers}/liblayer_error.so"})

    def check_members(self, entry, members):
        self.assertEqual(set(entry), members)

    def test_members(self, m):
        """The report has exactly these members. A new member must be documented."""
        report = self.everything(m).report
        self.assertEqual({name: type(value) for name, value in report.items()}, MEMBERS)
        self.check_members(report["loader"], LOADER)
        for name, members in [("settings", SETTING), ("driver_directories", DIRECTORY),
                              ("drivers", DRIVER), ("layer_directories", DIRECTORY),
                              ("layers", LAYER)]:
            self.assertTrue(report[name], name)
            for entry in report[name]:
                self.check_members(entry, members)
        for entry in report["drivers"]:
            for platform in entry["platforms"]:
                self.check_members(platform, PLATFORM)

    def test_schema_number(self):
        """The number is the one in the header."""
        with open(os.path.join(place.BUILD.source, "include/clrelay/report.h"),
                  encoding="utf-8") as file:
            number = re.search(r"^#define CLRELAY_REPORT_SCHEMA (\d+)$", file.read(), re.M)[1]
        with Place() as m:
            self.assertEqual(self.everything(m).report["schema"], int(number))

    def test_loader(self, m):
        loader = self.everything(m).report["loader"]
        self.assertEqual(loader["name"], "clrelay")
        self.assertEqual(loader["version"], place.BUILD.version)
        self.assertRegex(loader["opencl"], r"^OpenCL \d\.\d$")
        self.assertEqual(os.path.realpath(loader["path"]),
                         os.path.realpath(place.BUILD.machine_library))
        self.assertEqual(loader["folder"], os.path.join(place.PREFIX, "lib"))
        self.assertIs(loader["privileged"], False)

    def test_drivers(self, m):
        result = self.everything(m)
        by_name = {os.path.basename(driver["manifest"] or driver["library"]): driver
                   for driver in result.report["drivers"]}
        self.assertEqual({name: driver["verdict"] for name, driver in by_name.items()}, {
            "000.icd": "LOADED", "001.icd": "LOADED", "002.icd": "PLATFORM_NO_ICD",
            "8.icd": "FILE_MASK", "9.icd": "LIBRARY_MISSING", "missing.icd": "FILE_MISSING"})
        for name, driver in by_name.items():
            self.assertEqual(driver["text"], place.BUILD.verdicts[driver["verdict"]], name)
            self.assertEqual(driver["source"], "OCL_ICD_VENDORS")
            self.assertEqual(driver["manifest"], m.path("missing.icd") if name == "missing.icd"
                             else m.path("vendors", name))
            opened = driver["verdict"] in ("LOADED", "PLATFORM_NO_ICD")
            self.assertEqual(driver["file"], driver["library"] if opened else None)
            self.assertEqual(driver["microseconds"] > 0, opened or name == "9.icd")
            self.assertEqual(driver["error"], 0)
        self.assertEqual(by_name["000.icd"]["library"], m.fake("acme"))
        self.assertIsNone(by_name["000.icd"]["message"])
        self.assertIsNone(by_name["8.icd"]["library"])
        self.assertEqual(by_name["9.icd"]["library"], "/nowhere/lib.so")
        self.assertIn("/nowhere/lib.so", by_name["9.icd"]["message"])

    def test_time(self, m):
        """The time is in microseconds, and in the log in milliseconds."""
        m.drivers("slow")
        result = m.look(env={"OCL_ICD_VENDORS": m.vendors, "OCL_ICD_LOG": "info"})
        took = result.report["drivers"][0]["microseconds"]
        self.assertTrue(500_000 <= took < 10_000_000, took)
        self.assertIn(f" [{took // 1000}.{took // 100 % 10} ms]", "".join(result.trace))

    def test_source(self, m):
        """The source is the variable, or the words for the default directories."""
        m.put("etc/x.icd", "a")
        for variables, sources in [
                ({}, ["default directory"]),
                ({"OPENCL_VENDOR_PATH": "{etc}"}, ["OPENCL_VENDOR_PATH"]),
                ({"OCL_ICD_VENDORS": "{etc}"}, ["OCL_ICD_VENDORS"]),
                ({"OCL_ICD_VENDORS": "x.icd"}, ["OCL_ICD_VENDORS"]),
                ({"OCL_ICD_VENDORS": ":"}, ["default directory"]),
                ({"OCL_ICD_FILENAMES": m.fake("b")}, ["OCL_ICD_FILENAMES", "default directory"])]:
            with self.row(variables):
                report = m.look(env=variables).report
                self.assertEqual([driver["source"] for driver in report["drivers"]], sources)
                if "OCL_ICD_FILENAMES" in variables:
                    self.assertIsNone(report["drivers"][0]["manifest"])

    def test_platforms(self, m):
        result = self.everything(m)
        seen = [(platform["index"], platform["name"], platform["vendor"], platform["version"], platform["suffix"],
                 platform["default"]) for driver in result.report["drivers"]
                for platform in driver["platforms"]]
        self.assertEqual(seen, [
            (0, "Acme One", "Acme Corp", "OpenCL 3.0 fake", "ACME", False),
            (1, "two 0", "a fake", "OpenCL 3.0 fake", "TWO", False),
            (2, "two 1", "a fake", "OpenCL 3.0 fake", "TWO", True)])
        self.assertEqual(result.names, [name for _, name, *_ in seen])

    def test_index_is_the_same_as_in_programs(self, m):
        m.drivers("a", "gpu_2", "c")
        result = m.look(env={"OCL_ICD_VENDORS": m.vendors, "OCL_ICD_PLATFORM_SORT": "gpu*,c"})
        index = {platform["name"]: platform["index"] for driver in result.report["drivers"]
                 for platform in driver["platforms"]}
        self.assertEqual([name for name, _ in sorted(index.items(), key=lambda pair: pair[1])],
                         result.names)
        self.assertEqual(result.names, ["gpu_2", "c", "a"])

    def test_platform_that_does_not_answer(self, m):
        m.drivers("no_info")
        driver, = m.look(env={"OCL_ICD_VENDORS": m.vendors}).report["drivers"]
        self.assertEqual([at["name"] for at in driver["platforms"]], ["no_info"])

    def test_layers(self, m):
        seen = [(layer["source"], layer["manifest"], os.path.basename(layer["library"]), layer["verdict"],
                 layer["microseconds"] < 10_000_000)
                for layer in self.everything(m).report["layers"]]
        self.assertEqual(seen, [
            ("OPENCL_LAYERS", None, "liblayer_inner.so", "LOADED", True),
            ("OPENCL_LAYERS", None, "liblayer_error.so", "LAYER_ERROR", True)])

    def test_settings(self):
        """The report has all settings, in the order of setting_rows.h, with their help."""
        with open(os.path.join(place.BUILD.source, "loader/base/setting_rows.h"),
                  encoding="utf-8") as file:
            table = file.read().replace("OS_LIST_SEPARATORS", '"colons"')
            rows = re.findall(r'^SETTING\(\w+, "(\w+)", \w+, [^,]+,\s*((?:"[^"\n]*"\s*)+)\)',
                              table, re.M)
        with Place() as m:
            report = self.everything(m).report
            self.assertGreater(len(rows), 15)
            self.assertEqual([(setting["name"], setting["help"]) for setting in report["settings"]],
                             [(name, "".join(re.findall(r'"([^"]*)"', text))) for name, text in rows])
            values = {setting["name"]: (setting["value"], setting["origin"]) for setting in report["settings"]}
            self.assertEqual(values["OCL_ICD_DRIVERS_SELECT"], ("*", "environment"))
            self.assertEqual(values["OCL_ICD_DEFAULT_PLATFORM"],
                             ("two 1", m.real("machine.conf") + ":1"))
            self.assertEqual(values["OCL_ICD_PLATFORM_SORT"], ("none", "default"))
            self.assertEqual(values["OCL_ICD_LOG"], (None, "default"))
            problem, = report["problems"]
            self.assertIn(m.real("machine.conf") + ":2", problem)

    def test_search_only(self, m):
        """The loader finds everything and opens nothing."""
        m.drivers("a", "b")
        m.icd("9.icd", b"")
        result = m.look(env={"OCL_ICD_VENDORS": m.vendors, "OCL_ICD_SEARCH_ONLY": "1",
                             "OCL_ICD_DRIVERS_DISABLE": "001",
                             "OPENCL_LAYERS": "{fake_layers}/liblayer_inner.so"})
        self.assertEqual(result.events, [])
        self.assertEqual([driver["verdict"] for driver in result.report["drivers"]],
                         ["UNTRIED", "DISABLED", "FILE_MASK"])
        self.assertEqual([layer["verdict"] for layer in result.report["layers"]], ["UNTRIED"])
        self.assertEqual(result.answer("platforms"), ["-1001", "0"])

    def test_layers_do_not_see_the_report(self, m):
        m.drivers("a")
        result = m.look("secure", env={"OCL_ICD_VENDORS": m.vendors,
                                       "OPENCL_LAYERS": "{fake_layers}/liblayer_inner.so"})
        seen = [event for event in result.events if event[0] == "layer"]
        self.assertEqual([event[2] for event in seen], ["clGetExtensionFunctionAddress"])


class Bytes(place.Case, machine=Place):
    def check(self, text, strings):
        """Checks that the report is JSON in valid UTF-8, without raw control characters, and contains these strings."""
        self.assertEqual(text[-1:], b"\n")
        self.assertFalse([byte for byte in text[:-1] if byte < 32 or byte == 127])
        self.assertFalse([character for character in text.decode("utf-8") if "\x80" <= character < "\xa0"])
        values = []

        def collect(value):
            if isinstance(value, dict):
                self.assertEqual(len(value), len(set(value)))
                value = value.values()
            if isinstance(value, str):
                values.append(value)
            elif value is not None and not isinstance(value, (int, float)):
                for member in value:
                    collect(member)

        collect(json.loads(text.decode("utf-8"), parse_constant=self.fail))
        for string in strings:
            self.assertIn(string, values)

    def test_settings(self, m):
        for content, shown in STRANGE:
            with self.row(shown):
                variables = {name: os.fsdecode(content) for name in HOLD_ANYTHING}
                self.check(m.raw(**variables), [shown])

    def test_settings_in_files(self, m):
        for content, shown in STRANGE:
            if b"\n" in content:
                continue
            with self.row(shown):
                m.conf("user", b"OCL_ICD_PLATFORMS_DISABLE = " + content + b"\n")
                self.check(m.raw(), [shown.strip()])

    def test_names_of_files(self, m):
        for content, shown in STRANGE:
            if b"/" in content:
                continue
            with self.row(shown):
                folder = os.fsdecode(os.fsencode(m.root) + b"/" + content)
                os.mkdir(folder)
                path = folder + "/" + os.fsdecode(content) + ".icd"
                with open(path, "w", encoding="utf-8") as file:
                    file.write(m.fake("a") + "\n")
                text = m.raw(OCL_ICD_VENDORS=folder)
                self.assertEqual(m.result.names, ["a"])
                self.check(text, [f"{m.root}/{shown}", f"{m.root}/{shown}/{shown}.icd"])

    def test_names_of_libraries(self, m):
        for content, shown in STRANGE:
            if b"\n" in content:
                continue
            with self.row(shown):
                m.icd("x.icd", b"/nowhere/" + content + b".so\n")
                self.check(m.raw(), [f"/nowhere/{shown}.so"])

    def test_problems(self, m):
        for content, shown in STRANGE:
            if b"\n" in content:
                continue
            with self.row(shown):
                m.conf("machine", content + b"X = 1\n")
                text = m.raw()
                self.check(text, [])
                self.assertEqual(len(m.result.report["problems"]), 1)
                self.assertIn(f"'{shown.lstrip()}X'", m.result.report["problems"][0])

    def test_problem_details(self, m):
        path = m.conf("user", "OCL_ICD_PLATFORMS_DISABLE = none", "nonsense", "NONE = 1", b"OCL_ICD_DEBUG = \0\n",
                      "#" * 70 + "\n" + "x" * 5000)
        os.makedirs(m.real("machine.conf"))
        self.check(m.raw(), [])
        report = m.result.report
        self.assertEqual(report["problem_details"], [
            {"code": "FILE_IGNORED", "file": m.real("machine.conf"), "line": 0},
            *({"code": "LINE_IGNORED", "file": path, "line": line} for line in (2, 3, 4, 6)),
            {"code": "VALUE", "file": None, "line": 0}])
        self.assertIn(f"{path}:3: ", report["problems"][2])
        self.assertIn("matches no", report["problems"][5])

    def test_platforms(self, m):
        """The report contains the texts of odd_quirks.c."""
        m.icd("x.icd", m.fake("odd"))
        text = m.raw(FAKE_LOG=None)
        platform, = json.loads(text)["drivers"][0]["platforms"]
        self.check(text, [])
        self.assertEqual(platform["name"], "quote \" backslash \\ tab \t newline \n escape \x1b[31m "
                                           "delete \x7f end")
        self.assertEqual(platform["vendor"], "cut \\xc3, alone \\x80 \\xff, too long \\xc0\\xaf, half "
                                             "\\xed\\xa0\\x80, too far \\xf4\\x90\\x80\\x80")
        self.assertEqual(platform["version"], "OpenCL 3.0 träger € 😀 \u2028")
        self.assertEqual(platform["suffix"], "O\x01\x02")

    def test_long_texts(self, m):
        """The report grows with long texts."""
        text = m.raw(OCL_ICD_PLATFORMS_DISABLE="\x01" * 100_000 + "x",
                     OCL_ICD_DRIVERS_DISABLE="\udcff" * 100_000)
        self.check(text, ["\x01" * 100_000 + "x", "\\xff" * 100_000])

    def test_many_drivers(self, m):
        for number in range(1000):
            m.icd(f"{number:04}.icd", f"/nowhere/lib{number}.so")
        m.drivers("200_platforms")
        report = json.loads(m.raw())
        self.assertEqual(len(report["drivers"]), 1001)
        self.assertEqual(sum(len(driver["platforms"]) for driver in report["drivers"]), 200)
