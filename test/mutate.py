#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes random lines of the code, one at a time, and tells which changes no test notices.

    mutate.py BUILD FOLDER [--count N] [--minutes M] [--seed S] [--keep]
    mutate.py BUILD --known [--minutes M] [--seed S]

A mutant is one line with a condition negated, a limit shifted, a statement dropped, two arguments swapped, or another
such slip. The script builds what depends on the line in the build folder BUILD; a mutant that does not compile does not
count. Then it runs the quick tests concerned, until one fails. FOLDER is a folder of sources, such as loader or
tools/layers/check. --keep adds the mutants that a test has caught to mutants.tsv. --known tries those again, in random
order, and fails if one survives.

The script changes the sources in place, and always restores them. Nobody else should build there meanwhile.
"""

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KNOWN = os.path.join(SOURCE, "test", "mutants.tsv")

# Which tests concern code, by its path: the first row that fits. Cheap tests come first.
CONCERNED = [
    ("tools/layers/trace", [r"^trace\.(calls|marks|lock|cost)$", r"^tool\.(trace|marks)$",
                            r"^trace\.(case|call_sites|open)$", r"^tool\.trace_"]),
    ("tools/layers/source", [r"^check\.(source|module|findings)", r"^check\."]),
    ("tools/layers/check", [r"^check\.(unusual|refusing|callbacks|over|stress|canaries|regions)", r"^check\.", r"^tool\.check"]),
    ("tools/layers", [r"^trace\.", r"^check\.(unusual|refusing|callbacks)", r"^tool\.(trace|check)$"]),
    ("tools/calls", [r"^trace\.", r"^check\.(unusual|texts|conditions)", r"^tool\.(trace|check)$"]),
    ("tools/trace", [r"^trace\.(formats|summary|open)$", r"^trace\.(hints|timelines)$", r"^trace\.(case|call_sites)$",
                     r"^tool\.(trace|marks)$", r"^tool\.trace_"]),
    ("tools/recording", [r"^trace\.(formats|calls|marks|summary|open)$", r"^trace\.(timelines|call_sites)$",
                         r"^tool\.(trace|check_stored)$", r"^trace\.(case|hints)$", r"^tool\.(marks|check|trace_.*)$"]),
    ("tools/report", [r"^tool\.(remedies|elf)$", r"^tool\.(commands|compute|choose)$", r"^tool\.(doctor|machine|program)$",
                      r"^tool\.(causes|documents|lost)$"]),
    ("tools/check", [r"^check\.(texts|names|findings|conditions)", r"^tool\.check"]),
    ("tools/bounds", [r"^check\.bounds"]),
    ("tools/base", [r"^tool\.(elf|trace_options|choose)$", r"^tool\.(commands|doctor|remedies|compute)",
                    r"^tool\.(causes|machine|program|documents|check)$"]),
    ("tools", [r"^tool\.(commands|doctor|remedies|compute)", r"^tool\.(causes|machine|program|choose|documents)"]),
    ("loader/find", [r"^(base|find|config)\.", r"^(load|zoo|answer|layers)\."]),
    ("", [r"^(base|find|dispatch|load|answer)\.", r"^(config|layers|zoo|threads|legacy|extension|faults)\."]),
]
LONGEST_BUILD, LONGEST_TESTS = 300, 600  # seconds


def negate(line):
    match = re.search(r"\b(if|while) \((.*)\)( \{| [^ ].*|)$", line)
    return match and f"{line[:match.start()]}{match[1]} (!({match[2]})){match[3]}"


# Chooses the smaller or the larger of two: a mutant is the same if both are equal.
EXTREME = re.compile(r"(?P<a>[\w.>-]+) [<>]=? (?P<b>[\w.>-]+)( \? (?P=a) : (?P=b)| \? (?P=b) : (?P=a)|\) (?P=b) = (?P=a);)")


def shift(line):
    if EXTREME.search(line):
        return None
    match = random.choice([*re.finditer(r" (<=?|>=?) (?![<>])", line)] or [None])
    other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
    return match and f"{line[:match.start()]} {other[match[1]]} {line[match.end():]}"


def drop(line): # but not lines that only free memory, which only a sanitizer notices
    match = not re.search(r"free\(", line) and re.fullmatch(r"( *)([\w.>\[\]*-]+ [-+|&]?= .*;|[a-z_]\w*\(.*\);)", line)
    return match and f"{match[1]};"


def swap(line): # where the order matters
    match = random.choice([*re.finditer(r"\b(?!strcmp|strncmp|memcmp|text_same|calloc)(\w+)\((\w[^(),]*), (\w[^(),]*)(?=[,)])", line)] or [None])
    return match and f"{line[:match.start()]}{match[1]}({match[3]}, {match[2]}{line[match.end():]}"


def connect(line):
    match = random.choice([*re.finditer(r" (&&|\|\|) ", line)] or [None])
    return match and f"{line[:match.start()]} {'||' if match[1] == '&&' else '&&'} {line[match.end():]}"


def step(line):
    match = random.choice([*re.finditer(r" ([-+]) 1\b", line)] or [None])
    return match and f"{line[:match.start()]}{line[match.end():]}"


def answer(line):
    match = re.search(r"\breturn (true|false);", line)
    return match and f"{line[:match.start()]}return {'false' if match[1] == 'true' else 'true'};{line[match.end():]}"


SLIPS = [negate, shift, drop, swap, connect, step, answer]


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(os.path.join(SOURCE, path), "w", encoding="utf-8") as file:
        file.write(text)


def candidates(folder):
    """Returns (path, number of a line) for each line of code that may be changed."""
    paths = subprocess.run(["git", "ls-files", f"{folder}/*.c", f"{folder}/*.h"], cwd=SOURCE, text=True, check=True,
                           capture_output=True).stdout.split()
    for path in paths:
        if "/test/" in path or "_windows." in path or "/windows/" in path:
            continue
        for number, line in enumerate(read(path).split("\n")):
            if line.startswith("    ") and not re.match(r" *(/?\*|//|static const|#)", line):
                yield path, number


def pick(places):
    """Picks a mutant: the path, the line, and the changed line."""
    while True:
        path, number = random.choice(places)
        line = read(path).split("\n")[number]
        if changed := random.choice(SLIPS)(line):
            if read(path).split("\n").count(line) == 1: # mutants.tsv can then name it
                return path, line, changed


def run(command, seconds):
    """Tells whether the command succeeds within the time."""
    try:
        return subprocess.run(command, cwd=SOURCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=seconds, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def verdict(build, path, line, changed):
    """Returns "caught", "survived", "does not compile", or "gone" if the line is no longer there."""
    text = read(path)
    if text.split("\n").count(line) != 1:
        return "gone"
    compile_all = ["cmake", "--build", build, "--parallel", "2"]
    write(path, text.replace(line, changed, 1))
    try:
        if not run(compile_all, LONGEST_BUILD):
            return "does not compile"
        concerned = next(tests for place, tests in CONCERNED if path.startswith(place))
        for tests in concerned:
            if not run(["ctest", "--test-dir", build, "--tests-regex", tests, "--label-exclude", "^long$",
                        "--stop-on-failure", "--parallel", "2", "--timeout", "120"], LONGEST_TESTS):
                return "caught"
        return "survived"
    finally:
        write(path, text)


def require_green(build, places):
    """Ends if a test fails already: it would catch every mutant."""
    if not run(["cmake", "--build", build, "--parallel", "2"], LONGEST_BUILD):
        sys.exit(f"{build} does not build")
    for concerned in {tuple(next(tests for place, tests in CONCERNED if path.startswith(place))) for path in places}:
        if not run(["ctest", "--test-dir", build, "--tests-regex", "|".join(concerned), "--label-exclude", "^long$",
                    "--stop-on-failure", "--parallel", "2", "--timeout", "300"], 4 * LONGEST_TESTS):
            sys.exit(f"a test of {' '.join(concerned)} fails without any mutant")


def known():
    with open(KNOWN, encoding="utf-8") as file:
        return [tuple(line.rstrip("\n").split("\t")) for line in file if not line.startswith("#")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--count", type=int, default=1 << 30)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    if bool(options.folder) == options.known:
        parser.error("name a folder, or --known")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped")) # so that the source is put back
    random.seed(options.seed)
    print(f"seed {options.seed}", flush=True)
    end = time.monotonic() + 60 * options.minutes
    counts, caught = {"caught": 0, "survived": 0}, []
    if options.known:
        mutants = known()
        random.shuffle(mutants)
    else:
        places = [*candidates(options.folder)]
        mutants = iter(lambda: pick(places), None)
    require_green(options.build, {path for path, *_ in (mutants if options.known else places)})
    for path, line, changed in mutants:
        if sum(counts.values()) >= options.count or time.monotonic() > end:
            break
        what = verdict(options.build, path, line, changed)
        if what not in counts:
            continue
        counts[what] += 1
        if what == "caught":
            caught.append("\t".join((path, line, changed)))
        else:
            print(f"survived: {path}\n    {line.strip()}\n    {changed.strip()}", flush=True)
    subprocess.run(["cmake", "--build", options.build], cwd=SOURCE, stdout=subprocess.DEVNULL, check=False)
    tried = sum(counts.values())
    print(f"{tried} mutants, {counts['caught']} caught" + (f", {100 * counts['caught'] // tried} %" if tried else ""))
    if options.keep:
        with open(KNOWN, "a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in caught)
    sys.exit(options.known and counts["survived"] > 0)


main()
