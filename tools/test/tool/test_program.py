# SPDX-License-Identifier: Apache-2.0
"""clrelay doctor PROGRAM: which libOpenCL a program of any kind gets, without running anything of it."""

import glob
import itertools
import os
import shutil
import signal
import struct
import subprocess
import sys
import time

import sandbox
import tool
from test_machine import BAD_FILES, PASSED_OVER, make_bad
from tool import BUILD, TOOL

# A program that writes a file if it, or a library of it, has run.
CALLS = "unsigned clGetPlatformIDs(unsigned, void *, unsigned *);"
MAIN = """
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>
%s
__attribute__((constructor)) static void tell(void) { FILE *file = fopen(RAN, "w"); if (file) fclose(file); }
int main(int count_of_words, char **words)
{
    %s
    if (count_of_words > 1) { puts("ready"); fflush(stdout); pause(); }
    return 0;
}
"""
LINKED = MAIN % (CALLS, "unsigned n; clGetPlatformIDs(0, 0, &n);")
# The source of a loader, and of a library that is a plugin.
NOT_FOUND = "No such file or directory"
LOADER = 'unsigned clGetPlatformIDs(unsigned a, void *b, unsigned *n) { *n = 0; return -1001; }'
PLUGIN = CALLS + "unsigned count(void) { unsigned n; return clGetPlatformIDs(0, 0, &n); }"


def named(*names, also=""):
    """Returns a program that opens libraries by name. (volatile keeps the names whole.)"""
    opens = "".join(f'dlopen("{name}", RTLD_LAZY);' for name in names)
    return MAIN % (also, opens)


class Place(tool.Machine):
    def __enter__(self):
        super().__enter__()
        self.ran = self.path("ran")
        self.compiler = shutil.which("cc") or shutil.which("gcc")
        return self

    def build(self, path, source, *flags, shared=False, code=0):
        """Compiles a program or library. Returns its path."""
        path = self.write(path, "")
        text = self.write("source.c", source)
        words = [self.compiler, "-w", "-O1", f'-DRAN="{self.ran}"', text, "-o", path, "-rdynamic",
                 "-Wl,--allow-shlib-undefined", *flags]
        if shared:
            words[1:1] = ["-shared", "-fPIC"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if code is None and done.returncode:
            tool.need(False, f"the compiler cannot make this: {done.stderr.splitlines()[-1:]}")
        assert done.returncode == 0, done.stderr
        return path

    def loader(self, folder, name=None):
        """Makes a libOpenCL for programs to link to. Returns its folder. With another name, it has only one
        function."""
        if name:
            return os.path.dirname(self.build(f"{folder}/{name}", LOADER, f"-Wl,-soname,{name}", shared=True))
        os.makedirs(self.path(folder), exist_ok=True)
        return os.path.dirname(self.copy(BUILD.library, f"{folder}/libOpenCL.so.1"))

    def hide_libraries(self):
        """Returns the words before a command that hide the system's libOpenCL from it. It gets one driver."""
        self.driver("good")
        self.write("root/etc/os-release", "ID=ubuntu\n")
        folders = sorted({os.path.dirname(os.path.realpath(path)) for path in glob.glob("/usr/lib*/libOpenCL.so*") + glob.glob("/usr/lib/*/libOpenCL.so*")})
        over = os.path.join(self.root, "over")
        os.makedirs(over)
        script = "".join(f"mkdir {over}/u{i} {over}/w{i} && mount -t overlay none -o lowerdir={folder},upperdir={over}/u{i},"
                         f"workdir={over}/w{i} {folder} && rm -f {folder}/libOpenCL.so* && " for i, folder in enumerate(folders))
        hidden = ["unshare", "--mount", "sh", "-c", f'mount -t tmpfs none {over} && {script}exec "$@"', "sh"]
        tool.need(sandbox.works([*hidden, "true"]), "nothing can be mounted here")
        return hidden

    def ask(self, *words, code=None, **options):
        """Returns what the doctor says about a program, which it must not run."""
        answer = self.json("doctor", *words, code=code, **options)
        assert not os.path.exists(self.ran), "it was run"
        return answer

    def look(self, *words, **options):
        return self.ask(*words, **options)["program"]


def check_able(_):
    sandbox.need_glibc("the dynamic linker has other options")
    tool.need(shutil.which("cc") and not BUILD.emulator and not BUILD.foreign, "no compiler makes programs for here")


def check_without_library(case, m, hidden, names, remedy, told, *flags):
    """Tries a program whose files name these libraries, where none is there."""
    program = m.build("bin/program", named(*names), *flags, code=None if flags else 0)
    case.check_finding(m.ask(program, code=1, before=hidden, library=None), "problem", program, "no such library is found", remedy)
    words = m.clrelay("doctor", program, code=1, before=hidden, library=None).words
    case.assertIn(told, words)
    case.assertNotIn("see clrelay doctor", words)


class Programs(tool.Case, machine=Place):
    setUp = check_able

    def check(self, program, way, *files, **members):
        self.assertEqual(program["way"], way, program)
        self.assertEqual([loader["file"] for loader in program["loaders"]], [file and os.path.realpath(file) for file in files],
                         program)
        for name, value in members.items():
            self.assertEqual(program[name], value)

    def test_linked(self, m):
        """The order of the dynamic linker: RPATH, LD_LIBRARY_PATH, RUNPATH."""
        one, other = m.loader("one"), m.loader("other")
        here = os.path.join(one, "libOpenCL.so.1")
        there = os.path.join(other, "libOpenCL.so.1")
        origin = "-Wl,-rpath,$ORIGIN/../one"
        for name, flags, env, file in [
                ("rpath", [origin, "-Wl,--disable-new-dtags"], None, here),
                ("runpath", [origin, "-Wl,--enable-new-dtags"], None, here),
                ("variable", [], other, there),
                ("rpath-and-variable", [origin, "-Wl,--disable-new-dtags"], other, here),
                ("runpath-and-variable", [origin, "-Wl,--enable-new-dtags"], other, there)]:
            with self.row(name):
                program = m.build(f"bin/{name}", LINKED, f"-L{one}", "-l:libOpenCL.so.1", *flags)
                answer = m.ask(program, env={"LD_LIBRARY_PATH": env})
                self.check(answer["program"], "linked", file, script=None, privileged=False, drivers=[])
                self.assertEqual(answer["loader"]["file"], os.path.realpath(file))
                usual = answer["program"]["usual"]
                if env:
                    self.assertEqual(usual, os.path.realpath(there))
                if usual and file == here:
                    self.check_finding(answer, "warning", program, f"it gets {os.path.realpath(file)} (the folders "
                                       f"that it names itself: $ORIGIN/../one), and other programs get {usual}")
                else:
                    self.assertEqual([finding for finding in answer["findings"] if "other programs get" in finding["text"]], [])
                without = [finding["text"] for finding in answer["findings"]
                           if finding["text"].startswith("without LD_LIBRARY_PATH")]
                if name == "runpath-and-variable":
                    self.assertIn(os.path.realpath(here), without[0])
                elif name != "variable":  # the system may have one
                    self.assertEqual(without, [])

    def test_library_of_a_library(self, m):
        """The RUNPATH of a library leads to what that library needs."""
        folder = m.loader("plugin/cl")
        m.build("plugin/libplug.so", PLUGIN, f"-L{folder}", "-l:libOpenCL.so.1", "-Wl,-soname,libplug.so",
                "-Wl,-rpath,$ORIGIN/cl", shared=True)
        program = m.build("bin/program", MAIN % ("unsigned count(void);", "count();"), f"-L{m.path('plugin')}",
                          "-lplug", "-Wl,-rpath,$ORIGIN/../plugin", f"-Wl,-rpath-link,{folder}")
        self.check(m.look(program), "linked", os.path.join(folder, "libOpenCL.so.1"))
        # The doctor looks at the library alone, too.
        self.check(m.look(m.path("plugin/libplug.so")), "linked", os.path.join(folder, "libOpenCL.so.1"))

    def test_not_found(self, m):
        folder = m.loader("gone", "libOpenCL.so.77")
        program = m.build("bin/linked", LINKED, f"-L{folder}", "-l:libOpenCL.so.77")
        shutil.rmtree(folder)
        answer = m.ask(program, code=1)
        self.check(answer["program"], "linked", None)
        self.check_finding(answer, "problem", program, "needs libOpenCL.so.77, which is not found, so it does not")
        folder = m.loader("gone", "libOpenCL.so.77")
        module = m.build("bin/module.so", PLUGIN, f"-L{folder}", "-l:libOpenCL.so.77", shared=True)
        shutil.rmtree(folder)
        self.check_finding(m.ask(module, code=1), "problem", module, "which is not found, so it cannot be loaded")
        self.assertIn("libOpenCL libOpenCL.so.77: not found", m.clrelay("doctor", program, code=1).words)
        program = m.build("bin/named", named("libOpenCL.so.77"))
        answer = m.ask(program, code=1)
        self.check(answer["program"], "named", None)
        self.check_finding(answer, "problem", program, "its files name libOpenCL.so.77, to open it while it runs")

    def test_cause_once(self, m):
        """The program's loader and the other one lack the same .icd file."""
        for name, text in ("vendor", "0x10de"), ("device", "0x2684"), ("class", "0x030000"), ("uevent", "DRIVER=nvidia"):
            m.write(f"root/sys/bus/pci/devices/0000:65:00.0/{name}", text + "\n")
        for node in "dri/renderD128", "nvidia0", "nvidiactl":
            m.write(f"root/dev/{node}", "")
        m.copy(TOOL["driver"], "root/usr/lib64/libnvidia-opencl.so.1")
        folder = os.path.dirname(m.copy(TOOL["fake_loader"], "one/libOpenCL.so.1"))
        program = m.build("bin/program", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        found = m.ask(program, code=1, env={"OCL_ICD_VENDORS": None})["findings"]
        self.assertEqual([finding["cause"] for finding in found if finding["level"] == "problem"], ["LIBRARY_NO_ICD"], found)
        self.said.clear()  # the other findings depend on the system's drivers

    def test_link_that_is_missing(self, m):
        """A new link libOpenCL.so is found at once in a folder of LD_LIBRARY_PATH. Elsewhere ldconfig makes it known."""
        folder, over, etc = m.loader("known"), m.path("over"), "mkdir {0}/u {0}/w && mount -t overlay none -o lowerdir=/etc,upperdir={0}/u,workdir={0}/w /etc && "
        conf = f"rm -rf /etc/ld.so.conf.d && echo {folder} >/etc/ld.so.conf && /sbin/ldconfig -X && "
        [*hide, script, zero] = m.hide_libraries()
        link, other = f"Make a link to the one that is there: ln -s {folder}/libOpenCL.so.1 {folder}/libOpenCL.so", named("libOpenCL.so.77")
        cached = f"{link} && sudo ldconfig. Or install libOpenCL.so (Ubuntu: apt-get install ocl-icd-opencl-dev)"
        elsewhere = "cd {} && mkdir x && mv libOpenCL.so.1 x && ln -s x/libOpenCL.so.1 . && ln -s libOpenCL.so.1 x/libOpenCL.so && ".format(folder)
        program = m.build("bin/named", named("libOpenCL.so"))
        for source, path, more, words in [
                (program, None, "", cached), (program, folder, "", link), (m.build("bin/other", other), None, "", f"ln -s {folder}/libOpenCL.so.1 {folder}/libOpenCL.so.77"),
                (program, None, f"ln -s nothing {folder}/libOpenCL.so && ", cached.replace("ln -s", "ln -sf")),
                (m.build("bin/both", named("/none/libOpenCL.so", "libOpenCL.so.77")), None, "", f"ln -s {folder}/libOpenCL.so.1 {folder}/libOpenCL.so.77"),
                (program, None, f"ln -sf libOpenCL.so.1 {folder}/libOpenCL.so && ", f"There is {folder}/libOpenCL.so, which programs find after this: sudo ldconfig"),
                (program, None, f"rm -f {folder}/libOpenCL.so; {elsewhere}", cached)]:
            with self.row((source, path, more)):
                before = [*hide, script.replace("exec", etc.format(over) + conf + more + "exec"), zero]
                answer = m.ask(source, code=1, before=before, env={"LD_LIBRARY_PATH": path}, library=None)
                self.assertTrue(self.check_finding(answer, "problem", source, "no such library is found")["remedy"].endswith(words), answer["findings"])

    def test_other_library_not_found(self, m):
        """Without another library, the linker lists none. So it does not say which libOpenCL the program would get."""
        m.driver("good")
        folder, plain = m.loader("one"), MAIN % ("", "")
        other = m.build("other/libother.so.1", "int x;", "-Wl,-soname,libother.so.1", shared=True)
        needs, linked = ["-Wl,--no-as-needed", other, "-Wl,--unresolved-symbols=ignore-all"], [f"-L{folder}", "-l:libOpenCL.so.1"]
        m.build("bad/libOpenCL.so.3", LOADER, "-Wl,-soname,libOpenCL.so.3", *needs, shared=True)
        for name, source, flags, level, unknown in [
                ("calls", LINKED, needs, "problem", True), ("linked", LINKED, [*linked, *needs], "problem", True), ("plain", plain, needs, "problem", True),
                ("named", named("libOpenCL.so.1"), needs, "problem", True), ("inside", MAIN % (LOADER, 'puts("clIcdGetPlatformIDsKHR");'), needs, None, False),
                ("module", PLUGIN, [*linked, *needs, "-shared", "-fPIC"], "note", True),
                ("loader", named("libOpenCL.so.3"), [f"-Wl,-rpath,{m.path('bad')}"], "note", True)]:
            with self.row(name):
                if not os.path.exists(other):
                    m.build("other/libother.so.1", "int x;", "-Wl,-soname,libother.so.1", shared=True)
                program = m.build(f"bin/{name}", source, *flags)
                os.remove(other)
                answer = m.ask(program, code=1 if level == "problem" else 0)
                self.check(answer["program"], "unknown" if unknown else "inside")
                for other_words in "make a link", "such library is found", "none of the needed libraries", "need a libOpenCL":
                    self.assertNotIn(other_words, str(answer["findings"]))
                if level:
                    self.check_finding(answer, level, program, "does not find libother.so.1, which it needs" if name != "loader" else "does not find libother.so.1, and so",
                                       *["so it does not start", "Install the package that has it: "] * (level == "problem"))

    def test_found_and_bad(self, m):
        """A libOpenCL that can't be opened: found by a variable, in the program's own folder, and opened by name."""
        m.driver("good")
        good = m.copy(BUILD.library, "good/libOpenCL.so.1")
        one = m.loader("one")
        linked = [f"-L{one}", "-l:libOpenCL.so.1"]
        programs = [("linked", m.build("bin/linked", LINKED, *linked), "it cannot start"),
                    ("named", m.build("bin/named", named("libOpenCL.so.1")), "it cannot open its libOpenCL")]
        for kind, problem in BAD_FILES.items():
            bad = make_bad(m, kind, f"{kind}/libOpenCL.so.1")
            for way, program, words in programs:
                with self.row((kind, way)):
                    answer = m.ask(program, env={"LD_LIBRARY_PATH": f"{os.path.dirname(bad)}:/nowhere:{os.path.dirname(good)}"})
                    if kind in PASSED_OVER:
                        self.check(answer["program"], way, good)
                        continue
                    if kind != "link to folder":
                        self.check(answer["program"], way, bad)
                    self.check_finding(answer, "problem", program, f"{words}: {bad} {problem}",
                                       f"Take {os.path.dirname(bad)} out of LD_LIBRARY_PATH: then it gets {good}")
                    # The doctor goes on with that loader.
                    self.assertEqual(answer["loader"]["file"], os.path.realpath(good))
                    self.assertEqual(["libOpenCL" in finding["about"] or "Install" in finding["remedy"]
                                      for finding in answer["findings"]
                                      if finding["level"] == "problem" and finding["about"] == program], [False])
            for origin in "$ORIGIN", "${ORIGIN}":
                with self.row((kind, origin)):
                    program = m.build("bin/own", LINKED, *linked, f"-Wl,-rpath,{origin}/../{kind}")
                    found = None if kind in PASSED_OVER else bad
                    answer = m.ask(program)
                    if found:
                        self.check_finding(answer, "problem", program, f"it cannot start: {bad} {problem}")
                    self.assertNotIn("LD_LIBRARY_PATH", str([finding["remedy"] for finding in answer["findings"]]))
        # If no other library has this name, the ones that the linker passes over are the reason, too.
        folder = m.loader("seven", "libOpenCL.so.77")
        bad = {kind: make_bad(m, kind, f"{kind}/libOpenCL.so.77") for kind in ("other", "width")}
        for tags, kind in ("enable", "other"), ("disable", "width"):  # RPATH comes before the variable, RUNPATH behind it
            program = m.build("bin/seven", LINKED, f"-L{folder}", "-l:libOpenCL.so.77", f"-Wl,-rpath,{m.path('width')}", f"-Wl,--{tags}-new-dtags")
            answer = m.ask(program, env={"LD_LIBRARY_PATH": m.path("other")}, code=1)
            self.check_finding(answer, "problem", program, f"it cannot start: {bad[kind]} {BAD_FILES[kind]}")
        # The doctor does not take another damaged library for a libOpenCL.
        m.build("plug/libplug.so", PLUGIN, *linked, "-Wl,-soname,libplug.so", shared=True)
        program = m.build("bin/plugged", MAIN % ("unsigned count(void);", "count();"), f"-L{m.path('plug')}", "-lplug",
                          f"-Wl,-rpath-link,{one}", f"-Wl,-rpath,{m.path('plug')}:{one}")
        for folders in f"{m.path('empty')}:{os.path.dirname(good)}", m.path("empty"):
            answer = m.ask(program, env={"LD_LIBRARY_PATH": folders}, code=None)
            self.check_finding(answer, "problem", program, f"it cannot start: {m.path('empty/libOpenCL.so.1')} is empty")
            self.assertIn("libOpenCL.so.1 is empty", m.clrelay("doctor", program, env={"LD_LIBRARY_PATH": folders}, code=None).words.partition("Problem:")[0])
        m.write("plug/libplug.so", "")
        answer = m.ask(program)
        self.check(answer["program"], "unknown")
        self.check_finding(answer, "note", program, "libplug.so: file too short")

    def versions(self, m, folder, *names, functions="clGetPlatformIDs"):
        """Makes a libOpenCL with these versions. Returns its folder. All functions have the first version."""
        lines = [f"{name} {{ global: {functions if i == 0 else f'in_{name}'}; local: *; }}"
                 f"{' ' + names[i - 1] if i else ''};\n" for i, name in enumerate(names)]
        script = m.write("versions", "".join(lines))
        source = LOADER + "".join(f"int in_{name};" for name in names[1:])
        for function in functions.split(";")[1:]:
            source += f"int {function}(void) {{ return 0; }}"
        m.build(f"{folder}/libOpenCL.so.1", source, "-Wl,-soname,libOpenCL.so.1", f"-Wl,--version-script,{script}",
                shared=True)
        return m.path(folder)

    def test_driver_as_loader(self, m):
        """A vendor's package may make libOpenCL.so.1 a link to its driver. Then a loader is missing."""
        functions = ["int clGetPlatformIDs(void) { return 1; }", "int clIcdGetPlatformIDsKHR(void) { return 1; }"]
        needs = MAIN % ("extern int in_OPENCL_1_2;", "return in_OPENCL_1_2;")
        new = self.versions(m, "new", "OPENCL_1_0", "OPENCL_1_2")

        def put(folder, *source):
            m.build(f"{folder}/libMali.so", " ".join(source), "-Wl,-soname,libOpenCL.so.1",
                    f"-Wl,--version-script,{m.write('of-mali', 'MALI_1 { global: *; };')}", shared=True)
            os.symlink("libMali.so", m.path(folder, "libOpenCL.so.1"))
            return m.path(folder)
        bad = put("bad", *functions)
        for name, source, code, level in [("stopped", needs, 1, "problem"), ("unversioned", LINKED, None, "warning")]:
            with self.row(name):
                program = m.build(f"bin/{name}", source, f"-L{bad if code is None else new}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{bad}",
                                  "-Wl,--disable-new-dtags")
                answer = m.ask(program, code=code)
                self.check_finding(answer, level, program, "is a driver, and no loader" if code is None else
                                   "lacks version OPENCL_1_2, which",  # ldconfig would make such a link again
                                   f"Move {bad}/libMali.so out of the folders that programs search, run ldconfig, install")
        # The file itself has the loader's name.
        m.build("copy/libOpenCL.so.1", " ".join(functions), shared=True)
        program = m.build("bin/copied", LINKED, f"-L{m.path('copy')}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{m.path('copy')}")
        self.check_finding(m.ask(program), "warning", program, f"Move {m.path('copy')}/libOpenCL.so.1 out of the folders that programs search")
        m.write("root/var/lib/dpkg/info/vendor-gpu.list", m.path("copy/libOpenCL.so.1\n"))
        self.check_finding(m.ask(program), "warning", program, "Use a version of the package vendor-gpu without that name")
        # A program linked to the driver by the driver's own name may use another function of it.
        m.build("own/libmali.so.1", " ".join(functions), "-Wl,-soname,libmali.so.1", shared=True)
        program = m.build("bin/other", LINKED, f"-L{m.path('own')}", "-l:libmali.so.1", f"-Wl,-rpath,{m.path('own')}")
        self.assertNotIn("is a driver", str(m.ask(program, code=None)))
        # Neighbours: the library has no functions of a driver, or searches for drivers itself.
        for name, source in [("loader", functions[:1]), ("both", [*functions, 'const char *folder = "/etc/OpenCL/vendors";'])]:
            with self.row(name):
                other = put(name, *source)
                program = m.build(f"bin/{name}", LINKED, f"-L{other}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{other}",
                                  "-Wl,--disable-new-dtags")
                self.assertNotIn("is a driver", str(m.ask(program, code=None)))

    def test_file_of_no_package(self, m):
        """In the system's folders, a file that is in no package's list is of none, if rpm has no packages."""
        m.driver("good")
        folder, needs = "/usr/lib/dpkg", MAIN % ("extern int in_OPENCL_3_0;", "return in_OPENCL_3_0;")
        inside = f'mount --bind {self.versions(m, "old", "OPENCL_1_0")} {folder} && exec "$0" "$@"'
        before = ["unshare", "-m", "sh", "-c", inside]
        tool.need(sandbox.works([*before, "true"]), f"nobody may mount at {folder} here")
        program = m.build("bin/program", needs, f"-L{self.versions(m, 'new', 'OPENCL_1_0', 'OPENCL_3_0')}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        for path, text, remedy in ("dpkg/info/x.list", f"{folder}/libOpenCL.so.1\n", "Update its package, x, or"), \
                                  ("dpkg/info/x.list", "/.\n", "Remove that file, which no package has, and"), \
                                  ("rpm/x", "", "Remove that file, or update what has brought it, and"):
            m.write(f"root/var/lib/{path}", text)
            self.check_finding(m.ask(program, code=1, before=before), "problem", program, "lacks version", remedy)

    def test_version_that_is_missing(self, m):
        """The libOpenCL is older than the one with which the program was linked."""
        m.driver("good")
        needs = MAIN % ("extern int in_OPENCL_3_0;", "return in_OPENCL_3_0;")
        new = self.versions(m, "new", "OPENCL_1_0", "OPENCL_1_2", "OPENCL_3_0")
        same = self.versions(m, "same", "OPENCL_1_0", "OPENCL_1_2", "OPENCL_3_0")
        old = self.versions(m, "old", "OPENCL_1_0", "OPENCL_1_2")
        linked = [f"-L{new}", "-l:libOpenCL.so.1"]
        file = f"{old}/libOpenCL.so.1"
        program = m.build("bin/program", needs, *linked)
        answer = m.ask(program, env={"LD_LIBRARY_PATH": f"{old}:{new}"}, code=1)
        self.check(answer["program"], "linked", file)
        self.check_finding(answer, "problem", program, f"it cannot start: {file} lacks version OPENCL_3_0, which "
                           f"{program} needs", f"Take {old} out of LD_LIBRARY_PATH: then it gets {new}/libOpenCL.so.1")
        self.assertNotIn("PoCL", str(answer["findings"]))
        # A library of the program may need the version.
        m.build("plug/libplug.so", "extern int in_OPENCL_3_0; int count(void) { return in_OPENCL_3_0; }", *linked,
                "-Wl,-soname,libplug.so", shared=True)
        plugged = m.build("bin/plugged", MAIN % ("int count(void);", "count();"), f"-L{m.path('plug')}", "-lplug",
                          f"-Wl,-rpath-link,{new}", f"-Wl,-rpath,{m.path('plug')}")
        answer = m.ask(plugged, env={"LD_LIBRARY_PATH": f"{old}:{new}"}, code=1)
        self.check_finding(answer, "problem", plugged, f"OPENCL_3_0, which {m.path('plug/libplug.so')} needs")
        # The program itself comes before its library.
        both = m.build("bin/both", MAIN % ("extern int in_OPENCL_3_0; int count(void);", "return in_OPENCL_3_0 + count();"), *linked,
                       f"-L{m.path('plug')}", "-lplug", f"-Wl,-rpath,{m.path('plug')}")
        self.check_finding(m.ask(both, env={"LD_LIBRARY_PATH": f"{old}:{new}"}, code=1), "problem", both, f"OPENCL_3_0, which {both} needs")
        # There is no next library, or it has no better version. The doctor recommends neither.
        other = self.versions(m, "older", "OPENCL_1_0")
        answer = m.ask(program, env={"LD_LIBRARY_PATH": f"{old}:{other}"}, code=1)
        self.check_finding(answer, "problem", program, "if there is another one")
        # The program's own folder leads to the file, so the file has to go.
        own = m.build("bin/own", needs, *linked, f"-Wl,-rpath,{old}", "-Wl,--disable-new-dtags")
        answer = m.ask(own, env={"LD_LIBRARY_PATH": new}, code=1)
        self.check_finding(answer, "problem", own, f"{file} lacks version", f"Take that file away: other programs get {new}")
        answer = m.ask(own, env={"LD_LIBRARY_PATH": other}, code=1)
        self.check_finding(answer, "problem", own, f"{file} lacks version", "Remove that file, or update what has brought it, and",
                           "apt-get install --reinstall ocl-icd-libopencl1")
        # Installing the file's own package again does not help. And no package may have the file.
        folder = "root/var/lib/dpkg/info/"
        for lists, parts in [({"vendor-gpu:amd64.list": f"/.\n{file}\n"},
                              ["Update its package, vendor-gpu, or remove that", "Installing vendor-gpu again changes nothing"]),
                             ({"ocl-icd-libopencl1:amd64.list": f"{file}\n"}, ["Update its package, ocl-icd-libopencl1: "]),
                             ({"vendor-gpu.list": f"{file}.0\n/x{file}\n"}, ["Remove that file, or update what has brought it"])]:
            for name, text in lists.items():
                m.write(folder + name, text)
            answer = m.ask(own, env={"LD_LIBRARY_PATH": other}, code=1)
            self.check_finding(answer, "problem", own, f"{file} lacks version", *parts)
            self.assertNotIn("Install the file's package", str(answer))
            for name in lists:
                os.remove(m.path(folder + name))
        # The library has no versions of its own, or none at all. A program that needs none does not care.
        bare = LOADER + "int in_OPENCL_3_0;"
        for name, source, words, text, level in [("few", 'int puts(const char *); int uses(void) { return puts(""); }', [], "the dynamic linker prints", "note"),
                                                 ("none", "", ["-nostdlib"], "may end the program at its first call of OpenCL", "warning")]:
            with self.row(name):
                m.build(f"{name}/libOpenCL.so.1", bare + source, "-Wl,-soname,libOpenCL.so.1", *words, shared=True)
                for needing in program, m.build("bin/versionless", LINKED, f"-L{m.path(name)}", "-l:libOpenCL.so.1"):
                    answer = m.ask(needing, env={"LD_LIBRARY_PATH": f"{m.path(name)}:{new}"}, code=None)
                    self.assertEqual(" has no versions, and " in str(answer["findings"]), needing == program, answer["findings"])
                    if needing == program:
                        self.check_finding(answer, level, program, f"{m.path(name, 'libOpenCL.so.1')}) has no versions, and {program} needs some", text)
        # Another library has no versions.
        for script in [f"-Wl,--version-script,{m.write('of-v', 'V_1 { global: *; };')}"], []:
            m.build("new/libv.so.1", "int in_v;", "-Wl,-soname,libv.so.1", *script, shared=True)
            if script:
                other = m.build("bin/v", MAIN % (CALLS + "extern int in_v;", "unsigned n; clGetPlatformIDs(0, 0, &n); return in_v;"), *linked, "-l:libv.so.1")
        self.assertNotIn("has no versions", str(m.ask(other, env={"LD_LIBRARY_PATH": new})["findings"]))
        # Neighbours: the library has the version, or the program needs none.
        for name, source, folder in ("has", needs, same), ("unversioned", LINKED, old):
            with self.row(name):
                program = m.build(f"bin/{name}", source, *linked)
                answer = m.ask(program, env={"LD_LIBRARY_PATH": f"{folder}:{new}"})
                self.check(answer["program"], "linked", f"{folder}/libOpenCL.so.1")
                self.assertNotIn("cannot start", str(answer["findings"]))

    def test_functions_that_are_missing(self, m):
        """The libOpenCL lacks functions that the program calls."""
        m.driver("good")
        calls = MAIN % (CALLS + "int clCreatePipe(void);", "unsigned n; clGetPlatformIDs(0, 0, &n); clCreatePipe();")
        old = m.loader("old", "libOpenCL.so.1")
        new = os.path.dirname(m.build("new/libOpenCL.so.1", LOADER + "int clCreatePipe(void) { return 0; }",
                                      "-Wl,-soname,libOpenCL.so.1", shared=True))
        linked = [f"-L{new}", "-l:libOpenCL.so.1"]
        lacks = "lacks clCreatePipe"
        shared = ["-shared", "-fPIC"]
        for name, flags, level, words in [
                ("now", ["-Wl,-z,now"], "problem", f"it cannot start: {old}/libOpenCL.so.1 {lacks}, which {m.path('bin/now')} calls"),
                ("lazy", ["-Wl,-z,lazy"], "warning", f"({old}/libOpenCL.so.1) {lacks}: it ends when {m.path('bin/lazy')} makes"),
                ("now.so", [*shared, "-Wl,-z,now"], "problem", f"it cannot be loaded: {old}/libOpenCL.so.1 {lacks}, which the module calls"),
                ("lazy.so", [*shared, "-Wl,-z,lazy"], "warning", f"({old}/libOpenCL.so.1) {lacks}: the program ends when the module makes"),
                ("python.so", [*shared, "-Wl,-z,lazy", "-DPYTHON"], "problem", f"it cannot be loaded: {old}/libOpenCL.so.1 {lacks}, which the module calls")]:
            program = m.build(f"bin/{name}", calls + "\n#ifdef PYTHON\nvoid PyInit_x(void) { }\n#endif\n", *linked, *flags)
            for folders, remedy in [(f"{old}:{new}", f"Take {old} out of LD_LIBRARY_PATH: then it gets {new}"),
                                    (f"{old}:{m.loader('same', 'libOpenCL.so.1')}", "if there is another one"),
                                    (f"{new}:{old}", None)]:
                with self.row((name, folders)):
                    answer = m.ask(program, env={"LD_LIBRARY_PATH": folders})
                    if remedy:
                        self.check_finding(answer, level, program, words, remedy)
                    else:
                        self.assertNotIn(lacks, str(answer["findings"]))

    def test_name_of_a_driver(self, m):
        """A program that needs libOpenCL.so.2 can't get another one by a setting."""
        m.driver("good")
        calls = MAIN % (CALLS + "int clCreatePipe(void);", "unsigned n; clGetPlatformIDs(0, 0, &n); clCreatePipe();")
        for soname, words in ("libOpenCL.so.2", "Build it again: linked with libOpenCL.so.1,"), ("libOpenCL.so.1", "Take "), ("libOpenCL.so", "Take "):
            with self.row(soname):
                folder = m.loader(soname, soname)
                new = os.path.dirname(m.build(f"new/{soname}", LOADER + "int clCreatePipe(void) { return 0; }", f"-Wl,-soname,{soname}", shared=True))
                program = m.build("bin/program", calls, f"-L{new}", f"-l:{soname}")
                answer = m.ask(program, env={"LD_LIBRARY_PATH": folder})
                self.check_finding(answer, "warning", program, "lacks clCreatePipe", words)
                answer = m.ask(program, env={"LD_LIBRARY_PATH": f"{folder}:{new}"})
                self.check_finding(answer, "warning", program, f"Take {folder} out of LD_LIBRARY_PATH: then it gets {new}")

    def test_many_functions_that_are_missing(self, m):
        m.driver("good")
        names = ["clCreatePipe", "clGetPipeInfo", "clSVMAlloc", "clSVMFree"]
        for count, words in (3, r"cl\w+, cl\w+ and cl\w+"), (4, r"cl\w+, cl\w+, cl\w+ and 1 more function"):
            with self.row(count):
                calls = "".join(f"int {name}(void);" for name in names[:count]), "".join(f"{name}();" for name in names[:count])
                program = m.build("bin/program", MAIN % calls, "-Wl,--unresolved-symbols=ignore-all")
                self.assertRegex(str(m.ask(program)["findings"]), f"calls {words}, which none of the needed libraries")

    def test_library_without_functions(self, m):
        """The doctor also finds a libOpenCL that has none of OpenCL's functions."""
        m.driver("good")
        good = m.loader("good", "libOpenCL.so.1")
        stub = os.path.dirname(m.build("stub/libOpenCL.so.1", "int hook;", "-Wl,-soname,libOpenCL.so.1", shared=True))
        for name, flag, level, words in [("now", "-Wl,-z,now", "problem", f"it cannot start: {stub}/libOpenCL.so.1 lacks clGet"),
                                         ("lazy", "-Wl,-z,lazy", "warning", f"({stub}/libOpenCL.so.1) lacks clGetPlatformIDs: it ends")]:
            with self.row(name):
                program = m.build(f"bin/{name}", LINKED, "-Wl,--no-as-needed", "-Wl,--unresolved-symbols=ignore-all",
                                  f"-L{stub}", "-l:libOpenCL.so.1", flag)
                answer = m.ask(program, code=1, env={"LD_LIBRARY_PATH": f"{stub}:{good}"})
                self.check_finding(answer, level, program, words, f"Take {stub} out of LD_LIBRARY_PATH: then it gets {good}")
                self.assertNotIn("Link it with", str(answer["findings"]))

    def test_not_linked(self, m):
        """The program calls functions of OpenCL, but no library has them."""
        m.driver("good")
        loose = "-Wl,--unresolved-symbols=ignore-all"
        folder = m.loader("one")
        said = "calls clGetPlatformIDs, which none of the needed libraries has: "
        for name, source, flags, words in [
                ("lazy", LINKED, [loose, "-Wl,-z,lazy"], "it ends with the first such call"),
                ("now", LINKED, [loose, "-Wl,-z,now"], "it cannot start"), ("bound", LINKED, [loose, "-Wl,-z,lazy"], "it cannot start"),
                ("plugin.so", PLUGIN, ["-shared", "-fPIC"], "opening it fails, or the first such call, unless the")]:
            with self.row(name):
                program = m.build(f"bin/{name}", source, *flags)
                answer = m.ask(program, code=1, env={"LD_BIND_NOW": "1" if name == "bound" else None})
                self.check(answer["program"], "none")
                who = "the module" if name == "plugin.so" else program
                self.check_finding(answer, "problem", program, f"{who} {said}{words}", "Link it with libOpenCL: -lOpenCL")
                self.assertNotIn("name one", str(answer["findings"]))
                if name == "plugin.so" or BUILD.sanitizers:  # the text has said so; sanitizers must come first
                    continue
                # Nothing is missing if a library has the functions.
                answer = m.ask(program, env={"LD_PRELOAD": os.path.join(folder, "libOpenCL.so.1")})
                self.assertNotIn("none of the needed libraries", str(answer["findings"]))
        plugin = m.build("bin/libplug.so", PLUGIN, "-Wl,-soname,libplug.so", shared=True)
        program = m.build("bin/plugged", MAIN % ("unsigned count(void);", "count();"), plugin, "-Wl,-z,lazy", f"-Wl,-rpath,{m.path('bin')}")
        self.check_finding(m.ask(program, code=1), "problem", program, f"{plugin} {said}")
        calls = "".join(f"int {name}(void);" for name in ("clFlush", "clFinish", "clGetDeviceIDs", "clGetContextInfo"))
        program = m.build("bin/many", MAIN % (calls, "clFlush(); clFinish(); clGetDeviceIDs(); clGetContextInfo();"), loose)
        answer = m.ask(program, code=1)
        self.assertRegex(str(answer["findings"]), r"calls cl\w+, cl\w+, cl\w+ and 1 more function,")
        # Neighbours: names that are not OpenCL's; functions of the program itself; functions that it uses only if they
        # exist; and functions of a library that it opens by name, perhaps for all its libraries.
        stub = LOADER.replace("{ *n", "{ if (n) *n")
        weak = CALLS.replace("unsigned cl", "__attribute__((weak)) unsigned cl", 1)
        for name, source in [("others", MAIN % ("int clang_parse(void);", "clang_parse();")), ("stub", MAIN % (stub, "")),
                             ("weak", MAIN % (weak, "unsigned n; if (clGetPlatformIDs) clGetPlatformIDs(0, 0, &n);")),
                             ("opens", named("libOpenCL.so.1", also=CALLS + "unsigned n(void) { return "
                                                                            "clGetPlatformIDs(0, 0, 0); }"))]:
            with self.row(name):
                answer = m.ask(m.build(f"bin/{name}", source, loose, "-Wl,-z,lazy", f"-Wl,-rpath,{folder}"))
                self.assertNotIn("none of the needed libraries", str(answer["findings"]))

    def test_cxx_library_inside_another(self, m):
        """A library of the program exports its own copy of libstdc++. The driver's calls go there."""
        tool.need(os.geteuid() == 0 and not BUILD.sanitizers, "what root does not own is not tried")
        aborts = '#include <stdlib.h>\n__attribute__((constructor)) static void begin(void) { setenv("TOOL_SHY", "1", 1); }'
        function = "int _ZSt17__throw_bad_allocv(void) { return 1; }"
        m.driver("shy", manifest=False, folder="driver")
        cxx = m.build("driver/libstdc++.so.6", function, "-Wl,-soname,libstdc++.so.6", shared=True)
        drivers = {name: m.build(f"driver/lib{name}.so", "int x;", "-Wl,--no-as-needed", m.path("driver/libx-shy.so"), *needs,
                                 f"-Wl,-rpath,{m.path('driver')}", shared=True) for name, needs in [("cxx", [cxx]), ("plain", [])]}
        loader = m.loader("one")
        for name, file, source, driver, fits in [
                ("codec", "libcodec.so", aborts + "\n" + function, "cxx", True), ("plain", "libcodec.so", aborts, "cxx", False),
                ("c", "libcodec.so", aborts + "\n" + function, "plain", False), ("san", "libasan.so.8", aborts + "\n" + function, "cxx", False),
                ("well", "libcodec.so", function, "cxx", False)]:
            with self.row(name):
                m.icd("shy.icd", drivers[driver])
                m.build(f"{name}/{file}", source, f"-Wl,-soname,{file}", shared=True)
                program = m.build(f"{name}/program", LINKED, "-Wl,--no-as-needed", f"-L{loader}", "-l:libOpenCL.so.1",
                                  m.path(name, file), f"-Wl,-rpath,{m.path(name)}:{loader}")
                answer = m.ask(program, code=1 if fits else None)
                if fits:
                    self.check_finding(answer, "problem", "shy.icd", f"works alone, but not with {m.path(name, file)}, which ")
                else:
                    self.assertNotIn("works alone", str(answer["findings"]))

    def test_cxx_library_and_a_kernel(self, m):
        """A driver may call such a library only when a kernel runs. If the driver fails without it, too, the driver is
        at fault."""
        tool.need(os.geteuid() == 0 and not BUILD.sanitizers, "what root does not own is not tried")
        function = "_ZSt17__throw_bad_allocv"
        loader = m.loader("one")
        m.build("app/libcodec.so", f"void {function}(void) {{ *(volatile int *)8 = 1; }}", "-Wl,-soname,libcodec.so", shared=True)
        program = m.build("app/program", LINKED, "-Wl,--no-as-needed", f"-L{loader}", "-l:libOpenCL.so.1",
                          m.path("app/libcodec.so"), f"-Wl,-rpath,{m.path('app')}:{loader}")
        for how, fits in ("", True), ("*(volatile int *)8 = 1;", False):
            with self.row(how):
                cxx = m.build("driver/libstdc++.so.6", f"void {function}(void) {{ {how} }}", "-Wl,-soname,libstdc++.so.6", shared=True)
                m.icd("demo.icd", m.build("driver/libdemo.so", f"""#include <stdio.h>
#include <stdlib.h>
void {function}(void);
#define abort() {function}()
#define DEMO_QUIRK DIES
#include "{BUILD.source}/tools/demo/driver.c"
""", f"-I{BUILD.source}/include", f"-I{BUILD.source}/loader", cxx, f"-Wl,-rpath,{m.path('driver')}", shared=True))
                answer = m.ask(program, code=1)
                if fits:
                    self.check_finding(answer, "problem", "demo.icd", f"works alone, but not with {m.path('app/libcodec.so')}, which ",
                                       "SIGSEGV (Segmentation fault) in libcodec.so, while")
                else:
                    self.assertNotIn("works alone", str(answer["findings"]))

    def test_replaced_library_of_a_driver(self, m):
        """What a library of the driver needs does not matter where the program replaces that library, too."""
        m.driver("shy", manifest=False, folder="driver")
        linked, loader = f"-Wl,-rpath,{m.path('driver')}", m.loader("one")
        inner = m.build("driver/libb.so.1", "int f(void) { return 1; } int g(void) { return 1; }", "-Wl,-soname,libb.so.1", shared=True)
        outer = m.build("driver/liba.so.1", "int f(void); int x(void) { return f(); }", "-Wl,-soname,liba.so.1", inner, linked, shared=True)
        for calls, lacks in ("x", False), ("f", True):
            with self.row(calls):
                driver = m.build("driver/libd.so", f"int {calls}(void); int y(void) {{ return {calls}(); }}", "-Wl,--no-as-needed", m.path("driver/libx-shy.so"), outer,
                                 inner, linked, shared=True)
                m.icd("shy.icd", driver)
                files = [m.build("app/liba.so.1", "int x(void) { return 2; }", "-Wl,-soname,liba.so.1", shared=True),
                         m.build("app/libb.so.1", "int g(void) { return 1; }", "-Wl,-soname,libb.so.1", shared=True)]
                for file in files:
                    os.chmod(file, 0o777)  # so the doctor does not open them
                program = m.build("app/program", LINKED, "-Wl,--no-as-needed", f"-L{loader}", "-l:libOpenCL.so.1", *files, f"-Wl,-rpath,{m.path('app')}:{loader}")
                said = str(m.ask(program, code=None)["findings"])
                self.assertEqual(f"{driver} needs f, which {files[1]} lacks" in said, lacks, said)
                self.assertEqual("may fail in" in said, lacks, said)

    def test_library_that_a_driver_has_too(self, m):
        """The program has its own version of a library that the driver needs. The doctor tries both in one process."""
        aborts = '#include <stdlib.h>\n__attribute__((constructor)) static void begin(void) { setenv("TOOL_SHY", "1", 1); }'
        m.driver("shy", manifest=False, folder="driver")
        m.build("driver/libshared-2.so.1", "int in_driver;", "-Wl,-soname,libshared-2.so.1", shared=True)
        library = m.build("driver/libd.so", "int x;", "-Wl,--no-as-needed", m.path("driver/libx-shy.so"),
                          m.path("driver/libshared-2.so.1"), f"-Wl,-rpath,{m.path('driver')}", shared=True)
        m.icd("shy.icd", library)
        loader = m.loader("one")

        def program(name, file, source):
            m.build(f"{name}/{file}", source, f"-Wl,-soname,{file}", shared=True)
            return m.build(f"{name}/program", LINKED, "-Wl,--no-as-needed", f"-L{loader}", "-l:libOpenCL.so.1",
                           m.path(name, file), f"-Wl,-rpath,{m.path(name)}:{loader}")
        said = f"works alone, but not with {m.path('app/libshared-1.so.1')}, which "
        app = program("app", "libshared-1.so.1", aborts)
        answer = m.ask(app, code=None)
        tries = os.geteuid() == 0 and not BUILD.sanitizers  # sanitizers' libraries must come first
        if tries:
            self.check_finding(answer, "problem", "shy.icd", said, "SIGABRT", "another one is here",
                               "OCL_ICD_DRIVERS_DISABLE=shy")
        # The doctor does not run what other users may have written.
        m.build("app/libshared-1.so.1", aborts.replace("setenv", 'fclose(fopen(RAN, "w")); setenv')
                .replace("stdlib.h>", "stdlib.h>\n#include <stdio.h>"), "-Wl,-soname,libshared-1.so.1", shared=True)
        os.chmod(m.path("app/libshared-1.so.1"), 0o777)
        for folder in "driver", "app":  # a safe library after that one
            m.build(f"{folder}/libthird.so.1", "int x;", "-Wl,-soname,libthird.so.1", shared=True)
        m.build("driver/libd.so", "int y;", "-Wl,--no-as-needed", m.path("driver/libx-shy.so"), m.path("driver/libshared-2.so.1"),
                m.path("driver/libthird.so.1"), f"-Wl,-rpath,{m.path('driver')}", shared=True)
        m.build("app/program", LINKED, "-Wl,--no-as-needed", f"-L{loader}", "-l:libOpenCL.so.1", m.path("app/libshared-1.so.1"),
                m.path("app/libthird.so.1"), f"-Wl,-rpath,{m.path('app')}:{loader}")
        answer = m.ask(app)
        self.check_finding(answer, "note", "shy.icd", f"has another version of what {app} brings",
                           f"{m.path('app/libshared-1.so.1')}:{m.path('app/libthird.so.1')}", "clrelay check PROGRAM")
        self.assertNotIn("not in one process", str(answer["findings"]))
        # It need not, if the driver calls a function that the library lacks: conda's LLVM, or an old TBB.
        needed = m.build("driver/libengine.so.1", "int engine_start(void) { return 1; } int engine_stop(void) { return 1; }",
                         "-Wl,-soname,libengine.so.1", shared=True)
        calling = m.build("driver/libcalling.so", "int engine_start(void); int x(void) { return engine_start(); }",
                          "-Wl,--no-as-needed", m.path("driver/libx-shy.so"), needed, f"-Wl,-rpath,{m.path('driver')}", shared=True)
        m.icd("shy.icd", calling)
        for name, source, lacks in [("old", "int engine_stop(void) { return 1; }", True),
                                    ("whole", "int engine_start(void) { return 1; }", False),
                                    ("elsewhere", "int engine_stop(void) { return 1; }", False)]:
            with self.row(name):
                its = program(name, "libengine.so.1", source)
                if name == "elsewhere":  # another library of the driver has the function, too
                    m.build("driver/libshared-2.so.1", "int engine_start(void) { return 1; }", "-Wl,-soname,libshared-2.so.1", shared=True)
                    m.icd("shy.icd", m.build("driver/libcalling.so", "int engine_start(void); int x(void) { return engine_start(); }",
                                             "-Wl,--no-as-needed", m.path("driver/libx-shy.so"), needed, m.path("driver/libshared-2.so.1"),
                                             f"-Wl,-rpath,{m.path('driver')}", shared=True))
                os.chmod(m.path(name, "libengine.so.1"), 0o777)
                answer = m.ask(its, code=None)
                words = f"works alone, and may fail in {its}: {calling} needs engine_start, which {m.path(name, 'libengine.so.1')} lacks"
                self.assertEqual(words in str(answer["findings"]), lacks, answer["findings"])
                self.assertEqual(any(finding["level"] == "problem" for finding in answer["findings"]), lacks, answer["findings"])
        m.icd("shy.icd", library)
        # In LD_PRELOAD, a blank would end the path, so such a file is never tried.
        blank = program("app two", "libshared-1.so.1", "int x;")
        os.chmod(m.path("app two/libshared-1.so.1"), 0o777)
        self.assertNotIn("app two/libshared", str(m.ask(blank, code=None)["findings"]))
        # LLVM is a part of the program, or of another library of the program.
        llvm = "int _ZN4llvm5begin(void) { return 1; }"
        inside = m.build("bin/inside", LINKED + llvm, f"-L{loader}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{loader}")
        self.assertNotIn("_ZN4llvm", str(m.ask(inside, code=None)["findings"]))  # the driver has none yet
        m.build("driver/libshared-2.so.1", llvm, "-Wl,-soname,libshared-2.so.1", shared=True)
        for name, its, file in [("inside", inside, inside),
                                ("renderer", program("renderer", "librender.so", f"{aborts}\n{llvm}"), "librender.so")]:
            with self.row(name):
                answer = m.ask(its, code=None)
                level = "problem" if name == "renderer" else "warning"
                if level == "problem" and not tries:
                    continue
                if level == "problem":
                    self.check_finding(answer, level, "shy.icd", file)
                else:
                    self.check_finding(answer, level, file, "such as _ZN4llvm5begin,", "in their own: shy.icd")
        # The program and the driver share the file with LLVM.
        shared = m.path("driver/libshared-2.so.1")
        os.chmod(shared, 0o777)
        same = m.build("bin/same", LINKED, f"-L{loader}", "-l:libOpenCL.so.1", "-Wl,--no-as-needed", shared, f"-Wl,-rpath,{loader}:{m.path('driver')}")
        self.assertNotIn("libshared", str(m.ask(same, code=None)["findings"]))
        self.assertNotIn("tried without", str(m.ask(program("plain", "librender.so", "int x;"))["findings"]))
        if BUILD.other_loader:  # the files of platforms tell which drivers this loader has opened
            shutil.copy(BUILD.other_loader, os.path.join(loader, "libOpenCL.so.1"))
            good = m.build("driver/libx-good.so", '#include "driver.c"', "-D_GNU_SOURCE", f"-I{BUILD.source}/tools/test/tool", f"-I{BUILD.source}/include",
                           "-Wl,--no-as-needed", m.path("driver/libshared-2.so.1"), f"-Wl,-rpath,{m.path('driver')}", shared=True)
            m.icd("shy.icd", good)
            self.check_finding(m.ask(inside, code=None), "warning", inside, "such as _ZN4llvm5begin,", "in their own: libx-good.so")
            self.assertNotIn("_ZN4llvm", str(m.ask(m.path("plain/program"), code=None)["findings"]))
            m.loader("one")
            m.icd("shy.icd", library)
        # Neighbours: a library that works with the driver's; one that the driver does not need; the same file.
        for name, file, source in [("friend", "libshared-3.so.1", "int x;"), ("other", "libother-1.so.1", aborts),
                                   ("longer", "libsharedx-1.so.1", aborts), ("shorter", "libshare-1.so.1", aborts)]:
            with self.row(name):
                answer = m.ask(program(name, file, source))
                for words in ["not in one process", "works alone", *["tried without"] * (tries or name != "friend")]:
                    self.assertNotIn(words, str(answer["findings"]))
        same = m.build("same", LINKED, "-Wl,--no-as-needed", f"-L{loader}", "-l:libOpenCL.so.1",
                       m.path("driver/libshared-2.so.1"), f"-Wl,-rpath,{m.path('driver')}:{loader}")
        answer = m.ask(same)
        self.assertNotIn("tried without", str(answer["findings"]))
        text = m.clrelay("doctor", same)
        self.assertIn("goes wrong only in the program itself, or with its own libraries: clrelay check PROGRAM", text.words)

    def test_named(self, m):
        folder = m.loader("one")
        file = os.path.join(folder, "libOpenCL.so.1")
        os.symlink(file, m.path("one/libOpenCL.so"))
        path = f"-Wl,-rpath,{folder}"
        for name, source, flags, found in [
                ("one", named("libOpenCL.so.1"), [path], [file]),
                ("absolute", named(file), [], [file]),
                ("one-of-two", named("libOpenCL.so.77", "libOpenCL.so.1"), [path], [None, file]),
                ("absolute-and-gone", named(m.path("libOpenCL.so.1"), "libOpenCL.so.1"), [path], [file, None]),
                # The compiler's linker keeps the last name only as the end of a path.
                ("list-of-paths", named("/none/libOpenCL.so.1", "/none/lib/libOpenCL.so.1", "libOpenCL.so.1"), [path], [None, None, file]),
                ("two-names", named("libOpenCL.so", "libOpenCL.so.1"), [path], [file, file]),
                # The program looks for the loader itself, and has its own functions of the same names.
                ("stub", named("libOpenCL.so.1", also=LOADER), [path], [file])]:
            with self.row(name):
                answer = m.ask(m.build(f"bin/{name}", source, *flags))
                self.check(answer["program"], "named", *found)
                self.assertEqual([finding for finding in answer["findings"] if finding["about"] == m.path("bin", name)
                                  and finding["level"] == "problem"], [])
                self.assertEqual(answer["loader"]["file"], os.path.realpath(file))
        # A library that is preloaded stays one of several.
        if not BUILD.sanitizers:  # their libraries must come first
            before = m.build("pre/libpre.so", "int preloaded;", shared=True)
            answer = m.ask(m.path("bin/one"), env={"LD_PRELOAD": before})
            self.check(answer["program"], "named", file)
        # A message that contains the name is no name.
        words = ("libOpenCL.so.1 is missing", "see libOpenCL", "a libOpenCL.so", "libOpenCL.so.conf",
                 "lib/libOpenCL.so.1", "/a b/libOpenCL.so.1")
        source = MAIN % ("", "".join(f'puts("{word}");' for word in words))
        answer = m.ask(m.build("bin/message", source, path))
        self.check(answer["program"], "none")
        self.check_finding(answer, "note", m.path("bin/message"), "need a libOpenCL or name one", "--pid PID")

    def test_packed_names(self, m):
        """Compilers of Rust and Go put nothing between texts."""
        for length, way in (300, "unknown"), (100, "none"):
            with self.row(length):
                text = "x" * (length // 2) + "libOpenCL.so" + "y" * (length // 2)
                answer = m.ask(m.build("bin/packed", MAIN % ("", f'puts("{text}");')))
                self.check(answer["program"], way)

    def test_named_by_a_library(self, m):
        """The library's own RUNPATH counts. Without one, the program's DT_RPATH counts, and not its RUNPATH."""
        folder, other = m.loader("one"), m.loader("other")
        opens = 'void *dlopen(const char *, int); void *count(void) { return dlopen("libOpenCL.so.1", 1); }'
        for name, flags, tags, expected in (("own", [f"-Wl,-rpath,{folder}"], "disable", folder), ("program's", [], "disable", other), ("the system's", [], "enable", None)):
            with self.row(name):
                m.build("plugin/libplug.so", opens, "-Wl,-soname,libplug.so", *flags, shared=True)
                program = m.build("bin/program", MAIN % ("void *count(void);", "count();"), f"-L{m.path('plugin')}",
                                  "-lplug", f"-Wl,-rpath,{m.path('plugin')}:{other}", f"-Wl,--{tags}-new-dtags")
                if expected: self.check(m.look(program), "named", os.path.join(expected, "libOpenCL.so.1"))
                else: self.assertNotIn(other, str(m.look(program)["loaders"]))

    def test_too_many_names(self, m):
        """The doctor says where it has stopped."""
        for count, is_cut in (64, False), (65, True):
            with self.row(count):
                program = m.build("bin/program", named(*(f"libOpenCL.so.{100 + number}" for number in range(count))))
                answer = m.ask(program, code=1)
                self.check(answer["program"], "named", *[None] * 64)
                said = [(finding["level"], finding["about"]) for finding in answer["findings"]
                        if "more than 64 times" in finding["text"]]
                self.assertEqual(said, [("note", program)] if is_cut else [])

    def test_inside(self, m):
        both = MAIN % (LOADER, "unsigned n; clGetPlatformIDs(0, 0, &n);")
        # A loader contains its own name.
        loader = named("libOpenCL.so", also=LOADER + 'const char *volatile a = "clIcdGetPlatformIDsKHR";')
        searches = named("libOpenCL.so.77", also='const char *volatile a = "clIcdGetPlatformIDsKHR", '
                                                 '*volatile b = "/etc/OpenCL/vendors";')
        hidden = MAIN % ("", 'const char *volatile a = "clIcdGetPlatformIDsKHR", *volatile b = "/etc/OpenCL/vendors"; '
                             "(void)a; (void)b;")
        one = MAIN % ("", 'const char *volatile b = "/etc/OpenCL/vendors"; (void)b;')
        folder = m.loader("one")
        linked = ["-Wl,--no-as-needed", f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}"]
        for name, source, flags, way in [
                ("plain", both, [], "inside"), ("linked-too", both, linked, "inside"),
                ("stripped", hidden, ["-s"], "inside"), ("knows-its-name", loader, [], "inside"),
                ("tool", searches, ["-s"], "unknown"), ("no-loader", one, ["-s"], "none"),
                ("no-folder", hidden.replace("/etc/OpenCL", "/etc/other"), ["-s"], "none")]:
            with self.row(name):
                program = m.build(f"bin/{name}", source, *flags)
                answer = m.ask(program)
                self.check(answer["program"], way)
                if way == "unknown":
                    self.check_finding(answer, "note", program, "it names a libOpenCL, and can look for drivers itself")
                if way == "inside":
                    self.check_finding(answer, "note", program, "compiled into it: no libOpenCL.so.1 replaces it")

    def test_driver_itself(self, m):
        """A driver has the functions for loaders, and is no loader."""
        m.driver("good")
        for name, source, is_driver in [("driver", LOADER + " int clIcdGetPlatformIDsKHR(void) { return 0; }", True),
                                        ("loader", LOADER + ' const char *volatile a = "clIcdGetPlatformIDsKHR";', False)]:
            with self.row(name):
                program = m.build(f"bin/{name}.so", source, shared=True)
                self.check_finding(m.ask(program), "note", program, "it is a driver, which loaders open for programs" if is_driver else "compiled into it")
                self.assertEqual("it is a driver" in m.clrelay("doctor", program).words, is_driver)

    def test_static(self, m):
        source = MAIN % (LOADER, "unsigned n; clGetPlatformIDs(0, 0, &n);")
        program = m.build("bin/static", source, "-static", code=None)
        self.check(m.look(program), "inside")

    def test_whose(self, m):
        folder = m.path("lib")
        for whose in "clrelay", None:
            with self.row(whose):
                m.loader("lib")
                if not whose:
                    m.loader("lib", "libOpenCL.so.1")
                program = m.build("bin/program", named("libOpenCL.so.1"), f"-Wl,-rpath,{folder}")
                answer = m.ask(program)
                self.assertEqual(answer["program"]["loaders"][0]["whose"], whose)
                self.assertFalse([finding for finding in answer["findings"] if "libOpenCL is not clrelay's" in finding["text"]])
        if BUILD.other_loader:
            shutil.copy(BUILD.other_loader, os.path.join(folder, "libOpenCL.so.1"))
            answer = m.ask(m.path("bin/program"))
            self.assertIn(answer["program"]["loaders"][0]["whose"],
                          ["ocl-icd", "the Khronos loader, or one made from it"])
            self.check_finding(answer, "note", "bin/program", "libOpenCL is not clrelay's: loader.conf")

    def test_what_differs(self, m):
        """Platforms that only other programs get."""
        m.driver("good")
        shutil.copy(TOOL["fake_loader"], m.path("lib/libOpenCL.so.1"))
        os.symlink("libOpenCL.so.1", m.path("lib/libOpenCL.so"))
        for name, source, remedy in [("libOpenCL.so.1", named("libOpenCL.so.1"), True), ("both", named("libOpenCL.so", "libOpenCL.so.1"), False), (m.path("lib/libOpenCL.so.1"), named(m.path("lib/libOpenCL.so.1")), False)]:
            with self.row(name):
                program = m.build("bin/program", source, f"-Wl,-rpath,{m.path('lib')}")
                answer = m.ask(program)
                self.check_finding(answer, "warning", "good", f"{program} does not get this platform, and other programs do",
                                   *[f"Start it with their libOpenCL: LD_PRELOAD={BUILD.library} {program}"] * remedy)
                self.assertEqual("LD_PRELOAD" in str(answer["findings"]), remedy)
        m.driver("several")  # two platforms of one name
        for platform, library, words in [("Twice", BUILD.library, "does not get this platform, and other programs do"),
                                         ("Twice", TOOL["fake_loader"], "gets this platform, and other programs do not")]:
            shutil.copy(TOOL["fake_loader"] if library == BUILD.library else BUILD.library, m.path("lib/libOpenCL.so.1"))
            found = m.ask(program, library=library, env={"TOOL_NAME": platform})["findings"]
            self.assertEqual([words in finding["text"] for finding in found if finding["about"] == platform], [True], found)
        os.remove(m.path("vendors/several.icd"))
        shutil.copy(TOOL["fake_loader"], m.path("lib/libOpenCL.so.1"))
        # The report of the other programs' loader says what drives the GPUs.
        gpu = {"vendor": "0x8086", "device": "0x0412", "class": "0x030000", "uevent": "DRIVER=i915\n"}
        for name, text in {**{f"sys/bus/pci/devices/0000:00:02.0/{name}": text for name, text in gpu.items()}, "dev/dri/renderD128": ""}.items():
            m.write(f"root/{name}", text)
        m.icd("intel.icd", m.copy(TOOL["driver"], "drivers/libigdrcl-noplatforms.so"))
        for device, causes in ("0x0412", ["INTEL_TOO_OLD"]), ("0x46a6", []):
            m.write("root/sys/bus/pci/devices/0000:00:02.0/device", device)
            answer = m.ask(program, code=None)
            self.assertEqual([finding["cause"] for finding in answer["findings"] if finding["cause"] == "INTEL_TOO_OLD"], causes, answer["findings"])
        shutil.copy(BUILD.library, m.path("lib/libOpenCL.so.1"))
        self.assertEqual([finding for finding in m.ask(program, code=None)["findings"] if "this platform" in finding["text"]], [])

    def test_link_only(self, m):
        """A program that names only the link libOpenCL.so, where nothing is installed. One package brings both."""
        hidden = m.hide_libraries()
        both, alone = "apt-get install ocl-icd-opencl-dev), which brings libOpenCL.so.1, too", "Install a libOpenCL.so.1 for "
        for names, remedy in (["libOpenCL.so"], both), (["libOpenCL.so.1", "libOpenCL.so"], alone), (["libOpenCL.so.1"], alone):
            with self.row(names):
                check_without_library(self, m, hidden, names, remedy, "It belongs to this command.")
        self.assertIn("Programs find no libOpenCL.so.1; see clrelay doctor.", m.clrelay("list", before=hidden, library=None).words)
        # The program names a path, and there is another libOpenCL.
        program = m.build("bin/program", named(m.path("none/libOpenCL.so")))
        self.check_finding(m.ask(program, code=1), "problem", program,
                           f": make a link to it that is called {m.path('none/libOpenCL.so')}" if "overlay" in hidden[4] else "Install")
        os.makedirs(m.path("none"))
        self.check_finding(m.ask(program, code=1), "problem", program, "Make a link to the one that is there: ln -s /" if "overlay" in hidden[4] else "Install")

    def test_object(self, m):
        """An object file calls what another file is to have. It is not linked yet, so nothing is wrong with it."""
        m.driver("good")
        calls, none = "it is an object file, which is not linked yet, and calls clGetPlatformIDs", "and calls no function of OpenCL itself"
        for name, source, flags, words in [
                ("calls", LINKED, [], calls), ("none", "int x;", [], none), ("own", LOADER, [], none),
                ("weak", "#pragma weak clGetPlatformIDs\n" + PLUGIN, [], none), ("inside", f"static {LOADER}\nint f(void) {{ int n; return clGetPlatformIDs(0, 0, &n); }}", ["-O0"], none),
                ("other", "int clMine(void); int f(void) { return clMine(); }", [], none), ("i386", LINKED, ["-m32"], calls),
                ("late", LINKED, ["-flto", "-fno-fat-lto-objects"], "which libOpenCL it gets is not known: it is an object file for link-time optimization")]:
            with self.row(name):
                path = m.build(f"bin/{name}.o", source, "-c", *flags, code=None if flags else 0)
                answer = m.ask(path)
                finding = self.check_finding(answer, "note", path, words, *["Link it with -lOpenCL", "apt-get install ocl-icd-opencl-dev"] * (words == calls))
                self.assertEqual([finding], [other for other in answer["findings"] if other["about"] == path])
                text = m.clrelay("doctor", path).words
                self.assertIn("Loader not known" if name == "late" else "Loader none yet: it is not linked", text)
                self.assertNotIn("names none", text)

    def test_library_to_link_with(self):
        """A libOpenCL.so of another architecture, with which a program can't be linked."""
        own, here, multi = "usr/lib64/libOpenCL.so", "usr/lib/libOpenCL.so", f"usr/lib/{os.uname().machine}-linux-gnu/libOpenCL.so"
        local, words = "usr/local/lib/libOpenCL.so", f"-bit MIPS, and programs for {BUILD.bits}-bit "
        alone = "the system's folders have no libOpenCL.so for"
        for wrong, right, subject, said in [
                ([here], own, "object", f"are linked with /{own}"), ([here], multi, "object", f"are linked with /{multi}"), ([here], own, "loader", f"are linked with /{own}"),
                ([here], own, None, None), ([local], "usr/lib32/libOpenCL.so", "object", "are linked with /usr/lib32/libOpenCL.so"), ([local], here, None, f"are linked with /{here}"), ([local, here], own, None, None),
                ([local, here], own, "object", f"are linked with /{own}"), ([own], here, None, None), ([own], here, "object", None),
                ([here], None, None, alone), ([here], None, "object", alone), ([multi], None, None, None), ([multi], None, "object", None),
                ([], own, "object", None), ([], own, None, None), ([local], own, "program", None)]:
            with self.row((wrong, right, subject)), Place() as m:
                m.driver("good")
                for path in wrong:
                    make_bad(m, "other", f"root/{path}")
                if right:
                    m.copy(BUILD.library, f"root/{right}")
                path = {"object": lambda: m.build("main.o", LINKED, "-c"), "program": lambda: m.build("program", named("libOpenCL.so.1")),
                        "loader": lambda: m.path("root", wrong[0]), None: lambda: None}[subject]()
                answer = m.ask(*[path] * bool(path), code=None)
                found = [finding for finding in answer["findings"] if str(finding["about"]).endswith("/libOpenCL.so") and "it is for " in finding["text"]]
                self.assertEqual(len(found), bool(said), answer["findings"])
                if said:
                    self.assertEqual((found[0]["level"], found[0]["about"]), ("note", f"/{wrong[0]}"))
                    self.assertIn(said, found[0]["text"])
                    self.assertIn("apt-get install ocl-icd-opencl-dev" if said == alone else f"then name /{right} in its place", found[0]["remedy"])
                    self.assertEqual(words in found[0]["text"], said != alone)

    def test_loader_itself(self, m):
        """A libOpenCL has no loader compiled into it: it is one."""
        m.driver("good")
        for path, is_one in [(m.copy(BUILD.library, "lib/libOpenCL.so.1"), True), (m.copy(BUILD.library, "lib/other.so"), True), (m.copy(TOOL["fake_loader"], "lib/libOpenCL.so"), True),
                             (m.copy(TOOL["fake_loader"], "lib/libother.so"), False), (make_bad(m, "other", "mips/libOpenCL.so"), True),
                             (m.build("bin/libOpenCL.program", MAIN % (LOADER, 'puts("clIcdGetPlatformIDsKHR");')), False)]:
            with self.row(path):
                answer = m.ask(path, code=None)
                self.assertEqual("is a libOpenCL itself" in str(answer["findings"]), is_one, answer["findings"])
                self.assertEqual("is compiled into it" in str(answer["findings"]), not is_one)
                self.assertEqual(f"clrelay doctor --library {path}" in str(answer["findings"]), is_one and "mips" not in path)
                self.assertEqual("Loader none: it is a libOpenCL itself" in m.clrelay("doctor", path, code=None).words, is_one)

    def test_gpu_of_a_loader_without_report(self, m):
        """A GPU that the program's loader lists is not missing. One that only other programs get is no problem of the machine."""
        m.driver("pci")
        m.write("other/good.icd", m.driver("good", manifest=False))
        gpu = {"vendor": "0x1002", "device": "0x744c", "class": "0x030000", "uevent": "DRIVER=amdgpu\n"}
        for name, text in {**{f"sys/bus/pci/devices/0000:65:00.0/{name}": text for name, text in gpu.items()}, "dev/kfd": "", "dev/dri/renderD128": ""}.items():
            m.write(f"root/{name}", text)
        program = m.build("bin/program", named("libOpenCL.so.1"), f"-Wl,-rpath,{m.path('lib')}")
        for source, env, words in [(m.unreported(), {}, "libOpenCL is not clrelay's"), (TOOL["fake_loader"], {}, "does not get this platform"),
                                   (TOOL["fake_loader"], {"OCL_ICD_VENDORS": m.path("other")}, "no platform lists it: the cause is not known")]:
            with self.row((source, env)):
                shutil.copy(source, m.path("lib/libOpenCL.so.1"))
                found = m.ask(program, code=None, env=env)["findings"]
                self.assertIn(words, str(found))
                self.assertEqual("no platform lists it" in str(found), "no platform" in words, found)

    def test_scripts(self, m):
        folder = m.loader("one")
        program = m.build("bin/program", named("libOpenCL.so.1"), f"-Wl,-rpath,{folder}")
        for line, way, why in [("#!/bin/sh", "unknown", "a script for /bin/sh, and what it starts is not known"),
                               (f"#!{m.path('no/sh')} -e", "unknown", f"{m.path('no/sh')} is not there"),
                               ("#!/usr/bin/env -S  A=1  sh -e", "unknown", "sh, and what it starts"),
                               ("#!/usr/bin/env -S", "unknown", "no program of this system")]:
            with self.row(line):
                script = m.write("bin/script", f"{line}\n")
                os.chmod(script, 0o755)
                answer = m.ask(script)
                self.check(answer["program"], way, script=script)
                self.check_finding(answer, "note", script, why, "--pid PID")
                self.assertIn(f"Script {script} Interpreter {answer['program']['file']} ", m.clrelay("doctor", script, code=None).words)
        # The program is found in PATH, by its name. A folder of that name is none.
        os.makedirs(m.path("folders/program"))
        self.check(m.look("program", env={"PATH": f"{m.path('folders')}:{m.path('bin')}:{os.environ['PATH']}"}), "named",
                   os.path.join(folder, "libOpenCL.so.1"), file=program)

    def test_python(self, m):
        """The packages of the script's own Python, which is a virtual environment here."""
        name = f"python3.{sys.version_info[1]}"
        real = os.path.realpath(sys.executable)
        tool.need(os.path.basename(real) == name, f"Python's file is {real}")
        os.makedirs(m.path("venv/bin"))
        os.symlink(real, m.path("venv/bin/python3"))
        script = m.write("script", f"#!{m.path('venv/bin/python3')}\n")
        answer = m.ask(script)
        self.check(answer["program"], "unknown", reason="no package that needs a libOpenCL was found in this Python's folders")
        folder = m.loader("one")
        packages = f"venv/lib/{name}/site-packages"
        for package in "a", "b":
            m.build(f"{packages}/{package}/ext.so", PLUGIN, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}",
                    shared=True)
        m.build(f"{packages}/c/ext.so", "int x;", shared=True)
        answer = m.ask(script)
        self.check(answer["program"], "module", os.path.join(folder, "libOpenCL.so.1"), script=script)
        # Another package brings another libOpenCL. Some distributions have such packages in lib64.
        other = m.loader("other", "libOpenCL-1a2b.so.1.0.0")
        m.build(f"venv/lib64/{name}/site-packages/d/ext.so", PLUGIN, f"-L{other}", "-l:libOpenCL-1a2b.so.1.0.0",
                f"-Wl,-rpath,{other}", shared=True)
        answer = m.ask(script)
        self.assertEqual(len(answer["program"]["loaders"]), 2)
        self.assertEqual(answer["loader"]["file"], os.path.realpath(BUILD.library))

    def test_folders_of_python(self, m):
        """A virtual environment has the packages of its user and of its base only if its file says so."""
        name = f"python3.{sys.version_info[1]}"
        real = os.path.realpath(sys.executable)
        tool.need(os.path.basename(real) == name, f"Python's file is {real}")
        folder = m.loader("one")
        def make(path):
            return m.build(path, PLUGIN, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}", shared=True)
        os.makedirs(m.path("venv/bin"))
        os.symlink(real, m.path("venv/bin/python3"))
        for place in f"venv/lib/{name}/site-packages", "variable":
            for below in "", "a/", "a/lib/", "a.libs/lib/plugins/":
                with self.row((place, below)):
                    module = make(f"{place}/{below}ext.so")
                    answer = m.ask(m.path("venv/bin/python3"), env={"PYTHONPATH": f":/none:{m.path('variable')}"})
                    self.check(answer["program"], "module", os.path.join(folder, "libOpenCL.so.1"))
                    os.remove(module)
        for i in range(4096):
            m.write(f"variable/many/{i}.so", "")
        make("variable/many/lib/ext.so")
        answer = m.ask(m.path("venv/bin/python3"), env={"PYTHONPATH": m.path("variable")})
        self.assertIn("among the first 4096 libraries in", answer["program"]["reason"])
        for place in "home/.local/lib", "base/lib", "base/local/lib64":
            for settings, way in ((None, "module" if "home" in place else "unknown"), ("false", "unknown"), ("true", "module")):
                with self.row((place, settings)):
                    shutil.rmtree(m.path("venv"), ignore_errors=True)
                    os.makedirs(m.path("venv/bin"))
                    os.makedirs(m.path("base/bin"), exist_ok=True)
                    os.symlink(real, m.path("venv/bin/python3"))
                    if settings: m.write("venv/pyvenv.cfg", f"home = {m.path('base/bin')}\ninclude-system-site-packages = {settings}\nversion = 3\n")
                    module = make(f"{place}/{name}/site-packages/a/ext.so")
                    self.check(m.ask(m.path("venv/bin/python3"))["program"], way, *[os.path.join(folder, "libOpenCL.so.1")] * (way == "module"))
                    os.remove(module)

    def test_library_without_a_version(self, m):
        """A library that is older than the one with which the program was built: by LD_LIBRARY_PATH, or by a RUNPATH."""
        m.driver("good")
        folder = m.loader("one")
        loader = [f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}:{m.path('run')}"]
        for name, new, remedy in (("libnew.so.1", "NEW_2", "Let the program find another libnew.so.1 first, one that has that: install one in its environment."),
                                  ("libstdc++.so.6", "GLIBCXX_9", "in its environment (conda: libstdcxx-ng)."), ("libother.so.7", "GLIBC_2.99", "a build for this system's C library")):
            for version in new, "OLD_1":
                script = m.write(f"{version}.map", f"{version} {{ newf; }};")
                m.build(f"{version}/{name}", "int newf(void) { return 1; }", f"-Wl,--version-script={script}", f"-Wl,-soname,{name}", "-nostdlib", shared=True)
            for path, source, words, shared in (("bin/mod.so", "int newf(void); " + PLUGIN + " int g(void) { return newf(); }", "it cannot be loaded, unless the program has loaded another", True),
                                                ("bin/program", "int newf(void); " + MAIN % ("int clGetPlatformIDs(int, void *, void *);", "newf(); clGetPlatformIDs(0, 0, 0);"), "it cannot start", False)):
                program = m.build(path, source, "-Wl,--no-as-needed", m.path(new, name), *loader, shared=shared)
                # A sanitizer's libraries need libstdc++, also in this command.
                by_variables = (False,) if name == "libstdc++.so.6" else (True, False)
                for version, by_variable in itertools.product(("OLD_1", new), by_variables):
                    with self.row((name, path, version, by_variable)):
                        if not by_variable: os.symlink(m.path(version), m.path("run"))
                        findings = m.ask(program, env={"LD_LIBRARY_PATH": m.path(version) if by_variable else None})["findings"]
                        if not by_variable: os.remove(m.path("run"))
                        found = [finding for finding in findings if "lacks version" in finding["text"]]
                        self.assertEqual(len(found), version == "OLD_1", findings)
                        for finding in found:
                            self.assertIn(words, finding["text"])
                            self.assertIn(f"{name} lacks version {new}, which ", finding["text"])
                            self.assertIn(f"Take its folder out of LD_LIBRARY_PATH, if the system has another {name}." if by_variable else remedy, finding["remedy"])

    def test_other_names(self, m):
        """A library whose name only begins like that of a libOpenCL is none."""
        for name, is_loader in ("libOpenCLUtils.so", False), ("libOpenCL-1d5c3cb1.so.1", True), ("libOpenCL-x.so.1", False), ("libOpenCL.so.7", True):
            with self.row(name):
                folder = os.path.dirname(m.build(f"lib/{name}", "int util(void) { return 1; }", f"-Wl,-soname,{name}", shared=True))
                program = m.build("bin/program", MAIN % ("int util(void);", "util();"), f"-L{folder}", f"-l:{name}")
                os.remove(m.path("lib", name))
                found = m.ask(program)["findings"]
                self.assertEqual(any(f"it needs {name}, which is not found, so it does not start" in finding["text"] for finding in found), is_loader, found)
                self.assertEqual(any(f"does not find {name}, which it needs" in finding["text"] for finding in found), not is_loader, found)

    def test_python_with_a_library(self, m):
        """What a Python's DT_RPATH leads to is found by all modules, as in conda's Python; not what its RUNPATH leads to."""
        m.loader("env/lib")
        beside = os.path.realpath(m.path("env/lib/libOpenCL.so.1"))
        for name, flags, way in [("python3.11", ["-Wl,--disable-new-dtags"], "beside"), ("python3", ["-Wl,--enable-new-dtags"], "unknown"),
                                 ("prog", ["-Wl,--disable-new-dtags"], "none")]:
            with self.row(name):
                program = m.build(f"env/bin/{name}", MAIN % ("", ""), "-Wl,-rpath,$ORIGIN/../lib", *flags)
                self.check(m.ask(program)["program"], way, *[beside] * (way == "beside"))
        # The library is in another folder than those of the RPATH.
        program = m.build("other/bin/python3", MAIN % ("", ""), f"-Wl,-rpath,{m.path('other')}", "-Wl,--disable-new-dtags")
        self.check(m.ask(program, env={"LD_LIBRARY_PATH": m.path("env/lib")})["program"], "unknown")
        # A virtual environment of this Python, whose RPATH has two folders.
        program = m.build("env/bin/python3", MAIN % ("", ""), f"-Wl,-rpath,{m.path('other')}:$ORIGIN/../lib", "-Wl,--disable-new-dtags")
        os.makedirs(m.path("venv/bin"))
        os.symlink(program, m.path("venv/bin/python3"))
        self.check(m.ask(m.path("venv/bin/python3"))["program"], "beside", beside)

    def test_vendor_in_place_of_a_loader(self, m):
        """If no file names a driver, a libOpenCL that ends the process may be a vendor's OpenCL itself."""
        says = "Unable to allocate OCL MSMC memory"
        source = f'#include <stdio.h>\n#include <stdlib.h>\nint clGetPlatformIDs(void) {{ puts("{says}"); exit(255); }}\n'
        others = "".join(f"int {name}(void) {{ return 0; }}\n" for name in ("clGetPlatformInfo", "clGetDeviceIDs", "clGetDeviceInfo", "clGetExtensionFunctionAddress"))
        library = m.build("lib/libOpenCL.so.1", source + others, shared=True)
        knows = m.build("knows/libOpenCL.so.1", source + others + 'const char *knows = "/etc/OpenCL/vendors";', shared=True)
        for library, vendors, variable, alone in [(library, None, None, True), (library, "etc", None, False), (library, None, "/nowhere", False),
                                                  (knows, None, None, False)]:
            with self.row((library, vendors, variable)):
                if vendors:
                    m.write(f"root/{vendors}/OpenCL/vendors/x.icd", "libx.so\n")
                [finding] = m.json("doctor", library=library, code=1, env={"OCL_ICD_VENDORS": variable})["findings"]
                self.assertEqual(finding["text"], f"OpenCL ends the process with exit code 255, while the drivers are loaded. The last output: {says}")
                self.assertEqual("No .icd file names a driver" in finding["remedy"], alone)
                if vendors:
                    os.remove(m.path(f"root/{vendors}/OpenCL/vendors/x.icd"))

    def test_words_of_musl(self, m):
        """musl's dynamic linker lists what it finds, and names the rest in its errors."""
        tool.need(os.geteuid() == 0, "the made-up dynamic linker must be root's")
        folder, failure = m.loader("one"), "Error loading shared library {}: {} (needed by /x)\n"
        for name, errors, level, parts, way in [
                ("lost", failure.format("libOpenCL.so.1", NOT_FOUND), "problem", ["it needs libOpenCL.so.1, which is not found"], "linked"),
                ("other", failure.format("libn.so.5", NOT_FOUND), "problem", ["does not find libn.so.5, which it needs"], "unknown"),
                ("bad", failure.format("libn.so.5", "Exec format error"), "note",
                 ["its dynamic linker says: Error loading shared library libn.so.5: Exec format error"], "unknown")]:
            with self.row(name):
                linker = m.write(f"{name}/ld-made-up.so", f"#!/bin/sh\ncat <<E\n\tld-made-up.so (0x7f)\n{errors}E\n")
                os.chmod(linker, 0o755)
                program = m.build(f"bin/{name}", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,--dynamic-linker={linker}")
                answer = m.ask(program)
                self.assertEqual(answer["program"]["way"], way)
                self.check_finding(answer, level, program, *parts)
                self.assertNotIn("-lOpenCL", str(answer["findings"]))

    def test_nothing_foreign_runs(self, m):
        """The dynamic linker, and libraries that run in it, may be anybody's. The doctor does not run them."""
        folder = m.loader("one")
        evil = m.write("evil", f"#!/bin/sh\n: >{m.ran}\n")
        os.chmod(evil, 0o755)
        user = m.write("ld-user.so", f"#!/bin/sh\n: >{m.ran}\n")
        os.chmod(user, 0o755)
        if os.geteuid() == 0:
            os.chown(user, sandbox.NOBODY, sandbox.NOBODY)
        audit = '#include <stdio.h>\nunsigned la_version(unsigned v) { fclose(fopen(RAN, "w")); return v; }'
        m.build("audit.so", audit, shared=True)
        for name, flags, why in [
                ("linker", [f"-Wl,--dynamic-linker={evil}"], f"its dynamic linker {evil} is not one of the system's"),
                ("user's", [f"-Wl,--dynamic-linker={user}"], f"root does not own its dynamic linker {user} here, so it is not run"),
                ("other", ["-Wl,--dynamic-linker=/bin/sh"], "its dynamic linker /bin/sh is not one of the system's"),
                ("gone", [f"-Wl,--dynamic-linker={m.path('ld-none')}"], "is not there"),
                ("depaudit", [f"-Wl,--depaudit={m.path('audit.so')}"], "run in the dynamic linker"),
                ("audit", [f"-Wl,--audit={m.path('audit.so')}"], "run in the dynamic linker")]:
            with self.row(name):
                program = m.build(f"bin/{name}", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}",
                                  *flags)
                answer = m.ask(program)
                self.check(answer["program"], "unknown")
                self.check_finding(answer, "note", program, why)
        # Sections mean nothing to the dynamic linker.
        program = m.path("bin/sections")
        shutil.copy(m.path("bin/audit"), program)
        with open(program, "r+b") as file:
            wide = file.read(5)[4] == 2
            file.seek(0x28 if wide else 0x20)
            file.write(bytes(8 if wide else 4))
            file.seek(0x3c if wide else 0x30)
            file.write(bytes(4))
        answer = m.ask(program)
        self.check_finding(answer, "note", program, "run in the dynamic linker")
        # Nor does the doctor run what variables name. They count for itself, but not where it asks the dynamic linker.
        program = m.build("bin/preload", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        for file in program, m.path("bin/audit"), m.path("bin/sections"):
            done = subprocess.run([TOOL["tool"], "doctor", file, "--json", "--library", BUILD.library],
                                  env=m.environment({"LD_DEBUG_OUTPUT": m.path("debug")}), capture_output=True,
                                  check=False)
            self.assertFalse(os.path.exists(m.path("debug")) or os.path.exists(m.ran), done)

    def test_overlap(self, m):
        """Thousands of sections cover the same large part of a file. The doctor still ends soon."""
        program = m.build("bin/program", named("libOpenCL.so.1"))
        with open(program, "r+b") as file:
            tool.need(file.read(5)[4] == 2, "the sections of this test are those of 64 bits")
            size = file.seek(1 << 24, os.SEEK_END)
            section = struct.pack("<IIQQQQIIQQ", 0, 1, 2, 0, 0, size, 0, 0, 1, 0)
            file.write(section * 60000)
            file.seek(0x28)
            file.write(struct.pack("<Q", size))
            file.seek(0x3c)
            file.write(struct.pack("<H", 60000))
        m.ask(program)

    def test_packages(self, m):
        program = m.build("bin/program", named("libOpenCL.so.1"))
        for mark in b"AI\x01", b"AI\x02":
            with open(program, "r+b") as file:
                file.seek(8)
                file.write(mark)
            self.check_finding(m.ask(program), "note", program, "it is an AppImage", "--pid PID")
        foreign = m.copy(TOOL["driver"], "x.so")
        with open(foreign, "r+b") as file:
            file.seek(18)
            file.write(struct.pack("=H", 8))  # MIPS
        self.check_finding(m.ask(foreign, code=1), "note", "x.so", "it is a library for another architecture")
        path = m.write("flatpak/exports/bin/org.example.App", "#!/bin/sh\n")
        self.check_finding(m.ask(path), "note", path, "it is a Flatpak, which sees other files", "--pid PID")
        for content in "", "text\n", b"\x7fELF".decode() + "x" * 100:
            with self.row(content):
                path = m.write("bin/text", content)
                self.check(m.look(path), "unknown")

    def test_damaged(self, m):
        """Files with missing or wrong parts."""
        folder = m.loader("one")
        program = m.build("bin/program", named("libOpenCL.so.1"), f"-Wl,-rpath,{folder}")
        with open(program, "rb") as file:
            whole = file.read()
        tool.need(whole[4] == 2, "the places are those of 64 bits")
        # Places in the header, and in the second segment, which names the dynamic linker.
        places = [(40, 8), (58, 2), (60, 2), (32, 8), (54, 2), (56, 2), (16, 2), (128, 8), (152, 8)]
        sections = struct.unpack_from("<Q", whole, 40)[0]
        count = struct.unpack_from("<H", whole, 60)[0]
        # The place and the size of the first section of each kind: texts, symbols, dynamic entries, constants.
        kinds = [struct.unpack_from("<LQ", whole, sections + 64 * number + 4) for number in range(count)]
        for kind in (3, 4), (2, 0), (11, 2), (3, 2), (6, 3), (1, 2):  # SHT_STRTAB, SHT_SYMTAB, ... and their flags
            places += [(sections + 64 * kinds.index(kind) + at, 8) for at in (24, 32)] if kind in kinds else []
        copy = m.path("bin/copy")
        for at, size in places:
            for value in b"\xff" * 8, b"\0\0\0\x10\0\0\0\0":  # impossible, and beyond the end
                with self.row((at, value)):
                    changed = bytearray(whole)
                    changed[at:at + size] = value[:size]
                    with open(copy, "wb") as file:
                        file.write(changed)
                    self.assertIn(m.clrelay("doctor", copy, "--json", code=None).code, [0, 1])
        for length in 0, 3, 16, 52, 64, len(whole) // 2, len(whole) - 1:
            with self.row(length), open(copy, "wb") as file:
                file.write(whole[:length])
                file.flush()
                self.assertIn(m.clrelay("doctor", copy, "--json", code=None).code, [0, 1])

    def test_privileged(self, m):
        """Variables do not count for a privileged program."""
        sandbox.need_nobody(BUILD.library, TOOL["tool"])
        folder = m.loader("one")
        program = m.build("bin/program", named("libOpenCL.so.1"))
        linked = m.build("bin/linked", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        os.chmod(m.root, 0o755)
        for mode, privileged in (0o755, False), (0o4755, True):
            with self.row(oct(mode)):
                os.chmod(program, mode)
                answer = m.ask(program, env={"LD_LIBRARY_PATH": folder}, before=sandbox.AS_NOBODY)
                self.assertEqual(answer["program"]["privileged"], privileged)
                found = [loader["file"] for loader in answer["program"]["loaders"]]
                self.assertEqual(os.path.realpath(os.path.join(folder, "libOpenCL.so.1")) in found, not privileged)
                if privileged:
                    self.check_finding(answer, "note", program, "more rights than its user")
                os.chmod(linked, mode)
                answer = m.ask(linked, before=sandbox.AS_NOBODY)
                self.assertEqual(m.vendors in str(answer["driver_directories"]), not privileged)
        # It is not certain whether its RUNPATH counts.
        program = m.build("bin/origin", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", "-Wl,-rpath,$ORIGIN/../one")
        os.chmod(program, 0o4755)
        self.check(m.look(program, before=sandbox.AS_NOBODY), "unknown")

    def test_wrong_usage(self, m):
        m.write("here", "")
        os.makedirs(m.path("folder"))
        for words, told in [(["no-such-program"], "there is no program no-such-program"),
                            ([""], "there is no program ''"),
                            (["here"], "there is no program here in PATH; the file here is ./here"),
                            (["folder"], "there is no program folder"),
                            ([m.path("none")], f"there is no program {m.path('none')}"), (["/dev/null"], "there is no program /dev/null"),
                            (["a", "b"], "one name is enough: b"), (["--pid", "x"], "there is no process x"),
                            (["--pid", "999999999"], "there is no process 999999999"),
                            (["--pid", "1", "a"], "--pid belongs to doctor without a program, not to a")]:
            with self.row(words):
                result = m.clrelay("doctor", *words, code=2)
                self.assertEqual(result.errors.splitlines()[0], f"clrelay: {told}")
                self.assertEqual(result.output, "")
        self.assertIn("--pid belongs to doctor", m.clrelay("list", "--pid", "1", code=2).errors)

    def test_text(self, m):
        folder = m.loader("one")
        program = m.build("bin/program", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        result = m.clrelay("doctor", program, code=None)
        self.assertIn(f"The program File {program} For ", result.words)
        self.assertIn(f"Loader opened when it starts libOpenCL {os.path.realpath(folder)}/libOpenCL.so.1", result.words)
        module = m.build("bin/module.so", PLUGIN, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}", shared=True)
        self.assertIn("Loader opened when it is loaded libOpenCL ", m.clrelay("doctor", module, code=None).words)
        # What follows is not always from the program's libOpenCL.
        m.driver("good")
        good, bad = m.loader("good"), os.path.dirname(make_bad(m, "empty", "bad/libOpenCL.so.1"))
        named_one = m.build("bin/named", named("libOpenCL.so.1"))
        newer = self.versions(m, "newer", "OPENCL_1_0", "OPENCL_9_9")
        needs = m.build("bin/needs", MAIN % ("extern int in_OPENCL_9_9;", "return in_OPENCL_9_9;"), f"-L{newer}", "-l:libOpenCL.so.1")
        linked = m.build("bin/linked", LINKED, f"-L{good}", "-l:libOpenCL.so.1")
        for asked, folders, who in [(program, [good], None), (linked, [good], None), (linked, [bad, good], "program"),
                                    (named_one, [bad, good], "program"), (named_one, [good], None),
                                    (needs, [good], None),  # the doctor has none but that one
                                    (m.build("bin/two", named(f"{folder}/libOpenCL.so.1", f"{newer}/libOpenCL.so.1")), [good], None),
                                    (m.build("bin/linked.so", PLUGIN, f"-L{good}", "-l:libOpenCL.so.1", shared=True), [bad, good], "module")]:
            with self.row((asked, folders)):
                words = m.clrelay("doctor", asked, code=None, library=os.path.join(good, "libOpenCL.so.1"),
                                  env={"LD_LIBRARY_PATH": ":".join(folders)}).words
                self.assertEqual([text for text in ("program", "module") if f"What follows is from another libOpenCL, which the {text} does not get:"
                                  in words], [who] if who else [], words)
        # The document has each member of the JSON.
        with open(os.path.join(BUILD.source, "tools/doc/json.md"), encoding="utf-8") as file:
            part = file.read().split("## `program`")[1].split("##")[0]
        answer = m.look(program)
        for member in [*answer, *answer["loaders"][0]]:
            self.assertIn(f"`{member}`", part)
        for way in "none", "unknown", "linked", "named", "module", "beside", "inside", "open":
            self.assertIn(f"`{way}`", part)


LINKER_32 = "/lib/ld-linux.so.2"


class Programs32(tool.Case, machine=Place):
    """Programs of 32 bits, on a 64-bit system."""

    def setUp(self):
        check_able(self)
        tool.need(not os.path.exists(LINKER_32) or sandbox.works(["env", LINKER_32, "--version"]), "the kernel runs no programs of 32 bits")

    def test_linked(self, m):
        m.driver("good")
        folder = os.path.dirname(m.build("one32/libOpenCL.so.1", LOADER, "-m32", "-Wl,-soname,libOpenCL.so.1",
                                         shared=True, code=None))
        program = m.build("bin/program", LINKED, "-m32", f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}",
                          code=None)
        answer = m.ask(program, code=1)
        program_found = answer["program"]
        self.assertEqual([program_found["way"], [loader["file"] for loader in program_found["loaders"]], program_found["architecture"]],
                         ["linked", [os.path.realpath(os.path.join(folder, "libOpenCL.so.1"))], "32-bit x86 (i386)"])
        self.assertEqual([(driver["driver"], driver["problem"]) for driver in answer["program"]["drivers"]],
                         [(m.path("vendors/good.icd"), "for 64-bit x86 (amd64)")])
        self.check_finding(answer, "problem", program, "no driver for 32-bit x86 (i386) is installed", ":i386")
        self.assertNotIn("drivers", answer)
        m.icd("other.icd", m.build("lib32/libother.so", "int x;", "-m32", shared=True))
        answer = m.ask(program, code=0)
        self.assertEqual([driver["problem"] for driver in answer["program"]["drivers"]], ["for 64-bit x86 (amd64)", None])
        text = m.clrelay("doctor", program)
        self.assertIn("Drivers for 32-bit x86 (i386): 1. Problems: 0.", text.words)
        self.check_width(text)
        # The system's 64-bit libOpenCL does not concern this program, and nothing is wrong with it.
        answer = m.ask(m.build("bin/usual", LINKED, "-m32", f"-L{folder}", "-l:libOpenCL.so.1"))
        self.assertEqual([finding for finding in answer["findings"] if "is for 64-bit x86" in finding["text"]], [])

    def test_drivers_that_are_not_known(self, m):
        """Without a dynamic linker that runs here, nothing is known about a driver that has only a name."""
        m.icd("other.icd", "libother.so")
        for name, source, flags in [("plugin.so", LOADER, ["-shared", "-fPIC"]), ("program", MAIN % ("", ""), ["-Wl,--dynamic-linker=/none/ld.so"])]:
            with self.row(name):
                program = m.build(f"bin/{name}", source, "-m32", *flags, code=None)
                answer = m.ask(program, code=0)
                self.assertEqual([driver["problem"] for driver in answer["program"]["drivers"]], ["not known"])
                self.assertIn("Drivers for 32-bit x86 (i386): 0; not known: 1.", m.clrelay("doctor", program).words)

    def test_link_only(self, m):
        hidden = m.hide_libraries()
        for name, package in ("libOpenCL.so", "ocl-icd-opencl-dev"), ("libOpenCL.so.1", "ocl-icd-libopencl1"):
            with self.row(name):
                check_without_library(self, m, hidden, [name], f"apt-get install {package}:i386", "not found", "-m32")


def lets(path):
    """An access control list of the file lets the user nobody use it, too."""
    entries = [(1, 6, -1), (2, 6, sandbox.NOBODY), (4, 6, -1), (16, 6, -1), (32, 0, -1)]  # user, that user, group, mask, others
    try:
        os.setxattr(path, "system.posix_acl_access", struct.pack("=I", 2) + b"".join(struct.pack("=HHi", *entry) for entry in entries))
    except OSError as error:
        tool.need(False, f"this file system has no lists: {error}")


class Processes(tool.Case, machine=Place):
    def setUp(self):
        check_able(self)
        tool.need(not BUILD.sanitizers, "their programs need the sanitizers' libraries first")

    def start(self, m, *words, env=None, before=()):
        process = subprocess.Popen([*before, *words, "wait"], env=m.environment({"TOOL_MARK": None, **(env or {})}),
                                   stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.send_signal, signal.SIGKILL)
        assert process.stdout.readline() == "ready\n"
        os.remove(m.ran)
        return str(process.pid)

    def test_open(self, m):
        """A process counts with the files that it has open, and with its variables, whatever its program's file
        says."""
        m.driver("good")
        folder, other = m.loader("one"), m.loader("other")
        program = m.build("bin/program", MAIN % ("", "dlopen(words[1], RTLD_NOW);"), "-ldl")
        process = self.start(m, program, env={"OCL_ICD_VENDORS": "/nowhere"})
        answer = m.ask("--pid", process)
        self.assertEqual((answer["program"]["way"], answer["program"]["file"]), ("none", os.path.realpath(program)))
        self.check_finding(answer, "note", program, "other variables than this command: OCL_ICD_VENDORS=/nowhere")
        process = self.start(m, program, env={"OCL_ICD_VENDORS": None, "HOME": None, "HOME_OF_X": "x"})
        said = self.check_finding(m.ask("--pid", process, code=None), "note", program, "no OCL_ICD_VENDORS", "no HOME")["text"]
        self.assertRegex(said, "(no OCL_ICD_VENDORS|no HOME), ")
        # A program that is linked to no libOpenCL may have opened a library that has the functions.
        plugin = m.build("bin/libplugin.so", "int clFinish(void) { return 0; }", shared=True)
        program = m.build("bin/loose", MAIN % ("int clFinish(void);", f'dlopen("{plugin}", RTLD_NOW | RTLD_GLOBAL); clFinish();'),
                          "-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,lazy")
        self.assertIn("none of the needed libraries", str(m.ask(program)["findings"]))
        self.assertNotIn("none of the needed libraries", str(m.ask("--pid", self.start(m, program))["findings"]))
        program = m.build("bin/linked", LINKED, f"-L{folder}", "-l:libOpenCL.so.1")
        process = self.start(m, program, env={"LD_LIBRARY_PATH": other, "OCL_ICD_VENDORS": "/nowhere"})
        answer = m.ask("--pid", process, code=1)
        self.assertEqual([(loader["file"], loader["whose"]) for loader in answer["program"]["loaders"]],
                         [(os.path.realpath(f"{other}/libOpenCL.so.1"), "clrelay")])
        self.assertEqual(answer["program"]["way"], "open")
        self.check_finding(answer, "note", program, f"LD_LIBRARY_PATH={other}", "OCL_ICD_VENDORS=/nowhere")
        # The doctor used the variables of the process.
        self.assertEqual([directory["path"] for directory in answer["driver_directories"]], ["/nowhere"])
        self.check_finding(answer, "warning", "good", "does not get this platform, and other programs do")

    def test_run(self, m):
        """clrelay run asks the program's own library. It refuses if that library can't choose devices."""
        m.driver("good")
        folder = m.loader("one")
        program = m.build("bin/linked", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        m.clrelay("run", "--device", "0", program, library=None)
        self.assertTrue(os.path.exists(m.ran))
        os.remove(m.ran)
        result = m.clrelay("run", "--device", "gpu:77", program, library=None, code=125)
        self.assertIn("'gpu:77' matches no device", result.errors)
        m.build("one/libOpenCL.so.1", LOADER + 'const char *volatile text = "OPENCL_VENDOR_PATH";', shared=True)
        result = m.clrelay("run", "--device", "0", program, library=None, code=125)
        self.assertIn(f"{program} gets {os.path.realpath(folder)}/libOpenCL.so.1, which is not clrelay's, and can't "
                      f"choose devices. More: clrelay doctor {program}", " ".join(result.errors.split()))
        self.assertFalse(os.path.exists(m.ran))
        # It asks the library that the user names instead.
        program = m.build("bin/other", LINKED, f"-L{m.loader('three')}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{m.path('three')}")
        result = m.clrelay("run", "--device", "0", "--library", TOOL["fake_loader"], program, library=None, code=125)
        self.assertIn("the libOpenCL here is not clrelay's", " ".join(result.errors.split()))
        self.assertFalse(os.path.exists(m.ran))
        # A library opened by name may turn out to be another one.
        program = m.build("bin/named", named("libOpenCL.so.1"), f"-Wl,-rpath,{folder}")
        m.clrelay("run", "--device", "0", program, library=None, before=["env", f"LD_LIBRARY_PATH={m.loader('two')}"])
        self.assertTrue(os.path.exists(m.ran))

    def test_several(self, m):
        """A process has several libOpenCL open. The doctor looks at the one to which the program is linked, or else at
        any of them."""
        m.driver("good")
        folders = [m.loader(name) for name in ("one", "other", "third")]
        files = [os.path.realpath(f"{folder}/libOpenCL.so.1") for folder in folders]
        opens = "".join(f'dlopen("{file}", RTLD_NOW);' for file in files)
        for name, source, flags, linked in [
                ("plugins", MAIN % ("", opens), [], None),
                *[(f"linked-{number}", MAIN % (CALLS, opens + "unsigned n; clGetPlatformIDs(0, 0, &n);"),
                   [f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}"], files[number])
                  for number, folder in enumerate(folders)]]:
            with self.row(name):
                program = m.build(f"bin/{name}", source, *flags)
                answer = m.ask("--pid", self.start(m, program))
                loaders = [loader["file"] for loader in answer["program"]["loaders"]]
                self.assertEqual(sorted(loaders), sorted(files))
                looked = answer["loader"]["file"]
                self.assertEqual(looked, linked or loaders[0])
                finding = self.check_finding(answer, "note", program, "more than one libOpenCL open", f"what {looked} gives",
                                             f"clrelay list --library {loaders[1]}")
                self.assertEqual("the program itself is linked" in finding["text"], bool(linked))
        # A file that is gone can't be asked.
        process = self.start(m, m.path("bin/plugins"))
        loaders = [loader["file"] for loader in m.ask("--pid", process)["program"]["loaders"]]
        for gone, hint in (loaders[1], f"clrelay list --library {loaders[2]}"), (loaders[2], ""):
            os.rename(gone, gone + ".old")
            os.remove(gone + ".old")
            remedy = self.check_finding(m.ask("--pid", process), "note", "plugins", f"what {loaders[0]} gives")["remedy"]
            self.assertEqual((remedy or "").rpartition(": ")[2], hint)
        m.loader("one"), m.loader("other"), m.loader("third")
        program = m.build("bin/single", LINKED, f"-L{folders[0]}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folders[0]}")
        self.assertNotIn("more than one", str(m.ask("--pid", self.start(m, program))["findings"]))
        # In a file, it is not known which one the program uses.
        program = m.build("bin/named", named(*files[:2]))
        answer = m.ask(program)
        self.check_finding(answer, "note", program, "which of these it uses is not known", "what other programs get")
        self.assertEqual(answer["loader"]["file"], os.path.realpath(BUILD.library))

    def test_replaced(self, m):
        folder = m.loader("one")
        program = m.build("bin/linked", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        process = self.start(m, program)
        os.remove(os.path.join(folder, "libOpenCL.so.1"))
        answer = m.ask("--pid", process)
        self.assertEqual(answer["program"]["way"], "open")
        self.check_finding(answer, "warning", program, "was replaced or removed since it started")
        self.assertEqual(answer["loader"]["file"], os.path.realpath(BUILD.library))

    def test_another_user(self, m):
        """Processes that this user may not read: another user's, root's, and those that /proc does not show."""
        _, process = self.service(m)
        other = ["setpriv", f"--reuid={sandbox.NOBODY - 1}", f"--regid={sandbox.NOBODY - 1}", "--clear-groups"]
        hides = ["unshare", "--mount", "sh", "-c", 'mount -t proc -o hidepid=2 proc /proc && exec "$@"', "sh"]
        for before, number, words in [(other, process, f"process {process} belongs to another user: look at it as that user, or as root"),
                                      (sandbox.AS_NOBODY, str(os.getpid()), f"only root can read process {os.getpid()}: look at it as root"),
                                      ([*hides, *other], process, f"this user may not see process {process}: look at it as root"),
                                      ([*hides, *other], "999999999", "there is no process 999999999")]:
            with self.row(words):
                tool.need(before[0] != "unshare" or sandbox.works([*hides, "true"]), "nobody may mount /proc here")
                self.assertIn(words, m.clrelay("doctor", "--pid", number, before=before, code=2).errors)

    def test_files_that_are_not_shown(self):
        """Whether a process has a GPU open is not known to a user who may not see its files."""
        for user, causes in (0, ["PROCESS_BEFORE_NODE"]), (sandbox.NOBODY - 1, []):
            with self.row(user), Place() as m:
                m.driver("good")
                program, process = self.service(m, script=True)
                m.write(f"root/proc/{process}/cgroup", "0::/system.slice/fah.service\n")
                time.sleep(1.2)
                os.chmod(m.write("root/dev/kfd", ""), 0o666)
                answer = m.ask(program, before=["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"])
                self.assertEqual([finding["cause"] for finding in answer["findings"] if finding["cause"]], causes, answer["findings"])

    def service(self, m, *groups, script=False):
        """Starts a process of the user nobody, whose files everybody may read. Returns its program and its number."""
        sandbox.need_nobody(BUILD.library, TOOL["tool"])
        os.chmod(m.root, 0o777)
        folder = m.loader("one")
        program = m.build("bin/service", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        if script:
            # The doctor also searches this Python's own folders for packages. There are none beside a link.
            python = m.path("bin/python3")
            os.symlink(os.path.realpath(sys.executable), python)
            program = m.write("bin/script", f"#!{python}\nimport time\nopen({m.ran!r}, 'w').close()\nprint('ready', flush=True)\ntime.sleep(600)\n")
        os.chmod(program, 0o755)
        return program, self.start(m, program, before=[*sandbox.AS_NOBODY[:-1], f"--groups={','.join(map(str, groups))}"]
                                   if groups else sandbox.AS_NOBODY)

    def node(self, m, path, mode=0o660, group=12):
        path = m.write(os.path.join("root", path), "")
        os.chown(path, 0, group)
        os.chmod(path, mode)
        return path

    def test_process_of_another_user_as_root(self, m):
        """The doctor acts as that user: it has the user's rights, and opens only what the user may open."""
        m.driver("nodevices")
        _, process = self.service(m)
        self.node(m, "dev/kfd")
        for cgroup, again in [("0::/\n", "restart its service"), ("0::/system.slice/fah.service\n", "sudo systemctl restart fah.service"),
                              ("3:cpu:/\n1:name=systemd:/system.slice/fah.service\n", "sudo systemctl restart fah.service"),
                              ("0::/system.slice/docker-1.scope\n", "restart its service")]:
            with self.row(cgroup):
                m.write(f"root/proc/{process}/cgroup", cgroup)
                answer = m.ask("--pid", process, code=1)
                finding = self.check_finding(answer, "problem", "/dev/kfd", "the user nobody has no right to use it", "nobody; then " + again)
                self.assertEqual(finding["cause"], "RIGHTS_GROUP")
        self.node(m, "dev/kfd", 0o666)
        os.chmod(m.driver("good"), 0o700)
        answer = m.ask("--pid", process, code=1)
        self.assertEqual(self.find(answer["drivers"], "good.icd")["verdict"], "LIBRARY_UNREADABLE")
        self.assertNotIn("no right to use it", str(answer["findings"]))

    def test_groups_of_a_process(self):
        """The user may use the node. A process of the program, which belongs to another user, may not."""
        rows = [((), "script", True), ((), 0o660, True), ((), 0o664, True), ((), 0o662, True), ((12,), 0o660, False), ((13,), 0o660, True), ((), 0o666, False), ((), 0o600, False),
                ((), "list", False), ((), "root", False)]
        for groups, mode, words in rows:
            with self.row((groups, mode)), Place() as m:
                m.driver("good")
                program, process = self.service(m, *groups, script=mode == "script")
                node = self.node(m, "dev/kfd", 0o660 if isinstance(mode, str) else mode, 0 if mode == "root" else 12)
                if words:  # the node of another group
                    os.utime(self.node(m, "dev/nvidia0", group=14), (0, 0))
                if mode == "list":
                    lets(node)
                os.utime(node, (0, 0))
                m.write(f"root/proc/{process}/cgroup", "0::/system.slice/fah.service\n")
                answer = m.ask(program, code=0)
                found = [finding for finding in answer["findings"] if finding["cause"]]
                self.assertEqual([finding["cause"] for finding in found], ["PROCESS_RIGHTS"] if words else [])
                if words:
                    self.assertNotIn("nvidia0", str(found))
                    self.check_finding(answer, "warning", program, f"process {process}, of the user nobody, has no right to use /dev/kfd",
                                       "-aG man nobody; then sudo systemctl restart fah.service")
                    self.assertIn("nothing is wrong for you, but", m.clrelay("doctor", program).words)

    def test_started_before(self):
        """Something exists now that did not when the process looked: the row, what is made later, and what else
        changes."""
        def node(m, when=0):
            path = m.write("root/dev/kfd", "")
            if when:
                os.utime(path, (time.time() + when,) * 2)

        rows = [("PROCESS_BEFORE_UVM", lambda m: m.write("root/dev/nvidia-uvm", ""), None),
                ("PROCESS_BEFORE_NODE", node, lambda m: m.write("root/dev/nvidia-uvm", "")),
                ("PROCESS_BEFORE_NODE", node, None), (None, lambda m: node(m, -3600), None), (None, lambda m: node(m, 3600), None),
                # The clock was set after the machine had started, or not.
                *((cause, node, lambda m, off=off: os.utime(m.write("root/dev/null", ""), (time.time() - time.clock_gettime(time.CLOCK_BOOTTIME) + off,) * 2))
                  for off, cause in ((0, "PROCESS_BEFORE_NODE"), (-1000, None), (1000, None))),
                # Another problem comes first.
                (None, node, lambda m: m.driver("crash")),
                ("PROCESS_BEFORE_DRIVER", lambda m: m.driver("other"), None),
                ("PROCESS_BEFORE_DRIVER", lambda m: m.icd("early.icd", m.path("lib/libx-early.so")), None), (None, lambda m: m.driver("nodevices"), None),
                (None, lambda m: m.icd("early.icd", m.path("lib/libx-early.so")), "linked")]
        for cause, later, also in rows:
            with self.row((cause, rows.index((cause, later, also)))), Place() as m:
                m.driver("good")
                m.driver("early", manifest=False)
                folder = m.loader("one")
                needs = ["-Wl,--no-as-needed", m.path("lib/libx-early.so")] * (also == "linked")  # it has opened that driver
                program = m.build("bin/program", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}", *needs)
                process = self.start(m, program)
                time.sleep(1.2)
                later(m)
                if also and not needs:
                    also(m)
                answer = m.ask("--pid", process)
                found = [finding["cause"] for finding in answer["findings"] if str(finding["cause"]).startswith("PROCESS")]
                self.assertEqual(found, [cause] if cause else [], answer["findings"])
                if cause == "PROCESS_BEFORE_UVM":
                    self.check_finding(answer, "problem", program, "start of the machine, install nvidia-modprobe, with")
                    m.write("root/usr/bin/nvidia-modprobe", "")
                    self.check_finding(m.ask("--pid", process), "problem", program, "the machine, let the service make the node: [Service] ExecStartPre=+/usr/bin/nvidia-modprobe")
                if cause:
                    self.check_finding(answer, "problem", program, f"process {process}, of the user ", "start it again")
                    self.assertNotIn(cause, str(m.ask(program)["findings"]))  # this user's own processes are asked about by number

    def test_started_before_with_a_gpu(self, m):
        """A process that has a GPU open has not missed the node of another one."""
        inside = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none /dev && touch /dev/kfd /dev/null && exec "$0" "$@" 3</dev/$NODE']
        tool.need(os.geteuid() == 0 and shutil.which("nsenter") and sandbox.works(["unshare", "-m", "true"]), "nobody may make a namespace here")
        m.driver("good")
        folder = m.loader("one")
        program = m.build("bin/program", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        for node, causes in ("kfd", []), ("null", ["PROCESS_BEFORE_NODE"]):
            with self.row(node):
                process = self.start(m, program, before=inside, env={"NODE": node})
                time.sleep(1.2)
                tool.need(sandbox.works(["nsenter", "-t", process, "-m", "test", "-x", TOOL["tool"]]), "this root is not that of its namespace")
                m.write("root/dev/kfd", "")
                answer = m.ask("--pid", process, before=["nsenter", "-t", process, "-m"])
                self.assertEqual([finding["cause"] for finding in answer["findings"] if finding["cause"]], causes, answer["findings"])
                os.remove(m.path("root/dev/kfd"))

    def test_limits_of_a_process(self, m):
        """The limits are those of the process."""
        m.driver("lcrash")
        program = m.build("bin/program", MAIN % ("", ""))
        driver = m.path("vendors/lcrash.icd")
        for before, about in [(["sh", "-c", 'ulimit -n 200; exec "$@"', "sh"], ["ulimit -n", driver]), ([], [driver])]:
            answer = m.ask("--pid", self.start(m, program, before=before), code=1)
            self.assertEqual([finding["about"] for finding in answer["findings"] if finding["level"] == "problem"], about)

    def test_library_of_a_driver_was_replaced(self, m):
        m.driver("good")
        folder = m.loader("one")
        m.build("one/libnvidia-opencl.so.1", "int driver(void) { return 1; }", shared=True)
        program = m.build("bin/program", LINKED + "int driver(void); int (*used)(void) = driver;", f"-L{folder}", "-l:libOpenCL.so.1",
                          "-l:libnvidia-opencl.so.1", f"-Wl,-rpath,{folder}")
        process = self.start(m, program)
        self.assertEqual([finding["cause"] for finding in m.ask("--pid", process)["findings"] if finding["cause"]], [])
        os.remove(m.path("one/libnvidia-opencl.so.1"))
        finding = self.check_finding(m.ask("--pid", process), "warning", program, "one/libnvidia-opencl.so.1 open, which was replaced or")
        self.assertEqual(finding["cause"], "PROCESS_REPLACED")

    def test_container(self, m):
        """A container has other files, but the doctor sees what it has open. The same if its root is a folder of its
        namespace."""
        namespace = ["unshare", "-m"]
        tool.need(shutil.which("unshare") and sandbox.works([*namespace, "true"]), "nobody may make a container here")
        folder, root = m.loader("one"), m.path("root")
        os.mkdir(root)
        program = m.build("bin/program", LINKED, f"-L{folder}", "-l:libOpenCL.so.1", f"-Wl,-rpath,{folder}")
        chroot = ["sh", "-c", 'mount --rbind / "$0" && exec chroot "$0" "$@"', root]
        over = ["sh", "-c", 'mount -t tmpfs none /opt && exec "$0" "$@"']
        service = ["sh", "-c", 'mount --bind /usr /usr && mount -o remount,bind,ro /usr && mount -t tmpfs none /mnt && exec "$0" "$@"']
        with self.row("service"):  # of systemd, with folders of its own that do not count
            process = self.start(m, program, before=namespace + service)
            self.assertEqual("sees other files" in str(m.ask("--pid", process)["findings"]), os.readlink(f"/proc/{process}/root") != "/")  # as in a chroot
        flatpak = ["sh", "-c", """mount -t tmpfs none "$0" && for part in /*; do
            if [ -L $part ]; then cp -a $part "$0"; elif [ -d $part ]; then mkdir "$0$part" && mount --rbind $part "$0$part"; fi; done
            printf "[Application]\nname=org.example.App\n" >"$0/.flatpak-info"; exec chroot "$0" "$@" """, root]
        for name, inside in ("namespace", namespace + over), ("root", namespace + chroot), ("flatpak", namespace + flatpak):
            with self.row(name):
                process = self.start(m, program, before=inside)
                answer = m.ask("--pid", process)
                self.assertEqual([loader["file"] for loader in answer["program"]["loaders"]],
                                 [os.path.realpath(f"{folder}/libOpenCL.so.1")])
                # This command's file is there in the namespace. In the root, another path leads to it.
                self.check_finding(answer, "note", program, "sees other files than this command",
                                   "flatpak run --env=OCL_ICD_VENDORS=/none org.example.App" if name == "flatpak" else
                                   f"sudo nsenter -t {process} -m {TOOL['tool']} doctor --pid {process}" if name == "namespace" and os.readlink(f"/proc/{process}/root") == "/"
                                   else "docker exec CONTAINER clrelay doctor")
                self.assertEqual(answer["loader"]["file"], os.path.realpath(BUILD.library))
                none = m.build(f"bin/none-{name}", named(f"{folder}/none/libOpenCL.so.1"))
                answer = m.ask("--pid", self.start(m, none, before=inside), code=None)
                self.assertEqual(answer["program"]["way"], "unknown")
                self.check_finding(answer, "note", none, "it has none open now, and sees other files")


if __name__ == "__main__":
    sandbox.main()
