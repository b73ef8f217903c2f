# SPDX-License-Identifier: Apache-2.0
"""The command cllayerinfo: the layers of this machine, the one that is called first at the top."""

import subprocess

import layered
import machine

BUILD = machine.BUILD


class Cllayerinfo(machine.Case):
    def output(self, m, **env):
        machine.need(BUILD.cllayerinfo, "cllayerinfo is not built")
        env.setdefault("OCL_ICD_ENABLE_TRACE", None)
        done = subprocess.run([*BUILD.emulator, BUILD.cllayerinfo], env=m.environment(env),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=machine.TIME_LIMIT, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def described(self, m, *names):
        return "".join(f"{m.layer(name)}:\n\tCL_LAYER_API_VERSION: 100\n\tCL_LAYER_NAME: {name}\n"
                       for name in names)

    def test_layers(self):
        rows = [
            ([], []), (["inner"], ["inner"]), (["inner", "outer"], ["outer", "inner"]),
            (["inner", "only_plain", "zero", "only_properties"],
             ["only_properties", "zero", "only_plain", "inner"]),
            # What was refused stays loaded, and is none.
            (["version_101", "inner", "no_info", "error", "no_table", "inner"], ["inner"]),
        ]
        for drivers in [], ["a", "icd2_full"]:
            for names, shown in rows:
                with self.row((drivers, names)), layered.Machine() as m:
                    m.drivers(*drivers)
                    self.assertEqual(self.output(m, OPENCL_LAYERS=m.layers(*names)),
                                     self.described(m, *shown))

    def test_directory(self):
        with layered.Machine() as m:
            m.lay("10.lay", m.layer("dir_10"))
            m.lay("9.lay", m.layer("dir_9"))
            self.assertEqual(self.output(m, OPENCL_LAYERS=m.layers("inner")),
                             self.described(m, "inner", "dir_9", "dir_10"))


machine.main()
