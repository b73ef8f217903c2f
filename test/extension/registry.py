# SPDX-License-Identifier: Apache-2.0
"""Compares the table ext/extension_functions.h with test/extension/extension_functions.txt, and the current rows of
tools/calls/provisional_functions.h with experimental_functions.txt. These lists were made from OpenCL's registry, not
from the tables:

    registry.py SOURCE                          compares them, and all of them with loader/api/entry_points.h
    registry.py SOURCE cl.xml [BEGINNING]       writes such a list from a registry (OpenCL-Docs, xml/cl.xml); with
                                                BEGINNING, of the experimental extensions whose names begin so
"""
import os
import re
import sys
import xml.etree.ElementTree as xml

SOURCE = sys.argv[1]
# Several vendors have this extension, though its name is one vendor's.
TOO = {"cl_intel_unified_shared_memory"}


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)


def words(text):
    """Puts one blank between words and none around stars and parentheses."""
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r" ?\* ?", "*", text)


def dispatched():
    return set(re.findall(r"^BY_\w+\(\w+, [^,]+, (cl\w+),", read("loader", "api", "entry_points.h"), re.M))


def as_line(extension, result, name, rest):
    pairs = re.findall(r"\(([^,()]+), (\w+)\)", rest + ")")
    parameters = ", ".join(words(f"{kind} {name}") for kind, name in pairs)
    return f"{extension} {words(result)} {name}({parameters})"


def from_table():
    text = read("ext", "extension_functions.h")
    rows = re.findall(r"^(BY_HANDLE|\w+_SEMAPHORE)\((\w+), ([^,]+),\s*(\w+),\s*(\w+),(.*?)\)\n(?=\S|\n)",
                      text, re.M | re.S)
    for _, extension, result, name, _, rest in rows:
        yield as_line(extension, result, name, rest)


def provisional():
    """Returns the rows for functions that are valid now. For the others, only their author knew the number of
    parameters."""
    text = read("tools", "calls", "provisional_functions.h")
    made = re.search(r"^#define COMMAND\(from, name, \.\.\.\) \\\n(.*?[^\\]\n)", text, re.M | re.S)[1].replace(" \\\n", "\n")
    text = re.sub(r"^COMMAND\((REVISION\(.*?\)), (\w+),(.*?)\)\n(?=\S|\n)",
                  lambda row: made.replace("name##", row[2]).replace("#name", f'"{row[2]}"').replace(" name,", f" {row[2]},")
                              .replace("from,", f"{row[1]},").replace("__VA_ARGS__", row[3]), text, flags=re.M | re.S)
    text = re.sub(r"REVISION\((\d+), (\d+), (\d+)\)", r"\1.\2.\3", text)
    rows = re.findall(r"^PROVISIONAL\((\w+),\s+([\w.]+),\s+([\w.]+),\s+([^,]+),\s+\"(\w+)\",\s+(\w+),\s+(\w+),"
                      r"(.*?)\)\n(?=\S|\n)", text, re.M | re.S)
    for extension, _, to, result, name, row, _, rest in rows:
        assert row in (name, name + "_before"), row
        assert (row == name) == (to == "FOREVER" or to.startswith("NEXT_")), row
        if row == name:
            yield as_line(extension, result, name, rest)


def is_meant(extension, beginning):
    name = extension.get("name")
    if beginning:
        return extension.get("experimental") and name.startswith(beginning)
    return (re.match("cl_(khr|ext)_", name) or name in TOO) and not extension.get("experimental")


def from_registry(path, beginning=None):
    root = xml.parse(path).getroot()
    prototypes = {}
    for command in root.find("commands"):
        proto = command.find("proto")
        name = proto.find("name").text
        result = words("".join(proto.itertext()))[:-len(name)].strip()
        parameters = ", ".join(words("".join(parameter.itertext())) for parameter in command.findall("param"))
        prototypes[name] = f"{result} {name}({parameters})"
    table = dispatched()
    for extension in root.find("extensions"):
        name = extension.get("name")
        if not is_meant(extension, beginning):
            continue
        for command in extension.iterfind("require/command"):
            function = command.get("name")
            # Loaders ask drivers for clIcd… functions; programs do not.
            if function not in table and not function.startswith("clIcd"):
                yield f"{name} {prototypes[function]}"


if len(sys.argv) > 2:
    print("\n".join(sorted(from_registry(*sys.argv[2:]))))
    sys.exit(0)

def compare(rows, name):
    with open(os.path.join(SOURCE, "test", "extension", name), encoding="utf-8") as file:
        promised = [line.rstrip("\n") for line in file if not line.startswith("#")]
    return [f"the table lacks: {row}" for row in promised if row not in rows] + \
           [f"not promised: {row}" for row in rows if row not in promised]


real = sorted(from_table())
wrong = compare(real, "extension_functions.txt") + compare(list(provisional()), "experimental_functions.txt")
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
