# SPDX-License-Identifier: Apache-2.0
"""The packages are the same when they are made again in another folder, from an archive of the sources
without git, in another user's environment: reproducible.py SOURCE FOLDER-OF-FIRST-BUILDS WORK-FOLDER

The first builds are in the folders deb and rpm."""
import glob
import os
import shutil
import subprocess
import sys
import tarfile

source, first, work = sys.argv[1:]
PACKAGES = {"deb": "*.deb", "rpm": "RPMS/*/*.rpm"}
kinds = [kind for kind in PACKAGES if glob.glob(f"{first}/{kind}/{PACKAGES[kind]}")]
if not kinds:
    print("skipped: no packages were made")
    sys.exit(77)


def files_of_archive():
    """Returns what `git archive` would take, and new files that are not ignored; without git, all files."""
    if os.path.exists(os.path.join(source, ".git")):
        listed = subprocess.run(["git", "-c", "safe.directory=*", "-C", source, "ls-files", "-z", "--cached",
                                 "--others", "--exclude-standard"], check=True, stdout=subprocess.PIPE,
                                timeout=60).stdout.decode()
        return [path for path in listed.split("\0")[:-1] if os.path.exists(os.path.join(source, path))]
    return [name for name in os.listdir(source) if not name.startswith("build")]


def content(path):
    with open(path, "rb") as file:
        return file.read()


shutil.rmtree(work, ignore_errors=True)
os.makedirs(os.path.join(work, "programs"))
archive = os.path.join(work, "clrelay.tar.gz")
with tarfile.open(archive, "w:gz") as tar:
    for path in files_of_archive():
        tar.add(os.path.join(source, path), "clrelay/" + path)
with tarfile.open(archive) as tar:
    # The path is longer than the first one, and looks like a user's.
    tar.extractall(os.path.join(work, "a deeper", "c++", "folder"))
again = os.path.join(work, "a deeper", "c++", "folder", "clrelay")
# Nobody may ask git.
asked = os.path.join(work, "git-was-asked")
with open(os.path.join(work, "programs", "git"), "w", encoding="utf-8") as file:
    file.write(f"#!/bin/sh\necho \"$@\" >>'{asked}'\nexit 1\n")
os.chmod(os.path.join(work, "programs", "git"), 0o755)

os.umask(0o077)
failures = 0
for kind in kinds:
    folder = os.path.join(again, "build", kind)
    subprocess.run(["sh", os.path.join(again, "test", "package", "make_packages.sh"), again, kind, folder,
                    *(["-b"] if kind == "deb" else [])], check=True, timeout=400,
                   env={**os.environ, "PATH": os.path.join(work, "programs") + ":" + os.environ["PATH"],
                        "TZ": "Asia/Kolkata", "LC_ALL": "C", "HOME": work})
    for path in sorted(glob.glob(f"{first}/{kind}/{PACKAGES[kind]}")):
        other = os.path.join(folder, os.path.relpath(path, f"{first}/{kind}"))
        same = content(path) == content(other)
        print("same:" if same else "FAILED: not the same:", path, other)
        failures += not same
if os.path.exists(asked):
    with open(asked, encoding="utf-8") as file:
        print("FAILED: git was asked:", file.read())
    failures += 1
sys.exit(failures > 0)
