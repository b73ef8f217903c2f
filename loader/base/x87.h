/* SPDX-License-Identifier: Apache-2.0 */
/* The control word of the x87, which computes long double on x86. Needs gcc or clang. */
#ifndef CLRELAY_LOADER_BASE_X87_H
#define CLRELAY_LOADER_BASE_X87_H

#include <stdint.h>

static inline uint16_t x87_get(void)
{
    uint16_t control = 0;
    __asm__ __volatile__("fnstcw %0" : "=m"(control));
    return control;
}

/* Clears exceptions that were raised while they were masked: those that trap from now on would trap
 * at the program's next x87 instruction. */
static inline void x87_set(uint16_t control)
{
    enum { EXCEPTIONS = 0x3f }; /* masked ones (control word), raised ones (status word) */
    struct {
        uint16_t control, reserved, status, more[11];
    } now = { 0 };
    __asm__ __volatile__("fnstenv %0" : "=m"(now));
    now.control = control;
    now.status &= (uint16_t)(control | ~EXCEPTIONS);
    __asm__ __volatile__("fldenv %0" : : "m"(now));
}

#endif
