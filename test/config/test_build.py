# SPDX-License-Identifier: Apache-2.0
"""The build options for the default directories and loader.conf, for folders, and for other processors."""

import json
import os
import subprocess

import place

BUILD = place.BUILD
# The option, its value, and what the report says about it. In a list of CMake, ; would take the place of :.
OPTIONS = [
    ("CLRELAY_VENDOR_DIRS", "{root}/first:@library:{root}/second"),
    ("CLRELAY_LAYER_DIRS", "{root}/layers"),
    ("CLRELAY_CONFIG_FILE", "{root}/settings.conf"),
    ("CLRELAY_PLATFORM_SORT", "none"),
]


class ThisBuild(place.Case):
    def test_directories(self, m):
        """This build has its default directories. The test opens nothing there."""
        os.makedirs(m.real("user"))
        report = m.look(library=BUILD.library, env={"OCL_ICD_SEARCH_ONLY": "1"}).report
        folder = os.path.dirname(os.path.dirname(os.path.realpath(BUILD.library)))
        for what, dirs, kind in [("driver", BUILD.vendor_dirs, "vendors"),
                                 ("layer", BUILD.layer_dirs, "layers")]:
            names = {"@user": m.path("home/.config/OpenCL", kind),
                     "@library": os.path.join(folder, "etc/OpenCL", kind)}
            self.assertEqual([directory["path"] for directory in report[what + "_directories"]],
                             [names.get(name, name) for name in dirs.split(":")])
        self.assertNotIn("LOADED", [driver["verdict"] for driver in report["drivers"]])


class Options(place.Case):
    def setUp(self):
        place.need(not BUILD.foreign and not BUILD.sanitizers, "the same as in other builds")

    def command(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def configure(self, m, *options):
        return self.command(BUILD.cmake, "-S", BUILD.source, "-B", m.path("build"), "-G", BUILD.generator,
                            "-DBUILD_TESTING=OFF", "-DCMAKE_BUILD_TYPE=Debug",
                            "-DCMAKE_C_COMPILER=" + BUILD.compiler,
                            "-DCMAKE_PREFIX_PATH=" + BUILD.prefixes, *options)

    def build(self, m, *targets):
        self.command(BUILD.cmake, "--build", m.path("build"), "--target", *targets, "--parallel", "2")

    def test_options(self, m):
        self.configure(m, *[f"-D{name}={m.expand(value)}" for name, value in OPTIONS])
        self.build(m, "OpenCL")
        m.write("first/x.icd", m.fake("a"))
        m.write("second/y.icd", m.fake("b"))
        m.write("settings.conf", "OCL_ICD_DEFAULT_PLATFORM = 1\n")
        library = m.path("build/loader/libOpenCL.so.1")
        result = m.look(library=library)
        self.assertEqual(result.names, ["a", "b"])
        self.assertEqual([name for name, _ in m.places(result)],
                         ["first", "build/etc/OpenCL/vendors", "second"])
        self.assertEqual([name for name, _ in m.places(result, "layer_directories")], ["layers"])
        settings = {setting["name"]: setting for setting in result.report["settings"]}
        self.assertEqual(settings["OCL_ICD_DEFAULT_PLATFORM"]["origin"],
                         m.path("settings.conf:1"))
        self.assertEqual(settings["OCL_ICD_PLATFORM_SORT"]["value"], "none")

    def test_empty(self, m):
        """Without layers and the machine's settings, and with folders outside the prefix."""
        folders = {"LIBDIR": m.path("out/libraries"), "INCLUDEDIR": m.path("out/headers")}
        self.configure(m, "-DCLRELAY_LAYER_DIRS=", "-DCLRELAY_CONFIG_FILE=",
                       "-DCMAKE_INSTALL_PREFIX=" + m.path("prefix"),
                       *[f"-DCMAKE_INSTALL_{name}={path}" for name, path in folders.items()])
        self.build(m, "OpenCL", "clrelay_ext", "clrelay_ext_static")
        for component in "library", "ext", "development":
            self.command(BUILD.cmake, "--install", m.path("build"), "--component", component)

        library = os.path.join(folders["LIBDIR"], "libOpenCL.so.1")
        m.write("home/.config/OpenCL/layers/x.lay", os.path.join(BUILD.layers, "liblayer_inner.so"))
        m.conf("user", "OCL_ICD_PLATFORM_SORT = none")
        result = m.look(library=library)
        self.assertEqual(result.report["layer_directories"], [])
        self.assertEqual(result.report["layers"], [])
        with open(library, "rb") as file:
            self.assertFalse(b"/etc/OpenCL/loader.conf" in file.read(), library)
        settings = {setting["name"]: setting for setting in result.report["settings"]}
        self.assertEqual(settings["OCL_ICD_PLATFORM_SORT"]["origin"], m.real("user.conf") + ":1")
        # The loader still uses layers that the user names.
        result = m.look(library=library,
                        env={"OPENCL_LAYERS": os.path.join(BUILD.layers, "liblayer_inner.so")})
        self.assertEqual([layer["verdict"] for layer in result.report["layers"]], ["LOADED"])

        # The files for developers are in these folders, and the prefix contains only documents.
        self.assertTrue(os.path.exists(os.path.join(folders["INCLUDEDIR"], "clrelay/report.h")))
        self.assertEqual(os.listdir(m.path("prefix")), ["share"])
        with open(os.path.join(folders["LIBDIR"], "pkgconfig/OpenCL.pc"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertIn("libdir=" + folders["LIBDIR"], lines)
        self.assertIn("includedir=" + folders["INCLUDEDIR"], lines)
        self.command(BUILD.cmake, "-S", os.path.join(BUILD.source, "test/package/consumer"),
                     "-B", m.path("consumer"), "-G", BUILD.generator, "-DWAY=config",
                     "-DCMAKE_C_COMPILER=" + BUILD.compiler,
                     f"-DCMAKE_PREFIX_PATH={folders['LIBDIR']};{BUILD.prefixes}",
                     f"-DOpenCLICDLoader_DIR={folders['LIBDIR']}/cmake/OpenCLICDLoader")
        self.command(BUILD.cmake, "--build", m.path("consumer"))

    def test_branch_protection(self, m):
        """On a processor without branch protection, the option has no effect, and says so."""
        # Without CFLAGS, which contain the same option in Debian 13.
        told = self.configure(m, "-DCLRELAY_BRANCH_PROTECTION=ON", "-DCMAKE_SYSTEM_NAME=Linux",
                              "-DCMAKE_SYSTEM_PROCESSOR=s390x", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                              "-DCMAKE_C_FLAGS=")
        self.assertIn("CLRELAY_BRANCH_PROTECTION", told)
        with open(m.path("build/compile_commands.json"), encoding="utf-8") as file:
            commands = json.load(file)
        self.assertGreater(len(commands), 10)
        for command in commands:
            self.assertNotRegex(command["command"], "cf-protection|branch-protection")
