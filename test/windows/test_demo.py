# SPDX-License-Identifier: Apache-2.0
"""Real programs: the README's demo, with its driver in the registry; clinfo; cllayerinfo."""

import subprocess

import sandbox
import wine

BUILD = sandbox.BUILD


def start(m, *program, **env):
    """Returns a program's exit code, and the lines that it prints."""
    m.run("platforms", probe=BUILD.system_probe)  # this run writes the registry
    done = subprocess.run([*BUILD.emulator, *program], env=m.environment(env), timeout=100,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


class Demo(sandbox.Case, machine=wine.Machine):
    """The program that the target `demo` runs."""

    def setUp(self):
        sandbox.need(BUILD.clrelay, "clrelay is not built: test/jansson.sh builds what it needs")

    def demo(self, m):
        return start(m, BUILD.clrelay, "test", "--library", sandbox.native(BUILD.system_library),
                     "--demo-driver", sandbox.native(BUILD.demo_driver))

    def test_driver_of_the_registry(self, m):
        m.vendors_are(sandbox.native(BUILD.demo_driver), "Z:\\nowhere\\driver.dll")
        code, lines = self.demo(m)
        self.assertIn("1 platform, 1 device: 1 right, 0 failed.", lines)
        self.assertEqual(code, 0)
        self.assertTrue(lines[0].startswith("clrelay "), lines)
        self.assertEqual(lines[1], sandbox.native(BUILD.system_library))
        self.assertTrue(any("65536 numbers right" in line for line in lines), lines)

    def test_no_driver(self, m):
        """At Wine's level of integrity no variable can name the demo driver."""
        code, lines = self.demo(m)
        self.assertIn("0 platforms, 0 devices: 0 right, 0 failed.", lines)
        self.assertEqual(code, 1)


class Clinfo(sandbox.Case, machine=wine.Machine):
    """A program that knows nothing of this loader."""

    def setUp(self):
        sandbox.need(BUILD.clinfo, "clinfo is not built: test/windows/clinfo.sh gets its source")

    def test_list(self, m):
        m.vendors_are(m.fake("a"), m.fake("b"), "Z:\\nowhere\\driver.dll")
        code, lines = start(m, BUILD.clinfo, "-l")
        self.assertEqual(code, 0, lines)
        self.assertEqual(lines, ["Platform #0: a", " `-- Device #0: a device",
                                 "Platform #1: b", " `-- Device #0: b device"])

    def test_all(self, m):
        """clinfo asks the platforms and devices for everything, and the loader for its name."""
        m.vendors_are(m.fake("a"))
        code, lines = start(m, BUILD.clinfo)
        self.assertEqual(code, 0, lines)
        found = {key.strip(): value for key, _, value in
                 (line.strip().partition("  ") for line in lines)}
        for key, value in [("Number of platforms", "1"), ("Platform Name", "a"),
                           ("ICD loader Name", "clrelay"), ("ICD loader Version", BUILD.version)]:
            self.assertEqual(found.get(key, "").strip(), value, lines)

    def test_no_platform(self, m):
        code, lines = start(m, BUILD.clinfo)
        self.assertIn("Number of platforms", lines[0])
        self.assertTrue(lines[0].endswith(" 0"), lines)


class LayerInfo(sandbox.Case):
    def check(self, *names):
        with wine.Machine() as m:
            m.registry("Layers", [(m.layer(name), wine.REG_DWORD, wine.dword(9 - priority))
                                  for priority, name in enumerate(names)])
            code, lines = start(m, BUILD.cllayerinfo, FAKE_PRINTS="1")
            self.assertEqual(code, 0)
            self.assertEqual(lines, [line for name in names for line in [
                m.layer(name) + ":", "\tCL_LAYER_API_VERSION: 100", f"\tCL_LAYER_NAME: {name}"]])

    def test_layers_of_the_registry(self):
        self.check("outer", "middle", "inner")

    def test_layers_that_print(self):
        self.check("outer", "printing", "inner")
