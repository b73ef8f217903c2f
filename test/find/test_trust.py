# SPDX-License-Identifier: Apache-2.0
"""Which files are trusted: the user's own if nobody else can write to them, but none of the user's in privileged
programs."""

import os
import re
import shutil
import struct
import subprocess
import sys
import threading

import place
from place import NOBODY
from sandbox import PRIVILEGES, capability, setgid, setuid

STRANGER = 12345
HARMLESS = [10, 11, 13, 14, 23, 35, 36]  # capabilities that give access to nobody's files, rights or memory
ROOT = 0
OTHERS = 0o002
GROUP = 0o020

# Where a user's settings are: title, variables, folder. HOME is {root}/home, which has c.
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

# A change to a folder or file: title, owner and group (see Place.change), added rights, and the verdicts for an
# ordinary user and for root. None means trusted.
OWNER, RIGHTS, SHARED = "UNTRUSTED_OWNER", "UNTRUSTED_RIGHTS", "UNTRUSTED_SHARED"
CHANGES = [
    ("nothing", "mine", "mine", 0, None, None),
    ("all may read", "mine", "mine", 0o055, None, None),
    ("others may write", "mine", "mine", OTHERS, RIGHTS, RIGHTS),
    ("my group may write", "mine", "mine", GROUP, None, RIGHTS),
    ("my group and others may write", "mine", "mine", GROUP | OTHERS, RIGHTS, RIGHTS),
    ("another group may write", "mine", "another", GROUP, RIGHTS, RIGHTS),
    ("root's", "root", "root", 0, None, None),
    ("root's, others may write", "root", "root", OTHERS, RIGHTS, RIGHTS),
    ("root's, my group may write", "root", "mine", GROUP, RIGHTS, RIGHTS),
    ("a stranger's", "another", "another", 0, OWNER, OWNER),
    ("a stranger's, my group may write", "another", "mine", GROUP, OWNER, OWNER),
]
# The same for folders: a chmod cannot fix a sticky one, or one of root's for another user.
FOLDER_CHANGES = [
    *[(title, owner, group, more,
       SHARED if user == RIGHTS and owner == "root" else user, root)
      for title, owner, group, more, user, root in CHANGES],
    ("as /tmp is", "root", "root", 0o1777, SHARED, SHARED),
    ("sticky, my group may write", "mine", "mine", 0o1020, None, SHARED),
]
# The first folder of a place must belong to the user, not to root.
HOME_CHANGES = [
    (title, owner, group, more,
     OWNER if owner == "root" else user, root)
    for title, owner, group, more, user, root in FOLDER_CHANGES]


class Place(place.Place):
    def own(self, path, owner, more=0, group=-1):
        os.chown(path, owner, group)
        os.chmod(path, os.stat(path).st_mode & 0o7777 | more)

    def change(self, path, runner, owner, group, more):
        """Makes one of the tables' changes for the user who runs the program."""
        uids = {"mine": runner, "root": ROOT, "another": STRANGER}
        gids = {"mine": NOBODY if runner == NOBODY else os.getegid(), "root": ROOT,
                "another": STRANGER}
        self.own(path, uids[owner], more, gids[group])

    def users(self, runner, content="a"):
        """Makes a folder of the user who runs the program, with one manifest and a loader.conf in it."""
        name = "x" + (".icd" if self.kind == "vendors" else ".lay")
        self.put("user/" + name, content)
        self.conf("user", "OCL_ICD_DEFAULT_PLATFORM = 1")
        self.give("home", runner)
        return "user/" + name


def origins(result):
    return {setting["name"]: setting["origin"] for setting in result.report["settings"]}


class Where(place.Case):
    def test_folders(self):
        for title, variables, folder in FOLDERS:
            with self.row(title), Place() as m:
                for number, name in enumerate(["home/.config", "xdg"]):
                    m.write(name + "/OpenCL/vendors/x.icd", m.fake("ab"[number]))
                    m.write(name + "/OpenCL/loader.conf", "OCL_ICD_DEFAULT_PLATFORM = 0\n")
                m.write("etc/OpenCL/vendors/y.icd", m.fake("c"))  # a file that is not the user's
                result = m.look(env=variables)
                path = folder and m.path(folder, "OpenCL/loader.conf") + ":1"
                self.assertEqual(result.names, {"home/.config": ["a"], "xdg": ["b"]}.get(folder, []))
                self.assertEqual(origins(result)["OCL_ICD_DEFAULT_PLATFORM"], path or "default")


def held():
    """Returns the capabilities that these tests have themselves."""
    with open("/proc/self/status", encoding="ascii") as file:
        mask = int(re.search(r"^CapPrm:\s*(\w+)", file.read(), re.M).group(1), 16)
    return [bit for bit in range(41) if mask >> bit & 1]


class Owners(place.Case, machine=Place):
    """Programs that root runs, and programs that an ordinary user runs."""

    def runners(self):
        yield os.geteuid(), {}
        if not place.why_not_nobody():
            yield NOBODY, {"before": place.AS_NOBODY, "env": {"FAKE_LOG": None}}

    def rows(self, changes):
        """Yields title, runner and options, the change, and the verdict."""
        for runner, options in self.runners():
            for title, owner, group, more, user, root in changes:
                if os.geteuid() == 0 or (owner, group) == ("mine", "mine"):
                    yield ((title, runner), runner, options, (owner, group, more),
                           user if runner else root)

    def check_directory(self, changes, path, kind="vendors", what="driver"):
        """Changes the user's directory, or one above it."""
        for title, runner, options, change, verdict in self.rows(changes):
            with self.row((path, *title)), Place(kind) as m:
                name = m.users(runner, "a" if kind == "vendors" else "inner")
                m.change(m.path(path), runner, *change)
                result = m.look(**options)
                found = [directory for directory in result.report[what + "_directories"]
                         if directory["path"] == m.real("user")]
                self.assertEqual([entry["verdict"] for entry in found], [verdict or "SEARCHED"])
                # The message names the culprit, whichever of the folders it is.
                self.assertEqual(found[0]["message"], m.path(path) if verdict else None)
                self.assertEqual(dict(m.verdicts(result, what + "s")).get(name),
                                 None if verdict else "LOADED")

    def test_directories(self):
        self.check_directory(HOME_CHANGES, "home")
        for path in "home/.config", "home/.config/OpenCL", "home/.config/OpenCL/vendors":
            self.check_directory(FOLDER_CHANGES, path)

    def test_directories_of_layers(self):
        self.check_directory(FOLDER_CHANGES, "home/.config/OpenCL/layers", "layers", "layer")

    def check_files(self, kind, what):
        for title, runner, options, change, verdict in self.rows(CHANGES):
            with self.row(title), Place(kind) as m:
                name = m.users(runner, "a" if kind == "vendors" else "inner")
                m.change(m.real(name), runner, *change)
                result = m.look(**options)
                self.assertEqual(dict(m.places(result, what + "_directories"))["user"], "SEARCHED")
                found = [candidate for candidate in result.report[what + "s"] if candidate["manifest"] == m.real(name)]
                self.assertEqual([entry["verdict"] for entry in found], [verdict or "LOADED"])
                if verdict:
                    self.assertEqual(found[0]["message"], m.real(name))

    def test_drivers(self):
        self.check_files("vendors", "driver")

    def test_layers(self):
        self.check_files("layers", "layer")

    def check_settings(self, changes, path):
        for title, runner, options, change, verdict in self.rows(changes):
            with self.row((path, *title)), Place() as m:
                m.users(runner)
                m.change(m.path(path), runner, *change)
                result = m.look(**options)
                self.assertEqual(origins(result)["OCL_ICD_DEFAULT_PLATFORM"],
                                 "default" if verdict else m.real("user.conf") + ":1")
                self.assertEqual(len(result.report["problems"]), 1)
                if not verdict:
                    # There is no second platform.
                    self.check_problem(result, "OCL_ICD_DEFAULT_PLATFORM")
                    continue
                self.check_problem(result, m.real("user.conf") + " is ignored: ",
                                   place.BUILD.verdicts[verdict],
                                   f"chmod go-w {m.path(path)}" if verdict == RIGHTS else f"({m.path(path)})")

    def test_settings(self):
        self.check_settings(CHANGES, "home/.config/OpenCL/loader.conf")
        self.check_settings(FOLDER_CHANGES, "home/.config/OpenCL")
        self.check_settings(FOLDER_CHANGES, "home/.config")
        self.check_settings(HOME_CHANGES, "home")

    def test_no_files_to_trust(self, m):
        """Where there is no file, the owner of its folder does not matter."""
        place.need(os.geteuid() == 0, "only root can give folders away")
        shutil.rmtree(m.path("home/.config"))
        os.chown(m.path("home"), STRANGER, STRANGER)
        result = m.look()
        self.assertEqual(dict(m.places(result))["user"], "NO_DIRECTORY")
        self.check_no_problem(result)
        os.makedirs(m.path("home/.config/OpenCL"))
        self.check_no_problem(m.look())

    def test_access_list(self):
        """The rights of the group can hide an access list for other users."""
        # Version 2; the owner, a named user, the group, the mask, others: for each, tag, rights and number.
        entries = [(1, 6, -1), (2, 6, STRANGER), (4, 4, -1), (16, 6, -1), (32, 4, -1)]
        rights = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
        for runner, options in self.runners():
            for path in "home", "home/.config/OpenCL/vendors", "home/.config/OpenCL/vendors/x.icd":
                with self.row((runner, path)), Place() as m:
                    m.users(runner)
                    try:
                        os.setxattr(m.path(path), "system.posix_acl_access", rights)
                    except OSError as error:
                        place.need(False, f"the file system has no access control lists: {error}")
                    os.chmod(m.path(path), 0o775)  # in the group's place, this changes only the mask
                    self.assertEqual(m.look(**options).names, [])
                    os.chmod(m.path(path), 0o755)
                    self.assertEqual(m.look(**options).names, ["a"])

    def test_access_list_that_cannot_be_read(self):
        """It may let others write."""
        place.need(not place.BUILD.sanitizers, "a library before all others")
        for runner, options in self.runners():
            for path in "home", "home/.config/OpenCL/vendors", "home/.config/OpenCL/vendors/x.icd":
                with self.row((runner, path)), Place() as m:
                    m.users(runner)
                    env = {**options.get("env", {}), **m.preload(m.fake("no_acls"))}
                    os.chmod(m.path(path), 0o775)
                    self.assertEqual(m.look(**{**options, "env": env}).names, [])
                    os.chmod(m.path(path), 0o755)
                    self.assertEqual(m.look(**{**options, "env": env}).names, ["a"])

    def test_kept_home(self, m):
        """sudo with another user's HOME does not run that user's library."""
        place.need(os.geteuid() == 0, "only root can run a program as root")
        m.users(NOBODY)
        result = m.look()
        self.assertEqual(result.names, [])
        self.assertEqual(result.happened("constructor"), [])
        self.assertEqual(dict(m.places(result))["user"], OWNER)
        # Files that belong to root do not help: a link of that user's may lead to any of them.
        m.give("home/.config", ROOT)
        result = m.look()
        self.assertEqual(result.names, [])
        self.assertEqual(dict(m.places(result))["user"], OWNER)
        self.check_problem(result, m.real("user.conf"), f"({m.path('home')})")

    def test_bare_name(self):
        """A file named by its bare name is not trusted either, where it lies in the user's folder. The report says what
        is wrong, and the next place with this name counts."""
        for culprit_kind in "folder", "file":
            for others, names in ({}, []), ({"etc/x.icd": "b"}, ["b"]):
                with self.row((culprit_kind, names)), Place() as m:
                    name = m.users(os.geteuid())
                    for other, content in others.items():
                        m.put(other, content)
                    culprit = m.real(name if culprit_kind == "file" else "user")
                    m.own(culprit, os.geteuid(), OTHERS)
                    result = m.look(env={"OCL_ICD_VENDORS": "x.icd"})
                    self.assertEqual(result.names, names)
                    found = [(other, "LOADED") for other in others]
                    if culprit_kind == "file":
                        self.assertEqual(m.verdicts(result), [(name, RIGHTS), *found])
                        self.assertEqual(result.report["drivers"][0]["message"], culprit)
                    else:
                        self.assertEqual(m.places(result), [("user", RIGHTS)])
                        self.assertEqual(m.verdicts(result), found or [("x.icd", "FILE_MISSING")])

    def test_link_to_a_directory_of_the_machine(self, m):
        """A link leads to a directory of the machine, which is trusted as such."""
        m.put("etc/x.icd", "a")
        os.chmod(m.real("etc/x.icd"), 0o664)
        os.symlink(os.path.relpath(m.real("etc"), os.path.dirname(m.real("user"))), m.real("user"))
        for env in {}, {"OCL_ICD_VENDORS": "x.icd"}:
            with self.row(env):
                self.assertEqual(m.look(env=env).names, ["a"])

    # How root's program becomes the user `u` with the group `u`, and whether that user's files count then. keep() keeps
    # capabilities across the change, permit() leaves only those of a bit set, space() makes a user namespace that maps
    # the first id to `u` or, without ids, none, and forbid() makes the system end the program for a system call.
    RIGHTS = [
        ("for good", "ids(u, u, u)", True),
        ("the effective ids alone", "ids(0, u, 0)", False),
        ("a saved user", "os.setresgid(u, u, u); os.setresuid(u, u, 0)", False),
        ("another saved user", "os.setresgid(u, u, u); os.setresuid(u, u, u + 1)", False),
        ("another real user", "os.setresgid(u, u, u); os.setresuid(u + 1, u, u)", False),
        ("a saved group", "os.setresgid(u, u, 0); os.setresuid(u, u, u)", False),
        ("all capabilities", "keep(); ids(u, u, u)", False),
        *[(f"capability {bit}", f"keep(); ids(u, u, u); permit(1 << {bit})", bit in HARMLESS) for bit in held()],
        ("a sandbox against questions for rights", "ids(u, u, u); forbid(118, 120, 125)", True),
        ("a namespace that maps the user", "ids(u, u, u); space(u)", True),
        ("the user as root of a namespace", "ids(u, u, u); space(0)", True),
        ("a namespace that maps nobody", "ids(u, u, u); space()", False),
        ("a namespace that maps no group", "ids(u, u, u); space(u, groups=False)", True),
    ]
    RIGHTS_PROGRAM = """
import ctypes, os, sys
u = int(sys.argv[2])
c = ctypes.CDLL(None, use_errno=True)
def ids(real, effective, saved):
    os.setresgid(real, effective, saved)
    os.setresuid(real, effective, saved)
    c.prctl(4, 1, 0, 0, 0)  # so that /proc/self is its own
def keep():
    c.prctl(8, 1, 0, 0, 0)
def permit(bits):
    data = (ctypes.c_uint32 * 6)(0, bits & 0xffffffff, 0, 0, bits >> 32, 0)
    assert not c.capset((ctypes.c_uint32 * 2)(0x20080522, 0), data), "capset"
def forbid(*calls):  # numbers of x86-64
    if os.uname().machine != "x86_64":
        return
    import struct
    rows = [(0x20, 0, 0, 0)] + [(0x15, 0, 1, call) if step == 0 else (6, 0, 0, 0) for call in calls for step in (0, 1)]
    code = ctypes.create_string_buffer(
        b"".join(struct.pack("HBBI", *row) for row in rows + [(6, 0, 0, 0x7fff0000)]))
    program = struct.pack("HxxxxxxP", len(rows) + 1, ctypes.addressof(code))
    c.prctl(38, 1, 0, 0, 0)
    assert not c.prctl(22, 2, program, 0, 0), "seccomp"
def space(*inside, groups=True):
    if c.unshare(0x10000000):
        print("no namespaces")
        sys.exit()
    for name in (["setgroups", "uid_map", "gid_map"] if groups else ["uid_map"]) if inside else []:
        with open("/proc/self/" + name, "w") as file:
            file.write("deny" if name == "setgroups" else f"{inside[0]} {u} 1")
exec(sys.argv[3])
count = ctypes.c_uint(0)
ctypes.CDLL(sys.argv[1]).clGetPlatformIDs(0, None, ctypes.byref(count))
print(count.value)
"""

    def count(self, m, user, how, env=None):
        """Returns how many platforms root's program finds after it has become the user in this way."""
        env = m.environment({"OCL_ICD_VENDORS": None, "FAKE_LOG": None, **(env or {})})
        done = subprocess.run([sys.executable, "-c", self.RIGHTS_PROGRAM, place.BUILD.machine_library, str(user), how],
                              env=env, capture_output=True, text=True, check=True)
        place.need(done.stdout != "no namespaces\n", "the system lets nobody make user namespaces")
        self.log = done.stderr
        return int(done.stdout)

    def need_root(self):
        place.check_nobody()
        place.need(os.geteuid() == 0, "only root can become another user")
        place.need(place.elf_kind(place.BUILD.machine_library) == place.elf_kind(sys.executable),
                   "Python cannot load a library for another processor")

    def test_rights_that_a_process_can_take_back(self):
        """A service of root's that acts for a user for a moment can take back its own rights."""
        self.need_root()
        for user in NOBODY, STRANGER:  # NOBODY has the id that stands for unmapped users
            for title, how, counts in self.RIGHTS:
                with self.row((user, title)), Place() as m:
                    m.users(user)
                    self.assertEqual(self.count(m, user, how), int(counts))

    def test_strangers_in_a_namespace(self):
        """In a namespace all unmapped users look alike: root's folders and every stranger's."""
        self.need_root()
        user, other = STRANGER, STRANGER + 1
        for title, how, count in [("mapped", "ids(u, u, u); space(u)", 0), ("not", "ids(u, u, u); space()", 0)]:
            with self.row((title, "a stranger's home")), Place() as m:
                m.users(other)
                self.assertEqual(self.count(m, user, how), count)
            with self.row((title, "a stranger's link")), Place() as m:
                m.users(user)
                os.symlink("home/.config", m.path("link"))
                os.chown(m.path("link"), other, other, follow_symlinks=False)
                self.assertEqual(self.count(m, user, how, {"XDG_CONFIG_HOME": m.path("link")}), count)
            with self.row((title, "a folder that others may write to")), Place() as m:
                m.users(user)
                m.own(m.path("home"), ROOT, OTHERS)
                self.assertEqual(self.count(m, user, how, {"XDG_CONFIG_HOME": m.path("home/.config")}), count)

    def test_relative_name_in_a_namespace(self):
        """A folder above may be a stranger's, who could replace the library, so only an absolute path counts."""
        self.need_root()
        for how, other, count in [("ids(u, u, u)", ROOT, 1), ("ids(u, u, u); space(u)", ROOT, 0)]:
            for name in "./libdriver.so", "{root}/home/.config/OpenCL/vendors/libdriver.so":
                with self.row((how, name)), Place() as m:
                    m.copy(m.fake("a"), "home/.config/OpenCL/vendors/libdriver.so")
                    m.write("home/.config/OpenCL/vendors/x.icd", m.expand(name))
                    m.give("home", STRANGER)
                    os.chown(m.path("home"), STRANGER, -1)
                    self.assertEqual(self.count(m, STRANGER, how), 1 if name[0] == "{" else count)

    def test_group_of_nobody(self):
        """If the namespace does not map the group that may write to a file, the group could be any."""
        self.need_root()
        for more, count in (0, 1), (GROUP, 0):
            with self.row(oct(more)), Place() as m:
                m.own(m.real(m.users(NOBODY)), NOBODY, more, NOBODY)
                self.assertEqual(self.count(m, NOBODY, "ids(u, u, u); space(u, groups=False)"), count)

    def test_message_for_a_process_that_acts_for_others(self, m):
        """The message does not say that the folder is another user's, which would need another remedy."""
        self.need_root()
        m.users(NOBODY)
        self.assertEqual(self.count(m, NOBODY, "ids(0, u, 0)", {"OCL_ICD_LOG": "warn"}), 0)
        self.assertIn(place.BUILD.verdicts["UNTRUSTED_PROCESS"], self.log)

    def test_message_where_no_user_is_mapped(self, m):
        """In a namespace that maps nobody, the loader cannot see that a folder is another user's, and does not claim
        it."""
        self.need_root()
        m.users(STRANGER)
        self.assertEqual(self.count(m, STRANGER, "ids(u, u, u); space(); permit(0)", {"OCL_ICD_LOG": "warn"}), 0)
        self.assertIn(place.BUILD.verdicts["UNTRUSTED_UNMAPPED"], self.log)
        self.assertNotIn(place.BUILD.verdicts["UNTRUSTED_OWNER"], self.log)

    def test_worst_reason_is_reported(self, m):
        """A stranger's link behind a folder that others may write to is still a stranger's."""
        place.need(os.geteuid() == 0, "only root can give files away")
        m.users(ROOT)
        os.makedirs(m.path("open"))
        os.chmod(m.path("open"), 0o777)
        os.symlink("../home/.config", m.path("open/link"))
        self.assertEqual(m.look(env={"XDG_CONFIG_HOME": m.path("open/link")}).names, ["a"])
        os.chown(m.path("open/link"), STRANGER, -1, follow_symlinks=False)
        result = m.look(env={"XDG_CONFIG_HOME": m.path("open/link")})
        self.assertEqual((result.names, dict(m.places(result))["open/link/OpenCL/vendors"]), ([], OWNER))

    def test_untrusted_files_hide_nothing(self):
        # Title, the user's file, rights that are added to it, the drivers.
        for title, content, more, names in [
                ("believed", "a", 0, ["a"]), ("not believed", "a", OTHERS, ["b"]),
                ("an empty file, believed", b"", 0, []),
                ("an empty file, not believed", b"", OTHERS, ["b"])]:
            with self.row(title), Place() as m:
                name = m.users(os.geteuid(), content)
                m.own(m.real(name), os.geteuid(), more)
                m.put("etc/x.icd", "b")
                self.assertEqual(m.look().names, names)

    def test_named_directories_may_belong_to_anybody(self, m):
        """Whoever names a directory trusts it."""
        m.put("here/x.icd", "a")
        m.own(m.path("here"), os.geteuid(), 0o777)
        self.assertEqual(m.look(env={"OCL_ICD_VENDORS": "{here}"}).names, ["a"])


def is_safe(path):
    """Tells whether only root and this user can write anywhere on the way to a folder."""
    while True:
        status = os.stat(path)
        if status.st_uid not in (0, os.geteuid()) or status.st_mode & (GROUP | OTHERS):
            return False
        if path == "/":
            return True
        path = os.path.dirname(path)


class Links(place.Case, machine=Place):
    """The user's folder, and files in it, may be links. Whoever made a link could have made the file."""

    def user(self, m):
        name = m.users(os.geteuid())
        os.rename(m.real(name), m.path("home/the.icd"))
        return name

    def link(self, m, name, target, owner=None):
        path = m.real(name)
        if os.path.lexists(path):
            os.unlink(path)
        os.symlink(target, path)
        if owner is not None:
            os.chown(path, owner, -1, follow_symlinks=False)

    def check(self, m, name, verdict, message=None, **options):
        result = m.look(**options)
        found = [candidate for candidate in result.report["drivers"] + result.report["driver_directories"]
                 if candidate.get("manifest", candidate.get("path")) == m.real(name)]
        self.assertEqual([entry["verdict"] for entry in found], [verdict])
        if message:
            self.assertEqual(found[0]["message"], message)
        self.assertEqual(result.names, ["a"] if verdict in ("LOADED", "SEARCHED") else [])

    # A link in the user's folder: title, target, verdict.
    FILES = [
        ("a file of the folder", "../../../the.icd", "LOADED"),
        ("dots and slashes", ".././/..//../.config/OpenCL/./../../the.icd", "LOADED"),
        ("another link", "../chain", "LOADED"),
        ("nothing", "nothing", "FILE_DANGLING_LINK"),
        ("below a file", "../../../the.icd/x", "FILE_DANGLING_LINK"),
        ("itself", "x.icd", "FILE_DANGLING_LINK"),
        ("a folder", "..", "FILE_IS_DIRECTORY"),
        ("a FIFO", "../fifo", "FILE_IS_FIFO"),
        ("nothing in particular", "/dev/null", "FILE_MASK"),
        ("a device", "/dev/zero", "FILE_IS_DEVICE"),
        ("a name that is too long", "x" * 4000, "FILE_DANGLING_LINK"),
        ("by a long way", "../vendors/" * 360 + "../../../the.icd", "LOADED"),
    ]

    def test_files(self):
        for title, target, verdict in self.FILES:
            with self.row(title), Place() as m:
                name = self.user(m)
                os.mkfifo(m.path("home/.config/OpenCL/fifo"))
                self.link(m, "home/.config/OpenCL/chain", "again")
                self.link(m, "home/.config/OpenCL/again", "../../the.icd")
                self.link(m, name, target)
                self.check(m, name, verdict)

    def test_many_links(self):
        for count, verdict in (40, "LOADED"), (41, "FILE_DANGLING_LINK"):
            with self.row(count), Place() as m:
                name = self.user(m)
                self.link(m, name, "../1")
                for i in range(1, count):
                    self.link(m, f"home/.config/OpenCL/{i}",
                              f"{i + 1}" if i < count - 1 else "../../the.icd")
                self.check(m, name, verdict)

    def test_folders(self):
        """Each of the folders may be a link, even to another place of the user's."""
        for folder in "home/.config", "home/.config/OpenCL", "home/.config/OpenCL/vendors":
            with self.row(folder), Place() as m:
                m.users(os.geteuid())
                os.rename(m.path(folder), m.path("home/moved"))
                os.symlink(os.path.relpath(m.path("home/moved"), os.path.dirname(m.path(folder))),
                           m.path(folder))
                self.check(m, "user", "SEARCHED")

    def test_long_way_to_a_folder(self):
        """The way with the names that are left must not be longer than any path."""
        for count, verdict in (2000, "SEARCHED"), (2040, "UNREADABLE_DIRECTORY"):
            with self.row(count), Place() as m:
                m.users(os.geteuid())
                os.rename(m.path("home/.config"), m.path("home/moved"))
                os.symlink(count * "./" + "moved", m.path("home/.config"))
                self.check(m, "user", verdict)

    def test_whole_paths(self):
        """Each folder from the root of the file system on counts."""
        elsewhere = os.path.join(place.BUILD.machine, "etc")
        place.need(is_safe(place.BUILD.machine), f"others may write on the way to {elsewhere}")
        for more, verdict in (0, "LOADED"), (OTHERS, RIGHTS):
            with self.row(oct(more)), Place() as m:
                name = self.user(m)
                m.put("etc/other/x", "a")
                self.link(m, name, m.real("etc/other/x"))
                os.chmod(m.real("etc/other"), 0o755 | more)
                self.check(m, name, verdict, m.real("etc/other") if more else None)

    def test_stores(self):
        """A link may lead through a sticky folder, such as Nix and Guix have: nobody else can replace what belongs to
        root or the user there, but anybody may add what is missing."""
        place.need(os.geteuid() == 0, "only root can give files away")
        for mode in 0o1775, 0o1777:
            for owner, files, verdict, culprit in [(ROOT, ROOT, "LOADED", None), (ROOT, STRANGER, OWNER, "store/item"),
                                                   (STRANGER, ROOT, OWNER, "store")]:
                with self.row((oct(mode), owner, files)), Place() as m:
                    name = self.user(m)
                    m.write("store/item/the.icd", m.fake("a") + "\n")
                    self.link(m, name, m.path("store/item/the.icd"))
                    os.chown(m.path("store/item"), files, STRANGER)
                    os.chown(m.path("store"), owner, STRANGER)
                    os.chmod(m.path("store"), mode)
                    self.check(m, name, verdict, m.path(culprit) if culprit else None)

    def test_folder_is_a_store(self):
        """A link may lead through a sticky folder of root's, but not end there, because anybody could add the file that
        it names."""
        for runner, options in Owners().runners():
            for folder in "home/.config", "home/.config/OpenCL", "home/.config/OpenCL/vendors":
                with self.row((runner, folder)), Place() as m:
                    m.users(runner)
                    os.rename(m.path(folder), m.path("store"))
                    self.link(m, folder, m.path("store"))
                    os.chmod(m.path("store"), 0o1777)
                    if folder.endswith("vendors") or runner != ROOT:
                        self.check(m, "user", SHARED, m.path("store"), **options)
                    else:
                        self.check(m, "user", "SEARCHED")

    def test_links_to_the_base_excuse_nothing(self, m):
        m.users(os.geteuid())
        os.symlink("home/.config", m.path("link"))
        os.chmod(m.path("home/.config/OpenCL"), 0o1777)
        result = m.look(env={"XDG_CONFIG_HOME": m.path("link")})
        self.assertEqual(m.places(result)[0], ("link/OpenCL/vendors", SHARED))

    def test_strangers(self):
        """A stranger's link may lead to a file that the stranger could not have written, and a stranger's file is not
        trusted behind any link."""
        place.need(os.geteuid() == 0, "only root can give files away")
        for title, links, files, verdict, culprit in [
                ("the link", STRANGER, ROOT, OWNER, "home/.config/OpenCL/vendors/x.icd"),
                ("the file", ROOT, STRANGER, OWNER, "home/the.icd")]:
            with self.row(title), Place() as m:
                name = self.user(m)
                self.link(m, name, "../../../the.icd", links)
                os.chown(m.path("home/the.icd"), files, -1)
                self.check(m, name, verdict, m.path(culprit))
        for folder in "home/.config", "home/.config/OpenCL", "home/.config/OpenCL/vendors":
            with self.row(folder), Place() as m:
                m.users(ROOT)
                os.rename(m.path(folder), m.path("home/moved"))
                self.link(m, folder, os.path.relpath(m.path("home/moved"),
                                                     os.path.dirname(m.path(folder))), STRANGER)
                self.check(m, "user", OWNER, m.path(folder))
                if not folder.endswith("vendors"):
                    self.check_problem(m.look(), f"({m.path(folder)})")

    def test_links_are_not_asked(self):
        """Nobody knows where a stranger's link leads, or whether following it ever ends: the loader does not follow it,
        not even to see that nothing is there."""
        place.need(os.geteuid() == 0, "only root can give files away")
        for folder in "home/.config", "home/.config/OpenCL/vendors":
            with self.row(folder), Place() as m:
                m.users(ROOT)
                shutil.rmtree(m.path(folder))
                self.link(m, folder, "nothing", STRANGER)
                self.check(m, "user", OWNER, m.path(folder))

    def test_settings(self):
        """A file of root's happens to have a suitable line; a stranger can find such a file in /proc."""
        place.need(os.geteuid() == 0, "only root can give files away")
        for links, believed in (ROOT, True), (STRANGER, False):
            with self.row(links), Place() as m:
                m.write("home/suits", "OCL_ICD_DEFAULT_PLATFORM = 7\n")
                self.link(m, "user.conf", "../../suits", links)
                value = {setting["name"]: setting["value"] for setting in m.look().report["settings"]}
                self.assertEqual(value["OCL_ICD_DEFAULT_PLATFORM"], "7" if believed else "0")

    # What is above the user's folder: title, XDG_CONFIG_HOME, the preparation, the culprit.
    ABOVE = [
        ("all is root's", "home/.config", None, None),
        ("a link of root's leads there", "link", lambda m: os.symlink("home/.config", m.path("link")), None),
        ("a folder like /tmp", "home/.config", lambda m: os.chmod(m.path("home"), 0o1777), None),
    ]

    def look_above(self, m, path, prepare):
        m.copy(m.fake("a"), "home/.config/OpenCL/vendors/libdriver.so")
        for name, library in ("x", "./libdriver.so"), ("y", m.fake("b")):
            m.write(f"home/.config/OpenCL/vendors/{name}.icd", library)
        m.conf("user", "OCL_ICD_DEFAULT_PLATFORM = 1")
        if prepare:
            prepare(m)
        return m.look(env={"XDG_CONFIG_HOME": m.path(path)})

    def test_above(self):
        for title, path, prepare, _ in self.ABOVE:
            with self.row(title), Place() as m:
                self.assertEqual(self.look_above(m, path, prepare).names, ["a", "b"])

    def test_strangers_above(self):
        """A stranger's link or folder leads to any folder of root's that the stranger chooses."""
        place.need(os.geteuid() == 0, "only root can give files away")

        def link(m):
            os.symlink("home/.config", m.path("link"))
            os.chown(m.path("link"), STRANGER, -1, follow_symlinks=False)
        for title, path, prepare, culprit in [
                ("a link", "link", link, "link"),
                ("a folder", "home/.config", lambda m: os.chown(m.path("home"), STRANGER, -1), "home")]:
            with self.row(title), Place() as m:
                result = self.look_above(m, path, prepare)
                self.assertEqual(result.names, [])
                found = result.report["driver_directories"][0]
                self.assertEqual((found["verdict"], found["message"]), (OWNER, m.path(culprit)))
                self.assertEqual(origins(result)["OCL_ICD_DEFAULT_PLATFORM"], "default")
                self.check_problem(result, f"({m.path(culprit)})")

    def test_relative_libraries(self):
        """A name relative to the manifest's folder counts where nobody can replace a folder above the user's, because
        the system opens the library by its path."""
        for more, verdict in (OTHERS, RIGHTS), (0o1000 | OTHERS, "LOADED"):
            with self.row(oct(more)), Place() as m:
                result = self.look_above(
                    m, "home/.config", lambda m, more=more: os.chmod(m.path("home"), 0o755 | more))
                found = {os.path.basename(driver["manifest"]): driver for driver in result.report["drivers"]}
                self.assertEqual(found["x.icd"]["verdict"], verdict)
                self.assertEqual(found["x.icd"]["message"],
                                 m.path("home") if verdict != "LOADED" else None)
                # An absolute path does not depend on the way to the manifest.
                self.assertEqual(found["y.icd"]["verdict"], "LOADED")

    def test_culprit_behind_links(self, m):
        """The message names the culprit by its real path."""
        m.users(os.geteuid())
        os.makedirs(m.path("home/deep/er"))
        os.rename(m.real("user"), m.path("home/deep/er/vendors"))
        os.symlink("../../deep/er/vendors", m.real("user"))
        os.rename(m.path("home/deep/er/vendors/x.icd"), m.path("home/deep/er/x.icd"))
        os.symlink("../x.icd", m.path("home/deep/er/vendors/x.icd"))
        os.chmod(m.path("home/deep/er/x.icd"), 0o666)
        self.check(m, "user/x.icd", RIGHTS, os.path.realpath(m.path("home/deep/er/x.icd")))


class Beside(place.Case, machine=Place):
    """The directory beside the library counts only if nobody else can have made it."""

    FOLDERS = ["tree", "tree/etc", "tree/etc/OpenCL", "tree/etc/OpenCL/vendors"]

    def test_folders(self):
        for path in [*self.FOLDERS, "tree/etc/OpenCL/vendors/x.icd"]:
            changes = CHANGES if path.endswith(".icd") else FOLDER_CHANGES
            for title, runner, options, change, verdict in Owners.rows(Owners(), changes):
                with self.row((path, *title)), Place() as m:
                    m.copy(place.BUILD.machine_library, "tree/lib/libOpenCL.so.1")
                    m.write("tree/etc/OpenCL/vendors/x.icd", m.fake("a"))
                    m.give("tree", runner)
                    m.change(m.path(path), runner, *change)
                    result = m.look(library=m.path("tree/lib/libOpenCL.so.1"), **options)
                    found = [candidate for candidate in result.report["drivers"]
                             + result.report["driver_directories"]
                             if candidate["verdict"].startswith("UNTRUSTED")]
                    self.assertEqual([(entry["verdict"], entry["message"]) for entry in found],
                                     [(verdict, m.path(path))] if verdict else [])
                    self.assertEqual(result.names, [] if verdict else ["a"])

    def test_tmp(self, m):
        """A library was unpacked into a folder like /tmp: anybody may make the rest of its tree."""
        place.need(os.geteuid() == 0, "only root can give files away")
        m.copy(place.BUILD.machine_library, "tmp/lib/libOpenCL.so.1")
        os.chmod(m.path("tmp"), 0o1777)
        m.write("tmp/etc/OpenCL/vendors/x.icd", m.fake("a"))
        for owner in STRANGER, ROOT:
            m.give("tmp/etc", owner)
            result = m.look(library=m.path("tmp/lib/libOpenCL.so.1"))
            self.assertEqual(result.names, [])
            self.assertIn(("tmp/etc/OpenCL/vendors", SHARED), m.places(result))


class Meanwhile(place.Case):
    def test_exchanged(self):
        """Somebody replaces the folder while programs start: what the loader reads is what it has checked."""
        place.need(os.geteuid() == 0, "only root can give files away")
        rounds, seen = 150 // (1 + bool(place.BUILD.sanitizers)), set()
        for names in ("home/.config/OpenCL/vendors", "other"), ("home", "other"):
            with self.row(names), Place() as m:
                m.users(ROOT, "a")
                shutil.copytree(m.path(names[0]), m.path(names[1]))
                for folder, _, files in os.walk(m.path("other")):
                    for file in files:
                        with open(os.path.join(folder, file), "w", encoding="utf-8") as opened:
                            opened.write(m.fake("b") if file.endswith(".icd")
                                         else "OCL_ICD_DRIVERS_DISABLE = *")
                m.give("other", STRANGER)
                ended = threading.Event()

                def exchange(one=m.path(names[0]), other=m.path(names[1]), ended=ended):
                    while not ended.is_set():
                        for source, target in (one, one + "-"), (other, one), (one + "-", other):
                            os.rename(source, target)
                thread = threading.Thread(target=exchange, daemon=True)
                thread.start()
                try:
                    for _ in range(rounds):
                        result = m.look()
                        self.assertNotIn("b", result.names)
                        self.assertNotIn("DISABLED", [driver["verdict"] for driver in result.report["drivers"]])
                        seen.add(tuple(result.names))
                finally:
                    ended.set()
                    thread.join()
        self.assertEqual(seen, {(), ("a",)})


class WithoutUsersFiles(place.Case, machine=Place):
    """This library was built without the user's files."""

    def test_no_files_of_the_user(self):
        for kind in "vendors", "layers":
            with self.row(kind), Place(kind) as m:
                m.users(os.geteuid(), "a" if kind == "vendors" else "inner")
                for library, names in ((place.BUILD.machine_library, ["user", "library", "etc", "usr"]),
                                       (place.BUILD.library_without_user, ["library", "etc", "usr"])):
                    result = m.look(library=library)
                    what = "driver_directories" if kind == "vendors" else "layer_directories"
                    found = [name.replace(os.path.dirname(os.path.dirname(library)) + "/etc/OpenCL/" + kind,
                                          "library") for name, _ in m.places(result, what)]
                    self.assertEqual(found, names)
                    whose = m.real("user.conf") + ":1" if "user" in names else "default"
                    self.assertEqual(origins(result)["OCL_ICD_DEFAULT_PLATFORM"], whose)

    def test_what_still_counts(self, m):
        m.users(os.geteuid())
        m.put("etc/y.icd", "b")
        m.conf("machine", "OCL_ICD_PLATFORM_SORT = name")
        result = m.look(library=place.BUILD.library_without_user,
                        env={"OCL_ICD_DEFAULT_PLATFORM": "0"})
        self.assertEqual(result.names, ["b"])
        self.assertEqual(origins(result)["OCL_ICD_PLATFORM_SORT"], m.real("machine.conf") + ":1")
        self.assertEqual(origins(result)["OCL_ICD_DEFAULT_PLATFORM"], "environment")
        result = m.look(library=place.BUILD.library_without_user,
                        env={"OCL_ICD_VENDORS": "{user}"})
        self.assertEqual(result.names, ["a"])
        result = m.look(library=place.BUILD.library_without_user, env={"OCL_ICD_VENDORS": "x.icd"})
        self.assertEqual(m.verdicts(result), [("x.icd", "FILE_MISSING")])


class Privileged(place.Case):
    """Only the machine's own directories and settings count."""

    def setUp(self):
        place.check_nobody()

    def look(self, m, probe, **variables):
        env = {"FAKE_LOG": None, "OCL_ICD_PLATFORM_SORT": None,
               **{name: value and m.expand(value) for name, value in variables.items()}}
        # There is no LD_LIBRARY_PATH: the program finds the library that it was linked to.
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
                    ("a list", {"OCL_ICD_VENDORS": "{here}::{here}/5.icd:{fakes}/libfake_gpu_1.so"}),
                    ("a folder by its other name", {"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": "{here}"}),
                    ("settings", {"OCL_ICD_ENABLE_TRACE": "1", "OCL_ICD_DEBUG": "15", "OCL_ICD_DEFAULT_PLATFORM": "1",
                                  "OCL_ICD_PLATFORM_SORT": "none", "OCL_ICD_ASSUME_ICD_EXTENSION": "1"}),
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
                    # The loader writes no file that somebody else names.
                    self.assertEqual(os.listdir(m.path("out")), ["report.json"])

    def test_setuid(self):
        self.check(setuid)

    def test_setgid(self):
        self.check(setgid)

    def test_capability(self):
        place.need(shutil.which("setcap"), "setcap is missing")
        self.check(capability)


def every_setting():
    """Returns the rows of loader/base/setting_rows.h: the name, and a value that shows whether the loader believes
    it."""
    values = {"FLAG": "1", "NUMBER": "15", "TEXT": "{here}"}
    with open(os.path.join(place.BUILD.source, "loader", "base", "setting_rows.h"),
              encoding="utf-8") as file:
        rows = re.findall(r'^SETTING\(\w+, "(\w+)", (\w+)', file.read(), re.M)
    assert len(rows) >= 20, rows
    return [(name, values[kind]) for name, kind in rows]


class PrivilegedEverySetting(place.Case, machine=Place):
    """For every setting, now or later: a program without privileges uses it, and a privileged program runs as if it
    were not there, even one that gives up its privileges before the first call."""

    WAYS = [*((title, make, []) for title, make in PRIVILEGES),
            ("setuid, given up", setuid, ["drop"]), ("setgid, given up", setgid, ["drop"])]

    def setUp(self):
        place.check_nobody()
        place.need(shutil.which("setcap"), "setcap is missing")

    def look(self, m, probe, *steps, env=None, before=(), **options):
        clean = {"FAKE_LOG": None, "OPENCL_LAYER_PATH": None, "OCL_ICD_VENDORS": None}
        # There is no LD_LIBRARY_PATH: the program finds the library that it was linked to.
        return m.look("secure", *steps, "platforms", library=None, probe=probe,
                      before=[*place.AS_NOBODY, *before], env={**clean, **(env or {})}, **options)

    def make_place(self, m):
        probe = m.copy(place.BUILD.machine_probe, "probe")
        os.chmod(probe, 0o755)
        m.put("etc/1.icd", "c")
        m.put("here/5.icd", "two")
        return probe

    def everything(self, result):
        """Returns everything that a program sees of the loader, except what differs from run to run."""
        for candidate in result.report["drivers"] + result.report["layers"]:
            candidate["microseconds"] = 0
        return result.report, result.names, result.trace

    def privileged(self, m, probe):
        """Yields the program in each way, and what it sees where nothing is set."""
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
        """prepare(m, name, value) sets something and returns the variables for this and the origin that the report
        names if the setting is used."""
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
            m.give("home", NOBODY)
            return {}, path + ":1"
        self.check(every_setting(), prepare)

    # Relative names in an administrator's settings, which depend on where a program starts.
    RELATIVE = [
        ("OCL_ICD_FILENAMES", "./x.so"), ("OCL_ICD_FILENAMES", "below/x.so"),
        ("OCL_ICD_VENDORS", "."), ("OCL_ICD_VENDORS", "below"), ("OCL_ICD_VENDORS", "./below"),
        ("OCL_ICD_VENDORS", "below/x.icd"), ("OCL_ICD_VENDORS", "./x.so"),
        ("OPENCL_VENDOR_PATH", "below"), ("OPENCL_VENDOR_PATH", "."),
        ("OPENCL_LAYERS", "below/layer.so"), ("OPENCL_LAYER_PATH", "below"),
        ("OPENCL_LAYER_PATH", "below/x.lay"),
    ]

    def test_relative_names(self, m):
        probe = self.make_place(m)
        for folder in "", "below/":
            m.copy(m.fake("two"), f"start/{folder}x.so")
            m.copy(place.BUILD.layers + "/liblayer_inner.so", f"start/{folder}layer.so")
            m.write(f"start/{folder}x.icd", "./x.so\n")
            m.write(f"start/{folder}x.lay", "./layer.so\n")
        start = m.path("start")

        def found(result):
            return "two 0" in result.names or \
                "LOADED" in [layer["verdict"] for layer in result.report["layers"]]
        for name, value in self.RELATIVE:
            with self.row((name, value)):
                m.conf("machine", f"{name} = {value}")
                os.chmod(probe, 0o755)
                self.assertTrue(found(self.look(m, probe, cwd=start)))
                setuid(probe)
                result = self.look(m, probe, cwd=start)
                self.assertEqual(result.answer("secure"), ["1"])
                self.assertFalse(found(result))
                refused = [candidate["verdict"] for candidate in result.report["drivers"]
                           + result.report["driver_directories"] + result.report["layers"]
                           + result.report["layer_directories"]]
                # The system itself searches for a name without a slash.
                if "/" in value or name == "OPENCL_VENDOR_PATH":
                    self.assertIn("NAME_PRIVILEGED", refused)

    def test_bare_names(self, m):
        """The system searches for bare names; files in the current directory do not hide them."""
        probe = self.make_place(m)
        setuid(probe)
        m.write("start/libx-nowhere.so/5.icd", m.fake("two") + "\n")
        m.write("start/1.icd", m.fake("two") + "\n")
        m.conf("machine", "OCL_ICD_VENDORS = libx-nowhere.so:1.icd")
        result = self.look(m, probe, cwd=m.path("start"))
        self.assertEqual(m.verdicts(result),
                         [("libx-nowhere.so", "LIBRARY_MISSING"), ("etc/1.icd", "LOADED")])

    def test_rights_that_the_caller_has_too(self, m):
        """Ambient capabilities are the caller's own, so what the caller sets counts."""
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
                self.assertEqual([os.path.basename(layer["library"])[9:-3]
                                  for layer in result.report["layers"]], layers)
