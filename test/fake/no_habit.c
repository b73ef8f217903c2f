/* SPDX-License-Identifier: Apache-2.0 */
#include "habit.h"

void habit(int which)
{
    (void)which;
}
