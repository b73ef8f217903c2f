/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the measuring programs and their drivers agree on: the functions that are called, one for
 * each way that arguments travel, and what a driver shows besides its OpenCL functions.
 */
#ifndef CLRELAY_BENCH_H
#define CLRELAY_BENCH_H

#include "api/dispatch.h"

/*
 * CALL(arguments, name, (...)): the functions that are measured. On x86-64 six arguments travel in
 * registers, on AArch64 eight; the others are on the stack, where a wrapper would have to copy
 * them. All of their slots lie behind the end of the table with DRIVER_SHORT.
 */
#define BENCH_CALLS(CALL)                                                                          \
    CALL(1, clFlush, (object))                                                                     \
    CALL(4, clSetKernelArg, (object, 1, 8, &somewhere))                                            \
    CALL(6, clEnqueueUnmapMemObject, (object, object, &somewhere, 0, NULL, NULL))                  \
    CALL(9, clEnqueueNDRangeKernel, (object, object, 1, NULL, &somewhere, NULL, 0, NULL, NULL))    \
    CALL(13, clEnqueueCopyBufferRect, (object, object, object, &somewhere, &somewhere, &somewhere, \
                                       1, 1, 1, 1, 0, NULL, NULL))

/* The symbol `bench_driver` of a driver. */
struct bench_driver {
    const struct dispatch *functions; /* its own, whatever its table says */
    void *object;                     /* an object of every kind */
    void (*witness)(void (*)(void));  /* what each function calls from now on (driver_witness) */
};

#endif
