/* SPDX-License-Identifier: Apache-2.0 */
/* The library that after.c opens: its destructor calls back. */
#include <stddef.h>

extern void (*after_call)(void);
__attribute__((visibility("default"))) void (*after_call)(void);

__attribute__((destructor)) static void destruct(void)
{
    if (after_call) after_call();
}
