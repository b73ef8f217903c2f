# SPDX-License-Identifier: Apache-2.0
"""
Real programs and real drivers through the built library:

    run.py TEST --library libOpenCL.so.1 --program real --folder FOLDER

Nothing is installed and nothing of the system's own configuration is used: the drivers are chosen
by .icd files that are written here. What is not on this machine makes a test be skipped (exit code
77, with a message), or fail where CLRELAY_TESTS_REQUIRE_ALL=1.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import installed
from installed import DRIVERS

TESTS = {}


def test(function):
    TESTS[function.__name__] = function
    return function


def skip(message):
    print("skipped:", message)
    sys.exit(1 if os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") == "1" else 77)


def check(condition, message):
    if not condition:
        sys.exit("FAILED: " + message)


# Where a card's own driver is, which no test can ask for.
CARDS = {
    "nvidia": ("NVIDIA CUDA", "libnvidia-opencl.so.1", "nvidia0"),
}


def environment(arguments, *drivers):
    """The environment in which a program sees the built library and these drivers only."""
    vendors = os.path.join(arguments.folder, "vendors")
    shutil.rmtree(arguments.folder, ignore_errors=True)
    os.makedirs(vendors)
    for driver in drivers:
        if driver in CARDS:
            _, library, device = CARDS[driver]
            if not os.path.exists("/dev/" + device):
                print(f"skipped: no card for {library} here")
                sys.exit(77)
        else:
            library = installed.find(driver)
            if not library:
                skip(installed.missing(driver))
        with open(os.path.join(vendors, driver + ".icd"), "w") as file:
            file.write(library + "\n")
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("OCL_ICD_", "OPENCL_", "POCL_"))}
    return {**clean,
            "LD_LIBRARY_PATH": os.pathsep.join(filter(None, (os.path.dirname(arguments.library),
                                                             clean.get("LD_LIBRARY_PATH")))),
            "OCL_ICD_VENDORS": vendors,
            "POCL_CACHE_DIR": os.path.join(arguments.folder, "pocl"),
            "XDG_CACHE_HOME": os.path.join(arguments.folder, "cache"),
            "RUSTICL_ENABLE": "llvmpipe"}


def run(command, environment):
    """What a program printed; it must end well."""
    print("+", *command, flush=True)
    try:
        result = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, text=True,
                                errors="replace", stdout=subprocess.PIPE, timeout=100)
    except subprocess.TimeoutExpired as late:
        print((late.stdout or b"").decode(errors="replace"))
        sys.exit("FAILED: not done after 100 seconds")
    print(result.stdout, flush=True)
    check(result.returncode == 0, f"{command[0]} ended with {result.returncode}")
    return result.stdout


def name_of(driver):
    return {**DRIVERS, **CARDS}[driver][0]


def check_platforms(output, *drivers):
    for driver in drivers:
        check(f"platform: {name_of(driver)}\n" in output, f"{driver} is not there")


def check_devices(output, *drivers):
    """Each of these drivers has a device, and every device computed what it should."""
    for driver in drivers:
        check(re.search(f"platform: {name_of(driver)}\n  device: .*\n(.*\n)*?    .*numbers right",
                        output), f"{driver} ran no kernel")


def spir_module(arguments):
    clang = shutil.which("clang-14")
    if not clang:
        skip("no clang-14 here, which can make SPIR 1.2")
    module = os.path.join(arguments.folder, "spir.bc")
    made = subprocess.run(
        [clang, "-cc1", "-triple", "spir64-unknown-unknown", "-emit-llvm-bc", "-cl-std=CL1.2",
         "-finclude-default-header", "-o", module, os.path.join(HERE, "spir.cl")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if "opencl-c" in made.stdout:
        skip("no opencl-c.h here (Debian's package libclang-common-14-dev)")
    check(made.returncode == 0, "clang: " + made.stdout)
    return module


@test
def clinfo(arguments):
    if not shutil.which("clinfo"):
        skip("no clinfo here")
    output = run(["clinfo"], environment(arguments, "pocl"))
    check(re.search(r"ICD loader Name +clrelay\n", output), "this is another loader")
    check(re.search(r"Platform Name +Portable Computing Language\n", output), "no PoCL")
    check(re.search(r"Number of devices +[1-9]", output), "no device")


@test
def clinfo_all(arguments):
    if not shutil.which("clinfo"):
        skip("no clinfo here")
    output = run(["clinfo"], environment(arguments, *DRIVERS))
    check(re.search(rf"Number of platforms +{len(DRIVERS)}\n", output), "not all platforms")
    for name, _, _ in DRIVERS.values():
        check(re.search(rf"Platform Name +{name}\n", output), "no " + name)


def python_with_pyopencl():
    # Debian's Python, because Debian's pyopencl belongs to it, whatever comes first in PATH.
    python = "/usr/bin/python3"
    with_it = [python, "-c", "import pyopencl"]
    if not os.path.exists(python) or subprocess.run(with_it, stderr=subprocess.DEVNULL).returncode:
        skip("no pyopencl here (Debian's package python3-pyopencl)")
    return python


@test
def pyopencl(arguments):
    output = run([python_with_pyopencl(), os.path.join(HERE, "kernel.py")],
                 environment(arguments, "pocl"))
    check_devices(output, "pocl")
    check(f"library: {os.path.realpath(arguments.library)}\n" in output, "it used another library")


@test
def pocl(arguments):
    output = run([arguments.program, "kernels"], environment(arguments, "pocl"))
    check_devices(output, "pocl")


@test
def oclgrind(arguments):
    output = run([arguments.program, "kernels"], environment(arguments, "oclgrind"))
    check_devices(output, "oclgrind")


@test
def oclgrind_il(arguments):
    """Some of oclgrind's table are functions of whatever libOpenCL the program has: with other
    loaders this call goes round and round."""
    output = run([arguments.program, "il"], environment(arguments, "oclgrind"))
    check("clCreateProgramWithIL: " in output, "no device")


# What some versions of Debian's packages do not have, by slot: where the table has NULL, where another
# library's function of that name (then they have their own), and what lies behind the table's end. They were written
# down when SLOTS was all that there was: of later functions these versions have none.
SLOTS = 150
TABLES = {
    "pocl": ("3.1-3", {13, 89, 92, *range(119, 123), 136, 149}, set(), set()),
    "oclgrind": ("21.10-3", {89, 90, 91, *range(119, 123), 136, 149},
                 {65, *range(123, 136), *range(137, 149)}, set()),
    "clover": ("22.3.6-1", {13, *range(66, 75), *range(89, 93), 108, *range(119, 123), 133, 136, 137},
               set(), {149}),
    "rusticl": ("22.3.6-1", {13, 31, 61, 63, *range(66, 75), *range(89, 94), 97, 108,
                             *range(119, 123)}, set(), {149}),
}


def package_version(package):
    try:
        return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package],
                              stdout=subprocess.PIPE, text=True).stdout
    except FileNotFoundError:
        return ""


@test
def tables(arguments):
    """How the loader judges the tables: Mesa's two end before slot 149 and have data behind."""
    resolved = 0
    for driver, (version, *known) in TABLES.items():
        found = package_version(DRIVERS[driver][1])
        if not found.startswith(version):
            print(f"not looked at: {driver} of version {found}, not {version}")
            continue
        resolved += 1
        variables = {**environment(arguments, driver), "OCL_ICD_LOG": "debug:table",
                     "OCL_ICD_LOG_FILE": os.path.join(arguments.folder, "log")}
        run([arguments.program, "list"], variables)
        with open(variables["OCL_ICD_LOG_FILE"]) as file:
            log = file.read()
        print(log)
        seen = tuple({int(slot) for slot in re.findall(rf"^clrelay:   slot (\d+): \w+ {words}",
                                                       log, re.M)}
                     for words in ("is missing$", "is bound to another library's function; the driver has",
                                   "lies past the end of the table; "
                                   "(?:it counts as missing|a fallback replaces it)$"))
        for title, is_so, should in zip(("NULL", "foreign", "behind the end"), seen, known):
            is_so = {slot for slot in is_so if slot < SLOTS}
            check(is_so == should, f"{driver}, slots that are {title}: {sorted(is_so)}, "
                                   f"not {sorted(should)}")
    if not resolved:
        skip("no driver here whose table is known")


@test
def mesa(arguments):
    """Mesa's drivers have no device on most machines; they must not disturb, and what they have
    must work."""
    output = run([arguments.program, "kernels"], environment(arguments, "clover", "rusticl"))
    check_platforms(output, "clover", "rusticl")


@test
def together(arguments):
    output = run([arguments.program, "kernels"], environment(arguments, *DRIVERS))
    check_platforms(output, *DRIVERS)
    check_devices(output, "pocl", "oclgrind")
    check(output.rindex("no devices") > output.rindex("device: ") if "no devices" in output else True,
          "a platform without devices comes before one that has some")


@test
def nvidia(arguments):
    check_devices(run([arguments.program, "kernels"], environment(arguments, "nvidia")), "nvidia")


@test
def nvidia_pocl(arguments):
    """Two vendors' drivers in one process, a kernel on a device of each."""
    output = run([arguments.program, "kernels"], environment(arguments, "nvidia", "pocl"))
    check_devices(output, "nvidia", "pocl")


@test
def spirv(arguments):
    """By both functions, on all drivers: where a device takes SPIR-V the kernel computes what it
    should, and where it takes none the calls come back and say so."""
    assembler = shutil.which("spirv-as")
    if not assembler:
        skip("no spirv-as here (Debian's package spirv-tools)")
    there = [driver for driver in DRIVERS if installed.find(driver)]
    there += [driver for driver, (_, _, device) in CARDS.items() if os.path.exists("/dev/" + device)]
    if not there:
        skip("no driver here")
    variables = environment(arguments, *there)
    module = os.path.join(arguments.folder, "module.spv")
    subprocess.run([assembler, "--target-env", "opencl2.0", "-o", module,
                    os.path.join(HERE, "spirv.spvasm")], check=True)
    output = run([arguments.program, "spirv", module], variables)
    devices = output.count("\n  device: ")
    for function in "clCreateProgramWithIL", "clCreateProgramWithILKHR":
        refused = output.count(f"{function}: error")
        taken = output.count(f"{function}: a program")
        check(refused + taken == devices, f"{function}: not all devices answered")
        print(f"{function}: {taken} of {devices} devices took the module")
    check(output.count("numbers right") == output.count(": a program"), "a kernel did not run")


@test
def spir_pocl(arguments):
    variables = environment(arguments, "pocl")
    check_devices(run([arguments.program, "spir", spir_module(arguments)], variables), "pocl")


@test
def spir_oclgrind(arguments):
    variables = environment(arguments, "oclgrind")
    check_devices(run([arguments.program, "spir", spir_module(arguments)], variables), "oclgrind")


# ---- clrelay trace, clrelay check ----

def same_output(arguments, command, variables, *starters):
    """Runs a program alone, and once for each way to start it: its output, but for numbers that it
    measures, and its exit status are the same."""
    if not arguments.tool or not os.path.exists(arguments.tool):
        skip("the layers were not built")
    outputs = []
    for words in [command, *([*starter, *command] for starter in starters)]:
        print("+", *words, flush=True)
        result = subprocess.run(words, env=variables, stdin=subprocess.DEVNULL, text=True,
                                errors="replace", stdout=subprocess.PIPE, timeout=100)
        outputs.append((result.returncode, re.sub(r"0x[0-9a-f]+|[0-9.]+", "N", result.stdout)))
    print(outputs[0][1])
    for output in outputs[1:]:
        check(output == outputs[0], f"the output is another: {output}")


def tracer(arguments, *options):
    summary = os.path.join(arguments.folder, "summary.json")
    return [arguments.tool, "trace", "--json", "--summary", summary, "-o",
            os.path.join(arguments.folder, "trace"), *options]


def summary_of(arguments):
    with open(os.path.join(arguments.folder, "summary.json"), encoding="utf-8") as file:
        found = json.load(file)
    check(found["calls"] > 0, "no call was recorded")
    return found


def trace(arguments, command, variables, *options):
    """A program under `clrelay trace`. Returns the summary."""
    same_output(arguments, command, variables, tracer(arguments, *options))
    return summary_of(arguments)


def checker(arguments, *options):
    return [arguments.tool, "check", "--json", "--log", os.path.join(arguments.folder, "findings"), *options]


def check_silent(arguments):
    """Nothing was found but notes, which are about calls that may fail, and deprecated functions."""
    with open(os.path.join(arguments.folder, "findings"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    findings, summary = lines[:-1], lines[-1]["summary"]
    check(summary["processes"] > 0, "no call was checked")
    for finding in findings:
        check(finding["level"] == "note", f"found in a program that is right: {finding}")


def checked(arguments, command, variables):
    same_output(arguments, command, variables, checker(arguments))
    check_silent(arguments)


@test
def clrelay_test(arguments):
    """clrelay test runs a compiled kernel on each device."""
    if not arguments.tool:
        skip("no clrelay here")
    wanted = environment(arguments, *DRIVERS)
    command = [arguments.tool, "test", "--library", arguments.library]
    found = json.loads(run([*command, "--json"], wanted))
    for driver in "pocl", "oclgrind":
        [platform] = [it for it in found["platforms"] if it["name"] == name_of(driver)]
        for device in platform["devices"]:
            done = device["test"]
            check((done["result"], done["native"]) == ("right", False), f"{driver}: {done}")
            check(done["build_microseconds"] > 0 and done["run_microseconds"] > 0, f"no times: {done}")
        check(platform["devices"], f"{driver} has no device")
    check(" 0 failed." in run(command, wanted), "a device failed")


def clinfos_value(value):
    """A value of clinfo's JSON, whose objects are lists of pairs here, as clrelay writes it."""
    if not isinstance(value, list) or not all(isinstance(it, tuple) for it in value):
        return value
    parts = {name.strip(): part for name, part in value}
    if "raw" in parts: # with its names, or as a version
        return next((part for name, part in parts.items() if name != "raw"), None)
    return [{"name": name, "version": clinfos_value(part)} for name, part in value]


def same_flags(theirs, ours, number=None):
    """Whether these are the same flags, whatever their order. Either may have names for some that the other
    lacks: clrelay then has their number."""
    names = {it for it in ours if not it.startswith("0x")}
    rest = sum(bin(int(it, 16)).count("1") for it in ours if it.startswith("0x"))
    return len(set(theirs) - names) <= rest and (
        number is None or bin(number).count("1") == len(names) + rest)


def same_value(theirs, ours, shown):
    """Whether a value of clinfo's JSON is that of clrelay's."""
    if isinstance(theirs, list) and theirs and isinstance(theirs[0], tuple):
        parts = {name.strip(): part for name, part in theirs}
        flags = next((part for part in parts.values() if isinstance(part, list)), None)
        if "raw" in parts and isinstance(ours, list) and not any(isinstance(it, tuple) for it in flags or []):
            return same_flags(flags, ours, parts["raw"])
    # A list of properties with nothing but its end.
    return shown == ours or (theirs == ["CL_NONE"] and ours == [])


def same_raw(theirs, name, ours):
    shown = raw(name, ours)
    if isinstance(ours, list) and all(isinstance(it, str) for it in ours):
        return theirs == "CL_NONE" and not ours or same_flags(theirs.split(" | ") if theirs else [], ours)
    return shown.strip() == theirs.strip()


def raw(name, value):
    """A value of clrelay's JSON as clinfo --raw writes it."""
    if isinstance(value, bool):
        return "CL_TRUE" if value else "CL_FALSE"
    if name.endswith("VENDOR_ID"):
        return hex(value) if value else "0"
    if isinstance(value, str) and name.endswith("_NUMERIC_VERSION"):
        return raw_version(value)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return " ".join(f"{it['name']}:{raw_version(it['version'])}" for it in value)
    if isinstance(value, list):
        numbers = all(isinstance(it, int) for it in value)
        return (" " if numbers else " | ").join(map(str, value))
    return str(value)


def raw_version(version):
    major, minor, patch = map(int, version.split("."))
    return hex(major << 22 | minor << 12 | patch)


def detail(details, name):
    """The value by this name or another name of the same query."""
    names = {"CL_DEVICE_QUEUE_PROPERTIES": "CL_DEVICE_QUEUE_ON_HOST_PROPERTIES"}
    for other in (name, names.get(name), name + "_KHR", name.removesuffix("_KHR"), name.removesuffix("_EXT")):
        if other in details:
            return details[other]
    return "missing"


def different_details(command, wanted):
    """In what clinfo and clrelay list --verbose differ, and how many values they have in common."""
    ours = json.loads(run([*command, "--json"], wanted))["platforms"]
    theirs = json.loads(run(["clinfo", "--json"], wanted), object_pairs_hook=list)
    theirs = dict(theirs)
    different, same = [], {}

    def count(where, name, equal, value, shown):
        check(name.startswith("CL_"), f"what is {name}?")
        if equal:
            same[where] = same.get(where, 0) + 1
        else:
            different.append(f"{where} {name}: {value!r} is {shown!r} in clrelay")

    def compare(own, its, values):
        for name, value in values:
            shown = detail(its["details"], name)
            count(own["name"], name, same_value(value, shown, clinfos_value(value)), value, shown)
    for platform, own in zip(theirs["platforms"], ours, strict=True):
        compare(own, own, platform)
    for entry, own in zip(theirs["devices"], ours, strict=True):
        for device, its in zip(dict(entry)["online"], own["devices"], strict=True):
            compare(own, its, device)

    # --raw: the platforms first, then each platform's devices.
    sections = iter([*[it["details"] for it in ours],
                     *[part["details"] for it in ours for part in [it, *it["devices"]]]])
    details = None
    for line in run(["clinfo", "--raw"], wanted).splitlines():
        found = re.match(r"(?:\[\S+\])? +(CL_\w+) +(.*)$", line + " ")
        if not found or found[1].startswith("CL_ICDL"):
            continue
        if found[1] in ("CL_PLATFORM_NAME", "CL_DEVICE_NAME"):
            details = next(sections)
        shown = detail(details, found[1])
        count("raw", found[1], same_raw(found[2].strip(), found[1], shown), found[2], shown)
    return different, same


@test
def clrelay_list(arguments):
    """clrelay list --verbose tells what clinfo does."""
    if not arguments.tool:
        skip("no clrelay here")
    if not shutil.which("clinfo"):
        skip("no clinfo here")
    wanted = environment(arguments, *DRIVERS)
    command = [arguments.tool, "list", "--verbose", "--library", arguments.library]
    for _ in range(3): # some values change, like the frequency
        different, same = different_details(command, wanted)
        if not different:
            break
    print(same)
    check(not different, "\n".join(different))
    for driver, least in [("pocl", 100), ("oclgrind", 60), ("rusticl", 90), ("clover", 5)]:
        check(same.get(name_of(driver), 0) >= least, f"{driver} was hardly compared: {same}")
    check(same["raw"] > 250, f"--raw was hardly compared: {same}")
    shown = run(command, wanted)
    for part in "CL_DEVICE_EXTENSIONS_WITH_VERSION", "CL_MEM_OBJECT_IMAGE2D", "CL_RGBA CL_UNORM_INT8":
        check(part in shown, f"no {part}")


@test
def trace_clinfo(arguments):
    if not shutil.which("clinfo"):
        skip("no clinfo here")
    trace(arguments, ["clinfo"], environment(arguments, *DRIVERS))


@test
def trace_pyopencl(arguments):
    found = trace(arguments, [python_with_pyopencl(), os.path.join(HERE, "kernel.py")],
                  environment(arguments, "pocl"))
    check(found["kernels"], "no kernel was recorded")


@test
def trace_programs(arguments):
    """The programs that were recorded build again, with their options, by the script beside them."""
    variables = environment(arguments, "pocl")
    programs = os.path.join(arguments.folder, "programs")
    trace(arguments, [arguments.program, "kernels"], variables, "--programs", programs)
    output = run([python_with_pyopencl(), os.path.join(programs, "rebuild.py")], variables)
    check(re.search(r"^[0-9a-f]{16}: options .*: built, ", output, flags=re.M), "nothing was built again")
    [source] = glob.glob(os.path.join(programs, "*.cl"))
    with open(source, "w", encoding="utf-8") as file:
        file.write("this is no OpenCL C\n")
    # pyopencl leaves the source of a program that can't be built in the folder for temporary files.
    broken = subprocess.run([python_with_pyopencl(), os.path.join(programs, "rebuild.py"), os.path.basename(source)],
                            env={**variables, "TMPDIR": arguments.folder}, text=True, capture_output=True, timeout=100)
    check(broken.returncode == 1 and "failed: " in broken.stdout, f"a broken program was built: {broken}")


LINKED = """
import pyopencl as cl
[device] = cl.get_platforms()[0].get_devices()
context = cl.Context([device])
header = cl.Program(context, "int two(void);")
user = cl.Program(context, '#include "two.h"' + chr(10) + "kernel void a(global int *to) { *to = two() + MORE; }")
user.compile(options="-DMORE=3", headers=[("two.h", header)])
part = cl.Program(context, "int two(void) { return 2; }")
part.compile()
cl.link_program(context, [user, part], "-create-library")
"""


@test
def trace_linked_programs(arguments):
    """Programs that were compiled and linked are compiled and linked again."""
    variables = environment(arguments, "pocl")
    programs = os.path.join(arguments.folder, "programs")
    trace(arguments, [python_with_pyopencl(), "-W", "ignore", "-c", LINKED], variables, "--programs", programs)
    output = run([python_with_pyopencl(), os.path.join(programs, "rebuild.py")], variables)
    for part in (r'options "-DMORE=3[^"]*", headers "two\.h" [0-9a-f]{16}: compiled',
                 r'options "(?:-I [^"]*)?": compiled',
                 r'options "-create-library", of [0-9a-f]{16}:1 [0-9a-f]{16}:1: linked'):
        check(len(re.findall(f"^[0-9a-f]{{16}}: {part}, ", output, flags=re.M)) == 1, output)


@test
def trace_clpeak(arguments):
    if not shutil.which("clpeak"):
        skip("no clpeak here")
    found = trace(arguments, ["clpeak", "--kernel-latency"],
                  environment(arguments, "pocl"))
    check(found["kernels"], "no kernel was recorded")


@test
def trace_drivers(arguments):
    """All of them in one process."""
    found = trace(arguments, [arguments.program, "kernels"], environment(arguments, *DRIVERS))
    check(len(found["queues"]) >= 2, "not all queues were recorded")


def check_times(arguments, driver, *more):
    """Kernels' times are what the program measures."""
    output = os.path.join(arguments.folder, "measured")
    found = trace(arguments, [arguments.measured, name_of(driver), output],
                  environment(arguments, driver, *more))
    with open(output, encoding="utf-8") as file:
        measured = {name: int(time) for name, time in map(str.split, file)}
    for kernel in found["kernels"]:
        share = kernel["total"] / measured.pop(kernel["name"])
        print(f"{kernel['name']}: {share:.4f} of what was measured")
        check(0.98 <= share <= 1.02, f"the times of {kernel['name']} are others")
    check(not measured, f"these kernels are missing: {measured}")


@test
def trace_times(arguments):
    check_times(arguments, "pocl")


@test
def trace_times_nvidia(arguments):
    check_times(arguments, "nvidia")


@test
def trace_times_nvidia_pocl(arguments):
    check_times(arguments, "nvidia", "pocl")


@test
def check_clinfo(arguments):
    if not shutil.which("clinfo"):
        skip("no clinfo here")
    checked(arguments, ["clinfo"], environment(arguments, *DRIVERS))


@test
def check_pyopencl(arguments):
    checked(arguments, [python_with_pyopencl(), os.path.join(HERE, "kernel.py")],
            environment(arguments, "pocl"))


@test
def check_clpeak(arguments):
    if not shutil.which("clpeak"):
        skip("no clpeak here")
    checked(arguments, ["clpeak", "--kernel-latency"], environment(arguments, "pocl"))


def check_others(arguments, package, command):
    """Another project's program, which may leak, but makes no mistake: its output is the same, and there is no
    finding of level error or portability."""
    if not shutil.which(command[0]):
        skip(f"no {command[0]} here (Debian's package {package})")
    same_output(arguments, command, environment(arguments, "pocl"), tracer(arguments),
                checker(arguments, "--level", "portability"))
    summary_of(arguments)
    check_silent(arguments)


@test
def check_clfft(arguments):
    check_others(arguments, "clfft-client", ["clFFT-client", "-x", "1024"])


@test
def check_wlangenpmkocl(arguments):
    check_others(arguments, "hcxkeys", ["wlangenpmkocl", "-e", "network", "-p", "password"])


@test
def check_drivers(arguments):
    """All of them in one process."""
    checked(arguments, [arguments.program, "kernels"], environment(arguments, *DRIVERS))


@test
def check_nvidia(arguments):
    checked(arguments, [arguments.program, "kernels"], environment(arguments, "nvidia"))


@test
def trace_and_check(arguments):
    """Both layers at once, in both orders."""
    variables = environment(arguments, "pocl", "oclgrind")
    command = [arguments.program, "kernels"]
    for starter in [[*tracer(arguments), *checker(arguments)],
                    [*checker(arguments), *tracer(arguments)]]:
        same_output(arguments, command, variables, starter)
        check(len(summary_of(arguments)["queues"]) >= 2, "not all queues were recorded")
        check_silent(arguments)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("test", choices=TESTS)
    parser.add_argument("--library", required=True)
    parser.add_argument("--program", help="the program that tries devices")
    parser.add_argument("--folder", required=True)
    parser.add_argument("--tool", default="", help="the command clrelay")
    parser.add_argument("--measured", help="the program that measures kernels")
    parser.add_argument("--skip", default="", help="say this and skip the test")
    arguments = parser.parse_args()
    if arguments.skip:
        print("skipped:", arguments.skip)
        sys.exit(77)
    TESTS[arguments.test](arguments)


main()
