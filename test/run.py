#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of one script in Python, or some of them, in a build.

    run.py BUILD SCRIPT [TEST...]
    run.py build/dev drivers/zoo/test_zoo.py Zoo.test_layers

BUILD is a build folder, SCRIPT a path from here or from the current directory. The script can import
sandbox.py, the modules beside it by their names, and those of other folders by folder and name.
"""

import importlib.util
import os
import stat
import sys
import unittest

TESTS = os.path.dirname(os.path.abspath(__file__))
TESTS_OF_TOOLS = os.path.join(os.path.dirname(TESTS), "tools", "test")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    _, build, script, *tests = sys.argv
    if not any(os.path.exists(os.path.join(build, path, "build.json")) for path in ("test", "tools/test")):
        sys.exit(f"{build} is no build folder with tests: test/build.json is missing there")
    places = [os.path.join(folder, script) for folder in (".", TESTS, TESTS_OF_TOOLS)]
    script = next(filter(os.path.isfile, places), None)
    if not script:
        sys.exit(f"there is no script {sys.argv[2]}, neither here nor in {TESTS} nor in {TESTS_OF_TOOLS}")
    # A faulty program that runs as root can remove this device, and the next one creates a file instead.
    if os.path.exists("/dev/full") and not stat.S_ISCHR(os.stat("/dev/full").st_mode):
        sys.exit("/dev/full is a file, not a device: `rm /dev/full; mknod -m 666 /dev/full c 1 7` makes it again")
    script = os.path.abspath(script)
    sys.path[:1] = [os.path.dirname(script), TESTS, TESTS_OF_TOOLS]
    sys.dont_write_bytecode = True
    sys.argv = [script, build, *tests]
    spec = importlib.util.spec_from_file_location("__main__", script)
    module = sys.modules["__main__"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if unittest.defaultTestLoader.loadTestsFromModule(module).countTestCases():
        import sandbox # sandbox reads what the build has written
        sandbox.main()


main()
