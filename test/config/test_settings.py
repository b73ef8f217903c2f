# SPDX-License-Identifier: Apache-2.0
"""loader.conf of the machine and of the user: which lines count, which the loader reports, and which win."""

import os
import socket

import place

SORT = "OCL_ICD_PLATFORM_SORT"
DEFAULT = "OCL_ICD_DEFAULT_PLATFORM"
GOOD = f"{SORT} = devices"  # this line counts in each file that is not refused as a whole

# The title; the values of the machine, the user and the environment; the value that counts, and its origin. None: there
# is no such line or variable.
PRECEDENCE = [
    ("nothing", None, None, None, "none", "default"),
    ("the machine's", "name", None, None, "name", "machine.conf:1"),
    ("the user's", None, "name", None, "name", "user.conf:1"),
    ("the environment's", None, None, "name", "name", "environment"),
    ("the user's wins over the machine's", "name", "devices", None, "devices", "user.conf:1"),
    ("the environment wins over the machine's", "name", None, "devices", "devices", "environment"),
    ("the environment wins over the user's", None, "name", "devices", "devices", "environment"),
    ("the environment wins over both", "name", "devices", "a", "a", "environment"),
    ("an empty value of the user's hides the machine's", "name", "", None, "none", "default"),
    ("an empty value of the machine's", "", None, None, "none", "default"),
    ("an empty value of the machine's hides nothing", "", "name", None, "name", "user.conf:1"),
    ("an empty variable is an unset one", "name", None, "", "name", "machine.conf:1"),
    ("an empty variable hides nothing of the user's", None, "name", "", "name", "user.conf:1"),
    ("the environment over a hidden one", "name", "", "devices", "devices", "environment"),
]

# The title; the lines, with the good one among them; line numbers, and a part of the problem with each.
LINES = [
    ("comments and blanks", ["# OCL_ICD_LOG = debug", "", "  \t", GOOD, "  # more"], []),
    ("blanks around", [f"\t {SORT}\t=\t devices \t"], []),
    ("no blanks", [f"{SORT}=devices"], []),
    ("CRLF", [f"# x\r\n\r\n{GOOD}\r"], []),
    ("BOM", [b"\xef\xbb\xbf" + GOOD.encode()], []),
    ("BOM and CRLF", [b"\xef\xbb\xbf" + GOOD.encode() + b"\r\n"], []),
    ("no end of the last line", [GOOD.encode()], []),
    ("the last line counts", [f"{SORT} = name", f"{SORT} = none", GOOD], []),
    ("an empty file", [], None),
    ("only comments", ["# nothing"], None),
    ("no equals sign", ["OCL_ICD_LOG", GOOD, "hello there"], [(1, "name = value"), (3, "name = value")]),
    ("no name", ["= debug", GOOD], [(1, "name = value")]),
    ("a name that is none", [GOOD, "OCL_ICD_NOTHING = 1"], [(2, "OCL_ICD_NOTHING")]),
    ("a name in small letters", [GOOD, "ocl_icd_log = debug"], [(2, "ocl_icd_log")]),
    ("a name that begins like one", [GOOD, "OCL_ICD_LO = debug", "OCL_ICD_LOGS = debug"],
     [(2, "OCL_ICD_LO'"), (3, "OCL_ICD_LOGS'")]),
    ("a name with a blank in it", [GOOD, "OCL_ICD LOG = debug"], [(2, "OCL_ICD LOG")]),
    ("export", ["export OCL_ICD_LOG=debug", GOOD], [(1, "export OCL_ICD_LOG")]),
    ("a section", ["[loader]", GOOD], [(1, "name = value")]),
    ("another variable of the system", ["LD_PRELOAD = /x.so", "PATH = /x", GOOD],
     [(1, "LD_PRELOAD"), (2, "PATH")]),
    ("NUL in a value", [b"OCL_ICD_LOG = de\0bug\n", GOOD], [(1, "NUL")]),
    ("NUL in a name", [b"OCL_ICD_LOG\0X = debug\n", GOOD], [(1, "NUL")]),
    ("NUL alone", [b"\0\n", GOOD], [(1, "NUL")]),
    ("NUL in a comment", [b"# \0\n", GOOD], []),
    ("a line of 4097 bytes", ["OCL_ICD_LOG = " + "x" * 4083, GOOD], [(1, "4096")]),
    ("a line of 4097 bytes, most of them blanks", ["OCL_ICD_LOG = debug" + " " * 4078, GOOD],
     [(1, "4096")]),
    ("a comment of any length", ["# " + "x" * 10000, GOOD], []),
    ("an unknown name of 4000 bytes", ["X" * 4000 + " = 1", GOOD], [(1, "XXX")]),
    ("bytes that are no text", [b"\xff\xfe = \x80\n", b"\x1b[31m\n", GOOD],
     [(1, "\\xff\\xfe"), (2, "name = value")]),
    ("UTF-16", ["\n".join([GOOD, ""]).encode("utf-16-le")], None),
    ("only old Mac ends of lines", [GOOD.encode() + b"\rOCL_ICD_LOG = debug\r"], None),
    ("numbers of lines", ["#", "", "x", "", "# x", "y", GOOD], [(3, "name"), (6, "name")]),
]


def fifo(path):
    os.mkfifo(path)


def unix_socket(path):
    with socket.socket(socket.AF_UNIX) as server:
        here = os.open(".", os.O_RDONLY)
        os.chdir(os.path.dirname(path))  # names of sockets must be short
        server.bind(os.path.basename(path))
        os.fchdir(here)
        os.close(here)


def too_large(path):
    with open(path, "w", encoding="ascii") as file:
        file.write(GOOD + "\n" + "# 0123456789\n" * 5040)
    assert os.path.getsize(path) > 65536 - 20
    with open(path, "a", encoding="ascii") as file:
        file.write("#" * (65537 - os.path.getsize(path)))


# The title, what is made in the place of loader.conf, and the verdict.
FILES = [
    ("a directory", os.mkdir, "FILE_IS_DIRECTORY"),
    ("a FIFO", fifo, "FILE_IS_FIFO"),
    ("a socket", unix_socket, "FILE_IS_SOCKET"),
    ("a link to nowhere", lambda path: os.symlink("/nowhere", path), "FILE_DANGLING_LINK"),
    ("a link to itself", lambda path: os.symlink("loader.conf", path), "FILE_DANGLING_LINK"),
    ("a device", lambda path: os.symlink("/dev/zero", path), "FILE_IS_DEVICE"),
    ("a file of 65537 bytes", too_large, "FILE_TOO_LARGE"),
]


def state(m, result, name):
    """Returns a setting's value and origin, with short names of files."""
    setting, = [setting for setting in result.report["settings"] if setting["name"] == name]
    path, colon, line = setting["origin"].rpartition(":")
    return setting["value"], m.short(path) + colon + line


class Settings(place.Case):
    def test_precedence(self):
        for title, machines, users, variable, value, origin in PRECEDENCE:
            with self.row(title), place.Place() as m:
                for whose, value_there in ("machine", machines), ("user", users):
                    if value_there is not None:
                        m.conf(whose, f"{SORT} = {value_there}")
                m.drivers("gpu_1", "a", "gpu_2")
                result = m.look(env={SORT: variable, "OCL_ICD_VENDORS": m.vendors})
                self.assertEqual(state(m, result, SORT), (value, origin))
                # The value also has its effect.
                self.assertEqual(result.names, {"none": ["gpu_1", "a", "gpu_2"],
                                                "name": ["a", "gpu_1", "gpu_2"],
                                                "devices": ["gpu_2", "gpu_1", "a"],
                                                "a": ["a", "gpu_1", "gpu_2"]}[value])

    def test_files_are_joined(self, m):
        """The files are joined: each setting counts by itself."""
        m.conf("machine", f"{SORT} = name", f"{DEFAULT} = 1")
        m.conf("user", "# mine", f"{DEFAULT} = 2")
        result = m.look(env={"OCL_ICD_DEBUG": "0"})
        self.assertEqual(state(m, result, SORT), ("name", "machine.conf:1"))
        self.assertEqual(state(m, result, DEFAULT), ("2", "user.conf:2"))
        self.assertEqual(state(m, result, "OCL_ICD_DEBUG"), ("0", "environment"))
        self.assertEqual(state(m, result, "OCL_ICD_VENDORS"), (None, "default"))

    def test_lines(self):
        for whose in "machine", "user":
            for title, lines, problems in LINES:
                with self.row((whose, title)), place.Place() as m:
                    path = m.conf(whose, *lines)
                    result = m.look()
                    good = self.good_line(lines) if problems is not None else None
                    if good:
                        self.assertEqual(state(m, result, SORT), ("devices", f"{whose}.conf:{good}"))
                    if problems is None:  # no line of the file counts
                        self.assertNotEqual(state(m, result, SORT)[0], "devices")
                        continue
                    for number, part in problems:
                        self.check_problem(result, f"{path}:{number}:", part)
                    self.assertEqual(len(result.report["problems"]), len(problems))
                    others = [setting for setting in result.report["settings"] if setting["origin"] != "default"]
                    self.assertEqual([other["name"] for other in others], [SORT])

    def good_line(self, lines):
        """Returns the number of the last line that sets the order."""
        content = b"".join(line if isinstance(line, bytes) else line.encode() + b"\n"
                           for line in lines)
        return max((number for number, line in enumerate(content.split(b"\n"), 1)
                    if line.lstrip(b"\xef\xbb\xbf\t ").startswith(SORT.encode())), default=None)

    def test_longest_line(self, m):
        m.conf("user", "OCL_ICD_FILENAMES = /" + "x" * (4096 - 21), GOOD)
        result = m.look()
        self.check_no_problem(result)
        self.assertEqual(len(state(m, result, "OCL_ICD_FILENAMES")[0]), 4096 - 20)

    def test_largest_file(self, m):
        m.conf("user", GOOD, "#" * (65536 - len(GOOD) - 2))
        self.assertEqual(os.path.getsize(m.real("user.conf")), 65536)
        result = m.look()
        self.check_no_problem(result)
        self.assertEqual(state(m, result, SORT)[0], "devices")

    def test_files(self):
        """Something that is not a settings file does no harm, and the other file still counts."""
        for whose, other in ("machine", "user"), ("user", "machine"):
            for title, make, verdict in FILES:
                with self.row((whose, title)), place.Place() as m:
                    path = m.real(whose + ".conf")
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    make(path)
                    m.conf(other, GOOD)
                    result = m.look()
                    self.assertEqual(len(result.report["problems"]), 1)
                    self.check_problem(result, path + " is ignored: " + place.BUILD.verdicts[verdict])
                    self.assertEqual(state(m, result, SORT), ("devices", f"{other}.conf:1"))

    def test_unreadable(self, m):
        place.check_nobody()
        path = m.conf("machine", f"{SORT} = name")
        m.conf("user", GOOD)
        os.chmod(path, 0o600)
        m.give("home", place.NOBODY)
        result = m.look(before=place.AS_NOBODY, env={"FAKE_LOG": None})
        self.check_problem(result, path, "ermission denied")
        self.assertEqual(state(m, result, SORT), ("devices", "user.conf:1"))

    def test_missing_files(self, m):
        result = m.look(env={"OCL_ICD_LOG": "warn"})
        self.check_no_problem(result)
        self.assertEqual(result.trace, [])

    def test_silent_by_default(self, m):
        """The loader reports mistakes only on request."""
        path = m.conf("machine", "nonsense", GOOD)
        self.assertEqual(m.look().trace, [])
        trace = m.look(env={"OCL_ICD_LOG": "warn"}).trace
        self.assertEqual(len(trace), 1, trace)
        self.assertIn(path + ":1:", trace[0])
        self.assertTrue(trace[0].startswith("clrelay: warning: "), trace)

    def test_each_setting(self, m):
        """A file may contain all settings."""
        names = [setting["name"] for setting in m.look().report["settings"]]
        self.assertGreater(len(names), 15)
        m.conf("machine", *[f"{name} = 0" for name in names if not name.endswith("_FILE")],
               *[f"{name} = {m.path('out/log')}" for name in names if name.endswith("_FILE")])
        result = m.look()
        machines = m.real("machine.conf")
        self.assertEqual({setting["origin"].rpartition(":")[0] for setting in result.report["settings"]},
                         {machines})

    def test_drivers_of_a_file(self, m):
        """The machine's file names drivers, and the user's leaves one out."""
        m.put("here/1.icd", "a")
        m.put("here/2.icd", "b")
        m.conf("machine", "OCL_ICD_VENDORS = {}:".format(m.path("here")))
        m.conf("user", "OCL_ICD_DRIVERS_DISABLE = 1")
        m.put("etc/3.icd", "c")
        result = m.look()
        self.assertEqual(result.names, ["b", "c"])
        # A variable of the user comes first.
        self.assertEqual(m.look(env={"OCL_ICD_VENDORS": "3.icd"}).names, ["c"])
