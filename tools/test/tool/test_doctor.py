# SPDX-License-Identifier: Apache-2.0
"""clrelay doctor, with every kind of bad driver beside one that works."""

import glob
import os
import subprocess
import shutil
import re

import sandbox
import tool
from tool import BUILD, CRASH, TOOL, native, need


# The findings of test_order_of_findings. (Windows ignores crashes at a program's end, and binds all symbols when it
# opens a library. So 2.icd crashes earlier there, and 1.icd is good.)
ORDER = [("problem", "2.icd"), ("problem", "4.icd"), ("problem", "3.icd"), ("problem", "00.icd"), ("warning", "0.icd")] \
    if BUILD.windows else [("problem", "4.icd"), ("problem", "3.icd"), ("problem", "00.icd"),
                           ("problem", "1.icd"), ("problem", "2.icd"), ("warning", "0.icd")]


ANSWERING = """static cl_int get_platform_info(cl_platform_id id, cl_platform_info what, size_t size, void *to, size_t *size_ret) { return -30; }
static const cl_icd_dispatch table = { .clGetPlatformInfo = get_platform_info };
"""
CRASHING = """#include <signal.h>
#include <string.h>
#include <unistd.h>
static int be_listed(void);
#define LISTING be_listed
#include "made_up.h"
int crash_there(int how);
static volatile int *volatile nowhere = (int *)8;
static int be_listed(void)
{
    const char *how = getenv("TOOL_HOW");
    if (!strcmp(how, "own")) return *nowhere;
    if (!strcmp(how, "libc")) return (int)strlen((const char *)nowhere);
    if (!strcmp(how, "spins")) while (nowhere) ;
    if (!strcmp(how, "blocks")) { sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); for (;;) pause(); }
    if (!strcmp(how, "waits")) return crash_there(2);
    return crash_there(!strcmp(how, "sent"));
}
""" + ANSWERING


class Crashes(tool.Case):
    def test_library_that_crashes(self):
        """The doctor names the library whose instruction crashed. It names none if somebody sent the signal, or if the
        C library crashed on behalf of another."""
        tool.need_linux("crashes")
        tool.need(shutil.which("cc") and BUILD.glibc and not BUILD.foreign and not BUILD.sanitizers, "no compiler makes drivers for here")
        with tool.Machine() as m:
            m.write("there.c", "#include <signal.h>\n#include <unistd.h>\n"
                    "int crash_there(int how) { while (how == 2) pause(); return how ? raise(SIGSEGV) : *(volatile int *)8; }")
            m.write("driver.c", CRASHING)
            for folder in "usr/lib64", "usr/lib64/vendor":
                m.write(f"{folder}/x", "")

            def build(path, source, *words):
                subprocess.run(["cc", "-w", "-O1", "-shared", "-fPIC", f"-I{BUILD.source}/tools/test/tool", f"-I{BUILD.source}/include",
                                m.path(source), "-o", m.path(path), *words], check=True)
                return m.path(path)
            there = build("usr/lib64/libthere.so.10", "there.c", "-Wl,-soname,libthere.so.10")
            driver = build("usr/lib64/vendor/libvendor.so", "driver.c", there, f"-Wl,-rpath,{m.path('usr/lib64')}")
            m.icd("vendor.icd", driver)
            aims = "See whether libthere.so.10"
            lists = {"libthere10:amd64": there, "vendor-driver": driver}
            for how, words, remedy, owners in [
                    ("there", " in libthere.so.10, while", aims + " and the driver are", {}),
                    ("there", " in libthere.so.10, while", aims + " (of the package libthere10) and", lists),
                    ("there", " in libthere.so.10, while", "Install another version of the driver", {"vendor-driver": f"{there}\n{driver}"}),
                    ("own", " in libvendor.so, while", "Install another version of the driver", {}),
                    ("libc", "(Segmentation fault), while", "Install another version of the driver", {}),
                    ("sent", "(Segmentation fault), while", "Install another version of the driver", {}),
                    # The driver hangs in its own loop, or in the C library, which another library has called.
                    ("waits", " in libthere.so.10, while", "hangs: see whether libthere.so.10 and", {}),
                    ("waits", " in libthere.so.10, while", "hangs: see whether libthere.so.10 (of the package libthere10) and", lists),
                    ("waits", " in libthere.so.10, while", "hangs: install another version of the driver", {"vendor-driver": f"{there}\n{driver}"}),
                    ("spins", " in libvendor.so, while", "hangs: install another version of the driver", {}),
                    ("blocks", " seconds, while", "It may only be slow: clrelay doctor --timeout 12 waits longer. If it still hangs: install another", {})]:
                with self.row((how, owners)):
                    shutil.rmtree(m.path("root"), ignore_errors=True)
                    for package, paths in owners.items():
                        m.write(f"root/var/lib/dpkg/info/{package}.list", paths + "\n")
                    hangs = how in ("waits", "spins", "blocks")
                    answer = m.json("doctor", *["--timeout", tool.SHORT_LIMIT] * hangs, code=1, env={"TOOL_HOW": how})
                    self.check_finding(answer, "problem", "vendor.icd", "hangs: it was stopped after" if hangs else "crashes with SIGSEGV",
                                       words, remedy, "clrelay disable vendor")
            # Debian has a folder for each architecture. These parts of NVIDIA's driver come with the driver.
            other = "Install another version of the driver"
            for folder, name, remedy in [("usr/lib/x86_64-linux-gnu", "libthere.so.10", aims), ("usr/lib/vendor", "libthere.so.10", other),
                                         ("usr/lib64", "libcuda.so.1", other), ("usr/lib64", "libnvidia-ptxjitcompiler.so.1", other)]:
                m.write(f"{folder}/x", "")
                there = build(f"{folder}/{name}", "there.c", f"-Wl,-soname,{name}")
                build("usr/lib64/vendor/libvendor.so", "driver.c", there, f"-Wl,-rpath,{m.path(folder)}")
                self.check_finding(m.json("doctor", code=1, env={"TOOL_HOW": "there"}), "problem", "vendor.icd", f" in {name}, while", remedy)

    def test_two_c_libraries(self):
        """A driver whose folders lead to parts of another C library crashes: the doctor names both."""
        tool.need_linux("C libraries")
        tool.need(shutil.which("cc") and BUILD.glibc and not BUILD.foreign and not BUILD.sanitizers, "no compiler makes drivers for here")
        with open("/proc/self/maps", encoding="utf-8") as maps:
            libc = next(line.split()[-1] for line in maps if re.search(r"/libc(\.so\.6|-2\.\d+\.so)$", line))
        for copied, how, cause in [(["librt.so.1", "libc.so.6"], "own", "LIBC_MIXED"), (["librt.so.1"], "own", None), (["librt.so.1", "libc.so.6"], "", None),
                                   (["librt.so.1", "linked libc.so.6"], "own", None), (["libm.so.6", "libc.so.6"], "own", None)]:
            with self.row((copied, how)), tool.Machine() as m:
                m.write("driver.c", "int crash_there(int how) { return how; }\n" + CRASHING)
                os.makedirs(m.path("store"))
                for name in copied:
                    (os.symlink if "linked" in name else shutil.copy)(os.path.join(os.path.dirname(libc), name.split()[-1]), m.path("store", name.split()[-1]))
                subprocess.run(["cc", "-w", "-O1", "-shared", "-fPIC", f"-I{BUILD.source}/tools/test/tool", f"-I{BUILD.source}/include",
                                m.path("driver.c"), "-o", m.path("libvendor.so"), "-Wl,--no-as-needed", f"-l:{copied[0]}",
                                f"-Wl,-rpath,{m.path('store')}"], check=True)
                m.icd("vendor.icd", m.path("libvendor.so"))
                answer = m.json("doctor", env={"TOOL_HOW": how}, code=None)
                self.assertEqual([finding["cause"] for finding in answer["findings"] if finding["level"] == "problem"], [cause], answer["findings"])
                if cause:
                    self.check_finding(answer, "problem", "vendor.icd", f"its {m.path('store/librt.so.1')} does not belong to the C library here, /",
                                       "and programs from one release")

    def test_missing_symbol(self):
        """A driver needs a symbol only when a function is called: the dynamic linker then ends the process. The doctor
        says which library lacks the symbol, and whether another one has that."""
        tool.need_linux("libraries")
        system = glob.glob("/lib/*-linux-gnu/liblzma.so.5") + glob.glob("/usr/lib64/liblzma.so.5")
        tool.need(shutil.which("cc") and BUILD.glibc and not BUILD.foreign and not BUILD.sanitizers and system, "no compiler makes drivers for here")
        for symbol, listed, cause, *words in [
                ("version_number", "", "SYMBOL_SHADOWED", "STORE/liblzma.so.5, which lacks lzma_version_number, a symbol that the system's",
                 "If nothing else needs that folder, take STORE out of /etc/ld.so.conf.d/b.conf, then: sudo ldconfig. Or leave the driver out: clrelay disable vendor"),
                ("version_number", "/more", "SYMBOL_LATE", "libvendor.so needs the symbol lzma_version_number, which no library has",
                 "By its name it is a symbol of STORE/liblzma.so.5: install another version", "Until then leave the driver out: clrelay disable vendor"),
                ("no_such", "", "SYMBOL_LATE", "needs the symbol lzma_no_such,"), (None, "", None)]:
            with self.row((symbol, listed)), tool.Machine() as m:
                call = f"return lzma_{symbol}();" if symbol else "_exit(127);"
                m.write("driver.c", f"#define LISTING be_listed\n#include <unistd.h>\nint lzma_{symbol}(void);\nstatic int be_listed(void);\n"
                                    f'#include "made_up.h"\nstatic int be_listed(void) {{ {call} }}\n{ANSWERING}')
                m.write("there.c", "int there;\n")
                m.write("root/etc/ld.so.conf.d/a.conf", "/nowhere\n")
                m.write("root/etc/ld.so.conf.d/b.conf", f"# a comment\n{m.path('store')}{listed}\n")
                os.makedirs(m.path("store"))
                for source, library, *how in [("there.c", "store/liblzma.so.5", "-Wl,-soname,liblzma.so.5"),
                                              ("driver.c", "libvendor.so", "-Wl,--no-as-needed,-z,lazy", m.path("store/liblzma.so.5"), f"-Wl,-rpath,{m.path('store')}")]:
                    subprocess.run(["cc", "-w", "-O1", "-shared", "-fPIC", f"-I{BUILD.source}/tools/test/tool", f"-I{BUILD.source}/include",
                                    m.path(source), "-o", m.path(library), *how], check=True)
                m.icd("vendor.icd", m.path("libvendor.so"))
                answer = m.json("doctor", code=1)
                [finding] = [finding for finding in answer["findings"] if finding["level"] == "problem"]
                self.assertEqual(finding["cause"], cause, finding)
                self.check_finding(answer, "problem", "vendor.icd", "ends the process with exit code 127", *(part.replace("STORE", m.path("store")) for part in words))
                self.assertNotIn("The last output", finding["text"])

    def test_library_beside_the_driver(self):
        """A driver gets a library from another folder, though its own has one of that name: a note says so."""
        tool.need_linux("libraries")
        tool.need(shutil.which("cc") and BUILD.glibc and not BUILD.foreign and not BUILD.sanitizers, "no compiler makes drivers for here")
        for name, beside, noted in [("libneeded.so.1", "copy", True), ("libneeded.so.1", "link", False), ("libneeded.so.1", None, False),
                                    ("libstdc++.so.99", "copy", False)]:
            with self.row((name, beside)), tool.Machine() as m:
                own, other = m.path("own"), m.path("other")
                for folder in own, other:
                    os.mkdir(folder)
                m.write("x.c", "int needed(void) { return 1; }\n")
                subprocess.run(["cc", "-shared", "-fPIC", m.path("x.c"), "-o", f"{other}/{name}", f"-Wl,-soname,{name}"], check=True)
                if beside == "copy":
                    shutil.copy(f"{other}/{name}", own)
                elif beside:
                    os.symlink(f"{other}/{name}", f"{own}/{name}")
                subprocess.run(["cc", "-w", "-shared", "-fPIC", "-D_GNU_SOURCE", f"-I{BUILD.source}/include", os.path.join(BUILD.source, "tools/test/tool/driver.c"),
                                "-o", f"{own}/libx-good.so", "-Wl,--no-as-needed", f"{other}/{name}", f"-Wl,-rpath,{other}"], check=True)
                m.icd("good.icd", f"{own}/libx-good.so")
                answer = m.json("doctor")
                self.assertEqual([finding["cause"] for finding in answer["findings"]], ["LIBRARY_OF_OTHERS"] * noted)
                if noted:
                    self.check_finding(answer, "note", "good.icd", f"gets {other}/{name}, and not", f"start them with {own} first in LD_LIBRARY_PATH")


class Doctor(tool.Case):
    def test_well(self, m):
        m.driver("good")
        result = m.clrelay("doctor", env={"COLUMNS": "80"})
        self.check_width(result)
        self.assertRegex(result.output, r"(?m)^  works +[\d.]+ m?s +(Z:|/).*good.icd")
        self.assertIn("libx-good: libx-good device", result.words)
        self.assertIn("Drivers that work: 1 of 1. Devices: 1. Problems: 0.", result.output)
        self.assertIn("Next: nothing is wrong", result.output)
        self.assertIn("crash in a driver, or get errors? clrelay check PROGRAM", result.words)
        answer = m.json("doctor")
        self.assertEqual(answer["findings"], [])
        [driver] = answer["drivers"]
        self.assertEqual((driver["trial"]["end"], driver["bound"]["end"]), ("well", "well"))

    # The driver's quirk, how it ends, and what the finding says. (Windows itself notices the crash of a library that it
    # opens, and its abort() is an exit code.)
    opening, abort = ("signal", ["crashes with SIGSEGV (Segmentation fault)", "is opened"]), "SIGABRT"
    if BUILD.windows:
        opening, abort = ("well", ["the library crashes when it is opened"]), "exit code 3"
    bad = [
        ("crash", *opening),
        ("abort", "exit" if BUILD.windows else "signal", [abort, "is opened"]),
        ("exit", "exit", ["ends the process with exit code 3", "is opened"]),
        ("hang", "overrun", [f"hangs: it was stopped after {tool.SHORT_LIMIT}.", "is opened"]),
        ("lcrash", "signal", [f"crashes with {CRASH}", "asks for its platforms"]),
        ("lexit", "exit", ["exit code 4", "asks for its platforms"]),
        ("spawn-hang", "overrun", ["hangs", "is opened"]),
        ("spawn-crash", *opening),
        ("lhang", "overrun", ["hangs", "asks for its platforms"]),
        ("dcrash", "signal", [f"crashes with {CRASH}", "device 0 of platform 0 is asked for its properties"]),
        ("ucrash", "signal", [f"crashes with {CRASH}", "device 0 of platform 0 is asked for its UUID"]),
    ]

    def test_all_bad_drivers_at_once(self, m):
        m.driver("good")
        m.driver("garbage")
        m.driver("good-undefined", source="undefined", manifest="undefined.icd")
        undefined = 0 if BUILD.windows else 1 # Windows can't make a library with a missing function
        m.driver("print")
        m.driver("spawn")
        for quirk, _, _ in self.bad:
            m.driver(quirk)
        answer = m.json("doctor", "--timeout", tool.SHORT_LIMIT, code=1)
        for quirk, end, parts in self.bad:
            with self.row(quirk):
                driver = self.find(answer["drivers"], f"/{quirk}.icd")
                self.assertEqual(driver["trial"]["end"], end)
                self.assertEqual(driver["standing"], "wrong")
                if end != "well":
                    parts = [*parts, f"clrelay disable {quirk}"]
                self.check_finding(answer, "problem", f"/{quirk}.icd", *parts)
        for quirk in ["good", "garbage", "undefined", "print", "spawn"]:
            driver = self.find(answer["drivers"], f"/{quirk}.icd")
            self.assertEqual((driver["verdict"], driver["standing"]), ("LOADED", "well"))
        if undefined:
            self.check_finding(answer, "problem", "undefined.icd", "tool_test_undefined",
                               "libx-good-undefined.so needs the symbol", "ldd -r")
        self.check_finding(answer, "warning", "print.icd", "standard output", "hello")
        self.assertEqual(len([finding for finding in answer["findings"] if finding["level"] == "problem"]),
                         len(self.bad) + undefined)

        result = m.clrelay("doctor", "--timeout", tool.SHORT_LIMIT, code=1, env={"COLUMNS": "80"})
        self.check_width(result)
        # Three of them hang, and two of these in both ways to open them.
        self.assertLess(result.seconds, 5 * float(tool.SHORT_LIMIT) + 10 * (4 if BUILD.windows else 1))
        self.assertRegex(result.output, r"(?m)^  CRASHES .*[/\\]lcrash.icd")
        self.assertRegex(result.output, r"(?m)^  EXITS .*[/\\]exit.icd")
        self.assertRegex(result.output, r"(?m)^  STOPPED .*[/\\]hang.icd")
        self.assertRegex(result.output, r"(?m)^  works .*[/\\]good.icd")
        self.assertIn("Drivers that work: 5 of 16.", result.output)

    def test_the_others_are_tried(self):
        """The doctor tries the other drivers, too, if a bad one comes first, and if there is a file for each kind of
        trouble."""
        for quirk, _, _ in self.bad:
            with self.row(quirk), tool.Machine() as m:
                m.driver(quirk, manifest="0.icd")
                m.driver("good", manifest="1.icd")
                answer = m.json("doctor", "--timeout", tool.SHORT_LIMIT, code=1)
                self.assertEqual(answer["drivers"][1]["standing"], "well")

    def test_undefined_symbol(self, m):
        tool.need_linux("ways to bind functions")
        m.driver("good", source="undefined")
        answer = m.json("doctor", code=1)
        [driver] = answer["drivers"]
        self.assertEqual(driver["standing"], "well")
        self.assertIn("tool_test_undefined", str(answer["findings"]))

    def test_only_together(self, m):
        """Drivers that do not work in one process. With two drivers, the doctor names both. With more, it tries which
        pair is at fault."""
        def problems(answer):
            return [finding for finding in answer["findings"] if finding["level"] == "problem"]
        first, second = (native(m.path("vendors", f"shy-{name}.icd")) for name in "ab")
        m.driver("shy-a")
        self.assertEqual(problems(m.json("doctor")), [])
        m.driver("shy-b")
        for others in [], ["good"], ["good", "flat", "other"], ["a", "b"]:  # at last seven
            with self.row(str(others)):
                for name in others:
                    m.driver(name)
                answer = m.json("doctor", code=1)
                self.assertEqual({driver["standing"] for driver in answer["drivers"]}, {"well"})
                [problem] = problems(answer)
                self.assertEqual(problem["about"], second)
                end = "ends the process with" if BUILD.windows else "crashes with"
                for part in [f"works alone, but not in one process with {first}: {end} {self.abort}",
                             "The last output: another one is here\n", "clrelay disable shy-a", "clrelay disable shy-b"]:
                    self.assertIn(part, problem["text"] + "\n" + problem["remedy"])

    def test_conflict_with_a_driver_without_devices(self, m):
        """It is the one that a user leaves out first."""
        tool.need_linux("this order of the drivers")
        m.driver("shy-a")
        m.driver("shy-b-nodevices")
        self.assertIn("Leave one out, rather this: clrelay disable shy-b-nodevices. Often", str(m.json("doctor", code=1)["findings"]))

    def test_order_of_findings(self, m):
        """The most urgent finding comes first, whatever the order of the search."""
        m.driver("noplatforms", manifest="00.icd")
        m.driver("complain", manifest="0.icd")
        m.driver("good", source="undefined", manifest="1.icd")
        m.driver("lcrash" if BUILD.windows else "ecrash", manifest="2.icd")
        m.icd("3.icd", "/nowhere/libgone.so")
        m.driver("exit", manifest="4.icd")
        answer = m.json("doctor", code=1)
        self.assertEqual([(finding["level"], os.path.basename(tool.slashes(finding["about"])))
                          for finding in answer["findings"]
                          if "qemu: uncaught" not in finding["text"]], # qemu prints this line
                         ORDER)
        self.assertRegex(m.clrelay("doctor", code=1, env={"COLUMNS": "300"}).output, rf"(?m)^Next: the first problem above: .*[/\\]{ORDER[0][1]}$")

    def test_flood(self, m):
        m.driver("flood")
        m.driver("good")
        result = m.clrelay("doctor", "--timeout", tool.SHORT_LIMIT, "--json", code=1)
        self.assertLess(result.seconds, 2 * float(tool.SHORT_LIMIT) + 10)
        answer = result.json()
        self.assertNotIn("last output", self.check_finding(answer, "problem", "flood.icd", "hangs")["text"])
        self.check_finding(answer, "warning", "flood.icd", "and another thing")
        self.assertLess(len(result.output), 500000)
        self.assertLess(m.clrelay("list", "--timeout", "1", code=1).seconds, 1 + 10)

    def test_crash_at_the_end(self, m):
        tool.need_linux("rules for the end: it ignores exceptions then")
        m.driver("ecrash")
        answer = m.json("doctor", code=1)
        self.check_finding(answer, "problem", "ecrash.icd", CRASH, "the program ends")

    def test_complains(self, m):
        m.driver("complain")
        answer = m.json("doctor", code=0)
        self.check_finding(answer, "warning", "complain.icd", "standard error",
                           "a driver complains")
        self.assertIn("Next: no problems, but read the warning above. What there is:", m.clrelay("doctor").words)

    def test_log_is_not_what_drivers_print(self, m):
        m.driver("good")
        self.assertEqual(m.json("doctor", env={"OCL_ICD_LOG": "debug"})["findings"], [])

    def test_no_driver(self, m):
        result = m.clrelay("doctor", code=1, env={"COLUMNS": "80"})
        self.assertIn("no driver is installed", result.words)
        self.assertIn("graphics driver" if BUILD.windows else "apt-get install pocl-opencl-icd",
                      result.words)
        self.assertLess(len(result.output.splitlines()), tool.SCREEN)
        self.assertEqual(result.output.splitlines()[-1], "Next: the problem above.")

    def test_library_is_gone(self, m):
        gone = native("/opt/vendor/lib/libgone.so")
        m.icd("gone.icd", gone)
        result = m.clrelay("doctor", code=1, env={"COLUMNS": "80"})
        self.assertIn(f"library not found: {gone}", result.words)
        # The advice stands there only once.
        self.assertEqual(result.words.count("Install what " if BUILD.windows else "Install it again "), 1)
        self.assertIn(f"Next: the problem above: {native(m.path('vendors', 'gone.icd'))}",
                      result.words)
        self.assertIn("remove " + native(m.path("vendors", "gone.icd")), result.words)
        self.assertLess(len(result.output.splitlines()), tool.SCREEN)

    def test_crash_alone(self, m):
        m.driver("lcrash", manifest="crash.icd")
        result = m.clrelay("doctor", code=1, env={"COLUMNS": "80"})
        self.assertIn(f"crashes with {CRASH}", result.words)
        self.assertNotIn("clrelay check", result.words) # the driver is at fault, not a program
        self.assertIn("Until then leave it out, so that programs do not fail: clrelay disable crash", result.words)
        self.assertLess(len(result.output.splitlines()), tool.SCREEN)
        # The advice works.
        m.driver("good")
        m.clrelay("list", code=1)
        m.clrelay("list", env={"OCL_ICD_DRIVERS_DISABLE": "crash"})
        tool.need_linux("places for what is the user's")
        m.clrelay("disable", "crash")
        m.clrelay("list")
        m.clrelay("doctor")

    def test_all_off(self, m):
        m.driver("good")
        answer = m.json("doctor", code=1, env={"OCL_ICD_DRIVERS_DISABLE": "*"})
        self.check_finding(answer, "problem", "all drivers are off")
        answer = m.json("doctor", code=1, env={"OCL_ICD_PLATFORMS_DISABLE": "*"})
        self.check_finding(answer, "problem", "all drivers are off")

    def test_one_off(self, m):
        m.driver("good")
        m.driver("crash")
        answer = m.json("doctor", env={"OCL_ICD_DRIVERS_DISABLE": "crash"})
        self.assertEqual(self.find(answer["drivers"], "crash.icd")["standing"], "off")
        answer = m.json("doctor", env={"OCL_ICD_DRIVERS_SELECT": "good"})
        self.assertEqual([driver["standing"] for driver in answer["drivers"]], ["off", "well"])

    def test_settings_do_not_disturb_the_trials(self, m):
        """loader.conf counts for programs, but not for the trial of one driver."""
        m.driver("good")
        m.driver("other")
        third = m.driver("third", manifest=False)
        for line in ["OCL_ICD_FILENAMES = " + third,
                     "OCL_ICD_DRIVERS_SELECT = good, other",
                     "OCL_ICD_DRIVERS_DISABLE = crash-*, good"]:
            with self.row(line):
                m.loader_conf(line + "\n")
                answer = m.json("doctor", code=None)
                for driver in answer["drivers"]:
                    self.assertIn(driver["verdict"], ("LOADED", "DISABLED"), answer)

    def test_search_only(self, m):
        m.driver("good")
        answer = m.json("doctor", code=1, env={"OCL_ICD_SEARCH_ONLY": "1"})
        self.check_finding(answer, "problem", "OCL_ICD_SEARCH_ONLY is on")
        self.assertEqual(answer["drivers"][0]["verdict"], "LOADED")
        m.loader_conf("OCL_ICD_SEARCH_ONLY = true\n")
        answer = m.json("doctor", code=1)
        self.check_finding(answer, "problem", "OCL_ICD_SEARCH_ONLY is on")
        self.assertEqual(answer["drivers"][0]["verdict"], "LOADED")

    def test_same_library_twice(self, m):
        library = m.driver("uuid-complain", manifest="0.icd")
        m.icd("1.icd", library)
        os.symlink(m.path("lib", library.replace("\\", "/").split("/")[-1]), m.path("lib", "link.so"))
        m.icd("2.icd", native(m.path("lib", "link.so")))
        answer = m.json("doctor")
        self.assertEqual([driver["standing"] for driver in answer["drivers"]], ["well", "off", "off"])
        self.assertEqual([driver["verdict"] for driver in answer["drivers"]],
                         ["LOADED", "DUPLICATE", "DUPLICATE"])
        self.assertEqual(answer["drivers"][1]["text"], BUILD.verdicts["DUPLICATE"])
        # Nor does the doctor take these for two drivers of one device, or say anything about the library again.
        warning, *notes = answer["findings"]
        self.check_finding(answer, "warning", "0.icd", "standard error")
        self.assertEqual(len(notes), 2)
        for number, note in zip("12", notes):
            self.check_finding({"findings": [note]}, "note", f"{number}.icd", "names the library that", "0.icd names", "twice", f"{number}.icd")
        # A variable may name the library of a file.
        for env in {"OCL_ICD_FILENAMES": library}, *[{"OCL_ICD_VENDORS": f"{m.vendors}/0.icd:{library}"}] * (not BUILD.windows):
            self.assertNotIn("programs with ocl-icd", str(m.json("doctor", env=env)["findings"]))

    def test_names_with_separators(self, m):
        tool.need_linux("separators")
        m.icd("a:b.icd", m.driver("good", manifest=False))
        m.icd("plain.icd", m.driver("colon", manifest=False, folder="lib:x"))
        for env in [{}, {"OCL_ICD_DRIVERS_SELECT": "a:b, plain"}]:
            answer = m.json("doctor", env=env)
            self.assertEqual([driver["verdict"] for driver in answer["drivers"]], ["LOADED", "LOADED"])

    def test_devices_that_cannot_be_listed(self):
        """The error has its name, and the same advice as for a failed list of platforms."""
        for number, said, remedy in [("-5", "returned CL_OUT_OF_RESOURCES", "not allowed to use its device"),
                                     ("-6", "returned CL_OUT_OF_HOST_MEMORY", "more free memory"),
                                     ("-6", "returned CL_OUT_OF_HOST_MEMORY", "may not use their device"),
                                     ("-30", "returned CL_INVALID_VALUE", "a mistake of the driver"),
                                     ("-31", "returned CL_INVALID_DEVICE_TYPE", "a mistake of the driver"),
                                     ("-32", "returned CL_INVALID_PLATFORM", "a mistake of the driver"),
                                     ("-33", "returned CL_INVALID_DEVICE", "not allowed to use its device"),
                                     ("-9999", "returned -9999 (NVIDIA's, for a kernel that failed", "/dev/nvidia*"),
                                     ("-4711", "returned -4711", "/dev/dri")]:
            with self.row(number), tool.Machine() as m:
                tool.need_linux("devices")
                m.driver("faildevices")
                answer = m.json("doctor", code=1, env={"TOOL_ERROR": number})
                self.check_finding(answer, "problem", "faildevices.icd", "clGetDeviceIDs " + said, remedy)
                self.assertNotIn("Report it", str(answer["findings"]))

    def test_end_of_the_process(self):
        """A driver that hangs at the end of the process works until then. The doctor waits only once for a hang, or for a
        late end."""
        tool.need_linux("ends of processes")
        for quirk, limit, level, said in [
                ("ehang", tool.SHORT_LIMIT, "problem", "hangs: it was stopped after 2.0 seconds in libx-ehang.so, while the program ends"),
                ("elate", "60", "warning", "a program that has opened it takes 3."), ("pci", "60", None, "")]:
            with self.row(quirk), tool.Machine() as m:
                m.driver("good")
                m.driver(quirk, manifest="x.icd")
                answer = m.json("doctor", "--timeout", limit, code=1 if level == "problem" else 0,
                                env={"TOOL_ENDS": m.path("ends")})
                self.assertEqual([(finding["level"], finding["about"]) for finding in answer["findings"]],
                                 [(level, m.path("vendors/x.icd"))] if level else [])
                self.assertTrue(not level or said in answer["findings"][0]["text"], answer["findings"])
                run = next(driver for driver in answer["drivers"] if driver["manifest"].endswith("x.icd"))["trial"]
                self.assertGreater(run["ready"], 0)
                if level:
                    self.assertGreater(run["seconds"] - run["ready"], 1)
                    with open(m.path("ends"), encoding="utf-8") as file:
                        self.assertEqual(file.read(), ".")

    def test_query_that_ends_the_program(self, m):
        """The doctor makes the same queries as clinfo, and names the one that crashes."""
        m.driver("icrash")
        m.driver("good")
        answer = m.json("doctor", code=1)
        [finding] = answer["findings"]
        self.check_finding(answer, "problem", "icrash.icd", f"crashes with {CRASH}", "it is asked for CL_DEVICE_MAX_SAMPLERS",
                           "so that programs that ask this do not fail: clrelay disable icrash")
        self.assertEqual([driver["standing"] for driver in answer["drivers"]], ["well", "well"])

    def test_driver_that_sets_handlers_and_variables(self):
        """Many drivers set handlers and variables of the program. That is no problem, but the doctor mentions it."""
        tool.need_linux("signals")
        for quirk, env, said in [("handles", {}, "signal handlers: SIGUSR2"),
                                 ("sets", {"TOOL_SETS": "TOOL_NEW"}, "environment variables: TOOL_NEW"),
                                 ("sets", {"TOOL_SETS": "TOOL_OLD", "TOOL_OLD": "value"}, "environment variables: TOOL_OLD"),
                                 ("unsets", {"TOOL_SETS": "TOOL_OLD", "TOOL_OLD": "value"}, "environment variables: TOOL_OLD"),
                                 ("handles-sets", {"TOOL_SETS": "TOOL_NEW"}, "SIGUSR2; environment variables: TOOL_NEW"),
                                 ("sets", {"TOOL_SETS": "TOOL_A TOOL_B TOOL_C"}, "environment variables: TOOL_A, TOOL_B, TOOL_C"),
                                 ("sets", {"TOOL_SETS": "TOOL_A TOOL_B TOOL_C TOOL_D"}, "environment variables: TOOL_A, TOOL_B, TOOL_C and 1 more"),
                                 ("good", {"TOOL_OLD": "value"}, None)]:
            with self.row((quirk, env)), tool.Machine() as m:
                m.driver(quirk)
                findings = m.json("doctor", env=env)["findings"]
                self.assertEqual([(finding["level"],
                                   finding["text"].partition("sets what belongs to the program: ")[2][-len(said or ""):])
                                  for finding in findings], [("note", said)] if said else [])
                self.assertIn("Next: no problems, but read the note above." if said else "Next: nothing is wrong.",
                              m.clrelay("doctor", env=env).words)

    def test_limits(self, m):
        """One message of the dynamic linker has several causes. The doctor looks at limits if a driver fails."""
        tool.need_linux("limits")
        tool.need(not BUILD.sanitizers, "sanitizers reserve terabytes of addresses")
        pocl = "/etc/OpenCL/vendors/pocl.icd"
        tool.need(os.path.exists(pocl) and BUILD.bits == 64, "PoCL is not installed for this architecture")
        limited = ["sh", "-c", 'ulimit -v 200000; exec "$@"', "sh"]
        env = {"OCL_ICD_VENDORS": pocl}
        said = m.clrelay("doctor", env=env, code=1, before=limited).words
        self.assertIn("Problem: ulimit -v: address space is limited to 200000 KiB", said)
        self.assertIn("failed to map segment from shared object To do: This process may have 200000 KiB of addresses", said)
        self.assertNotIn("noexec", said)
        m.driver("good")
        self.assertNotIn("limit", m.clrelay("doctor", before=limited).words)  # no driver fails here
        self.assertNotIn("limit", m.clrelay("doctor", env=env).words)

    def test_without_sysfs(self, m):
        """PoCL takes a missing /sys for a lack of memory."""
        tool.need_linux("/sys")
        pocl = "/etc/OpenCL/vendors/pocl.icd"
        tool.need(os.path.exists(pocl), "PoCL is not installed")
        sandbox.need_own_build("PoCL is")
        hidden = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /sys && exec "$@"', "sh"]
        tool.need(sandbox.works([*hidden, "true"]), "nothing can be mounted here")
        for folder, cause in (None, "SYSFS_MISSING"), ("root/sys/devices", None):
            if folder:
                os.makedirs(m.path(folder))
            answer = m.json("doctor", env={"OCL_ICD_VENDORS": pocl}, code=1, before=hidden)
            [finding] = [finding for finding in answer["findings"] if finding["level"] == "problem"]
            self.assertEqual(finding["cause"], cause)
            self.check_finding(answer, "problem", "pocl.icd", "crashes with SIGABRT", "Not enough memory to run on this device",
                               "mount -t sysfs" if cause else "Install another version of the driver")

    def test_output_of_a_crash(self, m):
        """The output is in the finding about the crash, and in no other."""
        m.driver("complain-lcrash")
        m.driver("good")
        [finding] = m.json("doctor", code=1)["findings"]
        self.assertIn(f"crashes with {CRASH}", finding["text"])
        self.assertIn("The last output: a driver complains", finding["text"])
        with tool.Machine() as quiet:
            quiet.driver("lcrash")
            for machine, said in (m, "Its last output: a driver complains "), (quiet, ""):
                errors = " ".join(machine.clrelay("list", code=None).errors.split())
                self.assertIn(f"the drivers are loaded. {said}To find out which driver: clrelay doctor", errors)
        [finding] = m.json("doctor", code=1, library=TOOL["fake_loader"], env={"TOOL_CRASH": "1"})["findings"]
        self.assertIn("The last output: a loader complains", finding["text"])
        if not BUILD.windows:
            self.assertIn(f"clrelay doctor --library {BUILD.library}", finding["remedy"])
            # The library already crashes when it is opened, by its path or by its name.
            crashes = m.copy(TOOL["driver"], "x-crash/libOpenCL-crash.so")
            for library in crashes, os.path.basename(crashes):
                env = {"LD_LIBRARY_PATH": os.path.dirname(crashes)}
                for command in "list", "test":  # no driver is opened by then
                    errors = " ".join(m.clrelay(command, code=None, library=library, env=env).errors.split())
                    self.assertTrue(errors.endswith(f", while {library} is opened. For more: clrelay doctor"), errors)
                [finding] = m.json("doctor", code=1, library=library, env=env)["findings"]
                self.assertIn(f"OpenCL crashes with {CRASH}", finding["text"])
                self.assertIn(f"clrelay doctor --library {BUILD.library}", finding["remedy"])
            # The advice is to try another loader first.
            other = m.copy(BUILD.library, "root/usr/lib64/libOpenCL.so.1")
            answer = m.json("doctor", code=1, library=TOOL["fake_loader"], env={"TOOL_CRASH": "1"})
            self.assertIn(f"clrelay doctor --library {other}", answer["findings"][0]["remedy"])
            # Some programs do not find this loader.
            note = self.check_finding(answer, "note", "libOpenCL.so", "there is only libOpenCL.so.1", "apt-get install ocl-icd-opencl-dev")
            self.assertIn(note, answer["findings"][1:])
            m.copy(BUILD.library, "root/usr/lib64/libOpenCL.so")
            self.assertNotIn("only libOpenCL.so.1", str(m.json("doctor", code=1, library=TOOL["fake_loader"], env={"TOOL_CRASH": "1"})["findings"]))
            os.remove(m.path("root/usr/lib64/libOpenCL.so"))
            other = m.copy(TOOL["fake_loader"], "root/usr/lib64/libOpenCL.so.1")
            finding = m.json("doctor", code=1, library=other, env={"TOOL_CRASH": "1"})["findings"][0]
            self.assertNotIn(f"--library {other}", finding["remedy"])  # that is the one that has crashed

    def test_limits_of_the_command(self, m):
        """If even the search fails, the limit comes first."""
        tool.need_linux("limits")
        m.driver("good")
        for limit, said in [("n 8", "ulimit -n: open files are limited to 8"), ("f 0", "ulimit -f: the size of files is limited to 0 KiB")]:
            with self.row(limit):
                words = m.clrelay("doctor", code=1, before=["sh", "-c", f'ulimit -{limit}; exec "$@"', "sh"]).words
                self.assertIn(f"Problem: {said}, which may be why drivers fail", words)
                self.assertIn("the first problem above: ulimit", words)

    def test_file_system_without_programs(self, m):
        tool.need_linux("file systems")
        os.makedirs(m.path("mounted"))
        mount = ["unshare", "--mount", "sh", "-c", f"mount -t tmpfs -o noexec none {m.path('mounted')} && "
                 f"cp {m.driver('good', manifest=False)} {m.path('mounted/libx.so')} && exec \"$@\"", "sh"]
        tool.need(sandbox.works([*mount, "true"]), "nothing can be mounted here")
        m.icd("x.icd", m.path("mounted/libx.so"))
        said = m.clrelay("doctor", code=1, before=mount).words
        self.assertIn(f"The file system of {m.path('mounted/libx.so')} does not allow programs (noexec)", said)
        self.assertNotIn("ulimit", said)

    def test_relative_paths(self, m):
        tool.need_linux("rules for relative paths")
        m.driver("good")
        for env in [{"OCL_ICD_VENDORS": "vendors"}, {"OCL_ICD_VENDORS": "lib/libx-good.so"},
                    {"OCL_ICD_FILENAMES": "lib/libx-good.so", "OCL_ICD_VENDORS": "home"},
                    {"OCL_ICD_VENDORS": "vendors/good.icd"}]:
            with self.row(str(env)):
                [driver] = m.json("doctor", env=env)["drivers"]
                self.assertEqual(driver["verdict"], "LOADED")

    def test_layers(self, m):
        layer = sandbox.layer_path("one")
        need(os.path.exists(layer), "the fake layers are not built")
        m.driver("good")
        crash = m.driver("exit", manifest=False)
        os.makedirs(m.path("layers"))
        with open(m.path("layers", "one.lay"), "w", encoding="utf-8") as file:
            file.write(native(layer) + "\n")
        env = {"OPENCL_LAYER_PATH": native(m.path("layers"))}
        answer = m.json("doctor", env=env)
        self.assertEqual([layer["verdict"] for layer in answer["layers"]], ["LOADED"])
        answer = m.json("doctor", env={**env, "OPENCL_LAYERS": crash}, code=1)
        self.check_finding(answer, "problem", tool.slashes(crash), "exit code 3", "OPENCL_LAYERS")
        # The doctor tries the driver without the layer.
        self.assertEqual([driver["verdict"] for driver in answer["drivers"]], ["LOADED"])

    # Drivers that close or replace files of the program, and the descriptors of these files.
    careless = [
        ("close", "3"), ("lclose", "3"), ("closeall", "0, 1, 2, 3"), ("replace", "0, 1, 2, 3"), ("dclose", "3"), ("merge", "1"),
        ("eclose", "3"), ("fclose", None), # nobody looks after the last exit handler
    ]

    def test_driver_that_closes_the_programs_files(self):
        tool.need_linux("numbers for files")
        for quirk, numbers in self.careless:
            with self.row(quirk), tool.Machine() as m:
                own = m.write("own", "")
                m.driver(quirk)
                answer = m.json("doctor", env={"TOOL_OWN": own})
                self.assertEqual([platform["name"] for platform in answer["drivers"][0]["platforms"]], [f"libx-{quirk}"])
                self.assertEqual(len(answer["drivers"][0]["platforms"][0]["devices"]), 1)
                self.assertEqual([finding["level"] for finding in answer["findings"]], ["warning"] if numbers else [])
                if numbers:
                    self.assertEqual(answer["findings"][0]["text"],
                                     "changes the state of the process: open files, which it closed or "
                                     f"replaced (numbers: {numbers})")
                for command in ["list", "drivers", "layers", "settings"]:
                    self.assertNotIn("lost", m.json(command, env={"TOOL_OWN": own}))
                # The command wrote nothing to a file that the driver put in the place of its own.
                self.assertEqual(os.path.getsize(own), 0)

    def test_files_with_another_loader(self, m):
        tool.need_linux("numbers for files")
        answer = m.json("doctor", code=1, library=TOOL["fake_loader"], env={"TOOL_CLOSE": "1"})
        self.check_finding(answer, "warning", "", "open files, which it closed or replaced (numbers: 3)")

    def test_long_answers(self, m):
        need(not BUILD.windows and not BUILD.sanitizers, "so much takes minutes here; test_limits has less")
        m.driver("long")
        m.driver("good")
        answer = m.json("doctor", "--timeout", str(tool.TIME_LIMIT // 2), code=1)
        finding = self.check_finding(answer, "problem", "/long.icd", "could not be asked",
                                     "its answer is too long (more than 65536 KiB)")
        self.assertNotIn("Install", finding["remedy"])
        driver = self.find(answer["drivers"], "/long.icd")
        self.assertEqual((driver["trial"]["end"], driver["standing"]), ("no answer", "wrong"))
        self.assertEqual(self.find(answer["drivers"], "/good.icd")["standing"], "well")

    def test_limits_of_answers(self):
        """The driver is good, but a limit keeps the process from answering."""
        tool.need_linux("limits")
        need(not BUILD.emulator, "it takes memory of its own")
        for limit, quirk, end, words in [
                ("-v 40000", "good", "no answer", "it has no memory for an answer"),
                ("-v 150000", "long", "no answer", "there is not enough memory"),
                ("-f 0", "good", "no answer", "it has no memory for an answer"),
                ("-f 20", "good", "well", None),
                ("-f 20", "long", "no answer", "its answer is too long (more than 20 KiB)"),
        ]:
            if BUILD.sanitizers and limit.startswith("-v"):
                continue  # sanitizers need memory of their own
            with self.row(f"{limit}, {quirk}"), tool.Machine() as m:
                m.driver(quirk)
                before = ["bash", "-c", f'ulimit {limit}; exec "$@"', "-"]
                answer = m.json("list", before=before, code=0 if end == "well" else 1)
                if end == "well":
                    continue
                self.assertEqual(answer["lost"]["end"], end)
                self.assertIn(f"OpenCL could not be asked: {words}", m.clrelay(
                    "list", before=before, code=1).errors.replace("\n", " "))

    def test_limit_of_processes_that_start(self, m):
        """Where no process can start, neither a loader nor a driver has failed."""
        tool.need_linux("limits")
        need(not BUILD.emulator and not BUILD.sanitizers, "they have files of their own")
        m.driver("good")
        before = ["bash", "-c", 'ulimit -n 8; exec "$@"', "-"]
        for library in None, m.unreported():
            with self.row(library):
                answer = m.json("doctor", code=1, before=before, **({"library": library} if library else {}))
                limit, start = answer["findings"]
                self.assertEqual(limit["about"], "ulimit -n")
                self.assertIn("could not be tried: Too many open files", start["text"])
                self.assertIn("may or may not have this problem", start["remedy"])

    def test_without_files_in_memory(self, m):
        tool.need_linux("files")
        need(not BUILD.emulator and not BUILD.sanitizers, "there is another library first")
        m.driver("good")
        refused = m.path("refused")
        answer = m.json("list", env={**m.preload(TOOL["no_memfd"]), "TOOL_REFUSED": refused})
        self.assertEqual(len(answer["platforms"][0]["devices"]), 1)
        self.assertTrue(os.path.exists(refused))

    def test_devices_that_make_no_sense(self, m):
        m.driver("manydevices")
        answer = m.json("doctor", code=1)
        self.check_finding(answer, "problem", "manydevices.icd", "4294967295 devices")
        self.assertNotIn("no device", str(answer["findings"])) # this would explain missing devices

    def test_without_timeout(self, m):
        """A driver that takes a second does not hang."""
        m.icd("slow.icd", m.fake("slow"))
        self.assertEqual(m.json("doctor")["drivers"][0]["verdict"], "LOADED")

    def test_interrupted(self, m):
        m.driver("spawn-hang")
        _, code = m.on_terminal("doctor", after=(1.5, b"\x03"))
        self.assertEqual(code, -2)

    def test_json_is_one_value(self, m):
        m.driver("print")
        result = m.clrelay("doctor", "--json")
        self.assertEqual(result.errors, "")
        self.assertNotIn("rank", result.output)
        self.assertFalse(re.search(r"[^\x20-\x7e\n]", result.output))
