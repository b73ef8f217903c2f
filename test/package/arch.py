# SPDX-License-Identifier: Apache-2.0
"""Checks the package that makepkg makes with packaging/arch/PKGBUILD, as far as this is possible without Arch:
arch.py BUILD-FOLDER VERSION WORK-FOLDER"""
import glob
import platform
import re
import shutil
import sys
import tarfile

from checks import check, end, try_out
from contents import PARTS, contents

build, version, work = sys.argv[1:]
made = glob.glob(f"{build}/*.pkg.tar.gz")
if not made:
    print("skipped: no package was made")
    sys.exit(77)

WANTED = {
    "pkgname": ["clrelay"], "pkgver": [f"{version}-1"], "arch": [platform.machine()], "license": ["Apache-2.0"],
    "packager": ["Pat O'Tester <pat@packager.test>"],  # see make_packages.sh
    "conflict": ["opencl-icd-loader"],
    # makepkg adds versions only if libraries with these names exist.
    "provides": ["opencl-icd-loader", "libOpenCL.so=1-64", "libclrelay_ext.so=1-64"],
    "depend": ["glibc", "jansson", "protobuf-c", "zlib"],
}
FILES = sorted([path for part in PARTS for path in contents(part, "usr/lib")] +
               [f"usr/share/doc/clrelay/{name}.md" for name in ("CHANGELOG", "README")])

check(len(made) == 1, f"there are packages {made}")
with tarfile.open(made[0]) as package:
    members = [member for member in package if not member.name.startswith(".")]
    found = {}
    for line in package.extractfile(".PKGINFO").read().decode().splitlines():
        if not line.startswith("#"):
            name, _, value = line.partition(" = ")
            found.setdefault(name, []).append(value)
    shutil.rmtree(work, ignore_errors=True)
    package.extractall(work)
for name, wanted in WANTED.items():
    check(found.get(name) == wanted, f"{name}: {found.get(name)}; it should be {wanted}")
there = sorted(member.name for member in members if not member.isdir())
check(there == FILES, f"it lacks {sorted(set(FILES) - set(there))}, and has {sorted(set(there) - set(FILES))}")
for member in members:
    mode = 0o777 if member.issym() else 0o755 if member.isdir() or member.name.startswith("usr/bin/") else 0o644
    # On Arch, libraries are executable, as the linker makes them.
    check(member.mode == mode or (member.mode == 0o755 and ".so" in member.name), f"{member.name} has the mode {member.mode:o}")
    check((member.uname, member.gname) == ("root", "root"), f"{member.name} is {member.uname}'s and {member.gname}'s")
with open(f"{build}/makepkg.log", encoding="utf-8") as log:
    told = [line for line in log if re.search("WARNING|ERROR", line) and "Skipping dependency checks" not in line]
check(not told, f"makepkg: {told}")
try_out(f"{work}/usr/bin/clrelay", f"{work}/usr/lib/libOpenCL.so.1")

shutil.rmtree(work)
end(made)
