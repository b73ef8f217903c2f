# SPDX-License-Identifier: Apache-2.0
"""Each check ID has a pair: a wrong call that gets it, and its legal neighbour that gets nothing. The pair is a row of
check_pairs over the made-up driver, a case of check_cases over a real one, or in another test. Or check_pairs gives the
reason why there is none."""

import collections
import json
import os

import sandbox
from sandbox import BUILD, need, need_own_build
from test_cases import said_of
from texts import Texts

FACTS = sandbox.read_facts("check")
FOLDER = os.path.join(BUILD.source, "tools", "test", "check")
TEXTS = Texts("check/pair_texts.tsv")
ELSEWHERE = "file "  # how the reason begins if another test has the pair


def name_of(row):
    """Returns CLR-BUFFER-SIZE-ZERO for BUFFER_SIZE_ZERO. Some rows end with _, because the API has a macro of their
    name."""
    return "CLR-" + row.rstrip("_").replace("_", "-")


class Pairs(sandbox.Case):
    @classmethod
    def setUpClass(cls):
        listed = sandbox.run([*BUILD.emulator, FACTS["tool"], "check", "--list", "--json"])
        cls.identities = {identity["identity"] for identity in json.loads(listed)["identities"]}
        rows = [line.split("\t") for line in sandbox.run([*BUILD.emulator, FACTS["check_pairs"], "--list"]).splitlines()]
        cls.reasons = collections.Counter(name_of(name) for name, reason in rows if reason)
        cls.files = [(name, reason.removeprefix(ELSEWHERE)) for name, reason in rows if reason.startswith(ELSEWHERE)]
        library = {**os.environ, "LD_LIBRARY_PATH": os.path.dirname(BUILD.library)}
        cases = [line.split()[1] for line in sandbox.run([*BUILD.emulator, FACTS["check_cases"]], library).splitlines()]
        cls.pairs = {name_of(name) for name, reason in rows if not reason} | set(cases)

    def test_all(self):
        """A new check ID without a pair fails here."""
        self.assertEqual(sorted(self.identities - self.pairs - set(self.reasons)), [])

    def test_known(self):
        """There are no pairs for check IDs that do not exist."""
        self.assertEqual(sorted((self.pairs | set(self.reasons)) - self.identities), [])

    def test_reasons(self):
        """A check ID with a pair needs no reason, and others need only one."""
        self.assertEqual(sorted(self.pairs & set(self.reasons)), [])
        self.assertEqual([name for name, count in self.reasons.items() if count > 1], [])

    def test_files(self):
        """A test that is said to have a pair names the check ID."""
        for name, path in self.files:
            with self.row(name), open(os.path.join(FOLDER, path), encoding="utf-8") as file:
                text = file.read()
                self.assertTrue(name in text or name_of(name) in text, f"{path} does not name {name_of(name)}")

    def test_texts(self):
        """What is said of each pair's wrong call."""
        need_own_build("the texts are")
        need(not BUILD.sanitizers, "they change addresses")
        folder = os.path.join(self.make_folder(), "")
        sandbox.run([FACTS["check_pairs"], FACTS["layer"], folder])
        said = collections.defaultdict(list)
        for part in sorted(os.listdir(folder), key=int):
            for line in sandbox.run([FACTS["tool"], "check", "--json", "--read", os.path.join(folder, part)], code=None).splitlines():
                finding = json.loads(line)
                if "identity" in finding:
                    said[finding["identity"]].append(said_of(finding))
        for identity in sorted({*said, *TEXTS.texts}):
            with self.row(identity):
                different = TEXTS.compare(identity, said[identity])
                self.assertIsNone(different, different)
