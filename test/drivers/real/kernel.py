# SPDX-License-Identifier: Apache-2.0
"""Runs a kernel through pyopencl on each device, checks it, and prints which libOpenCL it used."""
import numpy
import pyopencl

devices = 0
for platform in pyopencl.get_platforms():
    print("platform:", platform.name)
    for device in platform.get_devices():
        print("  device:", device.name)
        context = pyopencl.Context([device])
        queue = pyopencl.CommandQueue(context)
        numbers = numpy.arange(10000, dtype=numpy.float32)
        flags = pyopencl.mem_flags
        source = pyopencl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=numbers)
        target = pyopencl.Buffer(context, flags.WRITE_ONLY, numbers.nbytes)
        program = pyopencl.Program(context, """
            kernel void twice(global const float *from, global float *to)
            {
                size_t i = get_global_id(0);
                to[i] = 2 * from[i] + 1;
            }""").build()
        program.twice(queue, numbers.shape, None, source, target)
        result = numpy.empty_like(numbers)
        pyopencl.enqueue_copy(queue, result, target)
        assert (result == 2 * numbers + 1).all()
        print("    numbers right:", len(result))
        devices += 1
assert devices
with open("/proc/self/maps") as maps:
    print("library:", *sorted({line.split(None, 5)[-1].strip() for line in maps if "libOpenCL.so" in line}))
