/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the measuring programs and their drivers share: the functions to call, one for each way to
 * pass arguments, and what a driver exports besides its OpenCL functions.
 */
#ifndef CLRELAY_TEST_COST_BENCH_H
#define CLRELAY_TEST_COST_BENCH_H

#include "api/dispatch.h"

/* CALL(arguments, name, (...)) lists the measured functions. x86-64 passes six arguments in
 * registers, AArch64 eight. The others are on the stack, where a wrapper would have to copy them.
 * With DRIVER_SHORT, the slots of all of these functions lie past the end of the table. */
#define BENCH_CALLS(CALL)                                                                          \
    CALL(1, clFlush, (object))                                                                     \
    CALL(4, clSetKernelArg, (object, 1, 8, &somewhere))                                            \
    CALL(6, clEnqueueUnmapMemObject, (object, object, &somewhere, 0, NULL, NULL))                  \
    CALL(9, clEnqueueNDRangeKernel, (object, object, 1, NULL, &somewhere, NULL, 0, NULL, NULL))    \
    CALL(13, clEnqueueCopyBufferRect,                                                              \
         (object, object, object, &somewhere, &somewhere, &somewhere, 1, 1, 1, 1, 0, NULL, NULL))

/* The symbol `bench_driver` of a driver. */
struct bench_driver {
    const struct dispatch *functions; /* the driver's own functions, whatever its table contains */
    void *object;                     /* an object of every type */
    void (*witness)(void (*)(void));  /* each function calls this from now on (driver_witness) */
};

#endif
