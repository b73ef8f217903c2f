/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The numbers of the functions, from the rows of loader/api/entry_points.h and outside_rows.h. A
 * function's number is its slot in the dispatch table, or SIGNATURE_EXTENSIONS and up for the
 * functions outside the table, in the order of their rows. (Apart from signature.h because all
 * headers of OpenCL come with it, on Windows Direct3D's, too.)
 */
#ifndef CLRELAY_TOOLS_CALLS_WORDS_H
#define CLRELAY_TOOLS_CALLS_WORDS_H

#include "provisional_types.h"
#include "api/table.h"

/* A function's number. */
#define SIGNATURE_EXTENSIONS 0x100
enum function_number {
#define BY_ANY(version, type, name, ...) name##_number,
#define ABSENT(count)                                                                              \
    JOIN(absent_, __LINE__), JOIN(absent_last_, __LINE__) = JOIN(absent_, __LINE__) + (count)-1,
#include "api/entry_points.h"
    TABLE_NUMBER_END,
    EXTENSION_NUMBER_BEFORE = SIGNATURE_EXTENSIONS - 1,
#define OUTSIDE(extension, type, text, name, ...) name##_number,
#include "outside_rows.h"
    EXTENSION_NUMBER_END
};
_Static_assert(TABLE_NUMBER_END == SLOT_COUNT, "numbers are slots");
#define EXTENSION_COUNT (EXTENSION_NUMBER_END - SIGNATURE_EXTENSIONS)

#endif
