/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The by-handle functions for AArch64, made from the rows of entry_points.h: see entry_x86_64.S.
 * They use only x9, x16 and x17; jumps go through x16, which may end at a `bti c`.
 */
#include "api/assembled.h"
#if defined(CLRELAY_ASSEMBLED) && defined(__aarch64__)

        .hidden detour
        .hidden dispatch_resolve
        .text

.macro begin symbol, alignment=4
        .type \symbol, %function
        .p2align \alignment
\symbol:
        hint 34 /* bti c */
.endm

.macro end symbol
        .size \symbol, . - \symbol
.endm

.macro entry name
        .globl \name\()_entry
        .hidden \name\()_entry
        .globl \name
        .type \name, %function
        begin \name\()_entry, 6
        adrp x16, detour + slot * 8
        ldr x16, [x16, :lo12:detour + slot * 8]
        cbnz x16, 1f
        cbz x0, 2f
        ldr x16, [x0]
        ldr x16, [x16, slot * 8]
1:      br x16
2:      b \name\()_resolved
        end \name\()_entry
        .set \name, \name\()_entry
        .size \name, . - \name
        .set slot, slot + 1
.endm

/* The checked function falls through to the resolved one. */
.macro slower_paths name
        .globl \name\()_checked
        .hidden \name\()_checked
        begin \name\()_checked
        cbz x0, 2f
        ldr x16, [x0]
        ldr x17, tag
        ldr x9, [x16]
        cmp x9, x17
        b.eq 1f
        ldr x16, [x16, slot * 8]
        cbz x16, 2f
        br x16
1:      ldr x16, [x0, 8]
        cbz x16, 2f
        ldr x16, [x16, slot * 8]
        br x16
2:      end \name\()_checked
        .globl \name\()_resolved
        .hidden \name\()_resolved
        begin \name\()_resolved, 2
        mov w9, slot
        b resolve_slot
        end \name\()_resolved
        .set slot, slot + 1
.endm

/* None of these uses the stack, so one description is enough for the unwinder. */
        .cfi_startproc
#include "api/entry_count.h"
#define BY_HANDLE(version, result_type, name, ...) entry name;
#include "api/entry_points.h"

#include "api/entry_count.h"
#define BY_HANDLE(version, result_type, name, ...) slower_paths name;
#include "api/entry_points.h"

        .cfi_endproc

        .p2align 3
tag:    .quad 0x4f50454e434c3331

        .type resolve_slot, %function
        .p2align 4
resolve_slot:
        .cfi_startproc
        stp x29, x30, [sp, -80]!
        .cfi_def_cfa_offset 80
        .cfi_offset x29, -80
        .cfi_offset x30, -72
        mov x29, sp
        stp x0, x1, [sp, 16]
        stp x2, x3, [sp, 32]
        stp x4, x5, [sp, 48]
        stp x6, x7, [sp, 64]
        mov w1, w9
        bl dispatch_resolve
        mov x16, x0
        ldp x6, x7, [sp, 64]
        ldp x4, x5, [sp, 48]
        ldp x2, x3, [sp, 32]
        ldp x0, x1, [sp, 16]
        ldp x29, x30, [sp], 80
        .cfi_restore x30
        .cfi_restore x29
        .cfi_def_cfa_offset 0
        br x16
        .cfi_endproc
        end resolve_slot

#endif

#include "api/entry_notes.h"
