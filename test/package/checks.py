# SPDX-License-Identifier: Apache-2.0
"""How the tests of packages report results and end."""
import json
import subprocess
import sys

failures = 0


def check(condition, message):
    global failures
    if not condition:
        print("FAILED:", message)
        failures += 1


def try_out(command, library):
    """clrelay from a package must list the fake driver's platform, the only one that the tests of packages see."""
    done = subprocess.run([command, "list", "--json", "--library", library], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False, timeout=60)
    platforms = json.loads(done.stdout)["platforms"] if done.returncode == 0 else []
    check(len(platforms) == 1, f"{command} with {library} ended with {done.returncode}: {done.stdout}")


def end(packages):
    print(len(packages), "packages,", failures, "failures")
    sys.exit(failures > 0)
