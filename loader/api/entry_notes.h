/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Notes for the linker at the end of an assembler file, even an empty one: it needs no executable
 * stack, and its indirect jumps end at an endbr64 or a bti.
 */
/* clang-format off */

#ifdef __CET__
#include <cet.h>
#endif

/* binutils 2.40 does not write this one by itself. */
#if defined(__aarch64__) && defined(__ARM_FEATURE_BTI_DEFAULT)
        .section .note.gnu.property, "a"
        .p2align 3
        .long 4, 16, 5
        .asciz "GNU"
        .long 0xc0000000, 4, 1, 0
#endif

#ifdef __ELF__
        .section .note.GNU-stack, "", %progbits
#endif
