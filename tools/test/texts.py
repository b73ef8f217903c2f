# SPDX-License-Identifier: Apache-2.0
"""Texts that tests compare in whole. Each line of a file has a key, a tab and a text, in which * stands for what differs
between machines. After a change of texts on purpose, look at what the change makes of the files:

    CLRELAY_TEST_TEXTS=FOLDER ctest --test-dir BUILD -R 'tool|check|trace'   writes the texts of these tests to FOLDER
    python3 tools/test/texts.py FOLDER                                       takes them over
"""

import collections
import functools
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WRITTEN = os.environ.get("CLRELAY_TEST_TEXTS")


def read(path):
    texts = collections.defaultdict(dict)  # a dictionary keeps the order
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                key, text = line.rstrip("\n").split("\t", 1)
                texts[key][text] = None
    return texts


@functools.cache
def pattern(known):
    return re.compile(re.escape(known).replace(r"\*", ".*"), re.DOTALL)


def matches(known, text):
    return known == text or "*" in known and pattern(known).fullmatch(text)


class Texts:
    def __init__(self, name):
        self.name = name
        self.path = os.path.join(HERE, name)
        self.texts = read(self.path)

    def compare(self, key, texts, some=False):
        """Returns what differs, or None. With `some`, a test may have seen only some of its texts."""
        texts = {re.sub(r"0x[0-9a-f]{5,}", "0x?", text).replace("\n", r"\n") for text in texts}
        if WRITTEN:
            with open(os.path.join(WRITTEN, os.path.basename(self.name)), "a", encoding="utf-8") as file:
                file.writelines(f"{key}\t{text}\n" for text in sorted(texts))
            return None
        known = self.texts.get(key, {})
        new = {text for text in texts if not any(matches(one, text) for one in known)}
        gone = [] if some else [one for one in known if not any(matches(one, text) for text in texts)]
        lines = [f"  new:  {text}" for text in sorted(new)] + [f"  gone: {text}" for text in gone]
        return "\n".join([f"{key} has other texts than {self.path} (texts.py tells how to take them over):", *lines]) if lines else None


class Said:
    """For test cases: `said` is a set of texts that a test adds to. At the end of a test that has run to its end, they
    are compared with those of TEXTS."""
    TEXTS = None
    said = set()
    some = False  # whether rows may have been left out

    def run(self, result=None):
        self.said.clear()
        return super().run(result)

    def _callTestMethod(self, method):  # unittest's way to a test that has neither failed nor been skipped
        super()._callTestMethod(method)
        if self._outcome.success:  # no row of the test has failed
            self.compare_said()

    def compare_said(self):
        script = os.path.basename(sys.modules["__main__"].__file__).removesuffix(".py")
        different = self.TEXTS.compare(f"{script} {self.id().split('.', 1)[1]}", self.said, self.some)
        self.assertIsNone(different, different)


def take_over(written, path):
    old, new = read(path), read(written)
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if line.startswith("#")]
    for key, texts in new.items():
        kept = [text for text in old.get(key, ()) if any(matches(text, one) for one in texts)]
        old[key] = kept + [text for text in texts if not any(matches(one, text) for one in kept)]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines + [f"{key}\t{text}\n" for key in sorted(old) for text in sorted(old[key])])


if __name__ == "__main__":
    for folder, _, names in os.walk(HERE):
        for name in names:
            if name.endswith("_texts.tsv") and os.path.exists(os.path.join(sys.argv[1], name)):
                take_over(os.path.join(sys.argv[1], name), os.path.join(folder, name))
