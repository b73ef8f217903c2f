# SPDX-License-Identifier: Apache-2.0
"""The build options for the default directories and loader.conf."""

import os
import subprocess

import place

BUILD = place.BUILD
# Option, value, what the report says of it. A list of CMake's would take ; and : for the same.
OPTIONS = [
    ("CLRELAY_VENDOR_DIRS", "{root}/first:@library:{root}/second"),
    ("CLRELAY_LAYER_DIRS", "{root}/layers"),
    ("CLRELAY_CONFIG_FILE", "{root}/settings.conf"),
    ("CLRELAY_PLATFORM_SORT", "none"),
]


class ThisBuild(place.Case):
    def test_directories(self):
        """Those that the build was configured with. Nothing that lies there is opened."""
        with place.Place() as m:
            os.makedirs(m.real("user"))
            report = m.look(library=BUILD.library, env={"OCL_ICD_SEARCH_ONLY": "1"}).report
            folder = os.path.dirname(os.path.dirname(os.path.realpath(BUILD.library)))
            for what, dirs, kind in [("driver", BUILD.vendor_dirs, "vendors"),
                                     ("layer", BUILD.layer_dirs, "layers")]:
                names = {"@user": m.path("home/.config/OpenCL", kind),
                         "@library": os.path.join(folder, "etc/OpenCL", kind)}
                self.assertEqual([it["path"] for it in report[what + "_directories"]],
                                 [names.get(name, name) for name in dirs.split(":")])
            self.assertNotIn("LOADED", [it["verdict"] for it in report["drivers"]])


class Options(place.Case):
    def command(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_options(self):
        place.need(not BUILD.foreign and not BUILD.sanitizers, "the same as in other builds")
        with place.Place() as m:
            options = [f"-D{name}={m.expand(value)}" for name, value in OPTIONS]
            self.command(BUILD.cmake, "-S", BUILD.source, "-B", m.path("build"), "-G",
                         BUILD.generator, "-DBUILD_TESTING=OFF", "-DCMAKE_BUILD_TYPE=Debug",
                         "-DCMAKE_C_COMPILER=" + BUILD.compiler,
                         "-DCMAKE_PREFIX_PATH=" + BUILD.prefixes, *options)
            self.command(BUILD.cmake, "--build", m.path("build"), "--target", "OpenCL",
                         "--parallel", "2")
            m.write("first/x.icd", m.fake("a"))
            m.write("second/y.icd", m.fake("b"))
            m.write("settings.conf", "OCL_ICD_DEFAULT_PLATFORM = 1\n")
            library = m.path("build/loader/libOpenCL.so.1")
            result = m.look(library=library)
            self.assertEqual(result.names, ["a", "b"])
            self.assertEqual([name for name, _ in m.places(result)],
                             ["first", "build/etc/OpenCL/vendors", "second"])
            self.assertEqual([name for name, _ in m.places(result, "layer_directories")], ["layers"])
            settings = {it["name"]: it for it in result.report["settings"]}
            self.assertEqual(settings["OCL_ICD_DEFAULT_PLATFORM"]["origin"],
                             m.path("settings.conf:1"))
            self.assertEqual(settings["OCL_ICD_PLATFORM_SORT"]["value"], "none")


place.main()
