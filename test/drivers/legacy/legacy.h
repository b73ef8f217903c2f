/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drivers with old, short tables: one row for each platform of such a driver. A row has its name,
 * the OpenCL version that it claims, how many slots that version promises, and how many its table
 * has: up to the last function of the version, or up to the extensions that drivers of the time had
 * after it. ALL_SLOTS is the number of all slots. What follows the table is the driver's quirk
 * (driver.c). After a table that is shorter than its version promises, code comes first if anything
 * does.
 */
#ifndef CLRELAY_TEST_DRIVERS_LEGACY_LEGACY_H
#define CLRELAY_TEST_DRIVERS_LEGACY_LEGACY_H

#include <stddef.h>

/* The suffix of a library's file name. */
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

/* Stand for the function that was called last, where it has no slot. */
enum { LEGACY_NOTHING = -1, LEGACY_BEHIND = -2, LEGACY_EXTENSION = -3 };

/* The symbol `legacy_driver`. */
struct legacy_driver {
    const char *name;
    const struct legacy_table *tables;
    size_t count;
    /* Return the handle of a row's platform; the object serves as one of every other kind. */
    void *(*platform)(size_t row);
    void *(*object)(size_t row);
    /* Returns the slot that was called last and forgets it. */
    int (*called)(void);
    /* Returns how often a function was looked up by name, namely the suggested local work size. */
    unsigned (*asked)(void);
};

/* The status that a driver's clGetKernelSuggestedLocalWorkSizeKHR returns. */
#define LEGACY_SUGGESTED (-7777)

#endif
