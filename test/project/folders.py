#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
Checks the includes of loader/ and tools/: each folder includes only folders that MAY allows, which stand before it
there. Checks, too, that no module includes itself by a detour, and that the first comment of each states its purpose. A
module is a header and the sources of its name.

    folders.py SOURCE            check
    folders.py SOURCE --list     print each module's purpose, from its first comment
    folders.py --may             print which folders each may include, as JSON
"""

import json
import os
import re
import sys

# The folders of the check layer: each knows those before it. check/ itself, which puts them together, knows them all.
CHECK = ["known", "found", "order", "overruns", "conditions", "hooks"]
# What a folder may include, besides itself and the public headers. (Windows' sources of drivers need its wide strings.)
MAY = {folder: may.split() for folder, may in {
    "loader/base": "",
    "loader/linux": "loader/base",
    "loader/windows": "loader/base",
    "loader/api": "loader/base",
    "loader/find": "loader/base",
    "loader/find/windows": "loader/base loader/find loader/windows",
    "loader/load": "loader/base loader/api loader/find",
    "ext": "",
    "loader/answer": "loader/base loader/api loader/find loader/load ext",
    "tools/calls": "loader/base loader/api ext",
    "tools/layers": "loader/base loader/api ext tools/calls",
    "tools/layers/trace": "loader/base loader/api tools/calls tools/layers",
    "tools/layers/source": "loader/base",
    "tools/layers/check/known": "loader/base loader/api tools/calls tools/layers tools/layers/source",
    **{f"tools/layers/check/{folder}": " ".join(["loader/api tools/calls tools/layers",
                                                 *(f"tools/layers/check/{below}" for below in CHECK[:i])])
       for i, folder in enumerate(CHECK) if i},
    "tools/layers/check": " ".join(["loader/api tools/calls tools/layers", *(f"tools/layers/check/{below}" for below in CHECK)]),
    "tools/base": "loader/base loader/windows tools/calls",
    "tools/probe": "loader/api loader/windows tools/base",
    "tools/report": "loader/base loader/api tools/base tools/probe",
    "tools/recording": "loader/windows tools/calls tools/base",
    "tools/trace": "tools/calls tools/base tools/recording",
    "tools/bounds": "tools/calls tools/base tools/recording",
    "tools/check": "tools/calls tools/base tools/recording tools/bounds",
    "tools/doctor": "loader/base loader/api tools/base tools/probe tools/report tools/recording",
    "tools/command": "loader/base tools/base tools/probe tools/report tools/doctor tools/recording tools/check tools/trace",
    "tools/cllayerinfo": "loader/base",
    "tools/demo": "loader/api",
}.items()}
# What tools/ may use of the loader: the rows, the layout of the table, the parser of its files.
SHARED = {"loader/" + name for name in """api/entry_points.h api/opencl.h api/parameters.h api/table.h base/compiler.h base/hash.h
    base/text.h base/verdicts.h""".split()}
# What only Windows' sources may use besides.
SHARED_ON_WINDOWS = {"loader/base/os.h", "loader/windows/load.h", "loader/windows/wide.h"}
GENERATED = {"record_meaning.h", "rebuild_script.h", "perfetto.pb-c.h"}
TREES = ["loader", "tools"]
# Modules that include each other. If you untangle one, remove its row.
CIRCLES = [{f"{folder}/{name}" for name in names.split()} for folder, names in [
    ("loader/api", "dispatch hooks"),  # hooks.h declares what folders above api/ define
    # Shared by the sources of one subject:
    ("tools/doctor", "doctor doctor_parts"),
    ("tools/trace", "model model_builder"),
    ("tools/trace", "hints hint_subjects"),
    ("tools/recording", "recording recording_index"),
    ("tools/layers", "recorder recorder_parts"),
]]


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def sources(source, *trees):
    """Returns the paths of all sources and headers of the trees, without tests and benchmarks inside a tree."""
    return sorted(os.path.relpath(os.path.join(folder, name), source) for tree in trees
                  for folder, _, names in os.walk(os.path.join(source, tree)) for name in names
                  if name.endswith((".c", ".h", ".S")) and not (tree == "tools" and re.search("/tools/(test|bench)", folder)))


def read_includes(source, files):
    """Returns, for each file, the line number, words and path of each include in quotes. The path is None if it leads
    nowhere. Sources of the loader name the folder, so each file has the same name everywhere."""
    found = {}
    for file in files:
        here = os.path.dirname(file)
        found[file] = []
        for number, line in enumerate(read(source, file).split("\n"), 1):
            words = re.match(r'\s*#\s*include "([^"]+)"', line)
            if not words or words[1] in GENERATED:
                continue
            near = ["loader"] if here.startswith("loader") and words[1][0] != "." else [here, "loader"]
            paths = (os.path.normpath(os.path.join(root, words[1])) for root in near)
            existing = (path for path in paths if os.path.exists(os.path.join(source, path)))
            found[file].append((number, words[1], next(existing, None)))
    return found


def folder_complaints(includes):
    """Finds includes from a folder that is not below the including one."""
    for folder, may in MAY.items():
        for lower in may:
            if list(MAY).index(lower) >= list(MAY).index(folder):
                yield f"test/project/folders.py: {lower} is not before {folder}"
    for file, lines in includes.items():
        here = os.path.dirname(file)
        if here not in MAY:
            yield f"{file}: there is no folder of this name in test/project/folders.py"
            continue
        for number, words, path in lines:
            if not path:
                yield f"{file}:{number}: there is no {words}; an include of the loader names the folder"
            elif os.path.dirname(path) not in [here, "include/clrelay", *MAY[here]]:
                yield f"{file}:{number}: {here}/ may not include {path}"
            elif here.startswith("tools/") and path.startswith("loader/") and path not in SHARED and not (
                    path in SHARED_ON_WINDOWS and "_windows." in file):
                yield f"{file}:{number}: tools/ may not include {path}: SHARED in test/project/folders.py lists what they share"


def module_of(path):
    """A module is a header and the sources of its name, for every system."""
    return re.sub(r"_(linux|windows)$", "", os.path.splitext(path)[0])


def first_sentence(path):
    """Returns what a file says about its purpose, or None: the first sentence, up to a colon unless that comes at
    once."""
    comment = re.match(r"/\* SPDX[^\n]*\n/\*\s*(.*?)\*/", read(path), re.S)
    words = comment and re.sub(r"\s*\n? \*\s+", " ", comment[1]).strip(" *\n")
    return words and re.match(r"(?:\S*[^\s.;] ){,3}.*?(?=[:.;] |[.]?$)", words)[0]


def list_of_modules(source):
    """Yields a line for each module, in the order of MAY: its path, and its purpose according to its header, or else to
    a source."""
    modules = {}
    for path in sources(source, *TREES):
        modules.setdefault(module_of(path), []).append(path)
    for module in sorted(modules, key=lambda path: (list(MAY).index(os.path.dirname(path)), path)):
        files = sorted(modules[module], key=lambda path: (not path.endswith(".h"), path))
        sentence = next(filter(None, (first_sentence(os.path.join(source, path)) for path in files)), None)
        if not sentence:
            sys.exit(f"{files[0]}: the file does not begin with a comment that says what it is for")
        yield f"{module if len(files) > 1 else files[0]}: {sentence}"


def circle_complaints(includes):
    """Finds a shortest way from each module back to itself, except those in CIRCLES."""
    modules = {}
    for file, lines in includes.items():
        modules.setdefault(module_of(file), set()).update(module_of(path) for _, _, path in lines if path)
    said = set()
    for module in sorted(modules):
        before = {module: None}
        waiting = [module]
        while waiting:
            current = waiting.pop(0)
            for target in sorted(modules.get(current, set()) - {current}):
                if target not in before:
                    before[target] = current
                    waiting.append(target)
                if target == module:
                    way = [current]
                    while before[way[0]]:
                        way.insert(0, before[way[0]])
                    if frozenset(way) not in said and not any(set(way) <= circle for circle in CIRCLES):
                        yield "a circle of includes: " + " -> ".join([*way, module])
                    said.add(frozenset(way))
                    waiting = []
                    break


def name_complaints(source):
    """Finds sources of one tree that share a name. A part that only one system needs is named after its header in
    loader/base."""
    for tree in TREES:
        found = {}
        for path in sources(source, tree):
            name = re.sub("/(base|linux|windows)/(?=[^/]+$)", "/SYSTEM/", path) if tree == "loader" else path
            found.setdefault(os.path.basename(path), {}).setdefault(name, path)
        for name, paths in found.items():
            if len(paths) > 1:
                yield f"{name} is the name of {len(paths)} files: " + ", ".join(sorted(paths.values()))


def guard_complaints(source):
    """Finds include guards that differ from the header's path. Public headers and lists of rows have no such guard."""
    for path in sources(source, "ext", "test", "tools/test", *TREES):
        guard = re.search(r"^#ifndef (CLRELAY_\w+)\n#define \1\n", read(source, path), re.M)
        wanted = "CLRELAY_" + re.sub(r"\W", "_", path.upper())
        if guard and guard[1] != wanted and not path.startswith("test/package/headers_2026/"):
            yield f"{path}: the include guard is {guard[1]}, not {wanted}"


def main():
    source = sys.argv[1]
    if source == "--may":
        print(json.dumps({folder: may.split() if isinstance(may, str) else may for folder, may in MAY.items()}))
        return
    includes = read_includes(source, sources(source, *TREES))
    modules = list(list_of_modules(source))
    if "--list" in sys.argv:
        print(*modules, sep="\n")
        return
    complaints = [*folder_complaints(includes), *circle_complaints(includes), *guard_complaints(source),
                  *name_complaints(source)]
    for complaint in complaints:
        print(complaint)
    print(f"{len(includes)} files, {sum(map(len, includes.values()))} includes")
    sys.exit(bool(complaints))


main()
