# SPDX-License-Identifier: Apache-2.0
"""Each verdict of the loader has a remedy, and the usual ones show the right reason."""

import json
import os
import pwd
import re
import shlex
import shutil
import subprocess
import tempfile

import sandbox
import tool
from tool import BUILD, TOOL, native

with open(os.path.join(BUILD.source, "tools/report/remedies.h"), encoding="utf-8") as source:
    ROWS = re.findall(r'^REMEDY\((\w+), (\w+),\s*((?:"[^"\n]*"\s*)+|NULL)\)',
                      source.read(), re.M)
with open(os.path.join(BUILD.source, "loader/base/verdicts.h"), encoding="utf-8") as source:
    STANDINGS = dict(re.findall(r"^VERDICT\((\w+), (\w+),", source.read(), re.M))
TEXTS = {row[0]: "".join(re.findall(r'"([^"]*)"', row[2])) for row in ROWS}

if BUILD.windows:
    with open(os.path.join(BUILD.source, "tools/report/remedies_windows.h"), encoding="utf-8") as source:
        for name, lines in re.findall(r'^REMEDY\((\w+),\s*((?:"[^"\n]*"\s*)+)\)', source.read(), re.M):
            TEXTS[name] = "".join(re.findall(r'"([^"]*)"', lines))

HEADER_32 = b"\x7fELF\x01\x01\x01" + bytes(9) + b"\x03\x00\x03\x00" + bytes(100)
HEADER_ARM = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\xb7\x00" + bytes(100)
HEADER_S390 = b"\x7fELF\x02\x02\x01" + bytes(9) + b"\x00\x03\x00\x16" + bytes(100)


def is_foreign(header):
    """Tells whether this header is for another class, byte order or processor than the library's."""
    with open(BUILD.library, "rb") as file:
        own = file.read(20)
    return own[4:6] + own[18:20] != header[4:6] + header[18:20]


class Table(tool.Case):
    def test_every_verdict_has_a_row(self):
        self.assertEqual([row[0] for row in ROWS], list(BUILD.verdicts))
        self.assertGreater(len(ROWS), 40)

    def test_words_in_braces(self):
        for name, text in TEXTS.items():
            for word in re.findall(r"{(\w+)}", text):
                self.assertIn(word, ("library", "where", "place", "source", "message",
                                     "name", "kind", "correct", "remove"), name)

    def test_nothing_of_the_other_system(self):
        words = r"chmod|apt-get|ldd|ldconfig|/etc|sudo|kernel|\.so|libOpenCL" if BUILD.windows else \
            r"Device Manager|Windows(?! \w+ )|administrator|\.dll|tab Security"
        about_windows = ["UNREADABLE_KEY", "VALUE_NOT_DWORD", "VALUE_NOT_TEXT", "RESTART_NEEDED"]
        for name, text in TEXTS.items():
            if name not in about_windows:
                self.assertIsNone(re.search(words, text), name)

    def test_every_remedy_is_shown(self):
        """A made-up loader gives a report with each verdict."""
        for name, _, _ in ROWS:
            standing = STANDINGS[name]
            with self.row(name), tool.Machine() as m:
                kind = "layers" if name.startswith("LAYER_") else "drivers"
                directory = name in ("SEARCHED", "SEARCHED_BEFORE", "NO_DIRECTORY",
                                     "UNREADABLE_DIRECTORY", "NO_KEY", "UNREADABLE_KEY")
                candidate = {"source": "OCL_ICD_VENDORS", "library": "/lib/libx.so",
                             "manifest": "/etc/x.icd", "verdict": name, "message": "MESSAGE",
                             "text": BUILD.verdicts[name], "microseconds": 1, "file": None}
                if directory:
                    kind = "drivers"
                    candidate = {"source": "OCL_ICD_VENDORS", "path": "/etc/x", "verdict": name,
                                 "text": BUILD.verdicts[name], "message": None}
                elif kind == "drivers":
                    candidate["platforms"] = []
                member = "driver_directories" if directory else kind
                settings = [{"name": "OCL_ICD_SEARCH_ONLY", "value": "1", "origin": "environment"}]
                path = native(m.write("report", json.dumps({"schema": 1, "settings": settings,
                                                            member: [candidate]})))
                env = {"TOOL_REPORT": path, "COLUMNS": "80"}
                result = m.clrelay(kind, library=TOOL["fake_loader"], env=env, code=None)
                answer = m.json(kind, library=TOOL["fake_loader"], env=env, code=None)
                [shown] = answer[member]
                self.assertEqual(shown["standing"], standing.lower().replace("_", " "))
                self.check_width(result)
                if TEXTS[name]:
                    expected = TEXTS[name]
                    for word, value in [("library", candidate.get("library", "")),
                                        ("where", candidate.get("manifest", "/etc/x")),
                                        ("place", candidate.get("manifest", "/etc/x")),
                                        ("source", "OCL_ICD_VENDORS"), ("message", "MESSAGE"),
                                        ("correct", "correct the name in /etc/x.icd"),
                                        ("remove", "remove /etc/x.icd"), ("kind", kind[:-1]),
                                        ("name", "x")]:
                        expected = expected.replace("'{" + word + "}'", value).replace("{" + word + "}", value)
                    self.assertEqual(shown["remedy"], expected)
                    self.assertIn(expected, result.words)
                else:
                    self.assertIsNone(shown["remedy"])
                if shown["standing"] == "wrong":
                    self.assertEqual(result.code, 1)
                    self.assertIn(BUILD.verdicts[name], result.words)


class Reasons(tool.Case):
    """The usual cases, with the real loader. (test_windows.py has those of Windows.)"""

    def setUp(self):
        tool.need_linux("reasons")

    def check(self, m, verdict, standing, *parts, code=1, env=None, command="drivers"):
        answer = m.json(command, code=code, env=env)
        found = [candidate for candidate in answer["drivers"] + answer["driver_directories"]
                 if candidate["verdict"] == verdict]
        self.assertTrue(found, answer)
        self.assertEqual(found[0]["standing"], standing)
        said = f"{found[0]['reason']} {found[0]['remedy']}"
        for part in parts:
            self.assertIn(part, said)
        # The text on the screen says the same.
        result = m.clrelay(command, code=code, env=env)
        for part in parts:
            self.assertIn(" ".join(part.split()), result.words)

    def test_bare_name(self, m):
        m.icd("gone.icd", "libthereisnosuchdriver.so.1")
        self.check(m, "LIBRARY_MISSING", "wrong", "libthereisnosuchdriver.so.1",
                   "Searched: the cache of ldconfig, /lib, /usr/lib")
        self.check(m, "LIBRARY_MISSING", "wrong", "LD_LIBRARY_PATH (/nowhere:/else)",
                   env={"LD_LIBRARY_PATH": "/nowhere:/else"})

    def test_known_package(self, m):
        """The advice is this distribution's command, although the package may be installed. If that is unknown, it is
        Debian's."""
        conda = m.copy(BUILD.library, "conda/lib/libOpenCL.so.1")
        m.write("conda/conda-meta/history", "")
        for words, library, told in [
                ("", "/nowhere/libpocl.so.99", "PoCL (Debian: apt-get install --reinstall pocl-opencl-icd)"),
                ("ID=ubuntu\n", "libpocl.so.99", "PoCL (Ubuntu: apt-get install --reinstall pocl-opencl-icd)"),
                ("ID=ubuntu\n", "libnvidia-opencl.so.99", "NVIDIA's driver with OpenCL (Ubuntu: ubuntu-drivers install)"),
                ("ID=debian\n", "libnvidia-opencl.so.99", "NVIDIA's driver with OpenCL (Debian: apt-get install "
                 "--reinstall nvidia-opencl-icd, in non-free)"),
                ("ID=fedora\n", "/nowhere/intel/libigdrcl.so", "Intel's runtime (Fedora: dnf install intel-opencl)"),
                ("ID=fedora\n", "/nowhere/libMesaOpenCL.so.1", "Mesa's Clover"),
                ("ID=fedora\n", "libamdocl64.so", "ROCm's OpenCL (Fedora: dnf install rocm-opencl)"),
                ("ID=almalinux\nID_LIKE=rhel\n", "libpocl.so.99", "PoCL (RHEL: dnf install pocl, where EPEL has it)"),
                ("ID=manjaro\nID_LIKE=arch\n", "libRusticlOpenCL.so.9", "Mesa's rusticl (Arch: pacman -S opencl-mesa)"),
                ('ID="opensuse-leap"\n', "libpocl.so.99", "PoCL (openSUSE: zypper install --force pocl)"),
                ("conda", "libpocl.so.99", "PoCL (conda: conda install --force-reinstall -c conda-forge pocl)")]:
            with self.row((words, library)):
                m.icd("known.icd", library)
                m.write("root/etc/os-release", words)
                answer = m.json("drivers", "--root", m.path("root"), code=1,
                                library=conda if words == "conda" else BUILD.library)
                self.assertEqual(answer["drivers"][0]["remedy"], f"Install {told}. If the driver is no longer wanted, "
                                 f"remove {m.path('vendors/known.icd')}")

    def test_messages(self, m):
        """What dynamic linkers say, glibc's and musl's, of a library that they refuse."""
        refused, needs = "/lib/libx.so: ", "libn.so.1, which /lib/libx.so needs, is not found"
        limit = ["sh", "-c", 'ulimit -v 2000000; exec "$@"', "sh"]
        for message, part, before in [
                (refused + "version `X_2' not found (required by /opt/y.so)", "/opt/y.so needs version X_2 of /lib/libx.so, which", []),
                (refused + "version `GLIBC_9' not found (required by /opt/y.so)", "/opt/y.so needs version GLIBC_9 of the C library", []),
                (refused + "version `X_2' is bad (required by /opt/y.so)", None, []), (refused + "version `X_2' not found", None, []),
                (refused + "failed to map segment from shared object", "Neither a limit (ulimit -v) nor its file system", []),
                (refused + "failed to map segment from shared object", "may have 2000000 KiB of addresses (ulimit -v)", limit),
                (refused + "undefined symbol: foo_bar", "/lib/libx.so needs the symbol foo_bar,", []),
                ("Error relocating /lib/libx.so: foo_bar: symbol not found", "/lib/libx.so needs the symbol foo_bar,", []),
                ("Error relocating /lib/libx.so: unsupported relocation", None, []),
                ("libn.so.1: cannot open shared object file: No such file or directory", needs, []),
                ("libn'.so.1: cannot open shared object file: No such file or directory", "a search for files in your distribution", []),
                ("Error loading shared library libn.so.1: No such file or directory (needed by /opt/y.so)",
                 "libn.so.1, which /opt/y.so needs, is not found", []),
                ("Error loading shared library /lib/libx.so: No such file or directory", None, []),
                *((refused + words, advice, []) for words, advice in [
                    ("wrong ELF class: ELFCLASS32", "install the one for this architecture. (/lib/libx.so)"),
                    ("cannot enable executable stack as shared object requires", "forbids executable stacks"),
                    ("cannot allocate memory in static TLS block", "LD_PRELOAD set to its path"),
                    ("cannot open shared object file: Permission denied", "Make it readable"),
                    ("file too short", "It is damaged"), ("invalid ELF header", "It is damaged"), ("something else", None)])]:
            if before and BUILD.sanitizers:  # which reserve terabytes of addresses
                continue
            with self.row((message, before)):
                path = m.write("report", json.dumps({"schema": 1, "drivers": [
                    {"source": "OCL_ICD_VENDORS", "library": "/lib/libx.so", "manifest": "/etc/x.icd", "verdict": "LIBRARY_REFUSED",
                     "message": message, "text": "refused", "microseconds": 1, "file": None, "platforms": []}]}))
                [driver] = m.json("drivers", library=TOOL["fake_loader"], env={"TOOL_REPORT": path}, before=before, code=1)["drivers"]
                said = f"{driver['reason']} {driver['remedy']}"
                self.assertIn(part or TEXTS["LIBRARY_REFUSED"].split("{")[0], said)
                self.assertFalse(part and "Error relocating" in said)

    def test_other_architecture(self):
        for header, words in [(HEADER_32, "32-bit x86"), (HEADER_ARM, "64-bit ARM"),
                              (HEADER_S390, "S/390")]:
            with self.row(words), tool.Machine() as m:
                tool.need(is_foreign(header), "it is the library's own")
                m.driver("good")
                m.icd("foreign.icd", m.write("lib/libforeign.so", header))
                # A driver for another architecture is no problem.
                for command in ("drivers", "doctor"):
                    self.check(m, "LIBRARY_WRONG_ARCHITECTURE", "other architecture", words, code=0, command=command)

    def test_only_other_architectures(self, m):
        header = next(header for header in (HEADER_32, HEADER_ARM) if is_foreign(header))
        m.icd("foreign.icd", m.write("lib/libforeign.so", header))
        self.check(m, "LIBRARY_WRONG_ARCHITECTURE", "other architecture", code=1)
        finding = self.check_finding(m.json("doctor", code=1), "problem", "another architecture", "name ends in :i386")
        self.assertEqual(finding["cause"], "OTHER_ARCHITECTURE")

    def test_not_a_library(self, m):
        m.icd("text.icd", m.write("lib/libtext.so", "hello"))
        self.check(m, "LIBRARY_INVALID", "wrong", "libtext.so is damaged, or not a library")

    def build(self, m, name, code, *options):
        path = m.path("lib", name)
        os.makedirs(m.path("lib"), exist_ok=True)
        file = m.write(name + ".c", code)
        subprocess.run([*shlex.split(TOOL["compiler"]), "-shared", "-fPIC", "-o", path, file, *options],
                       check=True, capture_output=True)
        return path

    def test_undefined_symbol(self, m):
        library = self.build(m, "libbad.so",
                             "extern int nobody_has_this; int *x = &nobody_has_this;")
        m.icd("bad.icd", library)
        self.check(m, "LIBRARY_REFUSED", "wrong",
                   f"{library} needs the symbol nobody_has_this, which no library has",
                   "ldd -r")

    def test_symbol_of_a_library(self):
        """The finding names the library that should have the symbol, if the symbol's name tells it, and if only one
        needed library fits."""
        for symbol, needed, part in [
                ("_ZN3tbb6detail2r114notify_waitersEm", ["libtbb.so.12"], "a symbol of {lib}/libtbb.so.12: install another version"),
                ("_ZN3tbb6detail2r114notify_waitersEm", ["libtbbmalloc.so.2", "libtbb.so.12"], "a symbol of {lib}/libtbb.so.12:"),
                ("_ZNK3tbb1xEv", ["libother.so.1", "libtbbmalloc.so.2"], "a symbol of {lib}/libtbbmalloc.so.2:"),
                ("_ZTVN3tbb1xE", ["libtbb.so.2"], "a symbol of {lib}/libtbb.so.2:"),
                ("_ZNK3tbb1xEv", ["libmytbb.so.1", "libtbbmalloc.so.2"], None),
                ("_ZNK3tbb1xEv", ["libother.so.1"], None), ("_Z3tbbv", ["libtbb.so.12"], None),
                ("_ZN99999999999999999999tbbEv", ["libtbb.so.12"], None), ("_ZN", ["libtbb.so.12"], None),
                ("LLVMInitializeAVRTarget", ["libLLVM-15.so.1"], "a symbol of {lib}/libLLVM-15.so.1: install another version of that, usually "
                                                                "a newer one: LLVM 15"),
                ("hsa_new", ["libhsa-runtime64.so.1"], "a symbol of {lib}/libhsa-runtime64.so.1:"),
                ("tbb", ["libtbb.so.12"], None), ("nobody_has_this", ["libtbb.so.12"], None)]:
            with self.row((symbol, needed)), tool.Machine() as m:
                files = [self.build(m, name, "int x;", f"-Wl,-soname,{name}") for name in needed]
                library = self.build(m, "libbad.so", f"extern int {symbol}; int *y = &{symbol};", "-Wl,--no-as-needed", *files,
                                     f"-Wl,-rpath,{m.path('lib')}")
                m.icd("bad.icd", library)
                self.check(m, "LIBRARY_REFUSED", "wrong", f"{library} needs the symbol {symbol}, which no library has",
                           part.format(lib=m.path("lib")) if part else "install those that were built together")

    def test_needed_library(self, m):
        needed = self.build(m, "libneeded.so.7", "int needed(void) { return 0; }",
                            "-Wl,-soname,libneeded.so.7")
        library = self.build(m, "libbad.so",
                             "int needed(void); int x(void) { return needed(); }", needed)
        os.unlink(needed)
        m.icd("bad.icd", library)
        self.check(m, "LIBRARY_REFUSED", "wrong",
                   f"libneeded.so.7, which {library} needs, is not found",
                   "apt-file search libneeded.so.7")

    def test_version(self, m):
        tool.sandbox.need_glibc("versions of symbols that are looked at")
        script = m.write("map", "NEEDED_1 { needed; };\nNEEDED_2 { newer; };\n")
        code = "int needed(void) { return 0; }\nint newer(void) { return 0; }"
        needed = self.build(m, "libneeded.so.7", code, f"-Wl,--version-script={script}",
                            "-Wl,-soname,libneeded.so.7")
        library = self.build(m, "libbad.so", "int newer(void); int x(void) { return newer(); }",
                             needed, f"-Wl,-rpath,{m.path('lib')}")
        m.write("map", "NEEDED_1 { needed; };\n")
        self.build(m, "libneeded.so.7", "int needed(void) { return 0; }",
                   f"-Wl,--version-script={script}", "-Wl,-soname,libneeded.so.7")
        m.icd("bad.icd", library)
        self.check(m, "LIBRARY_REFUSED", "wrong", "NEEDED_2 of", "libneeded.so.7", library)

    def test_glibc_version(self, m):
        library = self.build(m, "libbad.so",
                             "#include <stdlib.h>\nvoid *x(void) { return malloc(1); }")
        with open(library, "rb") as file:
            content = file.read()
        version = re.search(rb"\0(GLIBC_2\.\d+(\.\d+)?)\0", content)
        tool.need(version, "the C library has no versions")
        # A hash of the version stands beside its name. The test changes both.
        old = version[1]
        new = b"GLIBC_9" + old[7:]

        def elf_hash(name):
            value = 0
            for byte in name:
                value = (value << 4) + byte
                value = (value ^ (value & 0xf0000000) >> 24) & 0x0fffffff
            return value.to_bytes(4, "little")
        tool.need(elf_hash(old) in content, "this is no little-endian machine")
        m.write("lib/libbad.so", content.replace(b"\0" + old + b"\0", b"\0" + new + b"\0")
                .replace(elf_hash(old), elf_hash(new)))
        m.icd("bad.icd", library)
        self.check(m, "LIBRARY_REFUSED", "wrong",
                   f"{library} needs version {new.decode()} of the C library", "newer system")

    def test_function_missing(self, m):
        m.icd("bad.icd", self.build(m, "libbad.so", "int x;"))
        self.check(m, "FUNCTION_MISSING", "wrong", "clGetExtensionFunctionAddress",
                   "is not a driver, or one")

    def test_manifests(self):
        rows = [("FILE_EMPTY", b"# nothing\n", "Write the name"),
                ("FILE_BINARY", b"a\0b", "UTF-16"),
                ("FILE_LONG_LINE", b"x" * 5000, "is not a manifest"),
                ("FILE_TOO_LARGE", b"#\n" * 40000, "is not a manifest")]
        for verdict, content, part in rows:
            with self.row(verdict), tool.Machine() as m:
                m.icd("bad.icd", content)
                self.check(m, verdict, "wrong", part)
        with tool.Machine() as m:
            os.mkfifo(m.path("vendors", "bad.icd"))
            self.check(m, "FILE_IS_FIFO", "wrong", "plain file")
        with tool.Machine() as m:
            os.symlink("/nowhere/else", m.path("vendors", "bad.icd"))
            self.check(m, "FILE_DANGLING_LINK", "wrong", "it points to /nowhere/else")
        with tool.Machine() as m:
            m.driver("good")
            m.icd("masked.icd", b"")
            self.check(m, "FILE_MASK", "off", code=0)

    def test_disabled(self, m):
        m.driver("good")
        m.driver("other")
        self.check(m, "DISABLED", "off", "disabled by OCL_ICD_DRIVERS_DISABLE = oth*",
                   "in the environment", code=0, env={"OCL_ICD_DRIVERS_DISABLE": "oth*"})
        self.check(m, "NOT_SELECTED", "off", "OCL_ICD_DRIVERS_SELECT = good", "add other ",
                   code=0, env={"OCL_ICD_DRIVERS_SELECT": "good"})
        self.check(m, "PLATFORM_DISABLED", "off", "OCL_ICD_PLATFORMS_DISABLE = *other*",
                   code=0, env={"OCL_ICD_PLATFORMS_DISABLE": "*other*"})
        path = m.write("config/OpenCL/loader.conf", "\nOCL_ICD_DRIVERS_DISABLE = other\n")
        self.check(m, "DISABLED", "off", f"({path}:2)", code=0)

    def test_hidden(self, m):
        m.driver("good", manifest="x.icd")
        m.write("later/x.icd", m.driver("other", manifest=False) + "\n")
        env = {"OCL_ICD_VENDORS": f"{m.vendors}:{m.path('later')}"}
        self.check(m, "HIDDEN", "off", m.path("vendors", "x.icd"), code=0, env=env)

    def test_missing_directory(self, m):
        m.driver("good")
        env = {"OCL_ICD_VENDORS": None, "OPENCL_VENDOR_PATH": m.path("nowhere")}
        self.check(m, "NO_DIRECTORY", "wrong", "OPENCL_VENDOR_PATH", env=env)

    def test_layers_of_the_variable(self):
        """The remedy speaks of a layer, and corrects the variable, because no file names the library."""
        for name, verdict, parts in [
                ("none.so", "LIBRARY_MISSING", ["Install what", "or correct OPENCL_LAYERS", "If the layer is no longer wanted, "
                                                "take", "out of OPENCL_LAYERS"]),
                ("text", "LIBRARY_INVALID", ["install the layer again, or correct OPENCL_LAYERS"]),
                ("lib/libx-good.so", "LAYER_FUNCTION", ["is not a layer: correct OPENCL_LAYERS"])]:
            with self.row(name), tool.Machine() as m:
                m.driver("good")
                m.write("text", "no library\n")
                answer = m.json("doctor", code=1, env={"OPENCL_LAYERS": m.path(name)})
                self.assertEqual([layer["verdict"] for layer in answer["layers"]], [verdict])
                [finding] = [finding for finding in answer["findings"] if finding["level"] == "problem"]
                for part in parts:
                    self.assertIn(part, finding["remedy"])
                self.assertNotIn("driver", finding["remedy"])

    def test_folder_in_a_manifest(self, m):
        m.icd("folder.icd", m.path("home"))
        os.makedirs(m.path("home"), exist_ok=True)
        self.check(m, "LIBRARY_INVALID", "wrong", f"it is a folder, and not a library: {m.path('home')}",
                   f"correct the name in {m.path('vendors', 'folder.icd')}")

    def test_the_loader_itself(self, m):
        m.icd("loader.icd", BUILD.library)
        self.check(m, "ITSELF", "wrong", "is not a driver: remove " + m.path("vendors", "loader.icd"))

    def test_untrusted(self):
        # Others may write to this part of the path, or a stranger owns it. The finding is about that part.
        for part in "OpenCL/vendors/user.icd", "OpenCL/vendors", "OpenCL", "":
            with self.subTest(part), tool.Machine() as m:
                library = m.driver("good")
                m.write("config/OpenCL/vendors/user.icd", library + "\n")
                path, env = m.path("config", part).rstrip("/"), {"OCL_ICD_VENDORS": f"{m.vendors}:"}
                os.chmod(path, os.stat(path).st_mode | 0o006)
                self.check(m, "UNTRUSTED_RIGHTS", "wrong", path, "belongs to", f"chmod go-w {path}",
                           env=env)
                os.chmod(path, os.stat(path).st_mode & ~0o006)
                if os.geteuid() == 0:
                    os.chown(path, 12345, -1)
                    self.check(m, "UNTRUSTED_OWNER", "wrong", path, "12345", "sudo -H", "OCL_ICD_VENDORS",
                               env=env)
                    os.chown(path, 0, -1)
                if os.path.isdir(path):
                    os.chmod(path, 0o1777)
                    self.check(m, "UNTRUSTED_SHARED", "wrong", path, "mode 1777", "no link", "OCL_ICD_VENDORS", env=env)

    def test_hidden_by_the_user(self):
        """The note says that the user's own file hides the driver, and names both files. The file may be empty."""
        for content in "x", "":
            with self.subTest(content), tool.Machine() as m:
                m.driver("good", "x.icd")
                mask = m.write("config/OpenCL/vendors/x.icd", content and m.driver("good", False) + "\n")
                # The system's folder, in the order of the default folders.
                env = {"OCL_ICD_VENDORS": None, "LD_LIBRARY_PATH": m.path("tree/lib")}
                m.copy(os.path.realpath(BUILD.library), "tree/lib/libOpenCL.so.1")
                hidden = m.write("tree/etc/OpenCL/vendors/x.icd", "libsomething.so\n")
                library = m.path("tree/lib/libOpenCL.so.1")
                text = m.clrelay("drivers", library=library, env=env, code=None).words
                for part in hidden, f"of the same name: {mask}", f"own file: {mask}":
                    self.assertIn(part, text)
                text = m.clrelay("doctor", library=library, env=env, code=None).words
                self.assertIn(f"Note: {hidden}: hidden by the user's own file of the same name: "
                              f"{mask}", text)

    def test_untrusted_settings(self, m):
        """Each command that shows drivers or settings names the file and the remedy."""
        m.driver("good")
        path = m.loader_conf("OCL_ICD_PLATFORM_SORT = none\n")
        folder = m.path("config/OpenCL/vendors")
        os.makedirs(folder)
        for place in path, folder:
            os.chmod(place, os.stat(place).st_mode | 0o002)
        for command in "settings", "drivers", "doctor":
            text = m.clrelay(command, env={"OCL_ICD_VENDORS": f"{m.vendors}:"}, code=None).words
            for place in path, folder:
                self.assertIn(f"chmod go-w {place}", text)

    def test_icd_extension(self, m):
        fake = os.path.join(BUILD.fakes, "libfake_no_icd.so")
        tool.need(os.path.exists(fake), "the fake drivers are not built")
        m.icd("old.icd", fake)
        self.check(m, "PLATFORM_NO_ICD", "wrong", "OCL_ICD_ASSUME_ICD_EXTENSION=1")
        m.clrelay("drivers", env={"OCL_ICD_ASSUME_ICD_EXTENSION": "1"})

    def test_intel_without_a_gpu(self, m):
        """Intel's driver reports a lack of memory if it finds no GPU."""
        path = os.path.join(BUILD.fakes, "libfake_listing_no_memory.so")
        tool.need(os.path.exists(path), "Windows has another driver")
        m.icd("intel.icd", m.copy(path, "lib/libigdrcl.so"))
        self.check(m, "PLATFORMS_FAILED", "wrong", "finds no GPU that it can use", "clrelay disable intel")

    def test_fakes(self):
        """The faults of the other fake drivers."""
        rows = [("listing_fails", "PLATFORMS_FAILED", "a mistake of the driver"),
                ("listing_fails", "PLATFORMS_FAILED", "returned -30 (CL_INVALID_VALUE)"),
                ("listing_no_memory", "PLATFORMS_FAILED", "returned -6 (CL_OUT_OF_HOST_MEMORY)"),
                ("listing_no_memory", "PLATFORMS_FAILED", "more free memory"),
                ("listing_huge_count", "PLATFORMS_IMPLAUSIBLE", "vendor"),
                ("listing_none", "NO_PLATFORMS", "no device that it can use"),
                ("table_none", "PLATFORM_NO_TABLE", "does not support loaders"),
                ("listing_null", "PLATFORM_NULL", "vendor"),
                ("extensions_fails", "PLATFORM_NO_EXTENSIONS", "OCL_ICD_ASSUME_ICD_EXTENSION=1"),
                ("suffix_fails_answer", "PLATFORM_NO_SUFFIX", "vendor")]
        for fake, verdict, part in rows:
            path = os.path.join(BUILD.fakes, f"libfake_{fake}.so")
            if not os.path.exists(path):
                continue
            with self.row(fake), tool.Machine() as m:
                m.icd("bad.icd", path)
                self.check(m, verdict, "wrong", part)
                self.check_finding(m.json("doctor", code=1), "problem", "bad.icd", part)


@tool.unittest.skipUnless(os.geteuid() == 0 and shutil.which("setpriv"),
                          "only root can become somebody else")
class Rights(Reasons):
    """Files that an ordinary user may not use."""

    nobody = tuple(sandbox.AS_NOBODY)

    def setUp(self):
        super().setUp()
        self.folder = tempfile.mkdtemp(prefix="clrelay-")
        os.chmod(self.folder, 0o755)
        # The build may be in a folder that other users may not enter.
        self.tool = tool.copy_for_all(TOOL["tool"], self.folder)
        self.library = tool.copy_for_all(BUILD.library,
                                         os.path.join(self.folder, "libOpenCL.so.1"))
        self.before, TOOL["tool"] = TOOL["tool"], self.tool

    def tearDown(self):
        TOOL["tool"] = self.before
        shutil.rmtree(self.folder)

    def check_as_nobody(self, m, verdict, *parts):
        for command in ("drivers", "doctor"):
            result = m.clrelay(command, "--json", before=self.nobody, library=self.library, code=1)
            answer = result.json()
            [candidate] = [candidate for candidate in answer["drivers"] + answer["driver_directories"]
                           if candidate["verdict"] == verdict]
            for part in parts:
                self.assertIn(part, f"{candidate['reason']} {candidate['remedy']}")

    def test_library(self, m):
        library = m.driver("good")
        os.chmod(library, 0o600)
        self.check_as_nobody(m, "LIBRARY_UNREADABLE", f"{library} has mode 0600",
                             f"belongs to {pwd.getpwuid(0).pw_name}", f"chmod a+r {library}")

    def test_folder_of_the_library(self, m):
        m.driver("good", folder="deep/er/lib")
        os.chmod(m.path("deep"), 0o700)
        self.check_as_nobody(m, "LIBRARY_UNREADABLE", f"{m.path('deep')} has mode 0700", f"Let the users of OpenCL enter the folder: chmod a+x {m.path('deep')}")

    def test_home(self, m):
        """A home is not opened for others."""
        tool.need(not os.stat("/root").st_mode & 0o005, "all may enter /root")
        m.icd("x.icd", "/root/libx.so")
        self.check_as_nobody(m, "LIBRARY_UNREADABLE", "/root has mode", "Not all users may enter /root: put what they are to use into another folder")

    def test_manifest(self, m):
        m.driver("good")
        os.chmod(m.path("vendors", "good.icd"), 0o600)
        self.check_as_nobody(m, "FILE_UNREADABLE", "has mode 0600", "chmod a+r")

    def test_directory(self, m):
        m.driver("good")
        os.chmod(m.vendors, 0o700)
        self.check_as_nobody(m, "UNREADABLE_DIRECTORY", "has mode 0700", "chmod a+rx")


# Removes the inherited tests, which need not run as another user.
for inherited in [name for name in dir(Reasons) if name.startswith("test_")]:
    if inherited not in vars(Rights):
        setattr(Rights, inherited, None)
