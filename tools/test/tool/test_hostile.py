# SPDX-License-Identifier: Apache-2.0
"""A program whose name does harm if it is printed raw. clrelay check and clrelay trace write it in all formats."""

import csv
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import unicodedata
import xml.etree.ElementTree

import test_check
import tool
from tool import BUILD, TOOL

# A line that GitHub would believe; control characters of one byte, of two, and of three, which change the direction or
# end a line; bytes that are no UTF-8, and no character; characters with a meaning in the formats.
NAME = (b"x\n::error::forged\r::forged\x1b[31m\x07\x7f\xc2\x85\xc2\x9b31m\xe2\x80\xae\xe2\x80\xa8\xe2\x81\xa6"
        b"\xef\xbb\xbf\xf3\xa0\x80\x81\xff\xef\xbf\xbf\t\"'<&>%,;=\\ \xc3\xa4")


class Machine(test_check.Machine):
    def __enter__(self):
        super().__enter__()
        tool.need(TOOL["layer"], "the layer was not built")
        self.program = os.path.join(os.fsencode(self.root), NAME)
        shutil.copy(TOOL["checked"], self.program)
        os.mkdir(self.path("empty"))
        return self

    def run(self, command, options, code):
        """Returns all that the command writes. Without addr2line, the program's name stands for its lines."""
        made = self.path("made")
        shutil.rmtree(made, ignore_errors=True)
        os.mkdir(made)
        done = subprocess.run([*BUILD.emulator, TOOL["tool"], command, *options, self.program, "wrong", "2", "0"],
                              cwd=made, env={**self.variables({"GITHUB_ACTIONS": "true"}), "PATH": self.path("empty")},
                              stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=tool.TIME_LIMIT)
        if done.returncode != code:
            raise AssertionError(f"{command} {options} ended with {done.returncode}: {done.stderr}")
        written = {"stdout": done.stdout, "stderr": done.stderr}
        for name in os.listdir(os.fsencode(made)):
            with open(os.path.join(os.fsencode(made), name), "rb") as file:
                written[os.fsdecode(name)] = file.read()
        return written


class Hostile(tool.Case, machine=Machine):
    def check_harmless(self, written, *names):
        """No text does harm, and those with these names contain the program's name."""
        for name, content in written.items():
            with self.row(name):
                text = content.decode()
                self.assertEqual({character for character in text if character not in "\n\t" and
                                  unicodedata.category(character) in ("Cc", "Cf", "Cn", "Zl", "Zp")}, set())
                for line in text.split("\n"):
                    self.assertNotRegex(line, r"^\s*::(?!(error|warning|notice) (file|title)=)")
                if name in names:
                    self.assertIn("forged", text)

    def test_check(self, m):
        for form in "text", "json", "sarif", "junit":
            with self.row(form):
                written = m.run("check", ["--format", form, "--log", "log"], 3)
                self.check_harmless(written, "log")
                self.assertIn(b"::error title=CLR-BUFFER-SIZE-ZERO::", written["stderr"])
                if form == "junit":
                    text = xml.etree.ElementTree.fromstring(written["log"]).find("*/*/failure").text
                    self.assertIn(r"x\n::error::forged\x0d::forged\x1b[31m\x07\x7f\u0085\u009b31m\u202e", text)
                    self.assertIn("\"'<&>%,;=\\ \xe4+0x", text)
                elif form != "text":
                    for line in written["log"].decode().splitlines() if form == "json" else [written["log"]]:
                        json.loads(line)
            with self.row(form + " on standard error"):
                self.check_harmless(m.run("check", ["--format", form], 3), "stderr")

    def test_trace(self, m):
        for form in "text", "csv", "chrome", *(["perfetto"] if TOOL["perfetto"] else []):
            with self.row(form):
                written = m.run("trace", ["--call-sites", "--format", form, "-o", "out", "--summary", "s"], 0)
                out = written.pop("out")
                if form == "perfetto":
                    self.assertIn(b"forged", gzip.decompress(out))
                else:
                    self.check_harmless({"out": out}, "out")
                self.check_harmless(written, "s")
                if form == "csv":
                    rows = list(csv.reader(io.StringIO(out.decode())))
                    self.assertEqual({len(row) for row in rows}, {12})
                    self.assertIn(r"x\n::error::forged", rows[1][-1])
                elif form == "chrome":
                    name = json.loads(out)["traceEvents"][0]["args"]["name"]
                    self.assertTrue(name.startswith(NAME[:28].decode()), name)
        for options in ["--live=live"], ["--live=live", "--json"], ["--live"]:
            with self.row(options):
                written = m.run("trace", ["--call-sites", *options, "--summary", "s"], 0)
                self.check_harmless(written, "live" if "=" in options[0] else "stderr", "s")

    def test_names_of_files(self, m):
        """The file names that the commands choose contain the program's name. What the commands say about it is
        harmless."""
        written = m.run("trace", ["--keep"], 0)
        self.assertEqual(len([name for name in written if "forged" in name]), 2)
        self.check_harmless({"stderr": written["stderr"]}, "stderr")
        done = m.check("wrong", "1", "0", program=m.program, env={"CLRELAY_CHECK_FOLDER": m.path("empty")}, code=3)
        self.check_harmless({"stderr": done.stderr.encode()})
        folder = m.path("found")
        os.mkdir(folder)
        lines = m.check(options=["--environment", folder], program=False).stdout.splitlines()
        subprocess.run([m.program, "wrong", "1", "0"], env=m.variables(dict(line.split("=", 1) for line in lines)), check=True)
        [file] = os.listdir(folder)
        os.truncate(os.path.join(folder, file), 70000)
        said = m.check(options=["--read", folder], program=False, code=125).stderr
        self.check_harmless({"stderr": said.encode()}, "stderr")
        self.assertTrue(re.search("is incomplete", " ".join(said.split())))
