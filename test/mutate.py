#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes random lines of the code, one at a time, and tells which changes no test notices.

    mutate.py BUILD FOLDER [--count N] [--minutes M] [--seed S] [--keep]
    mutate.py BUILD --known [--minutes M] [--seed S]

A mutant is one line with a condition negated, a limit shifted, a statement dropped, two arguments swapped, or another
such slip. BUILD builds what depends on the line; a mutant that does not compile does not count. Then the quick tests
concerned run, the cheapest first, until one fails. FOLDER is a folder of sources, such as loader or
tools/layers/check; --keep adds the mutants that were caught to mutants.tsv. --known tries those again, in random order,
and fails if one survives. A mutant in mutants.tsv with a reason why nobody can see it is not made again.

For the loader, a build with -DCLRELAY_TOOLS=OFF is cheaper. A mutant that makes a test hang is caught, too, but so is
any mutant where too much else runs; so these are printed.

The script changes the sources in place, and always restores them. Nobody else should build there meanwhile.
"""

import argparse
import atexit
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KNOWN = os.path.join(SOURCE, "test", "mutants.tsv")

LOADER = r"^(base|find|dispatch|load|answer|config|layers|zoo|threads|legacy|extension|fuzz|faults|machine_code|cost)\."

# Which tests concern code, by its path: the first row that fits. Cheap tests come first.
CONCERNED = [
    ("tools/layers/trace", [r"^trace\.(calls|marks|lock|cost)$", r"^tool\.(trace|marks)$",
                            r"^trace\.(case|call_sites|open|clocks)$", r"^tool\.trace_"]),
    ("tools/layers/source", [r"^check\.(source|module|findings)", r"^check\."]),
    ("tools/layers/check", [r"^check\.(unusual|refusing|callbacks|over|stress|canaries|regions)", r"^check\.", r"^tool\.check"]),
    ("tools/layers", [r"^trace\.", r"^check\.(unusual|refusing|callbacks)", r"^tool\.(trace|check)$"]),
    ("tools/calls", [r"^trace\.", r"^check\.(unusual|texts|conditions)", r"^tool\.(trace|check)$",
                     r"^check\.(pairs|bounds|cases)$|^tool\.trace_options$"]),
    ("tools/trace", [r"^tool\.parts", r"^trace\.(formats|mixtures|summary|open)$", r"^trace\.(hints|timelines)$", r"^trace\.(case|call_sites)$",
                     r"^tool\.(trace|marks)$", r"^tool\.trace_"]),
    ("tools/recording", [r"^tool\.parts", r"^trace\.(formats|mixtures|calls|marks|summary|open)$", r"^trace\.(timelines|call_sites)$",
                         r"^tool\.(trace|check_stored)$", r"^trace\.(case|hints)$", r"^tool\.(marks|check|trace_.*)$"]),
    ("tools/report", [r"^tool\.parts", r"^tool\.(remedies|elf|screens)$", r"^tool\.(commands|compute|choose)$", r"^tool\.(doctor|machine|program)$",
                      r"^tool\.(causes|documents|lost)$"]),
    ("tools/check", [r"^tool\.parts", r"^check\.(texts|names|findings|conditions)", r"^tool\.(check|screens)", r"^check\.(pairs|cases)$|^tool\.hostile$"]),
    ("tools/bounds", [r"^tool\.parts", r"^check\.(read|bounds)$"]),
    ("tools/cllayerinfo", [r"^cllayerinfo\."]),
    ("tools/base", [r"^tool\.parts", r"^tool\.(elf|trace_options|choose|screens)$", r"^tool\.(commands|doctor|remedies|compute)",
                    r"^tool\.(causes|machine|program|documents|check)$"]),
    ("tools/doctor/" "causes_", [r"^tool\.parts", r"^tool\.causes$", r"^tool\.(machine|compute|program)$"]),
    ("tools/doctor/" "program", [r"^tool\.parts", r"^tool\.(program|screens)$", r"^tool\.(causes|doctor)$"]),
    ("tools/doctor/" "machine", [r"^tool\.parts", r"^tool\.(machine|causes)$", r"^tool\.(doctor|compute|program|remedies)$"]),
    ("tools", [r"^tool\.parts", r"^tool\.(screens|commands|doctor|remedies|compute)", r"^tool\.(causes|machine|program|choose|documents)"]),
    ("ext", [r"^extension\.", r"^(machine_code|real)\."]),
    ("loader/find", [r"^(find|config)\.", LOADER]),
    ("loader/load", [r"^(load|zoo|config|legacy)\.", LOADER]),
    ("loader/linux", [r"^(base|find|faults|legacy)\.", LOADER]),
    ("loader/base", [r"^(base|config)\.", LOADER]),
    ("loader/answer", [r"^answer\.", LOADER]),
    ("", [r"^(dispatch|legacy|machine_code)\.", LOADER]),
]
CHEAP = [0.1, 0.7, 1.5, 4, 1e9]  # of the tests concerned, those that take at most so many seconds come first
LONGEST_BUILD = 300  # seconds
MOST_PICKED = 100000  # a small folder has fewer mutants, which are tried once


def negate(line):
    match = re.search(r"\b(if|while) \((.*)\)( \{| [^ ].*|)$", line)
    return match and f"{line[:match.start()]}{match[1]} (!({match[2]})){match[3]}"


# Chooses the smaller or the larger of two: a mutant is the same if both are equal.
EXTREME = re.compile(r"(?P<a>[\w.>-]+) [<>]=? (?P<b>\*?[\w.>-]+(?: \* [\w.>-]+)?)( \? (?P=a) : (?P=b)| \? (?P=b) : (?P=a)|"
                     r"\) (?P=b) = (?P=a);|\) \*?(?P=a) = (\([\w ]+\))?(?P=b);)")


def shift(line):
    if EXTREME.search(line):
        return None
    match = random.choice([*re.finditer(r" (<=?|>=?) (?![<>])", line)] or [None])
    other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
    return match and f"{line[:match.start()]} {other[match[1]]} {line[match.end():]}"


def drop(line): # but not lines that only free memory, which only a sanitizer notices
    match = not re.search(r"free\(|va_end\(", line) and re.fullmatch(r"( *)([\w.>\[\]*-]+ [-+|&]?= .*;|[a-z_]\w*\(.*\);)", line)
    return match and f"{match[1]};"


def swap(line): # where the order matters
    match = random.choice([*re.finditer(r"\b(?!strcmp|strncmp|memcmp|text_same|calloc|bytes_product|bytes_sum|NAMES)(\w+)\((\w[^(),]*), (\w[^(),]*)(?=[,)])", line)] or [None])
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


def operand(line): # of several in a condition
    matches = [match for match in re.finditer(r" (?:&&|\|\|) (!?[\w.>()\[\]-]+(?: [=!<>]=? [\w.>\[\]-]+)?)(?=[);]| [&|?:])", line)
               if match[1].count("(") == match[1].count(")")]
    match = random.choice(matches or [None])
    return match and f"{line[:match.start()]}{line[match.end():]}"


def number(line): # outside of texts and names
    matches = [match for match in re.finditer(r'(?<![\w."%])\d{1,7}(?![\w.x"%])', line) if line[:match.start()].count('"') % 2 == 0]
    match = random.choice(matches or [None])
    return match and f"{line[:match.start()]}{abs(int(match[0]) + random.choice([-1, 1]))}{line[match.end():]}"


SLIPS = [negate, shift, drop, swap, connect, step, answer, operand, number]


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
        conditions = []  # of the directives around a line
        for number, line in enumerate(read(path).split("\n")):
            if re.match("#(else|elif|endif)", line):
                conditions.pop()
            if re.match("#(if|else|elif)", line):
                conditions.append(line)
            if "#ifdef _WIN32" not in conditions and line.startswith("    ") and not re.match(r" *(/?\*|//|static const|_Static_assert|#)", line):
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
    """Whether the command succeeds, or None if it did not end within the time."""
    with subprocess.Popen(command, cwd=SOURCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          stdin=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            return process.wait(seconds) == 0
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            return None


def compile_all(build):
    return run(["cmake", "--build", build, "--parallel", "2"], LONGEST_BUILD)


def run_tests(build, names, seconds):
    """As run(). A test fails that fails twice: on a busy machine, once may be chance."""
    return run(["ctest", "--test-dir", build, "--tests-regex", f"^({'|'.join(map(re.escape, names))})$", "--stop-on-failure",
                "--repeat", "until-pass:2", "--parallel", "4"], seconds)


class Tests:
    """The quick tests of a build, which pass, and how long each takes."""

    def __init__(self, build):
        self.build = build
        listed = json.loads(subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], cwd=SOURCE, check=True,
                                           capture_output=True).stdout)
        properties = {test["name"]: {each["name"]: each["value"] for each in test["properties"]} for test in listed["tests"]}
        self.names = [name for name, of in properties.items() if "long" not in of.get("LABELS", [])]
        self.seconds = {}

    def concerned(self, path):
        """Sets of names, in the order in which they should run."""
        left, sets = self.names, []
        for pattern in next(tests for place, tests in CONCERNED if path.startswith(place)):
            for most in CHEAP:
                sets.append([name for name in left if re.search(pattern, name) and self.seconds.get(name, 0) <= most])
                left = [name for name in left if name not in sets[-1]]
        return [*filter(None, sets)]

    def require_green(self, paths):
        """Ends if a test fails already: it would catch everything."""
        names = {name for path in paths for each in self.concerned(path) for name in each}
        if not run_tests(self.build, sorted(names), 3600):
            sys.exit("a test fails without any mutant; ctest --rerun-failed tells")
        with open(os.path.join(SOURCE, self.build, "Testing", "Temporary", "CTestCostData.txt"), encoding="utf-8") as file:
            rows = [line.split() for line in file]
        self.seconds = {row[0]: float(row[2]) for row in rows if len(row) == 3}

    def catch(self, path):
        """Whether they miss, catch or do not end with the mutant that was built."""
        for names in self.concerned(path):
            passed = run_tests(self.build, names, 60 + 10 * sum(self.seconds.get(name, 0) for name in names))
            if not passed:
                return "timed out" if passed is None else "caught"
        return "survived"


def verdict(tests, path, line, changed):
    """What tests.catch() says, or "does not compile", or "gone" if the line is no longer there."""
    text = read(path)
    if text.split("\n").count(line) != 1:
        return "gone"
    lines = text.split("\n")
    lines[lines.index(line)] = changed
    write(path, "\n".join(lines))
    try:
        return tests.catch(path) if compile_all(tests.build) else "does not compile"
    finally:
        write(path, text)


def known(fields):
    """The rows of mutants.tsv: three fields are a mutant that was caught; a fourth is the reason why one is not."""
    with open(KNOWN, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [tuple(row[:3]) for row in rows if len(row) == fields]


def use_folder():
    """Tests that are stopped leave their files behind: here, until the end. Any user may run one, as in /tmp. The
    name is short, because some tests count columns."""
    folder = tempfile.mkdtemp(prefix="m-")
    os.chmod(folder, 0o1777)
    os.environ["TMPDIR"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


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
    os.environ["CLRELAY_TEST_FAILFAST"] = "1"
    use_folder()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped")) # so that the source is put back
    random.seed(options.seed)
    print(f"seed {options.seed}", flush=True)
    end = time.monotonic() + 60 * options.minutes
    counts, caught, tried = {"caught": 0, "timed out": 0, "survived": 0}, [], set(known(4))
    if options.known:
        mutants = known(3)
        random.shuffle(mutants)
    else:
        places = [*candidates(options.folder)]
        mutants = (pick(places) for _ in range(MOST_PICKED))
    if not compile_all(options.build):
        sys.exit(f"{options.build} does not build")
    tests = Tests(options.build)
    tests.require_green({path for path, *_ in (mutants if options.known else places)})
    for mutant in mutants:
        if sum(counts.values()) >= options.count or time.monotonic() > end:
            break
        if mutant in tried:
            continue
        tried.add(mutant)
        what = verdict(tests, *mutant)
        if what not in counts:
            continue
        counts[what] += 1
        path, line, changed = mutant
        if what == "caught":
            caught.append(mutant)
        else:
            print(f"{what}: {path}\n    {line.strip()}\n    {changed.strip()}", flush=True)
    compile_all(options.build)
    number, found = sum(counts.values()), counts["caught"] + counts["timed out"]
    print(f"{number} mutants, {found} caught" + (f", {100 * found // number} %" if number else "")
          + (f", {counts['timed out']} of them because a test did not end" if counts["timed out"] else ""))
    if options.keep:
        with open(KNOWN, "a", encoding="utf-8") as file:
            file.writelines("\t".join(mutant) + "\n" for mutant in caught if mutant not in known(3))
    sys.exit(options.known and counts["survived"] > 0)


main()
