# SPDX-License-Identifier: Apache-2.0
"""The built library: which libraries it needs, what is read-only, how large it is."""

import os
import re
import shutil

import machine_code
from machine_code import BUILD

# Bytes of the stripped library that gcc for x86-64 makes.
SIZE_LIMIT = 164 * 1024
# How far doc/performance.md may be off: nobody measures again for each line of code.
SIZE_TOLERANCE = 0.02


class Library(machine_code.Case):
    def setUp(self):
        super().setUp()
        machine_code.need(not BUILD.sanitizers, "the sanitizers' code is in the way")
        self.readelf = machine_code.tool(BUILD.readelf)

    def libraries(self):
        return [library for library in (BUILD.library, BUILD.c_library) if library]

    def test_needs_the_c_library_alone(self):
        for library in self.libraries():
            text = machine_code.run([self.readelf, "-W", "-d", library])
            needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
            self.assertIn(needed[0], ("libc.so.6", "libc.so"))
            self.assertFalse([name for name in needed[1:]
                              if not re.match(r"ld(64|-linux\S*)\.so\.\d$", name)], library)

    def test_read_only_after_relocation(self):
        for library in self.libraries():
            dynamic = machine_code.run([self.readelf, "-W", "-d", library])
            self.assertRegex(dynamic, r"BIND_NOW|\bNOW\b", library)
            self.assertNotIn("TEXTREL", dynamic)
            segments = machine_code.run([self.readelf, "-W", "-l", library])
            relro = re.search(r"GNU_RELRO\s+\S+ (0x[0-9a-f]+) \S+ \S+ (0x[0-9a-f]+)", segments)
            self.assertTrue(relro, library)
            begin = int(relro[1], 16)
            end = begin + int(relro[2], 16)
            # The table of where calls go lies in this segment, so it is read-only between changes.
            symbols = machine_code.run([self.readelf, "-W", "-s", library])
            detour = re.search(r"\d+: ([0-9a-f]+)\s+(\d+|0x[0-9a-f]+) OBJECT \S+ \S+ +\S+ detour$",
                               symbols, re.M)
            if detour: # a stripped library does not name it
                place, size = int(detour[1], 16), int(detour[2], 0)
                self.assertGreaterEqual(place, begin)
                self.assertLessEqual(place + size, end)

    def test_stack_is_not_executable(self):
        for library in self.libraries():
            segments = machine_code.run([self.readelf, "-W", "-l", library])
            self.assertEqual(re.findall(r"GNU_STACK.* (\w+)\s+0x\w+$", segments, re.M), ["RW"])

    def test_alignment(self):
        """Each entry begins a cache line: on some processors a jump across two lines costs half a call more."""
        machine_code.need(BUILD.assembler, "only the assembler aligns the entries")
        symbols = machine_code.run([self.readelf, "-W", "--dyn-syms", BUILD.library])
        places = {name: int(place, 16) for place, name
                  in re.findall(r"^ *\d+: ([0-9a-f]+) .* (\w+)(?:@\S+)?$", symbols, re.M)}
        names = machine_code.by_handle()
        self.assertGreater(len(names), 100)
        self.assertEqual([name for name in names if places[name] % 64], [])

    def stripped_size(self):
        machine_code.native()
        machine_code.need(BUILD.compiler_id == "GNU" and BUILD.host == "x86_64" and BUILD.assembler
                   and BUILD.build_type in ("Release", "RelWithDebInfo"),
                   "the size is that of a release build by gcc for x86-64")
        copy = os.path.join(self.folder, "stripped")
        shutil.copy(os.path.realpath(BUILD.library), copy)
        machine_code.run([machine_code.tool(BUILD.strip), copy])
        return os.path.getsize(copy)

    def test_size(self):
        size = self.stripped_size()
        print(f"stripped: {size} bytes, {SIZE_LIMIT - size} below the limit")
        self.assertLessEqual(size, SIZE_LIMIT)

    def test_documented_size(self):
        size = self.stripped_size()
        with open(os.path.join(BUILD.source, "doc", "performance.md"), encoding="utf-8") as file:
            text = file.read()
        measured = re.search(r"^On .*, (gcc [0-9.]+, \w+)\.", text, re.M)[1]
        ours = f"gcc {BUILD.compiler_version}, {BUILD.build_type}"
        machine_code.need(measured == ours, f"doc/performance.md is about {measured}, and this is {ours}")
        told = int(re.search(r"^\*\*Size of the library.*?^\| clrelay \S+ \| (\d+) \|$", text, re.M | re.S)[1])
        self.assertAlmostEqual(size, told, delta=told * SIZE_TOLERANCE,
                               msg="doc/performance.md is stale: cmake --workflow --preset bench")

    def test_both_ways_export_the_same(self):
        machine_code.need(BUILD.c_library, "there is one way only")
        self.assertEqual(machine_code.exported(BUILD.library), machine_code.exported(BUILD.c_library))
