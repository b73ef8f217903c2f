#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
Checks the includes of loader/: each folder knows only the folders below. Checks that layer/ includes nothing of the loader
but base/, api/ and the rows of ext/. Checks that no module of loader/, layer/ and tool/ includes itself by a detour; a
module is a header and the sources of its name. Checks the tables of modules in doc/modules.md against the first comment
of each file.

    folders.py SOURCE            check
    folders.py SOURCE --write    write the tables
"""

import os
import re
import sys

# What a folder may include, besides itself and the public headers. (Windows' sources of drivers need its wide strings.)
MAY = {
    "base": [],
    "api": ["base"],
    "find": ["base", "api"],
    "find/windows": ["base", "api", "find", "windows"],
    "load": ["base", "api", "find"],
    "answer": ["base", "api", "find", "load", "ext"],
    "linux": ["base"],
    "windows": ["base"],
}
TREES = {
    "loader": "The loader. Each folder includes only those before it; `linux/` and `windows/` include `base/` alone.",
    "layer": "The layers of `clrelay trace` and `clrelay check`.",
    "tool": "The command `clrelay`.",
}
PAGE = """# Modules

Look here for the file that does something. Each line is the first sentence of the file's own first comment; `python3
test/project/folders.py . --write` makes this page, and the test `folders` compares it. [architecture.md](architecture.md)
says how the files work together.
"""


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def folder_of(path):
    """The folder of a file, by its path in loader/."""
    return os.path.dirname(path)


class Loader:
    def __init__(self, source):
        self.root = os.path.join(source, "loader")
        self.files = sorted(os.path.relpath(os.path.join(folder, name), self.root)
                            for folder, _, names in os.walk(self.root) for name in names
                            if name.endswith((".c", ".h", ".S")))
        self.includes = {path: list(self.read_includes(path)) for path in self.files}

    def read_includes(self, path):
        """Line number and target of each include in quotes; the target by its path in loader/, or None if it is
        there but not written so."""
        for number, line in enumerate(read(self.root, path).split("\n"), 1):
            found = re.match(r'\s*#\s*include "([^"]+)"', line)
            if not found:
                continue
            target = os.path.normpath(os.path.join(self.root, os.path.dirname(path), found[1]))
            if found[1].startswith(".."):
                yield number, os.path.relpath(target, self.root)
            else:
                yield number, found[1]

    def complaints(self):
        for path in self.files:
            if folder_of(path) not in MAY:
                yield f"loader/{path}: there is no folder of this name in test/project/folders.py"
                continue
            for number, target in self.includes[path]:
                yield from self.check_include(path, number, target)

    def check_include(self, path, number, target):
        here, there = folder_of(path), folder_of(target)
        line = f"loader/{path}:{number}"
        if target.startswith("../include/"):
            return
        if target.startswith("../"):
            if target.split("/")[1] not in MAY[here]:
                yield f"{line}: loader/{here} may not include {target}"
        elif target not in self.files:
            yield f"{line}: there is no loader/{target}; an include names the folder"
        elif here != there and there not in MAY[here]:
            yield f"{line}: loader/{here} may not include loader/{there}: that is above it"


# Modules that include each other. Mend one, and take it out.
CIRCLES = [{f"{folder}/{name}" for name in names.split()} for folder, names in [
    ("loader/api", "dispatch hooks"),  # hooks.h declares what folders above api/ define
    ("tool", "child child_system"),  # child_system.h is what child.c needs from each system
    ("tool", "files system"),
    ("tool/trace", "model model_builder"),  # model_builder.h is what the sources of the model share
]]


def module_of(path):
    """A header and the sources of its name, whatever system they are for."""
    return re.sub(r"_(linux|windows)$", "", os.path.splitext(path)[0])


def first_sentence(path):
    """What a file says that it is for, or None: the first sentence, up to a colon that does not come at once."""
    comment = re.match(r"/\* SPDX[^\n]*\n/\*\s*(.*?)\*/", read(path), re.S)
    words = comment and re.sub(r"\s*\n? \*\s+", " ", comment[1]).strip(" *\n")
    return words and re.match(r"(?:\S*[^\s.;] ){,3}.*?(?=[:.;] |[.]?$)", words)[0].replace("|", "\\|")


def table(source, tree):
    """A row for each module: its name, and what its header, or else a source, says that it is for."""
    modules = {}
    for folder, _, names in os.walk(os.path.join(source, tree)):
        for name in names:
            if name.endswith((".c", ".h", ".S")):
                path = os.path.relpath(os.path.join(folder, name), os.path.join(source, tree))
                modules.setdefault(module_of(path), []).append(path)
    order = list(MAY)
    rows = ["| Module | What it is for |\n|---|---|\n"]
    for module in sorted(modules, key=lambda it: (tree == "loader" and order.index(folder_of(it)), folder_of(it), it)):
        files = sorted(modules[module], key=lambda it: (not it.endswith(".h"), it))
        sentence = next(filter(None, (first_sentence(os.path.join(source, tree, it)) for it in files)), None)
        if not sentence:
            sys.exit(f"{tree}/{files[0]}: the file does not begin with a comment that says what it is for")
        rows.append(f"| `{module if len(files) > 1 else files[0]}` | {sentence} |\n")
    return "".join(rows)


def included_modules(source):
    """The modules that each module of the trees includes, by their paths below the source."""
    found = {}
    for tree in "loader", "layer", "tool":
        for folder, _, names in os.walk(os.path.join(source, tree)):
            here = os.path.relpath(folder, source)
            for name in names:
                if not name.endswith((".c", ".h")):
                    continue
                module = module_of(os.path.join(here, name))
                for target in re.findall(r'^\s*#\s*include "([^"]+)"', read(folder, name), re.M):
                    near = [os.path.normpath(os.path.join(root, target)) for root in (here, "loader", "tool")]
                    path = next((it for it in near if os.path.exists(os.path.join(source, it))), None)
                    if path:
                        found.setdefault(module, set()).add(module_of(path))
    return found


def circle_complaints(source):
    """A shortest way from each module back to itself, but for those that CIRCLES has."""
    includes = included_modules(source)
    said = set()
    for module in sorted(includes):
        before = {module: None}
        waiting = [module]
        while waiting:
            it = waiting.pop(0)
            for target in sorted(includes.get(it, set()) - {it}):
                if target not in before:
                    before[target] = it
                    waiting.append(target)
                if target == module:
                    way = [it]
                    while before[way[0]]:
                        way.insert(0, before[way[0]])
                    if frozenset(way) not in said and not any(set(way) <= circle for circle in CIRCLES):
                        yield "a circle of includes: " + " -> ".join([*way, module])
                    said.add(frozenset(way))
                    waiting = []
                    break


def guard_complaints(source):
    """Include guards that are not the header's path. Public headers, and lists of rows, are none of these."""
    for tree in "ext", "layer", "loader", "test", "tool":
        for folder, _, names in os.walk(os.path.join(source, tree)):
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), source)
                if not name.endswith(".h") or path.startswith("test/package/headers_2026"):
                    continue
                guard = re.search(r"^#ifndef (CLRELAY_\w+)\n#define \1\n", read(source, path), re.M)
                wanted = "CLRELAY_" + re.sub(r"\W", "_", path.upper())
                if guard and guard[1] != wanted:
                    yield f"{path}: the include guard is {guard[1]}, not {wanted}"


def layer_complaints(source):
    """What layer/ includes of others: it works over any loader."""
    source = os.path.abspath(source)
    layer = os.path.join(source, "layer")
    files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(layer) for name in names
                   if name.endswith((".c", ".h")))
    for path in files:
        shown = os.path.relpath(path, source)
        for number, line in enumerate(read(path).split("\n"), 1):
            found = re.match(r'\s*#\s*include "([^"]+)"', line)
            if not found:
                continue
            beside = os.path.normpath(os.path.join(os.path.dirname(path), found[1]))
            if os.path.exists(beside) and beside.startswith(layer + os.sep):
                continue
            room = os.path.dirname(found[1])
            if room in ("base", "api") and os.path.exists(os.path.join(source, "loader", found[1])):
                continue
            if found[1] == "record_meaning.h":  # made by cmake/meaning.cmake
                continue
            if found[1].lstrip("./") != "ext/extension_functions.h" and room.lstrip("./") != "include/clrelay":
                yield f"{shown}:{number}: layer/ may not include {found[1]}"


def main():
    source = sys.argv[1]
    loader = Loader(source)
    document = os.path.join(source, "doc", "modules.md")
    wanted = PAGE + "".join(f"\n## {tree}/\n\n{words}\n\n{table(source, tree)}" for tree, words in TREES.items())
    complaints = [*loader.complaints(), *layer_complaints(source), *circle_complaints(source), *guard_complaints(source)]
    if "--write" in sys.argv:
        with open(document, "w", encoding="utf-8") as file:
            file.write(wanted)
    elif read(document) != wanted:
        complaints.append("doc/modules.md is not what the files say; test/project/folders.py . --write makes it")
    for complaint in complaints:
        print(complaint)
    print(f"{len(loader.files)} files, {sum(map(len, loader.includes.values()))} includes")
    sys.exit(bool(complaints))


main()
