# SPDX-License-Identifier: Apache-2.0
"""The notes in object files say that the stack need not be executable and that indirect jumps end at permitted places.
One object without its note disables the protection of a whole program. The library is also built with the C library's
checks."""

import os
import re

import machine_code
from machine_code import BUILD

FEATURES = r"x86 feature: (.*)"


class Notes(machine_code.Case):
    def setUp(self):
        super().setUp()
        machine_code.native()
        machine_code.need(BUILD.host == "x86_64", "this is about x86-64")
        self.readelf = machine_code.tool(BUILD.readelf)

    def features(self, path):
        text = machine_code.run([self.readelf, "-W", "-n", path])
        return {word.strip() for line in re.findall(FEATURES, text) for word in line.split(",")}


class Library(Notes):
    """The library of the build."""

    def test_hardened(self):
        """The library has a shadow stack, and every function at which a jump may end is marked."""
        machine_code.need(BUILD.hardened, "CLRELAY_HARDENING is off")
        self.assertIn("SHSTK", self.features(BUILD.library))
        code = machine_code.instructions(machine_code.tool(BUILD.objdump), BUILD.library)
        exported = {name.split("@")[0] for name in machine_code.exported(BUILD.library)} & set(code)
        self.assertGreater(len(exported), 100)
        self.assertEqual([name for name in exported if code[name][0] != "endbr64"], [])

    def test_checks_of_the_c_library(self):
        """The flags in cmake/hardening.cmake leave traces: calls of functions that check, or that report a failed
        check."""
        machine_code.need(BUILD.hardened, "CLRELAY_HARDENING is off")
        dynamic = machine_code.run([self.readelf, "-W", "-d", BUILD.library])
        machine_code.need("[libc.so.6]" in dynamic, "only glibc has them by these names")
        text = machine_code.run([self.readelf, "-W", "--dyn-syms", BUILD.library])
        imported = set(re.findall(r" UND (\w+)", text))
        self.assertIn("__stack_chk_fail", imported)
        if BUILD.optimised: # without optimisation _FORTIFY_SOURCE means nothing
            self.assertTrue(imported & {"__snprintf_chk", "__vsnprintf_chk"}, imported) # clang turns one into the other
        if BUILD.optimised and BUILD.compiler_id == "GNU" and int(BUILD.compiler_version.split(".")[0]) >= 12:
            # Copies into memory whose size only the third level can tell.
            self.assertIn("__memcpy_chk", imported)

    def test_stack_is_probed(self):
        """A frame larger than a page touches each page. This is how gcc does it; gcc 16 touches a byte."""
        machine_code.need(BUILD.hardened, "CLRELAY_HARDENING is off")
        machine_code.need(BUILD.compiler_id == "GNU" and BUILD.optimised, "gcc's code when it optimises")
        code = machine_code.instructions(machine_code.tool(BUILD.objdump), BUILD.library)
        probing = [name for name, texts in code.items()
                   if any(re.match(r"or[blq] \$0x0,\(%[er]sp\)", text) for text in texts)]
        self.assertTrue(probing)
        # No function on the path of a call has such a frame.
        self.assertEqual([name for name in probing if name in machine_code.by_handle()], [])

    def test_shadow_stack(self):
        """Each return in the assembler matches a call."""
        machine_code.need(BUILD.assembler, "the library is all C")
        code = machine_code.instructions(machine_code.tool(BUILD.objdump), BUILD.library)
        ours = [name + way for name in machine_code.by_handle() for way in ("", "_checked", "_resolved")]
        ours.append("resolve_slot") # all rows share it
        self.assertGreater(len(ours), 300)
        for name in ours:
            # LLVM's tool prints pushq where binutils print push.
            depth, words = 0, [text.split()[0].removesuffix("q") for text in code[name]]
            for word in words:
                depth += (word == "push") - (word == "pop")
                self.assertNotIn(word, ("ret", "leave"), name)
                if word.startswith("j"):
                    self.assertEqual(depth, 0, name)
            self.assertEqual(words.count("call"), name == "resolve_slot", name)

class Compilers(Notes):
    """Every compiler, whichever one the build uses."""

    def compiled(self, compiler, *flags):
        path = machine_code.tool(compiler)
        return machine_code.Compiled(self.sub(compiler), path, list(flags))

    def check_stack(self, compiler):
        for made in self.compiled(compiler).objects:
            text = machine_code.run([self.readelf, "-W", "-S", made])
            found = re.search(r"\.note\.GNU-stack\s+PROGBITS\s+\S+ \S+ \S+ \S+"
                              r"\s+(\w*)\s+\d+\s+\d+\s+\d+$", text, re.M)
            self.assertTrue(found, made)
            self.assertNotIn("X", found[1], made)

    def check_protection(self, compiler):
        done = self.compiled(compiler, "-fcf-protection=full")
        without = [os.path.basename(made) for made in done.objects
                   if not {"IBT", "SHSTK"} <= self.features(made)]
        self.assertEqual(without, [])
        handle = done.handle()
        # The linker keeps a feature only if all objects have it, unless an option forces the feature.
        for name, options in (("kept", []), ("forced", ["-Wl,-z,ibt", "-Wl,-z,shstk"])):
            library = done.link(name, handle, "-nostartfiles", "-Wl,-z,defs", *options)
            self.assertLessEqual({"IBT", "SHSTK"}, self.features(library), name)
            self.check_library(library)

    def test_option(self):
        """The library is marked for IBT if the start-up files are, and only then."""
        compiler = machine_code.tool("gcc")
        options = ["-DCLRELAY_BRANCH_PROTECTION=ON", "-DCMAKE_C_COMPILER=" + compiler]
        marked = "IBT" in self.features(machine_code.run([compiler, "-print-file-name=crti.o"]).strip())
        for name, more, expected in [
                ("ordinary", [], marked),
                ("marked", [f"-DCMAKE_C_FLAGS=-B{self.start_files(compiler, '-fcf-protection')}"], True)]:
            with self.subTest(name):
                told, library = self.built(name, *options, *more)
                features = self.features(library)
                self.assertEqual("IBT" in features, expected, told)
                self.assertEqual("not marked" in told, not expected, told)
                self.assertIn("SHSTK", features)

    def test_stack_gcc(self):
        self.check_stack("gcc")

    def test_stack_clang(self):
        self.check_stack("clang")

    def test_protection_gcc(self):
        self.check_protection("gcc")

    def test_protection_clang(self):
        self.check_protection("clang")
