/* SPDX-License-Identifier: Apache-2.0 */
/* CHANGES_ARITHMETIC. */
#include "side_effect.h"

#include <fenv.h>

void side_effect(int which)
{
    static volatile long double one = 1, zero = 0, none;
    fenv_t trapping;
    feholdexcept(&trapping); /* turns all traps off */
    none = one / zero;       /* this traps where the program has asked for it */
    (void)none;
    fesetround(FE_UPWARD);
}
