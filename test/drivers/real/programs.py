# SPDX-License-Identifier: Apache-2.0
"""
What the tests with real programs and real drivers share, the loader's (run.py beside this) and those of the tools:

    run.py TEST --library libOpenCL.so.1 --program real --folder FOLDER

Nothing is installed and nothing of the system's own configuration is used: the drivers are chosen
by .icd files that are written here. What is not on this machine makes a test be skipped (exit code
77, with a message), or fail where CLRELAY_TESTS_REQUIRE_ALL=1.
"""
import argparse
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


# A card's own driver and device file, which no package provides.
CARDS = {
    "nvidia": ("NVIDIA CUDA", "libnvidia-opencl.so.1", "nvidia0"),
}


def environment(arguments, *drivers):
    """Returns an environment in which a program sees the built library and only these drivers."""
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
    """Runs a program, which must end well, and returns its output."""
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
    """Checks that each of these drivers has a device, and that every device computed the right numbers."""
    for driver in drivers:
        check(re.search(f"platform: {name_of(driver)}\n  device: .*\n(.*\n)*?    .*numbers right",
                        output), f"{driver} ran no kernel")


def python_with_pyopencl():
    # Uses Debian's Python, whatever comes first in PATH, because Debian's pyopencl belongs to it.
    python = "/usr/bin/python3"
    with_it = [python, "-c", "import pyopencl"]
    if not os.path.exists(python) or subprocess.run(with_it, stderr=subprocess.DEVNULL).returncode:
        skip("no pyopencl here (Debian's package python3-pyopencl)")
    return python


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
