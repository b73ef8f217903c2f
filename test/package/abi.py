# SPDX-License-Identifier: Apache-2.0
"""A program that was linked to an older libOpenCL.so.1 finds all of its functions in the built one:
abi.py LIBRARY LIBRARY-IN-C HEADERS WORK-FOLDER

The older ones are Debian's, if it is installed, and those of our own versions, of each of which there is a
dump in abi/ (libabigail's, for x86-64). Nothing may be missing or changed, and what is new must be promised in
loader/linux/exports.map. Of Debian's library, which has no debug
information, names and version nodes are compared; of ours the functions' parameters and all types of OpenCL's
headers in them, too. Only compilers tell those, so for that the library is the one whose exported functions are
C, with debug information.

With each version:   abi.py --dump LIBRARY-IN-C HEADERS VERSION   makes abi/libOpenCL.so.1_VERSION.abi, to be
checked in. That of a version that is not out yet may be made anew."""
import glob
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "abi")
ADDED = 4  # abidiff's exit status is a sum; this alone is: something is different, and compatible


def skip(why):
    print("skipped:", why)
    sys.exit(1 if os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") == "1" else 77)


def run(*command):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)


def stripped(library, copy):
    """Debug information would bring in what older libraries have none of."""
    subprocess.run(["strip", "-o", copy, library], check=True, timeout=60)
    return copy


def dump(library, headers, path):
    # Of the types those of OpenCL's headers alone, and nothing that another folder or name would change.
    text = subprocess.run(["abidw", "--headers-dir", headers, "--drop-private-types", "--exported-interfaces-only",
                           "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-parameter-names",
                           "--no-write-default-sizes", "--type-id-style", "hash", library],
                          check=True, text=True, stdout=subprocess.PIPE, timeout=60).stdout
    assert "<function-decl" in text, f"{library} has no debug information"
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(r" path='[^']*'", "", text))


def promised():
    """The functions of exports.map, as abidiff names them."""
    with open(os.path.join(HERE, "../../../loader/linux/exports.map"), encoding="utf-8") as file:
        nodes = re.findall(r"^(\S+) {(.*?)^}", file.read(), flags=re.M | re.S)
    return {f"{function}@@{node}" for node, body in nodes for function in re.findall(r"(\w+);", body)}


def compare(reference, older, newer):
    """Whether all is well between two libraries or dumps."""
    result = run("abidiff", older, newer)
    print(f"--- {reference} ({result.returncode})\n{result.stdout}")
    # As "[A] clName@@NODE", or with types "[A] 'function …'    {clName@@NODE}".
    added = sorted(re.findall(r"\[A\] (?:'.*' +\{)?(\S+?)\}?$", result.stdout, flags=re.M))
    # What is added and promised is all that may differ: no other line than these may count more than 0.
    counts = re.findall(r"(\d+) (Removed|Changed)", result.stdout)
    right = result.returncode in (0, ADDED) and all(count == "0" for count, _ in counts)
    if re.search(r"SONAME|architecture|error", result.stdout, flags=re.I): # with errors too the status may be 0
        right = False
    others = set(added) - promised()
    if others:
        print(f"new since {reference}, and not in exports.map: {sorted(others)}")
    return right and not others


if sys.argv[1] == "--dump":
    dump(sys.argv[2], sys.argv[3], os.path.join(HERE, f"libOpenCL.so.1_{sys.argv[4]}.abi"))
    sys.exit()
library, in_c, headers, work = sys.argv[1:]
if not shutil.which("abidiff"):
    skip("no abidiff (Debian: abigail-tools) here")
if "X86-64" not in run("readelf", "-h", library).stdout:
    print("skipped: the dumps are of the library for x86-64")  # it exports the same everywhere
    sys.exit(77)
os.makedirs(work, exist_ok=True)
built = stripped(library, os.path.join(work, "built"))
typed = ".debug_info" in run("readelf", "-S", "-W", in_c).stdout
if typed: # a dump too: of what is no OpenCL type the others have nothing either
    dump(in_c, headers, os.path.join(work, "typed.abi"))
else:
    print("this build has no debug information: types are not compared")

dumps = sorted(glob.glob(os.path.join(HERE, "*.abi")))
assert dumps, "no dumps"
results = []
for path in dumps:
    name = os.path.basename(path)[:-len(".abi")]
    results.append(compare(name, path, built))
    if typed:
        results.append(compare(name, path, os.path.join(work, "typed.abi")))
theirs = "/usr/lib/x86_64-linux-gnu/libOpenCL.so.1.0.0"
if re.match("ocl-icd-libopencl1[:,]", run("dpkg", "-S", theirs).stdout):
    version = run("dpkg-query", "-W", "-f", "${source:Upstream-Version}", "ocl-icd-libopencl1").stdout
    copy = stripped(theirs, os.path.join(work, "theirs"))
    results.append(compare(f"ocl-icd_{version}", copy, built))
else:
    print("Debian's libOpenCL.so.1 is not installed here")
    results.append(os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") != "1")
sys.exit(not all(results))
