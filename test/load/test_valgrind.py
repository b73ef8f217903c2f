# SPDX-License-Identifier: Apache-2.0
"""Loads drivers of all kinds under valgrind, which finds no invalid access and no leak."""

import sandbox

DRIVERS = [
    "a", "two", "70_platforms", "no_lookup", "no_info", "table_none_of_3", "listing_no_count",
    "listing_two_calls", "listing_promises", "listing_overstates", "listing_null_of_3", "no_icd",
    "extensions_unterminated", "extensions_size_huge", "extensions_grows", "extensions_long",
    "suffix_fails_answer", "suffix_unterminated_answer", "suffix_long_answer", "tag_both",
    "null_slots_all", "global", "global_needs_lacks", "reenters_listing", "a", "0_platforms",
]
# Blocks that are only possibly lost do not count: libc's memory per thread for a library's thread-local variables looks
# like this.
VALGRIND = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite", "--error-exitcode=1"]


class Valgrind(sandbox.Case):
    def setUp(self):
        sandbox.need_valgrind()

    def test_enumeration(self, m):
        m.drivers(*DRIVERS)
        m.icd("a.icd", "")
        m.icd("b.icd", b"\0")
        m.icd("c.icd", b"x" * 5000)
        m.icd("d.icd", "/nowhere/lib.so")
        m.icd("e.icd", sandbox.BUILD.library)
        for steps, sort in (["platforms", "devices", "null", "ids", "context", "other:1"],
                            "devices"), (["lookup", "clFakeThingALL", "loader"], "none"):
            with self.row(steps):
                m.run(*steps, before=VALGRIND,
                      env={"OCL_ICD_PLATFORM_SORT": sort, "OCL_ICD_DEBUG": "15",
                           "OCL_ICD_FILENAMES": m.fake("good") + "::/nowhere/lib.so"})

    def test_no_driver(self, m):
        m.run("platforms", "null", before=VALGRIND)
