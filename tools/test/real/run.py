# SPDX-License-Identifier: Apache-2.0
"""clrelay test, list, trace and check with real programs and real drivers. test/drivers/real/programs.py says how to
run it."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../test/drivers/real"))
from programs import DRIVERS, HERE, check, environment, main, name_of, python_with_pyopencl, run, skip, test

KERNEL = os.path.join(HERE, "kernel.py")


def same_output(arguments, command, variables, *starters):
    """Runs a program alone, and once in each way to start it. Its exit status and its output, except numbers that it
    measures, must be the same."""
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
    """Runs a program under `clrelay trace`. Returns the summary."""
    same_output(arguments, command, variables, tracer(arguments, *options))
    return summary_of(arguments)


def checker(arguments, *options):
    return [arguments.tool, "check", "--json", "--log", os.path.join(arguments.folder, "findings"), *options]


def check_silent(arguments):
    """Only notes may be found, which are about calls that may fail and deprecated functions."""
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
        [platform] = [platform for platform in found["platforms"] if platform["name"] == name_of(driver)]
        for device in platform["devices"]:
            done = device["test"]
            check((done["result"], done["native"]) == ("right", False), f"{driver}: {done}")
            check(done["build_microseconds"] > 0 and done["run_microseconds"] > 0, f"no times: {done}")
        check(platform["devices"], f"{driver} has no device")
    check(" 0 failed." in run(command, wanted), "a device failed")


def clinfos_value(value):
    """Returns a value of clinfo's JSON as clrelay writes it. Objects of clinfo are lists of pairs here."""
    if not isinstance(value, list) or not all(isinstance(part, tuple) for part in value):
        return value
    parts = {name.strip(): part for name, part in value}
    if "raw" in parts: # with the names of flags, or as a version
        return next((part for name, part in parts.items() if name != "raw"), None)
    return [{"name": name, "version": clinfos_value(part)} for name, part in value]


def same_flags(theirs, ours, number=None):
    """Tells whether these are the same flags, in any order. Each may have names for flags that the other lacks. Then
    clrelay has their number."""
    names = {flag for flag in ours if not flag.startswith("0x")}
    rest = sum(bin(int(flag, 16)).count("1") for flag in ours if flag.startswith("0x"))
    return len(set(theirs) - names) <= rest and (
        number is None or bin(number).count("1") == len(names) + rest)


def same_value(theirs, ours, shown):
    """Tells whether a value of clinfo's JSON is the same as clrelay's."""
    if isinstance(theirs, list) and theirs and isinstance(theirs[0], tuple):
        parts = {name.strip(): part for name, part in theirs}
        flags = next((part for part in parts.values() if isinstance(part, list)), None)
        if "raw" in parts and isinstance(ours, list) and not any(isinstance(flag, tuple) for flag in flags or []):
            return same_flags(flags, ours, parts["raw"])
    # A list of properties that is empty except for its end.
    return shown == ours or (theirs == ["CL_NONE"] and ours == [])


def same_raw(theirs, name, ours):
    shown = raw(name, ours)
    if isinstance(ours, list) and all(isinstance(flag, str) for flag in ours):
        return theirs == "CL_NONE" and not ours or same_flags(theirs.split(" | ") if theirs else [], ours)
    return shown.strip() == theirs.strip()


def raw(name, value):
    """Returns a value of clrelay's JSON as clinfo --raw writes it."""
    if isinstance(value, bool):
        return "CL_TRUE" if value else "CL_FALSE"
    if name.endswith("VENDOR_ID"):
        return hex(value) if value else "0"
    if isinstance(value, str) and name.endswith("_NUMERIC_VERSION"):
        return raw_version(value)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return " ".join(f"{part['name']}:{raw_version(part['version'])}" for part in value)
    if isinstance(value, list):
        numbers = all(isinstance(part, int) for part in value)
        return (" " if numbers else " | ").join(map(str, value))
    return str(value)


def raw_version(version):
    major, minor, patch = map(int, version.split("."))
    return hex(major << 22 | minor << 12 | patch)


def detail(details, name):
    """Returns the value with this name, or with another name of the same query."""
    names = {"CL_DEVICE_QUEUE_PROPERTIES": "CL_DEVICE_QUEUE_ON_HOST_PROPERTIES"}
    for other in (name, names.get(name), name + "_KHR", name.removesuffix("_KHR"), name.removesuffix("_EXT")):
        if other in details:
            return details[other]
    return "missing"


def different_details(command, wanted):
    """Returns the differences between clinfo and clrelay list --verbose, and how many values both have."""
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

    # --raw prints the platforms first, then the devices of each platform.
    sections = iter([*[platform["details"] for platform in ours],
                     *[part["details"] for platform in ours for part in [platform, *platform["devices"]]]])
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
    """clrelay list --verbose shows the same values as clinfo."""
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
    found = trace(arguments, [python_with_pyopencl(), KERNEL],
                  environment(arguments, "pocl"))
    check(found["kernels"], "no kernel was recorded")


@test
def trace_programs(arguments):
    """The recorded programs build again, with their options, by the script beside them."""
    variables = environment(arguments, "pocl")
    programs = os.path.join(arguments.folder, "programs")
    trace(arguments, [arguments.program, "kernels"], variables, "--programs", programs)
    output = run([python_with_pyopencl(), os.path.join(programs, "rebuild.py")], variables)
    check(re.search(r"^[0-9a-f]{16}: options .*: built, ", output, flags=re.M), "nothing was built again")
    [source] = glob.glob(os.path.join(programs, "*.cl"))
    with open(source, "w", encoding="utf-8") as file:
        file.write("this is no OpenCL C\n")
    # If a program can't be built, pyopencl leaves its source in the folder for temporary files.
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
    """The script compiles and links programs again that were compiled and linked."""
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
    """All drivers in one process."""
    found = trace(arguments, [arguments.program, "kernels"], environment(arguments, *DRIVERS))
    check(len(found["queues"]) >= 2, "not all queues were recorded")


def check_times(arguments, driver, *more):
    """The times of kernels are those that the program measures."""
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
    checked(arguments, [python_with_pyopencl(), KERNEL],
            environment(arguments, "pocl"))


@test
def check_clpeak(arguments):
    if not shutil.which("clpeak"):
        skip("no clpeak here")
    checked(arguments, ["clpeak", "--kernel-latency"], environment(arguments, "pocl"))


def check_others(arguments, package, command):
    """A program of another project may leak, but makes no mistake. Its output is the same, and it has no finding of
    level error or portability."""
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
    """All drivers in one process."""
    checked(arguments, [arguments.program, "kernels"], environment(arguments, *DRIVERS))


@test
def check_nvidia(arguments):
    checked(arguments, [arguments.program, "kernels"], environment(arguments, "nvidia"))


@test
def trace_and_check(arguments):
    """Both layers in one process, in either order."""
    variables = environment(arguments, "pocl", "oclgrind")
    command = [arguments.program, "kernels"]
    for starter in [[*tracer(arguments), *checker(arguments)],
                    [*checker(arguments), *tracer(arguments)]]:
        same_output(arguments, command, variables, starter)
        check(len(summary_of(arguments)["queues"]) >= 2, "not all queues were recorded")
        check_silent(arguments)


main()
