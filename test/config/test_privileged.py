# SPDX-License-Identifier: Apache-2.0
"""A privileged program does not follow $ORIGIN. (find/test_trust.py is about what such programs ignore.)"""

import os
import shutil

import sandbox


class PrivilegedNames(sandbox.Case):
    """The loader never follows $ORIGIN in a manifest, because whoever makes a link to the program could choose it."""

    def test_origin(self, m):
        sandbox.need_glibc("$ORIGIN in dlopen")
        sandbox.need_nobody(sandbox.BUILD.other_library)
        default = sandbox.BUILD.default_vendors
        # The program finds the loader by its path, because a privileged one ignores LD_LIBRARY_PATH.
        probe = m.copy(sandbox.BUILD.other_probe, "probe")
        m.copy(m.fake("a"), "driver/a.so")
        way = os.path.relpath(m.path("driver/a.so"),
                              os.path.dirname(os.path.realpath(sandbox.BUILD.other_library)))
        self.addCleanup(shutil.rmtree, default, ignore_errors=True)
        os.makedirs(default, exist_ok=True)
        for number, name in enumerate([m.path("driver/a.so"), f"$ORIGIN/{way}"]):
            with self.row(name):
                path = os.path.join(default, "one.icd")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(name + "\n")
                for mode, names in (0o755, ["a"]), (0o4755, [["a"], []][number]):
                    os.chmod(probe, mode)
                    result = m.run("platforms", before=sandbox.AS_NOBODY, probe=probe,
                                   env={"OCL_ICD_VENDORS": None, "FAKE_LOG": None})
                    self.assertEqual(result.names, names, result.trace)
