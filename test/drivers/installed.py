# SPDX-License-Identifier: Apache-2.0
"""The drivers that this machine has."""

import glob

# Where Debian's packages put them, and the names of their platforms.
DRIVERS = {
    "pocl": ("Portable Computing Language", "pocl-opencl-icd", "lib*/*/libpocl.so.2.*.*"),
    "oclgrind": ("Oclgrind", "oclgrind", "lib/oclgrind/liboclgrind-rt-icd.so"),
    "clover": ("Clover", "mesa-opencl-icd", "lib*/*/libMesaOpenCL.so.1"),
    "rusticl": ("rusticl", "mesa-opencl-icd", "lib*/*/libRusticlOpenCL.so.1"),
}


def find(driver):
    """The library of a driver, or None."""
    return next(iter(glob.glob("/usr/" + DRIVERS[driver][2])), None)


def missing(driver):
    """What to say where it is missing."""
    return f"no {driver} here (Debian's package {DRIVERS[driver][1]})"
