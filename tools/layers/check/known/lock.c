/* SPDX-License-Identifier: Apache-2.0 */
#include "lock.h"

struct lock_line locks[LOCK_COUNT] = {
    { ATOMIC_FLAG_INIT }, { ATOMIC_FLAG_INIT }, { ATOMIC_FLAG_INIT },
    { ATOMIC_FLAG_INIT }, { ATOMIC_FLAG_INIT }, { ATOMIC_FLAG_INIT },
    { ATOMIC_FLAG_INIT }, { ATOMIC_FLAG_INIT }, { ATOMIC_FLAG_INIT },
};

void lock_take_all(void)
{
    for (unsigned i = 0; i < LOCK_COUNT; i++) lock_take((enum lock)i);
}

void lock_release_all(void)
{
    for (unsigned i = LOCK_COUNT; i-- > 0;) lock_release((enum lock)i);
}
