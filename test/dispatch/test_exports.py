# SPDX-License-Identifier: Apache-2.0
"""Compares the list of exported functions (loader/linux/exports.map), the table of the API
(loader/api/entry_points.h), promises.h and the built library."""

import collections
import os
import re
import subprocess

import sandbox

BUILD = sandbox.BUILD
# The libraries that a loader may depend on. Sanitizers add libraries of their own.
NEEDED = r"libc\.so\.6|ld(64|-linux[-\w]*)\.so\.\d|libc\.so"
NEEDED_WITH_SANITIZERS = (NEEDED +
                          r"|lib([alt]san|ubsan|gcc_s|m|stdc\+\+|pthread|dl|rt)\.so\.\d+")


def read(*path):
    with open(os.path.join(BUILD.source, *path), encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)


def off_windows(text):
    """Returns the text without the parts for Windows."""
    text = re.sub(r"^#ifdef _WIN32\n.*?^#else\n(.*?)^#endif\n", r"\1", text, flags=re.S | re.M)
    return re.sub(r"^#ifdef _WIN32\n.*?^#endif\n", "", text, flags=re.S | re.M)


def node_of(version):
    number = re.fullmatch(r"(?:EXT_)?(\d)_(\d)", version)
    return f"OPENCL_{number[1]}.{number[2]}" if number else None


def read_table():
    """Returns the node and the slot of each function, read from entry_points.h."""
    nodes, slots, slot = {}, {}, 0
    rows = r"^(?:BY_\w+\((\w+), [^,]+, (cl\w+),|ABSENT\((\d+)\))"
    for version, name, absent in re.findall(rows, off_windows(read("loader", "api", "entry_points.h")),
                                            re.M):
        if absent:
            slot += int(absent)
            continue
        slots[name] = slot
        slot += 1
        if node_of(version):
            nodes[name] = node_of(version)
    return nodes, slots, slot


def read_map():
    """Returns the node of each function, the order of the nodes, and the local symbols, read from exports.map."""
    nodes, parents, local = {}, {}, []
    text = read("loader", "linux", "exports.map")
    for node, body, parent in re.findall(r"(\S+)\s*\{(.*?)\}\s*([\w.]*)\s*;", text, re.S):
        parents[node] = parent
        exported, _, hidden = body.partition("local:")
        for name in re.findall(r"([\w*]+)\s*;", exported):
            if name in nodes:
                raise AssertionError(f"{name} is in two nodes")
            nodes[name] = node
        local += re.findall(r"([\w*]+)\s*;", hidden)
    return nodes, parents, local


def readelf(*options):
    done = subprocess.run([BUILD.readelf or "readelf", "-W", *options, BUILD.library], text=True,
                          capture_output=True, check=True)
    return done.stdout.splitlines()


def read_library():
    """Returns the node of each function that the library exports, by name and default version."""
    nodes = {}
    for line in readelf("--dyn-syms"):
        fields = re.sub(r"\[[^]]*\]", "", line).split() # POWER adds another field
        if (len(fields) < 8 or not fields[0].rstrip(":").isdigit() or fields[6] in ("UND", "ABS")
                or fields[3] == "SECTION"):
            continue
        name, _, node = fields[7].partition("@@")
        nodes[name] = node
    return nodes


class Exports(sandbox.Case):
    @classmethod
    def setUpClass(cls):
        cls.table, cls.slots, cls.slot_count = read_table()
        cls.map, cls.parents, cls.local = read_map()

    def test_map_is_the_table(self):
        self.assertEqual(self.map, self.table)

    def test_definitions_of_windows_are_the_table(self):
        """The linker of the 32-bit build checks the sizes that follow the names."""
        with open(os.path.join(BUILD.source, "loader/windows/exports.def"), encoding="utf-8") as file:
            text = file.read()
        names = re.findall(r"^    (cl\w+)@\d+$", text, re.M)
        self.assertEqual(sorted(names), sorted(self.table))
        self.assertEqual(len(names), text.partition("EXPORTS\n")[2].count("\n"))

    def test_map_hides_all_else(self):
        self.assertEqual(self.local, ["*"])

    def test_nodes_are_a_chain(self):
        nodes = sorted(set(self.map.values()))
        self.assertEqual(self.parents, dict(zip(nodes, ["", *nodes])))

    def test_library_is_the_map(self):
        self.assertEqual(read_library(), self.map)

    def test_promised_slots(self):
        pattern = re.compile(r"^(?:HANDLE|LIST|PROPERTIES|ANSWERED)\((\d+), (\w+)", re.M)
        text = read("test", "dispatch", "promises.h")
        self.assertEqual({name: int(slot) for slot, name in pattern.findall(off_windows(text))}, self.slots)
        self.assertEqual(self.slot_count, len(pattern.findall(text)))

    def test_dynamic_section(self):
        entries = collections.defaultdict(list)
        for line in readelf("--dynamic"):
            match = re.search(r"\((\w+)\).*\[(.*)\]", line)
            if match:
                entries[match[1]].append(match[2])
        self.assertEqual(entries["SONAME"], ["libOpenCL.so.1"])
        allowed = NEEDED_WITH_SANITIZERS if BUILD.sanitizers else NEEDED
        self.assertEqual([name for name in entries["NEEDED"]
                          if not re.fullmatch(allowed, name)], [])

    def test_names_of_the_file(self):
        folder = os.path.dirname(BUILD.library)
        for name in "libOpenCL.so", "libOpenCL.so.1":
            with self.row(name):
                self.assertEqual(os.path.realpath(os.path.join(folder, name)),
                                 os.path.realpath(BUILD.library))
