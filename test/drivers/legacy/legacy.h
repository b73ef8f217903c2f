/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drivers with the tables of old: one row for each platform that such a driver has. A row is its
 * name, the OpenCL version that it claims, how many slots that version promises, and how many its
 * table has: what the last function of the version needs, or with the extensions that drivers of
 * the time had behind it. What lies behind the table is the driver's quirk (driver.c). ALL_SLOTS is
 * all that there are. Where there is anything behind a table that is shorter than its version
 * promises, it is code first.
 */
#ifndef CLRELAY_TEST_DRIVERS_LEGACY_LEGACY_H
#define CLRELAY_TEST_DRIVERS_LEGACY_LEGACY_H

#include <stddef.h>

/* What the file of a library ends with. */
#ifdef _WIN32
#define LEGACY_ENDING ".dll"
#else
#define LEGACY_ENDING ".so"
#endif

#define LEGACY_TABLES(ROW)                                                                         \
    ROW(opencl_1_0, "OpenCL 1.0 old", 66, 66)                                                      \
    ROW(opencl_1_0_extended, "OpenCL 1.0 old", 66, 81)                                             \
    ROW(opencl_1_1, "OpenCL 1.1 old", 89, 89)                                                      \
    ROW(opencl_1_1_extended, "OpenCL 1.1 old", 89, 93)                                             \
    ROW(opencl_1_2, "OpenCL 1.2 old", 108, 108)                                                    \
    ROW(opencl_1_2_extended, "OpenCL 1.2 old", 108, 123)                                           \
    ROW(opencl_2_0, "OpenCL 2.0 old", 136, 136)                                                    \
    ROW(opencl_2_0_extended, "OpenCL 2.0 old", 136, 137)                                           \
    ROW(opencl_2_1, "OpenCL 2.1 old", 144, 144)                                                    \
    ROW(opencl_2_2, "OpenCL 2.2 old", 146, 146)                                                    \
    ROW(opencl_3_0, "OpenCL 3.0 old", 149, 149)                                                    \
    ROW(opencl_3_1, "OpenCL 3.1 old", 150, 150)                                                    \
    ROW(opencl_4_0, "OpenCL 4.0 of the future", ALL_SLOTS, ALL_SLOTS)                              \
    ROW(claims_less, "OpenCL 1.1 old", 89, ALL_SLOTS)                                              \
    ROW(claims_more, "OpenCL 2.0 old", 136, 123)                                                   \
    ROW(claims_nothing, NULL, 66, 123)                                                             \
    ROW(claims_nonsense, "3.0 OpenCL", 66, 149)

struct legacy_table {
    const char *name;
    const char *version;
    size_t promised, slots;
};

/* Which function of a driver was called last, instead of the number of its slot. */
enum { LEGACY_NOTHING = -1, LEGACY_BEHIND = -2, LEGACY_EXTENSION = -3 };

/* The symbol `legacy_driver`. */
struct legacy_driver {
    const char *name;
    const struct legacy_table *tables;
    size_t count;
    /* Handles of the platform of a row; an object serves as one of every other kind. */
    void *(*platform)(size_t row);
    void *(*object)(size_t row);
    /* What was called last; it is forgotten. */
    int (*called)(void);
    /* How often a function was asked for by its name: that of the suggested local work size. */
    unsigned (*asked)(void);
};

/* What clGetKernelSuggestedLocalWorkSizeKHR of a driver returns. */
#define LEGACY_SUGGESTED (-7777)

#endif
