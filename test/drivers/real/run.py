# SPDX-License-Identifier: Apache-2.0
"""Tests real programs and real drivers with the built library; programs.py beside this file says how to run it."""
import os
import re
import shutil
import subprocess

from programs import (CARDS, DRIVERS, HERE, check, check_devices, check_platforms, environment,
                      installed, main, python_with_pyopencl, run, skip, test)


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
    """oclgrind's table has some functions of whichever libOpenCL the program uses: under other loaders this call
    recurses without end."""
    output = run([arguments.program, "il"], environment(arguments, "oclgrind"))
    check("clCreateProgramWithIL: " in output, "no device")


# The slots that the drivers of certain Debian packages lack: slots that are NULL, slots with another library's function
# of that name (these drivers have their own), and slots past the table's end. The lists were made when SLOTS was the
# number of all slots; these versions have no later function.
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
    """Tests how the loader judges the tables: Mesa's two end before slot 149, and data follows them."""
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
    """Mesa's drivers have no device on most machines. They must not disturb others, and a device that they have must
    work."""
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
    """Two vendors' drivers run in one process, with a kernel on a device of each."""
    output = run([arguments.program, "kernels"], environment(arguments, "nvidia", "pocl"))
    check_devices(output, "nvidia", "pocl")


@test
def spirv(arguments):
    """Uses both functions on all drivers: a device that takes SPIR-V computes the right numbers, and for one that takes
    none the calls return an error."""
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


main()
