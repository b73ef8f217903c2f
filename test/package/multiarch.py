# SPDX-License-Identifier: Apache-2.0
"""Packages for two architectures, made as most people make them, without SOURCE_DATE_EPOCH and at different
times, can be there together: multiarch.py BUILD-FOLDER FOREIGN-BUILD-FOLDER ARCHITECTURE VERSION DATE WORK-FOLDER

dpkg takes them only if the files at the same path are the same. The foreign ones are made without the
command clrelay, too."""
import glob
import gzip
import json
import os
import re
import shutil
import subprocess
import sys

from checks import check, end

build, foreign, architecture, version, date, work = sys.argv[1:]
if not glob.glob(f"{build}/packages/*.deb"):
    print("skipped: no packages were made")
    sys.exit(77)
FOREIGN = {
    "clrelay-libopencl1": r"libc6 \(>= [\d.]+\)",
    "libclrelay-ext1": r"clrelay-libopencl1 \| libopencl-1\.2-1, clrelay-libopencl1 \| libopencl1, libc6 \(>= [\d.]+\)",
    "clrelay-tools": r"libc6 \(>= [\d.]+\)",
    "clrelay-dev": rf"clrelay-libopencl1 \(= {version}-1\), libclrelay-ext1 \(= {version}-1\), .*",
}


def run(*command):
    environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True, timeout=100,
                          env=environment).stdout


def unpack(folder):
    """What packages have, by name of package."""
    trees = {}
    for path in sorted(glob.glob(f"{folder}/*.deb")):
        name, _, rest = os.path.basename(path).partition("_")
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
run("cpack", "-G", "DEB", "--config", f"{build}/CPackConfig.cmake", "-B", f"{work}/made")
ours = unpack(f"{work}/made")
check(len(ours) == 5, f"there are packages {sorted(ours)}")
for package, tree in ours.items():
    with gzip.open(f"{tree}/usr/share/doc/{package}/changelog.Debian.gz", "rt") as file:
        stamp = file.read().rstrip().split("  ")[-1]
    expected = run("date", "--utc", f"--date={date}", "+%a, %d %b %Y 00:00:00 +0000").strip()
    check(stamp == expected, f"{package}: the changelog is of {stamp}, not {expected}")

if glob.glob(f"{foreign}/packages/*.deb"):
    theirs = unpack(f"{foreign}/packages")
    # The package `clrelay` is the command's, which that build leaves out.
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
    # A packager's own flags are kept.
    with open(f"{foreign}/compile_commands.json", encoding="utf-8") as file:
        lacking = [it["file"] for it in json.load(file)
                   if it["file"].endswith(".c") and "-DOF_THE_PACKAGER" not in it["command"]]
    check(not lacking, f"CFLAGS are lost: {lacking}")
    print(shared, "files are shared")
else:
    print("no packages for another architecture")

end(ours)
