# SPDX-License-Identifier: Apache-2.0
"""The drivers that are installed on this machine."""

import glob

# Each driver's platform name, Debian package, and the place where that package puts the library.
DRIVERS = {
    "pocl": ("Portable Computing Language", "pocl-opencl-icd", "lib*/*/libpocl.so.2.*.*"),
    "oclgrind": ("Oclgrind", "oclgrind", "lib/oclgrind/liboclgrind-rt-icd.so"),
    "clover": ("Clover", "mesa-opencl-icd", "lib*/*/libMesaOpenCL.so.1"),
    "rusticl": ("rusticl", "mesa-opencl-icd", "lib*/*/libRusticlOpenCL.so.1"),
}


def find(driver):
    """Returns the library of a driver, or None."""
    return next(iter(glob.glob("/usr/" + DRIVERS[driver][2])), None)


def missing(driver):
    """Returns the message for a machine that lacks the driver."""
    return f"no {driver} here (Debian's package {DRIVERS[driver][1]})"


def is_debian_12():
    """Whether this machine has the PoCL of Debian 12."""
    return (find("pocl") or "").endswith(".2.10.0")
