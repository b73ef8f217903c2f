# SPDX-License-Identifier: Apache-2.0
"""What the tests of the exported functions' machine code share: they run tools, and compile the loader."""

import os
import re
import shutil

import sandbox
from sandbox import BUILD, need, run, works

BUILD.add("dispatch/machine_code")
BUILD.assembler = BUILD.assembler == "1"
BUILD.hardened = BUILD.hardened == "1"
BUILD.loader = os.path.join(BUILD.source, "loader")
BUILD.test = os.path.join(BUILD.source, "test")
BUILD.host = os.uname().machine
BUILD.optimised = BUILD.build_type in ("Release", "RelWithDebInfo", "MinSizeRel")
BUILD.opencl = next((folder for folder in [*BUILD.headers.split(":"), "/usr/include", "/usr/local/include"]
                     if os.path.exists(os.path.join(folder, "CL", "cl_icd.h"))), None)

__all__ = ["BUILD", "Case", "Compiled", "by_handle", "environment", "exported", "fake", "instructions",
           "native", "need", "run", "tool", "works"]


def native():
    """Skips a test in a build with sanitizers, or for another machine."""
    need(not BUILD.sanitizers, "the sanitizers' code is in the way")
    need(not BUILD.foreign, "the tools are for this machine, and the library is for another")


def tool(name):
    found = shutil.which(name) if name else None
    need(found, f"{name or 'a tool'} is missing")
    return found


def environment(fakes=(), **more):
    env = sandbox.clean_environment()
    env["OCL_ICD_VENDORS"] = BUILD.nowhere
    if fakes:
        env["OCL_ICD_FILENAMES"] = ":".join(fakes)
    return env | more


def fake(name, folder=None):
    return os.path.join(folder or BUILD.fakes, f"libfake_{name}.so")


def exported(library):
    """Returns the dynamic symbols that a library defines, with their versions."""
    symbols = set()
    for line in run([tool(BUILD.readelf), "-W", "--dyn-syms", library]).splitlines():
        found = re.match(r"\s+\d+: \S+\s+\d+ \w+\s+(?:GLOBAL|WEAK)\s+DEFAULT\s+(?:\[.*\]\s+)?"
                         r"(\d+) (\S+)", line)
        if found:
            symbols.add(found[2])
    return symbols


def by_handle():
    """Returns the by-handle functions that the library exports."""
    with open(os.path.join(BUILD.loader, "api", "entry_points.h"), encoding="utf-8") as file:
        rows = re.findall(r"^BY_(?:HANDLE|PLATFORM)\(\w+, [^,]+, (\w+),", file.read(), re.M)
    known = {symbol.split("@")[0] for symbol in exported(BUILD.library)}
    return [row for row in rows if row in known]


def instructions(objdump, library):
    """Returns the instructions of each function of a library, as lists of texts, by name."""
    functions, now = {}, None
    for line in run([objdump, "-d", "--no-show-raw-insn", library]).splitlines():
        head = re.match(r"[0-9a-f]+ <([^>]+)>:", line)
        if head:
            # objdump prints versions with the names, and only one of two names for one place.
            now = functions.setdefault(head[1].split("@")[0].removesuffix("_entry"), [])
        elif now is not None and "\t" in line:
            text = re.sub(r"\s+", " ", line.split("\t", 1)[1]).strip()
            now.append(text.split(" #")[0].split(" //")[0])
    return functions


# A symbol that start-up files define.
HANDLE = '__attribute__((visibility("hidden"))) void *__dso_handle = &__dso_handle;\n'


class Compiled:
    """The loader's sources, compiled in a folder with other options."""

    def __init__(self, folder, compiler, flags, static=False):
        self.folder, self.compiler, self.flags = folder, compiler, flags
        self.objects = []
        for source in BUILD.sources:
            if static and source.endswith("linux/unload.c"):
                continue
            made = os.path.join(folder, os.path.basename(source) + ".o")
            self.objects.append(made)
            self.compile(source, made, ["-DCLRELAY_STATIC"] if static else [])

    def compile(self, source, made, more=(), definitions=True):
        language = [] if source.endswith(".S") else ["-std=c11"]
        run([self.compiler, *language, "-O2", "-fPIC", "-fvisibility=hidden", *self.flags,
             *(f"-D{one}" for one in (BUILD.definitions if definitions else [])), *more,
             f"-I{os.path.join(BUILD.source, 'include')}", f"-I{BUILD.loader}",
             *self.headers(), "-c", source,
             "-o", made], limit=300)

    def headers(self):
        """Makes a folder with nothing but OpenCL's headers. Their own folder may contain headers of another machine."""
        need(BUILD.opencl, "OpenCL's headers are not in a folder of their own")
        own = os.path.join(self.folder, "headers")
        if not os.path.exists(own):
            os.mkdir(own)
            os.symlink(os.path.join(BUILD.opencl, "CL"), os.path.join(own, "CL"))
        return ["-isystem", own]

    def handle(self):
        """Compiles an object with the symbol that start-up files define, for links without them."""
        source = os.path.join(self.folder, "handle.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(HANDLE)
        made = source[:-1] + "o"
        self.compile(source, made, definitions=False)
        return made

    def link(self, name, *options):
        """Links another libOpenCL.so.1, in a folder of this name."""
        library = os.path.join(self.folder, name, "libOpenCL.so.1")
        os.makedirs(os.path.dirname(library), exist_ok=True)
        run([self.compiler, *self.flags, "-O2", "-shared", "-Wl,-soname,libOpenCL.so.1",
             f"-Wl,--version-script={os.path.join(BUILD.loader, 'linux', 'exports.map')}",
             "-Wl,-z,relro", "-Wl,-z,now", *options, *self.objects, "-o", library], limit=300)
        return library

    def program(self, name, sources, *options, definitions=()):
        """Builds a test program, or with -shared a fake driver."""
        made = os.path.join(self.folder, name)
        run([self.compiler, "-std=gnu11", "-D_GNU_SOURCE", "-O1", *self.flags, "-fPIC",
             *(f"-D{one}" for one in definitions), f"-I{BUILD.test}", f"-I{BUILD.loader}",
             f"-I{os.path.join(BUILD.source, 'ext')}", *self.headers(), *(os.path.join(BUILD.test, source) for source in sources), *options,
             "-lpthread", "-ldl", "-o", made], limit=300)
        return made


class Case(sandbox.Case):
    def setUp(self):
        self.folder = self.make_folder()

    def sub(self, name):
        path = os.path.join(self.folder, name)
        os.mkdir(path)
        return path

    def built(self, name, *options):
        """Builds the library with these options. Returns CMake's output, and the library."""
        folder = self.sub(name)
        told = run([BUILD.cmake, "-S", BUILD.source, "-B", folder, "-G", BUILD.generator,
                    "-DBUILD_TESTING=OFF", "-DCMAKE_BUILD_TYPE=Debug", *options], limit=300)
        run([BUILD.cmake, "--build", folder, "--target", "OpenCL"], limit=300)
        return told, os.path.join(folder, "loader", "libOpenCL.so.1")

    def start_files(self, compiler, *flags):
        """Makes a folder of start-up files compiled with these flags, for the compiler's option -B."""
        folder = self.sub("start")
        for name, text in {"crti": "", "crtbeginS": HANDLE, "crtendS": "", "crtn": ""}.items():
            source = os.path.join(folder, name + ".c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            run([compiler, *flags, "-fPIC", "-c", source, "-o", source[:-1] + "o"])
        return folder

    def check_library(self, library):
        """Checks that the programs of ../ pass with this library instead of the build's own."""
        env = {"LD_PRELOAD": library}
        used = run([BUILD.forwarding], environment(LD_TRACE_LOADED_OBJECTS="1", **env))
        self.assertIn(library, used)
        self.assertNotIn(os.path.dirname(BUILD.library), used)
        run([BUILD.forwarding], environment([fake("a"), fake("b")], **env))
        run([BUILD.null_handles], environment(**env))
        run([BUILD.null_slots], environment([fake("null_slots_all")], **env))
