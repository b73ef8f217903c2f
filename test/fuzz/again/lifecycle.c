/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../loader/load/lifecycle.c"

#include "again.h"

/* Where a setting says that nothing is to be done at the end, it is done here; elsewhere this finds
 * nothing to do. */
static void forget_all(void)
{
    layer_unload_all(true);
    driver_unload_all(true);
    platforms_forget();
    dispatch_forget();
    extensions_forget();
    candidates_forget();
    select_forget();
    log_end();
    settings_forget();
}

void lifecycle_again(void)
{
    forget_all();
    atomic_store(&state, IDLE);
    atomic_store(&exiting, false);
    memset(&bottom, 0, sizeof bottom);
    platforms_choose(0);
}
