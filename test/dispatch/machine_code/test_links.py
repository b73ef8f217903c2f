# SPDX-License-Identifier: Apache-2.0
"""Compilers and linkers other than the build's make a library from the loader's sources, with and without link-time
optimisation, and link the loader into a program."""

import os
import shutil

import machine_code
from machine_code import BUILD

LINKERS = ["bfd", "gold", "lld"]
PROGRAMS = {"forwarding": ["a", "b"], "null_handles": [], "null_slots": ["null_slots_all"]}


class Links(machine_code.Case):
    def setUp(self):
        super().setUp()
        machine_code.native()

    def can_link(self, compiler, linker, flags):
        """Tells whether this compiler can use this linker here."""
        source = os.path.join(self.folder, "empty.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("int f(void);\nint f(void) { return 1; }\n")
        made = source + ".so"
        # Compiles and links in two steps, as below. A linker may also drop what it does not understand.
        return (machine_code.works([compiler, *flags, "-fPIC", "-c", source, "-o", source + ".o"])
                and machine_code.works([compiler, *flags, f"-fuse-ld={linker}", "-shared", source + ".o",
                                 "-o", made])
                and "f" in machine_code.exported(made))

    def check(self, compiler, *flags):
        path = machine_code.tool(compiler)
        linkers = [linker for linker in LINKERS
                   if shutil.which(f"ld.{linker}") and self.can_link(path, linker, flags)]
        machine_code.need(linkers, f"no linker for {compiler} {' '.join(flags)}")
        print(f"{compiler} {' '.join(flags)}: {', '.join(linkers)}")
        done = machine_code.Compiled(self.sub("shared"), path, list(flags))
        wanted = machine_code.exported(BUILD.library)
        for linker in linkers:
            with self.subTest(linker):
                library = done.link(linker, f"-fuse-ld={linker}", "-Wl,-z,defs")
                self.assertEqual(machine_code.exported(library), wanted)
                self.check_library(library)

    def check_static(self, compiler, *flags):
        path = machine_code.tool(compiler)
        done = machine_code.Compiled(self.sub("static"), path, list(flags), static=True)
        archive = os.path.join(done.folder, "libOpenCL.a")
        # The archiver must be the compiler's own: for link-time optimisation it must know the object format.
        archiver = "gcc-ar" if compiler == "gcc" else "llvm-ar"
        if not shutil.which(archiver):
            machine_code.need(not flags, f"{archiver} is missing")
            archiver = "ar"
        machine_code.run([machine_code.tool(archiver), "rcs", archive, *done.objects])
        for name, drivers in PROGRAMS.items():
            program = done.program(name, [f"dispatch/{name}.c"], archive,
                                   definitions=[f'FAKE_DIRECTORY="{BUILD.fakes}"'])
            machine_code.run([program], machine_code.environment([machine_code.fake(driver) for driver in drivers]))
        wanted = machine_code.run([machine_code.tool(BUILD.readelf), "-W", "-d", program])
        self.assertNotIn("libOpenCL", wanted)

    def test_gcc(self):
        self.check("gcc")

    def test_gcc_lto(self):
        self.check("gcc", "-flto")

    def test_clang(self):
        self.check("clang")

    def test_clang_lto(self):
        self.check("clang", "-flto")

    def test_static_gcc(self):
        self.check_static("gcc")

    def test_static_gcc_lto(self):
        self.check_static("gcc", "-flto")

    def test_static_clang(self):
        self.check_static("clang")
