/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../loader/load/lifecycle.c"

#include "again.h"

/* Where a setting says that nothing is to be done at the end, it is done here; elsewhere this finds
 * nothing to do. */
void lifecycle_again(void)
{
    loading_undo(true);
    atomic_store(&state, IDLE);
    atomic_store(&exiting, false);
    platforms_set_default(0);
}
