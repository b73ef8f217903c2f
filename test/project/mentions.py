# SPDX-License-Identifier: Apache-2.0
"""
What documents, manual pages and comments name exists: files, presets, tests, settings. And no test has the name of
another one.

    mentions.py SOURCE [CTEST BUILD]

With CTEST and BUILD, a build folder that has all tests, the script also checks names and labels of tests.
"""
import ast
import fnmatch
import json
import os
import re
import subprocess
import sys

SOURCE = sys.argv[1]
# Names of files that others have, or that a build makes.
FOREIGN_FILES = {"DIR/rebuild.py", "kernel.json", "conftest.py", "rebuild.py", "simulation.c", "checks.txt", "ocl_icd.h", "tables.md", "figures.csv", "build.json", "dlls/ntdll/unix/server.c"}
BUILT = (".so", ".dll", ".exe", ".a", ".o", "build.json") # a path with this end is below a build folder
FOREIGN_BUILDS = {"NAME", "clang", "debian", "debian-arm64", "debian-i386", "distributions", "fedora",
                  "ci", "tools", "loader"} # folders below build/ that belong to no preset
FOREIGN_SETTINGS = {"OPENCL_VISIBLE_DEVICES"} # not the loader's
# words in backticks that belong to fuse and the kernel
FOREIGN_WORDS = {"user_allow_other", "process_vm_readv", "rt_sigprocmask"}
SKIPPED = re.compile(r"test/package/headers_2026/|(tools/)?test/fuzz/corpus/|.*\.svg$|test/project/mentions\.py$")
TOP = r"(?:loader|ext|tools|test|doc|cmake|include|\.ci|\.github)"
BEFORE = r"(?<![\w/.$}<~*>-])" # no path continues to the left
PATH = re.compile(BEFORE + TOP + r"/[\w./*+-]+")
NAME = re.compile(BEFORE + r"[\w./*+-]+\.(?:c|h|py|sh|md|cmake|txt|map|def|S|json|yml|dot|svg|in|csv)\b(?![\w/-])")
PRESETS = {"cmake": "configure", "cmake --build": "build", "cmake --workflow": "workflow", "ctest": "test"}
failures = 0
counts = {}


def check(kind, condition, message):
    global failures
    counts[kind] = counts.get(kind, 0) + 1
    if not condition:
        print("FAILED:", message)
        failures += 1


def list_files():
    """Yields the project's files by their paths in it. (A source package has no git.)"""
    for folder, folders, names in os.walk(SOURCE):
        inside = os.path.relpath(folder, SOURCE)
        folders[:] = [name for name in folders if name not in (".git", "__pycache__")
                      and not (inside == "." and name.startswith("build"))]
        for name in names:
            yield os.path.normpath(os.path.join(inside, name))


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8", errors="replace") as file:
        return file.read()


files = {path: read(path) for path in sorted(list_files()) if not SKIPPED.match(path)}
there = set(list_files())
for path in list(there): # and their folders
    while path := os.path.dirname(path):
        there.add(path)
documents = {path: text for path, text in files.items() if path.endswith(".md") or path.startswith(("doc/man/", "tools/doc/man/"))}
sources = {path: text for path, text in files.items() if path not in documents}
words = {word for text in sources.values() for word in re.findall(r"\w+", text)}
words |= {f"{word}_entry" for word in words if word.startswith("cl")} # loader/api/exports.c makes these names


def spans(text):
    """Yields what stands in backticks or in blocks of code."""
    for block in re.findall(r"^ *```.*?^ *```", text, flags=re.M | re.S):
        yield from block.split("\n")
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"^ *```.*?^ *```", "", text, flags=re.M | re.S))


def is_there(name):
    """Tells whether a file or folder has this path, or one with this end; * stands for anything."""
    name = os.path.normpath(name)
    return any(fnmatch.fnmatchcase(path, name) or fnmatch.fnmatchcase(path, "*/" + name) for path in there)


def check_files():
    for path, text in files.items():
        for number, line in enumerate(text.split("\n"), 1):
            for name in PATH.findall(line):
                name = name.rstrip(".,:/")
                if not name.endswith(BUILT) and not re.search(r"/NAME\b", name):
                    check("paths", is_there(name), f"{path}:{number}: there is no {name}")
    for path, text in documents.items():
        for name in {name for span in spans(text) for name in NAME.findall(span)}:
            if name not in FOREIGN_FILES and not name.startswith(("build/", "/")) and not re.search(r"\bNAME\b", name):
                check("files", is_there(name), f"{path}: there is no {name}")


def check_presets():
    all_presets = json.loads(read("CMakePresets.json"))
    texts = [all_presets, *(json.loads(read(path)) for path in all_presets.get("include", []))]
    names = {kind: {preset["name"] for presets in texts for preset in presets.get(kind + "Presets", [])
                    if not preset.get("hidden")} for kind in PRESETS.values()}
    for path, text in files.items():
        for command, preset in re.findall(r"\b(cmake(?: --build| --workflow)?|ctest) --preset[ =]([\w-]+)", text):
            check("presets", preset in names[PRESETS[command]], f"{path}: {command} has no preset {preset}")
    for path, text in documents.items():
        for name in set(re.findall(r"(?<![\w/-])build/([\w-]+)", text)) - FOREIGN_BUILDS:
            check("build folders", name in names["configure"], f"{path}: no preset builds in build/{name}")


def check_scripts():
    """A later method of the same name would replace a test, silently."""
    for path, text in files.items():
        for kind in ast.walk(ast.parse(text)) if path.endswith(".py") else ():
            if isinstance(kind, ast.ClassDef):
                names = [item.name for item in kind.body if isinstance(item, ast.FunctionDef) and not item.decorator_list]
                check("classes", len(names) == len(set(names)), f"{path}: {kind.name} has two methods of one name: {names}")


def check_words():
    settings = set(re.findall(r'^SETTING\(\w+,\s*"(\w+)"', files["loader/base/setting_rows.h"], flags=re.M))
    settings |= FOREIGN_SETTINGS
    for path, text in documents.items():
        for name in set(re.findall(r"\b(?:OCL_ICD|OPENCL)_[A-Z_]*[A-Z]\b", text)):
            check("settings", name in settings, f"{path}: setting_rows.h has no {name}")
        for name in set(re.findall(r"\bCLRELAY_[A-Z_]*[A-Z]\b", text)):
            check("CLRELAY_ words", name in words, f"{path}: no source knows {name}")
        for name in set(re.findall(r"`([a-z]\w*_\w+|\w+(?=\(\)))(?:\(\))?`", text)) - FOREIGN_WORDS:
            made = re.sub("_(checked|recorded)$", "", name)  # tools/layers/wrappers.py makes these
            check("identifiers", {name, made} & (words | set(tests)), f"{path}: no source knows {name}")


def check_tests():
    """The tests of Windows are in no build for Linux, so they are checked against the text of their CMakeLists.txt."""
    for name, labels in tests.items():
        check("tests", "." in name and name.split(".")[0] in labels,
              f"the test {name} is not called FOLDER.SUBJECT, with the folder as a label: {labels}")
    prefixes = {name.split(".")[0] for name in tests}
    for path, text in documents.items():
        for name in {name for span in spans(text)
                     for name in re.findall(r"^((?:%s)\.[\w.]+)$" % "|".join(prefixes), span)} - set(there):
            if not is_there(name):
                check("tests", any(test == name or test.startswith(name + ".") for test in tests),
                      f"{path}: there is no test {name}")
        for name in {name for span in spans(text) for name in re.findall(r"^windows\.(\w+)$", span)}:
            check("tests", re.search(rf"\b{name}\b", sources["test/windows/CMakeLists.txt"]),
                  f"{path}: there is no test windows.{name}")
        for span in spans(text):
            for how, pattern in re.findall(r"\bctest [^#|]*?-(R|L) '?([^' ]+)'?", span):
                found = tests if how == "R" else {label for labels in tests.values() for label in labels}
                check("tests", any(re.search(pattern, name) for name in found), f"{path}: nothing fits {pattern}")
    labels = {label for labels in tests.values() for label in labels} - {"long"}  # this one says how long a test takes
    listed = set()
    for page in "doc/testing.md", "tools/doc/testing.md":
        table = re.search(r"^\| Label \|.*?\n\n", files[page], flags=re.M | re.S)[0]
        here = re.findall(r"^\| `(\w+)` \|", table, flags=re.M)
        check("labels", len(here) == len(set(here)), f"{page} lists a label twice: {here}")
        listed.update(here)
    for label in labels ^ listed:
        check("labels", False, f"label {label}: {'no page lists it' if label in labels else 'there is no test with it'}")
    counts["labels"] += len(listed)


def read_tests():
    """Returns the labels of each test of the build."""
    if len(sys.argv) < 4:
        return {}
    output = subprocess.run([sys.argv[2], "--test-dir", sys.argv[3], "--show-only=json-v1"], check=True, timeout=60,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
    return {test["name"]: next((row["value"] for row in test.get("properties", []) if row["name"] == "LABELS"), [])
            for test in json.loads(output)["tests"]}


tests = read_tests()
check_files()
check_presets()
check_scripts()
if tests:
    check_words()
    check_tests()
for kind in ("paths", "files", "presets", "build folders") + (("settings", "tests", "labels") if tests else ()):
    check("kinds", counts.get(kind, 0) > 3, f"hardly any {kind} were found: the patterns here no longer fit")
print(", ".join(f"{count} {kind}" for kind, count in counts.items()) + f": {failures} failures")
sys.exit(failures > 0)
