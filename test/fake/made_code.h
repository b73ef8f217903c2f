/* SPDX-License-Identifier: Apache-2.0 */
/* Code made at run time, such as drivers make that compile parts of themselves. */
#ifndef CLRELAY_TEST_FAKE_MADE_CODE_H
#define CLRELAY_TEST_FAKE_MADE_CODE_H

#include "api/dispatch.h"

#include <sys/mman.h>

#if defined(__x86_64__) || defined(__aarch64__)
#define MADE_CODE 1 /* not available for other processors */
#else
#define MADE_CODE 0
#endif

#if MADE_CODE
/* Returns code that jumps to a function, or NULL if there is no memory for it. */
static function made_code(function to)
{
    static unsigned char *page;
    static size_t used;
#if defined(__x86_64__)
    /* movabs to, %r11; jmp *%r11 */
    unsigned char code[16] = { 0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xe3 };
    const size_t place = 2;
#else
    /* ldr x16, 1f; br x16; 1: to */
    unsigned char code[16] = { 0x50, 0, 0, 0x58, 0, 0x02, 0x1f, 0xd6 };
    const size_t place = 8;
#endif
    const void *at;
    if (!page)
        page = mmap(NULL, 65536, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                    -1, 0);
    if ((void *)page == MAP_FAILED || used + sizeof code > 65536) return NULL;
    memcpy(code + place, &to, sizeof to);
    at = memcpy(page + used, code, sizeof code);
    __builtin___clear_cache((char *)page + used, (char *)page + used + sizeof code);
    used += sizeof code;
    memcpy(&to, &at, sizeof to);
    return to;
}
#endif

#endif
