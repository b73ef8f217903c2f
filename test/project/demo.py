# SPDX-License-Identifier: Apache-2.0
"""The demo of the README, without a driver, and with a broken one:
demo.py DRIVER ABORTING-DRIVER PROGRAM, or an emulator and what it needs before the program"""
import os
import subprocess
import sys
import tempfile

driver, aborting_driver, *program = sys.argv[1:]


def run(folder, libraries, status, last_line):
    """Runs the demo with .icd files for these libraries."""
    for number, library in enumerate(libraries):
        with open(os.path.join(folder, f"{number}.icd"), "w") as file:
            file.write(library + "\n")
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("OCL_ICD_", "OPENCL_"))}
    result = subprocess.run(program, env={**clean, "OCL_ICD_VENDORS": folder}, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    print(result.stdout)
    assert result.returncode == status, result.returncode
    lines = result.stdout.splitlines()
    # The path of the library, in the second line, is written whole.
    assert all(len(line) <= 80 for line in lines[:1] + lines[2:]), "wider than 80 columns"
    assert lines[0].startswith("clrelay ")
    assert "65536 numbers right" in result.stdout
    assert lines[-1] == last_line, lines[-1]
    return result.stdout


with tempfile.TemporaryDirectory() as folder:
    assert "demo driver" in run(folder, [], 0, "1 platform, 1 device: 1 right, 0 failed")
    run(folder, [sys.executable], 0, "1 platform, 1 device: 1 right, 0 failed")
    run(folder, [aborting_driver], 1, "1 platform, 1 device: 1 right, 1 failed")
    # With two platforms it aborts while they are sorted, and again when its turn comes.
    run(folder, [aborting_driver, driver], 1, "2 platforms, 1 device: 1 right, 2 failed")
