# SPDX-License-Identifier: Apache-2.0
"""Which function is in each slot of the tables, with these drivers and layers: the arguments that arrive do not show
which path they took. The table that decides where calls go is read-only before and after the loader searches for
drivers."""

import re

import machine_code
from machine_code import BUILD

ALL = "every function"
FROM_1_2 = "each behind those of OpenCL 1.1"

# Title, drivers, layers, number of platforms. Then, of the by-handle functions: which ones are resolved; which ones are
# checked besides those of extensions (drivers never promise these); and whether the others go straight to the driver.
ROWS = [
    ("no driver", [], [], 0, ALL, [], False),
    ("drivers that have all functions", ["a", "b"], [], 2, [], [], True),
    ("one that has none", ["a", "b", "null_slots_all"], [], 3, [], ALL, False),
    ("one that lacks a single one", ["a", "null_flush"], [], 2, [], ["clFlush"], True),
    ("one whose table ends early", ["a", "b", "table_short"], [], 3, FROM_1_2, [], True),
    ("one that is bound to the loader", ["a", "global"], [], 2, "exported", [], True),
    ("one of cl_khr_icd 2.0", ["a", "icd2_full"], [], 2, [], ALL, False),
    ("a layer", ["a", "b"], ["some"], 2, [], [], True),
    ("a layer, and a table that ends early", ["a", "table_short"], ["some"], 2, FROM_1_2, [], True),
    ("a layer without drivers", [], ["some"], 0, ALL, [], False),
]
# The functions that each layer defines: see ../../layers/fakes.cmake.
LAYERS = {"some": ["clGetPlatformIDs", "clGetPlatformInfo", "clFlush", "clSVMFree"]}


class Slots(machine_code.Case):
    def setUp(self):
        super().setUp()
        machine_code.native()
        self.readelf = machine_code.tool(BUILD.readelf)

    def symbols(self, library):
        """Returns the names of functions by address, and (address, size) of data by name."""
        names, data = {}, {}
        text = machine_code.run([self.readelf, "-W", "-s", library])
        for place, size, kind, name in re.findall(
                r"^ *\d+: ([0-9a-f]+) +(\d+|0x[0-9a-f]+) (FUNC|OBJECT|NOTYPE) .* ([\w.]+)$", text, re.M):
            name = name.split(".lto_priv")[0] # gcc's link-time optimisation appends this
            names.setdefault(int(place, 16), set()).add(name)
            if kind == "OBJECT":
                data.setdefault(name, []).append((int(place, 16), int(size, 0)))
        machine_code.need("detour" in data, "the library is stripped")
        return names, data

    def seen(self, program, data, drivers, layers):
        """Returns what the program prints: the fields of the lines of each kind."""
        [(detour, size)] = set(data["detour"])
        # Two modules have a symbol of this name; the table is the larger one.
        terminator = max(data["terminator"], key=lambda pair: pair[1])[0]
        env = machine_code.environment([machine_code.fake(name) for name in drivers],
                                OPENCL_LAYERS=":".join(f"{BUILD.layers}/liblayer_{name}.so"
                                                       for name in layers))
        lines = {}
        for line in machine_code.run([program, f"{detour:x}", str(size), f"{terminator:x}"], env).splitlines():
            kind, *fields = line.split("\t")
            lines.setdefault(kind, []).append(fields)
        return lines

    def in_words(self, which, names, name):
        """Tells whether a row means this function."""
        if which == FROM_1_2:
            return names.index(name) >= names.index("clCreateSubDevices")
        return which == ALL or name in (self.exported if which == "exported" else which)

    def wanted(self, row, names, slot):
        """Returns what a slot must hold: a function's name, a library's path, or 0."""
        _, _, layers, _, resolved, checked, straight = row
        moment, table, name, kind, version, _ = slot
        for layer in layers if (moment, table) == ("after", "detour") else []:
            if name in LAYERS[layer]:
                return f"{BUILD.layers}/liblayer_{layer}.so"
        if kind == "loader":
            return f"{name}_answer"
        if kind != "handle" or moment == "before":
            return f"{name}_resolved"
        if self.in_words(resolved, names, name):
            # The loader sets up what a layer calls before it knows that there is no driver.
            return f"{name}_resolved" if table == "detour" or resolved != ALL else f"{name}_checked"
        if version.startswith("EXT") or self.in_words(checked, names, name):
            return f"{name}_checked"
        return "0" if straight and table == "detour" else f"{name}_checked"

    def check(self, library, program):
        functions, data = self.symbols(library)
        self.exported = {name.split("@")[0] for name in machine_code.exported(library)}
        for row in ROWS:
            title, drivers, layers, platforms, *_ = row
            with self.subTest(title):
                seen = self.seen(program, data, drivers, layers)
                self.assertEqual(seen["platforms"], [[str(platforms)]])
                slots = [slot for slot in seen["slot"] if slot[1] == "detour" or layers]
                names = [slot[2] for slot in seen["slot"] if slot[:2] == ["before", "detour"]]
                self.assertGreater(len(names), 120)
                wrong = []
                for slot in slots:
                    want, where = self.wanted(row, names, slot), slot[-1]
                    found = functions.get(int(where, 16), {where}) if where.startswith("0x") else {where}
                    if want not in found:
                        wrong.append((*slot[:3], f"{'/'.join(sorted(found))}, not {want}"))
                self.assertEqual(wrong[:5], [], f"{len(wrong)} of {len(slots)} slots")

    def check_pages(self, library, program):
        _, data = self.symbols(library)
        for title, drivers, layers, platforms, *_ in ROWS:
            with self.subTest(title):
                seen = self.seen(program, data, drivers, layers)
                self.assertEqual(seen["platforms"], [[str(platforms)]])
                for moment in "before", "after":
                    access = {fields[1] for fields in seen["pages"] if fields[0] == moment}
                    self.assertEqual(access, {"r--p"}, moment)

    def test_functions(self):
        self.check(BUILD.library, BUILD.slots)

    def test_functions_in_c(self):
        machine_code.need(BUILD.c_library, "there is one way only")
        self.check(BUILD.c_library, BUILD.c_slots)

    def test_read_only(self):
        self.check_pages(BUILD.library, BUILD.slots)

    def test_read_only_in_c(self):
        machine_code.need(BUILD.c_library, "there is one way only")
        self.check_pages(BUILD.c_library, BUILD.c_slots)
