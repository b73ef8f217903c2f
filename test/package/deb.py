# SPDX-License-Identifier: Apache-2.0
"""Checks the fields and the contents of the Debian packages that packaging/debian.sh makes:
deb.py FOLDER-OF-PACKAGES VERSION DATE WORK-FOLDER"""
import glob
import gzip
import os
import re
import shutil
import subprocess
import sys

from checks import check, end, try_out
from contents import contents

packages, version, date, work = sys.argv[1:]
if not glob.glob(f"{packages}/*.deb"):
    print("skipped: no packages were made")
    sys.exit(77)

NODES = ["1.1", "1.2", "2.0", "2.1", "2.2", "3.0", "3.1"]
LOADER = "clrelay-libopencl1"
EXT = "libclrelay-ext1"
CONTACT = "Pat O'Tester <pat@packager.test>"  # see make_packages.sh
OCL_ICD = "7.8.9-1"  # see make_packages.sh

LIB = "usr/lib/*"  # any architecture's folder
# The fields and files that each package must have.
COMMON = {"Version": f"{version}-1", "Priority": "optional",
          "Maintainer": CONTACT}
PACKAGES = {
    LOADER: ({
        "Section": "libs", "Multi-Arch": "same", "Depends": r"libc6 \(>= [\d.]+\)",
        "Provides": [*(f"libopencl-{node}-1" for node in NODES), "libopencl1",
                     f"ocl-icd-libopencl1 (= {OCL_ICD})"],
        "Source": "clrelay", "Conflicts": ["libopencl1", "ocl-icd-libopencl1"],
        "Replaces": ["libopencl1", "ocl-icd-libopencl1"],
    }, contents("loader", LIB)),
    EXT: ({
        "Section": "libs", "Multi-Arch": "same", "Conflicts": None, "Provides": None,
        # This library finds its functions through clGetExtensionFunctionAddressForPlatform.
        "Depends": rf"{LOADER} \| libopencl-1\.2-1, {LOADER} \| libopencl1, libc6 \(>= [\d.]+\)",
    }, contents("ext", LIB)),
    "clrelay": ({
        "Section": "utils", "Multi-Arch": None, "Recommends": f"{LOADER}, clrelay-tools",
        "Depends": rf"{LOADER} \| libopencl1, libc6 \(>= [\d.]+\), libjansson4 \(>= [\d.]+\)"
                   r", libprotobuf-c1 \(>= [\d.]+\), zlib1g \(>= [\d:.]+\)",
        "Conflicts": None, "Provides": None,
    }, contents("command", LIB, "usr/share/zsh/vendor-completions")),
    # The Khronos loader's package has a command of this name.
    "clrelay-cllayerinfo": ({
        "Section": "utils", "Multi-Arch": None, "Depends": rf"{LOADER} \| libopencl1, libc6 \(>= [\d.]+\)",
        "Conflicts": ["khronos-opencl-icd-loader-bin"], "Replaces": ["khronos-opencl-icd-loader-bin"],
        "Provides": None,
    }, contents("cllayerinfo", LIB)),
    "clrelay-doc": ({
        "Section": "doc", "Multi-Arch": "foreign", "Architecture": "all", "Conflicts": None, "Provides": None,
    }, None),
    "clrelay-tools": ({
        "Section": "libs", "Multi-Arch": "same", "Depends": r"libc6 \(>= [\d.]+\)",
        "Conflicts": None, "Provides": None,
    }, contents("layers", LIB)),
    "clrelay-dev": ({
        "Section": "libdevel", "Multi-Arch": "same",
        "Depends": [f"{LOADER} (= {version}-1)", f"{EXT} (= {version}-1)", "opencl-c-headers | opencl-headers",
                    "opencl-clhpp-headers | opencl-headers"],
        "Provides": [f"ocl-icd-opencl-dev (= {OCL_ICD})", "opencl-dev"],
        "Conflicts": ["ocl-icd-opencl-dev", "opencl-dev"],
        "Replaces": ["ocl-icd-opencl-dev", "opencl-dev"],
    }, contents("development", LIB)),
}
DOCUMENTS = ["usr/share/doc/{}/copyright", "usr/share/doc/{}/changelog.gz",
             "usr/share/doc/{}/changelog.Debian.gz", "usr/share/lintian/overrides/{}"]


def run(*command, **how):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True, timeout=60,
                          **how).stdout


def fields(package):
    """Returns a package's control fields, with lists of packages as lists."""
    text = run("dpkg-deb", "-f", package)
    found = dict(re.findall(r"^(\S+): (.*)$", text, flags=re.M))
    for name in ("Provides", "Conflicts", "Replaces"):
        if name in found:
            found[name] = sorted(found[name].split(", "))
    return found


def links(tree, paths):
    """Checks the links between documents, except those to manual pages, the changelog, tests and benchmarks, which no
    package has there."""
    for path in paths:
        if path.endswith(".md"):
            with open(os.path.join(tree, path), encoding="utf-8") as document:
                for target in re.findall(r"\]\(([^)#:\s]+)[)#]", document.read()):
                    target = os.path.normpath(os.path.join(os.path.dirname(path), target))
                    if not re.match(r"usr/share/doc/clrelay/((tools/)?doc/man/|(tools/)?(test|bench)/|CHANGELOG\.md$)", target):
                        yield path, target


shutil.rmtree(work, ignore_errors=True)
made = {os.path.basename(path).split("_")[0]: path for path in glob.glob(f"{packages}/*.deb")}
debug = sorted(name for name in made if name.endswith("-dbgsym"))
check(debug == sorted(f"{name}-dbgsym" for name in PACKAGES if name not in ("clrelay-dev", "clrelay-doc")),
      f"there are packages for debuggers {debug}")
made = {name: path for name, path in made.items() if name not in debug}
check(sorted(made) == sorted(PACKAGES), f"there are packages {sorted(made)}")
for package, (expected, files) in PACKAGES.items():
    found = fields(made[package])
    for name, value in {**COMMON, **expected}.items():
        have = found.get(name)
        if name == "Depends" and isinstance(value, str):
            check(re.fullmatch(value, have), f"{package}: {name}: {have}")
        else:
            if name == "Depends":
                have = have.split(", ")
            check(have == value, f"{package}: {name}: {have}; it should be {value}")

    tree = os.path.join(work, package)
    os.makedirs(work, exist_ok=True)
    run("dpkg-deb", "-R", made[package], tree)
    there = []
    for folder, folders, names in os.walk(tree):
        there += [os.path.relpath(os.path.join(folder, name), tree) for name in names]
    there = sorted(path for path in there if not path.startswith("DEBIAN/"))
    triplet = next((path.split("/")[2] for path in there if re.match(r"usr/lib/[^/]+-linux-", path)), "*")
    wanted = sorted(path.replace("*", triplet) for path in
                    (files or []) + [document.format(package) for document in DOCUMENTS])
    if files is None:  # documents may be any number
        for page in "no-platform", "checks":  # the build makes the second page
            check(f"usr/share/doc/clrelay/tools/doc/{page}.md" in there, f"{package} has {there}")
        for path, target in links(tree, there):
            check(target in there, f"{package}: {path} has a link to {target}, which is not there")
    else:
        check(there == wanted, f"{package} has {there}; it should have {wanted}")

    for line in run("dpkg-deb", "-c", made[package]).splitlines():
        mode, owner, _, day, *_ = line.split()
        program = re.search(r" \./usr/bin/.", line)
        right = {"d": "drwxr-xr-x", "l": "lrwxrwxrwx"}.get(mode[0], "-rwxr-xr-x" if program else "-rw-r--r--")
        check(mode == right and owner == "root/root" and day == date, f"{package}: {line}")
    run("md5sum", "--check", "--quiet", "DEBIAN/md5sums", cwd=tree)
    with open(os.path.join(tree, "DEBIAN", "md5sums"), encoding="utf-8") as file:
        summed = [line.split("  ")[1] for line in file.read().splitlines()]
    check(sorted(summed) == [path for path in there if not os.path.islink(os.path.join(tree, path))],
          f"{package}: md5sums has {summed}")
    with gzip.open(f"{tree}/usr/share/doc/{package}/changelog.Debian.gz", "rt") as file:
        changelog = file.read()
    stamp = run("date", "--utc", f"--date={date}", "+%a, %d %b %Y 00:00:00 +0000",
                env={**os.environ, "LC_ALL": "C"})
    check(f"({version}-1)" in changelog and f" -- {CONTACT}  {stamp}" in changelog,
          f"{package}: changelog {changelog}")

try_out(f"{work}/clrelay/usr/bin/clrelay", glob.glob(f"{work}/{LOADER}/{LIB}/libOpenCL.so.1")[0])

# A folder such as dpkg's tools expect for a source package.
trial = os.path.join(work, "trial")
os.makedirs(os.path.join(trial, "debian"))
with open(os.path.join(trial, "debian", "control"), "w", encoding="utf-8") as file:
    file.write("Source: clrelay\n" + "".join(f"\nPackage: {name}\nArchitecture: any\n" for name in (LOADER, EXT)))

# What the dynamic linker and dpkg's tools learn about the libraries.
symbols = {}
for package, shlibs in ((LOADER, "libOpenCL 1"), (EXT, "libclrelay_ext 1")):
    control = os.path.join(work, package, "DEBIAN")
    check(sorted(os.listdir(control)) == ["control", "md5sums", "shlibs", "symbols", "triggers"],
          f"{package}: control files: {os.listdir(control)}")
    for name, content in (("triggers", "activate-noawait ldconfig\n"),
                          ("shlibs", f"{shlibs} {package} (>= {version})\n")):
        with open(os.path.join(control, name), encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("#")]
        check("".join(lines) == content, f"{package}: {name} is {lines}")
    with open(os.path.join(control, "symbols"), encoding="utf-8") as file:
        symbols[package] = file.read()
    # The symbols file lists exactly what the library exports.
    result = subprocess.run(
        ["dpkg-gensymbols", f"-P{work}/{package}", f"-p{package}", f"-v{version}-1", f"-I{control}/symbols",
         "-O/dev/null", "-c4"], cwd=trial, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        timeout=60)
    check(result.returncode == 0, f"dpkg-gensymbols: {result.stdout}")
# The symbols file has everything that Debian's has, in the same version nodes.
theirs = glob.glob("/var/lib/dpkg/info/ocl-icd-libopencl1:*.symbols")
if theirs:
    with open(theirs[0], encoding="utf-8") as file:
        for symbol in re.findall(r"^ (\S+@OPENCL_\S+)", file.read(), flags=re.M):
            check(f" {symbol} " in symbols[LOADER], f"symbols lacks {symbol}")

# A program depends on the version nodes that it needs, so any loader that has them serves.
shutil.copytree(os.path.join(work, LOADER), os.path.join(trial, "debian", LOADER), symlinks=True)
library = glob.glob(os.path.join(trial, "debian", LOADER, "usr", "lib", "*"))[0]
for functions, nodes in ((["clFlush"], []),
                         (["clCreateSubBuffer"], ["-1.1-"]),
                         (["clFlush", "clSVMAlloc", "clSetContextDestructorCallback"], ["-2.0-", "-3.0-"]),
                         (["clGetKernelSuggestedLocalWorkSize"], ["-3.1-"])):
    source = "".join(f"int {name}(void); " for name in functions) + "int main(void) { return "
    source += " + ".join(f"{name}()" for name in functions) + "; }"
    run("gcc", "-x", "c", "-o", f"{trial}/program", "-", "-x", "none",
        f"{library}/libOpenCL.so.1", input=source)
    found = run("dpkg-shlibdeps", "-O", f"-l{library}", f"-e{trial}/program", cwd=trial,
                stderr=subprocess.DEVNULL)
    found = [part for part in re.sub(r".*Depends=|\n", "", found).split(", ") if "libc6" not in part]
    depends = [f"{LOADER} | libopencl{node}1" for node in nodes + [""]]
    check(sorted(found) == depends, f"a program that calls {functions} depends on {found}, not {depends}")

# pkg-config knows that the compiler finds everything by itself, as with Debian's own file.
if shutil.which("pkg-config"):
    folder = glob.glob(f"{work}/clrelay-dev/usr/lib/*/pkgconfig")[0]
    for name, expected in (("OpenCL", "-lOpenCL"), ("clrelay-ext", "-lclrelay_ext -lOpenCL")):
        found = run("pkg-config", "--cflags", "--libs", name, env={**os.environ, "PKG_CONFIG_LIBDIR": folder})
        check(found.strip() == expected, f"pkg-config says for {name}: {found}")
else:
    print("no pkg-config here")

# lintian finds no error, and nothing at all in the installed packages.
if shutil.which("lintian"):
    result = subprocess.run(["lintian", "--info", "--display-info", "--pedantic", *made.values()], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=200)
    told = [line for line in result.stdout.splitlines() if re.match(r"[EWIP]:", line)]
    check(result.returncode == 0 and not told, f"lintian ({result.returncode}): {result.stdout}")
else:
    print("no lintian here")
    check(os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") != "1", "lintian is missing")

end(made)
