# SPDX-License-Identifier: Apache-2.0
"""A made-up machine (../sandbox.py), with what the tests of this folder need besides."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
OWN = sys.argv[1]
sys.argv[1] = os.path.join(os.path.dirname(OWN), "..", "build.json")

import sandbox  # noqa: E402  (it reads the build.json of the whole)

BUILD = sandbox.BUILD
with open(OWN, encoding="utf-8") as own_file:
    vars(BUILD).update(json.load(own_file))


class Machine(sandbox.Machine):
    def layer(self, name):
        return os.path.join(BUILD.layers, f"liblayer_{name}.so")
