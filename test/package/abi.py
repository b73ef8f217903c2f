# SPDX-License-Identifier: Apache-2.0
"""A program that was linked to an older libOpenCL.so.1 finds all of its functions in the built one:
abi.py LIBRARY LIBRARY-IN-C HEADERS

The older libraries are Debian's, if it is installed, and our own versions, each of which has a list in abi/ (for
x86-64) with a line for each function, with its version node, and for each structure. Nothing may be missing or changed,
and new functions must be promised in loader/linux/exports.map. Debian's library has no debug information, so the test
compares names and version nodes. For our own it also compares the functions' parameters and all types of OpenCL's
headers in them, as libabigail sees them. That needs debug information, which only a compiler writes: LIBRARY-IN-C is
the library whose exported functions are C.

For each new version, abi.py --dump LIBRARY-IN-C HEADERS VERSION makes abi/libOpenCL.so.1_VERSION.txt, which is checked
in. The list of an unreleased version may be made again."""
import glob
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "abi")


def skip(why):
    print("skipped:", why)
    sys.exit(1 if os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") == "1" else 77)


def run(*command):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)


def plain(library):
    """Returns what a library exports, without types."""
    names = run("nm", "-D", "--defined-only", "--with-symbol-versions", library).stdout
    soname, = re.findall(r"SONAME.*\[(.*)\]", run("readelf", "-d", "-W", library).stdout)
    return {"soname": soname, **{name: kind for kind, name in re.findall(r"^\w+ ([^A ]) (\S+)$", names, re.M)}}


def without_types(lines):
    return {name: "T" if "@" in name else what for name, what in lines.items() if "@" in name or name == "soname"}


class Types:
    """Turns the types in libabigail's XML into text."""

    def __init__(self, root):
        self.named = {node.get("id"): node for node in root.iter() if node.get("id")}

    def text(self, name):
        """Returns a type without the names of typedefs, which make no difference to a program."""
        node = self.named[name]
        inner = node.get("type-id") and self.text(node.get("type-id"))
        if node.tag == "typedef-decl":
            return inner
        if node.tag == "pointer-type-def":
            return f"{inner} *"
        if node.tag == "qualified-type-def":
            return f"{inner} const"
        if node.tag == "function-type":
            return self.function(node)
        if node.tag == "union-decl" and node.get("is-anonymous"):
            return self.members(node)
        assert node.tag in ("type-decl", "class-decl"), f"a type of another kind: {node.tag} {node.attrib}"
        return node.get("name")

    def function(self, node):
        return f"{self.text(node.find('return').get('type-id'))} ({self.listed(node.findall('parameter'))})"

    def listed(self, parameters):
        return ", ".join("..." if parameter.get("is-variadic") else self.text(parameter.get("type-id"))
                         for parameter in parameters)

    def members(self, node):
        members = [(member.get("layout-offset-in-bits", "0"), member.find("var-decl"))
                   for member in node.findall("data-member")]
        return f"{node.get('size-in-bits')} bits: " + "; ".join(
            f"{place} {self.text(member.get('type-id'))} {member.get('name')}" for place, member in members)


def typed(library, headers):
    """Returns what a library exports, with types. Only types of OpenCL's headers have members."""
    text = subprocess.run(["abidw", "--headers-dir", headers, "--drop-private-types", "--exported-interfaces-only",
                           library], check=True, text=True, stdout=subprocess.PIPE, timeout=60).stdout
    root = xml.etree.ElementTree.fromstring(text)
    types = Types(root)
    functions = {function.get("elf-symbol-id"): types.function(function) for function in root.iter("function-decl")}
    assert functions, f"{library} has no debug information"
    structures = {structure.get("name"): types.members(structure) for structure in root.iter("class-decl")
                  if structure.find("data-member") is not None}
    return {name: functions.get(name, kind) for name, kind in plain(library).items()} | structures


def dump(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\t{what}\n" for name, what in sorted(lines.items()))


def read(path):
    with open(path, encoding="utf-8") as file:
        return dict(line.rstrip("\n").split("\t") for line in file)


def promised():
    """Returns the functions of exports.map with their nodes."""
    with open(os.path.join(HERE, "../../../loader/linux/exports.map"), encoding="utf-8") as file:
        nodes = re.findall(r"^(\S+) {(.*?)^}", file.read(), flags=re.M | re.S)
    return {f"{function}@@{node}" for node, body in nodes for function in re.findall(r"(\w+);", body)}


def compare(reference, older, newer):
    """Tells whether the newer library has everything that the older one has, and otherwise only what is promised."""
    wrong = [f"missing: {name}\t{what}" for name, what in older.items() if name not in newer]
    wrong += [f"changed: {name}\t{what}\n  it is: {name}\t{newer[name]}" for name, what in older.items()
              if newer.get(name, what) != what]
    wrong += [f"not in exports.map: {name}" for name in newer.keys() - older.keys() - promised() if "@" in name]
    print(f"--- {reference}", *wrong, sep="\n")
    return not wrong


if sys.argv[1] == "--dump":
    dump(os.path.join(HERE, f"libOpenCL.so.1_{sys.argv[4]}.txt"), typed(sys.argv[2], sys.argv[3]))
    sys.exit()
library, in_c, headers = sys.argv[1:]
if not shutil.which("abidw"):
    skip("no abidw (Debian: abigail-tools) here")
if "X86-64" not in run("readelf", "-h", library).stdout:
    print("skipped: the lists are of the library for x86-64")  # the library exports the same everywhere
    sys.exit(77)
built = plain(library)
with_types = typed(in_c, headers) if ".debug_info" in run("readelf", "-S", "-W", in_c).stdout else None
if not with_types:
    print("this build has no debug information: types are not compared")

lists = sorted(glob.glob(os.path.join(HERE, "*.txt")))
assert lists, "no lists"
results = []
for path in lists:
    name = os.path.basename(path)[:-len(".txt")]
    results.append(compare(name, without_types(read(path)), built))
    if with_types:
        results.append(compare(f"{name}, with types", read(path), with_types))
theirs = "/usr/lib/x86_64-linux-gnu/libOpenCL.so.1.0.0"
if re.match("ocl-icd-libopencl1[:,]", run("dpkg", "-S", theirs).stdout):
    version = run("dpkg-query", "-W", "-f", "${source:Upstream-Version}", "ocl-icd-libopencl1").stdout
    results.append(compare(f"ocl-icd_{version}", plain(theirs), built))
else:
    print("Debian's libOpenCL.so.1 is not installed here")
    results.append(os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") != "1")
sys.exit(not all(results))
