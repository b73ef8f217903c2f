# SPDX-License-Identifier: Apache-2.0
"""Whose files count: the user's own where nobody else can write to them, and none of the user's in
privileged programs."""

import os
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
