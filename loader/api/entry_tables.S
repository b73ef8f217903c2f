/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of dispatch.c as offsets from their own address. That takes half the space of
 * addresses, and leaves nothing to relocate when a program starts.
 */
#include "api/assembled.h"
#ifdef CLRELAY_ASSEMBLED

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

#define TABLE(kind)         table dispatch_##kind##_offsets;
#define PLACE(name, symbol) place symbol;
#define NO_PLACE(count)     .fill count, 4, 0;
#define END_TABLE
#include "api/tables.h"
#endif

#include "api/entry_notes.h"
