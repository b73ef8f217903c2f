# SPDX-License-Identifier: Apache-2.0
"""
Compares what the recipes in packaging/ say about the project with the sources of these facts: version and date in
CHANGELOG.md, summary in CMakeLists.txt, licence in each file's first line.

    packaging.py SOURCE-FOLDER            compare
    packaging.py SOURCE-FOLDER --write    write these facts into the recipes first, and Debian's symbols
"""
import datetime
import os
import re
import sys

from comparison import Comparison

comparison = Comparison()
source, read, check = comparison.source, comparison.read, comparison.check


def first(pattern, path):
    return re.search(pattern, read(path), flags=re.M)[1]


version, date = re.search(r"^## \[(.*?)\] - (\d{4}-\d\d-\d\d)", read("CHANGELOG.md"), flags=re.M).groups()
FACTS = {
    "version": version,
    "date": datetime.date.fromisoformat(date).strftime("%a %b %d %Y"),
    "summary": first(r'DESCRIPTION "(.*)"', "CMakeLists.txt"),
    "licence": first(r"^# SPDX-License-Identifier: (\S+)$", "CMakeLists.txt"),
}
# Some formats want no article in a summary.
FACTS["title"] = re.sub(r"^An? ", "", FACTS["summary"])

# Where each file has each fact: the first group of every match. A file must have all of its facts.
WHERE = {
    "packaging/debian/control": {
        "title": r"^Package: clrelay-libopencl1\n(?:[^\n]+\n)*Description: (.*)$"},
    "packaging/debian/copyright": {"licence": r"^License: (.*)$"},
    "packaging/fedora/clrelay.spec": {
        "version": r"^Version: +(.*)$|^\* .* - ([0-9.]+)-1$|^- clrelay ([0-9.]+);",
        "licence": r"^License: +(.*)$", "title": r"^%package libs\nSummary: +(.*)$",
        "date": r"^\* (\w+ \w+ \d+ \d+) "},
    "packaging/arch/PKGBUILD": {
        "version": r"^pkgver=(.*)$", "summary": r'^pkgdesc="(.*)"$',
        "licence": r"^license=\((.*)\)$"},
}


def write(path):
    """Returns the file with the correct facts."""
    text = read(path)
    for fact, pattern in WHERE[path].items():
        def replace(match):
            group = match.lastindex
            start, end = (edge - match.start() for edge in match.span(group))
            return match[0][:start] + FACTS[fact] + match[0][end:]
        text = re.sub(pattern, replace, text, flags=re.M)
    comparison.write(path, text)


for path, facts in WHERE.items():
    if "--write" in sys.argv:
        write(path)
    for fact, pattern in facts.items():
        found = [match[match.lastindex] for match in re.finditer(pattern, read(path), flags=re.M)]
        check(len(found) >= re.compile(pattern).groups, f"{path} has no {fact}")
        for value in found:
            check(value == FACTS[fact], f"{path}: the {fact} is \"{value}\", not "
                  f"\"{FACTS[fact]}\"; test/project/packaging.py . --write writes it")

SYMBOLS = "packaging/debian/clrelay-libopencl1.symbols"


def symbols():
    """Returns Debian's symbols file: what the library promises, each symbol with the number of the package that brought
    its node."""
    lines, number = [line for line in read(SYMBOLS).splitlines() if not line.startswith(" ")], -1
    for line in read("loader/linux/exports.map").splitlines():
        if begin := re.match(r"(OPENCL_[0-9.]+) {", line):
            node, number = begin[1], number + 1
            lines.append(f" {node}@{node} 0 {number}")
        elif function := re.match(r" +(cl\w+);", line):
            lines.append(f" {function[1]}@{node} 0 {number}")
    return "\n".join(lines) + "\n"


if "--write" in sys.argv:
    comparison.write(SYMBOLS, symbols())
check(read(SYMBOLS) == symbols(), f"{SYMBOLS} is not what exports.map promises; "
      "test/project/packaging.py . --write writes it")

# Each recipe has its facts, and no fact is anywhere else.
for folder, _, names in os.walk(os.path.join(source, "packaging")):
    for name in names:
        path = os.path.relpath(os.path.join(folder, name), source)
        left = re.sub(WHERE.get(path, {}).get("version", r"(?!)"), "", read(path), flags=re.M)
        # Other versions may look alike, so only those that follow the name count.
        check(not re.search(rf"clrelay[ -]{re.escape(version)}\b", left), f"{path} tells the version elsewhere, too")

# The options that recipes pass to CMake exist.
options = set(re.findall(r"^\| `(\w+)` \|", read("doc/packaging.md"), flags=re.M))
for path in [*WHERE, "packaging/debian/rules"]:
    for name in re.findall(r"(?:\b|-D)(CLRELAY_[A-Z_]+|BUILD_TESTING|BUILD_SHARED_LIBS)\b", read(path)):
        check(name in options or name == "CLRELAY_OCL_ICD_VERSION",
              f"{path} names {name}, and the build has no such option")
print(len(WHERE), "files,", comparison.failures, "failures")
sys.exit(comparison.failures > 0)
