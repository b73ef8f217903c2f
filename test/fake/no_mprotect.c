/* SPDX-License-Identifier: Apache-2.0 */
/* To be preloaded: a system that refuses to change the protection of memory, as a process can meet
 * that has as many mappings as the kernel allows. */
#include <errno.h>
#include <stddef.h>

int mprotect(void *memory, size_t size, int protection);
int mprotect(void *memory, size_t size, int protection)
{
    (void)memory, (void)size, (void)protection;
    errno = ENOMEM;
    return -1;
}
