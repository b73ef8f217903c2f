/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../loader/load/lifecycle.c"

#include "again.h"

/* Unloads if a setting has kept the loader from it at the end. Otherwise there is nothing to do. */
void lifecycle_again(void)
{
    loading_undo(true);
    atomic_store(&state, IDLE);
    atomic_store(&exiting, false);
    platforms_set_default(0);
}
