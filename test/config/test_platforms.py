# SPDX-License-Identifier: Apache-2.0
"""The choice of platforms, their order, and the default one."""

import place

# The fake drivers in order of search, with name, vendor and suffix of their platforms.
#   beta     "beta"      "Beta"          ""
#   zeta     "Zeta"      "Zeta [beta]"   "ZT"
#   acme     "Acme One"  "Acme Corp"     "ACME"
#   two      "two 0" and "two 1", "a fake", "TWO"
DRIVERS = ["beta", "zeta", "acme", "two"]
BETA, ZETA, ACME, TWO, THREE = ALL = ["beta", "Zeta", "Acme One", "two 0", "two 1"]

# Patterns, and the platforms that they match.
PATTERNS = [
    ("Zeta", [ZETA]),
    ("zeta", [ZETA]),
    ("acme one", [ACME]),
    ("acme", [ACME]),  # the suffix
    ("zt", [ZETA]),
    ("BETA", [BETA]),  # the name, and the vendor
    ("acme corp", [ACME]),
    ("a fake", [TWO, THREE]),
    ("two", [TWO, THREE]),
    ("two 1", [THREE]),
    ("*1", [THREE]),
    ("*e*", [BETA, ZETA, ACME, TWO, THREE]),
    ("*eta*", [BETA, ZETA]),
    ("?eta", [BETA, ZETA]),
    ("[a-b]*", [BETA, ACME, TWO, THREE]),
    ("[!a-z]*", []),
    ("*[[]beta]", [ZETA]),
    ("*]", [ZETA]),
    ("*", ALL),
    ("zeta,two 0", [ZETA, TWO]),
    (" zeta , two 0 ", [ZETA, TWO]),
    ("zeta,", [ZETA]),  # an empty word is no pattern, though one platform has an empty suffix
    (",zeta", [ZETA]),
    ("zeta, ,two 0", [ZETA, TWO]),
    ("acm", []),
    ("libfake_acme.so", []),
    ("zeta,nothing", [ZETA]),
]

# OCL_ICD_PLATFORM_SORT, and the platforms.
SORTS = [
    ("none", ALL),
    ("devices", ALL),  # each has one GPU
    ("name", [ACME, BETA, TWO, THREE, ZETA]),
    ("zeta", [ZETA, BETA, ACME, TWO, THREE]),
    ("ZETA", [ZETA, BETA, ACME, TWO, THREE]),
    ("acme,zeta", [ACME, ZETA, BETA, TWO, THREE]),
    (" acme , zeta ", [ACME, ZETA, BETA, TWO, THREE]),
    ("two", [TWO, THREE, BETA, ZETA, ACME]),
    ("two 1,two", [THREE, TWO, BETA, ZETA, ACME]),
    ("*1,*0", [THREE, TWO, BETA, ZETA, ACME]),
    ("*eta,acme", [BETA, ZETA, ACME, TWO, THREE]),
    ("a fake,*", [TWO, THREE, BETA, ZETA, ACME]),
    ("*,acme", ALL),  # the first pattern that matches counts
    ("acme,,zeta", [ACME, ZETA, BETA, TWO, THREE]),  # an empty word is no pattern
    ("Name", ALL),  # no platform has this name
    ("nothing", ALL),
    ("nothing,acme", [ACME, BETA, ZETA, TWO, THREE]),
]

# OCL_ICD_DEFAULT_PLATFORM, the order, and the platform that NULL means.
DEFAULTS = [
    ("0", "none", BETA), ("1", "none", ZETA), ("1", "name", BETA),
    ("acme", "none", ACME), ("ACME ONE", "none", ACME), ("acme corp", "none", ACME),
    ("two", "none", TWO), ("two 1", "none", THREE), ("*1", "none", THREE),
    ("*eta", "none", BETA), ("*eta", "zeta", ZETA),  # the first one in the order that programs see
    ("nothing", "none", None), ("5", "none", None), ("1x", "none", None),
    ("[z]*", "none", ZETA), ("nothing,zeta", "none", ZETA),
]
INVALID_PLATFORM = "(-32)"


class Place(place.Place):
    def choose(self, *steps, drivers=DRIVERS, **variables):
        self.drivers(*drivers)
        return self.look(*steps, env={"OCL_ICD_VENDORS": self.vendors, **variables})


class Platforms(place.Case, machine=Place):
    def test_select_and_disable(self):
        for variable, disables in ("OCL_ICD_PLATFORMS_SELECT", False), \
                                  ("OCL_ICD_PLATFORMS_DISABLE", True):
            with Place() as m:
                for patterns, names in PATTERNS:
                    with self.row((variable, patterns)):
                        result = m.choose(**{variable: patterns})
                        self.assertEqual(result.names,
                                         [name for name in ALL if (name in names) != disables])
                        missing = [part.strip() for part in patterns.split(",")
                                   if not names or part == "nothing"]
                        self.assertEqual(result.report["problems"], [
                            f"{variable}: '{pattern}' matches no platform" for pattern in missing])

    def test_both(self, m):
        for select, disable, names in [
                ("zeta,acme", "zeta", [ACME]), ("*", "two", [BETA, ZETA, ACME]),
                ("zeta", "zeta", []), ("", "two", [BETA, ZETA, ACME]), ("two", "", [TWO, THREE])]:
            with self.row((select, disable)):
                result = m.choose(OCL_ICD_PLATFORMS_SELECT=select,
                                  OCL_ICD_PLATFORMS_DISABLE=disable)
                self.assertEqual(result.names, names)
                self.check_no_problem(result)

    def test_verdicts(self, m):
        """A driver whose platforms are all left out has that verdict. A driver that keeps some is loaded."""
        for variables, verdicts in [
                ({"OCL_ICD_PLATFORMS_DISABLE": "two"},
                 ["LOADED", "LOADED", "LOADED", "PLATFORM_DISABLED"]),
                ({"OCL_ICD_PLATFORMS_DISABLE": "two 1"}, ["LOADED"] * 4),
                ({"OCL_ICD_PLATFORMS_SELECT": "acme"},
                 ["PLATFORM_NOT_SELECTED", "PLATFORM_NOT_SELECTED", "LOADED",
                  "PLATFORM_NOT_SELECTED"]),
                ({"OCL_ICD_PLATFORMS_SELECT": "two 1"},
                 ["PLATFORM_NOT_SELECTED"] * 3 + ["LOADED"])]:
            with self.row(variables):
                result = m.choose(OCL_ICD_LOG="warn", **variables)
                self.assertEqual([driver["verdict"] for driver in result.report["drivers"]], verdicts)
                self.assertEqual(result.trace, [])  # a wish of the user is no warning
                message = result.report["drivers"][3]["message"]
                self.assertEqual("except platform" in (message or ""), verdicts[3] == "LOADED")

    def test_names_are_asked_for_only_where_they_are_needed(self, m):
        """The loader asks for names only if it needs them, because each costs a call."""
        for variables, asked in [({}, False), ({"OCL_ICD_PLATFORMS_SELECT": "*"}, True),
                                 ({"OCL_ICD_PLATFORM_SORT": "name"}, True)]:
            with self.row(variables):
                m.drivers("a")
                result = m.run("null", "lookup", "clFakeThingA", env={
                    "OCL_ICD_DEFAULT_PLATFORM": None, **variables})
                # The probe itself asks once.
                names = [event for event in result.happened("info") if event[-1] == "0x902"]
                self.assertEqual(len(names) > 1, asked)

    def test_sort(self, m):
        for sort, names in SORTS:
            with self.row(sort):
                result = m.choose(OCL_ICD_PLATFORM_SORT=sort)
                self.assertEqual(result.names, names)
                missing = [part for part in ("Name", "nothing") if part in sort.split(",")]
                self.assertEqual(result.report["problems"], [
                    f"OCL_ICD_PLATFORM_SORT: '{part}' matches no platform" for part in missing
                ] if sort != "*,acme" else [])

    def test_sort_of_one_platform(self, m):
        for sort, problems in ("name", 0), ("zeta", 0), ("acme", 1), ("devices", 0):
            with self.row(sort):
                result = m.choose(drivers=["zeta"], OCL_ICD_PLATFORM_SORT=sort)
                self.assertEqual(result.names, [ZETA])
                self.assertEqual(len(result.report["problems"]), problems)
                self.assertEqual(result.happened("devices"), [])

    def test_names_that_are_equal(self, m):
        """Equal names stay in the order of search, whatever the case of their letters."""
        copies = [m.copy(m.fake("zeta"), "copy/libz.so"), m.fake("zeta")]
        for order in copies, copies[::-1]:
            result = m.look(env={"OCL_ICD_VENDORS": ":".join(order),
                                 "OCL_ICD_PLATFORM_SORT": "name"})
            self.assertEqual([driver["library"] for driver in result.report["drivers"]
                              for at in driver["platforms"] if at["index"] == 0], order[:1])

    def test_default(self, m):
        for value, sort, name in DEFAULTS:
            with self.row((value, sort)):
                result = m.choose("null", OCL_ICD_DEFAULT_PLATFORM=value,
                                  OCL_ICD_PLATFORM_SORT=sort)
                self.assertEqual(result.answer("null-info"), [name or INVALID_PLATFORM])
                self.assertEqual([at["name"] for driver in result.report["drivers"]
                                  for at in driver["platforms"] if at["default"]],
                                 [name] if name else [])
                if "nothing" in value or not name:
                    self.check_problem(result, "OCL_ICD_DEFAULT_PLATFORM", value.split(",")[0])
                else:
                    self.check_no_problem(result)

    def test_default_of_several_patterns(self, m):
        """Both patterns match, so the loader reports neither."""
        result = m.choose("null", OCL_ICD_DEFAULT_PLATFORM="beta,zeta")
        self.assertEqual(result.answer("null-info"), [BETA])
        self.check_no_problem(result)

    def test_nothing_to_match(self, m):
        """Without any driver, patterns match nothing, and the loader reports that."""
        for variable in ("OCL_ICD_DRIVERS_SELECT", "OCL_ICD_DRIVERS_DISABLE",
                         "OCL_ICD_PLATFORMS_SELECT", "OCL_ICD_PLATFORMS_DISABLE",
                         "OCL_ICD_PLATFORM_SORT", "OCL_ICD_DEFAULT_PLATFORM"):
            with self.row(variable):
                result = m.choose(drivers=[], **{variable: "zeta"})
                self.assertEqual(result.names, [])
                self.check_problem(result, variable, "zeta")

    def test_selection_comes_before_order_and_default(self, m):
        result = m.choose("null", "platforms", OCL_ICD_PLATFORMS_DISABLE="beta",
                          OCL_ICD_PLATFORM_SORT="name", OCL_ICD_DEFAULT_PLATFORM="1")
        self.assertEqual(result.names, [ACME, TWO, THREE, ZETA])
        self.assertEqual(result.answer("null-info"), [TWO])
