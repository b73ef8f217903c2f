/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a module has a symbol at an address, for sites.c. */
#include "sites.h"

/* Symbols there have no sizes. */
bool symbol_covers(const char *module, uint64_t address)
{
    (void)module;
    (void)address;
    return true;
}
