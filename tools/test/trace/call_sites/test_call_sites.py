# SPDX-License-Identifier: Apache-2.0
"""clrelay trace --call-sites shows where a program made its calls. The arguments are the command clrelay, libOpenCL, a
driver, and the program with and without debug information."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

TOOL, LIBRARY, DRIVER, DEBUG, RELEASE = sys.argv[1:6]
del sys.argv[1:6]
HERE = os.path.dirname(os.path.abspath(__file__))


def line_of(comment, source="program.c"):
    """Returns the place of the line with this comment, such as program.c:7."""
    with open(os.path.join(HERE, source), encoding="utf-8") as file:
        (number,) = [i for i, line in enumerate(file, 1) if f"/* {comment} */" in line]
    return f"{os.path.basename(source)}:{number}"


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(self.path("driver.icd"), "w", encoding="utf-8") as file:
            file.write(DRIVER)
        self.env = {**os.environ, "OCL_ICD_VENDORS": self.folder, "LC_ALL": "C.UTF-8",
                    "LD_LIBRARY_PATH": f"{os.path.dirname(LIBRARY)}:{os.path.dirname(DEBUG)}"}

    def path(self, name):
        return os.path.join(self.folder, name)

    def clrelay(self, *words, env=None):
        return subprocess.run([TOOL, "trace", *words], env={**self.env, **(env or {})}, check=True, cwd=self.folder,
                              capture_output=True, text=True)

    def trace(self, *words, options=("--call-sites",), output="out.csv", program=DEBUG, env=None):
        """Traces the program. Returns the output."""
        self.clrelay("--json", "--summary", "summary", "-o", output, *options, program, os.path.dirname(DEBUG), *words,
                     env=env)
        with open(self.path(output), encoding="utf-8", newline="") as file:
            return file.read()

    def summary(self):
        with open(self.path("summary"), encoding="utf-8") as file:
            return json.load(file)


def sites_of(text):
    """Returns the call sites in a CSV file, in the order of time."""
    return [row.get("call site") for row in csv.DictReader(io.StringIO(text))]


class Lines(Case):
    def test_lines(self):
        for word, *wanted in [
                ("two_lines", f"two_lines at {line_of('first line')}", f"two_lines at {line_of('second line')}"),
                ("long_names", f"{48 * 'a'} at {line_of('in 48 characters')}", f"{45 * 'b'}... at {line_of('in 49 characters')}"),
                ("in_a_row", *3 * [f"in_a_row at {line_of('in a row')}"]),
                ("depths", *20 * 12 * [f"call_deeper at {line_of('at an even depth')}",
                                       f"call_deeper at {line_of('at an odd depth')}"]),
                ("library", f"library_calls at {line_of('in the library', 'library.c')}"),
                # Without debug information of the plugin, the site is the program's line.
                ("plugin", f"load at {line_of('before the plugin')}"),
                # The second plugin is where the first one was.
                ("plugins", f"library_calls at {line_of('in the library', 'library.c')}",
                 f"plugin_calls at {line_of('in the plugin', 'plugin.c')}",
                 f"plugin_calls at {line_of('in the other plugin', 'other_plugin.c')}"),
                ("binding", f"binding_calls at {line_of('with the binding', 'binding.c')}",
                 f"binding_calls at {line_of('with its namespace', 'binding.c')}"),
                ("threads", f"thread at {line_of('in a thread')}", f"threads at {line_of('beside a thread')}"),
                ("child", f"child at {line_of('in a child')}", f"child at {line_of('in the parent')}"),
                ("orphan", f"orphan at {line_of('before the orphan')}", f"orphan at {line_of('in the orphan')}"),
                ("same_name",
                 f"other_program_calls at other/{line_of('in other/program.c', 'other/program.c')}",
                 f"same_name at call_sites/{line_of('in program.c')}")]:
            with self.subTest(word):
                self.assertEqual(sites_of(self.trace(word)), wanted)

    def test_program_that_another_executes(self):
        self.clrelay("--call-sites", "-o", "out.csv", "--summary", "summary", "sh", "-c",
                     f"{RELEASE} . two_lines; {DEBUG} . two_lines")
        with open(self.path("out.csv"), encoding="utf-8") as file:
            found = sites_of(file.read())
        self.assertEqual(found[2:], [f"two_lines at {line_of('first line')}", f"two_lines at {line_of('second line')}"])
        self.assertRegex(" ".join(found[:2]), r"^(.* in )?call_sites_release\+0x\w+ (.* in )?call_sites_release\+0x\w+$")

    def test_without_debug_information(self):
        found = sites_of(self.trace("two_lines", program=RELEASE))
        for site in found:
            self.assertRegex(site, r"^([\w.]+ in )?call_sites_release\+0x[0-9a-f]+$")
        self.assertEqual(len(set(found)), 2)
        self.assertIn("compile it with -g", " ".join(self.summary()["notes"]))

    def test_without_addr2line(self):
        (found,) = sites_of(self.trace("library", env={"PATH": "/nowhere"}))
        self.assertRegex(found, r"^libcalled\.so\+0x[0-9a-f]+$")
        self.assertIn("there is no addr2line", " ".join(self.summary()["notes"]))

    def test_size(self):
        """Each call takes only 16 bytes more, without a list of addresses, and none without the option. A module's name
        is there once."""
        def size(*options):
            self.trace("many", options=["--keep", *options])
            return os.path.getsize(self.path("out.csv.records"))
        chunk = 4 << 16
        more = size("--call-sites") - size()
        self.assertLess(more, 16 * 20000 + 2 * chunk)
        self.assertGreater(more, 0)
        self.trace("many", options=["--keep", "--call-sites"])
        with open(self.path("out.csv.records"), "rb") as file:
            self.assertEqual(file.read().count(os.path.realpath(DEBUG).encode()), 1)

    def test_without_the_option(self):
        self.assertEqual(sites_of(self.trace("two_lines", options=[])), [None, None])
        self.assertNotIn("call_sites", self.summary())


class Outputs(Case):
    def test_text(self):
        text = self.trace("two_lines", output="out.txt")
        self.assertEqual(re.findall(r"> \[(.*)\]$", text, re.MULTILINE),
                         [f"two_lines at {line_of('first line')}", f"two_lines at {line_of('second line')}"])
        self.assertNotIn("[", self.trace("two_lines", output="out.txt", options=[]))

    def test_live(self):
        self.trace("two_lines", options=["--call-sites", "--live=live"])
        with open(self.path("live"), encoding="utf-8") as file:
            self.assertEqual(file.read().count(" [two_lines at program.c:"), 2)

    def test_timeline(self):
        for more in ([], ["--no-arguments"]):
            events = json.loads(self.trace("work", output="out.json", options=["--call-sites", *more]))["traceEvents"]
            slices = [event for event in events if event["ph"] == "X"]
            site = f"launch at {line_of('the launch')}"
            self.assertEqual([slice_["args"]["call site"] for slice_ in slices if slice_["name"] == "clEnqueueNDRangeKernel"],
                             3 * [site])
            self.assertEqual([slice_["args"]["call site"] for slice_ in slices if slice_["name"] == "first"], 3 * [site])

    def test_convert(self):
        found = self.trace("work", options=["--call-sites", "--keep"])
        self.clrelay("--convert", "out.csv.records", "-o", "again.csv")
        with open(self.path("again.csv"), encoding="utf-8", newline="") as file:
            self.assertEqual(file.read(), found)


    def test_convert_changed(self):
        """A program that was built again has other lines."""
        program = self.path("program")
        shutil.copy2(DEBUG, program)
        self.trace("two_lines", options=["--call-sites", "--keep"], program=program)
        now = time.time()
        for late in 0, 3600:
            os.utime(program, (now + late, now + late))
            self.clrelay("--convert", "out.csv.records", "-o", "again.csv", "--json", "--summary", "summary")
            with open(self.path("again.csv"), encoding="utf-8", newline="") as file:
                self.assertRegex(sites_of(file.read())[0], r"^program\+0x\w+$" if late else "^two_lines at ")
            notes = [note for note in self.summary()["notes"] if "changed after the recording" in note]
            self.assertEqual(len(notes), 1 if late else 0)


class Summary(Case):
    def test_lists(self):
        self.trace("work")
        sites = self.summary()["call_sites"]
        for row in [row for rows in sites.values() for row in rows]:
            self.assertLessEqual(row["longest"], row["total"])
            self.assertEqual((row["timed"], row["mean"]), (row["calls"], row["total"] // row["calls"]))
            self.assertEqual(row["site"]["text"],
                             f"{row['site']['function']} at {os.path.basename(row['site']['file'])}:{row['site']['line']}")
        totals = [site["total"] for site in sites["calls"]]
        self.assertEqual(totals, sorted(totals, reverse=True))

        def rows(name):
            return [(site["name"], site["calls"], site["site"]["text"]) for site in sites[name]]
        launch = f"launch at {line_of('the launch')}"
        self.assertIn(("clEnqueueNDRangeKernel", 3, launch), rows("calls"))
        self.assertEqual(len([row for row in rows("calls") if row[0] == "clBuildProgram"]), 2)
        self.assertEqual(rows("waits"), [("clFinish", 1, f"work at {line_of('the wait')}")])
        self.assertEqual(rows("kernels"), [("first", 3, launch)])
        (kernel,) = sites["kernels"]
        self.assertEqual({caller["site"]["text"]: caller["calls"] for caller in kernel["callers"]},
                         {f"work at {line_of('one launch')}": 1, f"work at {line_of('two launches')}": 2})
        self.assertEqual(sum(caller["total"] for caller in kernel["callers"]), kernel["total"])
        self.trace("work", options=["--call-sites", "--no-device"])
        (kernel,) = self.summary()["call_sites"]["kernels"]
        self.assertEqual([kernel[name] for name in ("calls", "timed", "total", "longest")], [3, 0, 0, 0])

    def test_calls_in_one_line(self):
        """A call site is a line, however many calls are in it."""
        self.trace("one_line", "two_lines")
        self.assertEqual({site["site"]["text"]: site["calls"] for site in self.summary()["call_sites"]["calls"]},
                         {f"one_line at {line_of('two in one line')}": 2, f"two_lines at {line_of('first line')}": 1,
                          f"two_lines at {line_of('second line')}": 1})

    def test_processes(self):
        """Child processes have the call sites of their parent."""
        self.trace("child", "child", "library", "library_again")
        sites = {site["site"]["text"]: site for site in self.summary()["call_sites"]["calls"]}
        self.assertEqual({text: site["calls"] for text, site in sites.items()},
                         {f"child at {line_of('in a child')}": 2, f"child at {line_of('in the parent')}": 2,
                          f"library_calls at {line_of('in the library', 'library.c')}": 2})
        library = sites[f"library_calls at {line_of('in the library', 'library.c')}"]
        self.assertEqual({caller["site"]["text"] for caller in library["callers"]},
                         {f"library at {line_of('before the library')}",
                          f"library_again at {line_of('before the library again')}"})

    def test_hints(self):
        self.trace("work")
        (hint,) = [hint for hint in self.summary()["hints"] if hint["id"] == "failed-calls"]
        self.assertEqual([site["site"]["text"] for site in hint["call_sites"]], [f"work at {line_of('the failure')}"])

    def test_text(self):
        done = self.clrelay("--call-sites", "-o", "out.csv", DEBUG, ".", "work", env={"COLUMNS": "80"})
        text = done.stderr
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        words = " ".join(text.split())
        self.assertRegex(text, r"(?m)^    calls     total   longest  function, where the program called it$")
        self.assertRegex(text, r"(?m)^    waits     total   longest  function, where the program waited$")
        self.assertRegex(text, r"(?m)^ launches     total   longest  kernel, where it was launched$")
        self.assertRegex(text, rf"(?m)^        1 .*  clFinish, work at {line_of('the wait')}$")
        self.assertRegex(text, rf"(?m)^        3 .*  first, launch at {line_of('the launch')}$")
        share = r" \(\d+ %\)"
        self.assertRegex(words, f"from work at program.c:\\d+{share}, work at program.c:\\d+{share} ")
        self.assertIn(f"Where: work at {line_of('the failure')}. clrelay check says", words)

    def test_callers(self):
        """The summary names three lines that call a call site."""
        for more, others in ([], ""), (["library_again"], " and 1 other"):
            text = self.clrelay("--call-sites", "-o", "out.csv", DEBUG, ".", "library", "library_twice", *more, env={"COLUMNS": "80"}).stderr
            self.assertRegex(text, r"(?m)^ {33}from library")
            self.assertEqual({len(line) - len(line.lstrip()) for line in text.partition(" from ")[2].splitlines()[1:3]}, {33})
            caller = r"library\w* at program.c:\d+ \(\d+ %\)"
            self.assertRegex(" ".join(text.split()), rf" from {caller}, {caller}, {caller}{others} (?!and)")


if __name__ == "__main__":
    if subprocess.run(["which", "addr2line"], check=False, capture_output=True).returncode:
        print("there is no addr2line")
        sys.exit(77)
    unittest.main(verbosity=2)
