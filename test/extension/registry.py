# SPDX-License-Identifier: Apache-2.0
"""Holds the table ext/extension_functions.h against test/extension/extension_functions.txt, which was
written from the registry of OpenCL and not from the table:

    registry.py SOURCE             compares the two, and both with loader/api/entry_points.h
    registry.py SOURCE cl.xml      writes such a list from a registry (OpenCL-Docs, xml/cl.xml)
"""
import os
import re
import sys
import xml.etree.ElementTree as xml

SOURCE = sys.argv[1]
# Several vendors have it, though it has one vendor's name.
TOO = {"cl_intel_unified_shared_memory"}


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)


def words(text):
    """One blank between words, none around stars and parentheses."""
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r" ?\* ?", "*", text)


def dispatched():
    return set(re.findall(r"^BY_\w+\(\w+, [^,]+, (cl\w+),", read("loader", "api", "entry_points.h"), re.M))


def from_table():
    text = read("ext", "extension_functions.h")
    rows = re.findall(r"^(BY_HANDLE|\w+_SEMAPHORE)\((\w+), ([^,]+),\s*(\w+),\s*(\w+),(.*?)\)\n(?=\S|\n)",
                      text, re.M | re.S)
    for kind, extension, result, name, failure, rest in rows:
        pairs = re.findall(r"\(([^,()]+), (\w+)\)", rest + ")")
        parameters = ", ".join(words(f"{kind} {name}") for kind, name in pairs)
        yield f"{extension} {words(result)} {name}({parameters})"


def from_registry(path):
    root = xml.parse(path).getroot()
    prototypes = {}
    for command in root.find("commands"):
        proto = command.find("proto")
        name = proto.find("name").text
        result = words("".join(proto.itertext()))[:-len(name)].strip()
        parameters = ", ".join(words("".join(it.itertext())) for it in command.findall("param"))
        prototypes[name] = f"{result} {name}({parameters})"
    table = dispatched()
    for extension in root.find("extensions"):
        name = extension.get("name")
        if not (re.match("cl_(khr|ext)_", name) or name in TOO) or extension.get("experimental"):
            continue
        for command in extension.iterfind("require/command"):
            function = command.get("name")
            # clIcd… are what loaders ask of drivers, and no program.
            if function not in table and not function.startswith("clIcd"):
                yield f"{name} {prototypes[function]}"


if len(sys.argv) > 2:
    print("\n".join(sorted(from_registry(sys.argv[2]))))
    sys.exit(0)

real = sorted(from_table())
with open(os.path.join(SOURCE, "test", "extension", "extension_functions.txt"), encoding="utf-8") as file:
    promised = [line.rstrip("\n") for line in file if not line.startswith("#")]
wrong = [f"the table lacks: {row}" for row in promised if row not in real]
wrong += [f"not promised: {row}" for row in real if row not in promised]
wrong += [f"in both tables: {row}" for row in real if row.split("(")[0].split()[-1] in dispatched()]
with open(os.path.join(SOURCE, "doc", "extension-functions.md"), encoding="utf-8") as file:
    told = re.findall(r"^\| `(cl_\w+)` \| (.*) \|$", file.read(), re.M)
told = {(extension, name) for extension, text in told for name in re.findall(r"`(\w+)`", text)}
if told != {(row.split()[0], row.split("(")[0].split()[-1].lstrip("*").split("*")[-1]) for row in real}:
    wrong.append("doc/extension-functions.md lists others")
macros = len(re.findall(r"^(?:BY_HANDLE|\w+_SEMAPHORE)\(", read("ext", "extension_functions.h"), re.M))
if macros != len(real) or not real:
    wrong.append(f"{macros} rows, of which {len(real)} were understood")
print("\n".join(wrong))
print(len(real), "functions,", len(wrong), "failures")
sys.exit(bool(wrong))
