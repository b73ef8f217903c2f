/* SPDX-License-Identifier: Apache-2.0 */
/* CHANGES_ARITHMETIC. */
#include "side_effect.h"

#include <fenv.h>

void side_effect(int which)
{
    static volatile long double one = 1, zero = 0, none;
    fenv_t trapping;
    feholdexcept(&trapping); /* nothing traps any more */
    none = one / zero;       /* as this would where the program wants it to */
    (void)none;
    fesetround(FE_UPWARD);
}
