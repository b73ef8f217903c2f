/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The beginning of a rewritten program, in OpenCL C. A range is the memory that a pointer parameter
 * may be used for. clrelay_at() and clrelay_at_constant() take a pointer, and the distance in bytes
 * from it to the access. They return the pointer; but if the access is outside of the range, they
 * return a pointer that leads the access elsewhere.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_PRELUDE_H
#define CLRELAY_TOOLS_BOUNDS_PRELUDE_H

#include "../calls/bounds_protocol.h"

#define AS_TEXT(number)  AS_TEXT_(number)
#define AS_TEXT_(number) #number
#define NUMBER(name)     "#define CLRELAY_" #name " " AS_TEXT(BOUNDS_##name) "\n"

/* clang-format off */
static const char bounds_prelude[] =
    NUMBER(SCRATCH) NUMBER(SCRATCH_BYTES) NUMBER(REPORTS) NUMBER(MOST_REPORTS) NUMBER(REPORT_WORDS)
    NUMBER(SIZES) NUMBER(REPORTED)
    "typedef struct { ulong low, all; uint argument; __global ulong *report; } clrelay_range;\n"
    "CLRELAY_OWN clrelay_range clrelay_argument(__global ulong *report, uint argument, ulong pointer)\n"
    "{\n"
    "    clrelay_range range;\n"
    "    __global ulong *size = report + CLRELAY_SIZES + 2 * argument;\n"
    "    range.report = report;\n"
    "    range.argument = argument;\n"
    "    range.all = report ? size[1] : ~(ulong)0;\n"
    "    range.low = range.all == ~(ulong)0 ? 0 : pointer - size[0];\n"
    "    return range;\n"
    "}\n"
    "CLRELAY_OWN clrelay_range clrelay_none(void)\n"
    "{\n"
    "    return clrelay_argument(0, 0, 0);\n"
    "}\n"
    "CLRELAY_OWN void clrelay_report(clrelay_range range, ulong offset, ulong size, uint access)\n"
    "{\n"
    "    volatile __global uint *count = (volatile __global uint *)range.report;\n"
    "    volatile __global uint *reported =\n"
    "        (volatile __global uint *)(range.report + CLRELAY_REPORTED) + access;\n"
    "    ulong before = range.report[CLRELAY_SIZES + 2 * range.argument];\n"
    "    __global ulong *at;\n"
    "    uint place;\n"
    "    if (*reported || atomic_xchg(reported, 1u)) return;\n"
    "    place = atomic_inc(count);\n"
    "    if (place >= CLRELAY_MOST_REPORTS) return;\n"
    "    at = range.report + CLRELAY_REPORTS + place * CLRELAY_REPORT_WORDS;\n"
    "    ((__global uint *)at)[0] = access;\n"
    "    ((__global uint *)at)[1] = range.argument;\n"
    "    at[1] = size;\n"
    "    at[2] = offset - before;\n"
    "    at[3] = before;\n"
    "    at[4] = range.all;\n"
    "    at[5] = get_global_id(0);\n"
    "    at[6] = get_global_id(1);\n"
    "    at[7] = get_global_id(2);\n"
    "}\n"
    "CLRELAY_OWN int clrelay_is_outside(clrelay_range range, ulong address, ulong size, uint access)\n"
    "{\n"
    "    ulong offset = address - range.low;\n"
    "    if (size <= range.all && offset <= range.all - size) return 0;\n"
    "    if (size) clrelay_report(range, offset, size, access);\n"
    "    return size != 0;\n"
    "}\n"
    "CLRELAY_OWN __global void *clrelay_at(clrelay_range range, const volatile __global void *pointer,\n"
    "                          long distance, ulong size, uint access)\n"
    "{\n"
    "    if (!clrelay_is_outside(range, (ulong)pointer + (ulong)distance, size, access) ||\n"
    "        size > CLRELAY_SCRATCH_BYTES)\n"
    "        return (__global void *)pointer;\n"
    "    return (__global char *)(range.report + CLRELAY_SCRATCH) - distance;\n"
    "}\n"
    "CLRELAY_OWN __constant void *clrelay_at_constant(clrelay_range range, const __constant void *pointer,\n"
    "                                     long distance, ulong size, uint access)\n"
    "{\n"
    "    ulong address = (ulong)pointer;\n"
    "    if (!clrelay_is_outside(range, address + (ulong)distance, size, access) || size > range.all)\n"
    "        return (__constant void *)pointer;\n"
    "    return (__constant char *)pointer - (long)(address - range.low) - distance;\n"
    "}\n";
/* clang-format on */

#endif
