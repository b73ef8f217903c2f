# SPDX-License-Identifier: Apache-2.0
"""Layers free their memory in clDeinitLayer while programs call OpenCL until the last of their destructors has run.
Each call succeeds, every time."""

import os

import layered
import sandbox

BUILD = sandbox.BUILD
RUNS = 10 if BUILD.emulator else 30 if BUILD.sanitizers else 100


class Globals(sandbox.Case):
    def end_often(self, layer, *steps, probe):
        with layered.Machine() as m:
            m.drivers("a")
            for run in range(RUNS):
                with self.row((layer, run)):
                    m.run(*steps, probe=probe, env={
                        "OPENCL_LAYERS": m.layers(layer), "OCL_ICD_ENABLE_TRACE": None,
                        "FAKE_LOG": None})

    def need_cpp(self):
        if not BUILD.globals and os.environ.get("CLRELAY_TESTS_REQUIRE_ALL") == "1":
            self.fail("there is no C++ compiler")
        sandbox.need(BUILD.globals, "there was no C++ compiler for what is in C++")

    def test_program(self):
        self.end_often("frees", "return", "atexit", "destructor", "library", "release", "pool",
                       probe=BUILD.ending)

    def test_layer_in_cpp(self):
        self.need_cpp()
        self.end_often("frees_cpp", "return", "atexit", "destructor", "library", "release", "pool",
                       probe=BUILD.ending)

    def test_program_in_cpp(self):
        self.need_cpp()
        self.end_often("frees", probe=BUILD.globals)

    def test_both_in_cpp(self):
        self.need_cpp()
        self.end_often("frees_cpp", probe=BUILD.globals)
