# SPDX-License-Identifier: Apache-2.0
"""How the tests of packages report, and how they end."""
import sys

failures = 0


def check(condition, message):
    global failures
    if not condition:
        print("FAILED:", message)
        failures += 1


def end(packages):
    print(len(packages), "packages,", failures, "failures")
    sys.exit(failures > 0)
