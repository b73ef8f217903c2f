/* SPDX-License-Identifier: Apache-2.0 */
#include "sites.h"

/* Symbols there have no sizes. */
bool symbol_covers(const char *module, uint64_t address)
{
    (void)module;
    (void)address;
    return true;
}
