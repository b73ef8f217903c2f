# SPDX-License-Identifier: Apache-2.0
"""Compares the conditions of the specification with the rows that check them. errors.tsv beside this file lists what
each function's errors are for, in the specification's order, with a line for each part that has a check of its own.
with_usual() adds lines that nearly every function has, by its parameters.

Each line that can be checked has a row with the same error at the same position, and begins with the words of the row's
check ID. Each row has a line."""

import collections
import csv
import functools
import itertools
import json
import os
import re
import subprocess
import sys

import sandbox
from sandbox import BUILD

FACTS = sandbox.read_facts("check")
LIST = os.path.join(BUILD.source, "tools", "test", "check", "errors.tsv")

# Extensions that add errors to functions of OpenCL or of other extensions.
EXTENSIONS = {
    "cl_ext_buffer_device_address", "cl_ext_immutable_memory_objects", "cl_khr_command_buffer_multi_device",
    "cl_khr_external_memory", "cl_khr_external_memory_android_hardware_buffer", "cl_khr_external_semaphore",
    "cl_khr_gl_sharing", "cl_khr_terminate_context",
}
WINDOWS = re.compile("D3D1[01]|DX9Media")  # functions that only Windows has

# The names of queries, without those of properties, types of objects, and answers.
QUERY = re.compile("CL_(PLATFORM|DEVICE(?!_PARTITION_(EQ|BY))|QUEUE|MEM(?!_OBJECT)|IMAGE|PIPE|SAMPLER|PROGRAM|"
                   "KERNEL(?!_ARG_ACCESS|_EXEC)|EVENT|PROFILING)_")

# Lines that errors.tsv leaves out. The function's parameters tell whether it has them, and where.
CONTEXT, QUEUE = "context is not valid", "command_queue is not valid"
ON_DEVICE = "queue on device: command_queue CL_QUEUE_ON_DEVICE"
EVENT_CONTEXT = "event context: command_queue event_wait_list num_events_in_wait_list"
LENGTH, HANDLE = "wait list length: event_wait_list num_events_in_wait_list", "a handle in event_wait_list is not valid"
RESOURCES, MEMORY = "the device lacks resources", "the host lacks memory"
# The tables with a row for each function, and its parameters.
TABLES = ("loader/api/entry_points.h", "ext/extension_functions.h", "tools/calls/provisional_functions.h")


def by_function(items):
    found = collections.defaultdict(list)
    for item in items:
        found[item["function"]].append(item)
    return found


def read_tables():
    return json.loads(sandbox.run([*BUILD.emulator, FACTS["tool"], "check", "--list", "--json"]))


def read_rows():
    return read_tables()["conditions"]


def read_parameters():
    """Returns the parameters of each function, as written in its row."""
    rows = []
    for path in TABLES:
        with open(os.path.join(BUILD.source, path), encoding="utf-8") as file:
            rows += re.split(r"\n(?=[A-Z])", file.read())
    return {found[1]: found[2] for row in rows if (found := re.search(r"\b(cl[A-Z]\w+)\b(.*)", row, re.S))}


NONE = {"error": None, "words": "", "identity": None, "condition": ""}


def of_line(line):
    """Returns what a line is about: the words of a check ID, "handle" for a handle that is not valid, or a part that
    only the driver can check."""
    words = line["words"].split(":")[0]
    return "handle" if words.endswith(" is not valid") else words


def of_row(row):
    if not row["identity"]:
        return row["condition"]
    words = row["identity"].removeprefix("CLR-").replace("-", " ").lower()
    return "handle" if words in ("handle null", "handle unknown") else words


def with_usual(lines, parameters):
    """Returns the lines of a function, with those that errors.tsv leaves out. A line with "never" says that the
    function lacks such a line. A line that the file does have keeps its place."""
    said = {line["words"] for line in lines}
    lines = [line for line in lines if line["unchecked"] != "never"]

    def place(words):
        return next((at for at, line in enumerate(lines) if line["words"] == words), -1)

    def add(at, error, words, count=1):
        if words not in said:
            lines[at:at] = count * [{**first, "error": error, "unchecked": "", "words": words}]

    first = lines[0]
    if re.match(r"[^()]*\(cl_context, context\)|[^()]*\bCONTEXT_PARAM", parameters):
        add(0, "CL_INVALID_CONTEXT", CONTEXT)
    if re.match(r"[^()]*\(cl_command_queue, command_queue\)|[^()]*\bQUEUE_PARAM", parameters):
        add(0, "CL_INVALID_COMMAND_QUEUE", QUEUE)
        if "CommandQueue" not in first["function"]:
            add(place(QUEUE) + 1, "CL_INVALID_COMMAND_QUEUE", ON_DEVICE)
    if place(HANDLE) >= 0:
        add(place(HANDLE), "CL_INVALID_EVENT_WAIT_LIST", LENGTH, 2)
        contexts = [at for at, line in enumerate(lines) if line["error"] == "CL_INVALID_CONTEXT"]
        add(max([*contexts, place(ON_DEVICE)]) + 1, "CL_INVALID_CONTEXT", EVENT_CONTEXT)
    add(len(lines), "CL_OUT_OF_RESOURCES", RESOURCES)
    add(len(lines), "CL_OUT_OF_HOST_MEMORY", MEMORY)
    return lines


def read_file():
    with open(LIST, encoding="utf-8", newline="") as file:
        return [line for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if BUILD.windows or not WINDOWS.search(line["function"])]


@functools.cache
def read_lines():
    parameters = read_parameters()
    return [line for function, lines in by_function(read_file()).items()
            for line in with_usual(lines, parameters.get(function, ""))]


# Headers beside cl.h, which may be there, and what some of them include, which mostly is not.
MORE_HEADERS = ("ext", "gl", "egl", "ext_intel", "gl_ext", "d3d10", "d3d11", "dx9_media_sharing", "dx9_media_sharing_intel",
                "va_api_media_sharing_intel")
THEIR_HEADERS = "d3d9.h", "d3d10.h", "d3d11.h", "va/va.h"
CHANGED = "CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR"  # had another value while its extension was provisional


def read_source(*path):
    with open(os.path.join(BUILD.source, "tools", *path), encoding="utf-8") as file:
        return file.read()


def cc(source, *options):
    """Returns what the C compiler prints about OpenCL's header and this source."""
    return subprocess.run(["cc", *options, "-x", "c", "-"], input=f"#include <CL/cl.h>\n{source}", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False).stdout


def definitions(version, more="", *options):
    """Returns the names that OpenCL's headers have for this version, and their values."""
    found = cc(more, "-E", "-dM", f"-DCL_TARGET_OPENCL_VERSION={version}0", *options)
    return dict(re.findall(r"(?m)^#define (CL_\w+) (.+)$", found))


def first_versions():
    """Returns since which version OpenCL's header has each name."""
    first = {}
    for version in 31, 30, 22, 21, 20, 12, 11, 10:
        first.update(dict.fromkeys(definitions(version), version))
    sandbox.need(first, "no C compiler, or none of OpenCL's headers")
    return first


class Conditions(sandbox.Case):
    def test_list(self):
        """Each line that can be checked has its row, and each row its line. A line has "more" if its row refines the
        one before it, or is about something that the specification leaves to drivers."""
        rows = by_function(read_rows())
        for function, lines in by_function(read_lines()).items():
            wanted = [line for line in lines if line["unchecked"] != "unchecked"]
            with self.row(function):
                for line, row in itertools.zip_longest(wanted, rows[function], fillvalue=NONE):
                    self.assertEqual(line["error"], row["error"], f"the line is {line}, the row {row}")
                self.assertEqual(collections.Counter((line["error"], of_line(line)) for line in wanted),
                                 collections.Counter((row["error"], of_row(row)) for row in rows[function]))

    def test_functions(self):
        """A function with rows has lines, too."""
        self.assertLessEqual(by_function(read_rows()).keys(), by_function(read_lines()).keys())

    def test_lines(self):
        """Each line has an error, a section of the specification, and words."""
        for line in read_lines():
            with self.row(line["function"]):
                self.assertRegex(line["error"], r"^CL_[A-Z0-9_]+$")
                self.assertRegex(line["section"], r"^(\d+(\.\d+)+|cl_[a-z0-9_]+)$")
                self.assertRegex(line["words"], r"\w{2}.{3}")

    def test_usual_lines(self):
        """A line with "never" is about one of the lines that errors.tsv leaves out."""
        for line in read_file():
            with self.row((line["function"], line["words"])):
                self.assertIn(line["unchecked"], ("", "unchecked", "never", "more"))
                if line["unchecked"] == "never":
                    self.assertIn(line["words"], (CONTEXT, QUEUE, ON_DEVICE, EVENT_CONTEXT, LENGTH, RESOURCES, MEMORY))

    def test_sections(self):
        """The section of a condition is that of its line, a part of that, or an extension that adds the error."""
        stands = {(line["function"], line["error"]): line["section"] for line in read_lines()}
        for row in read_rows():
            wanted = stands.get((row["function"], row["error"]))
            word, _, section = (row["section"] or "").partition(" ")
            with self.row((row["function"], row["error"], row["identity"])):
                self.assertEqual(word, "extension" if section.startswith("cl_") else "section")
                if wanted and section not in EXTENSIONS:
                    self.assertTrue(f"{section}.".startswith(f"{wanted}."), f"{section} instead of {wanted}")

    def test_edition(self):
        """The pages name the edition of the specification whose sections they give."""
        for page in "checking.md", "man/clrelay-check.1":
            with self.row(page), open(os.path.join(BUILD.source, "tools", "doc", page), encoding="utf-8") as file:
                self.assertRegex(file.read(), f"of {re.escape(read_tables()['specification'])}\\b")

    def test_checked(self):
        """The layer itself checks more than three quarters of the conditions. Drivers check the others."""
        driver = collections.Counter(row["judge"] == "driver" for row in read_rows())
        self.assertGreater(driver[False], 3 * driver[True])

    def test_page(self):
        """The page that checks.py writes has each row."""
        done = subprocess.run([sys.executable, os.path.join(BUILD.source, "tools", "doc", "checks.py"), FACTS["tool"]],
                              text=True, stdout=subprocess.PIPE, check=True)
        tables = read_tables()
        self.assertEqual(done.stdout.count("\n| `CLR-"), len(tables["identities"]))
        self.assertEqual(done.stdout.count("\n| `CL_"), len(tables["conditions"]))

    def test_versions(self):
        """The layer knows since which version there is a query, as the headers do. A row has a range of names."""
        text = read_source("layers", "check", "known", "info_versions.c")
        rows = re.findall(r"\{ (0x[0-9a-f]+), (0x[0-9a-f]+), (\d+) \}", text)
        ours = {name: int(since) for first, last, since in rows for name in range(int(first, 16), int(last, 16) + 1)}
        values, theirs = definitions(31), {}
        for version, name in sorted((version, name) for name, version in first_versions().items()):
            if re.fullmatch("0x[0-9A-Fa-f]{4}", values.get(name, "")):
                theirs.setdefault(int(values[name], 16), (name, version))
        for value, (name, version) in theirs.items():
            if value in ours or (QUERY.match(name) and version > 10):
                self.assertEqual(ours.get(value, 10), version, name)

    def test_enumerants(self, m):
        """The types and enumerants that the headers have, too, are the same there: sizes, values, and since which
        version. Their extensions' headers come with all versions."""
        text, first = read_source("calls", "enumerants.h"), first_versions()
        for name in THEIR_HEADERS:
            m.write(name, "")
        more = "".join(f"#if __has_include(<CL/cl_{name}.h>)\n#include <CL/cl_{name}.h>\n#endif\n" for name in MORE_HEADERS)
        theirs, with_first = (definitions(version, more, f"-I{m.root}") for version in (31, 10))
        extensions = with_first.keys() - definitions(10).keys()
        rows = [row for row in re.findall(r"(?m)^(?:QUERY|ENUMERANT|EXTENSION_ENUMERANT)\(\w+, (\w+), (-?\w+), (\d+)?", text)
                if row[0] in theirs and row[0] != CHANGED]
        for name, _, since in rows:
            if since and not (since == "0" and name in extensions):
                self.assertEqual(int(since), first.get(name, 0), name)
        types = {name: of for of, name in re.findall(r"(?m)^typedef (\w+) +(cl_\w+);", cc(more, "-E", f"-I{m.root}"))}
        sizes = [row for row in re.findall(r"(?m)^API_TYPE\((\w+), \w+, ([1-9]\d*)\)", text) if row[0] in types]
        self.assertGreater(len(rows), 700)
        self.assertGreater(len(sizes), 100)
        lines = [f"#define {name} {value}" for name, value in theirs.items()]
        lines += [f"typedef {of} {name};" for name, of in types.items()]
        lines += [f'_Static_assert(({name}) == {value}, "{name}");' for name, value, _ in rows]
        lines += [f'_Static_assert(sizeof({name}) == {size}, "{name}");' for name, size in sizes]
        self.assertNotIn("error:", cc("\n".join(lines), "-w", "-fsyntax-only"))
