# SPDX-License-Identifier: Apache-2.0
"""
The shell blocks of the documents, in the order in which people read them.

    blocks.py SOURCE                  checks them
    blocks.py SOURCE FOLDER [--long]  also writes into FOLDER: NUMBER.sh for each block to run; `plan` with a line
                                      for each of them (number, page:line, the folder to run it in); and below
                                      `project` the files that marks name

Blocks with the language sh run in order on a fresh machine (test/package/blocks.sh). The line before a block may have a
mark, which readers don't see:

    <!-- block: not run, REASON -->     it is an example, or .ci/run does the same elsewhere
    <!-- block: long, REASON -->        only with --long
    <!-- block: file NAME -->           no commands: the reader's file, which later blocks use
"""
import os
import re
import sys

# The pages, and whether their blocks run in this project's folder or in the reader's own.
HERE, PROJECT = "clrelay", "project"
PAGES = {"README.md": HERE, "tools/README.md": HERE, "doc/building.md": HERE, "tools/doc/no-platform.md": PROJECT, "doc/environment.md": PROJECT,
         "tools/doc/checking.md": PROJECT, "tools/doc/tracing.md": PROJECT, "doc/extension-functions.md": PROJECT,
         "doc/packaging.md": HERE, "doc/performance.md": HERE, "doc/testing.md": HERE, "CONTRIBUTING.md": HERE,
         "test/README.md": HERE, "doc/windows.md": HERE, "tools/CONTRIBUTING.md": HERE, "tools/doc/testing.md": HERE}
MARK = re.compile(r"\s*<!-- block: (not run|long|file)[, ]+(.*?) -->$")
FENCE = re.compile(r"( *)```(\w*)$")
# How long a block takes must stand near it, in words or in a comment.
TIME = re.compile(r"\b(at once|(a|one|two|three|few|some|several|[0-9]+) (second|minute)s?|half a minute|minutes)\b")


class Block:
    """A fenced block: its place, language, mark and lines, and the words around it between headings and blocks."""

    def __init__(self, page, line, language, mark, before):
        self.where, self.language, self.mark = f"{page}:{line}", language, mark
        self.folder = PAGES.get(page)
        self.lines, self.around = [], before

    def kind(self):
        return self.mark[0] if self.mark else "run"


class Page:
    """Takes the lines of a page one by one."""

    def __init__(self, page, complain):
        self.page, self.complain = page, complain
        self.blocks, self.inside, self.mark, self.indent = [], False, None, ""
        self.between = []  # the words since the last heading or block

    def take(self, number, line):
        fence = FENCE.match(line)
        if self.inside:
            self.take_inside(line)
        elif fence:
            self.blocks.append(Block(self.page, number, fence[2], self.mark, self.between))
            self.inside, self.mark, self.indent = True, None, fence[1]
        elif MARK.match(line):
            self.mark = MARK.match(line).groups()
        elif self.mark or "<!-- block" in line:
            self.complain(f"{self.page}:{number}: not a mark with a block behind it")
            self.mark = None
        elif line.startswith("#"):
            self.between = []
        else:
            self.between.append(line)

    def take_inside(self, line):
        if line != self.indent + "```":
            self.blocks[-1].lines.append(line[len(self.indent):])
            return
        self.inside, self.between = False, []
        self.blocks[-1].around = [self.blocks[-1].around, self.between]  # the list in `between` still grows

    def end(self):
        if self.inside:
            self.complain(f"{self.blocks[-1].where}: the block does not end")
        return self.blocks


def blocks_of(page, text, complain):
    parsed = Page(page, complain)
    for number, line in enumerate(text.splitlines(), 1):
        parsed.take(number, line)
    return parsed.end()


def read_all(source, complain):
    """Returns all blocks of the pages. Every page with a block to run must be listed above."""
    for folder in ("", "doc", "test", "tools", "tools/doc"):
        for name in sorted(os.listdir(os.path.join(source, folder))):
            page = os.path.join(folder, name)
            if name.endswith(".md") and page not in PAGES:
                with open(os.path.join(source, page), encoding="utf-8") as file:
                    if re.search(r"^ *```sh$", file.read(), flags=re.M):
                        complain(f"{page} has blocks to run; test/project/blocks.py does not know when")
    found = []
    for page in PAGES:
        with open(os.path.join(source, page), encoding="utf-8") as file:
            found += blocks_of(page, file.read(), complain)
    return found


def check(block, complain):
    words = " ".join(line for part in [*block.around, block.lines] for line in part)
    if block.kind() in ("run", "long") and not TIME.search(words):
        complain(f"{block.where}: nothing near the block says how long it takes")


def write(folder, block, number):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{number}.sh")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(block.lines) + "\n")
    with open(os.path.join(folder, "plan"), "a", encoding="utf-8") as file:
        file.write(f"{number} {block.where} {block.folder}\n")


def write_file(folder, block):
    path = os.path.join(folder, PROJECT, block.mark[1])
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(block.lines) + "\n")


def main(source, folder=None, long=None):
    failures = []
    if folder and os.path.exists(os.path.join(folder, "plan")):
        os.remove(os.path.join(folder, "plan"))
    counts = {"run": 0, "long": 0, "not run": 0}
    number = 0
    for block in read_all(source, failures.append):
        if block.kind() == "file":
            if folder:
                write_file(folder, block)
        elif block.language == "sh":
            check(block, failures.append)
            counts[block.kind()] += 1
            if folder and (block.kind() == "run" or (block.kind() == "long" and long)):
                number += 1
                write(folder, block, number)
    print(f"{sum(counts.values())} blocks: {counts['run']} to run, {counts['long']} that take long "
          f"({'to run' if long else 'left out'}), {counts['not run']} marked as not to be run")
    for words in failures:
        print("FAILED:", words)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
