/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../loader/answer/extensions.c"

#include "again.h"

void extensions_again(void)
{
    memset(by_table, 0, sizeof by_table);
    memset(by_platform, 0, sizeof by_platform);
    memset(first_semaphores, 0, sizeof first_semaphores);
    atomic_store(&closed, false);
}
