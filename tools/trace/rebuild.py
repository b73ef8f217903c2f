#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds programs again that `clrelay trace --programs` has written beside this file, with their
options. Needs pyopencl (Debian's package python3-pyopencl)."""

import argparse
import ast
import glob
import os
import re
import sys
import time
import warnings

import pyopencl as cl

warnings.simplefilter("ignore")  # of pyopencl, about its cache
parser = argparse.ArgumentParser(description="Builds recorded programs again, and prints the logs.")
parser.add_argument("program", nargs="*", help="HASH or HASH.cl; without one, all programs")
parser.add_argument("--device", type=int, default=0, help="the number of a device, counted from 0 over all")
chosen = parser.parse_args()
folder = os.path.dirname(os.path.abspath(__file__))
devices = [device for platform in cl.get_platforms() for device in platform.get_devices()]
if chosen.device not in range(len(devices)):
    sys.exit(f"there is no device {chosen.device}, but {len(devices)} devices")
device = devices[chosen.device]
context = cl.Context([device])
wanted = [os.path.splitext(os.path.basename(name))[0] for name in chosen.program]
names = wanted or sorted(os.path.basename(path)[:-4] for path in glob.glob(os.path.join(folder, "*.txt")))
STRING = r'"(?:[^"\\]|\\.)*"'
failures = 0


def read(name, ending):
    path = os.path.join(folder, name + ending)
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


def create(name):
    source, il, binary = (read(name, ending) for ending in (".cl", ".spv", ".bin"))
    if source is not None:
        return cl.Program(context, source.decode(errors="surrogateescape"))
    if il is not None:
        return cl.Program(context, il)
    if binary is not None:
        return cl.Program(context, [device], [binary])
    sys.exit(f"{name}: there is neither {name}.cl nor {name}.spv nor {name}.bin in {folder}")


def builds(name):
    """The builds in its file: the function, and what follows it in the line."""
    how = (read(name, ".txt") or b"").decode(errors="replace")
    return re.findall(r"^(clBuildProgram|clCompileProgram|clLinkProgram): (options .*), (?:returned|has not) ",
                      how, flags=re.M)


def made(word):
    """A program that a build takes: HASH as it was created, or HASH:N after the Nth build of its file."""
    name, _, number = word.partition(":")
    return build(name, *builds(name)[int(number) - 1]) if number else create(name)


def build(name, function, how):
    options = ast.literal_eval(re.match(f"options ({STRING})", how).group(1))
    if function == "clLinkProgram":
        parts = how.rpartition(", of ")[2].split()
        return cl.link_program(context, [made(part) for part in parts], options)
    program = create(name)
    if function == "clBuildProgram":
        return program.build(options=options, cache_dir=False)
    headers = re.findall(f"({STRING}) ([0-9a-f]{{16}})", how)
    program.compile(options=options, headers=[(ast.literal_eval(path), create(header)) for path, header in headers])
    return program


for name in names:
    for function, how in dict.fromkeys(builds(name) or [("clBuildProgram", 'options ""')]):
        begin = time.monotonic()
        try:
            build(name, function, how)
            result = {"clBuildProgram": "built", "clCompileProgram": "compiled", "clLinkProgram": "linked"}[function]
        except cl.Error as error:
            result, failures = f"failed: {error}", failures + 1
        print(f"{name}: {how}: {result}, {(time.monotonic() - begin) * 1e3:.1f} ms, {device.name}")
sys.exit(1 if failures else 0)
