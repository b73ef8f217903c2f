/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../loader/api/dispatch.c"

#include "again.h"
#include "base/os.h"

/* The first call comes before the loader has ever started. */
void dispatch_again(void)
{
    static struct dispatch first;
    static bool known;
    if (!known) first = detour.table;
    known = true;
    if (!os_protect(&detour, sizeof detour, true)) abort();
    memcpy((void *)&detour.table, &first, sizeof first);
    os_protect(&detour, sizeof detour, false);
}
