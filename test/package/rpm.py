# SPDX-License-Identifier: Apache-2.0
"""Checks the packages that packaging/fedora.sh makes, as far as this is possible without Fedora:
rpm.py SOURCE BUILD-FOLDER VERSION DATE WORK-FOLDER"""
import glob
import os
import re
import shutil
import subprocess
import sys

from checks import check, end, try_out
from contents import contents

source, build, version, date, work = sys.argv[1:]
packages = f"{build}/RPMS/*"
if not glob.glob(f"{packages}/*.rpm"):
    print("skipped: no packages were made")
    sys.exit(77)
CONTACT = "Pat O'Tester <pat@packager.test>"  # see make_packages.sh
NODES = ["1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "3.0", "3.1"]


def run(*command):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True, timeout=60).stdout


# rpm takes the date from the changelog.
TIME = run("date", "--utc", f"--date={date}", "+%s").strip()


def files(part):
    return ["/" + path for path in contents(part, "usr/lib64")]


# What each package provides, requires and conflicts with, and its files.
PACKAGES = {
    "clrelay-libs": {
        "provides": ["libOpenCL.so.1()(64bit)", *(f"libOpenCL.so.1(OPENCL_{n})(64bit)" for n in NODES)],
        "requires": ["libc.so.6()(64bit)"],
        "conflicts": ["OpenCL-ICD-Loader", "ocl-icd"],
        "files": files("loader")},
    "clrelay-ext-libs": {
        "provides": ["libclrelay_ext.so.1()(64bit)"],
        "requires": ["libOpenCL.so.1()(64bit)", "libOpenCL.so.1(OPENCL_1.2)(64bit)"],
        "conflicts": [],
        "files": files("ext")},
    "clrelay": {
        "provides": [f"clrelay = {version}-1"],
        "requires": ["libOpenCL.so.1()(64bit)", "libjansson.so.4()(64bit)", "libprotobuf-c.so.1()(64bit)",
                     "libz.so.1()(64bit)"],
        "conflicts": [],
        "files": [*files("command"), "/usr/share/doc/clrelay/README.md"]},
    # Other loaders' packages have a command of this name.
    "clrelay-cllayerinfo": {
        "provides": [f"clrelay-cllayerinfo = {version}-1"],
        "requires": ["libOpenCL.so.1()(64bit)"],
        "conflicts": ["OpenCL-ICD-Loader", "ocl-icd-devel"],
        "files": files("cllayerinfo")},
    "clrelay-tools": {
        "provides": [f"clrelay-tools = {version}-1"],
        "requires": ["libc.so.6()(64bit)"],
        "conflicts": [],
        "files": [*files("layers"), "/usr/lib64/clrelay"]},
    "clrelay-devel": {
        "provides": ["pkgconfig(OpenCL) = 3.1", f"pkgconfig(clrelay-ext) = {version}",
                     f"clrelay-static(x86-64) = {version}-1"],
        "requires": [f"clrelay-libs(x86-64) = {version}-1", f"clrelay-ext-libs(x86-64) = {version}-1",
                     "opencl-headers"],
        "conflicts": ["OpenCL-ICD-Loader-devel", "ocl-icd-devel"],
        "files": [*files("development"), "/usr/include/clrelay", "/usr/lib64/cmake/clrelay", "/usr/lib64/cmake/OpenCLICDLoader",
                  *(f"/usr/share/doc/clrelay-devel{name}" for name in (
                      "", "/extension-functions.md", "/report.md"))]},
}
# Each package has licence and changelog, except the one that requires the others.
for name in ("clrelay-libs", "clrelay-ext-libs", "clrelay", "clrelay-tools", "clrelay-cllayerinfo"):
    PACKAGES[name]["files"] += [f"/usr/share/licenses/{name}", f"/usr/share/licenses/{name}/LICENSE"]
    if name != "clrelay-cllayerinfo":
        PACKAGES[name]["files"] += [f"/usr/share/doc/{name}", f"/usr/share/doc/{name}/CHANGELOG.md"]


made = {os.path.basename(path).split(f"-{version}")[0]: path for path in glob.glob(f"{packages}/*.rpm")}
check(sorted(made) == sorted(PACKAGES), f"there are packages {sorted(made)}")
for package, expected in PACKAGES.items():
    for kind in ("provides", "requires"):
        found = run("rpm", "-qp", f"--{kind}", made[package]).splitlines()
        for item in expected[kind]:
            check(item in found, f"{package} {kind} {found}, but not {item}")
    for kind, query in (("conflicts", ["--conflicts"]), ("files", ["-l"])):
        found = sorted(run("rpm", "-qp", *query, made[package]).splitlines())
        check(found == sorted(expected[kind]), f"{package}, {kind}: {found}")
    times = run("rpm", "-qp", "--queryformat", "%{BUILDTIME} %{BUILDHOST} %{LICENSE} %{PACKAGER}[ %{FILEMTIMES}]", made[package])
    check(re.fullmatch(rf"{TIME} localhost Apache-2.0 {CONTACT}( {TIME})+", times), f"{package}: {times}")

# The packages are installed into a folder, where every file must still be as packed.
if os.geteuid() == 0:
    shutil.rmtree(work, ignore_errors=True)
    root = os.path.join(work, "root")
    os.makedirs(root)
    run("rpm", "--root", root, "--nodeps", "--noscripts", "-i", *made.values())
    changed = subprocess.run(["rpm", "--root", root, "--nodeps", "--noscripts", "-V", *made], text=True,
                             stdout=subprocess.PIPE, timeout=60).stdout
    check(not changed, f"rpm -V: {changed}")
    target = os.path.realpath(f"{root}/usr/lib64/libOpenCL.so")
    check(target == os.path.realpath(f"{root}/usr/lib64/libOpenCL.so.1.0.0"), f"libOpenCL.so leads to {target}")
    try_out(f"{root}/usr/bin/clrelay", f"{root}/usr/lib64/libOpenCL.so.1")
    shutil.rmtree(work)

if shutil.which("rpmlint"):
    result = subprocess.run(["rpmlint", "-c", f"{source}/packaging/fedora/rpmlint.toml", *made.values(),
                             *glob.glob(f"{build}/SRPMS/*.rpm"), f"{build}/SPECS/clrelay.spec"],
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=110)
    check(re.search(r" 0 errors, 0 warnings", result.stdout), f"rpmlint: {result.stdout}")
else:
    print("no rpmlint here")
    check(os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") != "1", "rpmlint is missing")

end(made)
