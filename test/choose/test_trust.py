# SPDX-License-Identifier: Apache-2.0
"""Whose files count: the user's own where nobody else can write to them, and none of the user's in
privileged programs."""

import os
import re
import shutil
import subprocess

import place
from place import NOBODY

STRANGER = 12345
ROOT = 0
OTHERS = 0o002
GROUP = 0o020

# Where a user's settings are: title, variables, the folder. HOME is {root}/home, where c is.
FOLDERS = [
    ("HOME", {}, "home/.config"),
    ("XDG_CONFIG_HOME", {"XDG_CONFIG_HOME": "{root}/xdg"}, "xdg"),
    ("XDG_CONFIG_HOME without HOME", {"XDG_CONFIG_HOME": "{root}/xdg", "HOME": None}, "xdg"),
    ("an empty XDG_CONFIG_HOME", {"XDG_CONFIG_HOME": ""}, "home/.config"),
    ("a relative XDG_CONFIG_HOME does not count", {"XDG_CONFIG_HOME": "xdg"}, "home/.config"),
    ("neither", {"XDG_CONFIG_HOME": None, "HOME": None}, None),
    ("a relative HOME does not count", {"XDG_CONFIG_HOME": None, "HOME": "home"}, None),
    ("empty ones", {"XDG_CONFIG_HOME": "", "HOME": ""}, None),
]

# What is changed about the folder, the file in it, or loader.conf: title, owner of each (None: who
# runs the program), more rights of each; whether it is believed by root, and by that user.
CHANGES = [
    ("nothing", None, 0, True),
    ("others may write", None, OTHERS, False),
    ("the group may write", None, GROUP, False),
    ("all may write", None, 0o777, False),
    ("all may read", None, 0o055, True),
    ("root's", ROOT, 0, True),
    ("root's, others may write", ROOT, OTHERS, False),
    ("root's, the group may write", ROOT, GROUP, False),
    ("a stranger's", STRANGER, 0, False),
]


class Place(place.Place):
    def own(self, path, owner, more=0):
        os.chown(path, owner, -1)
        os.chmod(path, os.stat(path).st_mode & 0o7777 | more)

    def users(self, runner, content="a"):
        """A folder of the user who runs the program, with a file in it, and a loader.conf."""
        name = "x" + (".icd" if self.kind == "vendors" else ".lay")
        self.put("user/" + name, content)
        self.conf("user", "OCL_ICD_DEFAULT_PLATFORM = 1")
        for folder, folders, files in os.walk(self.path("home")):
            for entry in [folder, *(os.path.join(folder, it) for it in folders + files)]:
                os.chown(entry, runner, -1)
        return "user/" + name


def origins(result):
    return {it["name"]: it["origin"] for it in result.report["settings"]}


class Where(place.Case):
    def test_folders(self):
        for title, variables, folder in FOLDERS:
            with self.row(title), Place() as m:
                for number, name in enumerate(["home/.config", "xdg"]):
                    m.write(name + "/OpenCL/vendors/x.icd", m.fake("ab"[number]))
                    m.write(name + "/OpenCL/loader.conf", "OCL_ICD_DEFAULT_PLATFORM = 0\n")
                m.write("etc/OpenCL/vendors/y.icd", m.fake("c"))  # nobody's
                result = m.look(env=variables)
                path = folder and m.path(folder, "OpenCL/loader.conf") + ":1"
                self.assertEqual(result.names, {"home/.config": ["a"], "xdg": ["b"]}.get(folder, []))
                self.assertEqual(origins(result)["OCL_ICD_DEFAULT_PLATFORM"], path or "default")


class Owners(place.Case):
    """As root, and as an ordinary user."""

    def runners(self):
        yield os.geteuid(), {}
        if not place.why_not_nobody():
            yield NOBODY, {"before": place.AS_NOBODY, "env": {"FAKE_LOG": None}}

    def rows(self, *things):
        for runner, options in self.runners():
            for title, owner, more, believed in CHANGES:
                if owner is None or os.geteuid() == 0:
                    for thing in things:
                        yield (runner, title, thing), options, owner, more, believed

    def check_drivers(self, kind, what):
        for title, options, owner, more, believed in self.rows("folder", "file"):
            runner, _, thing = title
            with self.row(title), Place(kind) as m:
                name = m.users(runner, "a" if kind == "vendors" else "inner")
                path = m.real(name if thing == "file" else "user")
                m.own(path, runner if owner is None else owner, more)
                result = m.look(**options)
                places = dict(m.places(result, what + "_directories"))
                self.assertEqual(places["user"], "SEARCHED" if believed or thing == "file"
                                 else "UNTRUSTED")
                self.assertEqual(dict(m.verdicts(result, what + "s")).get(name),
                                 "LOADED" if believed else
                                 "UNTRUSTED" if thing == "file" else None)

    def test_drivers(self):
        self.check_drivers("vendors", "driver")

    def test_layers(self):
        self.check_drivers("layers", "layer")

    def test_settings(self):
        for title, options, owner, more, believed in self.rows("loader.conf"):
            runner = title[0]
            with self.row(title), Place() as m:
                m.users(runner)
                m.own(m.real("user.conf"), runner if owner is None else owner, more)
                result = m.look(**options)
                self.assertEqual(origins(result)["OCL_ICD_DEFAULT_PLATFORM"],
                                 m.real("user.conf") + ":1" if believed else "default")
                if believed:
                    self.check_problem(result, "OCL_ICD_DEFAULT_PLATFORM")  # there is no second one
                else:
                    self.check_problem(result, m.real("user.conf"))
                    self.assertEqual(len(result.report["problems"]), 1)

    def test_kept_home(self):
        """sudo with another user's HOME does not run that user's library."""
        place.need(os.geteuid() == 0, "only root can run a program as root")
        with Place() as m:
            m.users(NOBODY)
            result = m.look()
            self.assertEqual(result.names, [])
            self.assertEqual(result.happened("constructor"), [])
            self.assertEqual(dict(m.places(result))["user"], "UNTRUSTED")

    def test_bare_name(self):
        """A file that is named is not believed either, where it lies in the user's folder."""
        for thing in "folder", "file":
            with self.row(thing), Place() as m:
                name = m.users(os.geteuid())
                m.own(m.real(name if thing == "file" else "user"), os.geteuid(), OTHERS)
                result = m.look(env={"OCL_ICD_VENDORS": "x.icd"})
                self.assertEqual(result.names, [])

    def test_what_is_not_believed_hides_nothing(self):
        # title, the user's file, rights that are added to it, the drivers
        for title, content, more, names in [
                ("believed", "a", 0, ["a"]), ("not believed", "a", OTHERS, ["b"]),
                ("an empty file, believed", b"", 0, []),
                ("an empty file, not believed", b"", OTHERS, ["b"])]:
            with self.row(title), Place() as m:
                name = m.users(os.geteuid(), content)
                m.own(m.real(name), os.geteuid(), more)
                m.put("etc/x.icd", "b")
                self.assertEqual(m.look().names, names)

    def test_link_to_a_file_of_somebody_else(self):
        place.need(os.geteuid() == 0, "only root can give files away")
        with Place() as m:
            name = m.users(ROOT)
            target = m.write("strange/x.icd", m.fake("b"))
            m.own(target, STRANGER)
            os.unlink(m.real(name))
            os.symlink(target, m.real(name))
            self.assertEqual(m.verdicts(m.look()), [(name, "UNTRUSTED")])
        with Place() as m:
            name = m.users(ROOT)
            os.rename(m.real("user"), m.path("strange"))
            m.own(m.path("strange"), STRANGER)
            os.symlink(m.path("strange"), m.real("user"))
            result = m.look()
            self.assertEqual(dict(m.places(result))["user"], "UNTRUSTED")
            self.assertEqual(result.names, [])

    def test_named_directories_may_be_anybodys(self):
        """Whoever names a directory believes it."""
        with Place() as m:
            m.put("here/x.icd", "a")
            m.own(m.path("here"), os.geteuid(), 0o777)
            self.assertEqual(m.look(env={"OCL_ICD_VENDORS": "{here}"}).names, ["a"])


def capability(path):
    done = subprocess.run(["setcap", "cap_net_raw+ep", path], capture_output=True, text=True,
                          check=False)
    place.need(done.returncode == 0, f"setcap failed: {done.stderr}")


def setuid(path):
    os.chmod(path, 0o4755)


def setgid(path):
    os.chmod(path, 0o2755)


class Privileged(place.Case):
    """Only the machine's own directories and settings count."""

    def setUp(self):
        place.check_nobody()

    def look(self, m, probe, **variables):
        env = {"FAKE_LOG": None, "OCL_ICD_PLATFORM_SORT": None,
               **{name: m.expand(value) for name, value in variables.items()}}
        # No LD_LIBRARY_PATH: the program finds the library that it was linked to.
        return m.look("secure", "platforms", env=env, library=None, before=place.AS_NOBODY,
                      probe=probe)

    def check(self, make):
        with Place() as m:
            make_probe = m.copy(place.BUILD.machine_probe, "probe")
            os.chmod(make_probe, 0o755)
            m.users(NOBODY, "a")
            m.put("library/2.icd", "b")
            m.put("etc/3.icd", "c")
            m.put("usr/4.icd", "good")
            m.put("here/5.icd", "two")
            m.conf("machine", "OCL_ICD_LOG = error", "OCL_ICD_LOG_FILE = {}".format(
                m.path("out/machine.log")), "OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING = 1")
            everything = {
                "OCL_ICD_FILENAMES": "{fakes}/libfake_gpu_1.so", "OCL_ICD_DRIVERS_DISABLE": "4",
                "OCL_ICD_PLATFORMS_DISABLE": "c", "OCL_ICD_LOG": "debug",
                "OCL_ICD_LOG_FILE": "{root}/out/users.log"}
            result = self.look(m, make_probe, **everything)
            self.assertEqual(result.answer("secure"), ["0"])
            self.assertEqual(result.names, ["gpu_1", "a", "b"])
            self.assertTrue(os.path.exists(m.path("out/users.log")))
            os.unlink(m.path("out/users.log"))
            make(make_probe)
            for title, variables in [
                    ("nothing", {}), ("everything", everything),
                    ("XDG_CONFIG_HOME", {"XDG_CONFIG_HOME": "{root}/home/.config"}),
                    ("a list", {"OCL_ICD_VENDORS": "{here}::{here}/5.icd"}),
                    ("layers", {"OPENCL_LAYERS": "{fake_layers}/liblayer_inner.so",
                                "OPENCL_LAYER_PATH": "{here}"})]:
                with self.row(title):
                    result = self.look(m, make_probe, **variables)
                    place.need(result.answer("secure") == ["1"],
                               "the file system does not give privileges")
                    self.assertTrue(result.report["loader"]["privileged"])
                    self.assertEqual(result.names, ["c", "good"])
                    self.assertEqual([name for name, _ in m.places(result)], ["etc", "usr"])
                    self.assertEqual(result.report["layers"], [])
                    self.assertEqual(result.trace, [])
                    machines = m.real("machine.conf")
                    self.assertEqual({name: origin for name, origin in origins(result).items()
                                      if origin != "default"},
                                     {"OCL_ICD_LOG": machines + ":1",
                                      "OCL_ICD_LOG_FILE": machines + ":2",
                                      "OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING": machines + ":3"})
                    # No file is written for others, whoever named it.
                    self.assertEqual(os.listdir(m.path("out")), ["report.json"])

    def test_setuid(self):
        self.check(setuid)

    def test_setgid(self):
        self.check(setgid)

    def test_capability(self):
        place.need(shutil.which("setcap"), "setcap is missing")
        self.check(capability)


def every_setting():
    """The rows of loader/setting_rows.h: name, and a value that shows where it is believed."""
    values = {"FLAG": "1", "NUMBER": "15", "TEXT": "{here}"}
    with open(os.path.join(place.BUILD.source, "loader", "setting_rows.h"),
              encoding="utf-8") as file:
        rows = re.findall(r'^SETTING\(\w+, "(\w+)", (\w+)', file.read(), re.M)
    assert len(rows) >= 20, rows
    return [(name, values[kind]) for name, kind in rows]


class PrivilegedEverySetting(place.Case):
    """Whatever there is to be set, now or later: a program without privileges believes it, and it is
    as if it were not there for a privileged one, also for one that gives up its privileges before the
    first call."""

    WAYS = [("setuid", setuid, []), ("setgid", setgid, []), ("capability", capability, []),
            ("setuid, given up", setuid, ["drop"]), ("setgid, given up", setgid, ["drop"])]

    def setUp(self):
        place.check_nobody()
        place.need(shutil.which("setcap"), "setcap is missing")

    def look(self, m, probe, *steps, env=None, before=(), **options):
        clean = {"FAKE_LOG": None, "OPENCL_LAYER_PATH": None, "OCL_ICD_VENDORS": None}
        # No LD_LIBRARY_PATH: the program finds the library that it was linked to.
        return m.look("secure", *steps, "platforms", library=None, probe=probe,
                      before=[*place.AS_NOBODY, *before], env={**clean, **(env or {})}, **options)

    def make_place(self, m):
        probe = m.copy(place.BUILD.machine_probe, "probe")
        os.chmod(probe, 0o755)
        m.put("etc/1.icd", "c")
        m.put("here/5.icd", "two")
        return probe

    def everything(self, result):
        """All that a program sees of the loader, but for what differs from run to run."""
        for candidate in result.report["drivers"] + result.report["layers"]:
            candidate["microseconds"] = 0
        return result.report, result.names, result.trace

    def privileged(self, m, probe):
        """The program in each way, and what it sees where nothing is set."""
        for title, make, steps in self.WAYS:
            os.chmod(probe, 0o755)
            subprocess.run(["setcap", "-r", probe], capture_output=True, check=False)
            make(probe)
            nothing = self.look(m, probe, *steps, env={"HOME": None, "XDG_CONFIG_HOME": None})
            place.need(nothing.answer("secure") == ["1"],
                       "the file system does not give privileges")
            self.assertEqual(nothing.names, ["c"])
            yield title, steps, self.everything(nothing)

    def check(self, settings, prepare):
        """prepare(m, name, value) sets something and gives the variables for that, and the origin
        that the report tells where it is believed."""
        with Place() as m:
            probe = self.make_place(m)
            values = {name: m.path("out/log") if name == "OCL_ICD_LOG_FILE" else m.expand(value)
                      for name, value in settings}
            for name, value in values.items():
                with self.row(name):
                    env, origin = prepare(m, name, value)
                    self.assertEqual(origins(self.look(m, probe, env=env))[name], origin)
            if os.path.exists(m.path("out/log")):
                os.unlink(m.path("out/log"))
            for title, steps, nothing in self.privileged(m, probe):
                for name, value in values.items():
                    with self.row((title, name)):
                        env, _ = prepare(m, name, value)
                        result = self.look(m, probe, *steps, env=env)
                        self.assertEqual(self.everything(result), nothing)
                        self.assertEqual(os.listdir(m.path("out")), ["report.json"])

    def test_variables(self):
        self.check(every_setting(), lambda m, name, value: ({name: value}, "environment"))

    def test_users_file(self):
        def prepare(m, name, value):
            path = m.conf("user", f"{name} = {value}")
            for entry in path, os.path.dirname(path):
                os.chown(entry, NOBODY, -1)
            return {}, path + ":1"
        self.check(every_setting(), prepare)

    # What an administrator may have written that depends on where a program is started.
    RELATIVE = [
        ("OCL_ICD_FILENAMES", "./x.so"), ("OCL_ICD_FILENAMES", "below/x.so"),
        ("OCL_ICD_VENDORS", "."), ("OCL_ICD_VENDORS", "below"), ("OCL_ICD_VENDORS", "./below"),
        ("OCL_ICD_VENDORS", "below/x.icd"), ("OCL_ICD_VENDORS", "./x.so"),
        ("OPENCL_VENDOR_PATH", "below"), ("OPENCL_VENDOR_PATH", "."),
        ("OPENCL_LAYERS", "below/layer.so"), ("OPENCL_LAYER_PATH", "below"),
        ("OPENCL_LAYER_PATH", "below/x.lay"),
    ]

    def test_relative_names(self):
        with Place() as m:
            probe = self.make_place(m)
            for folder in "", "below/":
                m.copy(m.fake("two"), f"start/{folder}x.so")
                m.copy(place.BUILD.layers + "/liblayer_inner.so", f"start/{folder}layer.so")
                m.write(f"start/{folder}x.icd", "./x.so\n")
                m.write(f"start/{folder}x.lay", "./layer.so\n")
            start = m.path("start")

            def found(result):
                return "two 0" in result.names or \
                    "LOADED" in [it["verdict"] for it in result.report["layers"]]
            for name, value in self.RELATIVE:
                with self.row((name, value)):
                    m.conf("machine", f"{name} = {value}")
                    os.chmod(probe, 0o755)
                    self.assertTrue(found(self.look(m, probe, cwd=start)))
                    setuid(probe)
                    result = self.look(m, probe, cwd=start)
                    self.assertEqual(result.answer("secure"), ["1"])
                    self.assertFalse(found(result))
                    refused = [it["verdict"] for it in result.report["drivers"]
                               + result.report["driver_directories"] + result.report["layers"]
                               + result.report["layer_directories"]]
                    # A name without a slash is one that the system searches for.
                    if "/" in value or name == "OPENCL_VENDOR_PATH":
                        self.assertIn("NAME_PRIVILEGED", refused)

    def test_bare_names(self):
        """They are searched for as the system does, and not hidden by what is in the way."""
        with Place() as m:
            probe = self.make_place(m)
            setuid(probe)
            m.write("start/libx-nowhere.so/5.icd", m.fake("two") + "\n")
            m.write("start/1.icd", m.fake("two") + "\n")
            m.conf("machine", "OCL_ICD_VENDORS = libx-nowhere.so:1.icd")
            result = self.look(m, probe, cwd=m.path("start"))
            self.assertEqual(m.verdicts(result),
                             [("libx-nowhere.so", "LIBRARY_MISSING"), ("etc/1.icd", "LOADED")])

    def test_rights_that_the_caller_has_too(self):
        """Ambient capabilities are the caller's own, so what the caller sets counts."""
        with Place() as m:
            probe = self.make_place(m)
            result = self.look(m, probe, before=["--inh-caps=+net_raw", "--ambient-caps=+net_raw"],
                               env={"OCL_ICD_VENDORS": "{here}"})
            self.assertEqual(result.answer("secure"), ["0"])
            self.assertEqual(result.names, ["two 0", "two 1"])


class PrivilegedLayers(place.Case):
    def test_directories(self):
        Privileged.setUp(self)
        with Place("layers") as m:
            probe = m.copy(place.BUILD.machine_probe, "probe")
            m.users(NOBODY, "inner")
            m.put("library/2.lay", "middle")
            m.put("etc/3.lay", "outer")
            m.put("usr/4.lay", "one")
            for mode, layers in ((0o755, ["inner", "middle", "outer", "one"]),
                                 (0o4755, ["outer", "one"])):
                os.chmod(probe, mode)
                result = Privileged.look(self, m, probe)
                self.assertEqual([os.path.basename(it["library"])[9:-3]
                                  for it in result.report["layers"]], layers)


place.main()
