/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of dispatch.c as offsets from their own address. That takes half the space of
 * addresses, and leaves nothing to relocate when a program starts.
 */
#include "api/assembled.h"
#ifdef CLRELAY_ASSEMBLED
#include "api/failures.h"

        .section .rodata
        .p2align 2

.macro table name
        .globl \name
        .hidden \name
        .type \name, %object
\name:
1:
.endm

.macro place name
        .hidden \name
        .long \name - 1b
.endm

.macro none count
        .fill \count, 4, 0
.endm

        table dispatch_export_offsets
#define BY_HANDLE(version, type, name, ...)     place name##_entry;
#define BY_ARRAY(version, type, name, ...)      place name##_entry;
#define BY_PROPERTIES(version, type, name, ...) place name##_entry;
#define BY_LOADER(version, type, name, ...)     place name##_entry;
#define ABSENT(count)                           none count;
#include "api/entry_points.h"

        table dispatch_judged_offsets
#define BY_HANDLE(version, type, name, ...)     place name##_judged;
#define BY_ARRAY(version, type, name, ...)      place name##_judged;
#define BY_PROPERTIES(version, type, name, ...) place name##_judged;
#define BY_LOADER(version, type, name, ...)     place name##_answer;
#define ABSENT(count)                           none count;
#include "api/entry_points.h"

        table dispatch_careful_offsets
#define BY_HANDLE(version, type, name, ...)     place name##_careful;
#define BY_ARRAY(version, type, name, ...)      place name##_judged;
#define BY_PROPERTIES(version, type, name, ...) place name##_judged;
#define BY_LOADER(version, type, name, ...)     place name##_answer;
#define ABSENT(count)                           none count;
#include "api/entry_points.h"

        table dispatch_missing_offsets
#define BY_HANDLE(version, type, name, result, ...)     place MISSING_FUNCTION(name, result);
#define BY_ARRAY(version, type, name, result, ...)      place MISSING_FUNCTION(name, result);
#define BY_PROPERTIES(version, type, name, result, ...) place MISSING_FUNCTION(name, result);
#define BY_LOADER(version, type, name, result, ...)     place MISSING_FUNCTION(name, result);
#define ABSENT(count)                                   none count;
#include "api/entry_points.h"

        table dispatch_null_offsets
#define BY_HANDLE(version, type, name, result, ...) \
        place NULL_FUNCTION(name, result, FIRST_TYPE(__VA_ARGS__));
#define BY_ARRAY(version, type, name, ...)      none 1;
#define BY_PROPERTIES(version, type, name, ...) none 1;
#define BY_LOADER(version, type, name, ...)     none 1;
#define ABSENT(count)                           none count;
#include "api/entry_points.h"
#endif

#include "api/entry_notes.h"
