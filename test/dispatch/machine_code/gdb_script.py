# SPDX-License-Identifier: Apache-2.0
"""Runs in gdb (test_gdb.py), and steps through calls, one instruction at a time. At each instruction of the loader, the
stack must show the application's function and its caller."""

import gdb


def frames():
    frame, found = gdb.newest_frame(), []
    while frame is not None and len(found) < 50:
        found.append(frame)
        frame = frame.older()
    return found


def follow(function):
    """Steps from the beginning of an application's function to the driver's function."""
    callers = [(frame.pc(), int(frame.read_register("sp"))) for frame in frames()[1:]]
    seen = 0
    for _ in range(5000):
        gdb.execute("stepi", to_string=True)
        pc = int(gdb.selected_frame().pc())
        name = gdb.selected_frame().name() or ""
        if name.endswith("_own"):
            names = [frame.name() for frame in frames()]
            print(f"reached {name} from {function}: {' <- '.join(map(str, names))}, "
                  f"{seen} instructions on the way")
            if function not in names:
                print(f"WRONG: {function} is not on the stack")
            return
        image = gdb.solib_name(pc) or ""
        if "libOpenCL" not in image:
            continue
        seen += 1
        stack = frames()
        names = [frame.name() for frame in stack]
        if function not in names:
            print(f"WRONG: at {pc:#x} in {name}, {seen}: {names}")
            return
        below = stack[names.index(function) + 1:]
        now = [(frame.pc(), int(frame.read_register("sp"))) for frame in below]
        if now != callers:
            print(f"WRONG: at {pc:#x} in {name}, {seen}: other callers: {now}, not {callers}")
            return
    print(f"WRONG: {function} never reached the driver")


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("set breakpoint pending on")
gdb.execute("set debuginfod enabled off")
gdb.Breakpoint("application_1")
gdb.Breakpoint("application_13")
try:
    gdb.execute("run", to_string=True)
except gdb.error as error:
    print(f"CANNOT RUN: {error}")
    gdb.execute("quit")
while gdb.selected_inferior().pid:
    try:
        where = gdb.newest_frame().name()
    except gdb.error:
        break
    if where in ("application_1", "application_13"):
        follow(where)
    gdb.execute("continue", to_string=True)
