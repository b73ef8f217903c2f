# SPDX-License-Identifier: Apache-2.0
"""What the scripts share that compare documents and recipes with the code: they read files and count failures."""

import os
import sys


class Comparison:
    """Compares files in the folder of the sources, which is the script's first argument."""

    def __init__(self):
        self.source = sys.argv[1]
        self.failures = 0

    def read(self, *path):
        with open(os.path.join(self.source, *path), encoding="utf-8") as file:
            return file.read()

    def write(self, path, text):
        with open(os.path.join(self.source, path), "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, condition, message):
        if not condition:
            print("FAILED:", message)
            self.failures += 1
