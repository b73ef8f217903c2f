/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The by-handle functions for x86-64, made from the rows of entry_points.h. They move no argument,
 * so a call with 13 arguments costs as much as a call with one. They use only %rax, %r10 and %r11,
 * which hold no arguments. exports.c and dispatch.c have the same in C.
 */
#include "api/assembled.h"
#if defined(CLRELAY_ASSEMBLED) && defined(__x86_64__)

        .hidden detour
        .hidden dispatch_resolve
        .text

.macro begin symbol, alignment=4
        .type \symbol, @function
        .p2align \alignment
\symbol:
        endbr64
.endm

.macro end symbol
        .size \symbol, . - \symbol
.endm

/* The exported function, and a second name for it that nothing outside can replace. Each begins a
 * cache line, and the way of nearly all calls lies in the line's first half, which processors fetch
 * and decode at once. If a jump lies across two lines, the loader's part of a call takes half as
 * long again on some processors. */
.macro entry name
        .globl \name\()_entry
        .hidden \name\()_entry
        .globl \name
        .type \name, @function
        begin \name\()_entry, 6
        mov detour + slot * 8(%rip), %rax
        test %rax, %rax
        jne 1f
        test %rdi, %rdi
        je 2f
        mov (%rdi), %rax
        jmp *slot * 8(%rax)
1:      jmp *%rax
2:      jmp \name\()_resolved
        end \name\()_entry
        .set \name, \name\()_entry
        .size \name, . - \name
        .set slot, slot + 1
.endm

/* The checked function looks for a NULL slot and for the tag of cl_khr_icd 2.0. If it finds one, it
 * falls through to the resolved function, which checks everything. So nothing may lie between. */
.macro slower_paths name
        .globl \name\()_checked
        .hidden \name\()_checked
        begin \name\()_checked, 0
        test %rdi, %rdi
        je 2f
        mov (%rdi), %rax
        mov (%rax), %r11
        cmp tag(%rip), %r11
        je 1f
        mov slot * 8(%rax), %rax
        test %rax, %rax
        je 2f
        jmp *%rax
1:      mov 8(%rdi), %rax
        test %rax, %rax
        je 2f
        jmp *slot * 8(%rax)
2:      end \name\()_checked
        .globl \name\()_resolved
        .hidden \name\()_resolved
        begin \name\()_resolved, 0
        mov $slot, %al
        jmp resolve_slot
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

/* Jumps to the function that dispatch_resolve(handle, slot) returns, with unchanged arguments. %al
 * has the slot. %xmm0 to %xmm7 are not saved, because no function of OpenCL takes a floating-point
 * value. */
.macro save register
        push \register
        .cfi_adjust_cfa_offset 8
.endm
.macro restore register
        pop \register
        .cfi_adjust_cfa_offset -8
.endm
        .type resolve_slot, @function
        .p2align 4
resolve_slot:
        .cfi_startproc
        save %rdi
        save %rsi
        save %rdx
        save %rcx
        save %r8
        save %r9
        save %rax /* only keeps the stack aligned */
        movzbl %al, %esi
        call dispatch_resolve
        mov %rax, %r11
        restore %rax
        restore %r9
        restore %r8
        restore %rcx
        restore %rdx
        restore %rsi
        restore %rdi
        jmp *%r11
        .cfi_endproc
        end resolve_slot
#endif

#include "api/entry_notes.h"
