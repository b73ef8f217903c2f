# SPDX-License-Identifier: Apache-2.0
"""clrelay test: what each device computes, beside drivers that fail in every way."""

import os
import subprocess
import sys

import sandbox
import tool
from tool import BUILD, TOOL, native

CRASH = "exit code 3" if BUILD.windows else "SIGABRT"


def demo_path(quirk):
    return os.path.join(os.path.dirname(TOOL["driver"]), f"libdemo_{quirk}{BUILD.library_ending}")


def demo(m, *quirks, manifest=None):
    """Installs drivers with .icd files in this order: "good", or a quirk of tools/demo/driver.c."""
    for number, quirk in enumerate(quirks):
        path = TOOL["demo_driver"] if quirk == "good" else demo_path(quirk)
        m.icd(manifest or f"{number}-{quirk}.icd", native(m.copy(path, f"lib/lib{number}-{quirk}.so")))


def results(answer):
    return [device["test"]["result"] for platform in answer["platforms"] for device in platform["devices"]]


class Compute(tool.Case):
    def test_right(self, m):
        demo(m, "good")
        result = m.clrelay("test", env={"COLUMNS": "80"})
        self.check_width(result)
        for part in ["Platform 0: clrelay's demo driver", "Device 0: the processor, called directly",
                     "CPU, 1 compute unit, 64.0 MiB of memory", "no compiler; native kernel run in ",
                     ": 65536 numbers right", "1 platform, 1 device: 1 right, 0 failed."]:
            self.assertIn(part, result.words)
        answer = m.json("test")
        test = answer["platforms"][0]["devices"][0]["test"]
        self.assertEqual((test["result"], test["numbers"], test["wrong"], test["native"], test["end"]),
                         ("right", 65536, 0, True, "well"))
        self.assertIsNone(test["build_microseconds"])
        self.assertGreaterEqual(test["run_microseconds"], 0)

    # The driver's quirk, the result, and what the command says.
    bad = [("wrong", "wrong", "1 of 65536 numbers WRONG"),
           ("dies", "failed", CRASH),
           ("hangs", "failed", "hangs: it was stopped after"),
           ("fails", "failed", "FAILED: clEnqueueNativeKernel returned CL_OUT_OF_RESOURCES"),
           ("build_fails", "failed", "FAILED: clBuildProgram returned CL_BUILD_PROGRAM_FAILURE "
                                     "line 1: no line 2: \\x1b[31mno")]

    def test_folder_that_the_driver_needs(self):
        """Without a folder to which it can write, PoCL builds nothing, or has no device."""
        tool.need_linux("folders")
        for cache, words in [("/proc/none", "The driver can't write to /proc/none, where it keeps what it builds"), ("/tmp", "")]:
            for library in "libpocl.so.2", "libother.so":
                with self.row((cache, library)), tool.Machine() as m:
                    m.icd("x.icd", m.copy(demo_path("build_fails"), library))
                    said = m.clrelay("test", code=1, env={"POCL_CACHE_DIR": cache}).words
                    self.assertIn("CL_BUILD_PROGRAM_FAILURE", said)
                    self.assertEqual(bool(words) and words in said, bool(words) and "pocl" in library, said)
                    self.assertEqual("POCL_CACHE_DIR" in said, bool(words) and "pocl" in library)
        with tool.Machine() as m:
            m.icd("x.icd", m.driver("nodevices", manifest=False, folder="libpocl.so"))
            for off in None, "0":  # PoCL needs the folder also if it keeps nothing there
                with self.row(off):
                    said = m.clrelay("test", code=1, env={"POCL_CACHE_DIR": "/proc/none", "POCL_KERNEL_CACHE": off}).words
                    self.assertIn("no devices The driver has no device, because it can't write to /proc/none", said)

    # The driver's quirk, its output and its library; the cause; what the finding says; and output and library of a
    # neighbour, which must not have this cause.
    builds = [
        ("dies", 'error: unable to execute command: Executable "ld" doesn\'t exist!\nFinal linking of kernel x failed.', "libx.so",
         "LINKER_MISSING", "needs a linker to build kernels, and finds no ld in the folders of PATH", ("a kernel dies", "libx.so")),
        ("dies", "/usr/bin/ld: cannot find -lm: No such file or directory\nerror: linker command failed", "libx.so",
         "LINKER_NO_LIBC", "the linker (ld) does not find libm.so, a file of the C library", ("cannot find -lmore", "libx.so")),
        ("dies", "ld.lld: error: unable to find library -lc\nerror: linker command failed", "libx.so",
         "LINKER_NO_LIBC", "the linker (ld) does not find libc.so, a file of the C library", ("cannot find -lc_nonshared", "libx.so")),
        ("build_fails", "error: unknown target CPU 'generic'", "libpocl.so.2",
         "POCL_OLD", "this PoCL's LLVM does not know this processor, and calls it generic", ("error: unknown target CPU 'generic'", "libx.so")),
        ("build_fails", "error: unknown target CPU 'sm_86'", "libpocl.so.2",
         "POCL_GPU_OLD", "does not know this GPU, and calls it sm_86", ("error: unknown target CPU 'sm_86'", "libx.so")),
        ("dies", "Kernel library file HERE/clc/../kernel-x.bc doesn't exist.", "libpocl.so.2",
         "POCL_NO_KERNELS", "/kernel-x.bc, a file of PoCL", ("Kernel library file HERE/clc/other.bc doesn't exist.", "libpocl.so.2")),
        ("dies", "Kernel library file HERE/kernel-x.bc doesn't exist.", "libx.so", None, "It says: Kernel library file", None),
        ("dies", "Kernel library file HERE/kernel-x.bc\nX doesn't exist.", "libpocl.so.2", None, "It says: X doesn't exist.", None),
        ("dies", "/tmp/none/x.so: failed to map segment from shared object", "libpocl.so.2",
         "CACHE_REFUSED", "the system does not let it execute files of /tmp, ", ("x.so: failed to map segment from shared object", "libpocl.so.2")),
        # Too little memory; output that only begins like a known one.
        ("dies", "/tmp/none/x.so: failed to map segment from shared object: Cannot allocate memory", "libpocl.so.2", None, "cannot run a kernel", None),
        ("dies", ": failed to map segment from shared object", "libpocl.so.2", None, "cannot run a kernel", None),
        ("build_fails", "fatal error: cannot open file '/tmp/clc/gfx1031-amdgcn-mesa-mesa3d.bc': No such file or directory", "libMesaOpenCL.so.1",
         "CLOVER_GPU", "with libclc, does not support this GPU. There is no /tmp/clc/gfx1031", ("fatal error: cannot open file '/tmp/x.bc'", "libx.so")),
        ("build_fails", "fatal error: cannot open file '/tmp/clc/tahiti-amdgcn-mesa-mesa3d.bc': No such file or directory", "libMesaOpenCL.so.1",
         "CLOVER_LIBCLC", "there is no /tmp/clc/tahiti-amdgcn-mesa-mesa3d.bc, a file of libclc", None),
        ("build_fails", "fatal error: cannot open file 'HERE/clc/tahiti-amdgcn-mesa-mesa3d.bc': No such file or directory", "libMesaOpenCL.so.1",
         "CLOVER_GPU", "with libclc, does not support this GPU", ("fatal error: cannot open file 'HERE/clc/other.bc'", "libMesaOpenCL.so.1")),
        ("build_fails", "<built-in>:1:10: fatal error: 'opencl-c.h' file not found", "libx.so",
         "CLANG_HEADERS", "does not find its own header opencl-c.h", ("fatal error: 'my.h' file not found", "libx.so")),
        ("build_fails", "fatal error: malformed AST file: 'could not find file 'HERE/clc/none/../x.h' referenced by AST file 'y.pch''", "libamdocl64.so",
         "CLANG_FILE", "/clc/none, which is not there", ("fatal error: 'could not find file 'HERE/clc/other.bc' referenced", "libx.so")),
        ("build_fails", "fatal error: 'could not find file 'clc/none' referenced", "libx.so", None, "It says: fatal error", None),
        ("build_fails", "clang: error: cannot find ROCm device library; provide its path", "libamdocl64.so",
         "ROCM_DEVICE_LIBRARY", "does not find ROCm's device library", None),
        ("fails", "", "libx.so", "GPU_MEMORY", "cannot run a kernel: clEnqueueNativeKernel returned CL_OUT_OF_RESOURCES", None),
        ("dies", "x: /a/b/common.c:1: f: Assertion `run.wg / 2 != 0' failed.", "libx.so", None, "It says: common.c:1: f: Assertion `run.wg / 2 != 0' failed.", None),
        # No row has the cause. The finding quotes the line that tells most.
        ("build_fails", "stage 1\nerror: no such stage\nend", "libx.so", None, "returned CL_BUILD_PROGRAM_FAILURE. It says: error: no such stage", None),
        ("dies", "terminate called after throwing an instance of 'std::runtime_error'\n  what():  Failed to enable it", "libx.so", None, "It says:   what():  Failed to", None),
        ("build_fails", "WARNING: unsupported\nwarning: unknown\nError: undefined function", "libx.so", None, "It says: Error: undefined function", None),
        ("build_fails", f"error: {53 * 'x'}", "libx.so", None, f"error: {53 * 'x'}", None),
        ("build_fails", f"error: {54 * 'x'}", "libx.so", None, f"error: {53 * 'x'}...", None),
        ("wrong", "", "libx.so", None, "computes wrong: 1 of 65536 numbers", None),
        ("dies_late", "", "libx.so", None, "processor, called directly, and computes right, but ", None),
    ]

    def trial(self, quirk, says, library, env=None, before=(), files=()):
        """Returns the doctor's problems with this driver, and what `clrelay test` says."""
        with tool.Machine() as m:
            m.icd("x.icd", native(m.copy(demo_path(quirk), f"lib/{library}")))
            os.makedirs(m.path("home/.cache/pocl/kcache"), exist_ok=True)
            for path in ("clc/other.bc", *files):  # HERE is the machine's folder
                m.write(path, "")
            env = {**({"DEMO_SAYS": says.replace("HERE", m.root)} if says else {}), **(env or {})}
            answer = m.json("doctor", code=1, env=env, before=before)
            said = m.clrelay("test", code=1, env={**env, "COLUMNS": "80"}, before=before)
            self.check_width(said)
            return [finding for finding in answer["findings"] if finding["level"] == "problem"], said.words

    def test_builds(self):
        """A driver lists a device but runs no kernel there. The doctor tries one and says why it fails; `test` says the
        same."""
        tool.need_linux("causes")
        for quirk, says, library, cause, words, neighbour in self.builds:
            with self.row(cause or words):
                problems, said = self.trial(quirk, says, library)
                self.assertEqual([problem["cause"] for problem in problems], [cause], problems)
                self.assertIn(words, problems[0]["text"])
                self.assertIn("lists the processor, called directly, and ", problems[0]["text"])
                if cause:
                    self.assertIn(words, said)
                # `test` has all that the driver says, also where the doctor's line is too long for that.
                for line in says.splitlines() if "HERE" not in says else []:
                    self.assertIn(" ".join(line.split()), said)
                if neighbour:
                    problems, said = self.trial(quirk, *neighbour)
                    self.assertEqual([problem["cause"] for problem in problems], [None], problems)
                    self.assertNotIn(words, said)

    def test_state(self):
        """A driver none of whose devices runs a kernel has not worked."""
        for quirk, state, count in ("wrong", "FAILED", 0), ("good", "works", 1):
            with self.row(quirk), tool.Machine() as m:
                demo(m, quirk)
                words = m.clrelay("doctor", code=1 - count).words
                self.assertRegex(words, rf"separately {state} [\d.]+ m?s ")
                self.assertIn(f"Drivers that work: {count} of 1. Devices: 1.", words)

    def test_left_over(self, m):
        """AMD's older driver has the processor, too, also where its GPU is gone."""
        tool.need_linux("causes")
        m.icd("x.icd", native(m.copy(demo_path("build_fails"), "lib/libamdocl64.so")))
        for vendor, there in ("0x10de", False), ("0x1002", True):
            with self.row(vendor):
                for name, text in ("vendor", vendor), ("device", "0x1234"), ("class", "0x030000"), ("uevent", "DRIVER=x"):
                    m.write(f"root/sys/bus/pci/devices/0000:65:00.0/{name}", text + "\n")
                said = str(m.json("doctor", code=1)["findings"])
                self.assertEqual("it is for GPUs that are not here" in said, not there, said)
                self.assertEqual("If the driver is left over from another GPU, leave it out: clrelay disable x" in said, not there, said)

    def test_beside_a_missing_gpu(self, m):
        """That a GPU is missing does not explain why another device runs no kernel, whichever loader there is."""
        tool.need_linux("causes")
        m.icd("x.icd", native(m.copy(demo_path("build_fails"), "lib/libx.so")))
        for name, text in ("vendor", "0x1002"), ("device", "0x744c"), ("class", "0x030000"), ("uevent", "DRIVER=amdgpu"):
            m.write(f"root/sys/bus/pci/devices/0000:65:00.0/{name}", text + "\n")
        for library in BUILD.library, m.unreported():
            found = m.json("doctor", code=1, env={"DEMO_SAYS": "no"}, library=library)["findings"]
            said = [finding["text"] for finding in found if finding["level"] == "problem"]
            self.assertEqual([any(part in text for text in said) for part in ("no platform lists it", "clBuildProgram returned")], [True, True], said)

    def test_rusticl_of_newer_mesa(self):
        """rusticl is named as a driver to install only if the installed Mesa may have it."""
        tool.need_linux("causes")
        says = "fatal error: cannot open file '/tmp/clc/gfx1031-amdgcn-mesa-mesa3d.bc': No such file or directory"
        for version, newer in ("Mesa 22.2.5 x", True), ("Mesa 22.3.0", False), ("Mesa 9.0", True), ("Mesa 24.0.1", False), ("Mesa git", False), ("demo", False):
            with self.row(version):
                [problem], _ = self.trial("build_fails", says, "libMesaOpenCL.so.1", {"DEMO_VERSION": version})
                self.assertEqual("since 22.3" in problem["remedy"], newer)
                self.assertEqual(f"which Mesa has since 22.3 (this is {version.split()[-1 - (' x' in version)]})" in problem["remedy"], newer, problem)

    def test_override(self):
        tool.need_linux("causes")
        for value, cause in ("10.3.0", "AMD_OVERRIDE"), ("", None):
            with self.row(value):
                for quirk, words in ("build_fails", "runs no kernel" if cause else "CL_BUILD_PROGRAM_FAILURE"), ("wrong", "and computes wrong: 1 of 65536"):
                    [problem], _ = self.trial(quirk, "", "libamdocl64.so", {"HSA_OVERRIDE_GFX_VERSION": value})
                    self.assertEqual(problem["cause"], cause)
                    self.assertIn(words, problem["text"])
                    self.assertEqual("Unset HSA_OVERRIDE_GFX_VERSION" in problem["remedy"], value != "")

    def test_old_processor(self):
        tool.need_linux("causes")
        for flags, library, cause in [("fpu sse4_1", "libintelocl.so", "INTEL_CPU_SSE"), ("fpu sse4_1 sse4_2", "libintelocl.so", None),
                                      (None, "libintelocl.so", None), ("fpu sse4_1", "libother.so", None)]:
            with self.row((flags, library)), tool.Machine() as m:
                m.icd("x.icd", native(m.copy(demo_path("build_fails"), f"lib/{library}")))
                m.write("root/proc/cpuinfo", "processor\t: 0\n" + (f"flags\t\t: {flags}\n" if flags else ""))
                answer = m.json("doctor", code=1)
                [problem] = [finding for finding in answer["findings"] if finding["level"] == "problem"]
                self.assertEqual(problem["cause"], cause, problem)
                if cause:
                    self.check_finding(answer, "problem", "x.icd", "clBuildProgram returned CL_BUILD_PROGRAM_FAILURE. Most versions of Intel's runtime for processors need SSE 4.2",
                                       "Use another driver for the processor: PoCL")

    def test_cache_without_execution(self):
        tool.need_linux("causes")
        mount = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o noexec none /media && exec "$@"', "sh"]
        tool.need(sandbox.works([*mount, "true"]), "nothing can be mounted here")
        says = 'dlopen("/media/x/y.so") failed with \'/media/x/y.so: failed to map segment from shared object\'.\nnote: more'
        # Sanitizers need more addresses, and a 32-bit program has fewer anyway.
        limited = [(["prlimit", "--as=20000000000"], None)] if not BUILD.sanitizers and BUILD.bits == 64 else []
        for before, cause in (mount, "CACHE_NOEXEC"), ((), "CACHE_REFUSED"), *limited:
            with self.row(cause):
                problems, said = self.trial("dies", says, "libpocl.so.2", before=before)
                self.assertEqual(problems[-1]["cause"], cause, problems)
                self.assertEqual("/media, on a file system that is mounted with noexec" in said, cause == "CACHE_NOEXEC", said)
                self.assertEqual("another file system in POCL_CACHE_DIR" in said, cause == "CACHE_NOEXEC", said)

        # The folder of the cache is named, and not one inside it.
        problems, _ = self.trial("dies", "/usr/lib/x.so: failed to map segment from shared object", "libpocl.so.2", {"POCL_CACHE_DIR": "/usr"})
        self.assertIn("execute files of /usr, though", problems[-1]["text"])

    def test_old_pocl_without_linker(self):
        tool.need_linux("causes")
        said = "x: y.c:1: pocl_check_dlhandle_cache: Assertion `w' failed."
        for words, env, cause in (said, {"PATH": "/none"}, "LINKER_MISSING"), (said, {}, None), ("x: y.c:1: f: Assertion `w' failed.", {"PATH": "/none"}, None):
            problems, _ = self.trial("dies", words, "libpocl.so.2", env)
            self.assertEqual([problem["cause"] for problem in problems], [cause])

    def test_full_cache(self):
        tool.need_linux("causes")
        mount = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=64k none /media && head -c {} /dev/zero >/media/x; exec "$@"', "sh"]
        tool.need(sandbox.works([*mount, "true"]), "nothing can be mounted here")
        for size, cause in ("64k", "CACHE_FULL"), ("1k", "CACHE_FULL"):
            with self.row(size):
                before = [word.replace("{}", size) for word in mount]
                problems, _ = self.trial("build_fails", "", "libpocl.so.2", {"POCL_CACHE_DIR": "/media"}, before)
                self.assertEqual([problem["cause"] for problem in problems], [cause])
        before = [word.replace("{}", "1k").replace("64k", "4m") for word in mount]
        problems, _ = self.trial("build_fails", "", "libpocl.so.2", {"POCL_CACHE_DIR": "/media"}, before)
        self.assertEqual([problem["cause"] for problem in problems], [None])
        # A file system that counts no space, as /proc, is not full.
        problems, _ = self.trial("build_fails", "", "libpocl.so.2", {"POCL_CACHE_DIR": "/proc"})
        self.assertEqual([problem["cause"] for problem in problems], [None])
        full = [word.replace("{}", "64k") for word in mount]  # for a driver that builds even without its cache
        problems, _ = self.trial("build_fails", "", "libRusticlOpenCL.so.1", {"MESA_SHADER_CACHE_DIR": "/media"}, full)
        self.assertEqual([problem["cause"] for problem in problems], [None])

    def test_memory_that_code_is_written_to(self):
        """Memory must not be both written and executed, as in a service with MemoryDenyWriteExecute=yes."""
        tool.need_linux("causes")
        deny = [sys.executable, "-c", "import ctypes, os, sys; assert ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) == 0; os.execvp(sys.argv[1], sys.argv[1:])"]
        tool.need(sandbox.works([*deny, "true"]), "the kernel has no PR_SET_MDWE")
        problems, _ = self.trial("build_fails", "", "libx.so", before=deny)
        self.assertEqual([problem["cause"] for problem in problems], ["CODE_REFUSED"])
        problems, _ = self.trial("build_fails", "fatal error: 'opencl-c.h' file not found", "libx.so", before=deny)
        self.assertEqual([problem["cause"] for problem in problems], ["CLANG_HEADERS"])  # the driver's own words come first
        [problem], _ = self.trial("wrong", "", "libx.so", before=deny)
        self.assertEqual((problem["cause"], "computes wrong" in problem["text"]), (None, True))

    def test_death_after_a_failure(self):
        """A driver that fails, and then dies while its objects are released: the words mention both."""
        tool.need_linux("causes")
        [problem], said = self.trial("fails", "", "libx.so", {"DEMO_DIES": "1"})
        for words in problem["text"], said:
            self.assertIn("while the objects are released after a failure", words)

    def test_headers_of_clang(self):
        """The package of the headers, by the version that the device's name tells; in a Flatpak, nobody can install it."""
        tool.need_linux("causes")
        for name, package in ("llvmpipe (LLVM 15.0.6, 256 bits)", "libclang-common-15-dev."), ("LLVM x", "libclang-common-N-dev, where N is the version."):
            [problem], _ = self.trial("build_fails", "fatal error: 'opencl-c.h' file not found", "libx.so", {"DEMO_NAME": name})
            self.assertTrue(problem["remedy"].endswith("is called " + package), problem)
        problems, _ = self.trial("build_fails", "fatal error: 'opencl-c.h' file not found", "libx.so", files=["root/.flatpak-info"])
        self.assertEqual([problem["cause"] for problem in problems], ["CLANG_HEADERS_FLATPAK"])

    def test_limit_that_fails_a_kernel(self):
        """A limit may be the cause, and comes first."""
        tool.need_linux("limits")
        problems, said = self.trial("build_fails", "", "libx.so", before=["prlimit", "--nofile=100"])
        self.assertIn("CL_BUILD_PROGRAM_FAILURE; open files are limited to 100, which may be why drivers fail (ulimit -n)", said)
        self.assertEqual(problems[0]["about"], "ulimit -n")
        self.assertIn("If programs fail without the limit, too: install", problems[1]["remedy"])

    def test_bad_devices(self):
        """The command reports each bad device, and tests the good one after it."""
        for quirk, end, words in self.bad:
            with self.row(quirk), tool.Machine() as m:
                demo(m, quirk, "good")
                result = m.clrelay("test", "--timeout", tool.SHORT_LIMIT, code=1)
                self.assertIn(words, result.words)
                self.assertIn("2 platforms, 2 devices: 1 right, 1 failed.", result.words)
                answer = m.json("test", "--timeout", tool.SHORT_LIMIT, code=1)
                self.assertEqual(results(answer), [end, "right"])
                self.assertEqual(bool(answer["platforms"][0]["devices"][0]["test"]["error"]), end == "failed")
                if quirk == "hangs":
                    answer = m.json("doctor", "--timeout", tool.SHORT_LIMIT, code=1)
                    self.check_finding(answer, "problem", "", "directly, and is slow or hangs: it was stopped after",
                                       f"--timeout {6 * int(tool.SHORT_LIMIT)} waits longer. If it still hangs: install another")

    def test_driver_that_hangs_at_the_end(self, m):
        """One driver's hang is no failure of another one, and the command waits for it only once."""
        tool.need_linux("ends of processes")
        demo(m, "good")
        m.driver("ehang")
        ends = {"TOOL_ENDS": m.path("ends")}
        said = m.clrelay("test", "--timeout", tool.SHORT_LIMIT, code=1, env=ends).words
        with open(m.path("ends"), encoding="utf-8") as file:
            self.assertEqual(file.read(), ".")
        self.assertIn("65536 numbers right", said)
        self.assertIn("has answered, but does not end. Why, and what to do: clrelay doctor", said)
        answer = m.json("test", "--timeout", tool.SHORT_LIMIT, code=1, env=ends)
        self.assertIn("right", results(answer))
        self.assertEqual((answer["well"], answer["lost"]["end"]), (False, "overrun"))

    def test_while(self, m):
        demo(m, "dies")
        self.assertIn("while a native kernel runs", m.clrelay("test", code=1).words)

    def test_nothing_to_run(self, m):
        demo(m, "idle", "good")
        self.assertIn("2 devices: 1 right, 0 failed, 1 can run no kernel.", m.clrelay("test").words)
        self.assertEqual(results(m.json("test")), ["nothing to run", "right"])

    def test_each_driver_by_itself(self):
        """The command tries each driver by itself if all together do not even survive the list of platforms and
        devices."""
        for quirk, when in [("exit", "the drivers are loaded"), ("lcrash", "the drivers are loaded"),
                            ("dcrash", "device 0 of platform 0 is asked for its properties"), ("hang", "hangs")]:
            with self.row(quirk), tool.Machine() as m:
                m.driver(quirk, manifest="0.icd")
                demo(m, "good", manifest="1.icd")
                m.icd("2.icd", m.write("lib/empty.so", ""))
                result = m.clrelay("test", "--timeout", tool.SHORT_LIMIT, code=1, env={"COLUMNS": "80"})
                self.check_width(result)
                for part in [f"All drivers together {'have not answered' if quirk == 'hang' else 'end the program'}. So clrelay tries each by itself",
                             "Platform: clrelay's demo driver", "65536 numbers right", "1 right, 0 failed; 1 driver failed.", "clrelay doctor"]:
                    self.assertIn(part, result.words)
                answer = m.json("test", "--timeout", tool.SHORT_LIMIT, code=1)
                self.assertEqual(results(answer), ["right"])
                self.assertEqual([driver["standing"] for driver in answer["drivers"]], ["wrong", "well", "wrong"])
                if quirk != "hang" and not BUILD.windows:
                    self.assertIn(when, answer["drivers"][0]["reason"])

    def test_aborting_driver(self, m):
        demo(m, "aborts", "good")
        result = m.clrelay("test", code=1)
        self.assertIn(CRASH, result.words)
        self.assertIn("1 platform, 1 device: 1 right, 0 failed; 1 driver failed.", result.words)

    def test_drivers_that_fail_together(self, m):
        """Each works by itself, and programs fail."""
        for name in "ab":
            m.driver(f"shy-{name}")
        m.icd("gone.icd", "/none.so")  # is no driver to try
        result = m.clrelay("test", code=1)
        self.assertIn("can run no kernel. Why, and what to do: clrelay doctor", result.words)
        self.assertFalse(m.json("test", code=1)["well"])

    def test_missing_kernel_library(self):
        """The remedy names the package that has the file, as far as that is known."""
        tool.need_linux("packages")
        missing = "/usr/share/pocl/kernel-none.bc"
        for system, path, files, remedy in [
                ("ubuntu", missing, {"libpocl2:amd64.list": missing}, "Install its package again: libpocl2 (apt-get install --reinstall libpocl2)"),
                ("ubuntu", "/usr/lib/../share/kernel-none.bc", {"libpocl2-common.list": "/usr/share/kernel-none.bc"}, "Install its package again: libpocl2-common (apt-get"),
                ("fedora", missing, {}, "Install its package again: dnf provides '*/kernel-none.bc' looks for it"),
                ("other", missing, {}, "Install PoCL again, with all of its files."),
                ("ubuntu", "/opt/pocl/kernel-none.bc", {}, "Install PoCL again, with all of its files.")]:
            with self.row((system, path)), tool.Machine() as m:
                m.icd("x.icd", m.copy(demo_path("dies"), "lib/libpocl.so.2"))
                m.write("root/etc/os-release", f"ID={system}\n")
                for name, text in files.items():
                    m.write(f"root/var/lib/dpkg/info/{name}", f"/.\n{text}\n")
                os.makedirs(m.path("home/.cache/pocl/kcache"))
                env = {"DEMO_SAYS": f"Kernel library file {path} doesn't exist."}
                finding = self.check_finding(m.json("doctor", code=1, env=env), "problem", "x.icd", remedy)
                self.assertEqual(finding["cause"], "POCL_NO_KERNELS")
                self.assertIn(remedy, m.clrelay("test", "--root", m.path("root"), code=1, env=env).words)

    def test_another_loader(self, m):
        tool.sandbox.need_other_loader()
        tool.need(not BUILD.sanitizers, "it does not free what it allocates")
        demo(m, "good")
        result = m.clrelay("test", library=BUILD.other_loader)
        self.assertIn("65536 numbers right", result.words)
        # Any driver in the process may have ended it, unless there is one driver, or its own library has called abort().
        # The stack of this abort() can't be read to its end.
        m.write("other.c", "#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
                "__attribute__((noinline)) void end(void) { *(void **)__builtin_frame_address(0) = (void *)8; raise(SIGABRT); _exit(1); }"
                "void abort(void) { end(); _exit(1); }")
        subprocess.run(["cc", "-w", "-fno-omit-frame-pointer", "-shared", "-fPIC", m.path("other.c"), "-o", m.path("libother.so")], check=True)
        other = {"LD_PRELOAD": m.path("libother.so")}
        alone, any_driver = "install another version of the driver", "any of them may have ended it"
        for quirk, drivers, env, advice, not_said in [
                ("dies_late", ["good"], {}, any_driver + ". Try", alone),
                ("dies", ["good"], other, any_driver + ": abort() was called in libother.so. Try", alone),
                ("dies", ["good"], {}, alone, any_driver),
                ("dies", [], {}, alone, any_driver), ("dies_late", [], {}, alone, any_driver)]:
            with self.row((quirk, drivers, env)), tool.Machine() as machine:
                demo(machine, quirk, *drivers)
                answer = machine.json("doctor", library=BUILD.other_loader, code=1, env=env)
                [finding] = [finding for finding in answer["findings"] if finding["level"] == "problem"]
                self.assertIn("SIGABRT", finding["text"])
                self.assertIn(advice, finding["remedy"])
                self.assertNotIn(not_said, finding["remedy"])
        # Some programs stop at a platform without devices, or take the first platform.
        for driver, empty in ("nodevices", True), ("good", False), ("faildevices", False):  # a failure is a problem of its own
            with self.row(driver), tool.Machine() as machine:
                demo(machine, "good")
                machine.driver(driver)
                findings = machine.json("doctor", library=BUILD.other_loader, code=int(driver == "faildevices"))["findings"]
                self.assertEqual("lists no device, while another platform does" in str(findings), empty)
        # This loader does not obey what the remedy names.
        m.write("illegal.c", "#include <signal.h>\n#include <unistd.h>\nvoid abort(void) { raise(SIGILL); _exit(1); }")
        subprocess.run(["cc", "-w", "-shared", "-fPIC", m.path("illegal.c"), "-o", m.path("libillegal.so")], check=True)
        for env, disables in ({"LD_PRELOAD": m.path("libillegal.so")}, True), ({}, False):
            with self.row(env), tool.Machine() as machine:
                demo(machine, "dies")
                words = machine.clrelay("doctor", library=BUILD.other_loader, code=1, env=env).words
                self.assertEqual([part in words for part in ("clrelay disable lib0-dies.so", "Programs with this loader do not obey clrelay disable. For them, rename")],
                                 [disables] * 2, words)
        demo(m, "good", "aborts")
        m.driver("lcrash")
        self.assertIn("SIGSEGV", m.clrelay("test", library=BUILD.other_loader, code=1).errors)

    def test_numbers(self, m):
        """The numbers are those of `clrelay list`."""
        demo(m, "good", "good")
        listed, tested = m.json("list")["platforms"], m.json("test")["platforms"]
        for platform in tested:
            for device in platform["devices"]:
                del device["test"]
        self.assertEqual(listed, tested)

    def test_no_device(self, m):
        result = m.clrelay("test", code=1)
        self.assertIn("0 platforms, 0 devices: 0 right, 0 failed.", result.words)
        self.assertIn("clrelay doctor", result.words)
        m.driver("faildevices")
        result = m.clrelay("test", code=1)
        self.assertIn("1 platform, 0 devices: 0 right, 1 failed.", result.words)

    def test_a_device_that_comes_and_goes(self, m):
        tool.need_linux("ways to call the part of the command that uses OpenCL")
        demo(m, "good")
        for subject in "0 1", "1 0", "99999999999 0", "0 4294967296", "":
            done = subprocess.run(["sh", "-c", '"$@" 3<>"$OUT" && cat "$OUT"', "sh", *BUILD.emulator,
                                   TOOL["tool"], "--probe", "test", BUILD.library, subject],
                                  env={**m.environment({}), "OUT": m.write("out", " " * 65536)},
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done)
            if subject:
                self.assertIn("CL_DEVICE_NOT_FOUND", done.stdout)


class Demo(tool.Case):
    """The programs that the target `demo` runs."""

    def run_demo(self, m, **options):
        return m.clrelay("test", "--demo-driver", native(TOOL["demo_driver"]), **options)

    def test_without_a_driver(self, m):
        tool.need_linux("rules: at Wine's level of integrity no variable names a driver")
        for _ in range(2):
            result = self.run_demo(m)
            self.assertIn("demo driver", result.output)
            self.assertEqual(result.output.splitlines()[-1], "1 platform, 1 device: 1 right, 0 failed.")
            m.icd("no-driver.icd", TOOL["tool"])

    def test_with_a_driver(self, m):
        demo(m, "idle")
        self.assertNotIn("demo driver, a part", self.run_demo(m).words)

    def test_with_a_bad_driver(self, m):
        tool.need_linux("rules: at Wine's level of integrity no variable names a driver")
        demo(m, "aborts")
        result = self.run_demo(m, code=1)
        self.assertIn("1 platform, 1 device: 1 right, 0 failed; 1 driver failed.", result.words)

    def test_types(self, m):
        """The demo driver has one device, the processor. Of other types it has none, and says so as the specification asks."""
        tool.need_linux("rules: at Wine's level of integrity no variable names a driver")
        demo(m, "good")
        listed = sandbox.run([*BUILD.emulator, BUILD.probe, "devices"], m.environment({}))
        self.assertEqual(listed.split(), ["devices", "-1", "1", "-1", "end"])

    def test_target(self, m):
        """`cmake --build … --target demo` runs them. It rebuilds nothing, because all is built."""
        tool.need_linux("programs")
        tool.sandbox.need_own_build("CMake is")
        demo(m, "good")
        done = subprocess.run([TOOL["cmake"], "--build", TOOL["build"], "--target", "demo"],
                              env=m.environment({}), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("1 platform, 1 device: 1 right, 0 failed.", done.stdout)
