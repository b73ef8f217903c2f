# SPDX-License-Identifier: Apache-2.0
"""The assembler code for AArch64, if Debian's compiler for it is installed, and the tests of calls in an emulator, if
there is one (gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user)."""

import os
import re
import shutil
import tempfile

import machine_code
from machine_code import BUILD

COMPILER = "aarch64-linux-gnu-gcc"
ROOT = "/usr/aarch64-linux-gnu" # the folder of its C library
PROGRAMS = {"forwarding": ["a", "b"], "null_handles": [], "null_slots": ["null_slots_all"]}


class AArch64(machine_code.Case):
    @classmethod
    def setUpClass(cls):
        """Compiles the sources once, for all tests."""
        super().setUpClass()
        machine_code.native()
        cls.compiler = machine_code.tool(COMPILER)
        machine_code.need(os.path.exists(os.path.join(ROOT, "include", "stdio.h")),
                   "there is no C library for AArch64")
        cls.readelf = machine_code.tool("aarch64-linux-gnu-readelf")
        folder = tempfile.mkdtemp(prefix="clrelay-")
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        # In Debian 12, libgcc's functions for atomics lack the note, so the library must not contain any.
        cls.done = machine_code.Compiled(folder, cls.compiler, ["-mbranch-protection=standard", "-mno-outline-atomics"])

    def features(self, path):
        text = machine_code.run([self.readelf, "-W", "-n", path])
        return {word.strip() for line in re.findall(r"AArch64 feature: (.*)", text)
                for word in line.split(",")}

    def test_notes(self):
        without = [os.path.basename(made) for made in self.done.objects
                   if "BTI" not in self.features(made)]
        self.assertEqual(without, [])
        for made in self.done.objects:
            text = machine_code.run([self.readelf, "-W", "-S", made])
            self.assertRegex(text, r"\.note\.GNU-stack\s+PROGBITS\s+\S+ \S+ \S+ \S+"
                                   r"\s+\d+\s+\d+\s+\d+", made)

    def test_disassembly(self):
        machine_code.need(BUILD.assembler, "the library is all C")
        library = self.done.link("plain", "-Wl,-z,defs")
        functions = machine_code.instructions(machine_code.tool("aarch64-linux-gnu-objdump"), library)
        for name in machine_code.by_handle():
            with self.subTest(name):
                code = functions[name]
                last = next(at for at, text in enumerate(code) if text.startswith("br "))
                self.assertIn(code[0], ("bti c", "hint #0x22"))
                self.assertEqual(code[last], "br x16")
                self.assertLessEqual(last + 1, 8, code)

    def test_option(self):
        """CLRELAY_BRANCH_PROTECTION. The processor of the emulator refuses jumps into Debian 12's start-up files, so
        there is also a build with marked ones."""
        emulator = machine_code.tool("qemu-aarch64")
        machine_code.need(os.path.exists("/usr/include/CL/cl_icd.h"), "OpenCL's headers are elsewhere")
        options = ["-DCLRELAY_BRANCH_PROTECTION=ON",
                   "--toolchain", os.path.join(BUILD.source, "cmake", "toolchain", "arm64.cmake")]
        start = self.start_files(self.compiler, "-mbranch-protection=standard")
        marked = "BTI" in self.features(machine_code.run([self.compiler, "-print-file-name=crti.o"]).strip())
        for name, more, expected in [
                ("ordinary", [], marked),
                ("marked", [f"-DCMAKE_C_FLAGS=-B{start} -mno-outline-atomics"], True)]:
            with self.subTest(name):
                told, library = self.built(name, *options, *more)
                self.assertEqual("BTI" in self.features(library), expected, told)
                self.assertEqual("not marked" in told, not expected, told)
                program = self.done.program("null_handles", ["dispatch/null_handles.c"], library)
                machine_code.run([emulator, "-cpu", "max", "-L", ROOT,
                           "-E", f"LD_LIBRARY_PATH={os.path.dirname(library)}", program],
                          machine_code.environment(), limit=120)

    def test_calls(self):
        emulator = machine_code.tool("qemu-aarch64")
        # The link leaves out the C library's start-up files, which have no note in Debian 12. All the rest of the
        # library must have the note. The emulator's processor then wants a bti after each indirect jump into it.
        library = self.done.link("bti", self.done.handle(), "-nostartfiles", "-Wl,-z,defs")
        self.assertIn("BTI", self.features(library))
        folder = os.path.dirname(library)
        fakes = self.sub("fakes")
        for name in "a", "b", "c", "null_slots_all", "null_slots_stranger":
            made = self.done.program(f"libfake_{name}.so",
                                     ["fake/driver.c", "fake/driver_exports.c", "fake/driver_objects.c",
                                      "fake/no_side_effect.c", BUILD.quirks],
                                     "-shared", "-fvisibility=hidden",
                                     f"-Wl,--defsym=quirks=fake_{name}")
            shutil.move(made, machine_code.fake(name, fakes))
        emulated = [emulator, "-cpu", "max", "-L", ROOT]
        for name, drivers in PROGRAMS.items():
            program = self.done.program(name, [f"dispatch/{name}.c"], library,
                                        definitions=[f'FAKE_DIRECTORY="{fakes}"'])
            machine_code.run([*emulated, "-E", f"LD_LIBRARY_PATH={folder}", program],
                      machine_code.environment([machine_code.fake(driver, fakes) for driver in drivers]),
                      limit=120)
        # What an unwinder sees. Calls before the search for drivers are resolved. The emulator cannot tell where
        # readable memory ends, so no table is resolved later.
        for case, drivers in {"straight": [["witness", []]],
                              "icd2": [["witness_icd2", ["DRIVER_ICD2=1"]]],
                              "checked": [["witness", []], ["witness_null_slots", ["DRIVER_NULL_SLOTS=1"]]],
                              }.items():
            files = [self.done.program(f"lib{name}.so", ["cost/driver.c"], "-shared",
                                       "-fvisibility=hidden",
                                       definitions=["DRIVER_WITNESS=1", *definitions])
                     for name, definitions in drivers]
            program = self.done.program("unwind", ["dispatch/machine_code/unwind.c"], library)
            with self.subTest(case):
                machine_code.run([*emulated, "-E", f"LD_LIBRARY_PATH={folder}", program, files[0]],
                          machine_code.environment(files), limit=120)
