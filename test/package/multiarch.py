# SPDX-License-Identifier: Apache-2.0
"""Packages for two architectures, made at different times, can be installed together:
multiarch.py FOLDER-OF-PACKAGES FOLDER-OF-FOREIGN-PACKAGES ARCHITECTURE VERSION WORK-FOLDER

dpkg accepts them only if files at the same path are equal. The foreign ones are made without the command
clrelay."""
import glob
import os
import re
import shutil
import subprocess
import sys

from checks import check, end

native, foreign, architecture, version, work = sys.argv[1:]
if not glob.glob(f"{native}/*.deb"):
    print("skipped: no packages were made")
    sys.exit(77)
FOREIGN = {
    "clrelay-libopencl1": r"libc6 \(>= [\d.]+\)",
    "libclrelay-ext1": r"clrelay-libopencl1 \| libopencl-1\.2-1, clrelay-libopencl1 \| libopencl1, libc6 \(>= [\d.]+\)",
    "clrelay-tools": r"libc6 \(>= [\d.]+\)",
    "clrelay-dev": rf"clrelay-libopencl1 \(= {version}-1\), libclrelay-ext1 \(= {version}-1\), .*",
}


def run(*command):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True, timeout=100).stdout


def unpack(folder):
    """Returns the contents of packages by name of package."""
    trees = {}
    for path in sorted(glob.glob(f"{folder}/*.deb")):
        name, _, rest = os.path.basename(path).partition("_")
        if name.endswith("-dbgsym"):
            continue
        trees[name] = os.path.join(work, rest, name)
        os.makedirs(os.path.dirname(trees[name]), exist_ok=True)
        run("dpkg-deb", "-R", path, trees[name])
    return trees


def files(tree):
    found = {}
    for folder, _, names in os.walk(tree):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path):
                found[os.path.relpath(path, tree)] = os.readlink(path)
            else:
                with open(path, "rb") as file:
                    found[os.path.relpath(path, tree)] = file.read()
    return {path: content for path, content in found.items() if not path.startswith("DEBIAN/")}


shutil.rmtree(work, ignore_errors=True)
ours = unpack(native)

if glob.glob(f"{foreign}/*.deb"):
    theirs = unpack(foreign)
    # That build leaves out the command and everything that is the same for all architectures.
    check(sorted(theirs) == sorted(FOREIGN), f"for {architecture} there are packages {sorted(theirs)}")
    shared = 0
    for package, tree in theirs.items():
        with open(f"{tree}/DEBIAN/control", encoding="utf-8") as file:
            control = dict(re.findall(r"^(\S+): (.*)$", file.read(), flags=re.M))
        check(control["Architecture"] == architecture, f"{package} is for {control['Architecture']}")
        check(re.fullmatch(FOREIGN.get(package, ""), control["Depends"]), f"{package}: Depends: {control['Depends']}")
        one, other = files(ours[package]), files(tree)
        for path in one.keys() & other.keys():
            check(one[path] == other[path], f"{package}: /{path} is another for {architecture}")
            shared += 1
        for path in one.keys() ^ other.keys():
            check("/lib/" in "/" + path, f"{package}: /{path} is for one architecture only")
    check(shared > 10, f"{shared} files are shared")
    print(shared, "files are shared")
else:
    print("no packages for another architecture")

end(ours)
