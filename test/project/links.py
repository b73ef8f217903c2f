#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
Checks with nm which symbols objects take from each other: declarations can lead upwards where no include does.

    links.py BUILD NM           check
    links.py BUILD NM --list    print the largest circles, and one symbol for each link between their objects

In a circle each object needs all others, by whatever detours. In tools/ no object takes a symbol from a folder that its
own folder may not include (folders.py).
"""

import json
import os
import shutil
import subprocess
import sys

# The largest circle that each target may have, in objects. If a circle gets smaller, lower its limit.
LIMITS = {
    "OpenCL": 22,         # loading finds the drivers whose functions load
    "clrelay_trace": 1,
    "clrelay_check": 1,
    "clrelay_frees": 1,
    "clrelay": 5,         # hints.c calls its subjects, which call it
    "cllayerinfo": 1,
}
# Symbols that a lower folder takes from a higher one.
UPWARD = {
    "entry_layer",  # each layer has one, for loaders to call
}


def read_links(nm, paths):
    """Returns, for each object, the objects from which it takes symbols, and these symbols."""
    defined, taken = {path: set() for path in paths}, {path: set() for path in paths}
    for line in subprocess.run([nm, "-A", "-g", *paths], check=True, capture_output=True, text=True).stdout.splitlines():
        path, symbol = line.split(":", 1)
        *_, kind, name = symbol.split()
        (taken if kind in "Uvw" else defined)[path].add(name)
    owner = {name: path for path in paths for name in defined[path]}
    links = {path: {} for path in paths}
    for path in paths:
        for name in sorted(taken[path]):
            if owner.get(name, path) != path:
                links[path].setdefault(owner[name], []).append(name)
    return links


def reached_from(start, links):
    reached, waiting = set(), [start]
    while waiting:
        for target in links[waiting.pop()]:
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached


def largest_circle(links):
    """Returns the objects of the largest circle, or any one object."""
    reached = {path: reached_from(path, links) for path in links}
    circles = ({path} | {other for other in reached[path] if path in reached[other]} for path in links)
    return max(circles, key=lambda circle: (len(circle), sorted(circle)))


def source_of(build, path):
    """Returns an object's source. CMake names an object after it: FOLDER/CMakeFiles/TARGET.dir/SOURCE.o, with __ for
    `..`."""
    folder, name = os.path.relpath(path, build).split("CMakeFiles/", 1)
    name = os.path.splitext(name.split(".dir/", 1)[1])[0]
    return os.path.normpath(os.path.join(folder, name.replace("__/", "../")))


def upward_links(links, build, folders):
    """Yields what an object of tools/ takes from a folder that its own folder may not include."""
    for path, targets in links.items():
        source = source_of(build, path)
        here = os.path.dirname(source)
        for target, names in targets.items():
            there = os.path.dirname(source_of(build, target))
            if here.startswith("tools/") and {here, there} <= set(folders) and there not in [here, *folders[here]]:
                for name in sorted(set(names) - UPWARD):
                    yield f"{source}: {here}/ may not take {name} from {source_of(build, target)}"


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def main():
    build, nm = sys.argv[1:3]
    if not shutil.which(nm):
        skip(f"there is no program {nm}")
    with open(os.path.join(build, "links.json"), encoding="utf-8") as file:
        targets = json.load(file)
    missing = [path for paths in targets.values() for path in paths if not os.path.exists(path)]
    if missing:
        skip(f"not everything is built: there is no {missing[0]}")
    folders = json.loads(subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "folders.py"), "--may"],
                                        check=True, capture_output=True, text=True).stdout)
    complaints = []
    for target, paths in targets.items():
        links = read_links(nm, paths)
        circle = largest_circle(links)
        print(f"{target}: {len(circle)} of {len(paths)} objects are in the largest circle")
        for path in sorted(circle) if "--list" in sys.argv and len(circle) > 1 else []:
            print(f"    {source_of(build, path)}: " + ", ".join(
                f"{names[0]} of {source_of(build, other)}" for other, names in links[path].items() if other in circle))
        if len(circle) > LIMITS[target]:
            complaints.append(f"{target}: a circle has {len(circle)} objects, more than {LIMITS[target]}; --list shows it")
        complaints += upward_links(links, build, folders)
    for complaint in complaints:
        print(complaint)
    sys.exit(bool(complaints))


main()
