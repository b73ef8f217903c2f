# SPDX-License-Identifier: Apache-2.0
"""
Compares the documents with the code: the table of verdicts in doc/environment.md with tools/report/remedies.h, the
tables in tools/doc/no-platform.md with tools/doctor/causes.h and tools/report/package_rows.h, and others.

    documents.py SOURCE-FOLDER            compare
    documents.py SOURCE-FOLDER --write    write the tables first
"""
import datetime
import os
import re
import sys

from comparison import Comparison

comparison = Comparison()
source, read, check = comparison.source, comparison.read, comparison.check


def rows(file, macro, between=""):
    """Returns the rows of a table like MACRO(id, "text" "more text", …): the identifier and the joined strings.
    `between` is a pattern for what may stand between them. The text is empty if the row has NULL."""
    text = re.sub(r"/\*.*?\*/", "", read(file), flags=re.S)
    found = re.findall(rf'^{macro}\((\w+),\s*{between}((?:"[^"]*"\s*)+|NULL)', text, flags=re.M)
    check(len(found) == len(re.findall(rf"^{macro}\(", text, flags=re.M)), f"{file}: a row was missed")
    return [(name, "".join(re.findall(r'"([^"]*)"', strings))) for name, strings in found]


BEGIN, END = "<!-- verdicts: begin -->\n", "<!-- verdicts: end -->\n"
CODE = r"(chmod \S+ {\w+}|ldd {\w+}|sudo -H|/dev/[\w*]+|\b(?:OCL_ICD|OPENCL|XDG)_\w+(?:=1)?|\bHOME\b)"


def advice(text):
    """Turns a remedy of the command into a sentence in Markdown: commands and variables become code, {placeholders} are
    emphasised."""
    for word, usual in ("kind", "driver"), ("correct", "correct the name in {where}"), ("remove", "remove {where}"):
        text = text.replace("{" + word + "}", usual)
    text = re.sub(r"'({\w+})'", r"\1", text) # a command has the quotes only where the shell needs them
    text = re.sub(CODE, lambda found: "`" + re.sub(r"{(\w+)}", lambda word: word[1].upper(), found[0]) + "`", text)
    text = re.sub(r"{(\w+)}", lambda word: f"*{word[1].upper()}*", text)
    return text if text.endswith(".") else text + "."


def verdict_table():
    remedies = dict(rows("tools/report/remedies.h", "REMEDY", r"\w+,\s*"))
    on_windows = dict(rows("tools/report/remedies_windows.h", "REMEDY"))
    lines = ["| What it says | What you can do |\n|---|---|\n"]
    for name, text in rows("loader/base/verdicts.h", "VERDICT", r"\w+,\s*"):
        check(name in remedies, f"tools/report/remedies.h lacks {name}")
        remedy = advice(remedies.get(name) or "Nothing")
        if name in on_windows:
            remedy += " On Windows: " + advice(on_windows[name])
        lines.append(f"| {text} | {remedy} |\n")
    return "".join(lines)


def compare_verdicts(write):
    text = read("doc", "environment.md")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    wanted = text[:begin] + verdict_table() + text[end:]
    if write:
        comparison.write("doc/environment.md", wanted)
    else:
        check(text == wanted, "doc/environment.md: the table of verdicts is not what the code says; "
                              "test/project/documents.py . --write makes it")


def texts_of(strings):
    """Joins strings as C does with "one" "after the other"."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', strings)).replace('\\"', '"')


def package_table():
    """Returns the rows of tools/report/package_rows.h: identifiers with names, and a table in Markdown."""
    file = read("tools", "report", "package_rows.h")
    systems = re.findall(r'^SYSTEM\("([^"]+)"', file, flags=re.M)
    names, lines = {}, ["| What | How to install it |\n|---|---|\n"]
    for row in re.findall(r"^PACKAGE\((.*?)\)\n(?=PACKAGE|#endif)", file, flags=re.M | re.S):
        name, rest = row.split(",", 1)
        what, *how = (texts_of(string) for string in re.findall(r'"(?:[^"\\]|\\.)*"', rest))
        check(len(how) == len(systems), f"package_rows.h: {name} has {len(how)} texts for {len(systems)} systems")
        names[name] = what
        ways = {}
        for system, text in zip(systems, how):
            if text:
                ways.setdefault(text, []).append(system)
        told = "; ".join(f"{', '.join(on)}: " + re.sub("^([^,]*)", r"`\1`", text) for text, on in ways.items())
        lines.append(f"| {what} | {told} |\n")
    return names, "".join(lines)


def cause_table():
    """Returns the rows of tools/doctor/causes.h as a table in Markdown."""
    file, packages = read("tools", "doctor", "causes.h"), package_table()[0]
    found = re.findall(r'^CAUSE\((\w+), [\w |]+, \w+,\s*((?:"[^"]*"\s*)+),\s*((?:"[^"]*"\s*)+),\s*"([^"]*)"\)', file, flags=re.M)
    check(len(found) == len(re.findall(r"^CAUSE\(", file, flags=re.M)), "causes.h: a row was missed")
    lines = ["| ID | What it says | What you can do | Source |\n|---|---|---|---|\n"]
    for name, *texts, link in found:
        text, remedy = (texts_of(strings).replace("{hidden}", "").replace("|", "\\|") for strings in texts)
        for word, usual in [("kind", "driver"), ("suffix", ".icd"), ("paths", "OCL_ICD_VENDORS"), # or those of layers
                            ("vendors", "/etc/OpenCL/vendors"), ("denials", "sudo dmesg \\| grep -i denied"), # or ausearch
                            # as the user is addressed
                            ("you", "you have"), ("login", "log out and in again, or restart the service"),
                            ("who", "process *PID*, of the user *USER*,"), ("again", "start it again"), ("user", "*USER*")]:
            text, remedy = (sentence.replace(f"{{{word}}}", usual) for sentence in (text, remedy))
        for word in "value", "other":
            text, remedy = (re.sub(f"'?{{{word}}}'?", f"*{word.upper()}*", sentence) for sentence in (text, remedy)) # without a command's quotes
        remedy = remedy.replace("{driver}", "[a driver for it](#how-to-install-a-driver)")
        for word in re.findall(r"{(\w+)}", remedy):
            check(word in packages, f"causes.h: {name} names {word}, which package_rows.h lacks")
            remedy = remedy.replace(f"{{{word}}}", f"[{packages.get(word)}](#how-to-install-a-driver)")
        lines.append(f"| {name} | {text} | {remedy if remedy.endswith('.') else remedy + '.'} | [source]({link}) |\n")
    return "".join(lines), [name for name, *_ in found]


def compare_causes(write):
    made, names = cause_table()
    wanted = text = read("tools", "doc", "no-platform.md")
    for name, part in ("causes", made), ("packages", package_table()[1]):
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
        wanted = wanted[:wanted.index(begin) + len(begin)] + part + wanted[wanted.index(end):]
    if write:
        comparison.write("tools/doc/no-platform.md", wanted)
    else:
        check(text == wanted, "tools/doc/no-platform.md: a table is not what the code says; "
                              "test/project/documents.py . --write makes it")
    compare_reports(names)


def compare_reports(names):
    """Checks public reports: each link occurs once, with the month in which somebody read it, and a row or a command
    that answers it, or "none"."""
    text = read("tools", "doc", "no-platform-reports.md")
    reports = re.findall(r"^\| \[[^]]+ #\d+\]\((https[^)]+)\) \| [^|]+ \| (\d{4}-\d\d) \| (\w+|`[^`|]+`) \|$", text, flags=re.M)
    check(len(reports) == text.count("\n| ["), "no-platform-reports.md: a row without a link, a month or an answer")
    check(len({link for link, *_ in reports}) == len(reports), "no-platform-reports.md: a report twice")
    answered = sum(row != "none" for *_, row in reports)
    check(f"\n{answered} of {len(reports)} reports are answered.\n" in text,
          f"no-platform-reports.md: it is {answered} of {len(reports)} that are answered")
    today = datetime.date.today().strftime("%Y-%m")
    for link, month, row in reports:
        check(row in [*names, "none", "`doctor`", "`doctor PROGRAM`", "`check`", "`trace`"],
              f"no-platform-reports.md: no row {row} in causes.h")
        check("2026-11" <= month <= max(today, "2026-11") and "01" <= month[5:] <= "12", f"no-platform-reports.md: {link}: the month is {month}")


def table(file, heading):
    """Returns the first column of the table that has this heading."""
    lines = read(file).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(heading))
    column = []
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            break
        column.append(line.split("|")[1].strip())
    return column


def check_same(documented, real, where):
    for row in real:
        check(row in documented, f"{where} lacks: {row}")
    for row in documented:
        check(row in real, f"{where} has what the code has not: {row}")
    check(documented == real or sorted(documented) != sorted(real), f"{where}: another order")


verdicts = rows("loader/base/verdicts.h", "VERDICT", r"\w+,\s*")
settings = [name for _, name in rows("loader/base/setting_rows.h", "SETTING")]
check(len(verdicts) > 20 and len(settings) > 5, "the tables were not read")
compare_verdicts("--write" in sys.argv)
compare_causes("--write" in sys.argv)
check_same([name.strip("`") for name in table("doc/environment.md", "| Variable |")], settings,
           "environment.md, variables")
check_same(re.findall(r"^\.It Ev (\w+)$", read("doc", "man", "libOpenCL.7"), flags=re.M), settings,
           "libOpenCL.7")
check_same([name.strip("`") for name in table("tools/doc/tracing.md", "| ID |")],
           re.findall(r'^HINT\(\w+, +"([a-z-]+)"', read("tools", "trace", "hint_rows.h"), flags=re.M), "tracing.md, hints")

# Options of the build with their defaults, or None if the default depends on something.
options = {}
texts = []
for folder, folders, files in os.walk(source):
    folders[:] = [name for name in folders if not re.match(r"build|\.", name)]
    texts += [read(folder, name) for name in files if name == "CMakeLists.txt" or name.endswith(".cmake")]
for text in texts:
    for name, default in re.findall(r'^ *option\((\w+) "[^"]*" ([^)\s]+)\)', text, flags=re.M):
        options[name] = None if "$" in default else default
    for name, quoted, bare in re.findall(r'^ *set\((\w+) (?:"([^"]*)"|(\S+)) CACHE(?![^)]*FORCE)', text, flags=re.M):
        options[name] = quoted or bare
check(len(options) > 10, "the options were not read")
documented = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", read("doc", "packaging.md"), flags=re.M))
for name in options.keys() ^ documented.keys():
    check(False, f"packaging.md and the build do not agree that there is an option {name}")
for name, default in options.items():
    check(default is None or documented.get(name) == (f"`{default}`" if default else "empty"),
          f"packaging.md lacks {name} with its default {default}")

example = read("test", "package", "extension", "example.c")
check(f"```c\n{example}```\n" in read("doc", "extension-functions.md"), "extension-functions.md has another example.c")

# The changelog has the version and its date. Files that cannot read them there must agree.
version, date = re.search(r"^## \[(.*?)\] - (\d{4}-\d\d-\d\d)", read("CHANGELOG.md"), flags=re.M).groups()
for told in ("Version ([0-9.]+[0-9])", "^clrelay ([0-9.]+), OpenCL "):
    found = re.findall(told, read("README.md"), flags=re.M)
    check(found == [version], f"README.md says {found} for '{told}', and not {version}")
opencl = re.findall(r"^OPENCL_([0-9.]+) {", read("loader", "linux", "exports.map"), flags=re.M)[-1]
found = re.findall("^clrelay .*, OpenCL ([0-9.]+)$", read("README.md"), flags=re.M)
check(found == [opencl], f"README.md says OpenCL {found}, and the last node of exports.map is {opencl}")
SHELVES = "doc", "tools/doc"
for shelf in SHELVES:
    for name in sorted(os.listdir(os.path.join(source, shelf, "man"))):
        told = re.search(r"^\.Dd (.*)$", read(shelf, "man", name), flags=re.M)[1]
        wanted = datetime.date.fromisoformat(date).strftime("%B %-d, %Y")
        check(told == wanted, f"{shelf}/man/{name} is of {told}, and CHANGELOG.md of {wanted}")
for folder in ("loader", "tools", "include", "cmake", "doc/man"):
    for path, _, files in os.walk(os.path.join(source, folder)):
        for name in files if "/corpus/" not in path + "/" else ():
            check(f" {version}" not in read(path, name) and f"-{version}" not in read(path, name),
                  f"{name} tells the version, which only CHANGELOG.md should")
check(f" {version}" not in read("CMakeLists.txt"), "CMakeLists.txt tells the version, which only CHANGELOG.md should")

# Links between the documents lead to files, and to headings in them.


def anchors(text):
    """Returns the names that a page's headings get on the web."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), flags=re.M)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


for folder, _, files in os.walk(source):
    if re.search(r"/(build[^/]*|\.git)(/|$)", folder[len(source):]):
        continue
    for name in files:
        if name.endswith(".md"):
            path = os.path.join(folder, name)
            text = read(path)
            for link, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text):
                target = os.path.join(folder, link) if link else path
                if not os.path.exists(target):
                    check(False, f"{path}: no {link}")
                elif anchor:
                    check(anchor in anchors(read(target)), f"{path}: {link} has no heading #{anchor}")
            for link in re.findall(r'(?:src|srcset)="([^":]+)"', text):
                check(os.path.exists(os.path.join(folder, link)), f"{path}: no {link}")

for shelf in SHELVES:
    for name in os.listdir(os.path.join(source, shelf)):
        check(name == "README.md" or not name.endswith(".md") or f"]({name})" in read(shelf, "README.md"),
              f"{shelf}/README.md, the index, lacks {name}")

print(len(verdicts), "verdicts,", len(settings), "settings,", comparison.failures, "failures")
sys.exit(comparison.failures > 0)
